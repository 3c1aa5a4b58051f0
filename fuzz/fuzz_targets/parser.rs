//! Any bytes are read, or refused with a message that has a place.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    if let Err(problem) = tollgate_llvm::check_reading(text) {
        panic!("{problem}");
    }
});
