//! Active calls and their attributes: on the memory accessed during the call, on parameters, on how
//! it ends.

use super::calls::LastCall;
use super::values::{has_pointer, is_same_pointer, pointers_of};
use super::{Audit, Doubt, constructed};
use tollgate_exec::environment::effects_of;
use tollgate_exec::memory::{Memory, ObjectKind};
use tollgate_exec::trace::BlockEntry;
use tollgate_exec::value::{Prov, Val};
use tollgate_ir::{
    Access, Attr, AttrKind, AttrList, Context, Flags, Func, MemoryEffects, MemoryPart, ParamData,
    ValueDef,
};
use tollgate_sem::world::attribute::{self, Position};
use tollgate_sem::world::{self, metadata, string_attribute};

/// An active call.
pub(super) struct CallFrame {
    pub call: u64,
    pub func: Func,
    pub args: Vec<Val>,
    pub effects: MemoryEffects,
    /// The attributes of the function, and those of the call site.
    pub attrs: [AttrList; 2],
    /// Whether the call is a `tail` call.
    pub tail: bool,
}

impl<'m> Audit<'m> {
    /// A function was entered. Frames of calls that have ended are removed, its own is added, and
    /// its attributes are audited.
    pub(super) fn entered(&mut self, entry: &BlockEntry<'_>) {
        let Some(body) = self.body(entry.func) else { return };
        if entry.edge.is_some() {
            return;
        }
        // Returns are not reported to tracers; frames at this depth or above have ended.
        while self.frames.len() >= entry.depth.max(1) {
            self.frames.pop();
        }
        let func = entry.func;
        let LastCall { site, tail, denies_callbacks, .. } = std::mem::take(&mut self.last);
        self.raise_if(denies_callbacks, Doubt::Callback);
        let attrs = [self.module.functions[func].attrs, site];
        let recursive = self.frames.iter().any(|frame| frame.func == func);
        let [declared, site] = attrs.map(|list| self.ctx.attr_list_data(list));
        self.raise_if(
            recursive && self.ctx.has_attr(declared.function, AttrKind::NoRecurse),
            Doubt::NoRecurse,
        );
        let args: Vec<Val> = body
            .args()
            .iter()
            .map(|&arg| entry.registers.get(arg).cloned().unwrap_or(Val::Poison))
            .collect();
        let loose =
            (0..args.len()).any(|at| self.is_loose(declared.param(at), &args[at], entry.memory));
        self.raise_if(loose, Doubt::Alignment);
        let called = !self.frames.is_empty();
        let noalias = [declared, site].into_iter().any(|list| {
            (0..args.len()).any(|at| self.ctx.has_attr(list.param(at), AttrKind::NoAlias))
                || self.ctx.has_attr(list.result, AttrKind::NoAlias)
        });
        self.raise_if(called && noalias, Doubt::NoAlias);
        if !called {
            self.returns_new = self.ctx.has_attr(declared.result, AttrKind::NoAlias);
        }
        let params = body.blocks().flat_map(|block| body.params(block));
        let phis: Vec<&ParamData> = params
            .filter_map(|&value| match body.value(value).def {
                ValueDef::Param(param) => Some(body.param(param)),
                ValueDef::Arg(..)
                | ValueDef::Inst(..)
                | ValueDef::Const(..)
                | ValueDef::Meta(..)
                | ValueDef::Wrapped(..)
                | ValueDef::Undefined => None,
            })
            .collect();
        let loose = phis.iter().any(|phi| phi.flags.intersects(Flags::LEEWAY));
        // Metadata of a `phi` is not checked.
        let mut kinds = phis.iter().flat_map(|phi| phi.attachments.iter().map(|&(kind, _)| kind));
        let promised = kinds.any(|kind| !metadata::is_free(self.ctx.bytes(kind)));
        self.raise_if(promised, Doubt::Unseen);
        let strict = self.ctx.has_attr(declared.function, AttrKind::StrictFp);
        let is_of_floats = |attr: &Attr| match *attr {
            Attr::String(key, value) => string_attribute::is_of_floats(
                self.ctx.bytes(key),
                value.map_or(b"", |it| self.ctx.bytes(it)),
            ),
            Attr::Flag(_) | Attr::Int(..) | Attr::Pair(..) | Attr::Type(..) | Attr::Memory(_) => {
                false
            }
            Attr::Range(..) | Attr::Text(..) | Attr::Unknown(..) => false,
        };
        let other_floats = self.ctx.attrs(declared.function).iter().any(is_of_floats);
        self.raise_if(loose || strict || other_floats, Doubt::FloatMode);
        let unseen = attrs.into_iter().any(|list| self.has_unseen(list, Position::Function));
        self.raise_if(unseen, Doubt::Unseen);
        self.written_back(attrs, &args);
        let effects = effects_of(self.ctx, &[declared.function, site.function]);
        if self.frames.is_empty() {
            self.constructed.1 =
                constructed::objects(self.module, entry.memory, &self.constructed.0);
            self.initial = self.ctx.find_symbol(b"invariant.load").map(|_| entry.memory.clone());
        }
        self.frames.push(CallFrame { call: entry.call, func, args, effects, attrs, tail });
    }

    /// Whether an active call must return or unwind. (Frames that have ended may still be there.)
    pub(super) fn must_return(&self) -> bool {
        let has = |list: AttrList| {
            self.ctx.has_attr(self.ctx.attr_list_data(list).function, AttrKind::WillReturn)
        };
        has(self.last.declared)
            || has(self.last.site)
            || self.frames.iter().any(|frame| self.call_has(frame, AttrKind::WillReturn))
    }

    /// Whether an attribute of a list is one whose violation no run detects.
    pub(super) fn has_unseen(&self, list: AttrList, position: Position) -> bool {
        let at = |place: Position| match position {
            Position::Function | Position::Result | Position::Parameter => place,
            Position::CallSite | Position::Declaration | Position::Variable => position,
        };
        let all = self.ctx.attr_list_data(list);
        let of_params = all.params.iter().map(|&set| (set, at(Position::Parameter)));
        [(all.function, at(Position::Function)), (all.result, at(Position::Result))]
            .into_iter()
            .chain(of_params)
            .any(|(set, place)| {
                self.ctx.attrs(set).iter().any(|attr| is_unseen(self.ctx, attr, place))
            })
    }

    /// An exception unwinds all calls above a frame, and the last one that was made.
    pub(super) fn unwound(&mut self, frame: usize) {
        let mut passed: Vec<Prov> = Vec::new();
        let mut pass = |lists: [AttrList; 2], args: &[Val]| {
            for (at, arg) in args.iter().enumerate() {
                let has = |list: &AttrList| {
                    self.ctx
                        .has_attr(self.ctx.attr_list_data(*list).param(at), AttrKind::DeadOnUnwind)
                };
                if lists.iter().any(has) {
                    passed.extend(pointers_of(arg));
                }
            }
        };
        for active in self.frames.iter().skip(frame + 1) {
            pass(active.attrs, &active.args);
        }
        pass([self.last.declared, self.last.site], &self.last.args);
        self.dead.extend(passed);
    }

    /// Whether the caller may read an object whose contents are unknown, since an exception left a
    /// call that had been passed it.
    pub(super) fn is_left_dead(&self, prov: Prov, memory: &Memory, unwinds: bool) -> bool {
        let Some(object) = memory.object(prov) else { return false };
        match object.kind() {
            // The comparison does not read it.
            ObjectKind::Argument(number) => !self.frames.first().is_some_and(|frame| {
                let at = number as usize;
                self.param_has(frame, at, AttrKind::DeadOnReturn)
                    || unwinds && self.param_has(frame, at, AttrKind::DeadOnUnwind)
            }),
            ObjectKind::Stack(..) | ObjectKind::ByVal(..) | ObjectKind::VarArgs(_) => false,
            ObjectKind::Nothing | ObjectKind::Function(_) | ObjectKind::Block(..) => false,
            ObjectKind::Global(_)
            | ObjectKind::Heap(_)
            | ObjectKind::Library(_)
            | ObjectKind::Outside(_) => true,
        }
    }

    /// Whether a parameter of an active call has an attribute.
    pub(super) fn param_has(&self, frame: &CallFrame, index: usize, kind: AttrKind) -> bool {
        frame
            .attrs
            .iter()
            .any(|&list| self.ctx.has_attr(self.ctx.attr_list_data(list).param(index), kind))
    }

    /// Whether an active call has an attribute.
    pub(super) fn call_has(&self, frame: &CallFrame, kind: AttrKind) -> bool {
        frame
            .attrs
            .iter()
            .any(|&list| self.ctx.has_attr(self.ctx.attr_list_data(list).function, kind))
    }

    /// Whether an object was created in a frame or in one above it.
    pub(super) fn is_local(&self, prov: Prov, frame: usize) -> bool {
        self.made.get(&prov).is_some_and(|made| *made >= frame)
    }

    /// Checks an access against the attributes of active calls; `through` if it may be through a
    /// parameter that points to the object.
    pub(super) fn accessed(&mut self, prov: Prov, reads: bool, writes: bool, through: bool) {
        self.raise_if(reads && self.dead.contains(&prov), Doubt::DeadOnUnwind);
        for index in 0..self.frames.len() {
            if self.is_local(prov, index) {
                continue;
            }
            let frame = &self.frames[index];
            let of_args: Vec<usize> = (0..frame.args.len())
                .filter(|&at| through && has_pointer(&frame.args[at], prov))
                .collect();
            let part = if of_args.is_empty() { MemoryPart::Other } else { MemoryPart::Arguments };
            let allowed = frame.effects.access(part);
            let forbidden = of_args.iter().any(|&at| {
                self.param_has(frame, at, AttrKind::ReadNone)
                    || writes && self.param_has(frame, at, AttrKind::ReadOnly)
                    || reads && self.param_has(frame, at, AttrKind::WriteOnly)
            });
            self.raise_if(forbidden, Doubt::ParameterAccess);
            self.raise_if(writes && !allowed.writes(), Doubt::MemoryEffects);
            if reads && !allowed.reads() {
                self.must_be_constant.insert(prov);
            }
        }
    }

    /// Whether the attributes of an active call exclude some of these effects on memory that its
    /// arguments do not point to.
    pub(super) fn denies(&self, frame: &CallFrame, effects: MemoryEffects) -> bool {
        let parts = [
            MemoryPart::Inaccessible,
            MemoryPart::Other,
            MemoryPart::Errno,
            MemoryPart::Target0,
            MemoryPart::Target1,
        ];
        parts.into_iter().any(|part| {
            let (wanted, allowed) = (effects.access(part), frame.effects.access(part));
            wanted.reads() && !allowed.reads() || wanted.writes() && !allowed.writes()
        })
    }

    pub(super) fn is_restricted(&self, frame: &CallFrame) -> bool {
        let promises = [AttrKind::ReadOnly, AttrKind::ReadNone, AttrKind::WriteOnly];
        frame.effects != MemoryEffects::all(Access::ReadWrite)
            || (0..frame.args.len())
                .any(|at| promises.iter().any(|&kind| self.param_has(frame, at, kind)))
    }

    /// A pointer was captured: by the environment, or by a store to this object.
    pub(super) fn captured(&mut self, value: &Val, place: Option<Prov>) {
        for index in 0..self.frames.len() {
            let frame = &self.frames[index];
            let is_local = place.is_some_and(|place| self.is_local(place, index));
            let promised = (0..frame.args.len()).any(|at| {
                (self.param_has(frame, at, AttrKind::NoCapture)
                    || self.param_has(frame, at, AttrKind::Captures))
                    && is_same_pointer(&frame.args[at], value)
            });
            self.raise_if(promised && !is_local, Doubt::NoCapture);
        }
    }

    /// A function returns a value.
    pub(super) fn returned(&mut self, frame: usize, value: &Val) {
        for at in 0..self.frames[frame].args.len() {
            let active = &self.frames[frame];
            let arg = &active.args[at];
            let broken = self.param_has(active, at, AttrKind::Returned) && arg != value;
            let nocapture = self.param_has(active, at, AttrKind::NoCapture)
                || self.param_has(active, at, AttrKind::Captures);
            let captured = nocapture && is_same_pointer(arg, value);
            self.raise_if(broken, Doubt::Returned);
            self.raise_if(captured, Doubt::NoCapture);
        }
    }
}

/// Whether no run detects a violation of an attribute. String attributes are about how a function
/// is compiled; unknown ones are taken to be, too.
fn is_unseen(ctx: &Context, attr: &Attr, position: Position) -> bool {
    !matches!(attr, Attr::String(..))
        && attribute::of(ctx, attr, position).run == world::Run::Unseen
}
