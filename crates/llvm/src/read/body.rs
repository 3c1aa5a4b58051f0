//! Function bodies in text: labels, local names, numbering.
//!
//! A local name may be used before it is defined. Its value is made at the first mention and
//! defined later, so no use is ever rewritten.

use super::constants::small_int;
use super::gates::GatesRead;
use super::lexer::{Tok, Token};
use super::merges::Merges;
use super::parser::{Fail, MAX_NUMBER_GAP, Parse, Parser, quote};
use super::tables::Dialect;
use crate::diagnostic::Severity;
use crate::gated::GatedText;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use tollgate_ir::{
    Block, Body, Const, ConstKind, Entity, Inst, Name, NewInst, Opt, Span, Symbol, Type, TypeKind,
    Value, ValueDef,
};

/// After this many errors in one function the rest of it is skipped.
const MAX_ERRORS: usize = 10;

/// Integer constants met before: most operands that are constants are among a few small numbers.
const INT_CACHE: usize = 64;

/// What the text of a body says.
pub(crate) struct ReadBody {
    pub(crate) body: Body,
    pub(crate) use_list_orders: Vec<Symbol>,
    /// What it says in gated form, if anything.
    pub(crate) gated: Option<GatedText>,
}

/// A parser of one function's body.
pub(crate) struct BodyParser<'p, 't, 'c> {
    pub(crate) p: &'p mut Parser<'t, 'c>,
    pub(crate) body: Body,
    /// The type the function returns.
    pub(crate) ret: Type,
    /// How many bytes of text the body has.
    size: usize,
    numbered_values: Vec<Opt<Value>>,
    numbered_blocks: Vec<Opt<Block>>,
    named_values: HashMap<Symbol, Value, FxBuildHasher>,
    named_blocks: HashMap<Symbol, Block, FxBuildHasher>,
    /// Blocks whose label has been met, to tell them from those only referred to.
    placed: Vec<bool>,
    /// Names used before their definition, with the place of the first use.
    forward_values: Vec<(Value, Token)>,
    forward_blocks: Vec<(Block, Token)>,
    next_number: u32,
    block: Option<Block>,
    pub(super) block_has_insts: bool,
    /// Whether something in this body could not be read.
    failed: bool,
    pub(super) merges: Merges,
    /// The gates; none where the text is LLVM's own.
    pub(super) gates: Option<Box<GatesRead>>,
    int_cache: [(Type, u64, Value); INT_CACHE],
    pub(crate) use_list_orders: Vec<Symbol>,
    pub(crate) scratch: super::instructions::Scratch,
}

impl<'p, 't, 'c> BodyParser<'p, 't, 'c> {
    /// A parser for the body of a function with this signature; the token at hand is the body's
    /// brace.
    pub(crate) fn new(
        p: &'p mut Parser<'t, 'c>,
        ty: Type,
        names: &[Option<Name>],
        size: usize,
    ) -> Self {
        let (ret, params) = match p.ctx.kind(ty) {
            TypeKind::Function { ret, params, .. } => (*ret, params.clone()),
            // A function's type is a function type.
            _ => (Type::VOID, Box::default()),
        };
        let mut body = Body::new(&params);
        // An instruction takes about forty bytes of text.
        body.reserve(size / 40 + 4);
        let gates = match p.tables.dialect {
            Dialect::Llvm => None,
            Dialect::Gated => Some(Box::default()),
        };
        let mut this = Self {
            p,
            body,
            ret,
            size,
            numbered_values: Vec::new(),
            numbered_blocks: Vec::new(),
            named_values: HashMap::default(),
            named_blocks: HashMap::default(),
            placed: Vec::new(),
            forward_values: Vec::new(),
            forward_blocks: Vec::new(),
            next_number: 0,
            block: None,
            block_has_insts: false,
            failed: false,
            merges: Merges::default(),
            gates,
            int_cache: [(Type::VOID, 0, Value::from_u32(0)); INT_CACHE],
            use_list_orders: Vec::new(),
            scratch: super::instructions::Scratch::default(),
        };
        for (index, &name) in names.iter().enumerate() {
            let value = this.body.args()[index];
            match name {
                Some(Name::Named(name)) => {
                    this.body.set_name(value, Some(name));
                    if this.named_values.insert(name, value).is_some() {
                        let shown = this.p.ctx.text(name).into_owned();
                        let span = this.p.tok.span();
                        this.p.error_at(span, format!("two parameters are called `%{shown}`"));
                    }
                }
                Some(Name::Numbered(number)) => {
                    this.next_number = number;
                    this.define_number(value);
                }
                None => this.define_number(value),
            }
        }
        this
    }

    fn define_number(&mut self, value: Value) {
        self.numbered_values.resize(self.next_number as usize, Opt::NONE);
        self.numbered_values.push(value.into());
        self.next_number += 1;
    }

    /// Reads `{ ... }`. The body is whole only if no error was recorded.
    pub(crate) fn read(mut self) -> ReadBody {
        if self.p.expect(Tok::LBrace, "`{`").is_ok() {
            loop {
                match self.p.tok.kind {
                    Tok::RBrace => {
                        let end = self.p.bump();
                        self.end_of_body(end);
                        break;
                    }
                    Tok::Eof => {
                        self.p.expected("`}` at the end of the function");
                        break;
                    }
                    _ => {}
                }
                let begin = self.p.tok.start;
                if self.item().is_err() {
                    self.failed = true;
                    if self.errors() >= MAX_ERRORS {
                        break;
                    }
                    self.skip_line(begin);
                }
            }
        }
        if self.errors() == 0 {
            let _ = self.finish();
        }
        self.body.shrink_to_fit();
        ReadBody {
            body: self.body,
            use_list_orders: self.use_list_orders,
            gated: self.gates.and_then(|gates| gates.text),
        }
    }

    /// How many errors there are in this body; a parser reads one body.
    fn errors(&self) -> usize {
        self.p.diagnostics.iter().filter(|it| it.severity == Severity::Error).count()
    }

    /// Goes on at the next line, after the start of what failed.
    fn skip_line(&mut self, begin: u32) {
        loop {
            if matches!(self.p.tok.kind, Tok::Eof | Tok::RBrace) {
                return;
            }
            let between = &self.p.text[self.p.last_end as usize..self.p.tok.start as usize];
            if between.contains(&b'\n') && self.p.tok.start > begin {
                return;
            }
            self.p.bump();
        }
    }

    /// A label, an instruction, a debug record, a gate or a use-list order.
    fn item(&mut self) -> Parse<()> {
        match self.p.tok.kind {
            Tok::Label => {
                let token = self.p.bump();
                self.label(token)
            }
            Tok::Word if matches!(self.p.word(), b"uselistorder" | b"uselistorder_bb") => {
                let text = self.p.use_list_order()?;
                self.use_list_orders.push(text);
                Ok(())
            }
            Tok::Word if self.gates.is_some() && self.p.word() == b"gate" => self.gate(),
            Tok::Record => {
                self.current_block(self.p.tok)?;
                self.debug_record()
            }
            _ => self.named_instruction(),
        }
    }

    fn label(&mut self, token: Token) -> Parse<()> {
        self.block_must_be_ended(token)?;
        let raw = self.p.slice(token);
        let digits = &raw[..raw.len() - 1];
        let block = if digits.iter().all(u8::is_ascii_digit) && !digits.is_empty() {
            let number =
                match super::parser::parse_u64(digits).and_then(|it| u32::try_from(it).ok()) {
                    Some(number) if number >= self.next_number => number,
                    _ => {
                        let next = self.next_number;
                        return self
                            .p
                            .fail(token, format!("this label's number must be {next} or greater"));
                    }
                };
            if number - self.next_number > MAX_NUMBER_GAP {
                return self.p.fail(token, "this number leaves too large a gap");
            }
            let block = self.numbered_block(number);
            self.next_number = number + 1;
            self.body.set_label(block, Some(Name::Numbered(number)), token.span());
            block
        } else {
            let bytes = self.p.name_bytes(token);
            let symbol = self.p.ctx.symbol(&bytes);
            let block = self.named_block(symbol);
            self.body.set_label(block, Some(Name::Named(symbol)), token.span());
            block
        };
        if self.placed[block.index()] {
            let shown = quote(raw);
            return self.p.fail(token, format!("the label {shown} stands twice in this function"));
        }
        self.place(block);
        Ok(())
    }

    fn place(&mut self, block: Block) {
        self.placed[block.index()] = true;
        self.body.append_block(block);
        self.block = Some(block);
        self.block_has_insts = false;
    }

    fn block_must_be_ended(&mut self, token: Token) -> Parse<()> {
        // A terminator that could not be read is no missing one.
        if self.block.is_some() && !self.failed {
            return self
                .p
                .fail(token, "the block before this has no terminator such as `ret` or `br`");
        }
        Ok(())
    }

    /// The block that instructions go to; an unlabelled one begins where none is open.
    pub(crate) fn current_block(&mut self, token: Token) -> Parse<Block> {
        if let Some(block) = self.block {
            return Ok(block);
        }
        let number = self.next_number;
        let block = self.numbered_block(number);
        if self.placed[block.index()] {
            return self.p.fail(token, format!("the label {number} stands twice in this function"));
        }
        self.next_number += 1;
        self.body.set_label(
            block,
            Some(Name::Numbered(number)),
            Span { start: token.start, end: token.start },
        );
        self.place(block);
        Ok(block)
    }

    fn new_block(&mut self) -> Block {
        self.placed.push(false);
        self.body.create_block()
    }

    fn numbered_block(&mut self, number: u32) -> Block {
        let index = number as usize;
        if self.numbered_blocks.len() <= index {
            self.numbered_blocks.resize(index + 1, Opt::NONE);
        }
        if let Some(block) = self.numbered_blocks[index].get() {
            return block;
        }
        let block = self.new_block();
        self.numbered_blocks[index] = block.into();
        block
    }

    fn named_block(&mut self, symbol: Symbol) -> Block {
        if let Some(&block) = self.named_blocks.get(&symbol) {
            return block;
        }
        let block = self.new_block();
        self.named_blocks.insert(symbol, block);
        block
    }

    /// `%name` as a block.
    pub(crate) fn block_ref(&mut self) -> Parse<Block> {
        let token = self.p.tok;
        let block = match token.kind {
            Tok::LocalName => {
                self.p.bump();
                let bytes = self.p.name_bytes(token);
                let symbol = self.p.ctx.symbol(&bytes);
                self.named_block(symbol)
            }
            Tok::LocalNumber => {
                self.p.bump();
                let number = self.local_number(token)?;
                self.numbered_block(number)
            }
            _ => return Err(self.p.expected("the label of a block, as `%name`")),
        };
        if !self.placed[block.index()] {
            self.forward_blocks.push((block, token));
        }
        Ok(block)
    }

    /// A number that could be defined in this body: numbers are given in order, so none is larger
    /// than its size.
    fn local_number(&mut self, token: Token) -> Parse<u32> {
        let number = self.p.number(token)?;
        // Every numbered thing takes some bytes of the body; numbers left out are few.
        let most = self.size + self.next_number as usize + MAX_NUMBER_GAP as usize;
        if number as usize > most {
            return self.p.fail(token, format!("`%{number}` is not defined in this function"));
        }
        Ok(number)
    }

    /// `label %name`.
    pub(crate) fn label_ref(&mut self) -> Parse<Block> {
        self.p.expect_word("label")?;
        self.block_ref()
    }

    // Values.

    /// A value with its type before it.
    pub(crate) fn typed_value(&mut self) -> Parse<Value> {
        let ty = self.p.ty()?;
        self.value(ty)
    }

    /// A value of a known type: a local name or a constant.
    #[inline]
    pub(crate) fn value(&mut self, ty: Type) -> Parse<Value> {
        let token = self.p.tok;
        match token.kind {
            Tok::LocalNumber => {
                self.p.bump();
                let number = self.local_number(token)? as usize;
                if let Some(value) = self.numbered_values.get(number).and_then(|it| it.get()) {
                    return self.check_type(token, value, ty);
                }
                let value = self.forward_value(token, ty)?;
                if self.numbered_values.len() <= number {
                    self.numbered_values.resize(number + 1, Opt::NONE);
                }
                self.numbered_values[number] = value.into();
                Ok(value)
            }
            Tok::LocalName => {
                self.p.bump();
                let bytes = self.p.name_bytes(token);
                let symbol = self.p.ctx.symbol(&bytes);
                if let Some(&value) = self.named_values.get(&symbol) {
                    return self.check_type(token, value, ty);
                }
                let value = self.forward_value(token, ty)?;
                self.named_values.insert(symbol, value);
                Ok(value)
            }
            Tok::Int => {
                let width = match ty {
                    Type::I32 => 32,
                    Type::I64 => 64,
                    Type::I8 => 8,
                    Type::I16 => 16,
                    Type::I1 => 1,
                    _ => return self.const_value(ty),
                };
                let Some(int) = small_int(self.p.slice(token), width) else {
                    return self.const_value(ty);
                };
                self.p.bump();
                let slot = (int as usize ^ ty.index() << 3) % INT_CACHE;
                let (cached_type, cached_int, cached) = self.int_cache[slot];
                if cached_type == ty && cached_int == int {
                    return Ok(cached);
                }
                let id = self.p.ctx.make_const(ty, ConstKind::Int(int));
                let value = self.body.constant(id, ty);
                self.int_cache[slot] = (ty, int, value);
                Ok(value)
            }
            _ => self.const_value(ty),
        }
    }

    fn const_value(&mut self, ty: Type) -> Parse<Value> {
        if ty == Type::METADATA {
            return self.metadata_value();
        }
        if ty == Type::LABEL {
            let token = self.p.tok;
            return self.p.fail(token, "a label cannot be a value here");
        }
        let id: Const = self.p.constant(ty)?;
        Ok(self.body.constant(id, ty))
    }

    fn forward_value(&mut self, token: Token, ty: Type) -> Parse<Value> {
        if !self.p.ctx.kind(ty).is_first_class() || matches!(ty, Type::LABEL | Type::METADATA) {
            let shown = self.p.show_type(ty);
            return self.p.fail(token, format!("there are no values of type {shown}"));
        }
        let value = self.body.undefined_value(ty);
        self.forward_values.push((value, token));
        Ok(value)
    }

    fn check_type(&mut self, token: Token, value: Value, ty: Type) -> Parse<Value> {
        let found = self.body.value_type(value);
        if found == ty { Ok(value) } else { Err(self.type_mismatch(token, ty, found)) }
    }

    #[cold]
    pub(crate) fn type_mismatch(&mut self, token: Token, wanted: Type, found: Type) -> Fail {
        let name = quote(self.p.slice(token));
        let (wanted, found) = (self.p.show_type(wanted), self.p.show_type(found));
        self.p.error_at(token.span(), format!("{name} has type {found}, but {wanted} is expected"))
    }

    // Instructions.

    /// `%name = op ...` or `op ...`.
    fn named_instruction(&mut self) -> Parse<()> {
        let start = self.p.tok;
        let name = match start.kind {
            Tok::LocalName | Tok::LocalNumber => {
                self.p.bump();
                self.p.expect(Tok::Equal, "`=`")?;
                Some(start)
            }
            _ => None,
        };
        if let Some(merge) = self.merge_word() {
            return self.merge(start, name, merge);
        }
        let block = self.current_block(start)?;
        let inst = self.instruction(start)?;
        let result = self.body.inst(inst).result();
        self.body.append_inst(block, inst);
        self.block_has_insts = true;
        if self.body.inst(inst).opcode.is_terminator() {
            self.block = None;
        }
        match (name, result) {
            (Some(token), None) => {
                self.p.fail(token, "an instruction without a result cannot have a name")
            }
            (None, None) => Ok(()),
            (Some(_) | None, Some(_)) => Ok(()),
        }
    }

    /// The value that an instruction of this type defines, by the name that was read before it.
    pub(crate) fn result_value(&mut self, start: Token, ty: Type) -> Parse<Value> {
        match start.kind {
            Tok::LocalName => {
                let bytes = self.p.name_bytes(start);
                let symbol = self.p.ctx.symbol(&bytes);
                let value = match self.named_values.get(&symbol) {
                    Some(&value) => self.redefine(start, value, ty)?,
                    None => {
                        let value = self.body.undefined_value(ty);
                        self.named_values.insert(symbol, value);
                        value
                    }
                };
                self.body.set_name(value, Some(symbol));
                Ok(value)
            }
            _ => {
                let number = if start.kind == Tok::LocalNumber {
                    let number = self.local_number(start)?;
                    if number < self.next_number {
                        let next = self.next_number;
                        return self.p.fail(
                            start,
                            format!("this value's number must be %{next} or greater"),
                        );
                    }
                    if number - self.next_number > MAX_NUMBER_GAP {
                        return self.p.fail(start, "this number leaves too large a gap");
                    }
                    number
                } else {
                    self.next_number
                };
                self.next_number = number + 1;
                let index = number as usize;
                if self.numbered_values.len() <= index {
                    self.numbered_values.resize(index + 1, Opt::NONE);
                }
                match self.numbered_values[index].get() {
                    Some(value) => self.redefine(start, value, ty),
                    None => {
                        let value = self.body.undefined_value(ty);
                        self.numbered_values[index] = value.into();
                        Ok(value)
                    }
                }
            }
        }
    }

    /// A name that was mentioned before gets its definition.
    fn redefine(&mut self, token: Token, value: Value, ty: Type) -> Parse<Value> {
        if self.body.value(value).def != ValueDef::Undefined {
            let shown = quote(self.p.slice(token));
            return self.p.fail(token, format!("{shown} is defined twice"));
        }
        let used_as = self.body.value_type(value);
        if used_as != ty {
            let shown = quote(self.p.slice(token));
            let (used_as, defined) = (self.p.show_type(used_as), self.p.show_type(ty));
            return self.p.fail(
                token,
                format!("{shown} has type {defined}, but was used with type {used_as}"),
            );
        }
        Ok(value)
    }

    // The end.

    fn end_of_body(&mut self, end: Token) {
        if self.failed {
            return;
        }
        if self.block.is_some() {
            self.p.error_at(end.span(), "the last block has no terminator such as `ret` or `br`");
        } else if self.body.entry().is_none() {
            self.p.error_at(end.span(), "a function's body has at least one block");
        }
    }

    fn finish(&mut self) -> Parse<()> {
        let mut result = Ok(());
        for (value, token) in std::mem::take(&mut self.forward_values) {
            if self.body.value(value).def == ValueDef::Undefined {
                let shown = quote(self.p.slice(token));
                result = self.p.fail(token, format!("{shown} is not defined in this function"));
            }
        }
        for (block, token) in std::mem::take(&mut self.forward_blocks) {
            if !self.placed[block.index()] {
                self.placed[block.index()] = true;
                let shown = quote(self.p.slice(token));
                result = self
                    .p
                    .fail(token, format!("the block {shown} is not defined in this function"));
            }
        }
        result?;
        self.finish_gates()?;
        self.distribute_merges()
    }

    /// Makes an instruction whose result, if it has one, gets the name that was read before it.
    pub(crate) fn make(&mut self, new: NewInst<'_>, start: Token) -> Parse<Inst> {
        let result = match new.result {
            Some(ty) if ty != Type::VOID => {
                let named = matches!(start.kind, Tok::LocalName | Tok::LocalNumber);
                let token = if named { start } else { Token { kind: Tok::Word, ..start } };
                Some(self.result_value(token, ty)?)
            }
            _ => None,
        };
        Ok(self.body.create_inst_for(new, result))
    }
}
