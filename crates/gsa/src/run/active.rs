//! What is known of the active calls of a run.

use super::form::Form;
use tollgate_exec::trace::{Registers, Step};
use tollgate_exec::value::Val;
use tollgate_gate::{Condition, Test, Truth};
use tollgate_ir::{Block, Edge, Inst, Opcode};

/// What became of an instruction the last time it was executed in a call.
#[derive(Clone, Copy)]
struct Passage {
    returned: Truth,
    unwound: Truth,
    went: Went,
}

/// Where a terminator led.
#[derive(Clone, Copy)]
enum Went {
    /// It was never executed.
    Unknown,
    /// It is being executed.
    NotYet,
    To(Block),
}

/// An active call.
pub(super) struct Active {
    pub call: u64,
    /// By number of [`Form::watched`].
    passages: Vec<Passage>,
    /// A call that has not returned yet.
    pending: Option<Inst>,
}

impl Active {
    pub fn new(form: &Form, call: u64) -> Self {
        let unknown =
            Passage { returned: Truth::Unknown, unwound: Truth::Unknown, went: Went::Unknown };
        Self { call, passages: vec![unknown; form.watched_count()], pending: None }
    }

    fn passage(&mut self, form: &Form, inst: Inst) -> Option<&mut Passage> {
        form.watched(inst).map(|number| &mut self.passages[number])
    }

    /// Control leaves a block along an edge.
    pub fn take(&mut self, form: &Form, edge: Edge) {
        self.pending = None;
        let body = form.gated().body();
        let end = body.edge(edge).from;
        let Some(passage) = self.passage(form, end) else { return };
        passage.went = Went::To(form.target(edge));
        let data = body.inst(end);
        if data.opcode == Opcode::Invoke {
            let returned = data.edges().next() == Some(edge);
            (passage.returned, passage.unwound) = (returned.into(), (!returned).into());
        }
    }

    /// An instruction was executed. Where a terminator led is [told](Self::take) afterwards.
    pub fn step(&mut self, form: &Form, step: &Step<'_>) {
        if let Some(inst) = self.pending.take()
            && let Some(passage) = self.passage(form, inst)
        {
            passage.returned = Truth::True;
        }
        let opcode = form.gated().body().inst(step.inst).opcode;
        if let Some(passage) = self.passage(form, step.inst) {
            passage.went = Went::NotYet;
            passage.returned = Truth::from(step.passed && !opcode.is_terminator());
            passage.unwound = Truth::False;
        }
        if !step.passed && opcode == Opcode::Call {
            self.pending = Some(step.inst);
        }
    }

    /// What a condition was when it was last computed.
    pub fn truth(&self, form: &Form, registers: &Registers<'_>, condition: Condition) -> Truth {
        let passage = |inst: Inst| form.watched(inst).map(|number| &self.passages[number]);
        match form.gated().conditions.test(condition) {
            Test::True(value) => match registers.get(value) {
                Some(Val::Bits(bit)) => Truth::from(*bit != 0),
                Some(Val::Poison | Val::Undef | Val::Wide(_) | Val::Ptr { .. }) | None => {
                    Truth::Unknown
                }
            },
            Test::Equals(value, case) => match (registers.get(value), form.case(case)) {
                (Some(value), Some(case)) if value.is_well_defined() => Truth::from(value == case),
                (Some(_) | None, Some(_) | None) => Truth::Unknown,
            },
            Test::Unwound(inst) => passage(inst).map_or(Truth::Unknown, |it| it.unwound),
            Test::Returned(inst) => passage(inst).map_or(Truth::Unknown, |it| it.returned),
            Test::Went(inst, block) => match passage(inst).map_or(Went::Unknown, |it| it.went) {
                Went::Unknown => Truth::Unknown,
                Went::NotYet => Truth::False,
                Went::To(to) => Truth::from(to == block),
            },
            // No gate of a merge asks this: such a merge is a phi.
            Test::Entered(_) => Truth::Unknown,
        }
    }
}
