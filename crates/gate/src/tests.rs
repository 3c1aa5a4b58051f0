//! Examples worked out by hand, large functions, and small graphs for the tests of the modules.

use crate::{
    Bundles, Choice, Derived, EdgeConditions, Evaluation, Expressions, Formula, Gates,
    PathExpression, Predicate, Predicates, Reading, Test, Thinning, Transfer, Truth, paths,
};
use tollgate_canon::{Canonical, DominatorTree};
use tollgate_ir::{Block, Body, Const, Context, Edge, NewInst, Opcode, Type, Value};

/// A function made of successors: a block with one jumps, with two branches on the function's
/// argument of the same number, with more switches on the last argument (default first, then the
/// cases 1, 2, ...), with none returns.
pub(crate) struct Example {
    pub(crate) ctx: Context,
    pub(crate) body: Body,
    pub(crate) blocks: Vec<Block>,
}

pub(crate) fn example(successors: &[Vec<usize>]) -> Example {
    let mut ctx = Context::new();
    let mut types = vec![Type::I1; successors.len()];
    types.push(Type::I32);
    let mut body = Body::new(&types);
    let blocks: Vec<Block> = successors.iter().map(|_| body.create_block()).collect();
    for (at, targets) in successors.iter().enumerate() {
        body.append_block(blocks[at]);
        let edges: Vec<(Block, &[Value])> =
            targets.iter().map(|&to| (blocks[to], &[][..])).collect();
        let mut operands = Vec::new();
        let (opcode, ty) = match targets.len() {
            0 => (Opcode::Ret, Type::VOID),
            1 => (Opcode::Br, Type::VOID),
            2 => {
                operands.push(body.args()[at]);
                (Opcode::CondBr, Type::I1)
            }
            cases => {
                operands.push(body.args()[successors.len()]);
                for case in 1..cases {
                    let constant = ctx.const_int(Type::I32, case as u64);
                    operands.push(body.constant(constant, Type::I32));
                }
                (Opcode::Switch, Type::I32)
            }
        };
        let end = body.create_inst(NewInst::new(opcode, ty, &operands).edges(&edges));
        body.append_inst(blocks[at], end);
    }
    Example { ctx, body, blocks }
}

impl Example {
    fn canonical(mut self) -> Canonical {
        Canonical::new(&mut self.ctx, self.body)
    }

    /// The edge from a block to another.
    fn edge(&self, from: usize, to: usize) -> Edge {
        let mut edges = self.body.succ_edges(self.blocks[from]);
        edges
            .find(|&edge| self.body.edge(edge).to == self.blocks[to])
            .expect("there is such an edge")
    }
}

/// The condition of a branch, in the text of [`show`].
fn show_test(body: &Body, test: Test, constant: impl Fn(Const) -> u64) -> String {
    let number =
        |value: Value| body.args().iter().position(|&arg| arg == value).expect("an argument");
    match test {
        Test::True(value) => format!("c{}", number(value)),
        Test::Equals(_, case) => format!("={}", constant(case)),
        other => format!("{other:?}"),
    }
}

/// A gate, fully expanded: `c2` is the argument on which block 2 branches.
fn show(ctx: &Context, body: &Body, gates: &Gates, gate: Predicate) -> String {
    let test = |condition| {
        show_test(body, gates.conditions.test(condition), |case| {
            ctx.int_value(case).expect("an integer")
        })
    };
    match gates.predicates.formula(gate) {
        Formula::False => "false".to_owned(),
        Formula::True => "true".to_owned(),
        Formula::Atom(condition) => test(condition),
        Formula::Not(condition) => format!("!{}", test(condition)),
        Formula::And(a, b) => {
            format!("({} & {})", show(ctx, body, gates, a), show(ctx, body, gates, b))
        }
        Formula::Or(a, b) => {
            format!("({} | {})", show(ctx, body, gates, a), show(ctx, body, gates, b))
        }
    }
}

fn gates_of(successors: &[Vec<usize>]) -> (Context, Canonical, Gates, Vec<Block>) {
    let example = example(successors);
    let (ctx, blocks) = (example.ctx.clone(), example.blocks.clone());
    let canonical = example.canonical();
    let gates = Gates::with_transfer(&canonical, Transfer::always());
    (ctx, canonical, gates, blocks)
}

/// The gates of the arms of a block, in the order of its predecessors.
fn arms(ctx: &Context, canonical: &Canonical, gates: &Gates, join: Block) -> Vec<String> {
    let body = canonical.body();
    let bundles = gates.derived().incoming(join).iter();
    bundles.map(|incoming| show(ctx, body, gates, gates.arm(incoming.bundle))).collect()
}

/// §5.4.
#[test]
fn a_while_loop_is_left_when_its_test_fails() {
    let (ctx, canonical, mut gates, blocks) = gates_of(&[vec![1], vec![2, 3], vec![1], vec![]]);
    let id = canonical.loops().headed_by(blocks[1]).expect("block 1 heads a loop");
    let exit = gates.exit(&canonical, id, blocks[3]);
    // Not `c1 & !c1`: what was tested in earlier iterations does not count.
    assert_eq!(show(&ctx, canonical.body(), &gates, exit), "!c1");
    assert_eq!(gates.activation(blocks[1]), Predicate::TRUE);
    assert_eq!(show(&ctx, canonical.body(), &gates, gates.activation(blocks[2])), "c1");
    assert_eq!(show(&ctx, canonical.body(), &gates, gates.activation(blocks[3])), "!c1");
}

/// §5.6.
#[test]
fn a_test_of_an_earlier_iteration_decides_nothing() {
    // 0→1; 1→2,3; 2→3,4; 3→1: block 2 postdominates 1, were it not for the back edge.
    let (ctx, canonical, gates, blocks) =
        gates_of(&[vec![1], vec![2, 3], vec![3, 4], vec![1], vec![]]);
    assert_eq!(arms(&ctx, &canonical, &gates, blocks[3]), ["!c1", "(c1 & c2)"]);
    assert_eq!(show(&ctx, canonical.body(), &gates, gates.reach(blocks[2])), "c1");
}

#[test]
fn what_is_always_passed_needs_no_test() {
    // Two diamonds in a row: the second join does not mention the first.
    let successors = [vec![1, 2], vec![3], vec![3], vec![4, 5], vec![6], vec![6], vec![]];
    let (ctx, canonical, gates, blocks) = gates_of(&successors);
    assert_eq!(gates.reach(blocks[3]), Predicate::TRUE);
    assert_eq!(gates.activation(blocks[6]), Predicate::TRUE);
    assert_eq!(arms(&ctx, &canonical, &gates, blocks[6]), ["c3", "!c3"]);
}

/// §5.7.
#[test]
fn cases_share_targets_with_each_other_and_with_the_default() {
    // default→1, =1→1, =2→2, =3→2, =4→3; all meet in 4.
    let successors = [vec![1, 1, 2, 2, 3], vec![4], vec![4], vec![4], vec![]];
    let (ctx, canonical, gates, blocks) = gates_of(&successors);
    let expected = ["((!=2 & !=3) & !=4)", "(=2 | =3)", "=4"];
    assert_eq!(arms(&ctx, &canonical, &gates, blocks[4]), expected);
    // A branch to one block is no branch.
    let (ctx, canonical, gates, blocks) = gates_of(&[vec![1, 1], vec![]]);
    assert_eq!(arms(&ctx, &canonical, &gates, blocks[1]), ["true"]);
}

/// §5.1.
#[test]
fn nested_tests_decide_as_flat_gates_do() {
    // if c0 { if c1 → 3 else → 4 } else { if c2 → 4 else → 3 }, where 3 and 4 meet in 5.
    let successors = [vec![1, 2], vec![3, 4], vec![4, 3], vec![5], vec![5], vec![]];
    let (ctx, canonical, gates, blocks) = gates_of(&successors);
    let join = blocks[5];
    assert_eq!(
        arms(&ctx, &canonical, &gates, join),
        ["((c0 & c1) | (!c0 & !c2))", "((c0 & !c1) | (!c0 & c2))"]
    );
    let decision = gates.decision(&canonical, join);
    let Choice::Decide(block, arms) = decision.choice(decision.root()) else {
        panic!("c0 decides first")
    };
    assert_eq!((block, arms.len()), (blocks[0], 2));
    for (&(_, node), expected) in arms.iter().zip([blocks[1], blocks[2]]) {
        let Choice::Decide(block, arms) = decision.choice(node) else { panic!("then c1 or c2") };
        assert_eq!(block, expected);
        assert!(arms.iter().all(|&(_, leaf)| matches!(decision.choice(leaf), Choice::Arm(_))));
    }
    let mut evaluation = Evaluation::new();
    for bits in 0..8u32 {
        // The branch that is not taken was never computed.
        let truth = |condition| {
            let Test::True(value) = gates.conditions.test(condition) else { return Truth::Unknown };
            let number = canonical.body().args().iter().position(|&arg| arg == value).unwrap_or(0);
            let computed = number == 0 || (number == 1) == (bits & 1 != 0);
            if computed { Truth::from(bits >> number & 1 != 0) } else { Truth::Unknown }
        };
        evaluation.clear();
        let open: Vec<Edge> =
            (gates.derived().incoming(join).iter().map(|incoming| incoming.bundle))
                .filter(|&arm| {
                    evaluation.truth(&gates.predicates, gates.arm(arm), truth) == Truth::True
                })
                .collect();
        let chosen = gates.choose(&decision, &mut evaluation, truth);
        assert_eq!(open, chosen.into_iter().collect::<Vec<_>>(), "{bits:03b}");
    }
}

#[test]
fn a_decision_skips_what_makes_no_difference() {
    // c0 ? (c1 ? 2 : 3, both to 4) : 5; 4 and 5 meet in 6; 2 may also return (c2 ? 4 : 7).
    let successors =
        [vec![1, 5], vec![2, 3], vec![4, 7], vec![4], vec![6], vec![6], vec![], vec![]];
    let (_, canonical, gates, blocks) = gates_of(&successors);
    let decision = gates.decision(&canonical, blocks[6]);
    let Choice::Decide(block, arms) = decision.choice(decision.root()) else {
        panic!("c0 decides")
    };
    assert_eq!(block, blocks[0]);
    // The arms at once: no test of 1 or 2 matters.
    assert!(arms.iter().all(|&(_, node)| matches!(decision.choice(node), Choice::Arm(_))));
}

#[test]
fn exits_are_seen_from_every_loop_that_they_leave() {
    // 0→1; 1→2,6; 2→3; 3→4,5; 4→3,6'; 5→1: the inner loop 3,4 may leave both loops from 4.
    let successors =
        [vec![1], vec![2, 6], vec![3], vec![4, 5], vec![3, 7], vec![1], vec![], vec![]];
    let (ctx, canonical, mut gates, blocks) = gates_of(&successors);
    let (outer, inner) = (
        canonical.loops().headed_by(blocks[1]).expect("outer"),
        canonical.loops().headed_by(blocks[3]).expect("inner"),
    );
    let mut text = |id, exit| {
        let gate = gates.exit(&canonical, id, exit);
        show(&ctx, canonical.body(), &gates, gate)
    };
    assert_eq!(text(inner, blocks[7]), "(c3 & !c4)");
    assert_eq!(text(inner, blocks[5]), "!c3");
    assert_eq!(text(outer, blocks[7]), "((c1 & c3) & !c4)");
    assert_eq!(text(outer, blocks[6]), "!c1");
}

/// §3.5.
#[test]
fn calls_that_may_not_return_show_in_activation_only() {
    let successors = [vec![1, 2], vec![3], vec![3], vec![]];
    let mut example = example(&successors);
    let fence = example.body.create_inst(NewInst::new(Opcode::Fence, Type::VOID, &[]));
    example.body.prepend_inst(example.blocks[1], fence);
    let (ctx, blocks) = (example.ctx.clone(), example.blocks.clone());
    let canonical = example.canonical();
    let transfer =
        Transfer::of(canonical.body(), |inst| canonical.body().inst(inst).opcode == Opcode::Fence);
    let mut gates = Gates::with_transfer(&canonical, transfer);
    assert_eq!(gates.selection(blocks[3]), Predicate::TRUE);
    let activation = gates.activation(blocks[3]);
    let expected = format!("((c0 & Returned({fence})) | !c0)");
    assert_eq!(show(&ctx, canonical.body(), &gates, activation), expected);
    assert_eq!(arms(&ctx, &canonical, &gates, blocks[3]), ["c0", "!c0"]);
    let end = canonical.body().terminator(blocks[1]).expect("a terminator");
    let at_end = gates.activation_of(&canonical, end);
    assert_eq!(show(&ctx, canonical.body(), &gates, at_end), format!("(c0 & Returned({fence}))"));
    let at_fence = gates.activation_of(&canonical, fence);
    assert_eq!(show(&ctx, canonical.body(), &gates, at_fence), "c0");
}

/// §5.8.
#[test]
fn irreducible_regions_are_opaque_to_readings_and_exact_as_expressions() {
    // 0→1,2; 1→2,3; 2→1,3.
    let example = example(&[vec![1, 2], vec![2, 3], vec![1, 3], vec![]]);
    let (body, blocks) = (&example.body, &example.blocks);
    let dominators = DominatorTree::new(body);
    let bundles = Bundles::new(body);
    let derived = Derived::new(body, &dominators, &bundles);
    assert!([1, 2].iter().all(|&at| derived.is_irreducible(blocks[at])));
    assert!([0, 3].iter().all(|&at| !derived.is_irreducible(blocks[at])));
    let thinning = Thinning::new(body, &dominators, &derived, |_| false);
    assert!(blocks.iter().all(|&block| !thinning.is_thinned(block)));

    let (mut conditions, mut predicates) = Default::default();
    let edges = EdgeConditions::new(body, &bundles, &mut conditions, &mut predicates);
    let mut readings = crate::Readings {
        body,
        edges: &edges,
        transfer: &Transfer::always(),
        selection: &thinning,
        activation: &thinning,
        conditions: &mut conditions,
        predicates: &mut predicates,
    };
    let read = paths(body, &derived, &mut readings);
    let entered = conditions.find(Test::Entered(blocks[1])).expect("block 1 is opaque");
    assert_eq!(
        read.reach[blocks[1]].map(|it| predicates.formula(it.selection)),
        Some(Formula::Atom(entered))
    );
    let Some(Reading { selection, .. }) = read.arm[example.edge(1, 3)] else { panic!("an arm") };
    assert!(matches!(predicates.formula(selection), Formula::And(..)));

    let mut expressions = Expressions::new();
    let exact = paths(body, &derived, &mut expressions);
    let reach = exact.reach[blocks[3]].expect("block 3 is reached");
    assert!(matches!(expressions.get(reach), PathExpression::Union(..)));
}

/// §5.3.
#[test]
fn a_condition_or_its_negation_is_not_certain() {
    let (mut conditions, mut predicates) = (crate::Conditions::new(), Predicates::new());
    let c = conditions.intern(Test::Entered(Block::from_u32(0)));
    let d = conditions.intern(Test::Entered(Block::from_u32(1)));
    let (yes, no, other) = (predicates.atom(c), predicates.not(c), predicates.atom(d));
    let either = predicates.or(yes, no);
    assert_ne!(either, Predicate::TRUE);
    assert_eq!(predicates.and(yes, no), Predicate::FALSE);
    let both = predicates.and(yes, other);
    assert_eq!(predicates.and(both, no), Predicate::FALSE);
    assert_eq!(predicates.and(other, both), both);
    assert_eq!(predicates.or(both, other), other);
    let mut evaluation = Evaluation::new();
    assert_eq!(evaluation.truth(&predicates, either, |_| Truth::Unknown), Truth::Unknown);
    evaluation.clear();
    assert_eq!(evaluation.truth(&predicates, either, |_| Truth::False), Truth::True);
    // The answer of the last state is not the answer of this one.
    evaluation.clear();
    assert_eq!(evaluation.truth(&predicates, both, |it| Truth::from(it == c)), Truth::False);
}

/// Branches that each may leave for the end: one join with an arm for each block.
fn ladder(count: usize) -> Vec<Vec<usize>> {
    (0..count).map(|at| if at + 1 < count { vec![at + 1, count - 1] } else { vec![] }).collect()
}

/// Loops in loops; the body of the innermost is a chain from which one may go on with the next
/// iteration of any of them.
fn nest(depth: usize) -> Vec<Vec<usize>> {
    // After the entry the headers, then the latches, then the chain, last the return.
    let (header, latch, chain) = (1, 1 + depth, 1 + 2 * depth);
    let end = chain + depth;
    let mut successors = vec![vec![header]];
    for at in 0..depth {
        let inside = if at + 1 < depth { header + at + 1 } else { chain };
        successors.push(vec![inside, if at == 0 { end } else { latch + at - 1 }]);
    }
    successors.extend((0..depth).map(|at| vec![header + at]));
    successors.extend(
        (0..depth).map(|at| vec![if at + 1 < depth { chain + at + 1 } else { latch }, latch + at]),
    );
    successors.push(vec![]);
    successors
}

fn switch(cases: usize) -> Vec<Vec<usize>> {
    let mut successors = vec![(1..=cases).collect()];
    successors.resize(cases + 1, vec![cases + 1]);
    successors.push(vec![]);
    successors
}

/// The gates of a function that has only what the graph says, with the time it took.
fn measured(name: &str, successors: &[Vec<usize>]) -> (Canonical, Gates) {
    let start = std::time::Instant::now();
    let canonical = example(successors).canonical();
    println!("{name}: canonical in {:?}", start.elapsed());
    let start = std::time::Instant::now();
    let gates = Gates::with_transfer(&canonical, Transfer::always());
    println!("{name}: {} blocks in {:?}", canonical.dominators().len(), start.elapsed());
    (canonical, gates)
}

#[test]
fn large_functions_have_small_gates() {
    let graphs = [("ladder", ladder(100_000)), ("nest", nest(3_000)), ("switch", switch(10_000))];
    for (name, successors) in graphs {
        let (canonical, mut gates) = measured(name, &successors);
        // Conditions, arms, reaches, chains; in the nest every exit climbs through logarithmically
        // many.
        let bound = 16 * canonical.dominators().len();
        assert!(gates.predicates.len() < bound, "{name}: {} predicates", gates.predicates.len());
        let loops = canonical.loops();
        for id in loops.loops() {
            for &exit in loops.own_exits(id) {
                let above = canonical.dominators().parent(exit).expect("an exit is not the entry");
                let outermost =
                    loops.left_by(above, exit).last().expect("an exit is outside of a loop");
                let gate = gates.exit(&canonical, outermost, exit);
                assert_ne!(gate, Predicate::FALSE);
            }
        }
        assert!(
            gates.predicates.len() < 2 * bound,
            "{name}: {} predicates",
            gates.predicates.len()
        );
        let arms = |&block: &Block| gates.derived().incoming(block).len();
        let join = canonical.dominators().preorder().max_by_key(arms).expect("there are blocks");
        let decision = gates.decision(&canonical, join);
        assert!(decision.len() < bound, "{name}: {} nodes", decision.len());
        let arm = gates.choose(&decision, &mut Evaluation::new(), |_| Truth::True);
        assert!(arm.is_some(), "{name}: all conditions hold, so some arm is taken");
    }
}

#[test]
fn a_chain_of_a_million_branches_takes_no_stack() {
    let count = 1_000_000;
    // Every block may also return, so that no test can be left out.
    let mut successors: Vec<Vec<usize>> = (0..count - 1).map(|at| vec![at + 1, count]).collect();
    successors.push(vec![]);
    successors.push(vec![]);
    let (canonical, gates) = measured("chain", &successors);
    let last = canonical.body().blocks().nth(count - 1).expect("the last of the chain");
    let mut evaluation = Evaluation::new();
    let mut asked = 0;
    let truth = evaluation.truth(&gates.predicates, gates.activation(last), |_| {
        asked += 1;
        Truth::True
    });
    assert_eq!((truth, asked), (Truth::True, count - 1));
}
