//! What the evaluator of graphs computes, as text, and the environment that it is given.

use std::rc::Rc;
use tollgate_exec::print::Printer;
use tollgate_exec::value::Prov;
use tollgate_graph::Event;
use tollgate_graph::evaluate::{
    Answer, Byte, Contents, Datum, Denoted, Evaluator, Fault, Pointer, Scene, Stage, World,
};
use tollgate_ir::{Context, Opcode, Type, TypeKind, printable};
use tollgate_sem::Int;
use tollgate_sem::intrinsics::Intrinsic;
use tollgate_sem::value::{Lane, LaneType, Shape, Value};

/// Writes what the evaluator computes.
pub struct Teller<'a> {
    /// Prints values of the interpreter.
    pub printer: Printer<'a>,
    /// The initial state.
    pub stage: &'a Stage,
}

/// The largest number of bytes that are shown of an object.
const MAX_BYTES: usize = 16;

impl Teller<'_> {
    /// A value, without its type.
    pub fn value(&self, evaluator: &Evaluator<'_>, value: &Datum, ty: Type) -> String {
        if let Value::Lane(Lane::Pointer(Pointer::At { object: Some(id), address })) = *value
            && !self.stage.provenances.contains_key(&id)
        {
            let base = evaluator.object(id).map_or(0, |object| object.base);
            return match address.wrapping_sub(base) as i64 {
                0 => "a stack slot".to_string(),
                offset => format!("a stack slot{offset:+}"),
            };
        }
        self.printer.bare(&self.stage.val_of(value), ty)
    }

    /// The value of a node, or why it has none.
    pub fn found(
        &self,
        evaluator: &Evaluator<'_>,
        found: &Result<Denoted, Fault>,
        ty: Type,
    ) -> String {
        match found {
            Ok(Denoted::Value(value)) => self.value(evaluator, value, ty),
            Ok(Denoted::Memory(contents)) => self.memory(contents),
            Ok(Denoted::Objects) => "allocations".to_string(),
            Ok(Denoted::Permission { readable, writable }) => match (readable, writable) {
                (true, true) => "allowed".to_string(),
                (true, false) => "read only".to_string(),
                (false, _) => "not allowed".to_string(),
            },
            Ok(Denoted::Event(event)) => self.call(evaluator, &event.operands, &[]),
            Ok(Denoted::Nothing) => "nothing".to_string(),
            Err(fault) => fault_text(fault),
        }
    }

    /// A call with its arguments, as far as their types are known.
    pub fn call(&self, evaluator: &Evaluator<'_>, operands: &[Datum], types: &[Type]) -> String {
        let Some((callee, args)) = operands.split_last() else { return "an event".to_string() };
        let name = printable(self.stage.callee(callee).unwrap_or("?"));
        let arg = |(at, arg): (usize, &Datum)| match types.get(at) {
            Some(&ty) => format!("{} {}", self.printer.ty(ty), self.value(evaluator, arg, ty)),
            None => String::new(),
        };
        let args: Vec<String> =
            args.iter().enumerate().map(arg).filter(|it| !it.is_empty()).collect();
        if types.is_empty() {
            format!("call @{name}")
        } else {
            format!("call @{name}({})", args.join(", "))
        }
    }

    /// The bytes of memory that differ from those at entry.
    fn memory(&self, contents: &Contents) -> String {
        let mut parts = Vec::new();
        for (id, bytes) in contents.given() {
            let Some(before) = self.stage.scene.memory.bytes.get(&id) else { continue };
            let changed = |at: &usize| before.get(*at) != bytes.get(*at);
            let all: Vec<usize> = (0..bytes.len()).filter(changed).collect();
            let Some((&first, &last)) = all.first().zip(all.last()) else { continue };
            let prov = self.stage.provenances.get(&id).copied().unwrap_or(Prov::NONE);
            let base = self.stage.scene.objects.get(&id).map_or(0, |object| object.base);
            let place = self.printer.pointer(prov, base + first as u64);
            let shown: Vec<String> =
                bytes[first..=last].iter().take(MAX_BYTES).map(byte_text).collect();
            let more = if last - first >= MAX_BYTES { " ..." } else { "" };
            parts.push(format!("{place}: {}{more}", shown.join(" ")));
        }
        if parts.is_empty() { "as at entry".to_string() } else { parts.join("; ") }
    }
}

fn byte_text(byte: &Byte) -> String {
    match byte.bits() {
        None => "pp".to_string(),
        Some((_, 0xff)) => "??".to_string(),
        Some((value, 0)) => format!("{value:02x}"),
        Some((value, undef)) => format!("{value:02x}?{undef:02x}"),
    }
}

/// Why a node has no value.
pub fn fault_text(fault: &Fault) -> String {
    match fault {
        Fault::DontCare | Fault::Outside => "-".to_string(),
        Fault::Undecided => "undecided".to_string(),
        Fault::Undefined => "undefined".to_string(),
        Fault::Endless => "endless".to_string(),
        Fault::Choice => "a choice".to_string(),
        Fault::Fuel => "limit".to_string(),
        Fault::Unsupported(what) => format!("not evaluated: {what}"),
    }
}

/// An environment in which every call returns zero and does nothing else.
pub struct Zeros<'a> {
    /// Knows the names of functions.
    pub stage: &'a Stage,
}

impl World for Zeros<'_> {
    fn answer(
        &mut self,
        ctx: &Context,
        _: &Scene,
        event: &Event,
        operands: &[Datum],
        memory: &Rc<Contents>,
        written: Type,
    ) -> Result<Answer, Fault> {
        let callee = operands.last().and_then(|callee| self.stage.callee(callee));
        let Some(name) = callee.filter(|_| event.opcode == Opcode::Call) else {
            return Err(Fault::Unsupported(format!("`{}`", event.opcode.word())));
        };
        if Intrinsic::is_name(name.as_bytes()) {
            return Err(Fault::Unsupported(name.to_string()));
        }
        let ty = match *ctx.kind(written) {
            TypeKind::Function { ret, .. } => ret,
            _ => written,
        };
        let result = if ty == Type::VOID { None } else { Some(zero(ctx, ty)?) };
        let mut contents = Contents::clone(memory);
        contents.history += 1;
        Ok(Answer::returned(result, Rc::new(contents)))
    }
}

fn zero(ctx: &Context, ty: Type) -> Result<Datum, Fault> {
    let unsupported = || Fault::Unsupported("a result of this type".to_string());
    if let Some(count) = ctx.part_count(ty) {
        let part =
            |at: u64| ctx.part(ty, at).ok_or_else(unsupported).and_then(|part| zero(ctx, part));
        return Ok(Value::Parts((0..count).map(part).collect::<Result<_, _>>()?));
    }
    match Shape::of(ctx, ty).map(|shape| shape.lane) {
        Some(LaneType::Int(width)) => Ok(Value::int(Int::new(width, 0u64))),
        Some(LaneType::Float(float)) => Ok(Value::int(Int::new(float.bits(), 0u64))),
        Some(_) => Ok(Value::Lane(Lane::Pointer(Pointer::At { object: None, address: 0 }))),
        None => Err(unsupported()),
    }
}
