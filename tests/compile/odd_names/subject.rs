pub trait Ref {
    fn r#ref(&self, other: &Self) -> bool;
}

#[derive(PartialEq)]
pub struct Type<E>(pub Vec<E>);

impl<E: PartialEq> Type<E> {
    pub fn new() -> Self {
        Self(Vec::new())
    }

    pub fn r#move(&mut self, element: E) {
        if !self.r#in(&element) {
            self.0.push(element);
        }
    }

    pub fn r#in(&self, element: &E) -> bool {
        self.0.contains(element)
    }
}
