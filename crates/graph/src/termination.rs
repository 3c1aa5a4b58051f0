//! Whether a loop ends is not decided here (§4.8): this is what holds after it. In the iteration in
//! which a loop is left, its exit condition holds.
//!
//! **Law.** `Terminates(d)[exit_condition]` says that `exit_condition` holds in some iteration of
//! depth *d*, and `Eta(d)[exit_condition, c]` is `c` in the first such iteration. So where the loop
//! has terminated, the diagram `exit_condition` holds with `Eta(d)[exit_condition, c]` in place of
//! each of its conditions `c`. That is so for all outcomes of what is not defined, and whether the
//! loop is entered or not.

use crate::limits::{MAX_EXIT_DECISIONS, MAX_TERMINATED_LOOPS};
use crate::node::{Node, Op};
use crate::{Env, Graph, views};
use rustc_hash::{FxHashMap, FxHashSet};

impl Graph {
    /// A condition, and what is known wherever the loops that it speaks of have terminated.
    pub fn with_ends(&mut self, env: &mut Env<'_>, condition: Node) -> Node {
        let mut all = self.find(condition);
        for ended in self.ends_in(all) {
            let Some(views::Terminates { depth, exit_condition }) = self.as_terminates(ended)
            else {
                continue;
            };
            let last =
                self.at_last(env, depth, exit_condition, exit_condition, &mut FxHashMap::default());
            let not = self.not(env, ended);
            let known = self.or(env, not, last);
            all = self.and(env, all, known);
        }
        all
    }

    /// The `Terminates` that a diagram decides.
    fn ends_in(&self, condition: Node) -> Vec<Node> {
        let mut found = Vec::new();
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut open = vec![self.find(condition)];
        while let Some(at) = open.pop() {
            if seen.len() > MAX_EXIT_DECISIONS
                || found.len() >= MAX_TERMINATED_LOOPS
                || !seen.insert(at)
            {
                continue;
            }
            match self.op(at) {
                Op::Gamma => open.extend((0..3).rev().map(|operand| self.operand(at, operand))),
                Op::Terminates { .. } => found.push(at),
                Op::Arg(_)
                | Op::Const(_)
                | Op::InitialMemory
                | Op::InitialAllocations
                | Op::Symbol { .. }
                | Op::DontCare
                | Op::Apply(_)
                | Op::Mu { .. }
                | Op::Eta { .. }
                | Op::Load(_)
                | Op::Store(_)
                | Op::Fill { .. }
                | Op::Copy { .. }
                | Op::Permission(_)
                | Op::Event(_)
                | Op::Result
                | Op::MemoryAfter
                | Op::AllocationsAfter
                | Op::Unwound
                | Op::Returned
                | Op::Slot(_)
                | Op::Freeze { .. }
                | Op::Generalised
                | Op::Metadata(_)
                | Op::Opaque(..)
                | Op::Loop { .. }
                | Op::Root(_) => {}
            }
        }
        found
    }

    /// The exit condition of a loop in the iteration in which it is left; true if that would be too
    /// large.
    fn at_last(
        &mut self,
        env: &mut Env<'_>,
        depth: u32,
        exit_condition: Node,
        node: Node,
        done: &mut FxHashMap<Node, Node>,
    ) -> Node {
        if let Some(&known) = done.get(&node) {
            return known;
        }
        let made = match self.as_gamma(node) {
            _ if matches!(self.op(node), Op::Const(_)) => node,
            Some(_) if done.len() > MAX_EXIT_DECISIONS => env.bool(self, true),
            Some(views::Gamma { condition, then, otherwise }) => {
                let condition = self.condition_at_last(env, depth, exit_condition, condition);
                let then = self.at_last(env, depth, exit_condition, then, done);
                let otherwise = self.at_last(env, depth, exit_condition, otherwise, done);
                self.gamma(env, condition, then, otherwise)
            }
            None => self.condition_at_last(env, depth, exit_condition, node),
        };
        done.insert(node, made);
        made
    }

    /// A condition in the iteration in which the loop is left, without what follows from its being
    /// left.
    fn condition_at_last(
        &mut self,
        env: &mut Env<'_>,
        depth: u32,
        exit_condition: Node,
        condition: Node,
    ) -> Node {
        let (op, ty) = (self.op(condition).clone(), self.ty(condition));
        let eta = Op::Eta { depth };
        if !matches!(op, Op::Apply(_)) {
            return self.make(env, eta, ty, &[exit_condition, condition]);
        }
        let operands: Vec<Node> =
            (0..self.operands(condition).len()).map(|at| self.operand(condition, at)).collect();
        let operands: Vec<Node> = operands
            .into_iter()
            .map(|operand| {
                self.make(env, eta.clone(), self.ty(operand), &[exit_condition, operand])
            })
            .collect();
        self.make(env, op, ty, &operands)
    }
}
