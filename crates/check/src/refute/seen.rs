//! Whether a difference in a local variable can be observed after a function has returned.
//!
//! Only its module sees such a variable. That a function of the module reads it does not show that
//! a difference matters: the reader may read other bytes, overwrite them first, write back what it
//! has read, or never be called in a state in which it could tell. So a difference in a local
//! variable counts only where the variable has escaped to the environment in the source's run: then
//! the environment can read it.

use super::audit::pointers_of;
use super::compare::{Gap, What};
use super::input::Input;
use super::pair::{Behaviour, Pair, SourceRun, Undef};
use super::refinement::Cover;
use tollgate_exec::memory::{Memory, ObjectKind};
use tollgate_exec::outcome::{Event, Observation, Outcome};
use tollgate_exec::value::Prov;
use tollgate_ir::{AttrKind, Name};

impl Pair<'_> {
    /// The local variable in which two runs differ.
    pub(super) fn local_variable_of(&self, gap: &Gap, memory: &Memory) -> Option<Name> {
        let What::Memory(place) = &gap.what else { return None };
        let ObjectKind::Global(global) = memory.former_kind(place.prov) else { return None };
        let name = self.source.side.module.globals[global].header.name;
        self.is_local_variable(global).then_some(name)
    }
}

/// Whether the environment can distinguish the target's run on an input from all runs of the source
/// that differ from it in local variables.
pub(super) fn is_seen(pair: &mut Pair<'_>, input: &Input, undef: Undef, fuel: u64) -> bool {
    // Elements of a set are compared one by one there.
    if undef == Undef::Enumerated {
        return false;
    }
    let target = pair.run_target(input, true, fuel);
    let mut runs = pair.source_runs(Undef::Open);
    loop {
        let source = match runs.next(pair, input, None, true, fuel) {
            SourceRun::Does(source) => source,
            SourceRun::End => return true,
            SourceRun::Unknown => return false,
        };
        let Cover::No(gap) = pair.covers(&source, &target) else { return false };
        let is_local = pair.local_variable_of(&gap, &source.run.memory).is_some();
        if is_local && !leaks(pair, &source, &gap) {
            return false;
        }
    }
}

/// Whether the variable in which two runs differ has escaped, through the source's result,
/// arguments of its calls, or memory that the environment can read.
fn leaks(pair: &Pair<'_>, source: &Behaviour, gap: &Gap) -> bool {
    let What::Memory(place) = &gap.what else { return false };
    let (run, wanted) = (&source.run, place.prov);
    let given = match &run.outcome {
        Outcome::Return(Some(value)) | Outcome::Unwind(value) => pointers_of(value),
        Outcome::Return(None) | Outcome::Exit(_) | Outcome::Abort | Outcome::NotReturned => {
            Vec::new()
        }
        Outcome::Undefined { .. } | Outcome::Stopped(_) | Outcome::Unsupported { .. } => Vec::new(),
    };
    let passed = run.observations.iter().any(|observation| passes(pair, observation, wanted));
    let is_others = |kind: ObjectKind| match kind {
        ObjectKind::Argument(number) => {
            !pair.ctx.has_attr(pair.param_attrs(number), AttrKind::DeadOnReturn)
        }
        ObjectKind::Outside(_) => true,
        ObjectKind::Global(global) => !pair.is_local_variable(global),
        ObjectKind::Nothing
        | ObjectKind::Function(_)
        | ObjectKind::Block(..)
        | ObjectKind::Stack(..)
        | ObjectKind::ByVal(..)
        | ObjectKind::VarArgs(_)
        | ObjectKind::Heap(_)
        | ObjectKind::Library(_) => false,
    };
    // Memory that is dead on unwind cannot be read then.
    let returns = matches!(run.outcome, Outcome::Return(_));
    let left = run.memory.live_objects().any(|(prov, object)| {
        returns
            && is_others(object.kind())
            && run.memory.pointers_in(prov).iter().any(|(_, to, _)| *to == wanted)
    });
    given.contains(&wanted) || passed || left
}

/// Whether a call of the source may capture an object. The C library captures none.
fn passes(pair: &Pair<'_>, observation: &Observation, wanted: Prov) -> bool {
    let module = pair.source.side.module;
    let Event::Call { callee: Some(name), args, .. } = &observation.event else { return false };
    let traits = pair.external_functions.traits(pair.ctx.bytes(*name));
    if !traits.is_some_and(|it| !it.library && !it.special && it.promise.may_remember()) {
        return false;
    }
    let callee = Some(*name);
    let callee = callee.and_then(|name| module.function_named(Name::Named(name)));
    let site = module.functions[observation.at.func]
        .body()
        .and_then(|body| body.extra(observation.at.inst).call().map(|info| info.attrs));
    let lists: Vec<_> =
        callee.map(|func| module.functions[func].attrs).into_iter().chain(site).collect();
    args.iter().enumerate().any(|(at, arg)| {
        let forgotten = lists.iter().any(|&list| {
            let set = pair.ctx.attr_list_data(list).param(at);
            let kinds = [AttrKind::NoCapture, AttrKind::Captures, AttrKind::ByVal];
            kinds.into_iter().any(|kind| pair.ctx.has_attr(set, kind))
        });
        !forgotten && pointers_of(arg).contains(&wanted)
    })
}
