//! Where the texts of two functions part, as candidates for what is missing.
//!
//! The instructions of both functions are held against each other like the lines of two files.
//! Where two that correspond are other nodes in each function, and what one of their operands is
//! stands in instructions that do not correspond, these operands are what was changed there; where
//! all operands are the same, the instructions themselves are. What is found is a guess: it is
//! shown if a trial says that it is what is missing.

use super::descent::{Leaf, LeafKind};
use super::notation::{Notation, SOURCE, TARGET};
use rustc_hash::FxHashMap;
use tollgate_graph::{Node, Op};
use tollgate_ir::{Body, Const, Inst, Opcode, Type, Value, ValueDef};

/// Longer functions are not compared so.
const MAX_INSTS: usize = 3_000;
/// Candidates that are given.
const MAX_CANDIDATES: usize = 16;

/// What an instruction is, as far as it has to be the same in both functions.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Likeness {
    opcode: Opcode,
    ty: Type,
    predicate: Option<&'static str>,
    /// Which operands are constants, the callee among them.
    constants: Vec<Option<Const>>,
}

impl Likeness {
    pub(crate) fn new(body: &Body, inst: Inst) -> Self {
        let data = body.inst(inst);
        let predicate = match data.opcode {
            Opcode::ICmp => Some(data.int_predicate().word()),
            Opcode::FCmp => Some(data.float_predicate().word()),
            _ => None,
        };
        let constants = body.operands(inst).map(|value| body.as_const(value)).collect();
        Self { opcode: data.opcode, ty: data.ty, predicate, constants }
    }
}

impl Notation<'_> {
    /// Pairs of values that may be what is missing, the first ones first.
    pub(super) fn aligned_differences(&self) -> Vec<Leaf> {
        let [Some(before), Some(after)] = [SOURCE, TARGET].map(|it| self.names[it].side().body())
        else {
            return Vec::new();
        };
        let [mine, others] = [before, after].map(|body| -> Vec<Inst> {
            let all = body.blocks().flat_map(|block| body.insts(block));
            all.filter(|&inst| !body.inst(inst).opcode.is_terminator()).collect()
        });
        if mine.len().max(others.len()) > MAX_INSTS {
            return Vec::new();
        }
        let matched = matched(
            &mine.iter().map(|&it| Likeness::new(before, it)).collect::<Vec<_>>(),
            &others.iter().map(|&it| Likeness::new(after, it)).collect::<Vec<_>>(),
        );
        let matched: Vec<(Inst, Inst)> =
            matched.into_iter().map(|(at, other)| (mine[at], others[other])).collect();
        let of_target: FxHashMap<Inst, Inst> = matched.iter().copied().collect();
        let mut found: Vec<Leaf> = Vec::new();
        for (source, target) in matched {
            let operands = before.operands(source).zip(after.operands(target));
            let mut differs = false;
            for (one, other) in operands {
                let nodes =
                    self.node_of(SOURCE, before, one).zip(self.node_of(TARGET, after, other));
                let Some((one_node, other_node)) = nodes else { continue };
                if one_node == other_node {
                    continue;
                }
                differs = true;
                // What differs because its operands do is found at these.
                let corresponds = inst_of(before, one)
                    .zip(inst_of(after, other))
                    .is_some_and(|(one, other)| of_target.get(&one) == Some(&other));
                if !corresponds {
                    self.add(one_node, other_node, &mut found);
                }
            }
            let nodes = self.names[SOURCE]
                .value_at(before, source)
                .zip(self.names[TARGET].value_at(after, target));
            if let Some((one, other)) = nodes
                && !differs
                && self.through(one) != self.through(other)
            {
                self.add(self.event_of_result(one), self.event_of_result(other), &mut found);
            }
            if found.len() >= MAX_CANDIDATES {
                break;
            }
        }
        found
    }

    /// The event that a value is the result of.
    fn event_of_result(&self, node: Node) -> Node {
        let node = self.through(node);
        if let Op::Result = self.graph.op(node) { self.graph.operand(node, 0) } else { node }
    }

    fn add(&self, source: Node, target: Node, found: &mut Vec<Leaf>) {
        let [source, target] = [source, target].map(|it| self.through(it));
        let is_known = |it: &Leaf| (it.source, it.target) == (Some(source), Some(target));
        let graph = self.graph;
        if source != target && graph.ty(source) == graph.ty(target) && !found.iter().any(is_known) {
            found.push(Leaf {
                source: Some(source),
                target: Some(target),
                kind: LeafKind::Value,
                around: None,
                above: None,
                writes: [0, 0],
                operand: None,
                accepted: Vec::new(),
                part: None,
                path: Vec::new(),
                known: Vec::new(),
            });
        }
    }

    fn node_of(&self, side: usize, body: &Body, value: Value) -> Option<Node> {
        let node = match body.value(value).def {
            ValueDef::Inst(inst) => self.names[side].value_at(body, inst)?,
            ValueDef::Param(param) => {
                let data = body.param(param);
                self.names[side].node_at(data.span.start, body.value(value).ty)?
            }
            ValueDef::Arg(_)
            | ValueDef::Const(_)
            | ValueDef::Meta(_)
            | ValueDef::Wrapped(_)
            | ValueDef::Undefined => return None,
        };
        Some(self.through(node))
    }
}

fn inst_of(body: &Body, value: Value) -> Option<Inst> {
    if let ValueDef::Inst(inst) = body.value(value).def { Some(inst) } else { None }
}

/// The longest common sequence, as pairs of positions.
pub(crate) fn matched(mine: &[Likeness], others: &[Likeness]) -> Vec<(usize, usize)> {
    let width = others.len() + 1;
    let mut lengths = vec![0_u16; (mine.len() + 1) * width];
    for at in (0..mine.len()).rev() {
        for other in (0..others.len()).rev() {
            lengths[at * width + other] = match mine[at] == others[other] {
                true => lengths[(at + 1) * width + other + 1] + 1,
                false => lengths[(at + 1) * width + other].max(lengths[at * width + other + 1]),
            };
        }
    }
    let (mut at, mut other) = (0, 0);
    let mut found = Vec::new();
    while at < mine.len() && other < others.len() {
        if mine[at] == others[other] {
            found.push((at, other));
            (at, other) = (at + 1, other + 1);
        } else if lengths[(at + 1) * width + other] >= lengths[at * width + other + 1] {
            at += 1;
        } else {
            other += 1;
        }
    }
    found
}
