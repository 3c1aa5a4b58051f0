//! Nodes with their operands by name.
//!
//! Which operand of a node is which is said in [`Op`]. A view gives the operands names, each as the
//! node that stands for it now ([`Graph::find`]): `graph.as_gamma(node)` is the condition and the
//! arms if the node is a gamma.

use crate::address::Bytes;
use crate::node::{self, Access, Apply, Node, Op, RootKind};
use crate::{Env, Graph};
use tollgate_ir::{IntPredicate, Opcode};

/// The operands of an event before its arguments: memory and allocation state.
pub const FIRST_ARGUMENT: usize = 2;

/// `condition ? then : otherwise`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gamma {
    /// Which arm it is.
    pub condition: Node,
    /// What it is where the condition holds.
    pub then: Node,
    /// What it is elsewhere.
    pub otherwise: Node,
}

impl Gamma {
    /// Both arms.
    pub fn arms(self) -> [Node; 2] {
        [self.then, self.otherwise]
    }
}

/// A loop variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mu {
    /// The depth of its loop.
    pub depth: u32,
    /// Its value in the first iteration.
    pub init: Node,
    /// Its value in the next iteration; none as long as the loop is being built.
    pub next: Option<Node>,
}

/// A value in the iteration in which a loop is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eta {
    /// The depth of the loop.
    pub depth: u32,
    /// Whether the loop is left in an iteration.
    pub exit_condition: Node,
    /// The value in an iteration.
    pub value: Node,
}

/// Whether a loop ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terminates {
    /// The depth of the loop.
    pub depth: u32,
    /// Whether the loop is left in an iteration.
    pub exit_condition: Node,
}

/// What is read from memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load<'g> {
    /// How.
    pub access: &'g Access,
    /// The memory.
    pub memory: Node,
    /// The address.
    pub pointer: Node,
}

/// The memory after a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Store<'g> {
    /// How.
    pub access: &'g Access,
    /// The memory before it.
    pub memory: Node,
    /// The address.
    pub pointer: Node,
    /// What is stored.
    pub value: Node,
}

/// The memory after some bytes were set to one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fill {
    /// The memory before it.
    pub memory: Node,
    /// The bytes that are written.
    pub bytes: Bytes,
    /// What they are set to.
    pub byte: Node,
}

/// The memory after some bytes were copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Copied {
    /// The memory before it.
    pub memory: Node,
    /// The bytes that are written.
    pub to: Bytes,
    /// The bytes that are read.
    pub from: Bytes,
    /// The memory that they are read from, if it is not the one that is written to.
    pub other: Option<Node>,
}

impl Copied {
    /// The memory that is read from.
    pub fn read(self) -> Node {
        self.other.unwrap_or(self.memory)
    }
}

/// How a memory was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory<'g> {
    /// By a store.
    Store(Store<'g>),
    /// By setting bytes to one.
    Fill(Fill),
    /// By copying bytes.
    Copy(Copied),
    /// By a choice between two memories.
    Gamma(Gamma),
    /// By leaving a loop.
    Eta(Eta),
    /// By a loop.
    Mu(Mu),
    /// By something that is not looked into: it is that at entry, or an event left it, or it is
    /// not known.
    Other,
}

/// An access, as a question: is it allowed?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Permission<'g> {
    /// How it is accessed.
    pub access: &'g Access,
    /// The objects that there are.
    pub allocations: Node,
    /// The address.
    pub pointer: Node,
}

/// A step from one address to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step<'g> {
    /// How.
    pub apply: &'g Apply,
    /// From where.
    pub from: Node,
    /// The indices, which may have been merged with others since.
    pub indices: &'g [Node],
}

/// Something that happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event<'g> {
    /// What it is.
    pub event: &'g node::Event,
    /// The memory before it.
    pub memory: Node,
    /// The objects that there are before it.
    pub allocations: Node,
    /// Its own operands, which may have been merged with others since.
    pub operands: &'g [Node],
}

/// A loop as something that happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loop {
    /// Its depth.
    pub depth: u32,
    /// The loop around it, or a [don't-care](Op::DontCare).
    pub around: Node,
    /// Whether it is entered.
    pub entered: Node,
    /// Whether it is left in an iteration.
    pub exit_condition: Node,
}

/// What a root is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// What a function returns.
    Return {
        /// Its result.
        value: Node,
        /// The memory that it leaves.
        memory: Node,
    },
    /// What it does that others see.
    Observation {
        /// The event, or the don't-care of one that is not made.
        event: Node,
    },
    /// A read.
    Read {
        /// Whether it is allowed.
        permission: Node,
    },
    /// A write.
    Write {
        /// Whether it is allowed.
        permission: Node,
    },
    /// A copy.
    Overlap {
        /// Where it is to.
        to: Node,
        /// Where it is from.
        from: Node,
        /// How many bytes.
        count: Node,
    },
    /// A division.
    Division {
        /// Which.
        opcode: Opcode,
        /// What is divided.
        dividend: Node,
        /// By what.
        divisor: Node,
    },
    /// A branch.
    Branch {
        /// What it is on.
        condition: Node,
    },
    /// Nothing: it must not be reached.
    Unreachable,
    /// What a [question](crate::asked) asks of, which has no names.
    Asked,
}

/// A root: what a function does, or a hazard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Root<'g> {
    /// What.
    pub kind: RootKind,
    /// The loop that it is in, or a [don't-care](Op::DontCare).
    pub around: Node,
    /// When it matters.
    pub gate: Node,
    /// What it is about, which may have been merged with others since.
    pub operands: &'g [Node],
}

impl Graph {
    /// A node as an operation without side effects; its operands have no names.
    pub fn as_apply(&self, node: Node) -> Option<&Apply> {
        let Op::Apply(apply) = self.op(node) else { return None };
        Some(apply)
    }

    /// A node as a gamma.
    pub fn as_gamma(&self, node: Node) -> Option<Gamma> {
        let (Op::Gamma, &[condition, then, otherwise]) = (self.op(node), self.operands(node))
        else {
            return None;
        };
        let [condition, then, otherwise] = [condition, then, otherwise].map(|it| self.find(it));
        Some(Gamma { condition, then, otherwise })
    }

    /// A node as a loop variable.
    pub fn as_mu(&self, node: Node) -> Option<Mu> {
        let (&Op::Mu { depth, .. }, &[init, ref next @ ..]) = (self.op(node), self.operands(node))
        else {
            return None;
        };
        let next = next.first().map(|&next| self.find(next));
        Some(Mu { depth, init: self.find(init), next })
    }

    /// A node as a value in the last iteration of a loop.
    pub fn as_eta(&self, node: Node) -> Option<Eta> {
        let (&Op::Eta { depth }, &[exit_condition, value]) = (self.op(node), self.operands(node))
        else {
            return None;
        };
        let [exit_condition, value] = [exit_condition, value].map(|it| self.find(it));
        Some(Eta { depth, exit_condition, value })
    }

    /// A node as the question whether a loop ends.
    pub fn as_terminates(&self, node: Node) -> Option<Terminates> {
        let (&Op::Terminates { depth }, &[exit_condition]) = (self.op(node), self.operands(node))
        else {
            return None;
        };
        Some(Terminates { depth, exit_condition: self.find(exit_condition) })
    }

    /// A node as a load.
    pub fn as_load(&self, node: Node) -> Option<Load<'_>> {
        let (Op::Load(access), &[memory, pointer]) = (self.op(node), self.operands(node)) else {
            return None;
        };
        Some(Load { access, memory: self.find(memory), pointer: self.find(pointer) })
    }

    /// A node as a store.
    pub fn as_store(&self, node: Node) -> Option<Store<'_>> {
        let (Op::Store(access), &[memory, pointer, value]) = (self.op(node), self.operands(node))
        else {
            return None;
        };
        let [memory, pointer, value] = [memory, pointer, value].map(|it| self.find(it));
        Some(Store { access, memory, pointer, value })
    }

    /// A node as a fill.
    pub fn as_fill(&self, node: Node) -> Option<Fill> {
        let (&Op::Fill { size }, &[memory, at, byte]) = (self.op(node), self.operands(node)) else {
            return None;
        };
        let bytes = Bytes { at: self.find(at), count: size };
        Some(Fill { memory: self.find(memory), bytes, byte: self.find(byte) })
    }

    /// A node as a copy.
    pub fn as_copy(&self, node: Node) -> Option<Copied> {
        let (&Op::Copy { size }, &[memory, to, from, ref other @ ..]) =
            (self.op(node), self.operands(node))
        else {
            return None;
        };
        let [to, from] = [to, from].map(|it| Bytes { at: self.find(it), count: size });
        let other = other.first().map(|&other| self.find(other));
        Some(Copied { memory: self.find(memory), to, from, other })
    }

    /// How a memory was made.
    pub fn as_memory(&self, node: Node) -> Memory<'_> {
        let seen = match self.op(node) {
            Op::Store(_) => self.as_store(node).map(Memory::Store),
            Op::Fill { .. } => self.as_fill(node).map(Memory::Fill),
            Op::Copy { .. } => self.as_copy(node).map(Memory::Copy),
            Op::Gamma => self.as_gamma(node).map(Memory::Gamma),
            Op::Eta { .. } => self.as_eta(node).map(Memory::Eta),
            Op::Mu { .. } => self.as_mu(node).map(Memory::Mu),
            Op::InitialMemory | Op::MemoryAfter | Op::DontCare | Op::Symbol { .. } => None,
            // They are no memories.
            Op::Arg(_)
            | Op::Const(_)
            | Op::InitialAllocations
            | Op::Apply(_)
            | Op::Terminates { .. }
            | Op::Load(_)
            | Op::Permission(_)
            | Op::Event(_)
            | Op::Result
            | Op::AllocationsAfter
            | Op::Unwound
            | Op::Returned
            | Op::Slot(_)
            | Op::Freeze { .. }
            | Op::Generalised
            | Op::Metadata(_)
            | Op::Opaque(..)
            | Op::Loop { .. }
            | Op::Root(_) => None,
        };
        seen.unwrap_or(Memory::Other)
    }

    /// The memory before a write.
    pub fn before_write(&self, node: Node) -> Option<Node> {
        match self.as_memory(node) {
            Memory::Store(store) => Some(store.memory),
            Memory::Fill(fill) => Some(fill.memory),
            Memory::Copy(copy) => Some(copy.memory),
            Memory::Gamma(_) | Memory::Eta(_) | Memory::Mu(_) | Memory::Other => None,
        }
    }

    /// The bytes that a memory was made by writing to.
    pub(crate) fn written(&self, env: &Env<'_>, node: Node) -> Option<Bytes> {
        match self.as_memory(node) {
            Memory::Store(store) => self.bytes(env, store.pointer, store.access.ty),
            Memory::Fill(fill) => Some(fill.bytes),
            Memory::Copy(copy) => Some(copy.to),
            Memory::Gamma(_) | Memory::Eta(_) | Memory::Mu(_) | Memory::Other => None,
        }
    }

    /// A node as the question whether an access is allowed.
    pub fn as_permission(&self, node: Node) -> Option<Permission<'_>> {
        let (Op::Permission(access), &[allocations, pointer]) =
            (self.op(node), self.operands(node))
        else {
            return None;
        };
        let [allocations, pointer] = [allocations, pointer].map(|it| self.find(it));
        Some(Permission { access, allocations, pointer })
    }

    /// The operand of a freeze.
    pub fn as_freeze(&self, node: Node) -> Option<Node> {
        let (Op::Freeze { .. }, &[operand]) = (self.op(node), self.operands(node)) else {
            return None;
        };
        Some(self.find(operand))
    }

    /// What a refinement point stands for.
    pub fn as_generalised(&self, node: Node) -> Option<Node> {
        let (Op::Generalised, &[value]) = (self.op(node), self.operands(node)) else {
            return None;
        };
        Some(self.find(value))
    }

    /// The event that a result, a memory or an allocation state is of.
    pub fn event_of(&self, node: Node) -> Option<Node> {
        let (
            Op::Result | Op::MemoryAfter | Op::AllocationsAfter | Op::Unwound | Op::Returned,
            &[event],
        ) = (self.op(node), self.operands(node))
        else {
            return None;
        };
        Some(self.find(event))
    }

    /// An argument of a call, by its index.
    pub fn argument_of(&self, event: Node, index: usize) -> Option<Node> {
        self.operands(event).get(FIRST_ARGUMENT + index).map(|&argument| self.find(argument))
    }

    /// All operands of a node, without names.
    pub fn operands_found(&self, node: Node) -> Vec<Node> {
        self.operands(node).iter().map(|&operand| self.find(operand)).collect()
    }

    /// A comparison of two integers, if it is [plain](Apply::plain_int_comparison).
    pub fn as_int_comparison(&self, node: Node) -> Option<(IntPredicate, [Node; 2])> {
        let predicate = self.as_apply(node)?.plain_int_comparison()?;
        let &[first, second] = self.operands(node) else { return None };
        Some((predicate, [self.find(first), self.find(second)]))
    }

    /// A `getelementptr`.
    pub fn as_step(&self, node: Node) -> Option<Step<'_>> {
        let apply = self.as_apply(node).filter(|it| it.opcode == Opcode::GetElementPtr)?;
        let (&from, indices) = self.operands(node).split_first()?;
        Some(Step { apply, from: self.find(from), indices })
    }

    /// A node as an event.
    pub fn as_event(&self, node: Node) -> Option<Event<'_>> {
        let (Op::Event(event), &[memory, allocations, ref operands @ ..]) =
            (self.op(node), self.operands(node))
        else {
            return None;
        };
        let [memory, allocations] = [memory, allocations].map(|it| self.find(it));
        Some(Event { event, memory, allocations, operands })
    }

    /// A node as a loop.
    pub fn as_loop(&self, node: Node) -> Option<Loop> {
        let (&Op::Loop { depth }, &[around, entered, exit_condition]) =
            (self.op(node), self.operands(node))
        else {
            return None;
        };
        let [around, entered, exit_condition] =
            [around, entered, exit_condition].map(|it| self.find(it));
        Some(Loop { depth, around, entered, exit_condition })
    }

    /// A node as a root.
    pub fn as_root(&self, node: Node) -> Option<Root<'_>> {
        let (&Op::Root(kind), &[around, gate, ref operands @ ..]) =
            (self.op(node), self.operands(node))
        else {
            return None;
        };
        Some(Root { kind, around: self.find(around), gate: self.find(gate), operands })
    }
    /// The event that a root is the observation of.
    pub fn event_observed(&self, root: Node) -> Option<Node> {
        match self.as_root(root)? {
            Root { kind: RootKind::Observation, operands: &[event], .. } => Some(self.find(event)),
            Root { .. } => None,
        }
    }

    /// What a root is the branch on, as a hazard.
    pub fn branched_on(&self, root: Node) -> Option<Node> {
        match self.as_root(root)? {
            Root { kind: RootKind::Branch, operands: &[condition], .. } => {
                Some(self.find(condition))
            }
            Root { .. } => None,
        }
    }

    /// The access that a root is the write of, as a hazard.
    pub fn written_at(&self, root: Node) -> Option<Node> {
        match self.as_root(root)? {
            Root { kind: RootKind::Write, operands: &[permission], .. } => {
                Some(self.find(permission))
            }
            Root { .. } => None,
        }
    }

    /// What a root is about.
    pub fn subject_of(&self, root: Node) -> Option<Subject> {
        let Root { kind, operands, .. } = self.as_root(root)?;
        let found = |node: Node| self.find(node);
        Some(match (kind, operands) {
            (RootKind::Return, &[value, memory]) => {
                Subject::Return { value: found(value), memory: found(memory) }
            }
            (RootKind::Observation, &[event]) => Subject::Observation { event: found(event) },
            (RootKind::Read, &[permission]) => Subject::Read { permission: found(permission) },
            (RootKind::Write, &[permission]) => Subject::Write { permission: found(permission) },
            (RootKind::Overlap, &[to, from, count]) => {
                Subject::Overlap { to: found(to), from: found(from), count: found(count) }
            }
            (RootKind::Division(opcode), &[dividend, divisor]) => {
                Subject::Division { opcode, dividend: found(dividend), divisor: found(divisor) }
            }
            (RootKind::Branch, &[condition]) => Subject::Branch { condition: found(condition) },
            (RootKind::Unreachable, _) => Subject::Unreachable,
            (RootKind::Asked(_), _) => Subject::Asked,
            // It was made with other operands than its kind has.
            (
                RootKind::Return
                | RootKind::Observation
                | RootKind::Read
                | RootKind::Write
                | RootKind::Overlap
                | RootKind::Division(_)
                | RootKind::Branch,
                _,
            ) => return None,
        })
    }
}
