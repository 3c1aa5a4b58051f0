//! Runs `opt` of LLVM 19 on a text.

use std::io::Write;
use std::process::{Command, Stdio};

/// What `opt-19 -S` writes for a module, after these passes.
///
/// The tests that compare with LLVM need its tools, as the README says; without them they fail
/// rather than pass unseen.
pub fn run_opt(passes: &str, module: &str) -> String {
    let mut child = Command::new("opt-19")
        .args(["-S", "-disable-verify", "-o", "-", &format!("-passes={passes}"), "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("this test compares with LLVM: opt-19 (package llvm-19) must be on PATH");
    let mut stdin = child.stdin.take().expect("stdin was piped");
    let text = module.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("opt-19 runs");
    let written = writer.join().expect("the writer does not panic");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "opt-19 failed: {}",
        errors.lines().take(5).collect::<Vec<_>>().join("\n")
    );
    written.expect("opt-19 reads its input");
    String::from_utf8(output.stdout).expect("opt-19 writes UTF-8")
}
