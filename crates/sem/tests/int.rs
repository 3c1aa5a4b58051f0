//! `Int` and `word` against definitions that are too simple to be wrong: `i128` at small widths
//! (every operand), `u128` where it fits, vectors of booleans elsewhere.

#[path = "support/random.rs"]
mod random;

use random::Random;
use tollgate_sem::Int;
use tollgate_sem::word;

const ODD_WIDTHS: [u32; 15] = [7, 8, 13, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 255, 1000];

/// A bit-vector as the list of its bits, lowest first.
mod naive {
    use tollgate_sem::Int;

    pub type Bits = Vec<bool>;

    pub fn of(value: &Int) -> Bits {
        (0..value.width()).map(|i| value.bit(i)).collect()
    }

    pub fn add(a: &Bits, b: &Bits) -> (Bits, bool) {
        let mut carry = false;
        let sum = a.iter().zip(b).map(|(&x, &y)| {
            let bit = x ^ y ^ carry;
            carry = x & y | x & carry | y & carry;
            bit
        });
        (sum.collect(), carry)
    }

    pub fn not(a: &Bits) -> Bits {
        a.iter().map(|x| !x).collect()
    }

    pub fn neg(a: &Bits) -> Bits {
        let mut one = vec![false; a.len()];
        one[0] = true;
        add(&not(a), &one).0
    }

    pub fn resize(a: &Bits, width: usize, fill: bool) -> Bits {
        (0..width).map(|i| a.get(i).copied().unwrap_or(fill)).collect()
    }

    pub fn sign(a: &Bits) -> bool {
        a[a.len() - 1]
    }

    /// The product in double width.
    pub fn mul(a: &Bits, b: &Bits) -> Bits {
        let width = a.len() + b.len();
        let mut product = vec![false; width];
        for (i, _) in a.iter().enumerate().filter(|(_, bit)| **bit) {
            let mut shifted = vec![false; i];
            shifted.extend(b);
            product = add(&product, &resize(&shifted, width, false)).0;
        }
        product
    }

    pub fn less(a: &Bits, b: &Bits) -> bool {
        a.iter().rev().lt(b.iter().rev())
    }

    pub fn div_rem(a: &Bits, b: &Bits) -> (Bits, Bits) {
        let width = a.len();
        let (mut quotient, mut rest) = (vec![false; width], vec![false; width + 1]);
        let wide = resize(b, width + 1, false);
        for i in (0..width).rev() {
            rest.insert(0, a[i]);
            rest.pop();
            if !less(&rest, &wide) {
                rest = add(&rest, &neg(&wide)).0;
                quotient[i] = true;
            }
        }
        (quotient, resize(&rest, width, false))
    }

    pub fn abs(a: &Bits) -> Bits {
        if sign(a) { neg(a) } else { a.clone() }
    }
}

/// Every operation on two operands, against the lists of bits.
fn check_pair(a: &Int, b: &Int) {
    use naive::of;
    let width = a.width() as usize;
    let (x, y) = (of(a), of(b));
    let context = || format!("{a:?} {b:?}");
    let extend = |bits: &naive::Bits, signed: bool| {
        naive::resize(bits, 2 * width + 2, signed && naive::sign(bits))
    };
    let fits = |exact: &naive::Bits, signed: bool| {
        extend(&naive::resize(exact, width, false), signed) == *exact
    };

    for signed in [false, true] {
        let (wide_x, wide_y) = (extend(&x, signed), extend(&y, signed));
        let sum = naive::add(&wide_x, &wide_y).0;
        let difference = naive::add(&wide_x, &naive::neg(&wide_y)).0;
        let mut product = extend(
            &naive::mul(
                &if signed { naive::abs(&x) } else { x.clone() },
                &if signed { naive::abs(&y) } else { y.clone() },
            ),
            false,
        );
        if signed && naive::sign(&x) != naive::sign(&y) {
            product = naive::neg(&product);
        }
        let check = |(result, overflow): (Int, bool), exact: &naive::Bits, name: &str| {
            assert_eq!(of(&result), naive::resize(exact, width, false), "{name} {}", context());
            assert_eq!(overflow, !fits(exact, signed), "{name} overflow {}", context());
        };
        let saturate = |exact: &naive::Bits| match (fits(exact, signed), signed, naive::sign(exact))
        {
            (true, _, _) => naive::resize(exact, width, false),
            (false, false, true) => of(&Int::zero(width as u32)),
            (false, false, false) => of(&Int::all_ones(width as u32)),
            (false, true, true) => of(&Int::signed_min(width as u32)),
            (false, true, false) => of(&Int::signed_max(width as u32)),
        };
        if signed {
            check(a.sadd_with_overflow(b), &sum, "sadd");
            check(a.ssub_with_overflow(b), &difference, "ssub");
            check(a.smul_with_overflow(b), &product, "smul");
            assert_eq!(of(&a.sadd_sat(b)), saturate(&sum));
            assert_eq!(of(&a.ssub_sat(b)), saturate(&difference));
        } else {
            check(a.uadd_with_overflow(b), &sum, "uadd");
            check(a.usub_with_overflow(b), &difference, "usub");
            check(a.umul_with_overflow(b), &product, "umul");
            assert_eq!(of(&a.uadd_sat(b)), saturate(&sum));
            assert_eq!(of(&a.usub_sat(b)), saturate(&difference));
        }
    }

    let zip = |f: fn(bool, bool) -> bool| -> naive::Bits {
        x.iter().zip(&y).map(|(&p, &q)| f(p, q)).collect()
    };
    assert_eq!(of(&a.and(b)), zip(|p, q| p & q));
    assert_eq!(of(&a.or(b)), zip(|p, q| p | q));
    assert_eq!(of(&a.xor(b)), zip(|p, q| p ^ q));
    assert_eq!(of(&a.and_not(b)), zip(|p, q| p & !q));
    assert_eq!(a.intersects(b), x.iter().zip(&y).any(|(&p, &q)| p & q));

    let unsigned_less = naive::less(&x, &y);
    let signed_less = match (naive::sign(&x), naive::sign(&y)) {
        (true, false) => true,
        (false, true) => false,
        _ => unsigned_less,
    };
    assert_eq!(a.ult(b), unsigned_less);
    assert_eq!(a.slt(b), signed_less);
    assert_eq!(a.ucmp(b).is_eq(), x == y);
    assert_eq!(a.scmp(b).is_eq(), x == y);
    assert_eq!(a.umin(b), if unsigned_less { a.clone() } else { b.clone() });
    assert_eq!(a.umax(b), if unsigned_less { b.clone() } else { a.clone() });
    assert_eq!(a.smin(b), if signed_less { a.clone() } else { b.clone() });
    assert_eq!(a.smax(b), if signed_less { b.clone() } else { a.clone() });

    if !b.is_zero() {
        let (quotient, remainder) = naive::div_rem(&x, &y);
        assert_eq!(of(&a.udiv(b)), quotient, "udiv {}", context());
        assert_eq!(of(&a.urem(b)), remainder, "urem {}", context());
        let (quotient, remainder) = naive::div_rem(&naive::abs(&x), &naive::abs(&y));
        let flip =
            |bits: naive::Bits, negative: bool| if negative { naive::neg(&bits) } else { bits };
        assert_eq!(
            of(&a.sdiv(b)),
            flip(quotient, naive::sign(&x) != naive::sign(&y)),
            "sdiv {}",
            context()
        );
        assert_eq!(of(&a.srem(b)), flip(remainder, naive::sign(&x)), "srem {}", context());
        assert_eq!(
            a.sdiv_overflows(b),
            *a == Int::signed_min(a.width()) && *b == Int::all_ones(a.width())
        );
    }

    let joined: naive::Bits = y.iter().chain(&x).copied().collect();
    assert_eq!(of(&a.concat(b)), joined);
}

/// Every operation on one operand and an amount.
fn check_shifts(a: &Int, amount: u32) {
    use naive::of;
    let width = a.width();
    let x = of(a);
    let at = |i: i64| i >= 0 && x.get(i as usize).copied().unwrap_or(false);
    let from = |f: &dyn Fn(i64) -> bool| -> naive::Bits { (0..i64::from(width)).map(f).collect() };
    let shift = i64::from(amount);
    let left = from(&|i| at(i - shift));
    assert_eq!(of(&a.shl(amount)), left);
    assert_eq!(of(&a.lshr(amount)), from(&|i| at(i + shift)));
    let filled = from(&|i| {
        if i + shift >= i64::from(width) { naive::sign(&x) } else { at(i + shift) }
    });
    assert_eq!(of(&a.ashr(amount)), filled);
    let lost: Vec<bool> = (0..amount).map(|i| x[(width - 1 - i) as usize]).collect();
    assert_eq!(a.shl_overflows_unsigned(amount), lost.iter().any(|&bit| bit));
    assert_eq!(a.shl_overflows_signed(amount), lost.iter().any(|&bit| bit != naive::sign(&left)));
    assert_eq!(a.shr_is_inexact(amount), x[..amount as usize].iter().any(|&bit| bit));
    let saturated = |overflow: bool, limit: Int| if overflow { limit } else { a.shl(amount) };
    assert_eq!(
        a.ushl_sat(amount),
        saturated(a.shl_overflows_unsigned(amount), Int::all_ones(width))
    );
    let limit = if a.is_negative() { Int::signed_min(width) } else { Int::signed_max(width) };
    assert_eq!(a.sshl_sat(amount), saturated(a.shl_overflows_signed(amount), limit));
    assert_eq!(of(&a.slice(amount, width - amount)), x[amount as usize..]);
    assert_eq!(of(&a.trunc(amount + 1)), x[..=amount as usize]);
    assert_eq!(of(&a.zext(width + amount)), naive::resize(&x, (width + amount) as usize, false));
    assert_eq!(
        of(&a.sext(width + amount)),
        naive::resize(&x, (width + amount) as usize, naive::sign(&x))
    );
}

fn check_single(a: &Int) {
    use naive::of;
    let width = a.width();
    let x = of(a);
    assert_eq!(of(&a.not()), naive::not(&x));
    assert_eq!(of(&a.neg()), naive::neg(&x));
    assert_eq!(of(&a.abs()), naive::abs(&x));
    assert_eq!(a.ctpop() as usize, x.iter().filter(|bit| **bit).count());
    assert_eq!(a.ctlz() as usize, x.iter().rev().take_while(|bit| !**bit).count());
    assert_eq!(a.cttz() as usize, x.iter().take_while(|bit| !**bit).count());
    assert_eq!(of(&a.bitreverse()), x.iter().rev().copied().collect::<Vec<_>>());
    if width.is_multiple_of(8) {
        assert_eq!(of(&a.bswap()), x.rchunks(8).flatten().copied().collect::<Vec<_>>());
    }
    assert_eq!(Int::from_le_bytes(width, &a.to_le_bytes()), *a);
    assert_eq!(Int::from_be_bytes(width, &a.to_be_bytes()), *a);
    assert_eq!(Int::parse_decimal(width, &a.to_signed_decimal()).as_ref(), Ok(a));
    assert_eq!(Int::parse_decimal(width, &a.to_unsigned_decimal()).as_ref(), Ok(a));
    assert_eq!(Int::parse_hex(width, &a.to_hex()).as_ref(), Ok(a));
    assert!(Int::decimal_width(&a.to_signed_decimal()).unwrap() <= width);
    assert!(Int::decimal_width(&a.to_unsigned_decimal()).unwrap() <= width);
    assert_eq!(a.is_zero(), x.iter().all(|bit| !bit));
    assert_eq!(a.is_all_ones(), x.iter().all(|bit| *bit));
    assert_eq!(a.is_one(), *a == Int::one(width));
    assert_eq!(a.is_signed_min(), *a == Int::signed_min(width));
}

/// Funnel shifts by their definition: the concatenation, rotated through.
fn check_funnel(high: &Int, low: &Int, amount: &Int) {
    let width = high.width();
    let joined = naive::of(&high.concat(low));
    let by = (0..width).rev().fold(0, |rest, i| (rest * 2 + u32::from(amount.bit(i))) % width);
    let left: Vec<bool> = (0..width).map(|i| joined[(i + width - by) as usize]).collect();
    let right: Vec<bool> = (0..width).map(|i| joined[(i + by) as usize]).collect();
    assert_eq!(naive::of(&high.fshl(low, amount)), left, "{high:?} {low:?} {amount:?}");
    assert_eq!(naive::of(&high.fshr(low, amount)), right, "{high:?} {low:?} {amount:?}");
}

/// Fixed point by the definition in `i128`: the floor of the exact rational.
fn check_fixed(a: &Int, b: &Int, scale: u32) {
    let width = a.width();
    let expect = |numerator: i128, denominator: i128, low: i128, high: i128| {
        let floor = numerator.div_euclid(denominator)
            - i128::from(denominator < 0 && numerator.rem_euclid(denominator) != 0);
        let clamped = floor.clamp(low, high);
        (
            Int::from_i128(width, floor),
            Int::from_i128(width, clamped),
            floor != clamped,
            numerator % denominator != 0,
        )
    };
    let parts = |result: tollgate_sem::int::FixedPoint| {
        (result.wrapped, result.saturated, result.overflow, result.inexact)
    };
    let (sa, sb) = (a.to_i128().unwrap(), b.to_i128().unwrap());
    let (ua, ub) = (a.to_u128().unwrap() as i128, b.to_u128().unwrap() as i128);
    let (smin, smax, umax) =
        (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1, (1i128 << width) - 1);
    if scale < width {
        assert_eq!(parts(a.smul_fix(b, scale).unwrap()), expect(sa * sb, 1 << scale, smin, smax));
        if sb != 0 {
            assert_eq!(
                parts(a.sdiv_fix(b, scale).unwrap()),
                expect(sa << scale, sb, smin, smax),
                "{a:?} {b:?} {scale}"
            );
        }
    }
    assert_eq!(parts(a.umul_fix(b, scale).unwrap()), expect(ua * ub, 1 << scale, 0, umax));
    if ub != 0 {
        assert_eq!(parts(a.udiv_fix(b, scale).unwrap()), expect(ua << scale, ub, 0, umax));
    }
}

#[test]
fn every_operand_of_widths_1_to_6() {
    for width in 1..=6 {
        let all: Vec<Int> = (0..1u64 << width).map(|value| Int::new(width, value)).collect();
        for a in &all {
            check_single(a);
            for amount in 0..width {
                check_shifts(a, amount);
            }
            for b in &all {
                check_pair(a, b);
                for scale in 0..=width {
                    check_fixed(a, b, scale);
                }
                if width <= 4 {
                    for c in &all {
                        check_funnel(a, b, c);
                    }
                }
            }
        }
    }
}

#[test]
fn random_operands_of_odd_widths() {
    let mut random = Random(1);
    for width in ODD_WIDTHS {
        let rounds = if width > 200 { 60 } else { 400 };
        for _ in 0..rounds {
            let (a, b, c) = (random.int(width), random.int(width), random.int(width));
            check_single(&a);
            check_pair(&a, &b);
            check_shifts(&a, random.below(u64::from(width)) as u32);
            check_funnel(&a, &b, &c);
            if width <= 33 {
                check_fixed(&a, &b, random.below(u64::from(width) + 1) as u32);
            }
        }
    }
}

#[test]
fn wide_integers_agree_with_u128() {
    let mut random = Random(2);
    for _ in 0..200_000 {
        let width = 65 + random.below(64) as u32;
        let (a, b) = (random.int(width), random.int(width));
        let (x, y) = (a.to_u128().unwrap(), b.to_u128().unwrap());
        assert_eq!(a.add(&b), Int::from_u128(width, x.wrapping_add(y)));
        assert_eq!(a.sub(&b), Int::from_u128(width, x.wrapping_sub(y)));
        assert_eq!(a.mul(&b), Int::from_u128(width, x.wrapping_mul(y)));
        if let (Some(quotient), Some(remainder)) = (x.checked_div(y), x.checked_rem(y)) {
            assert_eq!(a.udiv(&b), Int::from_u128(width, quotient));
            assert_eq!(a.urem(&b), Int::from_u128(width, remainder));
        }
        assert_eq!(a.ucmp(&b), x.cmp(&y));
        assert_eq!(a.to_unsigned_decimal(), x.to_string());
        assert_eq!(a.to_hex(), format!("{x:X}"));
        let signed = a.to_i128().unwrap();
        assert_eq!(a.to_signed_decimal(), signed.to_string());
        assert_eq!(Int::from_i128(width, signed), a);
        assert_eq!(a.scmp(&b), signed.cmp(&b.to_i128().unwrap()));
    }
}

/// Division undoes multiplication, whatever the number of limbs, and its remainder is small.
#[test]
fn very_wide_division_and_multiplication_agree() {
    let mut random = Random(3);
    for width in [192, 500, 4096, 10_000, 40_000] {
        for _ in 0..if width > 5000 { 6 } else { 300 } {
            let (a, mut b) = (random.int(width), random.int(width));
            if random.one_in(2) {
                b = b.lshr(random.below(u64::from(width)) as u32);
            }
            let c = random.int(width);
            let sum_first = a.add(&b).mul(&c);
            assert_eq!(sum_first, a.mul(&c).add(&b.mul(&c)), "distributivity at {width}");
            if b.is_zero() {
                continue;
            }
            let (quotient, remainder) = a.udiv_rem(&b);
            assert!(remainder.ult(&b));
            assert!(!quotient.mul_overflows_unsigned(&b));
            assert_eq!(quotient.mul(&b).add(&remainder), a);
            assert_eq!(Int::parse_decimal(width, &a.to_signed_decimal()), Ok(a));
        }
    }
}

/// The words of the fast path against the definitions in `i128`, every operand of small widths and
/// random ones of all.
#[test]
fn words_agree_with_i128() {
    fn check(a: u64, b: u64, width: u32) {
        let signed = |value: u64| {
            i128::from(value) - if value >> (width - 1) != 0 { 1i128 << width } else { 0 }
        };
        let (ua, ub, sa, sb) = (i128::from(a), i128::from(b), signed(a), signed(b));
        let bits = |value: i128| (value & ((1i128 << width) - 1)) as u64;
        let unsigned_fits = |value: i128| (0..1i128 << width).contains(&value);
        let signed_fits =
            |value: i128| (-(1i128 << (width - 1))..1i128 << (width - 1)).contains(&value);
        assert_eq!(i128::from(word::signed(a, width)), sa);
        assert_eq!(word::add(a, b, width), bits(ua + ub));
        assert_eq!(word::sub(a, b, width), bits(ua - ub));
        assert_eq!(word::mul(a, b, width), bits(sa * sb));
        assert_eq!(word::neg(a, width), bits(-ua));
        assert_eq!(word::not(a, width), bits(!ua));
        assert_eq!(word::add_overflows_unsigned(a, b, width), !unsigned_fits(ua + ub));
        assert_eq!(word::add_overflows_signed(a, b, width), !signed_fits(sa + sb));
        assert_eq!(word::sub_overflows_unsigned(a, b, width), !unsigned_fits(ua - ub));
        assert_eq!(word::sub_overflows_signed(a, b, width), !signed_fits(sa - sb));
        assert_eq!(
            word::mul_overflows_unsigned(a, b, width),
            (u128::from(a) * u128::from(b)) >> width != 0
        );
        assert_eq!(word::mul_overflows_signed(a, b, width), !signed_fits(sa * sb));
        assert_eq!(word::is_negative(a, width), sa < 0);
        assert_eq!(word::slt(a, b, width), sa < sb);
        assert_eq!(word::sdiv_overflows(a, b, width), sb != 0 && !signed_fits(sa / sb));
        if b != 0 {
            assert_eq!(word::udiv(a, b, width), bits(ua / ub));
            assert_eq!(word::urem(a, b, width), bits(ua % ub));
            assert_eq!(word::sdiv(a, b, width), bits(sa / sb));
            assert_eq!(word::srem(a, b, width), bits(sa % sb));
        }
        let amount = (b % u64::from(width)) as u32;
        assert_eq!(word::shl(a, amount, width), bits((ua as u128).wrapping_shl(amount) as i128));
        assert_eq!(word::lshr(a, amount, width), bits(ua >> amount));
        assert_eq!(word::ashr(a, amount, width), bits(sa >> amount));
        assert_eq!(
            word::shl_overflows_unsigned(a, amount, width),
            (ua as u128) << amount >> width != 0
        );
        let shifted = Int::from_i128(width, sa).sext(128).shl(amount).to_i128().unwrap();
        assert_eq!(word::shl_overflows_signed(a, amount, width), !signed_fits(shifted));
        assert_eq!(word::shr_is_inexact(a, amount, width), ua % (1i128 << amount) != 0);
        let (high, low) = (Int::new(width, a), Int::new(width, a.rotate_left(7)));
        let by = Int::new(width, b);
        assert_eq!(word::fshl(a, low.low_u64(), b, width), high.fshl(&low, &by).low_u64());
        assert_eq!(word::fshr(a, low.low_u64(), b, width), high.fshr(&low, &by).low_u64());
        assert_eq!(word::ctpop(a), ua.count_ones());
        assert_eq!(word::ctlz(a, width), high.ctlz());
        assert_eq!(word::cttz(a, width), high.cttz());
        assert_eq!(word::bitreverse(a, width), high.bitreverse().low_u64());
        for to in width..=64 {
            assert_eq!(word::sext(a, width, to), Int::from_i128(to, sa).low_u64());
        }
    }
    for width in 1..=6 {
        for a in 0..1 << width {
            for b in 0..1 << width {
                check(a, b, width);
            }
        }
    }
    let mut random = Random(4);
    for _ in 0..200_000 {
        let width = 1 + random.below(64) as u32;
        check(random.int(width).low_u64(), random.int(width).low_u64(), width);
    }
}

#[test]
fn decimal_text() {
    let parse = |width, text| Int::parse_decimal(width, text);
    assert_eq!(parse(8, "300").unwrap().to_string(), "44");
    assert_eq!(parse(8, "-200").unwrap().to_string(), "56");
    assert_eq!(parse(1, "-1").unwrap().to_string(), "true");
    assert_eq!(
        parse(128, "-170141183460469231731687303715884105728").unwrap(),
        Int::signed_min(128)
    );
    assert_eq!(parse(8, "").unwrap_err(), tollgate_sem::int::ParseIntError::Empty);
    assert_eq!(parse(8, "-").unwrap_err(), tollgate_sem::int::ParseIntError::Empty);
    assert_eq!(parse(8, "-1x").unwrap_err(), tollgate_sem::int::ParseIntError::InvalidDigit(2));
    for (text, width) in [
        ("0", 1),
        ("1", 1),
        ("-1", 1),
        ("2", 2),
        ("-2", 2),
        ("-3", 3),
        ("255", 8),
        ("-128", 8),
        ("-129", 9),
        ("-0", 1),
    ] {
        assert_eq!(Int::decimal_width(text), Ok(width), "{text}");
    }
}

/// A million digits are read in well under a second in a release build, ten times as many are
/// refused.
#[test]
fn long_literals_are_bounded() {
    let million = "7".repeat(1 << 20);
    let start = std::time::Instant::now();
    let value = Int::parse_decimal(1 << 23, &million).unwrap();
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    // 777...7 = (10^n - 1) / 9 * 7; checked by its remainder modulo a prime below 2^32.
    let prime = 4_294_967_291u64;
    let by_digits =
        million.bytes().fold(0u64, |rest, digit| (rest * 10 + u64::from(digit - b'0')) % prime);
    let by_limbs = value
        .limbs()
        .iter()
        .rev()
        .fold(0u128, |rest, &limb| (rest << 64 | u128::from(limb)) % u128::from(prime));
    assert_eq!(by_limbs, u128::from(by_digits));
    assert_eq!(
        Int::parse_decimal(8, &"7".repeat(10 << 20)),
        Err(tollgate_sem::int::ParseIntError::TooLong)
    );
}
