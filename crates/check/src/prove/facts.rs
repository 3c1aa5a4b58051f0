//! Attributes and metadata of the source as facts about pointers and values (§4.9: facts come from
//! the source alone).
//!
//! Everything here is read off the attributes of the source function, of the calls it makes and of
//! its module. Where such a fact does not hold, the source is undefined, or the pointer that it is
//! about is poison there; so the target may rely on it as well:
//!
//! * **Readable** ([`Facts::is_accessible`]). A `dereferenceable(N)` parameter can be read as long
//!   as the allocation state is that of the entry, a `dereferenceable(N)` result as long as it is
//!   that right after the call, a global variable always: nobody frees it.
//! * **Writable.** Of those, variables that are no constants, and parameters that are `byval` or
//!   `writable` and not `readonly`.
//! * **Aligned** ([`Facts::align_of`]). `align` of a parameter or result makes a pointer that is
//!   not aligned poison, and an access by poison is as undefined as one that is not aligned.
//! * **Certainly undefined** ([`Facts::is_certainly_undefined`]). A hazard that is true wherever
//!   it is active.

use super::global_addresses;
use crate::limits::MAX_STEPS_TO_NON_NULL;
use rustc_hash::FxHashSet;
use std::ops::Range;
use tollgate_graph::views::{FIRST_ARGUMENT, Permission, Step, Subject};
use tollgate_graph::{Built, Bytes, Env, Event, Graph, Node, Op, has_bits};
use tollgate_ir::{
    Access, AttrKind, AttrList, AttrListData, AttrSet, ConstKind, Context, Flags, Function,
    GlobalRef, MemoryPart, Module, Name, Opcode, Type,
};
use tollgate_sem::attributes::FunctionFacts;
use tollgate_sem::call::Calls;

/// The attributes of the source.
pub(super) struct Facts<'m> {
    module: &'m Module,
    attrs: AttrList,
    /// Whether null may be the address of something.
    null_is_valid: bool,
    /// The calls of the source; of others nothing is known.
    events: FxHashSet<Node>,
}

/// What is known of the object that a pointer is based on.
struct Object {
    /// So many bytes of it may be read.
    size: u64,
    align: u64,
    writable: bool,
}

/// The attributes of a call in the source and of the declaration that it calls.
struct CallAttributes<'c> {
    sets: [&'c AttrListData; 2],
}

impl CallAttributes<'_> {
    fn has(&self, ctx: &Context, set: impl Fn(&AttrListData) -> AttrSet, kind: AttrKind) -> bool {
        self.sets.iter().any(|data| ctx.has_attr(set(data), kind))
    }

    fn most(&self, ctx: &Context, set: impl Fn(&AttrListData) -> AttrSet, kind: AttrKind) -> u64 {
        let numbers = self.sets.iter().filter_map(|data| ctx.int_attr(set(data), kind));
        numbers.max().unwrap_or(0)
    }
}

/// What a pointer is, as far as attributes can say something of it.
enum Origin {
    /// A stack slot of this alignment.
    Slot { align: u64 },
    /// The parameter of this number.
    Argument(u32),
    /// A global.
    Global(Name),
    /// The result of this event.
    Result(Node),
    /// Nothing is known of it.
    Other,
}

fn origin(graph: &Graph, ctx: &Context, pointer: Node) -> Origin {
    match graph.op(pointer) {
        Op::Slot(slot) => Origin::Slot { align: slot.align.max(1) },
        Op::Arg(index) => Origin::Argument(*index),
        Op::Const(id) => {
            let ConstKind::Global(name) = ctx.constant(*id).kind else { return Origin::Other };
            Origin::Global(name)
        }
        Op::Result => graph.event_of(pointer).map_or(Origin::Other, Origin::Result),
        Op::InitialMemory
        | Op::InitialAllocations
        | Op::Symbol { .. }
        | Op::DontCare
        | Op::Apply(_)
        | Op::Gamma
        | Op::Mu { .. }
        | Op::Eta { .. }
        | Op::Terminates { .. }
        | Op::Load(_)
        | Op::Store(_)
        | Op::Fill { .. }
        | Op::Copy { .. }
        | Op::Permission(_)
        | Op::Event(_)
        | Op::MemoryAfter
        | Op::AllocationsAfter
        | Op::Unwound
        | Op::Returned
        | Op::Freeze { .. }
        | Op::Generalised
        | Op::Metadata(_)
        | Op::Opaque(..)
        | Op::Loop { .. }
        | Op::Root(_) => Origin::Other,
    }
}

impl<'m> Facts<'m> {
    /// Of a function in its module.
    pub(super) fn new(ctx: &Context, module: &'m Module, function: &Function) -> Self {
        let own = ctx.attr_list_data(function.attrs).function;
        let null_is_valid = ctx.has_attr(own, AttrKind::NullPointerIsValid);
        Self { module, attrs: function.attrs, null_is_valid, events: FxHashSet::default() }
    }

    /// Takes the calls of the source in the graph: nothing is known of others.
    pub(super) fn look_at(&mut self, graph: &Graph, source: &Built) {
        self.events = source.roots.iter().filter_map(|&root| graph.event_observed(root)).collect();
    }

    /// Whether nothing is at null, in the address space of a pointer (§11a.3:
    /// elsewhere nothing is known of null).
    pub(super) fn is_null_invalid(&self, graph: &Graph, pointer: Node) -> bool {
        !self.null_is_valid && graph.ty(pointer) == Type::PTR
    }

    /// Whether a pointer is never null, unless it is poison.
    pub(super) fn is_not_null(&self, graph: &Graph, env: &Env<'_>, pointer: Node) -> bool {
        if !self.is_null_invalid(graph, pointer) {
            return false;
        }
        let mut at = graph.find(pointer);
        let mut steps = 0;
        while graph.as_apply(at).is_some() {
            steps += 1;
            if !MAX_STEPS_TO_NON_NULL.allows(steps, &env.effort.budget) {
                return false;
            }
            let step = graph.as_step(at).filter(|it| it.apply.flags.contains(Flags::INBOUNDS));
            let Some(Step { apply, from, indices }) = step else { return false };
            // No object is at null, so that `inbounds` leads from it to itself only.
            if let &[bytes] = indices
                && apply.written == Type::I8
                && graph.int_constant(env, bytes).is_some_and(|bytes| !bytes.is_zero())
            {
                return true;
            }
            at = from;
        }
        let ctx = &*env.ctx;
        match origin(graph, ctx, at) {
            Origin::Slot { .. } => true,
            Origin::Argument(index) => {
                let set = self.param(ctx, index);
                ctx.has_attr(set, AttrKind::NonNull)
                    || ctx.int_attr(set, AttrKind::Dereferenceable).unwrap_or(0) > 0
            }
            Origin::Global(name) => global_addresses::is_not_null(ctx, self.module, name),
            Origin::Result(event) => self.attributes(graph, ctx, event).is_some_and(|attributes| {
                attributes.has(ctx, |data| data.result, AttrKind::NonNull)
                    || attributes.most(ctx, |data| data.result, AttrKind::Dereferenceable) > 0
            }),
            Origin::Other => false,
        }
    }

    fn param(&self, ctx: &Context, index: u32) -> AttrSet {
        ctx.attr_list_data(self.attrs).param(index as usize)
    }

    /// What is asserted of a call, and the numbers of its arguments.
    fn asserted<'c>(
        &self,
        graph: &Graph,
        ctx: &'c Context,
        event: Node,
    ) -> Option<(CallAttributes<'c>, Range<usize>)> {
        let Op::Event(data) = graph.op(event) else { return None };
        Some((self.attributes(graph, ctx, event)?, 0..arguments(data)))
    }

    fn attributes<'c>(
        &self,
        graph: &Graph,
        ctx: &'c Context,
        event: Node,
    ) -> Option<CallAttributes<'c>> {
        let Op::Event(data) = graph.op(event) else { return None };
        let call = data.call.as_ref().filter(|_| self.events.contains(&graph.find(event)))?;
        let callee = graph.operands(event).last().copied()?;
        let declared = if let Op::Const(id) = graph.op(callee) {
            Calls::new(ctx, self.module, None).declared(*id, data.written, call.convention)
        } else {
            AttrList::EMPTY
        };
        Some(CallAttributes {
            sets: [ctx.attr_list_data(call.attrs), ctx.attr_list_data(declared)],
        })
    }

    /// What is known of the object at the base of a pointer that is not poison, in this allocation
    /// state.
    fn object(
        &self,
        graph: &Graph,
        env: &Env<'_>,
        base: Node,
        allocations: Option<Node>,
    ) -> Option<Object> {
        let ctx = &*env.ctx;
        match origin(graph, ctx, base) {
            Origin::Argument(index) => {
                let at_entry = allocations.is_none_or(|allocations| {
                    matches!(graph.op(allocations), Op::InitialAllocations)
                });
                Some(self.object_of_parameter(graph, env, base, index, at_entry))
            }
            Origin::Result(event) => {
                let attributes = self.attributes(graph, ctx, event)?;
                let here = allocations.is_none_or(|allocations| {
                    matches!(graph.op(allocations), Op::AllocationsAfter)
                        && graph.event_of(allocations) == Some(event)
                });
                let size = attributes.most(ctx, |data| data.result, AttrKind::Dereferenceable);
                let align = attributes.most(ctx, |data| data.result, AttrKind::Align).max(1);
                Some(Object { size: if here { size } else { 0 }, align, writable: false })
            }
            Origin::Global(name) => {
                let Some(GlobalRef::Var(var)) = self.module.lookup(name) else { return None };
                let var = &self.module.globals[var];
                let known = global_addresses::is_object(ctx, &var.header)
                    && var.header.thread_local.is_none();
                let size = env.layout.alloc_size(ctx, var.ty).ok().filter(|_| known)?;
                let natural = env.layout.abi_align(ctx, var.ty).ok()?;
                let align = var.header.align.unwrap_or(natural).max(1);
                Some(Object { size, align, writable: !var.constant })
            }
            Origin::Slot { align } => Some(Object { size: 0, align, writable: true }),
            Origin::Other => None,
        }
    }

    /// What is known of the object that a parameter points to.
    fn object_of_parameter(
        &self,
        graph: &Graph,
        env: &Env<'_>,
        parameter: Node,
        index: u32,
        at_entry: bool,
    ) -> Object {
        let ctx = &*env.ctx;
        let set = self.param(ctx, index);
        let copied = ctx.type_attr(set, AttrKind::ByVal);
        let room = copied.and_then(|ty| env.layout.alloc_size(ctx, ty).ok()).unwrap_or(0);
        let mut dereferenceable = ctx.int_attr(set, AttrKind::Dereferenceable).unwrap_or(0);
        if dereferenceable > 0 && self.is_null_invalid(graph, parameter) {
            let or_null = ctx.int_attr(set, AttrKind::DereferenceableOrNull).unwrap_or(0);
            dereferenceable = dereferenceable.max(or_null);
        }
        let read_only =
            [AttrKind::ReadOnly, AttrKind::ReadNone].iter().any(|&kind| ctx.has_attr(set, kind));
        let writable = (copied.is_some() || ctx.has_attr(set, AttrKind::Writable)) && !read_only;
        let size = if at_entry { dereferenceable.max(room) } else { 0 };
        let align = ctx.int_attr(set, AttrKind::Align).unwrap_or(1);
        Object { size, align, writable }
    }

    /// A power of two that divides a pointer, unless it is poison.
    pub(super) fn align_of(&self, graph: &Graph, env: &Env<'_>, pointer: Node) -> u64 {
        let (base, at) = graph.base_of(env, pointer);
        let align = self.object(graph, env, base, None).map_or(1, |object| object.align);
        at.align().map_or(align, |offset| align.min(offset))
    }

    /// Whether attributes may forbid the function to read, or to write, what a pointer with this
    /// base points to: that an object exists does not permit the access. What a call returned, or
    /// what was chosen or loaded, may be based on any parameter.
    pub(super) fn is_restricted(
        &self,
        ctx: &Context,
        graph: &Graph,
        base: Node,
        write: bool,
    ) -> bool {
        let own = FunctionFacts::of(ctx, &[ctx.attr_list_data(self.attrs).function]);
        let allows = |access: Access| if write { access.writes() } else { access.reads() };
        // What is to be initialised must not be read before.
        let kinds: &[AttrKind] = match write {
            true => &[AttrKind::ReadNone, AttrKind::ReadOnly],
            false => &[AttrKind::ReadNone, AttrKind::WriteOnly, AttrKind::Initializes],
        };
        let forbids = |set: AttrSet| kinds.iter().any(|&kind| ctx.has_attr(set, kind));
        let by_parameter = match origin(graph, ctx, base) {
            Origin::Argument(index) => forbids(self.param(ctx, index)),
            Origin::Slot { .. } | Origin::Global(_) => false,
            Origin::Result(_) | Origin::Other => {
                ctx.attr_list_data(self.attrs).params.iter().any(|&set| forbids(set))
            }
        };
        by_parameter || !MemoryPart::ALL.iter().all(|&part| allows(own.memory.access(part)))
    }

    /// Whether an access is permitted, whatever happens.
    pub(super) fn is_accessible(
        &self,
        graph: &Graph,
        env: &Env<'_>,
        permission: Node,
        write: bool,
    ) -> bool {
        let Some(Permission { access, allocations, pointer }) = graph.as_permission(permission)
        else {
            return false;
        };
        let (base, at) = graph.base_of(env, pointer);
        if self.is_restricted(env.ctx, graph, base, write) {
            return false;
        }
        let Some(object) = self.object(graph, env, base, Some(allocations)) else { return false };
        let Some(Bytes { count, .. }) = graph.bytes(env, pointer, access.ty) else { return false };
        let fits = at.inside(count, object.size).is_some();
        // One step from the base to somewhere inside of the object breaks no flag.
        let one_step =
            pointer == base || graph.as_step(pointer).is_some_and(|step| step.from == base);
        let flagged = matches!(graph.op(pointer), Op::Apply(apply) if !apply.attached.is_empty());
        fits && one_step
            && !flagged
            && access.attached.is_empty()
            && self.align_of(graph, env, pointer).is_multiple_of(access.align.max(1))
            && (object.writable || !write)
    }

    /// Whether the target may write where the source does not: no other thread sees what `writable`
    /// parameters point to (§2.6).
    pub(super) fn is_writable_anyway(
        &self,
        graph: &Graph,
        env: &Env<'_>,
        permission: Node,
    ) -> bool {
        let Some(Permission { pointer, .. }) = graph.as_permission(permission) else {
            return false;
        };
        let (base, _) = graph.base_of(env, pointer);
        let Op::Arg(index) = graph.op(base) else { return false };
        env.ctx.has_attr(self.param(env.ctx, *index), AttrKind::Writable)
            && self.is_accessible(graph, env, permission, true)
    }

    /// The values that a call is undefined without: those of `noundef` arguments, whole.
    pub(super) fn defined_arguments(&self, graph: &Graph, ctx: &Context, event: Node) -> Vec<Node> {
        let Some((attributes, arguments)) = self.asserted(graph, ctx, event) else {
            return Vec::new();
        };
        let defined = |&index: &usize| {
            attributes.has(ctx, |data| data.param(index), AttrKind::NoUndef)
                || attributes.most(ctx, |data| data.param(index), AttrKind::Dereferenceable) > 0
        };
        arguments.filter(defined).filter_map(|index| graph.argument_of(event, index)).collect()
    }

    /// The arguments of a call that must be defined and not null.
    pub(super) fn not_null_arguments(
        &self,
        graph: &Graph,
        env: &Env<'_>,
        event: Node,
    ) -> Vec<Node> {
        let ctx = &*env.ctx;
        let Some((attributes, arguments)) = self.asserted(graph, ctx, event) else {
            return Vec::new();
        };
        let not_null = |&index: &usize| {
            let set = |data: &AttrListData| data.param(index);
            attributes.most(ctx, set, AttrKind::Dereferenceable) > 0
                || attributes.has(ctx, set, AttrKind::NoUndef)
                    && attributes.has(ctx, set, AttrKind::NonNull)
        };
        let all = arguments.filter(not_null).filter_map(|index| graph.argument_of(event, index));
        all.filter(|&pointer| self.is_null_invalid(graph, pointer)).collect()
    }

    /// The operands of a call that are null where that makes them poison.
    pub(super) fn poison_arguments(&self, graph: &Graph, env: &Env<'_>, event: Node) -> Vec<usize> {
        let ctx = &*env.ctx;
        let Some((attributes, arguments)) = self.asserted(graph, ctx, event) else {
            return Vec::new();
        };
        let is_poison = |&index: &usize| {
            attributes.has(ctx, |data| data.param(index), AttrKind::NonNull)
                && !self.null_is_valid
                && graph.argument_of(event, index).is_some_and(|it| is_null(graph, ctx, it))
        };
        arguments.filter(is_poison).map(|index| FIRST_ARGUMENT + index).collect()
    }

    /// The arguments of a call that must be dereferenceable, each with so many bytes. What is
    /// passed by value is read.
    pub(super) fn dereferenceable_arguments(
        &self,
        graph: &Graph,
        env: &Env<'_>,
        event: Node,
    ) -> Vec<(Node, u64)> {
        let ctx = &*env.ctx;
        let Some((attributes, arguments)) = self.asserted(graph, ctx, event) else {
            return Vec::new();
        };
        let size = |index: usize| {
            let copied = attributes
                .sets
                .iter()
                .find_map(|data| ctx.type_attr(data.param(index), AttrKind::ByVal));
            let copied = copied.and_then(|ty| env.layout.store_size(ctx, ty).ok()).unwrap_or(0);
            attributes.most(ctx, |data| data.param(index), AttrKind::Dereferenceable).max(copied)
        };
        let some =
            arguments.filter_map(|index| Some((graph.argument_of(event, index)?, size(index))));
        some.filter(|&(_, size)| size > 0).collect()
    }

    /// Whether the result of a call is `noundef`.
    pub(super) fn has_defined_result(&self, graph: &Graph, ctx: &Context, event: Node) -> bool {
        self.attributes(graph, ctx, event).is_some_and(|attributes| {
            attributes.has(ctx, |data| data.result, AttrKind::NoUndef)
                || attributes.most(ctx, |data| data.result, AttrKind::Dereferenceable) > 0
        })
    }

    /// Whether a root of the source comes to undefined behaviour wherever it is active.
    pub(super) fn is_certainly_undefined(&self, graph: &Graph, env: &Env<'_>, root: Node) -> bool {
        let ctx = &*env.ctx;
        let Some(subject) = graph.subject_of(root) else { return false };
        match subject {
            Subject::Unreachable => true,
            Subject::Read { permission } => self.is_inaccessible(graph, env, permission, false),
            Subject::Write { permission } => self.is_inaccessible(graph, env, permission, true),
            Subject::Division { divisor, .. } => {
                is_undefined(graph, ctx, divisor) || is_zero(graph, ctx, divisor)
            }
            Subject::Branch { condition } => is_undefined(graph, ctx, condition),
            Subject::Observation { event } => self.is_undefined_call(graph, env, event),
            Subject::Return { value, .. } => {
                let set = ctx.attr_list_data(self.attrs).result;
                let defined = ctx.has_attr(set, AttrKind::NoUndef);
                let dereferenceable = ctx.int_attr(set, AttrKind::Dereferenceable).unwrap_or(0) > 0;
                let not_null = dereferenceable || defined && ctx.has_attr(set, AttrKind::NonNull);
                (defined || dereferenceable) && is_undefined(graph, ctx, value)
                    || not_null && !self.null_is_valid && is_null(graph, ctx, value)
            }
            Subject::Overlap { .. } | Subject::Asked => false,
        }
    }

    /// Whether an access is never permitted.
    fn is_inaccessible(&self, graph: &Graph, env: &Env<'_>, permission: Node, write: bool) -> bool {
        let Some(Permission { access, pointer, .. }) = graph.as_permission(permission) else {
            return false;
        };
        let ctx = &*env.ctx;
        if env.layout.store_size(ctx, access.ty).ok().is_none_or(|size| size == 0) {
            return false;
        }
        let (base, _) = graph.base_of(env, pointer);
        let forbidden = if let Op::Arg(index) = graph.op(base) {
            let set = self.param(ctx, *index);
            ctx.has_attr(set, AttrKind::ReadNone) || write && ctx.has_attr(set, AttrKind::ReadOnly)
        } else if let Some(&ConstKind::Global(name)) = kind(graph, ctx, base)
            && let Some(GlobalRef::Var(var)) = self.module.lookup(name)
        {
            write && self.module.globals[var].constant
        } else {
            false
        };
        forbidden
            || is_undefined(graph, ctx, pointer)
            || !self.null_is_valid && is_null(graph, ctx, pointer)
    }

    /// Whether a call violates an attribute of its own, or calls nothing.
    fn is_undefined_call(&self, graph: &Graph, env: &Env<'_>, event: Node) -> bool {
        let ctx = &*env.ctx;
        let (Some(attributes), Op::Event(data)) =
            (self.attributes(graph, ctx, event), graph.op(event))
        else {
            return false;
        };
        if data.opcode != Opcode::Call {
            return false;
        }
        let callee = graph.operands(event).last().copied();
        let calls_nothing = callee.is_some_and(|callee| {
            is_undefined(graph, ctx, callee) || !self.null_is_valid && is_null(graph, ctx, callee)
        });
        calls_nothing
            || (0..arguments(data)).any(|index| {
                let Some(argument) = graph.argument_of(event, index) else { return false };
                let set = |data: &AttrListData| data.param(index);
                let dereferenceable = attributes.most(ctx, set, AttrKind::Dereferenceable) > 0;
                let defined = dereferenceable || attributes.has(ctx, set, AttrKind::NoUndef);
                let not_null =
                    dereferenceable || defined && attributes.has(ctx, set, AttrKind::NonNull);
                defined && is_undefined(graph, ctx, argument)
                    || not_null && !self.null_is_valid && is_null(graph, ctx, argument)
            })
    }
}

fn arguments(event: &Event) -> usize {
    event.call.as_ref().map_or(0, |call| call.args as usize)
}

fn kind<'c>(graph: &Graph, ctx: &'c Context, node: Node) -> Option<&'c ConstKind> {
    let Op::Const(id) = graph.op(node) else { return None };
    Some(&ctx.constant(*id).kind)
}

fn is_undefined(graph: &Graph, ctx: &Context, node: Node) -> bool {
    matches!(kind(graph, ctx, node), Some(ConstKind::Undef | ConstKind::Poison))
        && has_bits(ctx, graph.ty(node))
}

/// The null pointer of the address space in which nothing is at null.
fn is_null(graph: &Graph, ctx: &Context, node: Node) -> bool {
    matches!(kind(graph, ctx, node), Some(ConstKind::Null)) && graph.ty(node) == Type::PTR
}

fn is_zero(graph: &Graph, ctx: &Context, node: Node) -> bool {
    matches!(graph.op(node), Op::Const(id) if ctx.is_zero(*id))
}
