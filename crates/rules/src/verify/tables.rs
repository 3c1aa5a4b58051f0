//! Small types as finite sets of outcomes, and operations on them as tables.
//!
//! A set of outcomes of a type with at most 64 of them is a word of bits. An operation is a table
//! from outcomes of its operands to sets of outcomes, filled once through `sem`; what a term
//! denotes for given sets of its variables is then a matter of looking up: an operation on sets is
//! the union over all choices of one outcome for each *use* of an operand.

use super::evaluate::{Outcome, Pointer, Refused, outcomes, pointers, poison, refines};
use crate::arena::{Arena, Facts, Term, TermData};
use crate::op::Op;
use crate::terms::Terms;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tollgate_ir::{Const, ConstKind, Context, Flags, Type, TypeKind};
use tollgate_sem::Int;
use tollgate_sem::fold::{ConstValue, value_of};
use tollgate_sem::value::{Lane, Value};

/// A set of outcomes of one type: bit `i` stands for outcome `i` of its [`Domain`].
pub(super) type Set = u64;

/// All outcomes of a type.
#[derive(Debug)]
pub(super) struct Domain {
    pub outcomes: Vec<Outcome>,
    numbers: FxHashMap<Outcome, u8>,
    /// The outcomes without poison.
    pub defined: Set,
    /// For each outcome those that refine it.
    refined: Vec<Set>,
}

impl Domain {
    fn new(outcomes: Vec<Outcome>) -> Domain {
        let numbers = outcomes.iter().cloned().zip(0..).collect();
        let set = |holds: &dyn Fn(&Outcome) -> bool| {
            outcomes.iter().enumerate().fold(0, |set, (at, it)| set | u64::from(holds(it)) << at)
        };
        let defined = set(&|it| !has_poison(it));
        let refined = outcomes.iter().map(|left| set(&|right| refines(left, right))).collect();
        Domain { numbers, defined, refined, outcomes }
    }

    /// Whether every outcome of the second set refines one of the first.
    #[inline]
    pub fn refines(&self, left: Set, right: Set) -> bool {
        let allowed = bits(left).fold(0, |allowed, at| allowed | self.refined[at]);
        right & !allowed == 0
    }

    /// The outcomes that what is known of a variable allows.
    pub fn allowed(&self, facts: &Facts) -> Set {
        let fits = |outcome: &Outcome| {
            let mut lanes = Vec::new();
            flatten(outcome, &mut lanes);
            lanes.into_iter().all(|lane| match (lane, &facts.known) {
                (Lane::Poison, _) => !facts.never_poison,
                (Lane::Bits(bits), Some(known)) => {
                    bits.as_defined().is_some_and(|value| known.allows(value))
                }
                (Lane::Bits(_), None) | (Lane::Pointer(_), _) => true,
            })
        };
        let fitting = self.outcomes.iter().enumerate().filter(|(_, outcome)| fits(outcome));
        fitting.fold(0, |set, (at, _)| set | 1 << at)
    }

    /// The lanes of its outcomes; a scalar is one lane.
    pub fn lanes(&self) -> Vec<LaneSets> {
        let mut found: Vec<FxHashMap<&Lane<Pointer>, Set>> = Vec::new();
        for (at, outcome) in self.outcomes.iter().enumerate() {
            let mut lanes = Vec::new();
            flatten(outcome, &mut lanes);
            found.resize_with(lanes.len(), FxHashMap::default);
            for (sets, lane) in found.iter_mut().zip(lanes) {
                *sets.entry(lane).or_default() |= 1 << at;
            }
        }
        let lane = |sets: FxHashMap<&Lane<Pointer>, Set>| {
            let mut values: Vec<Set> = sets
                .iter()
                .filter(|(lane, _)| ***lane != Lane::Poison)
                .map(|(_, set)| *set)
                .collect();
            values.sort_unstable();
            LaneSets { values, poison: sets.get(&Lane::Poison).copied().unwrap_or(0) }
        };
        found.into_iter().map(lane).collect()
    }

    /// The outcomes of a set, for messages.
    pub fn list(&self, set: Set) -> Vec<&Outcome> {
        bits(set).map(|at| &self.outcomes[at]).collect()
    }

    fn set_of(&self, outcomes: &[Outcome]) -> Option<Set> {
        outcomes.iter().try_fold(0, |set, it| Some(set | 1 << self.numbers.get(it)?))
    }
}

/// The outcomes of a type by what is in one lane.
#[derive(Debug)]
pub(super) struct LaneSets {
    /// For each value the outcomes that have it in this lane.
    pub values: Vec<Set>,
    /// The outcomes that are poison in this lane.
    pub poison: Set,
}

fn flatten<'a>(outcome: &'a Outcome, lanes: &mut Vec<&'a Lane<Pointer>>) {
    match outcome {
        Value::Lane(lane) => lanes.push(lane),
        Value::Parts(parts) => parts.iter().for_each(|part| flatten(part, lanes)),
    }
}

/// The numbers of the bits that are set.
#[inline]
pub(super) fn bits(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let at = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(at)
    })
}

fn has_poison(outcome: &Outcome) -> bool {
    match outcome {
        Value::Lane(lane) => matches!(lane, Lane::Poison),
        Value::Parts(parts) => parts.iter().any(has_poison),
    }
}

/// The outcomes of a small type; none if there are more than 64.
fn list(ctx: &Context, ty: Type) -> Option<Vec<Outcome>> {
    let product = |parts: &[Type]| {
        let mut rows: Vec<Vec<Outcome>> = vec![Vec::new()];
        for &part in parts {
            let lane = list(ctx, part)?;
            if rows.len() * lane.len() > 64 {
                return None;
            }
            rows = rows
                .iter()
                .flat_map(|row| {
                    lane.iter().map(|it| [row.as_slice(), std::slice::from_ref(it)].concat())
                })
                .collect();
        }
        Some(rows.into_iter().map(Value::Parts).collect())
    };
    let mut scalars: Vec<Outcome> = match ctx.kind(ty) {
        TypeKind::Int(width) if *width <= 5 => {
            (0..1 << width).map(|value| Value::int(Int::new(*width, value))).collect()
        }
        TypeKind::Ptr(_) => pointers(),
        TypeKind::Vector { len, elem, .. } => return product(&vec![*elem; *len as usize]),
        TypeKind::Struct { fields, .. } => return product(fields),
        TypeKind::Void
        | TypeKind::Label
        | TypeKind::Metadata
        | TypeKind::Token
        | TypeKind::X86Amx
        | TypeKind::X86Mmx
        | TypeKind::Int(..)
        | TypeKind::Byte(..)
        | TypeKind::Float(..)
        | TypeKind::Array { .. }
        | TypeKind::Named { .. }
        | TypeKind::Target { .. }
        | TypeKind::Function { .. } => return None,
    };
    scalars.push(poison(ctx, ty));
    Some(scalars)
}

/// An operation on outcomes of small types.
#[derive(Debug)]
struct Table {
    /// How far apart the entries of neighbouring outcomes of an operand are.
    strides: [usize; 3],
    entries: Vec<Set>,
}

/// A step of the evaluation of a term.
#[derive(Debug)]
enum Step {
    /// The set of the variable with this number.
    Variable(usize),
    /// This set.
    Fixed(Set),
    /// A table on the results of earlier steps.
    Look(Rc<Table>, [usize; 3]),
}

/// A term that can be evaluated on sets.
#[derive(Debug)]
pub(super) struct Program {
    steps: Vec<Step>,
    /// The outcomes of its result.
    pub domain: Rc<Domain>,
}

/// What identifies a table.
type TableKey = (Op, Flags, Vec<Type>, Type);

/// The domains and tables that were made.
#[derive(Default)]
pub(super) struct Tables {
    domains: FxHashMap<Type, Option<Rc<Domain>>>,
    tables: FxHashMap<TableKey, Result<Rc<Table>, Refused>>,
}

impl Tables {
    /// The outcomes of a small type.
    pub fn domain(&mut self, ctx: &Context, ty: Type) -> Option<Rc<Domain>> {
        self.domains
            .entry(ty)
            .or_insert_with(|| list(ctx, ty).map(|it| Rc::new(Domain::new(it))))
            .clone()
    }

    /// Makes a program of a term; `variables` are its variables by number. None if it has a type
    /// that is not small.
    pub fn program(
        &mut self,
        arena: &mut Arena,
        root: Term,
        variables: &[Term],
    ) -> Result<Option<Program>, Refused> {
        let mut order = Vec::new();
        let mut places: FxHashMap<Term, usize> = FxHashMap::default();
        let mut stack = vec![(root, false)];
        while let Some((term, ready)) = stack.pop() {
            if places.contains_key(&term) {
                continue;
            }
            let operands: Vec<Term> = match arena.data(term) {
                TermData::Operation { operands, .. } if !ready => operands.to_vec(),
                TermData::Variable { .. } | TermData::Constant(..) | TermData::Operation { .. } => {
                    Vec::new()
                }
            };
            if operands.is_empty() {
                places.insert(term, order.len());
                order.push(term);
                continue;
            }
            stack.push((term, true));
            stack.extend(operands.iter().map(|&operand| (operand, false)));
        }
        let mut steps = Vec::with_capacity(order.len());
        let mut domains: Vec<Rc<Domain>> = Vec::with_capacity(order.len());
        for &term in &order {
            let ty = arena.ty(term);
            let data = arena.data(term).clone();
            let (step, domain) = match data {
                TermData::Variable { .. } => {
                    let Some(domain) = self.domain(arena.context(), ty) else {
                        return Ok(None);
                    };
                    let Some(number) = variables.iter().position(|&it| it == term) else {
                        return Ok(None);
                    };
                    (Step::Variable(number), domain)
                }
                TermData::Constant(id) => {
                    let Some(found) = self.constant(arena.context_mut(), ty, id) else {
                        return Ok(None);
                    };
                    found
                }
                TermData::Operation { op, flags, operands } => {
                    let Some(domain) = self.domain(arena.context(), ty) else {
                        return Ok(None);
                    };
                    let operand_places: Vec<usize> =
                        operands.iter().map(|operand| places[operand]).collect();
                    let types: Vec<Type> =
                        operands.iter().map(|&operand| arena.ty(operand)).collect();
                    let operand_domains: Vec<Rc<Domain>> =
                        operand_places.iter().map(|&place| domains[place].clone()).collect();
                    let small = types.iter().all(|&ty| self.domain(arena.context(), ty).is_some());
                    let table = if small {
                        let key = (op, flags, types.clone(), ty);
                        match self.tables.get(&key) {
                            Some(table) => table.clone(),
                            None => {
                                let ctx = arena.context();
                                let table =
                                    fill(ctx, op, flags, &types, ty, &operand_domains, &domain);
                                self.tables.insert(key, table.clone());
                                table
                            }
                        }
                    } else {
                        fill(arena.context(), op, flags, &types, ty, &operand_domains, &domain)
                    };
                    let mut at = [0; 3];
                    at[..operand_places.len()].copy_from_slice(&operand_places);
                    (Step::Look(table?, at), domain)
                }
            };
            steps.push(step);
            domains.push(domain);
        }
        Ok(domains.pop().map(|domain| Program { steps, domain }))
    }

    /// A constant as a step; one of a large type has a domain of its own.
    fn constant(&mut self, ctx: &mut Context, ty: Type, id: Const) -> Option<(Step, Rc<Domain>)> {
        let value = value_of(ctx, id)?;
        let undef = ctx.constant(id).kind == ConstKind::Undef;
        let domain = match (self.domain(ctx, ty), without_pointers(&value)) {
            (Some(domain), _) => domain,
            (None, Some(outcome)) => Rc::new(Domain::new(vec![outcome])),
            (None, None) => return None,
        };
        let set = match &value {
            _ if undef => domain.defined,
            // The one constant pointer of the model is null, its first outcome.
            Value::Lane(Lane::Pointer(_)) => 1,
            Value::Lane(_) | Value::Parts(_) => domain.set_of(&[without_pointers(&value)?])?,
        };
        Some((Step::Fixed(set), domain))
    }
}

/// A constant as an outcome, if it has neither undef bits nor pointers.
pub(super) fn without_pointers(value: &ConstValue) -> Option<Outcome> {
    Some(match value {
        Value::Lane(Lane::Poison) => Value::poison(),
        Value::Lane(Lane::Bits(bits)) => Value::int(bits.as_defined()?.clone()),
        Value::Lane(Lane::Pointer(_)) => return None,
        Value::Parts(parts) => {
            Value::Parts(parts.iter().map(without_pointers).collect::<Option<_>>()?)
        }
    })
}

fn fill(
    ctx: &Context,
    op: Op,
    flags: Flags,
    types: &[Type],
    ty: Type,
    operands: &[Rc<Domain>],
    domain: &Domain,
) -> Result<Rc<Table>, Refused> {
    let mut strides = [0; 3];
    let mut size = 1;
    for (stride, operand) in strides.iter_mut().zip(operands) {
        *stride = size;
        size *= operand.outcomes.len();
    }
    let mut entries = Vec::with_capacity(size);
    for number in 0..size {
        let values: Vec<&Outcome> = operands
            .iter()
            .zip(strides)
            .map(|(operand, stride)| &operand.outcomes[number / stride % operand.outcomes.len()])
            .collect();
        let found = outcomes(ctx, op, flags, types, ty, &values)?;
        entries.push(domain.set_of(&found).ok_or(Refused::TooMany)?);
    }
    Ok(Rc::new(Table { strides, entries }))
}

impl Program {
    /// What the term denotes if the variables denote these sets. `scratch` is reused.
    #[inline]
    pub fn evaluate(&self, variables: &[Set], scratch: &mut Vec<Set>) -> Set {
        scratch.clear();
        for step in &self.steps {
            let set = match step {
                Step::Variable(number) => variables[*number],
                Step::Fixed(set) => *set,
                Step::Look(table, operands) => table.look(operands.map(|operand| scratch[operand])),
            };
            scratch.push(set);
        }
        scratch.last().copied().unwrap_or(0)
    }
}

impl Table {
    #[inline]
    fn look(&self, operands: [Set; 3]) -> Set {
        let mut result = 0;
        // An operand that is not there has stride 0, and is looked at once.
        let sets: [Set; 3] =
            std::array::from_fn(|at| if self.strides[at] == 0 { 1 } else { operands[at] });
        for a in bits(sets[0]) {
            for b in bits(sets[1]) {
                for c in bits(sets[2]) {
                    let place = a * self.strides[0] + b * self.strides[1] + c * self.strides[2];
                    result |= self.entries[place];
                }
            }
        }
        result
    }
}
