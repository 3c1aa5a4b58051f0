//! What the target is held to in each segment, once it is known what holds at its start.

use super::super::facts::Facts;
use super::super::obligations::{Shown, check_segment};
use super::segment::{Departure, Halt, Segment};
use super::{
    Agreement, Exploration, FailedSegment, Failure, LiveValue, Point, SOURCE, Simulation, TARGET,
};
use crate::explain::{Undischarged, Unmet};
use crate::verdict::{Assumption, Strategy};
use rustc_hash::FxHashMap;
use tollgate_graph::{Built, Node, Obligation, Op, RootKind};
use tollgate_ir::{Span, Type, Value, ValueDef};
use tollgate_llvm::{Numbering, write_label};

impl Simulation<'_, '_, '_> {
    /// Holds the target against the source, segment by segment.
    pub(super) fn check(
        &mut self,
        facts: &mut Facts<'_>,
        progresses: bool,
    ) -> Result<Shown, Failure> {
        let reached = self.reached();
        if [SOURCE, TARGET].into_iter().any(|side| self.may_stutter(side, &reached)) {
            return Err("one function may stutter on a cycle on which the other goes on".into());
        }
        let mut stretches = Vec::new();
        for &at in &reached {
            let segment = self.segment(at, Exploration::Free)?;
            let mut built = [self.built(SOURCE, &segment)?, self.built(TARGET, &segment)?];
            if self.runs.iter().any(|run| !run.is_all_told()) {
                return Err("a value is needed of which nothing is known".into());
            }
            built[SOURCE].roots.splice(0..0, self.cut_points[at].known.excluded().iter().copied());
            if !self.are_expected(at, &segment.departures) {
                return Err("what is known at a place was not kept".into());
            }
            stretches.push((at, segment.halts, !segment.departures.is_empty(), built));
        }
        if !progresses && self.only_target_promises(&reached) {
            return Err("only the target promises that a loop makes progress".into());
        }
        let mut everything = Built::default();
        everything
            .roots
            .extend(stretches.iter().flat_map(|(.., built)| built[SOURCE].roots.iter().copied()));
        facts.look_at(self.graph, &everything);
        for (at, halts, goes_on, [source, target]) in &stretches {
            if !self.observes_as(halts, source, target) {
                let unmet = self.unmet_observation(source, target);
                return Err(self.failure(*at, Unmet::ObservationKind.to_string(), unmet));
            }
            if !does_as(halts, *goes_on) {
                return Err(self.failure(*at, "only one of the functions goes on".into(), None));
            }
            let shown = check_segment(self.graph, self.env, source, target, facts);
            shown.map_err(|unmet| self.failure(*at, unmet.unmet.to_string(), Some(unmet)))?;
        }
        let mut assumptions = Vec::new();
        if self.runs[TARGET].has_nans() {
            assumptions.push(Assumption::NanPayloadsAreDeterministic);
        }
        let (strategy, cut_points) = (Strategy::Simulation, Some(reached.len()));
        Ok(Shown { assumptions, vacuous: false, strategy, cut_points })
    }

    /// Whether a cut point is left as it was said, to cut points at which no more is known than is
    /// so on the way there.
    fn are_expected(&mut self, at: usize, departures: &[Departure]) -> bool {
        let ways = self.cut_points[at].successors.clone();
        ways.len() == departures.len()
            && ways.iter().zip(departures).all(|(way, departure)| {
                way.moves == departure.moves
                    && self.cut_points[way.to].places == departure.places
                    && self.is_expected(way.to, departure)
            })
    }

    /// Whether what is known at a cut point is so on a way there.
    fn is_expected(&mut self, to: usize, departure: &Departure) -> bool {
        let (graph, env) = (&mut *self.graph, &mut *self.env);
        let cut_point = &self.cut_points[to];
        let vocabulary = cut_point.vocabulary(graph);
        let known = &departure.known;
        let generalised_facts =
            known.those_known(graph, env, &cut_point.generalised_facts, |graph, env, it| {
                vocabulary.instantiate(graph, env, it, &departure.nodes)
            });
        if !known.is_more_than(&cut_point.joined)
            || !generalised_facts.is_more_than(&cut_point.generalised_facts)
            || !cut_point.joined.and(&cut_point.generalised_facts).is_more_than(&cut_point.known)
            || cut_point.nodes.len() != departure.nodes.len()
        {
            return false;
        }
        let mut inputs: FxHashMap<Node, Node> = FxHashMap::default();
        cut_point.nodes.iter().zip(&departure.nodes).zip(&cut_point.agreement).all(
            |((&here, &came), agreement)| {
                let (here, came) = (graph.find(here), graph.find(came));
                match (agreement, graph.op(here)) {
                    (Agreement::Equal, _) => here == came || known.is_replaced(here, came),
                    (Agreement::Expressible, _) => {
                        vocabulary.instantiate(graph, env, here, &departure.nodes) == Some(came)
                    }
                    (Agreement::Havocked, &Op::Symbol { segment, defined, .. })
                        if segment == to as u32 =>
                    {
                        *inputs.entry(here).or_insert(came) == came
                            && (!defined || graph.is_defined(env, came))
                    }
                    (Agreement::Havocked, _) => false,
                }
            },
        )
    }

    /// What cannot be shown of a segment, with its blocks.
    fn failure(&self, at: usize, reason: String, unmet: Option<Undischarged>) -> Failure {
        let after = [SOURCE, TARGET].map(|side| {
            let (Point::Start(block) | Point::End(block)) = self.cut_points[at].places[side];
            let numbering = Numbering::new(self.body(side));
            let mut label = Vec::new();
            write_label(self.env.ctx, self.body(side), &numbering, block, &mut label);
            match self.body(side).block(block).label {
                Some(_) => String::from_utf8_lossy(&label).into_owned(),
                None => "the entry".into(),
            }
        });
        let places = [SOURCE, TARGET].map(|side| self.places(side));
        let segment = Some(Box::new(FailedSegment { after, unmet, places }));
        Failure { reason, is_limit: false, segment }
    }

    /// Where the nodes of a function come from: those that it made, and symbols of cut points.
    fn places(&self, side: usize) -> Vec<(Node, Span)> {
        let body = self.body(side);
        let span = |value: Value| match body.value(value).def {
            ValueDef::Param(param) => body.param(param).span,
            ValueDef::Inst(inst) => body.inst(inst).span,
            ValueDef::Arg(_)
            | ValueDef::Const(_)
            | ValueDef::Meta(_)
            | ValueDef::Wrapped(_)
            | ValueDef::Undefined => Span::NONE,
        };
        let symbols = self.cut_points.iter().flat_map(|it| it.live_values.iter().zip(&it.nodes));
        let symbols = symbols.filter_map(|(live_value, &node)| match *live_value {
            LiveValue::Value(of, value) if of == side => Some((node, span(value))),
            LiveValue::Value(..) | LiveValue::State(..) => None,
        });
        symbols.chain(self.runs[side].places().iter().copied()).collect()
    }

    /// The first observations that the functions do not share.
    fn unmet_observation(&self, source: &Built, target: &Built) -> Option<Undischarged> {
        let (before, after) = (self.observed(source), self.observed(target));
        let at = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
        let (source, target) = (before.get(at).copied(), after.get(at).copied());
        let unmet = match (source, target) {
            (Some(_), Some(_)) => Unmet::ObservationKind,
            (Some(_), None) => Unmet::ObservationMissing,
            (None, Some(_)) => Unmet::ObservationExtra,
            (None, None) => return None,
        };
        Some(Undischarged { unmet, source, target })
    }

    /// The events that a function makes in a segment.
    fn observed(&self, built: &Built) -> Vec<Node> {
        let roots = built.roots.iter().map(|&root| self.graph.find(root));
        let wanted = roots.filter(|&root| *self.graph.op(root) == Op::Root(RootKind::Observation));
        wanted.map(|root| self.graph.operand(root, 2)).collect()
    }

    fn root(&mut self, kind: RootKind, gate: Node, values: &[Node]) -> Node {
        let dont_care = self.graph.node(Op::DontCare, Type::VOID, &[]);
        let operands: Vec<Node> =
            [dont_care, gate].into_iter().chain(values.iter().copied()).collect();
        self.graph.node(Op::Root(kind), Type::VOID, &operands)
    }

    /// A function in a segment, as one without loops; its last instruction counts if it is not
    /// waiting there. Each root holds of every observation before it that it was passed.
    fn built(&mut self, side: usize, segment: &Segment) -> Result<Built, Failure> {
        let mut roots = Vec::new();
        let mut excluded = self.env.bool(self.graph, true);
        let mut obligations = segment.obligations[side].clone();
        let is_over = matches!(
            segment.halts,
            [Halt::Returns(_), Halt::Returns(_) | Halt::Undefined(_)] | [Halt::Undefined(_), _]
        );
        if let (true, Halt::Returns(block) | Halt::Undefined(block)) =
            (is_over, segment.halts[side])
        {
            self.runs[side].end(self.graph, self.env, block)?;
            obligations.extend(self.runs[side].obligations());
            if let Halt::Undefined(_) = segment.halts[side] {
                let (kind, operands) = (RootKind::Unreachable, Vec::new());
                obligations.push(Obligation {
                    kind,
                    operands,
                    only: None,
                    private: false,
                    span: Span::NONE,
                });
            }
        }
        let mut seen = Vec::new();
        for Obligation { kind, operands, only, private, span: _ } in obligations {
            let gate = match only {
                Some(only) => self.graph.and(self.env, excluded, only),
                None => excluded,
            };
            let root = self.root(kind, gate, &operands);
            roots.push(root);
            if kind == RootKind::Write && !private {
                seen.push(root);
            }
            if kind == RootKind::Observation {
                let this = self.graph.node(Op::Returned, Type::I1, &operands[..1]);
                excluded = self.graph.and(self.env, excluded, this);
            }
        }
        if let Some((value, memory)) = self.runs[side].returned() {
            roots.push(self.root(RootKind::Return, excluded, &[value, memory]));
        }
        Ok(Built {
            roots,
            seen,
            has_lifetimes: self.runs[side].has_lifetimes(),
            ..Built::default()
        })
    }

    /// Whether the target observes what the source does, or that first where the source is then
    /// undefined.
    fn observes_as(&self, halts: &[Halt; 2], source: &Built, target: &Built) -> bool {
        let (before, after) = (self.observed(source), self.observed(target));
        match halts[SOURCE] {
            Halt::Undefined(_) => after.starts_with(&before),
            Halt::Returns(_) | Halt::Asks(_) | Halt::Again(_) | Halt::Rests(_) | Halt::Waits(_) => {
                before == after
            }
        }
    }
}

/// Whether the functions come to stand where they may: both return, or the source is undefined, or
/// they go on and one waits for the other to take its branch.
fn does_as(halts: &[Halt; 2], goes_on: bool) -> bool {
    match halts {
        [Halt::Undefined(_), _] | [Halt::Returns(_), Halt::Returns(_)] => true,
        [Halt::Returns(_), Halt::Asks(_)]
        | [Halt::Asks(_), Halt::Asks(_) | Halt::Returns(_) | Halt::Undefined(_)]
        | [Halt::Again(_), Halt::Again(_)]
        | [Halt::Rests(_), Halt::Rests(_)]
        | [Halt::Asks(_), Halt::Waits(_)]
        | [Halt::Waits(_), Halt::Asks(_)] => goes_on,
        [Halt::Returns(_), Halt::Undefined(_)] => false,
        [Halt::Again(_) | Halt::Rests(_) | Halt::Waits(_), _]
        | [_, Halt::Again(_) | Halt::Rests(_) | Halt::Waits(_)] => false,
    }
}
