//! The cases as operations on interned constants, through `fold`.

use crate::model::{Case, Operation, Plain, Ty};
use tollgate_ir::{Const, ConstKind, Context, ExprDetail, Opcode, Type, TypeKind};
use tollgate_sem::fold::{ConstValue, Folded, constant_of, fold, fold_intrinsic, value_of};
use tollgate_sem::layout::DataLayout;
use tollgate_sem::value::{Lane, LaneType, Shape, Value};

fn type_of(ctx: &mut Context, ty: &Ty) -> Type {
    match ty {
        Ty::Shape(Shape { lanes, lane }) => {
            let elem = match lane {
                LaneType::Int(width) => ctx.int_type(*width),
                LaneType::Float(float) => ctx.ty(TypeKind::Float(*float)),
                LaneType::Pointer(space) => ctx.ty(TypeKind::Ptr(*space)),
            };
            lanes.map_or(elem, |len| ctx.ty(TypeKind::Vector { len, scalable: false, elem }))
        }
        Ty::Struct(fields) => {
            let fields = fields.iter().map(|field| type_of(ctx, field)).collect();
            ctx.ty(TypeKind::Struct { packed: false, fields })
        }
        Ty::Array(len, elem) => {
            let elem = type_of(ctx, elem);
            ctx.ty(TypeKind::Array { len: u64::from(*len), elem })
        }
    }
}

fn const_value(value: &Plain) -> ConstValue {
    match value {
        Value::Lane(Lane::Poison) => Value::Lane(Lane::Poison),
        Value::Lane(Lane::Bits(bits)) => Value::bits(bits.clone()),
        Value::Lane(Lane::Pointer(())) => panic!("no pointers"),
        Value::Parts(parts) => Value::Parts(parts.iter().map(const_value).collect()),
    }
}

fn plain_value(value: &ConstValue) -> Plain {
    match value {
        Value::Lane(Lane::Poison) => Value::Lane(Lane::Poison),
        Value::Lane(Lane::Bits(bits)) => Value::bits(bits.clone()),
        Value::Lane(Lane::Pointer(_)) => panic!("no pointers"),
        Value::Parts(parts) => Value::Parts(parts.iter().map(plain_value).collect()),
    }
}

/// Folds a case: the constant as a value, and whether it is exact.
pub fn fold_case(ctx: &mut Context, case: &Case) -> Option<(Plain, bool)> {
    let layout = DataLayout::default();
    let mut operands: Vec<Const> = Vec::new();
    let mut params = Vec::new();
    for (ty, value) in &case.operands {
        let ty = type_of(ctx, ty);
        params.push(ty);
        let mut exact = true;
        let constant =
            constant_of(ctx, ty, &const_value(value), &mut exact).expect("operands are constants");
        assert!(exact);
        operands.push(constant);
    }
    let result = type_of(ctx, &case.result);
    let (opcode, detail) = match &case.operation {
        Operation::Unary(opcode) | Operation::Binary(opcode) | Operation::Cast(opcode) => {
            (*opcode, ExprDetail::None)
        }
        Operation::IntCompare(predicate) => (Opcode::ICmp, ExprDetail::IntPredicate(*predicate)),
        Operation::FloatCompare(predicate) => {
            (Opcode::FCmp, ExprDetail::FloatPredicate(*predicate))
        }
        Operation::Select => (Opcode::Select, ExprDetail::None),
        Operation::Freeze => (Opcode::Freeze, ExprDetail::None),
        Operation::ExtractElement => (Opcode::ExtractElement, ExprDetail::None),
        Operation::InsertElement => (Opcode::InsertElement, ExprDetail::None),
        Operation::ExtractValue(path) => {
            (Opcode::ExtractValue, ExprDetail::Indices(path.clone().into()))
        }
        Operation::InsertValue(path) => {
            (Opcode::InsertValue, ExprDetail::Indices(path.clone().into()))
        }
        Operation::Shuffle(mask) => {
            let lanes: Vec<Const> = mask
                .iter()
                .map(|lane| match lane {
                    None => ctx.const_poison(Type::I32),
                    Some(lane) => ctx.const_int(Type::I32, u64::from(*lane)),
                })
                .collect();
            let len = mask.len() as u32;
            let ty = ctx.ty(TypeKind::Vector { len, scalable: false, elem: Type::I32 });
            operands.push(ctx.const_aggregate(ty, &lanes));
            (Opcode::ShuffleVector, ExprDetail::None)
        }
        Operation::Intrinsic(intrinsic) => {
            let ty =
                ctx.ty(TypeKind::Function { ret: result, params: params.into(), vararg: false });
            let folded = fold_intrinsic(ctx, &layout, *intrinsic, case.flags, ty, &operands)?;
            return Some(read_back(ctx, folded));
        }
    };
    let folded = fold(ctx, &layout, opcode, case.flags, result, &operands, &detail)?;
    assert_eq!(ctx.constant(folded.value).ty, result);
    Some(read_back(ctx, folded))
}

fn read_back(ctx: &mut Context, folded: Folded) -> (Plain, bool) {
    assert!(!matches!(ctx.constant(folded.value).kind, ConstKind::Expr(_)));
    let value = value_of(ctx, folded.value).expect("a constant without expressions");
    (plain_value(&value), folded.exact)
}
