//! [`Fixed`]: every external call returns zero and has no effect.

use super::{Answer, Environment, ExternalCall, Host, Reply};
use crate::machine::zero;
use crate::memory::ByteContent;
use crate::shape::{Shape, ShapeKind};
use crate::trap::Trap;
use crate::value::Val;
use tollgate_ir::Global;

/// The environment in which external calls return zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fixed;

impl Environment for Fixed {
    fn call(&mut self, call: &ExternalCall<'_>, _: &mut Host<'_, '_>) -> Result<Reply, Trap> {
        let value = match call.result.kind {
            ShapeKind::Void => None,
            _ => Some(zero(call.result)?),
        };
        Ok(Reply::observed(Answer::Return(value)))
    }

    fn volatile_load(&mut self, _: &Val, _: &Shape, _: &mut Host<'_, '_>) -> Option<Val> {
        None
    }

    fn initial_contents(&mut self, _: Global, _: &mut Host<'_, '_>) -> Option<Vec<ByteContent>> {
        None
    }

    fn library_global(&mut self, _: &[u8], _: &mut Host<'_, '_>) -> Option<Val> {
        None
    }
}
