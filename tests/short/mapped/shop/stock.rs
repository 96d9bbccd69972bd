use std::ops::Deref;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Store<K, V> {
    pub(crate) articles: Vec<(K, V)>,
}

pub trait Named {
    fn is_open(&self) -> bool;

    fn count(&self) -> u8 {
        3
    }
}

impl<K, V> Store<K, V> {
    pub fn new() -> Self {
        Self { articles: Vec::new() }
    }
}

impl<K, V> Named for Store<K, V> {
    fn is_open(&self) -> bool {
        true
    }
}

impl<K, V> Deref for Store<K, V> {
    type Target = Vec<(K, V)>;

    fn deref(&self) -> &Vec<(K, V)> {
        &self.articles
    }
}
