//! The input of a run of the interpreter as the evaluator has it, and values converted from one to
//! the other.
//!
//! Objects keep the numbers that the interpreter gave them, so that both speak of the same ones.
//! The interpreter does not know the stack slots that the evaluator adds.

use super::{Byte, Contents, Datum, Object, Pointer, Scene};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use tollgate_exec::memory::{ByteContent, Memory, ObjectKind};
use tollgate_exec::value::{Prov, Val, Wide};
use tollgate_ir::{Context, Module, Type};
use tollgate_sem::Int;
use tollgate_sem::value::{Bits, Lane, LaneType, Shape, Value};

/// A scene, and the provenances of its objects in the interpreter.
#[derive(Clone, Debug)]
pub struct Stage {
    /// What evaluation begins with.
    pub scene: Scene,
    /// The objects of the interpreter, by their numbers.
    pub provenances: BTreeMap<u32, Prov>,
    /// The names of functions, by the numbers of their objects.
    pub functions: BTreeMap<u32, String>,
}

impl Stage {
    /// The start of a run: this memory, and arguments of these types.
    pub fn new(
        ctx: &Context,
        module: &Module,
        memory: &Memory,
        args: &[Val],
        types: &[Type],
    ) -> Self {
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
                ObjectKind::Nothing
                | ObjectKind::Block(..)
                | ObjectKind::Stack(..)
                | ObjectKind::ByVal(..)
                | ObjectKind::VarArgs(..)
                | ObjectKind::Heap(..)
                | ObjectKind::Argument(..)
                | ObjectKind::Library(..)
                | ObjectKind::Outside(..) => None,
            };
            if let Some(name) = name {
                scene
                    .globals
                    .insert(name, Pointer::At { object: Some(id), address: object.base() });
            }
            let writable = object.is_writable() && !object.kind().is_code();
            scene.objects.insert(id, Object { base: object.base(), size: object.size(), writable });
            contents.bytes.insert(id, Rc::new(bytes_of(memory, prov)));
        }
        scene.memory = Rc::new(contents);
        Self { scene, provenances, functions }
    }

    /// The name of a function that is called.
    pub fn callee(&self, pointer: &Datum) -> Option<&str> {
        match pointer {
            Value::Lane(Lane::Pointer(Pointer::At { object: Some(id), .. })) => {
                self.functions.get(id).map(String::as_str)
            }
            Value::Lane(..) | Value::Parts(..) => None,
        }
    }

    /// A value of the evaluator as one of the interpreter. A pointer into a stack slot has no
    /// provenance there.
    pub fn val_of(&self, value: &Datum) -> Val {
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
                let prov = object.and_then(|id| self.provenances.get(&id).copied());
                Val::Ptr { prov: prov.unwrap_or(Prov::NONE), addr: *address }
            }
        }
    }

    /// Where the memory after a run differs from what the evaluator says; none if it is the same.
    pub fn difference(&self, memory: &Memory, contents: &Contents) -> Option<String> {
        for (id, bytes) in contents.given() {
            let (Some(&prov), Some(object)) =
                (self.provenances.get(&id), self.scene.objects.get(&id))
            else {
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

/// The size of a stored pointer.
const POINTER_BYTES: usize = 8;

fn bytes_of(memory: &Memory, prov: Prov) -> Vec<Byte> {
    let pointers = memory.pointers_in(prov);
    let byte = |(at, byte): (usize, ByteContent)| {
        let holder =
            pointers.iter().find(|(start, ..)| (*start..*start + POINTER_BYTES).contains(&at));
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

fn datum_of(ctx: &Context, val: &Val, ty: Type) -> Datum {
    value_of(ctx, val, ty, &|pointer| match pointer {
        None => Pointer::Undef,
        Some((prov, address)) => {
            Pointer::At { object: (!prov.is_none()).then(|| prov.index() as u32), address }
        }
    })
}

/// A value of the interpreter, with pointers as the caller represents them; undef is none.
pub fn value_of<P>(
    ctx: &Context,
    val: &Val,
    ty: Type,
    pointer: &dyn Fn(Option<(Prov, u64)>) -> P,
) -> Value<P> {
    if let Some(count) = ctx.part_count(ty) {
        let part = |at: u64| match ctx.part(ty, at) {
            Some(part) => value_of(ctx, &val.part(at as usize), part, pointer),
            None => Value::poison(),
        };
        return Value::Parts((0..count).map(part).collect());
    }
    let width = match Shape::of(ctx, ty).map(|shape| shape.lane) {
        Some(LaneType::Int(width)) => Some(width),
        Some(LaneType::Float(float)) => Some(float.bits()),
        Some(LaneType::Pointer(..)) | None => None,
    };
    Value::Lane(match (val, width) {
        (Val::Poison, _) => Lane::Poison,
        (Val::Undef, None) => Lane::Pointer(pointer(None)),
        (Val::Undef, Some(width)) => Lane::Bits(Bits::undef(width)),
        (Val::Ptr { prov, addr }, _) => Lane::Pointer(pointer(Some((*prov, *addr)))),
        (Val::Bits(bits), width) => Lane::int(Int::new(width.unwrap_or(64), *bits)),
        (Val::Wide(wide), _) => match &**wide {
            Wide::Bits(value) => Lane::int(value.clone()),
            Wide::Partial { value, undef } => Lane::Bits(Bits::with_undef(value, undef.clone())),
            Wide::Parts(_) => Lane::Poison,
        },
    })
}
