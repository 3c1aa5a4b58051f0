//! Whether a module is well formed: every rule that the rest of the house relies on, all violations
//! at once.
//!
//! A module that passes has exact lists, operands and results of the types that the opcode table
//! and the LLVM reference demand, blocks that end, edges with an argument for each parameter, uses
//! that their definitions dominate, names and numbers that are defined, and attributes where they
//! mean something. The rules are LLVM's, loose where versions of LLVM differ.
//!
//! What is **not** verified: that funclets nest properly, the rules of single intrinsics, of
//! `swifterror` and of `inalloca`, what debug information says, and the sizes that the data layout
//! gives.
//!
//! Constants, metadata and attribute sets are shared, so each is checked once and reported at its
//! first use. Time is near-linear in the module, nothing recurses, and no module makes it panic.

mod attributes;
mod body;
mod calls;
mod constants;
mod exceptions;
mod globals;
mod instructions;
mod memory;
mod metadata;
mod operations;
mod show;
mod types;
mod violation;

pub use violation::{Place, TypeClass, Violation, ViolationKind};

use crate::{
    AttrSet, Block, BodyState, Const, Context, Func, Function, Meta, Module, Name, SecondaryMap,
    Span, Symbol, Type,
};
use rustc_hash::{FxHashMap, FxHashSet};
use types::TypeFacts;

/// All violations of a module, in the order variables, aliases, functions, metadata.
pub fn verify_module(ctx: &Context, module: &Module) -> Vec<Violation> {
    let mut verifier = Verifier::new(ctx, module);
    verifier.names();
    for variable in module.globals.values() {
        verifier.variable(variable);
    }
    verifier.aliases();
    for (func, function) in module.functions.iter() {
        verifier.function(func, function);
    }
    verifier.module_metadata();
    verifier.violations
}

/// All violations of one function of a module.
pub fn verify_function(ctx: &Context, module: &Module, func: Func) -> Vec<Violation> {
    let mut verifier = Verifier::new(ctx, module);
    verifier.comdats = module.comdats.iter().map(|&(name, _)| name).collect();
    verifier.function(func, &module.functions[func]);
    verifier.violations
}

/// A module that is being verified.
struct Verifier<'a> {
    ctx: &'a Context,
    module: &'a Module,
    violations: Vec<Violation>,
    /// Where the verifier is.
    place: Place,
    span: Span,
    type_facts: SecondaryMap<Type, TypeFacts>,
    checked_constants: SecondaryMap<Const, bool>,
    checked_metas: SecondaryMap<Meta, bool>,
    /// For each set a bit for each kind of place it was checked for.
    checked_attr_sets: SecondaryMap<AttrSet, u8>,
    /// The labels of functions whose blocks have their address taken.
    labels: FxHashMap<Func, FxHashMap<Name, Block>>,
    comdats: FxHashSet<Symbol>,
    // Lists that are used again for every instruction.
    operand_types: Vec<Type>,
    operand_constants: Vec<Option<Const>>,
}

impl<'a> Verifier<'a> {
    fn new(ctx: &'a Context, module: &'a Module) -> Self {
        Self {
            ctx,
            module,
            violations: Vec::new(),
            place: Place::Module,
            span: Span::NONE,
            type_facts: SecondaryMap::new(),
            checked_constants: SecondaryMap::new(),
            checked_metas: SecondaryMap::new(),
            checked_attr_sets: SecondaryMap::new(),
            labels: FxHashMap::default(),
            comdats: FxHashSet::default(),
            operand_types: Vec::new(),
            operand_constants: Vec::new(),
        }
    }

    fn report(&mut self, kind: ViolationKind) {
        self.violations.push(Violation { kind, place: self.place, span: self.span });
    }

    fn show(&self, ty: Type) -> String {
        show::show_type(self.ctx, ty)
    }

    fn show_name(&self, name: Name) -> String {
        show::show_name(self.ctx, name)
    }

    fn function(&mut self, func: Func, function: &'a Function) {
        self.function_header(function);
        match &function.body {
            BodyState::None => {}
            BodyState::Lazy(_) => self.report(ViolationKind::UnreadBody),
            BodyState::Read(body) => self.body(func, function, body),
        }
    }
}
