//! When roots occur: the iterations that are executed, and the gates in them.
//!
//! A root belongs to a loop ([`Op::Loop`]) or to none. Its loop is executed in the iterations of
//! the loop around it in which it is entered, from number zero to the first in which it is left;
//! the root occurs in those of them in which its gate holds.

use super::{Evaluator, Fault, Vector};
use crate::node::{Node, Op};
use std::rc::Rc;

/// The iterations of a loop that are executed.
#[derive(Clone, Debug, Default)]
pub struct Occurrences {
    /// Their vectors, in no order of time between different loops.
    pub vectors: Vec<Vector>,
    /// Why there may be more.
    pub fault: Option<Fault>,
}

/// A root in one iteration.
#[derive(Clone, Debug)]
pub struct Happening {
    /// The iteration.
    pub at: Vector,
    /// Why it is not known whether it occurs; none if it does.
    pub fault: Option<Fault>,
}

impl Evaluator<'_> {
    /// The iterations in which a loop is executed.
    pub fn iterations(&mut self, loop_node: Node) -> Rc<Occurrences> {
        let mut chain = vec![self.seen(loop_node)];
        while let Some(&last) = chain.last() {
            let (Op::Loop { .. }, operands, _) = self.graph.as_made(last) else { break };
            chain.push(self.seen(operands[0]));
        }
        chain.pop();
        let mut around = Rc::new(Occurrences { vectors: vec![Rc::from([])], fault: None });
        while let Some(loop_node) = chain.pop() {
            around = match self.iterations.get(&loop_node) {
                Some(known) => known.clone(),
                None => {
                    let found = Rc::new(self.inner_iterations(loop_node, &around));
                    self.iterations.insert(loop_node, found.clone());
                    found
                }
            };
        }
        around
    }

    fn inner_iterations(&mut self, loop_node: Node, around: &Occurrences) -> Occurrences {
        let (_, operands, _) = self.graph.as_made(loop_node);
        let &[_, entered, exit_condition] = operands else { return Occurrences::default() };
        let mut all = Occurrences { vectors: Vec::new(), fault: around.fault.clone() };
        for vector in &around.vectors {
            match self.truth(entered, vector) {
                Ok(true) => {}
                Ok(false) => continue,
                Err(fault) => {
                    all.fault.get_or_insert(fault);
                    continue;
                }
            }
            for number in 0.. {
                if number > self.bounds.iterations || all.vectors.len() > self.bounds.steps {
                    all.fault.get_or_insert(Fault::Fuel);
                    break;
                }
                let inside: Vector = vector.iter().copied().chain([number]).collect();
                all.vectors.push(inside.clone());
                match self.truth(exit_condition, &inside) {
                    Ok(true) => break,
                    Ok(false) => {}
                    Err(fault) => {
                        all.fault.get_or_insert(fault);
                        break;
                    }
                }
            }
        }
        all
    }

    /// The iterations in which a root occurs or may occur, and why there may be more of them.
    pub fn happenings(&mut self, root: Node) -> (Vec<Happening>, Option<Fault>) {
        let root = self.seen(root);
        let (_, operands, _) = self.graph.as_made(root);
        let &[loop_node, gate, ..] = operands else { return (Vec::new(), None) };
        let iterations = self.iterations(loop_node);
        let mut found = Vec::new();
        for at in &iterations.vectors {
            match self.truth(gate, at) {
                Ok(true) => found.push(Happening { at: at.clone(), fault: None }),
                Ok(false) => {}
                Err(fault) => found.push(Happening { at: at.clone(), fault: Some(fault) }),
            }
        }
        (found, iterations.fault.clone())
    }
}
