//! Volatile fills and copies: `llvm.memset`, `llvm.memcpy` and `llvm.memmove` with the volatile
//! flag.
//!
//! The language reference does not say how many accesses such a call makes, and of which size, so
//! it is not an observation. Runs with different ones cannot be distinguished by their
//! observations: one may be a sequence of volatile accesses of the other. So both runs of a
//! refutation must make the same ones, in the same order.

use tollgate_exec::trace::Step;
use tollgate_exec::value::Val;
use tollgate_ir::{Context, Module};
use tollgate_sem::call;
use tollgate_sem::intrinsics::Intrinsic;

/// A volatile fill or copy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::refute) struct Fill {
    intrinsic: Intrinsic,
    args: Vec<Val>,
}

/// Whether a call of an intrinsic is a volatile fill or copy. (Element-wise atomic ones are never
/// volatile.)
pub(super) fn is_volatile(intrinsic: Intrinsic, args: &[Val]) -> bool {
    let fills = matches!(
        intrinsic,
        Intrinsic::MemCpy
            | Intrinsic::MemCpyInline
            | Intrinsic::MemMove
            | Intrinsic::MemSet
            | Intrinsic::MemSetInline
    );
    fills && args.get(2) != Some(&Val::Bits(0)) && args.get(3) == Some(&Val::Bits(1))
}

impl Fill {
    /// The volatile fill or copy of a step, if it is one.
    pub(super) fn of(ctx: &Context, module: &Module, step: &Step<'_>) -> Option<Self> {
        let body = module.functions[step.func].body()?;
        let intrinsic = call::intrinsic(ctx, body, step.inst)?;
        let args: Vec<Val> = body
            .call_args(step.inst)
            .map(|value| step.registers.get(value).cloned().unwrap_or(Val::Poison))
            .collect();
        is_volatile(intrinsic, &args).then_some(Self { intrinsic, args })
    }
}
