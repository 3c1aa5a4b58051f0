//! The harness tested by itself, which also shows how it is used.

use super::file_test::Runner;
use libtest_mimic::Trial;
use std::path::PathBuf;

/// The tests of the harness.
pub fn trials(runner: &Runner) -> Vec<Trial> {
    let test = |name: &str, check: fn(Sandbox) -> Result<(), String>| {
        let program = runner.program.clone();
        Trial::test(format!("harness::{name}"), move || {
            check(Sandbox::new(program)?).map_err(Into::into)
        })
    };
    vec![
        test("passes_when_the_output_is_as_expected", passes_when_the_output_is_as_expected),
        test("fails_when_it_is_not", fails_when_it_is_not),
        test("blessing_writes_what_came_out", blessing_writes_what_came_out),
        test("a_file_without_a_run_line_is_no_test", a_file_without_a_run_line_is_no_test),
        test("times_and_sizes_do_not_count", times_and_sizes_do_not_count),
    ]
}

/// A folder of its own for one test.
struct Sandbox {
    folder: tempfile::TempDir,
    program: PathBuf,
}

impl Sandbox {
    fn new(program: PathBuf) -> Result<Self, String> {
        Ok(Self { folder: tempfile::tempdir().map_err(|error| error.to_string())?, program })
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.folder.path().join(name), text)
            .expect("a temporary folder can be written");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }

    fn runner(&self, bless: bool) -> Runner {
        Runner { program: self.program.clone(), root: self.folder.path().into(), bless }
    }
}

/// Two runs of one file: the output of the second follows that of the first.
const INPUT: &str = "\
; RUN: tollgate show %s --as cfg
; RUN: tollgate show %s --fn 'no such'
define void @f() {
  ret void
}
";

const OUTPUT: &str = "\
define void @f() {
0:
}
[exit 0]
[stderr]
t.ll: there is no function @no such; it defines @f
[exit 64]
";

fn passes_when_the_output_is_as_expected(sandbox: Sandbox) -> Result<(), String> {
    sandbox.write("t.ll", INPUT);
    sandbox.write("t.ll.out", OUTPUT);
    sandbox.runner(false).run("./t.ll".trim_start_matches("./"))
}

fn fails_when_it_is_not(sandbox: Sandbox) -> Result<(), String> {
    sandbox.write("t.ll", INPUT);
    sandbox.write("t.ll.out", &OUTPUT.replace("@f()", "@g()"));
    match sandbox.runner(false).run("t.ll") {
        Err(message) if message.contains("line 1 differs") => Ok(()),
        Err(message) => Err(format!("unexpected message: {message}")),
        Ok(()) => Err("a wrong golden went unnoticed".into()),
    }
}

fn blessing_writes_what_came_out(sandbox: Sandbox) -> Result<(), String> {
    sandbox.write("t.ll", INPUT);
    sandbox.runner(true).run("t.ll")?;
    if sandbox.read("t.ll.out") == OUTPUT { Ok(()) } else { Err(sandbox.read("t.ll.out")) }
}

fn a_file_without_a_run_line_is_no_test(sandbox: Sandbox) -> Result<(), String> {
    sandbox.write("t.ll", INPUT);
    sandbox.write("t.ll.out", OUTPUT);
    sandbox.write("README.md", "; not a test\n");
    let found = sandbox.runner(false).find(".");
    if found == ["./t.ll"] { Ok(()) } else { Err(format!("{found:?}")) }
}

fn times_and_sizes_do_not_count(sandbox: Sandbox) -> Result<(), String> {
    sandbox
        .write("t.ll", "; RUN: tollgate check %s %s.after\ndefine i32 @f1() {\n  ret i32 2\n}\n");
    sandbox.write("t.ll.after", "define i32 @f1() {\n  ret i32 2\n}\n");
    let summary = "1 function: 1 valid (1 of the same text), 0 invalid, 0 unknown, 0 unsupported";
    sandbox.write("t.ll.out", &format!("valid        f1  _ ms  same text\n{summary}\n[exit 0]\n"));
    sandbox.runner(false).run("t.ll")
}
