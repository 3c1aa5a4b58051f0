//! The form `gsa`: blocks with their merges, each arm with the gate by which it is chosen, and
//! their instructions.
//!
//! Gates are written as in the form `gates`: parts that are shared or long have names, and are
//! written once, below.

use super::blocks::BlocksView;
use super::gates::{ConditionTexts, Formulas, Style};
use super::listing::{folded, section};
use super::overlay::Overlay;
use crate::names::{Headline, Names};
use crate::picture::Picture;
use crate::wrap::{glued, wrap_behind};
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use tollgate_canon::{DominatorTree, LoopForest};
use tollgate_gate::{Predicate, Predicates};
use tollgate_gsa::{Gated, Kind};
use tollgate_ir::{Block, Lines};

/// The largest width of the lines of a node and of a legend.
const WIDTH: usize = 88;

/// A function in gated SSA.
pub struct GatedView {
    control_flow: BlocksView,
    overlay: Overlay,
    predicates: Predicates,
    conditions: ConditionTexts,
    /// The merges of each block, in the order of the control flow.
    merges: Vec<Vec<Merge>>,
    /// Loops and regions that could not be brought into canonical form.
    marks: Vec<String>,
}

/// A merge.
struct Merge {
    ty: String,
    name: String,
    kind: Kind,
    arms: Vec<Arm>,
}

/// An arm of a merge.
struct Arm {
    value: String,
    chosen: Chosen,
}

/// What chooses an arm.
enum Chosen {
    /// Its gate.
    Gate(Predicate),
    /// Control, by coming from this block.
    From(String),
}

impl GatedView {
    /// A function in gated SSA, with what is not canonical in it.
    pub fn new(
        names: &Names,
        lines: &Lines,
        gated: &Gated,
        headline: Headline,
        marks: Vec<String>,
    ) -> Self {
        let body = gated.body();
        let dominators = DominatorTree::new(body);
        let loops = LoopForest::new(body, &dominators);
        Self {
            control_flow: BlocksView::new(names, lines, headline, true),
            overlay: Overlay::new(names, &dominators, &loops),
            predicates: gated.predicates.clone(),
            conditions: ConditionTexts::new(names, lines, &gated.conditions),
            merges: body.blocks().map(|block| merges(names, gated, block)).collect(),
            marks,
        }
    }

    fn formulas(&self, style: Style) -> Formulas<'_> {
        let arms = self.merges.iter().flatten().flat_map(|merge| &merge.arms);
        let roots = arms.filter_map(|arm| match arm.chosen {
            Chosen::Gate(gate) => Some(gate),
            Chosen::From(_) => None,
        });
        Formulas::new(&self.predicates, self.conditions.texts(), roots, style)
    }

    /// As text.
    pub fn text(&self) -> String {
        let formulas = self.formulas(Style::TEXT);
        let mut out = String::new();
        let _ = writeln!(out, "{} {{", self.control_flow.headline.whole);
        for (shown, merges) in self.control_flow.blocks.iter().zip(&self.merges) {
            let preds = shown.preds.join(", ");
            let preds = if preds.is_empty() { preds } else { format!("  ; from {preds}") };
            let _ = writeln!(out, "{}:{preds}", shown.label.trim_start_matches('%'));
            for merge in merges {
                let _ = writeln!(out, "{}", folded(&format!("  {}", merge.text(&formulas))));
            }
            for inst in &shown.instructions {
                let _ = writeln!(out, "  {}", inst.text);
            }
        }
        section(
            &mut out,
            "where",
            formulas.definitions().map(|(name, text)| format!("{name} = {text}")),
        );
        section(&mut out, "not canonical", self.marks.iter().cloned());
        out.push_str("}\n");
        out
    }

    /// As a picture: the control flow, with a box for every loop.
    pub fn picture(&self) -> Picture {
        let mut picture = self.control_flow.picture();
        self.overlay.apply(&mut picture);
        picture.title = format!("gated SSA of {}", self.control_flow.headline.name);
        let formulas = self.formulas(Style::PICTURE);
        let blocks = self.control_flow.blocks.iter();
        for ((node, shown), merges) in picture.nodes.iter_mut().zip(blocks).zip(&self.merges) {
            node.lines = vec![shown.label.clone()];
            for merge in merges {
                let (first, arms) = merge.parts(&formulas);
                node.lines.extend(wrap_behind(&format!("{first} "), &arms, WIDTH));
            }
            node.lines.extend(shown.instructions.iter().map(|inst| inst.text.clone()));
        }
        let edges = self.control_flow.blocks.iter().flat_map(|block| &block.edges);
        for (arrow, edge) in picture.arrows.iter_mut().zip(edges) {
            // Arms stand at their merges, not at the edges: those of a picture tell when they are
            // taken.
            arrow.lines = Some(edge.when.clone()).into_iter().filter(|it| !it.is_empty()).collect();
        }
        let definitions = formulas
            .definitions()
            .flat_map(|(name, text)| wrap_behind(&format!("{name} = "), &text, WIDTH));
        picture.legend.extend(definitions);
        picture.legend.extend(self.marks.iter().map(|mark| format!("not canonical: {mark}")));
        picture
    }

    /// As JSON. Predicates are numbered, and each is made of others by number.
    pub fn json(&self) -> Json {
        let formulas = self.formulas(Style::JSON);
        let mut json = self.control_flow.json();
        let blocks = json["blocks"].as_array_mut().into_iter().flatten();
        for (block, merges) in blocks.zip(&self.merges) {
            block["merges"] = merges.iter().map(|merge| merge.json(&formulas)).collect();
            // What an edge carries says nothing of the arms of gammas and etas.
            if let Some(block) = block.as_object_mut() {
                block.remove("params");
            }
            for edge in block["edges"].as_array_mut().into_iter().flatten() {
                if let Some(edge) = edge.as_object_mut() {
                    edge.remove("args");
                }
            }
        }
        json["names"] = formulas
            .definitions()
            .map(|(name, text)| json!({ "name": name, "text": text }))
            .collect();
        json["predicates"] = formulas.json();
        json["conditions"] = self.conditions.json(&formulas);
        json["not_canonical"] = json!(self.marks);
        json
    }
}

/// The merges of a block.
fn merges(names: &Names, gated: &Gated, block: Block) -> Vec<Merge> {
    let (params, entries) = (gated.body().params(block), gated.entries(block));
    let merge = |(position, &merge)| {
        let (kind, gates) = (gated.kind(merge), gated.gates(merge));
        let arm = |(arm, entry): (usize, &tollgate_gsa::Entry)| Arm {
            value: names.bare(gated.arm_value(block, position, arm)),
            chosen: match gates.get(arm) {
                Some(&gate) => Chosen::Gate(gate),
                None => Chosen::From(names.label(entry.source)),
            },
        };
        let arms = entries.iter().enumerate().map(arm).collect();
        Merge { ty: names.ty(merge), name: names.bare(merge), kind, arms }
    };
    params.iter().enumerate().map(merge).collect()
}

impl Merge {
    fn text(&self, formulas: &Formulas<'_>) -> String {
        let (first, arms) = self.parts(formulas);
        format!("{first} {arms}")
    }

    /// What is left of the arms, and the arms.
    fn parts(&self, formulas: &Formulas<'_>) -> (String, String) {
        let arms: Vec<String> = self.arms.iter().map(|arm| arm.text(formulas)).collect();
        (glued(&format!("{} = {} {}", self.name, self.kind.word(), self.ty)), arms.join(", "))
    }

    fn json(&self, formulas: &Formulas<'_>) -> Json {
        let arm = |arm: &Arm| match &arm.chosen {
            Chosen::Gate(gate) => json!({
                "value": arm.value,
                "gate": { "text": formulas.text(*gate), "predicate": gate.as_u32() },
            }),
            Chosen::From(block) => json!({ "value": arm.value, "from": block }),
        };
        json!({
            "name": self.name,
            "type": self.ty,
            "kind": self.kind.word(),
            "arms": self.arms.iter().map(arm).collect::<Json>(),
        })
    }
}

impl Arm {
    fn text(&self, formulas: &Formulas<'_>) -> String {
        match &self.chosen {
            Chosen::Gate(gate) => format!("[ {} {} ]", self.value, formulas.when(*gate)),
            Chosen::From(block) => format!("[ {} from {block} ]", self.value),
        }
    }
}
