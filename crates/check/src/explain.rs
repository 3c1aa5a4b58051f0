//! What did not meet, to look at: the terms of both functions as one small graph, in which each
//! node knows whose it is.
//!
//! An [explanation](crate::Unknown::Unmet) is lines of text: `target:` and `source:` with a
//! [term](Term) each, and remarks. Terms of one explanation are of one value graph. What has one
//! number in both is one node, and so *met*; the nodes above did not.

use std::collections::{HashMap, HashSet};
use tollgate_graph::{Term, TermNode};

/// Whose a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// Only of the target's term.
    Target,
    /// Only of the source's term.
    Source,
    /// Of both.
    Both,
}

/// A node that is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// What it does, its number, and its operands, which are places in [`Explanation::members`].
    pub node: TermNode,
    /// Whose it is.
    pub whose: Whose,
}

/// What did not meet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explanation {
    /// The nodes of both terms, each once.
    pub members: Vec<Member>,
    /// Where the target's term begins.
    pub target: Option<usize>,
    /// Where the source's term begins.
    pub source: Option<usize>,
    /// Below those, the first nodes that do not meet: all that is above them is the same but for
    /// them. Of the target, and of the source.
    pub parting: Option<(usize, usize)>,
    /// What is said besides.
    pub remarks: Vec<String>,
}

/// By what nodes of two terms are known to be the same.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Number(u32),
    Word(String),
}

impl Explanation {
    /// Reads the lines of an explanation.
    pub fn new(lines: &[String]) -> Self {
        let mut this = Self::default();
        let mut places: HashMap<Key, usize> = HashMap::new();
        for line in lines {
            let term =
                |side: &str| line.strip_prefix(side).and_then(|text| text.parse::<Term>().ok());
            if let Some(term) = term("target: ") {
                this.target = this.add(&term, Whose::Target, &mut places);
            } else if let Some(term) = term("source: ") {
                this.source = this.add(&term, Whose::Source, &mut places);
            } else {
                this.remarks.push(line.clone());
            }
        }
        this.parting = this.find_parting();
        this
    }

    fn add(
        &mut self,
        term: &Term,
        whose: Whose,
        places: &mut HashMap<Key, usize>,
    ) -> Option<usize> {
        let mut mine = Vec::with_capacity(term.nodes.len());
        for node in &term.nodes {
            let key = match (node.number, &node.word) {
                (Some(number), _) => Key::Number(number),
                (None, word) => Key::Word(word.clone().unwrap_or_default()),
            };
            let place = *places.entry(key).or_insert_with(|| {
                self.members.push(Member {
                    node: TermNode { operands: Vec::new(), ..node.clone() },
                    whose,
                });
                self.members.len() - 1
            });
            if self.members[place].whose != whose {
                self.members[place].whose = Whose::Both;
            }
            mine.push(place);
        }
        // A node may be left out of one term and stand in the other.
        for (node, &place) in term.nodes.iter().zip(&mine) {
            let member = &mut self.members[place].node;
            if member.operands.is_empty() && node.word.is_some() {
                member.word.clone_from(&node.word);
                member.operands = node.operands.iter().map(|&operand| mine[operand]).collect();
            }
        }
        mine.first().copied()
    }

    /// Goes down both terms as long as they differ in one place only.
    fn find_parting(&self) -> Option<(usize, usize)> {
        let begin = self.target.zip(self.source)?;
        let mut at = begin;
        let mut seen = HashSet::new();
        while seen.insert(at) {
            let (mine, other) = (&self.members[at.0].node, &self.members[at.1].node);
            if mine.word.is_none()
                || mine.word != other.word
                || mine.operands.len() != other.operands.len()
            {
                break;
            }
            let pairs = mine.operands.iter().copied().zip(other.operands.iter().copied());
            let mut different = pairs.filter(|(mine, other)| mine != other);
            match (different.next(), different.next()) {
                (Some(pair), None) => at = pair,
                _ => break,
            }
        }
        (at != begin).then_some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(lines: &[&str]) -> Explanation {
        Explanation::new(&lines.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    fn word(it: &Explanation, place: usize) -> &str {
        it.members[place].node.word.as_deref().unwrap_or("")
    }

    #[test]
    fn what_has_one_number_is_one_node() {
        let it =
            explained(&["target: (n9:add (n3:mul %0 %1) 1)", "source: (n8:sub n3 %2)", "a remark"]);
        let whose = |wanted: Whose| -> Vec<&str> {
            let found = (0..it.members.len()).filter(|&place| it.members[place].whose == wanted);
            found.map(|place| word(&it, place)).collect()
        };
        assert_eq!(whose(Whose::Both), ["mul"]);
        assert_eq!(whose(Whose::Target), ["add", "%0", "%1", "1"]);
        assert_eq!(whose(Whose::Source), ["sub", "%2"]);
        assert_eq!(it.remarks, ["a remark"]);
        assert_eq!(it.parting, None);
        // Left out in the first, shown in the second.
        let it = explained(&["target: (n9:add n3 1)", "source: (n8:sub (n3:mul %0 %1) %2)"]);
        let met = it.members.iter().find(|it| it.node.number == Some(3)).unwrap();
        assert_eq!(
            (met.node.word.as_deref(), met.node.operands.len(), met.whose),
            (Some("mul"), 2, Whose::Both)
        );
    }

    #[test]
    fn the_first_nodes_that_do_not_meet_are_found() {
        let it = explained(&[
            "target: (n9:store n1 %0 (n8:add (n7:mul %1 %1) 1))",
            "source: (n6:store n1 %0 (n5:add (n4:shl %1 1) 1))",
        ]);
        let (target, source) = it.parting.unwrap();
        assert_eq!((word(&it, target), word(&it, source)), ("mul", "shl"));
        // Around a cycle there is nothing to be found, and an end.
        let it =
            explained(&["target: (n2:mu1 0 (n3:add n2 1))", "source: (n4:mu1 0 (n5:add n4 1))"]);
        assert_eq!(it.parting, None);
        assert_eq!(explained(&["target: %0"]).parting, None);
        assert_eq!(explained(&[]), Explanation::default());
    }
}
