//! The rules of calls.

use super::body::Scope;
use super::{Verifier, ViolationKind};
use crate::{
    AttrList, CallInfo, Const, ConstKind, Extra, Flags, GlobalRef, Inst, InstData, Name, Opcode,
    Shape, Type, TypeKind, Value,
};

/// Conventions in which a callee's arguments may take more room than the caller's: `tailcc` and
/// `swifttailcc`.
const GUARANTEED_TAIL_CALLS: [u32; 2] = [18, 20];

impl Verifier<'_> {
    pub(super) fn call(
        &mut self,
        scope: Scope<'_>,
        inst: Inst,
        data: &InstData,
        types: &[Type],
        constants: &[Option<Const>],
        result: Option<Type>,
    ) {
        let Extra::Call(info) = scope.body.extra(inst) else { return };
        let TypeKind::Function { ret, params, vararg } = self.ctx.kind(data.ty) else {
            return self.report(ViolationKind::FunctionType { found: self.show(data.ty) });
        };
        self.result_type(*ret, result);
        let bundled: u64 = info.bundles.iter().map(|bundle| u64::from(bundle.operands)).sum();
        let expected = u64::from(info.args) + bundled + 1;
        if expected != types.len() as u64 {
            let expected = usize::try_from(expected).unwrap_or(usize::MAX);
            return self.report(ViolationKind::BundleOperands { expected, found: types.len() });
        }
        let args = &types[..info.args as usize];
        if args.len() < params.len() || args.len() > params.len() && !vararg {
            self.report(ViolationKind::ArgumentCount { expected: params.len(), found: args.len() });
        }
        for (index, (&found, &expected)) in args.iter().zip(params).enumerate() {
            if found != expected {
                let (expected, found) = (self.show(expected), self.show(found));
                self.report(ViolationKind::ArgumentType { index, expected, found });
            }
        }
        let callee_type = types[types.len() - 1];
        if !matches!(self.ctx.kind(callee_type), TypeKind::Ptr(_)) {
            self.report(ViolationKind::Callee { found: self.show(callee_type) });
        }
        let callee = constants[types.len() - 1];
        let name = self.callee(callee);
        let intrinsic = name.is_some_and(|name| self.is_intrinsic(name));
        if !intrinsic && params.contains(&Type::METADATA) {
            self.report(ViolationKind::MetadataArgument);
        }
        if intrinsic {
            self.intrinsic(name, data.ty, &constants[..args.len()]);
        }
        // Attributes of a call are not those of its callee, so that `immarg` has no place on it.
        self.attr_list(info.attrs, *ret, args, name.unwrap_or(Name::Numbered(0)));
        let tails = data.flags & Flags::TAIL_KINDS;
        if !tails.is_empty()
            && tails != Flags::TAIL
            && tails != Flags::MUSTTAIL
            && tails != Flags::NOTAIL
        {
            self.report(ViolationKind::TailKinds);
        }
        if data.flags.contains(Flags::MUSTTAIL) {
            self.must_tail(scope, inst, info, *ret, params, *vararg);
        }
    }

    /// Checks what is called, and gives its name if it is a global.
    fn callee(&mut self, callee: Option<Const>) -> Option<Name> {
        let id = callee?;
        match self.ctx.constant(id).kind {
            ConstKind::Asm(_) => None,
            ConstKind::Global(name) => {
                self.callee_constant(id);
                Some(name)
            }
            _ => {
                self.constant(id);
                None
            }
        }
    }

    /// The type of an intrinsic is its own, and some of its arguments are part of its name.
    fn intrinsic(&mut self, name: Option<Name>, ty: Type, args: &[Option<Const>]) {
        let Some(GlobalRef::Func(func)) = name.and_then(|name| self.module.lookup(name)) else {
            return;
        };
        let declared = self.module.functions[func].ty;
        if declared != ty {
            let (expected, found) = (self.show(declared), self.show(ty));
            self.report(ViolationKind::IntrinsicType { expected, found });
        }
        let attrs = self.module.functions[func].attrs;
        if attrs == AttrList::EMPTY {
            return;
        }
        for (index, arg) in args.iter().enumerate() {
            if !self.wants_immediate(attrs, index) {
                continue;
            }
            let number = arg.is_some_and(|id| {
                matches!(
                    self.ctx.constant(id).kind,
                    ConstKind::Int(_) | ConstKind::WideInt(_) | ConstKind::Float(..)
                )
            });
            if !number {
                self.report(ViolationKind::ImmArg { index });
            }
        }
    }

    fn must_tail(
        &mut self,
        scope: Scope<'_>,
        inst: Inst,
        info: &CallInfo,
        ret: Type,
        params: &[Type],
        vararg: bool,
    ) {
        let same = |a: Type, b: Type| a == b;
        if !is_returned(scope, inst) {
            self.report(ViolationKind::MustTail {
                expected: "be followed by a `ret` of its result",
            });
        }
        if vararg != scope.vararg {
            self.report(ViolationKind::MustTail {
                expected: "take variable arguments if its caller does",
            });
        }
        if !same(ret, scope.ret) {
            self.report(ViolationKind::MustTail { expected: "return what its caller returns" });
        }
        if info.convention != scope.function.convention {
            self.report(ViolationKind::MustTail {
                expected: "have its caller's calling convention",
            });
        }
        let fixed = !GUARANTEED_TAIL_CALLS.contains(&info.convention);
        let equal = params.len() == scope.params.len()
            && params.iter().zip(scope.params).all(|(&a, &b)| same(a, b));
        if fixed && !equal {
            self.report(ViolationKind::MustTail { expected: "take what its caller takes" });
        }
    }
}

/// Whether nothing comes between a call and the `ret` of its result but a `bitcast` of it and debug
/// records.
fn is_returned(scope: Scope<'_>, inst: Inst) -> bool {
    let body = scope.body;
    let mut value: Option<Value> = body.inst(inst).result();
    let mut next = body.next_inst(inst);
    while let Some(this) = next {
        let data = body.inst(this);
        match data.opcode {
            Opcode::BitCast if value.is_some() && body.operands(this).next() == value => {
                value = data.result()
            }
            Opcode::Ret => {
                let returned = body.operands(this).next();
                let undefined = returned.and_then(|value| body.as_const(value)).is_some();
                return returned.is_none() || returned == value || undefined;
            }
            opcode if opcode.shape() == Shape::DebugRecord => {}
            _ => return false,
        }
        next = body.next_inst(this);
    }
    false
}
