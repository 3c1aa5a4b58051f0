//! Which instructions are computed on demand.

use tollgate_exec::value::Val;
use tollgate_ir::{Body, Context, FloatType, Inst, Opcode, Type, TypeKind};

/// Who does an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Doing {
    /// Whoever asks for its value.
    OnDemand,
    /// The machine, when control comes to it.
    ByControl,
}

/// Whether a type holds pointers: operations that look at them depend on objects.
fn is_pointer(ctx: &Context, ty: Type) -> bool {
    match ctx.kind(ty) {
        TypeKind::Ptr(_) => true,
        TypeKind::Vector { elem, .. } => matches!(ctx.kind(*elem), TypeKind::Ptr(_)),
        _ => false,
    }
}

/// Who does an instruction.
pub(super) fn doing(ctx: &Context, body: &Body, inst: Inst) -> Doing {
    let data = body.inst(inst);
    match data.opcode {
        Opcode::Add
        | Opcode::Sub
        | Opcode::Mul
        | Opcode::Shl
        | Opcode::LShr
        | Opcode::AShr
        | Opcode::And
        | Opcode::Or
        | Opcode::Xor
        | Opcode::FNeg
        | Opcode::FAdd
        | Opcode::FSub
        | Opcode::FMul
        | Opcode::FDiv
        | Opcode::FRem
        | Opcode::Trunc
        | Opcode::ZExt
        | Opcode::SExt
        | Opcode::FPTrunc
        | Opcode::FPExt
        | Opcode::FPToUI
        | Opcode::FPToSI
        | Opcode::UIToFP
        | Opcode::SIToFP
        | Opcode::FCmp
        | Opcode::Select
        | Opcode::ExtractElement
        | Opcode::InsertElement
        | Opcode::ShuffleVector
        | Opcode::ExtractValue
        | Opcode::InsertValue
        | Opcode::GetElementPtr => Doing::OnDemand,
        Opcode::ICmp | Opcode::BitCast => {
            if is_pointer(ctx, body.value_type(body.operand(inst, 0))) {
                Doing::ByControl
            } else {
                Doing::OnDemand
            }
        }
        Opcode::UDiv
        | Opcode::SDiv
        | Opcode::URem
        | Opcode::SRem
        | Opcode::PtrToInt
        | Opcode::PtrToAddr
        | Opcode::IntToPtr
        | Opcode::AddrSpaceCast
        | Opcode::Freeze
        | Opcode::Alloca
        | Opcode::Load
        | Opcode::Store
        | Opcode::Fence
        | Opcode::CmpXchg
        | Opcode::AtomicRmw
        | Opcode::VaArg
        | Opcode::Call
        | Opcode::LandingPad
        | Opcode::CatchPad
        | Opcode::CleanupPad
        | Opcode::DebugRecord
        | Opcode::Ret
        | Opcode::Br
        | Opcode::CondBr
        | Opcode::Switch
        | Opcode::IndirectBr
        | Opcode::Invoke
        | Opcode::CallBr
        | Opcode::Resume
        | Opcode::Unreachable
        | Opcode::CleanupRet
        | Opcode::CatchRet
        | Opcode::CatchSwitch => Doing::ByControl,
    }
}

/// Whether the machine may have made a choice in an operation that is otherwise done on demand, or
/// looked at an object: where operands or results are partly undef, and where a NaN arises.
pub(super) fn may_have_chosen(
    ctx: &Context,
    ty: Type,
    result: &Val,
    mut operands: impl Iterator<Item = bool>,
) -> bool {
    !result.is_well_defined() || may_be_nan(ctx, ty, result) || !operands.all(|defined| defined)
}

fn may_be_nan(ctx: &Context, ty: Type, value: &Val) -> bool {
    match (ctx.kind(ty), value) {
        (TypeKind::Float(FloatType::Float), Val::Bits(bits)) => bits & 0x7fff_ffff > 0x7f80_0000,
        (TypeKind::Float(FloatType::Double), Val::Bits(bits)) => {
            bits & 0x7fff_ffff_ffff_ffff > 0x7ff0_0000_0000_0000
        }
        (TypeKind::Float(_), _) => true,
        (TypeKind::Vector { elem, .. }, _) => matches!(ctx.kind(*elem), TypeKind::Float(_)),
        (_, _) => false,
    }
}

/// Whether two values are the same, bit by bit, undef and poison included.
pub(super) fn same(a: &Val, b: &Val) -> bool {
    if a == b {
        return true;
    }
    // A vector of poison may be written in two ways.
    match (a.as_parts(), b.as_parts()) {
        (None, None) => false,
        (Some(parts), _) => (0..parts.len()).all(|at| same(&parts[at], &b.part(at))),
        (None, Some(parts)) => (0..parts.len()).all(|at| same(&a.part(at), &parts[at])),
    }
}
