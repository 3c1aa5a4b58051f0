//! Reading `target datalayout` strings.
//!
//! ```text
//! string  ::= ( spec ( '-' spec )* )?
//! spec    ::= 'e' | 'E' | 'm' ':' letter | 'S' bits | 'P' n | 'A' n | 'G' n
//!           | 'F' ( 'i' | 'n' ) bits
//!           | 'p' ( 'e' | 'u' )* space? ( '(' name ')' )? ':' bits ':' abi
//!             ( ':' pref ( ':' index )? )?
//!           | ( 'i' | 'v' | 'f' ) bits ':' abi ( ':' pref )? | 'a' '0'? ':' abi ( ':' pref )?
//!           | 'n' bits ( ':' bits )* | 'ni' ':' space ( ':' space )* | 's' anything
//! ```
//! Alignments are written in bits and must be whole bytes and powers of two. What follows a colon
//! after `S` is skipped.

use super::{Align, AlignTable, DataLayout, FunctionPointerAlign, Mangling, PointerLayout};
use std::fmt;

/// A malformed string: what is wrong, and at which byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LayoutStringError {
    /// The offset in the string.
    pub at: usize,
    /// What is wrong there.
    pub reason: LayoutStringReason,
}

/// What is wrong with a string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayoutStringReason {
    /// Two separators in a row, or one at the end.
    EmptySpecification,
    /// A letter that begins no specification.
    UnknownSpecification,
    /// A number was expected.
    ExpectedNumber,
    /// A number that is out of range.
    OutOfRange,
    /// An alignment that is no power of two of whole bytes.
    BadAlignment,
    /// A part is missing: a size or an alignment.
    MissingPart,
    /// More parts than the specification has.
    ExtraPart,
    /// The preferred alignment is below the ABI alignment.
    PreferredBelowAbi,
    /// The index is wider than the pointer.
    IndexTooWide,
    /// Address space 0 cannot be non-integral.
    NonIntegralZero,
    /// `i8` must be aligned to one byte.
    UnalignedByte,
    /// An unknown letter after `m:`.
    UnknownMangling,
}

impl fmt::Display for LayoutStringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.reason {
            LayoutStringReason::EmptySpecification => "empty specification",
            LayoutStringReason::UnknownSpecification => "unknown specification",
            LayoutStringReason::ExpectedNumber => "expected a number",
            LayoutStringReason::OutOfRange => "number out of range",
            LayoutStringReason::BadAlignment => "alignment is not a power of two of whole bytes",
            LayoutStringReason::MissingPart => "missing size or alignment",
            LayoutStringReason::ExtraPart => "too many parts",
            LayoutStringReason::PreferredBelowAbi => "preferred alignment below the ABI alignment",
            LayoutStringReason::IndexTooWide => "index wider than the pointer",
            LayoutStringReason::NonIntegralZero => "address space 0 cannot be non-integral",
            LayoutStringReason::UnalignedByte => "i8 must be aligned to one byte",
            LayoutStringReason::UnknownMangling => "unknown mangling",
        };
        write!(f, "data layout, at offset {}: {reason}", self.at)
    }
}

impl std::error::Error for LayoutStringError {}

/// Address spaces and widths have 24 bits.
const MAX_24_BITS: u64 = (1 << 24) - 1;

/// Alignments have at most 2^15 bytes.
const MAX_ALIGN_BYTES: u64 = 1 << 15;

/// A piece of the string and where it is.
#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Piece<'a> {
    fn fail<T>(self, reason: LayoutStringReason) -> Result<T, LayoutStringError> {
        Err(LayoutStringError { at: self.at, reason })
    }

    /// The pieces between separators.
    fn split(self, separator: char) -> impl Iterator<Item = Piece<'a>> {
        let mut at = self.at;
        self.text.split(separator).map(move |text| {
            let piece = Piece { text, at };
            at += text.len() + 1;
            piece
        })
    }

    /// Without its first `count` bytes.
    fn skip(self, count: usize) -> Piece<'a> {
        Piece { text: &self.text[count..], at: self.at + count }
    }

    fn number(self, limit: u64) -> Result<u64, LayoutStringError> {
        if self.text.is_empty() || !self.text.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.fail(LayoutStringReason::ExpectedNumber);
        }
        match self.text.parse::<u64>() {
            Ok(number) if number <= limit => Ok(number),
            _ => self.fail(LayoutStringReason::OutOfRange),
        }
    }

    /// A number from 1 to 2^24 - 1.
    fn positive(self) -> Result<u32, LayoutStringError> {
        match self.number(MAX_24_BITS)? {
            0 => self.fail(LayoutStringReason::OutOfRange),
            number => Ok(number as u32),
        }
    }

    fn address_space(self) -> Result<u32, LayoutStringError> {
        Ok(self.number(MAX_24_BITS)? as u32)
    }

    /// An alignment in bits, as bytes; 0 if that is written.
    fn align_or_zero(self) -> Result<u64, LayoutStringError> {
        let bits = self.number(MAX_ALIGN_BYTES * 8)?;
        if bits == 0 || bits % 8 == 0 && (bits / 8).is_power_of_two() {
            Ok(bits / 8)
        } else {
            self.fail(LayoutStringReason::BadAlignment)
        }
    }

    fn align(self) -> Result<u64, LayoutStringError> {
        match self.align_or_zero()? {
            0 => self.fail(LayoutStringReason::BadAlignment),
            align => Ok(align),
        }
    }
}

impl DataLayout {
    /// Reads a `target datalayout`.
    pub fn parse(text: &str) -> Result<DataLayout, LayoutStringError> {
        let mut layout = DataLayout::default();
        if text.is_empty() {
            return Ok(layout);
        }
        for specification in (Piece { text, at: 0 }).split('-') {
            layout.apply(specification)?;
        }
        Ok(layout)
    }

    fn apply(&mut self, specification: Piece<'_>) -> Result<(), LayoutStringError> {
        let mut parts = specification.split(':');
        let Some(head) = parts.next().filter(|head| !head.text.is_empty()) else {
            return specification.fail(LayoutStringReason::EmptySpecification);
        };
        let parts: Vec<Piece<'_>> = parts.collect();
        let end = Piece { text: "", at: specification.at + specification.text.len() };
        let at_most = |count: usize| match parts.get(count) {
            Some(extra) => extra.fail(LayoutStringReason::ExtraPart),
            None => Ok(()),
        };
        let part = |index: usize| parts.get(index).copied();
        let required = |index: usize| match part(index) {
            Some(piece) => Ok(piece),
            None => end.fail(LayoutStringReason::MissingPart),
        };
        if head.text == "ni" {
            required(0)?;
            for space in &parts {
                match space.address_space()? {
                    0 => return space.fail(LayoutStringReason::NonIntegralZero),
                    space => self.non_integral.push(space),
                }
            }
            return Ok(());
        }
        if !head.text.is_char_boundary(1) {
            return head.fail(LayoutStringReason::UnknownSpecification);
        }
        let rest = head.skip(1);
        match head.text.as_bytes()[0] {
            letter @ (b'e' | b'E') => {
                at_most(0)?;
                if !rest.text.is_empty() {
                    return rest.fail(LayoutStringReason::ExtraPart);
                }
                self.big_endian = letter == b'E';
            }
            b'm' => {
                at_most(1)?;
                if !rest.text.is_empty() {
                    return rest.fail(LayoutStringReason::ExtraPart);
                }
                let letter = required(0)?;
                self.mangling = Some(match letter.text {
                    "e" => Mangling::Elf,
                    "l" => Mangling::Goff,
                    "m" => Mangling::Mips,
                    "o" => Mangling::MachO,
                    "x" => Mangling::WindowsX86,
                    "w" => Mangling::WindowsCoff,
                    "a" => Mangling::Xcoff,
                    _ => return letter.fail(LayoutStringReason::UnknownMangling),
                });
            }
            b'p' => {
                at_most(4)?;
                // Since LLVM 22: pointers with a state outside their bits (`e`) or without a
                // stable address (`u`), neither of which is a mere integer, and a name for the
                // address space.
                let number = rest.text.trim_start_matches(['e', 'u']);
                let at = rest.at + rest.text.len() - number.len();
                let number = match number.split_once('(') {
                    Some((number, name)) if name.ends_with(')') => number,
                    _ => number,
                };
                let number = Piece { text: number, at };
                let space = if number.text.is_empty() { 0 } else { number.address_space()? };
                if at > rest.at && !self.non_integral.contains(&space) {
                    self.non_integral.push(space);
                }
                let bits = required(0)?.positive()?;
                let abi_align = required(1)?.align()?;
                let preferred_align = preferred(part(2), abi_align)?;
                let index_bits = match part(3) {
                    None => bits,
                    Some(piece) => match piece.positive()? {
                        index if index > bits => {
                            return piece.fail(LayoutStringReason::IndexTooWide);
                        }
                        index => index,
                    },
                };
                let pointer = PointerLayout { bits, abi_align, preferred_align, index_bits };
                match self.pointers.binary_search_by_key(&space, |(space, _)| *space) {
                    Ok(at) => self.pointers[at].1 = pointer,
                    Err(at) => self.pointers.insert(at, (space, pointer)),
                }
            }
            letter @ (b'i' | b'v' | b'f') => {
                at_most(2)?;
                let width = rest.positive()?;
                let abi_piece = required(0)?;
                let abi = abi_piece.align()?;
                if letter == b'i' && width == 8 && abi != 1 {
                    return abi_piece.fail(LayoutStringReason::UnalignedByte);
                }
                let align = Align { abi, preferred: preferred(part(1), abi)? };
                let table = match letter {
                    b'i' => &mut self.integers,
                    b'v' => &mut self.vectors,
                    _ => &mut self.floats,
                };
                specify(table, width, align);
            }
            b'a' => {
                at_most(2)?;
                if !rest.text.is_empty() && rest.number(MAX_24_BITS)? != 0 {
                    return rest.fail(LayoutStringReason::OutOfRange);
                }
                // Zero says nothing: the fields decide.
                let abi = required(0)?.align_or_zero()?.max(1);
                self.aggregate = Align { abi, preferred: preferred(part(1), abi)? };
            }
            b'n' => {
                self.native_integers.push(rest.positive()?);
                for width in &parts {
                    self.native_integers.push(width.positive()?);
                }
            }
            b'S' => {
                // LLVM up to 19 does not look at further parts, and some strings have them.
                self.stack_align = Some(rest.align_or_zero()?).filter(|&align| align != 0);
            }
            letter @ (b'P' | b'A' | b'G') => {
                at_most(0)?;
                let space = rest.address_space()?;
                match letter {
                    b'P' => self.program_space = space,
                    b'A' => self.alloca_space = space,
                    _ => self.global_space = space,
                }
            }
            b'F' => {
                at_most(0)?;
                let of_function = match rest.text.as_bytes().first() {
                    Some(b'i') => false,
                    Some(b'n') => true,
                    _ => return rest.fail(LayoutStringReason::UnknownSpecification),
                };
                let align = rest.skip(1).align()?;
                self.function_pointers = Some(FunctionPointerAlign { of_function, align });
            }
            // Obsolete: the size of objects on the stack.
            b's' => {}
            _ => return head.fail(LayoutStringReason::UnknownSpecification),
        }
        Ok(())
    }
}

/// The preferred alignment: at least the ABI one, and that if it is not written.
fn preferred(piece: Option<Piece<'_>>, abi: u64) -> Result<u64, LayoutStringError> {
    let Some(piece) = piece else { return Ok(abi) };
    match piece.align()? {
        align if align < abi => piece.fail(LayoutStringReason::PreferredBelowAbi),
        align => Ok(align),
    }
}

fn specify(table: &mut AlignTable, width: u32, align: Align) {
    match table.binary_search_by_key(&width, |(width, _)| *width) {
        Ok(at) => table[at].1 = align,
        Err(at) => table.insert(at, (width, align)),
    }
}
