//! Gated SSA as its text says it: which parameter of a block is which kind of merge, and by which
//! gates arms are chosen.
//!
//! This is syntax and nothing more. A module in gated form is an ordinary [`Module`] with a
//! [`GatedText`] beside each function that has gates or merges of its own; what they mean, and
//! whether they mean the function, others decide. `docs/gsa.md` has the grammar.
//!
//! **Where values are kept.** A `mu` says, like a `phi`, which value comes from which block. An arm
//! of a `gamma` or an `eta` has a gate instead of a label, so its place among the arms means
//! nothing. The body needs an argument on every edge all the same: the value of the arm with number
//! `i` is the argument of every edge that leaves the `i`-th predecessor block, where blocks are
//! counted in the order in which [`Body::pred_edges`] comes to them first; [`arm_edges`] lists
//! them. Nothing may be concluded from that place. In particular the value of an arm need not
//! dominate the block at whose edges it is kept, so [`tollgate_ir::verify_module`] may find fault
//! with a gated module that has none.
//!
//! **What refers to what.** Gates name values, blocks and constants of the body by id. They are no
//! uses: an edit of the body does not see them.

use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use tollgate_ir::{
    Block, Body, Const, Edge, Func, Module, Param, PrimaryMap, Renaming, SecondaryMap, Span,
    Symbol, Value,
};

tollgate_ir::entity! {
    /// A gate of a function in gated form.
    Gate "g";
}

/// A module, some of whose functions are in gated form.
#[derive(Clone, Debug)]
pub struct GatedModule {
    /// The module; the arms of `gamma` and `eta` are kept on edges as this module's head says.
    pub module: Module,
    /// The functions that have a gate, a `mu`, a `gamma` or an `eta`.
    pub gated: BTreeMap<Func, GatedText>,
}

/// What a function in gated form says besides its body.
#[derive(Clone, Debug, Default)]
pub struct GatedText {
    /// The gates, in the order of the text.
    pub gates: PrimaryMap<Gate, GateDefinition>,
    /// Of each block parameter, what it is; a `phi` where nothing was set.
    pub merges: SecondaryMap<Param, MergeText>,
}

/// The kinds of merges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Merge {
    /// Decided by where control comes from: LLVM's `phi`.
    #[default]
    Phi,
    /// A loop variable. It has labels, like a `phi`.
    Mu,
    /// Decided by gates, at a join.
    Gamma,
    /// Decided by gates, behind a loop.
    Eta,
}

impl Merge {
    /// The word that stands for it in the text.
    pub fn word(self) -> &'static str {
        match self {
            Self::Phi => "phi",
            Self::Mu => "mu",
            Self::Gamma => "gamma",
            Self::Eta => "eta",
        }
    }

    /// Whether its arms have gates; else they have labels.
    pub fn has_gates(self) -> bool {
        match self {
            Self::Phi | Self::Mu => false,
            Self::Gamma | Self::Eta => true,
        }
    }
}

/// What the text says of a block parameter besides its values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MergeText {
    /// The kind.
    pub merge: Merge,
    /// The arms of a `gamma` or an `eta`, in the order of [`arm_edges`]; none for the others.
    pub arms: Box<[Arm]>,
}

/// An arm of a `gamma` or an `eta`. Its value is an argument of the body's edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arm {
    /// The gate by which it is chosen.
    pub gate: Gate,
    /// Where the arm stands, brackets included.
    pub span: Span,
}

/// A gate and what it is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GateDefinition {
    /// Its name. The writer finds one where there is none, where the name belongs to an earlier
    /// gate already, or where it is no name that the reader would take.
    pub name: Option<Symbol>,
    /// Where its definition stands, from `gate` on.
    pub span: Span,
    /// What it is.
    pub formula: GateFormula,
}

/// What a gate is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GateFormula {
    /// `true`.
    True,
    /// `false`.
    False,
    /// `undef`: neither true nor false.
    Undef,
    /// A test, or its negation.
    Test {
        /// The test.
        test: GateTest,
        /// Whether it is negated: `not`, or `icmp ne`.
        negated: bool,
    },
    /// `and a, b, ...`. Gates are not made of themselves, directly or through others.
    And(Box<[Gate]>),
    /// `or a, b, ...`.
    Or(Box<[Gate]>),
}

impl GateFormula {
    /// The gates that this one is made of.
    pub fn operands(&self) -> &[Gate] {
        match self {
            Self::True | Self::False | Self::Undef | Self::Test { .. } => &[],
            Self::And(operands) | Self::Or(operands) => operands,
        }
    }
}

/// What a gate tests.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GateTest {
    /// This value of type `i1` is true.
    Holds(Value),
    /// This value equals this integer of the same type, as a `switch` compares.
    Equals(Value, Const),
    /// The `invoke` that ends the block unwound.
    Unwound(Block),
    /// The terminator of the first block went to the second.
    Went(Block, Block),
    /// The instruction with this number in the block, counted from zero and without the block's
    /// parameters, transferred execution to the next.
    Returned(Block, u32),
}

impl GatedText {
    /// Whether a function says nothing that LLVM could not say.
    pub(crate) fn is_plain(&self, body: &Body) -> bool {
        self.gates.is_empty() && self.params(body).all(|it| self.merges[it].merge == Merge::Phi)
    }

    /// The parameters of a body's blocks, in the order of the layout.
    pub(crate) fn params<'b>(&self, body: &'b Body) -> impl Iterator<Item = Param> + use<'b> {
        let values = body.blocks().flat_map(|block| body.params(block));
        values.filter_map(|&value| match body.value(value).def {
            tollgate_ir::ValueDef::Param(param) => Some(param),
            _ => None,
        })
    }

    /// Gates of which each is made of the one behind it, and the last of the first; none if there
    /// are no such. The first is the one that was defined first.
    pub fn find_cycle(&self) -> Option<Vec<Gate>> {
        #[derive(Clone, Copy, PartialEq, Default)]
        enum Visit {
            #[default]
            Not,
            Open,
            Done,
        }
        let mut visits: SecondaryMap<Gate, Visit> = SecondaryMap::new();
        visits.resize(self.gates.len());
        let mut path: Vec<(Gate, usize)> = Vec::new();
        for root in self.gates.keys() {
            if visits[root] != Visit::Not {
                continue;
            }
            visits[root] = Visit::Open;
            path.push((root, 0));
            while let Some((gate, next)) = path.last_mut() {
                let operands = self.gates.get(*gate).map_or(&[][..], |it| it.formula.operands());
                let Some(&operand) = operands.get(*next) else {
                    visits[*gate] = Visit::Done;
                    path.pop();
                    continue;
                };
                *next += 1;
                match visits[operand] {
                    Visit::Done => {}
                    Visit::Not => {
                        visits[operand] = Visit::Open;
                        path.push((operand, 0));
                    }
                    Visit::Open => {
                        let from = path.iter().position(|&(gate, _)| gate == operand).unwrap_or(0);
                        let mut cycle: Vec<Gate> = path[from..].iter().map(|it| it.0).collect();
                        let first = (0..cycle.len()).min_by_key(|&at| cycle[at]).unwrap_or(0);
                        cycle.rotate_left(first);
                        return Some(cycle);
                    }
                }
            }
        }
        None
    }

    /// Follows ids into the context that absorbed the one this was read with.
    pub fn rename(&mut self, to: &Renaming) {
        for gate in self.gates.values_mut() {
            gate.name = gate.name.map(|name| to.symbol(name));
            match &mut gate.formula {
                GateFormula::Test { test: GateTest::Equals(_, constant), negated: _ } => {
                    *constant = to.constant(*constant);
                }
                GateFormula::Test {
                    test:
                        GateTest::Holds(_)
                        | GateTest::Unwound(_)
                        | GateTest::Went(..)
                        | GateTest::Returned(..),
                    negated: _,
                }
                | GateFormula::True
                | GateFormula::False
                | GateFormula::Undef
                | GateFormula::And(_)
                | GateFormula::Or(_) => {}
            }
        }
    }
}

/// For each arm of a `gamma` or an `eta` in this block, in order, the first edge whose argument is
/// the arm's value. The others are the edges from the same block.
pub fn arm_edges(body: &Body, block: Block) -> Vec<Edge> {
    let mut seen = FxHashSet::default();
    body.pred_edges(block)
        .filter(|&edge| body.edge_source(edge).is_some_and(|from| seen.insert(from)))
        .collect()
}

/// Words that have a meaning where a gate is defined, and so name none.
const KEYWORDS: &[&str] = &[
    "gate", "true", "false", "undef", "not", "and", "or", "icmp", "eq", "ne", "unwound", "went",
    "to", "returned",
];

/// Whether a word of gates has a meaning of its own.
pub(crate) fn is_keyword(word: &[u8]) -> bool {
    KEYWORDS.iter().any(|it| it.as_bytes() == word)
}

/// Whether a gate can be called so in the text.
pub(crate) fn is_gate_name(word: &[u8]) -> bool {
    let begins = word.first().is_some_and(|it| it.is_ascii_alphabetic() || *it == b'_');
    let goes_on = word.iter().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'.'));
    begins && goes_on && !is_keyword(word)
}
