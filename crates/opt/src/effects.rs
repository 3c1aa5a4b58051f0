//! What an instruction may do besides giving its result, as far as its function and module tell.
//!
//! The table of opcodes says it of most instructions, [`tollgate_sem::call`] of calls. What is not
//! known may do everything (§7.1).

use crate::transform::World;
use tollgate_ir::{
    AttrKind, AttrList, Body, ConstKind, Context, Effects, Extra, Flags, Inst, Opcode, Shape, Type,
};
use tollgate_sem::call::{Callee, Calls};
use tollgate_sem::intrinsics::Meaning;
use tollgate_sem::world::Program;

/// What an instruction may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Doing {
    /// Some operands, or some memory, make it undefined behaviour.
    pub(crate) undefined: bool,
    /// Reads memory.
    pub(crate) reads: bool,
    /// Writes memory, or makes or frees some.
    pub(crate) writes: bool,
    /// It is not guaranteed to transfer execution.
    pub(crate) stops: bool,
    /// The world can tell that it was executed, and when.
    pub(crate) observed: bool,
    /// Its result is a choice, new at each execution.
    pub(crate) chooses: bool,
    /// It has to stay where it is, whatever else is known.
    pub(crate) stays: bool,
}

impl Doing {
    const NOTHING: Self = Self {
        undefined: false,
        reads: false,
        writes: false,
        stops: false,
        observed: false,
        chooses: false,
        stays: false,
    };
    const EVERYTHING: Self = Self {
        undefined: true,
        reads: true,
        writes: true,
        stops: true,
        observed: true,
        chooses: true,
        stays: true,
    };

    /// Whether the program means the same without it, if its result is not used. What it may make
    /// undefined only gets more defined.
    pub(crate) fn is_removable(self) -> bool {
        !self.writes && !self.stops && !self.observed && !self.stays
    }

    /// Whether it may be executed where it was not, as often as one likes: it cannot go wrong, and
    /// gives the same each time.
    pub(crate) fn is_speculatable(self) -> bool {
        self == Self::NOTHING
    }

    /// Whether what may be undefined must not be moved above it.
    pub(crate) fn is_barrier(self) -> bool {
        self.stops || self.observed
    }

    /// What an instruction may do.
    pub(crate) fn of(ctx: &Context, world: World<'_>, body: &Body, inst: Inst) -> Self {
        let data = body.inst(inst);
        let effects = data.opcode.info().effects;
        let plain = Self {
            undefined: effects.has(Effects::UB),
            reads: effects.has(Effects::READ),
            writes: effects.has(Effects::WRITE),
            stops: effects.has(Effects::LEAVE),
            observed: false,
            chooses: effects.has(Effects::CHOICE),
            stays: effects.has(Effects::TERMINATOR) || effects.has(Effects::DEBUG),
        };
        let is_token = data.result().is_some_and(|result| body.value_type(result) == Type::TOKEN);
        let volatile = data.flags.contains(Flags::VOLATILE);
        match data.opcode.shape() {
            _ if is_token => Self::EVERYTHING,
            Shape::Load | Shape::Store
                if volatile || matches!(body.extra(inst), Extra::Atomic(_)) =>
            {
                Self::EVERYTHING
            }
            Shape::Fence | Shape::CmpXchg | Shape::AtomicRmw | Shape::VaArg | Shape::FuncletPad => {
                Self::EVERYTHING
            }
            Shape::LandingPad => Self { stays: true, ..plain },
            Shape::Alloca => {
                let bound = data.flags.intersects(Flags::INALLOCA.union(Flags::SWIFTERROR));
                Self { stays: bound, ..plain }
            }
            Shape::Call => of_call(ctx, world, body, inst),
            Shape::IntBinary if plain.undefined && cannot_trap(ctx, body, inst) => Self::NOTHING,
            Shape::FloatUnary
            | Shape::IntBinary
            | Shape::FloatBinary
            | Shape::Cast
            | Shape::IntCompare
            | Shape::FloatCompare
            | Shape::Freeze
            | Shape::Select
            | Shape::ExtractElement
            | Shape::InsertElement
            | Shape::ShuffleVector
            | Shape::ExtractValue
            | Shape::InsertValue
            | Shape::Gep
            | Shape::Load
            | Shape::Store
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
            | Shape::CatchSwitch => plain,
        }
    }
}

/// Whether a division has a divisor that is a number, neither zero nor minus one.
fn cannot_trap(ctx: &Context, body: &Body, inst: Inst) -> bool {
    let divisor = body.operand(inst, 1);
    let Some(id) = body.as_const(divisor) else { return false };
    let (Some(width), ConstKind::Int(number)) =
        (ctx.int_width(ctx.constant(id).ty), &ctx.constant(id).kind)
    else {
        return false;
    };
    let signed = matches!(body.inst(inst).opcode, Opcode::SDiv | Opcode::SRem);
    let is_minus_one = *number == u64::MAX >> (64 - width.clamp(1, 64));
    *number != 0 && !(signed && is_minus_one)
}

/// The calls of a function that is edited.
pub(crate) fn calls<'a>(ctx: &'a Context, world: World<'a>) -> Calls<'a> {
    Calls::new(ctx, world.module, Some(&world.module.functions[world.func]))
        .with_layout(world.layout)
}

fn of_call(ctx: &Context, world: World<'_>, body: &Body, inst: Inst) -> Doing {
    let Extra::Call(call) = body.extra(inst) else { return Doing::EVERYTHING };
    let data = body.inst(inst);
    if !call.bundles.is_empty()
        || data.flags.contains(Flags::MUSTTAIL)
        || data.opcode != Opcode::Call
    {
        return Doing::EVERYTHING;
    }
    let calls = calls(ctx, world);
    let facts = calls.facts(body, inst);
    // What stands for something that is not written in the code is not to be moved or dropped.
    if calls.refused(body, inst, Program::Target).is_some() {
        return Doing::EVERYTHING;
    }
    match facts.callee {
        Callee::Opaque(_) => return Doing::EVERYTHING,
        Callee::Intrinsic(intrinsic) => match intrinsic.meaning() {
            Meaning::Unsupported | Meaning::Opaque => return Doing::EVERYTHING,
            Meaning::Evaluated
            | Meaning::FirstArgument
            | Meaning::Nothing
            | Meaning::Function
            | Meaning::Machine => {}
        },
        Callee::Function(_) | Callee::Library(..) | Callee::Pointer => {}
    }
    // An argument or result that must not be undefined makes the call undefined.
    let callee = body.callee(inst).and_then(|value| body.as_const(value));
    let declared =
        callee.map_or(AttrList::EMPTY, |callee| calls.declared(callee, data.ty, call.convention));
    let promises_more = [call.attrs, declared].into_iter().any(|list| {
        let list = ctx.attr_list_data(list);
        let sets = list.params.iter().chain([&list.result]);
        sets.into_iter().any(|&set| {
            [AttrKind::NoUndef, AttrKind::Dereferenceable, AttrKind::DereferenceableOrNull]
                .into_iter()
                .any(|kind| ctx.has_attr(set, kind))
        })
    });
    Doing {
        undefined: promises_more || !facts.speculatable,
        reads: facts.memory.may_read(),
        writes: facts.memory.may_write(),
        stops: facts.may_stay || facts.may_unwind,
        observed: facts.is_observed,
        chooses: false,
        stays: false,
    }
}
