//! Constants in text, constant expressions of all versions included.

use super::lexer::{Tok, Token};
use super::parser::{Parse, Parser, quote};
use tollgate_ir::{
    Const, ConstExpr, ConstKind, ExprDetail, Flags, FloatPredicate, InlineAsm, IntPredicate, Name,
    Opcode, Shape, Type, TypeKind,
};
use tollgate_sem::float::parse_literal;
use tollgate_sem::int::Int;

impl Parser<'_, '_> {
    /// A constant with its type before it: `i32 5`.
    pub(crate) fn typed_const(&mut self) -> Parse<Const> {
        let ty = self.ty()?;
        self.constant(ty)
    }

    /// A constant of a type that is known.
    pub(crate) fn constant(&mut self, ty: Type) -> Parse<Const> {
        let token = self.tok;
        match token.kind {
            Tok::Int => self.int_const(ty),
            Tok::GlobalName | Tok::GlobalNumber => {
                let name = self.global_name()?;
                self.pointer_type(token, ty)?;
                Ok(self.ctx.make_const(ty, ConstKind::Global(name)))
            }
            Tok::Decimal | Tok::Hex => self.float_const(ty),
            Tok::CString => self.bytes_const(ty),
            Tok::LSquare | Tok::LBrace | Tok::Less => self.nested(|this| this.aggregate_const(ty)),
            Tok::Word => self.nested(|this| this.word_const(ty)),
            Tok::LocalName | Tok::LocalNumber => {
                let shown = quote(self.slice(token));
                self.fail(token, format!("expected a constant, found the local value {shown}"))
            }
            _ => Err(self.expected("a constant")),
        }
    }

    /// `@name`, which must be defined or declared somewhere in the module.
    pub(crate) fn global_name(&mut self) -> Parse<Name> {
        let token = self.tok;
        if !matches!(token.kind, Tok::GlobalName | Tok::GlobalNumber) {
            return Err(self.expected("the name of a global"));
        }
        self.bump();
        let name = self.name_of(token)?;
        if !self.tables.globals.contains(&name) {
            let shown = quote(self.slice(token));
            return self.fail(token, format!("{shown} is not defined in this module"));
        }
        Ok(name)
    }

    fn pointer_type(&mut self, token: Token, ty: Type) -> Parse<()> {
        match self.ctx.kind(ty) {
            TypeKind::Ptr(_) => Ok(()),
            _ => {
                let shown = self.show_type(ty);
                self.fail(
                    token,
                    format!("a global is a pointer, but a value of type {shown} is expected"),
                )
            }
        }
    }

    fn int_const(&mut self, ty: Type) -> Parse<Const> {
        let token = self.bump();
        let width = match *self.ctx.kind(ty) {
            TypeKind::Int(width) | TypeKind::Byte(width) => width,
            _ => {
                let shown = self.show_type(ty);
                return self.fail(token, format!("an integer cannot be a value of type {shown}"));
            }
        };
        let text = self.slice(token);
        if let Some(value) = small_int(text, width) {
            return Ok(self.ctx.make_const(ty, ConstKind::Int(value)));
        }
        // Everything that is not surely in range is converted exactly; LLVM drops bits that do not
        // fit.
        let parsed = std::str::from_utf8(text).ok().and_then(|text| {
            let needed = Int::decimal_width(text).ok()?;
            Some((needed, Int::parse_decimal(needed.max(width), text).ok()?))
        });
        let Some((needed, value)) = parsed else {
            return self.fail(token, "this integer has too many digits");
        };
        if needed > width {
            let shown = self.show_type(ty);
            self.warn_at(
                token.span(),
                format!("this integer does not fit {shown}; its high bits are dropped"),
            );
        }
        Ok(self.int_from_limbs(ty, width, &value))
    }

    fn int_from_limbs(&mut self, ty: Type, width: u32, value: &Int) -> Const {
        let value = value.zext_or_trunc(width);
        if width <= 64 {
            self.ctx.make_const(ty, ConstKind::Int(value.low_u64()))
        } else {
            self.ctx.const_wide_int(ty, value.limbs())
        }
    }

    fn float_const(&mut self, ty: Type) -> Parse<Const> {
        let token = self.bump();
        let TypeKind::Float(float) = *self.ctx.kind(ty) else {
            let shown = self.show_type(ty);
            return self.fail(token, format!("a float cannot be a value of type {shown}"));
        };
        let text = std::str::from_utf8(self.slice(token)).unwrap_or_default();
        match parse_literal(float, text) {
            Ok(value) => {
                let bits = value.bits();
                Ok(self.ctx.make_const(ty, ConstKind::Float(bits as u64, (bits >> 64) as u64)))
            }
            Err(error) => self.fail(token, error.to_string()),
        }
    }

    fn bytes_const(&mut self, ty: Type) -> Parse<Const> {
        let token = self.bump();
        let bytes = self.name_bytes(token);
        match *self.ctx.kind(ty) {
            TypeKind::Array { len, elem: Type::I8 } if len == bytes.len() as u64 => {
                Ok(self.ctx.const_bytes(ty, &bytes))
            }
            _ => {
                let shown = self.show_type(ty);
                self.fail(
                    token,
                    format!("a string of {} bytes cannot be a value of type {shown}", bytes.len()),
                )
            }
        }
    }

    fn aggregate_const(&mut self, ty: Type) -> Parse<Const> {
        let open = self.bump();
        let structural = self.ctx.structural(ty);
        let packed = open.kind == Tok::Less && self.tok.kind == Tok::LBrace;
        let brackets_fit = match self.ctx.kind(structural) {
            TypeKind::Array { .. } => open.kind == Tok::LSquare,
            TypeKind::Struct { packed: is_packed, .. } => {
                if *is_packed {
                    packed
                } else {
                    open.kind == Tok::LBrace
                }
            }
            TypeKind::Vector { .. } => open.kind == Tok::Less && !packed,
            _ => false,
        };
        if !brackets_fit {
            let shown = self.show_type(ty);
            return self.fail(open, format!("these brackets do not begin a value of type {shown}"));
        }
        if packed {
            self.bump();
        }
        let close = match open.kind {
            Tok::LSquare => Tok::RSquare,
            Tok::LBrace => Tok::RBrace,
            _ if packed => Tok::RBrace,
            _ => Tok::Greater,
        };
        let mut elems = Vec::new();
        if self.tok.kind != close {
            loop {
                let token = self.tok;
                let elem_type = self.ty()?;
                match self.ctx.part(structural, elems.len() as u64) {
                    Some(wanted) if wanted == elem_type => {}
                    Some(wanted) => {
                        let (wanted, found) = (self.show_type(wanted), self.show_type(elem_type));
                        return self.fail(
                            token,
                            format!("expected an element of type {wanted}, found {found}"),
                        );
                    }
                    None => {
                        let shown = self.show_type(ty);
                        return self
                            .fail(token, format!("a value of type {shown} has no more elements"));
                    }
                }
                elems.push(self.constant(elem_type)?);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        let closing = self.expect(close, "the closing bracket or `,`")?;
        if packed {
            self.expect(Tok::Greater, "`>`")?;
        }
        if self.ctx.part(structural, elems.len() as u64).is_some() {
            let shown = self.show_type(ty);
            return self.fail(closing, format!("a value of type {shown} has more elements"));
        }
        if elems.is_empty() && open.kind == Tok::LSquare {
            // As LLVM reads it.
            return Ok(self.ctx.const_undef(ty));
        }
        Ok(self.ctx.const_aggregate(ty, &elems))
    }

    fn word_const(&mut self, ty: Type) -> Parse<Const> {
        let token = self.tok;
        let word = self.slice(token);
        let simple = match word {
            b"true" | b"false" => {
                if ty != Type::I1 {
                    let shown = self.show_type(ty);
                    return self
                        .fail(token, format!("a truth value cannot be a value of type {shown}"));
                }
                Some(ConstKind::Int(u64::from(word == b"true")))
            }
            b"null" => {
                if !matches!(self.ctx.kind(ty), TypeKind::Ptr(_)) {
                    let shown = self.show_type(ty);
                    return self
                        .fail(token, format!("`null` is a pointer, not a value of type {shown}"));
                }
                Some(ConstKind::Null)
            }
            b"undef" => Some(ConstKind::Undef),
            b"poison" => Some(ConstKind::Poison),
            b"none" => {
                if ty != Type::TOKEN {
                    return self.fail(token, "`none` is a token");
                }
                Some(ConstKind::NoneToken)
            }
            b"zeroinitializer" => {
                self.bump();
                return match self.ctx.const_zero(ty) {
                    Some(zero) => Ok(zero),
                    None => {
                        let shown = self.show_type(ty);
                        self.fail(token, format!("the type {shown} has no zero"))
                    }
                };
            }
            _ => None,
        };
        if let Some(kind) = simple {
            self.bump();
            if matches!(self.ctx.kind(ty), TypeKind::Void | TypeKind::Label | TypeKind::Metadata) {
                let shown = self.show_type(ty);
                return self.fail(token, format!("there are no constants of type {shown}"));
            }
            return Ok(self.ctx.make_const(ty, kind));
        }
        match word {
            b"splat" => self.splat_const(ty),
            b"asm" => self.asm_const(ty),
            b"blockaddress" => self.blockaddress_const(ty),
            b"dso_local_equivalent" | b"no_cfi" => {
                self.bump();
                let name = self.global_name()?;
                let kind = match word {
                    b"no_cfi" => ConstKind::NoCfi(name),
                    _ => ConstKind::DsoLocalEquivalent(name),
                };
                Ok(self.ctx.make_const(ty, kind))
            }
            b"ptrauth" => {
                self.bump();
                self.expect(Tok::LParen, "`(`")?;
                let mut parts = vec![self.typed_const()?];
                while self.eat(Tok::Comma) {
                    parts.push(self.typed_const()?);
                }
                self.expect(Tok::RParen, "`)`")?;
                Ok(self.ctx.make_const(ty, ConstKind::PtrAuth(parts.into())))
            }
            [b'u' | b's', b'0', b'x', ..] => self.hex_int_const(ty),
            _ => self.expr_const(ty),
        }
    }

    /// `u0x1F` or `s0x1F`: an integer by its hexadecimal digits, extended by zeros or by its top
    /// bit.
    fn hex_int_const(&mut self, ty: Type) -> Parse<Const> {
        let token = self.bump();
        let (TypeKind::Int(width) | TypeKind::Byte(width)) = *self.ctx.kind(ty) else {
            let shown = self.show_type(ty);
            return self.fail(token, format!("an integer cannot be a value of type {shown}"));
        };
        let word = self.slice(token);
        let digits = std::str::from_utf8(&word[3..]).unwrap_or_default();
        // The number of digits, less leading zeros, is the width that a signed number is extended
        // from.
        let trimmed = digits.trim_start_matches('0');
        let active = match trimmed.bytes().next().and_then(|digit| (digit as char).to_digit(16)) {
            Some(first) => (trimmed.len() as u64 - 1) * 4 + u64::from(32 - first.leading_zeros()),
            None => 1,
        };
        let value = u32::try_from(active)
            .ok()
            .filter(|&active| active <= tollgate_ir::MAX_INT_WIDTH)
            .and_then(|active| {
                Int::parse_hex(active.max(1), if trimmed.is_empty() { "0" } else { trimmed }).ok()
            });
        let Some(value) = value else {
            return self.fail(token, "expected hexadecimal digits of an integer");
        };
        let value =
            if word[0] == b's' { value.sext_or_trunc(width) } else { value.zext_or_trunc(width) };
        Ok(self.int_from_limbs(ty, width, &value))
    }

    fn splat_const(&mut self, ty: Type) -> Parse<Const> {
        let token = self.bump();
        let TypeKind::Vector { elem, .. } = *self.ctx.kind(ty) else {
            let shown = self.show_type(ty);
            return self
                .fail(token, format!("`splat` makes a vector, not a value of type {shown}"));
        };
        self.expect(Tok::LParen, "`(`")?;
        let token = self.tok;
        let lane_type = self.ty()?;
        if lane_type != elem {
            let shown = self.show_type(elem);
            return self.fail(token, format!("expected a lane of type {shown}"));
        }
        let lane = self.constant(lane_type)?;
        self.expect(Tok::RParen, "`)`")?;
        Ok(self.ctx.const_splat(ty, lane))
    }

    /// `asm [sideeffect] [alignstack] [inteldialect] [unwind] "template", "constraints"`.
    fn asm_const(&mut self, ty: Type) -> Parse<Const> {
        self.bump();
        let side_effect = self.eat_word("sideeffect");
        let align_stack = self.eat_word("alignstack");
        let intel = self.eat_word("inteldialect");
        let unwind = self.eat_word("unwind");
        let template = self.string()?;
        self.expect(Tok::Comma, "`,`")?;
        let constraints = self.string()?;
        let asm = InlineAsm { template, constraints, side_effect, align_stack, intel, unwind };
        Ok(self.ctx.make_const(ty, ConstKind::Asm(Box::new(asm))))
    }

    fn blockaddress_const(&mut self, ty: Type) -> Parse<Const> {
        self.bump();
        self.expect(Tok::LParen, "`(`")?;
        let function = self.global_name()?;
        self.expect(Tok::Comma, "`,`")?;
        let token = self.tok;
        if !matches!(token.kind, Tok::LocalName | Tok::LocalNumber) {
            return Err(self.expected("the label of a block"));
        }
        self.bump();
        let block = self.name_of(token)?;
        self.expect(Tok::RParen, "`)`")?;
        Ok(self.ctx.make_const(ty, ConstKind::BlockAddress { function, block }))
    }

    /// An operation on constants; `ty` is the type the context expects.
    fn expr_const(&mut self, ty: Type) -> Parse<Const> {
        let token = self.tok;
        let Some(opcode) = super::opcodes::opcode(self.slice(token)) else {
            return Err(self.expected("a constant"));
        };
        self.bump();
        let flags = self.flags(opcode)?;
        let (detail, operands, result) = match opcode.shape() {
            Shape::IntBinary | Shape::FloatBinary => {
                let operands = self.const_operands(2)?;
                let result = self.const_type(operands[0]);
                (ExprDetail::None, operands, result)
            }
            Shape::FloatUnary | Shape::Freeze => {
                let operands = self.const_operands(1)?;
                let result = self.const_type(operands[0]);
                (ExprDetail::None, operands, result)
            }
            Shape::Cast => {
                self.expect(Tok::LParen, "`(`")?;
                let operand = self.typed_const()?;
                self.expect_word("to")?;
                let result = self.ty()?;
                self.expect(Tok::RParen, "`)`")?;
                if self.const_type(operand) == result && opcode == Opcode::BitCast {
                    // Between typed pointers of old versions; as opaque ones they are the same.
                    return Ok(operand);
                }
                (ExprDetail::None, vec![operand], result)
            }
            Shape::IntCompare => {
                let Some(predicate) = IntPredicate::from_word(self.word()) else {
                    return Err(self.expected("a predicate such as `eq` or `slt`"));
                };
                self.bump();
                let operands = self.const_operands(2)?;
                let of = self.const_type(operands[0]);
                let result = self.ctx.with_scalar(of, Type::I1);
                (ExprDetail::IntPredicate(predicate), operands, result)
            }
            Shape::FloatCompare => {
                let Some(predicate) = FloatPredicate::from_word(self.word()) else {
                    return Err(self.expected("a predicate such as `oeq` or `ult`"));
                };
                self.bump();
                let operands = self.const_operands(2)?;
                let of = self.const_type(operands[0]);
                let result = self.ctx.with_scalar(of, Type::I1);
                (ExprDetail::FloatPredicate(predicate), operands, result)
            }
            Shape::Select => {
                let operands = self.const_operands(3)?;
                let result = self.const_type(operands[1]);
                (ExprDetail::None, operands, result)
            }
            Shape::ExtractElement => {
                let operands = self.const_operands(2)?;
                let of = self.const_type(operands[0]);
                let result = self.ctx.scalar(of);
                (ExprDetail::None, operands, result)
            }
            Shape::InsertElement => {
                let operands = self.const_operands(3)?;
                let result = self.const_type(operands[0]);
                (ExprDetail::None, operands, result)
            }
            Shape::ShuffleVector => {
                let operands = self.const_operands(3)?;
                let (of, mask) = (self.const_type(operands[0]), self.const_type(operands[2]));
                let lane = self.ctx.scalar(of);
                let result = self.ctx.with_scalar(mask, lane);
                (ExprDetail::None, operands, result)
            }
            Shape::ExtractValue | Shape::InsertValue => self.aggregate_expr(opcode)?,
            Shape::Gep => self.gep_expr()?,
            _ => return Err(self.expr_not_allowed(token)),
        };
        if result != ty {
            let (wanted, found) = (self.show_type(ty), self.show_type(result));
            return self.fail(
                token,
                format!("expected a constant of type {wanted}, this one has type {found}"),
            );
        }
        let expr = ConstExpr { opcode, flags, operands: operands.into(), detail };
        Ok(self.ctx.make_const(ty, ConstKind::Expr(Box::new(expr))))
    }

    fn expr_not_allowed(&mut self, token: Token) -> super::parser::Fail {
        let shown = quote(self.slice(token));
        self.error_at(token.span(), format!("{shown} cannot be part of a constant"))
    }

    fn const_type(&self, id: Const) -> Type {
        self.ctx.constant(id).ty
    }

    fn const_operands(&mut self, count: usize) -> Parse<Vec<Const>> {
        self.expect(Tok::LParen, "`(`")?;
        let mut operands = Vec::with_capacity(count);
        for index in 0..count {
            if index > 0 {
                self.expect(Tok::Comma, "`,`")?;
            }
            operands.push(self.typed_const()?);
        }
        self.expect(Tok::RParen, "`)`")?;
        Ok(operands)
    }

    fn aggregate_expr(&mut self, opcode: Opcode) -> Parse<(ExprDetail, Vec<Const>, Type)> {
        self.expect(Tok::LParen, "`(`")?;
        let aggregate = self.typed_const()?;
        let mut operands = vec![aggregate];
        self.expect(Tok::Comma, "`,`")?;
        if opcode == Opcode::InsertValue {
            operands.push(self.typed_const()?);
            self.expect(Tok::Comma, "`,`")?;
        }
        let token = self.tok;
        let mut indices = vec![self.u32()?];
        while self.eat(Tok::Comma) {
            indices.push(self.u32()?);
        }
        self.expect(Tok::RParen, "`)`")?;
        let whole = self.const_type(aggregate);
        let Some(part) = self.path_type(whole, &indices) else {
            return self.fail(token, "this path leads nowhere");
        };
        let result = if opcode == Opcode::InsertValue { whole } else { part };
        Ok((ExprDetail::Indices(indices.into()), operands, result))
    }

    /// The type of the part of an aggregate that a path leads to.
    pub(crate) fn path_type(&self, whole: Type, path: &[u32]) -> Option<Type> {
        path.iter().try_fold(whole, |ty, &index| match self.ctx.kind(ty) {
            TypeKind::Vector { .. } => None,
            _ => self.ctx.part(ty, u64::from(index)),
        })
    }

    fn gep_expr(&mut self) -> Parse<(ExprDetail, Vec<Const>, Type)> {
        let mut bounds = None;
        if self.eat_word("inrange") {
            self.expect(Tok::LParen, "`(`")?;
            // Bounds have the index width, which only the data layout knows: 64 bits hold them all.
            let low = self.int_const(Type::I64)?;
            self.expect(Tok::Comma, "`,`")?;
            let high = self.int_const(Type::I64)?;
            self.expect(Tok::RParen, "`)`")?;
            bounds = Some((low, high));
        }
        self.expect(Tok::LParen, "`(`")?;
        let source = self.value_type()?;
        self.expect(Tok::Comma, "`,`")?;
        let mut operands = vec![self.typed_const()?];
        while self.eat(Tok::Comma) {
            // Up to LLVM 18 `inrange` stood before an index; it only ever helped the linker and is
            // dropped, as LLVM does.
            self.eat_word("inrange");
            operands.push(self.typed_const()?);
        }
        self.expect(Tok::RParen, "`)`")?;
        let base = self.const_type(operands[0]);
        let result =
            self.gep_type(base, operands[1..].iter().map(|&id| self.ctx.constant(id).ty).collect());
        Ok((ExprDetail::Gep { source, inrange: bounds }, operands, result))
    }

    /// The type of an address computed from a base and indices of these types: a vector if any of
    /// them is.
    pub(crate) fn gep_type(&mut self, base: Type, indices: Vec<Type>) -> Type {
        if matches!(self.ctx.kind(base), TypeKind::Vector { .. }) {
            return base;
        }
        match indices.into_iter().find(|&ty| matches!(self.ctx.kind(ty), TypeKind::Vector { .. })) {
            Some(vector) => self.ctx.with_scalar(vector, base),
            None => base,
        }
    }

    /// The flags that stand after an opcode's word.
    pub(crate) fn flags(&mut self, opcode: Opcode) -> Parse<Flags> {
        let allowed = opcode.info().flags;
        let mut flags = Flags::NONE;
        if allowed.is_empty() {
            return Ok(flags);
        }
        while self.tok.kind == Tok::Word {
            let word = self.slice(self.tok);
            let flag = match word {
                b"nuw" => Flags::NUW,
                b"nsw" => Flags::NSW,
                b"inbounds" => Flags::INBOUNDS,
                b"nusw" => Flags::NUSW,
                b"exact" => Flags::EXACT,
                b"disjoint" => Flags::DISJOINT,
                b"nneg" => Flags::NNEG,
                b"samesign" => Flags::SAMESIGN,
                b"volatile" => Flags::VOLATILE,
                b"weak" => Flags::WEAK,
                b"fast" => Flags::FAST,
                b"nnan" => Flags::NNAN,
                b"ninf" => Flags::NINF,
                b"nsz" => Flags::NSZ,
                b"arcp" => Flags::ARCP,
                b"contract" => Flags::CONTRACT,
                b"afn" => Flags::AFN,
                b"reassoc" => Flags::REASSOC,
                b"inalloca" => Flags::INALLOCA,
                b"swifterror" => Flags::SWIFTERROR,
                _ => break,
            };
            if !allowed.contains(flag) {
                let token = self.tok;
                let shown = quote(word);
                return self.fail(token, format!("{shown} cannot stand on `{}`", opcode.word()));
            }
            flags |= flag;
            self.bump();
        }
        Ok(flags)
    }
}

/// An integer that surely fits a width of at most 64 bits, as its bits.
#[inline]
pub(crate) fn small_int(text: &[u8], width: u32) -> Option<u64> {
    let (negative, digits) = match text.split_first() {
        Some((b'-', rest)) => (true, rest),
        _ => (false, text),
    };
    if digits.len() > 18 || width > 64 {
        return None;
    }
    let mut value = 0u64;
    for &digit in digits {
        value = value * 10 + u64::from(digit.wrapping_sub(b'0'));
    }
    let limit = if width == 64 { u64::MAX } else { (1 << width) - 1 };
    if negative {
        (value <= 1 << (width - 1)).then(|| value.wrapping_neg() & limit)
    } else {
        (value <= limit).then_some(value)
    }
}
