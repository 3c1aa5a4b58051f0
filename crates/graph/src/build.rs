//! Building the graph of a function from its canonical form and gates.
//!
//! * A parameter of a join is a gamma over the gates of its arms, seen from the immediate
//!   dominator.
//! * A parameter of a loop header is a mu: what enters from the preheader, and what comes from the
//!   latch.
//! * A value that leaves loops is an eta for each of them, the innermost first, with the condition
//!   under which the loop is left: one of its exits is taken in this iteration.
//! * Memory is one more parameter of every block that needs it.
//! * A condition inside of a loop, in a gate that speaks of a place behind it, is meant in the last
//!   iteration: an eta, too. In activation gates the loop must also have ended, which is a
//!   condition of its own ([`Op::Terminates`]): a loop that never ends keeps everything behind it
//!   from happening.
//!
//! What is not treated is said with its place ([`Unsupported`]) and never guessed.

mod assumed;
mod calls;
mod equals;
mod events;
mod gates;
mod library;
mod lifetimes;
mod linear;
mod metadata;
mod refused;
mod run;
mod slots;

use crate::choices::Taken;
use crate::node::{Node, Op, RootKind, Side};
use crate::order::{Visit, visits};
use crate::{Env, Graph};
use equals::Equalities;
use gates::Home;
use library::answers;
use lifetimes::Lifetimes;
pub use lifetimes::may_read_dead_slots;
use metadata::Metadata;
use run::Segment;
pub use run::{Along, Obligation, Run};
use rustc_hash::{FxHashMap, FxHashSet};
use slots::Slots;
use std::ops::{Deref, DerefMut};
use tollgate_canon::{Canonical, Loop};
use tollgate_gate::{Gates, Passing, Predicate};
use tollgate_ir::{
    AttrKind, AttrSet, Block, Body, ConstKind, Edge, Function, Inst, Module, Opcode, Phase,
    SecondaryMap, Span, Type, TypeKind, Value, ValueDef,
};
use tollgate_sem::call::Calls;

/// Edges of a join that an argument is compared with those of.
const MAX_COMPARED: usize = 16;

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
/// **Exact.** Both functions have what it denotes. Where roots are the same nodes, both do the
/// same.
///
/// **Related.** What the target has refines what the source has. The leaves are the same in both,
/// operations are monotone, and laws that are equalities hold in each function on its own; so where
/// roots are the same nodes, the target refines the source. At its *refinement points* — what is
/// stored, passed, returned or carried around a loop — a value `v` is replaced by
/// `Settled[simplify_defined(v)]`: flags and forms that differ between the functions are gone, and
/// nothing is known of its being defined. That is right if, for every `p`, each value of the target
/// that was settled to `p` refines each value of the source that was: [`Built::refinement_points`]
/// are to be shown.
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
    /// Its loops.
    pub loop_nodes: Vec<LoopNode>,
    /// Whether it has float arithmetic, whose NaNs are choices.
    pub has_nans: bool,
    /// Whether it says when its stack slots are alive.
    pub has_lifetimes: bool,
    /// Values that were read where a dead slot may be, and copies that were made there as memories.
    pub noted: Vec<Node>,
    /// What was settled.
    pub refinement_points: Vec<RefinementPoint>,
    /// The writes that others may see: roots of [`RootKind::Write`]. All others are made to stack
    /// slots whose address nobody else knows.
    pub seen: Vec<Node>,
    /// Whether one place at most sees what an operation chooses, whichever it is
    /// (`build/linear.rs`).
    pub choices_are_linear: bool,
    /// Where in the text nodes come from.
    pub places: Vec<(Node, Span)>,
}

/// A loop as something that happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopNode {
    /// The node of [`Op::Loop`].
    pub node: Node,
    /// Whether something is observed inside it.
    pub observes: bool,
    /// Whether it promises to end or to do something.
    pub progress: bool,
}

/// A value at a place where it was settled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RefinementPoint {
    /// What it was settled to.
    pub generalised: Node,
    /// The value.
    pub value: Node,
    /// The loop it is in: a node of [`Op::Loop`], or nowhere.
    pub loop_node: Node,
    /// Holds in that loop wherever the function comes to the place. (True where that is not asked:
    /// the value is what it was settled to.)
    pub gate: Node,
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
    let mut parts = Parts::new(env, side, mode, (module, function), canonical)?;
    Builder { graph, env, parts: &mut parts }.run()?;
    Ok(parts.built)
}

/// What is threaded through a function besides its values: the memory that all see, the objects
/// that there are, and the memories of [stack slots](slots).
type State = Vec<Node>;

/// A function that is being built.
///
/// It is what it has come to ([`Parts`]) and the graph that both functions share, so that two can
/// be built in turns.
struct Builder<'b, 'e, 'a> {
    graph: &'b mut Graph,
    env: &'b mut Env<'e>,
    parts: &'b mut Parts<'a>,
}

impl<'a> Deref for Builder<'_, '_, 'a> {
    type Target = Parts<'a>;

    fn deref(&self) -> &Parts<'a> {
        self.parts
    }
}

impl DerefMut for Builder<'_, '_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.parts
    }
}

/// What a function that is being built has come to.
struct Parts<'a> {
    side: Side,
    mode: Mode,
    module: &'a Module,
    canonical: &'a Canonical,
    body: &'a Body,
    gates: Gates,
    values: SecondaryMap<Value, Option<Node>>,
    /// The numbers of the blocks in the order of visits.
    visited: SecondaryMap<Block, u32>,
    state_in: SecondaryMap<Block, Option<State>>,
    state_out: SecondaryMap<Block, Option<State>>,
    /// The loop variables of each header, in the order of its parameters.
    mus: SecondaryMap<Loop, Vec<Node>>,
    state_mus: SecondaryMap<Loop, Vec<(usize, Node)>>,
    /// The parts of the state that something in a loop changes.
    writes: SecondaryMap<Loop, FxHashSet<usize>>,
    /// Slots with a memory of their own, and which of them are known where the function is being
    /// built.
    own: Slots,
    known: Vec<bool>,
    /// Of a loop that is done: whether it is left in this iteration.
    exit_condition: SecondaryMap<Loop, Option<Node>>,
    loop_nodes: SecondaryMap<Loop, Option<Node>>,
    observes: SecondaryMap<Loop, bool>,
    translated: FxHashMap<(Predicate, Option<Loop>, bool), Node>,
    homes: FxHashMap<Predicate, Home>,
    /// When control comes to a block, from the header of its loop.
    reached: SecondaryMap<Block, Option<Node>>,
    /// The events, by instruction.
    events: SecondaryMap<Inst, Option<Node>>,
    /// The stack slots that there were: shapes and numbers.
    slots: FxHashSet<(Type, u64, u32)>,
    freezes: u32,
    /// Of the target: what its choices are held against.
    taken: Taken,
    /// If it is [`run`] instead: where it is.
    segment: Option<Segment>,
    /// What is known to be equal to a number, and where.
    equal: Equalities,
    lifetimes: Lifetimes,
    /// Whether it has memory of its own: stack slots, arguments passed by value.
    has_own_memory: bool,
    /// Whether an access says which scopes of `noalias` it is in.
    has_scopes: bool,
    /// Calls of the C library whose answers are known.
    library: FxHashMap<Inst, u64>,
    /// Roots to be made when the loops around them are done.
    pending: Vec<Pending>,
    /// What was settled, of which value, and where.
    refinement_points: Vec<(Node, Node, Block)>,
    metadata: Metadata,
    /// Where it returns: instruction, value, memory.
    returns: Vec<(Inst, Node, Node)>,
    built: Built,
}

impl<'a> Parts<'a> {
    fn new(
        env: &mut Env<'_>,
        side: Side,
        mode: Mode,
        (module, function): (&'a Module, &'a Function),
        canonical: &'a Canonical,
    ) -> Result<Self, Unsupported> {
        if let Some(mark) = canonical
            .marks()
            .iter()
            .find(|mark| !matches!(mark, tollgate_canon::Mark::Addressed(_)))
        {
            return Err(Unsupported {
                what: format!("control flow that is not canonical: {mark}"),
                span: Span::NONE,
            });
        }
        let body = canonical.body();
        refused::look(env.ctx, module, function, body, side)?;
        // What the source does before it is undefined, the target does first (section 2 of the
        // contract): where somebody can observe a call, nothing dangerous moves before it, even if
        // it is certain to return.
        let library = answers(env, side, (module, function), body);
        let ctx = &*env.ctx;
        let calls = Calls::new(ctx, module, Some(function)).with_layout(env.layout).remembering();
        let stops = Passing::new(ctx, module, Some(function), body);
        let stops: FxHashSet<Inst> =
            body.blocks().flat_map(|block| stops.stops(block)).copied().collect();
        let passing = Passing::of(body, |inst| {
            !library.contains_key(&inst)
                && (stops.contains(&inst)
                    || calls::can_be_observed(ctx, module, &calls, body, inst))
        });
        within(env)?;
        env.budget.enter(Phase::Gates);
        let gates = Gates::with_passing(canonical, passing);
        within(env)?;
        env.budget.enter(Phase::Graph);
        let by_value = |set: &AttrSet| env.ctx.has_attr(*set, AttrKind::ByVal);
        // Variable arguments are on the stack too.
        let is_variadic =
            matches!(env.ctx.kind(function.ty), TypeKind::Function { vararg: true, .. });
        let has_own_memory = is_variadic
            || env.ctx.attr_list_data(function.attrs).params.iter().any(by_value)
            || body
                .blocks()
                .flat_map(|block| body.insts(block))
                .any(|inst| body.inst(inst).opcode == Opcode::Alloca);
        let has_scopes = body.blocks().flat_map(|block| body.insts(block)).any(|inst| {
            body.attachments(inst)
                .iter()
                .any(|&(kind, _)| tollgate_sem::world::metadata::is_of_scopes(env.ctx.bytes(kind)))
        });
        let equal = Equalities::new(env.ctx, canonical);
        within(env)?;
        let lifetimes = Lifetimes::new(env, body);
        let own = Slots::new(env.ctx, env.layout, &lifetimes, (module, function), body);
        let built = Built { has_lifetimes: lifetimes.has_markers, ..Built::default() };
        Ok(Self {
            side,
            mode,
            module,
            canonical,
            body,
            gates,
            values: SecondaryMap::new(),
            visited: SecondaryMap::new(),
            state_in: SecondaryMap::new(),
            state_out: SecondaryMap::new(),
            mus: SecondaryMap::new(),
            state_mus: SecondaryMap::new(),
            writes: SecondaryMap::new(),
            own,
            known: Vec::new(),
            exit_condition: SecondaryMap::new(),
            loop_nodes: SecondaryMap::new(),
            observes: SecondaryMap::new(),
            translated: FxHashMap::default(),
            homes: FxHashMap::default(),
            reached: SecondaryMap::new(),
            events: SecondaryMap::new(),
            slots: FxHashSet::default(),
            freezes: 0,
            taken: Taken::default(),
            segment: None,
            has_own_memory,
            has_scopes,
            library,
            equal,
            lifetimes,
            pending: Vec::new(),
            refinement_points: Vec::new(),
            metadata: Metadata::default(),
            returns: Vec::new(),
            built,
        })
    }
}

/// An error where the budget is over. What it says is not shown to anybody: the budget knows more.
fn within(env: &Env<'_>) -> Result<(), Unsupported> {
    env.budget.check().map_err(|over| Unsupported { what: format!("{over:?}"), span: Span::NONE })
}

/// A root whose gate is yet to be built.
struct Pending {
    kind: RootKind,
    /// The instruction it belongs to.
    inst: Inst,
    block: Block,
    operands: Vec<Node>,
    /// It is active only where this holds.
    only: Option<Node>,
    /// Of a write: nobody else can see it, since it is made to a slot whose address nobody else
    /// knows yet.
    private: bool,
}

impl Builder<'_, '_, '_> {
    fn run(&mut self) -> Result<(), Unsupported> {
        self.find_writes();
        for index in 0..self.body.args().len() {
            let arg = self.body.args()[index];
            let ty = self.body.value_type(arg);
            self.values[arg] = Some(self.graph.node(Op::Arg(index as u32), ty, &[]));
        }
        self.env.begin_function(self.graph);
        for (number, visit) in (0..).zip(visits(self.canonical)) {
            if self.env.is_over(self.graph) {
                return Err(Unsupported { what: "too many nodes".into(), span: Span::NONE });
            }
            match visit {
                Visit::Block(block) => {
                    self.visited[block] = number;
                    self.block(block)?;
                }
                Visit::Done(id) => self.close(id)?,
            }
        }
        self.roots()?;
        self.note_places_of_params();
        self.built.choices_are_linear = self.choices_are_linear();
        Ok(())
    }

    /// Notes where the parameters of blocks stand in the text.
    fn note_places_of_params(&mut self) {
        let body = self.body;
        for param in body.blocks().flat_map(|block| body.params(block)) {
            if let (ValueDef::Param(id), Some(node)) = (body.value(*param).def, self.values[*param])
            {
                self.built.places.push((node, body.param(id).span));
            }
        }
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
                if changes.is_empty() {
                    continue;
                }
                for id in loops.around(block) {
                    self.writes[id].extend(&changes);
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
            ValueDef::Meta(meta) => {
                let meta = self.resolved(meta, metadata::Use::Other);
                self.graph.node(Op::Metadata(meta), ty, &[])
            }
            // What is wrapped in metadata: an operand of events only.
            ValueDef::Wrapped(_)
            | ValueDef::Undefined
            | ValueDef::Arg(_)
            | ValueDef::Param(_)
            | ValueDef::Inst(_) => {
                let unknown = Op::Opaque(self.side, Inst::from_u32(value.as_u32()), None);
                let unknown = self.graph.node(unknown, ty, &[]);
                if let Some(segment) = &mut self.segment {
                    segment.asked_in_vain();
                    return unknown;
                }
                unknown
            }
        };
        self.values[value] = Some(node);
        node
    }

    fn block(&mut self, block: Block) -> Result<(), Unsupported> {
        self.enter(block)?;
        self.learn_equalities(block);
        let insts: Vec<Inst> = self.body.insts(block).collect();
        let dont_care = self.dont_care(Type::VOID);
        let parts = 2 + self.own.len();
        let mut state = self.state_in[block].clone().unwrap_or_else(|| vec![dont_care; parts]);
        self.known = self.own.known_in(block).to_vec();
        for inst in insts {
            self.escape_before(inst, &mut state);
            self.instruction(block, inst, &mut state)?;
        }
        self.state_out[block] = Some(state);
        Ok(())
    }

    /// A value at a refinement point.
    fn generalise_at(&mut self, value: Node, block: Block) -> Node {
        if self.mode == Mode::Exact || matches!(self.graph.op(value), Op::DontCare) {
            return value;
        }
        let simplified_defined = self.graph.generalised(self.env, value);
        // A number is as defined as can be: the target has just that, and of the source it is a
        // refinement.
        let number = match self.side {
            Side::Source => simplified_defined,
            Side::Target => value,
        };
        let is_number = match self.graph.op(number) {
            Op::Const(id) => matches!(
                self.env.ctx.constant(*id).kind,
                ConstKind::Int(_) | ConstKind::WideInt(_) | ConstKind::Float(..) | ConstKind::Null
            ),
            _ => false,
        };
        if is_number {
            return number;
        }
        self.refinement_points.push((simplified_defined, value, block));
        let ty = self.graph.ty(simplified_defined);
        self.graph.node(Op::Generalised, ty, &[simplified_defined])
    }

    fn dont_care(&mut self, ty: Type) -> Node {
        self.graph.node(Op::DontCare, ty, &[])
    }

    /// Gives a block its parameters and its memory.
    fn enter(&mut self, block: Block) -> Result<(), Unsupported> {
        let body = self.body;
        let params: Vec<Value> = body.params(block).to_vec();
        if Some(block) == body.entry() {
            let memory = self.graph.node(Op::InitialMemory, Type::VOID, &[]);
            let things = self.graph.node(Op::InitialAllocations, Type::VOID, &[]);
            let own = std::iter::repeat_n(memory, self.own.len());
            self.state_in[block] = Some([memory, things].into_iter().chain(own).collect());
            return Ok(());
        }
        let headed = self.canonical.loops().headed_by(block);
        let mut forward: Vec<Edge> =
            body.pred_edges(block).filter(|&edge| !self.canonical.is_back_edge(edge)).collect();
        // Which arm stands for completions that do not come here must not depend on the order of
        // blocks in the text.
        forward.sort_by_key(|&edge| (body.edge_source(edge).map(|from| self.visited[from]), edge));
        let Some(&first) = forward.first() else { return Ok(()) };
        // What is passed, one parameter after the other, and the state last.
        let mut entered: Vec<Node> = Vec::new();
        for index in 0..params.len() + 2 + self.own.len() {
            if index >= params.len() + 2 && self.own.known_in(block)[index - params.len() - 2] {
                let dont_care = self.dont_care(Type::VOID);
                entered.push(dont_care);
                continue;
            }
            let mut passed = Vec::new();
            for &edge in &forward {
                if self.gates.bundle(edge) != edge {
                    continue;
                }
                let node = if index < params.len() {
                    self.argument(&forward, edge, index)
                } else {
                    let from = body.edge_source(edge);
                    let part = index - params.len();
                    let left = match part {
                        0 => from.and_then(|from| self.memory_on(from, block)),
                        _ => from
                            .and_then(|from| self.state_out[from].as_ref())
                            .map(|state| state[part]),
                    };
                    left.unwrap_or_else(|| self.dont_care(Type::VOID))
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
        let mut state: State = entered.split_off(params.len());
        if let Some(id) = headed {
            let depth = self.depth_of(id);
            let before = self.canonical.preheader(id).unwrap_or(block);
            for node in &mut entered {
                let init = self.generalise_at(*node, before);
                *node = self.graph.open_mu(depth, init);
            }
            self.mus[id] = entered.clone();
            for (part, node) in state.iter_mut().enumerate() {
                if self.writes[id].contains(&part) {
                    *node = self.graph.open_mu(depth, *node);
                    self.state_mus[id].push((part, *node));
                }
            }
        }
        for node in &mut state {
            *node = self.where_reached(*node, block);
        }
        self.state_in[block] = Some(state);
        for (&param, &node) in params.iter().zip(&entered) {
            self.values[param] = Some(node);
        }
        Ok(())
    }

    /// What an edge passes for a parameter. A value that is known to be a number here is the
    /// number; but if another edge passes a value that is known to be this number here, then it is
    /// that value, so that a join of one value is that value.
    fn argument(&mut self, edges: &[Edge], edge: Edge, index: usize) -> Node {
        let known = self.value_on(self.body.edge_arg(edge, index), edge);
        if !matches!(self.graph.op(known), Op::Const(_)) {
            return known;
        }
        let is_other = |other: &Edge| self.gates.bundle(*other) != self.gates.bundle(edge);
        let others: Vec<Edge> = edges.iter().copied().filter(is_other).take(MAX_COMPARED).collect();
        for other in others {
            let other = self.body.edge_arg(other, index);
            let one = self.value(other);
            if matches!(self.graph.op(one), Op::Const(_)) {
                continue;
            }
            let known_here = self.value_on(other, edge);
            if self.graph.find(known_here) == self.graph.find(known) {
                return self
                    .body
                    .edge_source(edge)
                    .map_or(one, |from| self.where_reached(one, from));
            }
        }
        known
    }

    /// What a join has of what its edges pass, in the loop that the edges come from.
    fn choose(&mut self, passed: &[(Edge, Node)]) -> Result<Node, Unsupported> {
        let Some(&(first, node)) = passed.first() else { return Ok(self.dont_care(Type::VOID)) };
        if passed.iter().all(|&(_, other)| self.graph.find(other) == self.graph.find(node)) {
            return Ok(node);
        }
        let around = self.body.edge_source(first).and_then(|from| self.loop_of(from));
        let ty = self.graph.ty(node);
        let mut chosen = self.dont_care(ty);
        for &(edge, node) in passed.iter().rev() {
            let gate = self.gates.arm(edge);
            let gate = self.gate(gate, around, false)?;
            chosen = self.graph.gamma(self.env, gate, node, chosen);
        }
        Ok(chosen)
    }

    /// A value of a loop that is done, in its last iteration.
    fn eta(&mut self, id: Loop, node: Node) -> Node {
        let Some(exit_condition) = self.exit_condition[id] else { return node };
        let ty = self.graph.ty(node);
        let depth = self.depth_of(id);
        self.graph.make(self.env, Op::Eta { depth }, ty, &[exit_condition, node])
    }

    /// All blocks of a loop have been visited: says what follows its variables, and when it is
    /// left.
    fn close(&mut self, id: Loop) -> Result<(), Unsupported> {
        let header = self.canonical.loops().header(id);
        let back: Vec<Edge> = self
            .body
            .pred_edges(header)
            .filter(|&edge| self.canonical.is_back_edge(edge))
            .collect();
        let Some(&edge) = back.first() else { return Ok(()) };
        let latch = self.body.edge_source(edge).unwrap_or(header);
        let mut exit_condition = self.env.bool(self.graph, false);
        let mut exits = self.canonical.loops().exits(id);
        exits.sort_unstable();
        exits.dedup();
        for exit in exits {
            let gate = self.parts.gates.exit(self.parts.canonical, id, exit);
            let gate = self.gate(gate, Some(id), false)?;
            exit_condition = self.graph.or(self.env, gate, exit_condition);
        }
        // What follows a variable where the loop is left is in no iteration that happens.
        // Everything that is said of the loop, and every value that leaves it, depends on the
        // iterations up to the first that leaves; so there it may be anything, and two functions
        // need not agree on it.
        let stays = self.graph.not(self.env, exit_condition);
        // One latch (P1); parallel edges pass the same (verified).
        let mus = std::mem::take(&mut self.mus[id]);
        for (index, &mu) in mus.iter().enumerate() {
            let arg = self.body.edge_arg(edge, index);
            let next = self.value_on(arg, edge);
            let mut next = self.graph.restrict(self.env, next, stays);
            // What never changes is itself.
            if self.graph.find(next) != self.graph.find(mu) {
                next = self.generalise_at(next, latch);
            }
            self.graph.close_mu(mu, next);
        }
        let next = self.body.edge_source(edge).and_then(|from| self.state_out[from].clone());
        for (part, mu) in std::mem::take(&mut self.state_mus[id]) {
            if let Some(next) = &next {
                let next = self.graph.restrict(self.env, next[part], stays);
                self.graph.close_mu(mu, next);
            }
        }
        self.exit_condition[id] = Some(exit_condition);
        Ok(())
    }
}
