//! From circuits to clauses, by polarity.
//!
//! Each node that a question mentions becomes a variable, defined in those directions in which it
//! is used (Tseitin, "On the complexity of derivation in propositional calculus", 1968; Plaisted
//! and Greenbaum, "A structure-preserving clause form translation", 1986):
//!
//! * used as it is: `v → a`, `v → b`;
//! * used inverted: `a & b → v`.
//!
//! # What is shown
//!
//! > Every assignment of the inputs that keeps to the groups extends to one of all variables that
//! > makes the clauses true, in which each node has its value. If the signals *S* were used as they
//! > are, each assignment that makes the clauses and the literals of *S* true makes *S* true.
//!
//! *Argument.* The first: give each node its value, and each link of a group (below) the
//! disjunction of the members before it. The second, by induction over the nodes: a literal that is
//! true in a direction in which it was defined has operands that are true in theirs. So the
//! literals of *S* together with the clauses are unsatisfiable if and only if no assignment of the
//! inputs makes *S* true.
//!
//! # Groups
//!
//! At most one member of a group is true. Members are encoded when they are first used, and each
//! adds a *link*, true if it or a member before it is (the sequential counter of Sinz, "Towards an
//! optimal CNF encoding of Boolean cardinality constraints", 2005). Members that no question uses
//! cost nothing: they can be false.

use rustc_hash::FxHashMap;

use crate::circuit::Node;
use crate::{Circuit, Signal};

/// A variable or its negation, as the format DIMACS writes it.
pub(crate) type Literal = i32;

/// Which nodes have variables, and in which directions these are defined.
#[derive(Default)]
pub(crate) struct Encoding {
    /// By node: its variable.
    variables: FxHashMap<Signal, Entry>,
    /// By group: the link of the member that was encoded last.
    links: FxHashMap<u32, Literal>,
    /// The largest variable.
    last: Literal,
}

#[derive(Clone, Copy)]
struct Entry {
    variable: Literal,
    /// Clauses that make it imply its operands are there.
    implies: bool,
    /// Clauses that make it implied by its operands are there.
    is_implied: bool,
}

impl Encoding {
    /// The number of variables.
    pub(crate) fn variables(&self) -> Literal {
        self.last
    }

    /// The inputs that have variables.
    pub(crate) fn variable_of(&self, signal: Signal) -> Option<Literal> {
        self.variables.get(&signal.positive()).map(|entry| entry.variable)
    }

    /// The literal that, if it is true, makes `root` true; `emit` gets the clauses for that.
    pub(crate) fn literal(
        &mut self,
        circuit: &Circuit,
        root: Signal,
        emit: &mut impl FnMut(&[Literal]),
    ) -> Literal {
        let mut stack = vec![root];
        while let Some(signal) = stack.pop() {
            let entry = self.entry(circuit, signal, emit);
            let (a, b) = match circuit.get(signal) {
                Node::And(a, b) => (a, b),
                Node::Constant | Node::Input { .. } => continue,
            };
            if signal.is_inverted() && !entry.is_implied {
                let a_literal = self.reference(circuit, a, emit);
                let b_literal = self.reference(circuit, b, emit);
                emit(&[entry.variable, -a_literal, -b_literal]);
                self.entry_mut(signal).is_implied = true;
                stack.extend([!a, !b]);
            } else if !signal.is_inverted() && !entry.implies {
                let a_literal = self.reference(circuit, a, emit);
                let b_literal = self.reference(circuit, b, emit);
                emit(&[-entry.variable, a_literal]);
                emit(&[-entry.variable, b_literal]);
                self.entry_mut(signal).implies = true;
                stack.extend([a, b]);
            }
        }
        self.reference(circuit, root, emit)
    }

    /// The literal of a signal, whatever is defined of it.
    fn reference(
        &mut self,
        circuit: &Circuit,
        signal: Signal,
        emit: &mut impl FnMut(&[Literal]),
    ) -> Literal {
        let variable = self.entry(circuit, signal, emit).variable;
        if signal.is_inverted() { -variable } else { variable }
    }

    fn entry(
        &mut self,
        circuit: &Circuit,
        signal: Signal,
        emit: &mut impl FnMut(&[Literal]),
    ) -> Entry {
        if let Some(&entry) = self.variables.get(&signal.positive()) {
            return entry;
        }
        self.last += 1;
        let entry = Entry { variable: self.last, implies: false, is_implied: false };
        self.variables.insert(signal.positive(), entry);
        match circuit.get(signal) {
            // Node 0 is false.
            Node::Constant => emit(&[-entry.variable]),
            Node::Input { group: Some(group) } => self.join(group, entry.variable, emit),
            Node::Input { group: None } | Node::And(..) => {}
        }
        entry
    }

    fn entry_mut(&mut self, signal: Signal) -> &mut Entry {
        self.variables.get_mut(&signal.positive()).expect("it was made before")
    }

    /// Makes `member` exclude the members of the group that came before it.
    fn join(&mut self, group: u32, member: Literal, emit: &mut impl FnMut(&[Literal])) {
        let Some(&before) = self.links.get(&group) else {
            // The first member is its own link.
            self.links.insert(group, member);
            return;
        };
        emit(&[-before, -member]);
        self.last += 1;
        let link = self.last;
        emit(&[-before, link]);
        emit(&[-member, link]);
        self.links.insert(group, link);
    }
}
