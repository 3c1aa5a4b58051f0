//! `Float` against the host (`float`, `double`), against exact integer arithmetic (`half`), and
//! between types where rounding twice provably is rounding once (the wider precision is at least
//! twice the narrower one, plus two bits).

#[path = "support/random.rs"]
mod random;

use random::Random;
use tollgate_ir::{FloatPredicate, FloatType};
use tollgate_sem::float::{
    DenormalMode, FloatClass, FloatResult, LiteralError, Rounding, Uninterpreted, parse_literal,
};
use tollgate_sem::{Float, Int};

const IEEE: [FloatType; 6] = [
    FloatType::Half,
    FloatType::BFloat,
    FloatType::Float,
    FloatType::Double,
    FloatType::X86Fp80,
    FloatType::Fp128,
];

/// Widths of the exponent and significand fields.
fn fields(ty: FloatType) -> (u32, u32) {
    match ty {
        FloatType::Half => (5, 10),
        FloatType::BFloat => (8, 7),
        FloatType::Float => (8, 23),
        FloatType::Double => (11, 52),
        FloatType::X86Fp80 => (15, 64),
        FloatType::Fp128 | FloatType::PpcFp128 => (15, 112),
    }
}

/// Random bits with a taste for the ends of every field; valid encodings of the x87 only.
fn random_float(random: &mut Random, ty: FloatType) -> Float {
    let (exponent_width, significand_width) = fields(ty);
    let top = (1u64 << exponent_width) - 1;
    let exponent = match random.below(6) {
        0 => random.below(3),
        1 => top - random.below(3),
        2 | 3 => (top / 2).wrapping_add(random.below(80)).wrapping_sub(40) & top,
        _ => random.next() & top,
    };
    let significand = random.int(significand_width).to_u128().unwrap();
    let sign = u128::from(random.below(2)) << (exponent_width + significand_width);
    let bits = sign | u128::from(exponent) << significand_width | significand;
    match ty {
        FloatType::X86Fp80 if exponent > 0 => Float::from_bits(ty, bits | 1 << 63),
        FloatType::X86Fp80 => Float::from_bits(ty, bits & !(1 << 63)),
        _ => Float::from_bits(ty, bits),
    }
}

/// Asserts that an evaluation gives this value: the same bits, or a NaN where the reference has
/// one.
fn assert_gives(result: Result<FloatResult, Uninterpreted>, expected: Float, context: &str) {
    let result = result.unwrap();
    match &result {
        FloatResult::Nan(_) => {
            assert!(expected.is_nan().unwrap(), "{context}: {result:?}, expected {expected:?}")
        }
        FloatResult::Exactly(_) | FloatResult::Either(..) => {
            assert!(result.allows(expected), "{context}: {result:?}, expected {expected:?}");
        }
    }
}

/// The one value, or the preferred NaN.
fn value_of(result: Result<FloatResult, Uninterpreted>) -> Float {
    match result.unwrap() {
        FloatResult::Exactly(value) => value,
        FloatResult::Either(a, b) => panic!("a choice of {a:?} and {b:?}"),
        FloatResult::Nan(choices) => choices.choice(0),
    }
}

macro_rules! against_host {
    ($test:ident, $host:ident, $ty:ident, $from:ident, $to:ident, $seed:literal) => {
        #[test]
        fn $test() {
            let mut random = Random($seed);
            let ty = FloatType::$ty;
            for _ in 0..200_000 {
                let [a, b, c] = [(); 3].map(|()| random_float(&mut random, ty));
                let [x, y, z] = [a, b, c].map(|value| value.$to().unwrap());
                let context = format!("{a:?} {b:?} {c:?}");
                let pairs = [
                    (a.add(b), x + y),
                    (a.sub(b), x - y),
                    (a.mul(b), x * y),
                    (a.div(b), x / y),
                    (a.rem(b), x % y),
                    (a.fma(b, c), x.mul_add(y, z)),
                    (a.sqrt(), x.sqrt()),
                    (a.round_to_integral(Rounding::Down), x.floor()),
                    (a.round_to_integral(Rounding::Up), x.ceil()),
                    (a.round_to_integral(Rounding::TowardZero), x.trunc()),
                    (a.round_to_integral(Rounding::NearestAway), x.round()),
                    (a.round_to_integral(Rounding::NearestEven), x.round_ties_even()),
                ];
                for (result, host) in [(a.minnum(b), x.min(y)), (a.maxnum(b), x.max(y))] {
                    let signaling =
                        [a, b].iter().any(|it| it.class() == Ok(FloatClass::SignalingNan));
                    if result == Err(Uninterpreted::SignalingNan) {
                        assert!(signaling && x.is_nan() != y.is_nan(), "{context}");
                    } else {
                        assert_gives(result, Float::$from(host), &context);
                    }
                }
                for (result, host) in pairs {
                    assert_gives(result, Float::$from(host), &context);
                }
                // The host's own NaN must be among the choices.
                for (result, host) in [(a.add(b), x + y), (a.mul(b), x * y), (a.div(b), x / y)] {
                    assert!(
                        !host.is_nan() || result.unwrap().allows(Float::$from(host)),
                        "{context}"
                    );
                }
                assert_eq!(a.neg().unwrap(), Float::$from(-x));
                assert_eq!(a.abs().unwrap(), Float::$from(x.abs()));
                assert_eq!(a.copysign(b).unwrap(), Float::$from(x.copysign(y)));
                assert_eq!(a.order(b).unwrap(), x.partial_cmp(&y));
                let (less, equal, greater) = (x < y, x == y, x > y);
                let unordered = !less && !equal && !greater;
                for &predicate in FloatPredicate::ALL {
                    let expected = match predicate {
                        FloatPredicate::False => false,
                        FloatPredicate::Oeq => equal,
                        FloatPredicate::Ogt => greater,
                        FloatPredicate::Oge => greater || equal,
                        FloatPredicate::Olt => less,
                        FloatPredicate::Ole => less || equal,
                        FloatPredicate::One => less || greater,
                        FloatPredicate::Ord => !unordered,
                        FloatPredicate::Uno => unordered,
                        FloatPredicate::Ueq => unordered || equal,
                        FloatPredicate::Ugt => unordered || greater,
                        FloatPredicate::Uge => unordered || greater || equal,
                        FloatPredicate::Ult => unordered || less,
                        FloatPredicate::Ule => unordered || less || equal,
                        FloatPredicate::Une => !equal,
                        FloatPredicate::True => true,
                    };
                    assert_eq!(
                        a.compare(predicate, b).unwrap(),
                        expected,
                        "{predicate:?} {context}"
                    );
                }

                // Rust's `as` saturates, as the intrinsics do.
                let saturated = |width, signed, host: i128| {
                    assert_eq!(
                        a.to_int_saturating(width, signed).unwrap(),
                        Int::from_i128(width, host),
                        "{context}"
                    );
                };
                saturated(8, true, i128::from(x as i8));
                saturated(8, false, i128::from(x as u8));
                saturated(64, true, i128::from(x as i64));
                saturated(64, false, i128::from(x as u64));
                saturated(128, true, x as i128);
                saturated(128, false, (x as u128) as i128);
                // A width that holds every finite number shows whether a narrower conversion is in
                // range.
                let whole = a.to_int_saturating(1200, true).unwrap();
                let width = 1 + random.below(200) as u32;
                let fits = x.is_finite() && whole.trunc(width).sext(1200) == whole;
                assert_eq!(
                    a.to_int(width, true).unwrap(),
                    fits.then(|| whole.trunc(width)),
                    "{context} {width}"
                );
                let fits = x.is_finite() && whole.trunc(width).zext(1200) == whole;
                assert_eq!(
                    a.to_int(width, false).unwrap(),
                    fits.then(|| whole.trunc(width)),
                    "{context} {width}"
                );

                let integer = random.int(128);
                let (signed, unsigned) = (integer.to_i128().unwrap(), integer.to_u128().unwrap());
                assert_eq!(
                    Float::from_int(ty, &integer, true).unwrap(),
                    Float::$from(signed as $host)
                );
                assert_eq!(
                    Float::from_int(ty, &integer, false).unwrap(),
                    Float::$from(unsigned as $host)
                );
                let narrow = integer.trunc(33);
                assert_eq!(
                    Float::from_int(ty, &narrow, true).unwrap(),
                    Float::$from(narrow.to_i64().unwrap() as $host)
                );
                // Widening the integer changes nothing, also far beyond 128 bits.
                assert_eq!(
                    Float::from_int(ty, &integer.sext(700), true).unwrap(),
                    Float::$from(signed as $host)
                );
            }
        }
    };
}

against_host!(float_agrees_with_the_host, f32, Float, from_f32, to_f32, 1);
against_host!(double_agrees_with_the_host, f64, Double, from_f64, to_f64, 2);

/// A finite half as a multiple of 2^-24, and what an infinity would be if the exponents went on.
fn half_as_integer(bits: u16) -> i128 {
    let (exponent, fraction) = (u32::from(bits >> 10 & 31), i128::from(bits & 1023));
    let magnitude = if exponent == 0 { fraction } else { (fraction | 1024) << (exponent - 1) };
    if bits >> 15 != 0 { -magnitude } else { magnitude }
}

/// The half nearest to `numerator / denominator` in units of 2^-24, found by search: no rounding
/// code at all. `zero_sign` is the sign if the result is zero.
fn nearest_half(numerator: i128, denominator: i128, zero_sign: bool) -> u16 {
    assert!(denominator > 0);
    let negative = if numerator == 0 { zero_sign } else { numerator < 0 };
    let target = numerator.abs();
    // The largest magnitude that is not above the target, infinity standing for 2^16.
    let below = (0..=0x7C00u16)
        .collect::<Vec<_>>()
        .partition_point(|&bits| half_as_integer(bits) * denominator <= target)
        - 1;
    let below = below as u16;
    let magnitude = if below == 0x7C00 {
        below
    } else {
        let (down, up) = (
            target - half_as_integer(below) * denominator,
            half_as_integer(below + 1) * denominator - target,
        );
        if down < up || down == up && below.is_multiple_of(2) { below } else { below + 1 }
    };
    magnitude | u16::from(negative) << 15
}

#[test]
fn half_agrees_with_exact_arithmetic() {
    let mut random = Random(3);
    for _ in 0..6_000 {
        let mut finite = || loop {
            let value = random_float(&mut random, FloatType::Half);
            if value.bits() as u16 & 0x7C00 != 0x7C00 {
                return value;
            }
        };
        let (a, b, c) = (finite(), finite(), finite());
        let [x, y, z] = [a, b, c].map(|value| half_as_integer(value.bits() as u16));
        let [negative_a, negative_b, negative_c] =
            [a, b, c].map(|value| value.is_negative().unwrap());
        let check = |result: Result<FloatResult, Uninterpreted>, expected: u16, name: &str| {
            let expected = Float::from_bits(FloatType::Half, u128::from(expected));
            assert_eq!(value_of(result), expected, "{name} {a:?} {b:?} {c:?}");
        };
        check(a.add(b), nearest_half(x + y, 1, negative_a && negative_b), "add");
        check(a.sub(b), nearest_half(x - y, 1, negative_a && !negative_b), "sub");
        let unit = 1 << 24;
        let product_sign = negative_a != negative_b;
        check(a.mul(b), nearest_half(x * y, unit, product_sign), "mul");
        let exact_zero_sign = if x * y == 0 && z == 0 { product_sign && negative_c } else { false };
        check(a.fma(b, c), nearest_half(x * y + z * unit, unit, exact_zero_sign), "fma");
        if y != 0 {
            check(a.div(b), nearest_half(x * unit * y.signum(), y.abs(), product_sign), "div");
            check(a.rem(b), nearest_half(x % y, 1, negative_a), "rem");
        }
    }
}

#[test]
fn every_half_has_the_right_square_root_and_conversions() {
    for bits in 0..=u16::MAX {
        let half = Float::from_bits(FloatType::Half, u128::from(bits));
        if half.is_nan().unwrap() {
            continue;
        }
        let double = value_of(half.convert(FloatType::Double));
        let exact = match (bits & 0x7FFF) == 0x7C00 {
            true => f64::INFINITY.copysign(if bits >> 15 != 0 { -1.0 } else { 1.0 }),
            false => (half_as_integer(bits) as f64 / f64::from(1 << 24))
                .copysign(if bits >> 15 != 0 { -1.0 } else { 1.0 }),
        };
        assert_eq!(double, Float::from_f64(exact));
        assert_eq!(value_of(double.convert(FloatType::Half)), half);
        // 53 bits are more than twice 11 and two: rounding the root twice is rounding it once.
        let root = value_of(Float::from_f64(exact.sqrt()).convert(FloatType::Half));
        assert_gives(half.sqrt(), root, "sqrt");
    }
}

#[test]
fn narrowing_finds_the_nearest() {
    let mut random = Random(4);
    for _ in 0..6_000 {
        let double = random_float(&mut random, FloatType::Double);
        let value = double.to_f64().unwrap();
        if !value.is_finite() || value.abs() > 1e6 || value.abs() < 1e-12 {
            continue;
        }
        // An integer of 93 bits in units of 2^-(24 + 60) is exact for these magnitudes and 53 bits.
        let scaled = value * (1u64 << 60) as f64 * f64::from(1 << 24);
        if scaled.trunc() != scaled {
            continue;
        }
        let expected = nearest_half(scaled as i128, 1 << 60, value.is_sign_negative());
        assert_eq!(
            value_of(double.convert(FloatType::Half)).bits(),
            u128::from(expected),
            "{double:?}"
        );
        assert_eq!(value_of(double.convert(FloatType::Float)), Float::from_f32(value as f32));
    }
}

/// The operations of a wide type, rounded to a narrow one, are the operations of the narrow type.
#[test]
fn wide_types_agree_with_narrow_ones() {
    let mut random = Random(5);
    let pairs = [
        (FloatType::Double, FloatType::Fp128),
        (FloatType::Float, FloatType::X86Fp80),
        (FloatType::Float, FloatType::Fp128),
        (FloatType::BFloat, FloatType::X86Fp80),
        (FloatType::BFloat, FloatType::Double),
        (FloatType::Half, FloatType::X86Fp80),
        (FloatType::Half, FloatType::Float),
    ];
    type Operation = fn(Float, Float) -> Result<FloatResult, Uninterpreted>;
    let operations: [(&str, Operation); 7] = [
        ("add", Float::add),
        ("sub", Float::sub),
        ("mul", Float::mul),
        ("div", Float::div),
        ("rem", Float::rem),
        ("sqrt", |a, _| a.sqrt()),
        ("floor", |a, _| a.round_to_integral(Rounding::Down)),
    ];
    for (narrow, wide) in pairs {
        for _ in 0..4_000 {
            let (a, b) = (random_float(&mut random, narrow), random_float(&mut random, narrow));
            let (wide_a, wide_b) = (value_of(a.convert(wide)), value_of(b.convert(wide)));
            for (name, operation) in operations {
                let expected = match operation(wide_a, wide_b).unwrap() {
                    FloatResult::Exactly(value) => value_of(value.convert(narrow)),
                    FloatResult::Either(..) => unreachable!("no operation above"),
                    FloatResult::Nan(_) => Float::preferred_nan(narrow).unwrap(),
                };
                assert_gives(
                    operation(a, b),
                    expected,
                    &format!("{name} {a:?} {b:?} in {}", wide.word()),
                );
            }
            assert_eq!(a.order(b), wide_a.order(wide_b));
            assert_eq!(value_of(wide_a.convert(narrow)), value_of(a.canonicalize()));
        }
    }
}

/// A square root is the nearest number: neither neighbour's square is closer. Checked exactly in
/// wide integers.
#[test]
fn wide_square_roots_are_nearest() {
    let mut random = Random(6);
    for ty in [FloatType::X86Fp80, FloatType::Fp128] {
        let precision = if ty == FloatType::Fp128 { 113 } else { 64 };
        for _ in 0..4_000 {
            let significand = random.int(precision).or(&Int::signed_min(precision));
            let odd = random.below(2) as u32;
            let radicand = Float::from_int(ty, &significand.zext(300).shl(odd), false).unwrap();
            let root = value_of(radicand.sqrt());
            // Scale the root by 2^200 and its square by 2^400: all exact.
            let scale = |value: Float, by: i64| {
                value_of(value.ldexp(&Int::from_i64(64, by))).to_int(1000, false).unwrap().unwrap()
            };
            let (exact, scaled) = (scale(radicand, 400), scale(root, 200));
            let half_ulp = Int::one(1000).shl(scaled.bit_length() - precision - 1);
            let (low, high) = (scaled.sub(&half_ulp), scaled.add(&half_ulp));
            assert!(
                !exact.ult(&low.mul(&low)) && !high.mul(&high).ult(&exact),
                "sqrt {radicand:?} = {root:?}"
            );
        }
    }
}

#[test]
fn scaling_is_multiplication_by_a_power_of_two() {
    let mut random = Random(7);
    for _ in 0..100_000 {
        let a = random_float(&mut random, FloatType::Double);
        let exponent = random.below(2000) as i64 - 1000;
        let power = Float::from_f64(2f64.powi(exponent as i32));
        let scaled = a.ldexp(&Int::from_i64(32, exponent));
        assert_gives(scaled, value_of(a.mul(power)), &format!("{a:?} {exponent}"));
        let (fraction, power) = a.frexp().unwrap();
        if let (FloatResult::Exactly(fraction), Some(power)) = (fraction, power) {
            assert_eq!(value_of(fraction.ldexp(&Int::from_i64(32, i64::from(power)))), a);
            let magnitude = fraction.abs().unwrap().to_f64().unwrap();
            assert!(magnitude == 0.0 || (0.5..1.0).contains(&magnitude));
        }
    }
    let one = Float::from_f64(1.0);
    assert_eq!(value_of(one.ldexp(&Int::signed_max(200))), Float::from_f64(f64::INFINITY));
    assert_eq!(value_of(one.ldexp(&Int::signed_min(200))), Float::from_f64(0.0));
}

#[test]
fn extremes_treat_nan_and_zero_as_llvm_does() {
    let [nan, one, plus, minus] = [f64::NAN, 1.0, 0.0, -0.0].map(Float::from_f64);
    assert_eq!(plus.minnum(minus).unwrap(), FloatResult::Either(plus, minus));
    assert_eq!(minus.maxnum(plus).unwrap(), FloatResult::Either(minus, plus));
    assert_eq!(value_of(nan.minnum(one)), one);
    assert_eq!(value_of(one.maxnum(nan)), one);
    assert!(matches!(nan.minnum(nan).unwrap(), FloatResult::Nan(_)));
    assert!(matches!(nan.minimum(one).unwrap(), FloatResult::Nan(_)));
    assert!(matches!(one.maximum(nan).unwrap(), FloatResult::Nan(_)));
    assert_eq!(value_of(plus.minimum(minus)), minus);
    assert_eq!(value_of(minus.maximum(plus)), plus);
    assert_eq!(value_of(plus.minimumnum(minus)), minus);
    assert_eq!(value_of(nan.maximumnum(one)), one);
}

#[test]
fn nan_choices_are_those_of_the_reference() {
    let quiet = Float::from_bits(FloatType::Float, 0x7FC0_0005);
    let signaling = Float::from_bits(FloatType::Float, 0x7F80_0003);
    let one = Float::from_f32(1.0);
    let FloatResult::Nan(choices) = signaling.add(quiet).unwrap() else { panic!() };
    let bits: Vec<u128> = (0..choices.count()).map(|index| choices.choice(index).bits()).collect();
    let expected: [u128; 8] = [
        0x7FC0_0000,
        0xFFC0_0000,
        0x7FC0_0003,
        0xFFC0_0003,
        0x7F80_0003,
        0xFF80_0003,
        0x7FC0_0005,
        0xFFC0_0005,
    ];
    assert_eq!(bits, expected);
    let FloatResult::Nan(choices) = quiet.convert(FloatType::Double).unwrap() else { panic!() };
    assert!(choices.contains(Float::from_bits(FloatType::Double, 0x7FF8_0000_A000_0000)));
    // A payload that is cut off entirely leaves only quiet NaNs, never an infinity.
    let low = Float::from_bits(FloatType::Double, 0x7FF0_0000_0000_0001);
    let FloatResult::Nan(choices) = low.convert(FloatType::Float).unwrap() else { panic!() };
    assert_eq!(choices.count(), 2);
    let FloatResult::Nan(choices) = signaling.canonicalize().unwrap() else { panic!() };
    assert!(!choices.contains(signaling));
    assert!(matches!(one.div(one.neg().unwrap()).unwrap(), FloatResult::Exactly(_)));
}

#[test]
fn classes() {
    let class = |bits: u64| Float::from_bits(FloatType::Double, u128::from(bits)).class().unwrap();
    assert_eq!(class(0x7FF0_0000_0000_0001), FloatClass::SignalingNan);
    assert_eq!(class(0xFFF8_0000_0000_0000), FloatClass::QuietNan);
    assert_eq!(class(0xFFF0_0000_0000_0000), FloatClass::NegativeInfinity);
    assert_eq!(class(0xBFF0_0000_0000_0000), FloatClass::NegativeNormal);
    assert_eq!(class(0x8000_0000_0000_0001), FloatClass::NegativeSubnormal);
    assert_eq!(class(0x8000_0000_0000_0000), FloatClass::NegativeZero);
    assert_eq!(class(0), FloatClass::PositiveZero);
    assert_eq!(class(1), FloatClass::PositiveSubnormal);
    assert_eq!(class(0x3FF0_0000_0000_0000), FloatClass::PositiveNormal);
    assert_eq!(class(0x7FF0_0000_0000_0000), FloatClass::PositiveInfinity);
    assert_eq!(FloatClass::PositiveInfinity as u8, 9);
    let subnormal = Float::from_bits(FloatType::Double, 1 << 63 | 1);
    assert_eq!(subnormal.flush_denormal(DenormalMode::Ieee), Ok(subnormal));
    assert_eq!(subnormal.flush_denormal(DenormalMode::PreserveSign), Ok(Float::from_f64(-0.0)));
    assert_eq!(subnormal.flush_denormal(DenormalMode::PositiveZero), Ok(Float::from_f64(0.0)));
    assert_eq!(
        subnormal.flush_denormal(DenormalMode::Dynamic),
        Err(Uninterpreted::DynamicDenormals)
    );
    let one = Float::from_f64(1.0);
    assert_eq!(one.flush_denormal(DenormalMode::Dynamic), Ok(one));
}

#[test]
fn odd_formats_are_refused_or_read_as_documented() {
    let unnormal = Float::from_bits(FloatType::X86Fp80, 0x1234 << 64 | 1);
    assert_eq!(unnormal.add(unnormal), Err(Uninterpreted::X87Encoding));
    assert_eq!(unnormal.class(), Err(Uninterpreted::X87Encoding));
    assert_eq!(unnormal.neg().map(Float::bits), Ok(0x9234 << 64 | 1));
    let pseudo_denormal = Float::from_bits(FloatType::X86Fp80, 1 << 63);
    assert_eq!(pseudo_denormal.add(pseudo_denormal), Err(Uninterpreted::X87Encoding));
    assert_eq!(pseudo_denormal.order(pseudo_denormal), Err(Uninterpreted::X87Encoding));
    assert_eq!(pseudo_denormal.canonicalize(), Err(Uninterpreted::X87Encoding));
    assert_eq!(pseudo_denormal.neg().map(Float::bits), Ok(0x8000 << 64 | 1 << 63));
    let pair = parse_literal(FloatType::PpcFp128, "0xM3FF00000000000000000000000000000").unwrap();
    assert_eq!(pair.add(pair), Err(Uninterpreted::DoubleDouble));
    assert_eq!(pair.to_string(), "0xM3FF00000000000000000000000000000");
}

#[test]
fn literals_read_back() {
    let mut random = Random(8);
    for ty in FloatType::ALL {
        for _ in 0..20_000 {
            let value = random_float(&mut random, ty);
            assert_eq!(parse_literal(ty, &value.to_string()), Ok(value));
        }
    }
    for ty in IEEE {
        for value in [
            Float::infinity(ty, true),
            Float::zero(ty, true),
            Float::preferred_nan(ty),
            Float::largest(ty, false),
        ] {
            let value = value.unwrap();
            assert_eq!(parse_literal(ty, &value.to_string()), Ok(value));
        }
    }
}

/// What `opt` of LLVM 19 writes for these literals, and which it refuses.
#[test]
fn literals_are_llvms() {
    let accepted = [
        (FloatType::Double, "0.0", "0.000000e+00"),
        (FloatType::Double, "-0.0", "-0.000000e+00"),
        (FloatType::Double, "1.", "1.000000e+00"),
        (FloatType::Double, "+1.5e3", "1.500000e+03"),
        (FloatType::Double, "00001.5", "1.500000e+00"),
        (FloatType::Double, "123456.0", "1.234560e+05"),
        (FloatType::Double, "1234567.0", "0x4132D68700000000"),
        (FloatType::Double, "0x1", "4.940660e-324"),
        (FloatType::Double, "0x3ff", "5.054290e-321"),
        (FloatType::Double, "1.0e999", "0x7FF0000000000000"),
        (FloatType::Float, "1.0e999", "0x7FF0000000000000"),
        (FloatType::Float, "0x7FF4000020000000", "0x7FF4000020000000"),
        (FloatType::Float, "0x36A0000000000000", "0x36A0000000000000"),
        (FloatType::BFloat, "1.0", "0xR3F80"),
        (FloatType::Half, "0x3FF0000000000000", "0xH3C00"),
        (FloatType::Half, "0xH3C", "0xH003C"),
        (FloatType::X86Fp80, "0xK1", "0xK7FFF0000000000000000"),
        (FloatType::X86Fp80, "0xK00008000000000000001", "0xK00018000000000000001"),
        (FloatType::X86Fp80, "0xK12340000000000000001", "0xK7FFF0000000000000001"),
        (FloatType::Fp128, "0xL1", "0xL00000000000000000000000000000001"),
        (
            FloatType::Fp128,
            "0xL00000000000000003FFF000000000000",
            "0xL00000000000000003FFF000000000000",
        ),
    ];
    for (ty, text, printed) in accepted {
        assert_eq!(
            parse_literal(ty, text).map(|value| value.to_string()),
            Ok(printed.into()),
            "{text}"
        );
    }
    let refused = [
        (FloatType::Float, "0.1", LiteralError::Inexact),
        (FloatType::Half, "0.1", LiteralError::Inexact),
        (FloatType::Float, "0x7FF8000000000001", LiteralError::Inexact),
        (FloatType::X86Fp80, "1.0", LiteralError::WrongNotation),
        (FloatType::Fp128, "1.0", LiteralError::WrongNotation),
        (FloatType::Double, "0xK3FFF8000000000000000", LiteralError::WrongNotation),
        (FloatType::Double, "0x", LiteralError::Malformed),
        (FloatType::Double, "1e5", LiteralError::Malformed),
        (FloatType::Double, ".5", LiteralError::Malformed),
        (FloatType::Double, "1.5e", LiteralError::Malformed),
        (FloatType::Double, "inf", LiteralError::Malformed),
        (FloatType::Double, "-0x3FF0000000000000", LiteralError::Malformed),
        (FloatType::Double, "0x12345678901234567", LiteralError::TooManyDigits),
    ];
    for (ty, text, error) in refused {
        assert_eq!(parse_literal(ty, text), Err(error), "{text}");
    }
}
