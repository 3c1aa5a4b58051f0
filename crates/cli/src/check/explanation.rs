//! An explanation as text and as a picture.
//!
//! Both show the places in both files, where the terms begin to differ, what is missing, and the
//! terms: each node with a name once, as it stands in its function.

use crate::picture::{Arrow, ArrowKind, Look, Node, Picture};
use crate::wrap::wrap_behind;
use tollgate_check::{
    Attempt, Details, Explanation, Hint, LeftLoops, LoopPart, Member, Missing, Place, Shown,
    TermDifference, TermDifferenceKind, Trial, Whose,
};

/// Lines are about this wide.
const WIDTH: usize = 110;
/// Differences that are shown.
const MAX_DIFFERENCES: usize = 6;
/// Rules and laws that are named of a proof.
const MAX_NAMED: usize = 12;

/// An explanation as lines of text.
pub fn text(it: &Explanation) -> Vec<String> {
    let mut out = Vec::new();
    places(it, &mut out);
    hints(it, false, &mut out);
    for (index, difference) in it.differences.iter().take(MAX_DIFFERENCES).enumerate() {
        let first = if index == 0 { "first difference" } else { "also different" };
        difference_text(first, difference, &mut out);
    }
    let more = it.differences.len().saturating_sub(MAX_DIFFERENCES);
    if more > 0 {
        out.push(format!("also different: {more} more, which are in the JSON"));
    }
    if it.following > 0 {
        out.push(match it.following {
            1 => "1 more difference follows from this".to_string(),
            count => format!("{count} more differences follow from this"),
        });
    }
    if !it.differences.is_empty() {
        trial_text(it, &mut out);
    }
    for difference in &it.further {
        difference_text("also different, if that held", difference, &mut out);
    }
    for missing in &it.missing {
        out.extend(wrap_behind("missing: ", &missing.to_string(), WIDTH));
    }
    if it.differences.is_empty() {
        trial_text(it, &mut out);
    }
    if let Some(loops) = it.loops.as_ref().filter(|loops| !are_compared(it, loops)) {
        loops_text(loops, &mut out);
    }
    if let Some(limit) = &it.stopped_at {
        out.push(format!("not compared to the end: stopped at a limit of {limit}"));
    }
    hints(it, true, &mut out);
    let groups = [
        ("terms of the source:", Whose::Source),
        ("terms of the target:", Whose::Target),
        ("terms of both:", Whose::Both),
    ];
    for (title, whose) in groups {
        let members = it.terms.members.iter().filter(|member| has_term(member) == whose);
        let lines: Vec<String> = members.filter_map(term).collect();
        if !lines.is_empty() {
            out.push(title.to_string());
            out.extend(lines.iter().flat_map(|line| wrap_behind("  ", line, WIDTH)));
        }
    }
    out.push(format!("strategy: {}", it.strategy));
    for attempt in &it.attempts {
        attempt_text(attempt, &mut out);
    }
    out
}

/// Where both functions are, and under which condition they come there.
fn places(it: &Explanation, out: &mut Vec<String>) {
    let [source, target] = &it.conditions;
    let is_same = source == target;
    for (who, place, condition) in [("source", &it.source, source), ("target", &it.target, target)]
    {
        if let Some(Place { place, text, .. }) = place {
            out.push(format!("{who} at {place}: {text}"));
        }
        if let Some(condition) = condition.as_ref().filter(|_| !is_same) {
            out.extend(wrap_behind("  when ", condition, WIDTH));
        }
    }
    if let Some(condition) = source.as_ref().filter(|_| is_same) {
        out.extend(wrap_behind("both when ", condition, WIDTH));
    }
}

fn difference_text(first: &str, it: &TermDifference, out: &mut Vec<String>) {
    let what = match it.kind {
        TermDifferenceKind::Value => "",
        TermDifferenceKind::Condition => " (condition)",
        TermDifferenceKind::Write => " (write to memory)",
        TermDifferenceKind::WriteBeforeRead => " (write to memory before a load)",
    };
    let part = match it.part {
        Some(LoopPart::Entry) => " in the entry condition",
        Some(LoopPart::Exit) => " in the exit condition",
        None => "",
    };
    let guess = match it.is_guess {
        true => ", a guess: the texts part here, and no trial says that it matters",
        false => "",
    };
    out.push(format!("{first}{part}{what}{guess}:"));
    if !it.path.is_empty() {
        out.extend(wrap_behind("  reached by way of: ", &it.path.join(" > "), WIDTH));
    }
    let none = match it.kind {
        TermDifferenceKind::Value => "has no such value",
        TermDifferenceKind::Condition => "does not test this",
        TermDifferenceKind::Write => "has no such write",
        TermDifferenceKind::WriteBeforeRead => "reads without this write",
    };
    for (who, shown) in [("source", &it.source), ("target", &it.target)] {
        match shown {
            None => out.push(format!("  {who}  {none}")),
            Some(Shown { term, place, is_exact, .. }) => {
                let first = format!("  {who}  ");
                match place {
                    Some(Place { place, text, .. }) if *is_exact && text == term => {
                        out.extend(wrap_behind(&first, &format!("{place}: {text}"), WIDTH));
                    }
                    Some(Place { place, text, .. }) => {
                        out.extend(wrap_behind(&first, term, WIDTH));
                        let at = if *is_exact { "at" } else { "made of" };
                        out.push(format!("          {at} {place}: {text}"));
                    }
                    None => out.extend(wrap_behind(&first, term, WIDTH)),
                }
            }
        }
    }
    let [source, target] = &it.only;
    for (who, only) in [("source", source), ("target", target)] {
        if !only.is_empty() {
            let words: Vec<String> = only.iter().map(|word| format!("`{word}`")).collect();
            out.extend(wrap_behind(&format!("  only the {who}'s: "), &words.join(", "), WIDTH));
        }
    }
    if let [missing] = &it.missing[..] {
        out.extend(wrap_behind("  missing: ", &missing.to_string(), WIDTH));
    } else if !it.missing.is_empty() {
        out.push("  missing, all of these:".to_string());
        for missing in &it.missing {
            out.extend(wrap_behind("    - ", &missing.to_string(), WIDTH));
        }
    }
    for passed in &it.passed {
        out.extend(wrap_behind("  there: ", passed, WIDTH));
    }
    if !it.alike.is_empty() {
        let lines: Vec<String> = it.alike.iter().map(ToString::to_string).collect();
        out.extend(wrap_behind("  the same is missing at lines: ", &lines.join(", "), WIDTH));
    }
}

/// What came of a proof in which what differs was supposed to be the same.
fn trial_text(it: &Explanation, out: &mut Vec<String>) {
    // Guesses were not supposed in it.
    let differences = it.differences.iter().filter(|it| !it.is_guess).count();
    let count = differences.max(it.missing.len());
    let is_flags = |it: &Missing| matches!(it, Missing::Flags(..));
    let what = match (differences == 0, count) {
        (true, 1) if it.missing.iter().all(is_flags) => "without the flag",
        (true, _) if it.missing.iter().all(is_flags) => "without these flags",
        (true, 1) => "if this held",
        (true, _) => "if all this held",
        (false, 1) => "if this difference were none",
        (false, _) => "if these differences were none",
    };
    let is_open = it.all_missing().iter().any(|missing| missing.is_only_for_some());
    let text = match (it.trial, count) {
        (None, _) => return,
        (Some(Trial::Enough | Trial::EnoughTogether), _) if is_open => format!(
            "tried: {what}, the pair would be proven. It does not hold for all values, though: \
             what is missing is why it holds where control comes there, or why it is not seen"
        ),
        (Some(Trial::Enough), 1) => {
            format!("tried: {what}, the pair would be proven: nothing else is missing")
        }
        (Some(Trial::Enough), _) => format!(
            "tried: {what}, the pair would be proven; each of them is missing, and nothing else"
        ),
        (Some(Trial::EnoughTogether), _) => format!(
            "tried: {what}, the pair would be proven: together they are enough, though not each of \
             them may be needed"
        ),
        (Some(Trial::MoreIsMissing), _) => match &it.next {
            Some(next) => {
                format!("tried: {what}, the pair would not be proven at once. Not met then: {next}")
            }
            None => format!("tried: {what}, the same obligation would still not be met"),
        },
        (Some(Trial::NotFinished), _) => {
            "not tried to the end whether something else is missing: the time (--time-limit) or \
             memory (--memory-limit) for this function was used up"
                .to_string()
        }
    };
    out.extend(wrap_behind("", &text, WIDTH));
}

/// Whose a term is that both are made of: it is of both only if both functions name it.
fn has_term(it: &Member) -> Whose {
    match (it.whose, &it.names) {
        (Whose::Both, [Some(_), None]) => Whose::Source,
        (Whose::Both, [None, Some(_)]) => Whose::Target,
        (whose, _) => whose,
    }
}

/// Whether the only loops without a counterpart are the two that the explanation is about.
fn are_compared(it: &Explanation, loops: &[LeftLoops; 2]) -> bool {
    loops.iter().zip([&it.source, &it.target]).all(|(loops, place)| {
        loops.left == 1 && loops.places.first().is_some_and(|at| Some(at) == place.as_ref())
    })
}

/// What the target seems to be made by comes before the differences that follow from it, how they
/// are to be read after them.
fn hints(it: &Explanation, comes_after: bool, out: &mut Vec<String>) {
    let is_of_reading = |hint: &Hint| match hint {
        Hint::MayFollow | Hint::NothingFound => true,
        Hint::Rotated { .. }
        | Hint::UnchangingExit { .. }
        | Hint::OtherLoops { .. }
        | Hint::Recursion { .. }
        | Hint::Called { .. }
        | Hint::MovedCall { .. }
        | Hint::Unswitched { .. }
        | Hint::Slots { .. }
        | Hint::Branches { .. }
        | Hint::Promoted { .. } => false,
    };
    let found = it.hints.iter().filter(|hint| is_of_reading(hint) == comes_after);
    out.extend(found.flat_map(|hint| wrap_behind("note: ", &hint.to_string(), WIDTH)));
}

/// How many loops have no counterpart, and where those are.
fn loops_text([source, target]: &[LeftLoops; 2], out: &mut Vec<String>) {
    out.push("loops without a counterpart:".to_string());
    for (who, loops) in [("source", source), ("target", target)] {
        let lines: Vec<String> =
            loops.places.iter().map(|place| place.position.0.to_string()).collect();
        let at = match lines.len() {
            0 => String::new(),
            1 => format!(", at line {}", lines[0]),
            _ => format!(", at lines {}", lines.join(", ")),
        };
        let more = match loops.left.saturating_sub(lines.len()) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let LeftLoops { left, all, .. } = loops;
        out.push(format!("  {who}  {left} of {all}{at}{more}"));
    }
}

/// `12: %x = add i32 %y, 1`
fn term(it: &Member) -> Option<String> {
    let [source, target] = &it.names;
    let names = match (source, target) {
        (Some(one), Some(other)) if one != other => format!("{one} (in the target {other}) = "),
        (Some(name), _) | (None, Some(name)) => format!("{name} = "),
        // What has no name stands where it is used.
        (None, None) if it.whose == Whose::Both => return None,
        (None, None) => String::new(),
    };
    let line = it.lines.iter().flatten().next().map_or(String::new(), |line| format!("{line}: "));
    let name = names.trim_end_matches(" = ");
    match it.operation == name {
        true => None,
        false => Some(format!("{line}{names}{}", it.operation)),
    }
}

fn attempt_text(it: &Attempt, out: &mut Vec<String>) {
    let after = it.after.as_ref().map_or(String::new(), |[source, target]| {
        format!(" (after block {source} of the source and {target} of the target)")
    });
    out.push(format!("{}: {}{after}", it.strategy, it.reason));
    let Some(explanation) = &it.explanation else { return };
    let mut more = Vec::new();
    places(explanation, &mut more);
    for difference in explanation.differences.iter().take(1) {
        difference_text("first difference", difference, &mut more);
    }
    more.extend(explanation.missing.iter().map(|missing| format!("missing: {missing}")));
    out.extend(more.iter().map(|line| format!("  {line}")));
}

/// What a proof was made of, as lines of text.
pub fn proof(it: &Details) -> Vec<String> {
    let mut first = format!("proven by: {}", it.strategy);
    if let Some(count) = it.cut_points {
        first.push_str(&format!(" ({count})"));
    }
    let mut out = vec![first];
    let rules: Vec<(&str, u32)> = it.rules.iter().map(|(name, n)| (name.as_str(), *n)).collect();
    for (what, counts) in [("rules", &rules), ("laws of the graph", &it.laws)] {
        let mut named: Vec<String> =
            counts.iter().take(MAX_NAMED).map(|(name, count)| format!("{name} {count}x")).collect();
        if counts.len() > MAX_NAMED {
            named.push(format!("and {} more", counts.len() - MAX_NAMED));
        }
        if !named.is_empty() {
            out.extend(wrap_behind(&format!("{what}: "), &named.join(", "), WIDTH));
        }
    }
    out
}

/// An explanation as a picture.
pub fn picture(it: &Explanation, name: &str, why: &str) -> Picture {
    let mut picture = Picture {
        name: format!("{name}: {why}"),
        title: format!("{name}: {why}"),
        nodes: Vec::new(),
        arrows: Vec::new(),
        clusters: Vec::new(),
        legend: vec!["blue: source only   orange: target only   grey: both".to_string()],
    };
    let rest = text(it).into_iter().take_while(|line| !line.starts_with("terms of"));
    picture.legend.extend(rest);
    for (at, member) in it.terms.members.iter().enumerate() {
        let mut lines = Vec::new();
        for (title, begin) in [("source:", it.terms.source), ("target:", it.terms.target)] {
            lines.extend((begin == Some(at)).then(|| title.to_string()));
        }
        let line = term(member).unwrap_or_else(|| member.operation.clone());
        lines.extend(wrap_behind("", &line, WIDTH / 2));
        let is_first = [it.terms.source, it.terms.target].contains(&Some(at));
        let look = match member.whose {
            Whose::Both => Look::Plain,
            Whose::Source if is_first => Look::SourceFirst,
            Whose::Source => Look::Source,
            Whose::Target if is_first => Look::TargetFirst,
            Whose::Target => Look::Target,
        };
        picture.nodes.push(Node { lines, look, cluster: None });
        let arrow = |&to: &usize| Arrow { from: at, to, lines: Vec::new(), kind: ArrowKind::Plain };
        picture.arrows.extend(member.operands.iter().map(arrow));
    }
    picture
}
