//! What runs compute on their way, so that two of them can be compared.

use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use tollgate_exec::outcome::{Outcome, Run};
use tollgate_exec::trace::{BlockEntry, Step, Tracer};
use tollgate_ir::Module;

/// A digest of everything that a run assigns: the results of all instructions, and the merges of
/// all blocks, in order, with the calls and the blocks in which they are. Two runs of the same
/// blocks and instructions have equal digests if and, up to collisions, only if their registers
/// are equal at every block that is entered.
pub struct Trajectory<'a, T> {
    module: &'a Module,
    inner: T,
    hasher: FxHasher,
    /// Blocks with merges that were entered along an edge.
    pub joins: u64,
}

impl<'a, T> Trajectory<'a, T> {
    /// Of a run of this module with another tracer.
    pub fn new(module: &'a Module, inner: T) -> Self {
        Self { module, inner, hasher: FxHasher::default(), joins: 0 }
    }

    /// The digest so far.
    pub fn digest(&self) -> u64 {
        self.hasher.finish()
    }

    /// The other tracer.
    pub fn into_inner(self) -> T {
        self.inner
    }
}

/// No other tracer.
impl Tracer for Trajectory<'_, ()> {
    fn step(&mut self, step: &Step<'_>) {
        self.note_step(step);
    }

    fn enter_block(&mut self, entry: &BlockEntry<'_>) {
        self.note_entry(entry);
    }
}

impl<T: Tracer> Tracer for Trajectory<'_, &mut T> {
    fn step(&mut self, step: &Step<'_>) {
        self.inner.step(step);
        self.note_step(step);
    }

    fn assign(
        &mut self,
        entry: &BlockEntry<'_>,
        sources: &mut Vec<tollgate_ir::Value>,
    ) -> tollgate_exec::trace::Assigned {
        self.inner.assign(entry, sources)
    }

    fn enter_block(&mut self, entry: &BlockEntry<'_>) {
        self.inner.enter_block(entry);
        self.note_entry(entry);
    }
}

impl<T> Trajectory<'_, T> {
    fn note_step(&mut self, step: &Step<'_>) {
        (step.call, step.inst, step.passed).hash(&mut self.hasher);
        if let Some((value, _)) = step.result {
            value.hash(&mut self.hasher);
        }
    }

    fn note_entry(&mut self, entry: &BlockEntry<'_>) {
        (entry.call, entry.edge).hash(&mut self.hasher);
        let (Some(edge), Some(body)) = (entry.edge, self.module.functions[entry.func].body())
        else {
            return;
        };
        let params = body.params(body.edge(edge).to);
        self.joins += u64::from(!params.is_empty());
        for &param in params {
            entry.registers.get(param).hash(&mut self.hasher);
        }
    }
}

/// Whether two runs of different forms of a program made the same observations, wherever in it.
pub fn same_observations(a: &Run, b: &Run) -> bool {
    a.observations.len() == b.observations.len()
        && a.observations
            .iter()
            .zip(&b.observations)
            .all(|(a, b)| a.event == b.event || is_same_text(&a.event, &b.event))
}

/// Whether two runs of different forms of a program ended in the same way, wherever in it.
pub fn same_outcome(a: &Outcome, b: &Outcome) -> bool {
    match (a, b) {
        (Outcome::Undefined { reason: a, .. }, Outcome::Undefined { reason: b, .. }) => a == b,
        (Outcome::Unsupported { what: a, .. }, Outcome::Unsupported { what: b, .. }) => a == b,
        (
            Outcome::Return(_)
            | Outcome::Unwind(_)
            | Outcome::Exit(_)
            | Outcome::Abort
            | Outcome::NotReturned
            | Outcome::Stopped(_)
            | Outcome::Undefined { .. }
            | Outcome::Unsupported { .. },
            _,
        ) => a == b || is_same_text(a, b),
    }
}

/// Whether two things are the same but for the numbers of objects: blocks that are not reached can
/// mention objects, and canonical form has no such blocks.
fn is_same_text(a: &impl std::fmt::Debug, b: &impl std::fmt::Debug) -> bool {
    let text = |it: &dyn std::fmt::Debug| {
        let text = format!("{it:?}");
        let mut parts = text.split("Prov(");
        let mut kept = parts.next().unwrap_or_default().to_string();
        for part in parts {
            kept.push_str("Prov");
            kept.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
        }
        kept
    };
    text(a) == text(b)
}
