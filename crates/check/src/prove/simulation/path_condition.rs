//! What holds at a point of an execution: the outcomes of branches, and the undefined behaviour
//! that the source has been through without.

use super::after_branch::AfterBranch;
use crate::limits::{MAX_EXCLUDED_HAZARDS, MAX_LITERALS};
use tollgate_graph::{Env, Graph, Node, Op, RootKind, UngatedRoot};
use tollgate_ir::{Budget, Type};

/// A hazard as a root that is active unconditionally and in no loop.
pub(super) fn unconditional_hazard(
    graph: &mut Graph,
    env: &mut Env<'_>,
    kind: RootKind,
    about: &[Node],
) -> Node {
    let dont_care = graph.node(Op::DontCare, Type::VOID, &[]);
    let always = env.bool(graph, true);
    let operands: Vec<Node> =
        [dont_care, always].into_iter().chain(about.iter().copied()).collect();
    graph.node(Op::Root(kind), Type::VOID, &operands)
}

/// The kind of a hazard, and what it is about.
fn kind_and_operands(graph: &Graph, hazard: Node) -> Option<(RootKind, Vec<Node>)> {
    let root = graph.as_root(hazard)?;
    Some((root.kind, root.operands.iter().map(|&operand| graph.find(operand)).collect()))
}

/// A condition, [simplified under the assumption that it is defined](tollgate_graph), and whether
/// it holds.
type Literal = (Node, bool);

/// A conjunction of facts. Of each kind only so many are kept, which weakens it. Lists of literals
/// and of constants are sorted.
///
/// All of it holds *unless the source is undefined* on what it did before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct PathCondition {
    /// Conditions on which some function branched: each is well defined and has its truth value, so
    /// all of them together have it.
    literals: Vec<Literal>,
    /// Hazards that do not come true, or the source would have been undefined; in its order. One of
    /// a write is of a write that the source has made: it discharges writes of the target, too
    /// (§2.6).
    excluded_hazards: Vec<Node>,
    /// Nodes that a branch showed to be a constant, which has [replaced](AfterBranch) them.
    constants: Vec<(Node, Node)>,
    /// Conditions, as they are, of which branches of the target tell and on which the source has
    /// not branched yet. Where it does, the literal holds, or the source is undefined.
    pending_literals: Vec<Literal>,
}

impl PathCondition {
    /// The hazards that are excluded; of writes, only those that the source has made.
    pub(super) fn excluded_hazards(&self) -> &[Node] {
        &self.excluded_hazards
    }

    /// Counts the limits that it has come to: facts may have been forgotten. They are counted
    /// where path conditions are joined, not for each fact.
    pub(super) fn note_limits(&self, budget: &Budget) {
        let lists = [self.literals.len(), self.constants.len(), self.pending_literals.len()];
        if lists.into_iter().any(|count| count >= MAX_LITERALS.most()) {
            MAX_LITERALS.note(budget);
        }
        if self.excluded_hazards.len() >= MAX_EXCLUDED_HAZARDS.most() {
            MAX_EXCLUDED_HAZARDS.note(budget);
        }
    }

    /// Adds a hazard that the source has excluded.
    pub(super) fn exclude(&mut self, hazard: Node) {
        if !self.excluded_hazards.contains(&hazard) {
            self.excluded_hazards.push(hazard);
        }
        if self.excluded_hazards.len() > MAX_EXCLUDED_HAZARDS.most() {
            self.excluded_hazards.remove(0);
        }
    }

    /// Adds that a function has branched on something: it is well defined, or the source is
    /// undefined. For the branches of the target are hazards, which are discharged.
    pub(super) fn exclude_undefined_branch(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        operand: Node,
    ) {
        let operand = graph.find(operand);
        if !matches!(graph.op(operand), Op::Const(_)) {
            self.exclude(unconditional_hazard(graph, env, RootKind::Branch, &[operand]));
        }
    }

    /// Whether a function has branched on this node: it is well defined, or the source is
    /// undefined.
    fn has_branched_on(&self, graph: &mut Graph, env: &mut Env<'_>, operand: Node) -> bool {
        let hazard = unconditional_hazard(graph, env, RootKind::Branch, &[operand]);
        self.excluded_hazards.contains(&hazard)
    }

    /// Adds what follows, at the end of a segment, from what the source did in it. Not before: in
    /// the segment the target may come to a branch before the source has come to its own, or where
    /// the source does not come because an observation before it did not return.
    pub(super) fn add_segment_of_source(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        ungated_roots: &[UngatedRoot],
    ) {
        for UngatedRoot { kind, operands, only, .. } in ungated_roots {
            if *kind == RootKind::Branch && only.is_none() {
                self.source_branches_on(graph, env, operands[0]);
            }
        }
        for UngatedRoot { kind, operands, only, .. } in ungated_roots {
            let is_excluded = kind.is_hazard() && *kind != RootKind::Unreachable;
            let is_constant = operands.iter().all(|&it| matches!(graph.op(it), Op::Const(_)));
            if is_excluded && only.is_none() && !is_constant {
                self.exclude(unconditional_hazard(graph, env, *kind, operands));
            }
        }
    }

    /// Adds that a condition, on which some function has branched, holds or does not.
    pub(super) fn add_literal(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        condition: Node,
        truth: bool,
    ) {
        let condition = graph.simplify_defined(env, condition);
        if env.as_bool(graph, condition).is_none() {
            insert(&mut self.literals, (graph.find(condition), truth));
        }
    }

    /// Adds what is replaced by constants after a branch.
    pub(super) fn add_constants(&mut self, after_branch: &AfterBranch) {
        for (node, constant) in after_branch.constants() {
            insert(&mut self.constants, (node, constant));
        }
    }

    /// Whether a branch showed that a node is this constant.
    pub(super) fn is_constant(&self, node: Node, constant: Node) -> bool {
        self.constants.binary_search(&(node, constant)).is_ok()
    }

    /// Adds what a branch of the target on `freeze x`, or on an operation on that, says of `x`:
    /// where `f(x)` is defined, `f(freeze x)` is the same, since `freeze x` refines `x` and
    /// operations on refining operands refine. That is so of each that is an [`Op::Apply`]: those
    /// that are not monotone have no clause, and a truth value is no NaN, whose bits are chosen.
    /// And where the source branches on `f(x)`, it is defined.
    pub(super) fn target_branches_on(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        condition: Node,
        truth: bool,
    ) {
        let condition = graph.find(condition);
        if let Some(frozen) = graph.as_freeze(condition) {
            insert(&mut self.pending_literals, (frozen, truth));
            return;
        }
        let operands = graph.operands_found(condition);
        if let Op::Apply(_) = graph.op(condition)
            && operands.iter().any(|&operand| graph.as_freeze(operand).is_some())
        {
            let (op, ty) = (graph.op(condition).clone(), graph.ty(condition));
            let unfreeze = |&operand: &Node| graph.as_freeze(operand).unwrap_or(operand);
            let operands: Vec<Node> = operands.iter().map(unfreeze).collect();
            let unfrozen = graph.make(env, op, ty, &operands);
            if !matches!(graph.op(unfrozen), Op::Const(_)) {
                insert(&mut self.pending_literals, (graph.find(unfrozen), truth));
            }
        }
    }

    /// Adds that the source has branched on something: the pending literals about that now hold for
    /// both functions.
    pub(super) fn source_branches_on(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        operand: Node,
    ) {
        let operand = graph.find(operand);
        for (condition, truth) in self.pending_literals.clone() {
            // A switch on a number decides by tests of it against constants; the number is defined,
            // but what else it is compared with need not be.
            let is_test = graph.as_int_comparison(condition).is_some_and(|(_, [number, other])| {
                number == operand && graph.int_constant(env, other).is_some()
            });
            if condition == operand || is_test {
                self.add_literal(graph, env, condition, truth);
            }
        }
    }

    /// Whether the source would be undefined by branching on something: two freezes of it in the
    /// target have come out differently.
    pub(super) fn is_undefined_for_source(&self, graph: &Graph, operand: Node) -> bool {
        let operand = graph.find(operand);
        [true, false]
            .iter()
            .all(|&truth| self.pending_literals.binary_search(&(operand, truth)).is_ok())
    }

    /// Whether a condition holds where a function branches on it, if that is known.
    pub(super) fn truth(
        &self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        condition: Node,
        of_source: bool,
    ) -> Option<bool> {
        self.literal(graph, env, condition, of_source).or_else(|| {
            let mut care_set = env.bool(graph, true);
            for &(literal, truth) in &self.literals {
                let literal = if truth { literal } else { graph.not(env, literal) };
                care_set = graph.and(env, care_set, literal);
            }
            let condition = graph.simplify_defined(env, condition);
            let restricted = graph.restrict(env, condition, care_set);
            env.as_bool(graph, restricted)
        })
    }

    /// The same, where only a literal of just this condition counts.
    pub(super) fn literal(
        &self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        condition: Node,
        of_source: bool,
    ) -> Option<bool> {
        let condition = graph.find(condition);
        if of_source && let Some(truth) = look_up(&self.pending_literals, condition) {
            return Some(truth);
        }
        // A freeze of what is well defined chooses nothing.
        if let Some(operand) = graph.as_freeze(condition)
            && self.has_branched_on(graph, env, operand)
        {
            return self.truth(graph, env, operand, of_source);
        }
        let condition = graph.simplify_defined(env, condition);
        let condition = graph.find(condition);
        env.as_bool(graph, condition).or_else(|| look_up(&self.literals, condition))
    }

    /// Keeps the facts that another one has as well.
    pub(super) fn join(&mut self, other: &Self) {
        self.literals.retain(|it| other.literals.binary_search(it).is_ok());
        self.excluded_hazards.retain(|it| other.excluded_hazards.contains(it));
        self.constants.retain(|it| other.constants.binary_search(it).is_ok());
        self.pending_literals.retain(|it| other.pending_literals.binary_search(it).is_ok());
    }

    /// The facts of both.
    pub(super) fn and(&self, other: &Self) -> Self {
        let mut all = self.clone();
        other.literals.iter().for_each(|&it| insert(&mut all.literals, it));
        other.excluded_hazards.iter().for_each(|&it| all.exclude(it));
        other.constants.iter().for_each(|&it| insert(&mut all.constants, it));
        other.pending_literals.iter().for_each(|&it| insert(&mut all.pending_literals, it));
        all
    }

    /// The facts that another one does not have. Constants are left out.
    pub(super) fn without(&self, other: &Self) -> Self {
        let without = |mine: &[Literal], others: &[Literal]| -> Vec<Literal> {
            mine.iter().copied().filter(|it| others.binary_search(it).is_err()).collect()
        };
        let is_new = |it: &Node| !other.excluded_hazards.contains(it);
        Self {
            literals: without(&self.literals, &other.literals),
            excluded_hazards: self.excluded_hazards.iter().copied().filter(is_new).collect(),
            constants: Vec::new(),
            pending_literals: without(&self.pending_literals, &other.pending_literals),
        }
    }

    /// The facts as terms of a cut point, as far as they can be
    /// [generalised](super::vocabulary::Vocabulary::generalise).
    pub(super) fn generalised(
        &self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        mut generalise: impl FnMut(&mut Graph, &mut Env<'_>, Node) -> Option<Node>,
    ) -> Self {
        let mut generalised = Self::default();
        for (all, literals) in [
            (&mut generalised.literals, &self.literals),
            (&mut generalised.pending_literals, &self.pending_literals),
        ] {
            for &(node, truth) in literals {
                if let Some(node) = generalise(graph, env, node) {
                    insert(all, (node, truth));
                }
            }
        }
        for &hazard in &self.excluded_hazards {
            let Some((kind, about)) = kind_and_operands(graph, hazard) else { continue };
            let about: Option<Vec<Node>> =
                about.into_iter().map(|node| generalise(graph, env, node)).collect();
            if let Some(about) = about {
                generalised.exclude(unconditional_hazard(graph, env, kind, &about));
            }
        }
        generalised
    }

    /// Of the facts over the vocabulary of a cut point, those of which this path condition has an
    /// [instance](super::vocabulary::Vocabulary::instantiate).
    pub(super) fn with_instance(
        &self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        facts: &Self,
        mut instantiate: impl FnMut(&mut Graph, &mut Env<'_>, Node) -> Option<Node>,
    ) -> Self {
        let mut found = Self::default();
        for (literals, is_for_both) in [(&facts.literals, true), (&facts.pending_literals, false)] {
            for &(fact, truth) in literals {
                let Some(node) = instantiate(graph, env, fact) else { continue };
                let simplified_defined = graph.simplify_defined(env, node);
                let simplified_defined = graph.find(simplified_defined);
                let known = env
                    .as_bool(graph, simplified_defined)
                    .or_else(|| look_up(&self.literals, simplified_defined))
                    // What is not defined is not what some choice makes of it: of two facts each
                    // might choose differently.
                    .filter(|_| {
                        graph.find(node) == simplified_defined
                            || graph.is_defined(env, node)
                            || self.has_branched_on(graph, env, node)
                    });
                if known == Some(truth) && is_for_both {
                    insert(&mut found.literals, (fact, truth));
                } else if known == Some(truth)
                    || self.pending_literals.binary_search(&(node, truth)).is_ok()
                {
                    insert(&mut found.pending_literals, (fact, truth));
                }
            }
        }
        for &hazard in &facts.excluded_hazards {
            let Some((kind, about)) = kind_and_operands(graph, hazard) else { continue };
            let about: Option<Vec<Node>> =
                about.into_iter().map(|it| instantiate(graph, env, it)).collect();
            let Some(about) = about else { continue };
            let is_defined =
                kind == RootKind::Branch && about.iter().all(|&it| graph.is_defined(env, it));
            if is_defined
                || self.excluded_hazards.contains(&unconditional_hazard(graph, env, kind, &about))
            {
                found.exclude(hazard);
            }
        }
        found
    }

    /// Whether it has all facts of another one.
    pub(super) fn implies(&self, other: &Self) -> bool {
        other.literals.iter().all(|it| self.literals.binary_search(it).is_ok())
            && other.excluded_hazards.iter().all(|it| self.excluded_hazards.contains(it))
            && other.constants.iter().all(|it| self.constants.binary_search(it).is_ok())
            && other
                .pending_literals
                .iter()
                .all(|it| self.pending_literals.binary_search(it).is_ok())
    }
}

/// Inserts into a sorted list of limited length.
fn insert<T: Ord>(list: &mut Vec<T>, element: T) {
    if let Err(at) = list.binary_search(&element) {
        list.insert(at, element);
    }
    if list.len() > MAX_LITERALS.most() {
        list.remove(0);
    }
}

fn look_up(literals: &[Literal], condition: Node) -> Option<bool> {
    let at = literals.binary_search_by_key(&condition, |&(node, _)| node).ok()?;
    Some(literals[at].1)
}
