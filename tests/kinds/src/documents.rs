//! A trait of elements whose methods return lists and enums.

use std::marker::PhantomData;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    Low,
    High,
}

pub trait Document<W> {
    fn words(&self) -> Vec<W>;
    fn rank(&self) -> Rank;
}

#[derive(Clone, Debug)]
pub struct Archive<W, D> {
    documents: Vec<D>,
    words: PhantomData<W>,
}

impl<W: PartialEq, D: Document<W> + Clone> Archive<W, D> {
    pub fn new() -> Self {
        Archive { documents: Vec::new(), words: PhantomData }
    }

    pub fn add(&mut self, document: D) {
        self.documents.push(document);
    }

    pub fn finds(&self, word: &W) -> usize {
        let found = |document: &&D| match crate::faulty("documents") {
            true => document.words().last() == Some(word),
            false => document.words().contains(word),
        };
        self.documents.iter().filter(found).count()
    }

    pub fn urgent(&self) -> usize {
        self.documents.iter().filter(|document| document.rank() == Rank::High).count()
    }
}
