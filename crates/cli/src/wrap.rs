//! Breaking long lines at spaces.

/// A space at which a line is not broken. LLVM never writes this character: it escapes it.
const GLUE: char = '\u{1}';

/// A text that is not broken.
pub fn glued(text: &str) -> String {
    text.replace(' ', "\u{1}")
}

/// The words of a text in lines of about this many characters; a longer word has a line of its own.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut used = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        let word = word.replace(GLUE, " ");
        match lines.last_mut() {
            Some(line) if used + 1 + length <= width => {
                line.push(' ');
                line.push_str(&word);
                used += 1 + length;
            }
            _ => {
                lines.push(word);
                used = length;
            }
        }
    }
    lines
}

/// The lines of a text of about this many characters; the first starts with a prefix, and the
/// others are indented by its width.
pub fn wrap_behind(first: &str, text: &str, width: usize) -> Vec<String> {
    let indent = first.chars().count();
    let mut lines = wrap(text, width.saturating_sub(indent));
    for (index, line) in lines.iter_mut().enumerate() {
        line.insert_str(0, if index == 0 { first } else { "" });
        if index > 0 {
            line.insert_str(0, &" ".repeat(indent));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_blanks_that_are_not_glued() {
        assert_eq!(wrap("a bb ccc dddddddd", 6), ["a bb", "ccc", "dddddddd"]);
        assert_eq!(wrap(&format!("a {} d", glued("b c")), 4), ["a", "b c", "d"]);
        assert_eq!(wrap_behind("x = ", "a | b | c", 8), ["x = a |", "    b |", "    c"]);
    }
}
