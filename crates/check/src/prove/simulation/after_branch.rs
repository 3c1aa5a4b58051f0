//! What nodes are behind a branch.

use rustc_hash::FxHashMap;
use tollgate_graph::{Env, Graph, Node, Op};
use tollgate_ir::{ConstKind, IntPredicate, Type};

/// What nodes are behind a branch.
///
/// Behind `br (x == 5)`, where it goes if that is true, `x` is 5 and the condition is true: control
/// would not be there if they were undefined. Only numbers are treated: equal pointers are not the
/// same pointers. Of a decision only what it is there matters.
#[derive(Default)]
pub(super) struct AfterBranch {
    replaced: FxHashMap<Node, Node>,
    care_set: Option<Node>,
}

impl AfterBranch {
    /// Behind a branch on a condition.
    pub(super) fn condition(
        graph: &mut Graph,
        env: &mut Env<'_>,
        condition: Node,
        truth: bool,
    ) -> Self {
        let condition = graph.find(condition);
        let mut replaced = FxHashMap::default();
        if let Op::Apply(apply) = graph.op(condition)
            && let Some(predicate) = apply.plain_int_comparison()
        {
            let is_equal = match predicate {
                IntPredicate::Eq => truth,
                IntPredicate::Ne => !truth,
                _ => false,
            };
            let (number, constant) = (graph.operand(condition, 0), graph.operand(condition, 1));
            if is_equal && is_number(graph, env, constant) {
                replaced.insert(number, constant);
            }
        }
        if !matches!(graph.op(condition), Op::Const(_)) {
            replaced.insert(condition, env.bool(graph, truth));
        }
        let simplified_defined = graph.simplify_defined(env, condition);
        let care_set = if truth { simplified_defined } else { graph.not(env, simplified_defined) };
        Self { replaced, care_set: Some(care_set) }
    }

    /// Behind a switch that found a number.
    pub(super) fn number(graph: &Graph, scrutinee: Node, number: Node) -> Self {
        Self { replaced: [(graph.find(scrutinee), number)].into_iter().collect(), care_set: None }
    }

    /// What is a constant there.
    pub(super) fn replaced(&self) -> impl Iterator<Item = (Node, Node)> {
        self.replaced.iter().map(|(&node, &constant)| (node, constant))
    }

    /// What a node is there.
    pub(super) fn of(&self, graph: &mut Graph, env: &mut Env<'_>, node: Node) -> Node {
        let node = graph.find(node);
        match self.replaced.get(&node) {
            Some(&other) => graph.find(other),
            None => match self.care_set {
                Some(care_set) if matches!(graph.op(node), Op::Gamma) => {
                    graph.restrict(env, node, care_set)
                }
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
