//! Numbers, names and strings as bytes: the letters that all other parts of the writer spell with.

/// Two decimal digits for each number below one hundred.
const PAIRS: &[u8; 200] = b"0001020304050607080910111213141516171819\
2021222324252627282930313233343536373839\
4041424344454647484950515253545556575859\
6061626364656667686970717273747576777879\
8081828384858687888990919293949596979899";

const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// Appends a number in decimal.
pub(crate) fn push_u64(out: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    while number >= 100 {
        let pair = (number % 100) as usize * 2;
        number /= 100;
        at -= 2;
        digits[at..at + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
    }
    if number >= 10 {
        let pair = number as usize * 2;
        at -= 2;
        digits[at..at + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
    } else {
        at -= 1;
        digits[at] = b'0' + number as u8;
    }
    out.extend_from_slice(&digits[at..]);
}

/// Appends a number in decimal, with its sign if it is negative.
pub(crate) fn push_i64(out: &mut Vec<u8>, number: i64) {
    if number < 0 {
        out.push(b'-');
    }
    push_u64(out, number.unsigned_abs());
}

const PLAIN: u8 = 1;
const DIGIT: u8 = 2;
const SHOWN: u8 = 4;
const META: u8 = 8;

/// What each byte is: a letter of a name that needs no quotes, a digit, shown as itself within
/// quotes, a letter of a metadata identifier.
const CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let byte = index as u8;
        let mut class = 0;
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_') {
            class |= PLAIN | META;
        }
        if byte == b'$' {
            class |= META;
        }
        if byte.is_ascii_digit() {
            class |= DIGIT;
        }
        if byte >= b' ' && byte <= b'~' && byte != b'"' && byte != b'\\' {
            class |= SHOWN;
        }
        table[index] = class;
        index += 1;
    }
    table
};

fn is(byte: u8, class: u8) -> bool {
    CLASS[byte as usize] & class != 0
}

fn push_escape(out: &mut Vec<u8>, byte: u8) {
    out.extend_from_slice(&[b'\\', HEX[byte as usize >> 4], HEX[byte as usize & 15]]);
}

/// Appends bytes, those that cannot be shown within quotes as a backslash and two hexadecimal
/// digits.
pub(crate) fn push_escaped(out: &mut Vec<u8>, bytes: &[u8]) {
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|&byte| !is(byte, SHOWN)) {
        out.extend_from_slice(&rest[..at]);
        push_escape(out, rest[at]);
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
}

/// Appends bytes in quotes.
pub(crate) fn push_quoted(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'"');
    push_escaped(out, bytes);
    out.push(b'"');
}

/// Appends a name without its sigil, in quotes where LLVM writes them.
pub(crate) fn push_name(out: &mut Vec<u8>, name: &[u8]) {
    let plain = name.iter().all(|&byte| is(byte, PLAIN))
        && name.first().is_some_and(|&byte| !is(byte, DIGIT));
    if plain {
        out.extend_from_slice(name);
    } else {
        push_quoted(out, name);
    }
}

/// Appends the name of a named metadata node or of a kind of attachment, without its `!`: never
/// quoted, but escaped.
pub(crate) fn push_metadata_name(out: &mut Vec<u8>, name: &[u8]) {
    for (at, &byte) in name.iter().enumerate() {
        if is(byte, META) && !(at == 0 && is(byte, DIGIT)) {
            out.push(byte);
        } else {
            push_escape(out, byte);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_are_written_as_the_standard_library_does() {
        for number in
            [0, 1, 9, 10, 11, 99, 100, 101, 999, 1000, 12_345, u64::from(u32::MAX), u64::MAX]
        {
            assert_eq!(shown(|out| push_u64(out, number)), number.to_string());
            assert_eq!(shown(|out| push_i64(out, number as i64)), (number as i64).to_string());
        }
        assert_eq!(shown(|out| push_i64(out, i64::MIN)), i64::MIN.to_string());
    }

    #[test]
    fn names_are_quoted_where_llvm_quotes_them() {
        let name = |text: &[u8]| shown(|out| push_name(out, text));
        assert_eq!(name(b"a.b-c_9"), "a.b-c_9");
        assert_eq!(name(b"9a"), "\"9a\"");
        assert_eq!(name(b"a$b"), "\"a$b\"");
        assert_eq!(name(b"\x01_f\"\\"), "\"\\01_f\\22\\5C\"");
        assert_eq!(name(b"\xc3\xa9"), "\"\\C3\\A9\"");
        assert_eq!(name(b""), "\"\"");
    }

    #[test]
    fn metadata_names_are_escaped_instead_of_quoted() {
        let name = |text: &[u8]| shown(|out| push_metadata_name(out, text));
        assert_eq!(name(b"llvm.dbg.cu"), "llvm.dbg.cu");
        assert_eq!(name(b"1 a$"), "\\31\\20a$");
    }
}
