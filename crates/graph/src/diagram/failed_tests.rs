//! Tests of one number, one after the other, that fail together.
//!
//! The diagram of a `switch` is a long list of tests `x == k`. Each case is put on top of all later
//! ones, which asks what is below them where the case holds: they all fail. So that this does not
//! take a step for each pair of cases, a piece of the list is remembered with the numbers of its
//! tests, and passed at once wherever none of them can hold.
//!
//! **Why.** For a number for which none of the tests holds, the diagram is what is below them: that
//! is what a decision means. It says nothing of how the number is known, and stays true when nodes
//! are merged, since only equal ones are.

use crate::node::Node;

/// What a diagram is where all the tests of a number fail with which it begins, each in the second
/// arm of the one before.
#[derive(Clone, Debug)]
pub(super) struct FailedTests {
    /// What they compare with constants.
    pub(super) subject: Node,
    /// The numbers for which each of them holds, from the first to the last.
    pub(super) numbers: Box<[(u64, u64)]>,
    /// What the diagram is then.
    pub(super) end: Node,
}

impl FailedTests {
    /// Whether all of them fail where the subject is one of the numbers from the first to the last.
    pub(super) fn all_fail(&self, (first, last): (u64, u64)) -> bool {
        self.numbers.iter().all(|&(from, to)| last < from || to < first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tollgate_ir::Entity;

    #[test]
    fn a_number_of_any_test_is_not_passed() {
        let numbers = Box::new([(7, 7), (20, 30), (u64::MAX, u64::MAX)]);
        let failed = FailedTests { subject: Node::new(0), numbers, end: Node::new(1) };
        for outside in [(0, 6), (8, 8), (8, 19), (31, u64::MAX - 1)] {
            assert!(failed.all_fail(outside), "{outside:?}");
        }
        for inside in [(7, 7), (0, 7), (20, 20), (30, 30), (25, 26), (0, u64::MAX)] {
            assert!(!failed.all_fail(inside), "{inside:?}");
        }
        for inside in [(19, 20), (30, 31), (u64::MAX, u64::MAX)] {
            assert!(!failed.all_fail(inside), "{inside:?}");
        }
    }
}
