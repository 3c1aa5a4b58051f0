//! Gated SSA, executed by the interpreter.
//!
//! The interpreter runs the bodies of [`Gated`](crate::Gated) forms, and a [`Runner`] decides what
//! merges become: it evaluates the gates of gammas and etas by the values that registers hold, and
//! never looks at the edge along which control came. A merge of which no arm is true, or several
//! are, ends the run.
//!
//! ```
//! use tollgate_exec::arguments::ArgSpec;
//! use tollgate_exec::choices::Seeded;
//! use tollgate_exec::environment::Fixed;
//! use tollgate_exec::machine::{Config, Machine};
//! use tollgate_exec::outcome::Outcome;
//! use tollgate_exec::value::Val;
//! use tollgate_gsa::run::{Forms, Runner};
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
//! let mut module = tollgate_llvm::read(&mut ctx, "max.ll", text.as_bytes()).unwrap();
//! let forms = Forms::new(&mut ctx, &mut module);
//! let mut machine = Machine::new(&ctx, &module, Config::default()).unwrap();
//! let mut runner = Runner::new(&ctx, &module, &forms).checked();
//! let func = machine.function_named(b"max").unwrap();
//! let args = [ArgSpec::Value(Val::Bits(3)), ArgSpec::Value(Val::Bits(7))];
//! let run =
//!     machine.run_function(func, &args, &mut Fixed, &mut Seeded::new(0), Some(&mut runner));
//! assert_eq!(run.outcome, Outcome::Return(Some(Val::Bits(7))));
//! assert_eq!(runner.counts.gammas, 1);
//! assert!(runner.differences.is_empty());
//! ```

mod active;
mod comparison;
mod counts;
pub mod demand;
mod form;
mod runner;
mod told;
mod trajectory;

pub use comparison::{Comparison, HowToRun, Ran, Subject};
pub use counts::Counts;
pub use form::{Form, Forms};
pub use runner::Runner;
pub use trajectory::{Trajectory, same_observations, same_outcome};
