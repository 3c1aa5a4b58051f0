//! The judge against pairs whose answer is known, and the audit against an error that was planted.

use std::sync::Arc;

use tollgate_ir::Context;
use tollgate_rules::RuleSet;

use super::inputs::inputs;
use super::judge::{Judge, Ruling};
use super::kinds::KINDS;
use super::pairs::{Fault, batch, check_options};
use super::program::{Id, Param, Type};
use crate::mutate::random::Random;

/// Parameters of these types, `noundef` or not.
fn params(types: &[(Type, bool)]) -> Vec<Param> {
    let param = |(number, &(ty, noundef)): (usize, &(Type, bool))| Param {
        id: Id(number as u32),
        ty,
        attrs: if noundef { "noundef" } else { "" },
    };
    types.iter().enumerate().map(param).collect()
}

/// What the judge says of `@src` and `@tgt`.
fn ruling(text: &str, types: &[(Type, bool)], worlds: u64, memory: bool) -> Ruling {
    let mut ctx = Context::new();
    let module = tollgate_llvm::read(&mut ctx, "pair.ll", text.as_bytes()).unwrap();
    let inputs = inputs(&params(types), worlds, &mut Random::new(1, "inputs"));
    Judge::new(&ctx, &module, memory).unwrap().pair("src", "tgt", &inputs)
}

/// A pair of straight-line functions of one parameter `%x`.
fn straight(ty: &str, source: &str, target: &str) -> String {
    let last = |body: &str| if body.contains("%r =") { "%r" } else { "%x" }.to_owned();
    let function = |name: &str, body: &str| {
        format!("define {ty} @{name}({ty} %x) {{\n  {body}\n  ret {ty} {}\n}}\n", last(body))
    };
    function("src", source) + &function("tgt", target)
}

const I2: &[(Type, bool)] = &[(Type::Int(2), false)];
const I2_DEFINED: &[(Type, bool)] = &[(Type::Int(2), true)];

/// An environment that is passed a pointer where the source passes poison may write through it.
/// That is no difference that the target makes.
#[test]
fn runs_of_different_outsides_are_not_compared() {
    let function = |name: &str, flag: &str| {
        format!(
            "define i32 @{name}(ptr noalias %p, ptr %q, i32 %x) {{
               %r = getelementptr {flag} i8, ptr %q, i64 -4
               call void @use(ptr %r)
               store i24 8388607, ptr %p, align 1
               ret i32 %x
             }}\n"
        )
    };
    let text = format!("declare void @use(ptr)\n{}{}", function("src", "nuw"), function("tgt", ""));
    let types = [(Type::Ptr(0), false), (Type::Ptr(0), false), (Type::Int(32), false)];
    let found = ruling(&text, &types, 12, true);
    assert!(!matches!(found, Ruling::Wrong(_)), "{found:?}");
}

#[test]
fn the_judge_knows_what_is_wrong() {
    let wrong: &[(&str, &str)] = &[
        ("%r = add i2 %x, 1", "%r = add nsw i2 %x, 1"),
        ("%r = add i2 %x, 0", "%r = add i2 %x, 1"),
        // Undef at two uses is two choices.
        ("%r = add i2 0, 0", "%r = xor i2 %x, %x"),
        ("%r = freeze i2 %x", "%r = add i2 %x, 0"),
        ("%r = and i2 %x, 1", "%r = urem i2 1, %x"),
        ("%a = freeze i2 undef\n  %r = sub i2 %a, %a", "%r = freeze i2 undef"),
        ("%r = lshr i2 %x, 1", "%r = ashr i2 %x, 1"),
        ("%r = freeze i2 poison", "%r = add i2 poison, 0"),
        (
            "%a = freeze i2 undef\n  %b = freeze i2 undef\n  %r = and i2 %a, 1",
            "%r = freeze i2 undef",
        ),
    ];
    for (source, target) in wrong {
        let found = ruling(&straight("i2", source, target), I2, 0, false);
        assert!(matches!(found, Ruling::Wrong(_)), "{source} => {target}: {found:?}");
    }
}

#[test]
fn the_judge_knows_what_is_right() {
    let right: &[(&str, &str)] = &[
        ("%r = xor i2 %x, %x", "%r = add i2 0, 0"),
        ("%r = xor i2 %x, 0", "%r = freeze i2 %x"),
        ("%r = or disjoint i2 %x, 1", "%r = or i2 %x, 1"),
        ("%r = freeze i2 undef", "%r = add i2 1, 1"),
        ("%r = udiv i2 %x, %x", "%r = add i2 0, 1"),
        ("%r = add i2 undef, 0", "%r = freeze i2 poison"),
        ("%a = freeze i2 undef\n  %b = freeze i2 %a\n  %r = add i2 %a, %b", "%r = add i2 2, 0"),
        ("%r = shl i2 1, 2", "%r = add i2 undef, 0"),
    ];
    for (source, target) in right {
        let found = ruling(&straight("i2", source, target), I2, 0, false);
        assert_eq!(found, Ruling::Right, "{source} => {target}");
    }
    let flag = straight("i2", "%r = add nsw i2 %x, 1", "%r = add i2 %x, 1");
    assert_eq!(ruling(&flag, I2_DEFINED, 0, false), Ruling::Right);
    // Only for arguments that are defined.
    let twice = straight("i2", "%r = mul i2 %x, 2", "%r = add i2 %x, %x");
    assert_eq!(ruling(&twice, I2_DEFINED, 0, false), Ruling::Right);
    let never = straight("i2", "%r = udiv i2 %x, 0", "%r = add i2 %x, 1");
    assert_eq!(ruling(&never, I2, 0, false), Ruling::Vacuous);
}

#[test]
fn the_judge_knows_loops_and_observations() {
    let declared = "declare void @see(i2) nounwind\ndeclare void @sure(i2) nounwind willreturn\n";
    let pair = |source: &str, target: &str| {
        let text = format!(
            "{declared}define void @src(i2 %x) {{\n{source}\n}}\ndefine void @tgt(i2 %x) \
                {{\n{target}\n}}\n"
        );
        ruling(&text, I2, 0, false)
    };
    let divides = "  %d = udiv i2 1, 0\n  ret void";
    let sees = "  call void @see(i2 %x)\n";
    let is_wrong = |found: Ruling| matches!(found, Ruling::Wrong(_));
    assert!(is_wrong(pair(&format!("{sees}  ret void"), "  ret void")));
    assert!(is_wrong(pair("  ret void", &format!("{sees}  ret void"))));
    assert!(is_wrong(pair(&format!("{sees}{sees}  ret void"), &format!("{sees}  ret void"))));
    // The call may not return, so what is undefined after it allows nothing before it.
    assert!(is_wrong(pair(&format!("{sees}{divides}"), "  ret void")));
    assert_eq!(pair(&format!("{sees}{divides}"), &format!("{sees}  ret void")), Ruling::Right);
    assert_eq!(
        pair(&format!("  call void @sure(i2 %x)\n{divides}"), "  ret void"),
        Ruling::Vacuous
    );
    // For ever, or not.
    let endless = "  br label %l\nl:\n  br label %l";
    assert!(is_wrong(pair(endless, "  ret void")));
    assert!(is_wrong(pair("  ret void", endless)));
    let counted = "  br label %l\nl:\n  %i = phi i3 [ 0, %0 ], [ %j, %l ]\n  %j = add i3 %i, 1\n\
        \x20 %c = icmp eq i3 %j, 0\n  br i1 %c, label %e, label %l\ne:\n  ret void";
    assert_eq!(pair(counted, "  ret void"), Ruling::Right);
    assert_eq!(pair("  ret void", counted), Ruling::Right);
}

#[test]
fn the_judge_knows_memory() {
    let pair = |source: &str, target: &str| {
        let text = format!(
            "@g = global [16 x i8] zeroinitializer\ndeclare void @f()\n\
             define i8 @src(ptr %p, ptr %q) {{\n{source}\n}}\ndefine i8 @tgt(ptr %p, ptr %q) \
             {{\n{target}\n}}\n"
        );
        ruling(&text, &[(Type::Ptr(0), false), (Type::Ptr(0), false)], 12, true)
    };
    let forwarded = "  store i8 7, ptr %p, align 1\n  ret i8 7";
    let loaded = "  store i8 7, ptr %p, align 1\n  %v = load i8, ptr %p, align 1\n  ret i8 %v";
    let is_wrong = |found: Ruling| matches!(found, Ruling::Wrong(_));
    assert!(!is_wrong(pair(loaded, forwarded)) && !is_wrong(pair(forwarded, loaded)));
    let aliased = "  store i8 7, ptr %p, align 1\n  store i8 8, ptr %q, align 1\n  \
        %v = load i8, ptr %p, align 1\n  ret i8 %v";
    assert!(is_wrong(pair(aliased, &aliased.replace("ret i8 %v", "ret i8 7"))));
    assert!(is_wrong(pair("  store i8 7, ptr %p, align 1\n  ret i8 0", "  ret i8 0")));
    assert!(is_wrong(pair("  ret i8 0", "  store i8 7, ptr %p, align 1\n  ret i8 0")));
    // A store that is overwritten, but seen by a call in between.
    let seen = "  store i8 7, ptr @g, align 1\n  call void @f()\n  store i8 8, ptr @g, align 1\n  \
        ret i8 0";
    let early = "  call void @f()\n  store i8 8, ptr @g, align 1\n  ret i8 0";
    assert!(is_wrong(pair(seen, early)));
}

#[test]
fn the_judge_knows_floats_and_vectors() {
    let float = |source: &str, target: &str| {
        ruling(&straight("half", source, target), &[(Type::Half, false)], 0, false)
    };
    let is_wrong = |found: Ruling| matches!(found, Ruling::Wrong(_));
    assert!(is_wrong(float("%r = fadd half %x, 0.0", "%a = freeze half %x")));
    assert!(is_wrong(float("%r = fneg half %x", "%r = fsub half 0.0, %x")));
    assert!(!is_wrong(float("%r = fadd half %x, -0.0", "%r = fadd half -0.0, %x")));
    let vector = |source: &str, target: &str| {
        ruling(&straight("<2 x i1>", source, target), &[(Type::Vector(2, 1), false)], 0, false)
    };
    let first = "%r = insertelement <2 x i1> %x, i1 true, i32 0";
    assert!(is_wrong(vector(first, &first.replace("i32 0", "i32 1"))));
    assert!(is_wrong(vector(
        "%a = freeze <2 x i1> %x",
        "%r = insertelement <2 x i1> %x, i1 poison, i32 0"
    )));
    let both = "%r = shufflevector <2 x i1> %x, <2 x i1> poison, <2 x i32> <i32 0, i32 1>";
    assert_eq!(vector("%r = xor <2 x i1> %x, zeroinitializer", both), Ruling::Right);
}

/// Every kind makes pairs that can be read and judged, some right and some wrong, and the same ones
/// from the same seed.
#[test]
fn kinds_make_what_they_should() {
    for kind in KINDS {
        let (tally, findings) = batch(kind, 7, 0, 60, &check_options()).unwrap();
        assert!(tally.wrong > 0 && tally.right > 0, "{}: {tally:?}", kind.name);
        assert_eq!(tally.faults, 0, "{}: {:?}", kind.name, findings.first().map(|it| &it.text));
        assert_eq!(batch(kind, 7, 0, 60, &check_options()).unwrap().0, tally, "{}", kind.name);
        assert_ne!(batch(kind, 8, 0, 60, &check_options()).unwrap().0, Default::default());
    }
}

/// With a law that does not hold, pairs are called valid that are wrong, and that is noticed.
#[test]
fn a_planted_error_is_found() {
    let law = "tag planted\n/// Wrong.\nequality planted-select: select c x y => x";
    let planted = RuleSet::builtin().with(&RuleSet::parse("planted.rules", law).unwrap()).unwrap();
    let options = tollgate_check::Options { rules: Some(Arc::new(planted)), ..check_options() };
    let kind = KINDS.iter().find(|kind| kind.name == "booleans").unwrap();
    let mut found = Vec::new();
    for number in 0..6 {
        found.extend(batch(kind, 1, number, 100, &options).unwrap().1);
    }
    assert!(found.iter().any(|it| it.fault == Fault::FalseValid));
    // It was made small: a selection and little more.
    let smallest = found.iter().map(|it| it.text.lines().count()).min().unwrap();
    assert!(smallest <= 14, "{}", found[0].text);
}
