//! What is known of numbers where a condition holds.
//!
//! **Law.** Let a decision diagram hold. On each path to `true` its conditions hold or fail, and
//! what all paths agree on is known (§4.6). A condition that compares a number with one of known
//! bounds bounds it in turn. The conditions of gates are defined where they are evaluated, so the
//! bounds hold of every outcome of a number: if an operand had an outcome outside of them, the
//! comparison would not have been defined.
//!
//! They hold in the iterations at hand. A value [after a loop](Op::Eta) is that of another
//! iteration, even where two loops count alike and so share a variable: nothing is assumed inside
//! of it.
//!
//! So where the diagram holds, rules may use the bounds, and what they make is equal there. That is
//! how flags go that a branch makes superfluous.

use crate::limits::{MAX_ASSUMED_DECISIONS, MAX_RULES_UNDER_GATE};
use crate::node::{Apply, Node, Op};
use crate::terms::{TermBuilder, rule_op};
use crate::{Env, Graph, views};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use tollgate_ir::Type;
use tollgate_rules::{KnownBits, Range, Root, Use, inverse, swapped};

/// Bounds of nodes where a condition holds.
#[derive(Debug, Default)]
pub struct Assumed {
    bounds: FxHashMap<Node, Range>,
    pub(crate) known: RefCell<FxHashMap<Node, Option<KnownBits>>>,
}

impl Assumed {
    /// Leaves out what is assumed of numbers that may be undef, but for what is assumed of them
    /// anyway.
    pub fn of_one_outcome(&mut self, graph: &Graph, env: &Env<'_>, anyway: &Self) {
        self.bounds.retain(|&node, range| {
            if graph.definedness(env, node).never_undef {
                return true;
            }
            let Some(known) = anyway.bounds.get(&node) else { return false };
            *range = *known;
            true
        });
    }

    /// Whether nothing is assumed.
    pub fn is_empty(&self) -> bool {
        self.bounds.is_empty()
    }
}

/// The bounds on all paths to `true`; none if there is no such path.
type Bounds = Option<FxHashMap<Node, Range>>;

impl Graph {
    /// The bounds of numbers where a condition holds.
    pub fn assumed(&self, env: &Env<'_>, condition: Node) -> Assumed {
        let mut done: FxHashMap<Node, Bounds> = FxHashMap::default();
        let mut stack = vec![self.find(condition)];
        while let Some(&at) = stack.last() {
            if done.contains_key(&at) {
                stack.pop();
                continue;
            }
            if done.len() > MAX_ASSUMED_DECISIONS {
                return Assumed::default();
            }
            let bounds_here = match (self.as_gamma(at), env.as_bool(self, at)) {
                (_, Some(true)) => Some(FxHashMap::default()),
                (_, Some(false)) => None,
                (Some(views::Gamma { condition: test, then, otherwise }), None) => {
                    let open: Vec<Node> = [then, otherwise]
                        .into_iter()
                        .filter(|arm| !done.contains_key(arm))
                        .collect();
                    if !open.is_empty() {
                        stack.extend(open);
                        continue;
                    }
                    let arms = [(then, true), (otherwise, false)].map(|(arm, holds)| {
                        let mut bounds_here = done[&arm].clone()?;
                        self.add_bounds(env, test, holds, &mut bounds_here);
                        Some(bounds_here)
                    });
                    join(arms)
                }
                (None, None) => {
                    let mut bounds_here = FxHashMap::default();
                    self.add_bounds(env, at, true, &mut bounds_here);
                    Some(bounds_here)
                }
            };
            done.insert(at, bounds_here);
        }
        let bounds = done.remove(&self.find(condition)).flatten().unwrap_or_default();
        Assumed { bounds, known: RefCell::default() }
    }

    /// Adds the bounds that follow from a comparison that holds, or fails.
    fn add_bounds(
        &self,
        env: &Env<'_>,
        test: Node,
        holds: bool,
        bounds_here: &mut FxHashMap<Node, Range>,
    ) {
        let Op::Apply(apply) = self.op(test) else { return };
        let Some(predicate) = apply.plain_int_comparison() else { return };
        let predicate = if holds { predicate } else { inverse(predicate) };
        let (a, b) = (self.operand(test, 0), self.operand(test, 1));
        for (node, other, predicate) in [(a, b, predicate), (b, a, swapped(predicate))] {
            if matches!(self.op(node), Op::Const(_)) {
                continue;
            }
            let bounds = |node: Node| {
                let width = env.ctx.int_width(self.ty(node))?;
                bounds_here
                    .get(&node)
                    .copied()
                    .or_else(|| match self.int_constant(env, node) {
                        Some(value) => Some(Range::all(width)?.within_unsigned(&value, &value)),
                        None => self.caches.known.borrow().get(&node).cloned().flatten()?.range,
                    })
                    .or_else(|| Range::all(width))
            };
            let (Some(own), Some(limit)) = (bounds(node), bounds(other)) else { continue };
            bounds_here.insert(node, own.compared(predicate, &limit));
        }
    }

    /// The simplest node that is known to equal an operation where bounds are assumed.
    pub fn make_under(
        &mut self,
        env: &mut Env<'_>,
        assumed: &Assumed,
        op: Op,
        ty: Type,
        operands: &[Node],
    ) -> Node {
        let mut made = self.make(env, op, ty, operands);
        if assumed.is_empty() {
            return made;
        }
        for _ in 0..MAX_RULES_UNDER_GATE {
            let Op::Apply(apply) = self.op(made) else { break };
            let apply = Apply::clone(apply);
            let Some(op) = rule_op(&apply) else { break };
            let operands = self.operands(made).to_vec();
            let root = Root { op, flags: apply.flags, ty: self.ty(made), operands: &operands };
            let rules = env.config.rules;
            let mut terms = TermBuilder::under(self, env, assumed);
            let Some(applied) = rules.apply(&mut terms, root, Use::Equalities) else { break };
            env.count(applied.rule);
            made = self.find(applied.node);
        }
        made
    }

    /// The bounds of a node, or of what it is [simplified to](Self::simplify_defined) where it is
    /// defined: if the node has one outcome, or the two differ in flags only. A node that is undef
    /// has more outcomes than what refines it.
    pub(crate) fn assumed_of(&self, env: &Env<'_>, assumed: &Assumed, node: Node) -> Option<Range> {
        let known = |node: Node| assumed.bounds.get(&self.find(node)).copied();
        known(node).or_else(|| {
            let simplified_defined = self.simplified_defined(node)?;
            let differs_in_flags = || {
                let (Op::Apply(mine), Op::Apply(other)) =
                    (self.op(node), self.op(simplified_defined))
                else {
                    return false;
                };
                mine.opcode == other.opcode
                    && mine.predicate == other.predicate
                    && mine.intrinsic == other.intrinsic
                    && mine.written == other.written
                    && mine.indices == other.indices
                    && self.operands_found(node) == self.operands_found(simplified_defined)
            };
            let is_one = self.definedness(env, node).never_undef || differs_in_flags();
            known(simplified_defined).filter(|_| is_one)
        })
    }
}

/// The bounds that hold on both paths.
fn join([first, second]: [Bounds; 2]) -> Bounds {
    match (first, second) {
        (Some(first), Some(second)) => {
            let both = first
                .into_iter()
                .filter_map(|(node, a)| Some((node, a.either(second.get(&node)?))));
            Some(both.collect())
        }
        (first, second) => first.or(second),
    }
}
