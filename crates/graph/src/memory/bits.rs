//! What a load reads of bytes that were written as another type.

use super::Wanted;
use crate::address::Bytes;
use crate::node::{Apply, Node, Op};
use crate::{Env, Graph};
use tollgate_ir::{ConstKind, Name, Opcode, Shape, Type};
use tollgate_sem::call;
use tollgate_sem::intrinsics::{Intrinsic, Meaning};
use tollgate_sem::offset::Offset;
use tollgate_sem::reading::{Answer, Row};

/// A type whose values are a whole number of bytes.
struct Bits {
    width: u32,
    /// How it becomes an integer; none if it is one.
    cast: Option<Opcode>,
}

impl Bits {
    fn of(env: &Env<'_>, ty: Type) -> Option<Self> {
        let (width, cast) = match (env.ctx.int_width(ty), ty) {
            (Some(width), _) => (width, None),
            (None, Type::FLOAT) => (32, Some(Opcode::BitCast)),
            (None, Type::DOUBLE) => (64, Some(Opcode::BitCast)),
            // Read as an integer it is its address.
            (None, Type::PTR) if env.layout.pointer(0).bits == 64 => (64, Some(Opcode::PtrToInt)),
            (None, _) => return None,
        };
        (width % 8 == 0 && width <= 64).then_some(Self { width, cast })
    }
}

impl Graph {
    /// What a load reads of a stored value that covers it: bits of an integer, the least
    /// significant byte first.
    pub(super) fn component(
        &mut self,
        env: &mut Env<'_>,
        wanted: &Wanted,
        (at, stored): (Node, Type),
        value: Node,
    ) -> Option<Node> {
        if env.layout.is_big_endian() || !wanted.access.attached.is_empty() {
            return None;
        }
        let (from, to) = (Bits::of(env, stored)?, Bits::of(env, wanted.ty)?);
        let ((base, start), (other, end)) =
            (self.base_of(env, at), self.base_of(env, wanted.pointer));
        if base != other {
            return None;
        }
        // By one reading each of the bytes that are copied as one integer may be poison on its own
        // (§11.15). Some of them are then more defined than what arithmetic makes of all of them.
        let bytewise = env.config.readings.allows(Row::IntegerCopy, Answer::Bytewise);
        if to.width < from.width && bytewise && !self.is_whole(env, value) {
            return None;
        }
        let offset = u32::try_from(end.minus(start).bytes().checked_mul(8)?).ok()?;
        if offset.checked_add(to.width)? > from.width {
            return None;
        }
        let number = env.ctx.int_type(from.width);
        let mut bits = match from.cast {
            None => value,
            Some(cast) => self.apply(env, cast, number, &[value]),
        };
        if offset > 0 {
            let amount = env.ctx.const_int(number, u64::from(offset));
            let amount = self.node(Op::Const(amount), number, &[]);
            bits = self.apply(env, Opcode::LShr, number, &[bits, amount]);
        }
        if to.width < from.width {
            let number = env.ctx.int_type(to.width);
            bits = self.apply(env, Opcode::Trunc, number, &[bits]);
        }
        match to.cast {
            None => Some(bits),
            Some(Opcode::BitCast) => Some(self.apply(env, Opcode::BitCast, wanted.ty, &[bits])),
            // It is not known which pointer an integer is read as.
            Some(_) => None,
        }
    }

    /// Whether all bits of an integer are poison if one of them is, by every reading: it was
    /// computed, and not merely passed on from where it was loaded.
    fn is_whole(&self, env: &Env<'_>, value: Node) -> bool {
        match self.op(value) {
            Op::Const(_) | Op::Arg(_) | Op::Freeze { .. } => true,
            // The result of a function is a value as its arguments are. An intrinsic may return
            // what it is given.
            Op::Result => {
                !self.calls_intrinsic(env, self.operand(value, 0))
                    || self.definedness(env, value).never_poison
            }
            Op::Apply(apply) if computes(apply) => true,
            // They pass on what they are given, or nothing is known of them.
            Op::Apply(_)
            | Op::Gamma
            | Op::Mu { .. }
            | Op::Eta { .. }
            | Op::Terminates { .. }
            | Op::Load(_)
            | Op::Generalised
            | Op::Symbol { .. }
            | Op::Slot(_)
            | Op::Unwound
            | Op::Returned
            | Op::DontCare
            | Op::Opaque(..) => self.definedness(env, value).never_poison,
            // They are no values.
            Op::InitialMemory
            | Op::InitialAllocations
            | Op::Store(_)
            | Op::Fill { .. }
            | Op::Copy { .. }
            | Op::Permission(_)
            | Op::Event(_)
            | Op::MemoryAfter
            | Op::AllocationsAfter
            | Op::Metadata(_)
            | Op::Loop { .. }
            | Op::Root(_) => false,
        }
    }

    /// Whether an event is a call of an intrinsic, or may be one.
    fn calls_intrinsic(&self, env: &Env<'_>, event: Node) -> bool {
        let Op::Event(data) = self.op(event) else { return true };
        if data.call.is_none() {
            return false;
        }
        // The address of an intrinsic cannot be taken.
        let Some(&Op::Const(callee)) = self.operands(event).last().map(|&callee| self.op(callee))
        else {
            return false;
        };
        match call::global_named(env.ctx, callee) {
            Some(Name::Named(name)) => Intrinsic::is_name(env.ctx.bytes(name)),
            Some(Name::Numbered(_)) | None => false,
        }
    }

    fn apply(&mut self, env: &mut Env<'_>, opcode: Opcode, ty: Type, operands: &[Node]) -> Node {
        self.make(env, Op::Apply(Box::new(Apply::plain(opcode, ty))), ty, operands)
    }

    /// What is read of bytes that were all set to one constant.
    pub(super) fn filled(
        &mut self,
        env: &mut Env<'_>,
        wanted: &Wanted,
        filled: Bytes,
        byte: Node,
    ) -> Option<Node> {
        let read = self.bytes(env, wanted.pointer, wanted.access.ty)?;
        self.within(env, read, filled)?;
        // A generalised constant may stand for less, but then for undefined bytes, and it is not
        // known what is read of those.
        let byte = self.int_constant(env, byte)?.to_u64()?;
        let Bits { width, cast } = Bits::of(env, wanted.ty)?;
        if !wanted.access.attached.is_empty() {
            return None;
        }
        let all = (0..width / 8).fold(0_u64, |number, _| number << 8 | byte & 0xff);
        let kind = match cast {
            None => ConstKind::Int(all),
            Some(Opcode::BitCast) => ConstKind::Float(all, 0),
            // Zero bytes are those of null, whoever wrote them: authorities that call other
            // integers poison here agree on that. It is not known which pointer another integer is
            // read as.
            Some(_) => ConstKind::Null,
        };
        if kind == ConstKind::Null && all != 0 {
            return None;
        }
        let value = env.ctx.make_const(wanted.ty, kind);
        Some(self.node(Op::Const(value), wanted.ty, &[]))
    }

    /// An address plus some bytes, in one step from its base.
    pub(super) fn offset_by(&mut self, env: &mut Env<'_>, pointer: Node, bytes: u64) -> Node {
        if bytes == 0 {
            return pointer;
        }
        let (base, from) = self.base_of(env, pointer);
        let all = from.plus(Offset::forward(from.width(), bytes));
        if all.is_zero() {
            return base;
        }
        let number = self.index(env, all);
        let step = Apply::plain(Opcode::GetElementPtr, Type::I8);
        let ty = self.ty(base);
        let offset_by = self.make(env, Op::Apply(Box::new(step)), ty, &[base, number]);
        // In the form of the addresses of accesses.
        self.simplify_defined(env, offset_by)
    }
}

/// Whether an operation computes with its operands, so that its whole result is poison if one of
/// them is, and does not pass on the bits of an operand as they are.
fn computes(apply: &Apply) -> bool {
    match apply.opcode.shape() {
        Shape::FloatUnary
        | Shape::IntBinary
        | Shape::FloatBinary
        | Shape::IntCompare
        | Shape::FloatCompare
        | Shape::Gep => true,
        Shape::Cast => apply.opcode != Opcode::BitCast,
        Shape::Call => apply.intrinsic.is_some_and(|it| match it.meaning() {
            Meaning::Evaluated | Meaning::Function => true,
            Meaning::FirstArgument
            | Meaning::Nothing
            | Meaning::Machine
            | Meaning::Opaque
            | Meaning::Unsupported => false,
        }),
        Shape::Select
        | Shape::Freeze
        | Shape::ExtractElement
        | Shape::InsertElement
        | Shape::ShuffleVector
        | Shape::ExtractValue
        | Shape::InsertValue => false,
        // They are no operations without side effects.
        Shape::Alloca
        | Shape::Load
        | Shape::Store
        | Shape::Fence
        | Shape::CmpXchg
        | Shape::AtomicRmw
        | Shape::VaArg
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
        | Shape::CatchSwitch => false,
    }
}
