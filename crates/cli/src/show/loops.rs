//! The form `loops`: the loop forest of the canonical form, and the loops and regions that could
//! not be brought into canonical form.

use super::blocks::BlocksView;
use super::dom::MAX_INDENT;
use super::overlay::Overlay;
use crate::names::Names;
use crate::picture::Picture;
use crate::wrap::wrap_behind;
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use tollgate_canon::{Canonical, Loop, LoopForest, Mark};
use tollgate_ir::{Block, Entity as _};

/// The largest number of exits of inner loops that are repeated at a loop: where many loops are
/// left at once, all would be too many.
const MAX_INHERITED: usize = 8;

/// The width of lines after their indentation, unless a label is longer.
const WIDTH: usize = 100;

/// The loops of a function.
pub struct LoopsView {
    control_flow: BlocksView,
    /// Outer ones before the ones inside.
    loops: Vec<LoopView>,
    marks: Vec<String>,
    overlay: Overlay,
}

/// A loop.
struct LoopView {
    header: String,
    /// Its depth: 1 if it is in no other loop.
    depth: u32,
    /// The loop that contains it, as the index in the list.
    parent: Option<usize>,
    preheader: Option<String>,
    latch: Option<String>,
    /// The exits of which it is the innermost loop that is left.
    exits: Vec<ExitView>,
    /// Its other exits, which leave inner loops too: the loop, and the index of the exit there.
    inherited: Vec<(usize, usize)>,
    /// The number of those that are not listed.
    more_inherited: usize,
    /// The blocks that are in no inner loop.
    blocks: Vec<String>,
}

/// A block to which a loop is left.
struct ExitView {
    block: String,
    /// The blocks of the loop from which it is entered.
    from: Vec<String>,
    /// The number of loops that are left.
    loops_left: u32,
}

impl LoopsView {
    /// The loops of a canonical function whose control flow this is.
    pub fn new(names: &Names, canonical: &Canonical, control_flow: BlocksView) -> Self {
        let forest = canonical.loops();
        let mut loops: Vec<LoopView> =
            forest.loops().map(|id| LoopView::new(names, canonical, id)).collect();
        for block in names.body.blocks() {
            if let Some(id) = forest.innermost(block) {
                loops[id.index()].blocks.push(names.label(block));
            }
        }
        for id in forest.loops() {
            for (place, &exit) in forest.own_exits(id).iter().enumerate() {
                let around = std::iter::successors(forest.parent(id), |&id| forest.parent(id));
                for outer in around.take_while(|&outer| !forest.contains(outer, exit)) {
                    let outer = &mut loops[outer.index()];
                    if outer.inherited.len() < MAX_INHERITED {
                        outer.inherited.push((id.index(), place));
                    } else {
                        outer.more_inherited += 1;
                    }
                }
            }
        }
        let marks = canonical.marks().iter().map(|mark| spelled_out(names, forest, mark)).collect();
        let overlay = Overlay::new(names, canonical.dominators(), forest);
        Self { control_flow, loops, marks, overlay }
    }

    /// As text: inner loops are indented below the loop that contains them.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "{} {{", self.control_flow.headline.whole);
        for view in &self.loops {
            let indent = 2 * (view.depth as usize).min(MAX_INDENT);
            let _ = writeln!(out, "{:indent$}loop {}  ; depth {}", "", view.header, view.depth);
            for (key, value) in self.properties(view) {
                for line in
                    wrap_behind(&format!("{:indent$}  {key:<9} ", ""), &value, indent + WIDTH)
                {
                    let _ = writeln!(out, "{line}");
                }
            }
        }
        if self.loops.is_empty() {
            out.push_str("  no loops\n");
        }
        for mark in &self.marks {
            let _ = writeln!(out, "  not canonical: {mark}");
        }
        out.push_str("}\n");
        out
    }

    /// The properties of a loop, a line each.
    fn properties(&self, view: &LoopView) -> Vec<(&'static str, String)> {
        let or_none = |label: &Option<String>| label.clone().unwrap_or_else(|| "none".to_string());
        let inherited = view.inherited.iter().map(|&(inner, exit)| &self.loops[inner].exits[exit]);
        let mut exits: Vec<String> =
            view.exits.iter().chain(inherited).map(ExitView::text).collect();
        if view.more_inherited > 0 {
            exits.push(format!("and {} more from inner loops", view.more_inherited));
        }
        if exits.is_empty() {
            exits.push("none".to_string());
        }
        let keys = std::iter::once("exits").chain(std::iter::repeat(""));
        let mut lines =
            vec![("preheader", or_none(&view.preheader)), ("latch", or_none(&view.latch))];
        lines.extend(keys.zip(exits));
        lines.push(("blocks", view.blocks.join(", ")));
        lines
    }

    /// As JSON.
    pub fn json(&self) -> Json {
        let loops = self.loops.iter().map(|view| {
            json!({
                "header": view.header,
                "depth": view.depth,
                "parent": view.parent.map(|parent| self.loops[parent].header.as_str()),
                "preheader": view.preheader,
                "latch": view.latch,
                "exits": view.exits.iter().map(ExitView::json).collect::<Vec<Json>>(),
                "blocks": view.blocks,
            })
        });
        json!({
            "function": self.control_flow.headline.name,
            "loops": loops.collect::<Vec<Json>>(),
            "not_canonical": self.marks,
        })
    }

    /// As a picture: the control flow with a box for every loop.
    pub fn picture(&self) -> Picture {
        let mut picture = self.control_flow.picture();
        self.overlay.apply(&mut picture);
        picture.title = format!("loops of {}", self.control_flow.headline.name);
        picture.legend.extend(self.marks.iter().map(|mark| format!("not canonical: {mark}")));
        picture
    }
}

impl LoopView {
    fn new(names: &Names, canonical: &Canonical, id: Loop) -> Self {
        let forest = canonical.loops();
        let exits = forest.own_exits(id).iter();
        Self {
            header: names.label(forest.header(id)),
            depth: forest.depth(Some(id)),
            parent: forest.parent(id).map(|parent| parent.index()),
            preheader: canonical.preheader(id).map(|block| names.label(block)),
            latch: canonical.latch(id).map(|block| names.label(block)),
            exits: exits.map(|&exit| ExitView::new(names, forest, id, exit)).collect(),
            inherited: Vec::new(),
            more_inherited: 0,
            blocks: Vec::new(),
        }
    }
}

impl ExitView {
    fn new(names: &Names, forest: &LoopForest, id: Loop, exit: Block) -> Self {
        let sources = names.body.pred_edges(exit).filter_map(|edge| names.body.edge_source(edge));
        let mut from: Vec<Block> =
            sources.filter(|&from| forest.innermost(from) == Some(id)).collect();
        from.sort_unstable();
        from.dedup();
        let around = forest.nearest_common_ancestor(Some(id), forest.innermost(exit));
        Self {
            block: names.label(exit),
            from: from.into_iter().map(|block| names.label(block)).collect(),
            loops_left: forest.depth(Some(id)) - forest.depth(around),
        }
    }

    fn text(&self) -> String {
        let several = match self.loops_left {
            0 | 1 => String::new(),
            count => format!(" (leaves {count} loops)"),
        };
        format!("{} from {}{several}", self.block, self.from.join(", "))
    }

    fn json(&self) -> Json {
        json!({ "block": self.block, "from": self.from, "loops_left": self.loops_left })
    }
}

/// A mark in the names of the program.
pub fn spelled_out(names: &Names, forest: &LoopForest, mark: &Mark) -> String {
    let header = |id: &Loop| names.label(forest.header(*id));
    match mark {
        Mark::Irreducible(blocks) => {
            format!("irreducible region entered at {}", names.labels(blocks.iter().copied()))
        }
        Mark::Latches(id) => format!("the loop of {} has several latches", header(id)),
        Mark::Preheader(id) => format!("the loop of {} has no preheader of its own", header(id)),
        Mark::SharedExit(id, block) => {
            let block = names.label(*block);
            format!(
                "{block} is an exit of the loop of {} and entered from outside of it",
                header(id)
            )
        }
        Mark::Addressed(block) => {
            format!("{} is not reached, but its address is taken", names.label(*block))
        }
        Mark::Token(value) => {
            format!("the token {} is used outside of its loop", names.bare(*value))
        }
    }
}
