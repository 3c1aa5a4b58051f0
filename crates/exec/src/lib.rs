//! The reference interpreter of LLVM IR.
//!
//! A [`Machine`](machine::Machine) runs functions of a module, or the module as a program. A
//! [`Run`](outcome::Run) is a *behaviour* in the sense of §1.3: what was
//! observed, how it ended, the memory at the end, and the choices that were made. Everything
//! outside of the program is a parameter: the [`Environment`](environment::Environment) answers
//! calls that leave the module, the [`Chooser`](choices::Chooser) makes the program's own choices.
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
//!     machine.run_function(func, &[ArgSpec::Value(Val::Bits(x))], &mut Fixed, &mut Seeded::new(0), None).outcome
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
//! * `returned` arguments that are not; `signext` and `zeroext` that do not hold; `captures` and
//!   `nocapture`; `speculatable`;
//! * accesses through what a constant `getelementptr` says to be `inrange`, outside of that range
//!   (the ranges are told: [`machine::Machine::ranges`]);
//! * `dead_on_unwind` and `dead_on_return` of calls: what was written is kept;
//! * `dereferenceable` on arguments of intrinsics (see `ValueChecks::without_dereferenceable`), and
//!   `dereferenceable` after the call began;
//! * `inbounds` for pointers to dead objects;
//! * data races: there is one thread; target features that caller and callee disagree about;
//! * the value of a partly undef pointer in memory, which counts as wholly undef, and of address
//!   arithmetic with an undef index, likewise;
//! * `tail` calls whose callee uses the caller's stack slots; `sret` pointers that cannot be
//!   written;
//! * `lifetime` markers on objects that are no stack slots, or not at their first byte;
//! * a branch on what an operation without an exact rule made of an undef value (`fcmp`, `mul`,
//!   ...): the operation samples the undef bits, and only the dependence is recorded. For `icmp`
//!   there is one.
//!
//! # What is sampled, and what is taken for granted
//!
//! With the fast-math flags `nsz arcp contract afn reassoc` the strict result is computed, and the
//! run depends on a choice. Allocation does not fail. Objects without a unique address (empty ones,
//! `unnamed_addr` constants) are taken to be different; who compares them depends on a choice. An
//! external variable has the size of its declaration. An answer of the environment that breaks what
//! attributes promise ends the run as unsupported.
//!
//! # Where things are
//!
//! [`value`] and [`memory`] hold data; `code` turns bodies into linear code; [`machine`] executes
//! it, with `pure` and `pointers` as the ways to the meaning of operations, which is `sem`'s, and
//! tells a [`trace::Tracer`] what it does; `intrinsics` and [`libc`](mod@libc) are the functions
//! that programs find; [`arguments`], [`print`](mod@print) and [`program`] are for people.

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
