//! Results that one place sees: those whose choices may be [fixed](crate::fixed).
//!
//! **Definition.** A result is *linear* if it has one use at most, and that is
//!
//! * the operand of `ret`, or an argument of a call whose result is linear,
//! * the operand of an operation that only computes, and whose result is linear, or
//! * an argument of an edge to a block whose parameter is linear,
//!
//! and no use is in a loop that the definition is not in. (An edge into a loop hands the value to the first iteration only, the back edge to the next
//! one only.) Then each execution of the operation is seen once at most: by one observation, or by the return. Whatever it chooses, nobody
//! can compare that with what it chose for somebody else.
//!
//! A store is no such use: memory is read as often as one likes. Nor is a branch, whose outcome every block behind it sees.

use super::Parts;
use crate::Graph;
use crate::node::Node;
use tollgate_canon::Loop;
use tollgate_ir::{Class, Inst, Opcode, User, Value};

/// How many operations and edges a result may pass through.
const MAX_CHAIN: usize = 64;

impl Parts<'_> {
    /// The operations that may choose their result, with whether it is linear.
    pub(super) fn choosing(&self, graph: &Graph) -> Vec<(Node, bool)> {
        let insts = self.body.blocks().flat_map(|block| self.body.insts(block));
        let results = insts.filter_map(|inst| Some((inst, self.body.inst(inst).result()?)));
        let nodes = results.filter_map(|(inst, result)| Some((inst, graph.find(self.values[result]?))));
        nodes
            .filter(|&(_, node)| graph.chooses(node))
            .map(|(inst, node)| (node, self.is_linear(inst)))
            .collect()
    }

    fn is_linear(&self, inst: Inst) -> bool {
        let (body, loops) = (self.body, self.canonical.loops());
        let loop_of = |inst: Inst| body.inst(inst).block().and_then(|block| loops.innermost(block));
        let mut at: (Value, Option<Loop>) = match body.inst(inst).result() {
            Some(result) => (result, loop_of(inst)),
            None => return true,
        };
        for _ in 0..MAX_CHAIN {
            let (value, home) = at;
            let is_code = |user: &User| match user {
                User::Operand(inst, _) => body.inst(*inst).opcode != Opcode::DebugRecord,
                User::EdgeArg(..) => true,
            };
            let mut users = body.users(value).filter(is_code);
            let (user, None) = (users.next(), users.next()) else { return false };
            at = match user {
                None => return true,
                Some(User::EdgeArg(edge, index)) => {
                    let block = body.edge(edge).to;
                    match body.params(block).get(index as usize) {
                        Some(&param) => (param, loops.innermost(block)),
                        None => return false,
                    }
                }
                Some(User::Operand(user, _)) => {
                    let around = loop_of(user);
                    let is_outside =
                        around.is_none_or(|around| home.is_some_and(|home| loops.encloses(around, home)));
                    match (is_outside && hands_on(body.inst(user).opcode), body.inst(user).result()) {
                        (false, _) => return false,
                        (true, Some(result)) => (result, around),
                        (true, None) => return true,
                    }
                }
            };
        }
        false
    }
}

/// Whether an operation sees an operand once, and only its result shows what it saw.
fn hands_on(opcode: Opcode) -> bool {
    match opcode.class() {
        Class::Integer | Class::Division | Class::Shift | Class::Negation | Class::Float => true,
        Class::FloatCast | Class::FloatToInt | Class::Cast | Class::IntCompare | Class::FloatCompare => true,
        Class::Select | Class::Lane | Class::Part | Class::Freeze | Class::Call => true,
        Class::SpaceCast | Class::Address | Class::Memory | Class::Pad | Class::Debug => false,
        Class::End => opcode == Opcode::Ret,
    }
}
