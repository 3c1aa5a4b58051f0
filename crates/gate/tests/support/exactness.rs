//! Whether what the algorithm found are the gating walks: all of them, and each once.
//!
//! A gating walk of a block leads there from its immediate dominator and never comes back to that.
//! `reach` must be all gating walks of a block, `arm` those that end with a bundle. Both are
//! compared with the walks of the graph in a domain ([`Meaning`]) where a missing, an additional
//! and a repeated walk show.

use super::flow::Flow;
use super::meaning::{Counted, Listed, Meaning};
use super::series::series_from;
use super::walk_set::{LONGEST, walks_from};
use std::fmt;
use tollgate_gate::Paths;

/// What the walks of a graph are in some domain.
pub struct Expected<T> {
    /// By block.
    pub reach: Vec<T>,
    /// By bundle.
    pub arm: Vec<T>,
}

/// Something that is not as the graph is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difference {
    /// The walks to a block, by its number in the flow.
    Reach(usize),
    /// The walks that end with a bundle.
    Arm(usize),
    /// There is no answer for a block.
    NoReach(usize),
    /// There is no answer for a bundle.
    NoArm(usize),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reach(block) => write!(f, "the walks to block {block} are wrong"),
            Self::Arm(bundle) => write!(f, "the walks that end with bundle {bundle} are wrong"),
            Self::NoReach(block) => write!(f, "block {block} has no walks"),
            Self::NoArm(bundle) => write!(f, "bundle {bundle} has no walks"),
        }
    }
}

/// Lists the gating walks up to a length.
pub fn list_walks(listed: &Listed<'_>) -> Expected<<Listed<'static> as Meaning>::Of> {
    let flow = listed.flow;
    let mut reach = vec![listed.nothing(); flow.len()];
    let mut arm = vec![listed.nothing(); flow.bundles.len()];
    for above in 0..flow.len() {
        let below: Vec<usize> = children(flow, above);
        if below.is_empty() {
            continue;
        }
        let mut walks = walks_from(flow, above, listed.longest);
        for block in below {
            for &bundle in &flow.into[block] {
                arm[bundle] = walks[block].ending_with(bundle);
            }
            reach[block] = std::mem::take(&mut walks[block]);
        }
    }
    Expected { reach, arm }
}

/// Counts the gating walks up to a length.
pub fn count_walks(counted: &Counted<'_>) -> Expected<<Counted<'static> as Meaning>::Of> {
    let flow = counted.flow;
    let mut reach = vec![counted.nothing(); flow.len()];
    let mut arm = vec![counted.nothing(); flow.bundles.len()];
    for above in 0..flow.len() {
        let below: Vec<usize> = children(flow, above);
        if below.is_empty() {
            continue;
        }
        let (by_block, by_bundle) = series_from(flow, counted.weights, above, counted.longest);
        for block in below {
            reach[block] = by_block[block].clone();
            for &bundle in &flow.into[block] {
                arm[bundle] = by_bundle[bundle].clone();
            }
        }
    }
    Expected { reach, arm }
}

fn children(flow: &Flow, above: usize) -> Vec<usize> {
    (1..flow.len()).filter(|&block| flow.idom[block] == above).collect()
}

/// How long walks can be listed without listing more than about `most` of them from a block.
pub fn listable(flow: &Flow, most: u64) -> usize {
    let mut ends = vec![vec![0u64; flow.len()]; flow.len()];
    for (block, ends) in ends.iter_mut().enumerate() {
        ends[block] = 1;
    }
    for longest in 1..=LONGEST {
        for ends in &mut ends {
            let mut next = vec![0u64; flow.len()];
            for bundle in &flow.bundles {
                next[bundle.to] += ends[bundle.from];
            }
            *ends = next;
        }
        if ends.iter().any(|ends| ends.iter().sum::<u64>() > most) {
            return longest - 1;
        }
    }
    LONGEST
}

/// Compares what was found with what there is. `meaning` reads a term; none if a star in it has no
/// meaning.
pub fn differences<T: Copy, M: PartialEq>(
    flow: &Flow,
    paths: &Paths<T>,
    expected: &Expected<M>,
    meaning: impl Fn(T) -> Option<M>,
) -> Vec<Difference> {
    let mut found = Vec::new();
    for block in 1..flow.len() {
        match paths.reach[flow.blocks[block]] {
            None => found.push(Difference::NoReach(block)),
            Some(term) if meaning(term).as_ref() != Some(&expected.reach[block]) => {
                found.push(Difference::Reach(block));
            }
            Some(_) => {}
        }
    }
    for bundle in (0..flow.bundles.len()).filter(|&bundle| flow.bundles[bundle].to != 0) {
        match paths.arm[flow.name(bundle)] {
            None => found.push(Difference::NoArm(bundle)),
            Some(term) if meaning(term).as_ref() != Some(&expected.arm[bundle]) => {
                found.push(Difference::Arm(bundle));
            }
            Some(_) => {}
        }
    }
    found
}
