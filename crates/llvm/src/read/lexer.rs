//! Words of LLVM IR text, without copying: a token is a kind and a range of bytes.
//!
//! The lexer never fails and never loops: what it cannot read is one [`Tok::Bad`] token, whose
//! reason the parser asks for when it stumbles over it.

use tollgate_ir::Span;

/// The kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tok {
    /// The end of the text.
    Eof,
    /// Something that is no token.
    Bad,
    /// `%name`, `%"name"`.
    LocalName,
    /// `%12`.
    LocalNumber,
    /// `@name`, `@"name"`.
    GlobalName,
    /// `@12`.
    GlobalNumber,
    /// `$name`, `$"name"`.
    Comdat,
    /// `!name`.
    MetaName,
    /// `!12`.
    MetaNumber,
    /// `!"..."` is this and a string, `!{` this and a brace.
    Bang,
    /// `#12`.
    AttrGroup,
    /// `#dbg_value`.
    Record,
    /// `^12`.
    Summary,
    /// A keyword or other bare word.
    Word,
    /// `name:`, `"name":`, `12:`.
    Label,
    /// `12`, `-12`.
    Int,
    /// `1.0`, `1.0e+5`, `-1.0`.
    Decimal,
    /// `0x...` and its variants.
    Hex,
    /// `"..."`.
    String,
    /// `c"..."`.
    CString,
    /// `=`.
    Equal,
    /// `,`.
    Comma,
    /// `*`.
    Star,
    /// `(`.
    LParen,
    /// `)`.
    RParen,
    /// `[`.
    LSquare,
    /// `]`.
    RSquare,
    /// `{`.
    LBrace,
    /// `}`.
    RBrace,
    /// `<`.
    Less,
    /// `>`.
    Greater,
    /// `...`.
    Dots,
    /// `|`.
    Bar,
    /// `:`.
    Colon,
    /// `/`, only in summaries.
    Slash,
}

/// A token of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Tok,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Token {
    pub(crate) fn span(self) -> Span {
        Span { start: self.start, end: self.end }
    }
}

/// Reads tokens from a range of a text.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'t> {
    /// The text up to the end of the range; offsets count from the beginning of the file.
    text: &'t [u8],
    at: usize,
}

const SPACE: u8 = 1;
const NAME: u8 = 2;
const DIGIT: u8 = 4;

/// What each byte can be part of.
static CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let it = byte as u8;
        if it == b' ' || it == b'\t' || it == b'\n' || it == b'\r' || it == 0 {
            class[byte] |= SPACE;
        }
        if it.is_ascii_alphanumeric() || it == b'-' || it == b'$' || it == b'.' || it == b'_' {
            class[byte] |= NAME;
        }
        if it.is_ascii_digit() {
            class[byte] |= DIGIT;
        }
        byte += 1;
    }
    class
};

#[inline]
fn is(byte: u8, class: u8) -> bool {
    CLASS[byte as usize] & class != 0
}

impl<'t> Lexer<'t> {
    /// Reads the bytes of `span`.
    pub(crate) fn new(text: &'t [u8], span: Span) -> Self {
        Self { text: &text[..span.end as usize], at: span.start as usize }
    }

    /// Goes on reading at another place.
    pub(crate) fn seek(&mut self, offset: usize) {
        self.at = offset;
    }

    #[inline]
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    #[inline]
    fn run(&mut self, class: u8) {
        while self.at < self.text.len() && is(self.text[self.at], class) {
            self.at += 1;
        }
    }

    /// The next token.
    #[inline]
    pub(crate) fn next(&mut self) -> Token {
        loop {
            // One blank between tokens is by far the commonest.
            if self.peek(0) == b' ' {
                self.at += 1;
            }
            self.run(SPACE);
            if self.peek(0) == b'/' && self.peek(1) == b'*' {
                // LLVM 22 reads these too; they do not nest.
                let close = memchr::memmem::find(&self.text[self.at + 2..], b"*/");
                self.at = close.map_or(self.text.len(), |len| self.at + 2 + len + 2);
                continue;
            }
            if self.peek(0) != b';' {
                break;
            }
            self.at = memchr::memchr2(b'\n', b'\r', &self.text[self.at..])
                .map_or(self.text.len(), |n| self.at + n);
        }
        let start = self.at;
        let kind = if start >= self.text.len() { Tok::Eof } else { self.token() };
        Token { kind, start: start as u32, end: self.at as u32 }
    }

    fn token(&mut self) -> Tok {
        let first = self.text[self.at];
        self.at += 1;
        match first {
            b'%' => self.name(Tok::LocalName, Tok::LocalNumber),
            b'@' => self.name(Tok::GlobalName, Tok::GlobalNumber),
            b',' => Tok::Comma,
            b'=' => Tok::Equal,
            b'(' => Tok::LParen,
            b')' => Tok::RParen,
            b'[' => Tok::LSquare,
            b']' => Tok::RSquare,
            b'{' => Tok::LBrace,
            b'}' => Tok::RBrace,
            b'<' => Tok::Less,
            b'>' => Tok::Greater,
            b'*' => Tok::Star,
            b'|' => Tok::Bar,
            b':' => Tok::Colon,
            b'/' => Tok::Slash,
            b'!' => self.bang(),
            b'#' => self.hash(),
            b'^' => {
                self.run(DIGIT);
                Tok::Summary
            }
            b'"' => self.string(),
            b'0'..=b'9' | b'-' | b'+' => self.number(first),
            b'$' if !self.is_label_ahead() => match self.name(Tok::Comdat, Tok::Comdat) {
                Tok::Bad => Tok::Bad,
                kind => kind,
            },
            b'.' if self.peek(0) == b'.' && self.peek(1) == b'.' && !self.is_label_ahead() => {
                self.at += 2;
                Tok::Dots
            }
            b'c' if self.peek(0) == b'"' => {
                self.at += 1;
                if self.close_string() { Tok::CString } else { Tok::Bad }
            }
            _ if is(first, NAME) => {
                self.run(NAME);
                self.label_or(Tok::Word)
            }
            _ => {
                // Bytes of one non-ASCII character make one bad token.
                while self.peek(0) & 0xc0 == 0x80 && self.at < self.text.len() {
                    self.at += 1;
                }
                Tok::Bad
            }
        }
    }

    #[inline]
    fn label_or(&mut self, kind: Tok) -> Tok {
        if self.peek(0) == b':' {
            self.at += 1;
            Tok::Label
        } else {
            kind
        }
    }

    /// Whether the bare word at hand ends in a colon.
    fn is_label_ahead(&self) -> bool {
        let rest = &self.text[self.at..];
        let len = rest.iter().position(|&byte| !is(byte, NAME)).unwrap_or(rest.len());
        rest.get(len) == Some(&b':')
    }

    #[inline]
    fn name(&mut self, named: Tok, numbered: Tok) -> Tok {
        let first = self.peek(0);
        if is(first, DIGIT) {
            self.run(DIGIT);
            // `%1a` is a bad name in LLVM too.
            numbered
        } else if first == b'"' {
            self.at += 1;
            if self.close_string() { named } else { Tok::Bad }
        } else if is(first, NAME) {
            self.run(NAME);
            named
        } else {
            Tok::Bad
        }
    }

    fn bang(&mut self) -> Tok {
        let first = self.peek(0);
        if is(first, DIGIT) {
            self.run(DIGIT);
            Tok::MetaNumber
        } else if is(first, NAME) || first == b'\\' {
            while self.at < self.text.len() && (is(self.peek(0), NAME) || self.peek(0) == b'\\') {
                self.at += 1;
            }
            Tok::MetaName
        } else {
            Tok::Bang
        }
    }

    fn hash(&mut self) -> Tok {
        if is(self.peek(0), DIGIT) {
            self.run(DIGIT);
            Tok::AttrGroup
        } else if is(self.peek(0), NAME) {
            self.run(NAME);
            Tok::Record
        } else {
            Tok::Bad
        }
    }

    /// Reads on after a quote up to the closing one.
    fn close_string(&mut self) -> bool {
        match memchr::memchr(b'"', &self.text[self.at..]) {
            Some(len) => {
                self.at += len + 1;
                true
            }
            None => {
                self.at = self.text.len();
                false
            }
        }
    }

    fn string(&mut self) -> Tok {
        if self.close_string() { self.label_or(Tok::String) } else { Tok::Bad }
    }

    fn number(&mut self, first: u8) -> Tok {
        if !is(first, DIGIT) && !is(self.peek(0), DIGIT) {
            // `-` alone begins a bare word such as a label `-x:`.
            if first == b'-' && is(self.peek(0), NAME) {
                self.run(NAME);
                return self.label_or(Tok::Word);
            }
            return Tok::Bad;
        }
        if self.is_label_ahead() {
            self.run(NAME);
            return self.label_or(Tok::Word);
        }
        if first == b'0' && self.peek(0) == b'x' {
            self.at += 1;
            if matches!(self.peek(0), b'K' | b'L' | b'M' | b'H' | b'R') {
                self.at += 1;
            }
            let digits = self.at;
            while self.peek(0).is_ascii_hexdigit() {
                self.at += 1;
            }
            return if self.at > digits { Tok::Hex } else { Tok::Bad };
        }
        self.run(DIGIT);
        if self.peek(0) != b'.' {
            return Tok::Int;
        }
        self.at += 1;
        self.run(DIGIT);
        if matches!(self.peek(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if is(self.peek(1 + sign), DIGIT) {
                self.at += 1 + sign;
                self.run(DIGIT);
            }
        }
        Tok::Decimal
    }
}

/// The value of an escaped name or string: `\\` is a backslash, `\hh` a byte; everything else is
/// itself.
pub(crate) fn unescape(raw: &[u8]) -> std::borrow::Cow<'_, [u8]> {
    if memchr::memchr(b'\\', raw).is_none() {
        return raw.into();
    }
    let mut out = Vec::with_capacity(raw.len());
    let mut at = 0;
    while at < raw.len() {
        if raw[at] == b'\\' {
            if raw.get(at + 1) == Some(&b'\\') {
                out.push(b'\\');
                at += 2;
                continue;
            }
            let digit =
                |offset: usize| raw.get(at + offset).and_then(|&byte| (byte as char).to_digit(16));
            if let (Some(high), Some(low)) = (digit(1), digit(2)) {
                out.push((high * 16 + low) as u8);
                at += 3;
                continue;
            }
        }
        out.push(raw[at]);
        at += 1;
    }
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Tok, &str)> {
        let mut lexer = Lexer::new(text.as_bytes(), Span::new(0, text.len()));
        let mut out = Vec::new();
        loop {
            let token = lexer.next();
            if token.kind == Tok::Eof {
                return out;
            }
            out.push((token.kind, &text[token.start as usize..token.end as usize]));
        }
    }

    #[test]
    fn every_kind_of_token() {
        use Tok::{
            Bang, Comma, Decimal, Equal, GlobalName, Hex, Int, Label, LocalName, LocalNumber,
            MetaName, Word,
        };
        assert_eq!(
            kinds("%1 = add i32 %x, -5 ; note\n"),
            [
                (LocalNumber, "%1"),
                (Equal, "="),
                (Word, "add"),
                (Word, "i32"),
                (LocalName, "%x"),
                (Comma, ","),
                (Int, "-5")
            ]
        );
        assert_eq!(
            kinds("a.b: 12: \"x y\": -1.5e+3 0xK12"),
            [
                (Label, "a.b:"),
                (Label, "12:"),
                (Label, "\"x y\":"),
                (Decimal, "-1.5e+3"),
                (Hex, "0xK12")
            ]
        );
        assert_eq!(
            kinds("@\"a b\" !foo !{ ..."),
            [
                (GlobalName, "@\"a b\""),
                (MetaName, "!foo"),
                (Bang, "!"),
                (Tok::LBrace, "{"),
                (Tok::Dots, "...")
            ]
        );
        assert_eq!(kinds("...exit:"), [(Label, "...exit:")]);
        assert_eq!(kinds("\"open"), [(Tok::Bad, "\"open")]);
        assert_eq!(kinds("é"), [(Tok::Bad, "é")]);
    }

    #[test]
    fn escapes() {
        assert_eq!(&*unescape(br"a\\b\41\zz"), br"a\bA\zz");
    }
}
