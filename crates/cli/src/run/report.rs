//! Runs of a function as text and JSON, and what is shown while they go on.

use super::gsa::Decided;
use super::{Args, Format, INCOMPLETE, MAX_RUNS, UNDEFINED};
use crate::{exit, output};
use anyhow::Result;
use serde_json::{Value, json};
use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};
use tollgate_exec::choices::{Choice, ChoiceKind};
use tollgate_exec::memory::{Memory, MemoryConfig};
use tollgate_exec::outcome::{Outcome, Run};
use tollgate_exec::print::Printer;
use tollgate_exec::trace::Step;
use tollgate_ir::{Context, Func, Lines, Module};

/// A run as plain data.
pub struct Shown {
    /// Its observations, a line each.
    pub observations: Vec<String>,
    /// Its outcome.
    pub outcome: String,
    /// The kind of the outcome.
    kind: &'static str,
    /// Whether it depends on a choice that was left open.
    pub depends: bool,
    instructions: u64,
    choices: Vec<Choice>,
    /// What gates decided, if it was a run in gated SSA.
    decided: Option<Decided>,
    /// The exit status that belongs to it.
    code: u8,
}

impl Shown {
    /// A run of this function.
    pub fn new(
        ctx: &Context,
        module: &Module,
        func: Func,
        run: Run,
        decided: Option<Decided>,
    ) -> Self {
        let printer = Printer { ctx, module, memory: &run.memory };
        let (kind, code) = match run.outcome {
            Outcome::Return(_) => ("return", exit::OK),
            Outcome::Unwind(_) => ("unwind", exit::OK),
            Outcome::Exit(_) => ("exit", exit::OK),
            Outcome::Abort => ("abort", exit::OK),
            Outcome::NotReturned => ("never returns", exit::OK),
            Outcome::Undefined { .. } => ("undefined", UNDEFINED),
            Outcome::Stopped(_) => ("stopped", INCOMPLETE),
            Outcome::Unsupported { .. } => ("unsupported", INCOMPLETE),
        };
        let mut outcome = printer.outcome(func, &run.outcome);
        let wrong = decided.as_ref().and_then(|decided| decided.wrong.as_ref());
        let code = match wrong {
            Some(wrong) => {
                outcome.push_str(&format!("\n{wrong}"));
                INCOMPLETE
            }
            None => code,
        };
        Self {
            observations: run.observations.iter().map(|it| printer.observation(it)).collect(),
            outcome,
            kind,
            depends: run.depends_on_choice,
            instructions: run.instructions,
            choices: run.choices,
            decided,
            code,
        }
    }
}

/// Shows the number of runs on terminals, once they take longer than [`Progress::PATIENCE`].
pub struct Progress {
    next: Option<Instant>,
    shown: bool,
}

impl Progress {
    const PATIENCE: Duration = Duration::from_secs(2);
    const INTERVAL: Duration = Duration::from_millis(200);

    /// Starts now.
    pub fn new() -> Self {
        let next = io::stderr().is_terminal().then(|| Instant::now() + Self::PATIENCE);
        Self { next, shown: false }
    }

    /// Shows this number of runs.
    pub fn show(&mut self, runs: u64) {
        if self.next.is_some_and(|next| Instant::now() >= next) {
            let _ = write!(io::stderr(), "\r{runs} of at most {MAX_RUNS} runs");
            self.shown = true;
            self.next = Some(Instant::now() + Self::INTERVAL);
        }
    }

    /// Removes what was shown.
    pub fn clear(&self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// Writes runs and gives the exit status.
pub fn show(args: &Args, runs: &[Shown], exhaustive: bool) -> Result<u8> {
    // Of several outcomes the worst counts: undefined behaviour, then an incomplete run.
    let code = match runs.iter().map(|run| run.code).collect::<Vec<_>>() {
        codes if codes.contains(&UNDEFINED) => UNDEFINED,
        codes if codes.contains(&INCOMPLETE) || !exhaustive => INCOMPLETE,
        _ => exit::OK,
    };
    if args.format == Some(Format::Json) {
        let runs: Vec<Value> = runs.iter().map(as_json).collect();
        let report = format!("{:#}\n", json!({ "runs": runs, "exhaustive": exhaustive }));
        output::write(None, report.as_bytes())?;
        return Ok(code);
    }
    let either = if runs.len() > 1 { "either " } else { "" };
    let mut text = String::new();
    for run in runs {
        for line in &run.observations {
            text.push_str(line);
            text.push('\n');
        }
        text.push_str(&format!("{either}{}\n", run.outcome));
    }
    output::write_text(None, &text)?;
    Ok(code)
}

fn as_json(run: &Shown) -> Value {
    let choices: Vec<Value> = run
        .choices
        .iter()
        .map(|choice| {
            json!({
                "kind": choice_word(choice.question.kind),
                "alternatives": choice.question.last,
                "answer": choice.answer,
            })
        })
        .collect();
    let mut report = json!({
        "observations": run.observations,
        "kind": run.kind,
        "outcome": run.outcome,
        "depends_on_choice": run.depends,
        "instructions": run.instructions,
        "choices": choices,
    });
    if let Some(decided) = &run.decided {
        report["gates"] = decided.json();
    }
    report
}

fn choice_word(kind: ChoiceKind) -> &'static str {
    match kind {
        ChoiceKind::Undef => "undef",
        ChoiceKind::Freeze => "freeze",
        ChoiceKind::Nan => "nan",
        ChoiceKind::Address => "address",
        ChoiceKind::Leeway => "leeway",
        ChoiceKind::FastMath => "fastmath",
    }
}

/// Shows every step: its line, the instruction, and its result.
pub fn tracer<'a>(ctx: &'a Context, module: &'a Module) -> impl FnMut(&Step<'_>) + use<'a> {
    let lines = Lines::new(&module.source.text);
    // Pointers are shown by address alone: the memory is borrowed by the machine.
    let config =
        MemoryConfig { address_bits: 64, smallest_pointer: 8, big_endian: false, limit: 0 };
    let memory = Memory::new(config);
    move |step| {
        let Some(body) = module.functions[step.func].body() else { return };
        let span = body.inst(step.inst).span;
        let line = lines.position(span.start).line;
        let text = String::from_utf8_lossy(span.of(&module.source.text)).into_owned();
        let indent = "  ".repeat(step.depth.saturating_sub(1).min(20));
        let printer = Printer { ctx, module, memory: &memory };
        let result = step
            .result
            .map(|(value, ty)| format!("  ; {}", printer.value(value, ty)))
            .unwrap_or_default();
        let text = text.lines().next().unwrap_or_default();
        output::note(&format!("{line:>6}: {indent}{text}{result}\n"));
    }
}
