//! [`Reader`]: follows a run, and asks for the values that it uses.

use super::classes::{Doing, doing, may_have_chosen, same};
use super::iterations::Iterations;
use super::plan::{Plan, block_of, has_checks};
use super::reading::Reading;
use crate::run::form::{Form, Forms};
use crate::run::runner::Runner;
use crate::run::told::Teller;
use std::fmt;
use tollgate_exec::machine::{Config, Machine};
use tollgate_exec::trace::{Assigned, BlockEntry, Registers, Step, Tracer};
use tollgate_exec::value::Val;
use tollgate_gate::Evaluation;
use tollgate_ir::{Block, Context, Edge, Func, Inst, Module, Opcode, Value};

/// What was read by demand.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct DemandCounts {
    /// Merges and instructions that were computed because they were asked for.
    pub demanded: u64,
    /// Merges and instructions of the same kinds that the machine executed.
    pub executed: u64,
    /// Results that the machine gave.
    pub recorded: u64,
    /// Operands that were compared with what the machine has.
    pub compared: u64,
    /// How often the merges of the iterations under way were asked for to save memory.
    pub forced: u64,
    /// Iterations that were dropped then.
    pub dropped: u64,
    /// Calls of functions that cannot be read: their cycles are no loops.
    pub unread: u64,
}

impl std::ops::AddAssign for DemandCounts {
    fn add_assign(&mut self, other: Self) {
        let Self { demanded, executed, recorded, compared, forced, dropped, unread } = other;
        self.demanded += demanded;
        self.executed += executed;
        self.recorded += recorded;
        self.compared += compared;
        self.forced += forced;
        self.dropped += dropped;
        self.unread += unread;
    }
}

impl fmt::Display for DemandCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { demanded, executed, recorded, compared, forced, dropped, unread } = self;
        write!(
            f,
            "{demanded} values demanded of {executed} executed, {recorded} results recorded, \
             {compared} uses compared, {forced} times forced, {dropped} iterations dropped, \
             {unread} calls not read"
        )
    }
}

/// Blocks and values that are kept of a call before iterations are dropped.
const LIMIT: usize = 20_000;

/// An active call.
struct Call {
    func: Func,
    number: u64,
    block: Block,
    iterations: Iterations,
    /// More than this many blocks and values are not kept.
    limit: usize,
    /// A call that has not returned yet.
    pending: Option<Inst>,
    /// Merges of the block whose values are there when its first instruction was executed.
    late: Vec<Value>,
}

/// Asks for the values that a run uses, and compares them with what the machine has. See the
/// [module](super).
pub struct Reader<'a> {
    teller: Teller<'a>,
    forms: &'a Forms,
    plans: Vec<Option<Plan>>,
    /// Computes instructions.
    machine: Machine<'a>,
    calls: Vec<Call>,
    evaluation: Evaluation,
    limit: usize,
    /// What was read.
    pub counts: DemandCounts,
    /// The first use whose value is not what the machine has.
    pub wrong: Option<String>,
}

impl<'a> Reader<'a> {
    /// Reads runs of a module whose bodies are those of these forms. Fails if the module cannot be
    /// run at all.
    pub fn new(
        ctx: &'a Context,
        module: &'a Module,
        forms: &'a Forms,
        config: Config,
    ) -> Result<Self, String> {
        Ok(Self {
            teller: Teller { ctx, module },
            forms,
            plans: Vec::new(),
            machine: Machine::new(ctx, module, config)?,
            calls: Vec::new(),
            evaluation: Evaluation::new(),
            limit: LIMIT,
            counts: DemandCounts::default(),
            wrong: None,
        })
    }

    /// With another number of blocks and values that are kept of a call.
    pub fn with_limit(self, limit: usize) -> Self {
        Self { limit, ..self }
    }

    fn unwind_to(&mut self, number: u64) {
        while self.calls.last().is_some_and(|call| call.number > number) {
            self.calls.pop();
        }
    }

    fn plan(&mut self, func: Func, form: &Form) -> bool {
        let at = tollgate_ir::Entity::index(func);
        if self.plans.len() <= at {
            self.plans.resize_with(at + 1, || None);
        }
        self.plans[at].get_or_insert_with(|| Plan::new(form)).is_readable
    }

    /// The topmost call, if it is this one, and what is needed to read it.
    fn scope<'s>(
        &'s mut self,
        number: u64,
        registers: &'s Registers<'s>,
    ) -> Option<(Reading<'s, 'a>, &'s mut Vec<Value>)> {
        let call = self.calls.last_mut().filter(|call| call.number == number)?;
        let form = self.forms.get(call.func)?;
        let plan = self.plans.get(tollgate_ir::Entity::index(call.func))?.as_ref()?;
        let reading = Reading {
            func: call.func,
            form,
            plan,
            iterations: &mut call.iterations,
            registers,
            machine: &mut self.machine,
            evaluation: &mut self.evaluation,
            computed: &mut self.counts.demanded,
        };
        Some((reading, &mut call.late))
    }

    /// Records what the machine has as the value in the current iteration.
    fn record(&mut self, registers: &Registers<'_>, value: Value) {
        let Some(call) = self.calls.last_mut() else { return };
        let Some(result) = registers.get(value) else { return };
        let current = call.iterations.current;
        if let Some(kept) = call.iterations.get_mut(current) {
            kept.values.insert(value, result.clone());
            call.iterations.size += 1;
            self.counts.recorded += 1;
        }
    }

    /// A call that was under way has returned.
    fn returned(&mut self, form: &Form, registers: &Registers<'_>) {
        let pending = self.calls.last_mut().and_then(|call| call.pending.take());
        if let Some(result) = pending.and_then(|inst| form.gated().body().inst(inst).result()) {
            self.record(registers, result);
        }
    }

    fn complain(&mut self, func: Func, what: &str) {
        let name = self.teller.ctx.name_text(self.teller.module.functions[func].header.name);
        self.wrong.get_or_insert_with(|| format!("@{name}, read by demand: {what}"));
    }

    /// Asks for a value that is used, and compares it.
    fn compare(&mut self, number: u64, registers: &Registers<'_>, used: Value) {
        let Some((mut reading, _)) = self.scope(number, registers) else { return };
        let (func, current) = (reading.func, reading.iterations.current);
        let demanded = reading.demand(used, current);
        let Some(form) = self.forms.get(func) else { return };
        self.counts.compared += 1;
        let there = registers.get(used);
        match demanded {
            Ok(demanded) if there.is_some_and(|there| same(&demanded, there)) => {}
            Ok(demanded) => {
                let name = self.teller.value(form, used);
                self.complain(func, &format!("{name} is {demanded:?}, the machine has {there:?}"));
            }
            Err(what) => {
                let name = self.teller.value(form, used);
                self.complain(func, &format!("{name}: {what}"));
            }
        }
    }

    /// Asks for everything that later values can depend on, and drops the rest.
    fn force(&mut self, number: u64, registers: &Registers<'_>) {
        let Some((mut reading, late)) = self.scope(number, registers) else { return };
        let form = reading.form;
        let needed = reading.iterations.needed();
        let mut wrong = None;
        for &id in &needed {
            let Some(kept) = reading.iterations.get(id) else { continue };
            let mut blocks: Vec<Block> = kept.executed.iter().copied().collect();
            blocks.sort_unstable();
            for block in blocks {
                for &merge in form.gated().body().params(block) {
                    if !late.contains(&merge)
                        && let Err(what) = reading.demand(merge, id)
                    {
                        wrong.get_or_insert_with(|| format!("{merge}: {what}"));
                    }
                }
            }
        }
        let dropped = reading.iterations.keep_only(&needed);
        let (func, size) = (reading.func, reading.iterations.size);
        self.counts.forced += 1;
        self.counts.dropped += dropped as u64;
        if let Some(call) = self.calls.last_mut() {
            call.limit = self.limit.max(2 * size);
        }
        if let Some(wrong) = wrong {
            self.complain(func, &wrong);
        }
    }

    /// Control takes an edge in the topmost call.
    fn take(&mut self, form: &Form, entry: &BlockEntry<'_>, edge: Edge) {
        let body = form.gated().body();
        let end = body.edge(edge).from;
        let to = form.target(edge);
        let normal = body.inst(end).edges().next() == Some(edge);
        if normal {
            self.returned(form, &entry.registers);
        }
        let Some(call) = self.calls.last_mut() else { return };
        call.pending = None;
        let current = call.iterations.current;
        if form.watched(end).is_some()
            && let Some(kept) = call.iterations.get_mut(current)
        {
            kept.went.insert(end, edge);
        }
        let from = std::mem::replace(&mut call.block, to);
        if !call.iterations.go(form.canonical().loops(), from, to) {
            self.complain(entry.func, &format!("{to} is entered from {from} by no way of a loop"));
            return;
        }
        self.begin(form, entry, to);
    }

    /// A block is entered.
    fn begin(&mut self, form: &Form, entry: &BlockEntry<'_>, block: Block) {
        let at = tollgate_ir::Entity::index(entry.func);
        let params = form.gated().body().params(block);
        self.counts.executed += params.len() as u64;
        let Some(call) = self.calls.last_mut() else { return };
        let current = call.iterations.current;
        call.late.clear();
        call.iterations.size += 1;
        let again = match call.iterations.get_mut(current) {
            Some(kept) => !kept.executed.insert(block),
            None => true,
        };
        let Some(plan) = self.plans.get(at).and_then(Option::as_ref) else { return };
        let mut now = Vec::new();
        for &param in params {
            if has_checks(form, param) {
                call.late.push(param);
            } else if plan.is_by_control(form, block, param) {
                now.push(param);
            }
        }
        let is_full = call.iterations.size > call.limit;
        for param in now {
            self.record(&entry.registers, param);
        }
        if again {
            self.complain(entry.func, &format!("{block} is entered twice in one iteration"));
        }
        if is_full {
            self.force(entry.call, &entry.registers);
        }
    }
}

impl Tracer for Reader<'_> {
    fn enter_block(&mut self, entry: &BlockEntry<'_>) {
        self.unwind_to(entry.call);
        let Some(form) = self.forms.get(entry.func) else { return };
        match entry.edge {
            None => {
                if !self.plan(entry.func, form) {
                    self.counts.unread += 1;
                    return;
                }
                let Some(block) = form.gated().body().entry() else { return };
                self.calls.push(Call {
                    func: entry.func,
                    number: entry.call,
                    block,
                    iterations: Iterations::new(),
                    limit: self.limit,
                    pending: None,
                    late: Vec::new(),
                });
                self.begin(form, entry, block);
            }
            Some(edge) => {
                if self.calls.last().is_some_and(|call| call.number == entry.call) {
                    self.take(form, entry, edge);
                }
            }
        }
    }

    fn step(&mut self, step: &Step<'_>) {
        self.unwind_to(step.call);
        if self.calls.last().is_none_or(|call| call.number != step.call) {
            return;
        }
        let Some(form) = self.forms.get(step.func) else { return };
        if step.registers.are_lost() {
            self.calls.pop();
            return;
        }
        self.returned(form, &step.registers);
        let late = self.calls.last_mut().map(|call| std::mem::take(&mut call.late));
        for merge in late.unwrap_or_default() {
            self.record(&step.registers, merge);
        }
        let body = form.gated().body();
        let data = body.inst(step.inst);
        match doing(self.teller.ctx, body, step.inst) {
            Doing::OnDemand => {
                self.counts.executed += 1;
                if let (Some((result, ty)), Some(value)) = (step.result, data.result()) {
                    let defined = body.operands(step.inst).map(|operand| {
                        step.registers.get(operand).is_some_and(Val::is_well_defined)
                    });
                    if may_have_chosen(self.teller.ctx, ty, result, defined) {
                        self.record(&step.registers, value);
                    }
                }
            }
            Doing::ByControl => {
                for operand in body.operands(step.inst) {
                    if block_of(form, operand).is_some() {
                        self.compare(step.call, &step.registers, operand);
                    }
                }
                if let (Some(_), Some(value)) = (step.result, data.result()) {
                    self.record(&step.registers, value);
                }
                if !step.passed
                    && matches!(data.opcode, Opcode::Call | Opcode::Invoke)
                    && let Some(call) = self.calls.last_mut()
                {
                    call.pending = Some(step.inst);
                }
            }
        }
        if !step.passed && data.opcode == Opcode::Ret {
            self.calls.pop();
        }
    }
}

/// A [`Runner`] and a [`Reader`] of the same run, which ends where one of them finds an error.
pub struct DemandRunner<'a> {
    /// Decides merges.
    pub runner: Runner<'a>,
    /// Asks for values.
    pub reader: Reader<'a>,
}

impl Tracer for DemandRunner<'_> {
    fn assign(&mut self, entry: &BlockEntry<'_>, sources: &mut Vec<Value>) -> Assigned {
        match &self.reader.wrong {
            Some(wrong) => Assigned::Stuck(wrong.clone()),
            None => self.runner.assign(entry, sources),
        }
    }

    fn enter_block(&mut self, entry: &BlockEntry<'_>) {
        self.runner.enter_block(entry);
        self.reader.enter_block(entry);
    }

    fn step(&mut self, step: &Step<'_>) {
        self.runner.step(step);
        self.reader.step(step);
    }
}
