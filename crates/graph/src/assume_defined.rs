//! Nodes in positions where they must be defined.
//!
//! A branch on poison or undef is undefined behaviour, and so is an access at such an address. That
//! is a [root](crate::RootKind) of its own in each function, with the condition or address as it
//! is. Wherever else they are used — in gates, and as addresses of loads and stores — they may be
//! assumed to be defined: up to the first undefined step of an execution they are, and what comes
//! after it does not matter.
//!
//! **Law.** A refinement of a defined value is that value. So in such a position a node may be
//! replaced by any refinement of it, *on both sides*:
//!
//! * rules that are refinements are applied like equalities;
//! * flags and attached facts are dropped, through all operations that propagate poison, and
//!   through the arms of `select` and gamma: if the node is defined then its operands are, so no
//!   flag was violated;
//! * what is loaded is what [was stored](crate::callers_slots);
//! * `and`, `or`, `xor` and `select` of truth values are decisions, and comparisons have one
//!   polarity.
//!
//! A `freeze` is not looked through: it is defined whatever its operand is.
//!
//! What is defined may still have been chosen: the bits of a NaN. A refinement of it is then *one*
//! of the values that it may be. So where they may [show](Graph::shows_nans), rules that are
//! refinements are not applied: `x * 1.0` is not `x` if that is a NaN. They do not show in a
//! comparison of floats, nor in a conversion to an integer that is defined.
//!
//! The argument is Theorem 8 of docs/proofs.md.

use crate::limits::MAX_DISTRIBUTED_ARMS;
use crate::node::{Access, Apply, AttachedFacts, Node, Op, Predicate};
use crate::{Env, Graph};
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_ir::{ConstKind, Flags, IntPredicate, Opcode, Type};
use tollgate_rules::{Use, inverse, swapped};

/// What nodes were simplified to.
#[derive(Clone, Debug, Default)]
pub struct DefinedMemo {
    /// By all rules.
    all: Memo,
    /// By equalities only.
    equalities: Memo,
    /// By rules that fix no choice.
    fixing_nothing: Memo,
    /// By rules that fix no choice that the target uses as it is.
    fixing_unused: Memo,
}

/// Which rules nodes are simplified by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// All.
    All,
    /// Equalities only.
    Equalities,
    /// Those that fix no choice.
    FixingNothing,
    /// Those that fix no choice that the target uses as it is. See [`fixed`](crate::fixed).
    FixingUnused,
}

#[derive(Clone, Debug, Default)]
struct Memo {
    refined: FxHashMap<Node, Node>,
    generalised: FxHashMap<Node, Node>,
    stripped: FxHashMap<Node, Node>,
}

impl DefinedMemo {
    fn memo(&self, scope: Scope) -> &Memo {
        match scope {
            Scope::All => &self.all,
            Scope::Equalities => &self.equalities,
            Scope::FixingNothing => &self.fixing_nothing,
            Scope::FixingUnused => &self.fixing_unused,
        }
    }

    fn memo_mut(&mut self, scope: Scope) -> &mut Memo {
        match scope {
            Scope::All => &mut self.all,
            Scope::Equalities => &mut self.equalities,
            Scope::FixingNothing => &mut self.fixing_nothing,
            Scope::FixingUnused => &mut self.fixing_unused,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// Rules are applied, which look at flags.
    Refine,
    /// Then flags and forms are dropped; the result still refines the node.
    Generalise,
    /// Or they are dropped along with arms that cannot be chosen where the node is defined.
    Strip,
}

impl Graph {
    /// The simplest node that is known to be the same as this one wherever this one is defined.
    pub fn simplify_defined(&mut self, env: &mut Env<'_>, node: Node) -> Node {
        if !env.config.laws {
            return self.find(node);
        }
        let rules = self.rules_where_defined(node);
        let refined = self.simplified(env, node, Pass::Refine, rules);
        self.simplified(env, refined, Pass::Strip, rules)
    }

    /// The rules that may be applied on both sides to what is defined.
    fn rules_where_defined(&self, node: Node) -> Scope {
        if self.shows_nans(node) { Scope::Equalities } else { Scope::All }
    }

    /// A node without flags and forms that still refines it.
    ///
    /// That is more than [`simplify_defined`](Self::simplify_defined) promises, whose result may be
    /// anything where the node is not defined: it simplifies `gamma(c, undef, x)` to `x`, which may
    /// be poison where the decision is undef.
    ///
    /// It is made on both sides, and for all uses: where bits of NaNs may show, no choice is fixed.
    pub(crate) fn generalised(&mut self, env: &mut Env<'_>, node: Node) -> Node {
        if !env.config.laws {
            return self.find(node);
        }
        let rules = if self.shows_nans(node) { Scope::FixingNothing } else { Scope::All };
        let refined = self.simplified(env, node, Pass::Refine, rules);
        self.simplified(env, refined, Pass::Generalise, rules)
    }

    /// The simplest node that is known to refine this one of the source, whatever else is shown of
    /// its operands.
    pub fn refined(&mut self, env: &mut Env<'_>, node: Node) -> Node {
        let rules = if self.shows_nans(node) { Scope::FixingUnused } else { Scope::All };
        self.simplified(env, node, Pass::Refine, rules)
    }

    /// What [`simplify_defined`](Self::simplify_defined) made of a node, if it was asked.
    pub(crate) fn simplified_defined(&self, node: Node) -> Option<Node> {
        let rules = self.rules_where_defined(node);
        self.known(self.known(node, Pass::Refine, rules)?, Pass::Strip, rules)
    }

    fn known(&self, node: Node, pass: Pass, rules: Scope) -> Option<Node> {
        let memo = self.caches.defined.memo(rules);
        let memo = match pass {
            Pass::Refine => &memo.refined,
            Pass::Generalise => &memo.generalised,
            Pass::Strip => &memo.stripped,
        };
        memo.get(&self.find(node)).map(|&node| self.find(node))
    }

    fn simplified(&mut self, env: &mut Env<'_>, node: Node, pass: Pass, rules: Scope) -> Node {
        let mut stack = vec![self.find(node)];
        // The nodes whose operands are being simplified. Equalities can make a node an operand of
        // itself: there it stays as it is.
        let mut open: FxHashSet<Node> = FxHashSet::default();
        while let Some(&at) = stack.last() {
            if self.known(at, pass, rules).is_some() {
                stack.pop();
                continue;
            }
            open.insert(at);
            let into =
                matches!(self.op(at), Op::Apply(_) | Op::Gamma | Op::Eta { .. } | Op::Generalised);
            let before = stack.len();
            if pass == Pass::Refine
                && let Some(better) = self.refined_with_flags(env, at, rules)
                && !open.contains(&better)
            {
                match self.known(better, pass, rules) {
                    Some(best) => {
                        self.caches.defined.memo_mut(rules).refined.insert(at, best);
                    }
                    None => stack.push(better),
                }
                continue;
            }
            if into && !env.is_over(self) {
                for index in 0..self.operands(at).len() {
                    let operand = self.operand(at, index);
                    if self.known(operand, pass, rules).is_none() && !open.contains(&operand) {
                        stack.push(operand);
                    }
                }
            }
            if stack.len() > before {
                continue;
            }
            let operands: Vec<Node> = match into {
                true => self
                    .operands(at)
                    .iter()
                    .map(|&operand| self.known(operand, pass, rules).unwrap_or(operand))
                    .collect(),
                false => Vec::new(),
            };
            let made = match rules {
                Scope::All => self.rewrite_by(env, at, &operands, pass, Use::Both),
                Scope::Equalities => self.rewrite_by(env, at, &operands, pass, Use::Equalities),
                Scope::FixingNothing => self.rewrite_by(env, at, &operands, pass, Use::Unchosen),
                Scope::FixingUnused => self.rewrite_fixing_unused(env, at, &operands, pass),
            };
            let memo = self.caches.defined.memo_mut(rules);
            let memo = match pass {
                Pass::Refine => &mut memo.refined,
                Pass::Generalise => &mut memo.generalised,
                Pass::Strip => &mut memo.stripped,
            };
            memo.insert(at, made);
            open.remove(&at);
            stack.pop();
        }
        self.known(node, pass, rules).unwrap_or(node)
    }

    /// What rules make of an operation whose operands have flags, before the operands are refined,
    /// which may remove the flags; and of a load what was stored.
    fn refined_with_flags(&mut self, env: &mut Env<'_>, node: Node, rules: Scope) -> Option<Node> {
        if let Op::Load(_) = self.op(node) {
            return self.held_value(env, node);
        }
        let Op::Apply(_) = self.op(node) else { return None };
        let is_flagged = |&operand: &Node| {
            self.as_apply(operand).is_some_and(|apply| apply.flags.intersects(Flags::POISON))
        };
        if env.is_over(self) || !self.operands(node).iter().any(is_flagged) {
            return None;
        }
        let operands = self.operands(node).to_vec();
        let better = match rules {
            Scope::All => self.rewrite_by(env, node, &operands, Pass::Refine, Use::Both),
            Scope::Equalities => {
                self.rewrite_by(env, node, &operands, Pass::Refine, Use::Equalities)
            }
            // Its choice may be fixed later, with refined operands.
            Scope::FixingNothing | Scope::FixingUnused => {
                self.rewrite_by(env, node, &operands, Pass::Refine, Use::Unchosen)
            }
        };
        (better != node).then_some(better)
    }

    fn rewrite_by(
        &mut self,
        env: &mut Env<'_>,
        node: Node,
        operands: &[Node],
        pass: Pass,
        rules: Use,
    ) -> Node {
        env.applying(rules, |env| self.rewrite(env, node, operands, pass))
    }

    /// What becomes of a node with these operands by rules that fix only choices that may be fixed.
    fn rewrite_fixing_unused(
        &mut self,
        env: &mut Env<'_>,
        node: Node,
        operands: &[Node],
        pass: Pass,
    ) -> Node {
        if let Some((apply, count)) = self.without_leeway(env, node, operands) {
            self.fix(&[node]);
            let ty = self.ty(node);
            return self.make(env, Op::Apply(Box::new(apply)), ty, &operands[..count]);
        }
        let plain = self.rewrite_by(env, node, operands, pass, Use::Unchosen);
        // The choice is fixed, or it is the one that the target uses.
        if !matches!(self.op(node), Op::Apply(_))
            || !self.may_be_fixed(node)
            || !self.may_be_fixed(plain)
        {
            return plain;
        }
        if self.chooses(node) {
            let made = self.rewrite_by(env, node, operands, pass, Use::Own);
            if made != plain {
                self.fix(&[node, plain]);
                return made;
            }
        }
        let of_both: Vec<Node> = self.operands(node).iter().chain(operands).copied().collect();
        if !of_both.iter().any(|&operand| self.chooses(operand))
            || !of_both.iter().all(|&operand| self.may_be_fixed(operand))
        {
            return plain;
        }
        let made = self.rewrite_by(env, node, operands, pass, Use::Near);
        if made != plain {
            self.fix(&[node, plain]);
            self.fix(&of_both);
        }
        made
    }

    fn rewrite(&mut self, env: &mut Env<'_>, node: Node, operands: &[Node], pass: Pass) -> Node {
        let ty = self.ty(node);
        match self.op(node) {
            Op::Apply(apply) => {
                let apply = Apply::clone(apply);
                match pass {
                    Pass::Refine => self.make(env, Op::Apply(Box::new(apply)), ty, operands),
                    Pass::Generalise | Pass::Strip => self.without_flags(env, apply, ty, operands),
                }
            }
            Op::Gamma if self.is_undefined_arm(env, pass, operands[1], operands[2]) => operands[2],
            Op::Gamma if self.is_undefined_arm(env, pass, operands[2], operands[1]) => operands[1],
            Op::Gamma => self.gamma(env, operands[0], operands[1], operands[2]),
            // If it is defined it is its operand; and of the source that is a refinement.
            Op::Generalised => operands[0],
            Op::Eta { depth } => {
                let depth = *depth;
                // When the loop is left does not change.
                let exit_condition = self.operand(node, 0);
                self.make(env, Op::Eta { depth }, ty, &[exit_condition, operands[1]])
            }
            Op::Load(access) if pass != Pass::Refine && !access.attached.is_empty() => {
                let access = Access { attached: AttachedFacts::default(), ..access.clone() };
                let operands = self.operands(node).to_vec();
                self.make(env, Op::Load(access), ty, &operands)
            }
            // What a loop variable is in other iterations, what is in memory and what calls
            // returned is not computed from their operands alone. Nor is a freeze.
            Op::Load(_) | Op::Mu { .. } | Op::Terminates { .. } | Op::Freeze { .. } => node,
            Op::Event(_)
            | Op::Result
            | Op::MemoryAfter
            | Op::AllocationsAfter
            | Op::Unwound
            | Op::Returned => node,
            Op::Store(_) | Op::Fill { .. } | Op::Copy { .. } | Op::Permission(_) => node,
            Op::Arg(_)
            | Op::Const(_)
            | Op::InitialMemory
            | Op::InitialAllocations
            | Op::Symbol { .. }
            | Op::DontCare
            | Op::Slot(_)
            | Op::Metadata(_)
            | Op::Opaque(..)
            | Op::Loop { .. }
            | Op::Root(_) => node,
        }
    }

    /// Whether an arm of a decision may be replaced by the other one: it is not defined, and so
    /// refined by it. Poison is refined by everything, undef only by what is never poison; where
    /// the decision is known to be defined such an arm was not chosen.
    fn is_undefined_arm(&self, env: &Env<'_>, pass: Pass, arm: Node, other: Node) -> bool {
        let Op::Const(id) = self.op(arm) else { return false };
        match (&env.ctx.constant(*id).kind, pass) {
            (_, Pass::Refine) => false,
            (ConstKind::Poison, Pass::Generalise | Pass::Strip)
            | (ConstKind::Undef, Pass::Strip) => true,
            (ConstKind::Undef, Pass::Generalise) => self.definedness(env, other).never_poison,
            (_, Pass::Generalise | Pass::Strip) => false,
        }
    }

    fn without_flags(
        &mut self,
        env: &mut Env<'_>,
        mut apply: Apply,
        ty: Type,
        operands: &[Node],
    ) -> Node {
        apply.flags = apply.flags - Flags::POISON;
        apply.attached = AttachedFacts::default();
        if let Some(node) = self.distributed(env, &apply, ty, operands) {
            return node;
        }
        if ty == Type::I1 {
            match (apply.opcode, operands) {
                (Opcode::And, &[a, b]) => return self.and(env, a, b),
                (Opcode::Or, &[a, b]) => return self.or(env, a, b),
                (Opcode::Xor, &[a, b]) => {
                    let not_b = self.not(env, b);
                    return self.gamma(env, a, not_b, b);
                }
                (Opcode::Select, &[condition, a, b]) if self.ty(condition) == Type::I1 => {
                    return self.gamma(env, condition, a, b);
                }
                (Opcode::ICmp | Opcode::FCmp, &[a, b]) => {
                    return self.normal_comparison(env, apply, a, b);
                }
                _ => {}
            }
        }
        if apply.opcode == Opcode::GetElementPtr
            && let Some(node) = self.linear_form(env, &apply, ty, operands)
        {
            return node;
        }
        if apply.opcode == Opcode::Select && self.ty(operands[0]) == Type::I1 {
            return self.gamma(env, operands[0], operands[1], operands[2]);
        }
        // A truth value that is extended is a decision between two numbers.
        if matches!(apply.opcode, Opcode::ZExt | Opcode::SExt) && self.ty(operands[0]) == Type::I1 {
            let [yes, no] = [true, false].map(|value| {
                let value = env.bool(self, value);
                self.make(env, Op::Apply(Box::new(apply.clone())), ty, &[value])
            });
            return self.gamma(env, operands[0], yes, no);
        }
        self.make(env, Op::Apply(Box::new(apply)), ty, operands)
    }

    /// An operation on decisions as a decision between operations, unless there are many.
    fn distributed(
        &mut self,
        env: &mut Env<'_>,
        apply: &Apply,
        ty: Type,
        operands: &[Node],
    ) -> Option<Node> {
        let decisions = operands.iter().filter_map(|&operand| self.as_gamma(operand));
        let first =
            decisions.map(|gamma| gamma.condition).min_by_key(|&condition| self.rank(condition))?;
        let arms: usize =
            operands.iter().map(|&operand| self.arms(operand, MAX_DISTRIBUTED_ARMS)).product();
        if arms >= MAX_DISTRIBUTED_ARMS {
            return None;
        }
        let [then, otherwise] = [true, false].map(|holds| {
            let arm = |&operand: &Node| match self.as_gamma(operand) {
                Some(gamma) if gamma.condition != first => operand,
                Some(gamma) if holds => gamma.then,
                Some(gamma) => gamma.otherwise,
                None => operand,
            };
            let operands: Vec<Node> = operands.iter().map(arm).collect();
            self.without_flags(env, apply.clone(), ty, &operands)
        });
        Some(self.gamma(env, first, then, otherwise))
    }

    /// A comparison as a decision: with a constant, on [tests `x < k`](crate::comparison_ranges);
    /// else in one of its two polarities, with the operands in one of two orders.
    fn normal_comparison(&mut self, env: &mut Env<'_>, apply: Apply, a: Node, b: Node) -> Node {
        let node = self.make(env, Op::Apply(Box::new(apply)), Type::I1, &[a, b]);
        if let Some(decision) = self.below_limits(env, node) {
            return decision;
        }
        let Op::Apply(apply) = self.op(node) else { return node };
        let mut apply = Apply::clone(apply);
        let (swap, negative) = match apply.predicate {
            Predicate::Int(predicate) => {
                let swap = matches!(
                    predicate,
                    IntPredicate::Ugt | IntPredicate::Sgt | IntPredicate::Ule | IntPredicate::Sle
                );
                let predicate = if swap { swapped(predicate) } else { predicate };
                let negative =
                    matches!(predicate, IntPredicate::Ne | IntPredicate::Uge | IntPredicate::Sge);
                let predicate = if negative { inverse(predicate) } else { predicate };
                apply.predicate = Predicate::Int(predicate);
                (swap, negative)
            }
            Predicate::Float(_) => {
                let other = apply.predicate.inverse();
                let negative = other.number() < apply.predicate.number();
                apply.predicate = if negative { other } else { apply.predicate };
                (false, negative)
            }
            Predicate::None => return node,
        };
        let (a, b) = (self.operand(node, 0), self.operand(node, 1));
        let operands = if swap { [b, a] } else { [a, b] };
        let node = self.make(env, Op::Apply(Box::new(apply)), Type::I1, &operands);
        if negative { self.not(env, node) } else { node }
    }
}
