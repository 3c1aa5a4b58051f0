//! Tokens of any bytes follow each other, lie within the text, and end.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    if let Err(problem) = tollgate_llvm::check_tokens(text) {
        panic!("{problem}");
    }
});
