//! Functions as value graphs behave as the interpreter says, whatever laws simplified them.

use std::path::Path;
use std::process::{Command, Output};

fn tollgate(args: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new(env!("CARGO_BIN_EXE_tollgate"))
        .args(args)
        .current_dir(root)
        .output()
        .expect("it starts")
}

/// Evaluates a graph and gives the last lines, and the exit status.
fn evaluated(file: &str, function: &str, args: &str) -> (Vec<String>, Option<i32>) {
    let output = tollgate(&["run", file, "--fn", function, "--args", args, "--as", "graph"]);
    let text = String::from_utf8(output.stdout).expect("text");
    let (_, notes) = text.split_once("}\n").expect("the end of a graph");
    (notes.lines().map(str::to_string).collect(), output.status.code())
}

const MEMORY: &str = "tests/files/run/value_graph_memory.ll";

#[test]
fn memory_and_calls_are_those_of_the_interpreter() {
    let (lines, code) = evaluated(MEMORY, "sum", "&[01 00 00 00 02 00 00 00 03 00 00 00],3");
    let wanted = ["graph: call @see(i32 1)", "graph: return i32 1", "interpreter: return i32 1"];
    assert_eq!((&lines[..3], code), (&wanted.map(str::to_string)[..], Some(0)));
    assert_eq!(lines[3], "graph and interpreter agree");
    // No iteration.
    let (lines, code) = evaluated(MEMORY, "sum", "&[07 00 00 00],0");
    assert_eq!((lines[1].as_str(), code), ("graph: return i32 7", Some(0)));
    // The third number is not there.
    let (lines, code) = evaluated(MEMORY, "sum", "&[01 00 00 00 02 00 00 00],3");
    assert_eq!(lines.last().map(String::as_str), Some("graph and interpreter agree"));
    let undefined = "graph: undefined: a read of memory that cannot be read in iteration 2";
    assert!(lines.iter().any(|it| it == undefined));
    assert_eq!(code, Some(1));
}

#[test]
fn every_iteration_counts() {
    let file = "tests/check/fail/thousandth_iteration.ll";
    for (function, result) in [("src", 499_500), ("tgt", 498_501)] {
        let (lines, code) = evaluated(file, function, "1000");
        assert_eq!((lines[0].clone(), code), (format!("graph: return i32 {result}"), Some(0)));
        assert_eq!(lines[2], "graph and interpreter agree");
    }
}

#[test]
fn what_cannot_be_compared_is_said() {
    // A loop that takes too long for both.
    let (lines, code) = evaluated("examples/collatz.ll", "collatz", "0");
    assert!(
        lines.last().is_some_and(|it| it.starts_with("graph and interpreter cannot be compared"))
    );
    assert_eq!(code, Some(2));
    let output =
        tollgate(&["run", "examples/collatz.ll", "--fn", "collatz", "--args", "6", "-o", "x.svg"]);
    assert_eq!(output.status.code(), Some(64));
}
