//! What a call does: who is called, and what may come of it. Decided here, once, for everybody who
//! asks.
//!
//! **Who is called** ([`Callee`]). A call names a function of the module, also as
//! `dso_local_equivalent` or `no_cfi`; it names inline assembly; or it goes through a pointer, an
//! alias or an ifunc.
//!
//! * What is named `llvm.*` is an intrinsic if the table has the name, and the call has the
//!   signature and the C calling convention. Everything else with such a name is [opaque](Opaque),
//!   as inline assembly is: ordered, may read and write everything, may not return, and nothing
//!   that is declared of it counts (§7.1).
//! * A declaration with the name and the signature of a routine of the C library is that routine,
//!   if names count: not where the caller says `no-builtins` or `no-builtin-NAME`, nor where the
//!   call or the declaration says `nobuiltin`, unless the call says `builtin`. The operators `new`
//!   and `delete` may be replaced by the program: they count only where the call says `builtin`. A
//!   routine that the module defines itself is a function like others.
//!
//! **Whose word counts** ([`CallFacts`]). What the call says of itself; what the declaration says,
//! if the call has its type and convention, since otherwise it is undefined, or a call of something
//! else; what the tables know. Of an intrinsic of the table the text of the declaration says
//! nothing: LLVM replaces it by its own when it reads it.
//!
//! **Operand bundles** may make a call read, write or leave more than its attributes say. `funclet`
//! does not, and neither does what `llvm.assume` assumes; with any other the call may do
//! everything.

mod refused;

use crate::attributes::FunctionFacts;
use crate::intrinsics::{Intrinsic, Properties};
use crate::layout::DataLayout;
use crate::libc::{Family, Role, Routine};
use crate::world::bundle;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use tollgate_ir::{
    Access, Attr, AttrKind, AttrList, AttrSet, Body, CallInfo, Const, ConstKind, Context, Extra,
    Func, Function, GlobalRef, Inst, MemoryEffects, MemoryPart, Module, Name, Type, TypeKind,
};

/// The number of the C calling convention.
const C_CONVENTION: u32 = 0;

/// Who is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function of the module that nothing else is known of.
    Function(Func),
    /// A routine of the C library, and its declaration.
    Library(Func, Routine),
    /// An intrinsic of the table.
    Intrinsic(Intrinsic),
    /// Something whose meaning is not known.
    Opaque(Opaque),
    /// A function behind a pointer, an alias or an ifunc: only the call itself can tell.
    Pointer,
}

/// What is called without its meaning being known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opaque {
    /// Inline assembly.
    Assembly,
    /// A function named `llvm.*` that is not in the table, or not called as the table says.
    Intrinsic(Func),
}

/// What a function is by its name and type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// No intrinsic.
    Plain,
    /// An intrinsic of the table.
    Intrinsic(Intrinsic),
    /// Named as an intrinsic, and none of the table.
    UnknownIntrinsic,
}

impl Kind {
    /// What a function is.
    pub fn of(ctx: &Context, function: &Function) -> Self {
        match function.header.name {
            Name::Named(name) if Intrinsic::is_name(ctx.bytes(name)) => {
                let known = Intrinsic::of(ctx, ctx.bytes(name), function.ty);
                known
                    .filter(|_| function.is_declaration())
                    .map_or(Kind::UnknownIntrinsic, Kind::Intrinsic)
            }
            Name::Named(_) | Name::Numbered(_) => Kind::Plain,
        }
    }
}

/// The name of a global that a constant is the address of.
pub fn global_named(ctx: &Context, constant: Const) -> Option<Name> {
    match ctx.constant(constant).kind {
        ConstKind::Global(name) | ConstKind::DsoLocalEquivalent(name) | ConstKind::NoCfi(name) => {
            Some(name)
        }
        ConstKind::Int(_)
        | ConstKind::WideInt(_)
        | ConstKind::Float(..)
        | ConstKind::Null
        | ConstKind::NoneToken
        | ConstKind::Zero
        | ConstKind::Undef
        | ConstKind::Poison
        | ConstKind::Aggregate(_)
        | ConstKind::Bytes(_)
        | ConstKind::Splat(_)
        | ConstKind::BlockAddress { .. }
        | ConstKind::PtrAuth(_)
        | ConstKind::Asm(_)
        | ConstKind::Expr(_) => None,
    }
}

/// The function of a module that a constant is the address of; none for aliases.
pub fn function_named(ctx: &Context, module: &Module, constant: Const) -> Option<Func> {
    match module.lookup(global_named(ctx, constant)?)? {
        GlobalRef::Func(func) => Some(func),
        GlobalRef::Var(_) | GlobalRef::Alias(_) => None,
    }
}

/// The intrinsic of the table that an instruction calls, by the name and the type of the call.
pub fn intrinsic(ctx: &Context, body: &Body, inst: Inst) -> Option<Intrinsic> {
    let Extra::Call(call) = body.extra(inst) else { return None };
    let Some(Name::Named(name)) = global_named(ctx, body.as_const(body.callee(inst)?)?) else {
        return None;
    };
    let name = ctx.bytes(name);
    if !Intrinsic::is_name(name) || call.convention != C_CONVENTION {
        return None;
    }
    Intrinsic::of(ctx, name, body.inst(inst).ty)
}

/// Looks at the calls of one function.
pub struct Calls<'a> {
    ctx: &'a Context,
    module: &'a Module,
    /// Who makes the calls; none if no names of the C library count.
    caller: Option<&'a Function>,
    layout: Option<&'a DataLayout>,
    /// What constants were found to be, if that is remembered.
    named: Option<RefCell<FxHashMap<Const, Named>>>,
}

/// What a constant is as a callee, whoever calls it.
#[derive(Clone, Copy)]
enum Named {
    Function(Func, Option<Routine>),
    Intrinsic(Func, Option<Intrinsic>),
    Assembly,
    Elsewhere,
}

impl<'a> Calls<'a> {
    /// Of a function that stands in this module. Names of the C library count only if it is given:
    /// it may say that they do not.
    pub fn new(ctx: &'a Context, module: &'a Module, caller: Option<&'a Function>) -> Self {
        Self { ctx, module, caller, layout: None, named: None }
    }

    /// The same for somebody who asks of many calls: callees are looked up once.
    pub fn remembering(self) -> Self {
        Self { named: Some(RefCell::default()), ..self }
    }

    /// The same where the module's data layout is at hand.
    pub fn with_layout(self, layout: &'a DataLayout) -> Self {
        Self { layout: Some(layout), ..self }
    }

    /// Who is called.
    pub fn callee(&self, body: &Body, inst: Inst) -> Callee {
        let (Extra::Call(call), Some(value)) = (body.extra(inst), body.callee(inst)) else {
            return Callee::Pointer;
        };
        let Some(constant) = body.as_const(value) else { return Callee::Pointer };
        match self.named(constant) {
            Named::Elsewhere => Callee::Pointer,
            Named::Assembly => Callee::Opaque(Opaque::Assembly),
            Named::Intrinsic(func, known) => {
                let is_declared = self.module.functions[func].ty == body.inst(inst).ty;
                match known.filter(|_| is_declared && call.convention == C_CONVENTION) {
                    Some(intrinsic) => Callee::Intrinsic(intrinsic),
                    None => Callee::Opaque(Opaque::Intrinsic(func)),
                }
            }
            Named::Function(func, routine) => {
                let function = &self.module.functions[func];
                let is_library = |&routine: &Routine| {
                    is_as_declared(function, body.inst(inst).ty, call.convention)
                        && self.is_library_call(routine, call, function)
                };
                match routine.filter(is_library) {
                    Some(routine) => Callee::Library(func, routine),
                    None => Callee::Function(func),
                }
            }
        }
    }

    fn named(&self, constant: Const) -> Named {
        let Some(cache) = &self.named else { return self.look_up(constant) };
        if let Some(&known) = cache.borrow().get(&constant) {
            return known;
        }
        let named = self.look_up(constant);
        cache.borrow_mut().insert(constant, named);
        named
    }

    fn look_up(&self, constant: Const) -> Named {
        if let ConstKind::Asm(_) = self.ctx.constant(constant).kind {
            return Named::Assembly;
        }
        let Some(func) = function_named(self.ctx, self.module, constant) else {
            return Named::Elsewhere;
        };
        let function = &self.module.functions[func];
        match (Kind::of(self.ctx, function), function.header.name) {
            (Kind::Intrinsic(intrinsic), _) => Named::Intrinsic(func, Some(intrinsic)),
            (Kind::UnknownIntrinsic, _) => Named::Intrinsic(func, None),
            (Kind::Plain, Name::Named(name)) => {
                Named::Function(func, self.routine(function, self.ctx.bytes(name)))
            }
            (Kind::Plain, Name::Numbered(_)) => Named::Function(func, None),
        }
    }

    /// The routine of the C library that a declaration is, where its names count.
    fn routine(&self, function: &Function, name: &[u8]) -> Option<Routine> {
        let caller = self.ctx.attr_list_data(self.caller?.attrs).function;
        Routine::from_name(name)
            .filter(|_| function.is_declaration() && function.convention == C_CONVENTION)?;
        let not_this = [b"no-builtin-", name].concat();
        if [&b"no-builtins"[..], &not_this]
            .iter()
            .any(|key| self.ctx.string_attr(caller, key).is_some())
        {
            return None;
        }
        match (self.layout, self.module.datalayout) {
            (Some(layout), _) => Routine::of(self.ctx, layout, name, function.ty),
            (None, Some(text)) => {
                let layout = DataLayout::parse(&self.ctx.text(text)).ok()?;
                Routine::of(self.ctx, &layout, name, function.ty)
            }
            (None, None) => Routine::of(self.ctx, &DataLayout::default(), name, function.ty),
        }
    }

    /// Whether a call of a function with a routine's name and type is a call of the library.
    fn is_library_call(&self, routine: Routine, call: &CallInfo, function: &Function) -> bool {
        let own = |attrs: AttrList| self.ctx.attr_list_data(attrs).function;
        let at_call = own(call.attrs);
        let denied = [at_call, own(function.attrs)]
            .into_iter()
            .any(|set| self.ctx.has_attr(set, AttrKind::NoBuiltin));
        self.ctx.has_attr(at_call, AttrKind::Builtin) || !(denied || is_replaceable(routine))
    }

    /// What the declaration says of a call of this constant, with this type and convention: nothing
    /// if it is a call of something else, and nothing that is in the text of an intrinsic.
    pub fn declared(&self, callee: Const, ty: Type, convention: u32) -> AttrList {
        match self.named(callee) {
            Named::Function(func, _) => {
                let function = &self.module.functions[func];
                if is_as_declared(function, ty, convention) {
                    function.attrs
                } else {
                    AttrList::EMPTY
                }
            }
            Named::Intrinsic(..) | Named::Assembly | Named::Elsewhere => AttrList::EMPTY,
        }
    }

    /// What the text of the declaration of what is called says, whether that counts or not.
    pub fn text_of_declaration(&self, body: &Body, inst: Inst) -> AttrList {
        let constant = body.callee(inst).and_then(|value| body.as_const(value));
        let func = constant.and_then(|constant| function_named(self.ctx, self.module, constant));
        func.map_or(AttrList::EMPTY, |func| self.module.functions[func].attrs)
    }

    /// What comes of a call, as far as is known.
    pub fn facts(&self, body: &Body, inst: Inst) -> CallFacts {
        let callee = self.callee(body, inst);
        let Extra::Call(call) = body.extra(inst) else { return CallFacts::anything(callee) };
        let properties: Option<Properties> = match callee {
            Callee::Opaque(_) => return CallFacts::anything(callee),
            Callee::Intrinsic(it) if is_volatile(self.ctx, body, inst, it) => {
                return CallFacts::anything(callee);
            }
            Callee::Intrinsic(it) => Some(it.properties()),
            Callee::Library(_, routine) => Some(routine.properties()),
            Callee::Function(_) | Callee::Pointer => None,
        };
        // What an assumption says by bundles is no more than assumed.
        let is_assume = callee == Callee::Intrinsic(Intrinsic::Assume);
        if !is_assume
            && !call.bundles.iter().all(|bundle| bundle::adds_nothing(self.ctx.bytes(bundle.tag)))
        {
            return CallFacts::anything(callee);
        }
        let constant = body.callee(inst).and_then(|value| body.as_const(value));
        let declared = constant.map_or(AttrList::EMPTY, |constant| {
            self.declared(constant, body.inst(inst).ty, call.convention)
        });
        let own = |attrs: AttrList| self.ctx.attr_list_data(attrs).function;
        let said = FunctionFacts::of(self.ctx, &[own(call.attrs), own(declared)]);
        if said.unsupported.is_some() || properties.is_some_and(|it| it.convergent) {
            return CallFacts::anything(callee);
        }
        let has = |of: fn(&Properties) -> bool| properties.as_ref().is_some_and(of);
        let everything = MemoryEffects::all(Access::ReadWrite);
        let mut memory =
            said.memory.intersect(properties.map_or(everything, |it| it.touches.effects()));
        if !self.passes_pointers(body, inst) {
            memory = memory.with(MemoryPart::Arguments, Access::None);
        }
        let never_returns = said.noreturn || has(|it| it.noreturn);
        CallFacts {
            callee,
            memory,
            never_returns,
            may_stay: never_returns || !(said.willreturn || has(|it| it.willreturn)),
            may_unwind: !(said.nounwind || has(|it| it.nounwind)),
            may_free: memory.may_write() && !(said.nofree || has(|it| it.nofree)),
            may_sync: !(said.nosync || has(|it| it.nosync)),
            speculatable: said.speculatable || has(|it| it.speculatable),
            is_observed: memory.may_write() && !matches!(callee, Callee::Intrinsic(_)),
        }
    }

    /// Whether an argument of a call may hold a pointer.
    fn passes_pointers(&self, body: &Body, inst: Inst) -> bool {
        body.call_args(inst).any(|argument| {
            let scalar = self.ctx.scalar(body.value_type(argument));
            match self.ctx.kind(scalar) {
                TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Metadata | TypeKind::Token => {
                    false
                }
                TypeKind::Ptr(_)
                | TypeKind::Vector { .. }
                | TypeKind::Array { .. }
                | TypeKind::Struct { .. }
                | TypeKind::Named { .. }
                | TypeKind::Target { .. }
                | TypeKind::Byte(_)
                | TypeKind::X86Amx
                | TypeKind::X86Mmx
                | TypeKind::Void
                | TypeKind::Label
                | TypeKind::Function { .. } => true,
            }
        })
    }

    /// Whether a pointer that is passed as this argument may have escaped when the call is
    /// over.
    pub fn may_capture(&self, body: &Body, inst: Inst, argument: usize) -> bool {
        let (Extra::Call(call), Some(value)) = (body.extra(inst), body.callee(inst)) else {
            return true;
        };
        let declared = body.as_const(value).map_or(AttrList::EMPTY, |constant| {
            self.declared(constant, body.inst(inst).ty, call.convention)
        });
        let set = |attrs: AttrList| self.ctx.attr_list_data(attrs).param(argument);
        let says_not = |set: AttrSet| {
            self.ctx.has_attr(set, AttrKind::NoCapture)
                || matches!(self.ctx.attr(set, AttrKind::Captures),
                    Some(Attr::Text(_, text)) if self.ctx.bytes(text) == b"none")
        };
        let may_capture = match self.callee(body, inst) {
            Callee::Library(_, routine) => match routine.role(argument) {
                Role::Value | Role::Read | Role::Write | Role::Modify | Role::Free => false,
                Role::ReadAndReturn
                | Role::WriteAndReturn
                | Role::ModifyAndReturn
                | Role::Handle
                | Role::Function
                | Role::Capture => true,
            },
            Callee::Function(_) | Callee::Intrinsic(_) | Callee::Opaque(_) | Callee::Pointer => {
                true
            }
        };
        may_capture && !says_not(set(call.attrs)) && !says_not(set(declared))
    }
}

/// Whether a call with this type and convention is one of what a function says it is.
fn is_as_declared(function: &Function, ty: Type, convention: u32) -> bool {
    function.ty == ty && function.convention == convention
}

/// Whether a program may bring a routine of its own instead, which is then called.
pub fn is_replaceable(routine: Routine) -> bool {
    match routine.allocation() {
        Some((Family::New | Family::NewArray, _)) => true,
        Some((Family::Malloc, _)) | None => false,
    }
}

/// Whether a call of an intrinsic is a volatile access.
fn is_volatile(ctx: &Context, body: &Body, inst: Inst, intrinsic: Intrinsic) -> bool {
    let flag = match intrinsic.volatile_argument() {
        Some(index) => body.call_args(inst).nth(index),
        None => return false,
    };
    flag.and_then(|flag| body.as_const(flag)).and_then(|id| ctx.int_value(id)) != Some(0)
}

/// What comes of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallFacts {
    /// Who is called.
    pub callee: Callee,
    /// What memory it may read and write. If it may unwind, the caller's caller sees all that it
    /// can reach, too.
    pub memory: MemoryEffects,
    /// It never returns.
    pub never_returns: bool,
    /// It may neither return nor unwind: it hangs, or ends the program.
    pub may_stay: bool,
    /// It may unwind.
    pub may_unwind: bool,
    /// It may free memory that it did not allocate.
    pub may_free: bool,
    /// It may synchronise with other threads.
    pub may_sync: bool,
    /// Nothing that it is given makes it undefined, attributes of arguments and result apart.
    pub speculatable: bool,
    /// Somebody besides the program may tell that it was made, and when.
    pub is_observed: bool,
}

impl CallFacts {
    /// Everything may come of it.
    fn anything(callee: Callee) -> Self {
        Self {
            callee,
            memory: MemoryEffects::all(Access::ReadWrite),
            never_returns: false,
            may_stay: true,
            may_unwind: true,
            may_free: true,
            may_sync: true,
            speculatable: false,
            is_observed: true,
        }
    }
}
