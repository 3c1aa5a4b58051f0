//! How blocks are entered: the predecessor blocks of each, in one order.
//!
//! Edges that leave one block for the same target are one *entry*: a join cannot tell them apart,
//! since LLVM gives all of them the same values. An entry is named by its first edge.

use tollgate_ir::{Block, Body, Edge, SecondaryMap};

/// An entry of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The predecessor.
    pub source: Block,
    /// The first of the edges from there.
    pub edge: Edge,
}

/// The entries of all blocks of a body.
#[derive(Clone, Debug, Default)]
pub struct Entries {
    ranges: SecondaryMap<Block, (u32, u32)>,
    list: Vec<Entry>,
}

impl Entries {
    /// The entries of the blocks of a body, in the order in which the predecessors are met among
    /// the edges that enter a block.
    pub fn new(body: &Body) -> Self {
        let mut this = Self::default();
        this.ranges.resize(body.block_ids());
        // For each block the last one whose entry from it was listed, plus one.
        let mut listed: SecondaryMap<Block, u32> = SecondaryMap::new();
        listed.resize(body.block_ids());
        for block in body.blocks() {
            let first = this.list.len() as u32;
            let stamp = block.as_u32() + 1;
            for edge in body.pred_edges(block) {
                let Some(source) = body.edge_source(edge) else { continue };
                if listed[source] != stamp {
                    listed[source] = stamp;
                    this.list.push(Entry { source, edge });
                }
            }
            this.ranges[block] = (first, this.list.len() as u32);
        }
        this
    }

    /// The entries of a block.
    pub fn of(&self, block: Block) -> &[Entry] {
        let (first, end) = self.ranges[block];
        &self.list[first as usize..end as usize]
    }
}
