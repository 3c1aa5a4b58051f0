//! Memory: stack slots, globals, loads and stores of all sizes, address arithmetic, block
//! operations, stored pointers.
//!
//! An object is either a run of *bytes*, read and written at any offset as any type that fills
//! whole bytes (so that parts of stores are loaded, and several stores by one load), or a *cell*
//! that holds one type only.

use super::builder::{Builder, Need};
use super::facts::{AccessFacts, Facts, Form, Life, Spec};
use super::types::{size_and_align, whole_bytes};
use super::values::bytes_place;
use tollgate_ir::{ConstKind, Flags, IntPredicate, NewInst, Opcode, Type, TypeKind, Value};

/// The object of the global checksum: eight bytes that nothing else accesses.
pub(super) fn checksum_place() -> AccessFacts {
    AccessFacts { form: Form::Cell(Type::I64), ..bytes_place(8, 8, Life::Program) }
}

/// A stack slot that lives as long as a nested statement.
#[derive(Clone, Copy, Debug)]
pub(super) struct RegionSlot {
    pointer: Value,
    mark: usize,
}

#[derive(Clone, Copy)]
enum Kind {
    Slot,
    Load,
    Store,
    Derive,
    Block,
    Heap,
    Compare,
    Difference,
    Choose,
}

impl Builder<'_, '_> {
    pub fn memory_statement(&mut self) {
        let config = self.config();
        let heap = config.externals != super::Externals::Nothing && self.depth_left > 0;
        let choices = [
            (if config.stack { 15 } else { 0 }, Kind::Slot),
            (30, Kind::Load),
            (30, Kind::Store),
            (15, Kind::Derive),
            (if config.block_memory { 8 } else { 0 }, Kind::Block),
            (if heap { 4 } else { 0 }, Kind::Heap),
            (4, Kind::Compare),
            (if config.pointer_integers { 4 } else { 0 }, Kind::Difference),
            (if config.selects { 4 } else { 0 }, Kind::Choose),
        ];
        match self.rng.weighted(&choices).unwrap_or(Kind::Load) {
            Kind::Slot => self.new_slot(),
            Kind::Load => self.load_statement(),
            Kind::Store => self.store_statement(),
            Kind::Derive => self.derive(),
            Kind::Block => self.block_operation(),
            Kind::Heap => self.heap_region(),
            Kind::Compare => self.compare_pointers(),
            Kind::Difference => self.pointer_integers(),
            Kind::Choose => self.choose_pointer(),
        }
    }

    // Plain accesses.

    pub fn load(&mut self, address: Value, ty: Type, align: Option<u64>, volatile: bool) -> Value {
        let operands = [address];
        let flags = if volatile { Flags::VOLATILE } else { Flags::NONE };
        let new =
            NewInst { align, flags, ..NewInst::new(Opcode::Load, ty, &operands).with_result() };
        let value = self.emit(new).unwrap_or(address);
        self.learn(value, Facts::default());
        value
    }

    pub fn store(&mut self, value: Value, address: Value, align: Option<u64>, volatile: bool) {
        let operands = [value, address];
        let ty = self.ty(value);
        let flags = if volatile { Flags::VOLATILE } else { Flags::NONE };
        self.emit(NewInst { align, flags, ..NewInst::new(Opcode::Store, ty, &operands) });
    }

    /// An alignment that may be written on an access of this type: no more than what the pointer
    /// has.
    fn access_align(&mut self, ty: Type, place: &AccessFacts) -> Option<u64> {
        let natural = size_and_align(&self.program.layout, self.ctx, ty).1;
        if natural <= place.align && self.rng.chance(50) {
            return None;
        }
        let exponent = self.rng.range(0, u64::from(place.align.trailing_zeros()));
        Some(1 << exponent)
    }

    fn is_volatile(&mut self) -> bool {
        self.config().volatile && self.rng.chance(10)
    }

    /// Types that can be read from and written to bytes, up to a size.
    fn byte_types(&self, extent: u64) -> Vec<Type> {
        let types = &self.program.types;
        let all =
            [types.ints.as_slice(), types.floats.as_slice(), types.vectors.as_slice()].concat();
        all.into_iter()
            .filter(|&ty| whole_bytes(self.ctx, ty).is_some_and(|size| size <= extent))
            .collect()
    }

    /// A pointer to memory of which `wanted` holds.
    fn pick_pointer(
        &mut self,
        wanted: impl Fn(&AccessFacts) -> bool,
    ) -> Option<(Value, AccessFacts)> {
        let need = self.hazard();
        let mut found: Vec<(Option<Value>, usize, AccessFacts)> = Vec::new();
        for (at, global) in self.program.globals.iter().enumerate() {
            if wanted(&global.place) {
                found.push((None, at, global.place));
            }
        }
        for &value in &self.scope {
            if let Some(place) = self.place(value)
                && wanted(&place)
                && (need == Need::Any || self.facts(value).clean)
            {
                found.push((Some(value), 0, place));
            }
        }
        let (value, at, place) = self.rng.pick_late(&found)?;
        let value = match value {
            Some(value) => value,
            None => {
                let global = self.program.globals[at];
                self.global(global.name, global.place)
            }
        };
        Some((value, place))
    }

    fn load_statement(&mut self) {
        let Some((address, place)) = self.pick_pointer(|_| true) else { return self.compute() };
        self.touches_memory = true;
        // The object of a pointer from a volatile read is not known.
        let volatile = self.is_volatile() && place.form != Form::Cell(Type::PTR);
        let address_is_clean = self.facts(address).clean;
        let (ty, facts) = match place.form {
            Form::Bytes => {
                let types = self.byte_types(place.extent);
                let Some(ty) = self.rng.pick_late(&types) else { return self.compute() };
                (ty, Facts::default())
            }
            Form::Cell(ty) => (
                ty,
                Facts {
                    place: self.program.pointee_places[place.pointee as usize],
                    ..Facts::default()
                },
            ),
        };
        let align = self.access_align(ty, &place);
        let value = self.load(address, ty, align, volatile);
        let clean = address_is_clean && place.reads_clean;
        self.learn(value, Facts { clean, ..facts });
        if !clean && facts.place.is_none() && self.rng.chance(60) {
            let frozen = self.freeze(value);
            self.scope.push(frozen);
        }
        self.scope.push(value);
    }

    fn store_statement(&mut self) {
        let Some((address, place)) = self.pick_pointer(|place| place.writable) else {
            return self.compute();
        };
        self.touches_memory = true;
        let need = if place.writes_clean { Need::Clean } else { Need::Any };
        let value = match place.form {
            Form::Bytes => {
                let types = self.byte_types(place.extent);
                let Some(ty) = self.rng.pick_late(&types) else { return self.compute() };
                let value = self.pick_variable(ty, need);
                if self.config().reproducible && self.is_float(ty) {
                    self.without_nan(value)
                } else {
                    value
                }
            }
            Form::Cell(ty) => {
                let place = self.program.pointee_places[place.pointee as usize];
                let facts = Facts { clean: need == Need::Clean, max: None, place };
                self.supply(&Spec { ty, facts })
            }
        };
        let ty = self.ty(value);
        let align = self.access_align(ty, &place);
        let volatile = self.is_volatile();
        self.store(value, address, align, volatile);
    }

    // Objects.

    /// A stack slot of the entry block.
    fn alloca(&mut self, ty: Type, align: u64) -> Value {
        let one = self.int(Type::I32, 1);
        let operands = [one];
        let new = NewInst {
            align: Some(align),
            ..NewInst::new(Opcode::Alloca, ty, &operands).returning(Type::PTR)
        };
        let inst = self.body.create_inst(new);
        let entry = self.body.entry().unwrap_or(self.block);
        self.body.prepend_inst(entry, inst);
        self.cost += 1;
        let value = self.body.inst(inst).result().unwrap_or(one);
        self.learn(value, Facts { clean: true, max: None, place: None });
        value
    }

    /// A stack slot that no other statement knows.
    pub fn hidden_slot(&mut self, ty: Type) -> Value {
        let align = size_and_align(&self.program.layout, self.ctx, ty).1;
        self.alloca(ty, align)
    }

    /// Some type for an object of bytes, with its size and alignment.
    fn bytes_type(&mut self) -> (Type, u64, u64) {
        let scalars = self.byte_types(16);
        let elem = self.rng.pick_late(&scalars).unwrap_or(Type::I32);
        let kind = match self.rng.below(4) {
            0 => return self.sized(elem),
            1 => {
                let fields = (0..self.rng.range(1, 4))
                    .map(|_| self.rng.pick_late(&scalars).unwrap_or(Type::I8));
                let fields: Box<[Type]> = fields.collect();
                TypeKind::Struct { packed: self.rng.chance(20), fields }
            }
            _ => TypeKind::Array { len: self.rng.range(1, 12), elem },
        };
        let ty = self.ctx.ty(kind);
        self.sized(ty)
    }

    fn new_slot(&mut self) {
        if self.rng.chance(35) {
            return self.new_cell();
        }
        let (ty, size, align) = self.bytes_type();
        let pointer = self.alloca(ty, align);
        let place = self.initialise(pointer, bytes_place(size, align, Life::Function));
        self.learn(pointer, Facts { clean: true, max: None, place: Some(place) });
        self.scope.push(pointer);
    }

    /// A cell of a type that need not fill whole bytes, or of a pointer.
    fn new_cell(&mut self) {
        let pointers = self.config().stored_pointers && self.rng.chance(50);
        let spec = if pointers {
            let places: Vec<AccessFacts> = self
                .scope
                .iter()
                .filter(|&&value| self.facts(value).clean && self.lives(value, Life::Function))
                .filter_map(|&value| self.place(value))
                .collect();
            let Some(place) = self.rng.pick_late(&places) else { return self.compute() };
            Spec::pointer(place, true)
        } else {
            let clean = self.config().ub_free && self.rng.chance(70) || self.rng.chance(30);
            Spec::new(self.some_type(), clean)
        };
        let pointee = match spec.facts.place {
            Some(place) => {
                self.program.pointee_places.push(Some(place));
                self.program.pointee_places.len() as u32 - 1
            }
            None => 0,
        };
        let (_, size, align) = self.sized(spec.ty);
        let pointer = self.alloca(spec.ty, align);
        let first = self.supply(&spec);
        self.store(first, pointer, None, false);
        let clean = spec.facts.clean;
        let place = AccessFacts {
            form: Form::Cell(spec.ty),
            pointee,
            reads_clean: clean,
            writes_clean: clean,
            ..bytes_place(size, align, Life::Function)
        };
        self.learn(pointer, Facts { clean: true, max: None, place: Some(place) });
        self.scope.push(pointer);
    }

    /// Writes every byte of a new object, unless it may stay undefined.
    fn initialise(&mut self, pointer: Value, place: AccessFacts) -> AccessFacts {
        if self.config().undef && self.rng.chance(25) {
            return AccessFacts { reads_clean: false, writes_clean: false, ..place };
        }
        let size = place.extent;
        match self.rng.below(3) {
            0 if self.config().block_memory => {
                let byte = self.pick(Type::I8, Need::Clean);
                let length = self.int(Type::I64, size as i64);
                let no = self.bool(false);
                self.intrinsic_void(
                    "memset",
                    &[Type::PTR, Type::I64],
                    &[pointer, byte, length, no],
                );
            }
            1 => {
                let array = self.ctx.ty(TypeKind::Array { len: size, elem: Type::I8 });
                let bytes: Vec<u8> = (0..size).map(|_| self.rng.bits() as u8).collect();
                let id = self.ctx.const_bytes(array, &bytes);
                let value = self.constant(id);
                self.store(value, pointer, Some(1), false);
            }
            _ => {
                for offset in (0..size).step_by(8) {
                    let width = (size - offset).min(8) as u32 * 8;
                    let ty = self.ctx.int_type(width);
                    let value = self.pick(ty, Need::Clean);
                    let at = self.int(Type::I64, offset as i64);
                    let address = self.gep(Type::I8, pointer, &[at], Flags::INBOUNDS);
                    self.store(value, address, Some(1), false);
                }
            }
        }
        place
    }

    /// With some luck, a slot whose lifetime is that of the statements to come.
    pub fn open_region_slot(&mut self) -> Option<RegionSlot> {
        if !(self.config().lifetimes && self.config().stack && self.rng.chance(15)) {
            return None;
        }
        let (ty, size, align) = self.bytes_type();
        let pointer = self.alloca(ty, align);
        self.lifetime("lifetime.start", size, pointer);
        let place = self.initialise(pointer, bytes_place(size, align, Life::Region));
        self.learn(pointer, Facts { clean: true, max: None, place: Some(place) });
        let mark = self.scope.len();
        self.scope.push(pointer);
        Some(RegionSlot { pointer, mark })
    }

    pub fn close_region_slot(&mut self, slot: Option<RegionSlot>) {
        let Some(RegionSlot { pointer, mark }) = slot else { return };
        let size = self.place(pointer).map_or(0, |place| place.extent);
        self.lifetime("lifetime.end", size, pointer);
        self.forget_region(mark);
    }

    /// Removes pointers to memory that no longer exists from the scope.
    fn forget_region(&mut self, mark: usize) {
        let mut at = mark;
        while at < self.scope.len() {
            let value = self.scope[at];
            if self.place(value).is_some_and(|place| place.life == Life::Region) {
                self.scope.remove(at);
            } else {
                at += 1;
            }
        }
    }

    fn lifetime(&mut self, stem: &str, size: u64, pointer: Value) {
        let size = self.int(Type::I64, size as i64);
        self.intrinsic_void(stem, &[Type::PTR], &[size, pointer]);
    }

    /// `malloc`, statements if it gave memory, `free`.
    fn heap_region(&mut self) {
        let size = self.rng.range(8, 40);
        self.touches_memory = true;
        let (malloc, malloc_type) =
            self.program.declare(self.ctx, "malloc", Type::PTR, &[Type::I64], false);
        let malloc = self.constant(malloc);
        let length = self.int(Type::I64, size as i64);
        let Some(pointer) =
            self.call((malloc, malloc_type), &[length], Default::default(), 0, Flags::NONE)
        else {
            return;
        };
        self.learn(pointer, Facts { clean: true, max: None, place: None });
        let null = self.ctx.make_const(Type::PTR, ConstKind::Null);
        let null = self.constant(null);
        let failed = self.comparison(IntPredicate::Eq, pointer, null);
        let (some, join) = (self.new_block(), self.new_block());
        let params = self.open_params(join, &[]);
        let args = self.edge_args(&[]);
        self.branch(failed, (join, &args), (some, &[]));
        let (mark, checksum) = (self.scope.len(), self.checksum);
        self.enter(some);
        let place = self.initialise(pointer, bytes_place(size, 16, Life::Region));
        self.learn(pointer, Facts { clean: true, max: None, place: Some(place) });
        self.scope.push(pointer);
        // Nothing may leave the statement without freeing; a leak is no error, so that loops can be
        // left from here.
        self.nested();
        let (free, free_type) =
            self.program.declare(self.ctx, "free", Type::VOID, &[Type::PTR], false);
        let free = self.constant(free);
        self.call((free, free_type), &[pointer], Default::default(), 0, Flags::NONE);
        let args = self.edge_args(&[]);
        self.jump(join, &args);
        self.scope.truncate(mark);
        self.checksum = checksum;
        self.enter(join);
        self.take_params(&params);
    }

    // Addresses.

    pub fn gep(&mut self, source: Type, base: Value, indices: &[Value], flags: Flags) -> Value {
        let operands: Vec<Value> = [base].iter().chain(indices).copied().collect();
        let new = NewInst::new(Opcode::GetElementPtr, source, &operands)
            .returning(Type::PTR)
            .flags(flags);
        let clean = self.clean(&operands);
        let result = self.emit(new).unwrap_or(base);
        self.learn(result, Facts { clean, max: None, place: None });
        result
    }

    /// A pointer further inside of an object.
    fn derive(&mut self) {
        let Some((base, place)) =
            self.pick_pointer(|place| place.form == Form::Bytes && place.extent > 1)
        else {
            return self.compute();
        };
        let flags = self.rng.pick(&[
            Flags::NONE,
            Flags::INBOUNDS,
            Flags::INBOUNDS | Flags::NUSW,
            Flags::INBOUNDS | Flags::NUSW | Flags::NUW,
            Flags::NUSW,
            Flags::NUW,
        ]);
        // LLVM writes only `inbounds` where both stand.
        let flags = if flags.contains(Flags::INBOUNDS) { flags - Flags::NUSW } else { flags };
        let (result, offset, step) = match self.rng.below(4) {
            0 => {
                let offset = self.rng.below(place.extent);
                let at = self.int(Type::I64, offset as i64);
                (self.gep(Type::I8, base, &[at], flags), offset, offset)
            }
            1 => match self.struct_step(base, &place, flags) {
                Some(step) => step,
                None => return self.compute(),
            },
            _ => {
                let types = self.byte_types(place.extent);
                let Some(elem) = self.rng.pick_late(&types) else { return self.compute() };
                let size = size_and_align(&self.program.layout, self.ctx, elem).0;
                let count = (place.extent / size).min(100);
                if count == 0 {
                    return self.compute();
                }
                let index_type = self.rng.pick(&[Type::I8, Type::I16, Type::I32, Type::I64]);
                let need = self.hazard();
                let index = self.pick_variable(index_type, need);
                // A wild program may step out of the object.
                let wild = !self.config().ub_free && self.rng.chance(20);
                let index = if wild { index } else { self.at_most(index, count - 1) };
                let furthest = (count - 1) * size;
                if self.rng.chance(50) {
                    (self.gep(elem, base, &[index], flags), furthest, size)
                } else {
                    let array = self.ctx.ty(TypeKind::Array { len: count, elem });
                    let zero = self.int(Type::I64, 0);
                    (self.gep(array, base, &[zero, index], flags), furthest, size)
                }
            }
        };
        let align = if step == 0 {
            place.align
        } else {
            place.align.min(1 << step.trailing_zeros().min(4))
        };
        let place = AccessFacts { extent: place.extent - offset, align, ..place };
        let clean = self.facts(result).clean;
        self.learn(result, Facts { clean, max: None, place: Some(place) });
        self.scope.push(result);
    }

    /// The address of a struct's field: result, offset, and what the offset is a multiple of.
    fn struct_step(
        &mut self,
        base: Value,
        place: &AccessFacts,
        flags: Flags,
    ) -> Option<(Value, u64, u64)> {
        let scalars = self.byte_types(place.extent);
        let fields: Vec<Type> = (0..3).filter_map(|_| self.rng.pick_late(&scalars)).collect();
        let ty = self.ctx.ty(TypeKind::Struct { packed: false, fields: fields.clone().into() });
        if size_and_align(&self.program.layout, self.ctx, ty).0 > place.extent {
            return None;
        }
        let field = self.rng.index(fields.len());
        let mut offset = 0;
        for &before in &fields[..field] {
            let (size, align) = size_and_align(&self.program.layout, self.ctx, before);
            offset = u64::next_multiple_of(offset, align) + size;
        }
        let offset = offset
            .next_multiple_of(size_and_align(&self.program.layout, self.ctx, fields[field]).1);
        let zero = self.int(Type::I64, 0);
        let at = self.int(Type::I32, field as i64);
        Some((self.gep(ty, base, &[zero, at], flags), offset, offset))
    }

    fn block_operation(&mut self) {
        let Some((to, to_place)) =
            self.pick_pointer(|place| place.writable && place.form == Form::Bytes)
        else {
            return self.compute();
        };
        self.touches_memory = true;
        let no = self.bool(false);
        if self.rng.chance(40) {
            let length = self.block_length(to_place.extent);
            let byte = self.pick(Type::I8, Need::Clean);
            return self.intrinsic_void("memset", &[Type::PTR, Type::I64], &[to, byte, length, no]);
        }
        let clean = to_place.writes_clean;
        let from =
            self.pick_pointer(|place| place.form == Form::Bytes && (place.reads_clean || !clean));
        let Some((from, from_place)) = from else { return self.compute() };
        let length = self.block_length(to_place.extent.min(from_place.extent));
        // Two pointers may be the same whatever their names, but constants are never written.
        let is_constant = self.body.as_const(from).is_some() && !from_place.writable;
        let stem = if is_constant && self.rng.chance(70) { "memcpy" } else { "memmove" };
        self.intrinsic_void(stem, &[Type::PTR, Type::PTR, Type::I64], &[to, from, length, no]);
    }

    fn block_length(&mut self, extent: u64) -> Value {
        if self.rng.chance(60) {
            let length = self.rng.range(0, extent);
            return self.int(Type::I64, length as i64);
        }
        let value = self.pick_variable(Type::I64, Need::Clean);
        self.at_most(value, extent)
    }

    /// Two pointers into one object compare as their offsets do; any pointer can be compared with
    /// null.
    fn compare_pointers(&mut self) {
        let Some((base, place)) = self.pick_pointer(|_| true) else { return self.compute() };
        let condition = if self.rng.chance(40) || place.form != Form::Bytes {
            let null = self.ctx.make_const(Type::PTR, ConstKind::Null);
            let null = self.constant(null);
            let predicate = self.rng.pick(&[IntPredicate::Eq, IntPredicate::Ne]);
            self.comparison(predicate, base, null)
        } else {
            let index = self.pick_variable(Type::I64, Need::Clean);
            let index = self.at_most(index, place.extent);
            let other = self.gep(Type::I8, base, &[index], Flags::INBOUNDS);
            let predicate = self.rng.pick(&[
                IntPredicate::Eq,
                IntPredicate::Ne,
                IntPredicate::Ult,
                IntPredicate::Uge,
            ]);
            self.comparison(predicate, base, other)
        };
        self.scope.push(condition);
    }

    /// The distance of two addresses, or a pointer through an integer and back.
    fn pointer_integers(&mut self) {
        let Some((base, place)) = self.pick_pointer(|place| place.form == Form::Bytes) else {
            return self.compute();
        };
        let address = self.op(Opcode::PtrToInt, Type::I64, &[base]);
        let index = self.pick_variable(Type::I64, Need::Clean);
        let index = self.at_most(index, place.extent - 1);
        if self.rng.chance(50) {
            let moved = self.op(Opcode::Add, Type::I64, &[address, index]);
            let pointer = self.op(Opcode::IntToPtr, Type::PTR, &[moved]);
            let extent = place.extent - self.max(index).min(place.extent - 1);
            let clean = self.facts(pointer).clean;
            let place = AccessFacts { extent, align: 1, ..place };
            self.learn(pointer, Facts { clean, max: None, place: Some(place) });
            self.scope.push(pointer);
        } else {
            let other = self.gep(Type::I8, base, &[index], Flags::INBOUNDS);
            let other = self.op(Opcode::PtrToInt, Type::I64, &[other]);
            let distance = self.op(Opcode::Sub, Type::I64, &[other, address]);
            self.scope.push(distance);
        }
    }

    /// One of two pointers.
    fn choose_pointer(&mut self) {
        let Some((a, place_a)) = self.pick_pointer(|_| true) else { return self.compute() };
        let Some((b, place_b)) = self.pick_pointer(|place| place.meet(&place_a).is_some()) else {
            return;
        };
        let Some(place) = place_a.meet(&place_b) else { return };
        let condition = self.condition(Need::Clean);
        let result = self.op(Opcode::Select, Type::PTR, &[condition, a, b]);
        let clean = self.facts(result).clean;
        self.learn(result, Facts { clean, max: None, place: Some(place) });
        self.scope.push(result);
    }

    /// A type with its size and alignment.
    fn sized(&self, ty: Type) -> (Type, u64, u64) {
        let (size, align) = size_and_align(&self.program.layout, self.ctx, ty);
        (ty, size, align)
    }
}
