//! Trials: would the pair be proven if what differs were the same?
//!
//! A pair was not proven, and an [explanation](crate::explain) names where both functions begin to
//! differ. What is found first need not be what is missing: it may follow from something else, or
//! the prover may see through it once that is known. So the differences are supposed to be none, in
//! a copy of the graph, and the proof is tried again.
//!
//! **No verdict comes from here.** What is supposed is false for all that is known; all that leaves
//! this file is an explanation. It is asked for when everything else has been tried.

use super::goal::{Goal, Laws};
use super::strategy::value_graph::{self, BuiltPair};
use crate::explain::{
    Explanation, Hint, Missing, Shown, Supposition, TermDifference, ToTry, Trial, Undischarged,
    explain_to_try,
};
use crate::verdict::Strategy;
use tollgate_graph::{Env, Graph, Mode, Node};
use tollgate_ir::{Context, Entity as _};

/// Proofs that are tried with one difference supposed to be none.
const MAX_SINGLE: usize = 16;
/// How often what is missing next is looked for.
const MAX_ROUNDS: usize = 12;
/// Differences of which it is tried whether the others follow from them.
const MAX_CAUSES: usize = 4;
/// Differences that are supposed to be none at once.
const MAX_TOGETHER: usize = 24;
/// Guesses that are shown though no trial says that they are what is missing.
const MAX_GUESSED: usize = 2;
/// Instructions of the target that are supposed to be defined.
const MAX_HAZARDS: usize = 6;

/// Explains why a value graph did not prove a pair, by trials.
pub(super) fn explained(
    goal: &Goal<'_>,
    ctx: &mut Context,
    strategy: Strategy,
) -> Option<Explanation> {
    let mode = match strategy {
        Strategy::ValueGraph => Mode::Exact,
        Strategy::RelatedValueGraph => Mode::Related,
        Strategy::SameShape | Strategy::Simulation(_) => return None,
    };
    let mut graph = Graph::new();
    let config = goal.config(ctx, Laws::All);
    let mut env = Env::new(ctx, goal.layout, &config, goal.effort());
    let pair = value_graph::build_both(goal, &mut graph, &mut env, mode).ok()?;
    // While the proof is looked for, calls become one that get the same answer: what they differ in
    // is seen before only.
    let base = graph.clone();
    let unmet = pair.show(goal, &mut graph, &mut env, &[]).err()?;
    let told = pair.told(goal);
    let (explanation, mut found) = explain_to_try(&graph, env.ctx, told, strategy, unmet.clone());
    let is_of_base = |node: &Option<Node>| node.is_none_or(|node| node.index() < base.len());
    if is_of_base(&unmet.source) && is_of_base(&unmet.target) {
        found.extend(explain_to_try(&base, env.ctx, told, strategy, unmet.clone()).1);
    }
    let found = each_once(found);
    let mut trials = Trials { goal, pair: &pair, base: &base, env: &mut env, mode };
    // One that is enough, if there is one. What does not say what is missing is no answer where
    // something else says so.
    let (telling, others): (Vec<ToTry>, Vec<ToTry>) =
        found.iter().cloned().partition(|it| it.difference.says_why());
    for it in telling.iter().take(MAX_SINGLE) {
        if trials.are_enough(&[it.supposition]) {
            return Some(enough(explanation, vec![it.difference.clone()]));
        }
    }
    if let Some(found) = trials.without_hazards(&explanation, unmet, strategy) {
        return Some(found);
    }
    if explanation.all_missing().is_empty() {
        for it in others.iter().take(MAX_SINGLE) {
            if trials.are_enough(&[it.supposition]) {
                return Some(enough(explanation, vec![it.difference.clone()]));
            }
        }
    }
    let found = if explanation.all_missing().is_empty() { found } else { telling };
    // What was found to differ, and then also what only the texts say.
    let all = found.clone();
    let certain = found.into_iter().filter(|it| !it.is_guess).collect();
    let first = trials.what_is_next(explanation.clone(), certain, strategy, false)?;
    if first.trial == Some(Trial::Enough) {
        return Some(first);
    }
    let second = trials.what_is_next(explanation, all.clone(), strategy, true)?;
    if second.trial == Some(Trial::Enough) {
        return Some(second);
    }
    let first = trials.causes(first, &all)?;
    Some(with_guesses(first, &all))
}

/// Each that can be supposed once. That a condition holds says more than that two values are one,
/// and may say that control does not come there at all: it is supposed last.
fn each_once(found: Vec<ToTry>) -> Vec<ToTry> {
    let mut out: Vec<ToTry> = Vec::new();
    for it in found {
        if !out.iter().any(|known| known.supposition == it.supposition) {
            out.push(it);
        }
    }
    out.sort_by_key(|it| {
        let kind = match it.supposition {
            Supposition::Equal(..) | Supposition::Opposite(..) => 0,
            Supposition::NoWrite(_) => 1,
            Supposition::Truth(..) => 2,
        };
        (kind, it.difference.missing.is_empty())
    });
    out
}

/// Where nothing that was found says what is missing, where the texts part says more. What else
/// they say that is particular comes after what was found.
fn with_guesses(mut explanation: Explanation, all: &[ToTry]) -> Explanation {
    // What is not so of all values is no good guess.
    let is_guess = |it: &&TermDifference| {
        !it.missing.is_empty() && !it.missing.iter().any(Missing::is_only_for_some)
    };
    let guesses = || all.iter().map(|it| &it.difference).filter(is_guess);
    if explanation.differences.is_empty() && !explanation.missing.is_empty() {
        return explanation;
    }
    if explanation.differences.iter().all(|it| it.missing.is_empty()) {
        let first: Vec<TermDifference> = guesses()
            .take(MAX_GUESSED)
            .map(|it| TermDifference { is_guess: true, ..it.clone() })
            .collect();
        let is_first = |it: &TermDifference| {
            let mut first = first.iter();
            first.any(|first| (&first.source, &first.target) == (&it.source, &it.target))
        };
        explanation.differences.retain(|it| !is_first(it));
        if !first.is_empty() {
            explanation.hints.retain(|hint| *hint != Hint::NothingFound);
            explanation.differences.retain(|it| !it.says_nothing());
        }
        // A guess is often wrong: what was found comes before it.
        explanation.differences.extend(first);
        explanation.retract();
        return explanation;
    }
    let is_known = |it: &TermDifference| {
        let mut known = explanation.differences.iter().chain(&explanation.further);
        known.any(|known| (&known.source, &known.target) == (&it.source, &it.target))
            || explanation.tells_of(it)
    };
    // That two values are the same is no more than a guess says in any case.
    let is_particular = |it: &Missing| {
        matches!(
            it.fact(),
            Missing::Holds(_)
                | Missing::Flags(..)
                | Missing::Attributes(..)
                | Missing::Defined { .. }
                | Missing::NonNegative(_)
        )
    };
    let is_exact = |shown: &Option<Shown>| shown.as_ref().is_some_and(|it| it.is_exact);
    let more: Vec<TermDifference> = guesses()
        .filter(|it| it.missing.iter().all(is_particular))
        .filter(|it| is_exact(&it.source) && is_exact(&it.target) && !is_known(it))
        .take(MAX_GUESSED)
        .map(|it| TermDifference { is_guess: true, ..it.clone() })
        .collect();
    if !more.is_empty() {
        let is_equality = |it: &TermDifference| {
            it.missing.iter().any(|it| matches!(it.fact(), Missing::Equal(..)))
        };
        explanation.further.retain(|it| !is_equality(it));
        explanation.further.extend(more);
    }
    explanation
}

/// An explanation whose differences are all that is missing.
fn enough(mut explanation: Explanation, differences: Vec<TermDifference>) -> Explanation {
    let is_other = |it: &&TermDifference| {
        differences.iter().all(|kept| (&kept.source, &kept.target) != (&it.source, &it.target))
    };
    explanation.following = match differences.is_empty() {
        true => 0,
        false => explanation.differences.iter().filter(is_other).count(),
    };
    explanation.differences.clear();
    for it in differences {
        // The same place is one difference, though it may be several nodes.
        let place = |it: &TermDifference| {
            let place = |shown: &Option<Shown>| shown.as_ref().map(|it| it.place.clone());
            [place(&it.source), place(&it.target)]
        };
        if !explanation.differences.iter().any(|known| place(known) == place(&it)) {
            explanation.differences.push(it);
        }
    }
    // What says why comes first.
    explanation.differences.sort_by_key(|it| !it.says_why());
    explanation.trial = Some(Trial::Enough);
    explanation.further.clear();
    explanation.stopped_at = None;
    if !explanation.differences.is_empty() {
        explanation.missing.clear();
    }
    explanation.hints.retain(|hint| !matches!(hint, Hint::MayFollow | Hint::NothingFound));
    explanation.retract();
    explanation.gather_alike();
    explanation
}

/// Proofs on copies of a graph.
struct Trials<'a, 'e> {
    goal: &'a Goal<'a>,
    pair: &'a BuiltPair,
    base: &'a Graph,
    env: &'a mut Env<'e>,
    mode: Mode,
}

impl Trials<'_, '_> {
    /// Whether the pair is proven if none of these is a difference.
    fn are_enough(&mut self, supposed: &[Supposition]) -> bool {
        if self.goal.budget.is_over() {
            return false;
        }
        // Decisions are put in order when they are made: where a function has no loops, whose
        // variables are others when it is built again, what follows from what is supposed is made
        // anew.
        let is_found = self.are_enough_anew(supposed)
            || self.goal.has_loops() && self.are_enough_in_place(supposed);
        is_found && !self.goal.budget.is_over()
    }

    fn are_enough_in_place(&mut self, supposed: &[Supposition]) -> bool {
        let mut graph = self.base.clone();
        supposed.iter().all(|it| it.suppose(&mut graph, self.env)) && self.show(&mut graph).is_ok()
    }

    fn are_enough_anew(&mut self, supposed: &[Supposition]) -> bool {
        let mut graph = self.base.clone();
        if !supposed.iter().all(|it| it.suppose(&mut graph, self.env)) {
            return false;
        }
        graph.rebuild(self.env);
        supposed.iter().for_each(|it| it.keep(&mut graph));
        let pair = self.pair.with_target_again(self.goal, &mut graph, self.env, self.mode);
        pair.is_some_and(|pair| pair.show(self.goal, &mut graph, self.env, &[]).is_ok())
    }

    fn show(&mut self, graph: &mut Graph) -> Result<(), Undischarged> {
        graph.rebuild(self.env);
        self.pair.share(self.goal, graph, self.env);
        self.pair.show(self.goal, graph, self.env, &[]).map(|_| ())
    }

    /// What instructions of the target need that may be undefined, if nothing else is missing.
    fn without_hazards(
        &mut self,
        explanation: &Explanation,
        mut unmet: Undischarged,
        strategy: Strategy,
    ) -> Option<Explanation> {
        let told = self.pair.told(self.goal);
        let (mut explanation, mut roots) = (explanation.clone(), Vec::new());
        // Where several facts are named at one instruction, one of them may be enough.
        let mut is_least = explanation.missing.len() < 2;
        while unmet.unmet.is_of_undefined_behaviour() && roots.len() < MAX_HAZARDS {
            roots.push(unmet.target?);
            let mut graph = self.base.clone();
            match self.pair.show(self.goal, &mut graph, self.env, &roots) {
                Ok(_) if explanation.missing.is_empty() => return None,
                Ok(_) => {
                    let mut found = enough(explanation, Vec::new());
                    found.trial = Some(match is_least {
                        true => Trial::Enough,
                        false => Trial::EnoughTogether,
                    });
                    return Some(found);
                }
                Err(next) => {
                    let (more, _) =
                        explain_to_try(&graph, self.env.ctx, told, strategy, next.clone());
                    is_least &= more.missing.len() < 2;
                    for it in more.missing {
                        if !explanation.missing.contains(&it) {
                            explanation.missing.push(it);
                        }
                    }
                    unmet = next;
                }
            }
            if self.goal.budget.is_over() {
                return None;
            }
        }
        None
    }

    /// What is missing if none of these is a difference, and so on; and which of all that are
    /// needed.
    fn what_is_next(
        &mut self,
        mut explanation: Explanation,
        mut together: Vec<ToTry>,
        strategy: Strategy,
        guesses: bool,
    ) -> Option<Explanation> {
        let told = self.pair.told(self.goal);
        let is_truth = |it: &ToTry| matches!(it.supposition, Supposition::Truth(..));
        together.retain(|it| !is_truth(it));
        let mut at = self.base.clone();
        let (mut from, mut next) = (0, None);
        for round in 0..MAX_ROUNDS {
            if from == together.len() || together.len() > MAX_TOGETHER {
                break;
            }
            for it in &together[from..] {
                it.supposition.suppose(&mut at, self.env);
            }
            from = together.len();
            let shown = self.show(&mut at);
            if self.goal.budget.is_over() {
                return None;
            }
            let all: Vec<Supposition> = together.iter().map(|it| it.supposition).collect();
            let Some(unmet) = shown.err().filter(|_| !self.are_enough_anew(&all)) else {
                let needed = self.needed(together)?;
                return Some(enough(explanation, needed));
            };
            let (now, more) = explain_to_try(&at, self.env.ctx, told, strategy, unmet);
            if round == 0 {
                next = now.other_than(&explanation);
            }
            let is_new = |it: &ToTry| {
                let is_it = |known: &ToTry| {
                    (&known.difference.source, &known.difference.target)
                        == (&it.difference.source, &it.difference.target)
                };
                // What is made of something supposed is nothing that anybody has written.
                let is_of_pair = it.supposition.is_within(self.base);
                let is_condition = it.supposition.is_of_conditions(self.base);
                is_of_pair
                    // ... and how conditions follow from each other is not written as it was.
                    && !is_condition
                    && (guesses || !it.is_guess)
                    && !is_truth(it)
                    && !together.iter().any(is_it)
            };
            let more: Vec<ToTry> = each_once(more).into_iter().filter(is_new).collect();
            together.extend(more);
        }
        // Supposing that two nodes are one is not all that an invariant of loops says.
        let is_invariant = |it: &Missing| matches!(it.fact(), Missing::Invariant { .. });
        let mut said = explanation.differences.iter().flat_map(|it| &it.missing);
        if from > 0 && !explanation.differences.is_empty() && !said.any(is_invariant) {
            explanation.trial = Some(Trial::MoreIsMissing);
            explanation.next = next;
        }
        Some(explanation)
    }

    /// Leaves out the differences that are none where another one is none, which is shown before
    /// them.
    fn causes(&mut self, mut explanation: Explanation, all: &[ToTry]) -> Option<Explanation> {
        let supposed = |it: &TermDifference| {
            let is_it = |other: &&ToTry| {
                (&other.difference.source, &other.difference.target) == (&it.source, &it.target)
            };
            all.iter().find(is_it).map(|it| it.supposition)
        };
        let mut at = 0;
        while at < explanation.differences.len().min(MAX_CAUSES) {
            let Some(cause) = supposed(&explanation.differences[at]) else {
                at += 1;
                continue;
            };
            let mut graph = self.base.clone();
            if explanation.differences.len() < 2 || !cause.suppose(&mut graph, self.env) {
                at += 1;
                continue;
            }
            let _ = self.show(&mut graph);
            if self.goal.budget.is_over() {
                return None;
            }
            let follows = |at: usize, it: &TermDifference, index: usize| {
                index != at && supposed(it).is_some_and(|it| it.holds_in(&graph))
            };
            let before = explanation.differences.len();
            let (first, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut explanation.differences)
                .into_iter()
                .enumerate()
                .filter(|(index, it)| !follows(at, it, *index))
                .partition(|it| it.0 <= at);
            at = first.len();
            explanation.differences = first.into_iter().chain(rest).map(|it| it.1).collect();
            explanation.following += before - explanation.differences.len();
        }
        Some(explanation)
    }

    /// Those without which the pair is not proven.
    fn needed(&mut self, mut all: Vec<ToTry>) -> Option<Vec<TermDifference>> {
        for at in (0..all.len()).rev() {
            let others = all.iter().enumerate().filter(|it| it.0 != at);
            let rest: Vec<Supposition> = others.map(|it| it.1.supposition).collect();
            if !rest.is_empty() && self.are_enough(&rest) {
                all.remove(at);
            }
            if self.goal.budget.is_over() {
                return None;
            }
        }
        Some(all.into_iter().map(|it| it.difference).collect())
    }
}
