//! Trials without flags: would the pair be proven if the target promised no more than the source?
//!
//! A flag such as `inbounds` or `nuw` makes an instruction poison where it does not hold. The
//! target may have such flags where the source has none: then they are taken away in a copy of the
//! target, and a proof of the copy is looked for. If there is one, the flags that it needs to be
//! without are put down to the fewest, and these are what is missing.
//!
//! **No verdict comes from here.** Another target is proven than that of the pair.

use super::goal::{Goal, Laws};
use super::normalised_attributes::NormalisedAttributes;
use super::promoted::Promoted;
use super::strategy::value_graph;
use super::{Proof, try_strategies};
use crate::explain::{Likeness, Missing, flags_missing, matched};
use crate::{Options, Side};
use rustc_hash::FxHashMap;
use tollgate_canon::Role;
use tollgate_graph::{CallersSlots, Env, Graph, Mode};
use tollgate_ir::{Body, Budget, Context, Flags, Inst, Value, ValueDef};
use tollgate_sem::layout::DataLayout;

/// Longer functions are not compared so: it takes their product.
const MAX_INSTS: usize = 3_000;
/// Proofs that are looked for.
const MAX_PROOFS: usize = 200;
/// Instructions whose flags are looked at one by one.
const MAX_SPLIT: usize = 8;
/// Flags that only make a result poison. Those of floating point are part of what is computed.
const PROMISES: Flags = Flags::POISON.without(Flags::NNAN.union(Flags::NINF));

/// What a target was proven without.
pub(super) struct FlagsMissing {
    /// The flags, by instruction.
    pub(super) missing: Vec<Missing>,
    /// Whether none of them can be left out.
    pub(super) is_least: bool,
}

/// What trials are made of: all that a [`Goal`] is made of but the target's body.
pub(super) struct FlagTrials<'a> {
    pub(super) sides: [Side<'a>; 2],
    pub(super) layout: &'a DataLayout,
    pub(super) attributes: &'a NormalisedAttributes<'a>,
    pub(super) options: &'a Options,
    pub(super) budget: &'a Budget,
}

/// Flags of an instruction.
type Flagged = (Inst, Flags);

impl FlagTrials<'_> {
    /// The flags of the target that are missing, if nothing else is.
    pub(super) fn run(&self, ctx: &mut Context, pair: &mut [Promoted; 2]) -> Option<FlagsMissing> {
        let [before, after] = [self.sides[0].body()?, self.sides[1].body()?];
        let candidates = Candidates::new(before, after)?;
        let mut proofs = 0;
        let mut is_proven = |without: &[Flagged]| {
            proofs += 1;
            proofs <= MAX_PROOFS && self.is_proven_without(ctx, pair, without)
        };
        let found = candidates.sets().into_iter().find(|it| !it.is_empty() && is_proven(it));
        let mut needed = found?;
        // Halves first: most of them are none of it.
        let mut size = needed.len();
        loop {
            size = size.div_ceil(2);
            let mut at = 0;
            while at < needed.len() && needed.len() > 1 {
                let end = (at + size).min(needed.len());
                let rest: Vec<Flagged> = [&needed[..at], &needed[end..]].concat();
                match !rest.is_empty() && is_proven(&rest) {
                    true => needed = rest,
                    false => at = end,
                }
            }
            if size <= 1 {
                break;
            }
        }
        if needed.len() <= MAX_SPLIT {
            for at in 0..needed.len() {
                for flag in single(needed[at].1) {
                    let rest = needed[at].1 - flag;
                    let mut fewer = needed.clone();
                    fewer[at].1 = rest;
                    if !rest.is_empty() && is_proven(&fewer) {
                        needed = fewer;
                    }
                }
            }
        }
        if self.budget.is_over() {
            return None;
        }
        // The graph of the pair as it is, for what values are called.
        pair[1] = self.target_without(ctx, &[])?;
        let goal = self.goal(ctx, pair, self.options);
        let config = goal.config(ctx, Laws::All);
        let (mut graph, mut env) =
            (Graph::new(), Env::new(ctx, goal.layout, &config, goal.effort()));
        let built = value_graph::build_both(&goal, &mut graph, &mut env, Mode::Exact).ok()?;
        let missing = flags_missing(&graph, env.ctx, built.told(&goal), &needed);
        Some(FlagsMissing { missing, is_least: proofs <= MAX_PROOFS })
    }

    fn is_proven_without(
        &self,
        ctx: &mut Context,
        pair: &mut [Promoted; 2],
        without: &[Flagged],
    ) -> bool {
        let Some(target) = self.target_without(ctx, without) else { return false };
        pair[1] = target;
        let options = Options { explain: false, ..self.options.clone() };
        let goal = self.goal(ctx, pair, &options);
        matches!(try_strategies(&goal, ctx), Proof::Proven { .. }) && !self.budget.is_over()
    }

    fn goal<'g>(
        &'g self,
        ctx: &Context,
        pair: &'g [Promoted; 2],
        options: &'g Options,
    ) -> Goal<'g> {
        let slots = CallersSlots::TakenAlive;
        Goal::new(ctx, self.sides, pair, self.layout, options, self.budget, slots)
    }

    fn target_without(&self, ctx: &mut Context, without: &[Flagged]) -> Option<Promoted> {
        let mut body = self.sides[1].body()?.clone();
        for &(inst, flags) in without {
            let rest = body.inst(inst).flags - flags;
            body.set_flags(inst, rest);
        }
        let (module, role) = (self.sides[1].module, Role::Target);
        Promoted::new(ctx, self.layout, self.attributes, module, &body, role, self.budget).ok()
    }
}

/// Instructions of the target that have flags, and what corresponds to them in the source.
struct Candidates<'a> {
    after: &'a Body,
    insts: Vec<Inst>,
    /// The flags of what corresponds to each, and whether its operands do so too.
    of_source: Vec<Option<(Flags, bool)>>,
}

impl<'a> Candidates<'a> {
    fn new(before: &Body, after: &'a Body) -> Option<Self> {
        let [mine, insts] = [before, after].map(|body| -> Vec<Inst> {
            body.blocks().flat_map(|block| body.insts(block)).collect()
        });
        if mine.len().max(insts.len()) > MAX_INSTS {
            return None;
        }
        let [one, other] = [(before, &mine), (after, &insts)].map(|(body, insts)| {
            insts.iter().map(|&it| Likeness::new(body, it)).collect::<Vec<_>>()
        });
        let pairs = matched(&one, &other);
        let counterpart: FxHashMap<Inst, Inst> =
            pairs.iter().map(|&(at, other)| (mine[at], insts[other])).collect();
        let inst_of = |body: &Body, value: Value| match body.value(value).def {
            ValueDef::Inst(inst) => Some(inst),
            _ => None,
        };
        let mut of_source = vec![None; insts.len()];
        for (at, other) in pairs {
            let mut operands = before.operands(mine[at]).zip(after.operands(insts[other]));
            let is_alike =
                operands.all(|(one, other)| match (inst_of(before, one), inst_of(after, other)) {
                    (Some(one), Some(other)) => counterpart.get(&one) == Some(&other),
                    (None, None) => true,
                    (_, _) => false,
                });
            of_source[other] = Some((before.inst(mine[at]).flags, is_alike));
        }
        Some(Self { after, insts, of_source })
    }

    /// The flags that may be missing, the fewest first: those that what corresponds to an
    /// instruction does not have; also those of instructions whose operands do not correspond.
    fn sets(&self) -> Vec<Vec<Flagged>> {
        let set = |is_strict: bool| -> Vec<Flagged> {
            let known = |it: Option<(Flags, bool)>| match it {
                Some((flags, is_alike)) if is_alike || !is_strict => flags,
                Some(_) | None => Flags::NONE,
            };
            let each = self.insts.iter().zip(&self.of_source);
            let added = each.map(|(&inst, &source)| {
                (inst, (self.after.inst(inst).flags & PROMISES) - known(source))
            });
            added.filter(|it| !it.1.is_empty()).collect()
        };
        let mut sets = vec![set(false), set(true)];
        sets.dedup();
        sets
    }
}

/// Each of some flags.
fn single(flags: Flags) -> Vec<Flags> {
    let all = [
        Flags::DISJOINT,
        Flags::NNEG,
        Flags::SAMESIGN,
        Flags::INBOUNDS,
        Flags::NUSW,
        Flags::NUW,
        Flags::NSW,
        Flags::EXACT,
    ];
    all.into_iter().filter(|&flag| flags.contains(flag)).collect()
}
