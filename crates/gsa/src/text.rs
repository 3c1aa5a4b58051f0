//! Gated SSA and its text: gates by name in the text, conditions and predicates in the form.
//!
//! `undef` is read as `false`: it is never asked of a gate but whether it is true, and compound
//! gates are not negated, so that neither can be told from the other.

use crate::Gated;
use rustc_hash::FxHashMap;
use tollgate_gate::{Conditions, Formula, Predicate, Predicates, Test};
use tollgate_ir::{Block, Body, Inst, Param, PrimaryMap, SecondaryMap, Span, Value, ValueDef};
use tollgate_llvm::{Arm, Gate, GateDefinition, GateFormula, GateTest, GatedText, MergeText};

/// A test of a text that no instruction makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSuchTest {
    /// Where its gate is defined.
    pub span: Span,
    /// The block whose instruction it names.
    pub block: Block,
}

impl Gated {
    /// The function that a text describes, whose body this is.
    pub fn from_text(body: Body, text: &GatedText) -> Result<Self, NoSuchTest> {
        let (mut conditions, mut predicates) = (Conditions::new(), Predicates::new());
        let mut made: SecondaryMap<Gate, Option<Predicate>> = SecondaryMap::new();
        made.resize(text.gates.len());
        for gate in text.gates.keys() {
            let mut stack = vec![gate];
            while let Some(&at) = stack.last() {
                let definition = &text.gates[at];
                let formula = &definition.formula;
                let open: Vec<Gate> = formula
                    .operands()
                    .iter()
                    .copied()
                    .filter(|&part| made[part].is_none())
                    .collect();
                if made[at].is_some() || open.is_empty() {
                    if made[at].is_none() {
                        let new = read(&body, definition, &made, &mut conditions, &mut predicates)?;
                        made[at] = Some(new);
                    }
                    stack.pop();
                } else {
                    stack.extend(open);
                }
            }
        }
        let blocks: Vec<Block> = body.blocks().collect();
        let mut this = Self::without_gates(body, conditions, predicates);
        for block in blocks {
            for position in 0..this.body().params(block).len() {
                let merge = this.body().params(block)[position];
                let Some(param) = param_of(this.body(), merge) else { continue };
                let MergeText { merge: kind, arms } = &text.merges[param];
                let gates: Vec<Predicate> =
                    arms.iter().map(|arm| made[arm.gate].unwrap_or(Predicate::FALSE)).collect();
                this.set_merge(merge, *kind, if kind.has_gates() { &gates } else { &[] });
            }
        }
        Ok(this)
    }

    /// What the text says besides the body.
    pub fn text(&self) -> GatedText {
        let mut writer =
            Writer { gated: self, names: FxHashMap::default(), gates: PrimaryMap::new() };
        let mut merges = SecondaryMap::new();
        for block in self.body().blocks() {
            for &merge in self.body().params(block) {
                let Some(param) = param_of(self.body(), merge) else { continue };
                let kind = self.kind(merge);
                let arms = self.gates(merge).iter();
                let arms = arms.map(|&gate| Arm { gate: writer.gate(gate), span: Span::default() });
                let text = MergeText { merge: kind, arms: arms.collect() };
                merges[param] = text;
            }
        }
        GatedText { gates: writer.gates, merges }
    }
}

fn param_of(body: &Body, merge: Value) -> Option<Param> {
    match body.value(merge).def {
        ValueDef::Param(param) => Some(param),
        ValueDef::Arg(_)
        | ValueDef::Inst(_)
        | ValueDef::Const(_)
        | ValueDef::Meta(_)
        | ValueDef::Wrapped(_)
        | ValueDef::Undefined => None,
    }
}

/// A definition whose operands are made.
fn read(
    body: &Body,
    definition: &GateDefinition,
    made: &SecondaryMap<Gate, Option<Predicate>>,
    conditions: &mut Conditions,
    predicates: &mut Predicates,
) -> Result<Predicate, NoSuchTest> {
    let of = |gate: &Gate| made[*gate].unwrap_or(Predicate::FALSE);
    Ok(match &definition.formula {
        GateFormula::True => Predicate::TRUE,
        GateFormula::False | GateFormula::Undef => Predicate::FALSE,
        GateFormula::And(parts) => {
            parts.iter().map(of).fold(Predicate::TRUE, |all, part| predicates.and(all, part))
        }
        GateFormula::Or(parts) => {
            parts.iter().map(of).fold(Predicate::FALSE, |all, part| predicates.or(all, part))
        }
        GateFormula::Test { test, negated } => {
            let no_such = |block| NoSuchTest { span: definition.span, block };
            let end = |block| body.terminator(block).ok_or(no_such(block));
            let test = match *test {
                GateTest::Holds(value) => Test::True(value),
                GateTest::Equals(value, constant) => Test::Equals(value, constant),
                GateTest::Unwound(block) => Test::Unwound(end(block)?),
                GateTest::Went(block, to) => Test::Went(end(block)?, to),
                GateTest::Returned(block, number) => {
                    let inst = body.insts(block).nth(number as usize);
                    Test::Returned(inst.ok_or(no_such(block))?)
                }
            };
            let condition = conditions.intern(test);
            if *negated { predicates.not(condition) } else { predicates.atom(condition) }
        }
    })
}

struct Writer<'a> {
    gated: &'a Gated,
    names: FxHashMap<Predicate, Gate>,
    gates: PrimaryMap<Gate, GateDefinition>,
}

impl Writer<'_> {
    /// The name of a predicate; its parts are defined before it.
    fn gate(&mut self, predicate: Predicate) -> Gate {
        let mut stack = vec![predicate];
        while let Some(&at) = stack.last() {
            if self.names.contains_key(&at) {
                stack.pop();
                continue;
            }
            let formula = match self.gated.predicates.formula(at) {
                Formula::False => GateFormula::False,
                Formula::True => GateFormula::True,
                Formula::Atom(condition) => self.test(self.gated.conditions.test(condition), false),
                Formula::Not(condition) => self.test(self.gated.conditions.test(condition), true),
                formula @ (Formula::And(a, b) | Formula::Or(a, b)) => {
                    let known = |part| self.names.get(&part).copied();
                    let (Some(first), Some(second)) = (known(a), known(b)) else {
                        stack.extend([b, a].into_iter().filter(|&part| known(part).is_none()));
                        continue;
                    };
                    let parts = Box::new([first, second]);
                    match formula {
                        Formula::And(..) => GateFormula::And(parts),
                        Formula::Or(..)
                        | Formula::False
                        | Formula::True
                        | Formula::Atom(_)
                        | Formula::Not(_) => GateFormula::Or(parts),
                    }
                }
            };
            let definition = GateDefinition { name: None, span: Span::default(), formula };
            self.names.insert(at, self.gates.push(definition));
            stack.pop();
        }
        self.names[&predicate]
    }

    fn test(&self, test: Test, negated: bool) -> GateFormula {
        let body = self.gated.body();
        let block = |inst: Inst| body.inst(inst).block();
        let test = match test {
            Test::True(value) => Some(GateTest::Holds(value)),
            Test::Equals(value, constant) => Some(GateTest::Equals(value, constant)),
            Test::Unwound(inst) => block(inst).map(GateTest::Unwound),
            Test::Went(inst, to) => block(inst).map(|block| GateTest::Went(block, to)),
            Test::Returned(inst) => block(inst).and_then(|block| {
                let number = body.insts(block).position(|it| it == inst)?;
                Some(GateTest::Returned(block, u32::try_from(number).ok()?))
            }),
            // No arm has such a gate.
            Test::Entered(_) => None,
        };
        test.map_or(GateFormula::Undef, |test| GateFormula::Test { test, negated })
    }
}
