//! Memory that never changes, as loads with `!invariant.load` or with a constant tag of TBAA say.
//!
//! Such a load promises that the location has one value wherever it can be accessed: something of
//! the writes of the function, before and behind it. So what may write there
//! [asks](crate::asked::Asked::Unchanged). What cannot be such memory is told by the text alone:
//! it is so in all iterations, and the same for a function and its copy.

use super::refused::{base_of, escapes};
use rustc_hash::FxHashSet;
use tollgate_ir::{Body, ConstKind, Context, Meta, Module, Opcode, Symbol, Value, ValueDef};
use tollgate_sem::tbaa;

/// The invariant loads of a function.
pub(super) struct InvariantLoads {
    /// What their pointers are based on. None is known of what is no plain load.
    bases: FxHashSet<Option<Value>>,
    /// Stack slots that only accesses by their own addresses reach.
    private: FxHashSet<Value>,
}

impl InvariantLoads {
    pub(super) fn new(ctx: &Context, module: &Module, body: &Body) -> Self {
        let insts = || body.blocks().flat_map(|block| body.insts(block));
        let is_invariant = |&(kind, meta): &(Symbol, Meta)| match ctx.bytes(kind) {
            b"invariant.load" => true,
            b"tbaa" => tbaa::is_constant(ctx, module, meta),
            _ => false,
        };
        let loads = insts().filter(|&inst| body.attachments(inst).iter().any(is_invariant));
        let bases: FxHashSet<Option<Value>> = loads
            .map(|inst| match body.inst(inst).opcode == Opcode::Load {
                true => Some(base_of(body, body.operand(inst, 0))),
                false => None,
            })
            .collect();
        let mut private = FxHashSet::default();
        if !bases.is_empty() {
            let slots = insts().filter(|&inst| body.inst(inst).opcode == Opcode::Alloca);
            let slots = slots.filter_map(|inst| body.inst(inst).result());
            private.extend(slots.filter(|&slot| !escapes(ctx, body, slot)));
        }
        Self { bases, private }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bases.is_empty()
    }

    /// Whether what is written through a pointer may be what an invariant load reads.
    pub(super) fn may_be_at(&self, ctx: &Context, body: &Body, pointer: Value) -> bool {
        let written = base_of(body, pointer);
        self.bases.iter().any(|&read| match read {
            Some(read) => written == read || !self.are_distinct(ctx, body, written, read),
            None => !self.private.contains(&written),
        })
    }

    /// Whether two bases are those of different objects.
    fn are_distinct(&self, ctx: &Context, body: &Body, one: Value, other: Value) -> bool {
        let is_slot = |base: Value| match body.value(base).def {
            ValueDef::Inst(inst) => body.inst(inst).opcode == Opcode::Alloca,
            ValueDef::Arg(..)
            | ValueDef::Param(..)
            | ValueDef::Const(..)
            | ValueDef::Meta(..)
            | ValueDef::Wrapped(..)
            | ValueDef::Undefined => false,
        };
        let is_given = |base: Value| match body.value(base).def {
            ValueDef::Arg(..) => true,
            ValueDef::Const(id) => matches!(ctx.constant(id).kind, ConstKind::Global(_)),
            ValueDef::Param(..)
            | ValueDef::Inst(..)
            | ValueDef::Meta(..)
            | ValueDef::Wrapped(..)
            | ValueDef::Undefined => false,
        };
        let is_other = |slot: Value, base: Value| {
            is_slot(slot) && (self.private.contains(&slot) || is_slot(base) || is_given(base))
        };
        is_other(one, other) || is_other(other, one)
    }
}
