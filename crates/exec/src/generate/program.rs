//! The module under construction: its types, globals and functions as the generator knows them.

use super::facts::{AccessFacts, Spec};
use super::types::{DATA_LAYOUT, Types, mangled};
use super::{Config, Rng};
use tollgate_ir::{
    AttrList, Const, ConstKind, Context, Func, Function, GlobalHeader, GlobalVar, Linkage, Module,
    Name, Source, Type, TypeKind,
};
use tollgate_sem::layout::DataLayout;

/// A function that can be called.
#[derive(Clone, Debug)]
pub(super) struct Callee {
    pub name: Name,
    /// Its signature.
    pub ty: Type,
    pub params: Vec<Spec>,
    /// What it returns; none for `void`.
    pub ret: Option<Spec>,
    /// Attributes to repeat at the call site.
    pub attrs: AttrList,
    /// How many instructions a call executes at most, about.
    pub cost: u64,
    /// Whether it may unwind.
    pub throws: bool,
    /// Its calling convention.
    pub convention: u32,
    /// Whether it is a declaration.
    pub external: bool,
    /// Whether it is, or calls, a function that may not return.
    pub unknown: bool,
}

/// A global variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct GlobalObject {
    pub name: Name,
    pub place: AccessFacts,
}

/// What has been made so far.
pub(super) struct Program<'a> {
    pub config: &'a Config,
    pub module: Module,
    pub types: Types,
    pub layout: DataLayout,
    pub globals: Vec<GlobalObject>,
    pub callees: Vec<Callee>,
    /// The places of pointers that are kept in memory cells; the first stands for "no pointer".
    pub pointee_places: Vec<Option<AccessFacts>>,
    /// The global that functions may keep the checksum in.
    pub checksum: Option<Name>,
}

impl<'a> Program<'a> {
    pub fn new(ctx: &mut Context, rng: &mut Rng, config: &'a Config, seed: u64) -> Self {
        let text = tollgate_ir::Text::default();
        let mut module = Module::new(Source { file: format!("seed-{seed}").into(), text });
        module.datalayout = Some(ctx.symbol(DATA_LAYOUT.as_bytes()));
        module.triple = Some(ctx.symbol(b"x86_64-pc-linux-gnu"));
        let types = Types::new(ctx, rng, config);
        Self {
            config,
            module,
            types,
            // The text is ours; were it wrong, every module would be refused by the first test.
            layout: DataLayout::parse(DATA_LAYOUT).unwrap_or_default(),
            globals: Vec::new(),
            callees: Vec::new(),
            pointee_places: vec![None],
            checksum: None,
        }
    }

    /// The address of a global as a constant.
    pub fn address(ctx: &mut Context, name: Name) -> Const {
        ctx.make_const(Type::PTR, ConstKind::Global(name))
    }

    pub fn add_variable(
        &mut self,
        name: Name,
        ty: Type,
        init: Option<Const>,
        constant: bool,
        linkage: Linkage,
        align: Option<u64>,
    ) {
        let header = GlobalHeader { linkage, align, ..GlobalHeader::new(name) };
        self.module.add_global(GlobalVar {
            header,
            ty,
            constant,
            externally_initialized: false,
            init,
            attrs: Default::default(),
            code_model: None,
            sanitizer_words: Vec::new(),
        });
    }

    pub fn add_function(
        &mut self,
        name: Name,
        ty: Type,
        params: usize,
        attrs: AttrList,
        linkage: Linkage,
    ) -> Func {
        let header = GlobalHeader { linkage, ..GlobalHeader::new(name) };
        self.module.add_function(Function {
            attrs,
            param_names: vec![None; params],
            ..Function::declaration(header, ty)
        })
    }

    /// Declares a function unless it is known; gives its address and its type.
    pub fn declare(
        &mut self,
        ctx: &mut Context,
        name: &str,
        ret: Type,
        params: &[Type],
        vararg: bool,
    ) -> (Const, Type) {
        let symbol = Name::Named(ctx.symbol(name.as_bytes()));
        let ty = ctx.ty(TypeKind::Function { ret, params: params.into(), vararg });
        if self.module.lookup(symbol).is_none() {
            self.add_function(symbol, ty, params.len(), AttrList::EMPTY, Linkage::External);
        }
        (Self::address(ctx, symbol), ty)
    }

    /// Declares an intrinsic whose name ends with these types.
    pub fn intrinsic(
        &mut self,
        ctx: &mut Context,
        stem: &str,
        suffix: &[Type],
        ret: Type,
        params: &[Type],
    ) -> (Const, Type) {
        let mut name = format!("llvm.{stem}");
        for &ty in suffix {
            name.push('.');
            name.push_str(&mangled(ctx, ty));
        }
        self.declare(ctx, &name, ret, params, false)
    }
}
