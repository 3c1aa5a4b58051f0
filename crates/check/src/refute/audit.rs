//! Undefined behaviour that the interpreter does not detect.
//!
//! The interpreter runs on where a program breaks promises that only an optimiser would notice: `memory(...)`, `readonly`, `nocapture`, TBAA, alias
//! scopes (the list is in the documentation of `tollgate_exec`). If the *source* breaks one, its behaviour is undefined and refutes nothing.
//! So before a pair is called invalid, the source's run is done once more under the eyes of an [`Audit`], which raises a [`Doubt`] wherever such a
//! promise *may* be broken. It errs on the side of doubt: two accesses with different TBAA tags to one byte are enough,
//! whatever the tree of types says.

use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_exec::environment::effects_of;
use tollgate_exec::memory::Memory;
use tollgate_exec::trace::{Arrival, Step, Tracer};
use tollgate_exec::value::{Prov, Val};
use tollgate_ir::{
    Access, Attr, AttrKind, AttrList, Body, Context, Extra, Flags, Func, Inst, MemoryEffects, MemoryPart,
    Meta, Module, Opcode, Ordering, Value,
};
use tollgate_sem::call::{self, Kind};
use tollgate_sem::intrinsics::Intrinsic;
use tollgate_sem::layout::DataLayout;
use tollgate_sem::world::attribute::{self, Position};
use tollgate_sem::world::metadata::{self, Holder};
use tollgate_sem::world::{Run, bundle};

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
    /// `tail` of a call that got a stack slot.
    Tail,
    /// TBAA, alias scopes, or invariant loads.
    AliasMetadata,
    /// A lifetime marker for something that is no stack slot.
    Lifetime,
    /// Invariant groups and ranges, or an assumption that is not understood.
    Invariant,
    /// Fast-math flags of a phi.
    FastMathPhi,
    /// An attribute or a piece of metadata of which nobody notices that it is broken.
    Unseen,
    /// A `musttail` call, or another that hides what happened.
    Hidden,
    /// There was too much to look at.
    TooMuch,
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
}

/// An active call.
struct Frame {
    call: u64,
    func: Func,
    args: Vec<Val>,
    effects: MemoryEffects,
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
}

/// So many different accesses to one object, and to all, are looked at.
const MAX_TOUCHES: usize = 4_096;
const MAX_ALL_TOUCHES: usize = 1 << 16;

impl<'m> Audit<'m> {
    pub(super) fn new(ctx: &'m Context, module: &'m Module, layout: DataLayout) -> Self {
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
        }
    }

    /// What it found in a run that ended with this memory.
    pub(super) fn finish(self, memory: &Memory) -> Option<Doubt> {
        let variable = |prov: &Prov| memory.object(*prov).is_none_or(|object| object.is_writable());
        self.doubt.or_else(|| self.must_be_constant.iter().any(variable).then_some(Doubt::MemoryEffects))
    }

    fn raise(&mut self, doubt: Doubt) {
        self.doubt.get_or_insert(doubt);
    }

    fn raise_if(&mut self, condition: bool, doubt: Doubt) {
        if condition {
            self.raise(doubt);
        }
    }

    fn function_has(&self, func: Func, kind: AttrKind) -> bool {
        self.ctx.has_attr(self.ctx.attr_list_data(self.module.functions[func].attrs).function, kind)
    }

    fn param_has(&self, func: Func, index: usize, kind: AttrKind) -> bool {
        self.ctx.has_attr(self.ctx.attr_list_data(self.module.functions[func].attrs).param(index), kind)
    }

    fn body(&self, func: Func) -> Option<&'m Body> {
        self.module.functions[func].body()
    }

    /// Whether an object was made in a frame or by one that it called.
    fn is_local(&self, prov: Prov, frame: usize) -> bool {
        self.made.get(&prov).is_some_and(|made| *made >= frame)
    }

    /// An access to an object.
    fn access(&mut self, pointer: &Val, size: u64, reads: bool, writes: bool, tags: Option<(Inst, &Body)>) {
        let Val::Ptr { prov, addr } = *pointer else { return };
        if size == 0 {
            return;
        }
        for index in 0..self.frames.len() {
            if self.is_local(prov, index) {
                continue;
            }
            let frame = &self.frames[index];
            let of_args: Vec<usize> =
                (0..frame.args.len()).filter(|&at| has_pointer(&frame.args[at], prov)).collect();
            let part = if of_args.is_empty() { MemoryPart::Other } else { MemoryPart::Arguments };
            let allowed = frame.effects.access(part);
            let func = frame.func;
            let forbidden = of_args.iter().any(|&at| {
                self.param_has(func, at, AttrKind::ReadNone)
                    || writes && self.param_has(func, at, AttrKind::ReadOnly)
                    || reads && self.param_has(func, at, AttrKind::WriteOnly)
            });
            self.raise_if(forbidden, Doubt::ParameterAccess);
            self.raise_if(writes && !allowed.writes(), Doubt::MemoryEffects);
            if reads && !allowed.reads() {
                self.must_be_constant.insert(prov);
            }
        }
        self.touch(prov, addr, size, writes, tags);
    }

    /// Compares an access with all earlier ones to the same bytes.
    fn touch(&mut self, prov: Prov, addr: u64, size: u64, writes: bool, tags: Option<(Inst, &Body)>) {
        let tag = |kind: &[u8]| {
            let (inst, body) = tags?;
            let word = self.ctx.find_symbol(kind)?;
            body.attachments(inst).iter().find(|(name, _)| *name == word).map(|(_, meta)| *meta)
        };
        let touch = Touch {
            start: addr,
            end: addr.saturating_add(size),
            writes,
            tbaa: tag(b"tbaa"),
            scope: tag(b"alias.scope"),
            noalias: tag(b"noalias"),
            invariant: tag(b"invariant.load").is_some(),
        };
        if tag(b"invariant.group").is_some() {
            self.raise(Doubt::Invariant);
        }
        let known = self.touched.entry(prov).or_default();
        if known.contains(&touch) {
            return;
        }
        if known.len() >= MAX_TOUCHES || self.touches >= MAX_ALL_TOUCHES {
            self.raise(Doubt::TooMuch);
            return;
        }
        let clashes = known.iter().any(|other| clash(&touch, other));
        known.insert(touch);
        self.touches += 1;
        self.raise_if(clashes, Doubt::AliasMetadata);
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
        let passes_slot = args.iter().enumerate().any(|(at, arg)| {
            !param_has(at, AttrKind::ByVal) && pointers_of(arg).iter().any(|prov| self.is_local(*prov, frame))
        });
        self.raise_if(tail && passes_slot, Doubt::Tail);
        let Some(func) = callee else { return };
        let name = match self.module.functions[func].header.name {
            tollgate_ir::Name::Named(name) => self.ctx.bytes(name),
            tollgate_ir::Name::Numbered(_) => b"",
        };
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
        let nofree = self.frames.iter().any(|frame| self.function_has(frame.func, AttrKind::NoFree));
        self.raise_if(frees && nofree, Doubt::NoFree);
        let library = tollgate_exec::libc::is_silent(name);
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

    fn is_restricted(&self, frame: &Frame) -> bool {
        let promises = [AttrKind::ReadOnly, AttrKind::ReadNone, AttrKind::WriteOnly];
        frame.effects != MemoryEffects::all(Access::ReadWrite)
            || (0..frame.args.len())
                .any(|at| promises.iter().any(|&kind| self.param_has(frame.func, at, kind)))
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
        let tags = Some((step.inst, body));
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
                let understood = |tag: &[u8]| bundle::of_assumption(tag).run != Run::Unseen;
                let all = info.bundles.iter().all(|bundle| understood(self.ctx.bytes(bundle.tag)));
                self.raise_if(!all, Doubt::Invariant);
            }
            _ => {}
        }
    }

    /// A pointer was given away: to the outside, or to this place in memory.
    fn captured(&mut self, value: &Val, place: Option<Prov>) {
        for index in 0..self.frames.len() {
            let frame = &self.frames[index];
            let kept = place.is_some_and(|place| self.is_local(place, index));
            let promised = (0..frame.args.len()).any(|at| {
                (self.param_has(frame.func, at, AttrKind::NoCapture)
                    || self.param_has(frame.func, at, AttrKind::Captures))
                    && is_same_pointer(&frame.args[at], value)
            });
            self.raise_if(promised && !kept, Doubt::NoCapture);
        }
    }

    fn size(&self, body: &Body, value: Value) -> u64 {
        self.layout.store_size(self.ctx, body.value_type(value)).unwrap_or(u64::MAX)
    }
}

/// Whether two accesses to one object must not be to the same bytes, and are.
fn clash(a: &Touch, b: &Touch) -> bool {
    let overlap = a.start < b.end && b.start < a.end;
    if !overlap || !a.writes && !b.writes {
        return false;
    }
    let tags = matches!((a.tbaa, b.tbaa), (Some(first), Some(second)) if first != second);
    let scopes = a.scope.is_some() && b.noalias.is_some() || a.noalias.is_some() && b.scope.is_some();
    tags || scopes || a.invariant || b.invariant
}

/// Whether nobody would notice that an attribute is broken. Strings say how a function is compiled; those that nobody knows are
/// taken to say no more than that.
fn is_unseen(ctx: &Context, attr: &Attr, position: Position) -> bool {
    !matches!(attr, Attr::String(..)) && attribute::of(ctx, attr, position).run == Run::Unseen
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
        let recursive = self.frames.iter().any(|frame| frame.func == func);
        self.raise_if(recursive && self.function_has(func, AttrKind::NoRecurse), Doubt::NoRecurse);
        let args: Vec<Val> = body
            .args()
            .iter()
            .map(|&arg| arrival.registers.get(arg).cloned().unwrap_or(Val::Poison))
            .collect();
        let called = !self.frames.is_empty();
        let noalias = (0..args.len()).any(|at| self.param_has(func, at, AttrKind::NoAlias));
        self.raise_if(called && noalias, Doubt::NoAlias);
        let loose = body
            .blocks()
            .flat_map(|block| body.params(block))
            .filter_map(|&value| match body.value(value).def {
                tollgate_ir::ValueDef::Param(param) => Some(body.param(param).flags),
                _ => None,
            })
            .any(|flags| flags.intersects(Flags::LEEWAY));
        self.raise_if(loose, Doubt::FastMathPhi);
        let all = self.ctx.attr_list_data(self.module.functions[func].attrs);
        let positions = [(all.function, Position::Function), (all.result, Position::Result)];
        let params = all.params.iter().map(|&set| (set, Position::Parameter));
        let unseen = positions.into_iter().chain(params).any(|(set, position)| {
            let mut attrs = self.ctx.attrs(set).iter();
            attrs.any(|attr| is_unseen(self.ctx, attr, position))
        });
        self.raise_if(unseen, Doubt::Unseen);
        let effects = effects_of(self.ctx, &[all.function]);
        self.frames.push(Frame { call: arrival.call, func, args, effects });
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
        let tags = Some((step.inst, body));
        let unseen = body
            .attachments(step.inst)
            .iter()
            .any(|&(kind, _)| metadata::row(self.ctx.bytes(kind), Holder::Instruction).run == Run::Unseen);
        self.raise_if(unseen, Doubt::Unseen);
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
                }
            }
            Opcode::Store => {
                let size = self.size(body, body.operand(step.inst, 0));
                let (value, place) = (operand(0), operand(1));
                self.access(&place, size, false, true, tags);
                self.captured(&value, pointers_of(&place).first().copied());
            }
            Opcode::AtomicRmw | Opcode::CmpXchg => {
                let size = self.size(body, body.operand(step.inst, 1));
                self.access(&operand(0), size, true, true, tags);
            }
            // The address is a copy of the pointer, too.
            Opcode::PtrToInt => self.captured(&operand(0), None),
            Opcode::Call | Opcode::Invoke | Opcode::CallBr => self.call(step, body, frame),
            Opcode::Ret => {
                let func = step.func;
                if data.operand_count() > 0 {
                    let value = operand(0);
                    for at in 0..self.frames[frame].args.len() {
                        let arg = self.frames[frame].args[at].clone();
                        let broken = self.param_has(func, at, AttrKind::Returned) && arg != value;
                        self.raise_if(broken, Doubt::Returned);
                        let kept = self.param_has(func, at, AttrKind::NoCapture)
                            || self.param_has(func, at, AttrKind::Captures);
                        self.raise_if(kept && is_same_pointer(&arg, &value), Doubt::NoCapture);
                    }
                }
            }
            _ => {}
        }
        let ordered = match body.extra(step.inst) {
            Extra::Atomic(atomic) => !matches!(atomic.ordering, Ordering::NotAtomic | Ordering::Unordered),
            _ => false,
        };
        if ordered
            || data.flags.contains(Flags::VOLATILE) && matches!(data.opcode, Opcode::Load | Opcode::Store)
        {
            let nosync = self.frames.iter().any(|frame| self.function_has(frame.func, AttrKind::NoSync));
            self.raise_if(nosync, Doubt::NoSync);
        }
    }
}
