//! What the functions of a pair are run on: all inputs where there are few enough, else those at
//! which functions differ most often.

use tollgate_exec::arguments::{ArgSpec, ObjectSpec};
use tollgate_exec::memory::ByteContent;
use tollgate_exec::value::Val;
use tollgate_sem::Int;

use super::generator::{Generator, SMALL};
use super::judge::{Input, Inputs};
use super::program::{Param, Type};
use crate::mutate::random::Random;

/// The largest number of inputs that are tried exhaustively.
const MAX_INPUTS: usize = 800;
/// Number of inputs tried where there are more.
const SAMPLED: usize = 160;
/// Number of inputs tried with an environment that acts.
const SAMPLED_WORLDS: usize = 48;
/// The bytes of an object that a pointer points to.
const OBJECT: usize = 16;

/// What may be passed, and whether that is all.
struct Domain {
    values: Vec<ArgSpec>,
    all: bool,
}

/// The inputs of a function with these parameters. `worlds` is how many environments that act there
/// are; none if the environment only looks on.
pub fn inputs(params: &[Param], worlds: u64, random: &mut Random) -> Inputs {
    let domains: Vec<Domain> =
        params.iter().enumerate().map(|(at, param)| domain(at, param, random)).collect();
    let count = domains
        .iter()
        .try_fold(1usize, |count, domain| count.checked_mul(domain.values.len()))
        .unwrap_or(0);
    if worlds == 0 && (1..=MAX_INPUTS).contains(&count) {
        let nth = |mut number: usize| {
            let args = domains.iter().map(|domain| {
                let value = domain.values[number % domain.values.len()].clone();
                number /= domain.values.len();
                value
            });
            Input { args: args.collect(), world: 0 }
        };
        return Inputs {
            list: (0..count).map(nth).collect(),
            exhaustive: domains.iter().all(|domain| domain.all),
        };
    }
    let wanted = if worlds == 0 { SAMPLED } else { SAMPLED_WORLDS };
    let draw = |_| Input {
        args: domains.iter().map(|it| it.values[random.below(it.values.len())].clone()).collect(),
        world: if worlds == 0 { 0 } else { 1 + random.next() % worlds },
    };
    Inputs { list: (0..wanted).map(draw).collect(), exhaustive: false }
}

fn domain(at: usize, param: &Param, random: &mut Random) -> Domain {
    let bits = |values: Vec<u64>, all: bool| {
        let mut values: Vec<ArgSpec> =
            values.into_iter().map(|it| ArgSpec::Value(Val::Bits(it))).collect();
        if !param.is_noundef() {
            values.extend([ArgSpec::Value(Val::Undef), ArgSpec::Value(Val::Poison)]);
        }
        Domain { values, all }
    };
    match param.ty {
        Type::Int(width @ ..=3) if !param.is_noundef() => {
            Domain { values: scalars(width).into_iter().map(ArgSpec::Value).collect(), all: true }
        }
        Type::Int(width @ ..=8) => bits((0..1 << width).collect(), param.is_noundef()),
        Type::Int(width) => {
            let mut g = Generator::new(random, super::generator::Profile { limits: true, ..SMALL });
            bits((0..80).map(|_| g.number(width)).collect(), false)
        }
        Type::Half => bits(
            vec![
                0, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0xfe01, 0x7d00, 1, 0x8001,
                0x7bff, 0x3800, 0x4000, 0x0400, 0x3555, 0x6400, 0x4248,
            ],
            false,
        ),
        Type::Float => bits(
            [
                0.0f32,
                -0.0,
                1.0,
                -1.0,
                f32::INFINITY,
                f32::NEG_INFINITY,
                1e-45,
                0.5,
                2.0,
                16_777_216.0,
                0.1,
            ]
            .into_iter()
            .map(|it| u64::from(it.to_bits()))
            .chain([0x7fc0_0000, 0xffc0_0001, 0x7f80_0001])
            .collect(),
            false,
        ),
        Type::Vector(lanes, width) => {
            let lane = if param.is_noundef() {
                (0..1 << width).map(Val::Bits).collect()
            } else {
                scalars(width)
            };
            let mut all: Vec<Vec<Val>> = vec![Vec::new()];
            for _ in 0..lanes {
                all = all
                    .into_iter()
                    .flat_map(|prefix| {
                        lane.iter().map(move |value| {
                            let mut longer = prefix.clone();
                            longer.push(value.clone());
                            longer
                        })
                    })
                    .collect();
            }
            Domain {
                values: all.into_iter().map(|it| ArgSpec::Value(Val::parts(it))).collect(),
                all: true,
            }
        }
        Type::Pair(a, b) => {
            let values = scalars(a).into_iter().flat_map(|x| {
                scalars(b).into_iter().map(move |y| ArgSpec::Value(Val::parts([x.clone(), y])))
            });
            Domain { values: values.collect(), all: true }
        }
        Type::Ptr(_) => Domain { values: pointers(at, param, random), all: false },
    }
}

/// All that an integer of this width can be that is undef bit by bit, and poison.
fn scalars(width: u32) -> Vec<Val> {
    let mut values = Vec::new();
    for undef in 0..1u64 << width {
        for value in (0..1u64 << width).filter(|value| value & undef == 0) {
            values.push(Val::partial(Int::new(width, value), Int::new(width, undef)));
        }
    }
    values.push(Val::Poison);
    values
}

/// Pointers to objects of their own and to what an earlier argument points to.
fn pointers(at: usize, param: &Param, random: &mut Random) -> Vec<ArgSpec> {
    let mut values = Vec::new();
    for pattern in 0..6u8 {
        let byte = |index: usize| match pattern {
            0 => ByteContent::plain(0),
            1 => ByteContent::plain(0xff),
            2 if index.is_multiple_of(3) => ByteContent::UNDEF,
            3 if index.is_multiple_of(4) => ByteContent::POISON,
            _ => ByteContent::plain((random.next() >> 7) as u8),
        };
        let contents: Vec<ByteContent> = (0..OBJECT).map(byte).collect();
        let offset = if pattern == 5 && param.attrs.is_empty() { 4 } else { 0 };
        values.push(ArgSpec::Object(ObjectSpec {
            contents,
            align: 8,
            offset,
            ..ObjectSpec::default()
        }));
    }
    // Where the function before it takes one, the same and the next word.
    let may_alias = param.attrs.is_empty() || param.attrs == "noundef";
    if at > 0 && may_alias {
        for offset in [0, 0, 1, 4, 8] {
            values.push(ArgSpec::Same { argument: at - 1, offset });
        }
    }
    values
}
