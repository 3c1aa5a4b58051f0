//! Functions as text.

use super::view::{BlockView, EdgeView, FunctionView};
use std::fmt::Write as _;

/// All functions, one behind the other.
pub fn render(views: &[FunctionView], whole: bool) -> String {
    let mut out = String::new();
    for (index, view) in views.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        let _ = writeln!(out, "{} {{", view.header);
        for block in &view.blocks {
            render_block(&mut out, block, whole);
        }
        out.push_str("}\n");
    }
    out
}

fn render_block(out: &mut String, block: &BlockView, whole: bool) {
    let label = block.label.trim_start_matches('%');
    let params: Vec<String> = block.params.iter().map(|(ty, name)| format!("{ty} {name}")).collect();
    let params = if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) };
    let preds =
        if block.preds.is_empty() { String::new() } else { format!("  ; from {}", block.preds.join(", ")) };
    let _ = writeln!(out, "{label}{params}:{preds}");
    if whole {
        for inst in &block.instructions {
            let _ = writeln!(out, "  {}", inst.text);
        }
    }
    for edge in &block.edges {
        if !whole || !edge.args.is_empty() {
            let _ = writeln!(out, "  {}", edge_line(edge));
        }
    }
}

fn edge_line(edge: &EdgeView) -> String {
    let when = if edge.when.is_empty() { String::new() } else { format!("{}: ", edge.when) };
    let args: Vec<String> = edge.args.iter().map(|(param, arg)| format!("{param} = {arg}")).collect();
    let args = if args.is_empty() { String::new() } else { format!(" with {}", args.join(", ")) };
    format!("; {when}to {}{args}", edge.to)
}
