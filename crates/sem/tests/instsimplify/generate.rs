//! Random cases over all operations, types and flags.

use crate::model::{Case, Operation, Plain, Ty};
use crate::random::Random;
use tollgate_ir::{Flags, FloatPredicate, FloatType, IntPredicate, Opcode, Shape as OpcodeShape};
use tollgate_sem::Int;
use tollgate_sem::intrinsics::{Intrinsic, Meaning};
use tollgate_sem::value::{Bits, Lane, LaneType, Value};

const WIDTHS: [u32; 26] = [
    1, 2, 3, 4, 5, 6, 7, 8, 8, 13, 16, 16, 24, 31, 32, 32, 33, 63, 64, 64, 65, 127, 128, 129, 255,
    1000,
];
const FLOATS: [FloatType; 8] = [
    FloatType::Half,
    FloatType::BFloat,
    FloatType::Float,
    FloatType::Float,
    FloatType::Double,
    FloatType::Double,
    FloatType::X86Fp80,
    FloatType::Fp128,
];

/// How often operands are poison or undef.
#[derive(Clone, Copy, PartialEq)]
enum Definedness {
    Defined,
    Mixed,
}

pub struct Generator {
    pub random: Random,
    definedness: Definedness,
}

impl Generator {
    pub fn new(seed: u64) -> Generator {
        Generator { random: Random(seed), definedness: Definedness::Defined }
    }

    fn width(&mut self) -> u32 {
        // Undef operands of small widths can be tried in all patterns.
        if self.definedness == Definedness::Mixed && !self.random.one_in(6) {
            1 + self.random.below(5) as u32
        } else {
            *self.random.pick(&WIDTHS)
        }
    }

    fn lanes(&mut self) -> Option<u32> {
        self.random.one_in(4).then(|| 1 + self.random.below(4) as u32)
    }

    fn with_lanes(&mut self, lane: LaneType) -> Ty {
        match self.lanes() {
            None => Ty::scalar(lane),
            Some(count) => Ty::vector(count, lane),
        }
    }

    fn int_type(&mut self) -> Ty {
        let width = self.width();
        self.with_lanes(LaneType::Int(width))
    }

    fn float(&mut self) -> FloatType {
        if self.definedness == Definedness::Mixed {
            FloatType::Half
        } else {
            *self.random.pick(&FLOATS)
        }
    }

    fn float_type(&mut self) -> Ty {
        let float = self.float();
        self.with_lanes(LaneType::Float(float))
    }

    fn lane_value(&mut self, lane: LaneType) -> Lane<()> {
        if self.definedness == Definedness::Mixed {
            match self.random.below(5) {
                0 => return Lane::Poison,
                1 => return Lane::Bits(Bits::undef(lane.width().unwrap())),
                _ => {}
            }
        }
        Lane::int(match lane {
            LaneType::Int(width) => self.random.int(width),
            LaneType::Float(float) => self.float_bits(float),
            LaneType::Pointer(_) => panic!("no pointers"),
        })
    }

    /// Bits of a float: often a small number, so that operations are exact or tie; else with a
    /// taste for extreme exponents.
    fn float_bits(&mut self, float: FloatType) -> Int {
        let (exponent_width, significand_width) = match float {
            FloatType::Half => (5, 10),
            FloatType::BFloat => (8, 7),
            FloatType::Float => (8, 23),
            FloatType::Double => (11, 52),
            FloatType::X86Fp80 => (15, 64),
            FloatType::Fp128 | FloatType::PpcFp128 => (15, 112),
        };
        let top = (1u64 << exponent_width) - 1;
        let exponent = match self.random.below(8) {
            0 => self.random.below(2),
            1 => top - self.random.below(2),
            2..=5 => (top / 2).wrapping_add(self.random.below(24)).wrapping_sub(8) & top,
            _ => self.random.next() & top,
        };
        let mut significand = self.random.int(significand_width);
        if self.random.one_in(3) {
            // Few significant bits.
            significand = significand
                .bitreverse()
                .and(&Int::low_bits(significand_width, significand_width.min(5)))
                .bitreverse();
        }
        if float == FloatType::X86Fp80 {
            let integer_bit = Int::signed_min(64);
            significand = if exponent > 0 {
                significand.or(&integer_bit)
            } else {
                significand.and_not(&integer_bit)
            };
        }
        let sign = Int::new(1, self.random.next());
        sign.concat(&Int::new(exponent_width, exponent)).concat(&significand)
    }

    fn value(&mut self, ty: &Ty) -> Plain {
        let parts = match ty {
            Ty::Shape(shape) if shape.lanes.is_none() => {
                return Value::Lane(self.lane_value(shape.lane));
            }
            Ty::Shape(shape) => shape.lanes.unwrap() as usize,
            Ty::Struct(fields) => fields.len(),
            Ty::Array(count, _) => *count as usize,
        };
        Value::Parts((0..parts).map(|index| self.value(&ty.part(index))).collect())
    }

    fn operand(&mut self, ty: Ty) -> (Ty, Plain) {
        let value = self.value(&ty);
        (ty, value)
    }

    /// A subset of the flags that LLVM 19 knows of an opcode.
    fn flags(&mut self, allowed: Flags) -> Flags {
        let mut flags = Flags::NONE;
        if self.random.one_in(2) {
            return flags;
        }
        for &(flag, _) in Flags::WORDS {
            if allowed.contains(flag) && self.random.one_in(2) {
                flags |= flag;
            }
        }
        flags
    }

    /// Fast-math flags that keep the strict result: the others let LLVM compute something else.
    fn fast_flags(&mut self) -> Flags {
        if self.random.one_in(4) { self.flags(Flags::NNAN | Flags::NINF) } else { Flags::NONE }
    }

    /// A case that a machine can run: defined operands, integers of at most 128 bits, floats that
    /// it has registers for.
    #[allow(dead_code, reason = "each test file uses its own part")]
    pub fn machine_case(&mut self) -> Case {
        self.definedness = Definedness::Defined;
        loop {
            let case = match self.random.below(8) {
                0 => self.int_binary(),
                1 => self.float_binary(),
                2 => self.cast(),
                3 => self.compare(),
                4 => self.moves(),
                _ => self.intrinsic(),
            };
            let types = case.operands.iter().map(|(ty, _)| ty).chain([&case.result]);
            if types.into_iter().all(runs_on_machine) {
                return case;
            }
        }
    }

    #[allow(dead_code, reason = "each test file uses its own part")]
    pub fn case(&mut self) -> Case {
        self.definedness =
            if self.random.one_in(6) { Definedness::Mixed } else { Definedness::Defined };
        let mut case = match self.random.below(20) {
            0..=5 => self.int_binary(),
            6..=7 => self.float_binary(),
            8..=10 => self.cast(),
            11 => self.compare(),
            12 => self.moves(),
            _ => self.intrinsic(),
        };
        let float_case = case.operands.iter().any(
            |(ty, _)| matches!(ty, Ty::Shape(shape) if matches!(shape.lane, LaneType::Float(_))),
        );
        if float_case && self.random.one_in(12) {
            case.denormals = Some(*self.random.pick(&[
                "preserve-sign",
                "positive-zero",
                "ieee,preserve-sign",
                "dynamic",
            ]));
        }
        case
    }

    fn opcode_of(&mut self, shape: OpcodeShape) -> Opcode {
        let all: Vec<Opcode> =
            Opcode::ALL.iter().copied().filter(|opcode| opcode.shape() == shape).collect();
        *self.random.pick(&all)
    }

    fn int_binary(&mut self) -> Case {
        let opcode = self.opcode_of(OpcodeShape::IntBinary);
        let ty = self.int_type();
        let mut operands = vec![self.operand(ty.clone()), self.operand(ty.clone())];
        if matches!(opcode, Opcode::Shl | Opcode::LShr | Opcode::AShr) && !self.random.one_in(4) {
            // Mostly amounts that are in range.
            let LaneType::Int(width) = ty.lane() else { unreachable!("an integer type") };
            operands[1].1 = map_value(&operands[1].1, &mut |lane| match lane {
                Lane::Bits(bits) if !bits.has_undef() => {
                    Lane::int(bits.known().urem(&Int::new(width, u64::from(width))))
                }
                other => other.clone(),
            });
        }
        let flags = self.flags(opcode.info().flags);
        Case {
            operation: Operation::Binary(opcode),
            flags,
            operands,
            result: ty,
            overloads: Vec::new(),
            denormals: None,
        }
    }

    fn float_binary(&mut self) -> Case {
        let ty = self.float_type();
        let flags = self.fast_flags();
        if self.random.one_in(10) {
            let operands = vec![self.operand(ty.clone())];
            return Case {
                operation: Operation::Unary(Opcode::FNeg),
                flags,
                operands,
                result: ty,
                overloads: Vec::new(),
                denormals: None,
            };
        }
        let opcode = self.opcode_of(OpcodeShape::FloatBinary);
        let operands = vec![self.operand(ty.clone()), self.operand(ty.clone())];
        Case {
            operation: Operation::Binary(opcode),
            flags,
            operands,
            result: ty,
            overloads: Vec::new(),
            denormals: None,
        }
    }

    fn cast(&mut self) -> Case {
        let opcode = *self.random.pick(&[
            Opcode::Trunc,
            Opcode::ZExt,
            Opcode::SExt,
            Opcode::FPTrunc,
            Opcode::FPExt,
            Opcode::FPToUI,
            Opcode::FPToSI,
            Opcode::UIToFP,
            Opcode::SIToFP,
            Opcode::BitCast,
        ]);
        let lanes = self.lanes();
        let ty = |lane| match lanes {
            None => Ty::scalar(lane),
            Some(count) => Ty::vector(count, lane),
        };
        let (from, to) = match opcode {
            Opcode::Trunc | Opcode::ZExt | Opcode::SExt => {
                let small = self.width();
                let large = small + 1 + self.random.below(70) as u32;
                let (small, large) = (ty(LaneType::Int(small)), ty(LaneType::Int(large)));
                if opcode == Opcode::Trunc { (large, small) } else { (small, large) }
            }
            Opcode::FPTrunc | Opcode::FPExt => {
                let order = [
                    FloatType::Half,
                    FloatType::BFloat,
                    FloatType::Float,
                    FloatType::Double,
                    FloatType::X86Fp80,
                    FloatType::Fp128,
                ];
                let small = self.random.below(5) as usize;
                let large = small.max(1) + 1 + self.random.below(5 - small.max(1) as u64) as usize;
                let (small, large) =
                    (ty(LaneType::Float(order[small])), ty(LaneType::Float(order[large])));
                if opcode == Opcode::FPTrunc { (large, small) } else { (small, large) }
            }
            Opcode::FPToUI | Opcode::FPToSI => {
                let (float, width) = (self.float(), self.width());
                (ty(LaneType::Float(float)), ty(LaneType::Int(width)))
            }
            Opcode::UIToFP | Opcode::SIToFP => {
                let (float, width) = (*self.random.pick(&FLOATS), self.width());
                (ty(LaneType::Int(width)), ty(LaneType::Float(float)))
            }
            _ => self.bitcast_types(),
        };
        // Flags that LLVM 19 has on these.
        let known = match opcode {
            Opcode::Trunc => Flags::WRAP,
            Opcode::ZExt | Opcode::UIToFP => Flags::NNEG,
            _ => Flags::NONE,
        };
        let flags = self.flags(known);
        let mut operand = self.operand(from);
        if opcode == Opcode::Trunc && self.random.one_in(2) {
            // Small numbers, so that the wrap flags often hold.
            operand.1 = map_value(&operand.1, &mut |lane| match lane {
                Lane::Bits(bits) if !bits.has_undef() => {
                    let width = bits.width();
                    Lane::int(
                        bits.known().ashr(width - 1 - to.lane().width().unwrap().min(width - 1)),
                    )
                }
                other => other.clone(),
            });
        }
        Case {
            operation: Operation::Cast(opcode),
            flags,
            operands: vec![operand],
            result: to,
            overloads: Vec::new(),
            denormals: None,
        }
    }

    fn bitcast_types(&mut self) -> (Ty, Ty) {
        let unit = *self.random.pick(&[1u32, 3, 4, 8, 16, 32]);
        let total = unit * (*self.random.pick(&[2u32, 4, 6, 8]));
        let mut forms = vec![Ty::int(total)];
        for count in [1u32, 2, 3, 4, 6, 8] {
            if total.is_multiple_of(count) {
                forms.push(Ty::vector(count, LaneType::Int(total / count)));
            }
        }
        for float in [FloatType::Half, FloatType::BFloat, FloatType::Float, FloatType::Double] {
            if total == float.bits() {
                forms.push(Ty::scalar(LaneType::Float(float)));
            }
            if total.is_multiple_of(float.bits()) {
                forms.push(Ty::vector(total / float.bits(), LaneType::Float(float)));
            }
        }
        // LLVM 19 folds `bitcast <2 x i12> to <3 x i8>` to a constant of type `<2 x i8>`: its
        // folder expects that one number of lanes divides the other, so only such pairs are
        // compared.
        let lanes = |ty: &Ty| ty.shape().lanes.unwrap_or(1);
        loop {
            let (from, to) = (self.random.pick(&forms).clone(), self.random.pick(&forms).clone());
            if lanes(&from).is_multiple_of(lanes(&to)) || lanes(&to).is_multiple_of(lanes(&from)) {
                return (from, to);
            }
        }
    }

    fn compare(&mut self) -> Case {
        if self.random.one_in(2) {
            let ty = self.int_type();
            let result = ty.with_lane(LaneType::Int(1));
            let left = self.operand(ty.clone());
            let right = if self.random.one_in(5) { left.clone() } else { self.operand(ty) };
            let predicate = *self.random.pick(IntPredicate::ALL);
            let operation = Operation::IntCompare(predicate);
            return Case {
                operation,
                flags: Flags::NONE,
                operands: vec![left, right],
                result,
                overloads: Vec::new(),
                denormals: None,
            };
        }
        let ty = self.float_type();
        let result = ty.with_lane(LaneType::Int(1));
        let left = self.operand(ty.clone());
        let right = if self.random.one_in(5) { left.clone() } else { self.operand(ty) };
        let operation = Operation::FloatCompare(*self.random.pick(FloatPredicate::ALL));
        let flags = self.fast_flags();
        Case {
            operation,
            flags,
            operands: vec![left, right],
            result,
            overloads: Vec::new(),
            denormals: None,
        }
    }

    fn any_type(&mut self) -> Ty {
        if self.random.one_in(2) { self.int_type() } else { self.float_type() }
    }

    fn vector_type(&mut self) -> Ty {
        let lane = self.any_type().lane();
        Ty::vector(1 + self.random.below(5) as u32, lane)
    }

    fn moves(&mut self) -> Case {
        let (operation, flags, operands, result) = match self.random.below(7) {
            0 => {
                let ty = self.any_type();
                let condition = match ty.shape().lanes {
                    Some(count) if self.random.one_in(2) => Ty::vector(count, LaneType::Int(1)),
                    _ => Ty::int(1),
                };
                let flags = if matches!(ty.lane(), LaneType::Float(_)) {
                    self.fast_flags()
                } else {
                    Flags::NONE
                };
                let operands = vec![
                    self.operand(condition),
                    self.operand(ty.clone()),
                    self.operand(ty.clone()),
                ];
                (Operation::Select, flags, operands, ty)
            }
            1 => {
                let ty = self.any_type();
                (Operation::Freeze, Flags::NONE, vec![self.operand(ty.clone())], ty)
            }
            2 => {
                let ty = self.vector_type();
                let result = ty.part(0);
                (
                    Operation::ExtractElement,
                    Flags::NONE,
                    vec![self.operand(ty), self.lane_index()],
                    result,
                )
            }
            3 => {
                let ty = self.vector_type();
                let lane = ty.part(0);
                let operands =
                    vec![self.operand(ty.clone()), self.operand(lane), self.lane_index()];
                (Operation::InsertElement, Flags::NONE, operands, ty)
            }
            4 => {
                let ty = self.vector_type();
                let count = u64::from(ty.shape().lanes.unwrap());
                let mask: Vec<Option<u32>> = (0..1 + self.random.below(6))
                    .map(|_| {
                        if self.random.one_in(6) {
                            None
                        } else {
                            Some(self.random.below(2 * count) as u32)
                        }
                    })
                    .collect();
                let result = Ty::vector(mask.len() as u32, ty.lane());
                (
                    Operation::Shuffle(mask),
                    Flags::NONE,
                    vec![self.operand(ty.clone()), self.operand(ty)],
                    result,
                )
            }
            number => {
                let (part, other) = (self.any_type(), self.any_type());
                let inner = Ty::Struct(vec![other.clone(), part.clone()]);
                let aggregate = Ty::Array(2, Box::new(Ty::Struct(vec![other, inner])));
                let path = vec![self.random.below(2) as u32, 1, 1];
                let whole = self.operand(aggregate.clone());
                if number == 5 {
                    (Operation::ExtractValue(path), Flags::NONE, vec![whole], part)
                } else {
                    let new = self.operand(part);
                    (Operation::InsertValue(path), Flags::NONE, vec![whole, new], aggregate)
                }
            }
        };
        Case { operation, flags, operands, result, overloads: Vec::new(), denormals: None }
    }

    fn lane_index(&mut self) -> (Ty, Plain) {
        let width = *self.random.pick(&[3, 8, 32, 64]);
        let bound = if self.random.one_in(5) { 8 } else { 4 };
        (Ty::int(width), Value::int(Int::new(width, self.random.below(bound))))
    }

    fn intrinsic(&mut self) -> Case {
        let all: Vec<Intrinsic> = Intrinsic::ALL
            .iter()
            .copied()
            // LLVM 19 does not know the last two yet.
            .filter(|it| matches!(it.meaning(), Meaning::Evaluated | Meaning::FirstArgument))
            .filter(|it| !matches!(it, Intrinsic::MinimumNum | Intrinsic::MaximumNum))
            .filter(|it| !matches!(it, Intrinsic::Annotation | Intrinsic::PtrAnnotation))
            .collect();
        let intrinsic = *self.random.pick(&all);
        let mut types: [Option<Ty>; 10] = Default::default();
        let mut overloads = Vec::new();
        let (result, params) =
            intrinsic.signature().strip_suffix(')').unwrap().split_once('(').unwrap();
        let result = self.instantiate(intrinsic, result, &mut types, &mut overloads);
        let params: Vec<&str> = params.split(',').collect();
        let mut operands = Vec::new();
        for (index, text) in params.iter().enumerate() {
            let ty =
                self.instantiate(intrinsic, text.trim_end_matches('!'), &mut types, &mut overloads);
            let value = if text.ends_with('!') {
                self.immediate(intrinsic, &ty, &operands, &result)
            } else {
                self.value(&ty)
            };
            assert_eq!(text.ends_with('!'), intrinsic.is_immediate(index));
            operands.push((ty, value));
        }
        if intrinsic == Intrinsic::LdExp {
            // Exponents that matter.
            let mut small = |lane: &Lane<()>| match lane {
                Lane::Bits(bits) if !bits.has_undef() => {
                    let width = bits.width();
                    Lane::int(bits.known().ashr(width - 1 - width.min(9).min(width - 1)))
                }
                other => other.clone(),
            };
            operands[1].1 = map_value(&operands[1].1, &mut small);
        }
        // With a result that LLVM derives from an operand, only the operand is in the name.
        let result = match intrinsic {
            Intrinsic::IsFpClass => operands[0].0.with_lane(LaneType::Int(1)),
            _ => result,
        };
        let float =
            matches!(&operands[0].0, Ty::Shape(shape) if matches!(shape.lane, LaneType::Float(_)));
        let float_result =
            matches!(&result, Ty::Shape(shape) if matches!(shape.lane, LaneType::Float(_)));
        let flags = if float && float_result { self.fast_flags() } else { Flags::NONE };
        Case {
            operation: Operation::Intrinsic(intrinsic),
            flags,
            operands,
            result,
            overloads,
            denormals: None,
        }
    }

    fn immediate(
        &mut self,
        intrinsic: Intrinsic,
        ty: &Ty,
        operands: &[(Ty, Plain)],
        result: &Ty,
    ) -> Plain {
        use Intrinsic::{IsFpClass, VectorExtract, VectorInsert, VectorSplice};
        let LaneType::Int(width) = ty.lane() else {
            return Value::int(Int::from_u128(64, 0x3FE0 << 48));
        };
        let lanes = |ty: &Ty| u64::from(ty.shape().lanes.unwrap_or(1));
        let value = match intrinsic {
            IsFpClass => self.random.below(1024) as i64,
            VectorSplice => {
                let count = lanes(&operands[0].0);
                self.random.below(2 * count) as i64 - count as i64
            }
            VectorExtract | VectorInsert => {
                // A multiple of the length of the part, within the whole.
                let (whole, part) = match intrinsic {
                    VectorExtract => (lanes(&operands[0].0), lanes(result)),
                    _ => (lanes(&operands[0].0), lanes(&operands[1].0)),
                };
                (self.random.below(whole / part) * part) as i64
            }
            _ if width == 1 => self.random.below(2) as i64,
            // The scale of fixed-point numbers.
            _ => match operands[0].0.lane() {
                LaneType::Int(width) => self.random.below(u64::from(width)) as i64,
                _ => 0,
            },
        };
        Value::int(Int::from_i64(width, value))
    }

    fn instantiate(
        &mut self,
        intrinsic: Intrinsic,
        text: &str,
        types: &mut [Option<Ty>; 10],
        overloads: &mut Vec<Ty>,
    ) -> Ty {
        if let Some(inner) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
            return Ty::Struct(
                inner
                    .split(',')
                    .map(|text| self.instantiate(intrinsic, text, types, overloads))
                    .collect(),
            );
        }
        let (text, same_lanes) = match text.split_once('=') {
            None => (text, None),
            Some((text, number)) => (text, Some(number.parse::<usize>().unwrap())),
        };
        let (class, number) = (text.as_bytes()[0], text[1..].parse::<usize>().unwrap_or(0));
        match class {
            b'i' => return Ty::int(text[1..].parse().unwrap()),
            b'd' => return Ty::scalar(LaneType::Float(FloatType::Double)),
            // The variable may stand behind: then it is made now.
            b'b' | b'e' => {
                if types[number].is_none() {
                    let vector = class == b'e';
                    let float =
                        intrinsic == Intrinsic::IsFpClass || intrinsic.signature().contains('G');
                    let lane = if float {
                        LaneType::Float(self.float())
                    } else {
                        LaneType::Int(self.width())
                    };
                    let ty = if vector {
                        Ty::vector(1 + self.random.below(4) as u32, lane)
                    } else {
                        self.with_lanes(lane)
                    };
                    overloads.push(ty.clone());
                    types[number] = Some(ty);
                }
                let bound = types[number].clone().unwrap();
                return if class == b'b' {
                    bound.with_lane(LaneType::Int(1))
                } else {
                    bound.part(0)
                };
            }
            _ => {}
        }
        if let Some(ty) = &types[number] {
            return ty.clone();
        }
        let lane = match class {
            b'I' | b'S' | b'W' => {
                let width = match intrinsic {
                    Intrinsic::BSwap => 16 * (1 + self.random.below(8) as u32),
                    Intrinsic::SCmp | Intrinsic::UCmp if number == 0 => {
                        2 + self.random.below(30) as u32
                    }
                    Intrinsic::LRInt
                    | Intrinsic::LLRInt
                    | Intrinsic::LRound
                    | Intrinsic::LLRound => 64,
                    Intrinsic::FrExp => 32,
                    Intrinsic::LdExp => 32,
                    _ => self.width(),
                };
                LaneType::Int(width)
            }
            b'F' | b'G' => match intrinsic {
                Intrinsic::ConvertFromFp16 | Intrinsic::ConvertToFp16 => {
                    LaneType::Float(*self.random.pick(&[FloatType::Float, FloatType::Double]))
                }
                _ => LaneType::Float(self.float()),
            },
            _ => self.any_type().lane(),
        };
        let scalar_only = matches!(
            intrinsic,
            Intrinsic::ConvertFromFp16
                | Intrinsic::ConvertToFp16
                | Intrinsic::LRInt
                | Intrinsic::LLRInt
                | Intrinsic::LRound
                | Intrinsic::LLRound
        );
        let ty = match (same_lanes, class) {
            (Some(other), _) => types[other].clone().unwrap().with_lane(lane),
            (None, b'W' | b'G' | b'V') => {
                // The part of `vector.extract` and `vector.insert` has the same lanes, fewer of
                // them.
                match (intrinsic, number, &types[0]) {
                    (Intrinsic::VectorExtract, 1, Some(part)) => {
                        let count = part.shape().lanes.unwrap();
                        Ty::vector(count * (1 + self.random.below(3) as u32), part.lane())
                    }
                    (Intrinsic::VectorInsert, 1, Some(whole)) => {
                        let count = whole.shape().lanes.unwrap();
                        let parts: Vec<u32> =
                            (1..=count).filter(|part| count.is_multiple_of(*part)).collect();
                        Ty::vector(*self.random.pick(&parts), whole.lane())
                    }
                    _ => Ty::vector(1 + self.random.below(4) as u32, lane),
                }
            }
            (None, b'S') => Ty::scalar(lane),
            (None, _) if scalar_only => Ty::scalar(lane),
            (None, _) => self.with_lanes(lane),
        };
        overloads.push(ty.clone());
        types[number] = Some(ty.clone());
        ty
    }
}

fn runs_on_machine(ty: &Ty) -> bool {
    match ty {
        Ty::Shape(shape) => match shape.lane {
            LaneType::Int(width) => width <= 128,
            LaneType::Float(float) => {
                matches!(float, FloatType::Float | FloatType::Double | FloatType::X86Fp80)
            }
            LaneType::Pointer(_) => false,
        },
        Ty::Struct(fields) => fields.iter().all(runs_on_machine),
        Ty::Array(_, element) => runs_on_machine(element),
    }
}

fn map_value(value: &Plain, change: &mut dyn FnMut(&Lane<()>) -> Lane<()>) -> Plain {
    match value {
        Value::Lane(lane) => Value::Lane(change(lane)),
        Value::Parts(parts) => {
            Value::Parts(parts.iter().map(|part| map_value(part, change)).collect())
        }
    }
}
