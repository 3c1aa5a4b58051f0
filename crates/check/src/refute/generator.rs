//! Inputs for runs: plain ones first, then random ones and mutations of those that led somewhere
//! new.
//!
//! Integers are boundary values, constants of the code and their neighbours, equal to each other,
//! or random. Pointers point into fresh objects, are equal, overlap, or are null. Attributes of the
//! source's parameters are satisfied, because a source whose run is undefined shows nothing.

use super::input::{Input, WorldSpec};
use super::pair::{Half, Pair};
use super::pointees::{self, Field, FieldKind, Pointee};
use crate::Side;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use tollgate_exec::arguments::{ArgSpec, DEFAULT_ALIGN, ObjectSpec, StoredPointer};
use tollgate_exec::environment::into_range;
use tollgate_exec::memory::ByteContent;
use tollgate_exec::shape::{Shape, ShapeKind};
use tollgate_exec::value::Val;
use tollgate_ir::random::Random;
use tollgate_ir::{
    Attr, AttrKind, AttrSet, Context, Flags, FloatType, GlobalRef, Name, TypeKind, ValueDef,
};
use tollgate_sem::constant::{self, Number};
use tollgate_sem::layout::DataLayout;
use tollgate_sem::{Float, Int};

/// Generates inputs for a pair.
pub(super) struct Generator<'m> {
    ctx: &'m Context,
    params: Vec<Param>,
    /// Functions whose results can be given, with the shapes of the results.
    answering: Vec<(Vec<u8>, Arc<Shape>)>,
    /// Variables whose contents can be given.
    variables: Vec<(Vec<u8>, Arc<Shape>)>,
    /// Those of them whose contents must be given: the modules initialise them differently.
    unshared: FxHashSet<Vec<u8>>,
    ints: Vec<Int>,
    floats: Vec<Float>,
    layout: DataLayout,
    /// Whether runs depend on the environment.
    worldly: bool,
    pub random: Random,
}

struct Param {
    shape: Arc<Shape>,
    attrs: AttrSet,
    pointee: Arc<Pointee>,
}

/// Maximum number of constants of the code that are remembered.
const MAX_CONSTANTS: usize = 256;
/// Sizes of objects whose size is not known from the code.
const SIZES: [u64; 12] = [64, 16, 8, 4, 32, 1, 2, 128, 24, 256, 1024, 8192];
/// Maximum size of an object in bytes.
const MAX_OBJECT: u64 = 1 << 16;
/// Maximum number of bits of all arguments, exclusive, for which all arguments are tried.
pub(super) const EXHAUSTIVE_BITS: u32 = 10;

impl<'m> Generator<'m> {
    pub(super) fn new(pair: &mut Pair<'m>, seed: u64) -> Self {
        let ctx = pair.ctx;
        let mut generator = Self {
            ctx,
            params: Vec::new(),
            answering: Vec::new(),
            variables: Vec::new(),
            unshared: FxHashSet::default(),
            ints: Vec::new(),
            floats: Vec::new(),
            layout: pair.source.machine.layout().clone(),
            worldly: false,
            random: Random::new(seed),
        };
        let attrs = ctx.attr_list_data(pair.source.side.function().attrs);
        let shapes = pair.params.clone();
        for (index, shape) in shapes.into_iter().enumerate() {
            let pointee =
                pointee_of(&mut pair.source, index).merge(pointee_of(&mut pair.target, index));
            generator.params.push(Param {
                shape,
                attrs: attrs.param(index),
                pointee: Arc::new(pointee),
            });
        }
        for side in [pair.source.side, pair.target.side] {
            generator.add_constants(side);
        }
        for name in pair.external_functions.names() {
            let traits = pair.external_functions.traits(&name);
            generator.worldly = true;
            if traits.is_none_or(|traits| traits.promise.is_functional()) {
                continue;
            }
            let module = pair.source.side.module;
            let Some(symbol) = ctx.find_symbol(&name) else { continue };
            let Some(func) = module.function_named(Name::Named(symbol)) else { continue };
            let TypeKind::Function { ret, .. } = ctx.kind(module.functions[func].ty) else {
                continue;
            };
            // A result with attributes is left to the environment, which satisfies them.
            let promised =
                ctx.attr_list_data(module.functions[func].attrs).result != AttrSet::EMPTY;
            if let Ok(shape) = pair.source.machine.shape(*ret)
                && matches!(shape.kind, ShapeKind::Int(_) | ShapeKind::Float(_))
                && !promised
            {
                generator.answering.push((name, shape));
            }
        }
        generator.find_variables(pair);
        // Volatile reads also depend on the environment.
        generator.worldly |= [pair.source.side, pair.target.side].iter().any(|side| {
            side.body().is_some_and(|body| {
                let mut insts = body.blocks().flat_map(|block| body.insts(block));
                insts.any(|inst| body.inst(inst).flags.contains(Flags::VOLATILE))
            })
        });
        generator
    }

    fn find_variables(&mut self, pair: &mut Pair<'_>) {
        let Ok(statics) = pair.source.machine.statics(pair.source.side.func) else { return };
        for place in statics {
            let (Name::Named(symbol), Some(GlobalRef::Var(global))) =
                (place.name, pair.source.side.module.lookup(place.name))
            else {
                continue;
            };
            let variable = &pair.source.side.module.globals[global];
            self.worldly = true;
            let fixed =
                variable.constant && variable.init.is_some() && !variable.externally_initialized;
            // A variable local to its module begins with its initialiser: that state is reachable,
            // others may not be (§11b.1). Objects that variables point to are created in the order
            // of the variables: both modules must have all of them.
            let is_given = match pair.target.side.module.lookup(place.name) {
                Some(GlobalRef::Var(other)) => [variable, &pair.target.side.module.globals[other]]
                    .into_iter()
                    .all(|it| !it.header.linkage.is_local() || it.externally_initialized),
                Some(GlobalRef::Func(_) | GlobalRef::Alias(_)) | None => false,
            };
            if let Ok(shape) = pair.source.machine.shape(variable.ty)
                && !fixed
                && is_given
                && shape.stride <= 1 << 16
                && !shape.is_too_large()
            {
                let name = self.ctx.bytes(symbol).to_vec();
                if pair.unshared.contains(&place.name) {
                    self.unshared.insert(name.clone());
                }
                self.variables.push((name, shape));
            }
        }
        self.variables.sort_by(|a, b| a.0.cmp(&b.0));
    }

    /// Adds constants of this function.
    pub(super) fn add_constants(&mut self, side: Side<'_>) {
        let Some(body) = side.body() else { return };
        for value in body.values() {
            if let ValueDef::Const(id) = body.value(value).def {
                constant::numbers(self.ctx, id, &mut |number| match number {
                    Number::Int(int) => self.add_int(int),
                    Number::Float(float) if self.floats.len() < MAX_CONSTANTS => {
                        self.floats.push(float);
                    }
                    Number::Float(_) => {}
                });
            }
        }
    }

    fn add_int(&mut self, value: Int) {
        if self.ints.len() < MAX_CONSTANTS && !self.ints.contains(&value) {
            self.ints.push(value);
        }
    }

    fn below(&mut self, count: usize) -> usize {
        self.random.below(count as u64) as usize
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.random.below(count) == 0
    }

    fn has(&self, attrs: AttrSet, kind: AttrKind) -> bool {
        self.ctx.has_attr(attrs, kind)
    }

    /// An integer; `earlier` are other integers of the same input.
    pub(super) fn int(&mut self, width: u32, earlier: &[Int]) -> Int {
        let one = Int::one(width);
        if !earlier.is_empty() && self.one_in(5) {
            let other = earlier[self.below(earlier.len())].sext_or_trunc(width);
            return match self.below(6) {
                0 => other.add(&one),
                1 => other.sub(&one),
                2 => other.neg(),
                3 => other.not(),
                _ => other,
            };
        }
        if !self.ints.is_empty() && self.one_in(3) {
            let index = self.below(self.ints.len());
            let constant = self.ints[index].clone();
            let constant = if self.one_in(2) {
                constant.sext_or_trunc(width)
            } else {
                constant.zext_or_trunc(width)
            };
            return match self.below(12) {
                0 => constant.add(&one),
                1 => constant.sub(&one),
                2 => constant.neg(),
                3 => constant.not(),
                4 => constant.add(&constant),
                5 => constant.add(&one).add(&one),
                // Values that differ in the highest bit only are equal to some arithmetic that
                // wraps.
                6 => constant.xor(&Int::signed_min(width)),
                _ => constant,
            };
        }
        match self.below(14) {
            0 => Int::zero(width),
            1 => one,
            2 => Int::all_ones(width),
            3 => Int::signed_min(width),
            4 => Int::signed_max(width),
            5 => Int::signed_min(width).add(&one),
            6 | 7 => Int::new(width.min(64), self.random.below(18)).zext_or_trunc(width),
            8 => Int::new(width.min(64), self.random.below(18)).zext_or_trunc(width).neg(),
            9 => {
                // A power of two, or a neighbour of one.
                let power = one.shl(self.random.below(u64::from(width)) as u32);
                match self.below(3) {
                    0 => power.sub(&one),
                    1 => power.add(&one),
                    _ => power,
                }
            }
            10 => Int::new(width.min(64), self.random.below(300)).zext_or_trunc(width),
            _ => Int::from_limbs(
                width,
                (0..width.div_ceil(64)).map(|_| self.random.next_u64()).collect(),
            ),
        }
    }

    fn float(&mut self, ty: FloatType) -> Val {
        let of_pool: Vec<Float> =
            self.floats.iter().filter(|float| float.ty() == ty).copied().collect();
        let number = |value: i64| Float::from_int(ty, &Int::from_i64(32, value), true);
        let bits = |bits: Int| Ok(Float::from_bits(ty, bits.to_u128().unwrap_or(0)));
        let width = ty.bits();
        let special = match self.below(16) {
            0 | 1 if !of_pool.is_empty() => Ok(of_pool[self.below(of_pool.len())]),
            0 => Float::zero(ty, false),
            1 | 2 => Float::zero(ty, true),
            3 => Float::infinity(ty, false),
            4 => Float::infinity(ty, true),
            5 => Float::preferred_nan(ty),
            6 => {
                // Another NaN: signalling, negative, with a payload.
                let noise = Int::from_u128(width, u128::from(self.random.next_u64()));
                let infinity = Float::infinity(ty, self.one_in(2));
                infinity.and_then(|it| {
                    bits(
                        Int::from_u128(width, it.bits())
                            .or(&noise.lshr(width / 2).or(&Int::one(width))),
                    )
                })
            }
            7 => Float::largest(ty, self.one_in(2)),
            // The smallest values, and other denormal ones.
            8 => bits(Int::new(width.min(64), self.random.below(4)).zext_or_trunc(width)),
            9 => bits(Int::one(width).shl(width / 4).sub(&Int::one(width))),
            10 | 11 => number(self.random.below(7) as i64 - 3),
            12 | 13 => number(self.random.below(2000) as i64 - 1000),
            _ => {
                let bits = Int::from_limbs(
                    width,
                    (0..width.div_ceil(64)).map(|_| self.random.next_u64()).collect(),
                );
                let float = Float::from_bits(ty, bits.to_u128().unwrap_or(0));
                float.class().map(|_| float)
            }
        };
        let zero = Int::zero(width);
        match special {
            // Encodings that mean nothing are of no use.
            Ok(float) if float.class().is_ok() => Val::int(Int::from_u128(width, float.bits())),
            Ok(_) | Err(_) => Val::int(zero),
        }
    }

    /// A value of a shape, whose pointers have no fresh objects.
    pub(super) fn value(&mut self, shape: &Shape, attrs: AttrSet, earlier: &[Int]) -> ArgSpec {
        let noundef = self.has(attrs, AttrKind::NoUndef);
        if !noundef && self.one_in(24) {
            return ArgSpec::Value(if self.one_in(2) { Val::Poison } else { Val::Undef });
        }
        match &shape.kind {
            ShapeKind::Int(width) => {
                let value = self.int(*width, earlier);
                ArgSpec::Value(Val::int(self.in_range(value, attrs)))
            }
            ShapeKind::Float(ty) => ArgSpec::Value(self.float(*ty)),
            ShapeKind::Ptr(_) => ArgSpec::Value(Val::NULL),
            ShapeKind::Vector { .. } | ShapeKind::Array { .. } | ShapeKind::Struct(_) => {
                let count = shape.part_count().unwrap_or(0);
                let inner = if noundef { attrs } else { AttrSet::EMPTY };
                let splat = self.one_in(4);
                let mut parts: Vec<ArgSpec> = Vec::with_capacity(count);
                let mut known = earlier.to_vec();
                for at in 0..count {
                    let Some(part) = shape.part(at) else { break };
                    if splat && at > 0 && matches!(shape.kind, ShapeKind::Vector { .. }) {
                        parts.push(parts[0].clone());
                        continue;
                    }
                    let part = if matches!(part.kind, ShapeKind::Ptr(_)) {
                        self.pointer(AttrSet::EMPTY, &Pointee::default(), 2)
                    } else {
                        self.value(part, inner, &known)
                    };
                    add_known(&mut known, &part);
                    parts.push(part);
                }
                ArgSpec::Parts(parts)
            }
            ShapeKind::Void | ShapeKind::Opaque => ArgSpec::Value(Val::Poison),
        }
    }

    fn in_range(&self, value: Int, attrs: AttrSet) -> Int {
        self.ctx.attrs(attrs).iter().fold(value, |value, attr| match attr {
            Attr::Range(low, high) => into_range(self.ctx, value, *low, *high),
            Attr::Flag(..)
            | Attr::Int(..)
            | Attr::Pair(..)
            | Attr::Type(..)
            | Attr::Memory(..)
            | Attr::Text(..)
            | Attr::String(..)
            | Attr::Unknown(..) => value,
        })
    }

    /// A pointer to a fresh object, or null.
    fn pointer(&mut self, attrs: AttrSet, pointee: &Pointee, depth: u32) -> ArgSpec {
        let number = |kind: AttrKind| self.ctx.int_attr(attrs, kind).unwrap_or(0);
        let passed = self.passed_size(attrs);
        let typed = passed.is_some();
        let needed = number(AttrKind::Dereferenceable).max(passed.unwrap_or(0));
        let wished = needed.max(number(AttrKind::DereferenceableOrNull));
        let align = number(AttrKind::Align).max(passed_align(self.ctx, &self.layout, attrs));
        let align = align.clamp(1, 1 << 16).next_power_of_two();
        let may_be_null = needed == 0 && !typed && !self.has(attrs, AttrKind::NonNull);
        if may_be_null && self.one_in(10) {
            return ArgSpec::Value(Val::NULL);
        }
        if depth == 0
            && !self.has(attrs, AttrKind::NoUndef)
            && !typed
            && needed == 0
            && self.one_in(40)
        {
            return ArgSpec::Value(if self.one_in(2) { Val::Poison } else { Val::Undef });
        }
        let least = wished.max(pointee.extent);
        let mut size = match self.below(8) {
            0 => wished.max(1),
            1 | 2 => least.max(1),
            3..=5 => SIZES[self.below(3)].max(least),
            _ => SIZES[self.below(SIZES.len())].max(least),
        };
        if !pointee.elements.is_empty() && self.one_in(3) {
            // Room for as many elements as loops may iterate over.
            let element = pointee.elements[0].size.max(1);
            let count = self.int(16, &[]).to_u64().unwrap_or(16).min(4096);
            size = size.max(element * (count + 1));
        }
        // Sometimes not at the start of the object, or with a smaller alignment.
        let offset =
            if self.one_in(6) { (1u64 << self.random.below(5)).next_multiple_of(align) } else { 0 };
        let mut object = ObjectSpec {
            contents: Vec::new(),
            pointers: Vec::new(),
            align: align.max(DEFAULT_ALIGN),
            offset,
            // Some callers pass constant memory.
            constant: !typed && !self.has(attrs, AttrKind::Writable) && self.one_in(12),
        };
        self.fill(&mut object, size.saturating_add(offset).min(MAX_OBJECT), offset, pointee, depth);
        ArgSpec::Object(object)
    }

    /// Fills an object with data that the function is likely to read.
    fn fill(
        &mut self,
        object: &mut ObjectSpec,
        size: u64,
        start: u64,
        pointee: &Pointee,
        depth: u32,
    ) {
        let style = self.below(8);
        // Zeros need no random numbers.
        let zeros = if style < 2 { size as usize } else { 0 };
        let mut contents = vec![ByteContent::plain(0); zeros];
        contents.reserve_exact(size as usize - zeros);
        while (contents.len() as u64) < size {
            match style {
                // Small integers are lengths and indices.
                2 => {
                    let byte = if self.one_in(4) { self.random.below(8) as u8 } else { 0 };
                    contents.push(ByteContent::plain(byte));
                }
                3 if self.one_in(8) => contents.push(if self.one_in(8) {
                    ByteContent::POISON
                } else {
                    ByteContent::UNDEF
                }),
                4 | 5 => {
                    let width = [8, 16, 32, 64][self.below(4)];
                    let word = self.int(width, &[]).low_u64();
                    let is_big = self.layout.is_big_endian();
                    let bytes = if is_big { word << (64 - width) } else { word.swap_bytes() };
                    let bytes = &bytes.to_be_bytes()[..width as usize / 8];
                    contents.extend(bytes.iter().copied().map(ByteContent::plain));
                }
                _ => contents.push(ByteContent::plain(self.random.next_u64() as u8)),
            }
        }
        contents.truncate(size as usize);
        object.contents = contents;
        let mut fields: Vec<(u64, &Field)> =
            pointee.fields.iter().map(|(at, field)| (at.saturating_add(start), field)).collect();
        if let Some(element) = pointee.elements.first() {
            let stride = element.size.max(1).next_power_of_two();
            let typed = element.pointee.is_some() || self.one_in(2);
            let mut at = start;
            while typed && at + element.size <= size && fields.len() < 512 {
                let which = self.below(pointee.elements.len());
                fields.push((at, &pointee.elements[which]));
                at += stride;
            }
        }
        let nothing = Pointee::default();
        for (at, field) in fields {
            let fits = at.checked_add(field.size).is_some_and(|end| end <= size);
            if !fits || field.kind != FieldKind::Pointer && self.one_in(3) {
                continue;
            }
            match field.kind {
                FieldKind::Pointer => {
                    let pointee = field.pointee.as_deref().unwrap_or(&nothing);
                    let taken = object
                        .pointers
                        .iter()
                        .any(|it| it.at < at + field.size && at < it.at + u64::from(it.bytes));
                    if depth < 3 && !taken && !self.one_in(12) && object.pointers.len() < 16 {
                        let to = self.pointer(AttrSet::EMPTY, pointee, depth + 1);
                        object.pointers.push(StoredPointer { at, bytes: field.size as u32, to });
                    }
                }
                FieldKind::Int(width) => {
                    let value = self.int(width, &[]);
                    self.store(object, at, &value.zext_or_trunc(field.size as u32 * 8));
                }
                FieldKind::Float(ty) => {
                    if let Val::Bits(bits) = self.float(ty) {
                        self.store(
                            object,
                            at,
                            &Int::new(64, bits).zext_or_trunc(field.size as u32 * 8),
                        );
                    }
                }
                FieldKind::Other => {}
            }
        }
        object.pointers.sort_by_key(|pointer| pointer.at);
    }

    fn store(&self, object: &mut ObjectSpec, at: u64, value: &Int) {
        for (place, byte) in self.bytes(value).into_iter().enumerate() {
            if let Some(content) = object.contents.get_mut(at as usize + place) {
                *content = ByteContent::plain(byte);
            }
        }
    }

    fn bytes(&self, value: &Int) -> Vec<u8> {
        if self.layout.is_big_endian() { value.to_be_bytes() } else { value.to_le_bytes() }
    }

    /// An argument for a parameter; `before` are those for the parameters before it.
    fn argument(&mut self, index: usize, before: &[ArgSpec]) -> ArgSpec {
        let (shape, attrs) = (self.params[index].shape.clone(), self.params[index].attrs);
        if !matches!(shape.kind, ShapeKind::Ptr(_)) {
            let mut earlier = Vec::new();
            before.iter().for_each(|arg| add_known(&mut earlier, arg));
            return self.value(&shape, attrs, &earlier);
        }
        let pointee = self.params[index].pointee.clone();
        if self.one_in(5)
            && let Some(same) = self.alias(index, before)
        {
            return same;
        }
        self.pointer(attrs, &pointee, 0)
    }

    /// A pointer to the object of an earlier argument, at the same offset or near it.
    fn alias(&mut self, index: usize, before: &[ArgSpec]) -> Option<ArgSpec> {
        let attrs = self.params[index].attrs;
        let apart = [AttrKind::NoAlias, AttrKind::ByVal, AttrKind::StructRet];
        let others: Vec<usize> = (0..before.len())
            .filter(|&at| matches!(before[at], ArgSpec::Object(_)))
            .filter(|&at| !apart.iter().any(|&kind| self.has(self.params[at].attrs, kind)))
            .collect();
        if others.is_empty() || apart.iter().any(|&kind| self.has(attrs, kind)) {
            return None;
        }
        let argument = others[self.below(others.len())];
        let ArgSpec::Object(object) = &before[argument] else { return None };
        let room = (object.contents.len() as u64).saturating_sub(object.offset);
        let align = self.ctx.int_attr(attrs, AttrKind::Align).unwrap_or(1).max(1);
        let needed = self.ctx.int_attr(attrs, AttrKind::Dereferenceable).unwrap_or(0);
        let own_align = object.align;
        let offset = match self.below(8) {
            0 | 1 => 1 << self.random.below(4),
            // One past the end.
            2 => room,
            _ => 0,
        };
        let fits =
            offset + needed <= room && (align == 1 || align <= own_align && offset % align == 0);
        fits.then_some(ArgSpec::Same { argument, offset })
    }

    pub(super) fn world(&mut self) -> WorldSpec {
        let mut world = WorldSpec::default();
        if !self.worldly {
            return world;
        }
        world.seed = self.random.below(1 << 16);
        (world.unwind, world.hang, world.undef) = (self.one_in(4), self.one_in(6), self.one_in(10));
        if self.one_in(2) {
            let answering = self.answering.clone();
            for (name, shape) in answering {
                let count = self.below(4);
                let answers =
                    (0..count).filter_map(|_| match self.value(&shape, AttrSet::EMPTY, &[]) {
                        ArgSpec::Value(value) if value.is_well_defined() => Some(value),
                        ArgSpec::Value(..)
                        | ArgSpec::Object(..)
                        | ArgSpec::Same { .. }
                        | ArgSpec::Parts(..) => None,
                    });
                world.answers.push((name, answers.collect()));
            }
        }
        let variables = self.variables.clone();
        for (name, shape) in variables {
            if self.one_in(4) && !self.unshared.contains(&name) {
                continue;
            }
            let pointee = Pointee::of_shape(&shape);
            let mut object = ObjectSpec { align: DEFAULT_ALIGN, ..ObjectSpec::default() };
            self.fill(&mut object, shape.stride, 0, &pointee, 1);
            world.globals.push((name, object));
        }
        world
    }

    /// A random input.
    pub(super) fn input(&mut self) -> Input {
        let mut args: Vec<ArgSpec> = Vec::with_capacity(self.params.len());
        for index in 0..self.params.len() {
            let arg = self.argument(index, &args);
            args.push(arg);
        }
        let choices = if self.one_in(3) { self.random.below(1 << 16) } else { 0 };
        Input { args, world: self.world(), choices }
    }

    /// A mutation of an input.
    pub(super) fn mutate(&mut self, input: &Input) -> Input {
        let mut input = input.clone();
        for _ in 0..=self.below(2) {
            if input.args.is_empty() || self.worldly && self.one_in(4) {
                input.world = self.world();
                continue;
            }
            let index = self.below(input.args.len());
            let small = self.one_in(2);
            let changed = match &input.args[index] {
                ArgSpec::Value(Val::Bits(bits)) if small => self.near(index, *bits),
                ArgSpec::Object(object) if small => Some(self.change_object(object.clone())),
                ArgSpec::Value(..)
                | ArgSpec::Object(..)
                | ArgSpec::Same { .. }
                | ArgSpec::Parts(..) => None,
            };
            input.args[index] = match changed {
                Some(changed) => changed,
                None => self.argument(index, &input.args[..index]),
            };
        }
        self.repair(&mut input);
        input
    }

    fn near(&mut self, index: usize, bits: u64) -> Option<ArgSpec> {
        let ShapeKind::Int(width) = self.params[index].shape.kind else { return None };
        if width > 64 {
            return None;
        }
        let value = Int::new(width, bits);
        let one = Int::one(width);
        let changed = match self.below(6) {
            0 => value.add(&one),
            1 => value.sub(&one),
            2 => value.xor(&one.shl(self.random.below(u64::from(width)) as u32)),
            3 => value.add(&value),
            4 => half(&value),
            _ => value.neg(),
        };
        Some(ArgSpec::Value(Val::int(self.in_range(changed, self.params[index].attrs))))
    }

    fn change_object(&mut self, mut object: ObjectSpec) -> ArgSpec {
        let size = object.contents.len();
        if size == 0 {
            return ArgSpec::Object(object);
        }
        let width = [8u32, 16, 32, 64][self.below(4)];
        let bytes = (width / 8) as usize;
        let at = self.below(size.div_ceil(bytes)) * bytes;
        let value = self.int(width, &[]);
        self.store(&mut object, at as u64, &value);
        ArgSpec::Object(object)
    }

    /// Lets arguments that alias another one point to its object again.
    pub(super) fn repair(&mut self, input: &mut Input) {
        for index in 0..input.args.len() {
            if let ArgSpec::Same { argument, .. } = input.args[index]
                && !matches!(input.args.get(argument), Some(ArgSpec::Object(_)))
            {
                input.args[index] = self.pointer(self.params[index].attrs, &Pointee::default(), 1);
            }
        }
    }

    /// Plain inputs: zeros, ones, and one argument at a time poison or undef.
    pub(super) fn plain(&mut self) -> Vec<Input> {
        let mut inputs = Vec::new();
        for number in [0u64, 1, u64::MAX, 2, 7] {
            let mut args: Vec<ArgSpec> = Vec::new();
            for index in 0..self.params.len() {
                let shape = self.params[index].shape.clone();
                let arg = if matches!(shape.kind, ShapeKind::Ptr(_)) {
                    let attrs = self.params[index].attrs;
                    let pointee = self.params[index].pointee.clone();
                    let mut pointer = self.pointer(attrs, &pointee, 1);
                    while matches!(pointer, ArgSpec::Value(_)) {
                        pointer = self.pointer(attrs, &pointee, 1);
                    }
                    pointer
                } else {
                    self.constant(&shape, number, self.params[index].attrs)
                };
                args.push(arg);
            }
            inputs.push(Input { args, world: self.world(), choices: 0 });
        }
        let first = inputs[1].clone();
        for index in 0..self.params.len() {
            if self.has(self.params[index].attrs, AttrKind::NoUndef) {
                continue;
            }
            for value in [Val::Poison, Val::Undef] {
                let seeds = if value == Val::Undef { 4 } else { 1 };
                for choices in 0..seeds {
                    let mut input = Input { choices, ..first.clone() };
                    input.args[index] = ArgSpec::Value(value.clone());
                    inputs.push(input);
                }
            }
        }
        inputs
    }

    fn constant(&self, shape: &Shape, number: u64, attrs: AttrSet) -> ArgSpec {
        match &shape.kind {
            ShapeKind::Int(width) => {
                let value = Int::new(64, number).sext_or_trunc(*width);
                ArgSpec::Value(Val::int(self.in_range(value, attrs)))
            }
            ShapeKind::Float(ty) => {
                let value = Float::from_int(*ty, &Int::new(32, number & 0xffff_ffff), true);
                let bits = value.map_or(0, |value| value.bits());
                ArgSpec::Value(Val::int(Int::from_u128(ty.bits(), bits)))
            }
            ShapeKind::Ptr(_) => ArgSpec::Value(Val::NULL),
            ShapeKind::Vector { .. } | ShapeKind::Array { .. } | ShapeKind::Struct(_) => {
                let count = shape.part_count().unwrap_or(0);
                let parts =
                    (0..count).filter_map(|at| Some(self.constant(shape.part(at)?, number, attrs)));
                ArgSpec::Parts(parts.collect())
            }
            ShapeKind::Void | ShapeKind::Opaque => ArgSpec::Value(Val::Poison),
        }
    }

    /// The number of bits of all arguments, if all are integers.
    pub(super) fn argument_bits(&self) -> Option<u32> {
        self.params.iter().try_fold(0u32, |sum, param| match param.shape.kind {
            ShapeKind::Int(width) => sum.checked_add(width),
            ShapeKind::Void
            | ShapeKind::Opaque
            | ShapeKind::Float(..)
            | ShapeKind::Ptr(..)
            | ShapeKind::Vector { .. }
            | ShapeKind::Array { .. }
            | ShapeKind::Struct(..) => None,
        })
    }

    /// The input whose arguments are these bits.
    pub(super) fn numbered(&mut self, mut bits: u64) -> Input {
        let args = self.params.iter().map(|param| {
            let ShapeKind::Int(width) = param.shape.kind else {
                return ArgSpec::Value(Val::Poison);
            };
            let value = Int::new(width, bits);
            bits = bits.checked_shr(width).unwrap_or(0);
            ArgSpec::Value(Val::int(self.in_range(value, param.attrs)))
        });
        let args = args.collect();
        Input { args, world: self.world(), choices: 0 }
    }

    /// The shapes of the parameters.
    pub(super) fn shapes(&self) -> Vec<Arc<Shape>> {
        self.params.iter().map(|param| param.shape.clone()).collect()
    }

    /// The minimum size in bytes of the object of a parameter.
    pub(super) fn least_size(&self, index: usize) -> u64 {
        let attrs = self.params[index].attrs;
        let needed = self.ctx.int_attr(attrs, AttrKind::Dereferenceable).unwrap_or(0);
        self.passed_size(attrs).map_or(needed, |passed| needed.max(passed).max(1))
    }

    /// The size of an argument passed through a pointer (`byval` and the like).
    fn passed_size(&self, attrs: AttrSet) -> Option<u64> {
        let kinds = [AttrKind::ByVal, AttrKind::StructRet, AttrKind::ByRef];
        let ty = kinds.iter().find_map(|&kind| self.ctx.type_attr(attrs, kind))?;
        Some(self.layout.alloc_size(self.ctx, ty).unwrap_or(MAX_OBJECT))
    }

    /// Whether null is allowed for a parameter.
    pub(super) fn may_be_null(&self, index: usize) -> bool {
        self.least_size(index) == 0 && !self.has(self.params[index].attrs, AttrKind::NonNull)
    }

    /// An integer that a parameter's attributes allow.
    pub(super) fn allowed(&self, index: usize, value: Int) -> Int {
        self.in_range(value, self.params[index].attrs)
    }

    /// Whether anything but the target's choices can be varied.
    pub(super) fn varies(&self) -> bool {
        self.worldly || !self.params.is_empty()
    }

    /// Whether runs depend on the environment.
    pub(super) fn is_worldly(&self) -> bool {
        self.worldly
    }
}

/// The alignment of an object passed through a pointer without `align`: a callee with an `sret`
/// parameter may rely on it that a value of its type can be stored there. (`byref` and `byval` have
/// no such rule.)
pub(super) fn passed_align(ctx: &Context, layout: &DataLayout, attrs: AttrSet) -> u64 {
    match (ctx.type_attr(attrs, AttrKind::StructRet), ctx.int_attr(attrs, AttrKind::Align)) {
        (Some(ty), None) => layout.abi_align(ctx, ty).unwrap_or(1),
        (Some(_), Some(_)) | (None, _) => 1,
    }
}

fn half(value: &Int) -> Int {
    if value.width() > 1 { value.lshr(1) } else { Int::zero(1) }
}

/// The integers of an argument.
fn add_known(known: &mut Vec<Int>, arg: &ArgSpec) {
    match arg {
        ArgSpec::Value(Val::Bits(bits)) => known.push(Int::new(64, *bits)),
        ArgSpec::Parts(parts) => parts.iter().take(4).for_each(|part| add_known(known, part)),
        ArgSpec::Value(_) | ArgSpec::Object(_) | ArgSpec::Same { .. } => {}
    }
}

fn pointee_of(half: &mut Half<'_>, index: usize) -> Pointee {
    let side = half.side;
    match side.body().and_then(|body| Some((body, *body.args().get(index)?))) {
        Some((body, arg)) => pointees::of(&mut half.machine, body, arg),
        None => Pointee::default(),
    }
}
