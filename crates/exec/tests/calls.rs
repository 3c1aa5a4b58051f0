//! Calls, attributes, exceptions, variable arguments, environments and choices.

#[path = "support/harness.rs"]
mod harness;

use harness::{all_outcomes, run, run_program, run_with};
use tollgate_exec::arguments::ArgSpec;
use tollgate_exec::choices::{Replay, Seeded};
use tollgate_exec::environment::{Fixed, Havoc, Layered};
use tollgate_exec::libc::CLibrary;
use tollgate_exec::limits::Limits;
use tollgate_exec::machine::{Config, Machine};
use tollgate_exec::value::Val::Bits;

fn first(text: &str, args: &str) -> String {
    run(text, args).lines().next().unwrap_or_default().to_string()
}

#[test]
fn recursion_does_not_use_the_host_stack() {
    let text = "
define i64 @f(i64 %n) {
  %z = icmp eq i64 %n, 0
  br i1 %z, label %base, label %step
base:
  ret i64 0
step:
  %m = sub i64 %n, 1
  %r = call i64 @f(i64 %m)
  %s = add i64 %r, %n
  ret i64 %s
}";
    assert_eq!(run(text, "50000"), "return i64 1250025000");
    assert_eq!(run(text, "1000000"), "stopped: depth limit of 100000 calls reached");
}

#[test]
fn must_tail_calls_give_their_frame_up() {
    let text = "
define i64 @f(i64 %n) {
  %z = icmp eq i64 %n, 0
  br i1 %z, label %base, label %step
base:
  ret i64 7
step:
  %m = sub i64 %n, 1
  %r = musttail call i64 @f(i64 %m)
  ret i64 %r
}";
    assert_eq!(run(text, "1000000"), "return i64 7");
}

#[test]
fn promises_of_arguments_and_results() {
    let text = "define i32 @f(i32 noundef %x) {\n ret i32 %x\n}";
    assert_eq!(run(text, "poison"), "undefined: noundef argument 0 is poison or undef");
    let text = "define noundef i32 @f(i32 %x) {\n ret i32 %x\n}";
    assert_eq!(first(text, "undef"), "undefined: noundef result is poison or undef");
    let text = "define i1 @f(ptr nonnull %p) {\n %c = icmp eq ptr %p, null\n ret i1 %c\n}";
    assert_eq!(run(text, "null"), "return i1 poison");
    let text = "define i1 @f(ptr noundef nonnull %p) {\n %c = icmp eq ptr %p, null\n ret i1 %c\n}";
    assert_eq!(run(text, "null"), "undefined: argument 0 violates its attributes");
    let text = "define i32 @f(i32 range(i32 0, 10) %x) {\n ret i32 %x\n}";
    assert_eq!([run(text, "9"), run(text, "10")], ["return i32 9", "return i32 poison"]);
    let text = "define void @f(ptr dereferenceable(8) %p) {\n ret void\n}";
    assert_eq!(
        [run(text, "&8"), run(text, "&7")],
        ["return", "undefined: argument 0 is not dereferenceable"]
    );
}

#[test]
fn by_value_arguments_are_copies() {
    let text = "
define void @g(ptr byval(i32) %p) {
  store i32 9, ptr %p
  ret void
}
define i32 @f() {
  %s = alloca i32
  store i32 1, ptr %s
  call void @g(ptr byval(i32) %s)
  %x = load i32, ptr %s
  ret i32 %x
}";
    assert_eq!(run(text, ""), "return i32 1");
}

#[test]
fn indirect_calls_and_wrong_ones() {
    let text = "
define i32 @g(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
@table = constant [1 x ptr] [ptr @g]
define i32 @f(i32 %x) {
  %p = load ptr, ptr @table
  %r = call i32 %p(i32 %x)
  ret i32 %r
}";
    assert_eq!(run(text, "4"), "return i32 5");
    let text = "define i32 @g(i64 %x) {\n ret i32 0\n}\ndefine i32 @f() {\n \
        %r = call i32 @g(i32 1)\n ret i32 %r\n}";
    assert_eq!(first(text, ""), "undefined: call with another signature than the callee's");
    let text = "define fastcc i32 @g() {\n ret i32 0\n}\ndefine i32 @f() {\n %r = call i32 @g()\n \
        ret i32 %r\n}";
    assert_eq!(
        first(text, ""),
        "undefined: call with another calling convention than the callee's"
    );
    let text = "define void @f(ptr %p) {\n call void %p()\n ret void\n}";
    assert_eq!(first(text, "&8"), "undefined: call of something that is no function");
    let text = "define void @g() noreturn {\n ret void\n}\ndefine void @f() {\n call void @g()\n \
        ret void\n}";
    assert_eq!(first(text, ""), "undefined: noreturn function returned");
}

const CATCHING: &str = "
@int = constant i8 0
@other = constant i8 0
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare i32 @__gxx_personality_v0(...)
declare i32 @llvm.eh.typeid.for.p0(ptr)
declare i32 @putchar(i32)
define void @thrower(i1 %second) personality ptr @__gxx_personality_v0 {
  %e = call ptr @__cxa_allocate_exception(i64 4)
  store i32 42, ptr %e
  %info = select i1 %second, ptr @other, ptr @int
  invoke void @__cxa_throw(ptr %e, ptr %info, ptr null) to label %no unwind label %pad
no:
  unreachable
pad:
  %l = landingpad { ptr, i32 } cleanup
  %c = call i32 @putchar(i32 99)
  resume { ptr, i32 } %l
}
define i32 @main(i32 %argc, ptr %argv) personality ptr @__gxx_personality_v0 {
  %many = icmp sgt i32 %argc, 1
  invoke void @thrower(i1 %many) to label %fine unwind label %pad
fine:
  ret i32 0
pad:
  %l = landingpad { ptr, i32 } catch ptr @int catch ptr null
  %p = extractvalue { ptr, i32 } %l, 0
  %s = extractvalue { ptr, i32 } %l, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @int)
  %is = icmp eq i32 %s, %t
  %obj = call ptr @__cxa_begin_catch(ptr %p)
  %v = load i32, ptr %obj
  call void @__cxa_end_catch()
  %r = select i1 %is, i32 %v, i32 1
  ret i32 %r
}";

#[test]
fn exceptions_are_cleaned_up_and_caught_by_type() {
    assert_eq!(
        run_program(CATCHING.as_bytes(), &[b"p"], Config::default()),
        Ok((b"c".to_vec(), 42))
    );
    assert_eq!(
        run_program(CATCHING.as_bytes(), &[b"p", b"x"], Config::default()),
        Ok((b"c".to_vec(), 1))
    );
}

#[test]
fn unwinding_out_and_where_it_must_not_be() {
    let text = "
declare void @g()
define void @f() {
  call void @g()
  ret void
}";
    let mut havoc = Havoc::new(0);
    havoc.may_unwind = true;
    let outcomes: Vec<String> = (0..64)
        .map(|seed| {
            havoc.seed = seed;
            run_with(text, "", Config::default(), &mut havoc.clone(), &mut Seeded::new(0)).0
        })
        .collect();
    assert!(outcomes.iter().any(|it| it.contains("unwind { ptr, i32 }")));
    assert!(outcomes.iter().any(|it| it == "call @g()\nreturn"));
    let text = text.replace("define void @f() {", "define void @f() nounwind {");
    let undefined = (0..64).any(|seed| {
        havoc.seed = seed;
        let printed =
            run_with(&text, "", Config::default(), &mut havoc.clone(), &mut Seeded::new(0)).0;
        printed.contains("undefined: nounwind function unwound")
    });
    assert!(undefined);
}

#[test]
fn observations_are_printed_in_order() {
    let text = "
@s = constant [5 x i8] c\"text\\00\"
@v = global i32 5
declare i32 @g(i32, ptr)
define i32 @f() {
  %r = call i32 @g(i32 1, ptr getelementptr (i8, ptr @s, i64 4))
  %x = load volatile i32, ptr @v
  store volatile i32 6, ptr @v
  ret i32 %r
}";
    let expected = "call @g(i32 1, ptr @s+4) = i32 0\nvolatile load i32 @v = i32 5\nvolatile store \
        i32 6, @v\nreturn i32 0";
    assert_eq!(run(text, ""), expected);
}

#[test]
fn havoc_is_a_function_of_the_history() {
    // Both do the same to the environment, in different ways.
    let one = "
@g = global i32 0
declare i32 @out(ptr)
define i32 @f(i32 %x) {
  %s = alloca i32
  store i32 %x, ptr %s
  %a = call i32 @out(ptr %s)
  %b = load i32, ptr %s
  %c = add i32 %a, %b
  ret i32 %c
}";
    let two = "
@g = global i32 0
declare i32 @out(ptr)
define i32 @f(i32 %x) {
  %unused = alloca [3 x i64]
  %s = alloca i32
  %y = xor i32 %x, -1
  %z = xor i32 %y, -1
  store i32 %z, ptr %s
  %a = call i32 @out(ptr %s)
  %b = load i32, ptr %s
  %c = add i32 %b, %a
  ret i32 %c
}";
    let mut results = std::collections::BTreeSet::new();
    for seed in 0..50 {
        let result = |text: &str| {
            let run = run_with(
                text,
                "17",
                Config::default(),
                &mut Havoc::new(seed),
                &mut Seeded::new(seed),
            )
            .1;
            run.outcome
        };
        assert_eq!(result(one), result(two));
        results.insert(format!("{:?}", result(one)));
    }
    assert!(results.len() > 10, "an environment that always answers the same finds nothing");
    let different = one.replace("store i32 %x", "store i32 1");
    let differs = (0..50).any(|seed| {
        let result = |text: &str| {
            run_with(text, "17", Config::default(), &mut Havoc::new(seed), &mut Seeded::new(0))
                .1
                .outcome
        };
        result(one) != result(&different)
    });
    assert!(differs);
}

#[test]
fn readonly_functions_do_not_write() {
    let text = "
declare i32 @out(ptr) memory(read)
define i32 @f(ptr %p) {
  %a = call i32 @out(ptr %p)
  %x = load i32, ptr %p
  ret i32 %x
}";
    for seed in 0..50 {
        let printed = run_with(
            text,
            "&[07 00 00 00]",
            Config::default(),
            &mut Havoc::new(seed),
            &mut Seeded::new(0),
        )
        .0;
        assert_eq!(printed.lines().last(), Some("return i32 7"));
    }
}

#[test]
fn choices_are_enumerated_and_replayed() {
    let text = "define i2 @f() {\n %x = freeze i2 undef\n %y = freeze i2 undef\n \
        %s = add i2 %x, %y\n ret i2 %s\n}";
    let (outcomes, exhaustive) = all_outcomes(text, "");
    assert_eq!(outcomes, ["return i2 -1", "return i2 -2", "return i2 0", "return i2 1"]);
    assert!(exhaustive);
    let text = "define i1 @f(i8 %x) {\n %y = freeze i8 %x\n %c = icmp eq i8 %y, %y\n ret i1 %c\n}";
    assert_eq!(all_outcomes(text, "undef"), (vec!["return i1 true".to_string()], true));
    let text = "define i1 @f(i8 %x) {\n %c = icmp eq i8 %x, %x\n ret i1 %c\n}";
    assert_eq!(all_outcomes(text, "undef"), (vec!["return i1 undef".to_string()], true));
    let text = "define i1 @f(i8 %x) {\n %y = mul i8 %x, 2\n %c = icmp eq i8 %y, 8\n ret i1 %c\n}";
    assert_eq!(all_outcomes(text, "undef").0, ["return i1 false", "return i1 true"]);
    let text = "define i64 @f() {\n %x = freeze i64 poison\n ret i64 %x\n}";
    assert!(!all_outcomes(text, "").1, "2^64 alternatives were not all tried");
    let (printed, run) = run_with(text, "", Config::default(), &mut Fixed, &mut Seeded::new(77));
    assert!(run.depends_on_choice);
    let again =
        run_with(text, "", Config::default(), &mut Fixed, &mut Replay::new(&run.choices, 77)).0;
    assert_eq!(printed, again);
}

#[test]
fn runs_without_choices_do_not_depend_on_any() {
    let text = "define i8 @f(i8 %x) {\n %m = and i8 %x, 1\n %s = alloca i8\n store i8 %m, ptr %s\n \
        %y = load i8, ptr %s\n ret i8 %y\n}";
    let (printed, run) =
        run_with(text, "undef", Config::default(), &mut Fixed, &mut Seeded::new(1));
    assert_eq!(printed, "return i8 0b0000000u");
    assert!(!run.depends_on_choice && run.choices.is_empty());
}

#[test]
fn allocation_before_havoc() {
    let text = "
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @out(i32)
define i32 @f() {
  %p = call ptr @malloc(i64 4)
  store i32 3, ptr %p
  %x = load i32, ptr %p
  call void @free(ptr %p)
  %r = call i32 @out(i32 %x)
  %y = load i32, ptr %p
  ret i32 %y
}";
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let library = CLibrary::new(&mut out, &mut err).allocations_only();
    let printed =
        run_with(text, "", Config::default(), &mut Layered(library, Fixed), &mut Seeded::new(0)).0;
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "call @out(i32 3) = i32 0");
    assert_eq!(lines[1], "undefined: access to freed memory");
}

#[test]
fn limits_stop_runs() {
    let text = "define void @f() {\n br label %l\nl:\n br label %l\n}";
    let config =
        Config { limits: Limits { fuel: 1_000_000, ..Limits::default() }, ..Config::default() };
    let (printed, run) = run_with(text, "", config, &mut Fixed, &mut Seeded::new(0));
    assert_eq!(printed, "stopped: fuel limit of 1000000 instructions reached");
    assert_eq!(run.instructions, 1_000_000);
}

#[test]
fn traces_show_every_step() {
    let text = b"define i32 @f(i32 %x) {\n %a = add i32 %x, 1\n %b = mul i32 %a, 2\n ret i32 %b\n}";
    let mut ctx = tollgate_ir::Context::new();
    let module = tollgate_llvm::read(&mut ctx, "t.ll", text).expect("a module");
    let mut machine = Machine::new(&ctx, &module, Config::default()).expect("a layout");
    let func = machine.function_named(b"f").expect("a function");
    let mut seen = Vec::new();
    let mut tracer = |step: &tollgate_exec::trace::Step<'_>| {
        seen.push(step.result.map(|(value, _)| value.clone()));
    };
    let args = [ArgSpec::Value(Bits(4))];
    machine.run_function(func, &args, &mut Fixed, &mut Seeded::new(0), Some(&mut tracer));
    assert_eq!(seen, [Some(Bits(5)), Some(Bits(10)), None]);
}
