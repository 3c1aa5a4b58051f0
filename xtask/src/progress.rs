//! The progress of a long command: a bar on a terminal, else a line from time to time.
//!
//! Written by hand because it is forty lines; a crate for it would be the largest dependency of
//! this one.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const BAR_WIDTH: usize = 30;
/// Redrawing more often than the eye can follow only costs time.
const REDRAW_EVERY: Duration = Duration::from_millis(80);
/// Logs want few lines.
const PLAIN_LINE_EVERY: Duration = Duration::from_secs(10);

/// Progress through a known number of steps. May be shared among threads.
#[derive(Debug)]
pub struct Progress {
    title: String,
    total: usize,
    terminal: bool,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    done: usize,
    started: Instant,
    shown: Option<Instant>,
}

impl Progress {
    /// Starts at nothing done.
    pub fn new(title: impl Into<String>, total: usize) -> Progress {
        Progress {
            title: title.into(),
            total,
            terminal: io::stderr().is_terminal(),
            state: Mutex::new(State { done: 0, started: Instant::now(), shown: None }),
        }
    }

    /// One more step is done; `name` is the one.
    pub fn step(&self, name: &str) {
        // A thread that panicked while it drew leaves the counter as it was: still worth showing.
        let mut state = self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        state.done += 1;
        let interval = if self.terminal { REDRAW_EVERY } else { PLAIN_LINE_EVERY };
        let last = state.done == self.total;
        if last || state.shown.unwrap_or(state.started).elapsed() >= interval {
            state.shown = Some(Instant::now());
            let line = line(
                &self.title,
                state.done,
                self.total,
                state.started.elapsed(),
                self.terminal.then_some(name),
            );
            if self.terminal {
                eprint!("\r\x1b[2K{line}{}", if last { "\n" } else { "" });
            } else {
                eprintln!("{line}");
            }
        }
    }
}

/// The text of one state; with a bar if there is a name to show after it.
fn line(title: &str, done: usize, total: usize, elapsed: Duration, name: Option<&str>) -> String {
    let seconds = elapsed.as_secs();
    match name {
        Some(name) => {
            let filled = (done * BAR_WIDTH).checked_div(total).unwrap_or(BAR_WIDTH);
            let bar = "#".repeat(filled) + &".".repeat(BAR_WIDTH - filled);
            let name: String = name.chars().take(40).collect();
            format!("{title} [{bar}] {done}/{total} {seconds} s  {name}")
        }
        None => format!("{title}: {done}/{total} after {seconds} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bar_fills_with_the_work() {
        let at = |done| line("compile", done, 10, Duration::from_secs(2), Some("a.c"));
        assert_eq!(at(0), format!("compile [{}] 0/10 2 s  a.c", ".".repeat(30)));
        assert_eq!(at(5), format!("compile [{}{}] 5/10 2 s  a.c", "#".repeat(15), ".".repeat(15)));
        assert_eq!(at(10), format!("compile [{}] 10/10 2 s  a.c", "#".repeat(30)));
    }

    #[test]
    fn plain_line_has_no_control_characters() {
        let text = line("compile", 3, 0, Duration::from_secs(61), None);
        assert_eq!(text, "compile: 3/0 after 61 s");
    }
}
