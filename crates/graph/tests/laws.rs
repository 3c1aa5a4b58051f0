//! Laws preserve the meaning of nodes: random nodes, made without laws and with them, denote the
//! same.
//!
//! Every node is made twice: by [`Graph::node`] in a graph that is left as it is, and by
//! [`Graph::make`] in another one. Both are evaluated on random inputs with poison and undef,
//! pointers that alias, and memory with undefined bytes, inside and after loops:
//!
//! * wherever the plain node has a value, the simplified one has the same;
//! * `simplify_defined` gives the same wherever the node is defined, and `refined` something that
//!   refines it;
//! * after the graph was rebuilt, facts about loops were found and cycles were shared, all nodes
//!   still denote what they did.
//!
//! `TOLLGATE_FULL=1` takes more trees; `TOLLGATE_SEED=n` takes that of one seed.

#[path = "support/nodes.rs"]
mod nodes;

use nodes::{ARGS, Maker, NUMBERS, Pair, key};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::rc::Rc;
use tollgate_exec::generate::Rng;
use tollgate_graph::evaluate::{
    Answer, Bounds, Byte, Contents, Datum, Decisions, Denoted, Evaluator, Fault, Object, Pointer,
    Scene, View, World,
};
use tollgate_graph::{Config, Definedness, Effort, Env, Event, Graph, Node};
use tollgate_ir::{Budget, Context, Type};
use tollgate_rules::RuleSet;
use tollgate_sem::Int;
use tollgate_sem::layout::DataLayout;
use tollgate_sem::value::{Bits, Lane, Value};

/// Nodes of one graph.
const NODES: usize = 100_000;
/// Bytes of each object.
const SIZE: u64 = 16;
/// Inputs that each tree is evaluated on.
const INPUTS: u64 = 8;
/// Iterations that are looked at inside of a loop.
const ITERATIONS: u32 = 4;

/// Nobody asks it anything.
struct Silence;

impl World for Silence {
    fn answer(
        &mut self,
        _: &Context,
        _: &Scene,
        _: &Event,
        _: &[Datum],
        _: &Rc<Contents>,
        _: Type,
    ) -> Result<Answer, Fault> {
        Err(Fault::Unsupported("an event".into()))
    }
}

/// A random value of a type: numbers that are near to each other, seldom undef or poison.
fn random_value(rng: &mut Rng, ty: Type, width: u32, objects: &BTreeMap<u32, Object>) -> Datum {
    if ty == Type::PTR {
        return Value::Lane(match rng.below(20) {
            0 => Lane::Poison,
            1 => Lane::Pointer(Pointer::At { object: None, address: 0 }),
            _ => {
                let id = 1 + rng.below(objects.len() as u64) as u32;
                let address = objects[&id].base + rng.pick(&[0, 0, 0, 1, 4, 8]);
                Lane::Pointer(Pointer::At { object: Some(id), address })
            }
        });
    }
    match rng.below(12) {
        0 => Value::poison(),
        1 => Value::bits(Bits::undef(width)),
        2 => Value::bits(Bits::with_undef(
            &Int::new(width, rng.bits()),
            Int::new(width, rng.bits() & rng.bits()),
        )),
        3..7 => Value::int(Int::from_i64(width, rng.below(9) as i64 - 4)),
        7..9 => Value::int(Int::new(width, 1 << rng.below(64))),
        _ => Value::int(Int::new(width, rng.bits())),
    }
}

fn random_scene(rng: &mut Rng, ctx: &Context, noundef: &FxHashSet<u32>) -> Scene {
    let mut scene = Scene::default();
    let mut contents = Contents::default();
    for id in 1..=2 {
        scene
            .objects
            .insert(id, Object { base: 0x1000 * u64::from(id), size: SIZE, writable: true });
        let bytes = (0..SIZE).map(|_| match rng.below(20) {
            0 => Byte::Poison,
            1 => Byte::UNDEF,
            _ => Byte::Bits { value: rng.bits() as u8, undef: 0 },
        });
        contents.bytes.insert(id, Rc::new(bytes.collect()));
    }
    scene.memory = Rc::new(contents);
    for (index, ty) in ARGS.into_iter().enumerate() {
        let width = ctx.int_width(ty).unwrap_or(64);
        let mut value = random_value(rng, ty, width, &scene.objects);
        while noundef.contains(&(index as u32)) && !is_defined(&value) {
            value = random_value(rng, ty, width, &scene.objects);
        }
        scene.args.push(value);
    }
    scene
}

/// What was compared.
#[derive(Debug, Default)]
struct Counts {
    trees: usize,
    pairs: usize,
    compared: usize,
    different_nodes: usize,
    simplified_defined: usize,
    refined: usize,
    skipped: usize,
    merges: usize,
    rules: BTreeMap<String, u32>,
}

/// Whether a value has neither undef nor poison in it.
fn is_defined(value: &Datum) -> bool {
    match value {
        Value::Lane(Lane::Bits(bits)) => !bits.has_undef(),
        Value::Lane(Lane::Pointer(pointer)) => *pointer != Pointer::Undef,
        Value::Lane(Lane::Poison) => false,
        Value::Parts(parts) => parts.iter().all(is_defined),
    }
}

/// Whether a value is what is said of it.
fn keeps(claimed: &Definedness, value: &Datum) -> bool {
    match value {
        Value::Lane(Lane::Poison) => !claimed.never_poison,
        Value::Lane(Lane::Bits(bits)) => !claimed.never_undef || !bits.has_undef(),
        Value::Lane(Lane::Pointer(pointer)) => !claimed.never_undef || *pointer != Pointer::Undef,
        Value::Parts(parts) => parts.iter().all(|part| keeps(claimed, part)),
    }
}

fn refines(better: &Denoted, worse: &Denoted) -> bool {
    match (worse, better) {
        (Denoted::Value(worse), Denoted::Value(better)) => {
            worse.is_refined_by(better, &|a, b| *a == Pointer::Undef || a == b)
        }
        (worse, better) => worse == better,
    }
}

/// Whether memories are the same to those who cannot see each stack slot's history.
fn same(a: &Denoted, b: &Denoted) -> bool {
    match (a, b) {
        (Denoted::Memory(a), Denoted::Memory(b)) => {
            // A slot that was never written is undef, whether it is mentioned or not.
            let bytes = |memory: &Contents| -> BTreeMap<u32, Rc<Vec<Byte>>> {
                let written = |bytes: &Vec<Byte>| bytes.iter().any(|&byte| byte != Byte::UNDEF);
                memory
                    .bytes
                    .iter()
                    .filter(|(_, it)| written(it))
                    .map(|(id, it)| (*id, it.clone()))
                    .collect()
            };
            bytes(a) == bytes(b)
        }
        (a, b) => a == b,
    }
}

fn check(seed: u64, counts: &mut Counts) -> Vec<String> {
    let mut rng = Rng::new(seed);
    let mut ctx = Context::new();
    let layout = DataLayout::parse("e-m:e-i64:64-n8:16:32:64-S128").expect("a layout");
    let widths: BTreeMap<u32, u32> =
        NUMBERS.into_iter().map(|ty| (key(ty), ctx.int_width(ty).unwrap_or(64))).collect();
    assert_eq!(widths.len(), 4);
    let (mut plain_graph, mut graph) = (Graph::new(), Graph::new());
    let noundef: FxHashSet<u32> = (0..ARGS.len() as u32).filter(|_| rng.chance(20)).collect();
    let config = Config { noundef: noundef.clone(), ..Config::new(RuleSet::builtin()) };
    let mut env = Env::new(&mut ctx, &layout, &config, Effort::new(NODES, Budget::unlimited()));
    let mut maker = Maker {
        rng: &mut rng,
        plain: &mut plain_graph,
        graph: &mut graph,
        env: &mut env,
        values: BTreeMap::new(),
        memories: Vec::new(),
    };
    let (outside, inside) = maker.tree();
    // Facts that are found later must not matter to them.
    let mut better: Vec<(Node, Node, Node)> = Vec::new();
    for pair in &outside {
        if graph.ty(pair.made) != Type::VOID {
            let (simplified_defined, refined) =
                (graph.simplify_defined(&mut env, pair.made), graph.refined(&mut env, pair.made));
            better.push((pair.plain, simplified_defined, refined));
        }
    }
    let everything: Vec<Node> = outside.iter().chain(&inside).map(|pair| pair.made).collect();
    graph.rebuild(&mut env);
    graph.learn_loops(&mut env, &everything);
    graph.share_cycles(&mut env, &everything);
    let defined: Vec<Definedness> =
        outside.iter().chain(&inside).map(|pair| graph.definedness(&env, pair.made)).collect();
    counts.trees += 1;
    counts.merges += graph.log.len();
    for (rule, times) in &env.applied {
        *counts.rules.entry(format!("{rule:?}")).or_default() += times;
    }
    let mut wrong = Vec::new();
    for input in 0..INPUTS {
        let scene = random_scene(&mut rng, &ctx, &noundef);
        let (mut silence, mut other) = (Silence, Silence);
        let bounds = Bounds { steps: 200_000, iterations: 100 };
        let mut copy = ctx.clone();
        let plain = (View::AsMade, Decisions::OnConditions);
        let mut plainly =
            Evaluator::new(&plain_graph, (&mut copy, &layout), &scene, &mut silence, plain, bounds);
        let mut copy = ctx.clone();
        let simple = (View::Merged, Decisions::OnValues);
        let mut simply =
            Evaluator::new(&graph, (&mut copy, &layout), &scene, &mut other, simple, bounds);
        let mut compare = |index: usize,
                           pair: &Pair,
                           at: &[u32],
                           counts: &mut Counts,
                           wrong: &mut Vec<String>| {
            counts.pairs += 1;
            let texts = [plain_graph.show(&ctx, pair.plain), graph.show(&ctx, pair.made)];
            counts.different_nodes += usize::from(texts[0] != texts[1]);
            let Ok(wanted) = plainly.evaluate(pair.plain, at) else { return };
            if let Denoted::Value(value) = &wanted
                && !keeps(&defined[index], value)
            {
                wrong.push(format!(
                    "seed {seed} input {input} at {at:?}: {} is {wanted:?}, but is said to be \
                        {:?}\nargs {:?}",
                    texts[1], defined[index], scene.args
                ));
            }
            match simply.evaluate(pair.made, at) {
                Ok(found) if same(&found, &wanted) => counts.compared += 1,
                Err(fault) if !fault.is_free() => counts.skipped += 1,
                found => wrong.push(format!(
                    "seed {seed} input {input} at {at:?}: {} is {wanted:?}, but {} is \
                        {found:?}\nargs {:?}",
                    texts[0], texts[1], scene.args
                )),
            }
        };
        for (index, pair) in outside.iter().enumerate() {
            compare(index, pair, &[], counts, &mut wrong);
        }
        for (index, pair) in inside.iter().enumerate() {
            for number in 0..ITERATIONS {
                compare(outside.len() + index, pair, &[number], counts, &mut wrong);
            }
        }
        let graphs = (&plain_graph, &graph);
        let evaluators = (&mut plainly, &mut simply);
        let place = format!("seed {seed} input {input}");
        compare_better(&ctx, graphs, evaluators, &better, &place, counts, &mut wrong);
    }
    wrong
}

/// Compares what nodes were simplified to, and what they were refined by, with the nodes.
fn compare_better(
    ctx: &Context,
    (plain_graph, graph): (&Graph, &Graph),
    (plainly, simply): (&mut Evaluator<'_>, &mut Evaluator<'_>),
    better: &[(Node, Node, Node)],
    place: &str,
    counts: &mut Counts,
    wrong: &mut Vec<String>,
) {
    for &(plain, simplified_defined, refined) in better {
        let Ok(wanted) = plainly.evaluate(plain, &[]) else { continue };
        match simply.evaluate(refined, &[]) {
            // Anything refines poison, also what nobody may look at.
            _ if wanted == Denoted::Value(Value::poison()) => counts.refined += 1,
            Ok(found) if refines(&found, &wanted) => counts.refined += 1,
            Err(fault) if !fault.is_free() => counts.skipped += 1,
            found => wrong.push(format!(
                "{place}: refined {} is {wanted:?}, but {} is {found:?}",
                plain_graph.show(ctx, plain),
                graph.show(ctx, refined)
            )),
        }
        if !matches!(&wanted, Denoted::Value(value) if is_defined(value)) {
            continue;
        }
        match simply.evaluate(simplified_defined, &[]) {
            Ok(found) if found == wanted => counts.simplified_defined += 1,
            Err(fault) if !fault.is_free() => counts.skipped += 1,
            found => wrong.push(format!(
                "{place}: simplified as defined {} is {wanted:?}, but {} is {found:?}",
                plain_graph.show(ctx, plain),
                graph.show(ctx, simplified_defined)
            )),
        }
    }
}

#[test]
fn laws_keep_the_meaning_of_nodes() {
    let full = std::env::var_os("TOLLGATE_FULL").is_some();
    let seeds = match std::env::var("TOLLGATE_SEED").ok().and_then(|text| text.parse::<u64>().ok())
    {
        Some(seed) => (seed..seed + 1).chain(None),
        // The last one has a loop variable that begins with another one of which less is known in
        // the end.
        None => (0..if full { 20_000 } else { 1_500 }).chain(Some(15_765)),
    };
    let mut counts = Counts::default();
    let mut wrong = Vec::new();
    for seed in seeds {
        // The smallest one.
        wrong.extend(check(seed, &mut counts).into_iter().min_by_key(String::len));
    }
    println!(
        "{} trees: {} of {} pairs compared ({} differ as nodes), {} simplified as defined, {} \
            refined, {} skipped, {} merges, {} rules",
        counts.trees,
        counts.compared,
        counts.pairs,
        counts.different_nodes,
        counts.simplified_defined,
        counts.refined,
        counts.skipped,
        counts.merges,
        counts.rules.len()
    );
    let shown = &wrong[..wrong.len().min(8)];
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), shown.join("\n"));
    assert!(counts.compared > counts.trees && counts.simplified_defined > 0 && counts.refined > 0);
}
