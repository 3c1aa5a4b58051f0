//! `cargo xtask second-opinion`: lets another checker look at exported proofs.
//!
//! The other checker is that of Heule, Hunt and Kaufmann ("Efficient, verified checking of
//! propositional proofs", 2017) in the books of ACL2, which proves it sound. Debian has it as the
//! package `acl2-books` (500 MB to load, 3.5 GB installed): it is installed where it is missing.
//!
//! Each proof is checked by both, and so is a copy of it without the first step that the end
//! depends on, which both have to refuse: a checker that accepts everything is no opinion.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::setup;

/// Options of `cargo xtask second-opinion`.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Directory of pairs NAME.cnf and NAME.lrat; without it, proofs of random questions are made
    #[arg(long, value_name = "DIR")]
    proofs: Option<PathBuf>,
    /// How many random questions
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: usize,
}

/// What one checker said of one directory of proofs.
#[derive(Default)]
struct Opinions {
    /// By name.
    accepts: BTreeMap<String, bool>,
    time: Duration,
}

/// Runs the command.
pub fn run(root: &Path, options: &Options) -> Result<()> {
    setup::ensure_other_checker()?;
    let work = root.join("target/second-opinion");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    let broken = work.join("broken");
    fs::create_dir_all(&broken)?;
    let proofs = match &options.proofs {
        Some(proofs) => fs::canonicalize(proofs).with_context(|| proofs.display().to_string())?,
        None => {
            let proofs = work.join("proofs");
            make_proofs(root, options.count, &proofs)?;
            proofs
        }
    };
    let names = names(&proofs)?;
    ensure!(!names.is_empty(), "{} has no pair NAME.cnf and NAME.lrat", proofs.display());
    let breakable = break_proofs(&proofs, &names, &broken)?;

    let mut disagreements = Vec::new();
    for (directory, names, expected) in [(&proofs, &names, true), (&broken, &breakable, false)] {
        let ours = our_opinions(directory, names)?;
        let theirs = their_opinions(directory, names)?;
        for (checker, opinions) in [("lrat", &ours), ("ACL2", &theirs)] {
            let accepted = opinions.accepts.values().filter(|&&accepts| accepts).count();
            println!(
                "{checker} accepts {accepted} of {} {} in {:.2} s",
                names.len(),
                if expected { "proofs" } else { "proofs without a step" },
                opinions.time.as_secs_f64()
            );
            disagreements.extend(names.iter().filter_map(|name| {
                let said = opinions.accepts.get(name);
                (said != Some(&expected)).then(|| match said {
                    Some(_) => format!("{checker} is wrong on {}/{name}", directory.display()),
                    None => format!("{checker} says nothing of {}/{name}", directory.display()),
                })
            }));
        }
    }
    if disagreements.is_empty() { Ok(()) } else { bail!("{}", disagreements.join("\n")) }
}

/// Has the solver make proofs. It is another program, because this one is to be built without the
/// solver and so without a C++ compiler.
fn make_proofs(root: &Path, count: usize, proofs: &Path) -> Result<()> {
    let status = Command::new("cargo")
        .args(["run", "--quiet", "--release", "--package", "tollgate-solve"])
        .args(["--example", "random_proofs", "--", &count.to_string()])
        .arg(proofs)
        .current_dir(root)
        .status()
        .context("cargo run")?;
    ensure!(status.success(), "the proofs could not be made");
    Ok(())
}

/// The names of the pairs in a directory.
fn names(directory: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(directory).with_context(|| directory.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "cnf")
            && path.with_extension("lrat").exists()
            && let Some(name) = path.file_stem().and_then(|name| name.to_str())
        {
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Copies proofs and leaves out the first step. Later steps name it, since proofs are trimmed, or
/// it was the only one. Where the formula has the empty clause nothing has to be derived.
fn break_proofs(from: &Path, names: &[String], to: &Path) -> Result<Vec<String>> {
    let mut broken = Vec::new();
    for name in names {
        let cnf = format!("{name}.cnf");
        let formula = fs::read_to_string(from.join(&cnf))?;
        if formula.lines().any(|line| line == "0") {
            continue;
        }
        fs::write(to.join(&cnf), formula)?;
        let lrat = format!("{name}.lrat");
        let proof = fs::read_to_string(from.join(&lrat))?;
        let (_, rest) = proof.split_once('\n').unwrap_or_default();
        fs::write(to.join(&lrat), rest)?;
        broken.push(name.clone());
    }
    Ok(broken)
}

fn our_opinions(directory: &Path, names: &[String]) -> Result<Opinions> {
    let start = Instant::now();
    let mut opinions = Opinions::default();
    for name in names {
        let open = |extension: &str| -> Result<BufReader<File>> {
            let path = directory.join(format!("{name}.{extension}"));
            Ok(BufReader::new(File::open(&path).with_context(|| path.display().to_string())?))
        };
        let outcome = tollgate_lrat::check(open("cnf")?, open("lrat")?);
        opinions.accepts.insert(name.clone(), outcome.is_ok());
    }
    opinions.time = start.elapsed();
    Ok(opinions)
}

/// Runs ACL2 once for all. It prints what it says of each proof, and that it is done with it: where
/// it says nothing before, an error has ended the check, and it does not accept the proof.
fn their_opinions(directory: &Path, names: &[String]) -> Result<Opinions> {
    let start = Instant::now();
    let mut script =
        "(include-book \"projects/sat/lrat/list-based/lrat-parser\" :dir :system)\n".to_owned();
    for (number, name) in names.iter().enumerate() {
        let file = |extension: &str| format!("{}/{name}.{extension}", directory.display());
        script.push_str(&format!(
            "(mv-let (erp val state) (lrat::verify-lrat-proof {:?} {:?}) \
             (prog2$ (cw \"~%OPINION {number} ~x0~%\" (and (null erp) (eq val t))) \
             (mv nil :invisible state)))\n(cw \"~%DONE {number}~%\")\n",
            file("cnf"),
            file("lrat")
        ));
    }
    let mut child = Command::new(setup::OTHER_CHECKER)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context(setup::OTHER_CHECKER)?;
    let mut stdin = child.stdin.take().context("the input of ACL2")?;
    let writer = std::thread::spawn(move || stdin.write_all(script.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| anyhow::anyhow!("writing to ACL2 failed"))??;
    let mut opinions = Opinions { time: start.elapsed(), ..Opinions::default() };
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let mut done = line.split(' ').skip_while(|&word| word != "DONE").skip(1);
        if let Some(number) = done.next() {
            let name: &String = names.get(number.parse::<usize>()?).context("a proof too many")?;
            opinions.accepts.entry(name.clone()).or_insert(false);
        }
        let mut words = line.split(' ').skip_while(|&word| word != "OPINION").skip(1);
        if let (Some(number), Some(said)) = (words.next(), words.next()) {
            let name: &String = names.get(number.parse::<usize>()?).context("a proof too many")?;
            opinions.accepts.insert(name.clone(), said == "T");
        }
    }
    Ok(opinions)
}
