//! The check of a rule, by evaluating both sides.
//!
//! **What is checked.** A term denotes a set of *outcomes*: one for every choice that undef and
//! choosing operations have. Let `L` and `R` be the sets of both sides, where every variable
//! denotes any non-empty set of values, or poison, and every *use* of a variable may take another
//! value of its set.
//! - *refinement*: for every outcome in `R` there is one in `L` that is poison or equal to it, lane
//!   by lane;
//! - *equality*: that, and the same with `L` and `R` exchanged.
//!
//! This is §2.4 for values. What holds of one use of a term holds in every context, since all
//! operations but those that §4.4 excepts are monotone in refinement of operands.
//!
//! **How.** The left side is built as a term and the rule *applied* to it by the matcher that
//! proofs use; then both terms are evaluated. Types of variables are searched with the same
//! typing relation that makes right sides.
//! - *Exhaustively* at small types: integers of 1 to 4 bits, pointers of a model in which different
//!   pointers may have one address, vectors of two lanes, pairs; all predicates, flags, constants,
//!   facts; all values, poison, undef; and, for variables that are used more than once on a side,
//!   all sets of values (of larger types a random choice of sets). Where there are more cases than
//!   the [`Effort`] allows, a random sample of these is tried, and [`Checked`] tells of it.
//! - *At random* at large types: integers of 5 to 128 bits, floats, vectors; boundary values, and
//!   sets of two values.
//!
//! A variable that is used at most once on either side needs no sets: then the set of a side is the
//! union over the values, and what holds for each value holds for the union.
//!
//! A rule that passes is *tested*, not proven: a law that fails only at large widths, or only for
//! rare values there, would pass.

mod compare;
mod evaluate;
mod exhaustive;
mod instance;
#[cfg(test)]
mod overlaps;
mod sample;
mod tables;

use crate::arena::{Arena, Facts, Term, TermData};
use crate::expression::Asked;
use crate::pattern::TemplateNode;
use crate::random::Random;
use crate::rule::{Kind, Rule};
use crate::rule_set::RuleSet;
use crate::terms::Terms;
use compare::Sides;
use instance::{Details, Skeleton};
use std::fmt;
use tables::Tables;
use tollgate_ir::{Context, Flags, Type, TypeKind};

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Integers of up to this many bits are tried exhaustively; at most 4.
    pub width: u32,
    /// Of more combinations of predicates, flags, facts and constants than this, for given types, a
    /// random choice is tried.
    pub instances: usize,
    /// Of more combinations of values than this, for a given instance, a random choice is tried.
    pub values: usize,
    /// How many random instances at large types are tried.
    pub samples: usize,
    /// How many random values for each of them.
    pub sample_values: usize,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Effort {
    /// What a test run on every change can afford.
    pub const QUICK: Effort =
        Effort { width: 3, instances: 600, values: 3_000, samples: 60, sample_values: 12, seed: 1 };
    /// What one can afford once.
    pub const FULL: Effort = Effort {
        width: 4,
        instances: 20_000,
        values: 100_000,
        samples: 300,
        sample_values: 40,
        seed: 2,
    };
}

/// What was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Assignments of small types to the variables of which *all* instances and values were tried.
    pub complete_typings: usize,
    /// Assignments of which a random choice was tried.
    pub sampled_typings: usize,
    /// Instances at small types to which the rule applied.
    pub instances: u64,
    /// Combinations of values at small types that were evaluated.
    pub cases: u64,
    /// Instances at large types to which the rule applied.
    pub samples: u64,
    /// Combinations of values at large types that were evaluated.
    pub sample_cases: u64,
    /// Of the instances of both kinds those where it was an equality.
    pub equalities: u64,
    /// Of the cases of both kinds those in which the right side is less than the left: no equality.
    pub strict: u64,
}

/// Why a rule is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// A case in which the right side is not what the rule says.
    Counterexample(Box<Counterexample>),
    /// The rule applied to nothing that was tried.
    NeverApplied,
    /// An equality, or a refinement's claim to be one under a condition, was never met.
    NeverAnEquality,
}

/// A case in which a rule is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// What was claimed.
    pub kind: Kind,
    /// The left side as a term.
    pub left: String,
    /// The right side that the rule made of it.
    pub right: String,
    /// The variables, with type, facts and what they denote.
    pub variables: Vec<String>,
    /// What the left side denotes.
    pub left_outcomes: String,
    /// What the right side denotes.
    pub right_outcomes: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NeverApplied => f.write_str("applies to nothing that was tried"),
            Failure::NeverAnEquality => f.write_str("was an equality in nothing that was tried"),
            Failure::Counterexample(case) => {
                writeln!(f, "is no {}: {} => {}", case.kind.word(), case.left, case.right)?;
                for variable in &case.variables {
                    writeln!(f, "  {variable}")?;
                }
                writeln!(f, "  left side:  {}", case.left_outcomes)?;
                write!(f, "  right side: {}", case.right_outcomes)
            }
        }
    }
}

/// Checks a rule. See the [module](self).
pub fn verify(rule: &Rule, effort: &Effort) -> Result<Checked, Failure> {
    let mut set = RuleSet::empty();
    set.push(rule.clone());
    set.assume_hints = true;
    let skeleton = Skeleton::new(rule);
    let mut check = Check {
        rule,
        set,
        skeleton,
        effort,
        random: Random::new(effort.seed),
        arena: Arena::new(),
        checked: Checked::default(),
    };
    check.exhaustive()?;
    check.sample()?;
    let checked = check.checked;
    if checked.instances + checked.samples == 0 {
        return Err(Failure::NeverApplied);
    }
    if checked.equalities == 0 && (rule.kind == Kind::Equality || rule.equality.is_some()) {
        return Err(Failure::NeverAnEquality);
    }
    Ok(checked)
}

/// Checks that one term is what is claimed of another, at small types (see the [module](self));
/// `values` is as in [`Effort`]. Gives the number of cases; none if a type is not small or an
/// operation not interpreted.
pub fn compare(
    arena: &mut Arena,
    left: Term,
    right: Term,
    kind: Kind,
    values: usize,
) -> Option<Result<u64, Box<Counterexample>>> {
    let sides = Sides::new(arena, &mut Tables::default(), left, right, kind)?;
    let mut checked = Checked::default();
    Some(match sides.check(values, &mut Random::new(1), &mut checked) {
        Ok(_) => Ok(checked.cases),
        Err(sets) => Err(Box::new(sides.counterexample(arena, &[], &sets))),
    })
}

/// A variable, its type and what it denotes, for messages. `names` are the names of the variables
/// by number.
fn describe(arena: &Arena, names: &[String], variable: Term, values: &str) -> String {
    let ty = type_text(arena.context(), arena.ty(variable));
    let TermData::Variable { number, facts } = arena.data(variable) else {
        return format!("{ty}, denotes {values}");
    };
    let name = names.get(*number as usize).map_or(String::new(), |name| format!(" is {name}"));
    let mut text = format!("v{number}{name}: {ty}");
    if facts.never_undef {
        text += ", never undef";
    }
    if facts.never_poison {
        text += ", never poison";
    }
    if let Some(known) = &facts.known {
        text += &format!(", with {known}");
    }
    text + &format!(", denotes {values}")
}

/// A type as text, for messages.
fn type_text(ctx: &Context, ty: Type) -> String {
    match ctx.kind(ty) {
        TypeKind::Int(width) => format!("i{width}"),
        TypeKind::Float(format) => format.word().to_owned(),
        TypeKind::Ptr(_) => "ptr".to_owned(),
        TypeKind::Vector { len, elem, .. } => format!("<{len} x {}>", type_text(ctx, *elem)),
        TypeKind::Array { len, elem } => format!("[{len} x {}]", type_text(ctx, *elem)),
        TypeKind::Struct { fields, .. } => {
            let fields: Vec<String> = fields.iter().map(|&field| type_text(ctx, field)).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        TypeKind::Void => "void".to_owned(),
        TypeKind::Label => "label".to_owned(),
        TypeKind::Metadata => "metadata".to_owned(),
        TypeKind::Token => "token".to_owned(),
        TypeKind::X86Amx => "x86_amx".to_owned(),
        TypeKind::X86Mmx => "x86_mmx".to_owned(),
        TypeKind::Byte(width) => format!("b{width}"),
        TypeKind::Named { name, .. } => format!("%{}", ctx.name_text(*name)),
        TypeKind::Target { .. } => "target type".to_owned(),
        TypeKind::Function { .. } => "function type".to_owned(),
    }
}

/// The state of a check.
struct Check<'a> {
    rule: &'a Rule,
    /// The rule alone.
    set: RuleSet,
    skeleton: Skeleton,
    effort: &'a Effort,
    random: Random,
    arena: Arena,
    checked: Checked,
}

impl Check<'_> {
    /// What the rule asks of the owner of terms, each thing once.
    fn asked(&self) -> Vec<Asked> {
        let mut all = Vec::new();
        let mut visit = |asked| {
            if !all.contains(&asked) {
                all.push(asked);
            }
        };
        for condition in [&self.rule.condition, &self.rule.equality].into_iter().flatten() {
            condition.parts(&mut visit);
        }
        for node in &self.rule.template.nodes {
            if let TemplateNode::Number(number) = node {
                number.parts(&mut visit);
            }
        }
        all
    }

    /// Nothing chosen yet.
    fn details(&self) -> Details {
        Details {
            predicates: Default::default(),
            flags: vec![Flags::NONE; self.skeleton.parts.len()],
            constants: vec![None; self.skeleton.parts.len()],
            facts: vec![Facts::default(); self.rule.variables.len()],
        }
    }
}
