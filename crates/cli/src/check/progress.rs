//! How far a check has come, once that takes longer than people like to wait without a word; on
//! terminals only.

use std::io::IsTerminal as _;
use std::sync::Mutex;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(1);
const INTERVAL: Duration = Duration::from_millis(100);
const BAR_WIDTH: usize = 30;
/// Names longer than this are cut, so that the line stays one.
const NAME_WIDTH: usize = 40;

/// A bar that redraws itself. Shared among threads.
pub struct Progress(Option<Mutex<State>>);

struct State {
    next: Instant,
    shown: bool,
}

impl Progress {
    /// Nothing is done yet.
    pub fn new() -> Self {
        let state = State { next: Instant::now() + PATIENCE, shown: false };
        Self(std::io::stderr().is_terminal().then(|| Mutex::new(state)))
    }

    /// So many of so many are done; this was the last.
    pub fn step(&self, done: usize, all: usize, name: &str) {
        let Some(state) = &self.0 else { return };
        // A thread that panicked while it drew leaves nothing worse than an old line.
        let mut state = state.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if Instant::now() < state.next {
            return;
        }
        state.next = Instant::now() + INTERVAL;
        state.shown = true;
        eprint!("\r\x1b[K{}", line(done, all, name));
    }

    /// Takes the line away.
    pub fn clear(&self) {
        let Some(state) = &self.0 else { return };
        if state.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).shown {
            eprint!("\r\x1b[K");
        }
    }
}

fn line(done: usize, all: usize, name: &str) -> String {
    let full = (BAR_WIDTH * done).checked_div(all).unwrap_or(0).min(BAR_WIDTH);
    let name: String = name.chars().take(NAME_WIDTH).collect();
    format!("check [{}{}] {done}/{all} {name}", "#".repeat(full), " ".repeat(BAR_WIDTH - full))
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn lines_stay_short() {
        assert_eq!(line(1, 2, "f"), format!("check [{}{}] 1/2 f", "#".repeat(15), " ".repeat(15)));
        assert_eq!(line(0, 0, ""), format!("check [{}] 0/0 ", " ".repeat(30)));
        assert!(line(5, 5, &"x".repeat(1000)).len() < 100);
    }
}
