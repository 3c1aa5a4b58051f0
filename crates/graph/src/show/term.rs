//! A term: a few nodes of a graph as they are shown, and as text that can be read back.
//!
//! ```text
//! term = word | number | "(" number ":" word term* ")"
//! ```
//!
//! A word alone is a node without operands. A number alone (`n12`) is a node that occurs elsewhere
//! in the term, around or before it, or else one that is left out.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

/// A node and some of what it is made of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Term {
    /// The nodes, beginning with the one that is shown. Operands are indices into this list.
    pub nodes: Vec<TermNode>,
}

/// A node of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TermNode {
    /// The number that it has in its graph; none for a node that has no operands there.
    pub number: Option<u32>,
    /// Its operation; none if it is left out.
    pub word: Option<String>,
    /// Its operands.
    pub operands: Vec<usize>,
}

impl TermNode {
    /// A node without operands.
    pub fn leaf(word: impl Into<String>) -> Self {
        Self { number: None, word: Some(word.into()), operands: Vec::new() }
    }

    /// A node with operands, before they are added.
    pub fn inner(number: u32, word: impl Into<String>) -> Self {
        Self { number: Some(number), word: Some(word.into()), operands: Vec::new() }
    }

    /// A node that is left out.
    pub fn cut(number: u32) -> Self {
        Self { number: Some(number), word: None, operands: Vec::new() }
    }
}

impl Term {
    /// Adds a node.
    pub fn push(&mut self, node: TermNode) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }
}

/// What is still to be written.
enum Piece {
    Node(usize),
    Close,
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.nodes.is_empty() {
            return Ok(());
        }
        let mut written = vec![false; self.nodes.len()];
        let mut stack = vec![Piece::Node(0)];
        let mut is_first = true;
        while let Some(piece) = stack.pop() {
            let Piece::Node(position) = piece else {
                f.write_str(")")?;
                continue;
            };
            if !std::mem::take(&mut is_first) {
                f.write_str(" ")?;
            }
            let node = &self.nodes[position];
            match (node.number, &node.word) {
                (Some(number), Some(word)) if !std::mem::replace(&mut written[position], true) => {
                    write!(f, "(n{number}:{word}")?;
                    stack.push(Piece::Close);
                    stack.extend(node.operands.iter().rev().map(|&operand| Piece::Node(operand)));
                }
                (Some(number), _) => write!(f, "n{number}")?,
                (None, Some(word)) => f.write_str(word)?,
                (None, None) => f.write_str("?")?,
            }
        }
        Ok(())
    }
}

/// A text that is no term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoTerm;

impl fmt::Display for NoTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is no term")
    }
}

impl std::error::Error for NoTerm {}

impl FromStr for Term {
    type Err = NoTerm;

    fn from_str(text: &str) -> Result<Self, NoTerm> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut words = spaced.split_whitespace();
        let mut term = Self::default();
        let mut numbered: HashMap<u32, usize> = HashMap::new();
        let mut leaves: HashMap<&str, usize> = HashMap::new();
        let mut open: Vec<usize> = Vec::new();
        while let Some(word) = words.next() {
            // One term, and nothing after it.
            if open.is_empty() && !term.nodes.is_empty() {
                return Err(NoTerm);
            }
            let position = match word {
                ")" => {
                    open.pop().ok_or(NoTerm)?;
                    continue;
                }
                "(" => {
                    let (number, word) =
                        words.next().and_then(|it| it.split_once(':')).ok_or(NoTerm)?;
                    let number = number_of(number).ok_or(NoTerm)?;
                    let position = term.push(TermNode::inner(number, word));
                    if numbered.insert(number, position).is_some() {
                        return Err(NoTerm);
                    }
                    position
                }
                word => match number_of(word) {
                    Some(number) => {
                        *numbered.entry(number).or_insert_with(|| term.push(TermNode::cut(number)))
                    }
                    None => *leaves.entry(word).or_insert_with(|| term.push(TermNode::leaf(word))),
                },
            };
            if let Some(&around) = open.last() {
                term.nodes[around].operands.push(position);
            }
            if word == "(" {
                open.push(position);
            }
        }
        if term.nodes.is_empty() || !open.is_empty() { Err(NoTerm) } else { Ok(term) }
    }
}

/// The number of `n12`.
fn number_of(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('n')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    if is_number { digits.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_as_they_are_written() {
        for text in [
            "%0",
            "n7",
            "(n5:add.nsw %0 1)",
            "(n9:gamma (n3:icmp.eq %0 0) n4 n4)",
            "(n8:mu1 0 (n9:add n8 (n2:mul %1 %1)))",
            "(n1:return nowhere true (n4:load.i32 (n3:store.i32 memory %0 %1) %0) n3)",
        ] {
            let term: Term = text.parse().unwrap();
            assert_eq!(term.to_string(), text);
            let again: Term = term.to_string().parse().unwrap();
            assert_eq!(again, term);
        }
    }

    #[test]
    fn a_node_that_stands_twice_is_one() {
        let term: Term = "(n9:gamma (n3:icmp.eq %0 0) n4 n3)".parse().unwrap();
        assert_eq!(term.nodes.len(), 5);
        assert_eq!(term.nodes[0].operands, [1, 4, 1]);
        assert_eq!(term.nodes[4], TermNode::cut(4));
    }

    #[test]
    fn what_is_no_term_is_refused() {
        for text in
            ["", "(", ")", "()", "(add %0)", "(n1:add %0", "%0)", "%0 %1", "(n1:f (n1:f %0))"]
        {
            assert_eq!(text.parse::<Term>(), Err(NoTerm), "{text}");
        }
        // Depth costs no stack.
        let deep: String = (0..100_000).map(|it| format!("(n{it}:f ")).collect();
        let deep = deep + "x" + &")".repeat(100_000);
        assert_eq!(deep.parse::<Term>().unwrap().to_string(), deep);
    }
}
