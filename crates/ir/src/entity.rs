//! Entity ids and the maps keyed by them.
//!
//! Every entity of the IR is named by a `u32` newtype. A [`PrimaryMap`] *owns* the entities of one
//! kind and hands out their ids in order of creation; a [`SecondaryMap`] *annotates* them and
//! gives a default where nothing was set. Ids depend on the input alone, never on the number of
//! threads that read it.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A `u32` newtype that names a thing.
pub trait Entity: Copy + Eq + Ord + std::hash::Hash {
    /// The id with this index.
    fn new(index: usize) -> Self;
    /// The index of this id.
    fn index(self) -> usize;
}

/// Declares entity ids: a `u32` newtype whose `Display` is a prefix and its number.
#[macro_export]
macro_rules! entity {
    ($($(#[$doc:meta])* $name:ident $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        const _: () = assert!(size_of::<$name>() == 4);

        impl $name {
            /// The id with this number.
            #[allow(dead_code)]
            pub const fn from_u32(number: u32) -> Self {
                Self(number)
            }
            /// The number of this id.
            #[allow(dead_code)]
            pub const fn as_u32(self) -> u32 {
                self.0
            }
        }

        impl $crate::Entity for $name {
            #[inline]
            fn new(index: usize) -> Self {
                debug_assert!(index < u32::MAX as usize);
                Self(index as u32)
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    )*};
}

/// `Option<E>` in four bytes: the largest number stands for "none".
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Opt<E>(u32, PhantomData<E>);

impl<E: Entity> Opt<E> {
    /// No entity.
    pub const NONE: Self = Self(u32::MAX, PhantomData);

    /// This entity.
    #[inline]
    pub fn some(entity: E) -> Self {
        Self(entity.index() as u32, PhantomData)
    }

    /// As an ordinary option.
    #[inline]
    pub fn get(self) -> Option<E> {
        (self.0 != u32::MAX).then(|| E::new(self.0 as usize))
    }

    /// Whether there is none.
    #[inline]
    pub fn is_none(self) -> bool {
        self.0 == u32::MAX
    }

    /// Whether there is one.
    #[inline]
    pub fn is_some(self) -> bool {
        self.0 != u32::MAX
    }
}

impl<E: Entity> From<Option<E>> for Opt<E> {
    #[inline]
    fn from(entity: Option<E>) -> Self {
        entity.map_or(Self::NONE, Self::some)
    }
}

impl<E: Entity> From<E> for Opt<E> {
    #[inline]
    fn from(entity: E) -> Self {
        Self::some(entity)
    }
}

impl<E: Entity> Default for Opt<E> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<E: Entity + fmt::Debug> fmt::Debug for Opt<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// The owner of all entities of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrimaryMap<E, T> {
    items: Vec<T>,
    key: PhantomData<E>,
}

impl<E: Entity, T> PrimaryMap<E, T> {
    /// An empty map.
    pub const fn new() -> Self {
        Self { items: Vec::new(), key: PhantomData }
    }

    /// An empty map with room for `n` entities.
    pub fn with_capacity(n: usize) -> Self {
        Self { items: Vec::with_capacity(n), key: PhantomData }
    }

    /// Adds a thing and names it.
    #[inline]
    pub fn push(&mut self, item: T) -> E {
        let entity = E::new(self.items.len());
        self.items.push(item);
        entity
    }

    /// The id that the next [`push`](Self::push) will give.
    pub fn next_id(&self) -> E {
        E::new(self.items.len())
    }

    /// How many entities there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The thing with this id, if there is one.
    pub fn get(&self, entity: E) -> Option<&T> {
        self.items.get(entity.index())
    }

    /// All ids in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = E> + ExactSizeIterator + use<E, T> {
        (0..self.items.len()).map(E::new)
    }

    /// All entities in the order of their ids.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// All entities, to be changed.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// All ids with their entities.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (E, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(index, item)| (E::new(index), item))
    }

    /// Gives back memory that is not used.
    pub fn shrink_to_fit(&mut self) {
        self.items.shrink_to_fit();
    }

    /// Bytes held on the heap by the map itself.
    pub fn heap_bytes(&self) -> usize {
        self.items.capacity() * size_of::<T>()
    }
}

impl<E: Entity, T> Default for PrimaryMap<E, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E: Entity, T> Index<E> for PrimaryMap<E, T> {
    type Output = T;
    #[inline]
    fn index(&self, entity: E) -> &T {
        &self.items[entity.index()]
    }
}

impl<E: Entity, T> IndexMut<E> for PrimaryMap<E, T> {
    #[inline]
    fn index_mut(&mut self, entity: E) -> &mut T {
        &mut self.items[entity.index()]
    }
}

/// An annotation of entities: every id has a value, the default where none was set.
#[derive(Clone, Debug)]
pub struct SecondaryMap<E, T> {
    items: Vec<T>,
    default: T,
    key: PhantomData<E>,
}

impl<E: Entity, T: Clone> SecondaryMap<E, T> {
    /// A map that answers `default` everywhere.
    pub fn with_default(default: T) -> Self {
        Self { items: Vec::new(), default, key: PhantomData }
    }

    /// A map that answers `T::default()` everywhere.
    pub fn new() -> Self
    where
        T: Default,
    {
        Self::with_default(T::default())
    }

    /// Makes room so that ids below `n` can be set without growing.
    pub fn resize(&mut self, n: usize) {
        self.items.resize(n, self.default.clone());
    }

    /// Sets every id back to the default and keeps the memory.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// Bytes held on the heap by the map itself.
    pub fn heap_bytes(&self) -> usize {
        self.items.capacity() * size_of::<T>()
    }
}

impl<E: Entity, T: Clone + Default> Default for SecondaryMap<E, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E: Entity, T: Clone> Index<E> for SecondaryMap<E, T> {
    type Output = T;
    #[inline]
    fn index(&self, entity: E) -> &T {
        self.items.get(entity.index()).unwrap_or(&self.default)
    }
}

impl<E: Entity, T: Clone> IndexMut<E> for SecondaryMap<E, T> {
    #[inline]
    fn index_mut(&mut self, entity: E) -> &mut T {
        if entity.index() >= self.items.len() {
            self.items.resize(entity.index() + 1, self.default.clone());
        }
        &mut self.items[entity.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::entity! {
        /// A thing.
        Thing "t";
    }

    #[test]
    fn primary_hands_out_ids_in_order_and_secondary_defaults() {
        let mut owner: PrimaryMap<Thing, &str> = PrimaryMap::new();
        let a = owner.push("a");
        let b = owner.push("b");
        assert_eq!((owner[a], owner[b], b.to_string().as_str()), ("a", "b", "t1"));
        let mut notes: SecondaryMap<Thing, u8> = SecondaryMap::with_default(7);
        assert_eq!(notes[b], 7);
        notes[b] = 1;
        assert_eq!((notes[a], notes[b]), (7, 1));
    }

    #[test]
    fn opt_is_four_bytes() {
        assert_eq!(size_of::<Opt<Thing>>(), 4);
        assert_eq!(Opt::<Thing>::NONE.get(), None);
        assert_eq!(Opt::some(Thing::from_u32(3)).get(), Some(Thing::from_u32(3)));
    }
}
