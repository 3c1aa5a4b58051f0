//! Any valid module is written so that it reads as the same module.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    if let Err(problem) = tollgate_llvm::check_text(text) {
        panic!("{problem}");
    }
});
