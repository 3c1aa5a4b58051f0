//! Instructions in text, by the shape that the opcode table gives.

use super::body::BodyParser;
use super::lexer::{Tok, Token};
use super::parser::{Parse, quote};
use tollgate_ir::{
    AtomicInfo, Block, Extra, Flags, FloatPredicate, Inst, IntPredicate, Meta, NewInst, Opcode,
    Ordering, RmwOp, Shape, Span, Symbol, Type, TypeKind, Value, ValueDef,
};

/// Lists that are used again for every instruction.
#[derive(Default)]
pub(crate) struct Scratch {
    pub(crate) operands: Vec<Value>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) attachments: Vec<(Symbol, Meta)>,
}

/// What every instruction may end with.
struct Tail {
    align: Option<u64>,
    debug: Option<Meta>,
}

/// An instruction under construction: everything but what stands in the scratch lists.
pub(crate) struct Parts {
    pub(crate) opcode: Opcode,
    pub(crate) flags: Flags,
    pub(crate) ty: Type,
    pub(crate) result: Option<Type>,
    pub(crate) predicate: u8,
    pub(crate) align: Option<u64>,
    pub(crate) extra: Extra,
}

impl Parts {
    pub(crate) fn new(opcode: Opcode, ty: Type) -> Self {
        Self {
            opcode,
            flags: Flags::NONE,
            ty,
            result: None,
            predicate: 0,
            align: None,
            extra: Extra::None,
        }
    }

    fn with_result(self) -> Self {
        Self { result: Some(self.ty), ..self }
    }
}

impl BodyParser<'_, '_, '_> {
    /// One instruction, whose name (if any) has been read; `start` is its first token.
    pub(crate) fn instruction(&mut self, start: Token) -> Parse<Inst> {
        let token = self.p.tok;
        let word = self.p.word();
        self.scratch.operands.clear();
        self.scratch.blocks.clear();
        self.scratch.attachments.clear();
        let Some(opcode) = super::opcodes::opcode(word) else {
            return match word {
                b"tail" | b"musttail" | b"notail" => self.tail_call(start),
                b"" => Err(self.p.expected("an instruction")),
                _ => {
                    let shown = quote(word);
                    self.p.fail(
                        token,
                        format!(
                            "the instruction {shown} is not known; LLVM 14 to 22 have no such word"
                        ),
                    )
                }
            };
        };
        self.p.bump();
        let parts = self.parts(opcode, token)?;
        self.complete(parts, start)
    }

    fn tail_call(&mut self, start: Token) -> Parse<Inst> {
        let kind = match self.p.word() {
            b"tail" => Flags::TAIL,
            b"musttail" => Flags::MUSTTAIL,
            _ => Flags::NOTAIL,
        };
        self.p.bump();
        self.p.expect_word("call")?;
        let mut parts = self.call(Opcode::Call)?;
        parts.flags |= kind;
        self.complete(parts, start)
    }

    /// Reads what every instruction may end with and makes it.
    fn complete(&mut self, mut parts: Parts, start: Token) -> Parse<Inst> {
        let tail = self.tail(&parts)?;
        let atomic = matches!(parts.extra, Extra::Atomic(_))
            && matches!(parts.opcode, Opcode::Load | Opcode::Store);
        if atomic && tail.align.is_none() {
            let span = Span { start: start.start, end: self.p.last_end };
            return Err(self
                .p
                .error_at(span, "an atomic access must say its alignment: `, align N`"));
        }
        if tail.align.is_some() {
            parts.align = tail.align;
        }
        let span = Span { start: start.start, end: self.p.last_end };
        let scratch = std::mem::take(&mut self.scratch);
        let edges: Vec<(Block, &[Value])> =
            scratch.blocks.iter().map(|&block| (block, &[][..])).collect();
        let new = NewInst {
            opcode: parts.opcode,
            flags: parts.flags,
            ty: parts.ty,
            result: parts.result,
            operands: &scratch.operands,
            edges: &edges,
            predicate: parts.predicate,
            align: parts.align,
            extra: parts.extra,
            span,
            debug: tail.debug,
            attachments: &scratch.attachments,
        };
        let result = self.make(new, start);
        self.scratch = scratch;
        result
    }

    /// `, align N` where an access has one, and `, !kind !meta` everywhere.
    fn tail(&mut self, parts: &Parts) -> Parse<Tail> {
        let mut tail = Tail { align: None, debug: None };
        while self.p.tok.kind == Tok::Comma {
            self.p.bump();
            match self.p.tok.kind {
                Tok::MetaName => {
                    let is_debug = self.p.slice(self.p.tok) == b"!dbg";
                    let (kind, meta) = self.p.attachment()?;
                    if is_debug {
                        tail.debug = Some(meta);
                    } else {
                        if self.scratch.attachments.len() >= usize::from(u8::MAX) {
                            let token = self.p.tok;
                            return self.p.fail(
                                token,
                                "an instruction has at most 255 metadata attachments",
                            );
                        }
                        self.scratch.attachments.push((kind, meta));
                    }
                }
                Tok::Word if self.p.word() == b"align" && has_align(parts.opcode) => {
                    self.p.bump();
                    tail.align = Some(self.p.alignment_value()?);
                }
                _ => return Err(self.p.expected("a metadata attachment such as `!dbg !7`")),
            }
        }
        Ok(tail)
    }

    fn push(&mut self, value: Value) {
        self.scratch.operands.push(value);
    }

    fn comma(&mut self) -> Parse<()> {
        self.p.expect(Tok::Comma, "`,`").map(drop)
    }

    /// A typed operand; gives its type.
    fn operand(&mut self) -> Parse<Type> {
        let ty = self.p.ty()?;
        let value = self.value(ty)?;
        self.push(value);
        Ok(ty)
    }

    /// An operand of a type that is known.
    fn operand_of(&mut self, ty: Type) -> Parse<()> {
        let value = self.value(ty)?;
        self.push(value);
        Ok(())
    }

    fn parts(&mut self, opcode: Opcode, token: Token) -> Parse<Parts> {
        match opcode.shape() {
            Shape::IntBinary | Shape::FloatBinary => {
                let flags = self.p.flags(opcode)?;
                let ty = self.p.ty()?;
                self.operand_of(ty)?;
                self.comma()?;
                self.operand_of(ty)?;
                Ok(Parts { flags, ..Parts::new(opcode, ty).with_result() })
            }
            Shape::FloatUnary | Shape::Freeze => {
                let flags = self.p.flags(opcode)?;
                let ty = self.operand()?;
                Ok(Parts { flags, ..Parts::new(opcode, ty).with_result() })
            }
            Shape::Cast => {
                let flags = self.p.flags(opcode)?;
                self.operand()?;
                self.p.expect_word("to")?;
                let ty = self.p.value_type()?;
                Ok(Parts { flags, ..Parts::new(opcode, ty).with_result() })
            }
            Shape::IntCompare => {
                let flags = self.p.flags(opcode)?;
                let Some(predicate) = IntPredicate::from_word(self.p.word()) else {
                    return Err(self.p.expected("a predicate such as `eq` or `slt`"));
                };
                self.comparison(opcode, flags, predicate as u8)
            }
            Shape::FloatCompare => {
                let flags = self.p.flags(opcode)?;
                let Some(predicate) = FloatPredicate::from_word(self.p.word()) else {
                    return Err(self.p.expected("a predicate such as `oeq` or `ult`"));
                };
                self.comparison(opcode, flags, predicate as u8)
            }
            Shape::Select => {
                let flags = self.p.flags(opcode)?;
                self.operand()?;
                self.comma()?;
                let ty = self.operand()?;
                self.comma()?;
                self.same_type_operand(ty)?;
                Ok(Parts { flags, ..Parts::new(opcode, ty).with_result() })
            }
            Shape::ExtractElement => {
                let at = self.p.tok;
                let vector = self.operand()?;
                self.must_be_vector(at, vector)?;
                self.comma()?;
                self.operand()?;
                let ty = self.p.ctx.scalar(vector);
                Ok(Parts::new(opcode, ty).with_result())
            }
            Shape::InsertElement => {
                let at = self.p.tok;
                let vector = self.operand()?;
                self.must_be_vector(at, vector)?;
                self.comma()?;
                let lane = self.p.ctx.scalar(vector);
                self.same_type_operand(lane)?;
                self.comma()?;
                self.operand()?;
                Ok(Parts::new(opcode, vector).with_result())
            }
            Shape::ShuffleVector => {
                let at = self.p.tok;
                let vector = self.operand()?;
                self.must_be_vector(at, vector)?;
                self.comma()?;
                self.same_type_operand(vector)?;
                self.comma()?;
                let at = self.p.tok;
                let mask = self.operand()?;
                self.must_be_vector(at, mask)?;
                let lane = self.p.ctx.scalar(vector);
                let ty = self.p.ctx.with_scalar(mask, lane);
                Ok(Parts::new(opcode, ty).with_result())
            }
            Shape::ExtractValue | Shape::InsertValue => self.aggregate_access(opcode),
            Shape::Gep => self.gep(opcode),
            Shape::Alloca => self.alloca(opcode),
            Shape::Load => self.load(opcode),
            Shape::Store => self.store(opcode),
            Shape::Fence => {
                let scope = self.scope()?;
                let ordering = self.ordering()?;
                let atomic = AtomicInfo { op: None, ordering, failure: Ordering::NotAtomic, scope };
                Ok(Parts { extra: Extra::Atomic(atomic), ..Parts::new(opcode, Type::VOID) })
            }
            Shape::CmpXchg => self.cmpxchg(opcode),
            Shape::AtomicRmw => self.atomicrmw(opcode),
            Shape::VaArg => {
                self.operand()?;
                self.comma()?;
                let ty = self.p.value_type()?;
                Ok(Parts::new(opcode, ty).with_result())
            }
            Shape::Call => self.call(opcode),
            Shape::LandingPad => self.landing_pad(opcode),
            Shape::FuncletPad => self.funclet_pad(opcode),
            Shape::DebugRecord => self.p.fail(token, "expected an instruction"),
            Shape::Ret => self.ret(opcode),
            Shape::Br | Shape::CondBr => self.branch(),
            Shape::Switch => self.switch(opcode),
            Shape::IndirectBr => self.indirect_branch(opcode),
            Shape::Resume => {
                let ty = self.operand()?;
                Ok(Parts::new(opcode, ty))
            }
            Shape::Unreachable => Ok(Parts::new(opcode, Type::VOID)),
            Shape::CleanupRet => self.cleanup_ret(opcode),
            Shape::CatchRet => {
                self.p.expect_word("from")?;
                self.operand_of(Type::TOKEN)?;
                self.p.expect_word("to")?;
                let target = self.label_ref()?;
                self.scratch.blocks.push(target);
                Ok(Parts::new(opcode, Type::TOKEN))
            }
            Shape::CatchSwitch => self.catch_switch(opcode),
        }
    }

    fn comparison(&mut self, opcode: Opcode, flags: Flags, predicate: u8) -> Parse<Parts> {
        self.p.bump();
        let ty = self.p.ty()?;
        self.operand_of(ty)?;
        self.comma()?;
        self.operand_of(ty)?;
        let result = if ty == Type::I32 || ty == Type::I64 || ty == Type::PTR {
            Type::I1
        } else {
            self.p.ctx.with_scalar(ty, Type::I1)
        };
        Ok(Parts { flags, predicate, ..Parts::new(opcode, result).with_result() })
    }

    fn must_be_vector(&mut self, token: Token, ty: Type) -> Parse<()> {
        match self.p.ctx.kind(ty) {
            TypeKind::Vector { .. } => Ok(()),
            _ => {
                let shown = self.p.show_type(ty);
                self.p.fail(token, format!("expected a vector, found a value of type {shown}"))
            }
        }
    }

    /// An operand whose written type must be this one.
    fn same_type_operand(&mut self, wanted: Type) -> Parse<()> {
        let token = self.p.tok;
        let ty = self.p.ty()?;
        if ty != wanted {
            let (wanted, found) = (self.p.show_type(wanted), self.p.show_type(ty));
            return self
                .p
                .fail(token, format!("expected an operand of type {wanted}, found {found}"));
        }
        self.operand_of(ty)
    }

    fn aggregate_access(&mut self, opcode: Opcode) -> Parse<Parts> {
        let whole = self.operand()?;
        self.comma()?;
        let mut part_token = None;
        if opcode == Opcode::InsertValue {
            part_token = Some(self.p.tok);
            self.operand()?;
            self.comma()?;
        }
        let token = self.p.tok;
        let mut path = vec![self.p.u32()?];
        // A comma may also begin a metadata attachment.
        while self.p.tok.kind == Tok::Comma && self.p.peek().kind == Tok::Int {
            self.p.bump();
            path.push(self.p.u32()?);
        }
        let Some(part) = self.p.path_type(whole, &path) else {
            let shown = self.p.show_type(whole);
            return self
                .p
                .fail(token, format!("this path leads nowhere in a value of type {shown}"));
        };
        if let Some(token) = part_token {
            let found = self.body.value_type(self.scratch.operands[1]);
            if found != part {
                return Err(self.type_mismatch(token, part, found));
            }
        }
        let ty = if opcode == Opcode::InsertValue { whole } else { part };
        Ok(Parts { extra: Extra::Indices(path.into()), ..Parts::new(opcode, ty).with_result() })
    }

    fn gep(&mut self, opcode: Opcode) -> Parse<Parts> {
        let flags = self.p.flags(opcode)?;
        let source = self.p.value_type()?;
        self.comma()?;
        let token = self.p.tok;
        let base = self.operand()?;
        if !matches!(self.p.ctx.kind(self.p.ctx.scalar(base)), TypeKind::Ptr(_)) {
            let shown = self.p.show_type(base);
            return self.p.fail(
                token,
                format!("the base of an address is a pointer, not a value of type {shown}"),
            );
        }
        let mut result = base;
        let base_is_vector = self.p.ctx.scalar(base) != base;
        while self.p.tok.kind == Tok::Comma && self.p.peek().kind != Tok::MetaName {
            self.p.bump();
            let index = self.operand()?;
            if !base_is_vector && result == base && index != Type::I64 && index != Type::I32 {
                // An index that is a vector makes the result one.
                result = self.p.gep_type(base, vec![index]);
            }
        }
        Ok(Parts { flags, result: Some(result), ..Parts::new(opcode, source) })
    }

    fn alloca(&mut self, opcode: Opcode) -> Parse<Parts> {
        let flags = self.p.flags(opcode)?;
        let ty = self.p.value_type()?;
        // Not the data layout's space for stack slots: LLVM takes 0 where nothing is written.
        let mut space = 0;
        let mut align = None;
        let mut has_count = false;
        while self.p.tok.kind == Tok::Comma {
            let next = self.p.peek();
            if next.kind == Tok::MetaName {
                break;
            }
            self.p.bump();
            match self.p.word() {
                b"align" => {
                    self.p.bump();
                    align = Some(self.p.alignment_value()?);
                }
                b"addrspace" => space = self.p.optional_addrspace()?.unwrap_or(0),
                _ if !has_count => {
                    has_count = true;
                    self.operand()?;
                }
                _ => return Err(self.p.expected("`align` or `addrspace`")),
            }
        }
        if !has_count {
            let one = self.p.ctx.const_int(Type::I32, 1);
            let one = self.body.constant(one, Type::I32);
            self.push(one);
        }
        let result = if space == 0 { Type::PTR } else { self.p.ctx.ty(TypeKind::Ptr(space)) };
        Ok(Parts { flags, align, result: Some(result), ..Parts::new(opcode, ty) })
    }

    fn load(&mut self, opcode: Opcode) -> Parse<Parts> {
        let atomic = self.p.eat_word("atomic");
        let flags = self.p.flags(opcode)?;
        let ty = self.p.value_type()?;
        self.comma()?;
        self.address()?;
        let extra = self.access_ordering(atomic)?;
        Ok(Parts { flags, extra, ..Parts::new(opcode, ty).with_result() })
    }

    fn store(&mut self, opcode: Opcode) -> Parse<Parts> {
        let atomic = self.p.eat_word("atomic");
        let flags = self.p.flags(opcode)?;
        let ty = self.operand()?;
        self.comma()?;
        self.address()?;
        let extra = self.access_ordering(atomic)?;
        Ok(Parts { flags, extra, ..Parts::new(opcode, ty) })
    }

    fn address(&mut self) -> Parse<()> {
        let token = self.p.tok;
        let ty = self.operand()?;
        if ty != Type::PTR && !matches!(self.p.ctx.kind(ty), TypeKind::Ptr(_)) {
            let shown = self.p.show_type(ty);
            return self
                .p
                .fail(token, format!("an address is a pointer, not a value of type {shown}"));
        }
        Ok(())
    }

    /// `[syncscope("...")] ordering` of an atomic load or store.
    fn access_ordering(&mut self, atomic: bool) -> Parse<Extra> {
        if !atomic {
            return Ok(Extra::None);
        }
        let scope = self.scope()?;
        let ordering = self.ordering()?;
        Ok(Extra::Atomic(AtomicInfo { op: None, ordering, failure: Ordering::NotAtomic, scope }))
    }

    fn scope(&mut self) -> Parse<Option<Symbol>> {
        if !self.p.eat_word("syncscope") {
            return Ok(None);
        }
        self.p.expect(Tok::LParen, "`(`")?;
        let scope = self.p.string()?;
        self.p.expect(Tok::RParen, "`)`")?;
        Ok(Some(scope))
    }

    fn ordering(&mut self) -> Parse<Ordering> {
        match Ordering::from_word(self.p.word()).filter(|&it| it != Ordering::NotAtomic) {
            Some(ordering) => {
                self.p.bump();
                Ok(ordering)
            }
            None => Err(self.p.expected("an ordering such as `monotonic` or `seq_cst`")),
        }
    }

    fn cmpxchg(&mut self, opcode: Opcode) -> Parse<Parts> {
        let flags = self.p.flags(opcode)?;
        self.address()?;
        self.comma()?;
        let ty = self.operand()?;
        self.comma()?;
        self.same_type_operand(ty)?;
        let scope = self.scope()?;
        let ordering = self.ordering()?;
        let failure = self.ordering()?;
        let fields = Box::new([ty, Type::I1]);
        let result = self.p.ctx.ty(TypeKind::Struct { packed: false, fields });
        let extra = Extra::Atomic(AtomicInfo { op: None, ordering, failure, scope });
        Ok(Parts { flags, extra, result: Some(result), ..Parts::new(opcode, ty) })
    }

    fn atomicrmw(&mut self, opcode: Opcode) -> Parse<Parts> {
        let flags = self.p.flags(opcode)?;
        let Some(op) = RmwOp::from_word(self.p.word()) else {
            return Err(self.p.expected("an operation such as `add` or `xchg`"));
        };
        self.p.bump();
        self.address()?;
        self.comma()?;
        let ty = self.operand()?;
        let scope = self.scope()?;
        let ordering = self.ordering()?;
        let extra = Extra::Atomic(AtomicInfo {
            op: Some(op),
            ordering,
            failure: Ordering::NotAtomic,
            scope,
        });
        Ok(Parts { flags, extra, ..Parts::new(opcode, ty).with_result() })
    }

    fn landing_pad(&mut self, opcode: Opcode) -> Parse<Parts> {
        let ty = self.p.value_type()?;
        let flags = if self.p.eat_word("cleanup") { Flags::CLEANUP } else { Flags::NONE };
        let mut filters = Vec::new();
        loop {
            match self.p.word() {
                b"catch" => filters.push(false),
                b"filter" => filters.push(true),
                _ => break,
            }
            self.p.bump();
            self.operand()?;
        }
        Ok(Parts {
            flags,
            extra: Extra::Filters(filters.into()),
            ..Parts::new(opcode, ty).with_result()
        })
    }

    /// `within %parent [args]`.
    fn funclet_pad(&mut self, opcode: Opcode) -> Parse<Parts> {
        self.p.expect_word("within")?;
        let parent = self.value(Type::TOKEN)?;
        self.p.expect(Tok::LSquare, "`[`")?;
        if !self.p.eat(Tok::RSquare) {
            loop {
                self.argument()?;
                if !self.p.eat(Tok::Comma) {
                    break;
                }
            }
            self.p.expect(Tok::RSquare, "`]`")?;
        }
        self.push(parent);
        Ok(Parts::new(opcode, Type::TOKEN).with_result())
    }

    fn ret(&mut self, opcode: Opcode) -> Parse<Parts> {
        let token = self.p.tok;
        let ty = self.p.ty()?;
        if ty != self.ret {
            let (wanted, found) = (self.p.show_type(self.ret), self.p.show_type(ty));
            return self.p.fail(token, format!("this function returns {wanted}, not {found}"));
        }
        if ty != Type::VOID {
            self.operand_of(ty)?;
        }
        Ok(Parts::new(opcode, ty))
    }

    fn branch(&mut self) -> Parse<Parts> {
        if self.p.word() == b"label" {
            let target = self.label_ref()?;
            self.scratch.blocks.push(target);
            return Ok(Parts::new(Opcode::Br, Type::VOID));
        }
        let token = self.p.tok;
        let ty = self.operand()?;
        if ty != Type::I1 {
            return self.p.fail(token, "a branch is decided by an `i1`");
        }
        for _ in 0..2 {
            self.comma()?;
            let target = self.label_ref()?;
            self.scratch.blocks.push(target);
        }
        Ok(Parts::new(Opcode::CondBr, Type::I1))
    }

    fn switch(&mut self, opcode: Opcode) -> Parse<Parts> {
        let token = self.p.tok;
        let ty = self.operand()?;
        if self.p.ctx.int_width(ty).is_none() {
            return self.p.fail(token, "a switch is decided by an integer");
        }
        self.comma()?;
        let default = self.label_ref()?;
        self.scratch.blocks.push(default);
        self.p.expect(Tok::LSquare, "`[`")?;
        while !self.p.eat(Tok::RSquare) {
            let token = self.p.tok;
            let case_type = self.p.ty()?;
            if case_type != ty {
                let (wanted, found) = (self.p.show_type(ty), self.p.show_type(case_type));
                return self
                    .p
                    .fail(token, format!("expected a case of type {wanted}, found {found}"));
            }
            if matches!(self.p.tok.kind, Tok::LocalName | Tok::LocalNumber) {
                return Err(self.p.expected("a constant"));
            }
            self.operand_of(case_type)?;
            self.comma()?;
            let target = self.label_ref()?;
            self.scratch.blocks.push(target);
        }
        Ok(Parts::new(opcode, ty))
    }

    fn indirect_branch(&mut self, opcode: Opcode) -> Parse<Parts> {
        let ty = self.p.ty()?;
        self.operand_of(ty)?;
        self.comma()?;
        self.p.expect(Tok::LSquare, "`[`")?;
        self.label_list()?;
        Ok(Parts::new(opcode, ty))
    }

    /// `label %a, label %b ]`.
    pub(crate) fn label_list(&mut self) -> Parse<()> {
        if self.p.eat(Tok::RSquare) {
            return Ok(());
        }
        loop {
            let target = self.label_ref()?;
            self.scratch.blocks.push(target);
            if !self.p.eat(Tok::Comma) {
                break;
            }
        }
        self.p.expect(Tok::RSquare, "`,` or `]`").map(drop)
    }

    /// `unwind to caller` or `unwind label %b`.
    fn unwind(&mut self) -> Parse<()> {
        self.p.expect_word("unwind")?;
        if self.p.eat_word("to") {
            return self.p.expect_word("caller");
        }
        let target = self.label_ref()?;
        self.scratch.blocks.push(target);
        Ok(())
    }

    fn cleanup_ret(&mut self, opcode: Opcode) -> Parse<Parts> {
        self.p.expect_word("from")?;
        self.operand_of(Type::TOKEN)?;
        self.unwind()?;
        Ok(Parts::new(opcode, Type::TOKEN))
    }

    fn catch_switch(&mut self, opcode: Opcode) -> Parse<Parts> {
        self.p.expect_word("within")?;
        self.operand_of(Type::TOKEN)?;
        self.p.expect(Tok::LSquare, "`[`")?;
        self.label_list()?;
        let handlers = self.scratch.blocks.len();
        self.unwind()?;
        // Whether the last edge is a handler or where unwinding goes on, the flag tells.
        let flags =
            if self.scratch.blocks.len() > handlers { Flags::UNWIND_LABEL } else { Flags::NONE };
        Ok(Parts { flags, ..Parts::new(opcode, Type::TOKEN).with_result() })
    }

    /// `#dbg_value(...)` and its like: metadata operands, the debug location last.
    pub(crate) fn debug_record(&mut self) -> Parse<()> {
        let start = self.p.bump();
        let block = self.current_block(start)?;
        let word = self.p.slice(start);
        let Some(&(kind, count)) =
            RECORDS.iter().find(|(kind, _)| word.strip_prefix(b"#dbg_") == Some(kind.as_bytes()))
        else {
            return self.p.fail(start, format!("the debug record {} is not known", quote(word)));
        };
        let kind = self.p.ctx.symbol(kind.as_bytes());
        self.p.expect(Tok::LParen, "`(`")?;
        self.scratch.operands.clear();
        let debug = loop {
            let token = self.p.tok;
            let value = self.metadata_value()?;
            if self.p.eat(Tok::Comma) {
                self.push(value);
                continue;
            }
            match self.body.value(value).def {
                ValueDef::Meta(meta) => break Some(meta),
                _ => return self.p.fail(token, "the last part of a record is its debug location"),
            }
        };
        self.p.expect(Tok::RParen, "`,` or `)`")?;
        let span = Span { start: start.start, end: self.p.last_end };
        if self.scratch.operands.len() != count {
            return self
                .p
                .fail(start, format!("this record has {count} parts and a debug location"));
        }
        let operands = std::mem::take(&mut self.scratch.operands);
        let new = NewInst {
            extra: Extra::Record(kind),
            span,
            debug,
            ..NewInst::new(Opcode::DebugRecord, Type::VOID, &operands)
        };
        let inst = self.body.create_inst(new);
        self.body.append_inst(block, inst);
        self.scratch.operands = operands;
        Ok(())
    }
}

/// The kinds of debug records, and how many parts each has besides its debug location.
const RECORDS: &[(&str, usize)] =
    &[("value", 3), ("declare", 3), ("assign", 6), ("label", 1), ("declare_value", 3)];

/// Whether `, align N` may follow.
fn has_align(opcode: Opcode) -> bool {
    match opcode.shape() {
        Shape::Load | Shape::Store | Shape::CmpXchg | Shape::AtomicRmw => true,
        Shape::FloatUnary
        | Shape::IntBinary
        | Shape::FloatBinary
        | Shape::Cast
        | Shape::IntCompare => false,
        Shape::FloatCompare
        | Shape::Freeze
        | Shape::Select
        | Shape::ExtractElement
        | Shape::InsertElement => false,
        Shape::ShuffleVector
        | Shape::ExtractValue
        | Shape::InsertValue
        | Shape::Alloca
        | Shape::Gep => false,
        Shape::Fence | Shape::VaArg | Shape::Call | Shape::LandingPad | Shape::FuncletPad => false,
        Shape::DebugRecord
        | Shape::Ret
        | Shape::Br
        | Shape::CondBr
        | Shape::Switch
        | Shape::IndirectBr => false,
        Shape::Resume
        | Shape::Unreachable
        | Shape::CleanupRet
        | Shape::CatchRet
        | Shape::CatchSwitch => false,
    }
}
