//! Undefined behaviour of the source that the interpreter does not detect.
//!
//! The interpreter goes on where a program violates attributes and metadata that only an optimiser
//! uses: `memory(...)`, `readonly`, `nocapture`, TBAA, alias scopes (the list is in the
//! documentation of `tollgate_exec`). If the *source* violates one, its behaviour is undefined and
//! refutes nothing. So before a pair is called invalid, the source's run is repeated under an
//! [`Audit`], which raises a [`Doubt`] wherever such a fact *may* be violated. It
//! over-approximates: two accesses to one byte with different TBAA tags raise one, whatever the
//! type tree says.
//!
//! **The environment** accesses memory on behalf of the function that calls it. It reports what it
//! writes, and what it reads to find a result, and that is audited as if the function had done it
//! at the call. Of everything else that it may read, one byte matters: the one in which two runs
//! differ, if they differ in memory that a call may read. The audit is given this [`Look`].
//! Attributes of active calls also restrict the external functions that they call, so that such a
//! call may not be an observation, or may certainly return: there the comparison has required too
//! much.

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
use frames::CallFrame;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use tollgate_exec::environment::{Promise, Touch as EnvironmentTouch, Via};
use tollgate_exec::machine::InRange;
use tollgate_exec::memory::{ByteContent, Memory, ObjectKind};
use tollgate_exec::outcome::{Outcome, Run};
use tollgate_exec::trace::{Answered, BlockEntry, Step, Tracer};
use tollgate_exec::value::{Prov, Val};
use tollgate_ir::{Access, AttrKind, Body, Context, Flags, Func, MemoryPart, Module, Name, Opcode};
use tollgate_sem::layout::DataLayout;
use tollgate_sem::world;
use tollgate_sem::world::metadata::{self, Holder};
use touches::Touch;
pub(super) use values::pointers_of;

/// A fact that a run may have violated.
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
    /// `dereferenceable` of an argument of an intrinsic.
    Dereferenceable,
    /// `nosync`.
    NoSync,
    /// `nofree`.
    NoFree,
    /// `norecurse`.
    NoRecurse,
    /// `tail` of a call that accesses stack slots of its caller.
    Tail,
    /// `dead_on_unwind` of a parameter of a call that unwound.
    DeadOnUnwind,
    /// `willreturn` of a function or call that ended the program, or that makes a call certain to
    /// return.
    WillReturn,
    /// Memory for a result that is less aligned than the type.
    Alignment,
    /// TBAA, alias scopes, or invariant loads.
    AliasMetadata,
    /// A lifetime marker for an object that is not a stack slot.
    Lifetime,
    /// Invariant groups and ranges, or an assumption that is not understood.
    Invariant,
    /// Fast-math flags of a phi, or a floating-point mode that the interpreter does not know.
    FloatMode,
    /// The same bytes were read as volatile and as plain memory, or volatile fills and copies
    /// differ from the target's.
    Volatile,
    /// An intrinsic whose result the compiler or the machine decides.
    Answer,
    /// `inrange` of a constant `getelementptr`.
    InRange,
    /// A use of a local variable that a constructor of the module may have written before.
    Constructed,
    /// `nocallback` of an external function that called back.
    Callback,
    /// An attribute or a piece of metadata whose violation no run detects.
    Unseen,
    /// A `musttail` call, or another call that hides what happened.
    Hidden,
    /// There was too much to audit.
    TooMuch,
}

/// The memory that an external function must read in a call to see a difference, and how it reaches
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Look {
    /// The index of the call among the observations.
    pub observation: usize,
    /// The object.
    pub prov: Prov,
    /// The offset of the byte.
    pub offset: u64,
    pub via: Via,
}

/// Audits a run of a source.
pub(super) struct Audit<'m> {
    ctx: &'m Context,
    module: &'m Module,
    layout: DataLayout,
    doubt: Option<Doubt>,
    frames: Vec<CallFrame>,
    /// The frame in which each own object was created.
    made: FxHashMap<Prov, usize>,
    /// Those of them that are stack slots.
    slots: FxHashSet<Prov>,
    /// Objects read by functions that may read only memory that is never written.
    must_be_constant: FxHashSet<Prov>,
    touched: FxHashMap<Prov, FxHashSet<Touch>>,
    touches: usize,
    /// The results of volatile loads, by object and address.
    given: FxHashMap<(Prov, u64), Val>,
    /// Memory at the beginning, if there may be invariant loads.
    initial: Option<Memory>,
    /// Bytes that invariant loads have read, which must not change.
    invariant: Vec<(Prov, u64, Vec<ByteContent>)>,
    /// The last call; when a function is entered, the call that enters it.
    last: LastCall,
    /// Objects passed as `dead_on_unwind` to calls that unwound: bytes written through the pointer
    /// are poison then, although the interpreter keeps them.
    dead: FxHashSet<Prov>,
    /// The memory that the environment must read.
    look: Option<Look>,
    /// Attributes of external functions, of both modules of the pair.
    promises: Arc<FxHashMap<Vec<u8>, Promise>>,
    /// Whether the last external call that may not return by its own attributes certainly returns
    /// by those of active calls.
    returns_by_others: bool,
    /// Whether the result of the function is `noalias`.
    returns_new: bool,
    /// The volatile fills and copies of the target, and how many of them the source has made.
    fills: (Vec<Fill>, usize),
    /// Ranges that constants assert by `inrange`.
    ranges: Vec<InRange>,
    /// Local variables that constructors may write, by name, and as objects.
    constructed: (Arc<FxHashSet<Name>>, FxHashSet<Prov>),
}

/// What an audit needs besides the source's module.
pub(super) struct Brief {
    pub layout: DataLayout,
    /// Attributes of external functions, of both modules of the pair.
    pub promises: Arc<FxHashMap<Vec<u8>, Promise>>,
    /// The memory that the environment must read.
    pub look: Option<Look>,
    /// The volatile fills and copies of the target.
    pub fills: Vec<Fill>,
    /// Ranges that constants assert by `inrange`.
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

    /// Ends the audit of a run, and returns the first doubt.
    pub(super) fn finish(mut self, run: &Run) -> Option<Doubt> {
        let memory = &run.memory;
        let unwinds = matches!(run.outcome, Outcome::Unwind(_));
        if unwinds {
            self.unwound(0);
        }
        let dead = self.dead.iter().any(|&prov| self.is_left_dead(prov, memory, unwinds));
        let changed = !self.invariants_hold(memory);
        // A function that reads no memory may read constants. Memory of the caller does not count
        // as constant, even if it never changes.
        let variable = |prov: &Prov| match memory.object(*prov) {
            Some(object) => object.is_writable() || !matches!(object.kind(), ObjectKind::Global(_)),
            None => true,
        };
        let ended = match run.outcome {
            Outcome::Exit(_) | Outcome::Abort | Outcome::NotReturned => self.must_return(),
            // The target may omit more observations than the comparison has assumed.
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
    fn enter_block(&mut self, entry: &BlockEntry<'_>) {
        self.entered(entry);
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
            self.environment_access(touch, answered.memory, tags);
        }
        if let Some(Look { observation, prov, offset, via }) = self.look
            && observation == answered.observations
            && let Some(object) = answered.memory.object(prov)
        {
            let start = object.base().wrapping_add(offset);
            let touch = EnvironmentTouch { prov, start, size: 1, writes: false, via };
            self.environment_access(&touch, answered.memory, tags);
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
        self.attachments(step, body);
        match data.opcode {
            Opcode::Alloca => {
                if let Some((Val::Ptr { prov, .. }, _)) = step.result {
                    self.made.insert(*prov, frame);
                    self.slots.insert(*prov);
                }
            }
            Opcode::Load => self.load(step, body, &operand(0)),
            Opcode::Store => self.store(step, body, &operand(0), &operand(1)),
            Opcode::AtomicRmw | Opcode::CmpXchg => {
                let size = self.size(body, body.operand(step.inst, 1));
                self.access(&operand(0), size, true, true, tags);
                let place = pointers_of(&operand(0)).first().copied();
                (1..data.operand_count()).for_each(|at| self.captured(&operand(at), place));
            }
            // Where the argument lies and whose list it is depends on the machine.
            Opcode::VaArg => self.access(&operand(0), 1, true, true, tags),
            // The address is a copy of the pointer, too.
            Opcode::PtrToInt | Opcode::PtrToAddr => {
                self.captured(&operand(0), None);
                self.looked_at(&operand(0), None);
            }
            Opcode::ICmp => self.compared(&operand(0), &operand(1)),
            // The handler receives the exception object.
            Opcode::Resume => self.captured(&operand(0), None),
            Opcode::Call | Opcode::Invoke | Opcode::CallBr => {
                self.call(step, body, frame);
                self.raise_if(!self.invariants_hold(step.memory), Doubt::Invariant);
            }
            Opcode::Ret if data.operand_count() > 0 => self.returned(frame, &operand(0)),
            // They compute, or transfer control; facts about their values are checked by the
            // interpreter.
            Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::And | Opcode::Or | Opcode::Xor => {}
            Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem | Opcode::Shl => {}
            Opcode::LShr | Opcode::AShr | Opcode::FNeg | Opcode::FAdd | Opcode::FSub => {}
            Opcode::FMul | Opcode::FDiv | Opcode::FRem | Opcode::FPTrunc | Opcode::FPExt => {}
            Opcode::FPToUI | Opcode::FPToSI | Opcode::UIToFP | Opcode::SIToFP | Opcode::Trunc => {}
            Opcode::ZExt | Opcode::SExt | Opcode::IntToPtr | Opcode::BitCast => {}
            Opcode::AddrSpaceCast | Opcode::FCmp | Opcode::GetElementPtr | Opcode::Select => {}
            Opcode::Freeze | Opcode::ExtractElement | Opcode::InsertElement => {}
            Opcode::ShuffleVector | Opcode::ExtractValue | Opcode::InsertValue | Opcode::Fence => {}
            Opcode::LandingPad | Opcode::CatchPad | Opcode::CleanupPad | Opcode::DebugRecord => {}
            Opcode::Ret | Opcode::Br | Opcode::CondBr | Opcode::Switch | Opcode::IndirectBr => {}
            Opcode::Unreachable | Opcode::CleanupRet | Opcode::CatchRet | Opcode::CatchSwitch => {}
        }
        let ordered = body.extra(step.inst).is_ordered();
        let volatile = data.flags.contains(Flags::VOLATILE);
        if ordered || fills || volatile && matches!(data.opcode, Opcode::Load | Opcode::Store) {
            let nosync = self.frames.iter().any(|frame| self.call_has(frame, AttrKind::NoSync));
            self.raise_if(nosync, Doubt::NoSync);
        }
        // It may do anything to memory that is not visible to the program.
        if volatile || fills {
            let denied = |frame: &CallFrame| {
                frame.effects.access(MemoryPart::Inaccessible) != Access::ReadWrite
            };
            self.raise_if(self.frames.iter().any(denied), Doubt::MemoryEffects);
        }
    }
}

impl Audit<'_> {
    fn attachments(&mut self, step: &Step<'_>, body: &Body) {
        for &(kind, _) in body.attachments(step.inst) {
            let kind = self.ctx.bytes(kind);
            let unseen = metadata::row(kind, Holder::Instruction).run == world::Run::Unseen;
            self.raise_if(unseen, Doubt::Unseen);
            // Writes to an invariant group are not followed.
            self.raise_if(kind == b"invariant.group", Doubt::Invariant);
        }
    }

    fn load(&mut self, step: &Step<'_>, body: &Body, pointer: &Val) {
        let data = body.inst(step.inst);
        let Some(result) = data.result() else { return };
        let size = self.size(body, result);
        self.access(pointer, size, true, false, (step.inst, body));
        self.load_invariant(step, body, pointer, size);
        if data.flags.contains(Flags::VOLATILE)
            && let (&Val::Ptr { prov, addr }, Some((given, _))) = (pointer, step.result)
        {
            self.given.insert((prov, addr), given.clone());
        }
    }

    fn store(&mut self, step: &Step<'_>, body: &Body, value: &Val, pointer: &Val) {
        let size = self.size(body, body.operand(step.inst, 0));
        self.access(pointer, size, false, true, (step.inst, body));
        // Memory holds the bytes that an optimiser may take for the result, and the environment has
        // returned others.
        if !body.inst(step.inst).flags.contains(Flags::VOLATILE)
            && let &Val::Ptr { prov, addr } = pointer
        {
            self.raise_if(self.given.get(&(prov, addr)) == Some(value), Doubt::Volatile);
        }
        self.captured(value, pointers_of(pointer).first().copied());
    }

    /// Two values were compared: a comparison with another object reveals the address, too.
    fn compared(&mut self, first: &Val, second: &Val) {
        self.looked_at(first, Some(second));
        self.looked_at(second, Some(first));
        if let (Val::Ptr { prov, addr }, Val::Ptr { prov: other, addr: to }) = (first, second)
            && prov != other
            && *addr != 0
            && *to != 0
        {
            self.captured(first, None);
            self.captured(second, None);
        }
    }
}
