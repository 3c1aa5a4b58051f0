//! Types, constants and operations of generated cases: as text for LLVM, and as values for this
//! crate.

use tollgate_ir::{Flags, FloatPredicate, FloatType, IntPredicate, Opcode};
use tollgate_sem::float::parse_literal;
use tollgate_sem::intrinsics::{CallShape, Intrinsic};
use tollgate_sem::ops::{Denormals, Evaluator, Stop};
use tollgate_sem::value::{Bits, Choose, Lane, LaneType, Shape, Value};
use tollgate_sem::{Float, Int};

/// Cases have no pointers.
pub type Plain = Value<()>;

/// A first-class type without pointers.
#[derive(Clone, PartialEq, Debug)]
pub enum Ty {
    Shape(Shape),
    Struct(Vec<Ty>),
    Array(u32, Box<Ty>),
}

impl Ty {
    pub fn int(width: u32) -> Ty {
        Ty::scalar(LaneType::Int(width))
    }

    pub fn scalar(lane: LaneType) -> Ty {
        Ty::Shape(Shape { lanes: None, lane })
    }

    pub fn vector(count: u32, lane: LaneType) -> Ty {
        Ty::Shape(Shape { lanes: Some(count), lane })
    }

    pub fn shape(&self) -> Shape {
        match self {
            Ty::Shape(shape) => *shape,
            Ty::Struct(_) | Ty::Array(..) => panic!("{self:?} is no scalar or vector"),
        }
    }

    pub fn lane(&self) -> LaneType {
        self.shape().lane
    }

    /// The same number of lanes of another type.
    pub fn with_lane(&self, lane: LaneType) -> Ty {
        Ty::Shape(Shape { lane, ..self.shape() })
    }

    /// The type of part `index`.
    pub fn part(&self, index: usize) -> Ty {
        match self {
            Ty::Shape(shape) => Ty::scalar(shape.lane),
            Ty::Struct(fields) => fields[index].clone(),
            Ty::Array(_, element) => (**element).clone(),
        }
    }

    pub fn text(&self) -> String {
        match self {
            Ty::Shape(Shape { lanes: None, lane }) => lane_text(*lane),
            Ty::Shape(Shape { lanes: Some(count), lane }) => {
                format!("<{count} x {}>", lane_text(*lane))
            }
            Ty::Struct(fields) => {
                format!("{{ {} }}", fields.iter().map(Ty::text).collect::<Vec<_>>().join(", "))
            }
            Ty::Array(count, element) => format!("[{count} x {}]", element.text()),
        }
    }

    /// As in the name of an overloaded intrinsic.
    pub fn mangled(&self) -> String {
        let Shape { lanes, lane } = self.shape();
        let lane = match lane {
            LaneType::Int(width) => format!("i{width}"),
            LaneType::Float(FloatType::BFloat) => "bf16".into(),
            LaneType::Float(float) => format!("f{}", float.bits()),
            LaneType::Pointer(_) => panic!("no pointers"),
        };
        lanes.map_or(lane.clone(), |count| format!("v{count}{lane}"))
    }
}

fn lane_text(lane: LaneType) -> String {
    match lane {
        LaneType::Int(width) => format!("i{width}"),
        LaneType::Float(float) => float.word().into(),
        LaneType::Pointer(_) => panic!("no pointers"),
    }
}

/// A constant as LLVM reads it, without its type.
pub fn constant_text(ty: &Ty, value: &Plain) -> String {
    match value {
        Value::Lane(Lane::Poison) => "poison".into(),
        Value::Lane(Lane::Bits(bits)) if bits.is_undef() => "undef".into(),
        Value::Lane(Lane::Bits(bits)) => match ty.lane() {
            LaneType::Int(_) => bits.known().to_string(),
            LaneType::Float(float) => {
                Float::from_bits(float, bits.known().to_u128().unwrap()).to_string()
            }
            LaneType::Pointer(_) => panic!("no pointers"),
        },
        Value::Lane(Lane::Pointer(())) => panic!("no pointers"),
        Value::Parts(parts) => {
            let texts = parts.iter().enumerate().map(|(index, part)| {
                let ty = ty.part(index);
                format!("{} {}", ty.text(), constant_text(&ty, part))
            });
            let list = texts.collect::<Vec<_>>().join(", ");
            match ty {
                Ty::Shape(_) => format!("<{list}>"),
                Ty::Struct(_) => format!("{{ {list} }}"),
                Ty::Array(..) => format!("[{list}]"),
            }
        }
    }
}

/// Reads a constant that LLVM wrote; none if the text is no constant (an instruction's name).
pub fn parse_constant(ty: &Ty, text: &str) -> Option<Plain> {
    let text = text.trim();
    let count = match ty {
        Ty::Shape(Shape { lanes, .. }) => lanes.map(|count| count as usize),
        Ty::Struct(fields) => Some(fields.len()),
        Ty::Array(count, _) => Some(*count as usize),
    };
    if let Some(count) = count {
        let all = |part: &str| {
            (0..count).map(|index| parse_constant(&ty.part(index), part)).collect::<Option<_>>()
        };
        return match text {
            "poison" | "undef" => all(text).map(Value::Parts),
            "zeroinitializer" => all("zeroinitializer").map(Value::Parts),
            _ => {
                let inner = &text[1..text.len() - 1];
                let pieces = split_list(inner);
                if !text.starts_with(['<', '{', '[']) || pieces.len() != count {
                    return None;
                }
                let parts = pieces.iter().enumerate().map(|(index, piece)| {
                    let ty = ty.part(index);
                    parse_constant(&ty, piece.trim().strip_prefix(&ty.text())?)
                });
                parts.collect::<Option<_>>().map(Value::Parts)
            }
        };
    }
    if text.starts_with('%') {
        return None;
    }
    Some(Value::Lane(match (text, ty.lane()) {
        ("poison", _) => Lane::Poison,
        ("undef", lane) => Lane::Bits(Bits::undef(lane.width()?)),
        ("zeroinitializer", lane) => Lane::int(Int::zero(lane.width()?)),
        ("true", _) => Lane::int(Int::one(1)),
        ("false", _) => Lane::int(Int::zero(1)),
        (_, LaneType::Int(width)) => Lane::int(Int::parse_decimal(width, text).ok()?),
        (_, LaneType::Float(float)) => {
            Lane::int(Int::from_u128(float.bits(), parse_literal(float, text).ok()?.bits()))
        }
        (_, LaneType::Pointer(_)) => return None,
    }))
}

fn split_list(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut pieces) = (0, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '<' | '{' | '[' => depth += 1,
            '>' | '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                pieces.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(&text[start..]);
    pieces
}

/// An operation.
#[derive(Clone, Debug)]
pub enum Operation {
    Unary(Opcode),
    Binary(Opcode),
    Cast(Opcode),
    IntCompare(IntPredicate),
    FloatCompare(FloatPredicate),
    Select,
    Freeze,
    ExtractElement,
    InsertElement,
    Shuffle(Vec<Option<u32>>),
    ExtractValue(Vec<u32>),
    InsertValue(Vec<u32>),
    Intrinsic(Intrinsic),
}

/// One generated case: an operation on constants.
#[derive(Clone, Debug)]
pub struct Case {
    pub operation: Operation,
    pub flags: Flags,
    pub operands: Vec<(Ty, Plain)>,
    pub result: Ty,
    /// The overloaded types of an intrinsic, in the order of its name.
    pub overloads: Vec<Ty>,
    pub denormals: Option<&'static str>,
}

impl Case {
    /// What to count it under.
    pub fn name(&self) -> String {
        match &self.operation {
            Operation::Unary(opcode) | Operation::Binary(opcode) | Operation::Cast(opcode) => {
                opcode.word().into()
            }
            Operation::IntCompare(_) => "icmp".into(),
            Operation::FloatCompare(_) => "fcmp".into(),
            Operation::Select => "select".into(),
            Operation::Freeze => "freeze".into(),
            Operation::ExtractElement => "extractelement".into(),
            Operation::InsertElement => "insertelement".into(),
            Operation::Shuffle(_) => "shufflevector".into(),
            Operation::ExtractValue(_) => "extractvalue".into(),
            Operation::InsertValue(_) => "insertvalue".into(),
            Operation::Intrinsic(intrinsic) => format!("llvm.{}", intrinsic.word()),
        }
    }

    fn intrinsic_name(&self, intrinsic: Intrinsic) -> String {
        let suffix: String = self.overloads.iter().map(|ty| format!(".{}", ty.mangled())).collect();
        format!("llvm.{}{suffix}", intrinsic.word())
    }

    /// The declaration that the case needs.
    pub fn declaration(&self) -> Option<String> {
        let Operation::Intrinsic(intrinsic) = self.operation else {
            return None;
        };
        let params = self.operands.iter().map(|(ty, _)| ty.text()).collect::<Vec<_>>().join(", ");
        Some(format!(
            "declare {} @{}({params})",
            self.result.text(),
            self.intrinsic_name(intrinsic)
        ))
    }

    /// The instruction, on constants.
    pub fn instruction(&self) -> String {
        self.instruction_on(&|index| {
            constant_text(&self.operands[index].0, &self.operands[index].1)
        })
    }

    /// The instruction, on operands with these texts.
    pub fn instruction_on(&self, plain: &dyn Fn(usize) -> String) -> String {
        let flags: String = self.flags.words().map(|word| format!("{word} ")).collect();
        let typed = |index: usize| format!("{} {}", self.operands[index].0.text(), plain(index));
        let path =
            |indices: &[u32]| indices.iter().map(|index| format!(", {index}")).collect::<String>();
        match &self.operation {
            Operation::Unary(opcode) => format!("{} {flags}{}", opcode.word(), typed(0)),
            Operation::Binary(opcode) => {
                format!("{} {flags}{}, {}", opcode.word(), typed(0), plain(1))
            }
            Operation::Cast(opcode) => {
                format!("{} {flags}{} to {}", opcode.word(), typed(0), self.result.text())
            }
            Operation::IntCompare(predicate) => {
                format!("icmp {} {}, {}", predicate.word(), typed(0), plain(1))
            }
            Operation::FloatCompare(predicate) => {
                format!("fcmp {flags}{} {}, {}", predicate.word(), typed(0), plain(1))
            }
            Operation::Select => format!("select {flags}{}, {}, {}", typed(0), typed(1), typed(2)),
            Operation::Freeze => format!("freeze {}", typed(0)),
            Operation::ExtractElement => format!("extractelement {}, {}", typed(0), typed(1)),
            Operation::InsertElement => {
                format!("insertelement {}, {}, {}", typed(0), typed(1), typed(2))
            }
            Operation::Shuffle(mask) => {
                let lanes = mask
                    .iter()
                    .map(|lane| lane.map_or("i32 poison".into(), |lane| format!("i32 {lane}")));
                let mask =
                    format!("<{} x i32> <{}>", mask.len(), lanes.collect::<Vec<_>>().join(", "));
                format!("shufflevector {}, {}, {mask}", typed(0), typed(1))
            }
            Operation::ExtractValue(indices) => {
                format!("extractvalue {}{}", typed(0), path(indices))
            }
            Operation::InsertValue(indices) => {
                format!("insertvalue {}, {}{}", typed(0), typed(1), path(indices))
            }
            Operation::Intrinsic(intrinsic) => {
                let arguments = (0..self.operands.len()).map(typed).collect::<Vec<_>>().join(", ");
                let name = self.intrinsic_name(*intrinsic);
                format!("call {flags}{} @{name}({arguments})", self.result.text())
            }
        }
    }

    /// Evaluates the case with these choices.
    pub fn evaluate(&self, choose: &mut dyn Choose) -> Result<Plain, Stop> {
        let denormals =
            self.denormals.map_or(Denormals::IEEE, |text| Denormals::parse(text).unwrap());
        let mut evaluator = Evaluator { choose, denormals, big_endian: false };
        let value = |index: usize| &self.operands[index].1;
        let ty = |index: usize| &self.operands[index].0;
        match &self.operation {
            Operation::Unary(opcode) => {
                evaluator.unary(*opcode, self.flags, ty(0).lane(), value(0))
            }
            Operation::Binary(opcode) => {
                evaluator.binary(*opcode, self.flags, ty(0).lane(), value(0), value(1))
            }
            Operation::Cast(opcode) => {
                evaluator.cast(*opcode, self.flags, ty(0).shape(), self.result.shape(), value(0))
            }
            Operation::IntCompare(predicate) => {
                evaluator.int_compare(*predicate, self.flags, value(0), value(1))
            }
            Operation::FloatCompare(predicate) => {
                evaluator.float_compare(*predicate, self.flags, ty(0).lane(), value(0), value(1))
            }
            Operation::Select => {
                evaluator.select(self.flags, Some(ty(1).lane()), value(0), value(1), value(2))
            }
            Operation::Freeze => evaluator.freeze(ty(0).lane(), value(0)),
            Operation::ExtractElement => evaluator.extract_element(value(0), value(1)),
            Operation::InsertElement => evaluator.insert_element(value(0), value(1), value(2)),
            Operation::Shuffle(mask) => evaluator.shuffle_vector(value(0), value(1), mask),
            Operation::ExtractValue(indices) => evaluator.extract_value(value(0), indices),
            Operation::InsertValue(indices) => evaluator.insert_value(value(0), value(1), indices),
            Operation::Intrinsic(intrinsic) => {
                let results = match &self.result {
                    Ty::Struct(fields) => fields.iter().map(Ty::shape).collect(),
                    other => vec![other.shape()],
                };
                let params = self.operands.iter().map(|(ty, _)| ty.shape()).collect();
                let arguments: Vec<Plain> =
                    self.operands.iter().map(|(_, value)| value.clone()).collect();
                evaluator.intrinsic(
                    *intrinsic,
                    self.flags,
                    &CallShape { results, params },
                    &arguments,
                )
            }
        }
    }
}
