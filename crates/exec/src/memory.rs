//! The memory of a run: objects, their bytes, and which accesses are allowed.
//!
//! Every object has an entry in one table; [`Prov`] identifies the entry in a pointer. The bytes of
//! all objects are in one arena, with a [`Shadow`] for each, so that an ordinary access is a
//! comparison of slices and a copy. When an object dies its entry and bytes are reused; the
//! generation of the entry is incremented, so that old pointers are recognised.
//!
//! Invariants
//! * The ranges of live objects in the arena, and their address ranges, are disjoint.
//! * `accessible` is the size of an object that is alive, within its lifetime and made of data;
//!   otherwise zero. So one comparison decides the ordinary case, and [`Memory::check`] finds the
//!   reason of a failure afterwards.
//! * `exposed` holds exactly the live objects whose address has been used as an integer.

mod access;
mod addresses;
mod shadow;
mod typed;

pub use access::{AccessKind, ByteContent, Bytes};
pub use addresses::Region;
pub use shadow::Shadow;

use crate::limits::Limit;
use crate::value::Prov;
use addresses::Addresses;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use tollgate_ir::{Block, Func, Global, Inst};
use tollgate_sem::reading::{Answer, Reading, Row, Rows};

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKind {
    /// No object: the first entry of the table, which null is based on.
    Nothing,
    /// A global variable.
    Global(Global),
    /// The code of a function.
    Function(Func),
    /// The code of a block.
    Block(Func, Block),
    /// A stack slot, made by this `alloca`.
    Stack(Func, Inst),
    /// The copy of a `byval` argument with this number.
    ByVal(Func, u32),
    /// The variable arguments of a call.
    VarArgs(Func),
    /// Allocated by an allocation function; numbered in order of allocation.
    Heap(u32),
    /// Created for the argument with this number.
    Argument(u32),
    /// An object of the C library.
    Library(&'static str),
    /// Created by the environment. The number identifies it in every run of both programs of a
    /// pair.
    Outside(u32),
}

impl ObjectKind {
    fn region(self) -> Region {
        match self {
            Self::Nothing | Self::Global(_) | Self::Function(_) | Self::Block(..) => Region::Static,
            Self::Stack(..) | Self::ByVal(..) | Self::VarArgs(_) => Region::Stack,
            Self::Heap(_) => Region::Heap,
            Self::Argument(_) | Self::Library(_) | Self::Outside(_) => Region::Outside,
        }
    }

    /// Whether it is code, which cannot be loaded or stored.
    pub fn is_code(self) -> bool {
        matches!(self, Self::Function(_) | Self::Block(..))
    }

    /// Whether it was created by the program, so that its address is a choice of the program and
    /// not of the environment.
    pub fn is_own(self) -> bool {
        match self {
            Self::Stack(..) | Self::ByVal(..) | Self::VarArgs(_) | Self::Heap(_) => true,
            Self::Nothing | Self::Global(_) | Self::Function(_) | Self::Block(..) => false,
            Self::Argument(_) | Self::Library(_) | Self::Outside(_) => false,
        }
    }
}

/// Whether an object can be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    /// It can.
    Alive,
    /// It is a stack slot before `llvm.lifetime.start` or after `llvm.lifetime.end`.
    OutsideLifetime,
    /// It no longer exists.
    Dead,
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    base: u64,
    accessible: u64,
    start: usize,
    size: u64,
    kind: ObjectKind,
    generation: u16,
    align_log2: u8,
    life: Life,
    writable: bool,
    exposed: bool,
    address_insignificant: bool,
    may_be_merged: bool,
    may_lie_at_null: bool,
}

impl Object {
    /// Address of its first byte.
    pub fn base(&self) -> u64 {
        self.base
    }
    /// Its size in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }
    /// What it is.
    pub fn kind(&self) -> ObjectKind {
        self.kind
    }
    /// Whether it can be used.
    pub fn life(&self) -> Life {
        self.life
    }
    /// Its alignment in bytes.
    pub fn align(&self) -> u64 {
        1 << self.align_log2
    }
    /// Whether it may be written.
    pub fn is_writable(&self) -> bool {
        self.writable
    }
    /// Whether its address is not significant (`unnamed_addr`, §6.2), so that it may be equal to
    /// that of another such object.
    pub fn has_insignificant_address(&self) -> bool {
        self.address_insignificant
    }
    /// Whether its address may be equal to that of another object that is not the program's own: it
    /// is not significant, and the object is not written, or need not be. A variable that nothing
    /// writes may become a constant.
    pub fn may_be_merged(&self) -> bool {
        self.may_be_merged
    }
    /// Whether its address may be null.
    pub fn may_lie_at_null(&self) -> bool {
        self.may_lie_at_null
    }
    /// Whether its address has been used as an integer.
    pub fn is_exposed(&self) -> bool {
        self.exposed
    }
}

/// The parameters of a memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryConfig {
    /// Number of bits of an address.
    pub address_bits: u32,
    /// Size of the smallest pointer in bytes.
    pub smallest_pointer: u32,
    /// Whether the most significant byte comes first.
    pub big_endian: bool,
    /// Maximum number of bytes allocated at one time.
    pub limit: u64,
}

/// A state of the stack that can be restored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StackMark {
    slots: usize,
    pointer: u64,
}

/// The memory of a run. See the [module](self).
#[derive(Clone, Debug)]
pub struct Memory {
    config: MemoryConfig,
    bytes: Vec<u8>,
    shadows: Vec<Shadow>,
    objects: Vec<Object>,
    addresses: Addresses,
    /// Free ranges of the arena, by length.
    free_ranges: FxHashMap<usize, Vec<usize>>,
    /// Free entries of the table: those of stack slots and those of heap objects, kept apart so
    /// that a pointer to a dead object still shows what it was.
    free_stack: Vec<u32>,
    free_heap: Vec<u32>,
    stack: Vec<Prov>,
    exposed: BTreeMap<u64, Prov>,
    heap_count: u32,
    in_use: u64,
    generations: u32,
    /// Whether an address of an own object was used as an integer since the last query.
    address_seen: bool,
    /// Whether an integer was loaded with bits set beyond its width: no store of such an integer
    /// does that.
    stray_bits_seen: bool,
    /// Whether poison of a lane was taken to be poison of another one in the same byte.
    shared_poison: bool,
    /// The semantics of loads and stores where the authorities differ.
    reading: Reading,
    /// Whether pointers loaded from bytes that are not a pointer's may access exposed objects.
    finds_exposed: bool,
    /// Whether it is of a run of the source of a pair: what is open is poison then.
    of_source: bool,
    /// The rows of the reading that were consulted.
    touched: Rows,
}

impl Memory {
    /// A memory without objects.
    pub fn new(config: MemoryConfig) -> Self {
        let generation_bits = shadow::provenance_bits(config.smallest_pointer)
            .clamp(Prov::INDEX_BITS, 32)
            - Prov::INDEX_BITS;
        let nothing = Object {
            base: 0,
            accessible: 0,
            start: 0,
            size: 0,
            kind: ObjectKind::Nothing,
            generation: 0,
            align_log2: 0,
            life: Life::Alive,
            writable: false,
            exposed: false,
            address_insignificant: false,
            may_be_merged: false,
            may_lie_at_null: false,
        };
        Self {
            config,
            bytes: Vec::new(),
            shadows: Vec::new(),
            objects: vec![nothing],
            addresses: Addresses::new(config.address_bits),
            free_ranges: FxHashMap::default(),
            free_stack: Vec::new(),
            free_heap: Vec::new(),
            stack: Vec::new(),
            exposed: BTreeMap::new(),
            heap_count: 0,
            in_use: 0,
            generations: 1 << generation_bits,
            address_seen: false,
            stray_bits_seen: false,
            shared_poison: false,
            reading: Reading::default(),
            finds_exposed: true,
            of_source: false,
            touched: Rows::NONE,
        }
    }

    /// Sets the semantics of later loads and stores where the authorities differ.
    pub(crate) fn set_reading(&mut self, reading: Reading, finds_exposed: bool) {
        (self.reading, self.finds_exposed) = (reading, finds_exposed);
    }

    /// Sets whether it is of a run of the source of a pair.
    pub(crate) fn set_of_source(&mut self, of_source: bool) {
        self.of_source = of_source;
    }

    /// Whether it is of a run of the source of a pair.
    pub(crate) fn is_of_source(&self) -> bool {
        self.of_source
    }

    /// Consults the reading, and records that.
    pub(crate) fn ask(&mut self, row: Row) -> Answer {
        self.touched.insert(row);
        self.reading.answer(row)
    }

    /// The rows of the reading that were consulted.
    pub fn touched(&self) -> Rows {
        self.touched
    }

    /// Lays out later own objects by this seed.
    pub fn set_layout_seed(&mut self, seed: u64) {
        self.addresses.set_seed(seed);
    }

    /// The next address for static objects that is a multiple of `align`.
    pub(crate) fn next_static(&self, align: u64) -> Option<u64> {
        self.addresses.next_static(align)
    }

    /// Skips all addresses for static objects below this one.
    pub(crate) fn skip_static(&mut self, address: u64) {
        self.addresses.skip_static(address);
    }

    /// Sets the maximum number of bytes allocated at one time.
    pub fn set_limit(&mut self, limit: u64) {
        self.config.limit = limit;
    }

    /// Whether the most significant byte comes first.
    pub fn is_big_endian(&self) -> bool {
        self.config.big_endian
    }

    /// Makes an object of `size` bytes, all of them undef.
    pub fn allocate(&mut self, kind: ObjectKind, size: u64, align: u64) -> Result<Prov, Limit> {
        let prov = self.allocate_raw(kind, size, align)?;
        let object = &self.objects[prov.index()];
        let range = object.start..object.start + object.size as usize;
        self.shadows[range].fill(Shadow::UNDEF);
        Ok(prov)
    }

    /// Makes an object of `size` zero bytes.
    pub fn allocate_zeroed(
        &mut self,
        kind: ObjectKind,
        size: u64,
        align: u64,
    ) -> Result<Prov, Limit> {
        let prov = self.allocate_raw(kind, size, align)?;
        let object = &self.objects[prov.index()];
        let range = object.start..object.start + object.size as usize;
        self.shadows[range.clone()].fill(Shadow::PLAIN);
        self.bytes[range].fill(0);
        Ok(prov)
    }

    /// Creates an object of the environment with these bytes, whose address depends on its number
    /// only.
    pub(crate) fn allocate_placed(
        &mut self,
        number: u32,
        align: u64,
        bytes: &[u8],
    ) -> Result<Prov, Limit> {
        let (kind, size) = (ObjectKind::Outside(number), bytes.len() as u64);
        let place = |addresses: &mut Addresses| addresses.place(u64::from(number), size, align);
        let prov = self.allocate_by(kind, size, align, place)?;
        self.initialise(prov, 0, bytes.iter().map(|&byte| ByteContent::plain(byte)));
        Ok(prov)
    }

    /// Creates an object whose bytes are unspecified.
    fn allocate_raw(&mut self, kind: ObjectKind, size: u64, align: u64) -> Result<Prov, Limit> {
        let align = align.max(1);
        self.allocate_by(kind, size, align, |addresses| {
            addresses.allocate(kind.region(), size, align)
        })
    }

    /// The same, at the address given.
    fn allocate_by(
        &mut self,
        kind: ObjectKind,
        size: u64,
        align: u64,
        place: impl FnOnce(&mut Addresses) -> Option<u64>,
    ) -> Result<Prov, Limit> {
        let out_of_memory = Limit::Memory(self.config.limit);
        let in_use = self
            .in_use
            .checked_add(size)
            .filter(|&sum| sum <= self.config.limit)
            .ok_or(out_of_memory)?;
        let base = place(&mut self.addresses).ok_or(out_of_memory)?;
        let length = range_length(if kind.is_code() { 0 } else { size as usize });
        let start = match self.free_ranges.get_mut(&length).and_then(Vec::pop) {
            Some(start) => start,
            None => {
                let start = self.bytes.len();
                self.bytes.resize(start + length, 0);
                self.shadows.resize(start + length, Shadow::UNDEF);
                start
            }
        };
        self.in_use = in_use;
        let free = match kind.region() {
            Region::Stack => self.free_stack.pop(),
            Region::Heap => self.free_heap.pop(),
            Region::Static | Region::Outside => None,
        };
        let mut object = Object {
            base,
            accessible: if kind.is_code() { 0 } else { size },
            start,
            size: if kind.is_code() { 0 } else { size },
            kind,
            generation: 0,
            align_log2: align.trailing_zeros() as u8,
            life: Life::Alive,
            writable: !kind.is_code(),
            exposed: false,
            address_insignificant: false,
            may_be_merged: false,
            may_lie_at_null: false,
        };
        let prov = match free {
            Some(index) => {
                object.generation = self.objects[index as usize].generation;
                let prov = Prov::new(index, u32::from(object.generation));
                self.objects[index as usize] = object;
                prov
            }
            None => {
                let index = u32::try_from(self.objects.len()).unwrap_or(u32::MAX);
                if index >= 1 << Prov::INDEX_BITS {
                    return Err(Limit::Objects);
                }
                self.objects.push(object);
                Prov::new(index, 0)
            }
        };
        if kind.region() == Region::Stack {
            self.stack.push(prov);
        }
        Ok(prov)
    }

    /// Makes a heap object of undef bytes.
    pub fn allocate_heap(&mut self, size: u64, align: u64) -> Result<Prov, Limit> {
        self.heap_count += 1;
        self.allocate(ObjectKind::Heap(self.heap_count), size, align)
    }

    /// Makes a heap object of zero bytes.
    pub fn allocate_heap_zeroed(&mut self, size: u64, align: u64) -> Result<Prov, Limit> {
        self.heap_count += 1;
        self.allocate_zeroed(ObjectKind::Heap(self.heap_count), size, align)
    }

    /// Ends the life of an object.
    pub fn kill(&mut self, prov: Prov) {
        let Some(object) = self.objects.get_mut(prov.index()) else { return };
        if u32::from(object.generation) != prov.generation() || object.life == Life::Dead {
            return;
        }
        object.life = Life::Dead;
        object.accessible = 0;
        self.in_use -= object.size;
        if object.exposed {
            object.exposed = false;
            self.exposed.remove(&object.base);
        }
        let length = range_length(object.size as usize);
        self.free_ranges.entry(length).or_default().push(object.start);
        let free = match object.kind.region() {
            Region::Stack => &mut self.free_stack,
            Region::Heap => {
                if object.align_log2 <= 4 {
                    self.addresses.free_heap(object.base, object.size);
                }
                &mut self.free_heap
            }
            // Their addresses are not reused.
            Region::Static | Region::Outside => return,
        };
        if u32::from(object.generation) + 1 < self.generations {
            object.generation += 1;
            free.push(prov.index() as u32);
        }
    }

    /// Where the stack is now.
    pub fn stack_mark(&self) -> StackMark {
        StackMark { slots: self.stack.len(), pointer: self.addresses.stack_pointer() }
    }

    /// The stack slots made since `mark`.
    pub fn slots_since(&self, mark: StackMark) -> &[Prov] {
        self.stack.get(mark.slots..).unwrap_or_default()
    }

    /// Frees all stack slots created since `mark`.
    pub fn cut_stack(&mut self, mark: StackMark) {
        while self.stack.len() > mark.slots {
            if let Some(prov) = self.stack.pop() {
                self.kill(prov);
            }
        }
        self.addresses.restore_stack_pointer(mark.pointer);
    }

    /// The lowest address of the stack: the result of `llvm.stacksave`.
    pub fn stack_pointer(&self) -> u64 {
        self.addresses.stack_pointer()
    }

    /// The mark at which the stack pointer was `pointer`, not before `earliest`.
    pub fn mark_at(&self, pointer: u64, earliest: StackMark) -> Option<StackMark> {
        if pointer > earliest.pointer || pointer < self.addresses.stack_pointer() {
            return None;
        }
        let newer = self.stack[earliest.slots..].iter().rev();
        let gone = newer.take_while(|prov| self.objects[prov.index()].base < pointer).count();
        Some(StackMark { slots: self.stack.len() - gone, pointer })
    }

    /// The object that a pointer is based on, if it still exists.
    #[inline]
    pub fn object(&self, prov: Prov) -> Option<&Object> {
        let object = self.objects.get(prov.index())?;
        (u32::from(object.generation) == prov.generation()
            && object.life != Life::Dead
            && !prov.is_none())
        .then_some(object)
    }

    /// The kind of the object that a pointer is based on, dead or alive.
    pub fn former_kind(&self, prov: Prov) -> ObjectKind {
        self.objects.get(prov.index()).map_or(ObjectKind::Nothing, |object| object.kind)
    }

    /// All live objects, in the order of the table.
    pub fn live_objects(&self) -> impl Iterator<Item = (Prov, &Object)> {
        let all =
            self.objects.iter().enumerate().skip(1).filter(|(_, object)| object.life != Life::Dead);
        all.map(|(index, object)| (Prov::new(index as u32, u32::from(object.generation)), object))
    }

    /// Whether no live object was created by the program.
    pub(crate) fn has_none_of_its_own(&self) -> bool {
        self.stack.is_empty() && self.heap_count == 0
    }

    /// Marks the address of an object as not significant.
    pub(crate) fn set_address_insignificant(&mut self, prov: Prov) {
        if let Some(object) = self.objects.get_mut(prov.index()) {
            object.address_insignificant = true;
            object.may_be_merged = true;
        }
    }

    /// Marks an object as one that another one with its contents may stand for.
    pub(crate) fn set_nameless(&mut self, prov: Prov) {
        if let Some(object) = self.objects.get_mut(prov.index()) {
            object.address_insignificant = true;
        }
    }

    /// Marks an object as one whose address may be equal to that of another one.
    pub(crate) fn set_may_be_merged(&mut self, prov: Prov) {
        if let Some(object) = self.objects.get_mut(prov.index()) {
            object.may_be_merged = true;
        }
    }

    /// Marks that null may be the address of an object: in an address space where null may be
    /// valid.
    pub(crate) fn set_may_lie_at_null(&mut self, prov: Prov) {
        if let Some(object) = self.objects.get_mut(prov.index()) {
            object.may_lie_at_null = true;
        }
    }

    /// Forbids or allows writing to an object.
    pub fn set_writable(&mut self, prov: Prov, writable: bool) {
        if let Some(object) = self.objects.get_mut(prov.index()) {
            object.writable = writable;
        }
    }

    /// The address of an object is used as an integer.
    pub fn expose(&mut self, prov: Prov) {
        if self.object(prov).is_some_and(|object| !object.exposed) {
            let object = &mut self.objects[prov.index()];
            object.exposed = true;
            self.exposed.insert(object.base, prov);
        }
    }

    /// The exposed object that an address lies in, else the one that ends there.
    pub fn find_exposed(&self, address: u64) -> Prov {
        let mut below = self.exposed.range(..=address).rev();
        let Some((&base, &prov)) = below.next() else { return Prov::NONE };
        let size = self.objects[prov.index()].size;
        if address - base < size || address == base {
            return prov;
        }
        // An empty object may begin where another one ends.
        if address - base == size { prov } else { Prov::NONE }
    }

    /// Begins or ends the lifetime of a stack slot. Beginning makes its bytes undef, or poison if
    /// it was alive.
    pub fn set_lifetime(&mut self, prov: Prov, begins: bool) {
        if self.object(prov).is_none() {
            return;
        }
        let object = &mut self.objects[prov.index()];
        if begins {
            let was_alive = object.life == Life::Alive;
            object.life = Life::Alive;
            object.accessible = object.size;
            let range = object.start..object.start + object.size as usize;
            self.shadows[range].fill(if was_alive { Shadow::POISON } else { Shadow::UNDEF });
        } else {
            object.life = Life::OutsideLifetime;
            object.accessible = 0;
        }
    }

    /// Fills an object with poison.
    pub fn poison(&mut self, prov: Prov) {
        if self.object(prov).is_some() {
            let object = &self.objects[prov.index()];
            let range = object.start..object.start + object.size as usize;
            self.shadows[range].fill(Shadow::POISON);
        }
    }

    /// Whether the address of an own object was used as an integer since the last query.
    pub(crate) fn take_address_seen(&mut self) -> bool {
        std::mem::take(&mut self.address_seen)
    }

    /// Whether an integer was loaded that no store of its type has left, since the last query.
    pub(crate) fn take_stray_bits_seen(&mut self) -> bool {
        std::mem::take(&mut self.stray_bits_seen)
    }

    /// Whether poison of a lane of a vector was taken to be poison of another one that shares a
    /// byte with it.
    pub(crate) fn has_shared_poison(&self) -> bool {
        self.shared_poison
    }

    /// The number of bytes of live objects.
    pub fn in_use(&self) -> u64 {
        self.in_use
    }
}

/// The length of the arena range for `size` bytes: one of few lengths, so that free ranges fit.
fn range_length(size: usize) -> usize {
    match size {
        0 => 0,
        1..=4096 => size.next_power_of_two().max(8),
        _ => size.next_multiple_of(4096),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn memory() -> Memory {
        Memory::new(MemoryConfig {
            address_bits: 64,
            smallest_pointer: 8,
            big_endian: false,
            limit: 1 << 20,
        })
    }

    #[test]
    fn dead_objects_are_not_taken_for_their_successors() {
        let mut memory = memory();
        let mark = memory.stack_mark();
        let func = Func::from_u32(0);
        let kind = ObjectKind::Stack(func, Inst::from_u32(0));
        let first = memory.allocate(kind, 8, 8).unwrap();
        let address = memory.object(first).unwrap().base();
        memory.cut_stack(mark);
        let second = memory.allocate(kind, 8, 8).unwrap();
        assert_eq!(memory.object(second).unwrap().base(), address);
        assert_eq!(first.index(), second.index());
        assert!(memory.object(first).is_none() && memory.object(second).is_some());
    }

    #[test]
    fn places_are_retired_when_their_generations_are_used_up() {
        let mut memory = memory();
        let mut seen = std::collections::HashSet::new();
        for _ in 0..5000 {
            let prov = memory.allocate_heap(16, 16).unwrap();
            assert!(seen.insert(prov));
            memory.kill(prov);
            memory.kill(prov);
        }
        assert_eq!(memory.in_use(), 0);
        assert!(memory.objects.len() < 10);
        assert!(memory.bytes.len() < 64);
    }

    #[test]
    fn limits_are_kept() {
        let mut memory = memory();
        assert_eq!(memory.allocate_heap(u64::MAX, 1), Err(Limit::Memory(1 << 20)));
        assert!(memory.allocate_heap(1 << 20, 1).is_ok());
        assert_eq!(memory.allocate_heap(1, 1), Err(Limit::Memory(1 << 20)));
    }

    #[test]
    fn exposed_objects_are_found_by_address() {
        let mut memory = memory();
        let prov = memory.allocate_heap(10, 16).unwrap();
        let base = memory.object(prov).unwrap().base();
        assert_eq!(memory.find_exposed(base), Prov::NONE);
        memory.expose(prov);
        assert_eq!(memory.find_exposed(base), prov);
        assert_eq!(memory.find_exposed(base + 10), prov);
        assert_eq!(memory.find_exposed(base + 11), Prov::NONE);
        memory.kill(prov);
        assert_eq!(memory.find_exposed(base), Prov::NONE);
    }

    #[test]
    fn stack_is_restored_to_a_pointer() {
        let mut memory = memory();
        let kind = ObjectKind::Stack(Func::from_u32(0), Inst::from_u32(0));
        let earliest = memory.stack_mark();
        let live = memory.allocate(kind, 8, 8).unwrap();
        let saved = memory.stack_pointer();
        let lost = memory.allocate(kind, 8, 8).unwrap();
        let mark = memory.mark_at(saved, earliest).unwrap();
        memory.cut_stack(mark);
        assert!(memory.object(live).is_some() && memory.object(lost).is_none());
        assert_eq!(memory.mark_at(saved + 1000, earliest), None);
    }
}
