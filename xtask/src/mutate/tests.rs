//! Tests of the kinds of mutation and of the command as a whole.

use std::collections::BTreeSet;

use tollgate_ir::{Context, Module, Name, verify_function};
use tollgate_llvm::write_function;

use super::bench::{Bench, Change};
use super::kinds::KINDS;
use super::random::Random;
use super::*;
use crate::scratch::Scratch;

/// Functions that together have a place for every kind.
const SAMPLE: &str = "
@g = global i32 0
declare i32 @one(i32, ptr)
declare i32 @two(i32, ptr)
declare void @three(ptr)

define i32 @values(i32 %x, i32 %y, { i32, i32 } %pair, float %f, ptr %p, ptr %q) {
entry:
  %first = extractvalue { i32, i32 } %pair, 0
  %a = add i32 %x, %y
  %b = add i32 %a, %first
  %d = mul i32 %b, 2
  %h = trunc i32 %d to i8
  %w = zext i8 %h to i32
  %fr = freeze i32 %x
  %s = sub i32 %fr, %w
  %c = icmp slt i32 %s, %fr
  %both = icmp eq i32 %x, 7
  %l = select i1 %c, i1 %both, i1 false
  %m = select i1 %l, i32 %a, i32 %b
  %same = icmp eq ptr %p, %q
  br i1 %same, label %yes, label %no
yes:
  %v = load i32, ptr %p, align 4
  br label %join
no:
  %r = udiv i32 %m, %y
  store i32 %r, ptr %q, align 4
  br label %join
join:
  %j = phi i32 [ %v, %yes ], [ %x, %no ]
  %fj = phi float [ %f, %yes ], [ 1.0, %no ]
  switch i32 %j, label %end [ i32 1, label %left
                              i32 2, label %right ]
left:
  br label %end
right:
  br label %end
end:
  %res = phi i32 [ %m, %join ], [ 3, %left ], [ %a, %right ]
  ret i32 %res
}

define i32 @effects(i32 %n, ptr %p, i1 %c) {
entry:
  %slot = alloca i32, align 4
  %other = alloca i32, align 4
  store i32 %n, ptr %slot, align 4
  store i32 1, ptr %other, align 4
  %vol = load volatile i32, ptr @g, align 4
  %at = load atomic i32, ptr %p seq_cst, align 4
  fence seq_cst
  %ra = call i32 @one(i32 %n, ptr %slot)
  %rb = call i32 @two(i32 %ra, ptr %other)
  call void @three(ptr %slot)
  %after = load i32, ptr %slot, align 4
  store i32 %rb, ptr %slot, align 4
  %again = load i32, ptr %slot, align 4
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %test = icmp slt i32 %i, %n
  br i1 %test, label %body, label %exit
body:
  %place = getelementptr inbounds i32, ptr %p, i32 %i
  %old = load i32, ptr %place, align 4
  br i1 %c, label %then, label %latch
then:
  store i32 %again, ptr %place, align 4
  br label %latch
latch:
  %next = add nsw i32 %i, 1
  br label %head
exit:
  br i1 %c, label %out, label %fine
out:
  ret i32 %after
fine:
  ret i32 %vol
}
";

fn sample(ctx: &mut Context) -> Module {
    match tollgate_llvm::read(ctx, "sample.ll", SAMPLE.as_bytes()) {
        Ok(module) => module,
        Err(messages) => panic!("{messages}"),
    }
}

/// What a kind makes of a function of the sample: the change and the text, if it is well formed.
fn make(kind: &Kind, function: &str, seed: u64) -> Option<(Change, String)> {
    let mut ctx = Context::new();
    let mut module = sample(&mut ctx);
    let func = module.function_named(Name::Named(ctx.find_symbol(function.as_bytes())?))?;
    let mut random = Random::new(seed, kind.name);
    let change = (kind.make)(&mut Bench::new(&mut ctx, &mut module, func, &mut random)?)?;
    assert_eq!(module.functions[func].body()?.check_lists(), Ok(()), "{}", kind.name);
    let mut text = Vec::new();
    write_function(&ctx, &module, func, &mut text).ok()?;
    verify_function(&ctx, &module, func)
        .is_empty()
        .then(|| (change, String::from_utf8_lossy(&text).into_owned()))
}

fn original(function: &str) -> String {
    let mut ctx = Context::new();
    let module = sample(&mut ctx);
    let func =
        module.function_named(Name::Named(ctx.find_symbol(function.as_bytes()).unwrap())).unwrap();
    let mut text = Vec::new();
    write_function(&ctx, &module, func, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn every_kind_changes_something_and_leaves_it_well_formed() {
    for kind in KINDS {
        let mut changed = 0;
        for (function, seed) in
            ["values", "effects"].into_iter().flat_map(|it| (0..30).map(move |seed| (it, seed)))
        {
            if let Some((change, text)) = make(kind, function, seed) {
                // What is said of a callee is not in the text of its caller.
                assert!(
                    text != original(function) || change.what.contains("declaration"),
                    "{}: {}",
                    kind.name,
                    change.what
                );
                changed += 1;
            }
        }
        assert!(changed > 0, "{} has no place in the sample", kind.name);
    }
}

#[test]
fn names_of_kinds_differ() {
    let names: BTreeSet<&str> = KINDS.iter().map(|kind| kind.name).collect();
    assert_eq!(names.len(), KINDS.len());
}

#[test]
fn a_seed_gives_the_same_mutant_again() {
    for kind in KINDS {
        let twice =
            [0, 1].map(|_| make(kind, "effects", 5).map(|(change, text)| (change.what, text)));
        assert_eq!(twice[0], twice[1], "{}", kind.name);
    }
}

fn options() -> Options {
    Options { count: 1, functions: 4, jobs: 1, only: "lib/".to_owned(), ..Options::full() }
}

/// A corpus of one file, before and after a pass that did nothing.
fn corpus(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    let text = "declare void @seen(i32)\ndefine i32 @f(i32 %x, i32 %y) {\n  %s = add i32 %x, %y\n  \
        call void @seen(i32 %s)\n  ret i32 %s\n}\n";
    for file in ["mem2reg.ll", "mem2reg.gvn.ll"] {
        write_atomically(
            &scratch.path().join("target/corpus/pairs/lib/file").join(file),
            text.as_bytes(),
        )
        .unwrap();
    }
    scratch
}

#[test]
fn no_wrong_mutant_of_a_small_function_is_valid() {
    let scratch = corpus("mutate");
    let json = scratch.path().join("figures.json");
    let figures = run(scratch.path(), &Options { json: Some(json.clone()), ..options() }).unwrap();
    assert!(figures.contains("none of them valid"), "{figures}");
    let read: serde_json::Value = serde_json::from_slice(&fs::read(json).unwrap()).unwrap();
    assert!(read["total"]["told_apart"].as_u64().unwrap() > 10, "{read}");
    assert!(read["kinds"]["call-dropped"]["made"].as_u64().unwrap() > 0, "{read}");
}

#[test]
fn unknown_names_are_errors() {
    let scratch = corpus("mutate-names");
    let error = run(scratch.path(), &Options { kinds: vec!["nothing".to_owned()], ..options() })
        .unwrap_err();
    assert!(error.to_string().contains("operand, "), "{error}");
    assert!(
        run(scratch.path(), &Options { passes: vec!["nothing".to_owned()], ..options() }).is_err()
    );
}
