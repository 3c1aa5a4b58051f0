//! Calls and returns.
//!
//! A call of a function with a body pushes a frame; a call that leaves the module is answered by
//! the environment. Nothing here recurses on the host's stack.

use super::Execution;
use super::checks::Whose;
use super::execution::{CallFrame, CodeFrame, Flow, VarArg, VarArgs};
use super::general::check_float_flags;
use crate::code::{CallSite, Callee, Code, NO_REG, Op, ValueChecks};
use crate::environment::{Answer, Conformance, ExternalCall, Reply, TaskStep, Touch};
use crate::limits::Limit;
use crate::memory::{AccessKind, ByteContent, ObjectKind};
use crate::outcome::{Event, Outcome, UbReason};
use crate::reach::{Reach, value_digest};
use crate::shape::{Shape, ShapeKind};
use crate::trace::Answered;
use crate::trap::Trap;
use crate::value::{Prov, Val};
use std::rc::Rc;
use std::sync::Arc;
use tollgate_ir::{
    Access, AttrListData, AttrSet, Flags, Func, MemoryEffects, MemoryPart, Name, Type, TypeKind,
};
use tollgate_sem::intrinsics::{Intrinsic, Meaning};

impl<'m> Execution<'_, 'm> {
    /// Executes a call site.
    pub(super) fn call(&mut self, code: &Code, base: usize, number: u32) -> Result<Flow, Trap> {
        let site = &code.calls[number as usize];
        let mut args = std::mem::take(&mut self.call_args);
        args.clear();
        for (index, arg) in site.args.iter().enumerate() {
            let value = self.reg(base, arg.reg).clone();
            let value = if arg.checks.nothing {
                value
            } else {
                self.check_value(value, &arg.shape, &arg.checks, Whose::Argument(index as u32))?
            };
            args.push(value);
        }
        self.call_args = args;
        let func = match site.callee {
            Callee::Direct(func) => func,
            Callee::Intrinsic(func, ref known) => {
                let value = self.call_intrinsic(code, base, site, func, known.as_ref())?;
                let value = match value {
                    Some(value) if self.leeway_stays_open(site.flags) => {
                        Some(super::widening::widen_result(&value, site.flags))
                    }
                    value => value,
                };
                return self.finish_call(base, site, value);
            }
            Callee::Indirect(reg) => match self.function_at(self.reg(base, reg))? {
                func if Intrinsic::is_name(self.machine.function_name(func)) => {
                    return Err(Trap::unsupported("call of an intrinsic through a pointer"));
                }
                func => func,
            },
            Callee::Asm => return Err(Trap::unsupported("inline assembly")),
        };
        if self.leeway_stays_open(site.flags) {
            return Err(Trap::unsupported("call with fast-math flags whose choices stay open"));
        }
        self.call_function(func, site)
    }

    /// The function that a pointer points to.
    fn function_at(&self, pointer: &Val) -> Result<Func, Trap> {
        let Val::Ptr { prov, addr } = pointer else { return Err(UbReason::UndefAddress.into()) };
        match self.memory.object(*prov) {
            Some(object) if object.base() == *addr => match object.kind() {
                ObjectKind::Function(func) => Ok(func),
                _ => Err(UbReason::CallOfNoFunction.into()),
            },
            _ => Err(UbReason::CallOfNoFunction.into()),
        }
    }

    fn call_function(&mut self, func: Func, site: &CallSite) -> Result<Flow, Trap> {
        let function = &self.machine.module().functions[func];
        if function.ty != site.ty {
            return Err(UbReason::SignatureMismatch.into());
        }
        if function.convention != site.convention {
            return Err(UbReason::ConventionMismatch.into());
        }
        if !self.machine.has_code(func) {
            if !function.is_declaration() {
                return Err(Trap::unsupported("call of a function whose body was not read"));
            }
            return self.call_outside(func, site);
        }
        if site.must_tail {
            // The caller's frame is popped first, as `musttail` requires: endless tail calls need
            // constant stack.
            if let Some(CallFrame::Code(frame)) = self.frames.pop() {
                self.memory.cut_stack(frame.mark);
            }
        }
        self.enter(func, Some(site))
    }

    /// Pushes a frame for a function with a body, whose arguments are in `call_args`.
    pub(super) fn enter(&mut self, func: Func, site: Option<&CallSite>) -> Result<Flow, Trap> {
        let Some(code) = self.machine.code(func) else {
            let name = String::from_utf8_lossy(self.machine.function_name(func)).into_owned();
            return Err(Trap::Unsupported(format!("run of @{name}, which has no body")));
        };
        let code = Rc::clone(code);
        let limits = self.machine.config().limits;
        if self.frames.len() >= limits.depth as usize {
            return Err(Limit::Depth(limits.depth).into());
        }
        let end_of = |frame: &CallFrame| match frame {
            CallFrame::Code(frame) => Some(frame.base + frame.code.registers as usize),
            CallFrame::Task(_) => None,
        };
        let base = self.frames.iter().rev().find_map(end_of).unwrap_or(0);
        let end = base + code.registers as usize;
        if end > limits.registers as usize {
            return Err(Limit::Depth(limits.depth).into());
        }
        if self.regs.len() < end {
            self.regs
                .resize(end.max(self.regs.len() * 2).min(limits.registers as usize), Val::Poison);
        }
        if !self.copied.is_empty() {
            self.copied.forget_from(base);
        }
        self.regs[base..base + code.constants.len()].clone_from_slice(&code.constants);
        let fixed = code.arg_count as usize;
        if self.call_args.len() < fixed || self.call_args.len() > fixed && !code.vararg {
            return Err(UbReason::SignatureMismatch.into());
        }
        // `byval` copies belong to the callee's frame.
        let mark = self.memory.stack_mark();
        let varargs = match site {
            Some(site) if code.vararg => Some(Rc::new(self.variable_arguments(func, site, fixed)?)),
            _ => None,
        };
        let first = base + code.first_arg as usize;
        for index in 0..fixed {
            let mut value = std::mem::replace(&mut self.call_args[index], Val::Poison);
            let checks = &code.param_checks[index];
            if !checks.nothing {
                if let Some((size, align)) = checks.byval {
                    self.must_be_copied(&value, size, checks.copied_align)?;
                    value = self.copy_by_value(func, index as u32, &value, size, align)?;
                }
                if !checks.only_noundef || !matches!(value, Val::Bits(_) | Val::Ptr { .. }) {
                    let shape = self.parameter_shape(func, index)?;
                    value =
                        self.check_value(value, &shape, checks, Whose::Argument(index as u32))?;
                }
            }
            self.regs[first + index] = value;
        }
        self.entered += 1;
        self.frames.push(CallFrame::Code(CodeFrame {
            code,
            number: self.entered,
            base,
            pc: 0,
            mark,
            varargs,
        }));
        Ok(Flow::Switch)
    }

    /// The arguments after the `fixed` ones, with copies of those passed `byval`.
    fn variable_arguments(
        &mut self,
        func: Func,
        site: &CallSite,
        fixed: usize,
    ) -> Result<VarArgs, Trap> {
        let mut rest = Vec::new();
        for (index, arg) in site.args.iter().enumerate().skip(fixed) {
            let mut value = self.call_args[index].clone();
            if let Some((size, align)) = arg.checks.byval {
                self.must_be_copied(&value, size, arg.checks.copied_align)?;
                value = self.copy_by_value(func, index as u32, &value, size, align)?;
            }
            rest.push(VarArg { value, shape: arg.shape.clone(), byval: arg.checks.byval });
        }
        Ok(rest)
    }

    fn parameter_shape(&mut self, func: Func, index: usize) -> Result<Arc<Shape>, Trap> {
        let ty = self.machine.module().functions[func].ty;
        let TypeKind::Function { params, .. } = self.machine.ctx().kind(ty) else {
            return Err(Trap::unsupported("function without a function type"));
        };
        let ty = params.get(index).copied().unwrap_or(Type::VOID);
        Ok(self.machine.shape(ty)?)
    }

    /// The callee's copy of a `byval` argument.
    fn copy_by_value(
        &mut self,
        func: Func,
        index: u32,
        pointer: &Val,
        size: u64,
        align: u64,
    ) -> Result<Val, Trap> {
        let from = super::access::address_of(pointer)?;
        let prov = self.memory.allocate(ObjectKind::ByVal(func, index), size, align)?;
        let addr = self.memory.object(prov).map_or(0, |object| object.base());
        match self.memory.copy((prov, addr), from, size) {
            Ok(()) => {}
            // Undefined under some readings, which was checked: otherwise poison is read.
            Err(UbReason::OutsideLifetime) => {
                let poison = (0..size).map(|_| ByteContent::POISON);
                self.memory.initialise(prov, 0, poison);
            }
            Err(reason) => return Err(reason.into()),
        }
        Ok(Val::Ptr { prov, addr })
    }

    /// The object passed by value must be dereferenceable, and aligned as the attribute asserts.
    /// The address of an own object is a choice.
    fn must_be_copied(&mut self, pointer: &Val, size: u64, align: u64) -> Result<(), Trap> {
        let (prov, addr) = super::access::address_of(pointer)?;
        if size == 0 {
            return Ok(());
        }
        self.must_be_there(prov, addr, size, AccessKind::Read)?;
        self.must_be_aligned(prov, addr, align)
    }

    /// Returns from the topmost frame.
    pub(super) fn leave(&mut self, code: &Code, value: Option<Val>) -> Result<Flow, Trap> {
        if code.no_return {
            return Err(UbReason::ReturnFromNoReturn.into());
        }
        // Attributes of the result hold for the caller, for whom the slots of this frame no longer
        // exist.
        if let Some(CallFrame::Code(frame)) = self.frames.last() {
            self.memory.cut_stack(frame.mark);
        }
        let value = match value {
            Some(value) if !code.result_checks.nothing => {
                let shape = self.result_shape(code.func)?;
                Some(self.check_value(value, &shape, &code.result_checks, Whose::Result)?)
            }
            value => value,
        };
        self.frames.pop();
        self.deliver(value)
    }

    fn result_shape(&mut self, func: Func) -> Result<Arc<Shape>, Trap> {
        let ty = self.machine.module().functions[func].ty;
        match self.machine.ctx().kind(ty) {
            TypeKind::Function { ret, .. } => Ok(self.machine.shape(*ret)?),
            _ => Err(Trap::unsupported("function without a function type")),
        }
    }

    /// Gives the topmost frame the result of the call that it made.
    pub(super) fn deliver(&mut self, value: Option<Val>) -> Result<Flow, Trap> {
        let mut value = value;
        loop {
            match self.frames.last_mut() {
                None => return Ok(Flow::Finished(Outcome::Return(value))),
                Some(CallFrame::Code(frame)) => {
                    let (code, base, number) = (Rc::clone(&frame.code), frame.base, frame.number);
                    let Some(&(Op::Call { site } | Op::QuickCall { site, .. })) =
                        code.ops.get((frame.pc as usize).wrapping_sub(1))
                    else {
                        return Err(Trap::unsupported("return to something that is no call"));
                    };
                    let site = &code.calls[site as usize];
                    let flow = self.finish_call(base, site, value)?;
                    if let Flow::Jump(edge) = flow {
                        self.resume_along(&code, base, number, edge)?;
                    }
                    return Ok(Flow::Switch);
                }
                Some(CallFrame::Task(_)) => {
                    let Some(CallFrame::Task(mut task)) = self.frames.pop() else { continue };
                    let (_, mut host) = self.host();
                    match task.resume(value.take(), &mut host)? {
                        TaskStep::Done(result) => value = result,
                        TaskStep::Call { callee, args } => {
                            let func = self.function_at(&callee)?;
                            self.frames.push(CallFrame::Task(task));
                            self.call_args = args;
                            if self.machine.has_code(func) {
                                return self.enter(func, None);
                            }
                            return Err(Trap::unsupported(
                                "call back to a function without a body",
                            ));
                        }
                    }
                }
            }
        }
    }

    /// Writes the result of a call to its register. The returned flow says where execution
    /// continues.
    pub(super) fn finish_call(
        &mut self,
        base: usize,
        site: &CallSite,
        value: Option<Val>,
    ) -> Result<Flow, Trap> {
        if site.no_return {
            return Err(UbReason::ReturnFromNoReturn.into());
        }
        if site.dst != NO_REG {
            let value = value.unwrap_or(Val::Poison);
            let value = if site.result_checks.nothing {
                value
            } else {
                self.check_value(value, &site.result, &site.result_checks, Whose::Result)?
            };
            let value = match self.frames.last() {
                Some(CallFrame::Code(frame)) if site.has_value_metadata => {
                    let code = Rc::clone(&frame.code);
                    let body = self.body(&code)?;
                    self.check_metadata(site.inst, body, &site.result, value)?
                }
                _ => value,
            };
            let value = self.check_call_flags(base, site, value)?;
            self.set(base, site.dst, value);
        }
        Ok(match site.edges {
            Some((normal, _)) => Flow::Jump(normal),
            None => Flow::Next,
        })
    }

    /// The result of a call under its fast-math flags: poison where it, or an argument, is excluded
    /// by `nnan` or `ninf`. This is the same for functions with a body, external functions and
    /// intrinsics; those that `sem` evaluates apply the flags themselves.
    fn check_call_flags(&self, base: usize, site: &CallSite, value: Val) -> Result<Val, Trap> {
        if !site.flags.intersects(Flags::NNAN | Flags::NINF) {
            return Ok(value);
        }
        let value = check_float_flags(&value, &site.result, site.flags);
        let lanewise = match &site.callee {
            Callee::Intrinsic(_, Some((intrinsic, _))) => match intrinsic.meaning() {
                Meaning::Evaluated | Meaning::FirstArgument => return Ok(value),
                Meaning::Function => true,
                Meaning::Nothing | Meaning::Machine | Meaning::Opaque | Meaning::Unsupported => {
                    false
                }
            },
            Callee::Intrinsic(_, None) | Callee::Direct(_) | Callee::Indirect(_) | Callee::Asm => {
                false
            }
        };
        let mut value = value;
        for arg in &site.args {
            let given = self.reg(base, arg.reg);
            let excluded = |shape: &Shape, given: &Val| match &shape.kind {
                // An undef float may be a NaN or an infinity.
                ShapeKind::Float(_) => {
                    !given.is_well_defined()
                        || check_float_flags(given, shape, site.flags) == Val::Poison
                }
                _ => false,
            };
            let Some(count) = arg.shape.part_count() else {
                if excluded(&arg.shape, given) {
                    value = Val::Poison;
                }
                continue;
            };
            let broken: Vec<bool> = (0..count)
                .map(|at| arg.shape.part(at).is_some_and(|part| excluded(part, &given.part(at))))
                .collect();
            if !broken.contains(&true) {
                continue;
            }
            if lanewise && site.result.lanes().is_some_and(|(lanes, _)| lanes == count) {
                let lanes = broken.iter().enumerate();
                let lanes =
                    lanes.map(|(at, &broken)| if broken { Val::Poison } else { value.part(at) });
                value = Val::parts(lanes.collect::<Vec<Val>>());
            } else if broken.contains(&false) {
                return Err(Trap::unsupported("call with fast-math flags that some lanes break"));
            } else {
                value = Val::Poison;
            }
        }
        Ok(value)
    }

    /// The memory that a call may access, by the attributes of declaration and call site.
    fn effects(&self, func: Func, site_attrs: AttrSet) -> MemoryEffects {
        let ctx = self.machine.ctx();
        let declared = ctx.attr_list_data(self.machine.module().functions[func].attrs).function;
        crate::environment::effects_of(ctx, &[declared, site_attrs])
    }

    /// Only environments whose results satisfy the attributes count (§1.1). A result that violates
    /// one shows nothing about the program: neither undefined behaviour nor poison may be concluded
    /// from it.
    fn must_keep_promises(
        &mut self,
        declared: AttrSet,
        site: &CallSite,
        value: &Val,
    ) -> Result<(), Trap> {
        let declared = self.declared_checks(declared);
        for checks in [&declared, &site.result_checks] {
            if checks.nothing {
                continue;
            }
            let checked = self.check_value(value.clone(), &site.result, checks, Whose::Result);
            if checked.as_ref() != Ok(value) {
                return Err(Trap::unsupported(
                    "answer of an external function that breaks its attributes",
                ));
            }
        }
        Ok(())
    }

    /// Checks for the attributes that a declaration has for a value.
    fn declared_checks(&mut self, set: AttrSet) -> ValueChecks {
        let machine = &mut *self.machine;
        ValueChecks::of(machine.ctx(), set, &mut |ty| {
            machine.shape(ty).ok().map(|shape| (shape.stride, shape.align))
        })
    }

    /// The slots of the topmost frame.
    fn slots_of_caller(&self) -> Vec<Prov> {
        match self.frames.last() {
            Some(CallFrame::Code(frame)) => self.memory.slots_since(frame.mark).to_vec(),
            Some(CallFrame::Task(_)) | None => Vec::new(),
        }
    }

    /// Reports the accesses of the environment to the tracer.
    fn trace_answer(&mut self, site: &CallSite, touches: &[Touch]) {
        let (Some(tracer), Some(CallFrame::Code(frame))) = (&mut self.tracer, self.frames.last())
        else {
            return;
        };
        tracer.answered(&Answered {
            func: frame.code.func,
            call: frame.number,
            inst: site.inst,
            observations: self.observations.len(),
            touches,
            memory: &self.memory,
        });
    }

    /// Checks what the declaration of a function without a body says of its arguments.
    fn check_outside_args(
        &mut self,
        site: &CallSite,
        attrs: &AttrListData,
        args: &mut [Val],
    ) -> Result<(), Trap> {
        // Attributes of the declaration hold at the call.
        for (index, value) in args.iter_mut().enumerate() {
            let set = attrs.param(index);
            let at_call = &site.args[index].checks;
            let mut copy = at_call.byval.map(|(size, _)| (size, at_call.copied_align));
            if set != AttrSet::EMPTY {
                let mut checks = self.declared_checks(set);
                copy = copy.or(checks.byval.take().map(|(size, _)| (size, checks.copied_align)));
                let taken = std::mem::replace(value, Val::Poison);
                *value = self.check_value(
                    taken,
                    &site.args[index].shape,
                    &checks,
                    Whose::Argument(index as u32),
                )?;
            }
            // The callee gets a copy, made before it begins.
            if let Some((size, align)) = copy.filter(|(size, _)| *size > 0) {
                self.must_be_copied(value, size, align)?;
            }
        }
        Ok(())
    }

    /// A function without a body has returned.
    fn return_from_outside(
        &mut self,
        site: &CallSite,
        attrs: &AttrListData,
        conformance: Conformance,
        value: Option<Val>,
    ) -> Result<Flow, Trap> {
        let base = self.top_base();
        let value = match (value, &site.result.kind) {
            (value, ShapeKind::Void) => value.and(None),
            (value, _) => value,
        };
        // A call that is `noreturn` does not return.
        if site.no_return {
            return Err(Trap::NotReturned);
        }
        let value = match (value, conformance) {
            (Some(value), Conformance::Own) => {
                self.must_keep_promises(attrs.result, site, &value)?;
                Some(value)
            }
            (Some(value), Conformance::Other | Conformance::Violated) => {
                let checks = self.declared_checks(attrs.result);
                Some(self.check_value(value, &site.result, &checks, Whose::Result)?)
            }
            (None, _) => None,
        };
        self.finish_call(base, site, value)
    }

    /// A call of a function without a body.
    fn call_outside(&mut self, func: Func, site: &CallSite) -> Result<Flow, Trap> {
        let function = &self.machine.module().functions[func];
        let attrs = self.machine.ctx().attr_list_data(function.attrs);
        let mut args = std::mem::take(&mut self.call_args);
        self.check_outside_args(site, attrs, &mut args)?;
        let types: Vec<Type> = site.args.iter().map(|arg| arg.ty).collect();
        let shapes: Vec<Arc<Shape>> = site.args.iter().map(|arg| arg.shape.clone()).collect();
        let fixed = match self.machine.ctx().kind(site.ty) {
            TypeKind::Function { params, .. } => params.len(),
            _ => args.len(),
        };
        let effects = self.effects(func, site.site_attrs);
        let memory = self.outside_history(func, &args, effects, !site.no_unwind);
        let slots = self.slots_of_caller();
        let call = ExternalCall {
            func,
            name: self.machine.function_name(func),
            args: &args,
            types: &types,
            shapes: &shapes,
            fixed,
            result_type: site.result_type,
            result: &site.result,
            effects,
            site_attrs: site.site_attrs,
            site_list: site.site_list,
            may_unwind: !site.no_unwind,
            tail: site.tail,
            slots: &slots,
        };
        let (environment, mut host) = self.host();
        let Reply { answer, observed, touches, conformance, unsettled } =
            environment.call(&call, &mut host)?;
        self.note_addresses();
        self.trace_answer(site, &touches);
        if observed {
            self.history = memory.1;
            if self.machine.config().observe {
                self.observe(Event::Call {
                    callee: match function.header.name {
                        Name::Named(name) => Some(name),
                        Name::Numbered(_) => None,
                    },
                    args: args.clone().into(),
                    types: types.clone().into(),
                    result_type: site.result_type,
                    memory: memory.0,
                    result: match &answer {
                        Answer::Return(value) => value.clone(),
                        Answer::Unwind(_)
                        | Answer::NotReturned
                        | Answer::Task(_)
                        | Answer::Unknown => None,
                    },
                })?;
            }
        }
        self.call_args = args;
        if conformance == Conformance::Violated {
            return Err(UbReason::BrokenByCallee.into());
        }
        // What the environment reads may be memory that it does not know otherwise, so only writes
        // are checked.
        let mut written = touches.iter().filter(|touch| touch.writes && touch.size > 0);
        if written.any(|touch| self.is_forbidden(touch.prov, AccessKind::Write)) {
            return Err(UbReason::ForbiddenWrite.into());
        }
        match answer {
            Answer::Return(value) => {
                let base = self.top_base();
                let flow = self.return_from_outside(site, attrs, conformance, value)?;
                if unsettled && self.is_source() && site.dst != NO_REG {
                    self.set(base, site.dst, Val::Undef);
                }
                if unsettled && self.is_target() && self.uses_result(site) {
                    return Err(Trap::unsupported("use of a result that is made up"));
                }
                Ok(flow)
            }
            Answer::Unwind(thrown) => {
                if site.no_unwind {
                    return Err(UbReason::UnwindFromNoUnwind.into());
                }
                self.unwind(thrown)
            }
            Answer::NotReturned => Err(Trap::NotReturned),
            Answer::Task(task) => {
                self.frames.push(CallFrame::Task(task));
                self.deliver(None)
            }
            Answer::Unknown => {
                let name = String::from_utf8_lossy(self.machine.function_name(func)).into_owned();
                Err(Trap::Unsupported(format!("call of @{name}, which has no body")))
            }
        }
    }

    /// Whether the caller uses the result of a call.
    fn uses_result(&self, site: &CallSite) -> bool {
        let Some(CallFrame::Code(frame)) = self.frames.last() else { return true };
        let Some(body) = self.machine.module().functions[frame.code.func].body() else {
            return true;
        };
        body.inst(site.inst).result().is_some_and(|result| body.is_used(result))
    }

    /// The first register of the topmost frame.
    pub(super) fn top_base(&self) -> usize {
        match self.frames.last() {
            Some(CallFrame::Code(frame)) => frame.base,
            Some(CallFrame::Task(_)) | None => 0,
        }
    }

    /// The digest of the memory that an external call may read, and the history with the call in
    /// it.
    fn outside_history(
        &mut self,
        func: Func,
        args: &[Val],
        effects: MemoryEffects,
        may_unwind: bool,
    ) -> (u64, u64) {
        let name = self.machine.function_name(func);
        if !self.machine.config().observe || self.environment.is_quiet(func, name) {
            // Observations are not used: the digest is not needed.
            return (0, self.history.wrapping_add(1));
        }
        let mut reach = Reach::default();
        if effects.access(MemoryPart::Arguments) != Access::None {
            args.iter().for_each(|arg| reach.add(arg));
        }
        // If a call unwinds, the caller's caller may read all memory (§11.8).
        if may_unwind || effects.access(MemoryPart::Other) != Access::None {
            for &prov in &self.escaped {
                reach.add_object(prov);
            }
            reach.add_outside(&self.memory, self.machine.module());
        }
        let names = self.names();
        let reads = may_unwind || effects.may_read();
        let memory = if reads { reach.digest(&self.memory, names) } else { 0 };
        let mut escaping = Reach::default();
        args.iter().for_each(|arg| escaping.add(arg));
        self.escaped.extend(escaping.own_objects(&self.memory));
        let callee = names.name(self.machine.module().functions[func].header.name);
        let mut history = super::mix(self.history, callee);
        for arg in args {
            history = super::mix(history, value_digest(&self.memory, names, arg));
        }
        (memory, super::mix(history, memory))
    }
}
