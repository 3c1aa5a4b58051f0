//! Transformations of canonical functions, and the drivers that apply them.
//!
//! A function is in canonical form before and after every single application:
//! [transformations](transform) are short compositions of the edits of [`tollgate_canon::Editor`],
//! and have no other way to change a function. Each has a precondition that is asked again when it
//! is applied, and named limits.
//!
//! * [`Pass`] names them; [`Plan`] is what to do with a module: a list of passes, or the phaseless
//!   driver.
//! * [`optimise`] does it, one step after the other; every application can be verified, and every
//!   step checked, on the way.
//! * [`Outcome`] says what was done, as data.

mod defined;
mod driver;
mod effects;
mod pass;
mod phaseless;
mod plan;
mod report;
pub mod transform;

pub use driver::{
    GROWTH_FACTOR, GROWTH_FACTOR_EVERYWHERE, GROWTH_SLACK, GROWTH_SLACK_EVERYWHERE, MAX_UNROLLS,
    MAX_UNSWITCHES,
};
pub use pass::{Pass, UnknownPass};
pub use phaseless::{APPLICATIONS, Budget};
pub use plan::{MAX_CALLEE_BLOCKS, Plan, optimise};
pub use report::{
    Broken, Checked, FunctionReport, Outcome, Size, Step, StepReport, StepTotal, Stop, Treatment,
    parse_passes,
};
