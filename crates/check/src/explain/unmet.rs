//! [`Unmet`]: which obligation of the target was not shown.

use std::fmt;

/// An obligation that was not shown (§3, §4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unmet {
    /// A loop of the target that is none of the source.
    LoopWithoutCounterpart,
    /// A loop of both that is entered under different conditions.
    LoopEntry,
    /// A loop of both that is left under different conditions.
    ExitCondition,
    /// A loop of the target is `mustprogress` and that of the source is not.
    LoopProgress,
    /// A loop of the source that the target does not have, and that may run for ever.
    LoopRemoved,
    /// A call or another observation of the source that the target does not make.
    ObservationMissing,
    /// One of the target that the source does not make.
    ObservationExtra,
    /// One of both that is made under different conditions.
    ObservationCondition,
    /// One of both that is made in different loops.
    ObservationLoop,
    /// Calls of different functions, or other instructions.
    ObservationKind,
    /// Calls whose arguments differ.
    Arguments,
    /// Calls that happen in different memories.
    MemoryAtCall,
    /// Calls of which the target's has attributes that the source's does not have.
    CallAttributes,
    /// Calls of which only the target's is `tail`: it does not access the caller's slots.
    TailCall,
    /// Only the target returns.
    ReturnExtra,
    /// Only the source returns.
    ReturnMissing,
    /// They return under different conditions.
    ReturnCondition,
    /// They return different values.
    ReturnedValue,
    /// They leave different memories.
    MemoryAtReturn,
    /// A value of the target that may be less defined than that of the source.
    LessDefined,
    /// A value of the target that is not shown to be that of the source.
    Value,
    /// A load of the target that may be undefined where the source is not.
    Load,
    /// A store of the target that may be.
    Store,
    /// A division of the target that may be.
    Division,
    /// A branch of the target on what may be undef or poison.
    Branch,
    /// `unreachable` of the target, where the source may come.
    Unreachable,
    /// A `memcpy` of the target whose ranges may overlap.
    Overlap,
    /// An assumption of the target that the source does not make.
    Assumption,
    /// A store of the target that the source does not make, and that others may see.
    InventedStore,
}

impl Unmet {
    /// In a word that programs can rely on.
    pub fn code(self) -> &'static str {
        match self {
            Self::LoopWithoutCounterpart => "loop-without-counterpart",
            Self::LoopEntry => "loop-entry",
            Self::ExitCondition => "exit-condition",
            Self::LoopProgress => "loop-progress",
            Self::LoopRemoved => "loop-removed",
            Self::ObservationMissing => "observation-missing",
            Self::ObservationExtra => "observation-extra",
            Self::ObservationCondition => "observation-condition",
            Self::ObservationLoop => "observation-loop",
            Self::ObservationKind => "observation-kind",
            Self::Arguments => "arguments",
            Self::MemoryAtCall => "memory-at-call",
            Self::CallAttributes => "call-attributes",
            Self::TailCall => "tail-call",
            Self::ReturnExtra => "return-extra",
            Self::ReturnMissing => "return-missing",
            Self::ReturnCondition => "return-condition",
            Self::ReturnedValue => "returned-value",
            Self::MemoryAtReturn => "memory-at-return",
            Self::LessDefined => "less-defined",
            Self::Value => "value",
            Self::Load => "load",
            Self::Store => "store",
            Self::Division => "division",
            Self::Branch => "branch",
            Self::Unreachable => "unreachable",
            Self::Overlap => "overlap",
            Self::Assumption => "assumption",
            Self::InventedStore => "invented-store",
        }
    }

    /// Whether it is about undefined behaviour of the target: there it is the condition under which
    /// an instruction is executed that matters, besides its operands.
    pub(crate) fn is_of_undefined_behaviour(self) -> bool {
        match self {
            Self::Load
            | Self::Store
            | Self::Division
            | Self::Branch
            | Self::Unreachable
            | Self::Overlap
            | Self::Assumption
            | Self::InventedStore => true,
            Self::LoopWithoutCounterpart
            | Self::LoopEntry
            | Self::ExitCondition
            | Self::LoopProgress
            | Self::LoopRemoved
            | Self::ObservationMissing
            | Self::ObservationExtra
            | Self::ObservationCondition
            | Self::ObservationLoop
            | Self::ObservationKind
            | Self::Arguments
            | Self::MemoryAtCall
            | Self::CallAttributes
            | Self::TailCall
            | Self::ReturnExtra
            | Self::ReturnMissing
            | Self::ReturnCondition
            | Self::ReturnedValue
            | Self::MemoryAtReturn
            | Self::LessDefined
            | Self::Value => false,
        }
    }
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LoopWithoutCounterpart => "a loop of the target has no counterpart in the source",
            Self::LoopEntry => "entry condition of a loop differs",
            Self::ExitCondition => "exit condition of a loop differs",
            Self::LoopProgress => "only the target's loop is `mustprogress`",
            Self::LoopRemoved => {
                "a loop of the source has no counterpart in the target and may not terminate"
            }
            Self::ObservationMissing => "an observation of the source is missing in the target",
            Self::ObservationExtra => "an observation of the target is not one of the source",
            Self::ObservationCondition => "an observation is made under different conditions",
            Self::ObservationLoop => "an observation is made in different loops",
            Self::ObservationKind => "different observations are made",
            Self::Arguments => "arguments of a call differ",
            Self::MemoryAtCall => "memory at a call differs",
            Self::CallAttributes => "only the target's call has attributes",
            Self::TailCall => "only the target's call is `tail`",
            Self::ReturnExtra => "only the target returns",
            Self::ReturnMissing => "only the source returns",
            Self::ReturnCondition => "the functions return under different conditions",
            Self::ReturnedValue => "returned values differ",
            Self::MemoryAtReturn => "memory at return differs",
            Self::LessDefined => "a value may be less defined than in the source",
            Self::Value => "a value is not shown to be that of the source",
            Self::Load => "a load may be undefined only in the target",
            Self::Store => "a store may be undefined only in the target",
            Self::Division => "a division may be undefined only in the target",
            Self::Branch => "a branch may be on undef or poison only in the target",
            Self::Unreachable => "`unreachable` may be reached only in the target",
            Self::Overlap => "copied ranges may overlap only in the target",
            Self::Assumption => "an assumption of the target may not hold",
            Self::InventedStore => "the target makes a store that the source does not make",
        })
    }
}
