//! The reference interpreter.
pub mod choices;
mod code;
pub mod environment;
mod intrinsics;
mod libc;
pub mod limits;
pub mod machine;
pub mod memory;
pub mod outcome;
mod pointers;
mod pure;
mod reach;
pub mod shape;
pub mod trace;
pub mod trap;
pub mod value;
pub use limits::{Limit, Limits};
pub use outcome::Outcome;
