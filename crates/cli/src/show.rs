//! `tollgate show`: functions as people like to look at them.

mod additions;
mod blocks;
mod dom;
mod gates;
mod loops;
mod names;
mod overlay;

use crate::exit::{self, Failure};
use crate::graph::{FunctionGraph, GraphView};
use crate::picture::{self, Picture};
use crate::{fmt, input, output};
use anyhow::Result;
use blocks::BlocksView;
use dom::DomView;
use gates::GatesView;
use loops::LoopsView;
use names::Names;
use serde_json::{Value as Json, json};
use std::path::PathBuf;
use tollgate_canon::Canonical;
use tollgate_gate::Gates;
use tollgate_ir::{Body, Context, Func, Lines, Module, verify_function};
use tollgate_llvm::Numbering;

/// Shows functions: as text, as a graph for Graphviz, as a picture, or as JSON.
///
/// Blocks have parameters where LLVM has `phi`; every edge shows what it passes to them.
///
/// `dom`, `loops` and `gates` show the canonical form: every loop has one latch, a preheader and
/// exits of its own, values leave it through parameters of its exits, and irreducible regions have
/// a dispatcher. What that adds is named by what it is for (`loop.preheader`, `found.exit`,
/// `sum.lcssa`); what the function has keeps its names and numbers. Where canonical form cannot be
/// reached, that is said.
///
/// Gates: for each block when it is reached, in a run or in an iteration of its innermost loop,
/// calls that may not return included (`returned(%call)`); for each join when it is entered by
/// which edge, flat and in nested form (`%r = if %c then %a else %b`); for each loop exit when the
/// loop is left there, from its header. Long parts of gates and parts that they share are named
/// `g1`, `g2`, ... and written once, below.
#[derive(clap::Args)]
#[command(after_help = "\
Exit status: 0 shown, 64 bad usage, 65 unreadable input, or for the canonical form an invalid function.

Examples:
  tollgate show in.ll --fn f                            # the instructions, by block
  tollgate show in.ll --fn f --as cfg                   # the blocks and edges alone
  tollgate show in.ll --fn f --as cfg --canonical       # the same in canonical form
  tollgate show in.ll --fn f --as loops                 # the loops and their exits
  tollgate show in.ll --fn f --as gates -o gates.svg    # gates, drawn by Graphviz
  tollgate show in.ll --fn f --as svg                   # the value graph
  tollgate show in.ll --fn f --as dom --format json     # the dominator tree, for programs
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
    /// With `--as ssa` and `--as cfg`: the canonical form instead of the function as it is written.
    #[arg(long)]
    canonical: bool,
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
    /// The dominator tree, of the canonical form.
    Dom,
    /// The loops, of the canonical form.
    Loops,
    /// When blocks are reached, joins are entered by which edge, and loops are left, of the
    /// canonical form.
    Gates,
    /// The synchronous value graph that `check` compares: simplified, with stack slots as values.
    Svg,
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
        None => module
            .functions
            .iter()
            .filter(|(_, it)| it.body().is_some())
            .map(|(func, _)| func)
            .collect(),
    };
    if args.canonical || !matches!(args.form, Form::Ssa | Form::Cfg) {
        // Canonical form is made of what the verifier accepts.
        match funcs.as_slice() {
            &[func] => fmt::check(&module, &verify_function(&ctx, &module, func))?,
            _ => fmt::verify(&ctx, &module)?,
        }
    }
    let lines = Lines::new(&module.source.text);
    let mut views = Vec::with_capacity(funcs.len());
    for &func in &funcs {
        let Some(body) = module.functions[func].body() else { continue };
        views.push(match args.form {
            Form::Ssa | Form::Cfg if !args.canonical => {
                as_written(&ctx, &module, &lines, args.form, func, body)
            }
            Form::Ssa | Form::Cfg | Form::Dom | Form::Loops | Form::Gates | Form::Svg => {
                fmt::check(&module, &verify_function(&ctx, &module, func))?;
                canonical(&mut ctx, &module, &lines, args.form, func, body)
            }
        });
    }
    let bytes = match args.format.unwrap_or_else(|| implied_format(args)) {
        Format::Text => {
            let texts: Vec<String> = views.iter().map(View::text).collect();
            texts.join("\n").into_bytes()
        }
        Format::Dot => dot(&views).into_bytes(),
        Format::Svg => picture::svg(&dot(&views))?,
        Format::Json => {
            let functions: Vec<Json> = views.iter().map(View::json).collect();
            format!("{:#}\n", json!({ "functions": functions })).into_bytes()
        }
    };
    output::write(args.output.as_deref(), &bytes)?;
    Ok(exit::OK)
}

/// A function as it is written.
fn as_written(
    ctx: &Context,
    module: &Module,
    lines: &Lines,
    form: Form,
    func: Func,
    body: &Body,
) -> View {
    let names = Names::new(ctx, body, Numbering::new(body));
    View::Blocks(BlocksView::new(&names, lines, names.headline(module, func), form == Form::Ssa))
}

/// The canonical form of a function that the verifier accepts.
fn canonical(
    ctx: &mut Context,
    module: &Module,
    lines: &Lines,
    form: Form,
    func: Func,
    body: &Body,
) -> View {
    let canonical = Canonical::new(ctx, body.clone());
    let (named, numbering) = additions::name_additions(ctx, body, &canonical);
    let names = Names::new(ctx, &named, numbering);
    let headline = names.headline(module, func);
    match form {
        Form::Ssa | Form::Cfg => {
            View::Blocks(BlocksView::new(&names, lines, headline, form == Form::Ssa))
        }
        Form::Dom => View::Dom(DomView::new(&names, headline, canonical.dominators())),
        Form::Loops => {
            let control_flow = BlocksView::new(&names, lines, headline, false);
            View::Loops(LoopsView::new(&names, &canonical, control_flow))
        }
        Form::Gates => {
            let gates = Gates::new(ctx, module, &canonical);
            let control_flow = BlocksView::new(&names, lines, headline, false);
            View::Gates(GatesView::new(&names, lines, &canonical, gates, control_flow))
        }
        Form::Svg => value_graph(ctx, module, func),
    }
}

/// The value graph of a function that the verifier accepts; if it has none, why.
fn value_graph(ctx: &mut Context, module: &Module, func: Func) -> View {
    let name = format!("@{}", ctx.name_text(module.functions[func].header.name));
    View::Graph(match FunctionGraph::new(ctx, module, func) {
        Ok(made) => GraphView::new(ctx, name, &made),
        Err(what) => GraphView::unsupported(name, &what),
    })
}

/// What is shown of a function, as plain data.
enum View {
    Blocks(BlocksView),
    Dom(DomView),
    Loops(LoopsView),
    Gates(GatesView),
    Graph(GraphView),
}

impl View {
    fn text(&self) -> String {
        match self {
            Self::Blocks(view) => view.text(),
            Self::Dom(view) => view.text(),
            Self::Loops(view) => view.text(),
            Self::Gates(view) => view.text(),
            Self::Graph(view) => view.text(),
        }
    }

    fn json(&self) -> Json {
        match self {
            Self::Blocks(view) => view.json(),
            Self::Dom(view) => view.json(),
            Self::Loops(view) => view.json(),
            Self::Gates(view) => view.json(),
            Self::Graph(view) => view.json(),
        }
    }

    fn picture(&self) -> Picture {
        match self {
            Self::Blocks(view) => view.picture(),
            Self::Dom(view) => view.picture(),
            Self::Loops(view) => view.picture(),
            Self::Gates(view) => view.picture(),
            Self::Graph(view) => view.picture(),
        }
    }
}

fn dot(views: &[View]) -> String {
    let pictures: Vec<Picture> = views.iter().map(View::picture).collect();
    picture::render(&pictures)
}

fn implied_format(args: &Args) -> Format {
    match &args.output {
        Some(path) if input::has_extension(path, "svg") => Format::Svg,
        Some(path) if input::has_extension(path, "dot") => Format::Dot,
        Some(path) if input::has_extension(path, "json") => Format::Json,
        _ => Format::Text,
    }
}
