//! Mock types for parameter sorts, and the tables that they answer from.

mod answer;
mod element;
mod order;
mod table;
mod types;

pub use element::mocks;
pub use order::is_lawful;
pub use table::{
    RustTables, TableField, element_array, field_names, has_tables, indexed_by_numbers, knowing,
    listed, table_literal, tabled, tables, tables_are_current, tables_type,
};
pub use types::{MockMethod, RustClosure, RustImpl, RustMock};
