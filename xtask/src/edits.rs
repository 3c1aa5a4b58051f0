//! `cargo xtask edits`: random edits of random functions, each verified, and the cost of single
//! edits on functions of any size.
//!
//! After every edit the verifier recomputes everything by other algorithms; anything that does not
//! agree is a failure, named by shape and seed. With `--growth`, edits are made on functions of
//! growing size instead ([`growth`]), and the curves are drawn to `target/edits/growth.svg`.

mod growth;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, bail};
use clap::Args;
use tollgate_canon::UpdateStrategy;
use tollgate_canon::random::Shape;
use tollgate_canon::random::edits::{self, Done};

use crate::files::write_atomically;
use crate::side_by_side;
use crate::table::{self, Align, Table};

/// Options of `cargo xtask edits`.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Number of random functions
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    functions: u64,
    /// Number of attempted edits of each
    #[arg(long, value_name = "N", default_value_t = 24)]
    edits: usize,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
    /// Measure the cost of edits on functions of growing size instead
    #[arg(long)]
    growth: bool,
    /// The largest number of blocks of such a function
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    blocks: usize,
}

/// Number of functions made and edited in one task.
const PIECE: u64 = 100;
/// Number of failures shown.
const SHOWN: usize = 5;

/// The result of one task.
#[derive(Default)]
struct Outcome {
    functions: u64,
    blocks: u64,
    loops: u64,
    done: Done,
    failures: Vec<String>,
}

/// Runs the command and returns one line of figures.
pub fn run(root: &Path, options: &Options) -> Result<String> {
    if options.growth {
        let curves = growth::measure(options.blocks);
        print!("{}", growth::table(&curves));
        let file = root.join("target/edits/growth.svg");
        write_atomically(&file, growth::picture(&curves).as_bytes())?;
        return Ok(format!(
            "curves drawn to {}",
            file.strip_prefix(root).unwrap_or(&file).display()
        ));
    }
    let pieces: Vec<u64> = (0..options.functions.div_ceil(PIECE)).collect();
    let outcomes =
        side_by_side::run("edits", &pieces, options.jobs, u64::to_string, |_, &piece| {
            one(piece, options)
        });
    let mut all = Outcome::default();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for outcome in outcomes {
        all.functions += outcome.functions;
        all.blocks += outcome.blocks;
        all.loops += outcome.loops;
        all.failures.extend(outcome.failures);
        for (kind, times) in outcome.done {
            *kinds.entry(kind).or_default() += times;
        }
    }
    let mut table = Table::new(&[("edit", Align::Left), ("times", Align::Right)]);
    let total: usize = kinds.values().sum();
    for (kind, times) in kinds {
        table.row([kind.to_owned(), table::count(times as u64)]);
    }
    print!("{table}");
    all.failures.iter().take(SHOWN).for_each(|failure| println!("{failure}"));
    let figures = format!(
        "{} functions, {} blocks and {} loops in the end, {} edits, each verified, {} violations",
        table::count(all.functions),
        table::count(all.blocks),
        table::count(all.loops),
        table::count(total as u64),
        all.failures.len(),
    );
    match all.failures.is_empty() {
        true => Ok(figures),
        false => bail!("{figures}"),
    }
}

fn one(piece: u64, options: &Options) -> Outcome {
    let mut outcome = Outcome::default();
    let numbers = (piece * PIECE..options.functions.min((piece + 1) * PIECE))
        .map(|number| number + options.seed);
    for number in numbers {
        let shape = Shape::ALL[(number % Shape::ALL.len() as u64) as usize];
        let (seed, done) = (number / Shape::ALL.len() as u64, &mut outcome.done);
        match edits::run(shape, seed, options.edits, UpdateStrategy::Repair, done, |_, _| ()) {
            // Its edges cannot be edited.
            Ok((0, _)) => {}
            Ok((blocks, loops)) => {
                outcome.functions += 1;
                outcome.blocks += blocks as u64;
                outcome.loops += loops as u64;
            }
            Err(failure) => outcome.failures.push(format!("{failure:?}")),
        }
    }
    outcome
}
