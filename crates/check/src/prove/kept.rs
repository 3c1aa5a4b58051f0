//! Promises of calls that are kept whatever happens, in one form on both sides.
//!
//! Passes write down what follows from the source anyway. A promise that cannot be broken says nothing, so it may be added or dropped; calls of both functions are
//! then the same where they differ in nothing else:
//!
//! * Where the *source* function is `nounwind`, a call that unwinds out of it is undefined. So every `call` is `nounwind`.
//! * The address of a variable or function that is not `extern_weak`, and that of a stack slot, is not null, unless null is a valid address. So `nonnull` is dropped.
//! * Where so many bytes are filled or copied, the pointers to them are defined, not null and dereferenceable, or the call is undefined without saying so. So it need not say so.
//! * What `malloc` gives is null or has the bytes that were asked for. So `dereferenceable_or_null` of no more than these is dropped.
//! * Bits are counted from zero to the width of the number. So a `range` that holds all of that is dropped from `ctlz`, `cttz` and `ctpop`.

use super::symbols;
use tollgate_ir::{
    Attr, AttrKind, AttrList, AttrSet, Body, ConstKind, Context, Extra, Function, GlobalRef, Inst, Module,
    Name, NewInst, Opcode, Type, Value, ValueDef,
};
use tollgate_sem::layout::DataLayout;
use tollgate_sem::libc::Routine;

/// What the source says of both functions.
pub(super) struct Kept<'m> {
    module: &'m Module,
    /// The attributes of the source function itself.
    own: AttrSet,
    nounwind: bool,
    null_is_valid: bool,
}

impl<'m> Kept<'m> {
    /// Of the source.
    pub(super) fn new(ctx: &Context, module: &'m Module, function: &Function) -> Self {
        let own = ctx.attr_list_data(function.attrs).function;
        Self {
            module,
            own,
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
        for (place, size) in self.accessed_arguments(ctx, body, inst) {
            if let Some(set) = data.params.get_mut(place) {
                *set = self.of_accessed(ctx, *set, size);
            }
        }
        if let Some(size) = ctx.int_attr(data.result, AttrKind::DereferenceableOrNull)
            && self.allocated(ctx, body, inst, attrs).is_some_and(|bytes| size <= bytes)
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

    /// The arguments of a call of `memset` and its like that point to what it accesses, each with how many bytes that are.
    fn accessed_arguments(&self, ctx: &Context, body: &Body, inst: Inst) -> Vec<(usize, u64)> {
        let Some(name) = called(ctx, body, inst) else { return Vec::new() };
        let count = match () {
            () if name.starts_with(b"llvm.memset.p0.") => 1,
            () if name.starts_with(b"llvm.memcpy.p0.p0.") || name.starts_with(b"llvm.memmove.p0.p0.") => 2,
            () => return Vec::new(),
        };
        let number = |at: usize| {
            body.call_args(inst).nth(at).and_then(|argument| ctx.int_value(body.as_const(argument)?))
        };
        // What is volatile may be at null.
        let size = number(2).filter(|_| number(3) == Some(0));
        size.filter(|&size| size > 0).map_or(Vec::new(), |size| (0..count).map(|at| (at, size)).collect())
    }

    /// The promises of a pointer to so many bytes that are accessed, without those that the access asks for anyway.
    fn of_accessed(&self, ctx: &mut Context, set: AttrSet, size: u64) -> AttrSet {
        let asked = |attr: &Attr| match *attr {
            Attr::Flag(AttrKind::NoUndef) => true,
            Attr::Flag(AttrKind::NonNull) => !self.null_is_valid,
            Attr::Int(AttrKind::Dereferenceable | AttrKind::DereferenceableOrNull, bytes) => bytes <= size,
            _ => false,
        };
        let rest: Vec<Attr> = ctx.attrs(set).iter().copied().filter(|attr| !asked(attr)).collect();
        ctx.attr_set(&rest)
    }

    /// How many bytes a call of the C library's `malloc` asks for.
    fn allocated(&self, ctx: &Context, body: &Body, inst: Inst, attrs: AttrList) -> Option<u64> {
        let name = called(ctx, body, inst).filter(|&name| name == b"malloc")?;
        let id = body.callee(inst).and_then(|callee| body.as_const(callee))?;
        let ConstKind::Global(global) = ctx.constant(id).kind else { return None };
        let Some(GlobalRef::Func(func)) = self.module.lookup(global) else { return None };
        let function = &self.module.functions[func];
        let layout = self.module.datalayout.map(|text| DataLayout::parse(&ctx.text(text)));
        let layout = layout.unwrap_or_else(|| Ok(DataLayout::default())).ok()?;
        let own = |attrs: AttrList| ctx.attr_list_data(attrs).function;
        let is_library = function.is_declaration()
            && Routine::of(ctx, &layout, name, function.ty) == Some(Routine::Malloc)
            && ![own(attrs), own(function.attrs)]
                .into_iter()
                .any(|set| ctx.has_attr(set, AttrKind::NoBuiltin))
            && ![&b"no-builtins"[..], b"no-builtin-malloc"]
                .into_iter()
                .any(|key| ctx.string_attr(self.own, key).is_some());
        let size = body.call_args(inst).next().and_then(|size| ctx.int_value(body.as_const(size)?));
        size.filter(|_| is_library)
    }

    fn is_not_null(&self, ctx: &Context, body: &Body, value: Value) -> bool {
        if self.null_is_valid || body.value_type(value) != Type::PTR {
            return false;
        }
        match body.value(value).def {
            ValueDef::Inst(inst) => body.inst(inst).opcode == Opcode::Alloca,
            ValueDef::Const(id) => {
                let ConstKind::Global(name) = ctx.constant(id).kind else { return false };
                symbols::is_not_null(ctx, self.module, name)
            }
            ValueDef::Arg(_)
            | ValueDef::Param(_)
            | ValueDef::Meta(_)
            | ValueDef::Wrapped(_)
            | ValueDef::Undefined => false,
        }
    }
}

/// The name of the function that is called.
fn called<'c>(ctx: &'c Context, body: &Body, inst: Inst) -> Option<&'c [u8]> {
    let callee = body.callee(inst).and_then(|callee| body.as_const(callee))?;
    match ctx.constant(callee).kind {
        ConstKind::Global(Name::Named(name)) => Some(ctx.bytes(name)),
        _ => None,
    }
}

/// Whether a call counts bits of a number.
fn is_count(ctx: &Context, body: &Body, inst: Inst) -> bool {
    let Some(name) = called(ctx, body, inst) else { return false };
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
