//! The runtime of generated tests, `templates/support`: each of its checks passes what is
//! right, and reports what is wrong.

mod axioms;
mod comparisons;
mod exhaustive;
mod items;
mod laws;
mod limits;
mod paths;
mod program;
mod sequences;
mod tables;

// The macros of the runtime need this name. The layout is the one of generated code, not
// the one of this project.
#[allow(clippy::module_inception)]
#[rustfmt::skip]
#[path = "../../templates/support/mod.rs"]
mod support;

/// The message of the panic that a call ends with.
fn message<T>(call: impl FnOnce() -> T) -> String {
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(call));
    let payload = result.err().expect("the call panics");
    let text = payload.downcast_ref::<String>().cloned();
    let text = text.or_else(|| payload.downcast_ref::<&str>().map(|text| (*text).to_owned()));
    text.expect("the payload is text")
}
