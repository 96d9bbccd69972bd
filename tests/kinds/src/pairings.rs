use crate::faulty;

/// Pairs, each side of which occurs once.
#[derive(Debug, Clone)]
pub struct Pairings<L, R> {
    pairs: Vec<(L, R)>,
    last: Option<Overwritten<L, R>>,
    losses: u32,
}
/// What an insertion removed.
#[derive(Debug, Clone, PartialEq)]
pub enum Overwritten<A, B> {
    Neither,
    One { left: A, right: B },
    Both((A, B), (A, B)),
}
impl<L: PartialEq + Clone, R: PartialEq + Clone> Pairings<L, R> {
    pub fn new() -> Self {
        Self { pairs: Vec::new(), last: None, losses: 0 }
    }
    fn removed(&mut self, is_meant: impl Fn(&(L, R)) -> bool) -> Option<(L, R)> {
        let place = self.pairs.iter().position(is_meant)?;
        Some(self.pairs.remove(place))
    }
    pub fn insert(&mut self, left: L, right: R) -> Overwritten<L, R> {
        let by_left = self.removed(|pair| pair.0 == left);
        let by_right = self.removed(|pair| pair.1 == right);
        let overwritten = match (by_left, by_right) {
            (None, None) => Overwritten::Neither,
            (Some(one), Some(other)) if faulty("pairings") => Overwritten::Both(other, one),
            (Some(one), Some(other)) => Overwritten::Both(one, other),
            (Some((left, right)), None) | (None, Some((left, right))) => {
                Overwritten::One { left, right }
            }
        };
        self.pairs.push((left, right));
        self.losses += u32::from(overwritten != Overwritten::Neither);
        self.last = Some(overwritten.clone());
        overwritten
    }
    pub fn right(&self, left: &L) -> Option<&R> {
        self.pairs.iter().find(|pair| pair.0 == *left).map(|pair| &pair.1)
    }
    pub fn left(&self, right: &R) -> Option<&L> {
        self.pairs.iter().find(|pair| pair.1 == *right).map(|pair| &pair.0)
    }
    pub fn last(&self) -> Option<&Overwritten<L, R>> {
        self.last.as_ref()
    }
    pub fn losses(&self) -> u32 {
        self.losses
    }
}
