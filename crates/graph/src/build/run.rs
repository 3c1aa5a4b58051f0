//! A function that is run, block by block, over nodes.
//!
//! Where a whole function is [built](super::build()), a value is one node for all iterations and
//! joins decide by gates. Where it is run, somebody else says which way control goes, and a value
//! is what the last instruction that defined it made: there are no gates, no loop variables, and
//! every block may be run any number of times. What instructions are as nodes is the same.
//!
//! A run is cut into *segments*. At the start of each, values are told; what is not told is not
//! known. A `freeze` is a choice of its own in each segment, by what is frozen and how often it was
//! before.

use super::{Builder, Mode, Parts, Pending, State, Unsupported};
use crate::choices::Question;
use crate::node::{Node, Op, RootKind, Side};
use crate::order::{Visit, visits};
use crate::{Env, Graph};
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_canon::{Canonical, Loop};
use tollgate_ir::{Block, Edge, Function, Module, Opcode, Span, Type, Value};

/// Freezes of one operand in a segment; more are not told apart by number, and so are refused.
const MAX_FREEZES: u32 = 1 << 10;

/// Where a run is.
#[derive(Debug, Default)]
pub(super) struct Segment {
    number: u32,
    frozen: FxHashMap<Vec<Node>, u32>,
    chosen: FxHashMap<Question, u32>,
    is_all_told: bool,
}

impl Segment {
    /// Notes that a value was needed that nobody told.
    pub(super) fn asked_in_vain(&mut self) {
        self.is_all_told = false;
    }

    /// The number of one more freeze.
    pub(super) fn freeze(&mut self, operands: &[Node]) -> u32 {
        let times = self.frozen.entry(operands.to_vec()).or_default();
        *times += 1;
        self.number * MAX_FREEZES + *times - 1
    }

    /// A choice as one of this segment. The source chooses alike for the same operands, the target
    /// each time anew.
    pub(super) fn asked(&mut self, side: Side, mut question: Question) -> Question {
        question.segment = Some(self.number);
        match side {
            Side::Source => question,
            Side::Target => {
                let times = self.chosen.entry(question.clone()).or_default();
                *times += 1;
                Question { times: *times - 1, ..question }
            }
        }
    }
}

/// What a function is held to at some instruction: a root without its gate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligation {
    /// Its kind.
    pub kind: RootKind,
    /// What it is about.
    pub operands: Vec<Node>,
    /// It matters only where this holds.
    pub only: Option<Node>,
    /// Of a write: nobody else can see it.
    pub private: bool,
    /// Where in the text it comes from.
    pub span: Span,
}

/// A function that is run.
pub struct Run<'a> {
    parts: Parts<'a>,
    /// Values that were told or computed in this segment.
    set: Vec<Value>,
    state: State,
    /// The addresses of stack slots, once they have been made.
    addresses: Vec<(Value, Node)>,
}

impl<'a> Run<'a> {
    /// A function that can be run.
    pub fn new(
        env: &mut Env<'_>,
        side: Side,
        (module, function): (&'a Module, &'a Function),
        canonical: &'a Canonical,
    ) -> Result<Self, Unsupported> {
        let parts = Parts::new(env, side, Mode::Exact, (module, function), canonical)?;
        Ok(Self { parts, set: Vec::new(), state: Vec::new(), addresses: Vec::new() })
    }

    /// The function.
    pub fn canonical(&self) -> &'a Canonical {
        self.parts.canonical
    }

    /// Its blocks, each behind the sources of its forward edges, and loops in one piece.
    pub fn blocks(&self) -> impl Iterator<Item = Block> {
        visits(self.parts.canonical).into_iter().filter_map(|visit| match visit {
            Visit::Block(block) => Some(block),
            Visit::Done(_) => None,
        })
    }

    /// The parts of the state that there are in a block: memory, objects, and the memories of stack
    /// slots that were not escaped before.
    pub fn parts_in(&self, block: Block) -> impl Iterator<Item = usize> {
        let escaped = self.parts.own.known_in(block);
        (0..2 + self.parts.own.len()).filter(move |&part| part < 2 || !escaped[part - 2])
    }

    /// Whether it has float arithmetic, whose NaNs are choices.
    pub fn has_nans(&self) -> bool {
        self.parts.built.has_nans
    }

    /// Whether it says when its stack slots are alive.
    pub fn has_lifetimes(&self) -> bool {
        self.parts.built.has_lifetimes
    }

    /// Begins a segment in which nothing is known but what is the same wherever there is one:
    /// arguments, and the addresses of stack slots. Its number tells its choices from those of
    /// others.
    pub fn begin(&mut self, graph: &mut Graph, number: u32) {
        for value in self.set.drain(..) {
            self.parts.values[value] = None;
        }
        self.parts.pending.clear();
        self.parts.returns.clear();
        self.parts.slots.clear();
        self.parts.segment = Some(Segment { number, is_all_told: true, ..Segment::default() });
        let dont_care = graph.node(Op::DontCare, Type::VOID, &[]);
        self.state = vec![dont_care; 2 + self.parts.own.len()];
        for (index, &arg) in self.parts.body.args().iter().enumerate() {
            let node = graph.node(Op::Arg(index as u32), self.parts.body.value_type(arg), &[]);
            self.parts.values[arg] = Some(node);
        }
        for &(address, node) in &self.addresses {
            self.parts.values[address] = Some(node);
        }
    }

    /// Begins at the entry of the function.
    pub fn enter(&mut self, graph: &mut Graph) {
        let memory = graph.node(Op::InitialMemory, Type::VOID, &[]);
        self.state.fill(memory);
        self.state[1] = graph.node(Op::InitialAllocations, Type::VOID, &[]);
    }

    /// Where in the text nodes come from that were made so far.
    pub fn places(&self) -> &[(Node, Span)] {
        &self.parts.built.places
    }

    /// Says what a value is.
    pub fn tell(&mut self, value: Value, node: Node) {
        self.parts.values[value] = Some(node);
        self.set.push(value);
    }

    /// Whether all values that were needed in this segment were told or computed in it.
    pub fn is_all_told(&self) -> bool {
        self.parts.segment.as_ref().is_some_and(|segment| segment.is_all_told)
    }

    /// Says what a part of the state is.
    pub fn tell_state(&mut self, part: usize, node: Node) {
        self.state[part] = node;
    }

    /// A part of the state.
    pub fn state(&self, part: usize) -> Node {
        self.state[part]
    }

    /// What a value is.
    pub fn value(&mut self, graph: &mut Graph, env: &mut Env<'_>, value: Value) -> Node {
        let node = Builder { graph, env, parts: &mut self.parts }.value(value);
        graph.find(node)
    }

    /// Runs a block, all but its last instruction.
    pub fn block(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        block: Block,
    ) -> Result<(), Unsupported> {
        let body = self.parts.body;
        let mut builder = Builder { graph, env, parts: &mut self.parts };
        builder.known = builder.own.known_in(block).to_vec();
        for inst in body.insts(block) {
            builder.escape_before(inst, &mut self.state);
            if Some(inst) == body.terminator(block) {
                break;
            }
            builder.instruction(block, inst, &mut self.state)?;
            self.set.extend(body.inst(inst).result());
            if body.inst(inst).opcode == Opcode::Alloca
                && let Some(address) = body.inst(inst).result()
                && let Some(node) = builder.parts.values[address]
                && !self.addresses.contains(&(address, node))
            {
                self.addresses.push((address, node));
            }
        }
        let segment = builder.parts.segment.as_ref();
        match segment
            .is_some_and(|segment| segment.frozen.values().any(|&times| times >= MAX_FREEZES))
        {
            true => Err(Unsupported { what: "many freezes of one value".into(), span: Span::NONE }),
            false => Ok(()),
        }
    }

    /// Runs the last instruction of a block, which is no branch.
    pub fn end(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        block: Block,
    ) -> Result<(), Unsupported> {
        let Some(end) = self.parts.body.terminator(block) else { return Ok(()) };
        Builder { graph, env, parts: &mut self.parts }.instruction(block, end, &mut self.state)
    }

    /// What was found to be held to since this was last asked, in the order of the run.
    pub fn obligations(&mut self) -> Vec<Obligation> {
        let body = self.parts.body;
        let obligations = |Pending { kind, inst, operands, only, private, block: _ }: Pending| {
            Obligation { kind, operands, only, private, span: body.inst(inst).span }
        };
        self.parts.pending.drain(..).map(obligations).collect()
    }

    /// What the function returned, value and memory, if it did.
    pub fn returned(&self) -> Option<(Node, Node)> {
        self.parts.returns.last().map(|&(_, value, memory)| (value, memory))
    }

    /// What an edge leads to: the parameters of its block, and the state.
    pub fn along(&mut self, graph: &mut Graph, env: &mut Env<'_>, edge: Edge) -> Along {
        let body = self.parts.body;
        let (from, to) = (body.edge_source(edge), body.edge(edge).to);
        let mut builder = Builder { graph, env, parts: &mut self.parts };
        let passed = body.edge_args(edge).map(|arg| builder.value(arg));
        let params = body.params(to).iter().copied().zip(passed).collect();
        let mut state = self.state.clone();
        if let Some(from) = from {
            state[0] = builder.escaped_on(from, to, &self.state);
        }
        let dont_care = builder.dont_care(Type::VOID);
        for slot in 0..builder.own.len() {
            if builder.own.known_in(to)[slot] {
                state[2 + slot] = dont_care;
            }
        }
        Along { params, state }
    }

    /// Goes along an edge.
    pub fn follow(&mut self, Along { params, state }: Along) {
        self.state = state;
        for (param, node) in params {
            self.tell(param, node);
        }
    }

    /// Whether a number is that of a case of a switch.
    pub fn is_case(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        number: Node,
        case: Value,
    ) -> Node {
        let mut builder = Builder { graph, env, parts: &mut self.parts };
        let case = builder.value(case);
        builder.equals(number, case)
    }

    /// The loops that promise to make progress.
    pub fn promised_loops(&mut self, graph: &mut Graph, env: &mut Env<'_>) -> FxHashSet<Loop> {
        Builder { graph, env, parts: &mut self.parts }.loops_with_progress()
    }
}

/// What an edge leads to.
#[derive(Clone, Debug)]
pub struct Along {
    /// The parameters of its block.
    pub params: Vec<(Value, Node)>,
    /// The state.
    pub state: Vec<Node>,
}
