//! The prover on random programs: a function refines itself and its own canonical form, and a
//! mutant that a run tells apart from its source is never `valid`.

use std::time::Duration;
use tollgate_canon::Canonical;
use tollgate_check::{Options, RefuteLimits, Side, Verdict, check_modules, refute};
use tollgate_exec::generate::{Config, generate};
use tollgate_ir::{Body, Budget, Context, Func, Inst, Module, Value};

/// Modules in `cargo test`, and with `TOLLGATE_FULL=1`.
fn modules() -> u64 {
    if std::env::var_os("TOLLGATE_FULL").is_some() { 3_000 } else { 26 }
}

fn options() -> Options {
    Options {
        time_limit: Duration::from_secs(5),
        node_limit: 200_000,
        refute: false,
        shortcuts: false,
        ..Options::default()
    }
}

fn with_bodies(module: &Module) -> Vec<Func> {
    module.functions.iter().filter(|(_, it)| it.body().is_some()).map(|(func, _)| func).collect()
}

/// Small steps of a generator of random numbers (Steele, Lea and Flood's SplitMix).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit.max(1) as u64) as usize
    }
}

#[test]
fn functions_refine_themselves_and_their_canonical_form() {
    let (mut pairs, mut valid, mut unmet) = (0, 0, 0);
    let presets = Config::presets();
    for seed in 0..modules() {
        let mut ctx = Context::new();
        let config = &presets[seed as usize % presets.len()].1;
        let before = generate(&mut ctx, seed, config);
        let mut after = before.clone();
        for func in with_bodies(&before) {
            let Some(body) = after.functions[func].body_mut() else { continue };
            let body_before = std::mem::take(body);
            *body = Canonical::new(&mut ctx, body_before).into_body();
        }
        let report = check_modules(&mut ctx, &before, &after, &options());
        for function in &report.functions {
            pairs += 1;
            match &function.verdict {
                Verdict::Valid(_) => valid += 1,
                Verdict::Unsupported(_) => {}
                verdict => {
                    unmet += 1;
                    println!("seed {seed}: @{}: {}", function.function, verdict.reason());
                }
            }
        }
    }
    println!(
        "{pairs} functions against their canonical form: {valid} valid, {unmet} do not meet it"
    );
    assert!(valid * 2 > pairs && unmet * 100 <= pairs, "{valid} of {pairs}, {unmet} unmet");
}

/// Replaces one operand of an instruction by another value of its type that is known there: another
/// operand, an argument, or a constant of the body.
fn mutate(body: &mut Body, random: &mut Random) -> bool {
    let blocks: Vec<_> = body.blocks().collect();
    let insts: Vec<Inst> =
        blocks.iter().flat_map(|&block| body.insts(block).collect::<Vec<_>>()).collect();
    for _ in 0..20 {
        let inst = insts[random.below(insts.len())];
        let count = body.inst(inst).operand_count();
        if count == 0
            || matches!(
                body.inst(inst).opcode,
                tollgate_ir::Opcode::Switch | tollgate_ir::Opcode::Call
            )
        {
            continue;
        }
        let index = random.below(count);
        let old = body.operand(inst, index);
        let ty = body.value_type(old);
        let known: Vec<Value> = body
            .values()
            .filter(|&value| body.value_type(value) == ty && value != old)
            .filter(|&value| body.args().contains(&value) || body.as_const(value).is_some())
            .collect();
        if let Some(&new) = known.get(random.below(known.len())) {
            body.set_operand(inst, index, new);
            return true;
        }
    }
    false
}

#[test]
fn mutants_that_a_run_tells_apart_are_not_valid() {
    let (mut mutants, mut apart, mut valid) = (0, 0, 0);
    let presets = Config::presets();
    for seed in 0..modules() {
        let mut ctx = Context::new();
        let config = &presets[seed as usize % presets.len()].1;
        let before = generate(&mut ctx, seed, config);
        for func in with_bodies(&before) {
            let mut after = before.clone();
            let mut random = Random(seed << 20 | u64::from(func.as_u32()));
            let changed =
                after.functions[func].body_mut().is_some_and(|body| mutate(body, &mut random));
            if !changed || !tollgate_ir::verify_function(&ctx, &after, func).is_empty() {
                continue;
            }
            mutants += 1;
            let report = check_modules(&mut ctx, &before, &after, &options());
            let name = ctx.name_text(before.functions[func].header.name).into_owned();
            let Some(report) = report.functions.iter().find(|it| it.function == name) else {
                continue;
            };
            if !matches!(report.verdict, Verdict::Valid(_)) {
                continue;
            }
            valid += 1;
            let limits = RefuteLimits::default();
            let (source, target) = (Side { module: &before, func }, Side { module: &after, func });
            if let Some(counterexample) =
                refute(&mut ctx, source, target, &limits, &Budget::unlimited())
            {
                apart += 1;
                println!("seed {seed} @{name}: {counterexample}");
            }
        }
    }
    println!("{mutants} mutants, {valid} valid, of which a run tells {apart} apart");
    assert_eq!(apart, 0, "a mutant that does something else was called valid");
    assert!(mutants > 50);
}
