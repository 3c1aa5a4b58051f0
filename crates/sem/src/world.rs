//! The closed world (§11a.1): one table of everything that a text can say
//! besides its instructions.
//!
//! Every attribute at each position, every metadata kind, linkage and visibility word, calling
//! convention, instruction flag, operand bundle, module flag and address-space property has a
//! [`Row`], a file for each family. (The rows of intrinsics are in
//! [`intrinsics`](crate::intrinsics).) The prover, the comparison of modules, the refuter and the
//! optimiser ask these tables and keep no lists of their own, so that they cannot disagree about
//! what a word means.
//!
//! # Closed
//!
//! The tables are `match`es without a default arm over the enums of [`ir`](tollgate_ir). String
//! attributes, metadata kinds, bundle tags and module flags are open sets: of one that no row knows
//! nothing is concluded in the source, and in the target it is refused by name ([`Row::UNKNOWN`]),
//! unless it is a string attribute that both functions have alike ([`Row::UNKNOWN_STRING`]). So
//! what nobody thought of is refused, and a new word costs coverage until it has a row, never a
//! wrong verdict.

pub mod address_space;
pub mod attribute;
pub mod bundle;
pub mod convention;
pub mod flag;
pub mod inlining;
pub mod linkage;
pub mod metadata;
pub mod module_flag;
pub mod string_attribute;

/// What a word means to everyone who has to decide something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// What may be concluded from it in the source.
    pub source: Conclusion,
    /// What must be shown if only the target has it.
    pub target: Duty,
    /// How a difference between the modules is treated, for everyone who may reach the thing that
    /// has it: through a name, a constant, an initialiser, an alias or a mutable global.
    pub modules: Duty,
    /// What the interpreter does with it.
    pub run: Run,
}

/// One of the two programs that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Program {
    /// The one before.
    Source,
    /// The one that is to refine it.
    Target,
}

/// What may be concluded from something that the source says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Conclusion {
    /// Nothing: it advises optimisers or code generation, or is not understood.
    Nothing,
    /// A value that breaks it is poison.
    Poison,
    /// A program that breaks it is undefined.
    Undefined,
    /// It is part of what the code means, or of how caller and callee agree.
    Meaning,
}

/// What a difference asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Duty {
    /// Nothing: it may come and go.
    Free,
    /// It is a promise: where the target makes it alone, somebody has to show that it is kept. What
    /// only the source promises may go.
    Show,
    /// Where the target has it and the source has not the same, the pair is refused. What only the
    /// source has is ignored.
    NotNew,
    /// Both say the same, or the pair is refused.
    Same,
    /// Refused wherever it stands: no clause of the contract treats it.
    Refuse,
}

/// What the interpreter does with something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Run {
    /// Nothing, and nothing is to be done.
    Ignored,
    /// It executes what that means.
    Executed,
    /// It detects where that is broken.
    Checked,
    /// It runs on where that is broken; the audit of the refuter watches for it.
    Audited,
    /// It runs on where that is broken, and nobody notices: a run of a source that has it shows
    /// nothing.
    Unseen,
    /// It stops, and names it.
    Stops,
}

impl Row {
    /// Something from which nothing follows.
    pub const FREE: Row = Row {
        source: Conclusion::Nothing,
        target: Duty::Free,
        modules: Duty::Free,
        run: Run::Ignored,
    };

    /// Something that no row knows: nothing follows in the source, and the target must not have it.
    pub const UNKNOWN: Row = Row {
        source: Conclusion::Nothing,
        target: Duty::Refuse,
        modules: Duty::Refuse,
        run: Run::Unseen,
    };

    /// A string attribute that no row knows: it speaks of how a function is compiled, so that two
    /// functions which have it alike are compiled alike.
    pub const UNKNOWN_STRING: Row = Row {
        source: Conclusion::Nothing,
        target: Duty::NotNew,
        modules: Duty::NotNew,
        run: Run::Unseen,
    };

    /// Something that no clause of the contract treats.
    pub const REFUSED: Row = Row {
        source: Conclusion::Meaning,
        target: Duty::Refuse,
        modules: Duty::Same,
        run: Run::Stops,
    };

    /// Something that must be the same on both sides.
    pub const fn same(run: Run) -> Row {
        Row { source: Conclusion::Meaning, target: Duty::Same, modules: Duty::Same, run }
    }

    /// A promise of which a broken one is undefined behaviour.
    pub const fn promise(run: Run) -> Row {
        Row { source: Conclusion::Undefined, target: Duty::Show, modules: Duty::Show, run }
    }

    /// A promise of which a broken one makes a value poison.
    pub const fn poison(run: Run) -> Row {
        Row { source: Conclusion::Poison, target: Duty::Show, modules: Duty::Show, run }
    }

    /// Whether a function of this program cannot be treated for having it. Of the source, what is
    /// not known at all is ignored.
    pub fn is_refused_in(self, program: Program) -> bool {
        self.target == Duty::Refuse
            && match program {
                Program::Source => self.source != Conclusion::Nothing,
                Program::Target => true,
            }
    }

    /// Whether a target that has it alone must show that it is kept.
    pub fn is_promise(self) -> bool {
        self.target == Duty::Show
    }
}
