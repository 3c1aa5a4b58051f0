//! Dominators of the blocks of one body, computed from scratch by the semi-NCA algorithm
//! (Georgiadis, "Linear-time algorithms for dominators and related problems", 2005): almost linear,
//! without recursion.
//!
//! Block *a* dominates block *b* if every path from the entry to *b* passes *a*. Blocks that the
//! entry does not reach are dominated by everything and dominate nothing.

use crate::{Block, Body, Entity};

const UNREACHED: u32 = u32::MAX;

/// The dominator tree of a body, as ranges: a block dominates those whose number lies in its range.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// For each block its number in a preorder walk of the dominator tree.
    number: Vec<u32>,
    /// For each block the number after the last of its subtree.
    end: Vec<u32>,
    /// The blocks that the entry reaches, in the order of a depth-first walk of the control flow.
    found: Vec<Block>,
    /// For each of them the place in `found` of its immediate dominator; the entry is its own.
    immediate: Vec<u32>,
}

impl Dominators {
    /// The dominators of a body.
    pub fn new(body: &Body) -> Self {
        let mut number = vec![UNREACHED; body.block_ids()];
        let mut end = vec![UNREACHED; body.block_ids()];
        let Some(entry) = body.entry() else {
            return Self { number, end, found: Vec::new(), immediate: Vec::new() };
        };

        // Depth first: `found[i]` is the i-th block that is met, `parent[i]` the number of the one
        // it is met from.
        let mut found: Vec<Block> = Vec::new();
        let mut parent: Vec<u32> = Vec::new();
        let mut met = vec![UNREACHED; body.block_ids()];
        let mut stack = vec![(entry, 0)];
        while let Some((block, from)) = stack.pop() {
            if met[block.index()] != UNREACHED {
                continue;
            }
            let this = found.len() as u32;
            met[block.index()] = this;
            found.push(block);
            parent.push(from);
            stack.extend(body.succ_edges(block).map(|edge| (body.edge(edge).to, this)));
        }

        let immediate = immediate_dominators(body, &found, &parent, &met);
        let count = found.len();
        // An immediate dominator has a smaller number than what it dominates, so that plain loops
        // walk the tree.
        let mut size = vec![1u32; count];
        for at in (1..count).rev() {
            size[immediate[at] as usize] += size[at];
        }
        let mut next = vec![0u32; count];
        let mut place = vec![0u32; count];
        for at in 0..count {
            if at > 0 {
                let above = immediate[at] as usize;
                place[at] = next[above];
                next[above] += size[at];
            }
            next[at] = place[at] + 1;
            number[found[at].index()] = place[at];
            end[found[at].index()] = place[at] + size[at];
        }
        Self { number, end, found, immediate }
    }

    /// The blocks that the entry reaches, each after its immediate dominator, with that dominator;
    /// none for the entry.
    pub fn tree(&self) -> impl ExactSizeIterator<Item = (Block, Option<Block>)> + '_ {
        let above = |at: usize| (at > 0).then(|| self.found[self.immediate[at] as usize]);
        self.found.iter().enumerate().map(move |(at, &block)| (block, above(at)))
    }

    /// Whether the entry reaches a block.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.number[block.index()] != UNREACHED
    }

    /// Whether every path from the entry to `below` passes `above`.
    pub fn dominates(&self, above: Block, below: Block) -> bool {
        if !self.is_reachable(below) {
            return true;
        }
        let number = self.number[below.index()];
        self.is_reachable(above)
            && self.number[above.index()] <= number
            && number < self.end[above.index()]
    }
}

/// For each block that is met its immediate dominator, all by their depth-first numbers.
fn immediate_dominators(body: &Body, found: &[Block], parent: &[u32], met: &[u32]) -> Vec<u32> {
    let count = found.len();
    let mut semi: Vec<u32> = (0..count as u32).collect();
    let mut label: Vec<u32> = (0..count as u32).collect();
    let mut ancestor = parent.to_vec();
    let mut path: Vec<usize> = Vec::new();
    for at in (1..count).rev() {
        let mut least = parent[at];
        for edge in body.pred_edges(found[at]) {
            let Some(from) = body.edge_source(edge) else { continue };
            let from = met[from.index()];
            if from == UNREACHED {
                continue;
            }
            let best =
                evaluate(from as usize, at as u32 + 1, &mut ancestor, &mut label, &semi, &mut path);
            least = least.min(semi[best]);
        }
        semi[at] = least;
    }
    let mut immediate = parent.to_vec();
    for at in 1..count {
        let mut candidate = immediate[at];
        while candidate > semi[at] {
            candidate = immediate[candidate as usize];
        }
        immediate[at] = candidate;
    }
    immediate
}

/// The block with the least semidominator on the path from `at` up to the first that is not linked
/// yet, with the path made shorter for the next time.
fn evaluate(
    at: usize,
    linked: u32,
    ancestor: &mut [u32],
    label: &mut [u32],
    semi: &[u32],
    path: &mut Vec<usize>,
) -> usize {
    if ancestor[at] < linked {
        return label[at] as usize;
    }
    let mut top = at;
    while ancestor[top] >= linked {
        path.push(top);
        top = ancestor[top] as usize;
    }
    let mut above = top;
    while let Some(this) = path.pop() {
        ancestor[this] = ancestor[above];
        if semi[label[above] as usize] < semi[label[this] as usize] {
            label[this] = label[above];
        }
        above = this;
    }
    label[at] as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NewInst, Opcode, Type, Value};

    /// A body with the given edges between its blocks; the first is the entry.
    fn body_of(edges: &[Vec<usize>]) -> (Body, Vec<Block>) {
        let mut body = Body::new(&[Type::PTR]);
        let address = body.args()[0];
        let blocks: Vec<Block> = edges.iter().map(|_| body.create_block()).collect();
        for (at, targets) in edges.iter().enumerate() {
            body.append_block(blocks[at]);
            let targets: Vec<(Block, &[Value])> =
                targets.iter().map(|&to| (blocks[to], &[][..])).collect();
            let end = body.create_inst(
                NewInst::new(Opcode::IndirectBr, Type::PTR, &[address]).edges(&targets),
            );
            body.append_inst(blocks[at], end);
        }
        (body, blocks)
    }

    /// Whether `below` can be reached without passing `avoided`.
    fn reaches(edges: &[Vec<usize>], below: usize, avoided: Option<usize>) -> bool {
        let mut seen = vec![false; edges.len()];
        let mut stack = vec![0];
        while let Some(at) = stack.pop() {
            if Some(at) == avoided || std::mem::replace(&mut seen[at], true) {
                continue;
            }
            stack.extend(&edges[at]);
        }
        seen[below]
    }

    #[test]
    fn agrees_with_the_definition_on_random_graphs() {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut random = |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 33) as usize % below
        };
        for round in 0..400 {
            let count = 1 + random(14);
            let edges: Vec<Vec<usize>> = (0..count)
                .map(|_| {
                    (0..random(if round % 2 == 0 { 3 } else { 5 })).map(|_| random(count)).collect()
                })
                .collect();
            let (body, blocks) = body_of(&edges);
            let tree = Dominators::new(&body);
            for below in 0..count {
                let reachable = reaches(&edges, below, None);
                assert_eq!(tree.is_reachable(blocks[below]), reachable);
                for above in 0..count {
                    let expected = !reachable || !reaches(&edges, below, Some(above));
                    assert_eq!(
                        tree.dominates(blocks[above], blocks[below]),
                        expected,
                        "{edges:?} {above} {below}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_long_chain_with_a_way_back_takes_no_stack() {
        let count = 100_000;
        let edges: Vec<Vec<usize>> =
            (0..count).map(|at| if at + 1 < count { vec![at + 1] } else { vec![1] }).collect();
        let (body, blocks) = body_of(&edges);
        let tree = Dominators::new(&body);
        assert!(tree.dominates(blocks[1], blocks[count - 1]));
        assert!(!tree.dominates(blocks[count - 1], blocks[1]));
    }
}
