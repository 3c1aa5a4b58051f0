//! The rules of bodies: lists, blocks, edges, and that every use sees its definition.

use super::{Place, Verifier, ViolationKind};
use crate::{
    Block, Body, Dominators, Edge, Entity, Extra, Flags, Func, Function, Inst, Opcode,
    SecondaryMap, Shape, Type, TypeKind, Value, ValueDef, Wrapped,
};

/// A body that is being checked, and what its signature says.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub(super) func: Func,
    pub(super) function: &'a Function,
    pub(super) body: &'a Body,
    pub(super) ret: Type,
    pub(super) vararg: bool,
    pub(super) params: &'a [Type],
}

/// Where in its function a use stands.
#[derive(Clone, Copy)]
enum UsePoint {
    /// At an instruction.
    Inst(Block, Inst),
    /// On an edge, after the terminator that it leaves.
    Edge(Block, Edge),
}

/// What an operand is to its instruction: not everything may stand everywhere.
enum Seat {
    /// A value.
    Plain,
    /// Part of a bundle of a call, where intrinsics may be named.
    Bundle,
    /// What is called. Calls check it themselves, since it may be assembly.
    Callee,
}

/// What the checks of uses need to know of the whole body.
struct Order {
    dominators: Dominators,
    /// The place of each instruction within its block.
    position: Vec<u32>,
}

impl<'a> Verifier<'a> {
    /// Checks the body of a function.
    pub(super) fn body(&mut self, func: Func, function: &'a Function, body: &'a Body) {
        (self.place, self.span) = (Place::Func(func), function.header.span);
        // With broken lists nothing else can be asked.
        if let Err(fault) = body.check_lists() {
            return self.report(ViolationKind::BrokenLists { fault });
        }
        // The header has reported a type that is none of functions.
        let TypeKind::Function { ret, params, vararg } = self.ctx.kind(function.ty) else { return };
        let scope = Scope { func, function, body, ret: *ret, vararg: *vararg, params };
        let args = body.args();
        let equal = args.len() == params.len()
            && args.iter().zip(params).all(|(&arg, &param)| body.value_type(arg) == param);
        if !equal {
            self.report(ViolationKind::BodyArguments { expected: params.len(), found: args.len() });
        }
        let Some(entry) = body.entry() else { return self.report(ViolationKind::NoBlocks) };
        if body.pred_edges(entry).next().is_some() {
            self.at_block(scope, entry);
            self.report(ViolationKind::EntryHasPredecessors);
        }
        if !body.params(entry).is_empty() {
            self.at_block(scope, entry);
            self.report(ViolationKind::EntryHasParams { found: body.params(entry).len() });
        }
        let mut order =
            Order { dominators: Dominators::new(body), position: vec![0; body.inst_ids()] };
        for block in body.blocks() {
            for (at, inst) in body.insts(block).enumerate() {
                order.position[inst.index()] = at as u32;
            }
        }
        let mut edge_to: SecondaryMap<Block, Option<Edge>> = SecondaryMap::new();
        for block in body.blocks() {
            self.block(scope, block);
            for inst in body.insts(block) {
                (self.place, self.span) = (Place::Inst(func, inst), body.inst(inst).span);
                self.inst(scope, inst);
                let point = UsePoint::Inst(block, inst);
                for (index, value) in body.operands(inst).enumerate() {
                    self.used(scope, &order, point, index, value);
                }
                self.edges(scope, &order, block, inst, &mut edge_to);
            }
        }
        self.exceptions(scope);
    }

    fn at_block(&mut self, scope: Scope<'_>, block: Block) {
        (self.place, self.span) = (Place::Block(scope.func, block), scope.body.block(block).span);
    }

    fn block(&mut self, scope: Scope<'_>, block: Block) {
        let body = scope.body;
        for &value in body.params(block) {
            (self.place, self.span) = (Place::Param(scope.func, value), body.block(block).span);
            let ty = body.value_type(value);
            let param = match body.value(value).def {
                ValueDef::Param(param) if body.param(param).block == block => body.param(param),
                _ => {
                    let fault = format!("{value} is listed as a parameter of {block}, but is none");
                    self.report(ViolationKind::BrokenLists { fault });
                    continue;
                }
            };
            self.span = param.span;
            if ty == Type::TOKEN {
                self.report(ViolationKind::TokenChoice);
            } else if !self.ctx.kind(ty).is_first_class()
                || matches!(ty, Type::LABEL | Type::METADATA)
            {
                self.report(ViolationKind::ParamType { found: self.show(ty) });
            }
            if !param.flags.is_empty() {
                let foreign = param.flags - Flags::FAST;
                if !foreign.is_empty() {
                    // A parameter is what the text calls `phi`: the flags of float arithmetic are
                    // all it can have.
                    self.report(ViolationKind::Flags { opcode: Opcode::FAdd, flags: foreign });
                }
                self.fast_math(Some(ty));
            }
            if let Some(debug) = param.debug.get() {
                self.metadata(debug);
            }
            self.attachments(&param.attachments);
        }
        self.at_block(scope, block);
        if body.terminator(block).is_none() {
            self.report(ViolationKind::MissingTerminator);
        }
        for inst in body.insts(block) {
            let opcode = body.inst(inst).opcode;
            if opcode.is_terminator() && body.next_inst(inst).is_some() {
                (self.place, self.span) = (Place::Inst(scope.func, inst), body.inst(inst).span);
                self.report(ViolationKind::TerminatorInside { opcode });
            }
        }
    }

    /// Checks the edges of an instruction against their targets. `edge_to` is all empty before and
    /// after.
    fn edges(
        &mut self,
        scope: Scope<'_>,
        order: &Order,
        block: Block,
        inst: Inst,
        edge_to: &mut SecondaryMap<Block, Option<Edge>>,
    ) {
        let body = scope.body;
        let data = body.inst(inst);
        self.edge_count(data.opcode, data.edges().len());
        for edge in data.edges() {
            let to = body.edge(edge).to;
            self.place = Place::Edge(scope.func, edge);
            if !body.contains_block(to) {
                self.report(ViolationKind::EdgeToRemovedBlock);
                continue;
            }
            let (expected, found) = (body.params(to).len(), body.edge_args(edge).len());
            if expected != found {
                self.report(ViolationKind::EdgeArgCount { expected, found });
                continue;
            }
            for (index, (arg, &param)) in body.edge_args(edge).zip(body.params(to)).enumerate() {
                let (expected, found) = (body.value_type(param), body.value_type(arg));
                if expected != found {
                    let (expected, found) = (self.show(expected), self.show(found));
                    self.report(ViolationKind::EdgeArgType { index, expected, found });
                }
                self.used(scope, order, UsePoint::Edge(block, edge), index, arg);
            }
            if expected == 0 {
                continue;
            }
            match edge_to[to] {
                None => edge_to[to] = Some(edge),
                Some(other) => {
                    // A `phi` names blocks, not edges, so that it cannot tell them apart.
                    if !body.edge_args(edge).eq(body.edge_args(other)) {
                        self.report(ViolationKind::EdgeArgsDiffer);
                    }
                }
            }
        }
        for edge in data.edges() {
            let to = body.edge(edge).to;
            if edge_to[to].is_some() {
                edge_to[to] = None;
            }
        }
    }

    fn edge_count(&mut self, opcode: Opcode, found: usize) {
        let (fits, expected) = match opcode.shape() {
            Shape::Br | Shape::CatchRet => (found == 1, "one edge"),
            Shape::CondBr => (found == 2, "two edges"),
            Shape::Switch => (found >= 1, "a default edge and one for each case"),
            Shape::CleanupRet => (found <= 1, "one edge or none"),
            Shape::CatchSwitch => (found >= 1, "at least one edge"),
            Shape::IndirectBr => (true, ""),
            Shape::Call => match opcode {
                Opcode::Invoke => (found == 2, "two edges"),
                Opcode::CallBr => (found >= 1, "at least one edge"),
                _ => (found == 0, "no edges"),
            },
            Shape::FloatUnary | Shape::IntBinary | Shape::FloatBinary | Shape::Cast => {
                (found == 0, "no edges")
            }
            Shape::IntCompare | Shape::FloatCompare | Shape::Freeze | Shape::Select => {
                (found == 0, "no edges")
            }
            Shape::ExtractElement | Shape::InsertElement | Shape::ShuffleVector => {
                (found == 0, "no edges")
            }
            Shape::ExtractValue | Shape::InsertValue | Shape::Alloca | Shape::Load => {
                (found == 0, "no edges")
            }
            Shape::Store | Shape::Gep | Shape::Fence | Shape::CmpXchg | Shape::AtomicRmw => {
                (found == 0, "no edges")
            }
            Shape::VaArg | Shape::LandingPad | Shape::FuncletPad | Shape::DebugRecord => {
                (found == 0, "no edges")
            }
            Shape::Ret | Shape::Resume | Shape::Unreachable => (found == 0, "no edges"),
        };
        if !fits {
            self.report(ViolationKind::EdgeCount { opcode, expected, found });
        }
    }

    /// Checks one use: that there is a definition, and that every path to the use passes through
    /// it.
    fn used(
        &mut self,
        scope: Scope<'_>,
        order: &Order,
        point: UsePoint,
        operand: usize,
        value: Value,
    ) {
        let body = scope.body;
        match body.value(value).def {
            ValueDef::Arg(_) => {}
            ValueDef::Const(id) => match self.seat(scope, point, operand) {
                Seat::Plain => self.constant(id),
                Seat::Bundle => self.callee_constant(id),
                Seat::Callee => {}
            },
            ValueDef::Meta(meta) => self.metadata(meta),
            ValueDef::Undefined => self.report(ViolationKind::UndefinedValue { operand }),
            ValueDef::Wrapped(index) => self.wrapped(scope, operand, index),
            ValueDef::Param(_) | ValueDef::Inst(_) => match defining_block(body, value) {
                None => self.report(ViolationKind::RemovedValue { operand }),
                Some(block) => {
                    if !sees(body, order, value, block, point) {
                        self.report(ViolationKind::NotDominated { operand });
                    }
                }
            },
        }
    }

    fn seat(&self, scope: Scope<'_>, point: UsePoint, operand: usize) -> Seat {
        let UsePoint::Inst(_, inst) = point else { return Seat::Plain };
        let Extra::Call(call) = scope.body.extra(inst) else { return Seat::Plain };
        if operand + 1 == scope.body.inst(inst).operand_count() {
            Seat::Callee
        } else if operand >= call.args as usize {
            Seat::Bundle
        } else {
            Seat::Plain
        }
    }

    /// Values in metadata must exist; that they are executed before is not asked, as in LLVM.
    fn wrapped(&mut self, scope: Scope<'_>, operand: usize, index: u32) {
        let body = scope.body;
        let values: &[Value] = match body.wrapped.get(index as usize) {
            Some(Wrapped::Value(value)) => std::slice::from_ref(value),
            Some(Wrapped::List(values)) => values,
            None => return self.report(ViolationKind::UndefinedValue { operand }),
        };
        for &value in values {
            match body.value(value).def {
                ValueDef::Arg(_) => {}
                ValueDef::Const(id) => self.constant(id),
                ValueDef::Meta(_) | ValueDef::Wrapped(_) | ValueDef::Undefined => {
                    self.report(ViolationKind::UndefinedValue { operand });
                }
                ValueDef::Param(_) | ValueDef::Inst(_) => {
                    if defining_block(body, value).is_none() {
                        self.report(ViolationKind::RemovedValue { operand });
                    }
                }
            }
        }
    }
}

/// The block of the layout in which a parameter or result is defined.
fn defining_block(body: &Body, value: Value) -> Option<Block> {
    let block = match body.value(value).def {
        ValueDef::Param(param) => Some(body.param(param).block),
        ValueDef::Inst(inst) => body.inst(inst).block(),
        ValueDef::Arg(_)
        | ValueDef::Const(_)
        | ValueDef::Meta(_)
        | ValueDef::Wrapped(_)
        | ValueDef::Undefined => None,
    };
    block.filter(|&block| body.contains_block(block))
}

/// Whether a parameter or result that `block` defines is known at a point.
fn sees(body: &Body, order: &Order, value: Value, block: Block, point: UsePoint) -> bool {
    let dominators = &order.dominators;
    let at = match point {
        UsePoint::Inst(at, _) | UsePoint::Edge(at, _) => at,
    };
    if !dominators.is_reachable(at) {
        return true;
    }
    let ValueDef::Inst(inst) = body.value(value).def else {
        return dominators.dominates(block, at);
    };
    // The result of an invoke exists only if the callee returned: on the normal edge and after it.
    if body.inst(inst).opcode == Opcode::Invoke {
        let Some(normal) = body.inst(inst).edges().next() else { return false };
        return edge_dominates(body, dominators, normal, point, at);
    }
    if block != at {
        return dominators.dominates(block, at);
    }
    match point {
        UsePoint::Inst(_, user) => order.position[inst.index()] < order.position[user.index()],
        UsePoint::Edge(..) => true,
    }
}

/// Whether every path to a point takes an edge.
fn edge_dominates(
    body: &Body,
    dominators: &Dominators,
    edge: Edge,
    point: UsePoint,
    at: Block,
) -> bool {
    if let UsePoint::Edge(_, used) = point
        && used == edge
    {
        return true;
    }
    let to = body.edge(edge).to;
    dominators.dominates(to, at)
        && body.pred_edges(to).all(|other| {
            other == edge
                || body.edge_source(other).is_none_or(|source| dominators.dominates(to, source))
        })
}
