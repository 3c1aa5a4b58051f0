//! Random walks through a function: do its gates choose what control chooses?
//!
//! A walk knows of conditions only what was last computed: a test of a value gets a random truth
//! whenever control passes the block that defines the value, and none before. Branches follow the
//! truth of what they test. At every join the gates must single out the arm with the value that
//! the original has on the edge. Nothing here is shared with the validator or with what made the
//! gates.

use std::collections::HashMap;

use tollgate_gate::{Condition, Evaluation, Test, Truth};
use tollgate_gsa::{Gated, Kind};
use tollgate_ir::{Block, Body, Edge, Inst, Opcode, Value, ValueDef};

use crate::mutate::random::Random;

/// The walks of one attempt.
const WALKS: usize = 48;
/// The blocks of one walk.
const STEPS: usize = 160;

/// Whether some walk comes to a merge of `changed` that chooses another value than `original` has,
/// or none, or two.
pub fn differs(original: &Gated, changed: &Gated, random: &mut Random) -> bool {
    (0..WALKS).any(|_| Walk::new(original, changed).differs(random))
}

/// What decides a branch.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Subject {
    Value(Value),
    Terminator(Inst),
}

struct Walk<'a> {
    original: &'a Gated,
    changed: &'a Gated,
    /// Of `i1` values 0 or 1, of others the number of a constant that some switch compares them
    /// with, or one more; of terminators the number of the edge.
    known: HashMap<Subject, u64>,
}

impl<'a> Walk<'a> {
    fn new(original: &'a Gated, changed: &'a Gated) -> Self {
        Self { original, changed, known: HashMap::new() }
    }

    fn differs(&mut self, random: &mut Random) -> bool {
        let body = self.original.body();
        let Some(mut block) = body.entry() else { return false };
        for &argument in body.args() {
            self.define(argument, random);
        }
        for _ in 0..STEPS {
            for &param in body.params(block) {
                self.define(param, random);
            }
            for inst in body.insts(block) {
                if let Some(result) = body.inst(inst).result() {
                    self.define(result, random);
                }
            }
            let Some(edge) = self.leave(block, random) else { return false };
            block = body.edge(edge).to;
            if self.is_wrong(block, edge) {
                return true;
            }
        }
        false
    }

    fn define(&mut self, value: Value, random: &mut Random) {
        let choices =
            if self.original.body().value_type(value) == tollgate_ir::Type::I1 { 2 } else { 64 };
        self.known.insert(Subject::Value(value), random.below(choices) as u64);
    }

    /// The edge that control takes.
    fn leave(&mut self, block: Block, random: &mut Random) -> Option<Edge> {
        let body = self.original.body();
        let end = body.terminator(block)?;
        let edges: Vec<Edge> = body.inst(end).edges().collect();
        if edges.is_empty() {
            return None;
        }
        let chosen = match body.inst(end).opcode {
            Opcode::CondBr => 1 - self.truth_of(body.operand(end, 0), random),
            Opcode::Switch => {
                let scrutinee = body.operand(end, 0);
                // Mostly some case, also one of another switch; else the default.
                let case = 1 + random.below(edges.len());
                let value =
                    if case < edges.len() { self.number_of(body, end, case) } else { u64::MAX };
                if let ValueDef::Inst(_) | ValueDef::Param(_) | ValueDef::Arg(_) =
                    body.value(scrutinee).def
                {
                    let free = !self.known.contains_key(&Subject::Value(scrutinee))
                        || self.known[&Subject::Value(scrutinee)] < 64;
                    if free {
                        self.known.insert(Subject::Value(scrutinee), value);
                    }
                }
                let value = self.known.get(&Subject::Value(scrutinee)).copied().unwrap_or(value);
                (1..edges.len()).find(|&case| self.number_of(body, end, case) == value).unwrap_or(0)
            }
            _ => random.below(edges.len()),
        };
        self.known.insert(Subject::Terminator(end), chosen as u64);
        edges.get(chosen).copied()
    }

    fn truth_of(&mut self, value: Value, random: &mut Random) -> usize {
        let unknown = random.below(2) as u64;
        (*self.known.entry(Subject::Value(value)).or_insert(unknown) & 1) as usize
    }

    /// What stands for the constant of a case: never one of the small numbers that values without a
    /// test get.
    fn number_of(&self, body: &Body, end: Inst, case: usize) -> u64 {
        use tollgate_ir::Entity;
        body.as_const(body.operand(end, case)).map_or(u64::MAX - 1, |it| 64 + it.index() as u64)
    }

    fn truth(&self, condition: Condition) -> Truth {
        use tollgate_ir::Entity;
        let body = self.original.body();
        let of = |subject| self.known.get(&subject).copied();
        match self.changed.conditions.test(condition) {
            Test::True(value) => {
                of(Subject::Value(value)).map_or(Truth::Unknown, |known| (known & 1 == 1).into())
            }
            Test::Equals(value, constant) => of(Subject::Value(value))
                .map_or(Truth::Unknown, |known| (known == 64 + constant.index() as u64).into()),
            Test::Unwound(inst) => {
                of(Subject::Terminator(inst)).map_or(Truth::Unknown, |edge| (edge == 1).into())
            }
            Test::Went(inst, to) => of(Subject::Terminator(inst)).map_or(Truth::Unknown, |edge| {
                let edge = body.inst(inst).edges().nth(edge as usize);
                edge.is_some_and(|edge| body.edge(edge).to == to).into()
            }),
            Test::Returned(_) | Test::Entered(_) => Truth::Unknown,
        }
    }

    fn is_wrong(&self, block: Block, edge: Edge) -> bool {
        let body = self.original.body();
        let mut evaluation = Evaluation::new();
        for position in 0..body.params(block).len() {
            let merge = body.params(block)[position];
            let wanted = body.edge_arg(edge, position);
            let found = match self.changed.kind(merge) {
                Kind::Phi | Kind::Mu => self.changed.body().edge_arg(edge, position),
                Kind::Gamma | Kind::Eta => {
                    let mut open =
                        self.changed.gates(merge).iter().enumerate().filter(|&(_, &gate)| {
                            let truth = |condition| self.truth(condition);
                            evaluation.truth(&self.changed.predicates, gate, truth) == Truth::True
                        });
                    match (open.next(), open.next()) {
                        (Some((arm, _)), None) => self.changed.arm_value(block, position, arm),
                        (None | Some(_), _) => return true,
                    }
                }
            };
            if found != wanted {
                return true;
            }
        }
        false
    }
}
