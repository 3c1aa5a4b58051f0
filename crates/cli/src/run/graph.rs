//! `tollgate run --as graph`: a function evaluated as a value graph (a *synchronous value graph* in
//! Tristan, Govereau, Morrisett, "Evaluating value-graph translation validation for LLVM", 2011),
//! and compared with the interpreter.
//!
//! Nodes get their values in all iterations of the loops with which they vary. The interpreter runs
//! the same input; the returned value, memory at return, the calls, and whether the behaviour is
//! undefined must be equal. Both treat other functions as external: calls return zero and do
//! nothing.

use super::{Args, Format, INCOMPLETE, UNDEFINED, parse_args};
use crate::exit::{self, Failure};
use crate::graph::scene::{Teller, Zeros, fault_text};
use crate::graph::{FunctionGraph, GraphView};
use crate::{output, picture};
use anyhow::Result;
use std::collections::BTreeMap;
use std::rc::Rc;
use tollgate_exec::arguments;
use tollgate_exec::choices::Seeded;
use tollgate_exec::environment::Fixed;
use tollgate_exec::machine::Machine;
use tollgate_exec::outcome::{Event as Seen, Outcome, Run};
use tollgate_exec::print::Printer;
use tollgate_graph::evaluate::{
    Bounds, Contents, Decisions, Denoted, Evaluator, Fault, Stage, Vector, View, comes_true,
};
use tollgate_graph::{Node, Op, RootKind};
use tollgate_ir::{Context, Func, Module, Type, TypeKind, printable_lines};

/// The largest number of iterations for which the values of a node are computed.
const MAX_ITERATIONS: usize = 1_000;
/// The default limit of instructions of the interpreter. It is small because the evaluator
/// remembers every value.
const FUEL: u64 = 1_000_000;

/// Runs the command.
pub fn run(args: &Args, ctx: &mut Context, module: &Module, func: Func) -> Result<u8> {
    let module = &module.with_only_body_of(func);
    let name = format!("@{}", ctx.name_text(module.functions[func].header.name));
    let made = FunctionGraph::new(ctx, module, func)
        .map_err(|what| Failure { code: INCOMPLETE, message: format!("unsupported: {what}") })?;
    let mut view = GraphView::new(ctx, name, &made);
    view.has_values = true;
    // The evaluator interns constants while the interpreter borrows the module: each has a context.
    let frozen = ctx.clone();
    let mut machine = super::machine(args, &frozen, module, FUEL)?;
    let specs = parse_args(args, &frozen, module, func, &mut machine)?;
    let (types, ret) = match frozen.kind(module.functions[func].ty) {
        TypeKind::Function { ret, params, .. } => (params.to_vec(), *ret),
        _ => return Err(Failure::input("a function without a function type")),
    };
    let failed =
        |what: String| Failure { code: INCOMPLETE, message: format!("unsupported: {what}") };
    let mut memory = machine.new_memory(func).map_err(failed)?;
    let values =
        arguments::build(&specs, &mut memory).map_err(|limit| failed(limit.to_string()))?;
    let stage = Stage::new(&frozen, module, &memory, &values, &types);
    let at_entry = memory.clone();
    let result = execute(&mut machine, func, &values, memory);
    let teller =
        Teller { printer: Printer { ctx: &frozen, module, memory: &at_entry }, stage: &stage };
    let mut world = Zeros { stage: &stage };
    let sight = (View::Merged, Decisions::OnValues);
    let evaluator = Evaluator::new(
        &made.graph,
        (ctx, &made.layout),
        &stage.scene,
        &mut world,
        sight,
        Bounds::default(),
    );
    let mut judge = Judge { made: &made, evaluator, teller, ret };
    judge.fill(&mut view);
    let found = judge.evaluate();
    let printer = Printer { ctx: &frozen, module, memory: &result.memory };
    let outcome = printer.outcome(func, &result.outcome);
    let agreement = judge.agreement(&found, &result, &printer, &outcome);
    view.notes.extend(found.lines());
    view.notes.push(format!("interpreter: {}", outcome.lines().next().unwrap_or_default()));
    view.notes.push(match &agreement {
        Agreement::Same => "graph and interpreter agree".to_string(),
        Agreement::Different(what) => format!("graph and interpreter DIFFER: {what}"),
        Agreement::Unclear(why) => format!("graph and interpreter cannot be compared: {why}"),
    });
    show(args, &view)?;
    Ok(match (agreement, &result.outcome) {
        (Agreement::Same, Outcome::Undefined { .. }) => UNDEFINED,
        (Agreement::Same, _) => exit::OK,
        (Agreement::Different(_) | Agreement::Unclear(_), _) => INCOMPLETE,
    })
}

fn execute(
    machine: &mut Machine<'_>,
    func: Func,
    values: &[tollgate_exec::value::Val],
    memory: tollgate_exec::memory::Memory,
) -> Run {
    machine.run(func, values, memory, &mut Fixed, &mut Seeded::new(0), None)
}

fn show(args: &Args, view: &GraphView) -> Result<()> {
    let bytes = match args.format_of_graph() {
        Format::Text => printable_lines(&view.text()).into_owned().into_bytes(),
        Format::Json => format!("{:#}\n", view.json()).into_bytes(),
        Format::Dot => picture::render(&[view.picture()]).into_bytes(),
        Format::Svg => picture::svg(&picture::render(&[view.picture()]))?,
    };
    output::write(args.output.as_deref(), &bytes)
}

/// The result of an evaluation.
#[derive(Default)]
struct Found {
    /// The returned value, and memory at return.
    returned: Option<Returned>,
    /// Calls as text, by the number of calls before them.
    calls: BTreeMap<u64, String>,
    /// The undefined behaviour that was found.
    broken: Vec<String>,
    /// Why the evaluation is incomplete, if it is.
    doubt: Option<Fault>,
}

struct Returned {
    /// As text; none for `void`; an error says why it is not known.
    value: Option<Result<String, Fault>>,
    memory: Result<Denoted, Fault>,
}

impl Found {
    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> =
            self.calls.values().map(|text| format!("graph: {text}")).collect();
        lines.push(match (self.broken.first(), &self.returned) {
            (Some(broken), _) => format!("graph: undefined: {broken}"),
            (None, Some(Returned { value: None, .. })) => "graph: return".to_string(),
            (None, Some(Returned { value: Some(Ok(value)), .. })) => {
                format!("graph: return {value}")
            }
            (None, Some(Returned { value: Some(Err(fault)), .. })) => {
                format!("graph: return of an unknown value: {}", fault_text(fault))
            }
            (None, None) => "graph: no return".to_string(),
        });
        lines
    }
}

/// Whether graph and interpreter agree.
enum Agreement {
    Same,
    Different(String),
    Unclear(String),
}

struct Judge<'a> {
    made: &'a FunctionGraph,
    evaluator: Evaluator<'a>,
    teller: Teller<'a>,
    /// The return type.
    ret: Type,
}

impl Judge<'_> {
    /// Computes the values of the nodes.
    fn fill(&mut self, view: &mut GraphView) {
        let mut vectors: Vec<Vec<Vector>> = Vec::new();
        for it in &mut view.loops {
            let found = self.evaluator.iterations(it.node);
            let plural = if found.vectors.len() == 1 { "" } else { "s" };
            let more = found
                .fault
                .as_ref()
                .map_or(String::new(), |fault| format!(" ({})", fault_text(fault)));
            it.iterations = Some(format!("{} iteration{plural}{more}", found.vectors.len()));
            vectors.push(found.vectors.iter().take(MAX_ITERATIONS).cloned().collect());
        }
        let once: Vec<Vector> = vec![Rc::from([])];
        for node in &mut view.nodes {
            if node.is_root {
                let (happens, _) = self.evaluator.happenings(node.node);
                let count = happens.iter().filter(|it| it.fault.is_none()).count();
                node.values = vec![match count {
                    0 => "never".to_string(),
                    1 => "once".to_string(),
                    count => format!("{count} times"),
                }];
                continue;
            }
            let ty = self.evaluator.ty(node.node);
            for at in node.around.map_or(&once, |index| &vectors[index]) {
                let found = self.evaluator.evaluate(node.node, at);
                node.values.push(self.teller.found(&self.evaluator, &found, ty));
            }
        }
    }

    /// Evaluates the function, root by root.
    fn evaluate(&mut self) -> Found {
        let mut found = Found::default();
        for &root in &self.made.built.roots {
            let Op::Root(kind) = *self.made.graph.op(root) else { continue };
            let operands: Vec<Node> = self.made.graph.operands(root)[2..].to_vec();
            let (happenings, fault) = self.evaluator.happenings(root);
            found.doubt = found.doubt.or(fault);
            for happening in happenings {
                if let Some(fault) = happening.fault {
                    found.doubt.get_or_insert(fault);
                    continue;
                }
                self.happen(kind, &operands, &happening.at, &mut found);
            }
        }
        found
    }

    fn happen(&mut self, kind: RootKind, operands: &[Node], at: &Vector, found: &mut Found) {
        if kind == RootKind::Return {
            let value = (self.ret != Type::VOID).then(|| {
                let value = self.evaluator.evaluate(operands[0], at)?;
                let ty = self.teller.printer.ty(self.ret);
                Ok(format!("{ty} {}", self.teller.found(&self.evaluator, &Ok(value), self.ret)))
            });
            found.returned =
                Some(Returned { value, memory: self.evaluator.evaluate(operands[1], at) });
            return;
        }
        let values: Result<Vec<Denoted>, Fault> =
            operands.iter().map(|&operand| self.evaluator.evaluate(operand, at)).collect();
        let values = match values {
            Ok(values) => values,
            Err(fault) => {
                found.doubt.get_or_insert(fault);
                return;
            }
        };
        if let (RootKind::Observation, [Denoted::Event(event)]) = (kind, &values[..]) {
            // After memory and allocations come the arguments, then the callee.
            let operands = self.made.graph.operands(operands[0]);
            let types: Vec<Type> =
                operands[2..].iter().map(|&operand| self.made.graph.ty(operand)).collect();
            let types = &types[..types.len().saturating_sub(1)];
            let text = self.teller.call(&self.evaluator, &event.operands, types);
            found.calls.insert(event.before.history, text);
            return;
        }
        match comes_true(kind, &values) {
            Some(true) => found.broken.push(kind_text(kind, at)),
            Some(false) => {}
            None => {
                found.doubt.get_or_insert(Fault::Choice);
            }
        }
    }

    /// Compares the graph with a run.
    fn agreement(
        &self,
        found: &Found,
        run: &Run,
        printer: &Printer<'_>,
        outcome: &str,
    ) -> Agreement {
        if let Some(fault @ (Fault::Fuel | Fault::Unsupported(_) | Fault::Choice)) = &found.doubt {
            return Agreement::Unclear(fault_text(fault));
        }
        if !run.choices.is_empty() {
            return Agreement::Unclear("the run made a choice".to_string());
        }
        let calls: Vec<String> = run
            .observations
            .iter()
            .filter(|it| matches!(it.event, Seen::Call { .. }))
            .map(|it| printer.observation(it))
            .collect();
        let evaluated: Vec<&str> = found.calls.values().map(String::as_str).collect();
        match &run.outcome {
            Outcome::Return(_) => {
                if let Some(broken) = found.broken.first() {
                    return Agreement::Different(format!("in the graph it is undefined: {broken}"));
                }
                // The interpreter also shows the result of a call.
                let same = |(call, seen): (&&str, &String)| seen.starts_with(*call);
                if evaluated.len() != calls.len() || !evaluated.iter().zip(&calls).all(same) {
                    return Agreement::Different(format!(
                        "the interpreter makes the calls {}",
                        calls.join("; ")
                    ));
                }
                self.same_return(found, run, outcome)
            }
            Outcome::Undefined { .. } if !found.broken.is_empty() => Agreement::Same,
            Outcome::Undefined { .. } => match &found.doubt {
                Some(fault) => Agreement::Unclear(fault_text(fault)),
                None => Agreement::Unclear("the graph has no hazard for it".to_string()),
            },
            Outcome::Unwind(_) | Outcome::Exit(_) | Outcome::Abort | Outcome::NotReturned => {
                Agreement::Unclear("the run did not return".to_string())
            }
            Outcome::Stopped(_) | Outcome::Unsupported { .. } => {
                Agreement::Unclear("the run did not end".to_string())
            }
        }
    }

    fn same_return(&self, found: &Found, run: &Run, outcome: &str) -> Agreement {
        let Some(Returned { value, memory }) = &found.returned else {
            return Agreement::Different("in the graph it does not return".to_string());
        };
        let same = match value {
            None => outcome == "return",
            Some(Ok(value)) => outcome == format!("return {value}"),
            Some(Err(fault)) => return Agreement::Unclear(fault_text(fault)),
        };
        if !same {
            return Agreement::Different("another value is returned".to_string());
        }
        match memory {
            Ok(Denoted::Memory(contents)) => self.same_memory(run, contents),
            Ok(_) => Agreement::Different("the returned memory is no memory".to_string()),
            Err(fault) => Agreement::Unclear(fault_text(fault)),
        }
    }

    fn same_memory(&self, run: &Run, contents: &Contents) -> Agreement {
        match self.teller.stage.difference(&run.memory, contents) {
            Some(place) => Agreement::Different(format!("the memory at return, {place}")),
            None => Agreement::Same,
        }
    }
}

fn kind_text(kind: RootKind, at: &Vector) -> String {
    let what = match kind {
        RootKind::Read => "a read of memory that cannot be read",
        RootKind::Write => "a write to memory that cannot be written",
        RootKind::Overlap => "a copy between overlapping bytes",
        RootKind::Division(_) => "a division without a result",
        RootKind::Branch => "a branch on poison or undef",
        RootKind::Unreachable => "`unreachable` is reached",
        RootKind::Asked(_) => "an assumption that does not hold",
        RootKind::Return | RootKind::Observation => "a root that is not undefined behaviour",
    };
    match &at[..] {
        [] => what.to_string(),
        numbers => {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!("{what} in iteration {}", numbers.join("."))
        }
    }
}
