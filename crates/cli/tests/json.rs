//! `docs/json.md` against real output: every key that is written is documented where it is written,
//! and every key that is documented without being optional is written.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The report of a check.
fn report(args: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tollgate"));
    let output =
        command.args(["check", "--format", "json"]).args(args).current_dir(root()).output();
    serde_json::from_slice(&output.expect("the program starts").stdout).expect("JSON")
}

/// The keys of the tables of the document, by section: whether each is always there.
fn documented() -> BTreeMap<String, BTreeMap<String, bool>> {
    let text = std::fs::read_to_string(root().join("docs/json.md")).expect("the document");
    let mut sections: BTreeMap<String, BTreeMap<String, bool>> = BTreeMap::new();
    let mut section = String::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            section = title.to_string();
        }
        let mut cells = line.split('|').map(str::trim);
        let (Some(""), Some(keys), Some(value)) = (cells.next(), cells.next(), cells.next()) else {
            continue;
        };
        for key in keys.split(", ").filter_map(|key| key.strip_prefix('`')?.strip_suffix('`')) {
            let is_optional = value.starts_with("*optional*");
            sections.entry(section.clone()).or_default().insert(key.to_string(), !is_optional);
        }
    }
    sections
}

#[test]
fn what_is_written_is_documented() {
    let documented = documented();
    let check = |section: &str, object: &Value| {
        let (object, keys) = (object.as_object().expect("an object"), &documented[section]);
        for key in object.keys() {
            assert!(keys.contains_key(key), "docs/json.md, {section}: {key} is missing");
        }
        for (key, is_always) in keys {
            assert!(!is_always || object.contains_key(key), "{section}: {key} is not written");
        }
    };
    let reports = [
        report(&["tests/check/pass/value_graph.ll"]),
        report(&["tests/check/pass/split_loops.ll"]),
        report(&["tests/check/fail/dropped_store.ll"]),
        report(&["tests/check/unknown/must_not_pass.ll", "--no-refute"]),
        report(&["tests/check/unknown/counters.ll", "--no-refute"]),
        report(&["tests/check/unsupported/no_clause.ll"]),
    ];
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for report in &reports {
        check("The report", report);
        for function in report["functions"].as_array().expect("a list") {
            check("Functions", function);
            for (key, section) in [
                ("proof", "Proofs"),
                ("explanation", "Explanations"),
                ("counterexample", "Counterexamples"),
            ] {
                if function[key].is_object() {
                    check(section, &function[key]);
                    seen.insert(section.to_string());
                }
            }
        }
    }
    let all = ["Counterexamples", "Explanations", "Proofs"].map(String::from);
    assert_eq!(seen, BTreeSet::from(all));
}

#[test]
fn obligations_and_facts_are_documented_words() {
    let text = std::fs::read_to_string(root().join("docs/json.md")).expect("the document");
    let reports = ["must_not_pass.ll", "explained.ll"]
        .map(|file| report(&[&format!("tests/check/unknown/{file}"), "--no-refute"]));
    let functions = |report: &'_ Value| report["functions"].as_array().expect("a list").clone();
    let mut words = BTreeSet::new();
    for function in reports.iter().flat_map(functions) {
        let Value::Object(explanation) = &function["explanation"] else { continue };
        words.insert(explanation["obligation"].as_str().expect("a word").to_string());
        let of = |key: &str| explanation[key].as_array().expect("a list").iter();
        let differences = of("differences").chain(of("further"));
        let facts = differences.map(|it| &it["missing"]).chain([&explanation["missing"]]);
        for fact in facts.flat_map(|it| it.as_array().expect("a list")) {
            words.insert(fact["fact"].as_str().expect("a word").to_string());
            words.extend(fact["known"].as_str().map(String::from));
        }
    }
    assert!(words.len() > 3, "{words:?}");
    assert!(words.contains("branch") && words.contains("attributes"), "{words:?}");
    for word in words {
        assert!(text.contains(&format!("`{word}`")), "docs/json.md: {word} is missing");
    }
}
