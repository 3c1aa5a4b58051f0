//! The last steps of a run, up to the first difference from another one.

use super::input::Input;
use super::pair::Pair;
use std::collections::VecDeque;
use tollgate_canon::Role;
use tollgate_exec::print::Printer;
use tollgate_exec::trace::{Step, Tracer};
use tollgate_exec::value::Val;
use tollgate_ir::{Func, Inst, Type};

/// Maximum number of steps recorded, the last ones: enough to read.
const MAX_RECORDED_STEPS: usize = 24;

/// One step.
struct Taken {
    func: Func,
    inst: Inst,
    depth: usize,
    result: Option<(Val, Type)>,
}

/// Keeps the last steps of a run.
#[derive(Default)]
struct Last {
    steps: VecDeque<Taken>,
    all: u64,
}

impl Tracer for Last {
    fn step(&mut self, step: &Step<'_>) {
        if self.steps.len() == MAX_RECORDED_STEPS {
            self.steps.pop_front();
        }
        let result = step.result.map(|(value, ty)| (value.clone(), ty));
        self.steps.push_back(Taken { func: step.func, inst: step.inst, depth: step.depth, result });
        self.all += 1;
    }
}

/// The last steps of a run that stops at the observation after the first `observations`.
pub(super) fn steps(
    pair: &mut Pair<'_>,
    role: Role,
    input: &Input,
    observations: usize,
    fuel: u64,
) -> Vec<String> {
    let mut last = Last::default();
    let behaviour = pair.run_until(role, input, &mut last, observations, fuel);
    let side = match role {
        Role::Source => pair.source.side,
        Role::Target => pair.target.side,
    };
    let module = side.module;
    let printer = Printer { ctx: pair.ctx, module, memory: &behaviour.run.memory };
    let left_out = last.all - last.steps.len() as u64;
    let mut lines: Vec<String> = Vec::new();
    if left_out > 0 {
        lines.push(format!("... {left_out} steps"));
    }
    for step in &last.steps {
        let Some(body) = module.functions[step.func].body() else { continue };
        let span = body.inst(step.inst).span;
        let text = String::from_utf8_lossy(span.of(&module.source.text));
        let text = match text.lines().next().filter(|_| !span.is_none()) {
            Some(text) => {
                let line = module.source.text.position(span.start).line;
                format!("{line}: {}", text.trim())
            }
            // Instructions read from bitcode have no text.
            None => body.inst(step.inst).opcode.word().to_string(),
        };
        let indent = "  ".repeat(step.depth.saturating_sub(1).min(10));
        let result =
            step.result.as_ref().map(|(value, ty)| format!("  ; {}", printer.value(value, *ty)));
        lines.push(format!("{indent}{text}{}", result.unwrap_or_default()));
    }
    lines
}
