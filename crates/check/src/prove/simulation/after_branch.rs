//! What nodes are after a branch.

use rustc_hash::FxHashMap;
use tollgate_graph::{Env, Graph, Node, Op};
use tollgate_ir::{ConstKind, IntPredicate, Type};

/// What nodes are after a branch.
///
/// On the true edge of `br (x == 5)`, `x` is 5 and the condition is true: control would not be
/// there if they were undefined (§4.6). Only integers are replaced: equal pointers need not be the
/// same pointer. A decision is restricted to the care set that the condition is.
#[derive(Default)]
pub(super) struct AfterBranch {
    constants: FxHashMap<Node, Node>,
    care_set: Option<Node>,
}

impl AfterBranch {
    /// After a branch on a condition.
    pub(super) fn condition(
        graph: &mut Graph,
        env: &mut Env<'_>,
        condition: Node,
        truth: bool,
    ) -> Self {
        let condition = graph.find(condition);
        let mut constants = FxHashMap::default();
        if let Some((predicate, [number, constant])) = graph.as_int_comparison(condition) {
            let is_equal = match predicate {
                IntPredicate::Eq => truth,
                IntPredicate::Ne => !truth,
                IntPredicate::Ugt
                | IntPredicate::Uge
                | IntPredicate::Ult
                | IntPredicate::Ule
                | IntPredicate::Sgt
                | IntPredicate::Sge
                | IntPredicate::Slt
                | IntPredicate::Sle => false,
            };
            if is_equal && is_integer_constant(graph, env, constant) {
                constants.insert(number, constant);
            }
        }
        if !matches!(graph.op(condition), Op::Const(_)) {
            constants.insert(condition, env.bool(graph, truth));
        }
        let simplified_defined = graph.simplify_defined(env, condition);
        let care_set = if truth { simplified_defined } else { graph.not(env, simplified_defined) };
        Self { constants, care_set: Some(care_set) }
    }

    /// After a `switch` that found a number.
    pub(super) fn number(graph: &Graph, scrutinee: Node, number: Node) -> Self {
        Self { constants: [(graph.find(scrutinee), number)].into_iter().collect(), care_set: None }
    }

    /// The nodes that are constants there.
    pub(super) fn constants(&self) -> impl Iterator<Item = (Node, Node)> {
        self.constants.iter().map(|(&node, &constant)| (node, constant))
    }

    /// What a node is there.
    pub(super) fn of(&self, graph: &mut Graph, env: &mut Env<'_>, node: Node) -> Node {
        let node = graph.find(node);
        match self.constants.get(&node) {
            Some(&constant) => graph.find(constant),
            None => match self.care_set {
                Some(care_set) if matches!(graph.op(node), Op::Gamma) => {
                    graph.restrict(env, node, care_set)
                }
                Some(_) | None => node,
            },
        }
    }
}

fn is_integer_constant(graph: &Graph, env: &Env<'_>, node: Node) -> bool {
    graph.ty(node) != Type::PTR
        && matches!(graph.op(node), Op::Const(id)
            if matches!(env.ctx.constant(*id).kind, ConstKind::Int(_)))
}
