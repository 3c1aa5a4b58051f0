//! Moving lanes of vectors and parts of aggregates.

use super::{Evaluator, Reason, Stop, poison_like};
use crate::value::{Lane, Value};

impl Evaluator<'_> {
    /// The index of a lane below `count`; `None`, which makes the result poison, if it is poison or
    /// too large.
    fn lane_index<P>(&mut self, index: &Value<P>, count: usize) -> Result<Option<usize>, Stop> {
        match index {
            Value::Lane(Lane::Poison) => Ok(None),
            Value::Lane(Lane::Bits(bits)) => {
                let index = bits.resolve(self.choose).to_u64();
                Ok(index
                    .and_then(|index| usize::try_from(index).ok())
                    .filter(|&index| index < count))
            }
            Value::Lane(Lane::Pointer(_)) | Value::Parts(_) => Err(Reason::Types.into()),
        }
    }

    /// `extractelement`.
    pub fn extract_element<P: Clone>(
        &mut self,
        vector: &Value<P>,
        index: &Value<P>,
    ) -> Result<Value<P>, Stop> {
        let Value::Parts(lanes) = vector else {
            return Err(Reason::Types.into());
        };
        Ok(match self.lane_index(index, lanes.len())? {
            None => Value::poison(),
            Some(index) => lanes[index].clone(),
        })
    }

    /// `insertelement`.
    pub fn insert_element<P: Clone>(
        &mut self,
        vector: &Value<P>,
        lane: &Value<P>,
        index: &Value<P>,
    ) -> Result<Value<P>, Stop> {
        let Value::Parts(lanes) = vector else {
            return Err(Reason::Types.into());
        };
        Ok(match self.lane_index(index, lanes.len())? {
            None => poison_like(vector),
            Some(index) => {
                let mut lanes = lanes.clone();
                lanes[index] = lane.clone();
                Value::Parts(lanes)
            }
        })
    }

    /// `shufflevector`: for each lane of the result a number into the lanes of both operands;
    /// `None`, for a poison or undef element of the mask, is a poison lane (LLVM up to 16 called it
    /// undef).
    pub fn shuffle_vector<P: Clone>(
        &mut self,
        left: &Value<P>,
        right: &Value<P>,
        mask: &[Option<u32>],
    ) -> Result<Value<P>, Stop> {
        let (Value::Parts(left), Value::Parts(right)) = (left, right) else {
            return Err(Reason::Types.into());
        };
        let lanes = mask.iter().map(|index| match index {
            None => Ok(Value::poison()),
            Some(index) => {
                let index = *index as usize;
                left.get(index)
                    .or_else(|| right.get(index - left.len()))
                    .cloned()
                    .ok_or(Reason::Types.into())
            }
        });
        lanes.collect::<Result<_, _>>().map(Value::Parts)
    }

    /// `extractvalue`.
    pub fn extract_value<P: Clone>(
        &mut self,
        aggregate: &Value<P>,
        path: &[u32],
    ) -> Result<Value<P>, Stop> {
        let mut part = aggregate;
        for &index in path {
            let Value::Parts(parts) = part else {
                return Err(Reason::Types.into());
            };
            part = parts.get(index as usize).ok_or(Reason::Types)?;
        }
        Ok(part.clone())
    }

    /// `insertvalue`.
    pub fn insert_value<P: Clone>(
        &mut self,
        aggregate: &Value<P>,
        new: &Value<P>,
        path: &[u32],
    ) -> Result<Value<P>, Stop> {
        let mut result = aggregate.clone();
        let mut place = &mut result;
        for &index in path {
            let Value::Parts(parts) = place else {
                return Err(Reason::Types.into());
            };
            place = parts.get_mut(index as usize).ok_or(Reason::Types)?;
        }
        *place = new.clone();
        Ok(result)
    }
}
