//! Functions of any size, each of one shape on which an algorithm that is not near-linear would be
//! slow.
//!
//! Every branch tests something of its own, so that no two conditions are the same, and values are
//! defined in loops and used after them, so that loop-closed form has work to do. All bodies take
//! one `i32` and return one.

use tollgate_ir::{Block, Body, Context, IntPredicate, NewInst, Opcode, Type, Value};

/// A family of functions.
pub struct Shape {
    /// Its name in tables and pictures.
    pub name: &'static str,
    /// Makes the one with about this many blocks.
    pub make: fn(&mut Context, usize) -> Body,
    /// The most blocks that are asked for.
    pub most: usize,
}

/// Every shape.
pub const SHAPES: &[Shape] = &[
    Shape { name: "nested loops", make: nested_loops, most: 30_000 },
    Shape { name: "nested loops, return from each", make: nested_loops_with_returns, most: 30_000 },
    Shape { name: "nested ifs", make: nested_ifs, most: 100_000 },
    Shape { name: "if-else ladder", make: ladder, most: 100_000 },
    Shape { name: "ladder in a loop, breaks", make: ladder_of_breaks, most: 100_000 },
    Shape { name: "loops in sequence", make: loops_in_sequence, most: 100_000 },
    Shape { name: "diamonds in sequence", make: diamonds_in_sequence, most: 100_000 },
    Shape { name: "switch", make: switch, most: 100_000 },
    Shape { name: "switch, falling through", make: switch_falling_through, most: 100_000 },
    Shape { name: "switch in a loop", make: state_machine, most: 100_000 },
    Shape { name: "tree into one join", make: tree_into_one_join, most: 100_000 },
    Shape { name: "irreducible in sequence", make: irreducible_in_sequence, most: 100_000 },
    Shape { name: "irreducible ladder", make: irreducible_ladder, most: 100_000 },
];

/// A body in the making.
struct Maker<'c> {
    ctx: &'c mut Context,
    body: Body,
    /// The function's argument.
    argument: Value,
    /// Tests made so far.
    tests: u64,
}

/// A block to go to and what its parameters get.
type Target<'a> = (Block, &'a [Value]);

impl<'c> Maker<'c> {
    /// A body with an entry.
    fn new(ctx: &'c mut Context) -> (Self, Block) {
        let body = Body::new(&[Type::I32]);
        let argument = body.args()[0];
        let mut maker = Self { ctx, body, argument, tests: 0 };
        let entry = maker.block();
        (maker, entry)
    }

    fn block(&mut self) -> Block {
        let block = self.body.create_block();
        self.body.append_block(block);
        block
    }

    /// A block with one parameter.
    fn join(&mut self) -> (Block, Value) {
        let block = self.block();
        (block, self.body.append_param(block, Type::I32))
    }

    fn number(&mut self, number: u64) -> Value {
        let constant = self.ctx.const_int(Type::I32, number);
        self.body.constant(constant, Type::I32)
    }

    /// Something new that is computed from a value in a block.
    fn compute(&mut self, block: Block, from: Value) -> Value {
        let one = self.number(1);
        self.result(block, NewInst::new(Opcode::Add, Type::I32, &[from, one]).with_result(), from)
    }

    fn add(&mut self, block: Block, left: Value, right: Value) -> Value {
        self.result(block, NewInst::new(Opcode::Add, Type::I32, &[left, right]).with_result(), left)
    }

    /// A test of a value, unlike all others.
    fn test(&mut self, block: Block, of: Value) -> Value {
        self.tests += 1;
        let operands = [of, self.number(self.tests)];
        let predicate = IntPredicate::Eq as u8;
        let new = NewInst { predicate, ..NewInst::new(Opcode::ICmp, Type::I32, &operands) };
        self.result(block, new.returning(Type::I1), of)
    }

    fn result(&mut self, block: Block, new: NewInst<'_>, otherwise: Value) -> Value {
        let inst = self.body.create_inst(new);
        self.body.append_inst(block, inst);
        // All that is made here has a result.
        self.body.inst(inst).result().unwrap_or(otherwise)
    }

    fn end(&mut self, block: Block, new: NewInst<'_>) {
        let inst = self.body.create_inst(new);
        self.body.append_inst(block, inst);
    }

    fn jump(&mut self, block: Block, to: Target<'_>) {
        self.end(block, NewInst::new(Opcode::Br, Type::VOID, &[]).edges(&[to]));
    }

    /// A branch on a test of a value.
    fn branch(&mut self, block: Block, of: Value, yes: Target<'_>, no: Target<'_>) {
        let test = self.test(block, of);
        self.end(block, NewInst::new(Opcode::CondBr, Type::I1, &[test]).edges(&[yes, no]));
    }

    /// The first target is the default, the others are the cases 1, 2, 3, ...
    fn switch(&mut self, block: Block, of: Value, targets: &[Target<'_>]) {
        let mut operands = vec![of];
        for case in 1..targets.len() as u64 {
            operands.push(self.number(case));
        }
        self.end(block, NewInst::new(Opcode::Switch, Type::I32, &operands).edges(targets));
    }

    fn ret(&mut self, block: Block, value: Value) {
        self.end(block, NewInst::new(Opcode::Ret, Type::I32, &[value]));
    }
}

/// Loops inside each other: each goes on into the next or is left to the latch of the one around
/// it.
fn nested_loops(ctx: &mut Context, size: usize) -> Body {
    let (mut maker, entry) = Maker::new(ctx);
    let levels: Vec<(Block, Value)> = (0..(size / 2).max(1)).map(|_| maker.join()).collect();
    let inside = maker.block();
    maker.jump(entry, (levels[0].0, &[maker.argument]));
    for (level, &(header, count)) in levels.iter().enumerate() {
        let left = maker.block();
        let next = levels.get(level + 1).map_or((inside, None), |&(next, _)| (next, Some(count)));
        maker.branch(header, count, (next.0, next.1.as_slice()), (left, &[]));
        let more = maker.compute(left, count);
        match level.checked_sub(1) {
            Some(around) => maker.jump(left, (levels[around].0, &[more])),
            None => maker.ret(left, more),
        }
    }
    let (innermost, count) = levels[levels.len() - 1];
    let more = maker.compute(inside, count);
    maker.jump(inside, (innermost, &[more]));
    maker.body
}

/// The same, and each loop has an exit to the one block that returns.
fn nested_loops_with_returns(ctx: &mut Context, size: usize) -> Body {
    let (mut maker, entry) = Maker::new(ctx);
    let levels: Vec<(Block, Value)> = (0..(size / 3).max(1)).map(|_| maker.join()).collect();
    let inside = maker.block();
    let (out, answer) = maker.join();
    maker.ret(out, answer);
    maker.jump(entry, (levels[0].0, &[maker.argument]));
    for (level, &(header, count)) in levels.iter().enumerate() {
        let (check, left) = (maker.block(), maker.block());
        maker.branch(header, count, (check, &[]), (left, &[]));
        let next = levels.get(level + 1).map_or((inside, None), |&(next, _)| (next, Some(count)));
        maker.branch(check, count, (next.0, next.1.as_slice()), (out, &[count]));
        let more = maker.compute(left, count);
        match level.checked_sub(1) {
            Some(around) => maker.jump(left, (levels[around].0, &[more])),
            None => maker.jump(left, (out, &[more])),
        }
    }
    let (innermost, count) = levels[levels.len() - 1];
    let more = maker.compute(inside, count);
    maker.jump(inside, (innermost, &[more]));
    maker.body
}

/// Nested ifs, with a join after each.
fn nested_ifs(ctx: &mut Context, size: usize) -> Body {
    let (mut maker, entry) = Maker::new(ctx);
    let levels = (size / 2).max(1);
    let mut ifs = vec![entry];
    ifs.extend((0..levels).map(|_| maker.block()));
    let joins: Vec<(Block, Value)> = (0..levels).map(|_| maker.join()).collect();
    for level in 0..levels {
        let value = maker.argument;
        maker.branch(ifs[level], value, (ifs[level + 1], &[]), (joins[level].0, &[value]));
        let (join, merged) = joins[level];
        let more = maker.compute(join, merged);
        match level.checked_sub(1) {
            Some(around) => maker.jump(join, (joins[around].0, &[more])),
            None => maker.ret(join, more),
        }
    }
    let value = maker.compute(ifs[levels], maker.argument);
    maker.jump(ifs[levels], (joins[levels - 1].0, &[value]));
    maker.body
}

/// `if (a) x = ..; else if (b) x = ..; else if ...`
fn ladder(ctx: &mut Context, size: usize) -> Body {
    let (mut maker, mut rung) = Maker::new(ctx);
    let (end, answer) = maker.join();
    maker.ret(end, answer);
    for _ in 0..(size / 2).max(1) {
        let (then, next) = (maker.block(), maker.block());
        maker.branch(rung, maker.argument, (then, &[]), (next, &[]));
        let value = maker.compute(then, maker.argument);
        maker.jump(then, (end, &[value]));
        rung = next;
    }
    maker.jump(rung, (end, &[maker.argument]));
    maker.body
}

/// `while (1) { if (a) break; if (b) break; ... }`, every other break with something to do on the
/// way.
fn ladder_of_breaks(ctx: &mut Context, size: usize) -> Body {
    let (mut maker, entry) = Maker::new(ctx);
    let (header, count) = maker.join();
    let (end, answer) = maker.join();
    maker.jump(entry, (header, &[maker.argument]));
    maker.ret(end, answer);
    let mut rung = header;
    for index in 0..(size * 2 / 3).max(2) {
        let next = maker.block();
        let value = maker.compute(rung, count);
        if index % 2 == 0 {
            maker.branch(rung, count, (end, &[value]), (next, &[]));
        } else {
            let on_the_way = maker.block();
            maker.branch(rung, count, (on_the_way, &[]), (next, &[]));
            let more = maker.compute(on_the_way, value);
            maker.jump(on_the_way, (end, &[more]));
        }
        rung = next;
    }
    let value = maker.compute(rung, count);
    maker.jump(rung, (header, &[value]));
    maker.body
}

/// A sequence of loops; the counter of each is used at the very end.
fn loops_in_sequence(ctx: &mut Context, size: usize) -> Body {
    let (mut maker, entry) = Maker::new(ctx);
    let loops: Vec<(Block, Value)> = (0..(size / 2).max(1)).map(|_| maker.join()).collect();
    let end = maker.block();
    maker.jump(entry, (loops[0].0, &[maker.argument]));
    let mut sum = maker.argument;
    for (index, &(header, count)) in loops.iter().enumerate() {
        let inside = maker.block();
        let zero = maker.number(0);
        let next = loops.get(index + 1).map_or((end, None), |&(next, _)| (next, Some(zero)));
        maker.branch(header, count, (inside, &[]), (next.0, next.1.as_slice()));
        let more = maker.compute(inside, count);
        maker.jump(inside, (header, &[more]));
        sum = maker.add(end, sum, count);
    }
    maker.ret(end, sum);
    maker.body
}

/// `x = a ? .. : ..; x = b ? .. : ..; ...`
fn diamonds_in_sequence(ctx: &mut Context, size: usize) -> Body {
    let (mut maker, mut top) = Maker::new(ctx);
    let mut value = maker.argument;
    for _ in 0..(size / 3).max(1) {
        let (left, right) = (maker.block(), maker.block());
        let (next, merged) = maker.join();
        maker.branch(top, value, (left, &[]), (right, &[]));
        let more = maker.compute(left, value);
        maker.jump(left, (next, &[more]));
        maker.jump(right, (next, &[value]));
        (top, value) = (next, merged);
    }
    maker.ret(top, value);
    maker.body
}

/// A switch with twice as many cases as targets: two share each, some share the default's, some
/// lead to the join itself.
fn switch(ctx: &mut Context, size: usize) -> Body {
    let (mut maker, entry) = Maker::new(ctx);
    let value = maker.argument;
    let (end, answer) = maker.join();
    maker.ret(end, answer);
    let arms: Vec<Block> = (0..size.max(4)).map(|_| maker.block()).collect();
    let mut targets: Vec<Target<'_>> = vec![(arms[0], &[])];
    let to_the_end = [value];
    for case in 0..2 * arms.len() {
        let straight = case < arms.len() && case % 16 == 7;
        targets.push(if straight { (end, &to_the_end) } else { (arms[case % arms.len()], &[]) });
    }
    maker.switch(entry, value, &targets);
    for arm in arms {
        let more = maker.compute(arm, value);
        maker.jump(arm, (end, &[more]));
    }
    maker.body
}

/// A switch without breaks: each case goes on into the next.
fn switch_falling_through(ctx: &mut Context, size: usize) -> Body {
    let (mut maker, entry) = Maker::new(ctx);
    let value = maker.argument;
    let cases: Vec<(Block, Value)> = (0..size.max(2)).map(|_| maker.join()).collect();
    let (end, answer) = maker.join();
    maker.ret(end, answer);
    let start = [value];
    let mut targets: Vec<Target<'_>> = vec![(end, &start)];
    targets.extend(cases.iter().map(|&(case, _)| (case, &start[..])));
    maker.switch(entry, value, &targets);
    for (index, &(case, before)) in cases.iter().enumerate() {
        let more = maker.compute(case, before);
        maker.jump(case, (cases.get(index + 1).map_or(end, |next| next.0), &[more]));
    }
    maker.body
}

/// `for (;;) switch (state) { case 1: state = ..; continue; ... default: return state; }`
fn state_machine(ctx: &mut Context, size: usize) -> Body {
    let (mut maker, entry) = Maker::new(ctx);
    let (header, state) = maker.join();
    let out = maker.block();
    maker.jump(entry, (header, &[maker.argument]));
    let states: Vec<Block> = (0..size.max(2)).map(|_| maker.block()).collect();
    let mut targets: Vec<Target<'_>> = vec![(out, &[])];
    targets.extend(states.iter().map(|&state| (state, &[][..])));
    maker.switch(header, state, &targets);
    for block in states {
        let next = maker.compute(block, state);
        maker.jump(block, (header, &[next]));
    }
    maker.ret(out, state);
    maker.body
}

/// A balanced tree of branches whose leaves all lead to one join.
fn tree_into_one_join(ctx: &mut Context, size: usize) -> Body {
    let (mut maker, entry) = Maker::new(ctx);
    let value = maker.argument;
    let mut nodes = vec![entry];
    nodes.extend((0..2 * (size / 2).max(1)).map(|_| maker.block()));
    let (end, answer) = maker.join();
    maker.ret(end, answer);
    for index in 0..nodes.len() {
        match nodes.get(2 * index + 1).zip(nodes.get(2 * index + 2)) {
            Some((&left, &right)) => maker.branch(nodes[index], value, (left, &[]), (right, &[])),
            None => {
                let more = maker.compute(nodes[index], value);
                maker.jump(nodes[index], (end, &[more]));
            }
        }
    }
    maker.body
}

/// A sequence of cycles with two entries.
fn irreducible_in_sequence(ctx: &mut Context, size: usize) -> Body {
    let (mut maker, mut top) = Maker::new(ctx);
    let mut value = maker.argument;
    for _ in 0..(size / 3).max(1) {
        let ((left, on_left), (right, on_right), (next, merged)) =
            (maker.join(), maker.join(), maker.join());
        maker.branch(top, value, (left, &[value]), (right, &[value]));
        let more = maker.compute(left, on_left);
        maker.branch(left, on_left, (right, &[more]), (next, &[more]));
        let more = maker.compute(right, on_right);
        maker.branch(right, on_right, (left, &[more]), (next, &[on_right]));
        (top, value) = (next, merged);
    }
    maker.ret(top, value);
    maker.body
}

/// A ladder that can be climbed up and down from rung to rung and is entered at both ends: when the
/// cycles through the ends are mended, the rest is again such a ladder.
fn irreducible_ladder(ctx: &mut Context, size: usize) -> Body {
    let (mut maker, entry) = Maker::new(ctx);
    let value = maker.argument;
    let rungs: Vec<(Block, Value)> = (0..size.max(3)).map(|_| maker.join()).collect();
    let (end, answer) = maker.join();
    maker.ret(end, answer);
    let last = rungs.len() - 1;
    maker.branch(entry, value, (rungs[0].0, &[value]), (rungs[last].0, &[value]));
    for (index, &(rung, height)) in rungs.iter().enumerate() {
        let more = maker.compute(rung, height);
        let up = rungs.get(index + 1).map_or(end, |next| next.0);
        let down = index.checked_sub(1).map_or(end, |below| rungs[below].0);
        maker.branch(rung, height, (up, &[more]), (down, &[height]));
    }
    maker.body
}

#[cfg(test)]
mod tests {
    use super::*;
    use tollgate_ir::{
        AttrList, BodyState, Function, GlobalHeader, Linkage, Module, Name, Source, TypeKind,
        verify_module,
    };

    #[test]
    fn every_shape_is_well_formed_and_has_its_size() {
        for shape in SHAPES {
            for size in [10, 100, 1_000] {
                let mut ctx = Context::new();
                let body = (shape.make)(&mut ctx, size);
                let blocks = body.blocks().count();
                assert!(
                    blocks.abs_diff(size) <= size / 10 + 5,
                    "{}: {blocks} blocks for {size}",
                    shape.name
                );
                let mut module =
                    Module::new(Source { file: "shape".into(), text: Vec::new().into() });
                let params = vec![Type::I32].into();
                let ty = ctx.ty(TypeKind::Function { ret: Type::I32, params, vararg: false });
                let name = Name::Named(ctx.symbol(b"shape"));
                module.add_function(Function {
                    header: GlobalHeader { linkage: Linkage::External, ..GlobalHeader::new(name) },
                    ty,
                    convention: 0,
                    attrs: AttrList::EMPTY,
                    param_names: vec![None],
                    gc: None,
                    prefix: None,
                    prologue: None,
                    personality: None,
                    body: BodyState::Read(Box::new(body)),
                    use_list_orders: Vec::new(),
                    edited: false,
                });
                let violations = verify_module(&ctx, &module);
                assert!(violations.is_empty(), "{} of {size}: {}", shape.name, violations[0]);
            }
        }
    }
}
