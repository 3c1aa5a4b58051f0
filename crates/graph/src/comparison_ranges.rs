//! Comparisons with constants as ranges of numbers.
//!
//! A comparison of a number `x` of `w` bits with a constant holds for a range of numbers, which may
//! wrap past the largest one. So does one of `x + C`, and one of the high bits of `x`. A range is
//! given by two tests `x < k`, unsigned: from `a` up to `b` it is `!(x < a) && x < b`, or with *or*
//! if it wraps. As [diagrams](crate::diagram) of such tests, in the order of the limits, equal sets
//! are equal nodes: `0 <= x && x < 10` and `x <u 10` are one, and so are chains of comparisons and
//! switches.
//!
//! A test for one number takes two limits, so the diagram of a `switch` would be twice as deep: in
//! functions with [many cases](crate::MAX_CASES) such tests stay as they are.
//!
//! Where a comparison is [simplified as defined](crate::assume_defined) it is defined, and this is
//! the same value.

use crate::node::{Apply, Node, Op};
use crate::{Env, Graph};
use std::ops::Range;
use tollgate_ir::{IntPredicate, Opcode, Type};

/// A range of numbers, which may wrap.
struct WrappingRange {
    subject: Node,
    /// Where it begins, and how many numbers are in it.
    from: u128,
    count: u128,
}

impl Graph {
    /// A comparison with a constant as a decision on tests `x < k`.
    pub(crate) fn below_limits(&mut self, env: &mut Env<'_>, comparison: Node) -> Option<Node> {
        let (predicate, subject, number) = self.constant_comparison(env, comparison)?;
        if !env.config.few_cases && matches!(predicate, IntPredicate::Eq | IntPredicate::Ne) {
            return None;
        }
        let width = env.ctx.int_width(self.ty(subject)).filter(|width| (2..=64).contains(width))?;
        let all = 1_u128 << width;
        let mut range = run(predicate, subject, u128::from(number), all);
        if range.count == 0 || range.count == all {
            return Some(env.bool(self, range.count != 0));
        }
        while let Some(inner) = self.moved(env, &range, all) {
            range = inner;
        }
        let end = range.from + range.count;
        let from = self.below(env, range.subject, range.from, all);
        let not_below = self.not(env, from);
        Some(match end <= all {
            true => {
                let before = self.below(env, range.subject, end, all);
                self.and(env, not_below, before)
            }
            false => {
                let before = self.below(env, range.subject, end - all, all);
                self.or(env, not_below, before)
            }
        })
    }

    /// A comparison of a number with a constant on the right.
    fn constant_comparison(&self, env: &Env<'_>, node: Node) -> Option<(IntPredicate, Node, u64)> {
        let (Op::Apply(apply), &[subject, constant]) = (self.op(node), self.operands(node)) else {
            return None;
        };
        let predicate = apply.plain_int_comparison()?;
        let number = self.int_constant(env, constant)?.to_u64()?;
        self.int_constant(env, subject).is_none().then_some((predicate, self.find(subject), number))
    }

    /// The same as a range of the operand of the number.
    fn moved(&self, env: &Env<'_>, range: &WrappingRange, all: u128) -> Option<WrappingRange> {
        let (Op::Apply(apply), &[inner, constant]) =
            (self.op(range.subject), self.operands(range.subject))
        else {
            return None;
        };
        let number = u128::from(self.int_constant(env, constant)?.to_u64()?);
        let subject = self.find(inner);
        let moved = if apply.opcode == Opcode::Add && apply.flags.is_empty() {
            let from = (range.from + all - number) % all;
            WrappingRange { subject, from, count: range.count }
        } else if apply.opcode == Opcode::And && (all - number).is_power_of_two() {
            // For one number without low bits, or all others: the low bits multiply the range.
            let low = all - number;
            if range.count == 1 && range.from.is_multiple_of(low) {
                WrappingRange { subject, from: range.from, count: low }
            } else if range.count == all - 1 && (range.from + all - 1).is_multiple_of(low) {
                WrappingRange { subject, from: (range.from + low - 1) % all, count: all - low }
            } else {
                return None;
            }
        } else {
            return None;
        };
        (moved.count > 0 && moved.count < all).then_some(moved)
    }

    /// Whether a number is below a limit, in the form in which rules leave it.
    fn below(&mut self, env: &mut Env<'_>, subject: Node, limit: u128, all: u128) -> Node {
        if limit == 0 || limit == all {
            return env.bool(self, limit != 0);
        }
        let (predicate, number) = match limit {
            1 => (IntPredicate::Eq, 0),
            limit if limit == all / 2 => (IntPredicate::Sgt, all - 1),
            limit if limit == all - 1 => (IntPredicate::Ne, all - 1),
            limit => (IntPredicate::Ult, limit),
        };
        let ty = self.ty(subject);
        let number = env.ctx.const_int(ty, number as u64);
        let number = self.node(Op::Const(number), ty, &[]);
        let apply = Apply::int_comparison(predicate);
        let node = self.node(Op::Apply(Box::new(apply)), Type::I1, &[subject, number]);
        self.rank_test(env, node);
        node
    }

    /// Records of a new comparison for which numbers it holds, and ranks it among those of the same
    /// number if it is a test `x < k`.
    pub(crate) fn rank_test(&mut self, env: &Env<'_>, test: Node) {
        if self.ty(test) == Type::I1
            && self.range_of(test).is_none()
            && let Some((_, subject, _)) = self.constant_comparison(env, test)
            && let Some(numbers) = self.numbers(env, test)
        {
            self.set_range(test, (numbers.start as u64, (numbers.end - 1) as u64));
            if numbers.start == 0
                && let Ok(limit) = u64::try_from(numbers.end)
            {
                self.rank_by_limit(test, subject, limit);
            }
        }
    }

    /// The numbers for which a test holds, if they are one row.
    fn numbers(&self, env: &Env<'_>, test: Node) -> Option<Range<u128>> {
        let (predicate, subject, number) = self.constant_comparison(env, test)?;
        let width = env.ctx.int_width(self.ty(subject)).filter(|&width| width <= 64)?;
        let all = 1_u128 << width;
        let WrappingRange { from, count, .. } = run(predicate, subject, u128::from(number), all);
        (count > 0 && from + count <= all).then_some(from..from + count)
    }
}

/// The numbers that a comparison with a constant holds for.
fn run(predicate: IntPredicate, subject: Node, number: u128, all: u128) -> WrappingRange {
    let next = (number + 1) % all;
    let half = all / 2;
    // From one number up to another, around the end if need be.
    let up_to = |from: u128, to: u128| (from, (to + all - from) % all);
    let (from, count) = match predicate {
        IntPredicate::Eq => (number, 1),
        IntPredicate::Ne => (next, all - 1),
        IntPredicate::Ult => (0, number),
        IntPredicate::Uge => (number, all - number),
        IntPredicate::Ule => (0, number + 1),
        IntPredicate::Ugt => (next, all - 1 - number),
        IntPredicate::Slt => up_to(half, number),
        IntPredicate::Sge if number == half => (0, all),
        IntPredicate::Sge => up_to(number, half),
        IntPredicate::Sle if next == half => (0, all),
        IntPredicate::Sle => up_to(half, next),
        IntPredicate::Sgt => up_to(next, half),
    };
    WrappingRange { subject, from, count }
}
