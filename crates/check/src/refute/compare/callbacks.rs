//! What a function passes on to a function that it calls back (`!callback`).
//!
//! Such a function does nothing with what it passes on: a pass that sees that the function called
//! back ignores an argument may pass anything. So these arguments, and the function itself, which
//! may have become another one, show no difference; nor does memory, which only the function called
//! back may read.

use crate::refute::pair::Pair;
use tollgate_ir::{ConstKind, Meta, MetaKind, Module, Name, Symbol, TypeKind};

/// What is passed on by a function that calls back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PassedOn {
    /// The argument is not, but others are.
    Others,
    /// The argument is, or may be.
    Argument,
}

impl Pair<'_> {
    /// Whether an argument of an external function is passed on, as either module says. None if
    /// neither says that the function calls back.
    pub(super) fn passed_on(&self, callee: Option<Symbol>, index: usize) -> Option<PassedOn> {
        let modules = [self.source.side.module, self.target.side.module];
        let said = modules.iter().filter_map(|module| self.passed_on_in(module, callee?, index));
        said.reduce(|a, b| match (a, b) {
            (PassedOn::Others, PassedOn::Others) => PassedOn::Others,
            (PassedOn::Argument, _) | (_, PassedOn::Argument) => PassedOn::Argument,
        })
    }

    fn passed_on_in(&self, module: &Module, callee: Symbol, index: usize) -> Option<PassedOn> {
        let function = &module.functions[module.function_named(Name::Named(callee))?];
        let named = |kind: &Symbol| self.ctx.bytes(*kind) == b"callback";
        let (_, meta) = function.header.attachments.iter().find(|(kind, _)| named(kind))?;
        let TypeKind::Function { params, .. } = self.ctx.kind(function.ty) else {
            return Some(PassedOn::Argument);
        };
        let fixed = params.len();
        let is_passed = |encoding: &Meta| {
            let parts = self.parts(module, *encoding)?;
            let (last, passed) = parts.split_last()?;
            let numbers: Option<Vec<u64>> = passed.iter().map(|&part| self.number(part)).collect();
            let variable = self.number(*last)? != 0 && index >= fixed;
            Some(variable || numbers?.contains(&(index as u64)))
        };
        // What cannot be read may say anything.
        let passed = self.parts(module, *meta).is_none_or(|encodings| {
            encodings.iter().any(|encoding| is_passed(encoding).unwrap_or(true))
        });
        Some(if passed { PassedOn::Argument } else { PassedOn::Others })
    }

    /// The operands of a node.
    fn parts(&self, module: &Module, meta: Meta) -> Option<Vec<Meta>> {
        let meta = match self.ctx.meta_kind(meta) {
            MetaKind::Slot(number) => module.metadata(*number)?.meta,
            MetaKind::Null
            | MetaKind::String(_)
            | MetaKind::Const(_)
            | MetaKind::Tuple(_)
            | MetaKind::Node { .. } => meta,
        };
        match self.ctx.meta_kind(meta) {
            MetaKind::Tuple(parts) => Some(parts.to_vec()),
            MetaKind::Null
            | MetaKind::Slot(_)
            | MetaKind::String(_)
            | MetaKind::Const(_)
            | MetaKind::Node { .. } => None,
        }
    }

    fn number(&self, meta: Meta) -> Option<u64> {
        let MetaKind::Const(id) = self.ctx.meta_kind(meta) else { return None };
        let ConstKind::Int(bits) = self.ctx.constant(*id).kind else { return None };
        Some(bits)
    }
}
