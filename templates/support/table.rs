//! The tables that mocks answer from.

/// A table of answers, indexed by one number for each argument of an operation.
///
/// A cell is a table without arguments. A slice of tables has one argument more than its
/// rows have. A string is a row of truth values: `t`, `f`, or another letter where the
/// operation has no answer.
pub trait Table {
    type Cell;

    /// The answer for the arguments, if the table has one.
    fn cell(&self, place: &[usize]) -> Option<Self::Cell>;
}

impl Table for &'static str {
    type Cell = bool;

    fn cell(&self, place: &[usize]) -> Option<bool> {
        let [column] = place else { return None };
        match self.as_bytes().get(*column)? {
            b't' => Some(true),
            b'f' => Some(false),
            _ => None,
        }
    }
}

impl<T: Table> Table for &'static [T] {
    type Cell = T::Cell;

    fn cell(&self, place: &[usize]) -> Option<T::Cell> {
        let (row, rest) = place.split_first()?;
        self.get(*row)?.cell(rest)
    }
}

macro_rules! cells {
    ($($cell:ty),*) => {$(
        impl Table for $cell {
            type Cell = $cell;

            fn cell(&self, place: &[usize]) -> Option<$cell> {
                if place.is_empty() { Some(*self) } else { None }
            }
        }

        impl Table for Option<$cell> {
            type Cell = $cell;

            fn cell(&self, place: &[usize]) -> Option<$cell> {
                if place.is_empty() { *self } else { None }
            }
        }
    )*};
}

cells!(bool, usize, i64);

/// An answer that can be decided on demand, while paths are explored.
pub trait OnDemand: Sized {
    fn decided(operation: &str, place: &[usize]) -> Option<Self>;
}

impl OnDemand for bool {
    fn decided(operation: &str, place: &[usize]) -> Option<bool> {
        super::paths::decided(operation, place)
    }
}

impl OnDemand for usize {
    fn decided(operation: &str, place: &[usize]) -> Option<usize> {
        super::paths::decided_element(operation, place)
    }
}

impl OnDemand for i64 {
    fn decided(_: &str, _: &[usize]) -> Option<i64> {
        None
    }
}

/// The answer of an operation. Panics if the table has no answer.
#[track_caller]
pub fn answer<T: Table>(operation: &str, table: &T, place: &[usize]) -> T::Cell
where
    T::Cell: OnDemand,
{
    let known = table.cell(place);
    let answer = known.or_else(|| T::Cell::decided(operation, place));
    answer.unwrap_or_else(|| {
        let elements: Vec<String> = place.iter().map(shown).collect();
        panic!(
            "`{}` is called outside of its table, with elements [{}]",
            operation,
            elements.join(", ")
        )
    })
}

fn shown(index: &usize) -> String {
    match *index {
        BELOW => "below the lowest".to_owned(),
        index => index.to_string(),
    }
}

/// The index of a number below the lowest one of a table. No table has such a row.
const BELOW: usize = usize::MAX;

/// The row for a number, in a table whose first row is for the lowest number.
pub fn index(number: i64, lowest: i64) -> usize {
    match number.checked_sub(lowest) {
        Some(distance) if distance >= 0 => distance as usize,
        _ => BELOW,
    }
}
