//! Where parts need parameters, and which slots are alive wherever they are accessed: for 64 parts
//! or slots at a time, as bits of a word.
//!
//! **Liveness.** A part is *live* at a block if a path from the block's beginning reads the part
//! before setting it. The words are found by walking back from the blocks that read.
//!
//! **Frontiers.** A join *y* needs a parameter for a part that is live there if a block on the path
//! up the dominator tree from one of its predecessors to its immediate dominator, that one
//! excluded, sets the part or has a parameter for it: these are the blocks in whose dominance
//! frontier *y* is (Cytron et al., section 4.2). Joins are looked at, the deepest first, until
//! nothing changes. Where nothing that is live is missing, the path is not walked.
//!
//! **Lifetimes.** A slot must be alive at a block if a path from its beginning accesses the slot
//! before any marker: the same words, with markers for what sets. Then no block that ends the
//! lifetime may lead to such a one, nor may the entry be one, unless the slot is alive there.

use super::slots::{Part, Slot, Slots};
use super::timeline::Timeline;
use crate::DominatorTree;
use std::cmp::Reverse;
use tollgate_ir::{Block, Body, SecondaryMap};

/// How many edges and blocks are looked at, for all words together: less than a second. What would
/// take more is left in memory. Real code takes a few for each block and word.
const MAX_PLACEMENT_STEPS: u64 = 1 << 26;

/// How many arguments edges get. Real code has fewer than instructions; thousands of slots that are
/// set between thousands of joins can need a product.
const MAX_ARGS: usize = 1 << 20;

/// What promoting a body may still cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    steps: u64,
    args: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { steps: MAX_PLACEMENT_STEPS, args: MAX_ARGS }
    }
}

/// What is known of a block; each bit is of one part or slot.
#[derive(Clone, Copy, Default)]
struct Words {
    live: u64,
    sets: u64,
    placed: u64,
    /// The block is on the stack.
    waits: bool,
}

/// Something that a block does to the part or slot of a bit.
struct Does {
    bit: usize,
    block: Block,
    reads_first: bool,
    sets: bool,
}

/// Answers the questions of this module.
pub(super) struct Placer<'a> {
    body: &'a Body,
    dominators: &'a DominatorTree,
    /// The blocks that several edges enter, the deepest first.
    joins: Vec<Block>,
    words: SecondaryMap<Block, Words>,
    budget: &'a mut Budget,
}

impl<'a> Placer<'a> {
    pub(super) fn new(
        body: &'a Body,
        dominators: &'a DominatorTree,
        budget: &'a mut Budget,
    ) -> Self {
        let mut this =
            Self { body, dominators, joins: Vec::new(), words: SecondaryMap::new(), budget };
        let is_join =
            |block: &Block| dominators.contains(*block) && this.sources(*block).nth(1).is_some();
        let mut joins: Vec<Block> = body.blocks().filter(is_join).collect();
        joins.sort_by_key(|&block| Reverse(dominators.depth(block)));
        this.joins = joins;
        this
    }

    /// For each part the blocks where it needs a parameter, in the order of their ids; none if it
    /// would take too long to find them.
    pub(super) fn params(
        &mut self,
        timeline: &Timeline,
        parts: &[Part],
    ) -> SecondaryMap<Part, Option<Vec<Block>>> {
        let mut params = SecondaryMap::new();
        for chunk in parts.chunks(64) {
            let does = chunk.iter().enumerate().flat_map(|(bit, &part)| {
                let touches = timeline.touches(part).iter();
                touches.map(move |it| Does {
                    bit,
                    block: it.block,
                    reads_first: it.reads_first,
                    sets: it.sets,
                })
            });
            if self.find_live(does).is_none() || self.find_frontiers().is_none() {
                continue;
            }
            chunk.iter().for_each(|&part| params[part] = Some(Vec::new()));
            let mut placed: Vec<Block> =
                self.joins.iter().copied().filter(|&join| self.words[join].placed != 0).collect();
            placed.sort_unstable();
            for block in placed {
                for (bit, &part) in chunk.iter().enumerate() {
                    if self.words[block].placed >> bit & 1 == 1 {
                        params[part].get_or_insert_default().push(block);
                    }
                }
            }
        }
        params
    }

    /// Whether edges may get the arguments for parameters in these blocks, besides those for which
    /// this was asked before.
    pub(super) fn affords<'b>(&mut self, blocks: impl Iterator<Item = &'b Block>) -> bool {
        let args: usize = blocks.map(|&block| self.body.pred_edges(block).count()).sum();
        let affords = args <= self.budget.args;
        self.budget.args -= if affords { args } else { 0 };
        affords
    }

    /// The slots of which on every path to every access the lifetime has begun and has not ended
    /// since.
    pub(super) fn always_alive(&mut self, slots: &Slots, timeline: &Timeline) -> Vec<Slot> {
        let (with, mut alive): (Vec<Slot>, Vec<Slot>) =
            slots.slots().partition(|&slot| slots.has_marker(slot));
        for chunk in with.chunks(64) {
            let does = chunk.iter().enumerate().flat_map(|(bit, &slot)| {
                let stays = timeline.stays(slot).iter();
                let sets = move |alive_at_end: Option<bool>| alive_at_end.is_some();
                stays.map(move |it| Does {
                    bit,
                    block: it.block,
                    reads_first: it.needs_life,
                    sets: sets(it.alive_at_end),
                })
            });
            if self.find_live(does).is_none() {
                continue;
            }
            let at_entry = self.dominators.root().map_or(0, |entry| self.words[entry].live);
            for (bit, &slot) in chunk.iter().enumerate() {
                let misses = timeline.stays(slot).iter().any(|stay| {
                    stay.misses_life
                        || stay.alive_at_end == Some(false) && self.is_live_behind(stay.block, bit)
                });
                let begins_late = slots.has_start(slot) && at_entry >> bit & 1 == 1;
                if !(misses || begins_late) {
                    alive.push(slot);
                }
            }
        }
        alive.sort_unstable();
        alive
    }

    /// Of these slots those whose lifetime never begins where it may have begun before.
    pub(super) fn begun_once(
        &mut self,
        of: Vec<Slot>,
        slots: &Slots,
        timeline: &Timeline,
    ) -> Vec<Slot> {
        let (with, mut once): (Vec<Slot>, Vec<Slot>) =
            of.into_iter().partition(|&slot| slots.has_start(slot));
        for chunk in with.chunks(64) {
            let does = chunk.iter().enumerate().flat_map(|(bit, &slot)| {
                timeline.stays(slot).iter().map(move |it| Does {
                    bit,
                    block: it.block,
                    reads_first: it.starts_first,
                    sets: it.alive_at_end.is_some(),
                })
            });
            if self.find_live(does).is_none() {
                continue;
            }
            for (bit, &slot) in chunk.iter().enumerate() {
                let again = timeline.stays(slot).iter().any(|stay| {
                    stay.restarts
                        || stay.alive_at_end == Some(true) && self.is_live_behind(stay.block, bit)
                });
                if !again {
                    once.push(slot);
                }
            }
        }
        once.sort_unstable();
        once
    }

    /// Whether a bit is live where a block leads to.
    fn is_live_behind(&self, block: Block, bit: usize) -> bool {
        let mut targets = self.body.succ_edges(block).map(|edge| self.body.edge(edge).to);
        targets.any(|to| self.words[to].live >> bit & 1 == 1)
    }

    /// The blocks from which a block is entered, as far as the entry reaches them.
    fn sources(&self, block: Block) -> impl Iterator<Item = Block> + use<'a> {
        let (body, dominators) = (self.body, self.dominators);
        let sources = body.pred_edges(block).filter_map(|edge| body.edge_source(edge));
        sources.filter(|&from| dominators.contains(from))
    }

    fn step(&mut self) -> Option<()> {
        self.budget.steps = self.budget.steps.checked_sub(1)?;
        Some(())
    }

    /// Finds where each bit is live.
    fn find_live(&mut self, does: impl Iterator<Item = Does>) -> Option<()> {
        self.words.clear();
        self.words.resize(self.body.block_ids());
        let mut stack = Vec::new();
        for Does { bit, block, reads_first, sets } in does {
            let words = &mut self.words[block];
            words.sets |= u64::from(sets) << bit;
            words.live |= u64::from(reads_first) << bit;
            if reads_first && !std::mem::replace(&mut words.waits, true) {
                stack.push(block);
            }
        }
        while let Some(block) = stack.pop() {
            self.words[block].waits = false;
            let live = self.words[block].live;
            for from in self.sources(block) {
                self.step()?;
                let words = &mut self.words[from];
                let new = live & !words.sets & !words.live;
                words.live |= new;
                if new != 0 && !std::mem::replace(&mut words.waits, true) {
                    stack.push(from);
                }
            }
        }
        Some(())
    }

    /// Finds where each bit needs a parameter.
    fn find_frontiers(&mut self) -> Option<()> {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for index in 0..self.joins.len() {
                self.step()?;
                let join = self.joins[index];
                let missing = self.words[join].live & !self.words[join].placed;
                if missing == 0 {
                    continue;
                }
                let found = self.set_before(join, missing)?;
                self.words[join].placed |= found;
                changed |= found != 0;
            }
        }
        Some(())
    }

    /// Which bits blocks between a join and its immediate dominator set, of these.
    fn set_before(&mut self, join: Block, bits: u64) -> Option<u64> {
        let top = self.dominators.parent(join);
        let mut found = 0;
        for from in self.sources(join) {
            let mut at = from;
            while Some(at) != top && found != bits {
                self.step()?;
                let words = &self.words[at];
                found |= (words.sets | words.placed) & bits;
                match self.dominators.parent(at) {
                    Some(parent) => at = parent,
                    None => break,
                }
            }
        }
        Some(found)
    }
}
