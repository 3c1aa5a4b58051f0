//! The rows of linkage, visibility and the other words of symbols: who is meant by a name.

use super::{Duty, Row, Run};
use tollgate_ir::{
    Context, DllStorage, GlobalHeader, Linkage, ThreadLocal, UnnamedAddr, Visibility,
};

/// Which definition a name stands for, as far as its file knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Definition {
    /// The one in the file, and no other.
    Exact,
    /// One that is equivalent to that in the file, though perhaps compiled differently.
    Equivalent,
    /// Any: the linker may put another one in its place.
    Replaceable,
    /// One of another file, or that in the file, which is equivalent to it.
    Copy,
    /// That in the file joined with those of others.
    Joined,
    /// One of another file, or none: then the address is null.
    Perhaps,
}

/// What a name stands for, if the file has a definition of it.
///
/// Where a module says something of `SemanticInterposition`, the dynamic linker may put another
/// definition in place of each that is neither local nor `dso_local`. What the flag says is not
/// asked: the context may hold several modules.
pub fn definition(ctx: &Context, header: &GlobalHeader) -> Definition {
    let bound = header.linkage.is_local() || header.dso_local;
    match by_linkage(header.linkage) {
        Definition::Exact if !bound && ctx.find_symbol(b"SemanticInterposition").is_some() => {
            Definition::Replaceable
        }
        definition => definition,
    }
}

/// What a name with this linkage stands for, if the file has a definition of it and nothing else is
/// said.
const fn by_linkage(linkage: Linkage) -> Definition {
    match linkage {
        Linkage::External | Linkage::Private | Linkage::Internal => Definition::Exact,
        Linkage::AvailableExternally => Definition::Copy,
        Linkage::LinkOnceOdr | Linkage::WeakOdr => Definition::Equivalent,
        Linkage::LinkOnce | Linkage::Weak | Linkage::Common => Definition::Replaceable,
        Linkage::Appending => Definition::Joined,
        Linkage::ExternWeak => Definition::Perhaps,
    }
}

/// Whether the address of something with this linkage may be null in address space 0.
pub const fn may_be_null(linkage: Linkage) -> bool {
    match by_linkage(linkage) {
        Definition::Perhaps => true,
        Definition::Exact | Definition::Equivalent | Definition::Replaceable => false,
        Definition::Copy | Definition::Joined => false,
    }
}

/// The row of a linkage: a difference in who is meant by a name is one of the name.
pub const fn row(linkage: Linkage) -> Row {
    match linkage {
        Linkage::External | Linkage::Private | Linkage::Internal | Linkage::AvailableExternally => {
            Row::same(Run::Executed)
        }
        Linkage::LinkOnce
        | Linkage::LinkOnceOdr
        | Linkage::Weak
        | Linkage::WeakOdr
        | Linkage::Common => Row::same(Run::Executed),
        Linkage::Appending => Row::same(Run::Ignored),
        Linkage::ExternWeak => Row::same(Run::Stops),
    }
}

/// The row of a visibility. It counts where the module says that definitions may be replaced
/// (`SemanticInterposition`).
pub const fn visibility(visibility: Visibility) -> Row {
    match visibility {
        Visibility::Default | Visibility::Hidden | Visibility::Protected => {
            Row { target: Duty::Free, ..Row::same(Run::Ignored) }
        }
    }
}

/// The row of a storage class of DLLs.
pub const fn dll_storage(storage: DllStorage) -> Row {
    match storage {
        DllStorage::Default | DllStorage::Import | DllStorage::Export => Row::same(Run::Ignored),
    }
}

/// The row of a thread-local model, which says how a variable is found; whether there is one for
/// each thread must be the same.
pub const fn thread_local(model: ThreadLocal) -> Row {
    match model {
        ThreadLocal::GeneralDynamic
        | ThreadLocal::LocalDynamic
        | ThreadLocal::InitialExec
        | ThreadLocal::LocalExec => Row::FREE,
    }
}

/// How much an address matters less than it could: objects whose address does not matter may be
/// merged.
pub const fn insignificance(word: UnnamedAddr) -> u8 {
    match word {
        UnnamedAddr::None => 0,
        UnnamedAddr::Local => 1,
        UnnamedAddr::Global => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_replaced_is_not_exact() {
        for &linkage in Linkage::ALL {
            if linkage.is_interposable() {
                assert_ne!(by_linkage(linkage), Definition::Exact, "{linkage:?}");
            }
            if linkage.is_local() {
                assert_eq!(by_linkage(linkage), Definition::Exact, "{linkage:?}");
            }
        }
        assert!(may_be_null(Linkage::ExternWeak) && !may_be_null(Linkage::External));
    }
}
