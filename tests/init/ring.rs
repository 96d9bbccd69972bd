//! Constants, lifetimes, positions, slices, errors, attributes.
pub mod buffers {
    #[derive(Debug)]
    pub struct Full<T>(pub T);

    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Ring<'a, T, const CAP: usize> {
        items: Vec<&'a T>,
    }

    impl<'a, T: Copy, const CAP: usize> Ring<'a, T, CAP> {
        pub const CAPACITY: usize = CAP;

        pub fn new() -> Ring<'a, T, CAP> {
            unimplemented!()
        }
        pub fn try_push(&mut self, element: T) -> Result<(), Full<T>> {
            Ok(())
        }
        pub fn push(&mut self, element: T) -> &mut Self {
            self
        }
        pub fn pop_front(&mut self) -> Option<T> {
            None
        }
        pub fn get(&self, index: usize) -> Option<&'a T> {
            None
        }
        pub fn swap(&mut self, a: usize, b: usize) {}
        pub fn len(&self) -> usize {
            0
        }
        pub fn is_full(&self) -> bool {
            false
        }
        pub fn as_slice(&self) -> &[T] {
            &[]
        }
        pub fn into_inner(self) -> Result<[T; CAP], Self> {
            Err(self)
        }
        pub fn append(&mut self, other: &mut Self) {}
        pub fn first_mut(&mut self) -> Option<&mut T> {
            None
        }
        pub async fn wait(&self) -> usize {
            0
        }
        pub fn boxed(self: Box<Self>) -> usize {
            0
        }
        pub fn via(&self) -> usize {
            0
        }
        pub fn r#move(&self, r#in: usize, _: usize, (x, y): (usize, usize)) -> usize {
            0
        }
        #[doc(hidden)]
        pub fn raw(&self) -> usize {
            0
        }
        #[cfg(feature = "extra")]
        pub fn or(self, other: Self) -> Self {
            self
        }
        #[cfg(test)]
        pub fn for_tests(&self) -> usize {
            0
        }
        pub(crate) fn internal(&self) -> usize {
            0
        }
    }

    impl<'a, const CAP: usize> Ring<'a, u8, CAP> {
        pub fn checksum(&self) -> u64 {
            0
        }
    }

    macro_rules! more {
        () => {};
    }
    more!();
}
