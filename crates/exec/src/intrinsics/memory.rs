//! Intrinsics that read and write memory.

use crate::code::{CallSite, Code};
use crate::copied_parts;
use crate::machine::{Execution, address_of, number};
use crate::memory::{AccessKind, ByteContent};
use crate::outcome::UbReason;
use crate::shape::Shape;
use crate::trap::Trap;
use crate::value::{Prov, Val, Wide};
use std::sync::Arc;
use tollgate_ir::Type;

impl Execution<'_, '_> {
    /// Copies `size` bytes. `distinct` ranges must be the same or not overlap.
    pub(super) fn copy_memory(
        &mut self,
        to: &Val,
        from: &Val,
        size: &Val,
        distinct: bool,
    ) -> Result<(), Trap> {
        let size = number(size).ok_or(UbReason::UndefOperand)?;
        if size == 0 {
            return Ok(());
        }
        let (to, from) = (address_of(to)?, address_of(from)?);
        if distinct && to.1 != from.1 && to.1.abs_diff(from.1) < size {
            return Err(UbReason::OverlappingCopy.into());
        }
        let read = self.memory.check(from.0, from.1, size, 1, AccessKind::Read);
        let written = self.memory.check(to.0, to.1, size, 1, AccessKind::Write);
        if read == Err(UbReason::OutsideLifetime) {
            self.outside_lifetime(from.1, 1, AccessKind::Read)?;
        }
        if written == Err(UbReason::OutsideLifetime) {
            self.outside_lifetime(to.1, 1, AccessKind::Write)?;
        }
        if read.is_ok() && written.is_ok() {
            self.must_be_promised(from.0, AccessKind::Read)?;
            self.must_be_promised(to.0, AccessKind::Write)?;
        }
        match (read, written) {
            (Err(reason), _) | (_, Err(reason)) if reason != UbReason::OutsideLifetime => {
                return Err(reason.into());
            }
            (_, Err(_)) => {}
            (Err(_), Ok(_)) => self.memory.fill(to, size, ByteContent::POISON)?,
            (Ok(_), Ok(_)) => self.memory.copy(to, from, size)?,
        }
        Ok(())
    }

    /// Forgets what lies between the parts that `!tbaa.struct` of a copy lists, in what was copied.
    pub(super) fn forget_padding(
        &mut self,
        code: &Code,
        site: &CallSite,
        to: &Val,
        size: &Val,
    ) -> Result<(), Trap> {
        let (ctx, module) = (self.machine.ctx(), self.machine.module());
        let body = self.body(code)?;
        let kind = ctx.find_symbol(b"tbaa.struct");
        let tag = body.attachments(site.inst).iter().find(|(name, _)| Some(*name) == kind);
        let (Some(&(_, structure)), Some(size)) = (tag, number(size)) else { return Ok(()) };
        let Some(parts) = copied_parts::parts(ctx, module, structure) else { return Ok(()) };
        for (start, end) in copied_parts::padding(&parts, size) {
            let (prov, addr) = address_of(to)?;
            match self.memory.fill(
                (prov, addr.wrapping_add(start)),
                end - start,
                ByteContent::POISON,
            ) {
                // No object exists to be copied to.
                Ok(()) | Err(UbReason::OutsideLifetime) => {}
                Err(reason) => return Err(reason.into()),
            }
        }
        Ok(())
    }

    /// Sets `size` bytes.
    pub(super) fn set_memory(&mut self, to: &Val, byte: &Val, size: &Val) -> Result<(), Trap> {
        let size = number(size).ok_or(UbReason::UndefOperand)?;
        if size == 0 {
            return Ok(());
        }
        let byte = match byte {
            Val::Bits(bits) => ByteContent::plain(*bits as u8),
            Val::Undef => ByteContent::UNDEF,
            Val::Poison | Val::Ptr { .. } => ByteContent::POISON,
            Val::Wide(wide) => match &**wide {
                Wide::Partial { value, undef } => ByteContent {
                    bits: value.low_u64() as u8,
                    shadow: crate::memory::Shadow::partly_undef(undef.low_u64() as u8),
                },
                Wide::Bits(_) | Wide::Parts(_) => ByteContent::POISON,
            },
        };
        let to = address_of(to)?;
        self.must_be_promised(to.0, AccessKind::Write)?;
        match self.memory.fill(to, size, byte) {
            Ok(()) => Ok(()),
            Err(UbReason::OutsideLifetime) => self.outside_lifetime(to.1, 1, AccessKind::Write),
            Err(reason) => Err(reason.into()),
        }
    }

    /// Whether a lane of a mask is set. A poison mask makes the operation undefined.
    fn mask_lane(mask: &Val, at: usize) -> Result<bool, Trap> {
        match mask.part(at) {
            Val::Bits(bit) => Ok(bit != 0),
            Val::Poison | Val::Undef | Val::Ptr { .. } | Val::Wide(_) => {
                Err(UbReason::UndefOperand.into())
            }
        }
    }

    fn lanes(shape: &Shape) -> Result<(usize, Arc<Shape>), Trap> {
        let (count, lane) =
            shape.lanes().ok_or_else(|| Trap::unsupported("masked access to a scalar"))?;
        Ok((count, lane.clone()))
    }

    fn lane_address(pointer: &Val, lane: &Shape, at: usize) -> Result<Val, Trap> {
        let (prov, addr) = address_of(pointer)?;
        let bits = u64::from(lane.bits().unwrap_or(8));
        if bits % 8 != 0 {
            return Err(Trap::unsupported("masked access to lanes that are no bytes"));
        }
        Ok(Val::Ptr { prov, addr: addr.wrapping_add(at as u64 * (bits / 8)) })
    }

    fn check_align(&mut self, pointer: &Val, align: &Val) -> Result<(), Trap> {
        let (prov, addr) = address_of(pointer)?;
        match number(align) {
            Some(align) if align > 1 && !self.is_aligned(prov, addr, align) => {
                Err(UbReason::Misaligned { align }.into())
            }
            Some(_) => Ok(()),
            None => Err(UbReason::UndefOperand.into()),
        }
    }

    /// `llvm.masked.load(ptr, align, mask, passthru)`.
    pub(super) fn masked_load(&mut self, site: &CallSite, args: &[Val]) -> Result<Val, Trap> {
        let [pointer, align, mask, otherwise] = args else {
            return Err(Trap::unsupported("masked.load"));
        };
        let (count, lane) = Self::lanes(&site.result)?;
        let mut lanes = Vec::with_capacity(count);
        for at in 0..count {
            lanes.push(if Self::mask_lane(mask, at)? {
                self.check_align(pointer, align)?;
                self.load_value(&Self::lane_address(pointer, &lane, at)?, &lane, 1)?
            } else {
                otherwise.part(at)
            });
        }
        Ok(Val::parts(lanes))
    }

    /// `llvm.masked.store(value, ptr, align, mask)`.
    pub(super) fn masked_store(&mut self, site: &CallSite, args: &[Val]) -> Result<(), Trap> {
        let [value, pointer, align, mask] = args else {
            return Err(Trap::unsupported("masked.store"));
        };
        let (count, lane) = Self::lanes(&site.args[0].shape)?;
        for at in 0..count {
            if Self::mask_lane(mask, at)? {
                self.check_align(pointer, align)?;
                self.store_value(
                    &Self::lane_address(pointer, &lane, at)?,
                    &lane,
                    1,
                    &value.part(at),
                )?;
            }
        }
        Ok(())
    }

    /// `llvm.masked.gather(ptrs, align, mask, passthru)`.
    pub(super) fn masked_gather(&mut self, site: &CallSite, args: &[Val]) -> Result<Val, Trap> {
        let [pointers, align, mask, otherwise] = args else {
            return Err(Trap::unsupported("masked.gather"));
        };
        let (count, lane) = Self::lanes(&site.result)?;
        let align = number(align).ok_or(UbReason::UndefOperand)?.max(1);
        let mut lanes = Vec::with_capacity(count);
        for at in 0..count {
            lanes.push(if Self::mask_lane(mask, at)? {
                self.load_value(&pointers.part(at), &lane, align)?
            } else {
                otherwise.part(at)
            });
        }
        Ok(Val::parts(lanes))
    }

    /// `llvm.masked.scatter(values, ptrs, align, mask)`.
    pub(super) fn masked_scatter(&mut self, site: &CallSite, args: &[Val]) -> Result<(), Trap> {
        let [values, pointers, align, mask] = args else {
            return Err(Trap::unsupported("masked.scatter"));
        };
        let (count, lane) = Self::lanes(&site.args[0].shape)?;
        let align = number(align).ok_or(UbReason::UndefOperand)?.max(1);
        for at in 0..count {
            if Self::mask_lane(mask, at)? {
                self.store_value(&pointers.part(at), &lane, align, &values.part(at))?;
            }
        }
        Ok(())
    }

    /// `llvm.masked.expandload(ptr, mask, passthru)`: the lanes that are set come from memory one
    /// after the other.
    pub(super) fn expand_load(&mut self, site: &CallSite, args: &[Val]) -> Result<Val, Trap> {
        let [pointer, mask, otherwise] = args else {
            return Err(Trap::unsupported("masked.expandload"));
        };
        let (count, lane) = Self::lanes(&site.result)?;
        let mut lanes = Vec::with_capacity(count);
        let mut next = 0;
        for at in 0..count {
            if Self::mask_lane(mask, at)? {
                lanes.push(self.load_value(
                    &Self::lane_address(pointer, &lane, next)?,
                    &lane,
                    1,
                )?);
                next += 1;
            } else {
                lanes.push(otherwise.part(at));
            }
        }
        Ok(Val::parts(lanes))
    }

    /// `llvm.masked.compressstore(value, ptr, mask)`.
    pub(super) fn compress_store(&mut self, site: &CallSite, args: &[Val]) -> Result<(), Trap> {
        let [value, pointer, mask] = args else {
            return Err(Trap::unsupported("masked.compressstore"));
        };
        let (count, lane) = Self::lanes(&site.args[0].shape)?;
        let mut next = 0;
        for at in 0..count {
            if Self::mask_lane(mask, at)? {
                self.store_value(
                    &Self::lane_address(pointer, &lane, next)?,
                    &lane,
                    1,
                    &value.part(at),
                )?;
                next += 1;
            }
        }
        Ok(())
    }

    /// `llvm.load.relative`: the pointer that lies the 32-bit number at `pointer + offset` away
    /// from `pointer`.
    pub(super) fn load_relative(&mut self, pointer: &Val, offset: &Val) -> Result<Val, Trap> {
        let (prov, addr) = address_of(pointer)?;
        let offset = number(offset).ok_or(UbReason::UndefOperand)?;
        let shape = self.machine.shape(Type::I32)?;
        let distance =
            self.load_value(&Val::Ptr { prov, addr: addr.wrapping_add(offset) }, &shape, 4)?;
        let distance = number(&distance).ok_or(UbReason::UndefOperand)? as u32 as i32;
        let target = addr.wrapping_add(distance as i64 as u64);
        // Tables of such numbers are made of `ptrtoint`, which exposed the targets.
        let found: Prov = self.memory.find_exposed(target);
        Ok(Val::Ptr { prov: found, addr: target })
    }
}
