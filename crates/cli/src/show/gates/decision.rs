//! The parameters of a join in nested form: `if %c then %a else if %d then %b else %e`.

use super::conditions::condition_text;
use super::formula::one_of;
use crate::names::Names;
use std::collections::{HashMap, HashSet};
use tollgate_canon::Canonical;
use tollgate_gate::{Choice, DecisionNode, Gates, Test};
use tollgate_ir::{Block, Body, Edge, Entity as _, Lines, Opcode, Value};

/// The largest number of nodes of a decision that is written in nested form: larger ones are
/// unreadable.
const MAX_NODES: usize = 100;
/// The largest number of blocks between a join and its immediate dominator: visiting more of them
/// for each of many joins would take too long.
const MAX_BETWEEN: usize = 2_000;

/// The parameters of a join in nested form.
#[derive(Default)]
pub struct Nested {
    /// Each of them; none in irreducible regions, which have no such form.
    pub params: Vec<Decided>,
    /// Why the form is not shown, if it is too large.
    pub left_out: Option<String>,
}

/// A parameter in nested form.
pub struct Decided {
    /// The parameter.
    pub param: String,
    /// Its text.
    pub text: String,
    /// Parts that are used several times, with their names.
    pub parts: Vec<(String, String)>,
}

/// The parameters of a join in nested form.
pub fn nested(
    names: &Names,
    lines: &Lines,
    canonical: &Canonical,
    gates: &Gates,
    join: Block,
) -> Nested {
    let body = canonical.body();
    if body.params(join).is_empty() {
        return Nested::default();
    }
    let left_out = |reason: String| Nested { left_out: Some(reason), ..Nested::default() };
    if !is_near(canonical, join) {
        return left_out(format!("more than {MAX_BETWEEN} blocks lead to the join"));
    }
    let decision = gates.decision(canonical, join);
    if decision.len() > MAX_NODES {
        return left_out(format!("it has {} nodes", decision.len()));
    }
    if decision.choice(decision.root()) == Choice::Flat {
        return Nested::default();
    }
    let mut parts_before = 0;
    let params = body.params(join).iter().enumerate().map(|(index, &param)| {
        let mut tree = Tree { nodes: Vec::new(), leaf_positions: HashMap::new() };
        let mut node_of: Vec<usize> = Vec::new();
        // The successors of a node have smaller numbers.
        for node in (0..decision.len()).map(DecisionNode::new) {
            let made = match decision.choice(node) {
                Choice::DontCare => tree.leaf(Leaf::Unreachable),
                Choice::Flat => tree.leaf(Leaf::Flat),
                Choice::Arm(bundle) => tree.leaf(Leaf::Value(body.edge_arg(bundle, index))),
                Choice::Decide(block, edges) => tree
                    .decide(block, edges.iter().map(|&(bundle, to)| (bundle, node_of[to.index()]))),
            };
            node_of.push(made);
        }
        let root = node_of[decision.root().index()];
        let mut writer = Writer::new(names, lines, body, gates, &tree, root, parts_before);
        let (text, parts) = (writer.text(root), writer.parts());
        parts_before += parts.len();
        Decided { param: names.bare(param), text, parts }
    });
    Nested { params: params.collect(), left_out: None }
}

/// Whether few blocks lie between a block and its immediate dominator.
fn is_near(canonical: &Canonical, join: Block) -> bool {
    let (body, above) = (canonical.body(), canonical.dominators().parent(join));
    let mut seen: HashSet<Block> = HashSet::from([join]);
    let mut open = vec![join];
    while let Some(block) = open.pop() {
        for from in body.pred_edges(block).filter_map(|edge| body.edge_source(edge)) {
            if Some(from) != above && seen.insert(from) {
                open.push(from);
            }
        }
        if seen.len() > MAX_BETWEEN {
            return false;
        }
    }
    true
}

/// Nested tests whose leaf_positions are values.
struct Tree {
    nodes: Vec<TreeNode>,
    leaf_positions: HashMap<Leaf, usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Leaf {
    /// Control does not reach it.
    Unreachable,
    /// The gates of the arms decide.
    Flat,
    Value(Value),
}

enum TreeNode {
    Leaf(Leaf),
    /// A decision by the edge by which a block is left; bundles that lead to one node are grouped.
    Decide(Block, Vec<(Vec<Edge>, usize)>),
}

impl Tree {
    fn leaf(&mut self, leaf: Leaf) -> usize {
        *self.leaf_positions.entry(leaf).or_insert_with(|| {
            self.nodes.push(TreeNode::Leaf(leaf));
            self.nodes.len() - 1
        })
    }

    fn decide(&mut self, block: Block, edges: impl Iterator<Item = (Edge, usize)>) -> usize {
        let unreachable = self.leaf(Leaf::Unreachable);
        let mut groups: Vec<(Vec<Edge>, usize)> = Vec::new();
        for (bundle, to) in edges.filter(|&(_, to)| to != unreachable) {
            match groups.iter_mut().find(|group| group.1 == to) {
                Some(group) => group.0.push(bundle),
                None => groups.push((vec![bundle], to)),
            }
        }
        match groups.as_slice() {
            [] => unreachable,
            [(_, only)] => *only,
            _ => {
                self.nodes.push(TreeNode::Decide(block, groups));
                self.nodes.len() - 1
            }
        }
    }
}

struct Writer<'a, 'n> {
    names: &'a Names<'n>,
    lines: &'a Lines,
    body: &'a Body,
    gates: &'a Gates,
    tree: &'a Tree,
    /// The names of the nodes that have one, in order.
    named: Vec<(usize, String)>,
}

impl<'a, 'n> Writer<'a, 'n> {
    /// Gives names to the nodes below a root that are used several times, counting on from those
    /// that there are.
    fn new(
        names: &'a Names<'n>,
        lines: &'a Lines,
        body: &'a Body,
        gates: &'a Gates,
        tree: &'a Tree,
        root: usize,
        parts_before: usize,
    ) -> Self {
        let mut uses = vec![0u32; tree.nodes.len()];
        uses[root] = 1;
        for node in
            (0..=root).rev().filter(|&node| matches!(tree.nodes[node], TreeNode::Decide(..)))
        {
            if let TreeNode::Decide(_, groups) = &tree.nodes[node]
                && uses[node] > 0
            {
                groups.iter().for_each(|&(_, to)| uses[to] += 1);
            }
        }
        let is_shared =
            |&node: &usize| uses[node] > 1 && matches!(tree.nodes[node], TreeNode::Decide(..));
        let shared = (0..tree.nodes.len()).filter(is_shared);
        let named = shared
            .enumerate()
            .map(|(number, node)| (node, format!("d{}", parts_before + number + 1)));
        Self { names, lines, body, gates, tree, named: named.collect() }
    }

    fn parts(&mut self) -> Vec<(String, String)> {
        self.named.iter().map(|(node, name)| (name.clone(), self.expanded(*node))).collect()
    }

    fn text(&self, node: usize) -> String {
        match self.named.iter().find(|(named, _)| *named == node) {
            Some((_, name)) => name.clone(),
            None => self.expanded(node),
        }
    }

    /// A node written out. The recursion is as deep as there are nodes at most, see [`MAX_NODES`].
    fn expanded(&self, node: usize) -> String {
        match &self.tree.nodes[node] {
            TreeNode::Leaf(Leaf::Unreachable) => "nothing".to_string(),
            TreeNode::Leaf(Leaf::Flat) => "what the gates say".to_string(),
            TreeNode::Leaf(Leaf::Value(value)) => self.names.value(*value),
            TreeNode::Decide(block, groups) => {
                let otherwise = self.otherwise(*block, groups);
                let mut text = String::new();
                for (_, (bundles, to)) in
                    groups.iter().enumerate().filter(|&(index, _)| index != otherwise)
                {
                    let then = self.text(*to);
                    let then = if then.starts_with("if ") { format!("({then})") } else { then };
                    text.push_str(&format!("if {} then {then} else ", self.test(*block, bundles)));
                }
                text.push_str(&self.text(groups[otherwise].1));
                text
            }
        }
    }

    /// The group that comes last, after `else`: the negative one of two, the default of many.
    fn otherwise(&self, block: Block, groups: &[(Vec<Edge>, usize)]) -> usize {
        let place = match self.terminator(block) {
            Some((Opcode::CondBr, first)) => {
                groups.iter().position(|(bundles, _)| !bundles.contains(&first))
            }
            Some((Opcode::Invoke | Opcode::Switch, first)) => {
                groups.iter().position(|(bundles, _)| bundles.contains(&first))
            }
            _ => None,
        };
        place.unwrap_or(groups.len() - 1)
    }

    /// The opcode of the last instruction of a block, and its first edge.
    fn terminator(&self, block: Block) -> Option<(Opcode, Edge)> {
        let inst = self.body.inst(self.body.terminator(block)?);
        Some((inst.opcode, inst.edges().next()?))
    }

    /// The condition under which a block is left by one of some bundles.
    fn test(&self, block: Block, bundles: &[Edge]) -> String {
        let Some(end) = self.body.terminator(block) else { return String::new() };
        let asked = |test: Test| condition_text(self.names, self.lines, test).holds;
        match self.body.inst(end).opcode {
            Opcode::CondBr => asked(Test::True(self.body.operand(end, 0))),
            Opcode::Invoke => asked(Test::Unwound(end)),
            Opcode::Switch => {
                let edges = self.body.inst(end).edges().enumerate();
                let own = edges.filter(|&(_, edge)| bundles.contains(&self.gates.bundle(edge)));
                let cases: Vec<String> =
                    own.map(|(index, _)| self.names.bare(self.body.operand(end, index))).collect();
                let value = self.names.bare(self.body.operand(end, 0));
                match cases.as_slice() {
                    [case] => format!("{value} == {case}"),
                    cases => {
                        one_of(&value, &cases.iter().map(String::as_str).collect::<Vec<_>>(), true)
                    }
                }
            }
            _ => {
                let edges =
                    bundles.iter().map(|&bundle| asked(Test::Went(end, self.body.edge(bundle).to)));
                edges.collect::<Vec<String>>().join(" | ")
            }
        }
    }
}
