//! [`Promised`]: what the function that is run promises of memory by `memory(...)`, as far as a
//! breach is certain.
//!
//! **Definition.** An access is *forbidden* if it is to an object of the caller or to a variable of
//! the module and none of the locations that the object can belong to may be accessed so. An object
//! that an argument points to can be argument memory, whatever the pointer of the access is based
//! on; errno and locations of the target can be anywhere. Reads count only where somebody can
//! write: what never changes may be read by a function that reads nothing, and a variable that only
//! its module knows may be one that never changes.
//!
//! A forbidden access is undefined behaviour, whoever makes it while the function is active:
//! itself, a function that it calls, or the outside in its name. Functions that are called by the
//! one that is run are not held to what they promise themselves.

use crate::memory::{AccessKind, Object, ObjectKind};
use crate::reach::Reach;
use crate::value::{Prov, Val};
use tollgate_ir::{Access, AttrSet, Context, MemoryEffects, MemoryPart, Module};

/// What a function promises of memory. See the module.
#[derive(Clone, Debug)]
pub(crate) struct Promised {
    effects: MemoryEffects,
    /// What its arguments point to.
    arguments: Vec<Prov>,
}

impl Promised {
    /// What these attributes of a function promise if it is called with these arguments; none if no
    /// access can be forbidden.
    pub(super) fn of(ctx: &Context, function: AttrSet, args: &[Val]) -> Option<Self> {
        let effects = crate::environment::effects_of(ctx, &[function]);
        if effects.access(MemoryPart::Other) == Access::ReadWrite {
            return None;
        }
        Some(Self { effects, arguments: args.iter().flat_map(Reach::pointers_of).collect() })
    }

    /// Whether an access to an object is forbidden.
    pub(super) fn forbids(
        &self,
        module: &Module,
        prov: Prov,
        object: &Object,
        access: AccessKind,
    ) -> bool {
        let changes = match object.kind() {
            ObjectKind::Argument(_) => object.is_writable(),
            ObjectKind::Global(global) => {
                object.is_writable()
                    && (access == AccessKind::Write
                        || !module.globals[global].header.linkage.is_local())
            }
            // The program has made them, or the outside has while it ran.
            ObjectKind::Stack(..) | ObjectKind::ByVal(..) | ObjectKind::VarArgs(_) => false,
            ObjectKind::Heap(_) | ObjectKind::Library(_) | ObjectKind::Outside(_) => false,
            ObjectKind::Nothing | ObjectKind::Function(_) | ObjectKind::Block(..) => false,
        };
        let allowed = |part: MemoryPart| match access {
            AccessKind::Read => self.effects.access(part).reads(),
            AccessKind::Write => self.effects.access(part).writes(),
        };
        let anywhere =
            [MemoryPart::Other, MemoryPart::Errno, MemoryPart::Target0, MemoryPart::Target1];
        let is_argument = self.arguments.contains(&prov);
        changes
            && !anywhere.into_iter().any(allowed)
            && !(is_argument && allowed(MemoryPart::Arguments))
    }
}
