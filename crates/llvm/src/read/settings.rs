//! The small things at module level: settings, named types, attribute groups, comdats, numbered metadata, and the checks
//! that need all of them.

use super::lexer::Tok;
use super::outline::ItemKind;
use super::parser::{Fail, Parse, Parser, quote};
use super::{Context, Reader, Span};
use crate::diagnostic::{Diagnostic, Severity};
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_ir::{Attr, ComdatKind, Meta, MetaDef, Name, Symbol, Type, TypeKind};
use tollgate_sem::layout::DataLayout;

/// How deep named types may contain each other. See [`MAX_NESTING`](super::parser::MAX_NESTING).
const MAX_TYPE_DEPTH: u32 = 400;

impl Parser<'_, '_> {
    /// `attributes #0 = { ... }`.
    pub(crate) fn attr_group(&mut self) -> Parse<(u32, Vec<Attr>)> {
        self.bump();
        let token = self.expect(Tok::AttrGroup, "the number of an attribute group")?;
        let number = self.number(token)?;
        self.expect(Tok::Equal, "`=`")?;
        Ok((number, self.group_attrs()?))
    }

    /// `$name = comdat kind`.
    pub(crate) fn comdat(&mut self) -> Parse<(Symbol, ComdatKind)> {
        let token = self.bump();
        let bytes = self.name_bytes(token);
        let name = self.ctx.symbol(&bytes);
        self.expect(Tok::Equal, "`=`")?;
        self.expect_word("comdat")?;
        let Some(kind) = ComdatKind::from_word(self.word()) else {
            return Err(self.expected("a kind of comdat such as `any`"));
        };
        self.bump();
        Ok((name, kind))
    }

    /// `!name = !{!0, !1}`.
    pub(crate) fn named_metadata(&mut self) -> Parse<(Symbol, Vec<Meta>)> {
        let token = self.bump();
        let bytes = self.name_bytes(token);
        let name = self.ctx.symbol(&bytes);
        self.expect(Tok::Equal, "`=`")?;
        self.expect(Tok::Bang, "`!{`")?;
        self.expect(Tok::LBrace, "`{`")?;
        let mut elems = Vec::new();
        if !self.eat(Tok::RBrace) {
            loop {
                if !matches!(self.tok.kind, Tok::MetaNumber | Tok::MetaName) {
                    return Err(self.expected("a numbered node"));
                }
                elems.push(self.metadata()?);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
            self.expect(Tok::RBrace, "`,` or `}`")?;
        }
        Ok((name, elems))
    }

    /// `!7 = [distinct] !{...}`.
    pub(crate) fn numbered_metadata(&mut self) -> Parse<(u32, MetaDef)> {
        let token = self.bump();
        let number = self.number(token)?;
        self.expect(Tok::Equal, "`=`")?;
        let distinct = self.eat_word("distinct");
        if !matches!(self.tok.kind, Tok::Bang | Tok::MetaName) {
            return Err(self.expected("a metadata node"));
        }
        let meta = self.metadata()?;
        Ok((number, MetaDef { distinct, meta }))
    }

    /// `uselistorder ...` or `uselistorder_bb ...`, kept as text.
    pub(crate) fn use_list_order(&mut self) -> Parse<Symbol> {
        let first = self.bump();
        loop {
            match self.tok.kind {
                Tok::LBrace => break,
                Tok::Eof | Tok::RBrace | Tok::Bad => return Err(self.expected("`{ indexes }`")),
                _ => self.bump(),
            };
        }
        while !matches!(self.tok.kind, Tok::RBrace | Tok::Eof | Tok::Bad) {
            self.bump();
        }
        let end = self.expect(Tok::RBrace, "`}`")?;
        Ok(self.ctx.symbol(&self.text[first.start as usize..end.end as usize]))
    }

    /// `^0 = kind: ...`: brackets must balance; the rest is kept as text.
    pub(crate) fn summary(&mut self) -> Parse<Symbol> {
        let first = self.bump();
        self.expect(Tok::Equal, "`=`")?;
        self.expect(Tok::Label, "the kind of this entry, such as `module:`")?;
        let mut depth = 0u32;
        while depth > 0 || self.tok.kind != Tok::Eof {
            match self.tok.kind {
                Tok::LParen => depth += 1,
                Tok::RParen if depth > 0 => depth -= 1,
                Tok::RParen | Tok::Bad | Tok::Eof => return Err(self.expected("the rest of this entry")),
                _ => {}
            }
            self.bump();
        }
        Ok(self.ctx.symbol(&self.text[first.start as usize..self.last_end as usize]))
    }

    fn setting(&mut self) -> Parse<Setting> {
        let token = self.bump();
        match self.slice(token) {
            b"source_filename" => {
                self.expect(Tok::Equal, "`=`")?;
                Ok(Setting::SourceFilename(self.string()?))
            }
            b"module" => {
                self.expect_word("asm")?;
                Ok(Setting::Asm(self.string()?))
            }
            b"target" if self.eat_word("datalayout") => {
                self.expect(Tok::Equal, "`=`")?;
                let token = self.tok;
                Ok(Setting::Datalayout(self.string()?, Span { start: token.start + 1, end: token.end - 1 }))
            }
            b"target" if self.eat_word("triple") => {
                self.expect(Tok::Equal, "`=`")?;
                Ok(Setting::Triple(self.string()?))
            }
            b"target" => Err(self.expected("`datalayout` or `triple`")),
            // `deplibs = [ ... ]` of ancient versions says nothing to anybody.
            _ => {
                while self.tok.kind != Tok::Eof {
                    self.bump();
                }
                Ok(Setting::Nothing)
            }
        }
    }
}

enum Setting {
    SourceFilename(Symbol),
    Asm(Symbol),
    Datalayout(Symbol, Span),
    Triple(Symbol),
    Nothing,
}

impl<'t> Reader<'t> {
    fn error(&mut self, span: Span, message: String) {
        self.diagnostics.push(Diagnostic { severity: Severity::Error, span, message });
    }

    pub(super) fn settings(&mut self, ctx: &mut Context) {
        for item in self.of_kind(ItemKind::Setting) {
            match self.parse(ctx, item.span, Parser::setting) {
                Some(Setting::SourceFilename(name)) => self.module.source_filename = Some(name),
                Some(Setting::Asm(line)) => self.module.asm.push(line),
                Some(Setting::Datalayout(layout, span)) => {
                    self.module.datalayout = Some(layout);
                    let problem = match std::str::from_utf8(span.of(self.text)) {
                        Ok(text) => DataLayout::parse(text).err().map(|error| (error.at, error.to_string())),
                        Err(error) => Some((error.valid_up_to(), "a data layout is plain text".to_string())),
                    };
                    if let Some((at, message)) = problem {
                        let start = (span.start + at as u32).min(span.end);
                        self.error(Span { start, end: span.end }, message);
                    }
                    self.tables.set_layout(span.of(self.text));
                }
                Some(Setting::Triple(triple)) => self.module.triple = Some(triple),
                Some(Setting::Nothing) | None => {}
            }
        }
    }

    /// Resolves named types: each after those it contains, by an explicit stack.
    pub(super) fn types(&mut self, ctx: &mut Context) {
        let mut pending: FxHashMap<Name, Span> = FxHashMap::default();
        let mut order = Vec::new();
        for item in self.of_kind(ItemKind::Type) {
            let Some(name) = self.parse_name(ctx, item.span) else { continue };
            if pending.insert(name, item.span).is_some() {
                let shown = quote(item.span.of(self.text));
                self.error(item.span, format!("this type is defined twice: {shown}"));
            }
            order.push(name);
        }
        let mut depths: FxHashMap<Type, u32> = FxHashMap::default();
        for &name in &order {
            let mut stack = vec![name];
            let mut on_stack: FxHashSet<Name> = stack.iter().copied().collect();
            while let Some(&top) = stack.last() {
                if self.tables.types.contains_key(&top) {
                    on_stack.remove(&top);
                    stack.pop();
                    continue;
                }
                let span = pending[&top];
                let Some((body, missing)) = self.type_definition(ctx, span) else {
                    // Reported; an opaque type avoids reporting every use.
                    let ty = ctx.ty(TypeKind::Named { name: top, body: None });
                    self.tables.types.insert(top, ty);
                    continue;
                };
                // The first type that is missing is resolved next, so that the stack is a path of containment. One that
                // is on the path already is recursive: fine behind a pointer, caught below otherwise.
                let mut next = None;
                for missed in missing {
                    if !pending.contains_key(&missed) {
                        let shown = ctx.name_text(missed).into_owned();
                        self.error(span, format!("the type `%{shown}` is not defined"));
                        let ty = ctx.ty(TypeKind::Named { name: missed, body: None });
                        self.tables.types.insert(missed, ty);
                    } else if next.is_none()
                        && !self.tables.types.contains_key(&missed)
                        && on_stack.insert(missed)
                    {
                        next = Some(missed);
                    }
                }
                if let Some(next) = next {
                    stack.push(next);
                    continue;
                }
                let ty = match body {
                    None => ctx.ty(TypeKind::Named { name: top, body: None }),
                    Some(body) if !is_struct(ctx, body) => {
                        // `%t = type i32` names nothing new.
                        body
                    }
                    Some(body) => {
                        let depth = depth_of(ctx, body, &depths) + 1;
                        let recursive = contains_open(ctx, body, &on_stack);
                        if recursive || depth > MAX_TYPE_DEPTH {
                            let what = if recursive { "contains itself" } else { "is nested too deeply" };
                            self.error(span, format!("this type {what}"));
                            ctx.ty(TypeKind::Named { name: top, body: None })
                        } else {
                            let ty = ctx.ty(TypeKind::Named { name: top, body: Some(body) });
                            depths.insert(ty, depth);
                            ty
                        }
                    }
                };
                self.tables.types.insert(top, ty);
            }
        }
        self.module.named_types = order
            .iter()
            .filter_map(|name| self.tables.types.get(name).copied())
            .filter(|&ty| matches!(ctx.kind(ty), TypeKind::Named { .. }))
            .collect();
    }

    fn parse_name(&mut self, ctx: &mut Context, span: Span) -> Option<Name> {
        let mut parser = Parser::new(self.text, span, ctx, &self.tables);
        let token = parser.tok;
        let name = parser.name_of(token).ok();
        self.diagnostics.append(&mut parser.diagnostics);
        name
    }

    /// The body of a named type (none if opaque), and the named types it needs that are not known yet.
    fn type_definition(&mut self, ctx: &mut Context, span: Span) -> Option<(Option<Type>, Vec<Name>)> {
        let mut parser = Parser::new(self.text, span, ctx, &self.tables);
        parser.missing_types = Some(Vec::new());
        let result = (|| -> Result<Option<Type>, Fail> {
            parser.bump();
            parser.expect(Tok::Equal, "`=`")?;
            parser.expect_word("type")?;
            if parser.eat_word("opaque") {
                return Ok(None);
            }
            Ok(Some(parser.ty()?))
        })();
        let result = match result {
            Ok(body) if parser.tok.kind == Tok::Eof => {
                Some((body, parser.missing_types.take().unwrap_or_default()))
            }
            Ok(_) => {
                parser.expected("the end of this definition");
                None
            }
            Err(Fail) => None,
        };
        self.diagnostics.append(&mut parser.diagnostics);
        result
    }

    /// Registers every global's name, so that initialisers and bodies can tell names that are not defined.
    pub(super) fn global_names(&mut self, ctx: &mut Context) {
        for item in self.items {
            if !matches!(item.kind, ItemKind::Global | ItemKind::Declare | ItemKind::Define) {
                continue;
            }
            let mut parser = Parser::new(self.text, item.span, ctx, &self.tables);
            while !matches!(parser.tok.kind, Tok::GlobalName | Tok::GlobalNumber | Tok::Eof) {
                parser.bump();
            }
            let token = parser.tok;
            if token.kind == Tok::Eof {
                continue;
            }
            let Ok(name) = parser.name_of(token) else { continue };
            let shown = parser.slice(token);
            let new = self.tables.globals.insert(name);
            // Intrinsics that differed in a pointee only are one now.
            let one_of_several = item.kind == ItemKind::Declare && shown.starts_with(b"@llvm.");
            if !new && !one_of_several {
                let shown = quote(shown);
                self.error(token.span(), format!("{shown} is defined twice"));
            }
        }
    }

    /// Registers the numbers of metadata nodes.
    pub(super) fn metadata_numbers(&mut self) {
        for item in self.of_kind(ItemKind::NumberedMetadata) {
            let text = item.span.of(self.text);
            let digits = text[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let number =
                super::parser::parse_u64(&text[1..1 + digits]).and_then(|number| u32::try_from(number).ok());
            // A number that is too large is reported when its node is read.
            let Some(number) = number else { continue };
            if !self.tables.metadata.insert(number) {
                let span = Span { start: item.span.start, end: item.span.start + 1 + digits as u32 };
                self.error(span, format!("the metadata !{number} is defined twice"));
            }
        }
    }

    pub(super) fn sort_metadata(&mut self) {
        let metadata = &mut self.module.numbered_metadata;
        if !metadata.is_sorted_by_key(|(number, _)| *number) {
            metadata.sort_by_key(|(number, _)| *number);
        }
    }

    pub(super) fn check_comdats(&mut self, ctx: &Context) {
        let known: FxHashSet<Symbol> = self.module.comdats.iter().map(|(name, _)| *name).collect();
        if known.len() < self.module.comdats.len() {
            let mut seen = FxHashSet::default();
            for (item, &(name, _)) in self.of_kind(ItemKind::Comdat).zip(&self.module.comdats.clone()) {
                if !seen.insert(name) {
                    self.error(item.span, format!("the comdat `${}` is defined twice", ctx.text(name)));
                }
            }
        }
        let headers = self.module.globals.values().map(|var| &var.header);
        let headers = headers.chain(self.module.functions.values().map(|function| &function.header));
        let mut unknown = Vec::new();
        for header in headers {
            if let Some(comdat) = header.comdat
                && !known.contains(&comdat)
            {
                unknown.push((header.span, format!("the comdat `${}` is not defined", ctx.text(comdat))));
            }
        }
        for (span, message) in unknown {
            self.error(span, message);
        }
    }
}

fn is_struct(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.kind(ty), TypeKind::Struct { .. })
}

/// The types directly inside a type.
fn parts(ctx: &Context, ty: Type) -> Vec<Type> {
    match ctx.kind(ty) {
        TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. } => vec![*elem],
        TypeKind::Struct { fields, .. } => fields.to_vec(),
        TypeKind::Target { types, .. } => types.to_vec(),
        TypeKind::Function { ret, params, .. } => params.iter().copied().chain([*ret]).collect(),
        _ => Vec::new(),
    }
}

/// How deep a literal type nests, named types counted by their recorded depth. The recursion is bounded by the
/// parser's own limit.
fn depth_of(ctx: &Context, ty: Type, named: &FxHashMap<Type, u32>) -> u32 {
    if let Some(&depth) = named.get(&ty) {
        return depth;
    }
    parts(ctx, ty).into_iter().map(|part| depth_of(ctx, part, named) + 1).max().unwrap_or(0)
}

/// Whether a literal type contains, not behind a pointer, a named type that is still being resolved.
fn contains_open(ctx: &Context, ty: Type, open: &FxHashSet<Name>) -> bool {
    match ctx.kind(ty) {
        TypeKind::Named { name, body: None } => open.contains(name),
        _ => parts(ctx, ty).into_iter().any(|part| contains_open(ctx, part, open)),
    }
}
