//! `cargo xtask fuzz`: runs the fuzz targets, each for some time, with the samples as seeds.
//!
//! Fuzzing needs compiler switches that a stable toolchain accepts only with `RUSTC_BOOTSTRAP`; the
//! product itself is built without them.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;

/// Options of `cargo xtask fuzz`.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Only this target
    #[arg(long, value_name = "NAME")]
    target: Option<String>,
    /// Time for each target
    #[arg(long, value_name = "N", default_value_t = 600)]
    seconds: u64,
}

/// The targets, in the order of the stages of processing.
pub const TARGETS: &[&str] =
    &["lexer", "parser", "verifier", "printer", "interpreter", "gated", LRAT];

/// The target that reads formulas and proofs; all others read modules.
const LRAT: &str = "lrat";

/// Formulas and proofs to begin with, with the zero byte between them that the target expects:
/// units, a split, a deletion, an empty clause, and a proof that is wrong.
const PROOFS: [&str; 5] = [
    "p cnf 2 3\n1 0\n-1 2 0\n-2 0\n\x004 2 0 1 2 0\n5 0 4 3 0\n",
    "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n\x005 1 0 1 2 0\n6 0 5 3 4 0\n",
    "c four\np cnf 3 4\n1 2 0\n1 -2 0\n-1 3 0\n-1 -3 0\n\x005 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n",
    "p cnf 0 1\n0\n\x00c nothing to do\n",
    "p cnf 2 2\n1 2 0\n-1 2 0\n\x003 2 0 1 2 0\n4 0 -3 1 0\n",
];

/// Longer inputs are slower and rarely find more.
const MAX_LENGTH: usize = 8192;

/// An input that takes longer than this many seconds is a finding: nothing may hang.
const SLOWEST: u64 = 10;

/// Runs the command.
pub fn run(root: &Path, options: &Options) -> Result<()> {
    if !Command::new("cargo")
        .args(["fuzz", "--version"])
        .output()
        .is_ok_and(|output| output.status.success())
    {
        bail!("cargo-fuzz is not installed: `cargo install cargo-fuzz`");
    }
    let modules = root.join("target/fuzz-seeds");
    make_seeds(root, &modules)?;
    let proofs = root.join("target/fuzz-seeds-lrat");
    fs::create_dir_all(&proofs)?;
    for (number, text) in PROOFS.iter().enumerate() {
        fs::write(proofs.join(number.to_string()), text)?;
    }
    let mut findings = Vec::new();
    for &target in TARGETS {
        if options.target.as_deref().is_some_and(|wanted| wanted != target) {
            continue;
        }
        let seeds = if target == LRAT { &proofs } else { &modules };
        let corpus = root.join("fuzz/corpus").join(target);
        fs::create_dir_all(&corpus)?;
        println!("fuzzing {target} for {} s", options.seconds);
        let status = Command::new("cargo")
            .args(["fuzz", "run", "--sanitizer", "none", target])
            .arg(&corpus)
            .arg(seeds)
            .arg("--")
            .arg(format!("-max_total_time={}", options.seconds))
            .arg(format!("-max_len={MAX_LENGTH}"))
            .arg(format!("-timeout={SLOWEST}"))
            .args(["-rss_limit_mb=4096", "-print_final_stats=1", "-verbosity=0"])
            .arg(format!("-dict={}", root.join("fuzz/words.dict").display()))
            .env("RUSTC_BOOTSTRAP", "1")
            .current_dir(root)
            .status()
            .context("cargo fuzz")?;
        if !status.success() {
            findings.push(target);
        }
    }
    if findings.is_empty() {
        Ok(())
    } else {
        bail!("findings of {}: see fuzz/artifacts", findings.join(", "))
    }
}

/// Puts all samples and file tests into one flat folder.
fn make_seeds(root: &Path, seeds: &Path) -> Result<()> {
    fs::create_dir_all(seeds)?;
    let mut folders = vec![root.join("tests"), root.join("examples")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "ll" || it == "gsa") {
                let flat = path.strip_prefix(root)?.display().to_string().replace('/', "-");
                fs::copy(&path, seeds.join(flat))?;
            }
        }
    }
    Ok(())
}
