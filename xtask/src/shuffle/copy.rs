//! A copy of a function that says the same in another order: blocks, what LLVM calls `phi`, the
//! entries of each, and all local names.
//!
//! # What stays the same
//!
//! The copy is [rearranged](Body::arranged), so that it denotes the same function for
//! every environment and every choice. Drawn at random are the order of blocks (the entry stays
//! first), of the parameters of a block, of the edges that enter a block, and the names of
//! arguments, values and blocks. Labels stay where an address of a block is a constant of the
//! context: it names the block.

use tollgate_ir::{Arrangement, Block, Body, Context, Name, Value, ValueDef};

use crate::mutate::random::Random;

/// Makes the copy.
pub fn shuffled(ctx: &mut Context, old: &Body, keep_labels: bool, random: &mut Random) -> Body {
    let mut blocks: Vec<Block> = old.blocks().collect();
    let mut ends = blocks.clone();
    if let Some(rest) = blocks.get_mut(1..) {
        random.shuffle(rest);
    }
    random.shuffle(&mut ends);
    let mut arrangement = Arrangement { blocks, ends, ..Arrangement::default() };
    for block in old.blocks() {
        let mut order: Vec<u32> = (0..old.params(block).len() as u32).collect();
        random.shuffle(&mut order);
        arrangement.params[block] = order;
    }
    let mut new = old.arranged(&arrangement);
    name(ctx, &mut new, keep_labels, random);
    new
}

/// Gives everything local a name that the old function does not have, in no order.
fn name(ctx: &mut Context, body: &mut Body, keep_labels: bool, random: &mut Random) {
    let mut numbers: Vec<usize> = (0..body.value_ids() + body.block_ids()).collect();
    random.shuffle(&mut numbers);
    let mut symbol =
        || ctx.symbol(format!("shuffled.{}", numbers.pop().unwrap_or_default()).as_bytes());
    let values: Vec<Value> = body.values().collect();
    for value in values {
        if matches!(
            body.value(value).def,
            ValueDef::Arg(_) | ValueDef::Param(_) | ValueDef::Inst(_)
        ) {
            body.set_name(value, Some(symbol()));
        }
    }
    let blocks: Vec<Block> = body.blocks().collect();
    for block in blocks {
        let (label, span) = (body.block(block).label, body.block(block).span);
        let label = if keep_labels { label } else { Some(Name::Named(symbol())) };
        body.set_label(block, label, span);
    }
}
