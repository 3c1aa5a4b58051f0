//! The value of a merge or an instruction in an iteration.

use super::classes::{Doing, doing};
use super::iterations::{Iteration, Iterations};
use super::plan::{Plan, block_of};
use crate::Kind;
use crate::run::form::Form;
use tollgate_exec::machine::{Computed, Machine};
use tollgate_exec::trace::Registers;
use tollgate_exec::value::Val;
use tollgate_gate::{Condition, Evaluation, Predicate, Test, Truth};
use tollgate_ir::{Block, Func, Inst, Opcode, Value, ValueDef};

/// One call in one state of a run, where values can be asked for.
pub(super) struct Reading<'s, 'm> {
    pub func: Func,
    pub form: &'s Form,
    pub plan: &'s Plan,
    pub iterations: &'s mut Iterations,
    /// For arguments and constants.
    pub registers: &'s Registers<'s>,
    pub machine: &'s mut Machine<'m>,
    pub evaluation: &'s mut Evaluation,
    /// Values that were computed.
    pub computed: &'s mut u64,
}

/// Why a value is not there.
pub(super) enum Missing {
    /// Another one must be computed first.
    Needs(Value, Iteration),
    /// There is none.
    Fault(String),
}

fn fault<T>(what: impl Into<String>) -> Result<T, Missing> {
    Err(Missing::Fault(what.into()))
}

impl Reading<'_, '_> {
    /// The value that is seen from an iteration.
    pub fn demand(&mut self, value: Value, from: Iteration) -> Result<Val, String> {
        let mut stack: Vec<(Value, Iteration)> = Vec::new();
        loop {
            let missing = match stack.last() {
                None => match self.known(value, from) {
                    Ok(value) => return Ok(value),
                    Err(missing) => missing,
                },
                Some(&(value, at)) => match self.compute(value, at) {
                    Ok(result) => {
                        *self.computed += 1;
                        self.iterations.size += 1;
                        if let Some(kept) = self.iterations.get_mut(at) {
                            kept.values.insert(value, result);
                        }
                        stack.pop();
                        continue;
                    }
                    Err(missing) => missing,
                },
            };
            match missing {
                Missing::Needs(value, at) => {
                    // Every value on the stack is another one, unless a value needs itself.
                    let values = self.form.gated().body().value_ids();
                    // Every iteration that is kept has at least one block.
                    if stack.len() > self.iterations.size.saturating_mul(values) {
                        return Err(format!("{value} needs itself"));
                    }
                    stack.push((value, at));
                }
                Missing::Fault(what) => return Err(what),
            }
        }
    }

    /// The value that is seen from an iteration, if it was computed.
    fn known(&self, value: Value, from: Iteration) -> Result<Val, Missing> {
        match self.executed(value, from)? {
            Some(value) => Ok(value),
            None => fault(format!("{value} was not executed")),
        }
    }

    /// The same; none if control did not come to it in this iteration.
    fn executed(&self, value: Value, from: Iteration) -> Result<Option<Val>, Missing> {
        let Some(block) = block_of(self.form, value) else {
            return match self.registers.get(value) {
                Some(value) => Ok(Some(value.clone())),
                None => fault(format!("{value} has no register")),
            };
        };
        let Some(at) = self.iterations.seen(self.form.canonical().loops(), block, from) else {
            return Ok(None);
        };
        match self.iterations.get(at).filter(|kept| kept.executed.contains(&block)) {
            None => Ok(None),
            Some(kept) => match kept.values.get(&value) {
                Some(value) => Ok(Some(value.clone())),
                None => Err(Missing::Needs(value, at)),
            },
        }
    }

    fn compute(&mut self, value: Value, at: Iteration) -> Result<Val, Missing> {
        let body = self.form.gated().body();
        match body.value(value).def {
            ValueDef::Inst(inst) => self.instruction(inst, at),
            ValueDef::Param(param) => self.merge(body.param(param).block, value, at),
            ValueDef::Arg(_)
            | ValueDef::Const(_)
            | ValueDef::Meta(_)
            | ValueDef::Wrapped(_)
            | ValueDef::Undefined => fault(format!("{value} is not computed")),
        }
    }

    fn instruction(&mut self, inst: Inst, at: Iteration) -> Result<Val, Missing> {
        let body = self.form.gated().body();
        if doing(self.machine.ctx(), body, inst) == Doing::ByControl {
            return fault(format!("the result of {inst} was not recorded"));
        }
        let operands = body.operands(inst).map(|operand| self.known(operand, at));
        let operands = operands.collect::<Result<Vec<Val>, Missing>>()?;
        match self.machine.compute(self.func, inst, &operands) {
            Computed::Value(value) => Ok(value),
            Computed::Choice => fault(format!("{inst} makes a choice that was not recorded")),
            Computed::Failed(trap) => fault(format!("{inst}: {trap:?}")),
        }
    }

    fn merge(&mut self, block: Block, merge: Value, at: Iteration) -> Result<Val, Missing> {
        let gated = self.form.gated();
        let body = gated.body();
        let Some(position) = body.params(block).iter().position(|&param| param == merge) else {
            return fault(format!("{merge} is no merge of {block}"));
        };
        if self.plan.is_by_control(self.form, block, merge) {
            return fault(format!("{merge} was not recorded"));
        }
        let arm = match gated.kind(merge) {
            Kind::Phi => return fault(format!("{merge} has no gates")),
            Kind::Mu => {
                let (Some(edges), Some(kept)) =
                    (self.plan.mu_edges[block], self.iterations.get(at))
                else {
                    return fault(format!("{merge} is no mu of a loop"));
                };
                let (edge, from) = match (kept.is_first, kept.around, kept.before) {
                    (true, Some(around), _) => (edges[0], around),
                    (false, _, Some(before)) => (edges[1], before),
                    (_, _, _) => return fault(format!("the iteration before {merge} is dropped")),
                };
                return self.known(body.edge_arg(edge, position), from);
            }
            Kind::Gamma => self.arm(block, merge, at, None)?,
            Kind::Eta => self.arm(block, merge, at, self.plan.left[block].get())?,
        };
        self.known(gated.arm_value(block, position, arm), at)
    }

    /// The arm whose gate is true: in this iteration, or in the last one of the loop that is left.
    fn arm(
        &mut self,
        block: Block,
        merge: Value,
        at: Iteration,
        left: Option<tollgate_canon::Loop>,
    ) -> Result<usize, Missing> {
        let gates = self.form.gated().gates(merge);
        if let Some(&(other, arm)) = self.iterations.get(at).and_then(|it| it.chosen.get(&block))
            && self.form.gated().gates(other) == gates
        {
            return Ok(arm);
        }
        let views = match left {
            None => vec![at],
            Some(left) => self.iterations.of_loop(left, at),
        };
        let mut found = None;
        for (number, &view) in views.iter().enumerate() {
            self.evaluation.clear();
            for (arm, &gate) in gates.iter().enumerate() {
                if self.gate(gate, view)? != Truth::True {
                    continue;
                }
                if found.replace(arm).is_some() {
                    return fault(format!("several gates of {merge} are true"));
                }
            }
            if found.is_some() && number + 1 < views.len() {
                return fault(format!("a gate of {merge} is true before the last iteration"));
            }
        }
        let Some(arm) = found else { return fault(format!("no gate of {merge} is true")) };
        if let Some(kept) = self.iterations.get_mut(at) {
            kept.chosen.insert(block, (merge, arm));
        }
        Ok(arm)
    }

    fn gate(&mut self, gate: Predicate, view: Iteration) -> Result<Truth, Missing> {
        let mut evaluation = std::mem::take(self.evaluation);
        let mut missing = None;
        let truth = evaluation.truth(&self.form.gated().predicates, gate, |condition| {
            if missing.is_some() {
                return Truth::Unknown;
            }
            self.condition(condition, view).unwrap_or_else(|what| {
                missing = Some(what);
                Truth::Unknown
            })
        });
        *self.evaluation = evaluation;
        missing.map_or(Ok(truth), Err)
    }

    fn condition(&self, condition: Condition, view: Iteration) -> Result<Truth, Missing> {
        match self.form.gated().conditions.test(condition) {
            Test::True(value) => Ok(match self.executed(value, view)? {
                Some(Val::Bits(bit)) => Truth::from(bit != 0),
                Some(Val::Poison | Val::Undef | Val::Wide(_) | Val::Ptr { .. }) | None => {
                    Truth::Unknown
                }
            }),
            Test::Equals(value, case) => {
                Ok(match (self.executed(value, view)?, self.form.case(case)) {
                    (Some(value), Some(case)) if value.is_well_defined() => {
                        Truth::from(value == *case)
                    }
                    (Some(_) | None, Some(_) | None) => Truth::Unknown,
                })
            }
            Test::Unwound(inst) => Ok(self.led(inst, view, |body, edge| {
                body.inst(inst).opcode == Opcode::Invoke
                    && body.inst(inst).edges().next() != Some(edge)
            })),
            Test::Went(inst, block) => {
                Ok(self.led(inst, view, |body, edge| body.edge(edge).to == block))
            }
            Test::Returned(_) | Test::Entered(_) => Ok(Truth::Unknown),
        }
    }

    /// What is true of the edge by which a terminator was left.
    fn led(
        &self,
        inst: Inst,
        view: Iteration,
        holds: impl Fn(&tollgate_ir::Body, tollgate_ir::Edge) -> bool,
    ) -> Truth {
        let body = self.form.gated().body();
        let loops = self.form.canonical().loops();
        let edge = body.inst(inst).block().and_then(|block| {
            let at = self.iterations.seen(loops, block, view)?;
            self.iterations.get(at)?.went.get(&inst).copied()
        });
        edge.map_or(Truth::Unknown, |edge| Truth::from(holds(body, edge)))
    }
}
