//! What the corpus holds: one record a module, and the list of all of them, `manifest.json`.
//!
//! A record is written after its module, under `.records/`, at the module's own path; it carries the stamp of
//! everything the module was made from. So a run that is stopped anywhere can be resumed, and runs that
//! make different parts of the corpus add up. The manifest is always rebuilt from the records.
//!
//! Invariant: a record that says *made* stands beside a complete module with that stamp. Both are written
//! under another name and renamed, the module first.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::files::write_atomically;

/// One module of the corpus.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Module {
    /// Where it lies, relative to the corpus.
    pub path: String,
    /// `c`, `programs`, `rust` or `pairs`.
    pub group: String,
    /// The library, or the Rust crate, or `programs`.
    pub library: String,
    /// `O2`; for a pair the base and the pass, `mem2reg.gvn`.
    pub level: String,
    /// What it was made from.
    pub source: String,
    /// The program that made it, with its version.
    pub tool: String,
    /// Its size.
    pub bytes: u64,
    /// How many functions it defines.
    pub functions: u64,
    /// How long the tool was on the processor.
    pub processor_seconds: f64,
    /// How long it took on the wall clock, with whatever else the machine did.
    pub wall_seconds: f64,
    /// The most memory the tool had resident.
    pub peak_bytes: u64,
}

/// A module that could not be made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Skipped {
    /// Where it would lie.
    pub path: String,
    /// Why it does not.
    pub reason: String,
}

/// What is remembered of one attempt to make a module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Of everything the outcome depends on.
    pub stamp: String,
    /// What became of it.
    pub outcome: RecordedOutcome,
}

/// How an attempt ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordedOutcome {
    /// The module is there.
    Made(Module),
    /// It is not.
    Skipped(Skipped),
}

/// Everything that is in the corpus.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Manifest {
    /// In the order of their paths.
    pub modules: Vec<Module>,
    /// Likewise.
    pub skipped: Vec<Skipped>,
}

impl RecordedOutcome {
    /// The path of the module, made or not.
    pub fn path(&self) -> &str {
        match self {
            RecordedOutcome::Made(module) => &module.path,
            RecordedOutcome::Skipped(skipped) => &skipped.path,
        }
    }
}

fn record_file(corpus: &Path, path: &str) -> PathBuf {
    corpus.join(".records").join(format!("{path}.json"))
}

/// The record of a module, if there is one that can be read.
pub fn read_record(corpus: &Path, path: &str) -> Option<Record> {
    // An unreadable record is as good as none: the module is made again.
    serde_json::from_slice(&fs::read(record_file(corpus, path)).ok()?).ok()
}

/// Remembers the outcome of an attempt.
pub fn write_record(corpus: &Path, record: &Record) -> Result<()> {
    let text = serde_json::to_vec(record).context("writing a record")?;
    write_atomically(&record_file(corpus, record.outcome.path()), &text)
}

/// All records at or below `prefix` (a directory relative to the corpus), in the order of their paths.
pub fn records(corpus: &Path, prefix: &str) -> Result<Vec<Record>> {
    let start = corpus.join(".records").join(prefix);
    let mut pending = vec![start.clone()];
    let mut found = Vec::new();
    while let Some(directory) = pending.pop() {
        if !directory.is_dir() {
            continue;
        }
        for entry in fs::read_dir(&directory).with_context(|| format!("listing {}", directory.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "json") {
                found.extend(
                    fs::read(&path)
                        .ok()
                        .and_then(|text| serde_json::from_slice::<Record>(&text).ok()),
                );
            }
        }
    }
    found.sort_by(|a, b| a.outcome.path().cmp(b.outcome.path()));
    Ok(found)
}

/// Removes a module and what is remembered of it.
pub fn forget(corpus: &Path, path: &str) -> Result<()> {
    for file in [record_file(corpus, path), corpus.join(path)] {
        match fs::remove_file(&file) {
            Ok(()) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(|| format!("removing {}", file.display())),
        }
    }
    Ok(())
}

/// Rebuilds `manifest.json` from the records and answers with it.
pub fn rebuild(corpus: &Path) -> Result<Manifest> {
    let mut manifest = Manifest::default();
    for record in records(corpus, "")? {
        match record.outcome {
            RecordedOutcome::Made(module) if corpus.join(&module.path).is_file() => {
                manifest.modules.push(module)
            }
            RecordedOutcome::Made(_) => {}
            RecordedOutcome::Skipped(skipped) => manifest.skipped.push(skipped),
        }
    }
    let text = serde_json::to_vec_pretty(&manifest).context("writing the manifest")?;
    write_atomically(&corpus.join("manifest.json"), &text)?;
    Ok(manifest)
}

/// How many functions a module defines: in LLVM text, a definition and nothing else starts a line with
/// `define`.
pub fn count_functions(text: &[u8]) -> u64 {
    text.split(|&byte| byte == b'\n')
        .filter(|line| line.starts_with(b"define "))
        .count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn module(path: &str) -> Module {
        Module {
            path: path.to_owned(),
            group: "c".to_owned(),
            library: "zlib".to_owned(),
            level: "O2".to_owned(),
            source: "a.c".to_owned(),
            tool: "clang".to_owned(),
            bytes: 2,
            functions: 0,
            processor_seconds: 0.5,
            wall_seconds: 0.5,
            peak_bytes: 1,
        }
    }

    #[test]
    fn functions_are_counted_by_definitions() {
        let text =
            b"; define nothing\ndeclare i32 @g()\ndefine i32 @f() {\n  ret i32 0\n}\n\ndefine void @h() {\n";
        assert_eq!(count_functions(text), 2);
        assert_eq!(count_functions(b""), 0);
    }

    #[test]
    fn manifest_is_what_the_records_say() {
        let scratch = Scratch::new("manifest");
        let corpus = scratch.path();
        let made = |path| Record {
            stamp: "1".to_owned(),
            outcome: RecordedOutcome::Made(module(path)),
        };
        let skipped = Skipped {
            path: "c/zlib/O2/b.ll".to_owned(),
            reason: "no".to_owned(),
        };
        write_record(corpus, &made("c/zlib/O2/z.ll")).unwrap();
        write_record(corpus, &made("c/zlib/O2/a.ll")).unwrap();
        write_record(corpus, &made("c/zlib/O2/lost.ll")).unwrap();
        let outcome = RecordedOutcome::Skipped(skipped.clone());
        write_record(
            corpus,
            &Record {
                stamp: "1".to_owned(),
                outcome,
            },
        )
        .unwrap();
        write_atomically(&corpus.join("c/zlib/O2/a.ll"), b"a\n").unwrap();
        write_atomically(&corpus.join("c/zlib/O2/z.ll"), b"z\n").unwrap();

        let manifest = rebuild(corpus).unwrap();
        // `lost.ll` has a record but no file.
        let paths: Vec<&str> = manifest
            .modules
            .iter()
            .map(|module| module.path.as_str())
            .collect();
        assert_eq!(paths, ["c/zlib/O2/a.ll", "c/zlib/O2/z.ll"]);
        assert_eq!(manifest.skipped, [skipped]);

        forget(corpus, "c/zlib/O2/z.ll").unwrap();
        assert!(!corpus.join("c/zlib/O2/z.ll").exists());
        assert_eq!(rebuild(corpus).unwrap().modules.len(), 1);
        assert_eq!(records(corpus, "c/zlib").unwrap().len(), 3);
        assert_eq!(records(corpus, "c/none").unwrap().len(), 0);
    }
}
