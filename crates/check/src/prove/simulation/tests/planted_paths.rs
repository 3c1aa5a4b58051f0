//! Errors that are planted in how a certificate says that both functions go on, and in what it says
//! of their state. The others are in [`planted`](super::planted).

use super::pairs::{COMPUTED_BEFORE_JOIN, NEGATED, ROTATED};
use super::{Found, compared_with_zero, is_symbol, rotated, with_certificate, zero};
use crate::prove::simulation::after_branch::AfterBranch;
use crate::prove::simulation::certificate::{Agreement, Halt, LiveValue, Point};
use crate::prove::simulation::checker::Fault;
use crate::prove::simulation::{SOURCE, TARGET, Variant};
use tollgate_graph::{Apply, Node, Op};
use tollgate_ir::{Block, Flags, IntPredicate, Opcode, Type};

/// A value of a function that is a fresh symbol of its own: its cut point and place.
fn symbol_of(found: &Found<'_, '_, '_, '_>, side: usize) -> (usize, usize) {
    found.live_value(|machine, value, agreement, node| {
        matches!(value, LiveValue::Value(of, _) if of == side)
            && agreement == Agreement::Havocked
            && is_symbol(machine, node)
    })
}

#[test]
fn an_inner_cut_point_is_elsewhere() {
    rotated(|found| {
        let at = found.inner()[0];
        let is_expected = |fault: &Fault| matches!(fault, Fault::Successors | Fault::Path(_));
        for side in [SOURCE, TARGET] {
            found.assert_rejected("at the other end", is_expected, |certificate, _| {
                let point = &mut certificate.cut_points[at].points[side];
                *point = match *point {
                    Point::Start(block) => Point::End(block),
                    Point::End(block) => Point::Start(block),
                };
            });
            found.assert_rejected("at the entry", is_expected, |certificate, _| {
                certificate.cut_points[at].points[side] = certificate.cut_points[0].points[side];
            });
        }
    });
}

#[test]
fn an_inner_cut_point_is_never_left() {
    rotated(|found| {
        let is_expected = |fault: &Fault| matches!(fault, Fault::Path(_));
        for at in found.inner() {
            found.assert_rejected("no path", is_expected, |certificate, _| {
                certificate.cut_points[at].path = None;
            });
        }
    });
}

#[test]
fn a_path_is_that_of_another_cut_point() {
    rotated(|found| {
        let is_expected = |fault: &Fault| {
            matches!(fault, Fault::Path(_) | Fault::Successors | Fault::Halts | Fault::Condition)
        };
        for at in found.inner() {
            let other = found.certificate.cut_points[0].path.clone();
            found.assert_rejected("that of the entry", is_expected, |certificate, _| {
                certificate.cut_points[at].path = other;
            });
        }
    });
}

/// The path condition decides one of the edges.
#[test]
fn a_path_takes_the_other_edge() {
    let text = "
declare void @f(i32)

define void @src(i32 noundef %x, i32 noundef %y) {
entry:
  %c = icmp ult i32 %x, %y
  br i1 %c, label %a, label %b
a:
  call void @f(i32 1)
  br i1 %c, label %yes, label %no
b:
  call void @f(i32 2)
  br label %join
yes:
  br label %join
no:
  call void @f(i32 3)
  br label %join
join:
  ret void
}

define void @tgt(i32 noundef %x, i32 noundef %y) {
entry:
  %c = icmp ult i32 %x, %y
  br i1 %c, label %a, label %b
a:
  call void @f(i32 1)
  br label %join
b:
  call void @f(i32 2)
  br label %join
join:
  ret void
}";
    with_certificate(text, Variant::TARGET_FIRST, |found| {
        let is_expected = |fault: &Fault| matches!(fault, Fault::Path(_));
        found.assert_rejected("the other edge", is_expected, |certificate, machine| {
            for cut_point in &mut certificate.cut_points {
                let Some(path) = &mut cut_point.path else { continue };
                for edge in &mut path.edges[SOURCE] {
                    let body = machine.body(SOURCE);
                    let block = body.edge_source(*edge).expect("a block");
                    if let [yes, no] = body.succ_edges(block).collect::<Vec<_>>()[..] {
                        *edge = if *edge == yes { no } else { yes };
                        return;
                    }
                }
            }
            panic!("no edge is decided");
        });
    });
}

/// How a function halts where a segment ends says whether the other may go on.
#[test]
fn a_function_halts_otherwise() {
    let is_expected = |fault: &Fault| {
        matches!(fault, Fault::Path(_) | Fault::Halts | Fault::Successors | Fault::Condition)
    };
    type Other = fn(Block) -> Halt;
    let others: [Other; 5] =
        [Halt::Returns, Halt::Undefined, Halt::Repeats, Halt::Synchronises, Halt::Waits];
    for text in [ROTATED, NEGATED, COMPUTED_BEFORE_JOIN] {
        with_certificate(text, Variant::TARGET_FIRST, |found| {
            for at in found.certificate.reachable() {
                let path = found.certificate.cut_points[at].path.clone().expect("a path");
                for (side, other) in
                    [SOURCE, TARGET].into_iter().flat_map(|side| others.map(|it| (side, it)))
                {
                    let halt = path.halts[side];
                    let block = halt.point().block();
                    if other(block) == halt {
                        continue;
                    }
                    let what = format!("{halt:?} as {:?} of cut point {at}", other(block));
                    found.assert_rejected(&what, is_expected, |certificate, _| {
                        let path = certificate.cut_points[at].path.as_mut().expect("a path");
                        path.halts[side] = other(block);
                    });
                }
            }
        });
    }
}

/// Which function takes an edge decides whether it stutters.
#[test]
fn one_function_is_said_to_move_otherwise() {
    rotated(|found| {
        let is_expected = |fault: &Fault| matches!(fault, Fault::Successors | Fault::Stutters);
        for at in found.certificate.reachable() {
            for number in 0..found.certificate.cut_points[at].successors.len() {
                for side in [SOURCE, TARGET] {
                    found.assert_rejected("moves", is_expected, |certificate, _| {
                        let successor = &mut certificate.cut_points[at].successors[number];
                        successor.moves[side] = !successor.moves[side];
                    });
                }
            }
        }
    });
}

/// Memory after a loop with calls is not that at entry.
#[test]
fn a_component_of_the_state_is_that_at_entry() {
    rotated(|found| {
        let is_expected = |fault: &Fault| matches!(fault, Fault::Invariant);
        for side in [SOURCE, TARGET] {
            let (at, place) = found.live_value(|machine, value, _, node| {
                matches!(value, LiveValue::State(of, 0) if of == side) && is_symbol(machine, node)
            });
            found.assert_rejected("memory", is_expected, |certificate, machine| {
                let invariant = &mut certificate.cut_points[at].invariant;
                let ty = machine.graph.ty(invariant.nodes[place]);
                invariant.nodes[place] = machine.graph.node(Op::InitialMemory, ty, &[]);
                invariant.agreement[place] = Agreement::Equal;
            });
        }
    });
}

/// What is claimed once more of a value must hold as well.
#[test]
fn a_live_value_is_listed_twice() {
    rotated(|found| {
        let (at, place) = symbol_of(found, SOURCE);
        let is_expected = |fault: &Fault| matches!(fault, Fault::Invariant);
        found.assert_rejected("as zero", is_expected, |certificate, machine| {
            let invariant = &mut certificate.cut_points[at].invariant;
            let zero = zero(machine, invariant.nodes[place]);
            invariant.live_values.push(invariant.live_values[place]);
            invariant.nodes.push(zero);
            invariant.agreement.push(Agreement::Equal);
        });
    });
}

#[test]
fn values_of_the_source_are_exchanged() {
    rotated(|found| {
        let (at, first) = symbol_of(found, SOURCE);
        let invariant = &found.certificate.cut_points[at].invariant;
        let mut others = first + 1..invariant.nodes.len();
        let second = others.find(|&place| {
            matches!(invariant.live_values[place], LiveValue::Value(SOURCE, _))
                && is_symbol(found.machine, invariant.nodes[place])
                && invariant.nodes[place] != invariant.nodes[first]
        });
        let second = second.expect("two symbols");
        let is_expected = |fault: &Fault| matches!(fault, Fault::Invariant);
        found.assert_rejected("their nodes", is_expected, |certificate, _| {
            certificate.cut_points[at].invariant.nodes.swap(first, second);
        });
        found.assert_rejected("the values", is_expected, |certificate, _| {
            certificate.cut_points[at].invariant.live_values.swap(first, second);
        });
    });
}

/// Facts over the vocabulary must have an instance on each path, whatever kind they are of.
#[test]
fn a_generalised_fact_is_added() {
    rotated(|found| {
        let (at, place) = symbol_of(found, SOURCE);
        let is_expected = |fault: &Fault| matches!(fault, Fault::Invariant);
        found.assert_rejected("a constant", is_expected, |certificate, machine| {
            let invariant = &mut certificate.cut_points[at].invariant;
            let node = invariant.nodes[place];
            let zero = zero(machine, node);
            invariant.generalised.add_constants(&AfterBranch::number(machine.graph, node, zero));
        });
        found.assert_rejected("a source literal", is_expected, |certificate, machine| {
            let invariant = &mut certificate.cut_points[at].invariant;
            let is_zero = compared_with_zero(machine, invariant.nodes[place], IntPredicate::Eq);
            let freeze = Op::Freeze { number: 0, depth: 0 };
            let frozen = machine.graph.node(freeze, Type::I1, &[is_zero]);
            let facts = &mut invariant.generalised;
            facts.target_branches_on(machine.graph, machine.env, frozen, true);
        });
    });
}

/// The term is a product on each path, but none that may be assumed not to wrap.
#[test]
fn a_term_has_a_flag_that_it_has_on_no_path() {
    with_certificate(COMPUTED_BEFORE_JOIN, Variant::TARGET_FIRST, |found| {
        let (at, place) =
            found.live_value(|_, _, agreement, _| agreement == Agreement::Expressible);
        let is_expected = |fault: &Fault| matches!(fault, Fault::Invariant);
        found.assert_rejected("a flag", is_expected, |certificate, machine| {
            let nodes = &mut certificate.cut_points[at].invariant.nodes;
            let term = nodes[place];
            let operands: Vec<Node> = machine.graph.operands_found(term);
            let ty = machine.graph.ty(term);
            let op = Apply { flags: Flags::NSW, ..Apply::plain(Opcode::Mul, ty) };
            nodes[place] = machine.graph.node(Op::Apply(Box::new(op)), ty, &operands);
        });
    });
}
