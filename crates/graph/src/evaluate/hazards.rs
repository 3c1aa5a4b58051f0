//! Whether a hazard is true, by the values of its operands.

use super::Denoted;
use crate::node::RootKind;
use tollgate_ir::Opcode;
use tollgate_sem::value::{Lane, Value};

/// Whether a hazard with these operands is undefined behaviour; none if that depends on a choice,
/// or is not told by them. Of other roots nothing is said.
pub fn comes_true(kind: RootKind, operands: &[Denoted]) -> Option<bool> {
    match (kind, operands) {
        (RootKind::Unreachable, _) => Some(true),
        (RootKind::Read, [Denoted::Permission { readable, .. }]) => Some(!readable),
        (RootKind::Write, [Denoted::Permission { writable, .. }]) => Some(!writable),
        (RootKind::Branch, [Denoted::Value(value)]) => Some(value.as_defined().is_none()),
        (RootKind::Division(opcode), [Denoted::Value(a), Denoted::Value(b)]) => {
            divides_badly(opcode, a, b)
        }
        (RootKind::Read | RootKind::Write | RootKind::Branch | RootKind::Division(_), _) => None,
        (RootKind::Overlap | RootKind::Asked(_) | RootKind::Return | RootKind::Observation, _) => {
            None
        }
    }
}

fn divides_badly<P>(opcode: Opcode, a: &Value<P>, b: &Value<P>) -> Option<bool> {
    let (a, b) = (a.lanes()?, b.lanes()?);
    let mut doubtful = false;
    for (a, b) in a.into_iter().zip(b) {
        match (a, b) {
            (_, Lane::Poison) => return Some(true),
            (a, Lane::Bits(b)) => match b.as_defined() {
                None => doubtful = true,
                Some(b) if b.is_zero() => return Some(true),
                Some(b) if matches!(opcode, Opcode::SDiv | Opcode::SRem) && b.is_all_ones() => {
                    match a {
                        Lane::Bits(a) if a.as_defined().is_some_and(|a| a.is_signed_min()) => {
                            return Some(true);
                        }
                        Lane::Bits(a) => doubtful |= a.has_undef(),
                        Lane::Poison | Lane::Pointer(_) => {}
                    }
                }
                Some(_) => {}
            },
            (_, Lane::Pointer(_)) => return None,
        }
    }
    (!doubtful).then_some(false)
}
