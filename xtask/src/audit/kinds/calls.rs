//! Calls: of external functions, with and without attributes, and of functions of the module.

use super::Kind;
use super::straight::{STRAIGHT, stepped};
use crate::audit::generator::{Generator, OBSERVERS, Profile, SIMPLE, SMALL};
use crate::audit::program::{Callee, Flags, Id, Inst, Op, Pair, Type};
use crate::mutate::random::Random;

pub const CALLS: Kind = Kind {
    name: "calls",
    about: "calls of external functions with attributes, and of functions of the module",
    prelude: |_| format!("{OBSERVERS}{FUNCTIONS}"),
    make: calls,
    worlds: 24,
    share: 4,
    ..STRAIGHT
};

const FUNCTIONS: &str = "\
declare i2 @next(i2)
declare i2 @step(i2) nounwind
declare i2 @sure(i2) nounwind willreturn
declare i2 @reads(i2) nounwind willreturn memory(read)
declare i2 @computes(i2) nounwind willreturn memory(none)
declare noundef i2 @strict(i2 noundef) nounwind willreturn
define internal i2 @twice(i2 %x) {
  %y = shl i2 %x, 1
  ret i2 %y
}
define internal i2 @same(i2 returned %x) {
  ret i2 %x
}
define internal i2 @divides(i2 %x) {
  %y = udiv i2 3, %x
  ret i2 %y
}
define internal i2 @tells(i2 %x) {
  call void @observe2(i2 %x)
  ret i2 %x
}
";

static CALLEES: &[Callee] = &[
    Callee { name: "next", pure: false },
    Callee { name: "step", pure: false },
    Callee { name: "step", pure: false },
    Callee { name: "sure", pure: false },
    Callee { name: "reads", pure: false },
    Callee { name: "computes", pure: false },
    Callee { name: "strict", pure: false },
    Callee { name: "twice", pure: true },
    Callee { name: "same", pure: true },
    Callee { name: "divides", pure: false },
    Callee { name: "tells", pure: false },
];

fn calls(random: &mut Random) -> Option<Pair> {
    let widths = &[1, 2, 2];
    let mut g =
        Generator::new(random, Profile { widths, params: &[1, 2, 2], operations: SIMPLE, ..SMALL });
    let params = 1 + g.random.below(2);
    let mut function = match g.random.below(3) {
        0 => g.straight(params, 3),
        1 => g.diamonds(params, 1),
        _ => g.looping(1),
    };
    // Values that an instruction made are now what a call returns.
    let two = Type::Int(2);
    for place in 0..function.blocks.len() {
        for at in 0..function.blocks[place].insts.len() {
            let old = function.blocks[place].insts[at].clone();
            if old.ty != two || old.id.is_none() || !g.chance(60) {
                continue;
            }
            let argument = g.usual(&function.scope(place, at), two);
            let callee = &CALLEES[g.random.below(CALLEES.len())];
            function.blocks[place].insts[at] = Inst {
                id: old.id,
                ty: two,
                op: Op::Call(callee),
                flags: Flags::default(),
                operands: vec![(two, argument)],
            };
        }
    }
    // And one that need not be used.
    let argument = g.usual(&function.scope(0, 0), two);
    let callee = &CALLEES[g.random.below(CALLEES.len())];
    let id = Id(function.fresh());
    function.blocks[0].insts.insert(
        0,
        Inst {
            id: Some(id),
            ty: two,
            op: Op::Call(callee),
            flags: Flags::default(),
            operands: vec![(two, argument)],
        },
    );
    stepped(&mut g, function)
}
