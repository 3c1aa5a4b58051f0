//! The way back: from gated SSA to SSA.
//!
//! * `mu` and `phi` are what they were.
//! * `gamma` becomes a `phi`: the arm that [validation](crate::validate()) found to be chosen when
//!   control comes by a predecessor gives the argument of its edges. Where always one of several
//!   arms is chosen, but not always the same, the gates are computed before the edge, and `select`s
//!   choose as they say.
//! * `eta` goes away if it is [another name](crate::renaming) of one value; else it becomes a
//!   `phi`.
//!
//! # Gates as code
//!
//! The gates of the arms exclude each other in every valuation in which what is known at the entry
//! is true, and whenever control comes by it one of them is true; both were shown. Their conditions
//! are computed on operands that are frozen: this gives each condition that is unknown (its value
//! is poison) one of the values it may have, one for all gates. What is true with unknown
//! conditions stays true, what is known at the entry too, so that the other gates are not true: the
//! `select`s choose the same arm. A gate can be code only where all values that it tests are
//! defined on every path, and so are the values of its arms; else the function is refused.

use crate::renaming::{Renamed, Renaming};
use crate::validate::{Choice, Validated};
use crate::{Entry, Gated};
use rustc_hash::FxHashMap;
use std::fmt;
use tollgate_canon::DominatorTree;
use tollgate_gate::{Conditions, Formula, Predicate, Predicates, Test};
use tollgate_ir::{
    Block, Body, Context, Edge, Inst, IntPredicate, NewInst, Opcode, Type, Value, ValueDef,
};

/// Why there is no way back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BackError {
    /// The block.
    pub block: Block,
    /// The merge.
    pub merge: Value,
    /// The predecessor.
    pub source: Block,
    /// What is missing.
    pub kind: BackErrorKind,
}

/// What is missing for the way back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackErrorKind {
    /// It was not shown which arm is chosen.
    Unknown,
    /// The value of the chosen arm may not be defined there.
    NotDefined(Value),
    /// Several arms may be chosen, and their gates test what no instruction computes there.
    NoCode,
}

impl fmt::Display for BackErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "it was not shown which arm is chosen",
            Self::NotDefined(_) => "the value of the chosen arm may not be defined there",
            Self::NoCode => {
                "several arms may be chosen, and their gates test what is not computed there"
            }
        })
    }
}

/// What was done on the way back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Back {
    /// Merges that became phis.
    pub phis: u64,
    /// Etas that went away.
    pub copies: u64,
    /// Entries of merges for which selects were made.
    pub selects: u64,
}

/// The function in SSA.
pub fn to_ssa(
    ctx: &mut Context,
    gated: &Gated,
    validated: &Validated,
) -> Result<(Body, Back), BackError> {
    let dominators = DominatorTree::new(gated.body());
    let mut back = Back::default();
    let mut maker = Maker {
        ctx,
        gated,
        dominators,
        body: gated.body().clone(),
        code: FxHashMap::default(),
        frozen: FxHashMap::default(),
    };
    for block in gated.body().blocks() {
        if !maker.dominators.contains(block) {
            continue;
        }
        for position in 0..gated.body().params(block).len() {
            let merge = gated.body().params(block)[position];
            if !gated.kind(merge).has_gates() {
                continue;
            }
            for (at, entry) in gated.entries(block).iter().enumerate() {
                let choice = validated.choice(merge, at);
                back.selects += u64::from(choice == Choice::Several);
                let value = maker
                    .argument(block, position, *entry, choice)
                    .map_err(|kind| BackError { block, merge, source: entry.source, kind })?;
                maker.set_argument(block, position, *entry, value);
            }
            back.phis += 1;
        }
    }
    let renaming = Renaming::new(gated, &maker.dominators);
    let mut body = maker.body;
    remove_copies(&renaming, &mut body, &mut back);
    Ok((body, back))
}

/// Replaces etas that are other names of values by these.
fn remove_copies(renaming: &Renaming, body: &mut Body, back: &mut Back) {
    let mut values: FxHashMap<Value, Value> = FxHashMap::default();
    for &Renamed { value, eta, exit } in &renaming.etas {
        // The value may be an eta itself, which was replaced before, perhaps by another one that
        // has been replaced since.
        let mut value = value;
        while let Some(&name) = values.get(&value) {
            value = name;
        }
        values.insert(eta, value);
        let Some(position) = body.params(exit).iter().position(|&param| param == eta) else {
            continue;
        };
        body.replace_uses(eta, value);
        body.remove_param(exit, position);
        back.phis -= 1;
        back.copies += 1;
    }
}

/// Whether a value is defined whenever control takes an edge.
pub(crate) fn is_defined_on(
    body: &Body,
    dominators: &DominatorTree,
    value: Value,
    edge: Edge,
) -> bool {
    let Some(source) = body.edge_source(edge) else { return false };
    let end = match body.value(value).def {
        ValueDef::Inst(inst) => Some(inst).filter(|_| body.terminator(source) == Some(inst)),
        ValueDef::Arg(_)
        | ValueDef::Param(_)
        | ValueDef::Const(_)
        | ValueDef::Meta(_)
        | ValueDef::Wrapped(_)
        | ValueDef::Undefined => None,
    };
    match end {
        None => is_defined_in(body, dominators, value, source),
        // Of `invoke` on the normal edge, of `callbr` on all.
        Some(end) if body.inst(end).opcode == Opcode::Invoke => {
            let target = body.edge(edge).to;
            let mut leading = body.inst(end).edges().filter(|&it| body.edge(it).to == target);
            leading.next() == body.inst(end).edges().next() && leading.next().is_none()
        }
        Some(_) => true,
    }
}

/// Whether a value is defined before the terminator of a block.
fn is_defined_in(body: &Body, dominators: &DominatorTree, value: Value, block: Block) -> bool {
    let (defined, inst) = match body.value(value).def {
        ValueDef::Param(param) => (Some(body.param(param).block), None),
        ValueDef::Inst(inst) => (body.inst(inst).block(), Some(inst)),
        ValueDef::Arg(_) | ValueDef::Const(_) => return true,
        ValueDef::Meta(_) | ValueDef::Wrapped(_) | ValueDef::Undefined => (None, None),
    };
    let Some(defined) = defined else { return false };
    let end = inst.filter(|&inst| body.terminator(defined) == Some(inst));
    match end {
        None => dominators.dominates(defined, block),
        Some(end) if body.inst(end).opcode == Opcode::Invoke => {
            // Where it returned to has to dominate the block.
            let normal = body.inst(end).edges().next().map(|edge| body.edge(edge).to);
            normal.is_some_and(|normal| {
                body.pred_edges(normal).nth(1).is_none() && dominators.dominates(normal, block)
            })
        }
        Some(_) => defined != block && dominators.dominates(defined, block),
    }
}

struct Maker<'a> {
    ctx: &'a mut Context,
    gated: &'a Gated,
    dominators: DominatorTree,
    body: Body,
    /// For each block what was computed at its end.
    code: FxHashMap<(Block, Predicate), Value>,
    /// For each block the values that were frozen at its end.
    frozen: FxHashMap<(Block, Value), Value>,
}

impl Maker<'_> {
    /// The value of a merge when control comes by an entry.
    fn argument(
        &mut self,
        block: Block,
        position: usize,
        entry: Entry,
        choice: Choice,
    ) -> Result<Value, BackErrorKind> {
        let merge = self.gated.body().params(block)[position];
        match choice {
            Choice::Arm(arm) => {
                let value = self.gated.arm_value(block, position, arm);
                let is_defined = is_defined_on(&self.body, &self.dominators, value, entry.edge);
                is_defined.then_some(value).ok_or(BackErrorKind::NotDefined(value))
            }
            // Any value will do: control does not come here.
            Choice::Never => {
                let ty = self.body.value_type(merge);
                let poison = self.ctx.const_poison(ty);
                Ok(self.body.constant(poison, ty))
            }
            Choice::Several => self.select(block, position, entry.source),
            Choice::Unknown => Err(BackErrorKind::Unknown),
        }
    }

    fn defined_at(&self, value: Value, block: Block) -> Result<Value, BackErrorKind> {
        match is_defined_in(&self.body, &self.dominators, value, block) {
            true => Ok(value),
            false => Err(BackErrorKind::NotDefined(value)),
        }
    }

    /// The value that gates choose, computed at the end of a block.
    fn select(
        &mut self,
        block: Block,
        position: usize,
        source: Block,
    ) -> Result<Value, BackErrorKind> {
        let merge = self.gated.body().params(block)[position];
        let gates = self.gated.gates(merge).to_vec();
        let end = self.body.terminator(source).ok_or(BackErrorKind::NoCode)?;
        if self.body.inst(end).opcode == Opcode::CatchSwitch {
            // Nothing may stand before it.
            return Err(BackErrorKind::NoCode);
        }
        let mut chosen: Option<Value> = None;
        for (arm, &gate) in gates.iter().enumerate() {
            let value = self.gated.arm_value(block, position, arm);
            let value = self.defined_at(value, source)?;
            chosen = Some(match chosen {
                None => value,
                Some(others) => {
                    let gate = self.computed(source, end, gate)?;
                    let ty = self.body.value_type(value);
                    self.insert(end, Opcode::Select, ty, &[gate, value, others])
                }
            });
        }
        chosen.ok_or(BackErrorKind::NoCode)
    }

    /// A gate as an `i1` value that is neither poison nor undef.
    fn computed(
        &mut self,
        source: Block,
        end: Inst,
        gate: Predicate,
    ) -> Result<Value, BackErrorKind> {
        let gated = self.gated;
        let (conditions, predicates): (&Conditions, &Predicates) =
            (&gated.conditions, &gated.predicates);
        let mut stack = vec![gate];
        while let Some(&at) = stack.last() {
            if self.code.contains_key(&(source, at)) {
                stack.pop();
                continue;
            }
            let value = match predicates.formula(at) {
                Formula::False => self.constant(false),
                Formula::True => self.constant(true),
                Formula::Atom(condition) => {
                    self.condition(source, end, conditions.test(condition), true)?
                }
                Formula::Not(condition) => {
                    self.condition(source, end, conditions.test(condition), false)?
                }
                formula @ (Formula::And(a, b) | Formula::Or(a, b)) => {
                    let known = |part| self.code.get(&(source, part)).copied();
                    let (Some(first), Some(second)) = (known(a), known(b)) else {
                        let open = [a, b].into_iter().filter(|&part| known(part).is_none());
                        stack.extend(open);
                        continue;
                    };
                    let is_and = matches!(formula, Formula::And(..));
                    let opcode = if is_and { Opcode::And } else { Opcode::Or };
                    self.insert(end, opcode, Type::I1, &[first, second])
                }
            };
            self.code.insert((source, at), value);
            stack.pop();
        }
        Ok(self.code[&(source, gate)])
    }

    fn condition(
        &mut self,
        source: Block,
        end: Inst,
        test: Test,
        holds: bool,
    ) -> Result<Value, BackErrorKind> {
        match test {
            Test::True(value) => {
                let value = self.defined_at(value, source).map_err(|_| BackErrorKind::NoCode)?;
                let frozen = self.frozen(source, end, value, Type::I1);
                if holds {
                    return Ok(frozen);
                }
                let one = self.constant(true);
                Ok(self.insert(end, Opcode::Xor, Type::I1, &[frozen, one]))
            }
            Test::Equals(value, constant) => {
                let value = self.defined_at(value, source).map_err(|_| BackErrorKind::NoCode)?;
                let ty = self.body.value_type(value);
                let frozen = self.frozen(source, end, value, ty);
                let constant = self.body.constant(constant, ty);
                let predicate = if holds { IntPredicate::Eq } else { IntPredicate::Ne } as u8;
                let operands = [frozen, constant];
                let new = NewInst::new(Opcode::ICmp, Type::I1, &operands).with_result();
                Ok(self.insert_new(end, NewInst { predicate, ..new }))
            }
            Test::Unwound(_) | Test::Returned(_) | Test::Went(..) | Test::Entered(_) => {
                Err(BackErrorKind::NoCode)
            }
        }
    }

    /// All tests of a value are made on one of the values that it may have.
    fn frozen(&mut self, source: Block, end: Inst, value: Value, ty: Type) -> Value {
        if let Some(&frozen) = self.frozen.get(&(source, value)) {
            return frozen;
        }
        let frozen = self.insert(end, Opcode::Freeze, ty, &[value]);
        self.frozen.insert((source, value), frozen);
        frozen
    }

    fn constant(&mut self, holds: bool) -> Value {
        let constant = self.ctx.const_int(Type::I1, u64::from(holds));
        self.body.constant(constant, Type::I1)
    }

    fn insert(&mut self, end: Inst, opcode: Opcode, ty: Type, operands: &[Value]) -> Value {
        self.insert_new(end, NewInst::new(opcode, ty, operands).with_result())
    }

    fn insert_new(&mut self, end: Inst, new: NewInst<'_>) -> Value {
        let inst = self.body.create_inst(new);
        self.body.insert_before(inst, end);
        self.body.inst(inst).result().expect("it was made with a result")
    }

    fn set_argument(&mut self, block: Block, position: usize, entry: Entry, value: Value) {
        let edges: Vec<_> = self
            .body
            .succ_edges(entry.source)
            .filter(|&edge| self.body.edge(edge).to == block)
            .collect();
        for edge in edges {
            self.body.set_edge_arg(edge, position, value);
        }
    }
}
