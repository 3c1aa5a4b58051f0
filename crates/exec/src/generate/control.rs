//! Statements with blocks of their own: branches, ladders, loops, switches, and tangles that are
//! entered at several places.

use super::builder::{Builder, Need, OpenLoop};
use super::facts::{Facts, Spec};
use tollgate_ir::{Block, Const, ConstKind, Flags, IntPredicate, NewInst, Opcode, Type, Value};

/// What counts the iterations of a loop.
struct Counter {
    ty: Type,
    /// How many iterations there are.
    bound: Value,
    zero: Value,
    /// Whether it counts from the bound to zero, and not from zero to the bound.
    downward: bool,
    /// Maximum number of iterations.
    trips: u64,
    place: CounterPlace,
}

/// Where a counter is between iterations.
enum CounterPlace {
    /// In a stack slot.
    Cell(Value),
    /// In a parameter of the loop header.
    Param(Value),
}

impl Builder<'_, '_> {
    /// Fills a block with nested statements and jumps on, leaving scope and checksum as they were.
    fn arm(&mut self, block: Block, params: &[Value], join: Block, specs: &[Spec]) {
        let (mark, checksum) = (self.scope.len(), self.checksum);
        self.enter(block);
        if !self.body.params(block).is_empty() {
            self.take_params(params);
        }
        self.nested();
        let args = self.edge_args(specs);
        self.jump(join, &args);
        self.scope.truncate(mark);
        self.checksum = checksum;
    }

    /// A join block, with the facts about its parameters.
    fn join(&mut self, specs: &[Spec]) -> (Block, Vec<Value>) {
        let block = self.new_block();
        let params = self.open_params(block, specs);
        self.joins.push((block, specs.to_vec()));
        (block, params)
    }

    fn enter_join(&mut self, join: Block, params: &[Value]) {
        self.enter(join);
        self.take_params(params);
    }

    pub fn branch_statement(&mut self) {
        let need = self.hazard();
        let condition = self.condition(need);
        if self.rng.chance(40) {
            self.scope.push(condition);
        }
        let specs = self.some_specs(3);
        let (join, params) = self.join(&specs);
        let args = self.edge_args(&specs);
        if self.config().multi_edges && self.rng.chance(10) {
            self.branch(condition, (join, &args), (join, &args));
            return self.enter_join(join, &params);
        }
        let yes = self.new_block();
        match self.rng.below(3) {
            0 => {
                self.branch(condition, (yes, &[]), (join, &args));
                self.arm(yes, &[], join, &specs);
            }
            1 => {
                self.branch(condition, (join, &args), (yes, &[]));
                self.arm(yes, &[], join, &specs);
            }
            _ => {
                let no = self.new_block();
                self.branch(condition, (yes, &[]), (no, &[]));
                self.arm(yes, &[], join, &specs);
                self.arm(no, &[], join, &specs);
            }
        }
        self.enter_join(join, &params);
    }

    /// Conditions in a row with one common exit.
    pub fn ladder(&mut self) {
        let (out_specs, specs) = (self.some_specs(2), self.some_specs(2));
        let (out, out_params) = self.join(&out_specs);
        let (join, params) = self.join(&specs);
        let (mark, checksum) = (self.scope.len(), self.checksum);
        for _ in 0..self.rng.range(2, 4) {
            let need = self.hazard();
            let condition = self.condition(need);
            let args = self.edge_args(&out_specs);
            let next = self.new_block();
            if self.rng.chance(50) {
                self.branch(condition, (next, &[]), (out, &args));
            } else {
                self.branch(condition, (out, &args), (next, &[]));
            }
            self.enter(next);
            if self.rng.chance(50) {
                self.compute();
            }
        }
        self.nested();
        let args = self.edge_args(&specs);
        self.jump(join, &args);
        self.scope.truncate(mark);
        self.checksum = checksum;
        self.arm(out, &out_params, join, &specs);
        self.enter_join(join, &params);
    }

    // Loops.

    /// A loop that a counter ends.
    pub fn repeat(&mut self) {
        let trips = self.rng.range(1, u64::from(self.config().trips.max(1)));
        let dear = self.weight.saturating_mul(trips).saturating_mul(16) > self.config().work;
        if dear || self.loop_level >= self.config().loop_depth {
            return self.compute();
        }
        let counter_type = self.rng.pick(&[Type::I8, Type::I16, Type::I32, Type::I32, Type::I64]);
        let bound = self.loop_bound(counter_type, trips);
        let zero = self.int(counter_type, 0);
        let downward = self.rng.chance(30);
        let start = if downward { bound } else { zero };
        let in_memory = self.config().stack && self.rng.chance(15);

        let mut specs = self.some_specs(3);
        let exit_specs = self.some_specs(2);
        let mut args = self.edge_args(&specs);
        let cell = if in_memory {
            let cell = self.hidden_slot(counter_type);
            self.store(start, cell, None, false);
            Some(cell)
        } else {
            let max = Some(trips);
            specs.insert(
                0,
                Spec { ty: counter_type, facts: Facts { clean: true, max, place: None } },
            );
            args.insert(usize::from(self.checksum.is_some()), start);
            None
        };

        let header = self.new_block();
        let header_params = self.open_params(header, &specs);
        let (exit, exit_params) = self.join(&exit_specs);
        self.jump(header, &args);
        let (mark, checksum, weight) = (self.scope.len(), self.checksum, self.weight);
        self.weight = weight.saturating_mul(trips + 1);
        self.loop_level += 1;
        self.enter(header);
        self.take_params(&header_params);
        let counter = Counter {
            ty: counter_type,
            bound,
            zero,
            downward,
            trips,
            place: match cell {
                Some(cell) => CounterPlace::Cell(cell),
                None => CounterPlace::Param(header_params[0]),
            },
        };
        let test_first = self.rng.chance(60);
        if test_first {
            self.test_counter(&counter, exit, &exit_specs);
        }

        let own_specs: Vec<Spec> = specs[usize::from(cell.is_none())..].to_vec();
        let latch = self.rng.chance(50).then(|| {
            let latch = self.new_block();
            let params = self.open_params(latch, &own_specs);
            (latch, params)
        });
        if self.config().multi_exit {
            self.loops.push(OpenLoop {
                exit,
                exit_specs: exit_specs.clone(),
                latch: latch.as_ref().map(|(latch, _)| (*latch, own_specs.clone())),
            });
        }
        self.nested();
        if self.rng.chance(60) {
            self.observe();
        }
        if self.config().multi_exit {
            self.loops.pop();
        }
        // What goes on to the next iteration: the latch's parameters if there is a latch, else what
        // is in scope.
        let next_args = match latch {
            Some((latch, params)) => self.enter_latch(latch, params, &own_specs, mark),
            None => self.edge_args(&own_specs),
        };
        let stepped = self.step_counter(&counter, test_first);
        let mut back = next_args;
        match cell {
            Some(cell) => self.store(stepped, cell, None, false),
            None => back.insert(usize::from(self.checksum.is_some()), stepped),
        }
        if test_first {
            self.jump(header, &back);
        } else {
            let go_on = self.is_counter_inside(&counter, stepped);
            let args = self.edge_args(&exit_specs);
            self.branch(go_on, (header, &back), (exit, &args));
        }
        self.scope.truncate(mark);
        self.checksum = checksum;
        self.weight = weight;
        self.loop_level -= 1;
        self.enter_join(exit, &exit_params);
    }

    /// How often a loop runs, at most so many times.
    fn loop_bound(&mut self, ty: Type, trips: u64) -> Value {
        if self.rng.chance(50) {
            self.int(ty, trips as i64)
        } else {
            let value = self.pick_variable(ty, Need::Clean);
            self.at_most(value, trips)
        }
    }

    /// Exits a loop at the beginning of an iteration if the counter says so, or something else.
    fn test_counter(&mut self, counter: &Counter, exit: Block, exit_specs: &[Spec]) {
        let now = self.counter(counter);
        let mut go_on = self.is_counter_inside(counter, now);
        if self.rng.chance(30) {
            let also = self.condition(Need::Clean);
            go_on = self.op(Opcode::And, Type::I1, &[go_on, also]);
        }
        let inside = self.new_block();
        let args = self.edge_args(exit_specs);
        self.branch(go_on, (inside, &[]), (exit, &args));
        self.enter(inside);
    }

    /// The counter in this iteration.
    fn counter(&mut self, counter: &Counter) -> Value {
        match counter.place {
            CounterPlace::Cell(cell) => {
                let value = self.load(cell, counter.ty, None, false);
                let max = Some(counter.trips);
                self.learn(value, Facts { clean: true, max, place: None });
                value
            }
            CounterPlace::Param(param) => param,
        }
    }

    /// Whether a value of the counter leads to a further iteration.
    fn is_counter_inside(&mut self, counter: &Counter, value: Value) -> Value {
        if counter.downward {
            self.comparison(IntPredicate::Ne, value, counter.zero)
        } else {
            self.comparison(IntPredicate::Ult, value, counter.bound)
        }
    }

    /// The counter in the next iteration.
    fn step_counter(&mut self, counter: &Counter, test_first: bool) -> Value {
        let ty = counter.ty;
        let now = self.counter(counter);
        let one = self.int(ty, 1);
        // Do-while loops of a bound of zero still run once, so counting down from zero would wrap.
        let stepped = if counter.downward {
            if test_first {
                let flags = self.some_flags(Flags::WRAP);
                self.op_with(Opcode::Sub, ty, &[now, one], flags, 0)
            } else {
                let floor = self.comparison(IntPredicate::Eq, now, counter.zero);
                let less = self.op(Opcode::Sub, ty, &[now, one]);
                self.op(Opcode::Select, ty, &[floor, counter.zero, less])
            }
        } else {
            let flags = self.some_flags(Flags::WRAP);
            self.op_with(Opcode::Add, ty, &[now, one], flags, 0)
        };
        self.learn(stepped, Facts { clean: true, max: Some(counter.trips + 1), place: None });
        stepped
    }

    /// Goes on in the latch of a loop whose scope begins at `mark`. Returns what the latch passes
    /// to the next iteration.
    fn enter_latch(
        &mut self,
        latch: Block,
        params: Vec<Value>,
        specs: &[Spec],
        mark: usize,
    ) -> Vec<Value> {
        let args = self.edge_args(specs);
        self.jump(latch, &args);
        self.scope.truncate(mark);
        self.enter(latch);
        self.take_params(&params);
        let mut args = params;
        args.splice(0..0, self.checksum);
        args
    }

    /// A few blocks that lead to each other at will, until a counter ends it: loops with several
    /// entries.
    pub fn tangle(&mut self) {
        let steps = self.rng.range(2, u64::from(self.config().trips.max(2)) + 2);
        let dear = self.weight.saturating_mul(steps).saturating_mul(16) > self.config().work;
        if dear || self.loop_level >= self.config().loop_depth {
            return self.compute();
        }
        let count = self.rng.range(2, 4) as usize;
        let counter =
            Spec { ty: Type::I32, facts: Facts { clean: true, max: Some(steps), place: None } };
        let mut specs = vec![counter];
        specs.extend(self.some_specs(2));
        let exit_specs = self.some_specs(2);
        let (exit, exit_params) = self.join(&exit_specs);
        let mut nodes = Vec::new();
        for _ in 0..count {
            let node = self.new_block();
            let params = self.open_params(node, &specs);
            nodes.push((node, params));
        }
        let first = self.int(Type::I32, steps as i64);
        let args = self.tangle_args(&specs, first);
        let condition = self.condition(Need::Clean);
        self.branch(condition, (nodes[0].0, &args), (nodes[1].0, &args));
        let (mark, checksum, weight) = (self.scope.len(), self.checksum, self.weight);
        self.weight = weight.saturating_mul(steps);
        self.loop_level += 1;
        if self.config().multi_exit {
            self.loops.push(OpenLoop { exit, exit_specs: exit_specs.clone(), latch: None });
        }
        for (at, (node, params)) in nodes.clone().into_iter().enumerate() {
            self.enter(node);
            self.take_params(&params);
            self.nested();
            self.observe();
            let one = self.int(Type::I32, 1);
            let left = self.op_with(Opcode::Sub, Type::I32, &[params[0], one], Flags::NONE, 0);
            self.learn(left, Facts { clean: true, max: Some(steps), place: None });
            let zero = self.int(Type::I32, 0);
            let done = self.comparison(IntPredicate::Eq, left, zero);
            let on = self.new_block();
            let exit_args = self.edge_args(&exit_specs);
            self.branch(done, (exit, &exit_args), (on, &[]));
            self.enter(on);
            let args = self.tangle_args(&specs, left);
            // The next one is always a destination, so that all are reached.
            let (next, other) = (nodes[(at + 1) % count].0, nodes[self.rng.index(count)].0);
            if next == other {
                self.jump(next, &args);
            } else {
                let condition = self.condition(Need::Clean);
                self.branch(condition, (next, &args), (other, &args));
            }
            self.scope.truncate(mark);
            self.checksum = checksum;
        }
        if self.config().multi_exit {
            self.loops.pop();
        }
        self.weight = weight;
        self.loop_level -= 1;
        self.enter_join(exit, &exit_params);
    }

    fn tangle_args(&mut self, specs: &[Spec], counter: Value) -> Vec<Value> {
        let mut args = self.edge_args(&specs[1..]);
        args.insert(usize::from(self.checksum.is_some()), counter);
        args
    }

    // Switches.

    pub fn switch_statement(&mut self) {
        if self.config().indirect_branches && self.rng.chance(25) {
            return self.indirect_branch();
        }
        let ty = self.some_int_type();
        let width = self.width(ty);
        let need = self.hazard();
        let mut value = self.pick_variable(ty, need);
        let room = if width >= 6 { 8 } else { 1u64 << width.min(3) };
        let wanted = self.rng.range(1, room.min(6));
        let dense = self.rng.chance(50) || width <= 3;
        let mut cases: Vec<Const> = Vec::new();
        if dense {
            if width <= 64 && width > 3 && self.rng.chance(70) {
                value = self.at_most(value, wanted);
            }
            for at in 0..wanted {
                cases.push(self.int_const(ty, at as i64));
            }
        } else {
            for _ in 0..wanted {
                let case = self.some_constant(ty, Need::Clean);
                if !cases.contains(&case) {
                    cases.push(case);
                }
            }
        }
        let specs = self.some_specs(2);
        let (join, params) = self.join(&specs);
        let arm_specs: Vec<Spec> = self.some_specs(1);
        // Without edges that run side by side, every case has an arm of its own, and so has the
        // default.
        let shared = self.config().multi_edges;
        let count =
            if shared { self.rng.range(1, cases.len() as u64) as usize } else { cases.len() + 1 };
        let arms: Vec<(Block, Vec<Value>)> = (0..count)
            .map(|_| {
                let arm = self.new_block();
                let params = self.open_params(arm, &arm_specs);
                (arm, params)
            })
            .collect();
        let args = self.edge_args(&arm_specs);
        let join_args = self.edge_args(&specs);
        let covered = dense && width <= 64 && self.max(value) < cases.len() as u64;
        let impossible = covered && self.config().unreachable_code && self.rng.chance(60);
        let dead = self.new_block();
        let mut edges: Vec<(Block, &[Value])> = Vec::new();
        let mut used = vec![false; count];
        if impossible {
            edges.push((dead, &[]));
        } else if self.rng.chance(40) {
            edges.push((join, &join_args));
        } else {
            used[count - 1] = true;
            edges.push((arms[count - 1].0, &args));
        }
        for at in 0..cases.len() {
            let arm = if shared { self.rng.index(count + 1) } else { at };
            match arms.get(arm) {
                Some((block, _)) => {
                    used[arm] = true;
                    edges.push((*block, &args));
                }
                None => edges.push((join, &join_args)),
            }
        }
        let mut operands = vec![value];
        for case in cases {
            operands.push(self.constant(case));
        }
        self.emit(NewInst::new(Opcode::Switch, ty, &operands).edges(&edges));
        if impossible {
            self.enter(dead);
            self.unreachable();
        }
        for (at, (arm, arm_params)) in arms.iter().enumerate() {
            let falls = at + 1 < count && self.rng.chance(25);
            if !used[at] {
                continue;
            }
            if falls {
                used[at + 1] = true;
                self.arm(*arm, arm_params, arms[at + 1].0, &arm_specs);
            } else {
                self.arm(*arm, arm_params, join, &specs);
            }
        }
        self.enter_join(join, &params);
    }

    /// `indirectbr` to one of some blocks, whose address is selected or read from a table.
    fn indirect_branch(&mut self) {
        let specs = self.some_specs(2);
        let (join, params) = self.join(&specs);
        let arms: Vec<Block> = (0..self.rng.range(2, 3)).map(|_| self.new_block()).collect();
        let mut addresses = Vec::new();
        for &arm in &arms {
            let label = self.label(arm);
            let address = self.ctx.make_const(
                Type::PTR,
                ConstKind::BlockAddress { function: self.name, block: label },
            );
            addresses.push(self.constant(address));
        }
        let mut address = addresses[0];
        for &other in &addresses[1..] {
            let condition = self.condition(Need::Clean);
            address = self.op(Opcode::Select, Type::PTR, &[condition, address, other]);
        }
        let edges: Vec<(Block, &[Value])> = arms.iter().map(|&arm| (arm, &[][..])).collect();
        self.emit(NewInst::new(Opcode::IndirectBr, Type::PTR, &[address]).edges(&edges));
        for arm in arms {
            self.arm(arm, &[], join, &specs);
        }
        self.enter_join(join, &params);
    }
}
