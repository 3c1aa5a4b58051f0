//! Thinning by its definition, and wrong kinds of it.

use super::flow::Flow;
use tollgate_ir::{Body, Flags, Opcode};

/// Which edges are redirected to the exit before postdominance is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Redirected {
    /// Back edges and edges inside irreducible regions.
    Cycles,
    /// None. This is wrong.
    Nothing,
}

/// By block: whether it postdominates its immediate dominator in the graph whose back edges, and
/// edges inside irreducible regions, lead to the exit. Blocks that may leave the function, or that
/// `may_end` names, have an edge to the exit as well.
pub fn thinned(body: &Body, flow: &Flow, may_end: impl Fn(usize) -> bool) -> Vec<bool> {
    postdominating(body, flow, Redirected::Cycles, true, may_end)
}

/// By block: whether every path from its immediate dominator to the exit passes it. Returns lead to
/// the exit if `returns`.
pub fn postdominating(
    body: &Body,
    flow: &Flow,
    redirected: Redirected,
    returns: bool,
    may_end: impl Fn(usize) -> bool,
) -> Vec<bool> {
    let may_exit = |at: usize| may_end(at) || returns && may_leave(body, flow, at);
    let avoids = |block: usize| {
        let above = flow.idom[block];
        let mut reached = vec![false; flow.len()];
        let mut stack = vec![above];
        while let Some(at) = stack.pop() {
            if may_exit(at) {
                return true;
            }
            for &bundle in &flow.out[at] {
                if redirected == Redirected::Cycles
                    && (flow.is_back(bundle) || stays_in_region(flow, bundle))
                {
                    return true;
                }
                let to = flow.bundles[bundle].to;
                if to != block && !std::mem::replace(&mut reached[to], true) {
                    stack.push(to);
                }
            }
        }
        false
    };
    // The exit is not reached at all from inside an endless loop: nothing is said of it.
    let ends = |block: usize| {
        redirected == Redirected::Cycles || {
            let reached = flow.reached(flow.idom[block], None);
            may_exit(flow.idom[block]) || (0..flow.len()).any(|at| reached[at] && may_exit(at))
        }
    };
    (0..flow.len()).map(|block| block != 0 && ends(block) && !avoids(block)).collect()
}

/// Whether a bundle stays inside an irreducible region: its target, and the sibling of the target
/// from whose dominated blocks it comes, reach each other without passing their immediate
/// dominator.
fn stays_in_region(flow: &Flow, bundle: usize) -> bool {
    let (from, to) = (flow.bundles[bundle].from, flow.bundles[bundle].to);
    if !flow.irreducible[to] || from == flow.idom[to] {
        return false;
    }
    let above = flow.idom[to];
    let chain = std::iter::once(from).chain(flow.strict_dominators(from));
    let sibling = chain.take_while(|&at| at != above).last();
    sibling.is_some_and(|sibling| sibling != to && flow.reached(to, Some(above))[sibling])
}

fn may_leave(body: &Body, flow: &Flow, at: usize) -> bool {
    let inst = body.terminator(flow.blocks[at]).expect("blocks end in a terminator");
    let data = body.inst(inst);
    let unwinds = data.opcode == Opcode::CatchSwitch && !data.flags.contains(Flags::UNWIND_LABEL);
    data.edges().len() == 0 || unwinds
}
