//! The small items at module level: settings, named types, attribute groups, comdats, numbered
//! metadata, and the checks that need all of them.

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

/// How often definitions that wait for others are tried again.
const MAX_TYPE_ROUNDS: usize = 4;

/// How many parts a type may have that is not behind a name: so many are written wherever it is
/// used.
const MAX_TYPE_SIZE: u64 = 1 << 20;

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
                Tok::RParen | Tok::Bad | Tok::Eof => {
                    return Err(self.expected("the rest of this entry"));
                }
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
                Ok(Setting::Datalayout(
                    self.string()?,
                    Span { start: token.start + 1, end: token.end - 1 },
                ))
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
                        Ok(text) => {
                            DataLayout::parse(text).err().map(|error| (error.at, error.to_string()))
                        }
                        Err(error) => {
                            Some((error.valid_up_to(), "a data layout is plain text".to_string()))
                        }
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
        // Depth first over what definitions mention, so that each is read after those it contains.
        // One that contains a type that is not known yet is tried again later: behind a pointer to
        // something larger, as in `[2 x %t]*`, a mention need not be a part. What never resolves
        // contains itself.
        let mut measures: FxHashMap<Type, Measure> = FxHashMap::default();
        let mut visited: FxHashSet<Name> = FxHashSet::default();
        let mut unresolved = Vec::new();
        for &name in &order {
            if !visited.insert(name) {
                continue;
            }
            let mut stack = vec![(name, self.mentioned_types(ctx, pending[&name]))];
            while let Some((top, mentioned)) = stack.last_mut() {
                if let Some(next) = mentioned.pop() {
                    if pending.contains_key(&next) && visited.insert(next) {
                        stack.push((next, self.mentioned_types(ctx, pending[&next])));
                    }
                    continue;
                }
                let top = *top;
                stack.pop();
                match self.define_type(ctx, top, &pending, &mut measures) {
                    Some(ty) => drop(self.tables.types.insert(top, ty)),
                    None => unresolved.push(top),
                }
            }
        }
        for round in 0..MAX_TYPE_ROUNDS {
            for name in std::mem::take(&mut unresolved) {
                match self.define_type(ctx, name, &pending, &mut measures) {
                    Some(ty) => drop(self.tables.types.insert(name, ty)),
                    None if round + 1 < MAX_TYPE_ROUNDS => unresolved.push(name),
                    None => {
                        self.error(pending[&name], "this type contains itself".to_string());
                        let ty = ctx.ty(TypeKind::Named { name, body: None });
                        self.tables.types.insert(name, ty);
                    }
                }
            }
        }
        self.module.type_aliases = order
            .iter()
            .filter_map(|&name| Some((name, *self.tables.types.get(&name)?)))
            .filter(|&(_, ty)| !matches!(ctx.kind(ty), TypeKind::Named { .. }))
            .collect();
        self.module.named_types = order
            .iter()
            .filter_map(|name| self.tables.types.get(name).copied())
            .filter(|&ty| matches!(ctx.kind(ty), TypeKind::Named { .. }))
            .collect();
    }

    /// The named types that a definition mentions, but for its own name.
    fn mentioned_types(&mut self, ctx: &mut Context, span: Span) -> Vec<Name> {
        let mut parser = Parser::new(self.text, span, ctx, &self.tables);
        parser.bump();
        let mut names = Vec::new();
        while parser.tok.kind != Tok::Eof {
            let token = parser.bump();
            let pointer = parser.tok.kind == Tok::Star;
            if matches!(token.kind, Tok::LocalName | Tok::LocalNumber) && !pointer {
                // Bad names are reported when the definition is read.
                names.extend(parser.name_of(token));
            }
        }
        names
    }

    /// Reads one definition; none if it contains a type that is not known yet. Errors make the type
    /// opaque, so that its uses are not reported as well.
    fn define_type(
        &mut self,
        ctx: &mut Context,
        name: Name,
        pending: &FxHashMap<Name, Span>,
        measures: &mut FxHashMap<Type, Measure>,
    ) -> Option<Type> {
        let span = pending[&name];
        let opaque = ctx.ty(TypeKind::Named { name, body: None });
        let Some((Some(body), missing)) = self.type_definition(ctx, span) else {
            return Some(opaque);
        };
        for missed in missing {
            if !pending.contains_key(&missed) && !self.tables.types.contains_key(&missed) {
                let shown = ctx.name_text(missed).into_owned();
                self.error(span, format!("the type `%{shown}` is not defined"));
                let ty = ctx.ty(TypeKind::Named { name: missed, body: None });
                self.tables.types.insert(missed, ty);
            }
        }
        let known = |name: Name| self.tables.types.contains_key(&name);
        let found = measure(ctx, body, &known, measures)?;
        let what = if found.depth >= MAX_TYPE_DEPTH {
            "is nested too deeply"
        } else if found.size > MAX_TYPE_SIZE {
            "has too many parts"
        } else if matches!(ctx.kind(body), TypeKind::Struct { .. }) {
            let ty = ctx.ty(TypeKind::Named { name, body: Some(body) });
            measures.insert(ty, Measure { depth: found.depth + 1, size: 1 });
            return Some(ty);
        } else {
            // `%t = type i32` names nothing new.
            return Some(body);
        };
        self.error(span, format!("this type {what}"));
        Some(opaque)
    }

    fn parse_name(&mut self, ctx: &mut Context, span: Span) -> Option<Name> {
        let mut parser = Parser::new(self.text, span, ctx, &self.tables);
        let token = parser.tok;
        let name = parser.name_of(token).ok();
        self.diagnostics.append(&mut parser.diagnostics);
        name
    }

    /// The body of a named type (none if opaque), and the named types it needs that are not known
    /// yet.
    fn type_definition(
        &mut self,
        ctx: &mut Context,
        span: Span,
    ) -> Option<(Option<Type>, Vec<Name>)> {
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

    /// Registers every global's name, so that initialisers and bodies can tell names that are not
    /// defined.
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
            let number = super::parser::parse_u64(&text[1..1 + digits])
                .and_then(|number| u32::try_from(number).ok());
            // A number that is too large is reported when its node is read.
            let Some(number) = number else { continue };
            if !self.tables.metadata.insert(number) {
                let span =
                    Span { start: item.span.start, end: item.span.start + 1 + digits as u32 };
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
            for (item, &(name, _)) in
                self.of_kind(ItemKind::Comdat).zip(&self.module.comdats.clone())
            {
                if !seen.insert(name) {
                    self.error(
                        item.span,
                        format!("the comdat `${}` is defined twice", ctx.text(name)),
                    );
                }
            }
        }
        let headers = self.module.globals.values().map(|var| &var.header);
        let headers =
            headers.chain(self.module.functions.values().map(|function| &function.header));
        let mut unknown = Vec::new();
        for header in headers {
            if let Some(comdat) = header.comdat
                && !known.contains(&comdat)
            {
                unknown.push((
                    header.span,
                    format!("the comdat `${}` is not defined", ctx.text(comdat)),
                ));
            }
        }
        for (span, message) in unknown {
            self.error(span, message);
        }
    }
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

/// How large a type is, as it is written with its literal parts spelled out.
#[derive(Clone, Copy)]
struct Measure {
    depth: u32,
    size: u64,
}

/// Measures a type; none if it contains, not behind a pointer, a named type that is not known yet.
/// What is measured is remembered, so that parts shared by many types cost once; the recursion is
/// bounded by the depth of what is known.
fn measure(
    ctx: &Context,
    ty: Type,
    is_known: &impl Fn(Name) -> bool,
    known: &mut FxHashMap<Type, Measure>,
) -> Option<Measure> {
    if let Some(&found) = known.get(&ty) {
        return Some(found);
    }
    if let TypeKind::Named { name, body: None } = ctx.kind(ty)
        && !is_known(*name)
    {
        return None;
    }
    let mut all = Measure { depth: 0, size: 1 };
    for part in parts(ctx, ty) {
        let found = measure(ctx, part, is_known, known)?;
        all.depth = all.depth.max(found.depth + 1);
        all.size = all.size.saturating_add(found.size);
    }
    known.insert(ty, all);
    Some(all)
}
