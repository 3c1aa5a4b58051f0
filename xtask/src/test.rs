//! `cargo xtask test`: everything that must hold before a change is merged, in one command. CI runs
//! the same.
//!
//! The first step installs missing programs, as [`mod@crate::setup`] does, and says so. Steps run
//! in turn, each with its time, and the first failure ends the run. `--full` sets
//! `TOLLGATE_FULL=1`, which makes tests use all their inputs, and adds the suites of
//! [`crate::long_suites`].

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::audit;
use crate::clauses;
use crate::long_suites::LONG_SUITES;
use crate::setup;

/// Options of `cargo xtask test`.
#[derive(Clone, Copy, Debug, Args)]
pub struct Options {
    /// Also run the long suites, and the tests on all their inputs
    #[arg(long)]
    pub full: bool,
}

/// One run of cargo.
struct Step {
    name: &'static str,
    arguments: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
}

const STEPS: &[Step] = &[
    Step { name: "format", arguments: &["fmt", "--all", "--check"], environment: &[] },
    Step {
        name: "clippy",
        arguments: &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"],
        environment: &[],
    },
    Step { name: "tests", arguments: &["test", "--workspace", "--quiet"], environment: &[] },
    Step {
        name: "documentation",
        arguments: &["doc", "--workspace", "--no-deps", "--document-private-items", "--quiet"],
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
    },
];

/// The checks that depend on the lock file alone, so that a commit always gets the same result.
/// Advisories change and have to be downloaded: `cargo deny check advisories` is for a schedule.
const DENY: Step = Step {
    name: "dependencies",
    arguments: &["deny", "--all-features", "check", "bans", "licenses", "sources"],
    environment: &[],
};

/// Runs every step.
pub fn run(root: &Path, options: Options) -> Result<()> {
    let start = Instant::now();
    timed("setup", || {
        setup::ensure_tools()?;
        setup::ensure_components()?;
        Ok(String::new())
    })?;
    timed("clauses", || clauses::run(root, clauses::Options::all()))?;
    let mut done = 2;
    for step in STEPS {
        timed(step.name, || run_step(root, step, options))?;
        done += 1;
    }
    timed("audit", || audit::run(root, &audit::Options::short()))?;
    done += 1;
    if setup::starts(Command::new("cargo").args(["deny", "--version"])) {
        timed(DENY.name, || run_step(root, &DENY, options))?;
        done += 1;
    } else {
        println!(
            "---- {}: not checked, cargo-deny is not installed (cargo install cargo-deny)",
            DENY.name
        );
    }
    if options.full {
        for suite in LONG_SUITES {
            println!("---- {}: {}", suite.name, suite.measures);
            timed(suite.name, || (suite.run)(root))?;
            done += 1;
        }
    }
    println!("test: all {done} steps passed in {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Runs one step between two lines of output: what it is, and how it went.
fn timed(name: &str, step: impl FnOnce() -> Result<String>) -> Result<()> {
    println!("==== {name}");
    let start = Instant::now();
    let result = step();
    let seconds = start.elapsed().as_secs_f64();
    match result {
        Ok(figures) if figures.is_empty() => println!("---- {name}: passed in {seconds:.1} s"),
        Ok(figures) => println!("---- {name}: passed in {seconds:.1} s, {figures}"),
        Err(error) => {
            println!("---- {name}: FAILED after {seconds:.1} s");
            return Err(error.context(format!("the step `{name}` failed")));
        }
    }
    Ok(())
}

fn run_step(root: &Path, step: &Step, options: Options) -> Result<String> {
    let mut command = Command::new("cargo");
    // No step may read the standard input of the caller.
    command.stdin(Stdio::null());
    command.current_dir(root).args(step.arguments).envs(step.environment.iter().copied());
    if options.full {
        command.env("TOLLGATE_FULL", "1");
    }
    let line = format!("cargo {}", step.arguments.join(" "));
    let status = command.status().with_context(|| format!("starting {line}"))?;
    if !status.success() {
        bail!("`{line}`: {status}");
    }
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_fails_ends_in_an_error_that_names_it() {
        assert!(timed("good", || Ok("3 modules".to_owned())).is_ok());
        let error = timed("bad", || bail!("reason")).unwrap_err();
        assert_eq!(format!("{error:#}"), "the step `bad` failed: reason");
    }

    #[test]
    fn a_failing_cargo_is_an_error() {
        let step =
            Step { name: "none", arguments: &["no-such-subcommand-of-cargo"], environment: &[] };
        assert!(run_step(Path::new("."), &step, Options { full: false }).is_err());
        let step = Step { name: "version", arguments: &["--version"], environment: &[] };
        assert!(run_step(Path::new("."), &step, Options { full: true }).is_ok());
    }
}
