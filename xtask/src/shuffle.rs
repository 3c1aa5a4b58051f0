//! `cargo xtask audit --themselves`: every function of the corpus against a copy of itself with
//! blocks, phis and names in another order. `cargo xtask test` does the same with the repository's
//! own modules.
//!
//! The copy ([`copy`]) means the same, so that `check`, without its shortcut for functions of the
//! same text, is to call every one `valid` that has no construct it cannot compare. What is not
//! valid is listed with its cause and, on request, written to files.

mod copy;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use tollgate_check::{Comparison, FunctionReport, Options as CheckOptions, Verdict};
use tollgate_ir::{Context, Func, Module, verify_function};
use tollgate_llvm::write_module;

use crate::corpus;
use crate::files::write_atomically;
use crate::mutate::random::Random;
use crate::side_by_side;
use crate::table::{self, Align, Table};

/// Options of `cargo xtask audit --themselves`.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// Only modules whose path below target/corpus starts with this.
    pub only: &'a str,
    /// Only every Nth module.
    pub every: usize,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Number of modules processed in parallel.
    pub jobs: usize,
    /// Time limit of the proof of one function, in seconds.
    pub time_limit: u64,
    /// Write every function that is not valid to this file, with its cause.
    pub list: Option<&'a Path>,
    /// Write every module that has a function which is neither valid nor unsupported, and its copy,
    /// to this directory.
    pub write: Option<&'a Path>,
}

/// The modules before a pass that are worked on; of Rust all are.
const BASES: &[&str] = &["raw", "mem2reg"];

/// The result for one module.
struct Outcome {
    functions: usize,
    valid: usize,
    rest: Vec<NotValid>,
}

/// A function that is not valid.
struct NotValid {
    function: String,
    word: &'static str,
    cause: String,
    reason: String,
}

/// Runs the command and returns one line of figures.
pub fn run(root: &Path, options: &Options<'_>) -> Result<String> {
    let corpus = corpus::directory(root);
    compare(&corpus, &modules(&corpus, options)?, options)
}

/// Compares these modules, given by their paths below a directory; the answer is one line of
/// figures.
pub fn compare(directory: &Path, modules: &[String], options: &Options<'_>) -> Result<String> {
    let outcomes = side_by_side::run("shuffle", modules, options.jobs, Clone::clone, |_, name| {
        one(directory, name, options)
    });
    let (mut functions, mut valid) = (0, 0);
    let mut causes: BTreeMap<(&str, String), (u64, String)> = BTreeMap::new();
    let mut list = String::new();
    for (name, outcome) in modules.iter().zip(outcomes) {
        let outcome = outcome.with_context(|| name.clone())?;
        (functions, valid) = (functions + outcome.functions, valid + outcome.valid);
        for it in outcome.rest {
            list += &format!("{}\t{name}\t@{}\t{}\n", it.word, it.function, it.reason);
            let example = || (0, format!("{name} @{}", it.function));
            causes.entry((it.word, it.cause)).or_insert_with(example).0 += 1;
        }
    }
    if let Some(file) = options.list {
        write_atomically(file, list.as_bytes())?;
    }
    let mut unmet = 0;
    let mut table = Table::new(&[
        ("verdict", Align::Left),
        ("cause", Align::Left),
        ("functions", Align::Right),
        ("example", Align::Left),
    ]);
    let mut causes: Vec<_> = causes.into_iter().collect();
    causes.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    for ((word, cause), (count, example)) in causes {
        unmet += if word == "unsupported" { 0 } else { count };
        table.row([word.to_owned(), cause, table::count(count), example]);
    }
    print!("{table}");
    let figures = format!(
        "{} functions of {} modules, {} valid, {} unsupported, {} neither",
        table::count(functions as u64),
        table::count(modules.len() as u64),
        table::count(valid as u64),
        table::count((functions - valid) as u64 - unmet),
        table::count(unmet)
    );
    match unmet {
        0 => Ok(figures),
        _ => bail!("{figures}"),
    }
}

/// The selected modules, as paths below the corpus.
fn modules(corpus: &Path, options: &Options<'_>) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for path in corpus::modules(corpus, &["pairs", "rust"])? {
        let Ok(below) = path.strip_prefix(corpus) else { continue };
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = below.to_string_lossy().into_owned();
        let wanted = name.starts_with("rust") || BASES.contains(&&*stem);
        if wanted && name.starts_with(options.only) {
            found.push(name);
        }
    }
    found = found.into_iter().step_by(options.every.max(1)).collect();
    match found.is_empty() {
        true => bail!("there is no such module; `cargo xtask corpus --pairs` makes them"),
        false => Ok(found),
    }
}

fn one(below: &Path, name: &str, options: &Options<'_>) -> Result<Outcome> {
    let text = fs::read(below.join(name)).context("reading")?;
    let mut ctx = Context::new();
    let Ok(before) = tollgate_llvm::read(&mut ctx, name, &text) else { bail!("cannot be read") };
    let after = shuffled_module(&mut ctx, &before, &mut Random::new(options.seed, name))?;
    let reports = check(&mut ctx, &before, &after, Duration::from_secs(options.time_limit));
    let mut outcome = Outcome { functions: reports.len(), valid: 0, rest: Vec::new() };
    let mut is_unmet = false;
    for report in reports {
        if matches!(report.verdict, Verdict::Valid(_)) {
            outcome.valid += 1;
            continue;
        }
        is_unmet |= !matches!(report.verdict, Verdict::Unsupported(_));
        let (word, cause) = (report.verdict.word(), report.verdict.cause());
        let reason = report.verdict.reason().replace('\n', " ");
        outcome.rest.push(NotValid { function: report.function, word, cause, reason });
    }
    if let Some(directory) = options.write.filter(|_| is_unmet) {
        for (side, module) in [("before", &before), ("after", &after)] {
            let mut text = Vec::new();
            write_module(&ctx, module, &mut text).context("writing")?;
            let file = format!("{}.{side}.ll", name.trim_end_matches(".ll").replace('/', "_"));
            write_atomically(&directory.join(file), &text)?;
        }
    }
    Ok(outcome)
}

/// What `check` says, without its shortcut and without looking for counterexamples: there are none.
fn check(
    ctx: &mut Context,
    before: &Module,
    after: &Module,
    time_limit: Duration,
) -> Vec<FunctionReport> {
    let options = CheckOptions {
        time_limit,
        refute: false,
        shortcuts: false,
        jobs: 1,
        ..CheckOptions::default()
    };
    let comparison = Comparison::of_modules(ctx, before, after, &options);
    comparison.run(ctx, before, after, &options, &|_| ()).functions
}

/// A copy of a module, all of whose bodies were read, with every function shuffled.
fn shuffled_module(ctx: &mut Context, module: &Module, random: &mut Random) -> Result<Module> {
    // Addresses of blocks are constants, also of other functions and variables; they are rare.
    let keep_labels = module.source.text.windows(BLOCK_ADDRESS.len()).any(|it| it == BLOCK_ADDRESS);
    let mut after = module.clone();
    let functions: Vec<Func> = module.functions.keys().collect();
    for func in functions {
        let Some(body) = module.functions[func].body() else { continue };
        let copied = copy::shuffled(ctx, body, keep_labels, random);
        let fault = copied.check_lists().err();
        if let Some(body) = after.functions[func].body_mut() {
            *body = copied;
        }
        let faults = verify_function(ctx, &after, func);
        if fault.is_some() || !faults.is_empty() {
            bail!("the copy of @{} is broken", ctx.name_text(module.functions[func].header.name));
        }
    }
    Ok(after)
}

/// How the address of a block begins in text.
const BLOCK_ADDRESS: &[u8] = b"blockaddress(";

#[cfg(test)]
mod tests {
    use super::*;

    /// A loop with two phis, an exit with another, a switch with two edges to one block, and an
    /// operand that is defined further down.
    const TEXT: &str = "
define i32 @f(i32 %n, ptr %p) {
entry:
  switch i32 %n, label %head [
    i32 1, label %out
    i32 2, label %out
  ]
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ %n, %entry ], [ %more, %body ]
  %more = add i32 %sum, %i
  %end = icmp eq i32 %i, 10
  br i1 %end, label %out, label %body
body:
  store i32 %more, ptr %p
  %next = add i32 %i, 1
  br label %head
out:
  %r = phi i32 [ 7, %entry ], [ 7, %entry ], [ %more, %head ]
  %s = phi i32 [ %n, %entry ], [ %n, %entry ], [ %sum, %head ]
  %q = sub i32 %r, %s
  ret i32 %q
}
";

    fn both(text: &str, seed: u64) -> (Context, Module, Module) {
        let mut ctx = Context::new();
        let before = tollgate_llvm::read(&mut ctx, "f.ll", text.as_bytes()).unwrap();
        let after = shuffled_module(&mut ctx, &before, &mut Random::new(seed, "f")).unwrap();
        (ctx, before, after)
    }

    fn written(ctx: &Context, module: &Module) -> String {
        let mut text = Vec::new();
        write_module(ctx, module, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn everything_is_in_another_order_and_means_the_same() {
        let mut first_phis = Vec::new();
        for seed in 0..20 {
            let (mut ctx, before, after) = both(TEXT, seed);
            let text = written(&ctx, &after);
            assert!(
                !text.contains("%n") && !text.contains("head") && text.contains("%shuffled."),
                "{text}"
            );
            first_phis.push(text.lines().filter(|line| line.contains(" phi ")).count());
            // The text can be read again.
            tollgate_llvm::read(&mut Context::new(), "again.ll", text.as_bytes()).unwrap();
            let reports = check(&mut ctx, &before, &after, Duration::from_secs(10));
            assert!(
                matches!(reports[0].verdict, Verdict::Valid(_)),
                "{}\n{text}",
                reports[0].verdict.reason()
            );
        }
        assert!(first_phis.iter().all(|&count| count == 4));
        let texts: Vec<String> =
            (0..4).map(|seed| both(TEXT, seed)).map(|(ctx, _, it)| written(&ctx, &it)).collect();
        assert!(texts.iter().any(|text| *text != texts[0]));
    }

    #[test]
    fn a_copy_of_something_else_is_not_valid() {
        let (mut ctx, before, _) = both(TEXT, 1);
        let other = TEXT.replace("add i32 %i, 1", "add i32 %i, 2");
        let other = tollgate_llvm::read(&mut ctx, "g.ll", other.as_bytes()).unwrap();
        let after = shuffled_module(&mut ctx, &other, &mut Random::new(1, "f")).unwrap();
        let reports = check(&mut ctx, &before, &after, Duration::from_secs(10));
        assert!(!matches!(reports[0].verdict, Verdict::Valid(_)));
    }

    #[test]
    fn blocks_whose_address_is_taken_keep_their_labels() {
        let text = "
@table = constant [1 x ptr] [ptr blockaddress(@f, %there)]
define void @f(ptr %p) {
  indirectbr ptr %p, [label %there, label %other]
other:
  ret void
there:
  ret void
}
";
        let (ctx, _, after) = both(text, 3);
        assert!(written(&ctx, &after).contains("\nthere:\n"));
    }
}
