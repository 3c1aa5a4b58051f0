//! The two sides of a rule: [`Pattern`] is compared with terms, [`Template`] is made of what the
//! pattern bound.
//!
//! Variables are numbered in the order of their first appearance ([`Slot`]); variables of
//! predicates have numbers of their own. A pattern whose commutative operations may match in
//! several orders is written once and stored in all orders ([`Pattern::orders`]), so that matching
//! is a walk without a way back.

use crate::expression::Number;
use crate::op::{Head, Op};
use tollgate_ir::{Flags, FloatPredicate, IntPredicate};

/// The number of a variable.
pub(crate) type Slot = u8;

/// Stands for the term that the whole left side matched, where only its type is asked for.
pub(crate) const ROOT: Slot = Slot::MAX;

/// A rule has at most this many variables.
pub const MAX_VARIABLES: usize = 12;

/// A rule has at most this many variables of predicates.
pub const MAX_PREDICATES: usize = 2;

/// A left side has at most this many orders of its commutative operations.
pub const MAX_ORDERS: usize = 256;

/// Patterns, conditions and expressions nest at most this deep.
pub const MAX_PATTERN_DEPTH: usize = 24;

/// A right side has at most this many operations, variables and constants.
pub const MAX_TEMPLATE: usize = 32;

/// A constant that is written in a rule.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Literal {
    /// An integer, or a vector of equal ones: this number, if it fits in the width, signed or
    /// unsigned.
    Int(i64),
    /// A float, or a vector of equal ones: this number, if the format has it.
    Float(f64),
    /// `true` or `false`, or a vector of equal ones.
    Bool(bool),
    /// The null pointer.
    Null,
    /// `poison` of any type.
    Poison,
    /// `undef` of any type.
    Undef,
}

/// A term with variables: the left side of a rule.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Pattern {
    /// Any term; the same one wherever the variable stands.
    Variable(Slot),
    /// An integer constant, or a vector of equal ones; the same one wherever the variable stands.
    Constant(Slot),
    /// This constant.
    Literal(Literal),
    /// This operation.
    Operation(Box<OperationPattern>),
}

/// An operation of a left side.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct OperationPattern {
    /// What it does.
    pub op: OpPattern,
    /// The flags it may have.
    pub flags: FlagPattern,
    /// A variable that names the whole operation.
    pub bind: Option<Slot>,
    /// Its operands.
    pub operands: Vec<Pattern>,
}

/// What operations a pattern matches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum OpPattern {
    /// This one.
    Fixed(Op),
    /// `icmp` with any predicate, which the variable of predicates then stands for.
    IntCompare(Slot),
    /// `fcmp` with any predicate.
    FloatCompare(Slot),
}

/// What flags a pattern matches: all required ones and none of the forbidden.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct FlagPattern {
    /// Must be there.
    pub required: Flags,
    /// Must not be there.
    pub forbidden: Flags,
}

/// A predicate that a variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Predicate {
    /// Of an `icmp`.
    Int(IntPredicate),
    /// Of an `fcmp`.
    Float(FloatPredicate),
}

/// A function from predicates to predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PredicateChange {
    /// True exactly where the other is false.
    Inverse,
    /// The same with the operands exchanged.
    Swapped,
    /// `slt` to `ult` and its like.
    Unsigned,
    /// `ult` to `slt` and its like.
    Signed,
}

/// The right side of a rule: the nodes in an order in which operands come before operations; the
/// last is the root.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Template {
    /// The nodes.
    pub nodes: Vec<TemplateNode>,
}

/// A node of a right side.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TemplateNode {
    /// What a variable stands for.
    Variable(Slot),
    /// An integer that is computed.
    Number(Number),
    /// A constant that is written.
    Literal(Literal),
    /// An operation that is made.
    Operation(OperationTemplate),
}

/// An operation of a right side.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct OperationTemplate {
    /// What it does.
    pub op: OpTemplate,
    /// Flags that it gets.
    pub flags: Flags,
    /// Flags that it gets if the left side's root has them.
    pub inherited: Flags,
    /// A variable (or [`ROOT`]) whose type the result has, if that is written.
    pub typed_as: Option<Slot>,
    /// Its operands: positions in the template.
    pub operands: Vec<u8>,
}

/// What operation a template makes.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum OpTemplate {
    /// This one.
    Fixed(Op),
    /// A comparison whose predicate is that of a variable, changed by these functions, the last
    /// first.
    Compare(Slot, Vec<PredicateChange>),
}

impl OpPattern {
    /// What every matching operation has in common.
    pub fn head(self) -> Head {
        match self {
            OpPattern::Fixed(op) => op.head(),
            OpPattern::IntCompare(_) => Op::IntCompare(IntPredicate::Eq).head(),
            OpPattern::FloatCompare(_) => Op::FloatCompare(FloatPredicate::Oeq).head(),
        }
    }

    /// Whether the operands may be matched in either order. With a variable predicate they are not:
    /// the predicate would have to change with the order.
    fn is_commutative(self) -> bool {
        match self {
            OpPattern::Fixed(op) => op.is_commutative(),
            OpPattern::IntCompare(_) | OpPattern::FloatCompare(_) => false,
        }
    }

    /// The flags that may stand on such an operation.
    pub fn allowed_flags(self) -> Flags {
        match self {
            OpPattern::Fixed(op) => op.flags(),
            OpPattern::IntCompare(_) => Op::IntCompare(IntPredicate::Eq).flags(),
            OpPattern::FloatCompare(_) => Op::FloatCompare(FloatPredicate::Oeq).flags(),
        }
    }
}

impl FlagPattern {
    /// Whether these flags are matched.
    #[inline]
    pub fn admits(self, flags: Flags) -> bool {
        flags.contains(self.required) && !flags.intersects(self.forbidden)
    }
}

impl Pattern {
    /// What every matching term has in common.
    pub fn head(&self) -> Head {
        match self {
            Pattern::Variable(_) => Head::ANY,
            Pattern::Constant(_) | Pattern::Literal(_) => Head::CONSTANT,
            Pattern::Operation(operation) => operation.op.head(),
        }
    }

    /// The pattern in all orders of its commutative operations; none if there are more than
    /// [`MAX_ORDERS`]. An operand that is a constant stays where it is written: on the right, where
    /// other rules bring it.
    pub fn orders(&self) -> Option<Vec<Pattern>> {
        let Pattern::Operation(operation) = self else {
            return Some(vec![self.clone()]);
        };
        let mut rows: Vec<Vec<Pattern>> = vec![Vec::new()];
        for operand in &operation.operands {
            let orders = operand.orders()?;
            if rows.len() * orders.len() > MAX_ORDERS {
                return None;
            }
            rows = rows
                .iter()
                .flat_map(|row| {
                    orders
                        .iter()
                        .map(move |order| [row.as_slice(), std::slice::from_ref(order)].concat())
                })
                .collect();
        }
        let constant = operation.operands.iter().any(|operand| operand.head() == Head::CONSTANT);
        if operation.op.is_commutative() && !constant {
            for index in 0..rows.len() {
                let mut exchanged = rows[index].clone();
                exchanged.swap(0, 1);
                if !rows.contains(&exchanged) {
                    rows.push(exchanged);
                }
            }
        }
        if rows.len() > MAX_ORDERS {
            return None;
        }
        let with = |operands| {
            Pattern::Operation(Box::new(OperationPattern { operands, ..(**operation).clone() }))
        };
        Some(rows.into_iter().map(with).collect())
    }
}

impl PredicateChange {
    /// The function of this name.
    pub fn from_word(word: &str) -> Option<PredicateChange> {
        match word {
            "inverse" => Some(PredicateChange::Inverse),
            "swapped" => Some(PredicateChange::Swapped),
            "unsigned" => Some(PredicateChange::Unsigned),
            "signed" => Some(PredicateChange::Signed),
            _ => None,
        }
    }

    /// The changed predicate; none where the function has no meaning.
    pub fn apply(self, predicate: Predicate) -> Option<Predicate> {
        match (self, predicate) {
            (PredicateChange::Inverse, Predicate::Int(it)) => Some(Predicate::Int(inverse(it))),
            (PredicateChange::Swapped, Predicate::Int(it)) => Some(Predicate::Int(swapped(it))),
            (PredicateChange::Unsigned, Predicate::Int(it)) => Some(Predicate::Int(unsigned(it))),
            (PredicateChange::Signed, Predicate::Int(it)) => Some(Predicate::Int(signed(it))),
            // The four bits of a float predicate say in which of the four cases it holds.
            (PredicateChange::Inverse, Predicate::Float(it)) => float_predicate(it as u8 ^ 15),
            (PredicateChange::Swapped, Predicate::Float(it)) => {
                let bits = it as u8;
                float_predicate(bits & 0b1001 | (bits & 0b0010) << 1 | (bits & 0b0100) >> 1)
            }
            (PredicateChange::Unsigned | PredicateChange::Signed, Predicate::Float(_)) => None,
        }
    }
}

fn float_predicate(bits: u8) -> Option<Predicate> {
    FloatPredicate::ALL.get(usize::from(bits)).copied().map(Predicate::Float)
}

/// The predicate that holds where this one does not.
pub fn inverse(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    match predicate {
        Eq => Ne,
        Ne => Eq,
        Ugt => Ule,
        Uge => Ult,
        Ult => Uge,
        Ule => Ugt,
        Sgt => Sle,
        Sge => Slt,
        Slt => Sge,
        Sle => Sgt,
    }
}

/// The predicate that holds of exchanged operands.
pub fn swapped(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    match predicate {
        Eq => Eq,
        Ne => Ne,
        Ugt => Ult,
        Uge => Ule,
        Ult => Ugt,
        Ule => Uge,
        Sgt => Slt,
        Sge => Sle,
        Slt => Sgt,
        Sle => Sge,
    }
}

fn unsigned(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    match predicate {
        Eq | Ne | Ugt | Uge | Ult | Ule => predicate,
        Sgt => Ugt,
        Sge => Uge,
        Slt => Ult,
        Sle => Ule,
    }
}

fn signed(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    match predicate {
        Eq | Ne | Sgt | Sge | Slt | Sle => predicate,
        Ugt => Sgt,
        Uge => Sge,
        Ult => Slt,
        Ule => Sle,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tollgate_sem::Int;
    use tollgate_sem::ops::int_compare;

    #[test]
    fn changed_predicates_mean_what_they_say() {
        let numbers: Vec<Int> = (0..8).map(|value| Int::new(3, value)).collect();
        for &predicate in IntPredicate::ALL {
            for (a, b) in numbers.iter().flat_map(|a| numbers.iter().map(move |b| (a, b))) {
                let holds = int_compare(predicate, a, b);
                assert_eq!(int_compare(inverse(predicate), a, b), !holds);
                assert_eq!(int_compare(swapped(predicate), b, a), holds);
                if !a.is_negative() && !b.is_negative() {
                    assert_eq!(int_compare(unsigned(predicate), a, b), holds);
                    assert_eq!(int_compare(signed(predicate), a, b), holds);
                }
            }
        }
        let change = |change: PredicateChange, predicate| change.apply(Predicate::Float(predicate));
        assert_eq!(
            change(PredicateChange::Inverse, FloatPredicate::Oge),
            Some(Predicate::Float(FloatPredicate::Ult))
        );
        assert_eq!(
            change(PredicateChange::Swapped, FloatPredicate::Ugt),
            Some(Predicate::Float(FloatPredicate::Ult))
        );
        assert_eq!(
            change(PredicateChange::Swapped, FloatPredicate::Une),
            Some(Predicate::Float(FloatPredicate::Une))
        );
    }

    #[test]
    fn commutative_operations_have_two_orders_unless_an_operand_is_a_constant() {
        let add = |operands| {
            Pattern::Operation(Box::new(OperationPattern {
                op: OpPattern::Fixed(Op::Plain(tollgate_ir::Opcode::Add)),
                flags: FlagPattern::default(),
                bind: None,
                operands,
            }))
        };
        let (x, y, c) = (Pattern::Variable(0), Pattern::Variable(1), Pattern::Constant(2));
        assert_eq!(add(vec![x.clone(), y.clone()]).orders().unwrap().len(), 2);
        assert_eq!(add(vec![x.clone(), x.clone()]).orders().unwrap().len(), 1);
        assert_eq!(add(vec![x.clone(), c.clone()]).orders().unwrap().len(), 1);
        assert_eq!(
            add(vec![add(vec![x.clone(), y.clone()]), x.clone()]).orders().unwrap().len(),
            4
        );
        assert_eq!(add(vec![add(vec![x, c]), y]).orders().unwrap().len(), 2);
    }
}
