//! Errors that are planted in certificates, one in each of the inputs of the checker.

use super::pairs::{COMPUTED_BEFORE_JOIN, COMPUTED_DIFFERENTLY, MAY_BE_UNDEF, NEGATED, ROTATED};
use super::{Found, compared_with_zero, is_symbol, rotated, with_certificate, zero};
use crate::prove::simulation::after_branch::AfterBranch;
use crate::prove::simulation::certificate::{
    Agreement, Branching, Certificate, Halt, LiveValue, Point, Polarity, Successor,
};
use crate::prove::simulation::checker::Fault;
use crate::prove::simulation::machine::Machine;
use crate::prove::simulation::path_condition::{PathCondition, unconditional_hazard};
use crate::prove::simulation::{SOURCE, TARGET, Variant};
use tollgate_graph::{Apply, Built, Node, Op, RootKind};
use tollgate_ir::{IntPredicate, Opcode, Type, TypeKind};

/// A value that is a fresh symbol, at some cut point.
fn havocked(found: &Found<'_, '_, '_, '_>) -> (usize, usize) {
    found.live_value(|machine, value, agreement, node| {
        matches!(value, LiveValue::Value(..))
            && agreement == Agreement::Havocked
            && is_symbol(machine, node)
    })
}

/// Replaces a node in all claims.
fn replace(certificate: &mut Certificate, machine: &Machine<'_, '_, '_>, old: Node, new: Node) {
    let old = machine.graph.find(old);
    for cut_point in &mut certificate.cut_points {
        for node in &mut cut_point.invariant.nodes {
            if machine.graph.find(*node) == old {
                *node = new;
            }
        }
    }
}

#[test]
fn certificates_that_are_right_are_accepted() {
    for text in [ROTATED, COMPUTED_BEFORE_JOIN, COMPUTED_DIFFERENTLY, MAY_BE_UNDEF, NEGATED] {
        with_certificate(text, Variant::TARGET_FIRST, |found| found.assert_accepted());
    }
}

/// Two choices of which the operands have become one node would be one choice.
#[test]
fn nodes_are_merged() {
    rotated(|found| {
        found.assert_accepted();
        let graph = &mut *found.machine.graph;
        let [one, other] = [100, 101].map(|index| graph.node(Op::Arg(index), Type::I1, &[]));
        graph.merge(one, other, "planted");
        let certificate = found.certificate.clone();
        let result = found.check(&certificate);
        assert!(matches!(result, Err(Fault::Merged)), "{result:?}");
    });
}

#[test]
fn a_live_value_is_missing() {
    rotated(|found| {
        let (at, place) = havocked(found);
        let is_expected = |fault: &Fault| matches!(fault, Fault::UnknownValue);
        found.assert_rejected("a value", is_expected, |certificate, _| {
            let invariant = &mut certificate.cut_points[at].invariant;
            invariant.live_values.remove(place);
            invariant.nodes.remove(place);
            invariant.agreement.remove(place);
        });
    });
}

/// Without the memory of both functions, loads of both would give the same, whatever they have
/// written.
#[test]
fn a_component_of_the_state_is_missing() {
    rotated(|found| {
        let at = found.inner()[0];
        for part in 0..2 {
            let is_expected = |fault: &Fault| matches!(fault, Fault::IncompleteState);
            found.assert_rejected("a component", is_expected, |certificate, _| {
                let invariant = &mut certificate.cut_points[at].invariant;
                let is_it = |it: &LiveValue| matches!(it, LiveValue::State(_, at) if *at == part);
                while let Some(place) = invariant.live_values.iter().position(is_it) {
                    invariant.live_values.remove(place);
                    invariant.nodes.remove(place);
                    invariant.agreement.remove(place);
                }
            });
        }
    });
}

#[test]
fn nodes_and_live_values_are_not_as_many() {
    rotated(|found| {
        let at = found.inner()[0];
        let is_expected =
            |fault: &Fault| matches!(fault, Fault::IncompleteState | Fault::Invariant);
        found.assert_rejected("a node", is_expected, |certificate, _| {
            certificate.cut_points[at].invariant.nodes.pop();
        });
        found.assert_rejected("an agreement", is_expected, |certificate, _| {
            certificate.cut_points[at].invariant.agreement.pop();
        });
    });
}

#[test]
fn an_agreement_is_another() {
    let is_expected = |fault: &Fault| matches!(fault, Fault::Invariant);
    rotated(|found| {
        let (at, place) = havocked(found);
        let symbol = found.certificate.cut_points[at].invariant.nodes[place];
        for agreement in [Agreement::Equal, Agreement::Expressible] {
            found.assert_rejected("a fresh symbol", is_expected, |certificate, _| {
                let invariant = &mut certificate.cut_points[at].invariant;
                for (node, claimed) in invariant.nodes.iter().zip(&mut invariant.agreement) {
                    if *node == symbol {
                        *claimed = agreement;
                    }
                }
            });
        }
    });
    with_certificate(COMPUTED_BEFORE_JOIN, Variant::TARGET_FIRST, |found| {
        let (at, place) =
            found.live_value(|_, _, agreement, _| agreement == Agreement::Expressible);
        for agreement in [Agreement::Equal, Agreement::Havocked] {
            found.assert_rejected("a term", is_expected, |certificate, _| {
                certificate.cut_points[at].invariant.agreement[place] = agreement;
            });
        }
    });
}

/// What is shown of the first iteration is not shown of the others.
#[test]
fn a_value_is_that_of_the_first_iteration() {
    rotated(|found| {
        let (at, place) = havocked(found);
        let is_expected = |fault: &Fault| matches!(fault, Fault::Invariant);
        found.assert_rejected("a constant", is_expected, |certificate, machine| {
            let invariant = &mut certificate.cut_points[at].invariant;
            invariant.nodes[place] = zero(machine, invariant.nodes[place]);
            invariant.agreement[place] = Agreement::Equal;
        });
    });
}

/// On one path the value is a product, on the other `xor`.
#[test]
fn a_term_is_that_of_one_path_only() {
    with_certificate(COMPUTED_DIFFERENTLY, Variant::TARGET_FIRST, |found| {
        let (at, _) = havocked(found);
        let values = values_of(found, at, TARGET);
        let [(first, number), (second, made)] = values[..] else { panic!("{values:?}") };
        assert!(is_symbol(found.machine, number) && is_symbol(found.machine, made));
        for opcode in [Opcode::Mul, Opcode::Xor] {
            for (number, made) in [(number, made), (made, number)] {
                let is_expected = |fault: &Fault| matches!(fault, Fault::Invariant);
                found.assert_rejected("a term", is_expected, |certificate, machine| {
                    let ty = machine.graph.ty(number);
                    let three = machine.env.ctx.const_int(ty, 3);
                    let three = machine.graph.node(Op::Const(three), ty, &[]);
                    let op = Op::Apply(Box::new(Apply::plain(opcode, ty)));
                    let term = machine.graph.make(machine.env, op, ty, &[number, three]);
                    let invariant = &mut certificate.cut_points[at].invariant;
                    for place in 0..invariant.nodes.len() {
                        if invariant.nodes[place] == made {
                            invariant.nodes[place] = term;
                            invariant.agreement[place] = Agreement::Expressible;
                        }
                    }
                });
            }
        }
        assert_ne!(first, second);
    });
}

/// The SSA values of one function at a cut point: the index of each, and its node.
fn values_of(found: &Found<'_, '_, '_, '_>, at: usize, side: usize) -> Vec<(usize, Node)> {
    let invariant = &found.certificate.cut_points[at].invariant;
    let all = invariant.live_values.iter().zip(&invariant.nodes).enumerate();
    all.filter(|(_, (value, _))| matches!(value, LiveValue::Value(of, _) if *of == side))
        .map(|(place, (_, &node))| (place, node))
        .collect()
}

/// A term must be made of what is the same on all paths.
#[test]
fn a_term_is_of_nodes_outside_of_the_vocabulary() {
    with_certificate(COMPUTED_BEFORE_JOIN, Variant::TARGET_FIRST, |found| {
        let (at, place) =
            found.live_value(|_, _, agreement, _| agreement == Agreement::Expressible);
        let is_expected = |fault: &Fault| matches!(fault, Fault::Invariant);
        found.assert_rejected("a symbol of nobody", is_expected, |certificate, machine| {
            let foreign = Op::Symbol { segment: at as u32, index: 1_000, defined: true };
            let term = certificate.cut_points[at].invariant.nodes[place];
            let (op, ty) = (machine.graph.op(term).clone(), machine.graph.ty(term));
            let foreign = machine.graph.node(foreign, ty, &[]);
            let operands: Vec<Node> = machine
                .graph
                .operands_found(term)
                .into_iter()
                .map(|it| if is_symbol(machine, it) { foreign } else { it })
                .collect();
            let term = machine.graph.make(machine.env, op, ty, &operands);
            certificate.cut_points[at].invariant.nodes[place] = term;
        });
    });
}

#[test]
fn a_literal_is_added() {
    let plant = |certificate: &mut Certificate,
                 machine: &mut Machine<'_, '_, '_>,
                 (at, place): (usize, usize),
                 is_carried: bool| {
        let node = certificate.cut_points[at].invariant.nodes[place];
        let condition = compared_with_zero(machine, node, IntPredicate::Ult);
        let condition = match machine.graph.op(condition) {
            Op::Const(_) => compared_with_zero(machine, node, IntPredicate::Eq),
            _ => condition,
        };
        let invariant = &mut certificate.cut_points[at].invariant;
        let facts = if is_carried { &mut invariant.carried } else { &mut invariant.generalised };
        facts.add_literal(machine.graph, machine.env, condition, true);
    };
    rotated(|found| {
        let place = havocked(found);
        for is_carried in [true, false] {
            let is_expected = |fault: &Fault| matches!(fault, Fault::Invariant);
            found.assert_rejected("a literal", is_expected, |certificate, machine| {
                plant(certificate, machine, place, is_carried);
            });
        }
        let is_expected = |fault: &Fault| matches!(fault, Fault::Entry);
        found.assert_rejected("a literal at the entry", is_expected, |certificate, machine| {
            let argument = argument(machine);
            let condition = compared_with_zero(machine, argument, IntPredicate::Eq);
            let facts = &mut certificate.cut_points[0].invariant.carried;
            facts.add_literal(machine.graph, machine.env, condition, true);
        });
    });
}

/// The first argument, an `i32`.
fn argument(machine: &mut Machine<'_, '_, '_>) -> Node {
    let ty = machine.env.ctx.ty(TypeKind::Int(32));
    machine.graph.node(Op::Arg(0), ty, &[])
}

#[test]
fn an_excluded_hazard_is_added() {
    rotated(|found| {
        let (at, place) = havocked(found);
        let is_expected = |fault: &Fault| matches!(fault, Fault::Invariant);
        for is_carried in [true, false] {
            found.assert_rejected("a division", is_expected, |certificate, machine| {
                let invariant = &mut certificate.cut_points[at].invariant;
                let kind = RootKind::Division(Opcode::UDiv);
                let node = invariant.nodes[place];
                let excluded =
                    unconditional_hazard(machine.graph, machine.env, kind, &[node, node]);
                let facts =
                    if is_carried { &mut invariant.carried } else { &mut invariant.generalised };
                facts.exclude(excluded);
            });
        }
        let is_expected = |fault: &Fault| matches!(fault, Fault::Entry);
        found.assert_rejected("a division at the entry", is_expected, |certificate, machine| {
            let argument = argument(machine);
            let kind = RootKind::Division(Opcode::UDiv);
            let excluded =
                unconditional_hazard(machine.graph, machine.env, kind, &[argument, argument]);
            certificate.cut_points[0].invariant.carried.exclude(excluded);
        });
    });
}

#[test]
fn a_constant_is_added() {
    rotated(|found| {
        let (at, place) = havocked(found);
        let is_expected = |fault: &Fault| matches!(fault, Fault::Invariant);
        found.assert_rejected("a constant", is_expected, |certificate, machine| {
            let invariant = &mut certificate.cut_points[at].invariant;
            let node = invariant.nodes[place];
            let zero = zero(machine, node);
            invariant.carried.add_constants(&AfterBranch::number(machine.graph, node, zero));
        });
    });
}

/// A source literal decides branches of the source.
#[test]
fn a_source_literal_is_added() {
    rotated(|found| {
        let (at, place) = havocked(found);
        let is_expected = |fault: &Fault| matches!(fault, Fault::Invariant);
        found.assert_rejected("a source literal", is_expected, |certificate, machine| {
            let invariant = &mut certificate.cut_points[at].invariant;
            let condition = compared_with_zero(machine, invariant.nodes[place], IntPredicate::Eq);
            let freeze = Op::Freeze { number: 0, depth: 0 };
            let frozen = machine.graph.node(freeze, Type::I1, &[condition]);
            let facts = &mut invariant.carried;
            facts.target_branches_on(machine.graph, machine.env, frozen, true);
        });
    });
}

#[test]
fn a_successor_is_another() {
    rotated(|found| {
        let branching = |found: &Found<'_, '_, '_, '_>| {
            let cut_points = &found.certificate.cut_points;
            let is_branching = |at: &usize| cut_points[*at].successors.len() > 1;
            found.certificate.reachable().into_iter().find(is_branching).expect("a branch")
        };
        let at = branching(found);
        let is_expected = |fault: &Fault| matches!(fault, Fault::Successors);
        found.assert_rejected("dropped", is_expected, |certificate, _| {
            certificate.cut_points[at].successors.pop();
        });
        found.assert_rejected("dropped, the first", is_expected, |certificate, _| {
            certificate.cut_points[at].successors.remove(0);
        });
        found.assert_rejected("added", is_expected, |certificate, _| {
            let first = certificate.cut_points[at].successors[0];
            certificate.cut_points[at].successors.push(first);
        });
        found.assert_rejected("exchanged", is_expected, |certificate, _| {
            certificate.cut_points[at].successors.swap(0, 1);
        });
        found.assert_rejected("the entry", is_expected, |certificate, _| {
            certificate.cut_points[at].successors[0].to = 0;
        });
        found.assert_rejected("none of them", is_expected, |certificate, _| {
            certificate.cut_points[at].successors[0].to = certificate.cut_points.len();
        });
        found.assert_rejected("said to move otherwise", is_expected, |certificate, _| {
            for Successor { moves, .. } in &mut certificate.cut_points[at].successors {
                *moves = moves.map(|moves| !moves);
            }
        });
    });
}

#[test]
fn symbols_of_the_target_are_exchanged() {
    rotated(|found| {
        let is_of_target = |value: LiveValue| matches!(value, LiveValue::Value(TARGET, _));
        let (at, first) = found
            .live_value(|machine, value, _, node| is_of_target(value) && is_symbol(machine, node));
        let invariant = &found.certificate.cut_points[at].invariant;
        let mut others = first + 1..invariant.nodes.len();
        let second = others.find(|&place| {
            is_of_target(invariant.live_values[place])
                && is_symbol(found.machine, invariant.nodes[place])
                && invariant.nodes[place] != invariant.nodes[first]
        });
        let second = second.expect("two symbols");
        let is_expected = |fault: &Fault| matches!(fault, Fault::Invariant);
        found.assert_rejected("exchanged", is_expected, |certificate, _| {
            certificate.cut_points[at].invariant.nodes.swap(first, second);
        });
        found.assert_rejected("shared", is_expected, |certificate, _| {
            let nodes = &mut certificate.cut_points[at].invariant.nodes;
            nodes[second] = nodes[first];
        });
    });
}

/// It would denote what it was when that cut point was last visited.
#[test]
fn a_symbol_is_of_another_cut_point() {
    with_certificate(COMPUTED_DIFFERENTLY, Variant::TARGET_FIRST, |found| {
        let (at, place) = havocked(found);
        let is_expected = |fault: &Fault| matches!(fault, Fault::Invariant);
        found.assert_rejected("of the next cut point", is_expected, |certificate, machine| {
            // Nothing else is wrong then: no fact is about the old symbol.
            certificate.cut_points[at].invariant.generalised = PathCondition::default();
            let old = certificate.cut_points[at].invariant.nodes[place];
            let symbol = Op::Symbol { segment: at as u32 + 1, index: 900, defined: false };
            let symbol = machine.graph.node(symbol, machine.graph.ty(old), &[]);
            replace(certificate, machine, old, symbol);
        });
    });
}

/// What is not of the type of the value that it stands for may have properties that the value does
/// not have: what has no bits is always defined.
#[test]
fn a_symbol_is_of_another_type() {
    for ty in [Type::VOID, Type::I1] {
        with_certificate(COMPUTED_DIFFERENTLY, Variant::TARGET_FIRST, |found| {
            let (at, place) = havocked(found);
            let is_expected = |fault: &Fault| matches!(fault, Fault::Invariant);
            found.assert_rejected("of another type", is_expected, |certificate, machine| {
                certificate.cut_points[at].invariant.generalised = PathCondition::default();
                let old = certificate.cut_points[at].invariant.nodes[place];
                let symbol = Op::Symbol { segment: at as u32, index: 900, defined: false };
                let symbol = machine.graph.node(symbol, ty, &[]);
                replace(certificate, machine, old, symbol);
            });
        });
    }
}

/// A choice that a refinement fixes has one use in a function, not in each segment.
#[test]
fn choices_may_be_fixed() {
    let text =
        ROTATED.replace("i32 %s)", "float %s)").replace("mul i32 %s, 3", "fmul float %s, 3.0");
    let text = text.replace("@f(i32)", "@f(float)").replace("ret i32", "ret float");
    let text =
        text.replace("define i32", "define float").replace("phi i32 [ 1,", "phi float [ 1.0,");
    with_certificate(&text, Variant::TARGET_FIRST, |found| {
        found.assert_accepted();
        let source = Built { choices_are_linear: true, ..Built::default() };
        found.machine.graph.fix_choices_beside(&source, std::iter::empty());
        let certificate = found.certificate.clone();
        let result = found.check(&certificate);
        assert!(matches!(result, Err(Fault::FixedChoices)), "{result:?}");
    });
}

/// Facts may be forgotten: the errors above are the symbols.
#[test]
fn facts_that_nothing_follows_from_may_be_missing() {
    with_certificate(COMPUTED_DIFFERENTLY, Variant::TARGET_FIRST, |found| {
        let (at, _) = havocked(found);
        found.certificate.cut_points[at].invariant.generalised = PathCondition::default();
        found.assert_accepted();
    });
}

#[test]
fn a_symbol_is_said_to_be_defined() {
    with_certificate(MAY_BE_UNDEF, Variant::TARGET_FIRST, |found| {
        let (at, place) = found.live_value(|machine, value, _, node| {
            matches!(value, LiveValue::Value(..))
                && matches!(machine.graph.op(node), Op::Symbol { defined: false, .. })
        });
        let is_expected = |fault: &Fault| matches!(fault, Fault::Invariant);
        found.assert_rejected("defined", is_expected, |certificate, machine| {
            let old = certificate.cut_points[at].invariant.nodes[place];
            let Op::Symbol { segment, index, .. } = *machine.graph.op(old) else { return };
            let symbol = Op::Symbol { segment, index, defined: true };
            let symbol = machine.graph.node(symbol, machine.graph.ty(old), &[]);
            replace(certificate, machine, old, symbol);
        });
    });
}

#[test]
fn cut_points_are_merged() {
    rotated(|found| {
        let inner = found.inner();
        let (first, second) = (inner[0], inner[1]);
        let is_expected = |fault: &Fault| matches!(fault, Fault::Successors);
        found.assert_rejected("one for another", is_expected, |certificate, _| {
            for cut_point in &mut certificate.cut_points {
                for successor in &mut cut_point.successors {
                    if successor.to == second {
                        successor.to = first;
                    }
                }
            }
        });
        found.assert_rejected(
            "one is the other",
            |_| true,
            |certificate, _| {
                let points = certificate.cut_points[second].points;
                certificate.cut_points[second] = certificate.cut_points[first].clone();
                certificate.cut_points[second].points = points;
            },
        );
    });
}

#[test]
fn the_first_cut_point_is_not_the_entry() {
    rotated(|found| {
        let at = found.inner()[0];
        let is_expected = |fault: &Fault| matches!(fault, Fault::Entry | Fault::Successors);
        found.assert_rejected("another", is_expected, |certificate, _| {
            certificate.cut_points[0].points = certificate.cut_points[at].points;
        });
        let is_expected = |fault: &Fault| matches!(fault, Fault::Entry);
        found.assert_rejected("its end", is_expected, |certificate, _| {
            let points = &mut certificate.cut_points[0].points;
            points[SOURCE] = Point::End(points[SOURCE].block());
        });
        found.assert_rejected("none", is_expected, |certificate, _| {
            certificate.cut_points.clear();
        });
    });
}

#[test]
fn a_path_is_not_that_which_must_be_taken() {
    let is_expected = |fault: &Fault| matches!(fault, Fault::Path(_));
    rotated(|found| {
        let at = 0;
        found.assert_rejected("none", is_expected, |certificate, _| {
            certificate.cut_points[at].path = None;
        });
        for side in [SOURCE, TARGET] {
            found.assert_rejected("a branch undecided", is_expected, |certificate, machine| {
                let cut_point = &mut certificate.cut_points[at];
                let path = cut_point.path.as_mut().expect("a path");
                let block = path.halts[side].point().block();
                let edge = machine.body(side).succ_edges(block).next().expect("a branch");
                let to = machine.body(side).edge(edge).to;
                path.edges[side].push(edge);
                path.halts[side] = Halt::Waits(to);
            });
            found.assert_rejected("an edge too few", is_expected, |certificate, _| {
                let at = certificate
                    .cut_points
                    .iter()
                    .position(|it| it.path.iter().any(|path| !path.edges[side].is_empty()));
                let cut_point = &mut certificate.cut_points[at.expect("a path with edges")];
                cut_point.path.as_mut().expect("a path").edges[side].pop();
            });
            found.assert_rejected("a return", is_expected, |certificate, _| {
                let path = certificate.cut_points[at].path.as_mut().expect("a path");
                path.halts[side] = Halt::Returns(path.halts[side].point().block());
            });
            found.assert_rejected("undefined", is_expected, |certificate, _| {
                let path = certificate.cut_points[at].path.as_mut().expect("a path");
                path.halts[side] = Halt::Undefined(path.halts[side].point().block());
            });
        }
    });
}

#[test]
fn branches_are_taken_otherwise() {
    with_certificate(NEGATED, Variant::TARGET_FIRST, |found| {
        let is_expected = |fault: &Fault| matches!(fault, Fault::Condition);
        found.assert_rejected("the same polarity", is_expected, |certificate, _| {
            let path = certificate.cut_points[0].path.as_mut().expect("a path");
            assert_eq!(path.branching, Branching::Both(Polarity::Negated));
            path.branching = Branching::Both(Polarity::Same);
        });
        let is_expected = |fault: &Fault| matches!(fault, Fault::Successors);
        for side in [SOURCE, TARGET] {
            found.assert_rejected("that of one", is_expected, |certificate, _| {
                let path = certificate.cut_points[0].path.as_mut().expect("a path");
                path.branching = Branching::One(side);
            });
        }
        let is_expected = |fault: &Fault| matches!(fault, Fault::Halts);
        found.assert_rejected("nobody's", is_expected, |certificate, _| {
            let cut_point = &mut certificate.cut_points[0];
            cut_point.path.as_mut().expect("a path").branching = Branching::None;
            cut_point.successors.clear();
        });
    });
}
