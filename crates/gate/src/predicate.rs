//! Predicates: flat formulas over conditions, in three-valued logic (§5.3), each stored once.
//!
//! ```text
//! p ::= False | True | c | !c | p & p | p | p
//! ```
//!
//! A condition that was never computed is [`Truth::Unknown`], between false and true; `!` turns the
//! order around, `&` is the lesser and `|` the greater. Only conditions are negated. It is never
//! asked whether a predicate is *false*, only whether it is *true*; the constructors use this:
//!
//! * units, idempotence, absorption (of what is an operand of the other operand) keep the truth
//!   exactly;
//! * `c & !c` becomes false: it is never true;
//! * `c | !c` stays: it is **not** true where `c` is unknown, which happens in branches that were
//!   not taken.

use tollgate_ir::Interner;

use crate::Condition;

tollgate_ir::entity! {
    /// A predicate of a function.
    Predicate "p";
}

/// How a predicate is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Formula {
    /// Never true.
    False,
    /// Always true.
    True,
    /// The condition holds.
    Atom(Condition),
    /// The condition does not hold.
    Not(Condition),
    /// Both hold.
    And(Predicate, Predicate),
    /// At least one holds.
    Or(Predicate, Predicate),
}

/// What is known of a condition or a predicate in a state of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Truth {
    /// It does not hold.
    False,
    /// It depends on what was never computed.
    Unknown,
    /// It holds.
    True,
}

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }
}

impl std::ops::Not for Truth {
    type Output = Truth;
    fn not(self) -> Truth {
        match self {
            Self::False => Self::True,
            Self::Unknown => Self::Unknown,
            Self::True => Self::False,
        }
    }
}

impl Predicate {
    /// The predicate that is never true.
    pub const FALSE: Predicate = Predicate::from_u32(0);
    /// The predicate that is always true.
    pub const TRUE: Predicate = Predicate::from_u32(1);
}

/// The predicates of a function.
#[derive(Clone, Debug)]
pub struct Predicates {
    formulas: Interner<Predicate, Formula>,
}

impl Predicates {
    /// The constants only.
    pub fn new() -> Self {
        let mut formulas = Interner::new();
        let constants = [formulas.intern(Formula::False), formulas.intern(Formula::True)];
        debug_assert_eq!(constants, [Predicate::FALSE, Predicate::TRUE]);
        Self { formulas }
    }

    /// How many predicates there are.
    pub fn len(&self) -> usize {
        self.formulas.len()
    }

    /// Never: the constants are always there.
    pub fn is_empty(&self) -> bool {
        self.formulas.is_empty()
    }

    /// How a predicate is made.
    #[inline]
    pub fn formula(&self, predicate: Predicate) -> Formula {
        *self.formulas.get(predicate)
    }

    /// A condition holds.
    pub fn atom(&mut self, condition: Condition) -> Predicate {
        self.formulas.intern(Formula::Atom(condition))
    }

    /// A condition does not hold.
    pub fn not(&mut self, condition: Condition) -> Predicate {
        self.formulas.intern(Formula::Not(condition))
    }

    /// Both hold.
    pub fn and(&mut self, a: Predicate, b: Predicate) -> Predicate {
        match (a, b) {
            (Predicate::FALSE, _) | (_, Predicate::FALSE) => return Predicate::FALSE,
            (Predicate::TRUE, other) | (other, Predicate::TRUE) => return other,
            _ if a == b => return a,
            _ => {}
        }
        let (left, right) = (self.formula(a), self.formula(b));
        if excludes(left, right) {
            return Predicate::FALSE;
        }
        for (whole, formula, part, part_formula) in [(a, left, b, right), (b, right, a, left)] {
            match formula {
                Formula::And(x, y) => {
                    if x == part || y == part {
                        return whole;
                    }
                    let is_literal = matches!(part_formula, Formula::Atom(_) | Formula::Not(_));
                    if is_literal
                        && [x, y].iter().any(|&it| excludes(self.formula(it), part_formula))
                    {
                        return Predicate::FALSE;
                    }
                }
                Formula::Or(x, y) if x == part || y == part => return part,
                Formula::Or(..)
                | Formula::False
                | Formula::True
                | Formula::Atom(_)
                | Formula::Not(_) => {}
            }
        }
        self.formulas.intern(Formula::And(a, b))
    }

    /// At least one holds.
    pub fn or(&mut self, a: Predicate, b: Predicate) -> Predicate {
        match (a, b) {
            (Predicate::TRUE, _) | (_, Predicate::TRUE) => return Predicate::TRUE,
            (Predicate::FALSE, other) | (other, Predicate::FALSE) => return other,
            _ if a == b => return a,
            _ => {}
        }
        for (whole, part) in [(a, b), (b, a)] {
            match self.formula(whole) {
                Formula::Or(x, y) if x == part || y == part => return whole,
                Formula::And(x, y) if x == part || y == part => return part,
                Formula::And(..)
                | Formula::Or(..)
                | Formula::False
                | Formula::True
                | Formula::Atom(_)
                | Formula::Not(_) => {}
            }
        }
        self.formulas.intern(Formula::Or(a, b))
    }
}

/// Whether two formulas are a condition and its negation.
fn excludes(a: Formula, b: Formula) -> bool {
    match (a, b) {
        (Formula::Atom(x), Formula::Not(y)) | (Formula::Not(x), Formula::Atom(y)) => x == y,
        (_, _) => false,
    }
}

impl Default for Predicates {
    fn default() -> Self {
        Self::new()
    }
}
