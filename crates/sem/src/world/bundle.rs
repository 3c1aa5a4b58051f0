//! The rows of operand bundles: an open set. A tag that nobody knows may make a call do anything,
//! so that it is refused in the source too.

use super::{Row, Run};

/// The row of a bundle of a call that is no `llvm.assume`.
pub const fn row(tag: &[u8]) -> Row {
    match tag {
        b"cfguardtarget"
        | b"clang.arc.attachedcall"
        | b"convergencectrl"
        | b"deopt"
        | b"funclet"
        | b"gc-live"
        | b"gc-transition"
        | b"kcfi"
        | b"preallocated"
        | b"ptrauth" => Row::REFUSED,
        _ => Row { run: Run::Unseen, ..Row::REFUSED },
    }
}

/// Whether it adds nothing to what a call does: it says in which handler the call is made.
pub const fn adds_nothing(tag: &[u8]) -> bool {
    matches!(tag, b"funclet")
}

/// The row of a bundle of `llvm.assume`: what is assumed is a fact of the source.
pub const fn of_assumption(tag: &[u8]) -> Row {
    match tag {
        b"align" | b"dereferenceable" | b"dereferenceable_or_null" | b"nonnull" | b"noundef" => {
            Row::promise(Run::Checked)
        }
        b"separate_storage" => Row::promise(Run::Unseen),
        b"cold" | b"ignore" => Row::FREE,
        _ => Row::UNKNOWN,
    }
}
