//! Rust modules: well-known crates and a crate of ours that uses them, through
//! `rustc --emit=llvm-ir`.
//!
//! They are separate from the C modules because rustc writes the text of its own LLVM, which is
//! newer than the tools the rest of the corpus is made with. The crates are built in a throw-away
//! workspace with its own target directory; the flags are given for the target only, so that build
//! scripts and macros stay out.

use std::ffi::OsStr;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::jobs::Outcome;
use super::manifest::{self, Module, Record, RecordedOutcome, Skipped};
use super::sources::cargo;
use crate::files::{copy_atomically, write_atomically, write_if_changed};

/// The crates our user crate depends on, with their features. What they depend on is compiled too.
const CRATES: &[(&str, &str, &str)] = &[
    ("aho-corasick", "1.1.5", ""),
    ("base64", "0.23.1", ""),
    ("hashbrown", "0.17.1", ""),
    ("indexmap", "2.14.2", ""),
    ("itoa", "1.0.18", ""),
    ("memchr", "2.8.3", ""),
    ("miniz_oxide", "0.9.1", "\"with-alloc\""),
    ("num-bigint", "0.5.1", ""),
    ("regex-automata", "0.4.18", ""),
    ("regex-syntax", "0.8.11", ""),
    ("ryu", "1.0.23", ""),
    ("serde_json", "1.0.154", ""),
    ("sha2", "0.11.1", ""),
    ("smallvec", "1.16.4", ""),
    ("unicode-segmentation", "1.13.3", ""),
];

/// The levels: the name of the directory and the profile that gives it.
const LEVELS: [(&str, &str); 2] = [("O0", "dev"), ("O3", "release")];

/// The crate that instantiates generic code of the others.
const USER_CRATE: &str = include_str!("../../assets/user_crate.rs");

const FLAGS: &str = "--emit=llvm-ir -Ccodegen-units=1";

/// Makes the Rust modules: one a crate and level.
pub fn make(corpus: &Path) -> Result<Vec<Outcome>> {
    let directory = corpus.join("fetch/rust");
    let manifest_text = workspace_manifest();
    write_if_changed(&directory.join("src/lib.rs"), USER_CRATE)?;
    write_if_changed(&directory.join("Cargo.toml"), &manifest_text)?;
    cargo(&directory, &["fetch", "--quiet"])?;

    let (compiler, host) = compiler()?;
    let mut outcomes = Vec::new();
    for (level, profile) in LEVELS {
        let mut hasher = DefaultHasher::new();
        let lock = fs::read(directory.join("Cargo.lock"))
            .context("reading the lock file of the Rust crates")?;
        (&manifest_text, &lock, USER_CRATE, &compiler, FLAGS).hash(&mut hasher);
        let stamp = format!("{:016x}", hasher.finish());
        outcomes.extend(match unchanged(corpus, level, &stamp)? {
            Some(outcomes) => outcomes,
            None => build(corpus, &directory, &host, level, profile, &stamp, &compiler)?,
        });
    }
    Ok(outcomes)
}

fn workspace_manifest() -> String {
    let mut text = String::from(
        "# Written by `cargo xtask corpus`.\n\
         [package]\nname = \"corpus-user\"\nversion = \"0.0.0\"\nedition \
         = \"2024\"\n\n[workspace]\n\n\
         [profile.dev]\nopt-level = 0\ndebug = false\nincremental = false\n\n\
         [profile.release]\nopt-level = 3\ndebug = false\n\n[dependencies]\n",
    );
    for (name, version, features) in CRATES {
        text += &format!("{name} = {{ version = \"={version}\", features = [{features}] }}\n");
    }
    text
}

/// The version line of rustc, with the LLVM it writes the text of, and the triple of this machine.
fn compiler() -> Result<(String, String)> {
    let output = Command::new("rustc").arg("-vV").output().context("starting rustc")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let field = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
    let (Some(version), Some(host), Some(llvm)) =
        (text.lines().next(), field("host:"), field("LLVM version:"))
    else {
        bail!("`rustc -vV` says something unexpected:\n{text}");
    };
    Ok((format!("{version}, LLVM {llvm}"), host.to_owned()))
}

/// The outcomes of an earlier run, if it went through and everything it depended on is the same.
fn unchanged(corpus: &Path, level: &str, stamp: &str) -> Result<Option<Vec<Outcome>>> {
    // The mark is written last: records without it are those of a run that was stopped.
    let complete = fs::read_to_string(mark(corpus, level)).is_ok_and(|mark| mark == stamp);
    if !complete {
        return Ok(None);
    }
    let mut outcomes = Vec::new();
    for record in manifest::records(corpus, &format!("rust/{level}"))? {
        match record.outcome {
            RecordedOutcome::Made(module) if !corpus.join(&module.path).is_file() => {
                return Ok(None);
            }
            RecordedOutcome::Made(module) => outcomes.push(Outcome::Unchanged(module)),
            RecordedOutcome::Skipped(skipped) => outcomes.push(Outcome::Skipped(skipped)),
        }
    }
    Ok(Some(outcomes))
}

fn mark(corpus: &Path, level: &str) -> std::path::PathBuf {
    corpus.join(".records").join(format!("rust-{level}.complete"))
}

fn build(
    corpus: &Path,
    directory: &Path,
    host: &str,
    level: &str,
    profile: &str,
    stamp: &str,
    compiler: &str,
) -> Result<Vec<Outcome>> {
    eprintln!("building the Rust crates at {level}");
    // Cargo does not write the text of a crate again that it holds for fresh, so nothing may be
    // left over.
    let target = directory.join("target");
    if target.exists() {
        fs::remove_dir_all(&target).with_context(|| format!("removing {}", target.display()))?;
    }
    for record in manifest::records(corpus, &format!("rust/{level}"))? {
        manifest::forget(corpus, record.outcome.path())?;
    }

    let start = Instant::now();
    let output = Command::new("cargo")
        .current_dir(directory)
        .args([
            "build",
            "--quiet",
            "--message-format",
            "json-render-diagnostics",
            "--profile",
            profile,
        ])
        .args(["--target", host, "--target-dir"])
        .arg(&target)
        .env("RUSTFLAGS", FLAGS)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .stderr(Stdio::inherit())
        .output()
        .context("starting cargo build")?;
    if !output.status.success() {
        bail!("the Rust crates of the corpus do not build at {level}");
    }
    eprintln!("built the Rust crates at {level} in {:.0} s", start.elapsed().as_secs_f64());

    let mut outcomes = Vec::new();
    for message in output.stdout.split(|&byte| byte == b'\n') {
        let Ok(message) = serde_json::from_slice::<Value>(message) else {
            continue;
        };
        if let Some((text_file, source)) = text_of_artifact(&message) {
            outcomes.push(keep(corpus, &text_file, &source, level, stamp, compiler)?);
        }
    }
    if outcomes.is_empty() {
        bail!("cargo reported no library at {level}");
    }
    write_atomically(&mark(corpus, level), stamp.as_bytes())?;
    Ok(outcomes)
}

/// For a message about a library of the target: where rustc wrote its LLVM text, and the package
/// with its version.
///
/// Libraries of the host, which are build scripts and macros, have no text beside them.
fn text_of_artifact(message: &Value) -> Option<(std::path::PathBuf, String)> {
    if message["reason"] != "compiler-artifact" {
        return None;
    }
    let library = message["filenames"]
        .as_array()?
        .iter()
        .filter_map(Value::as_str)
        .map(Path::new)
        .find(|file| file.extension() == Some(OsStr::new("rlib")))?;
    let stem = library.file_stem()?.to_str()?.strip_prefix("lib")?;
    // The library of the package itself is linked one directory up, without its hash.
    let directory = library.parent()?;
    let direct = directory.join(format!("{stem}.ll"));
    let text = if direct.is_file() {
        direct
    } else {
        let start = format!("{stem}-");
        fs::read_dir(directory.join("deps")).ok()?.flatten().map(|entry| entry.path()).find(
            |path| {
                path.extension() == Some(OsStr::new("ll"))
                    && path
                        .file_name()
                        .and_then(OsStr::to_str)
                        .is_some_and(|name| name.starts_with(&start))
            },
        )?
    };
    // `SOURCE#NAME@VERSION`; of a path, `SOURCE#VERSION`.
    let package = message["package_id"].as_str()?.rsplit_once('#')?.1;
    let source = match package.split_once('@') {
        Some((name, version)) => format!("{name} {version}"),
        None => format!("{} {package}", message["target"]["name"].as_str()?),
    };
    Some((text, source))
}

/// Takes one module over into the corpus, unless it is empty.
fn keep(
    corpus: &Path,
    text_file: &Path,
    source: &str,
    level: &str,
    stamp: &str,
    compiler: &str,
) -> Result<Outcome> {
    let library = source.split(' ').next().unwrap_or(source).replace('-', "_");
    let path = format!("rust/{level}/{library}.ll");
    let (bytes, functions) = manifest::size_and_functions(text_file)?;
    let outcome = if functions == 0 {
        let reason =
            "defines no function: all it holds is generic, inline, constant or macro".to_owned();
        RecordedOutcome::Skipped(Skipped { path, reason })
    } else {
        copy_atomically(text_file, &corpus.join(&path))?;
        RecordedOutcome::Made(Module {
            path,
            group: "rust".to_owned(),
            library,
            level: level.to_owned(),
            source: source.to_owned(),
            tool: compiler.to_owned(),
            bytes,
            functions,
            // Cargo runs rustc, several at a time: what one crate took is not known.
            processor_seconds: None,
            wall_seconds: None,
            peak_bytes: None,
        })
    };
    let record = Record { stamp: stamp.to_owned(), outcome };
    manifest::write_record(corpus, &record)?;
    Ok(match record.outcome {
        RecordedOutcome::Made(module) => Outcome::Made(module),
        RecordedOutcome::Skipped(skipped) => Outcome::Skipped(skipped),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_is_pinned() {
        let text = workspace_manifest();
        assert_eq!(text.matches("version = \"=").count(), CRATES.len());
        assert!(CRATES.len() >= 8);
    }

    #[test]
    fn host_libraries_and_other_messages_are_passed_over() {
        let message = serde_json::json!({ "reason": "build-finished", "success": true });
        assert!(text_of_artifact(&message).is_none());
        let message = serde_json::json!({
            "reason": "compiler-artifact",
            "package_id": "somewhere#memchr@2.8.3",
            "target": { "name": "memchr" },
            "filenames": ["/nowhere/deps/libmemchr-0123.rlib"],
        });
        assert!(text_of_artifact(&message).is_none(), "there is no such file");
    }
}
