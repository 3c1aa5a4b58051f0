//! Addresses of objects: the address space has regions for globals, for objects of the environment,
//! for the heap and for the stack.
//!
//! The layout within a region depends on a seed: zero packs objects tightly, others leave gaps.
//! Addresses of own objects are a choice (§1.2), so a result that depends on them is a choice, too;
//! the memory reports when it does.

use rustc_hash::FxHashMap;
use tollgate_ir::random::Random;

/// A part of the address space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    /// Globals, functions, blocks.
    Static,
    /// Objects of the environment: objects of arguments, objects of the library.
    Outside,
    /// The heap.
    Heap,
    /// Stack slots, from high addresses to low ones.
    Stack,
}

/// Hands out addresses.
#[derive(Clone, Debug)]
pub struct Addresses {
    next_static: u64,
    end_static: u64,
    next_outside: u64,
    end_outside: u64,
    /// From here to the initial start of the heap: objects whose address does not depend on when
    /// they are created.
    end_placed: u64,
    /// The ranges in use there.
    placed: Vec<(u64, u64)>,
    next_heap: u64,
    end_heap: u64,
    stack_pointer: u64,
    end_stack: u64,
    random: Option<Random>,
    /// Freed heap ranges by size, for reuse. Only ranges whose alignment is [`HEAP_ALIGN`].
    free: FxHashMap<u64, Vec<u64>>,
}

/// Every heap address is a multiple of this.
const HEAP_ALIGN: u64 = 16;

impl Addresses {
    /// An address space for addresses of this many bits.
    pub fn new(bits: u32) -> Self {
        // The regions are fractions of the space; a 64-bit machine has 47 bits for programs.
        let space: u64 = 1 << bits.min(47);
        let part = space / 256;
        Self {
            next_static: part,
            end_static: part * 32,
            next_outside: part * 32,
            end_outside: part * 48,
            end_placed: part * 64,
            placed: Vec::new(),
            next_heap: part * 64,
            end_heap: part * 192,
            stack_pointer: part * 250,
            end_stack: part * 192,
            random: None,
            free: FxHashMap::default(),
        }
    }

    /// Leaves gaps by this seed from now on; none if it is zero.
    pub fn set_seed(&mut self, seed: u64) {
        self.random = (seed != 0).then(|| Random::new(seed ^ 0x6c61_796f_7574));
        // The regions are moved, too, so that no address stays the same.
        if let Some(random) = &mut self.random {
            let room = (self.end_heap - self.next_heap) / 4;
            self.next_heap += random.below(room.min(1 << 20)) & !0xfff;
            let room = (self.stack_pointer - self.end_stack) / 4;
            self.stack_pointer -= random.below(room.min(1 << 20)) & !0xf;
        }
    }

    /// An address for `size` bytes (at least one), or none if the region is full.
    pub fn allocate(&mut self, region: Region, size: u64, align: u64) -> Option<u64> {
        let size = size.max(1);
        let gap = match &mut self.random {
            Some(random) => random.below(4) * align.min(64),
            None => 0,
        };
        match region {
            Region::Static => bump(&mut self.next_static, self.end_static, size, align, 0),
            // Objects of the environment have the same addresses in both programs of a pair,
            // whatever they choose.
            Region::Outside => {
                bump(&mut self.next_outside, self.end_outside, size, align.max(16), 0)
            }
            Region::Heap => {
                let size = heap_size(size);
                if align <= HEAP_ALIGN
                    && let Some(address) = self.free.get_mut(&size).and_then(Vec::pop)
                {
                    return Some(address);
                }
                bump(&mut self.next_heap, self.end_heap, size, align.max(HEAP_ALIGN), gap)
            }
            Region::Stack => {
                let address =
                    self.stack_pointer.checked_sub(size)?.checked_sub(gap)? & !(align - 1);
                if address < self.end_stack {
                    return None;
                }
                self.stack_pointer = address;
                Some(address)
            }
        }
    }

    /// The address for `size` bytes of the environment that depends on a number only, not on
    /// earlier allocations. None if the range is in use, or too large.
    pub fn place(&mut self, number: u64, size: u64, align: u64) -> Option<u64> {
        let room = size.max(align).max(HEAP_ALIGN).checked_next_power_of_two()?;
        let start = self.end_outside.checked_next_multiple_of(room)?;
        let rooms = self.end_placed.checked_sub(start)? / room;
        let address = start + number.checked_rem(rooms)? * room;
        let is_free = self.placed.iter().all(|&(from, to)| address + room <= from || to <= address);
        is_free.then(|| {
            self.placed.push((address, address + room));
            address
        })
    }

    /// The next address for static objects that is a multiple of `align`.
    pub fn next_static(&self, align: u64) -> Option<u64> {
        self.next_static.checked_next_multiple_of(align.max(1))
    }

    /// Skips all addresses for static objects below this one.
    pub fn skip_static(&mut self, address: u64) {
        self.next_static = self.next_static.max(address);
    }

    /// Frees a heap range.
    pub fn free_heap(&mut self, address: u64, size: u64) {
        self.free.entry(heap_size(size.max(1))).or_default().push(address);
    }

    /// The lowest address of the stack in use.
    pub fn stack_pointer(&self) -> u64 {
        self.stack_pointer
    }

    /// Frees the stack below an earlier [`stack_pointer`](Self::stack_pointer).
    pub fn restore_stack_pointer(&mut self, pointer: u64) {
        self.stack_pointer = pointer;
    }
}

fn heap_size(size: u64) -> u64 {
    size.checked_next_multiple_of(HEAP_ALIGN).unwrap_or(size)
}

fn bump(next: &mut u64, end: u64, size: u64, align: u64, gap: u64) -> Option<u64> {
    let address = next.checked_add(gap)?.checked_next_multiple_of(align.max(1))?;
    let after = address.checked_add(size)?;
    (after <= end).then(|| {
        *next = after;
        address
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_depend_on_their_number_only() {
        for bits in [16, 32, 64] {
            let (mut one, mut two) = (Addresses::new(bits), Addresses::new(bits));
            two.allocate(Region::Outside, 100, 16).unwrap();
            let first = one.place(7, 100, 32).unwrap();
            let second = one.place(8, 100, 32).unwrap();
            assert_eq!(two.place(8, 100, 32), Some(second));
            assert_eq!(two.place(7, 100, 32), Some(first));
            assert!(first.is_multiple_of(32) && first.abs_diff(second) >= 100);
            assert_eq!(one.place(7, 100, 32), None, "it is taken");
        }
        assert_eq!(Addresses::new(16).place(0, 1 << 20, 1), None, "there is no room");
    }

    #[test]
    fn ranges_are_aligned_and_disjoint() {
        for (bits, seed) in [(16, 0), (16, 3), (32, 0), (64, 0), (64, 9)] {
            let mut addresses = Addresses::new(bits);
            addresses.set_seed(seed);
            let mut ranges = Vec::new();
            for region in [Region::Static, Region::Outside, Region::Heap, Region::Stack] {
                for (size, align) in [(1, 1), (8, 8), (0, 4), (24, 16), (3, 64)] {
                    let address = addresses.allocate(region, size, align).unwrap();
                    assert_eq!(address % align, 0);
                    assert_ne!(address, 0);
                    ranges.push((address, address + size.max(1)));
                }
            }
            ranges.sort_unstable();
            assert!(ranges.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{ranges:x?}");
        }
    }

    #[test]
    fn freed_heap_is_reused_and_full_regions_refuse() {
        let mut addresses = Addresses::new(16);
        let first = addresses.allocate(Region::Heap, 24, 8).unwrap();
        addresses.free_heap(first, 24);
        assert_eq!(addresses.allocate(Region::Heap, 32, 8), Some(first));
        assert_eq!(addresses.allocate(Region::Heap, 1 << 16, 8), None);
        assert_eq!(addresses.allocate(Region::Stack, u64::MAX, 8), None);
    }
}
