//! Which before-and-after pairs of the corpus a command works on: options that several commands
//! share.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;

/// Which pairs to work on.
#[derive(Clone, Debug, Args)]
pub struct Selection {
    /// Only pairs whose path below target/corpus/pairs begins with this: `sqlite3`, `zlib/inflate`,
    /// ...
    #[arg(long, value_name = "PREFIX", default_value = "")]
    pub only: String,
    /// Only these passes, with or without their base: `gvn`, `mem2reg.licm`. May be given several
    /// times
    #[arg(long = "pass", value_name = "NAME")]
    pub passes: Vec<String>,
    /// Only every Nth pair; best a prime number, so that all passes of a module get their turn
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub every: usize,
    /// Number of pairs of files processed in parallel
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub jobs: usize,
}

/// A file before a pass and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairOfFiles {
    /// `BASE.ll`.
    pub before: PathBuf,
    /// `BASE.PASS.ll`.
    pub after: PathBuf,
    /// `sqlite3`.
    pub library: String,
    /// The file after the pass below the pairs: `sqlite3/sqlite3/mem2reg.gvn.ll`.
    pub name: String,
    /// `mem2reg.gvn`.
    pub pass: String,
    /// `gvn`.
    pub short: String,
}

impl Selection {
    /// The pairs below a directory that are asked for, in the order of their paths.
    pub fn find(&self, pairs: &Path) -> Result<Vec<PairOfFiles>> {
        let mut found = Vec::new();
        for after in super::modules(pairs.parent().unwrap_or(pairs), &["pairs"])? {
            let Ok(below) = after.strip_prefix(pairs) else { continue };
            let name = below.to_string_lossy().into_owned();
            let library = below.iter().next().unwrap_or_default().to_string_lossy().into_owned();
            // LIBRARY/FILE/BASE.PASS.ll; what has no pass is a base.
            let pass = after.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let Some((base, short)) = pass.split_once('.') else { continue };
            let wanted =
                self.passes.is_empty() || self.passes.iter().any(|it| *it == pass || it == short);
            if !wanted || !name.starts_with(&self.only) {
                continue;
            }
            let before = after.with_file_name(format!("{base}.ll"));
            let short = short.to_owned();
            found.push(PairOfFiles { before, after, library, name, pass, short });
        }
        found = found.into_iter().step_by(self.every.max(1)).collect();
        match found.is_empty() {
            true => bail!("there is no such pair; `cargo xtask corpus --pairs` makes them"),
            false => Ok(found),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::write_atomically;
    use crate::scratch::Scratch;

    #[test]
    fn pairs_are_found_by_pass_and_path() {
        let scratch = Scratch::new("selection");
        let pairs = scratch.path().join("pairs");
        for name in ["raw.ll", "raw.gvn.ll", "mem2reg.ll", "mem2reg.gvn.ll", "mem2reg.licm.ll"] {
            write_atomically(&pairs.join("lib/file").join(name), b"").unwrap();
        }
        let find = |passes: &[&str], only: &str, every: usize| -> Result<Vec<String>> {
            let passes = passes.iter().map(|&pass| pass.to_owned()).collect();
            let found = Selection { only: only.to_owned(), passes, every, jobs: 1 }.find(&pairs)?;
            assert!(found.iter().all(|pair| pair.library == "lib" && pair.before.is_file()));
            assert!(found.iter().all(|pair| pair.pass.ends_with(&format!(".{}", pair.short))));
            Ok(found.into_iter().map(|pair| pair.pass).collect())
        };
        assert_eq!(find(&[], "", 1).unwrap(), ["mem2reg.gvn", "mem2reg.licm", "raw.gvn"]);
        assert_eq!(find(&[], "", 2).unwrap(), ["mem2reg.gvn", "raw.gvn"]);
        assert_eq!(find(&["gvn"], "", 1).unwrap(), ["mem2reg.gvn", "raw.gvn"]);
        assert_eq!(find(&["mem2reg.gvn", "licm"], "", 1).unwrap(), ["mem2reg.gvn", "mem2reg.licm"]);
        assert_eq!(find(&[], "lib/file/raw", 1).unwrap(), ["raw.gvn"]);
        assert!(find(&["nothing"], "", 1).is_err());
    }
}
