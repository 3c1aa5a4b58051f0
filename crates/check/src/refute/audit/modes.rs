//! Attributes of functions that let floats be computed in other ways than the interpreter does.

/// Those that allow other results where they are `"true"`.
pub(super) const FLOAT: [&[u8]; 7] = [
    b"no-nans-fp-math",
    b"no-infs-fp-math",
    b"no-signed-zeros-fp-math",
    b"approx-func-fp-math",
    b"unsafe-fp-math",
    b"less-precise-fpmad",
    b"amdgpu-ieee",
];

/// Those that say what becomes of subnormal numbers.
pub(super) const DENORMAL: [&[u8]; 2] = [b"denormal-fp-math", b"denormal-fp-math-f32"];
