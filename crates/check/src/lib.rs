//! Whether a function refines another: pairing, module context, proof, refutation, verdicts.
//!
//! The contract is `docs/semantics.md` (§2.1): *for every environment and every choice of the
//! target there is a choice of the source such that* observations and outcome refine. This crate is
//! the only one that says [`Verdict::Valid`].
//!
//! # The way through
//!
//! ```text
//! two modules ──pairs──▶ pairs of functions ──context──▶ may they be compared? ──prove──▶ valid
//!                  │                             │                  │                │
//!                  └▶ not compared               └▶ unsupported     └▶ same text:    └refute─▶
//!                                                                      valid           invalid,
//!                                                                                      unknown
//! ```
//!
//! * `pairs`: which functions are compared with each other, and what is left over;
//! * `context`: what the two modules say besides: globals, callees, layout;
//! * `prove`: the obligations of a pair, discharged on one value graph;
//! * `refute`: a run in which the target does what the source cannot do;
//! * `verdict`, `report`, `explain`: what comes out, as data.
//!
//! ```
//! use tollgate_check::{Options, Status, Verdict, check_pairs_in};
//!
//! let text = "
//!   define i32 @src(i32 %x) {
//!     %y = add i32 %x, 1
//!     ret i32 %y
//!   }
//!   define i32 @tgt(i32 %x) {
//!     %y = add nsw i32 %x, 1
//!     ret i32 %y
//!   }";
//! let mut ctx = tollgate_ir::Context::new();
//! let module = tollgate_llvm::read(&mut ctx, "pair.ll", text.as_bytes()).unwrap();
//! let report = check_pairs_in(&mut ctx, &module, &Options::default());
//! assert_eq!(report.status(), Status::Invalid);
//! // Of the largest number and one, the source makes the smallest, the target poison.
//! let Verdict::Invalid(counterexample) = &report.functions[0].verdict else { panic!() };
//! assert_eq!(counterexample.arguments[0].value, "2147483647");
//! ```

mod bodies;
mod comparison;
mod context;
mod explain;
mod limits;
mod options;
mod pairs;
mod prove;
mod refute;
mod report;
mod side;
mod text;
mod verdict;

pub use comparison::{Comparison, Progress, Step, check_modules, check_pairs_in};
pub use context::{AttrPlace, Difference, Facet, Keeper, TargetOnly};
pub use explain::{
    Attempt, Explanation, Hint, Known, LeftLoops, LoopPart, Member, Missing, Place, Sample, Shown,
    TermDifference, TermDifferenceKind, Terms, Trial, Unmet, Whose,
};
pub use options::{MemoryLimit, NODE_LIMIT, Options, TIME_LIMIT};
pub use pairs::{Pair, Pairing};
pub use prove::{FirstToBranch, LoopConstants, Proof, Variant};
pub use refute::{
    Argument, Counterexample, Given, Parting, RefuteLimits, Reliance, RunReport, refute,
};
pub use report::{Counts, FunctionReport, Report, Status, Uncompared, Why};
pub use side::Side;
pub use text::{run_length, visible, visible_name};
pub use verdict::{
    Assumption, Construct, Details, How, LimitHit, Strategy, Unknown, Unsupported, Valid, Verdict,
};
