//! Validates the gates of all functions of LLVM IR files, and prints what it took.
//!
//! `cargo run --release -p tollgate-gsa --example validate -- [--solver] FILE...`

use std::time::{Duration, Instant};
use tollgate_canon::Canonical;
use tollgate_gsa::{Gated, Options, validate};
use tollgate_ir::Context;

fn main() {
    let mut options = Options::default();
    let mut total = tollgate_gsa::validate::Discharged::default();
    let (mut functions, mut bad, mut phis) = (0u64, 0u64, 0u64);
    let (mut construction, mut canonical_time, mut validation) =
        (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    let (mut solving, mut checking) = (Duration::ZERO, Duration::ZERO);
    for path in std::env::args().skip(1) {
        if path == "--solver" {
            options.discharge = false;
            continue;
        }
        let text = std::fs::read(&path).expect("a file");
        let mut ctx = Context::new();
        let Ok(module) = tollgate_llvm::read(&mut ctx, &path, &text) else {
            println!("{path}: not read");
            continue;
        };
        for function in module.functions.values() {
            let Some(body) = function.body() else { continue };
            let start = Instant::now();
            let canonical = Canonical::new(&mut ctx, body.clone());
            let shaped = Instant::now();
            let gated = Gated::new(&canonical);
            let built = Instant::now();
            let validated = validate(&gated, &options);
            validation += built.elapsed();
            canonical_time += shaped - start;
            construction += built - shaped;
            let report = validated.report;
            functions += 1;
            total += report.discharged;
            phis += report.merges[0];
            solving += report.solving;
            checking += report.checking;
            if !report.is_valid() {
                bad += 1;
                println!("{path}: {:?} {:?}", report.violations, report.undecided);
            }
        }
    }
    println!("{functions} functions, {bad} not valid, {phis} phis, {total:?}");
    println!(
        "canonical form {canonical_time:?}, gated form {construction:?}, validation {validation:?} \
         (solver {solving:?}, checker {checking:?}): {:.2}",
        validation.as_secs_f64() / (canonical_time + construction).as_secs_f64()
    );
}
