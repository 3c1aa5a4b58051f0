//! A function in gated SSA.
//!
//! The blocks and instructions are those of a [`Body`], and so are the merges: its block
//! parameters. What LLVM's `phi` decides by the edge along which control came, a merge of gated SSA
//! decides by its [`Kind`]:
//!
//! * `mu`, of a loop header: the value from outside when the loop is entered, that of the latch
//!   afterwards. Which of them, control decides.
//! * `gamma`, of another join: the value whose gate is true.
//! * `eta`, of an exit of a loop: the value whose gate, seen from the header, is true in the last
//!   iteration. It closes the loop: values of a loop are used outside of it by etas only.
//! * `phi` stays what it is, where no gates exist: at the entries of irreducible regions that could
//!   not be removed, and behind them.
//!
//! The arms of a gamma or an eta are a list without predecessors. Their values are kept where the
//! body keeps arguments of edges, the first arm at the first [entry](crate::Entries), and so on;
//! that means nothing: an arm may stand at another entry than the one by which its gate is true.

use crate::{Entries, Entry};
use tollgate_gate::{Conditions, Predicate, Predicates};
use tollgate_ir::{Block, Body, Param, SecondaryMap, Value, ValueDef};
pub use tollgate_llvm::Merge as Kind;

#[derive(Clone, Copy, Debug, Default)]
struct Arms {
    kind: Kind,
    /// Its part of [`Gated::arms`].
    first: u32,
    end: u32,
}

/// A function in gated SSA.
#[derive(Clone, Debug)]
pub struct Gated {
    /// What gates test.
    pub conditions: Conditions,
    /// The gates, each part stored once.
    pub predicates: Predicates,
    pub(crate) body: Body,
    entries: Entries,
    merges: SecondaryMap<Param, Arms>,
    /// The gates of the arms of all merges.
    arms: Vec<Predicate>,
}

impl Gated {
    /// A body all of whose merges are phis, with conditions and predicates for the gates to come.
    pub fn without_gates(body: Body, conditions: Conditions, predicates: Predicates) -> Self {
        let entries = Entries::new(&body);
        let merges = SecondaryMap::new();
        Self { conditions, predicates, body, entries, merges, arms: Vec::new() }
    }

    /// Its blocks, instructions, and the values of arms.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// The body alone. Where arms do not stand at the entries by which they are chosen, it is no
    /// SSA of the same function: that is what [`to_ssa`](crate::to_ssa()) makes.
    pub fn into_body(self) -> Body {
        self.body
    }

    /// The entries of a block.
    pub fn entries(&self, block: Block) -> &[Entry] {
        self.entries.of(block)
    }

    /// The kind of a merge; `Phi` for a value that is none.
    pub fn kind(&self, merge: Value) -> Kind {
        self.merge(merge).kind
    }

    /// The gates of the arms of a gamma or an eta, in order; none for other merges.
    pub fn gates(&self, merge: Value) -> &[Predicate] {
        let Arms { first, end, .. } = self.merge(merge);
        &self.arms[first as usize..end as usize]
    }

    /// The value of an arm of the merge at a position among the parameters of a block.
    pub fn arm_value(&self, block: Block, position: usize, arm: usize) -> Value {
        self.body.edge_arg(self.entries(block)[arm].edge, position)
    }

    /// Makes a parameter a merge of this kind; `gates` are those of its arms, one for each entry of
    /// its block if the kind has gates, else none.
    pub fn set_merge(&mut self, merge: Value, kind: Kind, gates: &[Predicate]) {
        let ValueDef::Param(param) = self.body.value(merge).def else { return };
        let first = self.arms.len() as u32;
        self.arms.extend_from_slice(gates);
        self.merges[param] = Arms { kind, first, end: self.arms.len() as u32 };
    }

    fn merge(&self, value: Value) -> Arms {
        match self.body.value(value).def {
            ValueDef::Param(param) => self.merges[param],
            ValueDef::Arg(_)
            | ValueDef::Inst(_)
            | ValueDef::Const(_)
            | ValueDef::Meta(_)
            | ValueDef::Wrapped(_)
            | ValueDef::Undefined => Arms::default(),
        }
    }

    /// Changes a gate of an arm.
    pub fn set_gate(&mut self, merge: Value, arm: usize, gate: Predicate) {
        let Arms { first, end, .. } = self.merge(merge);
        if let Some(place) = self.arms[first as usize..end as usize].get_mut(arm) {
            *place = gate;
        }
    }

    /// Gives a merge another order of its arms: `order[i]` is the arm that becomes the i-th. The
    /// meaning is the same.
    pub fn reorder_arms(&mut self, block: Block, position: usize, order: &[usize]) {
        let merge = self.body.params(block)[position];
        let gates = self.gates(merge).to_vec();
        let values: Vec<Value> =
            (0..gates.len()).map(|arm| self.arm_value(block, position, arm)).collect();
        for (place, &arm) in order.iter().enumerate() {
            self.set_gate(merge, place, gates[arm]);
            self.set_arm_value(block, position, place, values[arm]);
        }
    }

    /// Changes the value of an arm.
    pub fn set_arm_value(&mut self, block: Block, position: usize, arm: usize, value: Value) {
        let source = self.entries(block)[arm].source;
        let edges: Vec<_> =
            self.body.succ_edges(source).filter(|&edge| self.body.edge(edge).to == block).collect();
        for edge in edges {
            self.body.set_edge_arg(edge, position, value);
        }
    }
}
