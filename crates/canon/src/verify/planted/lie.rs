//! Functions that answer one question wrongly.

use super::Plant;
use crate::random::{self, Random, Shape};
use crate::verify::{ALL_PAIRS, Answers, first_inst};
use crate::{Canonical, DominatorTree, Loop, LoopForest, Mark, loop_shape};
use tollgate_ir::{Block, Body, ConstKind, Context, Edge, NewInst, Opcode, Type, Value};

/// A question that is answered wrongly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lie {
    Lists,
    Root,
    TreeLen,
    InTree(Block),
    Dominator(Block),
    Depth(Block),
    ChildMissing(Block),
    ChildTwice(Block),
    PreorderSwapped,
    PreorderShort,
    PreorderTwice,
    PreorderNumber(Block),
    Dominates(Block, Block),
    LoopMissing,
    LoopTwice,
    Header(Loop, Block),
    LoopOrder,
    Parent(Loop),
    LoopDepth(Loop),
    InsideMissing(Option<Loop>),
    InsideTwice(Option<Loop>),
    Innermost(Block),
    Encloses(Loop, Loop),
    Contains(Loop, Block),
    OwnExitMissing(Loop),
    ExitMissing(Loop),
    ExitTwice(Loop),
    BackEdge(Edge),
    Latch(Loop),
    Preheader(Loop),
}

/// A function in which something is planted.
pub(super) struct Planted {
    pub(super) ctx: Context,
    pub(super) body: Body,
    pub(super) dominators: DominatorTree,
    pub(super) loops: LoopForest,
    pub(super) marks: Vec<Mark>,
    pub(super) lie: Option<Lie>,
}

impl Planted {
    pub(super) fn canonical(seed: u64, shape: &Shape) -> Self {
        let mut ctx = Context::new();
        let body = random::body(&mut ctx, seed, shape);
        let canonical = Canonical::new(&mut ctx, body);
        let marks = canonical.marks().to_vec();
        let (dominators, loops) = (canonical.dominators().clone(), canonical.loops().clone());
        Self { ctx, body: canonical.into_body(), dominators, loops, marks, lie: None }
    }

    /// As the body was made.
    pub(super) fn raw(seed: u64, shape: &Shape) -> Self {
        let mut ctx = Context::new();
        let body = random::body(&mut ctx, seed, shape);
        let (dominators, loops) = (DominatorTree::default(), LoopForest::default());
        let mut raw = Self { ctx, body, dominators, loops, marks: Vec::new(), lie: None };
        raw.analyse();
        raw
    }

    pub(super) fn analyse(&mut self) {
        self.dominators = DominatorTree::new(&self.body);
        self.loops = LoopForest::new(&self.body, &self.dominators);
    }

    fn is(&self, lie: Lie) -> bool {
        self.lie == Some(lie)
    }

    pub(super) fn some_block(
        &self,
        random: &mut Random,
        wanted: impl Fn(Block) -> bool,
    ) -> Option<Block> {
        let blocks: Vec<Block> = self.body.blocks().filter(|&block| wanted(block)).collect();
        random.one_of(&blocks)
    }

    pub(super) fn some_loop(
        &self,
        random: &mut Random,
        wanted: impl Fn(Loop) -> bool,
    ) -> Option<Loop> {
        let loops: Vec<Loop> = self.loops.loops().filter(|&id| wanted(id)).collect();
        random.one_of(&loops)
    }

    pub(super) fn some_edge(
        &self,
        random: &mut Random,
        wanted: impl Fn(Edge) -> bool,
    ) -> Option<Edge> {
        let edges = self.body.blocks().flat_map(|block| self.body.succ_edges(block));
        let edges: Vec<Edge> = edges.filter(|&edge| wanted(edge)).collect();
        random.one_of(&edges)
    }

    /// Lets a block that only jumps lead to another block as well.
    pub(super) fn add_edge(&mut self, from: Block, to: Block) {
        let Some(end) = self.body.terminator(from) else { return };
        let edge = self.body.inst(end).edges().next();
        let old = edge
            .map(|edge| (self.body.edge(edge).to, self.body.edge_args(edge).collect::<Vec<_>>()));
        self.body.remove_inst(end);
        let condition = self.body.args()[2];
        let types: Vec<Type> =
            self.body.params(to).iter().map(|&param| self.body.value_type(param)).collect();
        let new: Vec<Value> = types.into_iter().map(|ty| self.poison(ty)).collect();
        let old = old.unwrap_or((to, new.clone()));
        let edges = [(old.0, &old.1[..]), (to, &new[..])];
        let branch = self
            .body
            .create_inst(NewInst::new(Opcode::CondBr, Type::I1, &[condition]).edges(&edges));
        self.body.append_inst(from, branch);
        self.analyse();
    }

    pub(super) fn poison(&mut self, ty: Type) -> Value {
        let id = self.ctx.make_const(ty, ConstKind::Poison);
        self.body.constant(id, ty)
    }

    pub(super) fn jumps(&self, block: Block) -> bool {
        self.body.terminator(block).is_some_and(|inst| self.body.inst(inst).opcode == Opcode::Br)
    }

    /// Whether a block may be entered by any edge.
    pub(super) fn is_plain(&self, block: Block) -> bool {
        let pads = [Opcode::LandingPad, Opcode::CatchPad, Opcode::CleanupPad, Opcode::CatchSwitch];
        let first = first_inst(&self.body, block);
        Some(block) != self.body.entry()
            && !first.is_some_and(|inst| pads.contains(&self.body.inst(inst).opcode))
    }
}

impl Answers for Planted {
    fn body(&self) -> &Body {
        &self.body
    }
    fn check_lists(&self) -> Result<(), String> {
        if self.is(Lie::Lists) { Err("planted".to_string()) } else { self.body.check_lists() }
    }
    fn marks(&self) -> &[Mark] {
        &self.marks
    }
    fn is_back_edge(&self, edge: Edge) -> bool {
        let from = self.body.edge_source(edge);
        let truth =
            from.is_some_and(|from| self.dominators.dominates(self.body.edge(edge).to, from));
        truth != self.is(Lie::BackEdge(edge))
    }
    fn latch(&self, id: Loop) -> Option<Block> {
        let truth = loop_shape::latch(&self.body, &self.loops, id);
        if self.is(Lie::Latch(id)) { other(truth, self.loops.header(id)) } else { truth }
    }
    fn preheader(&self, id: Loop) -> Option<Block> {
        let truth = loop_shape::preheader(&self.body, &self.loops, id);
        if self.is(Lie::Preheader(id)) { other(truth, self.loops.header(id)) } else { truth }
    }

    fn root(&self) -> Option<Block> {
        self.dominators.root().filter(|_| !self.is(Lie::Root))
    }
    fn tree_len(&self) -> usize {
        self.dominators.len() + usize::from(self.is(Lie::TreeLen))
    }
    fn in_tree(&self, block: Block) -> bool {
        self.dominators.contains(block) != self.is(Lie::InTree(block))
    }
    fn dominator(&self, block: Block) -> Option<Block> {
        let truth = self.dominators.parent(block);
        if self.is(Lie::Dominator(block)) { other(truth, block) } else { truth }
    }
    fn tree_depth(&self, block: Block) -> u32 {
        self.dominators.depth(block) + u32::from(self.is(Lie::Depth(block)))
    }
    fn children(&self, block: Block) -> Vec<Block> {
        let children = self.dominators.children(block).collect();
        distort(children, self.is(Lie::ChildMissing(block)), self.is(Lie::ChildTwice(block)))
    }
    fn preorder(&self) -> Vec<Block> {
        let mut order: Vec<Block> = self.dominators.preorder().collect();
        if self.is(Lie::PreorderSwapped) {
            // The root comes after a block that it dominates.
            order.swap(0, 1);
        }
        distort(order, self.is(Lie::PreorderShort), self.is(Lie::PreorderTwice))
    }
    fn preorder_number(&self, block: Block) -> Option<u32> {
        let truth = self.dominators.preorder_number(block);
        if self.is(Lie::PreorderNumber(block)) { truth.map(|number| number + 1) } else { truth }
    }
    fn dominates(&self, above: Block, below: Block) -> bool {
        self.dominators.dominates(above, below) != self.is(Lie::Dominates(above, below))
    }

    fn loops(&self) -> Vec<Loop> {
        let mut loops = distort(
            self.loops.loops().collect(),
            self.is(Lie::LoopMissing),
            self.is(Lie::LoopTwice),
        );
        if self.is(Lie::LoopOrder) {
            loops.reverse();
        }
        loops
    }
    fn header(&self, id: Loop) -> Block {
        match self.lie {
            Some(Lie::Header(lied, block)) if lied == id => block,
            _ => self.loops.header(id),
        }
    }
    fn parent(&self, id: Loop) -> Option<Loop> {
        let truth = self.loops.parent(id);
        if self.is(Lie::Parent(id)) { other(truth, id) } else { truth }
    }
    fn inside(&self, id: Option<Loop>) -> Vec<Loop> {
        let inside = self.loops.children(id).to_vec();
        distort(inside, self.is(Lie::InsideMissing(id)), self.is(Lie::InsideTwice(id)))
    }
    fn loop_depth(&self, id: Loop) -> u32 {
        self.loops.depth(Some(id)) + u32::from(self.is(Lie::LoopDepth(id)))
    }
    fn innermost(&self, block: Block) -> Option<Loop> {
        let truth = self.loops.innermost(block);
        if self.is(Lie::Innermost(block)) { other(truth, Loop::from_u32(0)) } else { truth }
    }
    fn encloses(&self, outer: Loop, inner: Loop) -> bool {
        self.loops.encloses(outer, inner) != self.is(Lie::Encloses(outer, inner))
    }
    fn contains(&self, id: Loop, block: Block) -> bool {
        self.loops.contains(id, block) != self.is(Lie::Contains(id, block))
    }
    fn own_exits(&self, id: Loop) -> Vec<Block> {
        distort(self.loops.own_exits(id).to_vec(), self.is(Lie::OwnExitMissing(id)), false)
    }
    fn exits(&self, id: Loop) -> Vec<Block> {
        distort(self.loops.exits(id), self.is(Lie::ExitMissing(id)), self.is(Lie::ExitTwice(id)))
    }
}

/// Something else than the truth.
fn other<T: PartialEq>(truth: Option<T>, instead: T) -> Option<T> {
    if truth.is_some() { None } else { Some(instead) }
}

/// A list without its last thing, or with its last thing twice.
fn distort<T: Copy>(list: Vec<T>, shorter: bool, longer: bool) -> Vec<T> {
    let mut list = list;
    if shorter {
        list.pop();
    }
    if longer && let Some(&last) = list.last() {
        list.push(last);
    }
    list
}

/// A lie about a random block.
fn of_block(
    planted: &mut Planted,
    random: &mut Random,
    lie: fn(Block) -> Lie,
    kind: &'static str,
    wanted: impl Fn(&Planted, Block) -> bool,
) -> Option<&'static str> {
    let block = planted
        .some_block(random, |block| planted.dominators.contains(block) && wanted(planted, block))?;
    planted.lie = Some(lie(block));
    Some(kind)
}

/// A lie about a random loop.
fn of_loop(
    planted: &mut Planted,
    random: &mut Random,
    lie: fn(Loop) -> Lie,
    kind: &'static str,
    wanted: impl Fn(&Planted, Loop) -> bool,
) -> Option<&'static str> {
    let id = planted.some_loop(random, |id| wanted(planted, id))?;
    planted.lie = Some(lie(id));
    Some(kind)
}

/// Lies about the analyses.
pub(super) const LIES: &[Plant] = &[
    |planted, _| {
        planted.lie = Some(Lie::Lists);
        Some("Lists")
    },
    |planted, _| {
        planted.lie = Some(Lie::Root);
        Some("Root")
    },
    |planted, _| {
        planted.lie = Some(Lie::TreeLen);
        Some("TreeLen")
    },
    |planted, random| of_block(planted, random, Lie::InTree, "InTree", |_, _| true),
    |planted, _| {
        let ids = (0..planted.body.block_ids()).map(|index| Block::from_u32(index as u32));
        let removed = ids.into_iter().find(|&block| !planted.body.contains_block(block))?;
        planted.lie = Some(Lie::InTree(removed));
        Some("InTree")
    },
    |planted, random| of_block(planted, random, Lie::Dominator, "Dominator", |_, _| true),
    |planted, random| of_block(planted, random, Lie::Depth, "Depth", |_, _| true),
    |planted, random| {
        let inner = |planted: &Planted, block| planted.dominators.children(block).next().is_some();
        of_block(planted, random, Lie::ChildMissing, "Children", inner)
    },
    |planted, random| {
        let inner = |planted: &Planted, block| planted.dominators.children(block).next().is_some();
        of_block(planted, random, Lie::ChildTwice, "Children", inner)
    },
    |planted, _| {
        planted.lie = Some(Lie::PreorderSwapped);
        (planted.dominators.len() > 1).then_some("Preorder")
    },
    |planted, _| {
        planted.lie = Some(Lie::PreorderShort);
        Some("Preorder")
    },
    |planted, _| {
        planted.lie = Some(Lie::PreorderTwice);
        Some("Preorder")
    },
    |planted, random| {
        let numbered =
            |planted: &Planted, block| planted.dominators.preorder_number(block).is_some();
        of_block(planted, random, Lie::PreorderNumber, "PreorderNumber", numbered)
    },
    |planted, random| {
        let reached = |block| planted.dominators.contains(block);
        let pair = (planted.some_block(random, reached)?, planted.some_block(random, reached)?);
        planted.lie = Some(Lie::Dominates(pair.0, pair.1));
        // In large bodies not all pairs are asked for.
        (planted.body.blocks().count() <= ALL_PAIRS).then_some("Dominates")
    },
    |planted, _| {
        planted.lie = Some(Lie::LoopMissing);
        (!planted.loops.is_empty()).then_some("MissingLoop")
    },
    |planted, _| {
        planted.lie = Some(Lie::LoopTwice);
        (!planted.loops.is_empty()).then_some("NoLoop")
    },
    |planted, random| {
        let id = planted.some_loop(random, |_| true)?;
        let block = planted.some_block(random, |block| block != planted.loops.header(id))?;
        planted.lie = Some(Lie::Header(id, block));
        Some("MissingLoop")
    },
    |planted, random| {
        let id = planted.some_loop(random, |_| true)?;
        let block = planted.some_block(random, |block| planted.loops.headed_by(block).is_none())?;
        planted.lie = Some(Lie::Header(id, block));
        Some("NoLoop")
    },
    |planted, _| {
        planted.lie = Some(Lie::LoopOrder);
        planted.loops.loops().any(|id| planted.loops.parent(id).is_some()).then_some("LoopOrder")
    },
    |planted, random| of_loop(planted, random, Lie::Parent, "Parent", |_, _| true),
    |planted, random| of_loop(planted, random, Lie::LoopDepth, "LoopDepth", |_, _| true),
    |planted, random| {
        let id = planted.some_loop(random, |id| !planted.loops.children(Some(id)).is_empty());
        planted.lie = Some(Lie::InsideMissing(id));
        (!planted.loops.is_empty()).then_some("Inside")
    },
    |planted, random| {
        let id = planted.some_loop(random, |id| !planted.loops.children(Some(id)).is_empty());
        planted.lie = Some(Lie::InsideTwice(id));
        (!planted.loops.is_empty()).then_some("Inside")
    },
    |planted, random| of_block(planted, random, Lie::Innermost, "Innermost", |_, _| true),
    |planted, random| {
        let (outer, inner) =
            (planted.some_loop(random, |_| true)?, planted.some_loop(random, |_| true)?);
        planted.lie = Some(Lie::Encloses(outer, inner));
        (planted.body.blocks().count() <= ALL_PAIRS).then_some("Encloses")
    },
    |planted, random| {
        let (id, block) =
            (planted.some_loop(random, |_| true)?, planted.some_block(random, |_| true)?);
        planted.lie = Some(Lie::Contains(id, block));
        (planted.body.blocks().count() <= ALL_PAIRS).then_some("Contains")
    },
    |planted, random| {
        let left = |planted: &Planted, id| !planted.loops.own_exits(id).is_empty();
        of_loop(planted, random, Lie::OwnExitMissing, "OwnExits", left)
    },
    |planted, random| {
        // An exit that is marked may be listed twice: then one missing is none.
        let left =
            |planted: &Planted, id| planted.marks.is_empty() && !planted.loops.exits(id).is_empty();
        of_loop(planted, random, Lie::ExitMissing, "Exits", left)
    },
    |planted, random| {
        let left =
            |planted: &Planted, id| planted.marks.is_empty() && !planted.loops.exits(id).is_empty();
        of_loop(planted, random, Lie::ExitTwice, "Exits", left)
    },
    |planted, random| {
        let from = |edge| {
            planted.body.edge_source(edge).is_some_and(|from| planted.dominators.contains(from))
        };
        let edge = planted.some_edge(random, from)?;
        planted.lie = Some(Lie::BackEdge(edge));
        Some("BackEdge")
    },
    |planted, random| of_loop(planted, random, Lie::Latch, "Latch", |_, _| true),
    |planted, random| of_loop(planted, random, Lie::Preheader, "Preheader", |_, _| true),
];
