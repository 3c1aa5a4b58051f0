//! Making a module smaller while something interesting stays true of it: delta debugging.
//!
//! A round lists all *edits* of each kind that apply to the module, tries them in chunks (all,
//! halves, quarters, ..., single ones), and keeps every chunk after which the module is well formed
//! and still interesting. Rounds go on until none of them helps or the number of attempts is used
//! up. Every edit removes something or replaces it by something plainer, and one that changes
//! nothing is not tried, so the end comes even without a limit.

use std::collections::BTreeSet;
use tollgate_ir::{
    AttrList, Block, Body, BodyState, Const, ConstKind, Context, Effects, Entity, Extra, Flags,
    Func, Global, GlobalRef, Inst, Module, Name, NewInst, Opcode, PrimaryMap, Type, TypeKind,
    Value, ValueDef, verify_module,
};

/// How long shrinking may take.
#[derive(Clone, Copy, Debug)]
pub struct ShrinkLimits {
    /// How often the question whether a module is interesting may be asked.
    pub attempts: u32,
}

impl Default for ShrinkLimits {
    fn default() -> Self {
        Self { attempts: 5_000 }
    }
}

/// The smallest module that was found of which `is_interesting` holds, starting from one of which
/// it does.
pub fn shrink(
    ctx: &mut Context,
    module: Module,
    is_interesting: &mut dyn FnMut(&Context, &Module) -> bool,
) -> Module {
    shrink_within(ctx, module, ShrinkLimits::default(), is_interesting)
}

/// As [`shrink`], within limits.
pub fn shrink_within(
    ctx: &mut Context,
    module: Module,
    limits: ShrinkLimits,
    is_interesting: &mut dyn FnMut(&Context, &Module) -> bool,
) -> Module {
    let mut shrinker = Shrinker { ctx, module, attempts: limits.attempts, is_interesting };
    loop {
        let before = shrinker.measure();
        for list in EDIT_KINDS {
            shrinker.round(*list);
        }
        if shrinker.attempts == 0 || shrinker.measure() >= before {
            return shrinker.module;
        }
    }
}

/// One simplification. Ids stay valid across changes, so edits can be listed first and applied
/// later; one whose subject no longer exists does nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Edit {
    /// Replaces all calls of a function by zero and drops the function.
    DropFunction(Func),
    /// Ends a block by returning zero.
    Return(Func, Block),
    /// Ends a block by jumping along one of its edges.
    TakeEdge(Func, Block, u32),
    /// Drops all blocks that cannot be reached.
    Prune(Func),
    /// Drops a block that nothing enters.
    DropBlock(Func, Block),
    /// Drops an instruction; its result becomes zero.
    DropInst(Func, Inst),
    /// Lets an instruction's operand stand for its result.
    UseOperand(Func, Inst, u32),
    /// Makes an operand zero.
    ZeroOperand(Func, Inst, u32),
    /// Makes an operand one.
    OneOperand(Func, Inst, u32),
    /// Drops a block parameter; it becomes zero.
    DropParam(Func, Block, u32),
    /// Lets a block end with the code of its only successor, which only it enters.
    Merge(Func, Block),
    /// Drops the flags of an instruction.
    DropFlags(Func, Inst),
    /// Drops the attributes of a call.
    DropCallAttributes(Func, Inst),
    /// Drops the attributes of a function.
    DropAttributes(Func),
    /// Drops a variable that is not mentioned.
    DropGlobal(Global),
    /// Makes a variable zero at first.
    ZeroGlobal(Global),
}

/// How many instructions a module has: the measure that shrinking reduces.
pub(super) fn size(module: &Module) -> usize {
    let body_size = |body: &Body| -> usize {
        body.blocks().map(|block| body.insts(block).count() + body.params(block).len()).sum()
    };
    let bodies: usize =
        module.functions.values().filter_map(|function| function.body()).map(body_size).sum();
    bodies + module.functions.len() + module.globals.len()
}

type Lister = fn(&Module) -> Vec<Edit>;

/// What to try, coarse things first.
const EDIT_KINDS: &[Lister] = &[
    // Dropping one renumbers those after it, so the last are tried first.
    |module| module.functions.keys().rev().map(Edit::DropFunction).collect(),
    |module| of_blocks(module, |func, _, block| vec![Edit::Return(func, block)]),
    |module| {
        of_blocks(module, |func, body, block| {
            let edges = body.succ_edges(block).count() as u32;
            let simple =
                body.terminator(block).is_none_or(|inst| body.inst(inst).opcode == Opcode::Br);
            if simple {
                Vec::new()
            } else {
                (0..edges).map(|at| Edit::TakeEdge(func, block, at)).collect()
            }
        })
    },
    |module| module.functions.keys().map(Edit::Prune).collect(),
    |module| of_blocks(module, |func, _, block| vec![Edit::DropBlock(func, block)]),
    |module| of_insts(module, |func, _, inst| vec![Edit::DropInst(func, inst)]),
    |module| of_blocks(module, |func, _, block| vec![Edit::Merge(func, block)]),
    |module| {
        of_insts(module, |func, body, inst| {
            (0..body.inst(inst).operand_count() as u32)
                .map(|at| Edit::UseOperand(func, inst, at))
                .collect()
        })
    },
    |module| {
        of_blocks(module, |func, body, block| {
            (0..body.params(block).len() as u32)
                .rev()
                .map(|at| Edit::DropParam(func, block, at))
                .collect()
        })
    },
    |module| of_operands(module, Edit::ZeroOperand),
    |module| of_operands(module, Edit::OneOperand),
    |module| of_insts(module, |func, _, inst| vec![Edit::DropFlags(func, inst)]),
    |module| of_insts(module, |func, _, inst| vec![Edit::DropCallAttributes(func, inst)]),
    |module| module.functions.keys().map(Edit::DropAttributes).collect(),
    |module| module.globals.keys().map(Edit::ZeroGlobal).collect(),
    |module| module.globals.keys().rev().map(Edit::DropGlobal).collect(),
];

fn of_blocks(module: &Module, list: impl Fn(Func, &Body, Block) -> Vec<Edit>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (func, function) in module.functions.iter() {
        if let Some(body) = function.body() {
            for block in body.blocks() {
                edits.extend(list(func, body, block));
            }
        }
    }
    edits
}

fn of_insts(module: &Module, list: impl Fn(Func, &Body, Inst) -> Vec<Edit>) -> Vec<Edit> {
    of_blocks(module, |func, body, block| {
        // Users before what they use, so that a chunk of neighbours falls together.
        body.insts_reversed(block).flat_map(|inst| list(func, body, inst)).collect()
    })
}

fn of_operands(module: &Module, edit: impl Fn(Func, Inst, u32) -> Edit) -> Vec<Edit> {
    of_insts(module, |func, body, inst| {
        (0..body.inst(inst).operand_count() as u32).map(|at| edit(func, inst, at)).collect()
    })
}

struct Shrinker<'a> {
    ctx: &'a mut Context,
    module: Module,
    attempts: u32,
    is_interesting: &'a mut dyn FnMut(&Context, &Module) -> bool,
}

impl Shrinker<'_> {
    /// What shrinking reduces: instructions first, then operands that are not constants, flags and
    /// attributes.
    fn measure(&self) -> (usize, usize) {
        let mut rest = 0;
        for function in self.module.functions.values() {
            rest += usize::from(function.attrs != AttrList::EMPTY);
            let Some(body) = function.body() else { continue };
            for block in body.blocks() {
                for inst in body.insts(block) {
                    rest += body
                        .operands(inst)
                        .map(|operand| self.plainness(body, operand))
                        .sum::<usize>();
                    rest += usize::from(!body.inst(inst).flags.is_empty());
                    rest += usize::from(call_attributes(body, inst) != AttrList::EMPTY);
                }
            }
        }
        for global in self.module.globals.values() {
            rest += usize::from(global.init.is_some_and(|init| !self.ctx.is_zero(init)));
        }
        (size(&self.module), rest)
    }

    fn plainness(&self, body: &Body, operand: Value) -> usize {
        match body.as_const(operand) {
            Some(id) if self.ctx.is_zero(id) => 0,
            Some(id) if matches!(self.ctx.constant(id).kind, ConstKind::Int(1)) => 1,
            Some(_) => 2,
            None => 3,
        }
    }

    fn round(&mut self, list: Lister) {
        let edits = list(&self.module);
        let mut chunk = edits.len();
        while chunk > 0 {
            for some in edits.chunks(chunk) {
                if self.attempts == 0 {
                    return;
                }
                self.attempt(some);
            }
            chunk /= 2;
        }
    }

    fn attempt(&mut self, edits: &[Edit]) {
        let mut candidate = self.module.clone();
        let mut changed = false;
        for &edit in edits {
            changed |= apply(self.ctx, &mut candidate, edit);
        }
        if !changed || !verify_module(self.ctx, &candidate).is_empty() {
            return;
        }
        self.attempts -= 1;
        if (self.is_interesting)(self.ctx, &candidate) {
            self.module = candidate;
        }
    }
}

/// Applies an edit; returns whether anything changed.
fn apply(ctx: &mut Context, module: &mut Module, edit: Edit) -> bool {
    match edit {
        Edit::DropFunction(func) => drop_function(ctx, module, func),
        Edit::DropGlobal(global) => drop_global(ctx, module, global),
        Edit::ZeroGlobal(global) => {
            let ty = module.globals[global].ty;
            let zero = ctx.const_zero(ty);
            if module.globals[global].init.is_none() || module.globals[global].init == zero {
                return false;
            }
            module.globals[global].init = zero;
            true
        }
        Edit::DropAttributes(func) => {
            let attrs = &mut module.functions[func].attrs;
            std::mem::replace(attrs, AttrList::EMPTY) != AttrList::EMPTY
        }
        Edit::Return(func, block) => return_from(ctx, module, func, block),
        Edit::TakeEdge(func, block, at) => take_edge(ctx, module, func, block, at),
        Edit::Prune(func) => module.functions[func].body_mut().is_some_and(|body| prune(ctx, body)),
        Edit::DropBlock(func, block) => {
            let Some(body) = module.functions[func].body_mut() else { return false };
            let entered = body.pred_edges(block).any(|edge| body.edge_source(edge) != Some(block));
            if entered || !body.contains_block(block) || body.entry() == Some(block) {
                return false;
            }
            drop_blocks(ctx, body, &[block]);
            true
        }
        Edit::DropInst(func, inst) => {
            let Some(body) = body_with(module, func, inst) else { return false };
            if body.inst(inst).opcode.is_terminator() || !zero_result(ctx, body, inst) {
                return false;
            }
            body.remove_inst(inst);
            true
        }
        Edit::UseOperand(func, inst, at) => use_operand(module, func, inst, at),
        Edit::ZeroOperand(func, inst, at) => set_operand(ctx, module, func, inst, at, 0),
        Edit::OneOperand(func, inst, at) => set_operand(ctx, module, func, inst, at, 1),
        Edit::DropParam(func, block, at) => drop_param(ctx, module, func, block, at),
        Edit::Merge(func, block) => {
            module.functions[func].body_mut().is_some_and(|body| merge(body, block))
        }
        Edit::DropFlags(func, inst) => {
            let Some(body) = body_with(module, func, inst) else { return false };
            let had = body.inst(inst).flags;
            // A landing pad must do something, so its `cleanup` stays.
            let remaining = had & Flags::CLEANUP;
            body.set_flags(inst, remaining);
            had != remaining
        }
        Edit::DropCallAttributes(func, inst) => {
            let Some(body) = body_with(module, func, inst) else { return false };
            drop_call_attributes(body, inst)
        }
    }
}

/// Replaces a terminator by a return of zero.
fn return_from(ctx: &mut Context, module: &mut Module, func: Func, block: Block) -> bool {
    let ret = match *ctx.kind(module.functions[func].ty) {
        TypeKind::Function { ret, .. } => ret,
        _ => Type::VOID,
    };
    let Some(body) = module.functions[func].body_mut() else { return false };
    let Some(old) = body.terminator(block) else { return false };
    if !body.contains_block(block) || body.inst(old).opcode == Opcode::Ret {
        return false;
    }
    let zero = ctx.const_zero(ret);
    replace_terminator(ctx, body, old);
    let operand: Vec<Value> = zero.into_iter().map(|zero| body.constant(zero, ret)).collect();
    let new = body.create_inst(NewInst::new(Opcode::Ret, ret, &operand));
    body.append_inst(block, new);
    true
}

/// Replaces a terminator by a jump along one of its edges.
fn take_edge(ctx: &mut Context, module: &mut Module, func: Func, block: Block, at: u32) -> bool {
    let Some(body) = module.functions[func].body_mut() else { return false };
    let Some(old) = body.terminator(block) else { return false };
    if !body.contains_block(block) || body.inst(old).opcode == Opcode::Br {
        return false;
    }
    let Some(edge) = body.inst(old).edges().nth(at as usize) else { return false };
    let (to, args) = (body.edge(edge).to, body.edge_args(edge).collect::<Vec<_>>());
    replace_terminator(ctx, body, old);
    let new = body.create_inst(NewInst::new(Opcode::Br, Type::VOID, &[]).edges(&[(to, &args)]));
    body.append_inst(block, new);
    true
}

/// Replaces an instruction by one of its operands.
fn use_operand(module: &mut Module, func: Func, inst: Inst, at: u32) -> bool {
    let Some(body) = body_with(module, func, inst) else { return false };
    let Some(result) = body.inst(inst).result() else { return false };
    let Some(operand) = body.operands(inst).nth(at as usize) else { return false };
    let effects = body.inst(inst).opcode.info().effects;
    let fits = body.value_type(operand) == body.value_type(result);
    if !fits || operand == result || effects.has(Effects::TERMINATOR) {
        return false;
    }
    body.replace_uses(result, operand);
    body.remove_inst(inst);
    true
}

/// Replaces a parameter of a block by zero.
fn drop_param(ctx: &mut Context, module: &mut Module, func: Func, block: Block, at: u32) -> bool {
    let Some(body) = module.functions[func].body_mut() else { return false };
    let Some(&param) = body.params(block).get(at as usize) else { return false };
    if !body.contains_block(block) {
        return false;
    }
    let ty = body.value_type(param);
    let Some(zero) = ctx.const_zero(ty) else { return false };
    let zero = body.constant(zero, ty);
    body.replace_uses(param, zero);
    body.remove_param(block, at as usize);
    true
}

/// The body, if the instruction is still in it.
fn body_with(module: &mut Module, func: Func, inst: Inst) -> Option<&mut Body> {
    module.functions[func].body_mut().filter(|body| body.inst(inst).block().is_some())
}

/// Lets zero stand for an instruction's result; false if its type has none.
fn zero_result(ctx: &mut Context, body: &mut Body, inst: Inst) -> bool {
    let Some(result) = body.inst(inst).result() else { return true };
    let ty = body.value_type(result);
    let Some(zero) = ctx.const_zero(ty) else { return false };
    let zero = body.constant(zero, ty);
    body.replace_uses(result, zero);
    true
}

fn replace_terminator(ctx: &mut Context, body: &mut Body, old: Inst) {
    zero_result(ctx, body, old);
    body.remove_inst(old);
}

fn set_operand(
    ctx: &mut Context,
    module: &mut Module,
    func: Func,
    inst: Inst,
    at: u32,
    number: u64,
) -> bool {
    let Some(body) = body_with(module, func, inst) else { return false };
    let Some(operand) = body.operands(inst).nth(at as usize) else { return false };
    let data = body.inst(inst);
    let is_callee =
        matches!(body.extra(inst), Extra::Call(_)) && at as usize + 1 == data.operand_count();
    // Cases of a switch must differ, masks and sizes are what they are.
    let fixed = match data.opcode {
        Opcode::Switch => at > 0,
        Opcode::ShuffleVector => at == 2,
        Opcode::Alloca | Opcode::LandingPad | Opcode::DebugRecord => true,
        Opcode::GetElementPtr => at > 1 && body.as_const(operand).is_some(),
        _ => is_callee,
    };
    let ty = body.value_type(operand);
    let wanted = match number {
        0 => ctx.const_zero(ty),
        _ => ctx.int_width(ty).map(|_| ctx.const_wide_int(ty, &[number])),
    };
    let Some(wanted) = wanted.filter(|_| !fixed) else { return false };
    let plainer = match body.as_const(operand) {
        Some(id) if ctx.is_zero(id) => false,
        Some(id) => number == 0 || !matches!(ctx.constant(id).kind, ConstKind::Int(1)),
        None => !matches!(body.value(operand).def, ValueDef::Meta(_) | ValueDef::Wrapped(_)),
    };
    if !plainer {
        return false;
    }
    let wanted = body.constant(wanted, ty);
    body.set_operand(inst, at as usize, wanted);
    true
}

/// Drops all blocks that cannot be reached from the entry.
fn prune(ctx: &mut Context, body: &mut Body) -> bool {
    let Some(entry) = body.entry() else { return false };
    let mut reached: BTreeSet<Block> = BTreeSet::new();
    let mut work = vec![entry];
    while let Some(block) = work.pop() {
        if reached.insert(block) {
            work.extend(body.succ_edges(block).map(|edge| body.edge(edge).to));
        }
    }
    let dead: Vec<Block> = body.blocks().filter(|block| !reached.contains(block)).collect();
    drop_blocks(ctx, body, &dead);
    !dead.is_empty()
}

/// Drops blocks that only they themselves enter; zeros stand for what they defined.
fn drop_blocks(ctx: &mut Context, body: &mut Body, dead: &[Block]) {
    for &block in dead {
        if let Some(terminator) = body.terminator(block) {
            replace_terminator(ctx, body, terminator);
        }
    }
    for &block in dead {
        for inst in body.insts(block).collect::<Vec<_>>() {
            zero_result(ctx, body, inst);
        }
        for param in body.params(block).to_vec() {
            let ty = body.value_type(param);
            if let Some(zero) = ctx.const_zero(ty) {
                let zero = body.constant(zero, ty);
                body.replace_uses(param, zero);
            }
        }
    }
    for &block in dead {
        body.remove_block(block);
    }
}

/// Appends the only successor of a block, if only the block enters it.
fn merge(body: &mut Body, block: Block) -> bool {
    if !body.contains_block(block) {
        return false;
    }
    let Some(jump) = body.terminator(block).filter(|&inst| body.inst(inst).opcode == Opcode::Br)
    else {
        return false;
    };
    let Some(edge) = body.inst(jump).edges().next() else { return false };
    let next = body.edge(edge).to;
    if next == block || Some(next) == body.entry() || body.pred_edges(next).count() != 1 {
        return false;
    }
    let args: Vec<Value> = body.edge_args(edge).collect();
    for (param, arg) in body.params(next).to_vec().into_iter().zip(args) {
        body.replace_uses(param, arg);
    }
    for inst in body.insts(next).collect::<Vec<_>>() {
        body.move_before(inst, jump);
    }
    body.remove_inst(jump);
    body.remove_block(next);
    true
}

fn call_attributes(body: &Body, inst: Inst) -> AttrList {
    match body.extra(inst) {
        Extra::Call(call) => call.attrs,
        Extra::None
        | Extra::Atomic(_)
        | Extra::Indices(_)
        | Extra::Filters(_)
        | Extra::Record(_) => AttrList::EMPTY,
    }
}

/// Puts a call without attributes in the place of one that has some.
fn drop_call_attributes(body: &mut Body, inst: Inst) -> bool {
    let Extra::Call(info) = body.extra(inst) else { return false };
    if info.attrs == AttrList::EMPTY || body.inst(inst).opcode.is_terminator() {
        return false;
    }
    let mut info = info.clone();
    info.attrs = AttrList::EMPTY;
    let operands: Vec<Value> = body.operands(inst).collect();
    let data = body.inst(inst);
    let (opcode, ty, flags, old) = (data.opcode, data.ty, data.flags, data.result());
    let result = old.map(|value| body.value_type(value));
    let new =
        NewInst { result, flags, extra: Extra::Call(info), ..NewInst::new(opcode, ty, &operands) };
    let new = body.create_inst(new);
    body.insert_before(new, inst);
    if let (Some(old), Some(value)) = (old, body.inst(new).result()) {
        body.replace_uses(old, value);
    }
    body.remove_inst(inst);
    true
}

// Globals.

/// All names that a constant mentions.
fn names_in(ctx: &Context, id: Const, names: &mut BTreeSet<Name>) {
    match &ctx.constant(id).kind {
        ConstKind::Global(name) | ConstKind::DsoLocalEquivalent(name) | ConstKind::NoCfi(name) => {
            names.insert(*name);
        }
        ConstKind::BlockAddress { function, .. } => {
            names.insert(*function);
        }
        ConstKind::Aggregate(parts) | ConstKind::PtrAuth(parts) => {
            parts.iter().for_each(|&part| names_in(ctx, part, names));
        }
        ConstKind::Splat(lane) => names_in(ctx, *lane, names),
        ConstKind::Expr(expr) => expr.operands.iter().for_each(|&part| names_in(ctx, part, names)),
        ConstKind::Int(_) | ConstKind::WideInt(_) | ConstKind::Float(..) | ConstKind::Null => {}
        ConstKind::NoneToken | ConstKind::Zero | ConstKind::Undef | ConstKind::Poison => {}
        ConstKind::Bytes(_) | ConstKind::Asm(_) => {}
    }
}

/// All names that are mentioned, except by the function itself.
fn mentioned(ctx: &Context, module: &Module, except: Option<Func>) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    for global in module.globals.values() {
        global.init.iter().for_each(|&init| names_in(ctx, init, &mut names));
    }
    for alias in module.aliases.values() {
        names_in(ctx, alias.target, &mut names);
    }
    for (func, function) in module.functions.iter() {
        if Some(func) == except {
            continue;
        }
        for id in [function.prefix, function.prologue, function.personality].into_iter().flatten() {
            names_in(ctx, id, &mut names);
        }
        let Some(body) = function.body() else { continue };
        for value in body.values() {
            if let Some(id) = body.as_const(value)
                && body.is_used(value)
            {
                names_in(ctx, id, &mut names);
            }
        }
    }
    names
}

fn drop_function(ctx: &mut Context, module: &mut Module, func: Func) -> bool {
    if func.index() >= module.functions.len() {
        return false;
    }
    let name = module.functions[func].header.name;
    let callee = ctx.make_const(Type::PTR, ConstKind::Global(name));
    for caller in module.functions.keys() {
        let Some(body) = module.functions[caller].body_mut() else { continue };
        let calls: Vec<Inst> = body
            .blocks()
            .flat_map(|block| body.insts(block).collect::<Vec<_>>())
            .filter(|&inst| {
                body.callee(inst).and_then(|value| body.as_const(value)) == Some(callee)
            })
            .filter(|&inst| body.inst(inst).opcode == Opcode::Call)
            .collect();
        for call in calls {
            if zero_result(ctx, body, call) {
                body.remove_inst(call);
            }
        }
    }
    if mentioned(ctx, module, Some(func)).contains(&name) {
        // Other uses keep its name; it stays as a declaration.
        let had = !module.functions[func].is_declaration();
        module.functions[func].body = BodyState::None;
        module.functions[func].personality = None;
        module.functions[func].header.linkage = tollgate_ir::Linkage::External;
        return had;
    }
    let functions = std::mem::take(&mut module.functions);
    let mut remaining = PrimaryMap::new();
    for (id, function) in functions.iter() {
        if id != func {
            remaining.push(function.clone());
        }
    }
    module.functions = remaining;
    rename_symbols(module);
    true
}

fn drop_global(ctx: &Context, module: &mut Module, global: Global) -> bool {
    if global.index() >= module.globals.len() {
        return false;
    }
    let name = module.globals[global].header.name;
    if mentioned(ctx, module, None).contains(&name) {
        return false;
    }
    let globals = std::mem::take(&mut module.globals);
    let mut remaining = PrimaryMap::new();
    for (id, variable) in globals.iter() {
        if id != global {
            remaining.push(variable.clone());
        }
    }
    module.globals = remaining;
    rename_symbols(module);
    true
}

/// Lets names lead to the new numbers of functions and variables.
fn rename_symbols(module: &mut Module) {
    module.symbols.clear();
    for (id, function) in module.functions.iter() {
        module.symbols.entry(function.header.name).or_insert(GlobalRef::Func(id));
    }
    for (id, variable) in module.globals.iter() {
        module.symbols.entry(variable.header.name).or_insert(GlobalRef::Var(id));
    }
    for (id, alias) in module.aliases.iter() {
        module.symbols.entry(alias.header.name).or_insert(GlobalRef::Alias(id));
    }
}
