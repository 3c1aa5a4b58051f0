//! Random edits of canonical functions, for the tests and measurements of this and other crates.
//!
//! Every edit of [`Editor`] is among them. They keep a function canonical, not what it means: which
//! edges go is drawn at random, and what new edges pass is poison.

use super::{Random, Shape, body};
use crate::{Canonical, Editor, Terminator, UpdateStrategy, Violation, verify};
use std::collections::BTreeMap;
use tollgate_ir::{Block, Context, Edge, Inst, Opcode, Value};

/// Functions larger than this are not made larger.
const MAX_BLOCKS: usize = 60;
/// The callees that are inlined have at most as many blocks.
const MAX_CALLEE_BLOCKS: usize = 12;

/// How often each kind of edit was made.
pub type Done = BTreeMap<&'static str, usize>;

/// The kinds of edits that [`edit`] makes.
pub const KINDS: [&str; 11] = [
    "split",
    "delete",
    "merge",
    "insert",
    "insert back",
    "copy",
    "peel",
    "unroll",
    "version",
    "rotate",
    "inline",
];

/// A function after whose last edit something was not as it should be.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Its shape.
    pub shape: &'static str,
    /// Its seed.
    pub seed: u64,
    /// The edits that were made.
    pub trail: Vec<&'static str>,
    /// What is wrong.
    pub violations: Vec<Violation>,
}

/// Makes one random edit. Tells what it was, if it was possible.
pub fn edit(editor: &mut Editor<'_>, random: &mut Random) -> Option<&'static str> {
    let blocks: Vec<Block> = editor.body().blocks().collect();
    let headers: Vec<Block> = editor.loops().loops().map(|id| editor.loops().header(id)).collect();
    let block = random.one_of(&blocks)?;
    let may_grow = blocks.len() < MAX_BLOCKS;
    match random.below(11) {
        0 if may_grow => {
            let edges: Vec<Edge> = editor.body().pred_edges(block).collect();
            let edges: Vec<Edge> = edges.into_iter().filter(|_| random.percent(60)).collect();
            editor.split_edges(&edges).map(|_| "split")
        }
        1 | 2 => delete_edges(editor, random, block),
        3 => editor.merge_blocks(block).map(|_| "merge"),
        4 => insert_edge(editor, block, random.one_of(&blocks)?),
        5 if may_grow => copy_for_some_edges(editor, random, block),
        kind @ 6..=8 if may_grow => copy_loop(editor, random.one_of(&headers)?, kind),
        9 if may_grow => editor.rotate(random.one_of(&headers)?).map(|_| "rotate"),
        10 if may_grow => inline_call(editor, random, block),
        _ => None,
    }
}

/// Deletes some edges out of a block.
fn delete_edges(
    editor: &mut Editor<'_>,
    random: &mut Random,
    block: Block,
) -> Option<&'static str> {
    let end = editor.body().terminator(block)?;
    if !matches!(editor.body().inst(end).opcode, Opcode::CondBr | Opcode::Switch) {
        return None;
    }
    let edges: Vec<Edge> = editor.body().succ_edges(block).collect();
    let mut keep: Vec<Edge> = edges.iter().copied().filter(|_| random.percent(50)).collect();
    if keep.is_empty() {
        keep.extend(random.one_of(&edges));
    }
    (keep.len() < edges.len()).then(|| editor.keep_edges(block, &keep)).map(|()| "delete")
}

/// Makes a block branch to another one, too.
fn insert_edge(editor: &mut Editor<'_>, block: Block, to: Block) -> Option<&'static str> {
    let end = editor.body().terminator(block)?;
    let above = editor.dominators().parent(to)?;
    // What an `invoke` gives is there only where it returned.
    let calls = |block: &Block| {
        let end = editor.body().terminator(*block);
        end.is_some_and(|end| editor.body().inst(end).opcode == Opcode::Invoke)
    };
    if editor.body().blocks().any(|block| calls(&block)) {
        return None;
    }
    let is_plain = |block: Block| {
        let mut insts = editor.body().insts(block);
        !insts.any(|inst| editor.body().inst(inst).opcode == Opcode::LandingPad)
    };
    if !matches!(editor.body().inst(end).opcode, Opcode::Br)
        || !editor.dominators().dominates(above, block)
        || !is_plain(to)
    {
        return None;
    }
    let edge = editor.body().succ_edges(block).next()?;
    let next = editor.body().edge(edge).to;
    let args: Vec<Value> = editor.body().edge_args(edge).collect();
    if next == to {
        return None;
    }
    let types: Vec<_> =
        editor.body().params(to).iter().map(|&param| editor.body().value_type(param)).collect();
    let passed: Vec<Value> = types.into_iter().map(|ty| editor.poison(ty)).collect();
    let yes = editor.truth(true);
    let back = editor.dominators().dominates(to, block);
    let branch = Terminator::Branch(yes, [(next, args), (to, passed)]);
    editor.rewire(block, &branch).ok().map(|()| if back { "insert back" } else { "insert" })
}

/// Gives some edges into a block a copy of it.
fn copy_for_some_edges(
    editor: &mut Editor<'_>,
    random: &mut Random,
    block: Block,
) -> Option<&'static str> {
    let edges: Vec<Edge> = editor.body().pred_edges(block).collect();
    let back = |edge: Edge| editor.function().is_back_edge(edge);
    if editor.loops().headed_by(block).is_some()
        || edges.iter().any(|&edge| back(edge))
        || edges.len() < 2
        || !editor.can_copy(&[block])
        || editor
            .body()
            .insts(block)
            .any(|inst| editor.body().inst(inst).opcode == Opcode::LandingPad)
    {
        return None;
    }
    let from = editor.body().edge_source(random.one_of(&edges)?)?;
    let chosen: Vec<Edge> = edges
        .iter()
        .copied()
        .filter(|&edge| editor.body().edge_source(edge) == Some(from))
        .collect();
    if chosen.len() == edges.len() {
        return None;
    }
    editor.copy_block_for(block, &chosen);
    Some("copy")
}

/// Peels, unrolls or versions a loop.
fn copy_loop(editor: &mut Editor<'_>, header: Block, kind: usize) -> Option<&'static str> {
    let id = editor.loops().headed_by(header)?;
    let blocks = editor.function().body_of(id);
    if !editor.can_copy(&blocks) {
        return None;
    }
    match kind {
        6 => editor.peel(header).map(|_| "peel"),
        7 => editor.unroll(header).map(|_| "unroll"),
        _ => {
            let condition = editor.body().args()[2];
            editor.version(header, condition).map(|_| "version")
        }
    }
}

/// Inlines a random function at a call.
fn inline_call(editor: &mut Editor<'_>, random: &mut Random, block: Block) -> Option<&'static str> {
    let is_call = |inst: &Inst| editor.body().inst(*inst).opcode == Opcode::Call;
    let calls: Vec<Inst> = editor.body().insts(block).filter(is_call).collect();
    let call = random.one_of(&calls)?;
    // What it calls takes fewer arguments: the others are poison.
    let shape =
        random.one_of(&[&Shape::SMALL, &Shape::REDUCIBLE, &Shape::INFINITE, &Shape::MULTI_EXIT])?;
    let callee = body(editor.ctx(), random.next_u64(), shape);
    let callee = Canonical::new(editor.ctx(), callee);
    if !editor.can_be_inlined(&callee) || callee.body().blocks().count() > MAX_CALLEE_BLOCKS {
        return None;
    }
    editor.inline(call, &callee);
    Some("inline")
}

/// Makes a random function and edits it this often, if its edges may be edited. After every edit it
/// is verified, and given to `look`. Tells how many blocks and loops it had in the end.
pub fn run(
    shape: &'static Shape,
    seed: u64,
    edits: usize,
    strategy: UpdateStrategy,
    done: &mut Done,
    mut look: impl FnMut(&mut Context, &Canonical),
) -> Result<(usize, usize), Failure> {
    let mut ctx = Context::new();
    let made = body(&mut ctx, seed, shape);
    let mut canonical = Canonical::new(&mut ctx, made);
    if !canonical.is_editable() {
        return Ok((0, 0));
    }
    let mut random = Random::new(seed ^ 0x5eed);
    let mut trail = Vec::new();
    for _ in 0..edits {
        let mut editor = Editor::with_strategy(&mut ctx, &mut canonical, strategy);
        let Some(name) = edit(&mut editor, &mut random) else { continue };
        trail.push(name);
        *done.entry(name).or_default() += 1;
        let violations = verify(&canonical);
        if !violations.is_empty() {
            return Err(Failure { shape: shape.name, seed, trail, violations });
        }
        look(&mut ctx, &canonical);
    }
    Ok((canonical.body().blocks().count(), canonical.loops().len()))
}
