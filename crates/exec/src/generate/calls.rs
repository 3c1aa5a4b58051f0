//! Calls: of functions of the module, through tables, of the function itself, of the C library, of
//! unknown functions; and exceptions.

use super::Externals;
use super::builder::{Builder, Need};
use super::facts::Facts;
use super::program::{Callee, Program};
use tollgate_ir::{
    AttrList, CallInfo, Const, ConstKind, Extra, Flags, IntPredicate, Name, NewInst, Opcode, Type,
    TypeKind, Value,
};

/// How deep a function may call itself: the depth is taken modulo one more than this, a power of
/// two.
pub(super) const RECURSION_DEPTH: u64 = 3;

#[derive(Clone, Copy)]
enum Kind {
    Inner,
    Indirect,
    Itself,
    Library,
    Unknown,
    Throw,
}

impl Builder<'_, '_> {
    pub fn call_statement(&mut self) {
        let config = self.config();
        let nests = self.depth_left > 0;
        let library = config.externals != Externals::Nothing;
        let choices = [
            (if config.inner_calls { 40 } else { 0 }, Kind::Inner),
            (if config.indirect_calls { 15 } else { 0 }, Kind::Indirect),
            (
                if self.recursion.is_some() && self.weight == 1 && nests { 30 } else { 0 },
                Kind::Itself,
            ),
            (if library { 15 } else { 0 }, Kind::Library),
            (if config.externals == Externals::Unknown { 40 } else { 0 }, Kind::Unknown),
            (if config.exceptions && nests && !self.is_main { 10 } else { 0 }, Kind::Throw),
        ];
        match self.rng.weighted(&choices) {
            Some(Kind::Inner) => self.inner_call(),
            Some(Kind::Indirect) => self.indirect_call(),
            Some(Kind::Itself) => self.recursive_call(),
            Some(Kind::Library) => self.library_call(),
            Some(Kind::Unknown) => self.unknown_call(),
            Some(Kind::Throw) => self.throw(),
            None => self.compute(),
        }
    }

    /// Whether a call fits into the work that is left.
    fn affordable(&self, callee: &Callee) -> bool {
        self.cost.saturating_add(self.weight.saturating_mul(callee.cost)) < self.config().work
    }

    fn inner_call(&mut self) {
        self.call_one(|this, callee| !callee.external && this.affordable(callee));
    }

    /// A call of one of the functions that can be called.
    fn call_one(&mut self, is_wanted: impl Fn(&Self, &Callee) -> bool) {
        let callees: Vec<usize> = (0..self.program.callees.len())
            .filter(|&at| is_wanted(self, &self.program.callees[at]))
            .collect();
        let Some(at) = self.rng.pick_late(&callees) else { return self.compute() };
        let callee = self.program.callees[at].clone();
        let address = Program::address(self.ctx, callee.name);
        let address = self.constant(address);
        self.call_callee(&callee, address);
    }

    /// A call with arguments that satisfy the callee's attributes; nothing if there are none.
    pub fn call_callee(&mut self, callee: &Callee, address: Value) {
        let mut args = Vec::new();
        for spec in &callee.params {
            if let Some(place) = &spec.facts.place
                && self.pick_place(place, Need::Clean).is_none()
            {
                return self.compute();
            }
            args.push(self.supply(spec));
        }
        self.cost = self.cost.saturating_add(self.weight.saturating_mul(callee.cost));
        self.touches_memory = true;
        self.calls_unknown |= callee.unknown;
        if callee.throws
            && (self.is_main
                || self.config().exceptions && self.depth_left > 0 && self.rng.chance(60))
        {
            return self.invoke(callee, address, &args);
        }
        self.throws |= callee.throws;
        let result =
            self.call((address, callee.ty), &args, callee.attrs, callee.convention, Flags::NONE);
        self.take_result(callee, result);
    }

    fn take_result(&mut self, callee: &Callee, result: Option<Value>) {
        if let (Some(result), Some(spec)) = (result, callee.ret) {
            self.learn(result, spec.facts);
            self.scope.push(result);
        }
    }

    /// A call through a constant table of functions with one signature.
    fn indirect_call(&mut self) {
        let callees: Vec<Callee> = self
            .program
            .callees
            .iter()
            .filter(|callee| !callee.external && !callee.throws && self.affordable(callee))
            .cloned()
            .collect();
        let Some(first) = self.rng.pick_late(&callees.iter().collect::<Vec<_>>()).cloned() else {
            return self.compute();
        };
        // A function may stand for another only if it asserts at least as much and requires no
        // more: here, the same.
        let mut targets: Vec<&Callee> = callees
            .iter()
            .filter(|other| {
                other.ty == first.ty
                    && other.params == first.params
                    && other.ret == first.ret
                    && other.convention == first.convention
            })
            .collect();
        targets.truncate(4);
        while !targets.len().is_power_of_two() {
            targets.push(targets[0]);
        }
        let cost = targets.iter().map(|target| target.cost).max().unwrap_or(0);
        let len = targets.len() as u64;
        let table_type = self.ctx.ty(TypeKind::Array { len, elem: Type::PTR });
        let names: Vec<Name> = targets.iter().map(|target| target.name).collect();
        let unknown = targets.iter().any(|target| target.unknown);
        let addresses: Vec<Const> =
            names.iter().map(|&name| Program::address(self.ctx, name)).collect();
        let table = self.ctx.const_aggregate(table_type, &addresses);
        let name = format!("table{}", self.program.module.globals.len());
        let name = Name::Named(self.ctx.symbol(name.as_bytes()));
        self.program.add_variable(
            name,
            table_type,
            Some(table),
            true,
            tollgate_ir::Linkage::Internal,
            None,
        );
        let base = Program::address(self.ctx, name);
        let base = self.constant(base);
        let index = self.pick_variable(Type::I64, Need::Clean);
        let index = self.at_most(index, len - 1);
        let zero = self.int(Type::I64, 0);
        let entry = self.gep(table_type, base, &[zero, index], Flags::INBOUNDS);
        let address = self.load(entry, Type::PTR, None, false);
        self.learn(address, Facts { clean: true, max: None, place: None });
        // Attributes of one target need not hold of the others.
        let callee = Callee { attrs: AttrList::EMPTY, cost, unknown, ..first };
        self.call_callee(&callee, address);
    }

    /// A call of the function itself with one less to go, unless nothing is left.
    fn recursive_call(&mut self) {
        let Some((callee, depth)) = self.recursion.take() else { return };
        let zero = self.int(Type::I32, 0);
        let go_on = self.comparison(IntPredicate::Ne, depth, zero);
        let (deeper, join) = (self.new_block(), self.new_block());
        let specs: Vec<_> =
            callee.ret.into_iter().filter(|spec| spec.facts.place.is_none()).collect();
        let params = self.open_params(join, &specs);
        let args = self.edge_args(&specs);
        self.branch(go_on, (deeper, &[]), (join, &args));
        let (mark, checksum) = (self.scope.len(), self.checksum);
        self.enter(deeper);
        let one = self.int(Type::I32, 1);
        let less = self.op_with(Opcode::Sub, Type::I32, &[depth, one], Flags::NONE, 0);
        let mut call_args = vec![less];
        for spec in &callee.params[1..] {
            call_args.push(self.supply(spec));
        }
        let address = Program::address(self.ctx, callee.name);
        let address = self.constant(address);
        let result = self.call(
            (address, callee.ty),
            &call_args,
            callee.attrs,
            callee.convention,
            Flags::NONE,
        );
        self.take_result(&callee, result);
        self.calls_itself = true;
        let args = self.edge_args(&specs);
        self.jump(join, &args);
        self.scope.truncate(mark);
        self.checksum = checksum;
        self.enter(join);
        self.take_params(&params);
        if self.rng.chance(30) && !self.calls_itself_twice {
            self.calls_itself_twice = true;
            self.recursion = Some((callee, depth));
        }
    }

    // External.

    fn library_call(&mut self) {
        self.touches_memory = true;
        match self.rng.below(5) {
            0 => {
                let value = self.pick_variable(Type::I32, Need::Clean);
                let value = self.at_most(value, 25);
                let letter = self.int(Type::I32, 65);
                let letter = self.op(Opcode::Add, Type::I32, &[value, letter]);
                self.call_library("putchar", Type::I32, &[letter]);
            }
            1 => {
                let value = self.pick_variable(Type::I32, Need::Clean);
                let value = self.at_most(value, 0x7fff_ffff);
                let value = if self.rng.chance(50) { self.negated(value) } else { value };
                let result = self.call_library("abs", Type::I32, &[value]);
                self.scope.extend(result);
            }
            2 => {
                let value = self.pick_variable(Type::I32, Need::Clean);
                let value = self.at_most(value, 127);
                let name = self.rng.pick(&["toupper", "tolower"]);
                let result = self.call_library(name, Type::I32, &[value]);
                self.scope.extend(result);
            }
            3 => {
                let text = self.text_constant();
                let result = self.call_library("strlen", Type::I64, &[text]);
                self.scope.extend(result);
            }
            _ => {
                let (a, b) = (self.text_constant(), self.text_constant());
                if let Some(result) = self.call_library("strcmp", Type::I32, &[a, b]) {
                    // Only the sign of the result is specified.
                    let zero = self.int(Type::I32, 0);
                    let less = self.comparison(IntPredicate::Slt, result, zero);
                    self.scope.push(less);
                }
            }
        }
    }

    fn negated(&mut self, value: Value) -> Value {
        let ty = self.ty(value);
        let zero = self.int(ty, 0);
        self.op(Opcode::Sub, ty, &[zero, value])
    }

    fn call_library(&mut self, name: &str, ret: Type, args: &[Value]) -> Option<Value> {
        let params: Vec<Type> = args.iter().map(|&arg| self.ty(arg)).collect();
        let (callee, ty) = self.program.declare(self.ctx, name, ret, &params, false);
        let callee = self.constant(callee);
        let result = self.call((callee, ty), args, AttrList::EMPTY, 0, Flags::NONE)?;
        self.learn(result, Facts { clean: true, max: None, place: None });
        Some(result)
    }

    /// The address of a constant text that ends with a zero byte.
    fn text_constant(&mut self) -> Value {
        let texts: [&[u8]; 4] = [b"\0", b"toll\0", b"gate\0", b"tollgate\0"];
        let at = self.rng.index(texts.len());
        let name = Name::Named(self.ctx.symbol(format!("text{at}").as_bytes()));
        if self.program.module.lookup(name).is_none() {
            let ty = self.ctx.ty(TypeKind::Array { len: texts[at].len() as u64, elem: Type::I8 });
            let init = self.ctx.const_bytes(ty, texts[at]);
            self.program.add_variable(
                name,
                ty,
                Some(init),
                true,
                tollgate_ir::Linkage::Private,
                Some(1),
            );
        }
        let id = Program::address(self.ctx, name);
        self.constant(id)
    }

    fn unknown_call(&mut self) {
        self.call_one(|_, callee| callee.external);
    }

    // Exceptions.

    fn exception_type(&mut self) -> Const {
        let name = Name::Named(self.ctx.symbol(b"_ZTIi"));
        if self.program.module.lookup(name).is_none() {
            self.program.add_variable(
                name,
                Type::PTR,
                None,
                true,
                tollgate_ir::Linkage::External,
                None,
            );
        }
        Program::address(self.ctx, name)
    }

    /// Throws a number under a condition.
    fn throw(&mut self) {
        let need = self.hazard();
        let condition = self.condition(need);
        let (leave, go_on) = (self.new_block(), self.new_block());
        self.branch(condition, (leave, &[]), (go_on, &[]));
        let mark = self.scope.len();
        self.enter(leave);
        let number = self.pick_variable(Type::I32, Need::Clean);
        let size = self.int(Type::I64, 4);
        let (allocate, allocate_type) = self.program.declare(
            self.ctx,
            "__cxa_allocate_exception",
            Type::PTR,
            &[Type::I64],
            false,
        );
        let allocate = self.constant(allocate);
        if let Some(exception) =
            self.call((allocate, allocate_type), &[size], AttrList::EMPTY, 0, Flags::NONE)
        {
            self.store(number, exception, Some(4), false);
            let kind = self.exception_type();
            let kind = self.constant(kind);
            let null = self.ctx.make_const(Type::PTR, ConstKind::Null);
            let null = self.constant(null);
            let (throw, throw_type) =
                self.program.declare(self.ctx, "__cxa_throw", Type::VOID, &[Type::PTR; 3], false);
            let throw = self.constant(throw);
            self.call(
                (throw, throw_type),
                &[exception, kind, null],
                AttrList::EMPTY,
                0,
                Flags::NONE,
            );
        }
        self.unreachable();
        self.throws = true;
        self.touches_memory = true;
        self.scope.truncate(mark);
        self.enter(go_on);
    }

    /// A call whose exceptions land here: numbers are caught and looked at, the rest is caught or
    /// goes on.
    fn invoke(&mut self, callee: &Callee, address: Value, args: &[Value]) {
        self.personality = true;
        let (normal, pad, join) = (self.new_block(), self.new_block(), self.new_block());
        let number_spec = super::facts::Spec::new(Type::I32, true);
        let specs = [number_spec];
        let params = self.open_params(join, &specs);
        let ret = match *self.ctx.kind(callee.ty) {
            TypeKind::Function { ret, .. } => ret,
            _ => Type::VOID,
        };
        let operands: Vec<Value> = args.iter().copied().chain([address]).collect();
        let info = CallInfo {
            convention: callee.convention,
            attrs: callee.attrs,
            args: args.len() as u32,
            bundles: Box::default(),
        };
        let edges: [(_, &[Value]); 2] = [(normal, &[]), (pad, &[])];
        let new = NewInst::new(Opcode::Invoke, callee.ty, &operands).returning(ret).edges(&edges);
        let result = self.emit(NewInst { extra: Extra::Call(info), ..new });
        let (mark, checksum) = (self.scope.len(), self.checksum);

        self.enter(normal);
        self.take_result(callee, result);
        self.nested_if_possible();
        let args = self.edge_args(&specs);
        self.jump(join, &args);
        self.scope.truncate(mark);
        self.checksum = checksum;

        self.enter(pad);
        let pad_type =
            self.ctx.ty(TypeKind::Struct { packed: false, fields: [Type::PTR, Type::I32].into() });
        let kind = self.exception_type();
        let kind = self.constant(kind);
        let null = self.ctx.make_const(Type::PTR, ConstKind::Null);
        let null = self.constant(null);
        let catches_all = self.is_main || self.rng.chance(70);
        let mut clauses = vec![kind];
        if catches_all {
            clauses.push(null);
        }
        let filters = vec![false; clauses.len()];
        let flags = if catches_all { Flags::NONE } else { Flags::CLEANUP };
        let new = NewInst {
            extra: Extra::Filters(filters.into()),
            flags,
            ..NewInst::new(Opcode::LandingPad, pad_type, &clauses).returning(pad_type)
        };
        let Some(caught) = self.emit(new) else { return };
        self.learn(caught, Facts { clean: true, max: None, place: None });
        let selector = self.extract(caught, &[1], Type::I32);
        let wanted = self.intrinsic("eh.typeid.for", &[Type::PTR], Type::I32, &[kind]);
        let is_number = self.comparison(IntPredicate::Eq, selector, wanted);
        let (number_block, other_block) = (self.new_block(), self.new_block());
        self.branch(is_number, (number_block, &[]), (other_block, &[]));

        self.enter(number_block);
        let exception = self.extract(caught, &[0], Type::PTR);
        let object = self.begin_catch(exception);
        let number = self.load(object, Type::I32, Some(4), false);
        self.learn(number, Facts { clean: true, max: None, place: None });
        self.end_catch();
        let mut args = self.edge_args(&[]);
        args.push(number);
        self.jump(join, &args);
        self.checksum = checksum;

        self.enter(other_block);
        if catches_all {
            let exception = self.extract(caught, &[0], Type::PTR);
            self.begin_catch(exception);
            self.end_catch();
            let args = self.edge_args(&specs);
            self.jump(join, &args);
        } else {
            self.throws = true;
            self.emit(NewInst::new(Opcode::Resume, pad_type, &[caught]));
        }
        self.scope.truncate(mark);
        self.checksum = checksum;
        self.enter(join);
        self.take_params(&params);
    }

    fn nested_if_possible(&mut self) {
        if self.depth_left > 0 {
            self.nested();
        }
    }

    fn begin_catch(&mut self, exception: Value) -> Value {
        let (begin, ty) =
            self.program.declare(self.ctx, "__cxa_begin_catch", Type::PTR, &[Type::PTR], false);
        let begin = self.constant(begin);
        let object = self
            .call((begin, ty), &[exception], AttrList::EMPTY, 0, Flags::NONE)
            .unwrap_or(exception);
        self.learn(object, Facts { clean: true, max: None, place: None });
        object
    }

    fn end_catch(&mut self) {
        let (end, ty) = self.program.declare(self.ctx, "__cxa_end_catch", Type::VOID, &[], false);
        let end = self.constant(end);
        self.call((end, ty), &[], AttrList::EMPTY, 0, Flags::NONE);
    }
}
