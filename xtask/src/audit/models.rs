//! The Python models as a second judge: their scripts make pairs, judge them by sets of values, and
//! run the `tollgate` program.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::side_by_side;
use crate::table::{self, Align, Table};

/// A script with the arguments that come after seed and count.
const SCRIPTS: &[(&str, &[&str])] = &[
    ("straight.py", &[]),
    ("graphs.py", &["d"]),
    ("graphs.py", &["l"]),
    ("unrolled.py", &["all"]),
    ("booleans.py", &["s"]),
    ("booleans.py", &["d"]),
    ("booleans.py", &["l"]),
    ("wide.py", &[]),
    ("converted.py", &["0"]),
    ("converted.py", &["1"]),
    ("undefined.py", &["s"]),
    ("undefined.py", &["d"]),
    ("undefined.py", &["l"]),
];

/// What a script counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Tally {
    right: u64,
    wrong: u64,
    proven: u64,
    false_valid: u64,
}

/// Runs all scripts with so many seeds and pairs each; the answer is one line of figures.
pub fn run(root: &Path, seeds: u64, count: u64, jobs: usize) -> Result<String> {
    let Some(models) = root
        .parent()
        .map(|it| it.join("shared/models/pairs"))
        .filter(|it| it.join("ev.py").is_file())
    else {
        return Ok("not run: ../shared/models/pairs is not there".to_owned());
    };
    let tollgate = root.join("target/release/tollgate");
    if !tollgate.is_file() {
        bail!("{} is not there: `cargo build --release`", tollgate.display());
    }
    let tasks: Vec<(usize, u64)> =
        (1..=seeds).flat_map(|seed| (0..SCRIPTS.len()).map(move |at| (at, seed))).collect();
    let name = |&(at, seed): &(usize, u64)| format!("{} {seed}", SCRIPTS[at].0);
    let found =
        side_by_side::run("models", &tasks, jobs, name, |_, &(at, seed)| -> Result<Tally> {
            let (script, arguments) = SCRIPTS[at];
            let output = Command::new("python3")
                .current_dir(&models)
                .env("TOLLGATE", &tollgate)
                .env("PYTHONDONTWRITEBYTECODE", "1")
                .args([script, &seed.to_string(), &count.to_string()])
                .args(arguments)
                .output()
                .context("starting python3")?;
            let text = String::from_utf8_lossy(&output.stdout);
            let tally = text.lines().find_map(tally).with_context(|| {
                format!("{script} {seed} says nothing: {}", String::from_utf8_lossy(&output.stderr))
            })?;
            if tally.false_valid > 0 {
                println!("{text}");
            }
            Ok(tally)
        });
    let mut sums = vec![Tally::default(); SCRIPTS.len()];
    for (&(at, seed), tally) in tasks.iter().zip(found) {
        let tally = tally.with_context(|| format!("{} {seed}", SCRIPTS[at].0))?;
        add(&mut sums[at], tally);
    }
    let mut table = Table::new(&[
        ("model", Align::Left),
        ("wrong", Align::Right),
        ("right", Align::Right),
        ("valid of right", Align::Right),
        ("falsely valid", Align::Right),
    ]);
    let mut total = Tally::default();
    let share = |it: &Tally| format!("{:.1} %", 100.0 * it.proven as f64 / it.right.max(1) as f64);
    for ((script, arguments), it) in SCRIPTS.iter().zip(&sums) {
        let name = [&[*script], *arguments].concat().join(" ");
        let counts = [it.wrong, it.right].map(table::count);
        let cells =
            [name].into_iter().chain(counts).chain([share(it), table::count(it.false_valid)]);
        table.row(cells);
        add(&mut total, *it);
    }
    print!("{table}");
    let figures = format!(
        "models: {} wrong and {} right pairs, {} of the right ones valid, {} falsely valid",
        table::count(total.wrong),
        table::count(total.right),
        share(&total),
        table::count(total.false_valid)
    );
    if total.false_valid == 0 { Ok(figures) } else { bail!("{figures}") }
}

fn add(sum: &mut Tally, other: Tally) {
    sum.right += other.right;
    sum.wrong += other.wrong;
    sum.proven += other.proven;
    sum.false_valid += other.false_valid;
}

/// Reads `NAME {'right': 1, 'wrong': 2, ...} {(True, 'valid'): 1, ...} ... FALSE VALIDS: 0`.
fn tally(line: &str) -> Option<Tally> {
    let number = |key: &str| -> Option<u64> {
        let rest = line.split_once(key)?.1;
        let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    };
    Some(Tally {
        right: number("'right':")?,
        wrong: number("'wrong':")?,
        proven: number("(True, 'valid'):").unwrap_or(0),
        false_valid: number("FALSE VALIDS:")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_scripts_are_read() {
        let line = "st1 {'right': 12, 'wrong': 8, 'skip': 3} {(True, 'valid'): 10, (False, \
            'unknown'): 8, \
            (True, 'unknown'): 2} gen 0.1s check 0.0s FALSE VALIDS: 1";
        let found = tally(line).unwrap();
        assert_eq!(found, Tally { right: 12, wrong: 8, proven: 10, false_valid: 1 });
        assert_eq!(tally("something else"), None);
    }
}
