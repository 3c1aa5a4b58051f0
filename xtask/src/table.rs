//! Aligned tables for the terminal: a heading line, then rows, in columns as wide as their widest
//! cell.

use std::fmt;

/// Which end of its column a cell keeps to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A table under construction. `Display` prints it, one line a row, without trailing blanks.
#[derive(Debug)]
pub struct Table {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table with these column headings.
    pub fn new(columns: &[(&str, Align)]) -> Table {
        Table {
            columns: columns.iter().map(|&(name, align)| (name.to_owned(), align)).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row. Missing cells stay empty, cells beyond the last column are a mistake of the
    /// caller's.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let mut row: Vec<String> = cells.into_iter().collect();
        assert!(
            row.len() <= self.columns.len(),
            "{} cells in {} columns",
            row.len(),
            self.columns.len()
        );
        row.resize(self.columns.len(), String::new());
        self.rows.push(row);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headings: Vec<String> = self.columns.iter().map(|(name, _)| name.clone()).collect();
        let lines = || std::iter::once(&headings).chain(&self.rows);
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|column| lines().map(|cells| cells[column].chars().count()).max().unwrap_or(0))
            .collect();
        for cells in lines() {
            let mut line = String::new();
            for ((cell, (_, align)), &width) in cells.iter().zip(&self.columns).zip(&widths) {
                if !line.is_empty() {
                    line.push_str("  ");
                }
                line.push_str(&match align {
                    Align::Left => format!("{cell:<width$}"),
                    Align::Right => format!("{cell:>width$}"),
                });
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A count with its thousands apart: `12,345,678`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A size in the unit that leaves one to four digits before the point: `13.7 MB`.
pub fn bytes(number: u64) -> String {
    let mut size = number as f64;
    for unit in ["B", "kB", "MB"] {
        if size < 1000.0 {
            return if unit == "B" { format!("{number} B") } else { format!("{size:.1} {unit}") };
        }
        size /= 1000.0;
    }
    format!("{size:.1} GB")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(&[("library", Align::Left), ("functions", Align::Right)]);
        table.row(["zlib".to_owned(), count(152)]);
        table.row(["sqlite3".to_owned(), count(1_234_567)]);
        table.row(["none".to_owned()]);
        let expected = "library  functions\nzlib           152\nsqlite3  1,234,567\nnone\n";
        assert_eq!(table.to_string(), expected);
    }

    #[test]
    fn counts_and_sizes() {
        assert_eq!(
            [count(0), count(999), count(1000), count(100_000)],
            ["0", "999", "1,000", "100,000"]
        );
        assert_eq!([bytes(999), bytes(1_500), bytes(13_657_016)], ["999 B", "1.5 kB", "13.7 MB"]);
        assert_eq!(bytes(2_500_000_000_000), "2500.0 GB");
    }
}
