//! Gates as a propositional circuit: when is a predicate true?
//!
//! It is only ever asked whether a predicate is *true*, never whether it is false, and compound
//! predicates are not negated. So one signal a predicate is enough: conjunction and disjunction of
//! the signals of its parts. A literal, that a condition holds or that it does not, is one signal
//! each, and of one condition they exclude each other; both are false where the condition is
//! unknown. Tests of one value for equality with constants are known together, and at most one of
//! them holds:
//!
//! | condition | inputs | true if it holds | true if it does not |
//! |---|---|---|---|
//! | `x == k`, each `k` of one `x` | known, each `is k` | known & `is k` | known & not `is k` |
//! | where a terminator went | the same | | |
//! | others | known, value | known & value | known & not value |

use rustc_hash::FxHashMap;
use tollgate_gate::{Condition, Conditions, Formula, Predicate, Predicates, Test, Truth};
use tollgate_ir::{Entity, Inst, Value};
use tollgate_solve::{Circuit, Model, Signal, Ternary};

/// What can be tested of one thing at a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Group {
    /// The number that a value is.
    Equals(Value),
    /// Where a terminator went.
    Went(Inst),
}

fn group(test: Test) -> Option<Group> {
    match test {
        Test::Equals(value, _) => Some(Group::Equals(value)),
        Test::Went(inst, _) => Some(Group::Went(inst)),
        Test::True(_) | Test::Unwound(_) | Test::Returned(_) | Test::Entered(_) => None,
    }
}

/// Predicates that were put into a circuit.
pub(crate) struct Questions {
    /// The members of each group.
    groups: FxHashMap<Group, Vec<Condition>>,
    conditions: FxHashMap<Condition, Ternary>,
    signals: Vec<Option<Signal>>,
}

impl Questions {
    /// Nothing yet, of predicates over these conditions.
    pub(crate) fn new(conditions: &Conditions) -> Self {
        let mut groups: FxHashMap<Group, Vec<Condition>> = FxHashMap::default();
        for (condition, test) in conditions.iter() {
            if let Some(group) = group(test) {
                groups.entry(group).or_default().push(condition);
            }
        }
        Self { groups, conditions: FxHashMap::default(), signals: Vec::new() }
    }

    /// The signal of a predicate being true.
    pub(crate) fn is_true(
        &mut self,
        circuit: &mut Circuit,
        conditions: &Conditions,
        predicates: &Predicates,
        predicate: Predicate,
    ) -> Signal {
        if self.signals.len() < predicates.len() {
            self.signals.resize(predicates.len(), None);
        }
        let mut stack = vec![predicate];
        while let Some(&at) = stack.last() {
            let made = match predicates.formula(at) {
                Formula::False => Some(Signal::FALSE),
                Formula::True => Some(Signal::TRUE),
                Formula::Atom(condition) => {
                    Some(self.condition(circuit, conditions, condition).is_true)
                }
                Formula::Not(condition) => {
                    Some(self.condition(circuit, conditions, condition).is_false)
                }
                formula @ (Formula::And(a, b) | Formula::Or(a, b)) => {
                    match (self.signals[a.index()], self.signals[b.index()]) {
                        (Some(a), Some(b)) => Some(match formula {
                            Formula::And(..) => circuit.and(a, b),
                            Formula::Or(..)
                            | Formula::False
                            | Formula::True
                            | Formula::Atom(_)
                            | Formula::Not(_) => circuit.or(a, b),
                        }),
                        (first, second) => {
                            stack.extend(first.is_none().then_some(a));
                            stack.extend(second.is_none().then_some(b));
                            None
                        }
                    }
                }
            };
            if let Some(made) = made {
                self.signals[at.index()] = Some(made);
                stack.pop();
            }
        }
        self.signals[predicate.index()].unwrap_or(Signal::FALSE)
    }

    /// The signals of a condition.
    pub(crate) fn condition(
        &mut self,
        circuit: &mut Circuit,
        conditions: &Conditions,
        condition: Condition,
    ) -> Ternary {
        if let Some(&known) = self.conditions.get(&condition) {
            return known;
        }
        match group(conditions.test(condition)) {
            None => {
                let (known, value) = (circuit.input(), circuit.input());
                let ternary = Ternary::atom(circuit, known, value);
                self.conditions.insert(condition, ternary);
            }
            Some(group) => {
                let members = self.groups.get(&group).map_or(&[][..], Vec::as_slice);
                let known = circuit.input();
                let values = circuit.at_most_one(members.len());
                for (&member, value) in members.iter().zip(values) {
                    self.conditions.insert(member, Ternary::atom(circuit, known, value));
                }
            }
        }
        self.conditions[&condition]
    }

    /// What a model says of a condition.
    pub(crate) fn truth(&self, circuit: &Circuit, model: &Model, condition: Condition) -> Truth {
        let Some(ternary) = self.conditions.get(&condition) else { return Truth::Unknown };
        let roots = [ternary.is_true, ternary.is_false];
        let values = circuit.evaluate(&roots, |input| model.value(input));
        match (values[&roots[0]], values[&roots[1]]) {
            (true, _) => Truth::True,
            (_, true) => Truth::False,
            (false, false) => Truth::Unknown,
        }
    }
}
