//! The retries, and the strategy that the result names.

use super::{side, with_goal};
use crate::Options;
use crate::prove::{Proof, prove, try_strategies};
use crate::verdict::{Strategy, Unknown};
use tollgate_ir::{Budget, Context};

/// Proves that `@tgt` refines `@src`.
pub(super) fn proof(text: &str) -> Proof {
    let mut ctx = Context::new();
    let module = tollgate_llvm::read(&mut ctx, "pair.ll", text.as_bytes()).expect("a module");
    let [source, target] = ["src", "tgt"].map(|name| side(&ctx, &module, name));
    prove(&mut ctx, source, target, &[], &Options::default(), &Budget::unlimited())
}

const DEAD_READ: &str = "
declare void @llvm.lifetime.start.p0(i64, ptr nocapture)
declare void @llvm.lifetime.end.p0(i64, ptr nocapture)
declare ptr @f(ptr)

define i32 @src() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  %p = call ptr @f(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  store i32 1, ptr %p
  %v = load i32, ptr %p
  ret i32 1
}

define i32 @tgt() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  %p = call ptr @f(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  store i32 1, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}";

/// What a function has returned may be a slot that is dead by then. By one reading a load from
/// there is poison, whatever was stored.
#[test]
fn reads_of_dead_slots_give_nothing_that_is_known() {
    let found = proof(DEAD_READ);
    assert!(matches!(found, Proof::Stuck { .. }), "{found:?}");
    // What was returned may also be the slot of a caller.
    let alive = DEAD_READ.replace("  call void @llvm.lifetime.end.p0(i64 4, ptr %a)\n", "");
    let found = proof(&alive);
    let is_by_reading = matches!(found, Proof::Stuck { reason: Unknown::UnderReading(_), .. });
    assert!(is_by_reading, "{found:?}");
    // A slot that is alive gives what was stored.
    let own = alive.replace("i32 1, ptr %p", "i32 1, ptr %a").replace("i32, ptr %p", "i32, ptr %a");
    let found = proof(&own);
    assert!(matches!(found, Proof::Proven { .. }), "{found:?}");
}

/// The target reads its dead slot as the source does, and nothing follows from what it reads.
#[test]
fn reads_of_dead_slots_are_the_same_in_both() {
    let same = DEAD_READ.replace("ret i32 1", "ret i32 %v").replace("  store i32 1, ptr %p\n", "");
    let found = proof(&same);
    assert!(matches!(found, Proof::Proven { .. }), "{found:?}");
}

const RANGE_OF_A_SLOT: &str = "
define i8 @src(i8 %x) {
  %slot = alloca i8
  store i8 %x, ptr %slot
  %v = load i8, ptr %slot, !range !0
  ret i8 %v
}

define i8 @tgt(i8 %y) {
  %place = alloca i8
  store i8 %y, ptr %place
  %w = load i8, ptr %place, !range !0
  ret i8 %w
}

!0 = !{i8 0, i8 10}";

/// What a load from a slot promises is forgotten where a source is promoted, and not in a target.
#[test]
fn slots_are_promoted_alike() {
    let names = ["src", "tgt"];
    with_goal(RANGE_OF_A_SLOT, names, |goal, ctx| {
        let proof = try_strategies(goal, ctx);
        assert!(matches!(proof, Proof::Stuck { .. }), "{proof:?}");
    });
    let found = proof(RANGE_OF_A_SLOT);
    assert!(matches!(found, Proof::Proven { .. }), "{found:?}");
    let near_miss = RANGE_OF_A_SLOT.replacen("%slot, !range !0", "%slot", 1);
    let found = proof(&near_miss);
    assert!(matches!(found, Proof::Stuck { .. }), "{found:?}");
}

/// The result names the first strategy that proves the pair.
#[test]
fn the_result_names_the_strategy() {
    let same = "define i32 @src(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
define i32 @tgt(i32 %x) {
  %y = sub i32 %x, -1
  ret i32 %y
}";
    let found = proof(same);
    let is_value_graph = matches!(
        &found,
        Proof::Proven { details, .. } if details.strategy == Strategy::ValueGraph
    );
    assert!(is_value_graph, "{found:?}");
}
