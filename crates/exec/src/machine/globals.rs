//! Globals: their addresses, and their contents before the first instruction.

use super::Machine;
use crate::memory::{AccessKind, ByteContent, ObjectKind};
use crate::shape::{Shape, ShapeKind};
use crate::value::{Prov, Val};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use tollgate_ir::{Block, Const, ConstKind, Func, Global, GlobalRef, Linkage, Name, UnnamedAddr};

/// The addresses of globals.
#[derive(Debug, Default)]
pub(super) struct GlobalTable {
    variables: FxHashMap<Global, Prov>,
    functions: FxHashMap<Func, Prov>,
    blocks: FxHashMap<(Func, Block), Prov>,
    /// Variables whose contents are still to be written.
    unwritten: Vec<Global>,
    /// Variables in the order in which they were laid out.
    order: Vec<Global>,
}

impl GlobalTable {
    /// All variables that were laid out, in that order.
    pub(super) fn variables(&self) -> Vec<(Global, Prov)> {
        self.order.iter().map(|&global| (global, self.variables[&global])).collect()
    }
}

/// A global variable or function with the size that it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Static {
    /// Its name.
    pub name: Name,
    /// Its size in bytes.
    pub size: u64,
    /// Its alignment.
    pub align: u64,
    /// Whether it is something only by its contents: another name, or another address, may stand
    /// for it.
    pub nameless: bool,
    /// Whether its address may be equal to that of another one.
    pub may_be_merged: bool,
}

/// Size of a declared variable whose type has none: of opaque type, or an array of no elements, as
/// clang declares virtual tables.
const UNKNOWN_SIZE: u64 = 256;

/// Maximum length of a chain of aliases.
const MAX_ALIASES: u32 = 64;

impl<'m> Machine<'m> {
    /// The globals that runs of a function may reach, in the order in which they are laid out.
    pub fn statics(&mut self, func: Func) -> Result<Vec<Static>, String> {
        self.prepare(func)?;
        let statics = self.image.live_objects().filter_map(|(_, object)| {
            let name = match object.kind() {
                ObjectKind::Global(global) => self.module.globals[global].header.name,
                ObjectKind::Function(func) => self.module.functions[func].header.name,
                _ => return None,
            };
            Some(Static {
                name,
                size: object.size().max(16),
                align: object.align(),
                nameless: object.has_insignificant_address(),
                may_be_merged: object.may_be_merged(),
            })
        });
        Ok(statics.collect())
    }

    /// Lays globals out, leaving gaps for those that the module does not have: machines that are
    /// given the same list have them at the same addresses, which are the environment's choice and
    /// not the program's.
    pub fn lay_out(&mut self, statics: &[Static]) -> Result<(), String> {
        let full = || "globals that fill the address space".to_string();
        for place in statics {
            let start = self.image.next_static(place.align).ok_or_else(full)?;
            self.image.skip_static(start);
            if self.module.lookup(place.name).is_some()
                && let Val::Ptr { prov, .. } = self.global_address(place.name)?
            {
                self.mark(prov, place);
            }
            self.image.skip_static(start.checked_add(place.size).ok_or_else(full)?);
        }
        Ok(())
    }

    /// Marks an object as the list says: what one module says of an address counts in both.
    fn mark(&mut self, prov: Prov, place: &Static) {
        if place.nameless {
            self.image.set_nameless(prov);
        }
        if place.may_be_merged {
            self.image.set_may_be_merged(prov);
        }
    }

    /// The address of a global, which is laid out on first use.
    pub(super) fn global_address(&mut self, name: Name) -> Result<Val, String> {
        self.global_address_through(name, 0)
    }

    fn global_address_through(&mut self, name: Name, aliases: u32) -> Result<Val, String> {
        let unknown = || format!("unknown global @{}", self.ctx.name_text(name));
        let prov = match self.module.lookup(name).ok_or_else(unknown)? {
            GlobalRef::Var(global) => match self.variable(global)? {
                Some(prov) => prov,
                None => return Ok(Val::NULL),
            },
            GlobalRef::Func(func) => {
                let function = &self.module.functions[func];
                if function.header.linkage == Linkage::ExternWeak && function.is_declaration() {
                    return Ok(Val::NULL);
                }
                self.function_object(func)?
            }
            GlobalRef::Alias(alias) => {
                let alias = &self.module.aliases[alias];
                if alias.ifunc {
                    return Err("ifunc".to_string());
                }
                if aliases > MAX_ALIASES {
                    return Err("aliases of each other".to_string());
                }
                return match self.ctx.constant(alias.target).kind {
                    ConstKind::Global(target) => self.global_address_through(target, aliases + 1),
                    _ => self.constant(alias.target),
                };
            }
        };
        Ok(self.start_of(prov))
    }

    /// A pointer to the first byte of an object of the image.
    pub(super) fn start_of(&self, prov: Prov) -> Val {
        let addr = self.image.object(prov).map_or(0, |object| object.base());
        Val::Ptr { prov, addr }
    }

    /// The object of a variable; none if it is a weak declaration, which is null.
    fn variable(&mut self, global: Global) -> Result<Option<Prov>, String> {
        if let Some(&prov) = self.globals.variables.get(&global) {
            return Ok(Some(prov));
        }
        let variable = &self.module.globals[global];
        if variable.init.is_none() && variable.header.linkage == Linkage::ExternWeak {
            return Ok(None);
        }
        let (size, natural) = match self.shape(variable.ty) {
            Ok(shape) => (shape.stride, shape.align),
            Err(_) if variable.init.is_none() => (0, 1),
            Err(what) => return Err(what),
        };
        // A declaration without a size has an unknown size, not size zero.
        let size = if size == 0 && variable.init.is_none() { UNKNOWN_SIZE } else { size };
        let align = variable.header.align.unwrap_or(natural).max(natural);
        let prov = self
            .image
            .allocate_zeroed(ObjectKind::Global(global), size, align)
            .map_err(|limit| format!("a global of that size: {limit}"))?;
        match variable.header.unnamed_addr {
            UnnamedAddr::Global if variable.constant => self.image.set_address_insignificant(prov),
            UnnamedAddr::Global | UnnamedAddr::Local if variable.header.linkage.is_local() => {
                self.image.set_may_be_merged(prov);
            }
            UnnamedAddr::Global | UnnamedAddr::Local | UnnamedAddr::None => {}
        }
        self.globals.variables.insert(global, prov);
        self.globals.order.push(global);
        self.globals.unwritten.push(global);
        Ok(Some(prov))
    }

    /// The object of a function, which is prepared for calls.
    pub(super) fn function_object(&mut self, func: Func) -> Result<Prov, String> {
        if let Some(&prov) = self.globals.functions.get(&func) {
            return Ok(prov);
        }
        let align = self.module.functions[func].header.align.unwrap_or(16).max(16);
        let allocated = self.image.allocate(ObjectKind::Function(func), 16, align);
        let prov = allocated.map_err(|limit| limit.to_string())?;
        if self.module.functions[func].header.unnamed_addr == UnnamedAddr::Global {
            self.image.set_address_insignificant(prov);
        }
        self.globals.functions.insert(func, prov);
        self.mentioned.push(func);
        Ok(prov)
    }

    /// The object of a block whose address is taken.
    pub(super) fn block_object(&mut self, func: Func, block: Block) -> Result<Prov, String> {
        if let Some(&prov) = self.globals.blocks.get(&(func, block)) {
            return Ok(prov);
        }
        let allocated = self.image.allocate(ObjectKind::Block(func, block), 1, 1);
        let prov = allocated.map_err(|limit| limit.to_string())?;
        self.globals.blocks.insert((func, block), prov);
        self.mentioned.push(func);
        Ok(prov)
    }

    /// Writes the contents of all variables that were laid out, and of those that they mention.
    pub(super) fn write_initialisers(&mut self) -> Result<(), String> {
        while let Some(global) = self.globals.unwritten.pop() {
            let variable = &self.module.globals[global];
            let prov = self.globals.variables[&global];
            if let Some(init) = variable.init {
                let shape = self.shape(variable.ty)?;
                self.write_constant(prov, 0, init, &shape, 0)?;
            }
            self.image.set_writable(prov, !variable.constant);
        }
        Ok(())
    }

    /// Writes a constant into an object of the image that holds zeros.
    fn write_constant(
        &mut self,
        prov: Prov,
        offset: u64,
        id: Const,
        shape: &Arc<Shape>,
        depth: u32,
    ) -> Result<(), String> {
        if depth > crate::limits::MAX_TYPE_DEPTH {
            return Err("constants that nest too deeply".to_string());
        }
        let parts: &[Const] = match &self.ctx.constant(id).kind {
            // Padding of a global is zero, too.
            ConstKind::Zero | ConstKind::Null | ConstKind::Int(0) => return Ok(()),
            ConstKind::Undef | ConstKind::Poison => {
                let byte = if self.ctx.constant(id).kind == ConstKind::Undef {
                    ByteContent::UNDEF
                } else {
                    ByteContent::POISON
                };
                self.image.initialise(prov, offset, std::iter::repeat_n(byte, shape.size as usize));
                return Ok(());
            }
            ConstKind::Bytes(bytes) => {
                self.image.initialise(
                    prov,
                    offset,
                    bytes.iter().map(|&byte| ByteContent::plain(byte)),
                );
                return Ok(());
            }
            ConstKind::Aggregate(parts) => parts,
            _ => &[],
        };
        let by_parts = !parts.is_empty() && !matches!(shape.kind, ShapeKind::Vector { .. });
        if !by_parts {
            let value = self.constant(id)?;
            let address =
                self.image.object(prov).map_or(0, |object| object.base()).wrapping_add(offset);
            let at = self
                .image
                .check(prov, address, shape.size, 1, AccessKind::Write)
                .map_err(|reason| reason.to_string())?;
            self.image.store_at(at, shape, &value);
            return Ok(());
        }
        for (index, &part) in parts.iter().enumerate() {
            let (at, part_shape) = match &shape.kind {
                ShapeKind::Array { elem, .. } => (elem.stride * index as u64, elem.clone()),
                ShapeKind::Struct(fields) => match fields.get(index) {
                    Some((at, field)) => (*at, field.clone()),
                    None => return Err("constant of another type than its variable".to_string()),
                },
                _ => return Err("constant of another type than its variable".to_string()),
            };
            self.write_constant(prov, offset + at, part, &part_shape, depth + 1)?;
        }
        Ok(())
    }
}
