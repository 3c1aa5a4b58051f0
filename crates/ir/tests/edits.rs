//! Edits of a body keep its lists exact: random edits, the lists recomputed after each.

use tollgate_ir::{
    Block, Body, Context, Entity, Inst, NewInst, Opcode, Type, User, Value, ValueDef,
};

/// A small generator of random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// Uses of a value, counted without its use list.
fn count_uses(body: &Body, value: Value) -> usize {
    let mut count = 0;
    for block in body.blocks() {
        for inst in body.insts(block) {
            count += body.operands(inst).filter(|&it| it == value).count();
            for edge in body.inst(inst).edges() {
                count += body.edge_args(edge).filter(|&it| it == value).count();
            }
        }
    }
    count
}

/// Edges into a block, counted without its predecessor list.
fn count_preds(body: &Body, block: Block) -> usize {
    let edges = body.blocks().flat_map(|from| body.succ_edges(from));
    edges.filter(|&edge| body.edge(edge).to == block).count()
}

fn check(body: &Body, values: &[Value], what: &str) {
    if let Err(problem) = body.check_lists() {
        panic!("after {what}: {problem}");
    }
    for &value in values {
        assert_eq!(
            body.users(value).count(),
            count_uses(body, value),
            "after {what}: uses of {value}"
        );
        for user in body.users(value) {
            let used = match user {
                User::Operand(inst, index) => body.operand(inst, index as usize),
                User::EdgeArg(edge, index) => body.edge_arg(edge, index as usize),
            };
            assert_eq!(used, value, "after {what}: {user:?}");
        }
    }
    for block in body.blocks() {
        assert_eq!(
            body.pred_edges(block).count(),
            count_preds(body, block),
            "after {what}: predecessors of {block}"
        );
    }
}

fn pick<T: Copy>(random: &mut Random, from: &[T]) -> T {
    from[random.below(from.len())]
}

/// Instructions that are in a block and are no terminators.
fn plain_insts(body: &Body) -> Vec<Inst> {
    let all = body.blocks().flat_map(|block| body.insts(block).collect::<Vec<_>>());
    all.filter(|&inst| !body.inst(inst).opcode.is_terminator()).collect()
}

#[test]
fn random_edits_keep_the_lists_exact() {
    for seed in 0..60 {
        let mut random = Random(seed);
        let mut ctx = Context::new();
        let mut body = Body::new(&[Type::I32, Type::I32]);
        let one = ctx.const_int(Type::I32, 1);
        let truth = ctx.const_bool(true);
        let truth = body.constant(truth, Type::I1);
        let mut values = body.args().to_vec();
        values.push(body.constant(one, Type::I32));
        assert_eq!(body.constant(one, Type::I32), values[2], "a constant is one value");

        // Blocks that end by returning, so that the body is whole from the beginning.
        let mut blocks = Vec::new();
        for _ in 0..5 {
            let block = body.create_block();
            body.append_block(block);
            let ret = body.create_inst(NewInst::new(Opcode::Ret, Type::I32, &[values[0]]));
            body.append_inst(block, ret);
            blocks.push(block);
        }
        for step in 0..200 {
            let what = match random.below(10) {
                0 | 1 => {
                    let operands = [pick(&mut random, &values), pick(&mut random, &values)];
                    let add = body
                        .create_inst(NewInst::new(Opcode::Add, Type::I32, &operands).with_result());
                    let block = pick(&mut random, &blocks);
                    match random.below(3) {
                        0 => body.prepend_inst(block, add),
                        _ => body.insert_before(add, body.terminator(block).unwrap()),
                    }
                    values.extend(body.inst(add).result());
                    "a new instruction"
                }
                2 => {
                    // A new terminator, possibly with two edges to one block.
                    let block = pick(&mut random, &blocks);
                    let targets = [pick(&mut random, &blocks), pick(&mut random, &blocks)];
                    let args: Vec<Vec<Value>> = targets
                        .iter()
                        .map(|&to| {
                            body.params(to).iter().map(|_| pick(&mut random, &values)).collect()
                        })
                        .collect();
                    body.remove_inst(body.terminator(block).unwrap());
                    let edges =
                        [(targets[0], args[0].as_slice()), (targets[1], args[1].as_slice())];
                    let branch = body.create_inst(
                        NewInst::new(Opcode::CondBr, Type::I1, &[truth]).edges(&edges),
                    );
                    body.append_inst(block, branch);
                    "a new branch"
                }
                3 => {
                    let block = pick(&mut random, &blocks);
                    let param = body.append_param(block, Type::I32);
                    for edge in body.pred_edges(block).collect::<Vec<_>>() {
                        body.push_edge_arg(edge, pick(&mut random, &values));
                    }
                    values.push(param);
                    "a new parameter"
                }
                4 => {
                    let block = pick(&mut random, &blocks);
                    if let Some(&param) = body.params(block).last() {
                        body.replace_uses(param, values[0]);
                        let index = body.params(block).len() - 1;
                        body.remove_param(block, index);
                        values.retain(|&value| value != param);
                        assert_eq!(body.value(param).def, ValueDef::Undefined);
                    }
                    "a removed parameter"
                }
                5 => {
                    let (old, new) = (pick(&mut random, &values), pick(&mut random, &values));
                    body.replace_uses(old, new);
                    assert!(old == new || !body.is_used(old));
                    "replaced uses"
                }
                6 => {
                    let insts = plain_insts(&body);
                    if !insts.is_empty() {
                        let inst = pick(&mut random, &insts);
                        if let Some(result) = body.inst(inst).result() {
                            body.replace_uses(result, values[0]);
                            values.retain(|&value| value != result);
                        }
                        body.remove_inst(inst);
                    }
                    "a removed instruction"
                }
                7 => {
                    let insts = plain_insts(&body);
                    if !insts.is_empty() {
                        let inst = pick(&mut random, &insts);
                        let before = body.terminator(pick(&mut random, &blocks)).unwrap();
                        body.move_before(inst, before);
                        body.set_operand(inst, random.below(2), pick(&mut random, &values));
                    }
                    "a moved instruction"
                }
                8 => {
                    let from = pick(&mut random, &blocks);
                    if let Some(edge) = body.succ_edges(from).next() {
                        let to = pick(&mut random, &blocks);
                        let args: Vec<Value> =
                            body.params(to).iter().map(|_| pick(&mut random, &values)).collect();
                        body.redirect_edge(edge, to, &args);
                        assert_eq!(body.edge_source(edge), Some(from));
                    }
                    "a redirected edge"
                }
                _ => {
                    let block = body.create_block();
                    body.insert_block_after(block, Some(pick(&mut random, &blocks)));
                    let ret = body.create_inst(NewInst::new(
                        Opcode::Ret,
                        Type::I32,
                        &[pick(&mut random, &values)],
                    ));
                    body.append_inst(block, ret);
                    blocks.push(block);
                    "a new block"
                }
            };
            check(&body, &values, &format!("step {step} of seed {seed}, {what}"));
        }
        remove_unentered_blocks(&mut body, &mut blocks);
        check(&body, &values[..2], "removing blocks");
        assert_eq!(body.blocks().count(), blocks.len());
    }
}

/// Removes all but the entry that nobody enters and nobody needs.
fn remove_unentered_blocks(body: &mut Body, blocks: &mut Vec<Block>) {
    let entry = body.entry().unwrap();
    while let Some(at) =
        blocks.iter().position(|&block| block != entry && body.pred_edges(block).next().is_none())
    {
        let block = blocks.remove(at);
        let results: Vec<Value> =
            body.insts(block).filter_map(|inst| body.inst(inst).result()).collect();
        for value in results.into_iter().chain(body.params(block).to_vec()) {
            body.replace_uses(value, body.args()[0]);
        }
        body.remove_block(block);
        assert!(!body.contains_block(block));
    }
}

#[test]
fn ids_stay_when_things_are_removed() {
    let mut body = Body::new(&[Type::I32]);
    let block = body.create_block();
    body.append_block(block);
    let arg = body.args()[0];
    let first = body.create_inst(NewInst::new(Opcode::Freeze, Type::I32, &[arg]).with_result());
    let second = body.create_inst(NewInst::new(Opcode::Freeze, Type::I32, &[arg]).with_result());
    body.append_inst(block, first);
    body.append_inst(block, second);
    body.remove_inst(first);
    assert_eq!(body.insts(block).collect::<Vec<_>>(), [second]);
    assert_eq!(body.inst(first).block(), None);
    let third = body.create_inst(NewInst::new(Opcode::Ret, Type::I32, &[arg]));
    assert_eq!(third.index(), 2, "the id of what was removed is not given again");
}
