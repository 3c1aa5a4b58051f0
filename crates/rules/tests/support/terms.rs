//! Random terms, and their normal forms.

use super::random::Random;
use std::collections::HashMap;
use tollgate_ir::{Const, ExprDetail, Flags, IntPredicate, Opcode, Type};
use tollgate_rules::{Arena, Facts, Kind, Op, RuleSet, Term, TermData, Terms, Use};
use tollgate_sem::fold::{fold, fold_intrinsic};
use tollgate_sem::intrinsics::Intrinsic;
use tollgate_sem::layout::DataLayout;

const BINARY: &[Opcode] = &[
    Opcode::Add,
    Opcode::Sub,
    Opcode::Mul,
    Opcode::UDiv,
    Opcode::SDiv,
    Opcode::URem,
    Opcode::SRem,
    Opcode::Shl,
    Opcode::LShr,
    Opcode::AShr,
    Opcode::And,
    Opcode::Or,
    Opcode::Xor,
];

const INTRINSICS: &[Intrinsic] = &[
    Intrinsic::UMin,
    Intrinsic::UMax,
    Intrinsic::SMin,
    Intrinsic::SMax,
    Intrinsic::UAddSat,
    Intrinsic::SAddSat,
    Intrinsic::USubSat,
    Intrinsic::SSubSat,
];

/// Makes random terms over a few variables of each width.
pub struct Maker<'a> {
    pub arena: &'a mut Arena,
    pub random: &'a mut Random,
    pub widths: &'a [u32],
    /// Terms that were made, to be used again.
    made: Vec<Term>,
}

impl<'a> Maker<'a> {
    pub fn new(arena: &'a mut Arena, random: &'a mut Random, widths: &'a [u32]) -> Self {
        Self { arena, random, widths, made: Vec::new() }
    }

    fn constant(&mut self, width: u32) -> Term {
        let ty = self.arena.context_mut().int_type(width);
        let small = self.random.below(5) as u64;
        let value = match self.random.below(8) {
            0..4 => small,
            4 => u64::MAX - small,
            5 => 1 << (width - 1),
            6 => (1u64 << (width - 1)).wrapping_sub(1),
            _ => 1 << self.random.below(width as usize),
        };
        let id = self.arena.context_mut().const_int(ty, value);
        self.arena.constant(id)
    }

    /// A term of this width and at most this depth.
    pub fn term(&mut self, width: u32, depth: u32) -> Term {
        let ty = self.arena.context_mut().int_type(width);
        if depth == 0 || self.random.below(8) == 0 {
            let fitting: Vec<Term> =
                self.made.iter().copied().filter(|&it| self.arena.ty(it) == ty).collect();
            return match self.random.below(4) {
                0 => self.constant(width),
                1 if !fitting.is_empty() => self.random.of(&fitting),
                _ => {
                    let number = self.random.below(3) as u32;
                    // What is known of a variable depends on its number alone.
                    let facts =
                        Facts { never_undef: number == 1, never_poison: number == 1, known: None };
                    self.arena.variable(100 * width + number, ty, facts)
                }
            };
        }
        let operand = depth - 1;
        let other = self.random.of(self.widths);
        let choice = if width == 1 { self.random.below(14) } else { self.random.below(10) };
        let term = match choice {
            0..5 => {
                let opcode = self.random.of(BINARY);
                let operands = [self.term(width, operand), self.second(width, operand)];
                let flags = self.flags(Op::Plain(opcode));
                self.arena.make(Op::Plain(opcode), flags, ty, &operands)
            }
            5 => {
                let op = Op::Intrinsic(self.random.of(INTRINSICS));
                let operands = [self.term(width, operand), self.second(width, operand)];
                self.arena.make(op, Flags::NONE, ty, &operands)
            }
            6 | 7 if other != width => {
                let opcode = match other < width {
                    true => self.random.of(&[Opcode::ZExt, Opcode::SExt]),
                    false => Opcode::Trunc,
                };
                let operands = [self.term(other, operand)];
                let flags = self.flags(Op::Plain(opcode));
                self.arena.make(Op::Plain(opcode), flags, ty, &operands)
            }
            6..10 => {
                let operands =
                    [self.term(1, operand), self.term(width, operand), self.term(width, operand)];
                self.arena.make(Op::Plain(Opcode::Select), Flags::NONE, ty, &operands)
            }
            _ => {
                let op = Op::IntCompare(self.random.of(IntPredicate::ALL));
                let operands = [self.term(other, operand), self.second(other, operand)];
                self.arena.make(op, Flags::NONE, ty, &operands)
            }
        };
        self.made.push(term);
        term
    }

    /// A second operand: often a constant.
    fn second(&mut self, width: u32, depth: u32) -> Term {
        if self.random.below(3) == 0 { self.constant(width) } else { self.term(width, depth) }
    }

    fn flags(&mut self, op: Op) -> Flags {
        let mut flags = Flags::NONE;
        for (flag, _) in Flags::WORDS {
            if op.flags().contains(*flag) && self.random.below(4) == 0 {
                flags |= *flag;
            }
        }
        flags
    }
}

/// Applies rules until none applies, operands first.
pub struct Normalizer<'a> {
    pub rules: &'a RuleSet,
    pub allowed: Use,
    /// How many applications are left; below zero it gave up.
    pub fuel: i64,
    /// Whether every application was an equality.
    pub all_equal: bool,
    pub layout: DataLayout,
    done: HashMap<Term, Term>,
    /// The last rules that were applied.
    pub trail: Vec<String>,
}

impl<'a> Normalizer<'a> {
    pub fn new(rules: &'a RuleSet, allowed: Use, fuel: i64) -> Self {
        let layout = DataLayout::default();
        Self {
            rules,
            allowed,
            fuel,
            all_equal: true,
            layout,
            done: HashMap::new(),
            trail: Vec::new(),
        }
    }

    /// The normal form of a term. The recursion is as deep as the term, which is small.
    pub fn normalize(&mut self, arena: &mut Arena, term: Term) -> Term {
        if let Some(&done) = self.done.get(&term) {
            return done;
        }
        let TermData::Operation { op, flags, operands } = arena.data(term).clone() else {
            return term;
        };
        let ty = arena.ty(term);
        let operands: Vec<Term> =
            operands.iter().map(|&operand| self.normalize(arena, operand)).collect();
        let rebuilt = arena.make(op, flags, ty, &operands);
        let mut result = rebuilt;
        if let Some(folded) = self.fold(arena, op, flags, ty, &operands) {
            result = folded;
        } else if self.fuel > 0
            && let Some(applied) = arena.apply(self.rules, rebuilt, self.allowed)
        {
            self.fuel -= 1;
            self.all_equal &= applied.kind == Kind::Equality;
            if self.fuel < 8 {
                let (before, after) =
                    (arena.text(rebuilt).to_string(), arena.text(applied.node).to_string());
                self.trail
                    .push(format!("{}: {before} => {after}", self.rules.rule(applied.rule).name()));
            }
            assert_ne!(
                applied.node,
                rebuilt,
                "{} changes nothing",
                self.rules.rule(applied.rule).name()
            );
            result = self.normalize(arena, applied.node);
        }
        self.done.insert(term, result);
        result
    }

    fn fold(
        &self,
        arena: &mut Arena,
        op: Op,
        flags: Flags,
        ty: Type,
        operands: &[Term],
    ) -> Option<Term> {
        let constants: Option<Vec<Const>> = operands
            .iter()
            .map(|&operand| match arena.data(operand) {
                TermData::Constant(id) => Some(*id),
                _ => None,
            })
            .collect();
        let constants = constants?;
        let ctx = arena.context_mut();
        let folded = match op {
            Op::Plain(opcode) => {
                fold(ctx, &self.layout, opcode, flags, ty, &constants, &ExprDetail::None)
            }
            Op::IntCompare(predicate) => {
                let detail = ExprDetail::IntPredicate(predicate);
                fold(ctx, &self.layout, Opcode::ICmp, flags, ty, &constants, &detail)
            }
            Op::Intrinsic(intrinsic) => {
                let params: Vec<Type> = constants.iter().map(|&id| ctx.constant(id).ty).collect();
                let kind = tollgate_ir::TypeKind::Function {
                    ret: ty,
                    params: params.into(),
                    vararg: false,
                };
                let function = ctx.ty(kind);
                fold_intrinsic(ctx, &self.layout, intrinsic, flags, function, &constants)
            }
            Op::FloatCompare(_) | Op::ExtractValue(_) | Op::InsertValue(_) => None,
        };
        let folded = folded.filter(|it| it.exact)?;
        Some(arena.constant(folded.value))
    }
}
