//! [`Bindings`]: what the variables of a rule stand for in one match.

use crate::constants;
use crate::pattern::{MAX_PREDICATES, MAX_VARIABLES, Predicate, ROOT, Slot};
use crate::terms::{Terms, View};
use tollgate_ir::{Flags, Type};
use tollgate_sem::Int;

/// What the variables of a rule stand for.
#[derive(Clone, Debug)]
pub(crate) struct Bindings<N> {
    nodes: [Option<N>; MAX_VARIABLES],
    predicates: [Option<Predicate>; MAX_PREDICATES],
    /// The type of the term that the left side matched.
    pub root_type: Type,
    /// Its flags.
    pub root_flags: Flags,
    /// Whether conditions that only say where a rule is useful are taken to hold.
    pub assume_hints: bool,
    /// The flags of all operations that were matched.
    pub all_flags: Flags,
}

impl<N: Copy + Eq> Bindings<N> {
    /// Nothing is bound.
    pub fn new(root_type: Type, root_flags: Flags, assume_hints: bool) -> Self {
        Self {
            nodes: [None; MAX_VARIABLES],
            predicates: [None; MAX_PREDICATES],
            root_type,
            root_flags,
            assume_hints,
            all_flags: Flags::NONE,
        }
    }

    /// Binds a variable to a term; false if it is bound to another one.
    #[inline]
    pub fn bind(&mut self, slot: Slot, node: N) -> bool {
        let place = &mut self.nodes[usize::from(slot)];
        *place.get_or_insert(node) == node
    }

    /// Binds a variable to a predicate; false if it is bound to another one.
    pub fn bind_predicate(&mut self, slot: Slot, predicate: Predicate) -> bool {
        let place = &mut self.predicates[usize::from(slot)];
        *place.get_or_insert(predicate) == predicate
    }

    /// The term that a variable stands for.
    pub fn node(&self, slot: Slot) -> Option<N> {
        self.nodes.get(usize::from(slot)).copied().flatten()
    }

    /// The predicate that a variable stands for.
    pub fn predicate(&self, slot: Slot) -> Option<Predicate> {
        self.predicates[usize::from(slot)]
    }

    /// The type of the term that a variable stands for, or of the root.
    pub fn ty(&self, terms: &impl Terms<Node = N>, slot: Slot) -> Option<Type> {
        if slot == ROOT { Some(self.root_type) } else { Some(terms.ty(self.node(slot)?)) }
    }

    /// The flags of the operation that a variable stands for, or of the root.
    pub fn flags(&self, terms: &impl Terms<Node = N>, slot: Slot) -> Option<Flags> {
        if slot == ROOT {
            return Some(self.root_flags);
        }
        match terms.view(self.node(slot)?) {
            View::Operation { flags, .. } => Some(flags),
            View::Constant(_) | View::Other => None,
        }
    }

    /// The integer that a variable of constants stands for.
    pub fn int(&self, terms: &impl Terms<Node = N>, slot: Slot) -> Option<Int> {
        match terms.view(self.node(slot)?) {
            View::Constant(id) => constants::int_of(terms.context(), id),
            View::Operation { .. } | View::Other => None,
        }
    }

    /// The width of the integer, or of the integer lanes, that a variable stands for.
    pub fn width(&self, terms: &impl Terms<Node = N>, slot: Slot) -> Option<u32> {
        constants::int_width(terms.context(), self.ty(terms, slot)?)
    }
}
