//! Any bytes are a formula and a proof, or refused; what is accepted has no model.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Err(problem) = tollgate_lrat::check_bytes(bytes) {
        panic!("{problem}");
    }
});
