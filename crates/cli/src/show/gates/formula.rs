//! Predicates as text of linear length.
//!
//! A predicate is a graph in which parts are shared; written out as a tree it can be exponentially
//! long. Therefore parts that are used several times, and long parts, get names (`g1`, `g2`, ...),
//! and each is written once. Every formula that is written then has a bounded number of operands,
//! and the whole is linear in the graph.
//!
//! `%x == 1 | %x == 2` is written `%x in {1, 2}`, and `%x != 1 & %x != 2` is written
//! `%x not in {1, 2}`; both count as one operand.

use crate::wrap::glued;
use serde_json::{Value as Json, json};
use tollgate_gate::{Condition, Formula, Predicate, Predicates};
use tollgate_ir::{Entity as _, SecondaryMap};

/// How predicates are written.
#[derive(Clone, Copy)]
pub struct Style {
    /// The largest number of operands of a predicate that is used once and has no name.
    pub single: u32,
    /// The same for a predicate that is used several times.
    pub shared: u32,
    /// Whether conditions and short sets are [`glued`], so that no line is broken inside them.
    pub glued: bool,
}

impl Style {
    /// In text.
    pub const TEXT: Self = Self { single: 12, shared: 4, glued: true };
    /// In JSON.
    pub const JSON: Self = Self { glued: false, ..Self::TEXT };
    /// In a picture.
    pub const PICTURE: Self = Self { single: 4, shared: 3, glued: true };
}

/// Sets of up to this many characters are short.
const SHORT_SET: usize = 30;

/// The text of a condition.
#[derive(Clone, Default)]
pub struct ConditionText {
    /// If it holds.
    pub holds: String,
    /// If it does not hold.
    pub fails: String,
    /// If it asks whether a value equals a constant.
    pub equality: Option<Equality>,
}

/// The question whether a value equals a constant.
#[derive(Clone)]
pub struct Equality {
    /// The value.
    pub value: String,
    /// The constant.
    pub constant: String,
}

/// The text of some predicates.
pub struct Formulas<'a> {
    predicates: &'a Predicates,
    conditions: &'a [ConditionText],
    notes: SecondaryMap<Predicate, Note<'a>>,
    /// The predicates that have names, in the order of the names: each uses only earlier ones.
    named: Vec<Predicate>,
    glued: bool,
}

/// The properties of a predicate that decide how it is written.
#[derive(Clone, Copy, Default)]
struct Note<'a> {
    /// The number of its uses.
    uses: u32,
    /// The number of operands with which it is written.
    operands: u32,
    /// The number of its name; zero if it has none.
    name: u32,
    /// If it only compares one value with constants: the value, and whether for equality.
    set: Option<(&'a str, bool)>,
}

impl<'a> Formulas<'a> {
    /// Prepares to write these predicates; one that is written several times is listed several
    /// times.
    pub fn new(
        predicates: &'a Predicates,
        conditions: &'a [ConditionText],
        roots: impl IntoIterator<Item = Predicate>,
        style: Style,
    ) -> Self {
        let (notes, named) = (SecondaryMap::new(), Vec::new());
        let mut this = Self { predicates, conditions, notes, named, glued: style.glued };
        this.notes.resize(predicates.len());
        for root in roots {
            this.notes[root].uses += 1;
        }
        // The parts of a predicate were made before it.
        for predicate in (0..predicates.len()).rev().map(Predicate::new) {
            if this.notes[predicate].uses > 0 {
                for part in parts(predicates.formula(predicate)) {
                    this.notes[part].uses += 1;
                }
            }
        }
        for predicate in (0..predicates.len()).map(Predicate::new) {
            if this.notes[predicate].uses > 0 {
                this.measure(predicate, style);
            }
        }
        this
    }

    /// Decides whether a predicate gets a name, after its parts.
    fn measure(&mut self, predicate: Predicate, style: Style) {
        let conditions: &'a [ConditionText] = self.conditions;
        let set_of = |condition: Condition, holds: bool| {
            conditions[condition.index()].equality.as_ref().map(|it| (it.value.as_str(), holds))
        };
        let formula = self.predicates.formula(predicate);
        let set = match formula {
            Formula::False | Formula::True => None,
            Formula::Atom(condition) => set_of(condition, true),
            Formula::Not(condition) => set_of(condition, false),
            Formula::Or(a, b) => self.common_set(a, b, true),
            Formula::And(a, b) => self.common_set(a, b, false),
        };
        let operands = match formula {
            Formula::And(a, b) | Formula::Or(a, b) if set.is_none() => {
                let count = |part: Predicate| {
                    if self.has_name(part) { 1 } else { self.notes[part].operands }
                };
                count(a) + count(b)
            }
            _ => 1,
        };
        let note = &mut self.notes[predicate];
        (note.set, note.operands) = (set, operands);
        if operands > if note.uses > 1 { style.shared } else { style.single } {
            self.named.push(predicate);
            self.notes[predicate].name = self.named.len() as u32;
        }
    }

    /// The value that two predicates both compare with constants.
    fn common_set(&self, a: Predicate, b: Predicate, holds: bool) -> Option<(&'a str, bool)> {
        let set = self.notes[a].set.filter(|set| set.1 == holds)?;
        (self.notes[b].set == Some(set)).then_some(set)
    }

    fn has_name(&self, predicate: Predicate) -> bool {
        self.notes[predicate].name > 0
    }

    /// A predicate at its use: its name, if it has one.
    pub fn text(&self, predicate: Predicate) -> String {
        match self.notes[predicate].name {
            0 => self.expanded(predicate),
            number => format!("g{number}"),
        }
    }

    /// `when` and a predicate at its use, or simply `always` or `never`.
    pub fn when(&self, predicate: Predicate) -> String {
        match predicate {
            Predicate::TRUE | Predicate::FALSE => self.text(predicate),
            predicate => format!("when {}", self.text(predicate)),
        }
    }

    /// The names with their definitions.
    pub fn definitions(&self) -> impl Iterator<Item = (String, String)> + '_ {
        self.named.iter().map(|&predicate| (self.text(predicate), self.expanded(predicate)))
    }

    /// The conditions that the predicates test.
    pub fn used_conditions(&self) -> impl Iterator<Item = Condition> + '_ {
        let mut used: Vec<Condition> = self
            .used()
            .filter_map(|predicate| match self.predicates.formula(predicate) {
                Formula::Atom(condition) | Formula::Not(condition) => Some(condition),
                Formula::False | Formula::True | Formula::And(..) | Formula::Or(..) => None,
            })
            .collect();
        used.sort_unstable();
        used.dedup();
        used.into_iter()
    }

    fn used(&self) -> impl Iterator<Item = Predicate> + '_ {
        (0..self.predicates.len())
            .map(Predicate::new)
            .filter(|&predicate| self.notes[predicate].uses > 0)
    }

    /// How the predicates are made, as JSON.
    pub fn json(&self) -> Json {
        let number = |predicate: Predicate| predicate.as_u32();
        let made = |predicate: Predicate| match self.predicates.formula(predicate) {
            Formula::False => json!({ "predicate": number(predicate), "constant": false }),
            Formula::True => json!({ "predicate": number(predicate), "constant": true }),
            Formula::Atom(condition) => {
                json!({ "predicate": number(predicate), "holds": condition.as_u32() })
            }
            Formula::Not(condition) => {
                json!({ "predicate": number(predicate), "fails": condition.as_u32() })
            }
            Formula::And(a, b) => {
                json!({ "predicate": number(predicate), "and": [number(a), number(b)] })
            }
            Formula::Or(a, b) => {
                json!({ "predicate": number(predicate), "or": [number(a), number(b)] })
            }
        };
        self.used().map(made).collect()
    }

    /// A predicate written out except for its named parts. They bound the recursion: every level
    /// adds an operand, except for chains of one operator, which are walked in a loop.
    fn expanded(&self, predicate: Predicate) -> String {
        match self.predicates.formula(predicate) {
            Formula::False => "never".to_string(),
            Formula::True => "always".to_string(),
            Formula::Atom(condition) => self.unbroken(&self.conditions[condition.index()].holds),
            Formula::Not(condition) => self.unbroken(&self.conditions[condition.index()].fails),
            Formula::And(..) => self.chain(predicate, false).join(" & "),
            Formula::Or(..) => self.chain(predicate, true).join(" | "),
        }
    }

    /// A condition, without line breaks if the style says so.
    fn unbroken(&self, text: &str) -> String {
        if self.glued { glued(text) } else { text.to_string() }
    }

    /// The operands of a conjunction or disjunction in order, in parentheses where needed.
    fn chain(&self, predicate: Predicate, is_or: bool) -> Vec<String> {
        let mut operands: Vec<String> = Vec::new();
        // Each value that is compared, its position among the operands, and the constants.
        let mut sets: Vec<(&str, usize, Vec<&str>)> = Vec::new();
        let mut stack = vec![predicate];
        while let Some(part) = stack.pop() {
            let formula = self.predicates.formula(part);
            match formula {
                Formula::Or(a, b) if is_or && (part == predicate || !self.has_name(part)) => {
                    stack.extend([b, a])
                }
                Formula::And(a, b) if !is_or && (part == predicate || !self.has_name(part)) => {
                    stack.extend([b, a])
                }
                Formula::Or(..) | Formula::And(..)
                    if self.notes[part].operands > 1 && !self.has_name(part) =>
                {
                    operands.push(format!("({})", self.expanded(part)));
                }
                Formula::Atom(condition) | Formula::Not(condition) => {
                    let holds = matches!(formula, Formula::Atom(_));
                    let condition = &self.conditions[condition.index()];
                    match condition.equality.as_ref().filter(|_| holds == is_or) {
                        None => operands.push(self.text(part)),
                        Some(equality) => match sets.iter_mut().find(|set| set.0 == equality.value)
                        {
                            Some(set) => set.2.push(&equality.constant),
                            None => {
                                sets.push((
                                    &equality.value,
                                    operands.len(),
                                    vec![&equality.constant],
                                ));
                                operands.push(self.text(part));
                            }
                        },
                    }
                }
                Formula::Or(..) | Formula::And(..) | Formula::False | Formula::True => {
                    operands.push(self.text(part))
                }
            }
        }
        for (value, place, constants) in sets.iter().filter(|set| set.2.len() > 1) {
            let set = one_of(value, constants, is_or);
            operands[*place] =
                if set.chars().count() <= SHORT_SET { self.unbroken(&set) } else { set };
        }
        operands
    }
}

/// That a value is one of some constants, or is none of them. Numbers come in order.
pub fn one_of(value: &str, constants: &[&str], is: bool) -> String {
    let mut constants = constants.to_vec();
    constants.sort_by_cached_key(|constant| constant.parse::<i128>().ok());
    format!("{value} {} {{{}}}", if is { "in" } else { "not in" }, constants.join(", "))
}

fn parts(formula: Formula) -> impl Iterator<Item = Predicate> {
    let parts = match formula {
        Formula::And(a, b) | Formula::Or(a, b) => Some([a, b]),
        Formula::False | Formula::True | Formula::Atom(_) | Formula::Not(_) => None,
    };
    parts.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tollgate_gate::{Conditions, Test};
    use tollgate_ir::Value;

    fn conditions(count: u32) -> (Vec<Condition>, Vec<ConditionText>) {
        let mut conditions = Conditions::new();
        let ids = (0..count).map(|index| conditions.intern(Test::True(Value::from_u32(index))));
        let text = |index| ConditionText {
            holds: format!("%{index}"),
            fails: format!("!%{index}"),
            equality: None,
        };
        (ids.collect(), (0..count).map(text).collect())
    }

    fn style(single: u32, shared: u32) -> Style {
        Style { single, shared, glued: false }
    }

    /// `p_n = (p_{n-1} & c) | (p_{n-1} & d)`: as a tree 2^n operands.
    #[test]
    fn doubling_stays_linear() {
        const DEPTH: u32 = 500;
        let (ids, texts) = conditions(2 * DEPTH + 1);
        let mut predicates = Predicates::new();
        let mut at = predicates.atom(ids[0]);
        for pair in ids[1..].chunks(2) {
            let (c, d) = (predicates.atom(pair[0]), predicates.atom(pair[1]));
            let (left, right) = (predicates.and(at, c), predicates.and(at, d));
            at = predicates.or(left, right);
        }
        let formulas = Formulas::new(&predicates, &texts, [at], style(12, 3));
        let all: Vec<(String, String)> = formulas.definitions().collect();
        let length: usize = all.iter().map(|(name, text)| name.len() + text.len()).sum();
        assert!(length < 200 * DEPTH as usize, "{length} characters");
        assert!(all.iter().all(|(_, text)| text.len() < 200), "a long line");
        assert_eq!(all[0].1, "(%0 & %1) | (%0 & %2)");
        assert!(all[1].1.contains("g1 & %3"), "{}", all[1].1);
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        const LENGTH: u32 = 200_000;
        let (ids, texts) = conditions(LENGTH);
        let mut predicates = Predicates::new();
        let mut at = Predicate::TRUE;
        for &id in &ids {
            let atom = predicates.not(id);
            at = predicates.and(at, atom);
        }
        let formulas = Formulas::new(&predicates, &texts, [at], style(u32::MAX, u32::MAX));
        let text = formulas.text(at);
        assert!(text.starts_with("!%0 & !%1 & ") && text.ends_with("& !%199999"));
        let formulas = Formulas::new(&predicates, &texts, [at], style(12, 3));
        assert!(formulas.definitions().all(|(_, text)| text.len() < 200));
    }
}
