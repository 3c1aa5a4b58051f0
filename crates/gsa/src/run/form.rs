//! The functions of a module in gated SSA, laid out for runs.

use crate::Gated;
use rustc_hash::FxHashMap;
use tollgate_canon::Canonical;
use tollgate_exec::value::Val;
use tollgate_gate::Test;
use tollgate_ir::{
    Block, BodyState, Const, ConstKind, Context, Edge, Entity, Func, Inst, Module, SecondaryMap,
};
use tollgate_sem::Int;

/// A function in gated SSA, beside the canonical form that it was made of.
#[derive(Clone, Debug)]
pub struct Form {
    pub(super) gated: Gated,
    canonical: Canonical,
    /// By instruction: its number among those that gates ask about, plus one.
    watched: SecondaryMap<Inst, u32>,
    watched_count: u32,
    /// What registers hold that equal the constants that switches compare with.
    cases: FxHashMap<Const, Val>,
}

impl Form {
    /// The form of a function whose canonical form and gated SSA these are. They have the same
    /// blocks and instructions.
    pub fn new(ctx: &Context, canonical: Canonical, gated: Gated) -> Self {
        let mut watched = SecondaryMap::new();
        watched.resize(gated.body().inst_ids());
        let mut watched_count = 0;
        let mut cases = FxHashMap::default();
        for (_, test) in gated.conditions.iter() {
            match test {
                Test::Unwound(inst) | Test::Returned(inst) | Test::Went(inst, _) => {
                    if watched[inst] == 0 {
                        watched_count += 1;
                        watched[inst] = watched_count;
                    }
                }
                Test::Equals(_, case) => {
                    cases.extend(value_of(ctx, case).map(|value| (case, value)));
                }
                Test::True(_) | Test::Entered(_) => {}
            }
        }
        Self { gated, canonical, watched, watched_count, cases }
    }

    /// The gated SSA.
    pub fn gated(&self) -> &Gated {
        &self.gated
    }

    /// The canonical form.
    pub fn canonical(&self) -> &Canonical {
        &self.canonical
    }

    /// Where an instruction that gates ask about is among those.
    pub(super) fn watched(&self, inst: Inst) -> Option<usize> {
        (self.watched[inst] as usize).checked_sub(1)
    }

    pub(super) fn watched_count(&self) -> usize {
        self.watched_count as usize
    }

    pub(super) fn case(&self, case: Const) -> Option<&Val> {
        self.cases.get(&case)
    }

    pub(super) fn target(&self, edge: Edge) -> Block {
        self.gated.body().edge(edge).to
    }
}

/// What a register holds that equals an integer constant.
fn value_of(ctx: &Context, id: Const) -> Option<Val> {
    let data = ctx.constant(id);
    match &data.kind {
        ConstKind::Int(value) => Some(Val::Bits(*value)),
        ConstKind::WideInt(limbs) => {
            let width = ctx.int_width(data.ty)?;
            Some(Val::int(Int::from_limbs(width, limbs.to_vec())))
        }
        ConstKind::Zero => Some(Val::Bits(0)),
        _ => None,
    }
}

/// The functions of a module in gated SSA.
#[derive(Clone, Debug)]
pub struct Forms {
    list: Vec<Option<Form>>,
}

impl Forms {
    /// Brings all functions of a module into canonical form and makes gated SSA of them, whose
    /// bodies become those of the module.
    pub fn new(ctx: &mut Context, module: &mut Module) -> Self {
        let funcs: Vec<Func> = module.functions.keys().collect();
        let mut form = |func: Func| {
            let canonical = Canonical::new(ctx, module.functions[func].body()?.clone());
            let gated = Gated::new(&canonical);
            Some(Form::new(ctx, canonical, gated))
        };
        let this = Self { list: funcs.into_iter().map(&mut form).collect() };
        this.install(module);
        this
    }

    /// Makes the bodies of a module those of gated SSA.
    pub fn install(&self, module: &mut Module) {
        self.install_as(module, |form| form.gated.body().clone());
    }

    /// Makes the bodies of a module those of the canonical forms.
    pub fn install_canonical(&self, module: &mut Module) {
        self.install_as(module, |form| form.canonical.body().clone());
    }

    fn install_as(&self, module: &mut Module, body: impl Fn(&Form) -> tollgate_ir::Body) {
        for (func, form) in self.iter() {
            module.functions[func].body = BodyState::Read(Box::new(body(form)));
        }
    }

    /// The form of a function; none of a declaration.
    pub fn get(&self, func: Func) -> Option<&Form> {
        self.list.get(func.index())?.as_ref()
    }

    /// All forms.
    pub fn iter(&self) -> impl Iterator<Item = (Func, &Form)> {
        self.list
            .iter()
            .enumerate()
            .filter_map(|(index, form)| Some((Func::new(index), form.as_ref()?)))
    }

    /// Changes a form. The module's bodies must be [installed](Self::install) anew.
    pub fn change(&mut self, func: Func, change: impl FnOnce(&mut Gated)) {
        if let Some(form) = self.list.get_mut(func.index()).and_then(Option::as_mut) {
            change(&mut form.gated);
        }
    }

    /// Gives the arms of every gamma and eta another order, drawn from `below`, which gives a
    /// number below another one. The module's bodies must be [installed](Self::install) anew.
    pub fn shuffle_arms(&mut self, mut below: impl FnMut(usize) -> usize) {
        for form in self.list.iter_mut().flatten() {
            let blocks: Vec<Block> = form.gated.body().blocks().collect();
            for block in blocks {
                for position in 0..form.gated.body().params(block).len() {
                    let merge = form.gated.body().params(block)[position];
                    let mut order: Vec<usize> = (0..form.gated.gates(merge).len()).collect();
                    for at in (1..order.len()).rev() {
                        order.swap(at, below(at + 1));
                    }
                    form.gated.reorder_arms(block, position, &order);
                }
            }
        }
    }
}
