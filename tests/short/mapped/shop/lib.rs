//! A shop whose functions are in many places.

mod stock;

pub use stock::{Named, Store};

use std::borrow::Borrow;
use std::sync::Arc;

/// A store of articles by name.
pub type Shop<K, V> = Store<K, V>;

impl<K: Ord + Clone, V: Clone> Store<K, V> {
    /// In another block than `new`, with a borrowed key.
    pub fn price<Q: Ord + ?Sized>(&self, name: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.articles.iter().find(|(known, _)| known.borrow() == name).map(|(_, price)| price)
    }

    pub fn names(&self) -> impl Iterator<Item = &K> + '_ {
        self.articles.iter().map(|(name, _)| name)
    }

    pub fn cheapest(&self) -> Option<(K, V)> {
        self.articles.first().cloned()
    }

    pub fn shared(&self, name: &K) -> Option<Arc<V>> {
        self.price(name).cloned().map(Arc::new)
    }

    pub fn boxed(&self) -> Box<usize> {
        Box::new(self.articles.len())
    }

    pub fn add_pair(&mut self, (name, price): (K, V)) {
        self.remove_named(&name);
        self.articles.push((name, price));
    }

    pub fn remove_all(&mut self, names: &[K]) {
        names.iter().for_each(|name| self.remove_named(name));
    }

    fn remove_named(&mut self, name: &K) {
        self.articles.retain(|(known, _)| known != name);
    }
}
