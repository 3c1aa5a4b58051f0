//! Where mutants come from: functions of the corpus before and after a pass, and generated ones,
//! each cut out of its module.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use tollgate_check::{Comparison, Options as CheckOptions, Verdict};
use tollgate_exec::generate::{Config, generate};
use tollgate_ir::{BodyState, Context, Func, Module, Name, Source};
use tollgate_llvm::{Options as ReadOptions, function_digests, read_bodies, read_source};

use super::cut::cut;
use super::random::Random;

/// Where functions are taken from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The file after the pass, below the pairs (`sqlite3/sqlite3/mem2reg.gvn.ll`), or
    /// `generated/NAME/SEED`.
    pub name: String,
    /// What it is.
    pub what: What,
}

/// What functions are taken from.
#[derive(Clone, Debug)]
pub enum What {
    /// A file before a pass and one after it; or twice the same, for mutants of functions that no
    /// pass has touched.
    Files { before: PathBuf, after: PathBuf },
    /// The generator: undef, poison and odd types are more common there than in the corpus.
    Generated { config: MakeConfig, seed: u64 },
}

/// Makes a configuration of the generator.
pub type MakeConfig = fn() -> Config;

/// The configurations of generated programs.
pub const GENERATED: &[(&str, MakeConfig)] = &[
    ("small", Config::small),
    ("loops", Config::loops),
    ("memory", Config::memory),
    ("integers", Config::integers),
    ("floats", Config::floats),
    ("calls", Config::calls),
    ("deferred", Config::deferred),
    ("everything", Config::everything),
];

/// A function before a pass and after it, each the only one of its module.
pub struct Base {
    /// The pair of files.
    pub file: String,
    /// The function.
    pub function: String,
    /// The module before.
    pub before_text: Vec<u8>,
    /// The module after.
    pub after_text: Vec<u8>,
}

/// A base that was read: both modules in one context.
pub struct Opened {
    /// The context of both.
    pub ctx: Context,
    /// The module before.
    pub before: Module,
    /// The function in it.
    pub source: Func,
    /// The module after.
    pub after: Module,
    /// The function in it.
    pub target: Func,
}

/// What is rare, and therefore preferred: words of instructions that few functions have.
const RARE: &[&str] = &[
    " volatile ",
    " atomic ",
    "cmpxchg ",
    "atomicrmw ",
    "fence ",
    " freeze ",
    "invoke ",
    "switch ",
    "insertvalue ",
];

/// A module that is larger in bytes, for all the tables that its function mentions, is not used.
const LARGEST_TEXT: usize = 100_000;

/// Some functions, at most so many, none with more instructions than `largest`.
pub fn bases(
    origin: &Origin,
    count: usize,
    largest: usize,
    random: &mut Random,
) -> Result<Vec<Base>> {
    let mut ctx = Context::new();
    let mut found = Vec::new();
    match &origin.what {
        What::Files { before, after } => {
            let mut before = read(&mut ctx, before)?;
            let mut after = read(&mut ctx, after)?;
            for (source, target) in candidates(&ctx, &before, &after, random) {
                if found.len() >= count {
                    break;
                }
                for (module, func) in [(&mut before, source), (&mut after, target)] {
                    if let Err(messages) = read_bodies(&mut ctx, module, |it| it == func, 1) {
                        bail!("cannot be read: {messages}");
                    }
                }
                found.extend(base(&ctx, origin, (&before, source), (&after, target), largest));
            }
        }
        What::Generated { config, seed } => {
            let module = generate(&mut ctx, *seed, &config());
            let mut functions: Vec<Func> = module.functions.keys().collect();
            random.shuffle(&mut functions);
            let all = functions.into_iter();
            let of = |func: Func| base(&ctx, origin, (&module, func), (&module, func), largest);
            found.extend(all.filter_map(of).take(count));
        }
    }
    Ok(found)
}

/// The base of two functions whose bodies were read; none if it is too large or cannot stand alone.
fn base(
    ctx: &Context,
    origin: &Origin,
    (before, source): (&Module, Func),
    (after, target): (&Module, Func),
    largest: usize,
) -> Option<Base> {
    let is_small = |module: &Module, func: Func| {
        module.functions[func].body().is_some_and(|body| body.inst_ids() <= largest)
    };
    if !is_small(before, source) || !is_small(after, target) {
        return None;
    }
    let (before_text, after_text) = (cut(ctx, before, source)?, cut(ctx, after, target)?);
    // Large tables make every run long.
    if before_text.len().max(after_text.len()) > LARGEST_TEXT {
        return None;
    }
    let function = ctx.name_text(before.functions[source].header.name).into_owned();
    Some(Base { file: origin.name.clone(), function, before_text, after_text })
}

/// The functions that both modules define, in a random order: those with something rare first, then
/// those that changed.
fn candidates(
    ctx: &Context,
    before: &Module,
    after: &Module,
    random: &mut Random,
) -> Vec<(Func, Func)> {
    let (old, new) = (function_digests(ctx, before), function_digests(ctx, after));
    let is_defined =
        |module: &Module, func: Func| matches!(module.functions[func].body, BodyState::Lazy(_));
    let mut all: Vec<(u8, Func, Func)> = before
        .functions
        .keys()
        .filter(|&func| is_defined(before, func))
        .filter_map(|func| Some((func, after.function_named(before.functions[func].header.name)?)))
        .filter(|&(_, target)| is_defined(after, target))
        .map(|(source, target)| {
            let class = match &after.functions[target].body {
                BodyState::Lazy(span) if has_rare(span.of(&after.source.text)) => 0,
                _ if old[source] != new[target] => 1,
                _ => 2,
            };
            (class, source, target)
        })
        .collect();
    random.shuffle(&mut all);
    // Two of three are rare or changed where there are such.
    for entry in &mut all {
        if random.below(3) == 0 {
            entry.0 = 1;
        }
    }
    all.sort_by_key(|&(class, ..)| class);
    all.into_iter().map(|(_, source, target)| (source, target)).collect()
}

fn has_rare(text: &[u8]) -> bool {
    RARE.iter().any(|word| text.windows(word.len()).any(|window| window == word.as_bytes()))
}

/// Reads a module without its bodies.
fn read(ctx: &mut Context, path: &Path) -> Result<Module> {
    let text = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    let source = Source { file: path.display().to_string().into(), text: text.into() };
    let (module, messages) = read_source(ctx, source, ReadOptions { lazy: true, jobs: 1 });
    module.with_context(|| format!("cannot be read: {messages}"))
}

impl Base {
    /// Reads both modules. None if something was lost in cutting.
    pub fn open(&self) -> Option<Opened> {
        let mut ctx = Context::new();
        let before = tollgate_llvm::read(&mut ctx, "before.ll", &self.before_text).ok()?;
        let after = tollgate_llvm::read(&mut ctx, "after.ll", &self.after_text).ok()?;
        let name = Name::Named(ctx.find_symbol(self.function.as_bytes())?);
        let (source, target) = (before.function_named(name)?, after.function_named(name)?);
        Some(Opened { ctx, before, source, after, target })
    }
}

impl Opened {
    /// What the prover says of the function before and this one after.
    pub fn prove(&mut self, after: &Module, options: &CheckOptions) -> Option<Verdict> {
        let comparison = Comparison::of_modules(&mut self.ctx, &self.before, after, options);
        let report = comparison.run(&mut self.ctx, &self.before, after, options, &|_| ());
        report.functions.into_iter().next().map(|report| report.verdict)
    }
}
