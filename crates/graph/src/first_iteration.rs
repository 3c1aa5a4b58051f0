//! Nodes in the first iteration of a loop.

use crate::limits::MAX_FIRST_ITERATION_NODES;
use crate::node::{Node, Op};
use crate::{Env, Graph};
use rustc_hash::FxHashMap;

impl Graph {
    /// What a node is in iteration zero of a depth; none if that is not known.
    ///
    /// A `Mu` of that depth is its first value. Inner loops that depend on the iteration are not
    /// looked into.
    pub fn in_first_iteration(
        &mut self,
        env: &mut Env<'_>,
        node: Node,
        depth: u32,
    ) -> Option<Node> {
        let mut known: FxHashMap<Node, Node> = FxHashMap::default();
        let mut stack = vec![self.find(node)];
        while let Some(&at) = stack.last() {
            if known.contains_key(&at) {
                stack.pop();
                continue;
            }
            if known.len() > MAX_FIRST_ITERATION_NODES || env.is_over(self) {
                return None;
            }
            if !self.varies_with(at, depth) {
                known.insert(at, at);
                continue;
            }
            match self.op(at) {
                Op::Mu { depth: other, .. } if *other == depth => {
                    known.extend(self.as_mu(at).map(|mu| (at, mu.init)));
                    continue;
                }
                // An inner loop would have to be copied; a freeze chooses anew in every iteration;
                // a generalised value has no meaning without its refinement points.
                Op::Mu { .. }
                | Op::Freeze { .. }
                | Op::Generalised
                | Op::Eta { .. }
                | Op::Terminates { .. }
                | Op::Loop { .. } => return None,
                // Nothing is known of it in another iteration.
                Op::Opaque(..) => return None,
                // Functions of their operands in the same iteration.
                Op::Apply(_)
                | Op::Gamma
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
                | Op::Root(_) => {}
                // The same in every iteration.
                Op::Arg(_)
                | Op::Const(_)
                | Op::InitialMemory
                | Op::InitialAllocations
                | Op::Symbol { .. }
                | Op::DontCare
                | Op::Slot(_)
                | Op::Metadata(_) => {}
            }
            let before = stack.len();
            for index in 0..self.operands(at).len() {
                let operand = self.operand(at, index);
                if !known.contains_key(&operand) {
                    stack.push(operand);
                }
            }
            if stack.len() > before {
                continue;
            }
            let operands: Vec<Node> =
                self.operands(at).iter().map(|&operand| known[&self.find(operand)]).collect();
            let (op, ty) = (self.op(at).clone(), self.ty(at));
            let made = self.make(env, op, ty, &operands);
            known.insert(at, made);
        }
        known.get(&self.find(node)).copied()
    }
}
