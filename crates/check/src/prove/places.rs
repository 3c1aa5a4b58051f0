//! Places in memory that are part of larger ones.
//!
//! If the source may access some bytes then the target may access some of them: they are in the same object. Of the addresses it must be shown that the target's is
//! not poison where the source's is not. Both are a constant number of bytes from the same base, or from bases of which the target's refines the source's:
//!
//! * the base of the target is not poison, because that of the source is not: address arithmetic hands poison on;
//! * a step from there breaks no flag if it has none; or if the source begins at the base, or comes from there by steps in bounds: then the base
//!   is in the object, and so is where the target goes, which is forward.

use tollgate_graph::{Access, Bytes, Env, Graph, Node, Op, Refinements};
use tollgate_ir::Flags;

/// Whether the target's place can be accessed wherever the source's can.
pub(super) fn covers(
    graph: &mut Graph,
    env: &mut Env<'_>,
    refinements: &mut Refinements,
    target: Node,
    source: Node,
) -> bool {
    let (Op::Place(mine), Op::Place(other)) = (graph.op(target), graph.op(source)) else { return false };
    let (mine, other): (Access, Access) = (mine.clone(), other.clone());
    if graph.kid(target, 0) != graph.kid(source, 0) || !mine.promises.is_empty() {
        return false;
    }
    let (at, from) = (graph.kid(target, 1), graph.kid(source, 1));
    let ((base, start), (other_base, other_start)) = (graph.base_of(env, at), graph.base_of(env, from));
    let sizes = graph.bytes(env, at, mine.ty).zip(graph.bytes(env, from, other.ty));
    let Some((Bytes { count, .. }, Bytes { count: other_count, .. })) = sizes else { return false };
    let inside = other_start <= start && start + i128::from(count) <= other_start + i128::from(other_count);
    let (align, other_align) = (i128::from(mine.align.max(1)), i128::from(other.align.max(1)));
    let aligned = other_align % align == 0 && (start - other_start) % align == 0;
    if !inside || !aligned {
        return false;
    }
    let unflagged = at == base || flags(graph, at).is_some_and(|flags| flags.is_empty());
    let steps_inside = start >= 0
        && graph.kids(at).first().is_some_and(|&kid| graph.find(kid) == base)
        && steps_in_bounds(graph, from, other_base);
    (unflagged || steps_inside) && refinements.refines(graph, env, base, other_base)
}

/// Whether a pointer is its base, or comes from there by steps in bounds.
fn steps_in_bounds(graph: &Graph, pointer: Node, base: Node) -> bool {
    let mut at = graph.find(pointer);
    for _ in 0..MAX_STEPS {
        if at == base {
            return true;
        }
        if !flags(graph, at).is_some_and(|flags| flags.contains(Flags::INBOUNDS)) {
            return false;
        }
        at = graph.kid(at, 0);
    }
    false
}

/// Steps from a pointer to its base.
const MAX_STEPS: usize = 16;

/// The flags of a step.
fn flags(graph: &Graph, pointer: Node) -> Option<Flags> {
    match graph.op(pointer) {
        Op::Apply(apply) if apply.promises.is_empty() => Some(apply.flags),
        _ => None,
    }
}
