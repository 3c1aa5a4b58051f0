//! A function in canonical form, with its analyses.

use crate::lcssa::close_loops;
use crate::loop_shape::{self, shape_loops, sources};
use crate::reduce::{make_reducible, mark_irreducible};
use crate::unreachable::remove_unreachable;
use crate::{DominatorTree, Loop, LoopForest, Mark};
use std::convert::Infallible;
use tollgate_ir::{Block, Body, Budget, Context, Edge, Over};

/// A body in canonical form with its dominator tree and loop forest, all exact.
///
/// No code outside this crate can change the body: that is what keeps the rest true.
#[derive(Clone, Debug)]
pub struct Canonical {
    pub(crate) body: Body,
    pub(crate) dominators: DominatorTree,
    pub(crate) loops: LoopForest,
    pub(crate) marks: Vec<Mark>,
    dispatchers: usize,
}

impl Canonical {
    /// Brings a body that passes the verifier of `ir` into canonical form.
    pub fn new(ctx: &mut Context, body: Body) -> Self {
        let Ok(canonical) = Self::step_by_step::<Infallible>(ctx, body, &mut || Ok(()));
        canonical
    }

    /// The same within a budget; an error where it is over before all is done.
    pub fn within(ctx: &mut Context, body: Body, budget: &Budget) -> Result<Self, Over> {
        Self::step_by_step(ctx, body, &mut || budget.check())
    }

    /// Asks before each step whether to go on.
    fn step_by_step<E>(
        ctx: &mut Context,
        body: Body,
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut body = body;
        let mut marks = Vec::new();
        go_on()?;
        let mut dominators = DominatorTree::new(&body);
        remove_unreachable(ctx, &mut body, &dominators, &mut marks);
        let reduced = make_reducible(ctx, &mut body, &mut dominators, go_on)?;
        go_on()?;
        let mut loops = LoopForest::new(&body, &dominators);
        go_on()?;
        let shaped = shape_loops(&mut body, &mut loops);
        go_on()?;
        if shaped.changed {
            dominators = DominatorTree::new(&body);
            loops.renew_exits(&body);
        }
        go_on()?;
        if reduced.incomplete {
            mark_irreducible(&body, &dominators, &mut marks);
        }
        if shaped.incomplete {
            mark_shapes(&body, &loops, &mut marks);
        }
        close_loops(&mut body, &dominators, &loops, !shaped.incomplete, &mut marks);
        Ok(Self { body, dominators, loops, marks, dispatchers: reduced.dispatchers })
    }

    /// The body.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// The body, no longer protected.
    pub fn into_body(self) -> Body {
        self.body
    }

    /// Its dominator tree.
    pub fn dominators(&self) -> &DominatorTree {
        &self.dominators
    }

    /// Its loops.
    pub fn loops(&self) -> &LoopForest {
        &self.loops
    }

    /// Where canonical form was not reached.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// How many irreducible regions got a dispatcher.
    pub fn dispatchers(&self) -> usize {
        self.dispatchers
    }

    /// Whether an edge leads back to the header of a loop.
    pub fn is_back_edge(&self, edge: Edge) -> bool {
        let Some(from) = self.body.edge_source(edge) else { return false };
        self.dominators.dominates(self.body.edge(edge).to, from)
    }

    /// The one block of a loop that leads back to its header (P1); none if the loop is marked.
    pub fn latch(&self, id: Loop) -> Option<Block> {
        loop_shape::latch(&self.body, &self.loops, id)
    }

    /// The one block from which a loop is entered, and which leads nowhere else (P2); none if the
    /// loop is marked.
    pub fn preheader(&self, id: Loop) -> Option<Block> {
        loop_shape::preheader(&self.body, &self.loops, id)
    }

    /// The blocks of a loop, its header first.
    pub fn body_of(&self, id: Loop) -> Vec<Block> {
        let mut blocks = vec![self.loops.header(id)];
        let mut at = 0;
        // Whatever is in the loop is dominated by a block of it.
        while let Some(&block) = blocks.get(at) {
            blocks.extend(
                self.dominators.children(block).filter(|&child| self.loops.contains(id, child)),
            );
            at += 1;
        }
        blocks
    }
}

/// Names what shaping could not reach.
fn mark_shapes(body: &Body, loops: &LoopForest, marks: &mut Vec<Mark>) {
    for id in loops.loops() {
        if loop_shape::latch(body, loops, id).is_none() {
            marks.push(Mark::Latches(id));
        }
        if loop_shape::preheader(body, loops, id).is_none() {
            marks.push(Mark::Preheader(id));
        }
        let mut exits = loops.exits(id);
        exits.sort_unstable();
        exits.dedup();
        for exit in exits {
            if sources(body, exit).any(|from| !loops.contains(id, from)) {
                marks.push(Mark::SharedExit(id, exit));
            }
        }
    }
}
