use crate::faulty;

/// A queue that is served asynchronously.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Queue<T> {
    items: Vec<T>,
}

/// Runs a future to its end.
pub fn block_on<F: std::future::Future>(future: F) -> F::Output {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    loop {
        if let std::task::Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}

impl<T: Clone> Queue<T> {
    pub fn new() -> Self {
        Self { items: Vec::new() }
    }
    pub async fn put(&mut self, item: T) {
        self.items.push(item);
    }
    pub async fn take(&mut self) -> Option<T> {
        if faulty("futures") && self.items.len() == 3 {
            return self.items.pop();
        }
        (!self.items.is_empty()).then(|| self.items.remove(0))
    }
    pub async fn items(&self) -> Vec<T> {
        self.items.clone()
    }
}
