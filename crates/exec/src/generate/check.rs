//! Is a module well formed? A plain second opinion for the generator and the shrinker.
//!
//! A body is well formed if its lists agree, every block of the layout ends with its only terminator, the entry is entered by
//! nobody, every edge gives one argument of the right type to each parameter of its target, edges between the same two
//! blocks give the same arguments (LLVM's `phi` cannot tell them apart), operands have the types that the opcode's
//! shape asks for, and every operand is defined on every path that leads to its use. Blocks that cannot be reached are exempt
//! from the last.

use std::fmt;
use tollgate_ir::{
    Block, Body, Const, ConstKind, Context, Edge, ExprDetail, Func, Inst, Module, Opcode, SecondaryMap, Shape, Type,
    TypeKind, User, Value, ValueDef,
};

/// What is wrong with a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The function.
    pub function: Func,
    /// The block, if it is one that is wrong.
    pub block: Option<Block>,
    /// What is wrong.
    pub kind: FaultKind,
}

/// The kinds of faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Use or predecessor lists disagree.
    Lists(String),
    /// There is no block at all.
    Empty,
    /// The entry has parameters or predecessors.
    EnteredEntry,
    /// The last instruction is no terminator, or another one is.
    Terminator,
    /// An edge leads out of the layout.
    LostTarget(Edge),
    /// An edge's arguments do not fit its target's parameters.
    EdgeArguments(Edge),
    /// Two edges between the same blocks have different arguments.
    UnequalEdges(Edge),
    /// An operand has the wrong type or number.
    Operands(Inst),
    /// A value is used where it need not be defined.
    Dominance(Value),
    /// A landing pad is not where it must be.
    LandingPad(Inst),
    /// A global is named that the module does not have.
    Unknown(Const),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.function)?;
        if let Some(block) = self.block {
            write!(f, " {block}")?;
        }
        write!(f, ": {:?}", self.kind)
    }
}

impl std::error::Error for Fault {}

/// Checks all bodies of a module; gives the first fault.
pub fn check_module(ctx: &Context, module: &Module) -> Result<(), Fault> {
    for (function, data) in module.functions.iter() {
        if let Some(body) = data.body() {
            let ret = match *ctx.kind(data.ty) {
                TypeKind::Function { ret, .. } => ret,
                _ => Type::VOID,
            };
            Checker { ctx, module, body, function, ret }.check()?;
        }
    }
    Ok(())
}

struct Checker<'a> {
    ctx: &'a Context,
    module: &'a Module,
    body: &'a Body,
    function: Func,
    ret: Type,
}

impl Checker<'_> {
    fn fault<T>(&self, block: impl Into<Option<Block>>, kind: FaultKind) -> Result<T, Fault> {
        Err(Fault { function: self.function, block: block.into(), kind })
    }

    fn check(&self) -> Result<(), Fault> {
        let body = self.body;
        if let Err(message) = body.check_lists() {
            return self.fault(None, FaultKind::Lists(message));
        }
        let Some(entry) = body.entry() else { return self.fault(None, FaultKind::Empty) };
        if body.pred_edges(entry).next().is_some() || !body.params(entry).is_empty() {
            return self.fault(entry, FaultKind::EnteredEntry);
        }
        for block in body.blocks() {
            let Some(terminator) = body.terminator(block) else { return self.fault(block, FaultKind::Terminator) };
            for inst in body.insts(block) {
                if body.inst(inst).opcode.is_terminator() != (inst == terminator) {
                    return self.fault(block, FaultKind::Terminator);
                }
                if !self.operands_fit(inst) {
                    return self.fault(block, FaultKind::Operands(inst));
                }
                if !self.landing_pad_fits(block, inst) {
                    return self.fault(block, FaultKind::LandingPad(inst));
                }
                for operand in body.operands(inst) {
                    if let Some(id) = body.as_const(operand)
                        && !self.is_known(id)
                    {
                        return self.fault(block, FaultKind::Unknown(id));
                    }
                }
            }
            self.check_edges(block)?;
        }
        self.check_dominance(entry)
    }

    fn check_edges(&self, block: Block) -> Result<(), Fault> {
        let body = self.body;
        let edges: Vec<Edge> = body.succ_edges(block).collect();
        for (at, &edge) in edges.iter().enumerate() {
            let to = body.edge(edge).to;
            if !body.contains_block(to) {
                return self.fault(block, FaultKind::LostTarget(edge));
            }
            let wanted = body.params(to).iter().map(|&param| body.value_type(param));
            let given = body.edge_args(edge).map(|arg| body.value_type(arg));
            if !given.eq(wanted) {
                return self.fault(block, FaultKind::EdgeArguments(edge));
            }
            for &other in &edges[..at] {
                if body.edge(other).to == to && !body.edge_args(other).eq(body.edge_args(edge)) {
                    return self.fault(block, FaultKind::UnequalEdges(edge));
                }
            }
        }
        Ok(())
    }

    /// Whether every global that a constant names is there.
    fn is_known(&self, id: Const) -> bool {
        match &self.ctx.constant(id).kind {
            ConstKind::Global(name) | ConstKind::DsoLocalEquivalent(name) | ConstKind::NoCfi(name) => {
                self.module.lookup(*name).is_some()
            }
            ConstKind::BlockAddress { function, block } => match self.module.function_named(*function) {
                Some(func) => self.module.functions[func]
                    .body()
                    .is_none_or(|body| body.blocks().any(|it| body.block(it).label == Some(*block))),
                None => false,
            },
            ConstKind::Aggregate(parts) | ConstKind::PtrAuth(parts) => parts.iter().all(|&part| self.is_known(part)),
            ConstKind::Splat(lane) => self.is_known(*lane),
            ConstKind::Expr(expr) => {
                let bounds = match expr.detail {
                    ExprDetail::Gep { inrange: Some((low, high)), .. } => vec![low, high],
                    ExprDetail::Gep { inrange: None, .. } | ExprDetail::None | ExprDetail::Indices(_) => Vec::new(),
                    ExprDetail::IntPredicate(_) | ExprDetail::FloatPredicate(_) => Vec::new(),
                };
                expr.operands.iter().chain(&bounds).all(|&part| self.is_known(part))
            }
            ConstKind::Int(_) | ConstKind::WideInt(_) | ConstKind::Float(..) | ConstKind::Null => true,
            ConstKind::NoneToken | ConstKind::Zero | ConstKind::Undef | ConstKind::Poison => true,
            ConstKind::Bytes(_) | ConstKind::Asm(_) => true,
        }
    }

    fn operands_fit(&self, inst: Inst) -> bool {
        let body = self.body;
        let data = body.inst(inst);
        let types: Vec<Type> = body.operands(inst).map(|operand| body.value_type(operand)).collect();
        let result = data.result().map(|value| body.value_type(value));
        let same = |count: usize| types.len() == count && types.iter().all(|&ty| Some(ty) == result);
        match data.opcode.shape() {
            Shape::FloatUnary | Shape::Freeze => same(1),
            Shape::IntBinary | Shape::FloatBinary => same(2),
            Shape::Cast => types.len() == 1 && result.is_some(),
            Shape::IntCompare | Shape::FloatCompare => types.len() == 2 && types[0] == types[1],
            Shape::Select => types.len() == 3 && types[1] == types[2] && Some(types[1]) == result,
            Shape::ExtractElement => types.len() == 2 && result == Some(self.ctx.scalar(types[0])),
            Shape::InsertElement => types.len() == 3 && result == Some(types[0]),
            Shape::ShuffleVector => types.len() == 3 && types[0] == types[1],
            Shape::ExtractValue => types.len() == 1,
            Shape::InsertValue => types.len() == 2 && result == Some(types[0]),
            Shape::Alloca | Shape::Load | Shape::VaArg => types.len() == 1 && result.is_some(),
            Shape::Store => types.len() == 2 && result.is_none(),
            Shape::Gep => !types.is_empty() && result.is_some(),
            Shape::Fence => types.is_empty(),
            Shape::CmpXchg => types.len() == 3,
            Shape::AtomicRmw => types.len() == 2,
            Shape::Call => self.call_fits(inst, &types),
            Shape::LandingPad | Shape::FuncletPad | Shape::DebugRecord => true,
            Shape::Ret => match types[..] {
                [] => self.ret == Type::VOID,
                [ty] => self.ret == ty,
                _ => false,
            },
            Shape::Br | Shape::Unreachable => types.is_empty(),
            Shape::CondBr => types[..] == [Type::I1] && data.edges().len() == 2,
            Shape::Switch => types.len() == data.edges().len() && types.iter().all(|&ty| ty == types[0]),
            Shape::IndirectBr | Shape::Resume => types.len() == 1,
            Shape::CleanupRet | Shape::CatchRet | Shape::CatchSwitch => true,
        }
    }

    fn call_fits(&self, inst: Inst, types: &[Type]) -> bool {
        let TypeKind::Function { params, vararg, .. } = self.ctx.kind(self.body.inst(inst).ty) else { return false };
        let args = self.body.call_args(inst).len();
        let enough = if *vararg { args >= params.len() } else { args == params.len() };
        enough && types.iter().zip(params).all(|(have, want)| have == want)
    }

    /// A landing pad is the first instruction of a block that only unwinding edges enter, and they enter no other.
    fn landing_pad_fits(&self, block: Block, inst: Inst) -> bool {
        let body = self.body;
        match body.inst(inst).opcode {
            Opcode::LandingPad => {
                body.insts(block).next() == Some(inst)
                    && body.pred_edges(block).all(|edge| {
                        let from = body.inst(body.edge(edge).from);
                        from.opcode == Opcode::Invoke && from.edges().nth(1) == Some(edge)
                    })
            }
            Opcode::Invoke => {
                let pad = body.inst(inst).edges().nth(1).map(|edge| body.edge(edge).to);
                let first = pad.and_then(|pad| body.insts(pad).next());
                first.is_some_and(|first| body.inst(first).opcode == Opcode::LandingPad)
            }
            _ => true,
        }
    }

    fn check_dominance(&self, entry: Block) -> Result<(), Fault> {
        let body = self.body;
        let tree = Dominators::new(body, entry);
        let mut order: SecondaryMap<Inst, u32> = SecondaryMap::new();
        for block in body.blocks() {
            for (at, inst) in body.insts(block).enumerate() {
                order[inst] = at as u32 + 1;
            }
        }
        for value in body.values() {
            let defined = match body.value(value).def {
                ValueDef::Inst(inst) => (body.inst(inst).block(), Some(inst)),
                ValueDef::Param(param) => (Some(body.param(param).block), None),
                ValueDef::Undefined => (None, None),
                ValueDef::Arg(_) | ValueDef::Const(_) | ValueDef::Meta(_) | ValueDef::Wrapped(_) => continue,
            };
            for user in body.users(value) {
                let (at, edge) = match user {
                    User::Operand(inst, _) => (inst, None),
                    User::EdgeArg(edge, _) => (body.edge(edge).from, Some(edge)),
                };
                let Some(block) = body.inst(at).block() else { continue };
                if !tree.is_reachable(block) {
                    continue;
                }
                let (Some(home), by) = defined else { return self.fault(block, FaultKind::Dominance(value)) };
                let good = match by {
                    Some(inst) if body.inst(inst).opcode == Opcode::Invoke => {
                        let normal = body.inst(inst).edges().next();
                        edge.is_some() && edge == normal
                            || normal.is_some_and(|normal| {
                                let to = body.edge(normal).to;
                                body.pred_edges(to).count() == 1 && tree.dominates(to, block)
                            })
                    }
                    Some(inst) if home == block => order[inst] < order[at] || edge.is_some() && inst != at,
                    Some(_) | None => tree.dominates(home, block),
                };
                if !good {
                    return self.fault(block, FaultKind::Dominance(value));
                }
            }
        }
        Ok(())
    }
}

/// Immediate dominators by iteration over the reverse postorder (Cooper, Harvey, Kennedy).
struct Dominators {
    /// Position in reverse postorder plus one; zero for blocks that cannot be reached.
    number: SecondaryMap<Block, u32>,
    /// Position of the immediate dominator of the block at each position.
    parent: Vec<u32>,
}

impl Dominators {
    fn new(body: &Body, entry: Block) -> Self {
        let mut number: SecondaryMap<Block, u32> = SecondaryMap::new();
        let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
        let mut postorder = Vec::new();
        let mut stack = vec![(entry, body.succ_edges(entry).collect::<Vec<_>>())];
        seen[entry] = true;
        while let Some((block, edges)) = stack.last_mut() {
            match edges.pop() {
                Some(edge) => {
                    let to = body.edge(edge).to;
                    if !seen[to] {
                        seen[to] = true;
                        stack.push((to, body.succ_edges(to).collect()));
                    }
                }
                None => {
                    postorder.push(*block);
                    stack.pop();
                }
            }
        }
        postorder.reverse();
        for (at, &block) in postorder.iter().enumerate() {
            number[block] = at as u32 + 1;
        }
        const UNKNOWN: u32 = u32::MAX;
        let mut parent = vec![UNKNOWN; postorder.len()];
        parent[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for (at, &block) in postorder.iter().enumerate().skip(1) {
                let mut new = UNKNOWN;
                for edge in body.pred_edges(block) {
                    let Some(from) = body.edge_source(edge) else { continue };
                    let Some(from) = number[from].checked_sub(1).filter(|&from| parent[from as usize] != UNKNOWN) else {
                        continue;
                    };
                    new = if new == UNKNOWN { from } else { common(&parent, new, from) };
                }
                if parent[at] != new {
                    parent[at] = new;
                    changed = true;
                }
            }
        }
        Self { number, parent }
    }

    fn is_reachable(&self, block: Block) -> bool {
        self.number[block] != 0
    }

    fn dominates(&self, above: Block, below: Block) -> bool {
        let (Some(above), Some(mut at)) = (self.number[above].checked_sub(1), self.number[below].checked_sub(1)) else {
            return false;
        };
        while at > above {
            at = self.parent[at as usize];
        }
        at == above
    }
}

fn common(parent: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while a > b {
            a = parent[a as usize];
        }
        while b > a {
            b = parent[b as usize];
        }
    }
    a
}

/// How many instructions a module has: the measure that shrinking reduces.
pub(super) fn size(module: &Module) -> usize {
    let body_size =
        |body: &Body| -> usize { body.blocks().map(|block| body.insts(block).count() + body.params(block).len()).sum() };
    let bodies: usize = module.functions.values().filter_map(|function| function.body()).map(body_size).sum();
    bodies + module.functions.len() + module.globals.len()
}
