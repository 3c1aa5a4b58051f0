//! The words of rule files.

use crate::error::Problem;

/// A word of a rule file.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Token<'a> {
    /// `///`: a line that documents the rule after it.
    Doc(&'a str),
    /// A name: of an operation, a variable, a function, a rule. `-` may stand inside those that
    /// begin with a small letter.
    Word(&'a str),
    /// `@llvm.` followed by the name of an intrinsic.
    Intrinsic(&'a str),
    /// An integer without sign.
    Int(i64),
    /// A float without sign.
    Float(f64),
    /// Anything else: `=>`, `&&`, `(`, ...
    Mark(&'a str),
    /// The end of the file.
    End,
}

/// A word and where it begins and ends.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Spanned<'a> {
    pub token: Token<'a>,
    pub start: usize,
    pub end: usize,
}

/// Marks, the longer ones first.
const MARKS: &[&str] = &[
    "=>", "&&", "||", "==", "!=", "<<", "(", ")", "[", "]", "{", "}", "<", ">", ":", "@", ".", ",",
    "+", "-", "*", "&", "|", "^", "~", "!", "?",
];

/// Takes a text apart; the error is a problem and its place. The last token is [`Token::End`].
pub(crate) fn tokens(text: &str) -> Result<Vec<Spanned<'_>>, (Problem, usize)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else {
            tokens.push(Spanned { token: Token::End, start: at, end: at });
            return Ok(tokens);
        };
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let line = rest.split('\n').next().unwrap_or(rest);
        if rest.starts_with("//") && !rest.starts_with("///") {
            at += line.len();
            continue;
        }
        let (token, length) = if let Some(doc) = line.strip_prefix("///") {
            (Token::Doc(doc.trim()), line.len())
        } else if first.is_ascii_alphabetic() || first == '_' {
            let length = word_length(rest);
            (Token::Word(&rest[..length]), length)
        } else if first.is_ascii_digit() {
            number(rest).ok_or((Problem::BadNumber, at))?
        } else if let Some(name) = rest.strip_prefix("@llvm.") {
            let inside = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_';
            let length = name.find(|c| !inside(c)).unwrap_or(name.len());
            (Token::Intrinsic(&name[..length]), "@llvm.".len() + length)
        } else {
            let mark = MARKS.iter().find(|mark| rest.starts_with(**mark));
            let mark = mark.ok_or((Problem::UnexpectedCharacter(first), at))?;
            (Token::Mark(mark), mark.len())
        };
        tokens.push(Spanned { token, start: at, end: at + length });
        at += length;
    }
}

/// The length of the word at the beginning. `a-b` is one word if it begins with a small letter, so
/// that rules can have readable names; constants are written in capitals, so that `C-1` is a
/// difference.
fn word_length(text: &str) -> usize {
    let hyphens = text.starts_with(|c: char| c.is_ascii_lowercase());
    let bytes = text.as_bytes();
    let mut length = 1;
    while let Some(&byte) = bytes.get(length) {
        let hyphen = hyphens
            && byte == b'-'
            && bytes.get(length + 1).is_some_and(|next| next.is_ascii_alphanumeric());
        if !(byte.is_ascii_alphanumeric() || byte == b'_' || hyphen) {
            break;
        }
        length += 1;
    }
    length
}

fn number(text: &str) -> Option<(Token<'static>, usize)> {
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let whole = digits(text);
    let fraction = match text[whole..].strip_prefix('.') {
        Some(rest) => digits(rest),
        None => 0,
    };
    if fraction > 0 {
        let length = whole + 1 + fraction;
        return Some((Token::Float(text[..length].parse().ok()?), length));
    }
    Some((Token::Int(text[..whole].parse().ok()?), whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_marks_and_numbers() {
        let text = "/// Doc.\n add-zero: icmp.ult x C-1 => {-0.5 << 12} // end\n@llvm.uadd.sat";
        let found: Vec<Token<'_>> = tokens(text).unwrap().into_iter().map(|it| it.token).collect();
        let expected = [
            Token::Doc("Doc."),
            Token::Word("add-zero"),
            Token::Mark(":"),
            Token::Word("icmp"),
            Token::Mark("."),
            Token::Word("ult"),
            Token::Word("x"),
            Token::Word("C"),
            Token::Mark("-"),
            Token::Int(1),
            Token::Mark("=>"),
            Token::Mark("{"),
            Token::Mark("-"),
            Token::Float(0.5),
            Token::Mark("<<"),
            Token::Int(12),
            Token::Mark("}"),
            Token::Intrinsic("uadd.sat"),
            Token::End,
        ];
        assert_eq!(found, expected);
        assert_eq!(tokens("a\n $"), Err((Problem::UnexpectedCharacter('$'), 3)));
        assert_eq!(tokens("99999999999999999999"), Err((Problem::BadNumber, 0)));
    }
}
