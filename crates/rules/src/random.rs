//! Pseudo-random numbers, for the check of rules.

/// A generator that depends on nothing but its seed.
#[derive(Clone, Debug)]
pub(crate) struct Random(tollgate_ir::random::Random);

impl Random {
    /// With this seed.
    pub fn new(seed: u64) -> Self {
        Self(tollgate_ir::random::Random::new(seed))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `count`; zero if there is none.
    pub fn below(&mut self, count: usize) -> usize {
        self.0.index(count)
    }

    /// True in one of this many cases.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// One of these, which must not be none.
    pub fn of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Puts these in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
