//! The rules of memory: stack slots, accesses, atomics.

use super::body::Scope;
use super::types::{is_float, is_ptr, primitive_bits, scalar_is};
use super::{TypeClass, Verifier, ViolationKind};
use crate::{AtomicInfo, Extra, Inst, InstData, Opcode, Ordering, RmwOp, Type, TypeKind};

impl Verifier<'_> {
    pub(super) fn alloca(&mut self, data: &InstData, types: &[Type], result: Option<Type>) {
        if !self.is_sized(data.ty) {
            self.report(ViolationKind::Unsized { found: self.show(data.ty) });
        }
        if self.operand_count(data.opcode, types.len() == 1, "the number of elements", types.len())
        {
            let is_int = matches!(self.ctx.kind(types[0]), TypeKind::Int(_));
            self.operand_type(0, is_int, TypeClass::Int, types[0]);
        }
        if !result.is_some_and(|ty| is_ptr(self.ctx.kind(ty))) {
            let found = self.show(result.unwrap_or(Type::VOID));
            self.report(ViolationKind::ResultType { expected: TypeClass::Ptr, found });
        }
    }

    /// Something that is read or written as a whole.
    fn accessed(&mut self, ty: Type) {
        if !self.ctx.kind(ty).is_first_class() || !self.is_sized(ty) {
            self.report(ViolationKind::Unsized { found: self.show(ty) });
        }
    }

    pub(super) fn load(
        &mut self,
        scope: Scope<'_>,
        inst: Inst,
        data: &InstData,
        types: &[Type],
        result: Option<Type>,
    ) {
        if self.operand_count(data.opcode, types.len() == 1, "an address", types.len()) {
            self.address_operand(0, types[0]);
        }
        self.result_type(data.ty, result);
        self.accessed(data.ty);
        if let Extra::Atomic(info) = scope.body.extra(inst) {
            let forbidden = [Ordering::NotAtomic, Ordering::Release, Ordering::AcqRel];
            self.ordering(data.opcode, info.ordering, &forbidden);
            self.atomic_type(data.ty);
        }
    }

    pub(super) fn store(
        &mut self,
        scope: Scope<'_>,
        inst: Inst,
        types: &[Type],
        result: Option<Type>,
    ) {
        self.result_type(Type::VOID, result);
        if !self.operand_count(
            Opcode::Store,
            types.len() == 2,
            "a value and an address",
            types.len(),
        ) {
            return;
        }
        self.address_operand(1, types[1]);
        self.accessed(types[0]);
        if let Extra::Atomic(info) = scope.body.extra(inst) {
            let forbidden = [Ordering::NotAtomic, Ordering::Acquire, Ordering::AcqRel];
            self.ordering(Opcode::Store, info.ordering, &forbidden);
            self.atomic_type(types[0]);
        }
    }

    fn ordering(&mut self, opcode: Opcode, ordering: Ordering, forbidden: &[Ordering]) {
        if forbidden.contains(&ordering) {
            self.report(ViolationKind::Ordering { opcode, ordering });
        }
    }

    /// Something that can be accessed at once: whole bytes, a power of two of them.
    fn atomic_type(&mut self, ty: Type) {
        let scalar = self.ctx.kind(self.ctx.scalar(ty));
        let fits = match scalar {
            TypeKind::Ptr(_) => true,
            TypeKind::Int(_) | TypeKind::Byte(_) | TypeKind::Float(_) => {
                let bits = primitive_bits(self.ctx, ty).unwrap_or(0);
                // The 80 bits of the x87 take 16 bytes.
                bits >= 8 && (bits.is_power_of_two() || bits == 80)
            }
            _ => false,
        };
        if !fits {
            self.report(ViolationKind::AtomicType { found: self.show(ty) });
        }
    }

    fn atomic_info<'s>(&self, scope: Scope<'s>, inst: Inst) -> Option<&'s AtomicInfo> {
        scope.body.extra(inst).atomic()
    }

    pub(super) fn fence(
        &mut self,
        scope: Scope<'_>,
        inst: Inst,
        types: &[Type],
        result: Option<Type>,
    ) {
        self.operand_count(Opcode::Fence, types.is_empty(), "no operands", types.len());
        self.result_type(Type::VOID, result);
        if let Some(info) = self.atomic_info(scope, inst) {
            let forbidden = [Ordering::NotAtomic, Ordering::Unordered, Ordering::Monotonic];
            self.ordering(Opcode::Fence, info.ordering, &forbidden);
        }
    }

    pub(super) fn cmpxchg(
        &mut self,
        scope: Scope<'_>,
        inst: Inst,
        types: &[Type],
        result: Option<Type>,
    ) {
        if !self.operand_count(
            Opcode::CmpXchg,
            types.len() == 3,
            "an address and two values",
            types.len(),
        ) {
            return;
        }
        self.address_operand(0, types[0]);
        let ty = types[1];
        if types[2] != ty {
            let expected = TypeClass::Exactly(self.show(ty));
            self.operand_type(2, false, expected, types[2]);
        }
        let comparable =
            matches!(self.ctx.kind(ty), TypeKind::Int(_) | TypeKind::Byte(_) | TypeKind::Ptr(_));
        if comparable {
            self.atomic_type(ty);
        } else {
            self.report(ViolationKind::AtomicType { found: self.show(ty) });
        }
        let pair = result.map(|result| self.ctx.kind(result));
        let is_pair = match pair {
            Some(TypeKind::Struct { packed: false, fields }) => fields[..] == [ty, Type::I1],
            _ => false,
        };
        if !is_pair {
            let expected = TypeClass::Exactly(format!("{{{}, i1}}", self.show(ty)));
            let found = self.show(result.unwrap_or(Type::VOID));
            self.report(ViolationKind::ResultType { expected, found });
        }
        if let Some(info) = self.atomic_info(scope, inst) {
            self.ordering(
                Opcode::CmpXchg,
                info.ordering,
                &[Ordering::NotAtomic, Ordering::Unordered],
            );
            let forbidden =
                [Ordering::NotAtomic, Ordering::Unordered, Ordering::Release, Ordering::AcqRel];
            self.ordering(Opcode::CmpXchg, info.failure, &forbidden);
        }
    }

    pub(super) fn atomicrmw(
        &mut self,
        scope: Scope<'_>,
        inst: Inst,
        types: &[Type],
        result: Option<Type>,
    ) {
        if !self.operand_count(
            Opcode::AtomicRmw,
            types.len() == 2,
            "an address and a value",
            types.len(),
        ) {
            return;
        }
        self.address_operand(0, types[0]);
        let ty = types[1];
        self.result_type(ty, result);
        let Some(info) = self.atomic_info(scope, inst) else { return };
        self.ordering(
            Opcode::AtomicRmw,
            info.ordering,
            &[Ordering::NotAtomic, Ordering::Unordered],
        );
        let Some(op) = info.op else { return };
        let integer = matches!(self.ctx.kind(ty), TypeKind::Int(_) | TypeKind::Byte(_));
        let fits = match op {
            RmwOp::Xchg => {
                integer || scalar_is(self.ctx, ty, |kind| is_float(kind) || is_ptr(kind))
            }
            RmwOp::Add | RmwOp::Sub | RmwOp::And | RmwOp::Nand | RmwOp::Or | RmwOp::Xor => integer,
            RmwOp::Max | RmwOp::Min | RmwOp::UMax | RmwOp::UMin => integer,
            RmwOp::UIncWrap | RmwOp::UDecWrap | RmwOp::USubCond | RmwOp::USubSat => integer,
            RmwOp::FAdd
            | RmwOp::FSub
            | RmwOp::FMax
            | RmwOp::FMin
            | RmwOp::FMaximum
            | RmwOp::FMinimum => scalar_is(self.ctx, ty, is_float),
        };
        if fits {
            self.atomic_type(ty);
        } else {
            self.report(ViolationKind::RmwOperand { op, found: self.show(ty) });
        }
    }
}
