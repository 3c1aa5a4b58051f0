//! The parser's ground: one token of lookahead, messages, and the words every grammar rule needs.

use super::implicit::Implicit;
use super::intrinsic_names::opaque_name;
use super::lexer::{Lexer, Tok, Token, unescape};
use super::tables::Tables;
use crate::diagnostic::{Diagnostic, Severity};
use std::borrow::Cow;
use tollgate_ir::{Context, Name, Span, Symbol};

/// How deep types, constants and inline metadata may nest. Real code stays below a few dozen; the
/// limit keeps the parser's and everybody else's recursion off the end of the stack.
pub(crate) const MAX_NESTING: u32 = 200;

/// How many numbers may be left out between two numbered values. Versions before 19 allow none;
/// without a limit, a few bytes of text could ask for gigabytes.
pub(crate) const MAX_NUMBER_GAP: u32 = 1 << 16;

/// A rule failed; the message has been recorded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fail;

/// The result of a grammar rule.
pub(crate) type Parse<T> = Result<T, Fail>;

/// A parser of some range of a module's text.
pub(crate) struct Parser<'t, 'c> {
    pub(crate) text: &'t [u8],
    pub(crate) lexer: Lexer<'t>,
    /// The token at hand.
    pub(crate) tok: Token,
    /// Where the token before it ended.
    pub(crate) last_end: u32,
    pub(crate) ctx: &'c mut Context,
    /// What the module defines outside the range.
    pub(crate) tables: &'c Tables<'t>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) depth: u32,
    /// Named types that were met before they are known; only while named types are being resolved.
    pub(crate) missing_types: Option<Vec<Name>>,
    /// Intrinsics that are called and not declared; only while such declarations are being made.
    pub(crate) implicit: Option<Vec<Implicit>>,
}

impl<'t, 'c> Parser<'t, 'c> {
    /// A parser of a range of the text.
    pub(crate) fn new(
        text: &'t [u8],
        span: Span,
        ctx: &'c mut Context,
        tables: &'c Tables<'t>,
    ) -> Self {
        let mut lexer = Lexer::new(text, span);
        let tok = lexer.next();
        Self {
            text,
            lexer,
            tok,
            last_end: span.start,
            ctx,
            tables,
            diagnostics: Vec::new(),
            depth: 0,
            missing_types: None,
            implicit: None,
        }
    }

    // Tokens.

    #[inline]
    pub(crate) fn bump(&mut self) -> Token {
        let token = self.tok;
        self.last_end = token.end;
        self.tok = self.lexer.next();
        token
    }

    #[inline]
    pub(crate) fn slice(&self, token: Token) -> &'t [u8] {
        &self.text[token.start as usize..token.end as usize]
    }

    /// The bytes of the token at hand if it is a bare word, else nothing.
    #[inline]
    pub(crate) fn word(&self) -> &'t [u8] {
        if self.tok.kind == Tok::Word { self.slice(self.tok) } else { b"" }
    }

    #[inline]
    pub(crate) fn eat(&mut self, kind: Tok) -> bool {
        let found = self.tok.kind == kind;
        if found {
            self.bump();
        }
        found
    }

    #[inline]
    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.word() == word.as_bytes();
        if found {
            self.bump();
        }
        found
    }

    pub(crate) fn expect(&mut self, kind: Tok, what: &str) -> Parse<Token> {
        if self.tok.kind == kind { Ok(self.bump()) } else { Err(self.expected(what)) }
    }

    pub(crate) fn expect_word(&mut self, word: &str) -> Parse<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    /// Looks at the token after the one at hand.
    pub(crate) fn peek(&self) -> Token {
        self.lexer.clone().next()
    }

    // Messages.

    pub(crate) fn error_at(&mut self, span: Span, message: impl Into<String>) -> Fail {
        self.diagnostics.push(Diagnostic {
            severity: Severity::Error,
            span,
            message: message.into(),
        });
        Fail
    }

    pub(crate) fn warn_at(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic {
            severity: Severity::Warning,
            span,
            message: message.into(),
        });
    }

    /// Says that something else was expected at the token at hand.
    pub(crate) fn expected(&mut self, what: &str) -> Fail {
        let token = self.tok;
        let found = match token.kind {
            Tok::Eof => "the text ends".to_string(),
            Tok::Bad => match self.slice(token).first() {
                Some(b'"') => "found a string without an end".to_string(),
                Some(b'c') => "found a string without an end".to_string(),
                _ => format!("found the bad word {}", quote(self.slice(token))),
            },
            _ => format!("found {}", quote(self.slice(token))),
        };
        self.error_at(token.span(), format!("expected {what}, {found}"))
    }

    pub(crate) fn fail<T>(&mut self, token: Token, message: impl Into<String>) -> Parse<T> {
        Err(self.error_at(token.span(), message))
    }

    /// Runs a rule one level deeper, or fails if that is too deep.
    pub(crate) fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_NESTING {
            let span = self.tok.span();
            return Err(self.error_at(span, format!("nested more than {MAX_NESTING} levels deep")));
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    // Names, numbers, strings.

    /// The bytes that a name, label or string token stands for: without sigil, quotes and escapes.
    pub(crate) fn name_bytes(&self, token: Token) -> Cow<'t, [u8]> {
        name_bytes(self.text, token)
    }

    /// The number of a `%12`, `@12`, `!12`, `#12` or `^12` token.
    pub(crate) fn number(&mut self, token: Token) -> Parse<u32> {
        let digits = &self.slice(token)[1..];
        match parse_u64(digits)
            .and_then(|value| u32::try_from(value).ok())
            .filter(|&value| value < u32::MAX)
        {
            Some(value) => Ok(value),
            None => self.fail(token, "this number is too large"),
        }
    }

    /// The name that a named or numbered token stands for.
    pub(crate) fn name_of(&mut self, token: Token) -> Parse<Name> {
        match token.kind {
            Tok::LocalNumber | Tok::GlobalNumber => Ok(Name::Numbered(self.number(token)?)),
            Tok::GlobalName => {
                let bytes = opaque_name(self.name_bytes(token));
                if bytes.contains(&0) {
                    return self.fail(token, "a name cannot contain a NUL character");
                }
                Ok(Name::Named(self.ctx.symbol(&bytes)))
            }
            _ => {
                let bytes = self.name_bytes(token);
                Ok(Name::Named(self.ctx.symbol(&bytes)))
            }
        }
    }

    /// A `"..."` as a symbol.
    pub(crate) fn string(&mut self) -> Parse<Symbol> {
        let token = self.expect(Tok::String, "a string")?;
        let bytes = self.name_bytes(token);
        Ok(self.ctx.symbol(&bytes))
    }

    /// An integer that fits 64 bits and is not negative.
    pub(crate) fn u64(&mut self) -> Parse<u64> {
        let token = self.expect(Tok::Int, "a number")?;
        match parse_u64(self.slice(token)) {
            Some(value) => Ok(value),
            None => self.fail(token, "expected a number from 0 to 2^64 - 1"),
        }
    }

    /// An integer that fits 32 bits and is not negative.
    pub(crate) fn u32(&mut self) -> Parse<u32> {
        let token = self.tok;
        match u32::try_from(self.u64()?) {
            Ok(value) => Ok(value),
            Err(_) => self.fail(token, "expected a number from 0 to 2^32 - 1"),
        }
    }

    /// `( N )`.
    pub(crate) fn parenthesised_u64(&mut self) -> Parse<u64> {
        self.expect(Tok::LParen, "`(`")?;
        let value = self.u64()?;
        self.expect(Tok::RParen, "`)`")?;
        Ok(value)
    }

    /// `addrspace(N)` or `addrspace("A")`, if it is there.
    pub(crate) fn optional_addrspace(&mut self) -> Parse<Option<u32>> {
        if !self.eat_word("addrspace") {
            return Ok(None);
        }
        self.expect(Tok::LParen, "`(`")?;
        let space = if self.tok.kind == Tok::String {
            // `"A"`, `"G"` and `"P"` are the data layout's spaces for allocas, globals and
            // programs.
            let token = self.bump();
            let letter = self.name_bytes(token);
            match self.tables.layout_addrspace(&letter) {
                Some(space) => space,
                None => {
                    return self
                        .fail(token, "expected an address space: a number, \"A\", \"G\" or \"P\"");
                }
            }
        } else {
            let token = self.tok;
            let space = self.u32()?;
            if space >= 1 << 24 {
                return self.fail(token, "an address space is a number below 2^24");
            }
            space
        };
        self.expect(Tok::RParen, "`)`")?;
        Ok(Some(space))
    }

    /// An alignment: a power of two up to 2^32.
    pub(crate) fn alignment_value(&mut self) -> Parse<u64> {
        let token = self.tok;
        let value = self.u64()?;
        if !value.is_power_of_two() || value > 1 << 32 {
            return self.fail(token, "an alignment is a power of two up to 2^32");
        }
        Ok(value)
    }

    /// The text of balanced parentheses at hand, without them, in single blanks.
    pub(crate) fn balanced_text(&mut self) -> Parse<Symbol> {
        self.expect(Tok::LParen, "`(`")?;
        let mut depth = 1;
        let mut out: Vec<u8> = Vec::new();
        let mut glue = true;
        loop {
            match self.tok.kind {
                Tok::Eof | Tok::Bad => return Err(self.expected("`)`")),
                Tok::LParen => depth += 1,
                Tok::RParen => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.bump();
                return Ok(self.ctx.symbol(&out));
            }
            let token = self.bump();
            let tight = matches!(token.kind, Tok::Comma | Tok::RParen | Tok::Colon | Tok::LParen);
            if !glue && !tight {
                out.push(b' ');
            }
            out.extend_from_slice(self.slice(token));
            glue = token.kind == Tok::LParen;
        }
    }
}

/// The bytes that a name, label or string token of a text stands for: without sigil, quotes and
/// escapes.
pub(crate) fn name_bytes(text: &[u8], token: Token) -> Cow<'_, [u8]> {
    let mut raw = token.span().of(text);
    match token.kind {
        Tok::LocalName | Tok::GlobalName | Tok::Comdat | Tok::MetaName => raw = &raw[1..],
        Tok::Label => raw = &raw[..raw.len() - 1],
        Tok::CString => raw = &raw[1..],
        _ => {}
    }
    if raw.len() >= 2 && raw[0] == b'"' && raw[raw.len() - 1] == b'"' {
        return unescape(&raw[1..raw.len() - 1]);
    }
    if token.kind == Tok::MetaName { unescape(raw) } else { raw.into() }
}

/// A decimal number without sign.
pub(crate) fn parse_u64(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 20 {
        // Leading zeros may make it longer, but are not written in practice.
        return None;
    }
    digits.iter().try_fold(0u64, |value, &digit| {
        if !digit.is_ascii_digit() {
            return None;
        }
        value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))
    })
}

/// Bytes of the text for a message: in backquotes, cut if they are long.
pub(crate) fn quote(bytes: &[u8]) -> String {
    const LONGEST: usize = 60;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]).into_owned();
    let text: String = text.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
    if bytes.len() > LONGEST { format!("`{text}...`") } else { format!("`{text}`") }
}
