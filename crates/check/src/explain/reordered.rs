//! Addresses of the target that are made in another order than in the source, and by which signs
//! their `inbounds` holds.
//!
//! `(p + 16 * i) + 8` may become `(p + 8) + 16 * i`. The address is the same one, but `p + 8` is
//! between two addresses of the object only if `i` is not negative.

use super::missing::Missing;
use super::notation::{Notation, SOURCE, TARGET};
use tollgate_graph::{Node, Op};
use tollgate_ir::{Flags, Inst, Opcode};

/// Steps that are looked through from an address to where it begins.
const MAX_STEPS: usize = 16;
/// Indices that are named.
const MAX_INDICES: usize = 3;

/// An address as what it begins with and what is added to that.
#[derive(PartialEq, Eq, Debug)]
struct Sum {
    from: Node,
    constant: i128,
    /// Whether one of the steps subtracts a constant.
    goes_back: bool,
    /// Indices and the bytes that each counts, in the order of the nodes.
    indices: Vec<(Node, i128)>,
    /// The addresses on the way, the last one first.
    on_the_way: Vec<Node>,
}

impl Sum {
    fn is_at(&self, other: &Self) -> bool {
        (self.from, self.constant, &self.indices) == (other.from, other.constant, &other.indices)
    }
}

impl Notation<'_> {
    /// That flags of instructions of the target hold, as what is missing, with the signs by which
    /// they do.
    pub(super) fn missing_flags_at(&self, flagged: &[(Inst, Flags)]) -> Vec<Missing> {
        let names = &self.names[TARGET];
        let Some(body) = names.side().body() else { return Vec::new() };
        // What is one value in several places is named once.
        let mut groups: Vec<(Option<Node>, Flags, Vec<Inst>)> = Vec::new();
        for &(inst, flags) in flagged {
            let node = names.value_at(body, inst).map(|node| self.through(node));
            match groups.iter_mut().find(|it| node.is_some() && (it.0, it.1) == (node, flags)) {
                Some(group) => group.2.push(inst),
                None => groups.push((node, flags, vec![inst])),
            }
        }
        let missing = |(node, flags, insts): (Option<Node>, Flags, Vec<Inst>)| {
            let lines: Vec<String> = insts
                .iter()
                .map(|&inst| names.position(body.inst(inst).span).0.to_string())
                .collect();
            let text = names.line(body.inst(insts[0]).span);
            let at = if lines.len() == 1 { "line" } else { "lines" };
            let mut it = format!("{text} ({at} {} of the target)", lines.join(", "));
            if let Some(why) =
                node.filter(|_| flags == Flags::INBOUNDS).and_then(|node| self.signs_at(node))
            {
                it += &format!(", which it does if {why}");
            }
            Missing::Flags(flags.to_string(), it)
        };
        groups.into_iter().map(missing).collect()
    }

    /// That an address is `inbounds` in the order in which the target makes it, if the source makes
    /// it in another order.
    pub(super) fn missing_reordered(&self, source: Node, target: Node) -> Option<Missing> {
        let (one, other) = (self.sum(source)?, self.sum(target)?);
        if !one.is_at(&other) || one.on_the_way == other.on_the_way {
            return None;
        }
        let why =
            self.signs(&one, &other).map_or(String::new(), |why| format!(": it does if {why}"));
        let text = self.definition(TARGET, target);
        Some(Missing::Flags(
            Flags::INBOUNDS.to_string(),
            format!("each step to {text}, which makes the source's address by other steps{why}"),
        ))
    }

    /// The signs by which an address on the way to one of the target is between two of the source.
    fn signs_at(&self, at: Node) -> Option<String> {
        let [mine, others] = [SOURCE, TARGET].map(|side| self.sums(side));
        let (source, target) = others
            .iter()
            .filter(|sum| sum.on_the_way.contains(&at))
            .filter_map(|sum| Some((mine.iter().find(|it| it.is_at(sum))?, sum)))
            .find(|(source, target)| source.on_the_way != target.on_the_way)?;
        let names = &self.names[SOURCE];
        let line = names.position(names.span(*source.on_the_way.first()?)?).0;
        let signs = self.signs(source, target)?;
        Some(format!("{signs}: the source makes that address in another order, line {line}"))
    }

    /// The signs by which what the target has on the way to an address lies between where it begins
    /// and that address, if the source has both in one object.
    fn signs(&self, source: &Sum, target: &Sum) -> Option<String> {
        let is_upwards =
            !source.goes_back && !target.goes_back && target.indices.iter().all(|it| it.1 > 0);
        let is_extended =
            |node: Node| self.graph.as_apply(node).is_some_and(|it| it.opcode == Opcode::ZExt);
        let signed: Vec<String> = target
            .indices
            .iter()
            .filter(|it| !is_extended(it.0))
            .map(|it| format!("0 <= {}", self.operand(TARGET, it.0)))
            .collect();
        let is_told = is_upwards && !signed.is_empty() && signed.len() <= MAX_INDICES;
        is_told.then(|| format!("{} (signed)", signed.join(" and ")))
    }

    /// The addresses of a function that are `inbounds` from where they begin.
    fn sums(&self, side: usize) -> Vec<Sum> {
        let mut steps: Vec<Node> =
            self.names[side].nodes().filter(|&it| self.graph.as_step(it).is_some()).collect();
        steps.sort_unstable();
        steps.into_iter().filter_map(|it| self.sum(it)).collect()
    }

    fn sum(&self, node: Node) -> Option<Sum> {
        let mut sum = Sum {
            from: self.through(node),
            constant: 0,
            goes_back: false,
            indices: Vec::new(),
            on_the_way: Vec::new(),
        };
        while let Some(step) = self.graph.as_step(sum.from) {
            if sum.on_the_way.len() == MAX_STEPS || !step.apply.flags.contains(Flags::INBOUNDS) {
                return None;
            }
            let indices: Vec<Node> = step.indices.iter().map(|&it| self.through(it)).collect();
            let mut numbers: Vec<i128> =
                indices.iter().map(|&it| self.number(it).unwrap_or(0)).collect();
            let constant = self.offset(step.apply.written, &numbers)?;
            for (at, &index) in indices.iter().enumerate() {
                if let Op::Const(_) = self.graph.op(index) {
                    self.number(index)?;
                    continue;
                }
                numbers[at] = 1;
                let counts = self.offset(step.apply.written, &numbers)? - constant;
                numbers[at] = 0;
                sum.indices.push((index, counts));
            }
            sum.constant = sum.constant.checked_add(constant)?;
            sum.goes_back |= constant < 0;
            sum.on_the_way.push(sum.from);
            sum.from = self.through(step.from);
        }
        sum.indices.sort_unstable();
        (!sum.on_the_way.is_empty()).then_some(sum)
    }
}
