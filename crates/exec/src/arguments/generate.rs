//! Generated arguments: boundary values, constants that the code mentions, random ones; pointers
//! into fresh objects.
//!
//! Attributes of parameters are satisfied, so that a run does not end before it begins.

use super::{ArgSpec, DEFAULT_ALIGN, ObjectSpec};
use crate::environment::{into_range, random_float, random_int};
use crate::machine::Machine;
use crate::memory::ByteContent;
use crate::pure::float_value;
use crate::shape::{Shape, ShapeKind};
use crate::value::Val;
use tollgate_ir::random::Random;
use tollgate_ir::{Attr, AttrKind, AttrSet, Func, TypeKind, ValueDef};
use tollgate_sem::constant::{self, Number};
use tollgate_sem::{Float, Int};

/// The size of an object whose size no attribute gives.
const OBJECT_SIZE: u64 = 64;

/// Constants that the code of a function mentions: often what its branches turn on.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    ints: Vec<Int>,
    floats: Vec<Float>,
}

impl Pool {
    /// The constants of a function's body.
    pub fn of(machine: &Machine<'_>, func: Func) -> Pool {
        let mut pool = Pool::default();
        let ctx = machine.ctx();
        let Some(body) = machine.module().functions[func].body() else { return pool };
        for value in body.values() {
            if let ValueDef::Const(id) = body.value(value).def {
                constant::numbers(ctx, id, &mut |number| match number {
                    Number::Int(int) => pool.ints.push(int),
                    Number::Float(float) => pool.floats.push(float),
                });
            }
        }
        pool
    }

    fn int(&self, width: u32, random: &mut Random) -> Int {
        if self.ints.is_empty() || random.below(3) != 0 {
            return random_int(width, random);
        }
        let constant =
            self.ints[random.below(self.ints.len() as u64) as usize].sext_or_trunc(width);
        // The constant itself, or a neighbour.
        match random.below(4) {
            0 => constant.add(&Int::one(width)),
            1 => constant.sub(&Int::one(width)),
            _ => constant,
        }
    }
}

/// Arguments for a function. None if it takes something that cannot be made.
pub fn generate(
    machine: &mut Machine<'_>,
    func: Func,
    pool: &Pool,
    random: &mut Random,
) -> Option<Vec<ArgSpec>> {
    let (ctx, module) = (machine.ctx(), machine.module());
    let TypeKind::Function { params, .. } = ctx.kind(module.functions[func].ty) else {
        return None;
    };
    let attrs = ctx.attr_list_data(module.functions[func].attrs);
    let mut specs: Vec<ArgSpec> = Vec::new();
    for (index, &ty) in params.iter().enumerate() {
        let shape = machine.shape(ty).ok().filter(|shape| !shape.is_too_large())?;
        let set = attrs.param(index);
        let earlier: Vec<usize> = (0..specs.len())
            .filter(|&at| matches!(specs[at], ArgSpec::Object(_)) && params[at] == ty)
            .collect();
        let alias = !earlier.is_empty() && set == AttrSet::EMPTY && random.below(6) == 0;
        specs.push(if alias {
            let argument = earlier[random.below(earlier.len() as u64) as usize];
            ArgSpec::Same { argument, offset: 0 }
        } else {
            argument(machine, &shape, set, pool, random)?
        });
    }
    Some(specs)
}

fn argument(
    machine: &mut Machine<'_>,
    shape: &Shape,
    set: AttrSet,
    pool: &Pool,
    random: &mut Random,
) -> Option<ArgSpec> {
    let ctx = machine.ctx();
    let has = |kind: AttrKind| ctx.has_attr(set, kind);
    if !has(AttrKind::NoUndef) {
        match random.below(16) {
            0 => return Some(ArgSpec::Value(Val::Poison)),
            1 => return Some(ArgSpec::Value(Val::Undef)),
            _ => {}
        }
    }
    Some(match &shape.kind {
        ShapeKind::Int(width) => {
            let value = pool.int(*width, random);
            let range = ctx.attrs(set).iter().find_map(|attr| match attr {
                Attr::Range(low, high) => Some((*low, *high)),
                _ => None,
            });
            ArgSpec::Value(Val::int(match range {
                Some((low, high)) => into_range(ctx, value, low, high),
                None => value,
            }))
        }
        ShapeKind::Float(ty) => {
            let of_pool: Vec<&Float> =
                pool.floats.iter().filter(|float| float.ty() == *ty).collect();
            ArgSpec::Value(if !of_pool.is_empty() && random.below(3) == 0 {
                float_value(*of_pool[random.below(of_pool.len() as u64) as usize])
            } else {
                random_float(*ty, random)
            })
        }
        ShapeKind::Ptr(_) => pointer(machine, set, random),
        ShapeKind::Vector { .. } | ShapeKind::Array { .. } | ShapeKind::Struct(_) => {
            let count = shape.part_count().unwrap_or(0);
            let mut parts = Vec::new();
            for index in 0..count {
                // Attributes speak of the whole value; `noundef` holds for every part.
                let inner = if has(AttrKind::NoUndef) { set } else { AttrSet::EMPTY };
                parts.push(argument(machine, &shape.part(index)?.clone(), inner, pool, random)?);
            }
            ArgSpec::Parts(parts)
        }
        ShapeKind::Void | ShapeKind::Opaque => return None,
    })
}

fn pointer(machine: &mut Machine<'_>, set: AttrSet, random: &mut Random) -> ArgSpec {
    let ctx = machine.ctx();
    let needed = ctx.int_attr(set, AttrKind::Dereferenceable).unwrap_or(0);
    let typed = [AttrKind::ByVal, AttrKind::StructRet, AttrKind::ByRef]
        .into_iter()
        .find_map(|kind| ctx.type_attr(set, kind));
    let typed = typed.and_then(|ty| machine.shape(ty).ok()).map_or(0, |shape| shape.stride);
    let may_be_null = needed == 0 && typed == 0 && !ctx.has_attr(set, AttrKind::NonNull);
    if may_be_null && random.below(8) == 0 {
        return ArgSpec::Value(Val::NULL);
    }
    let size = OBJECT_SIZE.max(needed).max(typed).min(1 << 20);
    let style = random.below(4);
    let contents = (0..size).map(|_| match style {
        0 => ByteContent::plain(0),
        // Small numbers are lengths and indices.
        1 => ByteContent::plain(if random.below(4) == 0 { random.below(8) as u8 } else { 0 }),
        2 if random.below(8) == 0 => ByteContent::UNDEF,
        _ => ByteContent::plain(random.next_u64() as u8),
    });
    let contents = contents.collect();
    let align = ctx.int_attr(set, AttrKind::Align).unwrap_or(1).max(DEFAULT_ALIGN);
    ArgSpec::Object(ObjectSpec { contents, align, ..ObjectSpec::default() })
}
