//! Compiles calls: the callee, the attributes, and what can be evaluated before the call is
//! executed.

use super::super::calls::ArgSite;
use super::super::{CallSite, Callee, Op, Quick, Reg};
use super::Compiler;
use std::rc::Rc;
use tollgate_ir::{
    AttrKind, AttrList, AttrListData, AttrSet, CallInfo, Const, ConstKind, Extra, Flags, Inst,
    Type, TypeKind,
};
use tollgate_sem::call::{self, Kind};
use tollgate_sem::intrinsics::{CallShape, Meaning};

impl Compiler<'_, '_> {
    pub(super) fn call(&mut self, inst: Inst, dst: Reg) -> Result<Option<Op>, String> {
        let (body, data) = (self.body, self.body.inst(inst));
        let Extra::Call(info) = body.extra(inst) else {
            return Err("call without a signature".to_string());
        };
        let Some(callee_value) = body.callee(inst) else {
            return Err("call without a callee".to_string());
        };
        let TypeKind::Function { ret, .. } = self.ctx.kind(data.ty) else {
            return Err("call without a function type".to_string());
        };
        let mut callee = match body.as_const(callee_value) {
            Some(id) => self.callee(id).unwrap_or_else(|| Callee::Indirect(self.reg(callee_value))),
            None => Callee::Indirect(self.reg(callee_value)),
        };
        // Called with another type or convention, it is not what the table knows.
        if let Callee::Intrinsic(_, known) = &mut callee
            && call::intrinsic(self.ctx, body, inst).is_none()
        {
            *known = None;
        }
        if let Callee::Intrinsic(_, Some((intrinsic, _))) = &callee
            && intrinsic.meaning() == Meaning::Nothing
        {
            return Ok(None);
        }
        self.check_bundles(info, &callee)?;
        let site = self.ctx.attr_list_data(info.attrs);
        // Attributes on the declaration of an intrinsic are ignored.
        let declared = match callee {
            Callee::Direct(func) => self.module.functions[func].attrs,
            Callee::Intrinsic(..) | Callee::Indirect(_) | Callee::Asm => AttrList::EMPTY,
        };
        let declared = self.ctx.attr_list_data(declared);
        let has = |kind: AttrKind| {
            self.ctx.has_attr(site.function, kind) || self.ctx.has_attr(declared.function, kind)
        };
        let (no_unwind, no_return) = (has(AttrKind::NoUnwind), has(AttrKind::NoReturn));
        if has(AttrKind::ReturnsTwice) && !matches!(callee, Callee::Intrinsic(..)) {
            return Err("call of a function that returns twice".to_string());
        }
        let args = self.args(inst, &callee, site)?;
        let mut edges = data.edges();
        let edges = match (edges.next(), edges.next()) {
            (Some(normal), Some(unwind)) => Some((self.edge(normal), self.edge(unwind))),
            _ => None,
        };
        let result_type = *ret;
        let plain = edges.is_none()
            && !data.flags.intersects(Flags::NNAN | Flags::NINF | Flags::LEEWAY)
            && site.result == AttrSet::EMPTY
            && args.iter().all(|arg| arg.checks.nothing || arg.checks.only_noundef)
            && !self.has_value_metadata(inst);
        let quick = if plain { self.quick(&callee, &args) } else { None };
        let call = CallSite {
            callee,
            args: args.into(),
            dst,
            ty: data.ty,
            result_type,
            result: self.shape(result_type)?,
            convention: info.convention,
            result_checks: self.checks(site.result),
            site_attrs: site.function,
            site_list: info.attrs,
            no_unwind,
            no_return,
            has_value_metadata: self.has_value_metadata(inst),
            must_tail: data.flags.intersects(Flags::MUSTTAIL),
            tail: data.flags.intersects(Flags::TAIL | Flags::MUSTTAIL),
            edges,
            quick,
            flags: data.flags,
            inst,
        };
        let quick = call.quick.is_some();
        let number = self.code.calls.len() as u32;
        self.code.calls.push(call);
        Ok(Some(if quick {
            Op::QuickCall { site: number, dst }
        } else {
            Op::Call { site: number }
        }))
    }

    /// Refuses operand bundles that are not understood.
    fn check_bundles(&self, info: &CallInfo, callee: &Callee) -> Result<(), String> {
        for bundle in &info.bundles {
            let tag = self.ctx.bytes(bundle.tag);
            let understood = matches!(
                tag,
                b"align" | b"nonnull" | b"noundef" | b"dereferenceable" | b"clang.arc.attachedcall"
            ) || matches!(callee, Callee::Intrinsic(..));
            if !understood && !matches!(tag, b"kcfi" | b"deopt" | b"cold" | b"separate_storage") {
                return Err(format!("operand bundle \"{}\"", self.ctx.text(bundle.tag)));
            }
        }
        Ok(())
    }

    /// The arguments of a call with what is checked of them.
    fn args(
        &mut self,
        inst: Inst,
        callee: &Callee,
        site: &AttrListData,
    ) -> Result<Vec<ArgSite>, String> {
        let body = self.body;
        let mut args = Vec::new();
        for (index, value) in body.call_args(inst).enumerate() {
            let ty = body.value_type(value);
            if ty == Type::METADATA && !matches!(callee, Callee::Intrinsic(..)) {
                return Err("metadata as an argument".to_string());
            }
            // Attributes of the declaration are checked where the callee begins, if it has a body.
            let mut checks = self.checks(site.param(index));
            if matches!(callee, Callee::Intrinsic(..)) {
                checks = checks.without_dereferenceable();
            }
            args.push(ArgSite { reg: self.reg(value), ty, shape: self.shape(ty)?, checks });
        }
        Ok(args)
    }

    /// How an intrinsic is evaluated on plain words.
    fn quick(&self, callee: &Callee, args: &[ArgSite]) -> Option<Quick> {
        match (callee, args.first()) {
            (Callee::Intrinsic(_, Some((intrinsic, _))), Some(first)) => {
                Quick::of(*intrinsic, &first.shape)
                    .filter(|quick| self.fast_floats || matches!(quick, Quick::Int(..)))
            }
            _ => None,
        }
    }

    /// What a constant callee is, if it is known.
    fn callee(&mut self, id: Const) -> Option<Callee> {
        if let ConstKind::Asm(_) = self.ctx.constant(id).kind {
            return Some(Callee::Asm);
        }
        let func = call::function_named(self.ctx, self.module, id)?;
        let function = &self.module.functions[func];
        Some(match Kind::of(self.ctx, function) {
            Kind::Intrinsic(intrinsic) => {
                let shape = CallShape::of(self.ctx, function.ty).map(Rc::new);
                Callee::Intrinsic(func, Some((intrinsic, shape)))
            }
            Kind::UnknownIntrinsic => Callee::Intrinsic(func, None),
            Kind::Plain => Callee::Direct(func),
        })
    }
}
