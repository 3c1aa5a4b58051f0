//! What an external function may read and write, and what it writes.

use super::{Escaped, Havoc, Promise, Writable};
use crate::environment::objects::Changes;
use crate::environment::question::Sight;
use crate::environment::{ExternalCall, Host, Terms, Touch, Via};
use crate::machine::mix;
use crate::memory::{ByteContent, Memory, ObjectKind};
use crate::reach::{Names, Reach};
use rustc_hash::FxHashSet;
use tollgate_ir::{MemoryEffects, MemoryPart};

impl Havoc {
    /// The memory that a call may read besides the bytes around the pointers that it is passed.
    pub(super) fn readable(
        &self,
        call: &ExternalCall<'_>,
        terms: &Terms,
        effects: MemoryEffects,
        host: &Host<'_, '_>,
    ) -> Reach {
        let mut reach = Reach::default();
        if effects.access(MemoryPart::Arguments).reads() {
            let access = effects.access(MemoryPart::Arguments);
            let seen = |index: usize| terms.sight(index, access) == Sight::Pointer;
            let args = call.args.iter().enumerate();
            let read = args.filter(|(index, _)| terms.allow_read(*index) && seen(*index));
            read.for_each(|(_, arg)| reach.add(arg));
        }
        if effects.access(MemoryPart::Other).reads() {
            self.add_outside(&mut reach, host);
            self.objects.changed(host.memory).into_iter().for_each(|prov| reach.add_object(prov));
            let known = self.known.iter().filter(|known| !known.hidden);
            known.for_each(|known| reach.add_object(known.prov));
        } else {
            // A pointer that is loaded from there is not based on an argument.
            reach.stay();
        }
        reach
    }

    /// Adds all objects that the environment can reach without being passed a pointer, and that
    /// exist whatever calls were made that are not observed.
    pub(super) fn add_outside(&self, reach: &mut Reach, host: &Host<'_, '_>) {
        let mut all = Reach::default();
        all.add_outside(host.memory, host.machine.module());
        for prov in all.roots() {
            let protected = host.memory.object(prov).is_some_and(|object| match object.kind() {
                ObjectKind::Argument(number) => self.protected.contains(&number),
                _ => false,
            });
            if !protected && !self.objects.is_from_the_beginning(prov) {
                reach.add_object(prov);
            }
        }
    }

    /// The objects that a call may write to.
    pub(super) fn writable(
        &self,
        call: &ExternalCall<'_>,
        terms: &Terms,
        host: &Host<'_, '_>,
    ) -> Vec<Writable> {
        let names = Names { ctx: host.machine.ctx(), module: host.machine.module() };
        let promise = self.promise(call, host);
        let effects = promise.effects;
        let mut found: Vec<Writable> = Vec::new();
        if effects.access(MemoryPart::Arguments).writes() {
            for (index, arg) in call.args.iter().enumerate() {
                for prov in Reach::pointers_of(arg) {
                    let kind = host.memory.object(prov).map(|object| object.kind());
                    if let Some(ObjectKind::Argument(number)) = kind
                        && self.read_only.contains(&number)
                    {
                        continue;
                    }
                    // The identity must not depend on how the object escaped: a pointer may be
                    // poison in the source. Nor may it depend on the pointer, for a call that
                    // captures no bit of it and whose arguments are not compared.
                    let compared = !promise.is_functional() && promise.is_ordered();
                    let seen = compared || terms.allow_keeping(index);
                    let named =
                        host.memory.object(prov).filter(|object| seen && !object.kind().is_own());
                    let identity =
                        named.map_or(mix(9, index as u64), |object| names.identity(object));
                    found.push(Writable { prov, identity, via: Via::Argument(index) });
                }
            }
        }
        if effects.access(MemoryPart::Other).writes() {
            let known = |&Escaped { prov, identity, .. }: &Escaped| Writable {
                prov,
                identity,
                via: Via::Known,
            };
            found.extend(self.known.iter().map(known));
            let mut outside = Reach::default();
            self.add_outside(&mut outside, host);
            for prov in outside.roots().into_iter().chain(self.objects.all_from_the_beginning()) {
                if let Some(object) = host.memory.object(prov)
                    && !object.kind().is_own()
                {
                    found.push(Writable {
                        prov,
                        identity: names.identity(object),
                        via: Via::Known,
                    });
                }
            }
        }
        let mut seen = FxHashSet::default();
        found.retain(|&Writable { prov, via, .. }| {
            let object = host.memory.object(prov);
            terms.allow_write(prov, via, call.slots)
                && object.is_some_and(|object| object.is_writable() && object.size() > 0)
                && seen.insert(prov)
        });
        found
    }

    /// What a call with this key writes to an object of this identity and size.
    pub(super) fn changes(&self, key: u64, identity: u64, size: u64, memory: &Memory) -> Changes {
        let mut random = self.random(mix(key, identity));
        match random.below(6) {
            0 | 1 => {
                let count = 1 + random.below(4);
                (0..count).map(|_| (random.below(size), random.next_u64() as u8)).collect()
            }
            2 => {
                // An integer, often a small one: such values decide branches.
                let word = memory.encode_word(random.below(4).wrapping_sub(1), 8);
                let length = size.min(1 << random.below(4));
                let at = random.below(size / length) * length;
                (at..).zip(word.iter().copied().take(length as usize)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Carries out and reports the writes of a call.
    pub(super) fn write(
        &mut self,
        call: &ExternalCall<'_>,
        terms: &Terms,
        key: u64,
        host: &mut Host<'_, '_>,
        touches: &mut Vec<Touch>,
    ) {
        let everywhere = self.promise(call, host).effects.access(MemoryPart::Other).writes();
        if everywhere {
            self.writers.push(key);
        }
        for Writable { prov, identity, via } in self.writable(call, terms, host) {
            let Some(object) = host.memory.object(prov) else { continue };
            let base = object.base();
            let changes = self.changes(key, identity, object.size(), host.memory);
            if everywhere {
                self.objects.written(prov, &changes);
            }
            for (offset, byte) in changes {
                let start = base + offset;
                // An object outside of its lifetime is not changed.
                if host.memory.set_byte(prov, start, ByteContent::plain(byte)).is_ok() {
                    touches.push(Touch { prov, start, size: 1, writes: true, via });
                }
            }
        }
    }

    /// Adds own objects that a call may capture.
    pub(super) fn remember(
        &mut self,
        call: &ExternalCall<'_>,
        terms: &Terms,
        own: &Terms,
        (promise, key): (Promise, u64),
        host: &Host<'_, '_>,
    ) {
        let hidden = !promise.effects.access(MemoryPart::Other).writes();
        for (index, arg) in call.args.iter().enumerate() {
            if !terms.allow_keeping(index) {
                continue;
            }
            let denied = !own.allow_keeping(index);
            for prov in Reach::pointers_of(arg) {
                let is_own = host.memory.object(prov).is_some_and(|object| object.kind().is_own());
                match self.known.iter_mut().find(|known| known.prov == prov) {
                    Some(known) => {
                        known.denied &= denied;
                        known.hidden &= hidden;
                    }
                    None if is_own => {
                        self.known.push(Escaped {
                            prov,
                            identity: mix(key, index as u64),
                            denied,
                            hidden,
                        });
                    }
                    None => {}
                }
            }
        }
    }

    /// Whether an access was made that attributes of the call, in its own module, exclude.
    pub(super) fn breaks(&self, touches: &[Touch], call: &ExternalCall<'_>, own: &Terms) -> bool {
        touches.iter().filter(|touch| touch.writes).any(|touch| {
            let denied = self.known.iter().any(|known| known.prov == touch.prov && known.denied);
            !own.allow_write(touch.prov, touch.via, call.slots) || touch.via == Via::Known && denied
        })
    }
}
