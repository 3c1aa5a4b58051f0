//! Broken texts are refused with a place, never with a panic, a hang or a stack overflow.
//!
//! `TOLLGATE_FULL=1` runs the full numbers of the README; by default a tenth of them.

use std::path::Path;
use tollgate_llvm::{Checked, check_text, check_tokens};

/// A small generator of random numbers (splitmix64), so that every run is the same.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

fn samples() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/syntax");
    let mut found = Vec::new();
    for folder in ["llvm14", "llvm19", "between", "newer", "bad"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("the syntax samples are there");
        for entry in entries.flatten() {
            if entry.path().extension().is_some_and(|it| it == "ll") {
                let text = std::fs::read(entry.path()).expect("a sample can be read");
                found.push((format!("{folder}/{}", entry.file_name().to_string_lossy()), text));
            }
        }
    }
    found.sort();
    assert!(found.len() > 300, "only {} samples", found.len());
    found
}

fn full() -> bool {
    std::env::var_os("TOLLGATE_FULL").is_some()
}

/// A module of about 200 KB: many functions made from a few shapes, so that it is the same on every
/// machine.
fn large_module() -> Vec<u8> {
    let mut text = String::from(
        "target datalayout = \"e-m:e-p270:32:32-i64:64-n8:16:32:64-S128\"\n%node = type { i32, \
            ptr, [4 x i8] }\n\
         @table = constant [3 x i32] [i32 1, i32 -2, i32 3]\n@text = private constant [6 x i8] \
         c\"hello\\00\"\n\
         declare i32 @outside(ptr nocapture noundef, i32) #1\n\n",
    );
    for number in 0.. {
        if text.len() > 200_000 {
            break;
        }
        text.push_str(&format!(
            "define i32 @f{number}(i32 %n, ptr %p) #0 {{\nentry:\n  \
                %slot = alloca %node, align 8\n  br label %loop\n\n\
             loop:\n  %i = phi i32 [ 0, %entry ], [ %next, %latch ]\n  \
             %s = phi i32 [ {number}, %entry ], [ %sum, %latch ]\n  \
             %at = getelementptr inbounds %node, ptr %p, i64 {number}, i32 2, i64 1\n  \
             %byte = load i8, ptr %at, align 1, !tbaa !0\n  \
             switch i8 %byte, label %latch [\n    i8 0, label %out\n    i8 -1, label %latch\n  \
             ]\n\n\
             latch:\n  %wide = zext i8 %byte to i32\n  %sum = add nsw i32 %s, %wide\n  \
             %next = add nuw nsw i32 %i, 1\n  \
             %more = icmp slt i32 %next, %n\n  br i1 %more, label %loop, label %out\n\n\
             out:\n  %r = phi i32 [ %s, %loop ], [ %sum, %latch ]\n  \
             %c = call i32 @outside(ptr noundef %slot, i32 %r) #1\n  \
             %f = sitofp i32 %c to double\n  %g = fadd fast double %f, 0x3FB999999999999A\n  \
             %h = fptosi double %g to i32\n  \
             ret i32 %h\n}}\n\n"
        ));
    }
    text.push_str(
        "attributes #0 = { nounwind uwtable \"k\"=\"v\" }\nattributes #1 = { memory(argmem: read) \
            }\n",
    );
    text.push_str("!0 = !{!1, !1, i64 0}\n!1 = !{!\"char\", !2}\n!2 = !{!\"root\"}\n");
    text.into_bytes()
}

#[test]
fn every_sample_keeps_the_property() {
    let mut valid = 0;
    for (name, text) in samples() {
        match check_text(&text) {
            Ok(Checked::Valid) => valid += 1,
            Ok(Checked::Refused | Checked::Invalid) => {}
            Err(problem) => panic!("{name}: {problem}"),
        }
    }
    assert!(valid > 100, "only {valid} samples are valid modules");
}

#[test]
fn a_large_module_cut_anywhere_is_refused_or_valid() {
    let text = large_module();
    assert_eq!(check_text(&text), Ok(Checked::Valid));
    let mut random = Random(1);
    for _ in 0..if full() { 10_000 } else { 300 } {
        let end = random.below(text.len());
        if let Err(problem) = check_text(&text[..end]) {
            panic!("cut at {end}: {problem}");
        }
    }
}

#[test]
fn a_large_module_with_a_changed_byte_is_refused_or_valid() {
    let text = large_module();
    let mut random = Random(2);
    for _ in 0..if full() { 10_000 } else { 300 } {
        let mut changed = text.clone();
        let at = random.below(text.len());
        changed[at] ^= 1 << random.below(8);
        if let Err(problem) = check_text(&changed) {
            panic!("byte {at} changed to {}: {problem}", changed[at]);
        }
    }
}

#[test]
fn samples_with_changed_pieces_are_refused_or_valid() {
    let samples = samples();
    let mut random = Random(3);
    for round in 0..if full() { 200_000 } else { 10_000 } {
        let (name, text) = &samples[random.below(samples.len())];
        let mut changed = text.clone();
        for _ in 0..1 + random.below(3) {
            mutate(&mut changed, &samples, &mut random);
        }
        if let Err(problem) = check_tokens(&changed).and_then(|_| check_text(&changed)) {
            let shown = String::from_utf8_lossy(&changed);
            panic!("round {round}, from {name}: {problem}\n--- the text:\n{shown}");
        }
    }
}

fn mutate(text: &mut Vec<u8>, samples: &[(String, Vec<u8>)], random: &mut Random) {
    if text.is_empty() {
        text.push(b'@');
    }
    let at = random.below(text.len());
    match random.below(6) {
        0 => text[at] = random.next() as u8,
        1 => text.truncate(at),
        2 => {
            // A line is dropped.
            let end = text[at..]
                .iter()
                .position(|&byte| byte == b'\n')
                .map_or(text.len(), |len| at + len);
            text.drain(at..end);
        }
        3 => {
            // A piece of another sample is put in.
            let (_, other) = &samples[random.below(samples.len())];
            if !other.is_empty() {
                let from = random.below(other.len());
                let len = random.below(60).min(other.len() - from);
                text.splice(at..at, other[from..from + len].iter().copied());
            }
        }
        4 => {
            // A number becomes another.
            if let Some(digit) = text[at..].iter().position(u8::is_ascii_digit) {
                let numbers: [&[u8]; 6] =
                    [b"0", b"18446744073709551616", b"4294967295", b"-1", b"8388609", b"7"];
                let number = numbers[random.below(numbers.len())];
                text.splice(at + digit..at + digit + 1, number.iter().copied());
            }
        }
        _ => {
            // Two neighbouring words change places.
            let end = (at + 30).min(text.len());
            text[at..end].reverse();
        }
    }
}

#[test]
fn deep_nesting_is_refused_in_time_and_without_a_stack_overflow() {
    let deep = 200_000;
    for text in [
        format!("@x = global {}i8{} zeroinitializer", "[1 x ".repeat(deep), "]".repeat(deep)),
        format!("@x = global i8 {}", "{ ".repeat(deep)),
        format!("@x = global i64 {}i64 1", "add (i64 1, ".repeat(deep)),
        format!("!0 = {}", "!{".repeat(deep)),
        format!("!0 = {}", "!A(b: ".repeat(deep)),
        format!("define void @f() {{ ret void {}", "{".repeat(deep)),
        format!("@x = global {} ()", "i8 (".repeat(deep)),
        format!("declare void @f() {}", "memory(".repeat(deep)),
        (0..deep).map(|at| format!("%t{} = type {{ %t{at} }}\n", at + 1)).collect::<String>()
            + "%t0 = type { i8 }",
    ] {
        assert_eq!(check_text(text.as_bytes()), Ok(Checked::Refused), "{}", &text[..60]);
    }
}

/// Inputs that fuzzing found.
#[test]
fn what_fuzzing_found_stays_mended() {
    let findings: [&[u8]; 1] = [
        // A position in the text with its bad bytes replaced is no position in the text.
        b"target datalayout = \"e-p1(\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\"",
    ];
    for text in findings {
        if let Err(problem) = check_text(text) {
            panic!("{}: {problem}", String::from_utf8_lossy(text));
        }
    }
}

#[test]
fn numbers_cannot_ask_for_memory() {
    for text in [
        "define void @f() {\n4000000000:\n  ret void\n}",
        "define void @f() {\n  %4000000000 = add i32 1, 2\n  ret void\n}",
        "define void @f() {\n  br label %4000000000\n}",
        "define i32 @f(i32 %4000000000) {\n  ret i32 0\n}",
        "!4000000000 = !{}\n!x = !{!4000000000}",
        "@x = global [18446744073709551615 x i8] zeroinitializer",
        "define void @f() {\n  %x = add i32 %4000000000, 1\n  ret void\n}",
    ] {
        if let Err(problem) = check_text(text.as_bytes()) {
            panic!("{text}: {problem}");
        }
    }
}

/// Texts whose cost could be a product of two sizes, or worse. Each is small; all together take
/// seconds at most.
#[test]
fn no_shape_of_text_costs_more_than_its_size() {
    let many = 20_000;
    let lines = |line: &dyn Fn(usize) -> String| (0..many).map(line).collect::<String>();
    let texts = [
        // Names for types that are no structs, each inside the next.
        lines(&|at| format!("%t{} = type [1 x %t{at}]\n", at + 1))
            + "%t0 = type [1 x i8]\n%s = type { %t20000 }\n",
        // The same, doubling.
        (0..60)
            .map(|at| format!("%t{} = type [1 x {{ %t{at}, %t{at} }}]\n", at + 1))
            .collect::<String>()
            + "%t0 = type i8\n@x = global %t60 zeroinitializer\n",
        // One type that contains many which come later.
        format!(
            "%a = type {{ {} }}\n",
            (0..many).map(|at| format!("%t{at}")).collect::<Vec<_>>().join(", ")
        ) + &lines(&|at| format!("%t{at} = type {{ i{} }}\n", at + 1)),
        // Many nodes on one line.
        (0..many).map(|at| format!("!{at} = !{{}} ")).collect(),
        // One attribute group mentioned often, with many attributes.
        format!("declare void @f() {}\n", "#0 ".repeat(many))
            + &format!(
                "attributes #0 = {{ {} }}\n",
                (0..2_000).map(|at| format!("\"k{at}\"=\"v\" ")).collect::<String>()
            ),
        // Many parameters of one block, and many edges to it, named once.
        format!(
            "define void @f(i32 %c) {{\nentry:\n  switch i32 %c, label %b [ {} ]\nb:\n{}  ret \
                void\n}}\n",
            (0..many).map(|at| format!("i32 {at}, label %b ")).collect::<String>(),
            lines(&|at| format!("  %p{at} = phi i32 [ 0, %entry ]\n"))
        ),
        format!(
            "define void @f(i1 %c) {{\nentry:\n  br i1 %c, label %a, label %b\na:\n  \
                br label %b\nb:\n{}  ret void\n}}\n",
            lines(&|at| format!("  %p{at} = phi i32 [ 0, %entry ], [ 1, %a ]\n"))
        ),
        // Many functions that mention a large number.
        lines(&|at| format!("define void @f{at}() {{\n  br label %900000\n}}\n")),
    ];
    for text in texts {
        let start = std::time::Instant::now();
        if let Err(problem) = check_text(text.as_bytes()) {
            panic!("{}...: {problem}", &text[..80]);
        }
        let took = start.elapsed();
        assert!(took.as_secs() < 15, "{took:?} for {} bytes: {}...", text.len(), &text[..80]);
    }
}

#[test]
fn several_threads_read_what_one_reads() {
    let mut text = String::new();
    let large = String::from_utf8(large_module()).expect("the module is text");
    let (head, functions) = large.split_at(large.find("define").expect("there are functions"));
    let (functions, tail) =
        functions.split_at(functions.find("attributes").expect("there are attributes"));
    text.push_str(head);
    for copy in 0..20 {
        text.push_str(&functions.replace("@f", &format!("@copy{copy}_f")));
    }
    text.push_str(tail);
    let read = |jobs| {
        let mut ctx = tollgate_ir::Context::new();
        let source = tollgate_ir::Source { file: "t.ll".into(), text: text.as_bytes().into() };
        let options = tollgate_llvm::Options { lazy: false, jobs };
        let (module, diagnostics) = tollgate_llvm::read_source(&mut ctx, source, options);
        let module = module.unwrap_or_else(|| panic!("{diagnostics}"));
        // The debug text shows every id, so equal texts mean equal ids.
        let mut shown = Vec::new();
        for function in module.functions.values() {
            shown.push(format!("{:?} {:?} {:?}", function.header, function.ty, function.attrs));
            let Some(body) = function.body() else { continue };
            for value in body.values() {
                shown.push(format!("{value} {:?} {:?}", body.value(value), body.name(value)));
            }
            for block in body.blocks() {
                shown.push(format!("{block} {:?}", body.block(block)));
                for inst in body.insts(block) {
                    let extra = (body.extra(inst), body.attachments(inst));
                    shown.push(format!("{inst} {:?} {extra:?}", body.inst(inst)));
                }
            }
        }
        let mut text = Vec::new();
        tollgate_llvm::write_module(&ctx, &module, &mut text).expect("all bodies were read");
        shown.push(String::from_utf8_lossy(&text).into_owned());
        shown
    };
    let one = read(1);
    for jobs in [2, 3, 8] {
        let several = read(jobs);
        let differs = one.iter().zip(&several).find(|(one, several)| one != several);
        assert_eq!(differs, None, "{jobs} threads give other ids");
        assert_eq!(one.len(), several.len());
    }
}
