//! Truth values over one number as the set of numbers for which they hold.
//!
//! The graph takes comparisons with constants apart into tests `x < k`; people had rather see the
//! comparison.

use super::names::truth;
use tollgate_graph::{Graph, Node, Op};
use tollgate_ir::{ConstKind, Context, IntPredicate};

/// Tests that are looked at in one truth value.
const MAX_TESTS: usize = 100;

/// Numbers, as ranges `from..end` in order, none touching the next.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Numbers(Vec<(u128, u128)>);

impl Numbers {
    pub(super) fn range(from: u128, end: u128) -> Self {
        Self(if from < end { vec![(from, end)] } else { Vec::new() })
    }

    pub(super) fn complement(&self, all: u128) -> Self {
        let mut out = Vec::new();
        let mut at = 0;
        for &(from, end) in &self.0 {
            out.extend((at < from).then_some((at, from)));
            at = end;
        }
        out.extend((at < all).then_some((at, all)));
        Self(out)
    }

    fn and(&self, other: &Self) -> Self {
        let pairs = self.0.iter().flat_map(|one| other.0.iter().map(move |two| (one, two)));
        let mut out: Vec<(u128, u128)> = pairs
            .map(|(one, two)| (one.0.max(two.0), one.1.min(two.1)))
            .filter(|it| it.0 < it.1)
            .collect();
        out.sort_unstable();
        Self(out)
    }

    fn or(&self, other: &Self, all: u128) -> Self {
        self.complement(all).and(&other.complement(all)).complement(all)
    }

    /// The numbers that are in one of them only.
    pub(super) fn differing(&self, other: &Self, all: u128) -> Self {
        let (mine, others) = (self.and(&other.complement(all)), other.and(&self.complement(all)));
        mine.or(&others, all)
    }

    /// Whether all of them are in another set.
    pub(super) fn within_set(&self, other: &Self, all: u128) -> bool {
        self.and(&other.complement(all)).0.is_empty()
    }

    /// Those below a limit.
    pub(super) fn within(&self, limit: u128) -> Self {
        self.and(&Self::range(0, limit))
    }

    #[cfg(test)]
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As people write them.
    pub(super) fn text(&self, width: u32) -> String {
        let range = |&(from, end): &(u128, u128)| match end - from {
            1 => signed(from, width),
            _ if from == 1 << (width - 1) && end == 1 << width => "negative".to_string(),
            _ => format!("{from}..{}", end - 1),
        };
        self.0.iter().map(range).collect::<Vec<_>>().join(" or ")
    }

    /// As a comparison with a constant, if it is one: predicate and number.
    pub(super) fn comparison(&self, width: u32) -> Option<(IntPredicate, String)> {
        let (all, half) = (1_u128 << width, 1_u128 << (width - 1));
        let found = match self.0[..] {
            [(from, end)] if end - from == 1 => (IntPredicate::Eq, from),
            [(0, end)] if end == half => (IntPredicate::Sgt, all - 1),
            [(from, end)] if from == half && end == all => (IntPredicate::Slt, 0),
            [(0, end)] if end == all - 1 => (IntPredicate::Ne, end),
            [(0, end)] => (IntPredicate::Ult, end),
            [(1, end)] if end == all => (IntPredicate::Ne, 0),
            [(from, end)] if end == all => (IntPredicate::Ugt, from - 1),
            [(from, end)] if end == half => (IntPredicate::Sgt, from - 1),
            [(from, end)] if from == half => (IntPredicate::Slt, end),
            [(0, end), (from, last)] if last == all && from - end == 1 => (IntPredicate::Ne, end),
            [(0, end), (from, last)] if last == all && from == half => (IntPredicate::Slt, end),
            [(0, end), (from, last)] if last == all && end == half => (IntPredicate::Sgt, from - 1),
            _ => return None,
        };
        Some((found.0, signed(found.1, width)))
    }
}

fn signed(value: u128, width: u32) -> String {
    match value >= 1 << (width - 1) && width > 1 {
        true => format!("-{}", (1_u128 << width) - value),
        false => value.to_string(),
    }
}

/// The one number that a truth value is about, and for which numbers it holds.
pub(super) fn numbers_of(
    graph: &Graph,
    ctx: &Context,
    condition: Node,
) -> Option<(Node, Numbers, u32)> {
    let mut subject = None;
    let mut left = MAX_TESTS;
    let numbers = within(graph, ctx, condition, &mut subject, &mut left)?;
    let (node, width) = subject?;
    Some((node, numbers, width))
}

fn within(
    graph: &Graph,
    ctx: &Context,
    condition: Node,
    subject: &mut Option<(Node, u32)>,
    left: &mut usize,
) -> Option<Numbers> {
    let node = graph.find(condition);
    *left = left.checked_sub(1)?;
    match *graph.op(node) == Op::Gamma {
        true => of_decision(graph, ctx, node, subject, left),
        false => of_comparison(graph, ctx, node, subject),
    }
}

/// The numbers for which a comparison with a constant holds.
fn of_comparison(
    graph: &Graph,
    ctx: &Context,
    node: Node,
    subject: &mut Option<(Node, u32)>,
) -> Option<Numbers> {
    let predicate = graph.as_apply(node)?.plain_int_comparison()?;
    let (left, right) = (graph.operand(node, 0), graph.operand(node, 1));
    let width = ctx.int_width(graph.ty(left)).filter(|width| (2..=64).contains(width))?;
    let Op::Const(id) = graph.op(right) else { return None };
    let ConstKind::Int(value) = ctx.constant(*id).kind else { return None };
    if *subject.get_or_insert((left, width)) != (left, width) {
        return None;
    }
    let (value, all) = (u128::from(value), 1_u128 << width);
    let equal = Numbers::range(value, value + 1);
    // Signed numbers in order, from the smallest, are these turned by half.
    let half = all / 2;
    let below = |end: u128| match end <= half {
        true => Numbers::range(half, half + end),
        false => Numbers::range(half, all).or(&Numbers::range(0, end - half), all),
    };
    let rank = (value + half) % all;
    match predicate {
        IntPredicate::Eq => Some(equal),
        IntPredicate::Ne => Some(equal.complement(all)),
        IntPredicate::Ult => Some(Numbers::range(0, value)),
        IntPredicate::Ule => Some(Numbers::range(0, value + 1)),
        IntPredicate::Ugt => Some(Numbers::range(value + 1, all)),
        IntPredicate::Uge => Some(Numbers::range(value, all)),
        IntPredicate::Slt => Some(below(rank)),
        IntPredicate::Sle => Some(below(rank + 1)),
        IntPredicate::Sgt => Some(below(rank + 1).complement(all)),
        IntPredicate::Sge => Some(below(rank).complement(all)),
    }
}

/// The numbers for which the arm holds that a decision takes.
fn of_decision(
    graph: &Graph,
    ctx: &Context,
    node: Node,
    subject: &mut Option<(Node, u32)>,
    left: &mut usize,
) -> Option<Numbers> {
    let (_, width) = match *subject {
        Some(found) => found,
        None => {
            within(graph, ctx, graph.operand(node, 0), subject, left)?;
            (*subject)?
        }
    };
    let all = 1_u128 << width;
    let condition = within(graph, ctx, graph.operand(node, 0), subject, left)?;
    let mut arm = |at: usize| {
        let arm = graph.operand(node, at);
        let Op::Const(id) = graph.op(arm) else {
            return within(graph, ctx, arm, subject, left);
        };
        Some(match truth(ctx, *id)? {
            true => Numbers::range(0, all),
            false => Numbers::range(0, 0),
        })
    };
    let (then, otherwise) = (arm(1)?, arm(2)?);
    Some(condition.and(&then).or(&condition.complement(all).and(&otherwise), all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_numbers_are_comparisons_again() {
        let comparison = |ranges: &[(u128, u128)]| {
            let found = Numbers(ranges.to_vec()).comparison(8);
            found.map(|(predicate, number)| format!("{} {number}", predicate.word()))
        };
        for (ranges, expected) in [
            (&[(0, 10)][..], "ult 10"),
            (&[(10, 256)], "ugt 9"),
            (&[(5, 6)], "eq 5"),
            (&[(0, 5), (6, 256)], "ne 5"),
            (&[(1, 256)], "ne 0"),
            (&[(0, 255)], "ne -1"),
            (&[(0, 10), (128, 256)], "slt 10"),
            (&[(128, 256)], "slt 0"),
            (&[(10, 128)], "sgt 9"),
            (&[(0, 128)], "sgt -1"),
            (&[(128, 250)], "slt -6"),
            (&[(0, 128), (250, 256)], "sgt -7"),
        ] {
            assert_eq!(comparison(ranges).as_deref(), Some(expected));
        }
        assert_eq!(comparison(&[(3, 9)]), None);
        let (one, other) = (Numbers::range(0, 10), Numbers::range(5, 12));
        assert_eq!(one.differing(&other, 256).text(8), "0..4 or 10..11");
        assert!(one.differing(&one, 256).is_empty());
    }
}
