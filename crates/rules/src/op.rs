//! [`Op`]: what an operation of a term is, apart from its flags, type and operands.
//!
//! The operations of rules are those of the opcode table and of the intrinsic table that are
//! functions of their operands, perhaps with a choice: no memory, no control, no calls. Two terms
//! of one `Op`, equal flags, equal type and equal operands denote the same, but for operations that
//! [choose](Op::may_choose).

use std::fmt;
use tollgate_ir::{Flags, FloatPredicate, IntPredicate, Opcode, Shape};
use tollgate_sem::intrinsics::Intrinsic;

/// What an operation does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// An operation that its opcode tells wholly.
    Plain(Opcode),
    /// `icmp`.
    IntCompare(IntPredicate),
    /// `fcmp`.
    FloatCompare(FloatPredicate),
    /// `extractvalue` of one index. Longer paths are several operations.
    ExtractValue(u32),
    /// `insertvalue` at one index.
    InsertValue(u32),
    /// A call of an intrinsic, whose operands are the arguments.
    Intrinsic(Intrinsic),
}

/// The first thing to look at when an operation is compared with a pattern: everything but
/// predicate and index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Head(u16);

impl Head {
    /// Stands for every operation, constant or leaf.
    pub const ANY: Head = Head(u16::MAX);
    /// A constant.
    pub const CONSTANT: Head = Head(u16::MAX - 1);
    /// Something that rules cannot look into.
    pub const OTHER: Head = Head(u16::MAX - 2);

    /// Heads of operations are smaller than this.
    pub const COUNT: usize = 512;

    /// Of operations: a small number.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// How the types of an intrinsic's arguments and result depend on each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    /// Integers of one type: arguments and result.
    Ints,
    /// An integer and a flag; result of the integer's type.
    IntAndFlag,
    /// Two integers of one type; result a pair of one of these and a truth value.
    WithOverflow,
    /// Two integers of one type; result an integer of another.
    ThreeWay,
    /// Floats of one type: arguments and result.
    Floats,
    /// A float and a mask; result a truth value.
    FloatClass,
    /// Arguments and result of any one type.
    Same,
}

impl Family {
    /// The family of an intrinsic that may stand in rules.
    pub fn of(intrinsic: Intrinsic) -> Option<Family> {
        match intrinsic.signature() {
            "I0(I0)" | "I0(I0,I0)" | "I0(I0,I0,I0)" => Some(Family::Ints),
            "I0(I0,i1!)" => Some(Family::IntAndFlag),
            "{I0,b0}(I0,I0)" => Some(Family::WithOverflow),
            "I0(I1=0,I1)" => Some(Family::ThreeWay),
            "F0(F0)" | "F0(F0,F0)" | "F0(F0,F0,F0)" => Some(Family::Floats),
            "b0(F0,i32!)" => Some(Family::FloatClass),
            "S0(S0,S0)" | "T0(T0)" => Some(Family::Same),
            _ => None,
        }
    }
}

impl Op {
    /// How many operands it has; none if it may not stand in rules.
    pub fn arity(self) -> Option<usize> {
        match self {
            Op::IntCompare(_) | Op::FloatCompare(_) | Op::InsertValue(_) => Some(2),
            Op::ExtractValue(_) => Some(1),
            Op::Intrinsic(intrinsic) => {
                Family::of(intrinsic)?;
                let arguments = intrinsic.signature().rsplit_once('(')?.1;
                Some(arguments.split(',').count())
            }
            Op::Plain(opcode) => match opcode.shape() {
                Shape::FloatUnary | Shape::Cast | Shape::Freeze => Some(1),
                Shape::IntBinary | Shape::FloatBinary | Shape::ExtractElement => Some(2),
                Shape::Select | Shape::InsertElement | Shape::ShuffleVector => Some(3),
                // These need a predicate or a path.
                Shape::IntCompare
                | Shape::FloatCompare
                | Shape::ExtractValue
                | Shape::InsertValue => None,
                Shape::Alloca
                | Shape::Load
                | Shape::Store
                | Shape::Gep
                | Shape::Fence
                | Shape::CmpXchg
                | Shape::AtomicRmw
                | Shape::VaArg
                | Shape::Call
                | Shape::LandingPad
                | Shape::FuncletPad
                | Shape::DebugRecord
                | Shape::Ret
                | Shape::Br
                | Shape::CondBr
                | Shape::Switch
                | Shape::IndirectBr
                | Shape::Resume
                | Shape::Unreachable
                | Shape::CleanupRet
                | Shape::CatchRet
                | Shape::CatchSwitch => None,
            },
        }
    }

    /// Whether exchanging its (first two) operands changes nothing.
    pub fn is_commutative(self) -> bool {
        use FloatPredicate as F;
        use Intrinsic::{
            SAddSat, SAddWithOverflow, SMax, SMin, SMulWithOverflow, UAddSat, UAddWithOverflow,
            UMax, UMin, UMulWithOverflow,
        };
        match self {
            Op::Plain(opcode) => opcode.is_commutative(),
            Op::IntCompare(predicate) => matches!(predicate, IntPredicate::Eq | IntPredicate::Ne),
            Op::FloatCompare(predicate) => {
                matches!(predicate, F::Oeq | F::One | F::Ueq | F::Une | F::Ord | F::Uno)
            }
            Op::Intrinsic(intrinsic) => matches!(
                intrinsic,
                UMin | UMax
                    | SMin
                    | SMax
                    | UAddSat
                    | SAddSat
                    | UAddWithOverflow
                    | SAddWithOverflow
                    | UMulWithOverflow
                    | SMulWithOverflow
            ),
            Op::ExtractValue(_) | Op::InsertValue(_) => false,
        }
    }

    /// The flags that may stand on it.
    pub fn flags(self) -> Flags {
        match self {
            Op::Plain(opcode) => opcode.info().flags,
            Op::IntCompare(_) => Opcode::ICmp.info().flags,
            Op::FloatCompare(_) => Opcode::FCmp.info().flags,
            Op::ExtractValue(_) | Op::InsertValue(_) => Flags::NONE,
            Op::Intrinsic(intrinsic) => match Family::of(intrinsic) {
                Some(Family::Floats) => Flags::FAST,
                Some(
                    Family::Ints
                    | Family::IntAndFlag
                    | Family::WithOverflow
                    | Family::ThreeWay
                    | Family::FloatClass
                    | Family::Same,
                )
                | None => Flags::NONE,
            },
        }
    }

    /// Whether its result is, for some operands, a choice of the program: `freeze`, and whatever
    /// may give a NaN. Two executions of such an operation are not one, so that a rule must not
    /// make one.
    pub fn may_choose(self) -> bool {
        match self {
            Op::Plain(opcode) => {
                matches!(opcode.shape(), Shape::FloatBinary | Shape::Freeze)
                    || matches!(opcode, Opcode::FPTrunc | Opcode::FPExt)
            }
            Op::Intrinsic(intrinsic) => {
                Family::of(intrinsic) == Some(Family::Floats)
                    && !matches!(intrinsic, Intrinsic::FAbs | Intrinsic::CopySign)
            }
            Op::IntCompare(_) | Op::FloatCompare(_) | Op::ExtractValue(_) | Op::InsertValue(_) => {
                false
            }
        }
    }

    pub(crate) fn head(self) -> Head {
        Head(match self {
            Op::Plain(opcode) => opcode as u16,
            Op::IntCompare(_) => Opcode::ICmp as u16,
            Op::FloatCompare(_) => Opcode::FCmp as u16,
            Op::ExtractValue(_) => Opcode::ExtractValue as u16,
            Op::InsertValue(_) => Opcode::InsertValue as u16,
            Op::Intrinsic(intrinsic) => 256 + intrinsic as u16,
        })
    }
}

// Opcodes and intrinsics are numbered by bytes.
const _: () = assert!(Opcode::ALL.len() <= 256 && Intrinsic::ALL.len() <= Head::COUNT - 256);

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Op::Plain(opcode) => f.write_str(opcode.word()),
            Op::IntCompare(predicate) => write!(f, "icmp.{}", predicate.word()),
            Op::FloatCompare(predicate) => write!(f, "fcmp.{}", predicate.word()),
            Op::ExtractValue(index) => write!(f, "extractvalue.{index}"),
            Op::InsertValue(index) => write!(f, "insertvalue.{index}"),
            Op::Intrinsic(intrinsic) => write!(f, "@llvm.{}", intrinsic.word()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arities_are_those_of_the_tables() {
        assert_eq!(Op::Plain(Opcode::Add).arity(), Some(2));
        assert_eq!(Op::Plain(Opcode::Select).arity(), Some(3));
        assert_eq!(Op::Plain(Opcode::Load).arity(), None);
        assert_eq!(Op::Plain(Opcode::ICmp).arity(), None);
        assert_eq!(Op::Intrinsic(Intrinsic::FShl).arity(), Some(3));
        assert_eq!(Op::Intrinsic(Intrinsic::UAddWithOverflow).arity(), Some(2));
        assert_eq!(Op::Intrinsic(Intrinsic::Abs).arity(), Some(2));
        assert_eq!(Op::Intrinsic(Intrinsic::CtPop).arity(), Some(1));
        assert_eq!(Op::Intrinsic(Intrinsic::MemCpy).arity(), None);
    }

    #[test]
    fn heads_are_distinct() {
        let mut heads: Vec<Head> =
            Opcode::ALL.iter().map(|&opcode| Op::Plain(opcode).head()).collect();
        heads.extend(Intrinsic::ALL.iter().map(|&intrinsic| Op::Intrinsic(intrinsic).head()));
        assert!(heads.iter().all(|head| head.index() < Head::COUNT));
        let count = heads.len();
        heads.sort();
        heads.dedup();
        assert_eq!(heads.len(), count);
    }
}
