//! What `unknown` says of real differences: the obligation, where the terms differ, what is
//! missing.

use tollgate_check::{Explanation, Options, Unknown, Verdict, check_pairs_in};
use tollgate_ir::Context;

/// Why a pair of functions was not proven.
fn explained(text: &str) -> Explanation {
    let mut ctx = Context::new();
    let module = tollgate_llvm::read(&mut ctx, "pair.ll", text.as_bytes()).expect("a module");
    let options = Options { refute: false, ..Options::default() };
    let report = check_pairs_in(&mut ctx, &module, &options);
    match &report.functions[0].verdict {
        Verdict::Unknown(Unknown::Unmet(explanation)) => (**explanation).clone(),
        other => panic!("{}", other.reason()),
    }
}

/// `@src` and `@tgt` with this type, whose bodies are these.
fn pair(ty: &str, parameters: &str, source: &str, target: &str) -> Explanation {
    explained(&format!(
        "declare void @see(i32)
         define {ty} @src({parameters}) {{\n{source}\n}}
         define {ty} @tgt({parameters}) {{\n{target}\n}}"
    ))
}

fn missing(it: &Explanation) -> Vec<String> {
    it.all_missing().into_iter().map(ToString::to_string).collect()
}

/// A loop that is left by a comparison.
fn counted(comparison: &str) -> String {
    format!(
        "entry:
           br label %loop
         loop:
           %i = phi i32 [ %a, %entry ], [ %next, %body ]
           %more = icmp {comparison} i32 %i, %n
           br i1 %more, label %body, label %done
         body:
           call void @see(i32 %i)
           %next = add i32 %i, 1
           br label %loop
         done:
           ret void"
    )
}

#[test]
fn an_exit_condition_that_differs_by_its_sign() {
    let it = pair("void", "i32 %a, i32 %n", &counted("slt"), &counted("ult"));
    assert_eq!(it.unmet.code(), "exit-condition");
    let difference = it.first_difference().expect("a difference");
    let term = |shown: &Option<tollgate_check::Shown>| shown.clone().expect("a term").term;
    assert_eq!(term(&difference.source), "%more = icmp slt i32 %i, %n");
    assert_eq!(term(&difference.target), "%more = icmp ult i32 %i, %n");
    assert_eq!(missing(&it), ["%i and %n have the same sign"]);
    // Both loops are named by their places.
    assert!(it.source.is_some() && it.target.is_some());
}

#[test]
fn an_exit_condition_that_is_an_equality() {
    let it = pair("void", "i32 %a, i32 %n", &counted("slt"), &counted("ne"));
    assert_eq!(missing(&it), ["%i s<= %n"]);
}

#[test]
fn a_sign_that_is_not_known() {
    let extended = |word: &str| format!("%r = {word} i32 %x to i64\nret i64 %r");
    let it = pair("i64", "i32 %x", &extended("sext"), &extended("zext"));
    assert_eq!(it.unmet.code(), "returned-value");
    assert_eq!(missing(&it), ["0 <= %x (signed)"]);
    assert!(it.to_string().starts_with(
        "returned values differ: sext i32 %x to i64 / zext i32 %x to i64; missing: 0 <= %x"
    ));
}

#[test]
fn a_division_that_is_made_earlier() {
    let it = pair(
        "i32",
        "i32 %x, i32 %y, i1 %c",
        "br i1 %c, label %a, label %b\na:\n%q = udiv i32 %x, %y\nret i32 %q\nb:\nret i32 0",
        "%q = udiv i32 %x, %y\nbr i1 %c, label %a, label %b\na:\nret i32 %q\nb:\nret i32 0",
    );
    assert_eq!(it.unmet.code(), "division");
    assert_eq!(missing(&it)[0], "%y is not 0");
    assert_eq!(it.conditions, [Some("%c".to_string()), None]);
}

#[test]
fn a_store_that_may_overlap() {
    let it = pair(
        "i32",
        "ptr %p, ptr %q",
        "store i32 1, ptr %p\nstore i32 2, ptr %q\n%r = load i32, ptr %p\nret i32 %r",
        "store i32 1, ptr %p\nstore i32 2, ptr %q\nret i32 1",
    );
    assert_eq!(it.unmet.code(), "returned-value");
    assert_eq!(missing(&it), ["%q and %p do not overlap"]);
}

#[test]
fn a_flag_and_a_freeze() {
    let sum = |flags: &str| format!("%r = add {flags} i32 %x, 1\nret i32 %r");
    let it = pair("i32", "i32 %x", &sum(""), &sum("nsw"));
    assert_eq!(missing(&it), ["`nsw` holds of %r = add nsw i32 %x, 1"]);
    let it =
        pair("i32", "i32 %x", "%r = freeze i32 %x\nret i32 %r", "%r = add i32 %x, 0\nret i32 %r");
    assert_eq!(missing(&it), ["%x is neither undef nor poison, which it may be by argument %x"]);
}

#[test]
fn attributes_of_a_call() {
    let call = |attribute: &str| format!("call void @see(i32 {attribute} %x)\nret void");
    let it = pair("void", "i32 %x", &call(""), &call("range(i32 0, 9)"));
    assert_eq!(it.unmet.code(), "call-attributes");
    assert!(missing(&it)[0].contains("of argument 1 holds of call @see(%x)"), "{:?}", missing(&it));
}

#[test]
fn a_loop_that_may_not_terminate() {
    let it = pair(
        "void",
        "i32 %a, i32 %n",
        &counted("slt").replace("call void @see(i32 %i)", ""),
        "ret void",
    );
    assert_eq!(it.unmet.code(), "loop-removed");
    assert_eq!(missing(&it), ["the loop terminates"]);
}
