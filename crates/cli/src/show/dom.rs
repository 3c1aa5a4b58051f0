//! The form `dom`: the dominator tree of the canonical form.

use crate::names::{Headline, Names};
use crate::picture::{Arrow, ArrowKind, Look, Node, Picture};
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use tollgate_canon::DominatorTree;
use tollgate_ir::{Block, SecondaryMap};

/// The largest number of levels of indentation. The depth is written too, so that nothing is lost
/// where deep trees are not indented further.
pub const MAX_INDENT: usize = 60;

/// A dominator tree.
pub struct DomView {
    headline: Headline,
    /// Each block before those that it dominates.
    nodes: Vec<DomNode>,
}

/// A block in the tree.
struct DomNode {
    /// With `%`.
    label: String,
    /// The number of blocks that strictly dominate it.
    depth: u32,
    /// Its immediate dominator, as the index in the list.
    parent: Option<usize>,
}

impl DomView {
    /// The dominator tree of a body.
    pub fn new(names: &Names, headline: Headline, dominators: &DominatorTree) -> Self {
        let mut places: SecondaryMap<Block, usize> = SecondaryMap::new();
        let mut nodes = Vec::with_capacity(dominators.len());
        for block in dominators.preorder() {
            places[block] = nodes.len();
            let parent = dominators.parent(block).map(|parent| places[parent]);
            nodes.push(DomNode {
                label: names.label(block),
                depth: dominators.depth(block),
                parent,
            });
        }
        Self { headline, nodes }
    }

    /// As text: a line for each block, with its depth, indented below its immediate dominator.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "{} {{", self.headline.whole);
        for node in &self.nodes {
            let indent = 2 * (node.depth as usize).min(MAX_INDENT);
            let _ = writeln!(out, "{:>4}  {:indent$}{}", node.depth, "", node.label);
        }
        out.push_str("}\n");
        out
    }

    /// As JSON.
    pub fn json(&self) -> Json {
        let label = |index: usize| self.nodes[index].label.as_str();
        let blocks = self.nodes.iter().map(|node| {
            json!({
                "label": node.label,
                "depth": node.depth,
                "immediate_dominator": node.parent.map(label),
            })
        });
        json!({ "function": self.headline.name, "dominator_tree": blocks.collect::<Vec<Json>>() })
    }

    /// As a picture: every arrow leads from a block to one that it immediately dominates.
    pub fn picture(&self) -> Picture {
        let node = |node: &DomNode| Node {
            lines: vec![format!("{}  {}", node.depth, node.label)],
            look: if node.parent.is_none() { Look::Entry } else { Look::Plain },
            cluster: None,
        };
        let arrow = |(to, node): (usize, &DomNode)| {
            Some(Arrow { from: node.parent?, to, lines: Vec::new(), kind: ArrowKind::Plain })
        };
        Picture {
            name: self.headline.name.clone(),
            title: format!("dominator tree of {}", self.headline.name),
            nodes: self.nodes.iter().map(node).collect(),
            arrows: self.nodes.iter().enumerate().filter_map(arrow).collect(),
            clusters: Vec::new(),
            legend: Vec::new(),
        }
    }
}
