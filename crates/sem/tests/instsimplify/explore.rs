//! All results that an operation may have, by running it with every sequence of choices, and
//! whether a constant refines them.

use crate::model::{Case, Operation, Plain, Ty};
use std::collections::HashSet;
use tollgate_ir::Opcode;
use tollgate_sem::Int;
use tollgate_sem::ops::Stop;
use tollgate_sem::value::{Bits, Choose, Lane, LaneType, Value};

/// Undef bits up to this number are tried in all patterns.
const FULL_WIDTH: u32 = 8;

/// Runs of one case.
const MAX_RUNS: usize = 70_000;

/// Walks through the tree of choices: replays the numbers of `path`, then takes the first
/// alternative.
struct Explorer {
    path: Vec<(usize, usize)>,
    position: usize,
    hints: Vec<Int>,
    complete: bool,
}

impl Explorer {
    fn next(&mut self, count: usize) -> usize {
        if self.position == self.path.len() {
            self.path.push((0, count));
        }
        let (number, _) = self.path[self.position];
        self.position += 1;
        number
    }

    /// Moves to the next path; false if that was the last.
    fn advance(&mut self) -> bool {
        self.position = 0;
        while let Some((number, count)) = self.path.pop() {
            if number + 1 < count {
                self.path.push((number + 1, count));
                return true;
            }
        }
        false
    }
}

impl Choose for Explorer {
    fn undef(&mut self, width: u32) -> Int {
        if width <= FULL_WIDTH {
            return Int::new(width, self.next(1 << width) as u64);
        }
        // Too many patterns: the ends, and what the case itself suggests.
        self.complete = false;
        let mut candidates =
            vec![Int::zero(width), Int::all_ones(width), Int::one(width), Int::signed_min(width)];
        candidates.push(Int::signed_max(width));
        candidates.extend(self.hints.iter().filter(|hint| hint.width() == width).cloned());
        let chosen = self.next(candidates.len());
        candidates.swap_remove(chosen)
    }

    fn pick(&mut self, count: usize) -> usize {
        self.next(count)
    }
}

/// What comparing a constant with a case showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The constant is the result, or an allowed one.
    Refines,
    /// The source is undefined for some choice: everything is allowed.
    Undefined,
    /// This crate does not interpret the operation.
    Uninterpreted,
    /// No choice gave the constant, but not all were tried.
    Unknown,
    /// No choice gives the constant.
    Disagrees,
}

/// The results of one lane over all choices.
#[derive(Default)]
struct LaneResults {
    poison: bool,
    sets: HashSet<Bits>,
}

/// Is `constant` a refinement of the case? `hints` are values worth trying for wide undef operands.
pub fn compare(case: &Case, constant: &Plain, hints: Vec<Int>) -> Verdict {
    let mut explorer = Explorer { path: Vec::new(), position: 0, hints, complete: true };
    let mut answers = Vec::new();
    flatten(constant, &mut answers);
    let mut results: Vec<LaneResults> = answers.iter().map(|_| LaneResults::default()).collect();
    for _ in 0..MAX_RUNS {
        match case.evaluate(&mut explorer) {
            Err(Stop::Undefined(_)) => return Verdict::Undefined,
            Err(Stop::Uninterpreted(_)) => return Verdict::Uninterpreted,
            Ok(value) => {
                let mut lanes = Vec::new();
                flatten(&value, &mut lanes);
                if lanes.len() != answers.len() {
                    return Verdict::Disagrees;
                }
                for (result, lane) in results.iter_mut().zip(lanes) {
                    match lane {
                        Lane::Poison => result.poison = true,
                        Lane::Bits(bits) => drop(result.sets.insert(bits.clone())),
                        Lane::Pointer(()) => return Verdict::Disagrees,
                    }
                }
            }
        }
        if !explorer.advance() {
            let all = results.iter().zip(&answers).all(|(result, answer)| covers(result, answer));
            return match (all, explorer.complete) {
                (true, _) => Verdict::Refines,
                (false, true) => Verdict::Disagrees,
                (false, false) => Verdict::Unknown,
            };
        }
    }
    let all = results.iter().zip(&answers).all(|(result, answer)| covers(result, answer));
    if all { Verdict::Refines } else { Verdict::Unknown }
}

/// Does this crate say poison or undefined behaviour where LLVM gives a value? Refinement allows
/// that, but with defined operands and without flags, which LLVM's folder ignores, the two must be
/// poison together.
#[allow(dead_code, reason = "each test file uses its own part")]
pub fn too_undefined(case: &Case, constant: &Plain) -> bool {
    let mut operands = Vec::new();
    case.operands.iter().for_each(|(_, value)| flatten(value, &mut operands));
    let defined = operands.iter().all(|lane| lane.as_bits().is_some_and(|bits| !bits.has_undef()));
    let mut answers = Vec::new();
    flatten(constant, &mut answers);
    // The reference makes -1 / -1 of `i1` an overflow, LLVM divides; LLVM inserts a zero into zeros
    // before it looks at the index.
    let milder = match case.operation {
        Operation::Binary(Opcode::SDiv | Opcode::SRem) => case.result.lane() == LaneType::Int(1),
        Operation::InsertElement => {
            answers.iter().all(|it| it.as_bits().is_some_and(|bits| bits.known().is_zero()))
        }
        _ => false,
    };
    if !defined || !case.flags.is_empty() || milder {
        return false;
    }
    let poison = |lane: &&Lane<()>| matches!(lane, Lane::Poison);
    // In a few places LLVM's folder still gives undef where the reference says poison.
    let unknown = |lane: &&Lane<()>| poison(lane) || lane.as_bits().is_some_and(Bits::has_undef);
    let mut explorer =
        Explorer { path: Vec::new(), position: 0, hints: Vec::new(), complete: true };
    let result = case.evaluate(&mut explorer);
    // Defined integers leave nothing to choose, but for the rounding of fixed-point numbers.
    let float =
        |ty: &Ty| matches!(ty, Ty::Shape(shape) if matches!(shape.lane, LaneType::Float(_)));
    let floats = case.operands.iter().any(|(ty, _)| float(ty)) || float(&case.result);
    if !explorer.path.is_empty() && !floats && !case.name().contains(".fix") {
        return true;
    }
    match result {
        Err(Stop::Undefined(_)) => !answers.iter().any(unknown),
        Err(Stop::Uninterpreted(_)) => false,
        Ok(value) => {
            let mut lanes = Vec::new();
            flatten(&value, &mut lanes);
            lanes.iter().zip(&answers).any(|(lane, answer)| poison(lane) && !unknown(answer))
        }
    }
}

fn flatten<'a>(value: &'a Plain, lanes: &mut Vec<&'a Lane<()>>) {
    match value {
        Value::Lane(lane) => lanes.push(lane),
        Value::Parts(parts) => parts.iter().for_each(|part| flatten(part, lanes)),
    }
}

/// Is every pattern of the answer a result?
fn covers(result: &LaneResults, answer: &Lane<()>) -> bool {
    if result.poison {
        return true;
    }
    let Lane::Bits(answer) = answer else { return false };
    if let Some(pattern) = answer.as_defined() {
        return result.sets.iter().any(|set| set.allows(pattern));
    }
    if result.sets.iter().any(|set| set.covers(answer)) {
        return true;
    }
    answer.is_undef()
        && answer.width() <= FULL_WIDTH
        && (0..1 << answer.width()).all(|pattern| {
            let pattern = Int::new(answer.width(), pattern);
            result.sets.iter().any(|set| set.allows(&pattern))
        })
}
