//! The dominator tree and the loop forest against the recomputed ones.

use super::{Answers, Facts, Violation, sorted};
use crate::Loop;
use crate::random::Random;
use tollgate_ir::{Block, SecondaryMap};

/// Pairs that are asked about for each block or loop of a large body.
const SAMPLES: usize = 8;

impl Facts<'_> {
    /// Asks the dominator tree everything.
    pub(super) fn dominator_tree(&self, said: &dyn Answers, violations: &mut Vec<Violation>) {
        let report = &mut |wrong: bool, violation: Violation| {
            if wrong {
                violations.push(violation);
            }
        };
        let (found, expected) = (said.root(), self.blocks.first().copied());
        report(found != expected, Violation::Root { found, expected });
        let (found, expected) = (said.tree_len(), self.reached_nodes().count());
        report(found != expected, Violation::TreeLen { found, expected });
        for index in 0..self.body.block_ids() {
            let block = Block::from_u32(index as u32);
            let expected =
                self.body.contains_block(block) && self.graph.is_reached(self.node[block]);
            let found = said.in_tree(block);
            report(found != expected, Violation::InTree { block, found });
        }
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); self.len()];
        for node in self.reached_nodes() {
            let block = self.blocks[node];
            let above = self.dominance.above[node];
            if let Some(above) = above {
                below[above].push(node);
            }
            let (found, expected) = (said.dominator(block), above.map(|above| self.blocks[above]));
            report(found != expected, Violation::Dominator { block, found, expected });
            let (found, expected) = (said.tree_depth(block), self.dominance.depth[node]);
            report(found != expected, Violation::Depth { block, found, expected });
        }
        for node in self.reached_nodes() {
            let block = self.blocks[node];
            // A list, not a set: a child that is listed twice is wrong.
            let (mut found, expected) =
                (said.children(block), self.sorted_blocks(below[node].iter().copied()));
            found.sort_unstable();
            report(found != expected, Violation::Children { block, found, expected });
        }
        self.preorder(said, violations);
        self.dominated_pairs(said, violations);
    }

    fn reached_nodes(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).filter(|&node| self.graph.is_reached(node))
    }

    /// In the preorder every block comes once, after its dominator, and what a block dominates
    /// comes in one piece.
    fn preorder(&self, said: &dyn Answers, violations: &mut Vec<Violation>) {
        let mut place: SecondaryMap<Block, Option<u32>> = SecondaryMap::new();
        // The path from the root to the block before.
        let mut way: Vec<usize> = Vec::new();
        for (at, block) in said.preorder().into_iter().enumerate() {
            let known = self.body.contains_block(block) && place[block].is_none();
            if !known {
                return violations.push(Violation::Preorder(block));
            }
            place[block] = Some(at as u32);
            let above = self.dominance.above[self.node[block]];
            while way.last().is_some() && way.last().copied() != above {
                way.pop();
            }
            if way.is_empty() && at > 0 {
                return violations.push(Violation::Preorder(block));
            }
            way.push(self.node[block]);
        }
        for node in self.reached_nodes() {
            let block = self.blocks[node];
            if place[block].is_none() {
                violations.push(Violation::Preorder(block));
            }
            // Edits drop the numbers.
            if said.preorder_number(block).is_some_and(|number| Some(number) != place[block]) {
                violations.push(Violation::PreorderNumber(block));
            }
        }
    }

    fn dominated_pairs(&self, said: &dyn Answers, violations: &mut Vec<Violation>) {
        // A block that is not in the tree cannot be asked for; that is reported already.
        let nodes: Vec<usize> =
            self.reached_nodes().filter(|&node| said.in_tree(self.blocks[node])).collect();
        let mut ask = |above: usize, below: usize| {
            let found = said.dominates(self.blocks[above], self.blocks[below]);
            if found != self.dominance.dominates(above, below) {
                let (above, below) = (self.blocks[above], self.blocks[below]);
                violations.push(Violation::Dominates { above, below, found });
            }
        };
        let mut random = Random::new(self.len() as u64);
        for &below in &nodes {
            if self.is_small() {
                nodes.iter().for_each(|&above| ask(above, below));
                continue;
            }
            ask(below, below);
            let above =
                self.dominance.above[below].filter(|&above| said.in_tree(self.blocks[above]));
            for above in above.into_iter().chain((0..SAMPLES).filter_map(|_| random.one_of(&nodes)))
            {
                ask(above, below);
                ask(below, above);
            }
        }
    }

    /// Finds which id each loop has. If loops and ids do not match, nothing else can be asked of
    /// them.
    pub(super) fn name_loops(
        &mut self,
        said: &dyn Answers,
        violations: &mut Vec<Violation>,
    ) -> bool {
        let before = violations.len();
        let mut headed: Vec<Option<Loop>> = vec![None; self.len()];
        for id in said.loops() {
            let header = said.header(id);
            let known = self.body.contains_block(header) && headed[self.node[header]].is_none();
            if !known {
                violations.push(Violation::NoLoop(id));
                continue;
            }
            headed[self.node[header]] = Some(id);
        }
        for (number, natural) in self.natural.loops.iter().enumerate() {
            match headed[natural.header].take() {
                Some(id) => {
                    self.ids.push(id);
                    self.numbers[id] = number;
                }
                None => violations.push(Violation::MissingLoop(self.blocks[natural.header])),
            }
        }
        violations.extend(headed.into_iter().flatten().map(Violation::NoLoop));
        violations.len() == before
    }

    fn id(&self, number: Option<usize>) -> Option<Loop> {
        number.map(|number| self.ids[number])
    }

    /// Asks the loop forest everything. All loops have ids.
    pub(super) fn loop_forest(&self, said: &dyn Answers, violations: &mut Vec<Violation>) {
        let mut inside: Vec<Vec<Loop>> = vec![Vec::new(); self.ids.len()];
        let mut outermost: Vec<Loop> = Vec::new();
        for (number, natural) in self.natural.loops.iter().enumerate() {
            let id = self.ids[number];
            match natural.parent {
                Some(parent) => inside[parent].push(id),
                None => outermost.push(id),
            }
            let (found, expected) = (said.parent(id), self.id(natural.parent));
            if found != expected {
                violations.push(Violation::Parent { id, found, expected });
            }
            let (found, expected) = (said.loop_depth(id), self.natural.depth(Some(number)));
            if found != expected {
                violations.push(Violation::LoopDepth { id, found, expected });
            }
        }
        let mut listed: SecondaryMap<Loop, bool> = SecondaryMap::new();
        for id in said.loops() {
            listed[id] = true;
            if self
                .id(self.natural.loops[self.numbers[id]].parent)
                .is_some_and(|parent| !listed[parent])
            {
                violations.push(Violation::LoopOrder(id));
            }
        }
        let lists = self.ids.iter().zip(inside).map(|(&id, inside)| (Some(id), inside));
        for (id, expected) in lists.chain([(None, outermost)]) {
            let (mut found, expected) = (said.inside(id), sorted(expected));
            found.sort_unstable();
            if found != expected {
                violations.push(Violation::Inside { id, found, expected });
            }
        }
        for (node, &block) in self.blocks.iter().enumerate() {
            let (found, expected) = (said.innermost(block), self.id(self.natural.innermost[node]));
            if found != expected {
                violations.push(Violation::Innermost { block, found, expected });
            }
        }
        self.loop_pairs(said, violations);
        self.exits(said, violations);
        self.answers(said, violations);
    }

    fn loop_pairs(&self, said: &dyn Answers, violations: &mut Vec<Violation>) {
        let natural = &self.natural;
        let mut random = Random::new(self.len() as u64);
        let numbers: Vec<usize> = (0..self.ids.len()).collect();
        let mut some = |around: Option<usize>| -> Vec<usize> {
            if self.is_small() {
                return numbers.clone();
            }
            let samples = (0..SAMPLES).filter_map(|_| random.one_of(&numbers));
            natural.around(around).take(SAMPLES).chain(samples).collect()
        };
        for &inner in &numbers {
            for outer in some(Some(inner)) {
                let expected = natural.contains(outer, natural.loops[inner].header);
                let (outer, inner) = (self.ids[outer], self.ids[inner]);
                let found = said.encloses(outer, inner);
                if found != expected {
                    violations.push(Violation::Encloses { outer, inner, found });
                }
            }
        }
        for (node, &block) in self.blocks.iter().enumerate() {
            for number in some(natural.innermost[node]) {
                let id = self.ids[number];
                let found = said.contains(id, block);
                if found != natural.contains(number, node) {
                    violations.push(Violation::Contains { id, block, found });
                }
            }
        }
    }

    /// The exits of a loop: nodes outside with a predecessor inside.
    pub(super) fn exits_of(&self, number: usize) -> Vec<usize> {
        let inside = &self.natural.loops[number].nodes;
        let left = inside.iter().flat_map(|&node| self.graph.successors(node));
        let mut exits: Vec<usize> =
            left.copied().filter(|&to| !self.natural.contains(number, to)).collect();
        exits.sort_unstable();
        exits.dedup();
        exits
    }

    fn exits(&self, said: &dyn Answers, violations: &mut Vec<Violation>) {
        for (number, &id) in self.ids.iter().enumerate() {
            let exits = self.exits_of(number);
            let own = exits.iter().copied().filter(|&exit| {
                let mut from = self.graph.predecessors(exit).iter();
                from.any(|&from| self.natural.innermost[from] == Some(number))
            });
            let (mut found, expected) = (said.own_exits(id), self.sorted_blocks(own));
            found.sort_unstable();
            if found != expected {
                violations.push(Violation::OwnExits { id, found, expected });
            }
            let (mut found, expected) = (said.exits(id), self.sorted_blocks(exits));
            found.sort_unstable();
            // An exit that several loops inside share comes several times. With P3 there is none.
            let shared = |&block: &Block| {
                said.marks()
                    .iter()
                    .any(|mark| matches!(mark, crate::Mark::SharedExit(_, exit) if *exit == block))
            };
            let listed = found.clone();
            found.dedup();
            let repeated = listed.windows(2).any(|pair| pair[0] == pair[1] && !shared(&pair[0]));
            if found != expected || repeated {
                violations.push(Violation::Exits { id, found: listed, expected });
            }
        }
    }

    /// What the canonical function itself answers.
    fn answers(&self, said: &dyn Answers, violations: &mut Vec<Violation>) {
        for node in self.reached_nodes() {
            for edge in self.body.succ_edges(self.blocks[node]) {
                let expected = self.dominance.dominates(self.node[self.body.edge(edge).to], node);
                let found = said.is_back_edge(edge);
                if found != expected {
                    violations.push(Violation::BackEdge { edge, found });
                }
            }
        }
        for (number, &id) in self.ids.iter().enumerate() {
            let (found, expected) =
                (said.latch(id), self.latch(number).map(|node| self.blocks[node]));
            if found != expected {
                violations.push(Violation::Latch { id, found, expected });
            }
            let (found, expected) =
                (said.preheader(id), self.preheader(number).map(|node| self.blocks[node]));
            if found != expected {
                violations.push(Violation::Preheader { id, found, expected });
            }
        }
    }
}
