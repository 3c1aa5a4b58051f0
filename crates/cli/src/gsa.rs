//! `tollgate gsa`: functions in gated SSA: printed, validated, and turned back into SSA.

mod proofs;
mod report;

use crate::exit::{self, Failure};
use crate::names::Names;
use crate::{input, output};
use anyhow::Result;
use report::FunctionReport;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tollgate_canon::Canonical;
use tollgate_gsa::validate::validate_with_proofs;
use tollgate_gsa::{FormError, Gated, Options, Validated, check_form, to_ssa};
use tollgate_ir::{
    Block, Body, Context, Func, Lines, Module, Span, Value, ValueDef, Violation, ViolationKind,
    printable, verify_function,
};
use tollgate_llvm::{
    GatedModule, Numbering, write_function, write_gated, write_gated_function, write_module,
};
use tollgate_solve::Limits;

/// Shows functions in gated SSA, validates their gates, and turns them back into SSA.
///
/// In gated SSA a merge is not decided by the edge along which control came, but by gates: formulas
/// over branch conditions. A join has a `gamma`, the header of a loop a `mu`, the exit of a loop an
/// `eta`. A `.ll` file is brought into this form; a `.gsa` file is read as it is, and nothing that
/// it says of gates is believed: `--verify` shows that whenever control enters a join, the gate of
/// exactly one arm is true, and of a `.ll` file also that this arm has the value of the `phi`.
/// (What a `.gsa` file means is what its gates say: `--to-ssa` and `tollgate check` compare it with
/// another function.) What needs no solver is shown by small arguments, the rest by a SAT solver
/// whose proofs are checked. The text syntax is described in docs/gsa.md.
#[derive(clap::Args)]
#[command(after_help = "\
With --verify, one row for each function:
  joins, loops       blocks where control meets, and loops
  phi mu gamma eta   merges; a phi is in an irreducible region that could not be removed
  gates, formulas    different gates of arms, and the formulas that they are made of
  same, flow         obligations that need no solver: a gate is what is known of its edge; control
                     takes one path
  folded, solved     obligations whose formula was constant, and those that the solver proved
  questions          to the solver, each about many obligations; the size of its checked proofs

Exit status:
  0   done; with --verify: all gates are right
  1   a gate is wrong
  2   a gate was not decided, or the solver reached a limit
  64  bad usage
  65  unreadable input, or a function that is not in the form
  74  output cannot be written

Examples:
  tollgate gsa in.ll --fn f                  # the gated form of @f
  tollgate gsa in.ll -o out.gsa              # of the whole module
  tollgate gsa in.ll --verify                # a table of all functions
  tollgate gsa out.gsa --verify --proofs dir # the gates of a file; formulas and proofs
  tollgate gsa --check-proofs dir            # checks the proofs again, with the checker alone
  tollgate gsa out.gsa --to-ssa -o back.ll   # back into SSA")]
pub struct Args {
    /// The module: LLVM IR text or bitcode, or gated SSA (.gsa); `-` for standard input.
    #[arg(required_unless_present = "check_proofs")]
    file: Option<String>,
    /// The function; all that have a body if not given.
    #[arg(long = "fn", value_name = "NAME")]
    function: Option<String>,
    /// Validate the gates and show a table instead of the form.
    #[arg(long)]
    verify: bool,
    /// With --verify: show everything by the solver, nothing by other arguments.
    #[arg(long, requires = "verify")]
    solver_alone: bool,
    /// With --verify: the time that one question to the solver may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    time_limit: u64,
    /// With --verify: write each formula and its proof (DIMACS and LRAT) to this directory.
    #[arg(long, value_name = "DIRECTORY", requires = "verify")]
    proofs: Option<PathBuf>,
    /// Check the proofs in this directory instead.
    #[arg(long, value_name = "DIRECTORY", conflicts_with_all = ["file", "verify", "to_ssa"])]
    check_proofs: Option<PathBuf>,
    /// Write the module in SSA again, or one function of it, if all gates are right.
    #[arg(long, conflicts_with = "verify")]
    to_ssa: bool,
    /// The input is gated SSA, whatever the file is called.
    #[arg(long)]
    gated: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Where to write; standard output if not given.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Text.
    Text,
    /// JSON for programs.
    Json,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<u8> {
    if let Some(directory) = &args.check_proofs {
        return proofs::check(directory, args.format == Format::Json, args.output.as_deref());
    }
    let file = args.file.as_deref().unwrap_or("-");
    let mut ctx = Context::new();
    let input = if args.gated || input::is_gated(file) {
        let input = input::gated_module(&mut ctx, file)?;
        verify_module(&ctx, &input.module)?;
        input
    } else {
        let module = input::module(&mut ctx, file)?;
        crate::fmt::verify(&ctx, &module)?;
        GatedModule { module, gated: Default::default() }
    };
    let functions = functions(&ctx, &input, args)?;
    if args.to_ssa {
        return back(&mut ctx, input, &functions, args);
    }
    let forms = forms(&mut ctx, &input, &functions)?;
    if args.verify {
        return verify(&ctx, &input, &forms, args);
    }
    print(&ctx, input, forms, args)
}

/// Verifies a module with gates. Where values are defined is not asked: that of operands belongs to
/// the form, that of arms to validation.
fn verify_module(ctx: &Context, module: &Module) -> Result<()> {
    let is_other = |it: &Violation| !matches!(it.kind, ViolationKind::NotDominated { .. });
    let violations: Vec<Violation> =
        tollgate_ir::verify_module(ctx, module).into_iter().filter(is_other).collect();
    crate::fmt::check(module, &violations)
}

fn functions(ctx: &Context, input: &GatedModule, args: &Args) -> Result<Vec<Func>> {
    let functions = &input.module.functions;
    match &args.function {
        Some(name) => {
            let func = input::function(ctx, &input.module, name)?;
            if functions[func].body().is_none() {
                let file = &input.module.source.file;
                return Err(Failure::usage(format!("{file}: @{name} is a declaration")));
            }
            Ok(vec![func])
        }
        None => Ok(functions.keys().filter(|&func| functions[func].body().is_some()).collect()),
    }
}

/// A function in gated SSA.
pub struct Form {
    func: Func,
    /// The form.
    pub gated: Gated,
    /// The time that it took to make.
    construction: Duration,
}

/// The gated SSA of functions, or all that is wrong with the form of any of them.
fn forms(ctx: &mut Context, input: &GatedModule, functions: &[Func]) -> Result<Vec<Form>> {
    let mut forms = Vec::new();
    let mut failed: Option<Failure> = None;
    for &func in functions {
        match form(ctx, input, func).map_err(|error| error.downcast::<Failure>()) {
            Ok(form) => forms.push(form),
            Err(Ok(failure)) => match &mut failed {
                Some(first) => first.message.push_str(&format!("\n{}", failure.message)),
                None => failed = Some(failure),
            },
            Err(Err(error)) => return Err(error),
        }
    }
    match failed {
        Some(failure) => Err(failure.into()),
        None => Ok(forms),
    }
}

/// The gated SSA of a function: that of its file, or made of its canonical form.
pub fn form(ctx: &mut Context, input: &GatedModule, func: Func) -> Result<Form> {
    let start = Instant::now();
    let Some(body) = input.module.functions[func].body() else {
        return Err(Failure::usage("a declaration has no gates"));
    };
    let gated = match input.gated.get(&func) {
        Some(text) => Gated::from_text(body.clone(), text).map_err(|error| {
            let place = place(input, error.span);
            let name =
                printable(&ctx.name_text(input.module.functions[func].header.name)).into_owned();
            Failure::input(format!(
                "{place}: @{name}: the block that this gate names has no such instruction"
            ))
        })?,
        None => Gated::new(&Canonical::new(ctx, body.clone())),
    };
    let construction = start.elapsed();
    let errors = check_form(ctx, &gated).errors;
    if !errors.is_empty() {
        let names = Names::new(ctx, gated.body(), Numbering::new(gated.body()));
        let lines: Vec<String> =
            errors.iter().map(|error| form_error(input, func, &gated, &names, error)).collect();
        return Err(Failure::input(lines.join("\n")));
    }
    Ok(Form { func, gated, construction })
}

fn place(input: &GatedModule, span: Span) -> String {
    let at = Lines::new(&input.module.source.text).position(span.start);
    format!("{}:{}:{}", input.module.source.file, at.line, at.column)
}

/// Where a merge stands.
fn merge_place(input: &GatedModule, body: &Body, block: Block, merge: Option<Value>) -> String {
    let span = match merge.map(|merge| body.value(merge).def) {
        Some(ValueDef::Param(param)) => body.param(param).span,
        Some(
            ValueDef::Arg(_)
            | ValueDef::Inst(_)
            | ValueDef::Const(_)
            | ValueDef::Meta(_)
            | ValueDef::Wrapped(_)
            | ValueDef::Undefined,
        )
        | None => body.block(block).span,
    };
    if span.is_none() { input.module.source.file.to_string() } else { place(input, span) }
}

fn form_error(
    input: &GatedModule,
    func: Func,
    gated: &Gated,
    names: &Names<'_>,
    error: &FormError,
) -> String {
    use tollgate_gsa::FormErrorKind;
    let place = merge_place(input, gated.body(), error.block, error.merge);
    let name = names.ctx.name_text(input.module.functions[func].header.name);
    let about = match (&error.kind, error.merge) {
        (FormErrorKind::NotClosed(value) | FormErrorKind::NotDefined(value), _) => {
            format!("{} in block {}", names.bare(*value), names.label(error.block))
        }
        (_, Some(merge)) => names.bare(merge),
        (_, None) => format!("block {}", names.label(error.block)),
    };
    format!("{place}: @{}: {about}: {}", printable(&name), error.kind)
}

fn verify(ctx: &Context, input: &GatedModule, forms: &[Form], args: &Args) -> Result<u8> {
    let options = Options {
        discharge: !args.solver_alone,
        limits: Limits { time: Duration::from_secs(args.time_limit), ..Limits::default() },
    };
    let mut writer = match &args.proofs {
        Some(directory) => Some(proofs::Writer::new(directory)?),
        None => None,
    };
    let mut reports = Vec::new();
    let mut text = report::heading();
    for form in forms {
        let Form { func, gated, .. } = form;
        let name = ctx.name_text(input.module.functions[*func].header.name).into_owned();
        let validated = match &mut writer {
            Some(writer) => {
                writer.begin(&name);
                validate_with_proofs(gated, &options, Some(&mut |files| writer.add(&files)))
            }
            None => validate_with_proofs(gated, &options, None),
        };
        let report = function_report(ctx, input, form, &validated);
        if args.format == Format::Text {
            text.push_str(&report.text());
        }
        reports.push(report);
    }
    if let Some(writer) = writer {
        text.push_str(&writer.finish()?);
    }
    match args.format {
        Format::Text => {
            text.push_str(&report::summary(&reports));
            output::write_text(args.output.as_deref(), &text)?;
        }
        Format::Json => {
            let json = report::json(&input.module.source.file, &reports);
            output::write(args.output.as_deref(), format!("{json:#}\n").as_bytes())?;
        }
    }
    Ok(reports
        .iter()
        .map(FunctionReport::status)
        .max_by_key(|&status| report::rank(status))
        .unwrap_or(exit::OK))
}

/// What became of the gates of a function.
fn function_report(
    ctx: &Context,
    input: &GatedModule,
    form: &Form,
    validated: &Validated,
) -> FunctionReport {
    let Form { func, gated, construction } = form;
    let name = ctx.name_text(input.module.functions[*func].header.name);
    let names = Names::new(ctx, gated.body(), Numbering::new(gated.body()));
    let place = |block, merge| merge_place(input, gated.body(), block, merge);
    // A form that was read has no other body to compare with.
    let original = (!input.gated.contains_key(func)).then(|| gated.body());
    FunctionReport::new(&name, gated, original, validated, *construction, &names, &place)
}

fn print(ctx: &Context, mut input: GatedModule, forms: Vec<Form>, args: &Args) -> Result<u8> {
    let mut chosen = Vec::new();
    for Form { func, gated, .. } in forms {
        input.gated.insert(func, gated.text());
        if let Some(body) = input.module.functions[func].body_mut() {
            *body = gated.into_body();
        }
        chosen.push(func);
    }
    let mut out = Vec::new();
    let written = match (&args.function, chosen.first()) {
        (Some(_), Some(&func)) => {
            write_gated_function(ctx, &input.module, func, &input.gated[&func], &mut out)
        }
        (Some(_) | None, _) => write_gated(ctx, &input.module, &input.gated, &mut out),
    };
    if let Err(error) = written {
        let file = &input.module.source.file;
        return Err(Failure::input(format!("{file}: {}", error.message(ctx))));
    }
    if args.format == Format::Json {
        let text = String::from_utf8_lossy(&out);
        let json =
            serde_json::json!({ "file": input.module.source.file.to_string(), "gated": text });
        out = format!("{json:#}\n").into_bytes();
    }
    output::write(args.output.as_deref(), &out)?;
    Ok(exit::OK)
}

/// Writes the module in SSA, or the chosen function of it.
fn back(ctx: &mut Context, mut input: GatedModule, chosen: &[Func], args: &Args) -> Result<u8> {
    for form in &forms(ctx, &input, chosen)? {
        let Form { func, gated, .. } = form;
        let name = ctx.name_text(input.module.functions[*func].header.name).into_owned();
        let validated: Validated = tollgate_gsa::validate(gated, &Options::default());
        if !validated.report.is_valid() {
            let report = function_report(ctx, &input, form, &validated);
            let (code, message) = (report.status(), report.faults());
            return Err(Failure { code, message }.into());
        }
        let (body, _) = to_ssa(ctx, gated, &validated).map_err(|error| {
            let names = Names::new(ctx, gated.body(), Numbering::new(gated.body()));
            let place = merge_place(&input, gated.body(), error.block, Some(error.merge));
            let (merge, source) = (names.bare(error.merge), names.label(error.source));
            let name = printable(&name);
            Failure::input(format!(
                "{place}: @{name}: {merge}, when control comes from {source}: {}",
                error.kind
            ))
        })?;
        if let Some(place) = input.module.functions[*func].body_mut() {
            *place = body;
        }
        input.gated.remove(func);
    }
    let module = &input.module;
    let mut out = Vec::new();
    let written = match (&args.function, chosen) {
        (Some(_), &[func]) => {
            crate::fmt::check(module, &verify_function(ctx, module, func))?;
            write_function(ctx, module, func, &mut out)
        }
        (Some(_) | None, _) => {
            crate::fmt::verify(ctx, module)?;
            write_module(ctx, module, &mut out)
        }
    };
    if let Err(error) = written {
        let file = &module.source.file;
        return Err(Failure::input(format!("{file}: {}", error.message(ctx))));
    }
    output::write(args.output.as_deref(), &out)?;
    Ok(exit::OK)
}
