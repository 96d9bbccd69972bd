//! Mock types for parameter sorts, and the tables that they answer from.

mod answer;
mod element;
mod order;
mod table;
mod types;

pub use answer::builders;
pub use element::mocks;
pub use order::is_lawful;
pub use table::{
    RustTables, TableField, element_array, field_names, has_tables, table_literal, tables,
    tables_are_current,
};
pub use types::{MockMethod, RustClosure, RustImpl, RustMock};
