//! Text that does to a terminal what it says: control characters are written out.

use std::borrow::Cow;

/// A name for people: control characters, line breaks among them, and characters that change the
/// direction of text are escaped byte by byte as LLVM does (`\1B`).
///
/// Names are whatever bytes a module says; shown as they are, they could move the cursor of a
/// terminal or look like a line of our own.
pub fn printable(name: &str) -> Cow<'_, str> {
    escape(name, |_| false)
}

/// Like [`printable`] for a text of several lines: line breaks and tabs stay.
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    escape(text, |character| matches!(character, '\n' | '\t'))
}

fn escape(text: &str, stays: fn(char) -> bool) -> Cow<'_, str> {
    let is_escaped = |character: char| is_invisible(character) && !stays(character);
    if !text.contains(is_escaped) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if is_escaped(character) {
            let mut bytes = [0; 4];
            let bytes = character.encode_utf8(&mut bytes).bytes();
            bytes.for_each(|byte| out.push_str(&format!("\\{byte:02X}")));
        } else {
            out.push(character);
        }
    }
    out.into()
}

/// Control characters, and the marks that embed, override or isolate a direction of text.
fn is_invisible(character: char) -> bool {
    character.is_control() || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_act_on_is_escaped() {
        assert_eq!(printable("größe.1"), "größe.1");
        assert_eq!(printable("a\nvalid\tb\u{1b}[2J"), "a\\0Avalid\\09b\\1B[2J");
        assert_eq!(printable_lines("a\n\tb\r\u{202e}"), "a\n\tb\\0D\\E2\\80\\AE");
    }
}
