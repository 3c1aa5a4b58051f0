//! The input of a run as the evaluator of graphs has it, and what it finds as text.
//!
//! Values go from the interpreter to the evaluator and back: objects keep their numbers, so that both speak of the same places.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use tollgate_exec::memory::{Memory, ObjectKind};
use tollgate_exec::print::Printer;
use tollgate_exec::value::{Prov, Val, Wide};
use tollgate_graph::Event;
use tollgate_graph::evaluate::{
    Answer, Byte, Contents, Datum, Denoted, Evaluator, Fault, Object, Pointer, Scene, World,
};
use tollgate_ir::{Context, Module, Opcode, Type, TypeKind};
use tollgate_sem::Int;
use tollgate_sem::value::{Bits, Lane, LaneType, Shape, Value};

/// A scene, and what the interpreter calls its objects.
pub struct Stage {
    /// What evaluation begins with.
    pub scene: Scene,
    /// The objects of the interpreter, by their numbers.
    pub provenances: BTreeMap<u32, Prov>,
    /// The names of functions, by the numbers of their objects.
    pub functions: BTreeMap<u32, String>,
}

impl Stage {
    /// What a run begins with: this memory, and arguments of these types.
    pub fn new(ctx: &Context, module: &Module, memory: &Memory, args: &[Val], types: &[Type]) -> Self {
        let args = args.iter().zip(types).map(|(arg, &ty)| datum_of(ctx, arg, ty)).collect();
        let mut scene = Scene { args, ..Scene::default() };
        let (mut provenances, mut functions) = (BTreeMap::new(), BTreeMap::new());
        let mut contents = Contents::default();
        for (prov, object) in memory.live_objects() {
            let id = prov.index() as u32;
            provenances.insert(id, prov);
            let name = match object.kind() {
                ObjectKind::Global(global) => Some(module.globals[global].header.name),
                ObjectKind::Function(func) => {
                    let name = module.functions[func].header.name;
                    functions.insert(id, ctx.name_text(name).into_owned());
                    Some(name)
                }
                _ => None,
            };
            if let Some(name) = name {
                scene.globals.insert(name, Pointer::At { object: Some(id), address: object.base() });
            }
            let writable = object.is_writable() && !object.kind().is_code();
            scene.objects.insert(id, Object { base: object.base(), size: object.size(), writable });
            contents.bytes.insert(id, Rc::new(bytes_of(memory, prov)));
        }
        scene.memory = Rc::new(contents);
        Self { scene, provenances, functions }
    }

    /// Where the memory of a run that is over is not what the evaluator says; none if it is the same.
    pub fn difference(&self, memory: &Memory, contents: &Contents) -> Option<String> {
        for (id, bytes) in contents.given() {
            let (Some(&prov), Some(object)) = (self.provenances.get(&id), self.scene.objects.get(&id)) else {
                continue;
            };
            if !object.writable {
                continue;
            }
            let run = bytes_of(memory, prov);
            let is_different = |(mine, other): (&Byte, &Byte)| mine.bits() != other.bits();
            if let Some(at) = bytes.iter().zip(&run).position(is_different) {
                return Some(format!("byte {at} of object {id}"));
            }
        }
        None
    }
}

/// The bytes of an object. A pointer is stored in so many of them.
const POINTER_BYTES: usize = 8;

fn bytes_of(memory: &Memory, prov: Prov) -> Vec<Byte> {
    let pointers = memory.pointers_in(prov);
    let byte = |(at, byte): (usize, tollgate_exec::memory::ByteContent)| {
        let holder = pointers.iter().find(|(start, ..)| (*start..*start + POINTER_BYTES).contains(&at));
        match (byte.shadow.is_poison(), holder) {
            (true, _) => Byte::Poison,
            (false, Some(&(start, prov, address))) if byte.shadow.is_fragment() => Byte::Part {
                pointer: Pointer::At { object: Some(prov.index() as u32), address },
                index: (at - start) as u8,
            },
            (false, _) => {
                let undef = byte.shadow.undef_mask();
                Byte::Bits { value: byte.bits & !undef, undef }
            }
        }
    };
    memory.contents(prov).enumerate().map(byte).collect()
}

/// How many parts a value of a type has; none for a scalar.
fn part_count(ctx: &Context, ty: Type) -> Option<u64> {
    match *ctx.kind(ctx.structural(ty)) {
        TypeKind::Array { len, .. } => Some(len),
        TypeKind::Vector { len, .. } => Some(u64::from(len)),
        TypeKind::Struct { ref fields, .. } => Some(fields.len() as u64),
        _ => None,
    }
}

/// A value of the interpreter as one of the evaluator.
fn datum_of(ctx: &Context, val: &Val, ty: Type) -> Datum {
    if let Some(count) = part_count(ctx, ty) {
        let part = |at: u64| match ctx.part(ty, at) {
            Some(part) => datum_of(ctx, &val.part(at as usize), part),
            None => Value::poison(),
        };
        return Value::Parts((0..count).map(part).collect());
    }
    let width = match Shape::of(ctx, ty).map(|shape| shape.lane) {
        Some(LaneType::Int(width)) => Some(width),
        Some(LaneType::Float(float)) => Some(float.bits()),
        _ => None,
    };
    Value::Lane(match (val, width) {
        (Val::Poison, _) => Lane::Poison,
        (Val::Undef, None) => Lane::Pointer(Pointer::Undef),
        (Val::Undef, Some(width)) => Lane::Bits(Bits::undef(width)),
        (Val::Ptr { prov, addr }, _) => {
            let object = (!prov.is_none()).then(|| prov.index() as u32);
            Lane::Pointer(Pointer::At { object, address: *addr })
        }
        (Val::Bits(bits), width) => Lane::int(Int::new(width.unwrap_or(64), *bits)),
        (Val::Wide(wide), _) => match &**wide {
            Wide::Bits(value) => Lane::int(value.clone()),
            Wide::Partial { value, undef } => Lane::Bits(Bits::with_undef(value, undef.clone())),
            Wide::Parts(_) => Lane::Poison,
        },
    })
}

/// Says what the evaluator finds.
pub struct Teller<'a> {
    /// Prints values of the interpreter.
    pub printer: Printer<'a>,
    /// What evaluation began with.
    pub stage: &'a Stage,
}

/// Bytes of memory that are shown at most.
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
        self.printer.bare(&self.val_of(value), ty)
    }

    fn val_of(&self, value: &Datum) -> Val {
        match value {
            Value::Parts(parts) => {
                Val::parts(parts.iter().map(|part| self.val_of(part)).collect::<Vec<Val>>())
            }
            Value::Lane(Lane::Poison) => Val::Poison,
            Value::Lane(Lane::Bits(bits)) => match (bits.has_undef(), bits.known()) {
                (false, known) => Val::int(known.clone()),
                (true, _) if bits.undef_mask().is_all_ones() => Val::Undef,
                (true, known) => {
                    let wide = Wide::Partial { value: known.clone(), undef: bits.undef_mask() };
                    Val::Wide(Arc::new(wide))
                }
            },
            Value::Lane(Lane::Pointer(Pointer::Undef)) => Val::Undef,
            Value::Lane(Lane::Pointer(Pointer::At { object, address })) => {
                let prov = object.and_then(|id| self.stage.provenances.get(&id).copied());
                Val::Ptr { prov: prov.unwrap_or(Prov::NONE), addr: *address }
            }
        }
    }

    /// What a node denotes, or why it does not.
    pub fn found(&self, evaluator: &Evaluator<'_>, found: &Result<Denoted, Fault>, ty: Type) -> String {
        match found {
            Ok(Denoted::Value(value)) => self.value(evaluator, value, ty),
            Ok(Denoted::Memory(contents)) => self.memory(contents),
            Ok(Denoted::Objects) => "objects".to_string(),
            Ok(Denoted::Place { readable, writable }) => match (readable, writable) {
                (true, true) => "there".to_string(),
                (true, false) => "there, not to be written".to_string(),
                (false, _) => "not there".to_string(),
            },
            Ok(Denoted::Event(event)) => self.call(evaluator, &event.operands, &[]),
            Ok(Denoted::Nothing) => "nothing".to_string(),
            Err(fault) => fault_text(fault),
        }
    }

    /// A call with its arguments, as far as their types are known.
    pub fn call(&self, evaluator: &Evaluator<'_>, operands: &[Datum], types: &[Type]) -> String {
        let Some((callee, args)) = operands.split_last() else { return "an event".to_string() };
        let name = self.stage.callee(callee).unwrap_or("?");
        let arg = |(at, arg): (usize, &Datum)| match types.get(at) {
            Some(&ty) => format!("{} {}", self.printer.ty(ty), self.value(evaluator, arg, ty)),
            None => String::new(),
        };
        let args: Vec<String> = args.iter().enumerate().map(arg).filter(|it| !it.is_empty()).collect();
        if types.is_empty() { format!("call @{name}") } else { format!("call @{name}({})", args.join(", ")) }
    }

    /// What is in memory other than at entry.
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
            let shown: Vec<String> = bytes[first..=last].iter().take(MAX_BYTES).map(byte_text).collect();
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
        Fault::Nowhere | Fault::Outside => "-".to_string(),
        Fault::Undecided => "undecided".to_string(),
        Fault::Undefined => "undefined".to_string(),
        Fault::Endless => "endless".to_string(),
        Fault::Choice => "a choice".to_string(),
        Fault::Fuel => "limit".to_string(),
        Fault::Unsupported(what) => format!("not evaluated: {what}"),
    }
}

impl Stage {
    /// The name of a function that is called.
    pub fn callee(&self, pointer: &Datum) -> Option<&str> {
        match pointer {
            Value::Lane(Lane::Pointer(Pointer::At { object: Some(id), .. })) => {
                self.functions.get(id).map(String::as_str)
            }
            _ => None,
        }
    }
}

/// The world of the evaluator in which every call returns zero and does nothing else.
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
        if name.starts_with("llvm.") {
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
    if let Some(count) = part_count(ctx, ty) {
        let part = |at: u64| ctx.part(ty, at).ok_or_else(unsupported).and_then(|part| zero(ctx, part));
        return Ok(Value::Parts((0..count).map(part).collect::<Result<_, _>>()?));
    }
    match Shape::of(ctx, ty).map(|shape| shape.lane) {
        Some(LaneType::Int(width)) => Ok(Value::int(Int::new(width, 0u64))),
        Some(LaneType::Float(float)) => Ok(Value::int(Int::new(float.bits(), 0u64))),
        Some(_) => Ok(Value::Lane(Lane::Pointer(Pointer::At { object: None, address: 0 }))),
        None => Err(unsupported()),
    }
}
