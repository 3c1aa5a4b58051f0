//! Reads numbers and conditions. Their grammar is in docs/rules.md, with a table of the functions.
//! A subtree is of either kind; which one it has to be, its place says.

use super::{Fault, Parser, Sort};
use crate::error::Problem;
use crate::expression::{Bound, Condition, Function, Number, PredicateClass};
use crate::lexer::Token;
use crate::pattern::{MAX_PATTERN_DEPTH, ROOT, Slot};
use tollgate_ir::{Flags, IntPredicate, Opcode};

/// A number or a condition, whichever was read.
enum Expression {
    Number(Number),
    Condition(Condition),
}

/// Operators of two numbers: how tightly they bind, and what they do.
const OPERATORS: &[(&str, u8, Opcode)] = &[
    ("|", 4, Opcode::Or),
    ("^", 5, Opcode::Xor),
    ("&", 6, Opcode::And),
    ("<<", 7, Opcode::Shl),
    ("+", 8, Opcode::Add),
    ("-", 8, Opcode::Sub),
    ("*", 9, Opcode::Mul),
];

const OR: u8 = 1;
const AND: u8 = 2;
const COMPARE: u8 = 3;
const TIGHTEST: u8 = 10;

impl Parser<'_> {
    pub(super) fn condition(&mut self) -> Result<Condition, Fault> {
        let start = self.start();
        condition(self.expression(OR)?, start)
    }

    pub(super) fn number(&mut self) -> Result<Number, Fault> {
        let start = self.start();
        number(self.expression(OR)?, start)
    }

    /// Reads operators that bind at least as tightly as `level`.
    fn expression(&mut self, level: u8) -> Result<Expression, Fault> {
        self.deeper(|parser| parser.operators(level))
    }

    fn operators(&mut self, level: u8) -> Result<Expression, Fault> {
        let start = self.start();
        let mut left = self.atom()?;
        // A chain of operators is a tree as deep as it is long.
        for _ in 0..MAX_PATTERN_DEPTH {
            let (binds, operator) = match *self.token() {
                Token::Mark("||") => (OR, None),
                Token::Mark("&&") => (AND, None),
                Token::Mark("==" | "!=") => (COMPARE, None),
                Token::Word(word) if IntPredicate::from_word(word.as_bytes()).is_some() => {
                    (COMPARE, None)
                }
                Token::Mark(mark) => match OPERATORS.iter().find(|(it, ..)| *it == mark) {
                    Some((_, binds, opcode)) => (*binds, Some(*opcode)),
                    None => return Ok(left),
                },
                Token::Doc(..)
                | Token::Word(..)
                | Token::Intrinsic(..)
                | Token::Int(..)
                | Token::Float(..)
                | Token::End => return Ok(left),
            };
            if binds < level {
                return Ok(left);
            }
            let token = self.token().clone();
            self.at += 1;
            let right_start = self.start();
            let right = self.expression(binds + 1)?;
            left = match (operator, token) {
                (Some(opcode), _) => {
                    let (left, right) = (number(left, start)?, number(right, right_start)?);
                    Expression::Number(Number::Binary(opcode, Box::new(left), Box::new(right)))
                }
                (None, Token::Mark(mark @ ("||" | "&&"))) => {
                    let left = Box::new(condition(left, start)?);
                    let right = Box::new(condition(right, right_start)?);
                    Expression::Condition(match mark {
                        "||" => Condition::Or(left, right),
                        _ => Condition::And(left, right),
                    })
                }
                (None, token) => {
                    let predicate = match token {
                        Token::Mark("==") => Some(IntPredicate::Eq),
                        Token::Mark("!=") => Some(IntPredicate::Ne),
                        Token::Word(word) => IntPredicate::from_word(word.as_bytes()),
                        Token::Doc(..)
                        | Token::Intrinsic(..)
                        | Token::Int(..)
                        | Token::Float(..)
                        | Token::Mark(..)
                        | Token::End => None,
                    };
                    let predicate = predicate.ok_or_else(|| self.expected("a comparison"))?;
                    let (left, right) = (number(left, start)?, number(right, right_start)?);
                    Expression::Condition(Condition::Compare(
                        predicate,
                        Box::new(left),
                        Box::new(right),
                    ))
                }
            };
        }
        Err((Problem::TooDeep, start))
    }

    fn atom(&mut self) -> Result<Expression, Fault> {
        let start = self.start();
        let unary =
            |function, operand| Expression::Number(Number::Unary(function, Box::new(operand)));
        match *self.token() {
            Token::Mark("(") => {
                self.at += 1;
                let inner = self.expression(OR)?;
                self.mark(")")?;
                Ok(inner)
            }
            Token::Mark("!") => {
                self.at += 1;
                let inner = condition(self.expression(TIGHTEST)?, start)?;
                Ok(Expression::Condition(Condition::Not(Box::new(inner))))
            }
            Token::Mark("-") => {
                self.at += 1;
                if let Token::Int(value) = *self.token() {
                    self.at += 1;
                    return Ok(Expression::Number(Number::Literal(-value)));
                }
                Ok(unary(Function::Negate, number(self.expression(TIGHTEST)?, start)?))
            }
            Token::Mark("~") => {
                self.at += 1;
                Ok(unary(Function::Not, number(self.expression(TIGHTEST)?, start)?))
            }
            Token::Int(value) => {
                self.at += 1;
                Ok(Expression::Number(Number::Literal(value)))
            }
            Token::Word("signed_min") => {
                self.at += 1;
                Ok(Expression::Number(Number::SignedMin))
            }
            Token::Word("signed_max") => {
                self.at += 1;
                Ok(Expression::Number(Number::SignedMax))
            }
            Token::Word("plain") => {
                self.at += 1;
                Ok(Expression::Condition(Condition::Plain))
            }
            Token::Word(word) if *self.peek(1) == Token::Mark("(") => {
                self.at += 2;
                let expression = self.function(word, start)?;
                self.mark(")")?;
                Ok(expression)
            }
            Token::Word(word) => {
                self.at += 1;
                match self.bound(word, start)? {
                    (slot, Sort::Constant) => Ok(Expression::Number(Number::Constant(slot))),
                    (_, Sort::Term) => Err((Problem::OtherSort(word.to_owned()), start)),
                }
            }
            Token::Doc(..)
            | Token::Intrinsic(..)
            | Token::Float(..)
            | Token::Mark(..)
            | Token::End => Err(self.expected("a number or a condition")),
        }
    }

    /// The arguments of a function, between the parentheses.
    fn function(&mut self, name: &str, start: usize) -> Result<Expression, Fault> {
        let unary = match name {
            "log2" => Some(Function::Log2),
            "cttz" => Some(Function::TrailingZeros),
            "ctlz" => Some(Function::LeadingZeros),
            "ctpop" => Some(Function::SetBits),
            "zext" => Some(Function::ZeroExtend),
            "sext" => Some(Function::SignExtend),
            "trunc" => Some(Function::Truncate),
            _ => None,
        };
        if let Some(function) = unary {
            return Ok(Expression::Number(Number::Unary(function, Box::new(self.number()?))));
        }
        let binary = match name {
            "udiv" => Some(Opcode::UDiv),
            "sdiv" => Some(Opcode::SDiv),
            "urem" => Some(Opcode::URem),
            "srem" => Some(Opcode::SRem),
            "lshr" => Some(Opcode::LShr),
            "ashr" => Some(Opcode::AShr),
            _ => None,
        };
        if let Some(opcode) = binary {
            let left = self.number()?;
            self.mark(",")?;
            let right = self.number()?;
            return Ok(Expression::Number(Number::Binary(opcode, Box::new(left), Box::new(right))));
        }
        Ok(match name {
            "width" => Expression::Number(Number::Width(self.term_or_root()?)),
            "lanes" => Expression::Number(Number::Lanes(self.term_or_root()?)),
            "zeros" => Expression::Number(Number::Zeros(self.term()?)),
            "ones" => Expression::Number(Number::Ones(self.term()?)),
            "low" => Expression::Number(Number::Bound(Bound::Low, self.term()?)),
            "high" => Expression::Number(Number::Bound(Bound::High, self.term()?)),
            "least" => Expression::Number(Number::Bound(Bound::Least, self.term()?)),
            "most" => Expression::Number(Number::Bound(Bound::Most, self.term()?)),
            "sign_bits" => Expression::Number(Number::SignBits(self.term()?)),
            "power_of_two" => {
                Expression::Condition(Condition::PowerOfTwo(Box::new(self.number()?)))
            }
            "nuw" | "nsw" => {
                let flag = if name == "nuw" { Flags::NUW } else { Flags::NSW };
                let inner = self.start();
                let number = self.number()?;
                let Number::Binary(
                    opcode @ (Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl),
                    a,
                    b,
                ) = number
                else {
                    return Err((Problem::UnknownFunction(format!("{name} of this")), inner));
                };
                Expression::Condition(Condition::NoWrap(flag, opcode, a, b))
            }
            "never_undef" => Expression::Condition(Condition::NeverUndef(self.term()?)),
            "never_poison" => Expression::Condition(Condition::NeverPoison(self.term()?)),
            "constant" => Expression::Condition(Condition::Constant(self.term()?)),
            "integer" => Expression::Condition(Condition::Integer(self.term_or_root()?)),
            "narrows" => Expression::Condition(Condition::Narrows(self.term()?)),
            "scalar" => Expression::Condition(Condition::Scalar(self.term_or_root()?)),
            "before" | "same_type" => {
                let first = self.term_or_root()?;
                self.mark(",")?;
                let second = self.term_or_root()?;
                Expression::Condition(match name {
                    "before" => Condition::Before(first, second),
                    _ => Condition::SameType(first, second),
                })
            }
            "has" => {
                let mut slot = ROOT;
                if matches!(*self.peek(1), Token::Mark(",")) {
                    slot = self.term_or_root()?;
                    self.mark(",")?;
                }
                let all = Flags::WORDS.iter().fold(Flags::NONE, |all, (flag, _)| all | *flag);
                Expression::Condition(Condition::Has(slot, self.flag(all)?))
            }
            "is_equality" => self.predicate_class(PredicateClass::Equality)?,
            "is_unsigned" => self.predicate_class(PredicateClass::Unsigned)?,
            "is_signed" => self.predicate_class(PredicateClass::Signed)?,
            _ => return Err((Problem::UnknownFunction(name.to_owned()), start)),
        })
    }

    fn predicate_class(&mut self, class: PredicateClass) -> Result<Expression, Fault> {
        let start = self.start();
        let name = self.word("a variable of predicates")?;
        let slot = self.names.predicates.iter().position(|it| it == name);
        let slot = slot.ok_or_else(|| (Problem::Unbound(name.to_owned()), start))?;
        Ok(Expression::Condition(Condition::Predicate(class, slot as Slot)))
    }

    fn term(&mut self) -> Result<Slot, Fault> {
        let start = self.start();
        let name = self.word("a variable")?;
        self.bound(name, start).map(|(slot, _)| slot)
    }

    fn term_or_root(&mut self) -> Result<Slot, Fault> {
        if self.eat_word("root") { Ok(ROOT) } else { self.term() }
    }
}

fn number(expression: Expression, start: usize) -> Result<Number, Fault> {
    match expression {
        Expression::Number(number) => Ok(number),
        Expression::Condition(_) => Err((Problem::NotANumber, start)),
    }
}

fn condition(expression: Expression, start: usize) -> Result<Condition, Fault> {
    match expression {
        Expression::Condition(condition) => Ok(condition),
        Expression::Number(_) => Err((Problem::NotACondition, start)),
    }
}
