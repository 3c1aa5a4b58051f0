//! Access permissions that follow from others (§4.7).
//!
//! If the source may access some bytes then the target may access some of these: they are in the
//! same object. It remains to be shown that the target's address is not poison where the source's
//! is not. Both are a constant number of bytes from the same base, or from bases of which the
//! target's refines the source's:
//!
//! * the base of the target is not poison, because that of the source is not: address arithmetic
//!   propagates poison;
//! * a step from there violates no flag if it has none; or if the source's address is the base, or
//!   comes from there by `inbounds` steps: then the base is in the object, and so is the target's
//!   address, which is not before it; or if it is one step from the source's address.

use crate::limits::MAX_STEPS_TO_BASE;
use tollgate_graph::views::Subject;
use tollgate_graph::{Bytes, Env, Graph, Node, Refinements};
use tollgate_ir::Flags;

/// Whether the target may access its bytes wherever the source may access its own, of which they
/// are a part.
pub(super) fn covers(
    graph: &mut Graph,
    env: &mut Env<'_>,
    refinements: &mut Refinements,
    target: Node,
    source: Node,
) -> bool {
    let both = graph.as_permission(target).zip(graph.as_permission(source));
    let Some((mine, other)) = both else { return false };
    if mine.allocations != other.allocations || !mine.access.attached.is_empty() {
        return false;
    }
    let (at, from) = (mine.pointer, other.pointer);
    let (mine, other) = (mine.access, other.access);
    let ((base, start), (other_base, other_start)) =
        (graph.base_of(env, at), graph.base_of(env, from));
    let sizes = graph.bytes(env, at, mine.ty).zip(graph.bytes(env, from, other.ty));
    let Some((Bytes { count, .. }, Bytes { count: other_count, .. })) = sizes else { return false };
    let offset = start.minus(other_start);
    let (align, other_align) = (mine.align.max(1), other.align.max(1));
    let aligned = other_align.is_multiple_of(align)
        && offset.align().is_none_or(|offset| offset.is_multiple_of(align));
    if start.width() != other_start.width()
        || offset.inside(count, other_count).is_none()
        || !aligned
    {
        return false;
    }
    let unflagged = steps_have(graph, env, at, base, |flags| flags.is_empty());
    // One step from the address of the source, to another of its bytes.
    let is_step_from = |origin| graph.as_step(at).is_some_and(|step| step.from == origin);
    let is_step_from_source = base == other_base && is_step_from(from);
    let stays_in_object = start.signed() >= 0
        && is_step_from(base)
        && steps_have(graph, env, from, other_base, |flags| flags.contains(Flags::INBOUNDS));
    is_step_from_source
        || (unflagged || stays_in_object) && refinements.refines(graph, env, base, other_base)
}

/// Whether the target may access its bytes wherever the source may access its own, at the same
/// address as far as that is defined.
pub(super) fn follows(
    graph: &mut Graph,
    env: &mut Env<'_>,
    refinements: &mut Refinements,
    gate: Node,
    (target, source): (Node, Node),
) -> bool {
    let both = graph.as_permission(target).zip(graph.as_permission(source));
    let Some((mine, other)) = both else { return false };
    let (access, of_source) = (mine.access, other.access);
    let no_more = access.ty == of_source.ty
        && access.align <= of_source.align
        && access.attached.is_empty()
        && mine.allocations == other.allocations;
    let (at, from) = (mine.pointer, other.pointer);
    no_more && graph.follows(env, refinements, gate, at, from)
}

/// Whether the target copies a part of what the source copies, at one offset on both ends. Where
/// the bytes of the source are the same or disjoint, so are these.
pub(super) fn copies_less(graph: &Graph, env: &Env<'_>, target: Node, source: Node) -> bool {
    let copied = |root: Node| {
        let Subject::Overlap { to, from, count } = graph.subject_of(root)? else { return None };
        let count = graph.int_constant(env, count)?.to_u64()?;
        Some((graph.base_of(env, to), graph.base_of(env, from), count))
    };
    let (Some((to, from, count)), Some((other_to, other_from, other_count))) =
        (copied(target), copied(source))
    else {
        return false;
    };
    let offset = to.1.minus(other_to.1);
    (to.0, from.0) == (other_to.0, other_from.0)
        && offset == from.1.minus(other_from.1)
        && offset.inside(count, other_count).is_some()
}

/// Whether a pointer is its base, or comes from there by steps whose flags are accepted.
fn steps_have(
    graph: &Graph,
    env: &Env<'_>,
    pointer: Node,
    base: Node,
    accepts: impl Fn(Flags) -> bool,
) -> bool {
    let mut at = graph.find(pointer);
    for _ in 0..MAX_STEPS_TO_BASE.most() {
        if at == base {
            return true;
        }
        match graph.as_step(at) {
            Some(step) if step.apply.attached.is_empty() && accepts(step.apply.flags) => {
                at = step.from;
            }
            Some(_) | None => return false,
        }
    }
    MAX_STEPS_TO_BASE.note(&env.effort.budget);
    false
}
