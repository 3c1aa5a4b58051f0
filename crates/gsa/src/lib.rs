//! Gated SSA: functions whose merges are decided by gates, formulas over branch conditions, instead
//! of by the edge along which control came (Herklotz, Demange and Blazy, "Mechanised semantics for
//! gated static single assignment", 2023; the construction is Tu and Padua's, "Gated SSA-based
//! demand-driven symbolic analysis for parallelizing compilers", 1995, by way of path expressions).
//!
//! # Data flow
//!
//! ```text
//!  canonical form ──build──▶ Gated ◀──text──▶ .gsa
//!                              │
//!          ┌───────────────────┼──────────────────┐
//!          ▼                   ▼                  ▼
//!     check_form          validate ──────────▶ to_ssa ──▶ SSA
//!                              │
//!                              ▼
//!                     solve, lrat: checked proofs
//! ```
//!
//! * [`Gated`] is the form; [`check_form`] says what it looks like.
//! * [`validate()`] shows that gates choose what control chooses. It believes nothing of whoever
//!   made them.
//! * [`to_ssa()`] is the way back; [`renaming`] says which etas are other names of values.
//! * [`run`] executes the form: by gates, and by demand.
//!
//! ```
//! use tollgate_canon::Canonical;
//! use tollgate_gsa::{Gated, Kind, Options, to_ssa, validate};
//!
//! let text = "
//!   define i32 @max(i32 %a, i32 %b) {
//!     %less = icmp slt i32 %a, %b
//!     br i1 %less, label %join, label %greater
//!   greater:
//!     br label %join
//!   join:
//!     %max = phi i32 [ %b, %0 ], [ %a, %greater ]
//!     ret i32 %max
//!   }";
//! let mut ctx = tollgate_ir::Context::new();
//! let module = tollgate_llvm::read(&mut ctx, "max.ll", text.as_bytes()).unwrap();
//! let body = module.functions.values().find_map(|function| function.body()).unwrap().clone();
//! let mut gated = Gated::new(&Canonical::new(&mut ctx, body));
//! let join = gated.body().blocks().last().unwrap();
//! let max = gated.body().params(join)[0];
//! assert_eq!(gated.kind(max), Kind::Gamma);
//!
//! // Arms have no predecessors: their order means nothing.
//! gated.reorder_arms(join, 0, &[1, 0]);
//! let validated = validate(&gated, &Options::default());
//! assert!(validated.report.is_valid());
//! let (body, _) = to_ssa(&mut ctx, &gated, &validated).unwrap();
//!
//! // A gate that is wrong is found.
//! let gates = gated.gates(max).to_vec();
//! gated.set_gate(max, 0, gates[1]);
//! assert!(!validate(&gated, &Options::default()).report.is_valid());
//! ```

mod build;
mod entries;
mod form;
mod fuzzing;
mod gated;
pub mod renaming;
pub mod run;
mod text;
mod to_ssa;
pub mod validate;

pub use entries::{Entries, Entry};
pub use form::{Form, FormError, FormErrorKind, check_form};
pub use fuzzing::{Checked, check_bytes};
pub use gated::{Gated, Kind};
pub use text::NoSuchTest;
pub use to_ssa::{Back, BackError, BackErrorKind, to_ssa};
pub use validate::{Options, Report, Validated, validate};
