//! `cargo xtask clauses --trusted`: how many lines each part has that a verdict rests on.
//!
//! The parts are rows of a table of `docs/proofs.md`: in the first column the paths that belong to
//! a part, in backquotes, in the last its lines. A path stands for the file and for the directory
//! of that name; a file belongs to the longest path that it is below. Every source file of the
//! [crates that decide](CRATES) has to belong to a part, every path to have a file, and each
//! figure to be near enough to what is counted: comments, blank lines and tests do not count.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::files::write_if_changed;

/// Where the table is.
const DOCUMENT: &str = "docs/proofs.md";
/// What the first row of the table begins with.
const HEADER: &str = "| part |";
/// The crates of which every file belongs to a part.
const CRATES: &[&str] = &["ir", "llvm", "sem", "canon", "gate", "graph", "rules", "check"];
/// By how much a figure may be wrong, as a part of it, and by how many lines at least.
const TOLERANCE: f64 = 0.1;
const FEW_LINES: usize = 60;

/// A row of the table.
#[derive(Debug)]
struct Part {
    /// The line of the document, from 0.
    line: usize,
    paths: Vec<String>,
    /// What the document says.
    lines: usize,
}

/// Compares the table with the sources, or writes the figures into it. Tells how many lines there
/// are.
pub fn run(root: &Path, write: bool) -> Result<String> {
    let path = root.join(DOCUMENT);
    let text = fs::read_to_string(&path).with_context(|| format!("reading {DOCUMENT}"))?;
    let parts = parts(&text)?;
    let mut sources = Vec::new();
    for name in CRATES {
        collect(root, &format!("crates/{name}/src"), &mut sources)?;
        let rules = format!("crates/{name}/rules");
        if root.join(&rules).is_dir() {
            collect(root, &rules, &mut sources)?;
        }
    }
    let counted = count(&parts, &sources)?;
    let total: usize = counted.iter().sum();
    if write {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for (part, &count) in parts.iter().zip(&counted) {
            let line = &mut lines[part.line];
            let end = line.trim_end().trim_end_matches('|').rfind('|').unwrap_or(0);
            *line = format!("{} {} |", &line[..=end], rounded(count));
        }
        write_if_changed(&path, &(lines.join("\n") + "\n"))?;
    } else {
        let wrong: Vec<String> = parts
            .iter()
            .zip(&counted)
            .filter(|(part, count)| !is_near(part.lines, **count))
            .map(|(part, count)| {
                let line = part.line + 1;
                format!("{DOCUMENT}:{line}: {} lines, but there are {count}", part.lines)
            })
            .collect();
        if !wrong.is_empty() {
            bail!("{}\n`cargo xtask clauses --trusted --write` mends it", wrong.join("\n"));
        }
    }
    Ok(format!("{total} lines in {} parts", parts.len()))
}

/// A count to the nearest ten, as the document has it.
fn rounded(count: usize) -> usize {
    (count + 5) / 10 * 10
}

fn is_near(said: usize, count: usize) -> bool {
    let most = ((count as f64 * TOLERANCE) as usize).max(FEW_LINES);
    said.abs_diff(count) <= most
}

/// The rows of the table.
fn parts(text: &str) -> Result<Vec<Part>> {
    let mut lines = text.lines().enumerate().skip_while(|(_, line)| !line.starts_with(HEADER));
    let mut parts = Vec::new();
    lines.next();
    lines.next();
    for (line, row) in lines.take_while(|(_, line)| line.starts_with('|')) {
        let cells: Vec<&str> = row.trim().trim_matches('|').split('|').map(str::trim).collect();
        let number = cells.last().and_then(|cell| cell.parse().ok());
        let paths: Vec<String> =
            cells[0].split('`').skip(1).step_by(2).map(str::to_owned).collect();
        let (Some(lines), false) = (number, paths.is_empty()) else {
            bail!("{DOCUMENT}:{}: a part needs paths and a number of lines", line + 1);
        };
        parts.push(Part { line, paths, lines });
    }
    if parts.is_empty() {
        bail!("{DOCUMENT} has no table that begins with `{HEADER}`");
    }
    Ok(parts)
}

/// The source files below a directory, with their lines of code.
fn collect(root: &Path, directory: &str, sources: &mut Vec<(String, usize)>) -> Result<()> {
    let mut open = vec![directory.to_owned()];
    while let Some(at) = open.pop() {
        let listed = fs::read_dir(root.join(&at)).with_context(|| format!("listing {at}"))?;
        for entry in listed {
            let entry = entry?;
            let name = format!("{at}/{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                if !name.ends_with("/tests") {
                    open.push(name);
                }
            } else if !name.ends_with("/tests.rs")
                && (name.ends_with(".rs") || name.ends_with(".rules"))
            {
                let text =
                    fs::read_to_string(entry.path()).with_context(|| format!("reading {name}"))?;
                sources.push((name, lines_of_code(&text)));
            }
        }
    }
    Ok(())
}

/// Lines that are neither blank nor only a comment, before the tests of a file.
fn lines_of_code(text: &str) -> usize {
    let is_code = |line: &&str| !line.is_empty() && !line.starts_with("//");
    text.lines().map(str::trim).take_while(|&line| line != "#[cfg(test)]").filter(is_code).count()
}

/// The lines of each part.
fn count(parts: &[Part], sources: &[(String, usize)]) -> Result<Vec<usize>> {
    let mut owners: BTreeMap<&str, (usize, bool)> = BTreeMap::new();
    for (number, part) in parts.iter().enumerate() {
        for path in &part.paths {
            if owners.insert(path, (number, false)).is_some() {
                bail!("{DOCUMENT}:{}: `{path}` for the second time", part.line + 1);
            }
        }
    }
    let mut counted = vec![0; parts.len()];
    for (file, lines) in sources {
        let without_extension = file.rsplit_once('.').map_or(&file[..], |(stem, _)| stem);
        let mut at = without_extension;
        let owner = loop {
            if let Some(owner) = owners.get_mut(at) {
                break owner;
            }
            match at.rsplit_once('/') {
                Some((above, _)) => at = above,
                None => bail!("{DOCUMENT}: `{file}` belongs to no part"),
            }
        };
        owner.1 = true;
        counted[owner.0] += lines;
    }
    if let Some((path, (number, _))) = owners.iter().find(|(_, (_, used))| !used) {
        bail!("{DOCUMENT}:{}: no file is below `{path}`", parts[*number].line + 1);
    }
    Ok(counted)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "# Title\n\n| part | why | lines |\n|---|---|---|\n\
        | `crates/a/src` | all | 100 |\n| `crates/a/src/b`, `crates/a/src/c` | some | 40 \
        |\n\nEnd\n";

    #[test]
    fn a_file_belongs_to_the_longest_path() {
        let parts = parts(TABLE).unwrap();
        assert_eq!(parts.iter().map(|part| part.lines).collect::<Vec<_>>(), [100, 40]);
        let sources = [
            ("crates/a/src/lib.rs".to_string(), 1),
            ("crates/a/src/b.rs".to_string(), 2),
            ("crates/a/src/b/d.rs".to_string(), 4),
            ("crates/a/src/c.rs".to_string(), 8),
        ];
        assert_eq!(count(&parts, &sources).unwrap(), [1, 14]);
        assert!(count(&parts, &sources[..3]).is_err(), "nothing is below c");
        let more = [&sources[..], &[("crates/z/src/lib.rs".to_string(), 1)]].concat();
        assert!(count(&parts, &more).is_err(), "nobody owns z");
    }

    #[test]
    fn a_table_is_needed() {
        assert!(parts("# Title\n").is_err());
        assert!(parts(&TABLE.replace("40", "many")).is_err());
    }

    #[test]
    fn comments_blank_lines_and_tests_do_not_count() {
        let text = "//! Head.\n\nfn f() {\n    // Why.\n}\n#[cfg(test)]\nmod tests {}\n";
        assert_eq!(lines_of_code(text), 2);
    }

    #[test]
    fn figures_may_be_a_little_wrong() {
        assert!(is_near(1000, 1080) && !is_near(1000, 1200));
        assert!(is_near(10, 60) && !is_near(10, 80));
    }

    #[test]
    fn the_parts_of_this_repository_are_counted() {
        run(&crate::root(), false).unwrap();
    }
}
