//! Mathematical functions.
//!
//! What is correctly rounded (`sqrt`, `fma`, rounding to integers, `fmod`, ...) is `sem`'s; the
//! others are the host's, through Rust's standard library, which on Linux calls the same `libm` as
//! a compiled program. Of those there are `double` and `float` versions only.

use super::arguments::Args;
use super::{CLibrary, Handler};
use crate::environment::{Answer, Host};
use crate::outcome::UbReason;
use crate::pure::{float_of, float_value};
use crate::shape::{Shape, ShapeKind};
use crate::trap::Trap;
use crate::value::Val;
use std::cmp::Ordering;
use tollgate_ir::FloatType;
use tollgate_sem::float::{Evaluated, FloatResult, Rounding};
use tollgate_sem::{Float, Int};

type Library<'a, 'w> = &'a mut CLibrary<'w>;

pub(super) fn handler(name: &[u8]) -> Option<Handler> {
    let text = std::str::from_utf8(name).ok()?;
    // `sinf` and `sinl` are `sin` of other types, given by the signature.
    let is_known = |word: &str| {
        host_function(word).is_some()
            || exact_unary(word).is_some()
            || is_exact_binary(word)
            || is_special(word)
    };
    let known = is_known(text) || text.strip_suffix(['f', 'l']).is_some_and(is_known);
    known.then_some(math as Handler)
}

/// The name without the suffix of its type.
fn stem<'a>(name: &'a str, args: &Args<'_, '_>) -> &'a str {
    let ty = args.call.shapes.iter().find_map(|shape| match shape.kind {
        ShapeKind::Float(ty) => Some(ty),
        _ => None,
    });
    match ty {
        Some(FloatType::Float) => name.strip_suffix('f').unwrap_or(name),
        Some(FloatType::X86Fp80 | FloatType::Fp128) => name.strip_suffix('l').unwrap_or(name),
        _ => name,
    }
}

/// A function of the host.
enum HostFunction {
    Unary(fn(f64) -> f64, fn(f32) -> f32),
    Binary(fn(f64, f64) -> f64, fn(f32, f32) -> f32),
}

fn host_function(word: &str) -> Option<HostFunction> {
    use HostFunction::{Binary, Unary};
    Some(match word {
        "sin" => Unary(f64::sin, f32::sin),
        "cos" => Unary(f64::cos, f32::cos),
        "tan" => Unary(f64::tan, f32::tan),
        "asin" => Unary(f64::asin, f32::asin),
        "acos" => Unary(f64::acos, f32::acos),
        "atan" => Unary(f64::atan, f32::atan),
        "sinh" => Unary(f64::sinh, f32::sinh),
        "cosh" => Unary(f64::cosh, f32::cosh),
        "tanh" => Unary(f64::tanh, f32::tanh),
        "exp" => Unary(f64::exp, f32::exp),
        "exp2" => Unary(f64::exp2, f32::exp2),
        "expm1" => Unary(f64::exp_m1, f32::exp_m1),
        "log" => Unary(f64::ln, f32::ln),
        "log2" => Unary(f64::log2, f32::log2),
        "log10" => Unary(f64::log10, f32::log10),
        "log1p" => Unary(f64::ln_1p, f32::ln_1p),
        "cbrt" => Unary(f64::cbrt, f32::cbrt),
        "pow" => Binary(f64::powf, f32::powf),
        "atan2" => Binary(f64::atan2, f32::atan2),
        "hypot" => Binary(f64::hypot, f32::hypot),
        _ => return None,
    })
}

fn host_value(function: &HostFunction, args: &[Float]) -> Option<Float> {
    match (function, args) {
        (HostFunction::Unary(double, single), [a]) => match (a.to_f64(), a.to_f32()) {
            (Some(a), _) => Some(Float::from_f64(double(a))),
            (_, Some(a)) => Some(Float::from_f32(single(a))),
            (None, None) => None,
        },
        (HostFunction::Binary(double, single), [a, b]) => {
            match (a.to_f64(), b.to_f64(), a.to_f32(), b.to_f32()) {
                (Some(a), Some(b), _, _) => Some(Float::from_f64(double(a, b))),
                (_, _, Some(a), Some(b)) => Some(Float::from_f32(single(a, b))),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A function of one float that is correctly integral.
fn exact_unary(word: &str) -> Option<fn(Float) -> Evaluated> {
    Some(match word {
        "sqrt" => Float::sqrt,
        "fabs" => |a| a.abs().map(FloatResult::Exactly),
        "floor" => |a| a.round_to_integral(Rounding::Down),
        "ceil" => |a| a.round_to_integral(Rounding::Up),
        "trunc" => |a| a.round_to_integral(Rounding::TowardZero),
        "round" => |a| a.round_to_integral(Rounding::NearestAway),
        "rint" | "nearbyint" | "roundeven" => |a| a.round_to_integral(Rounding::NearestEven),
        _ => return None,
    })
}

fn is_exact_binary(word: &str) -> bool {
    matches!(word, "fmod" | "fmin" | "fmax" | "copysign" | "fdim" | "remainder" | "nextafter")
}

fn exact_binary(word: &str, a: Float, b: Float) -> Option<Evaluated> {
    Some(match word {
        "fmod" => a.rem(b),
        "fmin" => a.minnum(b),
        "fmax" => a.maxnum(b),
        "copysign" => a.copysign(b).map(FloatResult::Exactly),
        "fdim" => match a.order(b) {
            Ok(Some(Ordering::Greater)) | Ok(None) => a.sub(b),
            Ok(Some(_)) => Float::zero(a.ty(), false).map(FloatResult::Exactly),
            Err(reason) => Err(reason),
        },
        "remainder" => match (a.to_f64(), b.to_f64()) {
            (Some(a), Some(b)) => Ok(FloatResult::Exactly(Float::from_f64(remainder(a, b)))),
            _ => return None,
        },
        "nextafter" => match (a.to_f64(), b.to_f64(), a.to_f32(), b.to_f32()) {
            (Some(x), Some(y), _, _) => Ok(FloatResult::Exactly(Float::from_f64(next_after(x, y)))),
            (_, _, Some(x), Some(y)) => {
                let next = if x == y {
                    y
                } else if x < y {
                    x.next_up()
                } else if x > y {
                    x.next_down()
                } else {
                    x + y
                };
                Ok(FloatResult::Exactly(Float::from_f32(next)))
            }
            _ => return None,
        },
        _ => return None,
    })
}

fn next_after(x: f64, y: f64) -> f64 {
    if x == y {
        y
    } else if x < y {
        x.next_up()
    } else if x > y {
        x.next_down()
    } else {
        x + y
    }
}

/// IEEE's remainder: from the nearest multiple, ties to even.
fn remainder(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() || a.is_infinite() || b == 0.0 {
        return f64::NAN;
    }
    if b.is_infinite() {
        return a;
    }
    let b = b.abs();
    // `%` is exact; modulo twice the divisor shows whether the quotient is odd.
    let magnitude = if b <= f64::MAX / 2.0 { a.abs() % (2.0 * b) } else { a.abs() };
    let rest = if magnitude > b {
        let over = magnitude - b;
        if over >= b - over || over * 2.0 >= b { over - b } else { over }
    } else if magnitude * 2.0 > b {
        magnitude - b
    } else {
        magnitude
    };
    if a.is_sign_negative() { -rest } else { rest }
}

fn is_special(word: &str) -> bool {
    matches!(
        word,
        "ldexp"
            | "scalbn"
            | "scalbln"
            | "frexp"
            | "modf"
            | "ilogb"
            | "logb"
            | "lround"
            | "llround"
            | "lrint"
            | "llrint"
            | "fma"
            | "exp10"
            | "__signbit"
            | "__isnan"
            | "__isinf"
            | "isnan"
            | "isinf"
            | "finite"
            | "__finite"
            | "sincos"
            | "nan"
    )
}

/// The value of a correctly rounded operation; of several NaNs, or zeros, the first.
fn rounded(result: Evaluated) -> Result<Float, Trap> {
    match result {
        Ok(FloatResult::Exactly(value) | FloatResult::Either(value, _)) => Ok(value),
        Ok(FloatResult::Nan(choices)) => Ok(choices.choice(0)),
        Err(reason) => Err(Trap::unsupported(reason.to_string())),
    }
}

fn math(_: Library<'_, '_>, args: &Args<'_, '_>, host: &mut Host<'_, '_>) -> Result<Answer, Trap> {
    let name = std::str::from_utf8(args.call.name).unwrap_or_default();
    let word = stem(name, args);
    let unsupported = || Trap::unsupported(format!("call of @{name}, which has no body"));
    if let Some(function) = exact_unary(word) {
        return Ok(Answer::Return(Some(float_value(rounded(function(args.float(0)?))?))));
    }
    if is_exact_binary(word) {
        let result = exact_binary(word, args.float(0)?, args.float(1)?).ok_or_else(unsupported)?;
        return Ok(Answer::Return(Some(float_value(rounded(result)?))));
    }
    if let Some(function) = host_function(word) {
        let floats: Result<Vec<Float>, Trap> =
            (0..args.call.args.len()).map(|at| args.float(at)).collect();
        let value = host_value(&function, &floats?).ok_or_else(unsupported)?;
        return Ok(Answer::Return(Some(float_value(value))));
    }
    special(word, args, host)?.ok_or_else(unsupported)
}

fn store_float(host: &mut Host<'_, '_>, to: &Val, shape: &Shape, value: Float) -> Result<(), Trap> {
    let Val::Ptr { prov, addr } = to else { return Err(UbReason::UndefOperand.into()) };
    let at = host.memory.check(*prov, *addr, shape.size, 1, crate::memory::AccessKind::Write)?;
    host.memory.store_at(at, shape, &float_value(value));
    Ok(())
}

fn special(
    word: &str,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Option<Answer>, Trap> {
    let value = |value: Float| Some(Answer::Return(Some(float_value(value))));
    let nearest = |rounding: Rounding| -> Result<Option<Answer>, Trap> {
        let integral = rounded(args.float(0)?.round_to_integral(rounding))?;
        let width = args.call.result.bits().unwrap_or(64);
        let number =
            integral.to_int(width, true).map_err(|reason| Trap::unsupported(reason.to_string()))?;
        // What does not fit is unspecified; the x86 gives the smallest number.
        Ok(Some(Answer::Return(Some(Val::int(number.unwrap_or_else(|| Int::signed_min(width)))))))
    };
    Ok(match word {
        "ldexp" | "scalbn" | "scalbln" => {
            value(rounded(args.float(0)?.ldexp(&Int::from_i64(64, args.signed(1)?)))?)
        }
        "frexp" => {
            let (fraction, exponent) =
                args.float(0)?.frexp().map_err(|reason| Trap::unsupported(reason.to_string()))?;
            if exponent.is_none() && !host.is_as_glibc() {
                return Err(Trap::unsupported("exponent of an infinity or NaN"));
            }
            let place = args.pointer(1)?;
            let bits = u64::from(exponent.unwrap_or(0) as u32);
            if !host.memory.quick_store(place.0, place.1, 4, bits) {
                host.memory.check(place.0, place.1, 4, 4, crate::memory::AccessKind::Write)?;
            }
            value(rounded(Ok(fraction))?)
        }
        "modf" => {
            let number = args.float(0)?;
            if number.is_nan() == Ok(true) && !host.is_as_glibc() {
                return Err(Trap::unsupported("the bits of a NaN that the library stores"));
            }
            let whole = rounded(number.round_to_integral(Rounding::TowardZero))?;
            store_float(host, args.value(1)?, args.shape(0)?, whole)?;
            if number.is_infinite() == Ok(true) {
                let zero = Float::zero(number.ty(), number.is_negative() == Ok(true));
                return Ok(value(rounded(zero.map(FloatResult::Exactly))?));
            }
            let rest = rounded(number.sub(whole))?;
            value(rounded(rest.copysign(number).map(FloatResult::Exactly))?)
        }
        "ilogb" | "logb" => {
            let number = args.float(0)?;
            let (_, exponent) =
                number.frexp().map_err(|reason| Trap::unsupported(reason.to_string()))?;
            let exponent = match exponent {
                Some(exponent) if number.is_zero() == Ok(false) => i64::from(exponent) - 1,
                _ => return Err(Trap::unsupported("logarithm of zero, infinity or NaN")),
            };
            if word == "ilogb" {
                return Ok(Some(args.return_int(exponent)));
            }
            let float = Float::from_int(number.ty(), &Int::from_i64(64, exponent), true);
            value(rounded(float.map(FloatResult::Exactly))?)
        }
        "lround" | "llround" => return nearest(Rounding::NearestAway),
        "lrint" | "llrint" => return nearest(Rounding::NearestEven),
        "fma" => value(rounded(args.float(0)?.fma(args.float(1)?, args.float(2)?))?),
        "exp10" => match args.float(0)?.to_f64() {
            Some(a) => value(Float::from_f64(10f64.powf(a))),
            None => None,
        },
        "__signbit" => Some(args.return_int(i64::from(args.float(0)?.is_negative() == Ok(true)))),
        "__isnan" | "isnan" => {
            Some(args.return_int(i64::from(args.float(0)?.is_nan() == Ok(true))))
        }
        "__isinf" | "isinf" => {
            let number = args.float(0)?;
            let sign = if number.is_negative() == Ok(true) { -1 } else { 1 };
            Some(args.return_int(if number.is_infinite() == Ok(true) { sign } else { 0 }))
        }
        "finite" | "__finite" => {
            let number = args.float(0)?;
            Some(args.return_int(i64::from(
                number.is_nan() == Ok(false) && number.is_infinite() == Ok(false),
            )))
        }
        "sincos" => {
            // Libraries differ in the last bits, and memory has no open ones.
            if !host.is_as_glibc() {
                return Err(Trap::unsupported("what `sincos` stores"));
            }
            let Some(number) = args.float(0)?.to_f64() else { return Ok(None) };
            let shape = args.shape(0)?;
            store_float(host, args.value(1)?, shape, Float::from_f64(number.sin()))?;
            store_float(host, args.value(2)?, shape, Float::from_f64(number.cos()))?;
            Some(Answer::Return(None))
        }
        _ => None,
    })
}

/// `llvm.sin` and its like on scalars.
pub(crate) fn intrinsic(word: &str, ty: FloatType, args: &[Val]) -> Option<Val> {
    let first = float_of(args.first()?, ty)?;
    if word == "powi" {
        return power(first, crate::machine::number(args.get(1)?)? as u32 as i32).map(float_value);
    }
    if word == "exp10" {
        return first.to_f64().map(|a| float_value(Float::from_f64(10f64.powf(a))));
    }
    let floats: Option<Vec<Float>> = args.iter().map(|arg| float_of(arg, ty)).collect();
    host_value(&host_function(word)?, &floats?).map(float_value)
}

/// By repeated squaring, in the order of the compiler's run-time library.
fn power(base: Float, exponent: i32) -> Option<Float> {
    let (mut square, mut left) = (base, exponent);
    let mut result = Float::from_int(base.ty(), &Int::one(8), false).ok()?;
    loop {
        if left & 1 != 0 {
            result = rounded(result.mul(square)).ok()?;
        }
        left /= 2;
        if left == 0 {
            break;
        }
        square = rounded(square.mul(square)).ok()?;
    }
    if exponent < 0 {
        let one = Float::from_int(base.ty(), &Int::one(8), false).ok()?;
        return rounded(one.div(result)).ok();
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainder_is_ieees() {
        assert_eq!(remainder(5.0, 3.0), -1.0);
        assert_eq!(remainder(-5.0, 3.0), 1.0);
        assert_eq!(remainder(4.5, 3.0), -1.5);
        assert_eq!(remainder(1.5, 3.0), 1.5);
        assert_eq!(remainder(7.5, 3.0), 1.5);
        assert_eq!(remainder(1.0, f64::INFINITY), 1.0);
        assert!(remainder(1.0, 0.0).is_nan());
    }

    #[test]
    fn powers_by_squaring() {
        let power =
            |base: f64, exponent| power(Float::from_f64(base), exponent).unwrap().to_f64().unwrap();
        assert_eq!(power(3.0, 5), 243.0);
        assert_eq!(power(2.0, -3), 0.125);
        assert_eq!(power(7.0, 0), 1.0);
    }

    #[test]
    fn names_with_suffixes_are_known() {
        for name in ["sin", "sinf", "sqrtl", "fmaxf", "modf", "ldexpf", "floor"] {
            assert!(handler(name.as_bytes()).is_some(), "{name}");
        }
        assert!(handler(b"sinx").is_none());
    }
}
