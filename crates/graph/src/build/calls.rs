//! What calls are to the graph.

use tollgate_ir::{
    Attr, AttrKind, AttrSet, Body, ConstKind, Context, Extra, Flags, GlobalRef, Inst, Module, Name, Opcode,
    Type, Value,
};
use tollgate_sem::intrinsics::{Intrinsic, Touches};

/// What a call is to the graph.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Call {
    /// Nothing happens: it speaks of debug information.
    Nothing,
    /// It says where scopes of `noalias` begin: nothing, where no access speaks of scopes.
    Scopes,
    /// It says what holds; where that does not hold the program is undefined.
    Assume,
    /// A loop in which it is makes progress; elsewhere it is nothing.
    SideEffect,
    /// A call of the C library whose answer is known.
    Library(u64),
    /// A function of its arguments that is never undefined.
    Pure(Intrinsic),
    /// So many bytes are made the same.
    Fill(u64),
    /// So many bytes are copied.
    Copy(Intrinsic, u64),
    /// The lifetime of a stack slot begins or ends: it changes memory, and nobody observes it.
    Lifetime,
    /// It may do anything.
    Opaque,
}

/// What a call changes of the state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Changes {
    /// Nothing.
    Nothing,
    /// Bytes where its first argument points.
    Bytes,
    /// Perhaps all memory, and which objects there are.
    Anything,
}

impl Call {
    pub(super) fn changes(self) -> Changes {
        match self {
            Call::Nothing
            | Call::Scopes
            | Call::Assume
            | Call::SideEffect
            | Call::Library(_)
            | Call::Pure(_) => Changes::Nothing,
            Call::Fill(_) | Call::Copy(..) => Changes::Bytes,
            Call::Lifetime | Call::Opaque => Changes::Anything,
        }
    }
}

/// What a call is to the graph.
pub(super) fn call_kind(ctx: &Context, module: &Module, body: &Body, inst: Inst) -> Call {
    call_kind_with(ctx, module, body, inst, |value| body.as_const(value).and_then(|id| ctx.int_value(id)))
}

/// What a call is to the graph, where some operands are known to be numbers.
pub(super) fn call_kind_with(
    ctx: &Context,
    module: &Module,
    body: &Body,
    inst: Inst,
    number: impl Fn(Value) -> Option<u64>,
) -> Call {
    let name = body.callee(inst).and_then(|callee| body.as_const(callee));
    let name = name.and_then(|id| match ctx.constant(id).kind {
        ConstKind::Global(name @ Name::Named(_)) => Some(name),
        _ => None,
    });
    let Some(name @ Name::Named(symbol)) = name else { return Call::Opaque };
    let Some(GlobalRef::Func(func)) = module.lookup(name) else { return Call::Opaque };
    let bytes = ctx.bytes(symbol);
    if bytes.starts_with(b"llvm.dbg.") {
        return Call::Nothing;
    }
    match Intrinsic::of(ctx, bytes, module.functions[func].ty) {
        Some(Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd) => match is_of_nothing(ctx, body, inst) {
            true => Call::Nothing,
            false => Call::Lifetime,
        },
        Some(Intrinsic::Assume) => Call::Assume,
        Some(Intrinsic::SideEffect) => Call::SideEffect,
        Some(Intrinsic::NoAliasScopeDecl) => Call::Scopes,
        Some(Intrinsic::DoNothing) => Call::Nothing,
        Some(intrinsic @ (Intrinsic::MemSet | Intrinsic::MemCpy | Intrinsic::MemMove)) => {
            match (plain_size(ctx, body, inst, number), intrinsic) {
                (Some(size), Intrinsic::MemSet) => Call::Fill(size),
                (Some(size), _) => Call::Copy(intrinsic, size),
                (None, _) => Call::Opaque,
            }
        }
        Some(intrinsic) => {
            let known = intrinsic.properties();
            let total = known.speculatable && known.willreturn && known.nounwind && !known.convergent;
            match total && known.touches == Touches::Nothing {
                true => Call::Pure(intrinsic),
                false => Call::Opaque,
            }
        }
        None => Call::Opaque,
    }
}

/// Whether a lifetime is that of undef or poison, which is no slot.
fn is_of_nothing(ctx: &Context, body: &Body, inst: Inst) -> bool {
    let pointer = body.call_args(inst).last().and_then(|pointer| body.as_const(pointer));
    pointer.is_some_and(|id| matches!(ctx.constant(id).kind, ConstKind::Undef | ConstKind::Poison))
}

/// Whether somebody besides the program can tell that a call was made: it does more than read, and is no intrinsic.
pub(super) fn can_be_observed(ctx: &Context, module: &Module, body: &Body, inst: Inst) -> bool {
    let Extra::Call(call) = body.extra(inst) else { return false };
    if body.inst(inst).opcode != Opcode::Call || call_kind(ctx, module, body, inst) != Call::Opaque {
        return false;
    }
    let callee = body.callee(inst).and_then(|callee| body.as_const(callee));
    let called = callee.and_then(|id| match ctx.constant(id).kind {
        ConstKind::Global(name @ Name::Named(symbol)) => match module.lookup(name)? {
            GlobalRef::Func(func) => Some((symbol, &module.functions[func])),
            GlobalRef::Var(_) | GlobalRef::Alias(_) => None,
        },
        _ => None,
    });
    let is_intrinsic =
        called.is_some_and(|(symbol, called)| Intrinsic::of(ctx, ctx.bytes(symbol), called.ty).is_some());
    let only_reads = |set: AttrSet| {
        ctx.attrs(set).iter().any(|attr| matches!(attr, Attr::Memory(effects) if !effects.may_write()))
    };
    let declared = called.map(|(_, called)| ctx.attr_list_data(called.attrs).function);
    !is_intrinsic && !only_reads(ctx.attr_list_data(call.attrs).function) && !declared.is_some_and(only_reads)
}

/// How many bytes a call writes that is not volatile, goes through plain pointers, and promises nothing but what the access itself needs.
fn plain_size(ctx: &Context, body: &Body, inst: Inst, number: impl Fn(Value) -> Option<u64>) -> Option<u64> {
    let Extra::Call(call) = body.extra(inst) else { return None };
    let operand = |index: usize| body.operand(inst, index);
    let (size, volatile) = (number(operand(2))?, number(operand(3))?);
    let data = ctx.attr_list_data(call.attrs);
    let known = |set: &AttrSet| {
        ctx.attrs(*set).iter().all(|attr| {
            let kind = attr.kind();
            matches!(
                kind,
                Some(
                    AttrKind::Align
                        | AttrKind::ImmArg
                        | AttrKind::NoCapture
                        | AttrKind::ReadOnly
                        | AttrKind::WriteOnly
                )
            )
        })
    };
    // What is filled with is a byte.
    let plain = body.value_type(operand(0)) == Type::PTR
        && matches!(body.value_type(operand(1)), Type::PTR | Type::I8)
        && !body.inst(inst).flags.contains(Flags::MUSTTAIL)
        && call.bundles.is_empty()
        && body.attachments(inst).iter().all(|&(kind, _)| ctx.bytes(kind) == b"dbg")
        && data.params.iter().all(known);
    (volatile == 0 && size > 0 && size < 1 << 40 && plain).then_some(size)
}
