//! Metadata as text.

use super::Writer;
use super::text::{push_metadata_name, push_name, push_quoted, push_u64};
use tollgate_ir::{Meta, MetaDef, MetaField, MetaFieldValue, MetaKind, Opt, Symbol};

impl Writer<'_> {
    /// Writes metadata as it stands within other metadata.
    pub(super) fn meta(&mut self, meta: Meta) {
        let ctx = self.ctx;
        match ctx.meta_kind(meta) {
            MetaKind::Null => self.put("null"),
            MetaKind::Slot(number) => {
                self.put("!");
                push_u64(&mut self.out, (*number).into());
            }
            MetaKind::String(text) => {
                self.put("!");
                push_quoted(&mut self.out, ctx.bytes(*text));
            }
            MetaKind::Const(id) => self.typed_const(*id),
            MetaKind::Tuple(elems) => {
                self.put("!{");
                self.meta_list(elems);
                self.put("}");
            }
            MetaKind::Node { name, fields } => {
                self.put("!");
                self.out.extend_from_slice(ctx.bytes(*name));
                self.put("(");
                for (at, field) in fields.iter().enumerate() {
                    if at > 0 {
                        self.put(", ");
                    }
                    self.deeper(|this| this.meta_field(field));
                }
                self.put(")");
            }
        }
    }

    fn meta_list(&mut self, metas: &[Meta]) {
        for (at, &meta) in metas.iter().enumerate() {
            if at > 0 {
                self.put(", ");
            }
            self.deeper(|this| this.meta(meta));
        }
    }

    fn meta_field(&mut self, field: &MetaField) {
        let ctx = self.ctx;
        if let Some(key) = field.key {
            push_name(&mut self.out, ctx.bytes(key));
            self.put(": ");
        }
        match &field.value {
            MetaFieldValue::Meta(meta) => self.meta(*meta),
            MetaFieldValue::String(text) => push_quoted(&mut self.out, ctx.bytes(*text)),
            MetaFieldValue::Words(text) => self.out.extend_from_slice(ctx.bytes(*text)),
            MetaFieldValue::List(elems) => {
                self.put("{");
                self.meta_list(elems);
                self.put("}");
            }
        }
    }

    /// Writes attachments, each with `separator` before it.
    pub(super) fn attachments(
        &mut self,
        debug: Opt<Meta>,
        attachments: &[(Symbol, Meta)],
        separator: &str,
    ) {
        if let Some(debug) = debug.get() {
            self.put(separator);
            self.put("!dbg ");
            self.meta(debug);
        }
        for &(kind, meta) in attachments {
            self.put(separator);
            self.put("!");
            push_metadata_name(&mut self.out, self.ctx.bytes(kind));
            self.put(" ");
            self.meta(meta);
        }
    }

    /// Writes `!name = !{...}`.
    pub(super) fn named_metadata(&mut self, name: Symbol, elems: &[Meta]) {
        self.put("!");
        push_metadata_name(&mut self.out, self.ctx.bytes(name));
        self.put(" = !{");
        self.meta_list(elems);
        self.put("}\n");
    }

    /// Writes `!7 = ...`.
    pub(super) fn numbered_metadata(&mut self, number: u32, def: MetaDef) {
        self.put("!");
        push_u64(&mut self.out, number.into());
        self.put(if def.distinct { " = distinct " } else { " = " });
        self.meta(def.meta);
        self.put("\n");
    }
}
