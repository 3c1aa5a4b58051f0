//! Trees with labels on the path up, and products along them: link and evaluate with path
//! compression.
//!
//! Blocks begin as trees of their own. [`link`](Forest::link) hangs a root below another block with
//! a label; [`evaluate`](Forest::evaluate) gives the product of the labels from below the root down
//! to a block. Evaluating makes paths shorter for the next time: *m* evaluations over *n* blocks
//! take *O(m log n)* products.

use tollgate_ir::{Block, Entity};

const ROOT: u32 = u32::MAX;

/// The forest.
#[derive(Clone, Debug)]
pub struct Forest<T> {
    parent: Vec<u32>,
    label: Vec<T>,
    way: Vec<u32>,
}

impl<T: Copy> Forest<T> {
    /// As many roots as there are blocks.
    pub fn new(blocks: usize, label: T) -> Self {
        Self { parent: vec![ROOT; blocks], label: vec![label; blocks], way: Vec::new() }
    }

    /// Hangs a root below another block.
    pub fn link(&mut self, child: Block, parent: Block, label: T) {
        self.parent[child.index()] = parent.as_u32();
        self.label[child.index()] = label;
    }

    /// The root above a block, and the product of the labels between; none for the root itself.
    pub fn evaluate(
        &mut self,
        at: Block,
        mut product: impl FnMut(T, T) -> T,
    ) -> (Block, Option<T>) {
        let at = at.as_u32();
        let mut top = self.parent[at as usize];
        if top == ROOT {
            return (Block::from_u32(at), None);
        }
        let mut below = at;
        while self.parent[top as usize] != ROOT {
            self.way.push(below);
            (below, top) = (top, self.parent[top as usize]);
        }
        // From the top down: what is above is already the product from below the root.
        let mut above = below;
        while let Some(next) = self.way.pop() {
            self.label[next as usize] =
                product(self.label[above as usize], self.label[next as usize]);
            self.parent[next as usize] = top;
            above = next;
        }
        (Block::from_u32(top), Some(self.label[at as usize]))
    }
}
