//! Which memory is reachable from which pointers, and a digest of it.
//!
//! The digest is of the memory that an external function may read: the contents of the objects that
//! pointers lead to, with own objects identified by the order in which they are found, and not by
//! their addresses, which are a choice.

use crate::machine::mix;
use crate::memory::{Memory, Object, ObjectKind, Shadow};
use crate::value::{Prov, Val, Wide};
use rustc_hash::FxHashMap;
use tollgate_ir::{Context, Module, Name};

/// The objects where the search begins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    roots: Vec<Prov>,
    /// Whether pointers in memory are not followed.
    stays: bool,
}

impl Reach {
    /// Adds the objects of a value.
    pub(crate) fn add(&mut self, value: &Val) {
        match value {
            Val::Ptr { prov, .. } if !prov.is_none() => self.roots.push(*prov),
            Val::Wide(wide) => {
                if let Wide::Parts(parts) = &**wide {
                    parts.iter().for_each(|part| self.add(part));
                }
            }
            Val::Poison | Val::Undef | Val::Bits(_) | Val::Ptr { .. } => {}
        }
    }

    /// The objects that pointers in a value are based on.
    pub(crate) fn pointers_of(value: &Val) -> Vec<Prov> {
        let mut reach = Reach::default();
        reach.add(value);
        reach.roots
    }

    /// The objects where the search begins.
    pub(crate) fn roots(&self) -> Vec<Prov> {
        self.roots.clone()
    }

    /// Pointers in memory are not followed: what is loaded is not based on the pointer that it is
    /// loaded through.
    pub(crate) fn stay(&mut self) {
        self.stays = true;
    }

    /// Adds an object.
    pub(crate) fn add_object(&mut self, prov: Prov) {
        self.roots.push(prov);
    }

    /// Adds all objects that the environment can reach by itself: variables that other modules see,
    /// and its own objects. A local variable is reached only through a pointer to it. An address
    /// that was used as an integer makes no difference, since that may happen in one of two
    /// programs only (§11.2). (Callbacks from external functions are not modelled.)
    pub(crate) fn add_outside(&mut self, memory: &Memory, module: &Module) {
        for (prov, object) in memory.live_objects() {
            let reachable = match object.kind() {
                ObjectKind::Global(global) => !module.globals[global].header.linkage.is_local(),
                ObjectKind::Argument(_) | ObjectKind::Outside(_) => true,
                ObjectKind::Nothing | ObjectKind::Function(_) | ObjectKind::Block(..) => false,
                ObjectKind::Stack(..) | ObjectKind::ByVal(..) | ObjectKind::VarArgs(_) => false,
                ObjectKind::Heap(_) | ObjectKind::Library(_) => false,
            };
            if reachable {
                self.roots.push(prov);
            }
        }
    }

    /// All reachable objects, in the order in which they are found.
    pub(crate) fn objects(&self, memory: &Memory) -> Vec<Prov> {
        let mut numbers: FxHashMap<Prov, usize> = FxHashMap::default();
        let mut order = Vec::new();
        let mut find = |prov: Prov, order: &mut Vec<Prov>| {
            if memory.object(prov).is_some() && !numbers.contains_key(&prov) {
                numbers.insert(prov, order.len());
                order.push(prov);
            }
        };
        for &root in &self.roots {
            find(root, &mut order);
        }
        let mut next = 0;
        while next < order.len() && !self.stays {
            for prov in memory.stored_pointers(order[next]) {
                find(prov, &mut order);
            }
            next += 1;
        }
        order
    }

    /// The own objects among them.
    pub(crate) fn own_objects(&self, memory: &Memory) -> Vec<Prov> {
        if memory.has_none_of_its_own() {
            return Vec::new();
        }
        let own = |prov: &Prov| memory.object(*prov).is_some_and(|object| object.kind().is_own());
        self.objects(memory).into_iter().filter(own).collect()
    }

    /// A digest of the contents of all reachable objects.
    pub(crate) fn digest(&self, memory: &Memory, names: Names<'_>) -> u64 {
        let order = self.objects(memory);
        let numbers: FxHashMap<Prov, usize> =
            order.iter().enumerate().map(|(number, &prov)| (prov, number)).collect();
        let mut digest = 0x51_7c_c1_b7_27_22_0a_95;
        for &prov in &order {
            let Some(object) = memory.object(prov) else { continue };
            if !object.is_writable() {
                continue;
            }
            digest = mix(digest, names.identity(object));
            let (bytes, shadows) = memory.bytes_of(prov);
            let mut pointers = memory.pointers_in(prov).into_iter().peekable();
            for (number, (bytes, shadows)) in bytes.chunks(8).zip(shadows.chunks(8)).enumerate() {
                if shadows.iter().all(|shadow| shadow.is_plain()) {
                    let word = bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
                    digest = mix(digest, word);
                    continue;
                }
                for (place, (byte, shadow)) in bytes.iter().zip(shadows).enumerate() {
                    if let Some((at, stored, address)) = pointers.peek().copied()
                        && at == number * 8 + place
                    {
                        pointers.next();
                        let number = numbers.get(&stored).copied().unwrap_or(usize::MAX);
                        let base = memory.object(stored).map_or(address, |target| target.base());
                        digest = mix(mix(digest, number as u64), address.wrapping_sub(base));
                    }
                    if shadow.is_fragment() {
                        continue;
                    }
                    let defined = if *shadow == Shadow::PLAIN { u64::from(*byte) } else { 0 };
                    digest = mix(digest, u64::from(shadow.as_u16()) << 8 | defined);
                }
            }
        }
        digest
    }
}

/// The names of globals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names<'m> {
    pub ctx: &'m Context,
    pub module: &'m Module,
}

impl Names<'_> {
    /// The identity of an object, the same in every run of both programs of a pair.
    pub(crate) fn identity(self, object: &Object) -> u64 {
        match object.kind() {
            ObjectKind::Nothing => 0,
            ObjectKind::Global(global) => {
                mix(1, self.name(self.module.globals[global].header.name))
            }
            ObjectKind::Function(func) | ObjectKind::Block(func, _) => {
                mix(2, self.name(self.module.functions[func].header.name))
            }
            ObjectKind::Argument(index) => mix(3, u64::from(index)),
            ObjectKind::Outside(number) => outside_identity(number),
            ObjectKind::Library(_) => 5,
            ObjectKind::Stack(..)
            | ObjectKind::ByVal(..)
            | ObjectKind::VarArgs(_)
            | ObjectKind::Heap(_) => 6,
        }
    }

    /// A number for a name.
    pub(crate) fn name(self, name: Name) -> u64 {
        match name {
            Name::Named(symbol) => {
                self.ctx.bytes(symbol).iter().fold(7, |digest, byte| mix(digest, u64::from(*byte)))
            }
            // Numbers identify globals within one module only: all have the same identity.
            Name::Numbered(_) => 8,
        }
    }
}

/// The identity of an object of the environment.
pub(crate) fn outside_identity(number: u32) -> u64 {
    mix(4, u64::from(number))
}

/// A digest of a value that does not depend on addresses of own objects.
pub(crate) fn value_digest(memory: &Memory, names: Names<'_>, value: &Val) -> u64 {
    match value {
        Val::Poison => 1,
        Val::Undef => 2,
        Val::Bits(bits) => mix(3, *bits),
        Val::Ptr { prov, addr } => match memory.object(*prov) {
            Some(object) => mix(mix(4, names.identity(object)), addr.wrapping_sub(object.base())),
            None => mix(5, *addr),
        },
        Val::Wide(wide) => match &**wide {
            Wide::Bits(value) => value.limbs().iter().fold(6, |digest, limb| mix(digest, *limb)),
            Wide::Partial { value, undef } => {
                value.limbs().iter().chain(undef.limbs()).fold(7, |digest, limb| mix(digest, *limb))
            }
            Wide::Parts(parts) => {
                parts.iter().fold(8, |digest, part| mix(digest, value_digest(memory, names, part)))
            }
        },
    }
}
