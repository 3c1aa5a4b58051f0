//! Metadata, interned by structure up to numbered nodes.
//!
//! Numbered nodes (`!7`) may form cycles, so inside the context a reference to one is just its
//! number, and a module's table says what the number stands for. `!7` of two modules are compared
//! through digests of what the numbers reach (`digest.rs` of the crate `llvm`). Specialised nodes
//! (`!DILocation(...)`) are kept as lists of fields: nothing of a newer LLVM's debug information is
//! lost.

use crate::{Const, Symbol};

crate::entity! {
    /// A piece of metadata of the interning context.
    Meta "meta";
}

/// What a piece of metadata is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MetaKind {
    /// `null`.
    Null,
    /// `!7`: the numbered node of the module at hand.
    Slot(u32),
    /// `!"..."`.
    String(Symbol),
    /// A typed constant.
    Const(Const),
    /// `!{...}`.
    Tuple(Box<[Meta]>),
    /// `!Name(...)`.
    Node {
        /// The name without `!`.
        name: Symbol,
        /// Its fields in the order of the text.
        fields: Box<[MetaField]>,
    },
}

/// A field of a specialised node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MetaField {
    /// Its key; none in positional lists such as `!DIExpression`'s.
    pub key: Option<Symbol>,
    /// Its value.
    pub value: MetaFieldValue,
}

/// What a field of a specialised node holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MetaFieldValue {
    /// Other metadata.
    Meta(Meta),
    /// `"..."`.
    String(Symbol),
    /// A number, a keyword, or keywords joined by `|`, as written.
    Words(Symbol),
    /// `{!1, !2}` or `(...)` lists of metadata without the leading `!`.
    List(Box<[Meta]>),
}

/// A numbered node: what `!7 = ...` says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MetaDef {
    /// Whether it is different from every other node, whatever it holds.
    pub distinct: bool,
    /// What it holds.
    pub meta: Meta,
}
