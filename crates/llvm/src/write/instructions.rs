//! Instructions as text: one form for each shape of the opcode table.

use super::Writer;
use super::functions::Scope;
use super::text::{push_quoted, push_u64};
use tollgate_ir::{
    AtomicInfo, ConstKind, Edge, Extra, Flags, Inst, InstData, Opcode, Ordering, Shape, Type,
    TypeKind, Value, ValueDef, Wrapped,
};

impl Writer<'_> {
    /// Writes an instruction with its indentation and attachments, without the end of the line.
    pub(super) fn inst(&mut self, scope: Scope<'_>, inst: Inst) {
        let data = scope.body.inst(inst);
        let shape = data.opcode.shape();
        if shape == Shape::DebugRecord {
            self.debug_record(scope, inst);
            return;
        }
        self.put("  ");
        if let Some(result) = data.result() {
            self.local(scope, result);
            self.put(" = ");
        }
        match shape {
            Shape::Call => self.call(scope, inst),
            shape => {
                self.put(data.opcode.word());
                self.operands(scope, inst, data, shape);
            }
        }
        self.attachments(data.debug, scope.body.attachments(inst), ", ");
    }

    fn operands(&mut self, scope: Scope<'_>, inst: Inst, data: &InstData, shape: Shape) {
        let body = scope.body;
        match shape {
            Shape::FloatUnary | Shape::IntBinary | Shape::FloatBinary => {
                self.flags(data.flags);
                self.same_type_operands(scope, inst);
            }
            Shape::IntCompare => {
                self.flags(data.flags);
                self.put(" ");
                self.put(data.int_predicate().word());
                self.same_type_operands(scope, inst);
            }
            Shape::FloatCompare => {
                self.flags(data.flags);
                self.put(" ");
                self.put(data.float_predicate().word());
                self.same_type_operands(scope, inst);
            }
            Shape::Cast => {
                self.flags(data.flags);
                self.put(" ");
                self.typed_operands(scope, inst);
                self.put(" to ");
                self.result_type(scope, data);
            }
            Shape::Freeze
            | Shape::Select
            | Shape::ExtractElement
            | Shape::InsertElement
            | Shape::ShuffleVector
            | Shape::Resume => {
                self.flags(data.flags);
                self.put(" ");
                self.typed_operands(scope, inst);
            }
            Shape::ExtractValue | Shape::InsertValue => {
                self.put(" ");
                self.typed_operands(scope, inst);
                if let Extra::Indices(path) = body.extra(inst) {
                    self.index_path(path);
                }
            }
            Shape::Alloca => self.alloca(scope, inst, data),
            Shape::Load | Shape::Store => self.access(scope, inst, data),
            Shape::Gep => {
                self.flags(data.flags);
                self.put(" ");
                self.ty(data.ty);
                self.put(", ");
                self.typed_operands(scope, inst);
            }
            Shape::Fence | Shape::CmpXchg | Shape::AtomicRmw => self.atomic(scope, inst, data),
            Shape::VaArg => {
                self.put(" ");
                self.typed_operands(scope, inst);
                self.put(", ");
                self.result_type(scope, data);
            }
            Shape::LandingPad => self.landing_pad(scope, inst, data),
            Shape::FuncletPad => self.funclet_pad(scope, inst),
            Shape::Ret => {
                if data.operand_count() == 0 {
                    self.put(" void");
                } else {
                    self.put(" ");
                    self.typed_operands(scope, inst);
                }
            }
            Shape::Br | Shape::CondBr => {
                self.put(" ");
                self.typed_operands(scope, inst);
                if data.operand_count() > 0 {
                    self.put(", ");
                }
                self.labels(scope, data.edges());
            }
            Shape::Switch => self.switch(scope, inst, data),
            Shape::IndirectBr => {
                self.put(" ");
                self.typed_operands(scope, inst);
                self.put(", [");
                self.labels(scope, data.edges());
                self.put("]");
            }
            Shape::Unreachable => {}
            Shape::CleanupRet => {
                self.put(" from ");
                self.first_operand(scope, inst);
                self.unwind_clause(scope, data.edges().next());
            }
            Shape::CatchRet => {
                self.put(" from ");
                self.first_operand(scope, inst);
                self.put(" to ");
                self.labels(scope, data.edges());
            }
            Shape::CatchSwitch => self.catch_switch(scope, inst, data),
            // These never come here: `inst` takes them apart.
            Shape::Call | Shape::DebugRecord => {}
        }
    }

    /// Writes flags, each with a blank before it.
    pub(super) fn flags(&mut self, flags: Flags) {
        if flags.is_empty() {
            return;
        }
        for word in flags.words() {
            self.put(" ");
            self.put(word);
        }
    }

    fn result_type(&mut self, scope: Scope<'_>, data: &InstData) {
        let ty = data.result().map_or(data.ty, |result| scope.body.value_type(result));
        self.ty(ty);
    }

    fn first_operand(&mut self, scope: Scope<'_>, inst: Inst) {
        match scope.body.operands(inst).next() {
            Some(value) => self.bare_value(scope, value),
            None => self.missing_value(),
        }
    }

    /// ` T a, b`: the type is written once.
    fn same_type_operands(&mut self, scope: Scope<'_>, inst: Inst) {
        for (at, operand) in scope.body.operands(inst).enumerate() {
            if at == 0 {
                self.put(" ");
                self.typed_value(scope, operand);
            } else {
                self.put(", ");
                self.bare_value(scope, operand);
            }
        }
    }

    /// `T a, U b`.
    fn typed_operands(&mut self, scope: Scope<'_>, inst: Inst) {
        self.typed_list(scope, scope.body.operands(inst));
    }

    /// Values with their types, separated by commas.
    pub(super) fn typed_list(&mut self, scope: Scope<'_>, values: impl Iterator<Item = Value>) {
        for (at, value) in values.enumerate() {
            if at > 0 {
                self.put(", ");
            }
            self.typed_value(scope, value);
        }
    }

    /// Writes a value with its type.
    pub(super) fn typed_value(&mut self, scope: Scope<'_>, value: Value) {
        self.ty(scope.body.value_type(value));
        self.put(" ");
        self.bare_value(scope, value);
    }

    /// Writes a value without its type.
    pub(super) fn bare_value(&mut self, scope: Scope<'_>, value: Value) {
        match scope.body.value(value).def {
            ValueDef::Arg(_) | ValueDef::Param(_) | ValueDef::Inst(_) => self.local(scope, value),
            ValueDef::Const(id) => self.bare_const(id),
            ValueDef::Meta(meta) => self.meta(meta),
            ValueDef::Wrapped(index) => match scope.body.wrapped.get(index as usize) {
                // What is wrapped is an argument, a parameter, a result or a constant: this goes no
                // deeper.
                Some(Wrapped::Value(inner)) => self.wrapped_value(scope, *inner),
                Some(Wrapped::List(values)) => {
                    self.put("!DIArgList(");
                    for (at, &inner) in values.iter().enumerate() {
                        if at > 0 {
                            self.put(", ");
                        }
                        self.wrapped_value(scope, inner);
                    }
                    self.put(")");
                }
                None => self.missing_value(),
            },
            ValueDef::Undefined => self.missing_value(),
        }
    }

    fn wrapped_value(&mut self, scope: Scope<'_>, value: Value) {
        match scope.body.value(value).def {
            ValueDef::Wrapped(_) => self.missing_value(),
            ValueDef::Arg(_)
            | ValueDef::Param(_)
            | ValueDef::Inst(_)
            | ValueDef::Const(_)
            | ValueDef::Meta(_)
            | ValueDef::Undefined => self.typed_value(scope, value),
        }
    }

    /// `, 0, 1`.
    pub(super) fn index_path(&mut self, path: &[u32]) {
        for &index in path {
            self.put(", ");
            push_u64(&mut self.out, index.into());
        }
    }

    /// Labels of the targets of edges, separated by commas.
    pub(super) fn labels(&mut self, scope: Scope<'_>, edges: impl Iterator<Item = Edge>) {
        for (at, edge) in edges.enumerate() {
            if at > 0 {
                self.put(", ");
            }
            self.label(scope, scope.body.edge(edge).to);
        }
    }

    fn switch(&mut self, scope: Scope<'_>, inst: Inst, data: &InstData) {
        let body = scope.body;
        let (mut operands, mut edges) = (body.operands(inst), data.edges());
        self.put(" ");
        self.typed_list(scope, operands.by_ref().take(1));
        self.put(", ");
        self.labels(scope, edges.by_ref().take(1));
        self.put(" [");
        for (case, edge) in operands.zip(edges) {
            self.put("\n    ");
            self.typed_value(scope, case);
            self.put(", ");
            self.label(scope, body.edge(edge).to);
        }
        self.put("\n  ]");
    }

    fn alloca(&mut self, scope: Scope<'_>, inst: Inst, data: &InstData) {
        let body = scope.body;
        self.flags(data.flags);
        self.put(" ");
        self.ty(data.ty);
        for count in body.operands(inst) {
            let one = body.value_type(count) == Type::I32
                && body
                    .as_const(count)
                    .is_some_and(|id| self.ctx.constant(id).kind == ConstKind::Int(1));
            if !one {
                self.put(", ");
                self.typed_value(scope, count);
            }
        }
        self.align_clause(", align ", data.align());
        let space = match data.result().map(|result| self.ctx.kind(body.value_type(result))) {
            Some(TypeKind::Ptr(space)) => *space,
            _ => 0,
        };
        if space != 0 {
            self.put(", ");
            self.addrspace(space);
        }
    }

    /// `load` and `store`.
    fn access(&mut self, scope: Scope<'_>, inst: Inst, data: &InstData) {
        let atomic = scope.body.extra(inst).atomic().copied();
        if atomic.is_some() {
            self.put(" atomic");
        }
        self.flags(data.flags);
        self.put(" ");
        if data.opcode == Opcode::Load {
            self.result_type(scope, data);
            self.put(", ");
        }
        self.typed_operands(scope, inst);
        if let Some(info) = atomic {
            self.orderings(&info, false);
        }
        self.align_clause(", align ", data.align());
    }

    /// `fence`, `cmpxchg` and `atomicrmw`.
    fn atomic(&mut self, scope: Scope<'_>, inst: Inst, data: &InstData) {
        self.flags(data.flags);
        let Extra::Atomic(info) = scope.body.extra(inst) else { return self.missing_value() };
        if let Some(op) = info.op {
            self.put(" ");
            self.put(op.word());
        }
        if data.operand_count() > 0 {
            self.put(" ");
            self.typed_operands(scope, inst);
        }
        self.orderings(info, data.opcode == Opcode::CmpXchg);
        self.align_clause(", align ", data.align());
    }

    fn orderings(&mut self, info: &AtomicInfo, with_failure: bool) {
        if let Some(scope) = info.scope {
            self.put(" syncscope(");
            push_quoted(&mut self.out, self.ctx.bytes(scope));
            self.put(")");
        }
        let orderings: [Option<Ordering>; 2] =
            [Some(info.ordering), with_failure.then_some(info.failure)];
        for ordering in orderings.into_iter().flatten() {
            self.put(" ");
            self.put(ordering.word());
        }
    }

    fn landing_pad(&mut self, scope: Scope<'_>, inst: Inst, data: &InstData) {
        self.put(" ");
        self.result_type(scope, data);
        if data.flags.contains(Flags::CLEANUP) {
            self.put("\n          cleanup");
        }
        let filters: &[bool] = match scope.body.extra(inst) {
            Extra::Filters(filters) => filters,
            _ => &[],
        };
        for (at, clause) in scope.body.operands(inst).enumerate() {
            let filter = filters.get(at).copied().unwrap_or(false);
            self.put(if filter { "\n          filter " } else { "\n          catch " });
            self.typed_value(scope, clause);
        }
    }

    fn funclet_pad(&mut self, scope: Scope<'_>, inst: Inst) {
        let mut operands = scope.body.operands(inst);
        self.put(" within ");
        match operands.next_back() {
            Some(parent) => self.bare_value(scope, parent),
            None => self.missing_value(),
        }
        self.put(" [");
        self.typed_list(scope, operands);
        self.put("]");
    }

    fn catch_switch(&mut self, scope: Scope<'_>, inst: Inst, data: &InstData) {
        // The flag says that the last edge is no handler but where unwinding goes on.
        let unwind = data.edges().next_back().filter(|_| data.flags.contains(Flags::UNWIND_LABEL));
        let handlers = data.edges().len() - usize::from(unwind.is_some());
        self.put(" within ");
        self.first_operand(scope, inst);
        self.put(" [");
        self.labels(scope, data.edges().take(handlers));
        self.put("]");
        self.unwind_clause(scope, unwind);
    }

    fn unwind_clause(&mut self, scope: Scope<'_>, edge: Option<Edge>) {
        match edge {
            Some(edge) => {
                self.put(" unwind ");
                self.label(scope, scope.body.edge(edge).to);
            }
            None => self.put(" unwind to caller"),
        }
    }

    fn debug_record(&mut self, scope: Scope<'_>, inst: Inst) {
        let data = scope.body.inst(inst);
        self.put("    #dbg_");
        if let Extra::Record(kind) = scope.body.extra(inst) {
            self.out.extend_from_slice(self.ctx.bytes(*kind));
        }
        self.put("(");
        for (at, operand) in scope.body.operands(inst).enumerate() {
            if at > 0 {
                self.put(", ");
            }
            self.bare_value(scope, operand);
        }
        if let Some(debug) = data.debug.get() {
            self.put(", ");
            self.meta(debug);
        }
        self.put(")");
    }
}
