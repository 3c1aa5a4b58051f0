//! [`TermDifference`]: where the terms of both functions begin to differ, as it is shown.

use super::descent::{Descent, Leaf, LeafKind, LoopPart, is_same_operation};
use super::memory;
use super::missing::Missing;
use super::notation::{Notation, SOURCE, TARGET};
use super::{MAX_IN_LINE, Place};
use crate::text::{cut, cut_both};
use tollgate_graph::{Node, Op, RootKind};

/// Differences that would be left if two loops were the same.
const MAX_FURTHER: usize = 3;
/// Observations of a function that are compared for these.
const MAX_ROOTS: usize = 30;
/// Values that lead to a difference are named up to this number.
const MAX_STEPS: usize = 8;
const MAX_STEP: usize = 40;

/// Where the terms of both functions begin to differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TermDifference {
    /// What differs.
    pub kind: TermDifferenceKind,
    /// What the source has there.
    pub source: Option<Shown>,
    /// What the target has there.
    pub target: Option<Shown>,
    /// What only the source's says besides its operation and operands, and what only the target's
    /// does: flags, attributes, alignments and the like, where both do the same.
    pub only: [Vec<String>; 2],
    /// What is missing for it to be no difference.
    pub missing: Vec<Missing>,
    /// What the source has branched on before, or assumes, that speaks of what differs.
    pub passed: Vec<String>,
    /// The lines where the same is missing for the same reason, besides this place.
    pub alike: Vec<u32>,
    /// Which condition of a loop it is in, if loops are compared.
    pub part: Option<LoopPart>,
    /// How what is compared leads to it: named values and memory, the outermost first.
    pub path: Vec<String>,
    /// Whether only the texts say that it may be what is missing: a trial did not.
    pub is_guess: bool,
}

/// What differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TermDifferenceKind {
    /// A value.
    Value,
    /// A condition.
    Condition,
    /// A write to memory.
    Write,
    /// A write to memory before something is read: the other function reads without it.
    WriteBeforeRead,
}

/// A term in LLVM's notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// Its name, if it has one, and what it does.
    pub term: String,
    /// In short: the name of a loop variable, else what it does.
    pub short: String,
    /// Where it stands, or else what it is made of.
    pub place: Option<Place>,
    /// Whether it stands exactly there.
    pub is_exact: bool,
}

impl TermDifference {
    /// Whether both are one value, of which the target's may be less defined.
    pub(super) fn is_of_definedness(&self) -> bool {
        let is_missing = |missing: &Missing| {
            matches!(
                missing.fact(),
                Missing::Defined { .. } | Missing::Flags(..) | Missing::Attributes(..)
            )
        };
        self.missing.iter().any(is_missing) || self.only.iter().any(|only| !only.is_empty())
    }

    /// Whether it says what is missing, or what only one of both says.
    pub(crate) fn says_why(&self) -> bool {
        !self.missing.is_empty() || self.only.iter().any(|only| !only.is_empty())
    }

    /// Whether it only says that two terms differ which say no more.
    pub(crate) fn says_nothing(&self) -> bool {
        let short = |shown: &Option<Shown>| shown.as_ref().map(|it| it.short.clone());
        let is_of_both = self.source.is_some() && self.target.is_some();
        self.missing.is_empty()
            && self.only.iter().all(Vec::is_empty)
            && (short(&self.source) == short(&self.target)
                || is_of_both && self.kind == TermDifferenceKind::Condition)
    }

    /// In short: what each of them has there, and where they are the same, in what they differ.
    pub(super) fn short(&self) -> String {
        let text = |shown: &Shown, most: usize| cut(&shown.short, most);
        match (&self.source, &self.target) {
            (Some(source), Some(target)) if source.short != target.short => {
                let [source, target] = cut_both([&source.short, &target.short], MAX_IN_LINE);
                format!("{source} / {target}")
            }
            (Some(both), Some(_)) => {
                let only = |only: &[String], whose: &str| {
                    let words = only.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>();
                    (!words.is_empty()).then(|| format!("{} only in the {whose}", words.join(", ")))
                };
                let [source, target] = &self.only;
                let only: Vec<String> = [only(source, "source"), only(target, "target")]
                    .into_iter()
                    .flatten()
                    .collect();
                match only.is_empty() {
                    true => format!("{}, which is another value in each", text(both, MAX_IN_LINE)),
                    false => format!("{}: {}", text(both, MAX_IN_LINE), only.join(", ")),
                }
            }
            (Some(one), None) => format!("{} {}", self.of_one("source"), text(one, MAX_IN_LINE)),
            (None, Some(one)) => format!("{} {}", self.of_one("target"), text(one, MAX_IN_LINE)),
            (None, None) => String::new(),
        }
    }

    fn of_one(&self, whose: &str) -> String {
        let does = match self.kind {
            TermDifferenceKind::Value => "has",
            TermDifferenceKind::Condition => "tests",
            TermDifferenceKind::Write => "writes memory, by",
            TermDifferenceKind::WriteBeforeRead => "reads after",
        };
        format!("only the {whose} {does}")
    }
}

impl Notation<'_> {
    /// A difference that was found, for people.
    pub(super) fn difference(&self, leaf: &Leaf) -> TermDifference {
        let missing = self.missing(leaf);
        // What is known by one of these is said with it.
        let is_open = |it: &Missing| it.why_known().is_none();
        let is_asked = missing.iter().any(is_open) && !matches!(leaf.kind, LeafKind::Write { .. });
        let passed = leaf.source.filter(|_| is_asked).and_then(|node| {
            let span = self.names[SOURCE].span(node)?;
            Some(self.passed(span, node))
        });
        TermDifference {
            kind: match leaf.kind {
                LeafKind::Value => TermDifferenceKind::Value,
                LeafKind::Condition => TermDifferenceKind::Condition,
                LeafKind::Write { read: Some(_) }
                    if leaf.source.is_none() != leaf.target.is_none() =>
                {
                    TermDifferenceKind::WriteBeforeRead
                }
                LeafKind::Write { .. } => TermDifferenceKind::Write,
            },
            source: leaf.source.map(|node| self.shown(SOURCE, self.event_before(node))),
            target: leaf.target.map(|node| self.shown(TARGET, self.event_before(node))),
            only: self.only(leaf),
            missing,
            passed: passed.unwrap_or_default(),
            alike: Vec::new(),
            part: leaf.part,
            path: self.path(leaf),
            is_guess: false,
        }
    }

    /// What else differs in what is observed, if two loops are taken for the same that are not.
    pub(super) fn further(
        &self,
        source: Node,
        target: Node,
        known: &[TermDifference],
    ) -> Vec<(TermDifference, Leaf, bool)> {
        let graph = self.graph;
        if !matches!((graph.op(source), graph.op(target)), (Op::Loop { .. }, Op::Loop { .. })) {
            return Vec::new();
        }
        let mut descent = Descent::brief(self);
        for at in [1, 2] {
            descent.accept(graph.operand(source, at), graph.operand(target, at));
        }
        for kind in [RootKind::Observation, RootKind::Return] {
            let [before, after] =
                [SOURCE, TARGET].map(|side| self.names[side].roots_in_order(kind));
            // Which of them belong together is not known otherwise.
            if before.len() != after.len() || before.len() > MAX_ROOTS {
                continue;
            }
            for (source, target) in before.into_iter().zip(after) {
                let count = graph.operands(source).len().min(graph.operands(target).len());
                for at in 2..count {
                    descent.pair(graph.operand(source, at), graph.operand(target, at));
                }
            }
        }
        let is_known = |it: &TermDifference| {
            known.iter().any(|known| {
                (&known.source, &known.target) == (&it.source, &it.target)
                    || !it.missing.is_empty()
                        && it.missing.iter().all(|it| known.missing.iter().any(|by| by.covers(it)))
            })
        };
        let mut left = MAX_FURTHER;
        let mut found: Vec<(TermDifference, Leaf, bool)> = Vec::new();
        for leaf in descent.found {
            let difference = self.difference(&leaf);
            let is_told = is_known(&difference) || left == 0;
            left -= usize::from(!is_told);
            found.push((difference, leaf, is_told));
        }
        found
    }

    /// The event that a memory comes after, if one made it.
    pub(super) fn event_before(&self, node: Node) -> Node {
        match *self.graph.op(node) == Op::MemoryAfter {
            true => self.graph.operand(node, 0),
            false => node,
        }
    }

    /// How what is compared leads to a difference, in names of the source.
    pub(super) fn path(&self, leaf: &Leaf) -> Vec<String> {
        let mut steps: Vec<String> = Vec::new();
        for &(node, other) in &leaf.path {
            if Some(node) == leaf.source || Some(other) == leaf.target {
                continue;
            }
            let node = self.event_before(node);
            let acts = matches!(
                self.graph.op(node),
                Op::Event(_) | Op::Store(_) | Op::Fill { .. } | Op::Copy { .. }
            );
            let step = if acts {
                cut(&self.term(SOURCE, node), MAX_STEP)
            } else if memory::is_memory(self.graph, node) {
                "memory".to_string()
            } else if let Some(name) = self.name(SOURCE, node) {
                name
            } else {
                continue;
            };
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
        if steps.len() > MAX_STEPS {
            let rest = steps.split_off(steps.len() - MAX_STEPS / 2);
            steps.truncate(MAX_STEPS / 2);
            steps.push("...".into());
            steps.extend(rest);
        }
        steps
    }

    /// What only one of two nodes says, if they are of one operation.
    pub(super) fn only(&self, leaf: &Leaf) -> [Vec<String>; 2] {
        match (leaf.source, leaf.target) {
            (Some(source), Some(target)) if is_same_operation(self.graph, source, target) => {
                self.particulars_that_differ(source, target)
            }
            (_, _) => [Vec::new(), Vec::new()],
        }
    }

    pub(super) fn shown(&self, side: usize, node: Node) -> Shown {
        let exact = self.names[side].span(node);
        let span = exact.or_else(|| self.names[side].nearest_span(node));
        Shown {
            term: self.definition(side, node),
            short: match self.graph.as_mu(self.through(node)) {
                Some(_) => self.operand(side, node),
                None => self.term(side, node),
            },
            place: span.map(|span| self.place(side, span)),
            is_exact: exact.is_some(),
        }
    }
}

/// Takes back guesses about pairs that are also compared the other way round: these are operands
/// in another order.
pub(super) fn retract_crosswise(differences: &mut [TermDifference]) {
    let texts = |it: &TermDifference| {
        let text = |shown: &Option<Shown>| shown.as_ref().map(|it| it.short.clone());
        text(&it.source).zip(text(&it.target))
    };
    let pairs: Vec<_> = differences.iter().filter_map(texts).collect();
    for it in differences {
        let crossed = texts(it).map(|(source, target)| (target, source));
        if crossed.is_some_and(|crossed| pairs.contains(&crossed)) {
            it.missing
                .retain(|it| !matches!(it.fact(), Missing::Invariant { .. } | Missing::Equal(..)));
        }
    }
}
