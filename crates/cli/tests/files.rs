//! Runs the file tests (`support/file_test.rs`) and tests the examples of documents
//! (`support/documents.rs`).

#[path = "support/documents.rs"]
mod documents;
#[path = "support/file_test.rs"]
mod file_test;
#[path = "support/self_test.rs"]
mod self_test;

use file_test::Runner;
use libtest_mimic::{Arguments, Trial};
use std::path::Path;

/// Where file tests are, from the root of the repository.
const FOLDERS: &[&str] = &["tests/check", "tests/files", "tests/meaning", "tests/rules"];

fn main() {
    let args = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let bless = std::env::var_os("BLESS").is_some();
    let runner = Runner { program: env!("CARGO_BIN_EXE_tollgate").into(), root, bless };
    let mut trials = self_test::trials(&runner);
    trials.extend(documents::trials(&runner));
    for folder in FOLDERS {
        for file in runner.find(folder) {
            let runner = runner.clone();
            let name = file.clone();
            trials.push(Trial::test(name, move || runner.run(&file).map_err(Into::into)));
        }
    }
    libtest_mimic::run(&args, trials).exit();
}
