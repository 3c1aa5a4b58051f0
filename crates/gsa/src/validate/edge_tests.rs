//! What is tested where a block is left by an entry of another.
//!
//! | terminator | entry | condition |
//! |---|---|---|
//! | any | its only target | true |
//! | `br` with a condition | the first, the second target | `v`, `not v` |
//! | `switch` | without the default | `x == k` for one of its cases |
//! | `switch` | with the default | `x != k` for all cases with other targets |
//! | `invoke` | the normal, the unwinding target | it did not unwind, it unwound |
//! | others | | control went to this block |
//!
//! Of the conditions of one terminator at most one is true, in every valuation that keeps to the
//! groups of [`Questions`](super::questions::Questions): tests of one value for different constants
//! exclude each other, since the verifier refuses a `switch` with two equal cases. When the
//! terminator has been executed, that of the edge it took is true.

use tollgate_gate::{Conditions, Predicate, Predicates, Test};
use tollgate_ir::{Block, Body, Edge, Inst, Opcode};

/// The condition under which the terminator of `edge` goes to its target.
pub(crate) fn edge_test(
    body: &Body,
    edge: Edge,
    conditions: &mut Conditions,
    predicates: &mut Predicates,
) -> Predicate {
    let (end, target) = (body.edge(edge).from, body.edge(edge).to);
    let data = body.inst(end);
    if data.edges().all(|other| body.edge(other).to == target) {
        return Predicate::TRUE;
    }
    let is_first = data.edges().next().is_some_and(|first| body.edge(first).to == target);
    let mut literal = |test, holds: bool| {
        let condition = conditions.intern(test);
        if holds { predicates.atom(condition) } else { predicates.not(condition) }
    };
    match data.opcode {
        Opcode::CondBr => literal(Test::True(body.operand(end, 0)), is_first),
        Opcode::Invoke => literal(Test::Unwound(end), !is_first),
        Opcode::Switch => switch_test(body, end, target, is_first, conditions, predicates),
        // Whatever else has several targets chooses by what no value of the function tells.
        _ => literal(Test::Went(end, target), true),
    }
}

fn switch_test(
    body: &Body,
    end: Inst,
    target: Block,
    has_default: bool,
    conditions: &mut Conditions,
    predicates: &mut Predicates,
) -> Predicate {
    let scrutinee = body.operand(end, 0);
    let cases = body.operands(end).skip(1).zip(body.inst(end).edges().skip(1));
    let mut test = if has_default { Predicate::TRUE } else { Predicate::FALSE };
    for (case, edge) in cases {
        if (body.edge(edge).to == target) == has_default {
            continue;
        }
        let Some(case) = body.as_const(case) else {
            let went = conditions.intern(Test::Went(end, target));
            return predicates.atom(went);
        };
        let condition = conditions.intern(Test::Equals(scrutinee, case));
        test = if has_default {
            let differs = predicates.not(condition);
            predicates.and(test, differs)
        } else {
            let equals = predicates.atom(condition);
            predicates.or(test, equals)
        };
    }
    test
}
