//! Numbers and conditions, computed from what the variables of a rule are bound to.
//!
//! **Numbers** are integers of some width and wrap around as `sem` says. `C` has the width of its
//! constant; a literal, `width(x)` and the like have no width of their own and take that of their
//! context. A number that does not fit in its width, a division by zero, a shift by too much, the
//! logarithm of what is no power of two: then there is no number, and **the rule does not apply**.
//! The same holds for widths that do not agree.
//!
//! **Conditions** are evaluated from left to right and only as far as needed.

use crate::bindings::Bindings;
use crate::constants::fitting;
use crate::op::Op;
use crate::pattern::{Predicate, Slot};
use crate::terms::{Terms, View};
use tollgate_ir::{Flags, IntPredicate, Opcode, TypeKind};
use tollgate_sem::Int;
use tollgate_sem::ops::{int_binary, int_compare};

/// The width in which numbers are compared that have no width of their own.
const PLAIN_WIDTH: u32 = 64;

/// An integer to be computed.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Number {
    /// A number that is written.
    Literal(i64),
    /// The integer that a variable of constants stands for.
    Constant(Slot),
    /// The width of the integers that a variable stands for.
    Width(Slot),
    /// The number of lanes of the vector that a variable stands for.
    Lanes(Slot),
    /// The bits of a variable that are known to be zero.
    Zeros(Slot),
    /// The bits of a variable that are known to be one.
    Ones(Slot),
    /// How many of the highest bits of a variable are known to be equal.
    SignBits(Slot),
    /// A bound of a variable.
    Bound(Bound, Slot),
    /// The smallest signed number.
    SignedMin,
    /// The largest signed number.
    SignedMax,
    /// A function of one number.
    Unary(Function, Box<Number>),
    /// An operation of the opcode table on two numbers of one width.
    Binary(Opcode, Box<Number>, Box<Number>),
}

/// A bound of an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The smallest unsigned value.
    Low,
    /// The largest unsigned value.
    High,
    /// The smallest signed value.
    Least,
    /// The largest signed value.
    Most,
}

/// A function of one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Function {
    /// All bits flipped.
    Not,
    /// Two's complement.
    Negate,
    /// The exponent of a power of two.
    Log2,
    /// The number of zero bits below the lowest set one.
    TrailingZeros,
    /// The number of zero bits above the highest set one.
    LeadingZeros,
    /// The number of set bits.
    SetBits,
    /// Zero-extended to the width of its context.
    ZeroExtend,
    /// Sign-extended to the width of its context.
    SignExtend,
    /// Truncated to the width of its context.
    Truncate,
}

/// Something that holds or does not.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Condition {
    /// It does not hold.
    Not(Box<Condition>),
    /// Both hold.
    And(Box<Condition>, Box<Condition>),
    /// At least one holds.
    Or(Box<Condition>, Box<Condition>),
    /// The numbers compare so.
    Compare(IntPredicate, Box<Number>, Box<Number>),
    /// Exactly one bit is set.
    PowerOfTwo(Box<Number>),
    /// The operation on these numbers does not wrap, unsigned (`NUW`) or signed (`NSW`).
    NoWrap(Flags, Opcode, Box<Number>, Box<Number>),
    /// [`Terms::never_undef`].
    NeverUndef(Slot),
    /// [`Terms::never_poison`].
    NeverPoison(Slot),
    /// The variable stands for a constant of whatever kind.
    Constant(Slot),
    /// [`Terms::before`].
    Before(Slot, Slot),
    /// Both have one type.
    SameType(Slot, Slot),
    /// It is an integer or a vector of integers.
    Integer(Slot),
    /// It is not a vector.
    Scalar(Slot),
    /// Narrowing it costs nothing: its operands are widened values and constants. A heuristic,
    /// on which no meaning depends.
    Narrows(Slot),
    /// The operation that the variable names (or the root) has this flag.
    Has(Slot, Flags),
    /// No operation of the left side has a flag.
    Plain,
    /// The predicate is of this class.
    Predicate(PredicateClass, Slot),
}

/// A class of integer predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PredicateClass {
    /// `eq` and `ne`.
    Equality,
    /// `ult` and its like.
    Unsigned,
    /// `slt` and its like.
    Signed,
}

impl Number {
    /// The width that the number has by itself.
    fn own_width<N: Copy + Eq>(
        &self,
        terms: &impl Terms<Node = N>,
        bindings: &Bindings<N>,
    ) -> Option<u32> {
        match self {
            Number::Literal(_)
            | Number::Width(_)
            | Number::Lanes(_)
            | Number::SignBits(_)
            | Number::SignedMin
            | Number::SignedMax => None,
            Number::Constant(slot)
            | Number::Zeros(slot)
            | Number::Ones(slot)
            | Number::Bound(_, slot) => bindings.width(terms, *slot),
            Number::Unary(function, operand) => match function {
                Function::ZeroExtend | Function::SignExtend | Function::Truncate => None,
                Function::Not
                | Function::Negate
                | Function::Log2
                | Function::TrailingZeros
                | Function::LeadingZeros
                | Function::SetBits => operand.own_width(terms, bindings),
            },
            Number::Binary(_, left, right) => {
                left.own_width(terms, bindings).or_else(|| right.own_width(terms, bindings))
            }
        }
    }

    /// The number as an integer of this width; none if there is none.
    pub fn evaluate<N: Copy + Eq>(
        &self,
        terms: &impl Terms<Node = N>,
        bindings: &Bindings<N>,
        width: u32,
    ) -> Option<Int> {
        match self {
            Number::Literal(value) => fitting(width, *value),
            Number::Constant(slot) => bindings.int(terms, *slot).filter(|int| int.width() == width),
            Number::Width(slot) => fitting(width, i64::from(bindings.width(terms, *slot)?)),
            Number::Lanes(slot) => match *terms.context().kind(bindings.ty(terms, *slot)?) {
                TypeKind::Vector { len, scalable: false, .. } => fitting(width, i64::from(len)),
                TypeKind::Void
                | TypeKind::Label
                | TypeKind::Metadata
                | TypeKind::Token
                | TypeKind::X86Amx
                | TypeKind::X86Mmx
                | TypeKind::Int(..)
                | TypeKind::Byte(..)
                | TypeKind::Float(..)
                | TypeKind::Ptr(..)
                | TypeKind::Array { .. }
                | TypeKind::Vector { .. }
                | TypeKind::Struct { .. }
                | TypeKind::Named { .. }
                | TypeKind::Target { .. }
                | TypeKind::Function { .. } => None,
            },
            Number::Zeros(slot) => {
                Some(terms.known(bindings.node(*slot)?)?.zeros).filter(|int| int.width() == width)
            }
            Number::Ones(slot) => {
                Some(terms.known(bindings.node(*slot)?)?.ones).filter(|int| int.width() == width)
            }
            Number::SignBits(slot) => {
                fitting(width, i64::from(terms.known(bindings.node(*slot)?)?.sign_bits))
            }
            Number::Bound(bound, slot) => {
                let known = terms.known(bindings.node(*slot)?)?;
                let bound = match bound {
                    Bound::Low => known.low(),
                    Bound::High => known.high(),
                    Bound::Least => known.least(),
                    Bound::Most => known.most(),
                };
                Some(bound).filter(|int| int.width() == width)
            }
            Number::SignedMin => Some(Int::signed_min(width)),
            Number::SignedMax => Some(Int::signed_max(width)),
            Number::Unary(function, operand) => {
                let from = match function {
                    Function::ZeroExtend | Function::SignExtend | Function::Truncate => {
                        operand.own_width(terms, bindings)?
                    }
                    Function::Not
                    | Function::Negate
                    | Function::Log2
                    | Function::TrailingZeros
                    | Function::LeadingZeros
                    | Function::SetBits => width,
                };
                function.apply(&operand.evaluate(terms, bindings, from)?, width)
            }
            Number::Binary(opcode, left, right) => {
                let left = left.evaluate(terms, bindings, width)?;
                let right = right.evaluate(terms, bindings, width)?;
                int_binary(*opcode, Flags::NONE, &left, &right).ok()?
            }
        }
    }
}

impl Function {
    fn apply(self, operand: &Int, width: u32) -> Option<Int> {
        let from = operand.width();
        let count = |count: u32| fitting(width, i64::from(count));
        match self {
            Function::Not => Some(operand.not()),
            Function::Negate => Some(operand.neg()),
            Function::Log2 if operand.ctpop() == 1 => count(operand.cttz()),
            Function::Log2 => None,
            Function::TrailingZeros => count(operand.cttz()),
            Function::LeadingZeros => count(operand.ctlz()),
            Function::SetBits => count(operand.ctpop()),
            Function::ZeroExtend => (width >= from).then(|| operand.zext(width)),
            Function::SignExtend => (width >= from).then(|| operand.sext(width)),
            Function::Truncate => (width <= from).then(|| operand.trunc(width)),
        }
    }
}

impl Condition {
    /// Whether it holds; none if a number in it does not exist.
    pub fn holds<N: Copy + Eq>(
        &self,
        terms: &impl Terms<Node = N>,
        bindings: &Bindings<N>,
    ) -> Option<bool> {
        match self {
            Condition::Not(inner) => Some(!inner.holds(terms, bindings)?),
            Condition::And(left, right) => {
                Some(left.holds(terms, bindings)? && right.holds(terms, bindings)?)
            }
            Condition::Or(left, right) => {
                Some(left.holds(terms, bindings)? || right.holds(terms, bindings)?)
            }
            Condition::Compare(predicate, left, right) => {
                let (left, right) = both(terms, bindings, left, right)?;
                Some(int_compare(*predicate, &left, &right))
            }
            Condition::PowerOfTwo(number) => {
                let width = number.own_width(terms, bindings).unwrap_or(PLAIN_WIDTH);
                Some(number.evaluate(terms, bindings, width)?.ctpop() == 1)
            }
            Condition::NoWrap(flag, opcode, left, right) => {
                let (left, right) = both(terms, bindings, left, right)?;
                Some(int_binary(*opcode, *flag, &left, &right).ok()?.is_some())
            }
            Condition::NeverUndef(slot) => Some(terms.never_undef(bindings.node(*slot)?)),
            Condition::NeverPoison(slot) => Some(terms.never_poison(bindings.node(*slot)?)),
            Condition::Constant(slot) => {
                Some(matches!(terms.view(bindings.node(*slot)?), View::Constant(_)))
            }
            Condition::Before(first, second) => {
                Some(terms.before(bindings.node(*first)?, bindings.node(*second)?))
            }
            Condition::SameType(first, second) => {
                Some(bindings.ty(terms, *first)? == bindings.ty(terms, *second)?)
            }
            Condition::Integer(slot) => Some(bindings.width(terms, *slot).is_some()),
            Condition::Scalar(slot) => {
                let ty = bindings.ty(terms, *slot)?;
                Some(!matches!(terms.context().kind(ty), TypeKind::Vector { .. }))
            }
            Condition::Narrows(slot) => Some(
                bindings.assume_hints || narrows(terms, bindings.node(*slot)?, NARROWING_DEPTH),
            ),
            Condition::Has(slot, flag) => Some(bindings.flags(terms, *slot)?.contains(*flag)),
            Condition::Plain => Some(bindings.all_flags.is_empty()),
            Condition::Predicate(class, slot) => match bindings.predicate(*slot)? {
                Predicate::Int(predicate) => Some(class.contains(predicate)),
                Predicate::Float(_) => None,
            },
        }
    }

    /// Calls `visit` with everything that it asks.
    pub fn parts(&self, visit: &mut dyn FnMut(Asked)) {
        match self {
            Condition::Not(inner) => inner.parts(visit),
            Condition::And(left, right) | Condition::Or(left, right) => {
                left.parts(visit);
                right.parts(visit);
            }
            Condition::Compare(_, left, right) | Condition::NoWrap(_, _, left, right) => {
                left.parts(visit);
                right.parts(visit);
            }
            Condition::PowerOfTwo(number) => number.parts(visit),
            Condition::NeverUndef(slot) | Condition::NeverPoison(slot) => {
                visit(Asked::Definedness(*slot))
            }
            Condition::Before(..) => visit(Asked::Order),
            Condition::Constant(_)
            | Condition::SameType(..)
            | Condition::Integer(_)
            | Condition::Scalar(_)
            | Condition::Narrows(_)
            | Condition::Has(..)
            | Condition::Plain
            | Condition::Predicate(..) => {}
        }
    }

    /// Whether it asks for the order of terms.
    pub fn asks_for_order(&self) -> bool {
        let mut asks = false;
        self.parts(&mut |asked| asks |= asked == Asked::Order);
        asks
    }
}

/// What a condition or a number asks of the store of terms, which a check of a rule must therefore
/// vary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    /// Whether a variable may be undef or poison.
    Definedness(Slot),
    /// Which bits of a variable are known.
    Bits(Slot),
    /// Between which bounds a variable lies.
    Bounds(Slot),
    /// The order of terms.
    Order,
}

impl Number {
    /// Calls `visit` with everything that it asks.
    pub fn parts(&self, visit: &mut dyn FnMut(Asked)) {
        match self {
            Number::Zeros(slot) | Number::Ones(slot) | Number::SignBits(slot) => {
                visit(Asked::Bits(*slot))
            }
            Number::Bound(_, slot) => visit(Asked::Bounds(*slot)),
            Number::Unary(_, operand) => operand.parts(visit),
            Number::Binary(_, left, right) => {
                left.parts(visit);
                right.parts(visit);
            }
            Number::Literal(_)
            | Number::Constant(_)
            | Number::Width(_)
            | Number::Lanes(_)
            | Number::SignedMin
            | Number::SignedMax => {}
        }
    }
}

impl PredicateClass {
    fn contains(self, predicate: IntPredicate) -> bool {
        use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let class = match predicate {
            Eq | Ne => PredicateClass::Equality,
            Ult | Ule | Ugt | Uge => PredicateClass::Unsigned,
            Slt | Sle | Sgt | Sge => PredicateClass::Signed,
        };
        class == self
    }
}

/// How deep [`narrows`] looks.
const NARROWING_DEPTH: u32 = 4;

/// Whether a narrowed term has as many operations as there were, or fewer.
fn narrows<T: Terms>(terms: &T, node: T::Node, depth: u32) -> bool {
    match terms.view(node) {
        View::Constant(_) => true,
        View::Other => false,
        View::Operation { op: Op::Plain(opcode), operands, .. } if depth > 0 => {
            use Opcode::{Add, And, Mul, Or, SExt, Sub, Trunc, Xor, ZExt};
            matches!(opcode, ZExt | SExt | Trunc)
                || matches!(opcode, Add | Sub | Mul | And | Or | Xor)
                    && operands.iter().all(|&operand| narrows(terms, operand, depth - 1))
        }
        View::Operation { .. } => false,
    }
}

/// Two numbers in the width that one of them has.
fn both<N: Copy + Eq>(
    terms: &impl Terms<Node = N>,
    bindings: &Bindings<N>,
    left: &Number,
    right: &Number,
) -> Option<(Int, Int)> {
    let width = left.own_width(terms, bindings).or_else(|| right.own_width(terms, bindings));
    let width = width.unwrap_or(PLAIN_WIDTH);
    Some((left.evaluate(terms, bindings, width)?, right.evaluate(terms, bindings, width)?))
}
