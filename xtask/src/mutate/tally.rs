//! Sums over mutants, by kind.

use std::collections::BTreeMap;

use serde::Serialize;

use super::judge::{Judgement, Word, Wrong};
use crate::table::{self, Align, Table};

/// What came of the mutants of one kind.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    /// All of them.
    pub made: u64,
    /// Wrong, as a run shows.
    pub told_apart: u64,
    /// Wrong by construction, though no run shows it.
    pub by_construction: u64,
    /// Wrong and called `valid`: must be zero.
    pub wrong_and_valid: u64,
    /// Called `valid`, and nothing is known to be wrong with them.
    pub valid: u64,
    /// Not decided by the prover.
    pub unknown: u64,
    /// Not decided for want of a clause.
    pub unsupported: u64,
}

impl Row {
    /// Known to be wrong.
    pub fn wrong(&self) -> u64 {
        self.told_apart + self.by_construction
    }

    fn add(&mut self, judgement: &Judgement) {
        self.made += 1;
        match &judgement.wrong {
            Some(Wrong::Run(_)) => self.told_apart += 1,
            Some(Wrong::Construction(_)) => self.by_construction += 1,
            None => {}
        }
        match (judgement.word, &judgement.wrong) {
            (Word::Valid, Some(_)) => self.wrong_and_valid += 1,
            (Word::Valid, None) => self.valid += 1,
            (Word::Unknown, _) => self.unknown += 1,
            (Word::Unsupported, _) => self.unsupported += 1,
        }
    }
}

/// Sums by kind.
#[derive(Debug, Default, Serialize)]
pub struct Tally {
    /// By kind.
    pub kinds: BTreeMap<String, Row>,
    /// All of them.
    pub total: Row,
    /// Functions that mutants were made of.
    pub functions: u64,
    /// Functions that were not used, because the prover does not call the pair itself valid.
    pub not_proven: u64,
    /// Why mutants are not valid, with counts.
    pub reasons: BTreeMap<String, u64>,
}

impl Tally {
    /// Adds a mutant.
    pub fn add(&mut self, kind: &str, judgement: &Judgement) {
        self.kinds.entry(kind.to_owned()).or_default().add(judgement);
        self.total.add(judgement);
        if judgement.word != Word::Valid {
            *self.reasons.entry(judgement.reason.clone()).or_default() += 1;
        }
    }

    /// As a table.
    pub fn table(&self) -> Table {
        let headings = [
            "made",
            "known wrong",
            "by a run",
            "by construction",
            "wrong and valid",
            "valid",
            "unknown",
            "unsupported",
        ];
        let mut columns = vec![("kind", Align::Left)];
        columns.extend(headings.map(|heading| (heading, Align::Right)));
        let mut table = Table::new(&columns);
        for (name, row) in
            self.kinds.iter().map(|(name, row)| (&name[..], row)).chain([("all", &self.total)])
        {
            let counts = [
                row.made,
                row.wrong(),
                row.told_apart,
                row.by_construction,
                row.wrong_and_valid,
                row.valid,
                row.unknown,
                row.unsupported,
            ];
            table.row([name.to_owned()].into_iter().chain(counts.map(table::count)));
        }
        table
    }
}
