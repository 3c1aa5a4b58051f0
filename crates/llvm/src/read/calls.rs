//! Calls in text: `call`, `invoke` and `callbr` with arguments, attributes, bundles, and metadata
//! as arguments.

use super::body::BodyParser;
use super::instructions::Parts;
use super::lexer::{Tok, Token};
use super::parser::Parse;
use tollgate_ir::{
    AttrSet, Bundle, CallInfo, ConstKind, Extra, MetaKind, Opcode, Places, Type, TypeKind, Value,
    ValueDef, Wrapped,
};

/// What a call calls, as far as its arguments are not known yet.
enum Callee {
    Value(Value),
    /// An intrinsic that the module does not declare: only the arguments tell which function that
    /// is.
    Undeclared(Token),
}

impl BodyParser<'_, '_, '_> {
    /// A call after its word.
    pub(crate) fn call(&mut self, opcode: Opcode) -> Parse<Parts> {
        let flags = self.p.flags(opcode)?;
        let convention = self.p.convention()?.unwrap_or(0);
        let result_attrs = self.p.value_attrs(Places::RESULT)?;
        let space = self.p.optional_addrspace()?;
        let type_token = self.p.tok;
        let written = self.p.ty()?;
        let callee_type = match space.unwrap_or(self.p.tables.program_space) {
            0 => Type::PTR,
            space => self.p.ctx.ty(TypeKind::Ptr(space)),
        };
        let callee = self.callee(callee_type)?;
        self.p.expect(Tok::LParen, "`(`")?;
        let mut param_attrs: Vec<AttrSet> = Vec::new();
        if !self.p.eat(Tok::RParen) {
            loop {
                if self.p.tok.kind == Tok::Dots && self.p.peek().kind == Tok::RParen {
                    // `musttail` calls pass the caller's variable arguments on.
                    self.p.bump();
                    break;
                }
                let attrs = self.argument()?;
                param_attrs.push(attrs);
                if !self.p.eat(Tok::Comma) {
                    break;
                }
            }
            self.p.expect(Tok::RParen, "`,` or `)`")?;
        }
        let args = self.scratch.operands.len();
        let function_attrs = self.p.call_attrs()?;
        let bundles = self.bundles()?;
        match opcode {
            Opcode::Invoke => self.invoke_targets()?,
            Opcode::CallBr => self.callbr_targets()?,
            _ => {}
        }
        let ty = self.call_type(written, args)?;
        self.check_args(type_token, ty, args)?;
        let TypeKind::Function { ret: result, .. } = *self.p.ctx.kind(ty) else {
            return self.p.fail(type_token, "expected the type of a function");
        };
        let callee = match callee {
            Callee::Value(callee) => callee,
            Callee::Undeclared(token) => {
                let name = self.p.implicit_callee(token, ty)?;
                let id = self.p.ctx.make_const(callee_type, ConstKind::Global(name));
                self.body.constant(id, callee_type)
            }
        };
        self.scratch.operands.push(callee);
        let attrs = if function_attrs == AttrSet::EMPTY
            && result_attrs == AttrSet::EMPTY
            && param_attrs.iter().all(|&set| set == AttrSet::EMPTY)
        {
            tollgate_ir::AttrList::EMPTY
        } else {
            self.p.ctx.attr_list(function_attrs, result_attrs, &param_attrs)
        };
        let info = CallInfo { convention, attrs, args: args as u32, bundles };
        Ok(Parts {
            flags,
            extra: Extra::Call(info),
            result: Some(result),
            ..Parts::new(opcode, ty)
        })
    }

    fn callee(&mut self, ty: Type) -> Parse<Callee> {
        let token = self.p.tok;
        if self.p.at_undeclared_intrinsic() {
            return Ok(Callee::Undeclared(self.p.bump()));
        }
        // A global may live in another address space than the program's: take its own then.
        if matches!(
            token.kind,
            Tok::LocalName | Tok::LocalNumber | Tok::GlobalName | Tok::GlobalNumber | Tok::Word
        ) {
            return Ok(Callee::Value(self.value(ty)?));
        }
        Err(self.p.expected("what is called"))
    }

    /// The function type of a call: what is written, or made from the result and the arguments.
    fn call_type(&mut self, written: Type, args: usize) -> Parse<Type> {
        if matches!(self.p.ctx.kind(written), TypeKind::Function { .. }) {
            return Ok(written);
        }
        let params =
            self.scratch.operands[..args].iter().map(|&arg| self.body.value_type(arg)).collect();
        Ok(self.p.ctx.ty(TypeKind::Function { ret: written, params, vararg: false }))
    }

    fn check_args(&mut self, token: Token, ty: Type, args: usize) -> Parse<()> {
        let TypeKind::Function { params, vararg, .. } = self.p.ctx.kind(ty) else { return Ok(()) };
        if args < params.len() || args > params.len() && !vararg {
            let wanted = params.len();
            return self
                .p
                .fail(token, format!("the callee takes {wanted} arguments, {args} are given"));
        }
        let wrong = (0..params.len())
            .find(|&at| self.body.value_type(self.scratch.operands[at]) != params[at]);
        if let Some(at) = wrong {
            let (wanted, found) = (params[at], self.body.value_type(self.scratch.operands[at]));
            let (wanted, found) = (self.p.show_type(wanted), self.p.show_type(found));
            return self.p.fail(
                token,
                format!("argument {} has type {found}, the callee takes {wanted}", at + 1),
            );
        }
        Ok(())
    }

    /// `ty [attributes] value`, pushed to the operands.
    pub(crate) fn argument(&mut self) -> Parse<AttrSet> {
        let ty = self.p.value_type()?;
        if ty == Type::METADATA {
            let value = self.metadata_value()?;
            self.scratch.operands.push(value);
            return Ok(AttrSet::EMPTY);
        }
        let attrs = match self.p.tok.kind {
            Tok::Word | Tok::String => self.p.value_attrs(Places::PARAM)?,
            _ => AttrSet::EMPTY,
        };
        let value = self.value(ty)?;
        self.scratch.operands.push(value);
        Ok(attrs)
    }

    /// `[ "tag"(operands), ... ]`.
    fn bundles(&mut self) -> Parse<Box<[Bundle]>> {
        if self.p.tok.kind != Tok::LSquare {
            return Ok(Box::default());
        }
        self.p.bump();
        let mut bundles = Vec::new();
        loop {
            let tag = self.p.string()?;
            self.p.expect(Tok::LParen, "`(`")?;
            let before = self.scratch.operands.len();
            if !self.p.eat(Tok::RParen) {
                loop {
                    let value = self.bundle_operand()?;
                    self.scratch.operands.push(value);
                    if !self.p.eat(Tok::Comma) {
                        break;
                    }
                }
                self.p.expect(Tok::RParen, "`,` or `)`")?;
            }
            bundles.push(Bundle { tag, operands: (self.scratch.operands.len() - before) as u32 });
            if !self.p.eat(Tok::Comma) {
                break;
            }
        }
        self.p.expect(Tok::RSquare, "`,` or `]`")?;
        Ok(bundles.into())
    }

    fn bundle_operand(&mut self) -> Parse<Value> {
        let ty = self.p.ty()?;
        if ty == Type::METADATA { self.metadata_value() } else { self.value(ty) }
    }

    fn invoke_targets(&mut self) -> Parse<()> {
        self.p.expect_word("to")?;
        let normal = self.label_ref()?;
        self.p.expect_word("unwind")?;
        let unwind = self.label_ref()?;
        self.scratch.blocks.extend([normal, unwind]);
        Ok(())
    }

    fn callbr_targets(&mut self) -> Parse<()> {
        self.p.expect_word("to")?;
        let fallthrough = self.label_ref()?;
        self.scratch.blocks.push(fallthrough);
        self.p.expect(Tok::LSquare, "`[`")?;
        self.label_list()
    }

    /// Metadata as an operand: it may wrap values of this body.
    pub(crate) fn metadata_value(&mut self) -> Parse<Value> {
        match self.p.tok.kind {
            Tok::MetaName if self.p.slice(self.p.tok) == b"!DIArgList" => {
                self.p.bump();
                self.p.expect(Tok::LParen, "`(`")?;
                let mut values = Vec::new();
                if !self.p.eat(Tok::RParen) {
                    loop {
                        values.push(self.typed_value()?);
                        if !self.p.eat(Tok::Comma) {
                            break;
                        }
                    }
                    self.p.expect(Tok::RParen, "`,` or `)`")?;
                }
                Ok(self.body.wrapped_value(Wrapped::List(values.into())))
            }
            Tok::MetaNumber | Tok::MetaName | Tok::Bang => {
                let meta = self.p.metadata()?;
                Ok(self.body.meta_value(meta))
            }
            _ => {
                let value = self.typed_value()?;
                // A constant is the same in every body: keep it as module-level metadata.
                match self.body.value(value).def {
                    ValueDef::Const(id)
                        if !matches!(self.p.ctx.constant(id).kind, ConstKind::Asm(_)) =>
                    {
                        let meta = self.p.ctx.meta(MetaKind::Const(id));
                        Ok(self.body.meta_value(meta))
                    }
                    _ => Ok(self.body.wrapped_value(Wrapped::Value(value))),
                }
            }
        }
    }
}
