//! Which stack slots of two functions correspond. A proof is free to choose, as long as the map is
//! injective (§4.2).
//!
//! Slots of one type and alignment correspond in their order. Those that are
//! [promoted](tollgate_canon::promote) are not counted, since the other function may not have them
//! at all; unless both functions have the same number of them: then a slot that remains in one of
//! them only has the same number in both.

use rustc_hash::FxHashMap;
use tollgate_graph::GivenSlot;
use tollgate_ir::{Body, Inst, Opcode, Type};

/// What is allocated, and how it is aligned.
pub(super) type SlotType = (Type, u64);

/// The slots of a function, in the order of its text.
pub(super) fn slots_of(body: &Body) -> Vec<(Inst, SlotType)> {
    let insts = body.entry().into_iter().flat_map(|entry| body.insts(entry));
    let slots = insts.filter(|&inst| body.inst(inst).opcode == Opcode::Alloca);
    slots.map(|inst| (inst, (body.inst(inst).ty, body.inst(inst).align().unwrap_or(0)))).collect()
}

/// A slot of a function as it was written.
pub(super) struct WrittenSlot {
    pub(super) ty: SlotType,
    /// How many of its bytes [are dead](tollgate_graph::dead_until_marked) until a marker begins
    /// their lifetime.
    pub(super) dead: u64,
    /// Whether it was not promoted.
    pub(super) remains: bool,
}

/// The remaining slots of both functions, in their order, given all slots that there were.
pub(super) fn numbered(functions: [&[WrittenSlot]; 2]) -> [Vec<GivenSlot>; 2] {
    let count = |function: &[WrittenSlot]| {
        let mut count: FxHashMap<SlotType, usize> = FxHashMap::default();
        function.iter().for_each(|slot| *count.entry(slot.ty).or_default() += 1);
        count
    };
    let counts = functions.map(count);
    let mut found = [Vec::new(), Vec::new()];
    for (function, found) in functions.into_iter().zip(&mut found) {
        let mut next: FxHashMap<SlotType, u32> = FxHashMap::default();
        for WrittenSlot { ty, dead, remains } in function {
            let is_counted = counts.iter().all(|count| count.get(ty) == counts[0].get(ty));
            let number = next.entry(*ty).or_default();
            *number += u32::from(*remains || is_counted);
            if *remains {
                found.push(GivenSlot { number: *number, dead: *dead });
            }
        }
    }
    found
}
