//! Arguments of runs: as text, and generated.
//!
//! ```text
//! argument ::= integer | 'true' | 'false' | float | 'nan' | 'inf' | '-inf' | 'poison' | 'undef'
//!            | pointer
//!            | '<' argument, ... '>' | '{' argument, ... '}' | '[' argument, ... ']'
//! integer  ::= '-'? digits | '-'? '0x' hexadecimal digits
//! pointer  ::= 'null' | object offset? align? | '$' number offset?
//! object   ::= '&' '!'? size               a fresh object of this size, undef
//!            | '&' '!'? '[' item ... ']'   a fresh object that holds these items; with '!' it
//!                                          must not be written
//! item     ::= byte | pointer              two hexadecimal digits, '??' undef, 'pp' poison; a
//!                                          pointer is as long as its type
//! offset   ::= '+' digits                  bytes after the start
//! align    ::= '%' digits                  the alignment of the object; 16 if there is none
//! ```
//!
//! `$0` is the pointer that the first argument is, `$0+4` one that is four bytes after it.

mod generate;
mod parse;
mod write;

pub use generate::{Pool, generate};
pub use parse::{ArgumentError, parse, parse_bytes, split};
pub use write::{write, write_bytes};

use crate::choices::Chooser;
use crate::environment::Environment;
use crate::limits::Limit;
use crate::machine::Machine;
use crate::memory::{ByteContent, Memory, ObjectKind};
use crate::outcome::{Outcome, Run};
use crate::trace::Tracer;
use crate::value::Val;
use tollgate_ir::Func;

/// An argument that is yet to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArgSpec {
    /// This value.
    Value(Val),
    /// A pointer into a fresh object.
    Object(ObjectSpec),
    /// The pointer that an earlier argument is, moved.
    Same {
        /// The number of that argument.
        argument: usize,
        /// The number of bytes.
        offset: u64,
    },
    /// Parts of an aggregate or vector.
    Parts(Vec<ArgSpec>),
}

/// A pointer into an object that is yet to be made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ObjectSpec {
    /// What the object holds, where no pointer is.
    pub contents: Vec<ByteContent>,
    /// Pointers that it holds.
    pub pointers: Vec<StoredPointer>,
    /// Its alignment.
    pub align: u64,
    /// Where in it the pointer points.
    pub offset: u64,
    /// Whether it must not be written.
    pub constant: bool,
}

/// A pointer in an object that is yet to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPointer {
    /// The offset in the object.
    pub at: u64,
    /// How long it is.
    pub bytes: u32,
    /// Where it points.
    pub to: ArgSpec,
}

/// The alignment of objects for which none is given.
pub const DEFAULT_ALIGN: u64 = 16;

/// How deep objects may hold pointers to other objects.
pub const MAX_NESTING: u32 = 16;

/// Makes the arguments, and the objects they point to.
pub fn build(specs: &[ArgSpec], memory: &mut Memory) -> Result<Vec<Val>, Limit> {
    let mut builder = Builder { memory, next: specs.len() as u32, values: Vec::new() };
    for (index, spec) in specs.iter().enumerate() {
        let value = builder.build(spec, index as u32, 0)?;
        builder.values.push(value);
    }
    Ok(builder.values)
}

struct Builder<'a> {
    memory: &'a mut Memory,
    /// The number of the next object that no argument points to directly.
    next: u32,
    values: Vec<Val>,
}

impl Builder<'_> {
    fn build(&mut self, spec: &ArgSpec, number: u32, depth: u32) -> Result<Val, Limit> {
        Ok(match spec {
            ArgSpec::Value(value) => value.clone(),
            ArgSpec::Object(object) => self.object(object, number, depth)?,
            ArgSpec::Same { argument, offset } => match self.values.get(*argument) {
                Some(Val::Ptr { prov, addr }) => {
                    Val::Ptr { prov: *prov, addr: addr.wrapping_add(*offset) }
                }
                Some(other) => other.clone(),
                None => Val::Poison,
            },
            ArgSpec::Parts(parts) => {
                let parts: Result<Vec<Val>, Limit> = parts
                    .iter()
                    .map(|part| match part {
                        // Several objects of one argument are several objects: the number is their
                        // name in all that compares runs.
                        ArgSpec::Object(_) => {
                            let number = self.number();
                            self.build(part, number, depth)
                        }
                        ArgSpec::Value(_) | ArgSpec::Same { .. } | ArgSpec::Parts(_) => {
                            self.build(part, number, depth)
                        }
                    })
                    .collect();
                Val::parts(parts?)
            }
        })
    }

    /// The number of an object that no argument is.
    fn number(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    fn object(&mut self, object: &ObjectSpec, number: u32, depth: u32) -> Result<Val, Limit> {
        let prov = self.memory.allocate(
            ObjectKind::Argument(number),
            object.contents.len() as u64,
            object.align.max(1).next_power_of_two(),
        )?;
        self.memory.initialise(prov, 0, object.contents.iter().copied());
        let base = self.memory.object(prov).map_or(0, |object| object.base());
        for pointer in &object.pointers {
            if depth >= MAX_NESTING {
                continue;
            }
            let number = self.number();
            let value = self.build(&pointer.to, number, depth + 1)?;
            self.memory.initialise_pointer(prov, pointer.at, pointer.bytes, &value);
        }
        self.memory.set_writable(prov, !object.constant);
        Ok(Val::Ptr { prov, addr: base.wrapping_add(object.offset) })
    }
}

/// The bytes of an object that exists already, with the objects made that it holds pointers to,
/// numbered from `first`.
pub(crate) fn build_contents(
    object: &ObjectSpec,
    first: u32,
    memory: &mut Memory,
) -> Result<Vec<ByteContent>, Limit> {
    let mut builder = Builder { memory, next: first + 1, values: Vec::new() };
    let Val::Ptr { prov, .. } = builder.object(object, first, 0)? else { return Ok(Vec::new()) };
    let contents = builder.memory.contents(prov).collect();
    // The object itself was only a place to write to.
    builder.memory.kill(prov);
    Ok(contents)
}

impl Machine<'_> {
    /// Runs a function on these arguments.
    pub fn run_function<'r>(
        &'r mut self,
        func: Func,
        args: &[ArgSpec],
        environment: &'r mut dyn Environment,
        chooser: &'r mut dyn Chooser,
        tracer: Option<&'r mut dyn Tracer>,
    ) -> Run {
        let failed = |outcome: Outcome, memory: Memory| Run {
            observations: Vec::new(),
            outcome,
            memory,
            choices: Vec::new(),
            depends_on_choice: false,
            instructions: 0,
            args: Vec::new(),
            touched: tollgate_sem::reading::Rows::NONE,
        };
        let mut memory = match self.new_memory(func) {
            Ok(memory) => memory,
            Err(what) => {
                return failed(Outcome::Unsupported { what, at: None }, self.image().clone());
            }
        };
        match build(args, &mut memory) {
            Ok(values) => self.run(func, &values, memory, environment, chooser, tracer),
            Err(limit) => failed(Outcome::Stopped(limit), memory),
        }
    }
}
