//! Exact treatment of undef bits of the source.
//!
//! Each use of an undef value may have another value (§2.4). The interpreter, asked to choose,
//! fixes the *result* of the operation that asked, and all uses of that result have the same value.
//! So a run with undef bits chosen is a behaviour, but enumerating the choices does not give all
//! behaviours: `x ^ x` for `x = mul undef, 3` may be anything, and would always be zero. So undef
//! bits of the source normally stay symbolic, and the result of an operation on them is any bits.
//! That is too coarse to distinguish `mul x, 2` from `add x, x`.
//!
//! **Definition.** A result is *linear* if it has exactly one use, and that is the operand of a
//! `ret` or `freeze`, or of an operation that only computes and whose result is linear. If all
//! results that were chosen are linear, then no choice is used twice, and the enumeration is
//! complete.

use super::pair::{Behaviour, Pair};
use rustc_hash::FxHashSet;
use tollgate_exec::choices::ChoiceKind;
use tollgate_exec::shape::{Shape as ValueShape, ShapeKind};
use tollgate_exec::value::{Val, Wide};
use tollgate_ir::{Body, Class, Const, ConstKind, Inst, Opcode, User};
use tollgate_sem::Int;

/// Maximum number of operations between a choice and its last use: bounds the time of the check.
const MAX_CHAIN: usize = 64;

impl Pair<'_> {
    /// Whether no choice of undef bits in a run was used twice.
    pub(super) fn chose_linearly(&self, behaviour: &Behaviour) -> bool {
        let limit = self.source.machine.config().limits.choices as usize;
        behaviour.run.choices.len() < limit
            && behaviour.run.choices.iter().all(|choice| {
                match (choice.question.kind, choice.question.place) {
                    (ChoiceKind::Undef, Some((func, inst))) => {
                        let body = self.source.side.module.functions[func].body();
                        func == self.source.side.func
                            && body.is_some_and(|body| is_linear(body, inst))
                    }
                    (ChoiceKind::Undef, None) => false,
                    // These are choices of single operations.
                    (
                        ChoiceKind::Freeze
                        | ChoiceKind::Nan
                        | ChoiceKind::Address
                        | ChoiceKind::Leeway
                        | ChoiceKind::FastMath,
                        _,
                    ) => true,
                }
            })
    }

    /// Whether the source has undef operands.
    pub(super) fn mentions_undef(&self) -> bool {
        let Some(body) = self.source.side.body() else { return false };
        let mut constants: Vec<Const> =
            body.values().filter_map(|value| body.as_const(value)).collect();
        // Constants are shared, so each is visited once.
        let mut seen = FxHashSet::default();
        while let Some(id) = constants.pop() {
            if !seen.insert(id) {
                continue;
            }
            match &self.ctx.constant(id).kind {
                ConstKind::Undef => return true,
                ConstKind::Aggregate(parts) | ConstKind::PtrAuth(parts) => {
                    constants.extend(parts.iter())
                }
                ConstKind::Splat(lane) => constants.push(*lane),
                ConstKind::Expr(expr) => constants.extend(expr.operands.iter()),
                ConstKind::Int(_)
                | ConstKind::WideInt(_)
                | ConstKind::Float(..)
                | ConstKind::Bytes(_) => {}
                ConstKind::Null | ConstKind::NoneToken | ConstKind::Zero | ConstKind::Poison => {}
                ConstKind::Global(_) | ConstKind::DsoLocalEquivalent(_) | ConstKind::NoCfi(_) => {}
                ConstKind::BlockAddress { .. } | ConstKind::Asm(_) => {}
            }
        }
        false
    }
}

/// Some of the elements of a set of values, or the value itself if it is one. None if it is poison,
/// or has pointers that are undef.
pub(super) fn elements(value: &Val, shape: &ValueShape) -> Option<Vec<Val>> {
    if value.is_well_defined() {
        return Some(vec![value.clone()]);
    }
    // If there are few bits, all patterns; otherwise those that differ most.
    let patterns: Vec<u64> = (0..16)
        .chain([0x55, 0xaa, 0x80, 0x7f, 0xff, u64::MAX, 1 << 31, 1 << 63, u64::MAX >> 1])
        .collect();
    let elements: Option<Vec<Val>> =
        patterns.into_iter().map(|pattern| element(value, shape, pattern)).collect();
    let mut elements = elements?;
    elements.dedup();
    Some(elements)
}

/// The element of a set whose undef bits have a pattern.
fn element(value: &Val, shape: &ValueShape, pattern: u64) -> Option<Val> {
    if let Some(count) = shape.part_count() {
        let parts: Option<Vec<Val>> =
            (0..count).map(|at| element(&value.part(at), shape.part(at)?, pattern)).collect();
        return parts.map(Val::parts);
    }
    let width = shape.bits();
    let filled = |width: u32| Int::new(64, pattern).sext_or_trunc(width);
    match value {
        Val::Bits(_) | Val::Ptr { .. } => Some(value.clone()),
        Val::Undef if !matches!(shape.kind, ShapeKind::Ptr(_)) => Some(Val::int(filled(width?))),
        Val::Undef | Val::Poison => None,
        Val::Wide(wide) => match &**wide {
            Wide::Bits(_) => Some(value.clone()),
            Wide::Partial { value, undef } => Some(Val::int(value.or(&filled(width?).and(undef)))),
            Wide::Parts(_) => None,
        },
    }
}

fn is_linear(body: &Body, inst: Inst) -> bool {
    let mut inst = inst;
    for _ in 0..MAX_CHAIN {
        let Some(result) = body.inst(inst).result() else { return false };
        let mut users = body.users(result);
        let (Some(User::Operand(user, _)), None) = (users.next(), users.next()) else {
            return false;
        };
        let opcode = body.inst(user).opcode;
        if matches!(opcode, Opcode::Ret | Opcode::Freeze) {
            return true;
        }
        if !only_computes(opcode) {
            return false;
        }
        inst = user;
    }
    false
}

/// Whether an operation has no undefined behaviour, and its result depends on its operands only.
fn only_computes(opcode: Opcode) -> bool {
    match opcode.class() {
        Class::Integer | Class::Shift | Class::Negation | Class::Float | Class::FloatCast => true,
        Class::IntCompare | Class::FloatCompare | Class::Select => true,
        // The object of the pointer that an integer becomes depends on more than the integer.
        Class::Cast => !matches!(opcode, Opcode::PtrToInt | Opcode::PtrToAddr | Opcode::IntToPtr),
        Class::Division | Class::FloatToInt | Class::SpaceCast | Class::Address => false,
        Class::Lane | Class::Part | Class::Freeze => false,
        Class::Memory | Class::Call | Class::Pad | Class::Debug | Class::End => false,
    }
}
