//! Attributes as text, and the groups `#N` that gather those of functions and call sites.

use super::Writer;
use super::text::{push_quoted, push_u64};
use tollgate_ir::{
    Access, Attr, AttrKind, AttrSet, FP_CLASSES, MemoryEffects, MemoryPart, SecondaryMap,
};

/// The attribute groups of a module, numbered in the order in which they were asked for.
#[derive(Debug)]
pub(super) struct Groups {
    numbers: SecondaryMap<AttrSet, Option<u32>>,
    sets: Vec<AttrSet>,
}

impl Groups {
    pub(super) fn new() -> Self {
        Self { numbers: SecondaryMap::new(), sets: Vec::new() }
    }

    pub(super) fn number(&mut self, set: AttrSet) -> u32 {
        if let Some(number) = self.numbers[set] {
            return number;
        }
        let number = self.sets.len() as u32;
        self.sets.push(set);
        self.numbers[set] = Some(number);
        number
    }
}

/// Where an attribute stands, which decides how its number is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// On a function, a call, a result or a parameter.
    Inline,
    /// Within `attributes #N = { ... }`.
    Group,
}

impl Writer<'_> {
    /// Writes the attributes of a result or parameter, each with a blank after it.
    pub(super) fn attrs_before(&mut self, set: AttrSet) {
        for attr in self.ctx.attrs(set) {
            self.attr(attr, Place::Inline);
            self.put(" ");
        }
    }

    /// Writes the attributes of a parameter, each with a blank before it.
    pub(super) fn attrs_behind(&mut self, set: AttrSet) {
        for attr in self.ctx.attrs(set) {
            self.put(" ");
            self.attr(attr, Place::Inline);
        }
    }

    /// Writes the attributes of a function, call site or variable: as a group if a module is being
    /// written, which then also shows the groups, else in place.
    pub(super) fn function_attrs(&mut self, set: AttrSet) {
        if set == AttrSet::EMPTY {
            return;
        }
        match &mut self.groups {
            Some(groups) => {
                let number = groups.number(set);
                self.put(" #");
                push_u64(&mut self.out, number.into());
            }
            None => self.attrs_behind(set),
        }
    }

    /// Gives the groups of all globals their numbers, before those of calls, as LLVM does.
    pub(super) fn number_group(&mut self, set: AttrSet) {
        if let Some(groups) = &mut self.groups
            && set != AttrSet::EMPTY
        {
            groups.number(set);
        }
    }

    /// Writes all groups.
    pub(super) fn attribute_groups(&mut self) {
        let Some(groups) = self.groups.take() else { return };
        if !groups.sets.is_empty() {
            self.put("\n");
        }
        for (number, &set) in groups.sets.iter().enumerate() {
            self.put("attributes #");
            push_u64(&mut self.out, number as u64);
            self.put(" = {");
            for attr in self.ctx.attrs(set) {
                self.put(" ");
                self.attr(attr, Place::Group);
            }
            self.put(" }\n");
        }
        self.groups = Some(groups);
    }

    fn attr(&mut self, attr: &Attr, place: Place) {
        let ctx = self.ctx;
        match *attr {
            Attr::Flag(kind) => self.put(kind.word()),
            Attr::Int(AttrKind::NoFpClass, mask) => self.float_classes(mask),
            Attr::Int(kind, number) => {
                self.put(kind.word());
                let (open, close) = match (place, kind) {
                    (Place::Group, _) => ("=", ""),
                    (Place::Inline, AttrKind::Align) => (" ", ""),
                    (Place::Inline, _) => ("(", ")"),
                };
                self.put(open);
                push_u64(&mut self.out, number);
                self.put(close);
            }
            Attr::Pair(kind, first, second) => {
                self.put(kind.word());
                self.put("(");
                push_u64(&mut self.out, first.into());
                if let Some(second) = second {
                    self.put(",");
                    push_u64(&mut self.out, second.into());
                }
                self.put(")");
            }
            Attr::Type(kind, ty) => {
                self.put(kind.word());
                self.put("(");
                self.ty(ty);
                self.put(")");
            }
            Attr::Memory(effects) => self.memory(effects),
            Attr::Range(low, high) => {
                self.put("range(");
                self.typed_const(low);
                self.put(", ");
                self.bare_const(high);
                self.put(")");
            }
            Attr::Text(kind, text) => {
                self.put(kind.word());
                self.put("(");
                self.out.extend_from_slice(ctx.bytes(text));
                self.put(")");
            }
            Attr::String(key, value) => {
                push_quoted(&mut self.out, ctx.bytes(key));
                if let Some(value) = value {
                    self.put("=");
                    push_quoted(&mut self.out, ctx.bytes(value));
                }
            }
            Attr::Unknown(word, text) => {
                self.out.extend_from_slice(ctx.bytes(word));
                if let Some(text) = text {
                    self.put("(");
                    self.out.extend_from_slice(ctx.bytes(text));
                    self.put(")");
                }
            }
        }
    }

    fn float_classes(&mut self, mask: u64) {
        self.put("nofpclass(");
        let mut rest = mask as u32;
        let mut first = true;
        for &(word, classes) in FP_CLASSES {
            if classes & !rest == 0 {
                rest &= !classes;
                if !first {
                    self.put(" ");
                }
                first = false;
                self.put(word);
            }
        }
        self.put(")");
    }

    /// `memory(...)`: the access to everything that is not named, then the parts that differ from
    /// it.
    fn memory(&mut self, effects: MemoryEffects) {
        self.put("memory(");
        let other = effects.access(MemoryPart::Other);
        let all_equal = MemoryPart::ALL.iter().all(|&part| effects.access(part) == other);
        let mut first = true;
        if other != Access::None || all_equal {
            self.put(other.word());
            first = false;
        }
        for part in MemoryPart::ALL {
            let access = effects.access(part);
            if let Some(word) = part.word()
                && access != other
            {
                if !first {
                    self.put(", ");
                }
                first = false;
                self.put(word);
                self.put(": ");
                self.put(access.word());
            }
        }
        self.put(")");
    }
}
