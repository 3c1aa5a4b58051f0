//! What the branches on the way to a place said, and what the source has passed on it.

use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_graph::{Env, Graph, Node, Op, RootKind};
use tollgate_ir::{ConstKind, IntPredicate, Opcode, Type};

/// Conditions that are remembered; of more the earliest are forgotten.
const MAX_LITERALS: usize = 48;

/// Hazards that are remembered.
const MAX_PASSED: usize = 64;

/// A way to be undefined: its kind, and what it is about.
pub(super) type Hazard = (RootKind, Vec<Node>);

/// What the branches on all ways to a place said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Known {
    /// Conditions, without what makes them poison, and whether they hold.
    literals: Vec<(Node, bool)>,
    /// Hazards that the source has passed, the last ones, in its order: it would be undefined otherwise.
    passed: Vec<Hazard>,
    /// What was found to be a constant: it is [replaced](Behind) by it.
    constants: Vec<(Node, Node)>,
    /// What holds unless the source, which has not branched on it yet, is undefined when it does.
    for_source: Vec<(Node, bool)>,
}

impl Known {
    /// The hazards that the source has passed.
    pub(super) fn passed(&self) -> &[Hazard] {
        &self.passed
    }

    /// Adds a hazard that the source has passed.
    pub(super) fn pass(&mut self, hazard: Hazard) {
        if !self.passed.contains(&hazard) {
            self.passed.push(hazard);
        }
        if self.passed.len() > MAX_PASSED {
            self.passed.remove(0);
        }
    }

    /// Adds that somebody branched on something: a defined value, or the source is undefined.
    pub(super) fn branched_on(&mut self, graph: &Graph, operand: Node) {
        let operand = graph.find(operand);
        if !matches!(graph.op(operand), Op::Const(_)) {
            self.pass((RootKind::Branch, vec![operand]));
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
        for (&node, &constant) in &behind.replaced {
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
            let is_test = || matches!(graph.op(condition), Op::Apply(apply) if apply.opcode == Opcode::ICmp);
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
        let condition = graph.find(condition);
        if of_source && let Some(truth) = look_up(&self.for_source, condition) {
            return Some(truth);
        }
        // What was branched on leaves nothing to choose.
        if let Op::Freeze { .. } = graph.op(condition)
            && self.passed.contains(&(RootKind::Branch, vec![graph.kid(condition, 0)]))
        {
            return self.truth(graph, env, graph.kid(condition, 0), of_source);
        }
        let condition = graph.protect(env, condition);
        let condition = graph.find(condition);
        if let Some(truth) = env.as_bool(graph, condition).or_else(|| look_up(&self.literals, condition)) {
            return Some(truth);
        }
        let mut care = env.bool(graph, true);
        for &(literal, truth) in &self.literals {
            let literal = if truth { literal } else { graph.not(env, literal) };
            care = graph.and(env, care, literal);
        }
        let restricted = graph.restrict(env, condition, care);
        env.as_bool(graph, restricted)
    }

    /// What is known on both ways.
    pub(super) fn meet(&mut self, other: &Self) {
        self.literals.retain(|it| other.literals.binary_search(it).is_ok());
        if self.passed != other.passed {
            let passed: FxHashSet<&Hazard> = other.passed.iter().collect();
            self.passed.retain(|it| passed.contains(it));
        }
        self.constants.retain(|it| other.constants.binary_search(it).is_ok());
        self.for_source.retain(|it| other.for_source.binary_search(it).is_ok());
    }
}

impl Known {
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

/// What nodes are behind a branch.
///
/// Behind `br (x == 5)`, where it goes if that is true, `x` is 5 and the condition is true: control would not be there if they were undefined. Only numbers are treated: equal pointers are not the
/// same pointers. Of a decision only what it is there matters.
#[derive(Default)]
pub(super) struct Behind {
    replaced: FxHashMap<Node, Node>,
    care: Option<Node>,
}

impl Behind {
    /// Behind a branch on a condition.
    pub(super) fn condition(graph: &mut Graph, env: &mut Env<'_>, condition: Node, truth: bool) -> Self {
        let condition = graph.find(condition);
        let mut replaced = FxHashMap::default();
        if let Op::Apply(apply) = graph.op(condition)
            && apply.opcode == Opcode::ICmp
            && apply.promises.is_empty()
        {
            let is_equal = match IntPredicate::ALL[usize::from(apply.predicate)] {
                IntPredicate::Eq => truth,
                IntPredicate::Ne => !truth,
                _ => false,
            };
            let (number, constant) = (graph.kid(condition, 0), graph.kid(condition, 1));
            if is_equal && is_number(graph, env, constant) {
                replaced.insert(number, constant);
            }
        }
        if !matches!(graph.op(condition), Op::Const(_)) {
            replaced.insert(condition, env.bool(graph, truth));
        }
        let protected = graph.protect(env, condition);
        let care = if truth { protected } else { graph.not(env, protected) };
        Self { replaced, care: Some(care) }
    }

    /// Behind a switch that found a number.
    pub(super) fn number(graph: &Graph, scrutinee: Node, number: Node) -> Self {
        Self { replaced: [(graph.find(scrutinee), number)].into_iter().collect(), care: None }
    }

    /// What a node is there.
    pub(super) fn of(&self, graph: &mut Graph, env: &mut Env<'_>, node: Node) -> Node {
        let node = graph.find(node);
        match self.replaced.get(&node) {
            Some(&other) => graph.find(other),
            None => match self.care {
                Some(care) if matches!(graph.op(node), Op::Gamma) => graph.restrict(env, node, care),
                Some(_) | None => node,
            },
        }
    }
}

fn is_number(graph: &Graph, env: &Env<'_>, node: Node) -> bool {
    match graph.op(node) {
        Op::Const(id) => {
            graph.ty(node) != Type::PTR && matches!(env.ctx.constant(*id).kind, ConstKind::Int(_))
        }
        _ => false,
    }
}
