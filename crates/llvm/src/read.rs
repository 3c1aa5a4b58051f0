//! Reading LLVM IR text.
//!
//! How a text is read: [`outline`] cuts it into items; named types and attribute groups are
//! resolved, names of globals registered; then everything at module level is read in order; then
//! bodies, each on its own: at once, later ([`Options::lazy`]), or by several threads, with the
//! same result down to the last id.

mod attributes;
mod body;
mod calls;
mod constants;
mod gates;
mod globals;
mod implicit;
mod instructions;
mod intrinsic_names;
mod lexer;
mod merges;
mod metadata;
mod opcodes;
mod outline;
mod parser;
mod settings;
mod show;
mod tables;
mod types;

pub(crate) use lexer::{Lexer, Tok, unescape};

use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::gated::{GatedModule, GatedText};
use body::{BodyParser, ReadBody};
use globals::NamedGlobal;
use outline::{Item, ItemKind};
use parser::Parser;
use std::collections::BTreeMap;
use tables::{Dialect, Tables};
use tollgate_ir::{BodyState, Context, Entity, Func, Function, Module, Source, Span};

/// How a text is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Leave bodies unread: see [`read_bodies`].
    pub lazy: bool,
    /// How many threads may read bodies.
    pub jobs: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { lazy: false, jobs: 1 }
    }
}

/// Messages of one text beyond this many are dropped: they would not be read.
const MAX_DIAGNOSTICS: usize = 100;

/// Texts are shorter than this, so that offsets fit 32 bits.
const MAX_TEXT: usize = u32::MAX as usize - 1;

/// Threads take bodies in pieces of about this many bytes; smaller modules are read by one thread.
const PIECE_BYTES: usize = 1 << 20;

/// Reads a module, bodies and all.
pub fn read(ctx: &mut Context, file: &str, text: &[u8]) -> Result<Module, Diagnostics> {
    let source = Source { file: file.into(), text: text.into() };
    let (module, diagnostics) = read_source(ctx, source, Options::default());
    module.ok_or(diagnostics)
}

/// Reads a module, bodies and all, whose functions may be in gated form.
pub fn read_gated(ctx: &mut Context, file: &str, text: &[u8]) -> Result<GatedModule, Diagnostics> {
    let source = Source { file: file.into(), text: text.into() };
    let (module, diagnostics) = read_gated_source(ctx, source, Options::default());
    module.ok_or(diagnostics)
}

/// Reads a module. There is none if there are errors; warnings come in both cases.
pub fn read_source(
    ctx: &mut Context,
    source: Source,
    options: Options,
) -> (Option<Module>, Diagnostics) {
    let (read, diagnostics) = read_dialect(ctx, source, options, Dialect::Llvm);
    (read.map(|it| it.module), diagnostics)
}

/// Reads a module as [`read_source`] does, whose functions may be in gated form.
pub fn read_gated_source(
    ctx: &mut Context,
    source: Source,
    options: Options,
) -> (Option<GatedModule>, Diagnostics) {
    read_dialect(ctx, source, options, Dialect::Gated)
}

fn read_dialect(
    ctx: &mut Context,
    source: Source,
    options: Options,
    dialect: Dialect,
) -> (Option<GatedModule>, Diagnostics) {
    let text = source.text.clone();
    let mut diagnostics = Diagnostics::new(source.clone());
    if text.len() > MAX_TEXT {
        let message = "this text is longer than 4 GiB".to_string();
        diagnostics.list.push(Diagnostic { severity: Severity::Error, span: Span::NONE, message });
        return (None, diagnostics);
    }
    if text.starts_with(b"BC\xc0\xde") || text.starts_with(b"\xde\xc0\x17\x0b") {
        let message = "this is bitcode, not text; `llvm-dis` turns it into text".to_string();
        diagnostics.list.push(Diagnostic { severity: Severity::Error, span: Span::NONE, message });
        return (None, diagnostics);
    }
    let (items, errors) = outline::outline(&text);
    let mut reader = Reader {
        text: &text,
        items: &items,
        diagnostics: errors,
        module: Module::new(source),
        gated: BTreeMap::new(),
        tables: Tables { dialect, ..Tables::default() },
    };
    let outlined = !has_errors(&reader.diagnostics);
    reader.module_level(ctx);
    // Errors at module level do not hide those of bodies: names and types that failed are known to
    // be there. Where the text could not even be cut into pieces, bodies would only add noise.
    if !options.lazy && outlined {
        reader.bodies(ctx, options.jobs);
    }
    let Reader { module, gated, diagnostics: mut list, .. } = reader;
    list.sort_by_key(|it| (it.span.start, it.span.end));
    list.dedup();
    list.truncate(MAX_DIAGNOSTICS);
    diagnostics.list = list;
    let read = (!diagnostics.has_errors()).then_some(GatedModule { module, gated });
    (read, diagnostics)
}

fn has_errors(list: &[Diagnostic]) -> bool {
    list.iter().any(|it| it.severity == Severity::Error)
}

/// The bodies of a text's definitions, each with where its definition begins.
pub(crate) fn definition_bodies(text: &[u8]) -> impl Iterator<Item = (u32, Span)> {
    let (items, _) = outline::outline(text);
    items.into_iter().filter_map(|item| Some((item.span.start, item.body?)))
}

struct Reader<'t> {
    text: &'t [u8],
    items: &'t [Item],
    diagnostics: Vec<Diagnostic>,
    module: Module,
    gated: BTreeMap<Func, GatedText>,
    tables: Tables<'t>,
}

impl<'t> Reader<'t> {
    /// Reads one item with a parser of its own.
    fn parse<'c, T>(
        &'c mut self,
        ctx: &'c mut Context,
        span: Span,
        rule: impl FnOnce(&mut Parser<'t, 'c>) -> parser::Parse<T>,
    ) -> Option<T> {
        let mut parser = Parser::new(self.text, span, ctx, &self.tables);
        let mut result = rule(&mut parser).ok();
        if result.is_some() && parser.tok.kind != Tok::Eof {
            parser.expected("the end of this definition");
            result = None;
        }
        self.diagnostics.append(&mut parser.diagnostics);
        result
    }

    fn of_kind(&self, kind: ItemKind) -> impl Iterator<Item = &'t Item> + use<'t> {
        self.items.iter().filter(move |item| item.kind == kind)
    }

    fn module_level(&mut self, ctx: &mut Context) {
        self.settings(ctx);
        self.types(ctx);
        self.global_names(ctx);
        self.metadata_numbers();
        for item in self.of_kind(ItemKind::AttrGroup) {
            if let Some((number, attrs)) = self.parse(ctx, item.span, Parser::attr_group) {
                // Given twice, the later group replaces the earlier one.
                self.tables.groups.insert(number, attrs);
                self.module.attr_groups.push((number, item.span));
            }
        }
        for item in self.of_kind(ItemKind::Comdat) {
            if let Some(comdat) = self.parse(ctx, item.span, Parser::comdat) {
                self.module.comdats.push(comdat);
            }
        }
        let mut attribute_errors_shown = false;
        for item in self.items {
            match item.kind {
                ItemKind::Global => self.global(ctx, item),
                ItemKind::Declare | ItemKind::Define => self.function(ctx, item),
                ItemKind::NamedMetadata => {
                    if let Some(named) = self.parse(ctx, item.span, Parser::named_metadata) {
                        self.module.named_metadata.push(named);
                    }
                }
                ItemKind::NumberedMetadata => {
                    if let Some(numbered) = self.parse(ctx, item.span, Parser::numbered_metadata) {
                        self.module.numbered_metadata.push(numbered);
                    }
                }
                ItemKind::Summary => {
                    if let Some(text) = self.parse(ctx, item.span, Parser::summary) {
                        self.module.summaries.push(text);
                    }
                }
                ItemKind::UseListOrder => {
                    if let Some(text) = self.parse(ctx, item.span, Parser::use_list_order) {
                        self.module.use_list_orders.push(text);
                    }
                }
                ItemKind::Setting | ItemKind::Type | ItemKind::Comdat | ItemKind::AttrGroup => {}
            }
            attribute_errors_shown |= has_errors(&self.diagnostics);
            if attribute_errors_shown && self.diagnostics.len() > MAX_DIAGNOSTICS {
                return;
            }
        }
        self.sort_metadata();
        self.check_comdats(ctx);
        self.implicit_declarations(ctx);
    }

    fn global(&mut self, ctx: &mut Context, item: &Item) {
        match self.parse(ctx, item.span, Parser::named_global) {
            Some(NamedGlobal::Var(var)) => {
                self.module.add_global(var);
            }
            Some(NamedGlobal::Alias(alias)) => {
                self.module.add_alias(alias);
            }
            None => {}
        }
    }

    fn function(&mut self, ctx: &mut Context, item: &Item) {
        if let Some(mut function) = self.parse(ctx, item.span, Parser::function_header) {
            if let Some(body) = item.body {
                function.body = BodyState::Lazy(body);
            }
            if function.is_declaration() && self.module.lookup(function.header.name).is_some() {
                // Intrinsics of typed pointers that became one; everything else was reported.
                return;
            }
            self.module.add_function(function);
        }
    }

    fn unread_bodies(&self) -> Vec<(Func, Span)> {
        let unread = |(func, function): (Func, &Function)| match function.body {
            BodyState::Lazy(span) => Some((func, span)),
            BodyState::None | BodyState::Read(_) => None,
        };
        self.module.functions.iter().filter_map(unread).collect()
    }

    fn bodies(&mut self, ctx: &mut Context, jobs: usize) {
        let pending = self.unread_bodies();
        let bytes: usize = pending.iter().map(|(_, span)| (span.end - span.start) as usize).sum();
        if jobs <= 1 || bytes <= PIECE_BYTES {
            for (func, span) in pending {
                let read = read_one(self.text, ctx, &self.tables, &self.module, func, span);
                self.take_body(func, read);
            }
            return;
        }
        self.bodies_in_parallel(ctx, jobs, &pending);
    }

    fn take_body(&mut self, func: Func, (read, mut diagnostics): BodyRead) {
        let function = &mut self.module.functions[func];
        function.body = BodyState::Read(Box::new(read.body));
        function.use_list_orders = read.use_list_orders;
        self.gated.extend(read.gated.map(|text| (func, text)));
        self.diagnostics.append(&mut diagnostics);
    }

    /// Pieces of the list are read by threads, each in a fork of the context, and absorbed in the
    /// order of the text.
    fn bodies_in_parallel(&mut self, ctx: &mut Context, jobs: usize, pending: &[(Func, Span)]) {
        let mut pieces: Vec<&[(Func, Span)]> = Vec::new();
        let mut rest = pending;
        while !rest.is_empty() {
            let mut bytes = 0;
            let count = rest
                .iter()
                .take_while(|(_, span)| {
                    let fits = bytes < PIECE_BYTES;
                    bytes += (span.end - span.start) as usize;
                    fits
                })
                .count();
            let (piece, others) = rest.split_at(count);
            pieces.push(piece);
            rest = others;
        }
        let frozen = std::mem::take(ctx).freeze();
        let next = std::sync::atomic::AtomicUsize::new(0);
        let done: Vec<std::sync::Mutex<Option<PieceRead>>> =
            pieces.iter().map(|_| std::sync::Mutex::new(None)).collect();
        std::thread::scope(|scope| {
            for _ in 0..jobs.min(pieces.len()) {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        let Some(piece) = pieces.get(index) else { break };
                        let mut fork = frozen.fork();
                        let read = piece
                            .iter()
                            .map(|&(func, span)| {
                                (
                                    func,
                                    read_one(
                                        self.text,
                                        &mut fork,
                                        &self.tables,
                                        &self.module,
                                        func,
                                        span,
                                    ),
                                )
                            })
                            .collect();
                        let fork = frozen.finish(fork);
                        // The lock is only ever held for this store, so it cannot be poisoned.
                        *done[index].lock().unwrap_or_else(|it| it.into_inner()) =
                            Some((fork, read));
                    }
                });
            }
        });
        *ctx = frozen.thaw();
        for piece in done {
            let Some((fork, read)) = piece.into_inner().unwrap_or_else(|it| it.into_inner()) else {
                continue;
            };
            let renaming = ctx.absorb(fork);
            for (func, (mut read, diagnostics)) in read {
                read.body.rename(&renaming);
                for order in &mut read.use_list_orders {
                    *order = renaming.symbol(*order);
                }
                if let Some(text) = &mut read.gated {
                    text.rename(&renaming);
                }
                self.take_body(func, (read, diagnostics));
            }
        }
    }
}

type BodyRead = (ReadBody, Vec<Diagnostic>);
type PieceRead = (tollgate_ir::Fork, Vec<(Func, BodyRead)>);

fn read_one<'t>(
    text: &'t [u8],
    ctx: &mut Context,
    tables: &Tables<'t>,
    module: &Module,
    func: Func,
    span: Span,
) -> BodyRead {
    let function = &module.functions[func];
    let mut parser = Parser::new(text, span, ctx, tables);
    let size = (span.end - span.start) as usize;
    let read = BodyParser::new(&mut parser, function.ty, &function.param_names, size).read();
    (read, parser.diagnostics)
}

/// Reads the body of a function of a module that was read lazily, if it has one that is not read
/// yet.
///
/// The module keeps its text; what is defined outside the body is found again in it, so reading
/// many bodies one by one is best done through one call with [`Options::lazy`] off.
pub fn read_bodies(
    ctx: &mut Context,
    module: &mut Module,
    wanted: impl Fn(Func) -> bool,
    jobs: usize,
) -> Result<(), Diagnostics> {
    read_dialect_bodies(ctx, module, wanted, jobs, Dialect::Llvm).map(drop)
}

/// Reads bodies of a module as [`read_bodies`] does, whose functions may be in gated form.
pub fn read_gated_bodies(
    ctx: &mut Context,
    module: &mut GatedModule,
    wanted: impl Fn(Func) -> bool,
    jobs: usize,
) -> Result<(), Diagnostics> {
    let GatedModule { module, gated } = module;
    gated.extend(read_dialect_bodies(ctx, module, wanted, jobs, Dialect::Gated)?);
    Ok(())
}

fn read_dialect_bodies(
    ctx: &mut Context,
    module: &mut Module,
    wanted: impl Fn(Func) -> bool,
    jobs: usize,
    dialect: Dialect,
) -> Result<BTreeMap<Func, GatedText>, Diagnostics> {
    let source = module.source.clone();
    let text = source.text.clone();
    let (items, _) = outline::outline(&text);
    let mut reader = Reader {
        text: &text,
        items: &items,
        diagnostics: Vec::new(),
        module: Module::new(source.clone()),
        gated: BTreeMap::new(),
        tables: Tables { dialect, ..Tables::default() },
    };
    // Everything at module level is interned already, so this finds ids and makes none.
    reader.module_level(ctx);
    std::mem::swap(&mut reader.module, module);
    let skipped: Vec<(Func, BodyState)> = (0..reader.module.functions.len())
        .map(Func::new)
        .filter(|&func| !wanted(func))
        .map(|func| {
            (func, std::mem::replace(&mut reader.module.functions[func].body, BodyState::None))
        })
        .collect();
    reader.bodies(ctx, jobs);
    for (func, body) in skipped {
        reader.module.functions[func].body = body;
    }
    std::mem::swap(&mut reader.module, module);
    if has_errors(&reader.diagnostics) {
        return Err(Diagnostics { source, list: reader.diagnostics });
    }
    Ok(reader.gated)
}
