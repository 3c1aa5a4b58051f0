//! What nodes are made with.
//!
//! * [`Config`]: what holds for the whole proof. Nothing changes it once an [`Env`] has been made.
//! * [`Effort`]: what may be spent, and how much of it is left.
//! * [`Env`]: both, with the context of types and constants, and which rules have been applied.
//!
//! What was found out about nodes is stored in the [`Graph`] that they belong to.

use crate::limits::{
    MAX_CARRIED_LOADS, MAX_DIAGRAM_STEPS, MAX_ETA_DEPTH, MAX_PRUNED_LOOPS, MAX_REWRITE_DEPTH,
};
use crate::node::{Node, Op};
use crate::{CallersSlots, Graph};
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_ir::{Budget, Const, Context, Module};
use tollgate_rules::{RuleId, RuleSet, Use};
use tollgate_sem::layout::DataLayout;
use tollgate_sem::reading::Readings;

/// What holds for the whole proof of a pair of functions.
#[derive(Clone, Debug)]
pub struct Config<'a> {
    /// The laws of operations.
    pub rules: &'a RuleSet,
    /// Whether nodes are simplified; without laws they are made exactly as they are asked for.
    pub laws: bool,
    /// The modules of both functions, whose constants may be read.
    pub modules: Option<[&'a Module; 2]>,
    /// The readings of the contract under which refinement must hold (§11.20).
    pub readings: Readings,
    /// Arguments that are neither undef nor poison, as the source's attributes say.
    pub noundef: FxHashSet<u32>,
    /// Whether null may be the address of an object.
    pub null_is_valid: bool,
    /// Whether a read that may be of a dead slot is an event of which nothing is known, also where
    /// its address was read from memory or returned by a call.
    pub strict_reads: bool,
    /// Whether slots of callers may be dead.
    pub callers_slots: CallersSlots,
    /// How many bytes from an argument on are alive at entry, as the source's attributes say; all
    /// of the object if that is [`u64::MAX`].
    pub alive: FxHashMap<u32, u64>,
    /// Whether both functions have [few cases](crate::MAX_CASES).
    pub few_cases: bool,
    /// The stack slots of both functions, in the order of their entry blocks; without this, slots
    /// of equal type and alignment are numbered in that order.
    pub slots: Option<[Vec<GivenSlot>; 2]>,
    /// How large one decision diagram may get; see [`steps_for`](crate::steps_for).
    pub max_steps: usize,
}

impl<'a> Config<'a> {
    /// With these rules, and nothing assumed.
    pub fn new(rules: &'a RuleSet) -> Self {
        Self {
            rules,
            laws: true,
            modules: None,
            readings: Readings::OPEN,
            noundef: FxHashSet::default(),
            null_is_valid: true,
            strict_reads: false,
            callers_slots: CallersSlots::TakenAlive,
            alive: FxHashMap::default(),
            few_cases: true,
            slots: None,
            max_steps: MAX_DIAGRAM_STEPS,
        }
    }
}

/// What whoever compares two functions knows of a stack slot of one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GivenSlot {
    /// Its [number](crate::Slot::number): the same as that of its counterpart.
    pub number: u32,
    /// How many of its bytes [are dead](crate::Slot::dead) until a marker begins their lifetime.
    pub dead: u64,
}

/// What may be spent on a graph.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Time and memory.
    pub budget: Budget,
    /// No more nodes than this are made for the sake of simplicity.
    node_limit: usize,
    /// Loads of the present function that may still become loop variables.
    pub(crate) carried_left: usize,
    /// Loops of the present function that may still be copied without their dead stores.
    pub(crate) pruned_left: usize,
    /// Applications of rules that are under way.
    rewrite_depth: u32,
    /// Etas that are being pushed inward.
    eta_depth: u32,
}

impl Effort {
    /// So many nodes, within a budget.
    pub fn new(node_limit: usize, budget: Budget) -> Self {
        Self {
            budget,
            node_limit,
            carried_left: MAX_CARRIED_LOADS,
            pruned_left: MAX_PRUNED_LOOPS,
            rewrite_depth: 0,
            eta_depth: 0,
        }
    }
}

/// What making nodes needs besides the graph.
#[derive(Debug)]
pub struct Env<'a> {
    /// The types and constants of both modules.
    pub ctx: &'a mut Context,
    /// The data layout of both modules.
    pub layout: &'a DataLayout,
    /// What holds throughout.
    pub config: &'a Config<'a>,
    /// What may be spent.
    pub effort: Effort,
    /// How often each rule was applied.
    pub applied: FxHashMap<RuleId, u32>,
    /// The rules that may be applied at present: see [`applying`](Self::applying).
    allowed: Use,
    yes: Const,
    no: Const,
}

impl<'a> Env<'a> {
    /// For two modules of this context and layout.
    pub fn new(
        ctx: &'a mut Context,
        layout: &'a DataLayout,
        config: &'a Config<'a>,
        effort: Effort,
    ) -> Self {
        let (yes, no) = (ctx.const_bool(true), ctx.const_bool(false));
        let (applied, allowed) = (FxHashMap::default(), Use::Equalities);
        Self { ctx, layout, config, effort, applied, allowed, yes, no }
    }

    /// Whether there are too many nodes, or time or memory is exhausted. From then on nodes are
    /// made exactly as they are asked for.
    pub fn is_over(&self, graph: &Graph) -> bool {
        self.effort.budget.is_over() || graph.len() > self.effort.node_limit
    }

    /// The node of a truth value.
    pub fn bool(&self, graph: &mut Graph, value: bool) -> Node {
        graph.truth(value, if value { self.yes } else { self.no })
    }

    /// The truth value that a node is.
    pub fn as_bool(&self, graph: &Graph, node: Node) -> Option<bool> {
        let Op::Const(id) = *graph.op(node) else { return None };
        (id == self.yes || id == self.no).then_some(id == self.yes)
    }

    /// Another function is built from here on: what is limited for each function is limited anew,
    /// so that both get equally far.
    pub(crate) fn begin_function(&mut self, graph: &mut Graph) {
        graph.begin_function();
        (self.effort.carried_left, self.effort.pruned_left) = (MAX_CARRIED_LOADS, MAX_PRUNED_LOOPS);
    }

    /// The rules that may be applied. Equalities hold everywhere (§4.1); refinements may be applied
    /// only where what they refine is known to be defined (see [`crate::assume_defined`]) or
    /// belongs to the source.
    pub(crate) fn allowed(&self) -> Use {
        self.allowed
    }

    /// Does something with these rules allowed, and with no others.
    pub(crate) fn applying<T>(&mut self, rules: Use, make: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.allowed, rules);
        let made = make(self);
        self.allowed = outer;
        made
    }

    /// Applies a rule, unless too many applications are under way.
    pub(crate) fn rewriting<T>(&mut self, apply: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.effort.rewrite_depth >= MAX_REWRITE_DEPTH {
            return None;
        }
        self.effort.rewrite_depth += 1;
        let applied = apply(self);
        self.effort.rewrite_depth -= 1;
        Some(applied)
    }

    /// Whether an eta may be pushed one operation further.
    pub(crate) fn may_push_eta(&self) -> bool {
        self.effort.eta_depth < MAX_ETA_DEPTH
    }

    /// Pushes an eta one operation further.
    pub(crate) fn pushing_eta<T>(&mut self, push: impl FnOnce(&mut Self) -> T) -> T {
        self.effort.eta_depth += 1;
        let made = push(self);
        self.effort.eta_depth -= 1;
        made
    }

    /// Counts an application of a rule.
    pub(crate) fn count(&mut self, rule: RuleId) {
        *self.applied.entry(rule).or_default() += 1;
    }
}
