//! Calls that the contract has no clause for, by name (§7.2).
//!
//! It is asked of the call, of the function it names, and of the function behind an alias: that
//! nobody may conclude anything from a declaration does not make what it says untrue.

use super::{Callee, Calls, Kind, Opaque, global_named};
use crate::intrinsics::{Intrinsic, RETURNS_TWICE};
use crate::world::attribute::{self, Position};
use crate::world::{Program, bundle, convention};
use tollgate_ir::{AttrKind, AttrList, Body, Const, Extra, Func, GlobalRef, Inst, Name};

/// Aliases of aliases that are followed.
const MAX_ALIASES: usize = 16;

impl Calls<'_> {
    /// What is not treated of a call that this program makes.
    pub fn refused(&self, body: &Body, inst: Inst, program: Program) -> Option<String> {
        let Extra::Call(call) = body.extra(inst) else { return None };
        let callee = self.callee(body, inst);
        match callee {
            // They look at how much is known of their operand: more defined is not more of the
            // same.
            Callee::Intrinsic(Intrinsic::IsConstant | Intrinsic::ObjectSize) => {
                return Some("`llvm.is.constant` or `llvm.objectsize`".to_string());
            }
            Callee::Opaque(Opaque::Intrinsic(func)) => {
                let what = Intrinsic::unsupported(self.name(func)).map(str::to_string);
                // Of the source, what is not known is an opaque call, which the target has to make
                // too.
                let unknown =
                    || self.unknown_intrinsic(func).filter(|_| program == Program::Target);
                if let Some(what) = what.or_else(unknown) {
                    return Some(what);
                }
            }
            // LLVM allows nobody to take its address.
            Callee::Pointer if self.is_behind_an_alias(body, inst) => {
                return Some("an alias of an intrinsic".to_string());
            }
            Callee::Intrinsic(_)
            | Callee::Opaque(Opaque::Assembly)
            | Callee::Function(_)
            | Callee::Library(..)
            | Callee::Pointer => {}
        }
        let is_assume = callee == Callee::Intrinsic(Intrinsic::Assume);
        let row = |tag| match is_assume {
            true => bundle::of_assumption(self.ctx.bytes(tag)),
            false => bundle::row(self.ctx.bytes(tag)),
        };
        let mut tags = call.bundles.iter().map(|bundle| bundle.tag);
        if let Some(tag) = tags.find(|&tag| row(tag).is_refused_in(program)) {
            return Some(match is_assume {
                true => format!("an assumption of `{}`", self.ctx.text(tag)),
                false => "an operand bundle".to_string(),
            });
        }
        if convention::row(call.convention).is_refused_in(program) {
            return Some("a calling convention that is not known".to_string());
        }
        // Of an intrinsic of the table the text of the declaration counts for nothing.
        let declared = match callee {
            Callee::Intrinsic(_) => AttrList::EMPTY,
            Callee::Opaque(_) | Callee::Function(_) | Callee::Library(..) | Callee::Pointer => {
                self.said_by_callee(body, inst)
            }
        };
        attribute::refused(self.ctx, call.attrs, Position::CallSite, program)
            .or_else(|| attribute::refused(self.ctx, declared, Position::Declaration, program))
            .map(|attr| format!("the attribute `{}`", attribute::word(self.ctx, &attr)))
    }

    /// What an intrinsic is of which nothing is known. Those of which is known that they are no
    /// more than opaque calls are not among them.
    fn unknown_intrinsic(&self, func: Func) -> Option<String> {
        let name = self.name(func);
        let text = String::from_utf8_lossy(name);
        match Kind::of(self.ctx, &self.module.functions[func]) {
            Kind::Intrinsic(_) => Some(format!("`{text}`, called with another type or convention")),
            Kind::UnknownIntrinsic | Kind::Plain if Intrinsic::is_opaque_call(name) => None,
            Kind::UnknownIntrinsic | Kind::Plain => {
                Some(format!("`{text}`, an intrinsic that is not known"))
            }
        }
    }

    /// Whether a call goes to an intrinsic through an alias.
    fn is_behind_an_alias(&self, body: &Body, inst: Inst) -> bool {
        let behind = body.callee(inst).and_then(|value| self.behind(body.as_const(value)?));
        behind.is_some_and(|func| match Kind::of(self.ctx, &self.module.functions[func]) {
            Kind::Intrinsic(_) | Kind::UnknownIntrinsic => true,
            Kind::Plain => false,
        })
    }

    /// The attributes of what is called, also through an alias.
    fn said_by_callee(&self, body: &Body, inst: Inst) -> AttrList {
        let behind = body.callee(inst).and_then(|value| self.behind(body.as_const(value)?));
        behind.map_or(AttrList::EMPTY, |func| self.module.functions[func].attrs)
    }

    /// Whether the call, or the function that it calls, also through an alias, says one of these
    /// attributes.
    fn says(&self, body: &Body, inst: Inst, kinds: &[AttrKind]) -> bool {
        let Extra::Call(call) = body.extra(inst) else { return false };
        [call.attrs, self.said_by_callee(body, inst)].into_iter().any(|attrs| {
            let set = self.ctx.attr_list_data(attrs).function;
            kinds.iter().any(|&kind| self.ctx.has_attr(set, kind))
        })
    }

    /// Whether a call may return twice.
    pub fn returns_twice(&self, body: &Body, inst: Inst) -> bool {
        let is_known = || match self.callee(body, inst) {
            Callee::Opaque(Opaque::Intrinsic(func)) => {
                Intrinsic::unsupported(self.name(func)) == Some(RETURNS_TWICE)
            }
            Callee::Opaque(Opaque::Assembly)
            | Callee::Intrinsic(_)
            | Callee::Function(_)
            | Callee::Library(..)
            | Callee::Pointer => false,
        };
        self.says(body, inst, &[AttrKind::ReturnsTwice]) || is_known()
    }

    /// Whether a call must not be copied: it says so, or what is copied with it is not known.
    pub fn must_stay_alone(&self, body: &Body, inst: Inst) -> bool {
        let is_bound = match self.callee(body, inst) {
            Callee::Intrinsic(intrinsic) => intrinsic.properties().convergent,
            Callee::Opaque(Opaque::Intrinsic(func)) => !Intrinsic::is_opaque_call(self.name(func)),
            Callee::Opaque(Opaque::Assembly)
            | Callee::Function(_)
            | Callee::Library(..)
            | Callee::Pointer => false,
        };
        is_bound || self.says(body, inst, &[AttrKind::NoDuplicate, AttrKind::Convergent])
    }

    fn name(&self, func: Func) -> &[u8] {
        match self.module.functions[func].header.name {
            Name::Named(name) => self.ctx.bytes(name),
            Name::Numbered(_) => b"",
        }
    }

    /// The function that a constant is the address of, also through aliases.
    fn behind(&self, constant: Const) -> Option<Func> {
        let mut at = constant;
        for _ in 0..MAX_ALIASES {
            match self.module.lookup(global_named(self.ctx, at)?)? {
                GlobalRef::Func(func) => return Some(func),
                GlobalRef::Var(_) => return None,
                GlobalRef::Alias(alias) => {
                    let alias = &self.module.aliases[alias];
                    if alias.ifunc {
                        return None;
                    }
                    at = alias.target;
                }
            }
        }
        None
    }
}
