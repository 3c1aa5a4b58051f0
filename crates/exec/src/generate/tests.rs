//! Tests of the generator: well formed, repeatable, accepted by LLVM, free of undefined behaviour
//! where that is configured, and the same output natively and in the interpreter.
//!
//! Those that need LLVM's tools fail without them. `TOLLGATE_FULL=1` tests ten times as many
//! programs.

use super::*;
use crate::choices::Seeded;
use crate::environment::{Havoc, Layered};
use crate::libc::CLibrary;
use crate::machine::{Config as RunConfig, Machine};
use crate::memory::ObjectKind;
use crate::outcome::Outcome;
use crate::value::Val;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use tollgate_ir::{AttrKind, Block, Body, FloatType, Func, Opcode, Type, TypeKind, verify_module};

/// Ten times as many with `TOLLGATE_FULL`.
fn scaled(count: u64) -> u64 {
    if std::env::var_os("TOLLGATE_FULL").is_some() { count * 10 } else { count }
}

fn text_of(ctx: &Context, module: &Module) -> String {
    let mut out = Vec::new();
    tollgate_llvm::write_module(ctx, module, &mut out).expect("a generated module can be written");
    String::from_utf8(out).expect("generated names are plain")
}

fn program_text(seed: u64, config: &Config) -> String {
    let mut ctx = Context::new();
    let module = generate(&mut ctx, seed, config);
    text_of(&ctx, &module)
}

/// The presets whose output is the same everywhere.
fn reproducible_presets() -> Vec<(&'static str, Config)> {
    let mut presets = Config::presets();
    presets.retain(|(_, config)| {
        config.reproducible && config.ub_free && !config.poison && !config.undef
    });
    presets
}

#[test]
fn every_preset_is_well_formed() {
    for (name, config) in Config::presets() {
        for seed in 0..scaled(100) {
            let mut ctx = Context::new();
            let module = generate(&mut ctx, seed, &config);
            let violations = verify_module(&ctx, &module);
            assert!(violations.is_empty(), "preset {name}, seed {seed}: {violations:?}");
        }
    }
}

/// All combinations of options make well-formed modules, and ones without undefined behaviour if so
/// configured.
#[test]
fn any_knobs_go_together() {
    let mut faults = Vec::new();
    for seed in 0..scaled(400) {
        let config = Config::any(&mut Rng::new(seed));
        let mut ctx = Context::new();
        let module = generate(&mut ctx, seed, &config);
        let violations = verify_module(&ctx, &module);
        assert!(violations.is_empty(), "seed {seed}: {violations:?}\n{config:?}");
        run_functions(&ctx, &module, seed, &config, &mut |what| {
            faults.push(format!("{seed} {what}"))
        });
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn opcodes_of(module: &Module, seen: &mut [bool]) {
    for body in module.functions.values().filter_map(|function| function.body()) {
        for block in body.blocks() {
            for inst in body.insts(block) {
                seen[body.inst(inst).opcode as usize] = true;
            }
        }
    }
}

/// What no preset is meant to make.
const ABSENT: &[Opcode] = &[
    // Of LLVM 22, threads, variable arguments, other address spaces, inline assembly, Windows,
    // debug information.
    Opcode::PtrToAddr,
    Opcode::Fence,
    Opcode::CmpXchg,
    Opcode::AtomicRmw,
    Opcode::VaArg,
    Opcode::AddrSpaceCast,
    Opcode::CallBr,
    Opcode::CatchPad,
    Opcode::CleanupPad,
    Opcode::CleanupRet,
    Opcode::CatchRet,
    Opcode::CatchSwitch,
    Opcode::DebugRecord,
];

#[test]
fn every_other_opcode_occurs() {
    let mut seen = vec![false; Opcode::ALL.len()];
    for (_, config) in Config::presets() {
        for seed in 0..30 {
            opcodes_of(&generate(&mut Context::new(), seed, &config), &mut seen);
        }
    }
    let missing: Vec<&Opcode> = Opcode::ALL
        .iter()
        .filter(|&&opcode| !seen[opcode as usize] && !ABSENT.contains(&opcode))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Whether a loop is entered at several places: some block is left on intervals after all that can
/// be folded is.
fn is_irreducible(body: &Body) -> bool {
    let blocks: Vec<Block> = body.blocks().collect();
    let number = |block: Block| blocks.iter().position(|&it| it == block);
    let mut edges: BTreeSet<(usize, usize)> = BTreeSet::new();
    for (from, &block) in blocks.iter().enumerate() {
        edges.extend(
            body.succ_edges(block).filter_map(|edge| Some((from, number(body.edge(edge).to)?))),
        );
    }
    // Hecht and Ullman: drop edges to itself, melt a block into its only predecessor; what stays is
    // irreducible.
    loop {
        edges.retain(|(from, to)| from != to);
        let only = |to: usize| {
            let mut from = edges.iter().filter(|edge| edge.1 == to).map(|edge| edge.0);
            from.next().filter(|_| from.next().is_none())
        };
        let Some((from, to)) = (0..blocks.len()).find_map(|to| only(to).map(|from| (from, to)))
        else {
            return !edges.is_empty();
        };
        let out: Vec<usize> = edges.iter().filter(|edge| edge.0 == to).map(|edge| edge.1).collect();
        edges.retain(|edge| edge.0 != to && *edge != (from, to));
        edges.extend(out.into_iter().map(|next| (from, next)));
    }
}

#[test]
fn tangled_programs_have_loops_with_several_entries_and_loops_do_not() {
    let count = |config: &Config| {
        (0..60)
            .map(|seed| generate(&mut Context::new(), seed, config))
            .filter(|module| {
                module.functions.values().filter_map(|function| function.body()).any(is_irreducible)
            })
            .count()
    };
    let tangled = count(&Config { unreachable_blocks: false, ..Config::tangled() });
    assert!(tangled > 20, "{tangled}");
    assert_eq!(count(&Config::loops()), 0);
}

/// Interned ids differ in a context that holds other things already; the program must not.
#[test]
fn a_seed_names_one_program_whatever_the_context_holds() {
    for (name, config) in Config::presets() {
        let mut used = Context::new();
        for seed in 0..20 {
            let module = generate(&mut used, seed, &config);
            assert_eq!(
                text_of(&used, &module),
                program_text(seed, &config),
                "preset {name}, seed {seed}"
            );
        }
    }
}

#[test]
fn what_is_written_can_be_read_again() {
    for (name, config) in Config::presets() {
        for seed in 0..20 {
            let text = program_text(seed, &config);
            let mut ctx = Context::new();
            let module = match tollgate_llvm::read(&mut ctx, "generated.ll", text.as_bytes()) {
                Ok(module) => module,
                Err(errors) => panic!("preset {name}, seed {seed}: {errors:?}"),
            };
            assert_eq!(text_of(&ctx, &module), text, "preset {name}, seed {seed}");
        }
    }
}

// External tools.

/// A folder of its own for one test, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tollgate-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("a temporary file");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs a tool; its output, or its error messages.
fn tool(name: &str, args: &[&Path]) -> Result<Vec<u8>, String> {
    let output =
        Command::new(name).args(args).output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// Gives the functions and variables that a module shares with others names of its own.
fn with_own_names(text: &str, seed: u64) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut rest = text;
    while let Some(at) = rest.find('@') {
        let end = rest[at + 1..]
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .map_or(rest.len(), |end| at + 1 + end);
        out.push_str(&rest[..end]);
        let name = &rest[at + 1..end];
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        if name == "main" || stem.len() < name.len() && matches!(stem, "f" | "outside" | "bytes") {
            out.push_str(&format!("_{seed}"));
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// Joins programs into one module, because starting a tool costs far more than checking a program.
fn link(
    folder: &Folder,
    preset: &str,
    programs: &[(u64, String)],
    extra: Option<&str>,
) -> Result<PathBuf, String> {
    let mut files = Vec::new();
    for (seed, text) in programs {
        files.push(folder.file(&format!("{preset}-{seed}.ll"), &with_own_names(text, *seed)));
    }
    if let Some(extra) = extra {
        files.push(folder.file(&format!("{preset}-extra.ll"), extra));
    }
    let joined = folder.0.join(format!("{preset}.bc"));
    let mut args: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    args.extend([Path::new("-o"), &joined]);
    tool("llvm-link-19", &args)?;
    Ok(joined)
}

#[test]
fn llvm_accepts_every_program() {
    let folder = Folder::new("verify");
    let verify = |file: &Path| {
        tool("opt-19", &[Path::new("-passes=verify"), Path::new("-disable-output"), file])
    };
    let mut accepted = 0;
    for (name, config) in Config::presets() {
        let count = scaled(170);
        let programs: Vec<(u64, String)> =
            (0..count).map(|seed| (seed, program_text(seed, &config))).collect();
        for some in programs.chunks(85) {
            if let Err(message) = link(&folder, name, some, None).and_then(|joined| verify(&joined))
            {
                // One by one, to say which it is.
                for (seed, text) in some {
                    let file = folder.file("single.ll", text);
                    if let Err(message) = verify(&file) {
                        panic!("preset {name}, seed {seed}: {message}");
                    }
                }
                panic!("preset {name}: {message}");
            }
            accepted += some.len();
        }
    }
    assert!(accepted >= 2000, "{accepted} programs");
}

/// A `main` that runs the programs one after the other.
fn driver(seeds: &[u64]) -> String {
    let mut text = String::new();
    for seed in seeds {
        text.push_str(&format!("declare i32 @main_{seed}()\n"));
    }
    text.push_str("declare i32 @putchar(i32)\ndefine i32 @main() {\n");
    for seed in seeds {
        text.push_str(&format!("  call i32 @main_{seed}()\n  call i32 @putchar(i32 10)\n"));
    }
    text.push_str("  ret i32 0\n}\n");
    text
}

/// What programs print when they are compiled.
fn native_output(
    folder: &Folder,
    preset: &str,
    joined: &Path,
    level: &str,
) -> Result<Vec<u8>, String> {
    let program = folder.0.join(format!("{preset}{level}"));
    let args = [level, "-w", "-x", "ir"].map(Path::new);
    let rest = ["-x", "none", "-lm", "-lstdc++", "-o"].map(Path::new);
    let all: Vec<&Path> =
        args.into_iter().chain([joined]).chain(rest).chain([program.as_path()]).collect();
    tool("clang-19", &all)?;
    let output = Command::new(&program).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(format!("{} ended with {}", program.display(), output.status))
    }
}

/// What a program prints in the interpreter.
fn interpreted_output(seed: u64, config: &Config) -> Result<Vec<u8>, String> {
    let mut ctx = Context::new();
    let module = generate(&mut ctx, seed, config);
    let mut machine = Machine::new(&ctx, &module, RunConfig::default())?;
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut library = CLibrary::new(&mut output, &mut errors);
    let run = machine.run_main(&[b"program"], &mut library, &mut Seeded::new(seed), None);
    drop(library);
    match run.outcome {
        Outcome::Exit(0) => Ok(output),
        other => Err(describe(&ctx, &module, &other)),
    }
}

fn describe(ctx: &Context, module: &Module, outcome: &Outcome) -> String {
    let at = match outcome {
        Outcome::Undefined { at: Some(at), .. } | Outcome::Unsupported { at: Some(at), .. } => {
            let function = &module.functions[at.func];
            let opcode = function.body().map_or("", |body| body.inst(at.inst).opcode.word());
            format!(" at {opcode} {} of @{}", at.inst, ctx.name_text(function.header.name))
        }
        _ => String::new(),
    };
    match outcome {
        Outcome::Undefined { reason, .. } => format!("undefined: {reason}{at}"),
        other => format!("{other:?}{at}"),
    }
}

#[test]
fn native_runs_agree_at_all_levels_and_with_the_interpreter() {
    let folder = Folder::new("native");
    let mut faults = Vec::new();
    for (name, config) in reproducible_presets() {
        let programs: Vec<(u64, String)> =
            (0..scaled(16)).map(|seed| (seed, program_text(seed, &config))).collect();
        for some in programs.chunks(16) {
            let seeds: Vec<u64> = some.iter().map(|(seed, _)| *seed).collect();
            let joined =
                link(&folder, name, some, Some(&driver(&seeds))).expect("programs that link");
            let plain =
                native_output(&folder, name, &joined, "-O0").expect("a run without optimisation");
            let optimised =
                native_output(&folder, name, &joined, "-O2").expect("a run with optimisation");
            let lines = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            if plain != optimised {
                faults.push(format!(
                    "{name}: -O0 gives\n{}-O2 gives\n{}",
                    lines(&plain),
                    lines(&optimised)
                ));
            }
            let mut interpreted = Vec::new();
            for seed in seeds {
                match interpreted_output(seed, &config) {
                    Ok(output) => interpreted.extend([output, b"\n".to_vec()].concat()),
                    Err(message) => faults.push(format!("{name} {seed}: {message}")),
                }
            }
            if plain != interpreted {
                faults.push(format!(
                    "{name}: -O0 gives\n{}the interpreter\n{}",
                    lines(&plain),
                    lines(&interpreted)
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

// Undefined behaviour.

/// Arguments that obey the attributes of the parameters: poison wherever that is allowed, boundary
/// values, fresh memory.
fn some_arguments(
    machine: &mut Machine<'_>,
    func: Func,
    rng: &mut Rng,
) -> (Vec<Val>, crate::memory::Memory) {
    let (ctx, module) = (machine.ctx(), machine.module());
    let mut memory = machine.new_memory(func).expect("globals that can be laid out");
    let function = &module.functions[func];
    let TypeKind::Function { params, .. } = ctx.kind(function.ty) else {
        return (Vec::new(), memory);
    };
    let mut args = Vec::new();
    for (index, &ty) in params.iter().enumerate() {
        let set = ctx.attr_list_data(function.attrs).param(index);
        if ty == Type::PTR {
            let size = ctx.int_attr(set, AttrKind::Dereferenceable).unwrap_or(0);
            let prov =
                memory.allocate(ObjectKind::Outside(index as u32), size, 16).expect("memory");
            let base = memory.object(prov).map_or(0, |object| object.base());
            args.push(Val::Ptr { prov, addr: base });
            continue;
        }
        let bounded = ctx.has_attr(set, AttrKind::Range);
        let undef_allowed = !ctx.has_attr(set, AttrKind::NoUndef);
        args.push(match ctx.kind(ty) {
            _ if undef_allowed && rng.chance(30) => rng.pick(&[0, 1]).then_value(),
            TypeKind::Int(width) if *width <= 64 => {
                let bits = rng.pick(&[0, 1, u64::MAX, 1 << (width - 1), rng.clone().bits()]);
                let bits = bits & (u64::MAX >> (64 - width));
                Val::Bits(if bounded { 0 } else { bits })
            }
            _ => {
                let shape = machine.shape(ty).expect("a type of values");
                crate::machine::zero(&shape).expect("a zero")
            }
        });
    }
    (args, memory)
}

/// Poison or undef, by number.
trait Deferred {
    fn then_value(self) -> Val;
}

impl Deferred for i32 {
    fn then_value(self) -> Val {
        if self == 0 { Val::Poison } else { Val::Undef }
    }
}

/// Runs every function of a module a few times; reports undefined behaviour if the module promises
/// that there is none, and runs that do not end. Gives the numbers of runs, of undefined ones, and
/// of those that are not interpreted.
fn run_functions(
    ctx: &Context,
    module: &Module,
    seed: u64,
    config: &Config,
    report: &mut dyn FnMut(String),
) -> (u32, u32, u32) {
    let mut machine = Machine::new(ctx, module, RunConfig::default()).expect("a data layout");
    machine.config_mut().limits.fuel = 20 * config.work;
    let mut rng = Rng::new(seed);
    let (mut runs, mut undefined, mut unsupported) = (0, 0, 0);
    for (func, function) in module.functions.iter() {
        let name = ctx.name_text(function.header.name);
        if function.is_declaration() || name == "main" {
            continue;
        }
        for round in 0..3 {
            let (args, memory) = some_arguments(&mut machine, func, &mut rng);
            let (mut output, mut errors) = (Vec::new(), Vec::new());
            let library = CLibrary::new(&mut output, &mut errors);
            let mut environment = Layered(library, Havoc::new(seed + round));
            let run =
                machine.run(func, &args, memory, &mut environment, &mut Seeded::new(round), None);
            runs += 1;
            match run.outcome {
                Outcome::Return(_) | Outcome::Unwind(_) => {}
                Outcome::Undefined { .. } if !config.ub_free => undefined += 1,
                // Arithmetic of pairs of doubles, and of bits that are no number.
                Outcome::Unsupported { .. } if config.floats.contains(&FloatType::X86Fp80) => {
                    unsupported += 1
                }
                other => report(format!("@{name}: {}", describe(ctx, module, &other))),
            }
        }
    }
    (runs, undefined, unsupported)
}

#[test]
fn programs_that_promise_it_have_no_undefined_behaviour() {
    let mut faults = Vec::new();
    let (mut runs, mut unsupported) = (0, 0);
    for (name, config) in Config::presets().into_iter().filter(|(_, config)| config.ub_free) {
        for seed in 0..scaled(40) {
            let mut ctx = Context::new();
            let module = generate(&mut ctx, seed, &config);
            let counts = run_functions(&ctx, &module, seed, &config, &mut |what| {
                faults.push(format!("{name} {seed} {what}"));
            });
            runs += counts.0;
            unsupported += counts.2;
        }
    }
    let shown = &faults[..faults.len().min(20)];
    assert!(faults.is_empty(), "{} of {runs} runs:\n{}", faults.len(), shown.join("\n"));
    assert!(unsupported * 10 < runs, "{unsupported} of {runs} runs are not interpreted");
}

/// Wild programs are no use if they always go wrong, nor if they never do.
#[test]
fn wild_programs_are_undefined_now_and_then() {
    let config = Config::wild();
    let (mut runs, mut undefined) = (0, 0);
    for seed in 0..scaled(60) {
        let mut ctx = Context::new();
        let module = generate(&mut ctx, seed, &config);
        let counts =
            run_functions(&ctx, &module, seed, &config, &mut |what| panic!("{seed} {what}"));
        runs += counts.0;
        undefined += counts.1;
    }
    assert!(
        undefined * 10 > runs && undefined * 10 < runs * 8,
        "{undefined} of {runs} runs are undefined"
    );
}

// Shrinking.

fn has_opcode(module: &Module, wanted: Opcode) -> bool {
    module.functions.values().filter_map(|function| function.body()).any(|body| {
        body.blocks().any(|block| body.insts(block).any(|inst| body.inst(inst).opcode == wanted))
    })
}

#[test]
fn shrinking_leaves_little_but_what_is_interesting() {
    for (name, wanted) in [
        ("plain", Opcode::UDiv),
        ("tangled", Opcode::Switch),
        ("memory", Opcode::PtrToInt),
        ("calls", Opcode::Invoke),
    ] {
        let config = Config::preset(name).expect("a preset");
        let mut ctx = Context::new();
        let (seed, module) = (0..)
            .map(|seed| (seed, generate(&mut ctx, seed, &config)))
            .find(|(_, module)| has_opcode(module, wanted))
            .expect("an opcode that occurs");
        let mut asked = 0;
        let small = shrink(&mut ctx, module, &mut |_, candidate| {
            asked += 1;
            has_opcode(candidate, wanted)
        });
        assert!(has_opcode(&small, wanted), "{name} {seed}");
        assert_eq!(verify_module(&ctx, &small), [], "{name} {seed}");
        let size = shrink::size(&small);
        assert!(
            size <= 16,
            "{name} {seed}: {size} things are left after {asked} questions\n{}",
            text_of(&ctx, &small)
        );
        let folder = Folder::new(&format!("shrink-{name}"));
        let file = folder.file("small.ll", &text_of(&ctx, &small));
        tool("opt-19", &[Path::new("-passes=verify"), Path::new("-disable-output"), &file])
            .expect("LLVM accepts it");
    }
}

#[test]
fn shrinking_stops_at_its_limit() {
    let mut ctx = Context::new();
    let module = generate(&mut ctx, 3, &Config::plain());
    let mut asked = 0;
    shrink_within(&mut ctx, module, ShrinkLimits { attempts: 17 }, &mut |_, _| {
        asked += 1;
        asked % 2 == 0
    });
    assert!(asked <= 17, "{asked}");
}
