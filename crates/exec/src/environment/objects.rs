//! [`Objects`]: the objects of the outside whose addresses functions return.
//!
//! An environment is a function of the history of observations, and calls that nobody observes are
//! no part of it. So what an object of the outside is called, where it lies and what it holds must
//! not depend on when somebody first asked for it:
//!
//! * the **pool** is made when a run begins, with fixed numbers;
//! * an object that is **asked for** later (because the pool has not enough room) gets its number
//!   from what decides about the answer. Its number decides about its address and its first
//!   contents, and whoever asks for the same number gets the same object.
//!
//! An object that was asked for by a call that nobody observes has been there from the beginning,
//! too, and nobody had asked. So what earlier calls would have written to it is written when it is
//! made, and whoever reads all memory reads it only if the program has changed it: it then is in
//! memory wherever the program has done that, and the digest of memory does not tell who has asked.

use crate::choices::Random;
use crate::limits::Limit;
use crate::memory::{Memory, ObjectKind};
use crate::value::Prov;
use std::collections::BTreeMap;

/// How many objects are in the pool.
pub(super) const POOL: u64 = 3;
/// How many bytes they have.
pub(super) const POOL_SIZE: u64 = 64;
/// Numbers of objects that are asked for have this bit, numbers of the pool have not.
const ASKED: u32 = 1 << 31;

/// Since when an object is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Birth {
    /// From the beginning: the call that asks for it is one that nobody observes.
    Beginning,
    /// From the call on that asks for it, which is observed.
    Call,
}

/// What an object is that is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wanted {
    /// Decides what it is called, where it lies and what it holds.
    pub number: u64,
    pub size: u64,
    pub align: u64,
    pub birth: Birth,
}

/// Bytes that a call writes to an object, by their distance from its start.
pub(super) type Changes = Vec<(u64, u8)>;

/// The objects of the outside. See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Objects {
    pool: Vec<Prov>,
    /// Objects that were asked for, by the numbers that they are called by.
    asked: BTreeMap<u32, Asked>,
}

/// An object that was asked for.
#[derive(Clone, Debug)]
struct Asked {
    wanted: Wanted,
    prov: Prov,
    /// What it would hold if the program had not touched it.
    untouched: Vec<u8>,
}

impl Objects {
    /// The objects of the pool, made if they were not yet.
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

    /// The object that was asked for before, if it is the same.
    pub(super) fn find(&self, wanted: &Wanted) -> Result<Option<Prov>, Limit> {
        match self.asked.get(&name_of(wanted)) {
            None => Ok(None),
            Some(known) if known.wanted == *wanted => Ok(Some(known.prov)),
            // Two that are called alike.
            Some(_) => Err(Limit::Objects),
        }
    }

    /// Makes an object that was not asked for before; `earlier` is what calls before this one have
    /// written to all that was there.
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

    /// A call that may write to everything has written this to an object.
    pub(super) fn written(&mut self, prov: Prov, changes: &Changes) {
        if let Some(asked) = self.asked.values_mut().find(|asked| asked.prov == prov) {
            apply(&mut asked.untouched, changes);
        }
    }

    /// Whether an object was there before anybody asked for it.
    pub(super) fn is_from_the_beginning(&self, prov: Prov) -> bool {
        self.asked
            .values()
            .any(|asked| asked.prov == prov && asked.wanted.birth == Birth::Beginning)
    }

    /// The objects that were there before anybody asked for them.
    pub(super) fn all_from_the_beginning(&self) -> impl Iterator<Item = Prov> {
        let asked = self.asked.values().filter(|asked| asked.wanted.birth == Birth::Beginning);
        asked.map(|asked| asked.prov)
    }

    /// The objects that were there before anybody asked for them and that the program has changed,
    /// in the order of their numbers.
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

/// The number that an object is called by.
pub(super) fn name_of(wanted: &Wanted) -> u32 {
    (wanted.number >> 32) as u32 | ASKED
}

/// What an object holds at first.
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
