//! What a function is: what stays as it is while its graph is built.

use super::invariant::InvariantLoads;
use super::{Function, Lifetimes, Mode};
use crate::Env;
use rustc_hash::FxHashMap;
use std::ops::Range;
use tollgate_canon::Canonical;
use tollgate_canon::Role;
use tollgate_ir::{Attr, AttrKind, AttrSet, Body, Context, Inst, Module, Opcode, TypeKind};
use tollgate_sem::world::metadata;

/// A function, and what was found out about its text before anything is built.
pub(super) struct Subject<'a> {
    pub side: Role,
    pub mode: Mode,
    pub module: &'a Module,
    pub canonical: &'a Canonical,
    pub body: &'a Body,
    pub lifetimes: Lifetimes,
    /// Calls of the C library whose results are known.
    pub library: FxHashMap<Inst, u64>,
    /// Whether it has memory of its own: stack slots, arguments passed by value.
    pub has_own_memory: bool,
    /// Whether an access names the scopes of `noalias` that it is in.
    pub has_scopes: bool,
    /// Parameters that promise to initialise bytes, and which.
    pub initialized: Vec<(u32, Vec<Range<i64>>)>,
    /// Loads that say that what they read never changes.
    pub invariant_loads: InvariantLoads,
}

impl<'a> Subject<'a> {
    pub fn new(
        env: &Env<'_>,
        (side, mode): (Role, Mode),
        (module, function): (&'a Module, &'a Function),
        canonical: &'a Canonical,
        library: FxHashMap<Inst, u64>,
    ) -> Self {
        let body = canonical.body();
        let insts = || body.blocks().flat_map(|block| body.insts(block));
        let by_value = |set: &AttrSet| env.ctx.has_attr(*set, AttrKind::ByVal);
        // Variable arguments are on the stack too.
        let is_variadic =
            matches!(env.ctx.kind(function.ty), TypeKind::Function { vararg: true, .. });
        let has_own_memory = is_variadic
            || env.ctx.attr_list_data(function.attrs).params.iter().any(by_value)
            || insts().any(|inst| body.inst(inst).opcode == Opcode::Alloca);
        let has_scopes = insts().any(|inst| {
            let mut kinds = body.attachments(inst).iter().map(|&(kind, _)| kind);
            kinds.any(|kind| metadata::is_of_scopes(env.ctx.bytes(kind)))
        });
        let slots = env.config.slots.as_ref().map(|slots| &slots[side as usize][..]);
        let lifetimes = Lifetimes::new(env.ctx, env.layout, env.config.readings, slots, body);
        let lifetimes = match env.config.strict_reads {
            true => lifetimes.with_strict_reads(),
            false => lifetimes,
        };
        let params = &env.ctx.attr_list_data(function.attrs).params;
        let initialized = (0..).zip(params).filter_map(|(index, &set)| {
            Some((index, env.ctx.attrs(set).iter().find_map(|&attr| initialized(env.ctx, attr))?))
        });
        Self {
            side,
            mode,
            module,
            canonical,
            body,
            lifetimes,
            library,
            has_own_memory,
            has_scopes,
            initialized: initialized.collect(),
            invariant_loads: InvariantLoads::new(env.ctx, module, body),
        }
    }
}

/// The bytes that an attribute says are initialised: of `initializes((0, 4), (8, 12))` the numbers
/// are pairs.
fn initialized(ctx: &Context, attr: Attr) -> Option<Vec<Range<i64>>> {
    let Attr::Text(AttrKind::Initializes, ranges) = attr else { return None };
    let text = ctx.text(ranges);
    let numbers = text.split(|it: char| !it.is_ascii_digit() && it != '-');
    let numbers: Result<Vec<i64>, _> =
        numbers.filter(|number| !number.is_empty()).map(str::parse).collect();
    Some(match numbers.as_deref().map(<[i64]>::as_chunks) {
        Ok((pairs, [])) => pairs.iter().map(|&[from, to]| from..to).collect(),
        // All that there is.
        Ok(_) | Err(_) => vec![Range { start: i64::MIN, end: i64::MAX }],
    })
}
