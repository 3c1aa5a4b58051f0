//! Code with branches: diamonds, switches and loops; loops peeled and unrolled; branches against
//! choices, split, merged and threaded.

use super::Kind;
use super::straight::{STRAIGHT, stepped, turned};
use crate::audit::change::{mutate, refine};
use crate::audit::generator::{
    EVERY, Generator, LIGHT, LOGIC, OBSERVED, OBSERVERS, Profile, SIMPLE, SMALL,
};
use crate::audit::program::Pair;
use crate::audit::reshape::{self, Reshaped};
use crate::mutate::random::Random;

pub const DIAMONDS: Kind = Kind {
    name: "diamonds",
    about: "diamonds, switches and short circuits, with calls and divisions",
    prelude: |_| OBSERVERS.to_owned(),
    make: |random| {
        let operations = [SIMPLE, OBSERVED, EVERY, LOGIC][random.below(4)];
        let params: &[u32] = if random.below(2) == 0 { &[1, 1, 2] } else { &[1, 2, 3] };
        let mut g = Generator::new(random, Profile { operations, params, ..SMALL });
        let (params, depth) = (2 + g.random.below(2), 1 + g.random.below(3) / 2);
        let function = g.diamonds(params, depth);
        stepped(&mut g, function)
    },
    share: 12,
    ..STRAIGHT
};

pub const LOOPS: Kind = Kind {
    name: "loops",
    about: "loops of one or two blocks, with calls and divisions",
    make: |random| {
        let operations = [SIMPLE, OBSERVED, EVERY, LOGIC][random.below(4)];
        let mut g = Generator::new(random, Profile { operations, params: &[1, 2, 2], ..SMALL });
        let params = 1 + g.random.below(2);
        let function = g.looping(params);
        stepped(&mut g, function)
    },
    share: 10,
    ..DIAMONDS
};

pub const UNROLLED: Kind = Kind {
    name: "unrolled",
    about: "loops against peeled, rotated and unrolled ones",
    make: unrolled,
    share: 8,
    ..DIAMONDS
};

fn unrolled(random: &mut Random) -> Option<Pair> {
    let operations = [LIGHT, OBSERVED, SIMPLE][random.below(3)];
    let mut g = Generator::new(random, Profile { operations, params: &[1, 2, 2], ..SMALL });
    let params = 1 + g.random.below(2);
    let mut source = g.looping(params);
    source.sweep();
    if g.chance(30) {
        source = reshape::freeze_conditions(&mut g, &source);
    }
    if !source.is_well_formed() {
        return None;
    }
    let (mut target, mut sound) = match g.random.below(2) {
        0 => reshape::peel(&source)?,
        _ => reshape::unroll(&source)?,
    };
    if g.chance(85) {
        let side = if g.chance(50) { &mut target } else { &mut source };
        for _ in 0..1 + g.random.below(3) {
            if let Some(next) = mutate(&mut g, side) {
                (*side, sound) = (next, false);
            }
        }
    }
    turned(&mut g, Pair { source, target, sound })
}

pub const CONVERTED: Kind = Kind {
    name: "converted",
    about: "branches against choices, conditions split and merged, jumps threaded",
    make: converted,
    share: 10,
    ..DIAMONDS
};

const CHANGES: &[fn(&mut Generator<'_>, &crate::audit::program::Function) -> Reshaped] = &[
    reshape::if_convert,
    reshape::if_convert,
    reshape::branch_for_select,
    reshape::split_condition,
    reshape::split_condition,
    reshape::merge_conditions,
    reshape::merge_conditions,
    reshape::thread_jump,
    reshape::thread_jump,
    |g, function| refine(g, function).map(|it| (it, true)),
    |g, function| {
        let mut it = function.clone();
        crate::audit::change::logic_to_select(g, &mut it)?;
        Some((it, false))
    },
];

fn converted(random: &mut Random) -> Option<Pair> {
    let operations: &[&str] = match random.below(2) {
        0 => &["and", "or", "select", "icmp", "add", "observe", "freeze"],
        _ => &[
            "and", "or", "xor", "select", "select", "freeze", "icmp", "icmp", "zext", "add", "sub",
            "mul", "shl", "lshr", "umin", "udiv", "observe",
        ],
    };
    let noundef = [0, 50, 100][random.below(3)];
    let widths = &[1, 1, 2, 2, 3];
    let profile = Profile { widths, params: &[1, 1, 2, 2], operations, noundef, ..SMALL };
    let mut g = Generator::new(random, profile);
    let (params, depth) = (2 + g.random.below(2), 1 + g.random.below(2));
    let mut source = g.diamonds(params, depth);
    source.sweep();
    if !source.is_well_formed() {
        return None;
    }
    let (mut target, mut sound) = (source.clone(), true);
    for _ in 0..1 + g.random.below(3) {
        if let Some((next, right)) = g.pick(CHANGES)(&mut g, &target) {
            (target, sound) = (next, sound && right);
        }
    }
    if g.chance(65)
        && let Some(next) = mutate(&mut g, &target)
    {
        (target, sound) = (next, false);
    }
    turned(&mut g, Pair { source, target, sound })
}
