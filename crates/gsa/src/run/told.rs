//! Functions, blocks, merges and gates in words, for messages.

use super::form::Form;
use tollgate_gate::{Condition, Formula, Predicate, Test};
use tollgate_ir::{Block, ConstKind, Context, Func, Module, Value};

/// Conditions of a gate that are written out.
const MAX_CONDITIONS: usize = 24;

pub(super) struct Teller<'a> {
    pub ctx: &'a Context,
    pub module: &'a Module,
}

enum Word {
    Gate(Predicate),
    Text(&'static str),
}

impl Teller<'_> {
    /// A merge with its block and function.
    pub fn merge(&self, form: &Form, func: Func, block: Block, merge: Value) -> String {
        format!(
            "@{}: {} {} in block {}",
            self.ctx.name_text(self.module.functions[func].header.name),
            form.gated().kind(merge).word(),
            self.value(form, merge),
            self.block(form, block)
        )
    }

    fn block(&self, form: &Form, block: Block) -> String {
        match form.gated().body().block(block).label {
            Some(label) => format!("%{}", self.ctx.name_text(label)),
            None => block.to_string(),
        }
    }

    pub fn value(&self, form: &Form, value: Value) -> String {
        match form.gated().body().name(value) {
            Some(name) => format!("%{}", self.ctx.text(name)),
            None => value.to_string(),
        }
    }

    /// The gates of the arms of a merge, one after the other.
    pub fn gates(&self, form: &Form, merge: Value) -> String {
        let gates = form.gated().gates(merge).iter();
        gates.map(|&gate| self.gate(form, gate)).collect::<Vec<_>>().join("; ")
    }

    fn gate(&self, form: &Form, gate: Predicate) -> String {
        let mut text = String::new();
        let mut stack = vec![Word::Gate(gate)];
        let mut conditions = 0;
        while let Some(word) = stack.pop() {
            let gate = match word {
                Word::Text(word) => {
                    text.push_str(word);
                    continue;
                }
                Word::Gate(gate) => gate,
            };
            let mut both = |a, b, sign| {
                let words = [Word::Text("("), Word::Gate(a), Word::Text(sign), Word::Gate(b)];
                stack.push(Word::Text(")"));
                stack.extend(words.into_iter().rev());
            };
            match form.gated().predicates.formula(gate) {
                Formula::False => text.push_str("false"),
                Formula::True => text.push_str("true"),
                Formula::And(a, b) => both(a, b, " & "),
                Formula::Or(a, b) => both(a, b, " | "),
                Formula::Atom(condition) => {
                    text.push_str(&self.condition(form, condition));
                    conditions += 1;
                }
                Formula::Not(condition) => {
                    text.push('!');
                    text.push_str(&self.condition(form, condition));
                    conditions += 1;
                }
            }
            if conditions == MAX_CONDITIONS {
                text.push_str(" ...");
                break;
            }
        }
        text
    }

    fn condition(&self, form: &Form, condition: Condition) -> String {
        match form.gated().conditions.test(condition) {
            Test::True(value) => self.value(form, value),
            Test::Equals(value, case) => match &self.ctx.constant(case).kind {
                ConstKind::Int(bits) => format!("{} == {bits}", self.value(form, value)),
                _ => format!("{} == {case}", self.value(form, value)),
            },
            Test::Unwound(inst) => format!("unwound({inst})"),
            Test::Returned(inst) => format!("returned({inst})"),
            Test::Went(inst, block) => format!("went({inst}, {})", self.block(form, block)),
            Test::Entered(block) => format!("entered({})", self.block(form, block)),
        }
    }
}
