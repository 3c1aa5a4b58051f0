//! Symbolic execution of a function, block by block, over nodes.
//!
//! Where a whole function is [built](super::build()), a value is one node for all iterations and
//! joins decide by gates. Where it is executed, the caller says which edge is taken, and a value is
//! what the last instruction that defined it made: there are no gates and no loop variables, and
//! every block may be executed any number of times. Instructions become nodes in the same way.
//!
//! An execution is divided into *segments*. At the start of each the caller gives the values that
//! are known there. A `freeze` is a choice of its own in each segment, by its operand and how often
//! that was frozen before.

use super::{Builder, Construction, Mode, Pending, State, Unsupported};
use crate::choices::ChoiceKey;
use crate::limits::MAX_FREEZES_OF_ONE;
use crate::node::{Node, Op, RootKind};
use crate::order::{Visit, visits};
use crate::{Env, Graph};
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_canon::Role;
use tollgate_canon::{Canonical, Loop};
use tollgate_ir::{Block, Edge, Function, Module, Opcode, Span, Type, Value};

/// What tells the choices of the segment that is being executed apart.
#[derive(Debug, Default)]
pub(super) struct CurrentSegment {
    number: u32,
    frozen: FxHashMap<Vec<Node>, u32>,
    chosen: FxHashMap<ChoiceKey, u32>,
    is_complete: bool,
}

impl CurrentSegment {
    /// Notes that a value was needed that was not given.
    pub(super) fn note_missing_value(&mut self) {
        self.is_complete = false;
    }

    /// The number of one more freeze of these operands. Nodes are not merged while functions are
    /// executed over them, so different operands stay different, and so do the freezes.
    pub(super) fn freeze(&mut self, operands: &[Node]) -> u32 {
        let times = self.frozen.entry(operands.to_vec()).or_default();
        *times += 1;
        self.number * MAX_FREEZES_OF_ONE + *times - 1
    }

    /// A choice as one of this segment. The source chooses alike for equal operands, the target
    /// anew each time: so several choices of the source may be one of the target (§4.2).
    pub(super) fn choice_key(&mut self, side: Role, mut key: ChoiceKey) -> ChoiceKey {
        key.segment = Some(self.number);
        match side {
            Role::Source => key,
            Role::Target => {
                let times = self.chosen.entry(key.clone()).or_default();
                *times += 1;
                ChoiceKey { times: *times - 1, ..key }
            }
        }
    }
}

/// What an instruction is compared by: a root without its gate. One of the target has to be shown;
/// one of the source says what may be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UngatedRoot {
    /// Its kind.
    pub kind: RootKind,
    /// What it is about.
    pub operands: Vec<Node>,
    /// It matters only where this holds.
    pub only: Option<Node>,
    /// Of a write: it is to a slot that has not escaped.
    pub private: bool,
    /// Its source location.
    pub span: Span,
}

/// A function that is executed symbolically.
pub struct SymbolicRun<'a> {
    construction: Construction<'a>,
    /// Values that were given or computed in this segment.
    set: Vec<Value>,
    state: State,
    /// The addresses of stack slots, once they have been allocated.
    addresses: Vec<(Value, Node)>,
}

impl<'a> SymbolicRun<'a> {
    /// A function, before its first segment.
    pub fn new(
        env: &mut Env<'_>,
        side: Role,
        (module, function): (&'a Module, &'a Function),
        canonical: &'a Canonical,
    ) -> Result<Self, Unsupported> {
        let construction =
            Construction::new(env, side, Mode::Exact, (module, function), canonical)?;
        Ok(Self { construction, set: Vec::new(), state: Vec::new(), addresses: Vec::new() })
    }

    /// The function.
    pub fn canonical(&self) -> &'a Canonical {
        self.construction.subject.canonical
    }

    /// Its blocks, each after the sources of its forward edges, with loops contiguous.
    pub fn blocks(&self) -> impl Iterator<Item = Block> {
        visits(self.construction.subject.canonical).into_iter().filter_map(|visit| match visit {
            Visit::Block(block) => Some(block),
            Visit::Done(_) => None,
        })
    }

    /// The components of the state that a block has: common memory, allocations, and the memories
    /// of stack slots that have not escaped.
    pub fn parts_in(&self, block: Block) -> impl Iterator<Item = usize> {
        let escaped = self.construction.memory.slots.escaped_at_start(block);
        (0..2 + self.construction.memory.slots.len())
            .filter(move |&part| part < 2 || !escaped[part - 2])
    }

    /// Whether it has float arithmetic, whose NaNs are choices.
    pub fn has_nans(&self) -> bool {
        self.construction.built.has_nans
    }

    /// Whether it has markers of the lifetimes of its stack slots.
    pub fn has_lifetimes(&self) -> bool {
        self.construction.built.has_lifetimes
    }

    /// Begins a segment, in which nothing is known but what is the same in all: arguments, and the
    /// addresses of stack slots. Its number keeps its choices apart from those of other segments.
    pub fn begin(&mut self, graph: &mut Graph, number: u32) {
        for value in self.set.drain(..) {
            self.construction.values.nodes[value] = None;
        }
        self.construction.pending.roots.clear();
        self.construction.pending.returns.clear();
        self.construction.choices.slots.clear();
        self.construction.segment =
            Some(CurrentSegment { number, is_complete: true, ..CurrentSegment::default() });
        let dont_care = graph.node(Op::DontCare, Type::VOID, &[]);
        self.state = vec![dont_care; 2 + self.construction.memory.slots.len()];
        for (index, &arg) in self.construction.subject.body.args().iter().enumerate() {
            let node = graph.node(
                Op::Arg(index as u32),
                self.construction.subject.body.value_type(arg),
                &[],
            );
            self.construction.values.nodes[arg] = Some(node);
        }
        for &(address, node) in &self.addresses {
            self.construction.values.nodes[address] = Some(node);
        }
    }

    /// Sets the state at the entry of the function.
    pub fn enter(&mut self, graph: &mut Graph) {
        let memory = graph.node(Op::InitialMemory, Type::VOID, &[]);
        self.state.fill(memory);
        self.state[1] = graph.node(Op::InitialAllocations, Type::VOID, &[]);
    }

    /// Where in the text nodes come from that were made so far.
    pub fn origins(&self) -> &[(Node, Span)] {
        &self.construction.built.origins
    }

    /// Gives a value.
    pub fn set_value(&mut self, value: Value, node: Node) {
        self.construction.values.nodes[value] = Some(node);
        self.set.push(value);
    }

    /// Whether all values that were needed in this segment were given or computed in it.
    pub fn has_all_values(&self) -> bool {
        self.construction.segment.as_ref().is_some_and(|segment| segment.is_complete)
    }

    /// Gives a component of the state.
    pub fn set_state(&mut self, part: usize, node: Node) {
        self.state[part] = node;
    }

    /// A component of the state.
    pub fn state(&self, part: usize) -> Node {
        self.state[part]
    }

    /// The node of a value.
    pub fn value(&mut self, graph: &mut Graph, env: &mut Env<'_>, value: Value) -> Node {
        let node = Builder::new(graph, env, &mut self.construction).value(value);
        graph.find(node)
    }

    /// Executes a block, all but its terminator.
    pub fn block(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        block: Block,
    ) -> Result<(), Unsupported> {
        let body = self.construction.subject.body;
        let mut builder = Builder::new(graph, env, &mut self.construction);
        builder.memory.escaped = builder.memory.slots.escaped_at_start(block).to_vec();
        for inst in body.insts(block) {
            builder.escape_before(inst, &mut self.state);
            if Some(inst) == body.terminator(block) {
                break;
            }
            builder.instruction(block, inst, &mut self.state)?;
            self.set.extend(body.inst(inst).result());
            if body.inst(inst).opcode == Opcode::Alloca
                && let Some(address) = body.inst(inst).result()
                && let Some(node) = builder.values.nodes[address]
                && !self.addresses.contains(&(address, node))
            {
                self.addresses.push((address, node));
            }
        }
        let segment = builder.segment.as_ref();
        match segment.is_some_and(|segment| {
            segment.frozen.values().any(|&times| times >= MAX_FREEZES_OF_ONE)
        }) {
            true => Err(Unsupported { what: "many freezes of one value".into(), span: Span::NONE }),
            false => Ok(()),
        }
    }

    /// Executes the terminator of a block, which is no branch.
    pub fn end(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        block: Block,
    ) -> Result<(), Unsupported> {
        let Some(end) = self.construction.subject.body.terminator(block) else { return Ok(()) };
        Builder::new(graph, env, &mut self.construction).instruction(block, end, &mut self.state)
    }

    /// The roots that were made since this was last asked, in the order of execution.
    pub fn take_roots(&mut self) -> Vec<UngatedRoot> {
        let body = self.construction.subject.body;
        let ungated = |Pending { kind, inst, operands, only, private, block: _ }: Pending| {
            UngatedRoot { kind, operands, only, private, span: body.inst(inst).span }
        };
        self.construction.pending.roots.drain(..).map(ungated).collect()
    }

    /// What the function returned, value and memory, if it did.
    pub fn returned(&self) -> Option<(Node, Node)> {
        self.construction.pending.returns.last().map(|&(_, value, memory)| (value, memory))
    }

    /// What an edge leads to: the parameters of its block, and the state.
    pub fn along(&mut self, graph: &mut Graph, env: &mut Env<'_>, edge: Edge) -> Along {
        let body = self.construction.subject.body;
        let (from, to) = (body.edge_source(edge), body.edge(edge).to);
        let mut builder = Builder::new(graph, env, &mut self.construction);
        let passed = body.edge_args(edge).map(|arg| builder.value(arg));
        let params = body.params(to).iter().copied().zip(passed).collect();
        let mut state = self.state.clone();
        if let Some(from) = from {
            state[0] = builder.escaped_on(from, to, &self.state);
        }
        let dont_care = builder.dont_care(Type::VOID);
        for slot in 0..builder.memory.slots.len() {
            if builder.memory.slots.escaped_at_start(to)[slot] {
                state[2 + slot] = dont_care;
            }
        }
        Along { params, state }
    }

    /// Follows an edge.
    pub fn follow(&mut self, Along { params, state }: Along) {
        self.state = state;
        for (param, node) in params {
            self.set_value(param, node);
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
        let mut builder = Builder::new(graph, env, &mut self.construction);
        let case = builder.value(case);
        builder.equals(number, case)
    }

    /// The loops that may be assumed to make progress.
    pub fn promised_loops(&mut self, graph: &mut Graph, env: &mut Env<'_>) -> FxHashSet<Loop> {
        Builder::new(graph, env, &mut self.construction).loops_with_progress()
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
