//! `cargo xtask clauses`: whether citations of the contract cite what is there.
//!
//! The contract is `docs/semantics.md`. Each clause has an anchor with its number, and the number
//! in bold after a section sign; code, tests and documents cite clauses like that, as §4.5. A
//! citation of a clause that does not exist is an error; so are a clause that is defined twice and
//! a section sign without a number. The clauses that no test cites are listed. A source file that a
//! document names in backticks has to exist, too, and so have [names of the code](names).
//!
//! With `--trusted` the [lines of the trusted base](crate::trusted) are counted, too.

mod names;

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::trusted;
use names::Names;

/// What to look at besides citations.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Options {
    /// Count the lines of each trusted part and compare them with docs/proofs.md
    #[arg(long)]
    trusted: bool,
    /// Write the counted lines into docs/proofs.md
    #[arg(long, requires = "trusted")]
    write: bool,
}

impl Options {
    /// What every change is tested by.
    pub fn all() -> Self {
        Self { trusted: true, write: false }
    }
}

/// The contract.
const CONTRACT: &str = "docs/semantics.md";

/// Where citations are looked for.
const PLACES: &[&str] = &[
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "DISPUTED.md",
    "README.md",
    "crates",
    "docs",
    "fuzz",
    "tests",
    "xtask",
];

/// The files in which they are looked for.
const EXTENSIONS: &[&str] = &["ll", "md", "rs", "rules", "tsv"];

/// What stands before the number of a clause.
const SIGN: char = '\u{a7}';

/// Checks all citations. Tells how many there are.
pub fn run(root: &Path, options: Options) -> Result<String> {
    let contract = Contract::read(root)?;
    let mut citations = Vec::new();
    let mut documents = Vec::new();
    let mut names = Names::default();
    let all = files(root)?;
    for file in &all {
        let text = fs::read_to_string(root.join(file))
            .with_context(|| format!("reading {}", file.display()))?;
        citations.extend(citations_of(file, &text));
        if let Some(name) = crate_of(file) {
            names.add_crate(name);
        }
        if names_files(file) {
            documents.push((file.as_path(), text));
        } else if file.extension().is_some_and(|it| it == "rs") {
            names.add_source(&text);
        }
    }
    let wrong: Vec<String> = citations
        .iter()
        .filter(|citation| !citation.clause.is_some_and(|clause| contract.has(clause)))
        .map(|citation| match citation.clause {
            Some(clause) => format!("{}: there is no clause {clause}", citation.place()),
            None => format!("{}: a section sign without the number of a clause", citation.place()),
        })
        .chain(missing_files(&all, &documents))
        .chain(missing_names(&names, &documents))
        .collect();
    if !wrong.is_empty() {
        bail!("{}", wrong.join("\n"));
    }
    let uncited = contract.uncited(&citations);
    for (clause, line) in &uncited {
        println!("no test cites {clause} ({CONTRACT}:{line})");
    }
    let mut figures = format!(
        "{} citations of {} clauses, {} of which no test cites",
        citations.len(),
        contract.clauses.len(),
        uncited.len()
    );
    if options.trusted {
        figures.push_str(&format!("; {}", trusted::run(root, options.write)?));
    }
    Ok(figures)
}

/// The number of a clause, or of a whole section.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Clause {
    section: u32,
    /// Of sections that were put between two others.
    letter: Option<char>,
    /// None for the whole section.
    item: Option<u32>,
}

impl Clause {
    /// Reads a number at the beginning of a text. What follows is left: a full stop may end a
    /// sentence.
    fn at_start_of(text: &str) -> Option<(Self, &str)> {
        let (section, mut rest) = number_at_start_of(text)?;
        let mut letter = None;
        if let Some(found @ ('a' | 'b')) = rest.chars().next() {
            letter = Some(found);
            rest = &rest[1..];
        }
        let item = rest.strip_prefix('.').and_then(number_at_start_of);
        let (item, rest) = item.map_or((None, rest), |(item, rest)| (Some(item), rest));
        Some((Self { section, letter, item }, rest))
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SIGN}{}", self.section)?;
        self.letter.map_or(Ok(()), |letter| write!(f, "{letter}"))?;
        self.item.map_or(Ok(()), |item| write!(f, ".{item}"))
    }
}

fn number_at_start_of(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// All clauses and sections, with their lines.
#[derive(Debug)]
struct Contract {
    clauses: BTreeMap<Clause, usize>,
}

impl Contract {
    fn read(root: &Path) -> Result<Self> {
        let text = fs::read_to_string(root.join(CONTRACT))
            .with_context(|| format!("reading {CONTRACT}"))?;
        Self::parse(&text)
    }

    /// Finds the anchors. The items of a section are numbered without a gap, in their order, and
    /// each anchor of an item is followed by the number that readers see.
    fn parse(text: &str) -> Result<Self> {
        let mut clauses = BTreeMap::new();
        let mut last: Option<Clause> = None;
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            let Some((_, after)) = line.split_once("<a id=\"") else { continue };
            let Some((clause, rest)) = Clause::at_start_of(after) else {
                bail!("{CONTRACT}:{number}: an anchor that is not the number of a clause");
            };
            let shown = match clause.item {
                Some(_) => format!("\"></a>**{clause}**"),
                None => "\"></a>".to_string(),
            };
            if !rest.starts_with(&shown) {
                bail!("{CONTRACT}:{number}: the anchor of {clause} is not followed by its number");
            }
            let previous = match clause.item {
                None => None,
                Some(1) => Some(Clause { item: None, ..clause }),
                Some(item) => Some(Clause { item: Some(item.saturating_sub(1)), ..clause }),
            };
            if previous.is_some() && previous != last {
                bail!("{CONTRACT}:{number}: {clause} is not in its order");
            }
            if clauses.insert(clause, number).is_some() {
                bail!("{CONTRACT}:{number}: {clause} for the second time");
            }
            last = Some(clause);
        }
        if clauses.is_empty() {
            bail!("{CONTRACT} has no clauses");
        }
        Ok(Self { clauses })
    }

    fn has(&self, clause: Clause) -> bool {
        self.clauses.contains_key(&clause)
    }

    /// The clauses, without whole sections, that no test cites, with their lines.
    fn uncited(&self, citations: &[Citation]) -> Vec<(Clause, usize)> {
        let is_cited = |clause: Clause| {
            citations.iter().any(|citation| citation.in_test && citation.clause == Some(clause))
        };
        self.clauses
            .iter()
            .filter(|(clause, _)| clause.item.is_some() && !is_cited(**clause))
            .map(|(&clause, &line)| (clause, line))
            .collect()
    }
}

/// A section sign somewhere.
#[derive(Debug)]
struct Citation {
    file: PathBuf,
    line: usize,
    /// None if no number follows.
    clause: Option<Clause>,
    in_test: bool,
}

impl Citation {
    fn place(&self) -> String {
        format!("{}:{}", self.file.display(), self.line)
    }
}

/// All citations in a file. What follows `#[cfg(test)]` counts as a test, as does every file of a
/// directory of tests.
fn citations_of(file: &Path, text: &str) -> Vec<Citation> {
    let mut in_test = file.components().any(|part| part.as_os_str() == "tests")
        || file.file_stem().is_some_and(|stem| stem == "tests");
    let mut citations = Vec::new();
    for (index, line) in text.lines().enumerate() {
        in_test |= line.trim() == "#[cfg(test)]";
        for (at, sign) in line.match_indices(SIGN) {
            let clause = Clause::at_start_of(&line[at + sign.len()..]).map(|(clause, _)| clause);
            citations.push(Citation { file: file.to_owned(), line: index + 1, clause, in_test });
        }
    }
    citations
}

/// Whether a file is a document whose names of source files are looked up.
fn names_files(file: &Path) -> bool {
    ["ARCHITECTURE.md", "CONTRIBUTING.md"].iter().any(|known| file == Path::new(known))
        || file.parent() == Some(Path::new("docs")) && file.extension().is_some_and(|it| it == "md")
}

/// The source files that documents name and that do not exist.
fn missing_files(all: &[PathBuf], documents: &[(&Path, String)]) -> Vec<String> {
    let mut missing = Vec::new();
    for (document, text) in documents {
        for (index, line) in text.lines().enumerate() {
            // What is between two backticks: the odd parts.
            for name in line.split('`').skip(1).step_by(2).filter(|name| name.ends_with(".rs")) {
                for name in alternatives(name) {
                    if !all.iter().any(|file| file.ends_with(&name)) {
                        let place = format!("{}:{}", document.display(), index + 1);
                        missing.push(format!("{place}: there is no file {name}"));
                    }
                }
            }
        }
    }
    missing
}

/// The names of the code that documents use and that the code does not have. The contract is in
/// words of its own.
fn missing_names(names: &Names, documents: &[(&Path, String)]) -> Vec<String> {
    let mut missing = Vec::new();
    for (document, text) in documents.iter().filter(|(it, _)| *it != Path::new(CONTRACT)) {
        for (index, line) in text.lines().enumerate() {
            missing.extend(names.unknown_in(line).into_iter().map(|name| {
                format!("{}:{}: the code has no `{name}`", document.display(), index + 1)
            }));
        }
    }
    missing
}

/// The name of the crate that a file belongs to.
fn crate_of(file: &Path) -> Option<&str> {
    let rest = file.strip_prefix("crates").ok()?;
    rest.iter().next()?.to_str()
}

/// The names for which a name such as `a/{b,c}.rs` stands.
fn alternatives(name: &str) -> Vec<String> {
    match name.split_once('{').and_then(|(start, rest)| Some((start, rest.split_once('}')?))) {
        Some((start, (names, end))) => {
            names.split(',').map(|name| format!("{start}{name}{end}")).collect()
        }
        None => vec![name.to_string()],
    }
}

/// The files in which citations are looked for, relative to the root, in a fixed order.
fn files(root: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = PLACES.iter().map(PathBuf::from).collect();
    while let Some(path) = open.pop() {
        let whole = root.join(&path);
        if whole.is_dir() {
            for entry in
                fs::read_dir(&whole).with_context(|| format!("listing {}", path.display()))?
            {
                let name = entry?.file_name();
                if name != "target" {
                    open.push(path.join(name));
                }
            }
        } else if whole.is_file()
            && path.extension().is_some_and(|it| EXTENSIONS.iter().any(|&known| it == known))
        {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text in which `@` stands for the section sign, so that this file does not cite by itself.
    fn signs(text: &str) -> String {
        text.replace('@', &SIGN.to_string())
    }

    fn clause(text: &str) -> Clause {
        Clause::at_start_of(text).unwrap().0
    }

    #[test]
    fn numbers_are_read_as_they_are_shown() {
        for text in ["4", "4.5", "11a.2", "11.14"] {
            assert_eq!(clause(text).to_string(), format!("{SIGN}{text}"));
        }
        assert_eq!(Clause::at_start_of("2.7. Then").unwrap().1, ". Then");
        assert_eq!(Clause::at_start_of("2. Then").unwrap().1, ". Then");
        assert!(Clause::at_start_of("").is_none());
    }

    #[test]
    fn citations_are_found_with_their_lines() {
        let text = signs("// (@4.1, @4.3).\nfn f() {}\n#[cfg(test)]\n// By @2.7.\n// @ alone");
        let found = citations_of(Path::new("crates/a/src/b.rs"), &text);
        let shown: Vec<(usize, Option<Clause>, bool)> =
            found.iter().map(|it| (it.line, it.clause, it.in_test)).collect();
        assert_eq!(
            shown,
            [
                (1, Some(clause("4.1")), false),
                (1, Some(clause("4.3")), false),
                (4, Some(clause("2.7")), true),
                (5, None, true),
            ]
        );
        let found = citations_of(Path::new("tests/check/pass/a.ll"), &signs("; @1.1"));
        assert!(found[0].in_test);
    }

    #[test]
    fn anchors_carry_their_numbers_in_order() {
        let parse = |text: &str| Contract::parse(&signs(text));
        let section = "<a id=\"1\"></a>\n";
        let first = "<a id=\"1.1\"></a>**@1.1** Text.\n";
        let second = "<a id=\"1.2\"></a>**@1.2** Text.\n";
        let contract = parse(&[section, first, second].concat()).unwrap();
        assert!(contract.has(clause("1.2")) && !contract.has(clause("1.3")));
        for wrong in [
            vec![section, second],
            vec![first],
            vec![section, first, first],
            vec![section, "<a id=\"1.1\"></a>**@1.2** Text.\n"],
            vec!["<a id=\"one\"></a>\n"],
            vec![],
        ] {
            assert!(parse(&wrong.concat()).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn clauses_without_a_test_are_listed() {
        let contract = Contract::parse(&signs(
            "<a id=\"1\"></a>\n<a id=\"1.1\"></a>**@1.1** A.\n<a id=\"1.2\"></a>**@1.2** B.\n",
        ));
        let contract = contract.unwrap();
        let mut citations = citations_of(Path::new("crates/a/src/b.rs"), &signs("// @1.1"));
        citations.extend(citations_of(Path::new("tests/check/a.ll"), &signs("; @1.2")));
        assert_eq!(contract.uncited(&citations), [(clause("1.1"), 2)]);
    }

    #[test]
    fn what_this_repository_cites_is_there() {
        run(&crate::root(), Options::default()).unwrap();
    }

    #[test]
    fn a_wrong_citation_is_an_error() {
        let scratch = crate::scratch::Scratch::new("clauses");
        let write = |name: &str, text: &str| {
            crate::files::write_atomically(&scratch.path().join(name), signs(text).as_bytes())
        };
        write(CONTRACT, "<a id=\"1\"></a>\n<a id=\"1.1\"></a>**@1.1** Text.\n").unwrap();
        write("crates/a.rs", "// @1.1 and @1\n").unwrap();
        assert!(run(scratch.path(), Options::default()).is_ok());
        write("crates/b/c.rs", "//\n// @1.2\n").unwrap();
        let error = run(scratch.path(), Options::default()).unwrap_err();
        assert_eq!(error.to_string(), signs("crates/b/c.rs:2: there is no clause @1.2"));
        write("crates/b/c.rs", "fn there_is() {}\n").unwrap();
        write("docs/proofs.md", "`there_is` of `b`\n\n| 1 | `there_is_not` |\n").unwrap();
        let error = run(scratch.path(), Options::default()).unwrap_err();
        assert_eq!(error.to_string(), "docs/proofs.md:3: the code has no `there_is_not`");
    }

    #[test]
    fn files_that_documents_name_are_looked_up() {
        let all = ["crates/a/src/b.rs", "crates/a/src/c/d.rs"].map(PathBuf::from);
        let missing =
            |text: &str| missing_files(&all, &[(Path::new("docs/proofs.md"), text.to_string())]);
        assert!(missing("`b.rs`, `a/src/b.rs`, `src/{b,c/d}.rs` and x.rs, `f` `*.md`").is_empty());
        assert_eq!(missing("\n`c/b.rs`"), ["docs/proofs.md:2: there is no file c/b.rs"]);
        assert_eq!(missing("`a/src/{b,d}.rs`"), ["docs/proofs.md:1: there is no file a/src/d.rs"]);
        assert!(names_files(Path::new("docs/rules.md")) && !names_files(Path::new("README.md")));
    }
}
