//! Making irreducible regions reducible by dispatchers (§5.8).
//!
//! A strongly connected component of more than one block of the [derived graph](crate::Derived) is
//! what makes a function irreducible: a cycle through blocks with one immediate dominator, none of
//! which dominates the others.
//!
//! For such a component some of its blocks become *targets* *t₁ … tₖ*, and all edges that enter a
//! target, but for those from below it, are led to a new block, the dispatcher *d*, with the number
//! of their target; *d* switches on it. Then *d* dominates the targets.
//!
//! * **Meaning.** Every path of the old function is a path of the new one with *d* in between, and
//!   passes the same arguments. The paths that are new (into *d* from one source, on to the target
//!   of another) are never taken.
//! * **SSA.** If *p* dominated *z* it still does. Suppose a new path to *z* avoids *p*; its last
//!   path through a dispatcher goes on to a target *t*, which can be entered from outside the
//!   component by a path that avoids *p* (or *p* = *t*), because *p* does not dominate *t*: they
//!   are blocks of one component. Take that one instead.
//! * **Size.** Targets share the parameters of *d*: it has as many of each type as the neediest of
//!   them, and an edge passes poison to those that its target does not read.
//!
//! The targets are the blocks of the component that are entered from outside; what is left can be
//! irreducible again and is treated in the next round. After [`MAX_ROUNDS_BY_ENTRIES`] rounds all
//! blocks of a component become targets: then no derived edge is left in it, so that one round more
//! is enough, and the whole stays linear.

use crate::split::{can_split, explode_landing_pad, landing_pad, split_edges};
use crate::{Bundles, Derived, DominatorTree, Incoming, Mark};
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_ir::{Block, Body, Const, Context, Edge, NewInst, Opcode, SecondaryMap, Type, Value};

/// Rounds in which only the entries of a component become targets of its dispatcher.
const MAX_ROUNDS_BY_ENTRIES: usize = 4;

/// What became of irreducible regions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Reduced {
    /// How many dispatchers were made.
    pub dispatchers: usize,
    /// Regions are left that cannot be rewritten.
    pub incomplete: bool,
}

/// Rewrites irreducible regions, as far as their edges can be split. Keeps the dominator tree.
/// Asks before each round whether to go on.
pub(crate) fn make_reducible<E>(
    ctx: &mut Context,
    body: &mut Body,
    dominators: &mut DominatorTree,
    go_on: &mut impl FnMut() -> Result<(), E>,
) -> Result<Reduced, E> {
    let mut reduced = Reduced::default();
    let mut round = 0;
    while !is_reducible(body, dominators) {
        go_on()?;
        let before = reduced.dispatchers;
        for component in components(body, dominators) {
            let by_entries = round < MAX_ROUNDS_BY_ENTRIES;
            let targets = if by_entries { &component.entries } else { &component.blocks };
            reduced.dispatchers += usize::from(dispatch(ctx, body, dominators, targets));
        }
        if reduced.dispatchers == before {
            reduced.incomplete = true;
            break;
        }
        go_on()?;
        *dominators = DominatorTree::new(body);
        round += 1;
    }
    Ok(reduced)
}

/// Names the irreducible regions that are left.
pub(crate) fn mark_irreducible(body: &Body, dominators: &DominatorTree, marks: &mut Vec<Mark>) {
    marks.extend(
        components(body, dominators)
            .into_iter()
            .map(|component| Mark::Irreducible(component.blocks)),
    );
}

/// Whether the function without its back edges has no cycle.
fn is_reducible(body: &Body, dominators: &DominatorTree) -> bool {
    let mut entering: SecondaryMap<Block, u32> = SecondaryMap::new();
    entering.resize(body.block_ids());
    let forward = |from: Block, edge: Edge| !dominators.dominates(body.edge(edge).to, from);
    for block in body.blocks() {
        for edge in body.succ_edges(block).filter(|&edge| forward(block, edge)) {
            entering[body.edge(edge).to] += 1;
        }
    }
    let mut ready: Vec<Block> = body.entry().into_iter().collect();
    let mut passed = 0;
    while let Some(block) = ready.pop() {
        passed += 1;
        for edge in body.succ_edges(block).filter(|&edge| forward(block, edge)) {
            let to = body.edge(edge).to;
            entering[to] -= 1;
            if entering[to] == 0 {
                ready.push(to);
            }
        }
    }
    passed == dominators.len()
}

/// A component of more than one block of a derived graph.
struct Component {
    /// Its blocks; one dominator immediately dominates all of them.
    blocks: Vec<Block>,
    /// Those that are entered from outside.
    entries: Vec<Block>,
}

/// The components of more than one block of the derived graph.
fn components(body: &Body, dominators: &DominatorTree) -> Vec<Component> {
    let derived = Derived::new(body, dominators, &Bundles::new(body));
    let mut components = Vec::new();
    for &parent in derived.order() {
        for blocks in derived.components(parent).filter(|blocks| blocks.len() > 1) {
            let is_entry = |block: &Block| {
                let from_outside = |it: &Incoming| match it.sibling.get() {
                    Some(from) => !derived.share_component(from, *block),
                    None => true,
                };
                derived.incoming(*block).iter().any(from_outside)
            };
            let entries = blocks.iter().copied().filter(is_entry).collect();
            components.push(Component { blocks: blocks.to_vec(), entries });
        }
    }
    components
}

/// Puts a dispatcher before blocks of a component; not if one of the edges cannot be split. Edges
/// that lead back to a target from below it stay: they make it the header of a natural loop, inside
/// that of the dispatcher.
fn dispatch(
    ctx: &mut Context,
    body: &mut Body,
    dominators: &DominatorTree,
    targets: &[Block],
) -> bool {
    let mut back: FxHashSet<Edge> = FxHashSet::default();
    for &target in targets {
        for edge in body.pred_edges(target) {
            if body.edge_source(edge).is_some_and(|from| dominators.dominates(target, from)) {
                back.insert(edge);
            } else if !can_split(body, edge) {
                return false;
            }
        }
    }
    for &target in targets {
        if landing_pad(body, target).is_some() {
            let each: Vec<Vec<Edge>> = body.pred_edges(target).map(|edge| vec![edge]).collect();
            explode_landing_pad(body, target, &each);
        }
    }
    separate_sources(body, targets, &back);

    let slots = DispatcherParams::new(ctx, body, targets);
    let dispatcher = body.create_block();
    body.insert_block_after(dispatcher, dominators.parent(targets[0]));
    let number = body.append_param(dispatcher, Type::I32);
    let params: Vec<Value> =
        slots.types.iter().map(|&ty| body.append_param(dispatcher, ty)).collect();
    let idle: Vec<Value> = slots
        .types
        .iter()
        .zip(&slots.poison)
        .map(|(&ty, &poison)| body.constant(poison, ty))
        .collect();
    let numbers: Vec<Value> = (0..targets.len())
        .map(|index| {
            let id = ctx.const_int(Type::I32, index as u64);
            body.constant(id, Type::I32)
        })
        .collect();
    for (index, &target) in targets.iter().enumerate() {
        let entering: Vec<Edge> =
            body.pred_edges(target).filter(|edge| !back.contains(edge)).collect();
        for edge in entering {
            let mut args = vec![numbers[index]];
            args.extend(&idle);
            for (arg, &slot) in body.edge_args(edge).zip(&slots.of_target[index]) {
                args[slot + 1] = arg;
            }
            body.redirect_edge(edge, dispatcher, &args);
        }
    }
    let passed: Vec<Vec<Value>> = slots
        .of_target
        .iter()
        .map(|slots| slots.iter().map(|&slot| params[slot]).collect())
        .collect();
    let edges: Vec<(Block, &[Value])> =
        targets.iter().zip(&passed).map(|(&target, args)| (target, args.as_slice())).collect();
    // The first target is the default.
    let operands: Vec<Value> =
        std::iter::once(number).chain(numbers[1..].iter().copied()).collect();
    let switch = body.create_inst(NewInst::new(Opcode::Switch, Type::I32, &operands).edges(&edges));
    body.append_inst(dispatcher, switch);
    true
}

/// Lets no block enter the targets by edges that will pass different arguments to the dispatcher:
/// parallel edges carry equal arguments.
fn separate_sources(body: &mut Body, targets: &[Block], back: &FxHashSet<Edge>) {
    let mut entered: FxHashMap<Block, Block> = FxHashMap::default();
    let mut several: FxHashSet<Block> = FxHashSet::default();
    for &target in targets {
        let entering = body.pred_edges(target).filter(|edge| !back.contains(edge));
        for from in entering.filter_map(|edge| body.edge_source(edge)) {
            if *entered.entry(from).or_insert(target) != target {
                several.insert(from);
            }
        }
    }
    for &target in targets {
        let mut groups: Vec<(Block, Edge)> = body
            .pred_edges(target)
            .filter(|edge| !back.contains(edge))
            .filter_map(|edge| Some((body.edge_source(edge)?, edge)))
            .filter(|(from, _)| several.contains(from))
            .collect();
        groups.sort();
        for group in groups.chunk_by(|a, b| a.0 == b.0) {
            let edges: Vec<Edge> = group.iter().map(|&(_, edge)| edge).collect();
            split_edges(body, &edges);
        }
    }
}

/// The parameters of a dispatcher, besides the number.
struct DispatcherParams {
    types: Vec<Type>,
    poison: Vec<Const>,
    /// For each target the slot of each of its parameters.
    of_target: Vec<Vec<usize>>,
}

impl DispatcherParams {
    fn new(ctx: &mut Context, body: &Body, targets: &[Block]) -> Self {
        let mut this = Self { types: Vec::new(), poison: Vec::new(), of_target: Vec::new() };
        let mut by_type: FxHashMap<Type, Vec<usize>> = FxHashMap::default();
        for &target in targets {
            let mut used: FxHashMap<Type, usize> = FxHashMap::default();
            let mut slots = Vec::new();
            for &param in body.params(target) {
                let ty = body.value_type(param);
                let of_type = by_type.entry(ty).or_default();
                let nth = used.entry(ty).or_default();
                if *nth == of_type.len() {
                    of_type.push(this.types.len());
                    this.types.push(ty);
                    this.poison.push(ctx.const_poison(ty));
                }
                slots.push(of_type[*nth]);
                *nth += 1;
            }
            this.of_target.push(slots);
        }
        this
    }
}
