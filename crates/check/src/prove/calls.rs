//! Calls of both functions that are one observation.
//!
//! A call of the target is one of the source if it is the same but for attributes, and memory,
//! objects, callee and arguments refine those of the source where it is made. Of the attributes
//! (§4.9):
//!
//! * How values are passed must be the same.
//! * A promise that only the source makes is dropped, which refines.
//! * A promise that only the target makes is a weaker form of one of the source, or is shown: a
//!   `nonnull`, `align`, `noundef` or `dereferenceable` argument is so [by facts of the
//!   source](super::facts) or by its hazards.
//!
//! **The same answer.** What the outside answers is a function of what it has observed. So where
//! all observations of the target before a call refine those of the source, and so does the call,
//! both get the same: result, memory behind it and whether it was passed. From then on they are one
//! node, that of the source.

use super::obligations::Obligations;
use tollgate_graph::{Access, CallSite, Event, Node, Op, Promises, RootKind};
use tollgate_ir::{
    Attr, AttrKind, AttrSet, ConstKind, Context, IntPredicate, Opcode, Type, TypeKind,
};
use tollgate_sem::world::Duty;
use tollgate_sem::world::attribute::{self, Position};

/// The operands of an event before its arguments: memory and objects.
const FIRST_ARGUMENT: usize = 2;

impl Obligations<'_, '_> {
    /// Whether an event of the target, where this gate holds, is one of the source.
    pub(super) fn is_call_of(
        &mut self,
        loop_node: Node,
        care_set: Node,
        target: Node,
        source: Node,
    ) -> bool {
        let (Op::Event(mine), Op::Event(other)) = (self.graph.op(target), self.graph.op(source))
        else {
            return self.refines(target, source);
        };
        let (mine, other): (Event, Event) = (Event::clone(mine), Event::clone(other));
        let operands: Vec<(Node, Node)> =
            (0..self.graph.operands(target).len().min(self.graph.operands(source).len()))
                .map(|at| (self.graph.operand(target, at), self.graph.operand(source, at)))
                .collect();
        if self.graph.operands(target).len() != self.graph.operands(source).len()
            || !self.has_no_new_promises(loop_node, care_set, target, &mine, &other)
        {
            return false;
        }
        // A promise of the source about an argument that null breaks makes that poison.
        let poison = self.facts.poison_arguments(self.graph, self.env, source);
        operands.into_iter().enumerate().all(|(at, (mine, other))| {
            poison.contains(&at) || self.refines_where(loop_node, care_set, mine, other)
        })
    }

    /// Makes one node of two events that get the same answer.
    pub(super) fn same_answer(&mut self, target: Node, source: Node) {
        if self.graph.find(target) != self.graph.find(source) {
            self.graph.merge(target, source, "the same answer");
            self.graph.rebuild(self.env);
            let roots = self.source.roots.iter().chain(&self.target.roots).copied();
            let roots: Vec<Node> = roots.collect();
            self.graph.share_cycles(self.env, &roots);
            self.refinements.ask_again(self.graph, self.env, source);
        }
    }

    /// What the calls of the source promise of their arguments, as hazards.
    pub(super) fn hazards_of_call(&mut self, observation: Node) -> Vec<Node> {
        let (loop_node, gate, event) = (
            self.loop_node(observation),
            self.gate(observation),
            self.graph.operand(observation, 2),
        );
        let mut hazards: Vec<Node> = Vec::new();
        for argument in self.facts.defined_arguments(self.graph, self.env.ctx, event) {
            hazards.push(self.graph.node(
                Op::Root(RootKind::Branch),
                Type::VOID,
                &[loop_node, gate, argument],
            ));
        }
        let objects = self.graph.operands(event).get(1).copied();
        for (argument, size) in self.facts.dereferenceable_arguments(self.graph, self.env, event) {
            let Some(objects) = objects else { continue };
            let place = self.some_bytes(objects, argument, size, 1);
            hazards.push(self.graph.node(
                Op::Root(RootKind::Read),
                Type::VOID,
                &[loop_node, gate, place],
            ));
        }
        if let Op::Event(data) = self.graph.op(event)
            && self.facts.has_defined_result(self.graph, self.env.ctx, event)
        {
            let ty = match *self.env.ctx.kind(data.written) {
                TypeKind::Function { ret, .. } => ret,
                _ => data.written,
            };
            // It is defined if there is one.
            let result = self.graph.node(Op::Result, ty, &[event]);
            let passed = self.graph.node(Op::Returned, Type::I1, &[event]);
            let gate = self.graph.and(self.env, gate, passed);
            hazards.push(self.graph.node(
                Op::Root(RootKind::Branch),
                Type::VOID,
                &[loop_node, gate, result],
            ));
        }
        hazards
    }

    fn some_bytes(&mut self, objects: Node, pointer: Node, size: u64, align: u64) -> Node {
        let ty = self.env.ctx.ty(TypeKind::Array { len: size, elem: Type::I8 });
        let access = Access { ty, align, promises: Promises::default() };
        self.graph.node(Op::Permission(access), Type::VOID, &[objects, pointer])
    }

    fn has_no_new_promises(
        &mut self,
        loop_node: Node,
        care_set: Node,
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
            let Some(new) = new_promises(self.env.ctx, set, other) else { return false };
            new.into_iter().all(|attr| {
                let argument =
                    index.map(|index| self.graph.operand(target, FIRST_ARGUMENT + index));
                let values = argument.map_or(Vec::new(), |argument| self.values_of(argument));
                !values.is_empty()
                    && values
                        .into_iter()
                        .all(|value| self.keeps(loop_node, care_set, target, value, attr))
            })
        })
    }

    /// What an argument may be: of what the target settled, all that it settled to the same.
    fn values_of(&self, argument: Node) -> Vec<Node> {
        if !matches!(self.graph.op(argument), Op::Generalised) {
            return vec![argument];
        }
        let generalised = self.graph.operand(argument, 0);
        let refinement_points = self.target.refinement_points.iter().filter(|refinement_point| {
            self.graph.find(refinement_point.generalised) == generalised
        });
        refinement_points.map(|refinement_point| self.graph.find(refinement_point.value)).collect()
    }

    /// Whether an argument keeps a promise, or is poison.
    fn keeps(
        &mut self,
        loop_node: Node,
        care_set: Node,
        event: Node,
        argument: Node,
        attr: Attr,
    ) -> bool {
        let objects = self.graph.operand(event, 1);
        match attr {
            Attr::Flag(AttrKind::NonNull) => {
                self.facts.is_not_null(self.graph, self.env, argument)
                    || self.is_not_null_where(care_set, argument)
                    || self.facts.is_null_nowhere(self.graph, argument)
                        && [RootKind::Read, RootKind::Write].into_iter().any(|kind| {
                            self.is_there(loop_node, care_set, kind, objects, argument, 1)
                        })
            }
            Attr::Flag(AttrKind::NoUndef) => {
                let branch = self.graph.node(
                    Op::Root(RootKind::Branch),
                    Type::VOID,
                    &[loop_node, care_set, argument],
                );
                self.is_implied(branch, 0)
            }
            Attr::Int(AttrKind::Align, align) => {
                self.facts.align_of(self.graph, self.env, argument).is_multiple_of(align.max(1))
            }
            Attr::Int(AttrKind::Dereferenceable, size) => {
                // That a slot was read does not say that it is alive: outside of its lifetime that
                // may give poison, and no more.
                (!self.source.has_lifetimes || self.graph.is_no_slot(self.env, argument))
                    && self.is_there(loop_node, care_set, RootKind::Read, objects, argument, size)
            }
            _ => false,
        }
    }

    /// Whether control asked: where this gate holds, a pointer is not null.
    fn is_not_null_where(&mut self, care_set: Node, pointer: Node) -> bool {
        if self.graph.ty(pointer) != Type::PTR {
            return false;
        }
        let equal = self.is_null(pointer);
        let both = self.graph.and(self.env, care_set, equal);
        self.env.as_bool(self.graph, both) == Some(false)
    }

    /// The condition that a pointer is null.
    pub(super) fn is_null(&mut self, pointer: Node) -> Node {
        let null = self.env.ctx.make_const(Type::PTR, ConstKind::Null);
        let null = self.graph.node(Op::Const(null), Type::PTR, &[]);
        let predicate =
            IntPredicate::ALL.iter().position(|&it| it == IntPredicate::Eq).unwrap_or(0) as u8;
        let equal = tollgate_graph::Apply {
            predicate,
            ..tollgate_graph::Apply::plain(Opcode::ICmp, Type::I1)
        };
        let equal =
            self.graph.make(self.env, Op::Apply(Box::new(equal)), Type::I1, &[pointer, null]);
        self.graph.simplify_defined(self.env, equal)
    }

    /// Whether bytes can be read, or written, where this gate holds.
    fn is_there(
        &mut self,
        loop_node: Node,
        care_set: Node,
        kind: RootKind,
        objects: Node,
        pointer: Node,
        size: u64,
    ) -> bool {
        let place = self.some_bytes(objects, pointer, size, 1);
        let read = self.graph.node(Op::Root(kind), Type::VOID, &[loop_node, care_set, place]);
        self.is_implied(read, 0)
    }
}

/// What the first set promises and the second does not; none if they do not agree on more than
/// promises.
fn new_promises(ctx: &Context, set: AttrSet, other: AttrSet) -> Option<Vec<Attr>> {
    // Of a copy the alignment says where it is put.
    let is_copied = ctx.has_attr(set, AttrKind::ByVal);
    let duty = |attr: &Attr| match attr.kind() {
        Some(AttrKind::Align) if is_copied => Duty::Same,
        // Whether it is undefined to come back from a call that never does, authorities differ.
        Some(AttrKind::NoReturn) => Duty::Same,
        _ => attribute::of(ctx, attr, Position::CallSite).target,
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
