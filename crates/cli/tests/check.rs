//! What `tollgate check` says besides verdicts: steps of runs, times. Verdicts themselves are file tests.

use std::path::Path;
use std::process::{Command, Output};

fn check(args: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tollgate"));
    command.arg("check").args(args).current_dir(root).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

const WRONG: &str = "tests/check/fail/thousandth_iteration.ll";

#[test]
fn a_counterexample_is_explained_step_by_step() {
    let short = check(&[WRONG]);
    assert!(!text(&short.stdout).contains("steps of"));
    let long = check(&[WRONG, "--explain"]);
    assert_eq!((short.status.code(), long.status.code()), (Some(1), Some(1)));
    let long = text(&long.stdout);
    let (source, target) = (long.find("steps of the source:"), long.find("steps of the target:"));
    assert!(source.is_some() && source < target, "{long}");
    // The step that is the bug, with the line it stands on and what it gave in the last iteration.
    assert!(long.contains("23: %step = select i1 %late, i32 0, i32 %i  ; i32 0"), "{long}");
}

#[test]
fn times_go_to_standard_error() {
    let pair = "tests/check/pass/value_graph.ll";
    let plain = check(&[pair, "--no-refute"]);
    assert!(plain.stderr.is_empty());
    let with = check(&[pair, "--no-refute", "--stats"]);
    let lines: Vec<&str> = text(&with.stderr).lines().collect();
    assert!(lines[0].starts_with("reading ") && lines[0].contains(" checking "), "{lines:?}");
    assert!(lines[1].starts_with("3 functions looked into: "), "{lines:?}");
    assert!(lines[2].starts_with("median ") && lines.len() == 6, "{lines:?}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    // Times and sizes aside: the verdict and the name.
    let verdicts = |jobs: &str| -> Vec<String> {
        let output = check(&["tests/check/unknown/must_not_pass.ll", "--jobs", jobs, "--no-refute"]);
        let words = |line: &str| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
        text(&output.stdout).lines().map(words).collect()
    };
    let one = verdicts("1");
    assert!(one.len() > 3, "{one:?}");
    assert_eq!(one, verdicts("3"));
    assert_eq!(check(&[WRONG, "--jobs", "0"]).status.code(), Some(64));
}
