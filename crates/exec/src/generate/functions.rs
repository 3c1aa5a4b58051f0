//! The parts of a program: globals, declarations, functions one after the other, and a `main` that
//! runs them.

use super::builder::{Builder, Need};
use super::calls::RECURSION_DEPTH;
use super::facts::{AccessFacts, Facts, Form, Life, Spec};
use super::program::{Callee, GlobalObject, Program};
use super::types::{size_and_align, whole_bytes};
use super::values::bytes_place;
use super::{Externals, Rng};
use tollgate_ir::{
    Access, Attr, AttrKind, AttrList, AttrSet, BodyState, Const, Context, Flags, Linkage,
    MemoryEffects, MemoryPart, Name, NewInst, Opcode, Type, TypeKind, Value,
};

/// `fastcc`, as LLVM's number.
const FAST_CONVENTION: u32 = 8;

pub(super) fn fill(program: &mut Program<'_>, ctx: &mut Context, rng: &mut Rng) {
    let config = program.config;
    add_checksum(program, ctx);
    if config.globals {
        for at in 0..rng.range(1, 4) {
            add_bytes(program, ctx, rng, at);
        }
        if config.stored_pointers {
            add_pointer_cell(program, ctx, rng);
        }
    }
    if config.externals == Externals::Unknown {
        for at in 0..rng.range(2, 5) {
            add_outside(program, ctx, rng, at);
        }
    }
    for at in 0..config.functions {
        add_function(program, ctx, rng, at);
    }
    if config.main {
        add_main(program, ctx, rng);
    }
}

fn named(ctx: &mut Context, name: &str) -> Name {
    Name::Named(ctx.symbol(name.as_bytes()))
}

// Globals.

fn add_checksum(program: &mut Program<'_>, ctx: &mut Context) {
    let name = named(ctx, "checksum");
    let zero = ctx.const_int(Type::I64, 0);
    program.add_variable(name, Type::I64, Some(zero), false, Linkage::Internal, None);
    program.checksum = Some(name);
}

/// A global of bytes: an array, a struct or a scalar; constant, internal or known to everybody.
fn add_bytes(program: &mut Program<'_>, ctx: &mut Context, rng: &mut Rng, at: u64) {
    let types = &program.types;
    let scalars: Vec<Type> =
        [types.ints.as_slice(), types.floats.as_slice(), types.vectors.as_slice()]
            .concat()
            .into_iter()
            .filter(|&ty| whole_bytes(ctx, ty).is_some_and(|size| size <= 16))
            .collect();
    let elem = rng.pick_late(&scalars).unwrap_or(Type::I32);
    let ty = match rng.below(3) {
        0 => elem,
        1 => {
            let fields: Box<[Type]> = (0..rng.range(1, 4)).map(|_| rng.pick(&scalars)).collect();
            // Packed: the padding of others has no initial value.
            ctx.ty(TypeKind::Struct { packed: true, fields })
        }
        _ => ctx.ty(TypeKind::Array { len: rng.range(1, 12), elem }),
    };
    // An element whose size is rounded up has padding after it.
    let padded =
        |ty: Type| whole_bytes(ctx, ty) != Some(size_and_align(&program.layout, ctx, ty).0);
    let has_padding = match ctx.kind(ty) {
        TypeKind::Array { elem, .. } => padded(*elem),
        TypeKind::Struct { fields, .. } => fields.iter().any(|&field| padded(field)),
        _ => padded(ty),
    };
    let (size, align) = size_and_align(&program.layout, ctx, ty);
    let constant = rng.chance(25);
    let linkage = rng.pick(&[Linkage::Internal, Linkage::Internal, Linkage::External]);
    let reads_clean = !has_padding && (constant || linkage == Linkage::Internal);
    let init = some_bytes(program, ctx, rng, ty);
    let name = named(ctx, &format!("bytes{at}"));
    program.add_variable(name, ty, Some(init), constant, linkage, Some(align));
    let place = AccessFacts {
        writable: !constant,
        reads_clean,
        // What the environment may read and pass on is kept clean as well; what only this function
        // knows need not be.
        writes_clean: reads_clean || rng.chance(50),
        ..bytes_place(size, align, Life::Program)
    };
    program.globals.push(GlobalObject { name, place });
}

/// A defined constant of a type without pointers.
fn some_bytes(program: &mut Program<'_>, ctx: &mut Context, rng: &mut Rng, ty: Type) -> Const {
    // The builder knows how to make constants; it needs no body for that.
    let name = named(ctx, "constants");
    Builder::new(ctx, rng, program, name, &[], None).some_constant(ty, Need::Clean)
}

/// A global that holds the address of a global of bytes.
fn add_pointer_cell(program: &mut Program<'_>, ctx: &mut Context, rng: &mut Rng) {
    let Some(target) = rng.pick_late(&program.globals) else { return };
    program.pointee_places.push(Some(target.place));
    let pointee = program.pointee_places.len() as u32 - 1;
    let name = named(ctx, "pointer");
    let init = Program::address(ctx, target.name);
    program.add_variable(name, Type::PTR, Some(init), false, Linkage::Internal, None);
    let place =
        AccessFacts { form: Form::Cell(Type::PTR), pointee, ..bytes_place(8, 8, Life::Program) };
    program.globals.push(GlobalObject { name, place });
}

// Declarations.

fn add_outside(program: &mut Program<'_>, ctx: &mut Context, rng: &mut Rng, at: u64) {
    let mut params = Vec::new();
    let mut sets = Vec::new();
    let attributes = program.config.attributes;
    for _ in 0..rng.below(4) {
        if rng.chance(30) {
            let writable = rng.chance(50);
            let place = AccessFacts {
                writable,
                reads_clean: false,
                writes_clean: false,
                ..bytes_place(rng.pick(&[1, 4, 8]), 1, Life::Function)
            };
            params.push(Spec::pointer(place, true));
            let mut attrs = vec![Attr::Flag(AttrKind::NoUndef)];
            if !writable {
                attrs.extend([Attr::Flag(AttrKind::ReadOnly), Attr::Flag(AttrKind::NoCapture)]);
            } else if rng.chance(40) {
                attrs.push(Attr::Flag(AttrKind::NoCapture));
            }
            sets.push(ctx.attr_set(&attrs));
        } else {
            let ty = rng.pick(&[Type::I1, Type::I8, Type::I32, Type::I64]);
            let clean = attributes && rng.chance(60);
            params.push(Spec::new(ty, clean));
            sets.push(if clean {
                ctx.attr_set(&[Attr::Flag(AttrKind::NoUndef)])
            } else {
                AttrSet::EMPTY
            });
        }
    }
    let clean = attributes && rng.chance(70);
    let ret = rng
        .chance(70)
        .then(|| Spec::new(rng.pick(&[Type::I1, Type::I8, Type::I32, Type::I64]), clean));
    let result = match ret {
        Some(_) if clean => ctx.attr_set(&[Attr::Flag(AttrKind::NoUndef)]),
        _ => AttrSet::EMPTY,
    };
    let mut attrs = vec![Attr::Flag(AttrKind::NoUnwind)];
    if attributes {
        attrs.extend(outside_attributes(rng, &params));
    }
    let function = ctx.attr_set(&attrs);
    let list = ctx.attr_list(function, result, &sets);
    let types: Box<[Type]> = params.iter().map(|spec| spec.ty).collect();
    let count = types.len();
    let ty = ctx.ty(TypeKind::Function {
        ret: ret.map_or(Type::VOID, |spec| spec.ty),
        params: types,
        vararg: false,
    });
    let name = named(ctx, &format!("outside{at}"));
    program.add_function(name, ty, count, list, Linkage::External);
    program.callees.push(Callee {
        name,
        ty,
        params,
        ret,
        attrs: AttrList::EMPTY,
        cost: 1,
        throws: false,
        convention: 0,
        external: true,
        unknown: true,
    });
}

/// What a declaration may assert.
fn outside_attributes(rng: &mut Rng, params: &[Spec]) -> Vec<Attr> {
    let mut attrs = Vec::new();
    let writes_arguments =
        params.iter().any(|spec| spec.facts.place.is_some_and(|place| place.writable));
    let none = MemoryEffects::all(Access::None);
    let effects = match rng.below(6) {
        0 if !writes_arguments => Some(none),
        1 if !writes_arguments => Some(MemoryEffects::all(Access::Read)),
        2 => Some(none.with(MemoryPart::Arguments, Access::ReadWrite)),
        3 => Some(none.with(MemoryPart::Inaccessible, Access::ReadWrite)),
        _ => None,
    };
    attrs.extend(effects.map(Attr::Memory));
    for kind in [
        AttrKind::WillReturn,
        AttrKind::NoSync,
        AttrKind::NoFree,
        AttrKind::NoCallback,
        AttrKind::Cold,
    ] {
        if rng.chance(40) {
            attrs.push(Attr::Flag(kind));
        }
    }
    attrs
}

// Functions.

fn some_params(builder: &mut Builder<'_, '_>, at: u32) -> Vec<Spec> {
    let config = builder.config();
    let mut params = Vec::new();
    if config.recursion && at % 2 == 1 {
        params.push(Spec::new(Type::I32, true));
    }
    for _ in 0..builder.rng.range(1, 4) {
        if (config.stack || config.globals) && builder.rng.chance(25) {
            let extent = builder.rng.pick(&[1, 4, 8, 16]);
            let place = AccessFacts {
                align: builder.rng.pick(&[1, 1, 4]),
                writable: builder.rng.chance(70),
                reads_clean: false,
                ..bytes_place(extent, 1, Life::Function)
            };
            params.push(Spec::pointer(place, true));
            continue;
        }
        let ty = builder.some_type();
        let clean = config.attributes && builder.rng.chance(60);
        let mut spec = Spec::new(ty, clean);
        if clean
            && matches!(ty, Type::I8 | Type::I16 | Type::I32 | Type::I64)
            && builder.rng.chance(20)
        {
            spec.facts.max = Some(builder.rng.range(1, 100));
        }
        params.push(spec);
    }
    params
}

/// The attributes that state what a spec requires.
fn spec_attributes(ctx: &mut Context, rng: &mut Rng, spec: &Spec, no_capture: bool) -> AttrSet {
    let mut attrs = Vec::new();
    if spec.facts.clean {
        attrs.push(Attr::Flag(AttrKind::NoUndef));
    }
    if let Some(place) = spec.facts.place {
        attrs.push(Attr::Int(AttrKind::Dereferenceable, place.extent));
        if place.align > 1 {
            attrs.push(Attr::Int(AttrKind::Align, place.align));
        }
        if rng.chance(50) {
            attrs.push(Attr::Flag(AttrKind::NonNull));
        }
        if !place.writable {
            attrs.push(Attr::Flag(AttrKind::ReadOnly));
        }
        if no_capture && rng.chance(50) {
            attrs.push(Attr::Flag(AttrKind::NoCapture));
        }
    }
    if let Some(max) = spec.facts.max {
        let (low, high) = (ctx.const_int(spec.ty, 0), ctx.const_int(spec.ty, max + 1));
        attrs.push(Attr::Range(low, high));
    }
    if matches!(spec.ty, Type::I1 | Type::I8 | Type::I16) && rng.chance(50) {
        attrs.push(Attr::Flag(rng.pick(&[AttrKind::ZeroExt, AttrKind::SignExt])));
    }
    ctx.attr_set(&attrs)
}

fn add_function(program: &mut Program<'_>, ctx: &mut Context, rng: &mut Rng, at: u32) {
    let config = program.config;
    let name = named(ctx, &format!("f{at}"));
    let (params, ret) = {
        let mut builder = Builder::new(ctx, rng, program, name, &[], None);
        let params = some_params(&mut builder, at);
        let ret = builder.rng.chance(90).then(|| {
            let clean = config.attributes && builder.rng.chance(60);
            Spec::new(builder.some_type(), clean)
        });
        (params, ret)
    };
    let no_capture = config.externals != Externals::Unknown && !config.pointer_integers;
    let sets: Vec<AttrSet> =
        params.iter().map(|spec| spec_attributes(ctx, rng, spec, no_capture)).collect();
    let result = match &ret {
        Some(spec) => spec_attributes(ctx, rng, spec, false),
        None => AttrSet::EMPTY,
    };
    let call_attrs = ctx.attr_list(AttrSet::EMPTY, result, &sets);
    let types: Box<[Type]> = params.iter().map(|spec| spec.ty).collect();
    let ty = ctx.ty(TypeKind::Function {
        ret: ret.map_or(Type::VOID, |spec| spec.ty),
        params: types,
        vararg: false,
    });
    let linkage = rng.pick(&[Linkage::Internal, Linkage::External]);
    let convention =
        if linkage == Linkage::Internal && rng.chance(20) { FAST_CONVENTION } else { 0 };
    let func = program.add_function(name, ty, params.len(), AttrList::EMPTY, linkage);
    let mut callee = Callee {
        name,
        ty,
        params,
        ret,
        attrs: call_attrs,
        cost: 0,
        throws: false,
        convention,
        external: false,
        unknown: false,
    };

    let mut builder = Builder::new(ctx, rng, program, name, &callee.params, ret);
    if builder.rng.chance(50) {
        let zero = builder.int(Type::I64, 0);
        builder.checksum = Some(zero);
    }
    if config.recursion && at % 2 == 1 {
        // However large the depth that comes in is, the function goes on with a small one.
        let depth = builder.body.args()[0];
        let depth = builder.at_most(depth, RECURSION_DEPTH);
        builder.recursion = Some((callee.clone(), depth));
    }
    freeze_params(&mut builder);
    builder.statements(u64::from(config.statements));
    finish_function(&mut builder);
    let unreachable = config.unreachable_blocks && builder.rng.chance(60);
    if unreachable {
        let joins = builder.joins.clone();
        builder.unreachable_block(&joins);
    }

    let mut attrs = Vec::new();
    if config.attributes {
        if !builder.throws {
            attrs.push(Attr::Flag(AttrKind::NoUnwind));
        }
        if !builder.calls_unknown && !builder.throws {
            attrs.extend([Attr::Flag(AttrKind::WillReturn), Attr::Flag(AttrKind::MustProgress)]);
        }
        if !builder.touches_memory && builder.checksum.is_some() && !builder.calls_itself {
            attrs.push(Attr::Memory(MemoryEffects::all(Access::None)));
        }
        if builder.rng.chance(25) {
            attrs.push(Attr::Flag(AttrKind::NoInline));
        }
    }
    callee.throws = builder.throws;
    callee.unknown = builder.calls_unknown;
    // Two calls of itself, each one less deep.
    let repeats = if builder.calls_itself { (2 << RECURSION_DEPTH) - 1 } else { 1 };
    callee.cost = builder.cost.saturating_mul(repeats);
    let (body, personality) = (std::mem::take(&mut builder.body), builder.personality);
    let function_attrs = ctx.attr_set(&attrs);
    program.module.functions[func].attrs = ctx.attr_list(function_attrs, result, &sets);
    program.module.functions[func].convention = convention;
    program.module.functions[func].body = BodyState::Read(Box::new(body));
    if personality {
        set_personality(program, ctx, func);
    }
    program.callees.push(callee);
}

fn set_personality(program: &mut Program<'_>, ctx: &mut Context, func: tollgate_ir::Func) {
    let (personality, _) = program.declare(ctx, "__gxx_personality_v0", Type::I32, &[], true);
    program.module.functions[func].personality = Some(personality);
}

/// Parameters that may be poison are frozen, so that branches can depend on them.
fn freeze_params(builder: &mut Builder<'_, '_>) {
    for arg in builder.body.args().to_vec() {
        let deferred = builder.config().poison || builder.config().undef;
        if !builder.facts(arg).clean && (!deferred || builder.rng.chance(60)) {
            let frozen = builder.freeze(arg);
            builder.scope.push(frozen);
        }
    }
}

/// Returns what was asked for, mixed with the checksum where that can be done.
fn finish_function(builder: &mut Builder<'_, '_>) {
    for _ in 0..3 {
        builder.observe();
    }
    let Some(spec) = builder.ret else { return builder.finish() };
    let int = builder.ctx.int_width(spec.ty).is_some();
    match builder.checksum {
        Some(checksum) if int && spec.facts.max.is_none() => {
            let sum = builder.resize(checksum, spec.ty);
            let value = builder.supply(&spec);
            let result = builder.op(Opcode::Xor, spec.ty, &[sum, value]);
            builder.emit(NewInst::new(Opcode::Ret, spec.ty, &[result]));
        }
        _ => builder.finish(),
    }
}

// main.

fn add_main(program: &mut Program<'_>, ctx: &mut Context, rng: &mut Rng) {
    let name = named(ctx, "main");
    let ty = ctx.ty(TypeKind::Function { ret: Type::I32, params: Box::default(), vararg: false });
    let func = program.add_function(name, ty, 0, AttrList::EMPTY, Linkage::External);
    let buffer = add_buffer(program, ctx);
    let callees: Vec<Callee> =
        program.callees.iter().filter(|callee| !callee.external).cloned().collect();

    let ret = Spec::new(Type::I32, true);
    let mut builder = Builder::new(ctx, rng, program, name, &[], Some(ret));
    builder.is_main = true;
    builder.depth_left = 0;
    let zero = builder.int(Type::I64, 0);
    builder.checksum = Some(zero);
    for callee in &callees {
        for _ in 0..builder.rng.range(1, 3) {
            // Arguments are constants, or results of earlier calls.
            let address = Program::address(builder.ctx, callee.name);
            let address = builder.constant(address);
            let mark = builder.scope.len();
            builder.call_callee(callee, address);
            if let Some(&result) = builder.scope.get(mark)
                && builder.ty(result) != Type::PTR
            {
                // A result may be unclean in principle; in this run it is what it is.
                builder.mix(result);
            }
        }
    }
    builder.mix_memory(buffer);
    builder.print_checksum();
    let status = builder.int(Type::I32, 0);
    builder.emit(NewInst::new(Opcode::Ret, Type::I32, &[status]));
    let (body, personality) = (std::mem::take(&mut builder.body), builder.personality);
    program.module.functions[func].body = BodyState::Read(Box::new(body));
    if personality {
        set_personality(program, ctx, func);
    }
}

/// Memory for pointer parameters, large and aligned enough for all of them.
fn add_buffer(program: &mut Program<'_>, ctx: &mut Context) -> GlobalObject {
    let name = named(ctx, "buffer");
    let ty = ctx.ty(TypeKind::Array { len: 32, elem: Type::I8 });
    let bytes: Vec<u8> = (0..32u8).map(|at| at.wrapping_mul(37).wrapping_add(11)).collect();
    let init = ctx.const_bytes(ty, &bytes);
    program.add_variable(name, ty, Some(init), false, Linkage::Internal, Some(16));
    let object = GlobalObject { name, place: bytes_place(32, 16, Life::Program) };
    program.globals.push(object);
    object
}

impl Builder<'_, '_> {
    /// Mixes what memory of bytes holds into the checksum.
    fn mix_memory(&mut self, buffer: GlobalObject) {
        let mut objects: Vec<GlobalObject> = self.program.globals.clone();
        objects.retain(|object| object.place.form == Form::Bytes && object.place.reads_clean);
        if objects.iter().all(|object| object.name != buffer.name) {
            objects.push(buffer);
        }
        for object in objects {
            let base = self.global(object.name, object.place);
            for offset in (0..object.place.extent).step_by(8) {
                let width = (object.place.extent - offset).min(8) as u32 * 8;
                let ty = self.ctx.int_type(width);
                let at = self.int(Type::I64, offset as i64);
                let address = self.gep(Type::I8, base, &[at], Flags::INBOUNDS);
                let word = self.load(address, ty, Some(1), false);
                self.mix(word);
            }
        }
        if let Some(name) = self.program.checksum {
            let address = self.global(name, super::memory::checksum_place());
            let word = self.load(address, Type::I64, Some(8), false);
            self.mix(word);
        }
    }

    fn print_checksum(&mut self) {
        let Some(checksum) = self.checksum else { return };
        if self.rng.chance(30) {
            return self.print_digits(checksum);
        }
        let text = b"%016llx\n\0";
        let ty = self.ctx.ty(TypeKind::Array { len: text.len() as u64, elem: Type::I8 });
        let init = self.ctx.const_bytes(ty, text);
        let name = named(self.ctx, "format");
        self.program.add_variable(name, ty, Some(init), true, Linkage::Private, Some(1));
        let format = Program::address(self.ctx, name);
        let format = self.constant(format);
        let (printf, printf_type) =
            self.program.declare(self.ctx, "printf", Type::I32, &[Type::PTR], true);
        let printf = self.constant(printf);
        self.call((printf, printf_type), &[format, checksum], AttrList::EMPTY, 0, Flags::NONE);
    }

    /// The checksum in letters from `a` to `p`, by `putchar`.
    fn print_digits(&mut self, checksum: Value) {
        let (putchar, putchar_type) =
            self.program.declare(self.ctx, "putchar", Type::I32, &[Type::I32], false);
        let putchar = self.constant(putchar);
        for at in 0..16 {
            let amount = self.int(Type::I64, 60 - at * 4);
            let shifted = self.op(Opcode::LShr, Type::I64, &[checksum, amount]);
            let mask = self.int(Type::I64, 15);
            let digit = self.op(Opcode::And, Type::I64, &[shifted, mask]);
            let digit = self.cast(Opcode::Trunc, digit, Type::I32);
            let letter = self.int(Type::I32, i64::from(b'a'));
            let letter = self.op(Opcode::Add, Type::I32, &[digit, letter]);
            self.call((putchar, putchar_type), &[letter], AttrList::EMPTY, 0, Flags::NONE);
        }
        let newline = self.int(Type::I32, i64::from(b'\n'));
        self.call((putchar, putchar_type), &[newline], AttrList::EMPTY, 0, Flags::NONE);
        self.learn(newline, Facts { clean: true, ..self.facts(newline) });
    }
}
