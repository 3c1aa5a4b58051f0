//! [`Budget`]: what the work on one function may cost, all of its parts together.
//!
//! Whoever takes on work makes one budget and hands it down; whoever does the work asks it now and
//! then, and stops where it [is over](Budget::is_over). Once over it stays over, so that everything
//! above stops as well, and it remembers which limit was reached and what was being done then.
//! Copies share one state. A part of a budget ([`Budget::part`]) ends earlier and leaves the rest
//! to those who come later.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The clock is looked at once in so many questions: often enough for a millisecond, and too seldom
/// to cost anything.
const QUESTIONS_A_LOOK: u32 = 64;

/// What work may cost.
#[derive(Clone, Debug, Default)]
pub struct Budget(Rc<State>);

#[derive(Debug, Default)]
struct State {
    deadline: Option<Instant>,
    memory: Option<Memory>,
    questions: Cell<u32>,
    phase: Cell<Phase>,
    over: Cell<Option<Over>>,
    /// What became of it, of all parts of a budget.
    record: Rc<Record>,
}

/// How long each phase took, and which limits of single steps were reached.
#[derive(Debug, Default)]
struct Record {
    current: Cell<Option<(Phase, Instant)>>,
    spent: RefCell<Vec<(Phase, Duration)>>,
    reached: RefCell<BTreeMap<&'static str, u32>>,
}

impl Record {
    fn enter(&self, phase: Option<Phase>) {
        let now = Instant::now();
        let next = phase.map(|phase| (phase, now));
        let Some((last, since)) = self.current.replace(next) else { return };
        let mut spent = self.spent.borrow_mut();
        let time = now.duration_since(since);
        match spent.iter_mut().find(|it| it.0 == last) {
            Some((_, sum)) => *sum += time,
            None => spent.push((last, time)),
        }
    }
}

/// How memory is limited and measured.
#[derive(Clone, Copy, Debug)]
struct Memory {
    /// Tells how many bytes this thread holds. Only differences count.
    held: fn() -> i64,
    most: i64,
}

/// What is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// How long it takes.
    Time,
    /// How many bytes it holds.
    Memory,
}

/// A limit that was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Over {
    /// Which.
    pub limit: Limit,
    /// What was being done.
    pub phase: Phase,
}

/// What is being done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Phase {
    /// What the modules say besides the functions.
    #[default]
    Context,
    /// Stack slots, canonical form.
    Canonical,
    /// Gates.
    Gates,
    /// The value graph.
    Graph,
    /// The search for a proof on it.
    Proof,
    /// The search for a proof by simulation.
    Simulation,
    /// The search for a counterexample.
    Refutation,
    /// Making a counterexample small, and telling of it.
    Explaining,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Context => "comparing the modules",
            Self::Canonical => "making the canonical form",
            Self::Gates => "finding the gates",
            Self::Graph => "building the value graph",
            Self::Proof => "looking for a proof",
            Self::Simulation => "simulating",
            Self::Refutation => "looking for a counterexample",
            Self::Explaining => "explaining the counterexample",
        })
    }
}

impl Budget {
    /// Anything may be spent.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// So much time from now on.
    pub fn of_time(time: Duration) -> Self {
        // A time too far away to be told is none.
        Self(Rc::new(State { deadline: Instant::now().checked_add(time), ..State::default() }))
    }

    /// The same, with so many bytes more than are held now. `held` tells how many bytes this thread
    /// holds.
    pub fn with_memory(self, held: fn() -> i64, bytes: u64) -> Self {
        let most = held().saturating_add(i64::try_from(bytes).unwrap_or(i64::MAX));
        let state = State {
            deadline: self.0.deadline,
            memory: Some(Memory { held, most }),
            record: Rc::clone(&self.0.record),
            ..State::default()
        };
        Self(Rc::new(state))
    }

    /// A share of the time that is left, for work that other work comes after.
    pub fn part(&self, share: f64) -> Self {
        let now = Instant::now();
        let deadline = self
            .0
            .deadline
            .map(|deadline| now + deadline.saturating_duration_since(now).mul_f64(share));
        let (memory, record) = (self.0.memory, Rc::clone(&self.0.record));
        Self(Rc::new(State { deadline, memory, record, ..State::default() }))
    }

    /// From here on this is being done.
    pub fn enter(&self, phase: Phase) {
        self.0.phase.set(phase);
        self.0.record.enter(Some(phase));
    }

    /// How long each phase took so far, in the order in which they began; of all parts of this
    /// budget together.
    pub fn spent(&self) -> Vec<(Phase, Duration)> {
        let current = self.0.record.current.get().map(|(phase, _)| phase);
        self.0.record.enter(current);
        self.0.record.spent.borrow().clone()
    }

    /// Counts that a step was not taken, or not to its end, because of the limit of this name. The
    /// work goes on without it: see [`is_over`](Self::is_over) for the limits that end it.
    pub fn note_limit(&self, name: &'static str) {
        let mut reached = self.0.record.reached.borrow_mut();
        let count = reached.entry(name).or_default();
        *count = count.saturating_add(1);
    }

    /// The limits that were noted so far and how often, by their names; of all parts of this budget
    /// together.
    pub fn limits_noted(&self) -> Vec<(&'static str, u32)> {
        self.0.record.reached.borrow().iter().map(|(&name, &count)| (name, count)).collect()
    }

    /// Whether a limit was reached. To be asked often: most questions cost nothing.
    #[inline]
    pub fn is_over(&self) -> bool {
        let questions = self.0.questions.get().wrapping_add(1);
        self.0.questions.set(questions);
        if questions.is_multiple_of(QUESTIONS_A_LOOK) {
            self.look()
        } else {
            self.0.over.get().is_some()
        }
    }

    /// The limit that was reached, looked at now.
    pub fn over(&self) -> Option<Over> {
        self.look();
        self.0.over.get()
    }

    /// An error if a limit was reached, looked at now: for steps that take long.
    pub fn check(&self) -> Result<(), Over> {
        self.over().map_or(Ok(()), Err)
    }

    #[cold]
    fn look(&self) -> bool {
        if self.0.over.get().is_none() {
            let limit = if self.0.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                Some(Limit::Time)
            } else if self.0.memory.is_some_and(|memory| (memory.held)() > memory.most) {
                Some(Limit::Memory)
            } else {
                None
            };
            self.0.over.set(limit.map(|limit| Over { limit, phase: self.0.phase.get() }));
        }
        self.0.over.get().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_over_stays_over_and_knows_why() {
        let budget = Budget::of_time(Duration::ZERO);
        budget.enter(Phase::Graph);
        let copy = budget.clone();
        assert!((0..QUESTIONS_A_LOOK).any(|_| copy.is_over()));
        budget.enter(Phase::Proof);
        assert_eq!(budget.over(), Some(Over { limit: Limit::Time, phase: Phase::Graph }));
        assert_eq!(copy.check(), Err(Over { limit: Limit::Time, phase: Phase::Graph }));
    }

    #[test]
    fn without_a_limit_nothing_is_over() {
        let budget = Budget::unlimited();
        assert!((0..10_000).all(|_| !budget.is_over()));
        assert_eq!(Budget::of_time(Duration::MAX).over(), None);
    }

    #[test]
    fn a_part_ends_alone() {
        let budget = Budget::of_time(Duration::from_secs(1_000));
        assert!(budget.part(0.0).over().is_some());
        assert_eq!((budget.part(0.5).over(), budget.over()), (None, None));
    }

    #[test]
    fn phases_of_all_parts_are_timed() {
        let budget = Budget::unlimited();
        assert_eq!(budget.spent(), []);
        budget.enter(Phase::Graph);
        budget.part(0.5).enter(Phase::Proof);
        budget.enter(Phase::Graph);
        let phases: Vec<Phase> = budget.spent().into_iter().map(|(phase, _)| phase).collect();
        assert_eq!(phases, [Phase::Graph, Phase::Proof]);
    }

    #[test]
    fn memory_counts_from_where_it_began() {
        thread_local!(static HELD: Cell<i64> = const { Cell::new(700) });
        let budget = Budget::of_time(Duration::from_secs(1_000)).with_memory(|| HELD.get(), 100);
        assert_eq!(budget.over(), None);
        HELD.set(800);
        assert_eq!(budget.part(0.5).over(), None);
        HELD.set(801);
        assert_eq!(budget.part(0.5).over().map(|over| over.limit), Some(Limit::Memory));
        assert_eq!(budget.over().map(|over| over.limit), Some(Limit::Memory));
    }
}
