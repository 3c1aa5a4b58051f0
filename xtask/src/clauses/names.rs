//! Whether the names of the code that documents mention are still names of the code.
//!
//! A document names things of the code in backticks, as `Machine::replay`. Each part of what looks
//! like a path of Rust there has to occur in the code, outside of comments: then it is defined
//! somewhere, or the code would not compile. Documents also have words of LLVM, of commands and of
//! formulas in backticks. Most of these do not look like paths, or the code has them in strings, by
//! which it reads or prints them; the others are letters or [`FOREIGN`].

use std::collections::BTreeSet;

/// Names in documents that belong to nobody here.
const FOREIGN: &[&str] = &["CARGO_TARGET_DIR", "isGuaranteedToTransferExecutionToSuccessor"];

/// The words of the code and of its strings, and the names of crates.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeSet<String>);

impl Names {
    /// Adds the name of a crate.
    pub(super) fn add_crate(&mut self, name: &str) {
        self.0.insert(name.to_string());
    }

    /// Adds the words of a source file; comments do not count.
    pub(super) fn add_source(&mut self, text: &str) {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let length = if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if let Some((open, is_raw, close)) = string_at_start_of(rest) {
                let end = end_of_string(&rest[open..], is_raw, &close);
                let inside = rest[open..open + end].split(|it| !is_of_word(it));
                self.0.extend(inside.map(str::to_string));
                (open + end + close.len()).min(rest.len())
            } else if first == '\'' {
                length_of_character(rest)
            } else if is_of_word(first) {
                let length = rest.find(|it| !is_of_word(it)).unwrap_or(rest.len());
                self.0.insert(rest[..length].to_string());
                length
            } else {
                first.len_utf8()
            };
            rest = &rest[length..];
        }
    }

    /// The names between backticks in a line that nothing has.
    pub(super) fn unknown_in<'t>(&self, line: &'t str) -> Vec<&'t str> {
        // What is between two backticks: the odd parts.
        let spans = line.split('`').skip(1).step_by(2);
        spans.flat_map(path_at_start_of).filter(|name| !self.has(name)).collect()
    }

    /// Numbers after a name are indices: of a letter, or loop depths.
    fn has(&self, name: &str) -> bool {
        let without_index = name.trim_end_matches(|it: char| it.is_ascii_digit());
        without_index.len() == 1
            || FOREIGN.contains(&name)
            || [name, without_index].iter().any(|&it| self.0.contains(it))
    }
}

fn is_of_word(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_'
}

/// The parts of a path of Rust with which a span begins, if only arguments follow: `A::b`, `f(x)`,
/// `Op::Freeze { depth }`.
fn path_at_start_of(span: &str) -> Vec<&str> {
    let is_end = |it: char| !is_of_word(it) && it != ':';
    let (path, rest) = span.split_at(span.find(is_end).unwrap_or(span.len()));
    let is_name = |name: &str| {
        name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
            && name.chars().all(is_of_word)
    };
    let parts: Vec<&str> = path.split("::").collect();
    let are_arguments = rest.is_empty() || [" {", "(", "["].iter().any(|it| rest.starts_with(it));
    match are_arguments && parts.iter().all(|part| is_name(part)) {
        true => parts,
        false => Vec::new(),
    }
}

/// Where the inside of a string begins, if the text does with one, whether it is raw, and what ends
/// it.
fn string_at_start_of(text: &str) -> Option<(usize, bool, String)> {
    ["br", "r", "b", ""].iter().find_map(|prefix| {
        let rest = text.strip_prefix(prefix)?;
        let is_raw = prefix.ends_with('r');
        let hashes = if is_raw { rest.len() - rest.trim_start_matches('#').len() } else { 0 };
        rest[hashes..].strip_prefix('"')?;
        Some((prefix.len() + hashes + 1, is_raw, format!("\"{}", "#".repeat(hashes))))
    })
}

/// Where in a string its end is.
fn end_of_string(text: &str, is_raw: bool, close: &str) -> usize {
    let is_escaped = |at: usize| {
        let before = &text[..at];
        !is_raw && (before.len() - before.trim_end_matches('\\').len()) % 2 == 1
    };
    let end = text.match_indices(close).map(|(at, _)| at).find(|&at| !is_escaped(at));
    end.unwrap_or(text.len())
}

/// The length of a character, or of the tick of a lifetime.
fn length_of_character(text: &str) -> usize {
    let inside = &text[1..];
    let end = match inside.strip_prefix('\\') {
        Some(escaped) => {
            // The escaped character may be a tick.
            let first = escaped.chars().next().map_or(0, char::len_utf8);
            escaped[first..].find('\'').map(|end| 2 + first + end)
        }
        None => {
            let first = inside.chars().next().map_or(0, char::len_utf8);
            inside[first..].starts_with('\'').then_some(1 + first)
        }
    };
    end.map_or(1, |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(code: &str) -> Names {
        let mut names = Names::default();
        names.add_source(code);
        names
    }

    #[test]
    fn comments_are_no_code_and_strings_are_words() {
        let names = names(
            "fn f() { g::<'a>('\"', '\\'', \"said \\\" still_said\", after) } // commented\n\
             const RAW: &str = r#\"raw \" // \\\"#; last",
        );
        for known in ["f", "g", "a", "said", "still_said", "after", "RAW", "raw", "last"] {
            assert!(names.0.contains(known), "{known}");
        }
        assert!(!names.0.contains("commented"));
    }

    #[test]
    fn names_that_the_code_does_not_have_are_found() {
        let names =
            names("impl Machine { fn replay() {} } enum Halt { Repeats(Block) } // is_gone");
        for known in [
            "`Machine::replay`, `Halt::Repeats(Block)`, `Halt { .. }`, is_gone",
            "`x1` `Repeats1` `isGuaranteedToTransferExecutionToSuccessor`",
            "`!gone` `gone = f(x)` `--gone` `gone.rs` `a/gone` `gone.is` `gone nneg`",
        ] {
            assert_eq!(names.unknown_in(known), [""; 0], "{known}");
        }
        assert_eq!(names.unknown_in("`is_gone`, `replay`"), ["is_gone"]);
        assert_eq!(names.unknown_in("`Machine::is_gone(x)`, `Gone[p]`"), ["is_gone", "Gone"]);
        assert_eq!(names.unknown_in("`Halt::Gone { depth }`"), ["Gone"]);
    }
}
