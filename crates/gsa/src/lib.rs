//! Gated SSA: a form of functions in which merges are decided by gates instead of by the edge along
//! which control came (Herklotz, Demange and Blazy, "Mechanised semantics for gated static single
//! assignment", 2023).
mod build;
mod entries;
mod form;
mod gated;
pub mod run;
mod text;
mod to_ssa;
pub mod validate;

pub use entries::{Entries, Entry};
pub use form::{Form, FormError, FormErrorKind, check_form};
pub use gated::{Gated, Kind};
pub use text::NoSuchTest;
pub use to_ssa::{Back, BackError, BackErrorKind, to_ssa};
pub use validate::{Options, Report, Validated, validate};
