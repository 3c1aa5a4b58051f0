//! `cargo xtask setup`: installs the external programs that tests and the corpus need, where they
//! are missing. Other commands call it where they need one, and say so.
//!
//! Installing needs Debian's `apt-get` and the permission to run it: being root, or `sudo` without
//! a password. Otherwise the command to run is printed and the exit status is [`MISSING_TOOLS`].

use std::fmt;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The C compiler.
pub const CLANG: &str = "clang-19";
/// The optimiser.
pub const OPT: &str = "opt-19";

/// The exit status if tools are missing and cannot be installed: `EX_UNAVAILABLE` of BSD's list.
pub const MISSING_TOOLS: u8 = 69;

/// Counts executed instructions.
pub const VALGRIND: &str = "valgrind";
/// Measures the sections of a program.
pub const SIZE: &str = "llvm-size-19";

/// Programs that tests and the corpus need, and the Debian package of each.
const PROGRAMS: [(&str, &str); 6] = [
    // The SAT solver is built from source. (What its bindings are made with comes with clang-19.)
    ("c++", "g++"),
    (CLANG, "clang-19"),
    (OPT, "llvm-19"),
    ("llvm-as-19", "llvm-19"),
    ("llvm-dis-19", "llvm-19"),
    ("lli-19", "llvm-19"),
];

/// Programs that only measurements need.
const MEASURING: [(&str, &str); 2] = [(SIZE, "llvm-19"), (VALGRIND, "valgrind")];

/// Another checker of proofs: ACL2, whose books have one.
pub const OTHER_CHECKER: &str = "acl2";

/// What only `cargo xtask second-opinion` needs: a large package.
const OPINION: [(&str, &str); 1] = [(OTHER_CHECKER, "acl2-books")];

/// Subcommands of cargo, and the rustup component of each.
const COMPONENTS: [(&str, &str); 2] = [("fmt", "rustfmt"), ("clippy", "clippy")];

/// Tools are missing and could not be installed.
#[derive(Debug)]
pub struct MissingTools {
    missing: Vec<&'static str>,
    command: String,
    why: String,
}

impl fmt::Display for MissingTools {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{} missing and cannot be installed from here ({}). Run this, then try again:\n    {}",
            self.missing.join(", "),
            self.why,
            self.command
        )
    }
}

impl std::error::Error for MissingTools {}

/// Installs the LLVM programs, the measuring programs and the Rust components that are missing.
pub fn run() -> Result<()> {
    ensure_tools()?;
    ensure_measuring_tools()?;
    ensure_components()?;
    println!("setup: all programs are installed");
    Ok(())
}

/// Installs the LLVM programs that are missing. The error is [`MissingTools`] if that cannot be
/// done.
pub fn ensure_tools() -> Result<()> {
    ensure(&PROGRAMS)
}

/// Installs the programs that are missing to measure code and runs. The error is [`MissingTools`]
/// if that cannot be done.
pub fn ensure_measuring_tools() -> Result<()> {
    ensure(&MEASURING)
}

/// Installs another checker of proofs if it is missing. The error is [`MissingTools`] if that
/// cannot be done.
pub fn ensure_other_checker() -> Result<()> {
    ensure(&OPINION)
}

fn ensure(programs: &[(&'static str, &'static str)]) -> Result<()> {
    let missing = missing_programs(programs);
    if missing.is_empty() {
        return Ok(());
    }
    let packages = packages_of(programs, &missing);
    let install = format!("apt-get install --yes --no-install-recommends {}", packages.join(" "));
    let by_hand = format!("sudo apt-get update && sudo {install}");
    let give_up = |why: &str| MissingTools {
        missing: missing.clone(),
        command: by_hand.clone(),
        why: why.to_owned(),
    };

    let Some(prefix) = privileges() else {
        return Err(give_up("not root, and sudo is absent or asks for a password").into());
    };
    if !starts(Command::new("apt-get").arg("--version")) {
        return Err(give_up("there is no apt-get").into());
    }
    eprintln!("setup: {} missing; installing, as `cargo xtask setup` does", missing.join(", "));
    for arguments in ["apt-get update", install.as_str()] {
        let line = format!("{prefix}{arguments}");
        eprintln!("setup: {line}");
        let mut words = line.split(' ');
        let status = Command::new(words.next().unwrap_or_default())
            .args(words)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .status()
            .with_context(|| format!("starting {line}"))?;
        if !status.success() {
            return Err(give_up(&format!("`{line}` failed")).into());
        }
    }
    let still_missing = missing_programs(programs);
    if !still_missing.is_empty() {
        bail!("{} are missing although their packages were installed", still_missing.join(", "));
    }
    Ok(())
}

/// Installs the components of the Rust toolchain that are missing.
pub fn ensure_components() -> Result<()> {
    for (subcommand, component) in COMPONENTS {
        if starts(Command::new("cargo").args([subcommand, "--version"])) {
            continue;
        }
        let command = format!("rustup component add {component}");
        eprintln!("setup: cargo {subcommand} missing; installing, as `cargo xtask setup` does");
        eprintln!("setup: {command}");
        if !starts(Command::new("rustup").args(["component", "add", component])) {
            let why = "rustup is absent or failed".to_owned();
            return Err(MissingTools { missing: vec![component], command, why }.into());
        }
    }
    Ok(())
}

fn missing_programs(programs: &[(&'static str, &'static str)]) -> Vec<&'static str> {
    programs
        .iter()
        .map(|&(program, _)| program)
        .filter(|program| !starts(Command::new(program).arg("--version")))
        .collect()
}

fn packages_of(programs: &[(&'static str, &'static str)], missing: &[&str]) -> Vec<&'static str> {
    let mut packages: Vec<&str> = programs
        .iter()
        .filter(|(program, _)| missing.contains(program))
        .map(|&(_, package)| package)
        .collect();
    packages.dedup();
    packages
}

/// The prefix of a command that needs root; `None` if it cannot be run.
fn privileges() -> Option<&'static str> {
    // SAFETY: `geteuid` takes nothing and cannot fail.
    if unsafe { libc::geteuid() } == 0 {
        return Some("");
    }
    starts(Command::new("sudo").args(["--non-interactive", "true"]))
        .then_some("sudo --non-interactive ")
}

/// Whether a command can be started and succeeds. Its output is discarded.
pub fn starts(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_package_is_named_once() {
        assert_eq!(packages_of(&PROGRAMS, &["opt-19", "llvm-as-19"]), ["llvm-19"]);
        assert_eq!(packages_of(&MEASURING, &[VALGRIND]), ["valgrind"]);
        assert_eq!(packages_of(&PROGRAMS, &["lli-19", "clang-19"]), ["clang-19", "llvm-19"]);
        assert!(packages_of(&PROGRAMS, &[]).is_empty());
    }

    #[test]
    fn absent_programs_do_not_start() {
        assert!(!starts(&mut Command::new("tollgate-no-such-program")));
        assert!(starts(&mut Command::new("true")));
        assert!(!starts(&mut Command::new("false")));
    }

    #[test]
    fn the_message_holds_the_command() {
        let error = MissingTools {
            missing: vec![CLANG],
            command: "do this".to_owned(),
            why: "reason".to_owned(),
        };
        let expected = "clang-19 missing and cannot be installed from here (reason). \
                        Run this, then try again:\n    do this";
        assert_eq!(error.to_string(), expected);
    }
}
