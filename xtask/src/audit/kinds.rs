//! The kinds of pairs, a file each.

mod calls;
mod composites;
mod decisions;
mod floats;
mod memory;
mod straight;

use super::program::Pair;
use crate::mutate::random::Random;

/// A kind of pairs.
#[derive(Debug)]
pub struct Kind {
    pub name: &'static str,
    /// What its pairs are, in few words.
    pub about: &'static str,
    /// What stands before the functions of a module: layout, declarations, functions that are
    /// called.
    pub prelude: fn(&mut Random) -> String,
    /// Makes a pair; none if that did not come off.
    pub make: fn(&mut Random) -> Option<Pair>,
    /// How many environments there are that act; none if the environment only looks on.
    pub worlds: u64,
    /// Whether the functions touch memory, on which the readings (§11.20) differ.
    pub memory: bool,
    /// Of a hundred pairs, how many are of this kind.
    pub share: usize,
}

/// All kinds.
pub const KINDS: &[Kind] = &[
    straight::STRAIGHT,
    straight::BOOLEANS,
    straight::UNDEFINED,
    straight::WIDE,
    decisions::DIAMONDS,
    decisions::LOOPS,
    decisions::UNROLLED,
    decisions::CONVERTED,
    composites::VECTORS,
    composites::AGGREGATES,
    floats::FLOATS,
    calls::CALLS,
    memory::MEMORY,
    memory::SPACES,
];
