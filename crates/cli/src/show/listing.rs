//! Listings: lines that are broken where they are too long, and sections with a title.

use crate::wrap::wrap;
use std::fmt::Write as _;

/// The width of lines, unless a word is longer.
const WIDTH: usize = 110;
/// The indentation of the rest of a long line.
const INDENT: usize = 6;

/// A line that is broken where it is too long.
pub fn folded(line: &str) -> String {
    let indent = line.len() - line.trim_start().len();
    let mut lines = wrap(line.trim_start(), WIDTH - INDENT).into_iter();
    let first = format!("{:indent$}{}", "", lines.next().unwrap_or_default());
    std::iter::once(first)
        .chain(lines.map(|line| format!("{:INDENT$}{line}", "")))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Lines below a title; nothing if there are none.
pub fn section(out: &mut String, title: &str, lines: impl Iterator<Item = String>) {
    let mut lines = lines.peekable();
    if lines.peek().is_some() {
        let _ = writeln!(out, "; {title}");
    }
    for line in lines {
        let _ = writeln!(out, "{}", folded(&format!("  {line}")));
    }
}
