//! What is to be proven: a pair of functions, and what every strategy is given to do it with.

use super::promoted::Promoted;
use super::slot_numbering;
use crate::explain::Detail;
use crate::verdict::{LimitHit, Unknown};
use crate::{Options, Side};
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_canon::Canonical;
use tollgate_graph::{
    CallersSlots, Config, Effort, GivenSlot, Graph, MAX_CASES, may_read_dead_slots, steps_for,
};
use tollgate_ir::{AttrKind, AttrSet, Block, Body, Budget, Context, Opcode};
use tollgate_sem::layout::DataLayout;
use tollgate_sem::reading::{Answer, Fixed, Row};

/// A pair of functions, source first.
pub(super) struct Goal<'a> {
    pub(super) sides: [Side<'a>; 2],
    pub(super) canonical: [&'a Canonical; 2],
    pub(super) layout: &'a DataLayout,
    pub(super) options: &'a Options,
    pub(super) budget: &'a Budget,
    /// Their remaining stack slots.
    slots: [Vec<GivenSlot>; 2],
    /// Whether the target may read a stack slot outside of its lifetime, through an address that
    /// was loaded or returned by a call, or is a number. By one reading such a read is poison
    /// (§11.5): what it gives is then an unconstrained value.
    strict_reads: bool,
    /// Whether slots of callers may be dead.
    callers_slots: CallersSlots,
}

/// By which laws nodes are simplified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Laws {
    All,
    None,
}

impl<'a> Goal<'a> {
    pub(super) fn new(
        ctx: &Context,
        sides: [Side<'a>; 2],
        pair: &'a [Promoted; 2],
        layout: &'a DataLayout,
        options: &'a Options,
        budget: &'a Budget,
        callers_slots: CallersSlots,
    ) -> Self {
        let canonical = pair.each_ref().map(|function| &function.canonical);
        let slots = slot_numbering::numbered(pair.each_ref().map(|function| &function.slots[..]));
        let [_, target] = canonical;
        let strict_reads =
            may_read_dead_slots(ctx, layout, options.readings, Some(&slots[1]), target.body());
        Self { sides, canonical, layout, options, budget, slots, strict_reads, callers_slots }
    }

    /// What nodes are made with.
    pub(super) fn config(&self, ctx: &Context, laws: Laws) -> Config<'a> {
        let [source, _] = self.sides;
        let mut noundef = noundef_parameters(ctx, source);
        if self.options.no_undef_inputs && self.options.no_poison_inputs {
            noundef.extend(0..source.body().map_or(0, |body| body.args().len() as u32));
        }
        let null_is_valid = self.sides.into_iter().any(|side| {
            let own = ctx.attr_list_data(side.function().attrs).function;
            ctx.has_attr(own, AttrKind::NullPointerIsValid)
        });
        let cases: usize = self.canonical.iter().map(|canonical| cases(canonical.body())).sum();
        Config {
            rules: self.options.rule_set(),
            laws: laws == Laws::All,
            modules: Some(self.sides.map(|side| side.module)),
            readings: self.options.readings,
            noundef,
            null_is_valid,
            strict_reads: self.strict_reads,
            callers_slots: self.callers_slots,
            alive: alive_arguments(ctx, self.layout, source),
            few_cases: cases < MAX_CASES,
            slots: Some(self.slots.clone()),
            max_steps: steps_for(self.canonical[0].body().blocks().count()),
        }
    }

    /// The row whose answer would have to be another one for a proof in this graph to count: slots
    /// of callers were taken to be alive, and by the readings a load from a dead one may be poison
    /// after a store that had no effect (§11.5, §11.6).
    pub(super) fn reading_needed(&self, graph: &Graph) -> Option<Fixed> {
        let readings = self.options.readings;
        let matters = readings.allows(Row::DeadLoad, Answer::Poison)
            && readings.allows(Row::DeadStore, Answer::NoEffect);
        match self.callers_slots {
            CallersSlots::TakenAlive if matters && graph.rests_on_callers_slots() => {
                Fixed::new(Row::DeadLoad, Answer::Undefined)
            }
            CallersSlots::TakenAlive
            | CallersSlots::MayBeDead
            | CallersSlots::MayBeDeadInTarget => None,
        }
    }

    /// How thoroughly a failure is explained.
    pub(super) fn detail(&self) -> Detail {
        if self.options.explain { Detail::Full } else { Detail::Line }
    }

    /// What may be spent on a graph.
    pub(super) fn effort(&self) -> Effort {
        Effort::new(self.options.node_limit, self.budget.clone())
    }

    /// Whether the graph, and what was spent, are within their limits.
    pub(super) fn within_limits(&self, graph: &Graph) -> Result<(), Unknown> {
        if graph.len() > self.options.node_limit {
            return Err(Unknown::Limit(LimitHit::Nodes(self.options.node_limit)));
        }
        self.budget.check().map_err(|over| self.options.limit(over))
    }

    /// Whether both functions have as many blocks, instructions and loops.
    pub(super) fn have_same_shape(&self) -> bool {
        let counts = |canonical: &Canonical| {
            let body = canonical.body();
            let insts: usize = body.blocks().map(|block| body.insts(block).count()).sum();
            (body.blocks().count(), insts, canonical.loops().len())
        };
        counts(self.canonical[0]) == counts(self.canonical[1])
    }

    /// Whether the target has more loops than the source.
    pub(super) fn has_more_loops(&self) -> bool {
        self.canonical[0].loops().len() < self.canonical[1].loops().len()
    }

    /// Whether one of them has loops.
    pub(super) fn has_loops(&self) -> bool {
        self.canonical.iter().any(|canonical| !canonical.loops().is_empty())
    }

    /// Whether the source promises not to run for ever without an observation (§4.8).
    pub(super) fn source_makes_progress(&self, ctx: &Context) -> bool {
        let attrs = ctx.attr_list_data(self.sides[0].function().attrs).function;
        ctx.has_attr(attrs, AttrKind::MustProgress) || ctx.has_attr(attrs, AttrKind::WillReturn)
    }
}

/// How many cases the switches of a function have.
fn cases(body: &Body) -> usize {
    let ends_in_switch = |block: &Block| {
        body.terminator(*block).is_some_and(|end| body.inst(end).opcode == Opcode::Switch)
    };
    body.blocks()
        .filter(ends_in_switch)
        .map(|block| body.succ_edges(block).count().saturating_sub(1))
        .sum()
}

/// The parameters that the source promises to be neither undef nor poison. A call that breaks the
/// promise is undefined, so it holds for both.
fn noundef_parameters(ctx: &Context, side: Side<'_>) -> FxHashSet<u32> {
    let attrs = ctx.attr_list_data(side.function().attrs);
    let promised = |&(_, &set): &(usize, &AttrSet)| {
        // What is dereferenceable is well defined.
        ctx.has_attr(set, AttrKind::NoUndef) || ctx.has_attr(set, AttrKind::Dereferenceable)
    };
    attrs.params.iter().enumerate().filter(promised).map(|(index, _)| index as u32).collect()
}

/// How much of the objects that arguments point to is alive at entry, as the source says: what is
/// dereferenceable, and all of a copy that is made for the function.
fn alive_arguments(ctx: &Context, layout: &DataLayout, side: Side<'_>) -> FxHashMap<u32, u64> {
    let attrs = ctx.attr_list_data(side.function().attrs);
    let alive = |(index, &set): (usize, &AttrSet)| {
        let given = [AttrKind::StructRet, AttrKind::ByRef]
            .into_iter()
            .filter_map(|kind| layout.alloc_size(ctx, ctx.type_attr(set, kind)?).ok());
        let promised = ctx.int_attr(set, AttrKind::Dereferenceable);
        let bytes = match ctx.has_attr(set, AttrKind::ByVal) {
            true => u64::MAX,
            false => given.chain(promised).max().unwrap_or(0),
        };
        (bytes > 0).then_some((index as u32, bytes))
    };
    attrs.params.iter().enumerate().filter_map(alive).collect()
}
