//! `tollgate show`: functions as text, pictures and JSON, in several forms.

mod additions;
mod blocks;
mod dom;
mod gates;
mod gsa;
mod listing;
mod loops;
mod overlay;

use crate::exit::{self, Failure};
use crate::graph::{FunctionGraph, GraphView};
use crate::names::Names;
use crate::picture::{self, Picture};
use crate::{fmt, input, output};
use anyhow::Result;
use blocks::BlocksView;
use dom::DomView;
use gates::GatesView;
use gsa::GatedView;
use loops::{LoopsView, spelled_out};
use serde_json::{Value as Json, json};
use std::path::PathBuf;
use tollgate_canon::Canonical;
use tollgate_gate::Gates;
use tollgate_gsa::Gated;
use tollgate_ir::{Body, Context, Func, Lines, Module, printable_lines, verify_function};
use tollgate_llvm::{GatedModule, Numbering};

/// Shows functions: as text, as a graph for Graphviz, as a picture, or as JSON.
///
/// Blocks have parameters where LLVM has `phi`; every edge shows the arguments that it passes.
///
/// `dom`, `loops` and `gates` show the canonical form: every loop has one latch, a preheader and
/// exits of its own, values leave it through parameters of its exits, and irreducible regions have
/// a dispatcher. Added blocks and values are named after their purpose (`loop.preheader`,
/// `found.exit`, `sum.lcssa`); all others keep their names and numbers. Loops and regions that
/// cannot be brought into canonical form are named.
///
/// `gates` shows the condition of each block (in a run, or in an iteration of its innermost loop;
/// `returned(%call)` where a call may not return), of each incoming edge of a join, flat and in
/// nested form (`%r = if %c then %a else %b`), and of each loop exit, from the header of the loop.
/// Long and shared parts are named `g1`, `g2`, ... and written once, below.
///
/// `gsa` shows gated SSA: each arm of a merge with the gate by which it is chosen (`%r = gamma i32
/// [ %a when %c ], [ %b when !%c ]`). It is the one form in which a file with gates (`.gsa`,
/// written by `tollgate gsa`) can be shown, too: with its own gates.
///
/// `graph` shows the value graph; the legend is below.
#[derive(clap::Args)]
#[command(after_help = "\
Value graph, one line for each node: `#3  loop 1  add.nsw #1 %0` is node 3, whose value varies with
the iterations of loop 1; `%0` is the first argument of the function.
  add.nsw #1 %0        an operation with its flags; `zext.i64 #1` casts to i64; `.attached`: it has
                       further attributes or metadata
  gamma #1 #2 #3       #2 if the condition #1 holds, else #3
  muN a #1             variable of a loop at depth N: a in the first iteration, then #1
  etaN #1 #2           the value of #2 when a loop at depth N is left, whose exit condition is #1
  terminatesN #1       whether the loop at depth N with exit condition #1 terminates
  memory, allocations  memory, and which objects are allocated, at entry
  load.T, store.T, fillN, copyN
                       memory accesses; of these, all but loads give the memory afterwards
  access.T.alignN      the permission to access memory at this address with this type and alignment
  event.call           an observable call or access: memory, allocations, arguments, callee
  result, memory_after, allocations_after, returned, unwound
                       of an event: its result, memory and allocations after it, whether it returned
                       or unwound
  slotN.T              the address of a stack slot that is in memory
  freezeN              `freeze`
  dont_care            a value that nothing depends on
  opaque.SIDE.INST     a value that only one function has and of which nothing is known
  generalised #1       (in proofs) a value that #1 refines, the same in both functions; it may be
                       less defined than #1
  symbolN.M            (in proofs) a fresh symbol at a cut point
  return, observation, branch, read, write, overlap, division.OP, unreachable, asked... when G
                       roots (the proof obligations): under gate G the function returns, makes an
                       observable call, or may have undefined behaviour

Exit status:
  0   shown
  64  bad usage
  65  unreadable input, or for the canonical form an invalid function
  74  output cannot be written

Examples:
  tollgate show in.ll --fn f                            # the instructions, by block
  tollgate show in.ll --fn f --as cfg                   # the blocks and edges alone
  tollgate show in.ll --fn f --as cfg --canonical       # the same in canonical form
  tollgate show in.ll --fn f --as loops                 # the loops and their exits
  tollgate show in.ll --fn f --as gates -o gates.svg    # the gates, drawn by Graphviz
  tollgate show in.ll --fn f --as gsa -o gsa.svg        # gated SSA, with loops as boxes
  tollgate show in.ll --fn f --as graph                 # the value graph
  tollgate show in.ll --fn f --as dom --format json     # the dominator tree, for programs
  tollgate show in.ll --fn f --as cfg --format dot | dot -Tpng > f.png")]
pub struct Args {
    /// The module: LLVM IR text or bitcode, or gated SSA (.gsa); `-` for standard input.
    file: String,
    /// The function; all that have a body if not given.
    #[arg(long = "fn", value_name = "NAME")]
    function: Option<String>,
    /// What to show.
    #[arg(long = "as", value_enum, default_value_t = Form::Ssa)]
    form: Form,
    /// With `--as ssa` and `--as cfg`: the canonical form instead of the function as written.
    #[arg(long)]
    canonical: bool,
    /// Output format [default: by the extension of the output file, else text].
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Where to write; standard output if not given.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The form in which a function is shown.
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
    /// The conditions of blocks, of incoming edges of joins, and of loop exits, of the canonical
    /// form.
    Gates,
    /// Gated SSA, of the canonical form: merges that are decided by gates.
    Gsa,
    /// The value graph that `check` compares: simplified, with stack slots as values.
    Graph,
}

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Text for people.
    Text,
    /// A graph for Graphviz.
    Dot,
    /// A picture, drawn by Graphviz.
    Svg,
    /// JSON for programs.
    Json,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<u8> {
    let mut ctx = Context::new();
    let is_gated = input::is_gated(&args.file);
    if is_gated && args.form != Form::Gsa {
        return Err(Failure::usage(format!(
            "{}: this is gated SSA, which is shown with `--as gsa`; for other forms, turn it back \
             first: `tollgate gsa {} --to-ssa`",
            args.file, args.file
        )));
    }
    let input = if is_gated {
        input::gated_module(&mut ctx, &args.file)?
    } else {
        let module = input::module(&mut ctx, &args.file)?;
        GatedModule { module, gated: Default::default() }
    };
    let module = &input.module;
    let funcs: Vec<Func> = match &args.function {
        Some(name) => {
            let func = input::function(&ctx, module, name)?;
            if module.functions[func].body().is_none() {
                return Err(Failure::usage(format!("{}: @{name} is a declaration", args.file)));
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
    if !is_gated && (args.canonical || !matches!(args.form, Form::Ssa | Form::Cfg)) {
        // Canonical form needs a function that the verifier accepts.
        match funcs.as_slice() {
            &[func] => fmt::check(module, &verify_function(&ctx, module, func))?,
            _ => fmt::verify(&ctx, module)?,
        }
    }
    let lines = Lines::new(&module.source.text);
    let mut views = Vec::with_capacity(funcs.len());
    for &func in &funcs {
        let Some(body) = module.functions[func].body() else { continue };
        views.push(match args.form {
            Form::Ssa | Form::Cfg if !args.canonical => {
                as_written(&ctx, module, &lines, args.form, func, body)
            }
            Form::Gsa if is_gated => gated_as_written(&mut ctx, &input, &lines, func)?,
            Form::Ssa
            | Form::Cfg
            | Form::Dom
            | Form::Loops
            | Form::Gates
            | Form::Gsa
            | Form::Graph => {
                fmt::check(module, &verify_function(&ctx, module, func))?;
                canonical(&mut ctx, module, &lines, args.form, func, body)
            }
        });
    }
    let bytes = match args.format.unwrap_or_else(|| implied_format(args)) {
        Format::Text => {
            let texts: Vec<String> = views.iter().map(View::text).collect();
            printable_lines(&texts.join("\n")).into_owned().into_bytes()
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

/// A function of a file with gates, as it is written.
fn gated_as_written(
    ctx: &mut Context,
    input: &GatedModule,
    lines: &Lines,
    func: Func,
) -> Result<View> {
    let gated = crate::gsa::form(ctx, input, func)?.gated;
    let names = Names::new(ctx, gated.body(), Numbering::new(gated.body()));
    let headline = names.headline(&input.module, func);
    Ok(View::Gated(GatedView::new(&names, lines, &gated, headline, Vec::new())))
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
        Form::Gsa => {
            let gated = Gated::new(&canonical);
            let marks = canonical.marks().iter();
            let marks = marks.map(|mark| spelled_out(&names, canonical.loops(), mark)).collect();
            View::Gated(GatedView::new(&names, lines, &gated, headline, marks))
        }
        Form::Graph => value_graph(ctx, module, func),
    }
}

/// The value graph of a function that the verifier accepts, or why it has none.
fn value_graph(ctx: &mut Context, module: &Module, func: Func) -> View {
    let name = format!("@{}", ctx.name_text(module.functions[func].header.name));
    View::Graph(match FunctionGraph::new(ctx, module, func) {
        Ok(made) => GraphView::new(ctx, name, &made),
        Err(what) => GraphView::unsupported(name, &what),
    })
}

/// A function in the form in which it is shown, as plain data.
enum View {
    Blocks(BlocksView),
    Dom(DomView),
    Loops(LoopsView),
    Gates(GatesView),
    Gated(GatedView),
    Graph(GraphView),
}

impl View {
    fn text(&self) -> String {
        match self {
            Self::Blocks(view) => view.text(),
            Self::Dom(view) => view.text(),
            Self::Loops(view) => view.text(),
            Self::Gates(view) => view.text(),
            Self::Gated(view) => view.text(),
            Self::Graph(view) => view.text(),
        }
    }

    fn json(&self) -> Json {
        match self {
            Self::Blocks(view) => view.json(),
            Self::Dom(view) => view.json(),
            Self::Loops(view) => view.json(),
            Self::Gates(view) => view.json(),
            Self::Gated(view) => view.json(),
            Self::Graph(view) => view.json(),
        }
    }

    fn picture(&self) -> Picture {
        match self {
            Self::Blocks(view) => view.picture(),
            Self::Dom(view) => view.picture(),
            Self::Loops(view) => view.picture(),
            Self::Gates(view) => view.picture(),
            Self::Gated(view) => view.picture(),
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
