//! Where a body takes the address of a function to.
//!
//! A function that only its module calls is called with arguments that the module passes (§11b.1).
//! It is called from outside only if its address certainly gets there: it is passed to a function
//! without a body, returned by a function that can be called from outside, or written where the
//! environment can read. An address that is compared, selected, called, or handed to a function of
//! the module may stay inside, and a pass may find that it does. So may one of which only a part is
//! handed on, or that is passed to a function that does not call what it is passed: one of the C
//! library, one whose effects are restricted, or one that says what it calls (`!callback`).

use super::super::external_functions::{is_library, name_of};
use crate::context::Mentions;
use rustc_hash::FxHashSet;
use tollgate_exec::environment::effects_of;
use tollgate_ir::{
    Access, AttrKind, Block, Body, ConstKind, Context, Function, GlobalRef, Inst, MemoryEffects,
    Module, Name, Opcode, User, Value, ValueDef,
};
use tollgate_sem::call::{self, Kind};

/// What a body does with an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Taken {
    /// It may lead to a call of the function: it does anything but compare it.
    pub calls: bool,
    /// It hands the address to the environment, if the body is run.
    pub leaves: bool,
    /// It calls the function, if the body is run.
    pub called: bool,
}

/// A body whose uses of addresses are looked at.
#[derive(Clone, Copy)]
pub(super) struct Taker<'a> {
    pub ctx: &'a Context,
    pub module: &'a Module,
    pub function: &'a Function,
    pub body: &'a Body,
    /// The instructions that may be executed.
    pub live: &'a FxHashSet<Inst>,
}

/// The instructions of a body that may be executed: no constant condition excludes them.
pub(super) fn live(ctx: &Context, body: &Body) -> FxHashSet<Inst> {
    let mut seen: FxHashSet<Block> = FxHashSet::default();
    let mut left: Vec<Block> = body.entry().into_iter().collect();
    let mut live = FxHashSet::default();
    while let Some(block) = left.pop() {
        if !seen.insert(block) {
            continue;
        }
        live.extend(body.insts(block));
        let condition = body
            .terminator(block)
            .filter(|&end| body.inst(end).opcode == Opcode::CondBr)
            .and_then(|end| body.as_const(body.operand(end, 0)));
        let taken = condition.and_then(|condition| match ctx.constant(condition).kind {
            ConstKind::Int(bits) => Some(usize::from(bits == 0)),
            _ => None,
        });
        let edges = body.succ_edges(block).enumerate();
        let edges = edges.filter(|(at, _)| taken.is_none_or(|taken| taken == *at));
        left.extend(edges.map(|(_, edge)| body.edge(edge).to));
    }
    live
}

/// A value that is computed from an address, and whether it is the address itself.
type Computed = (Value, bool);

impl Taker<'_> {
    /// What becomes of an address.
    pub(super) fn takes(self, address: Value) -> Taken {
        let mut taken = Taken::default();
        let mut seen: FxHashSet<Computed> = FxHashSet::default();
        let id = self.body.as_const(address);
        let itself =
            id.is_some_and(|id| matches!(self.ctx.constant(id).kind, ConstKind::Global(_)));
        let mut left: Vec<Computed> = vec![(address, itself)];
        while let Some((value, whole)) = left.pop() {
            if !seen.insert((value, whole)) {
                continue;
            }
            for user in self.body.users(value) {
                match user {
                    User::EdgeArg(edge, at) => {
                        let params = self.body.params(self.body.edge(edge).to);
                        left.extend(params.get(at as usize).map(|&param| (param, whole)));
                    }
                    User::Operand(inst, at) => {
                        self.used((inst, at as usize), whole, &mut taken, &mut left);
                    }
                }
            }
        }
        taken
    }

    /// An instruction uses the address, or what is left of it; what is computed from that is added
    /// to `left`.
    fn used(
        self,
        (inst, at): (Inst, usize),
        whole: bool,
        taken: &mut Taken,
        left: &mut Vec<Computed>,
    ) {
        let data = self.body.inst(inst);
        if data.opcode == Opcode::ICmp {
            return;
        }
        taken.calls = true;
        let certain = whole && self.live.contains(&inst);
        match data.opcode {
            Opcode::Call | Opcode::Invoke | Opcode::CallBr => {
                taken.leaves |= certain && self.is_passed_outside(inst, at);
                taken.called |= certain && at >= self.body.call_args(inst).len();
            }
            Opcode::Ret => taken.leaves |= certain && !self.function.header.linkage.is_local(),
            Opcode::Store => {
                let place = self.body.operand(inst, 1);
                taken.leaves |= certain && at == 0 && self.is_outside(place);
            }
            Opcode::CmpXchg | Opcode::AtomicRmw => {
                let place = self.body.operand(inst, 0);
                taken.leaves |= certain && at > 0 && self.is_outside(place);
            }
            // What is loaded from its code is nothing that can be called.
            Opcode::Load => {}
            Opcode::BitCast
            | Opcode::AddrSpaceCast
            | Opcode::Freeze
            | Opcode::Select
            | Opcode::InsertValue
            | Opcode::InsertElement => left.extend(data.result().map(|result| (result, whole))),
            _ => left.extend(data.result().map(|result| (result, false))),
        }
    }

    /// Whether a call passes its operand with this number to a function without a body that may do
    /// anything with it.
    fn is_passed_outside(self, inst: Inst, at: usize) -> bool {
        let is_argument = at < self.body.call_args(inst).len();
        let callee = self.body.callee(inst).and_then(|callee| self.body.as_const(callee));
        let Some(callee) = callee.filter(|_| is_argument) else { return false };
        let site = self.body.extra(inst).call().map(|call| call.attrs);
        call::function_named(self.ctx, self.module, callee).is_some_and(|func| {
            let function = &self.module.functions[func];
            let lists = [Some(function.attrs), site];
            let attrs: Vec<_> = lists.into_iter().flatten().collect();
            let sets: Vec<_> =
                attrs.iter().map(|&list| self.ctx.attr_list_data(list).function).collect();
            let copied = attrs.iter().any(|&list| {
                let set = self.ctx.attr_list_data(list).param(at);
                self.ctx.has_attr(set, AttrKind::ByVal)
            });
            let called_back = function.header.attachments.iter();
            let says_what_it_calls =
                called_back.into_iter().any(|(kind, _)| self.ctx.bytes(*kind) == b"callback");
            function.is_declaration()
                && Kind::of(self.ctx, function) == Kind::Plain
                && !copied
                && !says_what_it_calls
                && !is_library(&name_of(self.ctx, function.header.name))
                && effects_of(self.ctx, &sets) == MemoryEffects::all(Access::ReadWrite)
        })
    }

    /// Whether the outside can certainly read what is written to a place: it is in a variable that
    /// other modules see, or in an object that a caller from outside passes.
    fn is_outside(self, place: Value) -> bool {
        let exported = |name: Name| match self.module.lookup(name) {
            Some(GlobalRef::Var(variable)) => {
                !self.module.globals[variable].header.linkage.is_local()
            }
            Some(GlobalRef::Func(_) | GlobalRef::Alias(_)) | None => false,
        };
        let mut place = place;
        loop {
            match self.body.value(place).def {
                ValueDef::Const(id) => {
                    let mentioned = Mentions::of_constant(self.ctx, id).names();
                    return mentioned.into_iter().any(exported);
                }
                ValueDef::Arg(_) => return self.is_of_caller(place),
                ValueDef::Inst(inst) if self.body.inst(inst).opcode == Opcode::GetElementPtr => {
                    place = self.body.operand(inst, 0);
                }
                ValueDef::Inst(_)
                | ValueDef::Param(_)
                | ValueDef::Meta(_)
                | ValueDef::Wrapped(_)
                | ValueDef::Undefined => return false,
            }
        }
    }

    /// Whether a caller from outside keeps the object of an argument: it is not a copy, and the
    /// caller may read it afterwards.
    fn is_of_caller(self, argument: Value) -> bool {
        let index = self.body.args().iter().position(|&arg| arg == argument);
        let attrs = self.ctx.attr_list_data(self.function.attrs);
        let is_lost = index.is_none_or(|index| {
            let lost = [AttrKind::ByVal, AttrKind::DeadOnReturn];
            lost.into_iter().any(|kind| self.ctx.has_attr(attrs.param(index), kind))
        });
        !self.function.header.linkage.is_local() && !is_lost
    }
}
