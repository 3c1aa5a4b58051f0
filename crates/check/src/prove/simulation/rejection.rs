//! Why the [checker](super::checker) rejects a certificate, for people.

use super::certificate::{Certificate, Halt, LiveValue};
use super::checker::{Fault, Rejection};
use super::machine::Machine;
use super::{FailedSegment, Failure, SOURCE, TARGET};
use crate::explain::{Undischarged, Unmet};
use crate::limits::MAX_CONTINUATIONS;
use tollgate_graph::Node;
use tollgate_ir::{Block, Span, Value, ValueDef};
use tollgate_llvm::{Numbering, write_label};

impl Machine<'_, '_, '_> {
    /// A rejection, with the segment that it is about.
    pub(super) fn explain(&self, certificate: &Certificate, rejection: Rejection) -> Failure {
        let Rejection { at, fault } = rejection;
        let segment = |reason: &str, unmet: Option<Undischarged>| {
            let after = [SOURCE, TARGET].map(|side| self.label(certificate, at, side));
            let origins = [SOURCE, TARGET].map(|side| self.origins(certificate, side));
            let segment = Some(Box::new(FailedSegment { after, unmet, origins }));
            Failure { reason: reason.into(), is_limit: false, segment }
        };
        if let (Fault::Observations(_) | Fault::Halts, Some((side, block))) =
            (&fault, left_in_loop(certificate, at))
        {
            let (who, other) = names(side);
            let loops = self.canonical(side).loops();
            if loops.around(block).any(|id| loops.exits(id).is_empty()) {
                let reason =
                    format!("the loop of the {who} has no exit, and the {other} is elsewhere");
                return segment(&reason, None);
            }
            let reason = format!(
                "the loop of the {who} was not followed further than {} continuations in a \
                 segment, both functions together",
                MAX_CONTINUATIONS.most()
            );
            return Failure { is_limit: true, ..segment(&reason, None) };
        }
        match fault {
            Fault::Entry => "the first cut point is not that of both entries".into(),
            Fault::Stutters => self.stutters(certificate).as_str().into(),
            Fault::Merged => "nodes of the graph were merged".into(),
            Fault::FixedChoices => "choices of the source may be fixed".into(),
            Fault::IncompleteState => segment("a component of the state has no node", None),
            Fault::UnknownValue => segment("a value is needed of which nothing is known", None),
            Fault::Path(why) => {
                segment(&format!("a path that need not be taken: {}", why.reason), None)
            }
            Fault::Condition => segment("the branches are not on one condition", None),
            Fault::Successors => segment("the successors of a cut point are others", None),
            Fault::Invariant => segment("the invariant of a successor does not hold", None),
            Fault::Progress => "only the target promises that a loop makes progress".into(),
            Fault::Observations(unmet) => segment(&Unmet::ObservationKind.to_string(), unmet),
            Fault::Halts => segment("only one of the functions goes on", None),
            Fault::Obligation(unmet) => segment(&unmet.unmet.to_string(), Some(unmet)),
        }
    }

    /// Which of the functions stutters on a cycle of cut points, and where.
    fn stutters(&self, certificate: &Certificate) -> String {
        let found = [SOURCE, TARGET]
            .into_iter()
            .find_map(|side| Some((side, certificate.stutters_forever_at(side)?)));
        let Some((side, at)) = found else {
            return "one function may stutter on a cycle on which the other goes on".into();
        };
        let (who, other) = names(side);
        let stutters = self.label(certificate, at, side);
        let goes_on = self.label(certificate, at, SOURCE + TARGET - side);
        let reason = format!(
            "the {who} would stutter at block {stutters} while the {other} goes around the loop of \
             its block {goes_on}"
        );
        let undecided: Vec<String> = [SOURCE, TARGET]
            .into_iter()
            .filter_map(|side| self.undecided(certificate, at, side))
            .collect();
        match undecided.is_empty() {
            true => reason,
            false => format!("{reason}; not decided there: {}", undecided.join(" and ")),
        }
    }

    /// The branch of a function that the path condition at a cut point does not decide.
    fn undecided(&self, certificate: &Certificate, at: usize, side: usize) -> Option<String> {
        let Halt::Undecided(block) = certificate.cut_points[at].path.as_ref()?.halts[side] else {
            return None;
        };
        let (body, side_of) = (self.body(side), self.sides[side]);
        let span = body.inst(body.terminator(block)?).span;
        let (who, _) = names(side);
        let line = side_of.module.source.text.position(span.start).line;
        (!span.is_none()).then(|| format!("the {who}'s branch at line {line}"))
    }

    /// The block of a function at a cut point.
    fn label(&self, certificate: &Certificate, at: usize, side: usize) -> String {
        self.block_label(side, certificate.cut_points[at].points[side].block())
    }

    /// The name of a block of a function.
    pub(super) fn block_label(&self, side: usize, block: Block) -> String {
        let body = self.body(side);
        if body.block(block).label.is_none() {
            return "the entry".into();
        }
        let own = body.block(block).span;
        let span = match own.is_none() {
            true => {
                let mut spans = body.insts(block).map(|inst| body.inst(inst).span);
                spans.find(|span| !span.is_none()).unwrap_or(Span::NONE)
            }
            false => own,
        };
        // Numbers of a body that was made canonical are not those of the file.
        let side = self.sides[side];
        let label = side.body().and_then(|written| {
            let is_it = |&it: &Block| !own.is_none() && written.block(it).span.start == own.start;
            let block = written.blocks().find(is_it)?;
            written.block(block).label?;
            let mut label = Vec::new();
            write_label(self.env.ctx, written, &Numbering::new(written), block, &mut label);
            Some(String::from_utf8_lossy(&label).into_owned())
        });
        match (label, span.is_none()) {
            (Some(label), _) => format!("{label} ({})", side.place(span)),
            (None, false) => format!("at {}", side.place(span)),
            (None, true) => "that is in no file".into(),
        }
    }

    /// Where the nodes of a function come from: those that it made, and symbols of cut points.
    fn origins(&self, certificate: &Certificate, side: usize) -> Vec<(Node, Span)> {
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
        let invariants = certificate.cut_points.iter().map(|it| &it.invariant);
        let symbols = invariants.flat_map(|it| it.live_values.iter().zip(&it.nodes));
        let symbols = symbols.filter_map(|(live_value, &node)| match *live_value {
            LiveValue::Value(of, value) if of == side => Some((node, span(value))),
            LiveValue::Value(..) | LiveValue::State(..) => None,
        });
        symbols.chain(self.runs[side].origins().iter().copied()).collect()
    }
}

/// A function, and the other one.
fn names(side: usize) -> (&'static str, &'static str) {
    if side == SOURCE { ("source", "target") } else { ("target", "source") }
}

/// The function that the search has left in a loop, before this block that it repeats, while the
/// other is elsewhere. Unless the source is undefined, it would have gone on there, but for the
/// limit of continuations: so what is then missing says nothing of the functions, unless the loop
/// has no exit.
fn left_in_loop(certificate: &Certificate, at: usize) -> Option<(usize, Block)> {
    let path = certificate.cut_points[at].path.as_ref()?;
    let repeated = |halt: Halt| if let Halt::Repeats(block) = halt { Some(block) } else { None };
    let is_undefined = matches!(path.halts[SOURCE], Halt::Undefined(_));
    match path.halts.map(repeated) {
        [Some(block), None] => Some((SOURCE, block)),
        [None, Some(block)] if !is_undefined => Some((TARGET, block)),
        [Some(_), Some(_)] | [None, Some(_) | None] => None,
    }
}
