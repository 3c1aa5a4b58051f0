//! Conditions whose truth is given: what a case of a proof is built under.
//!
//! A case is one of two, that a condition holds and that it does not; both are built anew. What is asked has to be the same in both, so it is named by what does not depend on the answer: by
//! the node that it was when nothing was answered yet. Making nodes is deterministic, so up to the first use of an answer both cases make the same nodes in the same order.
//!
//! **Where an answer is used.** Only in the conditions of gates. There a condition may stand for any of its outcomes where it is not defined: what depends on such a one does not depend
//! on it, or control has decided on it, which is a [hazard](crate::RootKind::Branch) of its own, whose operand is left as it is. So the answer of `freeze c` is also one of `c`,
//! if nothing in `c` can make it poison: what control decides on is [without flags](Graph::protect), and a poison that has an outcome without its flags need not have it when it is frozen.

use crate::node::{Node, Op};
use crate::{Env, Graph};
use rustc_hash::FxHashSet;
use tollgate_ir::Entity;

/// Decisions of a condition that are looked at.
const MAX_DECISIONS: usize = 50;

/// A condition with its truth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    asked: Asked,
    truth: bool,
}

/// A condition, as it can be found again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The node, and what it is made of.
    node: Node,
    op: Op,
    kids: Vec<Node>,
    /// Its being frozen is asked.
    frozen: Option<Op>,
}

impl Asked {
    /// This condition with a truth.
    pub fn answered(&self, truth: bool) -> Answer {
        Answer { asked: self.clone(), truth }
    }
}

impl Graph {
    /// A condition as a question, if it can be asked.
    pub fn ask(&mut self, env: &mut Env<'_>, condition: Node) -> Option<Asked> {
        let (node, frozen) = match self.op(condition) {
            op @ Op::Freeze { .. } => {
                let (op, operand) = (op.clone(), self.kid(condition, 0));
                if env.is_over(self) || self.protect(env, operand) != self.find(operand) {
                    return None;
                }
                (self.find(operand), Some(op))
            }
            _ => (self.find(condition), None),
        };
        let (op, kids, _) = self.as_made(node);
        Some(Asked { node, op: op.clone(), kids: kids.to_vec(), frozen })
    }

    /// A condition of a gate, with what is answered.
    pub(crate) fn with_answers(&mut self, env: &mut Env<'_>, mut condition: Node) -> Node {
        for Answer { asked, truth } in env.answers.clone() {
            for found in self.found(&asked, condition) {
                let care = if truth { found } else { self.not(env, found) };
                condition = self.restrict(env, condition, care);
            }
        }
        condition
    }

    /// What is asked, among what a diagram asks.
    fn found(&self, asked: &Asked, condition: Node) -> Vec<Node> {
        let mut conditions = Vec::new();
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut open = vec![self.find(condition)];
        while let Some(at) = open.pop() {
            if seen.len() > MAX_DECISIONS || !seen.insert(at) {
                continue;
            }
            match self.op(at) {
                Op::Gamma => {
                    conditions.push(self.kid(at, 0));
                    open.extend([1, 2].map(|arm| self.kid(at, arm)));
                }
                Op::Const(_) => {}
                _ => conditions.push(at),
            }
        }
        conditions.retain(|&condition| self.is_asked(asked, condition));
        conditions.sort_unstable();
        conditions.dedup();
        conditions
    }

    fn is_asked(&self, asked: &Asked, condition: Node) -> bool {
        if asked.node.index() >= self.len() {
            return false;
        }
        let node = match &asked.frozen {
            Some(freeze) if self.op(condition) == freeze => self.kid(condition, 0),
            _ => self.find(condition),
        };
        let (op, kids, _) = self.as_made(asked.node);
        self.find(asked.node) == node && *op == asked.op && *kids == asked.kids[..]
    }
}
