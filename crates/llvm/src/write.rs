//! Writes modules, and for messages parts of them, as LLVM IR text.
//!
//! The text is what LLVM's own printer would say, up to the order of the pairs of a `phi`, which is
//! the order of the edges that enter its block. Nothing is lost that the model holds. Numbers of
//! values, blocks and unnamed globals are given anew in the order of the text, as every version of
//! LLVM demands; addresses of numbered blocks follow.
//!
//! Writing a module can fail only if the module does not hold together: see [`WriteError`].

mod attributes;
mod calls;
mod constants;
mod functions;
mod gates;
mod globals;
mod instructions;
mod metadata;
mod numbering;
mod text;
mod types;

pub use numbering::{LocalName, Numbering};

use crate::gated::GatedText;
use attributes::Groups;
use functions::Scope;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt;
use tollgate_ir::{
    Block, Body, Const, Context, Func, GlobalRef, Inst, Meta, Module, Name, Symbol, Type, Value,
    ValueDef,
};

/// How deep types, constants and metadata may nest: deeper than the reader lets them, and far from
/// the end of the stack.
const MAX_NESTING: u32 = 400;

/// Why a module has no text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WriteError {
    /// The body of a function has not been read.
    UnreadBody {
        /// The function.
        function: Name,
    },
    /// A constant is the address of a block that its function does not have.
    MissingBlock {
        /// The function.
        function: Name,
        /// The label of the block.
        label: Name,
    },
    /// An instruction uses a value or block that its function does not contain, or lacks a part.
    MissingValue,
    /// A type, constant or piece of metadata nests too deep.
    TooDeep,
}

impl WriteError {
    /// As a sentence.
    pub fn message(&self, ctx: &Context) -> String {
        match *self {
            Self::UnreadBody { function } => {
                format!("the body of function {} has not been read", ctx.name_text(function))
            }
            Self::MissingBlock { function, label } => format!(
                "the address of block {} is used, but function {} has no such block",
                ctx.name_text(label),
                ctx.name_text(function)
            ),
            Self::MissingValue => {
                "an instruction uses what its function does not contain".to_string()
            }
            Self::TooDeep => {
                format!("a type, constant or metadata nests more than {MAX_NESTING} levels deep")
            }
        }
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnreadBody { .. } => "the body of a function has not been read",
            Self::MissingBlock { .. } => {
                "the address of a block is used that its function does not have"
            }
            Self::MissingValue => "an instruction uses what its function does not contain",
            Self::TooDeep => "a type, constant or metadata nests too deep",
        })
    }
}

impl std::error::Error for WriteError {}

/// Appends the text of a module. After an error the text is incomplete.
pub fn write_module(ctx: &Context, module: &Module, out: &mut Vec<u8>) -> Result<(), WriteError> {
    write_gated(ctx, module, &BTreeMap::new(), out)
}

/// Appends the text of a module, functions that are in gated form with their gates and merges.
///
/// Gates by which no arm is chosen, directly or through others, are left out.
pub fn write_gated(
    ctx: &Context,
    module: &Module,
    gated: &BTreeMap<Func, GatedText>,
    out: &mut Vec<u8>,
) -> Result<(), WriteError> {
    let mut writer = Writer::new(ctx, Some(module), out);
    writer.groups = Some(Groups::new());
    writer.module(module, gated);
    writer.finish(out)
}

/// Appends the text of one function of a module, its attributes in place instead of in groups.
pub fn write_function(
    ctx: &Context,
    module: &Module,
    func: Func,
    out: &mut Vec<u8>,
) -> Result<(), WriteError> {
    let mut writer = Writer::new(ctx, Some(module), out);
    writer.function(&module.functions[func], None);
    writer.finish(out)
}

/// Appends the text of one function as [`write_function`] does, in gated form.
pub fn write_gated_function(
    ctx: &Context,
    module: &Module,
    func: Func,
    gated: &GatedText,
    out: &mut Vec<u8>,
) -> Result<(), WriteError> {
    let mut writer = Writer::new(ctx, Some(module), out);
    writer.function(&module.functions[func], Some(gated));
    writer.finish(out)
}

/// Appends one instruction without indentation, for messages.
pub fn write_inst(
    ctx: &Context,
    body: &Body,
    numbering: &Numbering,
    inst: Inst,
    out: &mut Vec<u8>,
) {
    part(ctx, out, |writer| {
        let start = writer.out.len();
        writer.inst(Scope { body, numbering, vararg: false }, inst);
        let indent = writer.out[start..].iter().take_while(|&&byte| byte == b' ').count();
        writer.out.drain(start..start + indent);
    });
}

/// Appends a value as people speak of it, for messages: `%x` for arguments, parameters and results,
/// constants with their type.
pub fn write_value(
    ctx: &Context,
    body: &Body,
    numbering: &Numbering,
    value: Value,
    out: &mut Vec<u8>,
) {
    part(ctx, out, |writer| {
        let scope = Scope { body, numbering, vararg: false };
        match body.value(value).def {
            ValueDef::Arg(_) | ValueDef::Param(_) | ValueDef::Inst(_) => writer.local(scope, value),
            ValueDef::Const(_) | ValueDef::Meta(_) | ValueDef::Wrapped(_) | ValueDef::Undefined => {
                writer.typed_value(scope, value);
            }
        }
    });
}

/// Appends the label of a block with its `%`, for messages.
pub fn write_label(
    ctx: &Context,
    body: &Body,
    numbering: &Numbering,
    block: Block,
    out: &mut Vec<u8>,
) {
    part(ctx, out, |writer| writer.local_name(numbering.block(body, block)));
}

/// Appends a type.
pub fn write_type(ctx: &Context, ty: Type, out: &mut Vec<u8>) {
    part(ctx, out, |writer| writer.ty(ty));
}

/// Appends a constant with its type.
pub fn write_const(ctx: &Context, id: Const, out: &mut Vec<u8>) {
    part(ctx, out, |writer| writer.typed_const(id));
}

/// Appends metadata.
pub fn write_meta(ctx: &Context, meta: Meta, out: &mut Vec<u8>) {
    part(ctx, out, |writer| writer.meta(meta));
}

/// Writes something that need not be read back: what is missing shows as `<missing>`.
fn part(ctx: &Context, out: &mut Vec<u8>, write: impl FnOnce(&mut Writer<'_>)) {
    let mut writer = Writer::new(ctx, None, out);
    write(&mut writer);
    *out = writer.out;
}

/// A text that is being written.
struct Writer<'a> {
    ctx: &'a Context,
    module: Option<&'a Module>,
    out: Vec<u8>,
    /// The attribute groups; none where attributes are written in place.
    groups: Option<Groups>,
    /// What numbered globals are called in this text.
    global_numbers: FxHashMap<u32, u32>,
    /// How the blocks of functions are called of which the address of some block is used.
    block_labels: FxHashMap<Name, FxHashMap<Name, LocalName>>,
    /// The address space of functions, where not zero: then even zero must be written.
    program_addrspace: u32,
    numbering: Numbering,
    depth: u32,
    fault: Option<WriteError>,
}

impl<'a> Writer<'a> {
    /// A writer that goes on with `out`, which it takes along until it is finished.
    fn new(ctx: &'a Context, module: Option<&'a Module>, out: &mut Vec<u8>) -> Self {
        let mut writer = Self {
            ctx,
            module,
            out: std::mem::take(out),
            groups: None,
            global_numbers: FxHashMap::default(),
            block_labels: FxHashMap::default(),
            program_addrspace: 0,
            numbering: Numbering::default(),
            depth: 0,
            fault: None,
        };
        if let Some(module) = module {
            writer.number_globals(module);
            writer.program_addrspace =
                module.datalayout.map_or(0, |layout| program_addrspace(ctx.bytes(layout)));
        }
        writer
    }

    fn finish(self, out: &mut Vec<u8>) -> Result<(), WriteError> {
        *out = self.out;
        self.fault.map_or(Ok(()), Err)
    }

    #[inline]
    fn put(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    /// Remembers the first thing that went wrong.
    fn fault(&mut self, error: WriteError) {
        self.fault.get_or_insert(error);
    }

    fn missing_value(&mut self) {
        self.fault(WriteError::MissingValue);
        self.put("<missing>");
    }

    /// Writes a part of a type, constant or metadata.
    fn deeper(&mut self, write: impl FnOnce(&mut Self)) {
        if self.depth >= MAX_NESTING {
            self.fault(WriteError::TooDeep);
            return self.put("<too deep>");
        }
        self.depth += 1;
        write(self);
        self.depth -= 1;
    }

    /// Numbers what has no name in the order of the text.
    fn number_globals(&mut self, module: &Module) {
        for name in globals_in_text_order(module) {
            if let Name::Numbered(number) = name {
                let next = self.global_numbers.len() as u32;
                self.global_numbers.entry(number).or_insert(next);
            }
        }
    }

    /// How the blocks of a function are called; none if there is no module to look into.
    fn address_labels(&mut self, function: Name) -> Option<&FxHashMap<Name, LocalName>> {
        let module = self.module?;
        Some(self.block_labels.entry(function).or_insert_with(|| {
            let body = match module.lookup(function) {
                Some(GlobalRef::Func(func)) => module.functions[func].body(),
                Some(GlobalRef::Var(_) | GlobalRef::Alias(_)) | None => None,
            };
            body.map(labels).unwrap_or_default()
        }))
    }

    fn module(&mut self, module: &Module, gated: &BTreeMap<Func, GatedText>) {
        self.string_line("source_filename = ", module.source_filename);
        self.string_line("target datalayout = ", module.datalayout);
        self.string_line("target triple = ", module.triple);
        self.section(&module.asm, |this, &line| this.string_line("module asm ", Some(line)));
        self.section(&module.named_types, |this, &ty| this.type_definition(ty));
        self.section(&module.comdats, |this, &(name, kind)| this.comdat(name, kind));
        for variable in module.globals.values() {
            self.number_group(variable.attrs);
        }
        for function in module.functions.values() {
            self.number_group(self.ctx.attr_list_data(function.attrs).function);
        }
        self.section(module.globals.values(), |this, variable| this.variable(variable));
        self.section(module.aliases.values().filter(|alias| !alias.ifunc), |this, alias| {
            this.alias(alias)
        });
        self.section(module.aliases.values().filter(|alias| alias.ifunc), |this, alias| {
            this.alias(alias)
        });
        for (func, function) in module.functions.iter() {
            self.put("\n");
            self.function(function, gated.get(&func));
        }
        // An order speaks of the uses that the text had; an edit made others.
        if !module.functions.values().any(|function| function.edited) {
            self.section(&module.use_list_orders, |this, &line| this.verbatim_line(line));
        }
        self.attribute_groups();
        self.section(&module.named_metadata, |this, (name, elems)| {
            this.named_metadata(*name, elems)
        });
        self.section(&module.numbered_metadata, |this, &(number, def)| {
            this.numbered_metadata(number, def)
        });
        self.section(&module.summaries, |this, &line| this.verbatim_line(line));
    }

    /// Writes all items, with an empty line before the first.
    fn section<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T),
    ) {
        for (at, item) in items.into_iter().enumerate() {
            if at == 0 && !self.out.is_empty() {
                self.put("\n");
            }
            write(self, item);
        }
    }

    fn string_line(&mut self, words: &str, string: Option<Symbol>) {
        if string.is_some() {
            self.string_clause(words, string);
            self.put("\n");
        }
    }

    fn verbatim_line(&mut self, line: Symbol) {
        self.out.extend_from_slice(self.ctx.bytes(line));
        self.put("\n");
    }
}

/// The names of all globals in the order in which they are written.
fn globals_in_text_order(module: &Module) -> impl Iterator<Item = Name> + '_ {
    let variables = module.globals.values().map(|variable| variable.header.name);
    let aliases =
        module.aliases.values().filter(|alias| !alias.ifunc).map(|alias| alias.header.name);
    let ifuncs = module.aliases.values().filter(|alias| alias.ifunc).map(|alias| alias.header.name);
    let functions = module.functions.values().map(|function| function.header.name);
    variables.chain(aliases).chain(ifuncs).chain(functions)
}

/// How all labelled blocks of a body are called in the text.
fn labels(body: &Body) -> FxHashMap<Name, LocalName> {
    let numbering = Numbering::new(body);
    let mut labels = FxHashMap::default();
    for block in body.blocks() {
        if let Some(label) = body.block(block).label {
            labels.entry(label).or_insert(numbering.block(body, block));
        }
    }
    labels
}

/// The address space of functions that a data layout gives: its `P` part.
fn program_addrspace(layout: &[u8]) -> u32 {
    let part = layout.split(|&byte| byte == b'-').find(|part| part.first() == Some(&b'P'));
    part.and_then(|part| std::str::from_utf8(&part[1..]).ok()?.parse().ok()).unwrap_or(0)
}
