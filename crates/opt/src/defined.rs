//! Whether a value is certain to be neither poison nor undef: one bit pattern, for every
//! environment and choice.
//!
//! Found by looking at operations a few levels deep: operands that are defined, and an operation
//! that makes no poison of them.

use tollgate_ir::{AttrKind, Body, Context, Flags, Function, Inst, Opcode, Value, ValueDef};
use tollgate_sem::constant::is_plain;

/// Operations are looked into this deep.
const MAX_OPERAND_DEPTH: u32 = 6;

/// Whether a value of a function's body is always one bit pattern.
pub(crate) fn is_defined(ctx: &Context, function: &Function, body: &Body, value: Value) -> bool {
    within(ctx, function, body, value, MAX_OPERAND_DEPTH)
}

fn within(ctx: &Context, function: &Function, body: &Body, value: Value, depth: u32) -> bool {
    match body.value(value).def {
        ValueDef::Const(id) => is_plain(ctx, id),
        ValueDef::Arg(index) => {
            let params = &ctx.attr_list_data(function.attrs).params;
            params.get(index as usize).is_some_and(|&set| ctx.has_attr(set, AttrKind::NoUndef))
        }
        ValueDef::Inst(inst) => match body.inst(inst).opcode {
            Opcode::Freeze | Opcode::Alloca => true,
            _ => {
                depth > 0
                    && keeps_defined(ctx, body, inst)
                    && body
                        .operands(inst)
                        .all(|operand| within(ctx, function, body, operand, depth - 1))
            }
        },
        ValueDef::Param(_) | ValueDef::Meta(_) | ValueDef::Wrapped(_) | ValueDef::Undefined => {
            false
        }
    }
}

/// Whether an operation gives one bit pattern if its operands are that.
fn keeps_defined(ctx: &Context, body: &Body, inst: Inst) -> bool {
    let data = body.inst(inst);
    if data.flags.intersects(Flags::POISON.union(Flags::LEEWAY)) {
        return false;
    }
    match data.opcode {
        Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::And | Opcode::Or | Opcode::Xor => true,
        // Where they have no result, the program is undefined.
        Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem => true,
        Opcode::Shl | Opcode::LShr | Opcode::AShr => {
            let width = ctx.int_width(data.ty);
            let amount = body.as_const(body.operand(inst, 1)).and_then(|id| ctx.int_value(id));
            width.zip(amount).is_some_and(|(width, amount)| amount < u64::from(width))
        }
        Opcode::ICmp | Opcode::Select => true,
        Opcode::ZExt | Opcode::SExt | Opcode::Trunc => true,
        _ => false,
    }
}
