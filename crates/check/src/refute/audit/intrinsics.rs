//! Intrinsics: the memory they access, and effects that the interpreter does not model.

use super::fills::is_volatile;
use super::values::pointers_of;
use super::{Audit, Doubt};
use tollgate_exec::environment::effects_of;
use tollgate_exec::memory::{Life, Memory};
use tollgate_exec::trace::Step;
use tollgate_exec::value::Val;
use tollgate_ir::{Access, Attr, AttrKind, AttrSet, Body, CallInfo, MemoryEffects};
use tollgate_sem::intrinsics::{Intrinsic, Meaning, Touches};
use tollgate_sem::world::{self, bundle};

impl<'m> Audit<'m> {
    pub(super) fn intrinsic(
        &mut self,
        step: &Step<'_>,
        body: &'m Body,
        intrinsic: Intrinsic,
        args: &[Val],
        info: &CallInfo,
    ) {
        let length = || match args.get(2) {
            Some(Val::Bits(length)) => *length,
            Some(Val::Poison | Val::Undef | Val::Ptr { .. } | Val::Wide(..)) | None => 0,
        };
        let tags = (step.inst, body);
        let volatile = is_volatile(intrinsic, args);
        self.raise_if(self.excludes_own_effects(intrinsic, info), Doubt::MemoryEffects);
        let missing =
            args.iter().enumerate().any(|(at, arg)| self.is_missing(info, at, arg, step.memory));
        self.raise_if(missing, Doubt::Dereferenceable);
        match intrinsic {
            Intrinsic::MemCpy
            | Intrinsic::MemCpyInline
            | Intrinsic::MemCpyAtomic
            | Intrinsic::MemMove
            | Intrinsic::MemMoveAtomic => {
                let (Some(to), Some(from)) = (args.first(), args.get(1)) else { return };
                self.access_as(from, length(), (true, false), volatile, tags);
                self.access_as(to, length(), (false, true), volatile, tags);
            }
            Intrinsic::MemSet | Intrinsic::MemSetInline | Intrinsic::MemSetAtomic => {
                if let Some(to) = args.first() {
                    self.access_as(to, length(), (false, true), volatile, tags);
                }
            }
            Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd => {
                // The interpreter does nothing for objects that are not stack slots.
                let slot = args.last().is_some_and(|arg| {
                    pointers_of(arg).iter().all(|prov| self.slots.contains(prov))
                });
                self.raise_if(!slot, Doubt::Lifetime);
            }
            Intrinsic::InvariantStart
            | Intrinsic::InvariantEnd
            | Intrinsic::LaunderInvariantGroup
            | Intrinsic::StripInvariantGroup => self.raise(Doubt::Invariant),
            Intrinsic::MaskedLoad
            | Intrinsic::MaskedStore
            | Intrinsic::MaskedGather
            | Intrinsic::MaskedScatter
            | Intrinsic::MaskedExpandLoad
            | Intrinsic::MaskedCompressStore
            | Intrinsic::LoadRelative => {
                let tagged = !body.attachments(step.inst).is_empty();
                let restricted = self.frames.iter().any(|frame| self.is_restricted(frame));
                self.raise_if(tagged || restricted, Doubt::Hidden);
            }
            Intrinsic::Assume => {
                let understood = |tag: &[u8]| bundle::of_assumption(tag).run != world::Run::Unseen;
                let all = info.bundles.iter().all(|bundle| understood(self.ctx.bytes(bundle.tag)));
                self.raise_if(!all, Doubt::Invariant);
            }
            // The result depends on the compiler or the machine.
            Intrinsic::ObjectSize
            | Intrinsic::GetRounding
            | Intrinsic::ReadCycleCounter
            | Intrinsic::ReadSteadyCounter
            | Intrinsic::FrameAddress
            | Intrinsic::ReturnAddress
            | Intrinsic::AddressOfReturnAddress => self.raise(Doubt::Answer),
            // The interpreter models their effects.
            Intrinsic::SideEffect
            | Intrinsic::ThreadLocalAddress
            | Intrinsic::PtrMask
            | Intrinsic::IsConstant
            | Intrinsic::StackSave
            | Intrinsic::StackRestore
            | Intrinsic::VaStart
            | Intrinsic::VaEnd
            | Intrinsic::VaCopy
            | Intrinsic::Trap
            | Intrinsic::DebugTrap
            | Intrinsic::UbsanTrap
            | Intrinsic::EhTypeidFor => {}
            other => match other.meaning() {
                Meaning::Evaluated
                | Meaning::FirstArgument
                | Meaning::Nothing
                | Meaning::Function => {}
                Meaning::Machine | Meaning::Opaque | Meaning::Unsupported => {
                    self.raise(Doubt::Answer)
                }
            },
        }
    }

    /// Whether an argument is not as `dereferenceable` as the call says. The interpreter does not
    /// check it: LLVM leaves a number that is too large where it shortens a fill, and a target may
    /// have that.
    fn is_missing(&self, info: &CallInfo, at: usize, value: &Val, memory: &Memory) -> bool {
        let site = self.ctx.attr_list_data(info.attrs).param(at);
        let null = matches!(value, Val::Ptr { addr: 0, .. });
        let bytes = self.ctx.attrs(site).iter().map(|attr| match attr {
            Attr::Int(AttrKind::Dereferenceable, bytes) => *bytes,
            Attr::Int(AttrKind::DereferenceableOrNull, bytes) if !null => *bytes,
            Attr::Flag(_)
            | Attr::Int(..)
            | Attr::Pair(..)
            | Attr::Type(..)
            | Attr::Memory(_)
            | Attr::Range(..)
            | Attr::Text(..)
            | Attr::String(..)
            | Attr::Unknown(..) => 0,
        });
        let bytes = bytes.max().unwrap_or(0);
        let Val::Ptr { prov, addr } = *value else { return bytes > 0 };
        let there = memory.object(prov).is_some_and(|object| {
            let offset = addr.wrapping_sub(object.base());
            object.life() == Life::Alive
                && offset <= object.size()
                && bytes <= object.size() - offset
        });
        bytes > 0 && !there
    }

    /// Whether attributes of the call site exclude effects of the intrinsic itself: they are
    /// ignored.
    fn excludes_own_effects(&self, intrinsic: Intrinsic, info: &CallInfo) -> bool {
        let site = self.ctx.attr_list_data(info.attrs);
        let promises = [AttrKind::ReadNone, AttrKind::ReadOnly, AttrKind::WriteOnly];
        let excludes = |set: AttrSet| promises.iter().any(|&kind| self.ctx.has_attr(set, kind));
        let restricted = effects_of(self.ctx, &[site.function])
            != MemoryEffects::all(Access::ReadWrite)
            || site.params.iter().any(|&set| excludes(set));
        restricted && intrinsic.properties().touches != Touches::Nothing
    }
}
