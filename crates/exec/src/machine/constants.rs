//! Constants as values.
//!
//! Constant expressions are evaluated by the same functions as instructions; they cannot make
//! choices.

use super::{InRange, Machine, Purpose};
use crate::limits::MAX_TYPE_DEPTH;
use crate::memory::Object;
use crate::pointers::{self, GepFlags};
use crate::pure::{Operation, Pure};
use crate::shape::{Shape, ShapeKind};
use crate::trap::Trap;
use crate::value::{Val, Wide};
use std::sync::Arc;
use tollgate_ir::{
    Body, Const, ConstExpr, ConstKind, ExprDetail, GlobalRef, Name, Opcode, Type, ValueDef,
    float_bits,
};
use tollgate_sem::Int;
use tollgate_sem::address::{self, Step, StepError};
use tollgate_sem::ops::Denormals;
use tollgate_sem::value::Choose;

/// Constants make no choices: undef becomes zero, which LLVM's constant folder may choose as well.
struct NoChoice;

impl Choose for NoChoice {
    fn undef(&mut self, width: u32) -> Int {
        Int::zero(width)
    }
    fn pick(&mut self, _: usize) -> usize {
        0
    }
}

/// Whether a constant may mention a global.
fn may_mention(kind: &ConstKind) -> bool {
    match kind {
        ConstKind::Int(_) | ConstKind::WideInt(_) | ConstKind::Float(..) | ConstKind::Bytes(_) => {
            false
        }
        ConstKind::Null | ConstKind::NoneToken | ConstKind::Zero | ConstKind::Undef => false,
        ConstKind::Poison | ConstKind::Asm(_) => false,
        ConstKind::Aggregate(_)
        | ConstKind::Splat(_)
        | ConstKind::Expr(_)
        | ConstKind::PtrAuth(_) => true,
        ConstKind::Global(_) | ConstKind::DsoLocalEquivalent(_) | ConstKind::NoCfi(_) => true,
        ConstKind::BlockAddress { .. } => true,
    }
}

impl<'m> Machine<'m> {
    /// Lays out the globals that the constants of a body mention. Errors are reported where the
    /// constant is used.
    pub(super) fn lay_out_mentions(&mut self, body: &Body) {
        for value in body.values() {
            if let ValueDef::Const(id) = body.value(value).def
                && body.is_used(value)
                && may_mention(&self.ctx.constant(id).kind)
            {
                let _ = self.constant(id);
            }
        }
    }

    /// The value of a constant, or why it is not interpreted.
    pub(crate) fn constant(&mut self, id: Const) -> Result<Val, String> {
        self.constant_at(id, 0)
    }

    fn constant_at(&mut self, id: Const, depth: u32) -> Result<Val, String> {
        if let Some(known) = self.constants.get(&id) {
            return known.clone();
        }
        // Aggregates nest as types do; expressions may nest some more.
        if depth > 4 * MAX_TYPE_DEPTH {
            return Err("constants that nest too deeply".to_string());
        }
        let value = self.evaluate_constant(id, depth);
        self.constants.insert(id, value.clone());
        value
    }

    fn evaluate_constant(&mut self, id: Const, depth: u32) -> Result<Val, String> {
        let data = self.ctx.constant(id);
        Ok(match &data.kind {
            ConstKind::Int(value) => Val::Bits(*value),
            ConstKind::WideInt(limbs) => {
                let width = self.ctx.int_width(data.ty).unwrap_or(64);
                Val::int(Int::from_limbs(width, limbs.to_vec()))
            }
            ConstKind::Float(low, high) => {
                let bits = self.shape(data.ty)?.bits().unwrap_or(64);
                Val::int(Int::from_u128(bits, float_bits(*low, *high)))
            }
            ConstKind::Null => Val::NULL,
            ConstKind::NoneToken => Val::Bits(0),
            ConstKind::Zero => {
                let shape = self.shape(data.ty)?;
                zero(&shape)?
            }
            ConstKind::Undef => Val::Undef,
            ConstKind::Poison => Val::Poison,
            ConstKind::Aggregate(parts) => {
                let parts: Result<Vec<Val>, String> =
                    parts.iter().map(|&part| self.constant_at(part, depth + 1)).collect();
                Val::parts(parts?)
            }
            ConstKind::Bytes(bytes) => Val::parts(
                bytes.iter().map(|&byte| Val::Bits(u64::from(byte))).collect::<Vec<Val>>(),
            ),
            ConstKind::Splat(lane) => {
                let count = self.shape(data.ty)?.part_count().unwrap_or(0);
                let lane = self.constant_at(*lane, depth + 1)?;
                Val::parts(vec![lane; count])
            }
            ConstKind::Global(name)
            | ConstKind::DsoLocalEquivalent(name)
            | ConstKind::NoCfi(name) => self.global_address(*name)?,
            ConstKind::BlockAddress { function, block } => self.block_address(*function, *block)?,
            ConstKind::PtrAuth(_) => return Err("signed pointers".to_string()),
            ConstKind::Asm(_) => Val::NULL,
            ConstKind::Expr(expr) => self.expression(expr, data.ty, depth)?,
        })
    }

    fn block_address(&mut self, function: Name, block: Name) -> Result<Val, String> {
        let unknown = || "address of an unknown block".to_string();
        let Some(GlobalRef::Func(func)) = self.module.lookup(function) else {
            return Err(unknown());
        };
        let body = self.module.functions[func].body().ok_or_else(unknown)?;
        let found = body.blocks().find(|&it| body.block(it).label == Some(block));
        let prov = self.block_object(func, found.ok_or_else(unknown)?)?;
        Ok(self.start_of(prov))
    }

    fn expression(&mut self, expr: &ConstExpr, ty: Type, depth: u32) -> Result<Val, String> {
        let mut values = Vec::new();
        let mut shapes: Vec<Arc<Shape>> = Vec::new();
        for &operand in &expr.operands {
            values.push(self.constant_at(operand, depth + 1)?);
            shapes.push(self.shape(self.ctx.constant(operand).ty)?);
        }
        if expr.opcode == Opcode::GetElementPtr {
            let ExprDetail::Gep { source, inrange } = expr.detail else {
                return Err("address without a type".to_string());
            };
            let result = self.shape(ty)?;
            let gep = GepFlags { flags: expr.flags, null_is_valid: false };
            let places = self.gep_steps(source, &values)?;
            let pointer = self.constant_gep(&values, &shapes, &places, &result, gep)?;
            self.note_range(&pointer, inrange);
            return Ok(pointer);
        }
        let result = self.shape(ty)?;
        let operands: Vec<(&Val, &Shape)> =
            values.iter().zip(&shapes).map(|(value, shape)| (value, &**shape)).collect();
        let path: &[u32] = match &expr.detail {
            ExprDetail::Indices(path) => path,
            _ => &[],
        };
        let operation = Operation {
            opcode: expr.opcode,
            flags: expr.flags,
            int_predicate: match expr.detail {
                ExprDetail::IntPredicate(predicate) => Some(predicate),
                _ => None,
            },
            float_predicate: match expr.detail {
                ExprDetail::FloatPredicate(predicate) => Some(predicate),
                _ => None,
            },
            path,
            operands: &operands,
            result: &result,
        };
        // Its address depends on the objects that it is merged with.
        let may_be_merged = |value: &&Val| match **value {
            Val::Ptr { prov, .. } => self.image.object(prov).is_some_and(Object::may_be_merged),
            _ => false,
        };
        if matches!(expr.opcode, Opcode::PtrToInt | Opcode::PtrToAddr)
            && operands.iter().any(|(value, _)| may_be_merged(value))
            && self.config.purpose != Purpose::Execution
        {
            return Err("the address of an `unnamed_addr` object as a number".to_string());
        }
        let mut pure = Pure {
            memory: &mut self.image,
            choose: &mut NoChoice,
            denormals: Denormals::IEEE,
            denormals_f32: Denormals::IEEE,
        };
        pure.evaluate(&operation).map_err(|trap| match trap {
            Trap::Undefined(reason) => format!("constant expression: {reason}"),
            Trap::Unsupported(what) => what,
            Trap::Limit(limit) => limit.to_string(),
            Trap::Exit(_) | Trap::Abort | Trap::NotReturned | Trap::Stuck(_) => {
                "constant expression".to_string()
            }
        })
    }

    /// The distance per unit of each index of a `getelementptr` over `source`.
    pub(crate) fn gep_steps(&mut self, source: Type, values: &[Val]) -> Result<Vec<Step>, String> {
        let field = |index: usize| match values.get(index + 1)? {
            Val::Bits(number) => Some(*number),
            // A vector of indices into a struct is a splat.
            other => other.part(0).bits(),
        };
        let count = values.len().saturating_sub(1);
        match address::steps(self.ctx, &self.shapes.layout, source, count, field) {
            Ok((steps, _)) => Ok(steps),
            Err(StepError::Layout(error)) => Err(error.to_string()),
            Err(StepError::NotIndexable(_)) => Err("address into a scalar".to_string()),
            Err(StepError::FieldIndex) => Err("index of a field that is not there".to_string()),
        }
    }

    /// Records an `inrange` of a pointer. (The reference defines it on pointers only, not on
    /// vectors.)
    fn note_range(&mut self, pointer: &Val, inrange: Option<(Const, Const)>) {
        let number = |id: Const| match self.ctx.constant(id).kind {
            ConstKind::Int(bits) => Some(bits),
            _ => None,
        };
        if let Some((low, high)) = inrange
            && let Val::Ptr { prov, addr } = *pointer
            && let (Some(low), Some(high)) = (number(low), number(high))
        {
            let range =
                InRange { prov, start: addr.wrapping_add(low), end: addr.wrapping_add(high) };
            self.ranges.push(range);
        }
    }

    fn constant_gep(
        &mut self,
        values: &[Val],
        shapes: &[Arc<Shape>],
        steps: &[Step],
        result: &Shape,
        gep: GepFlags,
    ) -> Result<Val, String> {
        gep_value(&self.image, values, shapes, steps, result, gep)
            .ok_or_else(|| "address of that kind".to_string())
    }
}

/// `getelementptr` of any operands: lane by lane where one is a vector. None if an operand has an
/// unexpected type.
pub(crate) fn gep_value(
    memory: &crate::memory::Memory,
    values: &[Val],
    shapes: &[Arc<Shape>],
    steps: &[Step],
    result: &Shape,
    gep: GepFlags,
) -> Option<Val> {
    let lane_of = |index: usize, lane: Option<usize>| match (lane, shapes[index].lanes()) {
        (Some(lane), Some(_)) => values[index].part(lane),
        _ => values[index].clone(),
    };
    let one = |lane: Option<usize>, pointer: &Shape| -> Option<Val> {
        let ShapeKind::Ptr(pointer) = pointer.kind else { return None };
        if (0..values.len()).any(|at| lane_of(at, lane).is_poison()) {
            return Some(Val::Poison);
        }
        let mut indices = Vec::new();
        for (at, shape) in shapes.iter().enumerate().skip(1) {
            let bits = shape.lanes().map_or(&**shape, |(_, lane)| &**lane).bits()?;
            indices.push(match lane_of(at, lane) {
                Val::Bits(index) => Int::new(bits, index),
                Val::Wide(wide) => match &*wide {
                    Wide::Bits(value) => value.clone(),
                    // An index that is partly undef: any address.
                    Wide::Partial { .. } => return Some(Val::Undef),
                    Wide::Parts(_) => return None,
                },
                Val::Undef => return Some(Val::Undef),
                Val::Poison => return Some(Val::Poison),
                Val::Ptr { .. } => return None,
            });
        }
        pointers::general_gep(memory, pointer, &lane_of(0, lane), steps, &indices, gep)
    };
    match result.lanes() {
        Some((count, pointer)) => {
            let lanes: Option<Vec<Val>> = (0..count).map(|lane| one(Some(lane), pointer)).collect();
            Some(Val::parts(lanes?))
        }
        None => one(None, result),
    }
}

/// The error for values with more parts than a register should hold.
pub(crate) const TOO_LARGE: &str = "values with that many parts";

/// The zero of a shape.
pub(crate) fn zero(shape: &Shape) -> Result<Val, String> {
    if shape.is_too_large() {
        return Err(TOO_LARGE.to_string());
    }
    Ok(match &shape.kind {
        ShapeKind::Void | ShapeKind::Opaque => Val::Bits(0),
        ShapeKind::Int(width) => Val::int(Int::zero(*width)),
        ShapeKind::Float(ty) => Val::int(Int::zero(ty.bits())),
        ShapeKind::Ptr(_) => Val::NULL,
        ShapeKind::Vector { len, lane } => Val::parts(vec![zero(lane)?; *len as usize]),
        ShapeKind::Array { len, elem } => Val::parts(vec![zero(elem)?; *len as usize]),
        ShapeKind::Struct(fields) => {
            let parts: Result<Vec<Val>, String> =
                fields.iter().map(|(_, field)| zero(field)).collect();
            Val::parts(parts?)
        }
    })
}
