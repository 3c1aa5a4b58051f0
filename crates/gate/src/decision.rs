//! Decisions: which arm of a join is taken, as nested tests in the order in which they are met.
//!
//! A decision is a graph without cycles. From the immediate dominator of the join one goes along
//! the bundle by which each block was left the last time, until one of them enters the join:
//!
//! ```text
//! D(w) = Decide(w, [e ↦ A(e) for each bundle e of w])
//!                     or x, if the A(e) other than DontCare are all x
//! A(e) = Arm(e)     if e enters the join
//!      = DontCare    if e leads back to a loop header, or cannot lead to the join
//!      = Flat       if e enters an irreducible region
//!      = D(v)       else, where v is entered by e
//! ```
//!
//! In a run that arrives at the join only conditions of blocks are asked that the run has passed
//! since it left the immediate dominator, so all of them are known, and the answer is the arm whose
//! flat gate is true. `DontCare` is what such a run never comes to. Inside an irreducible region
//! the last edge by which each block was left does not lead to the join; there the flat gates of
//! the arms decide.
//!
//! What lies between a block and one that postdominates it ([`Thinning`]) is not looked at.

use crate::{Bundles, Derived, Thinning};
use rustc_hash::FxHashMap;
use tollgate_canon::DominatorTree;
use tollgate_ir::{Block, Body, Edge, PrimaryMap};

tollgate_ir::entity! {
    /// A node of a decision.
    DecisionNode "d";
}

/// What a node of a decision says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice<'a> {
    /// No run that arrives at the join comes here.
    DontCare,
    /// The arm whose flat gate is true.
    Flat,
    /// This arm.
    Arm(Edge),
    /// It depends on the bundle by which this block is left. All of its bundles are there.
    Decide(Block, &'a [(Edge, DecisionNode)]),
}

#[derive(Clone, Copy, Debug)]
enum NodeData {
    DontCare,
    Flat,
    Arm(Edge),
    /// A block and its part of the bundles.
    Decide(Block, u32, u32),
}

/// Which arm of a join is taken.
#[derive(Clone, Debug)]
pub struct Decision {
    join: Block,
    nodes: PrimaryMap<DecisionNode, NodeData>,
    bundles: Vec<(Edge, DecisionNode)>,
    root: DecisionNode,
}

const DONT_CARE: DecisionNode = DecisionNode::from_u32(0);
const FLAT: DecisionNode = DecisionNode::from_u32(1);

impl Decision {
    /// The decision of a block of a body whose dominator tree, bundles, derived graph and thinning
    /// of selection these are.
    pub fn new(
        body: &Body,
        dominators: &DominatorTree,
        bundles: &Bundles,
        derived: &Derived,
        thinning: &Thinning,
        join: Block,
    ) -> Self {
        let mut nodes = PrimaryMap::new();
        nodes.push(NodeData::DontCare);
        nodes.push(NodeData::Flat);
        let decision = Self { join, nodes, bundles: Vec::new(), root: DONT_CARE };
        let Some(above) = dominators.parent(join) else { return decision };
        if derived.is_irreducible(join) {
            return Self { root: FLAT, ..decision };
        }
        let leading = Leading::new(dominators, derived, thinning, above, join);
        let maker = Maker { body, dominators, bundles, derived, leading, join };
        maker.make(decision, above)
    }

    /// The join.
    pub fn join(&self) -> Block {
        self.join
    }

    /// Where to begin.
    pub fn root(&self) -> DecisionNode {
        self.root
    }

    /// How many nodes there are; no node is reached from one with a smaller number.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: the two nodes that decide nothing are always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What a node says.
    pub fn choice(&self, node: DecisionNode) -> Choice<'_> {
        match self.nodes[node] {
            NodeData::DontCare => Choice::DontCare,
            NodeData::Flat => Choice::Flat,
            NodeData::Arm(bundle) => Choice::Arm(bundle),
            NodeData::Decide(block, first, end) => {
                Choice::Decide(block, &self.bundles[first as usize..end as usize])
            }
        }
    }

    /// Goes along the bundles for which `taken` says so, to a leaf: to [`Choice::DontCare`] if it
    /// says so of none.
    pub fn follow(&self, mut taken: impl FnMut(Edge) -> bool) -> Choice<'_> {
        let mut at = self.root;
        while let Choice::Decide(_, bundles) = self.choice(at) {
            at = bundles
                .iter()
                .find(|&&(bundle, _)| taken(bundle))
                .map_or(DONT_CARE, |&(_, next)| next);
        }
        self.choice(at)
    }
}

/// The blocks that lead to a join, found against the edges, with the shortcuts that need no look at
/// what is between.
struct Leading {
    /// The blocks, each with where every path from there passes, if that is known.
    blocks: FxHashMap<Block, Option<Block>>,
}

impl Leading {
    fn new(
        dominators: &DominatorTree,
        derived: &Derived,
        thinning: &Thinning,
        above: Block,
        join: Block,
    ) -> Self {
        let mut blocks: FxHashMap<Block, Option<Block>> = FxHashMap::default();
        blocks.insert(above, None);
        let mut open = vec![join];
        let meet =
            |blocks: &mut FxHashMap<Block, Option<Block>>, open: &mut Vec<Block>, block: Block| {
                blocks.entry(block).or_insert_with(|| {
                    open.push(block);
                    None
                });
            };
        while let Some(block) = open.pop() {
            let parent =
                dominators.parent(block).filter(|_| block != join && thinning.is_thinned(block));
            if let Some(parent) = parent {
                meet(&mut blocks, &mut open, parent);
                // The last of several: what is passed first leads to it anyway.
                let passes = blocks.entry(parent).or_default();
                if passes.is_none_or(|other| derived.place(other) < derived.place(block)) {
                    *passes = Some(block);
                }
                continue;
            }
            for incoming in derived.incoming(block) {
                match incoming.sibling.get() {
                    // Back, or around in a region: the other blocks of the region lead to the join
                    // too.
                    Some(from) if derived.share_component(from, block) => {
                        meet(&mut blocks, &mut open, from)
                    }
                    Some(_) | None => meet(&mut blocks, &mut open, incoming.source),
                }
            }
        }
        Self { blocks }
    }
}

struct Maker<'a> {
    body: &'a Body,
    dominators: &'a DominatorTree,
    bundles: &'a Bundles,
    derived: &'a Derived,
    leading: Leading,
    join: Block,
}

impl Maker<'_> {
    fn make(&self, mut decision: Decision, root: Block) -> Decision {
        let mut made: FxHashMap<Block, DecisionNode> = FxHashMap::default();
        let mut children: Vec<(Edge, DecisionNode)> = Vec::new();
        let mut open = vec![root];
        while let Some(&block) = open.last() {
            // Those that this one leads to come first.
            let waiting = open.len();
            if !made.contains_key(&block) {
                let next = self.next(block).filter_map(|(_, next)| next.block());
                open.extend(next.filter(|next| !made.contains_key(next)));
            }
            if open.len() > waiting {
                continue;
            }
            open.pop();
            if !made.contains_key(&block) {
                let node = self.node(&mut decision, &made, block, &mut children);
                made.insert(block, node);
                decision.root = node;
            }
        }
        decision
    }

    /// Where the bundles of a block lead; or one answer for all of them.
    fn next(&self, block: Block) -> impl Iterator<Item = (Option<Edge>, Next)> + '_ {
        let shortcut = self.leading.blocks.get(&block).copied().flatten();
        let edges = shortcut.is_none().then(|| self.body.succ_edges(block)).into_iter().flatten();
        let edges = edges.filter(|&edge| self.bundles.is_name(edge));
        let all = shortcut.map(|to| (None, self.enter(to)));
        all.into_iter().chain(edges.map(move |edge| (Some(edge), self.along(block, edge))))
    }

    fn along(&self, block: Block, edge: Edge) -> Next {
        let to = self.body.edge(edge).to;
        if to == self.join {
            return Next::Arm(edge);
        }
        let leads = self.leading.blocks.contains_key(&to) && !self.dominators.dominates(to, block);
        if leads { self.enter(to) } else { Next::DontCare }
    }

    fn enter(&self, block: Block) -> Next {
        if self.derived.is_irreducible(block) { Next::Flat } else { Next::Block(block) }
    }

    /// The node of a block, where those that it leads to are made.
    fn node(
        &self,
        decision: &mut Decision,
        made: &FxHashMap<Block, DecisionNode>,
        block: Block,
        children: &mut Vec<(Edge, DecisionNode)>,
    ) -> DecisionNode {
        children.clear();
        let mut somewhere = None;
        let mut agree = true;
        for (edge, next) in self.next(block) {
            let node = match next {
                Next::DontCare => DONT_CARE,
                Next::Flat => FLAT,
                Next::Arm(bundle) => decision.nodes.push(NodeData::Arm(bundle)),
                Next::Block(block) => made.get(&block).copied().unwrap_or(DONT_CARE),
            };
            if node != DONT_CARE {
                agree &= *somewhere.get_or_insert(node) == node;
            }
            children.extend(edge.map(|edge| (edge, node)));
        }
        if agree {
            return somewhere.unwrap_or(DONT_CARE);
        }
        let start = decision.bundles.len() as u32;
        decision.bundles.extend_from_slice(children);
        let end = decision.bundles.len() as u32;
        decision.nodes.push(NodeData::Decide(block, start, end))
    }
}

/// Where a bundle leads.
enum Next {
    DontCare,
    Flat,
    Arm(Edge),
    Block(Block),
}

impl Next {
    fn block(self) -> Option<Block> {
        match self {
            Self::Block(block) => Some(block),
            Self::DontCare | Self::Flat | Self::Arm(_) => None,
        }
    }
}
