//! Reads and writes LLVM IR text, as LLVM 14 to the newest write it.
//!
//! ```
//! use tollgate_ir::Context;
//!
//! let text = b"define i32 @f(i32 %x) {\n  %y = add nsw i32 %x, 1\n  ret i32 %y\n}\n";
//! let mut ctx = Context::new();
//! let module = tollgate_llvm::read(&mut ctx, "f.ll", text).unwrap();
//! let mut out = Vec::new();
//! tollgate_llvm::write_module(&ctx, &module, &mut out).unwrap();
//! assert!(String::from_utf8(out).unwrap().contains("%y = add nsw i32 %x, 1"));
//! ```
//!
//! What the project does not interpret is kept and written back. Errors have a place, and there are
//! as many of them as a person can use at once.

mod check;
mod diagnostic;
mod digest;
mod gated;
mod read;
pub mod round_trip;
mod write;

pub use check::{Checked, check_reading, check_text, check_tokens};
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use digest::{Digest, function_digests};
pub use gated::{
    Arm, Gate, GateDefinition, GateFormula, GateTest, GatedModule, GatedText, Merge, MergeText,
    arm_edges,
};
pub use read::{
    Options, read, read_bodies, read_gated, read_gated_bodies, read_gated_source, read_source,
};
pub use write::{
    LocalName, Numbering, WriteError, write_const, write_function, write_gated,
    write_gated_function, write_inst, write_label, write_meta, write_module, write_type,
    write_value,
};
