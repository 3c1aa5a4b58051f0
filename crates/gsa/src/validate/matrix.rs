//! The predicate matrix, as far as it is needed.
//!
//! Row *i*, column *j* says what is known to hold when control is at *j*, of the tests since *i*
//! was left. One predicate for each block *v* spans all rows: `reach(v)`, the entry in the row of
//! its immediate dominator. An entry further away is the conjunction of `reach` along the dominator
//! tree.
//!
//! # What is shown
//!
//! *Invariant.* Whenever control is at a block *j* that *v* dominates, `reach(v)` is true of the
//! values that registers had last.
//!
//! It follows from two conditions on each *v* with immediate dominator *d*:
//!
//! * **Stability.** No register that `reach(v)` tests is defined in a block that *v* dominates.
//! * **Coherence.** For each entry of *v* from a block *k* that *v* does not dominate: if `reach`
//!   is true of all blocks on the dominator tree from below *d* down to *k*, and the terminator of
//!   *k* goes to *v*, then `reach(v)` is true.
//!
//! In coherence all `reach` above *d* may be used, too: they are true by the same invariant.
//!
//! *Argument*, by induction over the steps of a run. When control comes to *v* from *k*: *d*
//! dominates *k*, so the blocks between dominate *k* and their `reach` is true by the invariant,
//! and the test of the edge is true because it was just made: by coherence `reach(v)` is true. When
//! it comes from a block that *v* dominates, and whenever control moves among such blocks,
//! `reach(v)` was true and no register that it tests has changed, by stability. Dominance gives the
//! rest: control cannot come to a block that *v* dominates without passing *v* after any block that
//! *v* does not dominate.
//!
//! The matrix of Herklotz, Demange and Blazy (2023) has a formula for each pair of blocks, and
//! projects what a column defines out of it; with stability, one formula a block is enough, and
//! there is nothing to project.
//!
//! # Regular functions
//!
//! `reach` may come from anywhere. Call it *exact* at *v* if it is the disjunction of what the
//! entries of *v* that do not lead back say, and *free* if it is true: either is coherent. If it is
//! one of both at every block, and siblings with entries to a block come before it in one order,
//! the function is *regular*, and every `reach(v)` is stable.
//!
//! *Argument.* A terminator tests a register that is defined in a block that dominates it, so it is
//! enough that *v* dominates no block whose edge tests are part of `reach(v)`. Those are *d* and
//! blocks below siblings that come before *v*, by induction: an entry of *v* comes from *d*, or
//! from a block *k* below such a sibling *c*; the tests of *k*, and those in `reach` of what is
//! below *c*, are made below *c*; those in `reach(c)` are made in *d* or below siblings before *c*.
//!
//! Where a function is not regular, coherence is asked of the solver, and `reach` is replaced by
//! true where it is not stable.

use super::edge_tests::edge_test;
use crate::Gated;
use rustc_hash::FxHashMap;
use tollgate_canon::{Bundles, Derived, DominatorTree, Forest, Loop, LoopForest};
use tollgate_gate::{Conditions, Formula, Gates, Predicate, Predicates, Test, Transfer};
use tollgate_ir::{Block, Body, Edge, Entity, SecondaryMap, ValueDef};

/// The matrix of a function.
pub(crate) struct Matrix<'a> {
    pub(crate) gated: &'a Gated,
    pub(crate) dominators: DominatorTree,
    pub(crate) loops: LoopForest,
    pub(crate) derived: Derived,
    pub(crate) conditions: Conditions,
    pub(crate) predicates: Predicates,
    reach: SecondaryMap<Block, Predicate>,
    /// For each entry, by its edge: the tests since the immediate dominator of its target, when
    /// control takes it; none for entries from blocks that their target dominates.
    arms: SecondaryMap<Edge, Option<Incoming>>,
    shapes: SecondaryMap<Block, Shape>,
    /// For each block the conjunction of `reach` from below the header of its innermost loop; from
    /// below the header of the loop around for a header.
    within: SecondaryMap<Block, Predicate>,
    /// For each block that was asked for, the conjunction of `reach` of all that dominate it.
    above: FxHashMap<Block, Predicate>,
    /// For each predicate of the gated function that was asked for, the same of this table.
    imported: Vec<Option<Predicate>>,
}

/// How `reach` of a block follows from its entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Shape {
    /// It is true.
    #[default]
    Free,
    /// It is the disjunction of the entries, and these come from earlier siblings.
    Exact,
    /// It is neither, or its siblings have no order.
    Other,
}

/// What is known of an entry that does not lead back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Incoming {
    /// The child of the immediate dominator of the target from below which it comes; none if it
    /// comes from the immediate dominator itself.
    pub(crate) sibling: Option<Block>,
    /// What has been tested.
    pub(crate) test: Predicate,
}

impl<'a> Matrix<'a> {
    /// The matrix of a function, with `reach` as `gate` computes it: thinned, as gates usually are,
    /// or with every test on the way.
    pub(crate) fn new(gated: &'a Gated, is_thinned: bool) -> Self {
        let body = gated.body();
        let dominators = DominatorTree::new(body);
        let loops = LoopForest::new(body, &dominators);
        let gates = match is_thinned {
            true => Gates::of(body, &dominators, &loops, Transfer::always()),
            false => Gates::unthinned(body, &dominators, &loops, Transfer::always()),
        };
        let mut reach = SecondaryMap::with_default(Predicate::TRUE);
        reach.resize(body.block_ids());
        // Of the entry of the function nothing is known.
        for block in dominators.preorder().filter(|&block| dominators.parent(block).is_some()) {
            reach[block] = gates.reach(block);
        }
        let Gates { conditions, predicates, .. } = gates;
        let derived = Derived::new(body, &dominators, &Bundles::new(body));
        let mut this = Self {
            gated,
            dominators,
            loops,
            derived,
            conditions,
            predicates,
            reach,
            arms: SecondaryMap::with_default(None),
            shapes: SecondaryMap::new(),
            within: SecondaryMap::with_default(Predicate::TRUE),
            above: FxHashMap::default(),
            imported: vec![None; gated.predicates.len()],
        };
        this.arms.resize(body.edge_ids());
        this.shapes.resize(body.block_ids());
        this.within.resize(body.block_ids());
        this.forget_irreducible();
        this.compute_arms();
        if !this.is_regular() {
            let blocks: Vec<Block> = this.derived.order().to_vec();
            for block in blocks {
                this.make_stable(block);
            }
            this.compute_arms();
        }
        this.compute_within();
        this
    }

    pub(crate) fn body(&self) -> &'a Body {
        self.gated.body()
    }

    /// What is known of a block: true for the entry of the function.
    pub(crate) fn reach(&self, block: Block) -> Predicate {
        self.reach[block]
    }

    /// All that is known where control is at a block, by the invariant.
    pub(crate) fn above(&mut self, block: Block) -> Predicate {
        let mut path = Vec::new();
        let mut at = Some(block);
        while let Some(block) = at.filter(|block| !self.above.contains_key(block)) {
            path.push(block);
            at = self.dominators.parent(block);
        }
        let mut known = at.map_or(Predicate::TRUE, |block| self.above[&block]);
        for block in path.into_iter().rev() {
            known = self.predicates.and(known, self.reach[block]);
            self.above.insert(block, known);
        }
        known
    }

    /// What is known of an entry; none if it leads back to a block that dominates its source, or
    /// leaves a block that the function does not reach.
    pub(crate) fn incoming(&self, edge: Edge) -> Option<Incoming> {
        self.arms[edge]
    }

    /// How what is known of a block follows.
    pub(crate) fn shape(&self, block: Block) -> Shape {
        self.shapes[block]
    }

    fn is_regular(&self) -> bool {
        self.derived.order().iter().all(|&block| self.shapes[block] != Shape::Other)
    }

    /// Of the blocks of irreducible regions nothing is known.
    fn forget_irreducible(&mut self) {
        let irreducible: Vec<Block> = self
            .dominators
            .preorder()
            .filter(|&block| self.derived.is_irreducible(block))
            .collect();
        for block in irreducible {
            self.reach[block] = Predicate::TRUE;
        }
    }

    /// Replaces what is known of a block by true, if it is not stable.
    fn make_stable(&mut self, block: Block) {
        let body = self.body();
        let mut seen = std::collections::HashSet::new();
        let mut stack = vec![self.reach[block]];
        while let Some(at) = stack.pop() {
            if !seen.insert(at) {
                continue;
            }
            match self.predicates.formula(at) {
                Formula::False | Formula::True => {}
                Formula::Atom(condition) | Formula::Not(condition) => {
                    let defined = defining_block(body, self.conditions.test(condition));
                    if defined.is_none_or(|at| self.dominators.dominates(block, at)) {
                        self.reach[block] = Predicate::TRUE;
                        return;
                    }
                }
                Formula::And(a, b) | Formula::Or(a, b) => stack.extend([a, b]),
            }
        }
    }

    /// The test of an entry alone.
    pub(crate) fn edge_test(&mut self, edge: Edge) -> Predicate {
        edge_test(self.gated.body(), edge, &mut self.conditions, &mut self.predicates)
    }

    fn compute_arms(&mut self) {
        let gated = self.gated;
        let mut forest = Forest::new(gated.body().block_ids(), Predicate::TRUE);
        let order: Vec<Block> = self.derived.order().to_vec();
        for &parent in order.iter().rev() {
            for &child in self.derived.children(parent) {
                let mut said = Predicate::FALSE;
                let mut is_ordered = true;
                for entry in gated.entries(child) {
                    if !self.dominators.contains(entry.source) {
                        continue;
                    }
                    let step = edge_test(
                        gated.body(),
                        entry.edge,
                        &mut self.conditions,
                        &mut self.predicates,
                    );
                    let (sibling, test) = if entry.source == parent {
                        (None, step)
                    } else {
                        let predicates = &mut self.predicates;
                        let (sibling, down) =
                            forest.evaluate(entry.source, |a, b| predicates.and(a, b));
                        if sibling == child {
                            continue;
                        }
                        let walks = match down {
                            Some(down) => predicates.and(down, step),
                            None => step,
                        };
                        (Some(sibling), predicates.and(self.reach[sibling], walks))
                    };
                    self.arms[entry.edge] = Some(Incoming { sibling, test });
                    said = self.predicates.or(said, test);
                    let place = |block| self.derived.place(block);
                    is_ordered &= sibling.is_none_or(|sibling| place(sibling) < place(child));
                }
                self.shapes[child] = match self.reach[child] {
                    _ if !is_ordered => Shape::Other,
                    Predicate::TRUE => Shape::Free,
                    reach if reach == said => Shape::Exact,
                    _ => Shape::Other,
                };
            }
            for &child in self.derived.children(parent) {
                forest.link(child, parent, self.reach[child]);
            }
        }
    }

    fn compute_within(&mut self) {
        for block in self.derived.order().to_vec() {
            let around = match self.loops.headed_by(block) {
                Some(headed) => self.loops.parent(headed),
                None => self.loops.innermost(block),
            };
            if let Some(above) = self.dominators.parent(block) {
                let from = self.from(around, above);
                self.within[block] = self.predicates.and(from, self.reach[block]);
            }
        }
    }

    /// The tests from the header of a loop (or from the entry of the function) down to a block of
    /// it.
    fn from(&mut self, id: Option<Loop>, block: Block) -> Predicate {
        let mut at = self.loops.innermost(block);
        let mut walks = match at.map(|at| self.loops.header(at)) {
            Some(header) if header == block => Predicate::TRUE,
            Some(_) | None => self.within[block],
        };
        while at != id {
            let Some(inner) = at else { break };
            let header = self.loops.header(inner);
            walks = self.predicates.and(self.within[header], walks);
            at = self.loops.parent(inner);
        }
        walks
    }

    /// The tests since the header of a loop was entered last, when control takes an entry from a
    /// block of the loop.
    pub(crate) fn tests_since_header(&mut self, id: Loop, edge: Edge) -> Predicate {
        let Some(source) = self.body().edge_source(edge) else { return Predicate::FALSE };
        let from = self.from(Some(id), source);
        let step = self.edge_test(edge);
        self.predicates.and(from, step)
    }

    /// A gate of the function among the predicates of the matrix.
    pub(crate) fn import(&mut self, gate: Predicate) -> Predicate {
        let gated = self.gated;
        let mut stack = vec![gate];
        while let Some(&at) = stack.last() {
            let known = |part: Predicate, imported: &[Option<Predicate>]| imported[part.index()];
            let made = match gated.predicates.formula(at) {
                Formula::False => Some(Predicate::FALSE),
                Formula::True => Some(Predicate::TRUE),
                Formula::Atom(condition) => {
                    let condition = self.conditions.intern(gated.conditions.test(condition));
                    Some(self.predicates.atom(condition))
                }
                Formula::Not(condition) => {
                    let condition = self.conditions.intern(gated.conditions.test(condition));
                    Some(self.predicates.not(condition))
                }
                formula @ (Formula::And(a, b) | Formula::Or(a, b)) => {
                    match (known(a, &self.imported), known(b, &self.imported)) {
                        (Some(a), Some(b)) => Some(match formula {
                            Formula::And(..) => self.predicates.and(a, b),
                            Formula::Or(..)
                            | Formula::False
                            | Formula::True
                            | Formula::Atom(_)
                            | Formula::Not(_) => self.predicates.or(a, b),
                        }),
                        (first, second) => {
                            stack.extend(first.is_none().then_some(a));
                            stack.extend(second.is_none().then_some(b));
                            None
                        }
                    }
                }
            };
            if let Some(made) = made {
                self.imported[at.index()] = Some(made);
                stack.pop();
            }
        }
        self.imported[gate.index()].unwrap_or(Predicate::FALSE)
    }
}

/// The block in which the register that a test reads gets its value; none for arguments and
/// constants, which never change, and for what is in no block.
fn defining_block(body: &Body, test: Test) -> Option<Block> {
    match test {
        Test::True(value) | Test::Equals(value, _) => match body.value(value).def {
            ValueDef::Param(param) => Some(body.param(param).block),
            ValueDef::Inst(inst) => body.inst(inst).block(),
            // Arguments and constants are as if defined at the entry.
            ValueDef::Arg(_) | ValueDef::Const(_) => body.entry(),
            ValueDef::Meta(_) | ValueDef::Wrapped(_) | ValueDef::Undefined => None,
        },
        Test::Unwound(inst) | Test::Returned(inst) | Test::Went(inst, _) => body.inst(inst).block(),
        // Of this the matrix knows nothing: it counts as unstable.
        Test::Entered(_) => None,
    }
}
