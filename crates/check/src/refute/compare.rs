//! Whether a run of the source covers a run of the target (§2), both in the same environment.
//!
//! **Definition.** A source run *covers* a target run if both have the same observations in the
//! same order, with refining arguments and memory, and refining outcomes; or if the source run is
//! undefined, and the target performs its observations up to the last one that may not return:
//! after that, anything is allowed. Not compared are calls that are functions of their arguments,
//! or whose order is not observable ([`Promise`](tollgate_exec::environment::Promise)), and atomic
//! accesses that are not volatile, since one thread alone cannot distinguish them from other
//! accesses.
//!
//! Only certain differences count. A difference is inconclusive where a call may stand for another
//! one (C library functions), where one side executed the body of a function that the other side
//! called, and where a run was cut off; also where calls that are not observed got different
//! results although their inputs may be equal ([`Question`](tollgate_exec::environment::Question)):
//! no function returns such results.
//!
//! **Local variables at return** can be read by functions of their module only. If no function of
//! the target reads one of them or takes its address, its contents are not observable there; if
//! none of the source does, the target may store there what it likes. So it is compared only if
//! both modules have a reader, and a difference refutes a pair only if the run of a reader shows it
//! ([`seen`](super::seen)).

use super::audit::Look;
use super::outside::Traits;
use super::pair::{Behaviour, Pair};
use super::printed::{self, Printed};
use super::refinement::{Cover, Identity, Matching, Reason, Strictness, View, byte};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use tollgate_exec::environment::Via;
use tollgate_exec::memory::{ByteContent, Life, Memory, ObjectKind};
use tollgate_exec::outcome::{Event, Observation, Outcome, UbReason};
use tollgate_exec::value::{Prov, Val};
use tollgate_ir::{
    Access, AttrKind, AttrSet, Context, Extra, Flags, Global, MemoryPart, Module, Name, Opcode,
    Symbol, Type, TypeKind,
};
use tollgate_sem::call;
use tollgate_sem::layout::DataLayout;
use tollgate_sem::reading::{Answer, Row};

/// The first difference of two runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Gap {
    /// The number of observations before it, of those that are compared.
    pub common: usize,
    /// What differs.
    pub what: What,
    /// The memory that an external function must read to see the difference, if it is in memory.
    pub look: Option<Look>,
}

/// What differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// The target lacks the source's next observation.
    Missing,
    /// The target has an observation after the source's last.
    Extra,
    /// The next observations differ.
    Event(Reason),
    /// The next observations are calls that may read different memory.
    Visible(Place),
    /// Calls of this function, which only writes memory that no program can read, differ.
    HiddenWrites(String),
    /// The outcomes are of different kinds.
    Outcome,
    /// The results differ.
    Result(Reason),
    /// Memory at the end differs.
    Memory(Place),
}

/// Where memory differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// The object, described for the report.
    pub object: String,
    /// The object of the source.
    pub prov: Prov,
    /// The offset of the byte.
    pub offset: u64,
    /// How it differs.
    pub reason: Reason,
}

/// An observation that is compared.
struct Counted<'a> {
    observation: &'a Observation,
    /// Its index among all observations.
    number: usize,
    snapshot: Option<usize>,
}

/// Which memory of the source is observable at some time.
struct Seen<'a> {
    /// Whether an object of the caller or of the environment is compared.
    is_compared: &'a dyn Fn(Prov, ObjectKind) -> bool,
    /// Whether one of the function's own objects has escaped already. Others are compared if
    /// pointers to them are found.
    is_known: &'a dyn Fn(Prov) -> bool,
    /// Whether one of its own objects is not read, even if pointers lead to it.
    is_barred: &'a dyn Fn(Prov) -> bool,
}

/// Attributes of a parameter by which the callee does not read through it, or not after it
/// returned.
const HIDDEN: &[AttrKind] =
    &[AttrKind::NoCapture, AttrKind::Captures, AttrKind::WriteOnly, AttrKind::ReadNone];
/// Attributes of a parameter by which nothing may depend on the address itself.
const FORGOTTEN: &[AttrKind] = &[AttrKind::NoCapture, AttrKind::Captures];
/// Attributes of a parameter by which the callee does not read through it.
const UNREAD: &[AttrKind] = &[AttrKind::WriteOnly, AttrKind::ReadNone];

/// Whether a type has no padding: on the contents of padding the readings differ.
fn is_solid(ctx: &Context, layout: &DataLayout, ty: Type) -> bool {
    let size = |ty: Type| layout.store_size(ctx, ty).ok();
    match ctx.kind(ctx.structural(ty)) {
        TypeKind::Int(width) => width % 8 == 0 && size(ty) == Some(u64::from(*width / 8)),
        TypeKind::Float(float) => size(ty) == Some(u64::from(float.bits() / 8)),
        TypeKind::Ptr(_) => true,
        TypeKind::Array { elem, .. } => {
            size(*elem) == layout.alloc_size(ctx, *elem).ok() && is_solid(ctx, layout, *elem)
        }
        TypeKind::Struct { fields, .. } => {
            let sum: Option<u64> = fields.iter().map(|&field| size(field)).sum();
            sum == size(ty) && fields.iter().all(|&field| is_solid(ctx, layout, field))
        }
        _ => false,
    }
}

/// Whether a call of the target passes a pointer where the source passes poison or undef.
fn is_filled_in(
    source: Option<&Counted<'_>>,
    target: Option<&Counted<'_>>,
    shape: &dyn Fn(Type) -> Option<std::sync::Arc<tollgate_exec::shape::Shape>>,
) -> bool {
    let (Some(a), Some(b)) = (source, target) else { return false };
    let (Event::Call { args: given, types, .. }, Event::Call { args: more, .. }) =
        (&a.observation.event, &b.observation.event)
    else {
        return false;
    };
    given.iter().zip(more).zip(types).any(|((given, more), &ty)| {
        !given.is_well_defined()
            && given != more
            && shape(ty).is_none_or(|shape| shape.holds_pointers())
    })
}

/// An object that a pointer points into, with its bytes.
struct Surroundings {
    prov: Prov,
    bytes: Vec<ByteContent>,
    /// The pointer's offset in it.
    place: usize,
}

/// The object around a pointer. None if the pointer does not point into a live object.
fn around(memory: &Memory, pointer: &Val) -> Option<Surroundings> {
    let Val::Ptr { prov, addr } = *pointer else { return None };
    let object = memory.object(prov).filter(|object| object.life() == Life::Alive)?;
    let place = usize::try_from(addr.checked_sub(object.base())?).ok()?;
    let bytes: Vec<ByteContent> = memory.contents(prov).collect();
    (place <= bytes.len()).then_some(Surroundings { prov, bytes, place })
}

impl Pair<'_> {
    /// The observations that are compared.
    fn counted<'a>(&self, source: bool, behaviour: &'a Behaviour) -> Vec<Counted<'a>> {
        let side = if source { self.source.side } else { self.target.side };
        let mut calls = 0;
        let mut counted = Vec::new();
        for (number, observation) in behaviour.run.observations.iter().enumerate() {
            let snapshot = match &observation.event {
                Event::Call { callee, .. } => {
                    calls += 1;
                    let name = callee.map(|name| self.ctx.bytes(name).to_vec()).unwrap_or_default();
                    let traits = self.outside.traits(&name);
                    if traits.is_some_and(|traits| {
                        traits.promise.is_functional() || !traits.promise.is_ordered()
                    }) {
                        continue;
                    }
                    Some(calls - 1)
                }
                Event::Load { .. } | Event::Store { .. } => {
                    let body = side.module.functions[observation.at.func].body();
                    let volatile = body.is_some_and(|body| {
                        body.inst(observation.at.inst).flags.contains(Flags::VOLATILE)
                    });
                    if !volatile {
                        continue;
                    }
                    None
                }
            };
            counted.push(Counted { observation, number, snapshot });
        }
        counted
    }

    /// The number of observations of a behaviour before the compared one with index `common`.
    pub(super) fn number_of(&self, source: bool, behaviour: &Behaviour, common: usize) -> usize {
        match self.counted(source, behaviour).get(common) {
            Some(counted) => counted.number,
            None => behaviour.run.observations.len(),
        }
    }

    /// Whether the source's run covers the target's.
    pub(super) fn covers(&self, source: &Behaviour, target: &Behaviour) -> Cover<Gap> {
        if source.doubtful || source.disagrees(target) {
            return Cover::Unknown;
        }
        match self.compare(source, target) {
            Cover::No(_) if !source.is_answered_by_functions(target) => Cover::Unknown,
            cover => cover,
        }
    }

    /// The same, if both runs got the results of one environment.
    fn compare(&self, source: &Behaviour, target: &Behaviour) -> Cover<Gap> {
        let (first, second) = (self.counted(true, source), self.counted(false, target));
        let mut matching = Matching::default();
        let undefined = matches!(source.run.outcome, Outcome::Undefined { .. });
        let certain =
            first.iter().rev().take_while(|counted| self.is_certain_to_return(counted)).count();
        for common in 0..first.len().max(second.len()) {
            if undefined && common >= first.len() - certain {
                return Cover::Yes;
            }
            // Where the target passes a pointer and the source does not, the environment may access
            // more memory in the target's run from there on.
            let trusted = common == 0
                || !is_filled_in(first.get(common - 1), second.get(common - 1), &|ty| {
                    self.shape(ty)
                });
            if !trusted {
                return Cover::Unknown;
            }
            let gap = |what: What| Gap { common, what, look: None };
            match (first.get(common), second.get(common)) {
                (Some(a), Some(b)) => match self.event(a, b, source, target, &mut matching) {
                    Cover::Yes => {}
                    Cover::Unknown => return Cover::Unknown,
                    Cover::No((what, look)) => return Cover::No(Gap { look, ..gap(what) }),
                },
                (Some(a), None) => return self.missing(a, target).map(gap),
                (None, Some(b)) => {
                    return match &source.run.outcome {
                        outcome if !outcome.is_conclusive() => Cover::Unknown,
                        // The source's call did not return and the target's did: attributes of one
                        // module only say that it returns.
                        Outcome::NotReturned => Cover::Unknown,
                        _ if self.may_be_other_notation(b.observation) => Cover::Unknown,
                        _ => Cover::No(gap(What::Extra)),
                    };
                }
                (None, None) => {}
            }
        }
        let common = first.len();
        if is_filled_in(first.last(), second.last(), &|ty| self.shape(ty)) {
            return Cover::Unknown;
        }
        let outcome = self.outcome(source, target, &mut matching);
        let gap = |what: What| Gap { common, what, look: None };
        outcome.and(|| self.hidden_writes(source, target)).map(gap)
    }

    /// Whether the functions are in two modules.
    pub(super) fn is_apart(&self) -> bool {
        !std::ptr::eq(self.source.side.module, self.target.side.module)
    }

    /// Whether both make the same calls of functions that only write memory which no program can
    /// read. These are not part of the order of observations: only calls of the same function can
    /// observe when they happen.
    fn hidden_writes(&self, source: &Behaviour, target: &Behaviour) -> Cover<What> {
        if matches!(source.run.outcome, Outcome::Undefined { .. }) {
            return Cover::Yes;
        }
        let (first, second) = (self.writers(source), self.writers(target));
        let mut names: Vec<Symbol> = first.iter().chain(&second).map(|(name, ..)| *name).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let of = |calls: &[(Symbol, Box<[Val]>)]| -> Vec<Box<[Val]>> {
                calls.iter().filter(|(it, _)| *it == name).map(|(_, args)| args.clone()).collect()
            };
            let (mut a, mut b) = (of(&first), of(&second));
            // Arguments are compared only where they are plain bits, which are the same in every
            // run.
            if !a.iter().chain(&b).flatten().all(|value| matches!(value, Val::Bits(_))) {
                continue;
            }
            let repeated = |calls: &[Box<[Val]>]| calls.windows(2).any(|two| two[0] == two[1]);
            if repeated(&a) || repeated(&b) {
                let mut touched = self.touched.get();
                touched.insert(Row::InaccessibleWrites);
                self.touched.set(touched);
                if self.reading().is(Row::InaccessibleWrites, Answer::Idempotent) {
                    a.dedup();
                    b.dedup();
                }
            }
            if a != b {
                return Cover::No(What::HiddenWrites(
                    String::from_utf8_lossy(self.ctx.bytes(name)).into(),
                ));
            }
        }
        Cover::Yes
    }

    /// The calls that only write memory which no program can read, and that certainly return,
    /// without a value.
    fn writers(&self, behaviour: &Behaviour) -> Vec<(Symbol, Box<[Val]>)> {
        let only_writes_hidden = |name: Symbol| {
            let traits = self.outside.traits(self.ctx.bytes(name));
            traits.is_some_and(|traits| {
                let effects = traits.promise.effects;
                let others = [
                    MemoryPart::Arguments,
                    MemoryPart::Other,
                    MemoryPart::Errno,
                    MemoryPart::Target0,
                    MemoryPart::Target1,
                ];
                !traits.library
                    && !traits.special
                    && traits.promise.returns
                    && traits.promise.nounwind
                    && effects.access(MemoryPart::Inaccessible) == Access::Write
                    && others.into_iter().all(|part| effects.access(part) == Access::None)
            })
        };
        let calls =
            behaviour.run.observations.iter().filter_map(|observation| match &observation.event {
                Event::Call { callee: Some(name), args, result: None, .. }
                    if only_writes_hidden(*name) =>
                {
                    Some((*name, args.clone()))
                }
                Event::Call { .. } | Event::Load { .. } | Event::Store { .. } => None,
            });
        calls.collect()
    }

    /// Whether a call may stand for something else: a C library function for another one, or a call
    /// for the body of its callee.
    fn may_be_other_notation(&self, observation: &Observation) -> bool {
        match &observation.event {
            Event::Call { callee: Some(name), .. } => {
                let name = self.ctx.bytes(*name);
                self.outside.has_body(name)
                    || self
                        .outside
                        .traits(name)
                        .is_none_or(|traits| traits.library || traits.special)
            }
            Event::Call { callee: None, .. } => true,
            Event::Load { .. } | Event::Store { .. } => false,
        }
    }

    /// The source has another observation, `next`, and the target has none.
    fn missing(&self, next: &Counted<'_>, target: &Behaviour) -> Cover<What> {
        let outcome = &target.run.outcome;
        let unclear = !outcome.is_conclusive()
            || self.is_disputed(outcome)
            || self.may_be_other_notation(next.observation);
        if unclear { Cover::Unknown } else { Cover::No(What::Missing) }
    }

    /// Whether an observation certainly returns normally. A call of which no attributes are known
    /// is taken to.
    fn is_certain_to_return(&self, counted: &Counted<'_>) -> bool {
        match &counted.observation.event {
            Event::Call { callee: Some(name), .. } => {
                let traits = self.outside.traits(self.ctx.bytes(*name));
                traits.is_none_or(|traits| traits.promise.returns && traits.promise.nounwind)
            }
            Event::Call { callee: None, .. } => true,
            // A volatile access returns.
            Event::Load { .. } | Event::Store { .. } => true,
        }
    }

    /// Whether the authorities may not agree that a target is undefined: they differ on undef as an
    /// argument of library functions.
    fn is_disputed(&self, outcome: &Outcome) -> bool {
        let Outcome::Undefined { reason, at } = outcome else { return false };
        match reason {
            UbReason::Library(_) | UbReason::BadFree => true,
            UbReason::UndefOperand | UbReason::UndefAddress => at.is_some_and(|at| {
                let body = self.target.side.module.functions[at.func].body();
                body.is_some_and(|body| {
                    let call = matches!(body.inst(at.inst).opcode, Opcode::Call | Opcode::Invoke);
                    call && call::intrinsic(self.ctx, body, at.inst).is_none()
                })
            }),
            // Undefined behaviour of arithmetic, control flow and memory accesses by the language
            // reference.
            UbReason::DivisionByZero
            | UbReason::DivisionOverflow
            | UbReason::DivisionByUndef
            | UbReason::BranchOnUndef
            | UbReason::BadJumpTarget
            | UbReason::Unreachable
            | UbReason::NullAccess
            | UbReason::NoObject
            | UbReason::OutOfBounds { .. }
            | UbReason::UseAfterFree
            | UbReason::UseAfterReturn
            | UbReason::OutsideLifetime
            | UbReason::Misaligned { .. }
            | UbReason::WriteToConstant
            | UbReason::AccessToCode
            | UbReason::OverlappingCopy
            | UbReason::BadStackRestore => false,
            // Undefined behaviour by the contract of a call or an attribute.
            UbReason::CallOfNoFunction
            | UbReason::SignatureMismatch
            | UbReason::ConventionMismatch
            | UbReason::UndefArgument(_)
            | UbReason::UndefResult
            | UbReason::BadArgument(_)
            | UbReason::BadResult
            | UbReason::NotDereferenceable(_)
            | UbReason::ResultNotDereferenceable
            | UbReason::UndefLoad
            | UbReason::FalseAssumption
            | UbReason::ReturnFromNoReturn
            | UbReason::UnwindFromNoUnwind
            | UbReason::BrokenByCallee
            | UbReason::ForbiddenRead
            | UbReason::ForbiddenWrite
            | UbReason::NoArgumentLeft => false,
        }
    }

    /// Whether an observation refines another one. If not, and the difference is in memory: what an
    /// external function must read to see it.
    fn event(
        &self,
        a: &Counted<'_>,
        b: &Counted<'_>,
        source: &Behaviour,
        target: &Behaviour,
        matching: &mut Matching,
    ) -> Cover<(What, Option<Look>)> {
        let blindly = |what: What| (what, None);
        let views = (
            View {
                memory: &source.run.memory,
                side: self.source.side,
                seen: &a.observation.objects,
                apart: self.is_apart(),
            },
            View {
                memory: &target.run.memory,
                side: self.target.side,
                seen: &b.observation.objects,
                apart: self.is_apart(),
            },
        );
        match (&a.observation.event, &b.observation.event) {
            (Event::Call { .. }, Event::Call { .. }) => {
                self.call(a, b, (source, target), views, matching)
            }
            (
                Event::Load { address: a, ty: ty_a, .. },
                Event::Load { address: b, ty: ty_b, .. },
            ) => {
                if ty_a != ty_b {
                    return Cover::Unknown;
                }
                self.address(matching, (a, views.0), (b, views.1)).map(blindly)
            }
            (
                Event::Store { address: a, ty: ty_a, value: value_a },
                Event::Store { address: b, ty: ty_b, value: value_b },
            ) => {
                if ty_a != ty_b {
                    return Cover::Unknown;
                }
                let Some(shape) = self.shape(*ty_a) else { return Cover::Unknown };
                let value = |matching: &mut Matching| {
                    matching.value(
                        (value_a, views.0),
                        (value_b, views.1),
                        &shape,
                        Strictness::Passed,
                    )
                };
                let address = self.address(matching, (a, views.0), (b, views.1));
                address.and(|| value(matching).map(What::Event)).map(blindly)
            }
            _ if self.may_be_other_notation(a.observation)
                || self.may_be_other_notation(b.observation) =>
            {
                Cover::Unknown
            }
            (Event::Call { .. }, Event::Load { .. } | Event::Store { .. })
            | (Event::Load { .. }, Event::Call { .. } | Event::Store { .. })
            | (Event::Store { .. }, Event::Call { .. } | Event::Load { .. }) => {
                Cover::No(blindly(What::Event("another kind of observation")))
            }
        }
    }

    /// Whether a call refines another one: the same function, refining arguments, and refining memory
    /// as far as the callee may read it.
    fn call(
        &self,
        a: &Counted<'_>,
        b: &Counted<'_>,
        (source, target): (&Behaviour, &Behaviour),
        views: (View<'_>, View<'_>),
        matching: &mut Matching,
    ) -> Cover<(What, Option<Look>)> {
        let (
            Event::Call { callee: name_a, args: args_a, types: types_a, memory: digest_a, .. },
            Event::Call { callee: name_b, args: args_b, types: types_b, memory: digest_b, .. },
        ) = (&a.observation.event, &b.observation.event)
        else {
            return Cover::Unknown;
        };
        let blindly = |what: What| (what, None);
        if name_a != name_b {
            let other = self.may_be_other_notation(a.observation)
                || self.may_be_other_notation(b.observation);
            let what = blindly(What::Event("another function"));
            return if other { Cover::Unknown } else { Cover::No(what) };
        }
        if types_a != types_b {
            return Cover::Unknown;
        }
        let snapshots = (
            a.snapshot.and_then(|number| source.snapshots.get(number)),
            b.snapshot.and_then(|number| target.snapshots.get(number)),
        );
        let forgets = name_a
            .and_then(|name| self.outside.traits(self.ctx.bytes(name)))
            .is_some_and(|traits| !traits.promise.may_remember());
        for (index, ((arg_a, arg_b), &ty)) in args_a.iter().zip(args_b).zip(types_a).enumerate() {
            if self.is_promised((a, b), index, &[AttrKind::ByVal]) {
                continue;
            }
            let hidden = match arg_a {
                Val::Ptr { prov, .. } if !matching.is_shown(*prov) => {
                    (forgets || self.is_promised((a, b), index, HIDDEN)).then_some(*prov)
                }
                _ => None,
            };
            let Some(shape) = self.shape(ty) else { return Cover::Unknown };
            match matching.value((arg_a, views.0), (arg_b, views.1), &shape, Strictness::Passed) {
                Cover::Yes => {}
                Cover::Unknown => return Cover::Unknown,
                Cover::No(reason) => {
                    let name = name_a.map(|name| self.ctx.bytes(name)).unwrap_or_default();
                    let calls = (
                        Printed { args: args_a, memory: snapshots.0 },
                        Printed { args: args_b, memory: snapshots.1 },
                    );
                    match printed::judge(name, index, calls.0, calls.1) {
                        printed::Verdict::Differs => {}
                        printed::Verdict::MayBeSame => return Cover::Unknown,
                        printed::Verdict::NeedsMemory => {
                            self.wants_snapshots.set(true);
                            return Cover::Unknown;
                        }
                    }
                    if self.is_forgotten(a, (arg_a, arg_b), index) {
                        return self.surroundings((a, b), (arg_a, arg_b), snapshots, index);
                    }
                    return Cover::No(blindly(What::Event(reason)));
                }
            }
            matching.hidden.extend(hidden);
        }
        let place = (a.observation.at.func, a.observation.at.inst);
        if digest_a == digest_b || self.blind.borrow().contains(&place) {
            return Cover::Yes;
        }
        match snapshots {
            (Some(first), Some(second)) => self
                .visible((a, b), args_a, (first, second), matching)
                .and(|| self.copies((a, b), (args_a, args_b), (first, second))),
            _ => {
                self.wants_snapshots.set(true);
                Cover::Unknown
            }
        }
    }

    fn address(
        &self,
        matching: &mut Matching,
        a: (&Val, View<'_>),
        b: (&Val, View<'_>),
    ) -> Cover<What> {
        match self.shape(Type::PTR) {
            Some(shape) => matching.value(a, b, &shape, Strictness::Passed).map(What::Event),
            None => Cover::Unknown,
        }
    }

    /// The shape of a type that occurred in a run.
    fn shape(&self, ty: Type) -> Option<std::sync::Arc<tollgate_exec::shape::Shape>> {
        self.source.machine.known_shape(ty)
    }

    /// Whether an argument of a call has one of these attributes, on the declaration or at the call
    /// site, in either module.
    fn is_promised(
        &self,
        (a, b): (&Counted<'_>, &Counted<'_>),
        index: usize,
        kinds: &[AttrKind],
    ) -> bool {
        let sides =
            [(self.source.side.module, a.observation), (self.target.side.module, b.observation)];
        sides
            .into_iter()
            .any(|(module, observation)| self.is_promised_by(module, observation, index, kinds))
    }

    /// The same, in the module of this call only.
    fn is_promised_by(
        &self,
        module: &Module,
        Observation { event, at, .. }: &Observation,
        index: usize,
        kinds: &[AttrKind],
    ) -> bool {
        let callee = match event {
            Event::Call { callee: Some(name), .. } => module.function_named(Name::Named(*name)),
            Event::Call { callee: None, .. } | Event::Load { .. } | Event::Store { .. } => None,
        };
        let site = module.functions[at.func].body().and_then(|body| match body.extra(at.inst) {
            Extra::Call(call) => Some(call.attrs),
            _ => None,
        });
        callee.map(|func| module.functions[func].attrs).into_iter().chain(site).any(|list| {
            let set = self.ctx.attr_list_data(list).param(index);
            kinds.iter().any(|&kind| self.ctx.has_attr(set, kind))
        })
    }

    /// Whether two arguments are pointers based on objects, and the source's call does not capture
    /// them: the callee sees the bytes around them, and not the addresses.
    fn is_forgotten(&self, call: &Counted<'_>, (a, b): (&Val, &Val), index: usize) -> bool {
        let leads = |value: &Val| matches!(value, Val::Ptr { prov, .. } if !prov.is_none());
        let promises = |module| self.is_promised_by(module, call.observation, index, FORGOTTEN);
        leads(a) && leads(b) && promises(self.source.side.module)
    }

    /// Whether the bytes around two pointers differ for certain, for a call that does not capture
    /// them. The call cannot tell that they are different objects; nor is it known whether it reads
    /// where only one of the objects has bytes.
    fn surroundings(
        &self,
        calls: (&Counted<'_>, &Counted<'_>),
        pointers: (&Val, &Val),
        snapshots: (Option<&Memory>, Option<&Memory>),
        index: usize,
    ) -> Cover<(What, Option<Look>)> {
        let observation = calls.0.observation;
        let place = (observation.at.func, observation.at.inst);
        if !self.may_read(calls, index) || self.blind.borrow().contains(&place) {
            return Cover::Unknown;
        }
        let (Some(first), Some(second)) = snapshots else {
            self.wants_snapshots.set(true);
            return Cover::Unknown;
        };
        let (Some(a), Some(b)) = (around(first, pointers.0), around(second, pointers.1)) else {
            return Cover::Unknown;
        };
        let up = (0..).zip(a.bytes[a.place..].iter().zip(&b.bytes[b.place..]));
        let down = (1..).zip(a.bytes[..a.place].iter().rev().zip(b.bytes[..b.place].iter().rev()));
        let up = up.map(|(distance, bytes)| (a.place + distance, bytes));
        let mut all = up.chain(down.map(|(distance, bytes)| (a.place - distance, bytes)));
        let differs = |(_, (a, b)): &(usize, (&ByteContent, &ByteContent))| {
            // Bytes of pointers are compared as whole pointers only.
            !a.shadow.is_fragment()
                && !b.shadow.is_fragment()
                && matches!(byte(**a, **b), Cover::No(_))
        };
        match all.find(differs) {
            None => Cover::Unknown,
            Some((offset, _)) => {
                let (offset, via) = (offset as u64, Via::Argument(index));
                let look = Look { observation: calls.0.number, prov: a.prov, offset, via };
                Cover::No((What::Event("another pointer"), Some(look)))
            }
        }
    }

    /// Whether a call may read memory through an argument.
    fn may_read(&self, calls: (&Counted<'_>, &Counted<'_>), index: usize) -> bool {
        let Event::Call { callee, .. } = calls.0.observation.event else { return false };
        let traits = callee.and_then(|name| self.outside.traits(self.ctx.bytes(name)));
        let reads = |traits: &Traits| traits.promise.effects.access(MemoryPart::Arguments).reads();
        traits.is_none_or(reads) && !self.is_promised(calls, index, UNREAD)
    }

    /// The attributes of a parameter of the source function.
    pub(super) fn param_attrs(&self, index: u32) -> AttrSet {
        self.ctx.attr_list_data(self.source.side.function().attrs).param(index as usize)
    }

    /// Whether the copies passed by value refine. If not: what the callee must read to see it.
    fn copies(
        &self,
        calls: (&Counted<'_>, &Counted<'_>),
        args: (&[Val], &[Val]),
        (first, second): (&Memory, &Memory),
    ) -> Cover<(What, Option<Look>)> {
        for (index, values) in args.0.iter().zip(args.1).enumerate() {
            let Some(ty) = self.passed_by_value(calls.0, index) else { continue };
            if self.is_promised(calls, index, UNREAD) {
                continue;
            }
            let layout = self.source.machine.layout();
            let (Ok(size), true) =
                (layout.store_size(self.ctx, ty), is_solid(self.ctx, layout, ty))
            else {
                continue;
            };
            let (Val::Ptr { prov, addr }, Val::Ptr { prov: other, addr: other_addr }) = values
            else {
                continue;
            };
            let alive = |memory: &Memory, prov: Prov| {
                memory.object(prov).is_some_and(|object| object.life() == Life::Alive)
            };
            if !alive(first, *prov) || !alive(second, *other) {
                continue;
            }
            for offset in 0..size {
                let bytes = (
                    first.byte(*prov, addr.wrapping_add(offset)),
                    second.byte(*other, other_addr.wrapping_add(offset)),
                );
                let (Ok(a), Ok(b)) = bytes else { break };
                // Bytes of pointers are compared as whole pointers only.
                if a.shadow.is_fragment() || b.shadow.is_fragment() {
                    continue;
                }
                if let Cover::No(reason) = byte(a, b) {
                    let offset =
                        addr - first.object(*prov).map_or(*addr, |object| object.base()) + offset;
                    let via = Via::Argument(index);
                    let look = Look { observation: calls.0.number, prov: *prov, offset, via };
                    let object = format!("what argument {} of the call is a copy of", index + 1);
                    return Cover::No((
                        What::Visible(Place { object, prov: *prov, offset, reason }),
                        Some(look),
                    ));
                }
            }
        }
        Cover::Yes
    }

    /// The type of the object passed by value in a call of the source, if its callee may read it.
    fn passed_by_value(&self, call: &Counted<'_>, index: usize) -> Option<Type> {
        let module = self.source.side.module;
        let Event::Call { callee: Some(name), .. } = call.observation.event else { return None };
        let traits = self.outside.traits(self.ctx.bytes(name))?;
        if traits.library || !traits.promise.effects.access(MemoryPart::Arguments).reads() {
            return None;
        }
        let func = module.function_named(Name::Named(name))?;
        let set = self.ctx.attr_list_data(module.functions[func].attrs).param(index);
        self.ctx.type_attr(set, AttrKind::ByVal)
    }

    /// Whether either of two calls is a tail call.
    fn is_tail(&self, (a, b): (&Counted<'_>, &Counted<'_>)) -> bool {
        let sides =
            [(self.source.side.module, a.observation), (self.target.side.module, b.observation)];
        sides.into_iter().any(|(module, Observation { at, .. })| {
            let flags = module.functions[at.func].body().map(|body| body.inst(at.inst).flags);
            flags.is_some_and(|flags| flags.intersects(Flags::TAIL | Flags::MUSTTAIL))
        })
    }

    /// Whether the memory that a call may read refines; `args` are the source's. If not: what it
    /// must read to see it. The memory seen by a handler after unwinding is compared in runs that
    /// unwind.
    fn visible(
        &self,
        calls: (&Counted<'_>, &Counted<'_>),
        args: &[Val],
        (first, second): (&Memory, &Memory),
        matching: &mut Matching,
    ) -> Cover<(What, Option<Look>)> {
        let Event::Call { callee: Some(name), .. } = calls.0.observation.event else {
            return Cover::Unknown;
        };
        let Some(traits) = self.outside.traits(self.ctx.bytes(name)) else { return Cover::Unknown };
        // Library functions read through their arguments only, and only parts of the objects.
        if traits.library {
            return Cover::Yes;
        }
        let effects = traits.promise.effects;
        let everything = effects.access(MemoryPart::Other).reads();
        let read: Vec<usize> = (0..args.len())
            .filter(|_| effects.access(MemoryPart::Arguments).reads())
            .filter(|&at| !self.is_promised(calls, at, UNREAD))
            // Of an object passed by value the callee sees a copy, without padding.
            .filter(|&at| !self.is_promised(calls, at, &[AttrKind::ByVal]))
            .collect();
        let given = |prov: Prov| {
            let points =
                |at: &usize| matches!(args[*at], Val::Ptr { prov: known, .. } if known == prov);
            read.iter().copied().find(points).map(Via::Argument)
        };
        let views = (
            View { memory: first, side: self.source.side, seen: &[], apart: self.is_apart() },
            View { memory: second, side: self.target.side, seen: &[], apart: self.is_apart() },
        );
        let known = everything.then_some(Via::Known);
        let via = |prov: Prov, kind: ObjectKind| match kind {
            ObjectKind::Argument(number) => {
                let attrs = self.param_attrs(number);
                // The source asserts that the function's memory is not read through this parameter:
                // such a read would be undefined.
                let unread = UNREAD.iter().any(|&kind| self.ctx.has_attr(attrs, kind));
                let alone = self.ctx.has_attr(attrs, AttrKind::NoAlias);
                given(prov).filter(|_| !unread).or_else(|| known.filter(|_| !alone))
            }
            ObjectKind::Global(global) => {
                let local = self.source.side.module.globals[global].header.linkage.is_local();
                given(prov).or_else(|| known.filter(|_| !local))
            }
            ObjectKind::Outside(_) => given(prov).or(known),
            // They have not escaped, or cannot be written.
            ObjectKind::Nothing
            | ObjectKind::Function(_)
            | ObjectKind::Block(..)
            | ObjectKind::Stack(..)
            | ObjectKind::ByVal(..)
            | ObjectKind::VarArgs(_)
            | ObjectKind::Heap(_)
            | ObjectKind::Library(_) => given(prov),
        };
        // Of the function's own objects a call can read those that have escaped, unless it reads
        // through its arguments only, and those that it is passed; a tail call cannot read slots of
        // its caller.
        let (tail, caller) = (self.is_tail(calls), calls.0.observation.at.func);
        let is_barred = |prov: Prov| match first.former_kind(prov) {
            ObjectKind::Stack(owner, _)
            | ObjectKind::ByVal(owner, _)
            | ObjectKind::VarArgs(owner) => tail && owner == caller,
            ObjectKind::Nothing
            | ObjectKind::Global(_)
            | ObjectKind::Function(_)
            | ObjectKind::Block(..)
            | ObjectKind::Heap(_)
            | ObjectKind::Argument(_)
            | ObjectKind::Library(_)
            | ObjectKind::Outside(_) => false,
        };
        let hidden = matching.hidden.clone();
        let seen = Seen {
            is_compared: &|prov, kind| via(prov, kind).is_some(),
            is_known: &|prov| given(prov).is_some() || everything && !hidden.contains(&prov),
            // Memory that arguments point to may hold further pointers: a call that reads argument
            // memory only does not follow them.
            is_barred: &|prov| is_barred(prov) || !everything && given(prov).is_none(),
        };
        self.memory(views, &seen, matching, Strictness::Passed).map(|place| {
            let Place { prov, offset, .. } = place;
            let via = via(prov, first.former_kind(prov)).unwrap_or(Via::Known);
            let look = Look { observation: calls.0.number, prov, offset, via };
            (What::Visible(place), Some(look))
        })
    }

    /// Whether the observable memory refines.
    fn memory(
        &self,
        (first, second): (View<'_>, View<'_>),
        seen: &Seen<'_>,
        matching: &mut Matching,
        strictness: Strictness,
    ) -> Cover<Place> {
        let mut all = Cover::Yes;
        // Own objects that escaped earlier may have changed since.
        matching.left = matching.pairs();
        matching.left.retain(|(prov, _)| (seen.is_known)(*prov));
        // Where runs continue earlier runs there may be several objects of one identity: they were
        // created in the same order.
        let mut others: FxHashMap<Identity, VecDeque<Prov>> = FxHashMap::default();
        for (prov, other) in
            second.memory.live_objects().filter(|(_, other)| !other.kind().is_own())
        {
            others.entry(second.identity(other.kind())).or_default().push_back(prov);
        }
        // Differences that are visible outside the module are preferred: they need no reader.
        let is_local = |kind: ObjectKind| match kind {
            ObjectKind::Global(global) => self.is_local_variable(global),
            ObjectKind::Nothing
            | ObjectKind::Function(_)
            | ObjectKind::Block(..)
            | ObjectKind::Stack(..)
            | ObjectKind::ByVal(..)
            | ObjectKind::VarArgs(_)
            | ObjectKind::Heap(_)
            | ObjectKind::Argument(_)
            | ObjectKind::Library(_)
            | ObjectKind::Outside(_) => false,
        };
        let mut objects: Vec<_> = first.memory.live_objects().collect();
        objects.sort_by_key(|(_, object)| is_local(object.kind()));
        for (a, object) in objects {
            let kind = object.kind();
            if kind.is_own() {
                continue;
            }
            let identity = first.identity(kind);
            let other = others.get_mut(&identity).and_then(VecDeque::pop_front);
            let Some(b) = other.filter(|_| identity != Identity::Other) else { continue };
            if !object.is_writable() || !(seen.is_compared)(a, kind) {
                continue;
            }
            match matching.contents((a, first), (b, second), strictness) {
                Cover::Yes => {}
                Cover::Unknown => all = Cover::Unknown,
                Cover::No((offset, reason)) => {
                    return Cover::No(Place {
                        object: self.object_name(kind),
                        prov: a,
                        offset,
                        reason,
                    });
                }
            }
        }
        while let Some((a, b)) = matching.left.pop() {
            if (seen.is_barred)(a) {
                // It is compared once a later observation can read it.
                matching.hidden.insert(a);
                continue;
            }
            let life =
                |view: View<'_>, prov: Prov| view.memory.object(prov).map(|object| object.life());
            match (life(first, a), life(second, b)) {
                // Outside of its lifetime it cannot be read.
                (None | Some(Life::Dead | Life::OutsideLifetime), _) => continue,
                // The readings differ on such a read.
                (Some(Life::Alive), Some(Life::OutsideLifetime)) => {
                    all = Cover::Unknown;
                    continue;
                }
                (Some(Life::Alive), None | Some(Life::Alive | Life::Dead)) => {}
            }
            match matching.contents((a, first), (b, second), strictness) {
                Cover::Yes => {}
                Cover::Unknown => all = Cover::Unknown,
                Cover::No((offset, reason)) => {
                    let object = "an object of its own".to_string();
                    return Cover::No(Place { object, prov: a, offset, reason });
                }
            }
        }
        all
    }

    /// Whether a variable of the source can be read after the function has returned.
    fn is_seen_later(&self, global: Global) -> bool {
        let name = self.source.side.module.globals[global].header.name;
        let read = || self.uses.iter().all(|uses| uses.is_read(name));
        !self.is_local_variable(global) || !self.ignored.contains(&name) && read()
    }

    /// Whether a variable of the source is visible in one of the modules, or a part of it, only.
    pub(super) fn is_local_variable(&self, global: Global) -> bool {
        let (source, target) = (self.source.side.module, self.target.side.module);
        let header = &source.globals[global].header;
        header.linkage.is_local()
            || target
                .lookup(header.name)
                .is_some_and(|other| target.header(other).linkage.is_local())
    }

    fn object_name(&self, kind: ObjectKind) -> String {
        match kind {
            ObjectKind::Global(global) => {
                let name = self.source.side.module.globals[global].header.name;
                format!("@{}", self.ctx.name_text(name))
            }
            ObjectKind::Argument(number) if (number as usize) < self.params.len() => {
                format!("argument {}", number + 1)
            }
            ObjectKind::Argument(_) => "an object that an argument leads to".to_string(),
            _ => "an object of the caller".to_string(),
        }
    }

    /// Whether an outcome refines another one, all observations being equal.
    fn outcome(
        &self,
        source: &Behaviour,
        target: &Behaviour,
        matching: &mut Matching,
    ) -> Cover<What> {
        let (first, second) = (&source.run.outcome, &target.run.outcome);
        if matches!(first, Outcome::Undefined { .. }) {
            return Cover::Yes;
        }
        if !first.is_conclusive() || !second.is_conclusive() || self.is_disputed(second) {
            return Cover::Unknown;
        }
        let views = (
            View {
                memory: &source.run.memory,
                side: self.source.side,
                seen: &[],
                apart: self.is_apart(),
            },
            View {
                memory: &target.run.memory,
                side: self.target.side,
                seen: &[],
                apart: self.is_apart(),
            },
        );
        match (first, second) {
            (Outcome::Return(None), Outcome::Return(None)) => {
                self.final_memory(views, false, matching)
            }
            (Outcome::Return(Some(a)), Outcome::Return(Some(b))) => {
                let result =
                    matching.value((a, views.0), (b, views.1), &self.result, Strictness::Left);
                match result {
                    Cover::No(reason) => Cover::No(What::Result(reason)),
                    Cover::Yes => self.final_memory(views, false, matching),
                    // Memory may still show a difference.
                    Cover::Unknown => match self.final_memory(views, false, matching) {
                        no @ Cover::No(_) => no,
                        Cover::Yes | Cover::Unknown => Cover::Unknown,
                    },
                }
            }
            (Outcome::Unwind(a), Outcome::Unwind(b)) => {
                let Some(shape) = self.shape(Type::PTR) else { return Cover::Unknown };
                let object = matching.value(
                    (&a.part(0), views.0),
                    (&b.part(0), views.1),
                    &shape,
                    Strictness::Left,
                );
                object.map(What::Result).and(|| self.final_memory(views, true, matching))
            }
            (Outcome::Exit(a), Outcome::Exit(b)) => {
                if a == b {
                    Cover::Yes
                } else {
                    Cover::No(What::Outcome)
                }
            }
            (Outcome::Abort, Outcome::Abort) | (Outcome::NotReturned, Outcome::NotReturned) => {
                Cover::Yes
            }
            // By the source's attributes a call does not return: the source is undefined if it
            // does.
            (Outcome::NotReturned, _) => Cover::Unknown,
            (
                Outcome::Return(_) | Outcome::Unwind(_) | Outcome::Exit(_) | Outcome::Abort,
                Outcome::Return(_)
                | Outcome::Unwind(_)
                | Outcome::Exit(_)
                | Outcome::Abort
                | Outcome::NotReturned
                | Outcome::Undefined { .. },
            ) => Cover::No(What::Outcome),
            // Inconclusive outcomes, excluded above.
            (Outcome::Undefined { .. } | Outcome::Stopped(_) | Outcome::Unsupported { .. }, _)
            | (_, Outcome::Stopped(_) | Outcome::Unsupported { .. }) => Cover::Unknown,
        }
    }

    /// Whether the memory at the end refines.
    fn final_memory(
        &self,
        views: (View<'_>, View<'_>),
        unwinds: bool,
        matching: &mut Matching,
    ) -> Cover<What> {
        let is_compared = |_: Prov, kind: ObjectKind| match kind {
            ObjectKind::Argument(number) => {
                let attrs = self.param_attrs(number);
                let dead = self.ctx.has_attr(attrs, AttrKind::DeadOnReturn);
                let dead_on_unwind = unwinds && self.ctx.has_attr(attrs, AttrKind::DeadOnUnwind);
                !dead && !dead_on_unwind
            }
            ObjectKind::Global(global) => self.is_seen_later(global),
            ObjectKind::Outside(_) => true,
            ObjectKind::Nothing
            | ObjectKind::Function(_)
            | ObjectKind::Block(..)
            | ObjectKind::Library(_) => false,
            ObjectKind::Stack(..)
            | ObjectKind::ByVal(..)
            | ObjectKind::VarArgs(_)
            | ObjectKind::Heap(_) => false,
        };
        let hidden = matching.hidden.clone();
        let seen = Seen {
            is_compared: &is_compared,
            is_known: &|prov| !hidden.contains(&prov),
            is_barred: &|_| false,
        };
        self.memory(views, &seen, matching, Strictness::Left).map(What::Memory)
    }
}
