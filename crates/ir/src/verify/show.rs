//! Types and names as they stand in messages: short.

use crate::{Context, Name, Type, TypeKind};
use std::fmt::Write;

/// How deep a type is shown.
const SHOWN_DEPTH: u32 = 4;
/// How many fields or parameters are shown.
const SHOWN_PARTS: usize = 8;

/// A type; parts of large ones are left out.
pub(super) fn show_type(ctx: &Context, ty: Type) -> String {
    let mut text = String::new();
    push_type(ctx, ty, SHOWN_DEPTH, &mut text);
    text
}

/// A name without its sigil.
pub(super) fn show_name(ctx: &Context, name: Name) -> String {
    ctx.name_text(name).into_owned()
}

fn push_type(ctx: &Context, ty: Type, depth: u32, text: &mut String) {
    if depth == 0 {
        text.push_str("...");
        return;
    }
    // Writing to a string cannot fail.
    let _ = match ctx.kind(ty) {
        TypeKind::Void => write!(text, "void"),
        TypeKind::Label => write!(text, "label"),
        TypeKind::Metadata => write!(text, "metadata"),
        TypeKind::Token => write!(text, "token"),
        TypeKind::X86Amx => write!(text, "x86_amx"),
        TypeKind::X86Mmx => write!(text, "x86_mmx"),
        TypeKind::Int(width) => write!(text, "i{width}"),
        TypeKind::Byte(width) => write!(text, "b{width}"),
        TypeKind::Float(float) => write!(text, "{}", float.word()),
        TypeKind::Ptr(0) => write!(text, "ptr"),
        TypeKind::Ptr(space) => write!(text, "ptr addrspace({space})"),
        TypeKind::Named { name, .. } => write!(text, "%{}", ctx.name_text(*name)),
        TypeKind::Target { name, .. } => write!(text, "target(\"{}\", ...)", ctx.text(*name)),
        TypeKind::Array { len, elem } => {
            let _ = write!(text, "[{len} x ");
            push_type(ctx, *elem, depth - 1, text);
            write!(text, "]")
        }
        TypeKind::Vector { len, scalable, elem } => {
            let _ = write!(text, "<{}{len} x ", if *scalable { "vscale x " } else { "" });
            push_type(ctx, *elem, depth - 1, text);
            write!(text, ">")
        }
        TypeKind::Struct { packed, fields } => {
            text.push_str(if *packed { "<{" } else { "{" });
            push_list(ctx, fields, depth, text);
            write!(text, "{}", if *packed { "}>" } else { "}" })
        }
        TypeKind::Function { ret, params, vararg } => {
            push_type(ctx, *ret, depth - 1, text);
            text.push_str(" (");
            push_list(ctx, params, depth, text);
            write!(text, "{}", if *vararg { ", ...)" } else { ")" })
        }
    };
}

fn push_list(ctx: &Context, types: &[Type], depth: u32, text: &mut String) {
    for (at, &ty) in types.iter().take(SHOWN_PARTS).enumerate() {
        if at > 0 {
            text.push_str(", ");
        }
        push_type(ctx, ty, depth - 1, text);
    }
    if types.len() > SHOWN_PARTS {
        text.push_str(", ...");
    }
}
