//! [`KnownBits`]: what is known of an integer without knowing the integer: its bits, and its
//! [bounds](Range).
//!
//! **Meaning.** A fact about a term holds for *every* outcome of every use of it that is not
//! poison, in every lane: bits of [`KnownBits::zeros`] are zero, bits of [`KnownBits::ones`] are
//! one, and at least [`KnownBits::sign_bits`] of the highest bits are equal, and it lies between
//! the bounds of [`KnownBits::range`]. So a fact says nothing of poison, and it holds for undef
//! too: the outcomes of `and x 15` are at most 15 even if each use of an undef `x` is another.
//!
//! [`structural`] finds facts by looking at operations, a few levels deep. The value graph may know
//! more.

use crate::constants;
use crate::op::Op;
use crate::range::Range;
use crate::terms::{Terms, View};
use std::fmt;
use tollgate_ir::{Flags, Opcode};
use tollgate_sem::Int;
use tollgate_sem::intrinsics::Intrinsic;

/// Operations are looked into this deep.
pub(crate) const MAX_FACT_DEPTH: u32 = 6;

/// What is known of an integer. See the [module](self).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct KnownBits {
    /// Bits that are zero.
    pub zeros: Int,
    /// Bits that are one.
    pub ones: Int,
    /// How many of the highest bits are equal: at least 1, at most the width.
    pub sign_bits: u32,
    /// Its bounds, if it has at most 64 bits.
    pub range: Option<Range>,
}

impl fmt::Display for KnownBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { zeros, ones, sign_bits, range } = self;
        write!(f, "the bits {zeros} zero, {ones} one, and {sign_bits} equal highest bits")?;
        match range {
            Some(range) => write!(f, ", {range}"),
            None => Ok(()),
        }
    }
}

impl KnownBits {
    /// Nothing is known.
    pub fn nothing(width: u32) -> KnownBits {
        let zero = Int::zero(width);
        KnownBits { zeros: zero.clone(), ones: zero, sign_bits: 1, range: Range::all(width) }
    }

    /// The integer is this one.
    pub fn exactly(value: &Int) -> KnownBits {
        KnownBits::of_bits(value.not(), value.clone())
    }

    /// These bits are zero, those are one; the copies of the sign follow.
    fn of_bits(zeros: Int, ones: Int) -> KnownBits {
        let equal = zeros.not().ctlz().max(ones.not().ctlz());
        let range = Range::all(zeros.width()).map(|all| all.within_unsigned(&ones, &zeros.not()));
        KnownBits { zeros, ones, sign_bits: equal.max(1), range }
    }

    /// The smallest unsigned value.
    pub fn low(&self) -> Int {
        self.range.as_ref().map_or_else(|| self.ones.clone(), Range::low)
    }

    /// The largest unsigned value.
    pub fn high(&self) -> Int {
        self.range.as_ref().map_or_else(|| self.zeros.not(), Range::high)
    }

    /// The smallest signed value.
    pub fn least(&self) -> Int {
        self.range.as_ref().map_or_else(|| self.most_of_sign().not(), Range::least)
    }

    /// The largest signed value.
    pub fn most(&self) -> Int {
        self.range.as_ref().map_or_else(|| self.most_of_sign(), Range::most)
    }

    /// The largest signed value that has so many copies of the sign.
    fn most_of_sign(&self) -> Int {
        Int::low_bits(self.width(), self.width() - self.sign_bits)
    }

    /// With bounds that hold too, and what follows for the bits.
    pub fn within(mut self, bounds: Option<Range>) -> KnownBits {
        let (Some(own), Some(bounds)) = (self.range, bounds) else { return self };
        let width = self.width();
        let most = self.most_of_sign();
        let range = own
            .within_unsigned(&bounds.low(), &bounds.high())
            .within_signed(&bounds.least(), &bounds.most())
            .within_signed(&most.not(), &most);
        let (low, high, least, most) = (range.low(), range.high(), range.least(), range.most());
        // The highest bits in which the bounds agree are those of all between them.
        let same = low.xor(&high).ctlz().min(width);
        let above = Int::low_bits(width, width - same).not();
        let (zeros, ones) = (self.zeros.or(&above.and_not(&high)), self.ones.or(&above.and(&low)));
        if zeros.intersects(&ones) {
            // It is always poison: any fact holds, and none is used.
            return self;
        }
        let copies = |int: &Int| if int.is_negative() { int.not().ctlz() } else { int.ctlz() };
        let sign_bits = copies(&least).min(copies(&most)).min(width).max(1);
        self.sign_bits =
            self.sign_bits.max(sign_bits).max(zeros.not().ctlz()).max(ones.not().ctlz()).min(width);
        (self.zeros, self.ones, self.range) = (zeros, ones, Some(range));
        self
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.zeros.width()
    }

    /// Whether all that is known fits this value.
    pub fn allows(&self, value: &Int) -> bool {
        let sign_bits = if value.is_negative() { value.not().ctlz() } else { value.ctlz() };
        !value.intersects(&self.zeros)
            && self.ones.and_not(value).is_zero()
            && sign_bits >= self.sign_bits
            && self.range.is_none_or(|range| range.contains(value))
    }

    /// What is known of a value that is one of two.
    pub fn either(&self, other: &KnownBits) -> KnownBits {
        KnownBits {
            zeros: self.zeros.and(&other.zeros),
            ones: self.ones.and(&other.ones),
            sign_bits: self.sign_bits.min(other.sign_bits),
            range: self.range.zip(other.range).map(|(a, b)| a.either(&b)),
        }
    }

    /// Widened: bounds that moved since become the utmost.
    pub fn widened(mut self, since: &KnownBits) -> KnownBits {
        self.range = self.range.zip(since.range).map(|(now, old)| now.widened(&old));
        self
    }

    /// The largest value, unsigned.
    fn largest(&self) -> Int {
        self.zeros.not()
    }

    /// With at least this many copies of the sign.
    fn with_sign_bits(mut self, count: u32) -> KnownBits {
        self.sign_bits = self.sign_bits.max(count.min(self.width()));
        self
    }
}

/// A value that is at most this, and a multiple of this power of two.
fn bounded(largest: &Int, trailing_zeros: u32) -> KnownBits {
    let width = largest.width();
    let above = Int::low_bits(width, largest.bit_length()).not();
    let below = Int::low_bits(width, trailing_zeros.min(width));
    KnownBits::of_bits(above.or(&below), Int::zero(width))
}

/// What follows from the operations of a term, no deeper than so many of them. None if it is not an
/// integer or a vector of integers.
pub fn structural<T: Terms>(terms: &T, node: T::Node, depth: u32) -> Option<KnownBits> {
    let width = constants::int_width(terms.context(), terms.ty(node))?;
    let nothing = KnownBits::nothing(width);
    match terms.view(node) {
        View::Other => Some(nothing),
        View::Constant(id) => Some(
            constants::int_of(terms.context(), id)
                .map_or(nothing, |value| KnownBits::exactly(&value)),
        ),
        View::Operation { .. } if depth == 0 => Some(nothing),
        View::Operation { op, flags, operands } => {
            // The store of terms may know more of an operand.
            let asked = |at: usize| {
                operands.get(at).and_then(|&operand| terms.known_within(operand, depth - 1))
            };
            let asked = [asked(0), asked(1), asked(2)];
            let known = |at: usize| asked[at].clone();
            let constant = |at: usize| match terms.view(*operands.get(at)?) {
                View::Constant(id) => constants::int_of(terms.context(), id),
                View::Operation { .. } | View::Other => None,
            };
            let found = match op {
                Op::Plain(opcode) => plain(terms, opcode, width, operands, known, constant),
                Op::Intrinsic(intrinsic) => called(intrinsic, width, known),
                Op::IntCompare(_)
                | Op::FloatCompare(_)
                | Op::ExtractValue(_)
                | Op::InsertValue(_) => None,
            };
            let range = match op {
                Op::Plain(opcode) => bounds(opcode, flags, width, known),
                Op::Intrinsic(Intrinsic::CtPop | Intrinsic::CtLz | Intrinsic::CtTz) => {
                    Range::count(width)
                }
                Op::Intrinsic(Intrinsic::Abs) => known(0).and_then(|it| it.range?.distance()),
                Op::Intrinsic(intrinsic) => {
                    both_ranges(known).and_then(|(a, b)| Range::called(intrinsic, &a, &b))
                }
                Op::IntCompare(_)
                | Op::FloatCompare(_)
                | Op::ExtractValue(_)
                | Op::InsertValue(_) => None,
            };
            Some(found.unwrap_or(nothing).within(range))
        }
    }
}

fn both_ranges(known: impl Fn(usize) -> Option<KnownBits>) -> Option<(Range, Range)> {
    known(0)?.range.zip(known(1)?.range)
}

fn bounds(
    opcode: Opcode,
    flags: Flags,
    width: u32,
    known: impl Fn(usize) -> Option<KnownBits>,
) -> Option<Range> {
    if matches!(opcode, Opcode::ZExt | Opcode::SExt | Opcode::Trunc) {
        return known(0)?.range?.converted(opcode, flags, width);
    }
    // They follow from the bits.
    if matches!(opcode, Opcode::Select | Opcode::Freeze) {
        return None;
    }
    both_ranges(known).and_then(|(a, b)| Range::binary(opcode, flags, &a, &b))
}

fn plain<T: Terms>(
    terms: &T,
    opcode: Opcode,
    width: u32,
    operands: &[T::Node],
    known: impl Fn(usize) -> Option<KnownBits>,
    constant: impl Fn(usize) -> Option<Int>,
) -> Option<KnownBits> {
    let amount =
        || constant(1).map(|value| value.saturating_u32(width)).filter(|&amount| amount < width);
    match opcode {
        Opcode::And => Some(conjunction(&known(0)?, &known(1)?)),
        Opcode::Or => Some(disjunction(&known(0)?, &known(1)?)),
        Opcode::Xor => Some(exclusive_disjunction(&known(0)?, &known(1)?)),
        Opcode::Shl => Some(shifted_left(&known(0)?, amount(), width)),
        Opcode::LShr => Some(shifted_right(&known(0)?, amount(), width)),
        Opcode::AShr => Some(shifted_right_signed(&known(0)?, amount(), width)),
        Opcode::Add => {
            let (a, b) = (known(0)?, known(1)?);
            let fits = !a.largest().add_overflows_unsigned(&b.largest());
            Some(sum(&a, &b, fits.then(|| a.largest().add(&b.largest())), width))
        }
        Opcode::Sub => Some(sum(&known(0)?, &known(1)?, None, width)),
        Opcode::Mul => Some(product(&known(0)?, &known(1)?, width)),
        // A quotient is at most the dividend; a remainder is so too, and below the divisor.
        Opcode::UDiv => {
            let smallest = known(1)?.ones.umax(&Int::one(width));
            Some(bounded(&known(0)?.largest().udiv(&smallest), 0))
        }
        Opcode::URem => Some(bounded(&known(0)?.largest().umin(&known(1)?.largest()), 0)),
        Opcode::ZExt => {
            let a = known(0)?;
            let above = Int::low_bits(width, a.width()).not();
            Some(KnownBits::of_bits(a.zeros.zext(width).or(&above), a.ones.zext(width)))
        }
        Opcode::SExt => {
            let a = known(0)?;
            let more = width - a.width();
            Some(
                KnownBits::of_bits(a.zeros.sext(width), a.ones.sext(width))
                    .with_sign_bits(a.sign_bits + more),
            )
        }
        Opcode::Trunc => {
            let a = known(0)?;
            let lost = a.width() - width;
            let bits = KnownBits::of_bits(a.zeros.trunc(width), a.ones.trunc(width));
            Some(bits.with_sign_bits(a.sign_bits.saturating_sub(lost).max(1)))
        }
        Opcode::Select => Some(known(1)?.either(&known(2)?)),
        // A frozen poison may be anything.
        Opcode::Freeze if terms.never_poison(*operands.first()?) => known(0),
        Opcode::SDiv | Opcode::SRem => None,
        Opcode::FNeg | Opcode::FAdd | Opcode::FSub | Opcode::FMul | Opcode::FDiv | Opcode::FRem => {
            None
        }
        Opcode::FPTrunc | Opcode::FPExt | Opcode::FPToUI | Opcode::FPToSI | Opcode::UIToFP => None,
        Opcode::SIToFP | Opcode::PtrToInt | Opcode::PtrToAddr | Opcode::IntToPtr => None,
        Opcode::BitCast | Opcode::AddrSpaceCast | Opcode::ICmp | Opcode::FCmp => None,
        Opcode::GetElementPtr | Opcode::Freeze | Opcode::ExtractElement => None,
        Opcode::InsertElement | Opcode::ShuffleVector | Opcode::ExtractValue => None,
        Opcode::InsertValue | Opcode::Alloca | Opcode::Load | Opcode::Store | Opcode::Fence => None,
        Opcode::CmpXchg | Opcode::AtomicRmw | Opcode::VaArg | Opcode::Call => None,
        Opcode::LandingPad | Opcode::CatchPad | Opcode::CleanupPad | Opcode::DebugRecord => None,
        Opcode::Ret | Opcode::Br | Opcode::CondBr | Opcode::Switch | Opcode::IndirectBr => None,
        Opcode::Invoke | Opcode::CallBr | Opcode::Resume | Opcode::Unreachable => None,
        Opcode::CleanupRet | Opcode::CatchRet | Opcode::CatchSwitch => None,
    }
}

fn conjunction(a: &KnownBits, b: &KnownBits) -> KnownBits {
    let bits = KnownBits::of_bits(a.zeros.or(&b.zeros), a.ones.and(&b.ones));
    bits.with_sign_bits(a.sign_bits.min(b.sign_bits))
}

fn disjunction(a: &KnownBits, b: &KnownBits) -> KnownBits {
    let bits = KnownBits::of_bits(a.zeros.and(&b.zeros), a.ones.or(&b.ones));
    bits.with_sign_bits(a.sign_bits.min(b.sign_bits))
}

fn exclusive_disjunction(a: &KnownBits, b: &KnownBits) -> KnownBits {
    let zeros = a.zeros.and(&b.zeros).or(&a.ones.and(&b.ones));
    let ones = a.zeros.and(&b.ones).or(&a.ones.and(&b.zeros));
    KnownBits::of_bits(zeros, ones).with_sign_bits(a.sign_bits.min(b.sign_bits))
}

/// `shl` by this amount, if it is known.
fn shifted_left(a: &KnownBits, amount: Option<u32>, width: u32) -> KnownBits {
    match amount {
        Some(amount) => {
            let zeros = a.zeros.shl(amount).or(&Int::low_bits(width, amount));
            let bits = KnownBits::of_bits(zeros, a.ones.shl(amount));
            bits.with_sign_bits(a.sign_bits.saturating_sub(amount).max(1))
        }
        None => {
            // All ones keep their sign bit.
            let ones = if a.ones.is_all_ones() { Int::signed_min(width) } else { Int::zero(width) };
            KnownBits::of_bits(Int::low_bits(width, a.zeros.not().cttz()), ones)
        }
    }
}

/// `lshr` by this amount, if it is known.
fn shifted_right(a: &KnownBits, amount: Option<u32>, width: u32) -> KnownBits {
    match amount {
        Some(amount) => {
            let zeros = a.zeros.lshr(amount).or(&Int::low_bits(width, width - amount).not());
            KnownBits::of_bits(zeros, a.ones.lshr(amount))
        }
        None => bounded(&a.largest(), 0),
    }
}

/// `ashr` by this amount, if it is known.
fn shifted_right_signed(a: &KnownBits, amount: Option<u32>, width: u32) -> KnownBits {
    match amount {
        Some(amount) => KnownBits::of_bits(a.zeros.ashr(amount), a.ones.ashr(amount))
            .with_sign_bits(a.sign_bits.saturating_add(amount)),
        None => KnownBits::nothing(width).with_sign_bits(a.sign_bits),
    }
}

/// A sum or difference, which is at most `largest` if that is known.
fn sum(a: &KnownBits, b: &KnownBits, largest: Option<Int>, width: u32) -> KnownBits {
    let low = a.zeros.not().cttz().min(b.zeros.not().cttz());
    let signs = a.sign_bits.min(b.sign_bits) - 1;
    let bits = match largest {
        Some(largest) => bounded(&largest, low),
        None => KnownBits::of_bits(Int::low_bits(width, low), Int::zero(width)),
    };
    bits.with_sign_bits(signs.max(1))
}

fn product(a: &KnownBits, b: &KnownBits, width: u32) -> KnownBits {
    let low = a.zeros.not().cttz().saturating_add(b.zeros.not().cttz()).min(width);
    match a.largest().mul_overflows_unsigned(&b.largest()) {
        false => bounded(&a.largest().mul(&b.largest()), low),
        true => KnownBits::of_bits(Int::low_bits(width, low), Int::zero(width)),
    }
}

fn called(
    intrinsic: Intrinsic,
    width: u32,
    known: impl Fn(usize) -> Option<KnownBits>,
) -> Option<KnownBits> {
    use Intrinsic as I;
    match intrinsic {
        I::UMin => {
            let (a, b) = (known(0)?, known(1)?);
            Some(bounded(&a.largest().umin(&b.largest()), 0))
        }
        I::UMax => {
            let (a, b) = (known(0)?, known(1)?);
            Some(bounded(&a.largest().umax(&b.largest()), 0))
        }
        I::SMin | I::SMax => Some(known(0)?.either(&known(1)?)),
        I::USubSat => Some(bounded(&known(0)?.largest(), 0)),
        I::CtPop | I::CtLz | I::CtTz => {
            constants::fitting(width, i64::from(width)).map(|count| bounded(&count, 0))
        }
        I::UAddSat | I::SAddSat | I::SSubSat | I::UShlSat | I::SShlSat => None,
        I::UAddWithOverflow | I::SAddWithOverflow | I::USubWithOverflow => None,
        I::SSubWithOverflow | I::UMulWithOverflow | I::SMulWithOverflow | I::Abs | I::BSwap => None,
        I::BitReverse | I::FShl | I::FShr | I::SCmp | I::UCmp | I::FAbs | I::CopySign => None,
        I::FPToSISat | I::FPToUISat | I::IsFpClass | I::Sqrt | I::Floor | I::Ceil => None,
        I::Trunc | I::Round | I::RoundEven | I::RInt | I::NearbyInt | I::Canonicalize => None,
        I::Minimum | I::Maximum | I::MinimumNum | I::MaximumNum | I::Fma | I::LdExp => None,
        I::ConvertFromFp16 | I::ConvertToFp16 | I::Sin | I::Cos | I::Tan | I::ASin => None,
        I::ACos | I::ATan | I::SinH | I::CosH | I::TanH | I::Exp | I::Exp2 | I::Exp10 => None,
        I::Log | I::Log2 | I::Log10 | I::Pow | I::ReduceFMaximum | I::ReduceFMinimum => None,
        I::ReduceFAdd | I::ReduceFMul | I::SMulFix | I::UMulFix | I::SMulFixSat => None,
        I::UMulFixSat | I::SDivFix | I::UDivFix | I::SDivFixSat | I::UDivFixSat | I::MinNum => None,
        I::MaxNum | I::ReduceFMax | I::ReduceFMin | I::FMulAdd | I::PowI | I::LRInt => None,
        I::LLRInt | I::LRound | I::LLRound | I::FrExp | I::ReduceAdd | I::ReduceMul => None,
        I::ReduceAnd | I::ReduceOr | I::ReduceXor | I::ReduceSMax | I::ReduceSMin => None,
        I::ReduceUMax | I::ReduceUMin | I::VectorReverse | I::VectorSplice => None,
        I::VectorExtract | I::VectorInsert | I::SsaCopy | I::ArithmeticFence | I::Expect => None,
        I::ExpectWithProbability | I::StripInvariantGroup | I::ThreadLocalAddress => None,
        I::PtrMask | I::TypeTest | I::PublicTypeTest | I::IsConstant | I::ObjectSize => None,
        I::Annotation | I::PtrAnnotation | I::DoNothing | I::DbgDeclare | I::DbgValue => None,
        I::DbgLabel | I::DbgAssign | I::NoAliasScopeDecl | I::VarAnnotation | I::Prefetch => None,
        I::PseudoProbe | I::SideEffect | I::Assume | I::MemCpy | I::MemMove => None,
        I::MemCpyInline | I::MemSet | I::MemSetInline | I::MemCpyAtomic | I::MemMoveAtomic => None,
        I::MemSetAtomic | I::LifetimeStart | I::LifetimeEnd | I::InvariantStart => None,
        I::InvariantEnd | I::LaunderInvariantGroup | I::StackSave | I::StackRestore => None,
        I::VaStart | I::VaEnd | I::VaCopy | I::Trap | I::DebugTrap | I::UbsanTrap => None,
        I::VScale | I::MaskedLoad | I::MaskedStore | I::MaskedGather | I::MaskedScatter => None,
        I::MaskedExpandLoad | I::MaskedCompressStore | I::LoadRelative | I::EhTypeidFor => None,
        I::GetRounding | I::ReadCycleCounter | I::ReadSteadyCounter | I::FrameAddress => None,
        I::ReturnAddress | I::AddressOfReturnAddress | I::ThreadPointer => None,
        I::WidenableCondition | I::AllowRuntimeCheck | I::AllowUbsanCheck => None,
    }
}
