//! Attributes that only the target has, inferred from its own body (§4.9: they are to be shown).
//!
//! **`memory(...)`.** A body that makes no calls, and accesses memory by plain loads and stores
//! only, accesses no more than where it loads from and stores to. What an argument points to is
//! `argmem`; of other pointers it is not known what they are based on, so that `argmem` and all
//! other locations must allow the access. The function's own slots belong to no location.
//!
//! **`nocapture`.** A pointer that is only loaded from and stored to is not captured.

use crate::context::AttrPlace;
use crate::limits::{MAX_INSTRUCTIONS_TO_BASE, MAX_POINTER_USES};
use crate::{Side, TargetOnly};
use tollgate_ir::{
    Access, Attr, AttrKind, Body, Budget, Extra, Flags, MemoryEffects, MemoryPart, Opcode, Shape,
    User, Value, ValueDef,
};

/// What an instruction does with memory.
enum Touch {
    /// It reads what its operand 0 points to.
    Load,
    /// It writes what its operand 1 points to.
    Store,
    /// It makes another pointer of its operand 0.
    Step,
    /// Whatever it may.
    Unknown,
    /// Nothing.
    Nothing,
}

impl Touch {
    fn of(shape: Shape) -> Self {
        match shape {
            Shape::Load => Self::Load,
            Shape::Store => Self::Store,
            Shape::Gep => Self::Step,
            Shape::Call
            | Shape::Fence
            | Shape::CmpXchg
            | Shape::AtomicRmw
            | Shape::VaArg
            | Shape::LandingPad
            | Shape::FuncletPad
            | Shape::CatchSwitch
            | Shape::CleanupRet
            | Shape::CatchRet
            | Shape::Resume
            | Shape::IndirectBr => Self::Unknown,
            Shape::FloatUnary
            | Shape::IntBinary
            | Shape::FloatBinary
            | Shape::Cast
            | Shape::IntCompare
            | Shape::FloatCompare
            | Shape::Select
            | Shape::Freeze
            | Shape::ExtractElement
            | Shape::InsertElement
            | Shape::ShuffleVector
            | Shape::ExtractValue
            | Shape::InsertValue
            | Shape::Alloca
            | Shape::DebugRecord
            | Shape::Ret
            | Shape::Br
            | Shape::CondBr
            | Shape::Switch
            | Shape::Unreachable => Self::Nothing,
        }
    }
}

/// Whether an attribute of the target follows from its body.
pub(super) fn holds(target: Side<'_>, promise: &TargetOnly, budget: &Budget) -> bool {
    let Some(body) = target.body().filter(|_| promise.callee.is_none()) else { return false };
    if let (AttrPlace::Function, Attr::Memory(effects)) = (promise.place, promise.attr) {
        return accesses_at_most(body, effects, budget);
    }
    if let (AttrPlace::Param(index), Attr::Flag(AttrKind::NoCapture)) =
        (promise.place, promise.attr)
    {
        return body
            .args()
            .get(index)
            .is_some_and(|&argument| is_not_captured(body, argument, budget));
    }
    false
}

/// Whether a pointer, and what is made of it by address arithmetic, is only loaded from and stored
/// to.
fn is_not_captured(body: &Body, pointer: Value, budget: &Budget) -> bool {
    let mut open = vec![pointer];
    let mut steps = 0;
    while let Some(pointer) = open.pop() {
        for user in body.users(pointer) {
            steps += 1;
            let User::Operand(inst, index) = user else { return false };
            let data = body.inst(inst);
            let plain = !data.flags.contains(Flags::VOLATILE);
            match Touch::of(data.opcode.shape()) {
                Touch::Load if plain => {}
                Touch::Store if plain && index == 1 => {}
                Touch::Step if index == 0 => open.extend(data.result()),
                Touch::Load | Touch::Store | Touch::Step | Touch::Unknown | Touch::Nothing => {
                    return false;
                }
            }
            if !MAX_POINTER_USES.allows(steps, budget) {
                return false;
            }
        }
    }
    true
}

fn accesses_at_most(body: &Body, effects: MemoryEffects, budget: &Budget) -> bool {
    let mut insts = body.blocks().flat_map(|block| body.insts(block));
    insts.all(|inst| {
        let data = body.inst(inst);
        let plain =
            !data.flags.contains(Flags::VOLATILE) && !matches!(body.extra(inst), Extra::Atomic(_));
        let allows = |pointer: Value, access: fn(Access) -> bool| {
            locations(body, pointer, budget)
                .iter()
                .all(|&location| access(effects.access(location)))
        };
        match Touch::of(data.opcode.shape()) {
            Touch::Load => plain && allows(body.operand(inst, 0), |access| access.reads()),
            Touch::Store => plain && allows(body.operand(inst, 1), |access| access.writes()),
            Touch::Unknown => false,
            Touch::Step | Touch::Nothing => true,
        }
    })
}

/// The memory locations that a pointer may point to.
fn locations(body: &Body, pointer: Value, budget: &Budget) -> Vec<MemoryPart> {
    let mut at = pointer;
    for _ in 0..MAX_INSTRUCTIONS_TO_BASE.most() {
        match body.value(at).def {
            ValueDef::Arg(_) => return vec![MemoryPart::Arguments],
            ValueDef::Inst(inst) if body.inst(inst).opcode == Opcode::GetElementPtr => {
                at = body.operand(inst, 0)
            }
            ValueDef::Inst(inst) if body.inst(inst).opcode == Opcode::Alloca => return Vec::new(),
            ValueDef::Inst(_)
            | ValueDef::Param(_)
            | ValueDef::Const(_)
            | ValueDef::Meta(_)
            | ValueDef::Wrapped(_)
            | ValueDef::Undefined => return MemoryPart::ALL.to_vec(),
        }
    }
    MAX_INSTRUCTIONS_TO_BASE.note(budget);
    MemoryPart::ALL.to_vec()
}
