//! Choices of the source that a refinement fixes.
//!
//! `x * 1.0` is refined by `x`: if it is a NaN, the product may choose just its bits. That *fixes*
//! the choice, and a choice of the source is made once for all of its uses (§4.2). It would be made
//! twice if one use were paired with the same operation of the target, as one node or operand by
//! operand, and another use with what a refinement makes of it: whatever function of its operands
//! the product is, `(f(x), f(x))` is not refined by `(f(x), x)`.
//!
//! **Law.** Let the source choose as follows: a node that is *fixed* is what its refinement is,
//! which is one for each node; every other operation chooses as the target's would, by a function
//! of its operands that both share (a named assumption). Then a pair holds if, under these choices,
//! the value of the target refines that of the source. So
//!
//! * a node refines itself if nothing in it is fixed. Everything in the roots of the target is
//!   used *as it is*, and is never fixed;
//! * operations refine each other operand by operand unless the one of the source is fixed;
//! * where no bits of NaNs [show](Graph::shows_nans) nothing depends on the choice: any refinement
//!   is right there, and fixes nothing.
//!
//! To look at nodes is not enough. What an operation chose in the last iteration of a loop is
//! another node after the loop, which may be that of another operation too, and laws make one term
//! of several. So nothing is fixed unless every choice of the source [has one use that sees
//! it](crate::build::Built::choices_are_linear) at most: two uses cannot take it for two values
//! then, whatever nodes they have.
//!
//! A proof may come to compare the source with other nodes than those that the target was built of:
//! equal ones, by laws that hold where they matter. They are used as they are from then on, and if
//! something in them was fixed before, the question is answered no. Where it is not known what all
//! of the target is made of, as in segments of an execution, nothing is fixed.
//!
//! The argument is Theorem 6 of docs/proofs.md.
//!
//! An operation with `!fpmath` is one more case: within its leeway it chooses, by an operand of its
//! own (see [`choices`](crate::choices)). The exact operation fixes that, unless the target has
//! that choice.

use crate::build::Built;
use crate::node::{Apply, AttachedFacts, Node, Op};
use crate::result_kind::may_choose;
use crate::{Env, Graph};
use rustc_hash::FxHashSet;
use tollgate_ir::Type;

/// Which choices are fixed, and which must not be.
#[derive(Clone, Debug, Default)]
pub struct Fixed {
    /// Whether any may be.
    open: bool,
    /// The roots of the target.
    roots: Vec<Node>,
    /// Events of the source whose results the target gets.
    shared_events: Vec<Node>,
    /// The nodes that stand for them now.
    shared_now: FxHashSet<Node>,
    /// What the target uses as it is, and everything in it.
    as_is: FxHashSet<Node>,
    /// What a refinement fixed.
    fixed: FxHashSet<Node>,
    /// A fixed node was merged with one that is used as it is.
    broken: bool,
}

impl Graph {
    /// Choices of the source may be fixed from here on, if none has two uses that see it. These
    /// nodes are all roots and refinement points of the target.
    pub fn fix_choices_beside(&mut self, source: &Built, target: impl Iterator<Item = Node>) {
        let open = self.has_choices() && source.choices_are_linear;
        self.fixed = Fixed { open, roots: target.collect(), ..Fixed::default() };
        self.find_used();
    }

    /// Whether refinements may fix choices.
    pub fn may_fix_choices(&self) -> bool {
        self.fixed.open
    }

    /// Nodes were merged. If a fixed one is now one that is used as it is, nothing more is proven.
    ///
    /// They were merged since both functions get the result of this event: it is the node of the
    /// source, whose operands were shown to be refined by those of the target, and which the target
    /// does not use as they are.
    pub(crate) fn fixed_again(&mut self, event: Node) {
        if !self.fixed.open {
            return;
        }
        self.fixed.roots = std::mem::take(&mut self.fixed.as_is).into_iter().collect();
        self.fixed.shared_events.push(event);
        self.fixed.shared_now =
            self.fixed.shared_events.iter().map(|&event| self.find(event)).collect();
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

    /// Everything in a node of the target that was not used as it is before.
    fn new_parts(&self, node: Node) -> Vec<Node> {
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut open = vec![self.find(node)];
        while let Some(at) = open.pop() {
            if !self.fixed.as_is.contains(&at)
                && seen.insert(at)
                && !self.fixed.shared_now.contains(&at)
            {
                open.extend(self.operands(at).iter().map(|&operand| self.find(operand)));
            }
        }
        seen.into_iter().collect()
    }

    /// Uses a node as it is, with everything in it. None if something in it is fixed; else what was
    /// not used so before.
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

    /// Has the source choose in a node, and in everything in it, as the target would. False if
    /// something in it is fixed.
    pub fn leave_unfixed(&mut self, node: Node) -> bool {
        self.use_as_is(node).is_some()
    }

    /// Takes back what was used as it is for a question whose answer was no.
    pub(crate) fn unused(&mut self, nodes: &[Node]) {
        nodes.iter().for_each(|node| {
            self.fixed.as_is.remove(node);
        });
    }

    /// Whether the choice of an operation of the source is fixed.
    pub(crate) fn is_fixed(&self, node: Node) -> bool {
        self.fixed.fixed.contains(&self.find(node))
    }

    /// Whether the choice of a node, if it makes one, may be fixed.
    pub(crate) fn may_be_fixed(&self, node: Node) -> bool {
        self.fixed.open && !(self.chooses(node) && self.is_used(node))
    }

    /// Whether the target uses a node as it is.
    pub(crate) fn is_used(&self, node: Node) -> bool {
        self.fixed.as_is.contains(&self.find(node))
    }

    /// A refinement fixed the choices of these nodes.
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

    /// The choice that an operation with `!fpmath` has as its last operand.
    fn leeway(&self, node: Node) -> Option<Node> {
        let Op::Apply(apply) = self.op(node) else { return None };
        let last = self.find(*self.operands(node).last()?);
        let is_choice = matches!(self.op(last), Op::Freeze { .. }) && self.ty(last) == Type::VOID;
        let by_nature = apply.intrinsic.is_some_and(crate::result_kind::chooses);
        (is_choice && !by_nature).then_some(last)
    }

    /// An operation without its `!fpmath`, if the choice may be fixed, and how many operands it
    /// has.
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
