//! The syntax samples of `tests/syntax`: every construct of LLVM 14 to 22 is read, written and read
//! again; every erroneous module is refused at the right line.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tollgate_ir::{Context, Lines, Source, verify_module};
use tollgate_llvm::{Options, Severity, read_source, write_module};

fn samples(folder: &str) -> Vec<(String, Vec<u8>)> {
    let root: PathBuf =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/syntax").join(folder);
    let mut found: Vec<(String, Vec<u8>)> = std::fs::read_dir(&root)
        .unwrap_or_else(|error| panic!("{}: {error}", root.display()))
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|it| it == "ll"))
        .map(|entry| {
            let text = std::fs::read(entry.path()).expect("a sample can be read");
            (entry.file_name().to_string_lossy().into_owned(), text)
        })
        .collect();
    found.sort();
    found
}

/// Reads a module; the lines of all errors of the reader and the verifier, or what the writer makes
/// of it.
fn read(text: &[u8]) -> Result<Vec<u8>, Vec<(u32, String)>> {
    let mut ctx = Context::new();
    let source = Source { file: "sample.ll".into(), text: text.into() };
    let (module, diagnostics) = read_source(&mut ctx, source, Options::default());
    let lines = Lines::new(text);
    let Some(module) = module else {
        let errors = diagnostics.list.iter().filter(|it| it.severity == Severity::Error);
        return Err(errors
            .map(|it| (lines.position(it.span.start).line, it.message.clone()))
            .collect());
    };
    let violations = verify_module(&ctx, &module);
    if !violations.is_empty() {
        return Err(violations
            .iter()
            .map(|it| (lines.position(it.span.start).line, it.to_string()))
            .collect());
    }
    let mut out = Vec::new();
    write_module(&ctx, &module, &mut out).unwrap_or_else(|error| panic!("{}", error.message(&ctx)));
    Ok(out)
}

#[test]
fn good_samples_of_all_versions_read_and_reach_a_fixed_point() {
    let mut count = 0;
    for folder in ["llvm14", "llvm19", "between", "newer"] {
        for (name, text) in samples(folder) {
            let once = read(&text).unwrap_or_else(|errors| panic!("{folder}/{name}: {errors:?}"));
            let twice =
                read(&once).unwrap_or_else(|errors| panic!("{folder}/{name}, written: {errors:?}"));
            assert!(once == twice, "{folder}/{name}: writing again changes it");
            count += 1;
        }
    }
    assert!(count > 150, "only {count} samples");
}

/// Typed pointers become opaque ones: a module of LLVM 14 reads as its hand conversion does.
#[test]
fn typed_pointers_read_as_opaque_ones() {
    // What LLVM's own upgrade changes besides pointers, and we keep as it was.
    let unchanged = [
        "asm_goto",
        "const_expr_extractvalue",
        "const_expr_old",
        "old_words",
        "const_expr_inrange",
    ];
    let mut compared = 0;
    for (name, text) in samples("llvm14") {
        let Some(stem) = name.strip_suffix(".ll").filter(|stem| !stem.ends_with(".opaque")) else {
            continue;
        };
        if unchanged.contains(&stem) {
            continue;
        }
        let opaque =
            samples("llvm14").into_iter().find(|(it, _)| *it == format!("{stem}.opaque.ll"));
        let (_, opaque) = opaque.unwrap_or_else(|| panic!("{stem} has no conversion"));
        let (ours, theirs) = (read(&text), read(&opaque));
        let (Ok(ours), Ok(theirs)) = (ours, theirs) else { panic!("{name} is not read") };
        let set = |text: &[u8]| -> BTreeSet<String> {
            // Order and numbers of declarations and groups may differ.
            String::from_utf8_lossy(text).lines().map(normal).collect()
        };
        let (ours, theirs) = (set(&ours), set(&theirs));
        let only: Vec<_> = ours.symmetric_difference(&theirs).take(6).collect();
        assert!(only.is_empty(), "{name}: {only:#?}");
        compared += 1;
    }
    assert!(compared >= 20, "only {compared} compared");
}

fn normal(line: &str) -> String {
    let mut out = String::new();
    let mut group = false;
    for character in line.chars() {
        match character {
            '#' => group = true,
            '0'..='9' if group => continue,
            _ => group = false,
        }
        out.push(character);
    }
    out
}

/// Erroneous modules that we accept, each with the reason.
const ACCEPTED: &[(&str, &str)] = &[
    ("call_asm_constraints.ll", "inline assembly is kept, not interpreted"),
    (
        "call_intrinsic_signature.ll",
        "who interprets an intrinsic checks its signature; others keep it",
    ),
    ("const_int_negative_too_large.ll", "a warning: LLVM drops the high bits"),
    ("const_int_too_large.ll", "a warning: LLVM drops the high bits"),
    ("const_integer_out_of_bool.ll", "a warning: LLVM drops the high bits"),
    ("const_u0x_too_large.ll", "LLVM drops the high bits"),
    ("function_allockind.ll", "newer LLVMs add kinds; the argument is kept as text"),
    ("function_attribute_unknown.ll", "a warning: attributes of newer LLVMs are kept"),
    ("function_group_empty.ll", "an empty group means what it says"),
    ("function_initializes_order.ll", "the argument is kept as text"),
    ("function_section_order.ll", "the clauses of a header may come in any order"),
    ("global_code_model.ll", "targets add code models"),
    ("global_number_order.ll", "numbers need not be in order"),
    ("metadata_checksum_kind.ll", "debug information is kept, not checked"),
    ("metadata_cu_not_distinct.ll", "debug information is kept, not checked"),
    ("metadata_expression_operator.ll", "debug information is kept, not checked"),
    ("metadata_field_twice.ll", "debug information is kept, not checked"),
    ("metadata_field_type.ll", "debug information is kept, not checked"),
    ("metadata_lang_unknown.ll", "debug information is kept, not checked"),
    ("metadata_missing_field.ll", "debug information is kept, not checked"),
    ("metadata_unknown_field.ll", "debug information is kept, not checked"),
    ("metadata_unknown_flag.ll", "debug information is kept, not checked"),
    ("metadata_unknown_node.ll", "debug information is kept, not checked"),
    ("metadata_unknown_tag.ll", "debug information is kept, not checked"),
    ("metadata_value_too_large.ll", "debug information is kept, not checked"),
    ("module_target_late.ll", "settings may stand anywhere"),
    ("summary_kind.ll", "summaries are kept, not interpreted"),
    ("type_typed_pointer_to_void.ll", "what typed pointers point to is not looked at"),
    ("uselist_count.ll", "use-list orders are kept, not interpreted"),
    ("uselist_identity.ll", "use-list orders are kept, not interpreted"),
    ("uselist_not_permutation.ll", "use-list orders are kept, not interpreted"),
];

/// Erroneous modules that we refuse at another line than LLVM: where the thing begins instead of
/// where the text ends, or at the instruction as a whole.
const ELSEWHERE: &[(&str, u32)] = &[
    ("body_entry_has_predecessor.ll", 4),
    ("function_define_without_body.ll", 2),
    ("function_group_unclosed.ll", 2),
    ("function_unterminated.ll", 2),
    ("inst_switch_duplicate.ll", 3),
];

#[test]
fn erroneous_samples_are_refused_at_their_line() {
    let mut wrong = Vec::new();
    for (name, text) in samples("bad") {
        let first = String::from_utf8_lossy(&text).lines().next().unwrap_or_default().to_string();
        let wanted: u32 = first
            .strip_prefix("; ERROR: ")
            .and_then(|rest| rest.split(':').next())
            .and_then(|line| line.parse().ok())
            .unwrap_or_else(|| panic!("{name} does not say where its error is"));
        let wanted = ELSEWHERE.iter().find(|(it, _)| *it == name).map_or(wanted, |(_, line)| *line);
        let expected = ACCEPTED.iter().any(|(it, _)| *it == name);
        match read(&text) {
            Ok(_) if expected => {}
            Ok(_) => wrong.push(format!("{name}: accepted; {first}")),
            Err(_) if expected => wrong.push(format!("{name}: refused now; take it off the list")),
            Err(errors) if errors.iter().any(|(line, _)| *line == wanted) => {}
            Err(errors) => {
                wrong.push(format!("{name}: wanted line {wanted}, got {:?}", errors.first()))
            }
        }
    }
    assert!(wrong.is_empty(), "{} of the samples:\n{}", wrong.len(), wrong.join("\n"));
}
