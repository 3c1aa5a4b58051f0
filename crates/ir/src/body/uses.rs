//! The uses of values, and where they are kept: ranges of one table, each value with a list of its
//! uses.

use super::{Body, Inst, Use, UseData, UseRange, User, Value, Wrapped};
use crate::Opt;

impl Body {
    pub(super) fn alloc_uses(&mut self, owner: u32, values: &[Value]) -> UseRange {
        if values.is_empty() {
            return UseRange::default();
        }
        let len = values.len() as u32;
        let class = len.trailing_zeros() as usize;
        let reused = match self.free_uses.get_mut(class) {
            Some(free) if len.is_power_of_two() => free.pop(),
            _ => None,
        };
        let start = reused.unwrap_or(self.uses.len() as u32);
        for (offset, &value) in values.iter().enumerate() {
            let at = Use::from_u32(start + offset as u32);
            let next = self.values[value].first_use;
            let data = UseData { value: value.into(), owner, prev: Opt::NONE, next };
            if reused.is_some() {
                self.uses[at] = data;
            } else {
                self.uses.push(data);
            }
            if let Some(next) = next.get() {
                self.uses[next].prev = at.into();
            }
            self.values[value].first_use = at.into();
        }
        UseRange { start, len }
    }

    pub(super) fn free_range(&mut self, range: UseRange) {
        for index in range.start..range.start + range.len {
            self.unlink_use(Use::from_u32(index));
        }
        if range.len.is_power_of_two() {
            let class = range.len.trailing_zeros() as usize;
            if self.free_uses.len() <= class {
                self.free_uses.resize(class + 1, Vec::new());
            }
            self.free_uses[class].push(range.start);
        }
    }

    pub(super) fn unlink_use(&mut self, at: Use) {
        let UseData { value, prev, next, .. } = self.uses[at];
        let Some(value) = value.get() else { return };
        match prev.get() {
            Some(prev) => self.uses[prev].next = next,
            None => self.values[value].first_use = next,
        }
        if let Some(next) = next.get() {
            self.uses[next].prev = prev;
        }
        self.uses[at].value = Opt::NONE;
    }

    pub(super) fn set_use(&mut self, at: Use, value: Value) {
        self.unlink_use(at);
        let next = std::mem::replace(&mut self.values[value].first_use, at.into());
        if let Some(next) = next.get() {
            self.uses[next].prev = at.into();
        }
        let data = &mut self.uses[at];
        (data.value, data.prev, data.next) = (value.into(), Opt::NONE, next);
    }

    /// Replaces an operand.
    pub fn set_operand(&mut self, inst: Inst, index: usize, value: Value) {
        let range = self.insts[inst].operands;
        assert!(index < range.len as usize, "operand {index} of {inst}");
        self.set_use(Use::from_u32(range.start + index as u32), value);
    }

    /// Replaces what one user uses.
    pub fn set_user(&mut self, user: User, value: Value) {
        match user {
            User::Operand(inst, index) => self.set_operand(inst, index as usize, value),
            User::EdgeArg(edge, index) => self.set_edge_arg(edge, index as usize, value),
        }
    }

    /// Lets everybody who uses `old` use `new` instead, wrapping metadata included.
    pub fn replace_uses(&mut self, old: Value, new: Value) {
        if old == new {
            return;
        }
        while let Some(at) = self.values[old].first_use.get() {
            self.set_use(at, new);
        }
        for wrapped in &mut self.wrapped {
            match wrapped {
                Wrapped::Value(value) if *value == old => *value = new,
                Wrapped::Value(_) => {}
                Wrapped::List(values) => {
                    values.iter_mut().filter(|value| **value == old).for_each(|value| *value = new);
                }
            }
        }
    }
}
