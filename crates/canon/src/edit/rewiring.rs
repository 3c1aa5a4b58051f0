//! Giving a block other successors.
//!
//! Edges are first added and then deleted: in between the block leads to both, so that each of the
//! two repairs begins with a graph of which everything is known.

use super::Editor;
use super::deletion::Finish;
use rustc_hash::FxHashSet;
use tollgate_ir::{Block, Edge, Extra, Inst, NewInst, Opcode, Span, Type, Value};

/// How a block ends, to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Terminator {
    /// It goes to a block, with arguments.
    Jump(Block, Vec<Value>),
    /// It goes to one of two.
    Branch(Value, [(Block, Vec<Value>); 2]),
    /// It goes where the case says, or else to the first.
    Switch(Value, Vec<(Block, Vec<Value>)>, Vec<Value>),
}

impl Terminator {
    fn edges(&self) -> Vec<(Block, Vec<Value>)> {
        match self {
            Self::Jump(to, args) => vec![(*to, args.clone())],
            Self::Branch(_, edges) => edges.to_vec(),
            Self::Switch(_, edges, _) => edges.clone(),
        }
    }
}

/// Why edges were not changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// An edge would enter a loop elsewhere than at its header.
    EntersLoop,
    /// The edge would be a new path around a loop that its source is not in.
    LeadsBackInto,
    /// The target leads to the source without dominating it.
    MakesIrreducible,
}

impl Editor<'_> {
    /// Ends a block in another way. Every value that is used after the new edges still dominates
    /// its uses, and the targets are entered with as many arguments as they take.
    pub fn rewire(&mut self, block: Block, terminator: &Terminator) -> Result<(), Refused> {
        for (to, _) in terminator.edges() {
            self.may_lead(block, to)?;
        }
        let debug_and_span = self.body().terminator(block).map(|old| {
            let data = self.body().inst(old);
            (data.debug.get(), data.span)
        });
        let made = self.make_terminator(terminator, debug_and_span);
        self.replace_terminator(block, made);
        Ok(())
    }

    /// Makes an instruction that ends a block, not yet in one.
    pub(super) fn make_terminator(
        &mut self,
        terminator: &Terminator,
        place: Option<(Option<tollgate_ir::Meta>, Span)>,
    ) -> Inst {
        let edges = terminator.edges();
        let edges: Vec<(Block, &[Value])> =
            edges.iter().map(|(to, args)| (*to, &args[..])).collect();
        let operands: Vec<Value> = match terminator {
            Terminator::Jump(..) => Vec::new(),
            Terminator::Branch(condition, _) => vec![*condition],
            Terminator::Switch(value, _, cases) => {
                std::iter::once(*value).chain(cases.iter().copied()).collect()
            }
        };
        let (opcode, ty) = match terminator {
            Terminator::Jump(..) => (Opcode::Br, Type::VOID),
            Terminator::Branch(..) => (Opcode::CondBr, Type::VOID),
            Terminator::Switch(value, ..) => (Opcode::Switch, self.body().value_type(*value)),
        };
        let (debug, span) = place.unwrap_or((None, Span::NONE));
        let new = NewInst { debug, span, ..NewInst::new(opcode, ty, &operands).edges(&edges) };
        self.function.body.create_inst(new)
    }

    /// Whether an edge between two blocks leaves the graph reducible, and the forest repairable.
    pub(super) fn may_lead(&self, from: Block, to: Block) -> Result<(), Refused> {
        let loops = self.loops();
        let headed = loops.headed_by(to);
        let entered =
            loops.around(to).filter(|&id| !loops.contains(id, from) && Some(id) != headed).count();
        match (entered, self.dominators().dominates(to, from)) {
            (0, true) => Ok(()),
            (0, false) if self.reaches(to, from) => Err(Refused::MakesIrreducible),
            (0, false) => Ok(()),
            (_, false) => Err(Refused::EntersLoop),
            (_, true) => Err(Refused::LeadsBackInto),
        }
    }

    /// Whether a block leads to another one along forward edges.
    fn reaches(&self, from: Block, to: Block) -> bool {
        let mut seen: FxHashSet<Block> = FxHashSet::default();
        let mut open = vec![from];
        while let Some(block) = open.pop() {
            if block == to {
                return true;
            }
            if seen.insert(block) {
                let edges = self.body().succ_edges(block).filter(|&edge| !self.is_back_edge(edge));
                open.extend(edges.map(|edge| self.body().edge(edge).to));
            }
        }
        false
    }

    /// A terminator that has only some of the edges of another one.
    pub(super) fn reduced_terminator(&mut self, old: Inst, all: &[Edge], keep: &[Edge]) -> Inst {
        let body = self.body();
        let edge = |edge: Edge| (body.edge(edge).to, body.edge_args(edge).collect::<Vec<Value>>());
        let keep: FxHashSet<Edge> = keep.iter().copied().collect();
        let remaining: Vec<Edge> = all.iter().copied().filter(|edge| keep.contains(edge)).collect();
        let data = body.inst(old);
        let place = Some((data.debug.get(), data.span));
        let terminator = match (data.opcode, &remaining[..]) {
            (Opcode::Switch, [_, _, ..]) => {
                let operands: Vec<Value> = body.operands(old).collect();
                // The edges of a terminator are numbered one after the other.
                let case =
                    |edge: &Edge| operands.get((edge.as_u32() - all[0].as_u32()) as usize).copied();
                // The default is the first edge, if it is kept; else the last case.
                let mut edges = remaining.clone();
                if edges[0] != all[0] {
                    edges.rotate_right(1);
                }
                let cases: Vec<Value> = edges[1..].iter().filter_map(case).collect();
                let edges = edges.iter().map(|&it| edge(it)).collect();
                Terminator::Switch(operands[0], edges, cases)
            }
            _ => {
                let (to, args) = edge(remaining[0]);
                Terminator::Jump(to, args)
            }
        };
        self.make_terminator(&terminator, place)
    }

    /// Lets a block end with a terminator that was made, and repairs everything.
    pub(super) fn replace_terminator(&mut self, block: Block, terminator: Inst) {
        let targets = |editor: &Self, inst: Inst| {
            let body = editor.body();
            let mut targets: Vec<Block> =
                body.inst(inst).edges().map(|edge| body.edge(edge).to).collect();
            targets.sort_unstable();
            targets.dedup();
            targets
        };
        let Some(old) = self.body().terminator(block) else { return };
        self.touch(block);
        self.note_edges_of(block);
        let (before, after) = (targets(self, old), targets(self, terminator));
        let mut finish = Finish::default();
        let is_among = |list: &[Block], block: &Block| list.binary_search(block).is_ok();
        let added: Vec<Block> = after.iter().copied().filter(|to| !is_among(&before, to)).collect();
        if !added.is_empty() && !self.rebuilds() {
            self.add_edges(block, old, &added, &mut finish);
        }
        let Some(old) = self.body().terminator(block) else { return };
        self.function.body.remove_inst(old);
        self.function.body.append_inst(block, terminator);
        self.note_edges_of(block);
        if self.rebuilds() {
            self.counts.deletions +=
                before.iter().filter(|to| !is_among(&after, to)).count() as u64;
            self.counts.insertions += added.len() as u64;
            self.rebuild();
            return;
        }
        // A preheader leads to its header only.
        finish.entered.extend(&after);
        let gone =
            before.into_iter().filter(|to| !is_among(&after, to)).map(|to| (block, to)).collect();
        self.after_deletion(gone, &mut finish);
        self.finish(finish);
        // What the new edges pass may come from loops that their source is not in.
        self.close_uses_in(&[block]);
    }

    /// Adds edges to some blocks to those that a terminator has: it becomes one that nobody will
    /// ever execute.
    fn add_edges(&mut self, block: Block, old: Inst, added: &[Block], finish: &mut Finish) {
        let body = &mut self.function.body;
        let remaining: Vec<(Block, Vec<Value>)> = body
            .inst(old)
            .edges()
            .map(|edge| (body.edge(edge).to, body.edge_args(edge).collect()))
            .collect();
        let edges: Vec<(Block, &[Value])> = remaining
            .iter()
            .map(|(to, args)| (*to, &args[..]))
            .chain(added.iter().map(|&to| (to, &[][..])))
            .collect();
        let both = NewInst {
            extra: Extra::None,
            ..NewInst::new(Opcode::IndirectBr, Type::VOID, &[]).edges(&edges)
        };
        let both = body.create_inst(both);
        body.remove_inst(old);
        body.append_inst(block, both);
        self.after_insertion(added.iter().map(|&to| (block, to)).collect(), finish);
    }
}
