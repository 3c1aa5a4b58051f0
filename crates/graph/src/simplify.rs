//! The simplest node that is known to be equal to an operation.
//!
//! Every law here is an equality (clause 4.1 of the contract): both sides denote the same for every environment and every choice.

use crate::Graph;
use crate::diagram::Decided;
use crate::node::{Apply, Node, Op};
use tollgate_ir::{Const, Context, ExprDetail, Flags, FloatPredicate, IntPredicate, Opcode, Type};
use tollgate_sem::fold::fold;
use tollgate_sem::layout::DataLayout;

/// What making nodes needs besides the graph.
#[derive(Debug)]
pub struct Env<'a> {
    /// The context of both modules.
    pub ctx: &'a mut Context,
    /// The data layout of both modules.
    pub layout: &'a DataLayout,
    /// No more nodes than this are made for the sake of simplicity.
    pub node_limit: usize,
    pub(crate) decided: Decided,
    yes: Const,
    no: Const,
}

impl<'a> Env<'a> {
    /// For two modules of this context and layout.
    pub fn new(ctx: &'a mut Context, layout: &'a DataLayout, node_limit: usize) -> Self {
        let (yes, no) = (ctx.const_bool(true), ctx.const_bool(false));
        Self { ctx, layout, node_limit, decided: Decided::default(), yes, no }
    }

    /// The node of a truth value.
    pub fn bool(&self, graph: &mut Graph, value: bool) -> Node {
        graph.node(Op::Const(if value { self.yes } else { self.no }), Type::I1, &[])
    }

    /// The truth value that a node is.
    pub fn as_bool(&self, graph: &Graph, node: Node) -> Option<bool> {
        match graph.op(node) {
            Op::Const(id) if *id == self.yes => Some(true),
            Op::Const(id) if *id == self.no => Some(false),
            _ => None,
        }
    }
}

impl Graph {
    /// The simplest node that is known to be equal to an operation on kids.
    pub fn make(&mut self, env: &mut Env<'_>, op: Op, ty: Type, kids: &[Node]) -> Node {
        let kids: Vec<Node> = kids.iter().map(|&kid| self.find(kid)).collect();
        match (&op, &kids[..]) {
            (Op::Gamma, &[condition, a, b]) => self.gamma(env, condition, a, b),
            (Op::Apply(apply), _) => {
                let apply = apply.clone();
                self.make_apply(env, &apply, ty, kids)
            }
            (Op::Mu { .. }, &[init, next]) if next == init => init,
            (Op::Eta { depth }, &[leaves, value]) => {
                if !self.varies_with(value, *depth) {
                    value
                } else if value == leaves {
                    env.bool(self, true)
                } else {
                    self.node(op, ty, &kids)
                }
            }
            (Op::Ended { .. }, &[leaves]) if env.as_bool(self, leaves) == Some(true) => env.bool(self, true),
            (Op::Load(access), &[memory, pointer]) => {
                let access = access.clone();
                self.make_load(env, access, ty, memory, pointer)
            }
            _ => self.node(op, ty, &kids),
        }
    }

    fn make_apply(&mut self, env: &mut Env<'_>, apply: &Apply, ty: Type, mut kids: Vec<Node>) -> Node {
        if apply.promises.is_empty()
            && let Some(node) = self.folded(env, apply, ty, &kids)
        {
            return node;
        }
        if apply.opcode == Opcode::GetElementPtr
            && let Some(node) = self.make_address(env, apply, ty, &kids)
        {
            return node;
        }
        let mut apply = apply.clone();
        if apply.flags.intersects(Flags::WRAP) {
            apply.flags = self.needed_flags(env, &apply, ty, &kids);
        }
        if apply.opcode.is_commutative()
            && kids.len() == 2
            && self.order_key(kids[1]) < self.order_key(kids[0])
        {
            kids.swap(0, 1);
        }
        self.node(Op::Apply(Box::new(apply)), ty, &kids)
    }

    /// The constant that an operation on constants is.
    fn folded(&mut self, env: &mut Env<'_>, apply: &Apply, ty: Type, kids: &[Node]) -> Option<Node> {
        let constant = |&kid: &Node| match self.op(kid) {
            Op::Const(id) => Some(*id),
            _ => None,
        };
        let operands: Vec<Const> = kids.iter().map(constant).collect::<Option<_>>()?;
        let detail = match apply.opcode {
            Opcode::ICmp => ExprDetail::IntPredicate(IntPredicate::ALL[apply.predicate as usize]),
            Opcode::FCmp => ExprDetail::FloatPredicate(FloatPredicate::ALL[apply.predicate as usize]),
            Opcode::ExtractValue | Opcode::InsertValue => ExprDetail::Indices(apply.indices.clone()),
            // Address arithmetic on constants is left as it is.
            Opcode::GetElementPtr => return None,
            _ => ExprDetail::None,
        };
        let folded = fold(env.ctx, env.layout, apply.opcode, apply.flags, ty, &operands, &detail)?;
        folded.exact.then(|| self.node(Op::Const(folded.value), ty, &[]))
    }

    /// Looks again at everything whose kids were merged, until nothing changes or there are too many nodes; then equal nodes may
    /// stay apart, which loses proofs and nothing else.
    pub fn rebuild(&mut self, env: &mut Env<'_>) {
        while self.len() <= env.node_limit
            && let Some(node) = self.take_dirty()
        {
            let same = self.restore(node);
            if same != node {
                self.merge(node, same, "same operation");
                continue;
            }
            let (op, ty, kids) = (self.op(node).clone(), self.ty(node), self.kids(node).to_vec());
            if matches!(op, Op::Mu { .. }) && kids.get(1) == Some(&node) {
                self.merge(node, kids[0], "mu that never changes");
                continue;
            }
            let simplest = self.make(env, op, ty, &kids);
            if simplest != node {
                self.merge(node, simplest, "simpler");
            }
        }
    }
}
