//! Refutation on random programs: a function is never refuted by itself, and planted mistakes are
//! found. Those that a proof shows to change nothing (dead code, bits that nobody looks at) are not
//! counted.
//!
//! With `TOLLGATE_FULL=1` (in release builds) there are many more of both.

use tollgate_check::{Options, RefuteLimits, Side, Verdict, check_modules, refute};
use tollgate_exec::generate::{Config, Rng, generate};
use tollgate_ir::{Budget, Context, Module};

fn is_full() -> bool {
    std::env::var_os("TOLLGATE_FULL").is_some()
}

fn read(ctx: &mut Context, name: &str, text: &[u8]) -> Option<Module> {
    tollgate_llvm::read(ctx, name, text).ok()
}

/// The text of a random program.
fn program(seed: u64, config: &Config) -> Vec<u8> {
    let mut ctx = Context::new();
    let module = generate(&mut ctx, seed, config);
    let mut text = Vec::new();
    tollgate_llvm::write_module(&ctx, &module, &mut text)
        .expect("a module that was made can be written");
    text
}

/// How many functions of two modules were compared, and which of them were refuted.
fn compare(before: &[u8], after: &[u8], limits: &RefuteLimits) -> Option<(usize, Vec<String>)> {
    let mut ctx = Context::new();
    let (first, second) =
        (read(&mut ctx, "before.ll", before)?, read(&mut ctx, "after.ll", after)?);
    let digests = tollgate_llvm::function_digests(&ctx, &first);
    let changed = tollgate_llvm::function_digests(&ctx, &second);
    let same = before == after;
    let (mut compared, mut refuted) = (0, Vec::new());
    for (func, function) in first.functions.iter() {
        let Some(other) = second.function_named(function.header.name) else { continue };
        let bodies = function.body().is_some() && second.functions[other].body().is_some();
        if !bodies || !same && digests[func] == changed[other] {
            continue;
        }
        compared += 1;
        let (source, target) =
            (Side { module: &first, func }, Side { module: &second, func: other });
        if let Some(found) = refute(&mut ctx, source, target, limits, &Budget::unlimited()) {
            refuted.push(format!("@{}\n{found}", ctx.name_text(function.header.name)));
        }
    }
    Some((compared, refuted))
}

/// Whether a change is found to be one, from end to end: functions that only their module calls are
/// refuted by their callers. None if a proof shows that it changes nothing.
fn is_found(before: &[u8], after: &[u8]) -> Option<bool> {
    let mut ctx = Context::new();
    let (first, second) =
        (read(&mut ctx, "before.ll", before)?, read(&mut ctx, "after.ll", after)?);
    let report = check_modules(&mut ctx, &first, &second, &Options::default());
    let harmless = report.functions.iter().all(|it| matches!(it.verdict, Verdict::Valid(_)));
    (!harmless).then(|| report.functions.iter().any(|it| matches!(it.verdict, Verdict::Invalid(_))))
}

#[test]
fn functions_are_not_refuted_by_themselves() {
    let (seeds, inputs) = if is_full() { (60, 300) } else { (2, 40) };
    let limits = RefuteLimits { inputs, ..RefuteLimits::default() };
    let mut all = 0;
    for (name, config) in Config::presets() {
        for seed in 0..seeds {
            let text = program(seed, &config);
            let (compared, refuted) =
                compare(&text, &text, &limits).expect("a module that was written can be read");
            all += compared;
            assert!(refuted.is_empty(), "{name}, seed {seed}: {}", refuted[0]);
        }
    }
    println!("{all} functions compared with themselves");
    assert!(all > 50);
}

/// Words, and what a careless optimiser might put in their place.
const MISTAKES: &[(&str, &str)] = &[
    (" add ", " sub "),
    (" sub ", " add "),
    (" mul ", " add "),
    (" and ", " or "),
    (" or ", " xor "),
    (" xor ", " and "),
    (" shl ", " lshr "),
    (" lshr ", " ashr "),
    (" ashr ", " lshr "),
    (" udiv ", " sdiv "),
    (" srem ", " urem "),
    (" zext ", " sext "),
    (" sext ", " zext "),
    (" slt ", " sle "),
    (" ult ", " ule "),
    (" sgt ", " sge "),
    (" eq ", " ne "),
    (" ugt ", " sgt "),
    (" fadd ", " fsub "),
    (" fmul ", " fdiv "),
    (" olt ", " ole "),
];

/// A program with one mistake in it.
fn plant(text: &str, rng: &mut Rng) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    for _ in 0..200 {
        let at = rng.range(0, lines.len() as u64 - 1) as usize;
        let line = lines[at];
        if !line.starts_with("  ") || line.contains("@llvm.") {
            continue;
        }
        let changed = if rng.chance(50) {
            let known: Vec<&(&str, &str)> =
                MISTAKES.iter().filter(|(word, _)| line.contains(word)).collect();
            if known.is_empty() {
                continue;
            }
            let (word, other) = known[rng.range(0, known.len() as u64 - 1) as usize];
            // Flags of one operation mean nothing to another.
            let line = [" nuw", " nsw", " exact", " disjoint", " nneg"]
                .iter()
                .fold(line.to_string(), |line, flag| line.replace(flag, ""));
            line.replacen(word, other, 1)
        } else {
            // The last number of a line, one larger.
            let is_operation =
                line.contains(" = ") && !line.contains(" phi ") && !line.contains("getelementptr");
            let Some((front, number)) = line.rsplit_once(", ").filter(|_| is_operation) else {
                continue;
            };
            let Ok(number) = number.parse::<i64>() else { continue };
            format!("{front}, {}", number.wrapping_add(1))
        };
        if changed == line {
            continue;
        }
        let mut lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
        lines[at] = changed;
        return Some(lines.join("\n") + "\n");
    }
    None
}

#[test]
fn planted_mistakes_are_found() {
    let seeds = if is_full() { 400 } else { 15 };
    let (mut planted, mut found) = (0, 0);
    for name in ["small", "plain", "loops", "memory", "integers", "floats", "outside"] {
        let config = Config::preset(name).expect("a preset");
        let (mut here, mut found_here) = (0, 0);
        for seed in 0..seeds {
            let text = String::from_utf8(program(seed, &config)).expect("a text");
            // Of what is kept in it nobody else could tell that it is another one.
            let text = text.replace("@checksum = internal global", "@checksum = global");
            let mut rng = Rng::new(seed ^ 0x706c_616e);
            let Some(changed) = plant(&text, &mut rng) else { continue };
            let Some(found) = is_found(text.as_bytes(), changed.as_bytes()) else { continue };
            here += 1;
            found_here += usize::from(found);
        }
        println!("{name}: {found_here} of {here} planted mistakes found");
        planted += here;
        found += found_here;
    }
    println!("all: {found} of {planted}");
    // Some of the others change nothing, either.
    assert!(found * 2 > planted, "{found} of {planted}");
}
