//! Addresses in linear form, and when one is defined because another one is.
//!
//! **Linear form.** Without flags a `getelementptr` adds to its base, modulo two to the index
//! width, each index times the size of what it steps over. Sums can be taken in any order, so every
//! nest of steps is one step by a computed number of bytes and one by a constant after it. Each
//! operand is used as often as before: that is an equality. What flags forbid is a question of its
//! own, so flags must be gone ([`simplify_defined`](crate::assume_defined)).
//!
//! **Defined because another is** ([`Graph::follows`]). Let two addresses have one linear form, and
//! let the source's be defined: it is accessed. Then the target's is the same address if it is
//! defined, which it is if
//!
//! * all of its operands are: each is an operand of the source's address, through operations that
//!   propagate all of poison and undef, or refines such an operand, or is made of such operands by
//!   operations that make no poison;
//! * each of its `inbounds` steps goes through points that the source goes through, all of which
//!   are in bounds of the object that is accessed: the last one is, and before an `inbounds` step
//!   there is a point in bounds, or the step is by zero. So are the points between two of them
//!   where all steps go forward and not far;
//! * each of its products is one that the source computes in an `inbounds` step, or does not wrap:
//!   it is of constants, or of a number that is small. Then no sum wraps either: two points of one
//!   object are less than half of the address space apart.

use crate::limits::{MAX_FORWARD_TERMS, MAX_LINEAR_DEPTH, MAX_LINEAR_STEPS, MAX_LINEAR_TERMS};
use crate::node::{Apply, Node, Op};
use crate::terms::TermBuilder;
use crate::{Env, Graph, OrderKey, Refinements};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use tollgate_ir::{Class, Flags, IntPredicate, Opcode, Type};
use tollgate_rules::Terms;
use tollgate_sem::address::{Step, steps};

/// An address in linear form.
struct LinearForm {
    base: Node,
    /// The numbers whose multiples are added, in the order of operands, each with its factor.
    computed: BTreeMap<OrderKey, u64>,
    constant: i64,
}

/// What is known where an address of the source is defined.
struct Given<'a> {
    nodes: &'a [Node],
    path: &'a Path,
    gate: Option<Node>,
}

/// The `inbounds` steps that lead to an address of the source.
#[derive(Default)]
struct Path {
    /// The points that it goes through, in linear form.
    points: FxHashSet<Node>,
    /// The numbers that are multiplied, and by what.
    products: FxHashSet<(Node, u64)>,
}

impl Graph {
    /// An address without flags in linear form.
    pub(crate) fn linear_form(
        &mut self,
        env: &mut Env<'_>,
        apply: &Apply,
        ty: Type,
        operands: &[Node],
    ) -> Option<Node> {
        let (&base, indices) = operands.split_first()?;
        let plain = apply.flags.is_empty() && apply.attached.is_empty();
        if !plain || !self.is_plain_address(env, ty, base, indices) {
            return None;
        }
        let field =
            |at: usize| indices.get(at).and_then(|&index| self.int_constant(env, index)?.to_u64());
        let (steps, _) = steps(env.ctx, env.layout, apply.written, indices.len(), field).ok()?;
        let mut form = self.linear_form_of(env, base);
        for (step, &index) in steps.iter().zip(indices) {
            match *step {
                Step::Field(bytes) => form.constant = form.constant.wrapping_add(bytes as i64),
                Step::Scaled(size) => self.add_step(env, &mut form, index, size),
            }
        }
        Some(self.address_of(env, form, ty))
    }

    fn is_plain_address(&self, env: &Env<'_>, ty: Type, base: Node, indices: &[Node]) -> bool {
        let is_number = |&index: &Node| {
            env.ctx.int_width(self.ty(index)).is_some_and(|width| (1..=64).contains(&width))
        };
        ty == Type::PTR
            && self.ty(base) == Type::PTR
            && env.layout.pointer(0).index_bits == 64
            && indices.iter().all(is_number)
    }

    fn add_step(&mut self, env: &mut Env<'_>, form: &mut LinearForm, index: Node, size: u64) {
        let wide = self.widened(env, index);
        self.add_terms(env, form, wide, size);
    }

    /// Adds a multiple of a number to an address, summand by summand.
    fn add_terms(&mut self, env: &mut Env<'_>, form: &mut LinearForm, number: Node, factor: u64) {
        let mut open = vec![(self.find(number), factor)];
        let mut steps = 0;
        while let Some((node, factor)) = open.pop() {
            steps += 1;
            if let Some(number) = self.int_constant(env, node).and_then(|number| number.to_i64()) {
                form.constant = form.constant.wrapping_add(number.wrapping_mul(factor as i64));
                continue;
            }
            match self.summands(env, node).filter(|_| steps < MAX_LINEAR_TERMS) {
                Some(summands) => {
                    let scaled =
                        summands.into_iter().map(|(part, by)| (part, factor.wrapping_mul(by)));
                    open.extend(scaled);
                }
                None => {
                    let key = self.order_key(node);
                    let count = form.computed.entry(key).or_default();
                    *count = count.wrapping_add(factor);
                }
            }
        }
    }

    fn widened(&mut self, env: &mut Env<'_>, index: Node) -> Node {
        match self.ty(index) == Type::I64 {
            true => index,
            false => self.operation(env, Opcode::SExt, &[index]),
        }
    }

    fn operation(&mut self, env: &mut Env<'_>, opcode: Opcode, operands: &[Node]) -> Node {
        self.make(env, Op::Apply(Box::new(Apply::plain(opcode, Type::I64))), Type::I64, operands)
    }

    fn number_of_bytes(&mut self, env: &mut Env<'_>, bytes: u64) -> Node {
        let id = env.ctx.const_int(Type::I64, bytes);
        self.node(Op::Const(id), Type::I64, &[])
    }

    /// The linear form of an address.
    fn linear_form_of(&mut self, env: &mut Env<'_>, pointer: Node) -> LinearForm {
        let mut form =
            LinearForm { base: self.find(pointer), computed: BTreeMap::new(), constant: 0 };
        for _ in 0..MAX_LINEAR_STEPS {
            let Op::Apply(apply) = self.op(form.base) else { break };
            let plain = apply.opcode == Opcode::GetElementPtr
                && apply.written == Type::I8
                && apply.flags.is_empty()
                && apply.attached.is_empty();
            let &[from, step] = self.operands(form.base) else { break };
            if !plain || (self.ty(from), self.ty(step)) != (Type::PTR, Type::I64) {
                break;
            }
            form.base = self.find(from);
            self.add_terms(env, &mut form, step, 1);
        }
        form
    }

    fn address_of(&mut self, env: &mut Env<'_>, form: LinearForm, ty: Type) -> Node {
        let mut sum: Option<Node> = None;
        for (OrderKey { node: term, .. }, factor) in form.computed {
            if factor == 0 {
                continue;
            }
            let factor = self.number_of_bytes(env, factor);
            let bytes = self.operation(env, Opcode::Mul, &[term, factor]);
            sum = Some(match sum {
                Some(sum) => self.operation(env, Opcode::Add, &[sum, bytes]),
                None => bytes,
            });
        }
        let mut at = form.base;
        let mut steps: Vec<Node> = sum.into_iter().collect();
        if form.constant != 0 {
            steps.push(self.number_of_bytes(env, form.constant as u64));
        }
        for step in steps {
            let apply = Apply::plain(Opcode::GetElementPtr, Type::I8);
            at = self.node(Op::Apply(Box::new(apply)), ty, &[at, step]);
        }
        at
    }

    /// The summands of a number, each with its factor. A disjunction of numbers without a common
    /// bit is a sum.
    fn summands(&mut self, env: &mut Env<'_>, sum: Node) -> Option<Vec<(Node, u64)>> {
        let Op::Apply(apply) = self.op(sum) else { return None };
        let opcode = apply.opcode;
        if !apply.flags.is_empty() || !apply.attached.is_empty() || self.operands(sum).len() != 2 {
            return None;
        }
        let (a, b) = (self.operand(sum, 0), self.operand(sum, 1));
        let number = self.int_constant(env, b).and_then(|number| number.to_u64());
        match opcode {
            Opcode::Add => Some(vec![(a, 1), (b, 1)]),
            Opcode::Sub => Some(vec![(a, 1), (b, u64::MAX)]),
            Opcode::Mul => Some(vec![(a, number?)]),
            Opcode::Shl => Some(vec![(a, 1_u64.checked_shl(u32::try_from(number?).ok()?)?)]),
            Opcode::Or => {
                let terms = TermBuilder::new(self, env);
                let (first, second) = (terms.known(a)?, terms.known(b)?);
                let apart = first.zeros.not().and_not(&second.zeros).is_zero();
                apart.then(|| vec![(a, 1), (b, 1)])
            }
            Opcode::And | Opcode::Xor | Opcode::UDiv | Opcode::SDiv | Opcode::URem => None,
            Opcode::SRem | Opcode::LShr | Opcode::AShr | Opcode::FNeg | Opcode::FAdd => None,
            Opcode::FSub | Opcode::FMul | Opcode::FDiv | Opcode::FRem | Opcode::FPTrunc => None,
            Opcode::FPExt | Opcode::FPToUI | Opcode::FPToSI | Opcode::UIToFP => None,
            Opcode::SIToFP | Opcode::Trunc | Opcode::ZExt | Opcode::SExt | Opcode::PtrToInt => None,
            Opcode::PtrToAddr | Opcode::IntToPtr | Opcode::BitCast | Opcode::AddrSpaceCast => None,
            Opcode::ICmp | Opcode::FCmp | Opcode::GetElementPtr | Opcode::Select => None,
            Opcode::Freeze | Opcode::ExtractElement | Opcode::InsertElement => None,
            Opcode::ShuffleVector | Opcode::ExtractValue | Opcode::InsertValue => None,
            Opcode::Alloca | Opcode::Load | Opcode::Store | Opcode::Fence | Opcode::CmpXchg => None,
            Opcode::AtomicRmw | Opcode::VaArg | Opcode::Call => None,
            Opcode::LandingPad | Opcode::CatchPad | Opcode::CleanupPad | Opcode::DebugRecord => {
                None
            }
            Opcode::Ret | Opcode::Br | Opcode::CondBr | Opcode::Switch | Opcode::IndirectBr => None,
            Opcode::Invoke | Opcode::CallBr | Opcode::Resume | Opcode::Unreachable => None,
            Opcode::CleanupRet | Opcode::CatchRet | Opcode::CatchSwitch => None,
        }
    }

    /// Whether an address of the target is defined wherever that of the source, which has the same
    /// linear form, is accessed under a gate.
    pub fn follows(
        &mut self,
        env: &mut Env<'_>,
        refinements: &mut Refinements,
        gate: Node,
        target: Node,
        source: Node,
    ) -> bool {
        let given = self.given(env, source);
        let path = self.path(env, source);
        let known = Given { nodes: &given, path: &path, gate: Some(gate) };
        self.is_defined_given(env, refinements, target, &known, 0)
    }

    /// Whether an address of the target refines one of the source with the same linear form.
    ///
    /// For one outcome of everything in them, they are the same if neither is poison. What may be
    /// undef occurs once in the target's address, so that each outcome of the address is one for
    /// such an outcome, and the source's may choose alike. It remains to show that the target's is
    /// not poison if the source's is not.
    pub(crate) fn refines_address(
        &mut self,
        env: &mut Env<'_>,
        target: Node,
        source: Node,
    ) -> bool {
        let is_step = |node: Node| {
            self.as_apply(node).is_some_and(|apply| apply.opcode == Opcode::GetElementPtr)
        };
        if !is_step(target) || !is_step(source) || self.ty(target) != Type::PTR {
            return false;
        }
        if self.simplify_defined(env, target) != self.simplify_defined(env, source)
            || !self.has_undef_once(env, target)
        {
            return false;
        }
        let given = self.not_poison(source);
        let path = self.path(env, source);
        let known = Given { nodes: &given, path: &path, gate: None };
        self.is_defined_given(env, &mut Refinements::default(), target, &known, 0)
    }

    /// Whether everything in a term that may be undef occurs once.
    fn has_undef_once(&self, env: &Env<'_>, node: Node) -> bool {
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut open = vec![self.find(node)];
        let mut steps = 0;
        while let Some(node) = open.pop() {
            steps += 1;
            if steps > MAX_LINEAR_TERMS {
                return false;
            }
            if let Op::Apply(_) = self.op(node) {
                open.extend(self.operands_found(node));
                continue;
            }
            if self.definedness(env, node).never_undef {
                continue;
            }
            // What a caller's slot may hold occurs in the node that asks for it, and perhaps
            // elsewhere.
            if self.may_be_held(env, node) || !seen.insert(node) {
                return false;
            }
        }
        true
    }

    /// What is not poison if a node is not.
    fn not_poison(&self, node: Node) -> Vec<Node> {
        let mut found = vec![self.find(node)];
        let mut at = 0;
        while let Some(&node) = found.get(at)
            && found.len() < MAX_LINEAR_TERMS
        {
            at += 1;
            let Op::Apply(apply) = self.op(node) else { continue };
            // The operand that a `select` does not choose may be poison.
            let operands =
                if apply.opcode == Opcode::Select { 1 } else { self.operands(node).len() };
            if hands_on_poison(apply.opcode) {
                found.extend((0..operands).map(|at| self.operand(node, at)));
            }
        }
        found
    }

    /// The `inbounds` steps that lead to an address.
    fn path(&mut self, env: &mut Env<'_>, source: Node) -> Path {
        let mut path = Path::default();
        let end = self.simplify_defined(env, source);
        path.points.insert(end);
        let mut at = self.find(source);
        for _ in 0..MAX_LINEAR_STEPS {
            let Op::Apply(apply) = self.op(at) else { break };
            if apply.opcode != Opcode::GetElementPtr || !apply.flags.contains(Flags::INBOUNDS) {
                break;
            }
            let Some(step) = self.step_path(env, at) else { break };
            path.points.extend(step.points);
            path.products.extend(step.products);
            at = self.operand(at, 0);
        }
        path
    }

    /// The points that an `inbounds` step goes through, from its base on, and its products.
    fn step_path(&mut self, env: &mut Env<'_>, pointer: Node) -> Option<Path> {
        let Op::Apply(apply) = self.op(pointer) else { return None };
        let written = apply.written;
        let operands: Vec<Node> =
            (0..self.operands(pointer).len()).map(|at| self.operand(pointer, at)).collect();
        let (&base, indices) = operands.split_first()?;
        if !self.is_plain_address(env, self.ty(pointer), base, indices) {
            return None;
        }
        let field =
            |at: usize| indices.get(at).and_then(|&index| self.int_constant(env, index)?.to_u64());
        let (steps, _) = steps(env.ctx, env.layout, written, indices.len(), field).ok()?;
        let mut path = Path::default();
        let begin = self.simplify_defined(env, base);
        path.points.insert(begin);
        for count in 1..=indices.len() {
            let apply = Apply::plain(Opcode::GetElementPtr, written);
            let point = self.node(Op::Apply(Box::new(apply)), Type::PTR, &operands[..=count]);
            let point = self.simplify_defined(env, point);
            path.points.insert(point);
        }
        for (step, &index) in steps.iter().zip(indices) {
            match (*step, self.int_constant(env, index)) {
                (Step::Field(bytes), _) => drop(i64::try_from(bytes).ok()?),
                // A product of constants that wraps is poison.
                (Step::Scaled(size), Some(number)) => {
                    let bytes = i128::from(number.sext_or_trunc(64).to_i64()?)
                        .checked_mul(i128::from(size))?;
                    i64::try_from(bytes).ok().filter(|&bytes| bytes != i64::MIN)?;
                }
                (Step::Scaled(size), None) => {
                    let index = self.simplify_defined(env, index);
                    path.products.insert((index, size));
                }
            }
        }
        Some(path)
    }

    /// What is defined if an address is.
    fn given(&mut self, env: &mut Env<'_>, address: Node) -> Vec<Node> {
        let mut given = vec![self.find(address)];
        let mut at = 0;
        while let Some(&node) = given.get(at)
            && given.len() < MAX_LINEAR_TERMS
        {
            at += 1;
            let Op::Apply(apply) = self.op(node) else { continue };
            let (opcode, flags, written) = (apply.opcode, apply.flags, apply.written);
            let attached = !apply.attached.is_empty();
            let operands: Vec<Node> =
                (0..self.operands(node).len()).map(|at| self.operand(node, at)).collect();
            let is_factor =
                |&operand: &Node| self.int_constant(env, operand).is_some_and(|it| !it.is_zero());
            let all = match opcode {
                Opcode::ZExt | Opcode::SExt | Opcode::Add | Opcode::Sub | Opcode::Xor => true,
                // A number that is partly undef would wrap for some of its outcomes.
                Opcode::Mul => flags.intersects(Flags::WRAP) && operands.iter().any(is_factor),
                Opcode::Shl => {
                    flags.intersects(Flags::WRAP) && self.int_constant(env, operands[1]).is_some()
                }
                Opcode::Trunc => flags.intersects(Flags::WRAP),
                Opcode::GetElementPtr => {
                    (written == Type::I8 || flags.intersects(Flags::GEP))
                        && self.is_plain_address(env, self.ty(node), operands[0], &operands[1..])
                        && self.all_count(env, written, &operands[1..])
                }
                Opcode::And | Opcode::Or | Opcode::UDiv | Opcode::SDiv | Opcode::URem => false,
                Opcode::SRem | Opcode::LShr | Opcode::AShr | Opcode::FNeg | Opcode::FAdd => false,
                Opcode::FSub | Opcode::FMul | Opcode::FDiv | Opcode::FRem => false,
                Opcode::FPTrunc | Opcode::FPExt | Opcode::FPToUI | Opcode::FPToSI => false,
                Opcode::UIToFP | Opcode::SIToFP | Opcode::PtrToInt | Opcode::PtrToAddr => false,
                Opcode::IntToPtr | Opcode::BitCast | Opcode::AddrSpaceCast | Opcode::ICmp => false,
                Opcode::FCmp | Opcode::Select | Opcode::Freeze | Opcode::ExtractElement => false,
                Opcode::InsertElement | Opcode::ShuffleVector | Opcode::ExtractValue => false,
                Opcode::InsertValue | Opcode::Alloca | Opcode::Load | Opcode::Store => false,
                Opcode::Fence | Opcode::CmpXchg | Opcode::AtomicRmw | Opcode::VaArg => false,
                Opcode::Call | Opcode::LandingPad | Opcode::CatchPad | Opcode::CleanupPad => false,
                Opcode::DebugRecord => false,
                Opcode::Ret | Opcode::Br | Opcode::CondBr | Opcode::Switch | Opcode::IndirectBr => {
                    false
                }
                Opcode::Invoke | Opcode::CallBr | Opcode::Resume | Opcode::Unreachable => false,
                Opcode::CleanupRet | Opcode::CatchRet | Opcode::CatchSwitch => false,
            };
            if all && !attached {
                given.extend(operands);
            } else if opcode == Opcode::GetElementPtr {
                given.push(operands[0]);
            }
        }
        given
    }

    /// Whether no index is multiplied by zero.
    fn all_count(&self, env: &Env<'_>, written: Type, indices: &[Node]) -> bool {
        let field =
            |at: usize| indices.get(at).and_then(|&index| self.int_constant(env, index)?.to_u64());
        let steps = steps(env.ctx, env.layout, written, indices.len(), field);
        steps.is_ok_and(|(steps, _)| !steps.contains(&Step::Scaled(0)))
    }

    fn is_defined_given(
        &mut self,
        env: &mut Env<'_>,
        refinements: &mut Refinements,
        node: Node,
        given: &Given<'_>,
        depth: usize,
    ) -> bool {
        let node = self.find(node);
        if given.nodes.contains(&node) || self.is_defined(env, node) {
            return true;
        }
        let Op::Apply(apply) = self.op(node) else { return false };
        if depth >= MAX_LINEAR_DEPTH {
            return false;
        }
        let (opcode, flags) = (apply.opcode, apply.flags);
        let alike = |&&other: &&Node| {
            matches!(self.op(other), Op::Apply(apply) if apply.opcode == opcode)
                && self.ty(other) == self.ty(node)
                && self.operands(other).len() == self.operands(node).len()
        };
        // Addresses are compared by the points that they go through.
        if opcode != Opcode::GetElementPtr {
            let alike: Vec<Node> = given.nodes.iter().filter(alike).copied().collect();
            if alike.into_iter().any(|other| refinements.refines(self, env, node, other)) {
                return true;
            }
        }
        if opcode == Opcode::GetElementPtr
            && let Some(parts) = self.forward_terms(env, node, given.path)
        {
            return parts
                .into_iter()
                .all(|part| self.is_defined_given(env, refinements, part, given, depth + 1));
        }
        let fine = if opcode == Opcode::GetElementPtr {
            self.keeps_flags(env, node, flags, given.path)
        } else if opcode == Opcode::ZExt && flags == Flags::NNEG {
            let inner = self.operand(node, 0);
            given.gate.is_some_and(|gate| self.is_not_negative(env, gate, inner))
        } else {
            !self.may_make_undefined(env, node)
        };
        fine && (0..self.operands(node).len()).all(|at| {
            let operand = self.operand(node, at);
            self.is_defined_given(env, refinements, operand, given, depth + 1)
        })
    }

    /// Whether a number is not negative where a gate holds.
    fn is_not_negative(&mut self, env: &mut Env<'_>, gate: Node, number: Node) -> bool {
        let ty = self.ty(number);
        if env.ctx.int_width(ty).is_none_or(|width| width > 64) {
            return false;
        }
        let zero = env.ctx.const_int(ty, 0);
        let zero = self.node(Op::Const(zero), ty, &[]);
        let test = Apply::int_comparison(IntPredicate::Slt);
        let negative = self.make(env, Op::Apply(Box::new(test)), Type::I1, &[number, zero]);
        let negative = self.simplify_defined(env, negative);
        let both = self.and(env, gate, negative);
        env.as_bool(self, both) == Some(false)
    }

    /// If several `inbounds` steps all go forward, from one point of the source to another, no
    /// point between them is out of bounds. Then: their operands.
    fn forward_terms(
        &mut self,
        env: &mut Env<'_>,
        pointer: Node,
        path: &Path,
    ) -> Option<Vec<Node>> {
        let mut parts = Vec::new();
        let mut at = self.find(pointer);
        let end = self.simplify_defined(env, at);
        for _ in 0..MAX_LINEAR_STEPS {
            let Op::Apply(apply) = self.op(at) else { break };
            let (flags, written) = (apply.flags, apply.written);
            let plain = apply.opcode == Opcode::GetElementPtr
                && apply.attached.is_empty()
                && !flags.is_empty()
                && !flags.contains(Flags::NUW);
            if !plain {
                break;
            }
            let operands: Vec<Node> =
                (0..self.operands(at).len()).map(|index| self.operand(at, index)).collect();
            let (&base, indices) = operands.split_first()?;
            if !self.is_plain_address(env, self.ty(at), base, indices) {
                return None;
            }
            let field = |at: usize| {
                indices.get(at).and_then(|&index| self.int_constant(env, index)?.to_u64())
            };
            let (steps, _) = steps(env.ctx, env.layout, written, indices.len(), field).ok()?;
            for (step, &index) in steps.iter().zip(indices) {
                let short = match *step {
                    Step::Field(bytes) => bytes < 1 << 57,
                    Step::Scaled(size) => self.is_short(env, index, size),
                };
                if !short {
                    return None;
                }
            }
            parts.extend(indices);
            at = base;
        }
        let begin = self.simplify_defined(env, at);
        parts.push(at);
        let fine = parts.len() > 1
            && parts.len() <= MAX_FORWARD_TERMS
            && path.points.contains(&begin)
            && path.points.contains(&end);
        fine.then_some(parts)
    }

    /// Whether a number is not negative, and its product with a size is a small part of the address
    /// space.
    fn is_short(&mut self, env: &mut Env<'_>, index: Node, size: u64) -> bool {
        let Some(known) = (TermBuilder::new(self, env)).known(index) else { return false };
        let bits = known.width() - known.sign_bits;
        !known.least().is_negative() && u64::from(bits) + u64::from(64 - size.leading_zeros()) < 58
    }

    /// Whether a step violates none of its flags.
    fn keeps_flags(&mut self, env: &mut Env<'_>, pointer: Node, flags: Flags, path: &Path) -> bool {
        let attached = matches!(self.op(pointer), Op::Apply(apply) if !apply.attached.is_empty());
        if attached || flags.contains(Flags::NUW) {
            return false;
        }
        if flags.is_empty() {
            return true;
        }
        let Some(step) = self.step_path(env, pointer) else { return false };
        step.points.is_subset(&path.points)
            && step
                .products
                .iter()
                .all(|product| path.products.contains(product) || self.is_small(env, *product))
    }

    /// Whether the product of a number and a size is far from wrapping.
    fn is_small(&mut self, env: &mut Env<'_>, (index, size): (Node, u64)) -> bool {
        let Some(known) = (TermBuilder::new(self, env)).known(index) else { return false };
        let bits = known.width() - known.sign_bits + 1;
        size < 1 << 62 && u64::from(bits) + u64::from(64 - size.leading_zeros()) < 64
    }
}

/// Whether an operation, or the one that it selects, is poison where one of its operands is.
fn hands_on_poison(opcode: Opcode) -> bool {
    match opcode.class() {
        Class::Integer | Class::Division | Class::Shift => true,
        Class::Negation | Class::Float | Class::FloatCast | Class::FloatToInt => true,
        Class::Cast | Class::SpaceCast | Class::IntCompare | Class::FloatCompare => true,
        Class::Address | Class::Select => true,
        // Components may be poison that are not looked at, and each intrinsic would need an
        // argument of its own.
        Class::Lane | Class::Part | Class::Call => false,
        // Never operations without side effects.
        Class::Freeze | Class::Memory | Class::Pad | Class::Debug | Class::End => false,
    }
}
