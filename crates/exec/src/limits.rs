//! All limits of a run. Reaching one ends the run with
//! [`Outcome::Stopped`](crate::Outcome::Stopped); no program makes the interpreter use more time or
//! memory.

use std::fmt;

/// The bounds of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Instructions that may be executed.
    pub fuel: u64,
    /// Bytes that the program's memory may hold at one time. The interpreter needs three for each
    /// of them.
    pub memory: u64,
    /// Calls that may be active at one time.
    pub depth: u32,
    /// Maximum number of registers of active calls: 16 bytes each.
    pub registers: u32,
    /// Observations that are kept.
    pub observations: u32,
    /// Choices that are kept; the program may make more of them.
    pub choices: u32,
    /// Bytes of output that a program run as `main` may write.
    pub output: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            fuel: u64::MAX,
            memory: 1 << 28,
            depth: 100_000,
            registers: 1 << 24,
            observations: 1 << 20,
            choices: 1 << 16,
            output: u64::MAX,
        }
    }
}

impl Limits {
    /// Bounds for one short run among many: a counterexample candidate.
    pub fn short() -> Self {
        Self {
            fuel: 1_000_000,
            memory: 1 << 26,
            depth: 1_000,
            registers: 1 << 20,
            output: 1 << 20,
            ..Self::default()
        }
    }
}

/// The bound that ended a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// Instructions.
    Fuel(u64),
    /// Bytes of memory, or addresses.
    Memory(u64),
    /// Objects that can be identified.
    Objects,
    /// Active calls, or their registers.
    Depth(u32),
    /// Observations.
    Observations(u32),
    /// Bytes of output.
    Output(u64),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fuel(limit) => write!(f, "fuel limit of {limit} instructions reached"),
            Self::Memory(limit) => write!(f, "memory limit of {limit} bytes reached"),
            Self::Objects => f.write_str("more objects than can be told apart"),
            Self::Depth(limit) => write!(f, "depth limit of {limit} calls reached"),
            Self::Observations(limit) => write!(f, "limit of {limit} observations reached"),
            Self::Output(limit) => write!(f, "output limit of {limit} bytes reached"),
        }
    }
}

/// How deeply types may nest in values that are built, loaded or stored. LLVM's own structures
/// recurse over types as well.
pub const MAX_TYPE_DEPTH: u32 = 128;

/// How many parts a vector or aggregate value may have.
pub const MAX_PARTS: u64 = 1 << 20;
