//! The rules of functions, variables, aliases and ifuncs, bodies apart.

use super::{Place, Verifier, ViolationKind};
use crate::{
    Alias, AliasDef, Const, ConstKind, DllStorage, Entity, Function, GlobalHeader, GlobalRef,
    GlobalVar, Linkage, Name, Type, TypeKind, Visibility,
};
use rustc_hash::FxHashSet;

/// The largest alignment: LLVM's.
pub(super) const MAX_ALIGN: u64 = 1 << 32;

impl Verifier<'_> {
    /// Checks that names are unique and the table of names is right.
    pub(super) fn names(&mut self) {
        let module = self.module;
        let variables = module.globals.keys().map(GlobalRef::Var);
        let aliases = module.aliases.keys().map(GlobalRef::Alias);
        let functions = module.functions.keys().map(GlobalRef::Func);
        let mut seen: FxHashSet<Name> = FxHashSet::default();
        for global in variables.chain(aliases).chain(functions) {
            let header = module.header(global);
            (self.place, self.span) = (Place::Global(header.name), header.span);
            if !seen.insert(header.name) {
                self.report(ViolationKind::DuplicateGlobal { name: self.show_name(header.name) });
            } else if module.lookup(header.name) != Some(global) {
                self.report(ViolationKind::UnlistedGlobal { name: self.show_name(header.name) });
            }
        }
        self.comdats = module.comdats.iter().map(|&(name, _)| name).collect();
    }

    fn header(&mut self, header: &GlobalHeader, declaration: bool) {
        let local = header.linkage.is_local();
        if local
            && (header.visibility != Visibility::Default
                || header.dll_storage != DllStorage::Default)
        {
            self.report(ViolationKind::LocalVisibility);
        }
        match header.dll_storage {
            DllStorage::Default => {}
            DllStorage::Import => {
                if !declaration && header.linkage != Linkage::AvailableExternally {
                    self.report(ViolationKind::DllStorage {
                        expected: "a `dllimport` symbol is defined elsewhere",
                    });
                }
                if header.dso_local {
                    self.report(ViolationKind::DllStorage {
                        expected: "a `dllimport` symbol is not `dso_local`",
                    });
                }
                if header.visibility != Visibility::Default {
                    self.report(ViolationKind::DllStorage {
                        expected: "a `dllimport` symbol has default visibility",
                    });
                }
            }
            DllStorage::Export => {
                if header.visibility == Visibility::Hidden {
                    self.report(ViolationKind::DllStorage {
                        expected: "a `dllexport` symbol is not hidden",
                    });
                }
            }
        }
        if let Some(comdat) = header.comdat {
            if declaration {
                self.report(ViolationKind::DeclarationInComdat);
            }
            if !self.comdats.contains(&comdat) {
                self.report(ViolationKind::UnknownComdat {
                    name: self.ctx.text(comdat).into_owned(),
                });
            }
        }
        if let Some(align) = header.align
            && align > MAX_ALIGN
        {
            self.report(ViolationKind::Alignment { align });
        }
        self.attachments(&header.attachments);
    }

    pub(super) fn variable(&mut self, variable: &GlobalVar) {
        let header = &variable.header;
        (self.place, self.span) = (Place::Global(header.name), header.span);
        self.header(header, variable.init.is_none());
        self.global_attrs(variable.attrs);
        let Some(init) = variable.init else {
            if !matches!(header.linkage, Linkage::External | Linkage::ExternWeak) {
                self.report(ViolationKind::DeclarationLinkage { linkage: header.linkage });
            }
            return;
        };
        if header.linkage == Linkage::ExternWeak {
            self.report(ViolationKind::DefinitionLinkage { linkage: header.linkage });
        }
        if !self.is_sized(variable.ty) {
            self.report(ViolationKind::UnsizedVariable { found: self.show(variable.ty) });
        }
        if self.is_scalable(variable.ty) {
            self.report(ViolationKind::ScalableVariable { found: self.show(variable.ty) });
        }
        let found = self.ctx.constant(init).ty;
        if found != variable.ty {
            let (expected, found) = (self.show(variable.ty), self.show(found));
            self.report(ViolationKind::InitializerType { expected, found });
        }
        if header.linkage == Linkage::Common {
            if variable.constant || header.comdat.is_some() {
                self.report(ViolationKind::CommonVariable {
                    expected: "is neither `constant` nor in a comdat",
                });
            }
            if !self.ctx.is_zero(init) {
                self.report(ViolationKind::CommonVariable { expected: "has the initialiser zero" });
            }
        }
        if header.linkage == Linkage::Appending
            && !matches!(self.ctx.kind(variable.ty), TypeKind::Array { .. })
        {
            self.report(ViolationKind::AppendingVariable { found: self.show(variable.ty) });
        }
        self.constant(init);
    }

    pub(super) fn aliases(&mut self) {
        let module = self.module;
        // For each alias the aliases that it leads to, and for each alias who leads to it.
        let mut unresolved: Vec<usize> = vec![0; module.aliases.len()];
        let mut leaders: Vec<Vec<Alias>> = vec![Vec::new(); module.aliases.len()];
        for (id, alias) in module.aliases.iter() {
            (self.place, self.span) = (Place::Global(alias.header.name), alias.header.span);
            for target in self.alias(alias) {
                unresolved[id.index()] += 1;
                leaders[target.index()].push(id);
            }
        }
        // Whatever leads only to what is resolved is resolved; what remains is a cycle.
        let mut resolved: Vec<Alias> =
            module.aliases.keys().filter(|id| unresolved[id.index()] == 0).collect();
        while let Some(id) = resolved.pop() {
            for &leader in &leaders[id.index()] {
                unresolved[leader.index()] -= 1;
                if unresolved[leader.index()] == 0 {
                    resolved.push(leader);
                }
            }
        }
        for (id, alias) in module.aliases.iter() {
            if unresolved[id.index()] > 0 {
                (self.place, self.span) = (Place::Global(alias.header.name), alias.header.span);
                self.report(ViolationKind::AliasCycle);
            }
        }
    }

    /// Checks an alias or ifunc, and gives the aliases that it leads to.
    fn alias(&mut self, alias: &AliasDef) -> Vec<Alias> {
        let header = &alias.header;
        self.header(header, false);
        if matches!(header.linkage, Linkage::Common | Linkage::Appending | Linkage::ExternWeak) {
            self.report(ViolationKind::AliasLinkage { linkage: header.linkage });
        }
        self.constant(alias.target);
        let data = self.ctx.constant(alias.target);
        let address = matches!(self.ctx.kind(data.ty), TypeKind::Ptr(_));
        if !address || !matches!(data.kind, ConstKind::Global(_) | ConstKind::Expr(_)) {
            self.report(ViolationKind::AliasTarget {
                found: format!("a constant of type `{}`", self.show(data.ty)),
            });
            return Vec::new();
        }
        let mut targets = Vec::new();
        for name in self.named_in(alias.target) {
            match self.module.lookup(name) {
                // Reported with the constant.
                None => {}
                Some(GlobalRef::Alias(target)) => {
                    let linkage = self.module.aliases[target].header.linkage;
                    if linkage.is_interposable() && !alias.ifunc {
                        self.report(ViolationKind::AliasOfInterposable {
                            name: self.show_name(name),
                        });
                    }
                    targets.push(target);
                }
                Some(GlobalRef::Func(func)) => {
                    let function = &self.module.functions[func];
                    if alias.ifunc {
                        if function.is_declaration() {
                            self.report(ViolationKind::IfuncResolver);
                        }
                    } else {
                        self.alias_target(alias, &function.header, function.is_declaration());
                    }
                }
                Some(GlobalRef::Var(_)) if alias.ifunc => self.report(ViolationKind::IfuncResolver),
                Some(GlobalRef::Var(var)) => {
                    let variable = &self.module.globals[var];
                    self.alias_target(alias, &variable.header, variable.init.is_none());
                }
            }
        }
        targets
    }

    /// To the linker a definition that is `available_externally` is a declaration.
    fn alias_target(&mut self, alias: &AliasDef, target: &GlobalHeader, declaration: bool) {
        let external = target.linkage == Linkage::AvailableExternally
            && alias.header.linkage != Linkage::AvailableExternally;
        if declaration || external {
            self.report(ViolationKind::AliasOfDeclaration { name: self.show_name(target.name) });
        }
    }

    /// The globals that a constant address names.
    fn named_in(&self, id: Const) -> Vec<Name> {
        let mut names = Vec::new();
        let mut rest = vec![id];
        let mut seen: FxHashSet<Const> = FxHashSet::default();
        while let Some(id) = rest.pop() {
            if !seen.insert(id) {
                continue;
            }
            match &self.ctx.constant(id).kind {
                ConstKind::Global(name) => names.push(*name),
                ConstKind::Expr(expr) => rest.extend(expr.operands.iter()),
                _ => {}
            }
        }
        names
    }

    pub(super) fn function_header(&mut self, function: &Function) {
        let header = &function.header;
        (self.place, self.span) = (Place::Global(header.name), header.span);
        let declaration = function.is_declaration();
        self.header(header, declaration);
        let linkage = header.linkage;
        if declaration {
            if !matches!(linkage, Linkage::External | Linkage::ExternWeak) {
                self.report(ViolationKind::DeclarationLinkage { linkage });
            }
            if function.personality.is_some() {
                self.report(ViolationKind::DeclarationPart { what: "a personality" });
            }
        } else {
            if matches!(linkage, Linkage::ExternWeak | Linkage::Common | Linkage::Appending) {
                self.report(ViolationKind::DefinitionLinkage { linkage });
            }
            if self.is_intrinsic(header.name) {
                self.report(ViolationKind::IntrinsicBody);
            }
        }
        for data in [function.prefix, function.prologue, function.personality].into_iter().flatten()
        {
            self.constant(data);
        }
        match self.ctx.kind(function.ty) {
            TypeKind::Function { ret, params, .. } => {
                self.signature(header.name, *ret, params);
                self.attr_list(function.attrs, *ret, params, header.name);
            }
            _ => self.report(ViolationKind::FunctionType { found: self.show(function.ty) }),
        }
    }

    /// Whether a function's meaning is LLVM's own.
    pub(super) fn is_intrinsic(&self, name: Name) -> bool {
        match name {
            Name::Named(symbol) => self.ctx.bytes(symbol).starts_with(b"llvm."),
            Name::Numbered(_) => false,
        }
    }

    fn signature(&mut self, name: Name, ret: Type, params: &[Type]) {
        let intrinsic = self.is_intrinsic(name);
        let passed = |this: &Self, ty: Type| match this.ctx.kind(ty) {
            TypeKind::Metadata | TypeKind::Token => intrinsic,
            TypeKind::Label => false,
            kind => kind.is_first_class(),
        };
        if ret != Type::VOID && (!passed(self, ret) || ret == Type::METADATA) {
            self.report(ViolationKind::SignatureType { what: "a result", found: self.show(ret) });
        }
        for &param in params {
            // Declarations may mention types that are not known.
            let opaque = matches!(self.ctx.kind(param), TypeKind::Named { body: None, .. });
            if !passed(self, param) && !opaque {
                self.report(ViolationKind::SignatureType {
                    what: "a parameter",
                    found: self.show(param),
                });
            }
        }
    }
}
