//! Every limit of the crate: its unit, and why it is there.
//!
//! Where a limit is reached, nodes stay as they are. That loses proofs and never makes one: each
//! law may be left unapplied. Limits that both functions must reach alike, so that equal code stays
//! equal nodes, say so.

// Making nodes.

/// Applications of rules nested in applications of rules. Rule sets that come with Tollgate need
/// fewer than ten; a set of the user need not terminate.
pub(crate) const MAX_REWRITE_DEPTH: u32 = 24;
/// Nested operations through which an eta is pushed to what changes in its loop: bounds the stack.
pub(crate) const MAX_ETA_DEPTH: u32 = 40;
/// Lanes of a vector whose reduction is folded lane by lane: each lane is an operation.
pub(crate) const MAX_REDUCED_LANES: u64 = 16;
/// Nodes looked at to see whether a node occurs in the term that is to replace it.
pub(crate) const MAX_OCCURS_NODES: usize = 1_000;
/// Writes on top of the memory of a loop that are looked at again when the loop is closed.
pub(crate) const MAX_WRITES_ABOVE: usize = 2_000;
/// Loop depths that are told apart, one for each bit of a word but the last, which stands for all
/// deeper ones.
pub(crate) const MAX_TRACKED_DEPTH: u32 = 63;
/// Rounds of partition refinement when cycles are shared; loops that are not told apart by then
/// stay apart.
pub(crate) const MAX_SHARING_ROUNDS: usize = 256;

// Decision diagrams.

/// Nodes visited by one construction of a decision diagram, in functions that are not large; both
/// functions have the same limit.
pub(crate) const MAX_DIAGRAM_STEPS: usize = 1_000;
/// The same, however large the function is.
pub(crate) const MIN_DIAGRAM_STEPS: usize = 50;
/// Nodes visited by one construction times the blocks of the function: the number of constructions
/// grows with the number of blocks, and their total is to stay linear.
pub(crate) const DIAGRAM_STEPS_TIMES_BLOCKS: usize = 100_000;
/// Conditions on one path of a diagram: bounds the stack.
pub(crate) const MAX_DIAGRAM_DEPTH: usize = 400;
/// If the first function has more nodes than this when it is built, diagrams whose operands were
/// merged are not put in order again: that costs too much, and what is equal in both functions was
/// made in the same order.
pub(crate) const MAX_REORDERED_NODES: usize = 40_000;
/// Nor are they once the graph has so many times as many nodes as the first function had: an order
/// that suits what was merged either is found soon, or makes diagrams exponentially larger.
pub(crate) const REORDERED_GROWTH: usize = 4;
/// A first function with fewer nodes than this counts as if it had so many.
pub(crate) const MIN_REORDERED_NODES: usize = 2_500;
/// Tests of one number at the top of a diagram after which those that follow are remembered.
pub(crate) const MIN_FAILED_TESTS: u32 = 8;
/// How many of them are remembered together: a walk past all passes the first of them one by one,
/// and the others by so many.
pub(crate) const FAILED_TESTS_TOGETHER: usize = 32;
/// Nested operations between an arm and the number that decides whether it is chosen.
pub(crate) const MAX_SUBSTITUTION_DEPTH: usize = 4;
/// Cases of all switches of both functions in total for which a test for one number is taken apart
/// into two tests `x < k`: the diagram of a switch is twice as deep with them.
pub const MAX_CASES: usize = 48;
/// Operations on decisions with fewer arms than this, over all operands, become decisions
/// between operations: the number of arms multiplies.
pub(crate) const MAX_DISTRIBUTED_ARMS: usize = 17;

// What is known of nodes.

/// Objects that a pointer may be based on which are looked at to see whether one of them may be a
/// dead slot of a caller: beyond that it may.
pub(crate) const MAX_OBJECTS_LOOKED_AT: usize = 32;

/// Nested operations looked into for whether a node may be undef or poison.
pub(crate) const MAX_DEFINEDNESS_DEPTH: u32 = 6;
/// Nested operations looked into for the bits of a number: bounds the stack. What was found is
/// cached.
pub(crate) const MAX_FACT_DEPTH: u32 = 40;
/// Rounds in which the bounds of loop variables grow step by step; then they are widened.
pub(crate) const MAX_EXACT_FACT_ROUNDS: usize = 3;
/// Rounds after which facts of loop variables that still change are given up.
pub(crate) const MAX_FACT_ROUNDS: usize = 8;
/// Decisions of a gate that are looked at for what holds where it does.
pub(crate) const MAX_ASSUMED_DECISIONS: usize = 200;
/// Rules applied one after the other to an operation under a gate.
pub(crate) const MAX_RULES_UNDER_GATE: usize = 8;
/// Decisions of an exit condition that are restated for the iteration in which the loop is left.
pub(crate) const MAX_EXIT_DECISIONS: usize = 300;
/// Loops of which that is done for one condition.
pub(crate) const MAX_TERMINATED_LOOPS: usize = 8;
/// Nodes looked at for what one is in the first iteration of a loop.
pub(crate) const MAX_FIRST_ITERATION_NODES: usize = 2_000;

// Refinement.

/// Pairs of nodes to which one question of refinement may lead.
pub(crate) const MAX_REFINEMENT_PAIRS: usize = 20_000;
/// Steps by constants from a pointer, where two addresses are compared as sums of steps.
pub(crate) const MAX_CONSTANT_STEPS: usize = 16;

// Addresses.

/// `getelementptr` and decisions between a pointer and what it is based on.
pub(crate) const MAX_BASE_STEPS: usize = 16;
/// Pointers that are decisions between fewer addresses than this are looked at address by address.
pub(crate) const MAX_POINTER_ARMS: usize = 5;
/// `getelementptr` between a pointer and the base of its linear form.
pub(crate) const MAX_LINEAR_STEPS: usize = 16;
/// Nested operations of an address looked into for whether it is defined.
pub(crate) const MAX_LINEAR_DEPTH: usize = 12;
/// Terms of an address that are looked at.
pub(crate) const MAX_LINEAR_TERMS: usize = 64;
/// Terms of an address that all go forward. Each is less than 1/64 of the address space, so that
/// their sum is less than half of it.
pub(crate) const MAX_FORWARD_TERMS: usize = 16;

// Memory.

/// Memories looked at for one load.
pub(crate) const MAX_LOAD_STEPS: usize = 200;
/// Nested decisions and loops looked into for one load: bounds the stack.
pub(crate) const MAX_LOAD_NESTING: usize = 24;
/// The same limits where it is asked whether a store writes what is there already: every store
/// asks.
pub(crate) const MAX_HELD_STEPS: usize = 20;
/// See [`MAX_HELD_STEPS`].
pub(crate) const MAX_HELD_NESTING: usize = 2;
/// Loads of one function that become loop variables; both functions have the same limit.
pub(crate) const MAX_CARRIED_LOADS: usize = 2_000;
/// Memories looked at for dead stores, for one write.
pub(crate) const MAX_DEAD_STORE_STEPS: usize = 150;
/// The same at a return, where all stores to stack slots are dead.
pub(crate) const MAX_DEAD_STORE_STEPS_AT_RETURN: usize = 5_000;
/// Nested decisions and loops looked into for dead stores: bounds the stack.
pub(crate) const MAX_DEAD_STORE_NESTING: usize = 40;
/// Loops of one function that are copied without their dead stores; both functions have the same
/// limit.
pub(crate) const MAX_PRUNED_LOOPS: usize = 1_000;
/// Writes that a fill is moved past to others that it touches.
pub(crate) const MAX_WRITES_PASSED: usize = 64;
/// Nested decisions looked into for the writes of a slot that escapes: bounds the stack.
pub(crate) const MAX_ESCAPE_NESTING: usize = 8;
/// Nested components of an initialiser that are looked into: bounds the stack.
pub(crate) const MAX_INITIALISER_DEPTH: usize = 16;

// Building.

/// Stack slots of a function that get a memory of their own; others stay in common memory.
pub(crate) const MAX_OWN_SLOTS: usize = 256;
/// Uses of the address of a slot that are looked at; a slot with more has no memory of its own.
pub(crate) const MAX_SLOT_USES: usize = 10_000;
/// `getelementptr` between an address and the slot that it is in.
pub(crate) const MAX_SLOT_STEPS: usize = 64;
/// Other edges of a join with which an argument is compared.
pub(crate) const MAX_COMPARED_EDGES: usize = 16;
/// Operations and edges through which a linear result is followed.
pub(crate) const MAX_LINEAR_CHAIN: usize = 64;
/// Freezes of one operand in a segment: their numbers would run into those of the next segment, so
/// more are refused.
pub(crate) const MAX_FREEZES_OF_ONE: u32 = 1 << 10;
/// Nested nodes of metadata that are looked into: bounds the stack. What is deeper is a name of its
/// own.
pub(crate) const MAX_METADATA_DEPTH: u32 = 32;
/// Bytes of a `memset` or `memcpy` whose size is known; larger ones are opaque calls. Sums of sizes
/// stay far from the end of addresses.
pub(crate) const MAX_WRITTEN_BYTES: u64 = 1 << 40;

// Evaluation and display.

/// Nested constant expressions that are evaluated: bounds the stack.
pub(crate) const MAX_CONSTANT_DEPTH: u32 = 40;
/// Components of an aggregate that is read from or written to evaluated memory.
pub(crate) const MAX_EVALUATED_COMPONENTS: u64 = 1 << 12;
/// Nodes with operands that are shown of a term; others are named by their numbers.
pub(crate) const MAX_SHOWN_NODES: usize = 40;
/// Characters of a word of a term; longer ones are cut.
pub(crate) const MAX_SHOWN_WORD: usize = 40;
