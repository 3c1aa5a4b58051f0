//! What the result of an operation depends on besides its operands.

use crate::node::Apply;
use crate::terms::rule_op;
use tollgate_ir::Class;
use tollgate_sem::intrinsics::Intrinsic;

/// What the result of an intrinsic without side effects depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ResultKind {
    /// The operands alone; monotone.
    Function,
    /// The same, and the bits of a NaN. Equal operations on equal operands are taken to choose
    /// the same bits (a named assumption).
    Nan,
    /// The operands, and which of several results is chosen this time: a function of both, and
    /// monotone.
    Choice,
    /// The same, but what is chosen may be undef whatever the operands are.
    ChoiceOrUndef,
    /// Something else.
    Unknown,
}

/// Whether the result of an intrinsic is a function of its operands, and of what it chooses.
pub(crate) fn is_function(intrinsic: Intrinsic) -> bool {
    result_kind(intrinsic) != ResultKind::Unknown
}

/// Whether calls of an intrinsic choose between results although no flag says so. The choice is
/// then one more operand of the node.
pub(crate) fn chooses(intrinsic: Intrinsic) -> bool {
    matches!(result_kind(intrinsic), ResultKind::Choice | ResultKind::ChoiceOrUndef)
}

/// Whether the result of an intrinsic has no undef bits if its operands have none.
pub(crate) fn is_determined_by_operands(intrinsic: Intrinsic) -> bool {
    match result_kind(intrinsic) {
        ResultKind::Function | ResultKind::Nan | ResultKind::Choice => true,
        ResultKind::ChoiceOrUndef | ResultKind::Unknown => false,
    }
}

/// Whether calls of an intrinsic may choose their result.
pub(crate) fn intrinsic_may_choose(intrinsic: Intrinsic) -> bool {
    match result_kind(intrinsic) {
        ResultKind::Nan | ResultKind::Choice | ResultKind::ChoiceOrUndef => true,
        ResultKind::Function | ResultKind::Unknown => false,
    }
}

/// Whether an operation may choose its result.
pub(crate) fn may_choose(apply: &Apply) -> bool {
    let by_nature = match apply.opcode.class() {
        Class::Float | Class::FloatCast => true,
        Class::Call => apply.intrinsic.is_some_and(intrinsic_may_choose),
        Class::Integer | Class::Division | Class::Shift | Class::Negation | Class::FloatToInt => {
            false
        }
        Class::Cast
        | Class::SpaceCast
        | Class::IntCompare
        | Class::FloatCompare
        | Class::Address => false,
        Class::Select | Class::Lane | Class::Part => false,
        // Never operations without side effects.
        Class::Freeze | Class::Memory | Class::Pad | Class::Debug | Class::End => true,
    };
    by_nature || rule_op(apply).is_some_and(|op| op.may_choose())
}

/// How the bits of a NaN that some operation chose show in a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum NanBits {
    /// Not at all.
    Hidden,
    /// As the sign and payload of a float, which is a NaN whichever they are.
    Payload,
    /// In any way: as a sign that was copied, or as an integer.
    Anything,
}

/// How they show in the result of an operation, given how they do in its operands.
pub(crate) fn nan_bits(apply: &Apply, in_operands: NanBits) -> NanBits {
    match apply.opcode.class() {
        Class::Float | Class::FloatCast => in_operands.max(NanBits::Payload),
        // All NaNs compare alike, and no defined integer is made of one. What was made of their
        // bits before may still show.
        Class::FloatCompare | Class::FloatToInt => match in_operands {
            NanBits::Hidden | NanBits::Payload => NanBits::Hidden,
            NanBits::Anything => NanBits::Anything,
        },
        // Floats are negated, selected, and moved between lanes as they are.
        Class::Negation | Class::Select | Class::Lane | Class::Part => in_operands,
        Class::Call => match apply.intrinsic.map(result_kind) {
            Some(ResultKind::Function) if in_operands == NanBits::Hidden => NanBits::Hidden,
            Some(
                ResultKind::Function
                | ResultKind::Choice
                | ResultKind::ChoiceOrUndef
                | ResultKind::Unknown,
            )
            | None => NanBits::Anything,
            Some(ResultKind::Nan) if in_operands == NanBits::Hidden => NanBits::Payload,
            Some(ResultKind::Nan) => NanBits::Anything,
        },
        // They choose nothing, and compute with the integer that the bits are.
        Class::Integer
        | Class::Division
        | Class::Shift
        | Class::Cast
        | Class::SpaceCast
        | Class::IntCompare
        | Class::Address => match in_operands {
            NanBits::Hidden => NanBits::Hidden,
            NanBits::Payload | NanBits::Anything => NanBits::Anything,
        },
        // Never operations without side effects.
        Class::Freeze | Class::Memory | Class::Pad | Class::Debug | Class::End => NanBits::Anything,
    }
}

fn result_kind(intrinsic: Intrinsic) -> ResultKind {
    use Intrinsic as I;
    match intrinsic {
        // Functions of integers.
        I::UMin | I::UMax | I::SMin | I::SMax | I::UAddSat | I::SAddSat => ResultKind::Function,
        I::USubSat | I::SSubSat | I::UShlSat | I::SShlSat => ResultKind::Function,
        I::UAddWithOverflow | I::SAddWithOverflow | I::USubWithOverflow => ResultKind::Function,
        I::SSubWithOverflow | I::UMulWithOverflow | I::SMulWithOverflow => ResultKind::Function,
        I::Abs | I::CtLz | I::CtTz | I::CtPop | I::BSwap | I::BitReverse => ResultKind::Function,
        I::FShl | I::FShr | I::SCmp | I::UCmp => ResultKind::Function,
        // Operations on the bits of floats, and conversions that give no float.
        I::FAbs | I::CopySign | I::FPToSISat | I::FPToUISat | I::IsFpClass => ResultKind::Function,
        // Functions of floats.
        I::Sqrt | I::Floor | I::Ceil | I::Trunc | I::Round | I::RoundEven => ResultKind::Nan,
        I::RInt | I::NearbyInt | I::Canonicalize | I::Minimum | I::Maximum => ResultKind::Nan,
        I::MinimumNum | I::MaximumNum | I::Fma | I::LdExp | I::ConvertFromFp16 => ResultKind::Nan,
        I::ConvertToFp16 | I::Sin | I::Cos | I::Tan | I::ASin | I::ACos => ResultKind::Nan,
        I::ATan | I::SinH | I::CosH | I::TanH | I::Exp | I::Exp2 | I::Exp10 => ResultKind::Nan,
        I::Log | I::Log2 | I::Log10 | I::Pow | I::ReduceFMaximum => ResultKind::Nan,
        I::ReduceFMinimum | I::ReduceFAdd | I::ReduceFMul => ResultKind::Nan,
        // The direction in which a product or quotient is rounded.
        I::SMulFix | I::UMulFix | I::SMulFixSat | I::UMulFixSat | I::SDivFix => ResultKind::Choice,
        I::UDivFix | I::SDivFixSat | I::UDivFixSat => ResultKind::Choice,
        // One of two zeros, or one of two operands if one is a signalling NaN.
        I::MinNum | I::MaxNum | I::ReduceFMax | I::ReduceFMin => ResultKind::Choice,
        // Rounded once or twice; the order of multiplications.
        I::FMulAdd | I::PowI => ResultKind::Choice,
        // The integer that a float out of range becomes.
        I::LRInt | I::LLRInt | I::LRound | I::LLRound => ResultKind::Choice,
        // The exponent of a NaN or infinity is unspecified: nothing says that two calls give the
        // same, nor that it is not undef.
        I::FrExp => ResultKind::ChoiceOrUndef,
        // Reductions and permutations of lanes.
        I::ReduceAdd | I::ReduceMul | I::ReduceAnd | I::ReduceOr => ResultKind::Function,
        I::ReduceXor | I::ReduceSMax | I::ReduceSMin | I::ReduceUMax => ResultKind::Function,
        I::ReduceUMin | I::VectorReverse | I::VectorSplice => ResultKind::Function,
        I::VectorExtract | I::VectorInsert => ResultKind::Function,
        // The first argument, or a function of a pointer.
        I::SsaCopy | I::ArithmeticFence | I::Expect => ResultKind::Function,
        I::ExpectWithProbability | I::StripInvariantGroup => ResultKind::Function,
        I::ThreadLocalAddress | I::PtrMask | I::TypeTest => ResultKind::Function,
        I::PublicTypeTest => ResultKind::Function,
        // What the compiler knows of an operand, not what its value is.
        I::IsConstant | I::ObjectSize => ResultKind::Unknown,
        // Never operations without side effects.
        I::Annotation | I::PtrAnnotation | I::DoNothing | I::DbgDeclare => ResultKind::Unknown,
        I::DbgValue | I::DbgLabel | I::DbgAssign | I::NoAliasScopeDecl => ResultKind::Unknown,
        I::VarAnnotation | I::Prefetch | I::PseudoProbe | I::SideEffect => ResultKind::Unknown,
        I::Assume | I::MemCpy | I::MemMove | I::MemCpyInline | I::MemSet => ResultKind::Unknown,
        I::MemSetInline | I::MemCpyAtomic | I::MemMoveAtomic => ResultKind::Unknown,
        I::MemSetAtomic | I::LifetimeStart | I::LifetimeEnd => ResultKind::Unknown,
        I::InvariantStart | I::InvariantEnd | I::LaunderInvariantGroup => ResultKind::Unknown,
        I::StackSave | I::StackRestore | I::VaStart | I::VaEnd | I::VaCopy => ResultKind::Unknown,
        I::Trap | I::DebugTrap | I::UbsanTrap | I::VScale | I::MaskedLoad => ResultKind::Unknown,
        I::MaskedStore | I::MaskedGather | I::MaskedScatter => ResultKind::Unknown,
        I::MaskedExpandLoad | I::MaskedCompressStore | I::LoadRelative => ResultKind::Unknown,
        I::EhTypeidFor | I::GetRounding | I::ReadCycleCounter => ResultKind::Unknown,
        I::ReadSteadyCounter | I::FrameAddress | I::ReturnAddress => ResultKind::Unknown,
        I::AddressOfReturnAddress | I::ThreadPointer | I::WidenableCondition => ResultKind::Unknown,
        I::AllowRuntimeCheck | I::AllowUbsanCheck => ResultKind::Unknown,
    }
}
