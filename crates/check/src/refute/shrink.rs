//! Shrinks an input as long as it shows the same: fewer objects, fewer values that are poison or
//! undef, fewer bytes, shorter integers, smaller integers. Of memory, floats and seeds the set bits
//! are counted instead, since their order has no meaning.

use super::RefuteLimits;
use super::generator::Generator;
use super::input::Input;
use super::pair::Pair;
use tollgate_exec::arguments::{ArgSpec, ObjectSpec};
use tollgate_exec::memory::ByteContent;
use tollgate_exec::shape::{Shape, ShapeKind};
use tollgate_exec::value::{Val, Wide};
use tollgate_sem::Int;

/// The size of an input, compared lexicographically.
type Size = (u64, u64, u64, u64, u64);

/// Maximum number of parts in which vectors, aggregates and objects are shrunk: each is a run.
const MAX_PIECES: usize = 64;
/// Maximum total number of bytes of the candidates of one step.
const MAX_BYTES: usize = 16 << 20;

/// The smallest input found that still shows what the first one shows.
pub(super) fn shrink(
    pair: &mut Pair<'_>,
    generator: &Generator<'_>,
    input: Input,
    limits: &RefuteLimits,
    shows: &dyn Fn(&mut Pair<'_>, &Input) -> bool,
) -> Input {
    let shapes = generator.shapes();
    let mut best = input;
    let mut tried = 0;
    let end = pair.spent.saturating_add(limits.steps);
    loop {
        let mut better = None;
        let size = size_of(&best, &shapes);
        for candidate in candidates(&best, generator, &shapes) {
            if size_of(&candidate, &shapes) >= size {
                continue;
            }
            tried += 1;
            if tried > limits.shrink_inputs || pair.spent > end || pair.budget.over().is_some() {
                return best;
            }
            if shows(pair, &candidate) {
                better = Some(candidate);
                break;
            }
        }
        match better {
            Some(candidate) => best = candidate,
            None => return best,
        }
    }
}

fn size_of(input: &Input, shapes: &[std::sync::Arc<Shape>]) -> Size {
    let mut size = (0, 0, 0, 0, 0);
    input.args.iter().zip(shapes).for_each(|(arg, shape)| add_arg(&mut size, arg, Some(shape)));
    for (_, object) in &input.world.globals {
        size.0 += 1;
        add_object(&mut size, object);
    }
    let world = &input.world;
    let set = [world.unwind, world.hang, world.undef, world.still];
    size.1 += set.into_iter().map(u64::from).sum::<u64>();
    size.3 += u64::from(world.seed.count_ones()) + u64::from(input.choices.count_ones());
    size.4 = size.4.saturating_add(world.seed).saturating_add(input.choices);
    for value in world.answers.iter().flat_map(|(_, values)| values) {
        size.2 += 1;
        add_value(&mut size, value, None);
    }
    size.2 += world.answers.len() as u64;
    size
}

fn add_arg(size: &mut Size, arg: &ArgSpec, shape: Option<&Shape>) {
    match arg {
        ArgSpec::Value(value) => add_value(size, value, shape),
        ArgSpec::Object(object) => {
            size.0 += 1;
            add_object(size, object);
        }
        ArgSpec::Same { argument, offset } => {
            size.3 += u64::from(offset.count_ones());
            size.4 = size.4.saturating_add(*argument as u64 + 1);
        }
        ArgSpec::Parts(parts) => {
            for (at, part) in parts.iter().enumerate() {
                add_arg(size, part, shape.and_then(|shape| shape.part(at)).map(|part| &**part));
            }
        }
    }
}

fn add_object(size: &mut Size, object: &ObjectSpec) {
    size.1 += u64::from(object.constant);
    size.2 += object.contents.len() as u64;
    size.3 += u64::from(object.offset.count_ones());
    for byte in &object.contents {
        if byte.shadow.is_plain() {
            size.3 += u64::from(byte.bits.count_ones());
            size.4 = size.4.saturating_add(u64::from(byte.bits));
        } else {
            size.1 += 1;
        }
    }
    for pointer in &object.pointers {
        size.3 += 1;
        add_arg(size, &pointer.to, None);
    }
}

fn add_value(size: &mut Size, value: &Val, shape: Option<&Shape>) {
    let is_number = shape.is_some_and(|shape| matches!(shape.kind, ShapeKind::Int(_)));
    match value {
        Val::Poison => size.1 += 2,
        Val::Undef => size.1 += 1,
        Val::Bits(bits) => {
            size.3 += u64::from(if is_number {
                u64::BITS - bits.leading_zeros()
            } else {
                bits.count_ones()
            });
            size.4 = size.4.saturating_add(*bits);
        }
        Val::Ptr { .. } => {}
        Val::Wide(wide) => match &**wide {
            Wide::Bits(value) | Wide::Partial { value, .. } => {
                size.3 +=
                    value.limbs().iter().map(|limb| u64::from(limb.count_ones())).sum::<u64>();
                size.4 = value.limbs().iter().fold(size.4, |sum, limb| sum.saturating_add(*limb));
            }
            Wide::Parts(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    add_value(
                        size,
                        part,
                        shape.and_then(|shape| shape.part(at)).map(|part| &**part),
                    );
                }
            }
        },
    }
}

/// Candidates for a smaller input, the largest changes first.
fn candidates(
    input: &Input,
    generator: &Generator<'_>,
    shapes: &[std::sync::Arc<Shape>],
) -> Vec<Input> {
    let mut found: Vec<Input> = Vec::new();
    let objects = input.args.iter().filter_map(|arg| match arg {
        ArgSpec::Object(object) => Some(object),
        ArgSpec::Value(..) | ArgSpec::Same { .. } | ArgSpec::Parts(..) => None,
    });
    let globals = input.world.globals.iter().map(|(_, object)| object);
    let most = 4 * MAX_BYTES / (256 + objects.chain(globals).map(weight).sum::<usize>());
    let mut with = |change: &dyn Fn(&mut Input)| {
        if found.len() > most {
            return;
        }
        let mut changed = input.clone();
        change(&mut changed);
        if changed != *input {
            found.push(changed);
        }
    };
    with(&|it| it.choices = 0);
    with(&|it| it.world.answers.clear());
    with(&|it| it.world.globals.clear());
    with(&|it| it.world.seed = 0);
    with(&|it| it.world.unwind = false);
    with(&|it| it.world.hang = false);
    with(&|it| it.world.undef = false);
    with(&|it| it.world.still = false);
    for seed in 1..8 {
        with(&|it| it.world.seed = seed);
        with(&|it| it.choices = seed);
    }
    for at in 0..input.world.answers.len() {
        with(&|it| {
            it.world.answers.remove(at);
        });
        with(&|it| {
            it.world.answers[at].1.pop();
        });
        for place in 0..input.world.answers[at].1.len() {
            for bits in [0, 1] {
                with(&|it| {
                    if let Val::Bits(value) = &mut it.world.answers[at].1[place] {
                        *value = bits;
                    }
                });
            }
        }
    }
    for at in 0..input.world.globals.len() {
        with(&|it| {
            it.world.globals.remove(at);
        });
        // The size of a variable cannot be changed.
        for object in smaller_contents(&input.world.globals[at].1) {
            with(&|it| it.world.globals[at].1 = object.clone());
        }
    }
    for (at, shape) in shapes.iter().enumerate() {
        for arg in smaller(&input.args[at], shape, Some((generator, at))) {
            with(&|it| it.args[at] = arg.clone());
        }
    }
    found
}

fn smaller(arg: &ArgSpec, shape: &Shape, param: Option<(&Generator<'_>, usize)>) -> Vec<ArgSpec> {
    match arg {
        ArgSpec::Value(value) => smaller_values(value, shape)
            .into_iter()
            .map(|value| match (value, param) {
                (Val::Bits(bits), Some((generator, at))) => {
                    let width = shape.bits().unwrap_or(64).min(64);
                    ArgSpec::Value(Val::int(generator.allowed(at, Int::new(width, bits))))
                }
                (value, _) => ArgSpec::Value(value),
            })
            .collect(),
        ArgSpec::Parts(parts) => {
            let mut found = Vec::new();
            let mut block = parts.len();
            while block > 1 && parts.len() / block < MAX_PIECES {
                for start in (0..parts.len()).step_by(block) {
                    let mut parts = parts.clone();
                    for (at, part) in parts.iter_mut().enumerate().skip(start).take(block) {
                        if let Some(shape) = shape.part(at) {
                            *part = ArgSpec::Value(zero(shape));
                        }
                    }
                    found.push(ArgSpec::Parts(parts));
                }
                block /= 2;
            }
            if parts.len() > MAX_PIECES {
                return found;
            }
            for (at, part) in parts.iter().enumerate() {
                let Some(shape) = shape.part(at) else { continue };
                for smaller in smaller(part, shape, None) {
                    let mut parts = parts.clone();
                    parts[at] = smaller;
                    found.push(ArgSpec::Parts(parts));
                }
            }
            found
        }
        ArgSpec::Same { argument, offset } => {
            let mut found = Vec::new();
            if param.is_none_or(|(generator, at)| generator.may_be_null(at)) {
                found.push(ArgSpec::Value(Val::NULL));
            }
            if *offset != 0 {
                found.push(ArgSpec::Same { argument: *argument, offset: 0 });
            }
            found
        }
        ArgSpec::Object(object) => {
            let mut found = Vec::new();
            if param.is_none_or(|(generator, at)| generator.may_be_null(at)) {
                found.push(ArgSpec::Value(Val::NULL));
            }
            let least = param.map_or(0, |(generator, at)| generator.least_size(at));
            let size = object.contents.len() as u64;
            let lengths = [
                0,
                1,
                2,
                4,
                8,
                16,
                32,
                64,
                size / 2,
                size.saturating_sub(8),
                size.saturating_sub(1),
            ];
            for length in lengths {
                if length < size && length >= least.saturating_add(object.offset) {
                    let mut object = object.clone();
                    object.contents.truncate(length as usize);
                    object
                        .pointers
                        .retain(|pointer| pointer.at + u64::from(pointer.bytes) <= length);
                    found.push(ArgSpec::Object(object));
                }
            }
            if object.offset != 0 {
                let mut object = object.clone();
                object.contents.drain(..(object.offset as usize).min(object.contents.len()));
                let offset = object.offset;
                object.pointers.retain(|pointer| pointer.at >= offset);
                object.pointers.iter_mut().for_each(|pointer| pointer.at -= offset);
                object.offset = 0;
                found.push(ArgSpec::Object(object));
            }
            found.extend(smaller_contents(object).into_iter().map(ArgSpec::Object));
            found
        }
    }
}

/// About the number of bytes that an object takes in memory.
fn weight(object: &ObjectSpec) -> usize {
    let held = object.pointers.iter().map(|pointer| match &pointer.to {
        ArgSpec::Object(object) => weight(object),
        ArgSpec::Value(..) | ArgSpec::Same { .. } | ArgSpec::Parts(..) => 64,
    });
    64 + object.contents.len() * std::mem::size_of::<ByteContent>() + held.sum::<usize>()
}

/// Objects of the same size with simpler contents.
fn smaller_contents(object: &ObjectSpec) -> Vec<ObjectSpec> {
    let mut found = Vec::new();
    let zero = ByteContent::plain(0);
    // Objects with objects in them are copied for each candidate.
    let most = MAX_BYTES / weight(object);
    let mut with = |change: &dyn Fn(&mut ObjectSpec)| {
        if found.len() > most {
            return;
        }
        let mut changed = object.clone();
        change(&mut changed);
        if changed != *object {
            found.push(changed);
        }
    };
    with(&|it| it.constant = false);
    with(&|it| it.contents.fill(zero));
    with(&|it| it.pointers.clear());
    for at in 0..object.pointers.len() {
        with(&|it| {
            it.pointers.remove(at);
        });
        let pointer = Shape::scalar(ShapeKind::Void, 0, 1);
        for to in smaller(&object.pointers[at].to, &pointer, None) {
            with(&|it| it.pointers[at].to = to.clone());
        }
    }
    let size = object.contents.len();
    let mut block = size / 2;
    while block >= 1 {
        // In large objects only large blocks are changed.
        if size / block <= MAX_PIECES {
            for start in (0..size).step_by(block) {
                with(&|it| it.contents[start..(start + block).min(size)].fill(zero));
            }
        }
        block /= 2;
    }
    if size <= MAX_PIECES {
        for (at, byte) in object.contents.iter().enumerate() {
            for bits in [1, byte.bits & byte.bits.wrapping_sub(1), byte.bits >> 1] {
                with(&|it| it.contents[at] = ByteContent::plain(bits));
            }
        }
    }
    found
}

fn smaller_values(value: &Val, shape: &Shape) -> Vec<Val> {
    if let (Val::Poison | Val::Undef, Some(count)) = (value, shape.part_count()) {
        let zeros = (0..count).filter_map(|at| Some(zero(shape.part(at)?)));
        return vec![Val::parts(zeros.collect::<Vec<Val>>())];
    }
    let width = shape.bits().unwrap_or(64);
    let number = match value {
        Val::Poison => return vec![zero(shape), Val::Undef],
        Val::Undef => return vec![zero(shape)],
        Val::Bits(bits) => Int::new(width.min(64), *bits),
        Val::Ptr { .. } => return Vec::new(),
        Val::Wide(wide) => match &**wide {
            Wide::Bits(value) => value.clone(),
            Wide::Partial { .. } | Wide::Parts(_) => return Vec::new(),
        },
    };
    let width = number.width();
    let mut found = vec![Int::zero(width), Int::one(width), Int::signed_min(width)];
    for shift in [width / 2, width / 4, 1] {
        if shift < width {
            found.push(number.lshr(shift));
            found.push(number.and(&Int::low_bits(width, width - shift)));
        }
    }
    // The value without each of its bits, the highest first.
    for at in (0..width.min(256)).rev() {
        if number.bit(at) {
            found.push(number.and_not(&Int::one(width).shl(at)));
        }
    }
    found.push(number.sub(&Int::one(width)));
    found.into_iter().map(Val::int).collect()
}

fn zero(shape: &Shape) -> Val {
    match &shape.kind {
        ShapeKind::Ptr(_) => Val::NULL,
        ShapeKind::Int(width) => Val::int(Int::zero(*width)),
        ShapeKind::Float(ty) => Val::int(Int::zero(ty.bits())),
        ShapeKind::Void | ShapeKind::Opaque => Val::Poison,
        ShapeKind::Vector { .. } | ShapeKind::Array { .. } | ShapeKind::Struct(_) => {
            let count = shape.part_count().unwrap_or(0);
            let parts = (0..count).filter_map(|at| Some(zero(shape.part(at)?)));
            Val::parts(parts.collect::<Vec<Val>>())
        }
    }
}
