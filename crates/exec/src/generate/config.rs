//! What programs the generator makes: one knob a field, and presets that set many of them.

use super::Rng;
use tollgate_ir::FloatType;

/// The names of external functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Externals {
    /// None but the printing of `main`.
    Nothing,
    /// Functions of the C library that every machine has, such as `abs` and `strlen`.
    Library,
    /// Also declarations that nobody defines, with all kinds of attributes. Such a program cannot
    /// be linked, but the interpreter answers for them.
    Unknown,
}

/// How often each kind of statement is chosen, relative to the others. Zero switches a kind off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Operations without control flow and memory.
    pub compute: u32,
    /// One side or two, joined again.
    pub branch: u32,
    /// Conditions in a row that share one exit (`a && b && c`), and the same condition tested
    /// again.
    pub ladder: u32,
    /// Counted loops of several shapes.
    pub repeat: u32,
    /// `switch`: dense, sparse, on `i1` and wide integers, with shared targets.
    pub switch: u32,
    /// A few blocks that jump to each other at will, entered at more than one place; bounded by a
    /// counter.
    pub tangle: u32,
    /// Loads, stores, address arithmetic, memcpy, memset.
    pub memory: u32,
    /// Calls.
    pub call: u32,
    /// Leaving a loop or the function early, under a condition.
    pub escape: u32,
    /// Feeding a value to the checksum.
    pub observe: u32,
}

/// The knobs of the generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// How many functions there are besides `main`.
    pub functions: u32,
    /// How many statements a function has at its outermost level; nested ones come on top.
    pub statements: u32,
    /// How deep statements nest.
    pub depth: u32,
    /// How deep loops nest.
    pub loop_depth: u32,
    /// The largest number of iterations of one loop.
    pub trips: u32,
    /// About how many instructions one call of a function may execute, callees included.
    pub work: u64,
    /// How often each kind of statement is chosen.
    pub weights: Weights,
    /// Loops may be left from several places.
    pub multi_exit: bool,
    /// Values of a `switch` may share a destination, and both edges of a branch may lead to one
    /// block.
    pub multi_edges: bool,
    /// `indirectbr` over block addresses.
    pub indirect_branches: bool,
    /// Integers whose width is not 1, 8, 16, 32 or 64.
    pub odd_integers: bool,
    /// Integers of more than 64 bits.
    pub wide_integers: bool,
    /// The float formats in use.
    pub floats: Vec<FloatType>,
    /// Vectors of fixed length.
    pub vectors: bool,
    /// Structs and arrays as values.
    pub aggregates: bool,
    /// `select`.
    pub selects: bool,
    /// `freeze`, where it is not needed.
    pub freezes: bool,
    /// Intrinsics: overflow, saturation, bit counting, funnel shifts, minimum and maximum,
    /// rounding, ...
    pub intrinsics: bool,
    /// Stack slots.
    pub stack: bool,
    /// Global variables.
    pub globals: bool,
    /// `llvm.memcpy`, `llvm.memmove`, `llvm.memset`.
    pub block_memory: bool,
    /// `llvm.lifetime.start` and `llvm.lifetime.end`.
    pub lifetimes: bool,
    /// Volatile accesses.
    pub volatile: bool,
    /// Pointers stored in memory and read back.
    pub stored_pointers: bool,
    /// Differences of addresses, and pointers made of integers.
    pub pointer_integers: bool,
    /// Calls of functions of the module.
    pub inner_calls: bool,
    /// Functions that call themselves, to a small depth.
    pub recursion: bool,
    /// Calls through tables of functions.
    pub indirect_calls: bool,
    /// `invoke`, `landingpad`, and functions that throw.
    pub exceptions: bool,
    /// The names of external functions.
    pub externals: Externals,
    /// Every run of every function is free of undefined behaviour, whatever its arguments (if they
    /// satisfy the parameters' attributes) and the environment, and ends.
    pub ub_free: bool,
    /// Operations that may give poison, and `poison` itself.
    pub poison: bool,
    /// `undef`, and uninitialised memory.
    pub undef: bool,
    /// `noundef`, `nonnull`, `range`, `nounwind`, `memory(...)` and other attributes.
    pub attributes: bool,
    /// Branches to `unreachable` that are never (with `ub_free`) or seldom taken.
    pub unreachable_code: bool,
    /// Blocks that nothing enters.
    pub unreachable_blocks: bool,
    /// A `main` that calls the functions and prints a checksum.
    pub main: bool,
    /// Nothing whose result LLVM leaves open or that the code generator for x86-64 cannot do: NaN
    /// bits, addresses, signs of some zeros, formats without run-time support. With `ub_free` and
    /// without `poison` and `undef` the output of `main` is the same on every machine.
    pub reproducible: bool,
}

impl Config {
    /// Between both: everything that a C compiler generates, without undefined behaviour,
    /// reproducible.
    pub fn plain() -> Self {
        Self {
            functions: 3,
            statements: 8,
            depth: 3,
            loop_depth: 2,
            trips: 6,
            work: 200_000,
            weights: Weights {
                compute: 40,
                branch: 12,
                ladder: 4,
                repeat: 8,
                switch: 4,
                tangle: 0,
                memory: 16,
                call: 6,
                escape: 4,
                observe: 6,
            },
            multi_exit: true,
            multi_edges: false,
            indirect_branches: false,
            odd_integers: false,
            wide_integers: false,
            floats: vec![FloatType::Double],
            vectors: false,
            aggregates: false,
            selects: true,
            freezes: false,
            intrinsics: true,
            stack: true,
            globals: true,
            block_memory: true,
            lifetimes: false,
            volatile: false,
            stored_pointers: false,
            pointer_integers: false,
            inner_calls: true,
            recursion: false,
            indirect_calls: false,
            exceptions: false,
            externals: Externals::Nothing,
            ub_free: true,
            poison: false,
            undef: false,
            attributes: true,
            unreachable_code: false,
            unreachable_blocks: false,
            main: true,
            reproducible: true,
        }
    }

    /// One small function of integers.
    pub fn small() -> Self {
        Self {
            functions: 1,
            statements: 3,
            depth: 1,
            floats: Vec::new(),
            stack: false,
            globals: false,
            ..Self::plain()
        }
    }

    /// Deep and many loops.
    pub fn loops() -> Self {
        let mut config =
            Self { depth: 5, loop_depth: 4, trips: 4, floats: Vec::new(), ..Self::plain() };
        config.weights = Weights { repeat: 24, escape: 10, memory: 8, ..config.weights };
        config
    }

    /// Control flow of every kind, also irreducible.
    pub fn tangled() -> Self {
        let mut config = Self {
            depth: 4,
            multi_edges: true,
            indirect_branches: true,
            unreachable_code: true,
            unreachable_blocks: true,
            odd_integers: true,
            wide_integers: true,
            floats: Vec::new(),
            ..Self::plain()
        };
        config.weights = Weights {
            compute: 24,
            branch: 12,
            ladder: 10,
            switch: 16,
            tangle: 10,
            escape: 10,
            ..config.weights
        };
        config
    }

    /// Memory of every kind.
    pub fn memory() -> Self {
        let mut config = Self {
            lifetimes: true,
            volatile: true,
            stored_pointers: true,
            pointer_integers: true,
            aggregates: true,
            odd_integers: true,
            wide_integers: true,
            ..Self::plain()
        };
        config.weights = Weights { memory: 50, ..config.weights };
        config
    }

    /// Integers of all widths, vectors of them, intrinsics.
    pub fn integers() -> Self {
        let mut config = Self {
            odd_integers: true,
            wide_integers: true,
            vectors: true,
            aggregates: true,
            freezes: true,
            floats: Vec::new(),
            ..Self::plain()
        };
        config.weights.compute = 100;
        config
    }

    /// Floats that a run on x86-64 repeats exactly, and vectors of them.
    pub fn floats() -> Self {
        let mut config = Self {
            floats: vec![
                FloatType::Half,
                FloatType::Float,
                FloatType::Double,
                FloatType::X86Fp80,
                FloatType::Fp128,
            ],
            vectors: true,
            ..Self::plain()
        };
        config.weights.compute = 100;
        config
    }

    /// All float formats, also the pair of doubles, whose arithmetic is not specified.
    pub fn formats() -> Self {
        Self { floats: FloatType::ALL.to_vec(), reproducible: false, ..Self::floats() }
    }

    /// Calls of every kind that can be linked.
    pub fn calls() -> Self {
        let mut config = Self {
            functions: 6,
            recursion: true,
            indirect_calls: true,
            exceptions: true,
            aggregates: true,
            externals: Externals::Library,
            ..Self::plain()
        };
        config.weights.call = 30;
        config
    }

    /// Calls of functions without a definition.
    pub fn outside() -> Self {
        Self {
            externals: Externals::Unknown,
            exceptions: false,
            reproducible: false,
            ..Self::calls()
        }
    }

    /// Poison, undef and freeze, kept away from everything that would make them undefined
    /// behaviour.
    pub fn deferred() -> Self {
        Self {
            poison: true,
            undef: true,
            freezes: true,
            vectors: true,
            aggregates: true,
            odd_integers: true,
            reproducible: false,
            ..Self::plain()
        }
    }

    /// Everything at once that stays free of undefined behaviour.
    pub fn everything() -> Self {
        let mut config = Self {
            functions: 5,
            depth: 4,
            loop_depth: 3,
            multi_edges: true,
            indirect_branches: true,
            odd_integers: true,
            wide_integers: true,
            floats: FloatType::ALL
                .into_iter()
                .filter(|&format| format != FloatType::PpcFp128)
                .collect(),
            vectors: true,
            aggregates: true,
            freezes: true,
            lifetimes: true,
            volatile: true,
            stored_pointers: true,
            pointer_integers: true,
            recursion: true,
            indirect_calls: true,
            exceptions: true,
            externals: Externals::Unknown,
            poison: true,
            undef: true,
            unreachable_code: true,
            unreachable_blocks: true,
            reproducible: false,
            ..Self::plain()
        };
        config.weights.tangle = 4;
        config
    }

    /// As [`everything`](Self::everything), and undefined behaviour may happen.
    pub fn wild() -> Self {
        Self { ub_free: false, functions: 3, depth: 3, ..Self::everything() }
    }

    /// Knobs set at random: combinations that no preset has.
    pub fn any(rng: &mut Rng) -> Self {
        let (wide, narrow) = (Self::everything(), Self::small());
        let mut config = if rng.chance(50) { wide } else { narrow };
        config.functions = rng.range(1, 4) as u32;
        config.statements = rng.range(1, 10) as u32;
        config.depth = rng.range(0, 4) as u32;
        config.loop_depth = rng.range(0, 3) as u32;
        config.trips = rng.range(1, 9) as u32;
        let weights = &mut config.weights;
        for weight in [
            &mut weights.compute,
            &mut weights.branch,
            &mut weights.ladder,
            &mut weights.repeat,
            &mut weights.switch,
            &mut weights.tangle,
            &mut weights.memory,
            &mut weights.call,
            &mut weights.escape,
            &mut weights.observe,
        ] {
            *weight = rng.pick(&[0, 5, 20]);
        }
        config.floats.retain(|_| rng.chance(50));
        for knob in [
            &mut config.multi_exit,
            &mut config.multi_edges,
            &mut config.indirect_branches,
            &mut config.odd_integers,
            &mut config.wide_integers,
            &mut config.vectors,
            &mut config.aggregates,
            &mut config.selects,
            &mut config.freezes,
            &mut config.intrinsics,
            &mut config.stack,
            &mut config.globals,
            &mut config.block_memory,
            &mut config.lifetimes,
            &mut config.volatile,
            &mut config.stored_pointers,
            &mut config.pointer_integers,
            &mut config.inner_calls,
            &mut config.recursion,
            &mut config.indirect_calls,
            &mut config.exceptions,
            &mut config.poison,
            &mut config.undef,
            &mut config.attributes,
            &mut config.unreachable_code,
            &mut config.unreachable_blocks,
            &mut config.main,
        ] {
            *knob = rng.chance(50);
        }
        config.externals = rng.pick(&[Externals::Nothing, Externals::Library, Externals::Unknown]);
        config
    }

    /// The presets with their names.
    pub fn presets() -> Vec<(&'static str, Self)> {
        vec![
            ("plain", Self::plain()),
            ("small", Self::small()),
            ("loops", Self::loops()),
            ("tangled", Self::tangled()),
            ("memory", Self::memory()),
            ("integers", Self::integers()),
            ("floats", Self::floats()),
            ("formats", Self::formats()),
            ("calls", Self::calls()),
            ("outside", Self::outside()),
            ("deferred", Self::deferred()),
            ("everything", Self::everything()),
            ("wild", Self::wild()),
        ]
    }

    /// The preset of this name.
    pub fn preset(name: &str) -> Option<Self> {
        Self::presets().into_iter().find(|(known, _)| *known == name).map(|(_, config)| config)
    }
}
