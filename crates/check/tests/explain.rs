//! What `unknown` says of real differences: the obligation, where the terms differ, what is
//! missing.

use tollgate_check::{Explanation, Options, Trial, Unknown, Verdict, check_pairs_in};
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

/// The same, with the time that is left spent on trials.
fn tried(text: &str) -> Explanation {
    let mut ctx = Context::new();
    let module = tollgate_llvm::read(&mut ctx, "pair.ll", text.as_bytes()).expect("a module");
    let options = Options { refute: false, explain: true, ..Options::default() };
    let report = check_pairs_in(&mut ctx, &module, &options);
    match &report.functions[0].verdict {
        Verdict::Unknown(Unknown::Unmet(explanation)) => (**explanation).clone(),
        other => panic!("{}", other.reason()),
    }
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
    assert_eq!(missing(&it), ["an invariant: %i s<= %n, at header %loop"]);
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
    let expected =
        "%q and %p do not overlap: store i32 2, ptr %q (line 4) may overwrite what is read";
    assert_eq!(missing(&it), [expected]);
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

/// The branch of the target is on an operation on an operation ... on an argument: whether that is
/// defined is asked of one after the other, up to a limit.
#[test]
fn a_reason_names_the_limits_that_were_reached() {
    let step = |at: usize| {
        let operation = if at.is_multiple_of(2) { "xor" } else { "mul" };
        format!("%x{} = {operation} i32 %x{at}, 7\n", at + 1)
    };
    let text = |steps: usize| -> String {
        let steps_of_target: String = (0..steps).map(step).collect();
        format!(
            "define i32 @src(i32 %x0) {{ ret i32 0 }}
             define i32 @tgt(i32 %x0) {{
               {steps_of_target}
               %c = icmp ult i32 %x{steps}, 7
               br i1 %c, label %a, label %b
             a:
               ret i32 0
             b:
               ret i32 0
             }}"
        )
    };
    let reason = |steps: usize| {
        let mut ctx = Context::new();
        let text = text(steps);
        let module = tollgate_llvm::read(&mut ctx, "pair.ll", text.as_bytes()).expect("a module");
        let options = Options { refute: false, ..Options::default() };
        let report = check_pairs_in(&mut ctx, &module, &options);
        report.functions[0].reason()
    };
    assert!(!reason(5).contains("limits reached"), "{}", reason(5));
    assert!(reason(20).ends_with(" (limits reached: nested conditions)"), "{}", reason(20));
}

fn hints(it: &Explanation) -> Vec<&'static str> {
    it.hints.iter().map(tollgate_check::Hint::code).collect()
}

#[test]
fn loops_that_are_rotated() {
    let rotated = "entry:
           %first = icmp slt i32 %a, %n
           br i1 %first, label %body, label %done
         body:
           %i = phi i32 [ %a, %entry ], [ %next, %body ]
           call void @see(i32 %n)
           %next = add i32 %i, 2
           %more = icmp slt i32 %next, %n
           br i1 %more, label %body, label %done
         done:
           ret void";
    let it = pair("void", "i32 %a, i32 %n", &counted("slt"), rotated);
    assert!(hints(&it).contains(&"rotated"), "{:?}", it.hints);
    let loops = it.loops.expect("loops");
    assert_eq!(loops.map(|it| (it.all, it.left, it.places.len())), [(1, 1, 1), (1, 1, 1)]);
}

#[test]
fn a_loop_that_was_a_call() {
    let it = explained(
        "define void @src(i32 %n) {
           store volatile i32 %n, ptr null
           %m = add i32 %n, -1
           call void @src(i32 %m)
           ret void
         }
         define void @tgt(i32 %n) {
         entry:
           br label %loop
         loop:
           %i = phi i32 [ %n, %entry ], [ %m, %loop ]
           store volatile i32 %i, ptr null
           %m = add i32 %i, -1
           br label %loop
         }",
    );
    assert!(hints(&it).contains(&"other-loops"), "{:?}", it.hints);
    assert!(hints(&it).contains(&"recursion"), "{:?}", it.hints);
}

#[test]
fn stores_in_pieces() {
    let pieces = "%q = getelementptr i32, ptr %p, i64 1
         store i32 %x, ptr %p
         store i32 %y, ptr %q
         ret void";
    let whole = "%v = insertelement <2 x i32> poison, i32 %x, i32 0
         %w = insertelement <2 x i32> %v, i32 %x, i32 1
         store <2 x i32> %w, ptr %p
         ret void";
    let it = pair("void", "ptr %p, i32 %x, i32 %y", pieces, whole);
    let codes: Vec<&str> = it.all_missing().into_iter().map(|it| it.code()).collect();
    assert_eq!(codes, ["same-bytes"], "{it}");
}

#[test]
fn a_call_that_may_write() {
    let reads = |second: &str| {
        format!(
            "%a = load i32, ptr %p
             call void @see(i32 0)
             %b = load i32, ptr %p
             %r = sub i32 {second}, 1
             ret i32 %r"
        )
    };
    let it = pair("i32", "ptr %p", &reads("%b"), &reads("%a"));
    assert_eq!(missing(&it), ["call @see(0) (line 4) does not write at %p"]);
}

#[test]
fn a_law_and_a_call_that_is_left_out() {
    let it = pair(
        "i32",
        "i32 %x",
        "%a = add i32 %x, 1\n%r = mul i32 %x, %a\nret i32 %r",
        "%a = mul i32 %x, %x\n%r = add i32 %a, %x\nret i32 %r",
    );
    let codes: Vec<&str> = it.all_missing().into_iter().map(|it| it.code()).collect();
    assert_eq!(codes, ["law"], "{it}");
    // What no law can say, for any number, is not said.
    let it =
        pair("i32", "i32 %x", "%r = mul i32 %x, %x\nret i32 %r", "%r = xor i32 %x, 7\nret i32 %r");
    assert_eq!(missing(&it), Vec::<String>::new());
    // The only number for which it holds is named.
    let it = pair("i32", "i32 %x", "%r = add i32 %x, 3\nret i32 %r", "ret i32 96");
    assert_eq!(missing(&it), ["%x = 93"]);
    let it = pair("void", "i32 %x", "call void @see(i32 %x)\nret void", "ret void");
    let expected = "call @see(%x) returns, and nobody sees that it was made (it is not \
                    `willreturn`, `nounwind`, `memory(read)`)";
    assert_eq!(missing(&it), [expected]);
}

#[test]
fn what_only_one_of_two_calls_says() {
    let it = pair(
        "void",
        "ptr %p",
        "%v = load volatile i32, ptr %p, align 4\nret void",
        "%v = load volatile i32, ptr %p, align 8\nret void",
    );
    let difference = it.first_difference().expect("a difference");
    assert_eq!(difference.only, [vec!["align 4".to_string()], vec!["align 8".to_string()]]);
    assert!(it.to_string().contains("`align 4` only in the source"), "{it}");
}

/// Members of a sum in another order are one law, and not two relations of its members.
#[test]
fn a_sum_in_another_order() {
    let sum = |first: &str, second: &str| {
        format!(
            "entry:
               br label %loop
             loop:
               %i = phi i32 [ 0, %entry ], [ %next, %loop ]
               %h = lshr i32 %n, 1
               %s = add i32 {first}
               %t = add i32 %s, {second}
               call void @see(i32 %t)
               %next = add i32 %i, 1
               %more = icmp slt i32 %next, %t
               br i1 %more, label %loop, label %done
             done:
               ret void"
        )
    };
    let it = pair("void", "i32 %a, i32 %n", &sum("%a, %i", "%h"), &sum("%a, %h", "%i"));
    let codes: Vec<&str> = it.all_missing().into_iter().map(|it| it.code()).collect();
    assert_eq!(codes, ["law"], "{it}");
}

#[test]
fn a_relation_of_counters_by_their_steps() {
    let counted = |begin: &str, step: &str, address: &str| {
        format!(
            "entry:
               br label %loop
             loop:
               %i = phi i64 [ 0, %entry ], [ %next, %loop ]
               %j = phi i64 [ {begin}, %entry ], [ %ahead, %loop ]
               %at = shl i64 %i, 2
               %p = getelementptr i8, ptr %a, i64 {address}
               %v = load volatile i32, ptr %p
               %next = add i64 %i, 1
               %ahead = add i64 %j, {step}
               %more = icmp eq i32 %v, 0
               br i1 %more, label %loop, label %done
             done:
               ret void"
        )
    };
    let it = pair("void", "ptr %a", &counted("0", "1", "%at"), &counted("0", "4", "%j"));
    assert_eq!(missing(&it)[0], "an invariant: 4 * %i (source) = %j (target), at header %loop");
    // What does not hold in the first iteration is no invariant.
    let it = pair("void", "ptr %a", &counted("0", "1", "%at"), &counted("8", "4", "%j"));
    assert!(!missing(&it).iter().any(|it| it.contains("4 * %i (source) = %j (target),")), "{it}");
}

#[test]
fn an_equality_that_a_branch_tests() {
    let it = pair(
        "double",
        "double %x, double %y",
        "%c = fcmp oeq double %y, 2.0
         br i1 %c, label %a, label %b
         a:\n%q = fdiv double %x, %y\nret double %q
         b:\nret double %x",
        "%c = fcmp oeq double %y, 2.0
         br i1 %c, label %a, label %b
         a:\n%q = fdiv double %x, 2.0\nret double %q
         b:\nret double %x",
    );
    let found = missing(&it);
    assert!(found[0].starts_with("%y = 2.000000e+00 (where %c"), "{found:?}");
}

#[test]
fn a_copy_that_is_compared_as_a_call() {
    let copy = "%s = alloca i64
         store i64 %x, ptr %s
         call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %s, i64 8, i1 true)
         ret void";
    let text = format!(
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
         define void @src(ptr %p, i64 %x) {{\n{copy}\n}}
         define void @tgt(ptr %p, i64 %x) {{\nstore i64 %x, ptr %p\nret void\n}}"
    );
    let it = explained(&text);
    let found = missing(&it);
    assert!(found[0].starts_with("the memcpy of 8 bytes from %s to %p writes what"), "{found:?}");
    assert!(found[0].contains("the store at line "), "{found:?}");
    assert!(found[0].contains("because of it being volatile"), "{found:?}");
}

/// A loop that is left by what does not change in it, and both conditions of which differ.
#[test]
fn the_condition_that_the_headline_is_about_comes_first() {
    let switch = |cases: &str| {
        format!(
            "entry:
               switch i32 %v, label %done [ {cases} ]
             loop:
               %c = icmp eq i32 %v, 9
               br i1 %c, label %done, label %loop
             done:
               ret void"
        )
    };
    let source = switch("i32 1, label %loop\ni32 9, label %loop");
    let target = switch("i32 1, label %loop").replace("icmp eq i32 %v, 9", "icmp eq i32 %v, 1");
    let it = pair("void", "i32 %v", &source, &target);
    if it.unmet.code() == "exit-condition" {
        let first = it.first_difference().expect("a difference");
        assert_eq!(first.part, Some(tollgate_check::LoopPart::Exit), "{it}");
    }
    assert!(hints(&it).contains(&"unchanging-exit"), "{:?}", it.hints);
}

/// What a missing fact is known by.
fn known(it: &Explanation) -> Vec<Option<&str>> {
    it.all_missing().into_iter().map(|it| it.why_known().map(tollgate_check::Known::code)).collect()
}

#[test]
fn a_fact_that_is_known_and_not_used() {
    // By attributes of a call.
    let reads = |attributes: &str| {
        let text = |second: &str| {
            format!(
                "%a = load i32, ptr %p
                 %c = call i32 @ask(i32 %a) {attributes}
                 %b = load i32, ptr %p
                 %r = sub i32 {second}, %c
                 ret i32 %r"
            )
        };
        explained(&format!(
            "declare i32 @ask(i32)
             define i32 @src(ptr %p) {{\n{}\n}}
             define i32 @tgt(ptr %p) {{\n{}\n}}",
            text("%b"),
            text("%a")
        ))
    };
    let it = reads("nounwind willreturn memory(read)");
    let expected = "call @ask(%a) (line 4) does not write at %p: known (its attributes say so: \
                    `memory(read)`), but not used: after every call that is compared as a call, \
                    memory is taken as changed";
    assert_eq!(missing(&it), [expected]);
    assert_eq!(known(&it), [Some("attributes")]);
    let it = reads("nounwind willreturn");
    assert_eq!(missing(&it), ["call @ask(%a) (line 4) does not write at %p"]);
    assert_eq!(known(&it), [None]);
    // By the constant that is read.
    let text = |second: &str| {
        format!(
            "%q = getelementptr i32, ptr @t, i64 %i
             %a = load i32, ptr %q
             call void @see(i32 %a)
             %b = load i32, ptr %q
             %r = sub i32 {second}, 1
             ret i32 %r"
        )
    };
    let it = explained(&format!(
        "@t = internal constant [2 x i32] [i32 1, i32 2]
         declare void @see(i32)
         define i32 @src(i64 %i) {{\n{}\n}}
         define i32 @tgt(i64 %i) {{\n{}\n}}",
        text("%b"),
        text("%a")
    ));
    assert_eq!(known(&it), [Some("constant")], "{it}");
    assert!(missing(&it)[0].contains("known (@t is `constant`), but not used"), "{it}");
}

#[test]
fn a_fact_that_the_source_states() {
    // By an assumption, where the loop begins.
    let assumed = |comparison: &str| {
        let test = format!("%more = icmp {comparison} i32 %i, 9");
        counted("slt").replace(
            "%more = icmp slt i32 %i, %n",
            &format!("%s = icmp sge i32 %i, %n\ncall void @llvm.assume(i1 %s)\n{test}"),
        )
    };
    let loops = |source: &str, target: &str| {
        explained(&format!(
            "declare void @see(i32)
             declare void @llvm.assume(i1)
             define void @src(i32 %a, i32 %n) {{\n{source}\n}}
             define void @tgt(i32 %a, i32 %n) {{\n{target}\n}}"
        ))
    };
    let number = |text: String| text.replace("%i, %n", "%i, 0");
    let it = loops(&number(assumed("slt")), &number(assumed("ult")));
    let expected = "an invariant: 0 <= %i (signed), at header %loop: known (the source assumes it \
                    at line 9), but not used";
    assert_eq!(missing(&it), [expected]);
    assert_eq!(known(&it), [Some("assumption")]);
    // What is assumed of something else says nothing.
    let it = loops(&assumed("slt"), &assumed("ult"));
    assert_eq!(missing(&it), ["an invariant: 0 <= %i (signed), at header %loop"]);
}

/// A wider counter needs a bound, and that the narrower one does not wrap: the loop goes on only
/// where that is less than something.
#[test]
fn a_counter_that_is_made_wider() {
    let source = counted("ult").replace("%a", "0");
    let target = "entry:
           %w = zext i32 %n to i64
           br label %loop
         loop:
           %j = phi i64 [ 0, %entry ], [ %next, %body ]
           %done.now = icmp eq i64 %j, %w
           br i1 %done.now, label %done, label %body
         body:
           %t = trunc i64 %j to i32
           call void @see(i32 %t)
           %next = add i64 %j, 1
           br label %loop
         done:
           ret void";
    let it = pair("void", "i32 %a, i32 %n", &source, target);
    let expected = [
        "an invariant: %i u<= %n, at header %loop of the source",
        "an invariant: %j (target) = zext %i (source), at header %loop",
        "%next = add i32 %i, 1 does not wrap (unsigned): known (%more = icmp ult i32 %i, %n is \
         true there: line 7 of the source), but not used",
    ];
    assert_eq!(missing(&it), expected);
    let flagged = source.replace("add i32", "add nuw i32").replace("ult", "ne");
    let it = pair("void", "i32 %a, i32 %n", &flagged, target);
    assert!(
        missing(&it).iter().any(|it| it.ends_with("known (its `nuw` says so), but not used")),
        "{:?}",
        missing(&it)
    );
}

/// The address of null is not null.
#[test]
fn a_pointer_with_the_address_of_null() {
    let chosen = |what: &str| {
        format!(
            "%c = icmp eq ptr %p, null
             %r = select i1 %c, ptr {what}, ptr @g
             ret ptr %r"
        )
    };
    let it = explained(&format!(
        "@g = global i32 0
         define ptr @src(ptr noundef %p) {{\n{}\n}}
         define ptr @tgt(ptr noundef %p) {{\n{}\n}}",
        chosen("%p"),
        chosen("null")
    ));
    let expected = "%p has the address of null where %c = icmp eq ptr %p, null is true, line 3 of \
                    the source; that it is null, without provenance, does not follow (§12.7)";
    assert_eq!(missing(&it), [expected]);
}

/// A law is named only where both are the same for all numbers that were tried.
#[test]
fn a_law_that_was_tried() {
    let it = pair(
        "i32",
        "i32 %x, i32 %y",
        "%a = fptosi float 1.0 to i32\n%c = uitofp i32 %x to float\n%b = fptosi float %c to i32
         %r = add i32 %b, %y\nret i32 %r",
        "%c = sitofp i32 %x to float\n%b = fptoui float %c to i32\n%r = sub i32 %y, %b
         ret i32 %r",
    );
    assert!(missing(&it).iter().all(|it| !it.starts_with("an equality")), "{:?}", missing(&it));
    // What both are made of is named, and not written out.
    let it = pair(
        "i32",
        "i32 %x, i32 %y",
        "%s = mul i32 %x, %y\n%a = xor i32 %s, %x\n%c = and i32 %s, %x\n%d = shl i32 %c, 1
         %r = add i32 %a, %d\nret i32 %r",
        "%s = mul i32 %x, %y\n%m = mul i32 %s, 3\n%n = mul i32 %x, 3\n%q = add i32 %m, %n
         %u = shl i32 %s, 1\n%v = shl i32 %x, 1\n%w = add i32 %u, %v\n%r = sub i32 %q, %w
         ret i32 %r",
    );
    let expected = "a rule by which add i32 (shl i32 (and i32 %s, %x), 1), (xor i32 %s, %x) is sub \
                    i32 (add i32 (mul i32 %s, 3), (mul i32 %x, 3)), (shl i32 (add i32 %s, %x), 1) \
                    (it holds for all defined values that were tried)";
    assert_eq!(missing(&it), [expected]);
}

/// An argument that is `noundef` is no cause.
#[test]
fn causes_of_poison_leave_out_what_is_defined() {
    let it = explained(
        "define i32 @src(i32 noundef %x, i32 %y) {
           %s = add i32 %x, %y
           %r = freeze i32 %s
           ret i32 %r
         }
         define i32 @tgt(i32 noundef %x, i32 %y) {
           %s = add i32 %x, %y
           ret i32 %s
         }",
    );
    let expected = "%s is neither undef nor poison, which it may be by argument %y";
    assert_eq!(missing(&it), [expected]);
}

/// Behind the condition of a loop something else differs, and that is said too.
#[test]
fn what_else_differs_in_a_loop() {
    let target = counted("ult").replace("call void @see(i32 %i)", "call void @see(i32 %a)");
    let it = pair("void", "i32 %a, i32 %n", &counted("slt"), &target);
    assert_eq!(missing(&it), ["%i and %n have the same sign"]);
    let further: Vec<[Option<&str>; 2]> = it
        .further
        .iter()
        .map(|it| [&it.source, &it.target].map(|it| it.as_ref().map(|it| &*it.short)))
        .collect();
    assert_eq!(further, [[Some("%i"), Some("%a")]]);
    let it = pair("void", "i32 %a, i32 %n", &counted("slt"), &counted("ult"));
    assert_eq!(it.further, []);
    // What follows from what is missing already is left out.
    let extended = |name: &str, comparison: &str, word: &str| {
        let call = format!("%w = {word} i32 %i to i64\ncall void @wide(i64 %w)");
        let body =
            counted(comparison).replace("%i, %n", "%i, 9").replace("call void @see(i32 %i)", &call);
        format!("define void @{name}(i32 %a) {{\n{body}\n}}\n")
    };
    let it = explained(&format!(
        "declare void @wide(i64)\n{}{}",
        extended("src", "slt", "sext"),
        extended("tgt", "ult", "zext")
    ));
    assert_eq!(missing(&it), ["an invariant: 0 <= %i (signed), at header %loop"]);
    assert_eq!(it.further, []);
}

/// A copy from a slot that was stored to is no store.
#[test]
fn a_copy_of_what_was_stored() {
    let it = explained(
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
         declare i32 @make()
         define void @src(ptr %p, i32 %x, i1 %c) {
           %s = alloca i32
           store i32 %x, ptr %s
           br i1 %c, label %a, label %b
         a:
           %y = call i32 @make()
           store i32 %y, ptr %s
           br label %b
         b:
           call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %s, i64 4, i1 false)
           ret void
         }
         define void @tgt(ptr %p, i32 %x, i1 %c) {
           br i1 %c, label %a, label %b
         a:
           %y = call i32 @make()
           br label %b
         b:
           %v = phi i32 [ %x, %0 ], [ %y, %a ]
           store i32 %v, ptr %p, align 1
           ret void
         }",
    );
    let codes: Vec<&str> = it.all_missing().into_iter().map(|it| it.code()).collect();
    assert_eq!(codes, ["copied-store"], "{it}");
}

/// A function that sums three numbers in one order or the other, and calls `see` on it.
fn sums(sum: &str, flag: &str) -> String {
    format!(
        "entry:
           {sum}
           call void @see(i32 %s)
           %d = shl {flag} i32 %a, 1
           call void @see(i32 %d)
           ret void"
    )
}

#[test]
fn a_trial_says_whether_more_is_missing() {
    let module = |source: &str, target: &str| {
        format!(
            "declare void @see(i32)
             define void @src(i32 noundef %a, i32 noundef %b, i32 noundef %c) {{\n{source}\n}}
             define void @tgt(i32 noundef %a, i32 noundef %b, i32 noundef %c) {{\n{target}\n}}"
        )
    };
    let straight = "%t = mul i32 %a, %b
                    %s = mul i32 %t, %c";
    let turned = "%t = mul i32 %b, %c
                  %s = mul i32 %a, %t";
    let one = tried(&module(&sums(straight, ""), &sums(turned, "")));
    assert_eq!((one.trial, one.differences.len()), (Some(Trial::Enough), 1));
    // Without time for it nothing is tried.
    let text = module(&sums(straight, ""), &sums(turned, ""));
    assert_eq!(explained(&text).trial, None);
    // What another place needs is named as well.
    let both = tried(&module(&sums(straight, ""), &sums(turned, "nuw")));
    assert_eq!((both.trial, both.differences.len()), (Some(Trial::Enough), 2));
}

#[test]
fn what_follows_from_a_call_that_differs_is_not_shown() {
    let text = |attribute: &str| {
        format!(
            "entry:
               %null = icmp eq ptr %p, null
               br i1 %null, label %done, label %start
             start:
               br label %loop
             loop:
               %x = call i32 @make(ptr {attribute} %p)
               %more = icmp eq i32 %x, 0
               br i1 %more, label %loop, label %made
             made:
               call void @see(i32 %x)
               br label %done
             done:
               ret void"
        )
    };
    let it = tried(&format!(
        "declare void @see(i32)
         declare i32 @make(ptr)
         define void @src(ptr noundef %p) {{\n{}\n}}
         define void @tgt(ptr noundef %p) {{\n{}\n}}",
        text("noundef"),
        text("noundef nonnull")
    ));
    assert_eq!(it.trial, Some(Trial::Enough));
    let said = missing(&it).join("; ");
    assert!(said.contains("`nonnull` of argument 1 holds of"), "{said}");
    assert!(said.contains("before the loop that it is needed in"), "{said}");
}
