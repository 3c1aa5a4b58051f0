//! [`Range`]: between which bounds an integer of at most 64 bits lies, as an unsigned and as a
//! signed number.
//!
//! **Meaning.** As of all that is [known](crate::known): the bounds hold for every outcome that is
//! not poison. So an operation that must not wrap has the bounds of results that do not.
//! Where nothing is possible at all — the value is always poison — bounds that contradict each
//! other are given up.
//!
//! Bounds are computed with 128 bits: no sum, difference or product of two of them overflows.

use std::fmt;
use tollgate_ir::{Flags, IntPredicate, Opcode};
use tollgate_sem::Int;
use tollgate_sem::intrinsics::Intrinsic;

/// Bounds of an integer, both inclusive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    width: u32,
    unsigned: (i128, i128),
    signed: (i128, i128),
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width: _, unsigned, signed } = self;
        write!(f, "{} to {} unsigned, {} to {} signed", unsigned.0, unsigned.1, signed.0, signed.1)
    }
}

impl Range {
    /// All integers of a width; none if it is too wide.
    pub fn all(width: u32) -> Option<Range> {
        (1..=64).contains(&width).then(|| Range {
            width,
            unsigned: (0, (1 << width) - 1),
            signed: (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        })
    }

    /// The smallest unsigned value.
    pub fn low(&self) -> Int {
        Int::from_i128(self.width, self.unsigned.0)
    }

    /// The largest unsigned value.
    pub fn high(&self) -> Int {
        Int::from_i128(self.width, self.unsigned.1)
    }

    /// The smallest signed value.
    pub fn least(&self) -> Int {
        Int::from_i128(self.width, self.signed.0)
    }

    /// The largest signed value.
    pub fn most(&self) -> Int {
        Int::from_i128(self.width, self.signed.1)
    }

    /// Whether an integer of this width lies between the bounds.
    pub fn contains(&self, value: &Int) -> bool {
        let inside = |(low, high): (i128, i128), value: i128| (low..=high).contains(&value);
        value.to_u64().is_some_and(|value| inside(self.unsigned, i128::from(value)))
            && value.to_i64().is_some_and(|value| inside(self.signed, i128::from(value)))
    }

    /// The bounds of what lies between these or those.
    pub fn either(&self, other: &Range) -> Range {
        let hull = |a: (i128, i128), b: (i128, i128)| (a.0.min(b.0), a.1.max(b.1));
        Range {
            width: self.width,
            unsigned: hull(self.unsigned, other.unsigned),
            signed: hull(self.signed, other.signed),
        }
    }

    /// Widened: bounds that moved since become the utmost.
    pub fn widened(&self, since: &Range) -> Range {
        let Some(all) = Range::all(self.width) else { return *self };
        let widen = |now: (i128, i128), old: (i128, i128), all: (i128, i128)| {
            (if now.0 < old.0 { all.0 } else { now.0 }, if now.1 > old.1 { all.1 } else { now.1 })
        };
        Range {
            width: self.width,
            unsigned: widen(self.unsigned, since.unsigned, all.unsigned),
            signed: widen(self.signed, since.signed, all.signed),
        }
    }

    /// Within these bounds of the unsigned value too.
    pub fn within_unsigned(&self, low: &Int, high: &Int) -> Range {
        let number = |int: &Int, or: i128| int.to_u64().map_or(or, i128::from);
        self.meet((number(low, self.unsigned.0), number(high, self.unsigned.1)), self.signed)
    }

    /// Within these bounds of the signed value too.
    pub fn within_signed(&self, least: &Int, most: &Int) -> Range {
        let number = |int: &Int, or: i128| int.to_i64().map_or(or, i128::from);
        self.meet(self.unsigned, (number(least, self.signed.0), number(most, self.signed.1)))
    }

    /// Within more bounds, and what each kind of them says of the other.
    fn meet(&self, unsigned: (i128, i128), signed: (i128, i128)) -> Range {
        let both = |a: (i128, i128), b: (i128, i128)| (a.0.max(b.0), a.1.min(b.1));
        let (mut unsigned, mut signed) = (both(self.unsigned, unsigned), both(self.signed, signed));
        let (half, whole) = (1 << (self.width - 1), 1 << self.width);
        // On either side of the sign the two orders are the same.
        for _ in 0..2 {
            if unsigned.1 < half {
                signed = both(signed, unsigned);
            } else if unsigned.0 >= half {
                signed = both(signed, (unsigned.0 - whole, unsigned.1 - whole));
            }
            if signed.0 >= 0 {
                unsigned = both(unsigned, signed);
            } else if signed.1 < 0 {
                unsigned = both(unsigned, (signed.0 + whole, signed.1 + whole));
            }
        }
        match unsigned.0 <= unsigned.1 && signed.0 <= signed.1 {
            true => Range { width: self.width, unsigned, signed },
            false => *self,
        }
    }

    /// Those that compare like this with one that lies between other bounds.
    pub fn compared(&self, predicate: IntPredicate, other: &Range) -> Range {
        use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let (unsigned, signed) = (self.unsigned, self.signed);
        match predicate {
            Eq => self.meet(other.unsigned, other.signed),
            Ne => match other.single() {
                // Only at the end does one that is missing make a difference.
                Some(value) => {
                    let wrapped = if value >= 1 << (self.width - 1) {
                        value - (1 << self.width)
                    } else {
                        value
                    };
                    let without = |(low, high): (i128, i128), value: i128| {
                        (
                            if low == value { low + 1 } else { low },
                            if high == value { high - 1 } else { high },
                        )
                    };
                    self.meet(without(unsigned, value), without(signed, wrapped))
                }
                None => *self,
            },
            Ult => self.meet((unsigned.0, other.unsigned.1 - 1), signed),
            Ule => self.meet((unsigned.0, other.unsigned.1), signed),
            Ugt => self.meet((other.unsigned.0 + 1, unsigned.1), signed),
            Uge => self.meet((other.unsigned.0, unsigned.1), signed),
            Slt => self.meet(unsigned, (signed.0, other.signed.1 - 1)),
            Sle => self.meet(unsigned, (signed.0, other.signed.1)),
            Sgt => self.meet(unsigned, (other.signed.0 + 1, signed.1)),
            Sge => self.meet(unsigned, (other.signed.0, signed.1)),
        }
    }

    /// The one integer that it is.
    fn single(&self) -> Option<i128> {
        (self.unsigned.0 == self.unsigned.1).then_some(self.unsigned.0)
    }

    /// All integers of this width, within the bounds of exact results: where one may wrap, it may
    /// be anything, unless its flags say that it must not.
    fn exact(
        width: u32,
        flags: Flags,
        unsigned: (i128, i128),
        signed: (i128, i128),
    ) -> Option<Range> {
        let all = Range::all(width)?;
        let fit = |exact: (i128, i128), (min, max): (i128, i128), promised: bool| {
            let size = max - min + 1;
            match exact {
                (low, high) if low >= min && high <= max => exact,
                (low, high) if promised => (low.max(min), high.min(max)),
                // All wrap, and all once.
                (low, high) if low > max && high - size <= max => (low - size, high - size),
                (low, high) if high < min && low + size >= min => (low + size, high + size),
                _ => (min, max),
            }
        };
        Some(all.meet(
            fit(unsigned, all.unsigned, flags.contains(Flags::NUW)),
            fit(signed, all.signed, flags.contains(Flags::NSW)),
        ))
    }

    /// The bounds of an operation on two integers.
    pub fn binary(opcode: Opcode, flags: Flags, a: &Range, b: &Range) -> Option<Range> {
        let all = Range::all(a.width)?;
        let last = i128::from(a.width) - 1;
        let corners = |op: &dyn Fn(i128, i128) -> i128| {
            let of = [
                (a.signed.0, b.signed.0),
                (a.signed.0, b.signed.1),
                (a.signed.1, b.signed.0),
                (a.signed.1, b.signed.1),
            ];
            let of = of.map(|(a, b)| op(a, b));
            (
                of.into_iter().min().unwrap_or(all.signed.0),
                of.into_iter().max().unwrap_or(all.signed.1),
            )
        };
        match opcode {
            Opcode::Add => Range::exact(
                a.width,
                flags,
                (a.unsigned.0 + b.unsigned.0, a.unsigned.1 + b.unsigned.1),
                (a.signed.0 + b.signed.0, a.signed.1 + b.signed.1),
            ),
            Opcode::Sub => Range::exact(
                a.width,
                flags,
                (a.unsigned.0 - b.unsigned.1, a.unsigned.1 - b.unsigned.0),
                (a.signed.0 - b.signed.1, a.signed.1 - b.signed.0),
            ),
            Opcode::Mul => Range::exact(
                a.width,
                flags,
                // Two factors below 2^64 have a product below 2^128, which a signed number may not
                // hold.
                (
                    a.unsigned.0.checked_mul(b.unsigned.0).unwrap_or(i128::MAX),
                    a.unsigned.1.checked_mul(b.unsigned.1).unwrap_or(i128::MAX),
                ),
                corners(&|a, b| a * b),
            ),
            Opcode::Shl => Range::shifted_left(flags, a, b),
            // Shifts by too much are poison.
            Opcode::LShr => {
                let (fewest, farthest) = (b.unsigned.0.min(last), b.unsigned.1.min(last));
                Some(all.meet((a.unsigned.0 >> farthest, a.unsigned.1 >> fewest), all.signed))
            }
            Opcode::AShr => {
                let (fewest, farthest) = (b.unsigned.0.min(last), b.unsigned.1.min(last));
                let least = a.signed.0 >> if a.signed.0 < 0 { fewest } else { farthest };
                let most = a.signed.1 >> if a.signed.1 < 0 { farthest } else { fewest };
                Some(all.meet(all.unsigned, (least, most)))
            }
            // Division by zero is undefined, and so is the quotient that does not fit.
            Opcode::UDiv => {
                let (smallest, largest) = (b.unsigned.0.max(1), b.unsigned.1.max(1));
                Some(all.meet((a.unsigned.0 / largest, a.unsigned.1 / smallest), all.signed))
            }
            Opcode::URem => {
                let unsigned = match a.unsigned.1 < b.unsigned.0 {
                    true => a.unsigned,
                    false => (0, a.unsigned.1.min((b.unsigned.1 - 1).max(0))),
                };
                Some(all.meet(unsigned, all.signed))
            }
            Opcode::SDiv if b.signed.0 > 0 => Some(all.meet(all.unsigned, corners(&|a, b| a / b))),
            Opcode::SDiv if b.signed.1 < -1 => Some(all.meet(all.unsigned, corners(&|a, b| a / b))),
            Opcode::SRem => {
                let largest = (b.signed.0.abs().max(b.signed.1.abs()) - 1).max(0);
                let least = if a.signed.0 < 0 { a.signed.0.max(-largest) } else { 0 };
                let most = if a.signed.1 > 0 { a.signed.1.min(largest) } else { 0 };
                Some(all.meet(all.unsigned, (least, most)))
            }
            Opcode::And => Some(all.meet((0, a.unsigned.1.min(b.unsigned.1)), all.signed)),
            Opcode::Or => {
                Some(all.meet((a.unsigned.0.max(b.unsigned.0), all.unsigned.1), all.signed))
            }
            // Their bounds follow from the bits, or they are no operations on two integers.
            Opcode::Xor | Opcode::SDiv | Opcode::FNeg | Opcode::FAdd | Opcode::FSub => Some(all),
            Opcode::FMul | Opcode::FDiv | Opcode::FRem | Opcode::FPTrunc => Some(all),
            Opcode::FPExt | Opcode::FPToUI | Opcode::FPToSI | Opcode::UIToFP => Some(all),
            Opcode::SIToFP | Opcode::Trunc | Opcode::ZExt | Opcode::SExt => Some(all),
            Opcode::PtrToInt | Opcode::PtrToAddr | Opcode::IntToPtr | Opcode::BitCast => Some(all),
            Opcode::AddrSpaceCast | Opcode::ICmp | Opcode::FCmp => Some(all),
            Opcode::GetElementPtr | Opcode::Select | Opcode::Freeze => Some(all),
            Opcode::ExtractElement | Opcode::InsertElement | Opcode::ShuffleVector => Some(all),
            Opcode::ExtractValue | Opcode::InsertValue | Opcode::Alloca | Opcode::Load => Some(all),
            Opcode::Store | Opcode::Fence | Opcode::CmpXchg | Opcode::AtomicRmw => Some(all),
            Opcode::VaArg | Opcode::Call => Some(all),
            Opcode::LandingPad | Opcode::CatchPad | Opcode::CleanupPad | Opcode::DebugRecord => {
                Some(all)
            }
            Opcode::Ret | Opcode::Br | Opcode::CondBr | Opcode::Switch | Opcode::IndirectBr => {
                Some(all)
            }
            Opcode::Invoke | Opcode::CallBr | Opcode::Resume | Opcode::Unreachable => Some(all),
            Opcode::CleanupRet | Opcode::CatchRet | Opcode::CatchSwitch => Some(all),
        }
    }

    fn shifted_left(flags: Flags, a: &Range, b: &Range) -> Option<Range> {
        let amount = b.single()?;
        let factor = 1i128.checked_shl(u32::try_from(amount).ok()?)?;
        if amount >= i128::from(a.width) {
            return Range::all(a.width);
        }
        let limit = |value: i128| if value < 0 { i128::MIN / 4 } else { i128::MAX / 4 };
        let times = |value: i128| value.checked_mul(factor).unwrap_or(limit(value));
        Range::exact(
            a.width,
            flags,
            (times(a.unsigned.0), times(a.unsigned.1)),
            (times(a.signed.0), times(a.signed.1)),
        )
    }

    /// The bounds of an integer of another width.
    pub fn converted(&self, opcode: Opcode, flags: Flags, width: u32) -> Option<Range> {
        let all = Range::all(width)?;
        let inside =
            |(low, high): (i128, i128), (min, max): (i128, i128)| low >= min && high <= max;
        match opcode {
            Opcode::ZExt => {
                let from = match flags.contains(Flags::NNEG) {
                    true => self.meet(self.unsigned, (0, self.signed.1)),
                    false => *self,
                };
                Some(all.meet(from.unsigned, all.signed))
            }
            Opcode::SExt => Some(all.meet(all.unsigned, self.signed)),
            Opcode::Trunc => {
                let keeps_value = inside(self.unsigned, all.unsigned) || flags.contains(Flags::NUW);
                let keeps_sign = inside(self.signed, all.signed) || flags.contains(Flags::NSW);
                Some(all.meet(
                    if keeps_value { self.unsigned } else { all.unsigned },
                    if keeps_sign { self.signed } else { all.signed },
                ))
            }
            // No casts of integers to integers.
            Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::And | Opcode::Or | Opcode::Xor => {
                Some(all)
            }
            Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem | Opcode::Shl => Some(all),
            Opcode::LShr | Opcode::AShr | Opcode::FNeg | Opcode::FAdd | Opcode::FSub => Some(all),
            Opcode::FMul | Opcode::FDiv | Opcode::FRem | Opcode::FPTrunc => Some(all),
            Opcode::FPExt | Opcode::FPToUI | Opcode::FPToSI | Opcode::UIToFP => Some(all),
            Opcode::SIToFP | Opcode::PtrToInt | Opcode::PtrToAddr | Opcode::IntToPtr => Some(all),
            Opcode::BitCast | Opcode::AddrSpaceCast | Opcode::ICmp | Opcode::FCmp => Some(all),
            Opcode::GetElementPtr | Opcode::Select | Opcode::Freeze => Some(all),
            Opcode::ExtractElement | Opcode::InsertElement | Opcode::ShuffleVector => Some(all),
            Opcode::ExtractValue | Opcode::InsertValue | Opcode::Alloca | Opcode::Load => Some(all),
            Opcode::Store | Opcode::Fence | Opcode::CmpXchg | Opcode::AtomicRmw => Some(all),
            Opcode::VaArg | Opcode::Call => Some(all),
            Opcode::LandingPad | Opcode::CatchPad | Opcode::CleanupPad | Opcode::DebugRecord => {
                Some(all)
            }
            Opcode::Ret | Opcode::Br | Opcode::CondBr | Opcode::Switch | Opcode::IndirectBr => {
                Some(all)
            }
            Opcode::Invoke | Opcode::CallBr | Opcode::Resume | Opcode::Unreachable => Some(all),
            Opcode::CleanupRet | Opcode::CatchRet | Opcode::CatchSwitch => Some(all),
        }
    }

    /// The bounds of what an intrinsic function makes of two integers.
    pub fn called(intrinsic: Intrinsic, a: &Range, b: &Range) -> Option<Range> {
        let all = Range::all(a.width)?;
        let least = |a: (i128, i128), b: (i128, i128)| (a.0.min(b.0), a.1.min(b.1));
        let most = |a: (i128, i128), b: (i128, i128)| (a.0.max(b.0), a.1.max(b.1));
        let max = all.unsigned.1;
        use Intrinsic as I;
        Some(match intrinsic {
            // Whatever it is, it is one of the two.
            I::UMin => all.meet(least(a.unsigned, b.unsigned), a.either(b).signed),
            I::UMax => all.meet(most(a.unsigned, b.unsigned), a.either(b).signed),
            I::SMin => all.meet(a.either(b).unsigned, least(a.signed, b.signed)),
            I::SMax => all.meet(a.either(b).unsigned, most(a.signed, b.signed)),
            I::USubSat => all.meet(
                ((a.unsigned.0 - b.unsigned.1).max(0), (a.unsigned.1 - b.unsigned.0).max(0)),
                all.signed,
            ),
            I::UAddSat => all.meet(
                ((a.unsigned.0 + b.unsigned.0).min(max), (a.unsigned.1 + b.unsigned.1).min(max)),
                all.signed,
            ),
            I::SAddSat | I::SSubSat | I::UShlSat | I::SShlSat | I::UAddWithOverflow => all,
            I::SAddWithOverflow | I::USubWithOverflow | I::SSubWithOverflow => all,
            I::UMulWithOverflow | I::SMulWithOverflow | I::Abs | I::CtLz | I::CtTz => all,
            I::CtPop | I::BSwap | I::BitReverse | I::FShl | I::FShr | I::SCmp | I::UCmp => all,
            I::FAbs | I::CopySign | I::FPToSISat | I::FPToUISat | I::IsFpClass | I::Sqrt => all,
            I::Floor | I::Ceil | I::Trunc | I::Round | I::RoundEven | I::RInt | I::NearbyInt => all,
            I::Canonicalize | I::Minimum | I::Maximum | I::MinimumNum | I::MaximumNum => all,
            I::Fma | I::LdExp | I::ConvertFromFp16 | I::ConvertToFp16 | I::Sin | I::Cos => all,
            I::Tan | I::ASin | I::ACos | I::ATan | I::SinH | I::CosH | I::TanH | I::Exp => all,
            I::Exp2 | I::Exp10 | I::Log | I::Log2 | I::Log10 | I::Pow | I::ReduceFMaximum => all,
            I::ReduceFMinimum | I::ReduceFAdd | I::ReduceFMul | I::SMulFix | I::UMulFix => all,
            I::SMulFixSat | I::UMulFixSat | I::SDivFix | I::UDivFix | I::SDivFixSat => all,
            I::UDivFixSat | I::MinNum | I::MaxNum | I::ReduceFMax | I::ReduceFMin => all,
            I::FMulAdd | I::PowI | I::LRInt | I::LLRInt | I::LRound | I::LLRound | I::FrExp => all,
            I::ReduceAdd | I::ReduceMul | I::ReduceAnd | I::ReduceOr | I::ReduceXor => all,
            I::ReduceSMax | I::ReduceSMin | I::ReduceUMax | I::ReduceUMin | I::VectorReverse => all,
            I::VectorSplice | I::VectorExtract | I::VectorInsert | I::SsaCopy => all,
            I::ArithmeticFence | I::Expect | I::ExpectWithProbability => all,
            I::StripInvariantGroup | I::ThreadLocalAddress | I::PtrMask | I::TypeTest => all,
            I::PublicTypeTest | I::IsConstant | I::ObjectSize | I::Annotation => all,
            I::PtrAnnotation | I::DoNothing | I::DbgDeclare | I::DbgValue | I::DbgLabel => all,
            I::DbgAssign | I::NoAliasScopeDecl | I::VarAnnotation | I::Prefetch => all,
            I::PseudoProbe | I::SideEffect | I::Assume | I::MemCpy | I::MemMove => all,
            I::MemCpyInline | I::MemSet | I::MemSetInline | I::MemCpyAtomic => all,
            I::MemMoveAtomic | I::MemSetAtomic | I::LifetimeStart | I::LifetimeEnd => all,
            I::InvariantStart | I::InvariantEnd | I::LaunderInvariantGroup | I::StackSave => all,
            I::StackRestore | I::VaStart | I::VaEnd | I::VaCopy | I::Trap | I::DebugTrap => all,
            I::UbsanTrap | I::VScale | I::MaskedLoad | I::MaskedStore | I::MaskedGather => all,
            I::MaskedScatter | I::MaskedExpandLoad | I::MaskedCompressStore => all,
            I::LoadRelative | I::EhTypeidFor | I::GetRounding | I::ReadCycleCounter => all,
            I::ReadSteadyCounter | I::FrameAddress | I::ReturnAddress => all,
            I::AddressOfReturnAddress | I::ThreadPointer | I::WidenableCondition => all,
            I::AllowRuntimeCheck | I::AllowUbsanCheck => all,
        })
    }

    /// The bounds of the distance from zero; that of the smallest signed number is one more than
    /// the largest.
    pub fn distance(&self) -> Option<Range> {
        let all = Range::all(self.width)?;
        let (a, b) = (self.signed.0.abs(), self.signed.1.abs());
        let least = if self.signed.0 <= 0 && self.signed.1 >= 0 { 0 } else { a.min(b) };
        Some(all.meet((least, a.max(b)), all.signed))
    }

    /// The bounds of a count of bits.
    pub fn count(width: u32) -> Option<Range> {
        let all = Range::all(width)?;
        Some(all.meet((0, i128::from(width)), all.signed))
    }
}
