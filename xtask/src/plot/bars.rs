//! Bars as a picture: a row for each name, a bar for each series in it, along one linear axis from
//! zero.

use super::{Svg, colour};

/// A row of bars.
#[derive(Clone, Debug)]
pub struct Bars {
    /// Its name.
    pub name: String,
    /// What each series has there.
    pub values: Vec<Option<f64>>,
}

const NAME_WIDTH: f64 = 190.0;
const WIDTH: f64 = 820.0;
const RIGHT: f64 = 60.0;
const HEADING: f64 = 62.0;
const FOOT: f64 = 34.0;
const BAR: f64 = 12.0;
const GAP: f64 = 8.0;
/// The axis is cut into so many parts.
const TICKS: usize = 5;

/// The picture of some rows under a heading: `series` names the bars of each, `most` is where the
/// axis ends, and `label` writes a value.
pub fn bars(
    heading: &str,
    series: &[&str],
    rows: &[Bars],
    most: f64,
    label: fn(f64) -> String,
) -> String {
    let row_height = BAR * series.len() as f64 + GAP;
    let height = HEADING + row_height * rows.len() as f64 + FOOT;
    let (left, right) = (NAME_WIDTH, WIDTH - RIGHT);
    let most = if most > 0.0 { most } else { 1.0 };
    let place = |value: f64| left + (value / most).clamp(0.0, 1.0) * (right - left);
    let mut out = Svg::default();
    out.line(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
            viewBox=\"0 0 {WIDTH} {height}\" \
            font-family=\"sans-serif\" font-size=\"11\">"
    ));
    out.line(&format!(r#"<rect width="{WIDTH}" height="{height}" fill="white"/>"#));
    out.text(WIDTH / 2.0, 20.0, "middle", r#" font-size="15" font-weight="bold""#, heading);
    for (index, name) in series.iter().enumerate() {
        let x = left + index as f64 * 160.0;
        out.rect(x, 34.0, 12.0, 12.0, colour(index));
        out.text(x + 18.0, 44.0, "start", "", name);
    }
    let bottom = height - FOOT;
    for tick in 0..=TICKS {
        let value = most * tick as f64 / TICKS as f64;
        out.path(&[(place(value), HEADING), (place(value), bottom)], "#e0e0e0", 1.0, "");
        out.text(place(value), bottom + 16.0, "middle", "", &label(value));
    }
    for (index, row) in rows.iter().enumerate() {
        let top = HEADING + index as f64 * row_height + GAP / 2.0;
        let middle = top + BAR * series.len() as f64 / 2.0 + 4.0;
        out.text(left - 8.0, middle, "end", "", &row.name);
        for (which, value) in row.values.iter().enumerate() {
            let Some(value) = value.filter(|value| value.is_finite()) else { continue };
            let y = top + which as f64 * BAR;
            out.rect(left, y, place(value) - left, BAR - 1.0, colour(which));
            out.text(place(value) + 4.0, y + BAR - 3.0, "start", "", &label(value));
        }
    }
    out.path(&[(left, HEADING), (left, bottom), (right, bottom)], "#404040", 1.0, "");
    out.line("</svg>");
    out.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_bar() {
        let rows = [
            Bars { name: "a<b".to_owned(), values: vec![Some(50.0), None] },
            Bars { name: "c".to_owned(), values: vec![Some(100.0), Some(f64::NAN)] },
        ];
        let picture =
            bars("shares", &["ours", "theirs"], &rows, 100.0, |value| format!("{value:.0} %"));
        // The ground, two in the legend, and two bars: what is not a number has none.
        assert_eq!(picture.matches("<rect").count(), 5);
        assert!(picture.contains("a&lt;b") && picture.contains(">50 %<"));
        assert!(!picture.contains("NaN"));
        assert!(bars("empty", &[], &[], 0.0, |_| String::new()).ends_with("</svg>\n"));
    }
}
