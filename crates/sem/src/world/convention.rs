//! The rows of calling conventions: numbers, of which LLVM names some.

use super::{Row, Run};
use tollgate_ir::convention_word;

/// The row of a convention. Caller and callee must agree on it, or the call is undefined; what code
/// does does not depend on it, but for those that say how the function is entered.
pub fn row(number: u32) -> Row {
    match convention_word(number) {
        // Interrupt handlers, kernels and shaders are entered by the machine.
        Some(
            "avr_intrcc"
            | "avr_signalcc"
            | "msp430_intrcc"
            | "x86_intrcc"
            | "ptx_kernel"
            | "spir_kernel"
            | "amdgpu_vs"
            | "amdgpu_gs"
            | "amdgpu_ps"
            | "amdgpu_cs"
            | "amdgpu_kernel"
            | "amdgpu_hs"
            | "amdgpu_ls"
            | "amdgpu_es"
            | "amdgpu_cs_chain"
            | "amdgpu_cs_chain_preserve",
        ) => Row::same(Run::Ignored),
        Some(_) => Row::same(Run::Checked),
        None => Row::UNKNOWN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Duty;
    use tollgate_ir::CONVENTIONS;

    #[test]
    fn conventions_with_a_word_must_agree() {
        for &(number, word) in CONVENTIONS {
            assert_eq!(row(number).modules, Duty::Same, "{word}");
        }
        assert_eq!(row(1_000), Row::UNKNOWN);
    }
}
