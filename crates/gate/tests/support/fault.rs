//! Errors that one can make with gates, to be planted.

/// A kind of error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    // The terms of walks.
    /// What was tested in the iterations before is asked of the last one.
    StarIsItsContent,
    /// Of two paths the second is forgotten.
    UnionForgetsTheSecond,
    /// Of two paths the first is forgotten.
    UnionForgetsTheFirst,
    /// Both paths must have been taken.
    UnionIsBoth,
    /// The beginning of a path is forgotten.
    ConcatForgetsTheFirst,
    /// The end of a path is forgotten.
    ConcatForgetsTheSecond,
    /// A part of a path is enough.
    ConcatIsEither,
    /// `c | !c` is true, even if `c` was never computed.
    ExcludedMiddle,
    /// `c & !c` is `c`.
    ContradictionIsForgotten,

    // Thinning.
    /// Blocks that postdominate while back edges stay what they are.
    OrdinaryPostdominators,
    /// Blocks that postdominate if nobody returned.
    ThinPastReturns,
    /// All joins.
    ThinJoins,
    /// Activation is thinned as selection is.
    ThinPastCalls,

    // Edge conditions.
    /// The branches of a condition are exchanged.
    SwappedBranch,
    /// A default that shares its target with cases stands for no case at all.
    DefaultShadowsCases,
    /// Of several cases with one target only the first counts.
    FirstCaseOnly,
    /// The default does not exclude the last case.
    DefaultForgetsACase,
    /// The default is always possible.
    DefaultIsTrue,
    /// All cases of a switch are one condition.
    CasesAreOne,
    /// A branch with one target for both outcomes still tests.
    EqualTargetsAreTested,
    /// An `invoke` unwinds when it returns.
    SwappedInvoke,
    /// Where an indirect jump went is not told apart.
    WentAnywhere,

    // Dominators.
    /// The dominator tree is that of a graph with an edge less.
    WrongDominators,
    /// Gates from further up leave out a dominator on the way.
    ChainSkipsADominator,

    // Arms.
    /// An arm ends before its last edge.
    ArmWithoutLastEdge,
    /// An arm is its last edge alone.
    ArmIsItsLastEdge,
    /// Two arms of a join are exchanged.
    SwappedArms,

    // Activation.
    /// A block is active if its immediate dominator leads there, whenever that was.
    ActiveFromTheDominator,
    /// A block after a loop is active whatever happened in the last iteration of the loop.
    ActiveWhateverTheLoopDid,
    /// All blocks of a loop are active.
    ActiveWithTheHeader,
    /// Calls are taken to return.
    ReturnedForgotten,
    /// Of the calls of a block the last is forgotten.
    ReturnedForgetsTheLastCall,
    /// An `invoke` that did not unwind is taken to have returned.
    NotUnwoundIsReturned,

    // Exits.
    /// An exit of several loops is seen from the innermost header for all of them.
    ExitFromInnerHeader,
    /// An exit is its last test alone.
    ExitIsItsLastTest,
    /// Two exits of a loop are exchanged.
    SwappedExits,

    // Decisions.
    /// The first test is left out.
    DecisionForgetsATest,
    /// The last test is left out.
    DecisionForgetsTheLastTest,
    /// Two outcomes of a test are exchanged.
    DecisionSwapsWays,
}

impl Fault {
    pub const ALL: [Fault; 39] = [
        Self::StarIsItsContent,
        Self::UnionForgetsTheSecond,
        Self::UnionForgetsTheFirst,
        Self::UnionIsBoth,
        Self::ConcatForgetsTheFirst,
        Self::ConcatForgetsTheSecond,
        Self::ConcatIsEither,
        Self::ExcludedMiddle,
        Self::ContradictionIsForgotten,
        Self::OrdinaryPostdominators,
        Self::ThinPastReturns,
        Self::ThinJoins,
        Self::ThinPastCalls,
        Self::SwappedBranch,
        Self::DefaultShadowsCases,
        Self::FirstCaseOnly,
        Self::DefaultForgetsACase,
        Self::DefaultIsTrue,
        Self::CasesAreOne,
        Self::EqualTargetsAreTested,
        Self::SwappedInvoke,
        Self::WentAnywhere,
        Self::WrongDominators,
        Self::ChainSkipsADominator,
        Self::ArmWithoutLastEdge,
        Self::ArmIsItsLastEdge,
        Self::SwappedArms,
        Self::ActiveFromTheDominator,
        Self::ActiveWhateverTheLoopDid,
        Self::ActiveWithTheHeader,
        Self::ReturnedForgotten,
        Self::ReturnedForgetsTheLastCall,
        Self::NotUnwoundIsReturned,
        Self::ExitFromInnerHeader,
        Self::ExitIsItsLastTest,
        Self::SwappedExits,
        Self::DecisionForgetsATest,
        Self::DecisionForgetsTheLastTest,
        Self::DecisionSwapsWays,
    ];

    /// Whether no run can show the error, but only the comparison with path expressions. Gates ask
    /// for a condition together with all that leads to the block that tests it, so a condition that
    /// was never computed does not matter to the truth of the whole.
    pub fn shows_in_no_run(self) -> bool {
        self == Self::ExcludedMiddle
    }
}

/// A kind of error in the terms of walks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkFault {
    /// Of two paths the first is forgotten.
    UnionForgetsTheFirst,
    /// Of two paths the second is forgotten.
    UnionForgetsTheSecond,
    /// A path is produced twice.
    UnionCountsTwice,
    /// Steps come in the wrong order.
    ConcatTurnedAround,
    /// The beginning of a path is forgotten.
    ConcatForgetsTheFirst,
    /// The end of a path is forgotten.
    ConcatForgetsTheSecond,
    /// Loops are walked at most once.
    StarAtMostOnce,
    /// Loops are walked at least once.
    StarAtLeastOnce,
    /// Loops are not walked.
    StarNever,
    /// The paths around a loop are produced several times.
    StarTwice,
    /// Irreducible regions are not walked.
    RegionsAreEmpty,
}

impl WalkFault {
    pub const ALL: [WalkFault; 11] = [
        Self::UnionForgetsTheFirst,
        Self::UnionForgetsTheSecond,
        Self::UnionCountsTwice,
        Self::ConcatTurnedAround,
        Self::ConcatForgetsTheFirst,
        Self::ConcatForgetsTheSecond,
        Self::StarAtMostOnce,
        Self::StarAtLeastOnce,
        Self::StarNever,
        Self::StarTwice,
        Self::RegionsAreEmpty,
    ];
}
