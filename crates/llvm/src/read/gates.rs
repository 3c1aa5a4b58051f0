//! Gates in text: `gate NAME = ...`, which only functions in gated form have.
//!
//! A gate may be used before its definition, so names are looked up once the body is read.

use super::body::BodyParser;
use super::lexer::{Tok, Token};
use super::merges::MergeRead;
use super::parser::{Parse, quote};
use crate::gated::{
    Arm, Gate, GateDefinition, GateFormula, GateTest, GatedText, MergeText, is_gate_name,
    is_keyword,
};
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_ir::{Span, Symbol, Type};

/// What may follow the `=` of a gate.
const FORMULAS: &str = "`and`, `or`, `not`, `icmp`, `unwound`, `went`, `returned`, `true`, \
                        `false`, `undef` or the `%name` of a value";

/// What may follow `not`.
const NEGATED: &str = "`unwound`, `went`, `returned` or the `%name` of a value: only tests are \
                       negated";

/// How many gates of a cycle a message names.
const SHOWN_GATES: usize = 8;

/// The gates of a body while it is read.
#[derive(Default)]
pub(super) struct GatesRead {
    definitions: Vec<Definition>,
    by_name: FxHashMap<Symbol, Gate>,
    /// The operands of all conjunctions and disjunctions.
    operands: Vec<(Symbol, Token)>,
    /// What the body says, once it is read.
    pub(super) text: Option<GatedText>,
}

/// A gate whose operands have not been looked up.
struct Definition {
    name: Symbol,
    span: Span,
    formula: Formula,
}

enum Formula {
    Known(GateFormula),
    And(std::ops::Range<usize>),
    Or(std::ops::Range<usize>),
}

impl BodyParser<'_, '_, '_> {
    /// `gate NAME = FORMULA`.
    pub(super) fn gate(&mut self) -> Parse<()> {
        let start = self.p.bump();
        let (name, token) = self.gate_name()?;
        self.p.expect(Tok::Equal, "`=`")?;
        let formula = self.gate_formula()?;
        let span = Span { start: start.start, end: self.p.last_end };
        let gates = self.gates.get_or_insert_default();
        let id = tollgate_ir::Entity::new(gates.definitions.len());
        if gates.by_name.insert(name, id).is_some() {
            let shown = quote(self.p.slice(token));
            let message =
                format!("the gate {shown} is defined twice: give this one a name of its own");
            return self.p.fail(token, message);
        }
        gates.definitions.push(Definition { name, span, formula });
        Ok(())
    }

    /// The name of a gate, and where it stands.
    pub(super) fn gate_name(&mut self) -> Parse<(Symbol, Token)> {
        let token = self.p.tok;
        let word = self.p.word();
        if is_gate_name(word) {
            self.p.bump();
            return Ok((self.p.ctx.symbol(word), token));
        }
        if is_keyword(word) {
            let shown = quote(word);
            let message = format!("{shown} has a meaning of its own, so no gate is called so");
            return self.p.fail(token, message);
        }
        Err(self.p.expected("the name of a gate: letters, digits, `_` and `.`"))
    }

    fn gate_formula(&mut self) -> Parse<Formula> {
        let known = match self.p.word() {
            b"and" => return Ok(Formula::And(self.gate_operands()?)),
            b"or" => return Ok(Formula::Or(self.gate_operands()?)),
            b"true" => GateFormula::True,
            b"false" => GateFormula::False,
            b"undef" => GateFormula::Undef,
            b"icmp" => return Ok(Formula::Known(self.gate_comparison()?)),
            b"not" => {
                self.p.bump();
                if self.p.word() == b"icmp" {
                    let token = self.p.tok;
                    let message = "a comparison is negated by its predicate: `eq` or `ne`";
                    return self.p.fail(token, message);
                }
                let test = self.gate_test(NEGATED)?;
                return Ok(Formula::Known(GateFormula::Test { test, negated: true }));
            }
            _ => {
                let test = self.gate_test(FORMULAS)?;
                return Ok(Formula::Known(GateFormula::Test { test, negated: false }));
            }
        };
        self.p.bump();
        Ok(Formula::Known(known))
    }

    /// `and NAME, ...` or `or NAME, ...`.
    fn gate_operands(&mut self) -> Parse<std::ops::Range<usize>> {
        self.p.bump();
        let first = self.gates.get_or_insert_default().operands.len();
        loop {
            let operand = self.gate_name()?;
            self.gates.get_or_insert_default().operands.push(operand);
            if !self.p.eat(Tok::Comma) {
                break;
            }
        }
        Ok(first..self.gates.get_or_insert_default().operands.len())
    }

    /// `icmp eq TYPE VALUE, INTEGER`, or with `ne`.
    fn gate_comparison(&mut self) -> Parse<GateFormula> {
        self.p.bump();
        let negated = match self.p.word() {
            b"eq" => false,
            b"ne" => true,
            _ => return Err(self.p.expected("`eq` or `ne`")),
        };
        self.p.bump();
        let token = self.p.tok;
        let ty = self.p.ty()?;
        if self.p.ctx.int_width(ty).is_none() {
            let shown = self.p.show_type(ty);
            let message = format!("a gate compares integers, as a `switch` does, not {shown}");
            return self.p.fail(token, message);
        }
        let value = self.value(ty)?;
        self.p.expect(Tok::Comma, "`,`")?;
        let token = self.p.tok;
        let constant = self.p.constant(ty)?;
        if !self.p.ctx.is_int(constant) {
            return self.p.fail(token, "a gate compares with an integer, as a `switch` does");
        }
        Ok(GateFormula::Test { test: GateTest::Equals(value, constant), negated })
    }

    /// A test that `not` can negate.
    fn gate_test(&mut self, expected: &str) -> Parse<GateTest> {
        match self.p.tok.kind {
            Tok::LocalName | Tok::LocalNumber => Ok(GateTest::Holds(self.value(Type::I1)?)),
            Tok::Word => match self.p.word() {
                b"unwound" => {
                    self.p.bump();
                    Ok(GateTest::Unwound(self.block_ref()?))
                }
                b"went" => {
                    self.p.bump();
                    let from = self.block_ref()?;
                    self.p.expect_word("to")?;
                    Ok(GateTest::Went(from, self.block_ref()?))
                }
                b"returned" => {
                    self.p.bump();
                    let block = self.block_ref()?;
                    Ok(GateTest::Returned(block, self.p.u32()?))
                }
                // With its type, since `true` and `undef` by themselves are gates that test
                // nothing.
                b"i1" => {
                    self.p.bump();
                    let constant = self.p.constant(Type::I1)?;
                    Ok(GateTest::Holds(self.body.constant(constant, Type::I1)))
                }
                _ => Err(self.p.expected(expected)),
            },
            _ => Err(self.p.expected(expected)),
        }
    }

    /// Looks up all gates by their names.
    pub(super) fn finish_gates(&mut self) -> Parse<()> {
        let Some(gates) = &mut self.gates else { return Ok(()) };
        let GatesRead { definitions, by_name, operands, text: _ } = *std::mem::take(gates);
        let mut text = GatedText::default();
        let mut lookup =
            Lookup { by_name: &by_name, missing: Vec::new(), seen: Default::default() };
        for Definition { name, span, formula } in definitions {
            let mut found = |range| operands_of(&mut lookup, &operands, range);
            let formula = match formula {
                Formula::Known(formula) => formula,
                Formula::And(range) => GateFormula::And(found(range)),
                Formula::Or(range) => GateFormula::Or(found(range)),
            };
            text.gates.push(GateDefinition { name: Some(name), span, formula });
        }
        for merge in &self.merges.list {
            let arms = match merge.merge.has_gates() {
                true => self.arms_of(&mut lookup, merge),
                false => Box::default(),
            };
            text.merges[merge.param] = MergeText { merge: merge.merge, arms };
        }
        let missing = lookup.missing;
        let mut result = Ok(());
        for token in missing {
            let shown = String::from_utf8_lossy(self.p.slice(token)).into_owned();
            let message = format!(
                "the gate `{shown}` is not defined in this function: say `gate {shown} = ...`"
            );
            result = self.p.fail(token, message);
        }
        result?;
        if let Some(cycle) = text.find_cycle() {
            return self.cyclic_gates(&text, &cycle);
        }
        if !text.is_plain(&self.body) {
            self.gates = Some(Box::new(GatesRead { text: Some(text), ..GatesRead::default() }));
        }
        Ok(())
    }

    fn arms_of(&self, lookup: &mut Lookup<'_>, merge: &MergeRead) -> Box<[Arm]> {
        let arms = self.merges.arms[merge.range()].iter();
        arms.filter_map(|arm| Some(Arm { gate: lookup.gate(arm.gate, arm.token)?, span: arm.span }))
            .collect()
    }

    fn cyclic_gates(&mut self, text: &GatedText, cycle: &[Gate]) -> Parse<()> {
        let name = |gate: &Gate| {
            let name = text.gates[*gate].name;
            format!("`{}`", name.map(|it| self.p.ctx.text(it)).unwrap_or_default())
        };
        let first = name(&cycle[0]);
        let mut way: Vec<String> = cycle.iter().take(SHOWN_GATES).map(name).collect();
        if cycle.len() > SHOWN_GATES {
            way.push("...".into());
        }
        way.push(first.clone());
        let way = way.join(", ");
        let message =
            format!("the gate {first} is made of itself ({way}): make one of them of others");
        Err(self.p.error_at(text.gates[cycle[0]].span, message))
    }
}

/// The gates by their names, and the first mention of each name that is none.
struct Lookup<'g> {
    by_name: &'g FxHashMap<Symbol, Gate>,
    missing: Vec<Token>,
    seen: FxHashSet<Symbol>,
}

impl Lookup<'_> {
    fn gate(&mut self, name: Symbol, token: Token) -> Option<Gate> {
        let gate = self.by_name.get(&name).copied();
        if gate.is_none() && self.seen.insert(name) {
            self.missing.push(token);
        }
        gate
    }
}

fn operands_of(
    lookup: &mut Lookup<'_>,
    operands: &[(Symbol, Token)],
    range: std::ops::Range<usize>,
) -> Box<[Gate]> {
    operands[range].iter().filter_map(|&(name, token)| lookup.gate(name, token)).collect()
}
