//! What is known of the addresses of globals, by the module of the source (§6.2).
//!
//! An `!absolute_symbol` is a number that the linker was given: it may be null, need not be
//! aligned, and nothing need be there. An alias may be of such a one, and what is `extern_weak` may
//! not be there at all.

use tollgate_ir::{Context, GlobalHeader, GlobalRef, Module, Name};
use tollgate_sem::world::{address_space, linkage};

/// Whether the address of a global of address space 0 is not null, where null is no valid address.
pub(super) fn is_not_null(ctx: &Context, module: &Module, name: Name) -> bool {
    let header = match module.lookup(name) {
        Some(GlobalRef::Var(var)) => &module.globals[var].header,
        Some(GlobalRef::Func(func)) => &module.functions[func].header,
        Some(GlobalRef::Alias(_)) | None => return false,
    };
    is_object(ctx, header)
}

/// Whether there is an object (or a function) at the address.
pub(super) fn is_object(ctx: &Context, header: &GlobalHeader) -> bool {
    let is_absolute =
        header.attachments.iter().any(|&(kind, _)| ctx.bytes(kind) == b"absolute_symbol");
    !linkage::may_be_null(header.linkage)
        && address_space::null_is_no_object(header.addrspace)
        && !is_absolute
}
