//! What an instruction may do besides giving its result, as far as its function and module tell.
//!
//! The table of opcodes says it of most instructions; of calls the attributes of the call and of the callee do, the table of intrinsics, and that of the C library where its names mean
//! the C library. What is not known may do everything (clause 7 of the contract).

use crate::transform::World;
use tollgate_ir::{
    Access, AttrKind, AttrSet, Body, ConstKind, Context, Effects, Extra, Flags, Function, GlobalRef, Inst,
    MemoryEffects, Name, Opcode, Shape, Type, Value,
};
use tollgate_sem::attributes::FunctionFacts;
use tollgate_sem::intrinsics::{Intrinsic, Meaning, Properties};
use tollgate_sem::libc::{Family, Routine};

/// What an instruction may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Doing {
    /// Some operands, or some memory, make it undefined behaviour.
    pub(crate) undefined: bool,
    /// Reads memory.
    pub(crate) reads: bool,
    /// Writes memory, or makes or frees some.
    pub(crate) writes: bool,
    /// Control may come to it and not go on behind it.
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

    /// Whether the program means the same without it, if nobody uses its result. What it may make undefined only gets more defined.
    pub(crate) fn is_removable(self) -> bool {
        !self.writes && !self.stops && !self.observed && !self.stays
    }

    /// Whether it may be executed where it was not, as often as one likes: it cannot go wrong, and gives the same each time.
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
            Shape::Load | Shape::Store if volatile || matches!(body.extra(inst), Extra::Atomic(_)) => {
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
    let (Some(width), ConstKind::Int(number)) = (ctx.int_width(ctx.constant(id).ty), &ctx.constant(id).kind)
    else {
        return false;
    };
    let signed = matches!(body.inst(inst).opcode, Opcode::SDiv | Opcode::SRem);
    let is_minus_one = *number == u64::MAX >> (64 - width.clamp(1, 64));
    *number != 0 && !(signed && is_minus_one)
}

/// What a call is a call of.
pub(crate) enum Callee<'a> {
    /// A function of the module that is no intrinsic, and the routine of the C library that it is.
    Function(&'a Function, Option<Routine>),
    /// An intrinsic of the table, and its declaration.
    Intrinsic(Intrinsic, &'a Function),
    /// Inline assembly, or an intrinsic that is not in the table.
    Opaque,
    /// Only the call itself can tell.
    Pointer,
}

/// What a value is, as a callee.
pub(crate) fn callee<'a>(ctx: &Context, world: World<'a>, body: &Body, value: Value) -> Callee<'a> {
    let Some(id) = body.as_const(value) else { return Callee::Pointer };
    let name = match &ctx.constant(id).kind {
        ConstKind::Global(name) | ConstKind::DsoLocalEquivalent(name) | ConstKind::NoCfi(name) => *name,
        ConstKind::Asm(_) => return Callee::Opaque,
        _ => return Callee::Pointer,
    };
    let Some(GlobalRef::Func(func)) = world.module.lookup(name) else { return Callee::Pointer };
    let function = &world.module.functions[func];
    let Name::Named(symbol) = name else { return Callee::Function(function, None) };
    let name = ctx.bytes(symbol);
    if name.starts_with(b"llvm.") {
        let known = Intrinsic::of(ctx, name, function.ty);
        return known.map_or(Callee::Opaque, |intrinsic| Callee::Intrinsic(intrinsic, function));
    }
    Callee::Function(function, routine(ctx, world, function, name))
}

/// The routine of the C library that a declaration is, where its names count.
fn routine(ctx: &Context, world: World<'_>, function: &Function, name: &[u8]) -> Option<Routine> {
    Routine::from_name(name).filter(|_| function.is_declaration())?;
    let caller = ctx.attr_list_data(world.module.functions[world.func].attrs).function;
    let not_this = [b"no-builtin-", name].concat();
    if [&b"no-builtins"[..], &not_this].iter().any(|key| ctx.string_attr(caller, key).is_some()) {
        return None;
    }
    Routine::of(ctx, world.layout, name, function.ty)
}

fn of_call(ctx: &Context, world: World<'_>, body: &Body, inst: Inst) -> Doing {
    let (Extra::Call(call), Some(value)) = (body.extra(inst), body.callee(inst)) else {
        return Doing::EVERYTHING;
    };
    let data = body.inst(inst);
    if !call.bundles.is_empty() || data.flags.contains(Flags::MUSTTAIL) || data.opcode != Opcode::Call {
        return Doing::EVERYTHING;
    }
    let at_call = ctx.attr_list_data(call.attrs);
    let mut sets = [at_call.function, AttrSet::EMPTY];
    let mut properties: Option<Properties> = None;
    let mut promises = Vec::new();
    let mut is_intrinsic = false;
    match callee(ctx, world, body, value) {
        Callee::Opaque => return Doing::EVERYTHING,
        Callee::Intrinsic(intrinsic, declared) => {
            // What stands for something that is not written in the code is not to be moved or dropped.
            if matches!(intrinsic.meaning(), Meaning::Unsupported | Meaning::Opaque) || declared.ty != data.ty
            {
                return Doing::EVERYTHING;
            }
            if is_volatile(ctx, body, inst, intrinsic) {
                return Doing::EVERYTHING;
            }
            is_intrinsic = true;
            properties = Some(intrinsic.properties());
            promises.push(declared.attrs);
        }
        Callee::Function(declared, routine) if declared.ty == data.ty => {
            let at_function = ctx.attr_list_data(declared.attrs).function;
            sets[1] = at_function;
            properties = routine
                .filter(|&it| is_library_call(ctx, it, at_call.function, at_function))
                .map(Routine::properties);
            promises.push(declared.attrs);
        }
        Callee::Function(..) | Callee::Pointer => {}
    }
    promises.push(call.attrs);
    let facts = FunctionFacts::of(ctx, &sets);
    let has = |of: fn(&Properties) -> bool| properties.as_ref().is_some_and(of);
    if facts.unsupported.is_some() || has(|it| it.convergent) {
        return Doing::EVERYTHING;
    }
    let everything = MemoryEffects::all(Access::ReadWrite);
    let memory = facts.memory.intersect(properties.map_or(everything, |it| it.touches.effects()));
    let returns = (facts.willreturn || has(|it| it.willreturn)) && !facts.noreturn && !has(|it| it.noreturn);
    let quiet = facts.nounwind || has(|it| it.nounwind);
    // An argument or result that must not be undefined makes the call undefined.
    let promises_more = promises.into_iter().any(|list| {
        let list = ctx.attr_list_data(list);
        let sets = list.params.iter().chain([&list.result]);
        sets.into_iter().any(|&set| {
            [AttrKind::NoUndef, AttrKind::Dereferenceable, AttrKind::DereferenceableOrNull]
                .into_iter()
                .any(|kind| ctx.has_attr(set, kind))
        })
    });
    Doing {
        undefined: promises_more || !(facts.speculatable || has(|it| it.speculatable)),
        reads: memory.may_read(),
        writes: memory.may_write(),
        stops: !returns || !quiet,
        // Somebody besides the program can tell if it does more than read, and is no intrinsic.
        observed: memory.may_write() && !is_intrinsic,
        chooses: false,
        stays: false,
    }
}

/// Whether the call of an intrinsic is a volatile access.
fn is_volatile(ctx: &Context, body: &Body, inst: Inst, intrinsic: Intrinsic) -> bool {
    let flag = match intrinsic {
        Intrinsic::MemCpy
        | Intrinsic::MemMove
        | Intrinsic::MemCpyInline
        | Intrinsic::MemSet
        | Intrinsic::MemSetInline => body.call_args(inst).nth(3),
        _ => return false,
    };
    flag.and_then(|flag| body.as_const(flag)).and_then(|id| ctx.int_value(id)) != Some(0)
}

/// Whether a call of a function with a library function's name and type is a call of the library.
fn is_library_call(ctx: &Context, routine: Routine, at_call: AttrSet, at_function: AttrSet) -> bool {
    let builtin = ctx.has_attr(at_call, AttrKind::Builtin);
    // The operators `new` and `delete` may be replaced by the program.
    let replaceable = matches!(routine.allocation(), Some((Family::New | Family::NewArray, _)));
    let not = [at_call, at_function].into_iter().any(|set| ctx.has_attr(set, AttrKind::NoBuiltin));
    builtin || !(not || replaceable)
}
