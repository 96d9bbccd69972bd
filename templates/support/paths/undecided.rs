//! The answers of the run that is under way.

use std::cell::RefCell;
use std::rc::Rc;

use super::super::explore::Choices;
use super::cells::Cells;

/// The answers that elements gave so far, and the choices that led to them.
pub struct Undecided {
    pub choices: Choices,
    pub cells: Rc<Cells>,
    pub answers: Vec<Option<bool>>,
    /// Complete tables that agree with the answers.
    pub tables: Vec<bool>,
    /// The names of the program's operations.
    pub names: Rc<Vec<String>>,
    /// Whether the same answers led to another question than before: the code depends on more
    /// than its elements.
    pub is_unstable: bool,
}

thread_local! {
    static CURRENT: RefCell<Option<Undecided>> = const { RefCell::new(None) };
}

/// Runs a call in which elements answer on demand.
pub fn with<T>(undecided: Undecided, call: impl FnOnce() -> T) -> (T, Undecided) {
    CURRENT.with(|current| *current.borrow_mut() = Some(undecided));
    let result = call();
    let undecided = CURRENT.with(|current| current.borrow_mut().take());
    (result, undecided.expect("nobody else takes the answers"))
}

/// The answer of a relation, decided now if it was not asked for before. `None` where no
/// exploration is under way.
pub fn decided(operation: &str, place: &[usize]) -> Option<bool> {
    CURRENT.with(|current| current.borrow_mut().as_mut()?.answer(operation, place))
}

impl Undecided {
    fn answer(&mut self, operation: &str, place: &[usize]) -> Option<bool> {
        let mut named = self.names.iter().enumerate();
        let cell = named.find_map(|(op, name)| {
            if name == operation {
                self.cells.cell(op, place)
            } else {
                None
            }
        })?;
        if self.answers[cell].is_none() {
            self.answers[cell] = Some(self.tables[cell]);
            self.decide(cell);
        }
        self.answers[cell]
    }

    /// Takes the other answer, if the axioms permit it and the run chooses it.
    fn decide(&mut self, cell: usize) {
        let mut others = self.answers.clone();
        others[cell] = Some(!self.tables[cell]);
        let others = match self.cells.tables(&others) {
            Some(others) => others,
            None => return,
        };
        self.is_unstable |= !self.choices.fits(2);
        if !self.is_unstable && self.choices.choose(2) == 1 {
            self.answers[cell] = Some(others[cell]);
            self.tables = others;
        }
    }
}
