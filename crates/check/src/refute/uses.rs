//! [`Uses`]: who calls the functions of a module, whose addresses are taken, and which variables
//! are read.
//!
//! It is made once for a module, from all bodies that were read. Those that mention a local
//! function or variable that a pair may reach are among them (`bodies.rs`), so that an answer about
//! such a name does not depend on what else is compared (§11b.2).

mod taken;

use self::taken::Taker;
use super::constructors::written_by_constructors;
use super::hidden::is_exact;
use crate::bodies::Leads;
use crate::context::Mentions;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;
use tollgate_ir::{
    Body, Const, ConstKind, Context, Func, Inst, Linkage, Module, Name, Opcode, User, Value,
    ValueDef,
};
use tollgate_sem::call;
use tollgate_sem::intrinsics::Intrinsic;

/// How the globals of a module are used.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    /// The functions that call a function by its name, or do anything with its address but compare
    /// it.
    callers: FxHashMap<Name, Vec<Func>>,
    /// Functions whose addresses certainly get out of the module.
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
            // The lists of what must be kept are nothing that a program reads.
            let is_list =
                is_named(ctx, variable.header.name, &[b"llvm.used", b"llvm.compiler.used"]);
            if is_kept(variable.header.linkage) && !is_list {
                uses.addresses.extend(mentioned);
            }
        }
        let mut may_run: Vec<MayRun> = Vec::new();
        for (func, function) in module.functions.iter() {
            let around = [function.prefix, function.prologue, function.personality];
            for constant in around.into_iter().flatten() {
                uses.read.extend(Mentions::of_constant(ctx, constant).addresses);
            }
            if let Some(body) = function.body() {
                let taker = Taker::new(ctx, module, function, body);
                uses.body(&taker, func, &mut may_run);
            }
        }
        uses.run(module, may_run);
        uses.aliases(ctx, module);
        uses
    }

    /// Adds the addresses that leave the module in runs of functions that can be called.
    fn run(&mut self, module: &Module, mut may_run: Vec<MayRun>) {
        let mut called: FxHashSet<Name> = FxHashSet::default();
        loop {
            let left = may_run.len();
            may_run.retain(|it| {
                let header = &module.functions[it.func].header;
                let runs = is_kept(header.linkage)
                    || called.contains(&header.name)
                    || self.addresses.contains(&header.name);
                if runs {
                    called.extend(&it.called);
                    self.addresses.extend(&it.leaving);
                }
                !runs
            });
            if may_run.len() == left {
                return;
            }
        }
    }

    /// Adds to the targets of aliases what is known of the aliases.
    fn aliases(&mut self, ctx: &Context, module: &Module) {
        let targets: Vec<Vec<Name>> =
            module.aliases.values().map(|alias| mentions(ctx, alias.target)).collect();
        self.read.extend(targets.iter().flatten().copied());
        // The target of an alias may be another one: until nothing is added.
        let mut adds = true;
        while std::mem::take(&mut adds) {
            for (alias, targets) in module.aliases.values().zip(&targets) {
                let name = alias.header.name;
                let escapes = is_kept(alias.header.linkage) || self.addresses.contains(&name);
                let callers = self.callers.get(&name).cloned().unwrap_or_default();
                for target in targets {
                    adds |= escapes && self.addresses.insert(*target);
                    let known = self.callers.entry(*target).or_default();
                    for caller in &callers {
                        if !known.contains(caller) {
                            known.push(*caller);
                            adds = true;
                        }
                    }
                }
            }
        }
    }

    /// The functions that may lead to a call of this one: they call it by its name, or do something
    /// with its address.
    pub(super) fn callers(&self, name: Name) -> &[Func] {
        self.callers.get(&name).map_or(&[], Vec::as_slice)
    }

    /// Whether the address of a function certainly gets out of the module.
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

    fn body(&mut self, taker: &Taker<'_>, func: Func, may_run: &mut Vec<MayRun>) {
        let (ctx, body) = (taker.ctx, taker.body);
        let mut here = MayRun { func, called: Vec::new(), leaving: Vec::new() };
        for value in body.values() {
            let ValueDef::Const(id) = body.value(value).def else { continue };
            let read = match &ctx.constant(id).kind {
                ConstKind::Global(_) | ConstKind::Expr(_) => !is_only_written(ctx, body, value),
                ConstKind::Aggregate(_) | ConstKind::PtrAuth(_) | ConstKind::Splat(_) => true,
                ConstKind::DsoLocalEquivalent(_) | ConstKind::NoCfi(_) => true,
                ConstKind::BlockAddress { .. } | ConstKind::Asm(_) => continue,
                ConstKind::Int(_)
                | ConstKind::WideInt(_)
                | ConstKind::Float(..)
                | ConstKind::Bytes(_) => continue,
                ConstKind::Null | ConstKind::NoneToken | ConstKind::Zero => continue,
                ConstKind::Undef | ConstKind::Poison => continue,
            };
            let names = mentions(ctx, id);
            if names.is_empty() {
                continue;
            }
            if read {
                self.read.extend(names.iter().copied());
            }
            let taken = taker.takes(value);
            if taken.escapes {
                here.leaving.extend(names.iter().copied());
            }
            if taken.called {
                here.called.extend(names.iter().copied());
            }
            if taken.calls {
                for name in names {
                    self.callers.entry(name).or_default().push(func);
                }
            }
        }
        if !here.called.is_empty() || !here.leaving.is_empty() {
            may_run.push(here);
        }
    }
}

/// Whether other modules see a definition, and this one is the one that they see. Others may be
/// dropped or replaced.
fn is_kept(linkage: Linkage) -> bool {
    !linkage.is_local() && is_exact(linkage)
}

/// What a function does with addresses, if it is run.
struct MayRun {
    func: Func,
    /// The functions that it calls.
    called: Vec<Name>,
    /// The functions whose addresses it hands to the environment.
    leaving: Vec<Name>,
}

/// The globals that a constant mentions, in an order that depends on the text only.
fn mentions(ctx: &Context, constant: Const) -> Vec<Name> {
    Mentions::of_constant(ctx, constant).names()
}

fn is_named(ctx: &Context, name: Name, names: &[&[u8]]) -> bool {
    match name {
        Name::Named(symbol) => names.contains(&ctx.bytes(symbol)),
        Name::Numbered(_) => false,
    }
}

/// Whether an address is only written to, offset and written to, or compared.
fn is_only_written(ctx: &Context, body: &Body, address: Value) -> bool {
    is_only_used(body, address, |inst, at| {
        let data = body.inst(inst);
        // The old value is read, and not used.
        let is_old_unused = || data.result().is_none_or(|result| !body.is_used(result));
        matches!((data.opcode, at), (Opcode::Store, 1) | (Opcode::ICmp, _))
            || (data.opcode, at) == (Opcode::AtomicRmw, 0) && is_old_unused()
            || data.opcode == Opcode::Call && is_written_by_call(ctx, body, inst, at as usize)
    })
}

/// Whether all that is done with an address, and with what is at an offset from it, is harmless:
/// asked of instructions and the number of their operand.
pub(super) fn is_only_used(
    body: &Body,
    address: Value,
    is_harmless: impl Fn(Inst, u32) -> bool,
) -> bool {
    let mut seen: FxHashSet<Value> = FxHashSet::default();
    let mut left = vec![address];
    while let Some(value) = left.pop() {
        if !seen.insert(value) {
            continue;
        }
        for user in body.users(value) {
            let User::Operand(inst, at) = user else { return false };
            let data = body.inst(inst);
            let is_same_object = matches!(
                (data.opcode, at),
                (
                    Opcode::GetElementPtr
                        | Opcode::BitCast
                        | Opcode::AddrSpaceCast
                        | Opcode::Freeze,
                    0
                ) | (Opcode::Select, 1 | 2)
            );
            if is_same_object {
                left.extend(data.result());
            } else if !is_harmless(inst, at) {
                return false;
            }
        }
    }
    true
}

/// Whether a call only writes to the object passed here.
fn is_written_by_call(ctx: &Context, body: &Body, inst: Inst, at: usize) -> bool {
    let Some(intrinsic) = call::intrinsic(ctx, body, inst) else { return false };
    let writes_first = matches!(
        intrinsic,
        Intrinsic::MemSet
            | Intrinsic::MemSetInline
            | Intrinsic::MemSetAtomic
            | Intrinsic::MemCpy
            | Intrinsic::MemCpyInline
            | Intrinsic::MemCpyAtomic
            | Intrinsic::MemMove
            | Intrinsic::MemMoveAtomic
    );
    let writes_second = matches!(
        intrinsic,
        Intrinsic::MaskedStore | Intrinsic::MaskedScatter | Intrinsic::MaskedCompressStore
    );
    writes_first && at == 0 || writes_second && at == 1
}
