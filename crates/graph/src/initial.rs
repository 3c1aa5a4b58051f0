//! Loads from constants of the module.
//!
//! **Law** (§6.2). A `constant` with a definitive, non-interposable initialiser that is not
//! externally initialised, and that is the same in both modules, holds its initialiser whatever is
//! stored: storing to it is undefined. So a load from inside of it is a constant: the component of
//! the initialiser at that offset, if it has the type of the load, or an integer made of its bytes.
//! Whether the load is allowed is a question of its own.

use crate::limits::MAX_INITIALISER_DEPTH;
use crate::node::{Access, Node, Op};
use crate::{Env, Graph};
use tollgate_ir::{Const, ConstKind, Context, GlobalRef, GlobalVar, Module, Name, Type, TypeKind};
use tollgate_sem::lanes;
use tollgate_sem::layout::DataLayout;
use tollgate_sem::world::linkage::{self, Definition};

impl Graph {
    /// What a load from a constant of the module gives.
    pub(crate) fn initial(
        &mut self,
        env: &mut Env<'_>,
        access: &Access,
        ty: Type,
        pointer: Node,
    ) -> Option<Node> {
        let (base, at) = self.base_of(env, pointer);
        let Op::Const(id) = *self.op(base) else { return None };
        let ConstKind::Global(name) = env.ctx.constant(id).kind else { return None };
        if !access.attached.is_empty() {
            return None;
        }
        let init = definitive(env, name)?;
        let at = at.bytes();
        let value = match component(env.ctx, env.layout, init, at, ty, MAX_INITIALISER_DEPTH) {
            Some(value) => value,
            None => integer(env.ctx, env.layout, init, at, ty)?,
        };
        Some(self.node(Op::Const(value), ty, &[]))
    }
}

/// The length of the string with which a constant of the module begins; none if it has no end.
pub(crate) fn length(env: &Env<'_>, name: Name) -> Option<u64> {
    let init = definitive(env, name)?;
    let ConstKind::Bytes(bytes) = &env.ctx.constant(init).kind else { return None };
    bytes.iter().position(|&byte| byte == 0).map(|at| at as u64)
}

/// The initialiser of a global that never holds anything else, in both modules.
fn definitive(env: &Env<'_>, name: Name) -> Option<Const> {
    let found = |module: &Module| match module.lookup(name) {
        Some(GlobalRef::Var(var)) => {
            is_fixed(env.ctx, &module.globals[var]).then_some(module.globals[var].init).flatten()
        }
        Some(GlobalRef::Func(_) | GlobalRef::Alias(_)) | None => None,
    };
    let [first, second] = env.config.modules?.map(found);
    first.filter(|_| first == second)
}

fn is_fixed(ctx: &Context, var: &GlobalVar) -> bool {
    var.constant
        && !var.externally_initialized
        && var.header.thread_local.is_none()
        && var.header.addrspace == 0
        && linkage::definition(ctx, &var.header) == Definition::Exact
}

/// The component of a type that contains an offset: its index, its type, and its own offset.
fn component_at(
    ctx: &Context,
    layout: &DataLayout,
    ty: Type,
    at: u64,
) -> Option<(usize, Type, u64)> {
    match ctx.kind(ctx.structural(ty)) {
        TypeKind::Struct { fields, .. } => {
            let offsets = layout.struct_layout(ctx, ty).ok()?.offsets;
            let number = offsets.iter().rposition(|&offset| offset <= at)?;
            Some((number, fields[number], offsets[number]))
        }
        TypeKind::Array { elem, len } => {
            let size = layout.alloc_size(ctx, *elem).ok().filter(|&size| size > 0)?;
            let number = at / size;
            (number < *len).then_some((usize::try_from(number).ok()?, *elem, number * size))
        }
        TypeKind::Void
        | TypeKind::Label
        | TypeKind::Metadata
        | TypeKind::Token
        | TypeKind::X86Amx
        | TypeKind::X86Mmx
        | TypeKind::Int(..)
        | TypeKind::Byte(..)
        | TypeKind::Float(..)
        | TypeKind::Ptr(..)
        | TypeKind::Vector { .. }
        | TypeKind::Named { .. }
        | TypeKind::Target { .. }
        | TypeKind::Function { .. } => None,
    }
}

/// A component of an aggregate.
fn child(ctx: &mut Context, whole: Const, number: usize, ty: Type) -> Option<Const> {
    let kind = match &ctx.constant(whole).kind {
        ConstKind::Aggregate(parts) => return parts.get(number).copied(),
        ConstKind::Bytes(bytes) => ConstKind::Int(u64::from(*bytes.get(number)?)),
        ConstKind::Undef => ConstKind::Undef,
        ConstKind::Poison => ConstKind::Poison,
        ConstKind::Zero => match ctx.kind(ctx.structural(ty)) {
            TypeKind::Int(_) => ConstKind::Int(0),
            TypeKind::Ptr(_) => ConstKind::Null,
            TypeKind::Struct { .. } | TypeKind::Array { .. } => ConstKind::Zero,
            TypeKind::Void
            | TypeKind::Label
            | TypeKind::Metadata
            | TypeKind::Token
            | TypeKind::X86Amx
            | TypeKind::X86Mmx
            | TypeKind::Byte(..)
            | TypeKind::Float(..)
            | TypeKind::Vector { .. }
            | TypeKind::Named { .. }
            | TypeKind::Target { .. }
            | TypeKind::Function { .. } => return None,
        },
        ConstKind::Int(_)
        | ConstKind::WideInt(_)
        | ConstKind::Float(..)
        | ConstKind::Null
        | ConstKind::NoneToken
        | ConstKind::Splat(_)
        | ConstKind::Global(_)
        | ConstKind::BlockAddress { .. }
        | ConstKind::DsoLocalEquivalent(_)
        | ConstKind::NoCfi(_)
        | ConstKind::PtrAuth(_)
        | ConstKind::Asm(_)
        | ConstKind::Expr(_) => return None,
    };
    let wide = matches!(ctx.kind(ty), TypeKind::Int(width) if *width > 64);
    (!wide).then(|| ctx.make_const(ty, kind))
}

/// The component of a constant that has this type and this offset.
fn component(
    ctx: &mut Context,
    layout: &DataLayout,
    whole: Const,
    at: u64,
    ty: Type,
    nesting: usize,
) -> Option<Const> {
    let own = ctx.constant(whole).ty;
    if at == 0 && own == ty {
        // Lanes that share a byte may share the poison of one of them in memory.
        let is_given_back = !lanes::has_shared_bytes(ctx, layout, ty) || !may_be_poison(ctx, whole);
        return is_given_back.then_some(whole);
    }
    let (number, part_type, from) = component_at(ctx, layout, own, at)?;
    let inner = child(ctx, whole, number, part_type).filter(|_| nesting > 0)?;
    component(ctx, layout, inner, at - from, ty, nesting - 1)
}

/// Whether a constant is poison, or may be in a part of it.
fn may_be_poison(ctx: &Context, constant: Const) -> bool {
    match &ctx.constant(constant).kind {
        ConstKind::Int(_)
        | ConstKind::WideInt(_)
        | ConstKind::Float(..)
        | ConstKind::Null
        | ConstKind::Zero
        | ConstKind::Undef
        | ConstKind::Bytes(_) => false,
        ConstKind::Splat(lane) => may_be_poison(ctx, *lane),
        ConstKind::Aggregate(parts) => parts.iter().any(|&part| may_be_poison(ctx, part)),
        ConstKind::Poison
        | ConstKind::NoneToken
        | ConstKind::Global(_)
        | ConstKind::BlockAddress { .. }
        | ConstKind::DsoLocalEquivalent(_)
        | ConstKind::NoCfi(_)
        | ConstKind::PtrAuth(_)
        | ConstKind::Asm(_)
        | ConstKind::Expr(_) => true,
    }
}

/// The integer whose bytes are at this offset.
fn integer(
    ctx: &mut Context,
    layout: &DataLayout,
    whole: Const,
    at: u64,
    ty: Type,
) -> Option<Const> {
    let width = ctx.int_width(ty).filter(|width| width % 8 == 0 && *width <= 64)?;
    let mut value = 0_u64;
    for index in 0..u64::from(width / 8) {
        let byte = byte(ctx, layout, whole, at.checked_add(index)?, MAX_INITIALISER_DEPTH)?;
        let position =
            if layout.is_big_endian() { u64::from(width / 8) - 1 - index } else { index };
        value |= u64::from(byte) << (8 * position);
    }
    Some(ctx.const_int(ty, value))
}

fn byte(
    ctx: &mut Context,
    layout: &DataLayout,
    whole: Const,
    at: u64,
    nesting: usize,
) -> Option<u8> {
    let data = ctx.constant(whole);
    let own = data.ty;
    if let ConstKind::Int(value) = data.kind {
        let width = ctx.int_width(own).filter(|width| width % 8 == 0)?;
        let bytes = u64::from(width / 8);
        let position = if layout.is_big_endian() { bytes.checked_sub(1 + at)? } else { at };
        return (at < bytes).then_some((value >> (8 * position)) as u8);
    }
    let (number, part_type, from) = component_at(ctx, layout, own, at)?;
    let inner = child(ctx, whole, number, part_type).filter(|_| nesting > 0)?;
    byte(ctx, layout, inner, at - from, nesting - 1)
}
