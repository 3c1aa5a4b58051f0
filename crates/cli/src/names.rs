//! The names of the values and blocks of a body, and its instructions as text.

use tollgate_ir::{
    Block, Body, Const, Context, Func, Inst, Module, TypeKind, Value, ValueDef, printable,
};
use tollgate_llvm::{Numbering, write_const, write_inst, write_label, write_type, write_value};

/// The names of one body.
pub struct Names<'a> {
    /// The owner of its types, constants and symbols.
    pub ctx: &'a Context,
    /// The body.
    pub body: &'a Body,
    numbering: Numbering,
}

impl<'a> Names<'a> {
    /// The names of a body with this numbering.
    pub fn new(ctx: &'a Context, body: &'a Body, numbering: Numbering) -> Self {
        Self { ctx, body, numbering }
    }

    /// `%x`; constants with their type.
    pub fn value(&self, value: Value) -> String {
        text(|out| write_value(self.ctx, self.body, &self.numbering, value, out))
    }

    /// `%x`; constants without their type.
    pub fn bare(&self, value: Value) -> String {
        let whole = self.value(value);
        match self.body.value(value).def {
            ValueDef::Arg(_) | ValueDef::Param(_) | ValueDef::Inst(_) => whole,
            ValueDef::Const(_) | ValueDef::Meta(_) | ValueDef::Wrapped(_) | ValueDef::Undefined => {
                let ty = format!("{} ", self.ty(value));
                whole.strip_prefix(&ty).map(str::to_string).unwrap_or(whole)
            }
        }
    }

    /// A constant without its type.
    pub fn constant(&self, id: Const) -> String {
        let whole = text(|out| write_const(self.ctx, id, out));
        let ty = format!("{} ", text(|out| write_type(self.ctx, self.ctx.constant(id).ty, out)));
        whole.strip_prefix(&ty).map(str::to_string).unwrap_or(whole)
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> String {
        text(|out| write_type(self.ctx, self.body.value_type(value), out))
    }

    /// Type and name.
    pub fn declared(&self, value: Value) -> String {
        format!("{} {}", self.ty(value), self.bare(value))
    }

    /// The label of a block, with `%`.
    pub fn label(&self, block: Block) -> String {
        text(|out| write_label(self.ctx, self.body, &self.numbering, block, out))
    }

    /// The labels of blocks, with commas between them.
    pub fn labels(&self, blocks: impl IntoIterator<Item = Block>) -> String {
        let labels: Vec<String> = blocks.into_iter().map(|block| self.label(block)).collect();
        labels.join(", ")
    }

    /// An instruction.
    pub fn instruction(&self, inst: Inst) -> String {
        let text = text(|out| write_inst(self.ctx, self.body, &self.numbering, inst, out));
        text.trim().to_string()
    }

    /// The name of a function with `@`, and its first line.
    pub fn headline(&self, module: &Module, func: Func) -> Headline {
        let function = &module.functions[func];
        let params: Vec<String> = self.body.args().iter().map(|&arg| self.declared(arg)).collect();
        let name = format!("@{}", self.ctx.name_text(function.header.name));
        let ret = match self.ctx.kind(function.ty) {
            TypeKind::Function { ret, .. } => text(|out| write_type(self.ctx, *ret, out)),
            _ => String::new(),
        };
        let whole = format!("define {ret} {}({})", printable(&name), params.join(", "));
        Headline { whole, name }
    }
}

/// The heading of a function.
pub struct Headline {
    /// Its name, with `@`.
    pub name: String,
    /// Its first line.
    pub whole: String,
}

fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8_lossy(&out).into_owned()
}
