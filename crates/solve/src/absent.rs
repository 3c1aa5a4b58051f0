//! What stands in for the solver in a build without the feature `solver`, which needs no C++
//! compiler: every question is given up.

use std::cell::{Ref, RefCell};
use std::time::Instant;

use crate::Reason;
use crate::backend::Outcome;
use crate::trace::Trace;

/// No solver.
pub(crate) struct Backend {
    trace: RefCell<Trace>,
}

impl Backend {
    pub(crate) fn new() -> Self {
        Self { trace: RefCell::default() }
    }

    pub(crate) fn trace(&self) -> Ref<'_, Trace> {
        self.trace.borrow()
    }

    pub(crate) fn add(&mut self, _clause: &[i32]) {}

    pub(crate) fn solve(
        &mut self,
        _assumptions: &[i32],
        _conflicts: u32,
        _deadline: Option<Instant>,
    ) -> Result<Outcome, Reason> {
        Err(Reason::Absent)
    }

    pub(crate) fn is_true(&mut self, _variable: i32) -> bool {
        false
    }
}
