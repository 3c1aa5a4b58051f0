//! What one edit costs on functions of growing size: for each of [`SHAPES`] and each kind of edit
//! the mean time of edits at places spread over the function.
//!
//! Where an edit is local its cost does not depend on the size. Loops are copied whole, so those
//! that are copied are the innermost ones, which are of one size in all functions of a shape but
//! where the shape is one loop.

use std::time::{Duration, Instant};

use tollgate_canon::{Canonical, Editor};
use tollgate_ir::{Block, Context, Edge, Opcode};

use crate::canon_speed::shapes::{SHAPES, Shape};
use crate::measure::processor_time;
use crate::plot::{self, Line, Panel};
use crate::progress::Progress;
use crate::table::{self, Align, Table};

/// The least number of blocks.
const LEAST: usize = 100;
/// How much larger each size is.
const STEP: usize = 10;
/// Edits whose mean is taken.
const EDITS: usize = 64;
/// Loops of more blocks are not copied.
const MAX_LOOP: usize = 64;
/// Edits of one kind are not made for longer than this.
const LIMIT: Duration = Duration::from_secs(3);

/// A kind of edit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Split,
    Delete,
    Merge,
    Copy,
    Peel,
    Unroll,
    Version,
    Rotate,
}

impl Kind {
    const ALL: [Self; 8] = [
        Self::Split,
        Self::Delete,
        Self::Merge,
        Self::Copy,
        Self::Peel,
        Self::Unroll,
        Self::Version,
        Self::Rotate,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Split => "split",
            Self::Delete => "delete",
            Self::Merge => "merge",
            Self::Copy => "copy",
            Self::Peel => "peel",
            Self::Unroll => "unroll",
            Self::Version => "version",
            Self::Rotate => "rotate",
        }
    }

    /// Makes it possible to edit at a block what would otherwise not be found: blocks that follow
    /// each other.
    fn prepare(self, editor: &mut Editor<'_>, block: Block) {
        if self == Self::Merge && editor.loops().headed_by(block).is_none() {
            let edges: Vec<Edge> = editor.body().pred_edges(block).collect();
            editor.split_edges(&edges);
        }
    }

    /// Makes such an edit at a block, if there is one to make.
    fn edit(self, editor: &mut Editor<'_>, block: Block) -> bool {
        match self {
            Self::Split => {
                let edges: Vec<Edge> = editor.body().pred_edges(block).take(1).collect();
                editor.split_edges(&edges).is_some()
            }
            Self::Delete => {
                let edges: Vec<Edge> = editor.body().succ_edges(block).collect();
                let ends = editor.body().terminator(block);
                let decides = ends.is_some_and(|end| {
                    matches!(editor.body().inst(end).opcode, Opcode::CondBr | Opcode::Switch)
                });
                // One after which nothing is lost.
                let is_shared = |edge: &Edge| {
                    let mut entering = editor.body().pred_edges(editor.body().edge(*edge).to);
                    entering.any(|other| editor.body().edge_source(other) != Some(block))
                };
                let Some(gone) = edges.iter().copied().rev().find(is_shared).filter(|_| decides)
                else {
                    return false;
                };
                let keep: Vec<Edge> = edges.into_iter().filter(|&edge| edge != gone).collect();
                editor.keep_edges(block, &keep);
                !keep.is_empty()
            }
            Self::Merge => editor.merge_blocks(block).is_some(),
            Self::Copy => {
                let edges: Vec<Edge> = editor.body().pred_edges(block).collect();
                let from = edges.first().and_then(|&edge| editor.body().edge_source(edge));
                let chosen: Vec<Edge> = edges
                    .iter()
                    .copied()
                    .filter(|&edge| editor.body().edge_source(edge) == from)
                    .collect();
                let can = editor.loops().headed_by(block).is_none()
                    && chosen.len() < edges.len()
                    && editor.can_copy(&[block]);
                if can {
                    editor.copy_block_for(block, &chosen);
                }
                can
            }
            Self::Peel | Self::Unroll | Self::Version | Self::Rotate => {
                let Some(id) = editor.loops().headed_by(block) else { return false };
                if !editor.loops().children(Some(id)).is_empty()
                    || editor.function().body_of(id).len() > MAX_LOOP
                {
                    return false;
                }
                match self {
                    Self::Peel => editor.peel(block).is_some(),
                    Self::Unroll => editor.unroll(block).is_some(),
                    Self::Rotate => editor.rotate(block).is_some(),
                    _ => {
                        let yes = editor.truth(true);
                        editor.version(block, yes).is_some()
                    }
                }
            }
        }
    }
}

/// The mean times of one function, by kind; none where there was nothing to edit.
pub struct Point {
    blocks: usize,
    seconds: [Option<f64>; Kind::ALL.len()],
}

/// The points of a shape, by ascending size.
pub struct Curve {
    name: &'static str,
    points: Vec<Point>,
}

/// Measures every shape at every size up to this many blocks.
pub fn measure(most: usize) -> Vec<Curve> {
    let sizes = |shape: &Shape| {
        let powers = std::iter::successors(Some(LEAST), |size| Some(size * STEP));
        let most = shape.most.min(most);
        powers.take_while(move |&size| size <= most).collect::<Vec<usize>>()
    };
    let progress = Progress::new("growth", SHAPES.iter().map(|shape| sizes(shape).len()).sum());
    let mut curves = Vec::new();
    for shape in SHAPES {
        let mut points = Vec::new();
        for size in sizes(shape) {
            points.extend(point(shape, size));
            progress.step(shape.name);
        }
        curves.push(Curve { name: shape.name, points });
    }
    curves
}

fn point(shape: &Shape, size: usize) -> Option<Point> {
    let mut ctx = Context::new();
    let body = (shape.make)(&mut ctx, size);
    let blocks = body.blocks().count();
    let canonical = Canonical::new(&mut ctx, body);
    if !canonical.is_editable() {
        return None;
    }
    let places: Vec<Block> = canonical.body().blocks().collect();
    let seconds = Kind::ALL.map(|kind| {
        let mut function = canonical.clone();
        let mut editor = Editor::new(&mut ctx, &mut function);
        let (mut took, mut is_warm): (Vec<f64>, bool) = (Vec::new(), false);
        let begin = Instant::now();
        // Steps that are prime to the size visit all places, spread over the function.
        let step = (places.len() / EDITS).max(1) | 1;
        for at in 0..places.len() {
            let block = places[(at * step + at * step / places.len()) % places.len()];
            if !editor.body().contains_block(block) || !editor.dominators().contains(block) {
                continue;
            }
            kind.prepare(&mut editor, block);
            let start = processor_time();
            let is_edited = kind.edit(&mut editor, block);
            // The first one has to make room in what was copied.
            if is_edited && std::mem::replace(&mut is_warm, true) {
                took.push(processor_time() - start);
            }
            editor.take_touched();
            if took.len() == EDITS || begin.elapsed() > LIMIT {
                break;
            }
        }
        took.sort_unstable_by(f64::total_cmp);
        // The median: now and then one has to make room again.
        took.get(took.len() / 2).copied()
    });
    Some(Point { blocks, seconds })
}

/// All curves as a table.
pub fn table(curves: &[Curve]) -> Table {
    let mut columns = vec![("shape", Align::Left), ("blocks", Align::Right)];
    columns.extend(Kind::ALL.map(|kind| (kind.name(), Align::Right)));
    let mut table = Table::new(&columns);
    for curve in curves {
        for (at, point) in curve.points.iter().enumerate() {
            let mut row = vec![if at == 0 { curve.name.to_owned() } else { String::new() }];
            row.push(table::count(point.blocks as u64));
            row.extend(point.seconds.map(|seconds| seconds.map_or_else(|| "-".to_owned(), micros)));
            table.row(row);
        }
    }
    table
}

fn micros(seconds: f64) -> String {
    format!("{:.1} µs", seconds * 1e6)
}

/// All curves as a picture.
pub fn picture(curves: &[Curve]) -> String {
    let panels = Kind::ALL.map(|kind| Panel {
        title: format!("{}: time of one edit", kind.name()),
        x: "blocks".to_owned(),
        y_label: micros,
        lines: curves
            .iter()
            .map(|curve| Line {
                name: curve.name.to_owned(),
                points: curve
                    .points
                    .iter()
                    .filter_map(|point| Some((point.blocks as f64, point.seconds[kind as usize]?)))
                    .collect(),
            })
            .collect(),
    });
    plot::svg("Cost of single edits by the size of the function", &panels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_edit_is_measured() {
        let curves = measure(LEAST);
        assert_eq!(curves.len(), SHAPES.len());
        for kind in Kind::ALL {
            let found = curves
                .iter()
                .flat_map(|curve| &curve.points)
                .any(|point| point.seconds[kind as usize].is_some());
            assert!(found, "{}", kind.name());
        }
        assert!(picture(&curves).contains("rotate"));
    }
}
