//! The bytes that a copy copies: `!tbaa.struct` of `llvm.memcpy` lists the parts of the copied
//! object, and the bytes between them are padding that need not be copied.

use tollgate_ir::{Context, Meta, Module};
use tollgate_sem::tbaa::{number, tuple};

/// A part of what is copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Where it begins.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
    /// Its tag for type-based alias analysis.
    pub tag: Meta,
}

/// The parts that a `!tbaa.struct` lists. None if it is not understood.
pub fn parts(ctx: &Context, module: &Module, structure: Meta) -> Option<Vec<Part>> {
    let part = |of: &[Meta]| match *of {
        [offset, size, tag] => {
            Some(Part { offset: number(ctx, offset)?, size: number(ctx, size)?, tag })
        }
        _ => None,
    };
    tuple(ctx, module, structure)?.chunks(3).map(part).collect()
}

/// The ranges of the first `size` bytes that no part covers: where each begins, and where it ends.
pub fn padding(parts: &[Part], size: u64) -> Vec<(u64, u64)> {
    let mut parts = parts.to_vec();
    parts.sort_by_key(|part| part.offset);
    let mut gaps = Vec::new();
    let mut at = 0;
    for part in parts {
        if part.offset.min(size) > at {
            gaps.push((at, part.offset.min(size)));
        }
        at = at.max(part.offset.saturating_add(part.size));
    }
    if at < size {
        gaps.push((at, size));
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use tollgate_ir::MetaKind;

    #[test]
    fn padding_is_what_no_part_covers() {
        let mut ctx = Context::new();
        let tag = ctx.meta(MetaKind::Null);
        let part = |offset: u64, size: u64| Part { offset, size, tag };
        assert_eq!(padding(&[part(0, 1), part(4, 4)], 8), [(1, 4)]);
        assert_eq!(padding(&[part(4, 4), part(0, 1)], 8), [(1, 4)]);
        assert_eq!(padding(&[part(0, 8), part(2, 1)], 12), [(8, 12)]);
        assert!(padding(&[part(0, 8)], 4).is_empty());
        assert_eq!(padding(&[part(6, 2)], 4), [(0, 4)]);
        assert_eq!(padding(&[], 2), [(0, 2)]);
    }
}
