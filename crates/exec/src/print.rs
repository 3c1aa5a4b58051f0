//! Values, observations and outcomes as text: what `tollgate run` prints.
//!
//! ```text
//! i32 7    i1 true    i32 poison    i8 0b0000u1u0    double 1.500000e+00
//! <2 x i32> <i32 1, i32 poison>
//! ptr null    ptr @g    ptr @g+4    ptr %slot+8    ptr heap#1    ptr arg#0+4    ptr 0x10
//! ```

use crate::memory::{Memory, ObjectKind};
use crate::outcome::{Event, Observation, Outcome, Place, SeenObject};
use crate::pure::float_of;
use crate::value::{Prov, Val, Wide};
use std::fmt::Write;
use tollgate_ir::{Body, Context, Func, Inst, Module, Name, Type, TypeKind, position, printable};
use tollgate_sem::Int;

/// Prints the outcome of a run.
#[derive(Clone, Copy, Debug)]
pub struct Printer<'a> {
    /// The context of the module.
    pub ctx: &'a Context,
    /// The module.
    pub module: &'a Module,
    /// The memory that pointers point into.
    pub memory: &'a Memory,
}

impl Printer<'_> {
    /// A type.
    pub fn ty(&self, ty: Type) -> String {
        type_text(self.ctx, ty)
    }

    /// A value with its type.
    pub fn value(&self, value: &Val, ty: Type) -> String {
        self.value_seen(value, ty, &[])
    }

    /// A value without its type.
    pub fn bare(&self, value: &Val, ty: Type) -> String {
        self.bare_seen(value, ty, &[])
    }

    /// A value with its type; `seen` are objects that may not exist any more.
    fn value_seen(&self, value: &Val, ty: Type, seen: &[SeenObject]) -> String {
        format!("{} {}", self.ty(ty), self.bare_seen(value, ty, seen))
    }

    fn bare_seen(&self, value: &Val, ty: Type, seen: &[SeenObject]) -> String {
        match (value, self.ctx.kind(self.ctx.structural(ty))) {
            (Val::Poison, _) => "poison".to_string(),
            (Val::Undef, _) => "undef".to_string(),
            (Val::Ptr { prov, addr }, _) => self.pointer_seen(*prov, *addr, seen),
            (Val::Bits(bits), TypeKind::Int(1)) => {
                if *bits != 0 { "true" } else { "false" }.to_string()
            }
            (Val::Bits(bits), TypeKind::Int(width)) => Int::new(*width, *bits).to_signed_decimal(),
            (Val::Bits(_), TypeKind::Float(float)) => {
                float_of(value, *float).map_or_else(String::new, |it| it.to_string())
            }
            (Val::Bits(bits), _) => format!("{bits:#x}"),
            (Val::Wide(wide), kind) => match (&**wide, kind) {
                (Wide::Bits(_), TypeKind::Float(float)) => {
                    float_of(value, *float).map_or_else(String::new, |it| it.to_string())
                }
                // Decimals of huge integers cost more than they are worth.
                (Wide::Bits(value), _) if value.width() <= 4096 => value.to_signed_decimal(),
                (Wide::Bits(value), _) => format!("u0x{}", value.to_hex()),
                (Wide::Partial { value, undef }, _) => {
                    let bit = |at: u32| match (undef.bit(at), value.bit(at)) {
                        (true, _) => 'u',
                        (false, true) => '1',
                        (false, false) => '0',
                    };
                    let bits: String = (0..value.width()).rev().map(bit).collect();
                    format!("0b{bits}")
                }
                (Wide::Parts(parts), kind) => self.parts(parts, ty, kind, seen),
            },
        }
    }

    fn parts(&self, parts: &[Val], ty: Type, kind: &TypeKind, seen: &[SeenObject]) -> String {
        let shown =
            parts.iter().enumerate().map(|(index, part)| match self.ctx.part(ty, index as u64) {
                Some(part_type) => self.value_seen(part, part_type, seen),
                None => "?".to_string(),
            });
        let list = shown.collect::<Vec<String>>().join(", ");
        match kind {
            TypeKind::Vector { .. } => format!("<{list}>"),
            TypeKind::Array { .. } => format!("[{list}]"),
            TypeKind::Struct { packed: true, .. } => format!("<{{ {list} }}>"),
            _ => format!("{{ {list} }}"),
        }
    }

    /// A pointer: its object and the distance from its start.
    pub fn pointer(&self, prov: Prov, addr: u64) -> String {
        self.pointer_seen(prov, addr, &[])
    }

    fn pointer_seen(&self, prov: Prov, addr: u64, seen: &[SeenObject]) -> String {
        if prov.is_none() {
            return if addr == 0 { "null".to_string() } else { format!("{addr:#x}") };
        }
        let was = seen.iter().find(|object| object.prov == prov);
        let (name, base) = match (was, self.memory.object(prov)) {
            (Some(object), _) => (self.object(object.kind), object.base),
            (None, Some(object)) => (self.object(object.kind()), object.base()),
            (None, None) => return format!("dead {}", self.object(self.memory.former_kind(prov))),
        };
        match addr.wrapping_sub(base) as i64 {
            0 => name,
            offset => format!("{name}{offset:+}"),
        }
    }

    fn object(&self, kind: ObjectKind) -> String {
        match kind {
            ObjectKind::Nothing => "null".to_string(),
            ObjectKind::Global(global) => self.global(self.module.globals[global].header.name),
            ObjectKind::Function(func) => self.global(self.module.functions[func].header.name),
            ObjectKind::Block(func, block) => {
                format!(
                    "blockaddress({}, {block})",
                    self.global(self.module.functions[func].header.name)
                )
            }
            ObjectKind::Stack(func, inst) => self.local(func, inst),
            ObjectKind::ByVal(_, index) => format!("byval#{index}"),
            ObjectKind::VarArgs(_) => "varargs".to_string(),
            ObjectKind::Heap(number) => format!("heap#{number}"),
            ObjectKind::Argument(index) => format!("arg#{index}"),
            ObjectKind::Library(name) => name.to_string(),
            ObjectKind::Outside(number) => format!("outside#{number}"),
        }
    }

    fn global(&self, name: Name) -> String {
        format!("@{}", printable(&self.ctx.name_text(name)))
    }

    /// The name or number of an instruction's result.
    fn local(&self, func: Func, inst: Inst) -> String {
        let Some(body) = self.module.functions[func].body() else { return "%?".to_string() };
        match body.inst(inst).result().map(|value| (body.name(value), local_number(body, inst))) {
            Some((Some(name), _)) => format!("%{}", printable(&self.ctx.text(name))),
            Some((None, number)) => format!("%{number}"),
            None => "%?".to_string(),
        }
    }

    /// One line for an observation.
    pub fn observation(&self, observation: &Observation) -> String {
        let seen: &[SeenObject] = &observation.objects;
        let address = |value: &Val| match value {
            Val::Ptr { prov, addr } => self.pointer_seen(*prov, *addr, seen),
            Val::Poison | Val::Undef | Val::Bits(_) | Val::Wide(_) => "?".to_string(),
        };
        match &observation.event {
            Event::Call { callee, args, types, result_type, result, .. } => {
                let name = callee.map_or_else(
                    || "?".to_string(),
                    |name| format!("@{}", printable(&self.ctx.text(name))),
                );
                let args: Vec<String> = args
                    .iter()
                    .zip(types)
                    .map(|(arg, &ty)| self.value_seen(arg, ty, seen))
                    .collect();
                let mut line = format!("call {name}({})", args.join(", "));
                if let Some(result) = result {
                    // Writing to a string does not fail.
                    let _ = write!(line, " = {}", self.value_seen(result, *result_type, seen));
                }
                line
            }
            Event::Load { address: at, ty, value } => {
                format!(
                    "volatile load {} {} = {}",
                    self.ty(*ty),
                    address(at),
                    self.value_seen(value, *ty, seen)
                )
            }
            Event::Store { address: at, ty, value } => {
                format!("volatile store {}, {}", self.value_seen(value, *ty, seen), address(at))
            }
        }
    }

    /// The lines for the outcome of a run of this function.
    pub fn outcome(&self, func: Func, outcome: &Outcome) -> String {
        let result = match self.ctx.kind(self.module.functions[func].ty) {
            TypeKind::Function { ret, .. } => *ret,
            _ => Type::VOID,
        };
        match outcome {
            Outcome::Return(None) => "return".to_string(),
            Outcome::Return(Some(value)) => format!("return {}", self.value(value, result)),
            Outcome::Unwind(value) => {
                let object = self.bare(&value.part(0), Type::PTR);
                let selector = self.bare(&value.part(1), Type::I32);
                format!("unwind {{ ptr, i32 }} {{ ptr {object}, i32 {selector} }}")
            }
            Outcome::Undefined { reason, at } => {
                self.with_place(format!("undefined: {reason}"), *at)
            }
            Outcome::Exit(status) => format!("exit {status}"),
            Outcome::Abort => "abort".to_string(),
            Outcome::NotReturned => "never returns".to_string(),
            Outcome::Stopped(limit) => format!("stopped: {limit}"),
            Outcome::Unsupported { what, at } => {
                self.with_place(format!("unsupported: {what}"), *at)
            }
        }
    }

    fn with_place(&self, line: String, at: Option<Place>) -> String {
        let Some(at) = at else { return line };
        if at.span.is_none() {
            return line;
        }
        let text = &self.module.source.text;
        let place = position(text, at.span.start as usize);
        let source = String::from_utf8_lossy(at.span.of(text)).into_owned();
        let first = source.lines().next().unwrap_or_default().trim_end();
        format!("{line}\n  at {}:{}:{}: {first}", self.module.source.file, place.line, place.column)
    }
}

/// The number that LLVM gives to an unnamed result: arguments, blocks and results without a name
/// are counted.
fn local_number(body: &Body, wanted: Inst) -> usize {
    let mut number = body.args().iter().filter(|&&arg| body.name(arg).is_none()).count();
    for block in body.blocks() {
        if !matches!(body.block(block).label, Some(Name::Named(_))) {
            number += 1;
        }
        number += body.params(block).iter().filter(|&&param| body.name(param).is_none()).count();
        for inst in body.insts(block) {
            if inst == wanted {
                return number;
            }
            if let Some(value) = body.inst(inst).result()
                && body.name(value).is_none()
            {
                number += 1;
            }
        }
    }
    number
}

/// A type as text.
pub fn type_text(ctx: &Context, ty: Type) -> String {
    match ctx.kind(ty) {
        TypeKind::Void => "void".to_string(),
        TypeKind::Label => "label".to_string(),
        TypeKind::Metadata => "metadata".to_string(),
        TypeKind::Token => "token".to_string(),
        TypeKind::X86Amx => "x86_amx".to_string(),
        TypeKind::X86Mmx => "x86_mmx".to_string(),
        TypeKind::Int(width) => format!("i{width}"),
        TypeKind::Byte(width) => format!("b{width}"),
        TypeKind::Float(float) => float.word().to_string(),
        TypeKind::Ptr(0) => "ptr".to_string(),
        TypeKind::Ptr(space) => format!("ptr addrspace({space})"),
        TypeKind::Array { len, elem } => format!("[{len} x {}]", type_text(ctx, *elem)),
        TypeKind::Vector { len, scalable, elem } => {
            format!(
                "<{}{len} x {}>",
                if *scalable { "vscale x " } else { "" },
                type_text(ctx, *elem)
            )
        }
        TypeKind::Struct { packed, fields } => {
            let fields: Vec<String> = fields.iter().map(|&field| type_text(ctx, field)).collect();
            let (open, close) = if *packed { ("<{", "}>") } else { ("{", "}") };
            if fields.is_empty() {
                format!("{open}{close}")
            } else {
                format!("{open} {} {close}", fields.join(", "))
            }
        }
        TypeKind::Named { name, .. } => format!("%{}", printable(&ctx.name_text(*name))),
        TypeKind::Target { name, .. } => format!("target(\"{}\")", printable(&ctx.text(*name))),
        TypeKind::Function { ret, params, vararg } => {
            let mut params: Vec<String> =
                params.iter().map(|&param| type_text(ctx, param)).collect();
            if *vararg {
                params.push("...".to_string());
            }
            format!("{} ({})", type_text(ctx, *ret), params.join(", "))
        }
    }
}
