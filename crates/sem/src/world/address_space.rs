//! The rows of address-space properties of the data layout: which laws of addresses hold where.
//!
//! Nothing about null, sizes or comparisons holds outside of address space 0 unless a row here says so (section 11a of the contract).

use crate::layout::DataLayout;

/// What holds of the pointers into an address space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressSpace {
    /// Null is no address of an object, where the function does not say otherwise.
    pub null_is_no_object: bool,
    /// Pointers are numbers: `ptrtoint` and `inttoptr` are what they seem.
    pub integral: bool,
    /// Address arithmetic changes all bits of a pointer.
    pub index_is_whole_pointer: bool,
}

/// The row of an address space.
pub fn row(layout: &DataLayout, number: u32) -> AddressSpace {
    let pointer = layout.pointer(number);
    AddressSpace {
        null_is_no_object: number == 0,
        integral: !layout.is_non_integral(number),
        index_is_whole_pointer: pointer.index_bits == pointer.bits,
    }
}
