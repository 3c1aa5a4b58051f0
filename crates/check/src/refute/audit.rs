//! Undefined behaviour that the interpreter does not detect.
//!
//! The interpreter runs on where a program breaks promises that only an optimiser would notice:
//! `memory(...)`, `readonly`, `nocapture`, TBAA, alias scopes (the list is in the documentation of
//! `tollgate_exec`). If the *source* breaks one, its behaviour is undefined and refutes nothing. So
//! before a pair is called invalid, the source's run is done once more under the eyes of an
//! [`Audit`], which raises a [`Doubt`] wherever such a promise *may* be broken. It errs on the side
//! of doubt: two accesses with different TBAA tags to one byte are enough, whatever the tree of
//! types says.
//!
//! **The outside** touches memory in the name of the function that calls it. What it writes, and
//! what it reads to find an answer, it tells, and is judged as if the function had done it at the
//! call. Of all that it may look at besides, one byte matters: that in which two runs differ, if
//! they part there. So the audit is told of this [`Look`], and judges it with the rest. What active
//! calls promise also says what an outside function does *not* do that they call, by which its call
//! may be none that anybody observes, or one that is certain to return: there the comparison has
//! asked for too much.

mod calls;
mod constructed;
mod fills;
mod frames;
mod intrinsics;
mod touches;
mod values;
mod watchers;

pub(super) use fills::Fill;
pub(super) use watchers::{Entered, TargetWatch};

use calls::LastCall;
use frames::Frame;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use tollgate_exec::environment::{Promise, Touch as OutsideTouch, Way};
use tollgate_exec::machine::InRange;
use tollgate_exec::memory::{ByteContent, Memory, ObjectKind};
use tollgate_exec::outcome::{Outcome, Run};
use tollgate_exec::trace::{Answered, Arrival, Step, Tracer};
use tollgate_exec::value::{Prov, Val};
use tollgate_ir::{
    Access, AttrKind, Body, Context, Extra, Flags, Func, MemoryPart, Module, Name, Opcode, Ordering,
};
use tollgate_sem::layout::DataLayout;
use tollgate_sem::world;
use tollgate_sem::world::metadata::{self, Holder};
use touches::Touch;
pub(super) use values::pointers_of;

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
    /// `dead_on_unwind` of a parameter through which somebody unwound.
    DeadOnUnwind,
    /// `willreturn` of a function or call that ended the program, or by which what it calls is
    /// certain to return.
    WillReturn,
    /// Room for a result that is less aligned than its type.
    Alignment,
    /// TBAA, alias scopes, or invariant loads.
    AliasMetadata,
    /// A lifetime marker for something that is no stack slot.
    Lifetime,
    /// Invariant groups and ranges, or an assumption that is not understood.
    Invariant,
    /// Fast-math flags of a phi, or a way to compute with floats that the interpreter does not
    /// know.
    FloatMode,
    /// The same bytes were read as volatile and as plain memory, or volatile fills and copies are
    /// not those of the target.
    Volatile,
    /// The answer of an intrinsic that is the compiler's or the machine's to give.
    Answer,
    /// `inrange` of a constant `getelementptr`.
    InRange,
    /// A local variable was used that a constructor of the module may have written before.
    Constructed,
    /// `nocallback` of an outside function that called back.
    Callback,
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
    /// The last call: if it enters a function, of that.
    last: LastCall,
    /// Objects that were passed as `dead_on_unwind` to calls that unwound: what was written to them
    /// through the pointer is poison, and the interpreter kept it.
    dead: FxHashSet<Prov>,
    /// What the outside looks at.
    look: Option<Look>,
    /// What is promised of outside functions by both modules of the pair.
    promises: Arc<FxHashMap<Vec<u8>, Promise>>,
    /// Whether the last outside call that is not certain to return by what is promised of it is so
    /// by what active calls promise.
    returns_by_others: bool,
    /// Whether the function itself promises that nobody else has what it returns.
    returns_new: bool,
    /// The volatile fills and copies that the target makes, and how many of them the source has
    /// made.
    fills: (Vec<Fill>, usize),
    /// What constants say to be `inrange`.
    ranges: Vec<InRange>,
    /// Local variables that constructors may write, by name, and as objects.
    constructed: (Arc<FxHashSet<Name>>, FxHashSet<Prov>),
}

/// What an audit has to know of the pair besides the source's module.
pub(super) struct Brief {
    pub layout: DataLayout,
    /// What is promised of outside functions by both modules of the pair.
    pub promises: Arc<FxHashMap<Vec<u8>, Promise>>,
    /// What the outside looks at.
    pub look: Option<Look>,
    /// The volatile fills and copies that the target makes.
    pub fills: Vec<Fill>,
    /// What constants say to be `inrange`.
    pub ranges: Vec<InRange>,
    /// Local variables that constructors may write.
    pub constructed: Arc<FxHashSet<Name>>,
}

impl<'m> Audit<'m> {
    pub(super) fn new(ctx: &'m Context, module: &'m Module, brief: Brief) -> Self {
        let Brief { layout, promises, look, fills, ranges, constructed } = brief;
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
            last: LastCall::default(),
            dead: FxHashSet::default(),
            look,
            promises,
            returns_by_others: false,
            returns_new: false,
            fills: (fills, 0),
            ranges,
            constructed: (constructed, FxHashSet::default()),
        }
    }

    /// What it found in this run.
    pub(super) fn finish(mut self, run: &Run) -> Option<Doubt> {
        let memory = &run.memory;
        let unwinds = matches!(run.outcome, Outcome::Unwind(_));
        if unwinds {
            self.unwound(0);
        }
        let dead = self.dead.iter().any(|&prov| self.is_left_dead(prov, memory, unwinds));
        let changed = !self.invariants_hold(memory);
        // A function that reads no memory may read constants. That a caller's memory never changes
        // makes it none.
        let variable = |prov: &Prov| match memory.object(*prov) {
            Some(object) => object.is_writable() || !matches!(object.kind(), ObjectKind::Global(_)),
            None => true,
        };
        let ended = match run.outcome {
            Outcome::Exit(_) | Outcome::Abort | Outcome::NotReturned => self.must_return(),
            // The target may leave out more than was thought.
            Outcome::Undefined { .. } => self.returns_by_others,
            Outcome::Return(_)
            | Outcome::Unwind(_)
            | Outcome::Stopped(_)
            | Outcome::Unsupported { .. } => false,
        };
        let fewer = self.fills.1 < self.fills.0.len();
        let is_known = |prov: Prov| !prov.is_none() && !memory.former_kind(prov).is_own();
        let old = self.returns_new
            && match &run.outcome {
                Outcome::Return(Some(Val::Ptr { prov, .. })) => is_known(*prov),
                Outcome::Return(_) | Outcome::Unwind(_) | Outcome::Exit(_) | Outcome::Abort => {
                    false
                }
                Outcome::NotReturned | Outcome::Undefined { .. } => false,
                Outcome::Stopped(_) | Outcome::Unsupported { .. } => false,
            };
        self.doubt
            .or_else(|| old.then_some(Doubt::NoAlias))
            .or_else(|| fewer.then_some(Doubt::Volatile))
            .or_else(|| ended.then_some(Doubt::WillReturn))
            .or_else(|| changed.then_some(Doubt::Invariant))
            .or_else(|| dead.then_some(Doubt::DeadOnUnwind))
            .or_else(|| self.must_be_constant.iter().any(variable).then_some(Doubt::MemoryEffects))
    }

    fn raise(&mut self, doubt: Doubt) {
        self.doubt.get_or_insert(doubt);
    }

    fn raise_if(&mut self, condition: bool, doubt: Doubt) {
        if condition {
            self.raise(doubt);
        }
    }

    fn body(&self, func: Func) -> Option<&'m Body> {
        self.module.functions[func].body()
    }
}

impl Tracer for Audit<'_> {
    fn arrive(&mut self, arrival: &Arrival<'_>) {
        self.entered(arrival);
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
        if self
            .body(step.func)
            .is_some_and(|body| body.inst(step.inst).opcode == Opcode::LandingPad)
        {
            self.unwound(frame);
        }
        self.frames.truncate(frame + 1);
        if step.registers.are_lost() {
            self.raise(Doubt::Hidden);
            return;
        }
        let Some(body) = self.body(step.func) else { return };
        let data = body.inst(step.inst);
        let operand = |index: usize| {
            step.registers.get(body.operand(step.inst, index)).cloned().unwrap_or(Val::Poison)
        };
        let tags = (step.inst, body);
        self.raise_if(constructed::is_used(step, body, &self.constructed.1), Doubt::Constructed);
        let fill = Fill::of(self.ctx, self.module, step);
        let fills = fill.is_some();
        if let Some(fill) = fill {
            let same = self.fills.0.get(self.fills.1) == Some(&fill);
            self.fills.1 += 1;
            self.raise_if(!same, Doubt::Volatile);
        }
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
                        && let (Val::Ptr { prov, addr }, Some((given, _))) =
                            (operand(0), step.result)
                    {
                        self.given.insert((prov, addr), given.clone());
                    }
                }
            }
            Opcode::Store => {
                let size = self.size(body, body.operand(step.inst, 0));
                let (value, place) = (operand(0), operand(1));
                self.access(&place, size, false, true, tags);
                // Memory holds what was read there: an optimiser may rely on it, and the outside
                // has said something else.
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
            Opcode::PtrToInt | Opcode::PtrToAddr => {
                self.captured(&operand(0), None);
                self.looked_at(&operand(0), None);
            }
            // So does a comparison with another object tell where it lies.
            Opcode::ICmp => {
                let (first, second) = (operand(0), operand(1));
                self.looked_at(&first, Some(&second));
                self.looked_at(&second, Some(&first));
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
            // They compute, or pass control on: what they promise of values, the interpreter
            // checks.
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
            Extra::Atomic(atomic) => {
                !matches!(atomic.ordering, Ordering::NotAtomic | Ordering::Unordered)
            }
            _ => false,
        };
        let volatile = data.flags.contains(Flags::VOLATILE);
        if ordered || fills || volatile && matches!(data.opcode, Opcode::Load | Opcode::Store) {
            let nosync = self.frames.iter().any(|frame| self.call_has(frame, AttrKind::NoSync));
            self.raise_if(nosync, Doubt::NoSync);
        }
        // It may do anything to memory that no program sees.
        if volatile || fills {
            let denied =
                |frame: &Frame| frame.effects.access(MemoryPart::Inaccessible) != Access::ReadWrite;
            self.raise_if(self.frames.iter().any(denied), Doubt::MemoryEffects);
        }
    }
}
