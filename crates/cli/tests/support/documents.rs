//! Documents tested: what they show is what comes out.
//!
//! In Markdown files, a line `$ tollgate ARGS` of a block of the language `console` is run from the
//! root of the repository (arguments as in `RUN` lines), and the lines up to the next such line are
//! its standard output, followed by its standard error; times and sizes do not count. A block of
//! the language `rules` is a rule file of which every rule is tested. `BLESS=1 cargo test` rewrites
//! console blocks; look at the difference before you commit it.

use super::file_test::{Runner, steady};
use libtest_mimic::Trial;

/// The documents with examples, from the root of the repository.
const DOCUMENTS: &[&str] = &["README.md", "docs/figures.md", "docs/rules.md"];

/// A test for each document.
pub fn trials(runner: &Runner) -> Vec<Trial> {
    let trial = |&document: &&'static str| {
        let runner = runner.clone();
        Trial::test(document, move || test(&runner, document).map_err(Into::into))
    };
    DOCUMENTS.iter().map(trial).collect()
}

fn test(runner: &Runner, document: &str) -> Result<(), String> {
    let path = runner.root.join(document);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{document}: {error}"))?;
    let mut out = String::new();
    let mut wrong = Vec::new();
    let mut language = None;
    let mut block = String::new();
    for line in text.lines() {
        match (language, line.strip_prefix("```")) {
            (None, Some(word)) => language = Some(word),
            (Some(word), Some(_)) => {
                let shown = std::mem::take(&mut block);
                match word {
                    "console" => {
                        block = console(runner, &shown)?;
                        if steady(&block) != steady(&shown) {
                            wrong.push(format!("{document} shows\n{shown}instead of\n{block}"));
                        } else {
                            block = shown;
                        }
                    }
                    "rules" => {
                        rules(runner, &shown).unwrap_or_else(|error| wrong.push(error));
                        block = shown;
                    }
                    _ => block = shown,
                }
                out.push_str(&std::mem::take(&mut block));
                language = None;
            }
            (Some(_), None) => {
                block.push_str(line);
                block.push('\n');
                continue;
            }
            (None, None) => {}
        }
        out.push_str(line);
        out.push('\n');
    }
    if runner.bless && out != text {
        std::fs::write(&path, &out).map_err(|error| format!("{document}: {error}"))?;
        return Ok(());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// What a console block should be.
fn console(runner: &Runner, block: &str) -> Result<String, String> {
    let mut out = String::new();
    for command in block.lines().filter_map(|line| line.strip_prefix("$ ")) {
        let output = runner.start(command.split('#').next().unwrap_or_default().trim(), |it| it)?;
        out.push_str(&format!("$ {command}\n"));
        out.push_str(&String::from_utf8_lossy(&output.stdout));
        out.push_str(&String::from_utf8_lossy(&output.stderr));
    }
    Ok(out)
}

/// Tests the rules of a block.
fn rules(runner: &Runner, block: &str) -> Result<(), String> {
    let file = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    std::fs::write(file.path(), block).map_err(|error| error.to_string())?;
    let path = file.path().display().to_string();
    let command = "tollgate rules --rules FILE --verify";
    let output = runner.start(command, |word| if word == "FILE" { path.clone() } else { word })?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(format!("{block}\n{text}")) }
}
