//! Elements that answer by a table, or on demand as in the tests called `paths_of_…`.

#[path = "../../templates/support/paths/cells.rs"]
#[rustfmt::skip]
#[allow(dead_code)]
mod cells;
#[path = "../../templates/support/paths/undecided.rs"]
#[rustfmt::skip]
#[allow(dead_code)]
mod undecided;

use std::cell::RefCell;
use std::rc::Rc;

use crate::execute::Program;
use crate::explore::Choices;
use crate::subjects::Laws;

/// A table, and the number of its elements.
type Table = (Rc<[bool]>, usize);

thread_local! {
    static TABLE: RefCell<Option<Table>> = const { RefCell::new(None) };
}

/// Whether the relation holds for two elements.
pub fn holds(left: usize, right: usize) -> bool {
    let known =
        TABLE.with(|table| table.borrow().as_ref().map(|(rows, size)| rows[left * size + right]));
    let decided = || undecided::decided("rel", &[left, right]);
    known.or_else(decided).expect("a table or an exploration answers")
}

pub fn with_table<T>(table: &Rc<[bool]>, size: usize, call: impl FnOnce() -> T) -> T {
    TABLE.with(|current| *current.borrow_mut() = Some((Rc::clone(table), size)));
    let result = call();
    TABLE.with(|current| *current.borrow_mut() = None);
    result
}

/// The relations over some elements that fulfil laws.
pub struct Lawful {
    cells: Rc<cells::Cells>,
    tables: Vec<bool>,
    names: Rc<Vec<String>>,
}

impl Lawful {
    pub fn new(laws: Laws, size: usize) -> Self {
        let text = format!("sort given E\nop rel given (0 0) truth total ()\n{}", laws.concat());
        let program = Program::parse(&text).expect("the laws are well formed");
        let cells = cells::Cells::new(&program, &[size]);
        let tables = cells.tables(&cells.unanswered()).expect("some relation is lawful");
        Lawful { cells: Rc::new(cells), tables, names: Rc::new(vec!["rel".to_owned()]) }
    }

    /// Runs code whose elements answer on demand.
    pub fn run<T>(&self, choices: &mut Choices, call: impl FnOnce() -> T) -> T {
        let start = undecided::Undecided {
            choices: std::mem::take(choices),
            cells: Rc::clone(&self.cells),
            answers: self.cells.unanswered(),
            tables: self.tables.clone(),
            names: Rc::clone(&self.names),
            is_unstable: false,
        };
        let (result, end) = undecided::with(start, call);
        assert!(!end.is_unstable, "the code asks the same after the same answers");
        *choices = end.choices;
        result
    }
}
