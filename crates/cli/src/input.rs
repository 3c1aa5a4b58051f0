//! Reading modules from files: text, standard input, or bitcode by way of `llvm-dis`.

use crate::exit::Failure;
use crate::output;
use anyhow::Result;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use tollgate_ir::{Context, Func, Module, Source, printable};
use tollgate_llvm::{Diagnostics, GatedModule, Options};

/// Names under which `llvm-dis` may be installed, best first.
const LLVM_DIS: &[&str] = &[
    "llvm-dis",
    "llvm-dis-22",
    "llvm-dis-21",
    "llvm-dis-20",
    "llvm-dis-19",
    "llvm-dis-18",
    "llvm-dis-17",
    "llvm-dis-16",
    "llvm-dis-15",
    "llvm-dis-14",
];

/// Reads a module. Warnings go to standard error; errors end the command with the status for
/// unreadable input.
pub fn module(ctx: &mut Context, path: &str) -> Result<Module> {
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    read(ctx, path, Options { lazy: false, jobs })
}

/// Reads a module without the bodies of its functions.
pub fn outside_of_bodies(ctx: &mut Context, path: &str) -> Result<Module> {
    read(ctx, path, Options { lazy: true, jobs: 1 })
}

/// Reads a module in gated SSA.
pub fn gated_module(ctx: &mut Context, path: &str) -> Result<GatedModule> {
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let source = source(path)?;
    let (module, diagnostics) =
        tollgate_llvm::read_gated_source(ctx, source, Options { lazy: false, jobs });
    accepted(module, &diagnostics)
}

fn read(ctx: &mut Context, path: &str, options: Options) -> Result<Module> {
    let source = source(path)?;
    let (module, diagnostics) = tollgate_llvm::read_source(ctx, source, options);
    accepted(module, &diagnostics)
}

/// What was read, unless there were errors; warnings are shown.
fn accepted<T>(module: Option<T>, diagnostics: &Diagnostics) -> Result<T> {
    match module {
        Some(module) => {
            if !diagnostics.list.is_empty() {
                output::note(&format!("{diagnostics}\n"));
            }
            Ok(module)
        }
        None => Err(Failure::input(diagnostics.to_string())),
    }
}

/// The text of a module.
fn source(path: &str) -> Result<Source> {
    let (name, bytes) = if path == "-" {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().read_to_end(&mut bytes);
        read.map_err(|error| Failure::input(format!("<stdin>: {error}")))?;
        ("<stdin>", bytes)
    } else {
        (path, std::fs::read(path).map_err(|error| Failure::input(format!("{path}: {error}")))?)
    };
    let text = if is_bitcode(&bytes) { disassemble(name, &bytes)? } else { bytes };
    Ok(Source { file: name.into(), text: text.into() })
}

/// The function of this name (with or without `@`) or number.
pub fn function(ctx: &Context, module: &Module, name: &str) -> Result<Func> {
    let wanted = name.strip_prefix('@').unwrap_or(name);
    let found =
        module.functions.iter().find(|(_, function)| ctx.name_text(function.header.name) == wanted);
    if let Some((func, _)) = found {
        return Ok(func);
    }
    let mut known: Vec<String> = module
        .functions
        .values()
        .filter(|function| !function.is_declaration())
        .map(|function| format!("@{}", printable(&ctx.name_text(function.header.name))))
        .collect();
    const SHOWN: usize = 10;
    let more = known.len().saturating_sub(SHOWN);
    known.truncate(SHOWN);
    let list = known.join(", ");
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    Err(Failure::usage(format!(
        "{}: there is no function @{}; it defines {list}{more}",
        module.source.file,
        printable(wanted)
    )))
}

fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(b"BC\xc0\xde") || bytes.starts_with(b"\xde\xc0\x17\x0b")
}

fn disassemble(name: &str, bytes: &[u8]) -> Result<Vec<u8>> {
    // The error of the newest one is shown: older ones read less.
    let mut first_error = None;
    for program in LLVM_DIS {
        // Bitcode goes through a file: a pipe to a program that writes while it reads could block
        // both.
        let file = tempfile::NamedTempFile::new()
            .and_then(|file| std::fs::write(file.path(), bytes).map(|()| file))
            .map_err(|error| Failure::output("a temporary file", &error))?;
        let output =
            Command::new(program).arg("-o").arg("-").arg(file.path()).stdin(Stdio::null()).output();
        match output {
            // Given a file that only begins like bitcode it writes nothing, not even an empty
            // module, and succeeds.
            Ok(output) if output.status.success() && !output.stdout.is_empty() => {
                return Ok(output.stdout);
            }
            Ok(output) => {
                first_error.get_or_insert_with(|| complaint(program, file.path(), &output.stderr));
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => {
                first_error.get_or_insert_with(|| format!("{program}: {error}"));
            }
        }
    }
    Err(Failure::input(match first_error {
        Some(error) => format!("{name}: this is bitcode that `llvm-dis` does not read: {error}"),
        None => format!(
            "{name}: this is bitcode, and no `llvm-dis` is installed to turn it into text \
             (Debian: apt install llvm-19)"
        ),
    }))
}

/// The first line of the error output of `llvm-dis`: after a crash there are many. The name of the
/// temporary file is left out.
fn complaint(program: &str, file: &Path, stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let first = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or("there is no module in it");
    let first = first.replace(&format!("{}: ", file.display()), "");
    if first.starts_with(program) { first } else { format!("{program}: {first}") }
}

/// Whether a file is called one in gated SSA.
pub fn is_gated(path: &str) -> bool {
    has_extension(Path::new(path), "gsa")
}

/// Whether a path has a file extension.
pub fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|it| it == extension)
}
