//! Numbers that look random and follow from a seed alone.

/// A generator (splitmix64): every seed gives a sequence of its own.
#[derive(Clone, Debug)]
pub struct Random(tollgate_ir::random::Random);

impl Random {
    /// The sequence of a seed and a name.
    pub fn new(seed: u64, name: &str) -> Self {
        // FNV-1a: good enough to keep names apart.
        let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self(tollgate_ir::random::Random::new(hash ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below a bound; zero if there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { (self.next() % bound as u64) as usize }
    }

    /// One of several alternatives.
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        let at = self.below(from.len());
        from.get(at).cloned()
    }

    /// Brings a list into another order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let at = self.below(last + 1);
            list.swap(at, last);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_from_seed_and_name() {
        let draw = |seed, name| {
            let mut random = Random::new(seed, name);
            [random.next(), random.next(), random.next()]
        };
        assert_eq!(draw(1, "a"), draw(1, "a"));
        assert_ne!(draw(1, "a"), draw(2, "a"));
        assert_ne!(draw(1, "a"), draw(1, "b"));
    }

    #[test]
    fn shuffling_loses_nothing() {
        let mut list: Vec<usize> = (0..100).collect();
        Random::new(7, "").shuffle(&mut list);
        assert!(!list.is_sorted());
        list.sort_unstable();
        assert_eq!(list, (0..100).collect::<Vec<_>>());
        assert_eq!(Random::new(7, "").pick::<u8>(&[]), None);
    }
}
