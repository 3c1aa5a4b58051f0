//! What is known of the functions that a pair calls and that have no body.
//!
//! Both functions of a pair run in one environment (§1.1). So `memory(...)`, `willreturn` and
//! `nounwind` of an external function in either module, or at any call in either function, hold in
//! both: an environment that violates an attribute shows nothing, and one that satisfies more
//! attributes than it must is still an environment. Attributes of arguments and results are taken
//! from the source, call by call ([`Terms`](tollgate_exec::environment::Terms)): a target that
//! asserts more is undefined where a result violates that.
//!
//! LLVM also knows the C library by name, and folds, replaces and removes calls of it without
//! attributes. A function that it may know and that the interpreter cannot execute is
//! [`special`](Traits::special): a run that calls it is inconclusive (§11b.2).

use crate::Side;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;
use tollgate_exec::environment::{Promise, effects_of, gives_pointers};
use tollgate_exec::libc::{OUTPUT, is_silent};
use tollgate_ir::{
    Access, AttrKind, AttrListData, AttrSet, Body, Context, Extra, Flags, Func, Function,
    MemoryEffects, Module, Name, Opcode, Type, TypeKind,
};
use tollgate_sem::call::{self, Kind};
use tollgate_sem::layout::DataLayout;
use tollgate_sem::libc::is_known_by_name;
use tollgate_sem::world::address_space;

/// What is known of an external function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    /// Its memory effects, and whether it returns.
    pub promise: Promise,
    /// Whether the compiler may know more about it than its attributes say.
    pub special: bool,
    /// Whether it is a C library function, so that a call of another function may stand for it.
    pub library: bool,
}

/// What is known of all external functions of a pair.
#[derive(Debug, Default)]
pub(super) struct ExternalFunctions {
    functions: FxHashMap<Vec<u8>, Traits>,
    /// Functions that have a body in one of the modules.
    bodies: FxHashSet<Vec<u8>>,
    /// The attributes in `functions`, for environments to satisfy.
    promises: Arc<FxHashMap<Vec<u8>, Promise>>,
    /// Whether calls of one function have different attributes on arguments and results.
    other_terms: bool,
    /// Whether a function without a body may return a pointer.
    gives_pointers: bool,
    /// Address spaces of pointers that the functions compute with.
    spaces: BTreeSet<u32>,
}

/// What was visited before: pairs may reach whole libraries.
#[derive(Default)]
struct Seen {
    types: FxHashSet<Type>,
    /// Functions of the current module, classified.
    callees: FxHashMap<Func, Callee>,
}

/// What a call leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Callee {
    Intrinsic,
    Body,
    Declaration,
}

impl Callee {
    fn of(ctx: &Context, function: &Function) -> Self {
        match Kind::of(ctx, function) {
            Kind::Intrinsic(_) | Kind::UnknownIntrinsic => Self::Intrinsic,
            Kind::Plain if function.is_declaration() => Self::Declaration,
            Kind::Plain => Self::Body,
        }
    }
}

/// The attributes of the arguments and the result of a call and of the declaration, as far as
/// results of the environment depend on them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Site {
    results: [AttrSet; 2],
    asserted: Vec<(usize, AttrKind)>,
    tail: bool,
}

impl Site {
    /// Attributes that decide what the callee reads.
    fn unread(&self) -> Vec<(usize, AttrKind)> {
        let unread = |kind: AttrKind| matches!(kind, AttrKind::ReadNone | AttrKind::WriteOnly);
        self.asserted.iter().copied().filter(|(_, kind)| unread(*kind)).collect()
    }
}

/// The attributes of calls of each function, in the source and in the target.
type Sites = FxHashMap<Vec<u8>, [FxHashSet<Site>; 2]>;

/// Maximum depth of nested types searched for pointers.
const MAX_NESTING: u32 = 16;
/// Maximum number of functions reached by calls: beyond it the pair is not refuted.
const MAX_FUNCTIONS: usize = 10_000;

impl ExternalFunctions {
    /// What both sides of a pair assert. None if attributes of an indirect call restrict its
    /// effects, since its callee is not known.
    pub(super) fn of(ctx: &Context, sides: [Side<'_>; 2]) -> Option<Self> {
        let mut found = Self::default();
        let mut declared: FxHashMap<Vec<u8>, (Vec<AttrSet>, AttrSet)> = FxHashMap::default();
        let mut sites: Sites = FxHashMap::default();
        let mut known = Seen::default();
        found.gives_pointers = sides.iter().any(|side| gives_pointers(ctx, side.module));
        for (which, side) in sides.into_iter().enumerate() {
            let mut seen: FxHashSet<Func> = FxHashSet::default();
            let mut left = vec![side.func];
            known.callees.clear();
            while let Some(func) = left.pop() {
                if !seen.insert(func) {
                    continue;
                }
                if seen.len() > MAX_FUNCTIONS {
                    return None;
                }
                let function = &side.module.functions[func];
                let Some(body) = function.body() else { continue };
                found.add_spaces(ctx, body, &mut known.types);
                let sites = (which, &mut sites);
                found.calls_in(
                    ctx,
                    side.module,
                    body,
                    &mut left,
                    &mut declared,
                    sites,
                    &mut known.callees,
                )?;
            }
        }
        for (name, [source, target]) in sites {
            let Some(traits) = found.functions.get_mut(&name) else { continue };
            let mut all = source.iter().chain(&target);
            let Some(first) = all.next() else { continue };
            let unread = first.unread();
            // A result that is a function of memory must be the same function in both. What a pass
            // adds to a declaration of the C library may be what it knows by name.
            let alike =
                !traits.promise.is_functional() || all.clone().all(|site| site.unread() == unread);
            let known = !traits.library || source.is_empty() || target.is_subset(&source);
            traits.special |= !alike || !known;
            found.other_terms |= all.any(|site| site != first);
        }
        let promises = found.functions.iter().map(|(name, traits)| (name.clone(), traits.promise));
        found.promises = Arc::new(promises.collect());
        Some(found)
    }

    /// Adds the address spaces of pointers among the values of a body.
    fn add_spaces(&mut self, ctx: &Context, body: &Body, seen: &mut FxHashSet<Type>) {
        let types = body.values().map(|value| body.value_type(value));
        let mut left: Vec<(Type, u32)> =
            types.filter(|&ty| seen.insert(ty)).map(|ty| (ty, 0)).collect();
        while let Some((ty, depth)) = left.pop() {
            match ctx.kind(ctx.structural(ty)) {
                TypeKind::Ptr(space) => {
                    self.spaces.insert(*space);
                }
                TypeKind::Vector { elem, .. } | TypeKind::Array { elem, .. } => {
                    left.push((*elem, depth + 1))
                }
                TypeKind::Struct { fields, .. } if depth < MAX_NESTING => {
                    left.extend(fields.iter().map(|&field| (field, depth + 1)));
                }
                TypeKind::Void
                | TypeKind::Label
                | TypeKind::Metadata
                | TypeKind::Token
                | TypeKind::X86Amx
                | TypeKind::X86Mmx
                | TypeKind::Int(..)
                | TypeKind::Byte(..)
                | TypeKind::Float(..)
                | TypeKind::Struct { .. }
                | TypeKind::Named { .. }
                | TypeKind::Target { .. }
                | TypeKind::Function { .. } => {}
            }
        }
    }

    /// The number of address bits that all pointers of the functions can hold and compute with.
    pub(super) fn address_bits(&self, layout: &DataLayout) -> u32 {
        let bits = self.spaces.iter().map(|&space| {
            let pointer = layout.pointer(space);
            pointer.bits.min(pointer.index_bits)
        });
        bits.min().unwrap_or(64)
    }

    /// Whether the functions have pointers that are not plain integers.
    pub(super) fn has_strange_pointers(&self, layout: &DataLayout) -> bool {
        self.spaces.iter().any(|&space| !address_space::row(layout, space).integral)
    }

    fn calls_in(
        &mut self,
        ctx: &Context,
        module: &Module,
        body: &Body,
        left: &mut Vec<Func>,
        declared: &mut FxHashMap<Vec<u8>, (Vec<AttrSet>, AttrSet)>,
        (which, sites): (usize, &mut Sites),
        known: &mut FxHashMap<Func, Callee>,
    ) -> Option<()> {
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            // Functions may also be called back, and through pointers.
            for operand in body.operands(inst) {
                if let Some(func) = function_of(ctx, module, body, operand) {
                    left.push(func);
                }
            }
            if !matches!(body.inst(inst).opcode, Opcode::Call | Opcode::Invoke | Opcode::CallBr) {
                continue;
            }
            let Extra::Call(info) = body.extra(inst) else { continue };
            let callee =
                body.callee(inst).and_then(|callee| function_of(ctx, module, body, callee));
            let is_new = callee.is_some_and(|func| !known.contains_key(&func));
            let kind = callee.map(|func| {
                *known.entry(func).or_insert_with(|| Callee::of(ctx, &module.functions[func]))
            });
            let intrinsic = kind == Some(Callee::Intrinsic);
            // Effects of unknown bundles are not known.
            if !info.bundles.is_empty() && !intrinsic {
                return None;
            }
            let site = ctx.attr_list_data(info.attrs);
            let Some(func) = callee else {
                let promised =
                    effects_of(ctx, &[site.function]) != MemoryEffects::all(Access::ReadWrite);
                if promised {
                    return None;
                }
                // Any function may be the callee, with other attributes than at direct calls.
                self.other_terms = true;
                continue;
            };
            if intrinsic {
                continue;
            }
            let function = &module.functions[func];
            if kind == Some(Callee::Body) {
                if is_new {
                    self.bodies.insert(name_of(ctx, function.header.name));
                }
                continue;
            }
            let tail = body.inst(inst).flags.intersects(Flags::TAIL | Flags::MUSTTAIL);
            self.external_call(ctx, function, (site, tail), declared, (which, sites));
        }
        Some(())
    }

    /// A call of a function without a body: what it says of the function.
    fn external_call(
        &mut self,
        ctx: &Context,
        function: &Function,
        (site, tail): (&AttrListData, bool),
        declared: &mut FxHashMap<Vec<u8>, (Vec<AttrSet>, AttrSet)>,
        (which, sites): (usize, &mut Sites),
    ) {
        let name = name_of(ctx, function.header.name);
        let answered = [
            AttrKind::ReadOnly,
            AttrKind::ReadNone,
            AttrKind::WriteOnly,
            AttrKind::NoCapture,
            AttrKind::Captures,
            AttrKind::ByVal,
            AttrKind::Returned,
        ];
        let attrs = ctx.attr_list_data(function.attrs);
        let count = site.params.len().max(attrs.params.len());
        let params = (0..count).flat_map(|at| answered.map(|kind| (at, kind)));
        let is_asserted = |&(at, kind): &(usize, AttrKind)| {
            [attrs.param(at), site.param(at)].into_iter().any(|set| ctx.has_attr(set, kind))
        };
        let results = [attrs.result, site.result];
        let new_site = Site { results, asserted: params.filter(is_asserted).collect(), tail };
        sites.entry(name.clone()).or_default()[which].insert(new_site);
        let has = |kind: AttrKind| {
            ctx.has_attr(attrs.function, kind) || ctx.has_attr(site.function, kind)
        };
        let effects = effects_of(ctx, &[attrs.function, site.function]);
        let (nounwind, willreturn) = (has(AttrKind::NoUnwind), has(AttrKind::WillReturn));
        let asserted: (Vec<AttrSet>, AttrSet) = (attrs.params.to_vec(), attrs.result);
        // If the declarations of a C library function differ between the modules, it is not
        // decided here which is right.
        let library = is_library(&name);
        let disputed =
            declared.entry(name.clone()).or_insert_with(|| asserted.clone()) != &asserted;
        let special = disputed && library || has(AttrKind::AllocKind) || is_special(&name);
        let traits = self.functions.entry(name).or_insert(Traits {
            promise: Promise {
                effects: MemoryEffects::all(Access::ReadWrite),
                returns: false,
                nounwind: false,
            },
            special,
            library,
        });
        traits.promise.effects = traits.promise.effects.intersect(effects);
        traits.promise.returns |= willreturn;
        traits.promise.nounwind |= nounwind;
        traits.special |= special;
    }

    /// What is known of a function.
    pub(super) fn traits(&self, name: &[u8]) -> Option<&Traits> {
        self.functions.get(name)
    }

    /// Whether a function has a body in one of the modules.
    pub(super) fn has_body(&self, name: &[u8]) -> bool {
        self.bodies.contains(name)
    }

    /// Whether calls of one function have different attributes on arguments and results, so that it
    /// matters under whose attributes they are answered.
    pub(super) fn has_other_terms(&self) -> bool {
        self.other_terms
    }

    /// Whether a function of one of the modules may return a pointer to an object of the
    /// environment.
    pub(super) fn gives_pointers(&self) -> bool {
        self.gives_pointers
    }

    /// All attributes, for an environment to satisfy.
    pub(super) fn promises(&self) -> Arc<FxHashMap<Vec<u8>, Promise>> {
        Arc::clone(&self.promises)
    }

    /// The names of all functions, sorted.
    pub(super) fn names(&self) -> Vec<Vec<u8>> {
        let mut names: Vec<Vec<u8>> = self.functions.keys().cloned().collect();
        names.sort();
        names
    }
}

/// The function that a constant operand is.
fn function_of(
    ctx: &Context,
    module: &Module,
    body: &Body,
    value: tollgate_ir::Value,
) -> Option<Func> {
    call::function_named(ctx, module, body.as_const(value)?)
}

/// A global's name without its sigil; for an unnamed one, its number after a zero byte.
pub(super) fn name_of(ctx: &Context, name: Name) -> Vec<u8> {
    match name {
        Name::Named(symbol) => ctx.bytes(symbol).to_vec(),
        Name::Numbered(number) => format!("\0{number}").into_bytes(),
    }
}

/// Whether the C library has a function of this name that compilers know.
pub(super) fn is_library(name: &[u8]) -> bool {
    is_silent(name) || is_output(name) || is_special(name)
}

fn is_output(name: &[u8]) -> bool {
    OUTPUT.iter().any(|output| output.as_bytes() == name)
}

/// Whether compilers know a function of this name that the interpreter does not execute.
fn is_special(name: &[u8]) -> bool {
    !is_silent(name) && !is_output(name) && is_known_by_name(name)
}
