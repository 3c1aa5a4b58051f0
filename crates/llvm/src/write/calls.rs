//! `call`, `invoke` and `callbr` as text.

use super::Writer;
use super::functions::Scope;
use super::text::push_quoted;
use tollgate_ir::{AttrListData, CallInfo, Extra, Flags, Inst, Opcode, TypeKind, Value};

impl Writer<'_> {
    /// Writes a call from its first word to its last label.
    pub(super) fn call(&mut self, scope: Scope<'_>, inst: Inst) {
        let (ctx, body) = (self.ctx, scope.body);
        let data = body.inst(inst);
        let Extra::Call(call) = body.extra(inst) else { return self.missing_value() };
        let attrs = ctx.attr_list_data(call.attrs);
        for word in (data.flags & Flags::TAIL_KINDS).words() {
            self.put(word);
            self.put(" ");
        }
        self.put(data.opcode.word());
        self.flags(data.flags - Flags::TAIL_KINDS);
        self.put(" ");
        self.convention(call.convention);
        self.attrs_before(attrs.result);
        let mut operands = body.operands(inst);
        let callee = operands.next_back();
        self.call_addrspace(scope, callee);
        match ctx.kind(data.ty) {
            TypeKind::Function { ret, vararg: false, .. } => self.ty(*ret),
            _ => self.ty(data.ty),
        }
        self.put(" ");
        match callee {
            Some(callee) => self.bare_value(scope, callee),
            None => self.missing_value(),
        }
        self.put("(");
        self.arguments(scope, operands.by_ref().take(call.args as usize), attrs);
        if scope.vararg && data.flags.contains(Flags::MUSTTAIL) {
            self.put(if call.args > 0 { ", ..." } else { "..." });
        }
        self.put(")");
        self.function_attrs(attrs.function);
        self.bundles(scope, call, operands);
        let mut edges = data.edges();
        match data.opcode {
            Opcode::Invoke => {
                self.put("\n          to ");
                self.labels(scope, edges.by_ref().take(1));
                self.put(" unwind ");
                self.labels(scope, edges);
            }
            Opcode::CallBr => {
                self.put("\n          to ");
                self.labels(scope, edges.by_ref().take(1));
                self.put(" [");
                self.labels(scope, edges);
                self.put("]");
            }
            _ => {}
        }
    }

    fn call_addrspace(&mut self, scope: Scope<'_>, callee: Option<Value>) {
        let space = match callee.map(|callee| self.ctx.kind(scope.body.value_type(callee))) {
            Some(TypeKind::Ptr(space)) => *space,
            _ => 0,
        };
        if space != 0 || self.program_addrspace != 0 {
            self.addrspace(space);
            self.put(" ");
        }
    }

    fn arguments(
        &mut self,
        scope: Scope<'_>,
        args: impl Iterator<Item = Value>,
        attrs: &AttrListData,
    ) {
        for (at, arg) in args.enumerate() {
            if at > 0 {
                self.put(", ");
            }
            self.ty(scope.body.value_type(arg));
            self.attrs_behind(attrs.param(at));
            self.put(" ");
            self.bare_value(scope, arg);
        }
    }

    fn bundles(
        &mut self,
        scope: Scope<'_>,
        call: &CallInfo,
        mut operands: impl Iterator<Item = Value>,
    ) {
        if call.bundles.is_empty() {
            return;
        }
        self.put(" [ ");
        for (at, bundle) in call.bundles.iter().enumerate() {
            if at > 0 {
                self.put(", ");
            }
            push_quoted(&mut self.out, self.ctx.bytes(bundle.tag));
            self.put("(");
            self.typed_list(scope, operands.by_ref().take(bundle.operands as usize));
            self.put(")");
        }
        self.put(" ]");
    }
}
