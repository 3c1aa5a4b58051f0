//! How the values and blocks of a function are called in its text.
//!
//! Arguments, blocks, parameters and results share one set of names, and those without a name share
//! one counter that runs in the order of the layout: arguments first, then for each block the block
//! itself, its parameters and its instructions. Should two values or blocks of a body have one
//! name, as happens when a transformation copies code, the first keeps it and the others are
//! numbered: the text always means the body.

use tollgate_ir::{Block, Body, Entity, Name, Symbol, Value};

/// Of a value or block that is called by its own name.
const NAMED: u32 = u32::MAX;
/// Of a value or block that stands nowhere in the layout.
const ABSENT: u32 = u32::MAX - 1;

/// How a value or block is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LocalName {
    /// By its own name.
    Named(Symbol),
    /// By a number.
    Numbered(u32),
    /// Not at all: it stands nowhere in the layout.
    Absent,
}

/// The names of all values and blocks of one body. Reused from body to body, it allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Numbering {
    values: Vec<u32>,
    blocks: Vec<u32>,
    /// For each symbol, the last round in which something was called by it.
    taken: Vec<u32>,
    round: u32,
}

impl Numbering {
    /// The names of a body.
    pub fn new(body: &Body) -> Self {
        let mut numbering = Self::default();
        numbering.assign(body);
        numbering
    }

    /// Forgets the last body and names another.
    pub fn assign(&mut self, body: &Body) {
        self.values.clear();
        self.values.resize(body.value_ids(), ABSENT);
        self.blocks.clear();
        self.blocks.resize(body.block_ids(), ABSENT);
        self.round += 1;
        let mut next = 0;
        for &arg in body.args() {
            self.values[arg.index()] = self.called(body.name(arg), &mut next);
        }
        for block in body.blocks() {
            let label = match body.block(block).label {
                Some(Name::Named(symbol)) => Some(symbol),
                Some(Name::Numbered(_)) | None => None,
            };
            self.blocks[block.index()] = self.called(label, &mut next);
            for &param in body.params(block) {
                self.values[param.index()] = self.called(body.name(param), &mut next);
            }
            for inst in body.insts(block) {
                if let Some(result) = body.inst(inst).result() {
                    self.values[result.index()] = self.called(body.name(result), &mut next);
                }
            }
        }
    }

    fn called(&mut self, name: Option<Symbol>, next: &mut u32) -> u32 {
        if let Some(symbol) = name {
            let index = symbol.index();
            if index >= self.taken.len() {
                self.taken.resize(index + 1, 0);
            }
            if self.taken[index] != self.round {
                self.taken[index] = self.round;
                return NAMED;
            }
        }
        *next += 1;
        *next - 1
    }

    /// How an argument, parameter or result is called.
    pub fn value(&self, body: &Body, value: Value) -> LocalName {
        match self.values.get(value.index()).copied().unwrap_or(ABSENT) {
            NAMED => body.name(value).map_or(LocalName::Absent, LocalName::Named),
            ABSENT => LocalName::Absent,
            number => LocalName::Numbered(number),
        }
    }

    /// How a block is called.
    pub fn block(&self, body: &Body, block: Block) -> LocalName {
        match self.blocks.get(block.index()).copied().unwrap_or(ABSENT) {
            NAMED => match body.block(block).label {
                Some(Name::Named(symbol)) => LocalName::Named(symbol),
                Some(Name::Numbered(_)) | None => LocalName::Absent,
            },
            ABSENT => LocalName::Absent,
            number => LocalName::Numbered(number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tollgate_ir::{Context, Opcode, Span, Type};

    #[test]
    fn the_first_of_two_equal_names_keeps_it() {
        let mut ctx = Context::new();
        let name = ctx.symbol(b"x");
        let mut body = Body::new(&[Type::I32, Type::I32]);
        let (a, b) = (body.args()[0], body.args()[1]);
        body.set_name(a, Some(name));
        body.set_name(b, Some(name));
        let entry = body.create_block();
        body.append_block(entry);
        body.set_label(entry, Some(Name::Named(name)), Span::NONE);
        let ret = body.create_inst(tollgate_ir::NewInst::new(Opcode::Ret, Type::I32, &[a]));
        body.append_inst(entry, ret);
        let numbering = Numbering::new(&body);
        assert_eq!(numbering.value(&body, a), LocalName::Named(name));
        assert_eq!(numbering.value(&body, b), LocalName::Numbered(0));
        assert_eq!(numbering.block(&body, entry), LocalName::Numbered(1));
    }
}
