//! Functions in gated form: what is read and written, what is refused and with which words, and
//! that LLVM's own text stays what it is.

use std::path::Path;
use tollgate_ir::{Const, ConstKind, Context, Entity, Func, Name, Source, Span, ValueDef};
use tollgate_llvm::{
    Gate, GateDefinition, GateFormula, GateTest, GatedModule, GatedText, Merge, Options,
    WriteError, arm_edges, read, read_gated, read_gated_bodies, read_gated_source, write_function,
    write_gated, write_gated_function, write_module,
};

fn written(ctx: &Context, module: &GatedModule) -> String {
    let mut out = Vec::new();
    write_gated(ctx, &module.module, &module.gated, &mut out)
        .unwrap_or_else(|error| panic!("{}", error.message(ctx)));
    String::from_utf8(out).expect("the samples are text")
}

fn rewritten(text: &str) -> String {
    let mut ctx = Context::new();
    let module =
        read_gated(&mut ctx, "t.ll", text.as_bytes()).unwrap_or_else(|errors| panic!("{errors}"));
    written(&ctx, &module)
}

/// All messages, each `LINE:COLUMN: MESSAGE`.
fn messages(text: &str) -> Vec<String> {
    match read_gated(&mut Context::new(), "t.ll", text.as_bytes()) {
        Ok(_) => Vec::new(),
        Err(errors) => errors
            .list
            .iter()
            .map(|it| {
                let place = errors.position(it);
                format!("{}:{}: {}", place.line, place.column, it.message)
            })
            .collect(),
    }
}

fn sample(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/syntax/gated").join(name);
    std::fs::read_to_string(path).expect("the samples are there")
}

const SAMPLES: [&str; 2] = ["gates.ll", "merges.ll"];

/// A function with a join, whose gates are given.
fn joined(gates: &str, merge: &str) -> String {
    format!(
        "declare i32 @g()
define i32 @f(i32 %n, i1 %c, i64 %l, ptr %p) {{
{gates}
entry:
  br i1 %c, label %then, label %join
then:
  br label %join
join:
{merge}
  ret i32 0
}}
"
    )
}

#[test]
fn the_samples_are_written_as_they_stand() {
    for name in SAMPLES {
        let text = sample(name);
        let (head, rest) = text.split_once('\n').expect("the first line says what it is");
        assert!(head.starts_with("; "), "{name}");
        assert_eq!(rewritten(&text).trim_start(), rest, "{name}");
    }
}

/// The examples of the documentation.
#[test]
fn documented_examples_are_written_as_they_stand() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/gsa.md");
    let page = std::fs::read_to_string(path).expect("the documentation is there");
    let examples: Vec<&str> = page
        .split("```gsa\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap_or_default())
        .collect();
    assert!(!examples.is_empty());
    for example in examples {
        assert_eq!(rewritten(example).trim_start(), example);
    }
}

#[test]
fn llvm_text_is_read_and_written_as_without_the_dialect() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/syntax/llvm19");
    let mut read_in_both = 0;
    for entry in std::fs::read_dir(folder).expect("the samples are there").flatten() {
        let text = std::fs::read(entry.path()).expect("a sample can be read");
        let (mut plain, mut gated) = (Context::new(), Context::new());
        let Ok(module) = read(&mut plain, "t.ll", &text) else { continue };
        let both = read_gated(&mut gated, "t.ll", &text).unwrap_or_else(|it| panic!("{it}"));
        assert!(both.gated.is_empty(), "{}", entry.path().display());
        let mut out = Vec::new();
        write_module(&plain, &module, &mut out).expect("it is whole");
        assert_eq!(written(&gated, &both).as_bytes(), out, "{}", entry.path().display());
        read_in_both += 1;
    }
    assert!(read_in_both > 80, "only {read_in_both} samples");
}

#[test]
fn llvm_text_has_no_gates() {
    let first = |text: &str| {
        let errors = read(&mut Context::new(), "t.ll", text.as_bytes()).expect_err("refused");
        let place = errors.position(&errors.list[0]);
        format!("{}:{}: {}", place.line, place.column, errors.list[0].message)
    };
    let unknown = |place: &str, word: &str| {
        format!("{place}: the instruction `{word}` is not known; LLVM 14 to 22 have no such word")
    };
    assert_eq!(first(&joined("gate g0 = %c", "")), unknown("3:1", "gate"));
    for word in ["mu", "gamma", "eta"] {
        let text = joined("", &format!("  %x = {word} i32 [ 1, g0 ], [ 2, g1 ]"));
        assert_eq!(first(&text), unknown("9:8", word));
    }
    for name in SAMPLES {
        assert!(read(&mut Context::new(), name, sample(name).as_bytes()).is_err(), "{name}");
    }
}

#[test]
fn gates_stand_anywhere_and_are_used_before_they_are_defined() {
    let text = "define i32 @f(i32 %n) {
  gate both = or left, right gate left = not %less
entry: gate right = %less
  %less = call i1 @g() nounwind gate unused = false
  br i1 %less, label %a, label %join
  gate third = went %a to %join
a:
  %k = add i32 %n, 1
  gate fourth = icmp eq i32 %late, 3
  br label %join
join:
  %m = gamma i32 [ %n, both ], [ %k, third ]
  gate unused.too = and fourth, unused
  %late = gamma i32 [ 3, fourth ], [ 4, both ]
  ret i32 %late
  gate last = true
}
declare i1 @g()
";
    let expected = "define i32 @f(i32 %n) {
  gate both = or left, right
  gate left = not %less
  gate right = %less
  gate third = went %a to %join
  gate fourth = icmp eq i32 %late, 3
entry:
  %less = call i1 @g() #0
  br i1 %less, label %a, label %join

a:
  %k = add i32 %n, 1
  br label %join

join:
  %m = gamma i32 [ %n, both ], [ %k, third ]
  %late = gamma i32 [ 3, fourth ], [ 4, both ]
  ret i32 %late
}

declare i1 @g()

attributes #0 = { nounwind }
";
    let once = rewritten(text);
    assert_eq!(once.trim_start(), expected);
    assert_eq!(rewritten(&once), once);
}

#[test]
fn the_data_is_what_the_text_says() {
    let text = joined(
        "  gate a = not %c\n  gate b = and a, d\n  gate d = icmp ne i32 %n, 9",
        "  %x = gamma i32 [ 1, b ], [ %n, d ]\n  %y = phi i32 [ 2, %then ], [ %x2, %entry ]\n  \
            %z = eta i32 [ 3, a ], [ 4, a ]\n  %x2 = mu i32 [ 5, %entry ], [ 6, %then ]",
    );
    let mut ctx = Context::new();
    let read = read_gated(&mut ctx, "t.ll", text.as_bytes()).unwrap_or_else(|it| panic!("{it}"));
    let (func, said) = read.gated.first_key_value().expect("one function has gates");
    assert_eq!((read.gated.len(), read.module.functions[*func].is_declaration()), (1, false));
    let body = read.module.functions[*func].body().expect("it was read");
    let [n, c] = [body.args()[0], body.args()[1]];
    let [a, b, d] = [0, 1, 2].map(Gate::from_u32);
    let nine = ctx.make_const(tollgate_ir::Type::I32, ConstKind::Int(9));
    let definition = |name: &str| {
        let start = text.find(&format!("gate {name} =")).expect("it stands there");
        let end = start + text[start..].find('\n').expect("it is a line");
        (ctx.find_symbol(name.as_bytes()), Span::new(start, end))
    };
    let expected = [
        ("a", GateFormula::Test { test: GateTest::Holds(c), negated: true }),
        ("b", GateFormula::And([a, d].into())),
        ("d", GateFormula::Test { test: GateTest::Equals(n, nine), negated: true }),
    ];
    for ((name, formula), found) in expected.into_iter().zip(said.gates.values()) {
        let (name, span) = definition(name);
        assert_eq!(*found, GateDefinition { name, span, formula });
    }
    let join = body.blocks().nth(2).expect("there are three blocks");
    let merges: Vec<_> = body
        .params(join)
        .iter()
        .map(|&value| match body.value(value).def {
            ValueDef::Param(param) => {
                let text = &said.merges[param];
                (text.merge, text.arms.iter().map(|arm| arm.gate).collect::<Vec<_>>())
            }
            other => panic!("{other:?}"),
        })
        .collect();
    let expected = [
        (Merge::Gamma, vec![b, d]),
        (Merge::Phi, vec![]),
        (Merge::Eta, vec![a, a]),
        (Merge::Mu, vec![]),
    ];
    assert_eq!(merges, expected);
    let first_arm = &said.merges[tollgate_ir::Param::from_u32(0)].arms[0];
    assert_eq!(first_arm.span.of(text.as_bytes()), b"[ 1, b ]");
    let ints = |at: usize| -> Vec<Option<u64>> {
        let edge = arm_edges(body, join)[at];
        body.edge_args(edge).map(|it| body.as_const(it).and_then(|it| ctx.int_value(it))).collect()
    };
    assert_eq!(ints(0), [Some(1), None, Some(3), Some(5)]);
    assert_eq!(ints(1), [None, Some(2), Some(4), Some(6)]);
}

#[test]
fn all_edges_from_one_block_carry_its_arm() {
    let mut ctx = Context::new();
    let read = read_gated(&mut ctx, "t.ll", sample("merges.ll").as_bytes()).expect("valid");
    let name = ctx.find_symbol(b"switch").expect("it was read");
    let func = read.module.function_named(Name::Named(name)).expect("it is defined");
    let body = read.module.functions[func].body().expect("it was read");
    let join = body.blocks().nth(2).expect("there are four blocks");
    let edges: Vec<_> = body.pred_edges(join).collect();
    assert_eq!(arm_edges(body, join), [edges[0], edges[3]]);
    let args: Vec<Vec<_>> = edges.iter().map(|&it| body.edge_args(it).collect()).collect();
    assert_eq!((edges.len(), &args[0]), (4, &args[1]));
    assert_eq!(args[0], args[2]);
    assert_ne!(args[0], args[3]);
}

#[test]
fn every_error_has_its_place_and_says_what_to_do() {
    let two = "[ 1, g0 ], [ 2, g1 ]";
    let gates = "  gate g0 = %c\n  gate g1 = not %c";
    let forms = "`and`, `or`, `not`, `icmp`, `unwound`, `went`, `returned`, `true`, `false`, \
                 `undef` or the `%name` of a value";
    let gate_errors = [
        // Names.
        (
            "  gate g0 = %c\n  gate g0 = not %c",
            "4:8: the gate `g0` is defined twice: give this one a name of its own",
        ),
        (
            "  gate g1 = and g0, g0",
            "3:17: the gate `g0` is not defined in this function: say `gate g0 = ...`",
        ),
        ("  gate and = %c", "3:8: `and` has a meaning of its own, so no gate is called so"),
        (
            "  gate g0 = or g0, undef",
            "3:20: `undef` has a meaning of its own, so no gate is called so",
        ),
        (
            "  gate 1a = %c",
            "3:8: expected the name of a gate: letters, digits, `_` and `.`, found `1`",
        ),
        (
            "  gate a-b = %c",
            "3:8: expected the name of a gate: letters, digits, `_` and `.`, found `a-b`",
        ),
        (
            "  gate %g = %c",
            "3:8: expected the name of a gate: letters, digits, `_` and `.`, found `%g`",
        ),
        (
            "  gate g0 = and",
            "4:1: expected the name of a gate: letters, digits, `_` and `.`, found `entry:`",
        ),
        // Cycles.
        (
            "  gate g0 = and g0",
            "3:3: the gate `g0` is made of itself (`g0`, `g0`): make one of them of others",
        ),
        (
            "  gate z = or c\n  gate c = or a\n  gate a = and b, b\n  gate t = true\n  \
                gate b = or t, c",
            "4:3: the gate `c` is made of itself (`c`, `a`, `b`, `c`): make one of them of others",
        ),
        // Grammar.
        ("  gate g0 %c", "3:11: expected `=`, found `%c`"),
        (
            "  gate g0 = not icmp eq i32 %n, 3",
            "3:17: a comparison is negated by its predicate: `eq` or `ne`",
        ),
        ("  gate g0 = icmp slt i32 %n, 3", "3:18: expected `eq` or `ne`, found `slt`"),
        ("  gate g0 = icmp eq i32 %n 3", "3:28: expected `,`, found `3`"),
        ("  gate g0 = went %entry %join", "3:25: expected `to`, found `%join`"),
        ("  gate g0 = returned %entry", "4:1: expected a number, found `entry:`"),
        ("  gate g0 = returned %entry -1", "3:29: expected a number from 0 to 2^64 - 1"),
        ("  gate g0 = returned %entry 4294967296", "3:29: expected a number from 0 to 2^32 - 1"),
        (
            "  gate g0 = unwound entry",
            "3:21: expected the label of a block, as `%name`, found `entry`",
        ),
        // What is tested.
        ("  gate g0 = %none", "3:13: `%none` is not defined in this function"),
        ("  gate g0 = icmp ne i32 %none, 1", "3:25: `%none` is not defined in this function"),
        ("  gate g0 = unwound %none", "3:21: the block `%none` is not defined in this function"),
        (
            "  gate g0 = went %then to %none",
            "3:27: the block `%none` is not defined in this function",
        ),
        (
            "  gate g0 = not returned %none 0",
            "3:26: the block `%none` is not defined in this function",
        ),
        ("  gate g0 = %n", "3:13: `%n` has type `i32`, but `i1` is expected"),
        ("  gate g0 = icmp eq i32 %l, 3", "3:25: `%l` has type `i64`, but `i32` is expected"),
        (
            "  gate g0 = icmp eq ptr %p, null",
            "3:21: a gate compares integers, as a `switch` does, not `ptr`",
        ),
        ("  gate g0 = icmp eq i32 %n, %n", "3:29: expected a constant, found the local value `%n`"),
        (
            "  gate g0 = icmp eq i32 %n, undef",
            "3:29: a gate compares with an integer, as a `switch` does",
        ),
        ("  gate g0 = i1 %c", "3:16: expected a constant, found the local value `%c`"),
    ];
    for (gates, message) in gate_errors {
        assert_eq!(messages(&joined(gates, "")), [message], "{gates}");
    }
    assert_eq!(
        messages(&joined("  gate g0 = g1", "")),
        [format!("3:13: expected {forms}, found `g1`")]
    );
    assert_eq!(
        messages(&joined("  gate g0 = not g1", "")),
        ["3:17: expected `unwound`, `went`, `returned` or the `%name` of a value: only tests are \
          negated, found `g1`"]
    );
    assert_eq!(
        messages(&joined("  gate g0 = %late", "  %late = add i32 1, 2")),
        ["9:3: `%late` has type `i32`, but was used with type `i1`"]
    );
    let merge_errors = [
        (
            "gamma i32 [ 1, g0 ]",
            "10:3: this `gamma` has 1 arm, and the block is entered from 2 blocks",
        ),
        (
            "eta i32 [ 1, g0 ], [ 2, g1 ], [ 3, g1 ]",
            "10:3: this `eta` has 3 arms, and the block is entered from 2 blocks",
        ),
        ("gamma i32", "10:3: this `gamma` has 0 arms, and the block is entered from 2 blocks"),
        ("gamma i32 [ 1, g0 ], [ %l, g1 ]", "10:31: `%l` has type `i64`, but `i32` is expected"),
        (
            "gamma i32 [ 1, g0 ], [ 2, g7 ]",
            "10:34: the gate `g7` is not defined in this function: say `gate g7 = ...`",
        ),
        ("gamma i32 [ 1, g0 ], [ %no, g1 ]", "10:31: `%no` is not defined in this function"),
        (
            "gamma i32 [ 1, %entry ], [ 2, %then ]",
            "10:23: expected the name of a gate: letters, digits, `_` and `.`, found `%entry`",
        ),
        (
            "mu i32 [ 1, g0 ], [ 2, g1 ]",
            "10:20: expected the label of a block, as `%name`, found `g0`",
        ),
        (
            "mu i32 [ 1, %entry ], [ 2, %no ]",
            "10:35: the block `%no` is not defined in this function",
        ),
        (
            "mu i32 [ 1, %entry ], [ 2, %join ]",
            "10:3: this `mu` names a block that is no predecessor",
        ),
        ("mu i32 [ 1, %entry ]", "10:3: this `mu` has 1 pair, and the block is entered by 2 edges"),
        (
            "mu i32 [ 1, %entry ], [ 2, %entry ]",
            "10:3: this `mu` has two values for one predecessor",
        ),
        (
            "mu i32 [ 1, %entry ], [ 1, %entry ]",
            "10:3: this `mu` has no value for one of the predecessors",
        ),
        ("gamma void [ 1, g0 ]", "10:14: `void` is not the type of a value"),
        ("gamma nsw i32 [ 1, g0 ]", "10:14: `nsw` cannot stand on `fadd`"),
    ];
    for (merge, message) in merge_errors {
        let found = messages(&joined(gates, &format!("  %x = {merge}")));
        assert_eq!(found, [message], "{merge}");
    }
    for word in ["gamma", "eta"] {
        let found =
            messages(&joined(gates, &format!("  %y = add i32 1, 2\n  %x = {word} i32 {two}")));
        let wanted = format!("11:8: a `{word}` stands before all other instructions of its block");
        assert_eq!(found, [wanted]);
    }
    let found = messages(&joined(gates, "  %y = call i32 @g() mu i32 [ 1, %entry ], [ 2, %then ]"));
    assert_eq!(found, ["10:22: a `mu` stands before all other instructions of its block"]);
}

#[test]
fn one_error_hides_no_other() {
    let text = joined(
        "  gate g0 = %n\n  gate g0 = slt\n  gate g2 = not %c",
        "  %x = gamma i32 [ 1, g0 ], [ %l, g2 ]\n  %y = eta i32 [ 1 ]",
    );
    let places: Vec<String> = messages(&text)
        .iter()
        .map(|it| it.split(": ").next().unwrap_or_default().to_string())
        .collect();
    assert_eq!(places, ["3:13", "4:13", "11:31", "12:20"]);
    let text = joined("  gate g0 = and a, b, a\n  gate g1 = or b, c", "");
    assert_eq!(messages(&text).len(), 3, "each name that is missing is reported once");
}

/// Whatever the text, it is refused with a message, or what is written of it is read as the same.
fn check(text: &[u8]) -> Result<bool, String> {
    let mut ctx = Context::new();
    let read = match read_gated(&mut ctx, "t.ll", text) {
        Ok(read) => read,
        Err(errors) => {
            let shown = errors.to_string();
            let outside = errors.list.iter().any(|it| it.span.end as usize > text.len());
            if shown.is_empty() || outside {
                return Err(format!("refused without a place: {shown}"));
            }
            return Ok(false);
        }
    };
    let mut once = Vec::new();
    if let Err(error) = write_gated(&ctx, &read.module, &read.gated, &mut once) {
        // The addresses of blocks are looked up only now.
        return match error {
            WriteError::MissingBlock { .. } => Ok(false),
            other => Err(format!("cannot be written: {}", other.message(&ctx))),
        };
    }
    let again = read_gated(&mut ctx, "written.ll", &once)
        .map_err(|errors| format!("what was written cannot be read:\n{errors}"))?;
    let mut twice = Vec::new();
    write_gated(&ctx, &again.module, &again.gated, &mut twice)
        .map_err(|error| format!("cannot be written again: {}", error.message(&ctx)))?;
    if once != twice {
        let (once, twice) = (String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice));
        return Err(format!("written again it differs:\n{once}\n---\n{twice}"));
    }
    Ok(true)
}

#[test]
fn samples_cut_or_changed_at_any_byte_are_refused_or_keep_their_meaning() {
    let (mut kept, mut refused) = (0, 0);
    let mut try_one = |text: &[u8], what: String| match check(text) {
        Ok(true) => kept += 1,
        Ok(false) => refused += 1,
        Err(problem) => panic!("{what}: {problem}\n{}", String::from_utf8_lossy(text)),
    };
    for name in SAMPLES {
        let text = sample(name).into_bytes();
        for at in 0..text.len() {
            try_one(&text[..at], format!("{name} up to {at}"));
            for byte in [b' ', b'g', b'0', b'%', b',', b'\n', text[at] ^ 1, text[at] ^ 0x80] {
                let mut changed = text.clone();
                changed[at] = byte;
                try_one(&changed, format!("{name}, byte {at} is {byte}"));
            }
            let mut shorter = text.clone();
            shorter.remove(at);
            try_one(&shorter, format!("{name} without byte {at}"));
        }
    }
    assert!(kept > 1_000 && refused > 10_000, "{kept} kept, {refused} refused");
}

/// Functions whose constants no other function has, so that each thread adds its own.
fn large_module(functions: usize) -> String {
    let of = |at: usize| {
        let odd = 1_000_003 * at + 17;
        format!(
            "define i64 @f{at}(i64 %n, i70 %w) {{
  gate seven.{at} = icmp eq i64 %n, {odd}
  gate wide = icmp ne i70 %w, {odd}{odd}
  gate left = and seven.{at}, wide
  gate right = or back, wide
  gate back = icmp ne i64 %n, {odd}
entry:
  %c.{at} = icmp eq i64 %n, {odd}
  br i1 %c.{at}, label %then, label %join

then:
  %k = mul i64 %n, {at}
  br label %join

join:
  %r = gamma i64 [ %n, right ], [ %k, left ]
  ret i64 %r
}}
"
        )
    };
    (0..functions).map(|at| of(at) + "\n").collect::<String>().trim_end().to_string() + "\n"
}

#[test]
fn several_threads_read_what_one_reads() {
    let text = large_module(8_000);
    assert!(text.len() > 3 << 20, "{} bytes are too few for several pieces", text.len());
    let read = |jobs| {
        let mut ctx = Context::new();
        let source = Source { file: "t.ll".into(), text: text.as_bytes().into() };
        let (module, errors) = read_gated_source(&mut ctx, source, Options { lazy: false, jobs });
        let module = module.unwrap_or_else(|| panic!("{errors}"));
        let shown: Vec<String> = module.gated.values().map(|it| format!("{it:?}")).collect();
        (shown, written(&ctx, &module))
    };
    let (one, out) = read(1);
    assert_eq!(one.len(), 8_000);
    assert!(out.trim_start() == text, "it is written as it stands");
    for jobs in [2, 5] {
        let (several, again) = read(jobs);
        assert!(one == several, "{jobs} threads give other ids");
        assert!(out == again, "{jobs} threads give another text");
    }
}

#[test]
fn what_is_read_later_is_what_is_read_at_once() {
    let text = large_module(3);
    let mut ctx = Context::new();
    let source = Source { file: "t.ll".into(), text: text.as_bytes().into() };
    let whole = read_gated(&mut ctx, "t.ll", text.as_bytes()).unwrap_or_else(|it| panic!("{it}"));
    let (lazy, _) = read_gated_source(&mut ctx, source, Options { lazy: true, jobs: 1 });
    let mut lazy = lazy.expect("bodies were not looked at");
    assert!(lazy.gated.is_empty());
    let second = Func::new(1);
    read_gated_bodies(&mut ctx, &mut lazy, |func| func == second, 1).expect("valid");
    assert_eq!(lazy.gated.keys().copied().collect::<Vec<_>>(), [second]);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    write_gated_function(&ctx, &lazy.module, second, &lazy.gated[&second], &mut ours)
        .expect("it was read");
    write_gated_function(&ctx, &whole.module, second, &whole.gated[&second], &mut theirs)
        .expect("it was read");
    assert_eq!(String::from_utf8_lossy(&ours), String::from_utf8_lossy(&theirs));
    read_gated_bodies(&mut ctx, &mut lazy, |_| true, 1).expect("valid");
    assert_eq!(written(&ctx, &lazy), written(&ctx, &whole));
    assert_eq!(lazy.gated.len(), 3);
    // An error comes when the body is read.
    let text = text.replace("and seven.1, wide", "and seven.1, narrow");
    let source = Source { file: "t.ll".into(), text: text.as_bytes().into() };
    let (lazy, _) = read_gated_source(&mut ctx, source, Options { lazy: true, jobs: 1 });
    let mut lazy = lazy.expect("bodies were not looked at");
    let errors = read_gated_bodies(&mut ctx, &mut lazy, |_| true, 1).expect_err("it is wrong");
    assert!(errors.to_string().starts_with("t.ll:23:28: the gate `narrow` is not"), "{errors}");
}

#[test]
fn only_who_asks_for_it_writes_gated_form() {
    let mut ctx = Context::new();
    let read = read_gated(&mut ctx, "t.ll", large_module(1).as_bytes()).expect("valid");
    let (mut function, mut module) = (Vec::new(), Vec::new());
    write_function(&ctx, &read.module, Func::new(0), &mut function).expect("it was read");
    write_module(&ctx, &read.module, &mut module).expect("it was read");
    for out in [function, module] {
        let out = String::from_utf8(out).expect("it is text");
        assert!(out.contains("%r = phi i64 [ %n, %entry ], [ %k, %then ]"), "{out}");
        assert!(!out.contains("gate"), "{out}");
    }
}

#[test]
fn gates_are_renamed_where_their_names_would_not_do() {
    let text = joined(
        "  gate a = %c\n  gate g1 = not %c\n  gate b = and a, g1\n  gate d = or a, g1\n  \
            gate unused = true",
        "  %x = gamma i32 [ 1, b ], [ 2, d ]",
    );
    let mut ctx = Context::new();
    let mut read = read_gated(&mut ctx, "t.ll", text.as_bytes()).expect("valid");
    let symbols = [&b"icmp"[..], b"g1", b"a b"].map(|it| ctx.symbol(it));
    let said = read.gated.values_mut().next().expect("one function has gates");
    let [a, b, d, unused] = [0, 2, 3, 4].map(Gate::from_u32);
    said.gates[a].name = Some(symbols[0]);
    said.gates[b].name = Some(symbols[1]);
    said.gates[d].name = None;
    said.gates[unused].name = Some(symbols[2]);
    let gates = |ctx: &Context, read: &GatedModule| -> Vec<String> {
        let text = written(ctx, read);
        let lines = text.lines().filter(|it| it.contains("gate ") || it.contains("gamma"));
        lines.map(|it| it.trim().to_string()).collect()
    };
    let expected = [
        "gate g0 = %c",
        "gate g1 = not %c",
        "gate g2 = and g0, g1",
        "gate g3 = or g0, g1",
        "%x = gamma i32 [ 1, g2 ], [ 2, g3 ]",
    ];
    assert_eq!(gates(&ctx, &read), expected);
    // Of nothing, a conjunction is true and a disjunction false.
    let said = read.gated.values_mut().next().expect("one function has gates");
    said.gates[b].formula = GateFormula::And([].into());
    said.gates[d].formula = GateFormula::Or([].into());
    assert_eq!(gates(&ctx, &read)[..2], ["gate g1 = true", "gate g0 = false"]);
}

#[test]
fn what_does_not_hold_together_is_not_written() {
    let text = joined("  gate a = %c", "  %x = gamma i32 [ 1, a ], [ 2, a ]");
    let fault = |change: &dyn Fn(&mut GatedText)| {
        let mut ctx = Context::new();
        let mut read = read_gated(&mut ctx, "t.ll", text.as_bytes()).expect("valid");
        read.gated.values_mut().for_each(change);
        write_gated(&ctx, &read.module, &read.gated, &mut Vec::new())
    };
    let (a, x) = (Gate::from_u32(0), tollgate_ir::Param::from_u32(0));
    let to =
        |formula: GateFormula| move |text: &mut GatedText| text.gates[a].formula = formula.clone();
    assert_eq!(fault(&|_| ()), Ok(()));
    let nowhere = tollgate_ir::Block::from_u32(3);
    let unwound = GateFormula::Test { test: GateTest::Unwound(nowhere), negated: false };
    for wrong in [unwound, GateFormula::Or([Gate::from_u32(7)].into())] {
        assert_eq!(fault(&to(wrong)), Err(WriteError::MissingValue));
    }
    assert_eq!(
        fault(&|text| text.merges[x].arms = text.merges[x].arms[..1].into()),
        Err(WriteError::MissingValue)
    );
    assert_eq!(
        fault(&|text| text.merges[x].arms[1].gate = Gate::from_u32(9)),
        Err(WriteError::MissingValue)
    );
    // A cycle is written, for a person to look at; it cannot be read.
    assert_eq!(fault(&to(GateFormula::And([a].into()))), Ok(()));
}

#[test]
fn a_cycle_is_found_however_long_and_named_from_its_first_gate() {
    let count = 100_000u32;
    let with = |last: u32| {
        let mut text = GatedText::default();
        for at in 0..count {
            let next = if at + 1 == count { last } else { at + 1 };
            let formula = GateFormula::And([Gate::from_u32(next), Gate::from_u32(next)].into());
            text.gates.push(GateDefinition { name: None, span: Span::NONE, formula });
        }
        if last == count {
            text.gates.push(GateDefinition {
                name: None,
                span: Span::NONE,
                formula: GateFormula::True,
            });
        }
        text.find_cycle()
    };
    assert_eq!(with(count), None);
    let cycle = with(99_000).expect("there is one");
    assert_eq!((cycle.len(), cycle[0]), (1_000, Gate::from_u32(99_000)));
}

#[test]
fn a_hundred_thousand_gates_take_little_time() {
    let count = 100_000;
    let chain = |cycle: bool| {
        let mut text = String::from("define i32 @f(i1 %c, i32 %n) {\n");
        for at in (1..count).rev() {
            let word = if at % 2 == 0 { "and" } else { "or" };
            text.push_str(&format!("  gate g{at} = {word} g{}, h{}\n", at - 1, at % 7));
        }
        text.push_str(if cycle { "  gate g0 = and g99999\n" } else { "  gate g0 = %c\n" });
        for at in 0..7 {
            text.push_str(&format!("  gate h{at} = icmp ne i32 %n, {at}\n"));
        }
        text.push_str(
            "  br i1 %c, label %1, label %2\n\n1:\n  br label %2\n\n2:\n  \
             %3 = gamma i32 [ 0, g0 ], [ %n, g99999 ]\n  ret i32 %3\n}\n",
        );
        text
    };
    let start = std::time::Instant::now();
    let text = chain(false);
    assert_eq!(rewritten(&text).trim_start(), text);
    let found = messages(&chain(true));
    assert_eq!(
        found,
        ["2:3: the gate `g99999` is made of itself (`g99999`, `g99998`, `g99997`, `g99996`, \
          `g99995`, `g99994`, `g99993`, `g99992`, ..., `g99999`): make one of them of others"]
        .map(|it| it.replacen("3:3", "2:3", 1))
    );
    // Many gammas of a block with many edges from one predecessor.
    let many = 1_000;
    let cases: String = (0..many).map(|at| format!("    i32 {at}, label %1\n")).collect();
    let gammas: String =
        (2..many).map(|at| format!("  %{at} = gamma i32 [ {at}, g0 ]\n")).collect();
    let text = format!(
        "define i32 @f(i32 %n) {{\n  gate g0 = true\n  switch i32 %n, label %1 [\n{cases}  ]\n\n\
         1:\n{gammas}  ret i32 0\n}}\n"
    );
    assert_eq!(rewritten(&text).trim_start(), text);
    let took = start.elapsed();
    assert!(took.as_secs() < 15, "{took:?}");
}

#[test]
fn constants_of_gates_are_those_of_the_context() {
    // The second function's constant is new in its thread, where ids begin anew.
    let text = large_module(8_000);
    let mut ctx = Context::new();
    let source = Source { file: "t.ll".into(), text: text.as_bytes().into() };
    let (module, errors) = read_gated_source(&mut ctx, source, Options { lazy: false, jobs: 3 });
    let module = module.unwrap_or_else(|| panic!("{errors}"));
    for (func, said) in &module.gated {
        let value = |id: Const| ctx.int_value(id);
        let GateFormula::Test { test: GateTest::Equals(_, id), .. } =
            said.gates[Gate::from_u32(0)].formula
        else {
            panic!("{func}");
        };
        assert_eq!(value(id), Some(1_000_003 * func.index() as u64 + 17));
    }
}
