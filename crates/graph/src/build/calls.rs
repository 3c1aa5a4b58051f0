//! What calls are to the graph (§7.1).

use super::lifetimes::is_of_nothing;
use crate::limits::MAX_WRITTEN_BYTES;
use tollgate_ir::{
    Attr, AttrKind, AttrList, AttrListData, AttrSet, Body, Context, Extra, Flags, Inst, Module,
    Opcode, Type, Value,
};
use tollgate_sem::call::{Callee, Calls};
use tollgate_sem::intrinsics::{Intrinsic, Touches};
use tollgate_sem::world::attribute::{self, Position};
use tollgate_sem::world::{Duty, metadata};

/// What a call is to the graph.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Call {
    /// Debug information: it does nothing.
    Nothing,
    /// It declares scopes of `noalias`: nothing, unless an access names scopes.
    Scopes,
    /// An assumption: where it does not hold the program is undefined.
    Assume,
    /// A side effect for the progress of a loop; elsewhere it is nothing.
    SideEffect,
    /// A call of the C library whose result is known.
    Library(u64),
    /// A total function of its arguments.
    Pure(Intrinsic),
    /// So many bytes are set to one.
    Fill(u64),
    /// So many bytes are copied.
    Copy(Intrinsic, u64),
    /// The lifetime of a stack slot begins or ends: it changes memory, and nobody observes it.
    Lifetime,
    /// It may do anything.
    Opaque,
}

/// What a call changes of the state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Changes {
    /// Nothing.
    Nothing,
    /// The bytes at its first argument.
    Bytes,
    /// Perhaps all memory and the allocations.
    Anything,
}

impl Call {
    pub(super) fn changes(self) -> Changes {
        match self {
            Call::Nothing
            | Call::Scopes
            | Call::Assume
            | Call::SideEffect
            | Call::Library(_)
            | Call::Pure(_) => Changes::Nothing,
            Call::Fill(_) | Call::Copy(..) => Changes::Bytes,
            Call::Lifetime | Call::Opaque => Changes::Anything,
        }
    }
}

/// What a call is to the graph.
pub(super) fn call_kind(ctx: &Context, module: &Module, body: &Body, inst: Inst) -> Call {
    call_kind_with(ctx, module, body, inst, |value| {
        body.as_const(value).and_then(|id| ctx.int_value(id))
    })
}

/// What a call is to the graph, where some operands are known to be constants.
pub(super) fn call_kind_with(
    ctx: &Context,
    module: &Module,
    body: &Body,
    inst: Inst,
    number: impl Fn(Value) -> Option<u64>,
) -> Call {
    let calls = Calls::new(ctx, module, None);
    let intrinsic = match calls.callee(body, inst) {
        Callee::Intrinsic(intrinsic) => intrinsic,
        Callee::Function(_) | Callee::Library(..) | Callee::Opaque(_) | Callee::Pointer => {
            return Call::Opaque;
        }
    };
    if intrinsic.is_debug() {
        return Call::Nothing;
    }
    let facts = CallFacts::of(ctx, calls.text_of_declaration(body, inst), body, inst);
    if !facts.is_plain_call(ctx, intrinsic.properties().touches) {
        return Call::Opaque;
    }
    match intrinsic {
        Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd => {
            match (facts.are_of_a_slot(ctx), is_of_nothing(ctx, body, inst)) {
                (false, _) => Call::Opaque,
                (true, true) => Call::Nothing,
                (true, false) => Call::Lifetime,
            }
        }
        Intrinsic::Assume => match facts.are_of_defined_values(ctx) {
            true => Call::Assume,
            false => Call::Opaque,
        },
        Intrinsic::SideEffect => Call::SideEffect,
        Intrinsic::NoAliasScopeDecl => Call::Scopes,
        Intrinsic::DoNothing => Call::Nothing,
        Intrinsic::MemSet => plain_size(ctx, body, inst, number).map_or(Call::Opaque, Call::Fill),
        Intrinsic::MemCpy | Intrinsic::MemMove => plain_size(ctx, body, inst, number)
            .map_or(Call::Opaque, |size| Call::Copy(intrinsic, size)),
        // For the others see their rows in the table of intrinsics.
        _ => {
            let known = intrinsic.properties();
            let total =
                known.speculatable && known.willreturn && known.nounwind && !known.convergent;
            match total && known.touches == Touches::Nothing && facts.are_of_values(ctx) {
                true => Call::Pure(intrinsic),
                false => Call::Opaque,
            }
        }
    }
}

/// What is asserted of a call, its result and its arguments, at the call site and at the
/// declaration.
pub(super) struct CallFacts<'c> {
    call: Option<&'c AttrListData>,
    declared: &'c AttrListData,
}

impl<'c> CallFacts<'c> {
    /// Of a call, with what the declaration of the function says.
    pub(super) fn of(ctx: &'c Context, declared: AttrList, body: &Body, inst: Inst) -> Self {
        let call = body.extra(inst).call().map(|call| ctx.attr_list_data(call.attrs));
        Self { call, declared: ctx.attr_list_data(declared) }
    }

    /// Whether nothing is asserted of the call as such that could fail to hold: that it never
    /// returns, for example, or touches less than it does.
    pub(super) fn is_plain_call(&self, ctx: &Context, touches: Touches) -> bool {
        let is_free =
            |attr: &Attr| attribute::of(ctx, attr, Position::CallSite).target == Duty::Free;
        let is_known = |attr: &Attr| match attr {
            Attr::String(..) => is_free(attr),
            Attr::Flag(_)
            | Attr::Int(..)
            | Attr::Pair(..)
            | Attr::Type(..)
            | Attr::Memory(_)
            | Attr::Range(..)
            | Attr::Text(..)
            | Attr::Unknown(..)
                if is_of_memory(attr) =>
            {
                touches == Touches::Nothing
            }
            Attr::Flag(_)
            | Attr::Int(..)
            | Attr::Pair(..)
            | Attr::Type(..)
            | Attr::Memory(_)
            | Attr::Range(..)
            | Attr::Text(..)
            | Attr::Unknown(..) => matches!(
                attr.kind(),
                Some(
                    AttrKind::Builtin
                        | AttrKind::Cold
                        | AttrKind::Hot
                        | AttrKind::MustProgress
                        | AttrKind::NoBuiltin
                        | AttrKind::NoCallback
                        | AttrKind::NoFree
                        | AttrKind::NoInline
                        | AttrKind::NoMerge
                        | AttrKind::NoRecurse
                        | AttrKind::NoSync
                        | AttrKind::NoUnwind
                        | AttrKind::Speculatable
                        | AttrKind::WillReturn
                )
            ),
        };
        let string = |attr: &&Attr| matches!(attr, Attr::String(..));
        self.call.is_none_or(|call| {
            let mut values = Self::sets(call).flat_map(|set| ctx.attrs(set).iter().filter(string));
            ctx.attrs(call.function).iter().all(is_known) && values.all(is_free)
        })
    }

    /// The attributes of the result and the arguments.
    fn sets(data: &AttrListData) -> impl Iterator<Item = AttrSet> {
        data.params.iter().copied().chain([data.result])
    }

    /// Whether nothing is asserted of the arguments but that they are defined.
    fn are_of_defined_values(&self, ctx: &Context) -> bool {
        let mut sets = self.call.into_iter().chain([self.declared]).flat_map(Self::sets);
        let is_known = |kind: AttrKind| says_nothing(kind) || kind == AttrKind::NoUndef;
        sets.all(|set| ctx.attrs(set).iter().all(|attr| attr.kind().is_some_and(is_known)))
    }

    /// Whether nothing is asserted of the arguments but what holds of a stack slot, or makes them
    /// poison.
    fn are_of_a_slot(&self, ctx: &Context) -> bool {
        let mut sets = self.call.into_iter().chain([self.declared]).flat_map(Self::sets);
        let is_known = |attr: &Attr| {
            let kind = attr.kind();
            kind.is_some_and(says_nothing)
                || matches!(kind, Some(AttrKind::NonNull | AttrKind::Align))
        };
        sets.all(|set| ctx.attrs(set).iter().all(is_known))
    }

    /// Whether a failing assertion makes no more than a value poison, as the node of the call says,
    /// or is one of `noundef`, which is a hazard of its own. Of an argument that must be defined
    /// nothing else may be asserted: the hazard speaks of the argument before that makes it poison.
    fn are_of_values(&self, ctx: &Context) -> bool {
        let is_of_value = |kind: AttrKind| {
            matches!(
                kind,
                AttrKind::NonNull | AttrKind::Align | AttrKind::Range | AttrKind::NoFpClass
            )
        };
        let is_known = |kind: AttrKind| says_nothing(kind) || kind == AttrKind::NoUndef;
        let all = |set: AttrSet, known: &dyn Fn(AttrKind) -> bool| {
            ctx.attrs(set).iter().all(|attr| attr.kind().is_some_and(known))
        };
        let Some(call) = self.call else { return true };
        let mut declared = Self::sets(self.declared);
        let mut params = call.params.iter().enumerate();
        declared.all(|set| all(set, &is_known))
            && all(call.result, &|kind| is_known(kind) || is_of_value(kind))
            && params.all(|(index, &set)| match self.is_defined(ctx, index) {
                true => all(set, &is_known),
                false => all(set, &|kind| is_known(kind) || is_of_value(kind)),
            })
    }

    /// Whether the result must be defined.
    pub(super) fn is_result_defined(&self, ctx: &Context) -> bool {
        let sets = self.call.iter().map(|data| data.result).chain([self.declared.result]);
        sets.into_iter().any(|set| ctx.has_attr(set, AttrKind::NoUndef))
    }

    /// Whether an argument must be defined.
    pub(super) fn is_defined(&self, ctx: &Context, index: usize) -> bool {
        let both = self.call.into_iter().chain([self.declared]);
        let mut sets = both.filter_map(|data| data.params.get(index));
        sets.any(|&set| ctx.has_attr(set, AttrKind::NoUndef))
    }
}

/// Whether an attribute of a call says what memory it touches.
fn is_of_memory(attr: &Attr) -> bool {
    matches!(
        attr.kind(),
        Some(AttrKind::Memory | AttrKind::ReadNone | AttrKind::ReadOnly | AttrKind::WriteOnly)
    )
}

/// Whether an attribute of an argument of a call without side effects asserts nothing that could
/// fail to hold.
fn says_nothing(kind: AttrKind) -> bool {
    matches!(
        kind,
        AttrKind::ImmArg
            | AttrKind::NoCapture
            | AttrKind::Captures
            | AttrKind::ReadNone
            | AttrKind::ReadOnly
            | AttrKind::WriteOnly
            | AttrKind::ZeroExt
            | AttrKind::SignExt
    )
}

/// Whether the environment can tell that a call was made: it does more than read, and is no
/// intrinsic.
pub(super) fn can_be_observed(
    ctx: &Context,
    module: &Module,
    calls: &Calls<'_>,
    body: &Body,
    inst: Inst,
) -> bool {
    body.inst(inst).opcode == Opcode::Call
        && call_kind(ctx, module, body, inst) == Call::Opaque
        && calls.facts(body, inst).is_observed
}

/// How many bytes a call writes that is not volatile, uses plain pointers, and asserts nothing but
/// what the access itself needs.
fn plain_size(
    ctx: &Context,
    body: &Body,
    inst: Inst,
    number: impl Fn(Value) -> Option<u64>,
) -> Option<u64> {
    let Extra::Call(call) = body.extra(inst) else { return None };
    let operand = |index: usize| body.operand(inst, index);
    let (size, volatile) = (number(operand(2))?, number(operand(3))?);
    let data = ctx.attr_list_data(call.attrs);
    let known = |(index, set): (usize, &AttrSet)| {
        ctx.attrs(*set).iter().all(|attr| {
            attr.kind().is_some_and(|kind| {
                matches!(kind, AttrKind::Align | AttrKind::ImmArg | AttrKind::NoCapture)
                    || kind == AttrKind::WriteOnly && index == 0
                    || kind == AttrKind::ReadOnly && index == 1
            })
        })
    };
    // A byte is filled in.
    let plain = body.value_type(operand(0)) == Type::PTR
        && matches!(body.value_type(operand(1)), Type::PTR | Type::I8)
        && !body.inst(inst).flags.contains(Flags::MUSTTAIL)
        && call.bundles.is_empty()
        && body.attachments(inst).iter().all(|&(kind, _)| metadata::is_free(ctx.bytes(kind)))
        && data.params.iter().enumerate().all(known);
    (volatile == 0 && size > 0 && size < MAX_WRITTEN_BYTES && plain).then_some(size)
}
