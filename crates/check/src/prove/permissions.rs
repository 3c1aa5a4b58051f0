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

use super::limits::MAX_STEPS_TO_BASE;
use tollgate_graph::{Access, Bytes, Env, Graph, Node, Op, Refinements, RootKind};
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
    let (Op::Permission(mine), Op::Permission(other)) = (graph.op(target), graph.op(source)) else {
        return false;
    };
    let (mine, other): (Access, Access) = (mine.clone(), other.clone());
    if graph.operand(target, 0) != graph.operand(source, 0) || !mine.attached.is_empty() {
        return false;
    }
    let (at, from) = (graph.operand(target, 1), graph.operand(source, 1));
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
    let unflagged = steps_have(graph, at, base, |flags| flags.is_empty());
    // One step from the address of the source, to another of its bytes.
    let is_step_from_source = base == other_base
        && graph.operands(at).first().is_some_and(|&operand| graph.find(operand) == from);
    let stays_in_object = start.signed() >= 0
        && graph.operands(at).first().is_some_and(|&operand| graph.find(operand) == base)
        && steps_have(graph, from, other_base, |flags| flags.contains(Flags::INBOUNDS));
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
    let (Op::Permission(mine), Op::Permission(other)) = (graph.op(target), graph.op(source)) else {
        return false;
    };
    let no_more = mine.ty == other.ty && mine.align <= other.align && mine.attached.is_empty();
    let (at, from) = (graph.operand(target, 1), graph.operand(source, 1));
    no_more
        && graph.operand(target, 0) == graph.operand(source, 0)
        && graph.follows(env, refinements, gate, at, from)
}

/// Whether the target copies a part of what the source copies, at one offset on both ends. Where
/// the bytes of the source are the same or disjoint, so are these.
pub(super) fn copies_less(graph: &Graph, env: &Env<'_>, target: Node, source: Node) -> bool {
    let copied = |root: Node| {
        let [to, from, count] = [2, 3, 4].map(|at| graph.operands(root).get(at).copied());
        let count = graph.int_constant(env, count?)?.to_u64()?;
        Some((graph.base_of(env, to?), graph.base_of(env, from?), count))
    };
    if *graph.op(target) != Op::Root(RootKind::Overlap) || graph.op(source) != graph.op(target) {
        return false;
    }
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
fn steps_have(graph: &Graph, pointer: Node, base: Node, accepts: impl Fn(Flags) -> bool) -> bool {
    let mut at = graph.find(pointer);
    for _ in 0..MAX_STEPS_TO_BASE {
        if at == base {
            return true;
        }
        if !flags(graph, at).is_some_and(&accepts) {
            return false;
        }
        at = graph.operand(at, 0);
    }
    false
}

/// The flags of a step.
fn flags(graph: &Graph, pointer: Node) -> Option<Flags> {
    let Op::Apply(apply) = graph.op(pointer) else { return None };
    apply.attached.is_empty().then_some(apply.flags)
}
