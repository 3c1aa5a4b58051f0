//! Gamma as decision diagrams: conditions are asked in one order, each once, and only if it matters.
//!
//! `Gamma[c, a, b]` is ordered if `c` comes before every condition in `a` and `b`. The order is that in which the first function makes them, found by shape, and so the same for both
//! functions, so that equal decisions over equal conditions are the same node, whatever order a function tests them in. A node of type `i1` is
//! itself the decision on it, so that the gates of section 5 of the contract are diagrams too.
//!
//! **Meaning.** A diagram denotes the arm that every completion of its undefined conditions chooses. What control decided on was defined (or there
//! is a [hazard](crate::RootKind::Branch) that says so), and conditions that were never evaluated do not matter to the arm; so reordering is an
//! equality. An arm that is [`Nowhere`](crate::Op::Nowhere) is never read: its condition is dropped.
//!
//! Diagrams can be exponentially larger than what they are made of. Past [`MAX_STEPS`] or [`MAX_DEPTH`] the gamma is kept as it is, unordered:
//! it means the same, and only meets what was made alike.

use crate::node::{Node, Op};
use crate::{Env, Graph};
use rustc_hash::FxHashMap;
use tollgate_ir::Type;

/// Steps of one construction.
pub const MAX_STEPS: usize = 1_000;
/// Conditions on one path.
pub const MAX_DEPTH: usize = 400;

/// Decisions that were made before.
#[derive(Debug, Default)]
pub struct Decided {
    memo: FxHashMap<(Node, Node, Node), Node>,
}

impl Graph {
    /// `a` if the condition holds, else `b`.
    pub fn gamma(&mut self, env: &mut Env<'_>, condition: Node, a: Node, b: Node) -> Node {
        let mut steps = 0;
        match self.decide(env, condition, a, b, 0, &mut steps) {
            Some(node) => node,
            None => {
                let ty = self.ty(a);
                self.node(Op::Gamma, ty, &[condition, a, b])
            }
        }
    }

    /// Both conditions hold.
    pub fn and(&mut self, env: &mut Env<'_>, a: Node, b: Node) -> Node {
        let no = env.bool(self, false);
        self.gamma(env, a, b, no)
    }

    /// One of two conditions holds.
    pub fn or(&mut self, env: &mut Env<'_>, a: Node, b: Node) -> Node {
        let yes = env.bool(self, true);
        self.gamma(env, a, yes, b)
    }

    /// A condition does not hold.
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
        if a == b || matches!(self.op(b), Op::Nowhere) {
            return Some(a);
        }
        if matches!(self.op(a), Op::Nowhere) {
            return Some(b);
        }
        if env.as_bool(self, a) == Some(true) && env.as_bool(self, b) == Some(false) {
            return Some(condition);
        }
        if let Some(&known) = env.decided.memo.get(&(condition, a, b)) {
            return Some(self.find(known));
        }
        *steps += 1;
        if *steps > MAX_STEPS || depth > MAX_DEPTH || self.len() > env.node_limit {
            return None;
        }
        let tops = [condition, a, b].into_iter().filter_map(|node| self.top(env, node));
        let first = tops.min_by_key(|&top| self.rank(top))?;
        let (then_condition, else_condition) = self.cofactors(env, condition, first);
        let (then_a, else_a) = self.cofactors(env, a, first);
        let (then_b, else_b) = self.cofactors(env, b, first);
        let then = self.decide(env, then_condition, then_a, then_b, depth + 1, steps)?;
        let otherwise = self.decide(env, else_condition, else_a, else_b, depth + 1, steps)?;
        let ty = self.ty(a);
        let node = if then == otherwise || matches!(self.op(otherwise), Op::Nowhere) {
            then
        } else if matches!(self.op(then), Op::Nowhere) {
            otherwise
        } else if env.as_bool(self, then) == Some(true) && env.as_bool(self, otherwise) == Some(false) {
            first
        } else {
            self.node(Op::Gamma, ty, &[first, then, otherwise])
        };
        env.decided.memo.insert((condition, a, b), node);
        Some(node)
    }

    /// The first condition that a diagram asks.
    fn top(&self, env: &Env<'_>, node: Node) -> Option<Node> {
        match self.op(node) {
            Op::Gamma => Some(self.kid(node, 0)),
            _ if self.ty(node) == Type::I1 && env.as_bool(self, node).is_none() => Some(self.find(node)),
            _ => None,
        }
    }

    /// What a diagram is if a condition that is not behind its first one holds, and if it does not.
    fn cofactors(&mut self, env: &mut Env<'_>, node: Node, condition: Node) -> (Node, Node) {
        if node == condition {
            return (env.bool(self, true), env.bool(self, false));
        }
        match self.op(node) {
            Op::Gamma if self.kid(node, 0) == condition => (self.kid(node, 1), self.kid(node, 2)),
            _ => (node, node),
        }
    }
}
