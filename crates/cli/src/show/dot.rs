//! Functions as graphs for Graphviz: a box a block, an arrow an edge.

use super::view::FunctionView;
use std::collections::HashMap;
use std::fmt::Write as _;

/// Lines of a block beyond this many are left out of pictures.
const MAX_LINES: usize = 60;
/// Characters of a line beyond this many are left out of pictures.
const MAX_COLUMNS: usize = 90;

/// All functions as one graph, each in a frame if there are several.
pub fn render(views: &[FunctionView], whole: bool) -> String {
    let mut out = String::from("digraph tollgate {\n");
    out.push_str("  node [shape=box, style=\"rounded,filled\", fillcolor=\"#f7f7f2\", color=\"#555555\", ");
    out.push_str("fontname=\"monospace\", fontsize=10];\n  edge [color=\"#555555\", fontname=\"monospace\", fontsize=9];\n");
    for (index, view) in views.iter().enumerate() {
        let indent = if views.len() > 1 {
            let _ = writeln!(out, "  subgraph cluster_{index} {{\n    label={};", quote(&view.name));
            "    "
        } else {
            let _ = writeln!(out, "  label={};\n  labelloc=t;", quote(&view.header));
            "  "
        };
        function(&mut out, index, view, whole, indent);
        if views.len() > 1 {
            out.push_str("  }\n");
        }
    }
    out.push_str("}\n");
    out
}

fn function(out: &mut String, index: usize, view: &FunctionView, whole: bool, indent: &str) {
    for (number, block) in view.blocks.iter().enumerate() {
        let params: Vec<String> = block.params.iter().map(|(ty, name)| format!("{ty} {name}")).collect();
        let head = if params.is_empty() {
            block.label.clone()
        } else {
            format!("{}({})", block.label, params.join(", "))
        };
        let mut lines = vec![head];
        if whole {
            lines.extend(block.instructions.iter().take(MAX_LINES).map(|inst| inst.text.clone()));
            let left_out = block.instructions.len().saturating_sub(MAX_LINES);
            if left_out > 0 {
                lines.push(format!("... {left_out} more"));
            }
        }
        // `\l` ends a line and sets it to the left.
        let label: String = lines.iter().map(|line| format!("{}\\l", escape(line))).collect();
        let entry = if number == 0 { ", penwidth=2" } else { "" };
        let _ = writeln!(out, "{indent}f{index}b{number} [label=\"{label}\"{entry}];");
    }
    let numbers: HashMap<&str, usize> =
        view.blocks.iter().enumerate().map(|(number, block)| (block.label.as_str(), number)).collect();
    for (number, block) in view.blocks.iter().enumerate() {
        for edge in &block.edges {
            let Some(to) = numbers.get(edge.to.as_str()) else { continue };
            let mut lines: Vec<String> = Vec::new();
            if !edge.when.is_empty() {
                lines.push(edge.when.clone());
            }
            lines.extend(edge.args.iter().map(|(param, arg)| format!("{param} = {arg}")));
            let label: String = lines.iter().map(|line| format!("{}\\l", escape(line))).collect();
            let color = match edge.when.as_str() {
                "true" => ", color=\"#2a7f3f\"",
                "false" => ", color=\"#a03030\"",
                "unwound" => ", style=dashed",
                _ => "",
            };
            let _ = writeln!(out, "{indent}f{index}b{number} -> f{index}b{to} [label=\"{label}\"{color}];");
        }
    }
}

fn escape(line: &str) -> String {
    let mut short: String = line.chars().take(MAX_COLUMNS).collect();
    if line.chars().count() > MAX_COLUMNS {
        short.push('…');
    }
    short.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ")
}

fn quote(text: &str) -> String {
    format!("\"{}\"", escape(text))
}
