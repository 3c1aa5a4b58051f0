//! The command line as a whole: help, versions, manual pages, completions; exit statuses of output
//! that cannot be written; names with control characters.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const SUBCOMMANDS: [&str; 8] =
    ["check", "opt", "rules", "run", "fmt", "show", "completions", "man"];

fn tollgate(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tollgate"));
    command.args(args).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    command.stdin(Stdio::null());
    command
}

fn output(args: &[&str]) -> Output {
    tollgate(args).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

#[test]
fn every_help_has_examples_and_exit_statuses() {
    let whole = output(&["--help"]);
    for name in SUBCOMMANDS {
        assert!(text(&whole.stdout).contains(&format!("\n  {name} ")), "{name}");
        let help = output(&[name, "--help"]);
        assert_eq!(help.status.code(), Some(0));
        let help = text(&help.stdout);
        assert!(help.contains("Exit status") && help.contains("Examples:"), "{name}");
        assert!(help.contains("74"), "{name} does not mention output that cannot be written");
        let too_long = help.lines().find(|line| line.chars().count() > 100);
        assert_eq!(too_long, None, "{name}");
    }
}

#[test]
fn everything_has_a_version() {
    let version = env!("CARGO_PKG_VERSION");
    for args in [&["--version"][..], &["check", "--version"], &["run", "-V"], &["man", "-V"]] {
        let output = output(args);
        assert!(output.status.success() && text(&output.stdout).contains(version), "{args:?}");
    }
}

#[test]
fn shells_and_man_are_served() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = output(&["completions", shell]);
        assert!(output.status.success() && text(&output.stdout).contains("no-refute"), "{shell}");
    }
    assert_eq!(output(&["completions", "none"]).status.code(), Some(64));
    assert!(text(&output(&["man"]).stdout).contains(".TH tollgate 1"));
    for name in SUBCOMMANDS {
        let page = output(&["man", name]);
        assert!(text(&page.stdout).contains(&format!(".TH tollgate-{name} 1")), "{name}");
    }
    assert_eq!(output(&["man", "none"]).status.code(), Some(64));
}

#[test]
fn the_grammar_of_rule_files_is_the_documented_one() {
    let grammar = output(&["rules", "--grammar"]);
    assert!(text(&grammar.stdout).starts_with("# Rule files\n"));
    assert_eq!(output(&["rules", "--grammar", "add-self"]).status.code(), Some(64));
}

/// Commands whose standard output is longer than nothing, and takes little time.
const WRITERS: [&[&str]; 8] = [
    &["check", "tests/check/pass/value_graph.ll", "--no-refute"],
    &["rules"],
    &["show", "examples/collatz.ll"],
    &["fmt", "examples/collatz.ll"],
    &["opt", "examples/collatz.ll", "--passes", "dce"],
    &["run", "examples/collatz.ll", "--fn", "collatz", "--args", "27"],
    &["run", "examples/hello.ll"],
    &["check", "--help"],
];

#[test]
fn a_full_disk_is_no_unreadable_input() {
    for args in WRITERS {
        let full = File::options().write(true).open("/dev/full").expect("a device");
        let output = tollgate(args).stdout(full).output().expect("the program starts");
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(74), "{args:?}: {message}");
        assert!(message.starts_with("cannot write standard output: "), "{args:?}: {message}");
    }
    let file = output(&["fmt", "examples/collatz.ll", "-o", "no/such/folder/out.ll"]);
    assert_eq!(file.status.code(), Some(74));
    assert!(text(&file.stderr).starts_with("cannot write no/such/folder/out.ll: "));
    assert_eq!(output(&["fmt", "no/such/file.ll"]).status.code(), Some(65));
}

#[test]
fn a_closed_pipe_is_silent() {
    for args in WRITERS {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = tollgate(args).stdout(writer).output().expect("the program starts");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(74), ""), "{args:?}");
    }
}

#[test]
fn names_cannot_act_on_a_terminal() {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    let module = r#"
declare void @"outside\0Avalid\1B[2J"(i32)

define void @"f\0Avalid\1B[2J"(i32 %"x\1B") {
  call void @"outside\0Avalid\1B[2J"(i32 %"x\1B")
  ret void
}
"#;
    std::fs::write(file.path(), module).expect("it can be written");
    let path = file.path().to_str().expect("a path");
    let name = "f\nvalid\u{1b}[2J";
    let mut shown = Vec::new();
    for form in ["ssa", "cfg", "dom", "loops", "gates", "graph"] {
        shown.push(output(&["show", path, "--as", form]));
        shown.push(output(&["show", path, "--as", form, "--format", "dot"]));
    }
    shown.push(output(&["run", path, "--fn", name, "--args", "1"]));
    shown.push(output(&["run", path, "--fn", name, "--args", "1", "--as", "graph"]));
    shown.push(output(&["run", path, "--fn", name, "--args", "1", "--trace"]));
    shown.push(output(&["run", path, "--fn", "none\u{1b}"]));
    shown.push(output(&["opt", path, "--passes", "licm", "--stats"]));
    for output in shown {
        for text in [text(&output.stdout), text(&output.stderr)] {
            assert!(!text.contains('\u{1b}'), "{text:?}");
            assert!(!text.lines().any(|line| line.starts_with("valid")), "{text}");
        }
    }
}
