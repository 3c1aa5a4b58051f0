//! Promises of calls that are kept whatever happens, in one form on both sides.
//!
//! Passes write down what follows from the source anyway. A promise that cannot be broken says nothing, so it may be added or dropped; calls of both functions are
//! then the same where they differ in nothing else:
//!
//! * Where the *source* function is `nounwind`, a call that unwinds out of it is undefined. So every `call` is `nounwind`.
//! * The address of a variable or function that is not `extern_weak`, and that of a stack slot, is not null, unless null is a valid address. So `nonnull` is dropped.
//! * Bits are counted from zero to the width of the number. So a `range` that holds all of that is dropped from `ctlz`, `cttz` and `ctpop`.

use tollgate_ir::{
    Attr, AttrKind, AttrList, AttrSet, Body, ConstKind, Context, Extra, Function, GlobalRef, Inst, Linkage,
    Module, Name, NewInst, Opcode, Type, Value, ValueDef,
};

/// What the source says of both functions.
pub(super) struct Kept<'m> {
    module: &'m Module,
    nounwind: bool,
    null_is_valid: bool,
}

impl<'m> Kept<'m> {
    /// Of the source.
    pub(super) fn new(ctx: &Context, module: &'m Module, function: &Function) -> Self {
        let own = ctx.attr_list_data(function.attrs).function;
        Self {
            module,
            nounwind: ctx.has_attr(own, AttrKind::NoUnwind),
            null_is_valid: ctx.has_attr(own, AttrKind::NullPointerIsValid),
        }
    }

    /// Puts the promises of all calls of a function into one form.
    pub(super) fn write(&self, ctx: &mut Context, body: &mut Body) {
        let blocks: Vec<_> = body.blocks().collect();
        let insts: Vec<Inst> = blocks.into_iter().flat_map(|block| body.insts(block)).collect();
        for inst in insts {
            if body.inst(inst).opcode == Opcode::Call
                && let Extra::Call(call) = body.extra(inst)
            {
                let before = call.attrs;
                let after = self.in_one_form(ctx, body, inst, before);
                if after != before {
                    replace(body, inst, after);
                }
            }
        }
    }

    fn in_one_form(&self, ctx: &mut Context, body: &Body, inst: Inst, attrs: AttrList) -> AttrList {
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

    fn is_not_null(&self, ctx: &Context, body: &Body, value: Value) -> bool {
        if self.null_is_valid || body.value_type(value) != Type::PTR {
            return false;
        }
        match body.value(value).def {
            ValueDef::Inst(inst) => body.inst(inst).opcode == Opcode::Alloca,
            ValueDef::Const(id) => {
                let ConstKind::Global(name) = ctx.constant(id).kind else { return false };
                let linkage = match self.module.lookup(name) {
                    Some(GlobalRef::Var(var)) => self.module.globals[var].header.linkage,
                    Some(GlobalRef::Func(func)) => self.module.functions[func].header.linkage,
                    Some(GlobalRef::Alias(_)) | None => return false,
                };
                linkage != Linkage::ExternWeak
            }
            ValueDef::Arg(_)
            | ValueDef::Param(_)
            | ValueDef::Meta(_)
            | ValueDef::Wrapped(_)
            | ValueDef::Undefined => false,
        }
    }
}

/// Whether a call counts bits of a number.
fn is_count(ctx: &Context, body: &Body, inst: Inst) -> bool {
    let callee = body.callee(inst).and_then(|callee| body.as_const(callee));
    let Some(ConstKind::Global(Name::Named(name))) = callee.map(|id| &ctx.constant(id).kind) else {
        return false;
    };
    let name = ctx.bytes(*name);
    [&b"llvm.ctlz.i"[..], b"llvm.cttz.i", b"llvm.ctpop.i"].iter().any(|&start| name.starts_with(start))
}

fn without(ctx: &mut Context, set: AttrSet, kind: AttrKind) -> AttrSet {
    let rest: Vec<Attr> = ctx.attrs(set).iter().copied().filter(|attr| attr.kind() != Some(kind)).collect();
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
