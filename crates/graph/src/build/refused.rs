//! What the contract has no clause for (its section 7), or what folding does not know: named, with its place, before anything is built.

use super::Unsupported;
use crate::node::Side;
use tollgate_ir::{
    AttrKind, AttrSet, Body, ConstKind, Context, Extra, Flags, Function, GlobalRef, Inst, Module, Name,
    Opcode, Type, User, Value, ValueDef,
};
use tollgate_sem::intrinsics::Intrinsic;

/// Attributes of a function, or of a call of one, that are not treated.
const FUNCTIONS: &[(AttrKind, &str)] = &[
    (AttrKind::ReturnsTwice, "a call that returns twice"),
    (AttrKind::Convergent, "convergent operations"),
    (AttrKind::StrictFp, "a floating-point environment"),
];

/// Ways to pass an argument that are not treated.
const PARAMETERS: &[(AttrKind, &str)] =
    &[(AttrKind::InAlloca, "`inalloca`"), (AttrKind::Preallocated, "`preallocated`")];

/// Looks at a function and the calls it makes.
pub(super) fn look(
    ctx: &Context,
    module: &Module,
    function: &Function,
    body: &Body,
    side: Side,
) -> Result<(), Unsupported> {
    let refused = |what: &str, span| Unsupported { what: what.to_string(), span };
    let own = ctx.attr_list_data(function.attrs);
    if let Some(what) = found(ctx, own.function, FUNCTIONS).or_else(|| passed(ctx, &own.params)) {
        return Err(refused(what, function.header.span));
    }
    for key in [&b"denormal-fp-math"[..], b"denormal-fp-math-f32"] {
        let mode = ctx.string_attr(own.function, key).unwrap_or(b"ieee");
        if mode.split(|&byte| byte == b',').any(|mode| mode != b"ieee") {
            return Err(refused("denormals that are not those of IEEE 754", function.header.span));
        }
    }
    if function.gc.is_some() {
        return Err(refused("garbage collection", function.header.span));
    }
    // Of the source, that they are not looked at makes it undefined less often.
    let params = body.blocks().flat_map(|block| body.params(block));
    for &param in params.filter(|_| side == Side::Target) {
        if let ValueDef::Param(param) = body.value(param).def
            && !body.param(param).flags.is_empty()
        {
            return Err(refused("fast-math flags of a `phi`", body.param(param).span));
        }
    }
    let stack = (side == Side::Target).then(|| OwnStack::of(ctx, function, body));
    for inst in body.blocks().flat_map(|block| body.insts(block)) {
        if stack.as_ref().is_some_and(|stack| stack.may_be_touched_by_tail_call(ctx, body, inst)) {
            return Err(refused("a `tail` call that may touch the stack", body.inst(inst).span));
        }
        if let Some(what) = in_call(ctx, module, body, inst) {
            return Err(refused(what, body.inst(inst).span));
        }
    }
    Ok(())
}

/// The stack slots of a function, and what is passed to it by value.
struct OwnStack {
    addresses: Vec<Value>,
    /// Whether others than accesses know one of the addresses.
    escapes: bool,
}

impl OwnStack {
    fn of(ctx: &Context, function: &Function, body: &Body) -> Self {
        let own = ctx.attr_list_data(function.attrs);
        let copied = body.args().iter().enumerate();
        let copied = copied
            .filter(|&(index, _)| ctx.has_attr(own.param(index), AttrKind::ByVal))
            .map(|(_, &argument)| argument);
        let insts = body.blocks().flat_map(|block| body.insts(block));
        let slots = insts.filter(|&inst| body.inst(inst).opcode == Opcode::Alloca);
        let addresses: Vec<Value> = copied.chain(slots.filter_map(|inst| body.inst(inst).result())).collect();
        let escapes = addresses.iter().any(|&address| escapes(ctx, body, address));
        Self { addresses, escapes }
    }

    /// Whether a call of `memset` or its like that promises to leave the stack alone by `tail` may touch it.
    fn may_be_touched_by_tail_call(&self, ctx: &Context, body: &Body, inst: Inst) -> bool {
        if self.addresses.is_empty()
            || !body.inst(inst).flags.contains(Flags::TAIL)
            || !is_of_memory(ctx, body, inst)
        {
            return false;
        }
        let mut pointers = body.call_args(inst).filter(|&argument| body.value_type(argument) == Type::PTR);
        pointers.any(|pointer| {
            let base = base_of(body, pointer);
            let is_elsewhere = matches!(body.value(base).def, ValueDef::Arg(_) | ValueDef::Const(_));
            self.addresses.contains(&base) || self.escapes && !is_elsewhere
        })
    }
}

/// What a pointer is made of by `getelementptr`.
fn base_of(body: &Body, pointer: Value) -> Value {
    let mut at = pointer;
    while let ValueDef::Inst(inst) = body.value(at).def
        && body.inst(inst).opcode == Opcode::GetElementPtr
    {
        at = body.operand(inst, 0);
    }
    at
}

/// Whether more is done with an address than to access what is there.
fn escapes(ctx: &Context, body: &Body, address: Value) -> bool {
    let mut open = vec![address];
    while let Some(pointer) = open.pop() {
        for user in body.users(pointer) {
            let User::Operand(inst, index) = user else { return true };
            match body.inst(inst).opcode {
                Opcode::Load => {}
                Opcode::Store if index == 1 => {}
                Opcode::GetElementPtr if index == 0 => open.extend(body.inst(inst).result()),
                Opcode::Call if is_of_memory(ctx, body, inst) => {}
                _ => return true,
            }
        }
    }
    false
}

/// Whether a call is one of `memset` or its like, or begins or ends a lifetime.
fn is_of_memory(ctx: &Context, body: &Body, inst: Inst) -> bool {
    let callee = body.callee(inst).and_then(|callee| body.as_const(callee));
    let name = callee.and_then(|id| match ctx.constant(id).kind {
        ConstKind::Global(Name::Named(symbol)) => Some(ctx.bytes(symbol)),
        _ => None,
    });
    let of_memory: [&[u8]; 4] = [b"llvm.memset.", b"llvm.memcpy.", b"llvm.memmove.", b"llvm.lifetime."];
    name.is_some_and(|name| of_memory.iter().any(|stem| name.starts_with(stem)))
}

fn in_call(ctx: &Context, module: &Module, body: &Body, inst: Inst) -> Option<&'static str> {
    let Extra::Call(call) = body.extra(inst) else { return None };
    let data = ctx.attr_list_data(call.attrs);
    let callee = body.callee(inst).and_then(|callee| body.as_const(callee));
    let name = callee.and_then(|id| match ctx.constant(id).kind {
        ConstKind::Global(name) => Some(name),
        _ => None,
    });
    let called = name.and_then(|name| match module.lookup(name)? {
        GlobalRef::Func(func) => Some(&module.functions[func]),
        GlobalRef::Var(_) | GlobalRef::Alias(_) => None,
    });
    let bytes = match name {
        Some(Name::Named(symbol)) => ctx.bytes(symbol),
        Some(_) | None => &[],
    };
    let intrinsic = called.and_then(|called| Intrinsic::of(ctx, bytes, called.ty));
    match intrinsic {
        // They look at how much is known of their operand: more defined is not more of the same.
        Some(Intrinsic::IsConstant | Intrinsic::ObjectSize) => {
            return Some("`llvm.is.constant` or `llvm.objectsize`");
        }
        Some(Intrinsic::Assume) => return None,
        _ if bytes.starts_with(b"llvm.coro.") => return Some("coroutines"),
        _ if !call.bundles.is_empty() => return Some("an operand bundle"),
        // What is known of an intrinsic is in its table.
        Some(_) => return None,
        None => {}
    }
    let declared = called.map(|called| ctx.attr_list_data(called.attrs).function);
    found(ctx, data.function, FUNCTIONS)
        .or_else(|| declared.and_then(|set| found(ctx, set, FUNCTIONS)))
        .or_else(|| passed(ctx, &data.params))
}

fn passed(ctx: &Context, params: &[AttrSet]) -> Option<&'static str> {
    params.iter().find_map(|&set| found(ctx, set, PARAMETERS))
}

fn found(ctx: &Context, set: AttrSet, refused: &[(AttrKind, &'static str)]) -> Option<&'static str> {
    refused.iter().find(|&&(kind, _)| ctx.has_attr(set, kind)).map(|&(_, what)| what)
}
