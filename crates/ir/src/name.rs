//! Names: interned byte strings, and the two ways LLVM names a global or a local value.

crate::entity! {
    /// An interned byte string. LLVM's names and strings are bytes, not text.
    Symbol "sym";
}

/// How a type, a global, a label or an attribute group is called in the text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Name {
    /// By a word: `%node`, `@main`.
    Named(Symbol),
    /// By a number: `%0`, `@3`.
    Numbered(u32),
}
