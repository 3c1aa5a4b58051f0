//! Types as text.

use super::Writer;
use super::text::{push_name, push_quoted, push_u64};
use tollgate_ir::{Name, Type, TypeKind};

impl Writer<'_> {
    /// Writes a type.
    pub(super) fn ty(&mut self, ty: Type) {
        // Nearly all types of real code are these.
        match ty {
            Type::PTR => return self.put("ptr"),
            Type::I32 => return self.put("i32"),
            Type::I64 => return self.put("i64"),
            Type::I8 => return self.put("i8"),
            Type::I1 => return self.put("i1"),
            _ => {}
        }
        let ctx = self.ctx;
        match ctx.kind(ty) {
            TypeKind::Void => self.put("void"),
            TypeKind::Label => self.put("label"),
            TypeKind::Metadata => self.put("metadata"),
            TypeKind::Token => self.put("token"),
            TypeKind::X86Amx => self.put("x86_amx"),
            TypeKind::X86Mmx => self.put("x86_mmx"),
            TypeKind::Int(width) => self.lettered(b'i', *width),
            TypeKind::Byte(width) => self.lettered(b'b', *width),
            TypeKind::Float(float) => self.put(float.word()),
            TypeKind::Ptr(0) => self.put("ptr"),
            TypeKind::Ptr(space) => {
                self.put("ptr addrspace(");
                push_u64(&mut self.out, (*space).into());
                self.put(")");
            }
            TypeKind::Array { len, elem } => {
                self.put("[");
                push_u64(&mut self.out, *len);
                self.put(" x ");
                self.deeper(|this| this.ty(*elem));
                self.put("]");
            }
            TypeKind::Vector { len, scalable, elem } => {
                self.put(if *scalable { "<vscale x " } else { "<" });
                push_u64(&mut self.out, (*len).into());
                self.put(" x ");
                self.deeper(|this| this.ty(*elem));
                self.put(">");
            }
            TypeKind::Struct { packed, fields } => self.struct_type(*packed, fields),
            TypeKind::Named { name, body: _ } => self.type_name(*name),
            TypeKind::Target { name, types, ints } => {
                self.put("target(");
                push_quoted(&mut self.out, ctx.bytes(*name));
                for &parameter in types {
                    self.put(", ");
                    self.deeper(|this| this.ty(parameter));
                }
                for &parameter in ints {
                    self.put(", ");
                    push_u64(&mut self.out, parameter.into());
                }
                self.put(")");
            }
            TypeKind::Function { ret, params, vararg } => {
                self.deeper(|this| this.ty(*ret));
                self.put(" (");
                self.type_list(params);
                if *vararg {
                    self.put(if params.is_empty() { "..." } else { ", ..." });
                }
                self.put(")");
            }
        }
    }

    /// Writes `%name = type ...`.
    pub(super) fn type_definition(&mut self, ty: Type) {
        let TypeKind::Named { name, body } = *self.ctx.kind(ty) else { return };
        self.type_name(name);
        self.put(" = type ");
        match body {
            Some(body) => self.ty(body),
            None => self.put("opaque"),
        }
        self.put("\n");
    }

    fn type_name(&mut self, name: Name) {
        self.put("%");
        match name {
            Name::Named(symbol) => push_name(&mut self.out, self.ctx.bytes(symbol)),
            Name::Numbered(number) => push_u64(&mut self.out, number.into()),
        }
    }

    fn lettered(&mut self, letter: u8, width: u32) {
        self.out.push(letter);
        push_u64(&mut self.out, width.into());
    }

    fn struct_type(&mut self, packed: bool, fields: &[Type]) {
        self.put(if packed { "<{" } else { "{" });
        if !fields.is_empty() {
            self.put(" ");
            self.type_list(fields);
            self.put(" ");
        }
        self.put(if packed { "}>" } else { "}" });
    }

    fn type_list(&mut self, types: &[Type]) {
        for (at, &ty) in types.iter().enumerate() {
            if at > 0 {
                self.put(", ");
            }
            self.deeper(|this| this.ty(ty));
        }
    }
}
