//! `tollgate rules`: the rules and laws that `check` uses, listed and explained; and the choice of
//! rules for a check.

mod laws;
mod text;

use crate::exit::{self, Failure};
use crate::output;
use anyhow::Result;
use laws::{LAWS, Law};
use serde_json::{Value, json};
use std::sync::Arc;
use tollgate_check::Options;
use tollgate_rules::verify::{Checked, Effort, Failure as Refusal, verify};
use tollgate_rules::{Kind, Rule, RuleSet};

/// Lists and explains the rewrite rules that `check` uses.
///
/// A rule relates an operation (its left side) to another term (its right side). Its kind is one
/// of:
///
/// equality: both sides denote the same, poison and undef included.
///
/// refinement: the right side refines the left.
///
/// sometimes: a refinement, and an equality under a further condition.
///
/// With names, those rules are explained, and tested again by evaluating both sides.
#[derive(clap::Args)]
#[command(after_help = "\
`--grammar` prints the grammar of rule files with examples.

Laws of decisions (gamma), loops, memory and calls, and constant folding are not written as rules:
they are part of the graph. They are listed after the rules, and `check --without` cannot switch
them off.

A rule is tested, not proven: with all values, poison and undef at 1 to 3 bits (with a random sample
where they are too many), and with random values at up to 128 bits.

Exit status:
  0   done; every rule that was tested passed (without names or `--verify` none is tested)
  1   a rule that was tested is wrong
  2   a rule never applied in its test; none is wrong
  64  bad usage
  65  unreadable input
  74  output cannot be written

Examples:
  tollgate rules                                  # all of them
  tollgate rules --tag shift                      # those about shifts
  tollgate rules sub-constant add-self            # explain two, and test them
  tollgate rules --verify                         # test all of them: takes a while
  tollgate rules --grammar                        # how to write my own
  tollgate rules --rules my.rules --verify        # test my own before I trust them
  tollgate rules --format json | jq '.rules[] | select(.kind == \"sometimes\") | .name'")]
pub struct Args {
    /// Explain and test these rules.
    names: Vec<String>,
    /// Only rules with this tag; may be given several times.
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// Use the rules of this file instead of the built-in ones; may be given several times.
    #[arg(long = "rules", value_name = "FILE")]
    files: Vec<String>,
    /// Test every rule that is listed.
    #[arg(long)]
    verify: bool,
    /// Print the grammar of rule files, with examples.
    #[arg(long, conflicts_with_all = ["names", "tags", "files", "verify", "format"])]
    grammar: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// One line for each rule, or a paragraph for each that is explained.
    Text,
    /// One object.
    Json,
}

/// Exit status if a rule is wrong.
const WRONG: u8 = 1;
/// Exit status if a rule could not be tested.
const UNTESTED: u8 = 2;

/// A rule, and the result of its test if it was tested.
struct Shown<'a> {
    rule: &'a Rule,
    /// Its file and line.
    place: String,
    tested: Option<Result<Checked, Refusal>>,
}

/// The grammar of rule files.
const GRAMMAR: &str = include_str!("../../../docs/rules.md");

/// Runs the command.
pub fn run(args: &Args) -> Result<u8> {
    if args.grammar {
        output::write(None, GRAMMAR.as_bytes())?;
        return Ok(exit::OK);
    }
    let own = from_files(&args.files)?;
    let set = own.as_ref().unwrap_or(RuleSet::builtin());
    let laws = if own.is_none() { chosen_laws(args) } else { Vec::new() };
    let of_rules = |tag: &&String| own.is_some() || !laws::tags().contains(&tag.as_str());
    known_tags(set, args.tags.iter().filter(of_rules))?;
    let explain = !args.names.is_empty();
    let shown: Vec<Shown<'_>> = chosen(set, args)?
        .into_iter()
        .map(|rule| Shown {
            rule,
            place: place(rule, own.is_none()),
            tested: (explain || args.verify).then(|| verify(rule, &Effort::QUICK)),
        })
        .collect();
    let out = match args.format {
        Format::Json => {
            let rules: Vec<Value> = shown.iter().map(json).collect();
            let mut object = json!({ "rules": rules });
            if !laws.is_empty() {
                object["laws"] = laws.iter().map(|law| law.json()).collect();
            }
            format!("{}\n", serde_json::to_string_pretty(&object)?)
        }
        Format::Text if explain => text::explained(&shown, &laws),
        Format::Text => text::listed(&shown, &laws),
    };
    output::write_text(None, &out)?;
    let refused = |wanted: fn(&Refusal) -> bool| {
        shown.iter().any(|it| matches!(&it.tested, Some(Err(refusal)) if wanted(refusal)))
    };
    Ok(if refused(|it| matches!(it, Refusal::Counterexample(_))) {
        WRONG
    } else if refused(|it| matches!(it, Refusal::NeverApplied | Refusal::NeverAnEquality)) {
        UNTESTED
    } else {
        exit::OK
    })
}

/// The selected rules, in the order in which they are tried.
fn chosen<'a>(set: &'a RuleSet, args: &Args) -> Result<Vec<&'a Rule>> {
    for name in &args.names {
        let is_law = args.files.is_empty() && LAWS.iter().any(|law| law.name == name);
        if set.find(name).is_none() && !is_law {
            return Err(no_such_rule(set, name));
        }
    }
    let wanted = |rule: &&Rule| {
        (args.names.is_empty() || args.names.iter().any(|name| name == rule.name()))
            && (args.tags.is_empty() || args.tags.iter().any(|tag| rule.has_tag(tag)))
    };
    Ok(set.rules().map(|(_, rule)| rule).filter(wanted).collect())
}

/// The selected laws of the graph.
fn chosen_laws(args: &Args) -> Vec<&'static Law> {
    let wanted = |law: &&Law| {
        (args.names.is_empty() || args.names.iter().any(|name| name == law.name))
            && (args.tags.is_empty() || args.tags.iter().any(|tag| tag == law.tag))
    };
    LAWS.iter().filter(wanted).collect()
}

fn no_such_rule(set: &RuleSet, name: &str) -> anyhow::Error {
    const SHOWN: usize = 10;
    let similar = set.rules().map(|(_, rule)| rule.name()).filter(|it| it.contains(name));
    let similar: Vec<&str> = similar.take(SHOWN).collect();
    let hint = match similar.is_empty() {
        true => "`tollgate rules` lists them".to_string(),
        false => format!("there is {}", similar.join(", ")),
    };
    Failure::usage(format!("there is no rule `{name}`; {hint}"))
}

/// The kind of a rule, in one word.
fn kind(rule: &Rule) -> &'static str {
    match rule.kind() {
        Kind::Refinement if rule.may_be_equality() => "sometimes",
        kind @ (Kind::Equality | Kind::Refinement) => kind.word(),
    }
}

/// `file:line`; of built-in rules from the root of the repository.
fn place(rule: &Rule, builtin: bool) -> String {
    let folder = if builtin { "crates/rules/rules/" } else { "" };
    format!("{folder}{}:{}", rule.file(), rule.position().line)
}

fn json(shown: &Shown<'_>) -> Value {
    let rule = shown.rule;
    let mut object = json!({
        "name": rule.name(),
        "kind": kind(rule),
        "tags": rule.tags().collect::<Vec<_>>(),
        "doc": rule.doc(),
        "text": rule.text(),
        "place": shown.place,
    });
    let (key, value) = match &shown.tested {
        None => return object,
        Some(Ok(checked)) => (
            "tested",
            json!({
                "complete_typings": checked.complete_typings,
                "sampled_typings": checked.sampled_typings,
                "cases": checked.cases,
                "sample_cases": checked.sample_cases,
            }),
        ),
        Some(Err(refusal)) => ("refused", json!(refusal.to_string())),
    };
    object[key] = value;
    object
}

/// The rules of files in order; none if there are no files.
fn from_files(files: &[String]) -> Result<Option<RuleSet>> {
    let mut all: Option<RuleSet> = None;
    for file in files {
        let text = std::fs::read_to_string(file)
            .map_err(|error| Failure::input(format!("{file}: {error}")))?;
        let set = RuleSet::parse(file, &text).map_err(|error| Failure::input(error.to_string()))?;
        all = Some(match all {
            Some(all) => all.with(&set).map_err(|error| Failure::input(error.to_string()))?,
            None => set,
        });
    }
    Ok(all)
}

fn known_tags<'a>(set: &RuleSet, mut tags: impl Iterator<Item = &'a String>) -> Result<()> {
    let known = set.tags();
    match tags.find(|tag| !known.contains(&tag.as_str())) {
        None => Ok(()),
        Some(tag) => Err(Failure::usage(format!(
            "no rule has the tag `{tag}`; there is {}",
            known.join(", ")
        ))),
    }
}

/// Options without the built-in rules of some tags and of some names, and with the rules of files
/// after the others.
pub fn choose(
    options: Options,
    without_tags: &[String],
    without_rules: &[String],
    files: &[String],
) -> Result<Options> {
    if let Some(tag) = without_tags.iter().find(|tag| laws::tags().contains(&tag.as_str())) {
        return Err(Failure::usage(format!(
            "the laws of `{tag}` are part of the graph and cannot be switched off; \
             `tollgate rules` lists the tags of rules, which can"
        )));
    }
    let builtin = RuleSet::builtin();
    known_tags(builtin, without_tags.iter())?;
    if let Some(name) = without_rules.iter().find(|name| builtin.find(name).is_none()) {
        return Err(no_such_rule(builtin, name));
    }
    let mut options = options.without(without_tags).without_rules(without_rules);
    if let Some(own) = from_files(files)? {
        let rest = options.rules.as_deref().unwrap_or(RuleSet::builtin());
        let all = rest.with(&own).map_err(|error| Failure::input(error.to_string()))?;
        options.rules = Some(Arc::new(all));
    }
    Ok(options)
}
