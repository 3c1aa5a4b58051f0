//! Ordering of parallel copies: the arguments of an edge are all read before any parameter is
//! written.

use super::Reg;

/// Sequentialises parallel copies `(from, to)`. `scratch` is a register that is not used otherwise;
/// it breaks cycles. No two copies may have the same target.
pub(super) fn sequentialise(parallel: &[(Reg, Reg)], scratch: Reg) -> Vec<(Reg, Reg)> {
    let mut left: Vec<(Reg, Reg)> =
        parallel.iter().copied().filter(|(from, to)| from != to).collect();
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let before = left.len();
        // A copy can be done when no remaining copy reads its target.
        let mut index = 0;
        while index < left.len() {
            let (from, to) = left[index];
            if left.iter().any(|&(other, _)| other == to) {
                index += 1;
            } else {
                order.push((from, to));
                left.swap_remove(index);
            }
        }
        if left.len() == before {
            // Only cycles are left: save one source, and let its readers read the saved one.
            let (from, _) = left[0];
            order.push((from, scratch));
            for copy in &mut left {
                if copy.0 == from {
                    copy.0 = scratch;
                }
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(parallel: &[(Reg, Reg)]) {
        let start: Vec<u32> = (0..10).collect();
        let mut expected = start.clone();
        for &(from, to) in parallel {
            expected[to as usize] = start[from as usize];
        }
        let mut got = start.clone();
        for (from, to) in sequentialise(parallel, 9) {
            got[to as usize] = got[from as usize];
        }
        got[9] = 9;
        assert_eq!(got, expected, "{parallel:?}");
    }

    #[test]
    fn chains_swaps_and_rings() {
        check(&[]);
        check(&[(1, 1)]);
        check(&[(0, 1), (1, 2), (2, 3)]);
        check(&[(2, 3), (1, 2), (0, 1)]);
        check(&[(0, 1), (1, 0)]);
        check(&[(0, 1), (1, 2), (2, 0), (2, 5), (3, 4), (4, 3)]);
        check(&[(0, 1), (0, 2), (1, 0)]);
    }

    #[test]
    fn all_maps_of_four_registers() {
        for number in 0..256u32 {
            let parallel: Vec<(Reg, Reg)> = (0..4).map(|to| (number >> (2 * to) & 3, to)).collect();
            check(&parallel);
        }
    }
}
