//! The iterations of one call of a function.

use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_canon::{Loop, LoopForest};
use tollgate_exec::value::Val;
use tollgate_ir::{Block, Edge, Inst, Value};

/// An iteration, by number; of a function that is outside of all loops, there is one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Iteration(u64);

/// What is kept of an iteration.
#[derive(Default)]
pub(super) struct Kept {
    /// The loop that it is of; none outside of all loops.
    pub of: Option<Loop>,
    /// The iteration of the loop around it.
    pub around: Option<Iteration>,
    /// The one before it, if that is kept.
    pub before: Option<Iteration>,
    /// Whether it is the first one since the loop was entered.
    pub is_first: bool,
    /// The last iteration of each loop that was entered in this one.
    pub inner: FxHashMap<Loop, Iteration>,
    /// The blocks that were entered.
    pub executed: FxHashSet<Block>,
    /// The values that are known.
    pub values: FxHashMap<Value, Val>,
    /// Where instructions led that gates ask about.
    pub went: FxHashMap<Inst, Edge>,
    /// The arm of a merge of each block, which others with the same gates share.
    pub chosen: FxHashMap<Block, (Value, usize)>,
}

/// The iterations of a call that are kept.
pub(super) struct Iterations {
    kept: FxHashMap<Iteration, Kept>,
    next: u64,
    pub root: Iteration,
    /// The one that is under way.
    pub current: Iteration,
    /// Blocks and values in all of them.
    pub size: usize,
}

impl Iterations {
    pub fn new() -> Self {
        let root = Iteration(0);
        let kept = FxHashMap::from_iter([(root, Kept::default())]);
        Self { kept, next: 1, root, current: root, size: 0 }
    }

    pub fn get(&self, id: Iteration) -> Option<&Kept> {
        self.kept.get(&id)
    }

    pub fn get_mut(&mut self, id: Iteration) -> Option<&mut Kept> {
        self.kept.get_mut(&id)
    }

    /// Control goes from a block to another one. False if that is by no way that loops have.
    pub fn go(&mut self, loops: &LoopForest, from: Block, to: Block) -> bool {
        for left in loops.left_by(from, to) {
            let Some(kept) = self.kept.get(&self.current) else { return false };
            let (true, Some(around)) = (kept.of == Some(left), kept.around) else { return false };
            self.current = around;
        }
        let Some(headed) = loops.headed_by(to) else { return true };
        let is_first = !loops.contains(headed, from);
        let (around, before) = if is_first {
            (self.current, None)
        } else {
            let around = self.kept.get(&self.current).and_then(|kept| kept.around);
            let Some(around) = around else { return false };
            (around, Some(self.current))
        };
        let id = Iteration(self.next);
        self.next += 1;
        match self.kept.get_mut(&around) {
            Some(outer) if outer.of == loops.parent(headed) => outer.inner.insert(headed, id),
            Some(_) | None => return false,
        };
        let around = Some(around);
        self.kept
            .insert(id, Kept { of: Some(headed), around, before, is_first, ..Kept::default() });
        self.current = id;
        true
    }

    /// The iteration of a block that is seen from an iteration: the one that is under way in it,
    /// or if the block is in loops that were left, their last ones. None if it was never entered.
    pub fn seen(&self, loops: &LoopForest, block: Block, from: Iteration) -> Option<Iteration> {
        let mut at = from;
        let innermost = loop {
            let kept = self.kept.get(&at)?;
            match kept.of {
                Some(id) if !loops.contains(id, block) => at = kept.around?,
                innermost => break innermost,
            }
        };
        if loops.innermost(block) == innermost {
            return Some(at);
        }
        let below: Vec<Loop> =
            loops.around(block).take_while(|&id| Some(id) != innermost).collect();
        for id in below.into_iter().rev() {
            at = *self.kept.get(&at)?.inner.get(&id)?;
        }
        Some(at)
    }

    /// The iterations of a loop that are kept, in order, of those in one iteration around it.
    pub fn of_loop(&self, id: Loop, around: Iteration) -> Vec<Iteration> {
        let last = self.kept.get(&around).and_then(|kept| kept.inner.get(&id).copied());
        let mut found: Vec<Iteration> =
            std::iter::successors(last, |at| self.kept.get(at).and_then(|kept| kept.before))
                .collect();
        found.reverse();
        found
    }

    /// The iterations that something may still ask for: those under way, and the last ones of the
    /// loops that were entered in them.
    pub fn needed(&self) -> Vec<Iteration> {
        let mut found = vec![self.root];
        let mut at = 0;
        while let Some(&id) = found.get(at) {
            at += 1;
            found.extend(self.kept.get(&id).into_iter().flat_map(|kept| kept.inner.values()));
        }
        found.sort_unstable();
        found
    }

    /// Drops all others; how many there were.
    pub fn keep_only(&mut self, needed: &[Iteration]) -> usize {
        let before = self.kept.len();
        self.kept.retain(|id, _| needed.binary_search(id).is_ok());
        self.size = 0;
        let mut size = 0;
        for kept in self.kept.values_mut() {
            kept.before = kept.before.filter(|id| needed.binary_search(id).is_ok());
            size += kept.executed.len() + kept.values.len();
        }
        self.size = size;
        before - self.kept.len()
    }
}
