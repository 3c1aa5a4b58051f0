//! From what of the source an obligation may be shown: each pair is right, and with one text
//! replaced the same conclusion would rest on something that comes too late, or on the target.

use super::retries::proof;
use crate::prove::Proof;

/// Asserts that a pair is proven, and not with one text in it replaced.
fn assert_proven_unless(text: &str, (old, new): (&str, &str)) {
    let found = proof(text);
    assert!(matches!(found, Proof::Proven { .. }), "{found:?}");
    assert!(text.contains(old), "{old} is replaced");
    let found = proof(&text.replacen(old, new, 1));
    assert!(matches!(found, Proof::Stuck { .. }), "with {new}: {found:?}");
}

/// That the source branches on an argument shows that it is defined where the source has branched
/// already: not if that comes after the call, even if the call is certain to return.
#[test]
fn hazards_after_an_observation_say_nothing_of_it() {
    let text = "
declare void @f(i1)
declare void @g()

define void @src(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @g()
  br label %join
b:
  br label %join
join:
  call void @f(i1 %c)
  ret void
}

define void @tgt(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @g()
  br label %join
b:
  br label %join
join:
  call void @f(i1 noundef %c)
  ret void
}";
    let found = proof(text);
    assert!(matches!(found, Proof::Proven { .. }), "{found:?}");
    let late = "
declare void @f(i1) nounwind willreturn
declare void @g()

define void @src(i1 %c) {
  call void @f(i1 %c)
  br i1 %c, label %a, label %b
a:
  call void @g()
  br label %b
b:
  ret void
}

define void @tgt(i1 %c) {
  call void @f(i1 noundef %c)
  br i1 %c, label %a, label %b
a:
  call void @g()
  br label %b
b:
  ret void
}";
    let found = proof(late);
    assert!(matches!(found, Proof::Stuck { .. }), "{found:?}");
}

/// A `select` of the source passes on the poison of its condition; a branch does not. They are the
/// same where the condition is defined because the source has branched on it.
#[test]
fn a_select_is_a_branch_where_its_condition_is_defined() {
    let text = "
declare void @f()

define i32 @src(i1 %c, i32 %x, i32 %y) {
  br i1 %c, label %a, label %b
a:
  call void @f()
  br label %b
b:
  %r = select i1 %c, i32 %x, i32 %y
  ret i32 %r
}

define i32 @tgt(i1 %c, i32 %x, i32 %y) {
  br i1 %c, label %a, label %b
a:
  call void @f()
  br label %b
b:
  %r = phi i32 [ %x, %a ], [ %y, %0 ]
  ret i32 %r
}";
    assert_proven_unless(text, ("[ %x, %a ], [ %y, %0 ]", "[ %y, %a ], [ %x, %0 ]"));
}

/// `b & a & !b` is false, but poison where `a` is. Of the target only conditions that are known to
/// be defined may be taken for decisions: a decision by `a` would say that it is false.
#[test]
fn the_target_is_not_made_more_defined() {
    let text = "
define i1 @src(i1 noundef %b, i1 %a) {
  ret i1 false
}

define i1 @tgt(i1 noundef %b, i1 %a) {
  %both = select i1 %b, i1 %a, i1 false
  %not = xor i1 %b, true
  %r = and i1 %both, %not
  ret i1 %r
}";
    let other_order = text.replace("i1 noundef %b, i1 %a)", "i1 %a, i1 noundef %b)");
    for text in [text, &other_order] {
        let found = proof(text);
        assert!(matches!(found, Proof::Stuck { .. }), "{found:?}");
        let defined =
            text.replace("i1 %a)", "i1 noundef %a)").replace("(i1 %a,", "(i1 noundef %a,");
        let found = proof(&defined);
        assert!(matches!(found, Proof::Proven { .. }), "{found:?}");
    }
}
