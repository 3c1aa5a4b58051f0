//! [`Copied`]: registers that hold less information than the bytes they were loaded from.
//!
//! An integer loaded from bytes of which some are poison is poison, and one loaded from the bytes
//! of a pointer is its address. Where such a register is only stored again, one of the readings
//! copies the bytes unchanged (§11.15, `integer-copy`). So the bytes are kept beside the register,
//! through phis and selects. Usually there are none.

use crate::memory::ByteContent;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The bytes that registers were loaded from. See the module.
#[derive(Default)]
pub(crate) struct Copied {
    bytes: FxHashMap<usize, Rc<[ByteContent]>>,
}

impl Copied {
    /// Whether no register has such bytes.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes of a register.
    pub(crate) fn of(&self, register: usize) -> Option<&Rc<[ByteContent]>> {
        if self.is_empty() { None } else { self.bytes.get(&register) }
    }

    /// A register was loaded from these bytes.
    pub(crate) fn remember(&mut self, register: usize, bytes: Box<[ByteContent]>) {
        self.bytes.insert(register, bytes.into());
    }

    /// A register was overwritten.
    #[inline]
    pub(crate) fn forget(&mut self, register: usize) {
        if !self.is_empty() {
            self.bytes.remove(&register);
        }
    }

    /// A register is copied to another one.
    pub(crate) fn pass(&mut self, from: usize, to: usize) {
        match self.bytes.get(&from).cloned() {
            Some(bytes) => self.bytes.insert(to, bytes),
            None => self.bytes.remove(&to),
        };
    }

    /// A register is overwritten with what was loaded from these bytes.
    pub(crate) fn replace(&mut self, register: usize, bytes: Option<Rc<[ByteContent]>>) {
        match bytes {
            Some(bytes) => self.bytes.insert(register, bytes),
            None => self.bytes.remove(&register),
        };
    }

    /// All registers from this one on are new.
    pub(crate) fn forget_from(&mut self, first: usize) {
        self.bytes.retain(|&register, _| register < first);
    }
}
