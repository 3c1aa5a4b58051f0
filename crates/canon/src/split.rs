//! Splitting edges: leading a set of edges with one target through a new block.
//!
//! The new block takes a parameter for each argument in which the edges differ and goes on to the
//! old target. The caller chooses a set whose sources lie in one loop, and which holds only
//! forward or only back edges: mixing them can make the region irreducible.
//!
//! A block that begins with a `landingpad` can only be entered by unwinding, so that a new block
//! before it would have to receive the exception itself. [`explode_landing_pad`] gives each of
//! several sets of edges a copy of the `landingpad` in a block of its own; what is left of the old
//! block is an ordinary one.

use tollgate_ir::{Block, Body, Edge, Inst, NewInst, Opcode, Span, Type, Value};

/// Whether an edge can lead through a new block.
pub(crate) fn can_split(body: &Body, edge: Edge) -> bool {
    let data = body.edge(edge);
    let from = body.inst(data.from);
    let free = match from.opcode {
        // The target is an address that a value holds.
        Opcode::IndirectBr => false,
        Opcode::CallBr => from.edges().next() == Some(edge),
        // What handles an exception is told by where they lead.
        Opcode::CatchSwitch | Opcode::CleanupRet => false,
        _ => true,
    };
    free && !first_inst(body, data.to).is_some_and(|inst| is_funclet_pad(body.inst(inst).opcode))
}

fn is_funclet_pad(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::CatchSwitch | Opcode::CatchPad | Opcode::CleanupPad)
}

/// The first instruction of a block that is no debug record.
fn first_inst(body: &Body, block: Block) -> Option<Inst> {
    body.insts(block).find(|&inst| body.inst(inst).opcode != Opcode::DebugRecord)
}

/// The `landingpad` that a block begins with.
pub(crate) fn landing_pad(body: &Body, block: Block) -> Option<Inst> {
    first_inst(body, block).filter(|&inst| body.inst(inst).opcode == Opcode::LandingPad)
}

/// Leads edges with one target, which all [can be split](can_split) and whose target does not begin
/// with a `landingpad`, through a new block.
pub(crate) fn split_edges(body: &mut Body, edges: &[Edge]) -> Block {
    let to = body.edge(edges[0]).to;
    debug_assert!(landing_pad(body, to).is_none());
    let (block, args) = enter_through_new_block(body, edges);
    jump(body, block, to, &args);
    block
}

/// Gives each set of edges into a block that begins with a `landingpad` a block of its own with a
/// copy of it; together the sets are all edges that enter it. Gives the new blocks in the order of
/// the sets.
pub(crate) fn explode_landing_pad(body: &mut Body, block: Block, sets: &[Vec<Edge>]) -> Vec<Block> {
    let Some(pad) = landing_pad(body, block) else { return Vec::new() };
    let result = body.inst(pad).result();
    let caught =
        result.filter(|&value| body.is_used(value) || is_wrapped(body, value)).map(|value| {
            // The old result becomes a parameter, and keeps its users.
            let param = body.append_param(block, body.value_type(value));
            let name = body.name(value);
            body.replace_uses(value, param);
            body.set_name(value, None);
            body.set_name(param, name);
            param
        });
    let mut blocks = Vec::new();
    for edges in sets {
        let (new, mut args) = enter_through_new_block(body, edges);
        let copy = copy_landing_pad(body, pad);
        body.append_inst(new, copy);
        if caught.is_some() {
            args.extend(body.inst(copy).result());
        }
        jump(body, new, block, &args);
        blocks.push(new);
    }
    body.remove_inst(pad);
    blocks
}

fn is_wrapped(body: &Body, value: Value) -> bool {
    body.wrapped.iter().any(|wrapped| match wrapped {
        tollgate_ir::Wrapped::Value(inner) => *inner == value,
        tollgate_ir::Wrapped::List(inner) => inner.contains(&value),
    })
}

fn copy_landing_pad(body: &mut Body, pad: Inst) -> Inst {
    let operands: Vec<Value> = body.operands(pad).collect();
    let attachments = body.attachments(pad).to_vec();
    let data = body.inst(pad);
    let copy = NewInst {
        flags: data.flags,
        extra: body.extra(pad).clone(),
        span: data.span,
        debug: data.debug.get(),
        attachments: &attachments,
        ..NewInst::new(Opcode::LandingPad, data.ty, &operands).with_result()
    };
    body.create_inst(copy)
}

/// Makes a block that edges with one target enter from now on, and what it has to pass to that
/// target.
fn enter_through_new_block(body: &mut Body, edges: &[Edge]) -> (Block, Vec<Value>) {
    let to = body.edge(edges[0]).to;
    let block = body.create_block();
    body.insert_block_after(block, body.edge_source(edges[0]));
    body.set_label(block, None, Span::NONE);
    // Parameters of the new block stand where the edges do not agree.
    let mut args: Vec<Value> = body.edge_args(edges[0]).collect();
    let differs: Vec<bool> = (0..args.len())
        .map(|index| edges.iter().any(|&edge| body.edge_arg(edge, index) != args[index]))
        .collect();
    for &edge in edges {
        let passed: Vec<Value> = body
            .edge_args(edge)
            .zip(&differs)
            .filter(|(_, differs)| **differs)
            .map(|(arg, _)| arg)
            .collect();
        body.redirect_edge(edge, block, &passed);
    }
    for (index, arg) in args.iter_mut().enumerate() {
        if differs[index] {
            let ty = body.value_type(body.params(to)[index]);
            *arg = body.append_param(block, ty);
        }
    }
    (block, args)
}

/// Ends a block with a jump.
pub(crate) fn jump(body: &mut Body, from: Block, to: Block, args: &[Value]) {
    let br = body.create_inst(NewInst::new(Opcode::Br, Type::VOID, &[]).edges(&[(to, args)]));
    body.append_inst(from, br);
}
