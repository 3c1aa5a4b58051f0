//! The rows of module flags: an open set. They tell the linker and the code generator about the
//! whole file, and some change what code means (`wchar_size`, `SemanticInterposition`), so that one
//! that nobody knows must be the same.

use super::{Row, Run};

/// The row of a module flag.
pub const fn row(name: &[u8]) -> Row {
    match name {
        b"CodeView"
        | b"DWARF64"
        | b"Debug Info Version"
        | b"Dwarf Version"
        | b"debug-info-assignment-tracking"
        | b"ProfileSummary"
        | b"CG Profile"
        | b"EnableSplitLTOUnit"
        | b"ThinLTO"
        | b"UnifiedLTO"
        | b"Virtual Function Elim" => Row::FREE,
        _ => Row::same(Run::Ignored),
    }
}
