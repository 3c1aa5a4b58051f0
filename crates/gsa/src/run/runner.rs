//! [`Runner`]: decides merges by their gates while the interpreter runs.

use super::active::Active;
use super::counts::Counts;
use super::form::{Form, Forms};
use super::told::Teller;
use crate::Kind;
use tollgate_exec::trace::{Assigned, BlockEntry, Step, Tracer};
use tollgate_gate::{Evaluation, Truth};
use tollgate_ir::{Block, Context, Edge, Func, Module, Opcode, Value};

/// Differences that are told in words.
const MAX_TOLD: usize = 10;

/// Decides merges by their gates. See the [module](super).
///
/// For every active call it keeps where its terminators led and which calls unwound; the values of
/// registers it reads from the interpreter, outdated ones included. A condition that was never
/// computed in this call, or is poison, is unknown.
pub struct Runner<'a> {
    teller: Teller<'a>,
    forms: &'a Forms,
    compares: bool,
    calls: Vec<Active>,
    evaluation: Evaluation,
    /// What was decided.
    pub counts: Counts,
    /// Why the run could not go on.
    pub stuck: Option<String>,
    /// The first merges that became something else than in SSA, if that is looked for.
    pub differences: Vec<String>,
}

impl<'a> Runner<'a> {
    /// Decides the merges of a module whose bodies are those of these forms.
    pub fn new(ctx: &'a Context, module: &'a Module, forms: &'a Forms) -> Self {
        Self {
            teller: Teller { ctx, module },
            forms,
            compares: false,
            calls: Vec::new(),
            evaluation: Evaluation::new(),
            counts: Counts::default(),
            stuck: None,
            differences: Vec::new(),
        }
    }

    /// Compares every merge that gates decide with what it is in the canonical form, where the edge
    /// decides.
    pub fn checked(self) -> Self {
        Self { compares: true, ..self }
    }

    /// Leaves the calls above one.
    fn unwind_to(&mut self, call: u64) {
        while self.calls.last().is_some_and(|active| active.call > call) {
            self.calls.pop();
        }
    }

    /// Takes note of an edge that control takes in the topmost call.
    fn take(&mut self, func: Func, call: u64, edge: Edge) {
        self.unwind_to(call);
        if let (Some(form), Some(active)) = (self.forms.get(func), self.calls.last_mut())
            && active.call == call
        {
            active.take(form, edge);
        }
    }

    /// The arm of a merge whose gate is true, in the topmost call.
    fn choose(
        &mut self,
        form: &Form,
        entry: &BlockEntry<'_>,
        merge: Value,
    ) -> Result<usize, Wrong> {
        let Some(active) = self.calls.last().filter(|active| active.call == entry.call) else {
            return Err(Wrong::NoCall);
        };
        let mut chosen = None;
        for (arm, &gate) in form.gated().gates(merge).iter().enumerate() {
            self.counts.gates += 1;
            let truth = self.evaluation.truth(&form.gated().predicates, gate, |condition| {
                active.truth(form, &entry.registers, condition)
            });
            if truth == Truth::True && chosen.replace(arm).is_some() {
                return Err(Wrong::SeveralTrue);
            }
        }
        chosen.ok_or(Wrong::NoneTrue)
    }

    /// Puts the values that the merges of a block become into `sources`.
    fn decide(
        &mut self,
        form: &Form,
        entry: &BlockEntry<'_>,
        (block, edge): (Block, Edge),
        sources: &mut Vec<Value>,
    ) -> Result<(), (Value, Wrong)> {
        let gated = form.gated();
        let mut known: Option<(&[_], usize)> = None;
        for (position, &merge) in gated.body().params(block).iter().enumerate() {
            let kind = gated.kind(merge);
            let by_control = || gated.body().edge_arg(edge, position);
            sources.push(match kind {
                Kind::Mu => {
                    self.counts.mus += 1;
                    by_control()
                }
                Kind::Phi => {
                    self.counts.phis += 1;
                    by_control()
                }
                Kind::Gamma | Kind::Eta => {
                    // The merges of a block often have the same gates.
                    let gates = gated.gates(merge);
                    let arm = match known {
                        Some((same, arm)) if same == gates => arm,
                        Some(_) | None => {
                            self.choose(form, entry, merge).map_err(|wrong| (merge, wrong))?
                        }
                    };
                    known = Some((gates, arm));
                    let count = if kind == Kind::Eta {
                        &mut self.counts.etas
                    } else {
                        &mut self.counts.gammas
                    };
                    *count += 1;
                    let value = gated.arm_value(block, position, arm);
                    if self.compares {
                        let by_edge = form.canonical().body().edge_arg(edge, position);
                        self.compare(form, entry, (block, merge), value, by_edge);
                    }
                    value
                }
            });
        }
        Ok(())
    }

    /// Compares what gates have chosen with what the edge would give.
    fn compare(
        &mut self,
        form: &Form,
        entry: &BlockEntry<'_>,
        (block, merge): (Block, Value),
        by_gates: Value,
        by_edge: Value,
    ) {
        let (chosen, right) = (entry.registers.get(by_gates), entry.registers.get(by_edge));
        if by_gates == by_edge || chosen.is_some() && chosen == right {
            return;
        }
        self.counts.differences += 1;
        if self.differences.len() < MAX_TOLD {
            let told = &self.teller;
            self.differences.push(format!(
                "{}: gates give {} = {chosen:?}, the edge {} = {right:?}",
                told.merge(form, entry.func, block, merge),
                told.value(form, by_gates),
                told.value(form, by_edge)
            ));
        }
    }
}

/// Why no arm is chosen.
enum Wrong {
    NoneTrue,
    SeveralTrue,
    /// The call was not entered.
    NoCall,
}

impl Wrong {
    fn text(&self) -> &'static str {
        match self {
            Self::NoneTrue => "no gate is true",
            Self::SeveralTrue => "several gates are true",
            Self::NoCall => "its call did not begin",
        }
    }
}

impl Tracer for Runner<'_> {
    fn assign(&mut self, entry: &BlockEntry<'_>, sources: &mut Vec<Value>) -> Assigned {
        let (Some(edge), Some(form)) = (entry.edge, self.forms.get(entry.func)) else {
            return Assigned::AsEdge;
        };
        let block = form.target(edge);
        if form.gated().body().params(block).is_empty() {
            // What the edge tells is noted when the block is entered.
            return Assigned::AsEdge;
        }
        self.take(entry.func, entry.call, edge);
        self.counts.joins += 1;
        self.evaluation.clear();
        match self.decide(form, entry, (block, edge), sources) {
            Ok(()) => Assigned::Sources,
            Err((merge, wrong)) => {
                self.counts.stuck += 1;
                let why = format!(
                    "{}: {} ({})",
                    self.teller.merge(form, entry.func, block, merge),
                    wrong.text(),
                    self.teller.gates(form, merge)
                );
                self.stuck = Some(why.clone());
                Assigned::Stuck(why)
            }
        }
    }

    fn enter_block(&mut self, entry: &BlockEntry<'_>) {
        match entry.edge {
            Some(edge) => self.take(entry.func, entry.call, edge),
            None => {
                self.unwind_to(entry.call);
                if let Some(form) = self.forms.get(entry.func) {
                    self.calls.push(Active::new(form, entry.call));
                }
            }
        }
    }

    fn step(&mut self, step: &Step<'_>) {
        self.unwind_to(step.call);
        let (Some(form), Some(active)) = (self.forms.get(step.func), self.calls.last_mut()) else {
            return;
        };
        if active.call != step.call {
            return;
        }
        active.step(form, step);
        let opcode = form.gated().body().inst(step.inst).opcode;
        if !step.passed && (opcode == Opcode::Ret || step.registers.are_lost()) {
            // It has given itself up, also by a tail call.
            self.calls.pop();
        }
    }
}
