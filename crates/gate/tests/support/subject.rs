//! A random body in canonical form, ready to be run and watched.

use super::flow::Flow;
use super::table::Table;
use super::watcher::{Complaint, Tally, Watcher};
use super::world::{Event, Habits, Questions, World, correlate, unwinds_to_caller};
use tollgate_canon::Canonical;
use tollgate_canon::random::{self, Random, Shape};
use tollgate_ir::{Body, Context, Inst, Module, Opcode};

/// A random body in canonical form.
pub struct Subject {
    pub canonical: Canonical,
    pub flow: Flow,
    questions: Questions,
}

/// The module that declares what random bodies call.
pub fn declarations(ctx: &mut Context) -> Module {
    random::module(ctx, Body::new(&[])).0
}

impl Subject {
    pub fn new(ctx: &mut Context, seed: u64, shape: &Shape) -> Self {
        let mut body = random::body(ctx, seed, shape);
        correlate(&mut body, &mut Random::new(seed ^ 0xc0de));
        let canonical = Canonical::new(ctx, body);
        let flow = Flow::new(canonical.body());
        let questions = Questions::new(ctx, canonical.body());
        Self { canonical, flow, questions }
    }

    /// The barriers of a block, without the terminator.
    pub fn barriers(&self, block: usize) -> Vec<Inst> {
        let insts = self.canonical.body().insts(self.flow.blocks[block]);
        insts.filter(|&inst| self.questions.is_barrier(inst)).collect()
    }

    /// Whether a terminator may take none of its edges.
    pub fn may_end_at(&self, end: Inst) -> bool {
        let body = self.canonical.body();
        matches!(body.inst(end).opcode, Opcode::Invoke | Opcode::CallBr)
            || unwinds_to_caller(body, end)
    }

    /// Whether control may come to a block and not leave it.
    pub fn may_end_in(&self, block: usize) -> bool {
        let end = self
            .canonical
            .body()
            .terminator(self.flow.blocks[block])
            .expect("blocks end in a terminator");
        self.may_end_at(end) || !self.barriers(block).is_empty()
    }

    /// The barriers, and the terminators, with their blocks, in order.
    pub fn begun(&self) -> Vec<(usize, Inst)> {
        let body = self.canonical.body();
        let of = |block: usize| {
            let end = body.terminator(self.flow.blocks[block]);
            self.barriers(block).into_iter().chain(end).map(move |inst| (block, inst))
        };
        (0..self.flow.len()).flat_map(of).collect()
    }

    /// Runs it several times; `tell` gets the number of the run, the state and what happens.
    pub fn run(
        &self,
        ctx: &Context,
        seed: u64,
        runs: usize,
        mut tell: impl FnMut(usize, &World<'_>, Event),
    ) {
        let mut random = Random::new(seed ^ 0x5eed);
        for run in 0..runs {
            let habits = Habits {
                steps: 20 + 10 * run,
                draw_params: random.percent(50),
                hang: [0, 0, 10, 30][random.below(4)],
                keep: random.below(4),
            };
            let mut world = World::new(self.canonical.body(), &self.flow, &self.questions);
            world.run(ctx, &mut random, &habits, |world, event| tell(run, world, event));
        }
    }

    /// Runs it several times and watches what tables say: the complaints, with the number of the
    /// table.
    pub fn watch(
        &self,
        ctx: &Context,
        seed: u64,
        runs: usize,
        tables: &[&Table],
    ) -> (Tally, Vec<(usize, Complaint)>) {
        let mut watchers: Vec<Watcher<'_>> =
            tables.iter().map(|table| Watcher::new(&self.flow, table)).collect();
        let mut now = 0;
        self.run(ctx, seed, runs, |run, world, event| {
            if std::mem::replace(&mut now, run) != run {
                watchers.iter_mut().for_each(Watcher::restart);
            }
            for (watcher, table) in watchers.iter_mut().zip(tables) {
                watcher.tell(event, &table.truths(|test| world.truth(test)));
            }
        });
        let mut tally = Tally::default();
        let mut complaints = Vec::new();
        for (number, watcher) in watchers.into_iter().enumerate() {
            tally += watcher.tally;
            complaints.extend(watcher.complaints.into_iter().map(|complaint| (number, complaint)));
        }
        (tally, complaints)
    }
}
