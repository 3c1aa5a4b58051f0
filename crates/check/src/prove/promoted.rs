//! A function in canonical form, with its stack slots promoted to values where they may be.

use super::normalised_attributes::NormalisedAttributes;
use super::slot_numbering::{SlotType, slots_of};
use tollgate_canon::{Canonical, Role, in_order, promote};
use tollgate_ir::{Body, Budget, Context, Over, Phase};
use tollgate_sem::layout::DataLayout;

/// A function whose stack slots are [promoted](promote) where they may be.
pub(super) struct Promoted {
    pub(super) canonical: Canonical,
    /// The slots that there were, in the order of the text, and whether each remains.
    pub(super) slots: Vec<(SlotType, bool)>,
}

impl Promoted {
    /// A function, as far as slots of a function in this role may be promoted.
    pub(super) fn new(
        ctx: &mut Context,
        layout: &DataLayout,
        attributes: &NormalisedAttributes<'_>,
        body: &Body,
        role: Role,
        budget: &Budget,
    ) -> Result<Self, Over> {
        budget.enter(Phase::Canonical);
        budget.check()?;
        let mut body = body.clone();
        attributes.write(ctx, &mut body);
        let before = slots_of(&body);
        budget.check()?;
        promote(ctx, layout, &mut body, role);
        let remains = |inst| body.inst(inst).block().is_some();
        let slots = before.into_iter().map(|(inst, ty)| (ty, remains(inst))).collect();
        budget.check()?;
        let ordered = in_order(&body);
        Ok(Self { canonical: Canonical::within(ctx, ordered, budget)?, slots })
    }

    /// How many slots remain.
    pub(super) fn remaining_slots(&self) -> usize {
        self.slots.iter().filter(|(_, remains)| *remains).count()
    }
}
