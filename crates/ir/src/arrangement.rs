//! A function in another order.
//!
//! The order of blocks (but for the entry, which is first), of the parameters of a block and of the
//! edges that enter it is no part of what a function means: see [`Body::arranged`].

use crate::{Block, Body, Edge, Inst, SecondaryMap, Value, ValueDef, Wrapped};

/// An order of what has none by itself.
#[derive(Clone, Debug, Default)]
pub struct Arrangement {
    /// All blocks; the entry is the first.
    pub blocks: Vec<Block>,
    /// The parameters of each block: which comes first, second, ...
    pub params: SecondaryMap<Block, Vec<u32>>,
    /// All blocks, in the order in which the edges that leave them enter others.
    pub ends: Vec<Block>,
}

impl Body {
    /// A copy that has everything in another order. It has the same control flow graph, the same
    /// instructions in the same order within each block and the same arguments on each edge;
    /// entities are numbered in the new order. Names and labels stay.
    pub fn arranged(&self, arrangement: &Arrangement) -> Self {
        let arg_types: Vec<_> = self.args().iter().map(|&arg| self.value_type(arg)).collect();
        let mut copy = Copy {
            old: self,
            new: Self::new(&arg_types),
            order: arrangement,
            values: SecondaryMap::new(),
            blocks: SecondaryMap::new(),
        };
        copy.new.reserve(self.inst_ids());
        copy.values.resize(self.value_ids());
        copy.make_blocks();
        copy.fill();
        copy.new
    }
}

struct Copy<'a> {
    old: &'a Body,
    new: Body,
    order: &'a Arrangement,
    /// The copy of each value.
    values: SecondaryMap<Value, Option<Value>>,
    /// The copy of each block.
    blocks: SecondaryMap<Block, Option<Block>>,
}

impl Copy<'_> {
    /// Makes the blocks with their parameters.
    fn make_blocks(&mut self) {
        for &arg in self.old.args() {
            self.value(arg);
        }
        for &block in &self.order.blocks {
            let new = self.new.create_block();
            self.new.append_block(new);
            let data = self.old.block(block);
            self.new.set_label(new, data.label, data.span);
            self.blocks[block] = Some(new);
            for &index in &self.order.params[block] {
                let value = self.old.params(block)[index as usize];
                let ValueDef::Param(param) = self.old.value(value).def else { continue };
                let data = self.old.param(param);
                let copied = self.value(value);
                let param = self.new.define_param(new, copied, data.flags, data.span);
                self.new.set_param_metadata(param, data.debug.get(), &data.attachments);
            }
        }
    }

    /// Copies the instructions; terminators last, since with them edges enter blocks.
    fn fill(&mut self) {
        for &block in &self.order.blocks {
            let last = self.old.terminator(block);
            self.old
                .insts(block)
                .filter(|&inst| Some(inst) != last)
                .for_each(|inst| self.inst(inst, block));
        }
        for &block in &self.order.ends {
            if let Some(last) = self.old.terminator(block) {
                self.inst(last, block);
            }
        }
    }

    fn inst(&mut self, inst: Inst, block: Block) {
        let Some(block) = self.blocks[block] else { return };
        let mut blueprint = self.old.blueprint(inst);
        blueprint.operands.iter_mut().for_each(|value| *value = self.value(*value));
        let edges = self.old.inst(inst).edges();
        blueprint.edges = edges.filter_map(|edge| self.edge(edge)).collect();
        let result = self.old.inst(inst).result().map(|value| self.value(value));
        let new = self.new.create_from(blueprint, result);
        self.new.append_inst(block, new);
    }

    /// Where an edge leads, with its arguments in the order of the copied parameters.
    fn edge(&mut self, edge: Edge) -> Option<(Block, Vec<Value>)> {
        let to = self.old.edge(edge).to;
        let order = &self.order.params[to];
        let args = order
            .iter()
            .map(|&index| self.value(self.old.edge_arg(edge, index as usize)))
            .collect();
        Some((self.blocks[to]?, args))
    }

    /// The copy of a value; one that is defined later is made now.
    fn value(&mut self, value: Value) -> Value {
        if let Some(copied) = self.values[value] {
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
            ValueDef::Param(_) | ValueDef::Inst(_) | ValueDef::Undefined => {
                self.new.undefined_value(data.ty)
            }
        };
        if let Some(name) = self.old.name(value) {
            self.new.set_name(copied, Some(name));
        }
        self.values[value] = Some(copied);
        copied
    }
}
