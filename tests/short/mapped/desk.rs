//! A desk with one function for each unusual signature.
use std::borrow::{Borrow, Cow};
use std::num::NonZeroU8;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket(usize);

#[derive(Clone, Debug)]
pub struct Desk<const WIDTH: usize> {
    limit: u8,
    notes: Vec<(String, bool)>,
}

impl<const WIDTH: usize> Desk<WIDTH> {
    pub fn new(limit: NonZeroU8) -> Self {
        Self { limit: limit.get(), notes: Vec::new() }
    }
    pub fn latest(&self) -> Option<Rc<String>> {
        self.open().last().cloned().map(Rc::new)
    }
    pub fn limit(&self) -> &u8 {
        &self.limit
    }
    pub fn width(&self) -> i16 {
        WIDTH as i16
    }
    pub fn second(&self, pair: (NonZeroU8, i64)) -> i64 {
        pair.1
    }
    pub async fn add(&mut self, note: &str) -> Ticket {
        self.notes.push((note.to_owned(), true));
        Ticket(self.notes.len() - 1)
    }
    pub fn done(&mut self, ticket: &Ticket) -> Result<Box<String>, Option<()>> {
        let note = self.notes.get_mut(ticket.0).filter(|note| note.1).ok_or(None)?;
        note.1 = false;
        Ok(Box::new(note.0.clone()))
    }
    pub fn read(&self, ticket: Ticket) -> Option<Cow<'_, str>> {
        self.notes.get(ticket.0).filter(|note| note.1).map(|note| Cow::Borrowed(note.0.as_str()))
    }
    pub fn open(&self) -> impl Iterator<Item = &String> {
        self.notes.iter().filter(|note| note.1).map(|note| &note.0)
    }
    pub fn has<Q: ?Sized + Eq>(&self, note: &Q) -> bool
    where
        String: Borrow<Q>,
    {
        self.open().any(|known| known.borrow() == note)
    }
}
