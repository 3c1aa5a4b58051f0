//! Random edits of random functions: after every one of them everything that is recomputed agrees.

use tollgate_canon::random::edits::{self, Done, KINDS};
use tollgate_canon::random::{self, Shape};
use tollgate_canon::{Canonical, UpdateStrategy};
use tollgate_ir::{Context, verify_function};

/// Edits of one function.
const EDITS: usize = 24;

fn verify_body(ctx: &mut Context, canonical: &Canonical) {
    let (module, func) = random::module(ctx, canonical.body().clone());
    let faults = verify_function(ctx, &module, func);
    assert!(faults.is_empty(), "{faults:?}");
}

fn run(seeds: u64, strategy: UpdateStrategy) -> Done {
    let mut done = Done::new();
    for shape in Shape::ALL {
        for seed in 0..seeds {
            if let Err(failure) = edits::run(shape, seed, EDITS, strategy, &mut done, verify_body) {
                panic!("{failure:?}");
            }
        }
    }
    done
}

#[test]
fn every_edit_leaves_everything_exact() {
    let done = run(60, UpdateStrategy::Repair);
    for kind in KINDS {
        assert!(done.get(kind).is_some_and(|&times| times > 20), "{kind}: {done:?}");
    }
}

#[test]
fn rebuilding_is_exact_too() {
    run(20, UpdateStrategy::Rebuild);
}
