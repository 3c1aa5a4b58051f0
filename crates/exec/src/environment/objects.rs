//! [`Objects`]: the objects of the environment whose addresses functions return.
//!
//! An environment is a function of the history of observations, and calls that are not observed are
//! not part of it. So the identity, the address and the contents of an object of the environment
//! must not depend on which call returned it first:
//!
//! * the **pool** is made when a run begins, with fixed numbers;
//! * an object that is **requested** later (because no object of the pool is large enough) gets its
//!   number from the key of the call. The number determines its address and its first contents, and
//!   every request for the number gets the same object.
//!
//! An object that is requested by a call that is not observed has existed from the beginning, too,
//! but was not accessible. So what earlier calls would have written to it is written when it is
//! created; and a call that reads all memory reads it only if the program has changed it: it then
//! exists wherever the program has done that, and the digest of memory does not depend on who
//! requested it.

use crate::limits::Limit;
use crate::memory::{Memory, ObjectKind};
use crate::value::Prov;
use std::collections::BTreeMap;
use tollgate_ir::random::Random;

/// Number of objects in the pool: enough for aliasing and distinct results.
pub(super) const POOL: u64 = 3;
/// Size of the objects in the pool in bytes.
pub(super) const POOL_SIZE: u64 = 64;
/// Set in numbers of requested objects, clear in those of the pool.
const ASKED: u32 = 1 << 31;

/// Since when an object exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Birth {
    /// From the beginning: the call that requests it is not observed.
    Beginning,
    /// From the call that requests it, which is observed.
    Call,
}

/// A request for an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wanted {
    /// Determines its identity, address and contents.
    pub number: u64,
    pub size: u64,
    pub align: u64,
    pub birth: Birth,
}

/// Bytes that a call writes to an object, by offset.
pub(super) type Changes = Vec<(u64, u8)>;

/// The objects of the environment. See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Objects {
    pool: Vec<Prov>,
    /// Requested objects by number.
    asked: BTreeMap<u32, Asked>,
}

/// A requested object.
#[derive(Clone, Debug)]
struct Asked {
    wanted: Wanted,
    prov: Prov,
    /// Its contents if the program had not changed it.
    untouched: Vec<u8>,
}

impl Objects {
    /// The objects of the pool, created on first use.
    pub(super) fn pool(&mut self, seed: u64, memory: &mut Memory) -> Result<&[Prov], Limit> {
        while (self.pool.len() as u64) < POOL {
            let number = self.pool.len() as u32 + 1;
            let prov = memory.allocate(ObjectKind::Outside(number), POOL_SIZE, 16)?;
            let bytes = first_contents(seed, u64::from(number), POOL_SIZE);
            memory.initialise(prov, 0, bytes.into_iter().map(crate::memory::ByteContent::plain));
            self.pool.push(prov);
        }
        Ok(&self.pool)
    }

    /// The object requested before under this number, if the request is the same.
    pub(super) fn find(&self, wanted: &Wanted) -> Result<Option<Prov>, Limit> {
        match self.asked.get(&name_of(wanted)) {
            None => Ok(None),
            Some(known) if known.wanted == *wanted => Ok(Some(known.prov)),
            // Two requests with the same number.
            Some(_) => Err(Limit::Objects),
        }
    }

    /// Creates a requested object; `earlier` are the writes of earlier calls to all objects of the
    /// environment.
    pub(super) fn make(
        &mut self,
        wanted: Wanted,
        seed: u64,
        earlier: &[Changes],
        memory: &mut Memory,
    ) -> Result<Prov, Limit> {
        let mut untouched = first_contents(seed, wanted.number, wanted.size);
        earlier.iter().for_each(|changes| apply(&mut untouched, changes));
        let prov = memory.allocate_placed(name_of(&wanted), wanted.align, &untouched)?;
        self.asked.insert(name_of(&wanted), Asked { wanted, prov, untouched });
        Ok(prov)
    }

    /// Records a write, by a call that may write to all objects.
    pub(super) fn written(&mut self, prov: Prov, changes: &Changes) {
        if let Some(asked) = self.asked.values_mut().find(|asked| asked.prov == prov) {
            apply(&mut asked.untouched, changes);
        }
    }

    /// Whether an object existed before it was requested.
    pub(super) fn is_from_the_beginning(&self, prov: Prov) -> bool {
        self.asked
            .values()
            .any(|asked| asked.prov == prov && asked.wanted.birth == Birth::Beginning)
    }

    /// The objects that existed before they were requested.
    pub(super) fn all_from_the_beginning(&self) -> impl Iterator<Item = Prov> {
        let asked = self.asked.values().filter(|asked| asked.wanted.birth == Birth::Beginning);
        asked.map(|asked| asked.prov)
    }

    /// Those of them that the program has changed, in the order of their numbers.
    pub(super) fn changed(&self, memory: &Memory) -> Vec<Prov> {
        let is_changed = |asked: &&Asked| {
            let same = memory
                .contents(asked.prov)
                .zip(&asked.untouched)
                .all(|(byte, untouched)| byte.shadow.is_plain() && byte.bits == *untouched);
            asked.wanted.birth == Birth::Beginning && !same
        };
        self.asked.values().filter(is_changed).map(|asked| asked.prov).collect()
    }
}

/// The number of a requested object.
pub(super) fn name_of(wanted: &Wanted) -> u32 {
    (wanted.number >> 32) as u32 | ASKED
}

/// The first contents of an object.
fn first_contents(seed: u64, number: u64, size: u64) -> Vec<u8> {
    let mut random = Random::new(seed ^ number.rotate_left(32));
    random.next_u64();
    (0..size).map(|_| random.next_u64() as u8).collect()
}

fn apply(contents: &mut [u8], changes: &Changes) {
    for &(offset, byte) in changes {
        if let Some(place) = contents.get_mut(offset as usize) {
            *place = byte;
        }
    }
}
