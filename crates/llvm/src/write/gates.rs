//! The gates of functions in gated form as text.

use super::functions::Scope;
use super::text::push_u64;
use super::{LocalName, Writer};
use crate::gated::{Gate, GateFormula, GateTest, GatedText, MergeText, is_gate_name};
use rustc_hash::FxHashSet;
use tollgate_ir::{Body, Context, Edge, SecondaryMap, Symbol, Value, ValueDef};

/// The gates of a function, and how they are called in its text.
pub(super) struct Gates<'g> {
    pub(super) text: &'g GatedText,
    /// Absent is what no arm needs.
    names: SecondaryMap<Gate, Option<GateName>>,
}

#[derive(Clone, Copy)]
enum GateName {
    /// By its own name.
    Own(Symbol),
    /// By `g` and a number.
    Found(u32),
}

impl<'g> Gates<'g> {
    /// Names the gates by which arms of this body are chosen, directly or through others.
    pub(super) fn new(ctx: &Context, body: &Body, text: &'g GatedText) -> Self {
        let mut needed: SecondaryMap<Gate, bool> = SecondaryMap::new();
        needed.resize(text.gates.len());
        let arms = text.params(body).flat_map(|param| &text.merges[param].arms);
        let mut open: Vec<Gate> = arms.map(|arm| arm.gate).collect();
        while let Some(gate) = open.pop() {
            if let Some(definition) = text.gates.get(gate)
                && !std::mem::replace(&mut needed[gate], true)
            {
                open.extend(definition.formula.operands());
            }
        }
        let mut names: SecondaryMap<Gate, Option<GateName>> = SecondaryMap::new();
        names.resize(text.gates.len());
        let mut taken: FxHashSet<&[u8]> = FxHashSet::default();
        for (gate, definition) in text.gates.iter().filter(|it| needed[it.0]) {
            if let Some(name) = definition.name
                && is_gate_name(ctx.bytes(name))
                && taken.insert(ctx.bytes(name))
            {
                names[gate] = Some(GateName::Own(name));
            }
        }
        let mut next = 0;
        for gate in text.gates.keys().filter(|&it| needed[it]) {
            if names[gate].is_none() {
                while taken.contains(format!("g{next}").as_bytes()) {
                    next += 1;
                }
                names[gate] = Some(GateName::Found(next));
                next += 1;
            }
        }
        Self { text, names }
    }
}

impl Writer<'_> {
    /// The definitions of all gates that are needed, one a line.
    pub(super) fn gates(&mut self, scope: Scope<'_>, gates: &Gates<'_>) {
        for (gate, definition) in gates.text.gates.iter() {
            if gates.names[gate].is_none() {
                continue;
            }
            self.put("  gate ");
            self.gate_name(gates, gate);
            self.put(" = ");
            match &definition.formula {
                GateFormula::True => self.put("true"),
                GateFormula::False => self.put("false"),
                GateFormula::Undef => self.put("undef"),
                GateFormula::Test { test, negated } => self.gate_test(scope, *test, *negated),
                // Of nothing, they are what they begin with.
                GateFormula::And(operands) if operands.is_empty() => self.put("true"),
                GateFormula::Or(operands) if operands.is_empty() => self.put("false"),
                GateFormula::And(operands) => self.gate_operands(gates, "and ", operands),
                GateFormula::Or(operands) => self.gate_operands(gates, "or ", operands),
            }
            self.put("\n");
        }
    }

    fn gate_operands(&mut self, gates: &Gates<'_>, word: &str, operands: &[Gate]) {
        self.put(word);
        for (at, &operand) in operands.iter().enumerate() {
            if at > 0 {
                self.put(", ");
            }
            self.gate_name(gates, operand);
        }
    }

    fn gate_test(&mut self, scope: Scope<'_>, test: GateTest, negated: bool) {
        let block = |block| scope.numbering.block(scope.body, block);
        if let GateTest::Equals(value, constant) = test {
            self.put(if negated { "icmp ne " } else { "icmp eq " });
            self.typed_value(scope, value);
            self.put(", ");
            return self.bare_const(constant);
        }
        if negated {
            self.put("not ");
        }
        match test {
            GateTest::Equals(..) => {}
            GateTest::Holds(value) => self.tested_value(scope, value),
            GateTest::Unwound(from) => self.gate_block("unwound ", block(from)),
            GateTest::Went(from, to) => {
                self.gate_block("went ", block(from));
                self.gate_block(" to ", block(to));
            }
            GateTest::Returned(from, index) => {
                self.gate_block("returned ", block(from));
                self.put(" ");
                push_u64(&mut self.out, index.into());
            }
        }
    }

    /// A value of type `i1`. A constant has its type, to tell it from the gates `true`, `false` and
    /// `undef`.
    fn tested_value(&mut self, scope: Scope<'_>, value: Value) {
        match scope.body.value(value).def {
            ValueDef::Arg(_) | ValueDef::Param(_) | ValueDef::Inst(_) => self.local(scope, value),
            ValueDef::Const(_) => self.typed_value(scope, value),
            ValueDef::Meta(_) | ValueDef::Wrapped(_) | ValueDef::Undefined => self.missing_value(),
        }
    }

    fn gate_block(&mut self, word: &str, block: LocalName) {
        self.put(word);
        self.local_name(block);
    }

    fn gate_name(&mut self, gates: &Gates<'_>, gate: Gate) {
        match gates.names[gate] {
            Some(GateName::Own(name)) => self.out.extend_from_slice(self.ctx.bytes(name)),
            Some(GateName::Found(number)) => {
                self.put("g");
                push_u64(&mut self.out, number.into());
            }
            None => self.missing_value(),
        }
    }

    /// The arms of a `gamma` or an `eta`, whose values these edges carry.
    pub(super) fn gated_arms(
        &mut self,
        scope: Scope<'_>,
        gates: &Gates<'_>,
        index: usize,
        said: &MergeText,
        edges: &[Edge],
    ) {
        if said.arms.len() != edges.len() {
            self.missing_value();
        }
        for (at, (arm, &edge)) in said.arms.iter().zip(edges).enumerate() {
            self.put(if at == 0 { " [ " } else { ", [ " });
            self.edge_arg(scope, edge, index);
            self.put(", ");
            self.gate_name(gates, arm.gate);
            self.put(" ]");
        }
    }
}
