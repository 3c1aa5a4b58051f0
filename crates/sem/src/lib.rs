//! What the operations of LLVM IR mean.
pub mod int;
pub mod word;
pub use int::Int;
