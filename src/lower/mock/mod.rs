//! Mock types for parameter sorts, and the tables that they answer from.

mod element;
mod order;
mod table;

pub use element::{MockMethod, RustClosure, RustImpl, RustMock, mocks};
pub use order::is_lawful;
pub use table::{
    RustTables, TableField, element_array, field_names, has_tables, indexed_by_numbers, knowing,
    listed, table_literal, tabled, tables, tables_are_current, tables_type,
};
