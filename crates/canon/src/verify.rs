//! Checks a canonical function by recomputing everything.
//!
//! Nothing that is used here is used to make canonical functions: dominators are found by
//! iteration, loops by walking back from each back edge, and every property is asked for by its
//! definition.
//!
//! * **Body.** Lists agree ([`Body::check_lists`]); every block ends and is reached; the entry has
//!   no predecessors; parallel edges carry equal arguments; the definition of a value dominates its
//!   uses, where an argument of an edge is used at the end of the block that the edge leaves, and
//!   the result of an `invoke` exists only where its normal edge was taken.
//! * **Analyses.** The dominator tree and the loop forest answer every question as the recomputed
//!   ones do; questions about pairs are asked for all pairs of small bodies and for samples of
//!   large ones ([`ALL_PAIRS`]).
//! * **Reducible.** Without back edges there are no cycles. **P1** the header of a loop has one
//!   latch, **P2** it has one predecessor outside the loop, which leads nowhere else, and **P3**
//!   all predecessors of an exit are in the loop.
//! * **LCSSA.** Every use of a value lies in the innermost loop of its definition.
//! * **Marks.** Each excuses a violation that exists and names something that could not be
//!   repaired: an edge that cannot lead through a new block, or a token. A value may be used
//!   outside its innermost loop only if it is a token that is marked, or if the loop has a
//!   marked exit.
//!
//! What is **not** checked: types, opcodes and counts of arguments, which are the business of
//! [`tollgate_ir::verify_function`], and that the address of a [`Mark::Addressed`] block is taken,
//! which the body does not say.

mod analyses;
mod form;
pub(crate) mod reference;
mod uses;
mod violation;

#[cfg(test)]
mod planted;

pub use violation::Violation;

use crate::{Canonical, Loop, Mark};
use reference::{Dominance, Graph, NaturalLoops};
use tollgate_ir::{Block, Body, Edge, Entity, Inst, Opcode, SecondaryMap};

/// Bodies of at most this many blocks are asked about all pairs of blocks or loops, and
/// reachability is found by walking.
const ALL_PAIRS: usize = 64;

/// All that is wrong with a canonical function. None is as it should be.
pub fn verify(canonical: &Canonical) -> Vec<Violation> {
    check(canonical)
}

/// What a canonical function says of itself: every question that is checked.
pub(crate) trait Answers {
    fn body(&self) -> &Body;
    fn check_lists(&self) -> Result<(), String>;
    fn marks(&self) -> &[Mark];
    fn is_back_edge(&self, edge: Edge) -> bool;
    fn latch(&self, id: Loop) -> Option<Block>;
    fn preheader(&self, id: Loop) -> Option<Block>;

    fn root(&self) -> Option<Block>;
    fn tree_len(&self) -> usize;
    fn in_tree(&self, block: Block) -> bool;
    fn dominator(&self, block: Block) -> Option<Block>;
    fn tree_depth(&self, block: Block) -> u32;
    fn children(&self, block: Block) -> Vec<Block>;
    fn preorder(&self) -> Vec<Block>;
    fn preorder_number(&self, block: Block) -> Option<u32>;
    fn dominates(&self, above: Block, below: Block) -> bool;

    fn loops(&self) -> Vec<Loop>;
    fn header(&self, id: Loop) -> Block;
    fn parent(&self, id: Loop) -> Option<Loop>;
    fn inside(&self, id: Option<Loop>) -> Vec<Loop>;
    fn loop_depth(&self, id: Loop) -> u32;
    fn innermost(&self, block: Block) -> Option<Loop>;
    fn encloses(&self, outer: Loop, inner: Loop) -> bool;
    fn contains(&self, id: Loop, block: Block) -> bool;
    fn own_exits(&self, id: Loop) -> Vec<Block>;
    fn exits(&self, id: Loop) -> Vec<Block>;
}

impl Answers for Canonical {
    fn body(&self) -> &Body {
        self.body()
    }
    fn check_lists(&self) -> Result<(), String> {
        self.body().check_lists()
    }
    fn marks(&self) -> &[Mark] {
        self.marks()
    }
    fn is_back_edge(&self, edge: Edge) -> bool {
        self.is_back_edge(edge)
    }
    fn latch(&self, id: Loop) -> Option<Block> {
        self.latch(id)
    }
    fn preheader(&self, id: Loop) -> Option<Block> {
        self.preheader(id)
    }

    fn root(&self) -> Option<Block> {
        self.dominators().root()
    }
    fn tree_len(&self) -> usize {
        self.dominators().len()
    }
    fn in_tree(&self, block: Block) -> bool {
        self.dominators().contains(block)
    }
    fn dominator(&self, block: Block) -> Option<Block> {
        self.dominators().parent(block)
    }
    fn tree_depth(&self, block: Block) -> u32 {
        self.dominators().depth(block)
    }
    fn children(&self, block: Block) -> Vec<Block> {
        self.dominators().children(block).collect()
    }
    fn preorder(&self) -> Vec<Block> {
        self.dominators().preorder().collect()
    }
    fn preorder_number(&self, block: Block) -> Option<u32> {
        self.dominators().preorder_number(block)
    }
    fn dominates(&self, above: Block, below: Block) -> bool {
        self.dominators().dominates(above, below)
    }

    fn loops(&self) -> Vec<Loop> {
        self.loops().loops().collect()
    }
    fn header(&self, id: Loop) -> Block {
        self.loops().header(id)
    }
    fn parent(&self, id: Loop) -> Option<Loop> {
        self.loops().parent(id)
    }
    fn inside(&self, id: Option<Loop>) -> Vec<Loop> {
        self.loops().children(id).to_vec()
    }
    fn loop_depth(&self, id: Loop) -> u32 {
        self.loops().depth(Some(id))
    }
    fn innermost(&self, block: Block) -> Option<Loop> {
        self.loops().innermost(block)
    }
    fn encloses(&self, outer: Loop, inner: Loop) -> bool {
        self.loops().encloses(outer, inner)
    }
    fn contains(&self, id: Loop, block: Block) -> bool {
        self.loops().contains(id, block)
    }
    fn own_exits(&self, id: Loop) -> Vec<Block> {
        self.loops().own_exits(id).to_vec()
    }
    fn exits(&self, id: Loop) -> Vec<Block> {
        self.loops().exits(id)
    }
}

/// All that is wrong with what is claimed.
fn check(said: &dyn Answers) -> Vec<Violation> {
    let body = said.body();
    // With broken lists, or edges that lead nowhere, nothing else can be asked.
    if let Err(fault) = said.check_lists() {
        return vec![Violation::Lists(fault)];
    }
    let mut violations = Vec::new();
    for block in body.blocks() {
        if body.terminator(block).is_none() {
            violations.push(Violation::NoTerminator(block));
        }
        let removed =
            body.succ_edges(block).filter(|&edge| !body.contains_block(body.edge(edge).to));
        violations.extend(removed.map(Violation::RemovedTarget));
    }
    if !violations.is_empty() {
        return violations;
    }
    let mut facts = Facts::new(body);
    facts.reached(said, &mut violations);
    facts.dominator_tree(said, &mut violations);
    // Everything below speaks of loops by their ids: without an id for each loop there is nothing
    // to speak of.
    if facts.name_loops(said, &mut violations) {
        facts.loop_forest(said, &mut violations);
        facts.form(said, &mut violations);
        facts.uses(said, &mut violations);
    }
    violations
}

/// What is true of a body, found independently. Blocks are numbers here: the places in the layout.
struct Facts<'a> {
    body: &'a Body,
    blocks: Vec<Block>,
    node: SecondaryMap<Block, usize>,
    graph: Graph,
    dominance: Dominance,
    natural: NaturalLoops,
    /// The id of each natural loop.
    ids: Vec<Loop>,
    /// The natural loop of each id.
    numbers: SecondaryMap<Loop, usize>,
}

impl<'a> Facts<'a> {
    fn new(body: &'a Body) -> Self {
        let blocks: Vec<Block> = body.blocks().collect();
        let mut node = SecondaryMap::new();
        for (at, &block) in blocks.iter().enumerate() {
            node[block] = at;
        }
        let targets =
            |&block: &Block| body.succ_edges(block).map(|edge| node[body.edge(edge).to]).collect();
        let edges: Vec<Vec<usize>> = blocks.iter().map(targets).collect();
        let graph = Graph::new(&edges);
        let dominance = Dominance::new(&graph);
        let natural = NaturalLoops::new(&graph, &dominance);
        Self {
            body,
            blocks,
            node,
            graph,
            dominance,
            natural,
            ids: Vec::new(),
            numbers: SecondaryMap::new(),
        }
    }

    fn len(&self) -> usize {
        self.blocks.len()
    }

    fn is_small(&self) -> bool {
        self.len() <= ALL_PAIRS
    }

    /// The edges that enter a node, with their sources.
    fn entering(&self, node: usize) -> impl Iterator<Item = (Edge, usize)> + '_ {
        self.body.pred_edges(self.blocks[node]).filter_map(|edge| {
            let from = self.body.edge_source(edge)?;
            Some((edge, self.node[from]))
        })
    }

    /// Some blocks, sorted, each once.
    fn sorted_blocks(&self, nodes: impl IntoIterator<Item = usize>) -> Vec<Block> {
        sorted(nodes.into_iter().map(|node| self.blocks[node]).collect())
    }

    /// All blocks are reached but those of which only the address is needed; the entry is not
    /// entered.
    fn reached(&self, said: &dyn Answers, violations: &mut Vec<Violation>) {
        let Some(&entry) = self.blocks.first() else { return };
        if self.body.pred_edges(entry).next().is_some() {
            violations.push(Violation::EntryEntered(entry));
        }
        for (node, &block) in self.blocks.iter().enumerate() {
            if !self.graph.is_reached(node) && !said.marks().contains(&Mark::Addressed(block)) {
                violations.push(Violation::Unreached(block));
            }
        }
    }

    /// Whether an edge can lead through a new block.
    fn can_be_split(&self, edge: Edge) -> bool {
        let (data, from) = (self.body.edge(edge), self.body.inst(self.body.edge(edge).from));
        let bound = match from.opcode {
            Opcode::IndirectBr | Opcode::CatchSwitch | Opcode::CleanupRet => true,
            Opcode::CallBr => from.edges().next() != Some(edge),
            _ => false,
        };
        let pad = first_inst(self.body, data.to).map(|inst| self.body.inst(inst).opcode);
        !bound && !matches!(pad, Some(Opcode::CatchSwitch | Opcode::CatchPad | Opcode::CleanupPad))
    }
}

/// The first instruction of a block that is executed.
fn first_inst(body: &Body, block: Block) -> Option<Inst> {
    body.insts(block).find(|&inst| body.inst(inst).opcode != Opcode::DebugRecord)
}

fn sorted<E: Entity + Ord>(list: Vec<E>) -> Vec<E> {
    let mut list = list;
    list.sort_unstable();
    list.dedup();
    list
}
