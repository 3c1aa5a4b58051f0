//! Calls: attributes of callees and call sites, and what the environment may do on behalf of active
//! calls.

use super::super::generator::passed_align;
use super::values::{is_same_pointer, pointers_of};
use super::{Audit, Doubt};
use tollgate_exec::environment::{Promise, effects_of};
use tollgate_exec::memory::{Memory, ObjectKind};
use tollgate_exec::trace::Step;
use tollgate_exec::value::{Prov, Val};
use tollgate_ir::{
    AttrKind, AttrList, AttrSet, Body, Extra, Flags, Func, Inst, MemoryPart, Name, Opcode, Value,
};
use tollgate_sem::call::{self, Kind};
use tollgate_sem::world::attribute::Position;

/// The last call that was made.
#[derive(Default)]
pub(super) struct LastCall {
    /// The attributes of the callee.
    pub declared: AttrList,
    /// The attributes of the call site.
    pub site: AttrList,
    /// Whether it is a `tail` call.
    pub tail: bool,
    pub args: Vec<Val>,
    /// Whether it calls out of the module and is `nocallback`.
    pub denies_callbacks: bool,
}

/// The function that a pointer points to.
fn function_at(pointer: &Val, memory: &Memory) -> Option<Func> {
    let Val::Ptr { prov, .. } = pointer else { return None };
    let ObjectKind::Function(func) = memory.former_kind(*prov) else { return None };
    Some(func)
}

impl<'m> Audit<'m> {
    /// Attributes of a call that does not enter a function of the module: those whose violation no
    /// run detects, and their effects on memory. (A function that is entered is audited on entry.)
    fn promised_of_external(&mut self, callee: Option<Func>, site: AttrList, args: &[Val]) {
        let Some(func) = callee.filter(|&func| self.body(func).is_none()) else { return };
        let declared = match Kind::of(self.ctx, &self.module.functions[func]) {
            Kind::Plain => self.module.functions[func].attrs,
            // Attributes on the declaration of an intrinsic are true of it.
            Kind::Intrinsic(_) | Kind::UnknownIntrinsic => AttrList::EMPTY,
        };
        let unseen = self.has_unseen(declared, Position::Declaration)
            || self.has_unseen(site, Position::CallSite);
        self.raise_if(unseen, Doubt::Unseen);
        self.written_back([declared, site], args);
    }

    /// Whether a call goes out of the module and is `nocallback`.
    fn denies_callbacks(&self, func: Func, site: AttrList) -> bool {
        let has = |list: AttrList| {
            self.ctx.has_attr(self.ctx.attr_list_data(list).function, AttrKind::NoCallback)
        };
        self.body(func).is_none() && (has(self.module.functions[func].attrs) || has(site))
    }

    /// A `writable` argument is stored back when the call begins. (Loading it first is no read:
    /// nothing depends on the value.)
    pub(super) fn written_back(&mut self, lists: [AttrList; 2], args: &[Val]) {
        for (at, arg) in args.iter().enumerate() {
            let has = |kind: AttrKind| {
                lists
                    .iter()
                    .any(|&list| self.ctx.has_attr(self.ctx.attr_list_data(list).param(at), kind))
            };
            // `writable` is about the bytes that are known to be dereferenceable.
            let sized = [
                AttrKind::Dereferenceable,
                AttrKind::DereferenceableOrNull,
                AttrKind::StructRet,
                AttrKind::ByRef,
            ];
            if has(AttrKind::Writable) && sized.into_iter().any(has) && !has(AttrKind::ByVal) {
                pointers_of(arg)
                    .into_iter()
                    .for_each(|prov| self.accessed(prov, false, true, true));
            }
        }
    }

    pub(super) fn call(&mut self, step: &Step<'_>, body: &'m Body, frame: usize) {
        let Extra::Call(info) = body.extra(step.inst) else { return };
        let args: Vec<Val> = body
            .call_args(step.inst)
            .map(|value| step.registers.get(value).cloned().unwrap_or(Val::Poison))
            .collect();
        let callee = body.callee(step.inst).and_then(|value| self.callee(body, value));
        let declared = callee.map_or(AttrList::EMPTY, |func| self.module.functions[func].attrs);
        let param_has = |index: usize, kind: AttrKind| {
            [declared, info.attrs]
                .into_iter()
                .any(|list| self.ctx.has_attr(self.ctx.attr_list_data(list).param(index), kind))
        };
        let tail = body.inst(step.inst).flags.intersects(Flags::TAIL | Flags::MUSTTAIL);
        // The environment reports what it does with them. Captures by other functions are not
        // followed.
        let is_external = callee.is_some_and(|func| {
            self.body(func).is_none()
                && Kind::of(self.ctx, &self.module.functions[func]) == Kind::Plain
        });
        let is_slot = |prov: &Prov| self.slots.contains(prov) && self.is_local(*prov, frame);
        let passes_slot = args.iter().enumerate().any(|(at, arg)| {
            !param_has(at, AttrKind::ByVal) && pointers_of(arg).iter().any(is_slot)
        });
        self.raise_if(tail && !is_external && passes_slot, Doubt::Tail);
        let pointer = body.callee(step.inst).and_then(|value| step.registers.get(value));
        let called = callee.or_else(|| function_at(pointer?, step.memory));
        self.promised_of_external(called, info.attrs, &args);
        let denies_callbacks = called.is_some_and(|func| self.denies_callbacks(func, info.attrs));
        self.last =
            LastCall { declared, site: info.attrs, tail, args: args.clone(), denies_callbacks };
        let Some(func) = callee else {
            let restricted = self.frames.iter().any(|frame| self.is_restricted(frame));
            self.raise_if(restricted, Doubt::Hidden);
            if let Some(func) = called.filter(|&func| self.body(func).is_none()) {
                self.external_call(func, info.attrs, &args, body.inst(step.inst).opcode);
            }
            return;
        };
        let name = self.name(func);
        match Kind::of(self.ctx, &self.module.functions[func]) {
            Kind::Intrinsic(intrinsic) => {
                return self.intrinsic(step, body, intrinsic, &args, info);
            }
            Kind::UnknownIntrinsic => return self.raise(Doubt::Hidden),
            Kind::Plain => {}
        }
        if self.body(func).is_some() {
            // Its effects are audited when they happen.
            return;
        }
        let frees = matches!(name, b"free" | b"realloc" | b"cfree") || name.starts_with(b"_Zd");
        let nofree = self.frames.iter().any(|frame| self.call_has(frame, AttrKind::NoFree));
        let nofree_argument = self.frames.iter().any(|frame| {
            let given = |at: usize| args.iter().any(|arg| is_same_pointer(&frame.args[at], arg));
            (0..frame.args.len()).any(|at| self.param_has(frame, at, AttrKind::NoFree) && given(at))
        });
        self.raise_if(frees && (nofree || nofree_argument), Doubt::NoFree);
        let library = tollgate_exec::libc::is_silent(name);
        let effects = self.promise(func, info.attrs).effects;
        // An allocation changes memory that is not visible to the program.
        let denied = self.frames.iter().any(|frame| self.denies(frame, effects));
        self.raise_if(library && denied, Doubt::MemoryEffects);
        if !library {
            self.external_call(func, info.attrs, &args, body.inst(step.inst).opcode);
            let loose = args.iter().enumerate().any(|(at, arg)| {
                let sets =
                    [declared, info.attrs].map(|list| self.ctx.attr_list_data(list).param(at));
                sets.into_iter().any(|set| self.is_loose(set, arg, step.memory))
            });
            self.raise_if(loose, Doubt::Alignment);
        }
        for (at, arg) in args.iter().enumerate() {
            if !library && !param_has(at, AttrKind::NoCapture) {
                self.captured(arg, None);
            }
            for prov in pointers_of(arg) {
                if library {
                    // It may read and write what its arguments point to.
                    let restricted = (0..self.frames.len()).any(|index| {
                        !self.is_local(prov, index) && self.is_restricted(&self.frames[index])
                    });
                    self.raise_if(restricted, Doubt::MemoryEffects);
                }
            }
        }
        if let Some((Val::Ptr { prov, .. }, _)) = step.result
            && library
        {
            self.made.entry(*prov).or_insert(frame);
        }
    }

    pub(super) fn name(&self, func: Func) -> &'m [u8] {
        match self.module.functions[func].header.name {
            Name::Named(name) => self.ctx.bytes(name),
            Name::Numbered(_) => b"",
        }
    }

    /// The attributes of a call of an external function.
    pub(super) fn promise(&self, func: Func, site: AttrList) -> Promise {
        let sets = [self.module.functions[func].attrs, site]
            .map(|list| self.ctx.attr_list_data(list).function);
        let has = |kind: AttrKind| sets.iter().any(|&set| self.ctx.has_attr(set, kind));
        let own = Promise {
            effects: effects_of(self.ctx, &sets),
            returns: has(AttrKind::WillReturn),
            nounwind: has(AttrKind::NoUnwind),
        };
        self.promises.get(self.name(func)).copied().unwrap_or(own)
    }

    /// A call of an external function, on behalf of all active calls.
    pub(super) fn external_call(
        &mut self,
        func: Func,
        site: AttrList,
        args: &[Val],
        opcode: Opcode,
    ) {
        let promise = self.promise(func, site);
        // Effects that an active call excludes would be undefined; without them the call may not be
        // an observation.
        let broken = self.frames.iter().enumerate().any(|(index, frame)| {
            self.denies(frame, promise.effects)
                || promise.effects.access(MemoryPart::Arguments).writes()
                    && !frame.effects.access(MemoryPart::Arguments).writes()
                    && !frame.effects.access(MemoryPart::Other).writes()
                    && args.iter().flat_map(pointers_of).any(|prov| !self.is_local(prov, index))
        });
        let promised = |kind: AttrKind| self.frames.iter().any(|frame| self.call_has(frame, kind));
        let known = Promise {
            effects: promise.effects,
            returns: promise.returns || promised(AttrKind::WillReturn),
            // An invoke may catch it.
            nounwind: promise.nounwind || opcode != Opcode::Invoke && promised(AttrKind::NoUnwind),
        };
        let unobserved = |promise: Promise| promise.is_functional() || !promise.is_ordered();
        if !unobserved(promise) {
            if !promise.returns || !promise.nounwind {
                self.returns_by_others = known.returns && known.nounwind;
            }
            self.raise_if(unobserved(known), Doubt::WillReturn);
        }
        self.raise_if(broken, Doubt::MemoryEffects);
    }

    /// Whether the memory for a result is, or may be, less aligned than its type.
    pub(super) fn is_loose(&self, set: AttrSet, value: &Val, memory: &Memory) -> bool {
        let align = passed_align(self.ctx, &self.layout, set);
        let Val::Ptr { prov, addr } = *value else { return false };
        // Addresses of own objects are a choice.
        let chosen = memory
            .object(prov)
            .is_some_and(|object| object.kind().is_own() && object.align() < align);
        chosen || !addr.is_multiple_of(align)
    }

    /// The function called, if it is called by name. An indirect call has the attributes of its
    /// call site only.
    pub(super) fn callee(&self, body: &Body, value: Value) -> Option<Func> {
        call::function_named(self.ctx, self.module, body.as_const(value)?)
    }

    /// Whether an argument is passed by value.
    pub(super) fn is_copied(&self, (inst, body): (Inst, &Body), at: usize) -> bool {
        let Extra::Call(info) = body.extra(inst) else { return false };
        let callee = body.callee(inst).and_then(|value| self.callee(body, value));
        let declared = callee.map(|func| self.module.functions[func].attrs);
        declared
            .into_iter()
            .chain([info.attrs])
            .any(|list| self.ctx.has_attr(self.ctx.attr_list_data(list).param(at), AttrKind::ByVal))
    }
}
