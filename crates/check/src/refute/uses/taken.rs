//! Where a body takes the address of a function to.
//!
//! A function that only its module calls is called with arguments that the module passes (§11b.1).
//! It is called from outside only if its address certainly gets there: it is passed to a function
//! without a body, returned by a function that can be called from outside, or written where the
//! environment can read. An address that is compared, selected, called, or handed to a function of
//! the module may stay inside, and a pass may find that it does.

use crate::context::Mentions;
use rustc_hash::FxHashSet;
use tollgate_ir::{
    Body, ConstKind, Context, Function, GlobalRef, Inst, Module, Name, Opcode, User, Value,
    ValueDef,
};
use tollgate_sem::call::{self, Kind};

/// What a body does with an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Taken {
    /// It may lead to a call of the function: it does anything but compare it.
    pub calls: bool,
    /// It certainly hands the address to the environment.
    pub escapes: bool,
}

/// A body whose uses of addresses are looked at.
#[derive(Clone, Copy)]
pub(super) struct Taker<'a> {
    pub ctx: &'a Context,
    pub module: &'a Module,
    pub function: &'a Function,
    pub body: &'a Body,
}

impl Taker<'_> {
    /// What becomes of an address.
    pub(super) fn takes(self, address: Value) -> Taken {
        let mut taken = Taken::default();
        let mut seen: FxHashSet<Value> = FxHashSet::default();
        let mut left = vec![address];
        while let Some(value) = left.pop() {
            if !seen.insert(value) {
                continue;
            }
            for user in self.body.users(value) {
                match user {
                    User::EdgeArg(edge, at) => {
                        let params = self.body.params(self.body.edge(edge).to);
                        left.extend(params.get(at as usize));
                    }
                    User::Operand(inst, at) => self.used(inst, at as usize, &mut taken, &mut left),
                }
            }
        }
        taken
    }

    /// An instruction uses the address; what is computed from it is added to `left`.
    fn used(self, inst: Inst, at: usize, taken: &mut Taken, left: &mut Vec<Value>) {
        let data = self.body.inst(inst);
        if data.opcode == Opcode::ICmp {
            return;
        }
        taken.calls = true;
        match data.opcode {
            Opcode::Call | Opcode::Invoke | Opcode::CallBr => {
                taken.escapes |= self.is_passed_outside(inst, at);
            }
            Opcode::Ret => taken.escapes |= !self.function.header.linkage.is_local(),
            Opcode::Store => {
                let address = self.body.operand(inst, 1);
                taken.escapes |= at == 0 && self.is_visible(address);
            }
            Opcode::CmpXchg | Opcode::AtomicRmw => {
                let address = self.body.operand(inst, 0);
                taken.escapes |= at > 0 && self.is_visible(address);
            }
            // What is loaded from its code is nothing that can be called.
            Opcode::Load => {}
            _ => left.extend(data.result()),
        }
    }

    /// Whether a call passes its operand with this number to a function without a body.
    fn is_passed_outside(self, inst: Inst, at: usize) -> bool {
        let is_argument = at < self.body.call_args(inst).len();
        let callee = self.body.callee(inst).and_then(|callee| self.body.as_const(callee));
        let Some(callee) = callee.filter(|_| is_argument) else { return false };
        if let ConstKind::Asm(_) = self.ctx.constant(callee).kind {
            return true;
        }
        call::function_named(self.ctx, self.module, callee).is_some_and(|func| {
            let function = &self.module.functions[func];
            function.is_declaration() && Kind::of(self.ctx, function) == Kind::Plain
        })
    }

    /// Whether the environment can certainly read what is written to an address: it is in a
    /// variable that other modules see, or in an object that a caller from outside passes.
    fn is_visible(self, address: Value) -> bool {
        let exported = |name: Name| match self.module.lookup(name) {
            Some(GlobalRef::Var(variable)) => {
                !self.module.globals[variable].header.linkage.is_local()
            }
            Some(GlobalRef::Func(_) | GlobalRef::Alias(_)) | None => false,
        };
        let mut address = address;
        loop {
            match self.body.value(address).def {
                ValueDef::Const(id) => {
                    let mentioned = Mentions::of_constant(self.ctx, id).names();
                    return mentioned.into_iter().any(exported);
                }
                ValueDef::Arg(_) => return !self.function.header.linkage.is_local(),
                ValueDef::Inst(inst) if self.body.inst(inst).opcode == Opcode::GetElementPtr => {
                    address = self.body.operand(inst, 0);
                }
                ValueDef::Inst(_)
                | ValueDef::Param(_)
                | ValueDef::Meta(_)
                | ValueDef::Wrapped(_)
                | ValueDef::Undefined => return false,
            }
        }
    }
}
