//! A function under construction: the block that is being filled, the values in scope, and what is
//! known of them.
//!
//! Invariant (this is what makes the result SSA by construction): every value of `scope` is defined
//! in a block that dominates `block`, or above the insertion point in it. Statements that open
//! blocks cut the scope back to what it was when they leave them; values survive a join only as its
//! parameters.

use super::facts::{AccessFacts, Facts, Spec};
use super::program::{Callee, Program};
use super::types::bits;
use super::{Config, Rng};
use tollgate_ir::{
    AttrList, Block, Body, CallInfo, Const, ConstKind, Context, Extra, Flags, Name, NewInst,
    Opcode, SecondaryMap, Span, Type, TypeKind, Value,
};

/// Whether a value may be poison or undef.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Need {
    Any,
    Clean,
}

/// Where an enclosing loop can be left or gone on with from inside of its body.
#[derive(Clone, Debug)]
pub(super) struct OpenLoop {
    pub exit: Block,
    pub exit_specs: Vec<Spec>,
    pub latch: Option<(Block, Vec<Spec>)>,
}

/// A function under construction.
pub(super) struct Builder<'a, 'p> {
    pub ctx: &'a mut Context,
    pub rng: &'a mut Rng,
    pub program: &'a mut Program<'p>,
    pub body: Body,
    pub name: Name,
    pub block: Block,
    pub scope: Vec<Value>,
    facts: SecondaryMap<Value, Facts>,
    pub loops: Vec<OpenLoop>,
    pub ret: Option<Spec>,
    /// The checksum as a value; none if it is kept in memory.
    pub checksum: Option<Value>,
    /// How often the current block runs at most, for one call.
    pub weight: u64,
    /// How many instructions one call runs at most, about.
    pub cost: u64,
    /// Whether something that may unwind was called without catching it.
    pub throws: bool,
    /// Whether memory that is not the function's own was touched.
    pub touches_memory: bool,
    /// Whether a function was called that may not return.
    pub calls_unknown: bool,
    /// How many blocks have a label.
    pub labels: u32,
    /// Whether a landing pad needs a personality.
    pub personality: bool,
    /// How much deeper statements may nest.
    pub depth_left: u32,
    /// How many loops are open.
    pub loop_level: u32,
    /// Join blocks, with the facts about their parameters.
    pub joins: Vec<(Block, Vec<Spec>)>,
    /// What a call of the function itself looks like, with the value that bounds its depth.
    pub recursion: Option<(Callee, Value)>,
    pub calls_itself: bool,
    pub calls_itself_twice: bool,
    /// Whether this is `main`, which no exception may leave.
    pub is_main: bool,
}

impl<'a, 'p> Builder<'a, 'p> {
    pub fn new(
        ctx: &'a mut Context,
        rng: &'a mut Rng,
        program: &'a mut Program<'p>,
        name: Name,
        params: &[Spec],
        ret: Option<Spec>,
    ) -> Self {
        let types: Vec<Type> = params.iter().map(|spec| spec.ty).collect();
        let mut body = Body::new(&types);
        let block = body.create_block();
        body.append_block(block);
        let depth_left = program.config.depth;
        let mut builder = Self {
            ctx,
            rng,
            program,
            body,
            name,
            block,
            scope: Vec::new(),
            facts: SecondaryMap::new(),
            loops: Vec::new(),
            ret,
            checksum: None,
            weight: 1,
            cost: 0,
            throws: false,
            touches_memory: false,
            calls_unknown: false,
            labels: 0,
            personality: false,
            depth_left,
            loop_level: 0,
            joins: Vec::new(),
            recursion: None,
            calls_itself: false,
            calls_itself_twice: false,
            is_main: false,
        };
        for (index, spec) in params.iter().enumerate() {
            let arg = builder.body.args()[index];
            builder.learn(arg, spec.facts);
            builder.scope.push(arg);
        }
        builder
    }

    pub fn config(&self) -> &'p Config {
        self.program.config
    }

    // What is known.

    pub fn facts(&self, value: Value) -> Facts {
        self.facts[value]
    }

    pub fn learn(&mut self, value: Value, facts: Facts) {
        self.facts[value] = facts;
    }

    pub fn clean(&self, values: &[Value]) -> bool {
        values.iter().all(|&value| self.facts[value].clean)
    }

    /// The largest unsigned value of an integer of at most 64 bits.
    pub fn max(&self, value: Value) -> u64 {
        let width = self.ctx.int_width(self.ty(value)).unwrap_or(64).min(64);
        self.facts[value].max.unwrap_or(u64::MAX >> (64 - width))
    }

    pub fn place(&self, value: Value) -> Option<AccessFacts> {
        self.facts[value].place
    }

    pub fn ty(&self, value: Value) -> Type {
        self.body.value_type(value)
    }

    pub fn width(&self, ty: Type) -> u32 {
        bits(self.ctx, self.ctx.scalar(ty)).unwrap_or(64)
    }

    pub fn is_vector(&self, ty: Type) -> bool {
        matches!(self.ctx.kind(ty), TypeKind::Vector { .. })
    }

    pub fn is_int(&self, ty: Type) -> bool {
        matches!(self.ctx.kind(self.ctx.scalar(ty)), TypeKind::Int(_))
    }

    pub fn is_float(&self, ty: Type) -> bool {
        matches!(self.ctx.kind(self.ctx.scalar(ty)), TypeKind::Float(_))
    }

    /// Whether operations here may give poison: never where it could do harm.
    pub fn may_poison(&mut self, need: Need) -> bool {
        self.config().poison && need == Need::Any && self.rng.chance(40)
    }

    /// What the operand of something that is undefined behaviour for poison has to be.
    pub fn hazard(&mut self) -> Need {
        if self.config().ub_free || self.rng.chance(65) { Need::Clean } else { Need::Any }
    }

    // Constants.

    pub fn constant(&mut self, id: Const) -> Value {
        let data = self.ctx.constant(id);
        let ty = data.ty;
        let clean = is_defined(self.ctx, id);
        let max = match self.ctx.constant(id).kind {
            ConstKind::Int(value) => Some(value),
            _ => None,
        };
        let value = self.body.constant(id, ty);
        let place = self.facts[value].place;
        self.learn(value, Facts { clean, max, place });
        value
    }

    /// An integer constant of any width, or a vector of it; negative numbers are sign-extended.
    pub fn int(&mut self, ty: Type, number: i64) -> Value {
        let id = self.int_const(ty, number);
        self.constant(id)
    }

    pub fn int_const(&mut self, ty: Type, number: i64) -> Const {
        let scalar = self.ctx.scalar(ty);
        let sign = if number < 0 { u64::MAX } else { 0 };
        let limbs: Vec<u64> = [number as u64].into_iter().chain([sign; 8]).collect();
        let lane = self.ctx.const_wide_int(scalar, &limbs);
        if scalar == ty { lane } else { self.ctx.const_splat(ty, lane) }
    }

    pub fn bool(&mut self, truth: bool) -> Value {
        let id = self.ctx.const_bool(truth);
        self.constant(id)
    }

    // Blocks.

    pub fn new_block(&mut self) -> Block {
        self.body.create_block()
    }

    /// Goes on in a block, which is put at the end of the layout.
    pub fn enter(&mut self, block: Block) {
        self.body.append_block(block);
        self.block = block;
    }

    /// Gives a block parameters for the checksum and for `specs`.
    pub fn open_params(&mut self, block: Block, specs: &[Spec]) -> Vec<Value> {
        if self.checksum.is_some() {
            let param = self.body.append_param(block, Type::I64);
            self.learn(param, Facts { clean: true, ..Facts::default() });
        }
        specs
            .iter()
            .map(|spec| {
                let param = self.body.append_param(block, spec.ty);
                self.learn(param, spec.facts);
                param
            })
            .collect()
    }

    /// Lets the parameters of the current block come into scope, and the checksum be the first of
    /// them.
    pub fn take_params(&mut self, params: &[Value]) {
        if self.checksum.is_some() {
            self.checksum = self.body.params(self.block).first().copied();
        }
        self.scope.extend_from_slice(params);
    }

    /// The arguments of an edge to a block whose parameters were opened for `specs`.
    pub fn edge_args(&mut self, specs: &[Spec]) -> Vec<Value> {
        let mut args: Vec<Value> = specs.iter().map(|spec| self.supply(spec)).collect();
        if let Some(checksum) = self.checksum {
            args.insert(0, checksum);
        }
        args
    }

    pub fn label(&mut self, block: Block) -> Name {
        self.labels += 1;
        let name = Name::Named(self.ctx.symbol(format!("target{}", self.labels).as_bytes()));
        self.body.set_label(block, Some(name), Span::NONE);
        name
    }

    // Instructions.

    pub fn emit(&mut self, new: NewInst<'_>) -> Option<Value> {
        let inst = self.body.create_inst(new);
        self.body.append_inst(self.block, inst);
        self.cost = self.cost.saturating_add(self.weight);
        self.body.inst(inst).result()
    }

    /// An operation whose result has the type `ty` and is clean exactly if all operands are and no
    /// flag can poison it.
    pub fn op_with(
        &mut self,
        opcode: Opcode,
        ty: Type,
        operands: &[Value],
        flags: Flags,
        predicate: u8,
    ) -> Value {
        let clean = self.clean(operands) && !flags.intersects(Flags::POISON);
        let new =
            NewInst { predicate, ..NewInst::new(opcode, ty, operands).returning(ty).flags(flags) };
        let inst = self.body.create_inst(new);
        self.body.append_inst(self.block, inst);
        self.cost = self.cost.saturating_add(self.weight);
        // `create_inst` returns a result exactly where one was requested.
        let result = self.body.inst(inst).result().unwrap_or(operands[0]);
        self.learn(result, Facts { clean, max: None, place: None });
        result
    }

    pub fn op(&mut self, opcode: Opcode, ty: Type, operands: &[Value]) -> Value {
        self.op_with(opcode, ty, operands, Flags::NONE, 0)
    }

    /// A cast; nothing if the type is the same.
    pub fn cast(&mut self, opcode: Opcode, value: Value, ty: Type) -> Value {
        if self.ty(value) == ty { value } else { self.op(opcode, ty, &[value]) }
    }

    pub fn jump(&mut self, to: Block, args: &[Value]) {
        self.emit(NewInst::new(Opcode::Br, Type::VOID, &[]).edges(&[(to, args)]));
    }

    pub fn branch(&mut self, condition: Value, yes: (Block, &[Value]), no: (Block, &[Value])) {
        self.emit(NewInst::new(Opcode::CondBr, Type::I1, &[condition]).edges(&[yes, no]));
    }

    pub fn unreachable(&mut self) {
        self.emit(NewInst::new(Opcode::Unreachable, Type::VOID, &[]));
    }

    /// A call, whose result's facts the caller sets.
    pub fn call(
        &mut self,
        (callee, ty): (Value, Type),
        args: &[Value],
        attrs: AttrList,
        convention: u32,
        flags: Flags,
    ) -> Option<Value> {
        let TypeKind::Function { ret, .. } = *self.ctx.kind(ty) else { return None };
        let operands: Vec<Value> = args.iter().copied().chain([callee]).collect();
        let info = CallInfo { convention, attrs, args: args.len() as u32, bundles: Box::default() };
        let new = NewInst {
            extra: Extra::Call(info),
            flags,
            ..NewInst::new(Opcode::Call, ty, &operands).returning(ret)
        };
        self.emit(new)
    }

    /// A call of an intrinsic without effects: clean if the arguments are.
    pub fn intrinsic(&mut self, stem: &str, suffix: &[Type], ret: Type, args: &[Value]) -> Value {
        let params: Vec<Type> = args.iter().map(|&arg| self.ty(arg)).collect();
        let (callee, ty) = self.program.intrinsic(self.ctx, stem, suffix, ret, &params);
        let callee = self.constant(callee);
        let clean = self.clean(args);
        let result =
            self.call((callee, ty), args, AttrList::EMPTY, 0, Flags::NONE).unwrap_or(callee);
        self.learn(result, Facts { clean, max: None, place: None });
        result
    }

    /// A call of an intrinsic that gives nothing.
    pub fn intrinsic_void(&mut self, stem: &str, suffix: &[Type], args: &[Value]) {
        let params: Vec<Type> = args.iter().map(|&arg| self.ty(arg)).collect();
        let (callee, ty) = self.program.intrinsic(self.ctx, stem, suffix, Type::VOID, &params);
        let callee = self.constant(callee);
        self.call((callee, ty), args, AttrList::EMPTY, 0, Flags::NONE);
    }

    /// Ends the function here.
    pub fn finish(&mut self) {
        match self.ret {
            Some(spec) => {
                let value = self.supply(&spec);
                self.emit(NewInst::new(Opcode::Ret, spec.ty, &[value]));
            }
            None => {
                self.emit(NewInst::new(Opcode::Ret, Type::VOID, &[]));
            }
        }
    }
}

/// Whether a constant has no undef and no poison in it.
fn is_defined(ctx: &Context, id: Const) -> bool {
    match &ctx.constant(id).kind {
        ConstKind::Undef | ConstKind::Poison | ConstKind::Expr(_) => false,
        ConstKind::Aggregate(elems) => elems.iter().all(|&elem| is_defined(ctx, elem)),
        ConstKind::Splat(lane) => is_defined(ctx, *lane),
        ConstKind::Int(_) | ConstKind::WideInt(_) | ConstKind::Float(..) | ConstKind::Null => true,
        ConstKind::NoneToken | ConstKind::Zero | ConstKind::Bytes(_) | ConstKind::Global(_) => true,
        ConstKind::BlockAddress { .. } | ConstKind::DsoLocalEquivalent(_) | ConstKind::NoCfi(_) => {
            true
        }
        ConstKind::PtrAuth(_) | ConstKind::Asm(_) => true,
    }
}
