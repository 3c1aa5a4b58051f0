//! Integer arithmetic, logic and comparison of one lane.

use super::{Evaluator, Reason, Stop, Ub};
use crate::value::{Bits, Lane};
use crate::{Int, word};
use tollgate_ir::{Flags, IntPredicate, Opcode};

impl Evaluator<'_> {
    pub(super) fn int_binary<P>(
        &mut self,
        opcode: Opcode,
        flags: Flags,
        a: &Lane<P>,
        b: &Lane<P>,
    ) -> Result<Lane<P>, Stop> {
        let division = opcode.is_division();
        let (a, b) = match (a, b) {
            (Lane::Pointer(_), _) | (_, Lane::Pointer(_)) => return Err(Reason::Types.into()),
            (_, Lane::Poison) if division => return Err(Ub::DivisionByPoison.into()),
            (Lane::Poison, Lane::Bits(b)) if division => {
                // Undefined for one value is undefined for poison, which may be that value.
                let divisor = b.resolve(self.choose);
                let signed = matches!(opcode, Opcode::SDiv | Opcode::SRem);
                return if divisor.is_zero() {
                    Err(Ub::DivisionByZero.into())
                } else if signed && divisor.is_all_ones() {
                    Err(Ub::DivisionOverflow.into())
                } else {
                    Ok(Lane::Poison)
                };
            }
            (Lane::Poison, _) | (_, Lane::Poison) => return Ok(Lane::Poison),
            (Lane::Bits(a), Lane::Bits(b)) => (a, b),
        };
        if a.width() != b.width() {
            return Err(Reason::Types.into());
        }
        if (a.has_undef() || b.has_undef())
            && let Some(result) = self.int_binary_undef(opcode, flags, a, b)
        {
            return Ok(result.into());
        }
        let (a, b) = (a.resolve(self.choose), b.resolve(self.choose));
        Ok(int_binary(opcode, flags, &a, &b)?.map(Bits::defined).into())
    }

    /// The exact result where some operand bits are undef; the outer `None` if it is no set of the
    /// form that [`Bits`] has, the inner one for poison.
    fn int_binary_undef(
        &mut self,
        opcode: Opcode,
        flags: Flags,
        a: &Bits,
        b: &Bits,
    ) -> Option<Option<Bits>> {
        let (known_a, known_b) = (a.known(), b.known());
        let (undef_a, undef_b) = (a.undef_mask(), b.undef_mask());
        let either = undef_a.or(&undef_b);
        match opcode {
            // A bit is defined if both are, or if one is the zero that decides.
            Opcode::And => {
                let zero_a = known_a.not().and_not(&undef_a);
                let zero_b = known_b.not().and_not(&undef_b);
                Some(Some(Bits::with_undef(
                    &known_a.and(known_b),
                    either.and_not(&zero_a.or(&zero_b)),
                )))
            }
            Opcode::Or => {
                let overlap = known_a.or(&undef_a).intersects(&known_b.or(&undef_b));
                if flags.contains(Flags::DISJOINT) && overlap {
                    return None;
                }
                let ones = known_a.or(known_b);
                Some(Some(Bits::with_undef(&ones, either.and_not(&ones))))
            }
            Opcode::Xor => Some(Some(Bits::with_undef(&known_a.xor(known_b), either))),
            Opcode::Add | Opcode::Sub if !flags.intersects(Flags::WRAP) => {
                // Where all bits from the lowest undef one up are undef in one operand, they are so
                // in the result, and nothing above them can carry into the bits below.
                let lowest = either.cttz();
                let high = Int::low_bits(a.width(), lowest).not();
                if undef_a != high && undef_b != high {
                    return None;
                }
                let low =
                    if opcode == Opcode::Add { known_a.add(known_b) } else { known_a.sub(known_b) };
                Some(Some(Bits::with_undef(&low, high)))
            }
            Opcode::Shl | Opcode::LShr | Opcode::AShr => {
                let amount = b.as_defined()?.saturating_u32(a.width());
                if amount >= a.width() {
                    return Some(None);
                }
                self.shift_undef(opcode, flags, a, amount).map(Some)
            }
            _ => None,
        }
    }

    /// A shift of partly undef bits by a defined amount, if the flags can be decided without them.
    fn shift_undef(&mut self, opcode: Opcode, flags: Flags, a: &Bits, amount: u32) -> Option<Bits> {
        match opcode {
            Opcode::Shl if !flags.intersects(Flags::WRAP) => Some(a.map(|bits| bits.shl(amount))),
            Opcode::LShr | Opcode::AShr if flags.contains(Flags::EXACT) => None,
            Opcode::LShr => Some(a.map(|bits| bits.lshr(amount))),
            // The copies of the sign bit are one choice.
            Opcode::AShr => {
                Some(a.resolve_bit(a.width() - 1, self.choose).map(|bits| bits.ashr(amount)))
            }
            _ => None,
        }
    }

    pub(super) fn int_compare_lane<P>(
        &mut self,
        predicate: IntPredicate,
        flags: Flags,
        a: &Lane<P>,
        b: &Lane<P>,
    ) -> Result<Lane<P>, Stop> {
        let (a, b) = match (a, b) {
            (Lane::Pointer(_), _) | (_, Lane::Pointer(_)) => return Err(Reason::Pointer.into()),
            (Lane::Poison, _) | (_, Lane::Poison) => return Ok(Lane::Poison),
            (Lane::Bits(a), Lane::Bits(b)) => (a.resolve(self.choose), b.resolve(self.choose)),
        };
        if a.width() != b.width() {
            return Err(Reason::Types.into());
        }
        if flags.contains(Flags::SAMESIGN) && a.is_negative() != b.is_negative() {
            return Ok(Lane::Poison);
        }
        Ok(Lane::int(Int::from_bool(int_compare(predicate, &a, &b))))
    }
}

/// An integer operation on defined operands of one width; `None` is poison. The opcodes are those
/// of the shape `IntBinary`.
pub fn int_binary(opcode: Opcode, flags: Flags, a: &Int, b: &Int) -> Result<Option<Int>, Stop> {
    let width = a.width();
    let unsigned_wrap = |wraps: bool| flags.contains(Flags::NUW) && wraps;
    let signed_wrap = |wraps: bool| flags.contains(Flags::NSW) && wraps;
    let exact = flags.contains(Flags::EXACT);
    let shift = || Some(b.saturating_u32(width)).filter(|&amount| amount < width);
    let poison_if = |poison: bool, value: Int| if poison { None } else { Some(value) };
    if opcode.is_division() && b.is_zero() {
        return Err(Ub::DivisionByZero.into());
    }
    if matches!(opcode, Opcode::SDiv | Opcode::SRem) && a.sdiv_overflows(b) {
        return Err(Ub::DivisionOverflow.into());
    }
    Ok(match opcode {
        Opcode::Add => {
            let wraps = unsigned_wrap(a.add_overflows_unsigned(b))
                || signed_wrap(a.add_overflows_signed(b));
            poison_if(wraps, a.add(b))
        }
        Opcode::Sub => {
            let wraps = unsigned_wrap(a.sub_overflows_unsigned(b))
                || signed_wrap(a.sub_overflows_signed(b));
            poison_if(wraps, a.sub(b))
        }
        Opcode::Mul => {
            // Not asked unless the flag is there: the exact test costs a full product.
            let wraps = flags.contains(Flags::NUW) && a.mul_overflows_unsigned(b)
                || flags.contains(Flags::NSW) && a.mul_overflows_signed(b);
            poison_if(wraps, a.mul(b))
        }
        Opcode::UDiv => {
            let (quotient, remainder) = a.udiv_rem(b);
            poison_if(exact && !remainder.is_zero(), quotient)
        }
        Opcode::SDiv => poison_if(exact && !a.srem(b).is_zero(), a.sdiv(b)),
        Opcode::URem => Some(a.urem(b)),
        Opcode::SRem => Some(a.srem(b)),
        Opcode::Shl => shift().and_then(|amount| {
            let wraps = unsigned_wrap(a.shl_overflows_unsigned(amount))
                || signed_wrap(a.shl_overflows_signed(amount));
            poison_if(wraps, a.shl(amount))
        }),
        Opcode::LShr => {
            shift().and_then(|amount| poison_if(exact && a.shr_is_inexact(amount), a.lshr(amount)))
        }
        Opcode::AShr => {
            shift().and_then(|amount| poison_if(exact && a.shr_is_inexact(amount), a.ashr(amount)))
        }
        Opcode::And => Some(a.and(b)),
        Opcode::Or => poison_if(flags.contains(Flags::DISJOINT) && a.intersects(b), a.or(b)),
        Opcode::Xor => Some(a.xor(b)),
        _ => return Err(Reason::Types.into()),
    })
}

/// `icmp` of defined integers.
pub fn int_compare(predicate: IntPredicate, a: &Int, b: &Int) -> bool {
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => b.ult(a),
        IntPredicate::Uge => !a.ult(b),
        IntPredicate::Ult => a.ult(b),
        IntPredicate::Ule => !b.ult(a),
        IntPredicate::Sgt => b.slt(a),
        IntPredicate::Sge => !a.slt(b),
        IntPredicate::Slt => a.slt(b),
        IntPredicate::Sle => !b.slt(a),
    }
}

/// `icmp` of words of one width: the interpreter's fast path.
#[inline]
pub fn word_compare(predicate: IntPredicate, a: u64, b: u64, width: u32) -> bool {
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => word::slt(b, a, width),
        IntPredicate::Sge => !word::slt(a, b, width),
        IntPredicate::Slt => word::slt(a, b, width),
        IntPredicate::Sle => !word::slt(b, a, width),
    }
}

/// [`int_binary`] on words of one width: the interpreter's fast path.
#[inline]
pub fn word_binary(
    opcode: Opcode,
    flags: Flags,
    a: u64,
    b: u64,
    width: u32,
) -> Result<Option<u64>, Stop> {
    let nuw = flags.contains(Flags::NUW);
    let nsw = flags.contains(Flags::NSW);
    let exact = flags.contains(Flags::EXACT);
    let shift = || {
        if b < u64::from(width) { Some(b as u32) } else { None }
    };
    let poison_if = |poison: bool, value: u64| if poison { None } else { Some(value) };
    if opcode.is_division() {
        if b == 0 {
            return Err(Ub::DivisionByZero.into());
        }
        if matches!(opcode, Opcode::SDiv | Opcode::SRem) && word::sdiv_overflows(a, b, width) {
            return Err(Ub::DivisionOverflow.into());
        }
    }
    Ok(match opcode {
        Opcode::Add => poison_if(
            nuw && word::add_overflows_unsigned(a, b, width)
                || nsw && word::add_overflows_signed(a, b, width),
            word::add(a, b, width),
        ),
        Opcode::Sub => poison_if(
            nuw && word::sub_overflows_unsigned(a, b, width)
                || nsw && word::sub_overflows_signed(a, b, width),
            word::sub(a, b, width),
        ),
        Opcode::Mul => poison_if(
            nuw && word::mul_overflows_unsigned(a, b, width)
                || nsw && word::mul_overflows_signed(a, b, width),
            word::mul(a, b, width),
        ),
        Opcode::UDiv => poison_if(exact && word::urem(a, b, width) != 0, word::udiv(a, b, width)),
        Opcode::SDiv => poison_if(exact && word::srem(a, b, width) != 0, word::sdiv(a, b, width)),
        Opcode::URem => Some(word::urem(a, b, width)),
        Opcode::SRem => Some(word::srem(a, b, width)),
        Opcode::Shl => shift().and_then(|amount| {
            let wraps = nuw && word::shl_overflows_unsigned(a, amount, width)
                || nsw && word::shl_overflows_signed(a, amount, width);
            poison_if(wraps, word::shl(a, amount, width))
        }),
        Opcode::LShr => shift().and_then(|amount| {
            poison_if(exact && word::shr_is_inexact(a, amount, width), word::lshr(a, amount, width))
        }),
        Opcode::AShr => shift().and_then(|amount| {
            poison_if(exact && word::shr_is_inexact(a, amount, width), word::ashr(a, amount, width))
        }),
        Opcode::And => Some(a & b),
        Opcode::Or => poison_if(flags.contains(Flags::DISJOINT) && a & b != 0, a | b),
        Opcode::Xor => Some(a ^ b),
        _ => return Err(Reason::Types.into()),
    })
}
