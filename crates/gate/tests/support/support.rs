//! What the tests of gates share: the oracle and the runs.

#![allow(dead_code, reason = "each test file uses its own part")]

pub mod assembly;
pub mod exactness;
pub mod fault;
pub mod flow;
pub mod meaning;
pub mod reading;
pub mod series;
pub mod subject;
pub mod table;
pub mod thin;
pub mod walk_fault;
pub mod walk_set;
pub mod watcher;
pub mod world;

use tollgate_canon::random::{Flow as Joined, Shape};

/// How many random graphs a test takes: a small number, or the full one with `TOLLGATE_FULL=1`.
pub fn size(small: usize, full: usize) -> usize {
    if std::env::var_os("TOLLGATE_FULL").is_some() { full } else { small }
}

/// Shapes of graphs whose walks can be listed.
pub const TINY: [Shape; 10] = [
    Shape { blocks: (2, 8), flow: Joined::Any { extra: 120 }, ..Shape::SMALL },
    Shape { blocks: (2, 8), flow: Joined::Reducible { forward: 90, back: 60 }, ..Shape::REDUCIBLE },
    Shape { blocks: (3, 10), ..Shape::NESTS },
    Shape { blocks: (3, 10), ..Shape::MULTI_EXIT },
    Shape { blocks: (3, 8), flow: Joined::Any { extra: 200 }, ..Shape::IRREDUCIBLE },
    Shape { blocks: (3, 9), ..Shape::SWITCHES },
    Shape { blocks: (2, 7), flow: Joined::Any { extra: 90 }, ..Shape::SELF_LOOPS },
    Shape { blocks: (2, 8), flow: Joined::Any { extra: 150 }, ..Shape::WILD_EXCEPTIONS },
    Shape { blocks: (2, 8), flow: Joined::Any { extra: 120 }, ..Shape::INDIRECT },
    Shape { blocks: (3, 9), ..Shape::UNREACHABLE },
];
