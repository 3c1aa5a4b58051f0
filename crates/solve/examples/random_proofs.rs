//! Writes formulas and proofs of random unsatisfiable questions into a directory:
//! `random_proofs COUNT DIR`. `cargo xtask second-opinion` hands them to another checker.
//!
//! The questions are of the kinds that are asked of a solver: implications between formulas that
//! are the same in other words, pigeons and holes, three-valued formulas that would be true and
//! false at once, and groups. Several questions go to each solver, so that proofs also rest on what
//! was learned before.

use std::path::Path;
use std::{env, fs};

use tollgate_solve::{Answer, Circuit, Limits, Signal, Solver, Ternary};

/// A generator of random numbers (Marsaglia, "Xorshift RNGs", 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [count, directory] = &arguments[..] else { panic!("usage: random_proofs COUNT DIR") };
    let count: usize = count.parse().expect("COUNT is a number");
    let directory = Path::new(directory);
    fs::create_dir_all(directory).expect("DIR can be made");
    let mut random = Random(0x5eed_0f12_3456_789b);
    let mut written = 0;
    while written < count {
        let mut solver = Solver::new();
        let mut inputs: Vec<Signal> = (0..8).map(|_| solver.circuit.input()).collect();
        inputs.extend(solver.circuit.at_most_one(4));
        for _ in 0..10 {
            let question = question(&mut solver.circuit, &inputs, &mut random);
            let Answer::Unsatisfiable(proof) = solver.solve(&question, &Limits::default()) else {
                continue;
            };
            let files = solver.export(&proof);
            let path = directory.join(format!("{written:06}"));
            fs::write(path.with_extension("cnf"), files.formula).expect("DIR can be written to");
            fs::write(path.with_extension("lrat"), files.proof).expect("DIR can be written to");
            written += 1;
            if written == count {
                break;
            }
        }
    }
}

fn question(circuit: &mut Circuit, inputs: &[Signal], random: &mut Random) -> Vec<Signal> {
    match random.below(5) {
        0 => {
            let holes = 2 + random.below(4);
            let new: Vec<Vec<Signal>> =
                (0..=holes).map(|_| (0..holes).map(|_| circuit.input()).collect()).collect();
            let mut question: Vec<Signal> = new.iter().map(|row| circuit.any(row)).collect();
            for (index, first) in new.iter().enumerate() {
                for second in &new[..index] {
                    question.extend(first.iter().zip(second).map(|(&a, &b)| !circuit.and(a, b)));
                }
            }
            question
        }
        1 => {
            let size = 4 + random.below(12);
            let formula = ternary(circuit, inputs, size, random);
            vec![formula.is_true, formula.is_false]
        }
        2 => {
            // Sums of three in two orders.
            let mut pick = || inputs[random.below(inputs.len())];
            let (a, b, c) = (pick(), pick(), pick());
            let (ab, bc) = (circuit.xor(a, b), circuit.xor(b, c));
            let (one, other) = (circuit.xor(ab, c), circuit.xor(a, bc));
            vec![one, !other]
        }
        3 => inputs.iter().rev().take(2 + random.below(3)).copied().collect(),
        _ => {
            let signals: Vec<Signal> = (0..3 + random.below(4))
                .map(|_| {
                    let size = 2 + random.below(20);
                    let formula = ternary(circuit, inputs, size, random);
                    if random.below(2) == 0 { formula.is_true } else { !formula.is_false }
                })
                .collect();
            signals
        }
    }
}

fn ternary(circuit: &mut Circuit, inputs: &[Signal], size: usize, random: &mut Random) -> Ternary {
    if size == 0 {
        let mut pick = || inputs[random.below(inputs.len())];
        let (known, value) = (pick(), pick());
        return Ternary::atom(circuit, known, value);
    }
    let left = ternary(circuit, inputs, size / 2, random);
    let right = ternary(circuit, inputs, size - size / 2 - 1, random);
    match random.below(3) {
        0 => (!left).or(right, circuit),
        1 => left.and(right, circuit),
        _ => left.or(!right, circuit),
    }
}
