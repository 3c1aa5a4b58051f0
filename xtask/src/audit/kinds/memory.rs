//! Memory: slots, `byval` copies, arguments that may alias, globals, loads and stores of all
//! widths, copies, lifetimes, in several layouts and address spaces.

use super::Kind;
use super::straight::turned;
use crate::audit::change::{mutate, refine};
use crate::audit::generator::{Generator, Profile, SIMPLE, SMALL, Scope};
use crate::audit::program::{
    Block, Callee, Flags, Function, Id, Inst, Label, Op, Operand, Pair, Param, Terminator, Type,
};
use crate::mutate::random::Random;

pub const MEMORY: Kind = Kind {
    name: "memory",
    about: "slots, byval, aliasing, copies, lifetimes, calls, nine layouts",
    prelude: |random| prelude(random, LAYOUTS),
    make: |random| memory(random, 0),
    worlds: 12,
    memory: true,
    share: 9,
};

pub const SPACES: Kind = Kind {
    name: "spaces",
    about: "the same in another address space, with pointers of other widths",
    prelude: |random| prelude(random, SPACED),
    make: |random| memory(random, 1),
    share: 4,
    ..MEMORY
};

const LAYOUTS: &[&str] = &[
    "e",
    "e",
    "e-p:32:32",
    "E",
    "e-p:64:64:64:32",
    "E-p:32:32",
    "e-p:16:16",
    "e-i64:32:64",
    "e-m:e-p:64:64-i64:64-n8:16:32:64",
];
const SPACED: &[&str] = &[
    "e-p1:32:32",
    "e-p1:64:64:64:32",
    "e-p:16:16-p1:16:16",
    "E-p1:16:16",
    "e-p1:64:64:64:16",
    "e-p:32:32-p1:64:64",
];

fn prelude(random: &mut Random, layouts: &[&str]) -> String {
    let layout = layouts[random.below(layouts.len())];
    format!("target datalayout = \"{layout}\"\n{DECLARATIONS}")
}

const DECLARATIONS: &str = "\
@g = global [16 x i8] zeroinitializer, align 8
@h = global [16 x i8] zeroinitializer, align 8
@c = constant [16 x i8] c\"\\01\\02\\03\\04\\05\\06\\07\\08\\FF\\FE\\FD\\FC\\00\\00\\00\\80\", \
align 8
@s = addrspace(1) global [16 x i8] zeroinitializer, align 8
declare void @f()
declare void @sure() nounwind willreturn
declare void @reads() nounwind willreturn memory(read)
declare void @use(ptr)
declare void @use.1(ptr addrspace(1))
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1 immarg)
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1 immarg)
declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1 immarg)
declare void @llvm.memmove.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1 immarg)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture)
";

static CALLEES: &[Callee] = &[
    Callee { name: "f", pure: false },
    Callee { name: "sure", pure: false },
    Callee { name: "reads", pure: false },
];
static USERS: [Callee; 2] =
    [Callee { name: "use", pure: false }, Callee { name: "use.1", pure: false }];

const INTEGERS: &[u32] = &[8, 8, 16, 32, 32, 1, 7, 24, 64];

fn memory(random: &mut Random, space: u32) -> Option<Pair> {
    let widths = &[8, 16, 32];
    let profile = Profile {
        widths,
        params: &[1, 8, 32],
        operations: SIMPLE,
        undef: 2,
        poison: 1,
        limits: true,
        ..SMALL
    };
    let mut g = Generator::new(random, profile);
    let mut source = function(&mut g, space)?;
    // A step may add uses of an unused value: removed afterwards, it would be missing in the source
    // alone.
    source.sweep();
    let mut target = source.clone();
    let right = g.chance(30);
    for _ in 0..1 + g.random.below(3) {
        let next = match (right, g.chance(60)) {
            (true, true) => simplify(&mut g, &target),
            (true, false) => refine(&mut g, &target),
            (false, true) => mutate(&mut g, &target),
            (false, false) => disturb(&mut g, &target),
        };
        target = next.unwrap_or(target);
    }
    turned(&mut g, Pair { source, target, sound: right })
}

/// A function that reads and writes.
fn function(g: &mut Generator<'_>, space: u32) -> Option<Function> {
    let ptr = Type::Ptr(space);
    let attrs = ["", "", "", "noalias", "noundef"];
    let mut params: Vec<Param> =
        (0..2).map(|number| Param { id: Id(number), ty: ptr, attrs: g.pick(&attrs) }).collect();
    if space == 0 && g.chance(25) {
        params.push(Param { id: Id(2), ty: ptr, attrs: "byval([16 x i8]) align 8" });
    }
    params.push(Param { id: Id(3), ty: Type::Int(32), attrs: "" });
    let mut scope: Scope = params.iter().map(|param| (param.id, param.ty)).collect();
    let mut function = Function::new(params, Type::Int(8), 100);
    let mut block = Block::new(Label::ENTRY);
    let slots: Vec<Id> = if space == 0 {
        (0..g.random.below(3))
            .map(|_| {
                let id = Id(function.fresh());
                let op = Op::Alloca("[16 x i8]");
                block.insts.push(Inst {
                    id: Some(id),
                    ty: ptr,
                    op,
                    flags: Flags::default(),
                    operands: Vec::new(),
                });
                id
            })
            .collect()
    } else {
        Vec::new()
    };
    scope.extend(slots.iter().map(|&id| (id, ptr)));
    for _ in 0..2 + g.random.below(5) {
        let inst = access(g, &mut function, &scope, space, &slots);
        scope.extend(inst.id.map(|id| (id, inst.ty)));
        block.insts.push(inst);
    }
    let integers: Vec<(Id, Type)> =
        scope.iter().copied().filter(|it| it.1.width().is_some()).collect();
    let (id, ty) = g.random.pick(&integers)?;
    function.result = ty;
    block.end = Terminator::Return(Operand::Value(id));
    function.blocks.push(block);
    Some(function)
}

fn pointer(g: &mut Generator<'_>, scope: &Scope, space: u32, writable: bool) -> Operand {
    let globals: &[&str] = match (space, writable) {
        (0, true) => &["@g", "@h"],
        (0, false) => &["@g", "@h", "@c"],
        _ => &["@s"],
    };
    let known: Vec<Id> =
        scope.iter().filter(|it| it.1 == Type::Ptr(space)).map(|it| it.0).collect();
    match g.random.pick(&known).filter(|_| g.chance(80)) {
        Some(id) => Operand::Value(id),
        None => Operand::text(g.pick(globals)),
    }
}

fn access(
    g: &mut Generator<'_>,
    function: &mut Function,
    scope: &Scope,
    space: u32,
    slots: &[Id],
) -> Inst {
    let ptr = Type::Ptr(space);
    let ty = Type::Int(g.pick(INTEGERS));
    let none = Flags::default();
    let volatile = |g: &mut Generator<'_>| if g.chance(4) { Flags::of("volatile") } else { none };
    match g.random.below(20) {
        0..=3 => {
            let op = Op::Gep(g.pick(&["i8", "i8", "i8", "i16", "i32"]));
            let flags = g.flags(&op);
            const OFFSETS: &[i64] = &[
                0,
                1,
                2,
                3,
                4,
                4,
                8,
                8,
                1,
                2,
                6,
                -1,
                -4,
                1 << 32,
                (1 << 32) + 4,
                1 << 16,
                65_540,
                1 << 62,
            ];
            let index = match g.chance(12) {
                true => (Type::Int(32), g.operand(scope, Type::Int(32), 0)),
                false => (Type::Int(64), Operand::Int(g.pick(OFFSETS) as u64)),
            };
            let operands = vec![(ptr, pointer(g, scope, space, true)), index];
            Inst { id: Some(Id(function.fresh())), ty: ptr, op, flags, operands }
        }
        4..=9 => {
            let operands =
                vec![(ty, g.operand(scope, ty, 40)), (ptr, pointer(g, scope, space, true))];
            Inst { id: None, ty, op: Op::Store, flags: volatile(g), operands }
        }
        10..=14 => {
            let operands = vec![(ptr, pointer(g, scope, space, false))];
            Inst { id: Some(Id(function.fresh())), ty, op: Op::Load, flags: volatile(g), operands }
        }
        15 => {
            let size = Operand::Int(g.pick(&[1, 2, 3, 4, 8, 16]));
            let byte = Operand::Int(g.pick(&[0, 1, 255]));
            let operands = vec![
                (ptr, pointer(g, scope, space, true)),
                (Type::Int(8), byte),
                (Type::Int(64), size),
            ];
            let name = if space == 0 { "llvm.memset.p0.i64" } else { "llvm.memset.p1.i64" };
            Inst { id: None, ty, op: Op::Special(name, ", i1 false"), flags: none, operands }
        }
        16 => {
            let size = Operand::Int(g.pick(&[1, 2, 3, 4, 8, 16]));
            let operands = vec![
                (ptr, pointer(g, scope, space, true)),
                (ptr, pointer(g, scope, space, false)),
                (Type::Int(64), size),
            ];
            let names = match space {
                0 => ["llvm.memcpy.p0.p0.i64", "llvm.memmove.p0.p0.i64"],
                _ => ["llvm.memcpy.p1.p1.i64", "llvm.memmove.p1.p1.i64"],
            };
            Inst {
                id: None,
                ty,
                op: Op::Special(g.pick(&names), ", i1 false"),
                flags: none,
                operands,
            }
        }
        17 if g.chance(50) => {
            let operands = vec![(ptr, pointer(g, scope, space, true))];
            Inst { id: None, ty, op: Op::Call(&USERS[space as usize]), flags: none, operands }
        }
        17 => {
            Inst { id: None, ty, op: Op::Call(g.pick_callee()), flags: none, operands: Vec::new() }
        }
        18 if !slots.is_empty() => {
            let slot = Operand::Value(g.pick(slots));
            let name = g.pick(&["llvm.lifetime.start.p0", "llvm.lifetime.end.p0"]);
            let operands = vec![(Type::Int(64), Operand::Int(16)), (ptr, slot)];
            Inst { id: None, ty, op: Op::Special(name, ""), flags: none, operands }
        }
        _ => g.inst(function, &mut scope.clone()),
    }
}

impl Generator<'_> {
    fn pick_callee(&mut self) -> &'static Callee {
        &CALLEES[self.random.below(CALLEES.len())]
    }
}

/// What may be right or wrong: neighbours change places, a write is doubled or goes, a load gives
/// what was stored.
fn disturb(g: &mut Generator<'_>, function: &Function) -> Option<Function> {
    let mut it = function.clone();
    let insts = &mut it.blocks[0].insts;
    if insts.is_empty() {
        return None;
    }
    let at = g.random.below(insts.len());
    match g.random.below(4) {
        0 if at + 1 < insts.len() => insts.swap(at, at + 1),
        1 if insts[at].id.is_none() => {
            insts.remove(at);
        }
        2 if insts[at].id.is_none() => {
            let copy = insts[at].clone();
            insts.insert(g.random.below(insts.len()), copy);
        }
        _ => {
            let loads: Vec<usize> =
                (0..insts.len()).filter(|&at| insts[at].is_plain_load()).collect();
            let load = g.random.pick(&loads)?;
            let stored = insts[..load]
                .iter()
                .rev()
                .find(|inst| inst.op == Op::Store && inst.operands[0].0 == insts[load].ty)?;
            let (value, id) = (stored.operands[0].1.clone(), insts[load].id?);
            insts.remove(load);
            it.substitute(id, &value);
        }
    }
    it.is_well_formed().then_some(it)
}

/// What is right: a load right after a store to the same place, a store right before one,
/// neighbouring loads.
fn simplify(g: &mut Generator<'_>, function: &Function) -> Option<Function> {
    let mut it = function.clone();
    let insts = &mut it.blocks[0].insts;
    let plain_store = |inst: &Inst| inst.op == Op::Store && !inst.flags.has("volatile");
    let neighbours: Vec<usize> = (1..insts.len())
        .filter(|&at| {
            let (a, b) = (&insts[at - 1], &insts[at]);
            let overwrites = plain_store(a)
                && plain_store(b)
                && (a.operands[0].0, &a.operands[1]) == (b.operands[0].0, &b.operands[1]);
            let forwards = plain_store(a)
                && b.is_plain_load()
                && (a.operands[0].0, &a.operands[1]) == (b.ty, &b.operands[0]);
            overwrites || forwards || a.is_plain_load() && b.is_plain_load()
        })
        .collect();
    match g.random.pick(&neighbours) {
        None => {
            // Adds something that can be simplified: a repeated store.
            let stores: Vec<usize> =
                (0..insts.len()).filter(|&at| plain_store(&insts[at])).collect();
            let at = g.random.pick(&stores)?;
            let copy = insts[at].clone();
            // Undef is chosen anew at each use, which changes nothing in memory.
            insts.insert(at + 1, copy);
        }
        Some(at) if insts[at].op == Op::Store => {
            insts.remove(at - 1);
        }
        Some(at) if insts[at - 1].op == Op::Store => {
            let (value, id) = (insts[at - 1].operands[0].1.clone(), insts[at].id?);
            insts.remove(at);
            it.substitute(id, &value);
        }
        Some(at) => insts.swap(at - 1, at),
    }
    it.is_well_formed().then_some(it)
}
