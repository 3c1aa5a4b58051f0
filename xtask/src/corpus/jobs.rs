//! Making modules: a list of jobs, run in parallel, each skipped if its module is there and was
//! made from the same.
//!
//! The stamp of a job covers the tool's version, the command line, the time limit and the bytes of
//! every input. Whatever is not covered (headers of the system and of a crate, whose path names its
//! version) cannot change without one of those.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};

use super::manifest::{self, Module, Record, RecordedOutcome, Skipped};
use crate::files::temporary_name;
use crate::measure;
use crate::side_by_side;

/// A program that makes modules.
#[derive(Clone, Debug, Hash)]
pub struct Tool {
    /// What to start.
    pub program: String,
    /// The line it says about itself.
    pub version: String,
}

impl Tool {
    /// Asks the program for its version.
    pub fn find(program: &str) -> Result<Tool> {
        let measured =
            measure::run(Command::new(program).arg("--version"), None).with_context(|| {
                format!("{program} cannot be started; `cargo xtask setup` installs it")
            })?;
        let text = String::from_utf8_lossy(&measured.stdout);
        let version = text.lines().find(|line| line.contains("version")).unwrap_or_default().trim();
        Ok(Tool { program: program.to_owned(), version: version.to_owned() })
    }
}

/// One module to make.
#[derive(Clone, Debug)]
pub struct Job {
    /// Where it goes, relative to the corpus.
    pub output: String,
    /// `c`, `programs`, `pairs`.
    pub group: &'static str,
    /// The library it belongs to.
    pub library: String,
    /// The level, or base and pass.
    pub level: String,
    /// What the manifest says it was made from.
    pub source: String,
    /// Who makes it.
    pub tool: Tool,
    /// Where the tool is run.
    pub directory: PathBuf,
    /// How the tool is called; `-o FILE` is added.
    pub arguments: Vec<String>,
    /// Files whose bytes the module depends on.
    pub inputs: Vec<PathBuf>,
}

/// What became of a job in this run.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Made now.
    Made(Module),
    /// Made by an earlier run from the same.
    Unchanged(Module),
    /// Not made, now or earlier, for this reason.
    Skipped(Skipped),
}

/// Runs all jobs, at most `threads` at a time, and answers with their outcomes in the order of the
/// jobs.
pub fn run(
    corpus: &Path,
    title: &str,
    jobs: &[Job],
    threads: usize,
    limit: Duration,
) -> Result<Vec<Outcome>> {
    let name = |job: &Job| job.output.clone();
    side_by_side::run(title, jobs, threads, name, |_, job| run_one(corpus, job, limit))
        .into_iter()
        .collect()
}

fn run_one(corpus: &Path, job: &Job, limit: Duration) -> Result<Outcome> {
    let stamp = stamp(job, limit)?;
    let output = corpus.join(&job.output);
    if let Some(record) = manifest::read_record(corpus, &job.output)
        && record.stamp == stamp
    {
        match record.outcome {
            RecordedOutcome::Made(module) if output.is_file() => {
                return Ok(Outcome::Unchanged(module));
            }
            RecordedOutcome::Made(_) => {}
            RecordedOutcome::Skipped(skipped) => return Ok(Outcome::Skipped(skipped)),
        }
    }

    if let Some(parent) = output.parent() {
        fs::create_dir_all(parent).with_context(|| format!("making {}", parent.display()))?;
    }
    let temporary = temporary_name(&output);
    let mut command = Command::new(&job.tool.program);
    command.current_dir(&job.directory).args(&job.arguments).arg("-o").arg(&temporary);
    let measured = measure::run(&mut command, Some(limit))
        .with_context(|| format!("running {}", job.tool.program))?;

    let outcome = match measured.failure() {
        None => {
            let (bytes, functions) = manifest::size_and_functions(&temporary)?;
            RecordedOutcome::Made(Module {
                path: job.output.clone(),
                group: job.group.to_owned(),
                library: job.library.clone(),
                level: job.level.clone(),
                source: job.source.clone(),
                tool: job.tool.version.clone(),
                bytes,
                functions,
                processor_seconds: Some(measured.processor.as_secs_f64()),
                wall_seconds: Some(measured.wall.as_secs_f64()),
                peak_bytes: measured.peak_bytes,
            })
        }
        Some(reason) => RecordedOutcome::Skipped(Skipped { path: job.output.clone(), reason }),
    };
    match &outcome {
        RecordedOutcome::Made(_) => {
            fs::rename(&temporary, &output)
                .with_context(|| format!("naming {}", output.display()))?;
        }
        RecordedOutcome::Skipped(_) => {
            // The output of a failed tool is incomplete, and a module of an earlier stamp is
            // outdated. Either may be absent.
            let _ = fs::remove_file(&temporary);
            let _ = fs::remove_file(&output);
        }
    }
    let record = Record { stamp, outcome };
    manifest::write_record(corpus, &record)?;
    Ok(match record.outcome {
        RecordedOutcome::Made(module) => Outcome::Made(module),
        RecordedOutcome::Skipped(skipped) => Outcome::Skipped(skipped),
    })
}

/// Gives a module a second name in the corpus, without a second copy of its text.
pub fn alias(
    corpus: &Path,
    module: &Module,
    output: &str,
    group: &str,
    level: &str,
) -> Result<Module> {
    let (from, to) = (corpus.join(&module.path), corpus.join(output));
    let mut hasher = DefaultHasher::new();
    ("alias", &module.path, hash_of_file(&from)?).hash(&mut hasher);
    let stamp = format!("{:016x}", hasher.finish());
    if let Some(Record { stamp: earlier, outcome: RecordedOutcome::Made(alias) }) =
        manifest::read_record(corpus, output)
        && earlier == stamp
        && to.is_file()
    {
        return Ok(alias);
    }
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).with_context(|| format!("making {}", parent.display()))?;
    }
    manifest::forget(corpus, output)?;
    // Not every file system has links.
    fs::hard_link(&from, &to)
        .or_else(|_| fs::copy(&from, &to).map(|_| ()))
        .with_context(|| format!("linking {} to {}", from.display(), to.display()))?;
    let alias = Module {
        path: output.to_owned(),
        group: group.to_owned(),
        level: level.to_owned(),
        processor_seconds: None,
        wall_seconds: None,
        peak_bytes: None,
        ..module.clone()
    };
    manifest::write_record(
        corpus,
        &Record { stamp, outcome: RecordedOutcome::Made(alias.clone()) },
    )?;
    Ok(alias)
}

fn stamp(job: &Job, limit: Duration) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    (&job.tool, &job.directory, &job.arguments, limit).hash(&mut hasher);
    for input in &job.inputs {
        hash_of_file(input)?.hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// Of the bytes of a file. The standard library may change its hash function with its version; then
/// everything is made again, which is a price worth not depending on a hash crate.
pub fn hash_of_file(path: &Path) -> Result<u64> {
    let mut hasher = DefaultHasher::new();
    manifest::for_each_piece(path, |piece| hasher.write(piece))?;
    Ok(hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    /// A job that writes the input to the output, after counting in `runs` how often it was run.
    fn copying_job(directory: &Path) -> Job {
        let script = directory.join("tool.sh");
        fs::write(
            &script,
            "echo >>runs; cat input; cat input >\"$2\"; test \"$(cat input)\" != broken",
        )
        .unwrap();
        Job {
            output: "c/lib/O2/a.ll".to_owned(),
            group: "c",
            library: "lib".to_owned(),
            level: "O2".to_owned(),
            source: "input".to_owned(),
            tool: Tool { program: "sh".to_owned(), version: "1".to_owned() },
            directory: directory.to_owned(),
            arguments: vec!["tool.sh".to_owned()],
            inputs: vec![directory.join("input")],
        }
    }

    #[test]
    fn a_module_is_made_again_only_if_its_input_changed() {
        let scratch = Scratch::new("jobs");
        let (directory, limit) = (scratch.path(), Duration::from_secs(60));
        let job = copying_job(directory);
        let runs = || fs::read_to_string(directory.join("runs")).unwrap().lines().count();
        let outcome = |job: &Job| {
            run(directory, "test", std::slice::from_ref(job), 2, limit).unwrap().remove(0)
        };

        fs::write(directory.join("input"), "define void @f() {\n").unwrap();
        let Outcome::Made(module) = outcome(&job) else { panic!("not made") };
        assert_eq!((module.functions, module.bytes), (1, 19));
        assert_eq!(outcome(&job), Outcome::Unchanged(module));
        assert_eq!(runs(), 1);

        fs::write(directory.join("input"), "; nothing\n").unwrap();
        assert!(matches!(outcome(&job), Outcome::Made(module) if module.functions == 0));
        fs::remove_file(directory.join(&job.output)).unwrap();
        assert!(matches!(outcome(&job), Outcome::Made(_)));
        assert_eq!(runs(), 3);

        let newer =
            Job { tool: Tool { version: "2".to_owned(), ..job.tool.clone() }, ..job.clone() };
        assert!(matches!(outcome(&newer), Outcome::Made(_)));
        assert_eq!(runs(), 4);
    }

    #[test]
    fn a_failure_is_remembered_and_leaves_no_module() {
        let scratch = Scratch::new("jobs-failure");
        let (directory, limit) = (scratch.path(), Duration::from_secs(60));
        let job = copying_job(directory);
        fs::write(directory.join("input"), "broken").unwrap();
        let skipped = Skipped { path: job.output.clone(), reason: "exit status 1".to_owned() };
        for _ in 0..2 {
            let outcomes = run(directory, "test", std::slice::from_ref(&job), 1, limit).unwrap();
            assert_eq!(outcomes, [Outcome::Skipped(skipped.clone())]);
        }
        assert_eq!(fs::read_to_string(directory.join("runs")).unwrap().lines().count(), 1);
        let left: Vec<_> = fs::read_dir(directory.join("c/lib/O2")).unwrap().collect();
        assert!(left.is_empty(), "{left:?}");
    }

    #[test]
    fn an_alias_follows_its_module() {
        let scratch = Scratch::new("jobs-alias");
        let (directory, limit) = (scratch.path(), Duration::from_secs(60));
        let job = copying_job(directory);
        for text in ["first", "second"] {
            fs::write(directory.join("input"), text).unwrap();
            let Outcome::Made(module) =
                run(directory, "test", std::slice::from_ref(&job), 1, limit).unwrap().remove(0)
            else {
                panic!("not made")
            };
            let other = alias(directory, &module, "pairs/lib/a/raw.ll", "pairs", "raw").unwrap();
            assert_eq!((other.group.as_str(), other.bytes), ("pairs", text.len() as u64));
            assert_eq!(fs::read_to_string(directory.join(&other.path)).unwrap(), text);
        }
    }
}
