//! Gates as text, as JSON, and as a picture.

use super::conditions::one_line;
use super::decision::Decided;
use super::formula::{Formulas, Style};
use super::{Arm, BlockGates, EdgeGate, Entered, GatesView};
use crate::picture::Picture;
use crate::show::listing::{folded, section};
use crate::wrap::{glued, wrap, wrap_behind};
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use tollgate_gate::Predicate;

/// The largest width of lines of a legend.
const LEGEND_WIDTH: usize = 88;
/// The largest width of lines beside an arrow.
const ARROW_WIDTH: usize = 36;
/// The largest width of the line in a node with the tested instruction.
const TESTED_WIDTH: usize = 56;
impl GatesView {
    fn formulas(&self, roots: impl IntoIterator<Item = Predicate>, style: Style) -> Formulas<'_> {
        Formulas::new(&self.predicates, self.conditions.texts(), roots, style)
    }

    /// All gates that are shown as text.
    fn roots(&self) -> Vec<Predicate> {
        let mut roots = Vec::new();
        for block in &self.blocks {
            roots.push(block.activation);
            roots.extend(block.loops_left.iter().map(|&(_, gate)| gate));
            if let Entered::Join { arms, .. } = &block.entered {
                roots.extend(arms.iter().map(|arm| arm.gate));
            }
        }
        roots
    }

    /// As text.
    pub fn text(&self) -> String {
        let formulas = self.formulas(self.roots(), Style::TEXT);
        let mut out = String::new();
        let _ = writeln!(out, "{} {{", self.control_flow.headline.whole);
        for (block, shown) in self.blocks.iter().zip(&self.control_flow.blocks) {
            let _ = writeln!(out, "{}:{}", shown.head().trim_start_matches('%'), block.place());
            for line in block.lines(&formulas) {
                let _ = writeln!(out, "{}", folded(&format!("  {line}")));
            }
        }
        section(
            &mut out,
            "where",
            formulas.definitions().map(|(name, text)| format!("{name} = {text}")),
        );
        section(&mut out, "tested", self.conditions.tested(&formulas).into_iter());
        section(&mut out, "not canonical", self.marks.iter().cloned());
        out.push_str("}\n");
        out
    }

    /// As JSON. Predicates are numbered, and each is made of others by number.
    pub fn json(&self) -> Json {
        let formulas = self.formulas(self.roots(), Style::JSON);
        let gate = |predicate: Predicate| {
            let number = predicate.as_u32();
            json!({ "text": formulas.text(predicate), "predicate": number })
        };
        let args = |args: &[(String, String)]| -> Json {
            args.iter().map(|(param, value)| json!({ "param": param, "value": value })).collect()
        };
        let arm = |Arm { from, gate: taken, args: passed }: &Arm| {
            let (taken, passed) = (gate(*taken), args(passed));
            json!({ "from": from, "gate": taken, "args": passed })
        };
        let blocks = self.blocks.iter().zip(&self.control_flow.blocks).map(|(block, shown)| {
            let leave = |(header, it): &(String, Predicate)| {
                json!({ "loop": header, "gate": gate(*it) })
            };
            let loops_left: Json = block.loops_left.iter().map(leave).collect();
            let mut json = json!({
                "label": shown.label,
                "reached": block.reached,
                "loop": if block.is_header() { Some(&shown.label) } else { block.within.as_ref() },
                "activation": gate(block.activation),
                "exit_of": loops_left,
                "exit_of_more": block.more_loops_left,
            });
            match &block.entered {
                Entered::OneEdge(passed) => json["params"] = args(passed),
                Entered::Header(params) => {
                    let param = |it: &super::HeaderParam| {
                        json!({ "param": it.name, "first": it.first, "then": it.then })
                    };
                    json["header"] = params.iter().map(param).collect();
                }
                Entered::Join { arms, nested } => {
                    json["arms"] = arms.iter().map(arm).collect();
                    let part = |(name, text): &(String, String)| {
                        json!({ "name": name, "text": text })
                    };
                    let param = |it: &Decided| {
                        let parts: Json = it.parts.iter().map(part).collect();
                        json!({ "param": it.param, "value": it.text, "parts": parts })
                    };
                    json["nested"] = nested.params.iter().map(param).collect();
                    json["nested_left_out"] = json!(nested.left_out);
                }
            }
            json
        });
        let definitions =
            formulas.definitions().map(|(name, text)| json!({ "name": name, "text": text }));
        json!({
            "function": self.control_flow.headline.name,
            "blocks": blocks.collect::<Json>(),
            "names": definitions.collect::<Json>(),
            "predicates": formulas.json(),
            "conditions": self.conditions.json(&formulas),
            "not_canonical": self.marks,
        })
    }

    /// As a picture: the control flow with the gates of arms and exits beside their arrows, and a
    /// box for every loop.
    pub fn picture(&self) -> Picture {
        let mut picture = self.control_flow.picture();
        self.overlay.apply(&mut picture);
        picture.title = format!("gates of {}", self.control_flow.headline.name);
        let roots = self.edges.iter().filter_map(|edge| match edge {
            EdgeGate::Hidden => None,
            EdgeGate::Taken(gate) | EdgeGate::Gate(gate) => Some(*gate),
        });
        let formulas = self.formulas(roots, Style::PICTURE);
        for (node, block) in picture.nodes.iter_mut().zip(&self.blocks) {
            let tested = block.tested.iter().map(|tested| shortened(tested, TESTED_WIDTH));
            node.lines.extend(tested);
        }
        let shown = self.control_flow.blocks.iter().flat_map(|block| &block.edges);
        for ((arrow, edge), shown) in picture.arrows.iter_mut().zip(&self.edges).zip(shown) {
            let gate = match edge {
                EdgeGate::Hidden => continue,
                EdgeGate::Taken(Predicate::TRUE) => Vec::new(),
                EdgeGate::Taken(gate) => wrap(&formulas.text(*gate), ARROW_WIDTH),
                EdgeGate::Gate(gate) => wrap(&formulas.when(*gate), ARROW_WIDTH),
            };
            arrow.lines = gate.into_iter().chain(shown.assignments()).collect();
        }
        let mut hidden = self.edges.iter().map(|edge| matches!(edge, EdgeGate::Hidden));
        picture.arrows.retain(|_| !hidden.next().unwrap_or_default());
        let definitions = formulas
            .definitions()
            .flat_map(|(name, text)| wrap_behind(&format!("{name} = "), &text, LEGEND_WIDTH));
        picture.legend.extend(definitions);
        picture.legend.extend(self.marks.iter().map(|mark| format!("not canonical: {mark}")));
        picture
    }
}

impl BlockGates {
    fn is_header(&self) -> bool {
        matches!(self.entered, Entered::Header(_))
    }

    /// A remark on its position, if any.
    fn place(&self) -> String {
        match (&self.within, &self.entered) {
            _ if !self.reached => "  ; never reached".to_string(),
            (Some(around), Entered::Header(_)) => format!("  ; header of a loop in {around}"),
            (None, Entered::Header(_)) => "  ; header of a loop".to_string(),
            (Some(around), Entered::OneEdge(_) | Entered::Join { .. }) => {
                format!("  ; in {around}")
            }
            (None, Entered::OneEdge(_) | Entered::Join { .. }) => String::new(),
        }
    }

    /// Its properties, a line each.
    fn lines(&self, formulas: &Formulas) -> Vec<String> {
        let mut lines = Vec::new();
        if self.reached && !self.is_header() {
            lines.push(formulas.when(self.activation));
        }
        for (header, gate) in &self.loops_left {
            lines.push(format!("leaves {header} {}", formulas.when(*gate)));
        }
        if self.more_loops_left > 0 {
            lines.push(format!("leaves {} more loops", self.more_loops_left));
        }
        let assigned = |(param, value): &(String, String)| glued(&format!("{param} = {value}"));
        match &self.entered {
            Entered::OneEdge(args) => lines.extend(args.iter().map(assigned)),
            Entered::Header(params) => lines.extend(params.iter().map(|param| {
                format!(
                    "{} = {} at first, then {}",
                    param.name,
                    param.first.join(" or "),
                    param.then.join(" or ")
                )
            })),
            Entered::Join { arms, nested } => {
                for arm in arms {
                    let args: Vec<String> = arm.args.iter().map(assigned).collect();
                    let args = if args.is_empty() {
                        String::new()
                    } else {
                        format!(": {}", args.join(", "))
                    };
                    lines.push(format!("from {} {}{args}", arm.from, formulas.when(arm.gate)));
                }
                for Decided { param, text, parts } in &nested.params {
                    lines.push(format!("{param} = {text}"));
                    lines.extend(parts.iter().map(|(name, text)| format!("  {name} = {text}")));
                }
                if let Some(reason) = &nested.left_out {
                    lines.push(format!("; nested form left out: {reason}"));
                }
            }
        }
        lines
    }
}

/// A text of at most this many characters, without line breaks.
fn shortened(text: &str, width: usize) -> String {
    let line = one_line(text);
    if line.chars().count() <= width {
        return line;
    }
    line.chars().take(width - 1).chain(['…']).collect()
}
