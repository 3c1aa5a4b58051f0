//! The outline of a module's text: where each thing at module level begins and ends, and where
//! function bodies are.
//!
//! Types may be used before they are defined, attribute groups stand after the functions that use
//! them, and bodies are read lazily or in parallel; so the text is cut into items first. Bodies and
//! lines of metadata, which are nearly all of the text, are skipped by a scan over bytes; the rest
//! is cut token by token.

use super::lexer::{Lexer, Tok, Token};
use crate::diagnostic::{Diagnostic, Severity};
use tollgate_ir::Span;

/// What an item is, by how it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ItemKind {
    /// `target ...`, `source_filename = ...`, `module asm ...`, `deplibs = ...`.
    Setting,
    /// `%name = type ...`.
    Type,
    /// `$name = comdat ...`.
    Comdat,
    /// `@name = ...`.
    Global,
    /// `declare ...`.
    Declare,
    /// `define ...`.
    Define,
    /// `attributes #0 = ...`.
    AttrGroup,
    /// `!name = ...`.
    NamedMetadata,
    /// `!7 = ...`.
    NumberedMetadata,
    /// `^0 = ...`.
    Summary,
    /// `uselistorder ...`.
    UseListOrder,
}

/// One thing at module level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub(crate) kind: ItemKind,
    /// All of it; for a definition up to its body.
    pub(crate) span: Span,
    /// The body of a definition, with its braces.
    pub(crate) body: Option<Span>,
}

/// Cuts a text into items. What belongs to no item is an error.
pub(crate) fn outline(text: &[u8]) -> (Vec<Item>, Vec<Diagnostic>) {
    let mut outliner = Outliner {
        text,
        lexer: Lexer::new(text, Span::new(0, text.len())),
        items: Vec::new(),
        diagnostics: Vec::new(),
    };
    outliner.run();
    (outliner.items, outliner.diagnostics)
}

struct Outliner<'t> {
    text: &'t [u8],
    lexer: Lexer<'t>,
    items: Vec<Item>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Outliner<'t> {
    fn run(&mut self) {
        let mut in_error = false;
        let mut token = self.lexer.next();
        while token.kind != Tok::Eof {
            let Some(kind) = self.begins_item(token) else {
                if !in_error {
                    let shown = super::parser::quote(self.slice(token));
                    let message = format!(
                        "expected a definition such as `define`, `declare` or `@name =`, found \
                            {shown}"
                    );
                    self.error(token, message);
                }
                in_error = true;
                token = self.lexer.next();
                continue;
            };
            in_error = false;
            token = match kind {
                ItemKind::Define => self.definition(token),
                ItemKind::NumberedMetadata => self.metadata_line(token),
                _ => self.item(kind, token),
            };
        }
    }

    fn slice(&self, token: Token) -> &'t [u8] {
        &self.text[token.start as usize..token.end as usize]
    }

    fn error(&mut self, token: Token, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic {
            severity: Severity::Error,
            span: token.span(),
            message: message.into(),
        });
    }

    /// The kind of item that a token begins, looking at the one after it where needed.
    fn begins_item(&self, token: Token) -> Option<ItemKind> {
        let kind = match token.kind {
            Tok::Word => {
                return match self.slice(token) {
                    b"define" => Some(ItemKind::Define),
                    b"declare" => Some(ItemKind::Declare),
                    b"attributes" => Some(ItemKind::AttrGroup),
                    b"target" => {
                        // `target("name")` is a type.
                        (self.lexer.clone().next().kind == Tok::Word).then_some(ItemKind::Setting)
                    }
                    b"source_filename" | b"module" | b"deplibs" => Some(ItemKind::Setting),
                    b"uselistorder" | b"uselistorder_bb" => Some(ItemKind::UseListOrder),
                    _ => None,
                };
            }
            Tok::LocalName | Tok::LocalNumber => ItemKind::Type,
            Tok::Comdat => ItemKind::Comdat,
            Tok::GlobalName | Tok::GlobalNumber => ItemKind::Global,
            Tok::MetaName => ItemKind::NamedMetadata,
            Tok::MetaNumber => ItemKind::NumberedMetadata,
            Tok::Summary => ItemKind::Summary,
            _ => return None,
        };
        (self.lexer.clone().next().kind == Tok::Equal).then_some(kind)
    }

    /// An item up to the next one; gives the token after it.
    fn item(&mut self, kind: ItemKind, first: Token) -> Token {
        let mut end = first.end;
        let mut depth = 0u32;
        // `@a = ...`: the sign of equality is not to be taken for that of another item.
        let mut before = first.kind;
        let mut token = self.lexer.next();
        loop {
            match token.kind {
                Tok::Eof => break,
                Tok::LParen | Tok::LBrace | Tok::LSquare | Tok::Less => depth += 1,
                Tok::RParen | Tok::RBrace | Tok::RSquare | Tok::Greater => {
                    depth = depth.saturating_sub(1)
                }
                _ => {}
            }
            let mut begins =
                depth == 0 && before != Tok::Equal && self.begins_item(token).is_some();
            if begins && kind == ItemKind::Setting && token.kind == Tok::Word {
                // `module asm`, not `target ... module`: words of a setting are followed by
                // strings.
                begins = before == Tok::String;
            }
            if begins && token.kind == Tok::Word && kind == ItemKind::AttrGroup {
                begins = before == Tok::RBrace;
            }
            // Something unbalanced must not swallow the rest of the module.
            if !begins
                && matches!(self.slice(token), b"define" | b"declare")
                && token.kind == Tok::Word
            {
                begins = self.begins_line(token);
            }
            if begins {
                break;
            }
            end = token.end;
            before = token.kind;
            token = self.lexer.next();
        }
        self.items.push(Item { kind, span: Span { start: first.start, end }, body: None });
        token
    }

    fn begins_line(&self, token: Token) -> bool {
        token.start == 0 || self.text[token.start as usize - 1] == b'\n'
    }

    /// `!7 = !{...}` or `!7 = [distinct] !Name(...)` on a line of its own, without looking at its
    /// tokens.
    fn metadata_line(&mut self, first: Token) -> Token {
        let rest = &self.text[first.end as usize..];
        if let Some(open) =
            rest.iter().take(80).position(|&byte| matches!(byte, b'{' | b'(' | b'"' | b'\n' | b';'))
            && matches!(rest[open], b'{' | b'(')
            && let Some(close) = matching_bracket(self.text, first.end as usize + open)
        {
            // Only blanks may follow; looking further would make a long line cost its square.
            let blanks = self.text[close..]
                .iter()
                .take_while(|byte| matches!(byte, b' ' | b'\r' | b'\t'))
                .count();
            let line_end = close + blanks;
            if matches!(self.text.get(line_end), None | Some(b'\n')) {
                self.items.push(Item {
                    kind: ItemKind::NumberedMetadata,
                    span: Span { start: first.start, end: close as u32 },
                    body: None,
                });
                self.lexer.seek(line_end);
                return self.lexer.next();
            }
        }
        self.item(ItemKind::NumberedMetadata, first)
    }

    /// A definition: its header token by token, its body by a scan over bytes.
    fn definition(&mut self, first: Token) -> Token {
        let mut depth = 0u32;
        let mut params_seen = false;
        let mut name_seen = false;
        let mut before = first;
        loop {
            let mut token = self.lexer.next();
            match token.kind {
                Tok::Eof => {
                    self.error(first, "this definition has no body");
                    return token;
                }
                Tok::GlobalName | Tok::GlobalNumber => name_seen = true,
                Tok::LParen | Tok::LSquare | Tok::Less => depth += 1,
                Tok::RParen | Tok::RSquare | Tok::Greater => {
                    depth = depth.saturating_sub(1);
                    params_seen |= depth == 0 && name_seen && token.kind == Tok::RParen;
                }
                Tok::LBrace if params_seen && depth == 0 => {
                    let data = matches!(before.kind, Tok::Word)
                        && matches!(self.slice(before), b"prefix" | b"prologue" | b"personality");
                    let header = Span { start: first.start, end: before.end };
                    if data {
                        // The struct type of the data, and then the data itself.
                        token.end = self.skip_braces(token);
                        let value = self.lexer.clone().next();
                        if value.kind == Tok::LBrace {
                            token.end = self.skip_braces(value);
                        }
                    } else {
                        return self.body(first, token, header);
                    }
                }
                Tok::LBrace => depth += 1,
                Tok::RBrace => depth = depth.saturating_sub(1),
                Tok::Word
                    if matches!(self.slice(token), b"define" | b"declare")
                        && self.begins_line(token) =>
                {
                    self.error(first, "this definition has no body");
                    return token;
                }
                _ => {}
            }
            before = token;
        }
    }

    fn skip_braces(&mut self, open: Token) -> u32 {
        let close = matching_bracket(self.text, open.start as usize).unwrap_or(self.text.len());
        self.lexer.seek(close);
        close as u32
    }

    fn body(&mut self, first: Token, open: Token, header: Span) -> Token {
        let close = body_end(self.text, open.start as usize);
        let end = match close {
            Some(end) => end,
            None => {
                self.error(first, "the body of this definition has no end: `}` is missing");
                self.text.len()
            }
        };
        let body = Span::new(open.start as usize, end);
        self.items.push(Item { kind: ItemKind::Define, span: header, body: Some(body) });
        self.lexer.seek(end);
        self.lexer.next()
    }
}

/// Bytes that the scan for the end of a body must look at.
static SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    special[b'{' as usize] = true;
    special[b'}' as usize] = true;
    special[b'"' as usize] = true;
    special[b';' as usize] = true;
    special
};

/// The offset after the brace that closes the one at `open`. Where braces do not balance, a line
/// that begins with `}` ends the body, so that the error stays in this function.
fn body_end(text: &[u8], open: usize) -> Option<usize> {
    // LLVM ends a body with a brace at the beginning of a line, and nothing else begins a line with
    // one.
    let mut depth = 0u32;
    let mut at = open;
    while at < text.len() {
        let byte = text[at];
        if !SPECIAL[byte as usize] {
            at += 1;
            continue;
        }
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 || text[at - 1] == b'\n' {
                    return Some(at + 1);
                }
            }
            b'"' => at += 1 + memchr::memchr(b'"', &text[at + 1..])?,
            _ => at += memchr::memchr2(b'\n', b'\r', &text[at..])?,
        }
        at += 1;
    }
    None
}

/// The offset after the bracket that closes the one at `open`, brackets of all kinds counted
/// alike.
fn matching_bracket(text: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0u32;
    let mut at = open;
    while at < text.len() {
        match text[at] {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            b'"' => at += 1 + memchr::memchr(b'"', &text[at + 1..])?,
            b';' => at += memchr::memchr2(b'\n', b'\r', &text[at..])?,
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(ItemKind, &str, Option<&str>)> {
        let (items, diagnostics) = outline(text.as_bytes());
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let of = |span: Span| &text[span.start as usize..span.end as usize];
        items.iter().map(|item| (item.kind, of(item.span), item.body.map(of))).collect()
    }

    #[test]
    fn items_on_one_line_and_bodies_with_braces() {
        use ItemKind::{Declare, Define, Global, NumberedMetadata, Type};
        assert_eq!(
            cut(
                "%t = type { i32 } @a = global %t zeroinitializer @b = global ptr @a declare void \
                    @g() !0 = !{}"
            ),
            [
                (Type, "%t = type { i32 }", None),
                (Global, "@a = global %t zeroinitializer", None),
                (Global, "@b = global ptr @a", None),
                (Declare, "declare void @g()", None),
                (NumberedMetadata, "!0 = !{}", None),
            ]
        );
        assert_eq!(
            cut("define { i32 } @f({ i32 } %x) personality ptr @g {\n \
                    %y = add { i32 } \"}\" ; }\n}\n"),
            [(
                Define,
                "define { i32 } @f({ i32 } %x) personality ptr @g",
                Some("{\n %y = add { i32 } \"}\" ; }\n}")
            )]
        );
        assert_eq!(
            cut("define void @f() prefix { i32 } { i32 1 } { ret void }"),
            [(Define, "define void @f() prefix { i32 } { i32 1 }", Some("{ ret void }"))]
        );
    }
}
