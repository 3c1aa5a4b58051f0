//! What the contract has no clause for (§7.2), or what folding does not know: reported by name,
//! with its source location, before anything is built.

use super::Unsupported;
use tollgate_canon::Role;
use tollgate_ir::{
    Attr, AttrKind, Body, Class, Context, Flags, Function, Inst, Meta, Module, Opcode, Symbol,
    Type, TypeKind, User, Value, ValueDef,
};
use tollgate_sem::call::{self, Calls};
use tollgate_sem::intrinsics::Intrinsic;
use tollgate_sem::world::attribute::{self, Position};
use tollgate_sem::world::metadata::{self, Holder};
use tollgate_sem::world::{Program, convention, flag};

/// Looks at a function and the calls it makes.
pub(super) fn look(
    ctx: &Context,
    module: &Module,
    function: &Function,
    body: &Body,
    side: Role,
) -> Result<(), Unsupported> {
    let refused = |what: &str, span| Unsupported { what: what.to_string(), span };
    let program = match side {
        Role::Source => Program::Source,
        Role::Target => Program::Target,
    };
    if let Some(attr) = attribute::refused(ctx, function.attrs, Position::Function, program) {
        return Err(refused(&named(ctx, &attr), function.header.span));
    }
    if convention::row(function.convention).is_refused_in(program) {
        return Err(refused("a calling convention that is not known", function.header.span));
    }
    if function.gc.is_some() {
        return Err(refused("garbage collection", function.header.span));
    }
    // In the source they may be ignored: that makes it undefined less often.
    let params = body.blocks().flat_map(|block| body.params(block));
    for &param in params.filter(|_| side == Role::Target) {
        let ValueDef::Param(param) = body.value(param).def else { continue };
        let data = body.param(param);
        if !data.flags.is_empty() {
            return Err(refused("fast-math flags of a `phi`", data.span));
        }
        if let Some(kind) = refused_metadata_of_phi(ctx, &data.attachments) {
            return Err(refused(&format!("the metadata `!{kind}` of a `phi`"), data.span));
        }
    }
    let calls = Calls::new(ctx, module, Some(function)).remembering();
    let stack = (side == Role::Target).then(|| OwnStack::of(ctx, function, body));
    for inst in body.blocks().flat_map(|block| body.insts(block)) {
        if stack.as_ref().is_some_and(|stack| stack.may_be_touched_by_tail_call(ctx, body, inst)) {
            return Err(refused("a `tail` call that may touch the stack", body.inst(inst).span));
        }
        if let Some(word) = flag::refused(body.inst(inst).flags, program) {
            return Err(refused(&format!("the flag `{word}`"), body.inst(inst).span));
        }
        if let Some(kind) = refused_metadata(ctx, body, inst, program) {
            let what = format!("the metadata `!{kind}`");
            return Err(refused(&what, body.inst(inst).span));
        }
        if let Some(what) = calls.refused(body, inst, program) {
            return Err(refused(&what, body.inst(inst).span));
        }
    }
    Ok(())
}

/// The stack slots of a function, and what is passed to it by value or beyond its parameters.
struct OwnStack {
    addresses: Vec<Value>,
    /// Whether it takes variable arguments, whose addresses it gets from `va_arg` and memory.
    is_variadic: bool,
    /// Whether one of the addresses escapes.
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
        let addresses: Vec<Value> =
            copied.chain(slots.filter_map(|inst| body.inst(inst).result())).collect();
        let escapes = addresses.iter().any(|&address| escapes(ctx, body, address));
        let is_variadic = matches!(ctx.kind(function.ty), TypeKind::Function { vararg: true, .. });
        Self { addresses, is_variadic, escapes }
    }

    /// Whether a call of `memset` or its like that says by `tail` that it does not touch the stack
    /// may touch it.
    fn may_be_touched_by_tail_call(&self, ctx: &Context, body: &Body, inst: Inst) -> bool {
        if self.addresses.is_empty() && !self.is_variadic
            || !body.inst(inst).flags.contains(Flags::TAIL)
            || !is_of_memory(ctx, body, inst)
        {
            return false;
        }
        let mut pointers =
            body.call_args(inst).filter(|&argument| body.value_type(argument) == Type::PTR);
        pointers.any(|pointer| {
            let base = base_of(body, pointer);
            let is_elsewhere =
                matches!(body.value(base).def, ValueDef::Arg(_) | ValueDef::Const(_));
            self.addresses.contains(&base) || (self.escapes || self.is_variadic) && !is_elsewhere
        })
    }
}

/// What a pointer is based on, by `getelementptr`.
pub(super) fn base_of(body: &Body, pointer: Value) -> Value {
    let mut at = pointer;
    while let ValueDef::Inst(inst) = body.value(at).def
        && body.inst(inst).opcode == Opcode::GetElementPtr
    {
        at = body.operand(inst, 0);
    }
    at
}

/// Whether more is done with an address than to access memory through it.
pub(super) fn escapes(ctx: &Context, body: &Body, address: Value) -> bool {
    let mut open = vec![address];
    while let Some(pointer) = open.pop() {
        for user in body.users(pointer) {
            let User::Operand(inst, index) = user else { return true };
            let opcode = body.inst(inst).opcode;
            let only_accesses = opcode == Opcode::Load
                || opcode == Opcode::Store && index == 1
                || opcode == Opcode::Call && is_of_memory(ctx, body, inst);
            if opcode == Opcode::GetElementPtr && index == 0 {
                open.extend(body.inst(inst).result());
            } else if !only_accesses {
                return true;
            }
        }
    }
    false
}

/// Whether a call is one of `memset` or its like, or begins or ends a lifetime.
fn is_of_memory(ctx: &Context, body: &Body, inst: Inst) -> bool {
    matches!(
        call::intrinsic(ctx, body, inst),
        Some(
            Intrinsic::MemSet
                | Intrinsic::MemSetInline
                | Intrinsic::MemSetAtomic
                | Intrinsic::MemCpy
                | Intrinsic::MemCpyInline
                | Intrinsic::MemCpyAtomic
                | Intrinsic::MemMove
                | Intrinsic::MemMoveAtomic
                | Intrinsic::LifetimeStart
                | Intrinsic::LifetimeEnd
        )
    )
}

/// Whether `!fpmath` gives an operation a choice of results: one that rounds. For operations that
/// pass a value on it has no clause: in the source it is dropped, which takes choices away; a
/// target must not have it.
pub(super) fn may_be_inexact(opcode: Opcode) -> bool {
    match opcode.class() {
        Class::Float | Class::FloatCast | Class::Negation | Class::Call => true,
        Class::Cast => matches!(opcode, Opcode::SIToFP | Opcode::UIToFP),
        Class::Integer | Class::Division | Class::Shift | Class::FloatToInt | Class::SpaceCast => {
            false
        }
        Class::IntCompare | Class::FloatCompare | Class::Address | Class::Select | Class::Lane => {
            false
        }
        Class::Part | Class::Freeze | Class::Memory | Class::Pad | Class::Debug | Class::End => {
            false
        }
    }
}

/// The kind of an attachment of a `phi` that a target must not have. What they assert is not part
/// of nodes.
fn refused_metadata_of_phi(ctx: &Context, attachments: &[(Symbol, Meta)]) -> Option<String> {
    let mut kinds = attachments.iter().map(|&(kind, _)| kind);
    let refused = kinds.find(|&kind| !metadata::is_free(ctx.bytes(kind)));
    refused.map(|kind| ctx.text(kind).into_owned())
}

/// The kind of an attachment that a function of this program must not have. What others assert is
/// part of nodes.
fn refused_metadata(ctx: &Context, body: &Body, inst: Inst, program: Program) -> Option<String> {
    let mut kinds = body.attachments(inst).iter().map(|&(kind, _)| kind);
    let leeway = program == Program::Target && !may_be_inexact(body.inst(inst).opcode);
    let refused = kinds.find(|&kind| {
        let kind = ctx.bytes(kind);
        metadata::row(kind, Holder::Instruction).is_refused_in(program)
            || leeway && kind == b"fpmath"
    });
    refused.map(|kind| ctx.text(kind).into_owned())
}

fn named(ctx: &Context, attr: &Attr) -> String {
    format!("the attribute `{}`", attribute::word(ctx, attr))
}
