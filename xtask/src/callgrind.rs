//! Counting executed instructions with callgrind. Unlike times, counts do not depend on the load of
//! the machine.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::measure::{self, Measured};
use crate::setup::VALGRIND;

/// Runs a program, with a time limit, and counts the instructions executed in functions that match
/// a pattern and in their callees.
pub fn count(
    program: &Path,
    arguments: &[&str],
    counted: &str,
    limit: Duration,
) -> Result<(u64, Measured)> {
    let mut command = Command::new(VALGRIND);
    command
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--collect-atstart=no"])
        .arg(format!("--toggle-collect={counted}"))
        .arg(program)
        .args(arguments);
    let measured = measure::run(&mut command, Some(limit)).context("starting valgrind")?;
    let stderr = String::from_utf8_lossy(&measured.stderr);
    let line = stderr
        .lines()
        .find_map(|line| line.split_once("Collected : "))
        .with_context(|| format!("callgrind counts nothing of {}", program.display()))?;
    let number = line.1.split_whitespace().next().and_then(|number| number.parse().ok());
    Ok((number.context("callgrind's count is no number")?, measured))
}
