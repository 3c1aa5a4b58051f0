//! The ways that branches may go, and what is known behind them.

use super::after_branch::AfterBranch;
use super::path_condition::PathCondition;
use super::{SOURCE, Simulation, TARGET};
use rustc_hash::FxHashMap;
use tollgate_graph::Node;
use tollgate_ir::{Block, Const, Edge, Inst, Opcode, Value};

/// Cases of a switch that are asked one by one whether they can be.
const MAX_CASES_ASKED: usize = 64;
/// Cases of which it is remembered that a number is none of them.
const MAX_CASES_EXCLUDED: usize = 16;

/// Whether the condition of the target is the negation of that of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turned {
    /// It is the same.
    No,
    /// It is.
    Yes,
}

/// One way that the branches of one or both functions may go.
pub(super) struct Branching {
    /// The edge of each function that takes its branch.
    pub(super) edges: [Option<Edge>; 2],
    pub(super) known: PathCondition,
    pub(super) after_branch: AfterBranch,
}

/// The cases of a switch: of each number the edge, and the edge of all others.
struct Cases {
    default: Edge,
    cases: Vec<(Const, Value, Edge)>,
}

impl Simulation<'_, '_, '_> {
    /// What the branch at the end of a block is on.
    pub(super) fn asked(&mut self, side: usize, block: Block) -> Node {
        let body = self.body(side);
        let operand = body.terminator(block).map(|end| body.operand(end, 0));
        match operand {
            Some(operand) => self.runs[side].value(self.graph, self.env, operand),
            None => self.env.bool(self.graph, true),
        }
    }

    /// Whether the source would be undefined by the branch of a block.
    pub(super) fn is_undefined(&mut self, block: Block, known: &PathCondition) -> bool {
        let operand = self.asked(SOURCE, block);
        known.is_undefined_for_source(self.graph, operand)
    }

    /// Which way a branch goes, if that is known.
    pub(super) fn decide(
        &mut self,
        side: usize,
        block: Block,
        end: Inst,
        known: &PathCondition,
    ) -> Option<Edge> {
        let operand = self.asked(side, block);
        let body = self.body(side);
        if body.inst(end).opcode == Opcode::CondBr {
            let truth = known.truth(self.graph, self.env, operand, side == SOURCE)?;
            return body.succ_edges(block).nth(usize::from(!truth));
        }
        let Cases { default, cases } = self.cases(side, block);
        if cases.len() > MAX_CASES_ASKED && self.graph.int_constant(self.env, operand).is_none() {
            return None;
        }
        let mut is_default = true;
        for (_, case, edge) in cases {
            let test = self.runs[side].is_case(self.graph, self.env, operand, case);
            match known.truth(self.graph, self.env, test, side == SOURCE) {
                Some(true) => return Some(edge),
                Some(false) => {}
                None => is_default = false,
            }
        }
        is_default.then_some(default)
    }

    fn cases(&self, side: usize, block: Block) -> Cases {
        let body = self.body(side);
        let edges: Vec<Edge> = body.succ_edges(block).collect();
        let cases = edges.iter().enumerate().skip(1).filter_map(|(index, &edge)| {
            let case = body.operand(body.terminator(block)?, index);
            Some((body.as_const(case)?, case, edge))
        });
        Cases { default: edges[0], cases: cases.collect() }
    }

    /// The ways of a branch of one function.
    pub(super) fn one_branches(
        &mut self,
        side: usize,
        block: Block,
        known: &PathCondition,
    ) -> Vec<Branching> {
        let body = self.body(side);
        let Some(end) = body.terminator(block) else { return Vec::new() };
        let operand = self.asked(side, block);
        let mut known = known.clone();
        known.branched_on(self.graph, self.env, operand);
        if side == SOURCE {
            known.source_branched_on(self.graph, self.env, operand);
        }
        let on = |edge: Edge| [0, 1].map(|other| (other == side).then_some(edge));
        if body.inst(end).opcode == Opcode::CondBr {
            // What the source said in this segment may be what the target asks at its end.
            let only = known.truth(self.graph, self.env, operand, side == SOURCE);
            let edges: Vec<Edge> = body.succ_edges(block).collect();
            let ways = [true, false].into_iter().zip(edges);
            let ways = ways.filter(|&(truth, _)| only.is_none_or(|only| only == truth));
            return ways
                .map(|(truth, edge)| self.if_holds(operand, truth, on(edge), &known))
                .collect();
        }
        let Cases { default, cases } = self.cases(side, block);
        let mut ways = Vec::new();
        let are_many = cases.len() > MAX_CASES_ASKED;
        for &(_, case, edge) in &cases {
            ways.extend(self.if_case(side, operand, (case, are_many), on(edge), &known));
        }
        ways.push(self.if_no_case(side, operand, &cases, on(default), &known));
        ways
    }

    /// Whether the branches of both functions are on the same condition, or on one and its
    /// negation.
    pub(super) fn is_asked_by_both(&mut self, source: Block, target: Block) -> Option<Turned> {
        let blocks = [source, target];
        let [first, second] = [0, 1].map(|side| {
            let operand = self.asked(side, blocks[side]);
            let simplified_defined = self.graph.simplify_defined(self.env, operand);
            self.graph.find(simplified_defined)
        });
        let is_two_way = [0, 1].map(|side| self.is_two_way(side, blocks[side]));
        if is_two_way[SOURCE] != is_two_way[TARGET] {
            return None;
        }
        if first == second {
            return Some(Turned::No);
        }
        let negated = if is_two_way[TARGET] { self.graph.not(self.env, second) } else { second };
        (first == self.graph.find(negated)).then_some(Turned::Yes)
    }

    fn is_two_way(&self, side: usize, block: Block) -> bool {
        let body = self.body(side);
        body.terminator(block).is_some_and(|end| body.inst(end).opcode == Opcode::CondBr)
    }

    /// The ways of the branches of both functions, which are on the same condition.
    pub(super) fn both_branch(
        &mut self,
        source: Block,
        target: Block,
        turned: Turned,
        known: &PathCondition,
    ) -> Vec<Branching> {
        let blocks = [source, target];
        let operands = [0, 1].map(|side| self.asked(side, blocks[side]));
        let mut known = known.clone();
        operands.iter().for_each(|&operand| known.branched_on(self.graph, self.env, operand));
        known.source_branched_on(self.graph, self.env, operands[SOURCE]);
        if self.is_two_way(SOURCE, source) {
            let edges =
                [0, 1].map(|side| self.body(side).succ_edges(blocks[side]).collect::<Vec<_>>());
            let ways = [true, false].map(|truth| {
                let other = truth != (turned == Turned::Yes);
                let edges =
                    [edges[SOURCE][usize::from(!truth)], edges[TARGET][usize::from(!other)]];
                let mut both = self.if_holds(operands[SOURCE], truth, edges.map(Some), &known);
                both.known.holds(self.graph, self.env, operands[TARGET], other);
                both
            });
            return ways.into();
        }
        let [mine, others] = [0, 1].map(|side| self.cases(side, blocks[side]));
        let by_number = |cases: &Cases| -> FxHashMap<Const, Edge> {
            cases.cases.iter().map(|&(number, _, edge)| (number, edge)).collect()
        };
        let are_many = mine.cases.len() + others.cases.len() > MAX_CASES_ASKED;
        let (to_mine, to_others) = (by_number(&mine), by_number(&others));
        let mut ways = Vec::new();
        for &(number, case, edge) in &mine.cases {
            let other = to_others.get(&number).copied().unwrap_or(others.default);
            let edges = [Some(edge), Some(other)];
            ways.extend(self.if_case(SOURCE, operands[SOURCE], (case, are_many), edges, &known));
        }
        for &(_, case, edge) in
            others.cases.iter().filter(|(number, ..)| !to_mine.contains_key(number))
        {
            let edges = [Some(mine.default), Some(edge)];
            ways.extend(self.if_case(TARGET, operands[TARGET], (case, are_many), edges, &known));
        }
        let edges = [Some(mine.default), Some(others.default)];
        ways.push(self.if_no_case(SOURCE, operands[SOURCE], &mine.cases, edges, &known));
        ways
    }

    /// The way on which a condition holds, or does not.
    fn if_holds(
        &mut self,
        operand: Node,
        truth: bool,
        edges: [Option<Edge>; 2],
        known: &PathCondition,
    ) -> Branching {
        let mut known = known.clone();
        known.holds(self.graph, self.env, operand, truth);
        if edges[SOURCE].is_none() {
            known.thawed(self.graph, self.env, operand, truth);
        }
        let after_branch = AfterBranch::condition(self.graph, self.env, operand, truth);
        known.replaced(&after_branch);
        Branching { edges, known, after_branch }
    }

    /// The way on which a number is that of a case, perhaps of many, unless it is known not to be.
    fn if_case(
        &mut self,
        side: usize,
        operand: Node,
        (case, is_of_many): (Value, bool),
        edges: [Option<Edge>; 2],
        known: &PathCondition,
    ) -> Option<Branching> {
        let test = self.runs[side].is_case(self.graph, self.env, operand, case);
        let of_source = edges[SOURCE].is_some();
        let truth = match is_of_many {
            true => known.says(self.graph, self.env, test, of_source),
            false => known.truth(self.graph, self.env, test, of_source),
        };
        if truth == Some(false) {
            return None;
        }
        let mut known = known.clone();
        known.holds(self.graph, self.env, test, true);
        let number = self.runs[side].value(self.graph, self.env, case);
        let after_branch = AfterBranch::number(self.graph, operand, number);
        known.replaced(&after_branch);
        Some(Branching { edges, known, after_branch })
    }

    /// The way on which a number is none of the cases.
    fn if_no_case(
        &mut self,
        side: usize,
        operand: Node,
        cases: &[(Const, Value, Edge)],
        edges: [Option<Edge>; 2],
        known: &PathCondition,
    ) -> Branching {
        let mut known = known.clone();
        for &(_, case, _) in cases.iter().take(MAX_CASES_EXCLUDED) {
            let test = self.runs[side].is_case(self.graph, self.env, operand, case);
            known.holds(self.graph, self.env, test, false);
        }
        Branching { edges, known, after_branch: AfterBranch::default() }
    }
}
