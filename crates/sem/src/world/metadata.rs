//! The rows of metadata kinds: an open set.

use super::{Conclusion, Duty, Row, Run};

/// What carries an attachment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Holder {
    /// An instruction.
    Instruction,
    /// A function or a variable.
    Global,
}

/// The row of an attachment of this kind.
pub fn row(kind: &[u8], holder: Holder) -> Row {
    match holder {
        Holder::Instruction => of_instruction(kind),
        Holder::Global => of_global(kind),
    }
}

/// Whether nothing follows from an attachment of an instruction.
pub fn is_free(kind: &[u8]) -> bool {
    of_instruction(kind) == Row::FREE
}

/// Whether an attachment of a load promises something of the access, not of the value that is read.
pub fn is_of_access(kind: &[u8]) -> bool {
    matches!(
        kind,
        b"alias.scope"
            | b"invariant.load"
            | b"llvm.access.group"
            | b"llvm.mem.parallel_loop_access"
            | b"noalias"
            | b"nontemporal"
            | b"tbaa"
            | b"tbaa.struct"
    )
}

/// Whether an attachment says which scopes of `noalias` are meant.
pub fn is_of_scopes(kind: &[u8]) -> bool {
    matches!(kind, b"alias.scope" | b"noalias")
}

fn of_instruction(kind: &[u8]) -> Row {
    match kind {
        // Debug information, profiles, notes of compilers and sanitizers to themselves.
        b"DIAssignID" | b"alloc_token" | b"annotation" | b"auto-init" | b"callsite" | b"dbg"
        | b"heapallocsite" | b"inline_history" | b"irr_loop" | b"memprof" | b"nosanitize"
        | b"pcsections" | b"prof" | b"srcloc" | b"unpredictable" => Row::FREE,
        // A value that breaks them is poison.
        b"align" | b"nonnull" | b"range" => Row::poison(Run::Checked),
        // Since LLVM 20; the interpreter does not look at it.
        b"nofpclass" => Row::poison(Run::Unseen),
        b"dereferenceable" | b"dereferenceable_or_null" | b"noundef" => Row::promise(Run::Checked),
        // Promises about what aliases what, and about what never changes. What `tbaa.struct` has no
        // part for need not be copied, and a source's runs do not keep it.
        b"alias.scope" | b"invariant.group" | b"invariant.load" | b"noalias" | b"tbaa"
        | b"tbaa.struct" => Row::promise(Run::Audited),
        b"callees" => Row::promise(Run::Unseen),
        // With what a loop says of them they promise that its iterations do not depend on each
        // other. What the loop says is not compared, so the target must not have them.
        b"llvm.access.group" | b"llvm.mem.parallel_loop_access" => Row::UNKNOWN,
        // A hint to caches; what it says of other threads no run can show.
        b"nontemporal" => Row::promise(Run::Ignored),
        // That a loop makes progress, and that its iterations do not depend on each other; all else
        // is advice.
        b"llvm.loop" => Row::promise(Run::Ignored),
        // Results need not be exact: what only the source allows is one of its choices.
        b"fpmath" => Row {
            source: Conclusion::Nothing,
            target: Duty::Show,
            modules: Duty::Free,
            run: Run::Unseen,
        },
        _ => Row::UNKNOWN,
    }
}

fn of_global(kind: &[u8]) -> Row {
    match kind {
        b"annotation"
        | b"associated"
        | b"dbg"
        | b"exclude"
        | b"func_sanitize"
        | b"function_section_prefix"
        | b"guid"
        | b"pcsections"
        | b"prof"
        | b"section_prefix"
        | b"srcloc"
        | b"PGOFuncName"
        | b"vcall_visibility" => Row::FREE,
        // Where the symbol may be: it may be null. Runs have it elsewhere, and are no evidence.
        b"absolute_symbol" => Row::same(Run::Unseen),
        // What type tests find, through whatever pointer.
        b"type" => Row::same(Run::Stops),
        // Whom a callee calls back.
        b"callback" => Row::same(Run::Ignored),
        b"kcfi_type" => Row::same(Run::Ignored),
        _ => Row { target: Duty::Same, modules: Duty::Same, ..Row::UNKNOWN },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_that_nobody_knows_are_refused_in_the_target() {
        assert_eq!(row(b"no.such.kind", Holder::Instruction).target, Duty::Refuse);
        assert_eq!(row(b"no.such.kind", Holder::Global).modules, Duty::Same);
        assert!(is_free(b"dbg") && !is_free(b"tbaa") && !is_free(b"llvm.loop"));
    }
}
