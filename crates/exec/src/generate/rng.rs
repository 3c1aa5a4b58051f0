//! The random numbers of the generator: xoshiro256** seeded by splitmix64.
//!
//! It is our own so that a seed means the same program whatever versions of other crates are used.
//! The sequence is part of what a seed means: changing it changes every generated program.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Self {
        let mut seeds = tollgate_ir::random::Random::new(seed);
        Self { state: std::array::from_fn(|_| seeds.next_u64()) }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.state;
        let result = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        result
    }

    /// A number below `bound`; zero if `bound` is zero.
    pub fn below(&mut self, bound: u64) -> u64 {
        // The high half of a product: its bias is below 2^-32 for the small bounds in use, and it
        // needs no loop.
        ((u128::from(self.bits()) * u128::from(bound)) >> 64) as u64
    }

    /// A number from `low` to `high`, both included.
    pub fn range(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high.saturating_sub(low).saturating_add(1))
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < u64::from(percent)
    }

    /// An index below `len`, which must not be zero.
    pub fn index(&mut self, len: usize) -> usize {
        debug_assert!(len > 0);
        self.below(len as u64) as usize
    }

    /// One of `items`, of which there must be one.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.index(items.len())]
    }

    /// One of `items` that is likelier to stand near the end; none of nothing.
    pub fn pick_late<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let len = items.len() as u64;
        if len == 0 {
            return None;
        }
        let at = self.below(len).max(self.below(len));
        items.get(at as usize).copied()
    }

    /// An item by weight; none if all weights are zero.
    pub fn weighted<T: Copy>(&mut self, items: &[(u32, T)]) -> Option<T> {
        let total: u64 = items.iter().map(|&(weight, _)| u64::from(weight)).sum();
        let mut at = self.below(total);
        for &(weight, item) in items {
            if at < u64::from(weight) {
                return Some(item);
            }
            at -= u64::from(weight);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_names_one_stream_for_ever() {
        let mut rng = Rng::new(0);
        assert_eq!(rng.bits(), 0x99ec_5f36_cb75_f2b4);
        assert_eq!(rng.bits(), 0xbf6e_1f78_4956_452a);
    }

    #[test]
    fn bounds_are_kept_and_reached() {
        let mut rng = Rng::new(1);
        let mut seen = [false; 5];
        for _ in 0..1000 {
            seen[rng.below(5) as usize] = true;
            assert!((3..=4).contains(&rng.range(3, 4)));
        }
        assert_eq!(seen, [true; 5]);
        assert_eq!(rng.weighted(&[(0, 'a'), (3, 'b')]), Some('b'));
        assert_eq!(rng.weighted::<u8>(&[]), None);
    }
}
