//! Promises that only the target makes: attributes of calls, callees and the function itself, and
//! metadata.
//!
//! A violated one is poison or undefined behaviour that the source does not have.

use tollgate_ir::{
    Access, Attr, AttrKind, AttrList, Extra, Inst, MemoryEffects, MetaKind, Opcode, Type, TypeKind,
    ValueDef,
};

use crate::mutate::bench::{AttrPosition, Bench, Change};

/// Attributes that may stand at a value of a type.
fn value_attrs(bench: &Bench<'_>, ty: Type, result: bool) -> Vec<Attr> {
    let mut attrs = vec![Attr::Flag(AttrKind::NoUndef)];
    match bench.ctx.kind(ty) {
        TypeKind::Ptr(_) => {
            attrs.extend([
                Attr::Flag(AttrKind::NonNull),
                Attr::Flag(AttrKind::NoAlias),
                Attr::Int(AttrKind::Align, 16),
                Attr::Int(AttrKind::Dereferenceable, 64),
                Attr::Int(AttrKind::DereferenceableOrNull, 64),
            ]);
            if !result {
                attrs.extend([
                    Attr::Flag(AttrKind::ReadNone),
                    Attr::Flag(AttrKind::ReadOnly),
                    Attr::Flag(AttrKind::NoCapture),
                    Attr::Flag(AttrKind::NoFree),
                ]);
            }
        }
        TypeKind::Float(_) => attrs.push(Attr::Int(AttrKind::NoFpClass, 0x003)),
        TypeKind::Void => attrs.clear(),
        _ => {}
    }
    attrs
}

/// Attributes that may stand at a function.
fn function_attrs() -> Vec<Attr> {
    vec![
        Attr::Flag(AttrKind::WillReturn),
        Attr::Flag(AttrKind::NoUnwind),
        Attr::Flag(AttrKind::NoReturn),
        Attr::Flag(AttrKind::NoFree),
        Attr::Flag(AttrKind::NoSync),
        Attr::Flag(AttrKind::NoCallback),
        Attr::Flag(AttrKind::NoRecurse),
        Attr::Flag(AttrKind::MustProgress),
        Attr::Flag(AttrKind::Speculatable),
        Attr::Memory(MemoryEffects::all(Access::None)),
        Attr::Memory(MemoryEffects::all(Access::Read)),
        Attr::Memory(MemoryEffects::all(Access::Write)),
    ]
}

/// What everybody who calls an unknown function may see broken.
fn is_breakable(attr: Attr) -> bool {
    matches!(
        attr,
        Attr::Memory(_)
            | Attr::Flag(AttrKind::WillReturn | AttrKind::NoUnwind | AttrKind::NoReturn)
    )
}

fn show_attr(attr: Attr) -> String {
    match attr {
        Attr::Memory(effects) => match (effects.may_read(), effects.may_write()) {
            (false, false) => "memory(none)".to_owned(),
            (true, false) => "memory(read)".to_owned(),
            (_, true) => "memory(write)".to_owned(),
        },
        other => other.kind().map_or_else(|| format!("{other:?}"), |kind| kind.word().to_owned()),
    }
}

/// One of these attributes that a list does not have at a place, nor any other list that speaks of
/// it.
fn missing(
    bench: &mut Bench<'_>,
    attrs: &[Attr],
    lists: &[AttrList],
    place: AttrPosition,
) -> Option<Attr> {
    let known = |attr: &Attr| {
        lists.iter().any(|&list| {
            let set = bench.attrs_at(list, place);
            attr.kind().is_some_and(|kind| bench.ctx.has_attr(set, kind))
        })
    };
    let left: Vec<Attr> = attrs.iter().copied().filter(|attr| !known(attr)).collect();
    bench.random.pick(&left)
}

/// A call of a function, intrinsics apart.
fn pick_call(bench: &mut Bench<'_>) -> Option<(Inst, AttrList, Vec<AttrList>)> {
    let calls = bench
        .insts_where(|body, inst| matches!(body.inst(inst).opcode, Opcode::Call | Opcode::Invoke));
    let calls: Vec<Inst> = calls.into_iter().filter(|&inst| !bench.is_intrinsic(inst)).collect();
    let inst = bench.random.pick(&calls)?;
    let Extra::Call(info) = bench.body().extra(inst) else { return None };
    let own = info.attrs;
    let declared = bench.callee(inst).map(|func| bench.module.functions[func].attrs);
    Some((inst, own, [Some(own), declared].into_iter().flatten().collect()))
}

fn set_call_attrs(bench: &mut Bench<'_>, inst: Inst, attrs: AttrList) -> Option<()> {
    let mut blueprint = bench.body().blueprint(inst);
    let Extra::Call(info) = &mut blueprint.extra else { return None };
    info.attrs = attrs;
    bench.replace(inst, blueprint);
    Some(())
}

/// An argument of a call has an attribute more.
pub fn argument(bench: &mut Bench<'_>) -> Option<Change> {
    let (inst, own, lists) = pick_call(bench)?;
    let count = bench.body().call_args(inst).len();
    if count == 0 {
        return None;
    }
    let index = bench.random.below(count);
    let arg = bench.body().operand(inst, index);
    let place = AttrPosition::Param(index);
    let attrs = value_attrs(bench, bench.body().value_type(arg), false);
    let attr = missing(bench, &attrs, &lists, place)?;
    // A parameter without attributes may be undef, null, or an invalid pointer.
    let free = match bench.body().value(arg).def {
        ValueDef::Arg(number) => {
            let set = bench.attrs_at(bench.function().attrs, AttrPosition::Param(number as usize));
            bench.ctx.attrs(set).is_empty()
        }
        _ => false,
    };
    let broken = matches!(
        attr.kind(),
        Some(AttrKind::NoUndef | AttrKind::NonNull | AttrKind::Dereferenceable | AttrKind::Align)
    );
    let certain = free && broken && bench.is_observed_call(inst) && bench.is_first_effect(inst);
    let what = format!("{} for argument {index} of {}", show_attr(attr), bench.show(inst));
    let list = bench.with_list_attr(own, place, attr);
    set_call_attrs(bench, inst, list)?;
    Some(
        Change::new(what)
            .certain_if(certain, "the argument is a parameter of which nothing is promised"),
    )
}

/// The result of a call has an attribute more.
pub fn result(bench: &mut Bench<'_>) -> Option<Change> {
    let (inst, own, lists) = pick_call(bench)?;
    let result = bench.body().inst(inst).result()?;
    let attrs = value_attrs(bench, bench.body().value_type(result), true);
    let attr = missing(bench, &attrs, &lists, AttrPosition::Result)?;
    let certain = attr == Attr::Flag(AttrKind::NoUndef)
        && bench.ctx.attrs(bench.attrs_at(own, AttrPosition::Result)).is_empty()
        && lists
            .iter()
            .all(|&list| bench.ctx.attrs(bench.attrs_at(list, AttrPosition::Result)).is_empty())
        && bench.is_observed_call(inst)
        && bench.is_surely_reached(inst)
        && !bench.body().is_used(result);
    let what = format!("{} for the result of {}", show_attr(attr), bench.show(inst));
    let list = bench.with_list_attr(own, AttrPosition::Result, attr);
    set_call_attrs(bench, inst, list)?;
    Some(
        Change::new(what)
            .certain_if(certain, "the result is not used, and nothing is promised of it"),
    )
}

/// A call has a function attribute more.
pub fn call(bench: &mut Bench<'_>) -> Option<Change> {
    let (inst, own, lists) = pick_call(bench)?;
    let attr = missing(bench, &function_attrs(), &lists, AttrPosition::Function)?;
    let certain = is_breakable(attr)
        && bench.is_observed_call(inst)
        && bench.is_surely_reached(inst)
        && !holds_anyway(bench, attr);
    let what = format!("{} for {}", show_attr(attr), bench.show(inst));
    let list = bench.with_list_attr(own, AttrPosition::Function, attr);
    set_call_attrs(bench, inst, list)?;
    Some(Change::new(what).certain_if(certain, "an unknown function breaks the promise"))
}

/// Whether the function itself makes the promise, so that whoever breaks it makes the source
/// undefined.
fn holds_anyway(bench: &Bench<'_>, attr: Attr) -> bool {
    let set = bench.attrs_at(bench.function().attrs, AttrPosition::Function);
    attr.kind().is_some_and(|kind| bench.ctx.has_attr(set, kind))
}

/// The declaration of a function that is called has an attribute more.
pub fn callee(bench: &mut Bench<'_>) -> Option<Change> {
    let (inst, _, lists) = pick_call(bench)?;
    let callee = bench.callee(inst).filter(|&func| func != bench.func)?;
    let params = bench.body().call_args(inst).len();
    let choice = bench.random.below(3);
    let (place, attrs) = match choice {
        0 if params > 0 => {
            let index = bench.random.below(params);
            let ty = bench.body().value_type(bench.body().operand(inst, index));
            (AttrPosition::Param(index), value_attrs(bench, ty, false))
        }
        _ => (AttrPosition::Function, function_attrs()),
    };
    let attr = missing(bench, &attrs, &lists, place)?;
    let certain = place == AttrPosition::Function
        && is_breakable(attr)
        && bench.is_observed_call(inst)
        && bench.is_surely_reached(inst)
        && !holds_anyway(bench, attr);
    let name = String::from_utf8_lossy(&bench.name_of(callee)).into_owned();
    let what = format!("{} for {place:?} of the declaration of @{name}", show_attr(attr));
    let old = bench.module.functions[callee].attrs;
    bench.module.functions[callee].attrs = bench.with_list_attr(old, place, attr);
    bench.body_mut();
    Some(Change::new(what).certain_if(certain, "an unknown function breaks the promise"))
}

/// The function has one more attribute.
pub fn own(bench: &mut Bench<'_>) -> Option<Change> {
    let old = bench.function().attrs;
    let attr = missing(bench, &function_attrs(), &[old], AttrPosition::Function)?;
    let calls_first = bench
        .first_insts()
        .iter()
        .any(|&inst| bench.is_observed_call(inst) && bench.is_surely_reached(inst));
    let certain = calls_first
        && is_breakable(attr)
        && attr != Attr::Flag(AttrKind::NoReturn)
        && !calls_promise(bench, attr);
    let what = format!("{} for the function", show_attr(attr));
    let list = bench.with_list_attr(old, AttrPosition::Function, attr);
    let func = bench.func;
    bench.module.functions[func].attrs = list;
    bench.body_mut();
    Some(
        Change::new(what).certain_if(
            certain,
            "an unknown function that is called in every run breaks the promise",
        ),
    )
}

/// Whether a call that every run makes has the attribute.
fn calls_promise(bench: &Bench<'_>, attr: Attr) -> bool {
    let Some(kind) = attr.kind() else { return true };
    let first: Vec<Inst> =
        bench.first_insts().into_iter().filter(|&inst| bench.is_observed_call(inst)).collect();
    first.iter().all(|&inst| bench.has_function_attr(inst, kind))
}

/// A parameter of the function, or its result, has one more attribute.
pub fn own_parameter(bench: &mut Bench<'_>) -> Option<Change> {
    let old = bench.function().attrs;
    let TypeKind::Function { ret, params, .. } = bench.ctx.kind(bench.function().ty).clone() else {
        return None;
    };
    let index = bench.random.below(params.len() + 1);
    let (place, ty) = match params.get(index) {
        Some(&ty) => (AttrPosition::Param(index), ty),
        None => (AttrPosition::Result, ret),
    };
    let attrs = value_attrs(bench, ty, place == AttrPosition::Result);
    let attr = missing(bench, &attrs, &[old], place)?;
    let unused = bench.body().args().get(index).is_some_and(|&arg| !bench.body().is_used(arg));
    let certain = unused
        && attr == Attr::Flag(AttrKind::NoUndef)
        && place != AttrPosition::Result
        && bench.ctx.attrs(bench.attrs_at(old, place)).is_empty();
    let what = format!("{} for {place:?} of the function", show_attr(attr));
    let list = bench.with_list_attr(old, place, attr);
    let func = bench.func;
    bench.module.functions[func].attrs = list;
    bench.body_mut();
    Some(Change::new(what).certain_if(certain, "the parameter is not used, and may be undef"))
}

/// A load or call has metadata more.
pub fn metadata(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(|body, inst| body.inst(inst).opcode == Opcode::Load)?;
    let mut blueprint = bench.body().blueprint(inst);
    let empty = bench.ctx.meta(MetaKind::Tuple(Box::default()));
    let width = bench.ctx.int_width(blueprint.ty).filter(|&width| width <= 64);
    let mut choices: Vec<(&[u8], _)> = vec![(b"noundef", empty), (b"invariant.load", empty)];
    if bench.body().value_type(bench.body().inst(inst).result()?) == Type::PTR {
        choices.push((b"nonnull", empty));
    }
    if width.is_some_and(|width| width > 1) {
        let (low, high) =
            (bench.ctx.const_int(blueprint.ty, 0), bench.ctx.const_int(blueprint.ty, 2));
        let parts = [low, high].map(|id| bench.ctx.meta(MetaKind::Const(id)));
        let range = bench.ctx.meta(MetaKind::Tuple(parts.into()));
        choices.push((b"range", range));
    }
    let known = bench.body().attachments(inst).to_vec();
    let choices: Vec<_> = choices
        .into_iter()
        .map(|(name, meta)| (bench.ctx.symbol(name), meta))
        .filter(|&(name, _)| known.iter().all(|&(it, _)| it != name))
        .collect();
    let (name, meta) = bench.random.pick(&choices)?;
    blueprint.attachments.push((name, meta));
    let before = bench.show(inst);
    let new = bench.replace(inst, blueprint);
    Some(Change::new(format!("{before} -> {}", bench.show(new))))
}
