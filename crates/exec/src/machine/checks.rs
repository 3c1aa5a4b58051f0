//! Attributes of arguments and results.

use super::Execution;
use super::general::int_of;
use crate::choices::ChoiceKind;
use crate::code::ValueChecks;
use crate::memory::AccessKind;
use crate::outcome::UbReason;
use crate::pure::float_of;
use crate::shape::{Shape, ShapeKind};
use crate::trap::Trap;
use crate::value::{Val, Wide};
use tollgate_ir::{Const, Context};

/// Which value has the attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whose {
    /// The argument with this number.
    Argument(u32),
    /// The result.
    Result,
}

impl Execution<'_, '_> {
    /// A value under its attributes: poison where one is violated, or undefined behaviour where
    /// that is immediate (`noundef`).
    pub(super) fn check_value(
        &mut self,
        value: Val,
        shape: &Shape,
        checks: &ValueChecks,
        whose: Whose,
    ) -> Result<Val, Trap> {
        if checks.nothing {
            return Ok(value);
        }
        if checks.only_noundef {
            if value.is_well_defined() {
                return Ok(value);
            }
            return Err(undef(whose).into());
        }
        if let Some(what) = checks.unsupported {
            return Err(Trap::unsupported(what));
        }
        // Some choices of undef bits may violate it.
        let may_break = !value.is_well_defined()
            && (checks.nonnull
                || checks.align.is_some()
                || checks.range.is_some()
                || checks.nofpclass != 0)
            && (self.is_source() || self.stays_open(ChoiceKind::Undef));
        let broken = may_break || !self.is_promised(&value, shape, checks);
        if checks.noundef {
            if broken {
                return Err(match whose {
                    Whose::Argument(index) => UbReason::BadArgument(index),
                    Whose::Result => UbReason::BadResult,
                }
                .into());
            }
            if !value.is_well_defined() {
                return Err(undef(whose).into());
            }
        }
        let bytes = if matches!(value, Val::Ptr { addr: 0, .. }) {
            checks.dereferenceable
        } else {
            checks.dereferenceable.max(checks.dereferenceable_or_null)
        };
        let access = if checks.writable { AccessKind::Write } else { AccessKind::Read };
        for size in [checks.present, bytes] {
            if size > 0 && !self.is_there(&value, size, access) {
                return Err(not_dereferenceable(whose).into());
            }
        }
        Ok(if broken { self.as_broken(value, shape, checks) } else { value })
    }

    /// The value that stands for one that violates an attribute.
    fn as_broken(&mut self, value: Val, shape: &Shape, checks: &ValueChecks) -> Val {
        let is_source = self.is_source();
        broken(value, shape, is_source, &mut |part, lane| self.is_promised(part, lane, checks))
    }

    fn is_there(&mut self, pointer: &Val, size: u64, kind: AccessKind) -> bool {
        match *pointer {
            Val::Ptr { prov, addr } => self.must_be_there(prov, addr, size, kind).is_ok(),
            Val::Poison | Val::Undef | Val::Bits(_) | Val::Wide(_) => false,
        }
    }

    fn is_promised(&mut self, value: &Val, shape: &Shape, checks: &ValueChecks) -> bool {
        if !self.are_promised_pointers(value, shape, checks) {
            return false;
        }
        if let Some((low, high)) = checks.range
            && !is_in_ranges(self.machine.ctx(), value, shape, &[low, high])
        {
            return false;
        }
        checks.nofpclass == 0 || !has_class(value, shape, checks.nofpclass)
    }

    /// Whether a pointer, or each lane of a vector of pointers, satisfies `nonnull` and `align`.
    fn are_promised_pointers(&mut self, value: &Val, shape: &Shape, checks: &ValueChecks) -> bool {
        if !checks.nonnull && checks.align.is_none() {
            return true;
        }
        if let Some((count, lane)) = shape.lanes() {
            return (0..count).all(|at| self.are_promised_pointers(&value.part(at), lane, checks));
        }
        let Val::Ptr { prov, addr } = *value else { return true };
        let null = checks.nonnull && addr == 0;
        !null && checks.align.is_none_or(|align| self.is_aligned(prov, addr, align))
    }
}

/// A value of which a lane violates an attribute. The reference leaves open whether all lanes are
/// poison then: in a source they are, otherwise only that lane.
pub(super) fn broken(
    value: Val,
    shape: &Shape,
    is_source: bool,
    is_promised: &mut dyn FnMut(&Val, &Shape) -> bool,
) -> Val {
    let Some(count) = shape.part_count().filter(|_| !is_source) else { return Val::Poison };
    let parts = (0..count).map(|at| {
        let part = value.part(at);
        match shape.part(at) {
            Some(lane) if is_promised(&part, lane) => part,
            Some(lane) => broken(part, lane, is_source, is_promised),
            None => Val::Poison,
        }
    });
    Val::parts(parts.collect::<Vec<Val>>())
}

fn not_dereferenceable(whose: Whose) -> UbReason {
    match whose {
        Whose::Argument(index) => UbReason::NotDereferenceable(index),
        Whose::Result => UbReason::ResultNotDereferenceable,
    }
}

fn undef(whose: Whose) -> UbReason {
    match whose {
        Whose::Argument(index) => UbReason::UndefArgument(index),
        Whose::Result => UbReason::UndefResult,
    }
}

/// Whether a value, or a lane of it, is a float of one of these classes.
fn has_class(value: &Val, shape: &Shape, mask: u32) -> bool {
    if let Some(count) = shape.part_count() {
        return (0..count)
            .any(|at| shape.part(at).is_some_and(|part| has_class(&value.part(at), part, mask)));
    }
    let ShapeKind::Float(ty) = shape.kind else { return false };
    float_of(value, ty).is_some_and(|float| float.is_class(mask) == Ok(true))
}

/// Whether a value lies in one of the ranges `low, high, low, high, ...`, each of which may wrap.
/// Values other than integers lie in every range.
pub(super) fn is_in_ranges(ctx: &Context, value: &Val, shape: &Shape, bounds: &[Const]) -> bool {
    if let Some((count, lane)) = shape.lanes() {
        return (0..count).all(|at| is_in_ranges(ctx, &value.part(at), lane, bounds));
    }
    let ShapeKind::Int(width) = shape.kind else { return true };
    let Some(value) = int_of(value, width) else {
        return !matches!(value, Val::Wide(wide) if matches!(&**wide, Wide::Parts(_)));
    };
    let bound = |id: Const| tollgate_sem::constant::int_of_width(ctx, id, width);
    bounds.chunks_exact(2).any(|pair| match (bound(pair[0]), bound(pair[1])) {
        // Equal bounds are the full range; an empty one cannot be written.
        (Some(low), Some(high)) => low == high || value.sub(&low).ult(&high.sub(&low)),
        _ => true,
    })
}
