//! Interning tables: equal values get equal ids.
//!
//! Reading functions in parallel must not make ids depend on the order in which threads run. So a
//! table can be *frozen* and *forked*: each fork sees the frozen ids and adds its own after them.
//! Forks are absorbed in the order of the text; since a fork numbers its values by first appearance
//! and absorbing skips what is already there, the result is numbered by first appearance in the
//! whole text: exactly as if one thread had read it all.

use crate::Entity;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;
use std::sync::Arc;

/// A table of values of type `T`, each stored once and named by an `E`.
#[derive(Clone, Debug)]
pub struct Interner<E, T> {
    base: Option<Arc<Interner<E, T>>>,
    /// How many ids belong to `base`.
    offset: usize,
    items: Vec<T>,
    table: HashTable<u32>,
    key: PhantomData<E>,
}

fn hash_of<Q: Hash + ?Sized>(item: &Q) -> u64 {
    FxBuildHasher.hash_one(item)
}

impl<E: Entity, T: Hash + Eq> Interner<E, T> {
    /// An empty table.
    pub fn new() -> Self {
        Self { base: None, offset: 0, items: Vec::new(), table: HashTable::new(), key: PhantomData }
    }

    /// How many values there are, those of the frozen base included.
    pub fn len(&self) -> usize {
        self.offset + self.items.len()
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The thing with this id.
    #[inline]
    pub fn get(&self, entity: E) -> &T {
        let index = entity.index();
        if index >= self.offset {
            return &self.items[index - self.offset];
        }
        match &self.base {
            Some(base) => base.get(entity),
            // `offset` is zero without a base, so this cannot be reached with an id of ours.
            None => &self.items[index],
        }
    }

    fn find_hashed<Q>(&self, hash: u64, item: &Q) -> Option<E>
    where
        T: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        if let Some(base) = &self.base
            && let Some(found) = base.find_hashed(hash, item)
        {
            return Some(found);
        }
        let found = self.table.find(hash, |&index| self.items[index as usize].borrow() == item)?;
        Some(E::new(self.offset + *found as usize))
    }

    /// The id of a thing, if it has been interned.
    pub fn find<Q>(&self, item: &Q) -> Option<E>
    where
        T: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        self.find_hashed(hash_of(item), item)
    }

    /// The id of a thing, which is added if it is new.
    pub fn intern(&mut self, item: T) -> E {
        let hash = hash_of(&item);
        match self.find_hashed(hash, &item) {
            Some(found) => found,
            None => self.push(hash, item),
        }
    }

    /// The id of a borrowed thing, which is copied only if it is new.
    pub fn intern_ref<Q>(&mut self, item: &Q) -> E
    where
        T: Borrow<Q> + for<'a> From<&'a Q>,
        Q: Hash + Eq + ?Sized,
    {
        let hash = hash_of(item);
        match self.find_hashed(hash, item) {
            Some(found) => found,
            None => self.push(hash, T::from(item)),
        }
    }

    fn push(&mut self, hash: u64, item: T) -> E {
        let index = self.items.len() as u32;
        self.items.push(item);
        let items = &self.items;
        self.table.insert_unique(hash, index, |&index| hash_of(&items[index as usize]));
        E::new(self.offset + index as usize)
    }

    /// An empty table whose ids go on after those of `base`.
    pub fn fork(base: &Arc<Self>) -> Self {
        Self { base: Some(base.clone()), offset: base.len(), ..Self::new() }
    }

    /// Lets go of the base, so that it can be thawed; only [`into_added`](Self::into_added) makes
    /// sense afterwards.
    pub(crate) fn detach(&mut self) {
        self.base = None;
    }

    /// What a fork added to its base, in order.
    pub fn into_added(self) -> Vec<T> {
        self.items
    }

    /// All values with their ids; for a fork, only those it added.
    pub fn iter(&self) -> impl Iterator<Item = (E, &T)> {
        self.items.iter().enumerate().map(|(index, item)| (E::new(self.offset + index), item))
    }
}

impl<E: Entity, T: Hash + Eq> Default for Interner<E, T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::entity! {
        /// A word.
        Word "w";
    }

    #[test]
    fn absorbing_forks_in_text_order_numbers_as_one_thread_would() {
        let text = ["a", "b", "a", "c", "d", "b", "e", "c"];
        let mut alone: Interner<Word, String> = Interner::new();
        let expected: Vec<Word> = text.iter().map(|&word| alone.intern_ref(word)).collect();

        let mut main: Interner<Word, String> = Interner::new();
        let mut got: Vec<Word> = text[..2].iter().map(|&word| main.intern_ref(word)).collect();
        let frozen = Arc::new(main);
        let parts: Vec<(Vec<Word>, Vec<String>)> = [&text[2..5], &text[5..]]
            .map(|part| {
                let mut fork = Interner::fork(&frozen);
                (part.iter().map(|&word| fork.intern_ref(word)).collect(), fork.into_added())
            })
            .into();
        let mut main = Arc::try_unwrap(frozen).unwrap();
        let base_len = main.len();
        for (ids, added) in parts {
            let renamed: Vec<Word> = added.into_iter().map(|word| main.intern(word)).collect();
            got.extend(ids.iter().map(|id| {
                if id.index() < base_len { *id } else { renamed[id.index() - base_len] }
            }));
        }
        assert_eq!(got, expected);
    }
}
