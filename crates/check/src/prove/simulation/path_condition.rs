//! What the branches on the way to a place said, and what the source has passed on it.

use super::after_branch::AfterBranch;
use tollgate_graph::{Env, Graph, Node, Op, RootKind};
use tollgate_ir::Type;

/// Conditions that are remembered; of more the earliest are forgotten.
const MAX_LITERALS: usize = 48;

/// Hazards that are remembered.
const MAX_EXCLUDED: usize = 64;

/// A way to be undefined, as the root that it is wherever control comes there.
pub(super) fn hazard(graph: &mut Graph, env: &mut Env<'_>, kind: RootKind, about: &[Node]) -> Node {
    let dont_care = graph.node(Op::DontCare, Type::VOID, &[]);
    let always = env.bool(graph, true);
    let operands: Vec<Node> =
        [dont_care, always].into_iter().chain(about.iter().copied()).collect();
    graph.node(Op::Root(kind), Type::VOID, &operands)
}

/// The kind of a hazard, and what it is about.
fn parts(graph: &Graph, hazard: Node) -> Option<(RootKind, Vec<Node>)> {
    let Op::Root(kind) = *graph.op(hazard) else { return None };
    Some((kind, (2..graph.operands(hazard).len()).map(|at| graph.operand(hazard, at)).collect()))
}

/// What the branches on all ways to a place said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct PathCondition {
    /// Conditions, without what makes them poison, and whether they hold.
    literals: Vec<(Node, bool)>,
    /// Hazards that the source has passed, the last ones, in its order: it would be undefined
    /// otherwise.
    excluded: Vec<Node>,
    /// What was found to be a constant: it is [replaced](AfterBranch) by it.
    constants: Vec<(Node, Node)>,
    /// What holds unless the source, which has not branched on it yet, is undefined when it does.
    for_source: Vec<(Node, bool)>,
}

impl PathCondition {
    /// The hazards that the source has passed.
    pub(super) fn excluded(&self) -> &[Node] {
        &self.excluded
    }

    /// Adds a hazard that the source has passed.
    pub(super) fn exclude(&mut self, hazard: Node) {
        if !self.excluded.contains(&hazard) {
            self.excluded.push(hazard);
        }
        if self.excluded.len() > MAX_EXCLUDED {
            self.excluded.remove(0);
        }
    }

    /// Adds that somebody branched on something: a defined value, or the source is undefined.
    pub(super) fn branched_on(&mut self, graph: &mut Graph, env: &mut Env<'_>, operand: Node) {
        let operand = graph.find(operand);
        if !matches!(graph.op(operand), Op::Const(_)) {
            self.exclude(hazard(graph, env, RootKind::Branch, &[operand]));
        }
    }

    /// Adds that a condition, of which somebody took the branch, holds or does not.
    pub(super) fn holds(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        condition: Node,
        truth: bool,
    ) {
        let condition = graph.simplify_defined(env, condition);
        if env.as_bool(graph, condition).is_none() {
            insert(&mut self.literals, (graph.find(condition), truth));
        }
    }

    /// Adds what is replaced behind a branch.
    pub(super) fn replaced(&mut self, after_branch: &AfterBranch) {
        for (node, constant) in after_branch.replaced() {
            insert(&mut self.constants, (node, constant));
        }
    }

    /// Whether a node was replaced by a constant.
    pub(super) fn is_replaced(&self, node: Node, constant: Node) -> bool {
        self.constants.binary_search(&(node, constant)).is_ok()
    }

    /// Adds what a branch of the target on a frozen value, or on what an operation made of one,
    /// says of the value itself: where `f(x)` is defined, `f(freeze x)` is that, since what is
    /// frozen refines `x` and operations on what refines their operands refine. And where the
    /// source branches on `f(x)` it is defined.
    pub(super) fn thawed(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        condition: Node,
        truth: bool,
    ) {
        let condition = graph.find(condition);
        let is_frozen = |graph: &Graph, node: Node| matches!(graph.op(node), Op::Freeze { .. });
        if is_frozen(graph, condition) {
            insert(&mut self.for_source, (graph.operand(condition, 0), truth));
            return;
        }
        let operands: Vec<Node> =
            (0..graph.operands(condition).len()).map(|at| graph.operand(condition, at)).collect();
        if let Op::Apply(_) = graph.op(condition)
            && operands.iter().any(|&operand| is_frozen(graph, operand))
        {
            let (op, ty) = (graph.op(condition).clone(), graph.ty(condition));
            let thaw = |&operand: &Node| {
                if is_frozen(graph, operand) { graph.operand(operand, 0) } else { operand }
            };
            let operands: Vec<Node> = operands.iter().map(thaw).collect();
            let thawed = graph.make(env, op, ty, &operands);
            if !matches!(graph.op(thawed), Op::Const(_)) {
                insert(&mut self.for_source, (graph.find(thawed), truth));
            }
        }
    }

    /// Adds that the source has branched on something: what was said of it if it did is so for both
    /// functions.
    pub(super) fn source_branched_on(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        operand: Node,
    ) {
        let operand = graph.find(operand);
        for (condition, truth) in self.for_source.clone() {
            // A switch on a number decides by tests of it against constants; the number is defined,
            // but what else it is compared with need not be.
            let is_test = || matches!(graph.op(condition), Op::Apply(apply) if apply.plain_int_comparison().is_some());
            if condition == operand
                || is_test()
                    && graph.operand(condition, 0) == operand
                    && graph.int_constant(env, graph.operand(condition, 1)).is_some()
            {
                self.holds(graph, env, condition, truth);
            }
        }
    }

    /// Whether the source would be undefined by branching on something: the target has chosen that
    /// it holds and that it does not.
    pub(super) fn is_undefined_for_source(&self, graph: &Graph, operand: Node) -> bool {
        let operand = graph.find(operand);
        [true, false].iter().all(|&truth| self.for_source.binary_search(&(operand, truth)).is_ok())
    }

    /// Whether a condition holds, if that is known. The source may ask of what it would be
    /// undefined by branching on.
    pub(super) fn truth(
        &self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        condition: Node,
        of_source: bool,
    ) -> Option<bool> {
        self.says(graph, env, condition, of_source).or_else(|| {
            let mut care_set = env.bool(graph, true);
            for &(literal, truth) in &self.literals {
                let literal = if truth { literal } else { graph.not(env, literal) };
                care_set = graph.and(env, care_set, literal);
            }
            let condition = graph.simplify_defined(env, condition);
            let restricted = graph.restrict(env, condition, care_set);
            env.as_bool(graph, restricted)
        })
    }

    /// Whether a condition was said to hold as it is.
    pub(super) fn says(
        &self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        condition: Node,
        of_source: bool,
    ) -> Option<bool> {
        let condition = graph.find(condition);
        if of_source && let Some(truth) = look_up(&self.for_source, condition) {
            return Some(truth);
        }
        // What was branched on leaves nothing to choose.
        if let Op::Freeze { .. } = graph.op(condition) {
            let operand = graph.operand(condition, 0);
            if self.excluded.contains(&hazard(graph, env, RootKind::Branch, &[operand])) {
                return self.truth(graph, env, operand, of_source);
            }
        }
        let condition = graph.simplify_defined(env, condition);
        let condition = graph.find(condition);
        env.as_bool(graph, condition).or_else(|| look_up(&self.literals, condition))
    }

    /// What is known on both ways.
    pub(super) fn join(&mut self, other: &Self) {
        self.literals.retain(|it| other.literals.binary_search(it).is_ok());
        self.excluded.retain(|it| other.excluded.contains(it));
        self.constants.retain(|it| other.constants.binary_search(it).is_ok());
        self.for_source.retain(|it| other.for_source.binary_search(it).is_ok());
    }

    /// This and more.
    pub(super) fn and(&self, more: &Self) -> Self {
        let mut all = self.clone();
        more.literals.iter().for_each(|&it| insert(&mut all.literals, it));
        more.excluded.iter().for_each(|&it| all.exclude(it));
        more.constants.iter().for_each(|&it| insert(&mut all.constants, it));
        more.for_source.iter().for_each(|&it| insert(&mut all.for_source, it));
        all
    }

    /// What is known besides of something. What is a constant is left out.
    pub(super) fn but(&self, known: &Self) -> Self {
        let but = |mine: &[(Node, bool)], known: &[(Node, bool)]| -> Vec<(Node, bool)> {
            mine.iter().copied().filter(|it| known.binary_search(it).is_err()).collect()
        };
        Self {
            literals: but(&self.literals, &known.literals),
            excluded: self
                .excluded
                .iter()
                .copied()
                .filter(|it| !known.excluded.contains(it))
                .collect(),
            constants: Vec::new(),
            for_source: but(&self.for_source, &known.for_source),
        }
    }

    /// The same of other nodes; what cannot be said of them is left out.
    pub(super) fn generalised_facts(
        &self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        mut generalise: impl FnMut(&mut Graph, &mut Env<'_>, Node) -> Option<Node>,
    ) -> Self {
        let mut generalised_facts = Self::default();
        for (all, facts) in [
            (&mut generalised_facts.literals, &self.literals),
            (&mut generalised_facts.for_source, &self.for_source),
        ] {
            for &(node, truth) in facts {
                if let Some(node) = generalise(graph, env, node) {
                    insert(all, (node, truth));
                }
            }
        }
        for &excluded in &self.excluded {
            let Some((kind, about)) = parts(graph, excluded) else { continue };
            let about: Option<Vec<Node>> =
                about.into_iter().map(|node| generalise(graph, env, node)).collect();
            if let Some(about) = about {
                generalised_facts.exclude(hazard(graph, env, kind, &about));
            }
        }
        generalised_facts
    }

    /// What of something is known here, where it is said of other nodes.
    pub(super) fn those_known(
        &self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        generalised_facts: &Self,
        mut instantiate: impl FnMut(&mut Graph, &mut Env<'_>, Node) -> Option<Node>,
    ) -> Self {
        let mut known = Self::default();
        for (facts, is_literal) in
            [(&generalised_facts.literals, true), (&generalised_facts.for_source, false)]
        {
            for &(fact, truth) in facts {
                let Some(node) = instantiate(graph, env, fact) else { continue };
                let simplified_defined = graph.simplify_defined(env, node);
                let simplified_defined = graph.find(simplified_defined);
                // What is not defined is not what some choice makes of it: of two facts each might
                // choose another way.
                let constant =
                    env.as_bool(graph, simplified_defined).filter(|_| graph.is_defined(env, node));
                let is_so = constant.or_else(|| look_up(&self.literals, simplified_defined));
                if is_so == Some(truth) && is_literal {
                    insert(&mut known.literals, (fact, truth));
                } else if is_so == Some(truth)
                    || self.for_source.binary_search(&(node, truth)).is_ok()
                {
                    insert(&mut known.for_source, (fact, truth));
                }
            }
        }
        for &excluded in &generalised_facts.excluded {
            let Some((kind, about)) = parts(graph, excluded) else { continue };
            let nodes: Option<Vec<Node>> =
                about.into_iter().map(|it| instantiate(graph, env, it)).collect();
            let Some(nodes) = nodes else { continue };
            let is_defined =
                kind == RootKind::Branch && nodes.iter().all(|&it| graph.is_defined(env, it));
            if is_defined || self.excluded.contains(&hazard(graph, env, kind, &nodes)) {
                known.exclude(excluded);
            }
        }
        known
    }

    /// Whether all that something says is known.
    pub(super) fn is_more_than(&self, other: &Self) -> bool {
        other.literals.iter().all(|it| self.literals.binary_search(it).is_ok())
            && other.excluded.iter().all(|it| self.excluded.contains(it))
            && other.constants.iter().all(|it| self.constants.binary_search(it).is_ok())
            && other.for_source.iter().all(|it| self.for_source.binary_search(it).is_ok())
    }
}

fn insert<T: Ord>(list: &mut Vec<T>, live_value: T) {
    if let Err(at) = list.binary_search(&live_value) {
        list.insert(at, live_value);
    }
    if list.len() > MAX_LITERALS {
        list.remove(0);
    }
}

fn look_up(list: &[(Node, bool)], condition: Node) -> Option<bool> {
    let at = list.binary_search_by_key(&condition, |&(node, _)| node).ok()?;
    Some(list[at].1)
}
