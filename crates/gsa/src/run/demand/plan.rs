//! What a reader must know of a function.

use crate::Kind;
use crate::build::Place;
use crate::run::form::Form;
use tollgate_canon::{Loop, Mark};
use tollgate_ir::{Block, Edge, Flags, Opt, SecondaryMap, Value, ValueDef};

/// What a reader must know of a function.
pub(super) struct Plan {
    /// Whether every cycle is a loop: else a block can be entered twice in one iteration.
    pub is_readable: bool,
    /// Of the header of a loop with one way in and one latch: the edges from outside and from
    /// there.
    pub mu_edges: SecondaryMap<Block, Option<[Edge; 2]>>,
    /// Of a block with etas: the outermost of the loops that are left.
    pub left: SecondaryMap<Block, Opt<Loop>>,
}

impl Plan {
    pub fn new(form: &Form) -> Self {
        let (canonical, gated) = (form.canonical(), form.gated());
        let (body, loops) = (gated.body(), canonical.loops());
        let is_readable =
            !canonical.marks().iter().any(|mark| matches!(mark, Mark::Irreducible(_)));
        let mut mu_edges = SecondaryMap::new();
        let mut left = SecondaryMap::new();
        for block in body.blocks() {
            if body.params(block).is_empty() {
                continue;
            }
            if let Some(id) = loops.headed_by(block) {
                let inside = |source| loops.contains(id, source);
                mu_edges[block] = match gated.entries(block) {
                    [a, b] if !inside(a.source) && inside(b.source) => Some([a.edge, b.edge]),
                    [a, b] if inside(a.source) && !inside(b.source) => Some([b.edge, a.edge]),
                    _ => None,
                };
            }
            if let Place::Exit(outermost) =
                Place::of(canonical.body(), canonical.dominators(), loops, block)
            {
                left[block] = outermost.into();
            }
        }
        Self { is_readable, mu_edges, left }
    }

    /// Whether a merge is what control makes it, and so recorded: one without gates, and one whose
    /// own flags may make it poison.
    pub fn is_by_control(&self, form: &Form, block: Block, merge: Value) -> bool {
        if has_checks(form, merge) {
            return true;
        }
        match form.gated().kind(merge) {
            Kind::Phi => true,
            Kind::Mu => self.mu_edges[block].is_none(),
            Kind::Eta => self.left[block].is_none(),
            Kind::Gamma => false,
        }
    }
}

/// Whether the value of a merge is only there when the block has begun.
pub(super) fn has_checks(form: &Form, merge: Value) -> bool {
    let body = form.gated().body();
    match body.value(merge).def {
        ValueDef::Param(param) => body.param(param).flags.intersects(Flags::NNAN | Flags::NINF),
        ValueDef::Arg(_)
        | ValueDef::Inst(_)
        | ValueDef::Const(_)
        | ValueDef::Meta(_)
        | ValueDef::Wrapped(_)
        | ValueDef::Undefined => false,
    }
}

/// The block in which a value is computed; none of arguments and constants.
pub(super) fn block_of(form: &Form, value: Value) -> Option<Block> {
    let body = form.gated().body();
    match body.value(value).def {
        ValueDef::Param(param) => Some(body.param(param).block),
        ValueDef::Inst(inst) => body.inst(inst).block(),
        ValueDef::Arg(_)
        | ValueDef::Const(_)
        | ValueDef::Meta(_)
        | ValueDef::Wrapped(_)
        | ValueDef::Undefined => None,
    }
}
