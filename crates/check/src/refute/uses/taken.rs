//! Where a body takes the address of a function to.
//!
//! A function that only its module calls is called with arguments that the module passes (§11b.1).
//! It is called from outside only if its address certainly gets there. A pass may find that it does
//! not where it is only compared, selected, called, overwritten, or handed on under a condition. So
//! an address escapes certainly only in a body that runs from its beginning to this place whatever
//! happens: only instructions without effects come before it. There it is passed to a function
//! without a body that may do anything with it, returned, or stored in a variable or an object that
//! others see; and after a store nothing follows that could overwrite it. A body whose effects are
//! restricted takes nothing anywhere, and neither does a call that says that it does not keep or
//! call what it is passed (`nocapture`, `nocallback`, `!callback`), or that the program knows by
//! name.

use super::super::external_functions::{is_library, name_of};
use super::super::hidden::is_exact;
use rustc_hash::FxHashSet;
use tollgate_exec::environment::effects_of;
use tollgate_ir::{
    Access, Attr, AttrKind, AttrSet, Body, CallInfo, ConstKind, Context, Func, Function, GlobalRef,
    Inst, MemoryEffects, Module, Opcode, TypeKind, User, Value, ValueDef,
};
use tollgate_sem::call::{self, Kind};
use tollgate_sem::intrinsics::Meaning;

/// What a body does with an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Taken {
    /// It may lead to a call of the function: it does anything but compare it.
    pub calls: bool,
    /// It hands the address to the environment, if the body is run.
    pub escapes: bool,
    /// It calls the function, if the body is run.
    pub called: bool,
}

/// A body whose uses of addresses are looked at.
pub(super) struct Taker<'a> {
    pub ctx: &'a Context,
    pub module: &'a Module,
    pub function: &'a Function,
    pub body: &'a Body,
    /// The instructions that are reached whenever the body is run.
    reached: FxHashSet<Inst>,
}

impl<'a> Taker<'a> {
    pub(super) fn new(
        ctx: &'a Context,
        module: &'a Module,
        function: &'a Function,
        body: &'a Body,
    ) -> Self {
        let mut taker = Self { ctx, module, function, body, reached: FxHashSet::default() };
        let attrs = ctx.attr_list_data(function.attrs).function;
        let restricted = effects_of(ctx, &[attrs]) != MemoryEffects::all(Access::ReadWrite);
        if !restricted && !ctx.has_attr(attrs, AttrKind::Naked) {
            taker.reached = taker.straight_line();
        }
        taker
    }

    /// The instructions from the beginning on, up to the first one that may do anything but
    /// compute, and that one.
    fn straight_line(&self) -> FxHashSet<Inst> {
        let mut reached = FxHashSet::default();
        let mut next = self.body.entry();
        while let Some(block) = next.take() {
            for inst in self.body.insts(block) {
                if !reached.insert(inst) {
                    return reached;
                }
                if self.body.inst(inst).opcode == Opcode::Br {
                    next = self.body.succ_edges(block).next().map(|edge| self.body.edge(edge).to);
                } else if !self.only_computes(inst) {
                    return reached;
                }
            }
        }
        reached
    }

    /// Whether an instruction does nothing but compute, whatever its operands are.
    fn only_computes(&self, inst: Inst) -> bool {
        let body = self.body;
        match body.inst(inst).opcode {
            Opcode::FNeg
            | Opcode::Add
            | Opcode::FAdd
            | Opcode::Sub
            | Opcode::FSub
            | Opcode::Mul
            | Opcode::FMul
            | Opcode::FDiv
            | Opcode::FRem
            | Opcode::Shl
            | Opcode::LShr
            | Opcode::AShr
            | Opcode::And
            | Opcode::Or
            | Opcode::Xor
            | Opcode::Trunc
            | Opcode::ZExt
            | Opcode::SExt
            | Opcode::FPTrunc
            | Opcode::FPExt
            | Opcode::FPToUI
            | Opcode::FPToSI
            | Opcode::UIToFP
            | Opcode::SIToFP
            | Opcode::PtrToInt
            | Opcode::PtrToAddr
            | Opcode::IntToPtr
            | Opcode::BitCast
            | Opcode::AddrSpaceCast
            | Opcode::ICmp
            | Opcode::FCmp
            | Opcode::Freeze
            | Opcode::Select
            | Opcode::ExtractElement
            | Opcode::InsertElement
            | Opcode::ShuffleVector
            | Opcode::ExtractValue
            | Opcode::InsertValue
            | Opcode::GetElementPtr
            | Opcode::DebugRecord => true,
            Opcode::Alloca => body.operands(inst).all(|count| self.is_given(count)),
            Opcode::Call => call::intrinsic(self.ctx, body, inst)
                .is_some_and(|intrinsic| intrinsic.meaning() == Meaning::Nothing),
            Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem => false,
            Opcode::Load | Opcode::Store | Opcode::Fence | Opcode::CmpXchg | Opcode::AtomicRmw => {
                false
            }
            Opcode::VaArg | Opcode::LandingPad | Opcode::CatchPad | Opcode::CleanupPad => false,
            Opcode::Ret
            | Opcode::Br
            | Opcode::CondBr
            | Opcode::Switch
            | Opcode::IndirectBr
            | Opcode::Invoke
            | Opcode::CallBr
            | Opcode::Resume
            | Opcode::Unreachable
            | Opcode::CleanupRet
            | Opcode::CatchRet
            | Opcode::CatchSwitch => false,
        }
    }

    /// What becomes of an address.
    pub(super) fn takes(&self, address: Value) -> Taken {
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
                        left.extend(params.get(at as usize).copied());
                    }
                    User::Operand(inst, _) => {
                        let data = self.body.inst(inst);
                        taken.calls |= data.opcode != Opcode::ICmp;
                        // What is loaded from its code is nothing that can be called.
                        if !matches!(data.opcode, Opcode::ICmp | Opcode::Load) {
                            left.extend(data.result());
                        }
                    }
                }
            }
        }
        if !self.is_address(address) {
            return taken;
        }
        for user in self.body.users(address) {
            if let User::Operand(inst, at) = user
                && self.reached.contains(&inst)
            {
                taken.escapes |= self.is_handed_out(inst, at as usize);
                taken.called |= self.is_called(inst, at as usize);
            }
        }
        taken
    }

    /// Whether a value is the address of a global itself.
    fn is_address(&self, value: Value) -> bool {
        let id = self.body.as_const(value);
        id.is_some_and(|id| matches!(self.ctx.constant(id).kind, ConstKind::Global(_)))
    }

    /// Whether an instruction that is reached hands its operand with this number out.
    fn is_handed_out(&self, inst: Inst, at: usize) -> bool {
        let opcode = self.body.inst(inst).opcode;
        if matches!(opcode, Opcode::Call | Opcode::Invoke) {
            self.is_passed_outside(inst, at)
        } else if opcode == Opcode::Ret {
            let linkage = self.function.header.linkage;
            !linkage.is_local() && is_exact(linkage) && self.is_returned_as_it_is(inst)
        } else {
            // Anything else may keep it inside.
            opcode == Opcode::Store && at == 0 && self.is_outside(inst) && self.only_returns(inst)
        }
    }

    /// Whether an operand is the callee of a call that certainly enters it.
    fn is_called(&self, inst: Inst, at: usize) -> bool {
        let Some(info) = self.body.extra(inst).call() else { return false };
        at + 1 == self.body.operands(inst).count()
            && self.callee(inst, info).is_some_and(|func| {
                let header = &self.module.functions[func].header;
                header.linkage.is_local() || is_exact(header.linkage)
            })
    }

    /// The callee of a call that is certainly made: it fits, and no argument breaks what is said of
    /// it.
    fn callee(&self, inst: Inst, info: &CallInfo) -> Option<Func> {
        let callee = self.body.as_const(self.body.callee(inst)?)?;
        let func = call::function_named(self.ctx, self.module, callee)?;
        let function = &self.module.functions[func];
        let fits = function.ty == self.body.inst(inst).ty
            && function.convention == info.convention
            && info.bundles.is_empty();
        let mut args = self.body.call_args(inst).enumerate();
        let holds = args.all(|(at, value)| {
            let lists = [function.attrs, info.attrs].map(|list| self.ctx.attr_list_data(list));
            self.is_given(value) && lists.iter().all(|list| self.holds(list.param(at), value))
        });
        (fits && holds).then_some(func)
    }

    /// Whether a value is well defined: an argument may be anything, so it may be that.
    fn is_given(&self, value: Value) -> bool {
        match self.body.value(value).def {
            ValueDef::Arg(_) => true,
            ValueDef::Const(id) => match self.ctx.constant(id).kind {
                ConstKind::Int(_)
                | ConstKind::WideInt(_)
                | ConstKind::Float(..)
                | ConstKind::Bytes(_)
                | ConstKind::Null
                | ConstKind::Zero
                | ConstKind::Global(_) => true,
                ConstKind::Aggregate(_)
                | ConstKind::Expr(_)
                | ConstKind::PtrAuth(_)
                | ConstKind::Splat(_)
                | ConstKind::DsoLocalEquivalent(_)
                | ConstKind::NoCfi(_)
                | ConstKind::BlockAddress { .. }
                | ConstKind::Asm(_)
                | ConstKind::NoneToken
                | ConstKind::Undef
                | ConstKind::Poison => false,
            },
            ValueDef::Inst(_)
            | ValueDef::Param(_)
            | ValueDef::Meta(_)
            | ValueDef::Wrapped(_)
            | ValueDef::Undefined => false,
        }
    }

    /// Whether attributes certainly hold of a value that is well defined.
    fn holds(&self, attrs: AttrSet, value: Value) -> bool {
        let given = matches!(self.body.value(value).def, ValueDef::Arg(_));
        self.ctx.attrs(attrs).iter().all(|attr| match attr {
            Attr::Flag(AttrKind::NoUndef | AttrKind::ZeroExt | AttrKind::SignExt) => true,
            Attr::Flag(AttrKind::NonNull) => given || self.is_address(value),
            Attr::Flag(_)
            | Attr::Int(..)
            | Attr::Pair(..)
            | Attr::Type(..)
            | Attr::Memory(_)
            | Attr::Range(..)
            | Attr::Text(..)
            | Attr::String(..)
            | Attr::Unknown(..) => given,
        })
    }

    /// Whether a call passes its operand with this number to a function without a body that may do
    /// anything with it, and may not return: what comes afterwards cannot undo it.
    fn is_passed_outside(&self, inst: Inst, at: usize) -> bool {
        let Some(info) = self.body.extra(inst).call() else { return false };
        if at >= self.body.call_args(inst).len() {
            return false;
        }
        self.callee(inst, info).is_some_and(|func| {
            let function = &self.module.functions[func];
            let sets: Vec<AttrSet> = [function.attrs, info.attrs]
                .map(|list| self.ctx.attr_list_data(list).function)
                .to_vec();
            let has = |kind: AttrKind| sets.iter().any(|&set| self.ctx.has_attr(set, kind));
            let mut called_back = function.header.attachments.iter();
            let says_what_it_calls =
                called_back.any(|(kind, _)| self.ctx.bytes(*kind) == b"callback");
            function.is_declaration()
                && Kind::of(self.ctx, function) == Kind::Plain
                && !has(AttrKind::NoCallback)
                && !has(AttrKind::WillReturn)
                && !says_what_it_calls
                && !is_library(&name_of(self.ctx, function.header.name))
                && effects_of(self.ctx, &sets) == MemoryEffects::all(Access::ReadWrite)
        })
    }

    /// Whether what a function returns is well defined, and attributes of the result hold.
    fn is_returned_as_it_is(&self, ret: Inst) -> bool {
        let attrs = self.ctx.attr_list_data(self.function.attrs).result;
        let mut values = self.body.operands(ret);
        values.all(|value| {
            attrs == AttrSet::EMPTY || self.is_given(value) && self.holds(attrs, value)
        })
    }

    /// Whether only a return comes after an instruction.
    fn only_returns(&self, inst: Inst) -> bool {
        let Some(block) = self.body.inst(inst).block() else { return false };
        let after = self.body.insts(block).skip_while(|&other| other != inst).skip(1);
        let mut after = after.skip_while(|&other| self.only_computes(other));
        after.next().is_some_and(|end| {
            self.body.inst(end).opcode == Opcode::Ret && self.is_returned_as_it_is(end)
        })
    }

    /// Whether others can certainly read what is stored: it is in a variable that other modules
    /// see, or in an object that a caller from outside passes.
    fn is_outside(&self, store: Inst) -> bool {
        let mut place = self.body.operand(store, 1);
        loop {
            match self.body.value(place).def {
                ValueDef::Const(id) => {
                    let ConstKind::Global(name) = self.ctx.constant(id).kind else { return false };
                    let Some(GlobalRef::Var(variable)) = self.module.lookup(name) else {
                        return false;
                    };
                    let variable = &self.module.globals[variable];
                    let linkage = variable.header.linkage;
                    return !linkage.is_local()
                        && is_exact(linkage)
                        && !variable.constant
                        && self.is_aligned(store, variable.header.align)
                        && matches!(self.ctx.kind(variable.ty), TypeKind::Ptr(_));
                }
                ValueDef::Arg(_) => return self.is_of_caller(place),
                ValueDef::Inst(inst) if self.body.inst(inst).opcode == Opcode::GetElementPtr => {
                    let mut rest = self.body.operands(inst).skip(1);
                    if !rest.all(|index| self.is_given(index)) {
                        return false;
                    }
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

    /// Whether a pointer variable of this alignment is as aligned as an access to it says.
    fn is_aligned(&self, access: Inst, variable: Option<u64>) -> bool {
        match (self.body.inst(access).align(), variable) {
            (None, None) => true,
            (Some(access), Some(variable)) => access <= variable,
            // Pointers have four or eight bytes.
            (None, Some(variable)) => variable >= 8,
            (Some(access), None) => access <= 4,
        }
    }

    /// Whether a caller from outside keeps the object of an argument and may read it afterwards,
    /// and the function may write it.
    fn is_of_caller(&self, argument: Value) -> bool {
        let index = self.body.args().iter().position(|&arg| arg == argument);
        let attrs = self.ctx.attr_list_data(self.function.attrs);
        let is_lost = index.is_none_or(|index| {
            let lost = [
                AttrKind::ByVal,
                AttrKind::InAlloca,
                AttrKind::Preallocated,
                AttrKind::DeadOnReturn,
                AttrKind::ReadOnly,
                AttrKind::ReadNone,
                AttrKind::Initializes,
            ];
            lost.into_iter().any(|kind| self.ctx.has_attr(attrs.param(index), kind))
        });
        !self.function.header.linkage.is_local() && !is_lost
    }
}
