//! `tollgate rules`: the laws that `check` uses, listed and explained; and the rules that commands
//! are told to use.

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

/// Lists and explains the rules that `check` uses.
///
/// A rule says that an operation may be taken for another term. It is one of:
///
/// equality: both sides denote the same, poison and undef included.
///
/// refinement: the right side is what the left is, wherever that is defined.
///
/// sometimes: a refinement that is an equality on a condition.
///
/// With names, those rules are explained, and tested anew by evaluating both sides.
#[derive(clap::Args)]
#[command(after_help = "\
Laws of decisions (gamma), loops, memory and calls, and the folding of constants are not written as
rules: they are part of the graph. They are listed below the rules, and `check --without` cannot
switch them off.

A rule is tested, not proven: with all values, poison and undef at 1 to 3 bits (a random choice of
them where they are too many), and with random ones at up to 128 bits.

Exit status:
  0   done; every rule that was tested passed (without names or `--verify` none is tested)
  1   a rule that was tested is wrong
  2   a rule applied to nothing that was tried; none is wrong
  64  bad usage
  65  unreadable input

Examples:
  tollgate rules                                  # all of them
  tollgate rules --tag shift                      # those about shifts
  tollgate rules sub-constant add-self            # explain two, and test them
  tollgate rules --verify                         # test all of them: takes a while
  tollgate rules --rules my.rules --verify        # test my own before I trust them
  tollgate rules --format json | jq '.rules[] | select(.kind == \"sometimes\") | .name'")]
pub struct Args {
    /// Explain these rules.
    names: Vec<String>,
    /// Only rules of this tag; of several, those that have one of them.
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// Of the rules of this file instead of those that come with Tollgate; may be given several
    /// times.
    #[arg(long = "rules", value_name = "FILE")]
    files: Vec<String>,
    /// Test every rule that is listed.
    #[arg(long)]
    verify: bool,
    /// In which notation.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// One line a rule; of a rule that is explained, a paragraph.
    Text,
    /// One object.
    Json,
}

/// Exit status if a rule is wrong.
const WRONG: u8 = 1;
/// Exit status if a rule could not be tested.
const UNTESTED: u8 = 2;

/// A rule, and what came of its test if it was tested.
struct Shown<'a> {
    rule: &'a Rule,
    /// Where it stands.
    place: String,
    tested: Option<Result<Checked, Refusal>>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<u8> {
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
    output::write(None, out.as_bytes())?;
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

/// The rules that were asked for, in the order in which they are tried.
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

/// The laws of the graph that were asked for.
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

/// What kind of a rule it is, in one word.
fn kind(rule: &Rule) -> &'static str {
    match rule.kind() {
        Kind::Refinement if rule.may_be_equality() => "sometimes",
        kind @ (Kind::Equality | Kind::Refinement) => kind.word(),
    }
}

/// `file:line`; of the rules that come with Tollgate from the root of its repository.
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

/// The rules of files, one after the other; none if there are no files.
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

/// Tells a check to do without the rules of some tags that come with Tollgate, and to use those of
/// files behind the others.
pub fn choose(options: Options, without: &[String], files: &[String]) -> Result<Options> {
    if let Some(tag) = without.iter().find(|tag| laws::tags().contains(&tag.as_str())) {
        return Err(Failure::usage(format!(
            "the laws of `{tag}` are part of the graph and cannot be switched off; `tollgate rules` lists the tags of rules, which can"
        )));
    }
    known_tags(RuleSet::builtin(), without.iter())?;
    let mut options = options.without(without);
    if let Some(own) = from_files(files)? {
        let rest = options.rules.as_deref().unwrap_or(RuleSet::builtin());
        let all = rest.with(&own).map_err(|error| Failure::input(error.to_string()))?;
        options.rules = Some(Arc::new(all));
    }
    Ok(options)
}
