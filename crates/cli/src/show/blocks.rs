//! The forms `ssa` and `cfg`: blocks with their parameters and edges, with or without instructions.

use crate::names::{Headline, Names};
use crate::picture::{Arrow, ArrowKind, Look, Node, Picture};
use crate::wrap::{glued, wrap_behind};
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use tollgate_ir::{Block, Body, Edge, Entity as _, Lines, Opcode, SecondaryMap, Span};

/// The width of labels with parameters in pictures, unless a parameter is longer.
const HEAD_WIDTH: usize = 72;

/// The blocks of a function.
pub struct BlocksView {
    /// Their heading.
    pub headline: Headline,
    /// Whether instructions are shown.
    pub whole: bool,
    /// The blocks in order.
    pub blocks: Vec<BlockView>,
}

/// A block.
pub struct BlockView {
    /// Its label, with `%`.
    pub label: String,
    /// Its parameters: type and name.
    pub params: Vec<(String, String)>,
    /// Its instructions.
    pub instructions: Vec<InstView>,
    /// The edges that leave it.
    pub edges: Vec<EdgeView>,
    /// The labels of the blocks that enter it, one for each edge.
    pub preds: Vec<String>,
}

/// An instruction.
pub struct InstView {
    /// Its text.
    pub text: String,
    /// Its line in the file, if it is from the file.
    pub line: Option<u32>,
}

/// An edge.
pub struct EdgeView {
    /// The label of its target.
    pub to: String,
    /// Its target, as the index of [`BlocksView::blocks`].
    pub target: usize,
    /// When it is taken: `true`, `case 5`, `unwind`, ...; empty if always.
    pub when: String,
    /// Its arguments: parameter and argument.
    pub args: Vec<(String, String)>,
}

impl BlocksView {
    /// The blocks of a body.
    pub fn new(names: &Names, lines: &Lines, headline: Headline, whole: bool) -> Self {
        let places = places(names.body);
        let blocks =
            names.body.blocks().map(|block| BlockView::new(names, lines, &places, block, whole));
        Self { headline, whole, blocks: blocks.collect() }
    }

    /// As text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "{} {{", self.headline.whole);
        for block in &self.blocks {
            block.render(&mut out, self.whole);
        }
        out.push_str("}\n");
        out
    }

    /// As JSON.
    pub fn json(&self) -> Json {
        let blocks: Vec<Json> = self.blocks.iter().map(|block| block.json(self.whole)).collect();
        json!({ "function": self.headline.name, "blocks": blocks })
    }

    /// As a picture: a node for each block in order, an arrow for each edge in the order of the
    /// blocks that they leave.
    pub fn picture(&self) -> Picture {
        let node = |(number, block): (usize, &BlockView)| {
            let instructions = block.instructions.iter().map(|inst| inst.text.clone());
            Node {
                lines: block.head_lines().into_iter().chain(instructions).collect(),
                look: if number == 0 { Look::Entry } else { Look::Plain },
                cluster: None,
            }
        };
        let leaving = self.blocks.iter().enumerate();
        let leaving =
            leaving.flat_map(|(from, block)| block.edges.iter().map(move |edge| (from, edge)));
        let arrow = |(from, edge): (usize, &EdgeView)| Arrow {
            from,
            to: edge.target,
            lines: edge.lines(),
            kind: edge.kind(),
        };
        Picture {
            name: self.headline.name.clone(),
            title: self.headline.whole.clone(),
            nodes: self.blocks.iter().enumerate().map(node).collect(),
            arrows: leaving.map(arrow).collect(),
            clusters: Vec::new(),
            legend: Vec::new(),
        }
    }
}

impl BlockView {
    fn new(names: &Names, lines: &Lines, places: &Places, block: Block, whole: bool) -> Self {
        let body = names.body;
        let params = body.params(block).iter().map(|&param| (names.ty(param), names.bare(param)));
        let instructions = body.insts(block).filter(|_| whole).map(|inst| InstView {
            text: names.instruction(inst),
            line: line_of(lines, body.inst(inst).span),
        });
        let preds = body.pred_edges(block).filter_map(|edge| body.edge_source(edge));
        Self {
            label: names.label(block),
            params: params.collect(),
            instructions: instructions.collect(),
            edges: body.succ_edges(block).map(|edge| EdgeView::new(names, places, edge)).collect(),
            preds: preds.map(|pred| names.label(pred)).collect(),
        }
    }

    /// Its label and parameters.
    pub fn head(&self) -> String {
        let params: Vec<String> =
            self.params.iter().map(|(ty, name)| format!("{ty} {name}")).collect();
        if params.is_empty() {
            self.label.clone()
        } else {
            format!("{}({})", self.label, params.join(", "))
        }
    }

    /// Its label and parameters, in lines that fit into a picture.
    fn head_lines(&self) -> Vec<String> {
        let params: Vec<String> =
            self.params.iter().map(|(ty, name)| glued(&format!("{ty} {name}"))).collect();
        if params.is_empty() {
            return vec![self.label.clone()];
        }
        wrap_behind(&format!("{}(", self.label), &format!("{})", params.join(", ")), HEAD_WIDTH)
    }

    fn render(&self, out: &mut String, whole: bool) {
        let head = self.head();
        let preds = self.preds.join(", ");
        let preds = if preds.is_empty() { preds } else { format!("  ; from {preds}") };
        let _ = writeln!(out, "{}:{preds}", head.trim_start_matches('%'));
        for inst in &self.instructions {
            let _ = writeln!(out, "  {}", inst.text);
        }
        for edge in &self.edges {
            if !whole || !edge.args.is_empty() {
                let _ = writeln!(out, "  {}", edge.line());
            }
        }
    }

    fn json(&self, whole: bool) -> Json {
        let params = self.params.iter().map(|(ty, name)| json!({ "type": ty, "name": name }));
        let edges = self.edges.iter().map(EdgeView::json);
        let mut shown = json!({
            "label": self.label,
            "params": params.collect::<Vec<Json>>(),
            "edges": edges.collect::<Vec<Json>>(),
            "preds": self.preds,
        });
        if whole {
            let instructions = self.instructions.iter();
            shown["instructions"] =
                instructions.map(|inst| json!({ "text": inst.text, "line": inst.line })).collect();
        }
        shown
    }
}

impl EdgeView {
    fn new(names: &Names, places: &Places, edge: Edge) -> Self {
        let body = names.body;
        let data = body.edge(edge);
        let inst = body.inst(data.from);
        let index = inst.edges().next().map_or(0, |first| edge.index() - first.index());
        let when = match inst.opcode {
            Opcode::CondBr => ["true", "false"].get(index).copied().unwrap_or_default().to_string(),
            Opcode::Switch if index == 0 => "default".to_string(),
            Opcode::Switch => format!("case {}", names.bare(body.operand(data.from, index))),
            Opcode::Invoke => {
                ["returned", "unwound"].get(index).copied().unwrap_or_default().to_string()
            }
            Opcode::CallBr if index > 0 => "jumped".to_string(),
            _ => String::new(),
        };
        let args = body.params(data.to).iter().zip(body.edge_args(edge));
        let args = args.map(|(&param, arg)| (names.bare(param), names.value(arg)));
        Self { to: names.label(data.to), target: places[data.to], when, args: args.collect() }
    }

    fn line(&self) -> String {
        let when = if self.when.is_empty() { String::new() } else { format!("{}: ", self.when) };
        let args: Vec<String> = self.assignments().collect();
        let args =
            if args.is_empty() { String::new() } else { format!(" with {}", args.join(", ")) };
        format!("; {when}to {}{args}", self.to)
    }

    fn lines(&self) -> Vec<String> {
        let when = Some(self.when.clone()).filter(|when| !when.is_empty());
        when.into_iter().chain(self.assignments()).collect()
    }

    /// Its arguments: `%param = %argument`.
    pub fn assignments(&self) -> impl Iterator<Item = String> + '_ {
        self.args.iter().map(|(param, arg)| format!("{param} = {arg}"))
    }

    fn kind(&self) -> ArrowKind {
        match self.when.as_str() {
            "true" => ArrowKind::Holds,
            "false" => ArrowKind::Fails,
            "unwound" => ArrowKind::Unwound,
            _ => ArrowKind::Plain,
        }
    }

    fn json(&self) -> Json {
        let args = self.args.iter().map(|(param, arg)| json!({ "param": param, "value": arg }));
        json!({ "to": self.to, "when": self.when, "args": args.collect::<Vec<Json>>() })
    }
}

/// The position of each block in the layout.
pub type Places = SecondaryMap<Block, usize>;

/// The positions of the blocks of a body in its layout.
pub fn places(body: &Body) -> Places {
    let mut places = Places::new();
    places.resize(body.block_ids());
    for (place, block) in body.blocks().enumerate() {
        places[block] = place;
    }
    places
}

/// The line of a span, if it is in the file.
pub fn line_of(lines: &Lines, span: Span) -> Option<u32> {
    (!span.is_none()).then(|| lines.position(span.start).line)
}
