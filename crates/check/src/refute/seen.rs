//! Whether somebody can tell what a local variable holds when a function has returned.
//!
//! Nobody but its module sees such a variable, so that a difference in it is one only if a function of the module shows it. That is not decided by looking for readers: one may look at other
//! bytes, overwrite them first, or write back what it has read. It is shown by a run: behind the function a *reader* is called, a function that can be called from outside, in the
//! source's module from the memory that the source has left, in the target's from that of the target; and no run of the source's covers the target's, whatever the function has chosen
//! before. What readers leave in local variables is not compared in turn.
//!
//! That the reader itself is not to blame is looked at, too: from the state of the initialisers it refines. And where the outside has got to know the variable, it can look by itself.

use super::audit::pointers_of;
use super::compare::{Gap, What};
use super::generator::Generator;
use super::hidden::{is_exact, is_hidden, roots};
use super::input::Input;
use super::pair::{Behaviour, Pair, SourceRun, Undef};
use super::refinement::Cover;
use super::search::{Here, Judgement, confirm_here, judge};
use crate::Side;
use rustc_hash::FxHashSet;
use tollgate_exec::memory::{Memory, ObjectKind};
use tollgate_exec::outcome::{Event, Observation, Outcome};
use tollgate_exec::value::Prov;
use tollgate_ir::{AttrKind, Extra, Func, GlobalRef, Name};

/// So many readers are tried.
const MAX_READERS: usize = 8;
/// On so many inputs each, besides the plain ones.
const INPUTS: usize = 8;

/// Who may tell what local variables hold when the functions of a pair have returned.
pub(super) struct Readers<'m> {
    /// The pair itself, with the globals of all readers laid out.
    first: Pair<'m>,
    readers: Vec<Reader<'m>>,
}

/// A function that is called then.
struct Reader<'m> {
    /// It, from the memory that is left.
    behind: Pair<'m>,
    /// It, from the state of the initialisers; none for the functions of the pair.
    alone: Option<Pair<'m>>,
    inputs: Vec<Input>,
}

impl<'m> Readers<'m> {
    /// Those of a pair. None if they cannot be run.
    fn of(pair: &Pair<'m>) -> Option<Self> {
        let sides = sides(pair);
        let all: Vec<[Side<'m>; 2]> =
            std::iter::once([pair.source.side, pair.target.side]).chain(sides.iter().copied()).collect();
        let first = pair.beside(pair.source.side, pair.target.side, &all)?;
        let readers = all.iter().enumerate().filter_map(|(at, &[source, target])| {
            let mut behind = pair.beside(source, target, &all)?;
            let mut generator = Generator::new(&mut behind, pair.seed());
            let more = (0..INPUTS).map(|_| generator.input()).collect::<Vec<Input>>();
            let mut inputs = generator.plain();
            inputs.extend(more);
            inputs.retain(|input| pair.admits(input));
            let alone = match at {
                0 => None,
                _ => Some(pair.beside(source, target, &all)?),
            };
            Some(Reader { behind, alone, inputs })
        });
        let readers = readers.collect();
        Some(Self { first, readers })
    }
}

/// The functions that can be called from outside and may come to a local variable of the pair, in both modules.
fn sides<'m>(pair: &Pair<'m>) -> Vec<[Side<'m>; 2]> {
    let (source, target) = (pair.source.side, pair.target.side);
    let mut functions: Vec<Func> = Vec::new();
    for name in pair.local_variables() {
        for user in pair.uses[0].users(name) {
            let side = Side { func: user, ..source };
            match is_hidden(pair.ctx, side, pair.uses[0]) {
                true => functions.extend(roots(pair.ctx, side, pair.uses[0])),
                false => functions.push(user),
            }
        }
    }
    let mut seen: FxHashSet<Func> = FxHashSet::from_iter([source.func]);
    functions.retain(|&func| seen.insert(func));
    let both = |func: Func| {
        let function = &source.module.functions[func];
        let other = match pair.is_apart() {
            true => target.module.function_named(function.header.name)?,
            false => func,
        };
        let sides = [Side { func, ..source }, Side { func: other, ..target }];
        let callable = |(side, uses): (&Side<'_>, _)| {
            side.body().is_some()
                && is_exact(side.function().header.linkage)
                && !is_hidden(pair.ctx, *side, uses)
        };
        let named = matches!(function.header.name, Name::Named(_));
        (named && sides.iter().zip(pair.uses).all(callable)).then_some(sides)
    };
    functions.into_iter().filter_map(both).take(MAX_READERS).collect()
}

impl Pair<'_> {
    /// The local variable in which two runs part.
    pub(super) fn local_variable_of(&self, gap: &Gap, memory: &Memory) -> Option<Name> {
        let What::Memory(place) = &gap.what else { return None };
        match memory.former_kind(place.prov) {
            ObjectKind::Global(global) if self.is_local_variable(global) => {
                Some(self.source.side.module.globals[global].header.name)
            }
            ObjectKind::Nothing
            | ObjectKind::Global(_)
            | ObjectKind::Function(_)
            | ObjectKind::Block(..)
            | ObjectKind::Stack(..)
            | ObjectKind::ByVal(..)
            | ObjectKind::VarArgs(_)
            | ObjectKind::Heap(_)
            | ObjectKind::Argument(_)
            | ObjectKind::Library(_)
            | ObjectKind::Outside(_) => None,
        }
    }

    /// The local variables that runs of the source may come to and write.
    fn local_variables(&self) -> Vec<Name> {
        let module = self.source.side.module;
        let is_local = |name: &Name| match module.lookup(*name) {
            Some(GlobalRef::Var(global)) => {
                !module.globals[global].constant && self.is_local_variable(global)
            }
            Some(GlobalRef::Func(_) | GlobalRef::Alias(_)) | None => false,
        };
        self.statics.iter().map(|place| place.name).filter(is_local).collect()
    }
}

/// Whether somebody can tell the target's run on an input from all of the source's that differ in what local variables hold.
pub(super) fn is_seen(pair: &mut Pair<'_>, input: &Input, undef: Undef, fuel: u64) -> bool {
    // Elements of a set are compared one by one then.
    if undef == Undef::Enumerated {
        return false;
    }
    let mut known = match pair.readers.take() {
        Some(known) => known,
        None => match Readers::of(pair) {
            Some(readers) => Box::new(readers),
            None => return false,
        },
    };
    known.first.set_reading(pair.reading());
    let seen = known.see(input, pair, fuel);
    pair.readers = Some(known);
    seen
}

impl Readers<'_> {
    fn see(&mut self, input: &Input, pair: &Pair<'_>, fuel: u64) -> bool {
        let first = &mut self.first;
        let target = first.run_target(input, true, fuel);
        let mut sources: Vec<Memory> = Vec::new();
        let mut runs = first.source_runs(Undef::Open);
        loop {
            let source = match runs.next(first, input, None, true, fuel) {
                SourceRun::Does(source) => source,
                SourceRun::End => break,
                SourceRun::Unknown => return false,
            };
            match first.covers(&source, &target) {
                Cover::Yes | Cover::Unknown => return false,
                Cover::No(gap) => {
                    let local = first.local_variable_of(&gap, &source.run.memory).is_some();
                    if local && !leaks(first, &source, &gap) {
                        sources.push(source.run.memory);
                    }
                }
            }
        }
        let after = &target.run.memory;
        self.readers.iter_mut().any(|reader| reader.sees(&sources, after, pair, fuel)) || sources.is_empty()
    }
}

impl Reader<'_> {
    /// Whether one input shows that memory was left that none of the source's is.
    fn sees(&mut self, sources: &[Memory], target: &Memory, pair: &Pair<'_>, fuel: u64) -> bool {
        self.behind.set_reading(pair.reading());
        let Self { behind, alone, inputs } = self;
        inputs.iter().any(|input| {
            let differs = sources.iter().all(|source| {
                behind.begin_with([source.clone(), target.clone()]);
                matches!(confirm_here(behind, input, fuel), Here::Fails(_))
            });
            differs
                && alone.as_mut().is_none_or(|alone| {
                    alone.set_reading(pair.reading());
                    matches!(judge(alone, input, fuel), Judgement::Covered(_))
                })
        })
    }
}

/// Whether the outside knows the variable in which two runs part, by what the source has returned, passed to calls or left in memory that others see.
fn leaks(pair: &Pair<'_>, source: &Behaviour, gap: &Gap) -> bool {
    let What::Memory(place) = &gap.what else { return false };
    let (run, wanted) = (&source.run, place.prov);
    let given = match &run.outcome {
        Outcome::Return(Some(value)) | Outcome::Unwind(value) => pointers_of(value),
        Outcome::Return(None) | Outcome::Exit(_) | Outcome::Abort | Outcome::NotReturned => Vec::new(),
        Outcome::Undefined { .. } | Outcome::Stopped(_) | Outcome::Unsupported { .. } => Vec::new(),
    };
    let passed = run.observations.iter().any(|observation| passes(pair, observation, wanted));
    let is_others = |kind: ObjectKind| match kind {
        ObjectKind::Argument(_) | ObjectKind::Outside(_) => true,
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
    let left = run.memory.live_objects().any(|(prov, object)| {
        is_others(object.kind()) && run.memory.pointers_in(prov).iter().any(|(_, to, _)| *to == wanted)
    });
    given.contains(&wanted) || passed || left
}

/// Whether a call of the source gives an object away.
fn passes(pair: &Pair<'_>, observation: &Observation, wanted: Prov) -> bool {
    let module = pair.source.side.module;
    let Event::Call { callee, args, .. } = &observation.event else { return false };
    let callee = callee.and_then(|name| module.function_named(Name::Named(name)));
    let site =
        module.functions[observation.at.func].body().and_then(|body| match body.extra(observation.at.inst) {
            Extra::Call(info) => Some(info.attrs),
            _ => None,
        });
    let lists: Vec<_> = callee.map(|func| module.functions[func].attrs).into_iter().chain(site).collect();
    args.iter().enumerate().any(|(at, arg)| {
        let forgotten = lists.iter().any(|&list| {
            let set = pair.ctx.attr_list_data(list).param(at);
            let kinds = [AttrKind::NoCapture, AttrKind::Captures, AttrKind::ByVal];
            kinds.into_iter().any(|kind| pair.ctx.has_attr(set, kind))
        });
        !forgotten && pointers_of(arg).contains(&wanted)
    })
}
