//! What must hold for a terminator to leave its block by a bundle (§5.7).
//!
//! | terminator | bundle | condition |
//! |---|---|---|
//! | any | all of its edges | true |
//! | `br` with a condition | the first, the second edge | `v`, `!v` |
//! | `switch` | without the default | `x == k` for one of its cases |
//! | `switch` | with the default | `x != k` for all cases that are **not** its own |
//! | `invoke` | the normal, the unwinding edge | it did not unwind, it unwound |
//! | others | | control went to this block |
//!
//! The conditions of a terminator exclude each other, and when it has been executed one of them is
//! true. The rule for the default is the short form of "no case at all, or one of its own": where
//! cases share the target of the default, the one list says both.

use crate::{Bundles, Conditions, Predicate, Predicates, Test};
use tollgate_ir::{Block, Body, Edge, Inst, Opcode, SecondaryMap};

/// The conditions of all bundles of a body.
#[derive(Clone, Debug)]
pub struct EdgeConditions {
    conditions: SecondaryMap<Edge, Predicate>,
}

impl EdgeConditions {
    /// The conditions of all bundles of a body.
    pub fn new(
        body: &Body,
        bundles: &Bundles,
        conditions: &mut Conditions,
        predicates: &mut Predicates,
    ) -> Self {
        let mut this = Self { conditions: SecondaryMap::with_default(Predicate::FALSE) };
        this.conditions.resize(body.edge_ids());
        let mut builder = Builder { body, bundles, conditions, predicates, edges: &mut this };
        for block in body.blocks() {
            builder.block(block);
        }
        this
    }

    /// The condition of a bundle, by its name.
    #[inline]
    pub fn of(&self, bundle: Edge) -> Predicate {
        self.conditions[bundle]
    }

    fn set(&mut self, bundle: Edge, condition: Predicate) {
        self.conditions[bundle] = condition;
    }
}

struct Builder<'a> {
    body: &'a Body,
    bundles: &'a Bundles,
    conditions: &'a mut Conditions,
    predicates: &'a mut Predicates,
    edges: &'a mut EdgeConditions,
}

impl Builder<'_> {
    fn block(&mut self, block: Block) {
        let Some(end) = self.body.terminator(block) else { return };
        let data = self.body.inst(end);
        let Some(first) = data.edges().next() else { return };
        if data.edges().all(|edge| self.bundles.of(edge) == first) {
            return self.edges.set(first, Predicate::TRUE);
        }
        match (data.opcode, data.edges().nth(1)) {
            (Opcode::CondBr, Some(second)) => {
                self.two_targets(Test::True(self.body.operand(end, 0)), first, second);
            }
            (Opcode::Invoke, Some(second)) => self.two_targets(Test::Unwound(end), second, first),
            (Opcode::Switch, _) => self.switch(end),
            // Whatever else has several targets chooses by what no value of the function tells.
            _ => self.somewhere(end),
        }
    }

    fn two_targets(&mut self, test: Test, yes: Edge, no: Edge) {
        let condition = self.conditions.intern(test);
        self.edges.set(yes, self.predicates.atom(condition));
        self.edges.set(no, self.predicates.not(condition));
    }

    fn switch(&mut self, end: Inst) {
        let mut operands = self.body.operands(end);
        let mut edges = self.body.inst(end).edges();
        let (Some(scrutinee), Some(default)) = (operands.next(), edges.next()) else { return };
        let mut otherwise = Predicate::TRUE;
        for (edge, case) in edges.zip(operands) {
            let bundle = self.bundles.of(edge);
            // Cases are constants: the verifier says so.
            let Some(case) = self.body.as_const(case) else { return self.somewhere(end) };
            if bundle != default {
                let condition = self.conditions.intern(Test::Equals(scrutinee, case));
                let (equal, other) =
                    (self.predicates.atom(condition), self.predicates.not(condition));
                let so_far = self.edges.of(bundle);
                self.edges.set(bundle, self.predicates.or(so_far, equal));
                otherwise = self.predicates.and(otherwise, other);
            }
        }
        self.edges.set(default, otherwise);
    }

    fn somewhere(&mut self, end: Inst) {
        for edge in self.body.inst(end).edges().filter(|&edge| self.bundles.is_name(edge)) {
            let condition = self.conditions.intern(Test::Went(end, self.body.edge(edge).to));
            self.edges.set(edge, self.predicates.atom(condition));
        }
    }
}
