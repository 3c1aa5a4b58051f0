//! Matching of one rule: the left side against a term, the conditions, the making of the right
//! side.
//!
//! A match proceeds in this order, so that what fails often is tried first: operations, flags,
//! constants and repeated variables of the left side; the condition; whether it is an equality, if
//! only those are wanted; the types and numbers of the right side. Only then is a term made, so
//! that a rule that does not apply makes nothing.

use crate::bindings::Bindings;
use crate::constants;
use crate::op::Op;
use crate::pattern::{
    MAX_TEMPLATE, OpPattern, OpTemplate, OperationPattern, OperationTemplate, Pattern, Predicate,
    TemplateNode,
};
use crate::rule::{Kind, Rule};
use crate::terms::{Terms, View};
use crate::typing::{PlacedOp, infer};
use tollgate_ir::{Const, Flags, Type};

/// The term that rules are applied to, which need not have been made yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Root<'a, N> {
    /// What it does.
    pub op: Op,
    /// Its flags.
    pub flags: Flags,
    /// Its type.
    pub ty: Type,
    /// Its operands.
    pub operands: &'a [N],
}

impl Rule {
    /// Applies the rule to a term whose left side is to match in this order. Gives the right side
    /// and what holds of it; none if the rule does not apply, or only as a refinement and an
    /// equality is wanted.
    pub(crate) fn apply<T: Terms>(
        &self,
        order: &Pattern,
        terms: &mut T,
        root: Root<'_, T::Node>,
        equalities_only: bool,
        assume_hints: bool,
    ) -> Option<(Kind, T::Node)> {
        let Pattern::Operation(pattern) = order else {
            return None;
        };
        let mut bindings = Bindings::new(root.ty, root.flags, assume_hints);
        if !match_operation(pattern, terms, root.op, root.flags, root.operands, &mut bindings) {
            return None;
        }
        if let Some(condition) = &self.condition
            && condition.holds(terms, &bindings) != Some(true)
        {
            return None;
        }
        let kind = self.kind_of_match(terms, &bindings);
        if equalities_only && kind == Kind::Refinement {
            return None;
        }
        Some((kind, make(&self.template.nodes, terms, &bindings)?))
    }

    /// Whether this match is an equality. Flags that give leeway allow more results than the strict
    /// one that equalities are stated for, so with them there are only refinements.
    fn kind_of_match<T: Terms>(&self, terms: &T, bindings: &Bindings<T::Node>) -> Kind {
        let equality = match (self.kind, &self.equality) {
            (Kind::Equality, _) => true,
            (Kind::Refinement, None) => false,
            (Kind::Refinement, Some(condition)) => condition.holds(terms, bindings) == Some(true),
        };
        if equality && !bindings.all_flags.intersects(Flags::LEEWAY) {
            Kind::Equality
        } else {
            Kind::Refinement
        }
    }
}

fn match_operation<T: Terms>(
    pattern: &OperationPattern,
    terms: &T,
    op: Op,
    flags: Flags,
    operands: &[T::Node],
    bindings: &mut Bindings<T::Node>,
) -> bool {
    let same = match (pattern.op, op) {
        (OpPattern::Fixed(wanted), op) => wanted == op,
        (OpPattern::IntCompare(slot), Op::IntCompare(predicate)) => {
            bindings.bind_predicate(slot, Predicate::Int(predicate))
        }
        (OpPattern::FloatCompare(slot), Op::FloatCompare(predicate)) => {
            bindings.bind_predicate(slot, Predicate::Float(predicate))
        }
        (OpPattern::IntCompare(_) | OpPattern::FloatCompare(_), _) => false,
    };
    if !same || !pattern.flags.admits(flags) || pattern.operands.len() != operands.len() {
        return false;
    }
    bindings.all_flags |= flags;
    pattern
        .operands
        .iter()
        .zip(operands)
        .all(|(pattern, &operand)| match_term(pattern, terms, operand, bindings))
}

fn match_term<T: Terms>(
    pattern: &Pattern,
    terms: &T,
    node: T::Node,
    bindings: &mut Bindings<T::Node>,
) -> bool {
    match pattern {
        Pattern::Variable(slot) => bindings.bind(*slot, node),
        Pattern::Constant(slot) => match terms.view(node) {
            View::Constant(id) => {
                constants::is_int(terms.context(), id) && bindings.bind(*slot, node)
            }
            View::Operation { .. } | View::Other => false,
        },
        Pattern::Literal(literal) => match terms.view(node) {
            View::Constant(id) => constants::is_literal(terms.context(), id, *literal),
            View::Operation { .. } | View::Other => false,
        },
        Pattern::Operation(operation) => match terms.view(node) {
            View::Operation { op, flags, operands } => {
                operation.bind.is_none_or(|slot| bindings.bind(slot, node))
                    && match_operation(operation, terms, op, flags, operands, bindings)
            }
            View::Constant(_) | View::Other => false,
        },
    }
}

/// A node of the right side that is ready to be made.
#[derive(Clone, Copy)]
enum Ready<N> {
    Node(N),
    Constant(Const),
    Operation(Op),
}

/// Makes the right side; none if it has no types or numbers here.
fn make<T: Terms>(
    nodes: &[TemplateNode],
    terms: &mut T,
    bindings: &Bindings<T::Node>,
) -> Option<T::Node> {
    let (last, _) = nodes.split_last()?;
    if let TemplateNode::Variable(slot) = last {
        let node = bindings.node(*slot)?;
        return (terms.ty(node) == bindings.root_type).then_some(node);
    }
    let mut types = [None; MAX_TEMPLATE];
    let types = types.get_mut(..nodes.len())?;
    let mut places = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        match node {
            TemplateNode::Variable(slot) => types[at] = Some(terms.ty(bindings.node(*slot)?)),
            TemplateNode::Number(_) | TemplateNode::Literal(_) => {}
            TemplateNode::Operation(operation) => {
                places.push(PlacedOp {
                    op: operator(operation, bindings)?,
                    operands: &operation.operands,
                    at,
                });
                if let Some(slot) = operation.typed_as {
                    types[at] = Some(bindings.ty(terms, slot)?);
                }
            }
        }
    }
    let root = types.last_mut()?;
    if *root.get_or_insert(bindings.root_type) != bindings.root_type {
        return None;
    }
    infer(terms.context_mut(), &places, types).ok()?;
    let mut ready = Vec::with_capacity(nodes.len());
    for (node, ty) in nodes.iter().zip(types.iter()) {
        let ty = (*ty)?;
        ready.push(match node {
            TemplateNode::Variable(slot) => Ready::Node(bindings.node(*slot)?),
            TemplateNode::Number(number) => {
                let width = constants::int_width(terms.context(), ty)?;
                let value = number.evaluate(terms, bindings, width)?;
                Ready::Constant(constants::constant_of_int(terms.context_mut(), ty, &value)?)
            }
            TemplateNode::Literal(literal) => {
                Ready::Constant(constants::constant_of_literal(terms.context_mut(), ty, *literal)?)
            }
            TemplateNode::Operation(operation) => Ready::Operation(operator(operation, bindings)?),
        });
    }
    let mut made: Vec<T::Node> = Vec::with_capacity(nodes.len());
    for ((node, ty), ready) in nodes.iter().zip(types.iter()).zip(ready) {
        made.push(match (node, ready) {
            (_, Ready::Node(node)) => node,
            (_, Ready::Constant(id)) => terms.constant(id),
            (TemplateNode::Operation(operation), Ready::Operation(op)) => {
                let operands: Vec<T::Node> =
                    operation.operands.iter().map(|&operand| made[usize::from(operand)]).collect();
                let flags = operation.flags | bindings.root_flags & operation.inherited;
                terms.make(op, flags, (*ty)?, &operands)
            }
            (_, Ready::Operation(_)) => return None,
        });
    }
    made.last().copied()
}

/// The operation that a template makes.
fn operator<N: Copy + Eq>(operation: &OperationTemplate, bindings: &Bindings<N>) -> Option<Op> {
    match &operation.op {
        OpTemplate::Fixed(op) => Some(*op),
        OpTemplate::Compare(slot, changes) => {
            let mut predicate = bindings.predicate(*slot)?;
            for change in changes.iter().rev() {
                predicate = change.apply(predicate)?;
            }
            Some(match predicate {
                Predicate::Int(predicate) => Op::IntCompare(predicate),
                Predicate::Float(predicate) => Op::FloatCompare(predicate),
            })
        }
    }
}
