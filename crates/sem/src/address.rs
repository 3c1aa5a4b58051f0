//! Address arithmetic: what `getelementptr` adds to its base.
//!
//! The offset is computed in the index width of the base's address space: each index is truncated
//! or sign-extended to it, multiplied by the size of what it steps over, and added. Flags make the
//! result poison where that is not exact: `nusw` (which `inbounds` implies) as signed, `nuw` as
//! unsigned numbers. Whether adding the offset to the *address* stays within the object, or wraps,
//! is for the interpreter to say: only it knows the address.

use crate::Int;
use crate::layout::{DataLayout, LayoutError};
use tollgate_ir::{Context, Flags, Type, TypeKind};

/// One index of a `getelementptr`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// Into a struct: so many bytes.
    Field(u64),
    /// Over elements: the index times so many bytes.
    Scaled(u64),
}

/// Why a `getelementptr` has no steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepError {
    /// A type without a layout.
    Layout(LayoutError),
    /// An index into a type that has no parts.
    NotIndexable(Type),
    /// An index into a struct that is no constant, or too large.
    FieldIndex,
}

impl From<LayoutError> for StepError {
    fn from(error: LayoutError) -> Self {
        StepError::Layout(error)
    }
}

/// The steps of a `getelementptr` over `source` with `count` indices, of which `field` tells the
/// value of those that are constants. Also the type that is arrived at.
pub fn steps(
    ctx: &Context,
    layout: &DataLayout,
    source: Type,
    count: usize,
    field: impl Fn(usize) -> Option<u64>,
) -> Result<(Vec<Step>, Type), StepError> {
    let mut steps = Vec::with_capacity(count);
    let mut ty = source;
    for index in 0..count {
        if index == 0 {
            steps.push(Step::Scaled(layout.alloc_size(ctx, ty)?));
            continue;
        }
        match ctx.kind(ctx.structural(ty)) {
            TypeKind::Struct { fields, .. } => {
                let number = field(index).and_then(|number| usize::try_from(number).ok());
                let number =
                    number.filter(|&number| number < fields.len()).ok_or(StepError::FieldIndex)?;
                steps.push(Step::Field(layout.struct_layout(ctx, ty)?.offsets[number]));
                ty = fields[number];
            }
            TypeKind::Array { elem, .. } => {
                steps.push(Step::Scaled(layout.alloc_size(ctx, *elem)?));
                ty = *elem;
            }
            // Lanes lie closer than elements of an array: three bytes apart for `i24`, not four.
            TypeKind::Vector { elem, .. } => {
                steps.push(Step::Scaled(layout.store_size(ctx, *elem)?));
                ty = *elem;
            }
            _ => return Err(StepError::NotIndexable(ty)),
        }
    }
    Ok((steps, ty))
}

/// The offset that the steps and their indices make, in `width` bits; `None` is poison.
pub fn offset(steps: &[Step], indices: &[Int], width: u32, flags: Flags) -> Option<Int> {
    let signed = flags.intersects(Flags::NUSW | Flags::INBOUNDS);
    let unsigned = flags.contains(Flags::NUW);
    let mut total = Int::zero(width);
    for (step, index) in steps.iter().zip(indices) {
        let part = match step {
            Step::Field(bytes) => exact_constant(*bytes, width, signed, unsigned)?,
            Step::Scaled(bytes) => {
                let narrow = index.sext_or_trunc(width);
                let back = |it: &Int| {
                    if index.width() > width { it.sext(index.width()) } else { index.clone() }
                };
                let back_unsigned = |it: &Int| {
                    if index.width() > width { it.zext(index.width()) } else { index.clone() }
                };
                if signed && back(&narrow) != *index || unsigned && back_unsigned(&narrow) != *index
                {
                    return None;
                }
                let stride = exact_constant(*bytes, width, signed, unsigned)?;
                if signed && narrow.mul_overflows_signed(&stride)
                    || unsigned && narrow.mul_overflows_unsigned(&stride)
                {
                    return None;
                }
                narrow.mul(&stride)
            }
        };
        if signed && total.add_overflows_signed(&part)
            || unsigned && total.add_overflows_unsigned(&part)
        {
            return None;
        }
        total = total.add(&part);
    }
    Some(total)
}

/// A number of bytes in the index width; `None` if a flag forbids what that loses.
fn exact_constant(bytes: u64, width: u32, signed: bool, unsigned: bool) -> Option<Int> {
    let value = Int::new(width, bytes);
    let lost = value.to_u64() != Some(bytes);
    let negative = value.is_negative() && bytes != 0;
    if unsigned && lost || signed && (lost || negative) { None } else { Some(value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_follow_the_layout() {
        let mut ctx = Context::new();
        let layout = DataLayout::default();
        let array = ctx.ty(TypeKind::Array { len: 3, elem: Type::I16 });
        let pair = ctx.ty(TypeKind::Struct { packed: false, fields: [Type::I8, array].into() });
        let (steps, ty) = steps(&ctx, &layout, pair, 3, |_| Some(1)).unwrap();
        assert_eq!(steps, [Step::Scaled(8), Step::Field(2), Step::Scaled(2)]);
        assert_eq!(ty, Type::I16);
        let index = |value| Int::from_i64(32, value);
        let indices = [index(-1), index(1), index(2)];
        assert_eq!(offset(&steps, &indices, 64, Flags::NONE), Some(Int::from_i64(64, -2)));
        assert_eq!(offset(&steps, &indices, 64, Flags::INBOUNDS), Some(Int::from_i64(64, -2)));
        assert_eq!(offset(&steps, &indices, 64, Flags::NUW), None);
        assert_eq!(
            offset(&steps, &[index(1 << 20), index(1), index(0)], 8, Flags::NONE),
            Some(Int::new(8, 2))
        );
        assert_eq!(offset(&steps, &[index(1 << 20), index(1), index(0)], 8, Flags::NUSW), None);
        assert_eq!(steps_error(&ctx, &layout), StepError::NotIndexable(Type::I32));
    }

    fn steps_error(ctx: &Context, layout: &DataLayout) -> StepError {
        steps(ctx, layout, Type::I32, 2, |_| Some(0)).unwrap_err()
    }
}
