//! What the target is held to, root by root (clauses 3 and 4 of the contract).
//!
//! * **Loops** (4.8). Each of the target is one of the source. One of the source that the target does not have must make progress, by a promise of
//!   the source function, and let nothing be observed.
//! * **Hazards** (4.7). Each of the target is impossible, or wherever it is active one of the source is, of the same kind, in the same loop, with operands
//!   that it refines.
//! * **Observations and the return.** One to one, in the same loop, with equivalent gates; events, value and memory refine. An event holds the memory it
//!   happens in, and so everything that happened before it.
//!
//! The other laws of a proof have files of their own: [where the source is undefined](super::undefined), [what it promises](super::facts), [when two calls are one
//! observation](super::calls), [values where they are needed](super::decided) and [places that are part of others](super::places).

use super::facts::Facts;
use super::lines::line_of;
use super::places;
use super::undefined::Undefined;
use crate::Side;
use crate::verdict::{Assumption, Unknown};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use tollgate_graph::{Access, Apply, Built, Bytes, Env, Frame, Graph, Node, Op, Refinements, RootKind, Sink};
use tollgate_ir::{IntPredicate, Opcode, Type};

/// Holds the target against the source.
pub(super) fn show(
    graph: &mut Graph,
    env: &mut Env<'_>,
    source: &Built,
    target: &Built,
    progress: bool,
    mut facts: Facts<'_>,
    sides: Option<[Side<'_>; 2]>,
) -> Result<Shown, Unknown> {
    facts.look_at(graph, source);
    let settled = source.sinks.iter().map(|sink| (graph.find(sink.settled), graph.find(sink.value)));
    let mut proof = Obligations {
        refinements: Refinements::new(settled.collect()),
        undefined: Undefined::default(),
        index: None,
        limit: usize::MAX,
        only_same: false,
        sides,
        facts: &facts,
        graph,
        env,
        source,
        target,
    };
    proof.find_undefined();
    if proof.is_vacuous() {
        return Ok(Shown { assumptions: Vec::new(), vacuous: true });
    }
    let assumptions = proof.loops(progress)?;
    proof.observations()?;
    proof.returns()?;
    proof.hazards()?;
    proof.sinks()?;
    Ok(Shown { assumptions, vacuous: false })
}

/// What was shown.
pub(super) struct Shown {
    /// What it rests on.
    pub(super) assumptions: Vec<Assumption>,
    /// The source is undefined whatever its input.
    pub(super) vacuous: bool,
}

pub(super) struct Obligations<'a, 'e> {
    pub(super) graph: &'a mut Graph,
    pub(super) env: &'a mut Env<'e>,
    pub(super) source: &'a Built,
    pub(super) target: &'a Built,
    pub(super) facts: &'a Facts<'a>,
    pub(super) refinements: Refinements,
    pub(super) undefined: Undefined,
    /// The hazards of the source, once somebody asks.
    index: Option<FxHashMap<HazardKey, Vec<(usize, Node)>>>,
    /// Of those, only the ones up to this place of its list of roots are asked: what comes behind an observation says nothing of it.
    pub(super) limit: usize,
    /// Values are defined only if just they are.
    pub(super) only_same: bool,
    /// The functions, if lines of their text are to be named.
    sides: Option<[Side<'a>; 2]>,
}

/// Observations of the source that are skipped for one of the target.
const MAX_SKIPPED: usize = 50;
/// Conditions inside of conditions that are looked into.
const MAX_NESTING: usize = 12;

/// By what the hazards of the source that may imply one of the target are found.
type HazardKey = (RootKind, Node, Vec<Node>);

impl Obligations<'_, '_> {
    fn kind(&self, root: Node) -> Option<RootKind> {
        match self.graph.op(root) {
            Op::Root(kind) => Some(*kind),
            _ => None,
        }
    }

    pub(super) fn frame(&self, root: Node) -> Node {
        self.graph.kid(root, 0)
    }

    pub(super) fn gate(&self, root: Node) -> Node {
        self.graph.kid(root, 1)
    }

    /// The roots of a function that may be active, each once, in the order of the function.
    pub(super) fn alive(&self, built: &Built, wanted: impl Fn(RootKind) -> bool) -> Vec<Node> {
        let mut seen = FxHashSet::default();
        let roots = built.roots.iter().map(|&root| self.graph.find(root));
        roots
            .filter(|&root| self.kind(root).is_some_and(&wanted))
            .filter(|&root| self.env.as_bool(self.graph, self.gate(root)) != Some(false))
            .filter(|&root| self.is_entered(self.frame(root)))
            .filter(|&root| seen.insert(root))
            .collect()
    }

    /// Whether a loop may be entered: it and those around it.
    fn is_entered(&self, frame: Node) -> bool {
        let mut at = self.graph.find(frame);
        while matches!(self.graph.op(at), Op::Frame { .. }) {
            if self.env.as_bool(self.graph, self.graph.kid(at, 1)) == Some(false) {
                return false;
            }
            at = self.graph.kid(at, 0);
        }
        true
    }

    /// Whether a condition holds wherever another one does.
    pub(super) fn implies(&mut self, first: Node, second: Node) -> bool {
        if first == second {
            return true;
        }
        let not = self.graph.not(self.env, second);
        let both = self.graph.and(self.env, first, not);
        self.env.as_bool(self.graph, both) == Some(false)
    }

    /// Whether a gate of the target is one of the source.
    fn same_gate(&mut self, frame: Node, target: Node, source: Node) -> bool {
        if target == source {
            return true;
        }
        let most = self.or_undefined(frame, source);
        self.implies(source, target) && self.implies(target, most)
    }

    pub(super) fn refines(&mut self, target: Node, source: Node) -> bool {
        self.refinements.refines(self.graph, self.env, target, source)
    }

    fn loops(&mut self, progress: bool) -> Result<Vec<Assumption>, Unknown> {
        let frames = |built: &Built| -> Vec<Frame> {
            let found =
                built.frames.iter().map(|frame| Frame { node: self.graph.find(frame.node), ..*frame });
            found.filter(|frame| self.is_entered(frame.node)).collect()
        };
        let (before, mut after) = (frames(self.source), frames(self.target));
        // Each loop of the source, with whether all that are this one promise to make progress.
        let mut kept: FxHashMap<Node, bool> = FxHashMap::default();
        for frame in &before {
            *kept.entry(frame.node).or_insert(true) &= frame.progress;
        }
        after.retain(|frame| kept.contains_key(&frame.node) || !self.is_free_loop(frame.node));
        let in_target: FxHashSet<Node> = after.iter().map(|frame| frame.node).collect();
        if let Some(frame) = after.iter().find(|frame| !kept.contains_key(&frame.node)) {
            let left = before.iter().map(|other| other.node).find(|other| !in_target.contains(other));
            return Err(self.unmet("a loop of the target is not in the source", frame.node, left));
        }
        // A loop that promises to make progress is undefined where it does not.
        let broken =
            after.iter().find(|frame| frame.progress && !progress && kept.get(&frame.node) != Some(&true));
        if let Some(frame) = broken {
            return Err(self.unmet("only the target promises that a loop makes progress", frame.node, None));
        }
        let mut assumptions = Vec::new();
        for &Frame { node: frame, observes, progress: own } in &before {
            if !in_target.contains(&frame) && !self.is_free_loop(frame) {
                if !(progress || own) || observes {
                    return Err(self.unmet("a loop of the source is not in the target", None, Some(frame)));
                }
                assumptions.push(Assumption::SourceMakesProgress);
            }
        }
        Ok(assumptions)
    }

    /// Whether a loop is entered only where the source is undefined. One of the source that comes before that has ended there.
    fn is_free_loop(&mut self, frame: Node) -> bool {
        let (around, entered) = (self.graph.kid(frame, 0), self.graph.kid(frame, 1));
        self.is_free(around, entered)
    }

    fn observations(&mut self) -> Result<(), Unknown> {
        let is_observation = |kind| kind == RootKind::Observation;
        let before = self.alive_in_source(is_observation);
        let after = self.alive(self.target, is_observation);
        let in_both: FxHashSet<Node> = before.iter().copied().collect();
        let met: FxHashSet<Node> = after.iter().copied().filter(|it| in_both.contains(it)).collect();
        let left = |roots: Vec<Node>| roots.into_iter().filter(|root| !met.contains(root));
        let (mut before, after): (VecDeque<Node>, Vec<Node>) =
            (left(before).collect(), left(after).collect());
        for target in after {
            match self.observed_in(target, &before) {
                Ok(at) => {
                    before.remove(at);
                }
                Err(_) if self.is_free(self.frame(target), self.gate(target)) => {}
                Err(unmet) => return Err(unmet),
            }
        }
        match before.front() {
            Some(&root) => Err(self.unmet("the target does less than the source", None, Some(root))),
            None => Ok(()),
        }
    }

    /// Which observation of the source one of the target is: the next that is left. What is never observed in the same iteration has no order: it may be skipped.
    fn observed_in(&mut self, target: Node, before: &VecDeque<Node>) -> Result<usize, Unknown> {
        let mut first = None;
        for (at, &source) in before.iter().enumerate().take(MAX_SKIPPED) {
            match self.is_observed(target, source) {
                Ok(()) => return Ok(at),
                Err(unmet) => first = first.or(Some(unmet)),
            }
            let (source, target) = (self.graph.find(source), self.graph.find(target));
            if self.frame(source) != self.frame(target) {
                break;
            }
            let (gate, other) = (self.gate(target), self.gate(source));
            let both = self.graph.and(self.env, gate, other);
            if self.env.as_bool(self.graph, both) != Some(false) {
                break;
            }
        }
        Err(first.unwrap_or_else(|| self.unmet("the target does more than the source", target, None)))
    }

    /// Whether an observation of the target is one of the source.
    fn is_observed(&mut self, target: Node, source: Node) -> Result<(), Unknown> {
        let (target, source) = (self.graph.find(target), self.graph.find(source));
        if target == source {
            return Ok(());
        }
        if self.frame(target) != self.frame(source) {
            return Err(self.unmet("what can be observed is not the same", target, Some(source)));
        }
        let (gate, other) = (self.gate(target), self.gate(source));
        if !self.same_gate(self.frame(source), gate, other) {
            return Err(self.unmet("what can be observed is not done as often", gate, Some(other)));
        }
        let (event, other) = (self.graph.kid(target, 2), self.graph.kid(source, 2));
        self.limit = self.source.roots.iter().position(|&root| self.graph.find(root) == source).unwrap_or(0);
        let same = self.is_call_of(self.frame(source), gate, event, other);
        self.limit = usize::MAX;
        if !same {
            return Err(self.unmet("what can be observed is not the same", event, Some(other)));
        }
        self.same_answer(event, other);
        Ok(())
    }

    fn returns(&mut self) -> Result<(), Unknown> {
        let is_return = |kind| kind == RootKind::Return;
        let before = self.alive_in_source(is_return);
        let after = self.alive(self.target, is_return);
        match (&after[..], &before[..]) {
            ([], []) => Ok(()),
            (&[target], &[source]) => {
                let (frame, gate, other) = (self.frame(source), self.gate(target), self.gate(source));
                if !self.same_gate(frame, gate, other) {
                    return Err(self.unmet("the target does not return as often", gate, Some(other)));
                }
                let what = ["what is returned is not the same", "the memory at return is not the same"];
                for (index, what) in what.into_iter().enumerate() {
                    let (kid, other) = (self.graph.kid(target, 2 + index), self.graph.kid(source, 2 + index));
                    if !self.refines_where(frame, gate, kid, other) {
                        return Err(self.unmet(what, kid, Some(other)));
                    }
                }
                Ok(())
            }
            (&[root, ..], []) => match self.is_free(self.frame(root), self.gate(root)) {
                true => Ok(()),
                false => Err(self.unmet("only the target returns", root, None)),
            },
            (_, &[root, ..]) => Err(self.unmet("the target does not return", None, Some(root))),
        }
    }

    fn hazards(&mut self) -> Result<(), Unknown> {
        let is_hazard = |kind| !matches!(kind, RootKind::Return | RootKind::Observation);
        let before = self.alive(self.source, is_hazard);
        let after = self.alive(self.target, is_hazard);
        let in_both: FxHashSet<Node> = before.iter().copied().collect();
        for target in after {
            if in_both.contains(&target) {
                continue;
            }
            if !self.is_implied(target, 0) {
                let key = self.hazard_key(target);
                let candidates: Vec<Node> =
                    self.hazards_of_source(&key).iter().map(|&(_, root)| root).collect();
                let what = match self.kind(target) {
                    Some(RootKind::Read) => "a read is not known to be defined",
                    Some(RootKind::Write) => "a write is not known to be defined",
                    Some(RootKind::Division(_)) => "a division is not known to be defined",
                    Some(RootKind::Branch) => "a branch is not known to be on a defined value",
                    Some(RootKind::Unreachable) => "`unreachable` may be reached",
                    Some(RootKind::Overlap) => "bytes may be copied over themselves",
                    Some(RootKind::Return | RootKind::Observation) | None => {
                        "a root of the target is not met"
                    }
                };
                return Err(self.unmet(what, target, candidates.first().copied()));
            }
        }
        Ok(())
    }

    /// What the target settled refines what the source settled to the same.
    fn sinks(&mut self) -> Result<(), Unknown> {
        let mut by_settled: FxHashMap<Node, Vec<Node>> = FxHashMap::default();
        for sink in &self.source.sinks {
            let values = by_settled.entry(self.graph.find(sink.settled)).or_default();
            values.push(self.graph.find(sink.value));
        }
        for values in by_settled.values_mut() {
            values.sort_unstable();
            values.dedup();
        }
        let found = |node: Node| self.graph.find(node);
        let after = self.target.sinks.iter().map(|sink| Sink {
            settled: found(sink.settled),
            value: found(sink.value),
            frame: found(sink.frame),
            gate: found(sink.gate),
        });
        let mut after: Vec<Sink> = after.collect();
        after.sort_unstable();
        after.dedup();
        for Sink { settled, value: target, frame, gate } in after {
            if self.env.as_bool(self.graph, gate) == Some(false) || !self.is_entered(frame) {
                continue;
            }
            for source in by_settled.get(&settled).cloned().unwrap_or_default() {
                // It is not known what the source did before; what is first in it comes before everything.
                self.limit = 0;
                let same = self.refines_where(frame, gate, target, source);
                self.limit = usize::MAX;
                if !same {
                    return Err(self.unmet(
                        "a value is not as defined as in the source",
                        target,
                        Some(source),
                    ));
                }
            }
        }
        Ok(())
    }

    /// Whether wherever a hazard of the target is active one of the source is.
    pub(super) fn is_implied(&mut self, target: Node, nesting: usize) -> bool {
        let (frame, gate) = (self.frame(target), self.gate(target));
        if self.env.as_bool(self.graph, gate) == Some(false) || self.is_impossible(target) {
            return true;
        }
        let target = self.without_known_align(target);
        let mut covered = self.env.bool(self.graph, false);
        for source in self.candidates(target) {
            let operands: Vec<(Node, Node)> = (2..self.graph.kids(target).len())
                .map(|at| (self.graph.kid(target, at), self.graph.kid(source, at)))
                .collect();
            let inverse = self.inverse_of(target);
            let turned =
                inverse.is_some_and(|inverse| self.is_asked(gate, inverse, self.graph.kid(source, 2)));
            if turned
                || operands.into_iter().all(|(mine, other)| self.is_asked(gate, mine, other))
                || places::copies_less(self.graph, self.env, target, source)
            {
                let gate = self.gate(source);
                covered = self.graph.or(self.env, covered, gate);
            }
        }
        let most = self.or_undefined(frame, covered);
        self.implies(gate, most)
            || self.is_free(frame, gate)
            || nesting < MAX_NESTING && self.parts_are_implied(target, nesting)
    }

    /// Of a branch on a comparison, the comparison that holds where it does not: one is as defined as the other.
    fn inverse_of(&mut self, root: Node) -> Option<Node> {
        let condition = self.graph.kids(root).get(2).copied()?;
        let (Some(RootKind::Branch), Op::Apply(apply)) = (self.kind(root), self.graph.op(condition)) else {
            return None;
        };
        let predicate = match apply.opcode {
            Opcode::ICmp => {
                let other = tollgate_rules::inverse(IntPredicate::ALL[usize::from(apply.predicate)]);
                IntPredicate::ALL.iter().position(|&it| it == other)? as u8
            }
            // The bits of a predicate say in which of the four cases it holds.
            Opcode::FCmp => apply.predicate ^ 15,
            _ => return None,
        };
        let apply = Apply { predicate, ..Apply::clone(apply) };
        let (ty, kids) = (self.graph.ty(condition), self.graph.kids(condition).to_vec());
        Some(self.graph.make(self.env, Op::Apply(Box::new(apply)), ty, &kids))
    }

    /// The hazards of the source that may imply one of the target.
    fn candidates(&mut self, target: Node) -> Vec<Node> {
        let limit = self.limit;
        let key = self.hazard_key(target);
        // Of the same kind: what can be read need not be writable, and what is `writeonly` must not be read.
        let found: Vec<(usize, Node)> = self.hazards_of_source(&key).to_vec();
        found.into_iter().filter(|&(at, _)| at <= limit).map(|(_, root)| root).collect()
    }

    fn hazards_of_source(&mut self, key: &HazardKey) -> &[(usize, Node)] {
        if self.index.is_none() {
            let index = self.hazard_index();
            self.index = Some(index);
        }
        self.index.as_ref().and_then(|index| index.get(key)).map_or(&[], |found| found)
    }

    /// The hazards of the source, each with its place in the list of roots: those that are roots, and what its calls promise of their arguments.
    fn hazard_index(&mut self) -> FxHashMap<HazardKey, Vec<(usize, Node)>> {
        let mut roots: Vec<(usize, Node)> = Vec::new();
        for at in (0..self.source.roots.len()).rev() {
            let root = self.graph.find(self.source.roots[at]);
            if self.env.as_bool(self.graph, self.gate(root)) == Some(false) {
                continue;
            }
            match self.kind(root) {
                Some(RootKind::Return) | None => {}
                Some(RootKind::Observation) => {
                    roots.extend(self.hazards_of_call(root).into_iter().map(|root| (at, root)));
                }
                Some(_) => roots.push((at, root)),
            }
        }
        let mut index: FxHashMap<HazardKey, Vec<(usize, Node)>> = FxHashMap::default();
        while let Some((at, root)) = roots.pop() {
            let key = self.hazard_key(root);
            index.entry(key).or_default().push((at, root));
            roots.extend(self.in_first_iteration(root).map(|root| (at, root)));
        }
        index
    }

    /// A hazard without an alignment that its pointer has whenever it is not poison: an access by poison is as undefined.
    fn without_known_align(&mut self, root: Node) -> Node {
        let Some(kind @ (RootKind::Read | RootKind::Write)) = self.kind(root) else { return root };
        let place = self.graph.kid(root, 2);
        let Op::Place(access) = self.graph.op(place) else { return root };
        let (access, objects, pointer) = (access.clone(), self.graph.kid(place, 0), self.graph.kid(place, 1));
        if !self.facts.align_of(self.graph, self.env, pointer).is_multiple_of(access.align.max(1)) {
            return root;
        }
        let place = Op::Place(Access { align: 1, ..access });
        let place = self.graph.node(place, Type::VOID, &[objects, pointer]);
        let (frame, gate) = (self.frame(root), self.gate(root));
        self.graph.node(Op::Root(kind), Type::VOID, &[frame, gate, place])
    }

    /// Whether what a hazard of the target asks for under a gate is granted where that of the source is.
    fn is_asked(&mut self, gate: Node, target: Node, source: Node) -> bool {
        if self.only_same {
            return self.graph.find(target) == self.graph.find(source);
        }
        match (self.graph.op(target), self.graph.op(source)) {
            (Op::Place(mine), Op::Place(other))
                if mine != other || self.graph.kid(target, 1) != self.graph.kid(source, 1) =>
            {
                let same = self.protected_pointer(target) == self.protected_pointer(source)
                    && (self.refines(target, source)
                        || places::follows(
                            self.graph,
                            self.env,
                            &mut self.refinements,
                            gate,
                            (target, source),
                        ));
                same || places::covers(self.graph, self.env, &mut self.refinements, target, source)
            }
            _ => self.refines(target, source),
        }
    }

    fn protected_pointer(&mut self, place: Node) -> Node {
        let pointer = self.graph.kid(place, 1);
        self.graph.protect(self.env, pointer)
    }

    /// Whether a condition is defined because what it is made of is: a `select` by its condition, and by the arm that it chooses.
    fn parts_are_implied(&mut self, target: Node, nesting: usize) -> bool {
        let (frame, gate) = (self.frame(target), self.gate(target));
        if self.kind(target) != Some(RootKind::Branch) {
            return false;
        }
        let condition = self.graph.kid(target, 2);
        let kids: Vec<Node> =
            (0..self.graph.kids(condition).len()).map(|at| self.graph.kid(condition, at)).collect();
        let parts: Vec<(Node, Node)> = match (self.graph.op(condition), &kids[..]) {
            (Op::Apply(apply), &[choice, then, otherwise]) if apply.opcode == Opcode::Select => {
                if self.graph.ty(choice) != Type::I1 || !apply.promises.is_empty() || !apply.flags.is_empty()
                {
                    return false;
                }
                let chosen = self.graph.protect(self.env, choice);
                let not = self.graph.not(self.env, chosen);
                let first = self.graph.and(self.env, gate, chosen);
                let second = self.graph.and(self.env, gate, not);
                vec![(gate, choice), (first, then), (second, otherwise)]
            }
            (Op::Gamma, &[choice, then, otherwise]) => {
                let not = self.graph.not(self.env, choice);
                let first = self.graph.and(self.env, gate, choice);
                let second = self.graph.and(self.env, gate, not);
                // It need not have been branched on: it may be a value in a diagram of truth values.
                vec![(gate, choice), (first, then), (second, otherwise)]
            }
            // What is made of defined operands is defined, unless the operation can make poison of them.
            (Op::Apply(_), _) if !self.graph.may_make_undefined(self.env, condition) => {
                kids.iter().map(|&kid| (gate, kid)).collect()
            }
            _ => return false,
        };
        parts.into_iter().all(|(gate, part)| {
            let root = self.graph.node(Op::Root(RootKind::Branch), Type::VOID, &[frame, gate, part]);
            self.is_implied(root, nesting + 1)
        })
    }

    /// A hazard of the source in a loop, as one in front of the loop: it is active in the first iteration.
    fn in_first_iteration(&mut self, root: Node) -> Option<Node> {
        let kind = self.kind(root)?;
        let frame = self.frame(root);
        let Op::Frame { depth } = *self.graph.op(frame) else { return None };
        let (around, entered) = (self.graph.kid(frame, 0), self.graph.kid(frame, 1));
        let kids: Vec<Node> = (1..self.graph.kids(root).len()).map(|at| self.graph.kid(root, at)).collect();
        let kids: Option<Vec<Node>> =
            kids.into_iter().map(|kid| self.graph.in_first_iteration(self.env, kid, depth)).collect();
        let kids = kids?;
        let gate = self.graph.and(self.env, entered, kids[0]);
        if self.env.as_bool(self.graph, gate) == Some(false) {
            return None;
        }
        let mut all = vec![around, gate];
        all.extend(&kids[1..]);
        Some(self.graph.node(Op::Root(kind), Type::VOID, &all))
    }

    /// Hazards of one key are about the same thing, as far as flags and promises do not matter.
    fn hazard_key(&mut self, root: Node) -> HazardKey {
        let kind = self.kind(root).unwrap_or(RootKind::Return);
        let mut operands = Vec::new();
        for at in 2..self.graph.kids(root).len() {
            let operand = self.graph.kid(root, at);
            let parts = match self.graph.op(operand) {
                Op::Place(_) => {
                    let pointer = self.protected_pointer(operand);
                    vec![self.graph.kid(operand, 0), self.graph.base_of(self.env, pointer).0]
                }
                _ => vec![operand],
            };
            for part in parts {
                let part = self.graph.protect(self.env, part);
                operands.push(self.asked(part));
            }
        }
        if let RootKind::Division(_) = kind {
            // Of the dividend little is asked.
            operands.remove(0);
        }
        if kind == RootKind::Overlap {
            // Parts of a copy are asked for no more than all of it.
            operands.pop();
            operands.iter_mut().for_each(|pointer| *pointer = self.graph.base_of(self.env, *pointer).0);
        }
        (kind, self.frame(root), operands)
    }

    /// A condition in one polarity: it is as defined as its negation.
    fn asked(&mut self, condition: Node) -> Node {
        if self.graph.ty(condition) != Type::I1 {
            return condition;
        }
        let not = self.graph.not(self.env, condition);
        // In the order of operands, which does not depend on which was made first.
        match self.graph.order_key(not) < self.graph.order_key(condition) {
            true => not,
            false => condition,
        }
    }

    /// Whether a hazard cannot come true, whatever happens.
    fn is_impossible(&self, root: Node) -> bool {
        match self.kind(root) {
            Some(RootKind::Branch) => self.graph.is_defined(self.env, self.graph.kid(root, 2)),
            Some(RootKind::Division(opcode)) => {
                let divisor = self.graph.number(self.env, self.graph.kid(root, 3));
                let signed = matches!(opcode, Opcode::SDiv | Opcode::SRem);
                divisor.is_some_and(|divisor| !(divisor.is_zero() || signed && divisor.is_all_ones()))
            }
            Some(kind @ (RootKind::Read | RootKind::Write)) => {
                let (place, write) = (self.graph.kid(root, 2), kind == RootKind::Write);
                // A slot is there as long as the function runs, unless it says otherwise.
                !self.target.has_lifetimes && self.graph.is_in_slot(self.env, place)
                    || self.facts.is_accessible(self.graph, self.env, place, write)
            }
            Some(RootKind::Overlap) => {
                let [to, from, count] = [2, 3, 4].map(|at| self.graph.kid(root, at));
                let count = self.graph.number(self.env, count).and_then(|count| count.to_u64());
                to == from
                    || count.is_some_and(|count| {
                        self.graph.are_apart(self.env, Bytes { at: to, count }, Bytes { at: from, count })
                    })
            }
            Some(RootKind::Unreachable | RootKind::Return | RootKind::Observation) | None => false,
        }
    }

    pub(super) fn unmet(
        &self,
        what: &'static str,
        target: impl Into<Option<Node>>,
        source: Option<Node>,
    ) -> Unknown {
        let mut explanation = Vec::new();
        let sides = self.sides.map_or([None; 2], |sides| sides.map(Some));
        let parts =
            [("target", target.into(), sides[1], self.target), ("source", source, sides[0], self.source)];
        for (name, node, side, built) in parts {
            let Some(node) = node else { continue };
            explanation.push(format!("{name}: {}", self.graph.show(self.env.ctx, node)));
            let place = side.and_then(|side| line_of(self.graph, side, built, node));
            explanation.extend(place.map(|place| format!("{name} at {place}")));
        }
        Unknown::Unmet { what, detail: String::new(), explanation }
    }
}
