//! Pairs whose answer is known: a directory of files with `@src` and `@tgt`, and `manifest.tsv`
//! that says what is to be expected.
//!
//! The manifest has a heading line and then a line a file: its name, `correct` or `incorrect` (at
//! least one of its pairs is no refinement), `yes` if that was found out by unrolling loops a few
//! times only, and what the answer assumes of inputs. A file is `valid` if all of its pairs are,
//! `invalid` if one is. A *wrong answer* is `valid` for an incorrect file; or `invalid` for a
//! correct one, unless that was found out by unrolling.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde::Serialize;
use tollgate_check::{Options as CheckOptions, Verdict, check_pairs_in};
use tollgate_ir::Context;

use crate::side_by_side;
use crate::table::{self, Align, Table};

/// Everything that came out.
#[derive(Debug, Default, Serialize)]
pub struct Known {
    /// By the first part of the files' names.
    pub prefixes: BTreeMap<String, Row>,
    /// All of them.
    pub total: Row,
    /// Files whose answer is wrong.
    pub wrong: Vec<String>,
    /// What was said of every file.
    pub files: Vec<Answer>,
}

/// Sums of files.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    /// Files that are correct, found out without unrolling.
    pub correct: Counts,
    /// Files that are correct up to a bound of unrolling.
    pub correct_bounded: Counts,
    /// Files that are not.
    pub incorrect: Counts,
}

/// How often each answer was given.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Counts {
    pub files: u64,
    pub valid: u64,
    pub invalid: u64,
    pub unknown: u64,
    pub unsupported: u64,
}

/// What was said of a file.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    pub file: String,
    pub correct: bool,
    pub bounded: bool,
    pub verdict: &'static str,
    /// Of the first pair that is not valid.
    pub reason: String,
}

/// A line of the manifest.
#[derive(Clone, Debug)]
struct Expected {
    file: String,
    correct: bool,
    bounded: bool,
}

impl Counts {
    fn add(&mut self, verdict: &str) {
        self.files += 1;
        match verdict {
            "valid" => self.valid += 1,
            "invalid" => self.invalid += 1,
            "unknown" => self.unknown += 1,
            _ => self.unsupported += 1,
        }
    }
}

/// Checks all files of the manifest.
pub fn run(directory: &Path, options: &CheckOptions, jobs: usize) -> Result<Known> {
    let expected = manifest(directory)?;
    let name = |expected: &Expected| expected.file.clone();
    let answers = side_by_side::run("known pairs", &expected, jobs, name, |_, expected| {
        one(directory, expected, options)
    });
    let mut known = Known::default();
    for answer in answers {
        let answer = answer?;
        let prefix = answer.file.split_once("__").map_or("(none)", |(prefix, _)| prefix);
        for row in [known.prefixes.entry(prefix.to_owned()).or_default(), &mut known.total] {
            let counts = match (answer.correct, answer.bounded) {
                (true, false) => &mut row.correct,
                (true, true) => &mut row.correct_bounded,
                (false, _) => &mut row.incorrect,
            };
            counts.add(answer.verdict);
        }
        let wrong = match answer.verdict {
            "valid" => !answer.correct,
            "invalid" => answer.correct && !answer.bounded,
            _ => false,
        };
        if wrong {
            known.wrong.push(format!("{}: {} ({})", answer.file, answer.verdict, answer.reason));
        }
        known.files.push(answer);
    }
    Ok(known)
}

fn manifest(directory: &Path) -> Result<Vec<Expected>> {
    let path = directory.join("manifest.tsv");
    let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    let mut expected = Vec::new();
    for line in text.lines().skip(1).filter(|line| !line.is_empty()) {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[file, answer, bounded, ..] = &fields[..] else {
            bail!("{}: not a line of a manifest: {line}", path.display())
        };
        let correct = match answer {
            "correct" => true,
            "incorrect" => false,
            _ => bail!("{}: neither correct nor incorrect: {line}", path.display()),
        };
        expected.push(Expected { file: file.to_owned(), correct, bounded: bounded == "yes" });
    }
    Ok(expected)
}

fn one(directory: &Path, expected: &Expected, options: &CheckOptions) -> Result<Answer> {
    let path = directory.join(&expected.file);
    let text = fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
    let mut ctx = Context::new();
    let (verdict, reason) = match tollgate_llvm::read(&mut ctx, &path.display().to_string(), &text)
    {
        Err(messages) => ("unreadable", messages.to_string()),
        Ok(module) => {
            let report = check_pairs_in(&mut ctx, &module, options);
            let worst = report.functions.iter().max_by_key(|report| rank(&report.verdict));
            worst.map_or(("no pair", String::new()), |worst| {
                (worst.verdict.word(), worst.verdict.reason())
            })
        }
    };
    Ok(Answer {
        file: expected.file.clone(),
        correct: expected.correct,
        bounded: expected.bounded,
        verdict,
        reason,
    })
}

/// What a file is called for: one invalid pair makes it invalid.
fn rank(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Valid(_) => 0,
        Verdict::Unsupported(_) => 1,
        Verdict::Unknown(_) => 2,
        Verdict::Invalid(_) => 3,
    }
}

/// As text.
pub fn text(known: &Known) -> String {
    let mut columns = vec![("prefix", Align::Left)];
    let groups = ["correct", "correct if unrolled", "incorrect"];
    for group in groups {
        columns.push((group, Align::Right));
        columns.extend(["valid", "invalid", "unknown", "unsupp."].map(|name| (name, Align::Right)));
    }
    let mut table = Table::new(&columns);
    let named = known.prefixes.iter().map(|(name, row)| (name.as_str(), row));
    for (name, row) in named.chain([("all", &known.total)]) {
        let mut cells = vec![name.to_owned()];
        for counts in [row.correct, row.correct_bounded, row.incorrect] {
            let numbers =
                [counts.files, counts.valid, counts.invalid, counts.unknown, counts.unsupported];
            cells.extend(
                numbers
                    .map(|number| if number == 0 { String::new() } else { table::count(number) }),
            );
        }
        table.row(cells);
    }
    let share = |part: u64, whole: u64| part as f64 * 100.0 / whole.max(1) as f64;
    let (correct, incorrect) = (known.total.correct, known.total.incorrect);
    let mut out = format!(
        "{table}\nof the correct ones {:.1} % valid, of the incorrect ones {:.1} % invalid, {} \
            wrong answers\n",
        share(correct.valid, correct.files),
        share(incorrect.invalid, incorrect.files),
        known.wrong.len()
    );
    for wrong in &known.wrong {
        out.push_str(&format!("  WRONG: {wrong}\n"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::write_atomically;
    use crate::scratch::Scratch;

    #[test]
    fn wrong_answers_are_named() {
        let scratch = Scratch::new("known");
        let pair = |source: &str, target: &str| {
            format!(
                "define i32 @src(i32 %x) {{\n  ret i32 {source}\n}}\ndefine i32 @tgt(i32 %x) {{\n  \
                    ret i32 {target}\n}}\n"
            )
        };
        let same = pair("%x", "%x");
        for (name, text) in
            [("a__same.ll", &same), ("a__wrong.ll", &pair("%x", "7")), ("lies.ll", &same)]
        {
            write_atomically(&scratch.path().join(name), text.as_bytes()).unwrap();
        }
        let manifest = "file\texpected\tbounded\tassume\n\
            a__same.ll\tcorrect\tno\t\na__wrong.ll\tincorrect\tno\t\nlies.ll\tincorrect\tyes\t\n";
        write_atomically(&scratch.path().join("manifest.tsv"), manifest.as_bytes()).unwrap();
        let known = run(scratch.path(), &CheckOptions::default(), 1).unwrap();
        assert_eq!((known.total.correct.valid, known.total.incorrect.invalid), (1, 1));
        assert_eq!(known.prefixes["a"].incorrect.files, 1);
        assert_eq!(known.wrong.len(), 1, "{:?}", known.wrong);
        assert!(known.wrong[0].starts_with("lies.ll: valid"));
        assert!(text(&known).contains("WRONG: lies.ll"));
    }

    #[test]
    fn a_manifest_that_says_something_else_is_an_error() {
        let scratch = Scratch::new("known-manifest");
        write_atomically(
            &scratch.path().join("manifest.tsv"),
            b"file\texpected\tbounded\nx.ll\tperhaps\tno\n",
        )
        .unwrap();
        assert!(run(scratch.path(), &CheckOptions::default(), 1).is_err());
    }
}
