//! Intrinsics that are called without being declared.
//!
//! LLVM 19 and later declare such an intrinsic themselves, with the type of the call and the name
//! that belongs to that type ([`Declared`]). One called name may so become several functions. The
//! declarations are made at module level, before any body is read for good: functions have the same
//! ids then whether bodies are read at once, later or by several threads. To find the types, bodies
//! that mention such a name are read an extra time; they are rare.
//!
//! Attributes are those that the table of intrinsics knows. Words about parameters other than
//! `immarg` are left out: they would promise more, and what an intrinsic does with its pointers the
//! table says by itself.

use super::Reader;
use super::body::BodyParser;
use super::intrinsic_names::opaque_name;
use super::lexer::{Lexer, Tok, Token};
use super::parser::{Parse, Parser, name_bytes, quote};
use super::tables::Tables;
use tollgate_ir::{
    Attr, AttrKind, AttrSet, Context, Function, GlobalHeader, Name, Span, Type, TypeKind,
};
use tollgate_sem::intrinsics::{Declared, Intrinsic, Properties, Touches};

/// What every name of an intrinsic begins with.
const PREFIX: &[u8] = b"llvm.";

/// An intrinsic that a body calls, and that the module does not declare.
pub(crate) struct Implicit {
    /// The name that is called.
    called: Vec<u8>,
    /// The name that belongs to the type.
    name: Name,
    ty: Type,
    intrinsic: Intrinsic,
}

impl Parser<'_, '_> {
    /// Whether the token at hand names an intrinsic, known or not, that the module does not
    /// declare.
    pub(crate) fn at_undeclared_intrinsic(&self) -> bool {
        is_undeclared_intrinsic(self.ctx, self.tables, self.text, self.tok)
    }

    /// The function that a call of an undeclared intrinsic means.
    pub(crate) fn implicit_callee(&mut self, token: Token, ty: Type) -> Parse<Name> {
        let shown = quote(self.slice(token));
        let bytes = opaque_name(self.name_bytes(token));
        let Some(Declared { intrinsic, name }) = Declared::by_call(self.ctx, &bytes, ty) else {
            let known = Intrinsic::from_name(&bytes).is_some();
            let clause = if known { ", and no intrinsic with the type of this call" } else { "" };
            return self.fail(token, format!("{shown} is not defined in this module{clause}"));
        };
        let name = Name::Named(self.ctx.symbol(name.as_bytes()));
        if !self.tables.globals.contains(&name) && !self.tables.implicit.contains(&name) {
            match &mut self.implicit {
                Some(list) => list.push(Implicit { called: bytes.into(), name, ty, intrinsic }),
                None => return self.fail(token, format!("{shown} is not defined in this module")),
            }
        }
        Ok(name)
    }
}

impl Reader<'_> {
    /// Declares the intrinsics that bodies call and the module does not declare.
    pub(super) fn implicit_declarations(&mut self, ctx: &mut Context) {
        let mut calls: Vec<Implicit> = Vec::new();
        for (func, span) in self.unread_bodies() {
            if !mentions_undeclared_intrinsic(ctx, &self.tables, self.text, span) {
                continue;
            }
            let function = &self.module.functions[func];
            // What is wrong with the body is reported when it is read for good.
            let mut parser = Parser::new(self.text, span, ctx, &self.tables);
            parser.implicit = Some(Vec::new());
            BodyParser::new(
                &mut parser,
                function.ty,
                &function.param_names,
                span.of(self.text).len(),
            )
            .read();
            calls.extend(parser.implicit.unwrap_or_default());
        }
        // In LLVM's order: by the name that is called, later calls first.
        calls.reverse();
        calls.sort_by(|a, b| a.called.cmp(&b.called));
        for implicit in calls {
            if self.tables.implicit.insert(implicit.name) {
                let function = implicit.declaration(ctx, self.tables.program_space);
                self.module.add_function(function);
            }
        }
    }
}

impl Implicit {
    fn declaration(&self, ctx: &mut Context, program_space: u32) -> Function {
        let params = match ctx.kind(self.ty) {
            TypeKind::Function { params, .. } => params.len(),
            _ => 0,
        };
        let immediate = ctx.attr_set(&[Attr::Flag(AttrKind::ImmArg)]);
        let of_param =
            |at| if self.intrinsic.is_immediate(at) { immediate } else { AttrSet::EMPTY };
        let of_params: Vec<AttrSet> = (0..params).map(of_param).collect();
        let of_function = function_attrs(ctx, self.intrinsic);
        let header = GlobalHeader { addrspace: program_space, ..GlobalHeader::new(self.name) };
        Function {
            attrs: ctx.attr_list(of_function, AttrSet::EMPTY, &of_params),
            param_names: vec![None; params],
            ..Function::declaration(header, self.ty)
        }
    }
}

/// What the table knows of every call, as attributes.
fn function_attrs(ctx: &mut Context, intrinsic: Intrinsic) -> AttrSet {
    let Properties {
        touches,
        nocallback,
        nofree,
        nosync,
        nounwind,
        willreturn,
        noreturn,
        speculatable,
        convergent,
        // LLVM has no attribute for it.
        slots: _,
    } = intrinsic.properties();
    let flags = [
        (nocallback, AttrKind::NoCallback),
        (nofree, AttrKind::NoFree),
        (nosync, AttrKind::NoSync),
        (nounwind, AttrKind::NoUnwind),
        (willreturn, AttrKind::WillReturn),
        (noreturn, AttrKind::NoReturn),
        (speculatable, AttrKind::Speculatable),
        (convergent, AttrKind::Convergent),
    ];
    let mut attrs: Vec<Attr> =
        flags.into_iter().filter(|(holds, _)| *holds).map(|(_, kind)| Attr::Flag(kind)).collect();
    if touches != Touches::Anything {
        attrs.push(Attr::Memory(touches.effects()));
    }
    ctx.attr_set(&attrs)
}

/// Whether a body may mention an intrinsic that the module does not declare. Every `@` counts, also
/// one in a comment or a string, so that no mention is missed.
fn mentions_undeclared_intrinsic(
    ctx: &Context,
    tables: &Tables<'_>,
    text: &[u8],
    body: Span,
) -> bool {
    memchr::memchr_iter(b'@', body.of(text)).any(|at| {
        let span = Span { start: body.start + at as u32, end: body.end };
        is_undeclared_intrinsic(ctx, tables, text, Lexer::new(text, span).next())
    })
}

fn is_undeclared_intrinsic(ctx: &Context, tables: &Tables<'_>, text: &[u8], token: Token) -> bool {
    if token.kind != Tok::GlobalName {
        return false;
    }
    let raw = &token.span().of(text)[1..];
    // Nearly all names end here.
    if !raw.starts_with(PREFIX) && !raw.starts_with(b"\"") {
        return false;
    }
    let name = opaque_name(name_bytes(text, token));
    let declared =
        || ctx.find_symbol(&name).is_some_and(|it| tables.globals.contains(&Name::Named(it)));
    name.starts_with(PREFIX) && !declared()
}
