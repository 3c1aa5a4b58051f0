//! Where values are used: parallel edges, SSA and LCSSA.

use super::{Answers, Facts, Violation};
use crate::{Loop, Mark};
use tollgate_ir::{Block, Edge, Inst, Opcode, SecondaryMap, User, Value, ValueDef};

/// Where a value is defined.
#[derive(Clone, Copy)]
enum Definition {
    /// Before the first block.
    Everywhere,
    /// At the beginning of a block.
    Param(Block),
    /// At an instruction of a block.
    Inst(Block, Inst),
    /// Not in the layout.
    OutsideLayout,
}

impl Facts<'_> {
    /// Looks at every use.
    pub(super) fn uses(&self, said: &dyn Answers, violations: &mut Vec<Violation>) {
        let mut scan = Scan {
            facts: self,
            open: SecondaryMap::new(),
            tokens: Vec::new(),
            position: SecondaryMap::new(),
            returned: SecondaryMap::new(),
        };
        for mark in said.marks() {
            match mark {
                Mark::SharedExit(id, _) => scan.open[*id] = true,
                Mark::Token(value) => scan.tokens.push(*value),
                Mark::Irreducible(_)
                | Mark::Latches(_)
                | Mark::Preheader(_)
                | Mark::Addressed(_) => {}
            }
        }
        for &block in &self.blocks {
            for (at, inst) in self.body.insts(block).enumerate() {
                scan.position[inst] = at as u32;
            }
        }
        // For each target the first edge of the block at hand that enters it.
        let mut seen: SecondaryMap<Block, Option<Edge>> = SecondaryMap::new();
        seen.resize(self.body.block_ids());
        for &block in &self.blocks {
            for inst in self.body.insts(block) {
                for (index, value) in self.body.operands(inst).enumerate() {
                    scan.used(value, block, User::Operand(inst, index as u32), violations);
                }
            }
            for edge in self.body.succ_edges(block) {
                for (index, value) in self.body.edge_args(edge).enumerate() {
                    scan.used(value, block, User::EdgeArg(edge, index as u32), violations);
                }
                let to = self.body.edge(edge).to;
                match seen[to] {
                    None => seen[to] = Some(edge),
                    Some(other) if self.body.edge_args(edge).eq(self.body.edge_args(other)) => {}
                    Some(other) => violations.push(Violation::ParallelEdges(other, edge)),
                }
            }
            for edge in self.body.succ_edges(block) {
                seen[self.body.edge(edge).to] = None;
            }
        }
    }

    fn definition(&self, value: Value) -> Definition {
        let (block, definition) = match self.body.value(value).def {
            ValueDef::Arg(_) | ValueDef::Const(_) | ValueDef::Meta(_) | ValueDef::Wrapped(_) => {
                return Definition::Everywhere;
            }
            ValueDef::Undefined => return Definition::OutsideLayout,
            ValueDef::Param(param) => {
                let block = self.body.param(param).block;
                (Some(block), Definition::Param(block))
            }
            ValueDef::Inst(inst) => match self.body.inst(inst).block() {
                Some(block) => (Some(block), Definition::Inst(block, inst)),
                None => (None, Definition::OutsideLayout),
            },
        };
        let is_in_layout = block.is_some_and(|block| self.body.contains_block(block));
        if is_in_layout { definition } else { Definition::OutsideLayout }
    }

    /// Whether a use of a value is outside the innermost loop that the value is defined in.
    pub(super) fn leaves_its_loop(&self, value: Value, user: User) -> bool {
        let at = match user {
            User::Operand(inst, _) => self.body.inst(inst).block(),
            User::EdgeArg(edge, _) => self.body.edge_source(edge),
        };
        let (Definition::Param(block) | Definition::Inst(block, _)) = self.definition(value) else {
            return false;
        };
        let number = self.natural.innermost[self.node[block]];
        number.is_some_and(|number| {
            at.is_some_and(|at| !self.natural.contains(number, self.node[at]))
        })
    }
}

/// A walk over all uses.
struct Scan<'f, 'a> {
    facts: &'f Facts<'a>,
    /// The loops whose values may be used outside: they have a marked exit.
    open: SecondaryMap<Loop, bool>,
    /// The values that are marked as tokens.
    tokens: Vec<Value>,
    /// The place of each instruction in its block.
    position: SecondaryMap<Inst, u32>,
    /// For an `invoke` whose result was asked for: the blocks that are only entered after it
    /// returned.
    returned: SecondaryMap<Inst, Option<Vec<bool>>>,
}

impl Scan<'_, '_> {
    /// Looks at one use, in this block.
    fn used(&mut self, value: Value, block: Block, user: User, violations: &mut Vec<Violation>) {
        let facts = self.facts;
        let at = facts.node[block];
        let (defined, known) = match facts.definition(value) {
            Definition::Everywhere => return,
            Definition::OutsideLayout => return violations.push(Violation::Removed(value, user)),
            // Where nothing is executed everything is known.
            _ if !facts.graph.is_reached(at) => return,
            Definition::Param(block) => (block, facts.dominance.dominates(facts.node[block], at)),
            Definition::Inst(block, inst) => {
                (block, self.is_known(inst, facts.node[block], at, user))
            }
        };
        if !known {
            violations.push(Violation::NotDominated(value, user));
        }
        let Some(number) = facts.natural.innermost[facts.node[defined]] else { return };
        if facts.natural.innermost[at] == Some(number) || facts.natural.contains(number, at) {
            return;
        }
        if !self.open[facts.ids[number]] && !self.tokens.contains(&value) {
            violations.push(Violation::NotLoopClosed(value, user));
        }
    }

    /// Whether the result of an instruction of a node is known to a user in a node that is reached.
    fn is_known(&mut self, inst: Inst, defined: usize, at: usize, user: User) -> bool {
        let data = self.facts.body.inst(inst);
        if data.opcode == Opcode::Invoke {
            let normal = data.edges().next();
            return matches!(user, User::EdgeArg(edge, _) if Some(edge) == normal)
                || self.returned(inst, defined)[at];
        }
        if defined != at {
            return self.facts.dominance.dominates(defined, at);
        }
        match user {
            User::Operand(user, _) => self.position[inst] < self.position[user],
            User::EdgeArg(..) => true,
        }
    }

    /// The nodes that are only entered after an `invoke` returned: all paths there take its first
    /// edge.
    fn returned(&mut self, inst: Inst, defined: usize) -> &[bool] {
        let facts = self.facts;
        self.returned[inst].get_or_insert_with(|| {
            if facts.is_small() {
                let without = facts.graph.reached_without(0, Some((defined, 0)));
                return without.into_iter().map(|reached| !reached).collect();
            }
            // The target must dominate them, and be entered by no other edge but from below.
            let mut behind = vec![false; facts.len()];
            let Some(&to) = facts.graph.successors(defined).first() else { return behind };
            let normal = facts.body.inst(inst).edges().next();
            let mut others = facts.entering(to).filter(|&(edge, _)| Some(edge) != normal);
            if others.all(|(_, from)| facts.dominance.dominates(to, from)) {
                (0..facts.len())
                    .for_each(|node| behind[node] = facts.dominance.dominates(to, node));
            }
            behind
        })
    }
}
