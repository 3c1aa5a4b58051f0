//! The graph as a store of terms: what lets [rules](tollgate_rules) look at nodes and make them.

use crate::assumptions::Assumed;
use crate::limits::{MAX_EXACT_FACT_ROUNDS, MAX_FACT_DEPTH, MAX_FACT_ROUNDS};
use crate::node::{Apply, Node, Op, Predicate};
use crate::{Env, Graph, views};
use std::cell::Cell;
use tollgate_ir::{Const, Context, Flags, Opcode, Type};
use tollgate_rules::{KnownBits, Op as RuleOp, Terms, View};

/// The graph, and what making nodes needs.
pub(crate) struct TermBuilder<'g, 'a, 'e> {
    pub graph: &'g mut Graph,
    pub env: &'a mut Env<'e>,
    /// What is assumed besides.
    pub assumed: Option<&'a Assumed>,
    /// How many etas are between the node at hand and the one that was asked for: see
    /// [`OtherIteration`].
    etas: Cell<u32>,
}

/// As long as this lives, nothing is assumed: a value after a loop is that of another iteration
/// than the one at hand.
struct OtherIteration<'c>(&'c Cell<u32>);

impl<'c> OtherIteration<'c> {
    fn enter(etas: &'c Cell<u32>) -> Self {
        etas.set(etas.get() + 1);
        Self(etas)
    }
}

impl Drop for OtherIteration<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

impl<'g, 'a, 'e> TermBuilder<'g, 'a, 'e> {
    /// Without assumptions.
    pub fn new(graph: &'g mut Graph, env: &'a mut Env<'e>) -> Self {
        Self { graph, env, assumed: None, etas: Cell::new(0) }
    }

    /// Where something is assumed.
    pub fn under(graph: &'g mut Graph, env: &'a mut Env<'e>, assumed: &'a Assumed) -> Self {
        Self { assumed: Some(assumed), ..Self::new(graph, env) }
    }
}

/// An operation of the graph as one of rules.
pub(crate) fn rule_op(apply: &Apply) -> Option<RuleOp> {
    if !apply.attached.is_empty() {
        return None;
    }
    match apply.opcode {
        Opcode::ICmp | Opcode::FCmp => match apply.predicate {
            Predicate::Int(predicate) => Some(RuleOp::IntCompare(predicate)),
            Predicate::Float(predicate) => Some(RuleOp::FloatCompare(predicate)),
            Predicate::None => None,
        },
        Opcode::ExtractValue | Opcode::InsertValue => match (&apply.indices[..], apply.opcode) {
            (&[index], Opcode::ExtractValue) => Some(RuleOp::ExtractValue(index)),
            (&[index], _) => Some(RuleOp::InsertValue(index)),
            _ => None,
        },
        Opcode::Call => apply.intrinsic.map(RuleOp::Intrinsic),
        Opcode::GetElementPtr => None,
        opcode => Some(RuleOp::Plain(opcode)),
    }
}

/// An operation of rules as one of the graph.
fn graph_op(op: RuleOp, flags: Flags, ty: Type) -> Apply {
    let plain = |opcode| Apply { flags, ..Apply::plain(opcode, ty) };
    match op {
        RuleOp::Plain(opcode) => plain(opcode),
        RuleOp::IntCompare(predicate) => {
            Apply { predicate: Predicate::Int(predicate), ..plain(Opcode::ICmp) }
        }
        RuleOp::FloatCompare(predicate) => {
            Apply { predicate: Predicate::Float(predicate), ..plain(Opcode::FCmp) }
        }
        RuleOp::ExtractValue(index) => {
            Apply { indices: [index].into(), ..plain(Opcode::ExtractValue) }
        }
        RuleOp::InsertValue(index) => {
            Apply { indices: [index].into(), ..plain(Opcode::InsertValue) }
        }
        RuleOp::Intrinsic(intrinsic) => Apply { intrinsic: Some(intrinsic), ..plain(Opcode::Call) },
    }
}

impl TermBuilder<'_, '_, '_> {
    /// What is known of the bits of a node.
    fn facts(&self, node: Node, depth: u32) -> Option<KnownBits> {
        let node = self.graph.find(node);
        let assumed = self.assumed.filter(|_| self.etas.get() == 0);
        let memo = assumed.map_or(&self.graph.caches.known, |assumed| &assumed.known);
        if let Some(known) = memo.borrow().get(&node) {
            return known.clone();
        }
        let nothing = || self.env.ctx.int_width(self.graph.ty(node)).map(KnownBits::nothing);
        if depth == 0 {
            return nothing();
        }
        let operand = |index| self.facts(self.graph.operand(node, index), depth - 1);
        let found = match self.graph.op(node) {
            Op::Gamma => operand(1).zip(operand(2)).map(|(first, second)| first.either(&second)),
            Op::Eta { .. } => {
                let _other = OtherIteration::enter(&self.etas);
                operand(1)
            }
            Op::Mu { .. } => self.graph.caches.loop_facts.get(&node).cloned().or_else(nothing),
            Op::Arg(_)
            | Op::Const(_)
            | Op::InitialMemory
            | Op::InitialAllocations
            | Op::Symbol { .. }
            | Op::DontCare
            | Op::Apply(_)
            | Op::Terminates { .. }
            | Op::Load(_)
            | Op::Store(_)
            | Op::Fill { .. }
            | Op::Copy { .. }
            | Op::Permission(_)
            | Op::Event(_)
            | Op::Result
            | Op::MemoryAfter
            | Op::AllocationsAfter
            | Op::Unwound
            | Op::Returned
            | Op::Slot(_)
            | Op::Freeze { .. }
            | Op::Generalised
            | Op::Metadata(_)
            | Op::Opaque(..)
            | Op::Loop { .. }
            | Op::Root(_) => tollgate_rules::known::structural(self, node, depth),
        };
        let bounds = assumed.and_then(|assumed| self.graph.assumed_of(self.env, assumed, node));
        let found = found.map(|known| known.within(bounds));
        memo.borrow_mut().insert(node, found.clone());
        found
    }
}

impl Graph {
    /// Finds facts of loop variables that hold in all iterations: a fixpoint that begins with what
    /// is known of their first values.
    ///
    /// **Why.** At the end every fact holds of the first value, and of the next value if all facts
    /// hold of the present ones; so by induction on the iteration number they hold.
    pub fn learn_loops(&mut self, env: &mut Env<'_>, roots: &[Node]) {
        if self.loop_variables() == 0 {
            self.caches.known.get_mut().clear();
            return;
        }
        let order = self.operands_first(roots);
        let is_number = |&node: &Node| {
            matches!(self.op(node), Op::Mu { .. })
                && self.operands(node).len() == 2
                && env.ctx.int_width(self.ty(node)).is_some_and(|width| width <= 64)
        };
        let mus: Vec<Node> = order.iter().copied().filter(is_number).collect();
        self.caches.known.get_mut().clear();
        self.caches.loop_facts.clear();
        for &mu in &mus {
            let Some(views::Mu { init, .. }) = self.as_mu(mu) else { continue };
            let first = TermBuilder::new(self, env).facts(init, MAX_FACT_DEPTH);
            if let Some(first) = first {
                self.caches.loop_facts.insert(mu, first);
            }
        }
        let mut rounds = 0;
        loop {
            rounds += 1;
            let mut stable = true;
            self.caches.known.get_mut().clear();
            for &mu in &mus {
                let Some(assumed) = self.caches.loop_facts.get(&mu).cloned() else { continue };
                // The first value may depend on another loop variable of which less is known by
                // now.
                let Some(views::Mu { init, next: Some(next), .. }) = self.as_mu(mu) else {
                    continue;
                };
                let terms = TermBuilder::new(self, env);
                let found =
                    terms.facts(init, MAX_FACT_DEPTH).zip(terms.facts(next, MAX_FACT_DEPTH));
                let both = found.map(|(first, then)| assumed.either(&first).either(&then));
                if both.as_ref() != Some(&assumed) {
                    stable = false;
                    match both {
                        Some(both) if rounds < MAX_EXACT_FACT_ROUNDS => {
                            self.caches.loop_facts.insert(mu, both)
                        }
                        // Bounds that change in every round are widened.
                        Some(both) if rounds < MAX_FACT_ROUNDS => {
                            self.caches.loop_facts.insert(mu, both.widened(&assumed))
                        }
                        Some(_) | None => self.caches.loop_facts.remove(&mu),
                    };
                }
            }
            if stable || env.is_over(self) {
                break;
            }
        }
        if env.is_over(self) {
            self.caches.loop_facts.clear();
        }
        self.caches.known.get_mut().clear();
        // Rules drop flags that follow from what is known now, and signed operations on numbers
        // that are not negative.
        let asks = |&node: &Node| {
            self.as_apply(node).is_some_and(|apply| {
                apply.flags.intersects(Flags::POISON)
                    || matches!(
                        apply.opcode,
                        Opcode::AShr | Opcode::SExt | Opcode::SDiv | Opcode::SRem | Opcode::ICmp
                    )
            })
        };
        let asking: Vec<Node> = order.into_iter().filter(asks).collect();
        if !self.caches.loop_facts.is_empty() {
            self.mark_dirty(&asking);
            self.rebuild(env);
        }
    }
}

impl Terms for TermBuilder<'_, '_, '_> {
    type Node = Node;

    fn context(&self) -> &Context {
        self.env.ctx
    }

    fn context_mut(&mut self) -> &mut Context {
        self.env.ctx
    }

    fn view(&self, node: Node) -> View<'_, Node> {
        match self.graph.op(node) {
            Op::Const(id) => View::Constant(*id),
            Op::Apply(apply) => match rule_op(apply) {
                Some(op) => {
                    View::Operation { op, flags: apply.flags, operands: self.graph.operands(node) }
                }
                None => View::Other,
            },
            Op::Arg(_)
            | Op::InitialMemory
            | Op::InitialAllocations
            | Op::Symbol { .. }
            | Op::DontCare
            | Op::Gamma
            | Op::Mu { .. }
            | Op::Eta { .. }
            | Op::Terminates { .. }
            | Op::Load(_)
            | Op::Store(_)
            | Op::Fill { .. }
            | Op::Copy { .. }
            | Op::Permission(_)
            | Op::Event(_)
            | Op::Result
            | Op::MemoryAfter
            | Op::AllocationsAfter
            | Op::Unwound
            | Op::Returned
            | Op::Slot(_)
            | Op::Freeze { .. }
            | Op::Generalised
            | Op::Metadata(_)
            | Op::Opaque(..)
            | Op::Loop { .. }
            | Op::Root(_) => View::Other,
        }
    }

    fn ty(&self, node: Node) -> Type {
        self.graph.ty(node)
    }

    fn never_undef(&self, node: Node) -> bool {
        self.graph.definedness(self.env, node).never_undef
    }

    fn never_poison(&self, node: Node) -> bool {
        self.graph.definedness(self.env, node).never_poison
    }

    fn known(&self, node: Node) -> Option<KnownBits> {
        self.facts(node, MAX_FACT_DEPTH)
    }

    fn known_within(&self, node: Node, depth: u32) -> Option<KnownBits> {
        self.facts(node, depth)
    }

    fn before(&self, first: Node, second: Node) -> bool {
        self.graph.order_key(first) < self.graph.order_key(second)
    }

    fn make(&mut self, op: RuleOp, flags: Flags, ty: Type, operands: &[Node]) -> Node {
        let apply = graph_op(op, flags, ty);
        self.graph.make(self.env, Op::Apply(Box::new(apply)), ty, operands)
    }

    fn constant(&mut self, id: Const) -> Node {
        let ty = self.env.ctx.constant(id).ty;
        self.graph.node(Op::Const(id), ty, &[])
    }
}
