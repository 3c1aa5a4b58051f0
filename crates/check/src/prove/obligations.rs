//! What the target is held to, root by root (clauses 3 and 4 of the contract).
//!
//! * **Loops** (4.8). Each of the target is one of the source. One of the source that the target does not have must make progress, by a promise of
//!   the source function, and let nothing be observed.
//! * **Hazards** (4.7). Each of the target is impossible, or wherever it is active one of the source is, of the same kind, in the same loop, with operands
//!   that it refines.
//! * **Observations and the return.** One to one, in the same loop, with equivalent gates; events, value and memory refine. An event holds the memory it
//!   happens in, and so everything that happened before it.
//!
//! **Where the source is undefined.** Where the source comes to `unreachable` the target is free, once it has done what the source does before. A gate holds, for
//! every earlier call that may not return, that it did; so where a gate of the target implies that of the source's `unreachable`, those calls have been made. Gates are compared
//! up to that.

use crate::verdict::{Assumption, Unknown};
use rustc_hash::FxHashMap;
use tollgate_graph::{Built, Env, Graph, Node, Op, Refinements, RootKind};
use tollgate_ir::{Opcode, Type};

/// Holds the target against the source.
pub(super) fn show(
    graph: &mut Graph,
    env: &mut Env<'_>,
    source: &Built,
    target: &Built,
    progress: bool,
) -> Result<Vec<Assumption>, Unknown> {
    let settled = source.sinks.iter().map(|&(settled, value)| (graph.find(settled), graph.find(value)));
    let mut proof = Obligations {
        refinements: Refinements::new(settled.collect()),
        undefined: FxHashMap::default(),
        graph,
        env,
        source,
        target,
    };
    proof.find_undefined();
    let assumptions = proof.loops(progress)?;
    proof.observations()?;
    proof.returns()?;
    proof.hazards()?;
    proof.sinks()?;
    Ok(assumptions)
}

struct Obligations<'a, 'e> {
    graph: &'a mut Graph,
    env: &'a mut Env<'e>,
    source: &'a Built,
    target: &'a Built,
    refinements: Refinements,
    /// By frame: where the source comes to `unreachable`.
    undefined: FxHashMap<Node, Node>,
}

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

    fn frame(&self, root: Node) -> Node {
        self.graph.kid(root, 0)
    }

    fn gate(&self, root: Node) -> Node {
        self.graph.kid(root, 1)
    }

    /// The roots of a function that may be active, each once, in the order of the function.
    fn alive(&self, built: &Built, wanted: impl Fn(RootKind) -> bool) -> Vec<Node> {
        let mut seen = rustc_hash::FxHashSet::default();
        let roots = built.roots.iter().map(|&root| self.graph.find(root));
        roots
            .filter(|&root| self.kind(root).is_some_and(&wanted))
            .filter(|&root| self.env.as_bool(self.graph, self.gate(root)) != Some(false))
            .filter(|&root| seen.insert(root))
            .collect()
    }

    fn find_undefined(&mut self) {
        for root in self.alive(self.source, |kind| kind == RootKind::Unreachable) {
            let (frame, gate) = (self.frame(root), self.gate(root));
            let known = self.undefined.get(&frame).copied();
            let both = match known {
                Some(known) => self.graph.or(self.env, known, gate),
                None => gate,
            };
            self.undefined.insert(frame, both);
        }
    }

    /// Whether a condition holds wherever another one does.
    fn implies(&mut self, first: Node, second: Node) -> bool {
        if first == second {
            return true;
        }
        let not = self.graph.not(self.env, second);
        let both = self.graph.and(self.env, first, not);
        self.env.as_bool(self.graph, both) == Some(false)
    }

    /// A gate of the source, and wherever else the source is undefined.
    fn or_undefined(&mut self, frame: Node, gate: Node) -> Node {
        match self.undefined.get(&frame).copied() {
            Some(undefined) => self.graph.or(self.env, gate, undefined),
            None => gate,
        }
    }

    /// Whether a gate of the target is one of the source.
    fn same_gate(&mut self, frame: Node, target: Node, source: Node) -> bool {
        if target == source {
            return true;
        }
        let most = self.or_undefined(frame, source);
        self.implies(source, target) && self.implies(target, most)
    }

    fn refines(&mut self, target: Node, source: Node) -> bool {
        self.refinements.refines(self.graph, self.env, target, source)
    }

    fn loops(&mut self, progress: bool) -> Result<Vec<Assumption>, Unknown> {
        let frames = |built: &Built| -> Vec<(Node, bool)> {
            let entered = |frame: Node| self.env.as_bool(self.graph, self.graph.kid(frame, 1)) != Some(false);
            let found = built.frames.iter().map(|&(frame, observes)| (self.graph.find(frame), observes));
            found.filter(|&(frame, _)| entered(frame)).collect()
        };
        let (before, after) = (frames(self.source), frames(self.target));
        if let Some(&(frame, _)) =
            after.iter().find(|(frame, _)| !before.iter().any(|(other, _)| other == frame))
        {
            return Err(self.unmet("a loop of the target is not in the source", frame, None));
        }
        let mut assumptions = Vec::new();
        for &(frame, observes) in &before {
            if after.iter().all(|&(other, _)| other != frame) {
                if !progress || observes {
                    return Err(self.unmet("a loop of the source is not in the target", frame, None));
                }
                assumptions.push(Assumption::SourceMakesProgress);
            }
        }
        Ok(assumptions)
    }

    fn observations(&mut self) -> Result<(), Unknown> {
        let is_observation = |kind| kind == RootKind::Observation;
        let before = self.alive(self.source, is_observation);
        let after = self.alive(self.target, is_observation);
        let in_both: rustc_hash::FxHashSet<Node> = before.iter().copied().collect();
        let met: rustc_hash::FxHashSet<Node> =
            after.iter().copied().filter(|it| in_both.contains(it)).collect();
        let left = |roots: Vec<Node>| roots.into_iter().filter(|root| !met.contains(root));
        let (mut before, mut after) = (left(before), left(after));
        loop {
            match (after.next(), before.next()) {
                (None, None) => return Ok(()),
                (Some(root), None) => {
                    return Err(self.unmet("the target does more than the source", root, None));
                }
                (None, Some(root)) => {
                    return Err(self.unmet("the target does less than the source", root, None));
                }
                (Some(target), Some(source)) => {
                    if self.frame(target) != self.frame(source) {
                        return Err(self.unmet("what can be observed is not the same", target, Some(source)));
                    }
                    let (gate, other) = (self.gate(target), self.gate(source));
                    if !self.same_gate(self.frame(source), gate, other) {
                        return Err(self.unmet(
                            "what can be observed is not done as often",
                            gate,
                            Some(other),
                        ));
                    }
                    let (event, other) = (self.graph.kid(target, 2), self.graph.kid(source, 2));
                    if !self.refines(event, other) {
                        return Err(self.unmet("what can be observed is not the same", event, Some(other)));
                    }
                }
            }
        }
    }

    fn returns(&mut self) -> Result<(), Unknown> {
        let is_return = |kind| kind == RootKind::Return;
        let before = self.alive(self.source, is_return);
        let after = self.alive(self.target, is_return);
        match (&after[..], &before[..]) {
            ([], []) => Ok(()),
            (&[target], &[source]) => {
                let (gate, other) = (self.gate(target), self.gate(source));
                if !self.same_gate(self.frame(source), gate, other) {
                    return Err(self.unmet("the target does not return as often", gate, Some(other)));
                }
                let what = ["what is returned is not the same", "the memory at return is not the same"];
                for (index, what) in what.into_iter().enumerate() {
                    let (kid, other) = (self.graph.kid(target, 2 + index), self.graph.kid(source, 2 + index));
                    if !self.refines(kid, other) {
                        return Err(self.unmet(what, kid, Some(other)));
                    }
                }
                Ok(())
            }
            (&[root, ..], []) => {
                let gate = self.gate(root);
                let no = self.env.bool(self.graph, false);
                let most = self.or_undefined(self.frame(root), no);
                match self.implies(gate, most) {
                    true => Ok(()),
                    false => Err(self.unmet("only the target returns", root, None)),
                }
            }
            (_, &[root, ..]) => Err(self.unmet("the target does not return", root, None)),
        }
    }

    fn hazards(&mut self) -> Result<(), Unknown> {
        let is_hazard = |kind| !matches!(kind, RootKind::Return | RootKind::Observation);
        let before = self.alive(self.source, is_hazard);
        let after = self.alive(self.target, is_hazard);
        let in_both: rustc_hash::FxHashSet<Node> = before.iter().copied().collect();
        let mut index: FxHashMap<HazardKey, Vec<Node>> = FxHashMap::default();
        let mut indexed = false;
        for target in after {
            if in_both.contains(&target) || self.is_impossible(target) {
                continue;
            }
            if !indexed {
                let mut roots = before.clone();
                while let Some(root) = roots.pop() {
                    let key = self.hazard_key(root);
                    index.entry(key).or_default().push(root);
                    roots.extend(self.in_first_iteration(root));
                }
                indexed = true;
            }
            let candidates = index.get(&self.hazard_key(target)).cloned().unwrap_or_default();
            if !self.is_implied(&index, target, 0) {
                let what = match self.kind(target) {
                    Some(RootKind::Read) => "a read is not known to be defined",
                    Some(RootKind::Write) => "a write is not known to be defined",
                    Some(RootKind::Division(_)) => "a division is not known to be defined",
                    Some(RootKind::Branch) => "a branch is not known to be on a defined value",
                    Some(RootKind::Unreachable) => "`unreachable` may be reached",
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
        let grouped = |built: &Built| {
            let mut groups: Vec<(Node, Node)> = built
                .sinks
                .iter()
                .map(|&(settled, value)| (self.graph.find(settled), self.graph.find(value)))
                .collect();
            groups.sort_unstable();
            groups.dedup();
            groups
        };
        let (before, after) = (grouped(self.source), grouped(self.target));
        let mut by_settled: FxHashMap<Node, Vec<Node>> = FxHashMap::default();
        for (settled, value) in before {
            by_settled.entry(settled).or_default().push(value);
        }
        for (settled, target) in after {
            for source in by_settled.get(&settled).cloned().unwrap_or_default() {
                if !self.refines(target, source) {
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
    fn is_implied(&mut self, index: &FxHashMap<HazardKey, Vec<Node>>, target: Node, nesting: usize) -> bool {
        if self.env.as_bool(self.graph, self.gate(target)) == Some(false) || self.is_impossible(target) {
            return true;
        }
        let key = self.hazard_key(target);
        let mut covered = self.env.bool(self.graph, false);
        for &source in index.get(&key).map_or(&[][..], |found| found) {
            let operands: Vec<(Node, Node)> = (2..self.graph.kids(target).len())
                .map(|at| (self.graph.kid(target, at), self.graph.kid(source, at)))
                .collect();
            if operands.into_iter().all(|(mine, other)| self.refines(mine, other)) {
                let gate = self.gate(source);
                covered = self.graph.or(self.env, covered, gate);
            }
        }
        let (frame, gate) = (self.frame(target), self.gate(target));
        let most = self.or_undefined(frame, covered);
        self.implies(gate, most) || nesting < MAX_NESTING && self.parts_are_implied(index, target, nesting)
    }

    /// Whether a condition is defined because what it is made of is: a `select` by its condition, and by the arm that it chooses.
    fn parts_are_implied(
        &mut self,
        index: &FxHashMap<HazardKey, Vec<Node>>,
        target: Node,
        nesting: usize,
    ) -> bool {
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
                vec![(first, then), (second, otherwise)]
            }
            (Op::Apply(apply), &[a, b])
                if matches!(apply.opcode, Opcode::And | Opcode::Or | Opcode::Xor)
                    && apply.flags.is_empty() =>
            {
                vec![(gate, a), (gate, b)]
            }
            _ => return false,
        };
        parts.into_iter().all(|(gate, part)| {
            let root = self.graph.node(Op::Root(RootKind::Branch), Type::VOID, &[frame, gate, part]);
            self.is_implied(index, root, nesting + 1)
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
                Op::Place(_) => self.graph.kids(operand).to_vec(),
                _ => vec![operand],
            };
            operands.extend(parts.into_iter().map(|part| self.graph.protect(self.env, part)));
        }
        if let RootKind::Division(_) = kind {
            // Of the dividend little is asked.
            operands.remove(0);
        }
        (kind, self.frame(root), operands)
    }

    /// Whether a hazard cannot come true, whatever happens.
    fn is_impossible(&self, root: Node) -> bool {
        match self.kind(root) {
            Some(RootKind::Branch) => self.graph.is_defined(self.env, self.graph.kid(root, 2)),
            Some(RootKind::Division(_)) => {
                let divisor = self.graph.number(self.env, self.graph.kid(root, 3));
                divisor.is_some_and(|divisor| !divisor.is_zero() && !divisor.is_all_ones())
            }
            // A slot is there as long as the function runs, unless it says otherwise.
            Some(RootKind::Read | RootKind::Write) => {
                !self.target.has_lifetimes && self.graph.is_in_slot(self.env, self.graph.kid(root, 2))
            }
            Some(RootKind::Unreachable | RootKind::Return | RootKind::Observation) | None => false,
        }
    }

    fn unmet(&self, what: &'static str, target: Node, source: Option<Node>) -> Unknown {
        let mut explanation = vec![format!("target: {}", self.graph.show(self.env.ctx, target))];
        explanation.extend(source.map(|source| format!("source: {}", self.graph.show(self.env.ctx, source))));
        Unknown::Unmet { what, detail: String::new(), explanation }
    }
}
