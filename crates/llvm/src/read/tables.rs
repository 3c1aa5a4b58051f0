//! What a parser knows of what is outside the range that it reads: named types, attribute groups,
//! globals, and which language it all is.

use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_ir::{Attr, Name, Type};

/// The language of a text.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Dialect {
    /// What LLVM reads.
    #[default]
    Llvm,
    /// That, and functions in gated form.
    Gated,
}

/// Definitions that are known before bodies and initialisers are read.
#[derive(Default, Debug)]
pub(crate) struct Tables<'t> {
    /// The language.
    pub(crate) dialect: Dialect,
    /// Named types that have been resolved.
    pub(crate) types: FxHashMap<Name, Type>,
    /// Attribute groups by number.
    pub(crate) groups: FxHashMap<u32, Vec<Attr>>,
    /// Every global that the text defines or declares.
    pub(crate) globals: FxHashSet<Name>,
    /// Intrinsics that only calls declare.
    pub(crate) implicit: FxHashSet<Name>,
    /// The numbers of metadata nodes that are defined.
    pub(crate) metadata: FxHashSet<u32>,
    /// The data layout string.
    pub(crate) layout: &'t [u8],
    /// The address space of functions.
    pub(crate) program_space: u32,
}

impl<'t> Tables<'t> {
    /// Sets the data layout.
    pub(crate) fn set_layout(&mut self, layout: &'t [u8]) {
        self.layout = layout;
        self.program_space = self.layout_addrspace(b"P").unwrap_or(0);
    }

    /// The address space that the data layout gives for allocas (`A`), globals (`G`) or programs
    /// (`P`), or that it gives this name: `p1(name):64:64` (LLVM 22 and later).
    pub(crate) fn layout_addrspace(&self, letter: &[u8]) -> Option<u32> {
        let &[letter @ (b'A' | b'G' | b'P')] = letter else { return self.named_addrspace(letter) };
        let spec =
            self.layout.split(|&byte| byte == b'-').find(|spec| spec.first() == Some(&letter));
        match spec {
            Some(spec) => std::str::from_utf8(&spec[1..]).ok()?.parse().ok(),
            None => Some(0),
        }
    }

    fn named_addrspace(&self, name: &[u8]) -> Option<u32> {
        self.layout.split(|&byte| byte == b'-').find_map(|spec| {
            let spec = spec.split(|&byte| byte == b':').next()?.strip_suffix(b")")?;
            let open = spec.iter().position(|&byte| byte == b'(')?;
            if spec.first() != Some(&b'p') || &spec[open + 1..] != name {
                return None;
            }
            let digits = spec[1..open]
                .iter()
                .skip_while(|byte| byte.is_ascii_lowercase())
                .copied()
                .collect();
            String::from_utf8(digits).ok()?.parse().ok()
        })
    }
}
