//! What random bodies shall look like.

/// How the blocks of a random body are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Any way; mostly irreducible if there are many edges.
    Any {
        /// How many edges besides those of a tree there are for a hundred blocks.
        extra: u32,
    },
    /// Any way in which every cycle is a natural loop.
    Reducible {
        /// How many forward edges besides those of a tree there are for a hundred blocks.
        forward: u32,
        /// How many back edges there are for a hundred blocks.
        back: u32,
    },
    /// As programs are written.
    Structured(Wishes),
}

/// How often, relative to each other, the statements of a structured graph occur.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wishes {
    /// A loop, tested at its head or at its end.
    pub loops: u32,
    /// A loop without a test.
    pub endless: u32,
    /// An alternative.
    pub ifs: u32,
    /// A switch with shared arms and arms that fall through.
    pub switches: u32,
    /// A conditional break out of one or several loops, or continuation of one of them.
    pub breaks: u32,
    /// A conditional return.
    pub returns: u32,
    /// A conditional jump to anywhere.
    pub gotos: u32,
    /// The end of the innermost open statement.
    pub closes: u32,
}

/// What a random body shall look like. All rates are per cent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The name of the shape, for tables.
    pub name: &'static str,
    /// How many blocks: at least, at most. Structured graphs and exceptions may add some.
    pub blocks: (usize, usize),
    /// How they are joined.
    pub flow: Flow,
    /// Blocks that lead to themselves.
    pub self_loops: u32,
    /// Edges that are doubled or tripled.
    pub parallel: u32,
    /// Blocks with two successors that end in a `switch`. With more successors all do.
    pub switches: u32,
    /// Blocks that call what may unwind.
    pub exceptions: u32,
    /// Whether exceptions are handled by funclets instead of landing pads.
    pub funclets: bool,
    /// Blocks that end in an `indirectbr`.
    pub indirect: u32,
    /// Blocks that end in a `callbr`.
    pub callbr: u32,
    /// Blocks more that are never reached.
    pub unreachable: u32,
    /// Blocks that make a token.
    pub tokens: u32,
    /// Blocks with a debug record of some value, defined anywhere.
    pub debug: u32,
    /// Parameters of a block, at most.
    pub params: usize,
    /// Instructions of a block, at most; without terminator and what it needs.
    pub insts: usize,
    /// Operands that are taken from anywhere above; the others are taken from near.
    pub far: u32,
}

/// A structured program with a bit of everything but jumps.
const PLAIN: Wishes = Wishes {
    loops: 20,
    endless: 2,
    ifs: 20,
    switches: 5,
    breaks: 10,
    returns: 5,
    gotos: 0,
    closes: 35,
};

impl Shape {
    /// At most six blocks, joined in any way: small enough for exhaustive oracles.
    pub const SMALL: Self = Self {
        name: "small",
        blocks: (1, 6),
        flow: Flow::Any { extra: 70 },
        self_loops: 5,
        parallel: 8,
        switches: 20,
        exceptions: 0,
        funclets: false,
        indirect: 0,
        callbr: 0,
        unreachable: 0,
        tokens: 0,
        debug: 0,
        params: 2,
        insts: 3,
        far: 50,
    };

    /// Random graphs in which every cycle is a natural loop.
    pub const REDUCIBLE: Self = Self {
        name: "reducible",
        blocks: (2, 20),
        flow: Flow::Reducible { forward: 60, back: 40 },
        ..Self::SMALL
    };

    /// Loops in loops, as programs have them.
    pub const NESTS: Self =
        Self { name: "nests", blocks: (5, 30), flow: Flow::Structured(PLAIN), ..Self::SMALL };

    /// Loops with many exits, over several levels, and in again.
    pub const MULTI_EXIT: Self = Self {
        name: "multi-exit",
        blocks: (5, 30),
        flow: Flow::Structured(Wishes { breaks: 50, returns: 15, ..PLAIN }),
        ..Self::SMALL
    };

    /// Cycles with several entries.
    pub const IRREDUCIBLE: Self = Self {
        name: "irreducible",
        blocks: (3, 15),
        flow: Flow::Any { extra: 120 },
        ..Self::SMALL
    };

    /// Structured programs with jumps into loops.
    pub const GOTOS: Self = Self {
        name: "gotos",
        blocks: (8, 30),
        flow: Flow::Structured(Wishes { gotos: 12, ..PLAIN }),
        ..Self::SMALL
    };

    /// Switches with shared targets and parallel edges.
    pub const SWITCHES: Self = Self {
        name: "switches",
        blocks: (4, 25),
        flow: Flow::Structured(Wishes { switches: 40, ..PLAIN }),
        parallel: 30,
        switches: 70,
        ..Self::SMALL
    };

    /// Blocks that are loops by themselves, and loops around them.
    pub const SELF_LOOPS: Self = Self {
        name: "self-loops",
        blocks: (2, 12),
        flow: Flow::Reducible { forward: 40, back: 30 },
        self_loops: 50,
        ..Self::SMALL
    };

    /// Loops that are never left.
    pub const INFINITE: Self = Self {
        name: "infinite",
        blocks: (4, 25),
        flow: Flow::Structured(Wishes { loops: 6, endless: 30, breaks: 6, ..PLAIN }),
        ..Self::SMALL
    };

    /// Deep nests of loops.
    pub const DEEP: Self = Self {
        name: "deep",
        blocks: (30, 90),
        flow: Flow::Structured(Wishes {
            loops: 60,
            ifs: 5,
            switches: 1,
            breaks: 12,
            closes: 25,
            ..PLAIN
        }),
        ..Self::SMALL
    };

    /// Calls that unwind to landing pads, shared ones in and out of loops.
    pub const EXCEPTIONS: Self = Self {
        name: "exceptions",
        blocks: (4, 25),
        flow: Flow::Structured(Wishes { breaks: 20, gotos: 2, ..PLAIN }),
        exceptions: 50,
        ..Self::SMALL
    };

    /// Calls that unwind, in any graph.
    pub const WILD_EXCEPTIONS: Self = Self {
        name: "wild-exceptions",
        blocks: (3, 15),
        flow: Flow::Any { extra: 80 },
        exceptions: 60,
        ..Self::SMALL
    };

    /// Calls that unwind to funclets, whose edges cannot be split.
    pub const FUNCLETS: Self = Self { name: "funclets", funclets: true, ..Self::EXCEPTIONS };

    /// Indirect jumps and assembly that jumps, whose edges cannot be split.
    pub const INDIRECT: Self = Self {
        name: "indirect",
        blocks: (3, 15),
        flow: Flow::Any { extra: 60 },
        indirect: 15,
        callbr: 10,
        ..Self::SMALL
    };

    /// Blocks that the entry does not reach, before, after and in loops.
    pub const UNREACHABLE: Self = Self {
        name: "unreachable",
        blocks: (3, 20),
        flow: Flow::Structured(Wishes { gotos: 2, ..PLAIN }),
        unreachable: 50,
        exceptions: 10,
        indirect: 5,
        ..Self::SMALL
    };

    /// Tokens, which cannot be block parameters.
    pub const TOKENS: Self = Self { name: "tokens", tokens: 40, ..Self::MULTI_EXIT };

    /// Debug records, which may name values of blocks that are never reached, or not yet.
    pub const DEBUG: Self =
        Self { name: "debug", debug: 40, unreachable: 30, exceptions: 20, ..Self::MULTI_EXIT };

    /// Everything at once.
    pub const MIXED: Self = Self {
        name: "mixed",
        blocks: (2, 40),
        flow: Flow::Structured(Wishes { gotos: 5, breaks: 25, switches: 15, endless: 5, ..PLAIN }),
        self_loops: 8,
        parallel: 15,
        switches: 30,
        exceptions: 20,
        indirect: 3,
        callbr: 2,
        unreachable: 10,
        tokens: 5,
        debug: 5,
        params: 3,
        insts: 5,
        ..Self::SMALL
    };

    /// All of them.
    pub const ALL: [&Self; 18] = [
        &Self::SMALL,
        &Self::REDUCIBLE,
        &Self::NESTS,
        &Self::MULTI_EXIT,
        &Self::IRREDUCIBLE,
        &Self::GOTOS,
        &Self::SWITCHES,
        &Self::SELF_LOOPS,
        &Self::INFINITE,
        &Self::DEEP,
        &Self::EXCEPTIONS,
        &Self::WILD_EXCEPTIONS,
        &Self::FUNCLETS,
        &Self::INDIRECT,
        &Self::UNREACHABLE,
        &Self::TOKENS,
        &Self::DEBUG,
        &Self::MIXED,
    ];
}
