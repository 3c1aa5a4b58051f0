//! Verdicts written as they are reached, in the order of the functions, as text or as JSON.
//!
//! Whatever ends the program, what was written stays: lines are flushed as they come, and whoever
//! [breaks off](Stream::break_off) closes what is open, so that JSON stays JSON, and says how many
//! functions were not reached.

use super::text::Layout;
use super::{Format, progress::Progress};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;
use tollgate_check::{Counts, FunctionReport, Report, Step};

/// Where verdicts go.
pub struct Stream {
    format: Format,
    layout: Layout,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// How many functions there are, and how wide names are.
    all: usize,
    width: usize,
    /// How many were written.
    written: usize,
    /// Those whose turn has not come.
    waiting: BTreeMap<usize, FunctionReport>,
    counts: Counts,
    /// Whether everything was written.
    is_closed: bool,
    /// What went wrong while writing.
    fault: Option<io::Error>,
    progress: Option<Progress>,
}

/// Whoever breaks off waits so often, for so long, for those who are writing.
const ATTEMPTS: u32 = 200;
const PAUSE: Duration = Duration::from_millis(5);

impl Stream {
    /// Nothing is written yet.
    pub fn new(format: Format, layout: Layout) -> Self {
        Self { format, layout, state: Mutex::new(State::default()) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A thread that panicked while it wrote leaves at worst half a line.
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Functions of these names are checked from here on.
    pub fn begin(&self, names: impl Iterator<Item = String>) {
        let mut state = self.lock();
        for name in names {
            state.all += 1;
            state.width = state.width.max(self.layout.width(&name));
        }
        state.progress = Some(Progress::new());
    }

    /// One more verdict.
    pub fn add(&self, step: Step<'_>) {
        let mut state = self.lock();
        let state = &mut *state;
        state.waiting.insert(step.index, step.report.clone());
        if state.waiting.contains_key(&state.written) {
            if let Some(progress) = &state.progress {
                progress.clear();
            }
            let mut text = String::new();
            while let Some(report) = state.waiting.remove(&state.written) {
                self.one(state, &report, &mut text);
            }
            self.write(state, &text);
        }
        if let Some(progress) = &state.progress {
            progress.step(step.done, step.all, &step.report.function);
        }
    }

    /// Everything was reached: what follows the verdicts.
    pub fn finish(&self, report: &Report) -> io::Result<()> {
        let mut state = self.lock();
        if let Some(progress) = &state.progress {
            progress.clear();
        }
        self.close(&mut state, report);
        state.fault.take().map_or(Ok(()), Err)
    }

    /// Writes what was reached, and that it is not all. Tells whether that was done: not where
    /// everything was written already, nor where whoever is writing does not come to an end.
    pub fn break_off(&self, why: &str) -> bool {
        let mut guard = None;
        for _ in 0..ATTEMPTS {
            match self.state.try_lock() {
                Ok(state) => guard = Some(state),
                Err(TryLockError::Poisoned(poisoned)) => guard = Some(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => {
                    std::thread::sleep(PAUSE);
                    continue;
                }
            }
            break;
        }
        let Some(mut guard) = guard else { return false };
        let state = &mut *guard;
        if state.is_closed {
            return false;
        }
        if let Some(progress) = &state.progress {
            progress.clear();
        }
        let mut text = String::new();
        for (_, report) in std::mem::take(&mut state.waiting) {
            self.one(state, &report, &mut text);
        }
        self.write(state, &text);
        state.counts.not_reached = state.all - state.written;
        self.close(state, &Report::default());
        match state.all {
            0 => eprintln!("{why} before a function was reached"),
            all => {
                eprintln!("{why}: {} of {all} functions were not reached", state.counts.not_reached)
            }
        }
        true
    }

    fn one(&self, state: &mut State, report: &FunctionReport, text: &mut String) {
        match self.format {
            Format::Text => text.push_str(&self.layout.function(report, state.width)),
            Format::Json => {
                let open = if state.written == 0 { "{\n  \"functions\": [\n" } else { ",\n" };
                text.push_str(open);
                text.push_str(&indented(report, "    "));
            }
        }
        state.counts.add(&report.verdict);
        state.written += 1;
    }

    fn close(&self, state: &mut State, rest: &Report) {
        state.is_closed = true;
        state.counts.not_compared = rest.uncompared.len();
        let text = match self.format {
            Format::Text => self.layout.ending(rest, &state.counts),
            Format::Json => {
                let functions = if state.written == 0 { "{\n  \"functions\": []" } else { "\n  ]" };
                let not_compared = indented(&rest.uncompared, "  ");
                let summary = indented(&state.counts, "  ");
                format!(
                    "{functions},\n  \"not_compared\": {},\n  \"summary\": {}\n}}\n",
                    not_compared.trim_start(),
                    summary.trim_start()
                )
            }
        };
        self.write(state, &text);
    }

    /// Writes and flushes. Where nobody reads any more, nothing more needs to be checked.
    fn write(&self, state: &mut State, text: &str) {
        if state.fault.is_some() || text.is_empty() {
            return;
        }
        let mut out = io::stdout().lock();
        if let Err(fault) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            if fault.kind() == io::ErrorKind::BrokenPipe {
                std::process::exit(crate::exit::OUTPUT.into());
            }
            state.fault = Some(fault);
        }
    }
}

/// As JSON, each line indented.
fn indented(value: &impl serde::Serialize, indent: &str) -> String {
    // What we write has no keys that are not strings, which is all that could fail.
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    let lines: Vec<String> = text.lines().map(|line| format!("{indent}{line}")).collect();
    lines.join("\n")
}
