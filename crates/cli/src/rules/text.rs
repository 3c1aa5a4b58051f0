//! Rules as text: one line each in a list, or a paragraph each.

use super::laws::Law;
use super::{Shown, kind};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use tollgate_rules::verify::{Checked, Effort, Failure};
use tollgate_rules::{Kind, Rule};

/// Names and tags are aligned up to this width.
const NAME_WIDTH: usize = 36;
const KIND_WIDTH: usize = "refinement".len();

/// A list, and the number of rules of each kind and tag.
pub fn listed(shown: &[Shown<'_>], laws: &[&Law]) -> String {
    let mut out = String::new();
    let tags = |rule: &Rule| rule.tags().collect::<Vec<_>>().join(" ");
    let width = |widths: &mut dyn Iterator<Item = usize>| widths.max().unwrap_or(0).min(NAME_WIDTH);
    let names = width(&mut shown.iter().map(|it| it.rule.name().len()));
    let words = width(&mut shown.iter().map(|it| tags(it.rule).len()));
    for it in shown {
        let rule = it.rule;
        let _ = writeln!(
            out,
            "{:names$}  {:KIND_WIDTH$}  {:words$}  {}",
            rule.name(),
            kind(rule),
            tags(rule),
            first_sentence(rule.doc())
        );
        if let Some(Err(failure)) = &it.tested {
            let _ = writeln!(out, "{}", indented(&refused(failure)));
        }
    }
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut by_tag: BTreeMap<&str, usize> = BTreeMap::new();
    for it in shown {
        *kinds.entry(kind(it.rule)).or_default() += 1;
        for tag in it.rule.tags() {
            *by_tag.entry(tag).or_default() += 1;
        }
    }
    let counts = |counts: &BTreeMap<&str, usize>| {
        counts.iter().map(|(word, count)| format!("{count} {word}")).collect::<Vec<_>>().join(", ")
    };
    match shown.len() {
        0 if laws.is_empty() => out.push_str("no rules\n"),
        0 => {}
        many => {
            let plural = if many == 1 { "" } else { "s" };
            let _ =
                writeln!(out, "{many} rule{plural}: {}\ntags: {}", counts(&kinds), counts(&by_tag));
        }
    }
    let tested = shown.iter().filter(|it| it.tested.is_some()).count();
    if tested > 0 {
        let passed = shown.iter().filter(|it| matches!(it.tested, Some(Ok(_)))).count();
        let _ = writeln!(out, "tested: {tested}, passed: {passed}");
    }
    out.push_str(&listed_laws(laws));
    out
}

/// Laws of the graph, and the number of each tag.
fn listed_laws(laws: &[&Law]) -> String {
    let mut out = String::new();
    if laws.is_empty() {
        return out;
    }
    let names = laws.iter().map(|law| law.name.len()).max().unwrap_or(0);
    let mut by_tag: BTreeMap<&str, usize> = BTreeMap::new();
    for law in laws {
        let _ = writeln!(
            out,
            "{:names$}  {:KIND_WIDTH$}  {:6}  {}",
            law.name,
            law.kind(),
            law.tag,
            law.doc
        );
        *by_tag.entry(law.tag).or_default() += 1;
    }
    let counts: Vec<String> = by_tag.iter().map(|(tag, count)| format!("{count} {tag}")).collect();
    let plural = if laws.len() == 1 { "" } else { "s" };
    let _ = writeln!(
        out,
        "{} law{plural} of the graph itself, which cannot be switched off: {}",
        laws.len(),
        counts.join(", ")
    );
    out
}

/// Each rule in full.
pub fn explained(shown: &[Shown<'_>], laws: &[&Law]) -> String {
    let law = |law: &&Law| {
        let claim = "of the graph itself: cannot be switched off";
        let [kind, tag, place, doc] = [law.kind(), law.tag, law.place, law.doc];
        format!(
            "{}\n  {doc}.\n\nkind    {kind}, {claim}\ntags    {tag}\nplace   {place}\n",
            law.name
        )
    };
    let paragraphs: Vec<String> = shown.iter().map(explain).chain(laws.iter().map(law)).collect();
    paragraphs.join("\n")
}

fn explain(shown: &Shown<'_>) -> String {
    let rule = shown.rule;
    let mut out =
        format!("{}\n{}\n\n{}\n\n", rule.name(), indented(rule.doc()), indented(rule.text()));
    let claim = match rule.kind() {
        Kind::Equality => "both sides denote the same, for all values, poison and undef included",
        Kind::Refinement if rule.may_be_equality() => {
            "the right side refines the left; where `equality if` holds, both denote the same"
        }
        Kind::Refinement => "the right side refines the left; it is used only where that suffices",
    };
    let mut row = |title: &str, text: &str| {
        let _ = writeln!(out, "{title:8}{text}");
    };
    row("kind", &format!("{}: {claim}", kind(rule)));
    row("tags", &rule.tags().collect::<Vec<_>>().join(" "));
    row("place", &shown.place);
    match &shown.tested {
        Some(Ok(checked)) => passed(checked).iter().for_each(|(title, line)| row(title, line)),
        // The lines of a counterexample are indented already.
        Some(Err(failure)) => row("tested", &refused(failure).replace('\n', "\n        ")),
        None => {}
    }
    out
}

/// The extent of a test that passed, line by line.
fn passed(checked: &Checked) -> Vec<(&'static str, String)> {
    let bits = Effort::QUICK.width;
    let sampled = match checked.sampled_typings {
        0 => String::new(),
        many => format!(", a sample of those of {many} more"),
    };
    let exhaustive = format!(
        "{} cases at small types (1 to {bits} bits): all those of {} choices of types{sampled}",
        checked.cases, checked.complete_typings
    );
    let samples =
        format!("{} random cases at large types (up to 128 bits); no error", checked.sample_cases);
    vec![("tested", exhaustive), ("", samples)]
}

fn refused(failure: &Failure) -> String {
    match failure {
        Failure::Counterexample(_) => format!("wrong: {failure}"),
        Failure::NeverApplied | Failure::NeverAnEquality => format!("untested: {failure}"),
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

/// The first sentence of a text.
fn first_sentence(text: &str) -> &str {
    text.split_once(". ").map_or(text, |(first, _)| first).trim_end_matches('.')
}
