//! Wrong loops: bounds, steps, ends, exits.

use std::collections::BTreeSet;

use tollgate_ir::{Block, Blueprint, Body, Edge, Inst, Opcode, Shape, Value, ValueDef};

use super::control::move_edge;
use super::values::{another_predicate, other_constant};
use crate::mutate::bench::{Bench, Change, append, insert_before};

/// A natural loop.
struct Natural {
    header: Block,
    blocks: BTreeSet<Block>,
}

impl Natural {
    /// The edges that leave it.
    fn exits(&self, body: &Body) -> Vec<Edge> {
        let edges = self.blocks.iter().flat_map(|&block| body.succ_edges(block));
        edges.filter(|&edge| !self.blocks.contains(&body.edge(edge).to)).collect()
    }

    /// The edges that lead back to its header.
    fn latches(&self, body: &Body) -> Vec<Edge> {
        let inside =
            |&edge: &Edge| body.edge_source(edge).is_some_and(|from| self.blocks.contains(&from));
        body.pred_edges(self.header).filter(inside).collect()
    }
}

/// The natural loops of a function, those with one header as one.
fn loops(bench: &Bench<'_>) -> Vec<Natural> {
    let body = bench.body();
    let mut found: Vec<Natural> = Vec::new();
    for header in body.blocks().filter(|&block| bench.is_reachable(block)) {
        let sources = body.pred_edges(header).filter_map(|edge| body.edge_source(edge));
        let mut stack: Vec<Block> = sources
            .filter(|&from| bench.is_reachable(from) && bench.dominates(header, from))
            .collect();
        if stack.is_empty() {
            continue;
        }
        let mut blocks = BTreeSet::from([header]);
        while let Some(block) = stack.pop() {
            if blocks.insert(block) {
                let sources = body.pred_edges(block).filter_map(|edge| body.edge_source(edge));
                stack.extend(sources.filter(|&from| bench.is_reachable(from)));
            }
        }
        found.push(Natural { header, blocks });
    }
    found
}

fn pick(bench: &mut Bench<'_>) -> Option<Natural> {
    let mut found = loops(bench);
    if found.is_empty() {
        return None;
    }
    let at = bench.random.below(found.len());
    Some(found.swap_remove(at))
}

/// The comparison that decides about an exit has another bound or predicate.
pub fn bound(bench: &mut Bench<'_>) -> Option<Change> {
    let of = pick(bench)?;
    let body = bench.body();
    let compared: Vec<Inst> = of
        .exits(body)
        .into_iter()
        .map(|edge| body.edge(edge).from)
        .filter(|&end| body.inst(end).opcode == Opcode::CondBr)
        .filter_map(|end| match body.value(body.operand(end, 0)).def {
            ValueDef::Inst(inst) if body.inst(inst).opcode.shape() == Shape::IntCompare => {
                Some(inst)
            }
            _ => None,
        })
        .collect();
    let inst = bench.random.pick(&compared)?;
    let index = bench.random.below(2);
    let old = bench.body().operand(inst, index);
    match bench.random.below(3) {
        0 => return another_predicate(bench, inst),
        1 if bench.body().as_const(old).is_some() => {
            let new = other_constant(bench, old)?;
            let what = format!("bound {} in {}", bench.show_value(new), bench.show(inst));
            bench.body_mut().set_operand(inst, index, new);
            return Some(Change::new(what));
        }
        _ => {}
    }
    let ty = bench.body().value_type(old);
    if bench.ctx.int_width(ty).is_none_or(|width| width > 64) {
        return another_predicate(bench, inst);
    }
    let what = format!("operand {index} one more: {}", bench.show(inst));
    let one = bench.int(ty, 1);
    let more = Blueprint { result: Some(ty), ..Blueprint::new(Opcode::Add, ty, &[old, one]) };
    let new = insert_before(bench.body_mut(), more, inst);
    let new: Value = bench.body().inst(new).result()?;
    bench.body_mut().set_operand(inst, index, new);
    Some(Change::new(what))
}

/// What changes from iteration to iteration changes by another number, or begins with another.
pub fn step(bench: &mut Bench<'_>) -> Option<Change> {
    let of = pick(bench)?;
    let body = bench.body();
    let params = body.params(of.header).len();
    if params == 0 {
        return None;
    }
    let index = bench.random.below(params);
    let mut sites: Vec<(Inst, usize)> = Vec::new();
    for edge in of.latches(bench.body()) {
        let body = bench.body();
        if let ValueDef::Inst(inst) = body.value(body.edge_arg(edge, index)).def {
            let constants = (0..body.inst(inst).operand_count())
                .filter(|&at| body.as_const(body.operand(inst, at)).is_some());
            if matches!(body.inst(inst).opcode.shape(), Shape::IntBinary | Shape::Gep) {
                sites.extend(constants.map(|at| (inst, at)));
            }
        }
    }
    if let Some((inst, at)) = bench.random.pick(&sites) {
        let new = other_constant(bench, bench.body().operand(inst, at))?;
        let what = format!("step {} in {}", bench.show_value(new), bench.show(inst));
        bench.body_mut().set_operand(inst, at, new);
        return Some(Change::new(what));
    }
    let latches = of.latches(bench.body());
    let starts: Vec<Edge> =
        bench.body().pred_edges(of.header).filter(|edge| !latches.contains(edge)).collect();
    let edge = bench.random.pick(&starts)?;
    let new = other_constant(bench, bench.body().edge_arg(edge, index))?;
    let what = format!(
        "start {} of {}",
        bench.show_value(new),
        bench.show_value(bench.body().params(of.header)[index])
    );
    bench.body_mut().set_edge_arg(edge, index, new);
    Some(Change::new(what))
}

/// A loop has no exit any more.
pub fn infinite(bench: &mut Bench<'_>) -> Option<Change> {
    let of = pick(bench)?;
    let exits = of.exits(bench.body());
    let body = bench.body();
    let ends: BTreeSet<Inst> = exits.iter().map(|&edge| body.edge(edge).from).collect();
    let leaves_loop =
        |&block: &Block| body.terminator(block).is_none_or(|end| body.inst(end).edges().len() == 0);
    if ends.is_empty() || of.blocks.iter().any(leaves_loop) {
        return None;
    }
    let mut plans = Vec::new();
    for &end in &ends {
        let stays = body.inst(end).edges().find(|&edge| of.blocks.contains(&body.edge(edge).to));
        let stays = stays.filter(|_| body.inst(end).opcode == Opcode::CondBr)?;
        plans.push((end, Blueprint::jump(body.edge(stays).to, body.edge_args(stays).collect())));
    }
    let what = format!(
        "{} exits of a loop removed, among them {}",
        plans.len(),
        bench.show(*ends.first()?)
    );
    let first = bench.body().insts(of.header).next()?;
    let certain = bench.is_surely_reached(first);
    for (end, blueprint) in plans {
        bench.replace(end, blueprint);
    }
    Some(
        Change::new(what)
            .certain_if(certain, "every run gets into a loop that has no way out, and had one"),
    )
}

/// A loop without exit is inserted.
pub fn added(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(|body, inst| {
        matches!(body.inst(inst).opcode, Opcode::Br | Opcode::CondBr | Opcode::Ret)
    })?;
    let what = format!("an endless loop instead of {}", bench.show(inst));
    // Nothing of a function that is endless itself is known, nor of one that ends the process.
    let returns = bench.insts().iter().any(|&it| bench.opcode(it) == Opcode::Ret);
    let certain = bench.is_surely_reached(inst) && returns;
    let body = bench.body_mut();
    let block = body.create_block();
    body.append_block(block);
    append(body, Blueprint::jump(block, Vec::new()), block);
    bench.replace(inst, Blueprint::jump(block, Vec::new()));
    Some(Change::new(what).certain_if(certain, "no run ever ends"))
}

/// A loop ends after its first iteration: a back edge leaves it instead.
pub fn once(bench: &mut Bench<'_>) -> Option<Change> {
    let of = pick(bench)?;
    let latches = of.latches(bench.body());
    let edge = bench.random.pick(&latches)?;
    let outside: Vec<Block> = {
        let body = bench.body();
        of.exits(body).into_iter().map(|edge| body.edge(edge).to).collect()
    };
    let to = bench.random.pick(&outside)?;
    let end = bench.body().edge(edge).from;
    let types: Vec<_> =
        bench.body().params(to).iter().map(|&it| bench.body().value_type(it)).collect();
    let args = super::control::args_for(bench, &types, end)?;
    let before = bench.show(end);
    bench.body_mut().redirect_edge(edge, to, &args);
    Some(Change::new(format!("{before} -> {}", bench.show(end))))
}

/// An exit of a loop leads elsewhere.
pub fn exit_moved(bench: &mut Bench<'_>) -> Option<Change> {
    let of = pick(bench)?;
    let exits = of.exits(bench.body());
    let edge = bench.random.pick(&exits)?;
    move_edge(bench, edge)
}
