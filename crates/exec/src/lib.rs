//! The reference interpreter.
pub mod choices;
pub mod limits;
pub mod memory;
pub mod outcome;
pub mod shape;
pub mod value;
pub use limits::{Limit, Limits};
pub use outcome::Outcome;
