//! [`Arena`]: a small store of terms, for the check of rules, for tests and for examples.
//!
//! Terms are hash-consed: what is made twice is one term. Variables are terms of which only the
//! type is known, and perhaps that they are never undef or never poison.

use crate::Op;
use crate::constants;
use crate::known::{KnownBits, structural};
use crate::matcher::Root;
use crate::rule_set::{Applied, RuleSet, Use};
use crate::terms::{Terms, View};
use rustc_hash::FxHashMap;
use std::fmt;
use tollgate_ir::{Const, ConstKind, Context, Flags, PrimaryMap, Type};

tollgate_ir::entity! {
    /// A term of an [`Arena`].
    Term "t";
}

/// What is known of a variable.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Facts {
    /// See [`Terms::never_undef`].
    pub never_undef: bool,
    /// See [`Terms::never_poison`].
    pub never_poison: bool,
    /// See [`Terms::known`].
    pub known: Option<KnownBits>,
}

/// A term, one level deep.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TermData {
    /// Anything of its type.
    Variable {
        /// Which.
        number: u32,
        /// What is known of it.
        facts: Facts,
    },
    /// A constant.
    Constant(Const),
    /// An operation.
    Operation {
        /// The operation.
        op: Op,
        /// Its flags.
        flags: Flags,
        /// Its operands.
        operands: Box<[Term]>,
    },
}

/// A store of terms.
#[derive(Clone, Debug, Default)]
pub struct Arena {
    ctx: Context,
    terms: PrimaryMap<Term, (Type, TermData)>,
    known: FxHashMap<(Type, TermData), Term>,
    /// Whether later terms come before earlier ones in the order of terms.
    pub reversed: bool,
}

impl Arena {
    /// Without terms, in a context of its own.
    pub fn new() -> Arena {
        Arena::default()
    }

    /// Forgets all terms; the context stays.
    pub fn clear(&mut self) {
        self.terms = PrimaryMap::new();
        self.known.clear();
    }

    /// A variable of this number and type.
    pub fn variable(&mut self, number: u32, ty: Type, facts: Facts) -> Term {
        self.intern(ty, TermData::Variable { number, facts })
    }

    /// A term, one level deep.
    pub fn data(&self, term: Term) -> &TermData {
        &self.terms[term].1
    }

    /// All variables, in the order in which they were made.
    pub fn variables(&self) -> Vec<Term> {
        let variables =
            self.terms.iter().filter(|(_, (_, data))| matches!(data, TermData::Variable { .. }));
        variables.map(|(term, _)| term).collect()
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    fn intern(&mut self, ty: Type, data: TermData) -> Term {
        let key = (ty, data);
        if let Some(&term) = self.known.get(&key) {
            return term;
        }
        let term = self.terms.push(key.clone());
        self.known.insert(key, term);
        term
    }

    /// Applies one rule to a term, if it is an operation.
    pub fn apply(&mut self, rules: &RuleSet, term: Term, allowed: Use) -> Option<Applied<Term>> {
        let (ty, TermData::Operation { op, flags, operands }) = self.terms[term].clone() else {
            return None;
        };
        rules.apply(self, Root { op, flags, ty, operands: &operands }, allowed)
    }

    /// A term as text.
    pub fn text(&self, term: Term) -> impl fmt::Display {
        TermText { arena: self, term }
    }
}

impl Terms for Arena {
    type Node = Term;

    fn context(&self) -> &Context {
        &self.ctx
    }

    fn context_mut(&mut self) -> &mut Context {
        &mut self.ctx
    }

    fn view(&self, node: Term) -> View<'_, Term> {
        match &self.terms[node].1 {
            TermData::Variable { .. } => View::Other,
            TermData::Constant(id) => View::Constant(*id),
            TermData::Operation { op, flags, operands } => {
                View::Operation { op: *op, flags: *flags, operands }
            }
        }
    }

    fn ty(&self, node: Term) -> Type {
        self.terms[node].0
    }

    fn never_undef(&self, node: Term) -> bool {
        match &self.terms[node].1 {
            TermData::Variable { facts, .. } => facts.never_undef,
            TermData::Constant(id) => self.is_number(*id),
            TermData::Operation { .. } => false,
        }
    }

    fn never_poison(&self, node: Term) -> bool {
        match &self.terms[node].1 {
            TermData::Variable { facts, .. } => facts.never_poison,
            TermData::Constant(id) => self.is_number(*id),
            TermData::Operation { .. } => false,
        }
    }

    fn known_within(&self, node: Term, depth: u32) -> Option<KnownBits> {
        match &self.terms[node].1 {
            TermData::Variable { facts: Facts { known: Some(known), .. }, .. } => {
                Some(known.clone())
            }
            TermData::Variable { .. } | TermData::Constant(_) | TermData::Operation { .. } => {
                structural(self, node, depth)
            }
        }
    }

    fn before(&self, first: Term, second: Term) -> bool {
        if self.reversed { second < first } else { first < second }
    }

    fn make(&mut self, op: Op, flags: Flags, ty: Type, operands: &[Term]) -> Term {
        self.intern(ty, TermData::Operation { op, flags, operands: operands.into() })
    }

    fn constant(&mut self, id: Const) -> Term {
        let ty = self.ctx.constant(id).ty;
        self.intern(ty, TermData::Constant(id))
    }
}

impl Arena {
    fn is_number(&self, id: Const) -> bool {
        matches!(
            self.ctx.constant(id).kind,
            ConstKind::Int(_) | ConstKind::WideInt(_) | ConstKind::Float(..) | ConstKind::Null
        )
    }
}

struct TermText<'a> {
    arena: &'a Arena,
    term: Term,
}

impl fmt::Display for TermText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arena = self.arena;
        match arena.data(self.term) {
            TermData::Variable { number, .. } => write!(f, "v{number}"),
            TermData::Constant(id) => {
                match (constants::int_of(&arena.ctx, *id), &arena.ctx.constant(*id).kind) {
                    (Some(int), _) => f.write_str(&int.to_signed_decimal()),
                    (None, ConstKind::Poison) => f.write_str("poison"),
                    (None, ConstKind::Undef) => f.write_str("undef"),
                    (None, ConstKind::Null) => f.write_str("null"),
                    (
                        None,
                        ConstKind::Int(_)
                        | ConstKind::WideInt(_)
                        | ConstKind::Float(..)
                        | ConstKind::NoneToken
                        | ConstKind::Zero
                        | ConstKind::Aggregate(_)
                        | ConstKind::Bytes(_)
                        | ConstKind::Splat(_)
                        | ConstKind::Global(_)
                        | ConstKind::BlockAddress { .. }
                        | ConstKind::DsoLocalEquivalent(_)
                        | ConstKind::NoCfi(_)
                        | ConstKind::PtrAuth(_)
                        | ConstKind::Asm(_)
                        | ConstKind::Expr(_),
                    ) => write!(f, "constant {id}"),
                }
            }
            TermData::Operation { op, flags, operands } => {
                write!(f, "{op}")?;
                if !flags.is_empty() {
                    write!(f, "[{}]", flags.words().collect::<Vec<_>>().join(" "))?;
                }
                for &operand in operands {
                    match arena.data(operand) {
                        TermData::Operation { .. } => write!(f, " ({})", arena.text(operand))?,
                        TermData::Variable { .. } | TermData::Constant(_) => {
                            write!(f, " {}", arena.text(operand))?;
                        }
                    }
                }
                Ok(())
            }
        }
    }
}
