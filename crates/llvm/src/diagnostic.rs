//! What is wrong with a text: messages with a place, a picture of the line and a caret.

use std::fmt;
use tollgate_ir::{Source, Span, position};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The text can be used.
    Warning,
    /// The text cannot be used.
    Error,
}

/// One message about a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What it is about.
    pub span: Span,
    /// What is wrong, and where it helps, what to do.
    pub message: String,
}

/// The messages about one text, in the order of the text.
#[derive(Clone, Debug)]
pub struct Diagnostics {
    /// The text.
    pub source: Source,
    /// The messages.
    pub list: Vec<Diagnostic>,
}

/// The longest piece of a line that is shown.
const SHOWN_COLUMNS: usize = 160;

impl Diagnostics {
    /// No messages about a text.
    pub fn new(source: Source) -> Self {
        Self { source, list: Vec::new() }
    }

    /// Whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|it| it.severity == Severity::Error)
    }

    /// Line and column of a message, from 1.
    pub fn position(&self, diagnostic: &Diagnostic) -> tollgate_ir::Position {
        position(&self.source.text, diagnostic.span.start as usize)
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.list.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            show(f, &self.source, diagnostic)?;
        }
        Ok(())
    }
}

fn show(f: &mut fmt::Formatter<'_>, source: &Source, diagnostic: &Diagnostic) -> fmt::Result {
    let text = &source.text[..];
    let start = (diagnostic.span.start as usize).min(text.len());
    let place = position(text, start);
    let word = match diagnostic.severity {
        Severity::Warning => "warning: ",
        Severity::Error => "",
    };
    write!(f, "{}:{}:{}: {word}{}", source.file, place.line, place.column, diagnostic.message)?;
    let line_start = text[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let line_end =
        text[start..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |at| start + at);
    // A module on one line must not flood the terminal: show what surrounds the place.
    let shown_start =
        if start - line_start > SHOWN_COLUMNS / 2 { start - SHOWN_COLUMNS / 2 } else { line_start };
    let shown_end = line_end.min(shown_start + SHOWN_COLUMNS);
    let printable = |bytes: &[u8]| -> String {
        String::from_utf8_lossy(bytes)
            .chars()
            .map(|it| if it.is_control() { ' ' } else { it })
            .collect()
    };
    let line = printable(&text[shown_start..shown_end]);
    let before = printable(&text[shown_start..start]).chars().count();
    let covered = (diagnostic.span.end as usize).clamp(start, shown_end);
    let marked = printable(&text[start..covered]).chars().count().max(1);
    write!(f, "\n  {line}\n  {}{}", " ".repeat(before), "^".repeat(marked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_file_line_column_and_a_caret() {
        let source = Source { file: "a.ll".into(), text: b"one\n  two three\n".to_vec().into() };
        let list = vec![Diagnostic {
            severity: Severity::Error,
            span: Span::new(6, 9),
            message: "expected `2`".into(),
        }];
        let shown = Diagnostics { source, list }.to_string();
        assert_eq!(shown, "a.ll:2:3: expected `2`\n    two three\n    ^^^");
    }
}
