//! Rust as values: names, types, expressions, functions, and how they are printed.
//!
//! The lowering builds these values and `emit` prints them. Generated code is never searched,
//! compared or patched as text: questions about it ("which functions does this body call?")
//! are answered by walking the values. Rust that a user wrote stays a [`Fragment`]: its text,
//! with the places of its identifiers.

pub mod api;
mod expr;
mod fragment;
mod function;
mod ident;
mod integer;
mod layout;
mod mentions;
mod names;
mod qualify;
pub mod read;
mod std_paths;
mod tokens;
mod ty;
mod uses;

pub use expr::{Expr, Pattern, Stmt};
pub use fragment::Fragment;
pub use function::{Function, Parameter};
pub use ident::Ident;
pub use integer::Integer;
pub use layout::{function, signature, statements};
pub use mentions::Mentions;
pub use names::{Names, is_identifier, type_name, value_name};
pub use qualify::Qualifier;
pub use std_paths::std_module;
pub use tokens::{is_tidy, print};
pub use ty::Type;
pub use uses::{Import, lines as use_lines};
