//! Jump-simplify: a block that jumps to a block which does nothing but decide, decides itself.
//!
//! **Precondition** ([`source`]) for the edge *p → b*: it is the only one of *p*; *b* has no
//! instruction but a `br` or `switch` with between two and [`MAX_EDGES`] edges, and is entered by
//! other edges, too; *p* and *b* are in the same loop; *b* is neither a header (copying it would
//! give the loop a second entry) nor a latch (the loop would have two).
//!
//! **Meaning.** *p* goes to its own copy of *b*, which decides in the same way on the same values.
//! What *b*'s parameters were is put same_loop again where both paths join.

use super::loops::may_copy;
use super::{Opportunity, Subject, World};
use crate::Pass;
use tollgate_canon::Editor;
use tollgate_ir::{Block, Edge, Opcode};

/// Branches with more targets are not copied.
const MAX_EDGES: usize = 16;

pub(super) fn find(
    editor: &Editor<'_>,
    world: World<'_>,
    block: Block,
    found: &mut Vec<Opportunity>,
) {
    if !decides_only(editor, world, block) {
        return;
    }
    let edges =
        editor.body().pred_edges(block).filter(|&edge| source(editor, block, edge).is_some());
    found.extend(edges.map(|edge| Opportunity {
        pass: Pass::JumpSimplify,
        block,
        subject: Subject::Edge(edge),
    }));
}

pub(super) fn apply(editor: &mut Editor<'_>, world: World<'_>, opportunity: Opportunity) -> bool {
    let Subject::Edge(edge) = opportunity.subject else { return false };
    let block = opportunity.block;
    if !decides_only(editor, world, block) || source(editor, block, edge).is_none() {
        return false;
    }
    let (copy, _) = editor.copy_block_for(block, &[edge]);
    editor.merge_blocks(copy);
    true
}

/// Whether a block does nothing but decide, and can be copied.
fn decides_only(editor: &Editor<'_>, world: World<'_>, block: Block) -> bool {
    let body = editor.body();
    let Some(end) = body.terminator(block) else { return false };
    let edges = body.inst(end).edges().len();
    matches!(body.inst(end).opcode, Opcode::CondBr | Opcode::Switch)
        && (2..=MAX_EDGES).contains(&edges)
        && body.prev_inst(end).is_none()
        && body.pred_edges(block).nth(1).is_some()
        && is_inner(editor, block)
        && may_copy(editor, world, &[block])
}

/// Whether a block is neither header nor latch.
pub(super) fn is_inner(editor: &Editor<'_>, block: Block) -> bool {
    let leads_back = |edge: Edge| {
        let to = editor.body().edge(edge).to;
        editor.loops().headed_by(to).is_some_and(|id| editor.loops().contains(id, block))
    };
    editor.loops().headed_by(block).is_none() && !editor.body().succ_edges(block).any(leads_back)
}

/// Where an edge into a block comes from, if that leads nowhere else and is in the same loop.
fn source(editor: &Editor<'_>, block: Block, edge: Edge) -> Option<Block> {
    let body = editor.body();
    let from = body.edge_source(edge)?;
    let is_jump = body.inst(body.edge(edge).from).opcode == Opcode::Br;
    let same_loop = editor.loops().innermost(from) == editor.loops().innermost(block);
    (body.edge(edge).to == block && is_jump && same_loop).then_some(from)
}

#[cfg(test)]
mod tests {
    use crate::Pass;
    use crate::transform::testing::Trial;

    #[test]
    fn both_ways_decide() {
        let trial = Trial::new(
            "define i32 @f(i1 %c, i32 %x) {
                br i1 %c, label %a, label %b
             a:
                %y = add i32 %x, 1
                br label %j
             b:
                %z = mul i32 %x, 3
                br label %j
             j:
                %d = phi i1 [ 1, %a ], [ %c, %b ]
                %v = phi i32 [ %y, %a ], [ %z, %b ]
                br i1 %d, label %t, label %e
             t:
                ret i32 %v
             e:
                %w = sub i32 %v, %x
                ret i32 %w
             }",
        )
        .apply(Pass::JumpSimplify, 9);
        // The second edge is then the only one that is left.
        assert_eq!(trial.times, 1);
        assert_eq!(trial.count("br i1"), 3);
        trial.is_valid();
    }

    #[test]
    fn headers_and_latches_stay() {
        let trial = Trial::new(
            "define void @f(i1 %c, i1 %d) {
                br label %h
             h:
                br i1 %c, label %a, label %b
             a:
                br label %l
             b:
                br label %l
             l:
                br i1 %d, label %h, label %e
             e:
                ret void
             }",
        )
        .apply(Pass::JumpSimplify, 9);
        assert_eq!(trial.times, 0);
    }
}
