//! Wrong verdicts that were found once do not come back: the list beside the repository says of
//! functions what their verdict must not be.
//!
//! The pairs are not part of the repository. Where they are not there the test says so and ends;
//! small pairs of our own for each cause are among the file tests (`tests/check`).

use std::fs;
use std::path::{Path, PathBuf};
use tollgate_check::{Options, Report, check_modules, check_pairs_in};
use tollgate_ir::{Context, Module};

/// Where the list is, if it is.
fn findings() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3)?;
    Some(root.join("shared/data/findings")).filter(|it| it.join("findings.tsv").is_file())
}

fn read(ctx: &mut Context, file: &Path) -> Module {
    let text = fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    tollgate_llvm::read(ctx, &file.display().to_string(), &text)
        .unwrap_or_else(|errors| panic!("{}: {errors:?}", file.display()))
}

/// The verdicts on one file of pairs, or on two files.
fn verdicts(directory: &Path, name: &str) -> Report {
    let mut ctx = Context::new();
    let options = Options::default();
    if name.ends_with(".ll") {
        let module = read(&mut ctx, &directory.join(name));
        return check_pairs_in(&mut ctx, &module, &options);
    }
    let [before, after] = ["before", "after"]
        .map(|which| read(&mut ctx, &directory.join(format!("{name}.{which}.ll"))));
    check_modules(&mut ctx, &before, &after, &options)
}

#[test]
fn wrong_verdicts_do_not_come_back() {
    let Some(directory) = findings() else {
        println!("SKIPPED: ../shared/data/findings is not there");
        return;
    };
    let list = fs::read_to_string(directory.join("findings.tsv")).unwrap();
    let mut looked_at = 0;
    let mut wrong = Vec::new();
    for line in list.lines().skip(1).filter(|line| !line.is_empty()) {
        let mut fields = line.split('\t');
        let (Some(word), Some(name), Some(functions)) =
            (fields.next(), fields.next(), fields.next())
        else {
            panic!("a line of the list has too few fields: {line}");
        };
        let report = verdicts(&directory, name);
        for function in functions.split_whitespace() {
            let found = report.functions.iter().find(|it| it.function == function);
            let found = found.unwrap_or_else(|| panic!("{name}: there is no pair of {function}"));
            looked_at += 1;
            if found.verdict.word() == word {
                wrong.push(format!("{name} {function}: {word}"));
            }
        }
    }
    assert!(looked_at > 0, "the list is empty");
    assert!(wrong.is_empty(), "{} of {looked_at} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    println!("{looked_at} functions, none wrong");
}
