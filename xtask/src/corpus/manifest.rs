//! What the corpus holds: one record a module, and the list of all of them, `manifest.json`.
//!
//! A record is written after its module, under `.records/`, at the module's own path; it carries
//! the stamp of everything the module was made from. So a run that is stopped anywhere can be
//! resumed, and runs that make different parts of the corpus add up. The manifest is always rebuilt
//! from the records.
//!
//! Invariant: a record that says *made* stands beside a complete module with that stamp. Both are
//! written under another name and renamed, the module first.

use std::fs::{self, File};
use std::io::{self, Read};
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
    /// How long the tool was on the processor, if one tool made this module alone.
    pub processor_seconds: Option<f64>,
    /// Wall time, with whatever else the machine did.
    pub wall_seconds: Option<f64>,
    /// The most memory the tool had resident, if known.
    pub peak_bytes: Option<u64>,
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

/// All records at or below `prefix` (a directory relative to the corpus), in the order of their
/// paths.
pub fn records(corpus: &Path, prefix: &str) -> Result<Vec<Record>> {
    let start = corpus.join(".records").join(prefix);
    let mut pending = vec![start.clone()];
    let mut found = Vec::new();
    while let Some(directory) = pending.pop() {
        if !directory.is_dir() {
            continue;
        }
        for entry in
            fs::read_dir(&directory).with_context(|| format!("listing {}", directory.display()))?
        {
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
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                return Err(error).with_context(|| format!("removing {}", file.display()));
            }
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

/// The size of a module and how many functions it defines, read in pieces.
pub fn size_and_functions(text: &Path) -> Result<(u64, u64)> {
    let mut counter = FunctionCounter::default();
    let mut bytes = 0;
    for_each_piece(text, |piece| {
        bytes += piece.len() as u64;
        counter.add(piece);
    })?;
    Ok((bytes, counter.functions))
}

/// Reads a file in pieces of one size (the last may be smaller), so that large modules do not make
/// us large.
pub fn for_each_piece(path: &Path, mut visit: impl FnMut(&[u8])) -> Result<()> {
    const PIECE: u64 = 1 << 18;
    let mut read = || -> io::Result<()> {
        let mut file = File::open(path)?;
        let mut piece = Vec::new();
        loop {
            piece.clear();
            if (&mut file).take(PIECE).read_to_end(&mut piece)? == 0 {
                return Ok(());
            }
            visit(&piece);
        }
    };
    read().with_context(|| format!("reading {}", path.display()))
}

/// Counts definitions of functions: in LLVM text, they and nothing else start a line with `define`.
struct FunctionCounter {
    functions: u64,
    /// How much of the word has been seen since the line began; `None` once the line begins
    /// otherwise.
    seen: Option<usize>,
}

impl Default for FunctionCounter {
    fn default() -> FunctionCounter {
        FunctionCounter { functions: 0, seen: Some(0) }
    }
}

impl FunctionCounter {
    fn add(&mut self, piece: &[u8]) {
        const WORD: &[u8] = b"define ";
        for &byte in piece {
            self.seen = match self.seen {
                Some(seen) if byte == WORD[seen] && seen + 1 == WORD.len() => {
                    self.functions += 1;
                    None
                }
                Some(seen) if byte == WORD[seen] => Some(seen + 1),
                Some(_) | None => (byte == b'\n').then_some(0),
            };
        }
    }
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
            processor_seconds: Some(0.5),
            wall_seconds: Some(0.5),
            peak_bytes: None,
        }
    }

    #[test]
    fn functions_are_counted_by_definitions() {
        let text = b"; define nothing\ndeclare i32 @g()\ndefine i32 @f() {\n  \
                ret i32 0\n}\n\ndefine void @h() {\n";
        for cut in 0..text.len() {
            let mut counter = FunctionCounter::default();
            counter.add(&text[..cut]);
            counter.add(&text[cut..]);
            assert_eq!(counter.functions, 2, "cut at {cut}");
        }
    }

    #[test]
    fn pieces_make_up_the_file() {
        let scratch = Scratch::new("pieces");
        let path = scratch.path().join("a.ll");
        let text = b"define void @f()\n".repeat(40_000);
        fs::write(&path, &text).unwrap();
        assert_eq!(size_and_functions(&path).unwrap(), (text.len() as u64, 40_000));
    }

    #[test]
    fn manifest_is_what_the_records_say() {
        let scratch = Scratch::new("manifest");
        let corpus = scratch.path();
        let made =
            |path| Record { stamp: "1".to_owned(), outcome: RecordedOutcome::Made(module(path)) };
        let skipped = Skipped { path: "c/zlib/O2/b.ll".to_owned(), reason: "no".to_owned() };
        write_record(corpus, &made("c/zlib/O2/z.ll")).unwrap();
        write_record(corpus, &made("c/zlib/O2/a.ll")).unwrap();
        write_record(corpus, &made("c/zlib/O2/lost.ll")).unwrap();
        let outcome = RecordedOutcome::Skipped(skipped.clone());
        write_record(corpus, &Record { stamp: "1".to_owned(), outcome }).unwrap();
        write_atomically(&corpus.join("c/zlib/O2/a.ll"), b"a\n").unwrap();
        write_atomically(&corpus.join("c/zlib/O2/z.ll"), b"z\n").unwrap();

        let manifest = rebuild(corpus).unwrap();
        // `lost.ll` has a record but no file.
        let paths: Vec<&str> = manifest.modules.iter().map(|module| module.path.as_str()).collect();
        assert_eq!(paths, ["c/zlib/O2/a.ll", "c/zlib/O2/z.ll"]);
        assert_eq!(manifest.skipped, [skipped]);

        forget(corpus, "c/zlib/O2/z.ll").unwrap();
        assert!(!corpus.join("c/zlib/O2/z.ll").exists());
        assert_eq!(rebuild(corpus).unwrap().modules.len(), 1);
        assert_eq!(records(corpus, "c/zlib").unwrap().len(), 3);
        assert_eq!(records(corpus, "c/none").unwrap().len(), 0);
    }
}
