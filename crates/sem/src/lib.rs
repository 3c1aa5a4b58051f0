//! What the operations of LLVM IR mean, once, for interpreter, constant folding and solver.
//!
//! - [`Int`] and [`Float`] are the arithmetic: integers of every width, floats of every format,
//!   exact or refused. [`word`] is the same for integers that fit in a machine word.
//! - [`value`] adds poison and undef, [`ops`] evaluates opcodes on such values, [`intrinsics`]
//!   evaluates and describes intrinsics.
//! - [`layout`] and [`address`] say where values are in memory; [`fold`] folds constants,
//!   [`constant`] what is known of them at once.
//! - [`reading`] has the questions on which the authorities differ, with their answers.
//! - [`attributes`] and [`libc`] are tables of what attributes promise and what C library functions
//!   do; [`call`] says by all of them who is called by a call, and what may come of it.
//!
//! This crate is part of the trusted base: a wrong answer here is a wrong verdict. Hence the rule
//! that what no reference fixes is refused with a reason ([`ops::Reason`]), and that every choice a
//! program has (undef bits, NaN patterns, ...) is asked for through [`value::Choose`] and never
//! made silently.
//!
//! ```
//! use tollgate_ir::{Flags, Opcode};
//! use tollgate_sem::value::{Bits, Choose, LaneType, Value};
//! use tollgate_sem::{Int, ops};
//!
//! struct NoChoice;
//! impl Choose for NoChoice {
//!     fn undef(&mut self, _: u32) -> Int {
//!         panic!("nothing to choose here")
//!     }
//!     fn pick(&mut self, _: usize) -> usize {
//!         panic!("nothing to choose here")
//!     }
//! }
//!
//! let denormals = ops::Denormals::IEEE;
//! let mut evaluator = ops::Evaluator { choose: &mut NoChoice, denormals, big_endian: false };
//! let value = |value| Value::<()>::int(Int::from_i64(8, value));
//! let mut add = |flags, a: &Value<()>, b: &Value<()>| {
//!     evaluator.binary(Opcode::Add, flags, LaneType::Int(8), a, b).unwrap()
//! };
//! assert_eq!(add(Flags::NONE, &value(100), &value(100)), value(-56));
//! assert_eq!(add(Flags::NSW, &value(100), &value(100)), Value::poison());
//! // Any number plus one is any number: exact, without a choice.
//! let undef = Value::bits(Bits::undef(8));
//! assert_eq!(add(Flags::NONE, &undef, &value(1)), undef);
//! ```

pub mod address;
pub mod attributes;
pub mod call;
pub mod constant;
pub mod float;
pub mod fold;
pub mod int;
pub mod intrinsics;
pub mod lanes;
pub mod layout;
pub mod libc;
pub mod offset;
pub mod ops;
pub mod reading;
mod signature;
pub mod tbaa;
pub mod value;
pub mod word;
pub mod world;

pub use float::Float;
pub use int::Int;
