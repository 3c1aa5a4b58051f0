//! Any module that can be read can be verified, and its functions have digests.
#![no_main]

use tollgate_ir::{Context, verify_module};

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    let mut ctx = Context::new();
    if let Ok(module) = tollgate_llvm::read(&mut ctx, "fuzz.ll", text) {
        verify_module(&ctx, &module);
        tollgate_llvm::function_digests(&ctx, &module);
    }
});
