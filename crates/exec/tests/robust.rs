//! Whatever module verifies can be run: the samples of the text format, whole and damaged.

use std::path::{Path, PathBuf};
use tollgate_exec::check_execution;
use tollgate_ir::random::Random;
use tollgate_ir::{Context, verify_module};

fn samples() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut folders = vec![root.join("syntax"), root.join("meaning")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the samples are there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "ll") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Runs a text if it is a valid module; how many runs were conclusive.
fn run(name: &Path, text: &[u8]) -> Option<usize> {
    let mut ctx = Context::new();
    let module = tollgate_llvm::read(&mut ctx, "sample.ll", text).ok()?;
    if !verify_module(&ctx, &module).is_empty() {
        return None;
    }
    Some(
        check_execution(&ctx, &module)
            .unwrap_or_else(|problem| panic!("{}: {problem}", name.display())),
    )
}

#[test]
fn every_sample_runs_to_the_same_outcome_twice() {
    let samples = samples();
    let runs: usize = samples
        .iter()
        .filter_map(|path| run(path, &std::fs::read(path).expect("a sample can be read")))
        .sum();
    assert!(
        samples.len() > 500 && runs > 2_000,
        "{runs} conclusive runs of {} samples",
        samples.len()
    );
}

#[test]
fn damaged_samples_run_too() {
    let samples = samples();
    let mut random = Random::new(1);
    let mut valid = 0;
    for _ in 0..if std::env::var_os("TOLLGATE_FULL").is_some() { 100_000 } else { 3_000 } {
        let path = &samples[random.below(samples.len() as u64) as usize];
        let mut text = std::fs::read(path).expect("a sample can be read");
        if text.is_empty() {
            continue;
        }
        for _ in 0..1 + random.below(2) {
            let at = random.below(text.len() as u64) as usize;
            match random.below(3) {
                // A digit or letter becomes another: sizes, indices, widths, opcodes.
                0 => text[at] = b"0123456789abcxyz-"[random.below(17) as usize],
                1 => text[at] = text[random.below(text.len() as u64) as usize],
                _ => {
                    let end = text[at..]
                        .iter()
                        .position(|&byte| byte == b'\n')
                        .map_or(text.len(), |len| at + len);
                    text.drain(at..end);
                }
            }
        }
        valid += usize::from(run(path, &text).is_some());
    }
    assert!(valid > 100, "only {valid} damaged samples were valid modules");
}
