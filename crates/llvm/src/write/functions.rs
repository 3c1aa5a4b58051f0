//! Functions as text: the header, the blocks, and what LLVM calls `phi` and the gated form `mu`,
//! `gamma` and `eta`.

use super::gates::Gates;
use super::text::{push_name, push_u64};
use super::{LocalName, Numbering, WriteError, Writer};
use crate::gated::{GatedText, Merge, MergeText, arm_edges};
use tollgate_ir::{
    Block, Body, BodyState, Edge, Function, Name, Opt, TypeKind, UnnamedAddr, Value, ValueDef,
    convention_word,
};

/// A body that is being written, and how its values are called.
#[derive(Clone, Copy)]
pub(super) struct Scope<'b> {
    pub(super) body: &'b Body,
    pub(super) numbering: &'b Numbering,
    /// Whether the function takes variable arguments, which a `musttail` call must show.
    pub(super) vararg: bool,
}

impl Writer<'_> {
    pub(super) fn function(&mut self, function: &Function, gated: Option<&GatedText>) {
        match &function.body {
            BodyState::None => {
                self.put("declare");
                self.attachments(Opt::NONE, &function.header.attachments, " ");
                self.put(" ");
                self.header(function, None);
                self.put("\n");
            }
            BodyState::Lazy(_) => {
                self.fault(WriteError::UnreadBody { function: function.header.name })
            }
            BodyState::Read(body) => {
                let mut numbering = std::mem::take(&mut self.numbering);
                numbering.assign(body);
                let vararg =
                    matches!(self.ctx.kind(function.ty), TypeKind::Function { vararg: true, .. });
                let scope = Scope { body, numbering: &numbering, vararg };
                self.put("define ");
                self.header(function, Some(scope));
                self.attachments(Opt::NONE, &function.header.attachments, " ");
                self.put(" {\n");
                let gates = gated.map(|text| Gates::new(self.ctx, body, text));
                if let Some(gates) = &gates {
                    self.gates(scope, gates);
                }
                for block in body.blocks() {
                    self.block(scope, gates.as_ref(), block);
                }
                self.section(&function.use_list_orders, |this, &line| {
                    this.put("  ");
                    this.verbatim_line(line);
                });
                self.put("}\n");
                self.numbering = numbering;
            }
        }
    }

    fn header(&mut self, function: &Function, scope: Option<Scope<'_>>) {
        let ctx = self.ctx;
        let header = &function.header;
        let attrs = ctx.attr_list_data(function.attrs);
        self.linkage(header);
        self.convention(function.convention);
        self.attrs_before(attrs.result);
        let (ret, params, vararg) = match ctx.kind(function.ty) {
            TypeKind::Function { ret, params, vararg } => (*ret, &params[..], *vararg),
            _ => (function.ty, &[][..], false),
        };
        self.ty(ret);
        self.put(" ");
        self.global_name(header.name);
        self.put("(");
        for (at, &param) in params.iter().enumerate() {
            if at > 0 {
                self.put(", ");
            }
            self.ty(param);
            self.attrs_behind(attrs.param(at));
            match scope {
                Some(scope) => {
                    if let Some(&arg) = scope.body.args().get(at) {
                        self.put(" ");
                        self.local_name(scope.numbering.value(scope.body, arg));
                    }
                }
                None => {
                    if let Some(&Some(Name::Named(name))) = function.param_names.get(at) {
                        self.put(" ");
                        self.local_name(LocalName::Named(name));
                    }
                }
            }
        }
        if vararg {
            self.put(if params.is_empty() { "..." } else { ", ..." });
        }
        self.put(")");
        if header.unnamed_addr != UnnamedAddr::None {
            self.put(" ");
            self.put(header.unnamed_addr.word());
        }
        if header.addrspace != 0 || self.program_addrspace != 0 {
            self.put(" ");
            self.addrspace(header.addrspace);
        }
        self.function_attrs(attrs.function);
        self.string_clause(" section ", header.section);
        self.string_clause(" partition ", header.partition);
        self.comdat_clause(header);
        self.align_clause(" align ", header.align);
        self.string_clause(" gc ", function.gc);
        for (word, data) in [
            (" prefix ", function.prefix),
            (" prologue ", function.prologue),
            (" personality ", function.personality),
        ] {
            if let Some(data) = data {
                self.put(word);
                self.typed_const(data);
            }
        }
    }

    /// Writes a calling convention with a blank after it; that of C goes without saying.
    pub(super) fn convention(&mut self, number: u32) {
        if number == 0 {
            return;
        }
        match convention_word(number) {
            Some(word) => self.put(word),
            None => {
                self.put("cc ");
                push_u64(&mut self.out, number.into());
            }
        }
        self.put(" ");
    }

    fn block(&mut self, scope: Scope<'_>, gates: Option<&Gates<'_>>, block: Block) {
        let Scope { body, numbering, .. } = scope;
        let entry = body.entry() == Some(block);
        match numbering.block(body, block) {
            LocalName::Named(symbol) => {
                self.put(if entry { "" } else { "\n" });
                push_name(&mut self.out, self.ctx.bytes(symbol));
                self.put(":\n");
            }
            // The entry's number is understood, and old versions of LLVM do not read it.
            LocalName::Numbered(_) if entry => {}
            LocalName::Numbered(number) => {
                self.put("\n");
                push_u64(&mut self.out, number.into());
                self.put(":\n");
            }
            LocalName::Absent => {}
        }
        self.merges(scope, gates, block);
        for inst in body.insts(block) {
            self.inst(scope, inst);
            self.put("\n");
        }
    }

    /// The parameters of a block.
    fn merges(&mut self, scope: Scope<'_>, gates: Option<&Gates<'_>>, block: Block) {
        let body = scope.body;
        let params = body.params(block);
        // Where arms are kept is the same for all of them.
        let mut arms: Option<Vec<Edge>> = None;
        for (index, &value) in params.iter().enumerate() {
            let said = match body.value(value).def {
                ValueDef::Param(param) => gates.map(|gates| (gates, &gates.text.merges[param])),
                _ => None,
            };
            match said {
                Some((gates, said)) if said.merge.has_gates() => {
                    self.merge_head(scope, value, said.merge);
                    let edges = arms.get_or_insert_with(|| arm_edges(body, block));
                    self.gated_arms(scope, gates, index, said, edges);
                }
                Some((_, &MergeText { merge, .. })) => {
                    self.merge_head(scope, value, merge);
                    self.pairs(scope, block, index);
                }
                None => {
                    self.merge_head(scope, value, Merge::Phi);
                    self.pairs(scope, block, index);
                }
            }
            if let ValueDef::Param(param) = body.value(value).def {
                let param = body.param(param);
                self.attachments(param.debug, &param.attachments, ", ");
            }
            self.put("\n");
        }
    }

    /// `  %name = phi [flags] TYPE`.
    fn merge_head(&mut self, scope: Scope<'_>, value: Value, merge: Merge) {
        let body = scope.body;
        self.put("  ");
        self.local(scope, value);
        self.put(" = ");
        self.put(merge.word());
        if let ValueDef::Param(param) = body.value(value).def {
            self.flags(body.param(param).flags);
        }
        self.put(" ");
        self.ty(body.value_type(value));
    }

    /// The arguments for a parameter from every edge that enters its block, each with its block.
    fn pairs(&mut self, scope: Scope<'_>, block: Block, index: usize) {
        let body = scope.body;
        for (at, edge) in body.pred_edges(block).enumerate() {
            self.put(if at == 0 { " [ " } else { ", [ " });
            self.edge_arg(scope, edge, index);
            self.put(", ");
            match body.edge_source(edge) {
                Some(source) => self.local_name(scope.numbering.block(body, source)),
                None => self.missing_value(),
            }
            self.put(" ]");
        }
    }

    pub(super) fn edge_arg(&mut self, scope: Scope<'_>, edge: Edge, index: usize) {
        match scope.body.edge_args(edge).nth(index) {
            Some(arg) => self.bare_value(scope, arg),
            None => self.missing_value(),
        }
    }

    /// Writes how an argument, parameter or result is called.
    pub(super) fn local(&mut self, scope: Scope<'_>, value: Value) {
        self.local_name(scope.numbering.value(scope.body, value));
    }

    /// Writes `%name` or `%number`.
    pub(super) fn local_name(&mut self, name: LocalName) {
        match name {
            LocalName::Named(symbol) => {
                self.put("%");
                push_name(&mut self.out, self.ctx.bytes(symbol));
            }
            LocalName::Numbered(number) => {
                self.put("%");
                push_u64(&mut self.out, number.into());
            }
            LocalName::Absent => self.missing_value(),
        }
    }

    /// Writes `label %block`.
    pub(super) fn label(&mut self, scope: Scope<'_>, block: Block) {
        self.put("label ");
        self.local_name(scope.numbering.block(scope.body, block));
    }

    /// The name of a global, or its number in this text.
    pub(super) fn global_word(&mut self, name: Name) {
        match name {
            Name::Named(symbol) => push_name(&mut self.out, self.ctx.bytes(symbol)),
            Name::Numbered(number) => {
                let number = self.global_numbers.get(&number).copied().unwrap_or(number);
                push_u64(&mut self.out, number.into());
            }
        }
    }
}
