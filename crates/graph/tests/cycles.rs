//! Nodes that are part of themselves. Equalities can say of a node that it is a decision with
//! itself on one side, `x = gamma(c, x, y)`: true, for example, of a value after a loop that does
//! not change it on one path. Nothing may loop for ever in such a node, and nothing may be
//! replaced by a term that it is itself a part of.

use tollgate_graph::{Apply, Config, Effort, Env, Graph, Node, Op};
use tollgate_ir::{Budget, Context, Opcode, Type};
use tollgate_rules::RuleSet;
use tollgate_sem::layout::DataLayout;

/// Nodes that may be made; the tests need a few dozen.
const NODES: usize = 10_000;

fn with_graph(test: impl FnOnce(&mut Graph, &mut Env<'_>)) {
    let mut ctx = Context::new();
    let layout = DataLayout::default();
    let config = Config::new(RuleSet::builtin());
    let effort = Effort::new(NODES, Budget::unlimited());
    let mut env = Env::new(&mut ctx, &layout, &config, effort);
    test(&mut Graph::new(), &mut env);
}

fn arg(graph: &mut Graph, index: u32, ty: Type) -> Node {
    graph.node(Op::Arg(index), ty, &[])
}

#[test]
fn simplifying_a_decision_with_itself_on_one_side_ends() {
    with_graph(|graph, env| {
        let (c, x, y) =
            (arg(graph, 0, Type::I1), arg(graph, 1, Type::I32), arg(graph, 2, Type::I32));
        let whole = graph.node(Op::Gamma, Type::I32, &[c, x, y]);
        graph.merge(x, whole, "for the test");
        assert_eq!(graph.operand(whole, 1), whole);
        let simplified_defined = graph.simplify_defined(env, whole);
        assert_eq!(graph.ty(simplified_defined), Type::I32);
        let refined = graph.refined(env, whole);
        assert_eq!(graph.ty(refined), Type::I32);
        graph.rebuild(env);
        assert!(graph.len() < NODES, "{} nodes", graph.len());
    });
}

#[test]
fn simplifying_an_operation_on_itself_ends() {
    with_graph(|graph, env| {
        let (x, y) = (arg(graph, 0, Type::I32), arg(graph, 1, Type::I32));
        let add = Op::Apply(Box::new(Apply::plain(Opcode::Add, Type::I32)));
        let inner = graph.node(add.clone(), Type::I32, &[x, y]);
        let whole = graph.node(add, Type::I32, &[inner, y]);
        graph.merge(x, whole, "for the test");
        let simplified_defined = graph.simplify_defined(env, whole);
        assert_eq!(graph.ty(simplified_defined), Type::I32);
        assert!(graph.len() < NODES, "{} nodes", graph.len());
    });
}

#[test]
fn a_value_after_a_loop_is_not_replaced_by_a_term_that_contains_it() {
    with_graph(|graph, env| {
        let (c, y) = (arg(graph, 0, Type::I1), arg(graph, 1, Type::I32));
        let (first, start) = (arg(graph, 2, Type::I1), arg(graph, 3, Type::I32));
        // The loop is left when one of its variables says so; nothing is known of how they go on.
        let (exit_condition, x) = (graph.open_mu(1, first), graph.open_mu(1, start));
        let after = graph.node(Op::Eta { depth: 1 }, Type::I32, &[exit_condition, x]);
        let whole = graph.node(Op::Gamma, Type::I32, &[c, x, y]);
        graph.merge(x, whole, "for the test");
        graph.rebuild(env);
        let stays = graph.find(after);
        assert!(matches!(graph.op(stays), Op::Eta { depth: 1 }), "{:?}", graph.op(stays));
        assert!(!graph.operands(stays).contains(&stays));
        assert!(graph.len() < NODES, "{} nodes", graph.len());
        let simplified_defined = graph.simplify_defined(env, after);
        assert_eq!(graph.ty(simplified_defined), Type::I32);
    });
}
