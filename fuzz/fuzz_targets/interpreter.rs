//! Any valid module runs, within limits, to an outcome.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    if let Err(problem) = tollgate_exec::check_execution(text) {
        panic!("{problem}");
    }
});
