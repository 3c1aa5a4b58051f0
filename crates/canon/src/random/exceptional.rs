//! How blocks of a random body begin and end beyond branches: unreachable blocks, exceptions, jumps
//! to addresses.

use super::{Flow, Random, Shape};

/// A graph of which it is decided how blocks begin and end.
pub(super) struct Plan {
    /// The successors of each node.
    pub(super) edges: Vec<Vec<usize>>,
    /// How each begins.
    pub(super) begins: Vec<Begin>,
    /// How each ends.
    pub(super) ends: Vec<End>,
}

/// How a block begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Begin {
    Plain,
    LandingPad,
    CleanupPad,
    /// A handler of the `catchswitch` that this node is.
    CatchPad(usize),
    /// With its end: a `catchswitch` is both.
    CatchSwitch,
}

/// How a block ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// As the number of its successors says.
    Plain,
    Invoke,
    IndirectBr,
    CallBr,
    CatchSwitch,
    CatchRet,
    CleanupRet,
}

/// Decides how blocks begin and end, as the shape wishes. The nodes of the graph keep their
/// numbers; new ones come after.
pub(super) fn plan(random: &mut Random, edges: Vec<Vec<usize>>, shape: &Shape) -> Plan {
    let count = edges.len();
    let mut plan = Plan { edges, begins: vec![Begin::Plain; count], ends: vec![End::Plain; count] };
    plan.add_unreachable(random, count * shape.unreachable as usize / 100);
    for node in 0..plan.edges.len() {
        if !plan.edges[node].is_empty() && random.percent(shape.indirect) {
            plan.ends[node] = End::IndirectBr;
        } else if !plan.edges[node].is_empty() && random.percent(shape.callbr) {
            plan.ends[node] = End::CallBr;
        }
    }
    plan.add_exceptions(random, shape);
    plan
}

impl Plan {
    fn node(&mut self, begin: Begin, end: End, edges: Vec<usize>) -> usize {
        self.edges.push(edges);
        self.begins.push(begin);
        self.ends.push(end);
        self.edges.len() - 1
    }

    fn add_unreachable(&mut self, random: &mut Random, count: usize) {
        let all = self.edges.len() + count;
        for _ in 0..count {
            let targets = if all > 1 { random.below(4) } else { 0 };
            let targets = (0..targets).map(|_| 1 + random.below(all - 1)).collect();
            self.node(Begin::Plain, End::Plain, targets);
        }
    }

    fn add_exceptions(&mut self, random: &mut Random, shape: &Shape) {
        // The pads that lead to a node, and the ones that lead nowhere.
        let mut pads: Vec<(Option<usize>, usize)> = Vec::new();
        let count = self.edges.len();
        for node in 0..count {
            if self.ends[node] != End::Plain || !random.percent(shape.exceptions) {
                continue;
            }
            let target = match *self.edges[node] {
                [_] => None,
                [_, target] => Some(target),
                _ => continue,
            };
            let known: Vec<usize> =
                pads.iter().filter(|pad| pad.0 == target).map(|pad| pad.1).collect();
            let pad = match random.one_of(&known) {
                Some(pad) if random.percent(70) => pad,
                _ => {
                    let wild = matches!(shape.flow, Flow::Any { .. }) && random.percent(25);
                    let second = (wild && count > 1).then(|| 1 + random.below(count - 1));
                    let pad = if shape.funclets {
                        self.funclet(random, target)
                    } else {
                        let edges =
                            target.into_iter().chain(second.filter(|_| target.is_some())).collect();
                        self.node(Begin::LandingPad, End::Plain, edges)
                    };
                    pads.push((target, pad));
                    pad
                }
            };
            self.ends[node] = End::Invoke;
            self.edges[node].truncate(1);
            self.edges[node].push(pad);
        }
    }

    /// Funclets that lead to a node, or on to the caller.
    fn funclet(&mut self, random: &mut Random, target: Option<usize>) -> usize {
        let Some(target) = target else {
            return self.node(Begin::CleanupPad, End::CleanupRet, Vec::new());
        };
        let switch = self.node(Begin::CatchSwitch, End::CatchSwitch, Vec::new());
        for _ in 0..1 + random.below(2) {
            let handler = self.node(Begin::CatchPad(switch), End::CatchRet, vec![target]);
            self.edges[switch].push(handler);
        }
        if random.percent(30) {
            self.node(Begin::CleanupPad, End::CleanupRet, vec![switch])
        } else {
            switch
        }
    }
}
