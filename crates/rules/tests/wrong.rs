//! Rules that are wrong, each in a way that has fooled somebody: the check that passes the rules of
//! the files must refuse them.

use tollgate_rules::RuleSet;
use tollgate_rules::verify::{Effort, Failure, verify};

/// Wrong rules. The comment says why.
const WRONG: &[&str] = &[
    // undef: more uses on the right, or fewer on the right and still called an equality.
    "refinement double: shl x 1 => add x x",
    "refinement mul-three: mul x 3 => add x (shl x 1)",
    "equality sub-self: sub x x => 0",
    "equality xor-self: xor x x => 0 if never_undef(x)",
    "equality and-self: and x x => x",
    "equality smax: select (icmp.slt x y) y x => @llvm.smax x y if integer(x)",
    "refinement split-square: mul (add x y) (add x y) => add (mul x x) (mul y (add (shl x 1) y))",
    "refinement unfreeze: freeze x => x",
    "equality freeze-undef-only: freeze x => x if never_undef(x)",
    // poison: an operand that the left side did not look at, or a lost poison called an equality.
    "refinement and-for-select: select c x false => and c x",
    "refinement or-for-select: select c true x => or c x",
    "equality mul-zero: mul x 0 => 0",
    "refinement undef-arm: select c x undef => x",
    "equality select-same: select c x x => x",
    // flags: added, or kept where the new operation breaks them, or dropped and called an equality.
    "refinement add-nsw: add x y => add[nsw] x y",
    "refinement reassociate-nsw: add[nsw] (add[nsw] x C1) C2 => add[nsw] x {C1 + C2}",
    "refinement reassociate-nuw: add[nuw] (add x C1) C2 => add[nuw] x {C1 + C2}",
    "refinement sub-constant-nuw: sub x C => add[same] x {-C}",
    "refinement sub-constant-nsw: sub x C => add[nsw?] x {-C}",
    "equality sub-drops: sub x C => add x {-C}",
    "refinement mul-signed-min: mul x C => shl[same] x {log2(C)} if power_of_two(C)",
    "refinement keeps-exact: lshr[exact] (lshr x C1) C2 => lshr[exact] x {C1 + C2} if nuw(C1 + C2)",
    "refinement gains-disjoint: or (and x C1) C2 => or[disjoint] (and x C1) C2",
    "refinement zext-nneg: zext x => zext[nneg] x",
    "equality fneg-twice: fneg (fneg x) => x",
    // known bits: of the wrong bit, of the wrong operand, by one too few.
    "equality nneg-other-bit: zext[nneg] x => zext x if zeros(x) != 0",
    "equality nuw-zeros: add[nuw] x y => add x y if nuw(zeros(x) + zeros(y))",
    "equality nsw-one-operand: add[nsw] x y => add[nuw?] x y if sign_bits(x) ugt 1",
    "equality shl-nsw-sign-bits: shl[nsw] x C => shl[nuw?] x C if sign_bits(x) uge C",
    "equality mul-nsw-sign-bits: mul[nsw] x y => mul[nuw?] x y if sign_bits(x) + sign_bits(y) ugt \
        width(x)",
    "equality signed-one-operand: icmp.slt[none] x y => icmp.ult x y if zeros(x) slt 0",
    "equality disjoint-ones: add x y => or x y if ones(x) & ones(y) == 0",
    // off by one, and numbers that wrap.
    "equality ule-constant: icmp.ule[none] x C => icmp.ult x {C + 1}",
    "equality sge-constant: icmp.sge[none] x C => icmp.sgt x {C - 1}",
    "equality ult-power: icmp.eq[none] (lshr[none] x C) 0 => icmp.ule x {1 << C}",
    "refinement between: and (icmp.ugt x C1) (icmp.ult x C2) => icmp.ult (add x {-C1}) {C2 - C1} \
        if C1 ult C2",
    "equality mask: urem x C => and x C if power_of_two(C)",
    "equality udiv-udiv: udiv[none] (udiv[none] x C1) C2 => udiv x {C1 * C2} if C1 * C2 != 0",
    "equality next-minimum: select (icmp.ult[none] x C1) x C2 => @llvm.umin x C2 if C1 == C2 + 1 \
        && never_undef(x)",
    // shift amounts of the width and more.
    "equality shl-shl: shl[none] (shl[none] x C1) C2 => shl x {C1 + C2}",
    "equality shl-too-far: shl x C => 0 if C uge width(x)",
    "equality lshr-nothing: lshr[none] (lshr[none] x C1) C2 => 0 if C1 + C2 uge width(x)",
    "refinement double-bool: add x x => shl x 1",
    "equality rotate: or[none] (shl[none] x C1) (lshr[none] x C2) => @llvm.fshl x x C1 if C1 + C2 \
        == 0",
    // signedness.
    "equality sdiv-shift: sdiv x C => ashr x {log2(C)} if power_of_two(C)",
    "equality srem-mask: srem x C => and x {C - 1} if power_of_two(C)",
    "equality sexts: icmp.p[none] (sext x) (sext y) => icmp.unsigned(p) x y if same_type(x, y)",
    "equality zexts: icmp.p[none] (zext x) (zext y) => icmp.p x y if same_type(x, y)",
    "equality zext-constant: icmp.p[none] (zext x) C => icmp.unsigned(p) x {trunc(C)}",
    "equality sext-zext: zext (sext x) => sext x",
    "equality nots: icmp.p[none] (xor x -1) (xor y -1) => icmp.p x y",
    "refinement abs-checked: select (icmp.slt x 0) (sub 0 x) x => @llvm.abs x true",
    "equality sdiv-one: sdiv x 1 => x",
    "equality saturate: @llvm.ssub.sat x C => @llvm.sadd.sat x {-C}",
    // pointers: equal addresses are not equal pointers.
    "refinement select-equal: select (icmp.eq x y) x y => y",
    // floats: NaN, minus zero, the order of predicates.
    "refinement fadd-zero: fadd x 0.0 => x",
    "refinement fsub-self: fsub x x => 0.0",
    "refinement fmul-zero: fmul[nnan] x 0.0 => 0.0",
    "refinement not-olt: xor (fcmp.olt x y) true => fcmp.oge x y",
    "refinement negate-compare: fcmp.p (fneg x) (fneg y) => fcmp.p x y",
    "equality fmul-one: fmul x 1.0 => x",
    // vectors and aggregates: other lanes, lanes that are not there.
    "equality extract-insert: extractelement (insertelement x y C) C => y",
    "equality extract-beside: extractelement (insertelement x y C1) C2 => extractelement x C2",
    "equality bitcasts: bitcast (bitcast x) => bitcast x",
    "equality other-part: extractvalue.0 (insertvalue.1 x y) => y",
    "equality part-of-choice: extractvalue.0 (select c x y) => select c (extractvalue.0 x) \
        (extractvalue.0 y)",
    "equality overflow-bit: extractvalue.1 (@llvm.uadd.with.overflow x C) => icmp.ult x {~C}",
];

#[test]
fn wrong_rules_are_refused() {
    let text: String = WRONG.iter().map(|rule| format!("/// Wrong.\n{rule}\n")).collect();
    let set = RuleSet::parse("wrong.rules", &format!("tag wrong\n{text}"))
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(set.len(), WRONG.len());
    for (_, rule) in set.rules() {
        match verify(rule, &Effort::QUICK) {
            Err(Failure::Counterexample(_)) => {}
            Err(other) => panic!("{}: refused for another reason: {other}", rule.name()),
            Ok(checked) => panic!("{} passed: {checked:?}", rule.name()),
        }
    }
}

#[test]
fn rules_that_apply_to_nothing_are_refused() {
    let text = "tag t\n/// No such constant.\nequality nothing: add x C => x if C ult C\n\
                /// Never an equality.\nrefinement never: and x 0 => 0 equality if 1 == 2\n\
                /// Ill-typed.\nequality ill-typed: zext x => x\n";
    let set = RuleSet::parse("t.rules", text).unwrap();
    let results: Vec<Failure> =
        set.rules().filter_map(|(_, rule)| verify(rule, &Effort::QUICK).err()).collect();
    assert_eq!(results, [Failure::NeverApplied, Failure::NeverAnEquality, Failure::NeverApplied]);
}

#[test]
fn counterexamples_say_what_is_wrong() {
    let text = "tag t\n/// Undef.\nrefinement double: shl[none] x 1 => add x x\n";
    let set = RuleSet::parse("t.rules", text).unwrap();
    let (_, rule) = set.rules().next().unwrap();
    let text = verify(rule, &Effort::QUICK).unwrap_err().to_string();
    assert_eq!(
        text,
        "is no refinement: shl v0 1 => add v0 v0\n  v0 is x: i2, denotes {0, 1, -2, -1}\n  \
         left side:  {0, -2}\n  right side: {0, 1, -2, -1}"
    );
}
