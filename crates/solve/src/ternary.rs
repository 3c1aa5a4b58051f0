//! Three-valued formulas: true, false, or unknown, as two ordinary signals.
//!
//! The order is false < unknown < true; negation turns it around, conjunction is the lesser and
//! disjunction the greater (Kleene, "Introduction to Metamathematics", 1952, section 64). A ternary
//! signal is the pair of what makes it true and what makes it false. Both at once never happen: an
//! atom is made of one signal that says whether it is known and one that says what it is then.

use std::ops::Not;

use crate::{Circuit, Signal};

/// A three-valued signal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ternary {
    /// It is true.
    pub is_true: Signal,
    /// It is false.
    pub is_false: Signal,
}

impl Ternary {
    /// Always true.
    pub const TRUE: Ternary = Ternary { is_true: Signal::TRUE, is_false: Signal::FALSE };
    /// Always false.
    pub const FALSE: Ternary = Ternary { is_true: Signal::FALSE, is_false: Signal::TRUE };
    /// Always unknown.
    pub const UNKNOWN: Ternary = Ternary { is_true: Signal::FALSE, is_false: Signal::FALSE };

    /// An atom: `value` where `known`, else unknown.
    pub fn atom(circuit: &mut Circuit, known: Signal, value: Signal) -> Self {
        Ternary { is_true: circuit.and(known, value), is_false: circuit.and(known, !value) }
    }

    /// The lesser of both.
    pub fn and(self, other: Ternary, circuit: &mut Circuit) -> Self {
        Ternary {
            is_true: circuit.and(self.is_true, other.is_true),
            is_false: circuit.or(self.is_false, other.is_false),
        }
    }

    /// The greater of both.
    pub fn or(self, other: Ternary, circuit: &mut Circuit) -> Self {
        !(!self).and(!other, circuit)
    }
}

impl Not for Ternary {
    type Output = Ternary;

    fn not(self) -> Ternary {
        Ternary { is_true: self.is_false, is_false: self.is_true }
    }
}
