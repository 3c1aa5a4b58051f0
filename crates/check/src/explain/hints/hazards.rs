//! What is missing for an instruction of the target not to be undefined.

use super::super::hint::Hint;
use super::super::missing::Missing;
use super::super::notation::{Notation, SOURCE, TARGET};
use tollgate_graph::asked::Asked;
use tollgate_graph::{Access, Node, Op, RootKind};
use tollgate_ir::Opcode;

/// Branches of the source that are named.
const MAX_BRANCHES: usize = 4;

impl Notation<'_> {
    /// The branches of the source on what a condition of the target is made of, if the target may
    /// be undefined by it.
    pub(in super::super) fn hint_of_branches(&self, root: Node) -> Option<Hint> {
        let condition = self.graph.branched_on(root)?;
        let ends = self.ends(condition);
        let is_of_it = |&node: &Node| {
            let own = self.ends(node);
            !own.is_empty() && own.iter().all(|end| ends.contains(end))
        };
        let names = &self.names[SOURCE];
        let mut branches: Vec<(String, u32)> = Vec::new();
        for node in names.branched_on().into_iter().filter(is_of_it) {
            let line = names.span(node).map(|span| names.position(span).0);
            branches.extend(line.map(|line| (self.operand(SOURCE, node), line)));
        }
        branches.sort_by(|one, other| (one.1, &one.0).cmp(&(other.1, &other.0)));
        branches.dedup();
        branches.truncate(MAX_BRANCHES);
        let condition = self.operand(TARGET, condition);
        (!branches.is_empty()).then_some(Hint::Branches { condition, branches })
    }

    /// What is missing for an instruction of the target not to be undefined.
    pub(in super::super) fn missing_of_root(&self, kind: RootKind, root: Node) -> Vec<Missing> {
        let graph = self.graph;
        let operand = |at: usize| self.operand(TARGET, graph.operand(root, at));
        match kind {
            RootKind::Read | RootKind::Write => {
                let written = kind == RootKind::Write;
                let place = self.through(graph.operand(root, 2));
                let Op::Permission(Access { ty, .. }) = graph.op(place) else { return Vec::new() };
                let bytes = self.ctx.int_width(*ty).map(|width| u64::from(width.div_ceil(8)));
                // The source accesses the same place, and says less of it.
                let same = self.names[SOURCE].roots(kind).into_iter().find_map(|root| {
                    let other = self.through(graph.operand(root, 2));
                    let is_there = other != place
                        && matches!(graph.op(other), Op::Permission(access) if access.ty == *ty)
                        && self.through(graph.operand(other, 1))
                            == self.through(graph.operand(place, 1));
                    let [_, only] = is_there.then(|| self.particulars_that_differ(other, place))?;
                    (!only.is_empty()).then_some(only)
                });
                if let Some(only) = same {
                    let words: Vec<String> = only.iter().map(|it| format!("`{it}`")).collect();
                    let access = self.term(TARGET, root);
                    return vec![Missing::Attributes(words.join(", "), access)];
                }
                let pointer = self.operand(TARGET, graph.operand(place, 1));
                vec![Missing::Accessible { pointer, bytes, written }]
            }
            RootKind::Division(opcode) => {
                let signed = matches!(opcode, Opcode::SDiv | Opcode::SRem);
                let mut missing = vec![Missing::Divisor { divisor: operand(3), signed }];
                let divisor = graph.operand(root, 3);
                if let Some(other) = self.names[SOURCE].division_by(divisor) {
                    let other = self.definition(SOURCE, other);
                    missing.push(Missing::Holds(format!(
                        "or that the source comes to {other} wherever the target divides"
                    )));
                }
                missing
            }
            RootKind::Asked(Asked::Group) => {
                vec![Missing::Holds(
                    "the same value is accessed in the source, as one of its group".into(),
                )]
            }
            RootKind::Asked(Asked::Initialized) => {
                vec![Missing::Holds("what `initializes` names is written before it is read".into())]
            }
            RootKind::Asked(Asked::Unchanged) => {
                vec![Missing::Holds(
                    "the source writes the same there, or no invariant load reads it".into(),
                )]
            }
            RootKind::Branch
            | RootKind::Asked(Asked::Bundle(_) | Asked::Declared | Asked::NullOrNot) => {
                vec![self.defined(graph.operand(root, 2))]
            }
            RootKind::Overlap => {
                vec![Missing::NoOverlap { one: operand(2), other: operand(3), write: None }]
            }
            RootKind::Unreachable => vec![Missing::NotReached],
            RootKind::Return | RootKind::Observation => Vec::new(),
        }
    }
}
