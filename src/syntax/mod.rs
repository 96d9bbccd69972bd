//! Text to syntax tree and back.

pub mod ast;
mod declaration;
mod desugar;
mod explain;
mod expression;
mod grammar;
mod hints;
mod limits;
pub mod mapping_ast;
mod mapping_limits;
mod mismatch;
pub mod parse_mapping;
mod parse_question;
pub mod parse_spec;
mod print_mapping;
pub mod print_spec;
mod recover;
mod tokens;

pub use desugar::{SEQUENCE_OPERATIONS, Split, desugar, split};
pub use parse_mapping::parse_mapping;
pub use parse_question::parse_question;
pub use parse_spec::parse_spec;
pub use print_mapping::print_mapping;
pub use print_spec::{print_expr, print_spec};
pub use tokens::end_of_specification;
