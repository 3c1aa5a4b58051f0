//! Small functions as data that is easy to make at random, to rewrite and to print: what the pairs
//! of the audit are made of.
//!
//! A [`Function`] is in SSA form if [`Function::is_well_formed`] says so; rewrites may break it and
//! are then dropped. Values and blocks are named by numbers that stay when others come and go.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::sync::Arc;

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Type {
    Int(u32),
    /// A pointer into this address space.
    Ptr(u32),
    Half,
    Float,
    /// A vector of this many integers of this width.
    Vector(u32, u32),
    /// A struct of two integers of these widths.
    Pair(u32, u32),
}

impl Type {
    pub const BOOL: Type = Type::Int(1);

    /// The width of an integer.
    pub fn width(self) -> Option<u32> {
        match self {
            Type::Int(width) => Some(width),
            Type::Ptr(_) | Type::Half | Type::Float | Type::Vector(..) | Type::Pair(..) => None,
        }
    }

    /// As intrinsics name it.
    fn suffix(self) -> String {
        match self {
            Type::Int(width) => format!("i{width}"),
            Type::Ptr(space) => format!("p{space}"),
            Type::Half => "f16".to_owned(),
            Type::Float => "f32".to_owned(),
            Type::Vector(lanes, width) => format!("v{lanes}i{width}"),
            Type::Pair(a, b) => format!("sl_i{a}i{b}s"),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Type::Int(width) => write!(f, "i{width}"),
            Type::Ptr(0) => f.write_str("ptr"),
            Type::Ptr(space) => write!(f, "ptr addrspace({space})"),
            Type::Half => f.write_str("half"),
            Type::Float => f.write_str("float"),
            Type::Vector(lanes, width) => write!(f, "<{lanes} x i{width}>"),
            Type::Pair(a, b) => write!(f, "{{ i{a}, i{b} }}"),
        }
    }
}

/// A value of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Id(pub u32);

/// A block of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Label(pub u32);

impl Label {
    pub const ENTRY: Label = Label(0);
}

/// What an instruction works on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    Value(Id),
    Int(u64),
    Undef,
    Poison,
    /// A constant as it is written.
    Text(Arc<str>),
}

impl Operand {
    pub fn text(text: &str) -> Self {
        Operand::Text(text.into())
    }

    pub fn id(&self) -> Option<Id> {
        match self {
            Operand::Value(id) => Some(*id),
            Operand::Int(_) | Operand::Undef | Operand::Poison | Operand::Text(_) => None,
        }
    }

    fn write(&self, ty: Type, out: &mut String) {
        let _ = match self {
            Operand::Value(id) => write!(out, "%v{}", id.0),
            Operand::Int(value) => match ty {
                Type::Int(1) => write!(out, "{}", value & 1 == 1),
                Type::Int(width) => write!(out, "{}", signed(*value, width)),
                // Zero is the one number that all other types have.
                Type::Ptr(_) => write!(out, "null"),
                Type::Half | Type::Float => write!(out, "{}.0", value & 7),
                Type::Vector(..) | Type::Pair(..) => write!(out, "zeroinitializer"),
            },
            Operand::Undef => write!(out, "undef"),
            Operand::Poison => write!(out, "poison"),
            Operand::Text(text) => write!(out, "{text}"),
        };
    }
}

/// The low bits of a number, read as a signed one.
fn signed(value: u64, width: u32) -> i64 {
    let shift = 64 - width.min(64);
    ((value << shift) as i64) >> shift
}

/// Flags of an instruction, as bits; the names are in the order in which they are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Flags(pub u16);

/// Of `abs`, `ctlz` and `cttz`: the smallest number or zero gives poison.
pub const POISON_FLAG: &str = "p";

const FLAG_NAMES: [&str; 14] = [
    "nuw",
    "nsw",
    "exact",
    "disjoint",
    "nneg",
    "samesign",
    "inbounds",
    "nusw",
    "nnan",
    "ninf",
    "nsz",
    "volatile",
    POISON_FLAG,
    "noundef",
];

impl Flags {
    /// The flag of this name.
    pub fn of(name: &str) -> Flags {
        Flags(FLAG_NAMES.iter().position(|&it| it == name).map_or(0, |at| 1 << at))
    }

    pub fn has(self, name: &str) -> bool {
        self.0 & Flags::of(name).0 != 0
    }

    pub fn with(self, name: &str) -> Flags {
        Flags(self.0 | Flags::of(name).0)
    }

    pub fn names(self) -> impl Iterator<Item = &'static str> {
        FLAG_NAMES
            .into_iter()
            .enumerate()
            .filter(move |(at, _)| self.0 >> at & 1 == 1)
            .map(|(_, name)| name)
    }
}

/// A function that is called and that the text before the functions declares or defines.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Callee {
    pub name: &'static str,
    /// Whether it may be moved, doubled and left out: it does nothing but compute.
    pub pure: bool,
}

/// What an instruction does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    Binary(&'static str),
    Icmp(&'static str),
    Fcmp(&'static str),
    Unary(&'static str),
    Cast(&'static str),
    Select,
    Freeze,
    /// `llvm.NAME` of the type of its first operand.
    Intrinsic(&'static str),
    /// `llvm.NAME`, the whole name given, with immediate arguments after the others.
    Special(&'static str, &'static str),
    Call(&'static Callee),
    Load,
    Store,
    /// An element of this type; the operands are the pointer and the index.
    Gep(&'static str),
    Alloca(&'static str),
    ExtractValue(u32),
    InsertValue(u32),
    ExtractElement,
    InsertElement,
    Shuffle(Arc<str>),
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Inst {
    /// None if it gives nothing.
    pub id: Option<Id>,
    /// Of the result.
    pub ty: Type,
    pub op: Op,
    pub flags: Flags,
    pub operands: Vec<(Type, Operand)>,
}

impl Inst {
    /// Whether it is a division, which is undefined for some operands.
    pub fn divides(&self) -> bool {
        matches!(self.op, Op::Binary("udiv" | "sdiv" | "urem" | "srem"))
    }

    /// Whether it does nothing but compute, for all operands.
    pub fn is_pure(&self) -> bool {
        match &self.op {
            Op::Binary(_) => !self.divides(),
            Op::Call(callee) => callee.pure,
            Op::Special(..) | Op::Load | Op::Store | Op::Alloca(_) => false,
            Op::Icmp(_) | Op::Fcmp(_) | Op::Unary(_) | Op::Cast(_) | Op::Select | Op::Freeze => {
                true
            }
            Op::Intrinsic(_) | Op::Gep(_) | Op::ExtractValue(_) | Op::InsertValue(_) => true,
            Op::ExtractElement | Op::InsertElement | Op::Shuffle(_) => true,
        }
    }

    /// Whether it chooses, so that done twice it may give two values: `freeze`, and operations that
    /// may give a NaN.
    pub fn chooses(&self) -> bool {
        let float = matches!(self.ty, Type::Half | Type::Float);
        self.op == Op::Freeze
            || float
                && matches!(
                    self.op,
                    Op::Binary(_) | Op::Cast("fptrunc" | "fpext") | Op::Intrinsic(_)
                )
    }

    /// Whether it may be deleted if its result is unused.
    pub fn may_go(&self) -> bool {
        self.is_pure() || self.divides() || matches!(self.op, Op::Alloca(_)) || self.is_plain_load()
    }

    pub fn is_plain_load(&self) -> bool {
        self.op == Op::Load && !self.flags.has("volatile")
    }

    fn write(&self, out: &mut String, declarations: &mut BTreeSet<String>) {
        out.push_str("  ");
        if let Some(id) = self.id {
            let _ = write!(out, "%v{} = ", id.0);
        }
        let flags = |out: &mut String| {
            for name in self.flags.names().filter(|&name| name != POISON_FLAG && name != "noundef")
            {
                let _ = write!(out, "{name} ");
            }
        };
        let operand = |at: usize, out: &mut String| {
            let (ty, operand) = &self.operands[at];
            operand.write(*ty, out);
        };
        let typed = |at: usize, out: &mut String| {
            let _ = write!(out, "{} ", self.operands[at].0);
            operand(at, out);
        };
        let list = |out: &mut String| {
            for at in 0..self.operands.len() {
                out.push_str(if at == 0 { "" } else { ", " });
                typed(at, out);
            }
        };
        match &self.op {
            Op::Binary(name) | Op::Icmp(name) | Op::Fcmp(name) | Op::Unary(name) => {
                match &self.op {
                    Op::Icmp(_) => out.push_str("icmp "),
                    Op::Fcmp(_) => out.push_str("fcmp "),
                    _ => {
                        let _ = write!(out, "{name} ");
                    }
                }
                flags(out);
                if matches!(self.op, Op::Icmp(_) | Op::Fcmp(_)) {
                    let _ = write!(out, "{name} ");
                }
                typed(0, out);
                if self.operands.len() > 1 {
                    out.push_str(", ");
                    operand(1, out);
                }
            }
            Op::Cast(name) => {
                let _ = write!(out, "{name} ");
                flags(out);
                typed(0, out);
                let _ = write!(out, " to {}", self.ty);
            }
            Op::Select => {
                out.push_str("select ");
                flags(out);
                list(out);
            }
            Op::Freeze => {
                out.push_str("freeze ");
                typed(0, out);
            }
            Op::Intrinsic(name) => {
                let first = self.operands[0].0;
                let types: Vec<String> =
                    self.operands.iter().map(|(ty, _)| ty.to_string()).collect();
                let immediate = matches!(*name, "abs" | "ctlz" | "cttz");
                let full = format!("llvm.{name}.{}", first.suffix());
                let more = if immediate { ", i1 immarg" } else { "" };
                declarations.insert(format!(
                    "declare {} @{full}({}{more})",
                    self.ty,
                    types.join(", ")
                ));
                let _ = write!(out, "call ");
                flags(out);
                let _ = write!(out, "{} @{full}(", self.ty);
                list(out);
                if immediate {
                    let _ = write!(out, ", i1 {}", self.flags.has(POISON_FLAG));
                }
                out.push(')');
            }
            Op::Special(name, immediates) => {
                let _ = write!(out, "call void @{name}(");
                list(out);
                let _ = write!(out, "{immediates})");
            }
            Op::Call(callee) => {
                let ty = if self.id.is_some() { self.ty.to_string() } else { "void".to_owned() };
                let _ = write!(out, "call {ty} @{}(", callee.name);
                list(out);
                out.push(')');
            }
            Op::Load => {
                out.push_str("load ");
                flags(out);
                let _ = write!(out, "{}, ", self.ty);
                list(out);
                out.push_str(", align 1");
            }
            Op::Store => {
                out.push_str("store ");
                flags(out);
                list(out);
                out.push_str(", align 1");
            }
            Op::Gep(element) => {
                out.push_str("getelementptr ");
                flags(out);
                let _ = write!(out, "{element}, ");
                list(out);
            }
            Op::Alloca(ty) => {
                let _ = write!(out, "alloca {ty}, align 8");
                if let Type::Ptr(space @ 1..) = self.ty {
                    let _ = write!(out, ", addrspace({space})");
                }
            }
            Op::ExtractValue(at) => {
                out.push_str("extractvalue ");
                list(out);
                let _ = write!(out, ", {at}");
            }
            Op::InsertValue(at) => {
                out.push_str("insertvalue ");
                list(out);
                let _ = write!(out, ", {at}");
            }
            Op::ExtractElement => {
                out.push_str("extractelement ");
                list(out);
            }
            Op::InsertElement => {
                out.push_str("insertelement ");
                list(out);
            }
            Op::Shuffle(mask) => {
                out.push_str("shufflevector ");
                list(out);
                let _ = write!(out, ", {mask}");
            }
        }
        out.push('\n');
    }
}

/// A value that depends on where control came from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Phi {
    pub id: Id,
    pub ty: Type,
    pub incoming: Vec<(Label, Operand)>,
}

impl Phi {
    pub fn from(&self, block: Label) -> Option<&Operand> {
        self.incoming.iter().find(|(from, _)| *from == block).map(|(_, operand)| operand)
    }
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Terminator {
    Return(Operand),
    Jump(Label),
    Branch(Operand, Label, Label),
    Switch { ty: Type, on: Operand, default: Label, cases: Vec<(u64, Label)> },
    Unreachable,
}

impl Terminator {
    pub fn successors(&self) -> Vec<Label> {
        match self {
            Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
            Terminator::Jump(to) => vec![*to],
            Terminator::Branch(_, yes, no) => vec![*yes, *no],
            Terminator::Switch { default, cases, .. } => {
                std::iter::once(*default).chain(cases.iter().map(|case| case.1)).collect()
            }
        }
    }

    pub fn successors_mut(&mut self) -> Vec<&mut Label> {
        match self {
            Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
            Terminator::Jump(to) => vec![to],
            Terminator::Branch(_, yes, no) => vec![yes, no],
            Terminator::Switch { default, cases, .. } => {
                std::iter::once(default).chain(cases.iter_mut().map(|case| &mut case.1)).collect()
            }
        }
    }

    pub fn operand_mut(&mut self) -> Option<&mut Operand> {
        match self {
            Terminator::Return(operand)
            | Terminator::Branch(operand, ..)
            | Terminator::Switch { on: operand, .. } => Some(operand),
            Terminator::Jump(_) | Terminator::Unreachable => None,
        }
    }

    pub fn operand(&self) -> Option<&Operand> {
        match self {
            Terminator::Return(operand)
            | Terminator::Branch(operand, ..)
            | Terminator::Switch { on: operand, .. } => Some(operand),
            Terminator::Jump(_) | Terminator::Unreachable => None,
        }
    }
}

/// A block.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Block {
    pub label: Label,
    pub phis: Vec<Phi>,
    pub insts: Vec<Inst>,
    pub end: Terminator,
}

impl Block {
    pub fn new(label: Label) -> Self {
        Block { label, phis: Vec::new(), insts: Vec::new(), end: Terminator::Unreachable }
    }
}

/// A parameter.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Param {
    pub id: Id,
    pub ty: Type,
    /// Attributes as they are written.
    pub attrs: &'static str,
}

impl Param {
    pub fn is_noundef(&self) -> bool {
        self.attrs.contains("noundef")
    }
}

/// A function. The first block is the entry.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Function {
    pub params: Vec<Param>,
    pub result: Type,
    pub blocks: Vec<Block>,
    /// The next number that no value and no block has.
    pub next: u32,
}

impl Function {
    pub fn new(params: Vec<Param>, result: Type, next: u32) -> Self {
        Function { params, result, blocks: Vec::new(), next }
    }

    pub fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    pub fn block(&self, label: Label) -> Option<&Block> {
        self.blocks.iter().find(|block| block.label == label)
    }

    pub fn block_mut(&mut self, label: Label) -> Option<&mut Block> {
        self.blocks.iter_mut().find(|block| block.label == label)
    }

    pub fn predecessors(&self, label: Label) -> Vec<Label> {
        let leads = |block: &&Block| block.end.successors().contains(&label);
        self.blocks.iter().filter(leads).map(|block| block.label).collect()
    }

    /// How many instructions and phis it has.
    pub fn size(&self) -> usize {
        self.blocks.iter().map(|block| 1 + block.phis.len() + block.insts.len()).sum()
    }

    /// The blocks that can be reached, each with those that dominate it, itself included, as places
    /// in the list.
    pub fn dominators(&self) -> Vec<Option<BTreeSet<usize>>> {
        let place = |label: Label| self.blocks.iter().position(|block| block.label == label);
        let successors: Vec<Vec<usize>> = self
            .blocks
            .iter()
            .map(|block| block.end.successors().into_iter().filter_map(place).collect())
            .collect();
        let mut found: Vec<Option<BTreeSet<usize>>> = vec![None; self.blocks.len()];
        found[0] = Some(BTreeSet::from([0]));
        let mut changed = true;
        while changed {
            changed = false;
            for from in 0..self.blocks.len() {
                let Some(above) = found[from].clone() else { continue };
                for &to in &successors[from] {
                    let mut next: BTreeSet<usize> = match &found[to] {
                        Some(known) => known.intersection(&above).copied().collect(),
                        None => above.clone(),
                    };
                    next.insert(to);
                    if to == 0 {
                        next = BTreeSet::from([0]);
                    }
                    if found[to].as_ref() != Some(&next) {
                        found[to] = Some(next);
                        changed = true;
                    }
                }
            }
        }
        found
    }

    /// The values that may be used in front of instruction `at` of the block at a place of the
    /// list, the latest last.
    pub fn scope(&self, place: usize, at: usize) -> Vec<(Id, Type)> {
        let dominators = self.dominators();
        self.scope_with(&dominators, place, at)
    }

    pub fn scope_with(
        &self,
        dominators: &[Option<BTreeSet<usize>>],
        place: usize,
        at: usize,
    ) -> Vec<(Id, Type)> {
        let mut scope: Vec<(Id, Type)> =
            self.params.iter().map(|param| (param.id, param.ty)).collect();
        let own = BTreeSet::from([place]);
        let above = dominators[place].as_ref().unwrap_or(&own);
        for (index, block) in
            self.blocks.iter().enumerate().filter(|(index, _)| above.contains(index))
        {
            scope.extend(block.phis.iter().map(|phi| (phi.id, phi.ty)));
            let count = if index == place { at.min(block.insts.len()) } else { block.insts.len() };
            scope.extend(block.insts[..count].iter().filter_map(|inst| Some((inst.id?, inst.ty))));
        }
        scope
    }

    /// Whether it is in SSA form, every block can be reached, and phis name exactly the
    /// predecessors.
    pub fn is_well_formed(&self) -> bool {
        let dominators = self.dominators();
        if dominators.iter().any(Option::is_none)
            || !self.predecessors(self.blocks[0].label).is_empty()
        {
            return false;
        }
        let known = |scope: &[(Id, Type)], operand: &Operand, ty: Option<Type>| match operand.id() {
            None => true,
            Some(id) => scope
                .iter()
                .any(|&(other, other_ty)| id == other && ty.is_none_or(|ty| ty == other_ty)),
        };
        for (place, block) in self.blocks.iter().enumerate() {
            let successors = block.end.successors();
            let labels: BTreeSet<Label> = successors.iter().copied().collect();
            if labels.iter().any(|&label| self.block(label).is_none()) {
                return false;
            }
            // An edge twice would need its phis twice.
            let doubled = |label: Label| successors.iter().filter(|&&it| it == label).count() > 1;
            let has_phis =
                |label: Label| self.block(label).is_some_and(|block| !block.phis.is_empty());
            if labels.iter().any(|&label| doubled(label) && has_phis(label)) {
                return false;
            }
            let predecessors: BTreeSet<Label> =
                self.predecessors(block.label).into_iter().collect();
            for phi in &block.phis {
                let named: BTreeSet<Label> = phi.incoming.iter().map(|(from, _)| *from).collect();
                if named != predecessors || named.len() != phi.incoming.len() {
                    return false;
                }
                for (from, operand) in &phi.incoming {
                    let Some(at) = self.blocks.iter().position(|block| block.label == *from) else {
                        return false;
                    };
                    if !known(&self.scope_with(&dominators, at, usize::MAX), operand, Some(phi.ty))
                    {
                        return false;
                    }
                }
            }
            let mut scope = self.scope_with(&dominators, place, 0);
            for inst in &block.insts {
                if !inst.operands.iter().all(|(ty, operand)| known(&scope, operand, Some(*ty))) {
                    return false;
                }
                scope.extend(inst.id.map(|id| (id, inst.ty)));
            }
            if !block.end.operand().is_none_or(|operand| known(&scope, operand, None)) {
                return false;
            }
        }
        true
    }

    /// Calls `visit` on every operand.
    pub fn for_each_operand(&mut self, visit: &mut dyn FnMut(&mut Operand)) {
        for block in &mut self.blocks {
            block
                .phis
                .iter_mut()
                .flat_map(|phi| &mut phi.incoming)
                .for_each(|(_, operand)| visit(operand));
            let insts = block.insts.iter_mut().flat_map(|inst| &mut inst.operands);
            insts.for_each(|(_, operand)| visit(operand));
            block.end.operand_mut().into_iter().for_each(&mut *visit);
        }
    }

    /// Replaces all uses of a value.
    pub fn substitute(&mut self, id: Id, by: &Operand) {
        self.for_each_operand(&mut |operand| {
            if *operand == Operand::Value(id) {
                *operand = by.clone();
            }
        });
    }

    /// Deletes unused instructions.
    pub fn sweep(&mut self) {
        loop {
            let mut used = BTreeSet::new();
            self.for_each_operand(&mut |operand| used.extend(operand.id()));
            let before = self.size();
            for block in &mut self.blocks {
                block.phis.retain(|phi| used.contains(&phi.id));
                block.insts.retain(|inst| {
                    inst.divides() || !inst.may_go() || inst.id.is_none_or(|id| used.contains(&id))
                });
            }
            if self.size() == before {
                return;
            }
        }
    }

    /// Deletes unreachable blocks, and phis with one edge.
    pub fn tidy(&mut self) {
        let reached = self.dominators();
        let gone: Vec<Label> = (0..self.blocks.len())
            .filter(|&place| reached[place].is_none())
            .map(|place| self.blocks[place].label)
            .collect();
        self.blocks.retain(|block| !gone.contains(&block.label));
        let mut single = Vec::new();
        for place in 0..self.blocks.len() {
            let predecessors = self.predecessors(self.blocks[place].label);
            self.blocks[place].phis.retain_mut(|phi| {
                phi.incoming.retain(|(from, _)| predecessors.contains(from));
                match &phi.incoming[..] {
                    [(_, only)] if *only != Operand::Value(phi.id) => {
                        single.push((phi.id, only.clone()));
                        false
                    }
                    _ => true,
                }
            });
        }
        // One may stand for another.
        for at in 0..single.len() {
            let (id, by) = single[at].clone();
            for (_, other) in &mut single[at..] {
                if *other == Operand::Value(id) {
                    *other = by.clone();
                }
            }
            self.substitute(id, &by);
        }
    }

    /// Its text, with what it needs declared.
    pub fn write(&self, name: &str, out: &mut String, declarations: &mut BTreeSet<String>) {
        let _ = write!(out, "define {} @{name}(", self.result);
        for (at, param) in self.params.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            let space = if param.attrs.is_empty() { "" } else { " " };
            let _ = write!(out, "{comma}{}{space}{} %v{}", param.ty, param.attrs, param.id.0);
        }
        out.push_str(") {\n");
        for block in &self.blocks {
            let _ = writeln!(out, "b{}:", block.label.0);
            for phi in &block.phis {
                let _ = write!(out, "  %v{} = phi {} ", phi.id.0, phi.ty);
                for (at, (from, operand)) in phi.incoming.iter().enumerate() {
                    out.push_str(if at == 0 { "[ " } else { ", [ " });
                    operand.write(phi.ty, out);
                    let _ = write!(out, ", %b{} ]", from.0);
                }
                out.push('\n');
            }
            for inst in &block.insts {
                inst.write(out, declarations);
            }
            match &block.end {
                Terminator::Return(operand) => {
                    let _ = write!(out, "  ret {} ", self.result);
                    operand.write(self.result, out);
                }
                Terminator::Jump(to) => {
                    let _ = write!(out, "  br label %b{}", to.0);
                }
                Terminator::Branch(on, yes, no) => {
                    out.push_str("  br i1 ");
                    on.write(Type::BOOL, out);
                    let _ = write!(out, ", label %b{}, label %b{}", yes.0, no.0);
                }
                Terminator::Switch { ty, on, default, cases } => {
                    let _ = write!(out, "  switch {ty} ");
                    on.write(*ty, out);
                    let _ = write!(out, ", label %b{} [", default.0);
                    for (value, to) in cases {
                        let _ = write!(out, " {ty} ");
                        Operand::Int(*value).write(*ty, out);
                        let _ = write!(out, ", label %b{}", to.0);
                    }
                    out.push_str(" ]");
                }
                Terminator::Unreachable => out.push_str("  unreachable"),
            }
            out.push('\n');
        }
        out.push_str("}\n");
    }
}

/// A source and a target.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pair {
    pub source: Function,
    pub target: Function,
    /// Whether every rewrite that led from the one to the other is known to be right.
    pub sound: bool,
}

impl Pair {
    /// How large both are.
    pub fn size(&self) -> usize {
        self.source.size() + self.target.size()
    }
}

/// The text of a module with these pairs, as `@src0` and `@tgt0`, `@src1` and `@tgt1`, ...
pub fn module_text<'a>(prelude: &str, pairs: impl IntoIterator<Item = &'a Pair>) -> String {
    let mut declarations = BTreeSet::new();
    let mut functions = String::new();
    for (number, pair) in pairs.into_iter().enumerate() {
        pair.source.write(&format!("src{number}"), &mut functions, &mut declarations);
        pair.target.write(&format!("tgt{number}"), &mut functions, &mut declarations);
    }
    let mut text = String::from(prelude);
    for declaration in declarations {
        text.push_str(&declaration);
        text.push('\n');
    }
    text.push_str(&functions);
    text
}
