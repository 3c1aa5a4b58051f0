//! `tollgate show`: functions as people like to look at them.

mod dot;
mod json;
mod text;
mod view;

use crate::exit::{self, Failure};
use crate::{input, output};
use anyhow::Result;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tollgate_ir::{Context, Func, Lines};
use view::FunctionView;

/// Shows functions: as text, as a graph for Graphviz, as a picture, or as JSON.
///
/// Blocks have parameters where LLVM has `phi`; every edge shows what it passes to them.
#[derive(clap::Args)]
#[command(after_help = "\
Exit status: 0 shown, 64 bad usage, 65 unreadable input.

Examples:
  tollgate show in.ll --fn f                            # the instructions, by block
  tollgate show in.ll --fn f --as cfg                   # the blocks and edges alone
  tollgate show in.ll --fn f --format svg -o f.svg      # a picture (needs Graphviz)
  tollgate show in.ll --fn f --as cfg --format dot | dot -Tpng > f.png")]
pub struct Args {
    /// The module: LLVM IR text or bitcode; `-` for standard input.
    file: String,
    /// The function; all that have a body if not given.
    #[arg(long = "fn", value_name = "NAME")]
    function: Option<String>,
    /// What to show.
    #[arg(long = "as", value_enum, default_value_t = Form::Ssa)]
    form: Form,
    /// In which notation. By default what the output file's extension says, else text.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Where to write; standard output if not given.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What is shown of a function.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// Blocks with their instructions.
    Ssa,
    /// Blocks and edges.
    Cfg,
}

/// The notation.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For reading.
    Text,
    /// For Graphviz.
    Dot,
    /// A picture, made by Graphviz.
    Svg,
    /// For programs.
    Json,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<u8> {
    let mut ctx = Context::new();
    let module = input::module(&mut ctx, &args.file)?;
    let funcs: Vec<Func> = match &args.function {
        Some(name) => {
            let func = input::function(&ctx, &module, name)?;
            if module.functions[func].body().is_none() {
                return Err(Failure::usage(format!(
                    "{}: @{name} is a declaration without a body",
                    args.file
                )));
            }
            vec![func]
        }
        None => module.functions.iter().filter(|(_, it)| it.body().is_some()).map(|(func, _)| func).collect(),
    };
    let lines = Lines::new(&module.source.text);
    let views: Vec<FunctionView> =
        funcs.iter().filter_map(|&func| FunctionView::new(&ctx, &module, &lines, func)).collect();
    let whole = args.form == Form::Ssa;
    let bytes = match args.format.unwrap_or_else(|| implied_format(args)) {
        Format::Text => text::render(&views, whole).into_bytes(),
        Format::Dot => dot::render(&views, whole).into_bytes(),
        Format::Svg => svg(&dot::render(&views, whole))?,
        Format::Json => json::render(&views, whole).into_bytes(),
    };
    output::write(args.output.as_deref(), &bytes)?;
    Ok(exit::OK)
}

fn implied_format(args: &Args) -> Format {
    match &args.output {
        Some(path) if input::has_extension(path, "svg") => Format::Svg,
        Some(path) if input::has_extension(path, "dot") => Format::Dot,
        Some(path) if input::has_extension(path, "json") => Format::Json,
        _ => Format::Text,
    }
}

/// Lets Graphviz draw a graph.
fn svg(graph: &str) -> Result<Vec<u8>> {
    let child = Command::new("dot").arg("-Tsvg").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let hint = "`dot` of Graphviz is not installed (Debian: apt install graphviz); `--format dot` needs nothing";
            return Err(Failure::usage(hint));
        }
        Err(error) => return Err(error.into()),
    };
    let mut stdin = child.stdin.take();
    // Graphviz reads all of its input before it writes, so writing first cannot block.
    if let Some(stdin) = &mut stdin {
        stdin.write_all(graph.as_bytes())?;
    }
    drop(stdin);
    let output = child.wait_with_output()?;
    anyhow::ensure!(output.status.success(), "`dot` failed on the graph");
    Ok(output.stdout)
}
