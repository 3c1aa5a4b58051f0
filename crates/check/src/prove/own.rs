//! Promises that only the target makes about itself, and that its body keeps (clause 4.9 of the
//! contract: they are to be shown).
//!
//! **`memory(...)`.** A body that makes no calls, and accesses memory by plain loads and stores
//! only, touches no more than the places it loads from and stores to. What an argument points to is
//! the part `argmem`; of pointers that come from somewhere else it is not known what they are based
//! on, so that all of `argmem` and the rest must allow the access. The function's own slots are
//! nobody's.
//!
//! **`nocapture`.** A pointer that is only loaded from and stored to is known to nobody afterwards.

use crate::context::AttrPlace;
use crate::{Side, TargetOnly};
use tollgate_ir::{
    Access, Attr, AttrKind, Body, Extra, Flags, MemoryEffects, MemoryPart, Opcode, Shape, User,
    Value, ValueDef,
};

/// Steps from a pointer to what it is based on.
const MAX_STEPS: usize = 32;
/// Uses of one pointer that are looked at.
const MAX_USES: usize = 1_000;

/// Whether the body of the target keeps a promise about the target.
pub(super) fn keeps(target: Side<'_>, promise: &TargetOnly) -> bool {
    match (promise.callee, promise.place, promise.attr) {
        (None, AttrPlace::Function, Attr::Memory(effects)) => {
            target.body().is_some_and(|body| touches_no_more(body, effects))
        }
        (None, AttrPlace::Param(index), Attr::Flag(AttrKind::NoCapture)) => target
            .body()
            .is_some_and(|body| body.args().get(index).is_some_and(|&arg| stays(body, arg))),
        _ => false,
    }
}

/// Whether a pointer, and what is made of it by address arithmetic, is only loaded from and stored
/// to.
fn stays(body: &Body, pointer: Value) -> bool {
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
                _ => return false,
            }
            if steps > MAX_USES {
                return false;
            }
        }
    }
    true
}

fn touches_no_more(body: &Body, effects: MemoryEffects) -> bool {
    let mut insts = body.blocks().flat_map(|block| body.insts(block));
    insts.all(|inst| {
        let data = body.inst(inst);
        let plain =
            !data.flags.contains(Flags::VOLATILE) && !matches!(body.extra(inst), Extra::Atomic(_));
        let allows = |pointer: Value, access: fn(Access) -> bool| {
            parts(body, pointer).iter().all(|&part| access(effects.access(part)))
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

/// The parts of memory that a pointer may point to.
fn parts(body: &Body, pointer: Value) -> Vec<MemoryPart> {
    let mut at = pointer;
    for _ in 0..MAX_STEPS {
        match body.value(at).def {
            ValueDef::Arg(_) => return vec![MemoryPart::Arguments],
            ValueDef::Inst(inst) if body.inst(inst).opcode == Opcode::GetElementPtr => {
                at = body.operand(inst, 0)
            }
            ValueDef::Inst(inst) if body.inst(inst).opcode == Opcode::Alloca => return Vec::new(),
            _ => break,
        }
    }
    MemoryPart::ALL.to_vec()
}
