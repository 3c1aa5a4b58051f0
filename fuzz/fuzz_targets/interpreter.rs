//! Any valid module runs, within limits, to an outcome, and to the same one again.
#![no_main]

use tollgate_ir::{Context, verify_module};

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    let mut ctx = Context::new();
    let Ok(module) = tollgate_llvm::read(&mut ctx, "fuzz.ll", text) else { return };
    if verify_module(&ctx, &module).is_empty()
        && let Err(problem) = tollgate_exec::check_execution(&ctx, &module)
    {
        panic!("{problem}");
    }
});
