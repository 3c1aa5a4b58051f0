//! The reference interpreter of LLVM IR.
//!
//! A [`Machine`](machine::Machine) runs functions of a module, or the module as a program. A
//! [`Run`](outcome::Run) is a *behaviour* in the sense of §1.3: the observations, the outcome,
//! memory at the end, and the choices that were made. Everything outside of the program is a
//! parameter: the [`Environment`](environment::Environment) answers external calls, the
//! [`Chooser`](choices::Chooser) makes the program's own choices.
//!
//! ```
//! use tollgate_exec::arguments::ArgSpec;
//! use tollgate_exec::choices::Seeded;
//! use tollgate_exec::environment::Fixed;
//! use tollgate_exec::machine::{Config, Machine};
//! use tollgate_exec::outcome::Outcome;
//! use tollgate_exec::value::Val;
//!
//! let text = b"define i32 @f(i32 %x) {\n  %y = add nsw i32 %x, 1\n  ret i32 %y\n}\n";
//! let mut ctx = tollgate_ir::Context::new();
//! let module = tollgate_llvm::read(&mut ctx, "f.ll", text).unwrap();
//! let mut machine = Machine::new(&ctx, &module, Config::default()).unwrap();
//! let func = machine.function_named(b"f").unwrap();
//! let run = |machine: &mut Machine<'_>, x: u64| {
//!     let args = [ArgSpec::Value(Val::Bits(x))];
//!     machine.run_function(func, &args, &mut Fixed, &mut Seeded::new(0), None).outcome
//! };
//! assert_eq!(run(&mut machine, 41), Outcome::Return(Some(Val::Bits(42))));
//! assert_eq!(run(&mut machine, 0x7fff_ffff), Outcome::Return(Some(Val::Poison)));
//! ```
//!
//! # Undefined behaviour that is not detected
//!
//! A run that ends without undefined behaviour may nevertheless have had some of these:
//! * accesses that violate `memory(...)` of functions that are called (of the one that is run see
//!   `machine/promised.rs`), `noalias`, `readonly`, `writeonly`, `nofree`, `nosync`, `norecurse`,
//!   `initializes`, `!noalias` scopes, TBAA, `!invariant.load`, `!invariant.group`,
//!   `llvm.invariant.start`;
//! * `willreturn` and `mustprogress` of functions and loops that do not end;
//! * `returned` arguments that are not returned; `signext` and `zeroext` that do not hold;
//!   `captures` and `nocapture`; `speculatable`;
//! * accesses through pointers from a constant `getelementptr` with `inrange`, outside of that
//!   range (the ranges are available: [`machine::Machine::ranges`]);
//! * `dead_on_unwind` and `dead_on_return` of calls: the contents remain;
//! * `dereferenceable` on arguments of intrinsics (see `ValueChecks::without_dereferenceable`), and
//!   `dereferenceable` after the call began;
//! * `inbounds` for pointers to dead objects;
//! * data races: there is one thread; target features that differ between caller and callee;
//! * the value of a partly undef pointer in memory, which counts as wholly undef, and of address
//!   arithmetic with an undef index, likewise;
//! * `tail` calls whose callee uses the caller's stack slots; `sret` pointers that cannot be
//!   written;
//! * `lifetime` markers on objects that are not stack slots, or not at their first byte;
//! * a branch on the result of an operation without an exact rule on an undef value (`fcmp`, `mul`,
//!   ...): the operation samples the undef bits, and only the dependence is recorded. `icmp` has an
//!   exact rule.
//!
//! # What is sampled, and what is assumed
//!
//! With the fast-math flags `nsz arcp contract afn reassoc` the strict result is computed, and the
//! run depends on a choice. Allocation does not fail. Objects without a unique address (empty ones,
//! `unnamed_addr` constants) are taken to be different; comparing them makes the run depend on a
//! choice. An external variable has the size of its declaration. A result of the environment that
//! violates attributes ends the run as unsupported.
//!
//! # Overview
//!
//! [`value`] and [`memory`] hold data; `code` compiles bodies to linear code; [`machine`] executes
//! it and reports to a [`trace::Tracer`], with the semantics of operations from `sem`, adapted by
//! `pure` and `pointers`; `intrinsics` and [`libc`](mod@libc) are functions that programs call;
//! [`arguments`], [`print`](mod@print) and [`program`] are for users.

pub mod arguments;
mod check;
pub mod choices;
mod code;
pub mod copied_parts;
pub mod environment;
pub mod generate;
mod intrinsics;
pub mod libc;
pub mod limits;
pub mod machine;
pub mod memory;
pub mod outcome;
mod pointers;
pub mod print;
pub mod program;
mod pure;
mod reach;
pub mod shape;
pub mod trace;
pub mod trap;
pub mod value;

pub use check::check_execution;
pub use limits::{Limit, Limits};
pub use outcome::Outcome;
