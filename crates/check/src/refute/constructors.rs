//! Variables local to a module that its constructors (`llvm.global_ctors`) may write.

use super::uses::is_only_used;
use crate::context::Mentions;
use rustc_hash::FxHashSet;
use tollgate_ir::{
    Body, Const, Context, Function, GlobalRef, Module, Name, Opcode, Value, ValueDef,
};
use tollgate_sem::call;
use tollgate_sem::intrinsics::Intrinsic;

/// The local variables of a module that a constructor, or a function that it leads to, may write.
pub(super) fn written_by_constructors(ctx: &Context, module: &Module) -> FxHashSet<Name> {
    let mut written = Written { ctx, module, found: FxHashSet::default() };
    let constructors = ctx.find_symbol(b"llvm.global_ctors").map(Name::Named);
    let mut left: Vec<Name> = constructors.into_iter().collect();
    let mut seen: FxHashSet<Name> = FxHashSet::default();
    while let Some(name) = left.pop() {
        if !seen.insert(name) {
            continue;
        }
        match module.lookup(name) {
            Some(GlobalRef::Func(func)) => {
                let function = &module.functions[func];
                left.extend(Mentions::of(ctx, module, function).names());
                written.function(function);
            }
            // A function that loads the address may write through it.
            Some(GlobalRef::Var(variable)) => {
                if let Some(init) = module.globals[variable].init {
                    left.extend(Mentions::of_constant(ctx, init).names());
                    written.constant(init);
                }
            }
            Some(GlobalRef::Alias(alias)) => {
                let target = module.aliases[alias].target;
                left.extend(Mentions::of_constant(ctx, target).names());
                written.constant(target);
            }
            None => {}
        }
    }
    written.found
}

/// The variables that may be written, of what was visited so far.
struct Written<'m> {
    ctx: &'m Context,
    module: &'m Module,
    found: FxHashSet<Name>,
}

impl Written<'_> {
    /// All that a function may write. If its body was not read: all that it mentions.
    fn function(&mut self, function: &Function) {
        let Some(body) = function.body() else {
            let mentioned = Mentions::of(self.ctx, self.module, function).names();
            return mentioned.into_iter().for_each(|name| self.add(name));
        };
        for value in body.values() {
            if let ValueDef::Const(id) = body.value(value).def
                && !is_only_read(self.ctx, body, value)
            {
                self.constant(id);
            }
        }
    }

    /// All globals that a constant mentions.
    fn constant(&mut self, constant: Const) {
        Mentions::of_constant(self.ctx, constant)
            .names()
            .into_iter()
            .for_each(|name| self.add(name));
    }

    /// Adds a name, if it is that of a local variable that is not constant.
    fn add(&mut self, name: Name) {
        if let Some(GlobalRef::Var(variable)) = self.module.lookup(name) {
            let variable = &self.module.globals[variable];
            if variable.header.linkage.is_local() && !variable.constant {
                self.found.insert(name);
            }
        }
    }
}

/// Whether an address, or an offset from it, is only read from, compared or called.
fn is_only_read(ctx: &Context, body: &Body, address: Value) -> bool {
    is_only_used(body, address, |inst, at| {
        let data = body.inst(inst);
        let called = body.callee(inst).is_some() && at as usize + 1 == data.operand_count();
        let copied = || {
            matches!(
                call::intrinsic(ctx, body, inst),
                Some(Intrinsic::MemCpy | Intrinsic::MemCpyInline | Intrinsic::MemMove)
            )
        };
        matches!((data.opcode, at), (Opcode::Load, 0) | (Opcode::ICmp, _))
            || (data.opcode, at) == (Opcode::Call, 1) && copied()
            || called
    })
}
