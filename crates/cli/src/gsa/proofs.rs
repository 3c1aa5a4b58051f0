//! Formulas and proofs in a directory, and the checker over them.

use crate::exit::{self, Failure};
use crate::output;
use anyhow::Result;
use serde_json::json;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use tollgate_lrat::Error as ProofError;
use tollgate_solve::Files;

/// Writes formulas and proofs: `FUNCTION.N.cnf` in DIMACS, `FUNCTION.N.lrat` in LRAT, numbered
/// through all functions.
pub struct Writer {
    directory: PathBuf,
    function: String,
    written: usize,
    bytes: u64,
    error: Option<anyhow::Error>,
}

impl Writer {
    /// A writer into a directory, which is made.
    pub fn new(directory: &Path) -> Result<Self> {
        std::fs::create_dir_all(directory)
            .map_err(|error| Failure::output(&directory.display().to_string(), &error))?;
        let shown = directory.display();
        let list = std::fs::read_dir(directory)
            .map_err(|error| Failure::output(&shown.to_string(), &error))?;
        let is_proof =
            |path: PathBuf| ["cnf", "lrat"].iter().any(|it| crate::input::has_extension(&path, it));
        if list.filter_map(Result::ok).any(|entry| is_proof(entry.path())) {
            return Err(Failure::usage(format!(
                "{shown}: there are formulas or proofs already; name an empty directory"
            )));
        }
        let directory = directory.to_path_buf();
        let function = String::new();
        Ok(Self { directory, function, written: 0, bytes: 0, error: None })
    }

    /// The proofs that follow are those of this function.
    pub fn begin(&mut self, function: &str) {
        // Names of functions may hold what names of files may not.
        self.function = function
            .chars()
            .take(100)
            .map(|it| if it.is_ascii_alphanumeric() || "._-".contains(it) { it } else { '_' })
            .collect();
    }

    /// Writes a proof.
    pub fn add(&mut self, files: &Files) {
        let name = format!("{}.{}", self.function, self.written);
        self.written += 1;
        for (extension, text) in [("cnf", &files.formula), ("lrat", &files.proof)] {
            let path = self.directory.join(format!("{name}.{extension}"));
            self.bytes += text.len() as u64;
            if let Err(error) = output::write(Some(&path), text.as_bytes()) {
                self.error.get_or_insert(error);
            }
        }
    }

    /// What was written, for people.
    pub fn finish(self) -> Result<String> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(format!(
                "{} proofs in {}, {} bytes\n",
                self.written,
                self.directory.display(),
                self.bytes
            )),
        }
    }
}

/// Checks every proof of a directory.
pub fn check(directory: &Path, as_json: bool, to: Option<&Path>) -> Result<u8> {
    let shown = directory.display().to_string();
    let list = std::fs::read_dir(directory)
        .map_err(|error| Failure::input(format!("{shown}: {error}")))?;
    let mut formulas: Vec<PathBuf> = list
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| crate::input::has_extension(path, "cnf"))
        .collect();
    formulas.sort();
    if formulas.is_empty() {
        return Err(Failure::input(format!("{shown}: no formulas (*.cnf) here")));
    }
    let (mut refused, mut derived) = (Vec::new(), 0);
    for formula in &formulas {
        let proof = formula.with_extension("lrat");
        let outcome = open(formula).and_then(|one| Ok((one, open(&proof)?)));
        match outcome.map(|(formula, proof)| tollgate_lrat::check(formula, proof)) {
            Ok(Ok(summary)) => derived += summary.derived,
            Ok(Err(error)) => refused.push(told(&error, formula, &proof)),
            Err(error) => refused.push(error),
        }
    }
    let accepted = formulas.len() - refused.len();
    if as_json {
        let json = json!({
            "directory": shown,
            "proofs": formulas.len(),
            "accepted": accepted,
            "steps": derived,
            "refused": refused,
        });
        output::write(to, format!("{json:#}\n").as_bytes())?;
    } else {
        let mut text: String = refused.iter().map(|error| format!("{error}\n")).collect();
        let total = formulas.len();
        text.push_str(&format!("{accepted} of {total} proofs accepted, {derived} steps\n"));
        output::write_text(to, &text)?;
    }
    Ok(if refused.is_empty() { exit::OK } else { 1 })
}

fn open(path: &Path) -> Result<BufReader<File>, String> {
    File::open(path).map(BufReader::new).map_err(|error| format!("{}: {error}", path.display()))
}

fn told(error: &ProofError, formula: &Path, proof: &Path) -> String {
    let file = match error.input {
        tollgate_lrat::Input::Formula => formula,
        tollgate_lrat::Input::Proof => proof,
    };
    format!("{}:{}:{}: {}", file.display(), error.line, error.column, error.message)
}
