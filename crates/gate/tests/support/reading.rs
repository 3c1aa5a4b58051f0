//! Whether predicates say what the path expressions say.
//!
//! The reading of an expression: nothing is false, the empty walk is true, a step is its edge
//! condition, union the greater, concatenation the lesser, star true. However the constructors of
//! predicates simplify, a predicate must be true exactly where the reading of the expression is,
//! **whatever** the conditions are: unknown, too.

use super::flow::Flow;
use super::table::{Table, evaluate};
use tollgate_canon::random::Random;
use tollgate_gate::{Expression, Expressions, PathExpression, Paths, Truth};
use tollgate_ir::Entity;

/// Something that is not true where it should be, or the other way round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misreading {
    /// The gate of a block.
    Reach(usize),
    /// The gate of a bundle.
    Arm(usize),
}

/// Compares the predicates of a table without thinning with the path expressions of the same body,
/// under `valuations` random valuations. Gives how many predicates were compared, too.
pub fn misreadings(
    flow: &Flow,
    table: &Table,
    expressions: &Expressions,
    paths: &Paths<Expression>,
    random: &mut Random,
    valuations: usize,
) -> (usize, Vec<Misreading>) {
    let (mut compared, mut wrong) = (0, Vec::new());
    for _ in 0..valuations {
        let conditions: Vec<Truth> = (0..table.conditions.len())
            .map(|_| [Truth::False, Truth::Unknown, Truth::True][random.below(3)])
            .collect();
        let truths = evaluate(&table.predicates, |condition| conditions[condition]);
        let readings = read(expressions, |bundle| truths.of(table.edge[flow.bundle(bundle)]));
        let is_true = |expression: Expression| readings[expression.index()] == Truth::True;
        for block in 1..flow.len() {
            let reach = paths.reach[flow.blocks[block]].expect("the block is reached");
            compared += 1;
            if truths.holds(table.reach[block]) != is_true(reach) {
                wrong.push(Misreading::Reach(block));
            }
        }
        for bundle in 0..flow.bundles.len() {
            let arm = paths.arm[flow.name(bundle)]
                .expect("the bundle enters a block that is not the entry");
            compared += 1;
            if truths.holds(table.arm[bundle]) != is_true(arm) {
                wrong.push(Misreading::Arm(bundle));
            }
        }
    }
    (compared, wrong)
}

/// The readings of all expressions.
fn read(expressions: &Expressions, edge: impl Fn(tollgate_ir::Edge) -> Truth) -> Vec<Truth> {
    let mut found: Vec<Truth> = Vec::with_capacity(expressions.len());
    for index in 0..expressions.len() {
        let of = |x: Expression| found[x.index()];
        let truth = match expressions.get(Expression::new(index)) {
            PathExpression::Empty => Truth::False,
            PathExpression::Here | PathExpression::Star(_) => Truth::True,
            PathExpression::Step(bundle) => edge(bundle),
            PathExpression::Union(a, b) => of(a).max(of(b)),
            PathExpression::Concat(a, b) => of(a).min(of(b)),
        };
        found.push(truth);
    }
    found
}
