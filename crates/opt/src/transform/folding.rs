//! What values are at a place where some of them are known: operations on integers folded exactly,
//! a few levels deep.

use tollgate_canon::Editor;
use tollgate_ir::{Body, Const, ConstKind, ExprDetail, Inst, Opcode, Value, ValueDef};
use tollgate_sem::fold::fold;
use tollgate_sem::layout::DataLayout;

/// How deep instructions are folded.
const MAX_CHAIN: u32 = 6;

/// A number that is known.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    Truth(bool),
    Const(Const),
}

/// A place where some values are known.
pub(super) trait Place {
    /// What a value is that need not be computed.
    fn known(&self, body: &Body, value: Value) -> Option<Known>;

    /// Whether what an instruction computes of values at this place is what its result is here.
    fn computes(&self, body: &Body, inst: Inst) -> bool;
}

/// Whether all that goes into a value is known. Folding makes constants, and so is left to the pass
/// that [evaluates](evaluate).
pub(super) fn is_known(place: &impl Place, body: &Body, value: Value) -> bool {
    is_known_within(place, body, value, MAX_CHAIN)
}

fn is_known_within(place: &impl Place, body: &Body, value: Value, depth: u32) -> bool {
    if place.known(body, value).is_some() {
        return true;
    }
    let Some(inst) = computed(place, body, value).filter(|_| depth > 0) else { return false };
    let knows = |value: Value| is_known_within(place, body, value, depth - 1);
    match body.inst(inst).opcode {
        Opcode::Select => knows(body.operand(inst, 0)) && body.operands(inst).skip(1).any(knows),
        _ => body.operands(inst).all(knows),
    }
}

/// The constant that a value is.
pub(super) fn evaluate(
    place: &impl Place,
    editor: &mut Editor<'_>,
    layout: &DataLayout,
    value: Value,
) -> Option<Const> {
    evaluate_within(place, editor, layout, value, MAX_CHAIN)
}

fn evaluate_within(
    place: &impl Place,
    editor: &mut Editor<'_>,
    layout: &DataLayout,
    value: Value,
    depth: u32,
) -> Option<Const> {
    match place.known(editor.body(), value) {
        Some(Known::Const(id)) => return Some(id),
        Some(Known::Truth(holds)) => return Some(editor.ctx().const_bool(holds)),
        None => {}
    }
    let inst = computed(place, editor.body(), value).filter(|_| depth > 0)?;
    let operands: Vec<Value> = editor.body().operands(inst).collect();
    let data = editor.body().inst(inst);
    let (opcode, flags, ty) = (data.opcode, data.flags, editor.body().value_type(value));
    if let (Opcode::Select, &[condition, yes, no]) = (opcode, &operands[..]) {
        let id = evaluate_within(place, editor, layout, condition, depth - 1)?;
        let ConstKind::Int(bits) = editor.context().constant(id).kind else { return None };
        return evaluate_within(place, editor, layout, if bits == 0 { no } else { yes }, depth - 1);
    }
    let detail = match opcode {
        Opcode::ICmp => ExprDetail::IntPredicate(data.int_predicate()),
        _ => ExprDetail::None,
    };
    let mut constants = Vec::with_capacity(operands.len());
    for operand in operands {
        constants.push(evaluate_within(place, editor, layout, operand, depth - 1)?);
    }
    let folded = fold(editor.ctx(), layout, opcode, flags, ty, &constants, &detail)?;
    folded.exact.then_some(folded.value)
}

/// The instruction that computes a value, if it may be folded. Floating point is not: its meaning
/// depends on the function's mode.
fn computed(place: &impl Place, body: &Body, value: Value) -> Option<Inst> {
    let ValueDef::Inst(inst) = body.value(value).def else { return None };
    use Opcode::{
        AShr, Add, And, Freeze, ICmp, LShr, Mul, Or, SExt, Select, Shl, Sub, Trunc, Xor, ZExt,
    };
    let may_fold = matches!(
        body.inst(inst).opcode,
        Add | Sub
            | Mul
            | Shl
            | LShr
            | AShr
            | And
            | Or
            | Xor
            | Trunc
            | ZExt
            | SExt
            | ICmp
            | Select
            | Freeze
    );
    (may_fold && place.computes(body, inst)).then_some(inst)
}
