//! Every instance of a rule at small types.

use super::compare::{Sides, each};
use super::instance::Part;
use super::tables::Tables;
use super::{Check, Failure};
use crate::constants::{constant_of_int, int_width};
use crate::expression::Asked;
use crate::known::KnownBits;
use crate::pattern::Predicate;
use crate::rule::Kind;
use crate::rule_set::Use;
use crate::terms::Terms;
use tollgate_ir::{Const, Context, Flags, Type, TypeKind};
use tollgate_sem::Int;

/// At most this many assignments of types to a left side are tried.
const MAX_TYPINGS: usize = 400;

/// What is chosen for an instance.
#[derive(Clone, Debug)]
enum Choice {
    Predicate(usize, Vec<Predicate>),
    Flags(usize, Vec<Flags>),
    Definedness(usize),
    Bits(usize, Vec<KnownBits>),
    Constant(usize, Vec<Const>),
    Reversed,
}

impl Choice {
    fn count(&self) -> usize {
        match self {
            Choice::Predicate(_, choices) => choices.len(),
            Choice::Flags(_, choices) => choices.len(),
            Choice::Definedness(_) => 4,
            Choice::Bits(_, choices) => choices.len(),
            Choice::Constant(_, choices) => choices.len(),
            Choice::Reversed => 2,
        }
    }
}

impl Check<'_> {
    /// See the [module](self).
    pub(super) fn exhaustive(&mut self) -> Result<(), Failure> {
        let menu = self.small_types();
        let typings = self.skeleton.typings(self.arena.context_mut(), &menu, MAX_TYPINGS);
        let mut tables = Tables::default();
        for types in typings {
            self.typing(&types, &mut tables)?;
        }
        Ok(())
    }

    fn small_types(&mut self) -> Vec<Type> {
        let width = self.effort.width.min(4);
        let ctx = self.arena.context_mut();
        let mut menu: Vec<Type> = (1..=width).map(|width| ctx.int_type(width)).collect();
        menu.push(Type::PTR);
        for width in [1, 2] {
            let elem = ctx.int_type(width);
            menu.push(ctx.ty(TypeKind::Vector { len: 2, scalable: false, elem }));
        }
        for fields in [vec![menu[0], menu[1]], vec![menu[0]; 3]] {
            menu.push(ctx.ty(TypeKind::Struct { packed: false, fields: fields.into() }));
        }
        menu
    }

    fn typing(&mut self, types: &[Type], tables: &mut Tables) -> Result<(), Failure> {
        let choices = self.choices(types);
        let counts: Vec<usize> = choices.iter().map(Choice::count).collect();
        let mut random = self.random.clone();
        let mut details = self.details();
        let mut complete = true;
        let before = self.checked.instances;
        let exhausted = each(&counts, self.effort.instances, &mut random, |digits| {
            self.arena.clear();
            self.arena.reversed = false;
            for (choice, &digit) in choices.iter().zip(digits) {
                match choice {
                    Choice::Predicate(slot, choices) => {
                        details.predicates[*slot] = Some(choices[digit])
                    }
                    Choice::Flags(at, choices) => details.flags[*at] = choices[digit],
                    Choice::Definedness(slot) => {
                        details.facts[*slot].never_undef = digit & 1 > 0;
                        details.facts[*slot].never_poison = digit & 2 > 0;
                    }
                    Choice::Bits(slot, choices) => {
                        details.facts[*slot].known = Some(choices[digit].clone())
                    }
                    Choice::Constant(at, choices) => details.constants[*at] = Some(choices[digit]),
                    Choice::Reversed => self.arena.reversed = digit > 0,
                }
            }
            let Some(built) = self.skeleton.build(&mut self.arena, types, &details) else {
                return Ok(());
            };
            let Some(applied) = self.arena.apply(&self.set, built, Use::Both) else {
                return Ok(());
            };
            // What `sem` refuses at small types is left to the large ones.
            let Some(sides) =
                Sides::new(&mut self.arena, tables, built, applied.node, applied.kind)
            else {
                return Ok(());
            };
            self.checked.instances += 1;
            self.checked.equalities += u64::from(applied.kind == Kind::Equality);
            let names = &self.rule.variables;
            complete &= sides
                .check(self.effort.values, &mut self.random, &mut self.checked)
                .map_err(|sets| {
                    Failure::Counterexample(Box::new(sides.counterexample(
                        &self.arena,
                        names,
                        &sets,
                    )))
                })?;
            Ok(())
        })?;
        self.random = random;
        if self.checked.instances > before {
            if exhausted && complete {
                self.checked.complete_typings += 1;
            } else {
                self.checked.sampled_typings += 1;
            }
        }
        Ok(())
    }

    fn choices(&mut self, types: &[Type]) -> Vec<Choice> {
        let mut choices = Vec::new();
        for (slot, predicates) in self.skeleton.predicates().into_iter().enumerate() {
            if !predicates.is_empty() {
                choices.push(Choice::Predicate(slot, predicates));
            }
        }
        for (at, flags) in self.skeleton.flags(self.arena.context(), types).into_iter().enumerate()
        {
            if flags != [Flags::NONE] {
                choices.push(Choice::Flags(at, flags));
            }
        }
        let all_asked = self.asked();
        for &asked in &all_asked {
            match asked {
                // Bounds and bits are varied at the same time.
                Asked::Bits(slot) if all_asked.contains(&Asked::Bounds(slot)) => {}
                Asked::Definedness(slot) => choices.push(Choice::Definedness(usize::from(slot))),
                Asked::Order => choices.push(Choice::Reversed),
                Asked::Bits(slot) | Asked::Bounds(slot) => {
                    let part = self
                        .skeleton
                        .parts
                        .iter()
                        .position(|part| matches!(part, Part::Variable(it) if *it == slot));
                    // Of an operation that is named, the operands tell.
                    let Some(ty) = part.map(|at| types[at]) else { continue };
                    let Some(width) = int_width(self.arena.context(), ty) else { continue };
                    let mut known = small_knowledge(width);
                    if asked == Asked::Bounds(slot) {
                        known.extend(small_bounds(width));
                    }
                    choices.push(Choice::Bits(usize::from(slot), known));
                }
            }
        }
        for (at, part) in self.skeleton.parts.iter().enumerate() {
            if let Part::Constant = part {
                choices.push(Choice::Constant(
                    at,
                    small_constants(self.arena.context_mut(), types[at]),
                ));
            }
        }
        choices
    }
}

/// All that can be known of an integer of a small width, without contradiction.
fn small_knowledge(width: u32) -> Vec<KnownBits> {
    let mut all = Vec::new();
    let values = || (0..1 << width.min(4)).map(|value| Int::new(width, value));
    for zeros in values() {
        for ones in values().filter(|ones| !ones.intersects(&zeros)) {
            for sign_bits in 1..=width {
                let known = KnownBits {
                    zeros: zeros.clone(),
                    ones: ones.clone(),
                    sign_bits,
                    ..KnownBits::nothing(width)
                };
                // What no value fits would make every law true.
                if values().any(|value| known.allows(&value)) {
                    all.push(known);
                }
            }
        }
    }
    all
}

/// All bounds of an integer of a small width: those of the unsigned value, and those of the signed
/// one.
fn small_bounds(width: u32) -> Vec<KnownBits> {
    let values = || (0..1 << width.min(4)).map(|value| Int::new(width, value));
    let pairs = values().flat_map(|low| values().map(move |high| (low.clone(), high)));
    let all = pairs.flat_map(|(low, high)| {
        let nothing = KnownBits::nothing(width);
        let unsigned =
            nothing.range.filter(|_| !high.ult(&low)).map(|all| all.within_unsigned(&low, &high));
        let signed =
            nothing.range.filter(|_| !high.slt(&low)).map(|all| all.within_signed(&low, &high));
        [unsigned, signed]
            .into_iter()
            .flatten()
            .map(move |range| nothing.clone().within(Some(range)))
    });
    all.collect()
}

/// All constants of a small type that patterns match; of a large one those that count lanes and
/// bits.
fn small_constants(ctx: &mut Context, ty: Type) -> Vec<Const> {
    let Some(width) = ctx.int_width(ctx.scalar(ty)) else {
        return Vec::new();
    };
    let values: Vec<u64> = if width <= 5 { (0..1 << width).collect() } else { (0..6).collect() };
    let constants =
        values.into_iter().filter_map(|value| constant_of_int(ctx, ty, &Int::new(width, value)));
    constants.collect()
}
