//! Constant folding against LLVM: thousands of operations on constants are folded by
//! `opt-19 -passes=instsimplify`, and every constant that it gives must refine what this crate
//! computes: be the result, or one of the results that poison, undef, NaNs and other choices allow.
//!
//! `TOLLGATE_FULL=1` runs many more cases. The cases depend on nothing but the seed.

#[path = "instsimplify/explore.rs"]
mod explore;
#[path = "instsimplify/folding.rs"]
mod folding;
#[path = "instsimplify/generate.rs"]
mod generate;
#[path = "instsimplify/model.rs"]
mod model;
#[path = "support/opt.rs"]
mod opt;
#[path = "support/random.rs"]
mod random;

use explore::{Verdict, compare, too_undefined};
use folding::fold_case;
use generate::Generator;
use model::{Case, Operation, Plain, parse_constant};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use tollgate_ir::{Context, Opcode};
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
    disputed: usize,
}

/// The module with one function for each case.
fn module_of(cases: &[Case]) -> String {
    let mut text = String::new();
    let declarations: BTreeSet<String> = cases.iter().filter_map(Case::declaration).collect();
    for declaration in declarations {
        writeln!(text, "{declaration}").unwrap();
    }
    for (number, case) in cases.iter().enumerate() {
        let attributes = case
            .denormals
            .map_or(String::new(), |mode| format!(" \"denormal-fp-math\"=\"{mode}\""));
        let ty = case.result.text();
        writeln!(
            text,
            "define {ty} @c{number}(){attributes} {{\n  %r = {}\n  ret {ty} %r\n}}",
            case.instruction()
        )
        .unwrap();
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

/// Values worth trying for wide undef operands: all that occur, and their differences.
fn hints(case: &Case, constant: &Plain) -> Vec<Int> {
    let mut hints = Vec::new();
    integers(constant, &mut hints);
    case.operands.iter().for_each(|(_, value)| integers(value, &mut hints));
    let differences: Vec<Int> = hints
        .iter()
        .flat_map(|a| {
            hints.iter().filter(move |b| a != *b && a.width() == b.width()).map(move |b| a.sub(b))
        })
        .collect();
    hints.extend(differences);
    hints.truncate(16);
    hints
}

/// Where LLVM 19 gives what its own reference does not allow: `fpext` and `fptrunc` of undef are
/// undef, although not every pattern of the result is the image of one
/// (`fpext half undef to double` has 2^16 results of 2^64).
fn is_disputed(case: &Case, constant: &Plain) -> bool {
    let undef = |value: &Plain| {
        value.lanes().is_some_and(|lanes| {
            lanes.iter().any(|lane| lane.as_bits().is_some_and(|bits| bits.is_undef()))
        })
    };
    matches!(case.operation, Operation::Cast(Opcode::FPExt | Opcode::FPTrunc)) && undef(constant)
}

#[test]
fn opt_refines_what_we_compute() {
    let full = std::env::var_os("TOLLGATE_FULL").is_some();
    let batches = if full { 40 } else { 4 };
    let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
    let mut disagreements = Vec::new();
    let mut folded = 0;
    let mut ctx = Context::new();
    for batch in 0..batches {
        let mut generator = Generator::new(1_000 + batch);
        let cases: Vec<Case> = (0..BATCH).map(|_| generator.case()).collect();
        let output = opt::run_opt("instsimplify", &module_of(&cases));
        let answers = returned(&output);
        for (number, case) in cases.iter().enumerate() {
            let count = counts.entry(case.name()).or_default();
            count.cases += 1;
            let text = answers[&number]
                .strip_prefix(&case.result.text())
                .unwrap_or_else(|| panic!("{} => {}", case.instruction(), answers[&number]));
            let Some(constant) = parse_constant(&case.result, text) else {
                count.not_folded += 1;
                continue;
            };
            if too_undefined(case, &constant) {
                disagreements.push(format!(
                    "{} is poison or undefined here, in LLVM {text}",
                    case.instruction()
                ));
            }
            let verdict = compare(case, &constant, hints(case, &constant));
            if case.denormals.is_none()
                && let Some((value, exact)) = fold_case(&mut ctx, case)
            {
                folded += 1;
                // What folding gives is a result, and if it is exact, then LLVM's answer refines
                // it.
                let own = compare(case, &value, hints(case, &value));
                let consistent = !exact
                    || value.is_refined_by(&constant, &|(), ()| true)
                    || is_disputed(case, &constant);
                if own == Verdict::Disagrees || !consistent {
                    disagreements.push(format!(
                        "{} => fold {value:?} {exact}, LLVM {text}",
                        case.instruction()
                    ));
                }
            }
            match verdict {
                Verdict::Refines => count.refines += 1,
                Verdict::Undefined => count.undefined += 1,
                Verdict::Uninterpreted => count.uninterpreted += 1,
                Verdict::Unknown if is_disputed(case, &constant) => count.disputed += 1,
                Verdict::Unknown => count.unknown += 1,
                Verdict::Disagrees => {
                    disagreements.push(format!(
                        "{} [{:?}] => {text}",
                        case.instruction(),
                        case.denormals
                    ));
                }
            }
        }
    }
    let columns = ["cases", "refines", "ub", "no", "?", "disp.", "unfolded"];
    println!("{:28} {}", "operation", columns.map(|name| format!("{name:>8}")).join(" "));
    let mut total = Counts::default();
    for (name, count) in &counts {
        let Counts { cases, not_folded, refines, undefined, uninterpreted, unknown, disputed } =
            *count;
        println!(
            "{name:28} {cases:8} {refines:8} {undefined:8} {uninterpreted:8} {unknown:8} \
                {disputed:8} {not_folded:8}"
        );
        total.cases += cases;
        total.refines += refines;
        total.unknown += unknown;
        total.disputed += disputed;
        total.uninterpreted += uninterpreted;
        total.undefined += undefined;
        total.not_folded += not_folded;
    }
    println!(
        "{} cases: {} refine, {} of undefined sources, {} uninterpreted, {} unknown, {} disputed, \
            {} not folded by LLVM, {} disagree; \
         {folded} also folded here",
        total.cases,
        total.refines,
        total.undefined,
        total.uninterpreted,
        total.unknown,
        total.disputed,
        total.not_folded,
        disagreements.len()
    );
    let shown = disagreements.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(disagreements.is_empty(), "{} disagreements:\n{shown}", disagreements.len());
    assert!(total.refines * 10 > total.cases * 7, "most cases must be compared");
    assert!(total.unknown * 200 < total.cases, "few cases may stay undecided");
}
