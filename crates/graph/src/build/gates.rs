//! Gates: predicates of `gate` as diagrams over nodes (§5.1).

use super::calls::can_be_observed;
use super::{Builder, Unsupported, within};
use crate::Env;
use crate::node::{Node, Op};
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_canon::{Canonical, Loop};
use tollgate_gate::{Condition, Formula, Gates, Predicate, Test, Transfer};
use tollgate_ir::{
    Block, Function, Inst, Module, Phase, SecondaryMap, Span, Type, Value, ValueDef,
};
use tollgate_sem::call::Calls;

/// The loop whose iterations a predicate speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PredicateLoop {
    /// None: it holds, or fails, whatever its other conditions are.
    Decided(bool),
    /// The innermost loop that contains all its conditions, or no loop.
    In(Option<Loop>),
}

/// The gates of a function, and the nodes that were made of them.
pub(super) struct Gating {
    pub gates: Gates,
    /// Predicates as nodes, as seen from a loop, for activation or not.
    pub translated: FxHashMap<(Predicate, Option<Loop>, bool), Node>,
    pub loops: FxHashMap<Predicate, PredicateLoop>,
    /// When control comes to a block, in the iterations at hand.
    pub reached: SecondaryMap<Block, Option<Node>>,
}

impl Gating {
    /// The gates of a function.
    pub fn new(
        env: &mut Env<'_>,
        library: &FxHashMap<Inst, u64>,
        (module, function): (&Module, &Function),
        canonical: &Canonical,
    ) -> Result<Self, Unsupported> {
        // What the source does before it is undefined, the target does first (§2.3): where somebody
        // can observe a call, nothing dangerous moves before it, even if it is certain to return.
        let (ctx, body) = (&*env.ctx, canonical.body());
        let calls = Calls::new(ctx, module, Some(function)).with_layout(env.layout).remembering();
        let barriers = Transfer::new(ctx, module, Some(function), body);
        let barriers: FxHashSet<Inst> =
            body.blocks().flat_map(|block| barriers.barriers(block)).copied().collect();
        let transfer = Transfer::of(body, |inst| {
            !library.contains_key(&inst)
                && (barriers.contains(&inst) || can_be_observed(ctx, module, &calls, body, inst))
        });
        within(env)?;
        env.effort.budget.enter(Phase::Gates);
        let gates = Gates::with_transfer(canonical, transfer);
        within(env)?;
        env.effort.budget.enter(Phase::Graph);
        Ok(Self {
            gates,
            translated: FxHashMap::default(),
            loops: FxHashMap::default(),
            reached: SecondaryMap::new(),
        })
    }
}

impl Builder<'_, '_, '_> {
    /// A predicate as seen from inside a loop (or from outside of all). Activation also requires
    /// that the loops in between have terminated.
    ///
    /// What speaks of one loop only is made there and then taken to its last iteration as a whole:
    /// some exit is taken there, so that the disjunction of all exits is true.
    pub(super) fn gate(
        &mut self,
        predicate: Predicate,
        around: Option<Loop>,
        activation: bool,
    ) -> Result<Node, Unsupported> {
        let mut stack = vec![(predicate, around)];
        while let Some(&(at, around)) = stack.last() {
            if self.gating.translated.contains_key(&(at, around, activation)) {
                stack.pop();
                continue;
            }
            let innermost = self.predicate_loop(at)?;
            let left = self.loops_left(innermost, around);
            let node = match (innermost, left.first()) {
                (PredicateLoop::Decided(holds), _) => self.env.bool(self.graph, holds),
                (PredicateLoop::In(_), Some(&innermost)) => {
                    let Some(&inside) =
                        self.gating.translated.get(&(at, Some(innermost), activation))
                    else {
                        stack.push((at, Some(innermost)));
                        continue;
                    };
                    left.iter()
                        .fold(inside, |node, &id| self.in_last_iteration(id, node, activation))
                }
                (PredicateLoop::In(_), None) => match self.gating.gates.predicates.formula(at) {
                    Formula::False => self.env.bool(self.graph, false),
                    Formula::True => self.env.bool(self.graph, true),
                    Formula::Atom(condition) => self.condition(condition)?,
                    Formula::Not(condition) => {
                        let node = self.condition(condition)?;
                        self.graph.not(self.env, node)
                    }
                    formula @ (Formula::And(a, b) | Formula::Or(a, b)) => {
                        let known =
                            |part| self.gating.translated.get(&(part, around, activation)).copied();
                        let (Some(first), Some(second)) = (known(a), known(b)) else {
                            let open = [a, b].into_iter().filter(|&part| known(part).is_none());
                            stack.extend(open.map(|part| (part, around)));
                            continue;
                        };
                        match formula {
                            Formula::And(..) => self.graph.and(self.env, first, second),
                            Formula::False
                            | Formula::True
                            | Formula::Atom(..)
                            | Formula::Not(..)
                            | Formula::Or(..) => self.graph.or(self.env, first, second),
                        }
                    }
                },
            };
            self.gating.translated.insert((at, around, activation), node);
            stack.pop();
        }
        Ok(self.gating.translated[&(predicate, around, activation)])
    }

    /// The loops that contain everything a predicate tests, but not the point that it is seen from,
    /// the innermost first.
    fn loops_left(&self, innermost: PredicateLoop, around: Option<Loop>) -> Vec<Loop> {
        let PredicateLoop::In(innermost) = innermost else { return Vec::new() };
        let loops = self.subject.canonical.loops();
        let inside = std::iter::successors(innermost, |&id| loops.parent(id));
        let is_left =
            |&id: &Loop| around.is_none_or(|around| id != around && !loops.encloses(id, around));
        inside.take_while(is_left).collect()
    }

    /// The loop whose iterations a predicate speaks of.
    fn predicate_loop(&mut self, predicate: Predicate) -> Result<PredicateLoop, Unsupported> {
        let mut stack = vec![predicate];
        while let Some(&at) = stack.last() {
            let innermost = match self.gating.gates.predicates.formula(at) {
                Formula::False => PredicateLoop::Decided(false),
                Formula::True => PredicateLoop::Decided(true),
                Formula::Atom(condition) => self.condition_loop(condition)?,
                Formula::Not(condition) => match self.condition_loop(condition)? {
                    PredicateLoop::Decided(holds) => PredicateLoop::Decided(!holds),
                    innermost @ PredicateLoop::In(_) => innermost,
                },
                formula @ (Formula::And(a, b) | Formula::Or(a, b)) => {
                    // Whether an operand with this value decides the formula.
                    let decides = matches!(formula, Formula::Or(..));
                    let known = |part| self.gating.loops.get(&part).copied();
                    match (known(a), known(b)) {
                        (Some(first), Some(second)) => self.common_loop(first, second, decides),
                        (first, second) => {
                            let open = [(a, first), (b, second)]
                                .into_iter()
                                .filter(|part| part.1.is_none());
                            stack.extend(open.map(|(part, _)| part));
                            continue;
                        }
                    }
                }
            };
            self.gating.loops.insert(at, innermost);
            stack.pop();
        }
        Ok(self.gating.loops[&predicate])
    }

    /// The innermost loop in which a condition is tested and changes. Where it is computed does not
    /// matter: one that is the same in all iterations may be computed before the loop.
    fn condition_loop(&mut self, condition: Condition) -> Result<PredicateLoop, Unsupported> {
        let block = match self.gating.gates.conditions.test(condition) {
            Test::True(value) | Test::Equals(value, _) => self.defined_in(value),
            Test::Unwound(inst) | Test::Returned(inst) | Test::Went(inst, _) => {
                self.subject.body.inst(inst).block()
            }
            Test::Entered(block) => Some(block),
        };
        let node = self.condition(condition)?;
        if let Some(holds) = self.env.as_bool(self.graph, node) {
            return Ok(PredicateLoop::Decided(holds));
        }
        let mut innermost = block.and_then(|block| self.loop_of(block));
        while let Some(id) = innermost
            && !self.graph.varies_with(node, self.depth_of(id))
        {
            innermost = self.subject.canonical.loops().parent(id);
        }
        Ok(PredicateLoop::In(innermost))
    }

    /// The loop of a formula, given those of its two operands; an operand with the value `decides`
    /// decides it. A condition that holds on a path around a loop must not be taken for one that
    /// holds after it: the loop would have to terminate for what does not depend on it.
    fn common_loop(
        &self,
        first: PredicateLoop,
        second: PredicateLoop,
        decides: bool,
    ) -> PredicateLoop {
        let (mut first, mut second) = match (first, second) {
            (PredicateLoop::In(first), PredicateLoop::In(second)) => (first, second),
            (PredicateLoop::Decided(holds), other) | (other, PredicateLoop::Decided(holds)) => {
                return if holds == decides { PredicateLoop::Decided(decides) } else { other };
            }
        };
        let loops = self.subject.canonical.loops();
        while first != second {
            let deeper =
                if loops.depth(first) >= loops.depth(second) { &mut first } else { &mut second };
            *deeper = deeper.and_then(|id| loops.parent(id));
        }
        PredicateLoop::In(first)
    }

    /// What holds in the last iteration of a loop, as seen from after it.
    fn in_last_iteration(&mut self, id: Loop, node: Node, activation: bool) -> Node {
        let node = match self.loops.exit_condition[id] {
            Some(exit_condition) => self.graph.constrain(self.env, node, exit_condition),
            None => node,
        };
        let last = self.eta(id, node);
        match self.loops.exit_condition[id] {
            Some(exit_condition) if activation => {
                let depth = self.depth_of(id);
                let ended = self.graph.make(
                    self.env,
                    Op::Terminates { depth },
                    Type::I1,
                    &[exit_condition],
                );
                self.graph.and(self.env, ended, last)
            }
            Some(_) | None => last,
        }
    }

    /// A condition, as seen from its loop.
    fn condition(&mut self, condition: Condition) -> Result<Node, Unsupported> {
        let node = match self.gating.gates.conditions.test(condition) {
            Test::True(value) => {
                let node = self.value(value);
                self.graph.simplify_defined(self.env, node)
            }
            Test::Equals(value, case) => {
                let (scrutinee, ty) = (self.value(value), self.subject.body.value_type(value));
                let case = self.graph.node(Op::Const(case), ty, &[]);
                let node = self.equals(scrutinee, case);
                self.graph.simplify_defined(self.env, node)
            }
            Test::Unwound(inst) => self.outcome(inst, Op::Unwound)?,
            Test::Returned(inst) => self.outcome(inst, Op::Returned)?,
            Test::Went(inst, block) => {
                let op = Op::Opaque(self.subject.side, inst, Some(block));
                self.graph.node(op, Type::I1, &[])
            }
            Test::Entered(_) => {
                return Err(Unsupported {
                    what: "irreducible control flow".into(),
                    span: Span::NONE,
                });
            }
        };
        Ok(node)
    }

    fn outcome(&mut self, inst: Inst, op: Op) -> Result<Node, Unsupported> {
        match self.values.events[inst] {
            Some(event) => Ok(self.graph.node(op, Type::I1, &[event])),
            None => Err(self.unsupported("an effect that is not an event", inst)),
        }
    }

    fn defined_in(&self, value: Value) -> Option<Block> {
        match self.subject.body.value(value).def {
            ValueDef::Param(param) => Some(self.subject.body.param(param).block),
            ValueDef::Inst(inst) => self.subject.body.inst(inst).block(),
            ValueDef::Arg(_)
            | ValueDef::Const(_)
            | ValueDef::Meta(_)
            | ValueDef::Wrapped(_)
            | ValueDef::Undefined => None,
        }
    }
}
