//! Panics of the type under test, caught without noise.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// A panic that was caught.
#[derive(Clone, Debug)]
pub struct Panic {
    pub message: String,
    /// The file in which it happened.
    pub file: String,
    pub line: u32,
}

thread_local! {
    /// How many calls of [`caught`] are under way in this thread.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    static LAST: RefCell<Option<Panic>> = const { RefCell::new(None) };
}

/// Runs a call. A panic in it is not printed.
pub fn caught<T>(call: impl FnOnce() -> T) -> Result<T, Box<dyn Any + Send>> {
    silence();
    DEPTH.with(|depth| depth.set(depth.get() + 1));
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    DEPTH.with(|depth| depth.set(depth.get() - 1));
    result
}

/// What is known of the last panic in this thread.
pub fn last() -> Panic {
    let last = LAST.with(|last| last.borrow_mut().take());
    last.unwrap_or_else(|| Panic {
        message: "a panic without a message".to_owned(),
        file: String::new(),
        line: 0,
    })
}

/// Whether a thread is inside of [`caught`].
pub fn is_catching() -> bool {
    DEPTH.with(|depth| depth.get() > 0)
}

/// Wraps the panic hook once, so that caught panics are kept instead of printed.
fn silence() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let others = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !is_catching() {
                return others(info);
            }
            let payload = info.payload();
            let message = payload
                .downcast_ref::<&str>()
                .map(ToString::to_string)
                .or_else(|| payload.downcast_ref::<String>().cloned());
            let place = info.location();
            let panic = Panic {
                message: message.unwrap_or_else(|| "a panic without a message".to_owned()),
                file: place.map_or_else(String::new, |place| place.file().to_owned()),
                line: place.map_or(0, |place| place.line()),
            };
            LAST.with(|last| *last.borrow_mut() = Some(panic));
        }));
    });
}
