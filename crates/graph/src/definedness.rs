//! Whether a node can be undef or poison.
//!
//! A node is *never undef* if it is, for every environment and choice, poison or one bit pattern, and *never poison* if no lane of it is ever poison.
//! Both are found by looking at operations a few levels deep: operands that are both, and an operation that makes no poison of them.

use crate::node::{Node, Op};
use crate::{Env, Graph};
use tollgate_ir::{Const, ConstKind, Context, Flags, Opcode, Type};
use tollgate_sem::Int;
use tollgate_sem::constant::is_plain;
use tollgate_sem::intrinsics::Intrinsic;

/// Operations are looked into this deep.
const MAX_DEPTH: u32 = 6;

/// What is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Definedness {
    /// It is poison, or one bit pattern.
    pub never_undef: bool,
    /// No lane is poison.
    pub never_poison: bool,
}

impl Definedness {
    const NOTHING: Self = Self { never_undef: false, never_poison: false };
    const BOTH: Self = Self { never_undef: true, never_poison: true };

    fn and(self, other: Self) -> Self {
        Self {
            never_undef: self.never_undef && other.never_undef,
            never_poison: self.never_poison && other.never_poison,
        }
    }
}

impl Graph {
    /// What is known of a node.
    pub fn definedness(&self, env: &Env<'_>, node: Node) -> Definedness {
        self.definedness_within(env, node, MAX_DEPTH)
    }

    /// Whether a node is always one bit pattern.
    pub fn is_defined(&self, env: &Env<'_>, node: Node) -> bool {
        let known = self.definedness(env, node);
        known.never_undef && known.never_poison
    }

    fn definedness_within(&self, env: &Env<'_>, node: Node, depth: u32) -> Definedness {
        let node = self.find(node);
        let all = |kids: &[Node]| {
            let known = kids.iter().map(|&kid| self.definedness_within(env, kid, depth - 1));
            known.fold(Definedness::BOTH, Definedness::and)
        };
        match self.op(node) {
            Op::Const(id) if is_plain(env.ctx, *id) => Definedness::BOTH,
            Op::Arg(index) if env.noundef.contains(index) => Definedness::BOTH,
            // A choice that was made; the same whoever asks.
            Op::Input { defined: true, .. } => Definedness::BOTH,
            Op::Freeze { .. } | Op::Slot(_) | Op::Passed | Op::Unwound | Op::Ended { .. } => {
                Definedness::BOTH
            }
            // In a diagram of truth values any condition may be a value that nobody branched on.
            Op::Gamma if depth > 0 && self.ty(node) == Type::I1 => all(self.kids(node)),
            Op::Gamma if depth > 0 => all(&self.kids(node)[1..]),
            Op::Eta { .. } if depth > 0 => all(&self.kids(node)[1..]),
            Op::Apply(apply) if depth > 0 => {
                let operands = all(self.kids(node));
                let makes_poison = apply.flags.intersects(Flags::POISON)
                    || !apply.promises.is_empty()
                    || self.may_make_poison(env, apply.opcode, apply.intrinsic, self.kids(node));
                Definedness {
                    never_undef: operands.never_undef && !apply.flags.intersects(Flags::LEEWAY),
                    never_poison: operands.never_poison && !makes_poison,
                }
            }
            _ => Definedness::NOTHING,
        }
    }

    /// Whether a node may be undef or poison although its operands are neither.
    pub fn may_make_undefined(&self, env: &Env<'_>, node: Node) -> bool {
        match self.op(node) {
            Op::Apply(apply) => {
                apply.flags.intersects(Flags::POISON | Flags::LEEWAY)
                    || !apply.promises.is_empty()
                    || self.may_make_poison(env, apply.opcode, apply.intrinsic, self.kids(node))
            }
            _ => true,
        }
    }

    /// Whether an operation without flags may make poison of operands that are not.
    fn may_make_poison(
        &self,
        env: &Env<'_>,
        opcode: Opcode,
        intrinsic: Option<Intrinsic>,
        kids: &[Node],
    ) -> bool {
        match opcode {
            Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::And | Opcode::Or | Opcode::Xor => false,
            // Where they have no result, the program is undefined.
            Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem => false,
            Opcode::Shl | Opcode::LShr | Opcode::AShr => {
                let width = env.ctx.int_width(self.ty(kids[0]));
                let amount = self.int(env, kids[1]).and_then(|amount| amount.to_u64());
                width.is_none_or(|width| amount.is_none_or(|amount| amount >= u64::from(width)))
            }
            Opcode::ICmp | Opcode::FCmp | Opcode::Select | Opcode::GetElementPtr => false,
            Opcode::FNeg | Opcode::FAdd | Opcode::FSub | Opcode::FMul | Opcode::FDiv | Opcode::FRem => false,
            Opcode::ZExt
            | Opcode::SExt
            | Opcode::Trunc
            | Opcode::PtrToInt
            | Opcode::IntToPtr
            | Opcode::BitCast
            | Opcode::FPExt
            | Opcode::FPTrunc
            | Opcode::UIToFP
            | Opcode::SIToFP => false,
            Opcode::ExtractValue | Opcode::InsertValue => false,
            Opcode::Call => !matches!(
                intrinsic,
                Some(
                    Intrinsic::UMin
                        | Intrinsic::UMax
                        | Intrinsic::SMin
                        | Intrinsic::SMax
                        | Intrinsic::BSwap
                        | Intrinsic::CtPop
                )
            ),
            _ => true,
        }
    }

    /// The number that a node is.
    pub fn number(&self, env: &Env<'_>, node: Node) -> Option<Int> {
        self.int(env, node)
    }

    pub(crate) fn int(&self, env: &Env<'_>, node: Node) -> Option<Int> {
        let Op::Const(id) = self.op(node) else { return None };
        int_of(env.ctx, *id)
    }
}

fn int_of(ctx: &Context, id: Const) -> Option<Int> {
    let data = ctx.constant(id);
    match data.kind {
        ConstKind::Int(value) => Some(Int::new(ctx.int_width(data.ty)?, value)),
        ConstKind::WideInt(ref limbs) => Some(Int::from_limbs(ctx.int_width(data.ty)?, limbs.to_vec())),
        _ => None,
    }
}
