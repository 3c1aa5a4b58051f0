//! Constants as text.

use super::text::{push_escaped, push_i64, push_quoted};
use super::{LocalName, WriteError, Writer};
use std::io::Write;
use tollgate_ir::{
    Const, ConstData, ConstExpr, ConstKind, ExprDetail, InlineAsm, Name, Shape, Type, TypeKind,
    float_bits,
};
use tollgate_sem::{Float, Int};

/// The widest integer that is written in decimal. Converting takes time in the square of the width,
/// so that one constant of LLVM's widest type would take seconds; the hexadecimal notation takes no
/// time.
const MAX_DECIMAL_WIDTH: u32 = 4096;

impl Writer<'_> {
    /// Writes a constant with its type.
    pub(super) fn typed_const(&mut self, id: Const) {
        self.ty(self.ctx.constant(id).ty);
        self.put(" ");
        self.bare_const(id);
    }

    /// Writes a constant without its type.
    pub(super) fn bare_const(&mut self, id: Const) {
        let ctx = self.ctx;
        let ConstData { ty, kind } = ctx.constant(id);
        match kind {
            ConstKind::Int(value) => match *ctx.kind(*ty) {
                TypeKind::Int(1) => self.put(if *value == 0 { "false" } else { "true" }),
                TypeKind::Int(width) | TypeKind::Byte(width) => {
                    let above = 64u32.saturating_sub(width);
                    push_i64(&mut self.out, ((value << above) as i64) >> above);
                }
                _ => push_i64(&mut self.out, *value as i64),
            },
            ConstKind::WideInt(limbs) => self.wide_int(*ty, limbs),
            ConstKind::Float(low, high) => self.float(*ty, float_bits(*low, *high)),
            ConstKind::Null => self.put("null"),
            ConstKind::NoneToken => self.put("none"),
            ConstKind::Zero => self.put("zeroinitializer"),
            ConstKind::Undef => self.put("undef"),
            ConstKind::Poison => self.put("poison"),
            ConstKind::Aggregate(elems) => self.aggregate(*ty, elems),
            ConstKind::Bytes(bytes) => {
                self.put("c\"");
                push_escaped(&mut self.out, bytes);
                self.put("\"");
            }
            ConstKind::Splat(lane) => self.splat(*ty, *lane),
            ConstKind::Global(name) => self.global_name(*name),
            ConstKind::BlockAddress { function, block } => {
                self.put("blockaddress(");
                self.global_name(*function);
                self.put(", ");
                let label = self.label_of_address(*function, *block);
                self.local_name(label);
                self.put(")");
            }
            ConstKind::DsoLocalEquivalent(name) => {
                self.put("dso_local_equivalent ");
                self.global_name(*name);
            }
            ConstKind::NoCfi(name) => {
                self.put("no_cfi ");
                self.global_name(*name);
            }
            ConstKind::PtrAuth(parts) => {
                self.put("ptrauth (");
                self.const_list(parts);
                self.put(")");
            }
            ConstKind::Asm(asm) => self.inline_asm(asm),
            ConstKind::Expr(expr) => self.deeper(|this| this.expression(*ty, expr)),
        }
    }

    fn wide_int(&mut self, ty: Type, limbs: &[u64]) {
        let width = self.ctx.int_width(ty).unwrap_or(64 * limbs.len() as u32);
        let value = Int::from_limbs(width, limbs.to_vec());
        if width <= MAX_DECIMAL_WIDTH {
            self.put(&value.to_signed_decimal());
        } else {
            self.put("u0x");
            self.put(&value.to_hex());
        }
    }

    fn float(&mut self, ty: Type, bits: u128) {
        if let TypeKind::Float(float) = *self.ctx.kind(ty) {
            // Writing to a vector cannot fail.
            let _ = write!(self.out, "{}", Float::from_bits(float, bits));
        }
    }

    fn aggregate(&mut self, ty: Type, elems: &[Const]) {
        let (open, close) = match self.ctx.kind(self.ctx.structural(ty)) {
            TypeKind::Array { .. } => ("[", "]"),
            TypeKind::Vector { .. } => ("<", ">"),
            TypeKind::Struct { packed: true, .. } => ("<{ ", " }>"),
            _ => ("{ ", " }"),
        };
        self.put(open);
        self.const_list(elems);
        self.put(close);
    }

    fn splat(&mut self, ty: Type, lane: Const) {
        let TypeKind::Vector { len, scalable, .. } = *self.ctx.kind(ty) else { return };
        let number = matches!(
            self.ctx.constant(lane).kind,
            ConstKind::Int(_) | ConstKind::WideInt(_) | ConstKind::Float(..)
        );
        if number || scalable {
            self.put("splat (");
            self.deeper(|this| this.typed_const(lane));
            self.put(")");
            return;
        }
        self.put("<");
        for at in 0..len {
            if at > 0 {
                self.put(", ");
            }
            self.deeper(|this| this.typed_const(lane));
        }
        self.put(">");
    }

    fn const_list(&mut self, constants: &[Const]) {
        for (at, &id) in constants.iter().enumerate() {
            if at > 0 {
                self.put(", ");
            }
            self.deeper(|this| this.typed_const(id));
        }
    }

    /// Writes the name of a global, which is a new number if it has none.
    pub(super) fn global_name(&mut self, name: Name) {
        self.put("@");
        self.global_word(name);
    }

    fn label_of_address(&mut self, function: Name, label: Name) -> LocalName {
        let found = self.address_labels(function).map(|labels| labels.get(&label).copied());
        match found {
            Some(Some(name)) => name,
            Some(None) => {
                self.fault(WriteError::MissingBlock { function, label });
                LocalName::Absent
            }
            // Nothing is known of the function: a constant on its own, for a message.
            None => match label {
                Name::Named(symbol) => LocalName::Named(symbol),
                Name::Numbered(number) => LocalName::Numbered(number),
            },
        }
    }

    fn inline_asm(&mut self, asm: &InlineAsm) {
        self.put("asm ");
        let words = [
            (asm.side_effect, "sideeffect "),
            (asm.align_stack, "alignstack "),
            (asm.intel, "inteldialect "),
            (asm.unwind, "unwind "),
        ];
        for (present, word) in words {
            if present {
                self.put(word);
            }
        }
        push_quoted(&mut self.out, self.ctx.bytes(asm.template));
        self.put(", ");
        push_quoted(&mut self.out, self.ctx.bytes(asm.constraints));
    }

    fn expression(&mut self, ty: Type, expr: &ConstExpr) {
        self.put(expr.opcode.word());
        self.flags(expr.flags);
        match &expr.detail {
            ExprDetail::None | ExprDetail::Indices(_) => {}
            ExprDetail::IntPredicate(predicate) => {
                self.put(" ");
                self.put(predicate.word());
            }
            ExprDetail::FloatPredicate(predicate) => {
                self.put(" ");
                self.put(predicate.word());
            }
            ExprDetail::Gep { inrange, .. } => {
                if let Some((low, high)) = *inrange {
                    self.put(" inrange(");
                    self.bare_const(low);
                    self.put(", ");
                    self.bare_const(high);
                    self.put(")");
                }
            }
        }
        self.put(" (");
        if let ExprDetail::Gep { source, .. } = expr.detail {
            self.ty(source);
            self.put(", ");
        }
        self.const_list(&expr.operands);
        if let ExprDetail::Indices(path) = &expr.detail {
            self.index_path(path);
        }
        if expr.opcode.shape() == Shape::Cast {
            self.put(" to ");
            self.ty(ty);
        }
        self.put(")");
    }
}
