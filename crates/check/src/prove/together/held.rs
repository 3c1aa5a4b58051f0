//! What the target is held to in each stretch, once it is known what holds at its start.

use super::super::facts::Facts;
use super::super::obligations::{Shown, show_stretch};
use super::stretch::{Departure, Halt, Stretch};
use super::{Agreed, Failure, Going, Point, SOURCE, TARGET, Together};
use crate::verdict::{Assumption, Unknown};
use rustc_hash::FxHashMap;
use tollgate_graph::{Built, Held, Node, Op, RootKind};
use tollgate_ir::{Span, Type};

impl Together<'_, '_, '_> {
    /// Holds the target against the source, stretch by stretch.
    pub(super) fn hold(&mut self, facts: &mut Facts<'_>, progresses: bool) -> Result<Shown, Failure> {
        let reached = self.reached();
        if [SOURCE, TARGET].into_iter().any(|side| self.may_stand_still(side, &reached)) {
            return Err("one of them may stand still while the other goes round".into());
        }
        let mut stretches = Vec::new();
        for &at in &reached {
            let stretch = self.stretch(at, Going::Freely)?;
            let mut built = [self.built(SOURCE, &stretch)?, self.built(TARGET, &stretch)?];
            if self.runs.iter().any(|run| !run.is_all_told()) {
                return Err("a value is needed of which nothing is known".into());
            }
            built[SOURCE].roots.splice(0..0, self.stations[at].known.passed().iter().copied());
            if !self.are_expected(at, &stretch.departures) {
                return Err("what is known at a place was not kept".into());
            }
            stretches.push((at, stretch.halts, !stretch.departures.is_empty(), built));
        }
        if !progresses && self.only_target_promises(&reached) {
            return Err("only the target promises that a loop makes progress".into());
        }
        let mut everything = Built::default();
        everything.roots.extend(stretches.iter().flat_map(|(.., built)| built[SOURCE].roots.iter().copied()));
        facts.look_at(self.graph, &everything);
        for (at, halts, goes_on, [source, target]) in &stretches {
            if !self.observes_as(halts, source, target) {
                return Err(self.failure(*at, "what can be observed is not the same", &[]));
            }
            if !does_as(halts, *goes_on) {
                return Err(self.failure(*at, "only one of them goes on", &[]));
            }
            let shown = show_stretch(self.graph, self.env, source, target, facts);
            shown.map_err(|unmet| match &unmet {
                Unknown::Unmet { what, explanation, .. } => self.failure(*at, what, explanation),
                other => Failure(vec![other.to_string()]),
            })?;
        }
        let mut assumptions = Vec::new();
        if self.runs[TARGET].has_nans() {
            assumptions.push(Assumption::NanPayloadsAreDeterministic);
        }
        Ok(Shown { assumptions, vacuous: false })
    }

    /// Whether a station is left as it was said, to stations at which no more is known than is so on the way there.
    fn are_expected(&mut self, at: usize, departures: &[Departure]) -> bool {
        let ways = self.stations[at].leads_to.clone();
        ways.len() == departures.len()
            && ways.iter().zip(departures).all(|(way, departure)| {
                way.moves == departure.moves
                    && self.stations[way.to].places == departure.places
                    && self.is_expected(way.to, departure)
            })
    }

    /// Whether what is known at a station is so on a way there.
    fn is_expected(&mut self, to: usize, departure: &Departure) -> bool {
        let (graph, env) = (&mut *self.graph, &mut *self.env);
        let station = &self.stations[to];
        let words = station.words(graph);
        let known = &departure.known;
        let said = known.those_known(graph, env, &station.said, |graph, env, it| {
            words.there(graph, env, it, &departure.nodes)
        });
        if !known.is_more_than(&station.met)
            || !said.is_more_than(&station.said)
            || !station.met.and(&station.said).is_more_than(&station.known)
            || station.nodes.len() != departure.nodes.len()
        {
            return false;
        }
        let mut inputs: FxHashMap<Node, Node> = FxHashMap::default();
        station.nodes.iter().zip(&departure.nodes).zip(&station.agreed).all(|((&here, &came), agreed)| {
            let (here, came) = (graph.find(here), graph.find(came));
            match (agreed, graph.op(here)) {
                (Agreed::Same, _) => here == came || known.is_replaced(here, came),
                (Agreed::Made, _) => words.there(graph, env, here, &departure.nodes) == Some(came),
                (Agreed::Differs, &Op::Input { stretch, defined, .. }) if stretch == to as u32 => {
                    *inputs.entry(here).or_insert(came) == came && (!defined || graph.is_defined(env, came))
                }
                (Agreed::Differs, _) => false,
            }
        })
    }

    /// What cannot be shown of a stretch, with its blocks.
    fn failure(&self, at: usize, what: &str, explanation: &[String]) -> Failure {
        let [source, target] = [SOURCE, TARGET].map(|side| {
            let (Point::Start(block) | Point::End(block)) = self.stations[at].places[side];
            match self.body(side).block(block).label {
                Some(label) => format!("%{}", self.env.ctx.name_text(label)),
                None => "the entry".into(),
            }
        });
        let first = format!("{what}, behind {source} of the source and {target} of the target");
        Failure(std::iter::once(first).chain(explanation.iter().cloned()).collect())
    }

    fn root(&mut self, kind: RootKind, gate: Node, operands: &[Node]) -> Node {
        let nowhere = self.graph.node(Op::Nowhere, Type::VOID, &[]);
        let kids: Vec<Node> = [nowhere, gate].into_iter().chain(operands.iter().copied()).collect();
        self.graph.node(Op::Root(kind), Type::VOID, &kids)
    }

    /// A function in a stretch, as one without loops; its last instruction counts if it is not waiting there. Each root holds of every observation before it that it was passed.
    fn built(&mut self, side: usize, stretch: &Stretch) -> Result<Built, Failure> {
        let mut roots = Vec::new();
        let mut passed = self.env.bool(self.graph, true);
        let mut held = stretch.held[side].clone();
        let is_over = matches!(
            stretch.halts,
            [Halt::Returns(_), Halt::Returns(_) | Halt::Undefined(_)] | [Halt::Undefined(_), _]
        );
        if let (true, Halt::Returns(block) | Halt::Undefined(block)) = (is_over, stretch.halts[side]) {
            self.runs[side].end(self.graph, self.env, block)?;
            held.extend(self.runs[side].held());
            if let Halt::Undefined(_) = stretch.halts[side] {
                let (kind, operands) = (RootKind::Unreachable, Vec::new());
                held.push(Held { kind, operands, only: None, private: false, span: Span::NONE });
            }
        }
        let mut seen = Vec::new();
        for Held { kind, operands, only, private, span: _ } in held {
            let gate = match only {
                Some(only) => self.graph.and(self.env, passed, only),
                None => passed,
            };
            let root = self.root(kind, gate, &operands);
            roots.push(root);
            if kind == RootKind::Write && !private {
                seen.push(root);
            }
            if kind == RootKind::Observation {
                let this = self.graph.node(Op::Passed, Type::I1, &operands[..1]);
                passed = self.graph.and(self.env, passed, this);
            }
        }
        if let Some((value, memory)) = self.runs[side].returned() {
            roots.push(self.root(RootKind::Return, passed, &[value, memory]));
        }
        Ok(Built { roots, seen, has_lifetimes: self.runs[side].has_lifetimes(), ..Built::default() })
    }

    /// Whether the target observes what the source does, or that first where the source is then undefined.
    fn observes_as(&self, halts: &[Halt; 2], source: &Built, target: &Built) -> bool {
        let observed = |built: &Built| -> Vec<Node> {
            let roots = built.roots.iter().map(|&root| self.graph.find(root));
            let wanted = roots.filter(|&root| *self.graph.op(root) == Op::Root(RootKind::Observation));
            wanted.map(|root| self.graph.kid(root, 2)).collect()
        };
        let (before, after) = (observed(source), observed(target));
        match halts[SOURCE] {
            Halt::Undefined(_) => after.starts_with(&before),
            Halt::Returns(_) | Halt::Asks(_) | Halt::Again(_) | Halt::Rests(_) | Halt::Waits(_) => {
                before == after
            }
        }
    }
}

/// Whether the functions come to stand where they may: both return, or the source is undefined, or they go on and one waits for the other to take its branch.
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
