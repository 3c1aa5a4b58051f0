//! The rows of address-space properties of the data layout: which laws of addresses hold where.
//!
//! Nothing about null, sizes or comparisons holds outside address space 0 unless a row here says
//! so (§11a.3).

use crate::layout::DataLayout;

/// What holds of the pointers into an address space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressSpace {
    /// Pointers are numbers: `ptrtoint` and `inttoptr` are what they seem.
    pub integral: bool,
}

/// The row of an address space.
pub fn row(layout: &DataLayout, number: u32) -> AddressSpace {
    AddressSpace { integral: !layout.is_non_integral(number) }
}

/// Whether null is the address of no object there, where the function does not say otherwise. No
/// data layout speaks of it.
pub const fn null_is_no_object(number: u32) -> bool {
    number == 0
}
