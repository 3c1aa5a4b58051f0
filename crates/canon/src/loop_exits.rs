//! Finding the exit of a loop that dominates a block.
//!
//! The exits of a loop are spread over the loops inside it, since X keeps an exit of several loops at the innermost. If they are few, they are
//! listed and bisected: exits never dominate each other. A loop with a return out of each of a thousand loops inside has a
//! thousand exits, and so has the next one further out: then the way up the dominator tree is walked instead, in steps that pass
//! all blocks of one innermost loop at once. It is short, because what leaves a deep nest at once is mostly used soon.

use crate::loop_shape::sources;
use crate::{DominatorTree, Loop, LoopForest};
use tollgate_ir::{Block, Body, Opt, SecondaryMap};

/// Loops with more exits than this are not listed unless that is asked for.
const MAX_LISTED: usize = 32;

/// The exits of one loop at a time.
pub(crate) struct LoopExits<'a> {
    dominators: &'a DominatorTree,
    loops: &'a LoopForest,
    /// For each loop the least depth (in loops) of an exit of it or of a loop inside it.
    outermost: SecondaryMap<Loop, u32>,
    /// For each block the highest one above it (or itself) up to which all have the same innermost loop.
    run: SecondaryMap<Block, Opt<Block>>,
    at_hand: Option<Loop>,
    listed: Listed,
}

enum Listed {
    NotYet,
    TooMany,
    /// In preorder of the dominator tree, each once.
    All(Vec<Block>),
}

impl<'a> LoopExits<'a> {
    pub(crate) fn new(body: &Body, dominators: &'a DominatorTree, loops: &'a LoopForest) -> Self {
        let mut outermost = SecondaryMap::with_default(u32::MAX);
        outermost.resize(loops.len());
        for id in loops.loops().rev() {
            let own = loops.own_exits(id).iter().map(|&exit| match loops.innermost(exit) {
                Some(around) if loops.encloses(around, id) => loops.depth(Some(around)),
                // In no loop, or shared and marked: to be looked at by all.
                Some(_) | None => 0,
            });
            let inside = loops.children(Some(id)).iter().map(|&child| outermost[child]);
            outermost[id] = own.chain(inside).min().unwrap_or(u32::MAX);
        }
        let mut run = SecondaryMap::new();
        run.resize(body.block_ids());
        Self { dominators, loops, outermost, run, at_hand: None, listed: Listed::NotYet }
    }

    /// From now on it is about this loop.
    pub(crate) fn turn_to(&mut self, id: Loop) {
        self.at_hand = Some(id);
        self.listed = Listed::NotYet;
    }

    /// All exits, in preorder of the dominator tree.
    pub(crate) fn all(&mut self) -> &[Block] {
        if !matches!(self.listed, Listed::All(_)) {
            self.listed = self.list(usize::MAX);
        }
        match &self.listed {
            Listed::All(exits) => exits,
            Listed::NotYet | Listed::TooMany => &[],
        }
    }

    /// The exit that dominates a block outside of the loop, if all values of the loop that the block sees pass it.
    pub(crate) fn above(&mut self, body: &Body, at: Block) -> Option<Block> {
        if matches!(self.listed, Listed::NotYet) {
            self.listed = self.list(MAX_LISTED);
        }
        let Listed::All(exits) = &self.listed else { return self.climb(body, at) };
        let number = self.dominators.preorder_number(at);
        let behind = exits.partition_point(|&exit| self.dominators.preorder_number(exit) <= number);
        let exit = *exits.get(behind.checked_sub(1)?)?;
        self.dominators.dominates(exit, at).then_some(exit)
    }

    fn list(&self, most: usize) -> Listed {
        let Some(id) = self.at_hand else { return Listed::NotYet };
        let depth = self.loops.depth(Some(id));
        let mut exits = Vec::new();
        let mut stack = vec![id];
        while let Some(at) = stack.pop() {
            let own = self.loops.own_exits(at).iter().copied();
            exits.extend(own.filter(|&exit| !self.loops.contains(id, exit)));
            // An exit of a loop inside leaves this one too exactly if it is less deep.
            let children = self.loops.children(Some(at)).iter().copied();
            stack.extend(children.filter(|&child| self.outermost[child] < depth));
            if exits.len() > most {
                return Listed::TooMany;
            }
        }
        exits.sort_unstable_by_key(|&block| self.dominators.preorder_number(block));
        exits.dedup();
        Listed::All(exits)
    }

    /// The highest block above one that is outside of the loop, if it is an exit.
    fn climb(&mut self, body: &Body, at: Block) -> Option<Block> {
        let id = self.at_hand?;
        let mut at = at;
        loop {
            let top = self.run_of(at);
            let above = self.dominators.parent(top)?;
            if self.loops.contains(id, above) {
                return sources(body, top).any(|from| self.loops.contains(id, from)).then_some(top);
            }
            at = above;
        }
    }

    fn run_of(&mut self, block: Block) -> Block {
        let mut way = Vec::new();
        let mut at = block;
        let top = loop {
            if let Some(top) = self.run[at].get() {
                break top;
            }
            way.push(at);
            match self.dominators.parent(at) {
                Some(above) if self.loops.innermost(above) == self.loops.innermost(at) => at = above,
                Some(_) | None => break at,
            }
        };
        way.into_iter().for_each(|below| self.run[below] = top.into());
        top
    }
}
