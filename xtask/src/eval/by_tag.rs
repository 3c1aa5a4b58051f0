//! What each tag of rules brings: the same pairs, again and again, with one more tag switched on
//! each time.
//!
//! A rule is on when all of its tags are. The first step has no rules at all: what is proven there
//! the graph proves by itself, by sharing, folding, decisions, loops, addresses and memory, which
//! are no rules and are always on. Nothing is refuted.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, bail};
use serde::Serialize;
use tollgate_check::Options as CheckOptions;

use super::tables::percent;
use super::tally::Evaluation;
use super::{Options, corpus_pairs};
use crate::table::{Align, Table};

/// Verdicts with some of the rules.
#[derive(Debug, Serialize)]
pub struct Step {
    /// What was switched on last; nothing at first.
    pub tag: Option<&'static str>,
    /// How many rules are on.
    pub rules: usize,
    /// By pass.
    pub passes: BTreeMap<String, Share>,
    /// All of it.
    pub total: Share,
}

/// How many of the functions that were changed are valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    pub changed: u64,
    pub valid: u64,
}

/// Evaluates with no rules, and with one more tag each time.
pub fn run(root: &Path, options: &Options) -> Result<Vec<Step>> {
    let tags = CheckOptions::tags();
    let mut steps = Vec::new();
    for on in 0..=tags.len() {
        let check = CheckOptions { refute: false, ..options.for_check() }.without(&tags[on..]);
        let evaluation = corpus_pairs(root, options, &check)?;
        if let Some(fault) = evaluation.faults.first() {
            bail!("{fault}");
        }
        let tag = on.checked_sub(1).map(|last| tags[last]);
        steps.push(step(tag, &check, &evaluation));
    }
    Ok(steps)
}

fn step(tag: Option<&'static str>, check: &CheckOptions, evaluation: &Evaluation) -> Step {
    let share = |row: &super::tally::Row| Share { changed: row.changed(), valid: row.valid };
    Step {
        tag,
        rules: check.rule_count(),
        passes: evaluation.passes.iter().map(|(pass, row)| (pass.clone(), share(row))).collect(),
        total: share(&evaluation.total),
    }
}

/// Percentages, a line a tag, a column a pass.
pub fn text(steps: &[Step]) -> String {
    let Some(first) = steps.first() else { return String::new() };
    let passes: Vec<&String> = first.passes.keys().collect();
    let mut columns = vec![("rules on", Align::Left), ("rules", Align::Right)];
    columns.extend(passes.iter().map(|pass| (pass.as_str(), Align::Right)));
    columns.push(("all", Align::Right));
    let mut table = Table::new(&columns);
    let cell =
        |share: Option<&Share>| share.map_or("-".to_owned(), |it| percent(it.valid, it.changed));
    for step in steps {
        let name = step.tag.map_or("none".to_owned(), |tag| format!("and {tag}"));
        let mut row = vec![name, step.rules.to_string()];
        row.extend(passes.iter().map(|&pass| cell(step.passes.get(pass))));
        row.push(cell(Some(&step.total)));
        table.row(row);
    }
    let changed = first.passes.values().map(|share| share.changed.to_string());
    let mut row = vec!["changed functions".to_owned(), String::new()];
    row.extend(changed.chain([first.total.changed.to_string()]));
    table.row(row);
    format!(
        "valid, in per cent of changed functions, with one tag of rules after the other\n{table}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::write_atomically;
    use crate::scratch::Scratch;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    #[test]
    fn a_rule_counts_from_its_tag_on() {
        let scratch = Scratch::new("eval-by-tag");
        let pairs = scratch.path().join("target/corpus/pairs/lib/file");
        let before = "define i32 @f(i32 %x, i32 %y) {\n  %d = sub i32 %x, %y\n  \
            %r = sub i32 0, %d\n  ret i32 %r\n}\n";
        let after = "define i32 @f(i32 %x, i32 %y) {\n  %r = sub i32 %y, %x\n  ret i32 %r\n}\n";
        write_atomically(&pairs.join("raw.ll"), before.as_bytes()).unwrap();
        write_atomically(&pairs.join("raw.instsimplify.ll"), after.as_bytes()).unwrap();
        let options = Line::parse_from(["eval", "--jobs", "1"]).options;
        let steps = run(scratch.path(), &options).unwrap();
        let valid: Vec<(Option<&str>, u64)> =
            steps.iter().map(|step| (step.tag, step.total.valid)).collect();
        assert_eq!((valid[0], steps[0].rules), ((None, 0), 0));
        let arith = valid.iter().position(|(tag, _)| *tag == Some("arith")).unwrap();
        assert!(valid[..arith].iter().all(|&(_, valid)| valid == 0), "{valid:?}");
        assert!(valid[arith..].iter().all(|&(_, valid)| valid == 1), "{valid:?}");
        assert_eq!(steps[0].passes["raw.instsimplify"], Share { changed: 1, valid: 0 });
        let text = text(&steps);
        assert!(text.contains("and arith") && text.contains("100.0"), "{text}");
    }
}
