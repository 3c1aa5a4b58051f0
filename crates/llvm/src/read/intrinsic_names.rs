//! Names of intrinsics over typed pointers: `llvm.memcpy.p0i8.p0i8.i64` of LLVM 14 is
//! `llvm.memcpy.p0.p0.i64` since.

use std::borrow::Cow;

/// The name that an intrinsic has with opaque pointers.
pub(crate) fn opaque_name(name: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    if !name.starts_with(b"llvm.")
        || !name.split(|&byte| byte == b'.').any(|part| opaque_part(part).is_some())
    {
        return name;
    }
    let parts: Vec<&[u8]> = name
        .split(|&byte| byte == b'.')
        .map(|part| opaque_part(part).map_or(part, |len| &part[..len]))
        .collect();
    parts.join(&b'.').into()
}

/// How much of an overloaded type's part of a name remains, if it names a pointee: `p0i8` becomes
/// `p0`, `v2p1f64` becomes `v2p1`.
fn opaque_part(part: &[u8]) -> Option<usize> {
    let digits = |from: usize| part[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = 0;
    // A vector or array of pointers keeps its own length.
    for prefix in [&b"nxv"[..], b"v", b"a"] {
        if part.starts_with(prefix) && digits(prefix.len()) > 0 {
            at = prefix.len() + digits(prefix.len());
            break;
        }
    }
    if part.get(at) != Some(&b'p') || digits(at + 1) == 0 {
        return None;
    }
    let len = at + 1 + digits(at + 1);
    (len < part.len()).then_some(len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointees_are_cut_off() {
        for (old, new) in [
            ("llvm.memcpy.p0i8.p1i8.i64", "llvm.memcpy.p0.p1.i64"),
            ("llvm.masked.gather.v2f64.v2p0f64", "llvm.masked.gather.v2f64.v2p0"),
            ("llvm.memcpy.p0.p0.i64", "llvm.memcpy.p0.p0.i64"),
            ("llvm.x86.sse2.psrli.d", "llvm.x86.sse2.psrli.d"),
            ("llvm.masked.load.v4i32.p0v4i32", "llvm.masked.load.v4i32.p0"),
            ("memcpy.p0i8", "memcpy.p0i8"),
        ] {
            assert_eq!(opaque_name(old.as_bytes().into()), new.as_bytes().to_vec());
        }
    }
}
