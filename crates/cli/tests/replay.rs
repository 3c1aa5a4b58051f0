//! Counterexamples can be replayed: the commands that `check` prints run, and show what it says.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a command as a shell does, with `tollgate` being the program under test.
fn shell(command: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_tollgate"));
    let folder = program.parent().expect("a program is in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new("sh")
        .arg("-c")
        .arg(command)
        .env("PATH", format!("{}:{path}", folder.display()))
        .current_dir(root())
        .output()
        .expect("a shell starts")
}

/// The counterexamples of all pairs of a file, or of two.
fn counterexamples(files: &str) -> Vec<Value> {
    let output = shell(&format!("tollgate check {files} --format json"));
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report is JSON");
    let functions = report["functions"].as_array().expect("a report has functions").clone();
    functions.into_iter().map(|mut function| function["counterexample"].take()).collect()
}

#[test]
fn printed_commands_show_what_was_found() {
    let folder = "tests/check/fail";
    let mut replayed = 0;
    for entry in std::fs::read_dir(root().join(folder)).expect("the folder is there").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
        let file = format!("{folder}/{name}");
        let found = if !name.ends_with(".ll") {
            continue;
        } else if root().join(format!("{file}.after")).exists() {
            // Of two modules not every function is wrong.
            let all = counterexamples(&format!("{file} {file}.after"));
            all.into_iter().filter(Value::is_object).collect()
        } else if text.contains("@src") {
            counterexamples(&file)
        } else {
            continue;
        };
        for found in found {
            assert!(found.is_object(), "{name}: a pair that should be invalid is not");
            let mut outputs = Vec::new();
            for (number, who) in ["source", "target"].into_iter().enumerate() {
                let command = found["replay"][number].as_str().expect("a command");
                let output = shell(command);
                let shown = String::from_utf8_lossy(&output.stdout);
                let outcome = found[who]["outcome"].as_str().expect("an outcome");
                let first = outcome.lines().next().unwrap_or_default();
                assert!(shown.contains(first), "{command}\nshows\n{shown}\nand not\n{outcome}");
                for observation in found[who]["observations"].as_array().expect("a list") {
                    let seen = observation.as_str().expect("a text");
                    assert!(shown.contains(seen), "{command}\nshows\n{shown}\nand not\n{seen}");
                }
                assert!(!found[who]["steps"].as_array().expect("a list").is_empty(), "{command}");
                outputs.push(shown.into_owned());
                replayed += 1;
            }
            // Where memory differs, both show it.
            let what = found["difference"]["what"].as_str().expect("a text");
            let is_shown = |name: &str| what.contains(&format!(" of {name}"));
            if what.starts_with("the memory left") && (is_shown("argument") || is_shown("@")) {
                assert!(outputs[0].contains("memory of "), "{name}: {}", outputs[0]);
                assert_ne!(outputs[0], outputs[1], "{name}: {what}");
            }
        }
    }
    assert!(replayed >= 30, "only {replayed} commands were run");
}
