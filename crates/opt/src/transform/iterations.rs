//! Iterations of a loop on paper: what its first iterations decide, where that is known before it
//! is run.
//!
//! An [`Iteration`] is the constants that some parameters of the header have in one iteration. The
//! first one takes them from the edge that enters the loop; what a decision or the next iteration
//! makes of them is [folded](super::folding) exactly. So whatever holds of an iteration holds
//! in every run that comes to it.

use super::World;
use super::folding::{Known, Place, evaluate};
use super::if_simplify::{scrutinee, taken};
use tollgate_canon::{Editor, Loop};
use tollgate_ir::{Block, Body, Const, Edge, Inst, Opcode, Value};

/// Iterations that are followed; loops that go on for longer are not counted.
pub(super) const MAX_COUNTED: u32 = 256;

/// An iteration of a loop.
pub(super) struct Iteration {
    /// The parameters of the header, and which integer each is, if that is known.
    params: Vec<(Value, Option<Const>)>,
    /// The edge that leads back to the header.
    back: Edge,
}

impl Place for Iteration {
    fn known(&self, body: &Body, value: Value) -> Option<Known> {
        let param =
            self.params.iter().find(|(param, _)| *param == value).and_then(|&(_, known)| known);
        body.as_const(value).or(param).map(Known::Const)
    }

    // What an instruction of a loop computes of what is known in an iteration is the same wherever
    // it is read in the iteration.
    fn computes(&self, _: &Body, _: Inst) -> bool {
        true
    }
}

impl Iteration {
    /// The first iteration of a loop.
    pub(super) fn first(editor: &Editor<'_>, id: Loop) -> Option<Self> {
        let (body, header) = (editor.body(), editor.loops().header(id));
        let (before, latch) = (editor.function().preheader(id)?, editor.function().latch(id)?);
        let from = |source: Block| {
            body.pred_edges(header).find(|&edge| body.edge_source(edge) == Some(source))
        };
        let (enter, back) = (from(before)?, from(latch)?);
        let constant = |index: usize| number(editor, body.as_const(body.edge_arg(enter, index))?);
        let params = body.params(header).iter().enumerate();
        Some(Self {
            params: params.map(|(index, &param)| (param, constant(index))).collect(),
            back,
        })
    }

    /// The iteration after this one, if there is one.
    pub(super) fn next(&self, editor: &mut Editor<'_>, world: World<'_>) -> Self {
        let args: Vec<Value> = editor.body().edge_args(self.back).collect();
        let next = |(&(param, _), arg): (&(Value, Option<Const>), Value)| {
            let known = evaluate(self, editor, world.layout, arg);
            (param, known.and_then(|id| number(editor, id)))
        };
        Self { params: self.params.iter().zip(args).map(next).collect(), back: self.back }
    }

    /// Which of its edges, by number, a block takes in this iteration.
    pub(super) fn way(
        &self,
        editor: &mut Editor<'_>,
        world: World<'_>,
        block: Block,
    ) -> Option<usize> {
        let end = editor.body().terminator(block)?;
        let value = scrutinee(editor.body(), end)?;
        let id = evaluate(self, editor, world.layout, value)?;
        let edge = taken(editor.context(), editor.body(), end, id)?;
        editor.body().succ_edges(block).position(|other| other == edge)
    }
}

/// A constant, if it is an integer.
fn number(editor: &Editor<'_>, id: Const) -> Option<Const> {
    editor.context().is_int(id).then_some(id)
}

/// The blocks that are executed once in every iteration that is not left before, and that decide.
pub(super) fn steady_decisions(editor: &Editor<'_>, id: Loop) -> Vec<Block> {
    let (body, loops) = (editor.body(), editor.loops());
    let Some(latch) = editor.function().latch(id) else { return Vec::new() };
    let mut found = Vec::new();
    let mut at = Some(latch);
    while let Some(block) = at.filter(|&block| loops.contains(id, block)) {
        let decides = body.terminator(block).and_then(|end| scrutinee(body, end)).is_some();
        if decides && loops.innermost(block) == Some(id) {
            found.push(block);
        }
        at = editor.dominators().parent(block);
    }
    found
}

/// An exit test whose outcome is known in each iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    /// The block that asks.
    pub(super) block: Block,
    /// Its edge, by number, that stays in the loop.
    pub(super) staying: usize,
    /// Its edge, by number, that leaves it.
    pub(super) leaving: usize,
    /// How often the first one is taken before the second is, unless the loop is left elsewhere.
    pub(super) times: u32,
}

/// How often a loop goes on at most, if that is known.
pub(super) fn count(editor: &mut Editor<'_>, world: World<'_>, id: Loop) -> Option<Count> {
    let mut best: Option<Count> = None;
    for block in steady_decisions(editor, id) {
        let Some((staying, leaving)) = exit(editor, id, block) else { continue };
        let most = best.map_or(MAX_COUNTED, |best| best.times);
        if let Some(times) = times(editor, world, id, block, leaving, most)
            && best.is_none_or(|best| times < best.times)
        {
            best = Some(Count { block, staying, leaving, times });
        }
    }
    best
}

/// The edges, by number, of a `br` by which a block stays in a loop and leaves it.
fn exit(editor: &Editor<'_>, id: Loop, block: Block) -> Option<(usize, usize)> {
    let body = editor.body();
    let is_branch = body.inst(body.terminator(block)?).opcode == Opcode::CondBr;
    let stays: Vec<bool> = body
        .succ_edges(block)
        .map(|edge| editor.loops().contains(id, body.edge(edge).to))
        .collect();
    match (is_branch, &stays[..]) {
        (true, [true, false]) => Some((0, 1)),
        (true, [false, true]) => Some((1, 0)),
        _ => None,
    }
}

/// How often a block does not take an edge before it does.
fn times(
    editor: &mut Editor<'_>,
    world: World<'_>,
    id: Loop,
    block: Block,
    edge: usize,
    most: u32,
) -> Option<u32> {
    let mut iteration = Iteration::first(editor, id)?;
    for times in 0..=most {
        if iteration.way(editor, world, block)? == edge {
            return Some(times);
        }
        iteration = iteration.next(editor, world);
    }
    None
}
