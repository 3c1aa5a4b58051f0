//! Gammas as ordered, reduced decision diagrams: conditions are decided in one order, each at most
//! once on a path, and only if they matter (R. Bryant, *Graph-Based Algorithms for Boolean Function
//! Manipulation*, 1986; with values other than truth values at the ends).
//!
//! `Gamma[c, a, b]` is ordered if `c` comes before every condition in `a` and `b`. The order is
//! that in which the first function makes them, found by structural hash, and so the same for both
//! functions: equal decisions over equal conditions are one node, in whatever order a function
//! tests them. A node of type `i1` is itself the decision on it, so that the gates of §5.1 are
//! diagrams too.
//!
//! **Meaning.** A diagram denotes the arm that every completion of its undefined conditions
//! chooses. What control decided on was defined (or a [hazard](crate::RootKind::Branch) says that
//! it was not), and conditions that were never evaluated do not affect the arm; so reordering is an
//! equality. An arm that is a [don't-care](crate::Op::DontCare) is never read: its condition is
//! dropped.
//!
//! **Tests of one number.** Of the conditions `x == k` for different constants `k` at most one
//! holds, and where `x < k` holds so does `x < m` for every larger `m`. They come one after the
//! other in the order, so that where one holds the others are dropped (`where_holds`), and a test
//! whose arm is what is chosen without it is left out. Comparisons with constants are [made
//! of](crate::comparison_ranges) tests `x < k`, decided from the smallest on, so that a set of
//! numbers is one diagram, however it was described, and a `switch` is a list of its cases. *Why
//! that is an equality:* if `x` is defined, so are all its tests, and at most one holds. If a test
//! is not defined then both answers are completions. The new diagram differs from the old one only
//! in the answer to a test of `x` where another one was answered *yes*, or to one that is left out:
//! it gives the answer that follows if `x` is a number for which the other one holds. If that is
//! defined, it is the answer; if not, `x` may be such a number, so it is a possible one. So what
//! the new diagram chooses is what the old one chooses under some completion: the one arm. Pointers
//! are excluded: two constants may be one address.
//!
//! Diagrams can be exponentially larger than what they are made of. Past [`steps_for`] or
//! [`MAX_DIAGRAM_DEPTH`] the gamma stays as it is, unordered: it means the same, and is equal
//! only to what was made in the same way.

mod failed_tests;

use crate::limits::{
    DIAGRAM_STEPS_TIMES_BLOCKS, FAILED_TESTS_TOGETHER, MAX_DIAGRAM_DEPTH, MAX_DIAGRAM_STEPS,
    MAX_REORDERED_NODES, MAX_SUBSTITUTION_DEPTH, MIN_DIAGRAM_STEPS, MIN_FAILED_TESTS,
    MIN_REORDERED_NODES, REORDERED_GROWTH,
};
use crate::node::{Node, Op};
use crate::views::Gamma;
use crate::{Env, Graph};
use failed_tests::FailedTests;
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_ir::{IntPredicate, Type};
use tollgate_rules::Use;

/// The limit of one construction in a pair whose source has so many blocks.
pub fn steps_for(blocks: usize) -> usize {
    (DIAGRAM_STEPS_TIMES_BLOCKS / blocks.max(1)).clamp(MIN_DIAGRAM_STEPS, MAX_DIAGRAM_STEPS)
}

/// What a diagram is outside of the care set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Elsewhere {
    /// Whatever makes it smaller (*restrict*).
    Smaller,
    /// The same for all diagrams that agree in the care set (*constrain*).
    Fixed,
}

/// Decisions that were made before.
#[derive(Clone, Debug, Default)]
pub struct DecisionMemo {
    memo: FxHashMap<(Node, Node, Node), Node>,
    /// The entries that the present construction added.
    since: Vec<(Node, Node, Node)>,
    /// Structural hashes of decisions that were too large. The other function has them too, and
    /// must not get further with them because it finds more in the memo.
    too_large: FxHashSet<(u64, u64, u64)>,
    /// Structural hashes of decisions that were not much smaller. If another decision with such
    /// hashes is too large, that says nothing of all that have them.
    large: FxHashSet<(u64, u64, u64)>,
    /// Diagrams that begin with many tests of one number.
    failed_tests: FxHashMap<Node, FailedTests>,
    /// How many nodes the graph may have for diagrams to be put in order again.
    reordered_below: Option<usize>,
}

impl Graph {
    /// `a` where the condition holds, else `b`.
    pub fn gamma(&mut self, env: &mut Env<'_>, condition: Node, a: Node, b: Node) -> Node {
        let ty = self.ty(a);
        if !env.config.laws {
            return self.node(Op::Gamma, ty, &[condition, a, b]);
        }
        let hashes =
            (self.structural_hash(condition), self.structural_hash(a), self.structural_hash(b));
        if !self.caches.decisions.too_large.contains(&hashes) {
            let mut steps = 0;
            self.caches.decisions.since.clear();
            if let Some(node) = self.decide(env, condition, a, b, 0, &mut steps) {
                if steps > env.config.max_steps / 4 {
                    self.caches.decisions.large.insert(hashes);
                }
                return node;
            }
            // The other function does not even try; so this one must not gain by having tried.
            let decided = &mut self.caches.decisions;
            for part in decided.since.drain(..) {
                decided.memo.remove(&part);
            }
            if !self.caches.decisions.large.contains(&hashes) {
                self.caches.decisions.too_large.insert(hashes);
            }
        }
        self.node(Op::Gamma, ty, &[condition, a, b])
    }

    /// The conjunction of two conditions.
    pub fn and(&mut self, env: &mut Env<'_>, a: Node, b: Node) -> Node {
        let no = env.bool(self, false);
        self.gamma(env, a, b, no)
    }

    /// The disjunction of two conditions.
    pub fn or(&mut self, env: &mut Env<'_>, a: Node, b: Node) -> Node {
        let yes = env.bool(self, true);
        self.gamma(env, a, yes, b)
    }

    /// The negation of a condition.
    pub fn not(&mut self, env: &mut Env<'_>, a: Node) -> Node {
        let (yes, no) = (env.bool(self, true), env.bool(self, false));
        self.gamma(env, a, no, yes)
    }

    fn decide(
        &mut self,
        env: &mut Env<'_>,
        condition: Node,
        a: Node,
        b: Node,
        depth: usize,
        steps: &mut usize,
    ) -> Option<Node> {
        let (condition, a, b) = (self.find(condition), self.find(a), self.find(b));
        if let Some(known) = env.as_bool(self, condition) {
            return Some(if known { a } else { b });
        }
        if a == b || matches!(self.op(b), Op::DontCare) {
            return Some(a);
        }
        if matches!(self.op(a), Op::DontCare) {
            return Some(b);
        }
        if env.as_bool(self, a) == Some(true) && env.as_bool(self, b) == Some(false) {
            return Some(condition);
        }
        if let Some(&known) = self.caches.decisions.memo.get(&(condition, a, b)) {
            return Some(self.find(known));
        }
        *steps += 1;
        if *steps > env.config.max_steps || depth > MAX_DIAGRAM_DEPTH || env.is_over(self) {
            return None;
        }
        // Mostly all of them decide the same condition first, or only one decides any.
        let decided = [condition, a, b];
        let gammas = decided.map(|node| self.as_gamma(node));
        let earlier =
            |known: Node, top: Node| match top == known || self.rank(known) < self.rank(top) {
                true => known,
                false => top,
            };
        let tops = decided.into_iter().zip(gammas).filter_map(|it| self.top_of(env, it));
        let first = tops.reduce(earlier)?;
        let [(then_condition, else_condition), (then_a, else_a), (then_b, else_b)] =
            [0, 1, 2].map(|at| self.cofactors_of(env, (decided[at], gammas[at]), first));
        let then = self.decide(env, then_condition, then_a, then_b, depth + 1, steps)?;
        let otherwise = self.decide(env, else_condition, else_a, else_b, depth + 1, steps)?;
        let node = self.ordered_gamma(env, first, then, otherwise);
        self.caches.decisions.memo.insert((condition, a, b), node);
        self.caches.decisions.since.push((condition, a, b));
        Some(node)
    }

    /// A decision on a condition that comes before all those in its arms.
    fn ordered_gamma(
        &mut self,
        env: &mut Env<'_>,
        first: Node,
        then: Node,
        otherwise: Node,
    ) -> Node {
        if let Some(known) = env.as_bool(self, first) {
            // It was merged with a truth value, and its users were not rebuilt since.
            return if known { then } else { otherwise };
        }
        if then == otherwise || matches!(self.op(otherwise), Op::DontCare) {
            return then;
        }
        if matches!(self.op(then), Op::DontCare) {
            return otherwise;
        }
        if env.as_bool(self, then) == Some(true) && env.as_bool(self, otherwise) == Some(false) {
            return first;
        }
        if self.where_holds(env, otherwise, first) == then
            || self.is_instance(env, first, then, otherwise)
        {
            return otherwise;
        }
        let ty = self.ty(then);
        self.node(Op::Gamma, ty, &[first, then, otherwise])
    }

    /// Whether one arm, chosen where `x == k`, is the other one for that number:
    /// `gamma(x == k, f(k), f(x))` is `f(x)`. If `x` is not defined then neither is.
    ///
    /// Generalised values are not looked into: what they denote is no function of their operand.
    fn is_instance(&mut self, env: &mut Env<'_>, test: Node, then: Node, otherwise: Node) -> bool {
        let Some((subject, number)) = self.equality(env, test) else { return false };
        if matches!(self.op(otherwise), Op::Gamma)
            || !self.is_near(subject, otherwise, MAX_SUBSTITUTION_DEPTH)
        {
            return false;
        }
        // If something only refines `f(k)`, then `f(x)` may be less defined than it.
        let made = env.applying(Use::Equalities, |env| {
            self.substituted(env, otherwise, subject, number, MAX_SUBSTITUTION_DEPTH)
        });
        self.find(made) == self.find(then)
    }

    /// The number and the constant that a test for equality compares.
    fn equality(&self, env: &Env<'_>, test: Node) -> Option<(Node, Node)> {
        let Op::Apply(apply) = self.op(test) else { return None };
        if apply.plain_int_comparison() != Some(IntPredicate::Eq) {
            return None;
        }
        let (a, b) = (self.operand(test, 0), self.operand(test, 1));
        let (subject, number) = if let Op::Const(_) = self.op(a) { (b, a) } else { (a, b) };
        self.int_constant(env, number).is_some().then_some((subject, number))
    }

    /// Whether a node occurs in another one, not deep inside.
    fn is_near(&self, wanted: Node, node: Node, depth: usize) -> bool {
        node == wanted
            || depth > 0
                && matches!(self.op(node), Op::Apply(_) | Op::Store(_) | Op::Load(_))
                && (0..self.operands(node).len())
                    .any(|at| self.is_near(wanted, self.operand(node, at), depth - 1))
    }

    /// A term with a constant substituted for a node.
    fn substituted(
        &mut self,
        env: &mut Env<'_>,
        node: Node,
        subject: Node,
        number: Node,
        depth: usize,
    ) -> Node {
        if node == subject {
            return number;
        }
        if !self.is_near(subject, node, depth) {
            return node;
        }
        let operands: Vec<Node> =
            (0..self.operands(node).len()).map(|at| self.operand(node, at)).collect();
        let operands: Vec<Node> = operands
            .into_iter()
            .map(|operand| self.substituted(env, operand, subject, number, depth - 1))
            .collect();
        let (op, ty) = (self.op(node).clone(), self.ty(node));
        self.make(env, op, ty, &operands)
    }

    /// What a decision is where a condition holds: other tests of the same number are then known to
    /// hold or to fail.
    fn where_holds(&mut self, env: &mut Env<'_>, node: Node, condition: Node) -> Node {
        let mut node = self.find(node);
        let Some(subject) = self.tested_number(condition) else { return node };
        for _ in 0..MIN_FAILED_TESTS {
            let Some((below, _)) = self.decided(env, node, condition) else { return node };
            node = below;
        }
        // A long list of tests, such as that of a `switch`.
        let Some(holds) = self.range_of(condition) else { return node };
        let (mut start, mut failed) = (node, Vec::new());
        loop {
            if let Some(known) = self.caches.decisions.failed_tests.get(&node)
                && self.find(known.subject) == subject
                && known.all_fail(holds)
            {
                node = self.find(known.end);
                (start, failed) = (node, Vec::new());
                continue;
            }
            let Some((below, numbers)) = self.decided(env, node, condition) else { return node };
            node = below;
            match numbers {
                Some(numbers) => failed.push(numbers),
                None => (start, failed) = (node, Vec::new()),
            }
            if failed.len() == FAILED_TESTS_TOGETHER {
                let numbers = std::mem::take(&mut failed).into();
                let found = FailedTests { subject, numbers, end: node };
                self.caches.decisions.failed_tests.insert(start, found);
                start = node;
            }
        }
    }

    /// What a decision is where a condition holds, if that decides its first test; and for which
    /// numbers the test holds, if it fails.
    fn decided(
        &mut self,
        env: &mut Env<'_>,
        node: Node,
        condition: Node,
    ) -> Option<(Node, Option<(u64, u64)>)> {
        let gamma = self.as_gamma(node);
        let top = self.top_of(env, (node, gamma))?;
        let known = self.implied(top, condition)?;
        let below = match gamma {
            Some(gamma) if known => gamma.then,
            Some(gamma) => gamma.otherwise,
            None => env.bool(self, known),
        };
        Some((below, self.range_of(top).filter(|_| !known)))
    }

    /// Whether a test of a number holds, or fails, wherever another test of that number holds.
    fn implied(&self, test: Node, holds: Node) -> Option<bool> {
        if test == holds || !self.test_the_same(test, holds) {
            return None;
        }
        let (wanted, given) = (self.range_of(test)?, self.range_of(holds)?);
        match () {
            () if wanted.0 <= given.0 && given.1 <= wanted.1 => Some(true),
            () if wanted.1 < given.0 || given.1 < wanted.0 => Some(false),
            () => None,
        }
    }

    /// A decision whose operands were merged: simplified if that can be seen at once.
    pub(crate) fn rebuilt_gamma(
        &mut self,
        env: &mut Env<'_>,
        condition: Node,
        a: Node,
        b: Node,
    ) -> Node {
        let (condition, a, b) = (self.find(condition), self.find(a), self.find(b));
        let (then, _) = self.cofactors(env, a, condition);
        let (_, otherwise) = self.cofactors(env, b, condition);
        let (then, otherwise) = (self.find(then), self.find(otherwise));
        match env.as_bool(self, condition) {
            Some(true) => then,
            Some(false) => otherwise,
            // Its conditions may be out of order now.
            None if self.reorders()
                && (self.is_out_of_order(env, condition, then)
                    || self.is_out_of_order(env, condition, otherwise)) =>
            {
                self.gamma(env, condition, then, otherwise)
            }
            None => self.ordered_gamma(env, condition, then, otherwise),
        }
    }

    /// Whether diagrams are put in order again; up to how many nodes is decided when that is first
    /// asked, for both functions.
    fn reorders(&mut self) -> bool {
        let now = self.len();
        let most = || match now < MAX_REORDERED_NODES {
            true => REORDERED_GROWTH * now.max(MIN_REORDERED_NODES),
            false => 0,
        };
        now < *self.caches.decisions.reordered_below.get_or_insert_with(most)
    }

    fn is_out_of_order(&self, env: &Env<'_>, condition: Node, arm: Node) -> bool {
        self.top(env, arm).is_some_and(|top| self.rank(top) < self.rank(condition))
    }

    /// A diagram that agrees with another one in a care set, and is simpler outside of it: the
    /// *restrict* of O. Coudert and J. C. Madre, *A Unified Framework for the Formal Verification
    /// of Sequential Circuits*, 1990.
    pub fn restrict(&mut self, env: &mut Env<'_>, node: Node, care_set: Node) -> Node {
        let memo = &mut FxHashMap::default();
        self.restricted(env, node, care_set, Elsewhere::Smaller, (0, &mut 0), memo).unwrap_or(node)
    }

    /// The one diagram for all that agree in a care set: the *constrain* of the same paper. It may
    /// be larger than [`restrict`](Self::restrict).
    pub(crate) fn constrain(&mut self, env: &mut Env<'_>, node: Node, care_set: Node) -> Node {
        let memo = &mut FxHashMap::default();
        self.restricted(env, node, care_set, Elsewhere::Fixed, (0, &mut 0), memo).unwrap_or(node)
    }

    fn restricted(
        &mut self,
        env: &mut Env<'_>,
        node: Node,
        care_set: Node,
        elsewhere: Elsewhere,
        (depth, steps): (usize, &mut usize),
        memo: &mut FxHashMap<(Node, Node), Node>,
    ) -> Option<Node> {
        let (node, care_set) = (self.find(node), self.find(care_set));
        let Some(own) = self.top(env, node) else { return Some(node) };
        let Some(known) = self.top(env, care_set) else { return Some(node) };
        if let Some(&known) = memo.get(&(node, care_set)) {
            return Some(self.find(known));
        }
        *steps += 1;
        if *steps > env.config.max_steps || depth > MAX_DIAGRAM_DEPTH {
            return None;
        }
        let first = if self.rank(known) <= self.rank(own) { known } else { own };
        let (then_care, else_care) = self.cofactors(env, care_set, first);
        let (then, otherwise) = self.cofactors(env, node, first);
        let mut inner = |this: &mut Self, env: &mut Env<'_>, node, care_set| {
            this.restricted(env, node, care_set, elsewhere, (depth + 1, steps), memo)
        };
        let made = if env.as_bool(self, then_care) == Some(false) {
            inner(self, env, otherwise, else_care)?
        } else if env.as_bool(self, else_care) == Some(false) {
            inner(self, env, then, then_care)?
        } else if then == otherwise && elsewhere == Elsewhere::Smaller {
            let either = self.or(env, then_care, else_care);
            inner(self, env, node, either)?
        } else {
            let then = inner(self, env, then, then_care)?;
            let otherwise = inner(self, env, otherwise, else_care)?;
            self.gamma(env, first, then, otherwise)
        };
        memo.insert((node, care_set), made);
        Some(made)
    }

    /// The first condition that a diagram decides.
    fn top(&self, env: &Env<'_>, node: Node) -> Option<Node> {
        let node = self.find(node);
        self.top_of(env, (node, self.as_gamma(node)))
    }

    /// The same of a leader, with its view.
    fn top_of(&self, env: &Env<'_>, (node, gamma): (Node, Option<Gamma>)) -> Option<Node> {
        match gamma {
            Some(gamma) => Some(gamma.condition),
            None if self.ty(node) == Type::I1 && env.as_bool(self, node).is_none() => Some(node),
            None => None,
        }
    }

    /// What a diagram is if a condition that does not come after its first one holds, and if it
    /// fails.
    fn cofactors(&mut self, env: &mut Env<'_>, node: Node, condition: Node) -> (Node, Node) {
        self.cofactors_of(env, (node, self.as_gamma(node)), condition)
    }

    /// The same, with the view of the diagram.
    fn cofactors_of(
        &mut self,
        env: &mut Env<'_>,
        (node, gamma): (Node, Option<Gamma>),
        condition: Node,
    ) -> (Node, Node) {
        if node == condition {
            return (env.bool(self, true), env.bool(self, false));
        }
        match gamma {
            Some(gamma) if gamma.condition == condition => (gamma.then, gamma.otherwise),
            Some(_) | None => (self.where_holds(env, node, condition), node),
        }
    }
}
