//! Predicates of `gate` as diagrams over nodes.

use super::{Builder, Unsupported};
use crate::node::{Node, Op};
use tollgate_canon::Loop;
use tollgate_gate::{Condition, Formula, Predicate, Test};
use tollgate_ir::{Block, Inst, Span, Type, Value, ValueDef};

impl Builder<'_, '_> {
    /// A predicate as seen from inside a loop (or from outside of all). Activation also asks that loops in between have ended.
    pub(super) fn gate(
        &mut self,
        predicate: Predicate,
        around: Option<Loop>,
        activation: bool,
    ) -> Result<Node, Unsupported> {
        let mut stack = vec![predicate];
        while let Some(&at) = stack.last() {
            if self.translated.contains_key(&(at, around, activation)) {
                stack.pop();
                continue;
            }
            let formula = self.gates.predicates.formula(at);
            let node = match formula {
                Formula::False => self.env.bool(self.graph, false),
                Formula::True => self.env.bool(self.graph, true),
                Formula::Atom(condition) => self.condition(condition, false, around, activation)?,
                Formula::Not(condition) => self.condition(condition, true, around, activation)?,
                Formula::And(a, b) | Formula::Or(a, b) => {
                    let known = |part| self.translated.get(&(part, around, activation)).copied();
                    let (Some(first), Some(second)) = (known(a), known(b)) else {
                        stack.extend([a, b].into_iter().filter(|&part| known(part).is_none()));
                        continue;
                    };
                    match formula {
                        Formula::And(..) => self.graph.and(self.env, first, second),
                        _ => self.graph.or(self.env, first, second),
                    }
                }
            };
            self.translated.insert((at, around, activation), node);
            stack.pop();
        }
        Ok(self.translated[&(predicate, around, activation)])
    }

    fn condition(
        &mut self,
        condition: Condition,
        negated: bool,
        around: Option<Loop>,
        activation: bool,
    ) -> Result<Node, Unsupported> {
        let test = self.gates.conditions.test(condition);
        let (node, place) = match test {
            Test::True(value) => {
                let node = self.value(value);
                (self.graph.protect(self.env, node), self.defined_in(value))
            }
            Test::Equals(value, case) => {
                let (scrutinee, ty) = (self.value(value), self.body.value_type(value));
                let case = self.graph.node(Op::Const(case), ty, &[]);
                let node = self.equals(scrutinee, case);
                (self.graph.protect(self.env, node), self.defined_in(value))
            }
            Test::Unwound(inst) => (self.outcome(inst, Op::Unwound)?, self.body.inst(inst).block()),
            Test::Returned(inst) => (self.outcome(inst, Op::Passed)?, self.body.inst(inst).block()),
            Test::Went(inst, block) => {
                let op = Op::Opaque(self.side, inst, Some(block));
                (self.graph.node(op, Type::I1, &[]), self.body.inst(inst).block())
            }
            Test::Entered(_) => {
                return Err(Unsupported { what: "irreducible control flow".into(), span: Span::NONE });
            }
        };
        let mut node = if negated { self.graph.not(self.env, node) } else { node };
        // Out of the loops that the condition is in and the gate is not.
        let loops = self.canonical.loops();
        let inside: Vec<Loop> = match place {
            Some(block) => loops
                .around(block)
                .take_while(|&id| around.is_none_or(|around| id != around && !loops.encloses(id, around)))
                .collect(),
            None => Vec::new(),
        };
        for id in inside {
            node = self.eta(id, node);
            if activation && let Some(leaves) = self.leaves[id] {
                let depth = self.depth_of(id);
                let ended = self.graph.make(self.env, Op::Ended { depth }, Type::I1, &[leaves]);
                node = self.graph.and(self.env, ended, node);
            }
        }
        Ok(node)
    }

    fn outcome(&mut self, inst: Inst, op: Op) -> Result<Node, Unsupported> {
        match self.events[inst] {
            Some(event) => Ok(self.graph.node(op, Type::I1, &[event])),
            None => Err(self.unsupported("an effect that is not an event", inst)),
        }
    }

    fn defined_in(&self, value: Value) -> Option<Block> {
        match self.body.value(value).def {
            ValueDef::Param(param) => Some(self.body.param(param).block),
            ValueDef::Inst(inst) => self.body.inst(inst).block(),
            ValueDef::Arg(_)
            | ValueDef::Const(_)
            | ValueDef::Meta(_)
            | ValueDef::Wrapped(_)
            | ValueDef::Undefined => None,
        }
    }
}
