//! Words of a text and where they stand, read as a stream.

use std::io::BufRead;

use crate::{Error, Input};

/// The longest word: numbers of 64 bits have 20 characters.
const MAX_WORD: usize = 32;

/// A word with its place.
#[derive(Clone, Default)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) line: u64,
    pub(crate) column: u64,
}

/// The words of a text, separated by spaces and line ends.
pub(crate) struct Tokens<R> {
    reader: R,
    input: Input,
    line: u64,
    column: u64,
}

impl<R: BufRead> Tokens<R> {
    pub(crate) fn new(reader: R, input: Input) -> Self {
        Self { reader, input, line: 1, column: 1 }
    }

    /// The next word, or `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Word>, Error> {
        let mut word = Word::default();
        while let Some(byte) = self.byte()? {
            let (line, column) = (self.line, self.column);
            self.advance(byte);
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' if word.text.is_empty() => {}
                b' ' | b'\t' | b'\r' | b'\n' => return Ok(Some(word)),
                b'!'..=b'~' => {
                    if word.text.is_empty() {
                        (word.line, word.column) = (line, column);
                    }
                    if word.text.len() == MAX_WORD {
                        return Err(self.error_at(&word, "this word is too long"));
                    }
                    word.text.push(char::from(byte));
                }
                _ => {
                    let place = Word { text: String::new(), line, column };
                    return Err(self.error_at(&place, "this is no text"));
                }
            }
        }
        Ok((!word.text.is_empty()).then_some(word))
    }

    /// The next word as a number.
    pub(crate) fn number(&mut self) -> Result<(i64, Word), Error> {
        match self.next()? {
            Some(word) => match word.text.parse() {
                Ok(number) => Ok((number, word)),
                Err(_) => {
                    let message = format!("`{}` is no number", word.text);
                    Err(self.error_at(&word, &message))
                }
            },
            None => Err(self.error_here("the text ends in the middle of a clause")),
        }
    }

    /// Leaves out the rest of the line in which the last word stands.
    pub(crate) fn skip_line(&mut self, line: u64) -> Result<(), Error> {
        while self.line == line {
            match self.byte()? {
                Some(byte) => self.advance(byte),
                None => break,
            }
        }
        Ok(())
    }

    pub(crate) fn error_at(&self, word: &Word, message: &str) -> Error {
        let (line, column) = (word.line, word.column);
        Error { input: self.input, line, column, message: message.to_owned() }
    }

    pub(crate) fn error_here(&self, message: &str) -> Error {
        let (line, column) = (self.line, self.column);
        Error { input: self.input, line, column, message: message.to_owned() }
    }

    fn byte(&mut self) -> Result<Option<u8>, Error> {
        match self.reader.fill_buf() {
            Ok(buffer) => Ok(buffer.first().copied()),
            Err(error) => Err(self.error_here(&format!("cannot read on: {error}"))),
        }
    }

    fn advance(&mut self, byte: u8) {
        self.reader.consume(1);
        if byte == b'\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
    }
}
