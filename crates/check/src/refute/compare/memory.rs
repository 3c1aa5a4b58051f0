//! Memory that the environment may look at, compared.

use super::{Counted, MemoryDifference, Seen, UNREAD, What};
use crate::refute::audit::Look;
use crate::refute::pair::Pair;
use crate::refute::refinement::{Cover, Identity, Matching, Strictness, View};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use tollgate_exec::environment::Via;
use tollgate_exec::memory::{Life, Memory, ObjectKind};
use tollgate_exec::outcome::Event;
use tollgate_exec::value::{Prov, Val};
use tollgate_ir::{AttrKind, Global, MemoryPart};

impl Pair<'_> {
    /// Whether the memory that a call may read refines; `args` are the source's. If not: what it
    /// must read to see it. The memory seen by a handler after unwinding is compared in runs that
    /// unwind.
    pub(super) fn visible(
        &self,
        calls: (&Counted<'_>, &Counted<'_>),
        args: &[Val],
        (first, second): (&Memory, &Memory),
        matching: &mut Matching,
    ) -> Cover<(What, Option<Look>)> {
        let Event::Call { callee: Some(name), .. } = calls.0.observation.event else {
            return Cover::Unknown;
        };
        let Some(traits) = self.external_functions.traits(self.ctx.bytes(name)) else {
            return Cover::Unknown;
        };
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
            let MemoryDifference { prov, offset, .. } = place;
            let via = via(prov, first.former_kind(prov)).unwrap_or(Via::Known);
            let look = Look { observation: calls.0.number, prov, offset, via };
            (What::Visible(place), Some(look))
        })
    }

    /// Whether the observable memory refines.
    pub(super) fn memory(
        &self,
        (first, second): (View<'_>, View<'_>),
        seen: &Seen<'_>,
        matching: &mut Matching,
        strictness: Strictness,
    ) -> Cover<MemoryDifference> {
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
        let is_local = |kind: ObjectKind| {
            let ObjectKind::Global(global) = kind else { return false };
            self.is_local_variable(global)
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
                    return Cover::No(MemoryDifference {
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
                    return Cover::No(MemoryDifference { object, prov: a, offset, reason });
                }
            }
        }
        all
    }

    /// Whether a variable of the source can be read after the function has returned.
    pub(super) fn is_seen_later(&self, global: Global) -> bool {
        let name = self.source.side.module.globals[global].header.name;
        let read = || self.uses.iter().all(|uses| uses.is_read(name));
        !self.is_local_variable(global) || !self.ignored.contains(&name) && read()
    }

    /// Whether a variable of the source is visible in one of the modules, or a part of it, only.
    pub(in crate::refute) fn is_local_variable(&self, global: Global) -> bool {
        let (source, target) = (self.source.side.module, self.target.side.module);
        let header = &source.globals[global].header;
        header.linkage.is_local()
            || target
                .lookup(header.name)
                .is_some_and(|other| target.header(other).linkage.is_local())
    }

    pub(super) fn object_name(&self, kind: ObjectKind) -> String {
        match kind {
            ObjectKind::Global(global) => {
                let name = self.source.side.module.globals[global].header.name;
                format!("@{}", self.ctx.name_text(name))
            }
            ObjectKind::Argument(number) if (number as usize) < self.params.len() => {
                format!("argument {}", number + 1)
            }
            ObjectKind::Argument(_) => "an object that an argument leads to".to_string(),
            ObjectKind::Nothing
            | ObjectKind::Function(..)
            | ObjectKind::Block(..)
            | ObjectKind::Stack(..)
            | ObjectKind::ByVal(..)
            | ObjectKind::VarArgs(..)
            | ObjectKind::Heap(..)
            | ObjectKind::Library(..)
            | ObjectKind::Outside(..) => "an object of the caller".to_string(),
        }
    }
}
