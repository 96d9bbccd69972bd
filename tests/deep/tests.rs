//! The generated tests of the deep types, as one program.

#[rustfmt::skip]
#[path = "generated/btree/main.rs"]
mod btree;

#[rustfmt::skip]
#[path = "generated/connection/main.rs"]
mod connection;

#[rustfmt::skip]
#[path = "generated/editor/main.rs"]
mod editor;

#[rustfmt::skip]
#[path = "generated/elevator/main.rs"]
mod elevator;

#[rustfmt::skip]
#[path = "generated/inventory/main.rs"]
mod inventory;

#[rustfmt::skip]
#[path = "generated/ledger/main.rs"]
mod ledger;

#[rustfmt::skip]
#[path = "generated/limiter/main.rs"]
mod limiter;

#[rustfmt::skip]
#[path = "generated/lru/main.rs"]
mod lru;

#[rustfmt::skip]
#[path = "generated/ring/main.rs"]
mod ring;

#[rustfmt::skip]
#[path = "generated/scheduler/main.rs"]
mod scheduler;

#[rustfmt::skip]
#[path = "generated/spans/main.rs"]
mod spans;

#[rustfmt::skip]
#[path = "generated/trie/main.rs"]
mod trie;

#[rustfmt::skip]
#[path = "generated/bucket/main.rs"]
mod bucket;

#[rustfmt::skip]
#[path = "generated/history/main.rs"]
mod history;

#[rustfmt::skip]
#[path = "generated/log/main.rs"]
mod log;
