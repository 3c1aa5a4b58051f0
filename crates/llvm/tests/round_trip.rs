//! Every file of `tests/syntax/llvm19` means the same to LLVM before and after it was read and
//! written.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tollgate_llvm::round_trip::{first_difference, round_trip, sort_phi_pairs};

/// What LLVM says a text is. `opt` skips module summaries, and so does not do for texts with them.
fn llvm_says(text: &[u8], summaries: bool) -> Result<Vec<u8>, String> {
    let printed = if summaries {
        run("llvm-dis-19", &["-o", "-", "-"], &run("llvm-as-19", &["-o", "-", "-"], text)?)?
    } else {
        run("opt-19", &["-S", "-o", "-", "-"], text)?
    };
    Ok(sort_phi_pairs(&printed))
}

fn run(program: &str, args: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{program} could not be run: {error}"))?;
    let mut stdin = child.stdin.take().expect("stdin was asked for");
    let input = input.to_vec();
    let feeder = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let _ = feeder.join();
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

fn files(directory: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/syntax").join(directory);
    let entries =
        std::fs::read_dir(&root).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ll"))
        .collect();
    files.sort();
    files
}

/// What is wrong with the round trip of one file.
fn fault(path: &Path) -> Option<String> {
    let text = std::fs::read(path).unwrap();
    let summaries = path.file_name()?.to_str()?.starts_with("summary");
    let expected = match llvm_says(&text, summaries) {
        Ok(expected) => expected,
        Err(error) => return Some(format!("LLVM does not read the file itself: {error}")),
    };
    let written = match round_trip(&path.display().to_string(), &text) {
        Ok(trip) => trip.text,
        Err(error) => return Some(error.to_string()),
    };
    match llvm_says(&written, summaries) {
        Err(error) => Some(format!("LLVM does not read what was written: {error}")),
        Ok(found) => first_difference(&expected, &found).map(|difference| difference.to_string()),
    }
}

#[test]
fn syntax_files_mean_the_same_to_llvm_after_a_round_trip() {
    let files = files("llvm19");
    assert!(files.len() > 50, "the syntax files are missing");
    let faults: Vec<String> = files
        .iter()
        .filter_map(|path| Some(format!("{}: {}", path.file_name()?.display(), fault(path)?)))
        .collect();
    assert!(faults.is_empty(), "{} of {} files:\n{}", faults.len(), files.len(), faults.join("\n"));
}
