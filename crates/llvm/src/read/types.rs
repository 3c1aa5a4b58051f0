//! Types in text. Typed pointers of LLVM up to 14 become opaque ones here.

use super::lexer::Tok;
use super::parser::{Parse, Parser, parse_u64};
use tollgate_ir::{FloatType, MAX_INT_WIDTH, Name, Type, TypeKind};

impl Parser<'_, '_> {
    /// A type that values can have, or `void`.
    pub(crate) fn ty(&mut self) -> Parse<Type> {
        // Most types by far are `ptr` and integers without a suffix: take them at once.
        if self.tok.kind == Tok::Word {
            let word = self.slice(self.tok);
            let simple = match word {
                b"ptr" => Some(Type::PTR),
                b"i32" => Some(Type::I32),
                b"i64" => Some(Type::I64),
                b"i8" => Some(Type::I8),
                b"i1" => Some(Type::I1),
                _ => None,
            };
            if let Some(ty) = simple {
                self.bump();
                if !matches!(self.tok.kind, Tok::LParen | Tok::Star) && self.word() != b"addrspace"
                {
                    return Ok(ty);
                }
                return self.type_suffix(ty);
            }
        }
        self.nested(|this| {
            let base = this.type_base()?;
            this.type_suffix(base)
        })
    }

    /// A type that can stand in memory or be passed: not `void`, not a function.
    pub(crate) fn value_type(&mut self) -> Parse<Type> {
        let token = self.tok;
        let ty = self.ty()?;
        match self.ctx.kind(ty) {
            TypeKind::Void => self.fail(token, "`void` is not the type of a value"),
            TypeKind::Function { .. } => {
                self.fail(token, "a function type is not the type of a value; use `ptr`")
            }
            _ => Ok(ty),
        }
    }

    /// Pointers `*` and `addrspace(N)*`, and parameter lists of function types.
    fn type_suffix(&mut self, mut ty: Type) -> Parse<Type> {
        loop {
            match self.tok.kind {
                Tok::Star => {
                    self.bump();
                    ty = Type::PTR;
                }
                Tok::LParen => ty = self.function_type(ty)?,
                Tok::Word if self.word() == b"addrspace" => {
                    let space = self.optional_addrspace()?.unwrap_or(0);
                    if ty != Type::PTR {
                        // `i32 addrspace(1)*`: the star must follow.
                        self.expect(Tok::Star, "`*`")?;
                    } else {
                        self.eat(Tok::Star);
                    }
                    ty = self.ctx.ty(TypeKind::Ptr(space));
                }
                _ => return Ok(ty),
            }
        }
    }

    fn function_type(&mut self, ret: Type) -> Parse<Type> {
        self.nested(|this| {
            this.bump();
            let mut params = Vec::new();
            let mut vararg = false;
            if !this.eat(Tok::RParen) {
                loop {
                    if this.eat(Tok::Dots) {
                        vararg = true;
                        break;
                    }
                    params.push(this.value_type()?);
                    if !this.eat(Tok::Comma) {
                        break;
                    }
                }
                this.expect(Tok::RParen, "`)`")?;
            }
            Ok(this.ctx.ty(TypeKind::Function { ret, params: params.into(), vararg }))
        })
    }

    fn type_base(&mut self) -> Parse<Type> {
        match self.tok.kind {
            Tok::Word => self.type_word(),
            Tok::LocalName | Tok::LocalNumber => self.type_name(),
            Tok::LSquare => {
                self.bump();
                let len = self.u64()?;
                self.expect_word("x")?;
                let elem = self.element_type()?;
                self.expect(Tok::RSquare, "`]`")?;
                Ok(self.ctx.ty(TypeKind::Array { len, elem }))
            }
            Tok::LBrace => {
                let fields = self.struct_fields()?;
                Ok(self.ctx.ty(TypeKind::Struct { packed: false, fields: fields.into() }))
            }
            Tok::Less => {
                self.bump();
                if self.tok.kind == Tok::LBrace {
                    let fields = self.struct_fields()?;
                    self.expect(Tok::Greater, "`>`")?;
                    return Ok(self
                        .ctx
                        .ty(TypeKind::Struct { packed: true, fields: fields.into() }));
                }
                self.vector_type()
            }
            _ => Err(self.expected("a type")),
        }
    }

    /// A type that can be part of others or stand in memory.
    pub(crate) fn element_type(&mut self) -> Parse<Type> {
        let token = self.tok;
        let ty = self.value_type()?;
        match self.ctx.kind(ty) {
            TypeKind::Label | TypeKind::Metadata | TypeKind::Token | TypeKind::X86Amx => {
                self.fail(token, "this type cannot be an element")
            }
            _ => Ok(ty),
        }
    }

    fn struct_fields(&mut self) -> Parse<Vec<Type>> {
        self.bump();
        let mut fields = Vec::new();
        if self.eat(Tok::RBrace) {
            return Ok(fields);
        }
        loop {
            fields.push(self.element_type()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RBrace, "`}`")?;
        Ok(fields)
    }

    fn vector_type(&mut self) -> Parse<Type> {
        let scalable = self.eat_word("vscale");
        if scalable {
            self.expect_word("x")?;
        }
        let token = self.tok;
        let len = self.u32()?;
        if len == 0 {
            return self.fail(token, "a vector has at least one lane");
        }
        self.expect_word("x")?;
        let token = self.tok;
        let elem = self.element_type()?;
        let lane = matches!(
            self.ctx.kind(elem),
            TypeKind::Int(_)
                | TypeKind::Byte(_)
                | TypeKind::Float(_)
                | TypeKind::Ptr(_)
                | TypeKind::Target { .. }
        );
        if !lane {
            return self.fail(token, "the lanes of a vector are integers, floats or pointers");
        }
        self.expect(Tok::Greater, "`>`")?;
        Ok(self.ctx.ty(TypeKind::Vector { len, scalable, elem }))
    }

    fn type_word(&mut self) -> Parse<Type> {
        let token = self.tok;
        let word = self.slice(token);
        let kind = match word {
            b"void" => TypeKind::Void,
            b"label" => TypeKind::Label,
            b"metadata" => TypeKind::Metadata,
            b"token" => TypeKind::Token,
            b"x86_amx" => TypeKind::X86Amx,
            b"x86_mmx" => TypeKind::X86Mmx,
            b"ptr" => TypeKind::Ptr(0),
            b"opaque" => return self.fail(token, "`opaque` can only be the body of a named type"),
            b"target" => return self.target_type(),
            _ => match self.sized_word(word) {
                Some((b'i', width)) if (1..=MAX_INT_WIDTH.into()).contains(&width) => {
                    TypeKind::Int(width as u32)
                }
                Some((b'b', width)) if (1..=MAX_INT_WIDTH.into()).contains(&width) => {
                    TypeKind::Byte(width as u32)
                }
                Some(_) => {
                    return self
                        .fail(token, format!("integers have from 1 to {MAX_INT_WIDTH} bits"));
                }
                None => match FloatType::ALL.iter().find(|it| it.word().as_bytes() == word) {
                    Some(&float) => TypeKind::Float(float),
                    None => return Err(self.expected("a type")),
                },
            },
        };
        self.bump();
        Ok(self.ctx.ty(kind))
    }

    /// `iN` or `bN`: the letter and the number, which may be out of range.
    fn sized_word(&self, word: &[u8]) -> Option<(u8, u64)> {
        let (&letter @ (b'i' | b'b'), digits) = word.split_first()? else { return None };
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        Some((letter, parse_u64(digits).unwrap_or(u64::MAX)))
    }

    fn target_type(&mut self) -> Parse<Type> {
        self.bump();
        self.expect(Tok::LParen, "`(`")?;
        let name = self.string()?;
        let (mut types, mut ints) = (Vec::new(), Vec::new());
        while self.eat(Tok::Comma) {
            if self.tok.kind == Tok::Int {
                ints.push(self.u32()?);
            } else if ints.is_empty() {
                types.push(self.ty()?);
            } else {
                return Err(self.expected("a number: type parameters come before numbers"));
            }
        }
        self.expect(Tok::RParen, "`)`")?;
        Ok(self.ctx.ty(TypeKind::Target { name, types: types.into(), ints: ints.into() }))
    }

    fn type_name(&mut self) -> Parse<Type> {
        let token = self.bump();
        let name = self.name_of(token)?;
        if let Some(&ty) = self.tables.types.get(&name) {
            return Ok(ty);
        }
        if self.tok.kind == Tok::Star {
            // A pointer to a type that may contain that pointer: what it points to is of no
            // interest.
            return Ok(Type::I8);
        }
        match &mut self.missing_types {
            Some(missing) => {
                missing.push(name);
                Ok(opaque(self, name))
            }
            None => {
                let shown = super::parser::quote(self.slice(token));
                self.fail(token, format!("the type {shown} is not defined"))
            }
        }
    }
}

/// A named type without a body.
pub(crate) fn opaque(parser: &mut Parser<'_, '_>, name: Name) -> Type {
    parser.ctx.ty(TypeKind::Named { name, body: None })
}
