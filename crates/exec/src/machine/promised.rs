//! [`Promised`]: the `memory(...)` attribute of the function that is run, as far as a violation is
//! certain.
//!
//! **Definition.** An access is *forbidden* if it is to an object of the caller or to a variable of
//! the module and none of the locations that the object can belong to may be accessed so. An object
//! that an argument points to can be argument memory, whatever the pointer of the access is based
//! on; errno and target memory can be anywhere. Reads count only of memory that can be written:
//! constants may be read by a function that reads nothing, and a variable local to its module may
//! be one that never changes.
//!
//! A forbidden access while the function is active is undefined behaviour, also in functions that
//! it calls and by the environment on its behalf. Attributes of functions called by it are not
//! checked.

use crate::memory::{AccessKind, Object, ObjectKind};
use crate::reach::Reach;
use crate::value::{Prov, Val};
use tollgate_ir::{Access, AttrSet, Context, MemoryEffects, MemoryPart, Module};

/// The memory effects that a function asserts. See the module.
#[derive(Clone, Debug)]
pub(crate) struct Promised {
    effects: MemoryEffects,
    /// The objects of its arguments.
    arguments: Vec<Prov>,
}

impl Promised {
    /// The facts for these attributes and arguments; none if no access can be forbidden.
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
            // Created during the run.
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
