//! Comdats, global variables, aliases and ifuncs as text, and the words that all globals share.

use super::Writer;
use super::text::{push_name, push_quoted, push_u64};
use tollgate_ir::{
    AliasDef, ComdatKind, ConstKind, DllStorage, GlobalHeader, GlobalVar, Linkage, Name, Opcode,
    Opt, Symbol, ThreadLocal, UnnamedAddr, Visibility,
};

impl Writer<'_> {
    pub(super) fn comdat(&mut self, name: Symbol, kind: ComdatKind) {
        self.put("$");
        push_name(&mut self.out, self.ctx.bytes(name));
        self.put(" = comdat ");
        self.put(kind.word());
        self.put("\n");
    }

    pub(super) fn variable(&mut self, variable: &GlobalVar) {
        let header = &variable.header;
        self.global_name(header.name);
        self.put(" = ");
        if variable.init.is_none() && header.linkage == Linkage::External {
            self.put("external ");
        }
        self.linkage(header);
        self.thread_local(header.thread_local);
        self.unnamed_addr_before(header.unnamed_addr);
        if header.addrspace != 0 {
            self.addrspace(header.addrspace);
            self.put(" ");
        }
        if variable.externally_initialized {
            self.put("externally_initialized ");
        }
        self.put(if variable.constant { "constant " } else { "global " });
        self.ty(variable.ty);
        if let Some(init) = variable.init {
            self.put(" ");
            self.bare_const(init);
        }
        self.string_clause(", section ", header.section);
        self.string_clause(", partition ", header.partition);
        self.string_clause(", code_model ", variable.code_model);
        for &word in &variable.sanitizer_words {
            self.put(", ");
            self.out.extend_from_slice(self.ctx.bytes(word));
        }
        if header.comdat.is_some() {
            self.put(",");
        }
        self.comdat_clause(header);
        self.align_clause(", align ", header.align);
        self.attachments(Opt::NONE, &header.attachments, ", ");
        self.function_attrs(variable.attrs);
        self.put("\n");
    }

    pub(super) fn alias(&mut self, alias: &AliasDef) {
        let header = &alias.header;
        self.global_name(header.name);
        self.put(" = ");
        self.linkage(header);
        self.thread_local(header.thread_local);
        self.unnamed_addr_before(header.unnamed_addr);
        self.put(if alias.ifunc { "ifunc " } else { "alias " });
        self.ty(alias.ty);
        self.put(", ");
        // The type of these expressions is left out: the grammar takes the type for the
        // expression's own otherwise.
        let bare = match &self.ctx.constant(alias.target).kind {
            ConstKind::Expr(expr) => matches!(
                expr.opcode,
                Opcode::BitCast | Opcode::GetElementPtr | Opcode::AddrSpaceCast | Opcode::IntToPtr
            ),
            _ => false,
        };
        if bare {
            self.bare_const(alias.target);
        } else {
            self.typed_const(alias.target);
        }
        self.string_clause(", partition ", header.partition);
        self.attachments(Opt::NONE, &header.attachments, ", ");
        self.put("\n");
    }

    /// Writes linkage, preemption, visibility and DLL storage, each with a blank after it.
    pub(super) fn linkage(&mut self, header: &GlobalHeader) {
        if header.linkage != Linkage::External {
            self.put(header.linkage.word());
            self.put(" ");
        }
        if header.dso_local {
            self.put("dso_local ");
        }
        if header.visibility != Visibility::Default {
            self.put(header.visibility.word());
            self.put(" ");
        }
        if header.dll_storage != DllStorage::Default {
            self.put(header.dll_storage.word());
            self.put(" ");
        }
    }

    fn thread_local(&mut self, model: Option<ThreadLocal>) {
        match model {
            None => {}
            Some(ThreadLocal::GeneralDynamic) => self.put("thread_local "),
            Some(
                model @ (ThreadLocal::LocalDynamic
                | ThreadLocal::InitialExec
                | ThreadLocal::LocalExec),
            ) => {
                self.put("thread_local(");
                self.put(model.word());
                self.put(") ");
            }
        }
    }

    fn unnamed_addr_before(&mut self, unnamed: UnnamedAddr) {
        if unnamed != UnnamedAddr::None {
            self.put(unnamed.word());
            self.put(" ");
        }
    }

    /// Writes `addrspace(N)`.
    pub(super) fn addrspace(&mut self, space: u32) {
        self.put("addrspace(");
        push_u64(&mut self.out, space.into());
        self.put(")");
    }

    /// Writes words and a string, if there is one.
    pub(super) fn string_clause(&mut self, words: &str, string: Option<Symbol>) {
        if let Some(string) = string {
            self.put(words);
            push_quoted(&mut self.out, self.ctx.bytes(string));
        }
    }

    /// Writes ` comdat`, with its name unless it is the global's own.
    pub(super) fn comdat_clause(&mut self, header: &GlobalHeader) {
        let Some(comdat) = header.comdat else { return };
        self.put(" comdat");
        if header.name != Name::Named(comdat) {
            self.put("($");
            push_name(&mut self.out, self.ctx.bytes(comdat));
            self.put(")");
        }
    }

    /// Writes words and the alignment, if there is one.
    pub(super) fn align_clause(&mut self, words: &str, align: Option<u64>) {
        if let Some(align) = align {
            self.put(words);
            push_u64(&mut self.out, align);
        }
    }
}
