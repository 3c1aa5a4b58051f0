//! Reducibility, P1 to P3, and the marks that excuse them.

use super::reference::cyclic_components;
use super::{Answers, Facts, Violation, sorted};
use crate::Mark;
use tollgate_ir::{Block, Opcode, Type};

impl Facts<'_> {
    /// The one latch of a loop.
    pub(super) fn latch(&self, number: usize) -> Option<usize> {
        match self.natural.loops[number].latches[..] {
            [latch] => Some(latch),
            _ => None,
        }
    }

    /// The nodes outside a loop that enter its header.
    fn entered_from(&self, number: usize) -> Vec<usize> {
        let header = self.natural.loops[number].header;
        let from = self.graph.predecessors(header).iter().copied();
        let mut from: Vec<usize> =
            from.filter(|&from| !self.natural.contains(number, from)).collect();
        from.sort_unstable();
        from.dedup();
        from
    }

    /// The one node that enters a loop, if it leads nowhere else.
    pub(super) fn preheader(&self, number: usize) -> Option<usize> {
        let header = self.natural.loops[number].header;
        match self.entered_from(number)[..] {
            [from] if self.graph.successors(from).iter().all(|&to| to == header) => Some(from),
            _ => None,
        }
    }

    /// Asks for the form of the function, and whether each mark is right.
    pub(super) fn form(&self, said: &dyn Answers, violations: &mut Vec<Violation>) {
        let mut marks =
            Marks { left: said.marks().iter().map(|mark| (mark.clone(), false)).collect() };
        self.reducible(&mut marks, violations);
        for (number, &id) in self.ids.iter().enumerate() {
            let header = self.natural.loops[number].header;
            let inside = |from: usize| self.natural.contains(number, from);
            if self.latch(number).is_none() {
                let back = self.has_bound_edge(header, &inside);
                marks.excuse(Mark::Latches(id), back, Violation::SeveralLatches(id), violations);
            }
            if self.preheader(number).is_none() {
                let enters = self.has_bound_edge(header, &|from| !inside(from));
                marks.excuse(Mark::Preheader(id), enters, Violation::NoPreheader(id), violations);
            }
            for exit in self.exits_of(number) {
                if self.graph.predecessors(exit).iter().any(|&from| !inside(from)) {
                    let leaves_loop = self.has_bound_edge(exit, &inside);
                    let block = self.blocks[exit];
                    let violation = Violation::SharedExit(id, block);
                    marks.excuse(Mark::SharedExit(id, block), leaves_loop, violation, violations);
                }
            }
        }
        marks.use_addressed(self);
        marks.use_tokens(self);
        let needless = marks.left.into_iter().filter(|(_, used)| !used);
        violations.extend(needless.map(|(mark, _)| Violation::NeedlessMark(mark)));
    }

    /// Whether a node is entered from some others by an edge that cannot be split.
    fn has_bound_edge(&self, to: usize, from: &dyn Fn(usize) -> bool) -> bool {
        self.entering(to).any(|(edge, source)| from(source) && !self.can_be_split(edge))
    }

    /// Without back edges there are no cycles.
    ///
    /// Where there are, those nodes of the component that no other dominates are what makes it
    /// irreducible: each of its cycles that is not inside what one of them dominates passes two of
    /// them. They are what a mark names. Without the edges that enter them the components inside
    /// are left, and treated alike.
    fn reducible(&self, marks: &mut Marks, violations: &mut Vec<Violation>) {
        let mut cut = vec![false; self.len()];
        let mut regions: Vec<Vec<usize>> =
            vec![(0..self.len()).filter(|&node| self.graph.is_reached(node)).collect()];
        while let Some(region) = regions.pop() {
            let counts = |from: usize, to: usize| !cut[to] && !self.dominance.dominates(to, from);
            for component in cyclic_components(&region, &self.graph, &counts) {
                let highest = component.iter().map(|&node| self.dominance.depth[node]).min();
                let on_top = |node: &usize| Some(self.dominance.depth[*node]) == highest;
                let top: Vec<usize> = component.iter().copied().filter(on_top).collect();
                let bound = top.iter().any(|&node| self.has_bound_edge(node, &|_| true));
                let blocks = self.sorted_blocks(top.iter().copied());
                marks.excuse(
                    Mark::Irreducible(blocks.clone()),
                    bound,
                    Violation::Irreducible(blocks),
                    violations,
                );
                top.iter().for_each(|&node| cut[node] = true);
                regions.push(component);
            }
        }
    }
}

/// The marks, and whether each has excused something.
struct Marks {
    left: Vec<(Mark, bool)>,
}

impl Marks {
    /// Excuses a violation by its mark, which must be justified; reports it if there is none.
    fn excuse(
        &mut self,
        mark: Mark,
        justified: bool,
        violation: Violation,
        violations: &mut Vec<Violation>,
    ) {
        match self.left.iter_mut().find(|(known, used)| !used && same(known, &mark)) {
            None => violations.push(violation),
            Some((_, used)) => {
                *used = true;
                if !justified {
                    violations.push(Violation::UnjustifiedMark(mark));
                }
            }
        }
    }

    /// Of a block whose address alone is needed nothing else may be left.
    fn use_addressed(&mut self, facts: &Facts<'_>) {
        let bare = |block: Block| {
            let mut insts = facts.body.insts(block).map(|inst| facts.body.inst(inst).opcode);
            facts.body.contains_block(block)
                && !facts.graph.is_reached(facts.node[block])
                && facts.body.params(block).is_empty()
                && facts.body.block(block).label.is_some()
                && insts.next() == Some(Opcode::Unreachable)
        };
        let mut seen = Vec::new();
        for (mark, used) in &mut self.left {
            if let Mark::Addressed(block) = mark {
                *used = bare(*block) && !seen.contains(block);
                seen.push(*block);
            }
        }
    }

    /// A token that is marked is one, and leaves its loop.
    fn use_tokens(&mut self, facts: &Facts<'_>) {
        let mut seen = Vec::new();
        for (mark, used) in &mut self.left {
            if let Mark::Token(value) = mark {
                let leaves_loop =
                    facts.body.users(*value).any(|user| facts.leaves_its_loop(*value, user));
                *used = facts.body.value_type(*value) == Type::TOKEN
                    && leaves_loop
                    && !seen.contains(value);
                seen.push(*value);
            }
        }
    }
}

/// Whether two marks name the same. The order of blocks does not matter.
fn same(one: &Mark, other: &Mark) -> bool {
    match (one, other) {
        (Mark::Irreducible(one), Mark::Irreducible(other)) => {
            sorted(one.clone()) == sorted(other.clone())
        }
        _ => one == other,
    }
}
