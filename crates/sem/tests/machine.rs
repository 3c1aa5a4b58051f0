//! Evaluation against a machine: operations on arguments are compiled and run by `lli-19`, and what
//! they give must refine what this crate computes.
//!
//! This reaches what LLVM's folder leaves alone (square roots, fixed-point division, saturating
//! shifts, float reductions, `lrint`, ...) and checks the rest a second time, through code
//! generation and the processor. `TOLLGATE_FULL=1` runs more cases.

#![cfg(target_arch = "x86_64")]

#[path = "instsimplify/explore.rs"]
mod explore;
#[path = "instsimplify/generate.rs"]
mod generate;
#[path = "instsimplify/model.rs"]
mod model;
#[path = "support/random.rs"]
mod random;

use explore::{Verdict, compare};
use generate::Generator;
use model::{Case, Operation, Plain, Ty, constant_text, parse_constant};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use tollgate_ir::FloatType;
use tollgate_sem::Int;
use tollgate_sem::intrinsics::Intrinsic;
use tollgate_sem::value::{Lane, LaneType, Shape, Value};

/// Bytes that each lane of a result takes in the output.
const LANE_BYTES: usize = 16;

/// Intrinsics that LLVM 19 cannot compile for x86-64 in all of these types, or that need a run-time
/// library which `lli` does not load.
const NOT_COMPILED: &[Intrinsic] = &[
    Intrinsic::SsaCopy,
    Intrinsic::Canonicalize,
    Intrinsic::ConvertFromFp16,
    Intrinsic::ConvertToFp16,
    Intrinsic::ExpectWithProbability,
];

/// Can LLVM 19 compile this? It gives up on some intrinsics in some types, with "cannot select" and
/// the like. The few that slip through are left out when `lli` stops at them.
fn can_compile(case: &Case) -> bool {
    let Operation::Intrinsic(intrinsic) = case.operation else { return true };
    let shapes = || {
        case.operands.iter().map(|(ty, _)| ty).chain([&case.result]).filter_map(|ty| match ty {
            Ty::Shape(shape) => Some(*shape),
            Ty::Struct(_) | Ty::Array(..) => None,
        })
    };
    let vector = shapes().any(|shape| shape.lanes.is_some());
    let x87 = shapes().any(|shape| shape.lane == LaneType::Float(FloatType::X86Fp80));
    let word = intrinsic.word();
    if word.contains(".fix") {
        // Expanded to integers of twice the width.
        return !vector && shapes().all(|shape| shape.lane.width() <= Some(32));
    }
    match intrinsic {
        Intrinsic::FrExp | Intrinsic::LdExp => !vector,
        // Only between whole registers.
        Intrinsic::VectorInsert | Intrinsic::VectorExtract | Intrinsic::VectorSplice => shapes()
            .all(|shape| {
                let width = shape.lane.width().unwrap_or(0);
                shape.lanes.is_none_or(|count| {
                    matches!(width, 32 | 64) && (count * width).is_multiple_of(128)
                })
            }),
        _ => {
            !NOT_COMPILED.contains(&intrinsic)
                && !(x87 && (vector || word.contains("imum") || word.contains("reduce")))
        }
    }
}

/// The lanes of a result: how to take each out, and its type.
fn lanes(
    ty: &Ty,
    from: &str,
    prefix: &str,
    text: &mut String,
    taken: &mut Vec<(String, LaneType)>,
) {
    let parts = match ty {
        Ty::Shape(Shape { lanes: None, lane }) => return taken.push((from.into(), *lane)),
        Ty::Shape(Shape { lanes: Some(count), .. }) => *count as usize,
        Ty::Struct(fields) => fields.len(),
        Ty::Array(count, _) => *count as usize,
    };
    for index in 0..parts {
        let name = format!("{prefix}_{index}");
        let whole = ty.text();
        match ty {
            Ty::Shape(_) => {
                writeln!(text, "  {name} = extractelement {whole} {from}, i32 {index}").unwrap()
            }
            Ty::Struct(_) | Ty::Array(..) => {
                writeln!(text, "  {name} = extractvalue {whole} {from}, {index}").unwrap()
            }
        }
        lanes(&ty.part(index), &name, &name, text, taken);
    }
}

/// A program that runs all cases and writes their results, lane by lane.
fn program_of(cases: &[Case]) -> (String, usize) {
    let mut text = String::from("declare i64 @write(i32, ptr, i64)\n");
    for declaration in cases.iter().filter_map(Case::declaration).collect::<BTreeSet<_>>() {
        writeln!(text, "{declaration}").unwrap();
    }
    let mut total = 0;
    let mut calls = String::new();
    for (number, case) in cases.iter().enumerate() {
        let immediate = |index: usize| match case.operation {
            Operation::Intrinsic(it) => it.is_immediate(index),
            _ => false,
        };
        let params = case
            .operands
            .iter()
            .enumerate()
            .map(|(index, (ty, _))| format!("{} %a{index}", ty.text()));
        let params = params.collect::<Vec<_>>().join(", ");
        let instruction = case.instruction_on(&|index| match &case.operands[index] {
            (ty, value) if immediate(index) => constant_text(ty, value),
            _ => format!("%a{index}"),
        });
        let mut body = format!("  %r = {instruction}\n");
        let mut taken = Vec::new();
        lanes(&case.result, "%r", "%l", &mut body, &mut taken);
        for (index, (name, lane)) in taken.iter().enumerate() {
            let (name, width) = match lane {
                LaneType::Int(width) => (name.clone(), *width),
                LaneType::Float(float) => {
                    let bits = float.bits();
                    writeln!(body, "  %b{index} = bitcast {} {name} to i{bits}", float.word())
                        .unwrap();
                    (format!("%b{index}"), bits)
                }
                LaneType::Pointer(_) => panic!("no pointers"),
            };
            let wide = match width {
                128 => name,
                _ => {
                    writeln!(body, "  %w{index} = zext i{width} {name} to i128").unwrap();
                    format!("%w{index}")
                }
            };
            let offset = index * LANE_BYTES;
            writeln!(body, "  %p{index} = getelementptr i8, ptr %out, i64 {offset}").unwrap();
            writeln!(body, "  store i128 {wide}, ptr %p{index}, align 1").unwrap();
        }
        let comma = if params.is_empty() { "" } else { ", " };
        writeln!(
            text,
            "define void @c{number}(ptr %out{comma}{params}) noinline {{\n{body}  ret void\n}}"
        )
        .unwrap();
        let arguments = case
            .operands
            .iter()
            .map(|(ty, value)| format!("{} {}", ty.text(), constant_text(ty, value)));
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        writeln!(calls, "  %o{number} = getelementptr i8, ptr @buffer, i64 {total}").unwrap();
        writeln!(calls, "  call void @c{number}(ptr %o{number}{comma}{arguments})").unwrap();
        total += taken.len() * LANE_BYTES;
    }
    writeln!(text, "@buffer = global [{total} x i8] zeroinitializer").unwrap();
    // A pipe takes only a part at a time.
    write!(
        text,
        "define i32 @main() {{\nentry:\n{calls}  br label %loop\nloop:\n  \
            %at = phi i64 [ 0, %entry ], [ %next, %loop ]\n  \
         %from = getelementptr i8, ptr @buffer, i64 %at\n  %left = sub i64 {total}, %at\n  \
         %done = call i64 @write(i32 1, ptr %from, i64 %left)\n  %next = add i64 %at, %done\n  \
         %more = icmp ult i64 %next, {total}\n  br i1 %more, label %loop, label %end\nend:\n  \
         ret i32 0\n}}\n"
    )
    .unwrap();
    (text, total)
}

/// What a program writes, or the number of the case that LLVM could not compile.
fn run(program: &str) -> Result<Vec<u8>, usize> {
    let mut child = Command::new("lli-19")
        .args(["-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("this test compares with LLVM: lli-19 (package llvm-19) must be on PATH");
    let mut stdin = child.stdin.take().expect("stdin was piped");
    let text = program.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("lli-19 runs");
    writer.join().expect("the writer does not panic").expect("lli-19 reads its input");
    if output.status.success() {
        return Ok(output.stdout);
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let number = errors
        .split("Instruction Selection' on function '@c")
        .nth(1)
        .and_then(|rest| rest.split('\'').next());
    let shown = errors.lines().take(5).collect::<Vec<_>>().join("\n");
    Err(number
        .and_then(|number| number.parse().ok())
        .unwrap_or_else(|| panic!("lli-19: {}\n{shown}", output.status)))
}

/// The value that the bytes of its lanes make.
fn read_value(ty: &Ty, bytes: &mut std::slice::Chunks<'_, u8>) -> Plain {
    let parts = match ty {
        Ty::Shape(Shape { lanes: None, lane }) => {
            return Value::int(Int::from_le_bytes(
                lane.width().unwrap(),
                bytes.next().expect("a lane for each"),
            ));
        }
        Ty::Shape(Shape { lanes: Some(count), .. }) => *count as usize,
        Ty::Struct(fields) => fields.len(),
        Ty::Array(count, _) => *count as usize,
    };
    Value::Parts((0..parts).map(|index| read_value(&ty.part(index), bytes)).collect())
}

fn integers(value: &Plain, into: &mut Vec<Int>) {
    match value {
        Value::Lane(Lane::Bits(bits)) => into.push(bits.known().clone()),
        Value::Lane(Lane::Poison | Lane::Pointer(())) => {}
        Value::Parts(parts) => parts.iter().for_each(|part| integers(part, into)),
    }
}

#[test]
fn the_machine_refines_what_we_compute() {
    let full = std::env::var_os("TOLLGATE_FULL").is_some();
    let batches = if full { 30 } else { 2 };
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut disagreements = Vec::new();
    let mut not_compiled = 0;
    for batch in 0..batches {
        let mut generator = Generator::new(9_000 + batch);
        let mut cases = Vec::new();
        while cases.len() < 1_000 {
            let case = generator.machine_case();
            // Undefined behaviour may stop the program.
            let zero =
                parse_constant(&case.result, "zeroinitializer").expect("every type has a zero");
            let verdict = compare(&case, &zero, Vec::new());
            if can_compile(&case) && !matches!(verdict, Verdict::Undefined | Verdict::Uninterpreted)
            {
                cases.push(case);
            }
        }
        let output = loop {
            let (program, total) = program_of(&cases);
            match run(&program) {
                Ok(output) => {
                    assert_eq!(output.len(), total);
                    break output;
                }
                Err(number) => {
                    not_compiled += 1;
                    cases.remove(number);
                }
            }
        };
        let mut bytes = output.chunks(LANE_BYTES);
        for case in &cases {
            let value = read_value(&case.result, &mut bytes);
            let mut hints = Vec::new();
            integers(&value, &mut hints);
            let count = counts.entry(case.name()).or_default();
            count.0 += 1;
            match compare(case, &value, hints) {
                Verdict::Refines => count.1 += 1,
                Verdict::Unknown | Verdict::Undefined | Verdict::Uninterpreted => {}
                Verdict::Disagrees => disagreements.push(format!(
                    "{} => {}",
                    case.instruction(),
                    constant_text(&case.result, &value)
                )),
            }
        }
    }
    for (name, (cases, refines)) in &counts {
        println!("{name:28} {cases:7} cases {refines:7} refine");
    }
    let (cases, refines) = counts.values().fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
    println!(
        "{cases} cases, {refines} refine, {} disagree, {not_compiled} not compiled",
        disagreements.len()
    );
    let shown = disagreements.iter().take(30).cloned().collect::<Vec<_>>().join("\n");
    assert!(disagreements.is_empty(), "{} disagreements:\n{shown}", disagreements.len());
    assert!(refines * 100 > cases * 99, "{refines} of {cases}");
    assert!(not_compiled * 100 < cases, "{not_compiled} of {cases}");
}
