//! The closed world, row by row: what only the target says is never believed.
//!
//! For every attribute at every position, every linkage, flag and metadata kind a pair is made in
//! which only the target has it, and one in which the modules differ in it at a distance. No such
//! pair may be `valid`, unless the row says that nothing follows from it.

use tollgate_check::{Options, check_modules};
use tollgate_ir::{AttrForm, AttrKind, Context, Flags, Linkage, Places};
use tollgate_llvm::read;
use tollgate_sem::world::attribute::{self, Position};
use tollgate_sem::world::{Duty, flag};

/// The verdict of a function of two texts, with its reason; none if one of them cannot be read.
fn verdict(before: &str, after: &str, function: &str) -> Option<(String, String)> {
    let mut ctx = Context::new();
    let old = read(&mut ctx, "before.ll", before.as_bytes()).ok()?;
    let new = read(&mut ctx, "after.ll", after.as_bytes()).ok()?;
    let options = Options { refute: false, ..Options::default() };
    let report = check_modules(&mut ctx, &old, &new, &options);
    let found = report.functions.iter().find(|it| it.function == function)?;
    Some((found.verdict.word().to_string(), found.verdict.reason()))
}

fn is_valid(verdict: &(String, String)) -> bool {
    verdict.0 == "valid"
}

/// The ways to write an attribute of a kind: the first that can be read counts.
fn samples(kind: AttrKind) -> Vec<String> {
    let word = kind.word();
    let with = |arguments: &[&str]| arguments.iter().map(|it| format!("{word}({it})")).collect();
    match kind.form() {
        AttrForm::Flag => vec![word.to_string()],
        AttrForm::Int if kind == AttrKind::Align => vec!["align 4096".to_string()],
        AttrForm::Int => with(&["16"]),
        AttrForm::Type => with(&["i32"]),
        AttrForm::Pair => with(&["0", "1, 16"]),
        AttrForm::Memory => with(&["none"]),
        AttrForm::Range => with(&["i32 0, 5"]),
        AttrForm::FpClass => with(&["nan"]),
        AttrForm::Text => with(&["none", "(0, 4)", "\"alloc,uninitialized\"", "preservesign"]),
        AttrForm::FlagOrText => vec![word.to_string()],
    }
}

/// Types of the value that an attribute stands on.
const TYPES: [&str; 3] = ["ptr", "i32", "float"];

/// A module whose functions keep no promise: they call, write, do not end, and give what they are
/// given.
struct Text {
    function: String,
    result: String,
    parameter: String,
    site: [String; 3],
    declared: [String; 3],
    ty: &'static str,
}

impl Text {
    fn plain(ty: &'static str) -> Self {
        let none = || [String::new(), String::new(), String::new()];
        Self {
            function: String::new(),
            result: String::new(),
            parameter: String::new(),
            site: none(),
            declared: none(),
            ty,
        }
    }

    /// `@by_name` calls `@outside` by its name, the others through what leads there.
    fn write(&self) -> String {
        let Self { function, result, parameter, site, declared, ty } = self;
        let [f, r, p] = site;
        let [df, dr, dp] = declared;
        let call = |callee: &str| format!("call {r} {ty} {callee}({ty} {p} %x) {f}");
        let plain = |callee: &str| format!("call {ty} {callee}({ty} %x)");
        let by_name = call("@outside");
        let indirect = plain("%f");
        let by_alias = plain("@alias");
        format!(
            "@constant = constant ptr @outside
             @members = constant {{ i32, [2 x ptr] }} {{ i32 0, [2 x ptr] [ptr null, ptr @outside] \
             }}
             @variable = global ptr @outside
             @stored = global ptr null
             @twice = global ptr @variable
             @alias = alias {ty} ({ty}), ptr @defined
             declare {dr} {ty} @outside({ty} {dp}) {df}
             define linkonce {dr} {ty} @defined({ty} {dp} %x) {df} {{
               ret {ty} %x
             }}
             define void @stores() {{
               store ptr @outside, ptr @stored
               ret void
             }}
             define {result} {ty} @by_name({ty} {parameter} %x, i1 %c, ptr %q) {function} {{
             entry:
               br i1 %c, label %loop, label %end
             loop:
               br label %loop
             end:
               %r = {by_name}
               %n = load i32, ptr %q
               store i32 7, ptr %q
               %s = select i1 %c, {ty} %r, {ty} %x
               ret {ty} %s
             }}
             define {ty} @behind_constant({ty} %x) {{
               %f = load ptr, ptr @constant
               %r = {indirect}
               ret {ty} %r
             }}
             define {ty} @behind_member({ty} %x) {{
               %a = getelementptr i8, ptr @members, i64 16
               %f = load ptr, ptr %a
               %r = {indirect}
               ret {ty} %r
             }}
             define {ty} @behind_variable({ty} %x) {{
               %f = load ptr, ptr @variable
               %r = {indirect}
               ret {ty} %r
             }}
             define {ty} @behind_two({ty} %x) {{
               %g = load ptr, ptr @twice
               %f = load ptr, ptr %g
               %r = {indirect}
               ret {ty} %r
             }}
             define {ty} @behind_store({ty} %x) {{
               %f = load ptr, ptr @stored
               %r = {indirect}
               ret {ty} %r
             }}
             define {ty} @behind_alias({ty} %x) {{
               %r = {by_alias}
               ret {ty} %r
             }}"
        )
    }
}

/// Functions that reach `@outside`, or a function like it, without naming it.
const DISTANT: [&str; 6] = [
    "behind_constant",
    "behind_member",
    "behind_variable",
    "behind_two",
    "behind_store",
    "behind_alias",
];

/// Whether a difference may be without consequence.
fn is_harmless(duty: Duty) -> bool {
    match duty {
        Duty::Free => true,
        Duty::Show | Duty::NotNew | Duty::Same | Duty::Refuse => false,
    }
}

#[test]
fn attributes_of_the_target_alone_are_not_believed() {
    let mut made = 0;
    for &kind in AttrKind::ALL {
        let places = [
            (Places::FUNCTION, Position::Function, 0),
            (Places::RESULT, Position::Result, 1),
            (Places::PARAM, Position::Parameter, 2),
        ];
        for (_, own, index) in places.into_iter().filter(|it| kind.places().allows(it.0)) {
            let mut was_read = false;
            for sample in samples(kind) {
                for ty in TYPES {
                    let plain = Text::plain(ty).write();
                    // On the function itself.
                    let mut text = Text::plain(ty);
                    *[&mut text.function, &mut text.result, &mut text.parameter][index] =
                        sample.clone();
                    if let Some(found) = verdict(&plain, &text.write(), "by_name") {
                        was_read = true;
                        made += 1;
                        let free = is_harmless(attribute::row(kind, own).target);
                        assert!(
                            free || !is_valid(&found),
                            "{sample} at {own:?} of {ty}: {found:?}"
                        );
                    }
                    // At the call.
                    let mut text = Text::plain(ty);
                    text.site[index] = sample.clone();
                    if let Some(found) = verdict(&plain, &text.write(), "by_name") {
                        made += 1;
                        let free = is_harmless(attribute::row(kind, Position::CallSite).target);
                        assert!(
                            free || !is_valid(&found),
                            "{sample} at a call ({own:?}) of {ty}: {found:?}"
                        );
                    }
                    // Where the callee is declared: for who names it, and for who reaches it; also
                    // where only the source has it.
                    let mut text = Text::plain(ty);
                    text.declared[index] = sample.clone();
                    let with = text.write();
                    let free = is_harmless(attribute::row(kind, Position::Declaration).modules);
                    for function in ["by_name"].into_iter().chain(DISTANT) {
                        if let Some(found) = verdict(&plain, &with, function) {
                            made += 1;
                            assert!(
                                free || !is_valid(&found),
                                "{sample} of {ty} for {function}: {found:?}"
                            );
                        }
                    }
                }
                if was_read {
                    break;
                }
            }
        }
    }
    assert!(made > 2_000, "{made}");
}

#[test]
fn a_module_is_valid_against_itself() {
    for ty in TYPES {
        let text = Text::plain(ty).write();
        for function in ["by_name", "stores"].into_iter().chain(DISTANT) {
            let found = verdict(&text, &text, function);
            assert!(found.as_ref().is_some_and(is_valid), "{function}: {found:?}");
        }
    }
}

#[test]
fn strings_and_words_that_nobody_knows_are_not_believed() {
    let plain = Text::plain("i32").write();
    for (word, harmless) in [
        ("\"no-such-string\"", false),
        ("\"no-such-string\"=\"1\"", false),
        ("\"denormal-fp-math\"=\"preserve-sign,preserve-sign\"", false),
        ("\"denormal-fp-math-f32\"=\"dynamic,dynamic\"", false),
        ("\"no-builtins\"", false),
        ("\"no-builtin-memcpy\"", false),
        ("\"no-nans-fp-math\"=\"true\"", false),
        ("\"unsafe-fp-math\"=\"true\"", false),
        ("\"null-pointer-is-valid\"=\"true\"", false),
        ("\"strictfp\"", false),
        ("\"target-features\"=\"+avx\"", false),
        ("\"frame-pointer\"=\"all\"", true),
        ("\"stack-protector-buffer-size\"=\"8\"", true),
        ("\"no-trapping-math\"=\"true\"", true),
        ("\"no-nans-fp-math\"=\"false\"", true),
        ("\"denormal-fp-math\"=\"ieee,ieee\"", true),
    ] {
        let mut text = Text::plain("i32");
        text.function = word.to_string();
        let found = verdict(&plain, &text.write(), "by_name").unwrap();
        assert_eq!(is_valid(&found), harmless, "{word}: {found:?}");
    }
}

#[test]
fn linkage_that_changes_who_is_meant_is_not_ignored() {
    let with = |linkage: Linkage| {
        let word = match linkage {
            Linkage::External => "",
            linkage => linkage.word(),
        };
        let init = match linkage {
            Linkage::ExternWeak => "",
            _ => "null",
        };
        format!(
            "@thing = {word} global ptr {init}
             @leads = global ptr @thing
             @constant = constant {{ i8, ptr }} {{ i8 0, ptr @thing }}
             define i1 @names() {{
               %c = icmp eq ptr @thing, null
               ret i1 %c
             }}
             define i1 @reaches() {{
               %p = load ptr, ptr @leads
               %c = icmp eq ptr %p, null
               ret i1 %c
             }}
             define i1 @reads() {{
               %a = getelementptr i8, ptr @constant, i64 8
               %p = load ptr, ptr %a
               %c = icmp eq ptr %p, null
               ret i1 %c
             }}"
        )
    };
    let mut made = 0;
    for &old in Linkage::ALL {
        for &new in Linkage::ALL.iter().filter(|&&new| new != old) {
            for function in ["names", "reaches", "reads"] {
                let Some(found) = verdict(&with(old), &with(new), function) else { continue };
                made += 1;
                assert!(!is_valid(&found), "{old:?} {new:?} {function}: {found:?}");
            }
        }
    }
    assert!(made > 100, "{made}");
}

#[test]
fn flags_of_the_target_alone_are_not_believed() {
    let bodies = [
        "%r = add FLAG i32 %a, %b",
        "%r = lshr FLAG i32 %a, %b",
        "%r = or FLAG i32 %a, %b",
        "%l = zext FLAG i32 %a to i64\n %r = trunc i64 %l to i32",
        "%l = sext i32 %a to i64\n %r = trunc FLAG i64 %l to i32",
        "%c = icmp FLAG ult i32 %a, %b\n %r = zext i1 %c to i32",
        "%g = getelementptr FLAG i8, ptr %p, i32 %a\n %l = ptrtoint ptr %g to i64\n \
            %r = trunc i64 %l to i32",
        "%f = uitofp i32 %a to float\n %g = fdiv FLAG float %f, %x\n %r = bitcast float %g to i32",
        "%f = FLAG call i32 @h(i32 %a)\n %r = add i32 %f, 0",
        "%f = load FLAG i32, ptr %p\n %r = add i32 %f, 0",
    ];
    let text = |body: &str, word: &str| {
        let body = body.replace("FLAG", word);
        format!(
            "declare i32 @h(i32)
             define i32 @f(i32 %a, i32 %b, ptr %p, float %x, ...) {{
               {body}
               ret i32 %r
             }}"
        )
    };
    let mut made = 0;
    for &(flag, word) in Flags::WORDS.iter().filter(|(_, word)| !word.is_empty()) {
        for body in bodies {
            let Some(found) = verdict(&text(body, ""), &text(body, word), "f") else { continue };
            // What always holds of this operation says nothing.
            let always = word == "nsw" && body.contains("trunc FLAG") || body.contains("zext i1");
            made += 1;
            let free = is_harmless(flag::row(flag).target) || always && word != "samesign";
            assert!(free || !is_valid(&found), "{word} in {body}: {found:?}");
        }
    }
    assert!(made >= 20, "{made}");
}

#[test]
fn metadata_of_the_target_alone_is_not_believed() {
    let text = |load: &str, call: &str| {
        format!(
            "declare ptr @h()
             define ptr @f(ptr %p) {{
               %v = load ptr, ptr %p, align 8 {load}
               %w = call ptr @h() {call}
               store ptr %w, ptr %p
               ret ptr %v
             }}
             define i32 @g(ptr %p, ptr %q) {{
               %v = load i32, ptr %p, align 4 {load}
               store i32 1, ptr %q
               ret i32 %v
             }}
             !0 = !{{}}
             !1 = !{{i64 16}}
             !2 = !{{i32 0, i32 5}}
             !3 = !{{!4}}
             !4 = distinct !{{!4, !5}}
             !5 = distinct !{{!5}}
             !6 = !{{!7, !7, i64 0}}
             !7 = !{{!\"int\", !8, i64 0}}
             !8 = !{{!\"char\", !9, i64 0}}
             !9 = !{{!\"root\"}}
             !10 = !{{i32 1}}"
        )
    };
    let free = [", !dbg !0", ", !annotation !3", ", !unpredictable !0", ", !nosanitize !0"];
    let promises = [
        ", !nonnull !0",
        ", !noundef !0",
        ", !align !1",
        ", !dereferenceable !1",
        ", !dereferenceable_or_null !1",
        ", !range !2",
        ", !invariant.load !0",
        ", !invariant.group !0",
        ", !noalias !3",
        ", !alias.scope !3",
        ", !tbaa !6",
        ", !nontemporal !10",
        ", !no.such.kind !0",
    ];
    let mut made = 0;
    for (words, harmless) in [(&free[..], true), (&promises[..], false)] {
        for word in words {
            for (load, call) in [(*word, ""), ("", *word)] {
                for function in ["f", "g"] {
                    let (before, after) = (text("", ""), text(load, call));
                    if function == "g" && load.is_empty() {
                        continue;
                    }
                    let Some(found) = verdict(&before, &after, function) else { continue };
                    made += 1;
                    assert!(harmless || !is_valid(&found), "{word} in {function}: {found:?}");
                    assert!(!harmless || is_valid(&found), "{word} in {function}: {found:?}");
                }
            }
        }
    }
    assert!(made >= 30, "{made}");
}
