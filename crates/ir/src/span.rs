//! Where a thing stands in the text of its module.

/// A range of bytes of a module's text. Texts are shorter than 4 GiB.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The span of what no text contains.
    pub const NONE: Span = Span { start: 0, end: 0 };

    /// The bytes from `start` up to `end`.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// Whether nothing is known.
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// The bytes of `text` that this span covers; empty where it does not fit.
    pub fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}

/// A place as people count: line and column from 1, columns in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The byte of the line.
    pub column: u32,
}

/// The place of a byte offset in a text.
pub fn position(text: &[u8], offset: usize) -> Position {
    let before = &text[..offset.min(text.len())];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() as u32 + 1;
    let column = (before.len()
        - before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1))
        as u32
        + 1;
    Position { line, column }
}

/// Where the lines of a text begin: positions of many offsets, each in logarithmic time.
#[derive(Clone, Debug)]
pub struct Lines(Vec<u32>);

impl Lines {
    /// Finds the lines of a text.
    pub fn new(text: &[u8]) -> Self {
        let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        Self(std::iter::once(0).chain(ends.map(|(at, _)| at as u32 + 1)).collect())
    }

    /// The place of a byte offset.
    pub fn position(&self, offset: u32) -> Position {
        let line = self.0.partition_point(|&start| start <= offset);
        Position { line: line as u32, column: offset - self.0[line - 1] + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_from_one() {
        let text = b"ab\ncd";
        assert_eq!(position(text, 0), Position { line: 1, column: 1 });
        assert_eq!(position(text, 2), Position { line: 1, column: 3 });
        assert_eq!(position(text, 4), Position { line: 2, column: 2 });
        assert_eq!(position(text, 99), Position { line: 2, column: 3 });
        let lines = Lines::new(text);
        for offset in 0..=text.len() {
            assert_eq!(lines.position(offset as u32), position(text, offset));
        }
    }
}
