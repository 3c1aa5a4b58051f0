//! The evaluation as one page that needs nothing else: pictures, then all tables.

use super::by_tag::{self, Step};
use super::known::{self, Known};
use super::speed::{self, Speed};
use super::tables;
use super::tally::{Evaluation, Row};
use crate::plot::{Bars, bars};

/// What LLVM M.D. reached, with rules that are not all sound, in per cent of the functions that the
/// pass changed (Tristan, Govereau and Morrisett, "Evaluating value-graph translation validation
/// for LLVM", 2011, recounted from its logs).
const LLVM_MD: &[(&str, f64)] =
    &[("pipeline", 68.1), ("gvn", 77.9), ("licm", 77.7), ("sccp", 56.4)];

const STYLE: &str = "body{font-family:sans-serif;margin:2em auto;max-width:72em;color:#222}\
    pre{background:#f6f6f6;padding:1em;overflow-x:auto;font-size:12px}svg{max-width:100%;height:auto}\
    h1{font-size:1.6em}h2{font-size:1.2em;margin-top:2em}";

/// The page.
pub fn html(
    evaluation: &Evaluation,
    by_tag: Option<&[Step]>,
    known: Option<&Known>,
    speed: Option<&Speed>,
    show: usize,
) -> String {
    let mut body = String::new();
    let mut section = |title: &str, content: &str| {
        body.push_str(&format!("<h2>{}</h2>\n{content}\n", escape(title)));
    };
    let total = &evaluation.total;
    let share = |part: u64| part as f64 * 100.0 / total.changed().max(1) as f64;
    let summary = format!(
        "<p>{} pairs of functions in {} pairs of files; {} changed: {:.1} % valid, {} invalid, \
            {:.1} % unknown, {:.1} % unsupported.</p>",
        total.functions,
        total.files,
        total.changed(),
        share(total.valid),
        total.invalid,
        share(total.unknown),
        share(total.unsupported)
    );
    if total.functions > 0 {
        section("Valid, by pass", &format!("{summary}\n{}", by_pass(evaluation)));
        section("Valid, by library", &by_library(evaluation));
        section("Time of a changed function", &times(evaluation));
        section("Tables", &preformatted(&tables::text(evaluation, show)));
    }
    if let Some(steps) = by_tag {
        section(
            "Valid, with one tag of rules after the other",
            &preformatted(&by_tag::text(steps)),
        );
    }
    if let Some(known) = known {
        section("Pairs with known answers", &preformatted(&known::text(known)));
    }
    if let Some(speed) = speed {
        section(
            "Speed",
            &format!("{}\n{}", preformatted(&speed::text(speed)), speed::picture(speed)),
        );
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>tollgate \
            check</title><style>{STYLE}</style></head>\n\
         <body>\n<h1>tollgate check on before-and-after pairs</h1>\n{body}</body>\n</html>\n"
    )
}

fn valid_share(row: &Row) -> Option<f64> {
    (row.changed() > 0).then(|| row.valid as f64 * 100.0 / row.changed() as f64)
}

fn percent(value: f64) -> String {
    format!("{value:.1} %")
}

fn by_pass(evaluation: &Evaluation) -> String {
    let theirs = |pass: &str| {
        let short = pass.split_once('.').map_or(pass, |(_, short)| short);
        LLVM_MD.iter().find(|&&(name, _)| name == short).map(|&(_, share)| share)
    };
    let rows: Vec<Bars> = evaluation
        .passes
        .iter()
        .map(|(pass, row)| Bars {
            name: pass.clone(),
            values: vec![valid_share(row), theirs(pass)],
        })
        .collect();
    bars(
        "Valid of the functions that a pass changed",
        &["tollgate", "LLVM M.D. (2011)"],
        &rows,
        100.0,
        percent,
    )
}

fn by_library(evaluation: &Evaluation) -> String {
    let rows: Vec<Bars> = evaluation
        .libraries
        .iter()
        .map(|(name, row)| Bars { name: name.clone(), values: vec![valid_share(row)] })
        .collect();
    bars(
        "Valid of the functions that were changed, all passes",
        &["tollgate"],
        &rows,
        100.0,
        percent,
    )
}

fn times(evaluation: &Evaluation) -> String {
    let rows: Vec<Bars> = evaluation
        .times
        .iter()
        .map(|bin| Bars {
            name: format!("{} to {} ms", short(bin.from_millis), short(bin.to_millis)),
            values: vec![Some(bin.functions as f64)],
        })
        .collect();
    let most = evaluation.times.iter().map(|bin| bin.functions).max().unwrap_or(0) as f64;
    bars("Functions by time, refutation included", &["functions"], &rows, most, |value| {
        format!("{value:.0}")
    })
}

/// A number with two digits that count.
fn short(value: f64) -> String {
    let digits = (1.0 - value.log10().floor()).clamp(0.0, 6.0) as usize;
    format!("{value:.digits$}")
}

fn preformatted(text: &str) -> String {
    format!("<pre>{}</pre>", escape(text))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_without_figures_is_a_page() {
        let page = html(&Evaluation::default(), None, None, None, 10);
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
        assert!(!page.contains("NaN"));
    }

    #[test]
    fn passes_stand_beside_what_others_reached() {
        let mut evaluation = Evaluation::default();
        let mut row = Row::default();
        (row.functions, row.unchanged, row.valid) = (10, 2, 4);
        evaluation.passes.insert("mem2reg.gvn".to_owned(), row);
        let picture = by_pass(&evaluation);
        assert!(picture.contains("50.0 %") && picture.contains("77.9 %"), "{picture}");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [short(0.464), short(4.64), short(46.4), short(1000.0)],
            ["0.46", "4.6", "46", "1000"]
        );
    }
}
