//! Building the graph of a function from its canonical form and gates.
//!
//! * A parameter of a join is a gamma over the gates of its incoming edges, as seen from the
//!   immediate dominator.
//! * A parameter of a loop header is a mu: what enters from the preheader, and what comes from the
//!   latch.
//! * A value that is used outside of loops is an eta for each of them, the innermost first, with
//!   the loop's exit condition: one of its exits is taken in this iteration.
//! * Memory is one more parameter of every block that needs it.
//! * A condition inside of a loop, in a gate after the loop, is meant in the last iteration: an eta
//!   too. In activation gates the loop must also have terminated, which is a condition of its own
//!   ([`Op::Terminates`]): nothing after a loop that never ends happens.
//!
//! That values and gates are what the nodes denote is Theorem 1 of docs/proofs.md.
//!
//! What is not supported is reported with its source location ([`Unsupported`]), never guessed.

mod assumed;
mod calls;
mod choice;
mod equals;
mod events;
mod gates;
mod invariant;
mod joins;
mod library;
mod lifetimes;
mod linear;
mod loops;
mod metadata;
mod refused;
mod run;
mod slots;
mod subject;
mod values;

use crate::node::{Node, Op};
use crate::order::{Visit, visits};
use crate::{Env, Graph};
use choice::ChoiceNumbers;
use equals::Equalities;
use events::{Pending, PendingRoots};
use gates::Gating;
use joins::{MemoryStates, State};
use library::known_results;
use lifetimes::Lifetimes;
pub(crate) use lifetimes::is_number;
pub use lifetimes::{dead_until_marked, has_markers_of_unknown_slots, may_read_dead_slots};
use loops::LoopStates;
use metadata::Metadata;
use run::CurrentSegment;
pub use run::{Along, SymbolicRun, UngatedRoot};
use slots::Slots;
use subject::Subject;
use tollgate_canon::Canonical;
use tollgate_canon::Role;
use tollgate_ir::{Block, Function, Inst, Module, Span, Type, ValueDef};
use values::Values;

/// Why a function cannot be built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// What is not supported.
    pub what: String,
    /// Its source location.
    pub span: Span,
}

/// What a node denotes of the two functions.
///
/// **Exact.** The same value in both. Where roots are the same nodes, both functions do the same.
///
/// **Related.** One value in both functions, too, but with other values at *refinement points*:
/// where a value `v` is stored, set, passed, returned, frozen, or carried into or around a loop, it
/// is replaced by `Generalised[generalised(v)]`. Flags and forms in which the functions differ are
/// gone, and nothing is known of its being defined: it denotes the join of what the target has
/// there (docs/proofs.md, Theorem 7). Values of the target refine that, those of the source are
/// refined by it, and operations are monotone (§4.4); so where roots are the same nodes, the target
/// refines the source. That is right if, for every `p`, each value of the target that was
/// generalised to `p` refines each value of the source that was: that is to be shown of
/// [`Built::refinement_points`].
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
    /// Its roots: nodes of [`Op::Root`].
    pub roots: Vec<Node>,
    /// Its loops.
    pub loop_nodes: Vec<LoopNode>,
    /// Whether it has float arithmetic, whose NaNs are choices.
    pub has_nans: bool,
    /// Whether it has markers of the lifetimes of its stack slots.
    pub has_lifetimes: bool,
    /// Where values were generalised.
    pub refinement_points: Vec<RefinementPoint>,
    /// The writes that others may see: roots of
    /// [`RootKind::Write`](crate::RootKind::Write). All others are to stack slots that have not
    /// escaped.
    pub visible_writes: Vec<Node>,
    /// Whether every choice that an operation makes has one use that sees it at most
    /// (`build/linear.rs`).
    pub choices_are_linear: bool,
    /// The source locations of nodes.
    pub origins: Vec<(Node, Span)>,
}

/// A loop as something that happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopNode {
    /// The node of [`Op::Loop`].
    pub node: Node,
    /// Whether something is observed inside of it.
    pub observes: bool,
    /// Whether it may be assumed to make progress (`llvm.loop.mustprogress`).
    pub progress: bool,
}

/// A value at a refinement point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RefinementPoint {
    /// What it was generalised to.
    pub generalised: Node,
    /// The value.
    pub value: Node,
    /// The loop that it is in: a node of [`Op::Loop`], or a don't-care.
    pub loop_node: Node,
    /// When control comes to it, in an iteration of that loop. (True where that is not asked: the
    /// value is what it was generalised to.)
    pub gate: Node,
}

/// Builds a function into the graph.
pub fn build(
    graph: &mut Graph,
    env: &mut Env<'_>,
    side: Role,
    mode: Mode,
    (module, function): (&Module, &Function),
    canonical: &Canonical,
) -> Result<Built, Unsupported> {
    let mut construction = Construction::new(env, side, mode, (module, function), canonical)?;
    Builder::new(graph, env, &mut construction).run()?;
    Ok(construction.built)
}

/// A function that is being built, piece by piece.
struct Construction<'a> {
    subject: Subject<'a>,
    values: Values,
    memory: MemoryStates,
    loops: LoopStates,
    gating: Gating,
    choices: ChoiceNumbers,
    pending: PendingRoots,
    metadata: Metadata,
    /// Where it is, if it is [executed](run) instead.
    segment: Option<CurrentSegment>,
    built: Built,
}

impl<'a> Construction<'a> {
    fn new(
        env: &mut Env<'_>,
        side: Role,
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
        let library = known_results(env, side, (module, function), body);
        let gating = Gating::new(env, &library, (module, function), canonical)?;
        let equalities = Equalities::new(env.ctx, canonical);
        within(env)?;
        let subject = Subject::new(env, (side, mode), (module, function), canonical, library);
        let slots = Slots::new(env.ctx, env.layout, &subject.lifetimes, (module, function), body);
        let has_lifetimes = subject.lifetimes.has_markers;
        Ok(Self {
            subject,
            values: Values { equalities, ..Values::default() },
            memory: MemoryStates { slots, ..MemoryStates::default() },
            loops: LoopStates::default(),
            gating,
            choices: ChoiceNumbers::default(),
            pending: PendingRoots::default(),
            metadata: Metadata::default(),
            segment: None,
            built: Built { has_lifetimes, ..Built::default() },
        })
    }
}

/// A function that is being built, and the graph that both functions share: two can be built in
/// turns.
struct Builder<'b, 'e, 'a> {
    graph: &'b mut Graph,
    env: &'b mut Env<'e>,
    subject: &'b Subject<'a>,
    values: &'b mut Values,
    memory: &'b mut MemoryStates,
    loops: &'b mut LoopStates,
    gating: &'b mut Gating,
    choices: &'b mut ChoiceNumbers,
    pending: &'b mut PendingRoots,
    metadata: &'b mut Metadata,
    segment: &'b mut Option<CurrentSegment>,
    built: &'b mut Built,
}

impl<'b, 'e, 'a> Builder<'b, 'e, 'a> {
    fn new(
        graph: &'b mut Graph,
        env: &'b mut Env<'e>,
        construction: &'b mut Construction<'a>,
    ) -> Self {
        let Construction {
            subject,
            values,
            memory,
            loops,
            gating,
            choices,
            pending,
            metadata,
            segment,
            built,
        } = construction;
        Self {
            graph,
            env,
            subject,
            values,
            memory,
            loops,
            gating,
            choices,
            pending,
            metadata,
            segment,
            built,
        }
    }
}

/// An error if the budget is over. Its text is not shown: the budget names the limit.
fn within(env: &Env<'_>) -> Result<(), Unsupported> {
    env.effort
        .budget
        .check()
        .map_err(|over| Unsupported { what: format!("{over:?}"), span: Span::NONE })
}

impl Builder<'_, '_, '_> {
    fn run(&mut self) -> Result<(), Unsupported> {
        self.find_changes();
        for index in 0..self.subject.body.args().len() {
            let arg = self.subject.body.args()[index];
            let ty = self.subject.body.value_type(arg);
            self.values.nodes[arg] = Some(self.graph.node(Op::Arg(index as u32), ty, &[]));
        }
        self.env.begin_function(self.graph);
        for (number, visit) in (0..).zip(visits(self.subject.canonical)) {
            if self.env.is_over(self.graph) {
                return Err(Unsupported { what: "too many nodes".into(), span: Span::NONE });
            }
            match visit {
                Visit::Block(block) => {
                    self.values.visited[block] = number;
                    self.block(block)?;
                }
                Visit::Done(id) => self.close(id)?,
            }
        }
        self.roots()?;
        self.note_origins_of_params();
        self.built.choices_are_linear = self.choices_are_linear();
        Ok(())
    }

    /// Notes where in the text the parameters of blocks are.
    fn note_origins_of_params(&mut self) {
        let body = self.subject.body;
        for param in body.blocks().flat_map(|block| body.params(block)) {
            if let (ValueDef::Param(id), Some(node)) =
                (body.value(*param).def, self.values.nodes[*param])
            {
                self.built.origins.push((node, body.param(id).span));
            }
        }
    }

    fn unsupported(&self, what: impl Into<String>, inst: Inst) -> Unsupported {
        Unsupported { what: what.into(), span: self.subject.body.inst(inst).span }
    }

    fn block(&mut self, block: Block) -> Result<(), Unsupported> {
        self.enter(block)?;
        self.learn_equalities(block);
        let insts: Vec<Inst> = self.subject.body.insts(block).collect();
        let dont_care = self.dont_care(Type::VOID);
        let parts = 2 + self.memory.slots.len();
        let mut state =
            self.memory.at_start[block].clone().unwrap_or_else(|| vec![dont_care; parts]);
        self.memory.escaped = self.memory.slots.escaped_at_start(block).to_vec();
        for inst in insts {
            self.escape_before(inst, &mut state);
            self.instruction(block, inst, &mut state)?;
        }
        self.memory.at_end[block] = Some(state);
        Ok(())
    }
}
