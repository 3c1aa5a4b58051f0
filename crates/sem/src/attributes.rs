//! What function attributes promise of a call, gathered. What each attribute means is in
//! [`world`](crate::world).

use crate::world::Duty;
use crate::world::attribute::{self, Position};
use tollgate_ir::{Access, Attr, AttrKind, AttrSet, Context, MemoryEffects, MemoryPart};

/// What is promised of a call, by the attributes of the function and of the call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FunctionFacts {
    /// What it may read and write.
    pub memory: MemoryEffects,
    /// Does not unwind.
    pub nounwind: bool,
    /// Returns or unwinds, or is undefined.
    pub willreturn: bool,
    /// Does not return.
    pub noreturn: bool,
    /// Frees nothing that existed before.
    pub nofree: bool,
    /// Does not synchronise with other threads.
    pub nosync: bool,
    /// Does not call back into the module.
    pub nocallback: bool,
    /// Does not call itself.
    pub norecurse: bool,
    /// Does not run forever without observations.
    pub mustprogress: bool,
    /// Has no undefined behaviour, whatever its arguments.
    pub speculatable: bool,
    /// Some attribute makes it `unsupported`.
    pub unsupported: Option<AttrKind>,
}

impl FunctionFacts {
    /// Nothing is promised.
    pub fn none() -> FunctionFacts {
        FunctionFacts {
            memory: MemoryEffects::all(Access::ReadWrite),
            nounwind: false,
            willreturn: false,
            noreturn: false,
            nofree: false,
            nosync: false,
            nocallback: false,
            norecurse: false,
            mustprogress: false,
            speculatable: false,
            unsupported: None,
        }
    }

    /// What several sets of function attributes promise together: those of the declaration and
    /// those of the call. An operand bundle of the call may add effects; that is for the caller to
    /// see to.
    pub fn of(ctx: &Context, sets: &[AttrSet]) -> FunctionFacts {
        let mut facts = FunctionFacts::none();
        for attr in sets.iter().flat_map(|&set| ctx.attrs(set)) {
            facts.add(ctx, attr);
        }
        facts
    }

    fn add(&mut self, ctx: &Context, attr: &Attr) {
        let narrow = |facts: &mut FunctionFacts, effects: MemoryEffects| {
            facts.memory = facts.memory.intersect(effects);
        };
        match *attr {
            Attr::Memory(effects) => narrow(self, effects),
            Attr::Unknown(word, None) => {
                // What LLVM up to 15 wrote instead of `memory(...)`.
                let none = MemoryEffects::all(Access::None);
                let both = Access::ReadWrite;
                match ctx.bytes(word) {
                    b"argmemonly" => narrow(self, none.with(MemoryPart::Arguments, both)),
                    b"inaccessiblememonly" => {
                        narrow(self, none.with(MemoryPart::Inaccessible, both))
                    }
                    b"inaccessiblemem_or_argmemonly" => {
                        let effects = none
                            .with(MemoryPart::Arguments, both)
                            .with(MemoryPart::Inaccessible, both);
                        narrow(self, effects);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        let Some(kind) = attr.kind() else { return };
        match kind {
            AttrKind::ReadNone => narrow(self, MemoryEffects::all(Access::None)),
            AttrKind::ReadOnly => narrow(self, MemoryEffects::all(Access::Read)),
            AttrKind::WriteOnly => narrow(self, MemoryEffects::all(Access::Write)),
            AttrKind::NoUnwind => self.nounwind = true,
            AttrKind::WillReturn => self.willreturn = true,
            AttrKind::NoReturn => self.noreturn = true,
            AttrKind::NoFree => self.nofree = true,
            AttrKind::NoSync => self.nosync = true,
            AttrKind::NoCallback => self.nocallback = true,
            AttrKind::NoRecurse => self.norecurse = true,
            AttrKind::MustProgress => self.mustprogress = true,
            AttrKind::Speculatable => self.speculatable = true,
            kind if attribute::row(kind, Position::CallSite).target == Duty::Refuse => {
                self.unsupported = Some(kind);
            }
            AttrKind::AllocAlign
            | AttrKind::AllocKind
            | AttrKind::AllocPtr
            | AttrKind::AllocSize
            | AttrKind::Align
            | AttrKind::AlignStack
            | AttrKind::AlwaysInline
            | AttrKind::Builtin
            | AttrKind::ByRef
            | AttrKind::ByVal
            | AttrKind::Captures
            | AttrKind::Cold
            | AttrKind::Convergent
            | AttrKind::CoroElideSafe
            | AttrKind::CoroOnlyDestroyWhenComplete
            | AttrKind::DeadOnReturn
            | AttrKind::DeadOnUnwind
            | AttrKind::DenormalFpEnv
            | AttrKind::Dereferenceable
            | AttrKind::DereferenceableOrNull
            | AttrKind::DisableSanitizerInstrumentation
            | AttrKind::ElementType
            | AttrKind::Flatten
            | AttrKind::FnRetThunkExtern
            | AttrKind::Hot
            | AttrKind::HybridPatchable
            | AttrKind::ImmArg
            | AttrKind::InAlloca
            | AttrKind::Initializes
            | AttrKind::InlineHint
            | AttrKind::InReg
            | AttrKind::JumpTable
            | AttrKind::Memory
            | AttrKind::MinSize
            | AttrKind::ModularFormat
            | AttrKind::Naked
            | AttrKind::Nest
            | AttrKind::NoAlias
            | AttrKind::NoBuiltin
            | AttrKind::NoCapture
            | AttrKind::NoCfCheck
            | AttrKind::NoCreateUndefOrPoison
            | AttrKind::NoDivergenceSource
            | AttrKind::NoDuplicate
            | AttrKind::NoExt
            | AttrKind::NoFpClass
            | AttrKind::NoImplicitFloat
            | AttrKind::NoInline
            | AttrKind::NoIpa
            | AttrKind::NoMerge
            | AttrKind::NonLazyBind
            | AttrKind::NonNull
            | AttrKind::NoProfile
            | AttrKind::NoRedZone
            | AttrKind::NoSanitizeBounds
            | AttrKind::NoSanitizeCoverage
            | AttrKind::NoUndef
            | AttrKind::NullPointerIsValid
            | AttrKind::OptDebug
            | AttrKind::OptForFuzzing
            | AttrKind::OptNone
            | AttrKind::OptSize
            | AttrKind::Preallocated
            | AttrKind::PresplitCoroutine
            | AttrKind::Range
            | AttrKind::Returned
            | AttrKind::ReturnsTwice
            | AttrKind::SafeStack
            | AttrKind::SanitizeAddress
            | AttrKind::SanitizeAllocToken
            | AttrKind::SanitizeHwAddress
            | AttrKind::SanitizeMemory
            | AttrKind::SanitizeMemTag
            | AttrKind::SanitizeNumericalStability
            | AttrKind::SanitizeRealtime
            | AttrKind::SanitizeRealtimeBlocking
            | AttrKind::SanitizeRealtimeUnsafe
            | AttrKind::SanitizeThread
            | AttrKind::SanitizeType
            | AttrKind::ShadowCallStack
            | AttrKind::SignExt
            | AttrKind::SkipProfile
            | AttrKind::SpeculativeLoadHardening
            | AttrKind::StackProtect
            | AttrKind::StackProtectReq
            | AttrKind::StackProtectStrong
            | AttrKind::StrictFp
            | AttrKind::StructRet
            | AttrKind::SwiftAsync
            | AttrKind::SwiftError
            | AttrKind::SwiftSelf
            | AttrKind::UwTable
            | AttrKind::VScaleRange
            | AttrKind::Writable
            | AttrKind::ZeroExt => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_narrow_each_other() {
        let mut ctx = Context::new();
        let old = ctx.symbol(b"argmemonly");
        let declaration = ctx.attr_set(&[Attr::Unknown(old, None), Attr::Flag(AttrKind::NoUnwind)]);
        let call =
            ctx.attr_set(&[Attr::Flag(AttrKind::ReadOnly), Attr::Flag(AttrKind::WillReturn)]);
        let facts = FunctionFacts::of(&ctx, &[declaration, call]);
        assert_eq!(facts.memory.access(MemoryPart::Arguments), Access::Read);
        assert_eq!(facts.memory.access(MemoryPart::Other), Access::None);
        assert!(facts.nounwind && facts.willreturn && !facts.nofree);
        let twice = ctx.attr_set(&[Attr::Flag(AttrKind::ReturnsTwice)]);
        assert_eq!(FunctionFacts::of(&ctx, &[twice]).unsupported, Some(AttrKind::ReturnsTwice));
        assert_eq!(FunctionFacts::of(&ctx, &[]), FunctionFacts::none());
    }
}
