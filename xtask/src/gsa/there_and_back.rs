//! The way through gated SSA: shuffled, written to a file, read by another process, validated, and
//! back.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{fmt, fs};

use anyhow::{Context as _, Result, bail};
use tollgate_check::{Comparison, Options as CheckOptions, Verdict};
use tollgate_gsa::{Gated, Options as GsaOptions, check_form, to_ssa, validate};
use tollgate_ir::{Context, Func, Module, verify_module};
use tollgate_llvm::{GatedModule, read, read_gated, write_gated, write_module};

use super::Outcome;
use crate::mutate::random::Random;

/// The sums of what came back.
#[derive(Clone, Copy, Debug, Default)]
pub struct Back {
    pub functions: u64,
    pub phis: u64,
    pub copies: u64,
    pub selects: u64,
    /// By `check`, shortcuts off: valid, unsupported, neither.
    pub verdicts: [u64; 3],
}

impl Back {
    pub fn add(&mut self, other: &Back) {
        self.functions += other.functions;
        self.phis += other.phis;
        self.copies += other.copies;
        self.selects += other.selects;
        for (sum, count) in self.verdicts.iter_mut().zip(other.verdicts) {
            *sum += count;
        }
    }
}

impl fmt::Display for Back {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [valid, unsupported, neither] = self.verdicts;
        let Self { functions, phis, copies, selects, .. } = self;
        write!(
            f,
            "{functions} functions, {phis} phis, {copies} copies, {selects} selects; check: \
             {valid} valid, {unsupported} unsupported, {neither} neither"
        )
    }
}

/// The text of a module all of whose functions went there and back; `place` is for files.
pub fn module(
    ctx: &Context,
    module: &Module,
    forms: BTreeMap<Func, Gated>,
    file: &str,
    place: &Path,
    back: &mut Back,
) -> Result<Vec<u8>> {
    let mut random = Random::new(0x65a, file);
    let mut gated = GatedModule { module: module.clone(), gated: BTreeMap::new() };
    for (func, mut form) in forms {
        shuffle(&mut form, &mut random);
        gated.gated.insert(func, form.text());
        if let Some(body) = gated.module.functions[func].body_mut() {
            *body = form.into_body();
        }
    }
    let mut text = Vec::new();
    write_gated(ctx, &gated.module, &gated.gated, &mut text)?;
    let (from, to) = (place.with_extension("gsa"), place.with_extension("back.ll"));
    fs::write(&from, text).with_context(|| format!("writing {}", from.display()))?;
    // Nothing but the file is left there.
    let output = Command::new(std::env::current_exe()?)
        .arg("gsa-back")
        .args([&from, &to])
        .stdin(Stdio::null())
        .output()
        .context("starting the way back")?;
    if !output.status.success() {
        bail!("{}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let said = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<u64> = said.split_whitespace().flat_map(str::parse).collect();
    let &[functions, phis, copies, selects] = numbers.as_slice() else {
        bail!("the way back said {said:?}");
    };
    back.add(&Back { functions, phis, copies, selects, verdicts: [0; 3] });
    fs::read(&to).with_context(|| to.display().to_string())
}

/// The way back of one file, which is written to another: what the other process does. It prints
/// the numbers of functions, phis, copies and selects.
pub fn one_way_back(from: &Path, to: &Path) -> Result<()> {
    let text = fs::read(from).with_context(|| from.display().to_string())?;
    let mut ctx = Context::new();
    let GatedModule { mut module, gated } =
        match read_gated(&mut ctx, &from.display().to_string(), &text) {
            Ok(read) => read,
            Err(messages) => bail!("the gated form cannot be read: {messages}"),
        };
    let mut back = Back::default();
    let functions: Vec<Func> = module.functions.keys().collect();
    for func in functions {
        let (Some(body), Some(text)) = (module.functions[func].body(), gated.get(&func)) else {
            continue;
        };
        let name = ctx.name_text(module.functions[func].header.name).into_owned();
        let form = match Gated::from_text(body.clone(), text) {
            Ok(form) => form,
            Err(error) => bail!("@{name}: {error:?}"),
        };
        if let Some(error) = check_form(&ctx, &form).errors.first() {
            bail!("@{name}, read back: {}", error.kind);
        }
        let validated = validate(&form, &GsaOptions::default());
        let report = &validated.report;
        if !report.is_valid() {
            bail!("@{name}, read back: {:?} {:?}", report.violations, report.undecided);
        }
        let (body, done) = match to_ssa(&mut ctx, &form, &validated) {
            Ok(back) => back,
            Err(error) => bail!("@{name}: {}", error.kind),
        };
        back.functions += 1;
        back.phis += done.phis;
        back.copies += done.copies;
        back.selects += done.selects;
        if let Some(place) = module.functions[func].body_mut() {
            *place = body;
        }
    }
    if let Some(violation) = verify_module(&ctx, &module).first() {
        bail!("there and back: {violation}");
    }
    let mut text = Vec::new();
    write_module(&ctx, &module, &mut text)?;
    fs::write(to, text).with_context(|| format!("writing {}", to.display()))?;
    println!("{} {} {} {}", back.functions, back.phis, back.copies, back.selects);
    Ok(())
}

/// Gives every gated merge another order of its arms.
fn shuffle(form: &mut Gated, random: &mut Random) {
    let blocks: Vec<_> = form.body().blocks().collect();
    for block in blocks {
        for position in 0..form.body().params(block).len() {
            let arms = form.gates(form.body().params(block)[position]).len();
            if arms > 1 {
                let mut order: Vec<usize> = (0..arms).collect();
                random.shuffle(&mut order);
                form.reorder_arms(block, position, &order);
            }
        }
    }
}

/// What `check` says of a module and what came back, without its shortcuts.
pub fn check(
    ctx: &mut Context,
    before: &Module,
    back: &[u8],
    file: &str,
    outcome: &mut Outcome,
) -> Result<()> {
    let after = match read(ctx, file, back) {
        Ok(after) => after,
        Err(messages) => bail!("what came back cannot be read: {messages}"),
    };
    let options = CheckOptions {
        time_limit: Duration::from_secs(30),
        refute: false,
        shortcuts: false,
        jobs: 1,
        ..CheckOptions::default()
    };
    let comparison = Comparison::of_modules(ctx, before, &after, &options);
    for function in comparison.run(ctx, before, &after, &options, &|_| ()).functions {
        let verdict = match &function.verdict {
            Verdict::Valid(_) => 0,
            Verdict::Unsupported(_) => 1,
            verdict @ (Verdict::Unknown(_) | Verdict::Invalid(_)) => {
                outcome.notes.push(format!("@{}: {}", function.function, verdict.reason()));
                2
            }
        };
        outcome.back.verdicts[verdict] += 1;
    }
    Ok(())
}
