//! Jump-thread: a way on which it is known how a block will decide gets a copy of the block that need not.
//!
//! **Precondition** ([`way`]) for the edge *p → b*: *b* ends in a `br` or `switch`, and what it decides on is an integer on this edge: a parameter whose argument is one; what *p* has just decided on; or an instruction of *b* that folds
//! exactly, through at most [`MAX_CHAIN`] others. Either no other edge enters *b*, or it [may be copied](may_be_copied): it is neither header nor latch, has at most [`MAX_INSTS`] instructions, and does not begin with a `landingpad`.
//!
//! **Meaning.** On the edge the copy executes what *b* did, with the same values, and goes where *b* would have gone. What *p* decided on is neither undef nor poison behind its decision, or *p* was undefined; so, there,
//! it is the case's number wherever it is read again, and behind `x == k` so is *x*: were there undef bits in *x* that could make it something else, the comparison would be undef. That is said of integers only: equal pointers need not be the same pointer.

use super::if_simplify::{scrutinee, take, taken};
use super::jump_simplify::is_inner;
use super::loops::may_copy;
use super::{Opportunity, Subject, World};
use crate::Pass;
use tollgate_canon::Editor;
use tollgate_ir::{
    Block, Body, Const, ConstKind, Context, Edge, ExprDetail, Inst, IntPredicate, Opcode, Value, ValueDef,
};
use tollgate_sem::fold::fold;
use tollgate_sem::layout::DataLayout;

/// Blocks with more instructions are not copied.
const MAX_INSTS: usize = 20;
/// Blocks that more edges enter are not looked at.
const MAX_PREDECESSORS: usize = 100;
/// How deep instructions are folded.
const MAX_CHAIN: u32 = 6;

pub(super) fn find(editor: &Editor<'_>, world: World<'_>, block: Block, found: &mut Vec<Opportunity>) {
    let body = editor.body();
    let Some(value) = body.terminator(block).and_then(|end| scrutinee(body, end)) else { return };
    let edges: Vec<Edge> = body.pred_edges(block).take(MAX_PREDECESSORS + 1).collect();
    if edges.len() > MAX_PREDECESSORS || edges.len() > 1 && !may_be_copied(editor, world, block) {
        return;
    }
    // Folding makes constants, which is left to whoever applies it: here it is asked only whether all that goes into it is known.
    let knows = |edge: &Edge| Arrival::new(editor.context(), body, block, *edge).knows(body, value, 0);
    let edges = edges.into_iter().filter(knows);
    found.extend(edges.map(|edge| Opportunity {
        pass: Pass::JumpThread,
        block,
        subject: Subject::Edge(edge),
    }));
}

pub(super) fn apply(editor: &mut Editor<'_>, world: World<'_>, opportunity: Opportunity) -> bool {
    let Subject::Edge(edge) = opportunity.subject else { return false };
    let block = opportunity.block;
    let body = editor.body();
    if body.edge(edge).to != block || !body.pred_edges(block).any(|other| other == edge) {
        return false;
    }
    let is_only = body.pred_edges(block).nth(1).is_none();
    if !is_only && !may_be_copied(editor, world, block) {
        return false;
    }
    let Some(way) = way(editor, world.layout, block, edge) else { return false };
    let copy = if is_only { block } else { editor.copy_block_for(block, &[edge]).0 };
    let Some(edge) = editor.body().succ_edges(copy).nth(way) else { return false };
    take(editor, copy, edge);
    // It may have been split off already.
    if editor.body().contains_block(copy) {
        editor.merge_blocks(copy);
    }
    true
}

/// Whether a block can be given away in copies.
fn may_be_copied(editor: &Editor<'_>, world: World<'_>, block: Block) -> bool {
    let body = editor.body();
    let is_pad = |inst: Inst| body.inst(inst).opcode == Opcode::LandingPad;
    body.insts(block).nth(MAX_INSTS).is_none()
        && is_inner(editor, block)
        && !body.insts(block).any(is_pad)
        && may_copy(editor, world, &[block])
}

/// Which of its edges, by number, a block takes when it was entered by an edge.
fn way(editor: &mut Editor<'_>, layout: &DataLayout, block: Block, edge: Edge) -> Option<usize> {
    let arrival = Arrival::new(editor.context(), editor.body(), block, edge);
    let end = editor.body().terminator(block)?;
    let value = scrutinee(editor.body(), end)?;
    let id = arrival.evaluate(editor, layout, value, 0)?;
    let taken = taken(editor.context(), editor.body(), end, id)?;
    editor.body().succ_edges(block).position(|edge| edge == taken)
}

/// A number that is known.
#[derive(Clone, Copy, Debug)]
enum Known {
    Truth(bool),
    Const(Const),
}

/// What is known where a block is entered by an edge.
struct Arrival {
    block: Block,
    edge: Edge,
    /// What the source of the edge found out when it decided.
    facts: Vec<(Value, Known)>,
}

impl Arrival {
    fn new(ctx: &Context, body: &Body, block: Block, edge: Edge) -> Self {
        let mut facts = Vec::new();
        let end = body.edge(edge).from;
        let way = body.inst(end).edges().position(|other| other == edge).unwrap_or(0);
        match (body.inst(end).opcode, scrutinee(body, end)) {
            (Opcode::CondBr, Some(value)) => {
                facts.push((value, Known::Truth(way == 0)));
                facts.extend(equal_number(ctx, body, value, way == 0));
            }
            (Opcode::Switch, Some(value)) if way > 0 => {
                facts.extend(body.as_const(body.operand(end, way)).map(|id| (value, Known::Const(id))));
            }
            _ => {}
        }
        Self { block, edge, facts }
    }

    /// What a value is that is not computed in the block.
    fn known(&self, body: &Body, value: Value) -> Option<Known> {
        let value = self.passed(body, value);
        let fact = self.facts.iter().find(|(other, _)| *other == value).map(|&(_, known)| known);
        body.as_const(value).map(Known::Const).or(fact)
    }

    /// What is passed for a parameter of the block.
    fn passed(&self, body: &Body, value: Value) -> Value {
        match body.value(value).def {
            ValueDef::Param(param) if body.param(param).block == self.block => {
                let index = body.params(self.block).iter().position(|&other| other == value);
                index.map_or(value, |index| body.edge_arg(self.edge, index))
            }
            _ => value,
        }
    }

    /// The instruction of the block that computes a value, if it may be folded. Floating point is not: its meaning depends on the function's mode.
    fn computed(&self, body: &Body, value: Value) -> Option<Inst> {
        let ValueDef::Inst(inst) = body.value(value).def else { return None };
        use Opcode::{AShr, Add, And, Freeze, ICmp, LShr, Mul, Or, SExt, Select, Shl, Sub, Trunc, Xor, ZExt};
        let may_fold = matches!(
            body.inst(inst).opcode,
            Add | Sub
                | Mul
                | Shl
                | LShr
                | AShr
                | And
                | Or
                | Xor
                | Trunc
                | ZExt
                | SExt
                | ICmp
                | Select
                | Freeze
        );
        (may_fold && body.inst(inst).block() == Some(self.block)).then_some(inst)
    }

    /// Whether all that goes into a value is known.
    fn knows(&self, body: &Body, value: Value, depth: u32) -> bool {
        if self.known(body, value).is_some() {
            return true;
        }
        let Some(inst) = self.computed(body, value).filter(|_| depth < MAX_CHAIN) else { return false };
        let knows = |value: Value| self.knows(body, value, depth + 1);
        match body.inst(inst).opcode {
            Opcode::Select => knows(body.operand(inst, 0)) && body.operands(inst).skip(1).any(knows),
            _ => body.operands(inst).all(knows),
        }
    }

    /// The constant that a value is.
    fn evaluate(
        &self,
        editor: &mut Editor<'_>,
        layout: &DataLayout,
        value: Value,
        depth: u32,
    ) -> Option<Const> {
        match self.known(editor.body(), value) {
            Some(Known::Const(id)) => return Some(id),
            Some(Known::Truth(holds)) => return Some(editor.ctx().const_bool(holds)),
            None => {}
        }
        let inst = self.computed(editor.body(), value).filter(|_| depth < MAX_CHAIN)?;
        let operands: Vec<Value> = editor.body().operands(inst).collect();
        let data = editor.body().inst(inst);
        let (opcode, flags, ty) = (data.opcode, data.flags, editor.body().value_type(value));
        if let (Opcode::Select, &[condition, yes, no]) = (opcode, &operands[..]) {
            let id = self.evaluate(editor, layout, condition, depth + 1)?;
            let ConstKind::Int(bits) = editor.context().constant(id).kind else { return None };
            return self.evaluate(editor, layout, if bits == 0 { no } else { yes }, depth + 1);
        }
        let detail = match opcode {
            Opcode::ICmp => ExprDetail::IntPredicate(data.int_predicate()),
            _ => ExprDetail::None,
        };
        let mut constants = Vec::with_capacity(operands.len());
        for operand in operands {
            constants.push(self.evaluate(editor, layout, operand, depth + 1)?);
        }
        let folded = fold(editor.ctx(), layout, opcode, flags, ty, &constants, &detail)?;
        folded.exact.then_some(folded.value)
    }
}

/// If a condition says that something is an integer, which one.
fn equal_number(ctx: &Context, body: &Body, condition: Value, holds: bool) -> Option<(Value, Known)> {
    let ValueDef::Inst(inst) = body.value(condition).def else { return None };
    let data = body.inst(inst);
    if data.opcode != Opcode::ICmp {
        return None;
    }
    let says = if holds { IntPredicate::Eq } else { IntPredicate::Ne };
    let (value, id) = (body.operand(inst, 0), body.as_const(body.operand(inst, 1))?);
    let is_number = matches!(ctx.constant(id).kind, ConstKind::Int(_) | ConstKind::WideInt(_));
    (data.int_predicate() == says && is_number).then_some((value, Known::Const(id)))
}

#[cfg(test)]
mod tests {
    use crate::Pass;
    use crate::transform::testing::Trial;

    #[test]
    fn a_constant_argument_decides() {
        let trial = Trial::new(
            "declare void @g(i32)
             define i32 @f(i1 %c, i32 %x) {
                br i1 %c, label %a, label %b
             a:
                br label %j
             b:
                br label %j
             j:
                %d = phi i32 [ 3, %a ], [ %x, %b ]
                call void @g(i32 %d)
                %e = add i32 %d, 1
                %k = icmp eq i32 %e, 4
                br i1 %k, label %t, label %n
             t:
                ret i32 %e
             n:
                ret i32 7
             }",
        )
        .apply(Pass::JumpThread, 9);
        assert_eq!(trial.times, 1);
        assert_eq!(trial.count("call void @g"), 2);
        assert_eq!(trial.count("br i1"), 2);
        trial.is_not_invalid();
    }

    #[test]
    fn what_was_decided_is_not_asked_again() {
        let trial = Trial::new(
            "define i32 @f(i1 %c, i32 %x) {
                br i1 %c, label %a, label %j
             a:
                br i1 %c, label %b, label %n
             b:
                br label %j
             j:
                %v = phi i32 [ %x, %0 ], [ 5, %b ]
                br i1 %c, label %t, label %n
             t:
                ret i32 %v
             n:
                ret i32 7
             }",
        )
        .apply(Pass::JumpThread, 9);
        assert_eq!(trial.times, 2);
        trial.is_valid();
    }

    #[test]
    fn a_case_is_a_number() {
        let trial = Trial::new(
            "define i32 @f(i32 %x) {
                switch i32 %x, label %n [ i32 1, label %j
                                          i32 2, label %j ]
             j:
                switch i32 %x, label %n [ i32 1, label %t
                                          i32 2, label %u ]
             t:
                ret i32 10
             u:
                ret i32 20
             n:
                ret i32 7
             }",
        )
        .apply(Pass::JumpThread, 9);
        assert_eq!(trial.times, 2);
        assert_eq!(trial.count("switch"), 1);
        trial.is_valid();
    }

    #[test]
    fn equal_numbers_are_the_same_but_not_pointers() {
        let text = |ty: &str, number: &str| {
            format!(
                "define i32 @f({ty} %x, i1 %c) {{
                    br i1 %c, label %i, label %j
                 i:
                    %e = icmp eq {ty} %x, {number}
                    br i1 %e, label %j, label %n
                 j:
                    %d = icmp eq {ty} {number}, %x
                    br i1 %d, label %t, label %n
                 t:
                    ret i32 10
                 n:
                    ret i32 7
                 }}"
            )
        };
        let trial = Trial::new(&text("i32", "4")).apply(Pass::JumpThread, 9);
        assert_eq!(trial.times, 1);
        trial.is_valid();
        assert_eq!(Trial::new(&text("ptr", "null")).apply(Pass::JumpThread, 9).times, 0);
    }

    #[test]
    fn undef_decides_nothing() {
        let trial = Trial::new(
            "define i32 @f(i1 %c, i1 %x) {
                br i1 %c, label %a, label %b
             a:
                br label %j
             b:
                br label %j
             j:
                %d = phi i1 [ undef, %a ], [ %x, %b ]
                br i1 %d, label %t, label %n
             t:
                ret i32 1
             n:
                ret i32 7
             }",
        )
        .apply(Pass::JumpThread, 9);
        assert_eq!(trial.times, 0);
    }
}
