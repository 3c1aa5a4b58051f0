//! Mathematical functions.
use crate::value::Val;
use tollgate_ir::FloatType;
/// An intrinsic that is a library function.
pub(crate) fn intrinsic(_word: &str, _ty: FloatType, _args: &[Val]) -> Option<Val> {
    None
}
