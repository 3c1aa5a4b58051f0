//! The body of a function: blocks with parameters, instructions, values, and who uses what.
//!
//! * A **block** is a list of parameters and a list of instructions of which exactly the last is a
//!   terminator.
//! * An **edge** leads from a terminator to a block, with one argument for each parameter. Two
//!   edges may join the same blocks: predecessors are a multiset of edges. What LLVM calls a `phi`
//!   is a parameter with its arguments.
//! * A **value** is an argument of the function, a block parameter, the result of an instruction, a
//!   constant (each at most once in a body) or metadata as an operand.
//! * A **use** is one operand of an instruction or one argument of an edge. The uses of a value
//!   form a list.
//!
//! Every edit costs time proportional to what it changes, keeps use lists and predecessor lists
//! exact and leaves ids alone: removed entities keep their id and are merely out of the lists.

mod lists;
mod uses;

use crate::{
    Const, Extra, Flags, InstData, Meta, Name, NewInst, Opt, PrimaryMap, Renaming, SecondaryMap,
    Span, Symbol, Type,
};
use rustc_hash::FxHashMap;

crate::entity! {
    /// A value of a function body.
    Value "v";
    /// An instruction of a function body.
    Inst "i";
    /// A block of a function body.
    Block "b";
    /// A block parameter of a function body.
    Param "p";
    /// An edge of a function body.
    Edge "e";
    /// A use of a value: an operand or an edge argument.
    Use "u";
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// The function's argument with this number.
    Arg(u32),
    /// A block parameter.
    Param(Param),
    /// The result of an instruction.
    Inst(Inst),
    /// A constant.
    Const(Const),
    /// Metadata as an operand.
    Meta(Meta),
    /// Another value of the body, wrapped as metadata (`metadata i32 %x`); the index of
    /// [`Body::wrapped`].
    Wrapped(u32),
    /// Nothing yet: a name that was used before its definition was read.
    Undefined,
}

/// What a body stores of a value.
#[derive(Clone, Debug)]
pub struct ValueData {
    /// Its type.
    pub ty: Type,
    /// Where it comes from.
    pub def: ValueDef,
    first_use: Opt<Use>,
}

/// What a body stores of a block.
#[derive(Clone, Debug, Default)]
pub struct BlockData {
    params: Vec<Value>,
    first: Opt<Inst>,
    last: Opt<Inst>,
    prev: Opt<Block>,
    next: Opt<Block>,
    first_pred: Opt<Edge>,
    last_pred: Opt<Edge>,
    in_layout: bool,
    /// Its label in the text.
    pub label: Option<Name>,
    /// Where its label (or, without one, its first instruction) stands.
    pub span: Span,
}

/// What a body stores of a block parameter.
#[derive(Clone, Debug)]
pub struct ParamData {
    /// The block.
    pub block: Block,
    /// The value it is.
    pub value: Value,
    /// Fast-math flags of the `phi`.
    pub flags: Flags,
    /// Where the `phi` stands.
    pub span: Span,
    /// Its debug location.
    pub debug: Opt<Meta>,
    /// Its other metadata attachments.
    pub attachments: Box<[(Symbol, Meta)]>,
}

/// What a body stores of an edge.
#[derive(Clone, Debug)]
pub struct EdgeData {
    /// The terminator it leaves.
    pub from: Inst,
    /// The block it enters.
    pub to: Block,
    args: UseRange,
    prev_pred: Opt<Edge>,
    next_pred: Opt<Edge>,
    linked: bool,
}

/// Who uses a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum User {
    /// An instruction, as its operand with this number.
    Operand(Inst, u32),
    /// An edge, as its argument with this number.
    EdgeArg(Edge, u32),
}

/// A run of uses: the operands of an instruction or the arguments of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct UseRange {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

#[derive(Clone, Debug)]
struct UseData {
    value: Opt<Value>,
    /// The instruction's number, or the edge's with the top bit set.
    owner: u32,
    prev: Opt<Use>,
    next: Opt<Use>,
}

const EDGE_OWNER: u32 = 1 << 31;

/// Metadata that wraps values of the body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrapped {
    /// One value.
    Value(Value),
    /// `!DIArgList(...)`.
    List(Box<[Value]>),
}

/// The body of a function.
#[derive(Clone, Debug, Default)]
pub struct Body {
    insts: PrimaryMap<Inst, InstData>,
    blocks: PrimaryMap<Block, BlockData>,
    values: PrimaryMap<Value, ValueData>,
    params: PrimaryMap<Param, ParamData>,
    edges: PrimaryMap<Edge, EdgeData>,
    uses: PrimaryMap<Use, UseData>,
    /// Runs of uses that are free again, by binary logarithm of their length.
    free_uses: Vec<Vec<u32>>,
    extras: Vec<Extra>,
    attachments: Vec<(Symbol, Meta)>,
    /// Metadata operands that wrap values of this body.
    pub wrapped: Vec<Wrapped>,
    args: Vec<Value>,
    constants: FxHashMap<Const, Value>,
    names: SecondaryMap<Value, Opt<Symbol>>,
    first_block: Opt<Block>,
    last_block: Opt<Block>,
}

impl Body {
    /// A body without blocks, for a function that takes arguments of these types.
    pub fn new(params: &[Type]) -> Self {
        let mut body = Self::default();
        for (index, &ty) in params.iter().enumerate() {
            let value = body.new_value(ty, ValueDef::Arg(index as u32));
            body.args.push(value);
        }
        body
    }

    /// Makes room for about this many instructions.
    pub fn reserve(&mut self, insts: usize) {
        if self.insts.is_empty() {
            self.insts = PrimaryMap::with_capacity(insts);
            self.uses = PrimaryMap::with_capacity(insts * 2);
        }
    }

    /// Gives back memory that is not used.
    pub fn shrink_to_fit(&mut self) {
        self.insts.shrink_to_fit();
        self.values.shrink_to_fit();
        self.blocks.shrink_to_fit();
        self.edges.shrink_to_fit();
        self.uses.shrink_to_fit();
        self.extras.shrink_to_fit();
        self.attachments.shrink_to_fit();
    }

    /// Bytes held on the heap, roughly.
    pub fn heap_bytes(&self) -> usize {
        self.insts.heap_bytes()
            + self.values.heap_bytes()
            + self.blocks.heap_bytes()
            + self.edges.heap_bytes()
            + self.uses.heap_bytes()
            + self.params.heap_bytes()
            + self.names.heap_bytes()
            + self.extras.capacity() * size_of::<Extra>()
            + self.attachments.capacity() * size_of::<(Symbol, Meta)>()
            + self.constants.capacity() * size_of::<(Const, Value)>()
    }

    // Reading.

    /// The function's arguments.
    pub fn args(&self) -> &[Value] {
        &self.args
    }

    /// The block where execution begins: the first.
    pub fn entry(&self) -> Option<Block> {
        self.first_block.get()
    }

    /// The blocks in the order of the layout.
    pub fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        std::iter::successors(self.first_block.get(), |&block| self.blocks[block].next.get())
    }

    /// How many block ids there are, removed ones included.
    pub fn block_ids(&self) -> usize {
        self.blocks.len()
    }

    /// How many instruction ids there are, removed ones included.
    pub fn inst_ids(&self) -> usize {
        self.insts.len()
    }

    /// How many value ids there are, removed ones included.
    pub fn value_ids(&self) -> usize {
        self.values.len()
    }

    /// How many edge ids there are, removed ones included.
    pub fn edge_ids(&self) -> usize {
        self.edges.len()
    }

    /// All value ids.
    pub fn values(&self) -> impl Iterator<Item = Value> + use<> {
        self.values.keys()
    }

    /// A block.
    pub fn block(&self, block: Block) -> &BlockData {
        &self.blocks[block]
    }

    /// Whether a block is in the layout.
    pub fn contains_block(&self, block: Block) -> bool {
        self.blocks[block].in_layout
    }

    /// The parameters of a block.
    pub fn params(&self, block: Block) -> &[Value] {
        &self.blocks[block].params
    }

    /// What is known of a block parameter.
    pub fn param(&self, param: Param) -> &ParamData {
        &self.params[param]
    }

    /// The instructions of a block in order.
    pub fn insts(&self, block: Block) -> impl Iterator<Item = Inst> + '_ {
        std::iter::successors(self.blocks[block].first.get(), |&inst| self.insts[inst].next.get())
    }

    /// The instructions of a block, last first.
    pub fn insts_reversed(&self, block: Block) -> impl Iterator<Item = Inst> + '_ {
        std::iter::successors(self.blocks[block].last.get(), |&inst| self.insts[inst].prev.get())
    }

    /// The last instruction of a block, if it is a terminator.
    pub fn terminator(&self, block: Block) -> Option<Inst> {
        self.blocks[block].last.get().filter(|&inst| self.insts[inst].opcode.is_terminator())
    }

    /// An instruction.
    #[inline]
    pub fn inst(&self, inst: Inst) -> &InstData {
        &self.insts[inst]
    }

    /// The instruction after this one in its block.
    pub fn next_inst(&self, inst: Inst) -> Option<Inst> {
        self.insts[inst].next.get()
    }

    /// The instruction before this one in its block.
    pub fn prev_inst(&self, inst: Inst) -> Option<Inst> {
        self.insts[inst].prev.get()
    }

    /// What the opcode needs besides operands, flags and type.
    pub fn extra(&self, inst: Inst) -> &Extra {
        match self.insts[inst].extra {
            u32::MAX => &Extra::None,
            index => &self.extras[index as usize],
        }
    }

    /// The metadata attachments of an instruction, its debug location apart.
    pub fn attachments(&self, inst: Inst) -> &[(Symbol, Meta)] {
        let data = &self.insts[inst];
        &self.attachments[data.first_attachment as usize..][..data.attachment_count as usize]
    }

    /// The operands of an instruction in order.
    #[inline]
    pub fn operands(
        &self,
        inst: Inst,
    ) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + Clone + '_ {
        self.range_values(self.insts[inst].operands)
    }

    /// An operand of an instruction.
    #[inline]
    pub fn operand(&self, inst: Inst, index: usize) -> Value {
        let range = self.insts[inst].operands;
        assert!(index < range.len as usize, "operand {index} of {inst}");
        self.use_value(range.start + index as u32)
    }

    /// The operands that are arguments of a call, invoke or callbr.
    pub fn call_args(
        &self,
        inst: Inst,
    ) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + Clone + '_ {
        let count = match self.extra(inst) {
            Extra::Call(call) => call.args as usize,
            _ => 0,
        };
        self.operands(inst).take(count)
    }

    /// The callee of a call, invoke or callbr: its last operand.
    pub fn callee(&self, inst: Inst) -> Option<Value> {
        matches!(self.extra(inst), Extra::Call(_))
            .then(|| self.operands(inst).next_back())
            .flatten()
    }

    fn range_values(
        &self,
        range: UseRange,
    ) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + Clone + '_ {
        (range.start..range.start + range.len).map(|index| self.use_value(index))
    }

    #[inline]
    fn use_value(&self, index: u32) -> Value {
        // Every use in a live range has a value: `fill` sets all of them.
        Value::from_u32(self.uses[Use::from_u32(index)].value.get().map_or(u32::MAX, Value::as_u32))
    }

    /// An edge.
    pub fn edge(&self, edge: Edge) -> &EdgeData {
        &self.edges[edge]
    }

    /// The arguments of an edge, one for each parameter of its target.
    pub fn edge_args(
        &self,
        edge: Edge,
    ) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + Clone + '_ {
        self.range_values(self.edges[edge].args)
    }

    /// An argument of an edge.
    pub fn edge_arg(&self, edge: Edge, index: usize) -> Value {
        let range = self.edges[edge].args;
        assert!(index < range.len as usize, "argument {index} of {edge}");
        self.use_value(range.start + index as u32)
    }

    /// The edges that leave a block.
    pub fn succ_edges(&self, block: Block) -> impl DoubleEndedIterator<Item = Edge> + use<> {
        self.terminator(block).map(|inst| self.insts[inst].edges()).into_iter().flatten()
    }

    /// The edges that enter a block, in the order in which they were made.
    pub fn pred_edges(&self, block: Block) -> impl Iterator<Item = Edge> + '_ {
        std::iter::successors(self.blocks[block].first_pred.get(), |&edge| {
            self.edges[edge].next_pred.get()
        })
    }

    /// The block an edge leaves.
    pub fn edge_source(&self, edge: Edge) -> Option<Block> {
        self.insts[self.edges[edge].from].block.get()
    }

    /// A value.
    #[inline]
    pub fn value(&self, value: Value) -> &ValueData {
        &self.values[value]
    }

    /// The type of a value.
    #[inline]
    pub fn value_type(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// The constant that a value is.
    pub fn as_const(&self, value: Value) -> Option<Const> {
        match self.values[value].def {
            ValueDef::Const(id) => Some(id),
            _ => None,
        }
    }

    /// Who uses a value; the last use that was made comes first.
    pub fn users(&self, value: Value) -> impl Iterator<Item = User> + '_ {
        std::iter::successors(self.values[value].first_use.get(), |&at| self.uses[at].next.get())
            .map(|at| self.user(at))
    }

    /// Whether a value is used at all.
    pub fn is_used(&self, value: Value) -> bool {
        self.values[value].first_use.is_some()
    }

    fn user(&self, at: Use) -> User {
        let owner = self.uses[at].owner;
        if owner & EDGE_OWNER != 0 {
            let edge = Edge::from_u32(owner & !EDGE_OWNER);
            User::EdgeArg(edge, at.as_u32() - self.edges[edge].args.start)
        } else {
            let inst = Inst::from_u32(owner);
            User::Operand(inst, at.as_u32() - self.insts[inst].operands.start)
        }
    }

    /// The name of a value in the text; none if it is numbered.
    pub fn name(&self, value: Value) -> Option<Symbol> {
        self.names[value].get()
    }

    // Making.

    fn new_value(&mut self, ty: Type, def: ValueDef) -> Value {
        self.values.push(ValueData { ty, def, first_use: Opt::NONE })
    }

    /// The value of a constant of this type.
    pub fn constant(&mut self, id: Const, ty: Type) -> Value {
        let values = &mut self.values;
        *self.constants.entry(id).or_insert_with(|| {
            values.push(ValueData { ty, def: ValueDef::Const(id), first_use: Opt::NONE })
        })
    }

    /// Metadata as a value.
    pub fn meta_value(&mut self, meta: Meta) -> Value {
        self.new_value(Type::METADATA, ValueDef::Meta(meta))
    }

    /// Metadata that wraps values of this body, as a value.
    pub fn wrapped_value(&mut self, wrapped: Wrapped) -> Value {
        self.wrapped.push(wrapped);
        self.new_value(Type::METADATA, ValueDef::Wrapped(self.wrapped.len() as u32 - 1))
    }

    /// A value that is yet to be defined: by [`define_param`](Self::define_param) or as the result
    /// in [`create_inst_for`](Self::create_inst_for).
    pub fn undefined_value(&mut self, ty: Type) -> Value {
        self.new_value(ty, ValueDef::Undefined)
    }

    /// Names a value.
    pub fn set_name(&mut self, value: Value, name: Option<Symbol>) {
        if name.is_some() || self.names[value].is_some() {
            self.names[value] = name.into();
        }
    }

    /// A new block, not yet in the layout.
    pub fn create_block(&mut self) -> Block {
        self.blocks.push(BlockData::default())
    }

    /// Sets the label and place of a block.
    pub fn set_label(&mut self, block: Block, label: Option<Name>, span: Span) {
        self.blocks[block].label = label;
        self.blocks[block].span = span;
    }

    /// Puts a block at the end of the layout.
    pub fn append_block(&mut self, block: Block) {
        self.insert_block_after(block, self.last_block.get());
    }

    /// Puts a block after another in the layout, or at the front.
    pub fn insert_block_after(&mut self, block: Block, after: Option<Block>) {
        debug_assert!(!self.blocks[block].in_layout);
        let next = match after {
            Some(after) => std::mem::replace(&mut self.blocks[after].next, block.into()),
            None => std::mem::replace(&mut self.first_block, block.into()),
        };
        match next.get() {
            Some(next) => self.blocks[next].prev = block.into(),
            None => self.last_block = block.into(),
        }
        let data = &mut self.blocks[block];
        (data.prev, data.next, data.in_layout) = (after.into(), next, true);
    }

    /// Takes a block out of the layout and removes its instructions. No edge may enter it any more
    /// but itself.
    pub fn remove_block(&mut self, block: Block) {
        while let Some(inst) = self.blocks[block].last.get() {
            self.remove_inst(inst);
        }
        let (prev, next) = (self.blocks[block].prev, self.blocks[block].next);
        match prev.get() {
            Some(prev) => self.blocks[prev].next = next,
            None => self.first_block = next,
        }
        match next.get() {
            Some(next) => self.blocks[next].prev = prev,
            None => self.last_block = prev,
        }
        let data = &mut self.blocks[block];
        (data.prev, data.next, data.in_layout) = (Opt::NONE, Opt::NONE, false);
    }

    /// Adds a parameter to a block; the caller gives every entering edge an argument with
    /// [`push_edge_arg`](Self::push_edge_arg).
    pub fn append_param(&mut self, block: Block, ty: Type) -> Value {
        let value = self.undefined_value(ty);
        self.define_param(block, value, Flags::NONE, Span::NONE);
        value
    }

    /// Makes a value that is yet undefined a parameter of a block.
    pub fn define_param(&mut self, block: Block, value: Value, flags: Flags, span: Span) -> Param {
        debug_assert_eq!(self.values[value].def, ValueDef::Undefined);
        let param = self.params.push(ParamData {
            block,
            value,
            flags,
            span,
            debug: Opt::NONE,
            attachments: Box::default(),
        });
        self.values[value].def = ValueDef::Param(param);
        self.blocks[block].params.push(value);
        param
    }

    /// Sets the metadata of a block parameter.
    pub fn set_param_metadata(
        &mut self,
        param: Param,
        debug: Option<Meta>,
        attachments: &[(Symbol, Meta)],
    ) {
        self.params[param].debug = debug.into();
        self.params[param].attachments = attachments.into();
    }

    /// Removes a parameter from its block and its argument from every entering edge. Nothing may
    /// use it any more.
    pub fn remove_param(&mut self, block: Block, index: usize) {
        let value = self.blocks[block].params.remove(index);
        debug_assert!(
            !self.is_used(value) || self.users(value).all(|user| matches!(user, User::EdgeArg(..)))
        );
        let mut at = self.blocks[block].first_pred.get();
        while let Some(edge) = at {
            self.remove_edge_arg(edge, index);
            at = self.edges[edge].next_pred.get();
        }
        self.values[value].def = ValueDef::Undefined;
    }

    /// Makes an instruction, not yet in a block. Its result is a new value.
    pub fn create_inst(&mut self, new: NewInst<'_>) -> Inst {
        let result = match new.result {
            Some(ty) if ty != Type::VOID => Some(self.undefined_value(ty)),
            _ => None,
        };
        self.create_inst_for(new, result)
    }

    /// Makes an instruction, not yet in a block, whose result is a value that is yet undefined.
    pub fn create_inst_for(&mut self, new: NewInst<'_>, result: Option<Value>) -> Inst {
        let inst = self.insts.next_id();
        let operands = self.alloc_uses(inst.as_u32(), new.operands);
        let first_edge = self.edges.len() as u32;
        for &(to, args) in new.edges {
            let edge = self.edges.next_id();
            let args = self.alloc_uses(edge.as_u32() | EDGE_OWNER, args);
            self.edges.push(EdgeData {
                from: inst,
                to,
                args,
                prev_pred: Opt::NONE,
                next_pred: Opt::NONE,
                linked: false,
            });
        }
        let extra = match new.extra {
            Extra::None => u32::MAX,
            extra => {
                self.extras.push(extra);
                self.extras.len() as u32 - 1
            }
        };
        let first_attachment = self.attachments.len() as u32;
        let attachments = &new.attachments[..new.attachments.len().min(usize::from(u8::MAX))];
        self.attachments.extend_from_slice(attachments);
        if let Some(result) = result {
            debug_assert_eq!(self.values[result].def, ValueDef::Undefined);
            self.values[result].def = ValueDef::Inst(inst);
        }
        self.insts.push(InstData {
            opcode: new.opcode,
            predicate: new.predicate,
            align: new.align.map_or(0, |align| align.trailing_zeros() as u8 + 1),
            attachment_count: attachments.len() as u8,
            flags: new.flags,
            ty: new.ty,
            extra,
            operands,
            first_edge,
            edge_count: new.edges.len() as u32,
            result: result.into(),
            block: Opt::NONE,
            prev: Opt::NONE,
            next: Opt::NONE,
            span: new.span,
            debug: new.debug.into(),
            first_attachment,
        })
    }

    /// Puts an instruction at the end of a block. The edges of a terminator now enter their
    /// targets.
    pub fn append_inst(&mut self, block: Block, inst: Inst) {
        self.link_inst(block, inst, self.blocks[block].last, Opt::NONE);
    }

    /// Puts an instruction before another.
    pub fn insert_before(&mut self, inst: Inst, before: Inst) {
        if let Some(block) = self.insts[before].block.get() {
            self.link_inst(block, inst, self.insts[before].prev, before.into());
        }
    }

    /// Puts an instruction at the front of a block.
    pub fn prepend_inst(&mut self, block: Block, inst: Inst) {
        self.link_inst(block, inst, Opt::NONE, self.blocks[block].first);
    }

    fn link_inst(&mut self, block: Block, inst: Inst, prev: Opt<Inst>, next: Opt<Inst>) {
        debug_assert!(self.insts[inst].block.is_none());
        match prev.get() {
            Some(prev) => self.insts[prev].next = inst.into(),
            None => self.blocks[block].first = inst.into(),
        }
        match next.get() {
            Some(next) => self.insts[next].prev = inst.into(),
            None => self.blocks[block].last = inst.into(),
        }
        let data = &mut self.insts[inst];
        (data.block, data.prev, data.next) = (block.into(), prev, next);
        for edge in self.insts[inst].edges() {
            self.link_edge(edge);
        }
    }

    fn unlink_inst(&mut self, inst: Inst) {
        let data = &self.insts[inst];
        let (Some(block), prev, next) = (data.block.get(), data.prev, data.next) else { return };
        match prev.get() {
            Some(prev) => self.insts[prev].next = next,
            None => self.blocks[block].first = next,
        }
        match next.get() {
            Some(next) => self.insts[next].prev = prev,
            None => self.blocks[block].last = prev,
        }
        let data = &mut self.insts[inst];
        (data.block, data.prev, data.next) = (Opt::NONE, Opt::NONE, Opt::NONE);
        for edge in self.insts[inst].edges() {
            self.unlink_edge(edge);
        }
    }

    /// Moves an instruction before another, which may stand in another block.
    pub fn move_before(&mut self, inst: Inst, before: Inst) {
        self.unlink_inst(inst);
        self.insert_before(inst, before);
    }

    /// Moves an instruction to the end of a block.
    pub fn move_to_end(&mut self, inst: Inst, block: Block) {
        self.unlink_inst(inst);
        self.append_inst(block, inst);
    }

    /// Takes an instruction out of its block; it uses nothing any more.
    pub fn remove_inst(&mut self, inst: Inst) {
        self.unlink_inst(inst);
        for edge in self.insts[inst].edges() {
            let range = std::mem::take(&mut self.edges[edge].args);
            self.free_range(range);
        }
        let range = std::mem::take(&mut self.insts[inst].operands);
        self.free_range(range);
    }

    // Edges.

    fn link_edge(&mut self, edge: Edge) {
        let to = self.edges[edge].to;
        let last = std::mem::replace(&mut self.blocks[to].last_pred, edge.into());
        match last.get() {
            Some(last) => self.edges[last].next_pred = edge.into(),
            None => self.blocks[to].first_pred = edge.into(),
        }
        let data = &mut self.edges[edge];
        (data.prev_pred, data.next_pred, data.linked) = (last, Opt::NONE, true);
    }

    fn unlink_edge(&mut self, edge: Edge) {
        let EdgeData { to, prev_pred, next_pred, linked, .. } = self.edges[edge];
        if !linked {
            return;
        }
        match prev_pred.get() {
            Some(prev) => self.edges[prev].next_pred = next_pred,
            None => self.blocks[to].first_pred = next_pred,
        }
        match next_pred.get() {
            Some(next) => self.edges[next].prev_pred = prev_pred,
            None => self.blocks[to].last_pred = prev_pred,
        }
        self.edges[edge].linked = false;
    }

    /// Lets an edge enter another block, with other arguments.
    pub fn redirect_edge(&mut self, edge: Edge, to: Block, args: &[Value]) {
        let linked = self.edges[edge].linked;
        self.unlink_edge(edge);
        self.edges[edge].to = to;
        if linked {
            self.link_edge(edge);
        }
        self.set_edge_args(edge, args);
    }

    /// Replaces all arguments of an edge.
    pub fn set_edge_args(&mut self, edge: Edge, args: &[Value]) {
        let range = std::mem::take(&mut self.edges[edge].args);
        self.free_range(range);
        self.edges[edge].args = self.alloc_uses(edge.as_u32() | EDGE_OWNER, args);
    }

    /// Replaces one argument of an edge.
    pub fn set_edge_arg(&mut self, edge: Edge, index: usize, value: Value) {
        let range = self.edges[edge].args;
        assert!(index < range.len as usize, "argument {index} of {edge}");
        self.set_use(Use::from_u32(range.start + index as u32), value);
    }

    /// Adds an argument to an edge.
    pub fn push_edge_arg(&mut self, edge: Edge, value: Value) {
        let args: Vec<Value> = self.edge_args(edge).chain([value]).collect();
        self.set_edge_args(edge, &args);
    }

    fn remove_edge_arg(&mut self, edge: Edge, index: usize) {
        let args: Vec<Value> = self
            .edge_args(edge)
            .enumerate()
            .filter(|&(at, _)| at != index)
            .map(|(_, arg)| arg)
            .collect();
        self.set_edge_args(edge, &args);
    }

    /// Sets the flags of an instruction.
    pub fn set_flags(&mut self, inst: Inst, flags: Flags) {
        self.insts[inst].flags = flags;
    }

    /// Takes the metadata attachments of a kind away from an instruction.
    pub fn remove_attachments(&mut self, inst: Inst, kind: Symbol) {
        let data = &mut self.insts[inst];
        let all = &mut self.attachments[data.first_attachment as usize..]
            [..data.attachment_count as usize];
        // Stable: those that stay keep their order.
        all.sort_by_key(|&(other, _)| other == kind);
        data.attachment_count = all.partition_point(|&(other, _)| other != kind) as u8;
    }

    // Merging what threads read.

    /// Follows ids into the context that absorbed the one this body was read with.
    pub fn rename(&mut self, to: &Renaming) {
        for value in self.values.values_mut() {
            value.ty = to.ty(value.ty);
            value.def = match value.def {
                ValueDef::Const(id) => ValueDef::Const(to.constant(id)),
                ValueDef::Meta(meta) => ValueDef::Meta(to.meta(meta)),
                def => def,
            };
        }
        self.constants = std::mem::take(&mut self.constants)
            .into_iter()
            .map(|(id, value)| (to.constant(id), value))
            .collect();
        for inst in self.insts.values_mut() {
            inst.ty = to.ty(inst.ty);
            inst.debug = inst.debug.get().map(|meta| to.meta(meta)).into();
        }
        for (kind, meta) in &mut self.attachments {
            (*kind, *meta) = (to.symbol(*kind), to.meta(*meta));
        }
        for param in self.params.values_mut() {
            param.debug = param.debug.get().map(|meta| to.meta(meta)).into();
            for (kind, meta) in &mut param.attachments {
                (*kind, *meta) = (to.symbol(*kind), to.meta(*meta));
            }
        }
        for extra in &mut self.extras {
            match extra {
                Extra::None | Extra::Indices(_) | Extra::Filters(_) => {}
                Extra::Call(call) => {
                    call.attrs = to.attr_list(call.attrs);
                    for bundle in &mut call.bundles {
                        bundle.tag = to.symbol(bundle.tag);
                    }
                }
                Extra::Atomic(atomic) => atomic.scope = atomic.scope.map(|scope| to.symbol(scope)),
                Extra::Record(kind) => *kind = to.symbol(*kind),
            }
        }
        for value in self.values.keys() {
            if let Some(name) = self.names[value].get() {
                self.names[value] = to.symbol(name).into();
            }
        }
        for block in self.blocks.values_mut() {
            if let Some(Name::Named(name)) = &mut block.label {
                *name = to.symbol(*name);
            }
        }
    }
}
