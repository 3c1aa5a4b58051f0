//! Gated SSA: a form of functions in which merges are decided by gates instead of by the edge along
//! which control came (Herklotz, Demange and Blazy, "Mechanised semantics for gated static single
//! assignment", 2023).
mod build;
mod entries;
mod gated;
pub mod run;

pub use entries::{Entries, Entry};
pub use gated::{Gated, Kind};
