//! The program's own choices (§1.2): undef bits where concrete ones are needed,
//! `freeze`, the bits of NaNs, the order of equal zeros, and the addresses of its own allocations.
//!
//! Undef stays symbolic per bit as far as the exact rules of `sem` carry it; a [`Chooser`] is asked
//! only where an operation needs concrete bits. Addresses are laid out by a seed that the chooser
//! gives at the start of a run; a choice of kind [`ChoiceKind::Address`] is recorded where the
//! program's behaviour first depends on the layout.

use tollgate_ir::random::Random;
use tollgate_ir::{Func, Inst};

/// What is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ChoiceKind {
    /// The bits of an undef operand of an operation that has no exact rule for it.
    Undef,
    /// The bits that `freeze` chooses for poison or undef.
    Freeze,
    /// Which NaN an operation returns, or which of two zeros.
    Nan,
    /// Where the program's own objects lie.
    Address,
    /// Whether a weak `cmpxchg` fails although it could succeed, and other leeway of single
    /// operations.
    Leeway,
    /// Which result other than the strict one fast-math flags give. Only the strict one is ever
    /// computed: the kind is there to be left open.
    FastMath,
}

/// A question to the chooser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// What is chosen.
    pub kind: ChoiceKind,
    /// Where: function and instruction.
    pub place: Option<(Func, Inst)>,
    /// The number of alternatives less one: choices are `0..=last`.
    pub last: u64,
}

/// A choice that was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The question.
    pub question: Question,
    /// The choice.
    pub answer: u64,
}

/// Makes the program's choices.
pub trait Chooser {
    /// A choice in `0..=question.last`.
    fn choose(&mut self, question: &Question) -> u64;

    /// The seed by which addresses are laid out; zero packs them tightly.
    fn layout_seed(&mut self) -> u64;

    /// Whether choices of a kind stay open. The result of an operation that would ask for one is
    /// then widened: to undef bits, or to poison where some choice gives poison. A run with open
    /// choices stands for all runs with these choices made, and perhaps for more: what none of its
    /// behaviours allows, none of theirs allows.
    fn stays_open(&self, _: ChoiceKind) -> bool {
        false
    }
}

/// Choices from a seed. Seed zero makes the plainest choice everywhere: zero bits, the preferred
/// NaN, tight addresses.
#[derive(Clone, Debug)]
pub struct Seeded {
    seed: u64,
    random: Random,
}

impl Seeded {
    /// With this seed.
    pub fn new(seed: u64) -> Self {
        Self { seed, random: Random::new(seed) }
    }
}

impl Chooser for Seeded {
    fn choose(&mut self, question: &Question) -> u64 {
        if self.seed == 0 {
            return 0;
        }
        // Zero, all ones and small numbers find more than uniform bits do.
        let bits = self.random.next_u64();
        let answer = match bits & 7 {
            0 => 0,
            1 => question.last,
            2 | 3 => bits >> 60,
            _ => self.random.next_u64(),
        };
        match question.last.checked_add(1) {
            Some(count) => answer % count,
            None => answer,
        }
    }

    fn layout_seed(&mut self) -> u64 {
        self.seed
    }
}

/// All sequences of choices, depth first, one run after another.
///
/// Use: [`Enumerate::new`], then run with it and call [`advance`](Self::advance) until that returns
/// `false`.
#[derive(Clone, Debug)]
pub struct Enumerate {
    /// The choices of the current run so far, with the last alternative of each question.
    path: Vec<(u64, u64)>,
    /// The number of them that the current run has asked for.
    position: usize,
    max_alternatives: u64,
    exhaustive: bool,
    runs: u64,
    max_runs: u64,
}

impl Enumerate {
    /// At most `max_runs` runs; a question with more than `max_alternatives` alternatives gets its
    /// first and last ones tried only, and then the enumeration is not exhaustive.
    pub fn new(max_runs: u64, max_alternatives: u64) -> Self {
        Self {
            path: Vec::new(),
            position: 0,
            max_alternatives: max_alternatives.max(2),
            exhaustive: true,
            runs: 1,
            max_runs,
        }
    }

    /// Goes on to the next sequence; `false` if there is none or the bound of runs is reached.
    pub fn advance(&mut self) -> bool {
        self.path.truncate(self.position);
        self.position = 0;
        while let Some((answer, last)) = self.path.pop() {
            if answer < last {
                if self.runs >= self.max_runs {
                    self.exhaustive = false;
                    return false;
                }
                self.runs += 1;
                self.path.push((answer + 1, last));
                return true;
            }
        }
        false
    }

    /// Whether all choices were tried, after [`advance`](Self::advance) has returned `false`.
    pub fn is_exhaustive(&self) -> bool {
        self.exhaustive
    }

    /// How many runs there were, the current one included.
    pub fn runs(&self) -> u64 {
        self.runs
    }
}

impl Chooser for Enumerate {
    fn choose(&mut self, question: &Question) -> u64 {
        let last = question.last.min(self.max_alternatives - 1);
        if last != question.last || question.kind == ChoiceKind::Address {
            self.exhaustive = false;
        }
        if self.position == self.path.len() {
            self.path.push((0, last));
        }
        let (answer, _) = self.path[self.position];
        self.position += 1;
        // Of too many alternatives the later half of the tries counts from the other end.
        if last == question.last || answer <= last / 2 {
            answer
        } else {
            question.last - (last - answer)
        }
    }

    fn layout_seed(&mut self) -> u64 {
        // One layout for all runs: choices of one layout have no meaning in another one.
        0
    }
}

/// Another chooser, with the choices of some kinds left open.
#[derive(Clone, Debug)]
pub struct Open<C> {
    /// Who makes the others.
    pub chooser: C,
    /// The kinds that stay open.
    pub kinds: &'static [ChoiceKind],
}

impl<C: Chooser> Chooser for Open<C> {
    fn choose(&mut self, question: &Question) -> u64 {
        self.chooser.choose(question)
    }

    fn layout_seed(&mut self) -> u64 {
        self.chooser.layout_seed()
    }

    fn stays_open(&self, kind: ChoiceKind) -> bool {
        self.kinds.contains(&kind) || self.chooser.stays_open(kind)
    }
}

/// Repeats a recorded sequence of choices, then zeros: for replaying a run.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    answers: std::collections::VecDeque<u64>,
    layout: u64,
}

impl Replay {
    /// The recorded choices, in this layout.
    pub fn new(choices: &[Choice], layout: u64) -> Self {
        let asked = choices.iter().filter(|choice| choice.question.kind != ChoiceKind::Address);
        Self { answers: asked.map(|choice| choice.answer).collect(), layout }
    }
}

impl Chooser for Replay {
    fn choose(&mut self, question: &Question) -> u64 {
        if question.kind == ChoiceKind::Address {
            return 0;
        }
        self.answers.pop_front().unwrap_or(0).min(question.last)
    }

    fn layout_seed(&mut self) -> u64 {
        self.layout
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(last: u64) -> Question {
        Question { kind: ChoiceKind::Freeze, place: None, last }
    }

    #[test]
    fn enumeration_visits_every_sequence_once() {
        let mut chooser = Enumerate::new(1000, 256);
        let mut seen = Vec::new();
        loop {
            let first = chooser.choose(&question(2));
            // The number of later choices depends on the first one.
            let rest: Vec<u64> = (0..first).map(|_| chooser.choose(&question(1))).collect();
            seen.push((first, rest));
            if !chooser.advance() {
                break;
            }
        }
        assert_eq!(seen.len(), 1 + 2 + 4);
        seen.dedup();
        assert_eq!(seen.len(), 7);
        assert!(chooser.is_exhaustive());
    }

    #[test]
    fn enumeration_says_when_it_gave_up() {
        let mut chooser = Enumerate::new(1000, 4);
        let mut seen = Vec::new();
        loop {
            seen.push(chooser.choose(&question(u64::MAX)));
            if !chooser.advance() {
                break;
            }
        }
        assert_eq!(seen, [0, 1, u64::MAX - 1, u64::MAX]);
        assert!(!chooser.is_exhaustive());

        let mut chooser = Enumerate::new(2, 256);
        chooser.choose(&question(9));
        assert!(chooser.advance());
        chooser.choose(&question(9));
        assert!(!chooser.advance());
        assert!(!chooser.is_exhaustive());
    }

    #[test]
    fn seeded_answers_stay_in_range() {
        for seed in 0..50 {
            let mut chooser = Seeded::new(seed);
            for last in [0, 1, 2, 255, u64::MAX] {
                assert!(chooser.choose(&question(last)) <= last);
            }
        }
    }
}
