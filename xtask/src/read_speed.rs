//! `cargo xtask read-speed`: time and memory of reading modules, against LLVM's own reader in the
//! same run.
//!
//! Both sides read one file by one thread and do not verify; ours builds spans and use lists as
//! always. The rounds take turns, and the least processor time of each side counts, so that other
//! work on the machine disturbs both alike and little. `--copies 10,100` reads modules made of
//! several copies of one, to see how cost grows.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;

use tollgate_ir::Source;
use tollgate_llvm::read_source;

use crate::measure::{self, Measured};
use crate::table::{Align, Table};

/// What to measure.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// The modules; sqlite3 of the corpus at -O0 and -O2 if none is given
    files: Vec<PathBuf>,
    /// Number of runs of each side on each module
    #[arg(long, value_name = "N", default_value_t = 5)]
    rounds: usize,
    /// Also read modules of this many copies
    #[arg(long, value_name = "N", value_delimiter = ',')]
    copies: Vec<usize>,
}

impl Default for Options {
    fn default() -> Self {
        Self { files: Vec::new(), rounds: 5, copies: Vec::new() }
    }
}

/// Time limit of one side for one module.
const LIMIT: Duration = Duration::from_secs(600);

/// LLVM's reader.
const LLVM_AS: &str = "llvm-as-19";

/// Runs the command.
pub fn run(root: &Path, options: &Options) -> Result<()> {
    let files = if options.files.is_empty() {
        ["O0", "O2"]
            .map(|level| root.join(format!("target/corpus/c/sqlite3/{level}/sqlite3.ll")))
            .to_vec()
    } else {
        options.files.clone()
    };
    let mut table = Table::new(&[
        ("module", Align::Left),
        ("MB", Align::Right),
        ("ours s", Align::Right),
        ("LLVM s", Align::Right),
        ("ratio", Align::Right),
        ("ours MB", Align::Right),
        ("LLVM MB", Align::Right),
        ("ratio", Align::Right),
    ]);
    for file in &files {
        if !file.exists() {
            bail!("{} is not there; `cargo xtask corpus --quick` makes it", file.display());
        }
        let name =
            file.strip_prefix(root.join("target/corpus")).unwrap_or(file).display().to_string();
        row(&mut table, &name, file, options.rounds)?;
        for &count in &options.copies {
            let copies = root.join("target/corpus/copies.ll");
            write_copies(file, &copies, count)?;
            // The large ones are measured once: noise is small against them.
            row(&mut table, &format!("  {count} copies"), &copies, 1)?;
            fs::remove_file(&copies)?;
        }
    }
    print!("{table}");
    Ok(())
}

fn row(table: &mut Table, name: &str, file: &Path, rounds: usize) -> Result<()> {
    let mut best: [Option<Measured>; 2] = [None, None];
    for _ in 0..rounds.max(1) {
        let mut ours = Command::new(std::env::current_exe()?);
        ours.arg("read-one").arg(file);
        let mut llvm = Command::new(LLVM_AS);
        llvm.args(["-disable-output", "-disable-verify"]).arg(file);
        for (best, command) in best.iter_mut().zip([&mut ours, &mut llvm]) {
            let measured = measure::run(command, Some(LIMIT))?;
            if let Some(failure) = measured.failure() {
                bail!("{command:?}: {failure}");
            }
            if best.as_ref().is_none_or(|best| measured.processor < best.processor) {
                *best = Some(measured);
            }
        }
    }
    let [Some(ours), Some(llvm)] = best else { bail!("nothing was measured") };
    let seconds = |it: &Measured| it.processor.as_secs_f64();
    let megabytes = |it: &Measured| it.peak_bytes.map_or(0.0, |bytes| bytes as f64 / 1e6);
    table.row([
        name.to_string(),
        format!("{:.1}", fs::metadata(file)?.len() as f64 / 1e6),
        format!("{:.3}", seconds(&ours)),
        format!("{:.3}", seconds(&llvm)),
        format!("{:.2}", seconds(&ours) / seconds(&llvm)),
        format!("{:.0}", megabytes(&ours)),
        format!("{:.0}", megabytes(&llvm)),
        format!("{:.2}", megabytes(&ours) / megabytes(&llvm)),
    ]);
    Ok(())
}

/// `cargo xtask read-one FILE`: what `read-speed` measures on our side.
pub fn read_one(file: &Path) -> Result<()> {
    let text = fs::read(file).with_context(|| file.display().to_string())?;
    let mut ctx = tollgate_ir::Context::new();
    let source = Source { file: file.display().to_string().into(), text: text.into() };
    match read_source(&mut ctx, source, tollgate_llvm::Options::default()) {
        (Some(module), _) => {
            // LLVM's tool does not take its module apart either.
            std::mem::forget((ctx, module));
            Ok(())
        }
        (None, diagnostics) => bail!("{diagnostics}"),
    }
}

/// Writes a module of several copies of a module: globals get a suffix in every copy, types and
/// metadata are shared.
fn write_copies(file: &Path, to: &Path, count: usize) -> Result<()> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let shared = |line: &str| {
        line.starts_with(['%', '!', '$'])
            || ["target", "source_filename", "attributes"].iter().any(|it| line.starts_with(it))
    };
    let once = |line: &str| line.starts_with("declare") && line.contains("@llvm.");
    let mut out = BufWriter::new(fs::File::create(to)?);
    for copy in 0..count {
        for line in text.lines() {
            // What is shared speaks of the globals of the first copy.
            if copy > 0 && (shared(line) || once(line)) {
                continue;
            }
            out.write_all(&with_suffix(line.as_bytes(), copy))?;
            out.write_all(b"\n")?;
        }
    }
    Ok(out.flush()?)
}

/// A line with `.copyN` after every global name except those of intrinsics.
fn with_suffix(line: &[u8], copy: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(line.len() + 16);
    let mut at = 0;
    let mut quoted = false;
    while at < line.len() {
        let byte = line[at];
        out.push(byte);
        at += 1;
        if byte == b'"' {
            quoted = !quoted;
        }
        if byte != b'@' || quoted {
            continue;
        }
        let name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-$._".contains(byte);
        let len = line[at..].iter().take_while(|byte| name(byte)).count();
        out.extend_from_slice(&line[at..at + len]);
        if len > 0 && !line[at..].starts_with(b"llvm.") {
            out.extend_from_slice(format!(".copy{copy}").as_bytes());
        }
        at += len;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_rename_globals_and_nothing_else() {
        let renamed = |line: &str| String::from_utf8(with_suffix(line.as_bytes(), 3)).unwrap();
        assert_eq!(
            renamed("  call void @f(ptr @g, i8 1)"),
            "  call void @f.copy3(ptr @g.copy3, i8 1)"
        );
        assert_eq!(renamed("call void @llvm.trap()"), "call void @llvm.trap()");
        assert_eq!(
            renamed("@s = constant [2 x i8] c\"@a\""),
            "@s.copy3 = constant [2 x i8] c\"@a\""
        );
    }
}
