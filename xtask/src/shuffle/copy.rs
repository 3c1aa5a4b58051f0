//! A copy of a function that says the same in another order: blocks, what LLVM calls `phi`, the entries of each, and all local names.
//!
//! # What is kept
//!
//! The copy has the same control flow graph, the same instructions in the same order within each block and the same arguments on each edge, so that it denotes
//! the same function for every environment and every choice. What is not part of the meaning is drawn at random: the order of blocks (the entry stays first),
//! of the parameters of a block, of the edges that enter a block, the numbers of all entities, and the names of arguments, values and blocks. Labels
//! stay where an address of a block is a constant of the context: it names the block.

use tollgate_ir::{
    Block, Body, Context, Edge, Entity, Inst, Name, NewInst, Opcode, Value, ValueDef, Wrapped,
};

use crate::mutate::random::Random;

/// Makes the copy.
pub fn shuffled(ctx: &mut Context, old: &Body, keep_labels: bool, random: &mut Random) -> Body {
    let arg_types: Vec<_> = old.args().iter().map(|&arg| old.value_type(arg)).collect();
    let mut copy = Copy {
        old,
        new: Body::new(&arg_types),
        values: vec![None; old.value_ids()],
        blocks: vec![None; old.block_ids()],
        orders: vec![Vec::new(); old.block_ids()],
    };
    copy.shape(random);
    copy.fill(random);
    copy.name(ctx, keep_labels, random);
    copy.new
}

struct Copy<'a> {
    old: &'a Body,
    new: Body,
    /// The copy of each value.
    values: Vec<Option<Value>>,
    /// The copy of each block.
    blocks: Vec<Option<Block>>,
    /// The order of the parameters of each old block: which of the old ones come first, second, ...
    orders: Vec<Vec<usize>>,
}

impl Copy<'_> {
    /// Makes the blocks with their parameters.
    fn shape(&mut self, random: &mut Random) {
        let mut blocks: Vec<Block> = self.old.blocks().collect();
        if let Some(rest) = blocks.get_mut(1..) {
            random.shuffle(rest);
        }
        for &block in &blocks {
            let new = self.new.create_block();
            self.new.append_block(new);
            self.blocks[block.index()] = Some(new);
            let mut order: Vec<usize> = (0..self.old.params(block).len()).collect();
            random.shuffle(&mut order);
            for &index in &order {
                let value = self.old.params(block)[index];
                let ValueDef::Param(param) = self.old.value(value).def else {
                    unreachable!("a parameter of a block")
                };
                let data = self.old.param(param);
                let copied = self.value(value);
                let param = self.new.define_param(new, copied, data.flags, data.span);
                self.new.set_param_metadata(param, data.debug.get(), &data.attachments);
            }
            self.orders[block.index()] = order;
        }
    }

    /// Copies the instructions: terminators last and in an order of their own, so that the edges into a block come in another order.
    fn fill(&mut self, random: &mut Random) {
        let mut ends: Vec<(Block, Inst)> = Vec::new();
        let blocks: Vec<(Block, Block)> =
            self.old.blocks().filter_map(|block| Some((block, self.blocks[block.index()]?))).collect();
        for &(block, new) in &blocks {
            let last = self.old.terminator(block);
            for inst in self.old.insts(block) {
                match Some(inst) == last {
                    true => ends.push((new, inst)),
                    false => self.inst(inst, new),
                }
            }
        }
        random.shuffle(&mut ends);
        for (new, inst) in ends {
            self.inst(inst, new);
        }
    }

    fn inst(&mut self, inst: Inst, block: Block) {
        let data = self.old.inst(inst);
        let operands: Vec<Value> = self.old.operands(inst).map(|value| self.value(value)).collect();
        let edges: Vec<(Block, Vec<Value>)> = data.edges().map(|edge| self.edge(edge)).collect();
        let edges: Vec<(Block, &[Value])> = edges.iter().map(|(to, args)| (*to, &args[..])).collect();
        let result = data.result().map(|value| self.value(value));
        let new = self.new.create_inst_for(
            NewInst {
                opcode: data.opcode,
                flags: data.flags,
                ty: data.ty,
                result: data.result().map(|value| self.old.value_type(value)),
                operands: &operands,
                edges: &edges,
                predicate: match data.opcode {
                    Opcode::ICmp => data.int_predicate() as u8,
                    Opcode::FCmp => data.float_predicate() as u8,
                    _ => 0,
                },
                align: data.align(),
                extra: self.old.extra(inst).clone(),
                span: data.span,
                debug: data.debug.get(),
                attachments: self.old.attachments(inst),
            },
            result,
        );
        self.new.append_inst(block, new);
    }

    /// Where an edge leads, with its arguments in the order of the copied parameters.
    fn edge(&mut self, edge: Edge) -> (Block, Vec<Value>) {
        let to = self.old.edge(edge).to;
        let order = std::mem::take(&mut self.orders[to.index()]);
        let args = order.iter().map(|&index| self.value(self.old.edge_arg(edge, index))).collect();
        self.orders[to.index()] = order;
        match self.blocks[to.index()] {
            Some(new) => (new, args),
            None => unreachable!("an edge leads to a block of the function"),
        }
    }

    /// The copy of a value; one that is defined later is made now.
    fn value(&mut self, value: Value) -> Value {
        if let Some(copied) = self.values[value.index()] {
            return copied;
        }
        let data = self.old.value(value);
        let copied = match data.def {
            ValueDef::Arg(index) => self.new.args()[index as usize],
            ValueDef::Const(id) => self.new.constant(id, data.ty),
            ValueDef::Meta(meta) => self.new.meta_value(meta),
            ValueDef::Wrapped(index) => {
                let wrapped = match &self.old.wrapped[index as usize] {
                    Wrapped::Value(inner) => Wrapped::Value(self.value(*inner)),
                    Wrapped::List(list) => {
                        Wrapped::List(list.iter().map(|&inner| self.value(inner)).collect())
                    }
                };
                self.new.wrapped_value(wrapped)
            }
            ValueDef::Param(_) | ValueDef::Inst(_) | ValueDef::Undefined => self.new.undefined_value(data.ty),
        };
        self.values[value.index()] = Some(copied);
        copied
    }

    /// Gives everything local a name that the old function does not have, in no order.
    fn name(&mut self, ctx: &mut Context, keep_labels: bool, random: &mut Random) {
        let mut numbers: Vec<usize> = (0..self.new.value_ids() + self.new.block_ids()).collect();
        random.shuffle(&mut numbers);
        let mut symbol = || ctx.symbol(format!("shuffled.{}", numbers.pop().unwrap_or_default()).as_bytes());
        let values: Vec<Value> = self.new.values().collect();
        for value in values {
            if matches!(self.new.value(value).def, ValueDef::Arg(_) | ValueDef::Param(_) | ValueDef::Inst(_))
            {
                self.new.set_name(value, Some(symbol()));
            }
        }
        for block in self.old.blocks() {
            let Some(new) = self.blocks[block.index()] else { continue };
            let old = self.old.block(block);
            let label = if keep_labels { old.label } else { Some(Name::Named(symbol())) };
            self.new.set_label(new, label, old.span);
        }
    }
}
