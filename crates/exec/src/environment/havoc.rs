//! [`Havoc`]: outside functions do anything that their attributes allow.
//!
//! Every answer is a function of the seed and the history of observations. A function may write to the objects that it can reach, within what
//! `memory(...)` and `readonly` allow; it may unwind and fail to return if that is configured.

use super::{Answer, Environment, Host, OutsideCall, Reply, Thrown};
use crate::choices::Random;
use crate::memory::{ByteContent, ObjectKind};
use crate::reach::Reach;
use crate::shape::{Shape, ShapeKind};
use crate::trap::Trap;
use crate::value::{Prov, Val};
use tollgate_ir::{AttrKind, FloatType, Global, MemoryPart};
use tollgate_sem::Int;

/// An adversarial, deterministic environment. See the module.
#[derive(Clone, Debug)]
pub struct Havoc {
    /// Decides all answers.
    pub seed: u64,
    /// Whether functions without `nounwind` may unwind.
    pub may_unwind: bool,
    /// Whether functions without `willreturn` may never return.
    pub may_hang: bool,
    /// Whether variables that are not constant begin with other contents than the module says, as a function that is called later
    /// than first finds them.
    pub old_globals: bool,
    /// Number of objects made so far.
    made: u32,
}

impl Havoc {
    /// With this seed, and every function returns.
    pub fn new(seed: u64) -> Self {
        Self { seed, may_unwind: false, may_hang: false, old_globals: false, made: 0 }
    }

    fn random(&self, history: u64) -> Random {
        let mut random = Random::new(self.seed ^ history.rotate_left(32));
        random.next_u64();
        random
    }

    /// A value of a shape: often a boundary one.
    fn value(&mut self, shape: &Shape, random: &mut Random, host: &mut Host<'_, '_>) -> Result<Val, Trap> {
        Ok(match &shape.kind {
            ShapeKind::Void | ShapeKind::Opaque => Val::Bits(0),
            ShapeKind::Int(width) => Val::int(random_int(*width, random)),
            ShapeKind::Float(ty) => random_float(*ty, random),
            ShapeKind::Ptr(_) => {
                if random.below(4) == 0 {
                    Val::NULL
                } else {
                    self.made += 1;
                    let prov = host.memory.allocate(ObjectKind::Outside(self.made), 16, 16)?;
                    let bytes: Vec<ByteContent> =
                        (0..16).map(|_| ByteContent::plain(random.next_u64() as u8)).collect();
                    host.memory.initialise(prov, 0, bytes);
                    host.start_of(prov)
                }
            }
            ShapeKind::Vector { .. } | ShapeKind::Array { .. } | ShapeKind::Struct(_) => {
                let count = shape.part_count().unwrap_or(0);
                let mut parts = Vec::with_capacity(count);
                for index in 0..count {
                    if let Some(part) = shape.part(index) {
                        parts.push(self.value(part, random, host)?);
                    }
                }
                Val::parts(parts)
            }
        })
    }

    /// The objects that a call may write to.
    fn writable(&self, call: &OutsideCall<'_>, host: &Host<'_, '_>) -> Vec<Prov> {
        let mut reach = Reach::default();
        let ctx = host.machine.ctx();
        let attrs = ctx.attr_list_data(host.machine.module().functions[call.func].attrs);
        if call.effects.access(MemoryPart::Arguments).writes() {
            for (index, arg) in call.args.iter().enumerate() {
                let set = attrs.param(index);
                let reads_only =
                    ctx.has_attr(set, AttrKind::ReadOnly) || ctx.has_attr(set, AttrKind::ReadNone);
                if !reads_only {
                    reach.add(arg);
                }
            }
        }
        if call.effects.access(MemoryPart::Other).writes() {
            reach.add_outside(host.memory, host.machine.module());
        }
        let writable = |prov: &Prov| {
            host.memory.object(*prov).is_some_and(|object| object.is_writable() && object.size() > 0)
        };
        reach.objects(host.memory).into_iter().filter(writable).collect()
    }
}

/// Boundary values half of the time.
pub(crate) fn random_int(width: u32, random: &mut Random) -> Int {
    match random.below(10) {
        0 => Int::zero(width),
        1 => Int::one(width),
        2 => Int::all_ones(width),
        3 => Int::signed_min(width),
        4 => Int::signed_max(width),
        5 => Int::new(width.min(64), random.below(16)).zext_or_trunc(width),
        _ => Int::from_limbs(width, (0..width.div_ceil(64)).map(|_| random.next_u64()).collect()),
    }
}

/// Special values half of the time.
pub(crate) fn random_float(ty: FloatType, random: &mut Random) -> Val {
    use tollgate_sem::Float;
    let special = match random.below(10) {
        0 => Float::zero(ty, false),
        1 => Float::zero(ty, true),
        2 => Float::infinity(ty, random.below(2) == 0),
        3 => Float::preferred_nan(ty),
        4 => Float::largest(ty, false),
        5..=7 => Float::from_int(ty, &Int::from_i64(32, random.below(200) as i64 - 100), true),
        _ => {
            let bits = random_int(ty.bits(), random);
            let float = Float::from_bits(ty, bits.to_u128().unwrap_or(0));
            // Encodings that mean nothing are of no use.
            float.class().map(|_| float)
        }
    };
    match special {
        Ok(float) => crate::pure::float_value(float),
        Err(_) => Val::int(Int::zero(ty.bits())),
    }
}

impl Environment for Havoc {
    fn call(&mut self, call: &OutsideCall<'_>, host: &mut Host<'_, '_>) -> Result<Reply, Trap> {
        let name = call.name.iter().fold(7u64, |digest, byte| crate::machine::mix(digest, u64::from(*byte)));
        let mut random = self.random(crate::machine::mix(host.history, name));
        for prov in self.writable(call, host) {
            if random.below(3) != 0 {
                continue;
            }
            let Some(object) = host.memory.object(prov) else { continue };
            let (base, size) = (object.base(), object.size());
            for _ in 0..=random.below(4) {
                let at = base + random.below(size);
                // An object outside of its lifetime stays as it is.
                let _ = host.memory.set_byte(prov, at, ByteContent::plain(random.next_u64() as u8));
            }
        }
        if self.may_hang && random.below(16) == 0 && !returns(call, host) {
            return Ok(Reply::observed(Answer::NotReturned));
        }
        if self.may_unwind && call.may_unwind && random.below(8) == 0 {
            self.made += 1;
            let prov = host.memory.allocate(ObjectKind::Outside(self.made), 16, 16)?;
            let object = host.start_of(prov);
            return Ok(Reply::observed(Answer::Unwind(Thrown { object, type_info: None })));
        }
        let value = match call.result.kind {
            ShapeKind::Void => None,
            _ => Some(self.value(call.result, &mut random, host)?),
        };
        Ok(Reply::observed(Answer::Return(value)))
    }

    fn volatile_load(&mut self, _: &Val, shape: &Shape, host: &mut Host<'_, '_>) -> Option<Val> {
        let mut random = self.random(host.history);
        // Pointers that appear from nowhere would be of no use.
        if matches!(shape.kind, ShapeKind::Ptr(_)) || random.below(2) == 0 {
            return None;
        }
        self.value(shape, &mut random, host).ok()
    }

    fn initial_contents(&mut self, global: Global, host: &mut Host<'_, '_>) -> Option<Vec<ByteContent>> {
        let module = host.machine.module();
        let variable = &module.globals[global];
        let outside = variable.init.is_none() || variable.externally_initialized;
        if !outside && (variable.constant || !self.old_globals) {
            return None;
        }
        let names = crate::reach::Names { ctx: host.machine.ctx(), module };
        let mut random = self.random(names.name(variable.header.name));
        let size = host.machine.shape(variable.ty).map_or(0, |shape| shape.stride);
        Some((0..size).map(|_| ByteContent::plain(random.next_u64() as u8)).collect())
    }

    fn library_global(&mut self, _: &[u8], _: &mut Host<'_, '_>) -> Option<Val> {
        None
    }
}

fn returns(call: &OutsideCall<'_>, host: &Host<'_, '_>) -> bool {
    let ctx = host.machine.ctx();
    let declared = ctx.attr_list_data(host.machine.module().functions[call.func].attrs).function;
    ctx.has_attr(declared, AttrKind::WillReturn) || ctx.has_attr(call.site_attrs, AttrKind::WillReturn)
}
