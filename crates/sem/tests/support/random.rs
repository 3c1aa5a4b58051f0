//! Seeded random numbers and operands for the tests of this crate: the same sequence on every
//! machine.

use tollgate_sem::Int;

/// SplitMix64.
pub struct Random(pub u64);

#[allow(dead_code, reason = "each test file uses its own part")]
impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }

    /// An integer: uniform, short, with runs of equal bits, or close to a limit of the range.
    pub fn int(&mut self, width: u32) -> Int {
        let limbs = (0..width.div_ceil(64)).map(|_| self.next()).collect();
        let uniform = Int::from_limbs(width, limbs);
        let shift = self.below(u64::from(width)) as u32;
        match self.below(8) {
            0 | 1 => uniform,
            2 => uniform.lshr(shift),
            3 => uniform.ashr(shift),
            4 => Int::low_bits(width, shift)
                .xor(&Int::low_bits(width, self.below(u64::from(width)) as u32)),
            5 => Int::signed_min(width).add(&Int::from_i64(width, self.below(5) as i64 - 2)),
            6 => Int::from_i64(width, self.below(9) as i64 - 4),
            _ => Int::single_bit(width, shift),
        }
    }
}
