//! The outcomes of branches: which of them the path condition allows, and what holds after each.

use super::after_branch::AfterBranch;
use super::certificate::Polarity;
use super::machine::Machine;
use super::path_condition::PathCondition;
use super::{SOURCE, TARGET};
use crate::limits::{MAX_EXCLUDED_CASES, MAX_TESTED_CASES};
use rustc_hash::FxHashMap;
use tollgate_graph::Node;
use tollgate_ir::{Block, Const, Edge, Inst, Opcode, Value};

/// One outcome of the branch of one or both functions.
pub(super) struct Outcome {
    /// The edge of each function that takes its branch.
    pub(super) edges: [Option<Edge>; 2],
    pub(super) path_condition: PathCondition,
    pub(super) after_branch: AfterBranch,
}

/// The edges of a `switch`.
struct Switch {
    default: Edge,
    cases: Vec<Case>,
}

/// A case of a `switch`.
#[derive(Clone, Copy)]
struct Case {
    number: Const,
    value: Value,
    edge: Edge,
}

impl Machine<'_, '_, '_> {
    /// What the branch at the end of a block is on.
    pub(super) fn branch_operand(&mut self, side: usize, block: Block) -> Node {
        let body = self.body(side);
        let operand = body.terminator(block).map(|end| body.operand(end, 0));
        match operand {
            Some(operand) => self.runs[side].value(self.graph, self.env, operand),
            None => self.env.bool(self.graph, true),
        }
    }

    /// Whether the source would be undefined by the branch at the end of a block.
    pub(super) fn is_undefined(&mut self, block: Block, path_condition: &PathCondition) -> bool {
        let operand = self.branch_operand(SOURCE, block);
        path_condition.is_undefined_for_source(self.graph, operand)
    }

    /// The edge that a conditional branch or `switch` must take, if the path condition decides it.
    pub(super) fn decide(
        &mut self,
        side: usize,
        block: Block,
        end: Inst,
        path_condition: &PathCondition,
    ) -> Option<Edge> {
        let operand = self.branch_operand(side, block);
        let body = self.body(side);
        let is_source = side == SOURCE;
        if body.inst(end).opcode == Opcode::CondBr {
            let truth = path_condition.truth(self.graph, self.env, operand, is_source)?;
            return body.succ_edges(block).nth(usize::from(!truth));
        }
        let Switch { default, cases } = self.switch(side, block);
        if self.graph.int_constant(self.env, operand).is_none() && self.are_many(cases.len()) {
            return None;
        }
        let mut is_default = true;
        for Case { value, edge, .. } in cases {
            let test = self.runs[side].is_case(self.graph, self.env, operand, value);
            match path_condition.truth(self.graph, self.env, test, is_source) {
                Some(true) => return Some(edge),
                Some(false) => {}
                None => is_default = false,
            }
        }
        is_default.then_some(default)
    }

    /// Whether there are too many cases to test them one by one.
    fn are_many(&self, cases: usize) -> bool {
        !MAX_TESTED_CASES.allows(cases, &self.env.effort.budget)
    }

    fn switch(&self, side: usize, block: Block) -> Switch {
        let body = self.body(side);
        let edges: Vec<Edge> = body.succ_edges(block).collect();
        let cases = edges.iter().enumerate().skip(1).filter_map(|(index, &edge)| {
            let value = body.operand(body.terminator(block)?, index);
            Some(Case { number: body.as_const(value)?, value, edge })
        });
        Switch { default: edges[0], cases: cases.collect() }
    }

    /// The outcomes of the branch of one function, where the other takes none.
    pub(super) fn outcomes_of_one(
        &mut self,
        side: usize,
        block: Block,
        path_condition: &PathCondition,
    ) -> Vec<Outcome> {
        let operand = self.branch_operand(side, block);
        let mut path_condition = path_condition.clone();
        path_condition.exclude_undefined_branch(self.graph, self.env, operand);
        if side == SOURCE {
            path_condition.source_branches_on(self.graph, self.env, operand);
        }
        let on = |edge: Edge| [0, 1].map(|other| (other == side).then_some(edge));
        if self.is_two_way(side, block) {
            // A branch of the source within the segment may decide that of the target at its end.
            let decided = path_condition.truth(self.graph, self.env, operand, side == SOURCE);
            let edges: Vec<Edge> = self.body(side).succ_edges(block).collect();
            return [true, false]
                .into_iter()
                .zip(edges)
                .filter(|&(truth, _)| decided.is_none_or(|decided| decided == truth))
                .map(|(truth, edge)| self.if_holds(operand, truth, on(edge), &path_condition))
                .collect();
        }
        let Switch { default, cases } = self.switch(side, block);
        let mut outcomes = Vec::new();
        let are_many = self.are_many(cases.len());
        for &Case { value, edge, .. } in &cases {
            let case = (value, are_many);
            outcomes.extend(self.if_case(side, operand, case, on(edge), &path_condition));
        }
        outcomes.push(self.if_default(side, operand, &cases, on(default), &path_condition));
        outcomes
    }

    /// Whether the branches of both functions are on one condition: the same, or one and its
    /// negation.
    pub(super) fn same_condition(&mut self, source: Block, target: Block) -> Option<Polarity> {
        let blocks = [source, target];
        let [first, second] = [SOURCE, TARGET].map(|side| {
            let operand = self.branch_operand(side, blocks[side]);
            let simplified_defined = self.graph.simplify_defined(self.env, operand);
            self.graph.find(simplified_defined)
        });
        let is_two_way = [SOURCE, TARGET].map(|side| self.is_two_way(side, blocks[side]));
        if is_two_way[SOURCE] != is_two_way[TARGET] {
            return None;
        }
        if first == second {
            return Some(Polarity::Same);
        }
        let negated = if is_two_way[TARGET] { self.graph.not(self.env, second) } else { second };
        (first == self.graph.find(negated)).then_some(Polarity::Negated)
    }

    fn is_two_way(&self, side: usize, block: Block) -> bool {
        self.terminator(side, block) == Some(Opcode::CondBr)
    }

    /// The outcomes of the branches of both functions, which are on one condition.
    pub(super) fn outcomes_of_both(
        &mut self,
        blocks: [Block; 2],
        polarity: Polarity,
        path_condition: &PathCondition,
    ) -> Vec<Outcome> {
        let operands = [SOURCE, TARGET].map(|side| self.branch_operand(side, blocks[side]));
        let mut path_condition = path_condition.clone();
        for operand in operands {
            path_condition.exclude_undefined_branch(self.graph, self.env, operand);
        }
        path_condition.source_branches_on(self.graph, self.env, operands[SOURCE]);
        if self.is_two_way(SOURCE, blocks[SOURCE]) {
            let edges = [SOURCE, TARGET]
                .map(|side| self.body(side).succ_edges(blocks[side]).collect::<Vec<_>>());
            let outcomes = [true, false].map(|truth| {
                let other = truth != (polarity == Polarity::Negated);
                let edges = [
                    Some(edges[SOURCE][usize::from(!truth)]),
                    Some(edges[TARGET][usize::from(!other)]),
                ];
                let mut outcome = self.if_holds(operands[SOURCE], truth, edges, &path_condition);
                let known = &mut outcome.path_condition;
                known.add_literal(self.graph, self.env, operands[TARGET], other);
                outcome
            });
            return outcomes.into();
        }
        let [mine, others] = [SOURCE, TARGET].map(|side| self.switch(side, blocks[side]));
        let by_number = |switch: &Switch| -> FxHashMap<Const, Edge> {
            switch.cases.iter().map(|case| (case.number, case.edge)).collect()
        };
        let are_many = self.are_many(mine.cases.len() + others.cases.len());
        let (to_mine, to_others) = (by_number(&mine), by_number(&others));
        let mut outcomes = Vec::new();
        for &Case { number, value, edge } in &mine.cases {
            let other = to_others.get(&number).copied().unwrap_or(others.default);
            let (case, edges) = ((value, are_many), [Some(edge), Some(other)]);
            outcomes.extend(self.if_case(SOURCE, operands[SOURCE], case, edges, &path_condition));
        }
        let only_others = others.cases.iter().filter(|case| !to_mine.contains_key(&case.number));
        for &Case { value, edge, .. } in only_others {
            let (case, edges) = ((value, are_many), [Some(mine.default), Some(edge)]);
            outcomes.extend(self.if_case(TARGET, operands[TARGET], case, edges, &path_condition));
        }
        let defaults = [Some(mine.default), Some(others.default)];
        let operand = operands[SOURCE];
        outcomes.push(self.if_default(SOURCE, operand, &mine.cases, defaults, &path_condition));
        outcomes
    }

    /// The outcome in which a condition holds, or does not.
    fn if_holds(
        &mut self,
        operand: Node,
        truth: bool,
        edges: [Option<Edge>; 2],
        path_condition: &PathCondition,
    ) -> Outcome {
        let mut path_condition = path_condition.clone();
        path_condition.add_literal(self.graph, self.env, operand, truth);
        if edges[SOURCE].is_none() {
            path_condition.target_branches_on(self.graph, self.env, operand, truth);
        }
        let after_branch = AfterBranch::condition(self.graph, self.env, operand, truth);
        path_condition.add_constants(&after_branch);
        Outcome { edges, path_condition, after_branch }
    }

    /// The outcome in which a number is that of a case, perhaps one of many; none if it cannot be.
    fn if_case(
        &mut self,
        side: usize,
        operand: Node,
        (case, is_of_many): (Value, bool),
        edges: [Option<Edge>; 2],
        path_condition: &PathCondition,
    ) -> Option<Outcome> {
        let test = self.runs[side].is_case(self.graph, self.env, operand, case);
        let of_source = edges[SOURCE].is_some();
        let truth = match is_of_many {
            true => path_condition.literal(self.graph, self.env, test, of_source),
            false => path_condition.truth(self.graph, self.env, test, of_source),
        };
        if truth == Some(false) {
            return None;
        }
        let mut path_condition = path_condition.clone();
        path_condition.add_literal(self.graph, self.env, test, true);
        let number = self.runs[side].value(self.graph, self.env, case);
        let after_branch = AfterBranch::number(self.graph, operand, number);
        path_condition.add_constants(&after_branch);
        Some(Outcome { edges, path_condition, after_branch })
    }

    /// The outcome in which a number is that of no case.
    fn if_default(
        &mut self,
        side: usize,
        operand: Node,
        cases: &[Case],
        edges: [Option<Edge>; 2],
        path_condition: &PathCondition,
    ) -> Outcome {
        let mut path_condition = path_condition.clone();
        for (number, case) in cases.iter().enumerate() {
            if !MAX_EXCLUDED_CASES.allows(number + 1, &self.env.effort.budget) {
                break;
            }
            let test = self.runs[side].is_case(self.graph, self.env, operand, case.value);
            path_condition.add_literal(self.graph, self.env, test, false);
        }
        Outcome { edges, path_condition, after_branch: AfterBranch::default() }
    }
}
