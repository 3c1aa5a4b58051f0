//! Who is called, and what comes of it: one line a call.

use tollgate_ir::{Access, Context, Extra, Function, MemoryPart, Module, Name};
use tollgate_sem::call::{Callee, Calls, Opaque};
use tollgate_sem::world::Program;

const DECLARATIONS: &str = "
    declare void @unknown(ptr)
    declare void @calm() nounwind willreturn memory(none)
    declare void @reads(ptr nocapture) nounwind willreturn memory(argmem: read)
    declare void @modifies(i32) nounwind willreturn memory(argmem: readwrite)
    declare void @keeps(ptr) nounwind willreturn nofree nosync
    declare fastcc void @fast() nounwind willreturn memory(none)
    declare void @twice() nounwind willreturn returns_twice
    declare void @alone() nounwind willreturn noduplicate
    define void @defined_twice() returns_twice { ret void }
    @alias = alias void (), ptr @defined_twice
    @alias_of_alias = alias void (), ptr @alias
    @alias_of_intrinsic = alias i32 (i32, i32), ptr @llvm.umin.i32
    declare i64 @strlen(ptr)
    declare ptr @strchr(ptr, i32)
    declare double @sin(double)
    declare void @exit(i32)
    declare void @free(ptr)
    declare fastcc i64 @wcslen(ptr)
    declare ptr @_Znwm(i64)
    declare i64 @strtol(ptr, ptr, i64)
    define i32 @abs(i32 %x) { ret i32 %x }
    declare i32 @llvm.umin.i32(i32, i32) noreturn
    declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
    declare void @llvm.assume(i1)
    declare i32 @llvm.ctpop.i32(i32, i32)
    declare void @llvm.made.up() nounwind willreturn memory(none)
    declare i32 @llvm.eh.sjlj.setjmp(ptr)
    declare void @llvm.x86.sse2.pause()
    declare void @llvm.amdgcn.s.barrier()
    declare void @llvm.lifetime.start.p0(ptr)
";

/// Reads `@f` with these calls in it, and shows what is asked of each.
fn asked(
    caller: &str,
    calls: &[&str],
    ask: impl Fn(&Calls<'_>, &Context, &Module, &Function, tollgate_ir::Inst) -> String,
) -> Vec<String> {
    let lines: Vec<String> = calls
        .iter()
        .enumerate()
        .map(|(at, line)| match line.contains(" void ") {
            true => (*line).to_string(),
            false => format!("%r{at} = {line}"),
        })
        .collect();
    let text = format!(
        "{DECLARATIONS} define void @f(ptr %p, double %d) {caller} {{ {}\n ret void }}",
        lines.join("\n")
    );
    let mut ctx = Context::new();
    let module =
        tollgate_llvm::read(&mut ctx, "test.ll", text.as_bytes()).expect("it is well formed");
    let name = Name::Named(ctx.symbol(b"f"));
    let function = &module.functions[module.function_named(name).expect("@f is there")];
    let body = function.body().expect("@f has a body");
    let known = Calls::new(&ctx, &module, Some(function)).remembering();
    let insts = body.blocks().flat_map(|block| body.insts(block));
    let calls = insts.filter(|&inst| matches!(body.extra(inst), Extra::Call(_)));
    calls.map(|inst| ask(&known, &ctx, &module, function, inst)).collect()
}

fn who(callee: Callee) -> String {
    match callee {
        Callee::Function(_) => "function".to_string(),
        Callee::Library(_, routine) => format!("library {}", routine.name()),
        Callee::Intrinsic(intrinsic) => format!("intrinsic {}", intrinsic.word()),
        Callee::Opaque(Opaque::Assembly) => "assembly".to_string(),
        Callee::Opaque(Opaque::Intrinsic(_)) => "unknown intrinsic".to_string(),
        Callee::Pointer => "pointer".to_string(),
    }
}

fn callees(caller: &str, calls: &[&str]) -> Vec<String> {
    asked(caller, calls, |known, _, _, function, inst| {
        who(known.callee(function.body().unwrap(), inst))
    })
}

#[test]
fn who_is_called() {
    let rows = [
        ("call void @unknown(ptr %p)", "function"),
        ("call void no_cfi @unknown(ptr %p)", "function"),
        ("call void dso_local_equivalent @unknown(ptr %p)", "function"),
        ("call void @alias()", "pointer"),
        ("call void %p()", "pointer"),
        ("call void asm \"\", \"\"()", "assembly"),
        ("call i64 @strlen(ptr %p)", "library strlen"),
        ("call i64 @strlen(ptr %p) nobuiltin", "function"),
        ("call i64 @strlen(ptr %p) nobuiltin builtin", "library strlen"),
        ("call i32 @strlen(ptr %p)", "function"),
        ("call fastcc i64 @strlen(ptr %p)", "function"),
        ("call fastcc i64 @wcslen(ptr %p)", "function"),
        ("call i64 @strtol(ptr %p, ptr %p, i64 0)", "function"),
        ("call ptr @_Znwm(i64 1)", "function"),
        ("call ptr @_Znwm(i64 1) builtin", "library _Znwm"),
        ("call i32 @abs(i32 1)", "function"),
        ("call i32 @llvm.umin.i32(i32 1, i32 2)", "intrinsic umin"),
        ("call i64 @llvm.umin.i32(i32 1, i32 2)", "unknown intrinsic"),
        ("call i32 @llvm.ctpop.i32(i32 1, i32 2)", "unknown intrinsic"),
        ("call void @llvm.made.up()", "unknown intrinsic"),
        ("call void @llvm.lifetime.start.p0(ptr %p)", "intrinsic lifetime.start"),
    ];
    let (calls, expected): (Vec<&str>, Vec<&str>) = rows.iter().copied().unzip();
    assert_eq!(callees("", &calls), expected);
    let denied: Vec<String> = expected
        .iter()
        .map(|it| if it.starts_with("library") { "function".into() } else { it.to_string() })
        .collect();
    assert_eq!(callees("\"no-builtins\"", &calls), denied);
    let strlen = ["call i64 @strlen(ptr %p)", "call ptr @strchr(ptr %p, i32 0)"];
    assert_eq!(callees("\"no-builtin-strlen\"", &strlen), ["function", "library strchr"]);
}

#[test]
fn what_comes_of_it() {
    // By letters: reads, writes arguments; Reads, Writes the rest; stays, unwinds, frees, observed;
    // '+' speculatable.
    let rows = [
        ("call void @unknown(ptr %p)", "rwRWsufo"),
        ("call void @unknown(ptr %p) nounwind willreturn memory(read)", "rR"),
        ("call void @calm()", ""),
        ("call void @calm() [ \"made-up\"() ]", "rwRWsufo"),
        ("call i32 @calm()", "RWsufo"),
        ("call fastcc void @calm()", "RWsufo"),
        ("call fastcc void @fast()", ""),
        ("call void @fast()", "RWsufo"),
        ("call void @reads(ptr %p)", "r"),
        ("call void @modifies(i32 1)", ""),
        ("call void @keeps(ptr %p)", "rwRWo"),
        ("call void @twice()", "rwRWsufo"),
        ("call i64 @strlen(ptr %p)", "r"),
        ("call i64 @strlen(ptr %p) nobuiltin", "rwRWsufo"),
        ("call double @sin(double %d)", "Wo"),
        ("call void @exit(i32 0)", "RWsufo"),
        ("call void @free(ptr %p)", "rwfo"),
        ("call i32 @llvm.umin.i32(i32 1, i32 2)", "+"),
        ("call i32 @llvm.umin.i32(i32 1, i32 2) noreturn", "s+"),
        ("call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1, i1 false)", "w"),
        ("call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1, i1 true)", "rwRWsufo"),
        ("call void @llvm.assume(i1 true) [ \"align\"(ptr %p, i64 8) ]", ""),
        ("call void @llvm.made.up() nounwind willreturn memory(none)", "rwRWsufo"),
        ("call void asm \"\", \"\"() nounwind willreturn memory(none)", "rwRWsufo"),
    ];
    let (calls, expected): (Vec<&str>, Vec<&str>) = rows.iter().copied().unzip();
    let found = asked("", &calls, |known, _, _, function, inst| {
        let facts = known.facts(function.body().unwrap(), inst);
        let at = |part: MemoryPart| -> Access { facts.memory.access(part) };
        let letters = [
            ('r', at(MemoryPart::Arguments).reads()),
            ('w', at(MemoryPart::Arguments).writes()),
            ('R', at(MemoryPart::Other).reads()),
            ('W', at(MemoryPart::Other).writes()),
            ('s', facts.may_stay),
            ('u', facts.may_unwind),
            ('f', facts.may_free),
            ('o', facts.is_observed),
            ('+', facts.speculatable),
        ];
        letters.into_iter().filter(|it| it.1).map(|it| it.0).collect()
    });
    assert_eq!(found, expected);
}

#[test]
fn what_is_refused() {
    let rows = [
        ("call void @unknown(ptr %p)", "-"),
        ("call void @unknown(ptr %p) convergent", "the attribute `convergent`"),
        ("call void @unknown(ptr %p) noduplicate", "the attribute `noduplicate`"),
        ("call void @twice()", "the attribute `returns_twice`"),
        ("call void no_cfi @twice()", "the attribute `returns_twice`"),
        ("call void @alias()", "the attribute `returns_twice`"),
        ("call void @alias_of_alias()", "the attribute `returns_twice`"),
        ("call void @alone()", "the attribute `noduplicate`"),
        ("call void @calm() [ \"made-up\"() ]", "an operand bundle"),
        ("call void @llvm.assume(i1 true) [ \"align\"(ptr %p, i64 8) ]", "-"),
        ("call i32 @llvm.umin.i32(i32 1, i32 2)", "-"),
        ("call i32 @llvm.umin.i32(i32 1, i32 2) strictfp", "the attribute `strictfp`"),
        ("call i32 @llvm.eh.sjlj.setjmp(ptr %p)", "a call that returns twice"),
        ("call void @llvm.made.up()", "`llvm.made.up`, an intrinsic that is not known"),
        ("call i32 @alias_of_intrinsic(i32 1, i32 2)", "an alias of an intrinsic"),
        ("call void @llvm.x86.sse2.pause()", "-"),
        (
            "call fastcc i32 @llvm.umin.i32(i32 1, i32 2)",
            "`llvm.umin.i32`, called with another type or convention",
        ),
        (
            "call void @llvm.amdgcn.s.barrier()",
            "`llvm.amdgcn.s.barrier`, an intrinsic that is not known",
        ),
    ];
    let (calls, expected): (Vec<&str>, Vec<&str>) = rows.iter().copied().unzip();
    let found = asked("", &calls, |known, _, _, function, inst| {
        let body = function.body().unwrap();
        known.refused(body, inst, Program::Target).unwrap_or_else(|| "-".to_string())
    });
    assert_eq!(found, expected);
}

#[test]
fn who_keeps_a_pointer() {
    let rows = [
        ("call void @unknown(ptr %p)", "kept"),
        ("call void @unknown(ptr nocapture %p)", "-"),
        ("call void @reads(ptr %p)", "-"),
        ("call fastcc void @reads(ptr %p)", "kept"),
        ("call i64 @strlen(ptr %p)", "-"),
        ("call i64 @strlen(ptr %p) nobuiltin", "kept"),
        ("call ptr @strchr(ptr %p, i32 0)", "kept"),
        ("call void asm \"\", \"r\"(ptr %p)", "kept"),
    ];
    let (calls, expected): (Vec<&str>, Vec<&str>) = rows.iter().copied().unzip();
    let found = asked("", &calls, |known, _, _, function, inst| {
        let may_capture = known.may_capture(function.body().unwrap(), inst, 0);
        if may_capture { "kept".to_string() } else { "-".to_string() }
    });
    assert_eq!(found, expected);
}
