//! What `tollgate check` says besides verdicts: steps of runs, times. Verdicts themselves are file
//! tests.

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
    assert!(lines[2].contains("building the value graph "), "{lines:?}");
    assert!(lines[3].starts_with("median ") && lines.len() == 7, "{lines:?}");
    // Which limits were reached, too.
    let limited = check(&[UNKNOWN, "--no-refute", "--stats", "--node-limit", "3"]);
    assert!(text(&limited.stderr).contains("limits reached: nodes "), "{}", text(&limited.stderr));
    let steps = check(&["tests/check/unknown/counters.ll", "--no-refute", "--stats"]);
    let line = "functions with a limited step: joins that generalise ";
    assert!(text(&steps.stderr).contains(line), "{}", text(&steps.stderr));
}

#[test]
fn types_that_differ_are_named() {
    let file = scratch("types.ll");
    std::fs::write(&file, "define i32 @src() { ret i32 0 }\ndefine i64 @tgt() { ret i64 0 }\n")
        .expect("a file");
    let output = check(&[file.to_str().expect("a path")]);
    std::fs::remove_file(&file).expect("it is there");
    assert_eq!(output.status.code(), Some(2));
    let expected = "not compared: src: the functions have different types: i32 () / i64 ()";
    assert!(text(&output.stdout).contains(expected), "{}", text(&output.stdout));
}

#[test]
fn names_are_shown_so_that_people_can_read_them() {
    let file = scratch("names.ll");
    let name = "_ZN3foo3barEi";
    let body = "(i32 %x) {\n  ret i32 %x\n}\n";
    let module = format!("define i32 @{name}{body}define i32 @\"a\\1B\\22b\"{body}");
    std::fs::write(&file, module).expect("a file");
    let path = file.to_str().expect("a path");
    let with = check(&[path, path]);
    let raw = check(&[path, path, "--no-demangle"]);
    std::fs::remove_file(&file).expect("it is there");
    let (with, raw) = (text(&with.stdout), text(&raw.stdout));
    assert!(with.contains("_ZN3foo3barEi (foo::bar(int))"), "{with}");
    assert!(!raw.contains("foo::bar") && raw.contains(r#"a\1B\"b"#), "{raw}");
    // Colours are for terminals.
    assert!(!with.contains('\u{1b}'), "{with}");
}

#[test]
fn a_proof_and_a_failed_one_are_explained() {
    let valid = check(&["tests/check/pass/value_graph.ll", "--explain"]);
    assert!(text(&valid.stdout).contains("proven by: value graph"), "{}", text(&valid.stdout));
    let unknown = check(&[UNKNOWN, "--no-refute", "--explain", "--fn", "src1"]);
    let unknown = text(&unknown.stdout);
    for part in ["source at tests/check/unknown/must_not_pass.ll:", "target at ", "missing: "] {
        assert!(unknown.contains(part), "{part}: {unknown}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    // Times and sizes aside: the verdict and the name.
    let verdicts = |jobs: &str| -> Vec<String> {
        let output =
            check(&["tests/check/unknown/must_not_pass.ll", "--jobs", jobs, "--no-refute"]);
        let words = |line: &str| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
        text(&output.stdout).lines().map(words).collect()
    };
    let one = verdicts("1");
    assert!(one.len() > 3, "{one:?}");
    assert_eq!(one, verdicts("3"));
    assert_eq!(check(&[WRONG, "--jobs", "0"]).status.code(), Some(64));
}

const UNKNOWN: &str = "tests/check/unknown/must_not_pass.ll";

/// A name for a file that is in nobody's way.
fn scratch(name: &str) -> std::path::PathBuf {
    std::env::temp_dir().join(format!("tollgate-{}-{name}", std::process::id()))
}

#[test]
fn what_did_not_meet_is_drawn() {
    let file = scratch("one.dot");
    let path = file.to_str().expect("a path");
    let one = check(&[UNKNOWN, "--no-refute", "--fn", "src1", "--dot", path]);
    assert_eq!(one.status.code(), Some(2));
    let dot = std::fs::read_to_string(&file).expect("it was written");
    // The division of the target, that of the source, whose gate is the call's, and which is whose.
    assert!(dot.starts_with("digraph tollgate {") && dot.ends_with("}\n"), "{dot}");
    for part in ["target:", "source:", "udiv i32", "missing: ", "#dcebfa", "#fdebd0"] {
        assert!(dot.contains(part), "{part}: {dot}");
    }
    assert!(!dot.contains("subgraph"), "{dot}");
    // Several functions have a box each.
    check(&[UNKNOWN, "--no-refute", "--fn", "src1", "--fn", "src2", "--dot", path]);
    let dot = std::fs::read_to_string(&file).expect("it was written");
    assert!(dot.contains("subgraph cluster_1") && !dot.contains("subgraph cluster_2"), "{dot}");
    // A limit is named.
    check(&[UNKNOWN, "--no-refute", "--fn", "src1", "--node-limit", "3", "--dot", path]);
    let dot = std::fs::read_to_string(&file).expect("it was written");
    assert!(dot.contains("limit of 3 nodes"), "{dot}");
    // Nothing to draw is no error.
    let valid = check(&["tests/check/pass/value_graph.ll", "--dot", path]);
    assert_eq!(valid.status.code(), Some(0));
    assert!(std::fs::read_to_string(&file).expect("it was written").contains("nothing is unknown"));
    std::fs::remove_file(&file).expect("it is there");
    let missing_folder = check(&[UNKNOWN, "--no-refute", "--dot", "no/such/folder/why.dot"]);
    assert_eq!(missing_folder.status.code(), Some(74));
    assert!(text(&missing_folder.stderr).starts_with("cannot write no/such/folder/why.dot"));
}

#[test]
fn what_only_looks_like_bitcode_is_unreadable() {
    let file = scratch("garbage.bc");
    std::fs::write(&file, b"BC\xc0\xde garbage").expect("a file");
    let output = check(&[file.to_str().expect("a path"), "tests/check/pass/value_graph.ll"]);
    std::fs::remove_file(&file).expect("it is there");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(65), 0));
    assert_eq!(text(&output.stderr).lines().count(), 1, "{}", text(&output.stderr));
}

#[test]
fn nothing_to_compare_is_no_success() {
    let file = scratch("empty.ll");
    std::fs::write(&file, "").expect("a file");
    let path = file.to_str().expect("a path");
    assert_eq!(check(&[path, "tests/check/pass/value_graph.ll"]).status.code(), Some(2));
    assert_eq!(check(&[path, path]).status.code(), Some(0));
    std::fs::remove_file(&file).expect("it is there");
}

#[test]
fn readings_and_inputs_are_named_assumptions() {
    use tollgate_sem::reading::{Answer, Row};
    let help = check(&["--help"]);
    let help = text(&help.stdout);
    for row in Row::ALL {
        let line = format!("  {row}={}", row.answers().map(Answer::name).join("|"));
        assert!(help.contains(&line), "{line}");
    }
    let all = ["--reading", "padding=undef", "--no-undef-inputs", "--no-poison-inputs"];
    let named = "padding=undef; inputs are not undef; inputs are not poison";
    for (file, exit) in [("tests/check/pass/value_graph.ll", 0), (WRONG, 1)] {
        let output = check(&[&[file][..], &all].concat());
        assert_eq!(output.status.code(), Some(exit));
        assert!(
            text(&output.stdout).contains(&format!("assuming {named}")),
            "{}",
            text(&output.stdout)
        );
        let json = check(&[&[file][..], &all, &["--format", "json"]].concat());
        assert!(text(&json.stdout).contains("\"inputs are not undef\""));
    }
    // Later ones count.
    let twice = check(&[WRONG, "--reading", "padding=undef", "--reading", "padding=poison"]);
    assert!(text(&twice.stdout).contains("assuming padding=poison"));
    assert_eq!(check(&[WRONG, "--reading", "padding=undefined"]).status.code(), Some(64));
}

/// Times aside.
fn without_times(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_time = |at: &usize| words.get(at + 1) == Some(&"ms");
    let untimed = (0..words.len()).filter(|at| !is_time(at)).map(|at| words[at]);
    untimed.collect::<Vec<_>>().join(" ")
}

/// The lines of each function: the verdict, and what stands below it.
fn by_function(output: &str) -> Vec<(String, Vec<String>)> {
    let mut functions: Vec<(String, Vec<String>)> = Vec::new();
    for line in output.lines() {
        let is_verdict =
            ["valid", "invalid", "unknown", "unsupported"].iter().any(|it| line.starts_with(it));
        if is_verdict {
            let rest = line
                .split_once(')')
                .filter(|_| line.starts_with("unknown ("))
                .map_or(line, |it| it.1);
            let words = rest.split_whitespace().skip(usize::from(rest == line));
            let name = words.take(1).collect::<String>();
            functions.push((name, vec![without_times(line)]));
        } else if line.starts_with("    ")
            && let Some((_, lines)) = functions.last_mut()
        {
            lines.push(without_times(line));
        }
    }
    functions
}

#[test]
fn a_function_has_one_verdict_whatever_else_is_checked() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut compared = 0;
    for folder in ["fail", "pass", "unknown"] {
        let entries = std::fs::read_dir(root.join("tests/check").join(folder)).expect("a folder");
        let mut names: Vec<String> = entries
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        for name in names.iter().filter(|name| name.ends_with(".after")) {
            let after = format!("tests/check/{folder}/{name}");
            let before = after.trim_end_matches(".after");
            let whole = check(&[before, &after]);
            for (function, expected) in by_function(text(&whole.stdout)) {
                let alone = check(&[before, &after, "--fn", &function]);
                let alone = by_function(text(&alone.stdout));
                assert_eq!(alone, [(function, expected)], "{before}");
                compared += 1;
            }
        }
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn a_limit_that_was_reached_is_named() {
    let limited = |limit: [&str; 2], says: &str| {
        let output = check(&[UNKNOWN, "--no-refute", "--fn", "src1", limit[0], limit[1]]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stdout).contains(says), "{}", text(&output.stdout));
    };
    limited(
        ["--time-limit", "0"],
        "time limit of 0 s (--time-limit) reached while making the canonical form",
    );
    limited(["--memory-limit", "0"], "memory limit of 0 MiB (--memory-limit) reached while ");
    limited(["--node-limit", "3"], "limit of 3 nodes (--node-limit) reached");
}

/// A check that waits for its second file, ended by a signal: status, standard output.
#[cfg(unix)]
fn ended(format: &str) -> (Option<i32>, String) {
    use std::io::Read as _;
    use std::process::Stdio;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    // A signal that comes before anybody waits for it ends the program without a word: that is
    // tried again, later.
    for wait in [200, 1_000, 5_000, 20_000] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tollgate"));
        command.args(["check", UNKNOWN, "-", "--format", format]).current_dir(&root);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        std::thread::sleep(std::time::Duration::from_millis(wait));
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill").success());
        let mut out = String::new();
        child.stdout.take().expect("a pipe").read_to_string(&mut out).expect("text");
        let status = child.wait().expect("it ends");
        if status.code().is_some() {
            return (status.code(), out);
        }
    }
    panic!("nobody waits for signals");
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_a_summary() {
    let (status, out) = ended("text");
    assert_eq!(status, Some(3));
    assert!(out.starts_with("0 functions: "), "{out}");
    let (status, out) = ended("json");
    assert_eq!(status, Some(3));
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["summary"]["functions"], 0);
}

#[test]
fn json_that_comes_in_pieces_is_whole() {
    let output = check(&[UNKNOWN, "--no-refute", "--format", "json", "--jobs", "3"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let functions = json["functions"].as_array().expect("a list");
    assert_eq!(json["summary"]["functions"], functions.len());
    assert!(functions.len() > 3 && json["not_compared"].is_array());
    // The order is that of the file, whoever was done first.
    let one = check(&[UNKNOWN, "--no-refute", "--format", "json", "--jobs", "1"]);
    let one: serde_json::Value = serde_json::from_slice(&one.stdout).expect("JSON");
    let names = |json: &serde_json::Value| -> Vec<String> {
        json["functions"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|it| it["function"].to_string())
            .collect()
    };
    assert_eq!(names(&json), names(&one));
}
