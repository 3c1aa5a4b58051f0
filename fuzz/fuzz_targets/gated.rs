//! Any bytes are gated SSA, or refused; the two ways to validate its gates agree.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    if let Err(problem) = tollgate_gsa::check_bytes(text) {
        panic!("{problem}");
    }
});
