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

mod callbacks;
mod calls;
mod memory;

use super::audit::Look;
use super::pair::{Behaviour, Pair};
use super::refinement::{Cover, Matching, Reason, Strictness, View};
use tollgate_exec::memory::{ByteContent, Life, Memory, ObjectKind};
use tollgate_exec::outcome::{Event, Observation, Outcome, UbReason};
use tollgate_exec::value::{Prov, Val};
use tollgate_ir::{Access, AttrKind, Context, Flags, MemoryPart, Opcode, Symbol, Type, TypeKind};
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
    Visible(MemoryDifference),
    /// Calls of this function, which only writes memory that no program can read, differ.
    HiddenWrites(String),
    /// The outcomes are of different kinds.
    Outcome,
    /// The results differ.
    Result(Reason),
    /// Memory at the end differs.
    Memory(MemoryDifference),
}

/// Where memory differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct MemoryDifference {
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
        TypeKind::Void
        | TypeKind::Label
        | TypeKind::Metadata
        | TypeKind::Token
        | TypeKind::X86Amx
        | TypeKind::X86Mmx
        | TypeKind::Byte(..)
        | TypeKind::Vector { .. }
        | TypeKind::Named { .. }
        | TypeKind::Target { .. }
        | TypeKind::Function { .. } => false,
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
                    let traits = self.external_functions.traits(&name);
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
                        Outcome::Stopped(_) | Outcome::Unsupported { .. } => Cover::Unknown,
                        // The source's call did not return and the target's did: attributes of one
                        // module only say that it returns.
                        Outcome::NotReturned => Cover::Unknown,
                        Outcome::Return(_)
                        | Outcome::Unwind(_)
                        | Outcome::Undefined { .. }
                        | Outcome::Exit(_)
                        | Outcome::Abort => match self.may_be_other_notation(b.observation) {
                            true => Cover::Unknown,
                            false => Cover::No(gap(What::Extra)),
                        },
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
            let traits = self.external_functions.traits(self.ctx.bytes(name));
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
                self.external_functions.has_body(name)
                    || self
                        .external_functions
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
                let traits = self.external_functions.traits(self.ctx.bytes(*name));
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
