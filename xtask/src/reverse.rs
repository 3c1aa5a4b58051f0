//! `cargo xtask reverse`: pairs of the corpus the wrong way round, and what `check` says of them.
//!
//! A pass may make a function more defined: it drops flags, chooses for undef, forgets a division that was not needed. The way back is then wrong, though the two functions look
//! much alike: few miscompilations are as close to the truth. Each function that a pass changed is cut out of its module ([`base`]), the pair is turned
//! round, and where the prover calls that valid runs are looked for that tell the two apart, as with [`mutants`](crate::mutate). None may be found.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use tollgate_llvm::write_module;

use crate::corpus;
use crate::corpus::selection::{PairOfFiles, Selection};
use crate::files::write_atomically;
use crate::mutate::base::{self, Origin, What};
use crate::mutate::bench::Change;
use crate::mutate::judge::{self, Judgement, Word};
use crate::mutate::random::Random;
use crate::mutate::tally::Tally;
use crate::side_by_side;
use crate::table;

/// What to turn round.
#[derive(Clone, Debug, Args)]
pub struct Options {
    #[command(flatten)]
    selection: Selection,
    /// Functions of one pair of files
    #[arg(long, value_name = "N", default_value_t = 8)]
    functions: usize,
    /// Instructions of the largest function
    #[arg(long, value_name = "N", default_value_t = 200)]
    largest: usize,
    /// Decides everything that is random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write pairs that are called valid to this directory
    #[arg(long, value_name = "DIRECTORY")]
    write: Option<PathBuf>,
}

/// A pair that was turned round.
struct Turned {
    pass: String,
    function: String,
    judgement: Judgement,
    /// What is now before and after, of those that are called valid.
    texts: Option<[Vec<u8>; 2]>,
}

/// Runs the command; the answer is one line of figures.
pub fn run(root: &Path, options: &Options) -> Result<String> {
    let origins = origins(&corpus::directory(root).join("pairs"), options)?;
    let name = |(_, origin): &(String, Origin)| origin.name.clone();
    let found = side_by_side::run("reverse", &origins, options.selection.jobs, name, |_, (pass, origin)| {
        turned(pass, origin, options)
    });
    let mut tally = Tally::default();
    let mut wrong = Vec::new();
    for ((_, origin), found) in origins.iter().zip(found) {
        for pair in found.with_context(|| origin.name.clone())? {
            tally.add(&pair.pass, &pair.judgement);
            let Some([before, after]) = &pair.texts else { continue };
            let said = pair.judgement.wrong.as_ref().map(|wrong| wrong.text());
            if let Some(said) = said {
                wrong.push(format!("{} @{}: {said}", origin.name, pair.function));
            }
            let directory = match (&options.write, said) {
                (_, Some(_)) => root.join("target/reverse/wrong-and-valid"),
                (Some(directory), None) => directory.clone(),
                (None, None) => continue,
            };
            let stem = format!("{}.{}", origin.name.trim_end_matches(".ll").replace('/', "_"), pair.function);
            for (side, text) in [("before", before), ("after", after)] {
                write_atomically(&directory.join(format!("{stem}.{side}.ll")), text)?;
            }
        }
    }
    print!("{}", tally.table());
    for line in &wrong {
        println!("\nWRONG AND VALID: {line}");
    }
    let figures = format!(
        "{} pairs turned round, {} known to be wrong, {} of them valid",
        table::count(tally.total.made),
        table::count(tally.total.wrong()),
        table::count(tally.total.wrong_and_valid)
    );
    match wrong.is_empty() {
        true => Ok(figures),
        false => bail!("{figures}"),
    }
}

/// The pairs that were asked for, turned round, with the name of the pass.
fn origins(pairs: &Path, options: &Options) -> Result<Vec<(String, Origin)>> {
    let turned = |pair: PairOfFiles| {
        let what = What::Files { before: pair.after, after: pair.before };
        (pair.short, Origin { name: pair.name, what })
    };
    Ok(options.selection.find(pairs)?.into_iter().map(turned).collect())
}

fn turned(pass: &str, origin: &Origin, options: &Options) -> Result<Vec<Turned>> {
    let mut random = Random::new(options.seed, &origin.name);
    let mut found = Vec::new();
    for base in base::bases(origin, options.functions, options.largest, &mut random)? {
        if base.before_text == base.after_text {
            continue;
        }
        let Some(mut opened) = base.open() else { continue };
        let after = opened.after.clone();
        let judgement = judge::judge(&mut opened, &after, &Change::new("turned round"));
        let texts = (judgement.word == Word::Valid).then(|| {
            let mut text = Vec::new();
            // A text that is cut short is still worth looking at.
            let _ = write_module(&opened.ctx, &after, &mut text);
            [base.before_text.clone(), text]
        });
        found.push(Turned { pass: pass.to_owned(), function: base.function, judgement, texts });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    /// A pass that drops a flag, and one that changes nothing but names: only the second way back is right.
    #[test]
    fn the_way_back_is_judged() {
        let scratch = Scratch::new("reverse");
        let flagged = "define i32 @f(i32 %x) {\n  %y = add nsw i32 %x, 1\n  ret i32 %y\n}\n";
        let plain = flagged.replace(" nsw", "");
        let commuted = flagged.replace("%x, 1\n", "1, %x\n");
        for (name, text) in [("raw.ll", flagged), ("raw.drop.ll", &plain), ("raw.commute.ll", &commuted)] {
            write_atomically(&scratch.path().join("pairs/lib/file").join(name), text.as_bytes()).unwrap();
        }
        let options = Options {
            selection: Selection { only: String::new(), passes: Vec::new(), every: 1, jobs: 1 },
            functions: 8,
            largest: 100,
            seed: 1,
            write: None,
        };
        let origins = origins(&scratch.path().join("pairs"), &options).unwrap();
        assert_eq!(origins.len(), 2);
        for (pass, origin) in &origins {
            let found = turned(pass, origin, &options).unwrap();
            assert_eq!(found.len(), 1, "{pass}");
            let judgement = &found[0].judgement;
            match &pass[..] {
                "drop" => assert!(judgement.word != Word::Valid && judgement.wrong.is_some()),
                _ => assert!(judgement.word == Word::Valid && judgement.wrong.is_none()),
            }
        }
    }
}
