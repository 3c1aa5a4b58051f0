//! Every rule that comes with Tollgate is checked by evaluating both sides (§10.1); see `verify`
//! for what that means. `TOLLGATE_FULL=1` tries more. `TOLLGATE_RULE=name` checks one rule (or
//! those whose names begin so).

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tollgate_rules::verify::{Checked, Effort, Failure, verify};
use tollgate_rules::{Kind, Rule, RuleSet};

fn effort() -> Effort {
    match std::env::var_os("TOLLGATE_FULL") {
        Some(_) => Effort::FULL,
        None => Effort::QUICK,
    }
}

/// Checks rules by two threads; the results in the order of the rules.
fn verify_all(rules: &[&Rule], effort: &Effort) -> Vec<Result<Checked, Failure>> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(rule) = rules.get(next.load(Ordering::Relaxed)) {
                    let _ = rule;
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(rule) = rules.get(index) else { break };
                    let start = std::time::Instant::now();
                    let result = verify(rule, effort);
                    if start.elapsed().as_secs() >= 5 {
                        println!("{}: {:?}", rule.name(), start.elapsed());
                    }
                    results.lock().unwrap().insert(index, result);
                }
            });
        }
    });
    results.into_inner().unwrap().into_values().collect()
}

#[test]
fn every_rule_holds() {
    let wanted = std::env::var("TOLLGATE_RULE").unwrap_or_default();
    let set = RuleSet::builtin();
    let rules: Vec<&Rule> =
        set.rules().map(|(_, rule)| rule).filter(|rule| rule.name().starts_with(&wanted)).collect();
    let results = verify_all(&rules, &effort());
    let mut failed = 0;
    let mut total = Checked::default();
    for (rule, result) in rules.iter().zip(&results) {
        match result {
            Ok(checked) => {
                total.complete_typings += checked.complete_typings;
                total.sampled_typings += checked.sampled_typings;
                total.instances += checked.instances;
                total.cases += checked.cases;
                total.samples += checked.samples;
                total.sample_cases += checked.sample_cases;
                total.equalities += checked.equalities;
                total.strict += checked.strict;
                // A refinement that is never less than its left side could be an equality.
                if rule.kind() == Kind::Refinement && checked.strict == 0 {
                    println!(
                        "{}:{}: {} could be an equality",
                        rule.file(),
                        rule.position().line,
                        rule.name()
                    );
                }
            }
            Err(failure) => {
                failed += 1;
                println!("{}:{}: {} {failure}\n", rule.file(), rule.position().line, rule.name());
            }
        }
    }
    let equalities = rules.iter().filter(|rule| rule.kind() == Kind::Equality).count();
    let sometimes = rules.iter().filter(|rule| rule.may_be_equality()).count();
    println!("{} rules: {equalities} equalities, {sometimes} sometimes; {total:?}", rules.len());
    assert_eq!(failed, 0, "rules that do not hold");
}
