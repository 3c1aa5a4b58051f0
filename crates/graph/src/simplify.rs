//! The simplest node that is known to be equal to an operation.
//!
//! Every law here is an equality (§4.1): both sides denote the same for every environment and every
//! choice. What is replaced may denote nothing where its replacement denotes something (a value
//! after a loop that never ends), never the other way round (docs/proofs.md, Theorem 2).

use crate::limits::{MAX_OCCURS_NODES, MAX_REDUCED_LANES};
use crate::node::{Apply, Node, Op, Predicate};
use crate::result_kind::may_choose;
use crate::terms::{TermBuilder, rule_op};
use crate::{Env, Graph};
use rustc_hash::FxHashSet;
use tollgate_ir::{
    Class, Const, ConstKind, ExprDetail, Flags, FloatType, IntPredicate, Opcode, Type, TypeKind,
};
use tollgate_rules::{Root, Use};
use tollgate_sem::fold::{Folded, fold, fold_intrinsic};
use tollgate_sem::intrinsics::Intrinsic;

/// The name of the law by which nodes are merged that have become the same operation on the same
/// operands (congruence).
pub(crate) const SAME_OPERATION: &str = "same operation";

impl Graph {
    /// The simplest node that is known to be equal to an operation on operands.
    pub fn make(&mut self, env: &mut Env<'_>, op: Op, ty: Type, operands: &[Node]) -> Node {
        let operands: Vec<Node> = operands.iter().map(|&operand| self.find(operand)).collect();
        // A caller that only makes nodes must notice the end of the budget too.
        if !env.config.laws || env.is_over(self) {
            return self.node(op, ty, &operands);
        }
        if self.caches.made.is_none() || env.allowed() != Use::Equalities {
            return self.make_new(env, op, ty, operands);
        }
        let key = (op, ty, operands);
        if let Some(&made) = self.caches.made.as_ref().and_then(|made| made.get(&key)) {
            return self.find(made);
        }
        let made = self.make_new(env, key.0.clone(), ty, key.2.clone());
        if !env.is_over(self)
            && let Some(known) = &mut self.caches.made
        {
            known.insert(key, made);
        }
        made
    }

    fn make_new(&mut self, env: &mut Env<'_>, op: Op, ty: Type, operands: Vec<Node>) -> Node {
        match (op, &operands[..]) {
            (Op::Gamma, &[condition, a, b]) => self.gamma(env, condition, a, b),
            (Op::Apply(apply), _) => self.make_apply(env, apply, ty, operands),
            (Op::Mu { .. }, &[init, next]) if next == init => init,
            (Op::Eta { depth }, &[exit_condition, value]) => {
                self.make_eta(env, depth, exit_condition, value)
            }
            (Op::Terminates { .. }, &[exit_condition])
                if env.as_bool(self, exit_condition) == Some(true) =>
            {
                env.bool(self, true)
            }
            (Op::Load(access), &[memory, pointer]) => {
                match self.initial(env, &access, ty, pointer) {
                    Some(value) => value,
                    None => self.make_load(env, access, ty, memory, pointer),
                }
            }
            (Op::Fill { size }, &[memory, pointer, byte]) => {
                self.make_fill(env, size, memory, pointer, byte)
            }
            (Op::Copy { size }, _) => self.make_copy(env, size, &operands),
            (Op::Store(access), &[memory, pointer, value]) => {
                self.make_store(env, access, memory, pointer, value)
            }
            (op, _) => self.node(op, ty, &operands),
        }
    }

    /// A value in the last iteration of a loop. An eta is pushed through operations, to what
    /// changes from iteration to iteration.
    fn make_eta(
        &mut self,
        env: &mut Env<'_>,
        depth: u32,
        exit_condition: Node,
        value: Node,
    ) -> Node {
        if !self.varies_with(value, depth) {
            return value;
        }
        let value = self.restrict(env, value, exit_condition);
        if !self.varies_with(value, depth) {
            return value;
        }
        let ty = self.ty(value);
        let op = self.op(value).clone();
        if !matches!(op, Op::Apply(_) | Op::Gamma | Op::Load(_))
            || !env.may_push_eta()
            || env.is_over(self)
        {
            return self.node(Op::Eta { depth }, ty, &[exit_condition, value]);
        }
        let key = (depth, exit_condition, value, env.allowed());
        if let Some(&known) = self.caches.etas.get(&key) {
            return self.find(known);
        }
        let operands = self.operands(value).to_vec();
        let operands: Vec<Node> = env.pushing_eta(|env| {
            let push = |operand| self.make_eta(env, depth, exit_condition, operand);
            operands.into_iter().map(push).collect()
        });
        let made = self.make(env, op, ty, &operands);
        self.caches.etas.insert(key, made);
        made
    }

    fn make_apply(
        &mut self,
        env: &mut Env<'_>,
        apply: Box<Apply>,
        ty: Type,
        mut operands: Vec<Node>,
    ) -> Node {
        if apply.attached.is_empty()
            && let Some(node) = self.folded(env, &apply, ty, &operands)
        {
            return node;
        }
        if apply.opcode == Opcode::GetElementPtr
            && let Some(node) = self.make_address(env, &apply, ty, &operands)
        {
            return node;
        }
        if let Some(node) = self.rewritten(env, &apply, ty, &operands) {
            return node;
        }
        if let Some(node) = self.normal_lane_index(env, &apply, ty, &operands) {
            return node;
        }
        if let Some(node) = self.is_base_null(env, &apply, &operands) {
            return node;
        }
        if let Some(node) = self.reduction(env, &apply, ty, &operands) {
            return node;
        }
        // Constants go right: rules expect them there, in operands as well.
        let is_constant = |node: Node| matches!(self.op(node), Op::Const(_));
        if rule_op(&apply).is_some_and(|op| op.is_commutative())
            && !is_constant(operands[1])
            && (is_constant(operands[0])
                || self.order_key(operands[1]) < self.order_key(operands[0]))
        {
            operands.swap(0, 1);
        }
        let is_test = apply.opcode == Opcode::ICmp;
        let node = self.node(Op::Apply(apply), ty, &operands);
        if is_test {
            self.rank_test(env, node);
        }
        node
    }

    /// Whether a step in bounds leads to null: if its base is null. No object contains null or ends
    /// there, and a step in bounds of no object leads to no other address. A refinement.
    fn is_base_null(
        &mut self,
        env: &mut Env<'_>,
        apply: &Apply,
        operands: &[Node],
    ) -> Option<Node> {
        let (Opcode::ICmp, &[pointer, null]) = (apply.opcode, operands) else { return None };
        let is_equality =
            matches!(apply.predicate, Predicate::Int(IntPredicate::Eq | IntPredicate::Ne));
        let Op::Const(id) = self.op(null) else { return None };
        let is_null = env.ctx.constant(*id).kind == ConstKind::Null && self.ty(null) == Type::PTR;
        let Op::Apply(step) = self.op(pointer) else { return None };
        let in_bounds =
            step.opcode == Opcode::GetElementPtr && step.flags.contains(Flags::INBOUNDS);
        if !is_equality
            || !is_null
            || !in_bounds
            || env.config.null_is_valid
            || env.allowed() < Use::Unchosen
        {
            return None;
        }
        let base = self.operand(pointer, 0);
        (self.ty(base) == Type::PTR)
            .then(|| self.make(env, Op::Apply(Box::new(apply.clone())), Type::I1, &[base, null]))
    }

    /// The constant index of a lane in one type: its type does not matter.
    fn normal_lane_index(
        &mut self,
        env: &mut Env<'_>,
        apply: &Apply,
        ty: Type,
        operands: &[Node],
    ) -> Option<Node> {
        let (Opcode::ExtractElement, &[vector, lane]) = (apply.opcode, operands) else {
            return None;
        };
        let number =
            self.int_constant(env, lane).filter(|_| self.ty(lane) != Type::I64)?.to_u64()?;
        let number = env.ctx.const_int(Type::I64, number);
        let number = self.node(Op::Const(number), Type::I64, &[]);
        Some(self.make(env, Op::Apply(Box::new(apply.clone())), ty, &[vector, number]))
    }

    /// The reduction of a short vector, lane by lane: each lane is used once.
    fn reduction(
        &mut self,
        env: &mut Env<'_>,
        apply: &Apply,
        ty: Type,
        operands: &[Node],
    ) -> Option<Node> {
        let &[vector] = operands else { return None };
        let (opcode, intrinsic) = reduced_by(apply.intrinsic?)?;
        let TypeKind::Vector { len, scalable: false, .. } = *env.ctx.kind(self.ty(vector)) else {
            return None;
        };
        if !apply.attached.is_empty() || !(1..=MAX_REDUCED_LANES).contains(&u64::from(len)) {
            return None;
        }
        let mut folded = None;
        for lane in 0..u64::from(len) {
            let number = env.ctx.const_int(Type::I64, lane);
            let number = self.node(Op::Const(number), Type::I64, &[]);
            let extract = Apply::plain(Opcode::ExtractElement, ty);
            let lane = self.make(env, Op::Apply(Box::new(extract)), ty, &[vector, number]);
            folded = Some(match folded {
                Some(before) => {
                    let fold = Apply { intrinsic, ..Apply::plain(opcode, ty) };
                    self.make(env, Op::Apply(Box::new(fold)), ty, &[before, lane])
                }
                None => lane,
            });
        }
        folded
    }

    /// What a rule makes of an operation.
    fn rewritten(
        &mut self,
        env: &mut Env<'_>,
        apply: &Apply,
        ty: Type,
        operands: &[Node],
    ) -> Option<Node> {
        let op = rule_op(apply)?;
        // A number has several encodings in these formats, and operations give one of them:
        // `x * 1.0` is the number `x`, perhaps in other bits.
        let scalar = env.ctx.scalar(ty);
        let is_odd = matches!(
            env.ctx.kind(scalar),
            TypeKind::Float(FloatType::X86Fp80 | FloatType::PpcFp128)
        );
        if is_odd && may_choose(apply) {
            return None;
        }
        if env.is_over(self) {
            return None;
        }
        let (rules, allowed) = (env.config.rules, env.allowed());
        let root = Root { op, flags: apply.flags, ty, operands };
        let applied =
            env.rewriting(|env| rules.apply(&mut TermBuilder::new(self, env), root, allowed))??;
        env.count(applied.rule);
        Some(self.find(applied.node))
    }

    /// The constant that an operation on constants folds to.
    fn folded(
        &mut self,
        env: &mut Env<'_>,
        apply: &Apply,
        ty: Type,
        operands: &[Node],
    ) -> Option<Node> {
        let constant =
            |&operand: &Node| if let Op::Const(id) = self.op(operand) { Some(*id) } else { None };
        let constants: Vec<Const> = operands.iter().map(constant).collect::<Option<_>>()?;
        if let Some(intrinsic) = apply.intrinsic {
            let types: Vec<Type> = operands.iter().map(|&operand| self.ty(operand)).collect();
            let signature =
                env.ctx.ty(TypeKind::Function { ret: ty, params: types.into(), vararg: false });
            let folded =
                fold_intrinsic(env.ctx, env.layout, intrinsic, apply.flags, signature, &constants)?;
            return self.chosen(env, apply, folded, ty);
        }
        let detail = match apply.opcode.class() {
            Class::IntCompare | Class::FloatCompare => match apply.predicate {
                Predicate::Int(predicate) => ExprDetail::IntPredicate(predicate),
                Predicate::Float(predicate) => ExprDetail::FloatPredicate(predicate),
                Predicate::None => return None,
            },
            Class::Part => ExprDetail::Indices(apply.indices.clone()),
            Class::Integer | Class::Division | Class::Shift | Class::Negation | Class::Float => {
                ExprDetail::None
            }
            Class::FloatCast | Class::FloatToInt | Class::Cast | Class::SpaceCast => {
                ExprDetail::None
            }
            Class::Select | Class::Lane => ExprDetail::None,
            // Address arithmetic on constants stays as it is.
            Class::Address => return None,
            // Never operations of constants alone.
            Class::Freeze
            | Class::Memory
            | Class::Call
            | Class::Pad
            | Class::Debug
            | Class::End => {
                return None;
            }
        };
        let folded = fold(env.ctx, env.layout, apply.opcode, apply.flags, ty, &constants, &detail)?;
        self.chosen(env, apply, folded, ty)
    }

    /// A folded constant, if it may be used.
    fn chosen(&mut self, env: &Env<'_>, apply: &Apply, folded: Folded, ty: Type) -> Option<Node> {
        let from = if may_choose(apply) { Use::Own } else { Use::Unchosen };
        let usable = folded.exact || env.allowed() >= from;
        usable.then(|| self.node(Op::Const(folded.value), ty, &[]))
    }

    /// Whether a node occurs in another one, as far as that is looked into.
    fn occurs_in(&self, part: Node, whole: Node) -> bool {
        let part = self.find(part);
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut open = vec![self.find(whole)];
        while let Some(at) = open.pop() {
            if at == part {
                return true;
            }
            if seen.len() > MAX_OCCURS_NODES || !seen.insert(at) {
                continue;
            }
            // The next value of a loop variable belongs to another iteration.
            let operands =
                if matches!(self.op(at), Op::Mu { .. }) { 1 } else { self.operands(at).len() };
            open.extend((0..operands).map(|operand| self.operand(at, operand)));
        }
        false
    }

    /// Visits everything whose operands were merged, until nothing changes or the budget is over.
    /// Then equal nodes may stay apart, which loses proofs and nothing else.
    pub fn rebuild(&mut self, env: &mut Env<'_>) {
        while let Some(node) = self.take_dirty() {
            if env.is_over(self) {
                break;
            }
            let same = self.restore(node);
            if same != node {
                self.merge(node, same, SAME_OPERATION);
                continue;
            }
            let (op, ty, operands) =
                (self.op(node).clone(), self.ty(node), self.operands(node).to_vec());
            if matches!(op, Op::Mu { .. }) && operands.get(1) == Some(&node) {
                self.merge(node, operands[0], "mu that never changes");
                continue;
            }
            let simplest = match (&op, &operands[..]) {
                // To put diagrams in order again and again would cost too much: what is equal in
                // both functions was made in the same order.
                (Op::Gamma, &[condition, then, otherwise]) => {
                    self.rebuilt_gamma(env, condition, then, otherwise)
                }
                _ => self.make(env, op, ty, &operands),
            };
            // `x = gamma(c, x, y)` may hold of a value after a loop, but says nothing of it.
            let says_nothing =
                || matches!(self.op(node), Op::Eta { .. }) && self.occurs_in(node, simplest);
            if simplest != node && !says_nothing() {
                self.merge(node, simplest, "simpler");
            }
        }
    }
}

/// The operation on two lanes, an opcode or an intrinsic, that a reduction of integers repeats.
fn reduced_by(reduction: Intrinsic) -> Option<(Opcode, Option<Intrinsic>)> {
    use Intrinsic as I;
    match reduction {
        I::ReduceAdd => Some((Opcode::Add, None)),
        I::ReduceMul => Some((Opcode::Mul, None)),
        I::ReduceAnd => Some((Opcode::And, None)),
        I::ReduceOr => Some((Opcode::Or, None)),
        I::ReduceXor => Some((Opcode::Xor, None)),
        I::ReduceSMax => Some((Opcode::Call, Some(I::SMax))),
        I::ReduceSMin => Some((Opcode::Call, Some(I::SMin))),
        I::ReduceUMax => Some((Opcode::Call, Some(I::UMax))),
        I::ReduceUMin => Some((Opcode::Call, Some(I::UMin))),
        I::UMin | I::UMax | I::SMin | I::SMax | I::UAddSat | I::SAddSat => None,
        I::USubSat | I::SSubSat | I::UShlSat | I::SShlSat | I::UAddWithOverflow => None,
        I::SAddWithOverflow | I::USubWithOverflow | I::SSubWithOverflow => None,
        I::UMulWithOverflow | I::SMulWithOverflow | I::Abs | I::CtLz | I::CtTz => None,
        I::CtPop | I::BSwap | I::BitReverse | I::FShl | I::FShr | I::SCmp => None,
        I::UCmp | I::FAbs | I::CopySign | I::FPToSISat | I::FPToUISat => None,
        I::IsFpClass | I::Sqrt | I::Floor | I::Ceil | I::Trunc | I::Round => None,
        I::RoundEven | I::RInt | I::NearbyInt | I::Canonicalize | I::Minimum => None,
        I::Maximum | I::MinimumNum | I::MaximumNum | I::Fma | I::LdExp => None,
        I::ConvertFromFp16 | I::ConvertToFp16 | I::Sin | I::Cos | I::Tan => None,
        I::ASin | I::ACos | I::ATan | I::SinH | I::CosH | I::TanH | I::Exp => None,
        I::Exp2 | I::Exp10 | I::Log | I::Log2 | I::Log10 | I::Pow => None,
        I::ReduceFMaximum | I::ReduceFMinimum | I::ReduceFAdd | I::ReduceFMul => None,
        I::SMulFix | I::UMulFix | I::SMulFixSat | I::UMulFixSat | I::SDivFix => None,
        I::UDivFix | I::SDivFixSat | I::UDivFixSat | I::MinNum | I::MaxNum => None,
        I::ReduceFMax | I::ReduceFMin | I::FMulAdd | I::PowI | I::LRInt => None,
        I::LLRInt | I::LRound | I::LLRound | I::FrExp | I::VectorReverse => None,
        I::VectorSplice | I::VectorExtract | I::VectorInsert | I::SsaCopy => None,
        I::ArithmeticFence | I::Expect | I::ExpectWithProbability => None,
        I::StripInvariantGroup | I::ThreadLocalAddress | I::PtrMask => None,
        I::TypeTest | I::PublicTypeTest | I::IsConstant | I::ObjectSize => None,
        I::Annotation | I::PtrAnnotation | I::DoNothing | I::DbgDeclare => None,
        I::DbgValue | I::DbgLabel | I::DbgAssign | I::NoAliasScopeDecl => None,
        I::VarAnnotation | I::Prefetch | I::PseudoProbe | I::SideEffect => None,
        I::Assume | I::MemCpy | I::MemMove | I::MemCpyInline | I::MemSet => None,
        I::MemSetInline | I::MemCpyAtomic | I::MemMoveAtomic | I::MemSetAtomic => None,
        I::LifetimeStart | I::LifetimeEnd | I::InvariantStart | I::InvariantEnd => None,
        I::LaunderInvariantGroup | I::StackSave | I::StackRestore | I::VaStart => None,
        I::VaEnd | I::VaCopy | I::Trap | I::DebugTrap | I::UbsanTrap | I::VScale => None,
        I::MaskedLoad | I::MaskedStore | I::MaskedGather | I::MaskedScatter => None,
        I::MaskedExpandLoad | I::MaskedCompressStore | I::LoadRelative => None,
        I::EhTypeidFor | I::GetRounding | I::ReadCycleCounter => None,
        I::ReadSteadyCounter | I::FrameAddress | I::ReturnAddress => None,
        I::AddressOfReturnAddress | I::ThreadPointer | I::WidenableCondition => None,
        I::AllowRuntimeCheck | I::AllowUbsanCheck => None,
    }
}
