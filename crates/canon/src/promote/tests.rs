//! Every reason to leave a slot alone, and every trap of those that are not. Random bodies are in
//! `tests/promote.rs`.

use super::{Role, promote};
use tollgate_ir::{Context, Module, verify_function};
use tollgate_sem::layout::DataLayout;

const DECLARATIONS: &str = "
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.assume(i1)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare i32 @ask(i32)
declare void @take(ptr)
declare i32 @personality(...)
";

fn read(ctx: &mut Context, text: &str) -> Module {
    let text = format!("{text}{DECLARATIONS}");
    tollgate_llvm::read(ctx, "test.ll", text.as_bytes())
        .unwrap_or_else(|faults| panic!("{faults:?}\n{text}"))
}

/// Promotes `@f`. Gives how much was promoted, and the text of the function; the verifier of `ir`
/// has nothing against it.
fn promoted(text: &str, role: Role) -> (usize, String) {
    let mut ctx = Context::new();
    let mut module = read(&mut ctx, text);
    let layout = match module.datalayout {
        Some(text) => DataLayout::parse(&ctx.text(text)).expect("a data layout"),
        None => DataLayout::default(),
    };
    let name = tollgate_ir::Name::Named(ctx.symbol(b"f"));
    let func = module.function_named(name).expect("@f");
    let body = module.functions[func].body_mut().expect("a body");
    let count = promote(&mut ctx, &layout, body, role);
    body.check_lists().expect("exact lists");
    assert_eq!(promote(&mut ctx, &layout, body, role), 0, "nothing is left to be promoted");
    let violations = verify_function(&ctx, &module, func);
    let mut out = Vec::new();
    tollgate_llvm::write_function(&ctx, &module, func, &mut out).expect("a text");
    let out = String::from_utf8(out).expect("a text");
    assert!(violations.is_empty(), "{violations:?}\n{out}");
    (count, out)
}

/// The body of a function `i32 @f(i32 %x, i32 %y, i1 %c, ptr %p)`, promoted in both roles.
fn both(body: &str) -> (usize, usize) {
    let text = function(body);
    (promoted(&text, Role::Source).0, promoted(&text, Role::Target).0)
}

fn function(body: &str) -> String {
    format!(
        "define i32 @f(i32 %x, i32 %y, i1 %c, ptr %p) personality ptr @personality {{\n{body}\n}}\n"
    )
}

/// The lines of the promoted body.
fn lines(body: &str, role: Role) -> Vec<String> {
    let (count, text) = promoted(&function(body), role);
    assert!(count > 0, "{text}");
    let inner = text.lines().filter(|line| !line.starts_with("define") && !line.starts_with('}'));
    inner.map(|line| line.trim().to_string()).filter(|line| !line.is_empty()).collect()
}

fn refused(body: &str) {
    assert_eq!(both(body), (0, 0), "{body}");
}

#[test]
fn a_store_reaches_a_load() {
    let body = "%a = alloca i32\n store i32 %x, ptr %a\n %v = load i32, ptr %a\n ret i32 %v";
    assert_eq!(lines(body, Role::Source), ["ret i32 %x"]);
    assert_eq!(lines(body, Role::Target), ["ret i32 %x"]);
}

#[test]
fn what_nobody_set_is_undef() {
    let body = "%a = alloca i32\n %v = load i32, ptr %a\n ret i32 %v";
    assert_eq!(lines(body, Role::Source), ["ret i32 undef"]);
    assert_eq!(lines(body, Role::Target), ["ret i32 undef"]);
}

#[test]
fn joins_and_loops_take_parameters_where_the_slot_is_read_later() {
    let body = "entry:
      %a = alloca i32
      %dead = alloca i32
      store i32 0, ptr %a
      br label %head
    head:
      %old = load i32, ptr %a
      br i1 %c, label %then, label %join
    then:
      store i32 %x, ptr %a
      store i32 %x, ptr %dead
      br label %join
    join:
      %new = load i32, ptr %a
      %sum = add i32 %old, %new
      store i32 %sum, ptr %a
      %again = icmp slt i32 %sum, %y
      br i1 %again, label %head, label %out
    out:
      ret i32 %sum";
    let lines = lines(body, Role::Target);
    let phis: Vec<&String> = lines.iter().filter(|line| line.contains(" phi ")).collect();
    assert_eq!(phis.len(), 2, "{lines:?}");
    assert!(phis[0].ends_with("phi i32 [ 0, %entry ], [ %sum, %join ]"), "{phis:?}");
    assert!(phis[1].contains("[ %x, %then ]"), "{phis:?}");
}

#[test]
fn a_block_that_leads_to_itself_passes_what_it_set() {
    let body = "entry:
      %a = alloca i32
      store i32 %x, ptr %a
      br label %loop
    loop:
      %v = load i32, ptr %a
      %w = add i32 %v, 1
      store i32 %w, ptr %a
      br i1 %c, label %loop, label %out
    out:
      ret i32 %v";
    let lines = lines(body, Role::Source);
    assert!(
        lines.iter().any(|line| line.contains("phi i32 [ %x, %entry ], [ %w, %loop ]")),
        "{lines:?}"
    );
}

#[test]
fn every_other_use_of_the_address_keeps_the_slot() {
    let accesses = "store i32 %x, ptr %a\n %v = load i32, ptr %a\n ret i32 %v";
    for (use_of_it, what) in [
        ("store ptr %a, ptr %p", "stored"),
        ("store ptr %a, ptr %a", "stored into itself"),
        ("call void @take(ptr %a)", "passed"),
        ("%i = ptrtoint ptr %a to i64", "a number"),
        ("%b = icmp eq ptr %a, %p", "compared"),
        ("%b = select i1 %c, ptr %a, ptr %p", "selected"),
        ("%b = freeze ptr %a", "frozen"),
        ("%b = getelementptr i8, ptr %a, i32 %y", "at an unknown offset"),
        ("%b = getelementptr i8, ptr %a, <2 x i32> zeroinitializer", "many addresses"),
        ("%b = insertelement <2 x ptr> undef, ptr %a, i32 0", "in a vector"),
        ("%b = call ptr @llvm.launder.invariant.group.p0(ptr %a)", "laundered"),
        ("call void @llvm.assume(i1 true) [ \"align\"(ptr %a, i64 4) ]", "assumed"),
        ("%b = cmpxchg ptr %a, i32 0, i32 1 seq_cst seq_cst", "exchanged"),
        ("%b = atomicrmw add ptr %a, i32 1 seq_cst", "modified"),
        ("%b = addrspacecast ptr %a to ptr addrspace(1)", "elsewhere"),
        ("%b = va_arg ptr %a, i32", "of arguments"),
    ] {
        assert_eq!(
            both(&format!("%a = alloca ptr\n {use_of_it}\n {accesses}")),
            (0, 0),
            "the address is {what}"
        );
    }
    refused(
        "entry:\n %a = alloca i32\n br i1 %c, label %one, label %two
      one:\n br label %two
      two:\n %b = phi ptr [ %a, %entry ], [ %p, %one ]\n %v = load i32, ptr %b\n ret i32 %v",
    );
    refused(
        "%a = alloca i32\n %v = invoke i32 @ask(i32 0) [ \"deopt\"(ptr %a) ] to label %on unwind \
            label %pad
      on:\n ret i32 0\n pad:\n %e = landingpad { ptr, i32 } cleanup\n ret i32 1",
    );
}

#[test]
fn an_address_that_was_kept_in_a_slot_is_one_again() {
    let body = "%a = alloca i32
      %b = alloca ptr
      %d = alloca ptr
      store ptr %b, ptr %d
      store ptr %a, ptr %b
      %q = load ptr, ptr %d
      %r = load ptr, ptr %q
      store i32 %x, ptr %r
      %v = load i32, ptr %a
      ret i32 %v";
    assert_eq!(both(body), (3, 3));
    assert_eq!(lines(body, Role::Target), ["ret i32 %x"]);
}

#[test]
fn accesses_that_are_more_than_accesses_keep_the_slot() {
    refused("%a = alloca i32\n store volatile i32 %x, ptr %a\n ret i32 0");
    refused("%a = alloca i32\n %v = load volatile i32, ptr %a\n ret i32 %v");
    refused("%a = alloca i32\n store atomic i32 %x, ptr %a unordered, align 4\n ret i32 0");
    refused("%a = alloca i32\n %v = load atomic i32, ptr %a monotonic, align 4\n ret i32 %v");
}

#[test]
fn accesses_that_may_be_undefined_keep_the_slot() {
    // More aligned than the slot.
    refused("%a = alloca i32, align 4\n %v = load i32, ptr %a, align 8\n ret i32 %v");
    refused("%a = alloca i32, align 1\n store i32 %x, ptr %a\n ret i32 0");
    refused(
        "%a = alloca i64, align 8\n %b = getelementptr i8, ptr %a, i64 2\n \
            store i32 %x, ptr %b, align 4\n ret i32 0",
    );
    assert_eq!(
        both(
            "%a = alloca i64, align 8\n %b = getelementptr i8, ptr %a, i64 2\n \
                store i32 %x, ptr %b, align 2\n ret i32 0"
        ),
        (1, 1)
    );
    // Out of bounds.
    refused("%a = alloca i16, align 8\n store i32 %x, ptr %a\n ret i32 0");
    refused("%a = alloca i32, i32 0\n store i32 %x, ptr %a\n ret i32 0");
    refused(
        "%a = alloca i32\n %b = getelementptr i8, ptr %a, i64 1\n store i32 %x, ptr %b, align 1\n \
            ret i32 0",
    );
    refused(
        "%a = alloca i32\n %b = getelementptr i8, ptr %a, i64 -1\n store i8 0, ptr %b\n ret i32 0",
    );
    refused(
        "%a = alloca i32\n %b = getelementptr i8, ptr %a, i64 5\n \
            %d = getelementptr i8, ptr %b, i64 -5\n store i8 0, ptr %d\n ret i32 0",
    );
    // Backwards, and no unsigned wrap: poison.
    refused(
        "%a = alloca i32\n %b = getelementptr i8, ptr %a, i64 2\n \
            %d = getelementptr nuw i8, ptr %b, i64 -1\n store i8 0, ptr %d\n ret i32 0",
    );
    // A step on the way leaves the slot.
    refused(
        "%a = alloca [2 x i32]\n %b = getelementptr inbounds [2 x i32], ptr %a, i64 2, i64 -4\n \
            store i32 0, ptr %b\n ret i32 0",
    );
    refused(
        "%a = alloca i32\n %b = getelementptr i8, ptr %a, i64 poison\n store i8 0, ptr %b\n \
            ret i32 0",
    );
}

#[test]
fn only_slots_of_known_size_in_the_entry_are_promoted() {
    refused("%a = alloca i32, i32 %x\n store i32 %x, ptr %a\n ret i32 0");
    refused("br label %next\n next:\n %a = alloca i32\n store i32 %x, ptr %a\n ret i32 0");
    refused("%a = alloca inalloca i32\n store i32 %x, ptr %a\n ret i32 0");
    refused("%a = alloca swifterror ptr\n store ptr null, ptr %a\n ret i32 0");
    assert_eq!(
        both("%a = alloca i32, i64 3\n store i32 %x, ptr %a\n %v = load i32, ptr %a\n ret i32 %v"),
        (1, 1)
    );
    assert_eq!(both("%a = alloca i32\n ret i32 0"), (1, 1), "nobody uses it");
}

#[test]
fn types_that_do_not_agree_keep_the_slot() {
    // Pointers and numbers: one exposes the object, the other has none.
    refused("%a = alloca i64\n store ptr %p, ptr %a\n %v = load i64, ptr %a\n ret i32 0");
    refused("%a = alloca ptr\n store i64 7, ptr %a\n %v = load ptr, ptr %a\n ret i32 0");
    // Bits beyond the stored ones are undef.
    refused("%a = alloca i8\n store i1 %c, ptr %a\n %v = load i8, ptr %a\n ret i32 0");
    refused("%a = alloca i8\n store i8 1, ptr %a\n %v = load i7, ptr %a\n ret i32 0");
    // Parts of what was stored.
    refused("%a = alloca i32\n store i32 %x, ptr %a\n %v = load i16, ptr %a\n ret i32 0");
    refused("%a = alloca i64\n store i32 %x, ptr %a\n %v = load i64, ptr %a, align 4\n ret i32 0");
    // Bytes in an order of their own.
    refused(
        "%a = alloca fp128\n store ppc_fp128 0xM00000000000000000000000000000000, ptr %a\n \
            %v = load i128, ptr %a\n ret i32 0",
    );
    refused(
        "%a = alloca x86_fp80\n store x86_fp80 0xK00000000000000000000, ptr %a\n \
            %v = load i80, ptr %a, align 8\n ret i32 0",
    );
    // Structs that are alike, but with other names.
    refused(
        "%a = alloca { i32, i8 }\n store { i32, i8 } zeroinitializer, ptr %a\n \
            %v = load { i32, i16 }, ptr %a\n ret i32 0",
    );
    // Lanes that share bytes share poison.
    refused(
        "%a = alloca <8 x i1>\n store <8 x i1> zeroinitializer, ptr %a\n \
            %v = load <8 x i1>, ptr %a\n ret i32 0",
    );
    refused("%a = alloca { <4 x i4> }\n %v = load { <4 x i4> }, ptr %a\n ret i32 0");
    refused("%a = alloca [0 x i32]\n %v = load [0 x i32], ptr %a\n ret i32 0");
}

#[test]
fn one_type_is_enough_whatever_its_size() {
    for ty in [
        "i1",
        "i7",
        "i24",
        "i128",
        "half",
        "x86_fp80",
        "ppc_fp128",
        "<4 x i8>",
        "{ i8, i32 }",
        "[2 x { i1, ptr }]",
        "ptr",
    ] {
        let body = format!(
            "%a = alloca {ty}\n %v = load {ty}, ptr %a\n store {ty} %v, ptr %a\n \
                %w = load {ty}, ptr %a\n store {ty} %w, ptr %p\n ret i32 0"
        );
        assert_eq!(
            lines(&body, Role::Target),
            [format!("store {ty} undef, ptr %p"), "ret i32 0".to_string()]
        );
    }
}

#[test]
fn integers_and_floats_of_one_width_are_cast() {
    let body = "%a = alloca float\n store i32 %x, ptr %a\n %v = load float, ptr %a\n \
        store float %v, ptr %p\n ret i32 0";
    let lines = lines(body, Role::Target);
    assert_eq!(lines, ["%1 = bitcast i32 %x to float", "store float %1, ptr %p", "ret i32 0"]);
    let body = "%a = alloca float\n %f = bitcast i32 %x to float\n store float %f, ptr %a\n \
        %v = load i32, ptr %a\n ret i32 %v";
    assert_eq!(lines_of_cast(body), ["bitcast i32 %x to float", "bitcast float %f to i32"]);
    assert_eq!(
        both("%a = alloca half\n store half 1.0, ptr %a\n %v = load bfloat, ptr %a\n ret i32 0"),
        (1, 1)
    );
}

fn lines_of_cast(body: &str) -> Vec<String> {
    let casts = lines(body, Role::Source).into_iter().filter_map(|line| {
        let (_, cast) = line.split_once(" = ")?;
        cast.starts_with("bitcast").then(|| cast.to_string())
    });
    casts.collect()
}

#[test]
fn parts_that_do_not_overlap_are_promoted_each() {
    let body = "%a = alloca { i32, [2 x i16] }
      %q = getelementptr inbounds { i32, [2 x i16] }, ptr %a, i64 0, i32 1
      %r = getelementptr inbounds i16, ptr %q, i64 1
      store i32 %x, ptr %a
      store i16 7, ptr %r
      %b = getelementptr i8, ptr %r, i64 -6
      %v = load i32, ptr %b
      %w = load i16, ptr %r
      %z = zext i16 %w to i32
      %s = add i32 %v, %z
      ret i32 %s";
    assert_eq!(both(body), (2, 2));
    assert_eq!(
        lines(body, Role::Source),
        ["%z = zext i16 7 to i32", "%s = add i32 %x, %z", "ret i32 %s"]
    );
    // A part that overlaps another keeps the whole slot.
    refused(
        "%a = alloca i64\n %b = getelementptr i8, ptr %a, i64 2\n store i32 %x, ptr %a\n \
            store i32 %x, ptr %b, align 1\n ret i32 0",
    );
    refused(
        "%a = alloca { i32, i32 }\n store { i32, i32 } zeroinitializer, ptr %a\n \
            %v = load i32, ptr %a\n ret i32 %v",
    );
}

/// The start of the lifetime of `%a`, four bytes.
const START: &str = "call void @llvm.lifetime.start.p0(i64 4, ptr %a)";
const END: &str = "call void @llvm.lifetime.end.p0(i64 4, ptr %a)";

#[test]
fn a_lifetime_begins_with_undef_and_ends_with_poison() {
    let body = format!(
        "%a = alloca i32\n {START}\n store i32 poison, ptr %a\n {END}\n {START}\n \
            %v = load i32, ptr %a\n {END}\n ret i32 %v"
    );
    // Not poison, which was there before.
    assert_eq!(lines(&body, Role::Source), ["ret i32 undef"]);
    assert_eq!(lines(&body, Role::Target), ["ret i32 undef"]);
    let late = format!(
        "%a = alloca i32\n {START}\n store i32 1, ptr %a\n {END}\n %v = load i32, ptr %a\n \
            ret i32 %v"
    );
    assert_eq!(lines(&late, Role::Source), ["ret i32 poison"]);
    let early = format!("%a = alloca i32\n %v = load i32, ptr %a\n {START}\n {END}\n ret i32 %v");
    assert_eq!(lines(&early, Role::Source), ["ret i32 poison"]);
    let only_end = format!("%a = alloca i32\n %v = load i32, ptr %a\n {END}\n ret i32 %v");
    assert_eq!(lines(&only_end, Role::Target), ["ret i32 undef"]);
}

#[test]
fn a_target_is_alive_on_every_path_or_left_alone() {
    let refused_target = |body: &str| assert_eq!(both(body), (1, 0), "{body}");
    refused_target(&format!("%a = alloca i32\n store i32 1, ptr %a\n {START}\n ret i32 0"));
    refused_target(&format!("%a = alloca i32\n {START}\n {END}\n store i32 1, ptr %a\n ret i32 0"));
    refused_target(&format!("%a = alloca i32\n {END}\n %v = load i32, ptr %a\n ret i32 0"));
    refused_target(&format!(
        "%a = alloca i32\n br i1 %c, label %one, label %two\n one:\n {START}\n br label %two\n \
            two:\n %v = load i32, ptr %a\n ret i32 %v"
    ));
    // Ended by the iteration before.
    refused_target(&format!(
        "%a = alloca i32\n {START}\n br label %loop\n loop:\n store i32 1, ptr %a\n {END}\n \
            br i1 %c, label %loop, label %out\n out:\n ret i32 0"
    ));
    let again = format!(
        "%a = alloca i32\n br label %loop\n loop:\n {START}\n store i32 1, ptr %a\n {END}\n \
            br i1 %c, label %loop, label %out\n out:\n ret i32 0"
    );
    assert_eq!(both(&again), (1, 1));
    let both_arms = format!(
        "%a = alloca i32\n br i1 %c, label %one, label %two\n one:\n {START}\n br label %on\n \
            two:\n {START}\n br label %on\n on:\n %v = load i32, ptr %a\n ret i32 %v"
    );
    assert_eq!(both(&both_arms), (1, 1));
}

#[test]
fn markers_of_something_else_than_the_whole_slot_keep_it() {
    refused("%a = alloca i64\n call void @llvm.lifetime.start.p0(i64 4, ptr %a)\n ret i32 0");
    refused(
        "%a = alloca i64\n %b = getelementptr i8, ptr %a, i64 4\n \
            call void @llvm.lifetime.start.p0(i64 4, ptr %b)\n ret i32 0",
    );
    assert_eq!(
        both("%a = alloca i64\n call void @llvm.lifetime.start.p0(i64 -1, ptr %a)\n ret i32 0"),
        (1, 1)
    );
}

#[test]
fn promises_of_a_target_keep_the_slot() {
    for promise in
        ["!noundef !0", "!range !1", "!invariant.load !0", "!llvm.access.group !2", "!unknown !0"]
    {
        let text = format!(
            "define i32 @f() {{\n %a = alloca i32\n store i32 1, ptr %a\n \
                %v = load i32, ptr %a, {promise}\n ret i32 %v\n}}
            !0 = !{{}}\n !1 = !{{i32 0, i32 5}}\n !2 = distinct !{{}}\n"
        );
        assert_eq!(promoted(&text, Role::Source).0, 1, "{promise}");
        assert_eq!(promoted(&text, Role::Target).0, 0, "{promise}");
    }
    let with_tags = |one: u32, two: u32| {
        let text = format!(
            "define i32 @f() {{\n %a = alloca i32\n store i32 1, ptr %a, !tbaa !{one}\n \
                %v = load i32, ptr %a, !tbaa !{two}, !nontemporal !9\n ret i32 %v\n}}
            !0 = !{{!\"root\"}}\n !1 = !{{!\"int\", !0}}\n !2 = !{{!\"long\", !0}}\n \
            !3 = !{{!1, !1, i64 0}}\n !4 = !{{!2, !2, i64 0}}\n !9 = !{{i32 1}}\n"
        );
        promoted(&text, Role::Target).0
    };
    assert_eq!((with_tags(3, 3), with_tags(3, 4)), (1, 0));
    let with_scopes = |one: &str, two: &str| {
        let text = format!(
            "define i32 @f() {{\n %a = alloca i32\n store i32 1, ptr %a, !{one} !2\n \
                %v = load i32, ptr %a, !{two} !2\n ret i32 %v\n}}
            !0 = distinct !{{!0}}\n !1 = distinct !{{!1, !0}}\n !2 = !{{!1}}\n"
        );
        promoted(&text, Role::Target).0
    };
    assert_eq!(with_scopes("noalias", "noalias"), 1);
    assert_eq!(with_scopes("alias.scope", "alias.scope"), 1);
    assert_eq!(with_scopes("noalias", "alias.scope"), 0);
}

#[test]
fn a_stack_that_is_restored_may_give_up_a_slot_of_a_target() {
    let at = |before: &str, behind: &str, restored: &str| {
        both(&format!(
            "{before}\n %a = alloca i32\n {behind}\n call void @llvm.stackrestore.p0(ptr \
                {restored})\n store i32 %x, ptr %a\n ret i32 0"
        ))
    };
    let save = "%s = call ptr @llvm.stacksave.p0()";
    assert_eq!(at(save, "", "%s"), (1, 0));
    assert_eq!(at("", save, "%s"), (1, 1));
    assert_eq!(at("", "", "%p"), (1, 0));
    assert_eq!(at("", &format!("{save}\n %t = freeze ptr %s"), "%t"), (1, 0));
}

#[test]
fn a_call_that_returns_twice_keeps_all_slots() {
    let text = |attribute: &str| {
        function(&format!(
            "%a = alloca i32\n store i32 1, ptr %a\n %r = call i32 @ask(i32 0) {attribute}\n \
                %v = load i32, ptr %a\n ret i32 %v"
        ))
    };
    assert_eq!(promoted(&text("returns_twice"), Role::Source).0, 0);
    assert_eq!(promoted(&text("nounwind"), Role::Source).0, 1);
}

#[test]
fn exceptional_edges_pass_what_was_set_before() {
    let body = "entry:
      %a = alloca i32
      store i32 1, ptr %a
      %u = invoke i32 @ask(i32 1) to label %next unwind label %pad
    next:
      store i32 %u, ptr %a
      %w = invoke i32 @ask(i32 2) to label %out unwind label %pad
    pad:
      %e = landingpad { ptr, i32 } cleanup
      br label %out
    out:
      %v = load i32, ptr %a
      ret i32 %v";
    let lines = lines(body, Role::Target);
    assert!(
        lines.iter().any(|line| line.contains("phi i32 [ 1, %entry ], [ %u, %next ]")),
        "{lines:?}"
    );
}

#[test]
fn funclets_indirect_jumps_and_jumping_assembly_pass_arguments_as_well() {
    let funclets = "entry:
      %a = alloca i32
      store i32 1, ptr %a
      %u = invoke i32 @ask(i32 1) to label %next unwind label %switch
    next:
      store i32 2, ptr %a
      %w = invoke i32 @ask(i32 2) to label %out unwind label %switch
    switch:
      %s = catchswitch within none [label %handler] unwind to caller
    handler:
      %h = catchpad within %s [ptr null]
      %v = load i32, ptr %a
      store i32 3, ptr %a
      catchret from %h to label %out
    out:
      %r = load i32, ptr %a
      ret i32 %r";
    let lines = lines(funclets, Role::Source);
    assert_eq!(lines.iter().filter(|line| line.contains(" phi ")).count(), 2, "{lines:?}");
    let jumps = "entry:
      %a = alloca i32
      store i32 1, ptr %a
      indirectbr ptr %p, [label %one, label %two, label %one]
    one:
      %v = load i32, ptr %a
      store i32 2, ptr %a
      indirectbr ptr %p, [label %one, label %two, label %one]
    two:
      callbr void asm \"\", \"!i\"() to label %three [label %out]
    three:
      store i32 3, ptr %a
      br label %out
    out:
      %r = load i32, ptr %a
      ret i32 %r";
    assert_eq!(both(jumps), (1, 1));
}

#[test]
fn unreached_blocks_lose_their_accesses_and_pass_poison() {
    let body = "entry:
      %a = alloca [2 x i32]
      store i32 1, ptr %a
      br i1 %c, label %one, label %two
    one:
      store i32 2, ptr %a
      br label %two
    dead:
      %g = getelementptr i8, ptr %a, i64 4
      %d = load i32, ptr %g
      store i32 %d, ptr %a
      br i1 %c, label %two, label %dead
    two:
      %v = load i32, ptr %a
      ret i32 %v";
    let lines = lines(body, Role::Target);
    assert!(
        lines.iter().any(|line| line.contains("phi i32") && line.contains("[ poison, %dead ]")),
        "{lines:?}"
    );
}

#[test]
fn debug_information_does_not_keep_a_slot_but_other_metadata_does() {
    let text = |call: &str| {
        format!(
            "define i32 @f(i32 %x) {{\n %a = alloca i32\n {call}\n store i32 %x, ptr %a\n \
                %v = load i32, ptr %a\n #dbg_value(i32 %v, !5, !DIExpression(), !6)\n ret i32 %v\n}}
            declare void @llvm.other(metadata)
            !3 = distinct !DISubprogram(name: \"f\", scope: null, unit: !4)\n \
            !4 = distinct !DICompileUnit(language: DW_LANG_C, file: !7)
            !5 = !DILocalVariable(name: \"a\", scope: !3)\n !6 = !DILocation(line: 1, scope: !3)\n \
            !7 = !DIFile(filename: \"f\", directory: \"\")\n"
        )
    };
    let (count, out) =
        promoted(&text("#dbg_declare(ptr %a, !5, !DIExpression(), !6)"), Role::Target);
    assert_eq!(count, 1);
    assert!(
        out.contains("#dbg_declare(ptr poison,") && out.contains("#dbg_value(i32 %x,"),
        "{out}"
    );
    let call = "call void @llvm.dbg.declare(metadata ptr %a, metadata !5, metadata \
        !DIExpression()), !dbg !6";
    assert_eq!(promoted(&text(call), Role::Target).0, 1);
    assert_eq!(promoted(&text("call void @llvm.other(metadata ptr %a)"), Role::Source).0, 0);
}

/// A function of many slots that live through many joins.
fn ladder(slots: usize, blocks: usize) -> String {
    let mut text = String::from("define i32 @f(i1 %c, i32 %x) {\nentry:\n");
    (0..slots)
        .for_each(|slot| text += &format!(" %a{slot} = alloca i32\n store i32 0, ptr %a{slot}\n"));
    text += " br label %b0\n";
    for block in 0..blocks {
        let slot = block % slots;
        text += &format!(
            "b{block}:\n %v{block} = load i32, ptr %a{slot}\n \
                br i1 %c, label %s{block}, label %j{block}\n"
        );
        text += &format!("s{block}:\n store i32 %x, ptr %a{slot}\n br label %j{block}\n");
        text += &format!("j{block}:\n br label %b{}\n", block + 1);
    }
    text + &format!("b{blocks}:\n br i1 %c, label %b0, label %out\nout:\n ret i32 %x\n}}\n")
}

#[test]
fn a_thousand_slots_in_fifty_thousand_instructions_take_milliseconds() {
    let mut ctx = Context::new();
    let mut module = read(&mut ctx, &ladder(1_000, 10_000));
    let func = tollgate_ir::Func::from_u32(0);
    let body = module.functions[func].body_mut().expect("a body");
    let insts = body.blocks().map(|block| body.insts(block).count()).sum::<usize>();
    let begin = std::time::Instant::now();
    assert_eq!(promote(&mut ctx, &DataLayout::default(), body, Role::Target), 1_000);
    println!("{insts} instructions: {:?}", begin.elapsed());
    assert!(begin.elapsed().as_secs() < 10);
    assert!(verify_function(&ctx, &module, func).is_empty());
}
