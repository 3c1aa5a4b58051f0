//! Curves as a picture: panels with logarithmic axes side by side, written as SVG; and
//! [`bars`](mod@bars).
//!
//! On such axes a cost that grows like the n-th power of the size is a straight line of slope n;
//! two grey guides in every panel show the slopes one and two. Lines with the same name look the
//! same in all panels, and one legend below them names each once.

mod bars;

use std::fmt::Write as _;

pub use bars::{Bars, bars};

/// One pair of axes with its lines.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What stands above it.
    pub title: String,
    /// What the horizontal axis measures.
    pub x: String,
    /// How a power of ten is written at the vertical axis.
    pub y_label: fn(f64) -> String,
    /// The lines.
    pub lines: Vec<Line>,
}

/// One curve.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name in the legend.
    pub name: String,
    /// Its points, by ascending x. Those that are not above zero have no place on the axes and are
    /// left out.
    pub points: Vec<(f64, f64)>,
}

const PANEL_WIDTH: f64 = 460.0;
const PANEL_HEIGHT: f64 = 320.0;
/// Room around the axes of a panel: for its title, tick labels and axis name.
const LEFT: f64 = 62.0;
const RIGHT: f64 = 26.0;
const TOP: f64 = 42.0;
const BOTTOM: f64 = 44.0;
const PANELS_PER_ROW: usize = 2;
const HEADING_HEIGHT: f64 = 34.0;
const LEGEND_COLUMNS: usize = 4;
const LEGEND_LINE: f64 = 20.0;

/// Colours that people with any kind of colour vision can tell apart, on white; markers tell lines
/// of one colour apart.
const COLOURS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// How points of a line are drawn.
#[derive(Clone, Copy)]
enum Marker {
    Circle,
    Square,
    Triangle,
}

const MARKERS: [Marker; 3] = [Marker::Circle, Marker::Square, Marker::Triangle];

/// The picture of some panels under a heading.
pub fn svg(heading: &str, panels: &[Panel]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for line in panels.iter().flat_map(|panel| &panel.lines) {
        if !names.contains(&line.name.as_str()) {
            names.push(&line.name);
        }
    }
    let columns = panels.len().clamp(1, PANELS_PER_ROW);
    let rows = panels.len().div_ceil(PANELS_PER_ROW);
    let width = columns as f64 * PANEL_WIDTH;
    let panels_end = HEADING_HEIGHT + rows as f64 * PANEL_HEIGHT;
    let height =
        panels_end + names.len().div_ceil(LEGEND_COLUMNS) as f64 * LEGEND_LINE + LEGEND_LINE / 2.0;

    let mut out = Svg::default();
    out.line(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
            viewBox=\"0 0 {width} {height}\" \
            font-family=\"sans-serif\" font-size=\"11\">"
    ));
    out.line(&format!(r#"<rect width="{width}" height="{height}" fill="white"/>"#));
    out.text(width / 2.0, 22.0, "middle", r#" font-size="15" font-weight="bold""#, heading);
    for (index, panel) in panels.iter().enumerate() {
        let left = (index % PANELS_PER_ROW) as f64 * PANEL_WIDTH;
        let top = HEADING_HEIGHT + (index / PANELS_PER_ROW) as f64 * PANEL_HEIGHT;
        draw_panel(&mut out, left, top, panel, &names);
    }
    for (index, name) in names.iter().enumerate() {
        let x = LEFT + (index % LEGEND_COLUMNS) as f64 * (width - LEFT) / LEGEND_COLUMNS as f64;
        let y = panels_end + (index / LEGEND_COLUMNS) as f64 * LEGEND_LINE + LEGEND_LINE / 2.0;
        out.path(&[(x, y), (x + 24.0, y)], colour(index), 2.0, "");
        out.marker(x + 12.0, y, index);
        out.text(x + 30.0, y + 4.0, "start", "", name);
    }
    out.line("</svg>");
    out.0
}

/// How far, as a logarithm, a point may lie beyond the ends of an axis before it gets a decade
/// more: less than is seen.
const SLACK: f64 = 0.01;

/// A range of whole decades.
#[derive(Clone, Copy)]
struct Axis {
    /// Logarithms of the ends.
    low: f64,
    high: f64,
    /// Where they are drawn.
    from: f64,
    to: f64,
}

impl Axis {
    fn new(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            low = low.min((value.log10() + SLACK).floor());
            high = high.max((value.log10() - SLACK).ceil());
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        Self { low, high: high.max(low + 1.0), from, to }
    }

    fn place(self, value: f64) -> f64 {
        self.place_of_log(value.log10())
    }

    fn place_of_log(self, log: f64) -> f64 {
        self.from + (log - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    fn decades(self) -> impl Iterator<Item = f64> {
        (self.low as i32..=self.high as i32).map(f64::from)
    }
}

fn draw_panel(out: &mut Svg, left: f64, top: f64, panel: &Panel, names: &[&str]) {
    let points = || {
        let all = panel.lines.iter().flat_map(|line| line.points.iter().copied());
        all.filter(|&(x, y)| x > 0.0 && y > 0.0)
    };
    let (x_from, x_to) = (left + LEFT, left + PANEL_WIDTH - RIGHT);
    let (y_from, y_to) = (top + PANEL_HEIGHT - BOTTOM, top + TOP);
    let x_axis = Axis::new(points().map(|(x, _)| x), x_from, x_to);
    let y_axis = Axis::new(points().map(|(_, y)| y), y_from, y_to);

    for decade in x_axis.decades() {
        let x = x_axis.place_of_log(decade);
        out.path(&[(x, y_from), (x, y_to)], "#e0e0e0", 1.0, "");
        out.text(
            x,
            y_from + 16.0,
            "middle",
            "",
            &crate::table::count(10f64.powf(decade).round() as u64),
        );
    }
    for decade in y_axis.decades() {
        let y = y_axis.place_of_log(decade);
        out.path(&[(x_from, y), (x_to, y)], "#e0e0e0", 1.0, "");
        out.text(x_from - 6.0, y + 4.0, "end", "", &(panel.y_label)(10f64.powf(decade)));
    }
    guide(out, x_axis, y_axis, 1.0, "linear");
    guide(out, x_axis, y_axis, 2.0, "quadratic");
    out.path(&[(x_from, y_to), (x_from, y_from), (x_to, y_from)], "#404040", 1.0, "");
    out.text((x_from + x_to) / 2.0, top + 18.0, "middle", r#" font-size="13""#, &panel.title);
    out.text((x_from + x_to) / 2.0, y_from + 34.0, "middle", "", &panel.x);

    for line in &panel.lines {
        let style = names.iter().position(|name| *name == line.name).unwrap_or(0);
        let places: Vec<(f64, f64)> = line
            .points
            .iter()
            .filter(|&&(x, y)| x > 0.0 && y > 0.0)
            .map(|&(x, y)| (x_axis.place(x), y_axis.place(y)))
            .collect();
        out.path(&places, colour(style), 1.5, "");
        for &(x, y) in &places {
            out.marker(x, y, style);
        }
    }
}

/// A line of this slope from the lower left corner, with its name at its end.
fn guide(out: &mut Svg, x_axis: Axis, y_axis: Axis, slope: f64, name: &str) {
    let (wide, tall) = (x_axis.high - x_axis.low, y_axis.high - y_axis.low);
    let along = wide.min(tall / slope);
    let start = (x_axis.from, y_axis.from);
    let end =
        (x_axis.place_of_log(x_axis.low + along), y_axis.place_of_log(y_axis.low + along * slope));
    out.path(&[start, end], "#a0a0a0", 1.0, r#" stroke-dasharray="5 4""#);
    // A guide that ends at the right edge has its name above its end, one that ends at the top to
    // its right.
    let (x, y, anchor) = if end.0 >= x_axis.to - 1.0 {
        (end.0 - 4.0, end.1 - 5.0, "end")
    } else {
        (end.0 + 4.0, end.1 + 11.0, "start")
    };
    out.text(x, y, anchor, r##" fill="#808080" font-style="italic""##, name);
}

fn colour(style: usize) -> &'static str {
    COLOURS[style % COLOURS.len()]
}

/// The attribute that fills a shape.
fn fill(colour: &str) -> String {
    format!(r#"fill="{colour}""#)
}

/// A text that grows by elements.
#[derive(Default)]
struct Svg(String);

impl Svg {
    fn line(&mut self, text: &str) {
        self.0.push_str(text);
        self.0.push('\n');
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, style: &str, text: &str) {
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        self.line(&format!(
            r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}"{style}>{text}</text>"#
        ));
    }

    fn path(&mut self, points: &[(f64, f64)], colour: &str, width: f64, style: &str) {
        let mut path = String::new();
        for (index, (x, y)) in points.iter().enumerate() {
            // Writing to a string does not fail.
            let _ = write!(path, "{}{x:.1} {y:.1}", if index == 0 { "M" } else { " L" });
        }
        self.line(&format!(
            r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{style}/>"#
        ));
    }

    fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, colour: &str) {
        self.line(&format!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" {}/>"#,
            fill(colour)
        ));
    }

    fn marker(&mut self, x: f64, y: f64, style: usize) {
        let colour = colour(style);
        self.line(&match MARKERS[style / COLOURS.len() % MARKERS.len()] {
            Marker::Circle => format!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="3" fill="{colour}"/>"#),
            Marker::Square => {
                let (left, top) = (x - 3.0, y - 3.0);
                let fill = fill(colour);
                format!(r#"<rect x="{left:.1}" y="{top:.1}" width="6" height="6" {fill}/>"#)
            }
            Marker::Triangle => {
                let (left, right, top, bottom) = (x - 4.0, x + 4.0, y - 4.0, y + 3.0);
                format!(
                    r#"<path d="M{left:.1} {bottom:.1} L{right:.1} {bottom:.1} L{x:.1} {top:.1} Z" {}/>"#,
                    fill(colour)
                )
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel(points: &[(f64, f64)]) -> Panel {
        Panel {
            title: "time".to_owned(),
            x: "blocks".to_owned(),
            y_label: |value| format!("{value} s"),
            lines: vec![Line { name: "a < b".to_owned(), points: points.to_vec() }],
        }
    }

    #[test]
    fn powers_of_ten_lie_on_the_grid() {
        let axis = Axis::new([150.0, 100_002.0].into_iter(), 0.0, 300.0);
        assert_eq!((axis.low, axis.high), (2.0, 5.0));
        assert_eq!(
            [100.0, 1_000.0, 100_000.0].map(|value| axis.place(value).round()),
            [0.0, 100.0, 300.0]
        );
        assert_eq!(axis.decades().collect::<Vec<f64>>(), [2.0, 3.0, 4.0, 5.0]);
    }

    #[test]
    fn every_name_is_in_the_legend_once_and_escaped() {
        let panels =
            [panel(&[(100.0, 0.001), (1_000.0, 0.01)]), panel(&[(100.0, 0.1), (0.0, 0.0)])];
        let picture = svg("growth", &panels);
        assert_eq!(picture.matches("a &lt; b").count(), 1);
        // Two points in the first panel, one in the second, one in the legend.
        assert_eq!(picture.matches("<circle").count(), 4);
        assert!(picture.contains(">1,000<") && picture.contains(">0.01 s<"));
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    }

    #[test]
    fn panels_without_points_have_axes() {
        assert!(svg("empty", &[panel(&[])]).contains(">blocks<"));
        assert!(!svg("empty", &[panel(&[(f64::NAN, 1.0)])]).contains("NaN"));
    }
}
