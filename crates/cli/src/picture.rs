//! Pictures of functions as graphs for Graphviz: nodes, arrows, nested boxes and a legend.
//!
//! Every form of a function that can be drawn makes a [`Picture`]; only this file decides how it
//! looks.

use crate::exit::{self, Failure};
use anyhow::Result;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use tollgate_ir::printable;

/// The largest number of lines of a node that are drawn.
const MAX_LINES: usize = 61;
/// The largest number of characters of a line that are drawn.
const MAX_COLUMNS: usize = 90;
/// The largest depth of indentation.
const MAX_INDENT: usize = 20;
/// The backgrounds of boxes by depth, repeated for deeper ones.
const BACKGROUNDS: [&str; 4] = ["#eaf1fa", "#d9e6f5", "#c8dbf0", "#b9d1eb"];

/// A drawing of one function.
pub struct Picture {
    /// Its heading if it is one of several.
    pub name: String,
    /// Its heading if there is no other.
    pub title: String,
    /// Its nodes.
    pub nodes: Vec<Node>,
    /// Its arrows.
    pub arrows: Vec<Arrow>,
    /// Its boxes, outer ones before the ones inside.
    pub clusters: Vec<Cluster>,
    /// The text below it.
    pub legend: Vec<String>,
}

impl Picture {
    /// A drawing of nothing but a title.
    pub fn of_nothing(title: &str) -> Self {
        Self {
            name: title.to_string(),
            title: title.to_string(),
            nodes: Vec::new(),
            arrows: Vec::new(),
            clusters: Vec::new(),
            legend: Vec::new(),
        }
    }
}

/// A node.
pub struct Node {
    /// Its text.
    pub lines: Vec<String>,
    /// Its look.
    pub look: Look,
    /// The innermost box that it is in, as the index of [`Picture::clusters`].
    pub cluster: Option<usize>,
}

/// How a node looks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// The default.
    Plain,
    /// The entry of a function.
    Entry,
    /// The header of a loop.
    Header,
    /// An exit of a loop.
    Exit,
    /// Of the source alone.
    Source,
    /// Of the target alone.
    Target,
    /// Of the source alone, and the first difference.
    SourceFirst,
    /// Of the target alone, and the first difference.
    TargetFirst,
}

/// An arrow.
pub struct Arrow {
    /// The node it leaves, as the index of [`Picture::nodes`].
    pub from: usize,
    /// The node it enters.
    pub to: usize,
    /// Its text.
    pub lines: Vec<String>,
    /// Its kind.
    pub kind: ArrowKind,
}

/// The meaning of an arrow, which decides its colour.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ArrowKind {
    /// The default.
    Plain,
    /// A condition holds.
    Holds,
    /// A condition does not hold.
    Fails,
    /// A call unwound.
    Unwound,
    /// Back to the header of a loop.
    Back,
    /// Out of a loop.
    Leave,
}

/// A box around nodes.
pub struct Cluster {
    /// Its heading.
    pub label: String,
    /// The box around it, an earlier one.
    pub parent: Option<usize>,
}

/// All pictures as one graph, each in a box if there are several.
pub fn render(pictures: &[Picture]) -> String {
    let mut out =
        String::from("digraph tollgate {\n  graph [fontname=\"monospace\", fontsize=12];\n");
    out.push_str(
        "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#f7f7f2\", color=\"#555555\", ",
    );
    out.push_str("fontname=\"monospace\", fontsize=10];\n");
    out.push_str("  edge [color=\"#555555\", fontname=\"monospace\", fontsize=9];\n");
    for (index, picture) in pictures.iter().enumerate() {
        let alone = pictures.len() == 1;
        if alone {
            let _ = writeln!(out, "  label={};\n  labelloc=t;", quote(&picture.title));
        } else {
            let _ =
                writeln!(out, "  subgraph cluster_{index} {{\n    label={};", quote(&picture.name));
        }
        let mut writer = Writer { out: &mut out, picture, index, depth: if alone { 1 } else { 2 } };
        writer.nodes();
        writer.arrows();
        writer.legend();
        if !alone {
            out.push_str("  }\n");
        }
    }
    out.push_str("}\n");
    out
}

/// A graph, drawn by Graphviz.
pub fn svg(graph: &str) -> Result<Vec<u8>> {
    let child =
        Command::new("dot").arg("-Tsvg").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(Failure::usage(
                "`dot` of Graphviz is not installed (Debian: apt install graphviz); \
                 `--format dot` does without it",
            ));
        }
        Err(error) => return Err(Failure::output("a picture: `dot`", &error)),
    };
    let mut stdin = child.stdin.take();
    // Graphviz reads all of its input before it writes, so writing first cannot block.
    let is_written = stdin.as_mut().is_some_and(|it| it.write_all(graph.as_bytes()).is_ok());
    drop(stdin);
    match child.wait_with_output() {
        Ok(output) if is_written && output.status.success() => Ok(output.stdout),
        _ => {
            let message = "cannot write a picture: `dot` failed on the graph".to_string();
            Err(Failure { code: exit::OUTPUT, message }.into())
        }
    }
}

struct Writer<'a> {
    out: &'a mut String,
    picture: &'a Picture,
    /// The index of the picture.
    index: usize,
    /// The number of open boxes, the graph included.
    depth: usize,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        let indent = 2 * self.depth.min(MAX_INDENT);
        let _ = writeln!(self.out, "{:indent$}{line}", "");
    }

    /// The nodes, each inside of its boxes.
    fn nodes(&mut self) {
        let picture = self.picture;
        let mut nodes_of: Vec<Vec<usize>> = vec![Vec::new(); picture.clusters.len()];
        let mut clusters_of: Vec<Vec<usize>> = vec![Vec::new(); picture.clusters.len()];
        // What is still to be written, the next at the end. A box is closed after all that it
        // contains.
        let mut stack: Vec<Piece> = Vec::new();
        for (index, cluster) in picture.clusters.iter().enumerate().rev() {
            match cluster.parent {
                Some(parent) => clusters_of[parent].push(index),
                None => stack.push(Piece::Open(index)),
            }
        }
        for (index, node) in picture.nodes.iter().enumerate() {
            match node.cluster {
                Some(cluster) => nodes_of[cluster].push(index),
                None => self.node(index),
            }
        }
        let base = self.depth;
        while let Some(piece) = stack.pop() {
            match piece {
                Piece::Open(cluster) => {
                    let color = BACKGROUNDS[(self.depth - base) % BACKGROUNDS.len()];
                    self.line(&format!("subgraph cluster_{}_{cluster} {{", self.index));
                    self.depth += 1;
                    let label = quote(&picture.clusters[cluster].label);
                    self.line(&format!(
                        "label={label}; labeljust=l; fontsize=10; style=\"rounded,filled\"; \
                         fillcolor=\"{color}\"; color=\"#7f9fc4\";"
                    ));
                    for &node in &nodes_of[cluster] {
                        self.node(node);
                    }
                    stack.push(Piece::Close);
                    stack.extend(clusters_of[cluster].iter().map(|&inner| Piece::Open(inner)));
                }
                Piece::Close => {
                    self.depth -= 1;
                    self.line("}");
                }
            }
        }
    }

    fn node(&mut self, index: usize) {
        let node = &self.picture.nodes[index];
        let mut label = left_aligned(node.lines.iter().take(MAX_LINES));
        let left_out = node.lines.len().saturating_sub(MAX_LINES);
        if left_out > 0 {
            let _ = write!(label, "... {left_out} more\\l");
        }
        let look = match node.look {
            Look::Plain => "",
            Look::Entry => ", penwidth=2",
            Look::Header => ", penwidth=2, color=\"#1f5fa8\"",
            Look::Exit => ", penwidth=2, color=\"#b86e00\"",
            Look::Source => ", fillcolor=\"#dcebfa\", color=\"#1f5fa8\"",
            Look::Target => ", fillcolor=\"#fdebd0\", color=\"#b86e00\"",
            Look::SourceFirst => ", fillcolor=\"#dcebfa\", color=\"#1f5fa8\", penwidth=3",
            Look::TargetFirst => ", fillcolor=\"#fdebd0\", color=\"#b86e00\", penwidth=3",
        };
        self.line(&format!("f{}b{index} [label=\"{label}\"{look}];", self.index));
    }

    fn arrows(&mut self) {
        for arrow in &self.picture.arrows {
            // A space before each line keeps it off the arrow.
            let lines: Vec<String> = arrow.lines.iter().map(|line| format!(" {line}")).collect();
            let label = left_aligned(lines.iter());
            let look = match arrow.kind {
                ArrowKind::Plain => "",
                ArrowKind::Holds => ", color=\"#2a7f3f\"",
                ArrowKind::Fails => ", color=\"#a03030\"",
                ArrowKind::Unwound => ", style=dashed",
                ArrowKind::Back => ", color=\"#1f5fa8\", penwidth=2, dir=back",
                ArrowKind::Leave => ", color=\"#b86e00\", penwidth=1.5",
            };
            // Drawn from head to tail, an arrow back does not pull the header of its loop below the
            // rest of it.
            let (above, below) = match arrow.kind {
                ArrowKind::Back => (arrow.to, arrow.from),
                _ => (arrow.from, arrow.to),
            };
            let f = self.index;
            self.line(&format!("f{f}b{above} -> f{f}b{below} [label=\"{label}\"{look}];"));
        }
    }

    /// The legend is placed below the nodes without outgoing arrows, so that it comes last.
    fn legend(&mut self) {
        let picture = self.picture;
        if picture.legend.is_empty() {
            return;
        }
        let f = self.index;
        let label = left_aligned(picture.legend.iter());
        self.line(&format!("f{f}legend [shape=plaintext, style=\"\", label=\"{label}\"];"));
        let mut last = vec![true; picture.nodes.len()];
        for arrow in picture.arrows.iter().filter(|arrow| arrow.from != arrow.to) {
            last[arrow.from] = false;
        }
        for node in (0..picture.nodes.len()).filter(|&node| last[node]) {
            self.line(&format!("f{f}b{node} -> f{f}legend [style=invis];"));
        }
    }
}

/// A step of writing nested boxes.
enum Piece {
    Open(usize),
    Close,
}

/// Lines that are set to the left: `\l` ends a line so.
fn left_aligned<'a>(lines: impl Iterator<Item = &'a String>) -> String {
    lines.map(|line| format!("{}\\l", escape(line))).collect()
}

fn escape(line: &str) -> String {
    let mut short: String = line.chars().take(MAX_COLUMNS).collect();
    if line.chars().count() > MAX_COLUMNS {
        short.push('…');
    }
    printable(&short.replace('\n', " ")).replace('\\', "\\\\").replace('"', "\\\"")
}

fn quote(text: &str) -> String {
    format!("\"{}\"", escape(text))
}
