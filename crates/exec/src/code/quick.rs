//! Operations that are done in line when their operands are plain words.
//!
//! Each returns the result of `sem` for those operands, and none where `sem` has a choice or an
//! error; a test compares the two.

use super::WordFlags;
use crate::outcome::UbReason;
use crate::shape::{Shape, ShapeKind};
use crate::value::Val;
use tollgate_ir::{FloatPredicate, FloatType, IntPredicate, Opcode};
use tollgate_sem::intrinsics::Intrinsic;
use tollgate_sem::word;

/// An operation of the shape `IntBinary` on two plain words; none for other opcodes. In line, so
/// that a caller that knows the opcode gets its arm alone.
#[inline(always)]
pub(crate) fn binary(
    opcode: Opcode,
    a: u64,
    b: u64,
    width: u32,
    flags: WordFlags,
) -> Option<Result<Val, UbReason>> {
    let poison_if = |broken: bool, bits: u64| if broken { Val::Poison } else { Val::Bits(bits) };
    let amount = |shift: fn(u64, u32, u32) -> u64, lost: &dyn Fn(u32) -> bool| {
        if b >= u64::from(width) {
            return Val::Poison;
        }
        if !flags.is_empty() && lost(b as u32) {
            Val::Poison
        } else {
            Val::Bits(shift(a, b as u32, width))
        }
    };
    let (nuw, nsw, exact) =
        (flags.has(WordFlags::NUW), flags.has(WordFlags::NSW), flags.has(WordFlags::EXACT));
    Some(Ok(match opcode {
        Opcode::Add => poison_if(
            !flags.is_empty()
                && (nuw && word::add_overflows_unsigned(a, b, width)
                    || nsw && word::add_overflows_signed(a, b, width)),
            word::add(a, b, width),
        ),
        Opcode::Sub => poison_if(
            !flags.is_empty()
                && (nuw && word::sub_overflows_unsigned(a, b, width)
                    || nsw && word::sub_overflows_signed(a, b, width)),
            word::sub(a, b, width),
        ),
        Opcode::Mul => poison_if(
            !flags.is_empty()
                && (nuw && word::mul_overflows_unsigned(a, b, width)
                    || nsw && word::mul_overflows_signed(a, b, width)),
            word::mul(a, b, width),
        ),
        Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem if b == 0 => {
            return Some(Err(UbReason::DivisionByZero));
        }
        Opcode::SDiv | Opcode::SRem if word::sdiv_overflows(a, b, width) => {
            return Some(Err(UbReason::DivisionOverflow));
        }
        Opcode::UDiv => poison_if(exact && word::urem(a, b, width) != 0, word::udiv(a, b, width)),
        Opcode::SDiv => poison_if(exact && word::srem(a, b, width) != 0, word::sdiv(a, b, width)),
        Opcode::URem => Val::Bits(word::urem(a, b, width)),
        Opcode::SRem => Val::Bits(word::srem(a, b, width)),
        Opcode::Shl => amount(word::shl, &|by| {
            nuw && word::shl_overflows_unsigned(a, by, width)
                || nsw && word::shl_overflows_signed(a, by, width)
        }),
        Opcode::LShr => amount(word::lshr, &|by| exact && word::shr_is_inexact(a, by, width)),
        Opcode::AShr => amount(word::ashr, &|by| exact && word::shr_is_inexact(a, by, width)),
        Opcode::And => Val::Bits(a & b),
        Opcode::Or => poison_if(flags.has(WordFlags::DISJOINT) && a & b != 0, a | b),
        Opcode::Xor => Val::Bits(a ^ b),
        _ => return None,
    }))
}

/// `icmp` of two plain words.
#[inline(always)]
pub(crate) fn int_compare(
    predicate: IntPredicate,
    a: u64,
    b: u64,
    width: u32,
    flags: WordFlags,
) -> Val {
    if flags.has(WordFlags::SAMESIGN) && word::is_negative(a ^ b, width) {
        return Val::Poison;
    }
    Val::bool(compare_words(predicate, a, b, width))
}

/// The comparison of two words that a predicate asks for.
#[inline(always)]
pub(crate) fn compare_words(predicate: IntPredicate, a: u64, b: u64, width: u32) -> bool {
    use tollgate_sem::word::{signed, slt};
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => slt(b, a, width),
        IntPredicate::Sge => signed(a, width) >= signed(b, width),
        IntPredicate::Slt => slt(a, b, width),
        IntPredicate::Sle => signed(a, width) <= signed(b, width),
    }
}

/// Arithmetic of host floats; none for other opcodes, and where the result is a NaN: which one is a
/// choice.
#[inline(always)]
pub(crate) fn float_binary(opcode: Opcode, is_double: bool, a: u64, b: u64) -> Option<Val> {
    if is_double {
        let (a, b) = (f64::from_bits(a), f64::from_bits(b));
        return double(match opcode {
            Opcode::FAdd => a + b,
            Opcode::FSub => a - b,
            Opcode::FMul => a * b,
            Opcode::FDiv => a / b,
            _ => return None,
        });
    }
    let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
    single(match opcode {
        Opcode::FAdd => a + b,
        Opcode::FSub => a - b,
        Opcode::FMul => a * b,
        Opcode::FDiv => a / b,
        _ => return None,
    })
}

/// `fcmp` of host floats.
#[inline(always)]
pub(crate) fn float_compare(predicate: FloatPredicate, is_double: bool, a: u64, b: u64) -> Val {
    let order = if is_double {
        f64::from_bits(a).partial_cmp(&f64::from_bits(b))
    } else {
        f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32))
    };
    // LLVM's numbers: bit 0 equal, 1 greater, 2 less, 3 unordered.
    let bit = match order {
        Some(std::cmp::Ordering::Equal) => 0,
        Some(std::cmp::Ordering::Greater) => 1,
        Some(std::cmp::Ordering::Less) => 2,
        None => 3,
    };
    Val::Bits(u64::from(predicate as u8 >> bit & 1))
}

/// An intrinsic on words of this width, or on host floats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Quick {
    /// On integers.
    Int(Intrinsic, u32),
    /// On `double`, else on `float`.
    Float(Intrinsic, bool),
}

impl Quick {
    /// The quick form of an intrinsic with arguments of these shapes, if it has one.
    pub(crate) fn of(intrinsic: Intrinsic, first: &Shape) -> Option<Quick> {
        use Intrinsic::{
            Abs, BSwap, BitReverse, CtLz, CtPop, CtTz, Expect, FAbs, FMulAdd, FShl, FShr, SMax,
            SMin, Sqrt, UMax, UMin,
        };
        match (intrinsic, &first.kind) {
            (
                UMin | UMax | SMin | SMax | Abs | CtLz | CtTz | CtPop | BitReverse | FShl | FShr
                | Expect,
                ShapeKind::Int(width),
            ) if *width <= 64 => Some(Quick::Int(intrinsic, *width)),
            (BSwap, ShapeKind::Int(width @ (16 | 32 | 64))) => Some(Quick::Int(intrinsic, *width)),
            (FAbs | FMulAdd | Sqrt, ShapeKind::Float(FloatType::Double)) => {
                Some(Quick::Float(intrinsic, true))
            }
            (FAbs | FMulAdd | Sqrt, ShapeKind::Float(FloatType::Float)) => {
                Some(Quick::Float(intrinsic, false))
            }
            _ => None,
        }
    }

    /// The result for plain words; none if this form does not apply.
    pub(crate) fn evaluate(self, args: &[u64]) -> Option<Val> {
        match (self, args) {
            (Quick::Int(intrinsic, width), args) => int(intrinsic, width, args),
            (Quick::Float(Intrinsic::FAbs, true), [a]) => Some(Val::Bits(a & !(1 << 63))),
            (Quick::Float(Intrinsic::FAbs, false), [a]) => Some(Val::Bits(a & !(1 << 31))),
            (Quick::Float(Intrinsic::Sqrt, true), [a]) => double(f64::from_bits(*a).sqrt()),
            (Quick::Float(Intrinsic::Sqrt, false), [a]) => single(f32::from_bits(*a as u32).sqrt()),
            (Quick::Float(Intrinsic::FMulAdd, true), [a, b, c]) => {
                let (a, b, c) = (f64::from_bits(*a), f64::from_bits(*b), f64::from_bits(*c));
                let (twice, once) = (a * b + c, a.mul_add(b, c));
                // Whether it rounds once or twice is a choice, if it makes a difference.
                if twice.to_bits() == once.to_bits() { double(twice) } else { None }
            }
            (Quick::Float(Intrinsic::FMulAdd, false), [a, b, c]) => {
                let (a, b, c) = (
                    f32::from_bits(*a as u32),
                    f32::from_bits(*b as u32),
                    f32::from_bits(*c as u32),
                );
                let (twice, once) = (a * b + c, a.mul_add(b, c));
                if twice.to_bits() == once.to_bits() { single(twice) } else { None }
            }
            (Quick::Float(..), _) => None,
        }
    }
}

#[inline(always)]
fn double(value: f64) -> Option<Val> {
    (!value.is_nan()).then(|| Val::Bits(value.to_bits()))
}

#[inline(always)]
fn single(value: f32) -> Option<Val> {
    (!value.is_nan()).then(|| Val::Bits(u64::from(value.to_bits())))
}

fn int(intrinsic: Intrinsic, width: u32, args: &[u64]) -> Option<Val> {
    let bits = match (intrinsic, args) {
        (Intrinsic::UMin, [a, b]) => *a.min(b),
        (Intrinsic::UMax, [a, b]) => *a.max(b),
        (Intrinsic::SMin, [a, b]) => {
            if word::slt(*a, *b, width) {
                *a
            } else {
                *b
            }
        }
        (Intrinsic::SMax, [a, b]) => {
            if word::slt(*a, *b, width) {
                *b
            } else {
                *a
            }
        }
        // The second argument decides whether the exceptional case is poison.
        (Intrinsic::Abs, [a, flag]) => {
            match (*a == word::signed_min(width), word::is_negative(*a, width)) {
                (true, _) if *flag != 0 => return Some(Val::Poison),
                (_, true) => word::neg(*a, width),
                (_, false) => *a,
            }
        }
        (Intrinsic::CtLz | Intrinsic::CtTz, [0, flag]) if *flag != 0 => return Some(Val::Poison),
        // At width 1 the count of zeros does not fit for a zero.
        (Intrinsic::CtLz, [a, _]) => word::truncate(u64::from(word::ctlz(*a, width)), width),
        (Intrinsic::CtTz, [a, _]) => word::truncate(u64::from(word::cttz(*a, width)), width),
        (Intrinsic::CtPop, [a]) => word::truncate(u64::from(word::ctpop(*a)), width),
        (Intrinsic::BSwap, [a]) => word::bswap(*a, width),
        (Intrinsic::BitReverse, [a]) => word::bitreverse(*a, width),
        (Intrinsic::FShl, [high, low, amount]) => word::fshl(*high, *low, *amount, width),
        (Intrinsic::FShr, [high, low, amount]) => word::fshr(*high, *low, *amount, width),
        (Intrinsic::Expect, [a, _]) => *a,
        _ => return None,
    };
    Some(Val::Bits(bits))
}

/// A cast between a host float and an integer or another host float.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum QuickCast {
    /// `fneg`.
    Negate { double: bool },
    /// Integer of this width to float.
    FromInt { signed: bool, width: u8, double: bool },
    /// Float to an integer of this width.
    ToInt { signed: bool, width: u8, double: bool },
    /// `float` to `double`.
    Extend,
    /// `double` to `float`.
    Truncate,
}

impl QuickCast {
    /// The quick form of a cast, if it has one.
    pub(crate) fn of(opcode: Opcode, from: &Shape, to: &Shape) -> Option<QuickCast> {
        let double = |shape: &Shape| match shape.kind {
            ShapeKind::Float(FloatType::Double) => Some(true),
            ShapeKind::Float(FloatType::Float) => Some(false),
            _ => None,
        };
        let width = |shape: &Shape| match shape.kind {
            ShapeKind::Int(width) if width <= 64 => Some(width as u8),
            _ => None,
        };
        Some(match opcode {
            Opcode::FNeg => QuickCast::Negate { double: double(from)? },
            Opcode::SIToFP => {
                QuickCast::FromInt { signed: true, width: width(from)?, double: double(to)? }
            }
            Opcode::UIToFP => {
                QuickCast::FromInt { signed: false, width: width(from)?, double: double(to)? }
            }
            Opcode::FPToSI => {
                QuickCast::ToInt { signed: true, width: width(to)?, double: double(from)? }
            }
            Opcode::FPToUI => {
                QuickCast::ToInt { signed: false, width: width(to)?, double: double(from)? }
            }
            Opcode::FPExt if double(from) == Some(false) && double(to) == Some(true) => {
                QuickCast::Extend
            }
            Opcode::FPTrunc if double(from) == Some(true) && double(to) == Some(false) => {
                QuickCast::Truncate
            }
            _ => return None,
        })
    }

    /// The result for a plain word; none if this form does not apply.
    #[inline]
    pub(crate) fn evaluate(self, bits: u64) -> Option<Val> {
        match self {
            QuickCast::Negate { double: true } => Some(Val::Bits(bits ^ 1 << 63)),
            QuickCast::Negate { double: false } => Some(Val::Bits(bits ^ 1 << 31)),
            QuickCast::FromInt { signed: true, width, double: true } => {
                double(word::signed(bits, u32::from(width)) as f64)
            }
            QuickCast::FromInt { signed: true, width, double: false } => {
                single(word::signed(bits, u32::from(width)) as f32)
            }
            QuickCast::FromInt { signed: false, double: true, .. } => double(bits as f64),
            QuickCast::FromInt { signed: false, double: false, .. } => single(bits as f32),
            QuickCast::ToInt { signed, width, double } => {
                let value = if double {
                    f64::from_bits(bits)
                } else {
                    f64::from(f32::from_bits(bits as u32))
                };
                to_int(value.trunc(), signed, u32::from(width))
            }
            QuickCast::Extend => double(f64::from(f32::from_bits(bits as u32))),
            QuickCast::Truncate => single(f64::from_bits(bits) as f32),
        }
    }
}

/// A whole number as an integer; poison if it does not fit.
fn to_int(value: f64, signed: bool, width: u32) -> Option<Val> {
    if value.is_nan() {
        return Some(Val::Poison);
    }
    // Powers of two are exact.
    let bound = 2f64.powi(width as i32 - i32::from(signed));
    let low = if signed { -bound } else { 0.0 };
    if value < low || value >= bound {
        return Some(Val::Poison);
    }
    Some(Val::Bits(if signed { word::from_signed(value as i64, width) } else { value as u64 }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pure::{from_sem, to_sem};
    use tollgate_ir::Flags;
    use tollgate_sem::Int;
    use tollgate_sem::intrinsics::CallShape;
    use tollgate_sem::ops::{Denormals, Evaluator};
    use tollgate_sem::value::{Choose, LaneType, Shape as SemShape};

    /// Fails if anything is chosen.
    struct Nobody;
    impl Choose for Nobody {
        fn undef(&mut self, _: u32) -> Int {
            panic!("undef chosen")
        }
        fn pick(&mut self, _: usize) -> usize {
            panic!("choice made")
        }
    }

    fn int_shape(width: u32) -> Shape {
        Shape::scalar(ShapeKind::Int(width), 8, 8)
    }

    fn float_shape(ty: FloatType) -> Shape {
        Shape::scalar(ShapeKind::Float(ty), 8, 8)
    }

    #[test]
    fn quick_integers_are_sems() {
        use Intrinsic::{
            Abs, BSwap, BitReverse, CtLz, CtPop, CtTz, Expect, FShl, FShr, SMax, SMin, UMax, UMin,
        };
        let mut random = tollgate_ir::random::Random::new(5);
        for (intrinsic, count, flag) in [
            (UMin, 2, false),
            (UMax, 2, false),
            (SMin, 2, false),
            (SMax, 2, false),
            (Abs, 1, true),
            (CtLz, 1, true),
            (CtTz, 1, true),
            (CtPop, 1, false),
            (BSwap, 1, false),
            (BitReverse, 1, false),
            (FShl, 3, false),
            (FShr, 3, false),
            (Expect, 2, false),
        ] {
            for width in [1u32, 3, 8, 16, 31, 32, 64] {
                let Some(quick) = Quick::of(intrinsic, &int_shape(width)) else { continue };
                for _ in 0..200 {
                    let mut args: Vec<u64> = (0..count)
                        .map(|_| crate::environment::random_int(width, &mut random).low_u64())
                        .collect();
                    let mut shapes: Vec<Shape> = (0..count).map(|_| int_shape(width)).collect();
                    if flag {
                        args.push(random.below(2));
                        shapes.push(int_shape(1));
                    }
                    let values: Vec<_> = args
                        .iter()
                        .zip(&shapes)
                        .map(|(bits, shape)| to_sem(&Val::Bits(*bits), shape))
                        .collect();
                    let lanes = |shape: &Shape| SemShape {
                        lanes: None,
                        lane: LaneType::Int(shape.bits().unwrap()),
                    };
                    let call = CallShape {
                        results: vec![lanes(&shapes[0])],
                        params: shapes.iter().map(lanes).collect(),
                    };
                    let mut evaluator = Evaluator {
                        choose: &mut Nobody,
                        denormals: Denormals::IEEE,
                        big_endian: false,
                    };
                    let expected =
                        evaluator.intrinsic(intrinsic, Flags::NONE, &call, &values).unwrap();
                    assert_eq!(
                        quick.evaluate(&args),
                        Some(from_sem(&expected)),
                        "{intrinsic:?} i{width} {args:x?}"
                    );
                }
            }
        }
    }

    #[test]
    fn quick_arithmetic_is_sems() {
        use tollgate_sem::ops::{Stop, Ub};
        let opcodes = [
            Opcode::Add,
            Opcode::Sub,
            Opcode::Mul,
            Opcode::UDiv,
            Opcode::SDiv,
            Opcode::URem,
            Opcode::SRem,
            Opcode::Shl,
            Opcode::LShr,
            Opcode::AShr,
            Opcode::And,
            Opcode::Or,
            Opcode::Xor,
        ];
        let flag_sets =
            [Flags::NONE, Flags::NUW, Flags::NSW, Flags::WRAP, Flags::EXACT, Flags::DISJOINT];
        let mut random = tollgate_ir::random::Random::new(7);
        for opcode in opcodes {
            for flags in flag_sets.into_iter().filter(|flags| opcode.info().flags.contains(*flags))
            {
                for width in [1u32, 2, 7, 8, 32, 33, 63, 64] {
                    for _ in 0..100 {
                        let mut draw =
                            || crate::environment::random_int(width, &mut random).low_u64();
                        let (a, b) = (draw(), draw());
                        let shape = int_shape(width);
                        let (x, y) = (to_sem(&Val::Bits(a), &shape), to_sem(&Val::Bits(b), &shape));
                        let mut evaluator = Evaluator {
                            choose: &mut Nobody,
                            denormals: Denormals::IEEE,
                            big_endian: false,
                        };
                        let expected =
                            evaluator.binary(opcode, flags, LaneType::Int(width), &x, &y);
                        let got = binary(opcode, a, b, width, WordFlags::of(flags)).unwrap();
                        match (expected, got) {
                            (Ok(expected), Ok(got)) => {
                                assert_eq!(
                                    got,
                                    from_sem(&expected),
                                    "{opcode:?} {flags:?} i{width} {a:x} {b:x}"
                                );
                            }
                            (
                                Err(Stop::Undefined(Ub::DivisionByZero)),
                                Err(UbReason::DivisionByZero),
                            ) => {}
                            (
                                Err(Stop::Undefined(Ub::DivisionOverflow)),
                                Err(UbReason::DivisionOverflow),
                            ) => {}
                            other => panic!("{opcode:?} {flags:?} i{width} {a:x} {b:x}: {other:?}"),
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn quick_comparisons_and_floats_are_sems() {
        let mut random = tollgate_ir::random::Random::new(8);
        for _ in 0..300 {
            for width in [1u32, 8, 64] {
                let mut draw = || crate::environment::random_int(width, &mut random).low_u64();
                let (a, b) = (draw(), draw());
                let shape = int_shape(width);
                let (x, y) = (to_sem(&Val::Bits(a), &shape), to_sem(&Val::Bits(b), &shape));
                for &predicate in IntPredicate::ALL {
                    for flags in [Flags::NONE, Flags::SAMESIGN] {
                        let mut evaluator = Evaluator {
                            choose: &mut Nobody,
                            denormals: Denormals::IEEE,
                            big_endian: false,
                        };
                        let expected = evaluator.int_compare(predicate, flags, &x, &y).unwrap();
                        let got = int_compare(predicate, a, b, width, WordFlags::of(flags));
                        assert_eq!(got, from_sem(&expected), "{predicate:?} i{width} {a:x} {b:x}");
                    }
                }
            }
            for ty in [FloatType::Float, FloatType::Double] {
                let mut draw = || crate::environment::random_float(ty, &mut random);
                let (a, b) = (draw(), draw());
                let shape = float_shape(ty);
                let (x, y) = (to_sem(&a, &shape), to_sem(&b, &shape));
                let (a, b, is_double) =
                    (a.bits().unwrap(), b.bits().unwrap(), ty == FloatType::Double);
                for &predicate in FloatPredicate::ALL {
                    let mut evaluator = Evaluator {
                        choose: &mut Nobody,
                        denormals: Denormals::IEEE,
                        big_endian: false,
                    };
                    let expected = evaluator
                        .float_compare(predicate, Flags::NONE, LaneType::Float(ty), &x, &y)
                        .unwrap();
                    assert_eq!(
                        float_compare(predicate, is_double, a, b),
                        from_sem(&expected),
                        "{predicate:?} {a:x} {b:x}"
                    );
                }
                for opcode in [Opcode::FAdd, Opcode::FSub, Opcode::FMul, Opcode::FDiv] {
                    let Some(got) = float_binary(opcode, is_double, a, b) else { continue };
                    let mut evaluator = Evaluator {
                        choose: &mut Nobody,
                        denormals: Denormals::IEEE,
                        big_endian: false,
                    };
                    let expected =
                        evaluator.binary(opcode, Flags::NONE, LaneType::Float(ty), &x, &y).unwrap();
                    assert_eq!(got, from_sem(&expected), "{opcode:?} {a:x} {b:x}");
                }
            }
        }
    }

    #[test]
    fn quick_casts_are_sems() {
        let mut random = tollgate_ir::random::Random::new(6);
        for ty in [FloatType::Float, FloatType::Double] {
            for width in [1u32, 8, 31, 32, 63, 64] {
                for opcode in [
                    Opcode::SIToFP,
                    Opcode::UIToFP,
                    Opcode::FPToSI,
                    Opcode::FPToUI,
                    Opcode::FPExt,
                    Opcode::FPTrunc,
                ] {
                    let (from, to) = match opcode {
                        Opcode::SIToFP | Opcode::UIToFP => (int_shape(width), float_shape(ty)),
                        Opcode::FPToSI | Opcode::FPToUI => (float_shape(ty), int_shape(width)),
                        Opcode::FPExt => {
                            (float_shape(FloatType::Float), float_shape(FloatType::Double))
                        }
                        _ => (float_shape(FloatType::Double), float_shape(FloatType::Float)),
                    };
                    let Some(quick) = QuickCast::of(opcode, &from, &to) else {
                        panic!("{opcode:?}")
                    };
                    for _ in 0..300 {
                        let operand = match from.kind {
                            ShapeKind::Float(ty) => {
                                crate::environment::random_float(ty, &mut random)
                            }
                            _ => Val::int(crate::environment::random_int(width, &mut random)),
                        };
                        let bits = operand.bits().unwrap();
                        let Some(result) = quick.evaluate(bits) else { continue };
                        let shape = |shape: &Shape| crate::pure::sem_shape(shape).unwrap();
                        let mut evaluator = Evaluator {
                            choose: &mut Nobody,
                            denormals: Denormals::IEEE,
                            big_endian: false,
                        };
                        let value = to_sem(&operand, &from);
                        let expected = evaluator
                            .cast(opcode, Flags::NONE, shape(&from), shape(&to), &value)
                            .unwrap();
                        assert_eq!(result, from_sem(&expected), "{opcode:?} {bits:x}");
                    }
                }
            }
        }
    }
}
