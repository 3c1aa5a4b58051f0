//! Nodes for people: a node and what it is made of, as text.
//!
//! ```text
//! term = word | number | "(" number ":" word term* ")"
//! ```
//!
//! A word alone is a node without operands. A number alone (`n12`) is a node that occurs elsewhere
//! in the term, around or before it, or else one that is left out: operands near the node are
//! shown, farther ones are not. Nodes keep the numbers that they have in the graph, so that terms
//! of one graph can be compared: equal numbers are the same node.

use crate::Graph;
use crate::limits::{MAX_SHOWN_NODES, MAX_SHOWN_WORD};
use crate::node::{Node, Op, Predicate};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use tollgate_ir::{Const, ConstKind, Context, Opcode, Type, TypeKind, float_bits};
use tollgate_sem::Int;

/// What is still to be written.
enum Piece {
    Node(Node),
    Close,
}

impl Graph {
    /// A node and the operands that are nearest to it, as text.
    pub fn show(&self, ctx: &Context, node: Node) -> String {
        let mut shown = self.nearest(node);
        let mut text = String::new();
        let mut stack = vec![Piece::Node(self.find(node))];
        while let Some(piece) = stack.pop() {
            let Piece::Node(node) = piece else {
                text.push(')');
                continue;
            };
            if !text.is_empty() {
                text.push(' ');
            }
            if self.operands(node).is_empty() {
                text += &self.word(ctx, node);
            } else if shown.remove(&node) {
                text += &format!("({node}:{}", self.word(ctx, node));
                stack.push(Piece::Close);
                let operands = self.operands(node).iter().rev();
                stack.extend(operands.map(|&operand| Piece::Node(self.find(operand))));
            } else {
                text += &node.to_string();
            }
        }
        text
    }

    /// The nodes with operands that are nearest to this one, itself among them.
    fn nearest(&self, node: Node) -> FxHashSet<Node> {
        let mut nearest: FxHashSet<Node> = FxHashSet::default();
        let mut queue = VecDeque::from([self.find(node)]);
        while let Some(node) = queue.pop_front() {
            if self.operands(node).is_empty()
                || nearest.len() >= MAX_SHOWN_NODES
                || !nearest.insert(node)
            {
                continue;
            }
            queue.extend(self.operands(node).iter().map(|&operand| self.find(operand)));
        }
        nearest
    }

    /// The operation of a node, in one word without blanks and parentheses.
    pub fn word(&self, ctx: &Context, node: Node) -> String {
        let node = self.find(node);
        let word = match self.op(node) {
            Op::Arg(index) => format!("%{index}"),
            Op::Const(id) => constant(ctx, *id),
            Op::Apply(apply) => {
                let mut word = match apply.opcode {
                    Opcode::Call => apply.intrinsic.map_or("call", |it| it.word()).to_string(),
                    opcode => opcode.word().to_string(),
                };
                match apply.predicate {
                    Predicate::None => {}
                    Predicate::Int(predicate) => word = format!("{word}.{}", predicate.word()),
                    Predicate::Float(predicate) => word = format!("{word}.{}", predicate.word()),
                }
                // The type of a cast.
                if let &[operand] = self.operands(node)
                    && self.ty(operand) != self.ty(node)
                {
                    word.push_str(&format!(".{}", ty(ctx, self.ty(node))));
                }
                for index in &apply.indices {
                    word.push_str(&format!(".{index}"));
                }
                for flag in apply.flags.words() {
                    word.push_str(&format!(".{flag}"));
                }
                word + suffix(apply.attached.is_empty())
            }
            Op::InitialMemory => "memory".into(),
            Op::InitialAllocations => "allocations".into(),
            Op::DontCare => "dont_care".into(),
            Op::Symbol { segment, index, .. } => format!("symbol{segment}.{index}"),
            Op::Gamma => "gamma".into(),
            Op::Mu { depth, .. } => format!("mu{depth}"),
            Op::Eta { depth } => format!("eta{depth}"),
            Op::Terminates { depth } => format!("terminates{depth}"),
            Op::Load(access) => {
                format!("load.{}{}", ty(ctx, access.ty), suffix(access.attached.is_empty()))
            }
            Op::Store(access) => {
                format!("store.{}{}", ty(ctx, access.ty), suffix(access.attached.is_empty()))
            }
            Op::Fill { size } => format!("fill{size}"),
            Op::Copy { size } => format!("copy{size}"),
            Op::Permission(access) => {
                format!("access.{}.align{}", ty(ctx, access.ty), access.align)
            }
            Op::Event(event) => format!("event.{}", event.opcode.word()),
            Op::Result => "result".into(),
            Op::MemoryAfter => "memory_after".into(),
            Op::AllocationsAfter => "allocations_after".into(),
            Op::Unwound => "unwound".into(),
            Op::Returned => "returned".into(),
            Op::Generalised => "generalised".into(),
            Op::Slot(slot) => format!("slot{}.{}", slot.number, ty(ctx, slot.ty)),
            Op::Freeze { number, .. } => format!("freeze{number}"),
            Op::Metadata(_) => "metadata".to_string(),
            Op::Opaque(side, inst, _) => format!("opaque.{side}.{inst}"),
            Op::Loop { depth } => format!("loop{depth}"),
            Op::Root(kind) => kind.to_string(),
        };
        clean(&word)
    }
}

/// A suffix where facts are attached.
fn suffix(nothing: bool) -> &'static str {
    if nothing { "" } else { ".attached" }
}

fn constant(ctx: &Context, id: Const) -> String {
    let data = ctx.constant(id);
    match (&data.kind, ctx.int_width(data.ty)) {
        (ConstKind::Int(value), Some(1)) => (*value != 0).to_string(),
        (ConstKind::Int(value), Some(width)) => match Int::new(width, *value).to_i64() {
            Some(value) => value.to_string(),
            None => value.to_string(),
        },
        (ConstKind::Float(bits, _), _) if ty(ctx, data.ty) == "double" => {
            format!("{:?}", f64::from_bits(*bits))
        }
        (ConstKind::Float(bits, _), _) if ty(ctx, data.ty) == "float" => {
            format!("{:?}", f32::from_bits(*bits as u32))
        }
        (ConstKind::Null, _) => "null".into(),
        (ConstKind::Zero, _) => "zero".into(),
        (ConstKind::Undef, _) => "undef".into(),
        (ConstKind::Poison, _) => "poison".into(),
        (ConstKind::Splat(lane), _) => format!("splat.{}", constant(ctx, *lane)),
        (ConstKind::Global(name), _) => format!("@{}", ctx.name_text(*name)),
        (ConstKind::Bytes(bytes), _) => format!("{:?}", String::from_utf8_lossy(bytes)),
        (ConstKind::WideInt(_) | ConstKind::Int(_), _) => "integer".into(),
        (ConstKind::Float(low, high), _) => {
            format!("0x{:x}", float_bits(*low, *high))
        }
        (ConstKind::NoneToken, _) => "none".into(),
        (ConstKind::Aggregate(elements), _) => {
            let elements: Vec<String> = elements.iter().map(|&it| constant(ctx, it)).collect();
            format!("[{}]", elements.join(","))
        }
        (ConstKind::BlockAddress { function, block }, _) => {
            format!("blockaddress.@{}.%{}", ctx.name_text(*function), ctx.name_text(*block))
        }
        (ConstKind::DsoLocalEquivalent(name), _) => {
            format!("dso_local_equivalent.@{}", ctx.name_text(*name))
        }
        (ConstKind::NoCfi(name), _) => format!("no_cfi.@{}", ctx.name_text(*name)),
        (ConstKind::PtrAuth(_), _) => "ptrauth".into(),
        (ConstKind::Asm(_), _) => "asm".into(),
        (ConstKind::Expr(expr), _) => expr.opcode.word().into(),
    }
}

/// A type in short.
fn ty(ctx: &Context, ty: Type) -> String {
    match ctx.kind(ty) {
        TypeKind::Int(width) => format!("i{width}"),
        TypeKind::Float(float) => float.word().to_string(),
        TypeKind::Ptr(_) => "ptr".into(),
        TypeKind::Named { name, .. } => format!("%{}", ctx.name_text(*name)),
        TypeKind::Array { len, .. } => format!("array{len}"),
        TypeKind::Vector { len, .. } => format!("vector{len}"),
        TypeKind::Struct { .. } => "struct".into(),
        TypeKind::Void
        | TypeKind::Label
        | TypeKind::Metadata
        | TypeKind::Token
        | TypeKind::X86Amx
        | TypeKind::X86Mmx
        | TypeKind::Byte(_)
        | TypeKind::Target { .. }
        | TypeKind::Function { .. } => "other".into(),
    }
}

/// A word without the characters that end one in a term.
fn clean(word: &str) -> String {
    let mut clean: String = word
        .chars()
        .take(MAX_SHOWN_WORD)
        .map(|it| if it.is_whitespace() || it.is_control() || "()".contains(it) { '_' } else { it })
        .collect();
    if word.chars().count() > MAX_SHOWN_WORD {
        clean.push('…');
    }
    clean
}
