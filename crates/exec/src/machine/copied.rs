//! [`Copied`]: registers that hold less than the bytes they were read from.
//!
//! A number that is read from bytes of which some are poison is poison, and one that is read from
//! the bytes of a pointer is its address. Where such a register is only stored again, one of the
//! readings has the bytes copied as they are (§11.15, `integer-copy`). So the
//! bytes are kept beside the register, and go with it through phis and selects. Nearly always there
//! are none.

use crate::memory::ByteContent;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The bytes that registers were read from. See the module.
#[derive(Default)]
pub(crate) struct Copied {
    bytes: FxHashMap<usize, Rc<[ByteContent]>>,
}

impl Copied {
    /// Whether there are none.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Those of a register.
    pub(crate) fn of(&self, register: usize) -> Option<&Rc<[ByteContent]>> {
        if self.is_empty() { None } else { self.bytes.get(&register) }
    }

    /// A register was read from these.
    pub(crate) fn remember(&mut self, register: usize, bytes: Box<[ByteContent]>) {
        self.bytes.insert(register, bytes.into());
    }

    /// A register holds something else.
    #[inline]
    pub(crate) fn forget(&mut self, register: usize) {
        if !self.is_empty() {
            self.bytes.remove(&register);
        }
    }

    /// A register holds what another one holds.
    pub(crate) fn pass(&mut self, from: usize, to: usize) {
        match self.bytes.get(&from).cloned() {
            Some(bytes) => self.bytes.insert(to, bytes),
            None => self.bytes.remove(&to),
        };
    }

    /// All registers from this one on are new.
    pub(crate) fn forget_from(&mut self, first: usize) {
        self.bytes.retain(|&register, _| register < first);
    }
}
