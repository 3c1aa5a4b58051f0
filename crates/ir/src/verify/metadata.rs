//! The rules of metadata: every number that is used is defined, and numbers are in order.

use super::{Place, Verifier, ViolationKind};
use crate::{Meta, MetaFieldValue, MetaKind, Symbol};

impl Verifier<'_> {
    /// Checks metadata and everything it holds, up to numbered nodes. Each piece is checked once a module.
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
                MetaKind::Const(id) => self.constant(*id),
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
}
