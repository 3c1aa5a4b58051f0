//! Building the graph of a function from its canonical form and gates.
//!
//! * A parameter of a join is a gamma over the gates of its arms, seen from the immediate dominator.
//! * A parameter of a loop header is a mu: what enters from the preheader, and what comes from the latch.
//! * A value that leaves loops is an eta for each of them, the innermost first, with the condition under which the loop is left: one of its exits is
//!   taken in this iteration.
//! * Memory is one more parameter of every block that needs it.
//! * A condition inside of a loop, in a gate that speaks of a place behind it, is meant in the last iteration: an eta, too. In activation gates the
//!   loop must also have ended, which is a condition of its own ([`Op::Ended`]): a loop that never ends keeps everything behind it from happening.
//!
//! What is not treated is said with its place ([`Unsupported`]) and never guessed.

mod calls;
mod equals;
mod events;
mod gates;
mod refused;

pub use calls::private_slots;

use crate::node::{Node, Op, RootKind, Side};
use crate::order::{Visit, visits};
use crate::{Env, Graph};
use equals::Equalities;
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_canon::{Canonical, Loop};
use tollgate_gate::{Gates, Passing, Predicate};
use tollgate_ir::{
    AttrKind, AttrSet, Block, Body, Edge, Function, Inst, Module, Opcode, SecondaryMap, Span, Type, Value,
    ValueDef,
};

/// Why a function cannot be built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// What it has that is not treated.
    pub what: String,
    /// Where.
    pub span: Span,
}

/// What a node says of the two functions.
///
/// **Exact.** Both functions have what it denotes. Where roots are the same nodes, both do the same.
///
/// **Related.** What the target has refines what the source has. The leaves are the same in both, operations are monotone, and laws that are equalities hold
/// in each function on its own; so where roots are the same nodes, the target refines the source. At its *sinks* — what is stored, passed, returned or
/// carried around a loop — a value `v` is replaced by `Settled[protect(v)]`: flags and forms that differ between the functions are gone, and nothing is
/// known of its being defined. That is right if, for every `p`, each value of the target that was settled to `p` refines each value of the source
/// that was: [`Built::sinks`] are to be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The same in both.
    Exact,
    /// The target's refines the source's.
    Related,
}

/// A function in the graph.
#[derive(Clone, Debug, Default)]
pub struct Built {
    /// What it is held to: nodes of [`Op::Root`].
    pub roots: Vec<Node>,
    /// Its loops: nodes of [`Op::Frame`], each with whether something is observed inside it.
    pub frames: Vec<(Node, bool)>,
    /// Whether it has float arithmetic, whose NaNs are choices.
    pub has_nans: bool,
    /// Whether it says when its stack slots are alive.
    pub has_lifetimes: bool,
    /// What was settled, and of which value.
    pub sinks: Vec<(Node, Node)>,
}

/// Builds a function into the graph.
pub fn build(
    graph: &mut Graph,
    env: &mut Env<'_>,
    side: Side,
    mode: Mode,
    (module, function): (&Module, &Function),
    canonical: &Canonical,
) -> Result<Built, Unsupported> {
    if let Some(mark) =
        canonical.marks().iter().find(|mark| !matches!(mark, tollgate_canon::Mark::Addressed(_)))
    {
        return Err(Unsupported {
            what: format!("control flow that is not canonical: {mark}"),
            span: Span::NONE,
        });
    }
    let body = canonical.body();
    refused::look(env.ctx, module, function, body)?;
    let ctx = &*env.ctx;
    // What the source does before it is undefined, the target does first (section 2 of the contract): where somebody can observe a call, nothing dangerous moves
    // before it, even if it is certain to return.
    let stops = Passing::new(ctx, module, Some(function), body);
    let stops: FxHashSet<Inst> = body.blocks().flat_map(|block| stops.stops(block)).copied().collect();
    let passing =
        Passing::of(body, |inst| stops.contains(&inst) || calls::can_be_observed(ctx, module, body, inst));
    let gates = Gates::with_passing(canonical, passing);
    let by_value = |set: &AttrSet| env.ctx.has_attr(*set, AttrKind::ByVal);
    let has_frame = env.ctx.attr_list_data(function.attrs).params.iter().any(by_value)
        || body
            .blocks()
            .flat_map(|block| body.insts(block))
            .any(|inst| body.inst(inst).opcode == Opcode::Alloca);
    let equal = Equalities::new(env.ctx, canonical);
    let mut builder = Builder {
        graph,
        env,
        side,
        mode,
        module,
        canonical,
        body,
        gates,
        values: SecondaryMap::new(),
        state_in: SecondaryMap::new(),
        state_out: SecondaryMap::new(),
        mus: SecondaryMap::new(),
        state_mus: SecondaryMap::new(),
        writes: SecondaryMap::new(),
        leaves: SecondaryMap::new(),
        frames: SecondaryMap::new(),
        observes: SecondaryMap::new(),
        translated: FxHashMap::default(),
        events: SecondaryMap::new(),
        slots: FxHashMap::default(),
        freezes: 0,
        has_frame,
        equal,
        pending: Vec::new(),
        returns: Vec::new(),
        built: Built::default(),
    };
    builder.run()?;
    Ok(builder.built)
}

/// What is threaded through a function besides its values: the memory, and the objects that there are.
type State = [Node; 2];

struct Builder<'a, 'e> {
    graph: &'a mut Graph,
    env: &'a mut Env<'e>,
    side: Side,
    mode: Mode,
    module: &'a Module,
    canonical: &'a Canonical,
    body: &'a Body,
    gates: Gates,
    values: SecondaryMap<Value, Option<Node>>,
    state_in: SecondaryMap<Block, Option<State>>,
    state_out: SecondaryMap<Block, Option<State>>,
    /// The loop variables of each header, in the order of its parameters.
    mus: SecondaryMap<Loop, Vec<Node>>,
    state_mus: SecondaryMap<Loop, [Option<Node>; 2]>,
    /// Whether something in a loop gives a new memory, and whether other objects.
    writes: SecondaryMap<Loop, [bool; 2]>,
    /// Of a loop that is done: whether it is left in this iteration.
    leaves: SecondaryMap<Loop, Option<Node>>,
    frames: SecondaryMap<Loop, Option<Node>>,
    observes: SecondaryMap<Loop, bool>,
    translated: FxHashMap<(Predicate, Option<Loop>, bool), Node>,
    /// The events, by instruction.
    events: SecondaryMap<Inst, Option<Node>>,
    /// How many stack slots of each shape there were.
    slots: FxHashMap<(Type, u64), u32>,
    freezes: u32,
    /// What is known to be equal to a number, and where.
    equal: Equalities,
    /// Whether it has memory of its own: stack slots, arguments passed by value.
    has_frame: bool,
    /// Roots to be made when the loops around them are done.
    pending: Vec<Pending>,
    /// Where it returns: instruction, value, memory.
    returns: Vec<(Inst, Node, Node)>,
    built: Built,
}

/// A root whose gate is yet to be built.
struct Pending {
    kind: RootKind,
    /// The instruction it belongs to.
    inst: Inst,
    block: Block,
    operands: Vec<Node>,
}

impl Builder<'_, '_> {
    fn run(&mut self) -> Result<(), Unsupported> {
        self.find_writes();
        for index in 0..self.body.args().len() {
            let arg = self.body.args()[index];
            let ty = self.body.value_type(arg);
            self.values[arg] = Some(self.graph.node(Op::Arg(index as u32), ty, &[]));
        }
        for visit in visits(self.canonical) {
            if self.env.is_over(self.graph) {
                return Err(Unsupported { what: "too many nodes".into(), span: Span::NONE });
            }
            match visit {
                Visit::Block(block) => self.block(block)?,
                Visit::Done(id) => self.close(id)?,
            }
        }
        self.roots()
    }

    fn unsupported(&self, what: impl Into<String>, inst: Inst) -> Unsupported {
        Unsupported { what: what.into(), span: self.body.inst(inst).span }
    }

    /// Finds the loops in which memory changes, and those in which objects come and go.
    fn find_writes(&mut self) {
        let loops = self.canonical.loops();
        for block in self.body.blocks() {
            for inst in self.body.insts(block) {
                let changes = self.changes(inst);
                for id in loops.around(block).take_while(|_| changes != [false; 2]) {
                    let known = &mut self.writes[id];
                    *known = [known[0] | changes[0], known[1] | changes[1]];
                }
            }
        }
    }

    fn loop_of(&self, block: Block) -> Option<Loop> {
        self.canonical.loops().innermost(block)
    }

    fn depth_of(&self, id: Loop) -> u32 {
        self.canonical.loops().depth(Some(id))
    }

    /// The node of a value.
    fn value(&mut self, value: Value) -> Node {
        if let Some(node) = self.values[value] {
            return node;
        }
        let ty = self.body.value_type(value);
        let node = match self.body.value(value).def {
            ValueDef::Const(id) => self.graph.node(Op::Const(id), ty, &[]),
            // Metadata and what is wrapped in it: an operand of events only.
            ValueDef::Meta(_)
            | ValueDef::Wrapped(_)
            | ValueDef::Undefined
            | ValueDef::Arg(_)
            | ValueDef::Param(_)
            | ValueDef::Inst(_) => {
                self.graph.node(Op::Opaque(self.side, Inst::from_u32(value.as_u32()), None), ty, &[])
            }
        };
        self.values[value] = Some(node);
        node
    }

    fn block(&mut self, block: Block) -> Result<(), Unsupported> {
        self.enter(block)?;
        self.learn_equalities(block);
        let insts: Vec<Inst> = self.body.insts(block).collect();
        let nowhere = self.nowhere(Type::VOID);
        let mut state = self.state_in[block].unwrap_or([nowhere; 2]);
        for inst in insts {
            self.instruction(block, inst, &mut state)?;
        }
        self.state_out[block] = Some(state);
        Ok(())
    }

    /// A value at a sink.
    fn settle(&mut self, value: Node) -> Node {
        if self.mode == Mode::Exact || matches!(self.graph.op(value), Op::Nowhere) {
            return value;
        }
        let protected = self.graph.protect(self.env, value);
        // A number is as defined as can be: the target has just that, and of the source it is a refinement.
        let number = match self.side {
            Side::Source => protected,
            Side::Target => value,
        };
        if self.graph.number(self.env, number).is_some() {
            return number;
        }
        self.built.sinks.push((protected, value));
        let ty = self.graph.ty(protected);
        self.graph.node(Op::Settled, ty, &[protected])
    }

    fn nowhere(&mut self, ty: Type) -> Node {
        self.graph.node(Op::Nowhere, ty, &[])
    }

    /// Gives a block its parameters and its memory.
    fn enter(&mut self, block: Block) -> Result<(), Unsupported> {
        let body = self.body;
        let params: Vec<Value> = body.params(block).to_vec();
        if Some(block) == body.entry() {
            let memory = self.graph.node(Op::Memory, Type::VOID, &[]);
            let things = self.graph.node(Op::Things, Type::VOID, &[]);
            self.state_in[block] = Some([memory, things]);
            return Ok(());
        }
        let headed = self.canonical.loops().headed_by(block);
        let forward: Vec<Edge> =
            body.pred_edges(block).filter(|&edge| !self.canonical.is_back_edge(edge)).collect();
        let Some(&first) = forward.first() else { return Ok(()) };
        // What is passed, one parameter after the other, and the state last.
        let mut entered: Vec<Node> = Vec::new();
        for index in 0..params.len() + 2 {
            let mut passed = Vec::new();
            for &edge in &forward {
                if self.gates.bundle(edge) != edge {
                    continue;
                }
                let node = if index < params.len() {
                    let arg = body.edge_arg(edge, index);
                    self.value_on(arg, edge)
                } else {
                    let from = body.edge_source(edge).and_then(|from| self.state_out[from]);
                    from.map_or_else(|| self.nowhere(Type::VOID), |state| state[index - params.len()])
                };
                passed.push((edge, node));
            }
            entered.push(self.choose(&passed)?);
        }
        // Out of the loops that the edge leaves, the innermost first.
        let from = body.edge_source(first).unwrap_or(block);
        let left: Vec<Loop> = self.canonical.loops().left_by(from, block).collect();
        for node in &mut entered {
            for &id in &left {
                *node = self.eta(id, *node);
            }
        }
        let state = entered.split_off(params.len());
        let mut state: State = [state[0], state[1]];
        if let Some(id) = headed {
            let depth = self.depth_of(id);
            for node in &mut entered {
                let init = self.settle(*node);
                *node = self.graph.open_mu(depth, init);
            }
            self.mus[id] = entered.clone();
            for (part, node) in state.iter_mut().enumerate() {
                if self.writes[id][part] {
                    *node = self.graph.open_mu(depth, *node);
                    self.state_mus[id][part] = Some(*node);
                }
            }
        }
        self.state_in[block] = Some(state);
        for (&param, &node) in params.iter().zip(&entered) {
            self.values[param] = Some(node);
        }
        Ok(())
    }

    /// What a join has of what its edges pass, in the loop that the edges come from.
    fn choose(&mut self, passed: &[(Edge, Node)]) -> Result<Node, Unsupported> {
        let Some(&(first, node)) = passed.first() else { return Ok(self.nowhere(Type::VOID)) };
        if passed.iter().all(|&(_, other)| self.graph.find(other) == self.graph.find(node)) {
            return Ok(node);
        }
        let around = self.body.edge_source(first).and_then(|from| self.loop_of(from));
        let ty = self.graph.ty(node);
        let mut chosen = self.nowhere(ty);
        for &(edge, node) in passed.iter().rev() {
            let gate = self.gates.arm(edge);
            let gate = self.gate(gate, around, false)?;
            chosen = self.graph.gamma(self.env, gate, node, chosen);
        }
        Ok(chosen)
    }

    /// A value of a loop that is done, in its last iteration.
    fn eta(&mut self, id: Loop, node: Node) -> Node {
        let Some(leaves) = self.leaves[id] else { return node };
        let ty = self.graph.ty(node);
        let depth = self.depth_of(id);
        self.graph.make(self.env, Op::Eta { depth }, ty, &[leaves, node])
    }

    /// All blocks of a loop have been visited: says what follows its variables, and when it is left.
    fn close(&mut self, id: Loop) -> Result<(), Unsupported> {
        let header = self.canonical.loops().header(id);
        let back: Vec<Edge> =
            self.body.pred_edges(header).filter(|&edge| self.canonical.is_back_edge(edge)).collect();
        let Some(&edge) = back.first() else { return Ok(()) };
        // One latch (P1); parallel edges pass the same (verified).
        let mus = std::mem::take(&mut self.mus[id]);
        for (index, &mu) in mus.iter().enumerate() {
            let arg = self.body.edge_arg(edge, index);
            let mut next = self.value_on(arg, edge);
            // What never changes is itself.
            if self.graph.find(next) != self.graph.find(mu) {
                next = self.settle(next);
            }
            self.graph.close_mu(mu, next);
        }
        let next = self.body.edge_source(edge).and_then(|from| self.state_out[from]);
        for (part, mu) in self.state_mus[id].into_iter().enumerate() {
            if let (Some(mu), Some(next)) = (mu, next) {
                self.graph.close_mu(mu, next[part]);
            }
        }
        let mut leaves = self.env.bool(self.graph, false);
        let mut exits = self.canonical.loops().exits(id);
        exits.sort_unstable();
        exits.dedup();
        for exit in exits {
            let gate = self.gates.exit(self.canonical, id, exit);
            let gate = self.gate(gate, Some(id), false)?;
            leaves = self.graph.or(self.env, gate, leaves);
        }
        self.leaves[id] = Some(leaves);
        Ok(())
    }
}
