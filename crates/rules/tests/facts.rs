//! What is known of an operation holds for everything that its operands may be: all pairs of bounds
//! at a small width, all flags.

use tollgate_ir::{ConstKind, ExprDetail, Flags, Opcode, Type, TypeKind};
use tollgate_rules::{Arena, Facts, KnownBits, Op, Terms};
use tollgate_sem::Int;
use tollgate_sem::fold::{fold, fold_intrinsic};
use tollgate_sem::intrinsics::Intrinsic;
use tollgate_sem::layout::DataLayout;

const WIDTH: u32 = 3;

fn values(width: u32) -> impl Iterator<Item = Int> {
    (0..1 << width).map(move |value| Int::new(width, value))
}

/// Bounds of either order, and some bits.
fn all_known() -> Vec<KnownBits> {
    let mut all = Vec::new();
    let nothing = KnownBits::nothing(WIDTH);
    for low in values(WIDTH) {
        for high in values(WIDTH) {
            let (a, b) = (&low, &high);
            let range = nothing.range.expect("a small width has bounds");
            if !b.ult(a) {
                all.push(nothing.clone().within(Some(range.within_unsigned(a, b))));
            }
            if !b.slt(a) {
                all.push(nothing.clone().within(Some(range.within_signed(a, b))));
            }
            if !a.intersects(b) && (a.is_zero() || b.is_zero()) {
                all.push(KnownBits { zeros: a.clone(), ones: b.clone(), ..nothing.clone() });
            }
        }
    }
    all.dedup();
    all
}

/// The result of an operation on all values, unless it is undefined or poison.
fn results(arena: &mut Arena, op: Op, flags: Flags, ty: Type) -> Vec<(Int, Int, Int)> {
    let (layout, own) = (DataLayout::default(), arena.context_mut().ty(TypeKind::Int(WIDTH)));
    let mut results = Vec::new();
    for a in values(WIDTH) {
        for b in values(WIDTH) {
            let ctx = arena.context_mut();
            let operands = [&a, &b].map(|int| ctx.const_int(own, int.to_u64().unwrap_or(0)));
            let folded = match op {
                Op::Intrinsic(intrinsic) => {
                    let signature = ctx.ty(TypeKind::Function {
                        ret: ty,
                        params: vec![own, own].into(),
                        vararg: false,
                    });
                    fold_intrinsic(ctx, &layout, intrinsic, flags, signature, &operands)
                }
                Op::Plain(opcode @ (Opcode::ZExt | Opcode::SExt | Opcode::Trunc)) => {
                    fold(ctx, &layout, opcode, flags, ty, &operands[..1], &ExprDetail::None)
                }
                Op::Plain(opcode) => {
                    fold(ctx, &layout, opcode, flags, ty, &operands, &ExprDetail::None)
                }
                _ => None,
            };
            let Some(folded) = folded else { continue };
            let ctx = arena.context();
            if !matches!(ctx.constant(folded.value).kind, ConstKind::Poison | ConstKind::Undef) {
                let width = ctx.int_width(ty).expect("an integer");
                let value = ctx.int_value(folded.value).expect("an integer");
                results.push((a.clone(), b.clone(), Int::new(width, value)));
            }
        }
    }
    results
}

fn check(op: Op, flags: Flags, width: u32) {
    let mut arena = Arena::new();
    let own = arena.context_mut().ty(TypeKind::Int(WIDTH));
    let ty = arena.context_mut().ty(TypeKind::Int(width));
    let results = results(&mut arena, op, flags, ty);
    assert!(!results.is_empty(), "{op:?} is never defined");
    let known = all_known();
    let is_cast = matches!(op, Op::Plain(Opcode::ZExt | Opcode::SExt | Opcode::Trunc));
    let mut narrowed = 0;
    for first in &known {
        for second in if is_cast { &known[..1] } else { &known[..] } {
            arena.clear();
            let facts =
                |known: &KnownBits| Facts { known: Some(known.clone()), ..Facts::default() };
            let a = arena.variable(0, own, facts(first));
            let b = arena.variable(1, own, facts(second));
            let operands = [a, b];
            let node = arena.make(op, flags, ty, if is_cast { &operands[..1] } else { &operands });
            let found = arena.known(node).expect("an integer");
            narrowed += usize::from(found != KnownBits::nothing(width));
            for (x, y, result) in &results {
                if first.allows(x) && (is_cast || second.allows(y)) {
                    assert!(
                        found.allows(result),
                        "{op:?} {flags:?} of {x:?} {y:?}: {found:?} for {first:?} {second:?}"
                    );
                }
            }
        }
    }
    assert!(narrowed > 0, "nothing is ever known of {op:?}");
}

#[test]
fn what_is_known_of_an_operation_holds() {
    let wraps = [Flags::NONE, Flags::NUW, Flags::NSW, Flags::NUW | Flags::NSW];
    for opcode in [Opcode::Add, Opcode::Sub, Opcode::Mul, Opcode::Shl] {
        wraps.iter().for_each(|&flags| check(Op::Plain(opcode), flags, WIDTH));
    }
    for opcode in
        [Opcode::LShr, Opcode::AShr, Opcode::UDiv, Opcode::SDiv, Opcode::URem, Opcode::SRem]
    {
        check(Op::Plain(opcode), Flags::NONE, WIDTH);
    }
    for opcode in [Opcode::And, Opcode::Or, Opcode::Xor] {
        check(Op::Plain(opcode), Flags::NONE, WIDTH);
    }
    check(Op::Plain(Opcode::ZExt), Flags::NONE, 5);
    check(Op::Plain(Opcode::ZExt), Flags::NNEG, 5);
    check(Op::Plain(Opcode::SExt), Flags::NONE, 5);
    wraps.iter().for_each(|&flags| check(Op::Plain(Opcode::Trunc), flags, 2));
    for intrinsic in [Intrinsic::UMin, Intrinsic::UMax, Intrinsic::SMin, Intrinsic::SMax] {
        check(Op::Intrinsic(intrinsic), Flags::NONE, WIDTH);
    }
    check(Op::Intrinsic(Intrinsic::USubSat), Flags::NONE, WIDTH);
    check(Op::Intrinsic(Intrinsic::UAddSat), Flags::NONE, WIDTH);
}
