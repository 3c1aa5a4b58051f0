//! Whether the lists of a body are what they should be.

use super::{Body, Use};
use crate::{Opt, SecondaryMap};

/// Checks of a body that need no context: used by tests and by the verifier.
impl Body {
    /// Checks the lists against each other: every use is in its value's list exactly once, every
    /// linked edge in its target's, and every list's links agree. Gives the first fault found.
    pub fn check_lists(&self) -> Result<(), String> {
        let mut listed: SecondaryMap<Use, bool> = SecondaryMap::new();
        for value in self.values.keys() {
            let mut prev = Opt::NONE;
            let mut at = self.values[value].first_use;
            while let Some(this) = at.get() {
                if self.uses[this].prev != prev
                    || self.uses[this].value != value.into()
                    || listed[this]
                {
                    return Err(format!("use list of {value} is broken at {this}"));
                }
                listed[this] = true;
                (prev, at) = (this.into(), self.uses[this].next);
            }
        }
        for block in self.blocks() {
            for inst in self.insts(block) {
                if self.insts[inst].block != block.into() {
                    return Err(format!("{inst} does not know that it is in {block}"));
                }
                let ranges = [self.insts[inst].operands].into_iter();
                for range in
                    ranges.chain(self.insts[inst].edges().map(|edge| self.edges[edge].args))
                {
                    for index in range.start..range.start + range.len {
                        if !listed[Use::from_u32(index)] {
                            return Err(format!("a use of {inst} is in no use list"));
                        }
                    }
                }
                for edge in self.insts[inst].edges() {
                    if !self.edges[edge].linked || self.edges[edge].from != inst {
                        return Err(format!("{edge} of {inst} is not linked"));
                    }
                }
            }
            let mut prev = Opt::NONE;
            for edge in self.pred_edges(block) {
                if self.edges[edge].to != block
                    || self.edges[edge].prev_pred != prev
                    || !self.edges[edge].linked
                {
                    return Err(format!("predecessor list of {block} is broken at {edge}"));
                }
                prev = edge.into();
            }
        }
        Ok(())
    }
}
