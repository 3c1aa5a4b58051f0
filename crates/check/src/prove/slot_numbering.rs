//! Which stack slots of two functions correspond. A proof is free to choose, as long as the map is
//! injective (§4.2).
//!
//! Slots of one type and alignment correspond in their order. Those that are
//! [promoted](tollgate_canon::promote) are not counted, since the other function may not have them
//! at all; unless both functions have the same number of them: then a slot that remains in one of
//! them only has the same number in both.

use rustc_hash::FxHashMap;
use tollgate_ir::{Body, Inst, Opcode, Type};

/// What is allocated, and how it is aligned.
pub(super) type SlotType = (Type, u64);

/// The slots of a function, in the order of its text.
pub(super) fn slots_of(body: &Body) -> Vec<(Inst, SlotType)> {
    let insts = body.entry().into_iter().flat_map(|entry| body.insts(entry));
    let slots = insts.filter(|&inst| body.inst(inst).opcode == Opcode::Alloca);
    slots.map(|inst| (inst, (body.inst(inst).ty, body.inst(inst).align().unwrap_or(0)))).collect()
}

/// The numbers of the remaining slots of both functions, in their order, given all slots that there
/// were and whether each remains.
pub(super) fn numbers(functions: [&[(SlotType, bool)]; 2]) -> [Vec<u32>; 2] {
    let count = |function: &[(SlotType, bool)]| {
        let mut count: FxHashMap<SlotType, usize> = FxHashMap::default();
        function.iter().for_each(|(ty, _)| *count.entry(*ty).or_default() += 1);
        count
    };
    let counts = functions.map(count);
    let mut numbers = [Vec::new(), Vec::new()];
    for (function, numbers) in functions.into_iter().zip(&mut numbers) {
        let mut next: FxHashMap<SlotType, u32> = FxHashMap::default();
        for (ty, remains) in function {
            let is_counted = counts.iter().all(|count| count.get(ty) == counts[0].get(ty));
            let number = next.entry(*ty).or_default();
            *number += u32::from(*remains || is_counted);
            if *remains {
                numbers.push(*number);
            }
        }
    }
    numbers
}
