//! What did not meet, as text and as a picture.
//!
//! Both have one line a node: `#3 = add.nsw #1 %0`. Numbers count from the top, the target's first;
//! arguments and constants stand where they are used. A node of both functions is there once.

use crate::picture::{Arrow, ArrowKind, Look, Node, Picture};
use crate::wrap::wrap_behind;
use std::collections::VecDeque;
use tollgate_check::{Explanation, Whose};

/// Lines are about this wide.
const WIDTH: usize = 110;

/// An explanation whose nodes have short names.
pub struct Terms {
    it: Explanation,
    /// The nodes that have a line of their own, from the top.
    order: Vec<usize>,
    /// What each node is called.
    names: Vec<String>,
}

impl Terms {
    /// Of the lines of an explanation.
    pub fn new(lines: &[String]) -> Self {
        let it = Explanation::new(lines);
        let mut order = Vec::new();
        let mut names: Vec<String> =
            it.members.iter().map(|member| member.node.word.clone().unwrap_or_default()).collect();
        let mut named = vec![false; it.members.len()];
        let mut queue: VecDeque<usize> = it.target.into_iter().chain(it.source).collect();
        while let Some(place) = queue.pop_front() {
            let node = &it.members[place].node;
            if node.number.is_none() || std::mem::replace(&mut named[place], true) {
                continue;
            }
            names[place] = format!("#{}", order.len() + 1);
            order.push(place);
            queue.extend(&node.operands);
        }
        Self { it, order, names }
    }

    /// The operation of a node on its operands.
    fn operation(&self, place: usize) -> String {
        let node = &self.it.members[place].node;
        let word = node.word.as_deref().unwrap_or("...");
        let operands = node.operands.iter().map(|&operand| self.names[operand].as_str());
        std::iter::once(word).chain(operands).collect::<Vec<_>>().join(" ")
    }

    /// As lines of text.
    pub fn text(&self) -> Vec<String> {
        let mut out = Vec::new();
        for (title, begin) in [("target", self.it.target), ("source", self.it.source)] {
            out.extend(begin.map(|place| format!("{title}: {}", self.names[place])));
        }
        if let Some((target, source)) = self.it.parting {
            out.push(format!("they part at {} and {}", self.names[target], self.names[source]));
        }
        let groups = [("target", Whose::Target), ("source", Whose::Source), ("both", Whose::Both)];
        for (title, whose) in groups {
            let of_group =
                self.order.iter().filter(|&&place| self.it.members[place].whose == whose);
            for (index, &place) in of_group.enumerate() {
                let title = if index == 0 { title } else { "" };
                let first = format!("  {title:6}  {} = ", self.names[place]);
                out.extend(wrap_behind(&first, &self.operation(place), WIDTH));
            }
        }
        out.extend(self.it.remarks.iter().cloned());
        out
    }

    /// As a picture.
    pub fn picture(&self, name: &str, why: &str) -> Picture {
        let mut picture = Picture {
            name: format!("{name}: {why}"),
            title: format!("{name}: {why}"),
            nodes: Vec::new(),
            arrows: Vec::new(),
            frames: Vec::new(),
            legend: vec!["blue: source only   orange: target only   grey: both".to_string()],
        };
        picture.legend.push("dashed: left out   thick: where they begin, or part".to_string());
        picture.legend.extend(self.it.remarks.iter().cloned());
        let mut places = vec![None; self.it.members.len()];
        for &place in &self.order {
            places[place] = Some(picture.nodes.len());
            let mut lines = self.headings(place);
            lines.push(format!("{} = {}", self.names[place], self.operation(place)));
            picture.nodes.push(Node { lines, look: self.look(place), frame: None });
        }
        for begin in self.it.target.into_iter().chain(self.it.source) {
            // An argument or a constant has no node yet.
            places[begin].get_or_insert_with(|| {
                let mut lines = self.headings(begin);
                lines.push(self.names[begin].clone());
                picture.nodes.push(Node { lines, look: self.look(begin), frame: None });
                picture.nodes.len() - 1
            });
        }
        for &place in &self.order {
            let mut operands = self.it.members[place].node.operands.clone();
            operands.sort_unstable();
            operands.dedup();
            for operand in operands {
                if let (Some(from), Some(to)) = (places[place], places[operand]) {
                    picture.arrows.push(Arrow {
                        from,
                        to,
                        lines: Vec::new(),
                        kind: ArrowKind::Plain,
                    });
                }
            }
        }
        picture
    }

    /// What is said of a node besides what it does.
    fn headings(&self, place: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for (title, begin) in [("target", self.it.target), ("source", self.it.source)] {
            if begin == Some(place) {
                lines.push(format!("{title}:"));
            }
        }
        lines
    }

    fn look(&self, place: usize) -> Look {
        let parts =
            self.it.parting.is_some_and(|(target, source)| place == target || place == source);
        let is_first = parts || self.it.target == Some(place) || self.it.source == Some(place);
        let member = &self.it.members[place];
        match member.whose {
            _ if member.node.word.is_none() => Look::Cut,
            Whose::Both => Look::Plain,
            Whose::Source if is_first => Look::SourceFirst,
            Whose::Source => Look::Source,
            Whose::Target if is_first => Look::TargetFirst,
            Whose::Target => Look::Target,
        }
    }
}
