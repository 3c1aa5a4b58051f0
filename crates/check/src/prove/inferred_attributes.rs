//! Attributes that only the target has, inferred from its own body (§4.9: they are to be shown).
//!
//! **`memory(...)`.** A body that makes no calls, and accesses memory by plain loads and stores
//! only, accesses no more than where it loads from and stores to. What an argument points to is
//! `argmem`; of other pointers it is not known what they are based on, so that `argmem` and all
//! other locations must allow the access. The function's own slots belong to no location.
//!
//! **`nocapture`.** A pointer that is only loaded from and stored to is not captured.

use super::limits::{MAX_INSTRUCTIONS_TO_BASE, MAX_POINTER_USES};
use crate::context::AttrPlace;
use crate::{Side, TargetOnly};
use tollgate_ir::{
    Access, Attr, AttrKind, Body, Extra, Flags, MemoryEffects, MemoryPart, Opcode, Shape, User,
    Value, ValueDef,
};

/// Whether an attribute of the target follows from its body.
pub(super) fn holds(target: Side<'_>, promise: &TargetOnly) -> bool {
    let Some(body) = target.body().filter(|_| promise.callee.is_none()) else { return false };
    if let (AttrPlace::Function, Attr::Memory(effects)) = (promise.place, promise.attr) {
        return accesses_at_most(body, effects);
    }
    if let (AttrPlace::Param(index), Attr::Flag(AttrKind::NoCapture)) =
        (promise.place, promise.attr)
    {
        return body.args().get(index).is_some_and(|&argument| is_not_captured(body, argument));
    }
    false
}

/// Whether a pointer, and what is made of it by address arithmetic, is only loaded from and stored
/// to.
fn is_not_captured(body: &Body, pointer: Value) -> bool {
    let mut open = vec![pointer];
    let mut steps = 0;
    while let Some(pointer) = open.pop() {
        for user in body.users(pointer) {
            steps += 1;
            let User::Operand(inst, index) = user else { return false };
            let data = body.inst(inst);
            let plain = !data.flags.contains(Flags::VOLATILE);
            match data.opcode.shape() {
                Shape::Load if plain => {}
                Shape::Store if plain && index == 1 => {}
                Shape::Gep if index == 0 => open.extend(data.result()),
                Shape::Load
                | Shape::Store
                | Shape::Gep
                | Shape::Call
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
                | Shape::IndirectBr
                | Shape::FloatUnary
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
                | Shape::Unreachable => return false,
            }
            if steps > MAX_POINTER_USES {
                return false;
            }
        }
    }
    true
}

fn accesses_at_most(body: &Body, effects: MemoryEffects) -> bool {
    let mut insts = body.blocks().flat_map(|block| body.insts(block));
    insts.all(|inst| {
        let data = body.inst(inst);
        let plain =
            !data.flags.contains(Flags::VOLATILE) && !matches!(body.extra(inst), Extra::Atomic(_));
        let allows = |pointer: Value, access: fn(Access) -> bool| {
            locations(body, pointer).iter().all(|&location| access(effects.access(location)))
        };
        match data.opcode.shape() {
            Shape::Load => plain && allows(body.operand(inst, 0), |access| access.reads()),
            Shape::Store => plain && allows(body.operand(inst, 1), |access| access.writes()),
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
            | Shape::IndirectBr => false,
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
            | Shape::Gep
            | Shape::Alloca
            | Shape::DebugRecord
            | Shape::Ret
            | Shape::Br
            | Shape::CondBr
            | Shape::Switch
            | Shape::Unreachable => true,
        }
    })
}

/// The memory locations that a pointer may point to.
fn locations(body: &Body, pointer: Value) -> Vec<MemoryPart> {
    let mut at = pointer;
    for _ in 0..MAX_INSTRUCTIONS_TO_BASE {
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
            | ValueDef::Undefined => break,
        }
    }
    MemoryPart::ALL.to_vec()
}
