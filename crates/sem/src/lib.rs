//! What the operations of LLVM IR mean.
pub mod float;
pub mod int;
pub mod layout;
pub mod ops;
pub mod value;
pub mod word;
pub use float::Float;
pub use int::Int;
