//! One program in three forms: as it is, in canonical form, and in gated SSA; and whether runs of
//! them agree.

use super::counts::Counts;
use super::demand::{DemandCounts, DemandRunner, Reader};
use super::form::Forms;
use super::runner::Runner;
use super::trajectory::{Trajectory, same_observations, same_outcome};
use tollgate_canon::remove_unreachable_blocks;
use tollgate_exec::machine::{Config, Machine};
use tollgate_exec::memory::Memory;
use tollgate_exec::outcome::{Outcome, Run};
use tollgate_exec::trace::Tracer;
use tollgate_ir::{Context, Func, Module};

/// A module in all forms.
pub struct Subject {
    /// As it is, without blocks that are not reached.
    pub original: Module,
    /// In canonical form.
    pub canonical: Module,
    /// With the bodies of gated SSA.
    pub gated: Module,
    /// The gated SSA.
    pub forms: Forms,
}

/// A run with what it printed.
pub type Ran = (Run, Vec<u8>);

/// How a module is run: the same way each time. None if it cannot be.
pub type HowToRun<'a> = dyn FnMut(&mut Machine<'_>, Option<&mut dyn Tracer>) -> Option<Ran> + 'a;

/// What came of runs of a subject.
#[derive(Clone, Default, Debug)]
pub struct Comparison {
    /// What gates decided.
    pub counts: Counts,
    /// What was read by demand.
    pub demand: DemandCounts,
    /// Blocks with merges that were entered.
    pub joins: u64,
    /// Instructions of the run in gated SSA.
    pub instructions: u64,
    /// In what runs differ.
    pub wrong: Vec<String>,
}

/// Bytes of memory that are compared.
const MAX_BYTES: u64 = 1 << 20;

impl Subject {
    /// A module in all forms. Blocks that are not reached are no part of any: objects that they
    /// mention would have addresses, and others' addresses would move.
    pub fn new(ctx: &mut Context, mut original: Module) -> Self {
        let functions: Vec<Func> = original.functions.keys().collect();
        for func in functions {
            if let Some(body) = original.functions[func].body_mut() {
                remove_unreachable_blocks(ctx, body);
            }
        }
        let mut gated = original.clone();
        let forms = Forms::new(ctx, &mut gated);
        let mut canonical = original.clone();
        forms.install_canonical(&mut canonical);
        Self { original, canonical, gated, forms }
    }

    /// Gives the arms of all merges another order. See [`Forms::shuffle_arms`].
    pub fn shuffle_arms(&mut self, below: impl FnMut(usize) -> usize) {
        self.forms.shuffle_arms(below);
        self.forms.install(&mut self.gated);
    }

    /// Runs all forms in the same way and compares them: observations, outcome, output, and all
    /// that is computed on the way; and if asked to, reads by demand besides. None if there is no
    /// such run.
    pub fn compare(
        &self,
        ctx: &Context,
        config: Config,
        by_demand: bool,
        how: &mut HowToRun<'_>,
    ) -> Option<Comparison> {
        let machine = |module| Machine::new(ctx, module, config).ok();
        let (original, output) = how(&mut machine(&self.original)?, None)?;
        let mut plain = Trajectory::new(&self.canonical, ());
        let (canonical, canonical_output) = how(&mut machine(&self.canonical)?, Some(&mut plain))?;
        let mut runner = Runner::new(ctx, &self.gated, &self.forms).checked();
        let mut followed = Trajectory::new(&self.gated, &mut runner);
        let (gated, gated_output) = how(&mut machine(&self.gated)?, Some(&mut followed))?;
        let (digest, joins) = (followed.digest(), followed.joins);
        let mut wrong = Vec::new();
        let mut differs = |what: &str, is_same: bool, detail: &dyn Fn() -> String| {
            if !is_same {
                wrong.push(format!("{what}: {}", detail()));
            }
        };
        // Canonical form takes other steps, so limits cut it off elsewhere.
        let stopped =
            [&original, &canonical].iter().any(|run| matches!(run.outcome, Outcome::Stopped(_)));
        if !stopped {
            let outcomes = || format!("{:?} and {:?}", original.outcome, canonical.outcome);
            let same = same_outcome(&original.outcome, &canonical.outcome);
            differs("canonical form changes the outcome", same, &outcomes);
            let same = same_observations(&original, &canonical) && output == canonical_output;
            let observed = || {
                let pairs = original.observations.iter().zip(&canonical.observations);
                let first = pairs.into_iter().find(|(a, b)| a.event != b.event);
                format!("{:?}", first.map(|(a, b)| (&a.event, &b.event)))
            };
            differs("canonical form changes observations", same, &observed);
        }
        let outcomes = || format!("{:?} and {:?}", canonical.outcome, gated.outcome);
        differs("gated SSA changes the outcome", canonical.outcome == gated.outcome, &outcomes);
        let same = canonical.observations == gated.observations && canonical_output == gated_output;
        differs("gated SSA changes observations", same, &outcomes);
        let same = canonical.instructions == gated.instructions
            && (plain.digest(), plain.joins) == (digest, joins);
        differs("gated SSA computes something else", same, &outcomes);
        let same = contents(&canonical.memory) == contents(&gated.memory);
        differs("gated SSA leaves other memory", same, &outcomes);
        wrong.extend(runner.differences);
        let mut demand = DemandCounts::default();
        if by_demand {
            let mut both = DemandRunner {
                runner: Runner::new(ctx, &self.gated, &self.forms),
                reader: Reader::new(ctx, &self.gated, &self.forms, config).ok()?,
            };
            let (read, _) = how(&mut machine(&self.gated)?, Some(&mut both))?;
            demand = both.reader.counts;
            if read.outcome != gated.outcome {
                wrong.push(format!(
                    "reading by demand changes the outcome: {:?} and {:?}",
                    gated.outcome, read.outcome
                ));
            }
            wrong.extend(both.reader.wrong);
        }
        let (counts, instructions) = (runner.counts, gated.instructions);
        Some(Comparison { counts, demand, joins, instructions, wrong })
    }
}

/// What is in live objects, as far as it is compared.
fn contents(memory: &Memory) -> Vec<String> {
    let mut left = MAX_BYTES;
    let mut found = Vec::new();
    for (prov, object) in memory.live_objects() {
        if object.size() > left {
            continue;
        }
        left -= object.size();
        let bytes: Vec<_> =
            (0..object.size()).map(|at| memory.byte(prov, object.base() + at).ok()).collect();
        found.push(format!("{prov:?} {bytes:?}"));
    }
    found
}
