//! Names for blocks and values that canonical form adds to a function.
//!
//! New blocks are named after their purpose: `loop.preheader`, `loop.latch`, `found.exit` (where
//! a loop is left on the way to `found`), `dispatch` (the header that an irreducible region got);
//! new parameters after the value that they carry: `sum.exit`, `sum.lcssa`. Everything else keeps
//! its name or number in the text of the program.

use std::collections::HashMap;
use tollgate_canon::Canonical;
use tollgate_ir::{Block, Body, Context, Entity as _, Name, Opcode, Span, Symbol, Value, ValueDef};
use tollgate_llvm::{LocalName, Numbering};

/// The body of a canonical function in which all additions have names, and its numbering.
pub fn name_additions(
    ctx: &mut Context,
    before: &Body,
    canonical: &Canonical,
) -> (Body, Numbering) {
    let mut namer = Namer {
        first_block: before.block_ids(),
        first_value: before.value_ids(),
        numbering: Numbering::new(before),
        before,
        canonical,
        ctx,
        taken: HashMap::new(),
        blocks: HashMap::new(),
        values: HashMap::new(),
    };
    namer.take_names();
    namer.name_blocks();
    namer.name_values();
    namer.finish()
}

struct Namer<'a> {
    ctx: &'a mut Context,
    before: &'a Body,
    canonical: &'a Canonical,
    /// The numbering of the program.
    numbering: Numbering,
    /// Blocks from this index on are new.
    first_block: usize,
    /// Values from this index on are new.
    first_value: usize,
    /// The names that are taken, and how often each was requested.
    taken: HashMap<Symbol, u32>,
    /// The names of new blocks.
    blocks: HashMap<Block, Symbol>,
    /// The values that new values carry, and their names.
    values: HashMap<Value, (Vec<u8>, Symbol)>,
}

impl Namer<'_> {
    fn take_names(&mut self) {
        let body = self.canonical.body();
        for symbol in self
            .before
            .values()
            .chain(body.values())
            .filter_map(|value| name_of(self.before, body, value))
        {
            self.taken.insert(symbol, 1);
        }
        for block in self.before.blocks() {
            if let LocalName::Named(symbol) = self.numbering.block(self.before, block) {
                self.taken.insert(symbol, 1);
            }
        }
    }

    /// This name, with a number appended if it is taken.
    fn unique(&mut self, name: &[u8]) -> Symbol {
        let wanted = self.ctx.symbol(name);
        let asked = self.taken.entry(wanted).or_insert(0);
        *asked += 1;
        if *asked == 1 {
            return wanted;
        }
        // The program may have such names: go on until one is free.
        let mut number = *asked;
        let free = loop {
            let symbol = self.ctx.symbol(&[name, format!(".{number}").as_bytes()].concat());
            if !self.taken.contains_key(&symbol) {
                break symbol;
            }
            number += 1;
        };
        self.taken.insert(wanted, number);
        self.taken.insert(free, 1);
        free
    }

    fn is_new(&self, block: Block) -> bool {
        block.index() >= self.first_block
    }

    fn name_blocks(&mut self) {
        let body = self.canonical.body();
        let added: Vec<Block> = body.blocks().filter(|&block| self.is_new(block)).collect();
        // A block that jumps is named after its target, which may be new itself.
        let (jumps, others): (Vec<Block>, Vec<Block>) =
            added.into_iter().partition(|&block| self.destination(block).is_some());
        for block in others {
            let name = self.unique(b"dispatch");
            self.blocks.insert(block, name);
        }
        for block in jumps {
            let mut to = block;
            while let Some(next) = self.destination(to).filter(|_| self.is_new(to)) {
                to = next;
            }
            let role = self.role(block);
            let name = self.unique(&dotted(&self.block_word(to), role));
            self.blocks.insert(block, name);
        }
    }

    /// The only successor of a block.
    fn destination(&self, block: Block) -> Option<Block> {
        let body = self.canonical.body();
        let last = body.terminator(block)?;
        (body.inst(last).opcode == Opcode::Br)
            .then(|| body.succ_edges(block).next())?
            .map(|edge| body.edge(edge).to)
    }

    /// The purpose of a new block that jumps.
    fn role(&self, block: Block) -> &'static str {
        let loops = self.canonical.loops();
        let headed = self.destination(block).and_then(|to| loops.headed_by(to));
        if let Some(id) = headed {
            if self.canonical.latch(id) == Some(block) {
                return "latch";
            }
            if self.canonical.preheader(id) == Some(block) {
                return "preheader";
            }
        }
        if self.is_exit(block) { "exit" } else { "split" }
    }

    fn is_exit(&self, block: Block) -> bool {
        let (body, loops) = (self.canonical.body(), self.canonical.loops());
        let mut sources = body.pred_edges(block).filter_map(|edge| body.edge_source(edge));
        sources.any(|from| loops.left_by(from, block).next().is_some())
    }

    /// A word for a block: its name or number in the program, or its new name.
    fn block_word(&self, block: Block) -> Vec<u8> {
        if let Some(&symbol) = self.blocks.get(&block) {
            return self.ctx.bytes(symbol).to_vec();
        }
        self.word(b"b", self.numbering.block(self.before, block))
    }

    fn word(&self, prefix: &[u8], name: LocalName) -> Vec<u8> {
        match name {
            LocalName::Named(symbol) => self.ctx.bytes(symbol).to_vec(),
            LocalName::Numbered(number) => [prefix, number.to_string().as_bytes()].concat(),
            LocalName::Absent => prefix.to_vec(),
        }
    }

    fn name_values(&mut self) {
        let body = self.canonical.body();
        for block in body.blocks() {
            for inst in body.insts(block) {
                if let Some(result) = body.inst(inst).result() {
                    self.name_value(block, result);
                }
            }
        }
        for block in body.blocks() {
            for &param in body.params(block) {
                self.name_value(block, param);
            }
        }
    }

    fn name_value(&mut self, block: Block, value: Value) {
        let body = self.canonical.body();
        if value.index() < self.first_value || body.name(value).is_some() {
            return;
        }
        let (carried, role) = match body.value(value).def {
            ValueDef::Param(_) => self.carried(block, value),
            // The only new instructions with a result are copies of landing pads.
            _ => (b"caught".to_vec(), "copy"),
        };
        let name = self.unique(&dotted(&carried, role));
        self.values.insert(value, (carried, name));
    }

    /// The value that a new parameter carries, and its purpose.
    fn carried(&self, block: Block, param: Value) -> (Vec<u8>, &'static str) {
        let body = self.canonical.body();
        let place = body.params(block).iter().position(|&it| it == param).unwrap_or_default();
        if self.is_new(block) {
            // A new block passes its parameters on.
            for edge in body.succ_edges(block) {
                let passed = body.edge_args(edge).position(|arg| arg == param);
                if let Some(place) = passed {
                    let role = if self.destination(block).is_some() {
                        self.role(block)
                    } else {
                        "dispatch"
                    };
                    let goes_to = body.params(body.edge(edge).to)[place];
                    return (self.value_word(goes_to).unwrap_or_else(|| b"value".to_vec()), role);
                }
            }
            if self.destination(block).is_none() {
                return (b"target".to_vec(), "dispatch");
            }
        }
        let args = body
            .pred_edges(block)
            .map(|edge| body.edge_arg(edge, place))
            .filter(|&arg| arg != param);
        let role = if self.is_exit(block) { "lcssa" } else { "join" };
        (
            args.flat_map(|arg| self.value_word(arg)).next().unwrap_or_else(|| b"value".to_vec()),
            role,
        )
    }

    /// A word for the value that a value carries; none for constants and for new values without a
    /// name yet.
    fn value_word(&self, value: Value) -> Option<Vec<u8>> {
        let body = self.canonical.body();
        if let Some((carried, _)) = self.values.get(&value) {
            return Some(carried.clone());
        }
        match body.value(value).def {
            ValueDef::Arg(_) | ValueDef::Param(_) | ValueDef::Inst(_)
                if value.index() < self.first_value =>
            {
                Some(self.word(b"v", self.numbering.value(self.before, value)))
            }
            _ => body.name(value).map(|symbol| self.ctx.bytes(symbol).to_vec()),
        }
    }

    /// Puts the names into a copy of the body. Numbers come from the program: a copy of it is
    /// extended by one block with a parameter for each new value, and by one block for each new
    /// one.
    fn finish(mut self) -> (Body, Numbering) {
        let mut named = self.canonical.body().clone();
        let mut continued = self.before.clone();
        for value in self.before.values() {
            // A new parameter may have taken the name of the value that it stands for.
            if self.before.name(value).is_some() && named.name(value).is_none() {
                let replaced = self.unique(b"gone");
                continued.set_name(value, Some(replaced));
            }
        }
        for index in self.first_block..named.block_ids() {
            let block = Block::from_u32(index as u32);
            let label = self.blocks.get(&block).copied().map(Name::Named);
            if label.is_some() {
                named.set_label(block, label, Span::NONE);
            }
            let same = continued.create_block();
            continued.append_block(same);
            continued.set_label(same, named.block(block).label, Span::NONE);
        }
        let rest = continued.create_block();
        continued.append_block(rest);
        for index in self.first_value..named.value_ids() {
            let value = Value::from_u32(index as u32);
            if let Some(&(_, name)) = self.values.get(&value) {
                named.set_name(value, Some(name));
            }
            let same = continued.append_param(rest, named.value_type(value));
            continued.set_name(same, named.name(value));
        }
        let mut numbering = self.numbering;
        numbering.assign(&continued);
        (named, numbering)
    }
}

/// The name of a value before or after.
fn name_of(before: &Body, after: &Body, value: Value) -> Option<Symbol> {
    let old = (value.index() < before.value_ids()).then(|| before.name(value)).flatten();
    old.or_else(|| after.name(value))
}

fn dotted(word: &[u8], role: &str) -> Vec<u8> {
    [word, b".", role.as_bytes()].concat()
}
