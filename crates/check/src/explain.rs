//! Why nothing was shown: an [`Explanation`], as data.
//!
//! It names the [obligation](Unmet) that was not met, where it stands in both files, the places
//! where the terms of both functions [begin to differ](TermDifference), what is [missing](Missing)
//! there as far as that can be told, and the [terms] themselves. Text, JSON and pictures are three
//! renderings of it. Nothing here decides anything: a graph is looked at after an attempt at a
//! proof has failed.

mod alignment;
mod callees;
mod calls;
mod causes;
mod claims;
mod descent;
mod difference;
mod facts;
mod hint;
mod hints;
mod intervals;
mod invariants;
mod json;
mod known;
mod linear;
mod loops;
mod memory;
mod missing;
mod names;
mod notation;
mod particulars;
mod reordered;
mod samples;
mod supposition;
mod terms;
mod unmet;

pub(crate) use alignment::{Likeness, matched};
pub use descent::LoopPart;
pub use difference::{Shown, TermDifference, TermDifferenceKind};
pub use hint::Hint;
pub use known::Known;
pub use loops::LeftLoops;
pub use missing::{Missing, Sample};
pub(crate) use supposition::Supposition;
pub use terms::{Member, Terms, Whose};
pub use unmet::Unmet;

use crate::Side;
use crate::text::{cut, cut_both};
use crate::verdict::Strategy;
use descent::{Answer, Descent, Leaf, LeafKind};
use difference::retract_crosswise;
use names::Names;
use notation::{Notation, SOURCE, TARGET};
use std::fmt;
use tollgate_graph::{Graph, Node, Op, RootKind};
use tollgate_ir::{Context, Flags, Inst, Span};

/// Why one attempt at a proof failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The obligation that was not met.
    pub unmet: Unmet,
    /// The strategy that did not meet it.
    pub strategy: Strategy,
    /// The place in the source.
    pub source: Option<Place>,
    /// The place in the target.
    pub target: Option<Place>,
    /// Under which condition the source and the target come there, where that matters.
    pub conditions: [Option<String>; 2],
    /// Where the terms begin to differ.
    pub differences: Vec<TermDifference>,
    /// Where loops differ: what else differs in what is observed, if these loops are taken for the
    /// same.
    pub further: Vec<TermDifference>,
    /// What came of supposing that the differences are none, if that was tried.
    pub trial: Option<Trial>,
    /// What is not met next if the differences are none, if more is missing: the obligation, with
    /// its places. `None` if it is still the same one.
    pub next: Option<String>,
    /// How many other differences were found that are none if these are not.
    pub following: usize,
    /// What is missing besides what the differences tell.
    pub missing: Vec<Missing>,
    /// The limit at which the comparison of terms stopped, if it did: there may be other
    /// differences.
    pub stopped_at: Option<String>,
    /// Loops of the source and of the target that the other function does not have, if loops are
    /// what is not met.
    pub loops: Option<[LeftLoops; 2]>,
    /// What the target seems to have been made by, or how the explanation is to be read.
    pub hints: Vec<Hint>,
    /// The terms of both.
    pub terms: Terms,
    /// What came of the other strategies.
    pub attempts: Vec<Attempt>,
}

/// What came of a proof in which differences were supposed to be none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trial {
    /// The pair is proven: nothing else is missing. If there are several differences, then without
    /// none of them.
    Enough,
    /// The pair is proven if all that is named holds; perhaps not all of it is needed.
    EnoughTogether,
    /// Something else is missing as well.
    MoreIsMissing,
    /// It was not tried to the end: the time, or the memory, for this function was used up.
    NotFinished,
}

impl Trial {
    /// In a word that programs can rely on.
    pub fn code(self) -> &'static str {
        match self {
            Self::Enough => "enough",
            Self::EnoughTogether => "enough-together",
            Self::MoreIsMissing => "more-is-missing",
            Self::NotFinished => "not-finished",
        }
    }
}

/// A place in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// `file:line:col`.
    pub place: String,
    /// Line and column.
    pub position: (u32, u32),
    /// What stands there.
    pub text: String,
}

/// What came of another strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// Which.
    pub strategy: Strategy,
    /// Why it failed, in one line.
    pub reason: String,
    /// Whether a limit was reached.
    pub is_limit: bool,
    /// The blocks of the source and of the target from which on it did, of a simulation.
    pub after: Option<[String; 2]>,
    /// What it failed on, if it was an obligation.
    pub explanation: Option<Box<Explanation>>,
}

/// An obligation that was not met, by nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Undischarged {
    pub(crate) unmet: Unmet,
    pub(crate) source: Option<Node>,
    pub(crate) target: Option<Node>,
    /// Of loops, those of the source and of the target that are not the same ones.
    pub(crate) loops: Option<Box<[UnmatchedLoops; 2]>>,
}

/// The loops of a function that the other one does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct UnmatchedLoops {
    /// How many loops the function has.
    pub(crate) all: usize,
    /// Those that are not loops of the other function.
    pub(crate) left: Vec<Node>,
}

/// A function as far as an explanation speaks of it: where its nodes come from.
#[derive(Clone, Copy)]
pub(crate) struct Told<'a> {
    pub(crate) side: Side<'a>,
    pub(crate) places: &'a [(Node, Span)],
}

/// Differences that are kept.
const MAX_DIFFERENCES: usize = 4;
/// Terms of a line are cut after so many characters.
const MAX_IN_LINE: usize = 60;
/// Conditions under which control comes somewhere are cut after so many.
const MAX_CONDITION: usize = 240;

/// That flags of instructions of the target hold, as what is missing.
pub(crate) fn flags_missing(
    graph: &Graph,
    ctx: &Context,
    [source, target]: [Told<'_>; 2],
    flagged: &[(Inst, Flags)],
) -> Vec<Missing> {
    let names = [source, target].map(|told| Names::new(graph, ctx, told.side, told.places));
    Notation::new(graph, ctx, names, Detail::Full).missing_flags_at(flagged)
}

/// Says why an obligation was not met.
pub(crate) fn explain(
    graph: &Graph,
    ctx: &Context,
    told: [Told<'_>; 2],
    strategy: Strategy,
    undischarged: Undischarged,
    detail: Detail,
) -> Explanation {
    explained(graph, ctx, told, strategy, undischarged, detail, false).0
}

/// How much is made of an explanation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    /// The reason in one line: nobody asked for more, and most of the time of a check may go into
    /// functions of which no proof is found.
    Line,
    /// All that is found.
    Full,
}

/// A difference, and what would have to hold for it to be none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ToTry {
    pub(crate) difference: TermDifference,
    pub(crate) supposition: Supposition,
    /// Whether only the texts say that it may be what is missing.
    pub(crate) is_guess: bool,
}

/// The same, with what may be what is missing: those of the differences that say something, and
/// more that may be.
pub(crate) fn explain_to_try(
    graph: &Graph,
    ctx: &Context,
    told: [Told<'_>; 2],
    strategy: Strategy,
    undischarged: Undischarged,
) -> (Explanation, Vec<ToTry>) {
    explained(graph, ctx, told, strategy, undischarged, Detail::Full, true)
}

fn explained(
    graph: &Graph,
    ctx: &Context,
    [source, target]: [Told<'_>; 2],
    strategy: Strategy,
    Undischarged { unmet, source: before, target: after, loops }: Undischarged,
    detail: Detail,
    is_tried: bool,
) -> (Explanation, Vec<ToTry>) {
    let names = [source, target].map(|told| Names::new(graph, ctx, told.side, told.places));
    let notation = Notation::new(graph, ctx, names, detail);
    // Of a loop, what it is left by; what it is entered by is told apart.
    let told = |node: Node| match graph.as_loop(node) {
        Some(found) if unmet == Unmet::LoopEntry => found.entered,
        Some(found) => found.exit_condition,
        None => node,
    };
    let mut this = Explanation {
        source: notation.place_of(SOURCE, unmet, before),
        target: notation.place_of(TARGET, unmet, after),
        terms: Terms::new(&notation, before.map(told), after.map(told)),
        ..Explanation::brief(unmet, strategy)
    };
    let mut descent = Descent::new(&notation);
    this.compare(&notation, &mut descent, before, after);
    this.stopped_at = descent.stopped_at.map(|limit| limit.to_string());
    // What is made of what differs comes after it.
    let leaves = descent.found;
    let inner = notation.inner_differences(&leaves);
    let mut ranked: Vec<(usize, Leaf)> = inner.into_iter().zip(leaves).collect();
    ranked.sort_by_key(|it| it.0);
    ranked.truncate(MAX_DIFFERENCES);
    let leaves: Vec<Leaf> = ranked.iter().map(|it| it.1.clone()).collect();
    let mut differences: Vec<TermDifference> =
        leaves.iter().map(|leaf| notation.difference(leaf)).collect();
    retract_crosswise(&mut differences);
    let mut differences: Vec<(TermDifference, usize)> = differences.into_iter().zip(0..).collect();
    // What was reached by two ways is one difference.
    let mut seen: Vec<TermDifference> = Vec::new();
    differences.retain(|(it, _)| {
        let without_path = TermDifference { path: Vec::new(), ..it.clone() };
        let is_new = !seen.contains(&without_path);
        seen.push(without_path);
        is_new
    });
    // A loop that is left in its first iteration may as well not be entered.
    if this.hints.contains(&Hint::UnchangingExit { of_source: true }) {
        let entered = |it: &&mut (TermDifference, usize)| it.0.part == Some(LoopPart::Entry);
        for (it, _) in differences.iter_mut().filter(entered) {
            for missing in &mut it.missing {
                if let Missing::Excluded(value, numbers) = missing {
                    *missing = Missing::Holds(format!(
                        "where {value} is {numbers}, a loop that is left in its first iteration \
                         is none"
                    ));
                }
            }
        }
    }
    // Where both conditions of a loop differ, that which the headline is about comes first; then
    // what says what is missing.
    if unmet == Unmet::ExitCondition
        && !differences.is_empty()
        && differences.iter().all(|it| it.0.part == Some(LoopPart::Entry))
        && this.stopped_at.is_none()
    {
        this.unmet = Unmet::LoopEntry;
    }
    let is_of_exit = this.unmet == Unmet::ExitCondition;
    differences.sort_by_key(|(it, at)| {
        let is_of_other_part = match it.part {
            Some(LoopPart::Entry) => is_of_exit,
            Some(LoopPart::Exit) | None => false,
        };
        let rank = match it.missing.first().map(Missing::fact) {
            Some(Missing::Attributes(..)) => 1,
            Some(_) => 0,
            None => 2,
        };
        let is_of_some = it.missing.iter().any(Missing::is_only_for_some);
        (is_of_other_part, is_of_some, ranked[*at].0 > 0, rank)
    });
    // What only says that two terms differ is no news where another difference says why.
    if differences.iter().any(|it| it.0.says_why()) {
        differences.retain(|it| !it.0.says_nothing() || it.0.source != it.0.target);
    }
    let mut to_try: Vec<ToTry> = Vec::new();
    let mut add = |difference: &TermDifference, leaf: &Leaf, is_guess: bool| {
        let supposition = notation.supposition(leaf).filter(|_| !difference.says_nothing());
        let difference = difference.clone();
        to_try.extend(supposition.map(|supposition| ToTry { difference, supposition, is_guess }));
    };
    for (difference, at) in &differences {
        add(difference, &leaves[*at], false);
    }
    this.differences = differences.into_iter().map(|it| it.0).collect();
    this.retract();
    let first = this.first_difference().and_then(|it| it.missing.first());
    if first.is_some_and(|it| matches!(it.fact(), Missing::Attributes(..))) {
        for leaf in notation.calls_that_promise_more() {
            let difference = notation.difference(&leaf);
            add(&difference, &leaf, false);
            this.differences
                .extend((!this.differences.contains(&difference)).then_some(difference));
        }
    }
    if let (Some(before), Some(after)) = (before, after) {
        for (difference, leaf, is_told) in notation.further(before, after, &this.differences) {
            add(&difference, &leaf, false);
            this.further.extend((!is_told).then_some(difference));
        }
    }
    if is_tried {
        for leaf in notation.aligned_differences() {
            let difference = notation.difference(&leaf);
            let supposition = notation.supposition(&leaf).filter(|_| !difference.says_nothing());
            to_try.extend(supposition.map(|supposition| ToTry {
                difference,
                supposition,
                is_guess: true,
            }));
        }
    }
    let missing_observation = match unmet {
        Unmet::ObservationMissing => before.map(|root| (SOURCE, root)),
        Unmet::ObservationExtra => after.map(|root| (TARGET, root)),
        _ => None,
    };
    to_try.extend(missing_observation.and_then(|(side, root)| notation.never_made(side, root)));
    if unmet == Unmet::LessDefined
        && this.first_difference().is_some_and(|it| !it.is_of_definedness())
    {
        this.unmet = Unmet::Value;
    }
    // Whether a test that only one loop is under holds says little of how it was made.
    if loops.is_some() {
        for it in
            this.differences.iter_mut().filter(|it| it.source.is_none() != it.target.is_none())
        {
            it.missing.retain(|missing| !matches!(missing.fact(), Missing::Holds(_)));
        }
    }
    this.hints.extend(notation.hints_of_writes(&leaves));
    if this.is_of_calls() {
        this.hints.extend(notation.hints_of_calls());
    }
    if let Some(loops) = &loops {
        this.loops = Some([SOURCE, TARGET].map(|side| notation.left_loops(side, &loops[side])));
        this.hints.extend(notation.hints_of_loops(loops, [before, after]));
    }
    this.tell_of_rotation(before.zip(after).and_then(|pair| notation.first_test(pair)));
    this.tell_of_moved_calls();
    this.tell_of_unswitching();
    this.gather_alike();
    if this.has_found_nothing() {
        this.hints.push(Hint::NothingFound);
    }
    let is_certain = this.differences.len() < 2
        && !this.all_missing().is_empty()
        && this.stopped_at.is_none()
        && loops.is_none_or(|loops| loops.iter().all(|it| it.left.len() < 2));
    if !is_certain && !this.differences.is_empty() {
        this.hints.push(Hint::MayFollow);
    }
    (this, to_try)
}

impl Explanation {
    /// That of an attempt that others come after: nobody looks at its terms.
    pub(crate) fn brief(unmet: Unmet, strategy: Strategy) -> Self {
        Self {
            unmet,
            strategy,
            source: None,
            target: None,
            conditions: [None, None],
            differences: Vec::new(),
            further: Vec::new(),
            trial: None,
            next: None,
            following: 0,
            missing: Vec::new(),
            stopped_at: None,
            loops: None,
            hints: Vec::new(),
            terms: Terms::default(),
            attempts: Vec::new(),
        }
    }

    fn compare(
        &mut self,
        notation: &Notation<'_>,
        descent: &mut Descent<'_, '_>,
        before: Option<Node>,
        after: Option<Node>,
    ) {
        let graph = notation.graph;
        let root = |node: Node| graph.as_root(node).map(|root| root.kind);
        if let (Unmet::ObservationCondition, Some(source), Some(target)) =
            (self.unmet, before, after)
        {
            let [source, target] = [source, target].map(|root| graph.operand(root, 1));
            // What follows from a call that differs is none of its own.
            if descent.events_below(source, target) != Answer::Differs {
                descent.whole(source, target);
            }
        }
        let gate = |side: usize, node: Option<Node>| {
            let node = node.filter(|&node| root(node).is_some())?;
            let gate = notation.gate(side, graph.operand(node, 1));
            (gate != "true").then_some(gate)
        };
        self.conditions = match [gate(SOURCE, before), gate(TARGET, after)] {
            [Some(one), Some(other)] => cut_both([&one, &other], MAX_CONDITION).map(Some),
            both => both.map(|one| one.map(|one| cut(&one, MAX_CONDITION))),
        };
        if let (true, Some(target)) = (self.unmet.is_of_undefined_behaviour(), after)
            && let Some(kind) = root(target)
            && self.unmet != Unmet::InventedStore
        {
            self.missing = notation.missing_of_root(kind, target);
            self.hints.extend(notation.hint_of_branches(target));
        }
        if self.unmet == Unmet::LoopRemoved {
            self.missing = vec![Missing::Terminates];
        }
        if self.unmet == Unmet::ObservationMissing {
            let never = before.and_then(|node| notation.seems_never_made(SOURCE, node));
            let missing = || before.and_then(|node| notation.missing_call(node));
            self.missing.extend(never.or_else(missing));
        }
        if self.unmet == Unmet::ObservationExtra {
            let never = after.and_then(|node| notation.seems_never_made(TARGET, node));
            let missing = || after.and_then(|node| notation.missing_extra(node));
            self.missing.extend(never.or_else(missing));
        }
        if let (true, None, Some(target)) = (self.unmet.is_of_undefined_behaviour(), before, after)
            && let Some(source) =
                notation.hazard_like(target, |one, other| descent.likeness(one, other))
        {
            // It does not imply that of the target: perhaps it is of another place.
            let pointer = |root: Node| graph.operand(graph.operand(root, 2), 1);
            descent.pair(pointer(source), pointer(target));
            self.source = notation.place_of(SOURCE, self.unmet, Some(source));
            self.conditions[SOURCE] = gate(SOURCE, Some(source));
        }
        let (Some(source), Some(target)) = (before, after) else { return };
        if self.unmet == Unmet::ObservationCondition {
            return;
        }
        match (graph.op(source), graph.op(target)) {
            (Op::Loop { .. }, Op::Loop { .. }) => {
                let mut parts = [(LoopPart::Entry, 1), (LoopPart::Exit, 2)];
                if self.unmet == Unmet::ExitCondition {
                    parts.reverse();
                }
                for (part, at) in parts {
                    descent.part = Some(part);
                    let [source, target] = [source, target].map(|it| graph.operand(it, at));
                    if descent.events_below(source, target) != Answer::Differs {
                        descent.whole(source, target);
                    }
                }
                descent.part = None;
                let unchanging = [(SOURCE, source), (TARGET, target)]
                    .into_iter()
                    .filter(|&(_, node)| notation.has_unchanging_exit(node));
                self.hints.extend(
                    unchanging.map(|(side, _)| Hint::UnchangingExit { of_source: side == SOURCE }),
                );
            }
            (Op::Root(RootKind::Observation), Op::Root(RootKind::Observation)) => {
                let [source, target] = [source, target].map(|node| graph.operand(node, 2));
                descent.whole(source, target);
                self.unmet = notation.observed_otherwise(descent, self.unmet, source, target);
            }
            (Op::Event(_), Op::Event(_)) => {
                descent.whole(source, target);
                self.unmet = notation.observed_otherwise(descent, self.unmet, source, target);
            }
            (Op::Root(_), Op::Root(_)) => {
                let count = graph.operands(source).len().min(graph.operands(target).len());
                // A condition is as defined as its negation.
                let is_negated = self.unmet == Unmet::Branch
                    && notation.are_opposite(graph.operand(source, 2), graph.operand(target, 2));
                let first = if is_negated { 3 } else { 2 };
                for at in (first..count).chain([1]) {
                    descent.pair(graph.operand(source, at), graph.operand(target, at));
                }
                let gates = [source, target].map(|it| graph.operand(it, 1));
                match (self.conditions.clone(), descent.pair(gates[0], gates[1])) {
                    // One condition, of values that have other names in each.
                    ([Some(source), Some(_)], Answer::Same) => {
                        self.conditions = [Some(source.clone()), Some(source)];
                    }
                    ([Some(source), Some(target)], Answer::Differs | Answer::Unknown)
                        if source != target =>
                    {
                        self.missing.push(Missing::Implies(target, source));
                    }
                    (_, _) => {}
                }
            }
            _ => {
                let is_gate = matches!(self.unmet, Unmet::ReturnCondition | Unmet::ReturnedValue);
                if !is_gate || descent.events_below(source, target) != Answer::Differs {
                    descent.whole(source, target);
                }
            }
        }
    }

    /// Whether the terms of both are compared, and nothing says in what they differ.
    fn has_found_nothing(&self) -> bool {
        let says_nothing = |it: &TermDifference| {
            let short = |shown: &Option<Shown>| shown.as_ref().map(|it| it.short.clone());
            it.missing.is_empty()
                && it.only.iter().all(Vec::is_empty)
                && short(&it.source) == short(&it.target)
        };
        self.source.is_some()
            && self.target.is_some()
            && self.missing.is_empty()
            && self.differences.iter().all(says_nothing)
    }

    /// Whether it says what is missing, and that it is all: a fact that may hold, of which a trial
    /// says that the pair would be proven by it. That bytes can be accessed only says what an
    /// instruction needs, and not what the source is to say of it; and a law may be one of all
    /// values but for what is poison.
    pub(crate) fn is_settled(&self) -> bool {
        let is_fact = |it: &&Missing| {
            let is_need = matches!(it.fact(), Missing::Accessible { .. } | Missing::Law(..));
            !it.is_only_for_some() && !is_need
        };
        let missing = self.all_missing();
        self.trial == Some(Trial::Enough) && !missing.is_empty() && missing.iter().all(is_fact)
    }

    /// The same obligation, of which only these are missing: a trial has found that.
    pub(crate) fn with_missing(mut self, missing: Vec<Missing>, is_least: bool) -> Self {
        self.missing = missing;
        self.following = 0;
        self.differences.clear();
        self.further.clear();
        self.stopped_at = None;
        self.hints.retain(|hint| !matches!(hint, Hint::MayFollow | Hint::NothingFound));
        self.next = None;
        self.trial = Some(if is_least { Trial::Enough } else { Trial::EnoughTogether });
        self
    }

    /// The difference that says most, of those that are no guess.
    pub fn first_difference(&self) -> Option<&TermDifference> {
        self.differences.iter().find(|it| !it.is_guess)
    }

    /// What is missing, each once, but for guesses.
    pub fn all_missing(&self) -> Vec<&Missing> {
        let found = self.differences.iter().filter(|it| !it.is_guess);
        let each = found.flat_map(|it| &it.missing);
        let mut found: Vec<&Missing> = Vec::new();
        for missing in self.missing.iter().chain(each) {
            if !found.contains(&missing) {
                found.push(missing);
            }
        }
        found
    }
}

impl Notation<'_> {
    /// Writes that one of the functions makes in a loop and the other outside of it.
    fn hints_of_writes(&self, leaves: &[Leaf]) -> Vec<Hint> {
        let mut hints: Vec<Hint> = Vec::new();
        for leaf in leaves.iter().filter(|leaf| matches!(leaf.kind, LeafKind::Write { .. })) {
            if let (Some(write), None) = (leaf.source, leaf.target) {
                let hint = self.slots_made_values(write);
                hints.extend(hint.filter(|hint| !hints.contains(hint)));
            }
            for (side, write) in [(SOURCE, leaf.source), (TARGET, leaf.target)] {
                let hint = write.and_then(|write| self.promoted(side, write));
                hints.extend(hint.filter(|hint| !hints.contains(hint)));
            }
        }
        hints
    }

    /// Where something stands in a function, or where it would.
    fn place_of(&self, side: usize, unmet: Unmet, node: Option<Node>) -> Option<Place> {
        let names = &self.names[side];
        let is_of_return = match unmet {
            Unmet::ReturnedValue
            | Unmet::MemoryAtReturn
            | Unmet::ReturnCondition
            | Unmet::ReturnExtra
            | Unmet::ReturnMissing => true,
            Unmet::LoopWithoutCounterpart
            | Unmet::LoopEntry
            | Unmet::ExitCondition
            | Unmet::LoopProgress
            | Unmet::LoopRemoved
            | Unmet::ObservationMissing
            | Unmet::ObservationExtra
            | Unmet::ObservationCondition
            | Unmet::ObservationLoop
            | Unmet::ObservationKind
            | Unmet::Arguments
            | Unmet::MemoryAtCall
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
        };
        let span = match node {
            Some(_) | None if is_of_return => names.return_span(),
            Some(node) => names.span(node).or_else(|| {
                let from = if self.graph.as_root(node).is_some() {
                    2
                } else if self.graph.as_loop(node).is_some() {
                    1
                } else {
                    return names.nearest_span(node);
                };
                let operands = self.graph.operands(node);
                operands[from..].iter().find_map(|&operand| names.nearest_span(operand))
            }),
            None => None,
        };
        let span = span.or_else(|| node.map(|_| names.function_span()))?;
        (!span.is_none()).then(|| self.place(side, span))
    }

    fn place(&self, side: usize, span: Span) -> Place {
        let names = &self.names[side];
        Place { place: names.place(span), position: names.position(span), text: names.line(span) }
    }

    /// What exactly differs of two observations.
    fn observed_otherwise(
        &self,
        descent: &mut Descent<'_, '_>,
        unmet: Unmet,
        source: Node,
        target: Node,
    ) -> Unmet {
        if unmet != Unmet::ObservationKind {
            return unmet;
        }
        let graph = self.graph;
        let (Op::Event(one), Op::Event(other)) = (graph.op(source), graph.op(target)) else {
            return unmet;
        };
        let (count, others) = (graph.operands(source).len(), graph.operands(target).len());
        if one.opcode != other.opcode || count != others {
            return unmet;
        }
        let mut answer =
            |at: usize| descent.pair(graph.operand(source, at), graph.operand(target, at));
        // The callee stands last.
        let callee = if count > 2 { answer(count - 1) } else { Answer::Same };
        let arguments = (2..count).map(&mut answer).max().unwrap_or(Answer::Same);
        let memory = answer(0);
        match (callee, arguments, memory) {
            (Answer::Differs | Answer::Unknown, _, _) => unmet,
            (Answer::Same, Answer::Differs, _) => Unmet::Arguments,
            (Answer::Same, _, Answer::Differs) => Unmet::MemoryAtCall,
            (Answer::Same, Answer::Same, Answer::Same) => {
                let added = other.flags - one.flags;
                match (added.contains(Flags::TAIL), one == other) {
                    (true, _) => Unmet::TailCall,
                    (false, false) => Unmet::CallAttributes,
                    // What nothing was found of is most often what was written in which order.
                    (false, true) => Unmet::MemoryAtCall,
                }
            }
            (Answer::Same, _, _) => unmet,
        }
    }
}

/// In one line: what differs, what is missing, and where.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.unmet)?;
        if let Some(difference) = self.first_difference() {
            write!(f, ": {}", difference.short())?;
        }
        // What only one of them has stands there as it is.
        if let (None, Some(place), None) | (None, None, Some(place)) =
            (self.first_difference(), &self.source, &self.target)
        {
            write!(f, ": {}", cut(&place.text, MAX_IN_LINE))?;
        }
        match (self.all_missing().first(), &self.stopped_at) {
            (Some(missing), _) => write!(f, "; missing: {missing}")?,
            (None, Some(limit)) => write!(f, "; not compared beyond a limit of {limit}")?,
            (None, None) => {}
        }
        f.write_str(&self.positions())
    }
}

impl Explanation {
    /// Where it is, in both files, behind a space.
    fn positions(&self) -> String {
        let position = |it: &Place| format!("{}:{}", it.position.0, it.position.1);
        match (&self.source, &self.target) {
            (Some(source), Some(target)) => {
                format!(" (source {}, target {})", position(source), position(target))
            }
            (Some(source), None) => format!(" (source {})", position(source)),
            (None, Some(target)) => format!(" (target {})", position(target)),
            (None, None) => String::new(),
        }
    }

    /// The obligation and where it stands, if it is another one than that of another explanation.
    pub(crate) fn other_than(&self, other: &Self) -> Option<String> {
        let place = |it: &Self| (it.unmet, it.source.clone(), it.target.clone());
        (place(self) != place(other)).then(|| format!("{}{}", self.unmet, self.positions()))
    }
}
