//! Nodes as text, for people: the operations of a node and of what it is made of, a few levels deep.

use crate::Graph;
use crate::node::{Node, Op};
use std::fmt::Write as _;
use tollgate_ir::{ConstKind, Context, FloatPredicate, IntPredicate, Opcode};
use tollgate_sem::Int;

/// How deep, and how much.
const MAX_DEPTH: u32 = 6;
const MAX_TEXT: usize = 2_000;

impl Graph {
    /// A node as a nested expression; what is deeper is named by its number.
    pub fn show(&self, ctx: &Context, node: Node) -> String {
        let mut out = String::new();
        self.write(ctx, node, MAX_DEPTH, &mut out);
        out
    }

    fn write(&self, ctx: &Context, node: Node, depth: u32, out: &mut String) {
        let node = self.find(node);
        let kids = self.kids(node);
        if !kids.is_empty() && (depth == 0 || out.len() > MAX_TEXT) {
            let _ = write!(out, "{node}");
            return;
        }
        let word = match self.op(node) {
            Op::Arg(index) => format!("%{index}"),
            Op::Const(id) => {
                let data = ctx.constant(*id);
                match (&data.kind, ctx.int_width(data.ty)) {
                    (ConstKind::Int(value), Some(width)) => match Int::new(width, *value).to_i64() {
                        Some(value) => value.to_string(),
                        None => value.to_string(),
                    },
                    (ConstKind::Global(tollgate_ir::Name::Named(name)), _) => format!("@{}", ctx.text(*name)),
                    (kind, _) => format!("{kind:?}"),
                }
            }
            Op::Apply(apply) => {
                let mut word = match apply.opcode {
                    Opcode::ICmp => {
                        format!("icmp.{}", IntPredicate::ALL[usize::from(apply.predicate)].word())
                    }
                    Opcode::FCmp => {
                        format!("fcmp.{}", FloatPredicate::ALL[usize::from(apply.predicate)].word())
                    }
                    Opcode::Call => apply.intrinsic.map_or("call", |it| it.word()).to_string(),
                    opcode => opcode.word().to_string(),
                };
                for flag in apply.flags.words() {
                    let _ = write!(word, " {flag}");
                }
                word
            }
            Op::Memory => "memory".into(),
            Op::Things => "objects".into(),
            Op::Nowhere => "nowhere".into(),
            Op::Gamma => format!("{node}:gamma"),
            Op::Mu { depth, .. } => {
                // What follows leads back here.
                let _ = write!(out, "(mu{depth}:{node} ");
                if depth > &0 && !kids.is_empty() {
                    self.write(ctx, kids[0], MAX_DEPTH.min(depth.saturating_sub(1)).min(1), out);
                    if let Some(&next) = kids.get(1) {
                        let _ = write!(out, " {}", self.find(next));
                    }
                }
                out.push(')');
                return;
            }
            Op::Eta { depth } => format!("eta{depth}"),
            Op::Ended { depth } => format!("ended{depth}"),
            Op::Load(_) => "load".into(),
            Op::Store(_) => "store".into(),
            Op::Fill { size } => format!("fill{size}"),
            Op::Copy { size } => format!("copy{size}"),
            Op::Place(access) => format!("place(align {})", access.align),
            Op::Event(event) => format!("{node}:event.{}", event.opcode.word()),
            Op::Result => "result".into(),
            Op::After => "after".into(),
            Op::Objects => "objects".into(),
            Op::Unwound => "unwound".into(),
            Op::Passed => "passed".into(),
            Op::Settled => "settled".into(),
            Op::Slot(slot) => format!("slot{}", slot.number),
            Op::Freeze { number, .. } => format!("freeze{number}"),
            Op::Opaque(side, inst, _) => format!("opaque({side:?} {inst})"),
            Op::Frame { depth } => format!("loop{depth}"),
            Op::Root(kind) => format!("{kind:?}"),
        };
        if kids.is_empty() {
            out.push_str(&word);
            return;
        }
        let _ = write!(out, "({word}");
        for &kid in kids {
            out.push(' ');
            self.write(ctx, kid, depth - 1, out);
        }
        out.push(')');
    }
}
