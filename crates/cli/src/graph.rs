//! The value graph of one function, built and as text, picture and JSON.
//!
//! One line for each node: `#3 = add.nsw #1 %0`. Operands come before their users, except for the
//! back edges of loops; arguments and constants are written where they are used. A node that varies
//! with the iterations of a loop belongs to the innermost such loop.

pub mod scene;

use crate::picture::{self, Arrow, ArrowKind, Look, Picture};
use rustc_hash::FxHashMap;
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use tollgate_canon::{Canonical, Role, promote};
use tollgate_check::NODE_LIMIT;
use tollgate_graph::{Built, Config, Effort, Env, Graph, Mode, Node, Op, build, steps_for};
use tollgate_ir::{Budget, Context, Func, Module, printable};
use tollgate_rules::RuleSet;
use tollgate_sem::layout::DataLayout;

/// The largest number of rounds of sharing equal cycles.
const MAX_SHARINGS: usize = 8;
/// Operations are aligned up to this width.
const OPERATION_WIDTH: usize = 40;

/// A function as a graph.
pub struct FunctionGraph {
    /// The graph.
    pub graph: Graph,
    /// Its roots (the proof obligations) and loops.
    pub built: Built,
    /// The layout it was built with.
    pub layout: DataLayout,
}

impl FunctionGraph {
    /// Builds the graph of a function that the verifier accepts, as `check` does: stack slots
    /// promoted, everything simplified, equal cycles shared. An error says what is not supported,
    /// and where.
    pub fn new(ctx: &mut Context, module: &Module, func: Func) -> Result<Self, String> {
        let function = &module.functions[func];
        let layout = match module.datalayout.map(|text| DataLayout::parse(&ctx.text(text))) {
            None => DataLayout::default(),
            Some(Ok(layout)) => layout,
            Some(Err(_)) => return Err("a data layout that cannot be read".to_string()),
        };
        let mut body = function.body().ok_or("a function without a body")?.clone();
        promote(ctx, &layout, &mut body, Role::Source);
        let canonical = Canonical::new(ctx, body);
        let mut graph = Graph::new();
        let config = Config {
            max_steps: steps_for(canonical.body().blocks().count()),
            ..Config::new(RuleSet::builtin())
        };
        let effort = Effort::new(NODE_LIMIT, Budget::unlimited());
        let mut env = Env::new(ctx, &layout, &config, effort);
        let built =
            build(&mut graph, &mut env, Role::Source, Mode::Exact, (module, function), &canonical)
                .map_err(|fault| match fault.span.is_none() {
                    true => fault.what,
                    false => {
                        let place = module.source.text.position(fault.span.start);
                        format!(
                            "{} ({}:{}:{})",
                            fault.what, module.source.file, place.line, place.column
                        )
                    }
                })?;
        let loop_nodes = built.loop_nodes.iter().map(|loop_node| loop_node.node);
        let everything: Vec<Node> = built.roots.iter().copied().chain(loop_nodes).collect();
        graph.rebuild(&mut env);
        graph.learn_loops(&mut env, &everything);
        for _ in 0..MAX_SHARINGS {
            if !graph.share_cycles(&mut env, &everything) {
                break;
            }
        }
        Ok(Self { graph, built, layout })
    }
}

/// A graph as plain data.
pub struct GraphView {
    /// `@f`.
    pub name: String,
    /// The loops, outer ones first.
    pub loops: Vec<LoopView>,
    /// The nodes, roots included.
    pub nodes: Vec<NodeView>,
    /// Remarks below the graph.
    pub notes: Vec<String>,
    /// Whether nodes have values.
    pub has_values: bool,
}

/// A loop.
pub struct LoopView {
    /// Its loop node.
    pub node: Node,
    /// Its depth: 1 if it is in no other loop.
    pub depth: u32,
    /// The loop that contains it.
    pub parent: Option<usize>,
    /// When it is entered and left, as text.
    pub text: String,
    /// The number of its iterations, where that is known.
    pub iterations: Option<String>,
}

/// A node.
pub struct NodeView {
    /// The node in the graph.
    pub node: Node,
    /// Its operation and operands.
    pub text: String,
    /// The operands that have lines of their own.
    pub operands: Vec<usize>,
    /// The innermost loop with which it varies.
    pub around: Option<usize>,
    /// Whether it is a root.
    pub is_root: bool,
    look: Look,
    /// Its values, iteration by iteration.
    pub values: Vec<String>,
}

impl GraphView {
    /// The graph of a function of this name.
    pub fn new(ctx: &Context, name: String, made: &FunctionGraph) -> Self {
        let mut viewer =
            Viewer { ctx, graph: &made.graph, places: FxHashMap::default(), order: Vec::new() };
        let mut loops: Vec<LoopView> = Vec::new();
        let mut loop_nodes: Vec<Node> =
            made.built.loop_nodes.iter().map(|loop_node| made.graph.find(loop_node.node)).collect();
        loop_nodes.sort_by_key(|&node| (viewer.depth(node), node));
        loop_nodes.dedup();
        for &node in &loop_nodes {
            let around = made.graph.operand(node, 0);
            let parent = loops.iter().position(|it| it.node == around);
            loops.push(LoopView {
                node,
                depth: viewer.depth(node),
                parent,
                text: String::new(),
                iterations: None,
            });
        }
        let conditions =
            loop_nodes.iter().flat_map(|&node| [1, 2].map(|at| made.graph.operand(node, at)));
        for node in conditions.chain(made.built.roots.iter().map(|&root| made.graph.find(root))) {
            viewer.visit(node);
        }
        for it in &mut loops {
            let [entered, left] = [1, 2].map(|at| viewer.name(made.graph.operand(it.node, at)));
            it.text = format!("entered when {entered}, left when {left}");
        }
        let around = viewer.loops_of(&loops, &made.built.roots);
        let nodes = viewer.order.iter().map(|&node| NodeView {
            node,
            text: viewer.operation(node),
            operands: viewer
                .operands(node)
                .filter_map(|operand| viewer.places.get(&operand).copied())
                .collect(),
            around: around.get(&node).copied().flatten(),
            is_root: matches!(made.graph.op(node), Op::Root(_)),
            look: match made.graph.op(node) {
                Op::Root(_) => Look::Entry,
                Op::Mu { .. } => Look::Header,
                Op::Eta { .. } => Look::Exit,
                _ => Look::Plain,
            },
            values: Vec::new(),
        });
        Self { name, nodes: nodes.collect(), loops, notes: Vec::new(), has_values: false }
    }

    /// A function that has no graph.
    pub fn unsupported(name: String, what: &str) -> Self {
        let notes = vec![format!("unsupported: {what}")];
        Self { name, loops: Vec::new(), nodes: Vec::new(), notes, has_values: false }
    }

    /// As text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "value graph of {} {{", printable(&self.name));
        for (index, it) in self.loops.iter().enumerate() {
            let around =
                it.parent.map_or(String::new(), |parent| format!(" in loop {}", parent + 1));
            let often = it.iterations.as_ref().map_or(String::new(), |often| format!("; {often}"));
            let _ = writeln!(out, "loop {}{around}: {}{often}", index + 1, it.text);
        }
        let widths = self.nodes.iter().map(|node| node.text.chars().count());
        let width = widths.max().unwrap_or(0).min(OPERATION_WIDTH);
        for (index, node) in self.nodes.iter().enumerate() {
            let name = format!("#{}", index + 1);
            let around = node.around.map_or(String::new(), |it| format!("loop {}", it + 1));
            let mut line = format!("{name:>5}  {around:7} {:width$}", node.text);
            if !node.values.is_empty() {
                let _ = write!(line, "  {}", in_short(&node.values));
            }
            let _ = writeln!(out, "{}", line.trim_end());
        }
        out.push_str("}\n");
        self.notes.iter().for_each(|note| {
            let _ = writeln!(out, "{note}");
        });
        out
    }

    /// As JSON.
    pub fn json(&self) -> Json {
        let loops = self.loops.iter().map(|it| {
            json!({
                "depth": it.depth,
                "in": it.parent.map(|at| at + 1),
                "what": it.text,
                "iterations": it.iterations,
            })
        });
        let nodes = self.nodes.iter().enumerate().map(|(index, node)| {
            let mut object = json!({
                "number": index + 1,
                "what": node.text,
                "operands": node.operands.iter().map(|operand| operand + 1).collect::<Vec<usize>>(),
                "loop": node.around.map(|at| at + 1),
                "root": node.is_root,
            });
            if self.has_values {
                object["values"] = json!(node.values);
            }
            object
        });
        json!({
            "function": self.name,
            "loops": loops.collect::<Vec<Json>>(),
            "nodes": nodes.collect::<Vec<Json>>(),
            "notes": self.notes,
        })
    }

    /// As a picture: arrows lead from a node to its operands, loops are boxes.
    pub fn picture(&self) -> Picture {
        let clusters = self.loops.iter().enumerate().map(|(index, it)| {
            let often = it.iterations.as_ref().map_or(String::new(), |often| format!("; {often}"));
            picture::Cluster {
                label: format!("loop {}: {}{often}", index + 1, it.text),
                parent: it.parent,
            }
        });
        let nodes = self.nodes.iter().enumerate().map(|(index, node)| {
            let mut lines = vec![format!("#{} = {}", index + 1, node.text)];
            if !node.values.is_empty() {
                lines.push(in_short(&node.values));
            }
            picture::Node { lines, look: node.look, cluster: node.around }
        });
        let mut arrows = Vec::new();
        for (from, node) in self.nodes.iter().enumerate() {
            let mut operands = node.operands.clone();
            operands.sort_unstable();
            operands.dedup();
            // A later node is reached along a back edge.
            let kind = |to: usize| if to >= from { ArrowKind::Back } else { ArrowKind::Plain };
            arrows.extend(operands.into_iter().map(|to| Arrow {
                from,
                to,
                lines: Vec::new(),
                kind: kind(to),
            }));
        }
        Picture {
            name: self.name.clone(),
            title: format!("value graph of {}", self.name),
            nodes: nodes.collect(),
            arrows,
            clusters: clusters.collect(),
            legend: self.notes.clone(),
        }
    }
}

/// The number of values that are shown from the first on; then comes the last one.
const FIRST_VALUES: usize = 6;

fn in_short(values: &[String]) -> String {
    match values {
        [first, rest @ ..] if rest.iter().all(|it| it == first) && rest.len() > 1 => {
            format!("{first} ({} times)", values.len())
        }
        few if few.len() <= FIRST_VALUES + 1 => few.join(", "),
        [.., last] => format!("{}, ... {last}", values[..FIRST_VALUES].join(", ")),
        [] => String::new(),
    }
}

struct Viewer<'a> {
    ctx: &'a Context,
    graph: &'a Graph,
    /// The positions of nodes in the list.
    places: FxHashMap<Node, usize>,
    order: Vec<Node>,
}

impl Viewer<'_> {
    fn depth(&self, loop_node: Node) -> u32 {
        match *self.graph.op(loop_node) {
            Op::Loop { depth } => depth,
            _ => 0,
        }
    }

    /// The operands that are shown: all but the loop that contains a root.
    fn operands(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let hidden = usize::from(matches!(self.graph.op(node), Op::Root(_)));
        self.graph.operands(node).iter().skip(hidden).map(|&operand| self.graph.find(operand))
    }

    /// Lists a node after its operands.
    fn visit(&mut self, root: Node) {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![(root, false)];
        while let Some((node, is_done)) = stack.pop() {
            if self.graph.operands(node).is_empty() || self.places.contains_key(&node) {
                continue;
            }
            if is_done {
                self.places.insert(node, self.order.len());
                self.order.push(node);
            } else if seen.insert(node) {
                stack.push((node, true));
                let operands: Vec<Node> = self.operands(node).collect();
                stack.extend(operands.into_iter().rev().map(|operand| (operand, false)));
            }
        }
    }

    fn name(&self, node: Node) -> String {
        match self.places.get(&self.graph.find(node)) {
            Some(place) => format!("#{}", place + 1),
            None => self.graph.word(self.ctx, node),
        }
    }

    fn operation(&self, node: Node) -> String {
        let word = self.graph.word(self.ctx, node);
        let mut operands: Vec<String> =
            self.operands(node).map(|operand| self.name(operand)).collect();
        if !matches!(self.graph.op(node), Op::Root(_)) || operands.is_empty() {
            return std::iter::once(word).chain(operands).collect::<Vec<_>>().join(" ");
        }
        let gate = operands.remove(0);
        let when = if gate == "true" { String::new() } else { format!(" when {gate}") };
        std::iter::once(word).chain(operands).collect::<Vec<_>>().join(" ") + &when
    }

    /// The innermost loop with which each node varies.
    fn loops_of(&self, loops: &[LoopView], roots: &[Node]) -> FxHashMap<Node, Option<usize>> {
        let mut found: FxHashMap<Node, Option<usize>> = FxHashMap::default();
        let mut stack: Vec<(Node, Option<usize>)> = Vec::new();
        for (index, it) in loops.iter().enumerate() {
            stack.push((self.graph.operand(it.node, 1), it.parent));
            stack.push((self.graph.operand(it.node, 2), Some(index)));
        }
        for &root in roots {
            let loop_node = self.graph.operand(root, 0);
            stack.push((self.graph.find(root), loops.iter().position(|it| it.node == loop_node)));
        }
        while let Some((node, mut around)) = stack.pop() {
            let is_root = matches!(self.graph.op(node), Op::Root(_));
            while let Some(index) = around
                && !is_root
                && !self.graph.varies_with(node, loops[index].depth)
            {
                around = loops[index].parent;
            }
            if found.contains_key(&node) {
                continue;
            }
            found.insert(node, around);
            for operand in self.operands(node) {
                let inside = match *self.graph.op(node) {
                    Op::Eta { depth } | Op::Terminates { depth } => {
                        let exit_condition = self.graph.operand(node, 0);
                        let is_it = |it: &LoopView| {
                            it.depth == depth
                                && it.parent == around
                                && self.graph.operand(it.node, 2) == exit_condition
                        };
                        let any = |it: &LoopView| {
                            it.depth == depth && self.graph.operand(it.node, 2) == exit_condition
                        };
                        loops
                            .iter()
                            .position(is_it)
                            .or_else(|| loops.iter().position(any))
                            .or(around)
                    }
                    _ => around,
                };
                stack.push((operand, inside));
            }
        }
        found
    }
}
