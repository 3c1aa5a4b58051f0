//! Floats: half and float with NaNs, zeros and infinities, comparisons, flags, and conversions
//! from integers and to their bits.

use super::Kind;
use super::composites::inst;
use super::straight::{STRAIGHT, stepped};
use crate::audit::generator::{Generator, Profile, SMALL, Scope};
use crate::audit::program::{
    Block, Function, Id, Inst, Label, Op, Operand, Pair, Param, Terminator, Type,
};
use crate::mutate::random::Random;

pub const FLOATS: Kind = Kind {
    name: "floats",
    about: "half and float: NaN choices, zeros, infinities, comparisons, flags",
    make: floats,
    share: 5,
    ..STRAIGHT
};

const COMPARISONS: &[&str] = &[
    "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
    "uno",
];

fn floats(random: &mut Random) -> Option<Pair> {
    let mut g = Generator::new(random, Profile { widths: &[1, 2, 3], ..SMALL });
    let float = if g.chance(60) { Type::Half } else { Type::Float };
    // From small integers all inputs can be tried, of floats only some.
    let exhaustive = g.chance(60);
    let params: Vec<Param> = (0..1 + g.random.below(2) as u32)
        .map(|number| {
            let attrs = if g.chance(60) { "noundef" } else { "" };
            let ty = if exhaustive { Type::Int(1 + g.random.below(3) as u32) } else { float };
            Param { id: Id(number), ty, attrs }
        })
        .collect();
    let mut scope: Scope = params.iter().map(|param| (param.id, param.ty)).collect();
    let mut function = Function::new(params, Type::BOOL, 100);
    let mut block = Block::new(Label::ENTRY);
    if exhaustive {
        for (id, ty) in scope.clone() {
            let op = Op::Cast(if g.chance(50) { "uitofp" } else { "sitofp" });
            let mut it = inst(&mut g, &mut function, &scope, op, float, &[ty]);
            it.operands[0].1 = Operand::Value(id);
            scope.extend(it.id.map(|id| (id, float)));
            block.insts.push(it);
        }
    }
    for _ in 0..1 + g.random.below(4) {
        let it = make(&mut g, &mut function, &scope, float);
        scope.extend(it.id.map(|id| (id, it.ty)));
        block.insts.push(it);
    }
    let &(id, ty) = scope.last()?;
    block.end = Terminator::Return(Operand::Value(id));
    function.result = ty;
    function.blocks.push(block);
    stepped(&mut g, function)
}

fn make(g: &mut Generator<'_>, function: &mut Function, scope: &Scope, float: Type) -> Inst {
    match g.random.below(10) {
        0..=3 => {
            let op = Op::Binary(g.pick(&["fadd", "fsub", "fmul", "fdiv"]));
            inst(g, function, scope, op, float, &[float; 2])
        }
        4 | 5 => {
            let op = Op::Fcmp(g.pick(COMPARISONS));
            inst(g, function, scope, op, Type::BOOL, &[float; 2])
        }
        6 => inst(g, function, scope, Op::Unary("fneg"), float, &[float]),
        7 => {
            let op = Op::Intrinsic(g.pick(&["fabs", "fabs", "canonicalize"]));
            inst(g, function, scope, op, float, &[float])
        }
        8 => {
            let op = Op::Intrinsic(g.pick(&["minnum", "maxnum", "copysign", "minimum", "maximum"]));
            inst(g, function, scope, op, float, &[float; 2])
        }
        _ => match g.chance(50) {
            true => inst(g, function, scope, Op::Select, float, &[Type::BOOL, float, float]),
            false => inst(g, function, scope, Op::Freeze, float, &[float]),
        },
    }
}
