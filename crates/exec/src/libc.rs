//! The C library, as far as programs use it: what glibc does, byte for byte, with every access
//! checked.
//!
//! [`CLibrary`] is an environment that knows these functions. A call that violates the contract of
//! its function (a string that is not terminated, a freed pointer) is undefined behaviour with a
//! reason, as for any access. Functions that call back (`qsort`, `atexit`, ...) are
//! [`Task`](crate::environment::Task)s: nothing recurses on the host's stack.
//!
//! One library serves one run: it holds the state of the streams, of `rand` and `strtok`, and the
//! objects it made.
//!
//! Not here: files other than the standard streams, locales, wide characters, signals, threads,
//! `setjmp`, `scanf`.

mod arguments;
mod characters;
mod decimal;
mod exceptions;
mod format;
mod heap;
pub(crate) mod math;
mod memory;
mod numbers;
mod process;
mod sorting;
mod stdio;
mod strings;

pub(crate) use arguments::c_string;
pub(crate) use format::{Source as FormatSource, format};
pub(crate) use process::Startup;

use crate::environment::{Answer, Environment, ExternalCall, Host, Reply};
use crate::limits::Limit;
use crate::memory::{ByteContent, ObjectKind};
use crate::shape::Shape;
use crate::trap::Trap;
use crate::value::{Prov, Val};
use arguments::Args;
use process::ExitHandlers;
use rustc_hash::FxHashMap;
use std::io::{Read, Write};
use tollgate_ir::{Func, Global};

/// How a function of the library is done.
type Handler = fn(&mut CLibrary<'_>, &Args<'_, '_>, &mut Host<'_, '_>) -> Result<Answer, Trap>;

/// The C library. See the [module](self).
pub struct CLibrary<'w> {
    output: &'w mut dyn Write,
    errors: &'w mut dyn Write,
    /// Output that is yet to be written.
    buffer: Vec<u8>,
    written: u64,
    output_limit: u64,
    /// Where more input comes from, until it has ended.
    source: Option<&'w mut dyn Read>,
    /// Input that was read so far, and how much of it the program has taken.
    input: Vec<u8>,
    input_at: usize,
    /// Which functions are known, and how they are done.
    handlers: FxHashMap<Func, Option<Handler>>,
    objects: FxHashMap<&'static str, Prov>,
    handlers_at_exit: ExitHandlers,
    random: numbers::RandState,
    /// Where `strtok` goes on.
    token: Option<Val>,
    coverage: Coverage,
}

/// Which functions a library executes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Coverage {
    /// All of them.
    All,
    /// Those that allocate memory and throw exceptions.
    Allocation,
    /// Those without input or output.
    Silent,
}

impl<'w> CLibrary<'w> {
    /// A library that writes to these streams.
    pub fn new(output: &'w mut dyn Write, errors: &'w mut dyn Write) -> Self {
        Self {
            output,
            errors,
            buffer: Vec::new(),
            written: 0,
            output_limit: u64::MAX,
            source: None,
            input: Vec::new(),
            input_at: 0,
            handlers: FxHashMap::default(),
            objects: FxHashMap::default(),
            handlers_at_exit: ExitHandlers::default(),
            random: numbers::RandState::new(1),
            token: None,
            coverage: Coverage::All,
        }
    }

    /// Executes only the functions that allocate memory and throw exceptions; another environment
    /// after it answers all other calls.
    pub fn allocations_only(mut self) -> Self {
        self.coverage = Coverage::Allocation;
        self
    }

    /// Executes only the functions whose effect is a function of their arguments and of memory: no
    /// input and output, no clock, no hidden state. Another environment after it answers all other
    /// calls.
    pub fn silent_only(mut self) -> Self {
        self.coverage = Coverage::Silent;
        self
    }

    /// Whether it is all the environment that there is.
    fn is_whole(&self) -> bool {
        match self.coverage {
            Coverage::All => true,
            Coverage::Allocation | Coverage::Silent => false,
        }
    }

    /// With this standard input.
    pub fn with_input(mut self, input: &'w mut dyn Read) -> Self {
        self.source = Some(input);
        self
    }

    /// The next byte of the standard input, which is read only as far as the program asks for it.
    fn next_input(&mut self) -> Option<u8> {
        if self.input_at >= self.input.len()
            && let Some(source) = &mut self.source
        {
            let mut chunk = [0; 4096];
            match source.read(&mut chunk) {
                Ok(count) if count > 0 => self.input.extend_from_slice(&chunk[..count]),
                // A stream that fails has ended, as for a program that does not ask why.
                Ok(_) | Err(_) => self.source = None,
            }
        }
        self.input.get(self.input_at).copied()
    }

    /// Refuses to write more than this many bytes.
    pub fn with_output_limit(mut self, limit: u64) -> Self {
        self.output_limit = limit;
        self
    }

    /// Writes to the standard output.
    fn write(&mut self, bytes: &[u8]) -> Result<(), Trap> {
        self.written = self.written.saturating_add(bytes.len() as u64);
        if self.written > self.output_limit {
            return Err(Limit::Output(self.output_limit).into());
        }
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= 1 << 16 {
            self.flush();
        }
        Ok(())
    }

    /// Hands over all output. A stream that refuses it is the reader's business: the program goes
    /// on, as it would.
    pub fn flush(&mut self) {
        let _ = self.output.write_all(&self.buffer);
        let _ = self.output.flush();
        self.buffer.clear();
    }

    /// The object of this name, made by `make` if it is not there yet.
    fn object(
        &mut self,
        name: &'static str,
        host: &mut Host<'_, '_>,
        size: u64,
        contents: impl FnOnce() -> Vec<ByteContent>,
    ) -> Result<Val, Trap> {
        let prov = match self.objects.get(name) {
            Some(&prov) => prov,
            None => {
                let prov = host.memory.allocate_zeroed(ObjectKind::Library(name), size, 16)?;
                host.memory.initialise(prov, 0, contents());
                self.objects.insert(name, prov);
                prov
            }
        };
        Ok(host.start_of(prov))
    }

    /// The handlers that `atexit` registered.
    pub(crate) fn exit_handlers(&self) -> ExitHandlers {
        self.handlers_at_exit.clone()
    }

    fn handler(&mut self, func: Func, name: &[u8]) -> Option<Handler> {
        let known = self.coverage;
        *self.handlers.entry(func).or_insert_with(|| {
            match known {
                Coverage::All => {}
                Coverage::Allocation => {
                    return heap::handler(name).or_else(|| exceptions::handler(name));
                }
                Coverage::Silent => return silent_handler(name),
            }
            heap::handler(name)
                .or_else(|| stdio::handler(name))
                .or_else(|| strings::handler(name))
                .or_else(|| memory::handler(name))
                .or_else(|| numbers::handler(name))
                .or_else(|| math::handler(name))
                .or_else(|| characters::handler(name))
                .or_else(|| process::handler(name))
                .or_else(|| sorting::handler(name))
                .or_else(|| exceptions::handler(name))
        })
    }
}

/// The implementation of a function without input or output.
fn silent_handler(name: &[u8]) -> Option<Handler> {
    match name {
        // They keep something in mind.
        b"strtok" | b"strerror" | b"rand" | b"random" | b"srand" | b"srandom"
        | b"__errno_location" => None,
        // How much more there is than was asked for is up to the library.
        b"malloc_usable_size" => None,
        b"exit" | b"_exit" | b"_Exit" | b"abort" => process::handler(name),
        _ => heap::handler(name)
            .or_else(|| exceptions::handler(name))
            .or_else(|| strings::handler(name))
            .or_else(|| memory::handler(name))
            .or_else(|| numbers::handler(name))
            .or_else(|| math::handler(name))
            .or_else(|| characters::handler(name)),
    }
}

/// Whether a library of silent functions executes this one.
pub fn is_silent(name: &[u8]) -> bool {
    silent_handler(name).is_some()
}

/// Whether it is a mathematical function.
pub fn is_mathematical(name: &[u8]) -> bool {
    math::handler(name).is_some()
}

/// Functions that write to streams and do nothing else that a program could find out.
pub const OUTPUT: [&str; 24] = [
    "printf",
    "vprintf",
    "__printf_chk",
    "__vprintf_chk",
    "fprintf",
    "vfprintf",
    "__fprintf_chk",
    "__vfprintf_chk",
    "puts",
    "putchar",
    "putchar_unlocked",
    "fputs",
    "fputs_unlocked",
    "fputc",
    "putc",
    "_IO_putc",
    "putc_unlocked",
    "fputc_unlocked",
    "fwrite",
    "fwrite_unlocked",
    "fflush",
    "fflush_unlocked",
    "perror",
    "puts_unlocked",
];

impl Drop for CLibrary<'_> {
    fn drop(&mut self) {
        self.flush();
    }
}

impl Environment for CLibrary<'_> {
    fn call(&mut self, call: &ExternalCall<'_>, host: &mut Host<'_, '_>) -> Result<Reply, Trap> {
        let Some(handler) = self.handler(call.func, call.name) else {
            return Ok(Reply::quiet(Answer::Unknown));
        };
        let args = Args { call };
        let answer = handler(self, &args, host)?;
        Ok(Reply::quiet(answer))
    }

    fn is_quiet(&mut self, func: Func, name: &[u8]) -> bool {
        self.handler(func, name).is_some()
    }

    fn volatile_load(&mut self, _: &Val, _: &Shape, _: &mut Host<'_, '_>) -> Option<Val> {
        None
    }

    fn initial_contents(&mut self, _: Global, _: &mut Host<'_, '_>) -> Option<Vec<ByteContent>> {
        None
    }

    fn library_global(&mut self, name: &[u8], host: &mut Host<'_, '_>) -> Option<Val> {
        let name = match name {
            b"stdout" => "stdout",
            b"stderr" => "stderr",
            b"stdin" => "stdin",
            _ => return None,
        };
        self.object(name, host, 1, Vec::new).ok()
    }
}
