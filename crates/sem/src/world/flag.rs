//! The rows of instruction flags.

use super::{Conclusion, Duty, Program, Row, Run};
use tollgate_ir::Flags;

/// What a flag says, with the flag.
const ROWS: &[(Flags, Row)] = &[
    // The callee touches neither the caller's slots nor its variable arguments.
    (Flags::TAIL, Row::promise(Run::Audited)),
    (Flags::MUSTTAIL, Row::same(Run::Executed)),
    (Flags::NOTAIL, Row::FREE),
    (Flags::WEAK, Row::same(Run::Executed)),
    (Flags::VOLATILE, Row::same(Run::Executed)),
    (Flags::INALLOCA, Row::REFUSED),
    (Flags::SWIFTERROR, Row::same(Run::Ignored)),
    (Flags::CLEANUP, Row::same(Run::Executed)),
    (Flags::DISJOINT, Row::poison(Run::Checked)),
    (Flags::NNEG, Row::poison(Run::Checked)),
    (Flags::SAMESIGN, Row::poison(Run::Checked)),
    (Flags::INBOUNDS, Row::poison(Run::Checked)),
    (Flags::NUSW, Row::poison(Run::Checked)),
    (Flags::NUW, Row::poison(Run::Checked)),
    (Flags::NSW, Row::poison(Run::Checked)),
    (Flags::EXACT, Row::poison(Run::Checked)),
    (Flags::REASSOC, LEEWAY),
    (Flags::NNAN, Row::poison(Run::Checked)),
    (Flags::NINF, Row::poison(Run::Checked)),
    (Flags::NSZ, LEEWAY),
    (Flags::ARCP, LEEWAY),
    (Flags::CONTRACT, LEEWAY),
    (Flags::AFN, LEEWAY),
    (Flags::UNWIND_LABEL, Row::same(Run::Executed)),
];

/// More results are allowed than the exact one: choices of the function that has the flag.
const LEEWAY: Row =
    Row { source: Conclusion::Meaning, target: Duty::Show, modules: Duty::Free, run: Run::Unseen };

/// The row of one flag.
pub fn row(flag: Flags) -> Row {
    ROWS.iter().find(|&&(known, _)| known == flag).map_or(Row::UNKNOWN, |&(_, row)| row)
}

/// The word of the first of these flags for which an instruction of this program cannot be treated.
pub fn refused(flags: Flags, program: Program) -> Option<&'static str> {
    let mut words = Flags::WORDS.iter().filter(|&&(flag, _)| flags.contains(flag));
    words.find(|&&(flag, _)| row(flag).is_refused_in(program)).map(|&(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flag_has_a_row() {
        for &(flag, word) in Flags::WORDS {
            assert_ne!(row(flag), Row::UNKNOWN, "{word}");
            let of_poison = row(flag).source == Conclusion::Poison;
            assert_eq!(Flags::POISON.contains(flag), of_poison, "{word}");
            assert_eq!(Flags::LEEWAY.contains(flag), row(flag) == LEEWAY, "{word}");
        }
    }
}
