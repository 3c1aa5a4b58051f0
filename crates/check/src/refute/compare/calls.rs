//! Calls of external functions, compared: their arguments, and what they may look at.

use super::callbacks::PassedOn;
use super::{Counted, FORGOTTEN, HIDDEN, MemoryDifference, UNREAD, What, around, is_solid};
use crate::refute::audit::Look;
use crate::refute::external_functions::Traits;
use crate::refute::pair::{Behaviour, Pair};
use crate::refute::printed::{self, Printed};
use crate::refute::refinement::{Cover, Matching, Strictness, View, byte};
use tollgate_exec::environment::Via;
use tollgate_exec::memory::{ByteContent, Life, Memory};
use tollgate_exec::outcome::{Event, Observation, Outcome};
use tollgate_exec::value::{Prov, Val};
use tollgate_ir::{AttrKind, AttrSet, Flags, MemoryPart, Module, Name, Type};

/// Whether a run ends after a call, and makes no other.
fn ends(call: &Counted<'_>, behaviour: &Behaviour) -> bool {
    let last = call.number + 1 == behaviour.run.observations.len();
    last && match behaviour.run.outcome {
        Outcome::Return(_) | Outcome::Unwind(_) | Outcome::Exit(_) | Outcome::Abort => true,
        Outcome::Undefined { .. }
        | Outcome::NotReturned
        | Outcome::Stopped(_)
        | Outcome::Unsupported { .. } => false,
    }
}

impl Pair<'_> {
    /// Whether a call refines another one: the same function, refining arguments, and refining
    /// memory as far as the callee may read it.
    pub(super) fn call(
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
            .and_then(|name| self.external_functions.traits(self.ctx.bytes(name)))
            .is_some_and(|traits| !traits.promise.may_remember());
        for (index, ((arg_a, arg_b), &ty)) in args_a.iter().zip(args_b).zip(types_a).enumerate() {
            if self.is_promised((a, b), index, &[AttrKind::ByVal]) {
                continue;
            }
            let hidden = match arg_a {
                Val::Ptr { prov, .. } if !matching.is_shown(*prov) => {
                    (forgets || self.is_promised((a, b), index, HIDDEN)).then_some(*prov)
                }
                Val::Poison | Val::Undef | Val::Bits(..) | Val::Ptr { .. } | Val::Wide(..) => None,
            };
            let Some(shape) = self.shape(ty) else { return Cover::Unknown };
            match matching.value((arg_a, views.0), (arg_b, views.1), &shape, Strictness::Passed) {
                Cover::Yes => {}
                Cover::Unknown => return Cover::Unknown,
                Cover::No(_) if self.passed_on(*name_a, index) == Some(PassedOn::Argument) => {
                    return Cover::Unknown;
                }
                Cover::No(reason) => {
                    let name = name_a.map(|name| self.ctx.bytes(name)).unwrap_or_default();
                    let shapes: Option<Vec<_>> = types_a.iter().map(|&ty| self.shape(ty)).collect();
                    let shapes = shapes.as_deref();
                    let calls = (
                        Printed { args: args_a, shapes, memory: snapshots.0 },
                        Printed { args: args_b, shapes, memory: snapshots.1 },
                    );
                    match printed::judge(name, index, calls.0, calls.1) {
                        printed::Verdict::Differs => {}
                        printed::Verdict::Begins if ends(a, source) && ends(b, target) => {}
                        printed::Verdict::Begins => return Cover::Unknown,
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
        if digest_a != digest_b && self.passed_on(*name_a, 0).is_some() {
            return Cover::Unknown;
        }
        if digest_a == digest_b || self.blind.borrow().contains(&place) {
            return Cover::Yes;
        }
        match snapshots {
            (Some(first), Some(second)) => self
                .visible((a, b), args_a, (first, second), matching)
                .and(|| self.copies((a, b), (args_a, args_b), (first, second))),
            (_, None) | (None, _) => {
                self.wants_snapshots.set(true);
                Cover::Unknown
            }
        }
    }

    pub(super) fn address(
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
    pub(super) fn shape(&self, ty: Type) -> Option<std::sync::Arc<tollgate_exec::shape::Shape>> {
        self.source.machine.known_shape(ty)
    }

    /// Whether an argument of a call has one of these attributes, on the declaration or at the call
    /// site, in either module.
    pub(super) fn is_promised(
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
    pub(super) fn is_promised_by(
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
        let site = module.functions[at.func]
            .body()
            .and_then(|body| body.extra(at.inst).call().map(|call| call.attrs));
        callee.map(|func| module.functions[func].attrs).into_iter().chain(site).any(|list| {
            let set = self.ctx.attr_list_data(list).param(index);
            kinds.iter().any(|&kind| self.ctx.has_attr(set, kind))
        })
    }

    /// Whether two arguments are pointers based on objects, and the source's call does not capture
    /// them: the callee sees the bytes around them, and not the addresses.
    pub(super) fn is_forgotten(
        &self,
        call: &Counted<'_>,
        (a, b): (&Val, &Val),
        index: usize,
    ) -> bool {
        let leads = |value: &Val| matches!(value, Val::Ptr { prov, .. } if !prov.is_none());
        let promises = |module| self.is_promised_by(module, call.observation, index, FORGOTTEN);
        leads(a) && leads(b) && promises(self.source.side.module)
    }

    /// Whether the bytes around two pointers differ for certain, for a call that does not capture
    /// them. The call cannot tell that they are different objects; nor is it known whether it reads
    /// where only one of the objects has bytes.
    pub(super) fn surroundings(
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
    pub(super) fn may_read(&self, calls: (&Counted<'_>, &Counted<'_>), index: usize) -> bool {
        let Event::Call { callee, .. } = calls.0.observation.event else { return false };
        let traits = callee.and_then(|name| self.external_functions.traits(self.ctx.bytes(name)));
        let reads = |traits: &Traits| traits.promise.effects.access(MemoryPart::Arguments).reads();
        traits.is_none_or(reads) && !self.is_promised(calls, index, UNREAD)
    }

    /// The attributes of a parameter of the source function.
    pub(in crate::refute) fn param_attrs(&self, index: u32) -> AttrSet {
        self.ctx.attr_list_data(self.source.side.function().attrs).param(index as usize)
    }

    /// Whether the copies passed by value refine. If not: what the callee must read to see it.
    pub(super) fn copies(
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
                        What::Visible(MemoryDifference { object, prov: *prov, offset, reason }),
                        Some(look),
                    ));
                }
            }
        }
        Cover::Yes
    }

    /// The type of the object passed by value in a call of the source, if its callee may read it.
    pub(super) fn passed_by_value(&self, call: &Counted<'_>, index: usize) -> Option<Type> {
        let module = self.source.side.module;
        let Event::Call { callee: Some(name), .. } = call.observation.event else { return None };
        let traits = self.external_functions.traits(self.ctx.bytes(name))?;
        if traits.library || !traits.promise.effects.access(MemoryPart::Arguments).reads() {
            return None;
        }
        let func = module.function_named(Name::Named(name))?;
        let set = self.ctx.attr_list_data(module.functions[func].attrs).param(index);
        self.ctx.type_attr(set, AttrKind::ByVal)
    }

    /// Whether either of two calls is a tail call.
    pub(super) fn is_tail(&self, (a, b): (&Counted<'_>, &Counted<'_>)) -> bool {
        let sides =
            [(self.source.side.module, a.observation), (self.target.side.module, b.observation)];
        sides.into_iter().any(|(module, Observation { at, .. })| {
            let flags = module.functions[at.func].body().map(|body| body.inst(at.inst).flags);
            flags.is_some_and(|flags| flags.intersects(Flags::TAIL | Flags::MUSTTAIL))
        })
    }
}
