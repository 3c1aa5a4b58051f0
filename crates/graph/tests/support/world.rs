//! One world for both sides: the interpreter's environment and the evaluator's.
//!
//! The answer to the *n*-th call is a function of a seed and of *n*: a value of the type that is
//! asked for, and bytes that are written to objects that were there at entry. Both sides write down
//! what they were called with, in one notation.

use std::rc::Rc;
use tollgate_exec::environment::{Answer as ExecAnswer, Environment, ExternalCall, Host, Reply};
use tollgate_exec::memory::{ByteContent, Memory, ObjectKind};
use tollgate_exec::shape::Shape as ExecShape;
use tollgate_exec::trap::Trap;
use tollgate_exec::value::{Prov, Val};
use tollgate_graph::Event;
use tollgate_graph::evaluate::{
    Answer, Byte, Contents, Datum, Fault, Object, Pointer, Scene, Stage, World, value_of,
};
use tollgate_ir::random::Random;
use tollgate_ir::{Context, Global, Opcode, Type, TypeKind};
use tollgate_sem::Int;
use tollgate_sem::value::{Lane, LaneType, Shape, Value};

/// Where a pointer points, in terms that both sides share.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    Undef,
    /// Into an object that was there at entry, or into none.
    Given(Option<u32>, u64),
    /// Into a stack slot: so many bytes from its start.
    Own(u64),
}

pub type Seen = Value<Target>;

/// A byte in terms that both sides share; none is poison. Of parts of pointers into stack slots
/// only that they are such.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeenByte {
    Poison,
    Bits(u8, u8),
    OfSlot,
}

/// A call that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenCall {
    pub name: String,
    pub args: Vec<Seen>,
    pub memory: Vec<(u32, Vec<SeenByte>)>,
}

/// The type of what is returned.
pub fn result_type(ctx: &Context, ty: Type) -> Type {
    match *ctx.kind(ty) {
        TypeKind::Function { ret, .. } => ret,
        _ => ty,
    }
}

/// What is returned by the n-th call, and what it writes: object, offset, byte.
pub struct Reaction {
    pub result: Option<Datum>,
    pub writes: Vec<(u32, u64, u8)>,
}

pub fn react(ctx: &mut Context, scene: &Scene, seed: u64, number: u64, ty: Type) -> Reaction {
    let mut random = Random::new(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    random.next_u64();
    let result = (ty != Type::VOID).then(|| random_value(ctx, scene, ty, &mut random));
    let writable: Vec<(&u32, &Object)> =
        scene.objects.iter().filter(|(_, object)| object.writable && object.size > 0).collect();
    let mut writes = Vec::new();
    if !writable.is_empty() {
        for _ in 0..random.below(4) {
            let (id, object) = writable[random.below(writable.len() as u64) as usize];
            writes.push((*id, random.below(object.size), random.below(256) as u8));
        }
    }
    Reaction { result, writes }
}

fn random_value(ctx: &mut Context, scene: &Scene, ty: Type, random: &mut Random) -> Datum {
    if let Some(count) = ctx.part_count(ty) {
        let mut parts = Vec::new();
        for index in 0..count {
            let part = ctx.part(ty, index).expect("a part");
            parts.push(random_value(ctx, scene, part, random));
        }
        return Value::Parts(parts);
    }
    let number = match random.below(3) {
        0 => random.below(4),
        1 => random.below(4).wrapping_neg(),
        _ => random.next_u64(),
    };
    match Shape::of(ctx, ty).map(|shape| shape.lane) {
        Some(LaneType::Int(width)) => Value::int(Int::from_i64(width, number as i64)),
        Some(LaneType::Float(float)) => Value::int(Int::new(float.bits(), number)),
        _ => {
            let data: Vec<(&u32, &Object)> =
                scene.objects.iter().filter(|(_, it)| it.size > 0).collect();
            let pointer = match data.is_empty() || random.below(4) == 0 {
                true => Pointer::At { object: None, address: 0 },
                false => {
                    let (id, object) = data[random.below(data.len() as u64) as usize];
                    Pointer::At { object: Some(*id), address: object.base }
                }
            };
            Value::Lane(Lane::Pointer(pointer))
        }
    }
}

/// The interpreter's value as both sides say it.
pub fn seen_val(ctx: &Context, memory: &Memory, val: &Val, ty: Type) -> Seen {
    value_of(ctx, val, ty, &|pointer| match pointer {
        None => Target::Undef,
        Some((prov, address)) => match (memory.former_kind(prov), memory.object(prov)) {
            (ObjectKind::Stack(..) | ObjectKind::ByVal(..), Some(object)) => {
                Target::Own(address.wrapping_sub(object.base()))
            }
            _ => Target::Given((!prov.is_none()).then(|| prov.index() as u32), address),
        },
    })
}

/// The evaluator's value as both sides say it.
pub fn seen_datum(scene: &Scene, value: &Datum, base: &dyn Fn(u32) -> Option<u64>) -> Seen {
    match value {
        Value::Parts(parts) => {
            Value::Parts(parts.iter().map(|part| seen_datum(scene, part, base)).collect())
        }
        Value::Lane(Lane::Poison) => Value::poison(),
        Value::Lane(Lane::Bits(bits)) => Value::bits(bits.clone()),
        Value::Lane(Lane::Pointer(pointer)) => Value::Lane(Lane::Pointer(match *pointer {
            Pointer::Undef => Target::Undef,
            Pointer::At { object: Some(id), address } if !scene.objects.contains_key(&id) => {
                Target::Own(address.wrapping_sub(base(id).unwrap_or(0)))
            }
            Pointer::At { object, address } => Target::Given(object, address),
        })),
    }
}

/// What is in the objects that were there at entry, as the interpreter has it.
pub fn seen_memory(memory: &Memory, scene: &Scene) -> Vec<(u32, Vec<SeenByte>)> {
    let mut all = Vec::new();
    for (&id, object) in &scene.objects {
        if object.size == 0 || !object.writable {
            continue;
        }
        let prov = Prov::new(id, 0);
        let own: Vec<usize> = memory
            .pointers_in(prov)
            .into_iter()
            .filter(|&(_, to, _)| matches!(memory.former_kind(to), ObjectKind::Stack(..)))
            .map(|(start, ..)| start)
            .collect();
        let bytes = memory.contents(prov).enumerate().map(|(at, byte)| match byte.shadow {
            shadow if shadow.is_poison() => SeenByte::Poison,
            shadow
                if shadow.is_fragment()
                    && own.iter().any(|start| (*start..*start + 8).contains(&at)) =>
            {
                SeenByte::OfSlot
            }
            shadow => SeenByte::Bits(byte.bits & !shadow.undef_mask(), shadow.undef_mask()),
        });
        all.push((id, bytes.collect()));
    }
    all
}

/// What is in the objects that were there at entry, as the evaluator has it.
pub fn seen_contents(contents: &Contents, scene: &Scene) -> Vec<(u32, Vec<SeenByte>)> {
    let mut all = Vec::new();
    for (id, bytes) in contents.given() {
        if !scene.objects.get(&id).is_some_and(|object| object.writable && object.size > 0) {
            continue;
        }
        let bytes = bytes.iter().map(|byte| match byte {
            Byte::Part { pointer: Pointer::At { object: Some(to), .. }, .. }
                if !scene.objects.contains_key(to) =>
            {
                SeenByte::OfSlot
            }
            byte => {
                byte.bits().map_or(SeenByte::Poison, |(value, undef)| SeenByte::Bits(value, undef))
            }
        });
        all.push((id, bytes.collect()));
    }
    all
}

/// The interpreter's environment.
pub struct SeededEnvironment<'a> {
    pub ctx: Context,
    pub stage: &'a Stage,
    pub seed: u64,
    pub calls: Vec<SeenCall>,
}

impl Environment for SeededEnvironment<'_> {
    fn call(&mut self, call: &ExternalCall<'_>, host: &mut Host<'_, '_>) -> Result<Reply, Trap> {
        let args = call.args.iter().zip(call.types);
        let args = args.map(|(arg, &ty)| seen_val(&self.ctx, host.memory, arg, ty)).collect();
        let scene = &self.stage.scene;
        let memory = seen_memory(host.memory, scene);
        let number = self.calls.len() as u64;
        let name = String::from_utf8_lossy(call.name).into_owned();
        self.calls.push(SeenCall { name, args, memory });
        let reaction = react(&mut self.ctx, scene, self.seed, number, call.result_type);
        for (id, offset, byte) in reaction.writes {
            let base = scene.objects[&id].base;
            let _ = host.memory.set_byte(Prov::new(id, 0), base + offset, ByteContent::plain(byte));
        }
        Ok(Reply::observed(ExecAnswer::Return(
            reaction.result.as_ref().map(|result| self.stage.val_of(result)),
        )))
    }

    fn volatile_load(&mut self, _: &Val, _: &ExecShape, _: &mut Host<'_, '_>) -> Option<Val> {
        None
    }

    fn initial_contents(&mut self, _: Global, _: &mut Host<'_, '_>) -> Option<Vec<ByteContent>> {
        None
    }

    fn library_global(&mut self, _: &[u8], _: &mut Host<'_, '_>) -> Option<Val> {
        None
    }
}

/// The evaluator's world.
pub struct Inside<'a> {
    pub ctx: Context,
    pub seed: u64,
    pub stage: &'a Stage,
}

/// The name of a function that is called with these operands.
pub fn callee<'a>(stage: &'a Stage, operands: &[Datum]) -> Result<&'a str, Fault> {
    let name = operands.last().and_then(|callee| stage.callee(callee));
    name.ok_or_else(|| Fault::Unsupported("a call of no function".into()))
}

impl World for Inside<'_> {
    fn answer(
        &mut self,
        _: &Context,
        scene: &Scene,
        event: &Event,
        operands: &[Datum],
        memory: &Rc<Contents>,
        written: Type,
    ) -> Result<Answer, Fault> {
        if event.opcode != Opcode::Call {
            return Err(Fault::Unsupported(format!("the event {}", event.opcode.word())));
        }
        let name = callee(self.stage, operands)?;
        if name.starts_with("llvm.") {
            return Err(Fault::Unsupported(format!("the event {name}")));
        }
        let ty = result_type(&self.ctx, written);
        let reaction = react(&mut self.ctx, scene, self.seed, memory.history, ty);
        let mut contents = Contents::clone(memory);
        for (id, offset, byte) in reaction.writes {
            let byte = Byte::Bits { value: byte, undef: 0 };
            contents = contents
                .with(id, &scene.objects[&id], offset, &[byte])
                .expect("inside of the object");
        }
        contents.history += 1;
        Ok(Answer::returned(reaction.result, Rc::new(contents)))
    }
}
