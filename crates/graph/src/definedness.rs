//! Whether a node can be undef or poison.
//!
//! A node is *never undef* if it is, for every environment and choice, poison or one bit pattern,
//! and *never poison* if no lane of it is ever poison. Both are found by looking a few operations
//! deep: operands that are both, and an operation that makes no poison of such operands.

use crate::limits::MAX_DEFINEDNESS_DEPTH;
use crate::node::{Node, Op};
use crate::result_kind::is_determined_by_operands;
use crate::{Env, Graph};
use tollgate_ir::{Class, Context, Flags, Opcode, Type, TypeKind};
use tollgate_sem::Int;
use tollgate_sem::constant::{int_of, is_plain};
use tollgate_sem::intrinsics::Intrinsic;

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
        self.definedness_within(env, node, MAX_DEFINEDNESS_DEPTH)
    }

    /// Whether a node is always one bit pattern.
    pub fn is_defined(&self, env: &Env<'_>, node: Node) -> bool {
        let known = self.definedness(env, node);
        known.never_undef && known.never_poison
    }

    fn definedness_within(&self, env: &Env<'_>, node: Node, depth: u32) -> Definedness {
        let node = self.find(node);
        if !has_bits(env.ctx, self.ty(node)) {
            return Definedness::BOTH;
        }
        let all = |operands: &[Node]| {
            let known =
                operands.iter().map(|&operand| self.definedness_within(env, operand, depth - 1));
            known.fold(Definedness::BOTH, Definedness::and)
        };
        match self.op(node) {
            Op::Const(id) if is_plain(env.ctx, *id) => Definedness::BOTH,
            Op::Arg(index) if env.config.noundef.contains(index) => Definedness::BOTH,
            // A choice that was made once.
            Op::Symbol { defined: true, .. } => Definedness::BOTH,
            Op::Freeze { .. }
            | Op::Slot(_)
            | Op::Returned
            | Op::Unwound
            | Op::Terminates { .. } => Definedness::BOTH,
            // In a diagram of truth values any condition may be a value that nobody branched on.
            Op::Gamma if depth > 0 && self.ty(node) == Type::I1 => all(self.operands(node)),
            Op::Gamma if depth > 0 => all(&self.operands(node)[1..]),
            Op::Eta { .. } if depth > 0 => all(&self.operands(node)[1..]),
            Op::Apply(apply) if depth > 0 => {
                let operands = all(self.operands(node));
                let makes_poison = apply.flags.intersects(Flags::POISON)
                    || !apply.attached.is_empty()
                    || self.may_make_poison(
                        env,
                        apply.opcode,
                        apply.intrinsic,
                        self.operands(node),
                    );
                Definedness {
                    never_undef: operands.never_undef
                        && !apply.flags.intersects(Flags::LEEWAY)
                        && apply.intrinsic.is_none_or(is_determined_by_operands),
                    never_poison: operands.never_poison && !makes_poison,
                }
            }
            // Too deep, or nothing is said of them.
            Op::Apply(_) | Op::Gamma | Op::Eta { .. } => Definedness::NOTHING,
            Op::Const(_) | Op::Arg(_) | Op::Symbol { defined: false, .. } => Definedness::NOTHING,
            // Values of other iterations, from memory, of calls, and what the functions have of a
            // value, each its own.
            Op::Mu { .. } | Op::Load(_) | Op::Result | Op::Generalised => Definedness::NOTHING,
            // It is never read, or no value.
            Op::DontCare
            | Op::Opaque(..)
            | Op::Metadata(_)
            | Op::InitialMemory
            | Op::InitialAllocations
            | Op::Store(_)
            | Op::Fill { .. }
            | Op::Copy { .. }
            | Op::Permission(_)
            | Op::Event(_)
            | Op::MemoryAfter
            | Op::AllocationsAfter
            | Op::Loop { .. }
            | Op::Root(_) => Definedness::NOTHING,
        }
    }

    /// Whether a node may be undef or poison although its operands are neither.
    pub fn may_make_undefined(&self, env: &Env<'_>, node: Node) -> bool {
        let Op::Apply(apply) = self.op(node) else { return true };
        apply.flags.intersects(Flags::POISON | Flags::LEEWAY)
            || !apply.attached.is_empty()
            || self.may_make_poison(env, apply.opcode, apply.intrinsic, self.operands(node))
    }

    /// Whether an operation without flags may make poison of operands that are not.
    fn may_make_poison(
        &self,
        env: &Env<'_>,
        opcode: Opcode,
        intrinsic: Option<Intrinsic>,
        operands: &[Node],
    ) -> bool {
        match opcode.class() {
            // A division without a result is undefined behaviour.
            Class::Integer | Class::Division => false,
            Class::Shift => {
                let width = env.ctx.int_width(self.ty(operands[0]));
                let amount = self.int_constant(env, operands[1]).and_then(|amount| amount.to_u64());
                width.is_none_or(|width| amount.is_none_or(|amount| amount >= u64::from(width)))
            }
            Class::IntCompare | Class::FloatCompare | Class::Select | Class::Address => false,
            Class::Negation | Class::Float | Class::FloatCast | Class::Cast | Class::Part => false,
            Class::Call => {
                intrinsic.is_none_or(|it| self.may_intrinsic_make_poison(env, it, operands))
            }
            // Floats out of range, lanes that do not exist, and addresses in another address space.
            Class::FloatToInt | Class::Lane | Class::SpaceCast => true,
            // Never operations without side effects.
            Class::Freeze | Class::Memory | Class::Pad | Class::Debug | Class::End => true,
        }
    }

    /// The same of an intrinsic. The list is of those that are known not to; others may.
    fn may_intrinsic_make_poison(
        &self,
        env: &Env<'_>,
        intrinsic: Intrinsic,
        operands: &[Node],
    ) -> bool {
        use Intrinsic as I;
        match intrinsic {
            // They have a result for all numbers.
            I::UMin | I::UMax | I::SMin | I::SMax | I::BSwap | I::CtPop | I::BitReverse => false,
            I::UAddSat | I::SAddSat | I::USubSat | I::SSubSat | I::SCmp | I::UCmp => false,
            I::UAddWithOverflow
            | I::SAddWithOverflow
            | I::USubWithOverflow
            | I::SSubWithOverflow => false,
            I::UMulWithOverflow | I::SMulWithOverflow => false,
            // The amount is taken modulo the width.
            I::FShl | I::FShr => false,
            // Unless their last operand says so.
            I::Abs | I::CtLz | I::CtTz => !operands.get(1).is_some_and(|&flag| {
                self.int_constant(env, flag).is_some_and(|flag| flag.is_zero())
            }),
            // Their results are not looked at: they may.
            I::UShlSat | I::SShlSat | I::FAbs | I::CopySign | I::FPToSISat | I::FPToUISat => true,
            I::IsFpClass | I::Sqrt | I::Floor | I::Ceil | I::Trunc | I::Round => true,
            I::RoundEven | I::RInt | I::NearbyInt | I::Canonicalize | I::Minimum => true,
            I::Maximum | I::MinimumNum | I::MaximumNum | I::Fma | I::LdExp => true,
            I::ConvertFromFp16 | I::ConvertToFp16 | I::Sin | I::Cos | I::Tan | I::ASin => true,
            I::ACos | I::ATan | I::SinH | I::CosH | I::TanH | I::Exp | I::Exp2 | I::Exp10 => true,
            I::Log | I::Log2 | I::Log10 | I::Pow | I::ReduceFMaximum | I::ReduceFMinimum => true,
            I::ReduceFAdd | I::ReduceFMul | I::SMulFix | I::UMulFix | I::SMulFixSat => true,
            I::UMulFixSat | I::SDivFix | I::UDivFix | I::SDivFixSat | I::UDivFixSat => true,
            I::MinNum | I::MaxNum | I::ReduceFMax | I::ReduceFMin | I::FMulAdd | I::PowI => true,
            I::LRInt | I::LLRInt | I::LRound | I::LLRound | I::FrExp | I::ReduceAdd => true,
            I::ReduceMul | I::ReduceAnd | I::ReduceOr | I::ReduceXor | I::ReduceSMax => true,
            I::ReduceSMin | I::ReduceUMax | I::ReduceUMin | I::VectorReverse => true,
            I::VectorSplice | I::VectorExtract | I::VectorInsert | I::SsaCopy => true,
            I::ArithmeticFence | I::Expect | I::ExpectWithProbability => true,
            I::StripInvariantGroup | I::ThreadLocalAddress | I::PtrMask | I::TypeTest => true,
            I::PublicTypeTest | I::IsConstant | I::ObjectSize | I::Annotation => true,
            I::PtrAnnotation | I::DoNothing | I::DbgDeclare | I::DbgValue | I::DbgLabel => true,
            I::DbgAssign | I::NoAliasScopeDecl | I::VarAnnotation | I::Prefetch => true,
            I::PseudoProbe | I::SideEffect | I::Assume | I::MemCpy | I::MemMove => true,
            I::MemCpyInline | I::MemSet | I::MemSetInline | I::MemCpyAtomic => true,
            I::MemMoveAtomic | I::MemSetAtomic | I::LifetimeStart | I::LifetimeEnd => true,
            I::InvariantStart | I::InvariantEnd | I::LaunderInvariantGroup | I::StackSave => true,
            I::StackRestore | I::VaStart | I::VaEnd | I::VaCopy | I::Trap | I::DebugTrap => true,
            I::UbsanTrap | I::VScale | I::MaskedLoad | I::MaskedStore | I::MaskedGather => true,
            I::MaskedScatter | I::MaskedExpandLoad | I::MaskedCompressStore => true,
            I::LoadRelative | I::EhTypeidFor | I::GetRounding | I::ReadCycleCounter => true,
            I::ReadSteadyCounter | I::FrameAddress | I::ReturnAddress => true,
            I::AddressOfReturnAddress | I::ThreadPointer | I::WidenableCondition => true,
            I::AllowRuntimeCheck | I::AllowUbsanCheck => true,
        }
    }

    /// The integer that a node is, if it is a constant.
    pub fn int_constant(&self, env: &Env<'_>, node: Node) -> Option<Int> {
        let Op::Const(id) = self.op(node) else { return None };
        int_of(env.ctx, *id)
    }
}

/// Whether values of a type have bits. A value without bits is never undef or poison.
pub fn has_bits(ctx: &Context, ty: Type) -> bool {
    match ctx.kind(ty) {
        TypeKind::Array { len, elem } => *len > 0 && has_bits(ctx, *elem),
        TypeKind::Struct { fields, packed: _ } => fields.iter().any(|&field| has_bits(ctx, field)),
        TypeKind::Named { body: Some(body), name: _ } => has_bits(ctx, *body),
        TypeKind::Int(_)
        | TypeKind::Byte(_)
        | TypeKind::Float(_)
        | TypeKind::Ptr(_)
        | TypeKind::Vector { .. }
        | TypeKind::X86Amx
        | TypeKind::X86Mmx => true,
        // Their bits are not known, or they are no values.
        TypeKind::Named { body: None, .. }
        | TypeKind::Target { .. }
        | TypeKind::Void
        | TypeKind::Label
        | TypeKind::Metadata
        | TypeKind::Token
        | TypeKind::Function { .. } => true,
    }
}
