//! A function in canonical form, with its stack slots promoted to values where they may be.

use super::normalised_attributes::NormalisedAttributes;
use super::slot_numbering::{WrittenSlot, slots_of};
use tollgate_canon::{Canonical, Role, in_order, promote};
use tollgate_graph::dead_until_marked;
use tollgate_ir::{Body, Budget, Context, Inst, Module, Over, Phase};
use tollgate_sem::layout::DataLayout;
use tollgate_sem::tbaa;

/// A function whose stack slots are [promoted](promote) where they may be.
pub(super) struct Promoted {
    pub(super) canonical: Canonical,
    /// The slots that there were, in the order of the text.
    pub(super) slots: Vec<WrittenSlot>,
}

impl Promoted {
    /// A function, as far as slots of a function in this role may be promoted.
    pub(super) fn new(
        ctx: &mut Context,
        layout: &DataLayout,
        attributes: &NormalisedAttributes<'_>,
        module: &Module,
        body: &Body,
        role: Role,
        budget: &Budget,
    ) -> Result<Self, Over> {
        budget.enter(Phase::Canonical);
        budget.check()?;
        let mut body = body.clone();
        attributes.write(ctx, &mut body);
        let dead = |inst| dead_until_marked(ctx, layout, &body, inst);
        let before: Vec<_> =
            slots_of(&body).into_iter().map(|(inst, ty)| (inst, ty, dead(inst))).collect();
        budget.check()?;
        // What a constant tag of the target says of a slot that it stores to must not be lost.
        if role == Role::Source || !has_constant_tag(ctx, module, &body) {
            promote(ctx, layout, &mut body, role);
        }
        let remains = |inst| body.inst(inst).block().is_some();
        let slots = before
            .into_iter()
            .map(|(inst, ty, dead)| WrittenSlot { ty, dead, remains: remains(inst) })
            .collect();
        budget.check()?;
        let ordered = in_order(&body);
        Ok(Self { canonical: Canonical::within(ctx, ordered, budget)?, slots })
    }

    /// How many slots remain.
    pub(super) fn remaining_slots(&self) -> usize {
        self.slots.iter().filter(|slot| slot.remains).count()
    }
}

/// Whether an access says by its TBAA tag that the memory never changes.
fn has_constant_tag(ctx: &Context, module: &Module, body: &Body) -> bool {
    let says_so = |inst: Inst| {
        body.attachments(inst)
            .iter()
            .any(|&(kind, meta)| ctx.bytes(kind) == b"tbaa" && tbaa::is_constant(ctx, module, meta))
    };
    body.blocks().flat_map(|block| body.insts(block)).any(says_so)
}
