//! From canonical form to gated SSA: one to one, block by block.

use crate::{Entries, Gated, Kind};
use tollgate_canon::{Canonical, DominatorTree, Loop, LoopForest};
use tollgate_gate::{Formula, Gates, Predicate, Predicates, Test, Transfer};
use tollgate_ir::{Block, Body, Entity};

impl Gated {
    /// The gated form of a function in canonical form.
    pub fn new(canonical: &Canonical) -> Self {
        let (body, dominators, loops) =
            (canonical.body(), canonical.dominators(), canonical.loops());
        let mut gates = Gates::of(body, dominators, loops, Transfer::always());
        let entries = Entries::new(body);
        let mut merges = Vec::new();
        let mut opaque = Opaque::default();
        for block in body.blocks() {
            if body.params(block).is_empty() {
                continue;
            }
            let place = Place::of(body, dominators, loops, block);
            let mut of = |edge| match place {
                Place::Exit(outermost) => gates.exit_arm(body, loops, outermost, edge),
                Place::Header | Place::Join => gates.arm(edge),
            };
            merges.push((
                block,
                place,
                entries.of(block).iter().map(|entry| of(entry.edge)).collect::<Vec<_>>(),
            ));
        }
        let Gates { conditions, predicates, .. } = gates;
        let mut this = Self::without_gates(body.clone(), conditions, predicates);
        for (block, place, arms) in merges {
            let known = !arms.iter().any(|&arm| opaque.is_opaque(&this, arm));
            let kind = match place {
                Place::Header => Kind::Mu,
                Place::Exit(_) if known => Kind::Eta,
                Place::Join if known => Kind::Gamma,
                Place::Exit(_) | Place::Join => Kind::Phi,
            };
            let arms: &[Predicate] = if kind.has_gates() { &arms } else { &[] };
            for position in 0..this.body.params(block).len() {
                this.set_merge(this.body.params(block)[position], kind, arms);
            }
        }
        this
    }
}

/// What a block with merges is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// The header of a loop.
    Header,
    /// An exit: every entry leaves loops, and this is the outermost of them.
    Exit(Loop),
    /// Any other block.
    Join,
}

impl Place {
    /// What a block is in a body whose dominator tree and loops these are.
    pub(crate) fn of(
        body: &Body,
        dominators: &DominatorTree,
        loops: &LoopForest,
        block: Block,
    ) -> Self {
        if loops.headed_by(block).is_some() {
            return Self::Header;
        }
        // In canonical form all entries of an exit come from one loop; elsewhere the outermost loop
        // that all of them leave is what the gates can speak of.
        let mut left: Option<Loop> = None;
        for edge in body.pred_edges(block) {
            let Some(from) = body.edge_source(edge).filter(|&from| dominators.contains(from))
            else {
                continue;
            };
            let Some(outermost) = loops.left_by(from, block).last() else { return Self::Join };
            if left.is_some_and(|other| other != outermost) {
                return Self::Join;
            }
            left = Some(outermost);
        }
        left.map_or(Self::Join, Self::Exit)
    }
}

/// Which predicates test whether a block of an irreducible region was entered: no instruction of
/// the function tells that.
#[derive(Default)]
struct Opaque {
    known: Vec<Option<bool>>,
}

impl Opaque {
    fn is_opaque(&mut self, gated: &Gated, predicate: Predicate) -> bool {
        let predicates: &Predicates = &gated.predicates;
        self.known.resize(predicates.len(), None);
        let mut stack = vec![predicate];
        while let Some(&at) = stack.last() {
            let found = match predicates.formula(at) {
                Formula::False | Formula::True => Some(false),
                Formula::Atom(condition) | Formula::Not(condition) => {
                    Some(matches!(gated.conditions.test(condition), Test::Entered(_)))
                }
                Formula::And(a, b) | Formula::Or(a, b) => {
                    match (self.known[a.index()], self.known[b.index()]) {
                        (Some(a), Some(b)) => Some(a || b),
                        (first, second) => {
                            stack.extend(first.is_none().then_some(a));
                            stack.extend(second.is_none().then_some(b));
                            None
                        }
                    }
                }
            };
            if let Some(found) = found {
                self.known[at.index()] = Some(found);
                stack.pop();
            }
        }
        self.known[predicate.index()] == Some(true)
    }
}
