//! Types with deep state, each with four faults that can be switched on: `run` tells which of
//! them the generated tests find.
//!
//! A fault is chosen when the tests run, by the environment variable `SPECGEN_FAULT`, so that one
//! compiled program serves all of them.

pub mod btree;
pub mod bucket;
pub mod connection;
pub mod editor;
pub mod elevator;
pub mod history;
pub mod inventory;
pub mod ledger;
pub mod limiter;
pub mod log;
pub mod lru;
pub mod ring;
pub mod scheduler;
pub mod spans;
pub mod trie;

use std::sync::OnceLock;

/// Whether this fault was chosen for this run.
pub fn fault(name: &str) -> bool {
    static CHOSEN: OnceLock<Option<String>> = OnceLock::new();
    CHOSEN.get_or_init(|| std::env::var("SPECGEN_FAULT").ok()).as_deref() == Some(name)
}
