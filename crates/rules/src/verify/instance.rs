//! Instances of a left side: its variables get types, its constants values, its operations flags
//! and predicates.

use crate::arena::{Arena, Facts, Term};
use crate::constants;
use crate::op::Op;
use crate::pattern::{FlagPattern, Literal, MAX_PREDICATES, OpPattern, Pattern, Predicate, Slot};
use crate::rule::Rule;
use crate::terms::Terms;
use crate::typing::{PlacedOp, infer};
use tollgate_ir::{Const, Context, Flags, FloatPredicate, IntPredicate, Opcode, Type, TypeKind};

/// A left side, taken apart: operands come before operations, every variable is there once, the
/// root is last.
#[derive(Debug)]
pub(super) struct Skeleton {
    pub parts: Vec<Part>,
}

/// A part of a left side.
#[derive(Debug)]
pub(super) enum Part {
    Variable(Slot),
    Constant,
    Literal(Literal),
    Operation { op: OpPattern, flags: FlagPattern, operands: Vec<u8> },
}

/// The types of all parts.
pub(super) type Types = Vec<Type>;

/// What else makes an instance.
#[derive(Clone, Debug)]
pub(super) struct Details {
    /// Of each variable of predicates.
    pub predicates: [Option<Predicate>; MAX_PREDICATES],
    /// Of each part that is an operation.
    pub flags: Vec<Flags>,
    /// Of each part that is a constant.
    pub constants: Vec<Option<Const>>,
    /// Of each variable, by slot.
    pub facts: Vec<Facts>,
}

impl Skeleton {
    pub fn new(rule: &Rule) -> Skeleton {
        let mut skeleton = Skeleton { parts: Vec::new() };
        let mut places: Vec<Option<u8>> = vec![None; rule.variables.len()];
        skeleton.add(&rule.pattern, &mut places);
        skeleton
    }

    fn add(&mut self, pattern: &Pattern, places: &mut Vec<Option<u8>>) -> u8 {
        let part = match pattern {
            Pattern::Variable(slot) | Pattern::Constant(slot) => {
                if let Some(place) = places[usize::from(*slot)] {
                    return place;
                }
                places[usize::from(*slot)] = Some(self.parts.len() as u8);
                match pattern {
                    Pattern::Constant(_) => Part::Constant,
                    Pattern::Variable(..) | Pattern::Literal(..) | Pattern::Operation(..) => {
                        Part::Variable(*slot)
                    }
                }
            }
            Pattern::Literal(literal) => Part::Literal(*literal),
            Pattern::Operation(operation) => {
                let operands =
                    operation.operands.iter().map(|operand| self.add(operand, places)).collect();
                if let Some(slot) = operation.bind {
                    places[usize::from(slot)] = Some(self.parts.len() as u8);
                }
                Part::Operation { op: operation.op, flags: operation.flags, operands }
            }
        };
        self.parts.push(part);
        (self.parts.len() - 1) as u8
    }

    /// All assignments of types of the menu to the parts, in the order of the menu; at most
    /// `limit`.
    pub fn typings(&self, ctx: &mut Context, menu: &[Type], limit: usize) -> Vec<Types> {
        let mut found = Vec::new();
        // Enough to find something in any menu, not enough to walk through all of a hopeless one.
        let mut budget = 20_000;
        self.search(ctx, menu, vec![None; self.parts.len()], limit, &mut budget, &mut found);
        found
    }

    fn search(
        &self,
        ctx: &mut Context,
        menu: &[Type],
        mut types: Vec<Option<Type>>,
        limit: usize,
        budget: &mut usize,
        found: &mut Vec<Types>,
    ) {
        let places: Vec<PlacedOp<'_>> = self
            .parts
            .iter()
            .enumerate()
            .filter_map(|(at, part)| match part {
                Part::Operation { op, operands, .. } => {
                    Some(PlacedOp { op: representative(*op), operands, at })
                }
                Part::Variable(_) | Part::Constant | Part::Literal(_) => None,
            })
            .collect();
        if infer(ctx, &places, &mut types).is_err() || *budget == 0 {
            return;
        }
        *budget -= 1;
        let Some(unknown) = types.iter().position(Option::is_none) else {
            let types: Types = types.into_iter().flatten().collect();
            if self.variables_fit(ctx, &types) {
                found.push(types);
            }
            return;
        };
        for &ty in menu {
            if found.len() >= limit {
                return;
            }
            let mut types = types.clone();
            types[unknown] = Some(ty);
            self.search(ctx, menu, types, limit, budget, found);
        }
    }

    fn variables_fit(&self, ctx: &mut Context, types: &[Type]) -> bool {
        self.parts.iter().zip(types).all(|(part, &ty)| match part {
            Part::Constant => constants::int_width(ctx, ty).is_some(),
            Part::Literal(literal) => constants::constant_of_literal(ctx, ty, *literal).is_some(),
            Part::Variable(_) | Part::Operation { .. } => true,
        })
    }

    /// The predicates that the variables of predicates may stand for.
    pub fn predicates(&self) -> Vec<Vec<Predicate>> {
        let mut choices: Vec<Vec<Predicate>> = vec![Vec::new(); MAX_PREDICATES];
        for part in &self.parts {
            let Part::Operation { op, .. } = part else {
                continue;
            };
            match *op {
                OpPattern::Fixed(_) => {}
                OpPattern::IntCompare(slot) => {
                    choices[usize::from(slot)] =
                        IntPredicate::ALL.iter().map(|&it| Predicate::Int(it)).collect();
                }
                OpPattern::FloatCompare(slot) => {
                    choices[usize::from(slot)] =
                        FloatPredicate::ALL.iter().map(|&it| Predicate::Float(it)).collect();
                }
            }
        }
        choices
    }

    /// The flags that each operation may have, as far as `sem` gives them a meaning.
    pub fn flags(&self, ctx: &Context, types: &[Type]) -> Vec<Vec<Flags>> {
        let lane = |ty: Type| ctx.array_elem(ty).unwrap_or_else(|| ctx.scalar(ty));
        let is = |at: usize, wanted: fn(&TypeKind) -> bool| wanted(ctx.kind(lane(types[at])));
        let choices = self.parts.iter().enumerate().map(|(at, part)| match part {
            Part::Operation { op, flags, operands } => {
                let mut meaningful = op.allowed_flags() & Flags::POISON;
                // `select` has flags only where it chooses floats, `icmp` only where it compares
                // integers.
                if op.head() == Op::Plain(Opcode::Select).head()
                    && !is(at, |kind| matches!(kind, TypeKind::Float(_)))
                    || op.head() == Op::IntCompare(IntPredicate::Eq).head()
                        && !is(operands[0].into(), |kind| matches!(kind, TypeKind::Int(_)))
                {
                    meaningful = Flags::NONE;
                }
                subsets(meaningful).into_iter().filter(|it| flags.admits(*it)).collect()
            }
            Part::Variable(_) | Part::Constant | Part::Literal(_) => vec![Flags::NONE],
        });
        choices.collect()
    }

    /// Makes the term; none if the predicates do not fit the comparisons.
    pub fn build(&self, arena: &mut Arena, types: &[Type], details: &Details) -> Option<Term> {
        let mut terms: Vec<Term> = Vec::new();
        for (at, (part, &ty)) in self.parts.iter().zip(types).enumerate() {
            terms.push(match part {
                Part::Variable(slot) => {
                    let facts = details.facts[usize::from(*slot)].clone();
                    arena.variable(u32::from(*slot), ty, facts)
                }
                Part::Constant => arena.constant(details.constants[at]?),
                Part::Literal(literal) => {
                    let id = constants::constant_of_literal(arena.context_mut(), ty, *literal)?;
                    arena.constant(id)
                }
                Part::Operation { op, operands, .. } => {
                    let operands: Vec<Term> =
                        operands.iter().map(|&operand| terms[usize::from(operand)]).collect();
                    let op = match *op {
                        OpPattern::Fixed(op) => op,
                        OpPattern::IntCompare(slot) | OpPattern::FloatCompare(slot) => {
                            match details.predicates[usize::from(slot)]? {
                                Predicate::Int(predicate) => Op::IntCompare(predicate),
                                Predicate::Float(predicate) => Op::FloatCompare(predicate),
                            }
                        }
                    };
                    arena.make(op, details.flags[at], ty, &operands)
                }
            });
        }
        terms.last().copied()
    }
}

/// An operation that stands for all that the pattern matches, where the predicate does not matter.
fn representative(op: OpPattern) -> Op {
    match op {
        OpPattern::Fixed(op) => op,
        OpPattern::IntCompare(_) => Op::IntCompare(IntPredicate::Eq),
        OpPattern::FloatCompare(_) => Op::FloatCompare(FloatPredicate::Oeq),
    }
}

/// All subsets of a set of flags.
fn subsets(flags: Flags) -> Vec<Flags> {
    let mut all = vec![Flags::NONE];
    for (flag, _) in Flags::WORDS {
        if flags.contains(*flag) {
            let with: Vec<Flags> = all.iter().map(|it| *it | *flag).collect();
            all.extend(with);
        }
    }
    all
}
