//! The order of a function that does not depend on its text.
//!
//! Blocks come in reverse postorder by the edges of their terminators; parameters of a block by
//! their first uses: those by instructions in the order of blocks, then those by parameters in the
//! order of their own first uses. What nothing uses comes last. So two texts that differ only in
//! the order of blocks, of `phi` and of their entries have one order.

use tollgate_ir::{Arrangement, Block, Body, Edge, SecondaryMap, Value, ValueDef};

/// A copy of a function in that order, and with its entities numbered in it. Blocks that the entry
/// does not reach come last.
pub fn in_order(body: &Body) -> Body {
    let mut blocks = reverse_postorder(body);
    let mut reached: SecondaryMap<Block, bool> = SecondaryMap::new();
    blocks.iter().for_each(|&block| reached[block] = true);
    blocks.extend(body.blocks().filter(|&block| !reached[block]));
    let params = params_by_use(body, &blocks);
    body.arranged(&Arrangement { ends: blocks.clone(), blocks, params })
}

fn reverse_postorder(body: &Body) -> Vec<Block> {
    let mut order = Vec::new();
    let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
    seen.resize(body.block_ids());
    let mut way = Vec::new();
    if let Some(entry) = body.entry() {
        seen[entry] = true;
        way.push((entry, body.succ_edges(entry)));
    }
    while let Some((block, edges)) = way.last_mut() {
        // The last edge first: what it leads to comes last.
        match edges.next_back() {
            Some(edge) => {
                let to = body.edge(edge).to;
                if !std::mem::replace(&mut seen[to], true) {
                    way.push((to, body.succ_edges(to)));
                }
            }
            None => {
                order.push(*block);
                way.pop();
            }
        }
    }
    order.reverse();
    order
}

fn params_by_use(body: &Body, blocks: &[Block]) -> SecondaryMap<Block, Vec<u32>> {
    let mut uses = FirstUses { numbers: SecondaryMap::with_default(u32::MAX), params: Vec::new() };
    uses.numbers.resize(body.value_ids());
    let mut numbers: SecondaryMap<Block, u32> = SecondaryMap::new();
    let mut places: SecondaryMap<Value, usize> = SecondaryMap::new();
    for (number, &block) in (0..).zip(blocks) {
        numbers[block] = number;
        body.params(block).iter().enumerate().for_each(|(place, &param)| places[param] = place);
        for inst in body.insts(block) {
            body.operands(inst).for_each(|value| uses.add(body, value));
        }
    }
    let mut at = 0;
    while let Some(&value) = uses.params.get(at) {
        at += 1;
        let ValueDef::Param(param) = body.value(value).def else { continue };
        let mut edges: Vec<Edge> = body.pred_edges(body.param(param).block).collect();
        edges.sort_by_key(|&edge| (body.edge_source(edge).map(|from| numbers[from]), edge));
        edges.into_iter().for_each(|edge| uses.add(body, body.edge_arg(edge, places[value])));
    }
    let mut params: SecondaryMap<Block, Vec<u32>> = SecondaryMap::new();
    for &block in blocks {
        let mut order: Vec<u32> = (0..).zip(body.params(block)).map(|(index, _)| index).collect();
        order.sort_by_key(|&index| uses.numbers[body.params(block)[index as usize]]);
        params[block] = order;
    }
    params
}

/// Parameters in the order of their first uses.
struct FirstUses {
    numbers: SecondaryMap<Value, u32>,
    params: Vec<Value>,
}

impl FirstUses {
    fn add(&mut self, body: &Body, value: Value) {
        if matches!(body.value(value).def, ValueDef::Param(_)) && self.numbers[value] == u32::MAX {
            self.numbers[value] = self.params.len() as u32;
            self.params.push(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{self, Random, Shape};
    use tollgate_ir::Context;

    fn shuffle<T>(random: &mut Random, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(random.below(last + 1), last);
        }
    }

    /// A copy with blocks, parameters and entering edges in another order.
    fn shuffled(body: &Body, random: &mut Random) -> Body {
        let mut blocks: Vec<Block> = body.blocks().collect();
        let mut ends = blocks.clone();
        shuffle(random, &mut blocks[1..]);
        shuffle(random, &mut ends);
        let mut params: SecondaryMap<Block, Vec<u32>> = SecondaryMap::new();
        for block in body.blocks() {
            params[block] = (0..body.params(block).len() as u32).collect();
            shuffle(random, &mut params[block]);
        }
        body.arranged(&Arrangement { blocks, params, ends })
    }

    /// What a body says, by the numbers of its entities. Parameters that nothing uses are in no
    /// order.
    fn said(body: &Body) -> Vec<String> {
        let mut lines = Vec::new();
        for block in body.blocks() {
            let used = body.params(block).iter().filter(|&&param| body.is_used(param));
            lines.push(format!("{block} {}", used.count()));
            for inst in body.insts(block) {
                let operands: Vec<Value> = body.operands(inst).collect();
                let edges: Vec<Block> =
                    body.inst(inst).edges().map(|edge| body.edge(edge).to).collect();
                lines
                    .push(format!("{} {operands:?} {edges:?}", body.inst(inst).opcode.info().word));
            }
            lines.push(format!("{:?}", body.pred_edges(block).collect::<Vec<Edge>>()));
        }
        lines
    }

    #[test]
    fn it_does_not_depend_on_the_text() {
        let mut moved = 0;
        // Blocks that are not reached stay in the order of the text.
        let shapes = Shape::ALL.into_iter().filter(|shape| shape.unreachable == 0);
        for (seed, shape) in (0..50).flat_map(|seed| shapes.clone().map(move |shape| (seed, shape)))
        {
            let mut ctx = Context::new();
            let body = random::body(&mut ctx, seed, shape);
            let other = shuffled(&body, &mut Random::new(seed));
            assert_eq!(other.check_lists(), Ok(()));
            moved += usize::from(said(&body) != said(&other));
            let (first, second) = (in_order(&body), in_order(&other));
            assert_eq!(first.check_lists(), Ok(()));
            assert_eq!(said(&first), said(&second), "{} seed {seed}", shape.name);
            assert_eq!(said(&in_order(&first)), said(&first), "{} seed {seed}", shape.name);
        }
        assert!(moved > 500, "{moved}");
    }
}
