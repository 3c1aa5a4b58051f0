//! Minimises a pair while its verdict stays wrong.

use tollgate_check::Options as CheckOptions;

use super::kinds::Kind;
use super::pairs::{Fault, fault_of, judged};
use super::program::{Flags, Function, Operand, Pair, Terminator, Type};

/// Limit of smaller pairs tried.
const TRIES: usize = 400;

/// The smallest pair that was found with the same fault, and what is wrong with it.
pub fn shrink(
    kind: &Kind,
    prelude: &str,
    pair: &Pair,
    (fault, what): (Fault, String),
    seed: u64,
    options: &CheckOptions,
) -> (Pair, String) {
    let (mut best, mut said) = (pair.clone(), what);
    let mut tries = 0;
    loop {
        let smaller = candidates(&best);
        let found = smaller.into_iter().find_map(|candidate| {
            tries += 1;
            if tries > TRIES {
                return None;
            }
            let judged =
                judged(kind, prelude, std::slice::from_ref(&candidate), seed, options, |_| true)
                    .ok()?;
            let (other, what) = fault_of(&candidate, judged.first()?)?;
            (other == fault).then_some((candidate, what))
        });
        match found {
            Some((candidate, what)) => (best, said) = (candidate, what),
            None => return (best, said),
        }
    }
}

/// Pairs that are smaller in one place, or in the same place of both functions.
fn candidates(pair: &Pair) -> Vec<Pair> {
    let mut found = Vec::new();
    let mut keep = |source: Function, target: Function| {
        // What is smaller need not be a rewrite any more: that it is right, the judge has to say.
        let mut smaller = Pair { source, target, sound: false };
        for function in [&mut smaller.source, &mut smaller.target] {
            function.tidy();
            function.sweep();
        }
        let fine = smaller.source.is_well_formed() && smaller.target.is_well_formed();
        if fine && smaller != *pair && smaller.source != smaller.target {
            found.push(smaller);
        }
    };
    let (sources, targets) = (smaller(&pair.source), smaller(&pair.target));
    for source in &sources {
        keep(source.clone(), pair.target.clone());
    }
    for target in &targets {
        keep(pair.source.clone(), target.clone());
    }
    // The same edit in both keeps a right pair right more often.
    for (source, target) in sources.iter().zip(&targets) {
        keep(source.clone(), target.clone());
    }
    found.sort_by_key(Pair::size);
    found
}

/// Functions that are smaller in one place.
fn smaller(function: &Function) -> Vec<Function> {
    let mut found = Vec::new();
    for block in 0..function.blocks.len() {
        for at in 0..function.blocks[block].insts.len() {
            let inst = &function.blocks[block].insts[at];
            let mut without = function.clone();
            without.blocks[block].insts.remove(at);
            match inst.id {
                None => found.push(without),
                Some(id) => {
                    let same = inst.operands.iter().filter(|(ty, _)| *ty == inst.ty);
                    for by in same.map(|(_, operand)| operand.clone()).chain([Operand::Int(0)]) {
                        if matches!(inst.ty, Type::Ptr(_)) && by == Operand::Int(0) {
                            continue;
                        }
                        let mut it = without.clone();
                        it.substitute(id, &by);
                        found.push(it);
                    }
                }
            }
            if inst.flags != Flags::default() {
                for name in inst.flags.names() {
                    let mut it = function.clone();
                    it.blocks[block].insts[at].flags = Flags(inst.flags.0 & !Flags::of(name).0);
                    found.push(it);
                }
            }
        }
        for at in 0..function.blocks[block].phis.len() {
            for (_, operand) in &function.blocks[block].phis[at].incoming {
                let mut it = function.clone();
                let phi = it.blocks[block].phis.remove(at);
                it.substitute(phi.id, operand);
                found.push(it);
            }
        }
        for to in function.blocks[block].end.successors() {
            if function.blocks[block].end != Terminator::Jump(to) {
                let mut it = function.clone();
                it.blocks[block].end = Terminator::Jump(to);
                found.push(it);
            }
        }
    }
    found
}
