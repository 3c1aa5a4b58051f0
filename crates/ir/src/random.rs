//! Pseudo-random numbers that follow from a seed alone: splitmix64.
//!
//! Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014). Seeds of
//! tests, of choices of the interpreter and of generated inputs stand in verdicts and reports, so
//! the sequence must not change.

/// A generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Random(u64);

impl Random {
    /// With this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// A number in `0..count`; zero if there is none.
    #[inline]
    pub fn below(&mut self, count: u64) -> u64 {
        // The bias of the multiplication is below 2^-32 for the counts that occur.
        ((u128::from(self.next_u64()) * u128::from(count)) >> 64) as u64
    }

    /// An index below `count`; zero if there is none.
    #[inline]
    pub fn index(&mut self, count: usize) -> usize {
        self.below(count as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_sequence_is_that_of_splitmix64() {
        // The first numbers of the reference implementation for this seed.
        let mut random = Random::new(1_234_567);
        let first = [random.next_u64(), random.next_u64(), random.next_u64()];
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }
}
