//! Linear results: those whose choices may be [fixed](crate::fixed).
//!
//! **Definition.** A result is *linear* if it has one use at most, and that is
//!
//! * the operand of `ret`, or an argument of a call that is observed and whose result is unused,
//! * the operand of an operation without side effects whose result is linear, or
//! * an argument of an edge to a block whose parameter is linear,
//!
//! and no use is in a loop that the definition is not in. (An edge into a loop passes the value to
//! the first iteration only, the back edge to the next one only.) Then each execution of the
//! operation is seen once at most: by one observation, or by the return. Whatever it chooses,
//! nothing can compare that with what it chose for another use.
//!
//! What that is needed for is Theorem 6 of docs/proofs.md.
//!
//! A store is no such use: memory can be read any number of times. Nor is a branch, whose outcome
//! every block after it sees.

use super::Builder;
use crate::limits::MAX_LINEAR_CHAIN;
use crate::result_kind::{intrinsic_may_choose, is_determined_by_operands};
use tollgate_canon::Loop;
use tollgate_ir::{Block, Class, Inst, Opcode, User, Value};
use tollgate_sem::call;

impl Builder<'_, '_, '_> {
    /// Whether the results of all operations that may choose are linear, also of those whose nodes
    /// do not: a law may have made another operation of one that chooses.
    pub(super) fn choices_are_linear(&self) -> bool {
        let mut insts = self.subject.body.blocks().flat_map(|block| self.subject.body.insts(block));
        insts.all(|inst| !self.may_choose(inst) || self.is_linear(inst))
    }

    fn may_choose(&self, inst: Inst) -> bool {
        let data = self.subject.body.inst(inst);
        let by_nature = match data.opcode.class() {
            Class::Float | Class::FloatCast => true,
            Class::Call => call::intrinsic(self.env.ctx, self.subject.body, inst)
                .is_some_and(intrinsic_may_choose),
            Class::Integer
            | Class::Division
            | Class::Shift
            | Class::Negation
            | Class::FloatToInt => false,
            Class::Cast | Class::SpaceCast | Class::IntCompare | Class::FloatCompare => false,
            Class::Address | Class::Select | Class::Lane | Class::Part | Class::Freeze => false,
            Class::Memory | Class::Pad | Class::Debug | Class::End => false,
        };
        let node = data.result().and_then(|result| self.values.nodes[result]);
        by_nature || node.is_some_and(|node| self.graph.chooses(node))
    }

    fn is_linear(&self, inst: Inst) -> bool {
        let (body, loops) = (self.subject.body, self.subject.canonical.loops());
        let loop_of = |block: Option<Block>| block.and_then(|block| loops.innermost(block));
        let Some(result) = body.inst(inst).result() else { return true };
        let mut at: (Value, Option<Loop>) = (result, loop_of(body.inst(inst).block()));
        for _ in 0..MAX_LINEAR_CHAIN {
            let (value, home) = at;
            let is_code = |user: &User| match user {
                User::Operand(inst, _) => body.inst(*inst).opcode != Opcode::DebugRecord,
                User::EdgeArg(..) => true,
            };
            let mut users = body.users(value).filter(is_code);
            let (user, None) = (users.next(), users.next()) else { return false };
            let Some(user) = user else { return true };
            let around = match user {
                User::Operand(user, _) => loop_of(body.inst(user).block()),
                User::EdgeArg(edge, _) => loop_of(body.inst(body.edge(edge).from).block()),
            };
            // A use in a loop that does not contain the definition is executed in every iteration.
            let is_once =
                around.is_none_or(|around| home.is_some_and(|home| loops.encloses(around, home)));
            if !is_once {
                return false;
            }
            at = match user {
                User::EdgeArg(edge, index) => {
                    let block = body.edge(edge).to;
                    match body.params(block).get(index as usize) {
                        Some(&param) => (param, loop_of(Some(block))),
                        None => return false,
                    }
                }
                User::Operand(user, _) => match (self.sees_once(user), body.inst(user).result()) {
                    (false, _) => return false,
                    (true, Some(result)) => (result, around),
                    (true, None) => return true,
                },
            };
        }
        false
    }

    /// Whether an instruction sees an operand once, and only its result, if it has one, shows it.
    fn sees_once(&self, inst: Inst) -> bool {
        let opcode = self.subject.body.inst(inst).opcode;
        match opcode.class() {
            Class::Integer | Class::Division | Class::Shift | Class::Negation | Class::Float => {
                true
            }
            Class::FloatCast | Class::FloatToInt | Class::Cast | Class::IntCompare => true,
            Class::FloatCompare | Class::Select | Class::Lane | Class::Part | Class::Freeze => true,
            Class::Call => match call::intrinsic(self.env.ctx, self.subject.body, inst) {
                Some(intrinsic) => is_determined_by_operands(intrinsic),
                // It is observed. Its result may be what it was given (`returned`).
                None => self
                    .subject
                    .body
                    .inst(inst)
                    .result()
                    .is_none_or(|result| !self.subject.body.is_used(result)),
            },
            Class::SpaceCast | Class::Address | Class::Memory | Class::Pad | Class::Debug => false,
            Class::End => opcode == Opcode::Ret,
        }
    }
}
