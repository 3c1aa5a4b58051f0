//! Programs as native code: their original behaviour, and whether canonical form preserves it.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use crate::measure::{self, Ending};
use crate::setup::CLANG;
use crate::side_by_side;

/// Time limit of compiling or running one program.
const LIMIT: Duration = Duration::from_secs(120);

/// What a program does that others can see.
#[derive(PartialEq, Eq, Debug)]
pub struct Behaviour {
    output: Vec<u8>,
    ending: Ending,
}

/// Compiles and runs every program of the repository as it is; by name.
pub fn as_written(
    root: &Path,
    folder: &Path,
    threads: usize,
) -> Result<BTreeMap<String, Behaviour>> {
    let directory = root.join("programs");
    let mut sources: Vec<PathBuf> = Vec::new();
    for entry in
        fs::read_dir(&directory).with_context(|| format!("listing {}", directory.display()))?
    {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new("c")) {
            sources.push(path);
        }
    }
    sources.sort();
    let found = side_by_side::run(
        "programs as written",
        &sources,
        threads,
        |source| name_of(source),
        |thread, source| behaviour(source, &folder.join(format!("{thread}.written"))),
    );
    sources
        .iter()
        .map(|source| name_of(source))
        .zip(found)
        .map(|(name, it)| Ok((name, it?)))
        .collect()
}

/// The name of a program: that of its file without what tells C from IR.
pub fn name_of(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Compiles a program, C or IR, without optimisation and runs it.
pub fn behaviour(source: &Path, binary: &Path) -> Result<Behaviour> {
    let mut compile = Command::new(CLANG);
    compile.args(["-O0", "-w"]).arg(source).arg("-o").arg(binary).arg("-lm");
    let compiled = measure::run(&mut compile, Some(LIMIT))
        .with_context(|| format!("{CLANG} cannot be started"))?;
    if let Some(failure) = compiled.failure() {
        bail!("{}: {CLANG}: {failure}", source.display());
    }
    let ran = measure::run(&mut Command::new(binary), Some(LIMIT))
        .context("starting what was compiled")?;
    if let Ending::TimedOut(limit) = ran.ending {
        bail!("{} does not end within {} s", source.display(), limit.as_secs());
    }
    Ok(Behaviour { output: ran.stdout, ending: ran.ending })
}

impl Behaviour {
    /// In what another differs from this one.
    pub fn difference(&self, other: &Behaviour) -> Option<String> {
        if self.ending != other.ending {
            return Some(format!("ends with {:?} instead of {:?}", other.ending, self.ending));
        }
        let at = self.output.iter().zip(&other.output).position(|(a, b)| a != b);
        match at {
            Some(at) => Some(format!("prints something else from byte {at} on")),
            None if self.output.len() != other.output.len() => Some(format!(
                "prints {} bytes instead of {}",
                other.output.len(),
                self.output.len()
            )),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    #[test]
    fn differences_are_told() {
        let behaviour = |output: &str, status| Behaviour {
            output: output.as_bytes().to_vec(),
            ending: Ending::Exited(ExitStatus::from_raw(status << 8)),
        };
        let written = behaviour("abc", 0);
        assert_eq!(written.difference(&behaviour("abc", 0)), None);
        assert!(written.difference(&behaviour("abc", 1)).unwrap().starts_with("ends with"));
        assert_eq!(
            written.difference(&behaviour("abd", 0)).unwrap(),
            "prints something else from byte 2 on"
        );
        assert_eq!(written.difference(&behaviour("ab", 0)).unwrap(), "prints 2 bytes instead of 3");
    }
}
