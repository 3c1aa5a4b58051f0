//! Variable arguments as the System V ABI of x86-64 lays them out.
//!
//! clang lowers `va_arg` itself on this target: the program reads `gp_offset`, `fp_offset`,
//! `overflow_arg_area` and `reg_save_area` out of the `va_list`. So `llvm.va_start` builds the two
//! areas as a real prologue would have left them.
//!
//! ```text
//! va_list: i32 gp_offset, i32 fp_offset, ptr overflow_arg_area, ptr reg_save_area
//! reg_save_area: 6 general registers of 8 bytes, 8 vector registers of 16 bytes
//! ```

use crate::code::Code;
use crate::machine::{CallFrame, Execution, Flow, VarArg, address_of};
use crate::memory::ObjectKind;
use crate::outcome::UbReason;
use crate::shape::{Shape, ShapeKind};
use crate::trap::Trap;
use crate::value::{Prov, Val};
use std::rc::Rc;
use tollgate_ir::{AttrKind, Body, FloatType, Inst, Type, TypeKind};

/// Where the ABI passes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    /// In so many general registers.
    General(u64),
    /// In a vector register.
    Vector,
    /// On the stack, with this alignment.
    Stack(u64),
}

const GENERAL_REGISTERS: u64 = 6;
const VECTOR_REGISTERS: u64 = 8;
const GENERAL_AREA: u64 = GENERAL_REGISTERS * 8;
const SAVE_AREA: u64 = GENERAL_AREA + VECTOR_REGISTERS * 16;
const VA_LIST_SIZE: u64 = 24;

fn classify(shape: &Shape) -> Option<Class> {
    Some(match &shape.kind {
        ShapeKind::Int(width) if *width <= 64 => Class::General(1),
        ShapeKind::Int(width) if *width <= 128 => Class::General(2),
        ShapeKind::Ptr(_) => Class::General(1),
        ShapeKind::Float(
            FloatType::Half | FloatType::BFloat | FloatType::Float | FloatType::Double,
        ) => Class::Vector,
        ShapeKind::Float(FloatType::Fp128) => Class::Vector,
        ShapeKind::Float(FloatType::X86Fp80) => Class::Stack(16),
        ShapeKind::Vector { .. } if shape.size <= 16 => Class::Vector,
        ShapeKind::Vector { .. } => Class::Stack(shape.size.next_power_of_two()),
        _ => return None,
    })
}

/// Registers that are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Taken {
    general: u64,
    vector: u64,
}

impl Taken {
    /// Whether a value of this class still goes into registers; then they are taken.
    fn take(&mut self, class: Class) -> bool {
        match class {
            Class::General(count) if self.general + count <= GENERAL_REGISTERS => {
                self.general += count
            }
            Class::Vector if self.vector < VECTOR_REGISTERS => self.vector += 1,
            Class::General(_) | Class::Vector | Class::Stack(_) => return false,
        }
        true
    }
}

impl<'m> Execution<'_, 'm> {
    fn require_x86_64(&self) -> Result<(), Trap> {
        let triple = self
            .machine
            .module()
            .triple
            .map(|triple| self.machine.ctx().text(triple))
            .unwrap_or_default();
        if triple.starts_with("x86_64") && !triple.contains("windows") {
            return Ok(());
        }
        Err(Trap::unsupported("variable arguments of this target"))
    }

    /// `llvm.va_start`.
    pub(super) fn va_start(&mut self, code: &Code, _base: usize, list: &Val) -> Result<(), Trap> {
        self.require_x86_64()?;
        let varargs = match self.frames.last() {
            Some(CallFrame::Code(frame)) => frame.varargs.clone().unwrap_or_default(),
            Some(CallFrame::Task(_)) | None => Rc::default(),
        };
        let mut taken = self.named_registers(code)?;
        let named = taken;
        // First where everything goes, then the areas, then the values.
        let mut overflow = 0u64;
        let mut places: Vec<(bool, u64)> = Vec::new();
        for arg in varargs.iter() {
            let (class, size) = match arg.byval {
                Some((size, align)) => (Class::Stack(align), size),
                None => {
                    let class = classify(&arg.shape)
                        .ok_or_else(|| Trap::unsupported("variable argument of that type"))?;
                    (class, arg.shape.size)
                }
            };
            let before = taken;
            if taken.take(class) {
                places.push((
                    true,
                    match class {
                        Class::Vector => GENERAL_AREA + before.vector * 16,
                        Class::General(_) | Class::Stack(_) => before.general * 8,
                    },
                ));
                continue;
            }
            let align = match class {
                Class::Stack(align) => align.max(8),
                Class::General(2) => 16,
                Class::Vector if size > 8 => 16,
                Class::General(_) | Class::Vector => 8,
            };
            overflow = overflow.next_multiple_of(align);
            places.push((false, overflow));
            overflow += size.next_multiple_of(8);
        }
        let kind = ObjectKind::VarArgs(code.func);
        let save_area = self.memory.allocate(kind, SAVE_AREA, 16)?;
        let overflow_area = self.memory.allocate(kind, overflow, 16)?;
        for (arg, (in_registers, offset)) in varargs.iter().zip(places) {
            let area = if in_registers { save_area } else { overflow_area };
            self.put_variable_argument(arg, area, offset)?;
        }
        let ints = self.machine.shape(Type::I32)?;
        let pointers = self.machine.shape(Type::PTR)?;
        let (prov, addr) = address_of(list)?;
        let at = |offset: u64| Val::Ptr { prov, addr: addr.wrapping_add(offset) };
        self.store_value(&at(0), &ints, 1, &Val::Bits(named.general * 8))?;
        self.store_value(&at(4), &ints, 1, &Val::Bits(GENERAL_AREA + named.vector * 16))?;
        let (overflow_start, save_start) =
            (self.object_start(overflow_area), self.object_start(save_area));
        self.store_value(&at(8), &pointers, 1, &overflow_start)?;
        self.store_value(&at(16), &pointers, 1, &save_start)
    }

    fn object_start(&self, prov: Prov) -> Val {
        Val::Ptr { prov, addr: self.memory.object(prov).map_or(0, |object| object.base()) }
    }

    fn put_variable_argument(&mut self, arg: &VarArg, area: Prov, offset: u64) -> Result<(), Trap> {
        let Val::Ptr { prov, addr } = self.object_start(area) else { return Ok(()) };
        let place = (prov, addr + offset);
        match arg.byval {
            Some((size, _)) => Ok(self.memory.copy(place, address_of(&arg.value)?, size)?),
            None => self.store_value(
                &Val::Ptr { prov: place.0, addr: place.1 },
                &arg.shape,
                1,
                &arg.value,
            ),
        }
    }

    /// The registers that the named parameters of a function take.
    fn named_registers(&mut self, code: &Code) -> Result<Taken, Trap> {
        let function = &self.machine.module().functions[code.func];
        let ctx = self.machine.ctx();
        let attrs = ctx.attr_list_data(function.attrs);
        let mut taken = Taken::default();
        let TypeKind::Function { params, .. } = ctx.kind(function.ty) else { return Ok(taken) };
        for (index, &ty) in params.iter().enumerate() {
            if ctx.has_attr(attrs.param(index), AttrKind::ByVal) {
                continue;
            }
            let shape = self.machine.shape(ty)?;
            let class = classify(&shape)
                .ok_or_else(|| Trap::unsupported("variable arguments after such parameters"))?;
            // One that finds no register is on the stack, before the variable ones.
            taken.take(class);
        }
        Ok(taken)
    }

    /// `llvm.va_copy`.
    pub(super) fn va_copy(&mut self, to: &Val, from: &Val) -> Result<(), Trap> {
        self.require_x86_64()?;
        self.memory.copy(address_of(to)?, address_of(from)?, VA_LIST_SIZE)?;
        Ok(())
    }

    /// The `va_arg` instruction.
    pub(crate) fn va_arg(
        &mut self,
        code: &Code,
        base: usize,
        inst: Inst,
        body: &Body,
    ) -> Result<Flow, Trap> {
        self.require_x86_64()?;
        let (dst, _, shape) = {
            let value = body
                .inst(inst)
                .result()
                .ok_or_else(|| Trap::unsupported("va_arg without a result"))?;
            let ty = body.value_type(value);
            (code.register(value), ty, self.machine.shape(ty)?)
        };
        let list = self.reg(base, code.register(body.operand(inst, 0))).clone();
        let value = self.next_variable_argument(&list, &shape)?;
        self.set(base, dst, value);
        Ok(Flow::Next)
    }

    /// Reads the next argument of this shape out of a `va_list`, and moves the list on.
    pub(crate) fn next_variable_argument(
        &mut self,
        list: &Val,
        shape: &Shape,
    ) -> Result<Val, Trap> {
        let mut reader = VaList { memory: &mut self.memory };
        let value = reader.next(list, shape)?;
        self.note_addresses();
        Ok(value)
    }
}

/// Reads a `va_list` in memory.
pub(crate) struct VaList<'a> {
    pub memory: &'a mut crate::memory::Memory,
}

impl VaList<'_> {
    fn word(&mut self, prov: Prov, addr: u64, size: u64) -> Result<u64, Trap> {
        match self.memory.quick_load(prov, addr, size) {
            Some(word) => Ok(word),
            None => {
                self.memory.check(prov, addr, size, 1, crate::memory::AccessKind::Read)?;
                Err(UbReason::UndefOperand.into())
            }
        }
    }

    fn set_word(&mut self, prov: Prov, addr: u64, size: u64, bits: u64) -> Result<(), Trap> {
        if self.memory.quick_store(prov, addr, size, bits) {
            return Ok(());
        }
        self.memory.check(prov, addr, size, 1, crate::memory::AccessKind::Write)?;
        Err(Trap::unsupported("va_list in memory of that kind"))
    }

    fn pointer(&mut self, prov: Prov, addr: u64) -> Result<(Prov, u64), Trap> {
        match self.memory.quick_load_pointer(prov, addr) {
            Some(pointer) => Ok(pointer),
            None => {
                self.memory.check(prov, addr, 8, 1, crate::memory::AccessKind::Read)?;
                Err(UbReason::NoArgumentLeft.into())
            }
        }
    }

    /// The next argument of this shape.
    pub(crate) fn next(&mut self, list: &Val, shape: &Shape) -> Result<Val, Trap> {
        let (prov, addr) = address_of(list)?;
        let class =
            classify(shape).ok_or_else(|| Trap::unsupported("variable argument of that type"))?;
        let (field, room, step) = match class {
            Class::General(count) => (0, GENERAL_AREA, count * 8),
            Class::Vector => (4, SAVE_AREA, 16),
            Class::Stack(_) => (0, 0, 0),
        };
        let offset = self.word(prov, addr + field, 4)?;
        let in_registers = step != 0 && offset + step <= room;
        let (area, at) = if in_registers {
            let (area, start) = self.pointer(prov, addr + 16)?;
            self.set_word(prov, addr + field, 4, offset + step)?;
            (area, start.wrapping_add(offset))
        } else {
            let (area, next) = self.pointer(prov, addr + 8)?;
            let align = match class {
                Class::Stack(align) => align.max(8),
                Class::General(2) => 16,
                Class::Vector if shape.size > 8 => 16,
                Class::General(_) | Class::Vector => 8,
            };
            let at = next.next_multiple_of(align);
            let after = at.wrapping_add(shape.size.next_multiple_of(8));
            if !self.memory.quick_store_pointer(prov, addr + 8, area, after) {
                self.memory.check(prov, addr + 8, 8, 1, crate::memory::AccessKind::Write)?;
            }
            (area, at)
        };
        let place = self
            .memory
            .check(area, at, shape.size, 1, crate::memory::AccessKind::Read)
            .map_err(|reason| match reason {
                UbReason::OutOfBounds { .. } => UbReason::NoArgumentLeft,
                other => other,
            })?;
        self.memory
            .load_at(place, shape)
            .ok_or_else(|| Trap::unsupported("variable argument of that type"))
    }
}
