//! [`Hint`]: what the target seems to have been made by, and how an explanation is to be read.

use std::fmt;

/// Lines of calls that are named.
const MAX_LINES: usize = 4;

/// Something that helps to read an explanation, and is no fact that is missing.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Hint {
    /// The first difference may follow from another one.
    MayFollow,
    /// Loops of the source test at their top, and those of the target at their end.
    Rotated {
        /// Where those do that are compared, if they are among them.
        blocks: Option<(String, String)>,
    },
    /// The functions do not have as many loops.
    OtherLoops {
        /// How many the source has.
        source: usize,
        /// How many the target has.
        target: usize,
    },
    /// The source calls itself where the target goes around a loop.
    Recursion {
        /// Where the source calls itself.
        calls: Vec<String>,
    },
    /// One function calls something more often than the other.
    Called {
        /// What is called.
        callee: String,
        /// The lines of the calls of the source.
        source: Vec<u32>,
        /// The lines of those of the target.
        target: Vec<u32>,
    },
    /// A call is in a loop of one function, and in none of the other.
    MovedCall {
        /// What is called.
        callee: String,
        /// The line of the source's call.
        source: u32,
        /// The line of the target's.
        target: u32,
        /// Whether it is in a loop of the source.
        out: bool,
    },
    /// Two loops of the target do what one of the source does, by a condition.
    Unswitched {
        /// The condition.
        condition: String,
        /// The line where the loop of the source begins, if there is just one.
        source: Option<u32>,
        /// The lines where those of the target begin.
        target: [u32; 2],
    },
    /// The terms are not the same, and yet nothing was found in which they differ.
    NothingFound,
    /// The condition by which a loop is left does not change in it.
    UnchangingExit {
        /// Whether the loop is one of the source.
        of_source: bool,
    },
    /// A stack slot is kept in memory by the source, and the target has fewer slots.
    Slots {
        /// The slot.
        slot: String,
        /// How many slots the source has.
        source: usize,
        /// How many the target has.
        target: usize,
    },
    /// The source branches on what a condition of the target is made of as well.
    Branches {
        /// The condition of the target.
        condition: String,
        /// The conditions that the source branches on, with their lines.
        branches: Vec<(String, u32)>,
    },
    /// A place is written in a loop of one function only.
    Promoted {
        /// The store.
        store: String,
        /// Whether it is in a loop of the source.
        of_source: bool,
    },
}

impl Hint {
    /// In a word that programs can rely on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::MayFollow => "may-follow",
            Self::Rotated { .. } => "rotated",
            Self::OtherLoops { .. } => "other-loops",
            Self::Recursion { .. } => "recursion",
            Self::Called { .. } => "called",
            Self::MovedCall { .. } => "moved-call",
            Self::Unswitched { .. } => "unswitched",
            Self::NothingFound => "nothing-found",
            Self::UnchangingExit { .. } => "unchanging-exit",
            Self::Slots { .. } => "slots",
            Self::Branches { .. } => "branches",
            Self::Promoted { .. } => "promoted",
        }
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MayFollow => {
                f.write_str("what is shown is found first; it may follow from something else")
            }
            Self::Rotated { blocks: Some((source, target)) } => write!(
                f,
                "the loop seems to be rotated: the source's tests in block {source}, the target's \
                 in block {target}, so that they are left in different iterations"
            ),
            Self::Rotated { blocks: None } => f.write_str(
                "loops seem to be rotated: some of the source test at their top, those of the \
                 target at their end",
            ),
            Self::OtherLoops { source, target } => write!(
                f,
                "the source has {source} and the target {target} loops: some were made, split, \
                 copied or removed"
            ),
            Self::Recursion { calls } => write!(
                f,
                "the source calls itself at {}, where the target seems to go around a loop \
                 instead; a call is not compared with a loop",
                calls.join(", ")
            ),
            Self::Called { callee, source, target } => {
                let calls = |lines: &[u32]| {
                    let each: Vec<String> =
                        lines.iter().take(MAX_LINES).map(ToString::to_string).collect();
                    let more = if lines.len() > MAX_LINES { ", ..." } else { "" };
                    match lines.len() {
                        0 => "does not".to_string(),
                        1 => format!("does once (line {})", each[0]),
                        count => format!("does {count} times (lines {}{more})", each.join(", ")),
                    }
                };
                let (source, target) = (calls(source), calls(target));
                write!(f, "calls of {callee}: the source {source}, the target {target}")
            }
            Self::MovedCall { callee, source, target, out: true } => write!(
                f,
                "{callee} is called in a loop of the source (line {source}), and in none of the \
                 target (line {target}): the call was moved out of the loop"
            ),
            Self::MovedCall { callee, source, target, out: false } => write!(
                f,
                "{callee} is called in a loop of the target (line {target}), and in none of the \
                 source (line {source})"
            ),
            Self::Unswitched { condition, source, target: [one, other] } => {
                write!(
                    f,
                    "the loops of the target at lines {one} and {other} are entered as {condition} \
                     is true or false: the loop "
                )?;
                match source {
                    Some(line) => write!(f, "of the source at line {line}")?,
                    None => f.write_str("of the source")?,
                }
                f.write_str(" seems to be unswitched; a loop is compared with one other only")
            }
            Self::NothingFound => f.write_str(
                "both are made alike as far as was looked, and yet they are not shown to be the \
                 same",
            ),
            Self::UnchangingExit { of_source } => write!(
                f,
                "the exit condition of the {}'s loop does not change in it: it is left in its \
                 first iteration or never",
                if *of_source { "source" } else { "target" }
            ),
            Self::Slots { slot, source, target } => write!(
                f,
                "{slot} is in memory in the source, which has {source} stack slots, and the target \
                 has {target}: it seems to have values instead"
            ),
            Self::Branches { condition, branches } => {
                let each: Vec<String> =
                    branches.iter().map(|(name, line)| format!("{name} (line {line})")).collect();
                write!(
                    f,
                    "the source branches on {}, made of the same values: whether that says that \
                     {condition} is defined is not shown",
                    each.join(", ")
                )
            }
            Self::Promoted { store, of_source: true } => write!(
                f,
                "{store} is in a loop of the source only: the target seems to keep the value and \
                 to store it elsewhere"
            ),
            Self::Promoted { store, of_source: false } => {
                write!(f, "{store} is in a loop of the target only")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_say_which_function_they_speak_of() {
        let hint = Hint::OtherLoops { source: 1, target: 2 };
        assert!(hint.to_string().starts_with("the source has 1 and the target 2 loops"));
        let calls = vec!["a.ll:3:1".to_string(), "a.ll:5:1".to_string()];
        let hint = Hint::Recursion { calls };
        assert!(hint.to_string().contains("at a.ll:3:1, a.ll:5:1, where"), "{hint}");
    }
}
