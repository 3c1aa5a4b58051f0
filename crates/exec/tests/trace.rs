//! What tracers are told: arrivals along the right edges with their parameters set, every
//! instruction once and in order, calls told apart, registers that can be read.

use tollgate_exec::arguments::ArgSpec;
use tollgate_exec::choices::Seeded;
use tollgate_exec::environment::Fixed;
use tollgate_exec::libc::CLibrary;
use tollgate_exec::machine::{Config, Machine};
use tollgate_exec::outcome::{Outcome, Run};
use tollgate_exec::trace::{Assigned, BlockEntry, Registers, Step, Tracer};
use tollgate_exec::value::Val;
use tollgate_ir::{Body, Context, Module, Value};

/// Writes down what it is told: `call:block` and `call:opcode`, with the values that have names.
struct Scribe<'a> {
    ctx: &'a Context,
    module: &'a Module,
    lines: Vec<String>,
}

impl Scribe<'_> {
    fn named(&self, body: &Body, registers: &Registers<'_>) -> String {
        let show = |value: Value| {
            let name = self.ctx.text(body.name(value)?);
            Some(match registers.get(value)? {
                Val::Bits(bits) => format!(" {name}={bits}"),
                Val::Poison => format!(" {name}=?"),
                other => format!(" {name}={other:?}"),
            })
        };
        let mut shown: Vec<String> = body.values().filter_map(show).collect();
        shown.sort();
        shown.concat()
    }
}

impl Tracer for Scribe<'_> {
    fn step(&mut self, step: &Step<'_>) {
        let body = self.module.functions[step.func].body().expect("a body");
        let (opcode, named) =
            (body.inst(step.inst).opcode.word(), self.named(body, &step.registers));
        let left = if step.passed { "" } else { " left" };
        self.lines.push(format!("{}:{opcode}{left}{named}", step.call));
    }

    fn enter_block(&mut self, entry: &BlockEntry<'_>) {
        let body = self.module.functions[entry.func].body().expect("a body");
        let named = self.named(body, &entry.registers);
        let along = match entry.edge {
            None => "entry".to_string(),
            Some(edge) => {
                let at = body.inst(body.edge(edge).from).edges().position(|other| other == edge);
                let label = body.block(body.edge(edge).to).label.expect("a label");
                format!(
                    "{} by {}",
                    self.ctx.name_text(label),
                    at.expect("an edge of its terminator")
                )
            }
        };
        self.lines.push(format!("{}:{along}{named}", entry.call));
    }
}

/// The lines of a run of `@f`, or of the program.
fn trace(text: &str, args: &[u64]) -> (Vec<String>, Run) {
    let mut ctx = Context::new();
    let module = tollgate_llvm::read(&mut ctx, "t.ll", text.as_bytes()).expect("a module");
    let mut machine = Machine::new(&ctx, &module, Config::default()).expect("a layout");
    let mut scribe = Scribe { ctx: &ctx, module: &module, lines: Vec::new() };
    let run = match machine.function_named(b"f") {
        Some(func) => {
            let args: Vec<ArgSpec> =
                args.iter().map(|&arg| ArgSpec::Value(Val::Bits(arg))).collect();
            machine.run_function(func, &args, &mut Fixed, &mut Seeded::new(0), Some(&mut scribe))
        }
        None => {
            let (mut output, mut errors) = (std::io::sink(), std::io::sink());
            let mut library = CLibrary::new(&mut output, &mut errors);
            machine.run_main(&[b"program"], &mut library, &mut Seeded::new(0), Some(&mut scribe))
        }
    };
    (scribe.lines, run)
}

#[test]
fn parameters_are_set_on_arrival_and_keep_their_last_value() {
    let text = "define i32 @f(i32 %n) {
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %next, %head ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %done
done:
  ret i32 %i
}";
    let expected = [
        "1:entry i=? more=? n=2 next=?",
        "1:br i=? more=? n=2 next=?",
        "1:head by 0 i=0 more=? n=2 next=?",
        "1:add i=0 more=? n=2 next=1",
        "1:icmp i=0 more=1 n=2 next=1",
        "1:br i=0 more=1 n=2 next=1",
        "1:head by 0 i=1 more=1 n=2 next=1",
        "1:add i=1 more=1 n=2 next=2",
        "1:icmp i=1 more=0 n=2 next=2",
        "1:br i=1 more=0 n=2 next=2",
        "1:done by 1 i=1 more=0 n=2 next=2",
        "1:ret left i=1 more=0 n=2 next=2",
    ];
    assert_eq!(trace(text, &[2]).0, expected);
}

#[test]
fn edges_that_join_the_same_blocks_are_told_apart() {
    let text = "define void @f(i8 %x) {
  switch i8 %x, label %a [
    i8 1, label %b
    i8 2, label %a
    i8 3, label %b
  ]
a:
  ret void
b:
  ret void
}";
    for (x, edge) in [(0, "a by 0"), (1, "b by 1"), (2, "a by 2"), (3, "b by 3")] {
        assert_eq!(trace(text, &[x]).0[2], format!("1:{edge} x={x}"));
    }
}

#[test]
fn calls_have_numbers_and_fresh_registers() {
    let text = "define i32 @f(i32 %n) {
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %end, label %more
more:
  %m = sub i32 %n, 1
  %a = call i32 @f(i32 %m)
  %b = call i32 @f(i32 0)
  ret i32 %b
end:
  ret i32 %n
}";
    let (lines, _) = trace(text, &[1]);
    let expected = [
        "1:entry a=? b=? m=? n=1 stop=?",
        "1:icmp a=? b=? m=? n=1 stop=0",
        "1:br a=? b=? m=? n=1 stop=0",
        "1:more by 1 a=? b=? m=? n=1 stop=0",
        "1:sub a=? b=? m=0 n=1 stop=0",
        "1:call left a=? b=? m=0 n=1 stop=0",
        "2:entry a=? b=? m=? n=0 stop=?",
        "2:icmp a=? b=? m=? n=0 stop=1",
        "2:br a=? b=? m=? n=0 stop=1",
        "2:end by 0 a=? b=? m=? n=0 stop=1",
        "2:ret left a=? b=? m=? n=0 stop=1",
        "1:call left a=0 b=? m=0 n=1 stop=0",
        "3:entry a=? b=? m=? n=0 stop=?",
        "3:icmp a=? b=? m=? n=0 stop=1",
        "3:br a=? b=? m=? n=0 stop=1",
        "3:end by 0 a=? b=? m=? n=0 stop=1",
        "3:ret left a=? b=? m=? n=0 stop=1",
        "1:ret left a=0 b=0 m=0 n=1 stop=0",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn tail_calls_give_up_their_registers() {
    let text = "define i32 @f(i32 %n) {
  %m = add i32 %n, 1
  %r = musttail call i32 @g(i32 %m)
  ret i32 %r
}
define i32 @g(i32 %x) {
  ret i32 %x
}";
    let expected = [
        "1:entry m=? n=4 r=?",
        "1:add m=5 n=4 r=?",
        "1:call left",
        "2:entry x=5",
        "2:ret left x=5",
    ];
    assert_eq!(trace(text, &[4]).0, expected);
}

#[test]
fn invokes_lead_on_along_their_edges() {
    let text = "declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
define i32 @main() personality ptr @__gxx_personality_v0 {
  %a = invoke i32 @inner(i1 false) to label %fine unwind label %bad
fine:
  %b = invoke i32 @inner(i1 true) to label %never unwind label %bad
never:
  ret i32 1
bad:
  %p = phi i32 [ 7, %0 ], [ 8, %fine ]
  %pad = landingpad { ptr, i32 } catch ptr null
  ret i32 %p
}
define i32 @inner(i1 %throw) {
  br i1 %throw, label %yes, label %no
yes:
  %e = call ptr @__cxa_allocate_exception(i64 4)
  call void @__cxa_throw(ptr %e, ptr null, ptr null)
  unreachable
no:
  ret i32 5
}";
    let (lines, _) = trace(text, &[]);
    let lines: Vec<&str> = lines.iter().filter_map(|line| line.split(' ').next()).collect();
    let expected = [
        "1:entry",
        "1:invoke",
        "2:entry",
        "2:br",
        "2:no",
        "2:ret",
        "1:fine",
        "1:invoke",
        "3:entry",
        "3:br",
        "3:yes",
        "3:call",
        "3:call",
        "1:bad",
        "1:landingpad",
        "1:ret",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn the_instruction_that_ends_the_run_is_told() {
    let division = "define i32 @f(i32 %x) {\n %r = udiv i32 1, %x\n ret i32 %r\n}";
    assert_eq!(trace(division, &[0]).0, ["1:entry r=? x=0", "1:udiv left r=? x=0"]);
    let exit = "declare void @exit(i32)
define i32 @main() {
  call void @inner()
  ret i32 0
}
define void @inner() {
  call void @exit(i32 3)
  unreachable
}";
    assert_eq!(trace(exit, &[]).0, ["1:entry", "1:call left", "2:entry", "2:call left"]);
}

/// Gives the parameters of every block each other's values, or refuses blocks with this many.
struct Turner<'a> {
    module: &'a Module,
    refused: usize,
    asked: u32,
}

impl Tracer for Turner<'_> {
    fn step(&mut self, _: &Step<'_>) {}

    fn assign(&mut self, entry: &BlockEntry<'_>, sources: &mut Vec<Value>) -> Assigned {
        let body = self.module.functions[entry.func].body().expect("a body");
        let edge = entry.edge.expect("an edge");
        self.asked += 1;
        sources.extend(body.edge_args(edge));
        sources.reverse();
        match sources.len() {
            0 => Assigned::AsEdge,
            count if count == self.refused => Assigned::Stuck(format!("{count} parameters")),
            _ => Assigned::Sources,
        }
    }
}

fn turned(text: &str, refused: usize) -> (Outcome, u32) {
    let mut ctx = Context::new();
    let module = tollgate_llvm::read(&mut ctx, "t.ll", text.as_bytes()).expect("a module");
    let mut machine = Machine::new(&ctx, &module, Config::default()).expect("a layout");
    let mut turner = Turner { module: &module, refused, asked: 0 };
    let func = machine.function_named(b"f").expect("a function");
    let (mut output, mut errors) = (std::io::sink(), std::io::sink());
    let outcome = {
        let mut library = CLibrary::new(&mut output, &mut errors);
        machine
            .run_function(func, &[], &mut library, &mut Seeded::new(0), Some(&mut turner))
            .outcome
    };
    (outcome, turner.asked)
}

/// All three places that take an edge ask the tracer: a jump, a call that returns to an invoke, and
/// an exception that comes to one.
#[test]
fn tracers_decide_parameters() {
    let jump = "define i32 @f() {
  br label %a
a:
  %x = phi i32 [ 1, %0 ]
  %y = phi i32 [ 2, %0 ]
  ret i32 %x
}";
    assert_eq!(turned(jump, 9), (Outcome::Return(Some(Val::Bits(2))), 1));
    let (outcome, _) = turned(jump, 2);
    assert!(matches!(outcome, Outcome::Unsupported { what, .. } if what == "2 parameters"));
    let calls = |throw: &str| {
        format!(
            "declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
define i32 @f() personality ptr @__gxx_personality_v0 {{
  %a = invoke i32 @inner(i1 {throw}) to label %fine unwind label %bad
fine:
  %x = phi i32 [ 1, %0 ]
  %y = phi i32 [ 2, %0 ]
  ret i32 %x
bad:
  %p = phi i32 [ 7, %0 ]
  %q = phi i32 [ 8, %0 ]
  %pad = landingpad {{ ptr, i32 }} catch ptr null
  ret i32 %p
}}
define i32 @inner(i1 %throw) {{
  br i1 %throw, label %yes, label %no
yes:
  %e = call ptr @__cxa_allocate_exception(i64 4)
  call void @__cxa_throw(ptr %e, ptr null, ptr null)
  unreachable
no:
  ret i32 5
}}"
        )
    };
    assert_eq!(turned(&calls("false"), 9), (Outcome::Return(Some(Val::Bits(2))), 2));
    assert_eq!(turned(&calls("true"), 9), (Outcome::Return(Some(Val::Bits(8))), 2));
    for throw in ["false", "true"] {
        let (outcome, _) = turned(&calls(throw), 2);
        assert!(matches!(outcome, Outcome::Unsupported { what, .. } if what == "2 parameters"));
    }
}
