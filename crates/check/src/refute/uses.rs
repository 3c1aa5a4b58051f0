//! [`Uses`]: who calls the functions of a module, whose addresses are taken, and which variables
//! are read.
//!
//! It is made once for a module, from all bodies that were read. Those that mention a local
//! function or variable that a pair may reach are among them (`bodies.rs`), so that an answer about
//! such a name does not depend on what else is compared (§11b.2).

use super::constructors::written_by_constructors;
use crate::bodies::Leads;
use crate::context::Mentions;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;
use tollgate_ir::{
    Body, Const, ConstKind, Context, Func, Inst, Module, Name, Opcode, User, Value, ValueDef,
};
use tollgate_sem::call;
use tollgate_sem::intrinsics::Intrinsic;

/// How the globals of a module are used.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    /// The direct callers of a function.
    callers: FxHashMap<Name, Vec<Func>>,
    /// Names that are used other than by calls and in the initialisers of local variables.
    addresses: FxHashSet<Name>,
    /// Variables with a use other than a write to them.
    read: FxHashSet<Name>,
    /// Which functions lead to which, computed on demand.
    leads: OnceLock<Leads>,
    /// Local variables that constructors may write, computed on demand.
    constructed: OnceLock<FxHashSet<Name>>,
}

impl Uses {
    /// The uses in a module.
    pub(crate) fn of(ctx: &Context, module: &Module) -> Self {
        let mut uses = Self::default();
        // A function that occurs only in local tables is called by functions that load it from
        // there.
        for variable in module.globals.values() {
            let Some(contents) = variable.init else { continue };
            let mentioned = Mentions::of_constant(ctx, contents).addresses;
            uses.read.extend(mentioned.iter().copied());
            if !variable.header.linkage.is_local() {
                uses.addresses.extend(mentioned);
            }
        }
        let targets = module.aliases.values().map(|alias| alias.target);
        targets.for_each(|constant| uses.constant(ctx, constant, true));
        for (func, function) in module.functions.iter() {
            let around = [function.prefix, function.prologue, function.personality];
            around.into_iter().flatten().for_each(|constant| uses.constant(ctx, constant, true));
            if let Some(body) = function.body() {
                uses.body(ctx, func, body);
            }
        }
        uses
    }

    /// The functions that call this one by its name.
    pub(super) fn callers(&self, name: Name) -> &[Func] {
        self.callers.get(&name).map_or(&[], Vec::as_slice)
    }

    /// Whether a function is used other than by calls and in local tables.
    pub(super) fn is_address_taken(&self, name: Name) -> bool {
        self.addresses.contains(&name)
    }

    /// Whether a variable may be read, or its address be taken.
    pub(super) fn is_read(&self, name: Name) -> bool {
        self.read.contains(&name)
    }

    /// Where the functions of a module lead. `module` must be the one given to [`Self::of`].
    pub(super) fn leads(&self, ctx: &Context, module: &Module) -> &Leads {
        self.leads.get_or_init(|| Leads::of(ctx, module))
    }

    /// The local variables that constructors may write. `module` must be the one given to
    /// [`Self::of`].
    pub(super) fn constructed(&self, ctx: &Context, module: &Module) -> &FxHashSet<Name> {
        self.constructed.get_or_init(|| written_by_constructors(ctx, module))
    }

    fn constant(&mut self, ctx: &Context, constant: Const, read: bool) {
        let addresses = Mentions::of_constant(ctx, constant).addresses;
        if read {
            self.read.extend(addresses.iter().copied());
        }
        self.addresses.extend(addresses);
    }

    fn body(&mut self, ctx: &Context, func: Func, body: &Body) {
        for value in body.values() {
            let ValueDef::Const(id) = body.value(value).def else { continue };
            match &ctx.constant(id).kind {
                ConstKind::Global(name) => {
                    // The callee comes after all other operands.
                    let is_call = |user| match user {
                        User::Operand(inst, at) => {
                            body.callee(inst).is_some()
                                && at as usize + 1 == body.inst(inst).operand_count()
                        }
                        User::EdgeArg(..) => false,
                    };
                    if body.users(value).any(is_call) {
                        self.callers.entry(*name).or_default().push(func);
                    }
                    if !body.users(value).all(is_call) {
                        self.constant(ctx, id, !is_only_written(ctx, body, value));
                    }
                }
                ConstKind::Expr(_) => self.constant(ctx, id, !is_only_written(ctx, body, value)),
                ConstKind::Aggregate(_) | ConstKind::PtrAuth(_) | ConstKind::Splat(_) => {
                    self.constant(ctx, id, true);
                }
                ConstKind::DsoLocalEquivalent(_) | ConstKind::NoCfi(_) => {
                    self.constant(ctx, id, true)
                }
                ConstKind::BlockAddress { .. } | ConstKind::Asm(_) => {}
                ConstKind::Int(_)
                | ConstKind::WideInt(_)
                | ConstKind::Float(..)
                | ConstKind::Bytes(_) => {}
                ConstKind::Null | ConstKind::NoneToken | ConstKind::Zero => {}
                ConstKind::Undef | ConstKind::Poison => {}
            }
        }
    }
}

/// Whether an address is only written to, offset and written to, or compared.
fn is_only_written(ctx: &Context, body: &Body, address: Value) -> bool {
    let mut seen: FxHashSet<Value> = FxHashSet::default();
    let mut left = vec![address];
    while let Some(value) = left.pop() {
        if !seen.insert(value) {
            continue;
        }
        for user in body.users(value) {
            let User::Operand(inst, at) = user else { return false };
            let data = body.inst(inst);
            match (data.opcode, at) {
                (Opcode::Store, 1) | (Opcode::ICmp, _) => {}
                // The old value is read, and not used.
                (Opcode::AtomicRmw, 0)
                    if data.result().is_none_or(|result| !body.is_used(result)) => {}
                (
                    Opcode::GetElementPtr
                    | Opcode::BitCast
                    | Opcode::AddrSpaceCast
                    | Opcode::Freeze,
                    0,
                )
                | (Opcode::Select, 1 | 2) => left.extend(data.result()),
                (Opcode::Call, at) if is_written_by_call(ctx, body, inst, at as usize) => {}
                _ => return false,
            }
        }
    }
    true
}

/// Whether a call only writes to the object passed here.
fn is_written_by_call(ctx: &Context, body: &Body, inst: Inst, at: usize) -> bool {
    let Some(intrinsic) = call::intrinsic(ctx, body, inst) else { return false };
    match intrinsic {
        Intrinsic::MemSet
        | Intrinsic::MemSetInline
        | Intrinsic::MemSetAtomic
        | Intrinsic::MemCpy
        | Intrinsic::MemCpyInline
        | Intrinsic::MemCpyAtomic
        | Intrinsic::MemMove
        | Intrinsic::MemMoveAtomic => at == 0,
        Intrinsic::MaskedStore | Intrinsic::MaskedScatter | Intrinsic::MaskedCompressStore => {
            at == 1
        }
        _ => false,
    }
}
