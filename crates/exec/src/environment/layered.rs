//! [`Layered`]: one environment, with another one as a fallback.

use super::{Answer, Environment, ExternalCall, Host, Reply};
use crate::memory::ByteContent;
use crate::shape::Shape;
use crate::trap::Trap;
use crate::value::Val;
use tollgate_ir::{Func, Global};

/// Calls that the first does not know are answered by the second.
#[derive(Clone, Debug)]
pub struct Layered<A, B>(pub A, pub B);

impl<A: Environment, B: Environment> Environment for Layered<A, B> {
    fn begin(&mut self, host: &mut Host<'_, '_>) -> Result<(), Trap> {
        self.0.begin(host)?;
        self.1.begin(host)
    }

    fn call(&mut self, call: &ExternalCall<'_>, host: &mut Host<'_, '_>) -> Result<Reply, Trap> {
        let first = self.0.call(call, host)?;
        match first.answer {
            Answer::Unknown => self.1.call(call, host),
            Answer::Return(_) | Answer::Unwind(_) | Answer::NotReturned | Answer::Task(_) => {
                Ok(first)
            }
        }
    }

    fn is_quiet(&mut self, func: Func, name: &[u8]) -> bool {
        self.0.is_quiet(func, name) || self.1.is_quiet(func, name)
    }

    fn volatile_load(
        &mut self,
        address: &Val,
        shape: &Shape,
        host: &mut Host<'_, '_>,
    ) -> Option<Val> {
        let first = self.0.volatile_load(address, shape, host);
        first.or_else(|| self.1.volatile_load(address, shape, host))
    }

    fn initial_contents(
        &mut self,
        global: Global,
        host: &mut Host<'_, '_>,
    ) -> Option<Vec<ByteContent>> {
        let first = self.0.initial_contents(global, host);
        first.or_else(|| self.1.initial_contents(global, host))
    }

    fn library_global(&mut self, name: &[u8], host: &mut Host<'_, '_>) -> Option<Val> {
        let first = self.0.library_global(name, host);
        first.or_else(|| self.1.library_global(name, host))
    }
}
