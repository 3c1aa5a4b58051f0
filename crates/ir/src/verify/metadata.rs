//! The rules of metadata: every number that is used is defined, numbers are in order, and
//! attachments from which values follow hold what they must.

use super::{Place, Verifier, ViolationKind};
use crate::{Const, Meta, MetaFieldValue, MetaKind, Opcode, Symbol, Type, TypeKind};

impl Verifier<'_> {
    /// Checks metadata and everything it holds, up to numbered nodes. Each piece is checked once a
    /// module.
    pub(super) fn metadata(&mut self, meta: Meta) {
        if self.checked_metas[meta] {
            return;
        }
        let mut rest = vec![meta];
        while let Some(meta) = rest.pop() {
            if std::mem::replace(&mut self.checked_metas[meta], true) {
                continue;
            }
            match self.ctx.meta_kind(meta) {
                MetaKind::Null | MetaKind::String(_) => {}
                MetaKind::Slot(number) => {
                    if self.module.metadata(*number).is_none() {
                        self.report(ViolationKind::UnknownSlot { number: *number });
                    }
                }
                MetaKind::Const(id) => self.callee_constant(*id),
                MetaKind::Tuple(elems) => rest.extend(elems.iter()),
                MetaKind::Node { fields, .. } => {
                    for field in fields {
                        match &field.value {
                            MetaFieldValue::Meta(meta) => rest.push(*meta),
                            MetaFieldValue::List(elems) => rest.extend(elems.iter()),
                            MetaFieldValue::String(_) | MetaFieldValue::Words(_) => {}
                        }
                    }
                }
            }
        }
    }

    pub(super) fn attachments(&mut self, attachments: &[(Symbol, Meta)]) {
        for &(_, meta) in attachments {
            self.metadata(meta);
        }
    }

    /// Checks the metadata tables of the module.
    pub(super) fn module_metadata(&mut self) {
        let module = self.module;
        self.place = Place::Module;
        let mut last = None;
        for &(number, def) in &module.numbered_metadata {
            if last.is_some_and(|last| last >= number) {
                self.report(ViolationKind::SlotOrder { number });
            }
            last = Some(number);
            self.metadata(def.meta);
        }
        for (name, elems) in &module.named_metadata {
            for &meta in elems {
                let node = match self.ctx.meta_kind(meta) {
                    MetaKind::Slot(_) | MetaKind::Tuple(_) | MetaKind::Node { .. } => true,
                    MetaKind::Null | MetaKind::String(_) | MetaKind::Const(_) => false,
                };
                if !node {
                    let name = self.ctx.text(*name).into_owned();
                    self.report(ViolationKind::NamedMetadataElement { name });
                }
                self.metadata(meta);
            }
        }
    }

    /// What a piece of metadata holds, if it is a list; through its number if it has one.
    fn tuple(&self, meta: Meta) -> Option<&[Meta]> {
        let meta = match self.ctx.meta_kind(meta) {
            MetaKind::Slot(number) => self.module.metadata(*number)?.meta,
            _ => meta,
        };
        match self.ctx.meta_kind(meta) {
            MetaKind::Tuple(elems) => Some(elems),
            _ => None,
        }
    }

    fn integer(&self, meta: Meta) -> Option<(Const, Type)> {
        let MetaKind::Const(id) = *self.ctx.meta_kind(meta) else { return None };
        self.ctx.is_int(id).then(|| (id, self.ctx.constant(id).ty))
    }

    /// Checks an attachment that says something about the result of an instruction.
    pub(super) fn fact(&mut self, opcode: Opcode, result: Option<Type>, kind: Symbol, meta: Meta) {
        let loads = opcode == Opcode::Load;
        let is_ptr = result.is_some_and(|ty| matches!(self.ctx.kind(ty), TypeKind::Ptr(_)));
        let elems = self.tuple(meta);
        let one = match elems {
            Some(&[elem]) => self.integer(elem),
            _ => None,
        };
        let (name, fits, expected) = match self.ctx.bytes(kind) {
            b"range" => {
                let calls = matches!(opcode, Opcode::Load | Opcode::Call | Opcode::Invoke);
                let holds = elems.is_some_and(|elems| self.is_range(elems, result));
                (
                    "range",
                    calls && holds,
                    "stands on loads and calls of integers, and holds pairs of different integers",
                )
            }
            b"nonnull" => {
                let holds = elems.is_some_and(<[Meta]>::is_empty);
                (
                    "nonnull",
                    loads && is_ptr && holds,
                    "stands on loads of pointers, and holds nothing",
                )
            }
            b"align" => {
                let power = one.is_some_and(|(id, ty)| {
                    ty == Type::I64 && self.ctx.int_value(id).is_some_and(u64::is_power_of_two)
                });
                (
                    "align",
                    loads && is_ptr && power,
                    "stands on loads of pointers, and holds a power of two as `i64`",
                )
            }
            name @ (b"dereferenceable" | b"dereferenceable_or_null") => {
                let name = if name.ends_with(b"null") {
                    "dereferenceable_or_null"
                } else {
                    "dereferenceable"
                };
                let seat = is_ptr && (loads || opcode == Opcode::IntToPtr);
                let number = one.is_some_and(|(_, ty)| ty == Type::I64);
                (
                    name,
                    seat && number,
                    "stands on loads of pointers and `inttoptr`, and holds an `i64`",
                )
            }
            _ => return,
        };
        if !fits {
            self.report(ViolationKind::Attachment { name, expected });
        }
    }

    fn is_range(&self, elems: &[Meta], result: Option<Type>) -> bool {
        let Some(lane) = result.map(|ty| self.ctx.scalar(ty)) else { return false };
        !elems.is_empty()
            && elems.len().is_multiple_of(2)
            && elems.chunks_exact(2).all(|pair| {
                match (self.integer(pair[0]), self.integer(pair[1])) {
                    (Some((low, low_ty)), Some((high, high_ty))) => {
                        low_ty == lane && high_ty == lane && low != high
                    }
                    _ => false,
                }
            })
    }
}
