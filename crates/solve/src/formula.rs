//! Clauses, as our encoding made them.

use std::fmt::Write as _;

/// A list of clauses, each a list of literals.
#[derive(Default)]
pub(crate) struct Formula {
    ends: Vec<usize>,
    literals: Vec<i32>,
}

impl Formula {
    pub(crate) fn push(&mut self, clause: &[i32]) {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The clause with this index; `None` beyond the last, which a faulty solver may ask for.
    pub(crate) fn clause(&self, index: usize) -> Option<&[i32]> {
        let end = *self.ends.get(index)?;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        Some(&self.literals[start..end])
    }
}

/// Appends literals and the 0 that ends them.
pub(crate) fn write_clause(text: &mut String, clause: &[i32]) {
    for literal in clause {
        let _ = write!(text, "{literal} ");
    }
    text.push('0');
}
