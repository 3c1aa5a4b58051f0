//! Constant folding against LLVM: thousands of operations on constants are folded by `opt-19 -passes=instsimplify`, and every constant that it
//! gives must refine what this crate computes: be the result, or one of the results that poison, undef, NaNs and other choices allow.
//!
//! `TOLLGATE_FULL=1` runs many more cases. The cases depend on nothing but the seed.

#[path = "instsimplify/explore.rs"]
mod explore;
#[path = "instsimplify/generate.rs"]
mod generate;
#[path = "instsimplify/model.rs"]
mod model;
#[path = "support/opt.rs"]
mod opt;
#[path = "support/random.rs"]
mod random;

use explore::{Verdict, compare};
use generate::Generator;
use model::{Case, Plain, parse_constant};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use tollgate_sem::Int;
use tollgate_sem::value::{Lane, Value};

/// Cases in one run of `opt`.
const BATCH: usize = 5_000;

/// How often each verdict was reached for one operation.
#[derive(Default, Clone, Copy)]
struct Counts {
    cases: usize,
    not_folded: usize,
    refines: usize,
    undefined: usize,
    uninterpreted: usize,
    unknown: usize,
}

/// The module with one function for each case.
fn module_of(cases: &[Case]) -> String {
    let mut text = String::new();
    let declarations: BTreeSet<String> = cases.iter().filter_map(Case::declaration).collect();
    for declaration in declarations {
        writeln!(text, "{declaration}").unwrap();
    }
    for (number, case) in cases.iter().enumerate() {
        let attributes = case.denormals.map_or(String::new(), |mode| format!(" \"denormal-fp-math\"=\"{mode}\""));
        let ty = case.result.text();
        writeln!(text, "define {ty} @c{number}(){attributes} {{\n  %r = {}\n  ret {ty} %r\n}}", case.instruction()).unwrap();
    }
    text
}

/// What each function returns.
fn returned(output: &str) -> BTreeMap<usize, &str> {
    let mut returned = BTreeMap::new();
    let mut number = None;
    for line in output.lines() {
        if line.starts_with("define ") {
            number = line.split("@c").nth(1).and_then(|rest| rest.split('(').next()?.parse().ok());
        } else if let (Some(number), Some(value)) = (number, line.strip_prefix("  ret ")) {
            returned.insert(number, value);
        }
    }
    returned
}

fn integers(value: &Plain, into: &mut Vec<Int>) {
    match value {
        Value::Lane(Lane::Bits(bits)) => into.push(bits.known().clone()),
        Value::Lane(Lane::Poison | Lane::Pointer(())) => {}
        Value::Parts(parts) => parts.iter().for_each(|part| integers(part, into)),
    }
}

#[test]
fn opt_refines_what_we_compute() {
    let full = std::env::var_os("TOLLGATE_FULL").is_some();
    let batches = if full { 40 } else { 4 };
    let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
    let mut disagreements = Vec::new();
    for batch in 0..batches {
        let mut generator = Generator::new(1_000 + batch);
        let cases: Vec<Case> = (0..BATCH).map(|_| generator.case()).collect();
        let output = opt::run_opt("instsimplify", &module_of(&cases));
        let answers = returned(&output);
        for (number, case) in cases.iter().enumerate() {
            let count = counts.entry(case.name()).or_default();
            count.cases += 1;
            let text = answers[&number].strip_prefix(&case.result.text()).unwrap_or_else(|| panic!("{} => {}", case.instruction(), answers[&number]));
            let Some(constant) = parse_constant(&case.result, text) else {
                count.not_folded += 1;
                continue;
            };
            let mut hints = Vec::new();
            integers(&constant, &mut hints);
            case.operands.iter().for_each(|(_, value)| integers(value, &mut hints));
            match compare(case, &constant, hints) {
                Verdict::Refines => count.refines += 1,
                Verdict::Undefined => count.undefined += 1,
                Verdict::Uninterpreted => count.uninterpreted += 1,
                Verdict::Unknown => {
                    count.unknown += 1;
                    if std::env::var_os("SHOWU").is_some() { println!("unknown {} => {text}", case.instruction()); }
                }
                Verdict::Disagrees => {
                    disagreements.push(format!("{} [{:?}] => {text}", case.instruction(), case.denormals));
                }
            }
        }
    }
    println!("{:28} {:>7} {:>7} {:>7} {:>6} {:>6} {:>6}", "operation", "cases", "refines", "undef.b", "uninte", "unknow", "unfold");
    let mut total = Counts::default();
    for (name, count) in &counts {
        let Counts { cases, not_folded, refines, undefined, uninterpreted, unknown } = *count;
        println!("{name:28} {cases:7} {refines:7} {undefined:7} {uninterpreted:6} {unknown:6} {not_folded:6}");
        total.cases += cases;
        total.refines += refines;
        total.unknown += unknown;
        total.uninterpreted += uninterpreted;
        total.undefined += undefined;
        total.not_folded += not_folded;
    }
    println!(
        "{} cases: {} refine, {} of undefined sources, {} uninterpreted, {} unknown, {} not folded, {} disagree",
        total.cases, total.refines, total.undefined, total.uninterpreted, total.unknown, total.not_folded, disagreements.len()
    );
    let shown = disagreements.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(disagreements.is_empty(), "{} disagreements:\n{shown}", disagreements.len());
    assert!(total.refines * 10 > total.cases * 7, "most cases must be compared");
    assert!(total.unknown * 50 < total.cases, "few cases may stay undecided");
}
