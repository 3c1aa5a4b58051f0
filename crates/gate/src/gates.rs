//! The gates of a function in canonical form.

use crate::chains::Chains;
use crate::{
    Bundles, Choice, Condition, Conditions, Decision, Derived, EdgeConditions, Evaluation, Paths,
    Predicate, Predicates, Reading, Readings, Thinning, Transfer, Truth, paths,
};
use tollgate_canon::{Canonical, DominatorTree, Loop, LoopForest};
use tollgate_ir::{Block, Body, Context, Edge, Inst, Module, SecondaryMap};

/// The gates of a function.
#[derive(Clone, Debug)]
pub struct Gates {
    /// What is tested.
    pub conditions: Conditions,
    /// The predicates that gates are.
    pub predicates: Predicates,
    bundles: Bundles,
    derived: Derived,
    transfer: Transfer,
    thinning: Thinning,
    edges: EdgeConditions,
    paths: Paths<Reading>,
    chains: Chains,
    /// The activations of the instructions of blocks that somebody asked about.
    activations: SecondaryMap<Inst, Option<Predicate>>,
}

impl Gates {
    /// The gates of a function of a module.
    pub fn new(ctx: &Context, module: &Module, canonical: &Canonical) -> Self {
        Self::with_transfer(canonical, Transfer::new(ctx, module, None, canonical.body()))
    }

    /// The gates of a function, where it is known which instructions transfer execution.
    pub fn with_transfer(canonical: &Canonical, transfer: Transfer) -> Self {
        Self::of(canonical.body(), canonical.dominators(), canonical.loops(), transfer)
    }

    /// The gates of a body, canonical or not, whose dominator tree and loops these are.
    pub fn of(
        body: &Body,
        dominators: &DominatorTree,
        loops: &LoopForest,
        transfer: Transfer,
    ) -> Self {
        Self::thinned(body, dominators, loops, transfer, true)
    }

    /// The same without [thinning](Thinning): every test on the way to an arm is part of its gate.
    pub fn unthinned(
        body: &Body,
        dominators: &DominatorTree,
        loops: &LoopForest,
        transfer: Transfer,
    ) -> Self {
        Self::thinned(body, dominators, loops, transfer, false)
    }

    fn thinned(
        body: &Body,
        dominators: &DominatorTree,
        loops: &LoopForest,
        transfer: Transfer,
        is_thinned: bool,
    ) -> Self {
        let (mut conditions, mut predicates) = (Conditions::new(), Predicates::new());
        let bundles = Bundles::new(body);
        let edges = EdgeConditions::new(body, &bundles, &mut conditions, &mut predicates);
        let derived = Derived::new(body, dominators, &bundles);
        let thin = |may_end: &dyn Fn(Block) -> bool| match is_thinned {
            true => Thinning::new(body, dominators, &derived, may_end),
            false => Thinning::none(),
        };
        let thinning = thin(&|_| false);
        let activation = thin(&|block| transfer.may_end_in(block));
        let mut readings = Readings {
            body,
            edges: &edges,
            transfer: &transfer,
            selection: &thinning,
            activation: &activation,
            conditions: &mut conditions,
            predicates: &mut predicates,
        };
        let paths = paths(body, &derived, &mut readings);
        let reach = |block| paths.reach[block].unwrap_or(Reading::FALSE);
        let chains = Chains::new(body, dominators, derived.order(), loops, reach, &mut predicates);
        Self {
            conditions,
            predicates,
            bundles,
            derived,
            transfer,
            thinning,
            edges,
            paths,
            chains,
            activations: SecondaryMap::new(),
        }
    }

    /// The name of the bundle of an edge.
    pub fn bundle(&self, edge: Edge) -> Edge {
        self.bundles.of(edge)
    }

    /// The derived graph.
    pub fn derived(&self) -> &Derived {
        &self.derived
    }

    /// Which instructions are guaranteed to transfer execution.
    pub fn transfer(&self) -> &Transfer {
        &self.transfer
    }

    /// When a block is left by the bundle of an edge, given that it is left. Selection.
    pub fn edge_condition(&self, edge: Edge) -> Predicate {
        self.edges.of(self.bundle(edge))
    }

    /// When control comes from the immediate dominator of a block to the block. Selection. False
    /// for the entry.
    pub fn reach(&self, block: Block) -> Predicate {
        self.paths.reach[block].map_or(Predicate::FALSE, |reach| reach.selection)
    }

    /// When control comes from the immediate dominator of the target of an edge to the target, last
    /// by the bundle of the edge. Selection.
    pub fn arm(&self, edge: Edge) -> Predicate {
        self.paths.arm[self.bundle(edge)].map_or(Predicate::FALSE, |arm| arm.selection)
    }

    /// When a loop is left by an exit, seen from its header: in the last iteration. Selection.
    pub fn exit(&mut self, canonical: &Canonical, id: Loop, exit: Block) -> Predicate {
        let (loops, dominators) = (canonical.loops(), canonical.dominators());
        let incoming = self.derived.incoming(exit);
        let dedicated = incoming.iter().all(|incoming| loops.contains(id, incoming.source));
        if let Some(above) = dominators.parent(exit).filter(|_| dedicated) {
            let from = self.chains.from(loops, Some(id), above, &mut self.predicates);
            let reach = self.reach(exit);
            return self.predicates.and(from.selection, reach);
        }
        // Entered from outside too, where canonical form was not reached: the bundles of the loop
        // one by one.
        let mut gate = Predicate::FALSE;
        for incoming in incoming.iter().filter(|incoming| loops.contains(id, incoming.source)) {
            let from = self.chains.from(loops, Some(id), incoming.source, &mut self.predicates);
            let step = self.edges.of(incoming.bundle);
            let path = self.predicates.and(from.selection, step);
            gate = self.predicates.or(gate, path);
        }
        gate
    }

    /// When a loop is left by the bundle of an edge that leaves it, seen from its header: in the
    /// last iteration. Selection.
    pub fn exit_arm(&mut self, body: &Body, loops: &LoopForest, id: Loop, edge: Edge) -> Predicate {
        let Some(source) = body.edge_source(edge) else { return Predicate::FALSE };
        let from = self.chains.from(loops, Some(id), source, &mut self.predicates);
        let step = self.edge_condition(edge);
        self.predicates.and(from.selection, step)
    }

    /// When control comes to a block at all, in the current iteration: from the header of its
    /// innermost loop, or from the entry. It contains, for every earlier instruction that is not
    /// guaranteed to transfer execution, the condition that it did (§3.5).
    pub fn activation(&self, block: Block) -> Predicate {
        self.chains.within(block).activation
    }

    /// When control comes to an instruction at all: the activation of its block, and what stands
    /// before it in the block. False for an instruction that was removed.
    pub fn activation_of(&mut self, canonical: &Canonical, inst: Inst) -> Predicate {
        let body = canonical.body();
        let Some(block) = body.inst(inst).block() else { return Predicate::FALSE };
        if let Some(known) = self.activations[inst] {
            return known;
        }
        let mut gate = self.activation(block);
        let mut barriers = self.transfer.barriers(block).iter().peekable();
        for inst in body.insts(block) {
            self.activations[inst] = Some(gate);
            if barriers.next_if_eq(&&inst).is_some() {
                let condition = self.conditions.intern(crate::Test::Returned(inst));
                let passed = self.predicates.atom(condition);
                gate = self.predicates.and(gate, passed);
            }
        }
        self.activations[inst].unwrap_or(Predicate::FALSE)
    }

    /// Like [`activation`](Self::activation), given that every instruction transfers execution.
    /// Selection.
    pub fn selection(&self, block: Block) -> Predicate {
        self.chains.within(block).selection
    }

    /// The choice between the arms of a join as nested tests.
    pub fn decision(&self, canonical: &Canonical, join: Block) -> Decision {
        let (body, dominators) = (canonical.body(), canonical.dominators());
        Decision::new(body, dominators, &self.bundles, &self.derived, &self.thinning, join)
    }

    /// The arm that a decision chooses where the truth of conditions is this; none if it says that
    /// no run arrives so.
    pub fn choose(
        &self,
        decision: &Decision,
        evaluation: &mut Evaluation,
        mut condition: impl FnMut(Condition) -> Truth,
    ) -> Option<Edge> {
        let mut is_true = |predicate| {
            evaluation.truth(&self.predicates, predicate, &mut condition) == Truth::True
        };
        match decision.follow(|bundle| is_true(self.edges.of(bundle))) {
            Choice::Arm(bundle) => Some(bundle),
            Choice::Flat => {
                let mut arms =
                    self.derived.incoming(decision.join()).iter().map(|incoming| incoming.bundle);
                arms.find(|&bundle| is_true(self.arm(bundle)))
            }
            Choice::DontCare | Choice::Decide(..) => None,
        }
    }
}
