//! Changed control flow: branches, switches, phis, edges.

use tollgate_ir::{Block, Blueprint, Body, Edge, Flags, Inst, Opcode, Type, Value, ValueDef};

use super::values::other_constant;
use crate::mutate::bench::{Bench, Change};

fn is_two_way(body: &Body, inst: Inst) -> bool {
    let mut edges = body.inst(inst).edges();
    let (Some(yes), Some(no)) = (edges.next(), edges.next()) else { return false };
    let same = body.edge(yes).to == body.edge(no).to && body.edge_args(yes).eq(body.edge_args(no));
    body.inst(inst).opcode == Opcode::CondBr && !same
}

/// The arms of a branch change places.
pub fn branch_inverted(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(is_two_way)?;
    let what = format!("arms exchanged: {}", bench.show(inst));
    let mut blueprint = bench.body().blueprint(inst);
    blueprint.edges.swap(0, 1);
    bench.replace(inst, blueprint);
    Some(Change::new(what))
}

/// A branch always takes one edge.
pub fn branch_decided(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(is_two_way)?;
    let arm = bench.random.below(2);
    let what = format!("always arm {arm}: {}", bench.show(inst));
    let blueprint = bench.body().blueprint(inst);
    let (to, args) = blueprint.edges[arm].clone();
    bench.replace(inst, Blueprint::jump(to, args));
    Some(Change::new(what))
}

/// A case of a `switch` has another value, or changes places with another.
pub fn switch(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(|body, inst| {
        body.inst(inst).opcode == Opcode::Switch && body.inst(inst).edges().len() > 1
    })?;
    let mut blueprint = bench.body().blueprint(inst);
    let case = 1 + bench.random.below(blueprint.edges.len() - 1);
    if bench.random.below(2) == 0 {
        let new = other_constant(bench, blueprint.operands[case])?;
        // A value twice is no `switch`.
        if blueprint.operands[1..].contains(&new) {
            return None;
        }
        let what = format!(
            "case {} is {}",
            bench.show_value(blueprint.operands[case]),
            bench.show_value(new)
        );
        blueprint.operands[case] = new;
        bench.replace(inst, blueprint);
        return Some(Change::new(what));
    }
    let other = bench.random.below(blueprint.edges.len());
    if blueprint.edges[case] == blueprint.edges[other] {
        return None;
    }
    let what = format!("targets {case} and {other} exchanged: {}", bench.show(inst));
    blueprint.edges.swap(case, other);
    bench.replace(inst, blueprint);
    Some(Change::new(what))
}

fn edges_with_args(bench: &Bench<'_>) -> Vec<(Edge, usize)> {
    let body = bench.body();
    let edges = bench.insts().into_iter().flat_map(|inst| body.inst(inst).edges());
    edges.flat_map(|edge| (0..body.edge_args(edge).len()).map(move |at| (edge, at))).collect()
}

/// A value that comes along an edge is another one.
pub fn phi(bench: &mut Bench<'_>) -> Option<Change> {
    let sites = edges_with_args(bench);
    let (edge, index) = bench.random.pick(&sites)?;
    let old = bench.body().edge_arg(edge, index);
    let end = bench.body().edge(edge).from;
    let new = bench.other_value(old, end)?;
    let what = format!(
        "phi operand {} -> {} from {}",
        bench.show_value(old),
        bench.show_value(new),
        bench.show(end)
    );
    bench.body_mut().set_edge_arg(edge, index, new);
    Some(Change::new(what))
}

/// The values that come along two edges into a block change places.
pub fn phi_exchanged(bench: &mut Bench<'_>) -> Option<Change> {
    let sites = edges_with_args(bench);
    let (edge, index) = bench.random.pick(&sites)?;
    let body = bench.body();
    let old = body.edge_arg(edge, index);
    let others: Vec<Edge> = body
        .pred_edges(body.edge(edge).to)
        .filter(|&other| body.edge_arg(other, index) != old)
        .filter(|&other| bench.is_available(old, body.edge(other).from))
        .filter(|&other| bench.is_available(body.edge_arg(other, index), body.edge(edge).from))
        .collect();
    let other = bench.random.pick(&others)?;
    let new = bench.body().edge_arg(other, index);
    let what =
        format!("phi operands exchanged: {} and {}", bench.show_value(old), bench.show_value(new));
    bench.body_mut().set_edge_arg(edge, index, new);
    bench.body_mut().set_edge_arg(other, index, old);
    Some(Change::new(what))
}

/// The types of floats that programs have.
const FLOATS: &[Type] = &[Type::HALF, Type::FLOAT, Type::DOUBLE];

/// A phi of floats has a flag more: it is poison where it is what the flag rules out.
pub fn phi_flag(bench: &mut Bench<'_>) -> Option<Change> {
    let body = bench.body();
    let places: Vec<(Block, usize)> = body
        .blocks()
        .flat_map(|block| (0..body.params(block).len()).map(move |index| (block, index)))
        .filter(|&(block, index)| FLOATS.contains(&body.value_type(body.params(block)[index])))
        .collect();
    let (block, index) = bench.random.pick(&places)?;
    let flag = bench.random.pick(&[Flags::NNAN, Flags::NINF])?;
    let what =
        format!("a flag for the phi {}", bench.show_value(bench.body().params(block)[index]));
    let body = bench.body_mut();
    let (old, edges) = (body.params(block)[index], body.pred_edges(block).collect::<Vec<Edge>>());
    let ValueDef::Param(param) = body.value(old).def else { return None };
    let (flags, span) = (body.param(param).flags | flag, body.param(param).span);
    let new = body.undefined_value(body.value_type(old));
    body.define_param(block, new, flags, span);
    for edge in edges {
        let arg = body.edge_arg(edge, index);
        body.push_edge_arg(edge, arg);
    }
    body.replace_uses(old, new);
    let name = body.name(old);
    body.set_name(old, None);
    body.set_name(new, name);
    body.remove_param(block, index);
    Some(Change::new(what))
}

/// Arguments for the parameters of a block, from what can be used at this place; zero where there
/// is nothing.
pub fn args_for(bench: &mut Bench<'_>, types: &[Type], at: Inst) -> Option<Vec<Value>> {
    let mut args = Vec::new();
    for &ty in types {
        let found = bench.available(ty, at);
        args.push(match bench.random.pick(&found) {
            Some(value) => value,
            None => bench.zero(ty)?,
        });
    }
    Some(args)
}

/// Lets an edge enter another block, with whatever values fit. (Should definitions no longer
/// dominate their uses, the verifier rejects the mutant.)
pub fn move_edge(bench: &mut Bench<'_>, edge: Edge) -> Option<Change> {
    let body = bench.body();
    let end = body.edge(edge).from;
    let (old, entry) = (body.edge(edge).to, body.entry()?);
    let blocks: Vec<_> = body
        .blocks()
        .filter(|&block| block != old && block != entry && bench.is_reachable(block))
        .collect();
    let to = bench.random.pick(&blocks)?;
    let types: Vec<Type> =
        bench.body().params(to).iter().map(|&param| bench.body().value_type(param)).collect();
    let args = args_for(bench, &types, end)?;
    let before = bench.show(end);
    bench.body_mut().redirect_edge(edge, to, &args);
    Some(Change::new(format!("{before} -> {}", bench.show(end))))
}

/// An edge enters another block.
pub fn edge_moved(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(|body, inst| {
        matches!(body.inst(inst).opcode, Opcode::Br | Opcode::CondBr | Opcode::Switch)
    })?;
    let edges: Vec<Edge> = bench.body().inst(inst).edges().collect();
    let edge = bench.random.pick(&edges)?;
    move_edge(bench, edge)
}

/// A block ends in `unreachable`.
pub fn unreachable(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(|body, inst| {
        matches!(body.inst(inst).opcode, Opcode::Ret | Opcode::Br | Opcode::CondBr | Opcode::Switch)
    })?;
    let what = format!("unreachable instead of {}", bench.show(inst));
    let certain = bench.is_surely_reached(inst);
    bench.replace(inst, Blueprint::new(Opcode::Unreachable, Type::VOID, &[]));
    Some(Change::new(what).certain_if(certain, "every run gets to `unreachable`"))
}
