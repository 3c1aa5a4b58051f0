//! `cargo xtask run-speed`: the speed of the interpreter on compute loops, against the same
//! programs as native code.
//!
//! The programs that take a size are compiled at -O0, once to machine code and once to IR, which
//! `mem2reg` cleans; both run in turn, and their outputs must be the same.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::measure;
use crate::setup::{CLANG, OPT};
use crate::table::{Align, Table};

/// The programs that take a size, each with one that keeps the interpreter busy for about a second.
const PROGRAMS: &[(&str, &str)] = &[
    ("sieve", "10000000"),
    ("nbody", "60000"),
    ("matrix_multiply", "150"),
    ("sha256", "6000"),
    ("collatz", "200000"),
];

/// Time limit of each side.
const LIMIT: Duration = Duration::from_secs(300);

/// Runs the command; the least speed, in million instructions a second.
pub fn run(root: &Path) -> Result<f64> {
    let folder = root.join("target/run-speed");
    fs::create_dir_all(&folder)?;
    let build = Command::new("cargo")
        .args(["build", "--release", "--quiet", "-p", "tollgate"])
        .current_dir(root)
        .status()?;
    if !build.success() {
        bail!("tollgate does not build");
    }
    let mut table = Table::new(&[
        ("program", Align::Left),
        ("size", Align::Right),
        ("M instructions", Align::Right),
        ("seconds", Align::Right),
        ("M/s", Align::Right),
        ("native -O0 s", Align::Right),
        ("ratio", Align::Right),
    ]);
    let mut least = f64::INFINITY;
    for &(name, size) in PROGRAMS {
        let source = root.join(format!("programs/{name}.c"));
        let (native, raw, clean) = (
            folder.join(name),
            folder.join(format!("{name}.raw.ll")),
            folder.join(format!("{name}.ll")),
        );
        let run = |command: &mut Command| -> Result<measure::Measured> {
            let measured =
                measure::run(command, Some(LIMIT)).with_context(|| format!("{command:?}"))?;
            match measured.failure() {
                Some(failure) => bail!("{command:?}: {failure}"),
                None => Ok(measured),
            }
        };
        run(Command::new(CLANG).arg("-O0").arg(&source).arg("-lm").arg("-o").arg(&native))?;
        run(Command::new(CLANG)
            .args(["-O0", "-Xclang", "-disable-O0-optnone", "-S", "-emit-llvm"])
            .arg(&source)
            .arg("-o")
            .arg(&raw))?;
        run(Command::new(OPT).args(["-S", "-passes=mem2reg"]).arg(&raw).arg("-o").arg(&clean))?;
        let hardware = run(Command::new(&native).arg(size))?;
        let tool = root.join("target/release/tollgate");
        let ours =
            run(Command::new(tool).args(["run", "--stats"]).arg(&clean).arg("--").arg(size))?;
        if ours.stdout != hardware.stdout {
            bail!("{name} {size} prints something else than the native program");
        }
        let stats = String::from_utf8_lossy(&ours.stderr).into_owned();
        let instructions: f64 = stats
            .split_whitespace()
            .next()
            .and_then(|word| word.parse().ok())
            .context("no statistics")?;
        let seconds = ours.processor.as_secs_f64();
        let speed = instructions / 1e6 / seconds;
        least = least.min(speed);
        table.row([
            name.to_string(),
            size.to_string(),
            format!("{:.1}", instructions / 1e6),
            format!("{seconds:.2}"),
            format!("{speed:.0}"),
            format!("{:.3}", hardware.processor.as_secs_f64()),
            format!("{:.0}", seconds / hardware.processor.as_secs_f64()),
        ]);
    }
    print!("{table}");
    Ok(least)
}
