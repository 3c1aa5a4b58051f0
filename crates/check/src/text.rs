//! Texts for people: nothing in them moves a cursor, and none is endless.

use tollgate_ir::printable;

/// A text on one line, in which characters that are not seen are [escaped](printable) and tabs are
/// blanks.
pub fn visible(text: &str) -> String {
    printable(&text.replace('\t', " ")).into_owned()
}

/// A name in which control characters and quotes are shown as escapes.
pub fn visible_name(name: &str) -> String {
    visible(&name.replace('\\', "\\\\").replace('"', "\\\"").replace('\t', "\\t"))
}

/// A text of at most so many characters.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_string(),
    }
}

/// Two texts of at most about so many characters each, around where they begin to differ.
pub(crate) fn cut_both(texts: [&str; 2], most: usize) -> [String; 2] {
    let [one, other] = texts;
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    // What is the same before says where one is.
    let from = match same > most / 2 {
        true => same - most / 3,
        false => 0,
    };
    texts.map(|text| {
        if from == 0 || text.chars().count() <= most {
            return cut(text, most);
        }
        let rest: String = text.chars().skip(from).collect();
        format!("...{}", cut(&rest, most))
    })
}

/// As many equal items in a row are written once, with their number.
const LONG_RUN: usize = 8;

/// A list in which long runs of equal items are written as `00 x 64`.
pub fn run_length<T: AsRef<str>>(items: &[T]) -> String {
    let mut out: Vec<String> = Vec::new();
    let is_one = |run: &[T]| run.len() == items.len();
    for run in items.chunk_by(|one, other| one.as_ref() == other.as_ref()) {
        let Some(first) = run.first() else { continue };
        match run.len() {
            count if count < LONG_RUN => {
                out.extend(std::iter::repeat_n(first.as_ref().to_string(), count));
            }
            count if is_one(run) => out.push(format!("{} x {count}", first.as_ref())),
            // What comes after the number is no part of it.
            count => out.push(format!("({} x {count})", first.as_ref())),
        }
    }
    out.join(" ")
}

/// A text in which long runs of equal bytes are written once: a byte is two characters between
/// blanks and brackets.
pub(crate) fn short_bytes(text: &str) -> String {
    let is_end = |character: char| "[]".contains(character);
    text.split_inclusive(is_end)
        .map(|piece| {
            let (list, end) = match piece.char_indices().next_back() {
                Some((at, last)) if is_end(last) => piece.split_at(at),
                _ => (piece, ""),
            };
            let items: Vec<&str> = list.split(' ').collect();
            run_length(&items) + end
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_runs_are_short() {
        let zeros = |count: usize| vec!["00"; count].join(" ");
        assert_eq!(short_bytes(&format!("&[{}]", zeros(64))), "&[00 x 64]");
        assert_eq!(short_bytes(&format!("&[01 {} pp]+4", zeros(9))), "&[01 (00 x 9) pp]+4");
        assert_eq!(short_bytes(&format!("&[{}]", zeros(7))), format!("&[{}]", zeros(7)));
        assert_eq!(short_bytes("&[01 &[02] 03]"), "&[01 &[02] 03]");
        assert_eq!(short_bytes("i32 7"), "i32 7");
    }

    #[test]
    fn long_texts_are_cut_around_what_differs() {
        let text = |last: &str| format!("{}{last}", "a && ".repeat(20));
        let [one, other] = cut_both([&text("b"), &text("c")], 30);
        assert_eq!((one.as_str(), other.as_str()), ("...a && a && b", "...a && a && c"));
        let both = cut_both(["short", "shorter"], 30);
        assert_eq!(both, ["short".to_string(), "shorter".to_string()]);
        let both = cut_both(["abcdef", "xbcdef"], 3);
        assert_eq!(both, ["abc...".to_string(), "xbc...".to_string()]);
    }

    #[test]
    fn nothing_moves_a_cursor() {
        assert_eq!(visible("a\u{1b}[31m\tb"), "a\\1B[31m b");
        assert_eq!((cut("abc", 2), cut("ab", 2)), ("ab...".to_string(), "ab".to_string()));
    }
}
