//! Whole modules through the library: what the file tests of `tests/check` cannot show.

use std::collections::HashSet;
use std::time::Duration;
use tollgate_check::{
    Comparison, How, Options, Report, Status, Unknown, Verdict, check_modules, check_pairs_in,
};
use tollgate_ir::{BodyState, Context, Module, Source};
use tollgate_llvm::{Options as ReadOptions, read, read_bodies, read_source};

/// Functions that stay, are rewritten but mean the same, and are wrong, in turn.
fn texts(functions: usize) -> (String, String) {
    let (mut before, mut after) = (String::new(), String::new());
    for number in 0..functions {
        let old = format!("%a = add i32 %x, {number}\n  %b = mul i32 %a, 3\n  ret i32 %b");
        let new = match number % 3 {
            0 => old.clone(),
            1 => old.replace("%a", "%c"),
            _ => old.replace("%a, 3", "%a, 5"),
        };
        before.push_str(&format!("define i32 @f{number}(i32 %x) {{\n  {old}\n}}\n"));
        after.push_str(&format!("define i32 @f{number}(i32 %x) {{\n  {new}\n}}\n"));
    }
    (before, after)
}

fn lazily(ctx: &mut Context, text: &str) -> Module {
    let source = Source { file: "t.ll".into(), text: text.as_bytes().into() };
    read_source(ctx, source, ReadOptions { lazy: true, jobs: 1 }).0.unwrap()
}

/// Everything but times.
fn shown(report: &Report) -> Vec<String> {
    let line = |it: &tollgate_check::FunctionReport| {
        format!("{} {} {} {}", it.function, it.verdict.word(), it.nodes, it.verdict.reason())
    };
    report.functions.iter().map(line).collect()
}

#[test]
fn threads_change_nothing() {
    let (before, after) = texts(40);
    let run = |jobs| {
        let mut ctx = Context::new();
        let old = read(&mut ctx, "before.ll", before.as_bytes()).unwrap();
        let new = read(&mut ctx, "after.ll", after.as_bytes()).unwrap();
        shown(&check_modules(&mut ctx, &old, &new, &Options { jobs, ..Options::default() }))
    };
    let alone = run(1);
    assert_eq!(alone.len(), 40);
    assert_eq!(alone, run(4));
}

#[test]
fn what_else_is_compared_changes_nothing() {
    let (before, after) = texts(12);
    let all = {
        let mut ctx = Context::new();
        let old = read(&mut ctx, "before.ll", before.as_bytes()).unwrap();
        let new = read(&mut ctx, "after.ll", after.as_bytes()).unwrap();
        shown(&check_modules(&mut ctx, &old, &new, &Options::default()))
    };
    for (number, expected) in all.iter().enumerate() {
        let mut ctx = Context::new();
        let old = read(&mut ctx, "before.ll", before.as_bytes()).unwrap();
        let new = read(&mut ctx, "after.ll", after.as_bytes()).unwrap();
        let mut comparison = Comparison::of_modules(&mut ctx, &old, &new, &Options::default());
        comparison.keep(&ctx, &old, &new, &[format!("f{number}")]).unwrap();
        let report = comparison.run(&mut ctx, &old, &new, &Options::default(), &|_| ());
        assert_eq!(shown(&report), std::slice::from_ref(expected));
    }
}

#[test]
fn a_comparison_of_modules_that_takes_too_long_says_nothing() {
    let (before, after) = texts(9);
    let mut ctx = Context::new();
    let old = read(&mut ctx, "before.ll", before.as_bytes()).unwrap();
    let new = read(&mut ctx, "after.ll", after.as_bytes()).unwrap();
    let options = Options { time_limit: Duration::ZERO, ..Options::default() };
    let report = check_modules(&mut ctx, &old, &new, &options);
    assert_eq!((report.counts().functions, report.counts().unknown), (9, 9));
    let says = |verdict: &Verdict| match verdict {
        Verdict::Unknown(reason) => reason.to_string().contains("comparing the modules"),
        Verdict::Valid(_) | Verdict::Invalid(_) | Verdict::Unsupported(_) => false,
    };
    assert!(report.functions.iter().all(|function| says(&function.verdict)));
}

#[test]
fn bodies_of_the_same_text_are_not_needed() {
    let (before, after) = texts(9);
    let mut ctx = Context::new();
    let (mut old, mut new) = (lazily(&mut ctx, &before), lazily(&mut ctx, &after));
    let comparison = Comparison::of_modules(&mut ctx, &old, &new, &Options::default());
    let (sources, targets) = comparison.needed(&ctx, &old, &new, &Options::default());
    assert_eq!((sources.len(), targets.len()), (6, 6));
    read_bodies(&mut ctx, &mut old, |func| sources.contains(&func), 1).unwrap();
    read_bodies(&mut ctx, &mut new, |func| targets.contains(&func), 1).unwrap();
    let report = comparison.run(&mut ctx, &old, &new, &Options::default(), &|_| ());
    let counts = report.counts();
    assert_eq!((counts.functions, counts.same_text), (9, 3));
    assert!(old.functions.values().any(|function| matches!(function.body, BodyState::Lazy(_))));
    assert_ne!(report.status(), Status::Valid);
}

#[test]
fn a_body_that_was_not_read_is_never_valid() {
    let (before, after) = texts(3);
    let mut ctx = Context::new();
    let (old, new) = (lazily(&mut ctx, &before), lazily(&mut ctx, &after));
    let report = check_modules(&mut ctx, &old, &new, &Options::default());
    let unread = |verdict: &Verdict| matches!(verdict, Verdict::Unknown(Unknown::Fault(_)));
    assert_eq!(report.functions.iter().filter(|it| unread(&it.verdict)).count(), 2);
}

#[test]
fn without_shortcuts_everything_is_proven() {
    let (before, _) = texts(6);
    let mut ctx = Context::new();
    let old = read(&mut ctx, "before.ll", before.as_bytes()).unwrap();
    let new = read(&mut ctx, "after.ll", before.as_bytes()).unwrap();
    let options = Options { shortcuts: false, ..Options::default() };
    let report = check_modules(&mut ctx, &old, &new, &options);
    for function in &report.functions {
        match &function.verdict {
            Verdict::Valid(valid) => assert_eq!(valid.how, How::Graph),
            other => panic!("{}: {}", function.function, other.reason()),
        }
    }
}

/// The text of a function that was changed in memory is stale: it must not be taken for the
/// function.
#[test]
fn a_function_that_was_changed_has_no_text() {
    let text = "define i32 @f(i32 %x, i32 %y) {\n  %a = sub i32 %x, %y\n  ret i32 %a\n}\n";
    let mut ctx = Context::new();
    let old = read(&mut ctx, "before.ll", text.as_bytes()).unwrap();
    let mut new = read(&mut ctx, "after.ll", text.as_bytes()).unwrap();
    let func = new.functions.keys().next().unwrap();
    let body = new.functions[func].body_mut().unwrap();
    let entry = body.entry().unwrap();
    let sub = body.insts(entry).next().unwrap();
    let y = body.args()[1];
    body.set_operand(sub, 0, y);
    let report = check_modules(&mut ctx, &old, &new, &Options::default());
    assert!(
        !matches!(report.functions[0].verdict, Verdict::Valid(_)),
        "{}",
        report.functions[0].verdict.reason()
    );
}

#[test]
fn every_pair_is_told_to_the_progress_once() {
    let (before, after) = texts(7);
    let mut ctx = Context::new();
    let old = read(&mut ctx, "before.ll", before.as_bytes()).unwrap();
    let new = read(&mut ctx, "after.ll", after.as_bytes()).unwrap();
    let options = Options { jobs: 3, time_limit: Duration::from_secs(5), ..Options::default() };
    let comparison = Comparison::of_modules(&mut ctx, &old, &new, &options);
    let told = std::sync::Mutex::new((0, HashSet::new()));
    comparison.run(
        &mut ctx,
        &old,
        &new,
        &options,
        &|tollgate_check::Step { done, all, report, .. }| {
            let name = &report.function;
            let mut told = told.lock().unwrap();
            told.0 += 1;
            assert_eq!((done, all), (told.0, 7));
            assert!(told.1.insert(name.to_string()));
        },
    );
    assert_eq!(told.into_inner().unwrap().1.len(), 7);
}

/// A recursive source and target call functions of different names: that is another callee, not the
/// same one.
#[test]
fn pairs_of_one_file_keep_their_names() {
    let text = "
        define i32 @src(i32 %x) {\n  %y = call i32 @src(i32 %x)\n  ret i32 %y\n}
        define i32 @tgt(i32 %x) {\n  %y = call i32 @tgt(i32 %x)\n  ret i32 %y\n}";
    let mut ctx = Context::new();
    let module = read(&mut ctx, "t.ll", text.as_bytes()).unwrap();
    let report =
        check_pairs_in(&mut ctx, &module, &Options { refute: false, ..Options::default() });
    assert_eq!(report.functions[0].target.as_deref(), Some("tgt"));
    assert!(!matches!(report.functions[0].verdict, Verdict::Invalid(_)));
}
