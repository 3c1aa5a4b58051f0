//! How the cost of canonical form and of gates grows with the size of a function: for each of
//! [`SHAPES`] time and peak memory at sizes of which each is ten times the one before.
//!
//! The *exponent* between two sizes *m* and *n* is the *k* for which the cost grew like *nᵏ*: 1 for
//! linear cost. Between small sizes, what is done once for any function keeps it below 1; where a
//! function outgrows a cache of the processor, it is above.

use std::time::{Duration, Instant};

use tollgate_canon::Canonical;
use tollgate_ir::{Context, Module, Source};

use super::shapes::{SHAPES, Shape};
use crate::allocations;
use crate::canon::gates_with_exits;
use crate::measure::processor_time;
use crate::plot::{self, Line, Panel};
use crate::progress::Progress;
use crate::table::{self, Align, Table};

/// The least number of blocks.
const LEAST: usize = 100;
/// How much larger each size is.
const STEP: usize = 10;
/// Work is repeated at least this often, unless once is longer than repeating should be.
const LEAST_REPEATS: usize = 5;
/// A shape that takes longer than this is not made larger.
const GIVE_UP_AFTER: Duration = Duration::from_secs(10);

/// What one function cost.
#[derive(Clone, Debug)]
pub struct Point {
    /// Its blocks before and after.
    pub blocks: [usize; 2],
    /// Its loops.
    pub loops: usize,
    /// By [`Kind`].
    costs: [f64; Kind::ALL.len()],
}

/// The points of a shape, by ascending size.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The name of the shape.
    pub name: &'static str,
    /// What was measured.
    pub points: Vec<Point>,
    /// The size that was left out because the one before took too long.
    pub given_up_at: Option<usize>,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Seconds for canonical form.
    CanonTime,
    /// Seconds for gates.
    GateTime,
    /// Bytes for canonical form.
    CanonMemory,
    /// Bytes for gates.
    GateMemory,
}

impl Kind {
    /// All of them, in the order of the columns.
    pub const ALL: [Kind; 4] =
        [Kind::CanonTime, Kind::GateTime, Kind::CanonMemory, Kind::GateMemory];

    fn heading(self) -> &'static str {
        match self {
            Self::CanonTime => "canonicalize",
            Self::GateTime => "gates",
            Self::CanonMemory => "canonicalize",
            Self::GateMemory => "gates",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::CanonTime => "canonicalize: time",
            Self::GateTime => "gates: time",
            Self::CanonMemory => "canonicalize: peak memory beyond the input",
            Self::GateMemory => "gates: peak memory",
        }
    }

    fn show(self) -> fn(f64) -> String {
        match self {
            Self::CanonTime | Self::GateTime => seconds,
            Self::CanonMemory | Self::GateMemory => bytes,
        }
    }
}

/// A time in the unit that leaves one to three digits before the point.
fn seconds(value: f64) -> String {
    in_unit(value, &[(1e-9, "ns"), (1e-6, "µs"), (1e-3, "ms"), (1.0, "s")])
}

/// A size in the unit that leaves one to three digits before the point.
fn bytes(value: f64) -> String {
    in_unit(value, &[(1.0, "B"), (1e3, "kB"), (1e6, "MB"), (1e9, "GB")])
}

/// Three digits and the largest unit that is not larger.
fn in_unit(value: f64, units: &[(f64, &str)]) -> String {
    // What is computed for a power of ten may be a little less.
    let value = value * (1.0 + 1e-9);
    let &(size, unit) = units.iter().rev().find(|&&(size, _)| value >= size).unwrap_or(&units[0]);
    let number = value / size;
    let digits = match number {
        _ if (number - number.round()).abs() < 1e-6 || number >= 100.0 => 0,
        _ if number >= 10.0 => 1,
        _ => 2,
    };
    format!("{number:.digits$} {unit}")
}

/// Measures every shape whose name contains `name` at every size up to `most` blocks, and repeats
/// each for about as long as `repeat_for`.
pub fn measure(name: &str, most: usize, repeat_for: Duration) -> Vec<Curve> {
    let shapes: Vec<&Shape> = SHAPES.iter().filter(|shape| shape.name.contains(name)).collect();
    let sizes: Vec<Vec<usize>> = shapes.iter().map(|shape| sizes(shape.most.min(most))).collect();
    let progress = Progress::new("growth", sizes.iter().map(Vec::len).sum());
    let curves = shapes.into_iter().zip(sizes).map(|(shape, sizes)| {
        let mut curve = Curve { name: shape.name, points: Vec::new(), given_up_at: None };
        for size in sizes {
            if curve.given_up_at.is_none() {
                let start = Instant::now();
                curve.points.push(point(shape, size, repeat_for));
                if start.elapsed() > GIVE_UP_AFTER && size < shape.most {
                    curve.given_up_at = Some(size * STEP);
                }
            }
            progress.step(shape.name);
        }
        curve
    });
    curves.collect()
}

/// Powers of ten, and at last the most itself.
fn sizes(most: usize) -> Vec<usize> {
    let powers = std::iter::successors(Some(LEAST), |size| Some(size * STEP));
    let mut sizes: Vec<usize> = powers.take_while(|&size| size < most).collect();
    sizes.push(most);
    sizes
}

fn point(shape: &Shape, size: usize, repeat_for: Duration) -> Point {
    let mut ctx = Context::new();
    let body = (shape.make)(&mut ctx, size);
    let module = Module::new(Source { file: "synthetic".into(), text: Vec::new().into() });
    let blocks = body.blocks().count();

    // Memory first: what the context learns the first time is part of the cost.
    let copy = body.clone();
    let (canonical, canon_bytes) = allocations::peak(|| Canonical::new(&mut ctx, copy));
    let (gates, gate_bytes) = allocations::peak(|| gates_with_exits(&ctx, &module, &canonical));
    drop(gates);
    let canon_time = best_time(repeat_for, || body.clone(), |copy| Canonical::new(&mut ctx, copy));
    let gate_time = best_time(repeat_for, || (), |()| gates_with_exits(&ctx, &module, &canonical));
    Point {
        blocks: [blocks, canonical.body().blocks().count()],
        loops: canonical.loops().len(),
        costs: Kind::ALL.map(|kind| match kind {
            Kind::CanonTime => canon_time,
            Kind::GateTime => gate_time,
            Kind::CanonMemory => canon_bytes as f64,
            Kind::GateMemory => gate_bytes as f64,
        }),
    }
}

/// The least time on the processor that a piece of work takes, in seconds; getting ready for it and
/// throwing its result away is not counted.
fn best_time<T, R>(
    repeat_for: Duration,
    mut prepare: impl FnMut() -> T,
    mut work: impl FnMut(T) -> R,
) -> f64 {
    let begin = Instant::now();
    let mut best = f64::INFINITY;
    let mut repeats = 0;
    loop {
        let input = prepare();
        let start = processor_time();
        let result = work(input);
        let took = processor_time() - start;
        drop(result);
        best = best.min(took);
        repeats += 1;
        let long_enough = begin.elapsed() >= repeat_for;
        if long_enough && (repeats >= LEAST_REPEATS || took >= repeat_for.as_secs_f64()) {
            return best;
        }
    }
}

impl Curve {
    /// The exponent of growth between a point and the one before.
    fn exponent(&self, at: usize, kind: Kind) -> Option<f64> {
        let (before, after) = (&self.points[at.checked_sub(1)?], &self.points[at]);
        exponent(before, after, kind)
    }

    /// The exponent of growth from a thousand blocks to the largest size: below that, times are
    /// those of a few cache misses.
    pub fn overall(&self, kind: Kind) -> Option<f64> {
        let first = self.points.iter().find(|point| point.blocks[0] >= 900)?;
        exponent(first, self.points.last()?, kind)
    }
}

fn exponent(before: &Point, after: &Point, kind: Kind) -> Option<f64> {
    let cost = |point: &Point| point.costs[kind as usize];
    let exponent =
        (cost(after) / cost(before)).ln() / (after.blocks[0] as f64 / before.blocks[0] as f64).ln();
    exponent.is_finite().then_some(exponent)
}

/// All curves as a table.
pub fn table(curves: &[Curve]) -> Table {
    let mut columns = vec![("shape", Align::Left)];
    columns.extend(["blocks", "after", "loops"].map(|name| (name, Align::Right)));
    for kind in Kind::ALL {
        columns.extend([(kind.heading(), Align::Right), ("exp", Align::Right)]);
    }
    let mut table = Table::new(&columns);
    for curve in curves {
        for (at, point) in curve.points.iter().enumerate() {
            let mut row = vec![if at == 0 { curve.name.to_owned() } else { String::new() }];
            row.extend(
                [point.blocks[0], point.blocks[1], point.loops]
                    .map(|count| table::count(count as u64)),
            );
            for kind in Kind::ALL {
                row.push(kind.show()(point.costs[kind as usize]));
                row.push(
                    curve
                        .exponent(at, kind)
                        .map_or_else(String::new, |exponent| format!("{exponent:.2}")),
                );
            }
            table.row(row);
        }
        if let Some(size) = curve.given_up_at {
            table.row([
                String::new(),
                format!("{}:", table::count(size as u64)),
                "not tried".to_owned(),
            ]);
        }
    }
    table
}

/// All curves as a picture.
pub fn picture(curves: &[Curve]) -> String {
    let panels = Kind::ALL.map(|kind| Panel {
        title: kind.title().to_owned(),
        x: "blocks".to_owned(),
        y_label: kind.show(),
        lines: curves
            .iter()
            .map(|curve| Line {
                name: curve.name.to_owned(),
                points: curve
                    .points
                    .iter()
                    .map(|point| (point.blocks[0] as f64, point.costs[kind as usize]))
                    .collect(),
            })
            .collect(),
    });
    plot::svg("Growth of the cost of canonical form and gates", &panels)
}

/// What is wrong with the growth of the curves: costs that grow faster than this exponent, sizes
/// that take too long, and curves of which too little was measured to say.
pub fn faults(curves: &[Curve], limit: f64) -> Vec<String> {
    let mut found = Vec::new();
    for curve in curves {
        for kind in Kind::ALL {
            match curve.overall(kind) {
                Some(exponent) if exponent > limit => {
                    found.push(format!(
                        "{} of `{}` grows like the power {exponent:.2}",
                        kind.title(),
                        curve.name
                    ));
                }
                Some(_) => {}
                None => found.push(format!(
                    "{} of `{}` has too few sizes to see growth",
                    kind.title(),
                    curve.name
                )),
            }
        }
        if let Some(size) = curve.given_up_at {
            found.push(format!(
                "`{}` of {} blocks would take too long",
                curve.name,
                table::count(size as u64)
            ));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(costs: &[(usize, f64)]) -> Curve {
        let point = |&(blocks, cost): &(usize, f64)| Point {
            blocks: [blocks, blocks],
            loops: 0,
            costs: [cost; 4],
        };
        Curve { name: "test", points: costs.iter().map(point).collect(), given_up_at: None }
    }

    #[test]
    fn exponents() {
        let square = curve(&[(100, 1.0), (1_000, 100.0), (10_000, 10_000.0)]);
        assert!((square.exponent(1, Kind::GateTime).unwrap() - 2.0).abs() < 1e-9);
        assert_eq!(square.exponent(0, Kind::GateTime), None);
        assert!((square.overall(Kind::CanonMemory).unwrap() - 2.0).abs() < 1e-9);
        assert_eq!(faults(&[square], 1.5).len(), Kind::ALL.len());
        assert!(faults(&[curve(&[(1_000, 1.0), (10_000, 11.0)])], 1.5).is_empty());
    }

    #[test]
    fn one_size_shows_no_growth() {
        for points in [&[(100_000, 1.0)][..], &[(100, 1.0), (1_000, 10.0)], &[]] {
            assert_eq!(faults(&[curve(points)], 1.5).len(), Kind::ALL.len(), "{points:?}");
        }
    }

    #[test]
    fn sizes_end_with_the_most() {
        assert_eq!(sizes(100_000), [100, 1_000, 10_000, 100_000]);
        assert_eq!(sizes(30_000), [100, 1_000, 10_000, 30_000]);
        assert_eq!(sizes(50), [50]);
    }

    #[test]
    fn units() {
        assert_eq!(
            [seconds(1e-7), seconds(0.001234), seconds(10.0)],
            ["100 ns", "1.23 ms", "10 s"]
        );
        assert_eq!([bytes(151.0), bytes(45_001.0), bytes(1e6)], ["151 B", "45.0 kB", "1 MB"]);
    }

    #[test]
    fn every_shape_is_measured_and_drawn() {
        let curves = measure("", 30, Duration::from_millis(1));
        assert_eq!(curves.len(), SHAPES.len());
        assert_eq!(measure("ifs", 30, Duration::ZERO).len(), 1);
        let (table, picture) = (table(&curves).to_string(), picture(&curves));
        for curve in &curves {
            assert!(
                curve.points.len() == 1 && curve.points[0].costs.iter().all(|&cost| cost > 0.0)
            );
            assert!(table.contains(curve.name) && picture.contains(curve.name));
        }
    }
}
