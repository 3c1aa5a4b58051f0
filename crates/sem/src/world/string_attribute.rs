//! The rows of string attributes: an open set, of which some are known to mean nothing and some to
//! mean something.
//!
//! Strings say how a function is to be compiled. Of a function that is called they are its own
//! affair, but for what they say of the function to its callers. Two functions that have a string
//! alike are compiled alike, so an unknown one is harmless where both have it.

use super::attribute::Position;
use super::{Conclusion, Duty, Row, Run};

/// What a string attribute is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    /// How code is generated, or counts of what was there.
    Generation,
    /// Which denormals there are.
    Denormals,
    /// What floating-point operations may do besides.
    FloatingPoint,
    /// Which names of the C library count.
    Library,
    /// Which allocator a function belongs to.
    Allocator,
    /// What code means, or which code there can be.
    Meaning,
    /// What has an attribute of its own, which changes what code means.
    Switch,
    /// Nobody knows.
    Unknown,
}

/// The row of `"key"="value"`.
pub fn row(key: &[u8], value: &[u8], position: Position) -> Row {
    let own = match position {
        Position::Function | Position::Result | Position::Parameter => true,
        Position::CallSite | Position::Variable => true,
        Position::Declaration => false,
    };
    match class(key) {
        Class::Generation => Row::FREE,
        Class::Allocator => Row::promise(Run::Ignored),
        // How a callee computes is its own affair.
        Class::Denormals
        | Class::FloatingPoint
        | Class::Library
        | Class::Meaning
        | Class::Switch
            if !own =>
        {
            Row { modules: Duty::Free, target: Duty::Free, ..Row::UNKNOWN_STRING }
        }
        Class::Denormals
            if value.split(|&byte| byte == b',').all(|mode| mode == b"ieee" || mode.is_empty()) =>
        {
            Row::FREE
        }
        Class::Denormals => Row { run: Run::Executed, ..Row::REFUSED },
        // What is off is as if it were not written.
        Class::FloatingPoint | Class::Switch if value == b"false" => Row::FREE,
        // Old spellings of attributes, which only some readers of LLVM take for them.
        Class::Switch => Row::REFUSED,
        // Allowed more, the target may do more; less is one of the choices that the source has.
        Class::FloatingPoint => Row {
            source: Conclusion::Nothing,
            target: Duty::NotNew,
            modules: Duty::Free,
            run: Run::Unseen,
        },
        Class::Library | Class::Meaning => Row::same(Run::Ignored),
        Class::Unknown => Row::UNKNOWN_STRING,
    }
}

/// Whether `"key"="value"` of a function lets floats be computed in other ways than the reference
/// says.
pub fn is_of_floats(key: &[u8], value: &[u8]) -> bool {
    match class(key) {
        Class::Denormals | Class::FloatingPoint => row(key, value, Position::Function) != Row::FREE,
        Class::Generation | Class::Library | Class::Allocator => false,
        Class::Meaning | Class::Switch | Class::Unknown => false,
    }
}

fn class(key: &[u8]) -> Class {
    match key {
        b"alloc-family" | b"alloc-variant-zeroed" => Class::Allocator,
        b"denormal-fp-math" | b"denormal-fp-math-f32" => Class::Denormals,
        b"approx-func-fp-math"
        | b"correctly-rounded-divide-sqrt-fp-math"
        | b"less-precise-fpmad"
        | b"no-infs-fp-math"
        | b"no-nans-fp-math"
        | b"no-signed-zeros-fp-math"
        | b"unsafe-fp-math" => Class::FloatingPoint,
        b"no-builtins" => Class::Library,
        b"null-pointer-is-valid" | b"strictfp" => Class::Switch,
        b"vector-function-abi-variant" => Class::Meaning,
        // Which registers there are decides how vectors are passed.
        b"target-cpu" | b"target-features" | b"use-soft-float" => Class::Meaning,
        _ if key.starts_with(b"no-builtin-") => Class::Library,
        _ if key.ends_with(b"-fp-math") => Class::FloatingPoint,
        _ if GENERATION.iter().any(|known| known.as_bytes() == key) => Class::Generation,
        _ => Class::Unknown,
    }
}

/// Strings that speak to code generation, to the inliner or to profilers, or count what was there.
/// What the machine can do (`target-features`) is not among them: it decides which code there can
/// be.
const GENERATION: &[&str] = &[
    "branch-target-enforcement",
    "disable-tail-calls",
    "fentry-call",
    "frame-pointer",
    "function-inline-cost",
    "function-inline-cost-multiplier",
    "function-inline-threshold",
    "function-instrument",
    "guarded-control-stack",
    "indirect-tls-seg-refs",
    "inline-remark",
    "instrument-function-entry",
    "instrument-function-entry-inlined",
    "instrument-function-exit",
    "instrument-function-exit-inlined",
    "min-legal-vector-width",
    "no-frame-pointer-elim",
    "no-frame-pointer-elim-non-leaf",
    "no-inline-line-tables",
    "no-jump-tables",
    "no-realign-stack",
    "no-stack-arg-probe",
    "no-trapping-math",
    "nodebug",
    "patchable-function",
    "patchable-function-entry",
    "patchable-function-prefix",
    "polly-optimized",
    "prefer-vector-width",
    "probe-stack",
    "profile-sample-accurate",
    "sample-profile-suffix-elision-policy",
    "save-reg-params",
    "sign-return-address",
    "sign-return-address-key",
    "split-machine-functions",
    "split-stack",
    "stack-probe-size",
    "stack-protector-buffer-size",
    "stackrealign",
    "tune-cpu",
    "use-sample-profile",
    "warn-stack-size",
    "xray-instruction-threshold",
    "xray-skip-entry",
    "zero-call-used-regs",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_with_a_meaning_never_come_alone() {
        for key in ["no-builtins", "no-builtin-strlen", "target-cpu"] {
            assert_eq!(row(key.as_bytes(), b"", Position::Function).target, Duty::Same, "{key}");
        }
        for key in ["null-pointer-is-valid", "strictfp"] {
            assert_eq!(
                row(key.as_bytes(), b"true", Position::Function).target,
                Duty::Refuse,
                "{key}"
            );
        }
        for key in ["no-nans-fp-math", "unsafe-fp-math", "some-new-fp-math", "no-such-string"] {
            assert_eq!(
                row(key.as_bytes(), b"true", Position::Function).target,
                Duty::NotNew,
                "{key}"
            );
        }
        assert_eq!(row(b"no-nans-fp-math", b"false", Position::Function), Row::FREE);
    }

    #[test]
    fn what_lets_floats_be_others() {
        for key in ["less-precise-fpmad", "unsafe-fp-math", "some-new-fp-math"] {
            assert!(is_of_floats(key.as_bytes(), b"true"), "{key}");
            assert!(!is_of_floats(key.as_bytes(), b"false"), "{key}");
        }
        assert!(is_of_floats(b"denormal-fp-math", b"preserve-sign"));
        assert!(
            !is_of_floats(b"denormal-fp-math", b"ieee,ieee")
                && !is_of_floats(b"frame-pointer", b"all")
        );
    }

    #[test]
    fn denormals_are_those_of_ieee_or_refused() {
        let duty = |value: &[u8]| row(b"denormal-fp-math-f32", value, Position::Function).target;
        assert_eq!(duty(b"ieee"), Duty::Free);
        assert_eq!(duty(b"ieee,ieee"), Duty::Free);
        assert_eq!(duty(b"preserve-sign,preserve-sign"), Duty::Refuse);
        assert_eq!(duty(b"ieee,dynamic"), Duty::Refuse);
    }

    #[test]
    fn how_a_callee_is_compiled_is_its_own_affair() {
        for key in ["target-features", "denormal-fp-math", "strictfp"] {
            assert_eq!(
                row(key.as_bytes(), b"x", Position::Declaration).modules,
                Duty::Free,
                "{key}"
            );
        }
        // What it says to its callers is not.
        assert_eq!(row(b"no-such-string", b"x", Position::Declaration).modules, Duty::NotNew);
        assert_eq!(row(b"alloc-family", b"malloc", Position::Declaration).modules, Duty::Show);
    }
}
