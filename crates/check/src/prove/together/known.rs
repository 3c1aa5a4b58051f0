//! What the branches on the way to a place said, and what the source has passed on it.

use super::behind::Behind;
use tollgate_graph::{Env, Graph, Node, Op, RootKind};
use tollgate_ir::Type;

/// Conditions that are remembered; of more the earliest are forgotten.
const MAX_LITERALS: usize = 48;

/// Hazards that are remembered.
const MAX_PASSED: usize = 64;

/// A way to be undefined, as the root that it is wherever control comes there.
pub(super) fn hazard(graph: &mut Graph, env: &mut Env<'_>, kind: RootKind, about: &[Node]) -> Node {
    let nowhere = graph.node(Op::Nowhere, Type::VOID, &[]);
    let always = env.bool(graph, true);
    let kids: Vec<Node> = [nowhere, always].into_iter().chain(about.iter().copied()).collect();
    graph.node(Op::Root(kind), Type::VOID, &kids)
}

/// The kind of a hazard, and what it is about.
fn parts(graph: &Graph, hazard: Node) -> Option<(RootKind, Vec<Node>)> {
    let Op::Root(kind) = *graph.op(hazard) else { return None };
    Some((kind, (2..graph.kids(hazard).len()).map(|at| graph.kid(hazard, at)).collect()))
}

/// What the branches on all ways to a place said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Known {
    /// Conditions, without what makes them poison, and whether they hold.
    literals: Vec<(Node, bool)>,
    /// Hazards that the source has passed, the last ones, in its order: it would be undefined otherwise.
    passed: Vec<Node>,
    /// What was found to be a constant: it is [replaced](Behind) by it.
    constants: Vec<(Node, Node)>,
    /// What holds unless the source, which has not branched on it yet, is undefined when it does.
    for_source: Vec<(Node, bool)>,
}

impl Known {
    /// The hazards that the source has passed.
    pub(super) fn passed(&self) -> &[Node] {
        &self.passed
    }

    /// Adds a hazard that the source has passed.
    pub(super) fn pass(&mut self, hazard: Node) {
        if !self.passed.contains(&hazard) {
            self.passed.push(hazard);
        }
        if self.passed.len() > MAX_PASSED {
            self.passed.remove(0);
        }
    }

    /// Adds that somebody branched on something: a defined value, or the source is undefined.
    pub(super) fn branched_on(&mut self, graph: &mut Graph, env: &mut Env<'_>, operand: Node) {
        let operand = graph.find(operand);
        if !matches!(graph.op(operand), Op::Const(_)) {
            self.pass(hazard(graph, env, RootKind::Branch, &[operand]));
        }
    }

    /// Adds that a condition, of which somebody took the branch, holds or does not.
    pub(super) fn holds(&mut self, graph: &mut Graph, env: &mut Env<'_>, condition: Node, truth: bool) {
        let condition = graph.protect(env, condition);
        if env.as_bool(graph, condition).is_none() {
            insert(&mut self.literals, (graph.find(condition), truth));
        }
    }

    /// Adds what is replaced behind a branch.
    pub(super) fn replaced(&mut self, behind: &Behind) {
        for (node, constant) in behind.replaced() {
            insert(&mut self.constants, (node, constant));
        }
    }

    /// Whether a node was replaced by a constant.
    pub(super) fn is_replaced(&self, node: Node, constant: Node) -> bool {
        self.constants.binary_search(&(node, constant)).is_ok()
    }

    /// Adds what a branch of the target on a frozen value, or on what an operation made of one, says of the value itself: where `f(x)` is defined, `f(freeze x)` is that, since what is frozen refines `x` and operations
    /// on what refines their operands refine. And where the source branches on `f(x)` it is defined.
    pub(super) fn thawed(&mut self, graph: &mut Graph, env: &mut Env<'_>, condition: Node, truth: bool) {
        let condition = graph.find(condition);
        let is_frozen = |graph: &Graph, node: Node| matches!(graph.op(node), Op::Freeze { .. });
        if is_frozen(graph, condition) {
            insert(&mut self.for_source, (graph.kid(condition, 0), truth));
            return;
        }
        let kids: Vec<Node> = (0..graph.kids(condition).len()).map(|at| graph.kid(condition, at)).collect();
        if let Op::Apply(_) = graph.op(condition)
            && kids.iter().any(|&kid| is_frozen(graph, kid))
        {
            let (op, ty) = (graph.op(condition).clone(), graph.ty(condition));
            let thaw = |&kid: &Node| if is_frozen(graph, kid) { graph.kid(kid, 0) } else { kid };
            let kids: Vec<Node> = kids.iter().map(thaw).collect();
            let thawed = graph.make(env, op, ty, &kids);
            if !matches!(graph.op(thawed), Op::Const(_)) {
                insert(&mut self.for_source, (graph.find(thawed), truth));
            }
        }
    }

    /// Adds that the source has branched on something: what was said of it if it did is so for both functions.
    pub(super) fn source_branched_on(&mut self, graph: &mut Graph, env: &mut Env<'_>, operand: Node) {
        let operand = graph.find(operand);
        for (condition, truth) in self.for_source.clone() {
            // A switch on a number decides by tests of it against constants; the number is defined, but what else it is compared with need not be.
            let is_test =
                || matches!(graph.op(condition), Op::Apply(apply) if apply.is_plain_int_comparison());
            if condition == operand
                || is_test()
                    && graph.kid(condition, 0) == operand
                    && graph.number(env, graph.kid(condition, 1)).is_some()
            {
                self.holds(graph, env, condition, truth);
            }
        }
    }

    /// Whether the source would be undefined by branching on something: the target has chosen that it holds and that it does not.
    pub(super) fn is_undefined_for_source(&self, graph: &Graph, operand: Node) -> bool {
        let operand = graph.find(operand);
        [true, false].iter().all(|&truth| self.for_source.binary_search(&(operand, truth)).is_ok())
    }

    /// Whether a condition holds, if that is known. The source may ask of what it would be undefined by branching on.
    pub(super) fn truth(
        &self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        condition: Node,
        of_source: bool,
    ) -> Option<bool> {
        self.says(graph, env, condition, of_source).or_else(|| {
            let mut care = env.bool(graph, true);
            for &(literal, truth) in &self.literals {
                let literal = if truth { literal } else { graph.not(env, literal) };
                care = graph.and(env, care, literal);
            }
            let condition = graph.protect(env, condition);
            let restricted = graph.restrict(env, condition, care);
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
            let operand = graph.kid(condition, 0);
            if self.passed.contains(&hazard(graph, env, RootKind::Branch, &[operand])) {
                return self.truth(graph, env, operand, of_source);
            }
        }
        let condition = graph.protect(env, condition);
        let condition = graph.find(condition);
        env.as_bool(graph, condition).or_else(|| look_up(&self.literals, condition))
    }

    /// What is known on both ways.
    pub(super) fn meet(&mut self, other: &Self) {
        self.literals.retain(|it| other.literals.binary_search(it).is_ok());
        self.passed.retain(|it| other.passed.contains(it));
        self.constants.retain(|it| other.constants.binary_search(it).is_ok());
        self.for_source.retain(|it| other.for_source.binary_search(it).is_ok());
    }

    /// This and more.
    pub(super) fn and(&self, more: &Self) -> Self {
        let mut all = self.clone();
        more.literals.iter().for_each(|&it| insert(&mut all.literals, it));
        more.passed.iter().for_each(|&it| all.pass(it));
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
            passed: self.passed.iter().copied().filter(|it| !known.passed.contains(it)).collect(),
            constants: Vec::new(),
            for_source: but(&self.for_source, &known.for_source),
        }
    }

    /// The same of other nodes; what cannot be said of them is left out.
    pub(super) fn said(
        &self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        mut say: impl FnMut(&mut Graph, &mut Env<'_>, Node) -> Option<Node>,
    ) -> Self {
        let mut said = Self::default();
        for (all, facts) in [(&mut said.literals, &self.literals), (&mut said.for_source, &self.for_source)] {
            for &(node, truth) in facts {
                if let Some(node) = say(graph, env, node) {
                    insert(all, (node, truth));
                }
            }
        }
        for &passed in &self.passed {
            let Some((kind, about)) = parts(graph, passed) else { continue };
            let about: Option<Vec<Node>> = about.into_iter().map(|node| say(graph, env, node)).collect();
            if let Some(about) = about {
                said.pass(hazard(graph, env, kind, &about));
            }
        }
        said
    }

    /// What of something is known here, where it is said of other nodes.
    pub(super) fn those_known(
        &self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        said: &Self,
        mut there: impl FnMut(&mut Graph, &mut Env<'_>, Node) -> Option<Node>,
    ) -> Self {
        let mut known = Self::default();
        for (facts, is_literal) in [(&said.literals, true), (&said.for_source, false)] {
            for &(fact, truth) in facts {
                let Some(node) = there(graph, env, fact) else { continue };
                let protected = graph.protect(env, node);
                let protected = graph.find(protected);
                // What is not defined is not what some choice makes of it: of two facts each might choose another way.
                let constant = env.as_bool(graph, protected).filter(|_| graph.is_defined(env, node));
                let is_so = constant.or_else(|| look_up(&self.literals, protected));
                if is_so == Some(truth) && is_literal {
                    insert(&mut known.literals, (fact, truth));
                } else if is_so == Some(truth) || self.for_source.binary_search(&(node, truth)).is_ok() {
                    insert(&mut known.for_source, (fact, truth));
                }
            }
        }
        for &passed in &said.passed {
            let Some((kind, about)) = parts(graph, passed) else { continue };
            let nodes: Option<Vec<Node>> = about.into_iter().map(|it| there(graph, env, it)).collect();
            let Some(nodes) = nodes else { continue };
            let is_defined = kind == RootKind::Branch && nodes.iter().all(|&it| graph.is_defined(env, it));
            if is_defined || self.passed.contains(&hazard(graph, env, kind, &nodes)) {
                known.pass(passed);
            }
        }
        known
    }

    /// Whether all that something says is known.
    pub(super) fn is_more_than(&self, other: &Self) -> bool {
        other.literals.iter().all(|it| self.literals.binary_search(it).is_ok())
            && other.passed.iter().all(|it| self.passed.contains(it))
            && other.constants.iter().all(|it| self.constants.binary_search(it).is_ok())
            && other.for_source.iter().all(|it| self.for_source.binary_search(it).is_ok())
    }
}

fn insert<T: Ord>(list: &mut Vec<T>, item: T) {
    if let Err(at) = list.binary_search(&item) {
        list.insert(at, item);
    }
    if list.len() > MAX_LITERALS {
        list.remove(0);
    }
}

fn look_up(list: &[(Node, bool)], condition: Node) -> Option<bool> {
    let at = list.binary_search_by_key(&condition, |&(node, _)| node).ok()?;
    Some(list[at].1)
}
