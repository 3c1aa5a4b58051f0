//! File tests: inputs whose first lines say how they are run, each with its expected output.
//!
//! A file test is any file that has a line `; RUN: tollgate ARGS` among its leading comment lines.
//! In `ARGS`, `%s` is the file itself (from the root of the repository) and `%d` its folder;
//! arguments are split at spaces outside of single quotes. There may be several `RUN` lines. Where
//! a command takes two files, the second is `%s.after`.
//!
//! The expected output is in a file of the same name with `.out` appended: for every run its
//! standard output, then `[stderr]` and its standard error if there is any, then `[exit N]`.
//! `BLESS=1 cargo test` rewrites these files; look at the difference before you commit it. Times
//! and sizes that vary (`1.2 ms`, `214 nodes`, `"millis": 1.2`) count as `_`.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Runs file tests with one program.
#[derive(Clone)]
pub struct Runner {
    /// The program that `tollgate` stands for.
    pub program: PathBuf,
    /// The folder that paths count from, and that the program runs in.
    pub root: PathBuf,
    /// Whether goldens are written instead of compared.
    pub bless: bool,
}

impl Runner {
    /// The file tests below a folder, in order.
    pub fn find(&self, folder: &str) -> Vec<String> {
        let mut found = Vec::new();
        let mut folders = vec![folder.to_string()];
        while let Some(folder) = folders.pop() {
            let Ok(entries) = std::fs::read_dir(self.root.join(&folder)) else { continue };
            for entry in entries.flatten() {
                let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
                if entry.path().is_dir() {
                    folders.push(path);
                } else if !path.ends_with(".out") && !self.commands(&path).is_empty() {
                    found.push(path);
                }
            }
        }
        found.sort();
        found
    }

    /// The `RUN` lines of a file.
    fn commands(&self, file: &str) -> Vec<String> {
        let bytes = std::fs::read(self.root.join(file)).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let comments = text.lines().take_while(|line| line.starts_with(';'));
        comments.filter_map(|line| line.strip_prefix("; RUN: ")).map(str::to_string).collect()
    }

    /// Runs a file test; an error says what is different.
    pub fn run(&self, file: &str) -> Result<(), String> {
        let mut actual = String::new();
        for command in self.commands(file) {
            actual.push_str(&self.output(file, &command)?);
        }
        let golden = self.root.join(format!("{file}.out"));
        if self.bless {
            return std::fs::write(&golden, &actual)
                .map_err(|error| format!("{}: {error}", golden.display()));
        }
        let expected = std::fs::read_to_string(&golden)
            .map_err(|error| format!("{file}.out: {error}; `BLESS=1 cargo test` writes it"))?;
        if expected == actual { Ok(()) } else { Err(difference(&expected, &actual)) }
    }

    /// Runs `tollgate ARGS`, each argument changed by a function.
    pub fn start(
        &self,
        command: &str,
        change: impl Fn(String) -> String,
    ) -> Result<Output, String> {
        let mut words = split(command).into_iter();
        if words.next().as_deref() != Some("tollgate") {
            return Err(format!("`{command}` does not begin with `tollgate`"));
        }
        Command::new(&self.program)
            .args(words.map(change))
            .current_dir(&self.root)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("{}: {error}", self.program.display()))
    }

    fn output(&self, file: &str, command: &str) -> Result<String, String> {
        let folder = file.rsplit_once('/').map_or(".", |(folder, _)| folder);
        let output = self.start(command, |word| word.replace("%s", file).replace("%d", folder))?;
        let mut text = steady(&String::from_utf8_lossy(&output.stdout));
        if !output.stderr.is_empty() {
            text.push_str("[stderr]\n");
            text.push_str(&String::from_utf8_lossy(&output.stderr));
        }
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        match output.status.code() {
            Some(code) => text.push_str(&format!("[exit {code}]\n")),
            None => text.push_str("[killed by a signal]\n"),
        }
        Ok(text)
    }
}

/// A text without the numbers that differ between runs.
pub fn steady(text: &str) -> String {
    const SUFFIXES: [&str; 2] = [" ms", " nodes"];
    const PREFIXES: [&str; 2] = ["\"millis\": ", "\"nodes\": "];
    let number = |character: char| character.is_ascii_digit() || character == '.';
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(number) {
        let (before, from) = rest.split_at(start);
        let (digits, after) = from.split_at(from.find(|it| !number(it)).unwrap_or(from.len()));
        out.push_str(before);
        let varies = SUFFIXES.iter().any(|word| after.starts_with(word))
            || PREFIXES.iter().any(|word| before.ends_with(word));
        out.push_str(if varies { "_" } else { digits });
        rest = after;
    }
    out + rest
}

/// Splits a command at spaces outside of single quotes.
fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for character in command.chars() {
        match character {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

/// The lines around the first difference.
fn difference(expected: &str, actual: &str) -> String {
    const CONTEXT: usize = 3;
    let (expected, actual): (Vec<&str>, Vec<&str>) =
        (expected.lines().collect(), actual.lines().collect());
    let first = expected.iter().zip(&actual).take_while(|(a, b)| a == b).count();
    let from = first.saturating_sub(CONTEXT);
    let mut out = format!("line {} differs\n", first + 1);
    for line in &expected[from..first] {
        out.push_str(&format!("    {line}\n"));
    }
    for (sign, lines) in [("expected", &expected), ("actual", &actual)] {
        for line in lines.iter().skip(first).take(CONTEXT) {
            out.push_str(&format!("  {sign}: {line}\n"));
        }
        if lines.len() <= first {
            out.push_str(&format!("  {sign}: (nothing more)\n"));
        }
    }
    out
}
