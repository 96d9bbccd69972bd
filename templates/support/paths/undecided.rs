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
    let answered = |undecided: &mut Undecided| match undecided.cell(operation, place)? {
        (cell, None) => Some(undecided.chosen(&[(cell, true), (cell, false)]) == Some(0)),
        _ => None,
    };
    CURRENT.with(|current| answered(current.borrow_mut().as_mut()?))
}

/// The same for an operation that returns an element.
pub fn decided_element(operation: &str, place: &[usize]) -> Option<usize> {
    let answered = |undecided: &mut Undecided| match undecided.cell(operation, place)? {
        (first, Some(results)) => {
            let cells = first..first + results;
            let answers: Vec<(usize, bool)> = cells.map(|cell| (cell, true)).collect();
            undecided.chosen(&answers)
        }
        _ => None,
    };
    CURRENT.with(|current| answered(current.borrow_mut().as_mut()?))
}

impl Undecided {
    fn cell(&self, operation: &str, place: &[usize]) -> Option<(usize, Option<usize>)> {
        let named = self.names.iter().enumerate();
        let mut of_name = named.filter(|(_, name)| *name == operation);
        of_name.find_map(|(op, _)| self.cells.cell(op, place))
    }

    /// Which of some answers is given: the one that was given before, or one that the run chooses
    /// among those that the axioms permit. The first choice is what the tables say.
    fn chosen(&mut self, answers: &[(usize, bool)]) -> Option<usize> {
        let holds = |(cell, answer): &(usize, bool)| self.answers[*cell] == Some(*answer);
        if let Some(known) = answers.iter().position(holds) {
            return Some(known);
        }
        let first = answers
            .iter()
            .position(|(cell, answer)| self.tables[*cell] == *answer)?;
        let mut permitted = vec![(first, self.tables.clone())];
        for (number, (cell, answer)) in answers.iter().enumerate() {
            if number != first {
                let mut others = self.answers.clone();
                others[*cell] = Some(*answer);
                permitted.extend(self.cells.tables(&others).map(|tables| (number, tables)));
            }
        }
        let mut chosen = 0;
        if permitted.len() > 1 {
            self.is_unstable |= !self.choices.fits(permitted.len());
            if !self.is_unstable {
                chosen = self.choices.choose(permitted.len());
            }
        }
        let (number, tables) = permitted.swap_remove(chosen);
        let (cell, answer) = answers[number];
        self.answers[cell] = Some(answer);
        self.tables = tables;
        Some(number)
    }
}
