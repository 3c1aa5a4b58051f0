//! Choices of the source that a refinement fixes.
//!
//! `x * 1.0` is refined by `x`: of a NaN the product may choose just these bits. That *fixes* the
//! choice, and a choice of the source is made once for all of its uses (clause 4.2 of the
//! contract). Two things are taken of one choice if one use meets the same operation of the target,
//! as one node or operand by operand, and another one what a refinement makes of it: whatever
//! function of its operands the product is, `(f(x), f(x))` is not refined by `(f(x), x)`.
//!
//! **Law.** Let the source make its choices so: a node that is *fixed* is what its refinement is,
//! which is one for each node; every other operation chooses as the target's would, by a function
//! of its operands that both share (a named assumption). Then a pair holds if, under these choices,
//! the value of the target refines that of the source. So
//!
//! * one node refines itself if nothing that it is made of is fixed. What the target is made of,
//!   over all that it is held to, is used *as it is*, and is never fixed;
//! * operations refine each other operand by operand unless the one of the source is fixed;
//! * where no bits of NaNs [show](Graph::shows_nans) nothing hangs on the choice: any refinement is
//!   right there, and fixes nothing.
//!
//! Nodes are not all of it. What an operation chose in the last iteration of a loop is another node
//! behind the loop, which may be that of another operation, and laws make one term of several. So
//! nothing is fixed unless every choice of the source is [seen by one
//! place](crate::build::Built::choices_are_linear) at most: what no two places see is not taken for
//! two things, by whatever names it goes.
//!
//! A proof may come to hold other nodes against the source than those that the target was built of:
//! the same by laws that hold where they matter. They are used as they are from then on, and if
//! something in them was fixed before, the question is not answered. Where what the target is made
//! of is not known as a whole, as in segments of a run, nothing is fixed.
//!
//! An operation with `!fpmath` is one more: within its leeway it chooses, by an operand of its own
//! (see [`choices`](crate::choices)). What it is without fixes that, unless the target has that
//! choice.

use crate::build::Built;
use crate::node::{Apply, AttachedFacts, Node, Op};
use crate::result_kind::may_choose;
use crate::{Env, Graph};
use rustc_hash::FxHashSet;
use tollgate_ir::Type;

/// Which choices are fixed, and which must not be.
#[derive(Debug, Default)]
pub struct Fixed {
    /// Whether any may be.
    open: bool,
    /// What the target is held to.
    roots: Vec<Node>,
    /// Events of the source whose answers the target got.
    answers: Vec<Node>,
    /// What they are now.
    answered: FxHashSet<Node>,
    /// What the target uses as it is, and all that is made of.
    as_is: FxHashSet<Node>,
    /// What a refinement fixed.
    fixed: FxHashSet<Node>,
    /// Something became one with what is used as it is after it was fixed.
    broken: bool,
}

impl Graph {
    /// Choices of the source may be fixed from here on, if no two places see one. The target is
    /// held to these nodes, and to nothing else.
    pub fn fix_choices_beside(&mut self, source: &Built, target: impl Iterator<Item = Node>) {
        let open = self.has_choices() && source.choices_are_linear;
        self.fixed = Fixed { open, roots: target.collect(), ..Fixed::default() };
        self.find_used();
    }

    /// Some nodes have become one. If that is so of one that was fixed and one that is used as it
    /// is, nothing more is shown.
    ///
    /// Both got this answer. It is one node, that of the source, whose operands those of the target
    /// were shown to refine: they are not what the target uses.
    pub(crate) fn fixed_again(&mut self, answer: Node) {
        if !self.fixed.open {
            return;
        }
        self.fixed.roots = std::mem::take(&mut self.fixed.as_is).into_iter().collect();
        self.fixed.answers.push(answer);
        self.fixed.answered = self.fixed.answers.iter().map(|&answer| self.find(answer)).collect();
        self.find_used();
        let is_used = |&node: &Node| self.fixed.as_is.contains(&self.find(node));
        let is_broken = self.fixed.fixed.iter().any(is_used);
        self.fixed.broken |= is_broken;
    }

    fn find_used(&mut self) {
        if self.fixed.open {
            for at in 0..self.fixed.roots.len() {
                let new = self.new_parts(self.fixed.roots[at]);
                self.fixed.as_is.extend(new);
            }
        }
    }

    /// What a node of the target is made of that was not used as it is before.
    fn new_parts(&self, node: Node) -> Vec<Node> {
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut open = vec![self.find(node)];
        while let Some(at) = open.pop() {
            if !self.fixed.as_is.contains(&at)
                && seen.insert(at)
                && !self.fixed.answered.contains(&at)
            {
                open.extend(self.operands(at).iter().map(|&operand| self.find(operand)));
            }
        }
        seen.into_iter().collect()
    }

    /// Uses a node as it is, with all that it is made of. None if something of that is fixed; else
    /// what was not used so before.
    pub(crate) fn use_as_is(&mut self, node: Node) -> Option<Vec<Node>> {
        if !self.fixed.open {
            return Some(Vec::new());
        }
        let new = self.new_parts(node);
        if self.fixed.broken || new.iter().any(|node| self.fixed.fixed.contains(node)) {
            return None;
        }
        self.fixed.as_is.extend(new.iter().copied());
        Some(new)
    }

    /// Has the source choose in a node, and in all that it is made of, as the target would. False
    /// if something of it is fixed.
    pub fn leave_unfixed(&mut self, node: Node) -> bool {
        self.use_as_is(node).is_some()
    }

    /// What was used as it is for the sake of a question that came to nothing.
    pub(crate) fn unused(&mut self, nodes: &[Node]) {
        nodes.iter().for_each(|node| {
            self.fixed.as_is.remove(node);
        });
    }

    /// Whether what an operation of the source chooses is fixed.
    pub(crate) fn is_fixed(&self, node: Node) -> bool {
        self.fixed.fixed.contains(&self.find(node))
    }

    /// Whether what a node chooses, if it does, may be fixed.
    pub(crate) fn may_be_fixed(&self, node: Node) -> bool {
        self.fixed.open && !(self.chooses(node) && self.is_used(node))
    }

    /// Whether the target uses a node as it is.
    pub(crate) fn is_used(&self, node: Node) -> bool {
        self.fixed.as_is.contains(&self.find(node))
    }

    /// Says that a refinement fixed what these choose.
    pub(crate) fn fix(&mut self, nodes: &[Node]) {
        let choosing = nodes.iter().map(|&node| self.find(node)).filter(|&node| self.chooses(node));
        let choosing: Vec<Node> = choosing.collect();
        self.fixed.fixed.extend(choosing);
    }

    /// Whether an operation may choose its result.
    pub(crate) fn chooses(&self, node: Node) -> bool {
        matches!(self.op(node), Op::Apply(apply) if may_choose(apply))
            || self.leeway(node).is_some()
    }

    /// The choice that an operation with `!fpmath` has behind its operands.
    fn leeway(&self, node: Node) -> Option<Node> {
        let Op::Apply(apply) = self.op(node) else { return None };
        let last = self.find(*self.operands(node).last()?);
        let is_choice = matches!(self.op(last), Op::Freeze { .. }) && self.ty(last) == Type::VOID;
        let by_nature = apply.intrinsic.is_some_and(crate::result_kind::chooses);
        (is_choice && !by_nature).then_some(last)
    }

    /// An operation with `!fpmath` on these operands as it is without, if its choice may be fixed.
    pub(crate) fn without_leeway(
        &self,
        env: &Env<'_>,
        node: Node,
        operands: &[Node],
    ) -> Option<(Apply, usize)> {
        let choice = self.leeway(node)?;
        if !self.fixed.open || self.is_used(choice) || self.is_used(node) {
            return None;
        }
        let Op::Apply(apply) = self.op(node) else { return None };
        let mut apply = Apply::clone(apply);
        let is_other = |&&(kind, _): &&(tollgate_ir::Symbol, tollgate_ir::Meta)| {
            env.ctx.bytes(kind) != b"fpmath"
        };
        let attachments = apply.attached.attachments.iter().filter(is_other).copied().collect();
        apply.attached = AttachedFacts { attachments, attrs: apply.attached.attrs };
        Some((apply, operands.len() - 1))
    }
}
