//! SSA reconstruction: a variable with several definitions becomes values again.
//!
//! Definitions are values at the ends of blocks. The blocks that matter are those from which a use
//! is reached without passing a definition. What the variable is at the top of such a block is
//! asked of what enters it: one value if all agree, else a parameter of its own. That is iterated
//! from the definitions on, along forward edges first, where what is not known yet is ignored: it
//! ends, since a block that got a parameter keeps it.

use super::Editor;
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_ir::{Block, Edge, User, Value};

/// What a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reaching {
    Defined(Value),
    /// A parameter of this block.
    Param(Block),
}

impl Editor<'_> {
    /// Lets users read whichever definition of a variable reaches them. None of them stands after a
    /// definition in the same block, and every path to them passes through one. Tells the
    /// parameters that were made.
    pub(super) fn reconstruct(
        &mut self,
        definitions: &[(Block, Value)],
        users: Vec<User>,
    ) -> Vec<Value> {
        let defined: FxHashMap<Block, Value> = definitions.iter().copied().collect();
        let ends = |user: User| matches!(user, User::EdgeArg(..));
        // The blocks at whose top the variable is asked for.
        let mut asked: FxHashSet<Block> = FxHashSet::default();
        let mut open: Vec<Block> = Vec::new();
        for &user in &users {
            let Some(at) = self.place_of(user) else { continue };
            if !(ends(user) && defined.contains_key(&at)) && asked.insert(at) {
                open.push(at);
            }
        }
        while let Some(block) = open.pop() {
            for from in self.sources_of(block) {
                if !defined.contains_key(&from) && asked.insert(from) {
                    open.push(from);
                }
            }
        }
        let order = self.forward_order(&asked);
        let mut tops: FxHashMap<Block, Reaching> = FxHashMap::default();
        loop {
            let mut changed = false;
            for &block in &order {
                if tops.get(&block) == Some(&Reaching::Param(block)) {
                    continue;
                }
                let mut found: Option<Reaching> = None;
                for from in self.sources_of(block) {
                    let Some(reaching) = at_end(from, &defined, &tops) else { continue };
                    found = match found {
                        None => Some(reaching),
                        Some(other) if other == reaching => found,
                        Some(_) => Some(Reaching::Param(block)),
                    };
                }
                if let Some(found) = found
                    && tops.insert(block, found) != Some(found)
                {
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let Some(&(_, some)) = definitions.first() else { return Vec::new() };
        let ty = self.body().value_type(some);
        let mut params: FxHashMap<Block, Value> = FxHashMap::default();
        let mut made = Vec::new();
        let joins: Vec<Block> = order
            .into_iter()
            .filter(|block| tops.get(block) == Some(&Reaching::Param(*block)))
            .collect();
        for &block in &joins {
            let param = self.function.body.append_param(block, ty);
            self.touch(block);
            params.insert(block, param);
            made.push(param);
        }
        let value_of = |reaching: Reaching| match reaching {
            Reaching::Defined(value) => value,
            Reaching::Param(block) => params[&block],
        };
        for &block in &joins {
            let edges: Vec<Edge> = self.body().pred_edges(block).collect();
            for edge in edges {
                let Some(from) = self.body().edge_source(edge) else { continue };
                if let Some(reaching) = at_end(from, &defined, &tops) {
                    self.function.body.push_edge_arg(edge, value_of(reaching));
                }
            }
        }
        for user in users {
            let Some(at) = self.place_of(user) else { continue };
            let reaching = match ends(user) {
                true => at_end(at, &defined, &tops),
                false => tops.get(&at).copied(),
            };
            if let Some(reaching) = reaching {
                self.function.body.set_user(user, value_of(reaching));
                self.touch(at);
            }
        }
        made
    }

    fn sources_of(&self, block: Block) -> Vec<Block> {
        self.body().pred_edges(block).filter_map(|edge| self.body().edge_source(edge)).collect()
    }

    /// Some blocks, each after those of them that lead to it, but for edges that lead back.
    fn forward_order(&self, blocks: &FxHashSet<Block>) -> Vec<Block> {
        let mut order = Vec::with_capacity(blocks.len());
        let mut seen: FxHashSet<Block> = FxHashSet::default();
        let mut sorted: Vec<Block> = blocks.iter().copied().collect();
        sorted.sort_unstable();
        // Depth first against the edges: sources come first.
        for start in sorted {
            if !seen.insert(start) {
                continue;
            }
            let mut way = vec![(start, self.forward_sources(start))];
            while let Some((block, sources)) = way.last_mut() {
                match sources.pop() {
                    Some(from) if blocks.contains(&from) && seen.insert(from) => {
                        let above = self.forward_sources(from);
                        way.push((from, above));
                    }
                    Some(_) => {}
                    None => {
                        order.push(*block);
                        way.pop();
                    }
                }
            }
        }
        order
    }
}

fn at_end(
    block: Block,
    defined: &FxHashMap<Block, Value>,
    tops: &FxHashMap<Block, Reaching>,
) -> Option<Reaching> {
    match defined.get(&block) {
        Some(&value) => Some(Reaching::Defined(value)),
        None => tops.get(&block).copied(),
    }
}
