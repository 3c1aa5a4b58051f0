//! Random instances of a rule at large types, on random assignments of values.

use super::evaluate::{Outcome, Refused, outcomes, pointers, poison, refines, show};
use super::instance::{Details, Part};
use super::tables::without_pointers;
use super::{Check, Counterexample, Failure, describe};
use crate::arena::{Arena, Facts, Term, TermData};
use crate::constants::{constant_of_int, int_width};
use crate::expression::Asked;
use crate::known::KnownBits;
use crate::random::Random;
use crate::rule::Kind;
use crate::rule_set::Use;
use crate::terms::Terms;
use rustc_hash::FxHashMap;
use tollgate_ir::{Const, ConstKind, Context, FloatType, Type, TypeKind};
use tollgate_sem::Int;
use tollgate_sem::fold::value_of;
use tollgate_sem::value::{Lane, Value};

/// The widths of integers, some of them odd on purpose.
const WIDTHS: &[u32] = &[1, 5, 7, 8, 13, 16, 31, 32, 33, 64, 65, 128];

/// The formats of floats. The others are not interpreted throughout, or are slow and of the same
/// kind.
const FORMATS: &[FloatType] =
    &[FloatType::Half, FloatType::BFloat, FloatType::Float, FloatType::Double];

/// Terms that denote more outcomes than this are given up.
const MAX_OUTCOMES: usize = 128;

/// What the variables of an instance denote.
type Assignment = FxHashMap<Term, Vec<Outcome>>;

impl Check<'_> {
    /// See the [module](self).
    pub(super) fn sample(&mut self) -> Result<(), Failure> {
        let mut menu = self.large_types();
        let mut random = self.random.clone();
        let asked = self.asked();
        let predicates = self.skeleton.predicates();
        for attempt in 0..self.effort.samples {
            random.shuffle(&mut menu);
            let Some(types) = self.skeleton.typings(self.arena.context_mut(), &menu, 1).pop()
            else {
                continue;
            };
            let flags = self.skeleton.flags(self.arena.context(), &types);
            // Conditions on constants are often met by few: for given types several are tried.
            for _ in 0..8 {
                self.arena.clear();
                self.arena.reversed = random.one_in(2);
                let mut details = self.details();
                for (place, choices) in details.predicates.iter_mut().zip(&predicates) {
                    *place = (!choices.is_empty()).then(|| *random.of(choices));
                }
                for (place, choices) in details.flags.iter_mut().zip(&flags) {
                    *place = *random.of(choices);
                }
                self.assume(&asked, &types, &mut details, &mut random);
                let mut chosen: Vec<Int> = Vec::new();
                for (at, part) in self.skeleton.parts.iter().enumerate() {
                    if let Part::Constant = part {
                        let id =
                            constant(self.arena.context_mut(), types[at], &mut chosen, &mut random);
                        details.constants[at] = id;
                    }
                }
                let Some(root) = self.skeleton.build(&mut self.arena, &types, &details) else {
                    break;
                };
                let variables = self.arena.variables();
                let Some(applied) = self.arena.apply(&self.set, root, Use::Both) else {
                    continue;
                };
                self.checked.samples += 1;
                self.checked.equalities += u64::from(applied.kind == Kind::Equality);
                for _ in 0..self.effort.sample_values {
                    self.compare(root, applied.node, applied.kind, &variables, &mut random)?;
                }
                if attempt % 4 == 0 {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Draws the facts about variables that the conditions of the rule ask for.
    fn assume(&self, asked: &[Asked], types: &[Type], details: &mut Details, random: &mut Random) {
        for &asked in asked {
            match asked {
                Asked::Definedness(slot) => {
                    details.facts[usize::from(slot)].never_undef = !random.one_in(3);
                    details.facts[usize::from(slot)].never_poison = !random.one_in(3);
                }
                Asked::Bits(slot) | Asked::Bounds(slot) => {
                    let part = self
                        .skeleton
                        .parts
                        .iter()
                        .position(|part| matches!(part, Part::Variable(it) if *it == slot));
                    let width = part.and_then(|at| int_width(self.arena.context(), types[at]));
                    details.facts[usize::from(slot)].known =
                        width.map(|width| knowledge(width, random));
                }
                Asked::Order => {}
            }
        }
    }

    /// Compares what both sides denote under a random assignment.
    fn compare(
        &mut self,
        root: Term,
        result: Term,
        kind: Kind,
        variables: &[Term],
        random: &mut Random,
    ) -> Result<(), Failure> {
        let mut assignment = Assignment::default();
        for &variable in variables {
            let TermData::Variable { facts, .. } = self.arena.data(variable) else {
                continue;
            };
            let ty = self.arena.ty(variable);
            let values = values(self.arena.context(), ty, facts, random);
            assignment.insert(variable, values);
        }
        let left = denote(&mut self.arena, root, &assignment);
        let right = denote(&mut self.arena, result, &assignment);
        let (Ok(left), Ok(right)) = (left, right) else {
            return Ok(());
        };
        self.checked.sample_cases += 1;
        let equal = all_refined(&right, &left);
        self.checked.strict += u64::from(!equal);
        if all_refined(&left, &right) && (kind == Kind::Refinement || equal) {
            return Ok(());
        }
        let described = variables.iter().map(|&term| {
            let values = show(&assignment[&term].iter().collect::<Vec<_>>());
            describe(&self.arena, &self.rule.variables, term, &values)
        });
        Err(Failure::Counterexample(Box::new(Counterexample {
            kind,
            left: self.arena.text(root).to_string(),
            right: self.arena.text(result).to_string(),
            variables: described.collect(),
            left_outcomes: show(&left.iter().collect::<Vec<_>>()),
            right_outcomes: show(&right.iter().collect::<Vec<_>>()),
        })))
    }

    fn large_types(&mut self) -> Vec<Type> {
        let ctx = self.arena.context_mut();
        let mut menu: Vec<Type> = WIDTHS.iter().map(|&width| ctx.int_type(width)).collect();
        menu.extend(FORMATS.iter().map(|&format| ctx.ty(TypeKind::Float(format))));
        for (len, elem) in
            [(2, Type::I8), (4, Type::I8), (2, Type::I16), (2, Type::HALF), (3, Type::I1)]
        {
            menu.push(ctx.ty(TypeKind::Vector { len, scalable: false, elem }));
        }
        menu.push(Type::PTR);
        for fields in [vec![Type::I32, Type::PTR], vec![Type::I8, Type::FLOAT, Type::I64]] {
            menu.push(ctx.ty(TypeKind::Struct { packed: false, fields: fields.into() }));
        }
        menu.push(ctx.ty(TypeKind::Array { len: 2, elem: Type::HALF }));
        menu
    }
}

/// Whether every outcome on the right refines one on the left.
fn all_refined(left: &[Outcome], right: &[Outcome]) -> bool {
    right.iter().all(|right| left.iter().any(|left| refines(left, right)))
}

/// The outcomes of a term, every use of an operand being a choice of its own.
fn denote(arena: &mut Arena, term: Term, assignment: &Assignment) -> Result<Vec<Outcome>, Refused> {
    let ty = arena.ty(term);
    match arena.data(term).clone() {
        TermData::Variable { .. } => assignment.get(&term).cloned().ok_or(Refused::TooMany),
        TermData::Constant(id) => {
            let value = value_of(arena.context_mut(), id).ok_or(Refused::TooMany)?;
            match &value {
                Value::Lane(Lane::Pointer(_))
                    if arena.context().constant(id).kind == ConstKind::Undef =>
                {
                    Ok(pointers())
                }
                Value::Lane(Lane::Pointer(_)) => Ok(pointers().into_iter().take(1).collect()),
                Value::Lane(..) | Value::Parts(..) => {
                    Ok(vec![without_pointers(&value).ok_or(Refused::TooMany)?])
                }
            }
        }
        TermData::Operation { op, flags, operands } => {
            let types: Vec<Type> = operands.iter().map(|&operand| arena.ty(operand)).collect();
            let mut rows: Vec<Vec<Outcome>> = vec![Vec::new()];
            for &operand in &operands {
                let values = denote(arena, operand, assignment)?;
                rows = rows
                    .iter()
                    .flat_map(|row| {
                        values.iter().map(|it| [row.as_slice(), std::slice::from_ref(it)].concat())
                    })
                    .collect();
                if rows.len() > MAX_OUTCOMES {
                    return Err(Refused::TooMany);
                }
            }
            let mut found = Vec::new();
            for row in rows {
                let operands: Vec<&Outcome> = row.iter().collect();
                for outcome in outcomes(arena.context(), op, flags, &types, ty, &operands)? {
                    if !found.contains(&outcome) {
                        found.push(outcome);
                    }
                }
            }
            Ok(found)
        }
    }
}

/// A constant: a boundary value, a random one, or one made of an earlier one.
fn constant(
    ctx: &mut Context,
    ty: Type,
    chosen: &mut Vec<Int>,
    random: &mut Random,
) -> Option<Const> {
    let width = ctx.int_width(ctx.scalar(ty))?;
    let value = match chosen.last() {
        Some(last) if !random.one_in(3) => {
            let last = if random.one_in(2) {
                last.sext_or_trunc(width)
            } else {
                last.zext_or_trunc(width)
            };
            let one = Int::one(width);
            match random.below(9) {
                0 | 1 => last,
                2 => last.not(),
                3 => last.neg(),
                4 => last.add(&one),
                5 => last.sub(&one),
                6 => one.shl(last.saturating_u32(width - 1)),
                7 => Int::new(width, u64::from(last.cttz())),
                _ => Int::new(width, u64::from(width)).sub(&last),
            }
        }
        Some(_) | None => int(width, random),
    };
    chosen.push(value.clone());
    constant_of_int(ctx, ty, &value)
}

/// An integer: often a boundary value.
fn int(width: u32, random: &mut Random) -> Int {
    let one = Int::one(width);
    let power = one.shl(random.below(width as usize) as u32);
    match random.below(12) {
        0 => Int::zero(width),
        1 => one,
        2 => Int::all_ones(width),
        3 => Int::signed_min(width),
        4 => Int::signed_max(width),
        5 => power,
        6 => power.sub(&one),
        7 => power.neg(),
        8 => Int::new(width, random.below(width as usize + 2) as u64),
        9 => Int::new(width, random.below(16) as u64),
        _ => Int::from_u128(width, u128::from(random.bits()) << 64 | u128::from(random.bits())),
    }
}

/// Something that may be known of an integer: many high bits, or single ones.
fn knowledge(width: u32, random: &mut Random) -> KnownBits {
    let mut known = KnownBits::nothing(width);
    let value = int(width, random);
    if random.one_in(3) {
        let other = int(width, random);
        let range =
            known.range.map(|all| match (random.one_in(2), value.ult(&other), value.slt(&other)) {
                (true, true, _) => all.within_unsigned(&value, &other),
                (true, false, _) => all.within_unsigned(&other, &value),
                (false, _, true) => all.within_signed(&value, &other),
                (false, _, false) => all.within_signed(&other, &value),
            });
        return known.within(range);
    }
    let mask = match random.below(4) {
        0 => Int::low_bits(width, random.below(width as usize + 1) as u32).not(),
        1 => Int::low_bits(width, random.below(width as usize + 1) as u32),
        2 => int(width, random),
        _ => Int::zero(width),
    };
    match random.below(3) {
        0 => known.zeros = mask,
        1 => known.zeros = mask.and_not(&value),
        _ => {
            known.zeros = mask.and_not(&value);
            known.ones = mask.and(&value);
        }
    }
    if random.one_in(2) {
        // Not more than the known bits leave possible.
        let most = fitting_int(&known, random);
        let most = if most.is_negative() { most.not().ctlz() } else { most.ctlz() };
        known.sign_bits = 1 + random.below(most as usize) as u32;
    }
    known
}

/// An integer that fits what is known of it.
fn fitting_int(known: &KnownBits, random: &mut Random) -> Int {
    let width = known.width();
    let bounds = [known.low(), known.high(), known.least(), known.most()];
    for _ in 0..20 {
        // Bounds that leave few are met only on purpose.
        let step = int(width, random);
        let (low, size) = if random.one_in(2) {
            (&bounds[0], bounds[1].sub(&bounds[0]))
        } else {
            (&bounds[2], bounds[3].sub(&bounds[2]))
        };
        let size = size.add(&Int::one(width));
        let inside = low.add(&if size.is_zero() { step } else { step.urem(&size) });
        if known.allows(&inside) && random.one_in(2) {
            return inside;
        }
        let value = int(width, random).and_not(&known.zeros).or(&known.ones);
        if known.allows(&value) {
            return value;
        }
        // Copies of the sign.
        let shifted = value.shl(known.sign_bits - 1).ashr(known.sign_bits - 1);
        let value = shifted.and_not(&known.zeros).or(&known.ones);
        if known.allows(&value) {
            return value;
        }
    }
    if let Some(bound) = bounds.into_iter().find(|bound| known.allows(bound)) {
        return bound;
    }
    // One of these fits: all copies of the sign zero, or all of them one.
    let copies = Int::low_bits(width, width - known.sign_bits).not();
    if known.allows(&known.ones) { known.ones.clone() } else { known.ones.or(&copies) }
}

/// The bits of a float: often a zero, an infinity, a NaN, a subnormal number, a small integer.
fn float(format: FloatType, random: &mut Random) -> Int {
    let width = format.bits();
    let significand = match format {
        FloatType::Half => 10,
        FloatType::BFloat => 7,
        FloatType::Float => 23,
        FloatType::Double | FloatType::X86Fp80 | FloatType::Fp128 | FloatType::PpcFp128 => 52,
    };
    let exponent = Int::low_bits(width - 1, width - 1 - significand).zext(width).shl(significand);
    let magnitude = match random.below(9) {
        0 => Int::zero(width),
        1 => exponent,
        2 => exponent.or(&Int::single_bit(width, significand - 1)),
        3 => exponent.or(&Int::one(width)),
        4 => exponent.or(&int(width, random)),
        5 => Int::new(width, random.below(4) as u64),
        // One: the exponent field without its highest bit.
        6 => exponent.and_not(&Int::single_bit(width, width - 2)),
        7 => exponent.sub(&Int::one(width)),
        _ => int(width, random),
    };
    let sign = Int::single_bit(width, width - 1);
    if random.one_in(2) { magnitude.or(&sign) } else { magnitude.and_not(&sign) }
}

/// One outcome of a type.
fn outcome(ctx: &Context, ty: Type, facts: &Facts, random: &mut Random) -> Outcome {
    if !facts.never_poison && random.one_in(12) {
        return poison(ctx, ty);
    }
    match ctx.kind(ty) {
        TypeKind::Int(width) => Value::int(match &facts.known {
            Some(known) => fitting_int(known, random),
            None => int(*width, random),
        }),
        TypeKind::Float(format) => Value::int(float(*format, random)),
        TypeKind::Ptr(_) => random.of(&pointers()).clone(),
        TypeKind::Vector { len, elem, .. } => {
            Value::Parts((0..*len).map(|_| outcome(ctx, *elem, facts, random)).collect())
        }
        TypeKind::Array { len, elem } => {
            Value::Parts((0..*len).map(|_| outcome(ctx, *elem, facts, random)).collect())
        }
        TypeKind::Struct { fields, .. } => {
            Value::Parts(fields.iter().map(|&field| outcome(ctx, field, facts, random)).collect())
        }
        TypeKind::Void
        | TypeKind::Label
        | TypeKind::Metadata
        | TypeKind::Token
        | TypeKind::X86Amx
        | TypeKind::X86Mmx
        | TypeKind::Byte(..)
        | TypeKind::Named { .. }
        | TypeKind::Target { .. }
        | TypeKind::Function { .. } => poison(ctx, ty),
    }
}

/// What a variable denotes: mostly one outcome, sometimes two.
fn values(ctx: &Context, ty: Type, facts: &Facts, random: &mut Random) -> Vec<Outcome> {
    let mut values = vec![outcome(ctx, ty, facts, random)];
    if !facts.never_undef && random.one_in(4) {
        // Lanes have sets of their own: in one lane there are two values, or the set would not be a
        // product.
        let mut another = values[0].clone();
        let other = outcome(ctx, ty, facts, random);
        match (&mut another, other) {
            (Value::Parts(lanes), Value::Parts(others)) => {
                let at = random.below(lanes.len());
                lanes[at] = others[at].clone();
            }
            (another, other) => *another = other,
        }
        if !values.contains(&another) {
            values.push(another);
        }
    }
    values
}
