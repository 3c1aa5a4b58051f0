//! Each strategy alone: a pair that only this one proves, and a near miss that none may prove.

use super::with_goal;
use crate::prove::simulation::Variant;
use crate::prove::strategy::Outcome;
use crate::verdict::Strategy;

/// The strategies that prove `@tgt` to refine `@src`, each alone.
fn provers(text: &str) -> Vec<Strategy> {
    with_goal(text, ["src", "tgt"], |goal, ctx| {
        let proves =
            |strategy: &Strategy| matches!(strategy.run(goal, ctx, false).0, Outcome::Proven(..));
        Strategy::ORDER.into_iter().filter(proves).collect()
    })
}

/// Asserts that just these strategies prove a pair, and none does with one text in it replaced.
fn assert_provers(text: &str, expected: &[Strategy], (old, new): (&str, &str)) {
    assert_eq!(provers(text), expected);
    assert!(text.contains(old), "{old} is replaced");
    let near_miss = text.replacen(old, new, 1);
    assert_eq!(provers(&near_miss), [], "with {new}");
}

#[test]
fn value_graph() {
    let text = "
define i32 @src(i32 %x, i1 %d, i32 %a, i32 %b) {
  %c = icmp eq i32 %x, 5
  br i1 %c, label %first, label %join
first:
  br i1 %d, label %second, label %join
second:
  br label %join
join:
  %r = phi i32 [ %a, %0 ], [ %b, %first ], [ 9, %second ]
  ret i32 %r
}

define i32 @tgt(i32 %x, i1 %d, i32 %a, i32 %b) {
  %c = icmp ne i32 %x, 5
  br i1 %c, label %join, label %first
first:
  %s = select i1 %d, i32 9, i32 %b
  br label %join
join:
  %r = phi i32 [ %a, %0 ], [ %s, %first ]
  ret i32 %r
}";
    assert_provers(text, &[Strategy::ValueGraph], ("i32 9, i32 %b", "i32 %b, i32 9"));
}

/// Operations that choose a result are never one node where they are simplified: the target must
/// not make one choice of two of the source. Without laws they correspond in their order.
#[test]
fn same_shape() {
    let text = "
declare float @llvm.fmuladd.f32(float, float, float)
declare void @f(float)

define float @src(float %a, float %b) {
  %x = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  call void @f(float %x)
  %y = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  ret float %y
}

define float @tgt(float %c, float %d) {
  %u = call float @llvm.fmuladd.f32(float %c, float %c, float %d)
  call void @f(float %u)
  %v = call float @llvm.fmuladd.f32(float %c, float %c, float %d)
  ret float %v
}";
    assert_provers(
        text,
        &[Strategy::SameShape],
        ("float %c, float %c, float %d", "float %c, float %d, float %d"),
    );
}

/// The loop of the source makes two iterations where that of the target makes one.
#[test]
fn simulation_of_an_unrolled_loop() {
    let text = "
declare void @f(i32)

define void @src(i32 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %a = icmp ult i32 %i, %n
  br i1 %a, label %body, label %exit
body:
  call void @f(i32 %i)
  %i.next = add i32 %i, 1
  br label %loop
exit:
  ret void
}

define void @tgt(i32 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %second ]
  %a = icmp ult i32 %i, %n
  br i1 %a, label %first, label %exit
first:
  call void @f(i32 %i)
  %j = add i32 %i, 1
  %b = icmp ult i32 %j, %n
  br i1 %b, label %second, label %exit
second:
  call void @f(i32 %j)
  %i.next = add i32 %i, 2
  br label %loop
exit:
  ret void
}";
    let found = provers(text);
    assert!(found.contains(&Strategy::Simulation(Variant::TARGET_FIRST)), "{found:?}");
    assert!(found.iter().all(|it| matches!(it, Strategy::Simulation(_))), "{found:?}");
    for (old, new) in [("add i32 %i, 2", "add i32 %i, 3"), ("f(i32 %j)", "f(i32 %i)")] {
        assert_eq!(provers(&text.replacen(old, new, 1)), [], "with {new}");
    }
}

/// What the loop of the target tests while the source stutters is moved out of the loop, so that it
/// has to go first: with the source first nothing is found.
#[test]
fn simulation_with_the_target_first() {
    let text = "
declare void @f(i32)
declare void @g(i32)

define void @src(ptr %p, i32 noundef %n) {
entry:
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 0
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %b = load i32, ptr %p
  %a = icmp slt i32 %i, %b
  br i1 %a, label %body, label %exit
body:
  br i1 %c, label %x, label %y
x:
  call void @f(i32 %i)
  br label %latch
y:
  call void @g(i32 %i)
  br label %latch
latch:
  %i.next = add i32 %i, 1
  br label %loop
exit:
  ret void
}

define void @tgt(ptr %p, i32 noundef %n) {
entry:
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 0
  %frozen = freeze i1 %c
  br i1 %frozen, label %x, label %y
x:
  %i = phi i32 [ 0, %entry ], [ %i.next, %x.body ]
  %b = load i32, ptr %p
  %a = icmp slt i32 %i, %b
  br i1 %a, label %x.body, label %exit
x.body:
  call void @f(i32 %i)
  %i.next = add i32 %i, 1
  br label %x
y:
  %k = phi i32 [ 0, %entry ], [ %k.next, %y.body ]
  %d = load i32, ptr %p
  %e = icmp slt i32 %k, %d
  br i1 %e, label %y.body, label %exit
y.body:
  call void @g(i32 %k)
  %k.next = add i32 %k, 1
  br label %y
exit:
  ret void
}";
    let expected = [Variant::TARGET_FIRST, Variant::GENERALISED].map(Strategy::Simulation);
    assert_provers(text, &expected, ("%frozen = freeze i1 %c", "%frozen = icmp ne i32 %v, 0"));
}

/// With the number with which the first loop begins, it is decided how the second one begins.
#[test]
fn simulation_with_constants_generalised() {
    let expected = [Strategy::Simulation(Variant::GENERALISED)];
    assert_provers(
        UNSWITCHED_TWICE,
        &expected,
        ("br i1 %c, label %z, label %w", "br i1 %c, label %w, label %z"),
    );
}

const UNSWITCHED_TWICE: &str = "
define void @src(ptr noundef %p, i32 noundef %q, i32 noundef %n, i32 noundef %m) {
entry:
  %c = icmp eq i32 %q, 0
  br label %first
first:
  %i = phi i32 [ 0, %entry ], [ %i.next, %first.body ]
  %a = icmp slt i32 %i, %n
  br i1 %a, label %first.body, label %between
first.body:
  %s = select i1 %c, i32 %n, i32 %i
  %si = getelementptr i8, ptr %p, i32 %s
  store i8 1, ptr %si
  %i.next = add i32 %i, 1
  br label %first
between:
  %m0 = icmp ne i32 %m, 0
  %big = icmp sgt i32 %n, 8
  %go = and i1 %m0, %big
  br i1 %go, label %second, label %exit
second:
  %j = phi i32 [ 8, %between ], [ %j.next, %second.body ]
  %b = icmp slt i32 %j, %n
  br i1 %b, label %second.body, label %exit
second.body:
  %t = select i1 %c, i32 %n, i32 %j
  %tj = getelementptr i8, ptr %p, i32 %t
  store i8 2, ptr %tj
  %j.next = add i32 %j, 1
  br label %second
exit:
  ret void
}

define void @tgt(ptr noundef %p, i32 noundef %q, i32 noundef %n, i32 noundef %m) {
entry:
  %c = icmp eq i32 %q, 0
  br i1 %c, label %x, label %y
x:
  %i = phi i32 [ 0, %entry ], [ %i.next, %x.body ]
  %a = icmp slt i32 %i, %n
  br i1 %a, label %x.body, label %between
x.body:
  %pn = getelementptr i8, ptr %p, i32 %n
  store i8 1, ptr %pn
  %i.next = add i32 %i, 1
  br label %x
y:
  %k = phi i32 [ 0, %entry ], [ %k.next, %y.body ]
  %b = icmp slt i32 %k, %n
  br i1 %b, label %y.body, label %between
y.body:
  %pk = getelementptr i8, ptr %p, i32 %k
  store i8 1, ptr %pk
  %k.next = add i32 %k, 1
  br label %y
between:
  %m0 = icmp ne i32 %m, 0
  %big = icmp sgt i32 %n, 8
  %go = and i1 %m0, %big
  br i1 %go, label %which, label %exit
which:
  br i1 %c, label %z, label %w
z:
  %j = phi i32 [ 8, %which ], [ %j.next, %z.body ]
  %d = icmp slt i32 %j, %n
  br i1 %d, label %z.body, label %exit
z.body:
  %qn = getelementptr i8, ptr %p, i32 %n
  store i8 2, ptr %qn
  %j.next = add i32 %j, 1
  br label %z
w:
  %l = phi i32 [ 8, %which ], [ %l.next, %w.body ]
  %e = icmp slt i32 %l, %n
  br i1 %e, label %w.body, label %exit
w.body:
  %pl = getelementptr i8, ptr %p, i32 %l
  store i8 2, ptr %pl
  %l.next = add i32 %l, 1
  br label %w
exit:
  ret void
}";

/// The branch of the source comes before the loops, that of the target after its loop. With the
/// target first, it goes around its loop while the source stutters.
#[test]
fn simulation_with_the_source_first() {
    let text = "
declare void @f(i32)
declare void @g(i32)

define void @src(i1 noundef %c, i32 noundef %n) {
entry:
  br i1 %c, label %x, label %y
x:
  %i = phi i32 [ 0, %entry ], [ %i.next, %x ]
  %i.next = add i32 %i, 3
  %a = icmp ne i32 %i.next, %n
  br i1 %a, label %x, label %f
f:
  call void @f(i32 %i)
  ret void
y:
  %j = phi i32 [ 0, %entry ], [ %j.next, %y ]
  %j.next = add i32 %j, 3
  %b = icmp ne i32 %j.next, %n
  br i1 %b, label %y, label %g
g:
  call void @g(i32 %j)
  ret void
}

define void @tgt(i1 noundef %c, i32 noundef %n) {
entry:
  br label %x
x:
  %i = phi i32 [ 0, %entry ], [ %i.next, %x ]
  %i.next = add i32 %i, 3
  %a = icmp ne i32 %i.next, %n
  br i1 %a, label %x, label %out
out:
  br i1 %c, label %f, label %g
f:
  call void @f(i32 %i)
  ret void
g:
  call void @g(i32 %i)
  ret void
}";
    let expected = [Strategy::Simulation(Variant::SOURCE_FIRST)];
    assert_provers(
        text,
        &expected,
        ("br i1 %c, label %f, label %g", "br i1 %c, label %g, label %f"),
    );
}

/// The counter of the target is more defined than that of the source where it is compared.
#[test]
fn related_value_graph() {
    let text = "
define void @src(i32 %n, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %out
body:
  store volatile i32 %i, ptr %p
  %j = add i32 %i, 1
  br label %loop
out:
  ret void
}

define void @tgt(i32 %n, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %out
body:
  store volatile i32 %i, ptr %p
  %j = add nsw i32 %i, 1
  br label %loop
out:
  ret void
}";
    assert_provers(
        text,
        &[Strategy::RelatedValueGraph],
        ("add nsw i32 %i, 1", "add nuw i32 %i, 2"),
    );
}
