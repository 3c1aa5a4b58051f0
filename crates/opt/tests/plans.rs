//! Plans over whole modules: what is reported, what is kept, and that the same comes out every
//! time.

use tollgate_canon::UpdateStrategy;
use tollgate_check::Options;
use tollgate_ir::{Context, Module};
use tollgate_opt::{
    Budget, GROWTH_FACTOR, GROWTH_FACTOR_EVERYWHERE, GROWTH_SLACK, GROWTH_SLACK_EVERYWHERE,
    Outcome, Pass, Plan, Stop, Treatment, optimise,
};

const TEXT: &str = "
declare i32 @setjmp(ptr) returns_twice
define i32 @sum(i32 %n, i1 %c) mustprogress {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %more, %latch ]
  %go = icmp slt i32 %i, %n
  br i1 %go, label %body, label %out
body:
  br i1 %c, label %twice, label %once
twice:
  %two = mul i32 %i, 2
  br label %latch
once:
  %same = xor i32 %n, 5
  br label %latch
latch:
  %add = phi i32 [ %two, %twice ], [ %same, %once ]
  %more = add i32 %sum, %add
  %next = add i32 %i, 1
  br label %head
out:
  ret i32 %sum
}
define i32 @call(i32 %x) {
  %a = call i32 @sum(i32 %x, i1 true)
  ret i32 %a
}
define i32 @again(ptr %p) {
  %a = call i32 @setjmp(ptr %p)
  %b = add i32 1, 2
  ret i32 %a
}
define i32 @plain(i32 %x) {
  ret i32 %x
}
";

fn run(plan: &Plan) -> (String, Outcome) {
    let mut ctx = Context::new();
    let mut module: Module = tollgate_llvm::read(&mut ctx, "plan.ll", TEXT.as_bytes()).unwrap();
    let outcome = optimise(&mut ctx, &mut module, plan).unwrap_or_else(|broken| panic!("{broken}"));
    let mut text = Vec::new();
    tollgate_llvm::write_module(&ctx, &module, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    tollgate_llvm::read(&mut Context::new(), "again.ll", text.as_bytes()).unwrap();
    (text, outcome)
}

fn verified(passes: &[Pass]) -> Plan {
    Plan { verify_each: true, ..Plan::of(passes) }
}

fn everywhere(passes: &[Pass]) -> Plan {
    Plan { everywhere: true, ..verified(passes) }
}

#[test]
fn every_pass_alone_and_all_together_leave_what_they_have_to() {
    for plan in Pass::ALL.into_iter().flat_map(|pass| [verified(&[pass]), everywhere(&[pass])]) {
        let (_, outcome) = run(&plan);
        assert_eq!(outcome.functions.len(), 4);
        assert_eq!(outcome.totals().len(), 1);
    }
    let (_, outcome) = run(&verified(&Pass::ALL));
    assert_eq!(outcome.totals().len(), Pass::ALL.len());
    assert_eq!(outcome.functions[0].treatment, Treatment::Changed);
}

#[test]
fn what_is_not_treated_or_not_changed_keeps_its_text() {
    let (text, outcome) = run(&verified(&Pass::ALL));
    assert_eq!(
        outcome.functions[2].treatment,
        Treatment::Untreated("a call that returns twice".to_owned())
    );
    assert_eq!(outcome.functions[3].treatment, Treatment::Same);
    assert!(
        text.contains("%b = add i32 1, 2")
            && text.contains("define i32 @plain(i32 %x) {\n  ret i32 %x\n}")
    );
}

#[test]
fn what_is_not_valid_is_taken_back() {
    let hurried = Options { node_limit: 1, refute: false, ..Options::default() };
    let plan = Plan { check_each: Some(hurried), ..verified(&[Pass::Licm, Pass::Dce]) };
    let (text, outcome) = run(&plan);
    let step = &outcome.functions[0].steps[0];
    assert!(step.applications() > 0);
    assert_eq!(step.verdict.as_ref().map(|it| it.verdict), Some("unknown"));
    assert_eq!(outcome.functions[0].treatment, Treatment::Same);
    assert_eq!(outcome.totals()[0].rejected, 1);
    assert_eq!(text, run(&Plan::of(&[])).0);
    // With time it is shown.
    let patient = Plan { check_each: Some(Options::default()), ..plan };
    let (_, outcome) = run(&patient);
    let verdict = outcome.functions[0].steps[0].verdict.as_ref().map(|it| (it.verdict, &*it.cause));
    assert_eq!(verdict, Some(("valid", "value graph")));
    assert_eq!(outcome.functions[0].treatment, Treatment::Changed);
}

#[test]
fn the_phaseless_driver_ends_and_says_why() {
    let plan =
        |applications| Plan { phaseless: Some(Budget { applications }), ..verified(&Pass::ALL) };
    let (all, outcome) = run(&plan(10_000));
    let step = &outcome.functions[0].steps[0];
    assert!(matches!(step.stop, Stop::Empty | Stop::Growth), "{step:?}");
    assert!(step.applications() > 1);
    assert_eq!(run(&plan(10_000)).0, all);
    let (_, outcome) = run(&plan(1));
    assert_eq!(outcome.functions[0].steps[0].stop, Stop::Budget);
    assert_eq!(outcome.functions[0].steps[0].applications(), 1);
    let (text, outcome) = run(&plan(0));
    assert_eq!(outcome.functions[0].treatment, Treatment::Same);
    assert_eq!(text, run(&Plan::of(&[])).0);
}

#[test]
fn passes_that_simplify_leave_nothing_to_simplify() {
    let simplify = [Pass::ConstProp, Pass::CopyProp, Pass::IfSimplify, Pass::Straighten, Pass::Dce];
    // Each pass twice in a row does nothing the second time.
    for pass in simplify {
        let (_, outcome) = run(&verified(&[pass, pass]));
        assert_eq!(outcome.totals()[1].applications, 0, "{pass}");
    }
}

#[test]
fn rebuilding_everything_does_the_same_work() {
    for pass in Pass::ALL {
        let repaired = run(&everywhere(&[pass])).1;
        let rebuilt = run(&Plan { strategy: UpdateStrategy::Rebuild, ..everywhere(&[pass]) }).1;
        for (repaired, rebuilt) in repaired.functions.iter().zip(&rebuilt.functions) {
            assert_eq!(repaired.steps.len(), rebuilt.steps.len());
            for (repaired, rebuilt) in repaired.steps.iter().zip(&rebuilt.steps) {
                assert_eq!(repaired.applied, rebuilt.applied, "{pass}");
                assert_eq!(repaired.after, rebuilt.after, "{pass}");
                assert_eq!(repaired.edits.rebuilds, 0);
            }
        }
    }
}

#[test]
fn what_does_not_pay_is_done_only_where_everything_is() {
    let (text, outcome) = run(&verified(&[Pass::Peel]));
    assert_eq!(outcome.totals()[0].applications, 0);
    assert_eq!(outcome.functions[0].steps[0].unprofitable, 1);
    assert_eq!(text, run(&Plan::of(&[])).0);
    let (_, outcome) = run(&everywhere(&[Pass::Peel]));
    assert_eq!(outcome.totals()[0].applications, 1);
    assert_eq!(outcome.functions[0].steps[0].unprofitable, 0);
}

#[test]
fn all_steps_together_grow_a_function_only_so_much() {
    // Each of them adds an iteration.
    let (_, outcome) = run(&Plan { everywhere: true, ..Plan::of(&[Pass::Peel; 200]) });
    let function = &outcome.functions[0];
    let most = GROWTH_FACTOR_EVERYWHERE * function.before.instructions + GROWTH_SLACK_EVERYWHERE;
    // The last one overshoots.
    assert!(
        (most..most + GROWTH_SLACK).contains(&function.after.instructions),
        "{:?}",
        function.after
    );
    assert_eq!(function.steps.last().map(|step| step.stop), Some(Stop::Growth));
    // Where it must pay, that comes to an end by itself.
    let (_, outcome) = run(&verified(&[Pass::Unroll; 20]));
    let function = &outcome.functions[0];
    let most = GROWTH_FACTOR * function.before.instructions + GROWTH_SLACK;
    assert!(
        function.steps[0].applications() > 0 && function.after.instructions <= most,
        "{function:?}"
    );
}
