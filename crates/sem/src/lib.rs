//! What the operations of LLVM IR mean.
pub mod address;
pub mod attributes;
pub mod float;
pub mod fold;
pub mod int;
pub mod intrinsics;
pub mod layout;
pub mod libc;
pub mod ops;
mod signature;
pub mod value;
pub mod word;
pub use float::Float;
pub use int::Int;
