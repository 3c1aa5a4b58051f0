//! Which of several differences is the cause, and which follow from it.

use super::descent::{Leaf, LeafKind};
use super::hint::Hint;
use super::missing::{Missing, Sample};
use super::notation::{Notation, SOURCE, TARGET};
use super::supposition::Supposition;
use super::unmet::Unmet;
use super::{Explanation, LoopPart, Shown, TermDifference, TermDifferenceKind, ToTry};
use tollgate_graph::{Node, Op, RootKind};

/// Calls that are held against each other for what they promise.
const MAX_CALLS: usize = 16;

impl Explanation {
    /// Whether what is called matters to what was not met.
    pub(super) fn is_of_calls(&self) -> bool {
        match self.unmet {
            Unmet::LoopWithoutCounterpart
            | Unmet::LoopEntry
            | Unmet::ExitCondition
            | Unmet::ObservationMissing
            | Unmet::ObservationExtra
            | Unmet::ObservationCondition
            | Unmet::ObservationLoop
            | Unmet::ObservationKind
            | Unmet::Arguments
            | Unmet::MemoryAtCall
            | Unmet::ReturnExtra
            | Unmet::ReturnMissing
            | Unmet::ReturnCondition
            | Unmet::ReturnedValue
            | Unmet::MemoryAtReturn => true,
            Unmet::LoopProgress
            | Unmet::LoopRemoved
            | Unmet::CallAttributes
            | Unmet::TailCall
            | Unmet::LessDefined
            | Unmet::Value
            | Unmet::Load
            | Unmet::Store
            | Unmet::Division
            | Unmet::Branch
            | Unmet::Unreachable
            | Unmet::Overlap
            | Unmet::Assumption
            | Unmet::InventedStore => false,
        }
    }

    /// Where a call was moved out of the loop, that it returns is not all that is missing.
    pub(super) fn tell_of_moved_calls(&mut self) {
        for hint in &self.hints {
            let Hint::MovedCall { callee, source, target, out: true } = hint else { continue };
            let is_of_it = |it: &&mut TermDifference| {
                let short = it.target.as_ref().map(|shown| &shown.short);
                it.part == Some(LoopPart::Entry)
                    && short.is_some_and(|it| it.contains(&**callee) && it.ends_with(" returns"))
            };
            for it in self.differences.iter_mut().filter(is_of_it) {
                it.missing = vec![Missing::Holds(format!(
                    "{callee} returns, and it makes no difference that it is called once (line \
                     {target} of the target) and not in each iteration (line {source})"
                ))];
            }
        }
    }

    /// Where the loop was unswitched, the condition by which that was done need not hold.
    pub(super) fn tell_of_unswitching(&mut self) {
        let unswitched = self.hints.iter().find_map(|hint| match hint {
            Hint::Unswitched { target, .. } => Some(*target),
            _ => None,
        });
        let Some([one, other]) = unswitched else { return };
        for it in self.differences.iter_mut().filter(|it| it.part == Some(LoopPart::Entry)) {
            it.missing = vec![Missing::Holds(format!(
                "the loop of the source does what the two of the target at lines {one} and {other} \
                 do, of which each is entered in other cases"
            ))];
        }
    }

    /// Where the loop is rotated, exit conditions of one iteration are not to be the same. What is
    /// missing is more particular where the target enters the loop without the source's first test.
    pub(super) fn tell_of_rotation(&mut self, first_test: Option<Missing>) {
        let is_rotated =
            self.hints.iter().any(|it| matches!(it, Hint::Rotated { blocks: Some(_) }));
        let is_of_iteration = |it: &Missing| {
            it.is_only_for_some()
                || matches!(it.fact(), Missing::Invariant { .. } | Missing::Excluded(..))
        };
        // A difference of which nothing is said may have any cause.
        let is_rotation = |it: &TermDifference| {
            it.part == Some(LoopPart::Exit)
                && it.source.is_some()
                && it.target.is_some()
                && !it.missing.is_empty()
                && it.missing.iter().all(is_of_iteration)
        };
        if !is_rotated {
            return;
        }
        if let Some(first_test) = first_test {
            // The exit conditions differ by one iteration, and that follows from the rotation.
            self.differences.retain(|it| it.part != Some(LoopPart::Exit));
            self.missing.push(first_test);
            return;
        }
        for it in self.differences.iter_mut().filter(|it| is_rotation(it)) {
            it.missing = vec![Missing::Holds(
                "both loops do the same, though the target tests at the end of an iteration what \
                 the source tests at the beginning of the next one"
                    .into(),
            )];
        }
    }

    /// Leaves out what follows from another difference as far as the texts say.
    pub(crate) fn retract(&mut self) {
        // Where two terms are the same by a rule, their parts need not be.
        let is_law = |it: &TermDifference| {
            it.missing.iter().any(|missing| matches!(missing.fact(), Missing::Law(..)))
        };
        if self.differences.iter().any(is_law) {
            self.differences.retain(|it| !it.missing.iter().any(Missing::is_only_for_some));
        }
        retract_moved(&mut self.differences);
    }

    /// Whether a difference is told of with one that is shown.
    pub(crate) fn tells_of(&self, it: &TermDifference) -> bool {
        self.differences.iter().any(|known| are_alike(known, it))
    }

    /// Takes differences together in which the same is missing for the same reason: the first one
    /// stands for the others.
    pub(crate) fn gather_alike(&mut self) {
        let mut kept: Vec<TermDifference> = Vec::new();
        for it in std::mem::take(&mut self.differences) {
            match kept.iter_mut().find(|first| are_alike(first, &it)) {
                Some(first) => first.alike.extend(line(&it)),
                None => kept.push(it),
            }
        }
        for it in &mut kept {
            let own = line(it);
            it.alike.sort_unstable();
            it.alike.dedup();
            it.alike.retain(|&at| Some(at) != own);
        }
        self.differences = kept;
    }
}

/// Where a difference stands, in the source if it is there.
fn line(it: &TermDifference) -> Option<u32> {
    let shown = it.source.as_ref().or(it.target.as_ref())?;
    shown.place.as_ref().map(|place| place.position.0)
}

/// Whether only the target's call promises something, and the same in two places.
fn are_alike(one: &TermDifference, other: &TermDifference) -> bool {
    let is_of_call = |it: &TermDifference| {
        let is_call = |shown: &Option<Shown>| {
            shown.as_ref().is_some_and(|shown| shown.short.starts_with("call "))
        };
        is_call(&it.source) && is_call(&it.target) && !it.only[TARGET].is_empty()
    };
    is_of_call(one) && is_of_call(other) && one.only == other.only
}

/// Leaves out tests, and writes, that each of the functions makes somewhere, where they are not
/// made in the same place: another difference says why.
fn retract_moved(differences: &mut Vec<TermDifference>) {
    let only = |it: &TermDifference| {
        let is_moved = match it.kind {
            TermDifferenceKind::Value => false,
            TermDifferenceKind::Condition => it.missing.is_empty(),
            TermDifferenceKind::Write | TermDifferenceKind::WriteBeforeRead => true,
        };
        match (&it.source, &it.target) {
            (Some(one), None) if is_moved => Some((SOURCE, one.short.clone())),
            (None, Some(one)) if is_moved => Some((TARGET, one.short.clone())),
            (_, _) => None,
        }
    };
    let all: Vec<(usize, String)> = differences.iter().filter_map(only).collect();
    let is_of_both = |it: &TermDifference| {
        let found = only(it);
        found.is_some_and(|(side, text)| all.contains(&(SOURCE + TARGET - side, text)))
    };
    // If nothing else is told, the first of each pair is.
    let is_all = differences.iter().all(is_of_both);
    let mut seen: Vec<String> = Vec::new();
    differences.retain(|it| {
        let Some((_, text)) = only(it).filter(|_| is_of_both(it)) else { return true };
        let is_new = !seen.contains(&text);
        seen.push(text);
        is_all && is_new
    });
}

impl Notation<'_> {
    /// Calls of both functions that differ in nothing but what they promise, in their order: what
    /// is missing at one of them is missing at the others as well.
    pub(super) fn calls_that_promise_more(&self) -> Vec<Leaf> {
        let graph = self.graph;
        let [before, after] =
            [SOURCE, TARGET].map(|side| self.names[side].roots_in_order(RootKind::Observation));
        if before.len() != after.len() {
            return Vec::new();
        }
        let event = |root: Node| self.through(graph.operand(root, 2));
        let pairs = before.into_iter().zip(after).map(|(one, other)| (event(one), event(other)));
        let differ_so = |&(one, other): &(Node, Node)| {
            let callee = |node: Node| graph.operands(node).last().map(|&it| self.through(it));
            let (Op::Event(mine), Op::Event(others)) = (graph.op(one), graph.op(other)) else {
                return false;
            };
            let is_one_call = mine.call.is_some()
                && callee(one) == callee(other)
                && graph.operands(one).len() == graph.operands(other).len();
            is_one_call && mine != others
        };
        let leaf = |(one, other)| Leaf::plain(Some(one), Some(other), LeafKind::Value);
        pairs.filter(differ_so).take(MAX_CALLS).map(leaf).collect()
    }

    /// That a call, or another observation, is never made, as a difference that can be tried.
    pub(super) fn never_made(&self, side: usize, root: Node) -> Option<ToTry> {
        self.graph.as_root(root)?;
        let gate = self.graph.operand(root, 1);
        if self.truth(gate).is_some() {
            return None;
        }
        let (source, target) = match side {
            SOURCE => (Some(gate), None),
            _ => (None, Some(gate)),
        };
        let leaf = Leaf::plain(source, target, LeafKind::Condition);
        let mut difference = self.difference(&leaf);
        difference.missing = vec![self.never(side, root)];
        let supposition = Supposition::Truth(self.graph.find(gate), false);
        Some(ToTry { difference, supposition, is_guess: false })
    }

    /// The same as what is missing, where the condition holds for nothing that was tried.
    pub(super) fn seems_never_made(&self, side: usize, root: Node) -> Option<Missing> {
        self.graph.as_root(root)?;
        let found = self.never(side, root);
        (found.sample() == Some(&Sample::Holds)).then_some(found)
    }

    fn never(&self, side: usize, root: Node) -> Missing {
        let gate = self.graph.operand(root, 1);
        let what = self.term(side, self.graph.operand(root, 2));
        let condition = self.gate(side, gate);
        let sample = self.sample_of_truth(gate, false);
        Missing::Never { what, condition }.sampled(sample)
    }
}
