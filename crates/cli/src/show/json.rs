//! Functions as JSON.

use super::view::FunctionView;
use serde_json::{Value, json};

/// `{"functions": [...]}` on several lines.
pub fn render(views: &[FunctionView], whole: bool) -> String {
    let functions: Vec<Value> = views.iter().map(|view| function(view, whole)).collect();
    let mut out = format!("{:#}", json!({ "functions": functions }));
    out.push('\n');
    out
}

fn function(view: &FunctionView, whole: bool) -> Value {
    let blocks: Vec<Value> = view
        .blocks
        .iter()
        .map(|block| {
            let params: Vec<Value> =
                block.params.iter().map(|(ty, name)| json!({ "type": ty, "name": name })).collect();
            let edges: Vec<Value> = block
                .edges
                .iter()
                .map(|edge| {
                    let args: Vec<Value> = edge
                        .args
                        .iter()
                        .map(|(param, arg)| json!({ "param": param, "value": arg }))
                        .collect();
                    json!({ "to": edge.to, "when": edge.when, "args": args })
                })
                .collect();
            let mut shown =
                json!({ "label": block.label, "params": params, "edges": edges, "preds": block.preds });
            if whole {
                let instructions = block.instructions.iter();
                shown["instructions"] =
                    instructions.map(|inst| json!({ "text": inst.text, "line": inst.line })).collect();
            }
            shown
        })
        .collect();
    json!({ "function": view.name, "blocks": blocks })
}
