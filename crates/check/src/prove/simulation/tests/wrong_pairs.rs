//! Pairs that are wrong: the search finds a certificate in which something cannot be shown, and the
//! checker rejects it for that.

use super::with_certificate;
use crate::prove::simulation::Variant;
use crate::prove::simulation::checker::Fault;

fn rejected(text: &str, is_expected: impl FnOnce(&Fault) -> bool) {
    with_certificate(text, Variant::TARGET_FIRST, |found| {
        let certificate = found.certificate.clone();
        match found.check(&certificate) {
            Ok(()) => panic!("accepted"),
            Err(fault) => assert!(is_expected(&fault), "{fault:?}"),
        }
    });
}

/// The target may stay in its loop for ever, while the source stutters at its `ret`.
#[test]
fn the_source_stutters() {
    let text = "
define void @src(i32 noundef %n) {
entry:
  ret void
}

define void @tgt(i32 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %i.next = add i32 %i, 2
  %more = icmp ne i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}";
    rejected(text, |fault| matches!(fault, Fault::Stutters));
}

/// The source may stay in its loop for ever, while the target stutters at its `ret`.
#[test]
fn the_target_stutters() {
    let text = "
define void @src(i32 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %i.next = add i32 %i, 2
  %more = icmp ne i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @tgt(i32 noundef %n) {
entry:
  ret void
}";
    rejected(text, |fault| matches!(fault, Fault::Stutters));
}

/// The target calls with another argument.
#[test]
fn observations_differ() {
    let text = "
declare void @f(i32)

define void @src(i32 %x) {
entry:
  call void @f(i32 %x)
  ret void
}

define void @tgt(i32 %x) {
entry:
  call void @f(i32 1)
  ret void
}";
    rejected(text, |fault| matches!(fault, Fault::Observations(_)));
}

/// The target calls once more.
#[test]
fn there_are_more_observations() {
    let text = "
declare void @f(i32)

define void @src(i32 %x) {
entry:
  call void @f(i32 %x)
  ret void
}

define void @tgt(i32 %x) {
entry:
  call void @f(i32 %x)
  call void @f(i32 %x)
  ret void
}";
    rejected(text, |fault| matches!(fault, Fault::Observations(_)));
}

/// The target divides before a call that may not return.
#[test]
fn a_hazard_comes_too_early() {
    let text = "
declare void @f(i32)

define i32 @src(i32 noundef %x, i32 noundef %y) {
entry:
  call void @f(i32 %x)
  %q = udiv i32 %x, %y
  ret i32 %q
}

define i32 @tgt(i32 noundef %x, i32 noundef %y) {
entry:
  %q = udiv i32 %x, %y
  call void @f(i32 %x)
  ret i32 %q
}";
    rejected(text, |fault| matches!(fault, Fault::Obligation(_)));
}

/// What is returned is another value.
#[test]
fn what_is_returned_differs() {
    let text = "
define i32 @src(i32 %x) {
entry:
  ret i32 %x
}

define i32 @tgt(i32 %x) {
entry:
  %y = add i32 %x, 1
  ret i32 %y
}";
    rejected(text, |fault| matches!(fault, Fault::Obligation(_)));
}

/// The target is undefined where the source returns.
#[test]
fn only_the_source_returns() {
    let text = "
define void @src(i32 noundef %x) {
entry:
  ret void
}

define void @tgt(i32 noundef %x) {
entry:
  unreachable
}";
    rejected(text, |fault| matches!(fault, Fault::Halts | Fault::Obligation(_)));
}

/// Only the loop of the target must make progress; the source may run for ever.
#[test]
fn only_the_target_promises_progress() {
    let text = "
define void @src(i32 noundef %x, i32 noundef %y) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %x, %entry ], [ %i.next, %loop ]
  %i.next = add i32 %i, 2
  %more = icmp ne i32 %i.next, %y
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @tgt(i32 noundef %x, i32 noundef %y) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %x, %entry ], [ %i.next, %loop ]
  %i.next = add i32 %i, 2
  %more = icmp ne i32 %i.next, %y
  br i1 %more, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!\"llvm.loop.mustprogress\"}";
    rejected(text, |fault| matches!(fault, Fault::Progress));
}

/// Whether the failure by which a pair is rejected says that a limit was reached; and why.
fn limit(text: &str) -> (bool, String) {
    let mut failure = None;
    with_certificate(text, Variant::TARGET_FIRST, |found| {
        let certificate = found.certificate.clone();
        let rejection = found.rejection(&certificate).expect("a rejection");
        failure = Some(found.machine.explain(&certificate, rejection));
    });
    let failure = failure.expect("a failure");
    (failure.is_limit, failure.reason)
}

/// The loop of the target ends, but not within the continuations of a segment. (§4.8)
#[test]
fn a_loop_is_not_followed_to_its_end() {
    let text = "
define void @src() {
entry:
  ret void
}

define void @tgt() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, 102
  br i1 %more, label %loop, label %exit
exit:
  ret void
}";
    rejected(text, |fault| matches!(fault, Fault::Halts));
    let (is_limit, reason) = limit(text);
    assert!(is_limit && reason.contains("the loop of the target") && reason.contains(" 100 "));
}

/// The loop of the source has no exit: no limit is the reason. (§4.8)
#[test]
fn a_loop_is_never_left() {
    let text = "
define void @src() {
entry:
  br label %loop
loop:
  br label %loop
}

define void @tgt() {
entry:
  ret void
}";
    rejected(text, |fault| matches!(fault, Fault::Halts));
    let (is_limit, reason) = limit(text);
    assert!(!is_limit && reason.contains("the loop of the source has no exit"), "{reason}");
}

/// The source returns where the target is undefined: no limit is the reason.
#[test]
fn only_one_function_returns() {
    let text = "
define void @src() {
entry:
  ret void
}

define void @tgt() {
entry:
  unreachable
}";
    rejected(text, |fault| matches!(fault, Fault::Halts));
    assert!(!limit(text).0);
}
