//! Random bodies, for the tests of this and other crates.
//!
//! There are two layers. A *graph* is a list of successors for each block, of which the first is
//! the entry: [`graph()`] makes one after the wishes of a [`Shape`]. The *body maker* [`body_of`]
//! fills a graph with parameters, instructions and terminators: values are defined and used
//! wherever dominance allows, near and far, so that they leave loops, travel around them as
//! parameters and come together at joins. [`body`] is both.
//!
//! Every body passes [`tollgate_ir::verify_function`] in the module that [`module`] wraps around
//! it. All parallel edges between two blocks carry equal arguments. A body depends on nothing but
//! the seed and the shape.
//!
//! Blocks ask the world for numbers (`@ask`) and branch on them, so that an interpreter with a
//! random environment walks the graph at random, and what it asks with shows which values arrived
//! where.

pub mod edits;
mod exceptional;
mod graph;
mod maker;
mod shape;

pub use graph::{any_graph, reducible_graph, structured_graph};
pub use shape::{Flow, Shape, Wishes};

use tollgate_ir::{
    Body, BodyState, ConstKind, Context, Func, Function, GlobalHeader, Module, Name, Source, Type,
    TypeKind,
};

/// The numbers that random bodies are made of.
#[derive(Clone, Debug)]
pub struct Random(tollgate_ir::random::Random);

impl Random {
    /// With this seed.
    pub fn new(seed: u64) -> Self {
        Self(tollgate_ir::random::Random::new(seed))
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..count`; zero if there is none.
    pub fn below(&mut self, count: usize) -> usize {
        self.0.index(count)
    }

    /// A number between these two, both included.
    pub fn between(&mut self, (from, to): (usize, usize)) -> usize {
        from + self.below(to.saturating_sub(from) + 1)
    }

    /// True in this many of a hundred cases.
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent as usize
    }

    /// One of these; none if there are none.
    pub fn one_of<T: Copy>(&mut self, these: &[T]) -> Option<T> {
        (!these.is_empty()).then(|| these[self.below(these.len())])
    }
}

/// The successors of each block of a random graph. The first block is the entry and has no
/// predecessors; it reaches all others. A block that is listed twice is the target of parallel
/// edges.
pub fn graph(random: &mut Random, shape: &Shape) -> Vec<Vec<usize>> {
    let blocks = random.between(shape.blocks);
    let mut edges = match shape.flow {
        Flow::Any { extra } => any_graph(random, blocks, extra),
        Flow::Reducible { forward, back } => reducible_graph(random, blocks, forward, back),
        Flow::Structured(wishes) => structured_graph(random, blocks, &wishes),
    };
    graph::add_self_loops(random, &mut edges, shape.self_loops);
    graph::add_parallel_edges(random, &mut edges, shape.parallel);
    edges
}

/// A random body with such a graph, with exceptions, indirect jumps and unreachable blocks as the
/// shape wishes.
pub fn body_of(
    ctx: &mut Context,
    random: &mut Random,
    edges: Vec<Vec<usize>>,
    shape: &Shape,
) -> Body {
    let plan = exceptional::plan(random, edges, shape);
    maker::make(ctx, random, &plan, shape)
}

/// The random body of a seed.
pub fn body(ctx: &mut Context, seed: u64, shape: &Shape) -> Body {
    let mut random = Random::new(seed);
    let edges = graph(&mut random, shape);
    body_of(ctx, &mut random, edges, shape)
}

/// What a random body takes.
const PARAMS: [Type; 3] = [Type::I32, Type::I32, Type::I1];

/// The name of the function that a random body is the body of: addresses of its blocks name it.
fn function_name(ctx: &mut Context) -> Name {
    Name::Named(ctx.symbol(b"random"))
}

/// The functions that random bodies call: name, result, parameters, whether they take more.
const CALLEES: [(&[u8], Type, &[Type], bool); 5] = [
    (b"ask", Type::I32, &[Type::I32], false),
    (b"tell", Type::VOID, &[Type::I32], false),
    (b"personality", Type::I32, &[], true),
    (b"llvm.coro.save", Type::TOKEN, &[Type::PTR], false),
    (b"llvm.coro.suspend", Type::I8, &[Type::TOKEN, Type::I1], false),
];

/// A module whose function `@random` has this body, and the function. The body is one of [`body`],
/// possibly changed since.
pub fn module(ctx: &mut Context, body: Body) -> (Module, Func) {
    let mut module = Module::new(Source { file: "random".into(), text: Default::default() });
    for (name, ret, params, vararg) in CALLEES {
        let ty = ctx.ty(TypeKind::Function { ret, params: params.into(), vararg });
        let name = Name::Named(ctx.symbol(name));
        module.add_function(function(name, ty, BodyState::None));
    }
    let ty = ctx.ty(TypeKind::Function { ret: Type::I32, params: PARAMS.into(), vararg: false });
    let mut this = function(function_name(ctx), ty, BodyState::Read(Box::new(body)));
    let personality = Name::Named(ctx.symbol(b"personality"));
    this.personality = Some(ctx.make_const(Type::PTR, ConstKind::Global(personality)));
    let func = module.add_function(this);
    (module, func)
}

fn function(name: Name, ty: Type, body: BodyState) -> Function {
    Function { body, ..Function::declaration(GlobalHeader::new(name), ty) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_pass_the_verifier_of_ir_and_differ() {
        for shape in Shape::ALL {
            let mut blocks = std::collections::BTreeSet::new();
            for seed in 0..200 {
                let mut ctx = Context::new();
                let made = body(&mut ctx, seed, shape);
                blocks.insert(made.blocks().count());
                let (module, func) = module(&mut ctx, made);
                let violations = tollgate_ir::verify_function(&ctx, &module, func);
                assert!(violations.is_empty(), "{} seed {seed}: {violations:?}", shape.name);
            }
            assert!(blocks.len() > 3, "{} has {blocks:?} blocks", shape.name);
        }
    }
}
