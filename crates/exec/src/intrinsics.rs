//! Intrinsics: those that are functions of their operands go to `sem`; those that touch memory, the
//! stack or the control flow are here.
//!
//! An intrinsic that `sem`'s table does not know, or whose declaration does not have its signature,
//! is unsupported, by name.

mod memory;
mod varargs;

pub(crate) use varargs::VaList;

use crate::choices::ChoiceKind;
use crate::code::{CallSite, Code, Quick};
use crate::libc::math;
use crate::machine::{CallFrame, Execution, Opened, number, widen_result};
use crate::memory::{AccessKind, ObjectKind};
use crate::outcome::UbReason;
use crate::pure::{from_sem, to_sem};
use crate::shape::ShapeKind;
use crate::trap::Trap;
use crate::value::{Prov, Val};
use std::rc::Rc;
use tollgate_ir::{ConstKind, Extra, Flags, FloatType, Func};
use tollgate_sem::Int;
use tollgate_sem::intrinsics::{CallShape, Intrinsic, Meaning};
use tollgate_sem::ops::{Denormals, Evaluator};
use tollgate_sem::value::LaneType;

impl<'m> Execution<'_, 'm> {
    /// Calls an intrinsic, whose arguments are in `call_args`, and gives its result.
    pub(crate) fn call_intrinsic(
        &mut self,
        code: &Code,
        base: usize,
        site: &CallSite,
        func: Func,
        known: Option<&(Intrinsic, Option<Rc<CallShape>>)>,
    ) -> Result<Option<Val>, Trap> {
        let Some((intrinsic, shape)) = known else {
            let name = String::from_utf8_lossy(self.machine.function_name(func)).into_owned();
            return Err(Trap::Unsupported(format!("intrinsic {name}")));
        };
        let args = std::mem::take(&mut self.call_args);
        let result = match intrinsic.meaning() {
            Meaning::Evaluated | Meaning::FirstArgument => {
                let shape = shape
                    .as_deref()
                    .ok_or_else(|| Trap::unsupported(format!("llvm.{}", intrinsic.word())));
                match shape {
                    Ok(shape) => {
                        self.evaluate_intrinsic(code, site, *intrinsic, shape, &args).map(Some)
                    }
                    Err(_) if intrinsic.meaning() == Meaning::FirstArgument => {
                        Ok(args.first().cloned())
                    }
                    Err(trap) => Err(trap),
                }
            }
            Meaning::Nothing => Ok(None),
            Meaning::Function => self.library_intrinsic(*intrinsic, site, &args).map(|value| {
                // How well the C library rounds is its own affair.
                let open = self.stays_open(ChoiceKind::FastMath);
                Some(if open { widen_result(&value, site.flags) } else { value })
            }),
            Meaning::Machine | Meaning::Opaque => {
                self.machine_intrinsic(code, base, site, *intrinsic, &args)
            }
            Meaning::Unsupported => Err(Trap::unsupported(format!("llvm.{}", intrinsic.word()))),
        };
        self.call_args = args;
        result
    }

    fn evaluate_intrinsic(
        &mut self,
        code: &Code,
        site: &CallSite,
        intrinsic: Intrinsic,
        shape: &CallShape,
        args: &[Val],
    ) -> Result<Val, Trap> {
        if let Some(result) = quick_lanes(code, site, intrinsic, args) {
            return Ok(result);
        }
        let values: Vec<_> =
            args.iter().zip(&site.args).map(|(value, arg)| to_sem(value, &arg.shape)).collect();
        let single =
            shape.params.iter().any(|param| param.lane == LaneType::Float(FloatType::Float));
        let denormals = if single { code.denormals_f32 } else { code.denormals };
        let (result, opened) = self.with_open_choices(ChoiceKind::Undef, |memory, choose| {
            let big_endian = memory.is_big_endian();
            Evaluator { choose, denormals, big_endian }
                .intrinsic(intrinsic, site.flags, shape, &values)
        });
        let result = from_sem(&result?);
        Ok(match opened {
            // Not every intrinsic can be poison for some choice of undef bits; all are taken to be.
            Opened { undef: true, .. } => Val::Poison,
            Opened { other: true, .. } => widen_result(&result, site.flags),
            Opened { undef: false, other: false } => result,
        })
    }

    /// `llvm.sin` and its like: the C library's functions.
    fn library_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        site: &CallSite,
        args: &[Val],
    ) -> Result<Val, Trap> {
        let unsupported = || Trap::unsupported(format!("llvm.{} of that type", intrinsic.word()));
        let one = |args: &[Val], shape: &crate::shape::Shape| -> Result<Val, Trap> {
            if args.iter().any(Val::has_poison) {
                return Ok(Val::Poison);
            }
            let ShapeKind::Float(ty) = shape.kind else { return Err(unsupported()) };
            math::intrinsic(intrinsic.word(), ty, args).ok_or_else(unsupported)
        };
        match site.result.lanes() {
            Some((count, lane)) => {
                let lanes: Result<Vec<Val>, Trap> = (0..count)
                    .map(|at| {
                        let of_vector =
                            |(value, arg): (&Val, &crate::code::ArgSite)| match arg.shape.lanes() {
                                Some(_) => value.part(at),
                                None => value.clone(),
                            };
                        let args: Vec<Val> = args.iter().zip(&site.args).map(of_vector).collect();
                        one(&args, lane)
                    })
                    .collect();
                Ok(Val::parts(lanes?))
            }
            None => one(args, &site.result),
        }
    }

    fn machine_intrinsic(
        &mut self,
        code: &Code,
        base: usize,
        site: &CallSite,
        intrinsic: Intrinsic,
        args: &[Val],
    ) -> Result<Option<Val>, Trap> {
        let arg = |index: usize| args.get(index).cloned().unwrap_or(Val::Poison);
        let bits = site.result.bits().unwrap_or(64);
        Ok(match intrinsic {
            Intrinsic::SideEffect => None,
            Intrinsic::Assume => {
                if arg(0) != Val::Bits(1) {
                    return Err(UbReason::FalseAssumption.into());
                }
                self.assume_bundles(code, base, site)?;
                None
            }
            Intrinsic::MemCpy | Intrinsic::MemCpyInline | Intrinsic::MemCpyAtomic => {
                self.copy_memory(&arg(0), &arg(1), &arg(2), true)?;
                if self.is_source() {
                    self.forget_padding(code, site, &arg(0), &arg(2))?;
                }
                None
            }
            Intrinsic::MemMove | Intrinsic::MemMoveAtomic => {
                self.copy_memory(&arg(0), &arg(1), &arg(2), false)?;
                if self.is_source() {
                    self.forget_padding(code, site, &arg(0), &arg(2))?;
                }
                None
            }
            Intrinsic::MemSet | Intrinsic::MemSetInline | Intrinsic::MemSetAtomic => {
                self.set_memory(&arg(0), &arg(1), &arg(2))?;
                None
            }
            Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd => {
                // The pointer is the second of two arguments, or, since LLVM 22, the only one.
                if let Some(Val::Ptr { prov, addr }) = args.last()
                    && matches!(self.memory.former_kind(*prov), ObjectKind::Stack(..))
                    && let Some(object) = self.memory.object(*prov)
                {
                    match object.base() == *addr {
                        true => {
                            self.memory.set_lifetime(*prov, intrinsic == Intrinsic::LifetimeStart)
                        }
                        // What does not begin at the first byte neither begins nor ends a lifetime.
                        false => self.memory.poison(*prov),
                    }
                }
                None
            }
            Intrinsic::InvariantStart => Some(Val::NULL),
            Intrinsic::InvariantEnd => None,
            Intrinsic::LaunderInvariantGroup
            | Intrinsic::StripInvariantGroup
            | Intrinsic::ThreadLocalAddress => Some(arg(0)),
            Intrinsic::PtrMask => Some(self.mask_pointer(&arg(0), &arg(1), site)?),
            Intrinsic::ObjectSize => Some(self.object_size(&arg(0), &arg(1), bits)),
            Intrinsic::IsConstant => {
                if self.is_manifest_constant(code, site) {
                    return Ok(Some(Val::bool(true)));
                }
                // The result depends on the optimiser; at run time it is a choice.
                Some(self.with_choices(ChoiceKind::Leeway, |_, choose| Val::int(choose.undef(1))))
            }
            Intrinsic::StackSave => {
                Some(Val::Ptr { prov: Prov::NONE, addr: self.memory.stack_pointer() })
            }
            Intrinsic::StackRestore => {
                let Val::Ptr { addr, .. } = arg(0) else {
                    return Err(UbReason::UndefOperand.into());
                };
                let earliest = match self.frames.last() {
                    Some(CallFrame::Code(frame)) => frame.mark,
                    Some(CallFrame::Task(_)) | None => return Err(UbReason::BadStackRestore.into()),
                };
                let mark = self.memory.mark_at(addr, earliest).ok_or(UbReason::BadStackRestore)?;
                self.memory.cut_stack(mark);
                None
            }
            Intrinsic::VaStart => {
                self.va_start(code, base, &arg(0))?;
                None
            }
            Intrinsic::VaEnd => None,
            Intrinsic::VaCopy => {
                self.va_copy(&arg(0), &arg(1))?;
                None
            }
            Intrinsic::Trap | Intrinsic::DebugTrap | Intrinsic::UbsanTrap => {
                return Err(Trap::Abort);
            }
            Intrinsic::MaskedLoad => Some(self.masked_load(site, args)?),
            Intrinsic::MaskedStore => {
                self.masked_store(site, args)?;
                None
            }
            Intrinsic::MaskedGather => Some(self.masked_gather(site, args)?),
            Intrinsic::MaskedScatter => {
                self.masked_scatter(site, args)?;
                None
            }
            Intrinsic::MaskedExpandLoad => Some(self.expand_load(site, args)?),
            Intrinsic::MaskedCompressStore => {
                self.compress_store(site, args)?;
                None
            }
            Intrinsic::LoadRelative => Some(self.load_relative(&arg(0), &arg(1))?),
            Intrinsic::EhTypeidFor => {
                let id = self.type_id(&arg(0));
                Some(Val::Bits(u64::from(id as u32)))
            }
            // To the nearest, ties to even.
            Intrinsic::GetRounding => Some(Val::Bits(1)),
            Intrinsic::ReadCycleCounter | Intrinsic::ReadSteadyCounter => {
                Some(Val::Bits(self.executed))
            }
            // A machine gives something that is not known here.
            Intrinsic::FrameAddress
            | Intrinsic::ReturnAddress
            | Intrinsic::AddressOfReturnAddress
                if self.is_target() =>
            {
                return Err(Trap::unsupported(format!("llvm.{}", intrinsic.word())));
            }
            Intrinsic::FrameAddress
            | Intrinsic::ReturnAddress
            | Intrinsic::AddressOfReturnAddress => Some(Val::NULL),
            _ => return Err(Trap::unsupported(format!("llvm.{}", intrinsic.word()))),
        })
    }

    /// The operand bundles of an assumption.
    fn assume_bundles(&mut self, code: &Code, base: usize, site: &CallSite) -> Result<(), Trap> {
        let Some(body) = self.machine.module().functions[code.func].body() else { return Ok(()) };
        let Extra::Call(info) = body.extra(site.inst) else { return Ok(()) };
        let mut operands = body.operands(site.inst).skip(info.args as usize);
        for bundle in &info.bundles {
            let values: Vec<Val> = operands
                .by_ref()
                .take(bundle.operands as usize)
                .map(|value| self.reg(base, code.register(value)).clone())
                .collect();
            let amount = values.get(1).and_then(number);
            let holds = match (self.machine.ctx().bytes(bundle.tag), values.first()) {
                (b"nonnull", Some(Val::Ptr { addr, .. })) => *addr != 0,
                (b"noundef", Some(value)) => value.is_well_defined(),
                (b"align", Some(Val::Ptr { prov, addr })) => {
                    let offset = values.get(2).and_then(number).unwrap_or(0);
                    amount.is_some_and(|align| {
                        self.is_aligned(*prov, addr.wrapping_sub(offset), align)
                    })
                }
                (b"dereferenceable", Some(Val::Ptr { prov, addr })) => amount.is_some_and(|size| {
                    self.must_be_there(*prov, *addr, size, AccessKind::Read).is_ok()
                }),
                (b"dereferenceable_or_null", Some(Val::Ptr { prov, addr })) => {
                    *addr == 0
                        || amount.is_some_and(|size| {
                            self.must_be_there(*prov, *addr, size, AccessKind::Read).is_ok()
                        })
                }
                (
                    b"nonnull" | b"align" | b"dereferenceable" | b"dereferenceable_or_null",
                    Some(_),
                ) => false,
                // Facts asserted by other bundles are not evaluated.
                _ => true,
            };
            if !holds {
                return Err(UbReason::FalseAssumption.into());
            }
        }
        Ok(())
    }

    /// Whether the argument of `llvm.is.constant` is a constant as it is written: no address, no
    /// expression.
    fn is_manifest_constant(&self, code: &Code, site: &CallSite) -> bool {
        let Some(body) = self.machine.module().functions[code.func].body() else { return false };
        let Some(id) = body.call_args(site.inst).next().and_then(|value| body.as_const(value))
        else {
            return false;
        };
        let mut left = vec![id];
        while let Some(id) = left.pop() {
            match &self.machine.ctx().constant(id).kind {
                ConstKind::Int(_)
                | ConstKind::WideInt(_)
                | ConstKind::Float(..)
                | ConstKind::Null => {}
                ConstKind::NoneToken | ConstKind::Zero | ConstKind::Bytes(_) => {}
                ConstKind::Undef | ConstKind::Poison => {}
                ConstKind::Splat(lane) => left.push(*lane),
                ConstKind::Aggregate(parts) => left.extend(parts),
                ConstKind::Global(_)
                | ConstKind::BlockAddress { .. }
                | ConstKind::DsoLocalEquivalent(_) => {
                    return false;
                }
                ConstKind::NoCfi(_)
                | ConstKind::PtrAuth(_)
                | ConstKind::Asm(_)
                | ConstKind::Expr(_) => {
                    return false;
                }
            }
        }
        true
    }

    fn mask_pointer(&mut self, pointer: &Val, mask: &Val, site: &CallSite) -> Result<Val, Trap> {
        let ShapeKind::Ptr(shape) = site.result.kind else { return Ok(Val::Poison) };
        Ok(match (pointer, mask) {
            (Val::Ptr { prov, addr }, Val::Bits(mask)) => {
                let ones = mask | !tollgate_sem::word::mask(shape.index_bits);
                let align = self.memory.object(*prov).map_or(1, |object| object.align());
                let base = self.memory.object(*prov).map_or(0, |object| object.base());
                // Bits that the object's alignment fixes do not depend on where it lies.
                if !ones >= align || addr.wrapping_sub(base) >= align {
                    self.memory.note_address(*prov);
                }
                if self.address_stays_open() {
                    return Ok(Val::Undef);
                }
                Val::Ptr { prov: *prov, addr: addr & ones }
            }
            (Val::Poison, _) | (_, Val::Poison) => Val::Poison,
            // More than some choice of the undef bits gives: for a source only.
            _ if self.is_target() => {
                return Err(Trap::unsupported("`llvm.ptrmask` of undef"));
            }
            _ => Val::Undef,
        })
    }

    /// `llvm.objectsize`: what the optimiser can derive is its choice; that it derives nothing is
    /// the simplest one.
    fn object_size(&mut self, pointer: &Val, minimum: &Val, bits: u32) -> Val {
        let unknown = if *minimum == Val::Bits(1) { Int::zero(bits) } else { Int::all_ones(bits) };
        let known = match pointer {
            Val::Ptr { prov, addr } => self.memory.object(*prov).map(|object| {
                let offset = addr.wrapping_sub(object.base());
                object.size().saturating_sub(offset)
            }),
            Val::Poison | Val::Undef | Val::Bits(_) | Val::Wide(_) => None,
        };
        let tells = self.with_choices(ChoiceKind::Leeway, |_, choose| !choose.undef(1).is_zero());
        match known {
            Some(size) if tells => Val::int(Int::new(bits, size)),
            _ => Val::int(unknown),
        }
    }
}

/// An intrinsic on vectors of which all lanes are plain words; none if anything is unusual.
fn quick_lanes(code: &Code, site: &CallSite, intrinsic: Intrinsic, args: &[Val]) -> Option<Val> {
    if site.flags.intersects(Flags::NNAN | Flags::NINF)
        || code.denormals != Denormals::IEEE
        || code.denormals_f32 != Denormals::IEEE
    {
        return None;
    }
    let (count, lane) = site.args.first()?.shape.lanes()?;
    site.result.lanes()?;
    let quick = Quick::of(intrinsic, lane)?;
    let word = |arg: &Val, at: usize| match arg {
        Val::Bits(bits) => Some(*bits),
        vector => vector.as_parts()?.get(at)?.bits(),
    };
    let mut lanes = Vec::with_capacity(count);
    for at in 0..count {
        let mut words = [0; 3];
        let words = words.get_mut(..args.len())?;
        for (place, arg) in words.iter_mut().zip(args) {
            *place = word(arg, at)?;
        }
        lanes.push(quick.evaluate(words)?);
    }
    Some(Val::parts(lanes))
}
