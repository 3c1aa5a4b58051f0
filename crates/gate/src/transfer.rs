//! Which instructions are guaranteed to transfer execution to what follows them (§3.5): control
//! that comes to them goes on after them.
//!
//! Those that are not, the *barriers*, are calls that are not known to return, volatile accesses,
//! atomic accesses above `unordered`, and fences. (Undefined behaviour is another matter: hazards
//! have gates of their own.) What a call does [`tollgate_sem::call`] says. Of what is not known
//! nothing is guaranteed.

use tollgate_ir::{
    Block, Body, Context, Effects, Entity, Flags, Function, Inst, Module, Opcode, Shape,
};
use tollgate_sem::call::Calls;

/// The instructions of a body that are not guaranteed to transfer execution.
#[derive(Clone, Debug, Default)]
pub struct Transfer {
    barriers: Vec<Inst>,
    /// For each block its part of `barriers`, and whether its terminator may take no edge.
    blocks: Vec<(u32, u32, bool)>,
}

impl Transfer {
    /// Every instruction transfers execution.
    pub fn always() -> Self {
        Self::default()
    }

    /// What is known of a body. Names of the C library count only if the function that contains the
    /// body is given: it may say that they do not.
    pub fn new(ctx: &Context, module: &Module, caller: Option<&Function>, body: &Body) -> Self {
        let calls = Calls::new(ctx, module, caller).remembering();
        Self::of(body, |inst| is_barrier(&calls, body, inst))
    }

    /// A body in which just these instructions are not guaranteed to transfer execution.
    pub fn of(body: &Body, mut is_barrier: impl FnMut(Inst) -> bool) -> Self {
        let mut this = Self { barriers: Vec::new(), blocks: vec![(0, 0, false); body.block_ids()] };
        for block in body.blocks() {
            let first = this.barriers.len() as u32;
            let mut end_is_barrier = false;
            for inst in body.insts(block).filter(|&inst| is_barrier(inst)) {
                if body.inst(inst).opcode.is_terminator() {
                    end_is_barrier = true;
                } else {
                    this.barriers.push(inst);
                }
            }
            this.blocks[block.index()] = (first, this.barriers.len() as u32, end_is_barrier);
        }
        this
    }

    /// The instructions of a block that are not guaranteed to transfer execution, in order, without
    /// the terminator: what became of that is told by the edge it took.
    pub fn barriers(&self, block: Block) -> &[Inst] {
        let &(first, end, _) = self.blocks.get(block.index()).unwrap_or(&(0, 0, false));
        &self.barriers[first as usize..end as usize]
    }

    /// Whether the terminator of a block, though it has edges, may take none of them.
    pub fn may_end_at_terminator(&self, block: Block) -> bool {
        self.blocks.get(block.index()).is_some_and(|&(_, _, end_is_barrier)| end_is_barrier)
    }

    /// Whether control may come to a block and not leave it.
    pub fn may_end_in(&self, block: Block) -> bool {
        !self.barriers(block).is_empty() || self.may_end_at_terminator(block)
    }
}

fn is_barrier(calls: &Calls<'_>, body: &Body, inst: Inst) -> bool {
    let data = body.inst(inst);
    let volatile = data.flags.contains(Flags::VOLATILE);
    match data.opcode.shape() {
        Shape::Load | Shape::Store => volatile || body.extra(inst).is_ordered(),
        Shape::Fence | Shape::CmpXchg | Shape::AtomicRmw => true,
        Shape::Call => call_is_barrier(calls, body, inst),
        // Which handler is entered is for the personality routine to say: not treated.
        Shape::FuncletPad => true,
        Shape::FloatUnary
        | Shape::IntBinary
        | Shape::FloatBinary
        | Shape::Cast
        | Shape::IntCompare
        | Shape::FloatCompare
        | Shape::Freeze
        | Shape::Select
        | Shape::ExtractElement
        | Shape::InsertElement
        | Shape::ShuffleVector
        | Shape::ExtractValue
        | Shape::InsertValue
        | Shape::Alloca
        | Shape::Gep
        | Shape::VaArg
        | Shape::LandingPad
        | Shape::DebugRecord => {
            debug_assert!(!data.opcode.info().effects.has(Effects::LEAVE));
            false
        }
        // Terminators end the function or go where their edges say.
        Shape::Ret
        | Shape::Br
        | Shape::CondBr
        | Shape::Switch
        | Shape::IndirectBr
        | Shape::Resume
        | Shape::Unreachable
        | Shape::CleanupRet
        | Shape::CatchRet => false,
        // A handler that is not found here is looked for in the caller.
        Shape::CatchSwitch => !data.flags.contains(Flags::UNWIND_LABEL),
    }
}

fn call_is_barrier(calls: &Calls<'_>, body: &Body, inst: Inst) -> bool {
    let facts = calls.facts(body, inst);
    // An `invoke` that unwinds goes on at its other edge. A `callbr` is inline assembly, which is
    // opaque.
    facts.may_stay || facts.may_unwind && body.inst(inst).opcode != Opcode::Invoke
}

#[cfg(test)]
mod tests {
    use super::*;
    use tollgate_ir::Name;

    const DECLARATIONS: &str = "
        declare void @unknown()
        declare void @stays() nounwind
        declare void @throws() willreturn
        declare void @calm() nounwind willreturn
        declare void @never() nounwind willreturn noreturn
        declare void @twice() nounwind willreturn returns_twice
        declare i64 @strlen(ptr)
        declare i32 @strcmp(ptr)
        declare i32 @puts(ptr)
        declare void @abort()
        declare void @_ZdlPv(ptr)
        declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
        declare void @llvm.assume(i1)
        declare void @llvm.trap()
        declare void @llvm.not.known() nounwind willreturn
        @alias = alias void (), ptr @defined
        define void @defined() nounwind willreturn {
          ret void
        }
        declare i32 @__gxx_personality_v0(...)
        ";

    /// Instructions on `ptr %p`, each with whether it is a barrier.
    const INSTRUCTIONS: &[(&str, bool)] = &[
        ("load i32, ptr %p", false),
        ("load volatile i32, ptr %p", true),
        ("load atomic i32, ptr %p unordered, align 4", false),
        ("load atomic i32, ptr %p monotonic, align 4", true),
        ("store i32 0, ptr %p", false),
        ("store volatile i32 0, ptr %p", true),
        ("store atomic i32 0, ptr %p release, align 4", true),
        ("fence acquire", true),
        ("atomicrmw add ptr %p, i32 1 monotonic", true),
        ("cmpxchg ptr %p, i32 1, i32 2 monotonic monotonic", true),
        ("alloca i32", false),
        ("sdiv i32 1, 0", false),
        ("call void @unknown()", true),
        ("call void @unknown() nounwind", true),
        ("call void @unknown() nounwind willreturn", false),
        ("call void @stays()", true),
        ("call void @stays() willreturn", false),
        ("call void @throws()", true),
        ("call void @calm()", false),
        ("call void @calm() [ \"unheard-of\"() ]", true),
        ("call i32 @calm()", true),
        ("call void @never()", true),
        ("call void @twice()", true),
        ("call void @defined()", false),
        ("call void @alias()", true),
        ("call void %p()", true),
        ("call void %p() nounwind willreturn", false),
        ("call void asm \"\", \"\"() nounwind willreturn", true),
        ("call i64 @strlen(ptr %p)", false),
        ("call i64 @strlen(ptr %p) nobuiltin", true),
        ("call i32 @strcmp(ptr %p)", true),
        ("call i32 @puts(ptr %p)", true),
        ("call void @abort()", true),
        ("call void @_ZdlPv(ptr %p)", true),
        ("call void @_ZdlPv(ptr %p) builtin", false),
        ("call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 1, i1 false)", false),
        ("call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 1, i1 true)", true),
        ("call void @llvm.assume(i1 true) [ \"align\"(ptr %p, i64 8) ]", false),
        ("call void @llvm.trap()", true),
        ("call void @llvm.not.known()", true),
    ];

    /// The barriers of the first block of `@f`, by the places of the instructions; and
    /// whether the terminator is one.
    fn barriers(text: &str, library: bool) -> (Vec<usize>, bool) {
        let mut ctx = Context::new();
        let module =
            tollgate_llvm::read(&mut ctx, "test.ll", text.as_bytes()).expect("it is well formed");
        let name = Name::Named(ctx.symbol(b"f"));
        let function = &module.functions[module.function_named(name).expect("@f is there")];
        let body = function.body().expect("@f has a body");
        let transfer = Transfer::new(&ctx, &module, library.then_some(function), body);
        let entry = body.entry().expect("@f has blocks");
        let places = body
            .insts(entry)
            .enumerate()
            .filter(|(_, inst)| transfer.barriers(entry).contains(inst));
        (places.map(|(place, _)| place).collect(), transfer.may_end_at_terminator(entry))
    }

    #[test]
    fn what_is_not_known_to_transfer_is_a_barrier() {
        let lines: Vec<String> = INSTRUCTIONS
            .iter()
            .enumerate()
            .map(|(at, (line, _))| {
                let result =
                    !["store", "fence", "call void"].iter().any(|word| line.starts_with(word));
                if result { format!("%r{at} = {line}") } else { (*line).to_owned() }
            })
            .collect();
        let text = |attribute: &str| {
            format!(
                "{DECLARATIONS} define void @f(ptr %p) {attribute} {{ {}\n ret void }}",
                lines.join("\n")
            )
        };
        let expected = |library: bool| -> Vec<usize> {
            let of_library =
                |line: &str| ["@strlen", "@_ZdlPv"].iter().any(|name| line.contains(name));
            let barriers =
                |&(line, barriers): &(&str, bool)| barriers || !library && of_library(line);
            (0..INSTRUCTIONS.len()).filter(|&at| barriers(&INSTRUCTIONS[at])).collect()
        };
        assert_eq!(barriers(&text(""), true), (expected(true), false));
        assert_eq!(barriers(&text(""), false), (expected(false), false));
        assert_eq!(barriers(&text("\"no-builtins\""), true), (expected(false), false));
    }

    #[test]
    fn an_invoke_may_unwind_but_must_not_stay() {
        for (callee, is_barrier) in
            [("throws", false), ("stays", true), ("unknown", true), ("calm", false)]
        {
            let text = format!(
                "{DECLARATIONS} define void @f() personality ptr @__gxx_personality_v0 {{
                   invoke void @{callee}() to label %next unwind label %pad
                 next:
                   ret void
                 pad:
                   %it = landingpad {{ ptr, i32 }} cleanup
                   resume {{ ptr, i32 }} %it
                 }}"
            );
            assert_eq!(barriers(&text, false), (vec![], is_barrier), "{callee}");
        }
    }
}
