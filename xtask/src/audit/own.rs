//! The modules of this repository: the tests of what programs mean and of what is valid, and a few
//! programs, compiled.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::corpus;
use crate::corpus::levels::Level;
use crate::setup::CLANG;

/// Where the tests are.
const TESTS: &[&str] = &["tests/meaning", "tests/check/pass"];
/// Some programs that have little in common: memory and pointers, floats, vectors, loops that are
/// none, `volatile`.
const PROGRAMS: &[&str] = &[
    "aes",
    "avl_tree",
    "bytecode_vm",
    "float_corners",
    "hash_table",
    "irreducible_goto",
    "struct_values",
    "vector_types",
    "volatile_counter",
];
/// As clang writes it, and as its optimiser leaves it.
const LEVELS: &[Level] = &[Level::O0, Level::O2];
/// Where the programs are compiled to.
const COMPILED: &str = "target/audit/programs";

/// The modules, as paths below the root.
pub fn modules(root: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for path in corpus::modules(root, TESTS)? {
        let Ok(below) = path.strip_prefix(root) else { continue };
        found.push(below.to_string_lossy().into_owned());
    }
    fs::create_dir_all(root.join(COMPILED)).context(COMPILED)?;
    for program in PROGRAMS {
        for &level in LEVELS {
            let module = format!("{COMPILED}/{program}.{}.ll", level.name());
            compile(root, &format!("programs/{program}.c"), level, &module)?;
            found.push(module);
        }
    }
    Ok(found)
}

fn compile(root: &Path, source: &str, level: Level, module: &str) -> Result<()> {
    let mut command = Command::new(CLANG);
    command
        .current_dir(root)
        .args(["-S", "-emit-llvm"])
        .args(level.flags())
        .args(["-o", module, source]);
    let output = command.output().with_context(|| format!("starting {CLANG}"))?;
    match output.status.success() {
        true => Ok(()),
        false => {
            bail!("{source} does not compile: {}", String::from_utf8_lossy(&output.stderr).trim())
        }
    }
}
