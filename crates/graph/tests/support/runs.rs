//! Functions, run by the interpreter and evaluated as graphs.

use crate::world::{
    Inside, SeededEnvironment, Seen, SeenByte, SeenCall, callee, seen_contents, seen_datum,
    seen_memory, seen_val,
};
use std::collections::BTreeMap;
use tollgate_canon::{Canonical, Role, promote};
use tollgate_exec::Outcome;
use tollgate_exec::arguments::{self, Pool};
use tollgate_exec::choices::Seeded;
use tollgate_exec::machine::{Config, Machine};
use tollgate_exec::outcome::UbReason;
use tollgate_exec::trace::Step;
use tollgate_graph::evaluate::{
    Bounds, Decisions, Denoted, Evaluator, Fault, Happened, Scene, Stage, View, comes_true,
};
use tollgate_graph::{Built, Effort, Env, Graph, Mode, Node, Op, RootKind, build, steps_for};
use tollgate_ir::random::Random;
use tollgate_ir::{Budget, Context, Func, Module, Type, TypeKind};
use tollgate_rules::RuleSet;
use tollgate_sem::layout::DataLayout;

/// Nodes of one graph.
const NODES: usize = 200_000;
/// Instructions of one run.
const FUEL: u64 = 3_000;
/// Nodes at iteration vectors that are evaluated for one run.
const STEPS: usize = 300_000;

/// A run of the interpreter.
pub struct Reference {
    pub stage: Stage,
    pub seed: u64,
    pub calls: Vec<SeenCall>,
    pub end: End,
}

/// How a run ended.
pub enum End {
    Returned(Option<Seen>, Vec<(u32, Vec<SeenByte>)>),
    Undefined(UbReason),
}

/// What was compared.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    pub functions: usize,
    pub built: usize,
    pub runs: usize,
    pub compared: usize,
    pub returned: usize,
    pub undefined: usize,
    pub calls: usize,
    pub hazards: usize,
    pub hazards_found: usize,
    pub iterations: usize,
    pub merges: usize,
    pub skipped: BTreeMap<String, usize>,
}

impl Counts {
    fn skip(&mut self, why: impl Into<String>) {
        *self.skipped.entry(why.into()).or_default() += 1;
    }
}

/// Runs a function in the interpreter; none if the run says nothing.
pub fn reference(
    ctx: &mut Context,
    module: &Module,
    func: Func,
    seed: u64,
    counts: &mut Counts,
) -> Option<Reference> {
    let (ret, types) = match ctx.kind(module.functions[func].ty) {
        TypeKind::Function { ret, params, vararg: false } => (*ret, params.to_vec()),
        _ => return None,
    };
    let scratch = ctx.clone();
    let mut config = Config { observe: false, ..Config::default() };
    config.limits.fuel = FUEL;
    let mut machine = Machine::new(ctx, module, config).ok()?;
    let pool = Pool::of(&machine, func);
    let specs = arguments::generate(&mut machine, func, &pool, &mut Random::new(seed))?;
    let mut memory = machine.new_memory(func).ok()?;
    let args = arguments::build(&specs, &mut memory).ok()?;
    let stage = Stage::new(&scratch, module, &memory, &args, &types);
    let mut environment =
        SeededEnvironment { ctx: scratch, stage: &stage, seed, calls: Vec::new() };
    let mut deepest = 0;
    let mut watch = |step: &Step<'_>| deepest = deepest.max(step.depth);
    let run =
        machine.run(func, &args, memory, &mut environment, &mut Seeded::new(0), Some(&mut watch));
    counts.runs += 1;
    if deepest > 1 {
        counts.skip("it calls itself");
        return None;
    }
    if !run.choices.is_empty() || run.depends_on_choice {
        counts.skip("a choice was made");
        return None;
    }
    let (calls, scratch) = (std::mem::take(&mut environment.calls), environment.ctx);
    let end = match run.outcome {
        Outcome::Return(value) => End::Returned(
            value.map(|value| seen_val(&scratch, &run.memory, &value, ret)),
            seen_memory(&run.memory, &stage.scene),
        ),
        Outcome::Undefined { reason, at: Some(at) } if at.func == func => End::Undefined(reason),
        other => {
            let text = format!("{other:?}");
            counts.skip(format!("the run ended with {}", &text[..text.len().min(40)]));
            return None;
        }
    };
    Some(Reference { stage, seed, calls, end })
}

/// How a graph is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Making {
    /// Whether stack slots are promoted.
    pub promoted: bool,
    /// Whether nodes are simplified.
    pub laws: bool,
    /// Whether everything is looked at again, facts about loops are learnt and cycles are shared.
    pub shared: bool,
}

impl Making {
    pub const ALL: [Making; 5] = [
        Making { promoted: false, laws: false, shared: false },
        Making { promoted: false, laws: true, shared: false },
        Making { promoted: false, laws: true, shared: true },
        Making { promoted: true, laws: false, shared: false },
        Making { promoted: true, laws: true, shared: true },
    ];
}

/// A function as a graph.
pub struct Made {
    pub graph: Graph,
    pub built: Built,
}

pub fn layout_of(ctx: &Context, module: &Module) -> DataLayout {
    module.datalayout.map_or_else(DataLayout::default, |text| {
        DataLayout::parse(&ctx.text(text)).expect("a layout that can be read")
    })
}

pub fn make(
    ctx: &mut Context,
    layout: &DataLayout,
    module: &Module,
    func: Func,
    making: Making,
) -> Result<Made, String> {
    let mut body = module.functions[func].body().expect("a body").clone();
    if making.promoted {
        promote(ctx, layout, &mut body, Role::Source);
    }
    let canonical = Canonical::new(ctx, body);
    let mut graph = Graph::new();
    let config = tollgate_graph::Config {
        laws: making.laws,
        max_steps: steps_for(canonical.body().blocks().count()),
        ..tollgate_graph::Config::new(RuleSet::builtin())
    };
    let mut env = Env::new(ctx, layout, &config, Effort::new(NODES, Budget::unlimited()));
    let function = &module.functions[func];
    let built =
        build(&mut graph, &mut env, Role::Source, Mode::Exact, (module, function), &canonical);
    let built = built.map_err(|fault| fault.what)?;
    if making.shared {
        let everything: Vec<Node> = built
            .roots
            .iter()
            .copied()
            .chain(built.loop_nodes.iter().map(|loop_node| loop_node.node))
            .collect();
        graph.rebuild(&mut env);
        graph.learn_loops(&mut env, &everything);
        for _ in 0..4 {
            if !graph.share_cycles(&mut env, &everything) {
                break;
            }
        }
    }
    Ok(Made { graph, built })
}

/// Why the evaluation of a root is not what the run did: it is wrong, or it is not known.
pub enum Trouble {
    Wrong(String),
    Skipped(String),
}

fn trouble(what: &str, fault: &Fault) -> Trouble {
    match fault.is_free() {
        true => Trouble::Wrong(format!("{what}: {fault:?}")),
        false => Trouble::Skipped(format!("{fault:?}")),
    }
}

/// Compares a graph with a run.
pub fn compare(
    ctx: &mut Context,
    layout: &DataLayout,
    made: &Made,
    reference: &Reference,
    view: View,
    counts: &mut Counts,
) -> Result<(), Trouble> {
    let stage = &reference.stage;
    let mut world = Inside { ctx: ctx.clone(), seed: reference.seed, stage };
    let bounds = Bounds { steps: STEPS, iterations: 2_000 };
    let scene = &stage.scene;
    let mut evaluator = Evaluator::new(
        &made.graph,
        (ctx, layout),
        scene,
        &mut world,
        (view, Decisions::OnValues),
        bounds,
    );
    let ends_well = matches!(reference.end, End::Returned(..));
    let mut observed = Observed::new();
    let mut violated = false;
    let mut doubtful = None;
    let mut result = None;
    for &root in &made.built.roots {
        let Op::Root(kind) = *made.graph.op(root) else { continue };
        let (happenings, fault) = evaluator.happenings(root);
        if let Some(fault) = fault {
            if ends_well || !fault.is_free() {
                return Err(trouble("the iterations of a loop", &fault));
            }
            doubtful.get_or_insert(fault);
        }
        for happening in happenings {
            if let Some(fault) = happening.fault {
                if ends_well || !fault.is_free() {
                    return Err(trouble(
                        &format!("the gate of {kind:?} at {:?}", happening.at),
                        &fault,
                    ));
                }
                doubtful.get_or_insert(fault);
                continue;
            }
            counts.iterations += 1;
            let operands = &made.graph.operands(root)[2..];
            let values: Result<Vec<Denoted>, Fault> = match kind {
                RootKind::Return => Ok(Vec::new()),
                _ => operands
                    .iter()
                    .map(|&operand| evaluator.evaluate(operand, &happening.at))
                    .collect(),
            };
            let values = match values {
                Ok(values) => values,
                Err(fault) if ends_well || !fault.is_free() => {
                    return Err(trouble(
                        &format!("an operand of {kind:?} at {:?}", happening.at),
                        &fault,
                    ));
                }
                Err(fault) => {
                    doubtful.get_or_insert(fault);
                    continue;
                }
            };
            match kind {
                RootKind::Return => {
                    let memory = evaluator.evaluate(operands[1], &happening.at);
                    let value = match evaluator.ty(operands[0]) {
                        Type::VOID => None,
                        _ => Some(evaluator.evaluate(operands[0], &happening.at)),
                    };
                    result = Some((value, memory));
                }
                RootKind::Observation => {
                    let Denoted::Event(event) = &values[0] else { continue };
                    let base = |id| evaluator.object(id).map(|object| object.base);
                    observe(stage, &base, event, &mut observed)?;
                }
                kind => {
                    counts.hazards += 1;
                    let broken = comes_true(kind, &values);
                    match broken {
                        Some(true) if ends_well => {
                            let text =
                                format!("{kind:?} at {:?} is undefined: {values:?}", happening.at);
                            return Err(Trouble::Wrong(text));
                        }
                        Some(broken) => violated |= broken,
                        None => {
                            doubtful.get_or_insert(Fault::Choice);
                        }
                    }
                }
            }
        }
    }
    check_calls(&reference.calls, &observed, ends_well)?;
    counts.calls += reference.calls.len();
    let base = |id| evaluator.object(id).map(|object| object.base);
    compare_end(reference, &base, result, (violated, doubtful), counts)?;
    counts.compared += 1;
    Ok(())
}

/// Records a call, by how many there were before it.
fn observe(
    stage: &Stage,
    base: &dyn Fn(u32) -> Option<u64>,
    event: &Happened,
    observed: &mut Observed,
) -> Result<(), Trouble> {
    let Happened { operands, before, .. } = event;
    let scene = &stage.scene;
    let name = callee(stage, operands).map_err(|fault| trouble("a callee", &fault))?;
    let args = operands[..operands.len() - 1].iter().map(|it| seen_datum(scene, it, base));
    let seen = (name.to_owned(), args.collect(), seen_contents(before, scene));
    if let Some(other) = observed.insert(before.history, seen.clone())
        && other != seen
    {
        return Err(Trouble::Wrong(format!("two calls at once: {other:?} {seen:?}")));
    }
    Ok(())
}

/// Compares how the graph says that the function ends with how the run ended: what is returned, and
/// whether a hazard is violated.
fn compare_end(
    reference: &Reference,
    base: &dyn Fn(u32) -> Option<u64>,
    result: Option<Returned>,
    (violated, doubtful): (bool, Option<Fault>),
    counts: &mut Counts,
) -> Result<(), Trouble> {
    match &reference.end {
        End::Returned(value, memory) => {
            compare_results(&reference.stage.scene, base, result, (value.as_ref(), memory))?;
            counts.returned += 1;
        }
        End::Undefined(reason) => {
            if is_modelled(reason) && !violated {
                let text = format!("{reason} is not a hazard ({doubtful:?})");
                return Err(if doubtful.is_some() {
                    Trouble::Skipped(text)
                } else {
                    Trouble::Wrong(text)
                });
            }
            counts.undefined += 1;
            counts.hazards_found += usize::from(violated);
        }
    }
    Ok(())
}

/// What the evaluation of a return gave: value, if it has one, and memory.
type Returned = (Option<Result<Denoted, Fault>>, Result<Denoted, Fault>);

/// Compares what was evaluated of a return with what the run returned.
fn compare_results(
    scene: &Scene,
    base: &dyn Fn(u32) -> Option<u64>,
    found: Option<Returned>,
    (value, memory): (Option<&Seen>, &Vec<(u32, Vec<SeenByte>)>),
) -> Result<(), Trouble> {
    let Some((found, found_memory)) = found else {
        return Err(Trouble::Wrong("it does not return".into()));
    };
    match (value, found) {
        (None, None) => {}
        (Some(value), Some(Ok(Denoted::Value(found)))) => {
            let found = seen_datum(scene, &found, base);
            if found != *value {
                return Err(Trouble::Wrong(format!("it returns {found:?} and not {value:?}")));
            }
        }
        (_, Some(Err(fault))) => return Err(trouble("the returned value", &fault)),
        (value, found) => {
            return Err(Trouble::Wrong(format!("it returns {found:?} and not {value:?}")));
        }
    }
    match found_memory {
        Ok(Denoted::Memory(found)) => {
            let found = seen_contents(&found, scene);
            if found != *memory {
                return Err(Trouble::Wrong(difference(&found, memory)));
            }
        }
        Ok(_) => return Err(Trouble::Wrong("what is left is no memory".into())),
        Err(fault) => return Err(trouble("the memory at the end", &fault)),
    }
    Ok(())
}

/// Whether undefined behaviour for this reason is a root.
fn is_modelled(reason: &UbReason) -> bool {
    matches!(
        reason,
        UbReason::DivisionByZero
            | UbReason::DivisionOverflow
            | UbReason::BranchOnUndef
            | UbReason::Unreachable
            | UbReason::NullAccess
            | UbReason::NoObject
            | UbReason::OutOfBounds { .. }
            | UbReason::Misaligned { .. }
            | UbReason::WriteToConstant
            | UbReason::UndefAddress
    )
}

fn difference(found: &[(u32, Vec<SeenByte>)], wanted: &[(u32, Vec<SeenByte>)]) -> String {
    for ((id, found), (_, wanted)) in found.iter().zip(wanted) {
        for (at, (found, wanted)) in found.iter().zip(wanted).enumerate() {
            if found != wanted {
                return format!("byte {at} of object {id} is {found:?} and not {wanted:?}");
            }
        }
    }
    "other objects are left".into()
}

type Observed = BTreeMap<u64, (String, Vec<Seen>, Vec<(u32, Vec<SeenByte>)>)>;

fn check_calls(calls: &[SeenCall], observed: &Observed, ends_well: bool) -> Result<(), Trouble> {
    for (number, call) in calls.iter().enumerate() {
        match observed.get(&(number as u64)) {
            None => {
                return Err(Trouble::Wrong(format!(
                    "call {number}, of {}, is not there",
                    call.name
                )));
            }
            Some((name, args, memory)) => {
                if (name, args) != (&call.name, &call.args) {
                    let text = format!(
                        "call {number} is {name} {args:?} and not {} {:?}",
                        call.name, call.args
                    );
                    return Err(Trouble::Wrong(text));
                }
                if *memory != call.memory {
                    let text = difference(memory, &call.memory);
                    return Err(Trouble::Wrong(format!("at call {number}, {text}")));
                }
            }
        }
    }
    match observed.keys().next_back() {
        Some(&last) if ends_well && last >= calls.len() as u64 => {
            Err(Trouble::Wrong(format!("there is a call number {last}")))
        }
        Some(_) | None => Ok(()),
    }
}

/// Compares a function with its graphs on some inputs. Gives what is wrong.
pub fn check(
    ctx: &mut Context,
    module: &Module,
    func: Func,
    seed: u64,
    inputs: u64,
    counts: &mut Counts,
) -> Vec<String> {
    counts.functions += 1;
    let module = module.with_only_body_of(func);
    let layout = layout_of(ctx, &module);
    let references: Vec<Reference> = (0..inputs)
        .filter_map(|round| reference(ctx, &module, func, seed.wrapping_mul(64) + round, counts))
        .collect();
    let mut wrong = Vec::new();
    if references.is_empty() {
        return wrong;
    }
    for making in Making::ALL {
        let made = match make(ctx, &layout, &module, func, making) {
            Ok(made) => made,
            Err(what) => {
                counts.skip(format!("not built: {what}"));
                continue;
            }
        };
        counts.built += 1;
        counts.merges += made.graph.log.len();
        for reference in &references {
            let views: &[View] =
                if making.shared { &[View::Merged, View::AsMade] } else { &[View::Merged] };
            for &view in views {
                match compare(ctx, &layout, &made, reference, view, counts) {
                    Ok(()) => {}
                    Err(Trouble::Skipped(why)) => counts.skip(why),
                    Err(Trouble::Wrong(what)) => {
                        wrong.push(format!("{making:?} {view:?} input {}: {what}", reference.seed))
                    }
                }
            }
        }
    }
    wrong
}
