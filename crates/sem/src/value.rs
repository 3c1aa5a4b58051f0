//! [`Value`]: what an instruction computes, with poison and undef.
//!
//! **Meaning.** A lane (a scalar, or an element of a vector) denotes either poison or a non-empty
//! set of bit patterns. [`Bits`] represents the sets that have the form "these bits are fixed,
//! those are arbitrary, each on its own": the value of a lane is any pattern that agrees with
//! `value` outside `undef`. Each *use* of a lane may take another pattern of the set. Operations
//! that map such sets to such sets do so exactly (see [`ops`](crate::ops)); all others ask
//! [`Choose`] to fix the undef bits of that one use. So an evaluation that asked shows one
//! behaviour of several, and one that did not ask shows all of them.
//!
//! Floats are lanes of bits like integers; which format they have the operation tells.
//! Pointers are a payload `P` of the caller's, moved but never looked into: the interpreter's
//! pointers have provenance, a constant folder's are constants.

use crate::Int;
use tollgate_ir::{Context, FloatType, Type, TypeKind};

/// The program's own choices (§1.2): undef bits, NaN patterns, zeros of
/// `minnum`.
pub trait Choose {
    /// Bits for the undefined ones of one use; the result has this width.
    fn undef(&mut self, width: u32) -> Int;

    /// One of `count` alternatives, as a number below `count`.
    fn pick(&mut self, count: usize) -> usize;
}

/// Makes the first choice each time, which is zero, and remembers that there was one to make.
#[derive(Clone, Copy, Default, Debug)]
pub struct FirstChoice {
    /// Whether there was a choice.
    pub asked: bool,
}

impl Choose for FirstChoice {
    fn undef(&mut self, width: u32) -> Int {
        self.asked = true;
        Int::zero(width)
    }

    fn pick(&mut self, _count: usize) -> usize {
        self.asked = true;
        0
    }
}

/// Bits of which some may be undef. See the [module](self).
///
/// Invariant: `value` is zero where `undef` is set; `undef` is `None` if no bit is, so equality is
/// equality of the denoted sets.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bits {
    value: Int,
    undef: Option<Box<Int>>,
}

/// A scalar, or an element of a vector.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Lane<P> {
    /// The result of an operation that went wrong.
    Poison,
    /// An integer or a float.
    Bits(Bits),
    /// A pointer; `undef` pointers are the payload's business.
    Pointer(P),
}

/// A first-class value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value<P> {
    /// Of a scalar type.
    Lane(Lane<P>),
    /// The lanes of a vector, or the parts of an array or struct, in order.
    Parts(Vec<Value<P>>),
}

/// What the bits of a lane stand for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LaneType {
    /// An integer of this width.
    Int(u32),
    /// A float.
    Float(FloatType),
    /// A pointer into this address space.
    Pointer(u32),
}

/// The type of a scalar or of a fixed-length vector.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// How many lanes, if it is a vector.
    pub lanes: Option<u32>,
    /// Of what type.
    pub lane: LaneType,
}

impl LaneType {
    /// The number of bits; none for pointers, whose width only a data layout knows.
    pub fn width(self) -> Option<u32> {
        match self {
            LaneType::Int(width) => Some(width),
            LaneType::Float(float) => Some(float.bits()),
            LaneType::Pointer(_) => None,
        }
    }
}

impl Shape {
    /// The shape of a type; none if it is neither a scalar nor a fixed-length vector.
    pub fn of(ctx: &Context, ty: Type) -> Option<Shape> {
        let (lanes, scalar) = match *ctx.kind(ty) {
            TypeKind::Vector { scalable: true, .. } => return None,
            TypeKind::Vector { len, elem, .. } => (Some(len), elem),
            _ => (None, ty),
        };
        let lane = match *ctx.kind(scalar) {
            TypeKind::Int(width) => LaneType::Int(width),
            TypeKind::Float(float) => LaneType::Float(float),
            TypeKind::Ptr(space) => LaneType::Pointer(space),
            _ => return None,
        };
        Some(Shape { lanes, lane })
    }
}

impl Bits {
    /// Fully defined bits.
    pub fn defined(value: Int) -> Bits {
        Bits { value, undef: None }
    }

    /// No bit defined.
    pub fn undef(width: u32) -> Bits {
        Bits { value: Int::zero(width), undef: Some(Box::new(Int::all_ones(width))) }
    }

    /// The bits of `value`, except that those in `undef` are undef.
    pub fn with_undef(value: &Int, undef: Int) -> Bits {
        if undef.is_zero() {
            return Bits::defined(value.clone());
        }
        Bits { value: value.and_not(&undef), undef: Some(Box::new(undef)) }
    }

    /// A defined boolean.
    pub fn from_bool(value: bool) -> Bits {
        Bits::defined(Int::from_bool(value))
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.value.width()
    }

    /// The value, if every bit is defined.
    pub fn as_defined(&self) -> Option<&Int> {
        if self.undef.is_none() { Some(&self.value) } else { None }
    }

    /// The defined bits; zero where undef.
    pub fn known(&self) -> &Int {
        &self.value
    }

    /// Which bits are undef.
    pub fn undef_mask(&self) -> Int {
        match &self.undef {
            None => Int::zero(self.width()),
            Some(mask) => (**mask).clone(),
        }
    }

    /// Is every bit undef?
    pub fn is_undef(&self) -> bool {
        self.undef.as_ref().is_some_and(|mask| mask.is_all_ones())
    }

    /// Is some bit undef?
    pub fn has_undef(&self) -> bool {
        self.undef.is_some()
    }

    /// Does the set of patterns contain this one?
    pub fn allows(&self, pattern: &Int) -> bool {
        match &self.undef {
            None => self.value == *pattern,
            Some(mask) => self.value == pattern.and_not(mask),
        }
    }

    /// Is every pattern of `other` one of these? Then `other` refines them.
    pub fn covers(&self, other: &Bits) -> bool {
        match (&self.undef, &other.undef) {
            (None, Some(_)) => false,
            (None, None) => self.value == other.value,
            (Some(_), None) => self.allows(&other.value),
            (Some(mask), Some(undef)) => undef.and_not(mask).is_zero() && self.allows(&other.value),
        }
    }

    /// One pattern for one use: the undef bits are chosen, from the lowest up.
    pub fn resolve(&self, choose: &mut dyn Choose) -> Int {
        let Some(mask) = &self.undef else {
            return self.value.clone();
        };
        if mask.is_all_ones() {
            return choose.undef(self.width());
        }
        let chosen = choose.undef(mask.ctpop());
        let mut value = self.value.clone();
        let mut next = 0;
        for index in 0..self.width() {
            if mask.bit(index) {
                if chosen.bit(next) {
                    value = value.or(&Int::single_bit(self.width(), index));
                }
                next += 1;
            }
        }
        value
    }

    /// With bit `index` chosen, if it was undef.
    pub fn resolve_bit(&self, index: u32, choose: &mut dyn Choose) -> Bits {
        match &self.undef {
            Some(mask) if mask.bit(index) => {
                let bit = Int::single_bit(self.width(), index);
                let value = if choose.undef(1).is_zero() {
                    self.value.clone()
                } else {
                    self.value.or(&bit)
                };
                Bits::with_undef(&value, mask.and_not(&bit))
            }
            Some(_) | None => self.clone(),
        }
    }

    /// The same rearrangement of bits applied to the values and to the undef bits, where it moves
    /// bits without combining them.
    pub fn map(&self, rearrange: impl Fn(&Int) -> Int) -> Bits {
        match &self.undef {
            None => Bits::defined(rearrange(&self.value)),
            Some(mask) => Bits::with_undef(&rearrange(&self.value), rearrange(mask)),
        }
    }

    /// Bits `low..low + width`.
    pub fn slice(&self, low: u32, width: u32) -> Bits {
        self.map(|bits| bits.slice(low, width))
    }

    /// These bits above those.
    pub fn concat(&self, low: &Bits) -> Bits {
        let value = self.value.concat(&low.value);
        if !self.has_undef() && !low.has_undef() {
            return Bits::defined(value);
        }
        Bits::with_undef(&value, self.undef_mask().concat(&low.undef_mask()))
    }
}

impl<P> Lane<P> {
    /// Fully defined bits.
    pub fn int(value: Int) -> Lane<P> {
        Lane::Bits(Bits::defined(value))
    }

    /// Does `other` refine this lane? Poison allows everything; pointers are compared by the
    /// caller's rule.
    pub fn is_refined_by(&self, other: &Lane<P>, pointers: &dyn Fn(&P, &P) -> bool) -> bool {
        match (self, other) {
            (Lane::Poison, _) => true,
            (Lane::Bits(a), Lane::Bits(b)) => a.covers(b),
            (Lane::Pointer(a), Lane::Pointer(b)) => pointers(a, b),
            (Lane::Bits(_) | Lane::Pointer(_), _) => false,
        }
    }

    /// The bits, if it is neither poison nor a pointer.
    pub fn as_bits(&self) -> Option<&Bits> {
        match self {
            Lane::Bits(bits) => Some(bits),
            Lane::Poison | Lane::Pointer(_) => None,
        }
    }
}

impl<P> From<Option<Bits>> for Lane<P> {
    /// `None` is poison.
    fn from(bits: Option<Bits>) -> Self {
        bits.map_or(Lane::Poison, Lane::Bits)
    }
}

impl<P> Value<P> {
    /// A scalar.
    pub fn bits(bits: Bits) -> Value<P> {
        Value::Lane(Lane::Bits(bits))
    }

    /// A defined scalar.
    pub fn int(value: Int) -> Value<P> {
        Value::bits(Bits::defined(value))
    }

    /// A poison scalar.
    pub fn poison() -> Value<P> {
        Value::Lane(Lane::Poison)
    }

    /// The scalar, if it is one.
    pub fn as_lane(&self) -> Option<&Lane<P>> {
        match self {
            Value::Lane(lane) => Some(lane),
            Value::Parts(_) => None,
        }
    }

    /// The integer or float, if it is a scalar without poison or undef.
    pub fn as_defined(&self) -> Option<&Int> {
        self.as_lane()?.as_bits()?.as_defined()
    }

    /// Does `other` refine this value, lane by lane and part by part?
    pub fn is_refined_by(&self, other: &Value<P>, pointers: &dyn Fn(&P, &P) -> bool) -> bool {
        match (self, other) {
            (Value::Lane(a), Value::Lane(b)) => a.is_refined_by(b, pointers),
            (Value::Parts(a), Value::Parts(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_refined_by(b, pointers))
            }
            (Value::Lane(_), Value::Parts(_)) | (Value::Parts(_), Value::Lane(_)) => false,
        }
    }

    /// The lanes: of a vector all of them, of a scalar the one.
    pub fn lanes(&self) -> Option<Vec<&Lane<P>>> {
        match self {
            Value::Lane(lane) => Some(vec![lane]),
            Value::Parts(parts) => parts.iter().map(Value::as_lane).collect(),
        }
    }
}
