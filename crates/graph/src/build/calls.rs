//! What calls are to the graph, and which stack slots they cannot know.

use crate::node::SlotKey;
use rustc_hash::FxHashMap;
use tollgate_ir::{
    Attr, AttrKind, AttrSet, Body, ConstKind, Context, Extra, Flags, GlobalRef, Inst, Module, Name, Opcode,
    Shape, Type, User, Value,
};
use tollgate_sem::intrinsics::{Intrinsic, Touches};

/// What a call is to the graph.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Call {
    /// Nothing happens: it speaks of debug information.
    Nothing,
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

/// What a call is to the graph.
pub(super) fn call_kind(ctx: &Context, module: &Module, body: &Body, inst: Inst) -> Call {
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
        Some(Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd) => Call::Lifetime,
        Some(intrinsic @ (Intrinsic::MemSet | Intrinsic::MemCpy | Intrinsic::MemMove)) => {
            match (plain_size(ctx, body, inst), intrinsic) {
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
fn plain_size(ctx: &Context, body: &Body, inst: Inst) -> Option<u64> {
    let Extra::Call(call) = body.extra(inst) else { return None };
    let operand = |index: usize| body.operand(inst, index);
    let number = |index: usize| body.as_const(operand(index)).and_then(|id| ctx.int_value(id));
    let (size, volatile) = (number(2)?, number(3)?);
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
    let plain = body.value_type(operand(0)) == Type::PTR
        && !body.inst(inst).flags.contains(Flags::MUSTTAIL)
        && call.bundles.is_empty()
        && body.attachments(inst).iter().all(|&(kind, _)| ctx.bytes(kind) == b"dbg")
        && data.params.iter().all(known);
    (volatile == 0 && size > 0 && size < 1 << 40 && plain).then_some(size)
}

/// The stack slots of a function, each with whether its address goes nowhere: it is loaded from and stored to, moved along inside the slot, filled and copied, and that is all. Nobody
/// else can have a pointer to them.
pub fn private_slots(ctx: &Context, module: &Module, body: &Body) -> FxHashMap<SlotKey, bool> {
    let mut numbers: FxHashMap<(Type, u64), u32> = FxHashMap::default();
    let mut private = FxHashMap::default();
    let Some(entry) = body.entry() else { return private };
    for inst in body.insts(entry) {
        let data = body.inst(inst);
        if data.opcode != Opcode::Alloca {
            continue;
        }
        let (ty, align) = (data.ty, data.align().unwrap_or(0));
        let number = numbers.entry((ty, align)).or_default();
        *number += 1;
        let stays = data.result().is_some_and(|result| stays(ctx, module, body, result));
        private.insert(SlotKey { ty, align, number: *number }, stays);
    }
    private
}

/// Whether an address and what is made of it is used for accesses only.
fn stays(ctx: &Context, module: &Module, body: &Body, address: Value) -> bool {
    let mut open = vec![address];
    let mut seen = 0_usize;
    while let Some(pointer) = open.pop() {
        for user in body.users(pointer) {
            seen += 1;
            let User::Operand(inst, index) = user else { return false };
            let data = body.inst(inst);
            let plain =
                !data.flags.contains(Flags::VOLATILE) && !matches!(body.extra(inst), Extra::Atomic(_));
            let fine = match data.opcode.shape() {
                Shape::Load => plain,
                Shape::Store => plain && index == 1,
                Shape::Gep
                    if index == 0 && data.result().is_some_and(|it| body.value_type(it) == Type::PTR) =>
                {
                    open.extend(data.result());
                    true
                }
                Shape::Call if data.opcode == Opcode::Call => match call_kind(ctx, module, body, inst) {
                    Call::Fill(_) | Call::Copy(..) => true,
                    Call::Nothing | Call::Pure(_) | Call::Lifetime | Call::Opaque => false,
                },
                _ => false,
            };
            if !fine || seen > MAX_USES {
                return false;
            }
        }
    }
    true
}

/// Uses of one slot that are looked at.
const MAX_USES: usize = 10_000;
