//! The bench on which a mutant is made: a function that may be changed, with what has to be known
//! to change it.
//!
//! Kinds of mutation look at the function as it was ([`Bench::body`], [`Bench::places`]) until they
//! have found a place; then they change it, by [`Blueprint`]s of instructions and by the edits of
//! the body.

use tollgate_ir::{
    Attr, AttrKind, AttrList, AttrSet, Block, Blueprint, Body, ConstKind, Context, Dominators,
    Effects, Entity as _, Extra, Func, Function, Inst, Module, Name, Opcode, Type, Value, ValueDef,
};
use tollgate_llvm::{Numbering, write_inst};
use tollgate_sem::libc::Routine;

use super::random::Random;

/// A function under change.
pub struct Bench<'a> {
    /// Where types, constants and attributes are.
    pub ctx: &'a mut Context,
    /// The module of the function.
    pub module: &'a mut Module,
    /// The function.
    pub func: Func,
    /// Decides.
    pub random: &'a mut Random,
    places: Places,
}

/// What was changed.
#[derive(Clone, Debug)]
pub struct Change {
    /// In words.
    pub what: String,
    /// Why it is wrong whatever a run shows, if that is certain.
    pub certain: Option<&'static str>,
}

impl Change {
    /// A change that may be harmless.
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), certain: None }
    }

    /// A change that is wrong for this reason, if it applies.
    pub fn certain_if(self, holds: bool, reason: &'static str) -> Self {
        Self { certain: holds.then_some(reason), ..self }
    }
}

/// Positions in a body.
struct Places {
    dominators: Dominators,
    /// For each instruction its number in its block.
    position: Vec<u32>,
    /// All instructions of blocks that the entry reaches, debug records apart.
    insts: Vec<Inst>,
}

impl Places {
    fn of(body: &Body) -> Self {
        let dominators = Dominators::new(body);
        let mut position = vec![0; body.inst_ids()];
        let mut insts = Vec::new();
        for block in body.blocks().filter(|&block| dominators.is_reachable(block)) {
            for (at, inst) in body.insts(block).enumerate() {
                position[inst.index()] = at as u32;
                if body.inst(inst).opcode != Opcode::DebugRecord {
                    insts.push(inst);
                }
            }
        }
        Self { dominators, position, insts }
    }
}

impl<'a> Bench<'a> {
    /// The bench for a function whose body was read; none if it was not.
    pub fn new(
        ctx: &'a mut Context,
        module: &'a mut Module,
        func: Func,
        random: &'a mut Random,
    ) -> Option<Self> {
        let places = Places::of(module.functions[func].body()?);
        Some(Self { ctx, module, func, random, places })
    }

    // Looking.

    /// The function.
    pub fn function(&self) -> &Function {
        &self.module.functions[self.func]
    }

    /// Its body.
    pub fn body(&self) -> &Body {
        match self.function().body() {
            Some(body) => body,
            None => unreachable!("a bench is only made for a body"),
        }
    }

    /// The instructions of blocks that the entry reaches.
    pub fn insts(&self) -> Vec<Inst> {
        self.places.insts.clone()
    }

    /// Those of them that satisfy a condition.
    pub fn insts_where(&self, wanted: impl Fn(&Body, Inst) -> bool) -> Vec<Inst> {
        self.places.insts.iter().copied().filter(|&inst| wanted(self.body(), inst)).collect()
    }

    /// One of the instructions that satisfy a condition.
    pub fn pick_inst(&mut self, wanted: impl Fn(&Body, Inst) -> bool) -> Option<Inst> {
        let found = self.insts_where(wanted);
        self.random.pick(&found)
    }

    /// The opcode of an instruction.
    pub fn opcode(&self, inst: Inst) -> Opcode {
        self.body().inst(inst).opcode
    }

    /// Whether every path to `below` passes `above`.
    pub fn dominates(&self, above: Block, below: Block) -> bool {
        self.places.dominators.dominates(above, below)
    }

    /// The block that dominates this one most closely.
    pub fn dominator(&self, block: Block) -> Option<Block> {
        self.places.dominators.tree().find(|&(it, _)| it == block).and_then(|(_, above)| above)
    }

    /// Whether the entry reaches a block.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.places.dominators.is_reachable(block)
    }

    /// Whether a value can be used by an instruction that stands where this one does.
    pub fn is_available(&self, value: Value, at: Inst) -> bool {
        let body = self.body();
        let Some(block) = body.inst(at).block() else { return false };
        match body.value(value).def {
            ValueDef::Const(_) | ValueDef::Arg(_) => true,
            ValueDef::Param(param) => self.dominates(body.param(param).block, block),
            ValueDef::Inst(inst) => match body.inst(inst).block() {
                Some(home) if home == block => {
                    self.places.position[inst.index()] < self.places.position[at.index()]
                }
                // What an `invoke` gives is there on one of its edges only.
                Some(home) => {
                    self.dominates(home, block) && !body.inst(inst).opcode.is_terminator()
                }
                None => false,
            },
            ValueDef::Meta(_) | ValueDef::Wrapped(_) | ValueDef::Undefined => false,
        }
    }

    /// The values of a type, other than constants, that an instruction at this place can use.
    pub fn available(&self, ty: Type, at: Inst) -> Vec<Value> {
        let body = self.body();
        let local = |value: &Value| !matches!(body.value(*value).def, ValueDef::Const(_));
        body.values()
            .filter(|&value| body.value_type(value) == ty)
            .filter(local)
            .filter(|&value| self.is_available(value, at))
            .collect()
    }

    /// Another value of the type of this one that can be used at this place: a local one, or a
    /// constant of the function.
    pub fn other_value(&mut self, than: Value, at: Inst) -> Option<Value> {
        let ty = self.body().value_type(than);
        let mut found = self.available(ty, at);
        // Constants are not as often what is wrong.
        if found.len() < 2 || self.random.below(4) == 0 {
            let body = self.body();
            let constants = body
                .values()
                .filter(|&value| body.value_type(value) == ty && body.as_const(value).is_some());
            found.extend(constants.filter(|&value| body.is_used(value)));
        }
        found.retain(|&value| value != than);
        self.random.pick(&found)
    }

    /// An instruction as text.
    pub fn show(&self, inst: Inst) -> String {
        let mut text = Vec::new();
        write_inst(self.ctx, self.body(), &Numbering::new(self.body()), inst, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// A value as text.
    pub fn show_value(&self, value: Value) -> String {
        let mut text = Vec::new();
        tollgate_llvm::write_value(
            self.ctx,
            self.body(),
            &Numbering::new(self.body()),
            value,
            &mut text,
        );
        String::from_utf8_lossy(&text).into_owned()
    }

    /// The function that a call calls by name.
    pub fn callee(&self, call: Inst) -> Option<Func> {
        let body = self.body();
        let callee = body.as_const(body.callee(call)?)?;
        match self.ctx.constant(callee).kind {
            ConstKind::Global(name) => self.module.function_named(name),
            _ => None,
        }
    }

    /// Whether a call is of an intrinsic.
    pub fn is_intrinsic(&self, call: Inst) -> bool {
        self.callee(call).is_some_and(|func| self.name_of(func).starts_with(b"llvm."))
    }

    /// The name of a function.
    pub fn name_of(&self, func: Func) -> Vec<u8> {
        match self.module.functions[func].header.name {
            Name::Named(symbol) => self.ctx.bytes(symbol).to_vec(),
            Name::Numbered(_) => Vec::new(),
        }
    }

    /// Whether nothing is known of what a call does, so that it is an observation: neither an
    /// intrinsic, nor the C library's, nor with attributes about memory.
    pub fn is_observed_call(&self, inst: Inst) -> bool {
        let Extra::Call(call) = self.body().extra(inst) else { return false };
        if self.opcode(inst) != Opcode::Call {
            return false;
        }
        let mut sets = vec![self.ctx.attr_list_data(call.attrs).function];
        if let Some(callee) = self.callee(inst) {
            let name = self.name_of(callee);
            if name.starts_with(b"llvm.") || Routine::from_name(&name).is_some() {
                return false;
            }
            sets.push(self.ctx.attr_list_data(self.module.functions[callee].attrs).function);
        } else if self.is_asm(inst) {
            return false;
        }
        let silent = [
            AttrKind::Memory,
            AttrKind::ReadNone,
            AttrKind::ReadOnly,
            AttrKind::WriteOnly,
            AttrKind::Speculatable,
            AttrKind::NoReturn,
            AttrKind::ReturnsTwice,
        ];
        !sets.iter().any(|&set| silent.iter().any(|&kind| self.ctx.has_attr(set, kind)))
    }

    fn is_asm(&self, call: Inst) -> bool {
        let callee = self.body().callee(call).and_then(|value| self.body().as_const(value));
        callee.is_some_and(|id| matches!(self.ctx.constant(id).kind, ConstKind::Asm(_)))
    }

    /// The instructions from the entry up to the first branch: in every run they are executed one
    /// after the other, until one does not return or is undefined.
    pub fn first_insts(&self) -> Vec<Inst> {
        let body = self.body();
        let mut insts = Vec::new();
        let mut next = body.entry();
        let mut seen: Vec<Block> = Vec::new();
        while let Some(block) = next.take() {
            if seen.contains(&block) {
                break;
            }
            seen.push(block);
            insts.extend(
                body.insts(block).filter(|&inst| body.inst(inst).opcode != Opcode::DebugRecord),
            );
            next = body
                .terminator(block)
                .filter(|&end| body.inst(end).opcode == Opcode::Br)
                .and_then(|end| body.inst(end).edges().next())
                .map(|edge| body.edge(edge).to);
        }
        insts
    }

    /// Whether an instruction is executed in every run that is defined and whose calls return.
    pub fn is_surely_reached(&self, inst: Inst) -> bool {
        let first = self.first_insts();
        let returns = |&before: &Inst| !self.has_function_attr(before, AttrKind::NoReturn);
        first.iter().position(|&it| it == inst).is_some_and(|at| first[..at].iter().all(returns))
    }

    /// Whether an instruction is executed in every run, and nothing that could be undefined,
    /// observed or left stands before it.
    pub fn is_first_effect(&self, inst: Inst) -> bool {
        let first = self.first_insts();
        let silent = |&before: &Inst| {
            let opcode = self.opcode(before);
            matches!(opcode, Opcode::Alloca | Opcode::Br) || opcode.info().effects == Effects::PURE
        };
        first.iter().position(|&it| it == inst).is_some_and(|at| first[..at].iter().all(silent))
    }

    /// Whether a call, or what it calls, has a function attribute.
    pub fn has_function_attr(&self, call: Inst, kind: AttrKind) -> bool {
        let Extra::Call(info) = self.body().extra(call) else { return false };
        let declared = self.callee(call).map(|func| self.module.functions[func].attrs);
        [Some(info.attrs), declared]
            .into_iter()
            .flatten()
            .any(|list| self.ctx.has_attr(self.ctx.attr_list_data(list).function, kind))
    }

    // Changing.

    /// The body, to be changed.
    pub fn body_mut(&mut self) -> &mut Body {
        match self.module.functions[self.func].body_mut() {
            Some(body) => body,
            None => unreachable!("a bench is only made for a body"),
        }
    }

    /// An integer constant as a value.
    pub fn int(&mut self, ty: Type, value: u64) -> Value {
        let id = self.ctx.const_int(ty, value);
        self.body_mut().constant(id, ty)
    }

    /// The zero of a type as a value.
    pub fn zero(&mut self, ty: Type) -> Option<Value> {
        let id = self.ctx.const_zero(ty)?;
        Some(self.body_mut().constant(id, ty))
    }

    /// Takes an instruction away. Whoever used its result uses a value of the same type that can be
    /// used there, or zero.
    pub fn drop_inst(&mut self, inst: Inst) -> Option<()> {
        if let Some(result) = self.body().inst(inst).result() {
            let new = match self.other_value(result, inst) {
                Some(other) => other,
                None => self.zero(self.body().value_type(result))?,
            };
            self.body_mut().replace_uses(result, new);
        }
        self.body_mut().remove_inst(inst);
        Some(())
    }

    /// Puts another instruction in the place of one.
    pub fn replace(&mut self, inst: Inst, blueprint: Blueprint) -> Inst {
        let body = self.body_mut();
        let new = insert_before(body, blueprint, inst);
        if let (Some(old), Some(result)) = (body.inst(inst).result(), body.inst(new).result()) {
            body.replace_uses(old, result);
            let name = body.name(old);
            body.set_name(old, None);
            body.set_name(result, name);
        }
        body.remove_inst(inst);
        new
    }

    /// A set with one attribute more.
    pub fn with_attr(&mut self, set: AttrSet, attr: Attr) -> AttrSet {
        let mut attrs = self.ctx.attrs(set).to_vec();
        attrs.push(attr);
        self.ctx.attr_set(&attrs)
    }

    /// A list of sets with one attribute more at a place.
    pub fn with_list_attr(&mut self, list: AttrList, place: AttrPosition, attr: Attr) -> AttrList {
        let mut data = self.ctx.attr_list_data(list).clone();
        match place {
            AttrPosition::Function => data.function = self.with_attr(data.function, attr),
            AttrPosition::Result => data.result = self.with_attr(data.result, attr),
            AttrPosition::Param(index) => {
                let mut params = data.params.to_vec();
                params.resize(params.len().max(index + 1), AttrSet::EMPTY);
                params[index] = self.with_attr(params[index], attr);
                data.params = params.into();
            }
        }
        self.ctx.attr_list(data.function, data.result, &data.params)
    }

    /// The set at a place of a list.
    pub fn attrs_at(&self, list: AttrList, place: AttrPosition) -> AttrSet {
        let data = self.ctx.attr_list_data(list);
        match place {
            AttrPosition::Function => data.function,
            AttrPosition::Result => data.result,
            AttrPosition::Param(index) => data.param(index),
        }
    }
}

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttrPosition {
    /// At the function or call itself.
    Function,
    /// At what it gives.
    Result,
    /// At a parameter or argument.
    Param(usize),
}

/// Makes an instruction, before another.
pub fn insert_before(body: &mut Body, blueprint: Blueprint, at: Inst) -> Inst {
    let inst = create(body, blueprint);
    body.insert_before(inst, at);
    inst
}

/// Makes an instruction, at the end of a block.
pub fn append(body: &mut Body, blueprint: Blueprint, block: Block) -> Inst {
    let inst = create(body, blueprint);
    body.append_inst(block, inst);
    inst
}

fn create(body: &mut Body, blueprint: Blueprint) -> Inst {
    let result = blueprint.result.map(|ty| body.undefined_value(ty));
    body.create_from(blueprint, result)
}
