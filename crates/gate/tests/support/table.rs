//! All gates of a body in one table, as the watcher reads them, and their evaluation.
//!
//! A table is filled from [`Gates`], or put together from parts of which some may be wrong on
//! purpose (`assembly.rs`). Formulas are evaluated here by the definition: `&` is the lesser and
//! `|` the greater of false < unknown < true.

use super::flow::Flow;
use super::subject::Subject;
use std::collections::BTreeMap;
use tollgate_gate::{
    Choice, Conditions, Decision, Formula, Gates, Predicate, Predicates, Test, Truth,
};
use tollgate_ir::{Entity, Inst};

/// A node of a decision; others are named by their place in [`Nested::nodes`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NestedNode {
    /// No run that arrives comes here.
    DontCare,
    /// The arm whose flat gate is true.
    Flat,
    /// Control arrives by this bundle.
    Arm(usize),
    /// As the terminator of a block says: by bundle, where that leads.
    Decide(Vec<(usize, usize)>),
}

/// The choice between the arms of a join as nested tests.
#[derive(Clone, Debug)]
pub struct Nested {
    pub nodes: Vec<NestedNode>,
    pub root: usize,
}

impl Nested {
    pub fn new(flow: &Flow, decision: &Decision) -> Self {
        let node = |index: usize| match decision.choice(Entity::new(index)) {
            Choice::DontCare => NestedNode::DontCare,
            Choice::Flat => NestedNode::Flat,
            Choice::Arm(bundle) => NestedNode::Arm(flow.bundle(bundle)),
            Choice::Decide(_, bundles) => NestedNode::Decide(
                bundles.iter().map(|&(bundle, next)| (flow.bundle(bundle), next.index())).collect(),
            ),
        };
        Self { nodes: (0..decision.len()).map(node).collect(), root: decision.root().index() }
    }
}

/// The gates of a body. Blocks, bundles and loops are named by their numbers in [`Flow`].
pub struct Table {
    pub conditions: Conditions,
    pub predicates: Predicates,
    /// By bundle: when its source is left this way.
    pub edge: Vec<Predicate>,
    /// By block: from its immediate dominator; of the entry: true.
    pub reach: Vec<Predicate>,
    /// By bundle: from the immediate dominator of its target, ending with the bundle.
    pub arm: Vec<Predicate>,
    /// By loop and exit: from the header.
    pub exit: BTreeMap<(usize, usize), Predicate>,
    /// By block: from the innermost header or the entry, given that everything is passed.
    pub selection: Vec<Predicate>,
    /// By block: the same, with what must have been passed.
    pub activation: Vec<Predicate>,
    /// Instructions with their blocks, and when they are begun: the barriers, and
    /// terminators; those of a block one after the other, in order.
    pub instructions: Vec<(usize, Inst, Predicate)>,
    /// By block, but for headers and the entry: the choice between its arms.
    pub nested: Vec<Option<Nested>>,
}

impl Table {
    /// What [`Gates`] says.
    pub fn of(subject: &Subject, gates: &mut Gates) -> Self {
        let (canonical, flow) = (&subject.canonical, &subject.flow);
        let blocks = |of: &dyn Fn(&Gates, usize) -> Predicate, gates: &Gates| -> Vec<Predicate> {
            (0..flow.len()).map(|block| of(gates, block)).collect()
        };
        let mut reach = blocks(&|gates, block| gates.reach(flow.blocks[block]), gates);
        reach[0] = Predicate::TRUE;
        let selection = blocks(&|gates, block| gates.selection(flow.blocks[block]), gates);
        let activation = blocks(&|gates, block| gates.activation(flow.blocks[block]), gates);
        // Any edge may stand for its bundle: the last is asked for.
        let any =
            |bundle: usize| *flow.bundles[bundle].edges.last().expect("bundles are not empty");
        let edge =
            (0..flow.bundles.len()).map(|bundle| gates.edge_condition(any(bundle))).collect();
        let arm = (0..flow.bundles.len()).map(|bundle| gates.arm(any(bundle))).collect();
        let mut exit = BTreeMap::new();
        for (id, natural) in flow.loops.iter().enumerate() {
            let header = flow.blocks[natural.header];
            let known = canonical.loops().headed_by(header).expect("headers head loops");
            for &block in &natural.exits {
                exit.insert((id, block), gates.exit(canonical, known, flow.blocks[block]));
            }
        }
        let instructions = subject.begun().into_iter();
        let instructions = instructions
            .map(|(block, inst)| (block, inst, gates.activation_of(canonical, inst)))
            .collect();
        let decide = |block: usize| {
            let chosen = block != 0 && flow.headed_by(block).is_none();
            chosen.then(|| Nested::new(flow, &gates.decision(canonical, flow.blocks[block])))
        };
        let nested = (0..flow.len()).map(decide).collect();
        let (conditions, predicates) = (gates.conditions.clone(), gates.predicates.clone());
        Self {
            conditions,
            predicates,
            edge,
            reach,
            arm,
            exit,
            selection,
            activation,
            instructions,
            nested,
        }
    }

    /// Whether an instruction of a block stands before another.
    pub fn comes_before(&self, block: usize, first: Inst, second: Inst) -> bool {
        let mut here =
            self.instructions.iter().filter(|(at, ..)| *at == block).map(|&(_, inst, _)| inst);
        first != second && here.find(|&inst| inst == first || inst == second) == Some(first)
    }

    /// The truth of all predicates in a state in which conditions are this.
    pub fn truths(&self, truth: impl Fn(Test) -> Truth) -> Truths {
        let conditions: Vec<Truth> = self.conditions.iter().map(|(_, test)| truth(test)).collect();
        evaluate(&self.predicates, |condition| conditions[condition])
    }

    /// The arm of a block that its nested tests choose; none if they lead nowhere.
    pub fn choose(
        &self,
        flow: &Flow,
        nested: &Nested,
        block: usize,
        truths: &Truths,
    ) -> Option<usize> {
        let mut at = nested.root;
        loop {
            match &nested.nodes[at] {
                NestedNode::DontCare => return None,
                NestedNode::Flat => {
                    return flow.into[block].iter().copied().find(|&it| truths.holds(self.arm[it]));
                }
                &NestedNode::Arm(bundle) => return Some(bundle),
                NestedNode::Decide(bundles) => {
                    at = bundles.iter().find(|&&(bundle, _)| truths.holds(self.edge[bundle]))?.1;
                }
            }
        }
    }
}

/// The truth of all predicates in one state.
pub struct Truths(Vec<Truth>);

impl Truths {
    pub fn of(&self, predicate: Predicate) -> Truth {
        self.0[predicate.index()]
    }

    pub fn holds(&self, predicate: Predicate) -> bool {
        self.of(predicate) == Truth::True
    }
}

/// The truth of all predicates, where that of the conditions is given by number.
pub fn evaluate(predicates: &Predicates, condition: impl Fn(usize) -> Truth) -> Truths {
    let mut truths: Vec<Truth> = Vec::with_capacity(predicates.len());
    for index in 0..predicates.len() {
        // Operands are made before what they are operands of.
        let of = |operand: Predicate| truths[operand.index()];
        let truth = match predicates.formula(Predicate::new(index)) {
            Formula::False => Truth::False,
            Formula::True => Truth::True,
            Formula::Atom(it) => condition(it.index()),
            Formula::Not(it) => match condition(it.index()) {
                Truth::False => Truth::True,
                Truth::Unknown => Truth::Unknown,
                Truth::True => Truth::False,
            },
            Formula::And(a, b) => of(a).min(of(b)),
            Formula::Or(a, b) => of(a).max(of(b)),
        };
        truths.push(truth);
    }
    Truths(truths)
}
