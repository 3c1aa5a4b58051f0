//! Undefined behaviour that the interpreter does not detect.
//!
//! The interpreter runs on where a program breaks promises that only an optimiser would notice: `memory(...)`, `readonly`, `nocapture`, TBAA, alias
//! scopes (the list is in the documentation of `tollgate_exec`). If the *source* breaks one, its behaviour is undefined and refutes nothing.
//! So before a pair is called invalid, the source's run is done once more under the eyes of an [`Audit`], which raises a [`Doubt`] wherever such a
//! promise *may* be broken. It errs on the side of doubt: two accesses with different TBAA tags to one byte are enough,
//! whatever the tree of types says.
//!
//! **The outside** touches memory in the name of the function that calls it. What it writes, and what it reads to find an answer, it tells, and is judged as
//! if the function had done it at the call. Of all that it may look at besides, one byte matters: that in which two runs differ, if they part there. So the
//! audit is told of this [`Look`], and judges it with the rest. What active calls promise also says what an outside function does *not* do that they call, by which its call may be
//! none that anybody observes, or one that is certain to return: there the comparison has asked for too much.

use super::generator::passed_align;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use tollgate_exec::environment::effects_of;
use tollgate_exec::environment::{Promise, Touch as OutsideTouch, Way};
use tollgate_exec::memory::{ByteContent, Memory, ObjectKind};
use tollgate_exec::outcome::{Outcome, Run};
use tollgate_exec::trace::{Answered, Arrival, Step, Tracer};
use tollgate_exec::value::{Prov, Val};
use tollgate_ir::{
    Access, Attr, AttrKind, AttrList, AttrSet, Body, ConstKind, Context, Extra, Flags, Func, Inst,
    MemoryEffects, MemoryPart, Meta, MetaKind, Module, Name, Opcode, Ordering, Symbol, Value, ValueDef,
};
use tollgate_sem::call::{self, Kind};
use tollgate_sem::intrinsics::{Intrinsic, Meaning, Touches};
use tollgate_sem::layout::DataLayout;
use tollgate_sem::world::attribute::{self, Position};
use tollgate_sem::world::metadata::{self, Holder};
use tollgate_sem::world::{self, bundle, string_attribute};

/// A promise that a run may have broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Doubt {
    /// `memory(...)` of a function.
    MemoryEffects,
    /// `readonly`, `readnone` or `writeonly` of a parameter.
    ParameterAccess,
    /// `noalias` of a parameter of a function that was called.
    NoAlias,
    /// `nocapture` of a parameter.
    NoCapture,
    /// `returned` of a parameter.
    Returned,
    /// `nosync`.
    NoSync,
    /// `nofree`.
    NoFree,
    /// `norecurse`.
    NoRecurse,
    /// `tail` of a call that touches what lies in the frame of its caller.
    Tail,
    /// `willreturn` of a function or call that ended the program, or by which what it calls is certain to return.
    WillReturn,
    /// Room for a result that is less aligned than its type.
    Alignment,
    /// TBAA, alias scopes, or invariant loads.
    AliasMetadata,
    /// A lifetime marker for something that is no stack slot.
    Lifetime,
    /// Invariant groups and ranges, or an assumption that is not understood.
    Invariant,
    /// Fast-math flags of a phi, or a way to compute with floats that the interpreter does not know.
    FloatMode,
    /// The same bytes were read as volatile and as plain memory.
    Volatile,
    /// The answer of an intrinsic that is the compiler's or the machine's to give.
    Answer,
    /// An attribute or a piece of metadata of which nobody notices that it is broken.
    Unseen,
    /// A `musttail` call, or another that hides what happened.
    Hidden,
    /// There was too much to look at.
    TooMuch,
}

/// What the outside looks at in a call, and how it came to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Look {
    /// The number of the call among the observations.
    pub observation: usize,
    /// The object.
    pub prov: Prov,
    /// The byte.
    pub offset: u64,
    pub way: Way,
}

/// Tells which functions were entered.
#[derive(Debug, Default)]
pub(super) struct Entered {
    pub functions: FxHashSet<Func>,
}

impl Tracer for Entered {
    fn step(&mut self, _: &Step<'_>) {}

    fn arrive(&mut self, arrival: &Arrival<'_>) {
        self.functions.insert(arrival.func);
    }
}

/// Tells whether functions were called that are `speculatable`. If such a function has undefined behaviour or an effect, so has every program that mentions it, whether it is
/// called or not.
pub(super) struct Speculation<'m> {
    ctx: &'m Context,
    /// The module that runs, and the other one of the pair.
    modules: [&'m Module; 2],
    pub found: bool,
}

impl<'m> Speculation<'m> {
    pub(super) fn new(ctx: &'m Context, modules: [&'m Module; 2]) -> Self {
        Self { ctx, modules, found: false }
    }
}

impl Tracer for Speculation<'_> {
    fn step(&mut self, step: &Step<'_>) {
        let Some(body) = self.modules[0].functions[step.func].body() else { return };
        let Extra::Call(info) = body.extra(step.inst) else { return };
        let callee = body.callee(step.inst).and_then(|value| body.as_const(value));
        let callee = callee.and_then(|id| call::function_named(self.ctx, self.modules[0], id));
        let header = callee.map(|func| &self.modules[0].functions[func]);
        if header.is_some_and(|function| Kind::of(self.ctx, function) != Kind::Plain) {
            return;
        }
        let declared = header.into_iter().flat_map(|function| {
            let named = |module: &&Module| module.function_named(function.header.name);
            let all = self.modules.iter().filter_map(move |module| Some((module, named(module)?)));
            all.map(|(module, func)| module.functions[func].attrs)
        });
        self.found |= declared
            .chain([info.attrs])
            .any(|list| self.ctx.has_attr(self.ctx.attr_list_data(list).function, AttrKind::Speculatable));
    }
}

/// Watches a run of a source.
pub(super) struct Audit<'m> {
    ctx: &'m Context,
    module: &'m Module,
    layout: DataLayout,
    doubt: Option<Doubt>,
    frames: Vec<Frame>,
    /// In which frame own objects were made.
    made: FxHashMap<Prov, usize>,
    /// Those of them that are stack slots.
    slots: FxHashSet<Prov>,
    /// Reads that are allowed only if nobody can write there.
    must_be_constant: FxHashSet<Prov>,
    touched: FxHashMap<Prov, FxHashSet<Touch>>,
    touches: usize,
    /// What volatile loads gave, by the object and the address.
    given: FxHashMap<(Prov, u64), Val>,
    /// Memory at the beginning, if there may be invariant loads.
    initial: Option<Memory>,
    /// What invariant loads have read: nobody may change it.
    invariant: Vec<(Prov, u64, Vec<ByteContent>)>,
    /// The attributes of the last call, declared and its own, and whether it is a `tail` call: if it enters a function,
    /// of that.
    last: (AttrList, AttrList, bool),
    /// What the outside looks at.
    look: Option<Look>,
    /// What is promised of outside functions by both modules of the pair.
    promises: Arc<FxHashMap<Vec<u8>, Promise>>,
    /// Whether the last outside call that is not certain to return by what is promised of it is so by what active calls promise.
    returns_by_others: bool,
}

/// An active call.
struct Frame {
    call: u64,
    func: Func,
    args: Vec<Val>,
    effects: MemoryEffects,
    /// The attributes of the function, and those of the call.
    attrs: [AttrList; 2],
    /// Whether the call is a `tail` call.
    tail: bool,
}

/// An access with what metadata says of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Touch {
    start: u64,
    end: u64,
    writes: bool,
    tbaa: Option<Meta>,
    scope: Option<Meta>,
    noalias: Option<Meta>,
    invariant: bool,
    /// Of an access by an instruction.
    volatile: Option<bool>,
}

/// So many different accesses to one object, and to all, are looked at.
const MAX_TOUCHES: usize = 4_096;
const MAX_ALL_TOUCHES: usize = 1 << 16;

impl<'m> Audit<'m> {
    pub(super) fn new(
        ctx: &'m Context,
        module: &'m Module,
        layout: DataLayout,
        promises: Arc<FxHashMap<Vec<u8>, Promise>>,
        look: Option<Look>,
    ) -> Self {
        Self {
            ctx,
            module,
            layout,
            doubt: None,
            frames: Vec::new(),
            made: FxHashMap::default(),
            slots: FxHashSet::default(),
            must_be_constant: FxHashSet::default(),
            touched: FxHashMap::default(),
            touches: 0,
            given: FxHashMap::default(),
            initial: None,
            invariant: Vec::new(),
            last: (AttrList::EMPTY, AttrList::EMPTY, false),
            look,
            promises,
            returns_by_others: false,
        }
    }

    /// What it found in this run.
    pub(super) fn finish(self, run: &Run) -> Option<Doubt> {
        let memory = &run.memory;
        let changed = !self.invariants_hold(memory);
        // A function that reads no memory may read constants. That a caller's memory never changes makes it none.
        let variable = |prov: &Prov| match memory.object(*prov) {
            Some(object) => object.is_writable() || !matches!(object.kind(), ObjectKind::Global(_)),
            None => true,
        };
        let ended = match run.outcome {
            Outcome::Exit(_) | Outcome::Abort | Outcome::NotReturned => self.must_return(),
            // The target may leave out more than was thought.
            Outcome::Undefined { .. } => self.returns_by_others,
            Outcome::Return(_) | Outcome::Unwind(_) | Outcome::Stopped(_) | Outcome::Unsupported { .. } => {
                false
            }
        };
        self.doubt
            .or_else(|| ended.then_some(Doubt::WillReturn))
            .or_else(|| changed.then_some(Doubt::Invariant))
            .or_else(|| self.must_be_constant.iter().any(variable).then_some(Doubt::MemoryEffects))
    }

    /// Whether a call that is active promises to return or unwind. (Frames that were left may still be there.)
    fn must_return(&self) -> bool {
        let has =
            |list: AttrList| self.ctx.has_attr(self.ctx.attr_list_data(list).function, AttrKind::WillReturn);
        has(self.last.0)
            || has(self.last.1)
            || self.frames.iter().any(|frame| self.call_has(frame, AttrKind::WillReturn))
    }

    fn raise(&mut self, doubt: Doubt) {
        self.doubt.get_or_insert(doubt);
    }

    fn raise_if(&mut self, condition: bool, doubt: Doubt) {
        if condition {
            self.raise(doubt);
        }
    }

    /// Whether something is promised of a parameter of an active call.
    fn param_has(&self, frame: &Frame, index: usize, kind: AttrKind) -> bool {
        frame.attrs.iter().any(|&list| self.ctx.has_attr(self.ctx.attr_list_data(list).param(index), kind))
    }

    /// Whether something is promised of an active call.
    fn call_has(&self, frame: &Frame, kind: AttrKind) -> bool {
        frame.attrs.iter().any(|&list| self.ctx.has_attr(self.ctx.attr_list_data(list).function, kind))
    }

    fn body(&self, func: Func) -> Option<&'m Body> {
        self.module.functions[func].body()
    }

    /// Whether an object was made in a frame or by one that it called.
    fn is_local(&self, prov: Prov, frame: usize) -> bool {
        self.made.get(&prov).is_some_and(|made| *made >= frame)
    }

    /// An access of an instruction.
    fn access(&mut self, pointer: &Val, size: u64, reads: bool, writes: bool, tags: (Inst, &Body)) {
        let Val::Ptr { prov, addr } = *pointer else { return };
        if size == 0 {
            return;
        }
        // What lies in a frame that made a `tail` call is out of bounds until that is back.
        let left = self.made.get(&prov).filter(|_| self.slots.contains(&prov));
        let barred = left.is_some_and(|owner| self.frames.get(owner + 1).is_some_and(|frame| frame.tail));
        self.raise_if(barred, Doubt::Tail);
        // What is known by its name is not touched through anybody's parameter.
        let through = !is_variable(tags);
        self.accessed(prov, reads, writes, through);
        let volatile = Some(tags.1.inst(tags.0).flags.contains(Flags::VOLATILE));
        self.touch(prov, (addr, size), writes, volatile, tags);
    }

    /// An access of the outside, in the name of the call that the topmost frame makes.
    fn outside_access(&mut self, touch: &OutsideTouch, memory: &Memory, tags: (Inst, &Body)) {
        let frame = self.frames.len() - 1;
        let &OutsideTouch { prov, start, size, writes, way } = touch;
        if size == 0 {
            return;
        }
        let tail = tags.1.inst(tags.0).flags.intersects(Flags::TAIL | Flags::MUSTTAIL);
        // Whether a frame has made a `tail` call, and this is done in its name.
        let has_left = |frame: usize| self.frames.get(frame + 1).map_or(tail, |called| called.tail);
        // What is passed by value, the caller copies.
        let copied = match way {
            Way::Argument(at) => !writes && self.is_copied(tags, at),
            Way::Known => false,
        };
        let left = match memory.former_kind(prov) {
            ObjectKind::Stack(..) => self.made.get(&prov).is_some_and(|owner| has_left(*owner)),
            ObjectKind::ByVal(owner, _) | ObjectKind::VarArgs(owner) => {
                (0..=frame).any(|index| self.frames[index].func == owner && has_left(index))
            }
            ObjectKind::Nothing
            | ObjectKind::Global(_)
            | ObjectKind::Function(_)
            | ObjectKind::Block(..)
            | ObjectKind::Heap(_)
            | ObjectKind::Argument(_)
            | ObjectKind::Library(_)
            | ObjectKind::Outside(_) => false,
        };
        self.raise_if(left && !copied, Doubt::Tail);
        // What the outside knows of itself, it does not touch through parameters of anybody.
        let through = match way {
            Way::Argument(_) => true,
            Way::Known => memory.former_kind(prov).is_own(),
        };
        self.accessed(prov, !writes, writes, through);
        self.touch(prov, (start, size), writes, None, tags);
    }

    /// Whether a call passes something by value.
    fn is_copied(&self, (inst, body): (Inst, &Body), at: usize) -> bool {
        let Extra::Call(info) = body.extra(inst) else { return false };
        let callee = body.callee(inst).and_then(|value| self.callee(body, value));
        let declared = callee.map(|func| self.module.functions[func].attrs);
        declared
            .into_iter()
            .chain([info.attrs])
            .any(|list| self.ctx.has_attr(self.ctx.attr_list_data(list).param(at), AttrKind::ByVal))
    }

    /// Compares an access with what active calls promise; `through` if it may be through a parameter that points to the object.
    fn accessed(&mut self, prov: Prov, reads: bool, writes: bool, through: bool) {
        for index in 0..self.frames.len() {
            if self.is_local(prov, index) {
                continue;
            }
            let frame = &self.frames[index];
            let of_args: Vec<usize> =
                (0..frame.args.len()).filter(|&at| through && has_pointer(&frame.args[at], prov)).collect();
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

    /// Compares an access with all earlier ones to the same bytes.
    fn touch(
        &mut self,
        prov: Prov,
        (start, size): (u64, u64),
        writes: bool,
        volatile: Option<bool>,
        (inst, body): (Inst, &Body),
    ) {
        let tag = |kind: &[u8]| {
            let word = self.ctx.find_symbol(kind)?;
            body.attachments(inst).iter().find(|(name, _)| *name == word).map(|(_, meta)| *meta)
        };
        let tbaa = tag(b"tbaa");
        let touch = Touch {
            start,
            end: start.saturating_add(size),
            writes,
            tbaa,
            scope: tag(b"alias.scope"),
            noalias: tag(b"noalias"),
            invariant: tag(b"invariant.load").is_some() || tbaa.is_some_and(|tag| self.is_constant(tag)),
            volatile,
        };
        self.add_touch(prov, touch);
        // A copy says it of each part.
        let Some(structure) = tag(b"tbaa.struct") else { return };
        let Some(members) = self.members(structure) else { return self.raise(Doubt::AliasMetadata) };
        for (offset, length, tag) in members {
            let from = start.saturating_add(offset);
            let end = from.saturating_add(length).min(touch.end);
            if from < end {
                let invariant = touch.invariant || self.is_constant(tag);
                self.add_touch(prov, Touch { start: from, end, tbaa: Some(tag), invariant, ..touch });
            }
        }
    }

    fn add_touch(&mut self, prov: Prov, touch: Touch) {
        let known = self.touched.entry(prov).or_default();
        if known.contains(&touch) {
            return;
        }
        if known.len() >= MAX_TOUCHES || self.touches >= MAX_ALL_TOUCHES {
            self.raise(Doubt::TooMuch);
            return;
        }
        let clashes = known.iter().any(|other| clash(&touch, other));
        let mixed = known.iter().any(|other| is_mixed(&touch, other));
        known.insert(touch);
        self.touches += 1;
        self.raise_if(clashes, Doubt::AliasMetadata);
        self.raise_if(mixed, Doubt::Volatile);
    }

    fn call(&mut self, step: &Step<'_>, body: &'m Body, frame: usize) {
        let Extra::Call(info) = body.extra(step.inst) else { return };
        let args: Vec<Val> = body
            .call_args(step.inst)
            .map(|value| step.registers.get(value).cloned().unwrap_or(Val::Poison))
            .collect();
        let callee = body.callee(step.inst).and_then(|value| self.callee(body, value));
        let declared = callee.map_or(AttrList::EMPTY, |func| self.module.functions[func].attrs);
        let param_has = |index: usize, kind: AttrKind| {
            [declared, info.attrs]
                .into_iter()
                .any(|list| self.ctx.has_attr(self.ctx.attr_list_data(list).param(index), kind))
        };
        let tail = body.inst(step.inst).flags.intersects(Flags::TAIL | Flags::MUSTTAIL);
        // What the outside does with them is told. What other functions do with what they are given is not looked at.
        let outside = callee.is_some_and(|func| {
            self.body(func).is_none() && Kind::of(self.ctx, &self.module.functions[func]) == Kind::Plain
        });
        let is_slot = |prov: &Prov| self.slots.contains(prov) && self.is_local(*prov, frame);
        let passes_slot = args
            .iter()
            .enumerate()
            .any(|(at, arg)| !param_has(at, AttrKind::ByVal) && pointers_of(arg).iter().any(is_slot));
        self.raise_if(tail && !outside && passes_slot, Doubt::Tail);
        self.last = (declared, info.attrs, tail);
        let Some(func) = callee else {
            let restricted = self.frames.iter().any(|frame| self.is_restricted(frame));
            self.raise_if(restricted, Doubt::Hidden);
            let pointer = body.callee(step.inst).and_then(|value| step.registers.get(value));
            if let Some(&Val::Ptr { prov, .. }) = pointer
                && let ObjectKind::Function(func) = step.memory.former_kind(prov)
                && self.body(func).is_none()
            {
                self.outside_call(func, info.attrs, &args, body.inst(step.inst).opcode);
            }
            return;
        };
        let name = self.name(func);
        match Kind::of(self.ctx, &self.module.functions[func]) {
            Kind::Intrinsic(intrinsic) => return self.intrinsic(step, body, intrinsic, &args, info),
            Kind::UnknownIntrinsic => return self.raise(Doubt::Hidden),
            Kind::Plain => {}
        }
        if self.body(func).is_some() {
            // What it does is seen when it does it.
            return;
        }
        let frees = matches!(name, b"free" | b"realloc" | b"cfree") || name.starts_with(b"_Zd");
        let nofree = self.frames.iter().any(|frame| self.call_has(frame, AttrKind::NoFree));
        let kept = self.frames.iter().any(|frame| {
            let given = |at: usize| args.iter().any(|arg| is_same_pointer(&frame.args[at], arg));
            (0..frame.args.len()).any(|at| self.param_has(frame, at, AttrKind::NoFree) && given(at))
        });
        self.raise_if(frees && (nofree || kept), Doubt::NoFree);
        let library = tollgate_exec::libc::is_silent(name);
        let effects = self.promise(func, info.attrs).effects;
        // Memory that no program sees is changed by whoever allocates.
        let denied = self.frames.iter().any(|frame| self.denies(frame, effects));
        self.raise_if(library && denied, Doubt::MemoryEffects);
        if !library {
            self.outside_call(func, info.attrs, &args, body.inst(step.inst).opcode);
            let loose = args.iter().enumerate().any(|(at, arg)| {
                let sets = [declared, info.attrs].map(|list| self.ctx.attr_list_data(list).param(at));
                sets.into_iter().any(|set| self.is_loose(set, arg, step.memory))
            });
            self.raise_if(loose, Doubt::Alignment);
        }
        for (at, arg) in args.iter().enumerate() {
            if !library && !param_has(at, AttrKind::NoCapture) {
                self.captured(arg, None);
            }
            for prov in pointers_of(arg) {
                if library {
                    // It may read and write what it is given.
                    let restricted = (0..self.frames.len())
                        .any(|index| !self.is_local(prov, index) && self.is_restricted(&self.frames[index]));
                    self.raise_if(restricted, Doubt::MemoryEffects);
                }
            }
        }
        if let Some((Val::Ptr { prov, .. }, _)) = step.result
            && library
        {
            self.made.entry(*prov).or_insert(frame);
        }
    }

    fn name(&self, func: Func) -> &'m [u8] {
        match self.module.functions[func].header.name {
            Name::Named(name) => self.ctx.bytes(name),
            Name::Numbered(_) => b"",
        }
    }

    /// What is promised of a call of an outside function.
    fn promise(&self, func: Func, site: AttrList) -> Promise {
        let sets =
            [self.module.functions[func].attrs, site].map(|list| self.ctx.attr_list_data(list).function);
        let has = |kind: AttrKind| sets.iter().any(|&set| self.ctx.has_attr(set, kind));
        let own = Promise {
            effects: effects_of(self.ctx, &sets),
            returns: has(AttrKind::WillReturn),
            nounwind: has(AttrKind::NoUnwind),
        };
        self.promises.get(self.name(func)).copied().unwrap_or(own)
    }

    /// An outside function is called, in the name of all active calls.
    fn outside_call(&mut self, func: Func, site: AttrList, args: &[Val], opcode: Opcode) {
        let promise = self.promise(func, site);
        // What it may do that an active call promises is not done would be undefined, and without it the call may be none that anybody observes.
        let broken = self.frames.iter().enumerate().any(|(index, frame)| {
            self.denies(frame, promise.effects)
                || promise.effects.access(MemoryPart::Arguments).writes()
                    && !frame.effects.access(MemoryPart::Arguments).writes()
                    && !frame.effects.access(MemoryPart::Other).writes()
                    && args.iter().flat_map(pointers_of).any(|prov| !self.is_local(prov, index))
        });
        let promised = |kind: AttrKind| self.frames.iter().any(|frame| self.call_has(frame, kind));
        let known = Promise {
            effects: promise.effects,
            returns: promise.returns || promised(AttrKind::WillReturn),
            // An invoke may catch it.
            nounwind: promise.nounwind || opcode != Opcode::Invoke && promised(AttrKind::NoUnwind),
        };
        let unobserved = |promise: Promise| promise.is_functional() || !promise.is_ordered();
        if !unobserved(promise) {
            if !promise.returns || !promise.nounwind {
                self.returns_by_others = known.returns && known.nounwind;
            }
            self.raise_if(unobserved(known), Doubt::WillReturn);
        }
        self.raise_if(broken, Doubt::MemoryEffects);
    }

    /// Whether an active call promises that some of this is not done to memory that is not given to it.
    fn denies(&self, frame: &Frame, effects: MemoryEffects) -> bool {
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

    /// Whether room for a result is, or may be, less aligned than its type.
    fn is_loose(&self, set: AttrSet, value: &Val, memory: &Memory) -> bool {
        let align = passed_align(self.ctx, &self.layout, set);
        let Val::Ptr { prov, addr } = *value else { return false };
        // Where own objects lie is a choice.
        let chosen =
            memory.object(prov).is_some_and(|object| object.kind().is_own() && object.align() < align);
        chosen || !addr.is_multiple_of(align)
    }

    /// The parts of a tuple, by its number or as it is.
    fn tuple(&self, meta: Meta) -> Option<&'m [Meta]> {
        match self.ctx.meta_kind(meta) {
            MetaKind::Tuple(parts) => Some(parts),
            MetaKind::Slot(number) => match self.ctx.meta_kind(self.module.metadata(*number)?.meta) {
                MetaKind::Tuple(parts) => Some(parts),
                MetaKind::Null | MetaKind::Slot(_) | MetaKind::String(_) => None,
                MetaKind::Const(_) | MetaKind::Node { .. } => None,
            },
            MetaKind::Null | MetaKind::String(_) | MetaKind::Const(_) | MetaKind::Node { .. } => None,
        }
    }

    fn number(&self, meta: Meta) -> Option<u64> {
        let MetaKind::Const(id) = self.ctx.meta_kind(meta) else { return None };
        match self.ctx.constant(*id).kind {
            ConstKind::Int(bits) => Some(bits),
            _ => None,
        }
    }

    /// Whether a tag for type-based alias analysis says that what is accessed is constant: with its last number, in each of its three forms.
    fn is_constant(&self, tag: Meta) -> bool {
        let Some(parts) = self.tuple(tag) else { return false };
        let scalar = parts.first().is_some_and(|part| self.tuple(*part).is_none());
        let last = if scalar { 2 } else { 3 };
        parts.iter().skip(last).any(|part| self.number(*part) == Some(1))
    }

    /// What a copy says of the parts of what it copies: where each begins, its size and its tag. None if it is not understood.
    fn members(&self, structure: Meta) -> Option<Vec<(u64, u64, Meta)>> {
        let parts = self.tuple(structure)?;
        let member = |of: &[Meta]| match *of {
            [offset, size, tag] => Some((self.number(offset)?, self.number(size)?, tag)),
            _ => None,
        };
        parts.chunks(3).map(member).collect()
    }

    fn is_restricted(&self, frame: &Frame) -> bool {
        let promises = [AttrKind::ReadOnly, AttrKind::ReadNone, AttrKind::WriteOnly];
        frame.effects != MemoryEffects::all(Access::ReadWrite)
            || (0..frame.args.len()).any(|at| promises.iter().any(|&kind| self.param_has(frame, at, kind)))
    }

    /// The function that is called, if the call names it. Of one behind a pointer nothing is promised but by the call.
    fn callee(&self, body: &Body, value: Value) -> Option<Func> {
        call::function_named(self.ctx, self.module, body.as_const(value)?)
    }

    fn intrinsic(
        &mut self,
        step: &Step<'_>,
        body: &'m Body,
        intrinsic: Intrinsic,
        args: &[Val],
        info: &tollgate_ir::CallInfo,
    ) {
        let length = || match args.get(2) {
            Some(Val::Bits(length)) => *length,
            _ => 0,
        };
        let tags = (step.inst, body);
        // What the call promises of itself besides what the intrinsic does is not held against that.
        let site = self.ctx.attr_list_data(info.attrs);
        let promises = [AttrKind::ReadNone, AttrKind::ReadOnly, AttrKind::WriteOnly];
        let restricted = effects_of(self.ctx, &[site.function]) != MemoryEffects::all(Access::ReadWrite)
            || site.params.iter().any(|&set| promises.iter().any(|&kind| self.ctx.has_attr(set, kind)));
        self.raise_if(restricted && intrinsic.properties().touches != Touches::Nothing, Doubt::MemoryEffects);
        match intrinsic {
            Intrinsic::MemCpy
            | Intrinsic::MemCpyInline
            | Intrinsic::MemCpyAtomic
            | Intrinsic::MemMove
            | Intrinsic::MemMoveAtomic => {
                let (Some(to), Some(from)) = (args.first(), args.get(1)) else { return };
                self.access(from, length(), true, false, tags);
                self.access(to, length(), false, true, tags);
            }
            Intrinsic::MemSet | Intrinsic::MemSetInline | Intrinsic::MemSetAtomic => {
                if let Some(to) = args.first() {
                    self.access(to, length(), false, true, tags);
                }
            }
            Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd => {
                // What they do to objects that are no stack slots, the interpreter does not do.
                let slot = args
                    .last()
                    .is_some_and(|arg| pointers_of(arg).iter().all(|prov| self.slots.contains(prov)));
                self.raise_if(!slot, Doubt::Lifetime);
            }
            Intrinsic::InvariantStart
            | Intrinsic::InvariantEnd
            | Intrinsic::LaunderInvariantGroup
            | Intrinsic::StripInvariantGroup => self.raise(Doubt::Invariant),
            Intrinsic::MaskedLoad
            | Intrinsic::MaskedStore
            | Intrinsic::MaskedGather
            | Intrinsic::MaskedScatter
            | Intrinsic::MaskedExpandLoad
            | Intrinsic::MaskedCompressStore
            | Intrinsic::LoadRelative => {
                let tagged = !body.attachments(step.inst).is_empty();
                let restricted = self.frames.iter().any(|frame| self.is_restricted(frame));
                self.raise_if(tagged || restricted, Doubt::Hidden);
            }
            Intrinsic::Assume => {
                let understood = |tag: &[u8]| bundle::of_assumption(tag).run != world::Run::Unseen;
                let all = info.bundles.iter().all(|bundle| understood(self.ctx.bytes(bundle.tag)));
                self.raise_if(!all, Doubt::Invariant);
            }
            // The compiler answers as it can, the machine as it is.
            Intrinsic::ObjectSize
            | Intrinsic::GetRounding
            | Intrinsic::ReadCycleCounter
            | Intrinsic::ReadSteadyCounter
            | Intrinsic::FrameAddress
            | Intrinsic::ReturnAddress
            | Intrinsic::AddressOfReturnAddress => self.raise(Doubt::Answer),
            // What they do, the interpreter does.
            Intrinsic::SideEffect
            | Intrinsic::ThreadLocalAddress
            | Intrinsic::PtrMask
            | Intrinsic::IsConstant
            | Intrinsic::StackSave
            | Intrinsic::StackRestore
            | Intrinsic::VaStart
            | Intrinsic::VaEnd
            | Intrinsic::VaCopy
            | Intrinsic::Trap
            | Intrinsic::DebugTrap
            | Intrinsic::UbsanTrap
            | Intrinsic::EhTypeidFor => {}
            other => match other.meaning() {
                Meaning::Evaluated | Meaning::FirstArgument | Meaning::Nothing | Meaning::Function => {}
                Meaning::Machine | Meaning::Opaque | Meaning::Unsupported => self.raise(Doubt::Answer),
            },
        }
    }

    /// A pointer was given away: to the outside, or to this place in memory.
    fn captured(&mut self, value: &Val, place: Option<Prov>) {
        for index in 0..self.frames.len() {
            let frame = &self.frames[index];
            let kept = place.is_some_and(|place| self.is_local(place, index));
            let promised = (0..frame.args.len()).any(|at| {
                (self.param_has(frame, at, AttrKind::NoCapture)
                    || self.param_has(frame, at, AttrKind::Captures))
                    && is_same_pointer(&frame.args[at], value)
            });
            self.raise_if(promised && !kept, Doubt::NoCapture);
        }
    }

    /// A function returns something.
    fn returned(&mut self, frame: usize, value: &Val) {
        for at in 0..self.frames[frame].args.len() {
            let active = &self.frames[frame];
            let arg = &active.args[at];
            let broken = self.param_has(active, at, AttrKind::Returned) && arg != value;
            let kept = self.param_has(active, at, AttrKind::NoCapture)
                || self.param_has(active, at, AttrKind::Captures);
            let captured = kept && is_same_pointer(arg, value);
            self.raise_if(broken, Doubt::Returned);
            self.raise_if(captured, Doubt::NoCapture);
        }
    }

    /// A load that says that memory is the same whenever it can be read.
    fn load_invariant(&mut self, step: &Step<'_>, body: &Body, pointer: &Val, size: u64) {
        let tagged = |(kind, _): &(Symbol, Meta)| self.ctx.bytes(*kind) == b"invariant.load";
        let Val::Ptr { prov, addr } = *pointer else { return };
        if !body.attachments(step.inst).iter().any(tagged) {
            return;
        }
        let now = bytes_at(step.memory, prov, addr, size);
        let existed = self.initial.as_ref().is_some_and(|memory| memory.object(prov).is_some());
        let changed =
            existed && self.initial.as_ref().is_none_or(|memory| bytes_at(memory, prov, addr, size) != now);
        self.raise_if(changed, Doubt::Invariant);
        self.raise_if(self.invariant.len() >= MAX_TOUCHES, Doubt::TooMuch);
        let known = (prov, addr, now);
        if !self.invariant.contains(&known) {
            self.invariant.push(known);
        }
    }

    /// Whether what invariant loads have read is still the same.
    fn invariants_hold(&self, memory: &Memory) -> bool {
        self.invariant
            .iter()
            .all(|(prov, addr, then)| bytes_at(memory, *prov, *addr, then.len() as u64) == *then)
    }

    fn size(&self, body: &Body, value: Value) -> u64 {
        self.layout.store_size(self.ctx, body.value_type(value)).unwrap_or(u64::MAX)
    }
}

/// Whether an access is to a variable by its name, or near it.
fn is_variable((inst, body): (Inst, &Body)) -> bool {
    let at = match body.inst(inst).opcode {
        Opcode::Load | Opcode::AtomicRmw | Opcode::CmpXchg => 0,
        Opcode::Store => 1,
        _ => return false,
    };
    let mut place = body.operand(inst, at);
    while let ValueDef::Inst(from) = body.value(place).def
        && body.inst(from).opcode == Opcode::GetElementPtr
    {
        place = body.operand(from, 0);
    }
    body.as_const(place).is_some()
}

fn overlap(a: &Touch, b: &Touch) -> bool {
    a.start < b.end && b.start < a.end
}

/// Whether the same bytes are read as volatile and as plain memory. The first is what the outside says, the second what memory holds; an optimiser may
/// take them for the same.
fn is_mixed(a: &Touch, b: &Touch) -> bool {
    let differ = matches!((a.volatile, b.volatile), (Some(first), Some(second)) if first != second);
    overlap(a, b) && !a.writes && !b.writes && differ
}

/// Whether two accesses to one object must not be to the same bytes, and are.
fn clash(a: &Touch, b: &Touch) -> bool {
    if !overlap(a, b) || !a.writes && !b.writes {
        return false;
    }
    let tags = matches!((a.tbaa, b.tbaa), (Some(first), Some(second)) if first != second);
    let scopes = a.scope.is_some() && b.noalias.is_some() || a.noalias.is_some() && b.scope.is_some();
    tags || scopes || a.invariant || b.invariant
}

/// Whether nobody would notice that an attribute is broken. Strings say how a function is compiled; those that nobody knows are
/// taken to say no more than that.
fn is_unseen(ctx: &Context, attr: &Attr, position: Position) -> bool {
    !matches!(attr, Attr::String(..)) && attribute::of(ctx, attr, position).run == world::Run::Unseen
}

/// The bytes of a range, as far as they are there.
fn bytes_at(memory: &Memory, prov: Prov, addr: u64, size: u64) -> Vec<ByteContent> {
    (0..size).map_while(|at| memory.byte(prov, addr.wrapping_add(at)).ok()).collect()
}

fn pointers_of(value: &Val) -> Vec<Prov> {
    match value {
        Val::Ptr { prov, .. } if !prov.is_none() => vec![*prov],
        _ => value.as_parts().map_or_else(Vec::new, |parts| parts.iter().flat_map(pointers_of).collect()),
    }
}

/// Whether a value is, or holds, a pointer that another one is or holds: by object, or as the same number.
fn is_same_pointer(arg: &Val, value: &Val) -> bool {
    // Null, poison and undef have no object to be known by.
    arg == value || pointers_of(value).iter().any(|prov| has_pointer(arg, *prov))
}

fn has_pointer(value: &Val, wanted: Prov) -> bool {
    pointers_of(value).contains(&wanted)
}

impl Tracer for Audit<'_> {
    fn arrive(&mut self, arrival: &Arrival<'_>) {
        let Some(body) = self.body(arrival.func) else { return };
        if arrival.edge.is_some() {
            return;
        }
        // Frames that were left are not told of; those that are left over are the ones below.
        while self.frames.len() >= arrival.depth.max(1) {
            self.frames.pop();
        }
        let func = arrival.func;
        let (_, site, tail) = std::mem::replace(&mut self.last, (AttrList::EMPTY, AttrList::EMPTY, false));
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
            .map(|&arg| arrival.registers.get(arg).cloned().unwrap_or(Val::Poison))
            .collect();
        let loose = (0..args.len()).any(|at| self.is_loose(declared.param(at), &args[at], arrival.memory));
        self.raise_if(loose, Doubt::Alignment);
        let called = !self.frames.is_empty();
        let noalias = [declared, site].into_iter().any(|list| {
            (0..args.len()).any(|at| self.ctx.has_attr(list.param(at), AttrKind::NoAlias))
                || self.ctx.has_attr(list.result, AttrKind::NoAlias)
        });
        self.raise_if(called && noalias, Doubt::NoAlias);
        let loose = body
            .blocks()
            .flat_map(|block| body.params(block))
            .filter_map(|&value| match body.value(value).def {
                ValueDef::Param(param) => Some(body.param(param).flags),
                _ => None,
            })
            .any(|flags| flags.intersects(Flags::LEEWAY));
        let strict = self.ctx.has_attr(declared.function, AttrKind::StrictFp);
        let is_of_floats = |attr: &Attr| match *attr {
            Attr::String(key, value) => string_attribute::is_of_floats(
                self.ctx.bytes(key),
                value.map_or(b"", |it| self.ctx.bytes(it)),
            ),
            Attr::Flag(_) | Attr::Int(..) | Attr::Pair(..) | Attr::Type(..) | Attr::Memory(_) => false,
            Attr::Range(..) | Attr::Text(..) | Attr::Unknown(..) => false,
        };
        let other_floats = self.ctx.attrs(declared.function).iter().any(is_of_floats);
        self.raise_if(loose || strict || other_floats, Doubt::FloatMode);
        let unseen = [declared, site].into_iter().any(|all| {
            let positions = [(all.function, Position::Function), (all.result, Position::Result)];
            let params = all.params.iter().map(|&set| (set, Position::Parameter));
            positions.into_iter().chain(params).any(|(set, position)| {
                let mut attrs = self.ctx.attrs(set).iter();
                attrs.any(|attr| is_unseen(self.ctx, attr, position))
            })
        });
        self.raise_if(unseen, Doubt::Unseen);
        let effects = effects_of(self.ctx, &[declared.function, site.function]);
        if self.frames.is_empty() {
            self.initial = self.ctx.find_symbol(b"invariant.load").map(|_| arrival.memory.clone());
        }
        self.frames.push(Frame { call: arrival.call, func, args, effects, attrs, tail });
    }

    fn answered(&mut self, answered: &Answered<'_>) {
        let Some(frame) = self.frames.iter().rposition(|frame| frame.call == answered.call) else {
            self.raise(Doubt::Hidden);
            return;
        };
        self.frames.truncate(frame + 1);
        let Some(body) = self.body(answered.func) else { return };
        let tags = (answered.inst, body);
        for touch in answered.touches {
            self.outside_access(touch, answered.memory, tags);
        }
        if let Some(Look { observation, prov, offset, way }) = self.look
            && observation == answered.observations
            && let Some(object) = answered.memory.object(prov)
        {
            let start = object.base().wrapping_add(offset);
            let touch = OutsideTouch { prov, start, size: 1, writes: false, way };
            self.outside_access(&touch, answered.memory, tags);
        }
    }

    fn step(&mut self, step: &Step<'_>) {
        if self.doubt.is_some() {
            return;
        }
        let Some(frame) = self.frames.iter().rposition(|frame| frame.call == step.call) else {
            self.raise(Doubt::Hidden);
            return;
        };
        self.frames.truncate(frame + 1);
        if step.registers.are_lost() {
            self.raise(Doubt::Hidden);
            return;
        }
        let Some(body) = self.body(step.func) else { return };
        let data = body.inst(step.inst);
        let operand =
            |index: usize| step.registers.get(body.operand(step.inst, index)).cloned().unwrap_or(Val::Poison);
        let tags = (step.inst, body);
        for &(kind, _) in body.attachments(step.inst) {
            let kind = self.ctx.bytes(kind);
            let unseen = metadata::row(kind, Holder::Instruction).run == world::Run::Unseen;
            self.raise_if(unseen, Doubt::Unseen);
            // What must not change in an invariant group is not looked at.
            self.raise_if(kind == b"invariant.group", Doubt::Invariant);
        }
        match data.opcode {
            Opcode::Alloca => {
                if let Some((Val::Ptr { prov, .. }, _)) = step.result {
                    self.made.insert(*prov, frame);
                    self.slots.insert(*prov);
                }
            }
            Opcode::Load => {
                if let Some(result) = data.result() {
                    let size = self.size(body, result);
                    self.access(&operand(0), size, true, false, tags);
                    self.load_invariant(step, body, &operand(0), size);
                    if data.flags.contains(Flags::VOLATILE)
                        && let (Val::Ptr { prov, addr }, Some((given, _))) = (operand(0), step.result)
                    {
                        self.given.insert((prov, addr), given.clone());
                    }
                }
            }
            Opcode::Store => {
                let size = self.size(body, body.operand(step.inst, 0));
                let (value, place) = (operand(0), operand(1));
                self.access(&place, size, false, true, tags);
                // Memory holds what was read there: an optimiser may rely on it, and the outside has said something else.
                if !data.flags.contains(Flags::VOLATILE)
                    && let Val::Ptr { prov, addr } = place
                {
                    self.raise_if(self.given.get(&(prov, addr)) == Some(&value), Doubt::Volatile);
                }
                self.captured(&value, pointers_of(&place).first().copied());
            }
            Opcode::AtomicRmw | Opcode::CmpXchg => {
                let size = self.size(body, body.operand(step.inst, 1));
                self.access(&operand(0), size, true, true, tags);
                let place = pointers_of(&operand(0)).first().copied();
                (1..data.operand_count()).for_each(|at| self.captured(&operand(at), place));
            }
            // What is read there, and whose list it is, only the machine knows.
            Opcode::VaArg => self.access(&operand(0), 1, true, true, tags),
            // The address is a copy of the pointer, too.
            Opcode::PtrToInt | Opcode::PtrToAddr => self.captured(&operand(0), None),
            // So does a comparison with another object tell where it lies.
            Opcode::ICmp => {
                let (first, second) = (operand(0), operand(1));
                let apart = |(a, b): (&Val, &Val)| match (a, b) {
                    (Val::Ptr { prov, addr }, Val::Ptr { prov: other, addr: to }) => {
                        prov != other && *addr != 0 && *to != 0
                    }
                    _ => false,
                };
                if apart((&first, &second)) {
                    self.captured(&first, None);
                    self.captured(&second, None);
                }
            }
            // Who catches it has it.
            Opcode::Resume => self.captured(&operand(0), None),
            Opcode::Call | Opcode::Invoke | Opcode::CallBr => {
                self.call(step, body, frame);
                self.raise_if(!self.invariants_hold(step.memory), Doubt::Invariant);
            }
            Opcode::Ret if data.operand_count() > 0 => self.returned(frame, &operand(0)),
            // They compute, or pass control on: what they promise of values, the interpreter checks.
            Opcode::FNeg
            | Opcode::Add
            | Opcode::FAdd
            | Opcode::Sub
            | Opcode::FSub
            | Opcode::Mul
            | Opcode::FMul
            | Opcode::UDiv
            | Opcode::SDiv
            | Opcode::FDiv
            | Opcode::URem
            | Opcode::SRem
            | Opcode::FRem
            | Opcode::Shl
            | Opcode::LShr
            | Opcode::AShr
            | Opcode::And
            | Opcode::Or
            | Opcode::Xor
            | Opcode::Trunc
            | Opcode::ZExt
            | Opcode::SExt
            | Opcode::FPTrunc
            | Opcode::FPExt
            | Opcode::FPToUI
            | Opcode::FPToSI
            | Opcode::UIToFP
            | Opcode::SIToFP
            | Opcode::IntToPtr
            | Opcode::BitCast
            | Opcode::AddrSpaceCast
            | Opcode::FCmp
            | Opcode::Freeze
            | Opcode::Select
            | Opcode::ExtractElement
            | Opcode::InsertElement
            | Opcode::ShuffleVector
            | Opcode::ExtractValue
            | Opcode::InsertValue
            | Opcode::GetElementPtr
            | Opcode::Fence
            | Opcode::LandingPad
            | Opcode::CatchPad
            | Opcode::CleanupPad
            | Opcode::DebugRecord
            | Opcode::Ret
            | Opcode::Br
            | Opcode::CondBr
            | Opcode::Switch
            | Opcode::IndirectBr
            | Opcode::Unreachable
            | Opcode::CleanupRet
            | Opcode::CatchRet
            | Opcode::CatchSwitch => {}
        }
        let ordered = match body.extra(step.inst) {
            Extra::Atomic(atomic) => !matches!(atomic.ordering, Ordering::NotAtomic | Ordering::Unordered),
            _ => false,
        };
        if ordered
            || data.flags.contains(Flags::VOLATILE) && matches!(data.opcode, Opcode::Load | Opcode::Store)
        {
            let nosync = self.frames.iter().any(|frame| self.call_has(frame, AttrKind::NoSync));
            self.raise_if(nosync, Doubt::NoSync);
        }
        // It may do anything to memory that no program sees.
        if data.flags.contains(Flags::VOLATILE) {
            let denied = |frame: &Frame| frame.effects.access(MemoryPart::Inaccessible) != Access::ReadWrite;
            self.raise_if(self.frames.iter().any(denied), Doubt::MemoryEffects);
        }
    }
}
