//! Reads rule files. Their grammar is in docs/rules.md, which `tollgate rules --grammar` prints.
//!
//! A method reads one nonterminal of it. Expressions are read by [`expression`].

mod expression;

use crate::error::{Problem, RuleError};
use crate::lexer::{Spanned, Token, tokens};
use crate::op::Op;
use crate::pattern::{
    FlagPattern, Literal, MAX_PATTERN_DEPTH, MAX_PREDICATES, MAX_TEMPLATE, MAX_VARIABLES,
    OpPattern, OpTemplate, OperationPattern, OperationTemplate, Pattern, PredicateChange, ROOT,
    Slot, Template, TemplateNode,
};
use crate::rule::{Kind, Rule};
use tollgate_ir::{Flags, FloatPredicate, IntPredicate, Opcode, position};
use tollgate_sem::intrinsics::Intrinsic;

/// Words that cannot be variables, besides the names of operations.
const RESERVED: &[&str] =
    &["root", "if", "equality", "refinement", "tag", "true", "false", "null", "poison", "undef"];

/// The rules of a text, or the first problem in it.
pub(crate) fn parse(file: &str, text: &str) -> Result<Vec<Rule>, RuleError> {
    let error = |(problem, offset): (Problem, usize)| RuleError {
        file: file.to_owned(),
        position: position(text.as_bytes(), offset),
        problem,
    };
    let tokens = tokens(text).map_err(error)?;
    let mut parser =
        Parser { file, text, tokens: &tokens, at: 0, depth: 0, names: Names::default() };
    parser.rules().map_err(error)
}

/// A problem and its offset in the text.
type Fault = (Problem, usize);

/// What a variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    Term,
    Constant,
}

/// The variables of the rule at hand.
#[derive(Default)]
struct Names {
    variables: Vec<(String, Sort)>,
    predicates: Vec<String>,
}

struct Parser<'a> {
    file: &'a str,
    text: &'a str,
    tokens: &'a [Spanned<'a>],
    at: usize,
    depth: usize,
    names: Names,
}

impl<'a> Parser<'a> {
    fn rules(&mut self) -> Result<Vec<Rule>, Fault> {
        let mut rules = Vec::new();
        let mut tags: Vec<String> = Vec::new();
        loop {
            match self.token() {
                Token::End => return Ok(rules),
                Token::Word("tag") => {
                    self.at += 1;
                    tags = self.tags()?;
                }
                Token::Doc(..)
                | Token::Word(..)
                | Token::Intrinsic(..)
                | Token::Int(..)
                | Token::Float(..)
                | Token::Mark(..) => rules.push(self.rule(&tags)?),
            }
        }
    }

    /// The words after `tag`, up to the end of the line.
    fn tags(&mut self) -> Result<Vec<String>, Fault> {
        let mut tags = Vec::new();
        let line =
            self.text[self.start()..].find('\n').map_or(self.text.len(), |end| self.start() + end);
        while let Token::Word(word) = self.token()
            && self.start() < line
        {
            tags.push((*word).to_owned());
            self.at += 1;
        }
        if tags.is_empty() { Err(self.expected("a tag")) } else { Ok(tags) }
    }

    fn rule(&mut self, tags: &[String]) -> Result<Rule, Fault> {
        let mut doc = Vec::new();
        while let Token::Doc(line) = self.token() {
            doc.push(*line);
            self.at += 1;
        }
        let start = self.start();
        let kind = match self.token() {
            Token::Word("equality") => Kind::Equality,
            Token::Word("refinement") => Kind::Refinement,
            Token::Doc(..)
            | Token::Word(..)
            | Token::Intrinsic(..)
            | Token::Int(..)
            | Token::Float(..)
            | Token::Mark(..)
            | Token::End => return Err(self.expected("`equality`, `refinement` or `tag`")),
        };
        if doc.is_empty() {
            return Err((Problem::NoDocumentation, start));
        }
        if tags.is_empty() {
            return Err((Problem::NoTag, start));
        }
        self.at += 1;
        let name = self.word("the name of the rule")?.to_owned();
        self.mark(":")?;
        self.names = Names::default();
        let left = self.start();
        let Pattern::Operation(pattern) = self.pattern()? else {
            return Err((Problem::LeftSideIsNoOperation, left));
        };
        let pattern = Pattern::Operation(pattern);
        self.mark("=>")?;
        let mut template = Template { nodes: Vec::new() };
        self.template(&mut template)?;
        let condition = match self.eat_word("if") {
            true => Some(self.condition()?),
            false => None,
        };
        // A rule that puts operands in order must see them in the order they have.
        let is_in_order = condition.as_ref().is_some_and(|it| it.asks_for_order());
        let orders = match is_in_order {
            true => vec![pattern.clone()],
            false => pattern.orders().ok_or((Problem::TooManyOrders, left))?,
        };
        let mut equality = None;
        if *self.token() == Token::Word("equality") && *self.peek(1) == Token::Word("if") {
            if kind == Kind::Equality {
                return Err((Problem::EqualityTwice, self.start()));
            }
            self.at += 2;
            equality = Some(self.condition()?);
        }
        let names = std::mem::take(&mut self.names);
        Ok(Rule {
            name,
            doc: doc.join(" "),
            tags: tags.to_vec(),
            kind,
            file: self.file.to_owned(),
            position: position(self.text.as_bytes(), start),
            text: self.text[start..self.tokens[self.at - 1].end].to_owned(),
            variables: names.variables.into_iter().map(|(name, _)| name).collect(),
            pattern,
            orders,
            template,
            condition,
            equality,
        })
    }

    // The left side.

    fn pattern(&mut self) -> Result<Pattern, Fault> {
        self.deeper(|parser| {
            let op = parser.op_pattern()?;
            let flags = parser.flag_pattern(op)?;
            let arity = match op {
                OpPattern::Fixed(op) => op.arity().unwrap_or(0),
                OpPattern::IntCompare(_) | OpPattern::FloatCompare(_) => 2,
            };
            let operands = (0..arity).map(|_| parser.operand()).collect::<Result<_, _>>()?;
            Ok(Pattern::Operation(Box::new(OperationPattern { op, flags, bind: None, operands })))
        })
    }

    fn operand(&mut self) -> Result<Pattern, Fault> {
        if self.eat("(") {
            let pattern = self.pattern()?;
            self.mark(")")?;
            return Ok(pattern);
        }
        if let Some(literal) = self.literal()? {
            return Ok(Pattern::Literal(literal));
        }
        let start = self.start();
        let name = self.word("an operand")?;
        let known = self.names.variables.iter().any(|(it, _)| it == name);
        let (slot, sort) = self.variable(name, start)?;
        if !self.eat("@") {
            return Ok(match sort {
                Sort::Term => Pattern::Variable(slot),
                Sort::Constant => Pattern::Constant(slot),
            });
        }
        if sort == Sort::Constant {
            return Err((Problem::OtherSort(name.to_owned()), start));
        }
        if known {
            return Err((Problem::BoundTwice(name.to_owned()), start));
        }
        self.mark("(")?;
        let mut pattern = self.pattern()?;
        if let Pattern::Operation(operation) = &mut pattern {
            operation.bind = Some(slot);
        }
        self.mark(")")?;
        Ok(pattern)
    }

    fn op_pattern(&mut self) -> Result<OpPattern, Fault> {
        let start = self.start();
        let comparison = match self.token() {
            Token::Word(word @ ("icmp" | "fcmp")) => *word,
            Token::Doc(..)
            | Token::Word(..)
            | Token::Intrinsic(..)
            | Token::Int(..)
            | Token::Float(..)
            | Token::Mark(..)
            | Token::End => return self.fixed_op().map(OpPattern::Fixed),
        };
        self.at += 1;
        self.mark(".")?;
        let word = self.word("a predicate")?;
        if let Some(op) = predicate_op(comparison, word) {
            return Ok(OpPattern::Fixed(op));
        }
        // One letter, so that a mistyped predicate is not taken for a variable.
        if word.len() != 1 || !word.starts_with(|c: char| c.is_ascii_lowercase()) {
            return Err((Problem::UnknownPredicate(word.to_owned()), start));
        }
        let slot = match self.names.predicates.iter().position(|it| it == word) {
            Some(slot) => slot,
            None => {
                self.names.predicates.push(word.to_owned());
                self.names.predicates.len() - 1
            }
        };
        if slot >= MAX_PREDICATES {
            return Err((Problem::TooManyPredicates, start));
        }
        Ok(match comparison {
            "icmp" => OpPattern::IntCompare(slot as Slot),
            _ => OpPattern::FloatCompare(slot as Slot),
        })
    }

    /// An operation whose predicate, if it has one, is written.
    fn fixed_op(&mut self) -> Result<Op, Fault> {
        let start = self.start();
        let unknown = |name: &str| (Problem::UnknownOperation(name.to_owned()), start);
        let op = match *self.token() {
            Token::Intrinsic(name) => {
                self.at += 1;
                let intrinsic = Intrinsic::ALL.iter().copied().find(|it| it.word() == name);
                Op::Intrinsic(intrinsic.ok_or_else(|| unknown(name))?)
            }
            Token::Word(word @ ("extractvalue" | "insertvalue")) => {
                self.at += 1;
                self.mark(".")?;
                let Token::Int(index) = *self.token() else {
                    return Err(self.expected("the index of a part"));
                };
                let index = u32::try_from(index).map_err(|_| (Problem::BadNumber, self.start()))?;
                self.at += 1;
                if word == "extractvalue" {
                    Op::ExtractValue(index)
                } else {
                    Op::InsertValue(index)
                }
            }
            Token::Word(word) => {
                self.at += 1;
                Op::Plain(plain_opcode(word).ok_or_else(|| unknown(word))?)
            }
            Token::Doc(..) | Token::Int(..) | Token::Float(..) | Token::Mark(..) | Token::End => {
                return Err(self.expected("an operation"));
            }
        };
        op.arity().ok_or_else(|| unknown(&op.to_string()))?;
        Ok(op)
    }

    fn flag_pattern(&mut self, op: OpPattern) -> Result<FlagPattern, Fault> {
        let mut flags = FlagPattern::default();
        if !self.eat("[") {
            return Ok(flags);
        }
        if self.eat_word("none") {
            flags.forbidden = op.allowed_flags();
            self.mark("]")?;
            return Ok(flags);
        }
        let only = self.eat_word("only");
        while !self.eat("]") {
            let forbidden = self.eat("!");
            let flag = self.flag(op.allowed_flags())?;
            let place = if forbidden { &mut flags.forbidden } else { &mut flags.required };
            *place |= flag;
        }
        if only {
            flags.forbidden = op.allowed_flags() - flags.required;
        }
        Ok(flags)
    }

    fn flag(&mut self, allowed: Flags) -> Result<Flags, Fault> {
        let start = self.start();
        let word = self.word("a flag")?;
        let found = Flags::WORDS.iter().find(|(_, it)| *it == word);
        let &(flag, _) = found.ok_or_else(|| (Problem::UnknownFlag(word.to_owned()), start))?;
        if !allowed.contains(flag) {
            return Err((Problem::FlagOfOtherOperation(word.to_owned()), start));
        }
        Ok(flag)
    }

    // The right side.

    /// Reads a right side, or a part of one, to the end of the template; gives its position there.
    fn template(&mut self, template: &mut Template) -> Result<u8, Fault> {
        if template.nodes.len() >= MAX_TEMPLATE {
            return Err((Problem::TooLarge, self.start()));
        }
        let node = match self.leaf()? {
            Some(leaf) => leaf,
            None => self.deeper(|parser| parser.made(template))?,
        };
        template.nodes.push(node);
        Ok((template.nodes.len() - 1) as u8)
    }

    fn leaf(&mut self) -> Result<Option<TemplateNode>, Fault> {
        if self.eat("{") {
            let number = self.number()?;
            self.mark("}")?;
            return Ok(Some(TemplateNode::Number(number)));
        }
        if let Some(literal) = self.literal()? {
            return Ok(Some(TemplateNode::Literal(literal)));
        }
        let start = self.start();
        match *self.token() {
            Token::Word(word) if !is_operation(word) => {
                self.at += 1;
                let (slot, _) = self.bound(word, start)?;
                Ok(Some(TemplateNode::Variable(slot)))
            }
            Token::Doc(..)
            | Token::Word(..)
            | Token::Intrinsic(..)
            | Token::Int(..)
            | Token::Float(..)
            | Token::Mark(..)
            | Token::End => Ok(None),
        }
    }

    fn made(&mut self, template: &mut Template) -> Result<TemplateNode, Fault> {
        let start = self.start();
        let (op, representative) = self.op_template()?;
        if representative.may_choose() {
            return Err((Problem::MakesAChoice(representative.to_string()), start));
        }
        let mut typed_as = None;
        if self.eat("<") {
            let start = self.start();
            let name = self.word("a variable")?;
            typed_as = Some(if name == "root" { ROOT } else { self.bound(name, start)?.0 });
            self.mark(">")?;
        }
        let (mut flags, mut inherited) = (Flags::NONE, Flags::NONE);
        if self.eat("[") {
            let allowed = representative.flags();
            while !self.eat("]") {
                if self.eat_word("same") {
                    // Flags that give leeway are never inherited: the strict operation is among the
                    // allowed ones.
                    inherited |= allowed - Flags::LEEWAY;
                    continue;
                }
                let flag = self.flag(allowed - Flags::LEEWAY)?;
                *(if self.eat("?") { &mut inherited } else { &mut flags }) |= flag;
            }
        }
        let mut operands = Vec::new();
        for _ in 0..representative.arity().unwrap_or(0) {
            operands.push(if self.eat("(") {
                let operand = self.template(template)?;
                self.mark(")")?;
                operand
            } else {
                let leaf = self.leaf()?.ok_or_else(|| self.expected("an operand"))?;
                if template.nodes.len() >= MAX_TEMPLATE {
                    return Err((Problem::TooLarge, self.start()));
                }
                template.nodes.push(leaf);
                (template.nodes.len() - 1) as u8
            });
        }
        Ok(TemplateNode::Operation(OperationTemplate { op, flags, inherited, typed_as, operands }))
    }

    /// An operation, and one that stands for it where the predicate does not matter.
    fn op_template(&mut self) -> Result<(OpTemplate, Op), Fault> {
        let comparison = match self.token() {
            Token::Word(word @ ("icmp" | "fcmp")) => *word,
            Token::Doc(..)
            | Token::Word(..)
            | Token::Intrinsic(..)
            | Token::Int(..)
            | Token::Float(..)
            | Token::Mark(..)
            | Token::End => return self.fixed_op().map(|op| (OpTemplate::Fixed(op), op)),
        };
        self.at += 1;
        self.mark(".")?;
        let mut changes = Vec::new();
        loop {
            let start = self.start();
            let word = self.word("a predicate")?;
            if let (Some(change), Token::Mark("(")) =
                (PredicateChange::from_word(word), self.token())
            {
                changes.push(change);
                self.at += 1;
                if changes.len() > MAX_PATTERN_DEPTH {
                    return Err((Problem::TooDeep, start));
                }
                continue;
            }
            if let (Some(op), true) = (predicate_op(comparison, word), changes.is_empty()) {
                return Ok((OpTemplate::Fixed(op), op));
            }
            let slot = self.names.predicates.iter().position(|it| it == word);
            let slot = slot.ok_or_else(|| (Problem::UnknownPredicate(word.to_owned()), start))?;
            for _ in &changes {
                self.mark(")")?;
            }
            let representative = match comparison {
                "icmp" => Op::IntCompare(IntPredicate::Eq),
                _ => Op::FloatCompare(FloatPredicate::Oeq),
            };
            return Ok((OpTemplate::Compare(slot as Slot, changes), representative));
        }
    }

    // Words.

    fn literal(&mut self) -> Result<Option<Literal>, Fault> {
        let negative = *self.token() == Token::Mark("-");
        let literal = match *self.peek(usize::from(negative)) {
            Token::Int(value) => Literal::Int(if negative { -value } else { value }),
            Token::Float(value) => Literal::Float(if negative { -value } else { value }),
            _ if negative => {
                self.at += 1;
                return Err(self.expected("a number"));
            }
            Token::Word("true") => Literal::Bool(true),
            Token::Word("false") => Literal::Bool(false),
            Token::Word("null") => Literal::Null,
            Token::Word("poison") => Literal::Poison,
            Token::Word("undef") => Literal::Undef,
            Token::Doc(_) | Token::Word(_) | Token::Intrinsic(_) | Token::Mark(_) | Token::End => {
                return Ok(None);
            }
        };
        self.at += 1 + usize::from(negative);
        Ok(Some(literal))
    }

    /// The number and sort of a variable of the left side, which may be new.
    fn variable(&mut self, name: &str, start: usize) -> Result<(Slot, Sort), Fault> {
        if is_operation(name) || RESERVED.contains(&name) {
            return Err((Problem::ReservedWord(name.to_owned()), start));
        }
        if let Some(slot) = self.names.variables.iter().position(|(it, _)| it == name) {
            return Ok((slot as Slot, self.names.variables[slot].1));
        }
        if self.names.variables.len() == MAX_VARIABLES {
            return Err((Problem::TooManyVariables, start));
        }
        let sort = match name.starts_with(|c: char| c.is_ascii_uppercase()) {
            true => Sort::Constant,
            false => Sort::Term,
        };
        self.names.variables.push((name.to_owned(), sort));
        Ok(((self.names.variables.len() - 1) as Slot, sort))
    }

    /// The number and sort of a variable that the left side binds.
    fn bound(&self, name: &str, start: usize) -> Result<(Slot, Sort), Fault> {
        match self.names.variables.iter().position(|(it, _)| it == name) {
            Some(slot) => Ok((slot as Slot, self.names.variables[slot].1)),
            None => Err((Problem::Unbound(name.to_owned()), start)),
        }
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.depth == MAX_PATTERN_DEPTH {
            return Err((Problem::TooDeep, self.start()));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn token(&self) -> &Token<'a> {
        self.peek(0)
    }

    /// The token so many positions ahead; the last one is the end of the file.
    fn peek(&self, ahead: usize) -> &Token<'a> {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].token
    }

    fn start(&self) -> usize {
        self.tokens[self.at.min(self.tokens.len() - 1)].start
    }

    fn eat(&mut self, mark: &str) -> bool {
        let found = matches!(self.token(), Token::Mark(it) if *it == mark);
        self.at += usize::from(found);
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.token(), Token::Word(it) if *it == word);
        self.at += usize::from(found);
        found
    }

    fn mark(&mut self, mark: &'static str) -> Result<(), Fault> {
        if self.eat(mark) { Ok(()) } else { Err(self.expected(mark)) }
    }

    fn word(&mut self, what: &'static str) -> Result<&'a str, Fault> {
        match *self.token() {
            Token::Word(word) => {
                self.at += 1;
                Ok(word)
            }
            Token::Doc(..)
            | Token::Intrinsic(..)
            | Token::Int(..)
            | Token::Float(..)
            | Token::Mark(..)
            | Token::End => Err(self.expected(what)),
        }
    }

    fn expected(&self, what: &'static str) -> Fault {
        let spanned = &self.tokens[self.at.min(self.tokens.len() - 1)];
        let found = match spanned.token {
            Token::End => "the end of the file".to_owned(),
            Token::Doc(_) => "`///`".to_owned(),
            Token::Word(..)
            | Token::Intrinsic(..)
            | Token::Int(..)
            | Token::Float(..)
            | Token::Mark(..) => format!("`{}`", &self.text[spanned.start..spanned.end]),
        };
        (Problem::Expected { what, found }, spanned.start)
    }
}

/// The opcode of this word that needs neither predicate nor index.
fn plain_opcode(word: &str) -> Option<Opcode> {
    Opcode::ALL
        .iter()
        .copied()
        .find(|opcode| opcode.word() == word && Op::Plain(*opcode).arity().is_some())
}

fn is_operation(word: &str) -> bool {
    Opcode::ALL.iter().any(|opcode| opcode.word() == word)
}

fn predicate_op(comparison: &str, word: &str) -> Option<Op> {
    match comparison {
        "icmp" => IntPredicate::from_word(word.as_bytes()).map(Op::IntCompare),
        _ => FloatPredicate::from_word(word.as_bytes()).map(Op::FloatCompare),
    }
}
