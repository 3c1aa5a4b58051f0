//! Poison and undef: every operation on partly undef operands of small widths against the
//! definition, which is to run it on every pattern that the operands allow.

use std::collections::HashSet;
use tollgate_ir::{Flags, FloatType, IntPredicate, Opcode, RmwOp, Shape as OpcodeShape};
use tollgate_sem::float::parse_literal;
use tollgate_sem::int::FixedPoint;
use tollgate_sem::intrinsics::{CallShape, Intrinsic};
use tollgate_sem::ops::{
    Denormals, Evaluator, Reason, Stop, Ub, int_binary, int_compare, word_binary, word_compare,
};
use tollgate_sem::value::{Bits, Choose, Lane, LaneType, Shape, Value};
use tollgate_sem::{Float, Int};

type Plain = Value<()>;

/// Runs with every sequence of choices.
#[derive(Default)]
struct All {
    path: Vec<(usize, usize)>,
    position: usize,
}

impl All {
    fn next(&mut self, count: usize) -> usize {
        if self.position == self.path.len() {
            self.path.push((0, count));
        }
        self.position += 1;
        self.path[self.position - 1].0
    }

    fn advance(&mut self) -> bool {
        self.position = 0;
        while let Some((number, count)) = self.path.pop() {
            if number + 1 < count {
                self.path.push((number + 1, count));
                return true;
            }
        }
        false
    }
}

impl Choose for All {
    fn undef(&mut self, width: u32) -> Int {
        Int::new(width, self.next(1 << width) as u64)
    }

    fn pick(&mut self, count: usize) -> usize {
        self.next(count)
    }
}

/// All results over all choices.
fn all_results(
    evaluate: &mut dyn FnMut(&mut Evaluator<'_>) -> Result<Plain, Stop>,
) -> Vec<Result<Plain, Stop>> {
    let mut all = All::default();
    let mut results = Vec::new();
    loop {
        let mut evaluator =
            Evaluator { choose: &mut all, denormals: Denormals::IEEE, big_endian: false };
        results.push(evaluate(&mut evaluator));
        if !all.advance() {
            return results;
        }
    }
}

/// The outcome of one concrete run: the pattern, or what went wrong.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Concrete {
    Poison,
    Undefined(Ub),
    Pattern(Int),
}

fn patterns(bits: &Bits) -> Vec<Int> {
    (0..1u64 << bits.width())
        .map(|value| Int::new(bits.width(), value))
        .filter(|value| bits.allows(value))
        .collect()
}

/// The concrete outcomes that a list of results stands for.
fn outcomes(results: &[Result<Plain, Stop>]) -> HashSet<Concrete> {
    let mut outcomes = HashSet::new();
    for result in results {
        match result {
            Err(Stop::Undefined(ub)) => drop(outcomes.insert(Concrete::Undefined(*ub))),
            Err(Stop::Uninterpreted(reason)) => panic!("{reason}"),
            Ok(Value::Lane(Lane::Poison)) => drop(outcomes.insert(Concrete::Poison)),
            Ok(Value::Lane(Lane::Bits(bits))) => {
                outcomes.extend(patterns(bits).into_iter().map(Concrete::Pattern))
            }
            Ok(other) => panic!("{other:?} is no scalar"),
        }
    }
    outcomes
}

/// Every partly undef value of a width.
fn partly_undef(width: u32) -> Vec<Bits> {
    let mut all = HashSet::new();
    for value in 0..1u64 << width {
        for mask in 0..1u64 << width {
            all.insert(Bits::with_undef(&Int::new(width, value), Int::new(width, mask)));
        }
    }
    all.into_iter().collect()
}

fn flag_sets(allowed: Flags) -> Vec<Flags> {
    let mut sets = vec![Flags::NONE];
    for &(flag, _) in Flags::WORDS {
        if allowed.contains(flag) {
            sets.extend(sets.clone().into_iter().map(|set| set | flag));
        }
    }
    sets
}

#[test]
fn undef_operands_of_binary_operations_mean_all_their_patterns() {
    for opcode in
        Opcode::ALL.iter().copied().filter(|opcode| opcode.shape() == OpcodeShape::IntBinary)
    {
        for width in 1..=3 {
            let values = partly_undef(width);
            for flags in flag_sets(opcode.info().flags) {
                for a in &values {
                    for b in &values {
                        let (left, right) = (Plain::bits(a.clone()), Plain::bits(b.clone()));
                        let mut evaluate = |evaluator: &mut Evaluator<'_>| {
                            evaluator.binary(opcode, flags, LaneType::Int(width), &left, &right)
                        };
                        let given = outcomes(&all_results(&mut evaluate));
                        let mut expected = HashSet::new();
                        for x in patterns(a) {
                            for y in patterns(b) {
                                expected.insert(match int_binary(opcode, flags, &x, &y) {
                                    Ok(None) => Concrete::Poison,
                                    Ok(Some(value)) => Concrete::Pattern(value),
                                    Err(Stop::Undefined(ub)) => Concrete::Undefined(ub),
                                    Err(Stop::Uninterpreted(reason)) => panic!("{reason}"),
                                });
                            }
                        }
                        assert_eq!(given, expected, "{opcode:?} {flags:?} {a:?} {b:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn undef_operands_of_casts_mean_all_their_patterns() {
    let shape = |width| Shape { lanes: None, lane: LaneType::Int(width) };
    for (opcode, from, to) in
        [(Opcode::Trunc, 4, 2), (Opcode::Trunc, 2, 1), (Opcode::ZExt, 3, 5), (Opcode::SExt, 3, 5)]
    {
        for flags in flag_sets(opcode.info().flags) {
            for a in partly_undef(from) {
                let value = Plain::bits(a.clone());
                let mut evaluate = |evaluator: &mut Evaluator<'_>| {
                    evaluator.cast(opcode, flags, shape(from), shape(to), &value)
                };
                let given = outcomes(&all_results(&mut evaluate));
                let expected: HashSet<Concrete> = patterns(&a)
                    .into_iter()
                    .map(|x| {
                        let result = match opcode {
                            Opcode::Trunc => x.trunc(to),
                            Opcode::ZExt => x.zext(to),
                            _ => x.sext(to),
                        };
                        let lost = opcode == Opcode::Trunc
                            && (flags.contains(Flags::NUW) && result.zext(from) != x
                                || flags.contains(Flags::NSW) && result.sext(from) != x);
                        let negative = flags.contains(Flags::NNEG) && x.is_negative();
                        if lost || negative { Concrete::Poison } else { Concrete::Pattern(result) }
                    })
                    .collect();
                assert_eq!(given, expected, "{opcode:?} {flags:?} {a:?}");
            }
        }
    }
}

#[test]
fn comparisons_choose_each_operand_on_its_own() {
    let undef = Plain::bits(Bits::undef(2));
    for &predicate in IntPredicate::ALL {
        for flags in [Flags::NONE, Flags::SAMESIGN] {
            let mut evaluate = |evaluator: &mut Evaluator<'_>| {
                evaluator.int_compare(predicate, flags, &undef, &undef)
            };
            let given = outcomes(&all_results(&mut evaluate));
            let both: Vec<Int> = (0..4).map(|value| Int::new(2, value)).collect();
            let mut expected = HashSet::new();
            for a in &both {
                for b in &both {
                    let broken =
                        flags.contains(Flags::SAMESIGN) && a.is_negative() != b.is_negative();
                    let result = Concrete::Pattern(Int::from_bool(int_compare(predicate, a, b)));
                    expected.insert(if broken { Concrete::Poison } else { result });
                }
            }
            assert_eq!(given, expected, "{predicate:?}");
        }
    }
}

#[test]
fn words_compute_what_integers_compute() {
    for width in 1..=5u32 {
        for opcode in
            Opcode::ALL.iter().copied().filter(|opcode| opcode.shape() == OpcodeShape::IntBinary)
        {
            for flags in flag_sets(opcode.info().flags) {
                for a in 0..1 << width {
                    for b in 0..1 << width {
                        let (x, y) = (Int::new(width, a), Int::new(width, b));
                        let wide = int_binary(opcode, flags, &x, &y)
                            .map(|value| value.map(|value| value.low_u64()));
                        assert_eq!(
                            word_binary(opcode, flags, a, b, width),
                            wide,
                            "{opcode:?} {flags:?} {x:?} {y:?}"
                        );
                    }
                }
            }
        }
        for &predicate in IntPredicate::ALL {
            for a in 0..1 << width {
                for b in 0..1 << width {
                    let wide = int_compare(predicate, &Int::new(width, a), &Int::new(width, b));
                    assert_eq!(word_compare(predicate, a, b, width), wide);
                }
            }
        }
    }
}

/// Evaluates once; a choice takes its first alternative.
fn once(evaluate: impl Fn(&mut Evaluator<'_>) -> Result<Plain, Stop>) -> Result<Plain, Stop> {
    let mut all = All::default();
    evaluate(&mut Evaluator { choose: &mut all, denormals: Denormals::IEEE, big_endian: false })
}

#[test]
fn poison_spreads_and_divisors_must_be_defined() {
    let (poison, one, zero) = (Plain::poison(), Plain::int(Int::one(8)), Plain::int(Int::zero(8)));
    let binary = |opcode, a: &Plain, b: &Plain| {
        once(|it| it.binary(opcode, Flags::NONE, LaneType::Int(8), a, b))
    };
    assert_eq!(binary(Opcode::Add, &poison, &one), Ok(poison.clone()));
    assert_eq!(binary(Opcode::And, &zero, &poison), Ok(poison.clone()));
    assert_eq!(binary(Opcode::UDiv, &poison, &one), Ok(poison.clone()));
    assert_eq!(binary(Opcode::UDiv, &one, &poison), Err(Stop::Undefined(Ub::DivisionByPoison)));
    assert_eq!(binary(Opcode::SRem, &poison, &zero), Err(Stop::Undefined(Ub::DivisionByZero)));
    let smallest = Plain::int(Int::signed_min(8));
    let minus_one = Plain::int(Int::all_ones(8));
    assert_eq!(
        binary(Opcode::SDiv, &smallest, &minus_one),
        Err(Stop::Undefined(Ub::DivisionOverflow))
    );
    assert_eq!(binary(Opcode::Shl, &one, &Plain::int(Int::new(8, 8))), Ok(poison.clone()));
    let select = |c: &Plain, a: &Plain, b: &Plain| once(|it| it.select(Flags::NONE, None, c, a, b));
    let truth = |value| Plain::int(Int::from_bool(value));
    assert_eq!(select(&truth(true), &one, &poison), Ok(one.clone()));
    assert_eq!(select(&truth(false), &one, &poison), Ok(poison.clone()));
    assert_eq!(select(&poison, &one, &one), Ok(poison.clone()));
    // One lane that divides by zero makes the whole operation undefined.
    let vector = |a: &Plain, b: &Plain| Plain::Parts(vec![a.clone(), b.clone()]);
    let result = binary(Opcode::UDiv, &vector(&one, &one), &vector(&one, &zero));
    assert_eq!(result, Err(Stop::Undefined(Ub::DivisionByZero)));
    assert_eq!(once(|it| it.freeze(LaneType::Int(8), &poison)), Ok(zero.clone()));
}

#[test]
fn bitcasts_follow_the_byte_order() {
    let lanes = |values: &[u64]| {
        Plain::Parts(values.iter().map(|&value| Plain::int(Int::new(8, value))).collect())
    };
    let bytes = Shape { lanes: Some(4), lane: LaneType::Int(8) };
    let halves = Shape { lanes: Some(2), lane: LaneType::Int(16) };
    let whole = Shape { lanes: None, lane: LaneType::Int(32) };
    let cast = |big_endian, from, to, value: &Plain| {
        let mut all = All::default();
        Evaluator { choose: &mut all, denormals: Denormals::IEEE, big_endian }
            .cast(Opcode::BitCast, Flags::NONE, from, to, value)
            .unwrap()
    };
    let value = lanes(&[0x11, 0x22, 0x33, 0x44]);
    assert_eq!(cast(false, bytes, whole, &value), Plain::int(Int::new(32, 0x4433_2211)));
    assert_eq!(cast(true, bytes, whole, &value), Plain::int(Int::new(32, 0x1122_3344)));
    let pair = |a, b| Plain::Parts(vec![Plain::int(Int::new(16, a)), Plain::int(Int::new(16, b))]);
    assert_eq!(cast(false, bytes, halves, &value), pair(0x2211, 0x4433));
    assert_eq!(cast(true, bytes, halves, &value), pair(0x1122, 0x3344));
    for big_endian in [false, true] {
        let there = cast(big_endian, bytes, whole, &value);
        assert_eq!(cast(big_endian, whole, bytes, &there), value);
    }
    // A poison lane spoils only the lanes that it overlaps.
    let mut spoiled = value.clone();
    if let Value::Parts(lanes) = &mut spoiled {
        lanes[3] = Plain::poison();
    }
    let expected = Plain::Parts(vec![Plain::int(Int::new(16, 0x2211)), Plain::poison()]);
    assert_eq!(cast(false, bytes, halves, &spoiled), expected);
    assert_eq!(cast(false, bytes, whole, &spoiled), Plain::poison());
}

#[test]
fn fast_math_flags_make_poison() {
    let lane = LaneType::Float(FloatType::Double);
    let float = |value: f64| Plain::int(Int::from_u128(64, Float::from_f64(value).bits()));
    let add = |flags, a: f64, b: f64| {
        once(|it| it.binary(Opcode::FAdd, flags, lane, &float(a), &float(b)))
    };
    assert_eq!(add(Flags::NNAN, 1.0, 2.0), Ok(float(3.0)));
    assert_eq!(add(Flags::NNAN, f64::NAN, 2.0), Ok(Plain::poison()));
    assert_eq!(add(Flags::NNAN, f64::INFINITY, f64::NEG_INFINITY), Ok(Plain::poison()));
    assert_eq!(add(Flags::NINF, f64::MAX, f64::MAX), Ok(Plain::poison()));
    assert_eq!(add(Flags::NSZ, -0.0, -0.0), Ok(float(-0.0)));
    let nan = all_results(&mut |it| {
        it.binary(Opcode::FAdd, Flags::NONE, lane, &float(f64::NAN), &float(1.0))
    });
    assert_eq!(nan.len(), 2, "the preferred NaN, with either sign");
    let flushing = Denormals::parse("preserve-sign").unwrap();
    let mut all = All::default();
    let mut evaluator = Evaluator { choose: &mut all, denormals: flushing, big_endian: false };
    let tiny = float(f64::from_bits(1));
    let result = evaluator.binary(Opcode::FAdd, Flags::NONE, lane, &tiny, &float(1.0));
    assert_eq!(result, Err(Stop::Uninterpreted(Reason::FlushedDenormal)));
}

#[test]
fn fixed_point_chooses_its_rounding() {
    let shape = Shape { lanes: None, lane: LaneType::Int(4) };
    let call = CallShape {
        results: vec![shape],
        params: vec![shape, shape, Shape { lanes: None, lane: LaneType::Int(32) }],
    };
    for a in 0..16u64 {
        for b in 0..16u64 {
            for scale in 0..4u32 {
                let (x, y) = (Int::new(4, a), Int::new(4, b));
                let arguments = [
                    Plain::int(x.clone()),
                    Plain::int(y.clone()),
                    Plain::int(Int::new(32, u64::from(scale))),
                ];
                let mut evaluate = |it: &mut Evaluator<'_>| {
                    it.intrinsic(Intrinsic::SMulFixSat, Flags::NONE, &call, &arguments)
                };
                let given = outcomes(&all_results(&mut evaluate));
                let FixedPoint { saturated, overflow, inexact, .. } =
                    x.smul_fix(&y, scale).unwrap();
                // The exact product, in units of 2^-scale of the result.
                let exact = x.to_i64().unwrap() * y.to_i64().unwrap();
                let (down, up) = (exact >> scale, -(-exact >> scale));
                let expected: HashSet<Concrete> = [down, up]
                    .map(|value| Concrete::Pattern(Int::from_i64(4, value.clamp(-8, 7))))
                    .into();
                assert_eq!(given, expected, "{a} * {b} at {scale}");
                assert_eq!(inexact, down != up);
                assert_eq!(overflow, !(-8..=7).contains(&down));
                assert_eq!(saturated, Int::from_i64(4, down.clamp(-8, 7)));
            }
        }
    }
}

#[test]
fn fmuladd_rounds_once_or_twice() {
    let shape = Shape { lanes: None, lane: LaneType::Float(FloatType::Double) };
    let call = CallShape { results: vec![shape], params: vec![shape; 3] };
    let float = |text: &str| {
        Plain::int(Int::from_u128(64, parse_literal(FloatType::Double, text).unwrap().bits()))
    };
    // (1 + 2^-52)^2 - (1 + 2^-51) is 2^-104 exactly and 0 if the product is rounded first.
    let arguments =
        [float("0x3FF0000000000001"), float("0x3FF0000000000001"), float("0xBFF0000000000002")];
    let mut evaluate =
        |it: &mut Evaluator<'_>| it.intrinsic(Intrinsic::FMulAdd, Flags::NONE, &call, &arguments);
    let results: Vec<Plain> = all_results(&mut evaluate).into_iter().map(Result::unwrap).collect();
    assert_eq!(results, [float("0x3970000000000000"), float("0.0")]);
    let exact = [float("2.0"), float("3.0"), float("1.0")];
    let mut evaluate =
        |it: &mut Evaluator<'_>| it.intrinsic(Intrinsic::FMulAdd, Flags::NONE, &call, &exact);
    assert_eq!(all_results(&mut evaluate), [Ok(float("7.0"))]);
}

#[test]
fn covering_is_containment_of_patterns() {
    for width in 1..=3 {
        let values = partly_undef(width);
        for a in &values {
            for b in &values {
                let contained = patterns(b).iter().all(|pattern| a.allows(pattern));
                assert_eq!(a.covers(b), contained, "{a:?} {b:?}");
                let (a, b) = (Plain::bits(a.clone()), Plain::bits(b.clone()));
                assert_eq!(a.is_refined_by(&b, &|(), ()| false), contained);
            }
            assert!(Plain::poison().is_refined_by(&Plain::bits(a.clone()), &|(), ()| false));
            assert!(!Plain::bits(a.clone()).is_refined_by(&Plain::poison(), &|(), ()| false));
        }
    }
}

#[test]
fn atomic_arithmetic() {
    for a in 0..16u64 {
        for b in 0..16u64 {
            let lane = |value| Lane::<()>::int(Int::new(4, value));
            let signed = |value: u64| if value > 7 { value as i64 - 16 } else { value as i64 };
            for &op in RmwOp::ALL {
                let expected = match op {
                    RmwOp::Xchg => b,
                    RmwOp::Add => (a + b) % 16,
                    RmwOp::Sub => (a + 16 - b) % 16,
                    RmwOp::And => a & b,
                    RmwOp::Nand => 15 - (a & b),
                    RmwOp::Or => a | b,
                    RmwOp::Xor => a ^ b,
                    RmwOp::Max => {
                        if signed(a) > signed(b) {
                            a
                        } else {
                            b
                        }
                    }
                    RmwOp::Min => {
                        if signed(a) < signed(b) {
                            a
                        } else {
                            b
                        }
                    }
                    RmwOp::UMax => a.max(b),
                    RmwOp::UMin => a.min(b),
                    RmwOp::UIncWrap => {
                        if a >= b {
                            0
                        } else {
                            a + 1
                        }
                    }
                    RmwOp::UDecWrap => {
                        if a == 0 || a > b {
                            b
                        } else {
                            a - 1
                        }
                    }
                    RmwOp::USubCond => {
                        if a >= b {
                            a - b
                        } else {
                            a
                        }
                    }
                    RmwOp::USubSat => a.saturating_sub(b),
                    RmwOp::FAdd
                    | RmwOp::FSub
                    | RmwOp::FMax
                    | RmwOp::FMin
                    | RmwOp::FMaximum
                    | RmwOp::FMinimum => continue,
                };
                let mut all = All::default();
                let mut evaluator =
                    Evaluator { choose: &mut all, denormals: Denormals::IEEE, big_endian: false };
                let given = evaluator.atomic_rmw(op, LaneType::Int(4), &lane(a), &lane(b));
                assert_eq!(given, Ok(lane(expected)), "{op:?} {a} {b}");
            }
        }
    }
    let mut all = All::default();
    let mut evaluator =
        Evaluator { choose: &mut all, denormals: Denormals::IEEE, big_endian: false };
    let float = |value: f32| Lane::<()>::int(Int::from_u128(32, Float::from_f32(value).bits()));
    let lane = LaneType::Float(FloatType::Float);
    assert_eq!(evaluator.atomic_rmw(RmwOp::FAdd, lane, &float(1.5), &float(2.0)), Ok(float(3.5)));
    assert_eq!(evaluator.atomic_rmw(RmwOp::FSub, lane, &float(1.5), &float(2.0)), Ok(float(-0.5)));
    assert_eq!(evaluator.atomic_rmw(RmwOp::FMax, lane, &float(1.5), &float(2.0)), Ok(float(2.0)));
    assert_eq!(
        evaluator.atomic_rmw(RmwOp::FMinimum, lane, &float(0.0), &float(-0.0)),
        Ok(float(-0.0))
    );
    assert_eq!(
        evaluator.atomic_rmw(RmwOp::FAdd, lane, &float(1.5), &Lane::Poison),
        Ok(Lane::Poison)
    );
}

/// Every operation with every flag, by its definition in whole numbers.
#[test]
fn flags_mean_what_the_reference_says() {
    for width in 1..=4u32 {
        let size = 1i64 << width;
        let unsigned = |value: i64| (0..size).contains(&value);
        let signed_range = |value: i64| (-size / 2..size / 2).contains(&value);
        let to_signed = |value: i64| if value >= size / 2 { value - size } else { value };
        for a in 0..size {
            for b in 0..size {
                let (sa, sb) = (to_signed(a), to_signed(b));
                for opcode in Opcode::ALL
                    .iter()
                    .copied()
                    .filter(|opcode| opcode.shape() == OpcodeShape::IntBinary)
                {
                    // The exact result read as unsigned and as signed number, and whether `exact`
                    // or `disjoint` is broken.
                    let (exact_unsigned, exact_signed, broken) = match opcode {
                        Opcode::Add => (a + b, sa + sb, false),
                        Opcode::Sub => (a - b, sa - sb, false),
                        Opcode::Mul => (a * b, sa * sb, false),
                        Opcode::UDiv | Opcode::URem | Opcode::SDiv | Opcode::SRem if b == 0 => {
                            let given = int_binary(
                                opcode,
                                Flags::NONE,
                                &Int::new(width, a as u64),
                                &Int::zero(width),
                            );
                            assert_eq!(given, Err(Stop::Undefined(Ub::DivisionByZero)));
                            continue;
                        }
                        Opcode::SDiv | Opcode::SRem if !signed_range(sa / sb) => {
                            let (x, y) = (Int::new(width, a as u64), Int::new(width, b as u64));
                            let given = int_binary(opcode, Flags::NONE, &x, &y);
                            assert_eq!(given, Err(Stop::Undefined(Ub::DivisionOverflow)));
                            continue;
                        }
                        Opcode::UDiv => (a / b, a / b, a % b != 0),
                        Opcode::URem => (a % b, a % b, false),
                        Opcode::SDiv => (sa / sb, sa / sb, sa % sb != 0),
                        Opcode::SRem => (sa % sb, sa % sb, false),
                        Opcode::Shl | Opcode::LShr | Opcode::AShr if b >= i64::from(width) => {
                            let (x, y) = (Int::new(width, a as u64), Int::new(width, b as u64));
                            assert_eq!(int_binary(opcode, Flags::NONE, &x, &y), Ok(None));
                            continue;
                        }
                        Opcode::Shl => (a << b, sa << b, false),
                        Opcode::LShr => (a >> b, a >> b, a % (1 << b) != 0),
                        Opcode::AShr => (sa >> b, sa >> b, a % (1 << b) != 0),
                        Opcode::And => (a & b, a & b, false),
                        Opcode::Or => (a | b, a | b, a & b != 0),
                        Opcode::Xor => (a ^ b, a ^ b, false),
                        other => panic!("{other:?} is no integer operation"),
                    };
                    for flags in flag_sets(opcode.info().flags) {
                        let poison = flags.contains(Flags::NUW) && !unsigned(exact_unsigned)
                            || flags.contains(Flags::NSW) && !signed_range(exact_signed)
                            || flags.intersects(Flags::EXACT | Flags::DISJOINT) && broken;
                        let expected = (!poison).then(|| Int::from_i64(width, exact_unsigned));
                        let given = int_binary(
                            opcode,
                            flags,
                            &Int::new(width, a as u64),
                            &Int::new(width, b as u64),
                        );
                        assert_eq!(given, Ok(expected), "{opcode:?} {flags:?} i{width} {a}, {b}");
                    }
                }
            }
        }
    }
}

/// Which of the special operands of an intrinsic give poison, and that the others do not.
#[test]
fn poison_of_intrinsics() {
    let shape = Shape { lanes: None, lane: LaneType::Int(4) };
    let call = CallShape { results: vec![shape], params: vec![shape, shape] };
    let bit = |value| Plain::int(Int::from_bool(value));
    for value in 0..16u64 {
        let operand = Plain::int(Int::new(4, value));
        let is_poison = |intrinsic, limited| {
            let arguments = [operand.clone(), bit(limited)];
            once(|it| it.intrinsic(intrinsic, Flags::NONE, &call, &arguments))
                == Ok(Plain::poison())
        };
        for limited in [false, true] {
            assert_eq!(is_poison(Intrinsic::Abs, limited), limited && value == 8);
            assert_eq!(is_poison(Intrinsic::CtLz, limited), limited && value == 0);
            assert_eq!(is_poison(Intrinsic::CtTz, limited), limited && value == 0);
        }
        for amount in 0..16u64 {
            let arguments = [operand.clone(), Plain::int(Int::new(4, amount))];
            for intrinsic in [Intrinsic::UShlSat, Intrinsic::SShlSat] {
                let given = once(|it| it.intrinsic(intrinsic, Flags::NONE, &call, &arguments));
                assert_eq!(
                    given == Ok(Plain::poison()),
                    amount >= 4,
                    "{intrinsic:?} {value} {amount}"
                );
            }
        }
        let (from, to) = (shape, Shape { lanes: None, lane: LaneType::Float(FloatType::Double) });
        let cast = once(|it| it.cast(Opcode::UIToFP, Flags::NNEG, from, to, &operand));
        assert_eq!(cast == Ok(Plain::poison()), value >= 8);
    }
}
