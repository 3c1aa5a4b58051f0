//! Gates put together from parts, each of which may be wrong on purpose.
//!
//! This is a second, plain way to all gates: edge conditions, readings, thinning and gates from
//! headers are written down here by their definitions; only [`paths`] and the constructors of
//! predicates are those that are tested. Without a fault the result must pass every check that
//! [`Gates`](tollgate_gate::Gates) passes.

use super::fault::Fault;
use super::flow::Flow;
use super::subject::Subject;
use super::table::{Nested, NestedNode, Table};
use super::thin::{Redirected, postdominating};
use std::collections::BTreeMap;
use tollgate_canon::DominatorTree;
use tollgate_gate::{
    Algebra, Bundles, Conditions, Decision, Derived, EdgeConditions, Formula, Paths, Predicate,
    Predicates, Reading, Readings, Test, Thinning, Transfer, paths,
};
use tollgate_ir::{Block, Body, Context, Edge, Inst, Module, Opcode};

/// Puts the gates of a body together.
pub fn assemble(subject: &Subject, thin: bool, fault: Option<Fault>) -> Table {
    let (body, flow) = (subject.canonical.body(), &subject.flow);
    let (mut conditions, mut predicates) = (Conditions::new(), Predicates::new());
    let edge =
        EdgeMaker { body, flow, conditions: &mut conditions, predicates: &mut predicates, fault }
            .all();
    let may_end = |block: usize| subject.may_end_in(block);
    let [selection_thin, activation_thin] = thinnings(body, flow, thin, fault, &may_end);
    let dominators = match fault {
        Some(Fault::WrongDominators) => dominators_with_an_edge_less(body, flow),
        _ => None,
    };
    let dominators = dominators.as_ref().unwrap_or(subject.canonical.dominators());
    let bundles = Bundles::new(body);
    let derived = Derived::new(body, dominators, &bundles);
    let mut terms = Terms {
        subject,
        edge: &edge,
        selection_thin: &selection_thin,
        activation_thin: &activation_thin,
        conditions: &mut conditions,
        predicates: &mut predicates,
        fault,
    };
    let found = paths(body, &derived, &mut terms);
    let parts = Parts { conditions, predicates, edge, ..Parts::from_paths(flow, &found) };
    let thinning = match thin {
        true => Thinning::new(body, dominators, &derived, |_| false),
        false => Thinning::none(),
    };
    let decision =
        |block: Block| Decision::new(body, dominators, &bundles, &derived, &thinning, block);
    finish(subject, parts, &decision, fault)
}

/// The gates that the crate's own parts give without thinning.
pub fn unthinned(ctx: &Context, module: &Module, subject: &Subject) -> Table {
    let (body, flow, dominators) =
        (subject.canonical.body(), &subject.flow, subject.canonical.dominators());
    let (mut conditions, mut predicates) = (Conditions::new(), Predicates::new());
    let bundles = Bundles::new(body);
    let derived = Derived::new(body, dominators, &bundles);
    let edges = EdgeConditions::new(body, &bundles, &mut conditions, &mut predicates);
    let (transfer, none) = (Transfer::new(ctx, module, None, body), Thinning::none());
    let mut readings = Readings {
        body,
        edges: &edges,
        transfer: &transfer,
        selection: &none,
        activation: &none,
        conditions: &mut conditions,
        predicates: &mut predicates,
    };
    let found = paths(body, &derived, &mut readings);
    let edge = (0..flow.bundles.len()).map(|bundle| edges.of(flow.name(bundle))).collect();
    let parts = Parts { conditions, predicates, edge, ..Parts::from_paths(flow, &found) };
    let decision = |block: Block| Decision::new(body, dominators, &bundles, &derived, &none, block);
    finish(subject, parts, &decision, None)
}

/// What [`finish`] makes a table of.
#[derive(Default)]
struct Parts {
    conditions: Conditions,
    predicates: Predicates,
    edge: Vec<Predicate>,
    reach: Vec<Reading>,
    arm: Vec<Reading>,
}

impl Parts {
    fn from_paths(flow: &Flow, found: &Paths<Reading>) -> Self {
        let reach = |block: usize| found.reach[flow.blocks[block]].unwrap_or(Reading::TRUE);
        let arm = |bundle: usize| found.arm[flow.name(bundle)].unwrap_or(Reading::FALSE);
        let (reach, arm) = ((0..flow.len()).map(reach), (0..flow.bundles.len()).map(arm));
        Self { reach: reach.collect(), arm: arm.collect(), ..Self::default() }
    }
}

/// Derives the gates from headers from those from immediate dominators.
fn finish(
    subject: &Subject,
    parts: Parts,
    decision: &dyn Fn(Block) -> Decision,
    fault: Option<Fault>,
) -> Table {
    let flow = &subject.flow;
    let Parts { mut conditions, mut predicates, edge, reach, arm } = parts;
    let mut chain = Chain { flow, reach: &reach, predicates: &mut predicates, fault };
    let mut exit = BTreeMap::new();
    for (id, natural) in flow.loops.iter().enumerate() {
        for &block in &natural.exits {
            exit.insert((id, block), chain.exit(id, block, &edge));
        }
    }
    let mut arm: Vec<Predicate> = arm.iter().map(|reading| reading.selection).collect();
    if fault == Some(Fault::ArmWithoutLastEdge) {
        for (bundle, data) in flow.bundles.iter().enumerate() {
            arm[bundle] = chain.from(flow.idom[data.to], data.from, |_| false).selection;
        }
    }
    let within: Vec<Reading> = (0..flow.len()).map(|block| chain.within(block)).collect();
    let mut instructions: Vec<(usize, Inst, Predicate)> = Vec::new();
    for (block, inst) in subject.begun() {
        let begun = match instructions.last() {
            Some(&(at, before, begun)) if at == block => {
                let passed = predicates.atom(conditions.intern(Test::Returned(before)));
                predicates.and(begun, passed)
            }
            _ => within[block].activation,
        };
        instructions.push((block, inst, begun));
    }
    let nested = (0..flow.len()).map(|block| {
        let chosen = block != 0 && flow.headed_by(block).is_none();
        chosen.then(|| damage_decision(Nested::new(flow, &decision(flow.blocks[block])), fault))
    });
    let mut table = Table {
        nested: nested.collect(),
        reach: reach.iter().map(|reading| reading.selection).collect(),
        selection: within.iter().map(|reading| reading.selection).collect(),
        activation: within.iter().map(|reading| reading.activation).collect(),
        arm,
        instructions,
        conditions,
        predicates,
        edge,
        exit,
    };
    damage(&mut table, flow, fault);
    table
}

/// Faults that exchange whole gates.
fn damage(table: &mut Table, flow: &Flow, fault: Option<Fault>) {
    match fault {
        Some(Fault::SwappedArms) => {
            for arms in flow.into.iter().filter(|arms| arms.len() > 1) {
                table.arm.swap(arms[0], arms[1]);
            }
        }
        Some(Fault::ArmIsItsLastEdge) => table.arm.clone_from(&table.edge),
        Some(Fault::SwappedExits) => {
            for (id, natural) in flow.loops.iter().enumerate() {
                if let [first, second, ..] = natural.exits[..] {
                    let (a, b) = (table.exit[&(id, first)], table.exit[&(id, second)]);
                    table.exit.insert((id, first), b);
                    table.exit.insert((id, second), a);
                }
            }
        }
        _ => {}
    }
}

fn damage_decision(nested: Nested, fault: Option<Fault>) -> Nested {
    let Nested { mut nodes, mut root } = nested;
    let somewhere = |nodes: &[NestedNode], bundles: &[(usize, usize)]| {
        bundles.iter().map(|&(_, next)| next).find(|&next| nodes[next] != NestedNode::DontCare)
    };
    match fault {
        Some(Fault::DecisionForgetsATest) => {
            if let NestedNode::Decide(bundles) = &nodes[root] {
                root = somewhere(&nodes, bundles).unwrap_or(root);
            }
        }
        Some(Fault::DecisionForgetsTheLastTest) => {
            let last = |node: &NestedNode| match node {
                NestedNode::Decide(bundles) => {
                    bundles.iter().all(|&(_, next)| !matches!(nodes[next], NestedNode::Decide(_)))
                }
                NestedNode::DontCare | NestedNode::Flat | NestedNode::Arm(_) => false,
            };
            let last: Vec<usize> = (0..nodes.len()).filter(|&at| last(&nodes[at])).collect();
            for at in last {
                if let NestedNode::Decide(bundles) = &nodes[at] {
                    nodes[at] = somewhere(&nodes, bundles)
                        .map_or(NestedNode::DontCare, |next| nodes[next].clone());
                }
            }
        }
        Some(Fault::DecisionSwapsWays) => {
            if let NestedNode::Decide(bundles) = &mut nodes[root] {
                let (first, second) = (bundles[0].1, bundles[1].1);
                (bundles[0].1, bundles[1].1) = (second, first);
            }
        }
        _ => {}
    }
    Nested { nodes, root }
}

/// Which blocks selection and activation are thinned at.
fn thinnings(
    body: &Body,
    flow: &Flow,
    thin: bool,
    fault: Option<Fault>,
    may_end: &dyn Fn(usize) -> bool,
) -> [Vec<bool>; 2] {
    if !thin {
        return [vec![false; flow.len()], vec![false; flow.len()]];
    }
    let of = |redirected, ends, may_end: &dyn Fn(usize) -> bool| {
        postdominating(body, flow, redirected, ends, may_end)
    };
    let never = |_: usize| false;
    match fault {
        Some(Fault::OrdinaryPostdominators) => {
            [of(Redirected::Nothing, true, &never), of(Redirected::Nothing, true, may_end)]
        }
        Some(Fault::ThinPastReturns) => {
            [of(Redirected::Cycles, false, &never), of(Redirected::Cycles, false, may_end)]
        }
        Some(Fault::ThinJoins) => {
            let joins: Vec<bool> = flow.into.iter().map(|arms| arms.len() > 1).collect();
            [joins.clone(), joins]
        }
        Some(Fault::ThinPastCalls) => {
            [of(Redirected::Cycles, true, &never), of(Redirected::Cycles, true, &never)]
        }
        _ => [of(Redirected::Cycles, true, &never), of(Redirected::Cycles, true, may_end)],
    }
}

/// The dominator tree of the body without one of its edges, if one can be spared.
fn dominators_with_an_edge_less(body: &Body, flow: &Flow) -> Option<DominatorTree> {
    let spare = (0..flow.bundles.len()).rev().find(|&bundle| {
        let (from, to) = (flow.bundles[bundle].from, flow.bundles[bundle].to);
        let other = flow.into[to].iter().any(|&other| other != bundle && !flow.is_back(other));
        flow.out[from].len() > 1 && !flow.is_back(bundle) && other
    })?;
    let from = flow.bundles[spare].from;
    let instead = flow.out[from].iter().copied().find(|&other| other != spare)?;
    let mut less = body.clone();
    for &edge in &flow.bundles[spare].edges {
        less.redirect_edge(edge, flow.blocks[flow.bundles[instead].to], &[]);
    }
    Some(DominatorTree::new(&less))
}

/// Edge conditions by their definition.
struct EdgeMaker<'a> {
    body: &'a Body,
    flow: &'a Flow,
    conditions: &'a mut Conditions,
    predicates: &'a mut Predicates,
    fault: Option<Fault>,
}

impl EdgeMaker<'_> {
    fn all(mut self) -> Vec<Predicate> {
        (0..self.flow.bundles.len()).map(|bundle| self.bundle(bundle)).collect()
    }

    fn bundle(&mut self, bundle: usize) -> Predicate {
        let mine = &self.flow.bundles[bundle].edges;
        let inst = self.body.edge(mine[0]).from;
        let edges: Vec<Edge> = self.body.inst(inst).edges().collect();
        let opcode = self.body.inst(inst).opcode;
        let tested = opcode == Opcode::CondBr && self.fault == Some(Fault::EqualTargetsAreTested);
        if mine.len() == edges.len() && !(tested && edges.len() > 1) {
            return Predicate::TRUE;
        }
        match opcode {
            Opcode::CondBr => {
                let swapped = self.fault == Some(Fault::SwappedBranch);
                self.literal(
                    Test::True(self.body.operand(inst, 0)),
                    (mine[0] == edges[0]) != swapped,
                )
            }
            Opcode::Invoke => {
                let swapped = self.fault == Some(Fault::SwappedInvoke);
                self.literal(Test::Unwound(inst), (mine[0] == edges[1]) != swapped)
            }
            Opcode::Switch => self.switch(inst, &edges, mine),
            _ => {
                let named =
                    if self.fault == Some(Fault::WentAnywhere) { edges[0] } else { mine[0] };
                self.literal(Test::Went(inst, self.body.edge(named).to), true)
            }
        }
    }

    fn switch(&mut self, inst: Inst, edges: &[Edge], mine: &[Edge]) -> Predicate {
        let scrutinee = self.body.operand(inst, 0);
        let constant = |case: usize| {
            self.body.as_const(self.body.operand(inst, case)).expect("cases are constants")
        };
        let asked = |case: usize| match self.fault {
            Some(Fault::CasesAreOne) => Test::Equals(scrutinee, constant(1)),
            _ => Test::Equals(scrutinee, constant(case)),
        };
        let own = |case: &usize| mine.contains(&edges[*case]);
        let cases = 1..edges.len();
        if own(&0) {
            let mut others: Vec<usize> = match self.fault {
                Some(Fault::DefaultShadowsCases) => cases.collect(),
                Some(Fault::DefaultIsTrue) => Vec::new(),
                _ => cases.filter(|case| !own(case)).collect(),
            };
            if self.fault == Some(Fault::DefaultForgetsACase) {
                others.pop();
            }
            let others: Vec<Test> = others.into_iter().map(asked).collect();
            let literals: Vec<Predicate> =
                others.into_iter().map(|test| self.literal(test, false)).collect();
            return literals
                .into_iter()
                .fold(Predicate::TRUE, |all, one| self.predicates.and(all, one));
        }
        let mut mine: Vec<usize> = cases.filter(own).collect();
        if self.fault == Some(Fault::FirstCaseOnly) {
            mine.truncate(1);
        }
        let mine: Vec<Test> = mine.into_iter().map(asked).collect();
        let literals: Vec<Predicate> =
            mine.into_iter().map(|test| self.literal(test, true)).collect();
        literals.into_iter().fold(Predicate::FALSE, |any, one| self.predicates.or(any, one))
    }

    fn literal(&mut self, test: Test, holds: bool) -> Predicate {
        let condition = self.conditions.intern(test);
        if holds { self.predicates.atom(condition) } else { self.predicates.not(condition) }
    }
}

/// The terms of walks: what must hold to take one of them.
struct Terms<'a> {
    subject: &'a Subject,
    edge: &'a [Predicate],
    selection_thin: &'a [bool],
    activation_thin: &'a [bool],
    conditions: &'a mut Conditions,
    predicates: &'a mut Predicates,
    fault: Option<Fault>,
}

impl Terms<'_> {
    fn atom(&mut self, test: Test) -> Predicate {
        let condition = self.conditions.intern(test);
        self.predicates.atom(condition)
    }

    fn both(&mut self, a: Predicate, b: Predicate) -> Predicate {
        match self.fault {
            Some(Fault::ConcatForgetsTheFirst) => b,
            Some(Fault::ConcatForgetsTheSecond) => a,
            Some(Fault::ConcatIsEither) => self.predicates.or(a, b),
            Some(Fault::ContradictionIsForgotten) if self.exclude(a, b) => a,
            _ => self.predicates.and(a, b),
        }
    }

    fn either(&mut self, a: Predicate, b: Predicate) -> Predicate {
        let none = a == Predicate::FALSE || b == Predicate::FALSE;
        match self.fault {
            Some(Fault::UnionForgetsTheFirst) if !none => b,
            Some(Fault::UnionForgetsTheSecond) if !none => a,
            Some(Fault::UnionIsBoth) if !none => self.predicates.and(a, b),
            Some(Fault::ExcludedMiddle) if self.exclude(a, b) => Predicate::TRUE,
            _ => self.predicates.or(a, b),
        }
    }

    /// Whether two predicates are a condition and its negation.
    fn exclude(&self, a: Predicate, b: Predicate) -> bool {
        match (self.predicates.formula(a), self.predicates.formula(b)) {
            (Formula::Atom(x), Formula::Not(y)) | (Formula::Not(x), Formula::Atom(y)) => x == y,
            _ => false,
        }
    }
}

impl Algebra for Terms<'_> {
    type Term = Reading;

    fn nothing(&mut self) -> Reading {
        Reading::FALSE
    }

    fn here(&mut self) -> Reading {
        Reading::TRUE
    }

    fn step(&mut self, name: Edge) -> Reading {
        let (body, flow) = (self.subject.canonical.body(), &self.subject.flow);
        let bundle = flow.bundle(name);
        let selection = self.edge[bundle];
        if self.fault == Some(Fault::ReturnedForgotten) {
            return Reading { selection, activation: selection };
        }
        let inst = body.edge(name).from;
        let returns = body.inst(inst).edges().next() == Some(name);
        let mut activation = match body.inst(inst).opcode {
            Opcode::Invoke if returns && self.fault == Some(Fault::NotUnwoundIsReturned) => {
                selection
            }
            Opcode::Invoke if returns => self.atom(Test::Returned(inst)),
            Opcode::Invoke => self.atom(Test::Unwound(inst)),
            _ if self.subject.may_end_at(inst) => self.atom(Test::Went(inst, body.edge(name).to)),
            _ => selection,
        };
        let mut barriers = self.subject.barriers(flow.bundles[bundle].from);
        if self.fault == Some(Fault::ReturnedForgetsTheLastCall) {
            barriers.pop();
        }
        for barrier in barriers {
            let passed = self.atom(Test::Returned(barrier));
            activation = self.predicates.and(passed, activation);
        }
        Reading { selection, activation }
    }

    fn union(&mut self, a: Reading, b: Reading) -> Reading {
        let selection = self.either(a.selection, b.selection);
        Reading { selection, activation: self.either(a.activation, b.activation) }
    }

    fn concat(&mut self, a: Reading, b: Reading) -> Reading {
        let selection = self.both(a.selection, b.selection);
        Reading { selection, activation: self.both(a.activation, b.activation) }
    }

    fn star(&mut self, content: Reading) -> Reading {
        match self.fault {
            Some(Fault::StarIsItsContent) if content != Reading::FALSE => content,
            _ => Reading::TRUE,
        }
    }

    fn thin(&mut self, block: Block, walks: Reading) -> Reading {
        let number =
            self.subject.flow.number(block).expect("walks lead to blocks that are reached");
        let thin = |thin: &[bool], exact| if thin[number] { Predicate::TRUE } else { exact };
        let selection = thin(self.selection_thin, walks.selection);
        Reading { selection, activation: thin(self.activation_thin, walks.activation) }
    }

    fn opaque(&mut self, block: Block) -> Option<Reading> {
        let entered = self.atom(Test::Entered(block));
        Some(Reading { selection: entered, activation: entered })
    }
}

/// Gates from headers: conjunctions of `reach` down the dominator tree.
struct Chain<'a> {
    flow: &'a Flow,
    reach: &'a [Reading],
    predicates: &'a mut Predicates,
    fault: Option<Fault>,
}

impl Chain<'_> {
    /// From a block to one that it dominates; blocks for which `skip` says so are left out.
    fn from(&mut self, above: usize, below: usize, skip: impl Fn(usize) -> bool) -> Reading {
        let mut walks = Reading::TRUE;
        let mut at = below;
        while at != above && at != 0 {
            let left_out =
                self.fault == Some(Fault::ChainSkipsADominator) && self.flow.idom[below] == at;
            if !skip(at) && !left_out {
                walks = self.reach[at].and(walks, self.predicates);
            }
            at = self.flow.idom[at];
        }
        walks
    }

    /// From the innermost header, or the entry.
    fn within(&mut self, block: usize) -> Reading {
        let id = self.flow.innermost[block];
        let header = id.map_or(0, |id| self.flow.loops[id].header);
        let walks = self.from(header, block, |_| false);
        let activation = match self.fault {
            Some(Fault::ActiveFromTheDominator) if block != header => self.reach[block].activation,
            Some(Fault::ActiveWhateverTheLoopDid) => {
                let flow = self.flow;
                let inside = |at: usize| flow.innermost[at] != id && flow.headed_by(at).is_none();
                self.from(header, block, inside).activation
            }
            Some(Fault::ActiveWithTheHeader) if id.is_some() => Predicate::TRUE,
            _ => walks.activation,
        };
        Reading { activation, ..walks }
    }

    fn exit(&mut self, id: usize, exit: usize, edge: &[Predicate]) -> Predicate {
        let flow = self.flow;
        let header = match self.fault {
            Some(Fault::ExitFromInnerHeader) => {
                let left = flow.into[exit].iter().flat_map(|&bundle| flow.left_by(bundle).next());
                flow.loops[left.min().unwrap_or(id)].header
            }
            _ => flow.loops[id].header,
        };
        let inside = |&bundle: &usize| flow.loops[id].inside[flow.bundles[bundle].from];
        if self.fault == Some(Fault::ExitIsItsLastTest) {
            let tests = flow.into[exit].iter().copied().filter(inside).map(|bundle| edge[bundle]);
            return tests.fold(Predicate::FALSE, |any, one| self.predicates.or(any, one));
        }
        if flow.into[exit].iter().all(inside) {
            return self.from(header, exit, |_| false).selection;
        }
        // Entered from outside as well, where canonical form was not reached: path by path.
        let bundles: Vec<usize> = flow.into[exit].iter().copied().filter(inside).collect();
        let mut any = Predicate::FALSE;
        for bundle in bundles {
            let from =
                self.from(flow.loops[id].header, flow.bundles[bundle].from, |_| false).selection;
            let path = self.predicates.and(from, edge[bundle]);
            any = self.predicates.or(any, path);
        }
        any
    }
}
