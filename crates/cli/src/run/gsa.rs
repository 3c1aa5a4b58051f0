//! `tollgate run --as gsa`: a program or function executed in gated SSA (Herklotz, Demange, Blazy,
//! "Mechanised semantics for gated static single assignment", 2023): merges are decided by gates
//! and not by the edges along which control comes; with `--demand`, values are computed besides
//! only where they are asked for, and compared with what is executed.

use super::Args;
use crate::exit::Failure;
use anyhow::Result;
use serde_json::{Value as Json, json};
use tollgate_exec::machine::Machine;
use tollgate_exec::trace::{Answered, Assigned, BlockEntry, Step, Tracer};
use tollgate_gsa::run::demand::{DemandCounts, Reader};
use tollgate_gsa::run::{Counts, Forms, Runner};
use tollgate_ir::Value;

/// What follows a run: it decides merges by gates, if that is wanted, and shows steps.
pub struct Follower<'a, T> {
    decider: Option<(Runner<'a>, Option<Reader<'a>>)>,
    trace: Option<T>,
}

/// What gates decided in a run.
#[derive(Clone)]
pub struct Decided {
    counts: Counts,
    demand: Option<DemandCounts>,
    /// What is wrong with values that were asked for.
    pub wrong: Option<String>,
}

impl<'a, T: Tracer> Follower<'a, T> {
    /// Follows a run on this machine.
    pub fn new(
        args: &Args,
        machine: &Machine<'a>,
        forms: Option<&'a Forms>,
        trace: T,
    ) -> Result<Self> {
        let (ctx, module) = (machine.ctx(), machine.module());
        let decider = match forms {
            None => None,
            Some(forms) => {
                let reader = if args.demand {
                    let reader = Reader::new(ctx, module, forms, *machine.config());
                    Some(
                        reader
                            .map_err(|error| Failure::input(format!("{}: {error}", args.file)))?,
                    )
                } else {
                    None
                };
                Some((Runner::new(ctx, module, forms), reader))
            }
        };
        Ok(Self { decider, trace: args.trace.then_some(trace) })
    }

    /// The tracer; none if nothing is to be followed.
    pub fn tracer(&mut self) -> Option<&mut dyn Tracer> {
        if self.decider.is_some() || self.trace.is_some() { Some(self) } else { None }
    }

    /// What was decided.
    pub fn decided(self) -> Option<Decided> {
        let (runner, reader) = self.decider?;
        Some(Decided {
            counts: runner.counts,
            demand: reader.as_ref().map(|reader| reader.counts),
            wrong: reader.and_then(|reader| reader.wrong),
        })
    }
}

impl<T: Tracer> Tracer for Follower<'_, T> {
    fn step(&mut self, step: &Step<'_>) {
        if let Some((runner, reader)) = &mut self.decider {
            runner.step(step);
            if let Some(reader) = reader {
                reader.step(step);
            }
        }
        if let Some(trace) = &mut self.trace {
            trace.step(step);
        }
    }

    fn assign(&mut self, entry: &BlockEntry<'_>, sources: &mut Vec<Value>) -> Assigned {
        match &mut self.decider {
            None => Assigned::AsEdge,
            Some((runner, reader)) => match reader.as_ref().and_then(|it| it.wrong.clone()) {
                Some(wrong) => Assigned::Stuck(wrong),
                None => runner.assign(entry, sources),
            },
        }
    }

    fn enter_block(&mut self, entry: &BlockEntry<'_>) {
        if let Some((runner, reader)) = &mut self.decider {
            runner.enter_block(entry);
            if let Some(reader) = reader {
                reader.enter_block(entry);
            }
        }
        if let Some(trace) = &mut self.trace {
            trace.enter_block(entry);
        }
    }

    fn answered(&mut self, answered: &Answered<'_>) {
        if let Some(trace) = &mut self.trace {
            trace.answered(answered);
        }
    }
}

impl Decided {
    /// As lines for people.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.counts);
        if let Some(demand) = &self.demand {
            text.push_str(&format!("{demand}\n"));
        }
        text
    }

    /// As JSON.
    pub fn json(&self) -> Json {
        let Counts { joins, gammas, etas, mus, phis, gates, stuck, differences: _ } = self.counts;
        let mut report = json!({
            "joins": joins,
            "gammas": gammas,
            "etas": etas,
            "mus": mus,
            "phis": phis,
            "gates": gates,
            "stuck": stuck,
        });
        if let Some(demand) = &self.demand {
            report["demand"] = json!({
                "demanded": demand.demanded,
                "executed": demand.executed,
                "recorded": demand.recorded,
                "compared": demand.compared,
                "forced": demand.forced,
                "dropped": demand.dropped,
                "unread": demand.unread,
                "wrong": self.wrong,
            });
        }
        report
    }
}
