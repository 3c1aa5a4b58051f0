//! Random programs: the tests of everything else run on them.
//!
//! [`generate`] makes a module from a seed and a [`Config`]; the same seed and configuration give
//! the same module for ever, whatever else is installed. Programs are made of nested statements
//! (sequences, branches, loops, switches, tangles of blocks with several entries), so that SSA form
//! holds by construction: a value is chosen only from those that dominate. A checksum of computed
//! values runs through every function and is returned, stored or printed, so that a wrong value
//! shows.
//!
//! With [`Config::ub_free`] the generator knows for every value whether it is neither poison nor
//! undef, for every pointer how much memory may be accessed through it, and for every integer an
//! upper bound: enough to avoid undefined behaviour for *all* arguments, initial memories and
//! results of external functions (that satisfy the attributes).
//!
//! [`shrink()`] makes a program smaller while something interesting stays true of it.

mod builder;
mod calls;
mod composites;
mod config;
mod control;
mod facts;
mod floats;
mod functions;
mod integers;
mod memory;
mod program;
mod rng;
mod shrink;
mod statements;
#[cfg(test)]
mod tests;
mod types;
mod values;

pub use config::{Config, Externals, Weights};
pub use rng::Rng;
pub use shrink::{ShrinkLimits, shrink, shrink_within};
pub use types::DATA_LAYOUT;

use tollgate_ir::{Context, Module};

/// The program of this seed.
pub fn generate(ctx: &mut Context, seed: u64, config: &Config) -> Module {
    let mut rng = Rng::new(seed);
    let mut program = program::Program::new(ctx, &mut rng, config, seed);
    functions::fill(&mut program, ctx, &mut rng);
    program.module
}
