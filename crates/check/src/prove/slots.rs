//! Which stack slots of two functions are the same: a choice that a proof is free to make, as long
//! as no two slots of one function are one of the other.
//!
//! Slots of one shape are mapped by their order. Those that are [promoted](tollgate_canon::promote)
//! do not count, since the other function may not have them at all; but if both functions have as
//! many of a shape as each other then they do: what only one of them still uses then keeps its
//! number in both.

use rustc_hash::FxHashMap;
use tollgate_ir::{Body, Inst, Opcode, Type};

/// What is allocated, and how it is aligned.
pub(super) type Shape = (Type, u64);

/// The slots of a function, in the order of its text.
pub(super) fn slots_of(body: &Body) -> Vec<(Inst, Shape)> {
    let insts = body.entry().into_iter().flat_map(|entry| body.insts(entry));
    let slots = insts.filter(|&inst| body.inst(inst).opcode == Opcode::Alloca);
    slots.map(|inst| (inst, (body.inst(inst).ty, body.inst(inst).align().unwrap_or(0)))).collect()
}

/// The numbers of the slots that are left of both functions, in their order. Given are those that
/// there were, and whether each is left.
pub(super) fn numbers(functions: [&[(Shape, bool)]; 2]) -> [Vec<u32>; 2] {
    let count = |function: &[(Shape, bool)]| {
        let mut count: FxHashMap<Shape, usize> = FxHashMap::default();
        function.iter().for_each(|(shape, _)| *count.entry(*shape).or_default() += 1);
        count
    };
    let counts = functions.map(count);
    let mut numbers = [Vec::new(), Vec::new()];
    for (function, numbers) in functions.into_iter().zip(&mut numbers) {
        let mut next: FxHashMap<Shape, u32> = FxHashMap::default();
        for (shape, is_left) in function {
            let all_count = counts.iter().all(|count| count.get(shape) == counts[0].get(shape));
            let number = next.entry(*shape).or_default();
            *number += u32::from(*is_left || all_count);
            if *is_left {
                numbers.push(*number);
            }
        }
    }
    numbers
}
