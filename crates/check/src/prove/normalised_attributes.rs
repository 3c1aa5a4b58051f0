//! Attributes of calls that cannot be violated, in one normal form on both sides (§4.9, §7.1).
//!
//! Passes write down what follows from the source anyway. An attribute that cannot be violated says
//! nothing, so it may be added or dropped. In normal form, calls of both functions are the same if
//! they differ in nothing else:
//!
//! * Where the *source* function is `nounwind`, a call that unwinds out of it is undefined. So
//!   every `call` is `nounwind`.
//! * The address of a variable or function that is not `extern_weak`, and that of a stack slot, is
//!   not null, unless null is a valid address. So `nonnull` is dropped.
//! * Where so many bytes are filled or copied, the pointers to them are defined, not null and
//!   dereferenceable, or the call is undefined without saying so. So it need not say so. Of a stack
//!   slot that may be dead `dereferenceable` says more: by some readings an access to one is not
//!   undefined (§11.5, §11.6).
//! * What `malloc` gives is null or has the bytes that were asked for. So `dereferenceable_or_null`
//!   of no more than these is dropped.
//! * Bits are counted from zero to the width of the number. So a `range` that holds all of that is
//!   dropped from `ctlz`, `cttz` and `ctpop`.

use super::global_addresses;
use tollgate_ir::{
    Attr, AttrKind, AttrList, AttrSet, Body, ConstKind, Context, Extra, Function, Inst, Module,
    NewInst, Opcode, Type, Value, ValueDef,
};
use tollgate_sem::call::{self, Callee, Calls};
use tollgate_sem::intrinsics::{Intrinsic, SlotLifetimes};
use tollgate_sem::libc::Routine;

/// What the source says of both functions.
pub(super) struct NormalisedAttributes<'m> {
    module: &'m Module,
    /// The source function itself.
    function: &'m Function,
    nounwind: bool,
    null_is_valid: bool,
}

impl<'m> NormalisedAttributes<'m> {
    /// Of the source.
    pub(super) fn new(ctx: &Context, module: &'m Module, function: &'m Function) -> Self {
        let own = ctx.attr_list_data(function.attrs).function;
        Self {
            module,
            function,
            nounwind: ctx.has_attr(own, AttrKind::NoUnwind),
            null_is_valid: ctx.has_attr(own, AttrKind::NullPointerIsValid),
        }
    }

    /// Puts the attributes of all calls of a function into normal form.
    pub(super) fn write(&self, ctx: &mut Context, body: &mut Body) {
        let blocks: Vec<_> = body.blocks().collect();
        let insts: Vec<Inst> = blocks.into_iter().flat_map(|block| body.insts(block)).collect();
        let ends_slots = insts.iter().any(|&inst| match call::intrinsic(ctx, body, inst) {
            Some(called) => match called.properties().slots {
                SlotLifetimes::Begins | SlotLifetimes::Ends | SlotLifetimes::Restores => true,
                SlotLifetimes::Keeps | SlotLifetimes::Saves => false,
            },
            None => false,
        });
        for inst in insts {
            if body.inst(inst).opcode == Opcode::Call
                && let Extra::Call(call) = body.extra(inst)
            {
                let before = call.attrs;
                let after = self.normal_form(ctx, body, inst, before, ends_slots);
                if after != before {
                    replace(body, inst, after);
                }
            }
        }
    }

    fn normal_form(
        &self,
        ctx: &mut Context,
        body: &Body,
        inst: Inst,
        attrs: AttrList,
        ends_slots: bool,
    ) -> AttrList {
        let mut data = ctx.attr_list_data(attrs).clone();
        if self.nounwind && !ctx.has_attr(data.function, AttrKind::NoUnwind) {
            let mut all = ctx.attrs(data.function).to_vec();
            all.push(Attr::Flag(AttrKind::NoUnwind));
            data.function = ctx.attr_set(&all);
        }
        let args: Vec<Value> = body.call_args(inst).collect();
        for (set, &arg) in data.params.iter_mut().zip(&args) {
            if ctx.has_attr(*set, AttrKind::NonNull) && self.is_not_null(ctx, body, arg) {
                *set = without(ctx, *set, AttrKind::NonNull);
            }
        }
        for (place, size) in self.accessed_arguments(ctx, body, inst) {
            if let Some(set) = data.params.get_mut(place) {
                let size = if ends_slots && may_be_slot(body, args[place]) { 0 } else { size };
                *set = self.of_accessed(ctx, *set, size);
            }
        }
        if let Some(size) = ctx.int_attr(data.result, AttrKind::DereferenceableOrNull)
            && self.allocated(ctx, body, inst).is_some_and(|bytes| size <= bytes)
        {
            data.result = without(ctx, data.result, AttrKind::DereferenceableOrNull);
        }
        if let Some(Attr::Range(low, high)) = ctx.attr(data.result, AttrKind::Range)
            && is_count(ctx, body, inst)
            && let Some(width) = ctx.int_width(ctx.constant(low).ty)
        {
            let (low, high) = (ctx.int_value(low), ctx.int_value(high));
            if low == Some(0) && high.is_some_and(|high| high > u64::from(width)) {
                data.result = without(ctx, data.result, AttrKind::Range);
            }
        }
        ctx.attr_list(data.function, data.result, &data.params)
    }

    /// The arguments of a call of `memset` and its like that point to what it accesses, each with
    /// how many bytes that are.
    fn accessed_arguments(&self, ctx: &Context, body: &Body, inst: Inst) -> Vec<(usize, u64)> {
        let count = match call::intrinsic(ctx, body, inst) {
            Some(Intrinsic::MemSet) => 1,
            Some(Intrinsic::MemCpy | Intrinsic::MemMove) => 2,
            Some(_) | None => return Vec::new(),
        };
        let mut pointers = body.call_args(inst).take(count);
        if !pointers.all(|pointer| body.value_type(pointer) == Type::PTR) {
            return Vec::new();
        }
        let number = |at: usize| {
            body.call_args(inst)
                .nth(at)
                .and_then(|argument| ctx.int_value(body.as_const(argument)?))
        };
        // What is volatile may be at null.
        let size = number(2).filter(|_| number(3) == Some(0));
        size.filter(|&size| size > 0)
            .map_or(Vec::new(), |size| (0..count).map(|at| (at, size)).collect())
    }

    /// The attributes of a pointer to so many bytes that are accessed, without those that the
    /// access requires anyway.
    fn of_accessed(&self, ctx: &mut Context, set: AttrSet, size: u64) -> AttrSet {
        let required = |&attr: &Attr| {
            attr == Attr::Flag(AttrKind::NoUndef)
                || attr == Attr::Flag(AttrKind::NonNull) && !self.null_is_valid
                || matches!(
                    attr,
                    Attr::Int(AttrKind::Dereferenceable | AttrKind::DereferenceableOrNull, bytes)
                        if bytes <= size
                )
        };
        let rest: Vec<Attr> =
            ctx.attrs(set).iter().copied().filter(|attr| !required(attr)).collect();
        ctx.attr_set(&rest)
    }

    /// How many bytes a call of the C library's `malloc` asks for.
    fn allocated(&self, ctx: &Context, body: &Body, inst: Inst) -> Option<u64> {
        let calls = Calls::new(ctx, self.module, Some(self.function));
        let is_malloc = matches!(calls.callee(body, inst), Callee::Library(_, Routine::Malloc));
        let size = body.call_args(inst).next().and_then(|size| ctx.int_value(body.as_const(size)?));
        size.filter(|_| is_malloc)
    }

    fn is_not_null(&self, ctx: &Context, body: &Body, value: Value) -> bool {
        if self.null_is_valid || body.value_type(value) != Type::PTR {
            return false;
        }
        match body.value(value).def {
            ValueDef::Inst(inst) => body.inst(inst).opcode == Opcode::Alloca,
            ValueDef::Const(id) => {
                let ConstKind::Global(name) = ctx.constant(id).kind else { return false };
                global_addresses::is_not_null(ctx, self.module, name)
            }
            ValueDef::Arg(_)
            | ValueDef::Param(_)
            | ValueDef::Meta(_)
            | ValueDef::Wrapped(_)
            | ValueDef::Undefined => false,
        }
    }
}

/// Whether a pointer may be the address of a stack slot of the function, or of something in one.
fn may_be_slot(body: &Body, pointer: Value) -> bool {
    let mut at = pointer;
    loop {
        match body.value(at).def {
            ValueDef::Inst(inst) if body.inst(inst).opcode == Opcode::GetElementPtr => {
                at = body.operand(inst, 0)
            }
            ValueDef::Inst(_) | ValueDef::Param(_) => return true,
            ValueDef::Arg(_) | ValueDef::Const(_) => return false,
            ValueDef::Meta(_) | ValueDef::Wrapped(_) | ValueDef::Undefined => return false,
        }
    }
}

/// Whether a call counts bits of a number.
fn is_count(ctx: &Context, body: &Body, inst: Inst) -> bool {
    let is_number =
        body.inst(inst).result().is_some_and(|it| ctx.int_width(body.value_type(it)).is_some());
    let called = call::intrinsic(ctx, body, inst);
    is_number && matches!(called, Some(Intrinsic::CtLz | Intrinsic::CtTz | Intrinsic::CtPop))
}

fn without(ctx: &mut Context, set: AttrSet, kind: AttrKind) -> AttrSet {
    let rest: Vec<Attr> =
        ctx.attrs(set).iter().copied().filter(|attr| attr.kind() != Some(kind)).collect();
    ctx.attr_set(&rest)
}

/// The same call with other attributes, in its place.
fn replace(body: &mut Body, inst: Inst, attrs: AttrList) {
    let Extra::Call(call) = body.extra(inst) else { return };
    let call = tollgate_ir::CallInfo { attrs, ..call.clone() };
    let data = body.inst(inst).clone();
    let operands: Vec<Value> = body.operands(inst).collect();
    let attachments = body.attachments(inst).to_vec();
    let result = data.result();
    let new = body.create_inst(NewInst {
        opcode: data.opcode,
        flags: data.flags,
        ty: data.ty,
        result: result.map(|result| body.value_type(result)),
        operands: &operands,
        edges: &[],
        predicate: 0,
        align: data.align(),
        extra: Extra::Call(call),
        span: data.span,
        debug: None,
        attachments: &attachments,
    });
    body.insert_before(new, inst);
    if let (Some(old), Some(new)) = (result, body.inst(new).result()) {
        body.replace_uses(old, new);
    }
    body.remove_inst(inst);
}
