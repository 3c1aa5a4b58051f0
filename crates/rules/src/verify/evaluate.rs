//! All outcomes of one operation on given operands, by `sem`.
//!
//! A value here is one *outcome*: every bit is chosen, every lane is a number, a pointer or poison.
//! What a term denotes is a set of outcomes. Operations that choose (NaN patterns, `freeze` of
//! poison) have several; every choice is tried.
//!
//! **Undefined behaviour** (a division by zero) gives poison, in the lane where it happens: hazards
//! are compared apart from values (§3.4), and the value of a division must be *one*
//! value in all laws, or two laws could make different constants equal.

use crate::op::Op;
use tollgate_ir::{Context, Flags, Opcode, Shape as OpcodeShape, Type, TypeKind};
use tollgate_sem::Int;
use tollgate_sem::intrinsics::CallShape;
use tollgate_sem::ops::{Denormals, Evaluator, Reason, Stop, int_compare};
use tollgate_sem::value::{Choose, Lane, LaneType, Shape, Value};

/// A pointer of the model: two pointers may have one address and yet be different.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Pointer {
    /// What it is based on.
    pub object: u8,
    /// Where it points; 0 is null's address.
    pub address: u8,
}

/// One outcome.
pub(super) type Outcome = Value<Pointer>;

/// The addresses of the model.
pub(super) const ADDRESSES: u8 = 3;

/// The objects of the model.
pub(super) const OBJECTS: u8 = 2;

/// More outcomes than this of one operation are not listed.
const MAX_OUTCOMES: usize = 64;

/// Makes choices as a script says, and lengthens the script where it ends.
#[derive(Default)]
struct Script {
    /// What was chosen, of how many.
    choices: Vec<(usize, usize)>,
    at: usize,
}

impl Script {
    /// Goes on to the next script; false if all were tried.
    fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some((choice, count)) = self.choices.pop() {
            if choice + 1 < count {
                self.choices.push((choice + 1, count));
                return true;
            }
        }
        false
    }
}

impl Choose for Script {
    fn undef(&mut self, width: u32) -> Int {
        // Never more than can be listed: who asks for more is refused by the count of outcomes.
        let choice = self.pick(1 << width.min(10));
        Int::new(width, choice as u64)
    }

    fn pick(&mut self, count: usize) -> usize {
        if self.at == self.choices.len() {
            self.choices.push((0, count));
        }
        self.at += 1;
        self.choices[self.at - 1].0
    }
}

/// Why there is no list of outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refused {
    /// `sem` does not interpret it.
    Uninterpreted(Reason),
    /// There are too many.
    TooMany,
}

/// The outcomes of an operation on these operands.
pub(super) fn outcomes(
    ctx: &Context,
    op: Op,
    flags: Flags,
    types: &[Type],
    result: Type,
    operands: &[&Outcome],
) -> Result<Vec<Outcome>, Refused> {
    if op == Op::Plain(Opcode::Freeze)
        && let Some(frozen) = freeze_pointer(ctx, result, operands)
    {
        return Ok(frozen);
    }
    let mut script = Script::default();
    let mut found: Vec<Outcome> = Vec::new();
    loop {
        let outcome = match evaluate(ctx, &mut script, op, flags, types, result, operands) {
            Ok(outcome) => outcome,
            Err(Stop::Undefined(_)) => poison(ctx, result),
            Err(Stop::Uninterpreted(reason)) => return Err(Refused::Uninterpreted(reason)),
        };
        if !found.contains(&outcome) {
            found.push(outcome);
        }
        if found.len() > MAX_OUTCOMES {
            return Err(Refused::TooMany);
        }
        if !script.advance() {
            return Ok(found);
        }
    }
}

fn evaluate(
    ctx: &Context,
    script: &mut Script,
    op: Op,
    flags: Flags,
    types: &[Type],
    result: Type,
    operands: &[&Outcome],
) -> Result<Outcome, Stop> {
    let wrong = Stop::Uninterpreted(Reason::Types);
    let shape = |index: usize| types.get(index).and_then(|&ty| Shape::of(ctx, ty)).ok_or(wrong);
    let mut evaluator = Evaluator { choose: script, denormals: Denormals::IEEE, big_endian: false };
    match (op, operands) {
        (Op::IntCompare(predicate), [a, b]) => match shape(0)?.lane {
            LaneType::Pointer(_) => compare_pointers(a, b, |a, b| int_compare(predicate, a, b)),
            LaneType::Int(_) | LaneType::Float(_) => evaluator.int_compare(predicate, flags, a, b),
        },
        (Op::FloatCompare(predicate), [a, b]) => {
            evaluator.float_compare(predicate, flags, shape(0)?.lane, a, b)
        }
        (Op::ExtractValue(index), [aggregate]) => evaluator.extract_value(aggregate, &[index]),
        (Op::InsertValue(index), [aggregate, part]) => {
            evaluator.insert_value(aggregate, part, &[index])
        }
        (Op::Intrinsic(intrinsic), operands) => {
            let shape = CallShape::of_types(ctx, result, types).ok_or(wrong)?;
            let arguments: Vec<Outcome> = operands.iter().map(|&operand| operand.clone()).collect();
            evaluator.intrinsic(intrinsic, flags, &shape, &arguments)
        }
        (Op::Plain(opcode), operands) => {
            evaluate_plain(ctx, &mut evaluator, (opcode, flags), types, result, operands)
        }
        (Op::IntCompare(_) | Op::FloatCompare(_) | Op::ExtractValue(_) | Op::InsertValue(_), _) => {
            Err(wrong)
        }
    }
}

/// An operation that is nothing but its opcode and flags.
fn evaluate_plain(
    ctx: &Context,
    evaluator: &mut Evaluator<'_>,
    (opcode, flags): (Opcode, Flags),
    types: &[Type],
    result: Type,
    operands: &[&Outcome],
) -> Result<Outcome, Stop> {
    let wrong = Stop::Uninterpreted(Reason::Types);
    let shape = |index: usize| types.get(index).and_then(|&ty| Shape::of(ctx, ty)).ok_or(wrong);
    match (opcode.shape(), operands) {
        (OpcodeShape::FloatUnary, [a]) => evaluator.unary(opcode, flags, shape(0)?.lane, a),
        (OpcodeShape::IntBinary, [Value::Parts(a), Value::Parts(b)]) if a.len() == b.len() => {
            let lane = shape(0)?.lane;
            let lanes =
                a.iter().zip(b).map(|(a, b)| match evaluator.binary(opcode, flags, lane, a, b) {
                    Err(Stop::Undefined(_)) => Ok(Value::poison()),
                    result => result,
                });
            lanes.collect::<Result<_, _>>().map(Value::Parts)
        }
        (OpcodeShape::IntBinary | OpcodeShape::FloatBinary, [a, b]) => {
            evaluator.binary(opcode, flags, shape(0)?.lane, a, b)
        }
        (OpcodeShape::Cast, [a]) => {
            let to = Shape::of(ctx, result).ok_or(wrong)?;
            evaluator.cast(opcode, flags, shape(0)?, to, a)
        }
        (OpcodeShape::Select, [condition, a, b]) => {
            // Arrays of floats can be chosen with fast-math flags, too.
            let lanes = ctx.array_elem(result).unwrap_or(result);
            let lane = Shape::of(ctx, lanes).map(|shape| shape.lane);
            evaluator.select(flags, lane, condition, a, b)
        }
        (OpcodeShape::Freeze, [a]) => evaluator.freeze(shape(0)?.lane, a),
        (OpcodeShape::ExtractElement, [vector, index]) => evaluator.extract_element(vector, index),
        (OpcodeShape::InsertElement, [vector, lane, index]) => {
            evaluator.insert_element(vector, lane, index)
        }
        (OpcodeShape::ShuffleVector, [a, b, mask]) => {
            let Value::Parts(lanes) = mask else {
                return Err(wrong);
            };
            let lanes = lanes.iter().map(|lane| lane.as_defined().and_then(|it| it.to_u64()));
            let mask: Vec<Option<u32>> =
                lanes.map(|lane| lane.and_then(|it| u32::try_from(it).ok())).collect();
            evaluator.shuffle_vector(a, b, &mask)
        }
        _ => Err(wrong),
    }
}

/// Addresses are compared, whatever the pointers are based on.
fn compare_pointers(
    a: &Outcome,
    b: &Outcome,
    holds: impl Fn(&Int, &Int) -> bool,
) -> Result<Outcome, Stop> {
    match (a, b) {
        (Value::Lane(Lane::Pointer(a)), Value::Lane(Lane::Pointer(b))) => {
            let address = |pointer: &Pointer| Int::new(8, u64::from(pointer.address));
            Ok(Value::int(Int::from_bool(holds(&address(a), &address(b)))))
        }
        (Value::Lane(Lane::Poison), _) | (_, Value::Lane(Lane::Poison)) => Ok(Value::poison()),
        _ => Err(Stop::Uninterpreted(Reason::Types)),
    }
}

/// `freeze` of a pointer, which `sem` does not do.
fn freeze_pointer(ctx: &Context, ty: Type, operands: &[&Outcome]) -> Option<Vec<Outcome>> {
    matches!(ctx.kind(ty), TypeKind::Ptr(_)).then_some(())?;
    match operands {
        [Value::Lane(Lane::Poison)] => Some(pointers()),
        [operand] => Some(vec![(*operand).clone()]),
        _ => None,
    }
}

/// All pointers of the model. Null is the first.
pub(super) fn pointers() -> Vec<Outcome> {
    let all = (0..OBJECTS)
        .flat_map(|object| (0..ADDRESSES).map(move |address| Pointer { object, address }));
    all.map(|pointer| Value::Lane(Lane::Pointer(pointer))).collect()
}

/// Poison in every lane of a type.
pub(super) fn poison(ctx: &Context, ty: Type) -> Outcome {
    match ctx.kind(ty) {
        TypeKind::Struct { fields, .. } => {
            Value::Parts(fields.iter().map(|&field| poison(ctx, field)).collect())
        }
        TypeKind::Vector { len, elem, .. } => {
            Value::Parts((0..*len).map(|_| poison(ctx, *elem)).collect())
        }
        TypeKind::Array { len, elem } => {
            Value::Parts((0..*len).map(|_| poison(ctx, *elem)).collect())
        }
        TypeKind::Void
        | TypeKind::Label
        | TypeKind::Metadata
        | TypeKind::Token
        | TypeKind::X86Amx
        | TypeKind::X86Mmx
        | TypeKind::Int(..)
        | TypeKind::Byte(..)
        | TypeKind::Float(..)
        | TypeKind::Ptr(..)
        | TypeKind::Named { .. }
        | TypeKind::Target { .. }
        | TypeKind::Function { .. } => Value::poison(),
    }
}

/// Whether the second outcome refines the first.
pub(super) fn refines(left: &Outcome, right: &Outcome) -> bool {
    left.is_refined_by(right, &|a, b| a == b)
}

/// Outcomes as text.
pub(super) fn show(outcomes: &[&Outcome]) -> String {
    let texts: Vec<String> = outcomes.iter().map(|outcome| show_one(outcome)).collect();
    format!("{{{}}}", texts.join(", "))
}

fn show_one(outcome: &Outcome) -> String {
    match outcome {
        Value::Lane(Lane::Poison) => "poison".to_owned(),
        Value::Lane(Lane::Bits(bits)) => match bits.as_defined() {
            Some(int) => int.to_signed_decimal(),
            None => "undef".to_owned(),
        },
        Value::Lane(Lane::Pointer(pointer)) => {
            format!("object {} + {}", pointer.object, pointer.address)
        }
        Value::Parts(parts) => {
            let texts: Vec<String> = parts.iter().map(show_one).collect();
            format!("<{}>", texts.join(", "))
        }
    }
}
