//! `cargo xtask limits`: tests that `tollgate check` respects its limits.
//!
//! Functions made to be large ([shapes](crate::canon_speed::shapes) of control,
//! [families](crate::eval::growth) of code) are checked against themselves and against a wrong
//! copy, by the program as users run it, with `--time-limit 1`. Beyond reading both files a check
//! may take [`SLACK`] longer than the limit says, whatever the shape.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail};
use clap::Args;
use tollgate_ir::{Body, BodyState, Context};

use crate::canon_speed::shapes::SHAPES;
use crate::eval::growth::FAMILIES;
use crate::files::write_atomically;
use crate::measure::{self, Ending};
use crate::table::{self, Align, Table};

/// Options of `cargo xtask limits`.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Approximate number of blocks or instructions of a function
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    size: usize,
    /// Only shapes whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    shape: String,
    /// Options of `tollgate check`
    #[arg(long, value_name = "SECONDS", default_value_t = 1)]
    time_limit: u64,
    /// The program to test instead of this build's `tollgate`
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

/// Tolerated time beyond reading and the limit.
const SLACK: Duration = Duration::from_secs(2);
/// Time after which a process is killed.
const GIVE_UP: Duration = Duration::from_secs(60);

/// Runs the command and returns one line of figures.
pub fn run(root: &Path, options: &Options) -> Result<String> {
    let program = options.program.clone().unwrap_or_else(|| root.join("target/release/tollgate"));
    if !program.exists() {
        bail!("{} is not there; `cargo build --release` makes it", program.display());
    }
    let folder = root.join("target/limits");
    fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    let mut table = Table::new(&[
        ("shape", Align::Left),
        ("against", Align::Left),
        ("reading", Align::Right),
        ("beyond", Align::Right),
        ("peak", Align::Right),
        ("verdict", Align::Left),
    ]);
    let mut late = Vec::new();
    let mut count = 0;
    for (name, text) in texts(options)? {
        let [before, after] = ["before", "after"].map(|side| folder.join(format!("{side}.ll")));
        for (against, other) in [("itself", text.clone()), ("a wrong copy", spoilt(&text))] {
            write_atomically(&before, text.as_bytes())?;
            write_atomically(&after, other.as_bytes())?;
            let mut command = Command::new(&program);
            command.arg("check").args([&before, &after]).args([
                "--no-shortcuts",
                "--stats",
                "--jobs",
                "1",
            ]);
            command.args(["--time-limit", &options.time_limit.to_string()]);
            let measured = measure::run(&mut command, Some(GIVE_UP))?;
            let reading = reading(&measured.stderr);
            let beyond = measured.wall.saturating_sub(reading);
            let verdict = match measured.ending {
                Ending::TimedOut(_) => "given up".to_owned(),
                Ending::Exited(_) => first_line(&measured.stdout, &measured.stderr),
            };
            count += 1;
            if beyond > Duration::from_secs(options.time_limit) + SLACK {
                late.push(format!("{name} against {against}"));
            }
            let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
            let peak = measured.peak_bytes.map_or_else(|| "-".to_owned(), table::bytes);
            table.row([
                name.clone(),
                against.to_owned(),
                seconds(reading),
                seconds(beyond),
                peak,
                verdict,
            ]);
        }
        eprintln!("limits: {name}");
    }
    print!("{table}");
    if !late.is_empty() {
        bail!("late: {}", late.join(", "));
    }
    Ok(format!("{count} checks keep a limit of {} s", options.time_limit))
}

/// The functions, each as the text of a module.
fn texts(options: &Options) -> Result<Vec<(String, String)>> {
    let wanted = |name: &str| name.contains(&options.shape);
    let mut texts = Vec::new();
    for shape in SHAPES.iter().filter(|shape| wanted(shape.name)) {
        texts.push((
            shape.name.to_owned(),
            as_text(|ctx| (shape.make)(ctx, options.size.min(shape.most)))?,
        ));
    }
    for family in FAMILIES.iter().filter(|family| wanted(family.name)) {
        let [before, _] = family.pair(options.size);
        texts.push((family.name.to_owned(), before));
    }
    Ok(texts)
}

/// A module with one function of this body.
fn as_text(make: impl FnOnce(&mut Context) -> Body) -> Result<String> {
    let mut ctx = Context::new();
    let text = b"define i32 @f(i32 %a) {\n  ret i32 %a\n}\n";
    let mut module =
        tollgate_llvm::read(&mut ctx, "f.ll", text).map_err(|fault| anyhow!("{fault}"))?;
    let body = make(&mut ctx);
    for function in module.functions.values_mut() {
        function.body = BodyState::Read(Box::new(body.clone()));
    }
    let mut out = Vec::new();
    tollgate_llvm::write_module(&ctx, &module, &mut out)
        .map_err(|fault| anyhow!("{}", fault.message(&ctx)))?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// A copy that computes something else in one place.
fn spoilt(text: &str) -> String {
    match text.rfind(" = add i32 ") {
        Some(at) => format!("{} = sub i32 {}", &text[..at], &text[at + " = add i32 ".len()..]),
        None => text.to_owned(),
    }
}

/// How long reading took, as `--stats` says.
fn reading(stderr: &[u8]) -> Duration {
    let text = String::from_utf8_lossy(stderr);
    let millis =
        text.split("reading ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<f64>().ok());
    Duration::from_secs_f64(millis.unwrap_or(0.0) / 1e3)
}

fn first_line(stdout: &[u8], stderr: &[u8]) -> String {
    let [out, err] = [stdout, stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    out.lines().chain(err.lines()).next().unwrap_or("nothing").chars().take(120).collect()
}
