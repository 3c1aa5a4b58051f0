//! The form `gates`: the conditions of blocks, of the incoming edges of joins, and of loop exits,
//! as formulas over branch conditions, in the names of the program.

mod conditions;
mod decision;
mod formula;
mod render;

pub use conditions::ConditionTexts;
pub use formula::{Formulas, Style};

use super::blocks::BlocksView;
use super::loops::spelled_out;
use super::overlay::Overlay;
use crate::names::Names;
use decision::{Nested, nested};
use std::collections::HashSet;
use tollgate_canon::{Canonical, Loop};
use tollgate_gate::{Bundles, Gates, Predicate, Predicates};
use tollgate_ir::{Block, Edge, Lines, Opcode, Value, ValueDef};

/// The largest number of loops that an exit leaves that are shown with a gate.
const MAX_LOOPS_LEFT: usize = 8;

/// The gates of a function.
pub struct GatesView {
    control_flow: BlocksView,
    overlay: Overlay,
    /// The formulas of the gates.
    predicates: Predicates,
    /// The blocks in the order of the control flow.
    blocks: Vec<BlockGates>,
    /// The edges in the order of the blocks that they leave.
    edges: Vec<EdgeGate>,
    conditions: ConditionTexts,
    /// Loops and regions that could not be brought into canonical form.
    marks: Vec<String>,
}

/// The gates of a block.
struct BlockGates {
    /// Whether the function reaches it at all.
    reached: bool,
    /// The header of the innermost loop that it is in; of a header, of the loop around its own.
    within: Option<String>,
    /// When it is reached in an iteration of its innermost loop, or if it is in none, in a run.
    activation: Predicate,
    /// How it is entered.
    entered: Entered,
    /// The loops that are left where it is entered, innermost first: the header, and when they are
    /// left to here.
    loops_left: Vec<(String, Predicate)>,
    /// The number of further loops that are left.
    more_loops_left: usize,
    /// The instruction that computes what its terminator tests.
    tested: Option<String>,
}

/// How a block is entered.
enum Entered {
    /// By one edge: the values of its parameters.
    OneEdge(Vec<(String, String)>),
    /// As the header of a loop: its parameters in the first and in later iterations.
    Header(Vec<HeaderParam>),
    /// By several edges, with its parameters in nested form.
    Join { arms: Vec<Arm>, nested: Nested },
}

/// A parameter of a loop header.
struct HeaderParam {
    name: String,
    first: Vec<String>,
    then: Vec<String>,
}

/// An incoming edge of a join.
struct Arm {
    /// The block it comes from.
    from: String,
    /// When it is taken.
    gate: Predicate,
    /// Its arguments: parameter and argument.
    args: Vec<(String, String)>,
}

/// The gate that a picture shows at an edge.
enum EdgeGate {
    /// None: the edge is parallel to one that is shown.
    Hidden,
    /// The condition under which its terminator takes it.
    Taken(Predicate),
    /// The gate of an arm or an exit.
    Gate(Predicate),
}

impl GatesView {
    /// The gates of a canonical function whose control flow this is.
    pub fn new(
        names: &Names,
        lines: &Lines,
        canonical: &Canonical,
        mut gates: Gates,
        control_flow: BlocksView,
    ) -> Self {
        let bundles = Bundles::new(canonical.body());
        let mut builder = Builder { names, lines, canonical, gates: &mut gates, bundles };
        let blocks: Vec<BlockGates> =
            names.body.blocks().map(|block| builder.block(block)).collect();
        let edges = builder.edges();
        let conditions = ConditionTexts::new(names, lines, &gates.conditions);
        let marks = canonical
            .marks()
            .iter()
            .map(|mark| spelled_out(names, canonical.loops(), mark))
            .collect();
        let overlay = Overlay::new(names, canonical.dominators(), canonical.loops());
        let predicates = gates.predicates;
        Self { control_flow, overlay, predicates, blocks, edges, conditions, marks }
    }
}

struct Builder<'a, 'n> {
    names: &'a Names<'n>,
    lines: &'a Lines,
    canonical: &'a Canonical,
    gates: &'a mut Gates,
    bundles: Bundles,
}

impl Builder<'_, '_> {
    fn block(&mut self, block: Block) -> BlockGates {
        let (names, canonical) = (self.names, self.canonical);
        let forest = canonical.loops();
        let reached = canonical.dominators().contains(block);
        let inner = forest.innermost(block);
        let around = forest.headed_by(block).map_or(inner, |id| forest.parent(id));
        let (left, more_loops_left) = self.loops_left(block);
        let loops_left = left.iter().map(|&id| {
            let gate = self.gates.exit(canonical, id, block);
            (names.label(forest.header(id)), gate)
        });
        BlockGates {
            reached,
            within: around.map(|id| names.label(forest.header(id))),
            loops_left: loops_left.collect(),
            activation: if reached { self.gates.activation(block) } else { Predicate::FALSE },
            entered: if reached { self.entered(block) } else { Entered::OneEdge(Vec::new()) },
            more_loops_left,
            tested: self.tested(block),
        }
    }

    /// The first loops of which a block is an exit, innermost first, and how many more there are.
    /// Outside of canonical form they need not be nested.
    fn loops_left(&self, block: Block) -> (Vec<Loop>, usize) {
        let (body, forest) = (self.canonical.body(), self.canonical.loops());
        let sources = body.pred_edges(block).filter_map(|edge| body.edge_source(edge));
        let mut from: Vec<Loop> = sources
            .flat_map(|from| forest.innermost(from))
            .filter(|&id| !forest.contains(id, block))
            .collect();
        from.sort_unstable();
        from.dedup();
        let around = |id: Loop| std::iter::successors(Some(id), |&id| forest.parent(id));
        let left = |id: Loop| around(id).take_while(|&id| !forest.contains(id, block));
        if let &[id] = from.as_slice() {
            let outside = forest.nearest_common_ancestor(Some(id), forest.innermost(block));
            let count = (forest.depth(Some(id)) - forest.depth(outside)) as usize;
            return (left(id).take(MAX_LOOPS_LEFT).collect(), count.saturating_sub(MAX_LOOPS_LEFT));
        }
        let mut known = HashSet::new();
        let mut all = Vec::new();
        for &inner in &from {
            // The loops that contain a known loop are known too.
            all.extend(left(inner).take_while(|&id| known.insert(id)));
        }
        let more = all.len().saturating_sub(MAX_LOOPS_LEFT);
        all.truncate(MAX_LOOPS_LEFT);
        (all, more)
    }

    fn entered(&mut self, block: Block) -> Entered {
        let (names, canonical) = (self.names, self.canonical);
        let body = canonical.body();
        let incoming: Vec<Edge> =
            body.pred_edges(block).filter(|&edge| self.bundles.is_name(edge)).collect();
        if canonical.loops().headed_by(block).is_some() {
            let (back, enter): (Vec<Edge>, Vec<Edge>) =
                incoming.into_iter().partition(|&edge| canonical.is_back_edge(edge));
            let values = |edges: &[Edge], index: usize| {
                let mut values: Vec<Value> =
                    edges.iter().map(|&edge| body.edge_arg(edge, index)).collect();
                values.sort_unstable();
                values.dedup();
                values.into_iter().map(|value| names.value(value)).collect()
            };
            let params = body.params(block).iter().enumerate();
            let params = params.map(|(index, &param)| HeaderParam {
                name: names.bare(param),
                first: values(&enter, index),
                then: values(&back, index),
            });
            return Entered::Header(params.collect());
        }
        if incoming.len() < 2 {
            let args = incoming.first().map(|&edge| self.args(edge)).unwrap_or_default();
            return Entered::OneEdge(args);
        }
        let arms = incoming.iter().map(|&edge| Arm {
            from: body.edge_source(edge).map(|from| names.label(from)).unwrap_or_default(),
            gate: self.gates.arm(edge),
            args: self.args(edge),
        });
        let arms = arms.collect();
        Entered::Join { arms, nested: nested(names, self.lines, canonical, self.gates, block) }
    }

    /// The arguments of an edge: parameter and argument.
    fn args(&self, edge: Edge) -> Vec<(String, String)> {
        let body = self.canonical.body();
        let params = body.params(body.edge(edge).to).iter();
        params
            .zip(body.edge_args(edge))
            .map(|(&param, arg)| (self.names.bare(param), self.names.value(arg)))
            .collect()
    }

    /// The instruction that computes what the terminator of a block tests.
    fn tested(&self, block: Block) -> Option<String> {
        let body = self.canonical.body();
        let last = body.terminator(block)?;
        let opcode = body.inst(last).opcode;
        match opcode {
            Opcode::CondBr | Opcode::Switch => {
                let value = body.operand(last, 0);
                Some(match body.value(value).def {
                    ValueDef::Inst(inst) => self.names.instruction(inst),
                    _ => format!("{} {}", opcode.word(), self.names.bare(value)),
                })
            }
            // The lines after the first list the targets, which the picture shows.
            _ if body.succ_edges(block).nth(1).is_some() => {
                self.names.instruction(last).lines().next().map(str::to_string)
            }
            _ => None,
        }
    }

    fn edges(&mut self) -> Vec<EdgeGate> {
        let body = self.canonical.body();
        let mut gates = Vec::new();
        for block in body.blocks() {
            for edge in body.succ_edges(block) {
                gates.push(self.edge(block, edge));
            }
        }
        gates
    }

    fn edge(&mut self, from: Block, edge: Edge) -> EdgeGate {
        let canonical = self.canonical;
        let body = canonical.body();
        let to = body.edge(edge).to;
        if !self.bundles.is_name(edge) {
            return EdgeGate::Hidden;
        }
        let is_join =
            body.pred_edges(to).filter(|&edge| self.bundles.is_name(edge)).nth(1).is_some();
        let reached = canonical.dominators().contains(from);
        if reached && is_join && canonical.loops().headed_by(to).is_none() {
            return EdgeGate::Gate(self.gates.arm(edge));
        }
        match canonical.loops().left_by(from, to).next() {
            Some(id) => EdgeGate::Gate(self.gates.exit(canonical, id, to)),
            None => EdgeGate::Taken(self.gates.edge_condition(edge)),
        }
    }
}
