//! Every program of `programs/`, compiled by clang at three levels, does what its native binary
//! does: the same output and the same status.

#[path = "support/harness.rs"]
mod harness;

use harness::run_program;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tollgate_exec::machine::Config;

const CLANG: &str = "clang-19";
const LEVELS: [&str; 3] = ["-O0", "-O1", "-O2"];

fn clang(args: &[&str]) {
    let output = match Command::new(CLANG).args(args).output() {
        Ok(output) => output,
        Err(error) => panic!("this test needs {CLANG}, which cannot be run: {error}"),
    };
    assert!(
        output.status.success(),
        "{CLANG} {args:?}:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

fn path_text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// Compares one program at all levels; the differences that were found.
fn check(source: &Path, directory: &Path) -> Vec<String> {
    let name = source.file_stem().and_then(|stem| stem.to_str()).expect("a name");
    let native = directory.join(name);
    clang(&["-O0", "-w", path_text(source), "-o", path_text(&native), "-lm"]);
    let expected =
        Command::new(&native).stdin(Stdio::null()).output().expect("the native program runs");
    let status = expected.status.code().unwrap_or(134);
    let mut differences = Vec::new();
    for level in LEVELS {
        let module = directory.join(format!("{name}{level}.ll"));
        let flags = [
            "-S",
            "-emit-llvm",
            level,
            "-Xclang",
            "-disable-O0-optnone",
            "-w",
            path_text(source),
            "-o",
            path_text(&module),
        ];
        clang(&flags);
        let text = std::fs::read(&module).expect("the module was written");
        match run_program(&text, &[b"program"], Config::default()) {
            Ok((output, got)) => {
                if got != status {
                    differences.push(format!("{name} {level}: status {got} instead of {status}"));
                }
                if output != expected.stdout {
                    differences.push(format!("{name} {level}: another output"));
                }
            }
            Err(outcome) => differences.push(format!("{name} {level}: {outcome}")),
        }
    }
    differences
}

#[test]
fn programs_run_as_on_the_hardware() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../programs");
    let mut programs: Vec<PathBuf> = std::fs::read_dir(&sources)
        .expect("the directory of programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    programs.sort();
    assert!(programs.len() >= 50, "only {} programs in {}", programs.len(), sources.display());
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs");
    std::fs::create_dir_all(&directory).expect("a directory for binaries");
    // Two threads: one compiles while the other interprets.
    let (even, odd): (Vec<_>, Vec<_>) =
        programs.iter().enumerate().partition(|(index, _)| index % 2 == 0);
    let differences: Vec<String> = std::thread::scope(|scope| {
        let halves = [even, odd].map(|half| {
            let directory = &directory;
            scope.spawn(move || {
                half.into_iter()
                    .flat_map(|(_, source)| check(source, directory))
                    .collect::<Vec<String>>()
            })
        });
        halves.into_iter().flat_map(|half| half.join().expect("a half")).collect()
    });
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn the_library_is_glibcs() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/library.c");
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("library");
    std::fs::create_dir_all(&directory).expect("a directory for binaries");
    let differences = check(&source, &directory);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
