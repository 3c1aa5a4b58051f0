//! Readings: one answer for each question on which the authorities differ (§11.20).
//!
//! Each [`Row`] has two [`Answer`]s. A [`Reading`] fixes one for every row, and a program means
//! something only under a reading. [`Readings`] is a set of them: each row is fixed, or open. Both
//! functions of a pair are judged by the same reading: a pair is *valid* if refinement holds under
//! every reading of the set, *invalid* if one input is shown on which it fails under every one, and
//! *disputed* if no proof was found, and an input on which it fails under one and holds under
//! another.
//!
//! The prover asks whether an answer [is possible](Readings::allows); the interpreter has
//! a [`Reading`], and goes through the [readings](Readings::over) that differ in the [`Rows`] a run
//! depended on.

use std::fmt;
use std::str::FromStr;

/// A question that has two answers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Row {
    /// What a load of a pointer gives where the bytes are not all of one pointer, in order.
    PointerLoad,
    /// What a load from a stack slot outside its lifetime does.
    DeadLoad,
    /// What a store to a stack slot outside its lifetime does.
    DeadStore,
    /// What the padding of an aggregate holds that was stored or copied.
    Padding,
    /// What a load and a store of one integer make of bytes that are poison in part, or parts of
    /// pointers.
    IntegerCopy,
    /// Whether calls that only write memory which the program cannot access may be made once
    /// instead of twice.
    InaccessibleWrites,
}

/// An answer. Which ones a row has, [`Row::answers`] says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Answer {
    /// The value is poison.
    Poison,
    /// The value is undef.
    Undef,
    /// The behaviour is undefined.
    Undefined,
    /// The pointer has the address that the bytes spell, and points into no object.
    NoProvenance,
    /// Nothing happens.
    NoEffect,
    /// Byte by byte: what one byte is does not touch the others.
    Bytewise,
    /// As a value of the integer type: one poison byte makes all of it poison, and parts of
    /// pointers become numbers.
    AsInteger,
    /// Every call counts.
    Observed,
    /// A call that follows an equal one changes nothing.
    Idempotent,
}

impl Row {
    /// All rows, in the order of §11.
    pub const ALL: [Self; 6] = [
        Self::PointerLoad,
        Self::DeadLoad,
        Self::DeadStore,
        Self::Padding,
        Self::IntegerCopy,
        Self::InaccessibleWrites,
    ];

    /// Its two answers.
    pub const fn answers(self) -> [Answer; 2] {
        match self {
            Self::PointerLoad => [Answer::Poison, Answer::NoProvenance],
            Self::DeadLoad => [Answer::Poison, Answer::Undefined],
            Self::DeadStore => [Answer::NoEffect, Answer::Undefined],
            Self::Padding => [Answer::Undef, Answer::Poison],
            Self::IntegerCopy => [Answer::Bytewise, Answer::AsInteger],
            Self::InaccessibleWrites => [Answer::Observed, Answer::Idempotent],
        }
    }

    /// Its name, which never changes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PointerLoad => "pointer-load",
            Self::DeadLoad => "dead-load",
            Self::DeadStore => "dead-store",
            Self::Padding => "padding",
            Self::IntegerCopy => "integer-copy",
            Self::InaccessibleWrites => "inaccessible-writes",
        }
    }

    /// The question in a few words.
    pub const fn question(self) -> &'static str {
        match self {
            Self::PointerLoad => "pointer load of bytes that are not all of one pointer, in order",
            Self::DeadLoad => "load outside of the lifetime",
            Self::DeadStore => "store outside of the lifetime",
            Self::Padding => "padding of a stored or copied aggregate",
            Self::IntegerCopy => {
                "bytes copied as one integer, if some are poison or parts of pointers"
            }
            Self::InaccessibleWrites => "equal calls that only write inaccessible memory",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl Answer {
    /// Its name, which never changes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Poison => "poison",
            Self::Undef => "undef",
            Self::Undefined => "undefined",
            Self::NoProvenance => "no-provenance",
            Self::NoEffect => "no-effect",
            Self::Bytewise => "bytewise",
            Self::AsInteger => "as-integer",
            Self::Observed => "observed",
            Self::Idempotent => "idempotent",
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A row with one of its answers, in text `ROW=ANSWER`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fixed {
    row: Row,
    answer: Answer,
}

impl Fixed {
    /// A row and an answer, if it is one of the row's.
    pub fn new(row: Row, answer: Answer) -> Option<Self> {
        row.answers().contains(&answer).then_some(Self { row, answer })
    }

    /// The row.
    pub fn row(self) -> Row {
        self.row
    }

    /// The answer.
    pub fn answer(self) -> Answer {
        self.answer
    }
}

impl fmt::Display for Fixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.row, self.answer)
    }
}

impl FromStr for Fixed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let list = |names: &[&str]| names.join(", ");
        let Some((row, answer)) = text.split_once('=') else {
            return Err("expected ROW=ANSWER".to_string());
        };
        let Some(row) = Row::ALL.into_iter().find(|it| it.name() == row) else {
            return Err(format!("no row `{row}`; there are {}", list(&Row::ALL.map(Row::name))));
        };
        let found = row.answers().into_iter().find(|it| it.name() == answer);
        found.map(|answer| Self { row, answer }).ok_or_else(|| {
            let answers = list(&row.answers().map(Answer::name));
            format!("`{row}` has no answer `{answer}`; it has {answers}")
        })
    }
}

/// A set of rows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rows(u8);

impl Rows {
    /// None of them.
    pub const NONE: Self = Self(0);
    /// All of them.
    pub const ALL: Self = Self((1 << Row::ALL.len()) - 1);

    /// Adds a row.
    pub fn insert(&mut self, row: Row) {
        self.0 |= row.bit();
    }

    /// Takes a row out.
    pub fn remove(&mut self, row: Row) {
        self.0 &= !row.bit();
    }

    /// Whether it has a row.
    pub const fn contains(self, row: Row) -> bool {
        self.0 & row.bit() != 0
    }

    /// Whether it has none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Those of both.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those that are also in the other.
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The rows, in the order of §11.
    pub fn iter(self) -> impl Iterator<Item = Row> {
        Row::ALL.into_iter().filter(move |&row| self.contains(row))
    }
}

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Row::name).collect();
        f.write_str(&names.join(", "))
    }
}

/// One answer for every row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Reading {
    /// The rows that have their second answer.
    second: Rows,
}

impl Reading {
    /// The answer to a row.
    pub const fn answer(self, row: Row) -> Answer {
        row.answers()[self.second.contains(row) as usize]
    }

    /// Whether a row has this answer.
    pub fn is(self, row: Row, answer: Answer) -> bool {
        debug_assert!(row.answers().contains(&answer), "{row} has no answer {answer}");
        self.answer(row) == answer
    }

    /// The same but for one row.
    #[must_use]
    pub fn with(mut self, fixed: Fixed) -> Self {
        match fixed.row.answers()[1] == fixed.answer {
            true => self.second.insert(fixed.row),
            false => self.second.remove(fixed.row),
        }
        self
    }
}

/// A set of readings: every row is fixed, or open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Readings {
    fixed: Rows,
    /// What is fixed; of open rows the first answer.
    reading: Reading,
}

impl Readings {
    /// All readings: every row is open.
    pub const OPEN: Self = Self { fixed: Rows::NONE, reading: Reading { second: Rows::NONE } };

    /// Fixes a row; what it was fixed to before does not count any more.
    #[must_use]
    pub fn with(mut self, fixed: Fixed) -> Self {
        self.fixed.insert(fixed.row);
        self.reading = self.reading.with(fixed);
        self
    }

    /// The answer that a row is fixed to.
    pub fn fixed(self, row: Row) -> Option<Answer> {
        self.fixed.contains(row).then(|| self.reading.answer(row))
    }

    /// Whether one of the readings gives a row this answer.
    pub fn allows(self, row: Row, answer: Answer) -> bool {
        debug_assert!(row.answers().contains(&answer), "{row} has no answer {answer}");
        self.fixed(row).is_none_or(|fixed| fixed == answer)
    }

    /// Whether all of the readings give a row this answer.
    pub fn requires(self, row: Row, answer: Answer) -> bool {
        self.fixed(row) == Some(answer)
    }

    /// The rows that are open.
    pub const fn open(self) -> Rows {
        Rows(Rows::ALL.0 & !self.fixed.0)
    }

    /// What is fixed, in the order of §11.
    pub fn all_fixed(self) -> impl Iterator<Item = Fixed> {
        self.fixed.iter().map(move |row| Fixed { row, answer: self.reading.answer(row) })
    }

    /// One of the readings: that of first answers, where rows are open.
    pub const fn first(self) -> Reading {
        self.reading
    }

    /// The readings that differ in these rows, where they are open; all other open rows have their
    /// first answer. [`first`](Self::first) comes first.
    pub fn over(self, rows: Rows) -> impl Iterator<Item = Reading> {
        let open = rows.intersection(self.open()).0;
        let mut next = Some(0u8);
        std::iter::from_fn(move || {
            let second = next?;
            // The next subset of the open rows; after the last comes the empty one again.
            next = Some(second.wrapping_sub(open) & open).filter(|&it| it != 0);
            Some(Reading { second: Rows(self.reading.second.0 | second) })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_read_back() {
        let mut seen = BTreeSet::new();
        for row in Row::ALL {
            for answer in row.answers() {
                let fixed = Fixed::new(row, answer).unwrap();
                assert_eq!(fixed.to_string().parse(), Ok(fixed));
                assert!(seen.insert(fixed.to_string()));
            }
        }
        assert_eq!(seen.len(), 2 * Row::ALL.len());
        assert!("padding".parse::<Fixed>().unwrap_err().contains("ROW=ANSWER"));
        assert!("paddding=undef".parse::<Fixed>().unwrap_err().contains("inaccessible-writes"));
        assert!("padding=undefined".parse::<Fixed>().unwrap_err().contains("undef, poison"));
        assert_eq!(Fixed::new(Row::Padding, Answer::Observed), None);
    }

    #[test]
    fn readings_are_gone_through() {
        let padding = Fixed::new(Row::Padding, Answer::Poison).unwrap();
        let readings = Readings::OPEN.with(padding);
        assert_eq!(readings.all_fixed().collect::<Vec<_>>(), [padding]);
        assert!(!readings.open().contains(Row::Padding) && readings.open().len() == 5);
        let all: Vec<Reading> = readings.over(Rows::ALL).collect();
        assert_eq!(all.len(), 32);
        assert_eq!(all[0], readings.first());
        assert!(all.iter().all(|it| it.is(Row::Padding, Answer::Poison)));
        let different: BTreeSet<u8> = all.iter().map(|it| it.second.0).collect();
        assert_eq!(different.len(), all.len());
        // Over no row, and over one that is fixed, there is one.
        assert_eq!(readings.over(Rows::NONE).collect::<Vec<_>>(), [readings.first()]);
        let mut rows = Rows::NONE;
        rows.insert(Row::Padding);
        assert_eq!(readings.over(rows).count(), 1);
        rows.insert(Row::DeadLoad);
        let two: Vec<Answer> = readings.over(rows).map(|it| it.answer(Row::DeadLoad)).collect();
        assert_eq!(two, Row::DeadLoad.answers());
        assert_eq!(Readings::OPEN.over(Rows::ALL).count(), 64);
        assert_eq!(rows.to_string(), "dead-load, padding");
    }

    #[test]
    fn fixing_a_row_leaves_one_answer() {
        let open = Readings::OPEN;
        for row in Row::ALL {
            for answer in row.answers() {
                let fixed = open.with(Fixed::new(row, answer).unwrap());
                for other in row.answers() {
                    assert!(open.allows(row, other) && !open.requires(row, other));
                    assert_eq!(fixed.allows(row, other), other == answer);
                    assert_eq!(fixed.requires(row, other), other == answer);
                }
                // The last word counts.
                let [first, _] = row.answers();
                let again = fixed.with(Fixed::new(row, first).unwrap());
                assert_eq!(again.fixed(row), Some(first));
            }
        }
    }
}
