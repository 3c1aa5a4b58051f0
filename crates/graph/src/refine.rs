//! Whether one node refines another.
//!
//! **Monotone descent** (§4.4). A node refines another if it is the same, or the simplest known
//! refinement of it, or the same operation with no more flags and attached facts on operands that
//! refine pairwise; poison is refined by everything, and undef by everything that is never poison.
//!
//! **Cycles** (§4.5). A pair that is being proven is assumed. A claim is about *all* iteration
//! vectors at once, and every cycle passes the `next` of a `Mu`: by induction in the *loop order*
//! (what a node in some iteration is made of comes before it; docs/proofs.md, Lemma 1), every pair
//! of a set that is closed under descent holds. A `Mu` is paired only with one of the same depth,
//! so that iteration numbers mean the same loop on both sides.
//!
//! Pairs are proven all at once or not at all: one that fails discards everything that was assumed
//! to reach it.
//!
//! The argument is Theorem 4 of docs/proofs.md.

use crate::limits::{MAX_CONSTANT_STEPS, MAX_REFINEMENT_PAIRS};
use crate::node::{Access, AttachedFacts, Node, Op};
use crate::result_kind::is_function;
use crate::{Env, Graph};
use rustc_hash::FxHashSet;
use tollgate_ir::{Class, ConstKind, Flags, Opcode, Type};
use tollgate_sem::intrinsics::Intrinsic;
use tollgate_sem::offset::Offset;

/// What is known to refine what.
#[derive(Debug, Default)]
pub struct Refinements {
    /// Target node, source node.
    shown: FxHashSet<(Node, Node)>,
    /// Questions that were answered no.
    refused: FxHashSet<(Node, Node)>,
    /// The generalised values of the source, each with the value itself. What the target
    /// generalised to the same refines that value, or an obligation says that it is to be shown.
    generalised: FxHashSet<(Node, Node)>,
}

impl Refinements {
    /// With the refinement points of the source, and nothing else.
    pub fn new(generalised: FxHashSet<(Node, Node)>) -> Self {
        Self { generalised, ..Self::default() }
    }

    /// Whether the first node refines the second.
    pub fn refines(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        target: Node,
        source: Node,
    ) -> bool {
        let question = (graph.find(target), graph.find(source));
        if self.shown.contains(&question) {
            return true;
        }
        if self.refused.contains(&question) {
            return false;
        }
        let Some(new) = graph.use_as_is(question.0) else { return false };
        let holds = question.0 == question.1 || self.is_shown(graph, env, question);
        if !holds {
            graph.unused(&new);
        }
        holds
    }

    fn is_shown(&mut self, graph: &mut Graph, env: &mut Env<'_>, question: (Node, Node)) -> bool {
        let mut assumed: FxHashSet<(Node, Node)> = FxHashSet::default();
        let mut open = vec![question];
        while let Some((target, source)) = open.pop() {
            let (target, source) = (graph.find(target), graph.find(source));
            if target == source
                || self.shown.contains(&(target, source))
                || !assumed.insert((target, source))
            {
                continue;
            }
            // A value refines one of its own type. Operations of one kind on operands of several
            // types meet here, such as `sext i1 undef` and `sext i2 %x`, and what is passed to
            // variadic functions.
            let fine = assumed.len() <= MAX_REFINEMENT_PAIRS
                && graph.ty(target) == graph.ty(source)
                && !self.refused.contains(&(target, source))
                && (self.is_generalised(graph, target, source)
                    || descend(graph, env, target, source, &mut open));
            if !fine {
                self.refused.extend([(target, source), question]);
                return false;
            }
        }
        self.shown.extend(assumed);
        true
    }

    /// Forgets the questions that were answered no: nodes were merged, since both functions get the
    /// result of this event.
    pub fn ask_again(&mut self, graph: &mut Graph, answer: Node) {
        self.refused.clear();
        graph.fixed_again(answer);
    }

    fn is_generalised(&self, graph: &Graph, target: Node, source: Node) -> bool {
        matches!(graph.op(target), Op::Generalised)
            && self.generalised.contains(&(graph.operand(target, 0), source))
    }
}

/// Adds the pairs that must refine for this one to do so; false if there are none that suffice.
fn descend(
    graph: &mut Graph,
    env: &mut Env<'_>,
    target: Node,
    source: Node,
    open: &mut Vec<(Node, Node)>,
) -> bool {
    if let Op::Const(id) = graph.op(source) {
        match env.ctx.constant(*id).kind {
            ConstKind::Poison => return true,
            ConstKind::Undef => return graph.definedness(env, target).never_poison,
            ConstKind::Int(_)
            | ConstKind::WideInt(_)
            | ConstKind::Float(..)
            | ConstKind::Null
            | ConstKind::NoneToken
            | ConstKind::Zero
            | ConstKind::Aggregate(_)
            | ConstKind::Bytes(_)
            | ConstKind::Splat(_)
            | ConstKind::Global(_)
            | ConstKind::BlockAddress { .. }
            | ConstKind::DsoLocalEquivalent(_)
            | ConstKind::NoCfi(_)
            | ConstKind::PtrAuth(_)
            | ConstKind::Asm(_)
            | ConstKind::Expr(_) => {}
        }
    }
    let better = graph.refined(env, source);
    // A fixed choice is what the refinement made of it.
    let is_fixed = graph.is_fixed(source);
    if better == target
        || by_promise(graph, env, target, source, open)
        || same_address(graph, env, target, source, open)
    {
        return true;
    }
    // What was stored refines what is held. Where the target loads the same bytes that is compared
    // as any operation.
    if !graph.reads_same_bytes(target, source)
        && let Some(stored) = graph.held_value(env, source)
    {
        open.push((target, stored));
        return true;
    }
    if !is_fixed && pairwise(graph, env, target, source, open) {
        return true;
    }
    if better != source {
        if let Op::Const(id) = graph.op(better)
            && matches!(env.ctx.constant(*id).kind, ConstKind::Poison)
        {
            return true;
        }
        if by_promise(graph, env, target, better, open)
            || !graph.is_fixed(better) && pairwise(graph, env, target, better, open)
        {
            return true;
        }
    }
    // Both sides decide alike: the condition of a gamma is defined. Not so in a diagram of truth
    // values, whose conditions may be values that nobody branched on.
    match (graph.as_gamma(target), graph.as_gamma(better)) {
        (Some(gamma), _)
            if graph.ty(target) != Type::I1 || graph.is_defined(env, gamma.condition) =>
        {
            open.extend(gamma.arms().map(|arm| (arm, source)));
            true
        }
        (_, Some(gamma)) => {
            open.extend(gamma.arms().map(|arm| (target, arm)));
            true
        }
        (_, None) => graph.refines_address(env, target, source),
    }
}

/// Different operations that agree as long as the flags of the source's hold; where they do not,
/// the source's result is poison.
///
/// * What is not negative is extended, or converted to a float, alike as signed and as unsigned.
/// * The sum of numbers without a common bit is their disjunction, and neither carries nor wraps.
/// * A count of zeros, or an absolute value, that is poison in one case is refined by one that is
///   not.
fn by_promise(
    graph: &Graph,
    env: &Env<'_>,
    target: Node,
    source: Node,
    open: &mut Vec<(Node, Node)>,
) -> bool {
    let (Op::Apply(mine), Op::Apply(other)) = (graph.op(target), graph.op(source)) else {
        return false;
    };
    let (operands, others) = (graph.operands(target), graph.operands(source));
    let same = graph.ty(target) == graph.ty(source)
        && operands.len() == others.len()
        && operands
            .iter()
            .zip(others)
            .all(|(&operand, &other)| graph.ty(operand) == graph.ty(other))
        && mine.attached.is_empty()
        && other.attached.is_empty();
    let wraps = |flags: Flags| (flags - Flags::WRAP).is_empty();
    match (mine.opcode, other.opcode) {
        (Opcode::SExt, Opcode::ZExt) | (Opcode::SIToFP, Opcode::UIToFP)
            if same && other.flags.contains(Flags::NNEG) && mine.flags.is_empty() =>
        {
            open.push((operands[0], others[0]));
            true
        }
        (Opcode::Add, Opcode::Or)
            if same && other.flags.contains(Flags::DISJOINT) && wraps(mine.flags) =>
        {
            // In the order of either.
            let turned = graph.operand(target, 0) == graph.operand(source, 1);
            let places = if turned { [1, 0] } else { [0, 1] };
            open.extend([(operands[0], others[places[0]]), (operands[1], others[places[1]])]);
            true
        }
        (Opcode::Call, Opcode::Call)
            if same
                && mine.intrinsic == other.intrinsic
                && mine.flags == other.flags
                && matches!(
                    mine.intrinsic,
                    Some(Intrinsic::Abs | Intrinsic::CtLz | Intrinsic::CtTz)
                )
                && operands.len() == 2
                && graph.int_constant(env, operands[1]).is_some_and(|it| it.is_zero()) =>
        {
            open.push((operands[0], others[0]));
            true
        }
        _ => false,
    }
}

/// Addresses a constant number of bytes from one base in different steps, all of them forward and
/// in total less than half of the address space. The steps of the target require no more than
/// those of the source: if those stay in bounds, both ends are in bounds, and so is every point
/// between them. (If the sum wrapped, the steps would have passed every address.)
fn same_address(
    graph: &Graph,
    env: &Env<'_>,
    target: Node,
    source: Node,
    open: &mut Vec<(Node, Node)>,
) -> bool {
    let (Some(mine), Some(other)) = (steps(graph, env, target), steps(graph, env, source)) else {
        return false;
    };
    let forward = mine.forward && other.forward;
    let allowed = if forward { other.all } else { Flags::NONE };
    if mine.bytes != other.bytes || mine.count + other.count < 3 || !allowed.contains(mine.any) {
        return false;
    }
    open.push((mine.base, other.base));
    true
}

/// Steps by constants from a base.
struct Steps {
    base: Node,
    bytes: Offset,
    count: usize,
    /// None goes back, and their sum does not wrap.
    forward: bool,
    /// The flags that all steps have, and that any has.
    all: Flags,
    any: Flags,
}

fn steps(graph: &Graph, env: &Env<'_>, pointer: Node) -> Option<Steps> {
    let base = graph.find(pointer);
    let width = graph.width_of(env, base)?;
    let bytes = Offset::zero(width);
    let mut found =
        Steps { base, bytes, count: 0, forward: true, all: Flags::POISON, any: Flags::NONE };
    // The sum without wrapping: at most 16 steps of 63 bits.
    let mut sum = 0;
    while let Op::Apply(apply) = graph.op(found.base)
        && apply.attached.is_empty()
        && found.count < MAX_CONSTANT_STEPS
        && let Some(step) = graph.step(env, found.base, width)
    {
        found.bytes = found.bytes.plus(step);
        found.count += 1;
        sum += i128::from(step.signed());
        found.forward &= step.signed() >= 0 && sum == i128::from(found.bytes.signed());
        found.all = found.all & apply.flags;
        found.any |= apply.flags;
        found.base = graph.operand(found.base, 0);
    }
    (found.count > 0).then_some(found)
}

/// If both are the same operation, adds the pairs of their operands.
fn pairwise(
    graph: &Graph,
    env: &Env<'_>,
    target: Node,
    source: Node,
    open: &mut Vec<(Node, Node)>,
) -> bool {
    let (operands, others) = (graph.operands(target), graph.operands(source));
    if graph.ty(target) != graph.ty(source) || operands.len() != others.len() || operands.is_empty()
    {
        return false;
    }
    let (mine, other) = (graph.op(target), graph.op(source));
    let same = match mine {
        Op::Apply(mine) => {
            let Op::Apply(other) = other else { return false };
            mine.opcode == other.opcode
                && mine.predicate == other.predicate
                && mine.written == other.written
                && mine.indices == other.indices
                && mine.intrinsic == other.intrinsic
                && no_more_flags(mine.flags, other.flags)
                && no_more(&mine.attached, &other.attached)
                && is_monotone(mine.opcode, mine.intrinsic)
        }
        Op::Mu { depth, .. } => matches!(other, Op::Mu { depth: other, .. } if depth == other),
        Op::Load(mine) => matches!(other, Op::Load(other) if no_more_access(mine, other)),
        Op::Store(mine) => matches!(other, Op::Store(other) if no_more_access(mine, other)),
        Op::Permission(mine) => {
            matches!(other, Op::Permission(other) if no_more_access(mine, other))
        }
        // In a diagram of truth values the condition may be undefined. If the arms of the source
        // are the same for all that it may be, and those of the target are not, the target's is
        // less defined, though each of its arms refines the source's.
        Op::Gamma => {
            let condition = graph.operand(target, 0);
            matches!(other, Op::Gamma)
                && condition == graph.operand(source, 0)
                && (graph.ty(target) != Type::I1 || graph.is_defined(env, condition))
        }
        // They may choose something else: they refine each other only if they are one node.
        Op::Freeze { .. } | Op::Slot(_) | Op::Opaque(..) | Op::Metadata(_) | Op::Generalised => {
            false
        }
        // They have no operands.
        Op::Arg(_)
        | Op::Const(_)
        | Op::InitialMemory
        | Op::InitialAllocations
        | Op::Symbol { .. }
        | Op::DontCare => false,
        // The bytes are as defined as those that they are made of.
        Op::Fill { .. } | Op::Copy { .. } => mine == other,
        // The source branched on what makes its loop end, or it is undefined: so what refines that
        // is the same truth value, and both mean one iteration, in which the values refine.
        Op::Eta { .. } | Op::Terminates { .. } | Op::Loop { .. } => mine == other,
        // The environment answers by the history of observations (§1.1), which is the same if the
        // operands refine.
        Op::Event(_)
        | Op::Result
        | Op::MemoryAfter
        | Op::AllocationsAfter
        | Op::Unwound
        | Op::Returned => mine == other,
        Op::Root(_) => mine == other,
    };
    if same {
        open.extend(operands.iter().copied().zip(others.iter().copied()));
    }
    same
}

fn no_more_flags(target: Flags, source: Flags) -> bool {
    // Flags whose violation does not give poison must be the same.
    source.contains(target) && target - Flags::POISON == source - Flags::POISON
}

fn no_more(target: &AttachedFacts, source: &AttachedFacts) -> bool {
    target.attachments.iter().all(|it| source.attachments.contains(it))
        && (target.attrs.is_none() || target.attrs == source.attrs)
}

fn no_more_access(target: &Access, source: &Access) -> bool {
    target.ty == source.ty
        && target.align <= source.align
        && no_more(&target.attached, &source.attached)
}

/// Whether an operation on more defined operands is more defined.
///
/// That holds of a function of values that is poison (or undefined) on poison if it is on any
/// value, and whose results on a set of patterns, all of them for undef, are its results on each.
fn is_monotone(opcode: Opcode, intrinsic: Option<Intrinsic>) -> bool {
    match opcode.class() {
        // Lane by lane a function of the operands: poison if a lane of them is, and of lanes that
        // are undef in some bits or all, whatever it is of each of their patterns.
        Class::Integer | Class::Division | Class::Shift => true,
        Class::Negation | Class::Float | Class::FloatCast | Class::FloatToInt => true,
        Class::Cast
        | Class::SpaceCast
        | Class::IntCompare
        | Class::FloatCompare
        | Class::Address => true,
        // Poison if the condition is; else the chosen operand, whatever the other one is.
        Class::Select => true,
        // An index that is poison makes the lane or the whole vector poison.
        Class::Lane | Class::Part => true,
        Class::Call => intrinsic.is_some_and(is_function),
        // Never an operation without side effects.
        Class::Freeze | Class::Memory | Class::Pad | Class::Debug | Class::End => false,
    }
}
