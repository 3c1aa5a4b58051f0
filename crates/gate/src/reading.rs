//! The reading of walks as predicates: what must hold to take one of them.
//!
//! Nothing reads as false, the empty walk as true, a step as its [edge
//! condition](crate::EdgeConditions), union as `|`, concatenation as `&`, and **star as true**
//! (§5.4): what was tested in earlier iterations says nothing of the last one. (Read as its
//! content, the star makes the exit of a `while` loop `c & !c`.)
//!
//! There are two readings, made in one go. *Selection* speaks of runs that arrive: it tells by
//! which path. *Activation* tells whether they arrive: to leave a block, every instruction of it
//! that is not guaranteed to transfer execution must have done so, in order; an `invoke` must have
//! returned or unwound, and another terminator that may end here must have gone on. Each is
//! [thinned](crate::Thinning) in its own way.

use crate::{Algebra, Conditions, EdgeConditions, Predicate, Predicates, Test, Thinning, Transfer};
use tollgate_ir::{Block, Body, Edge, Opcode};

/// A set of walks, read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// By which path.
    pub selection: Predicate,
    /// Whether at all.
    pub activation: Predicate,
}

impl Reading {
    /// Never.
    pub const FALSE: Reading =
        Reading { selection: Predicate::FALSE, activation: Predicate::FALSE };
    /// Always.
    pub const TRUE: Reading = Reading { selection: Predicate::TRUE, activation: Predicate::TRUE };

    /// Both, one after the other.
    pub fn and(self, then: Reading, predicates: &mut Predicates) -> Reading {
        Self::both(self, then, |a, b| predicates.and(a, b))
    }

    /// One of them.
    pub fn or(self, other: Reading, predicates: &mut Predicates) -> Reading {
        Self::both(self, other, |a, b| predicates.or(a, b))
    }

    fn both(
        a: Reading,
        b: Reading,
        mut of: impl FnMut(Predicate, Predicate) -> Predicate,
    ) -> Reading {
        let selection = of(a.selection, b.selection);
        // Where nothing can go wrong the readings are the same.
        let same = a.selection == a.activation && b.selection == b.activation;
        Reading {
            selection,
            activation: if same { selection } else { of(a.activation, b.activation) },
        }
    }
}

/// The algebra of readings.
#[derive(Debug)]
pub struct Readings<'a> {
    /// The body.
    pub body: &'a Body,
    /// The conditions of its bundles.
    pub edges: &'a EdgeConditions,
    /// Which instructions are guaranteed to transfer execution.
    pub transfer: &'a Transfer,
    /// Thinning of selection.
    pub selection: &'a Thinning,
    /// Thinning of activation.
    pub activation: &'a Thinning,
    /// The conditions.
    pub conditions: &'a mut Conditions,
    /// The predicates.
    pub predicates: &'a mut Predicates,
}

impl Readings<'_> {
    /// All barriers of a block, but the terminator, transferred execution.
    fn passed(&mut self, block: Block) -> Predicate {
        let mut passed = Predicate::TRUE;
        for &inst in self.transfer.barriers(block) {
            let condition = self.conditions.intern(Test::Returned(inst));
            let atom = self.predicates.atom(condition);
            passed = self.predicates.and(passed, atom);
        }
        passed
    }
}

impl Algebra for Readings<'_> {
    type Term = Reading;

    fn nothing(&mut self) -> Reading {
        Reading::FALSE
    }

    fn here(&mut self) -> Reading {
        Reading::TRUE
    }

    fn step(&mut self, bundle: Edge) -> Reading {
        let selection = self.edges.of(bundle);
        let end = self.body.edge(bundle).from;
        let data = self.body.inst(end);
        let Some(block) = data.block() else { return Reading::FALSE };
        // What tells that the terminator did not end here, if it may: also where there is but one
        // way on.
        let test = if data.opcode == Opcode::Invoke {
            Some(match data.edges().next() == Some(bundle) {
                true => Test::Returned(end),
                false => Test::Unwound(end),
            })
        } else {
            let may_end = self.transfer.may_end_at_terminator(block);
            may_end.then(|| Test::Went(end, self.body.edge(bundle).to))
        };
        let mut activation = selection;
        if let Some(test) = test {
            let condition = self.conditions.intern(test);
            activation = self.predicates.atom(condition);
        }
        let passed = self.passed(block);
        Reading { selection, activation: self.predicates.and(passed, activation) }
    }

    fn union(&mut self, a: Reading, b: Reading) -> Reading {
        a.or(b, self.predicates)
    }

    fn concat(&mut self, a: Reading, b: Reading) -> Reading {
        a.and(b, self.predicates)
    }

    fn star(&mut self, _: Reading) -> Reading {
        Reading::TRUE
    }

    fn thin(&mut self, block: Block, walks: Reading) -> Reading {
        let thin = |thinning: &Thinning, exact| {
            if thinning.is_thinned(block) { Predicate::TRUE } else { exact }
        };
        Reading {
            selection: thin(self.selection, walks.selection),
            activation: thin(self.activation, walks.activation),
        }
    }

    fn opaque(&mut self, block: Block) -> Option<Reading> {
        let condition = self.conditions.intern(Test::Entered(block));
        let atom = self.predicates.atom(condition);
        Some(Reading { selection: atom, activation: atom })
    }
}
