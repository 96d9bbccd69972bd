pub mod a {
    #[derive(Clone, Debug, PartialEq)]
    pub struct VecStack<T>(Vec<T>);
    impl<T> VecStack<T> {
        pub fn make() -> Self { Self(Vec::new()) }
        pub fn push(&mut self, item: T) { self.0.push(item) }
        pub fn pop(&mut self) -> Option<T> { self.0.pop() }
        pub fn last(&self) -> Option<&T> { self.0.last() }
        pub fn is_empty(&self) -> bool { self.0.is_empty() }
    }
}
pub mod b {
    #[derive(Clone, Debug, PartialEq)]
    pub struct ListStack<T>(std::collections::LinkedList<T>);
    impl<T> ListStack<T> {
        pub fn make() -> Self { Self(Default::default()) }
        pub fn push(&mut self, item: T) { self.0.push_back(item) }
        pub fn pop(&mut self) -> Option<T> { self.0.pop_back() }
        pub fn last(&self) -> Option<&T> { self.0.back() }
        pub fn is_empty(&self) -> bool { self.0.is_empty() }
    }
}
