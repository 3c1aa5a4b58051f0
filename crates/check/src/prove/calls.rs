//! Calls of both functions that are one observation (§3.3, §7.1).
//!
//! A call of the target is one of the source if it is the same but for attributes, and memory,
//! allocation state, callee and arguments refine those of the source where it is made. Of the
//! attributes (§4.9):
//!
//! * How values are passed must be the same.
//! * An attribute that only the source has is dropped, which refines.
//! * An attribute that only the target has is a weaker form of one of the source, or is shown: that
//!   an argument is `nonnull`, `align`, `noundef` or `dereferenceable` follows [from facts of the
//!   source](super::facts) or from its hazards.
//!
//! **The same answer.** The environment answers as a function of the observations so far (§1.1). So
//! where all observations of the target before a call refine those of the source, and so does the
//! call, both get the same answer: result, memory after it, and whether it returned. From then on
//! they are one node, that of the source. That is no equality of the graph, since the operands only
//! refine, but an induction along the run: Theorem 10 of docs/proofs.md, which says what must be
//! monotone for it.

use super::obligations::{CareSet, Obligations};
use tollgate_graph::{Access, Apply, AttachedFacts, CallSite, Event, Node, Op, RootKind};
use tollgate_ir::{Attr, AttrKind, AttrSet, ConstKind, Context, IntPredicate, Type, TypeKind};
use tollgate_sem::world::Duty;
use tollgate_sem::world::attribute::{self, Position};

impl Obligations<'_, '_> {
    /// Whether an event of the target, where it matters, is one of the source.
    pub(super) fn is_call_of(&mut self, care_set: CareSet, target: Node, source: Node) -> bool {
        let (Op::Event(mine), Op::Event(other)) = (self.graph.op(target), self.graph.op(source))
        else {
            return self.refines(target, source);
        };
        let (mine, other): (Event, Event) = (Event::clone(mine), Event::clone(other));
        let operands = [target, source].map(|event| self.graph.operands_found(event));
        let [of_target, of_source] = operands;
        if of_target.len() != of_source.len()
            || !self.has_no_unshown_attributes(care_set, target, &mine, &other)
        {
            return false;
        }
        // An argument is poison where the source says `nonnull` of it and it is null. It is refined
        // by everything of its type, which a variadic function need not be passed.
        let poison = self.facts.poison_arguments(self.graph, self.env, source);
        of_target.into_iter().zip(of_source).enumerate().all(|(at, (mine, other))| {
            poison.contains(&at) && self.graph.ty(mine) == self.graph.ty(other)
                || self.refines_where(care_set, mine, other)
        })
    }

    /// Makes one node of two events that get the same answer (Theorem 10 of docs/proofs.md).
    ///
    /// What reads the memory at that node is one node for both functions, although the memory
    /// of the target may be more defined. So nothing is merged if the target asks a
    /// [question](tollgate_graph::asked) of which equal operands are asked, and not only
    /// refinements; unless it is one of the source already.
    pub(super) fn same_answer(&mut self, target: Node, source: Node) {
        if !self.asks_of_values && self.graph.find(target) != self.graph.find(source) {
            self.graph.merge(target, source, "the same answer");
            self.graph.rebuild(self.env);
            let roots = self.source.roots.iter().chain(&self.target.roots).copied();
            let roots: Vec<Node> = roots.collect();
            self.graph.share_cycles(self.env, &roots);
            self.refinements.ask_again(self.graph, source);
        }
    }

    /// The attributes of a call of the source, as hazards.
    pub(super) fn hazards_of_call(&mut self, observation: Node) -> Vec<Node> {
        let (loop_node, gate) = (self.loop_node(observation), self.gate(observation));
        let Some(event) = self.graph.event_observed(observation) else { return Vec::new() };
        let mut hazards: Vec<Node> = Vec::new();
        for argument in self.facts.defined_arguments(self.graph, self.env.ctx, event) {
            hazards.push(self.hazard(RootKind::Branch, loop_node, gate, &[argument]));
        }
        let allocations = self.graph.as_event(event).map(|event| event.allocations);
        // What the call may read the function itself need not.
        for (argument, size) in self.facts.dereferenceable_arguments(self.graph, self.env, event) {
            let (base, _) = self.graph.base_of(self.env, argument);
            let restricted = self.facts.is_restricted(self.env.ctx, self.graph, base, false);
            let Some(allocations) = allocations.filter(|_| !restricted) else { continue };
            let permission = self.permission(allocations, argument, size, 1);
            hazards.push(self.hazard(RootKind::Read, loop_node, gate, &[permission]));
        }
        if let Op::Event(data) = self.graph.op(event)
            && self.facts.has_defined_result(self.graph, self.env.ctx, event)
        {
            let ty = if let TypeKind::Function { ret, .. } = *self.env.ctx.kind(data.written) {
                ret
            } else {
                data.written
            };
            // It is defined if there is one.
            let result = self.graph.node(Op::Result, ty, &[event]);
            let returned = self.graph.node(Op::Returned, Type::I1, &[event]);
            let gate = self.graph.and(self.env, gate, returned);
            hazards.push(self.hazard(RootKind::Branch, loop_node, gate, &[result]));
        }
        hazards
    }

    fn permission(&mut self, allocations: Node, pointer: Node, size: u64, align: u64) -> Node {
        let ty = self.env.ctx.ty(TypeKind::Array { len: size, elem: Type::I8 });
        let access = Access { ty, align, attached: AttachedFacts::default() };
        self.graph.node(Op::Permission(access), Type::VOID, &[allocations, pointer])
    }

    fn has_no_unshown_attributes(
        &mut self,
        care_set: CareSet,
        target: Node,
        mine: &Event,
        other: &Event,
    ) -> bool {
        let (Some(call), Some(other_call)) = (&mine.call, &other.call) else {
            return mine == other;
        };
        let plain = |event: &Event, call: &CallSite| Event {
            call: Some(CallSite { attrs: other_call.attrs, ..call.clone() }),
            ..event.clone()
        };
        if plain(mine, call) != plain(other, other_call) {
            return false;
        }
        if call.attrs == other_call.attrs {
            return true;
        }
        let ctx = &*self.env.ctx;
        let (data, others) =
            (ctx.attr_list_data(call.attrs).clone(), ctx.attr_list_data(other_call.attrs).clone());
        let mut open =
            vec![(None, data.function, others.function), (None, data.result, others.result)];
        for index in 0..data.params.len().max(others.params.len()) {
            open.push((Some(index), data.param(index), others.param(index)));
        }
        open.into_iter().all(|(index, set, other)| {
            let Some(new) = new_attributes(self.env.ctx, set, other) else { return false };
            new.into_iter().all(|attr| {
                let argument = index.and_then(|index| self.graph.argument_of(target, index));
                let values = argument.map_or(Vec::new(), |argument| self.values_of(argument));
                !values.is_empty()
                    && values
                        .into_iter()
                        .all(|value| self.has_attribute(care_set, target, value, attr))
            })
        })
    }

    /// What an argument may be: at a refinement point, all that the target generalises there.
    fn values_of(&self, argument: Node) -> Vec<Node> {
        let Some(generalised) = self.graph.as_generalised(argument) else { return vec![argument] };
        let refinement_points = self.target.refinement_points.iter().filter(|refinement_point| {
            self.graph.find(refinement_point.generalised) == generalised
        });
        refinement_points.map(|refinement_point| self.graph.find(refinement_point.value)).collect()
    }

    /// Whether an attribute holds of an argument, or the argument is poison.
    fn has_attribute(
        &mut self,
        care_set: CareSet,
        event: Node,
        argument: Node,
        attr: Attr,
    ) -> bool {
        let Some(allocations) = self.graph.as_event(event).map(|event| event.allocations) else {
            return false;
        };
        match attr {
            Attr::Flag(AttrKind::NonNull) => {
                self.facts.is_not_null(self.graph, self.env, argument)
                    || self.is_not_null_where(care_set.gate, argument)
                    || self.facts.is_null_invalid(self.graph, argument)
                        && [RootKind::Read, RootKind::Write].into_iter().any(|kind| {
                            self.is_accessible(care_set, kind, allocations, argument, 1)
                        })
            }
            Attr::Flag(AttrKind::NoUndef) => self.is_defined_where(care_set, argument),
            Attr::Int(AttrKind::Align, align) => {
                self.facts.align_of(self.graph, self.env, argument).is_multiple_of(align.max(1))
            }
            Attr::Int(AttrKind::Dereferenceable, size) => {
                // A slot that was read need not be alive: outside of its lifetime that may give
                // poison, and no more (§11.5).
                (!(self.source.has_lifetimes || self.target.has_lifetimes)
                    || self.graph.is_no_slot(self.env, argument))
                    && self.is_accessible(care_set, RootKind::Read, allocations, argument, size)
            }
            Attr::Flag(_)
            | Attr::Int(..)
            | Attr::Pair(..)
            | Attr::Type(..)
            | Attr::Memory(_)
            | Attr::Range(..)
            | Attr::Text(..)
            | Attr::String(..)
            | Attr::Unknown(..) => false,
        }
    }

    /// Whether this gate excludes that a pointer is null.
    fn is_not_null_where(&mut self, gate: Node, pointer: Node) -> bool {
        if self.graph.ty(pointer) != Type::PTR {
            return false;
        }
        let equal = self.is_null(pointer);
        let both = self.graph.and(self.env, gate, equal);
        self.env.as_bool(self.graph, both) == Some(false)
    }

    /// The condition that a pointer is null.
    pub(super) fn is_null(&mut self, pointer: Node) -> Node {
        let null = self.env.ctx.make_const(Type::PTR, ConstKind::Null);
        let null = self.graph.node(Op::Const(null), Type::PTR, &[]);
        let equal = Op::Apply(Box::new(Apply::int_comparison(IntPredicate::Eq)));
        let equal = self.graph.make(self.env, equal, Type::I1, &[pointer, null]);
        self.graph.simplify_defined(self.env, equal)
    }

    /// Whether bytes can be read, or written, where it matters.
    fn is_accessible(
        &mut self,
        care_set: CareSet,
        kind: RootKind,
        allocations: Node,
        pointer: Node,
        size: u64,
    ) -> bool {
        let permission = self.permission(allocations, pointer, size, 1);
        let access = self.hazard(kind, care_set.loop_node, care_set.gate, &[permission]);
        self.is_implied(access, care_set.premises(), 0)
    }
}

/// The attributes of the first set that have to be shown, given those of the second; none if the
/// sets differ in what can neither be dropped nor shown.
fn new_attributes(ctx: &Context, set: AttrSet, other: AttrSet) -> Option<Vec<Attr>> {
    // The alignment of a `byval` copy is part of how it is passed.
    let is_copied = ctx.has_attr(set, AttrKind::ByVal);
    // Whether it is undefined to come back from a call that never does, authorities differ.
    let is_as_passed = |attr: &Attr| {
        attr.kind() == Some(AttrKind::NoReturn) || attr.kind() == Some(AttrKind::Align) && is_copied
    };
    let duty = |attr: &Attr| match is_as_passed(attr) {
        true => Duty::Same,
        false => attribute::of(ctx, attr, Position::CallSite).target,
    };
    let (set, other) = (ctx.attrs(set), ctx.attrs(other));
    let weaker = |attr: &Attr| {
        other.iter().any(|known| match (*attr, *known) {
            (
                Attr::Int(
                    kind @ (AttrKind::Dereferenceable | AttrKind::DereferenceableOrNull),
                    size,
                ),
                Attr::Int(same, most),
            ) => kind == same && size <= most,
            (attr, known) => attr == known,
        })
    };
    let lost = other.iter().filter(|attr| !set.contains(attr)).all(|attr| match duty(attr) {
        Duty::Free | Duty::Show | Duty::NotNew => true,
        Duty::Same | Duty::Refuse => false,
    });
    let mut new = Vec::new();
    for attr in set.iter().filter(|attr| !weaker(attr)) {
        match duty(attr) {
            Duty::Free => {}
            Duty::Show => new.push(*attr),
            Duty::NotNew | Duty::Same | Duty::Refuse => return None,
        }
    }
    lost.then_some(new)
}
