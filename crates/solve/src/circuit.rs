//! Formulas as and-inverter graphs: conjunctions of signals that may be inverted, each stored once.
//!
//! Making a conjunction propagates constants and looks one level further down, without ever making
//! more nodes than asked for (Brummayer and Biere, "Local two-level and-inverter graph minimization
//! without blowup", 2006).

use std::fmt;
use std::ops::Not;

use rustc_hash::FxHashMap;

/// A node of a [`Circuit`] or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signal(u32);

const _: () = assert!(size_of::<Signal>() == 4);

impl Signal {
    /// The constant false.
    pub const FALSE: Signal = Signal(0);
    /// The constant true.
    pub const TRUE: Signal = Signal(1);

    fn of(node: usize) -> Self {
        Signal(u32::try_from(node).expect("MAX_NODES is below") << 1)
    }

    pub(crate) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }

    /// The signal without its inversion.
    pub(crate) fn positive(self) -> Self {
        Signal(self.0 & !1)
    }
}

impl Not for Signal {
    type Output = Signal;

    fn not(self) -> Signal {
        Signal(self.0 ^ 1)
    }
}

impl fmt::Debug for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_inverted() { "!" } else { "" }, self.node())
    }
}

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Node {
    /// False. Only node 0 is this.
    Constant,
    /// A free variable; at most one of a group is true.
    Input { group: Option<u32> },
    /// Both are true.
    And(Signal, Signal),
}

/// Formulas that share what they have in common.
pub struct Circuit {
    nodes: Vec<Node>,
    conjunctions: FxHashMap<(Signal, Signal), Signal>,
    groups: u32,
}

/// A circuit has fewer nodes than this: a signal is 32 bits, one of them for the inversion.
pub const MAX_NODES: usize = 1 << 30;

impl Default for Circuit {
    fn default() -> Self {
        Self { nodes: vec![Node::Constant], conjunctions: FxHashMap::default(), groups: 0 }
    }
}

impl Circuit {
    /// A circuit without inputs.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of nodes, the constant included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Has the circuit no node but the constant?
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// A new free variable.
    pub fn input(&mut self) -> Signal {
        self.push(Node::Input { group: None })
    }

    /// New variables of which at most one is true.
    pub fn at_most_one(&mut self, count: usize) -> Vec<Signal> {
        let group = Some(self.groups);
        self.groups += 1;
        (0..count).map(|_| self.push(Node::Input { group })).collect()
    }

    /// Both are true.
    pub fn and(&mut self, a: Signal, b: Signal) -> Signal {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Signal::FALSE || a == !b {
            return Signal::FALSE;
        }
        if a == Signal::TRUE || a == b {
            return b;
        }
        for (one, other) in [(a, b), (b, a)] {
            let Node::And(left, right) = self.nodes[one.node()] else { continue };
            if one.is_inverted() {
                // !(!x & y) & x = x
                if left == !other || right == !other {
                    return other;
                }
                // !(x & y) & x = x & !y
                if left == other {
                    return self.and(other, !right);
                }
                if right == other {
                    return self.and(other, !left);
                }
            } else {
                // (x & y) & x = x & y
                if left == other || right == other {
                    return one;
                }
                // (x & y) & !x = false
                if left == !other || right == !other {
                    return Signal::FALSE;
                }
            }
        }
        if let (Node::And(a1, a2), Node::And(b1, b2)) = (self.nodes[a.node()], self.nodes[b.node()])
        {
            let clash = a1 == !b1 || a1 == !b2 || a2 == !b1 || a2 == !b2;
            match (a.is_inverted(), b.is_inverted()) {
                // (x & y) & (!x & z) = false
                (false, false) if clash => return Signal::FALSE,
                // (x & y) & !(!x & z) = x & y
                (false, true) if clash => return a,
                (true, false) if clash => return b,
                _ => {}
            }
        }
        if let Some(&known) = self.conjunctions.get(&(a, b)) {
            return known;
        }
        let made = self.push(Node::And(a, b));
        self.conjunctions.insert((a, b), made);
        made
    }

    /// At least one is true.
    pub fn or(&mut self, a: Signal, b: Signal) -> Signal {
        !self.and(!a, !b)
    }

    /// They differ.
    pub fn xor(&mut self, a: Signal, b: Signal) -> Signal {
        let both = self.and(a, b);
        let neither = self.and(!a, !b);
        self.and(!both, !neither)
    }

    /// `then` if `condition`, else `other`.
    pub fn select(&mut self, condition: Signal, then: Signal, other: Signal) -> Signal {
        let first = self.and(condition, then);
        let second = self.and(!condition, other);
        self.or(first, second)
    }

    /// All are true. The tree is balanced, so that it is not deep.
    pub fn all(&mut self, signals: &[Signal]) -> Signal {
        match signals {
            [] => Signal::TRUE,
            [one] => *one,
            _ => {
                let (left, right) = signals.split_at(signals.len() / 2);
                let left = self.all(left);
                let right = self.all(right);
                self.and(left, right)
            }
        }
    }

    /// At least one is true.
    pub fn any(&mut self, signals: &[Signal]) -> Signal {
        let inverted: Vec<Signal> = signals.iter().map(|&signal| !signal).collect();
        !self.all(&inverted)
    }

    /// The values of all nodes that `roots` depend on, where `input` says those of inputs.
    pub fn evaluate(
        &self,
        roots: &[Signal],
        mut input: impl FnMut(Signal) -> bool,
    ) -> FxHashMap<Signal, bool> {
        let mut values = FxHashMap::default();
        values.insert(Signal::FALSE, false);
        let mut stack: Vec<Signal> = roots.iter().map(|root| root.positive()).collect();
        while let Some(&top) = stack.last() {
            if values.contains_key(&top) {
                stack.pop();
                continue;
            }
            let value = match self.nodes[top.node()] {
                Node::Constant => false,
                Node::Input { .. } => input(top),
                Node::And(a, b) => {
                    let known = |signal: Signal, values: &FxHashMap<Signal, bool>| {
                        Some(*values.get(&signal.positive())? != signal.is_inverted())
                    };
                    match (known(a, &values), known(b, &values)) {
                        (Some(a), Some(b)) => a && b,
                        (a_value, b_value) => {
                            stack.extend(a_value.is_none().then_some(a.positive()));
                            stack.extend(b_value.is_none().then_some(b.positive()));
                            continue;
                        }
                    }
                }
            };
            values.insert(top, value);
            stack.pop();
        }
        for &root in roots {
            let value = values[&root.positive()] != root.is_inverted();
            values.insert(root, value);
        }
        values
    }

    /// Is at most one input of each group true?
    pub(crate) fn keeps_to_groups(&self, inputs: &FxHashMap<Signal, bool>) -> bool {
        let mut seen = rustc_hash::FxHashSet::default();
        inputs.iter().filter(|&(_, &value)| value).all(|(&input, _)| match self.get(input) {
            Node::Input { group: Some(group) } => seen.insert(group),
            Node::Input { group: None } | Node::Constant | Node::And(..) => true,
        })
    }

    pub(crate) fn get(&self, signal: Signal) -> Node {
        self.nodes[signal.node()]
    }

    fn push(&mut self, node: Node) -> Signal {
        assert!(self.nodes.len() < MAX_NODES, "a circuit of more than {MAX_NODES} nodes");
        self.nodes.push(node);
        Signal::of(self.nodes.len() - 1)
    }
}
