//! Code without branches: all operations on integers, flags, `freeze`, intrinsics, undef and
//! poison.

use super::Kind;
use crate::audit::change::{mutate, refine};
use crate::audit::generator::{EVERY, Generator, LOGIC, Profile, SIMPLE, SMALL};
use crate::audit::program::{Function, Inst, Op, Operand, Pair, Terminator};
use crate::mutate::random::Random;

pub const STRAIGHT: Kind = Kind {
    name: "straight",
    about: "straight-line integer code, i1 to i3",
    prelude: |_| String::new(),
    make: |random| {
        let operations = if random.below(2) == 0 { SIMPLE } else { EVERY };
        let mut g = Generator::new(random, Profile { operations, ..SMALL });
        let (params, count) = (1 + g.random.below(2), 2 + g.random.below(5));
        let function = g.straight(params, count);
        stepped(&mut g, function)
    },
    worlds: 0,
    memory: false,
    share: 20,
};

pub const BOOLEANS: Kind = Kind {
    name: "booleans",
    about: "i1-heavy decisions without branches",
    make: |random| {
        let noundef = if random.below(2) == 0 { 0 } else { 60 };
        let widths = &[1, 1, 1, 2, 2, 3];
        let profile = Profile { widths, params: &[1, 1, 2], operations: LOGIC, noundef, ..SMALL };
        let mut g = Generator::new(random, profile);
        let count = 2 + g.random.below(5);
        let function = g.straight(3, count);
        stepped(&mut g, function)
    },
    share: 10,
    ..STRAIGHT
};

pub const UNDEFINED: Kind = Kind {
    name: "undefined",
    about: "many undef and poison constants, with and without branches",
    make: |random| {
        let profile = Profile {
            widths: &[1, 2, 2, 3],
            params: &[1, 1, 2, 2],
            operations: &[
                "add", "sub", "and", "or", "xor", "select", "select", "freeze", "icmp", "zext",
                "trunc", "umin", "shl", "abs", "ctlz", "mul",
            ],
            undef: 10,
            poison: 8,
            noundef: 50,
            ..SMALL
        };
        let mut g = Generator::new(random, profile);
        let function = match g.random.below(3) {
            0 => g.straight(2, 5),
            1 => g.diamonds(2, 1),
            _ => g.looping(1),
        };
        stepped(&mut g, function)
    },
    share: 10,
    ..STRAIGHT
};

pub const WIDE: Kind = Kind {
    name: "wide",
    about: "i7 to i64 with constants near the limits",
    make: wide,
    share: 10,
    ..STRAIGHT
};

fn wide(random: &mut Random) -> Option<Pair> {
    const WIDTHS: &[&[u32]] = &[
        &[7, 1],
        &[8, 1],
        &[8],
        &[7, 8, 1],
        &[8, 16, 1],
        &[8, 32],
        &[64],
        &[64, 32, 1],
        &[33, 64, 1],
        &[31, 32],
        &[32, 1],
    ];
    let widths = WIDTHS[random.below(WIDTHS.len())];
    let profile = Profile {
        widths,
        params: &widths[..1],
        operations: EVERY,
        undef: 1,
        poison: 0,
        numbers: 35,
        noundef: 85,
        limits: true,
    };
    let mut g = Generator::new(random, profile);
    let (params, count) = (1 + g.random.below(4) / 3, 1 + g.random.below(4));
    let function = g.straight(params, count);
    if g.chance(70) {
        return stepped(&mut g, function);
    }
    // A constant or a comparison instead of the whole.
    let mut source = function;
    source.sweep();
    let mut target = source.clone();
    target.blocks[0].insts.clear();
    let scope: Vec<_> = target.params.iter().map(|param| (param.id, param.ty)).collect();
    let result = target.result;
    let mut block = target.blocks[0].clone();
    let returned = match result.width() {
        Some(1) => {
            let condition = g.condition(&mut target, &mut block, &mut scope.clone());
            let constants: Vec<Operand> = source.blocks[0]
                .insts
                .iter()
                .flat_map(|inst| &inst.operands)
                .map(|(_, operand)| operand.clone())
                .filter(|operand| matches!(operand, Operand::Int(_)))
                .collect();
            if let (Some(Inst { op: Op::Icmp(_), operands, .. }), Some(constant)) =
                (block.insts.last_mut(), g.random.pick(&constants))
            {
                operands[1].1 = constant;
            }
            condition
        }
        _ => g.operand(&scope, result, 60),
    };
    block.end = Terminator::Return(returned);
    target.blocks[0] = block;
    (target.is_well_formed() && source.is_well_formed()).then_some(Pair {
        source,
        target,
        sound: false,
    })
}

/// A pair of a function and what some steps made of it.
pub fn stepped(g: &mut Generator<'_>, mut source: Function) -> Option<Pair> {
    source.sweep();
    if source.size() < 3 || !source.is_well_formed() {
        return None;
    }
    let mut target = source.clone();
    // Right steps alone, or others among them.
    let right = g.chance(12);
    for _ in 0..[1, 1, 1, 2, 2, 3][g.random.below(6)] {
        let next = if right || g.chance(10) { refine(g, &target) } else { mutate(g, &target) };
        target = next.unwrap_or(target);
    }
    turned(g, Pair { source, target, sound: right })
}

/// The pair without unused values, sometimes with source and target exchanged; none if there is no
/// difference.
pub fn turned(g: &mut Generator<'_>, pair: Pair) -> Option<Pair> {
    let Pair { mut source, mut target, sound } = pair;
    source.sweep();
    target.sweep();
    if source == target || !source.is_well_formed() || !target.is_well_formed() {
        return None;
    }
    match sound {
        true if g.chance(60) => Some(Pair { source, target, sound }),
        false if g.chance(50) => Some(Pair { source, target, sound }),
        _ => Some(Pair { source: target, target: source, sound: false }),
    }
}
