//! Results of operations whose choices stay open
//! ([`Chooser::stays_open`](crate::choices::Chooser::stays_open)).
//!
//! **Definition.** Let `R` be the results of an operation over all of its choices. Its widened
//! result is poison if poison may be in `R`, otherwise a set of bit patterns that contains `R`; it
//! is undefined behaviour if some choice makes it so. A program that may do whatever its operations
//! allow for one choice may also do it for the widened result, because poison, larger sets of bits
//! and undefined behaviour allow more. So widening is an over-approximation, for the *source* of a
//! pair only.

use super::execution::Opened;
use crate::outcome::UbReason;
use crate::pure::Operation;
use crate::shape::{Shape, ShapeKind};
use crate::trap::Trap;
use crate::value::{Val, Wide};
use tollgate_ir::{Flags, Opcode};

/// The widened result of an operation that, for one choice, gave `value`.
pub(super) fn widen(operation: &Operation<'_>, value: Val, opened: Opened) -> Result<Val, Trap> {
    let opcode = operation.opcode;
    let operands = operation.operands;
    if matches!(opcode, Opcode::SDiv | Opcode::SRem) && opened.undef && may_overflow(operation) {
        return Err(UbReason::DivisionByUndef.into());
    }
    if opened.other {
        // For a `select`, an arm that another choice of the condition takes is also a possible
        // result.
        let mut arms = operands.iter().skip(1).filter(|_| opcode == Opcode::Select && opened.undef);
        let poison = arms.any(|(arm, _)| arm.has_poison());
        return Ok(if poison { Val::Poison } else { widen_result(&value, operation.flags) });
    }
    if opcode == Opcode::Freeze {
        let (frozen, shape) = operands.first().copied().unwrap_or((&value, operation.result));
        return Ok(unfrozen(frozen, shape));
    }
    let lanes = operation.result.lanes().map(|(count, _)| count);
    let lanewise = lanes.is_some()
        && opcode != Opcode::BitCast
        && operands.iter().all(|(_, shape)| shape.lanes().map(|(count, _)| count) == lanes);
    match lanes {
        Some(count) if lanewise => {
            let lanes = (0..count).map(|at| {
                let parts: Vec<Val> =
                    operands.iter().map(|(operand, _)| operand.part(at)).collect();
                // A lane without undef bits depends on no choice.
                let part = value.part(at);
                if parts.iter().all(|part| part.is_well_defined() || part.has_poison()) {
                    part
                } else {
                    widen_lane(operation, &parts.iter().collect::<Vec<&Val>>(), &part)
                }
            });
            Ok(Val::parts(lanes.collect::<Vec<Val>>()))
        }
        _ => {
            let parts: Vec<&Val> = operands.iter().map(|(operand, _)| *operand).collect();
            Ok(widen_lane(operation, &parts, &value))
        }
    }
}

/// A result of which nothing is known but, perhaps, that it is poison.
pub(crate) fn widen_result(value: &Val, flags: Flags) -> Val {
    if value.has_poison() || flags.intersects(Flags::POISON) { Val::Poison } else { Val::Undef }
}

/// An address computed with `inbounds` or `nuw`: some choices of an undef operand may violate the
/// flag.
pub(super) fn widen_address(value: Val) -> Val {
    match value.as_parts() {
        Some(parts) => Val::parts(parts.iter().cloned().map(widen_address).collect::<Vec<Val>>()),
        None if value == Val::Undef => Val::Poison,
        None => value,
    }
}

/// The widened result of an operation on scalars, some of which are undef.
fn widen_lane(operation: &Operation<'_>, operands: &[&Val], value: &Val) -> Val {
    let poison = match operation.opcode {
        Opcode::Select => {
            let [condition, yes, no] = operands else { return Val::Poison };
            // A lane whose condition is poison depends on no choice, while others do.
            if condition.has_poison() {
                return Val::Poison;
            }
            // Whichever is chosen, the flags apply to it.
            if yes == no && operation.flags.is_empty() {
                return (*yes).clone();
            }
            yes.has_poison() || no.has_poison()
        }
        Opcode::Shl | Opcode::LShr | Opcode::AShr => {
            operands.get(1).is_none_or(|amount| !amount.is_well_defined())
        }
        // Numbers that do not fit, and indices out of range.
        Opcode::FPToUI | Opcode::FPToSI | Opcode::ExtractElement | Opcode::InsertElement => true,
        _ => false,
    };
    if poison || value.has_poison() || !operation.flags.is_empty() {
        Val::Poison
    } else {
        Val::Undef
    }
}

/// Whether undef bits allow a signed division to overflow.
fn may_overflow(operation: &Operation<'_>) -> bool {
    let [_, (divisor, shape)] = operation.operands else { return true };
    let count = shape.lanes().map_or(1, |(count, _)| count);
    let lane =
        |at: usize| if shape.lanes().is_some() { divisor.part(at) } else { (*divisor).clone() };
    let bits = shape.lanes().map_or(shape.bits(), |(_, lane)| lane.bits()).unwrap_or(64);
    (0..count).any(|at| match lane(at) {
        Val::Bits(number) => number == tollgate_sem::word::mask(bits.min(64)),
        Val::Wide(wide) => match &*wide {
            Wide::Bits(number) => number.is_all_ones(),
            Wide::Partial { .. } | Wide::Parts(_) => true,
        },
        Val::Poison | Val::Undef | Val::Ptr { .. } => true,
    })
}

/// The result of `freeze` if its choice stays open: undef for poison, otherwise the operand.
fn unfrozen(value: &Val, shape: &Shape) -> Val {
    match shape.part_count() {
        Some(count) => {
            let parts = (0..count).map(|at| match shape.part(at) {
                Some(part) => unfrozen(&value.part(at), part),
                None => Val::Undef,
            });
            Val::parts(parts.collect::<Vec<Val>>())
        }
        None if *value == Val::Poison => match shape.kind {
            ShapeKind::Void | ShapeKind::Opaque => value.clone(),
            _ => Val::Undef,
        },
        None => value.clone(),
    }
}
