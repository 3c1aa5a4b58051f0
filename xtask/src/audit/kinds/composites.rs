//! Vectors of two lanes and structs of two fields.

use super::Kind;
use super::straight::{STRAIGHT, stepped};
use crate::audit::generator::{
    BINARY, BINARY_INTRINSICS, Generator, PREDICATES, Profile, SMALL, Scope,
};
use crate::audit::program::{
    Block, Flags, Function, Id, Inst, Label, Op, Operand, Pair, Param, Terminator, Type,
};
use crate::mutate::random::Random;

pub const VECTORS: Kind = Kind {
    name: "vectors",
    about: "vectors of two lanes: lane by lane, lanes taken out and put in, shuffles",
    make: |random| {
        let params = [
            Type::Vector(2, 1),
            Type::Vector(2, 1),
            Type::Vector(2, 2),
            Type::Int(1),
            Type::Int(2),
        ];
        composed(random, &params, vector_inst)
    },
    share: 6,
    ..STRAIGHT
};

pub const AGGREGATES: Kind = Kind {
    name: "aggregates",
    about: "structs: fields taken out and put in, operations with overflow",
    make: |random| {
        let params = [Type::Pair(2, 1), Type::Pair(1, 1), Type::Int(1), Type::Int(2), Type::Int(2)];
        composed(random, &params, aggregate_inst)
    },
    share: 4,
    ..STRAIGHT
};

/// Makes one instruction.
type Maker = fn(&mut Generator<'_>, &mut Function, &Scope) -> Inst;

fn composed(random: &mut Random, types: &[Type], make: Maker) -> Option<Pair> {
    let mut g = Generator::new(random, Profile { widths: &[1, 2], params: &[1, 2], ..SMALL });
    let params: Vec<Param> = (0..1 + g.random.below(2) as u32)
        .map(|number| {
            let attrs = if g.chance(40) { "noundef" } else { "" };
            Param { id: Id(number), ty: g.pick(types), attrs }
        })
        .collect();
    let mut scope: Scope = params.iter().map(|param| (param.id, param.ty)).collect();
    let mut function = Function::new(params, Type::BOOL, 100);
    let mut block = Block::new(Label::ENTRY);
    for _ in 0..2 + g.random.below(4) {
        let inst = if g.chance(75) {
            make(&mut g, &mut function, &scope)
        } else {
            g.inst(&mut function, &mut scope.clone())
        };
        scope.extend(inst.id.map(|id| (id, inst.ty)));
        block.insts.push(inst);
    }
    let &(id, ty) = scope.last()?;
    block.end = Terminator::Return(Operand::Value(id));
    function.result = ty;
    function.blocks.push(block);
    stepped(&mut g, function)
}

/// An instruction with these operands.
pub fn inst(
    g: &mut Generator<'_>,
    function: &mut Function,
    scope: &Scope,
    op: Op,
    ty: Type,
    operands: &[Type],
) -> Inst {
    let flags = g.flags(&op);
    let operands = operands.iter().map(|&ty| (ty, g.usual(scope, ty))).collect();
    Inst { id: Some(Id(function.fresh())), ty, op, flags, operands }
}

fn vector_inst(g: &mut Generator<'_>, function: &mut Function, scope: &Scope) -> Inst {
    let width = 1 + g.random.below(2) as u32;
    let (vector, lane, bools) = (Type::Vector(2, width), Type::Int(width), Type::Vector(2, 1));
    let index = |g: &mut Generator<'_>| match g.random.below(12) {
        0 => Operand::Int(2),
        1 => Operand::Undef,
        at => Operand::Int(at as u64 & 1),
    };
    match g.random.below(10) {
        0..=2 => {
            let op = Op::Binary(g.pick(BINARY));
            inst(g, function, scope, op, vector, &[vector; 2])
        }
        3 => {
            let op = Op::Icmp(g.pick(PREDICATES));
            inst(g, function, scope, op, bools, &[vector; 2])
        }
        4 => {
            let condition = if g.chance(50) { bools } else { Type::BOOL };
            inst(g, function, scope, Op::Select, vector, &[condition, vector, vector])
        }
        5 => inst(g, function, scope, Op::Freeze, vector, &[vector]),
        6 => {
            let mut it = inst(g, function, scope, Op::ExtractElement, lane, &[vector]);
            it.operands.push((Type::Int(32), index(g)));
            it
        }
        7 => {
            let mut it = inst(g, function, scope, Op::InsertElement, vector, &[vector, lane]);
            it.operands.push((Type::Int(32), index(g)));
            it
        }
        8 => {
            let lanes = ["i32 0", "i32 1", "i32 2", "i32 3", "i32 poison", "i32 undef"];
            let mask = format!("<2 x i32> <{}, {}>", g.pick(&lanes), g.pick(&lanes));
            inst(g, function, scope, Op::Shuffle(mask.into()), vector, &[vector; 2])
        }
        _ => {
            let op = Op::Intrinsic(g.pick(&BINARY_INTRINSICS[..8]));
            inst(g, function, scope, op, vector, &[vector; 2])
        }
    }
}

fn aggregate_inst(g: &mut Generator<'_>, function: &mut Function, scope: &Scope) -> Inst {
    let width = 1 + g.random.below(2) as u32;
    let (pair, number) = (Type::Pair(width, 1), Type::Int(width));
    match g.random.below(6) {
        0 => inst(g, function, scope, Op::ExtractValue(0), number, &[pair]),
        1 => inst(g, function, scope, Op::ExtractValue(1), Type::BOOL, &[pair]),
        2 => inst(g, function, scope, Op::InsertValue(0), pair, &[pair, number]),
        3 => inst(g, function, scope, Op::InsertValue(1), pair, &[pair, Type::BOOL]),
        4 => match g.chance(50) {
            true => inst(g, function, scope, Op::Freeze, pair, &[pair]),
            false => inst(g, function, scope, Op::Select, pair, &[Type::BOOL, pair, pair]),
        },
        _ => {
            const OVERFLOWING: &[&str] = &[
                "uadd.with.overflow",
                "sadd.with.overflow",
                "usub.with.overflow",
                "ssub.with.overflow",
                "umul.with.overflow",
                "smul.with.overflow",
            ];
            let op = Op::Intrinsic(g.pick(OVERFLOWING));
            let mut it = inst(g, function, scope, op, pair, &[number; 2]);
            it.flags = Flags::default();
            it
        }
    }
}
