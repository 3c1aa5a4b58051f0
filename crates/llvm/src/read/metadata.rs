//! Metadata in text: nodes of every kind are kept, known to us or not.

use super::lexer::Tok;
use super::parser::{Parse, Parser};
use tollgate_ir::{Meta, MetaField, MetaFieldValue, MetaKind, Symbol};

impl Parser<'_, '_> {
    /// Metadata that does not speak of local values: `!7`, `!"text"`, `!{...}`, `!DIThing(...)`,
    /// `i32 5`, `null`.
    pub(crate) fn metadata(&mut self) -> Parse<Meta> {
        match self.tok.kind {
            Tok::MetaNumber => {
                let token = self.bump();
                let number = self.number(token)?;
                if !self.tables.metadata.contains(&number) {
                    return self.fail(token, format!("the metadata !{number} is not defined"));
                }
                Ok(self.ctx.meta(MetaKind::Slot(number)))
            }
            Tok::Bang => {
                self.bump();
                match self.tok.kind {
                    Tok::String => {
                        let text = self.string()?;
                        Ok(self.ctx.meta(MetaKind::String(text)))
                    }
                    Tok::LBrace => self.nested(Self::metadata_tuple),
                    _ => Err(self.expected("`{`, a string, a number or a name behind `!`")),
                }
            }
            Tok::MetaName => self.nested(Self::metadata_node),
            Tok::Word if self.word() == b"null" => {
                self.bump();
                Ok(self.ctx.meta(MetaKind::Null))
            }
            _ => {
                let id = self.typed_const()?;
                Ok(self.ctx.meta(MetaKind::Const(id)))
            }
        }
    }

    fn metadata_tuple(&mut self) -> Parse<Meta> {
        let elems = self.metadata_list(Tok::LBrace, Tok::RBrace)?;
        Ok(self.ctx.meta(MetaKind::Tuple(elems.into())))
    }

    fn metadata_list(&mut self, open: Tok, close: Tok) -> Parse<Vec<Meta>> {
        self.expect(open, "an opening bracket")?;
        let mut elems = Vec::new();
        if self.eat(close) {
            return Ok(elems);
        }
        loop {
            elems.push(self.metadata()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(close, "`,` or a closing bracket")?;
        Ok(elems)
    }

    /// `!Name(field, ...)`.
    pub(crate) fn metadata_node(&mut self) -> Parse<Meta> {
        let token = self.bump();
        let bytes = self.name_bytes(token);
        if !bytes.iter().all(|it| it.is_ascii_alphanumeric() || *it == b'_') {
            return self.fail(token, "this is no kind of metadata");
        }
        let name = self.ctx.symbol(&bytes);
        self.expect(Tok::LParen, "`(`")?;
        let mut fields = Vec::new();
        if !self.eat(Tok::RParen) {
            loop {
                fields.push(self.metadata_field()?);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
            self.expect(Tok::RParen, "`,` or `)`")?;
        }
        Ok(self.ctx.meta(MetaKind::Node { name, fields: fields.into() }))
    }

    fn metadata_field(&mut self) -> Parse<MetaField> {
        let mut key = None;
        if self.tok.kind == Tok::Label {
            let token = self.bump();
            let bytes = self.name_bytes(token);
            key = Some(self.ctx.symbol(&bytes));
        }
        let value = match self.tok.kind {
            Tok::String => MetaFieldValue::String(self.string()?),
            Tok::LBrace => MetaFieldValue::List(
                self.nested(|this| this.metadata_list(Tok::LBrace, Tok::RBrace))?.into(),
            ),
            Tok::Int | Tok::Hex | Tok::Decimal => MetaFieldValue::Words(self.metadata_words()?),
            Tok::Word if self.is_bare_field() => MetaFieldValue::Words(self.metadata_words()?),
            _ => MetaFieldValue::Meta(self.metadata()?),
        };
        Ok(MetaField { key, value })
    }

    /// Whether the word at hand is a keyword (`DW_TAG_member`, `true`, `FullDebug`) rather than the
    /// type of a constant.
    fn is_bare_field(&self) -> bool {
        matches!(self.peek().kind, Tok::Comma | Tok::RParen | Tok::Bar)
    }

    /// A number or keywords joined by `|`.
    fn metadata_words(&mut self) -> Parse<Symbol> {
        let first = self.bump();
        if self.tok.kind != Tok::Bar {
            return Ok(self.ctx.symbol(self.slice(first)));
        }
        let mut text = self.slice(first).to_vec();
        while self.eat(Tok::Bar) {
            if !matches!(self.tok.kind, Tok::Word | Tok::Int) {
                return Err(self.expected("a flag"));
            }
            let next = self.bump();
            text.extend_from_slice(b" | ");
            text.extend_from_slice(self.slice(next));
        }
        Ok(self.ctx.symbol(&text))
    }

    /// `!kind !meta`: one attachment, whose name is at hand.
    pub(crate) fn attachment(&mut self) -> Parse<(Symbol, Meta)> {
        let token = self.expect(Tok::MetaName, "the name of a metadata attachment")?;
        let bytes = self.name_bytes(token);
        let kind = self.ctx.symbol(&bytes);
        // Nearly always a numbered node.
        let meta = self.metadata()?;
        Ok((kind, meta))
    }
}
