//! Cutting one function out of its module: a small module with the function, what it mentions, and
//! nothing else.
//!
//! Every other function becomes a declaration with the attributes it had, so that calls are
//! answered by the environment: more runs are possible than in the whole module, and a pair of cut
//! functions is a pair of its own, checked and refuted as such.

use std::collections::BTreeSet;

use tollgate_ir::{
    Body, BodyState, Const, ConstKind, Context, Func, GlobalRef, Linkage, Meta, MetaKind, Module,
    Name, ValueDef,
};
use tollgate_llvm::write_module;
use tollgate_sem::layout::DataLayout;

/// A variable that is larger, in bytes, makes every run long.
const LARGEST_VARIABLE: u64 = 4096;

/// The text of a module with only this function, whose body was read. None if it cannot stand
/// alone, or mentions something large.
pub fn cut(ctx: &Context, module: &Module, func: Func) -> Option<Vec<u8>> {
    let names = mentioned(ctx, module, func)?;
    let layout = match module.datalayout {
        Some(text) => DataLayout::parse(&ctx.text(text)).ok()?,
        None => DataLayout::default(),
    };
    let mut small = Module::new(module.source.clone());
    small.source_filename = module.source_filename;
    small.datalayout = module.datalayout;
    small.triple = module.triple;
    small.named_types = module.named_types.clone();
    small.type_aliases = module.type_aliases.clone();
    small.named_metadata = module.named_metadata.clone();
    small.numbered_metadata = module.numbered_metadata.clone();
    for variable in module.globals.values().filter(|it| names.contains(&it.header.name)) {
        if layout.alloc_size(ctx, variable.ty).is_ok_and(|size| size > LARGEST_VARIABLE) {
            return None;
        }
        let mut variable = variable.clone();
        variable.header.comdat = None;
        // Nobody is left who reads it, or the function would not have kept it: whoever does is in
        // another module.
        if !variable.constant && variable.header.linkage.is_local() {
            variable.header.linkage = Linkage::External;
        }
        small.add_global(variable);
    }
    for (id, function) in module.functions.iter() {
        if id != func && !names.contains(&function.header.name) {
            continue;
        }
        let mut function = function.clone();
        function.header.comdat = None;
        if id != func && !function.is_declaration() {
            function.body = BodyState::None;
            function.header.linkage = Linkage::External;
            function.header.attachments.clear();
            function.use_list_orders.clear();
            (function.prefix, function.prologue, function.personality, function.gc) =
                (None, None, None, None);
        }
        // Nobody is left who could call it; whoever can is in another module.
        if id == func && function.header.linkage.is_local() {
            function.header.linkage = Linkage::External;
        }
        small.add_function(function);
    }
    let mut text = Vec::new();
    write_module(ctx, &small, &mut text).ok()?;
    Some(text)
}

/// The globals that a function mentions, directly or through initialisers. None if some of them
/// cannot be declared: aliases, and blocks of other functions.
fn mentioned(ctx: &Context, module: &Module, func: Func) -> Option<BTreeSet<Name>> {
    let function = &module.functions[func];
    let mut names = BTreeSet::new();
    let mut seen: BTreeSet<Const> = BTreeSet::new();
    let mut stack: Vec<Const> = constants_of(ctx, function.body()?);
    stack.extend([function.personality, function.prefix, function.prologue].into_iter().flatten());
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        match &ctx.constant(id).kind {
            ConstKind::Int(_)
            | ConstKind::WideInt(_)
            | ConstKind::Float(..)
            | ConstKind::Null
            | ConstKind::NoneToken
            | ConstKind::Zero
            | ConstKind::Undef
            | ConstKind::Poison
            | ConstKind::Bytes(_)
            | ConstKind::Asm(_) => {}
            ConstKind::Aggregate(parts) | ConstKind::PtrAuth(parts) => stack.extend(parts.iter()),
            ConstKind::Splat(lane) => stack.push(*lane),
            ConstKind::Expr(expr) => stack.extend(expr.operands.iter()),
            ConstKind::Global(name)
            | ConstKind::DsoLocalEquivalent(name)
            | ConstKind::NoCfi(name) => {
                if !names.insert(*name) {
                    continue;
                }
                match module.lookup(*name)? {
                    GlobalRef::Var(global) => stack.extend(module.globals[global].init),
                    GlobalRef::Func(_) => {}
                    GlobalRef::Alias(_) => return None,
                }
            }
            ConstKind::BlockAddress { .. } => return None,
        }
    }
    Some(names)
}

/// The constants of a body, those in metadata operands included.
fn constants_of(ctx: &Context, body: &Body) -> Vec<Const> {
    let mut constants = Vec::new();
    let mut metas: Vec<Meta> = Vec::new();
    for value in body.values() {
        match body.value(value).def {
            ValueDef::Const(id) => constants.push(id),
            ValueDef::Meta(meta) => metas.push(meta),
            ValueDef::Arg(_)
            | ValueDef::Param(_)
            | ValueDef::Inst(_)
            | ValueDef::Wrapped(_)
            | ValueDef::Undefined => {}
        }
    }
    while let Some(meta) = metas.pop() {
        match ctx.meta_kind(meta) {
            MetaKind::Const(id) => constants.push(*id),
            MetaKind::Tuple(parts) => metas.extend(parts.iter()),
            MetaKind::Null | MetaKind::Slot(_) | MetaKind::String(_) | MetaKind::Node { .. } => {}
        }
    }
    constants
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_mentioned_is_kept_and_nothing_else() {
        let text = "@table = internal constant [1 x ptr] [ptr @far]\n@other = global i32 0\n\
            define internal i32 @near(i32 %x) {\n  ret i32 %x\n}\n\
            define void @far() {\n  ret void\n}\n\
            define void @unmentioned() {\n  ret void\n}\n\
            define i32 @f(i32 %x) {\n  %p = load ptr, ptr @table\n  call void %p()\n  \
            %y = call i32 @near(i32 %x)\n  ret i32 %y\n}\n";
        let mut ctx = Context::new();
        let module = tollgate_llvm::read(&mut ctx, "a.ll", text.as_bytes()).unwrap();
        let name = Name::Named(ctx.find_symbol(b"f").unwrap());
        let func = module.function_named(name).unwrap();
        let small = String::from_utf8(cut(&ctx, &module, func).unwrap()).unwrap();
        assert!(
            small.contains("declare i32 @near(i32") && small.contains("declare void @far()"),
            "{small}"
        );
        assert!(
            small.contains("@table = internal constant") && small.contains("define i32 @f("),
            "{small}"
        );
        assert!(!small.contains("unmentioned") && !small.contains("@other"), "{small}");
        assert!(tollgate_llvm::read(&mut ctx, "b.ll", small.as_bytes()).is_ok());
    }
}
