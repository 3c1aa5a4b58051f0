//! Fills a planned graph with parameters, instructions and terminators.
//!
//! Blocks are visited in the order of the dominator tree, with the values of all blocks above at
//! hand: those are what a block may use. Blocks that are never reached come last and may use
//! anything.

use super::exceptional::{Begin, End, Plan};
use super::{CALLEES, PARAMS, Random, Shape, function_name};
use crate::verify::reference::{Dominance, Graph};
use tollgate_ir::{
    AttrList, Block, Body, CallInfo, ConstKind, Context, Extra, Flags, InlineAsm, IntPredicate,
    Name, NewInst, Opcode, Span, Type, TypeKind, Value, ValueDef, Wrapped,
};

/// Values that are at hand, by type.
#[derive(Default)]
struct AtHand {
    numbers: Vec<Value>,
    bools: Vec<Value>,
    exceptions: Vec<Value>,
    tokens: Vec<Value>,
}

impl AtHand {
    fn sizes(&self) -> [usize; 4] {
        [self.numbers.len(), self.bools.len(), self.exceptions.len(), self.tokens.len()]
    }

    fn forget_behind(&mut self, [numbers, bools, exceptions, tokens]: [usize; 4]) {
        self.numbers.truncate(numbers);
        self.bools.truncate(bools);
        self.exceptions.truncate(exceptions);
        self.tokens.truncate(tokens);
    }
}

/// The body of a planned graph.
pub(super) fn make(ctx: &mut Context, random: &mut Random, plan: &Plan, shape: &Shape) -> Body {
    let exception =
        ctx.ty(TypeKind::Struct { packed: false, fields: Box::new([Type::PTR, Type::I32]) });
    let count = plan.edges.len();
    let mut maker = Maker {
        ctx,
        random,
        plan,
        shape,
        body: Body::new(&PARAMS),
        blocks: Vec::new(),
        exception,
        at_hand: AtHand::default(),
        pads: vec![None; count],
        invoked: vec![None; count],
    };
    maker.make_blocks();
    let graph = Graph::new(&plan.edges);
    maker.reached(&graph);
    maker.unreached(&graph);
    maker.debug_records();
    maker.body
}

struct Maker<'a> {
    ctx: &'a mut Context,
    random: &'a mut Random,
    plan: &'a Plan,
    shape: &'a Shape,
    body: Body,
    blocks: Vec<Block>,
    /// The type of exceptions.
    exception: Type,
    at_hand: AtHand,
    /// What the pad of a node gave.
    pads: Vec<Option<Value>>,
    /// What the `invoke` at the end of a node gives.
    invoked: Vec<Option<Value>>,
}

impl Maker<'_> {
    fn make_blocks(&mut self) {
        let count = self.plan.edges.len();
        self.blocks = (0..count).map(|_| self.body.create_block()).collect();
        let mut layout: Vec<usize> = (0..count).collect();
        if self.random.percent(30) {
            for at in (2..count).rev() {
                layout.swap(at, 1 + self.random.below(at));
            }
        }
        for node in layout {
            self.body.append_block(self.blocks[node]);
            let label = Name::Named(self.ctx.symbol(format!("b{node}").as_bytes()));
            self.body.set_label(self.blocks[node], Some(label), Span::NONE);
        }
        for node in 1..count {
            for _ in 0..self.random.below(self.shape.params + 1) {
                let ty = match self.random.below(10) {
                    0..6 => Type::I32,
                    6..9 => Type::I1,
                    _ => self.exception,
                };
                self.body.append_param(self.blocks[node], ty);
            }
        }
        for arg in self.body.args().to_vec() {
            self.offer(arg);
        }
    }

    /// Makes the blocks that are reached.
    fn reached(&mut self, graph: &Graph) {
        let dominance = Dominance::new(graph);
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); graph.len()];
        for (node, above) in dominance.above.iter().enumerate() {
            if let Some(above) = above {
                below[*above].push(node);
            }
        }
        enum Visit {
            Enter(usize),
            Leave([usize; 4]),
        }
        let mut stack = vec![Visit::Enter(0)];
        while let Some(visit) = stack.pop() {
            match visit {
                Visit::Leave(sizes) => self.at_hand.forget_behind(sizes),
                Visit::Enter(node) => {
                    stack.push(Visit::Leave(self.at_hand.sizes()));
                    if let Some(value) = self.invoke_into(graph, &dominance, node) {
                        self.offer(value);
                    }
                    self.block(node);
                    stack.extend(below[node].iter().map(|&node| Visit::Enter(node)));
                }
            }
        }
    }

    /// The result of the `invoke` by whose return alone a node is entered, but for ways that have
    /// passed the node before.
    fn invoke_into(&self, graph: &Graph, dominance: &Dominance, node: usize) -> Option<Value> {
        let from = dominance.above[node]?;
        let value = self.invoked[from]?;
        let returned = self.plan.edges[from].first() == Some(&node);
        let passed = |&other: &usize| other == from || dominance.dominates(node, other);
        (returned && graph.predecessors(node).iter().all(passed)).then_some(value)
    }

    /// Makes the blocks that are never reached. Any value may be used there, even one in its own
    /// definition.
    fn unreached(&mut self, graph: &Graph) {
        for value in self.body.values() {
            if !matches!(self.body.value(value).def, ValueDef::Const(_)) {
                self.offer(value);
            }
        }
        for node in (0..self.blocks.len()).filter(|&node| !graph.is_reached(node)) {
            if self.random.percent(20) && self.plan.begins[node] == Begin::Plain {
                let own = self.body.undefined_value(Type::I32);
                let operands = [own, own];
                let add = NewInst::new(Opcode::Add, Type::I32, &operands).with_result();
                let add = self.body.create_inst_for(add, Some(own));
                self.body.append_inst(self.blocks[node], add);
                self.offer(own);
            }
            self.block(node);
        }
    }

    /// Puts debug records into blocks, at the front or before the end. They may name any value that
    /// is defined somewhere.
    fn debug_records(&mut self) {
        let is_defined = |value: &Value| {
            matches!(self.body.value(*value).def, ValueDef::Param(_) | ValueDef::Inst(_))
        };
        let values: Vec<Value> = self.body.values().filter(is_defined).collect();
        for node in 0..self.blocks.len() {
            let block = self.blocks[node];
            let (true, Some(value), Some(end)) = (
                self.random.percent(self.shape.debug),
                self.random.one_of(&values),
                self.body.terminator(block),
            ) else {
                continue;
            };
            let wrapped = self.body.wrapped_value(Wrapped::Value(value));
            let kind = self.ctx.symbol(b"value");
            let operands = [wrapped];
            let record = NewInst::new(Opcode::DebugRecord, Type::VOID, &operands);
            let record = self.body.create_inst(NewInst { extra: Extra::Record(kind), ..record });
            if self.random.percent(50) {
                self.body.prepend_inst(block, record);
            } else {
                self.body.insert_before(record, end);
            }
        }
    }

    /// Makes the instructions of a block. What it defines is at hand afterwards.
    fn block(&mut self, node: usize) {
        for param in self.body.params(self.blocks[node]).to_vec() {
            self.offer(param);
        }
        self.begin(node);
        if self.plan.begins[node] != Begin::CatchSwitch {
            for _ in 0..self.random.below(self.shape.insts + 1) {
                self.instruction(node);
            }
            if self.random.percent(self.shape.tokens) {
                let null = self.constant(Type::PTR, ConstKind::Null);
                let token = self.call(node, 3, &[null]);
                self.offer_all(token);
            }
        }
        self.end(node);
    }

    /// Puts a value at hand.
    fn offer(&mut self, value: Value) {
        match self.body.value_type(value) {
            Type::I32 => self.at_hand.numbers.push(value),
            Type::I1 => self.at_hand.bools.push(value),
            // A pad's token is for pads.
            Type::TOKEN if self.pads.contains(&Some(value)) => {}
            Type::TOKEN => self.at_hand.tokens.push(value),
            ty if ty == self.exception => self.at_hand.exceptions.push(value),
            _ => {}
        }
    }

    fn offer_all(&mut self, value: Option<Value>) {
        if let Some(value) = value {
            self.offer(value);
        }
    }

    /// Some value of a type: near, far or constant.
    fn pick(&mut self, ty: Type) -> Value {
        let list = match ty {
            Type::I32 => &self.at_hand.numbers,
            Type::I1 => &self.at_hand.bools,
            _ => &self.at_hand.exceptions,
        };
        let from =
            if self.random.percent(self.shape.far) { 0 } else { list.len().saturating_sub(4) };
        match self.random.one_of(&list[from..]) {
            Some(value) if self.random.percent(90) => value,
            _ if ty == self.exception => self.constant(ty, ConstKind::Zero),
            _ => {
                let bits = self.random.below(if ty == Type::I1 { 2 } else { 9 }) as u64;
                self.constant(ty, ConstKind::Int(bits))
            }
        }
    }

    fn constant(&mut self, ty: Type, kind: ConstKind) -> Value {
        let id = self.ctx.make_const(ty, kind);
        self.body.constant(id, ty)
    }

    fn emit(&mut self, node: usize, new: NewInst<'_>) -> Option<Value> {
        let inst = self.body.create_inst(new);
        self.body.append_inst(self.blocks[node], inst);
        self.body.inst(inst).result()
    }

    fn begin(&mut self, node: usize) {
        let none = self.constant(Type::TOKEN, ConstKind::NoneToken);
        self.pads[node] = match self.plan.begins[node] {
            Begin::Plain | Begin::CatchSwitch => None,
            Begin::LandingPad => {
                let pad = NewInst::new(Opcode::LandingPad, self.exception, &[])
                    .with_result()
                    .flags(Flags::CLEANUP);
                let pad = self.emit(node, NewInst { extra: Extra::Filters(Box::default()), ..pad });
                self.offer_all(pad);
                pad
            }
            Begin::CleanupPad => self
                .emit(node, NewInst::new(Opcode::CleanupPad, Type::TOKEN, &[none]).with_result()),
            Begin::CatchPad(switch) => {
                let switch = self.pads[switch].unwrap_or(none);
                self.emit(
                    node,
                    NewInst::new(Opcode::CatchPad, Type::TOKEN, &[switch]).with_result(),
                )
            }
        };
    }

    fn instruction(&mut self, node: usize) {
        let made = match self.random.below(12) {
            0..4 => {
                let ops = [Opcode::Add, Opcode::Sub, Opcode::Xor, Opcode::Mul];
                let opcode = ops[self.random.below(ops.len())];
                let operands = [self.pick(Type::I32), self.pick(Type::I32)];
                self.emit(node, NewInst::new(opcode, Type::I32, &operands).with_result())
            }
            4..6 => {
                let operands = [self.pick(Type::I32), self.pick(Type::I32)];
                let new = NewInst::new(Opcode::ICmp, Type::I1, &operands).with_result();
                let predicate = IntPredicate::ALL[self.random.below(IntPredicate::ALL.len())];
                self.emit(node, NewInst { predicate: predicate as u8, ..new })
            }
            6 => {
                let operands = [self.pick(Type::I1), self.pick(Type::I32), self.pick(Type::I32)];
                self.emit(node, NewInst::new(Opcode::Select, Type::I32, &operands).with_result())
            }
            7 => {
                let operands = [self.pick(Type::I1), self.pick(Type::I1)];
                self.emit(node, NewInst::new(Opcode::Xor, Type::I1, &operands).with_result())
            }
            8 => {
                let operands = [self.pick(self.exception)];
                let new = NewInst::new(Opcode::ExtractValue, Type::I32, &operands).with_result();
                self.emit(node, NewInst { extra: Extra::Indices(Box::new([1])), ..new })
            }
            9 => {
                let operand = self.pick(Type::I1);
                self.emit(node, NewInst::new(Opcode::ZExt, Type::I32, &[operand]).with_result())
            }
            10 => match self.random.one_of(&self.at_hand.tokens) {
                Some(token) => {
                    let last = self.constant(Type::I1, ConstKind::Int(0));
                    self.call(node, 4, &[token, last])
                }
                None => self.ask(node),
            },
            _ => {
                let told = self.pick(Type::I32);
                self.call(node, 1, &[told])
            }
        };
        self.offer_all(made);
    }

    /// A number from the world.
    fn ask(&mut self, node: usize) -> Option<Value> {
        let said = self.pick(Type::I32);
        let number = self.call(node, 0, &[said]);
        self.offer_all(number);
        number
    }

    /// Calls one of the functions of the module.
    fn call(&mut self, node: usize, callee: usize, args: &[Value]) -> Option<Value> {
        let (operands, new) = self.call_parts(Opcode::Call, callee, args);
        self.emit(node, NewInst { operands: &operands, ..new })
    }

    fn call_parts(
        &mut self,
        opcode: Opcode,
        callee: usize,
        args: &[Value],
    ) -> (Vec<Value>, NewInst<'static>) {
        let (name, ret, params, vararg) = CALLEES[callee];
        let ty = self.ctx.ty(TypeKind::Function { ret, params: params.into(), vararg });
        let name = Name::Named(self.ctx.symbol(name));
        let callee = self.constant(Type::PTR, ConstKind::Global(name));
        let operands = args.iter().copied().chain([callee]).collect();
        let info = CallInfo {
            convention: 0,
            attrs: AttrList::EMPTY,
            args: args.len() as u32,
            bundles: Box::default(),
        };
        let new = NewInst::new(opcode, ty, &[]).returning(ret);
        (operands, NewInst { extra: Extra::Call(info), ..new })
    }

    /// Makes the terminator of a block.
    fn end(&mut self, node: usize) {
        let count = self.plan.edges[node].len();
        let none = self.constant(Type::TOKEN, ConstKind::NoneToken);
        let pad = self.pads[node].unwrap_or(none);
        match self.plan.ends[node] {
            End::Invoke => self.invoke(node),
            End::CatchSwitch => {
                self.pads[node] = self.terminate(
                    node,
                    NewInst::new(Opcode::CatchSwitch, Type::TOKEN, &[none]).with_result(),
                );
            }
            End::CatchRet => {
                _ = self.terminate(node, NewInst::new(Opcode::CatchRet, Type::TOKEN, &[pad]))
            }
            End::CleanupRet => {
                _ = self.terminate(node, NewInst::new(Opcode::CleanupRet, Type::TOKEN, &[pad]))
            }
            End::IndirectBr => {
                let address = self.address(node);
                self.terminate(node, NewInst::new(Opcode::IndirectBr, Type::PTR, &[address]));
            }
            End::CallBr => self.callbr(node),
            End::Plain if count == 0 && self.plan.begins[node] == Begin::LandingPad => {
                self.terminate(node, NewInst::new(Opcode::Resume, self.exception, &[pad]));
            }
            End::Plain if count == 0 && self.random.percent(10) => {
                self.terminate(node, NewInst::new(Opcode::Unreachable, Type::VOID, &[]));
            }
            End::Plain if count == 0 => {
                let result = self.pick(Type::I32);
                self.terminate(node, NewInst::new(Opcode::Ret, Type::I32, &[result]));
            }
            End::Plain if count == 1 => {
                _ = self.terminate(node, NewInst::new(Opcode::Br, Type::VOID, &[]))
            }
            End::Plain if count == 2 && !self.random.percent(self.shape.switches) => {
                let condition = self.condition(node);
                self.terminate(node, NewInst::new(Opcode::CondBr, Type::I1, &[condition]));
            }
            End::Plain => self.switch(node),
        }
    }

    /// Emits a terminator with the edges of the plan.
    fn terminate(&mut self, node: usize, new: NewInst<'_>) -> Option<Value> {
        let args = self.arguments(node, None);
        let edges: Vec<(Block, &[Value])> =
            args.iter().map(|(block, args)| (*block, &args[..])).collect();
        self.emit(node, new.edges(&edges))
    }

    /// The targets of a node with arguments for their parameters: equal ones for equal targets.
    /// `returned` may be used on the first edge.
    fn arguments(&mut self, node: usize, returned: Option<Value>) -> Vec<(Block, Vec<Value>)> {
        let mut edges: Vec<(Block, Vec<Value>)> = Vec::new();
        for &to in &self.plan.edges[node] {
            let to = self.blocks[to];
            if let Some(same) = edges.iter().find(|edge| edge.0 == to) {
                edges.push(same.clone());
                continue;
            }
            let types: Vec<Type> =
                self.body.params(to).iter().map(|&param| self.body.value_type(param)).collect();
            let mut args = Vec::new();
            for ty in types {
                let own = returned
                    .filter(|_| ty == Type::I32 && edges.is_empty() && self.random.percent(50));
                args.push(own.unwrap_or_else(|| self.pick(ty)));
            }
            edges.push((to, args));
        }
        edges
    }

    fn condition(&mut self, node: usize) -> Value {
        if self.random.percent(25) {
            return self.pick(Type::I1);
        }
        let number = self.ask(node);
        let number = number.unwrap_or_else(|| self.pick(Type::I32));
        let operands = [number, self.constant(Type::I32, ConstKind::Int(0))];
        let new = NewInst::new(Opcode::ICmp, Type::I1, &operands).with_result();
        let condition = self.emit(node, NewInst { predicate: IntPredicate::Slt as u8, ..new });
        self.offer_all(condition);
        condition.unwrap_or_else(|| self.pick(Type::I1))
    }

    fn switch(&mut self, node: usize) {
        let cases = self.plan.edges[node].len() - 1;
        let number = self.ask(node).unwrap_or_else(|| self.pick(Type::I32));
        let mask =
            self.constant(Type::I32, ConstKind::Int((cases + 1).next_power_of_two() as u64 - 1));
        let number =
            self.emit(node, NewInst::new(Opcode::And, Type::I32, &[number, mask]).with_result());
        self.offer_all(number);
        let mut operands: Vec<Value> = number.into_iter().collect();
        for case in 0..cases {
            operands.push(self.constant(Type::I32, ConstKind::Int(case as u64)));
        }
        self.terminate(node, NewInst::new(Opcode::Switch, Type::I32, &operands));
    }

    fn invoke(&mut self, node: usize) {
        let said = self.pick(Type::I32);
        let (operands, new) = self.call_parts(Opcode::Invoke, 0, &[said]);
        let result = self.body.undefined_value(Type::I32);
        let args = self.arguments(node, Some(result));
        let edges: Vec<(Block, &[Value])> =
            args.iter().map(|(block, args)| (*block, &args[..])).collect();
        let new = NewInst { operands: &operands, ..new }.edges(&edges);
        let inst = self.body.create_inst_for(new, Some(result));
        self.body.append_inst(self.blocks[node], inst);
        self.invoked[node] = Some(result);
    }

    /// An address of one of the targets, whatever the world says.
    fn address(&mut self, node: usize) -> Value {
        let mut address = None;
        for &to in &self.plan.edges[node] {
            let function = function_name(self.ctx);
            let block = Name::Named(self.ctx.symbol(format!("b{to}").as_bytes()));
            let this = self.constant(Type::PTR, ConstKind::BlockAddress { function, block });
            address = match address {
                None => Some(this),
                Some(address) => {
                    let condition = self.condition(node);
                    let operands = [condition, this, address];
                    self.emit(
                        node,
                        NewInst::new(Opcode::Select, Type::PTR, &operands).with_result(),
                    )
                }
            };
        }
        address.unwrap_or_else(|| self.constant(Type::PTR, ConstKind::Null))
    }

    fn callbr(&mut self, node: usize) {
        let said = self.pick(Type::I32);
        let constraints = format!("=r,r{}", ",!i".repeat(self.plan.edges[node].len() - 1));
        let asm = InlineAsm {
            template: self.ctx.symbol(b"# jumps"),
            constraints: self.ctx.symbol(constraints.as_bytes()),
            side_effect: true,
            align_stack: false,
            intel: false,
            unwind: false,
        };
        let callee = self.constant(Type::PTR, ConstKind::Asm(Box::new(asm)));
        let (_, new) = self.call_parts(Opcode::CallBr, 0, &[said]);
        let result = self.terminate(node, NewInst { operands: &[said, callee], ..new });
        self.offer_all(result);
    }
}
