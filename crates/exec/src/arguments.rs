//! Arguments of runs: as text, and generated.
//!
//! ```text
//! argument ::= integer | 'true' | 'false' | float | 'nan' | 'inf' | '-inf' | 'poison' | 'undef' | 'null'
//!            | '<' argument, ... '>' | '{' argument, ... '}' | '[' argument, ... ']'
//!            | '&' size                    a pointer to a fresh object of so many undef bytes
//!            | '&[' byte ... ']'           with these bytes: two hexadecimal digits, '??' undef, 'pp' poison
//! integer  ::= '-'? digits | '-'? '0x' hexadecimal digits
//! ```

mod generate;
mod parse;

pub use generate::{Pool, generate};
pub use parse::{ArgumentError, parse, split};

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
    Object {
        /// What the object holds.
        contents: Vec<ByteContent>,
        /// Its alignment.
        align: u64,
        /// Where in it the pointer points.
        offset: u64,
    },
    /// The same pointer as the argument with this number, which must be an earlier one.
    Same(usize),
    /// Parts of an aggregate or vector.
    Parts(Vec<ArgSpec>),
}

/// The alignment of objects whose alignment nobody asked for.
pub const DEFAULT_ALIGN: u64 = 16;

/// Makes the arguments, and the objects they point to.
pub fn build(specs: &[ArgSpec], memory: &mut Memory) -> Result<Vec<Val>, Limit> {
    let mut values: Vec<Val> = Vec::new();
    for (index, spec) in specs.iter().enumerate() {
        let value = build_one(spec, index as u32, memory, &values)?;
        values.push(value);
    }
    Ok(values)
}

fn build_one(spec: &ArgSpec, index: u32, memory: &mut Memory, earlier: &[Val]) -> Result<Val, Limit> {
    Ok(match spec {
        ArgSpec::Value(value) => value.clone(),
        ArgSpec::Object { contents, align, offset } => {
            let prov = memory.allocate(ObjectKind::Argument(index), contents.len() as u64, *align)?;
            memory.initialise(prov, 0, contents.iter().copied());
            let base = memory.object(prov).map_or(0, |object| object.base());
            Val::Ptr { prov, addr: base.wrapping_add(*offset) }
        }
        ArgSpec::Same(other) => earlier.get(*other).cloned().unwrap_or(Val::Poison),
        ArgSpec::Parts(parts) => {
            let parts: Result<Vec<Val>, Limit> =
                parts.iter().map(|part| build_one(part, index, memory, earlier)).collect();
            Val::parts(parts?)
        }
    })
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
        };
        let mut memory = match self.new_memory(func) {
            Ok(memory) => memory,
            Err(what) => return failed(Outcome::Unsupported { what, at: None }, self.image().clone()),
        };
        match build(args, &mut memory) {
            Ok(values) => self.run(func, &values, memory, environment, chooser, tracer),
            Err(limit) => failed(Outcome::Stopped(limit), memory),
        }
    }
}
